//! A text to scroll through: rules reference, reasons, the log with its filter.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use table::Dispatch;

use super::rows::{Listed, Own};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::panels::dispatches::{Filter, Fullness, lines};
use crate::panels::status;
use crate::text::{centred, line, panel, paragraph, wrapped};
use crate::theme::{Ink, Theme};

#[derive(Clone, Copy)]
enum Action {
    Top,
    Bottom,
    Filter,
}

impl Own for Action {}

/// What the key that closes a text does.
const CLOSE: &str = "Close.";

/// What the keys do that lead to the rest of a text.
const MOVES: [&str; 3] = ["One line down.", "One line up.", "A page down."];

const KEYS: Keymap<Listed<Action>> = &[
    binding(&[Key::code(KeyCode::Esc), Key::char('q'), Key::code(KeyCode::Enter)], Listed::Back, "close", CLOSE),
    binding(&[Key::code(KeyCode::Down), Key::char('j')], Listed::Step(1), "down", MOVES[0]),
    binding(&[Key::code(KeyCode::Up), Key::char('k')], Listed::Step(-1), "up", MOVES[1]),
    binding(&[Key::code(KeyCode::PageDown), Key::char(' ')], Listed::Step(18), "page", MOVES[2]),
    binding(&[Key::code(KeyCode::PageUp)], Listed::Step(-18), "", "A page up."),
    binding(&[Key::code(KeyCode::Home), Key::char('g')], Listed::Own(Action::Top), "", "To the top."),
    binding(&[Key::code(KeyCode::End), Key::char('G')], Listed::Own(Action::Bottom), "", "To the end."),
];

const LOG_KEYS: Keymap<Listed<Action>> = &[binding(
    &[Key::char('f')],
    Listed::Own(Action::Filter),
    "filter",
    "Show everything, only dice, only losses and results, or only orders and moves.",
)];

const TEXT: &[Keymap<Listed<Action>>] = &[KEYS];
const LOG: &[Keymap<Listed<Action>>] = &[LOG_KEYS, KEYS];

/// Columns beside a text in which nothing can be read.
pub(super) const SCRAPS: u16 = 8;

/// The place of a text to scroll through.
#[must_use]
pub fn place() -> Place {
    Place::of(LOG)
}

enum Content {
    Text(Vec<Line<'static>>),
    Log(Vec<Dispatch>, Filter),
}

/// A text in a window.
pub struct Pager {
    title: String,
    content: Content,
    scroll: Option<i32>,
    /// The dispatch to begin with, until it was found.
    first: Option<usize>,
    /// What closing it begins, where it begins something.
    closes: Option<&'static str>,
    /// Whether all of it was in sight when it was drawn last.
    whole: bool,
    /// The key that opened it, which closes it as well where it does nothing else in it.
    opener: Option<Key>,
}

impl Pager {
    /// A text from its top.
    #[must_use]
    pub fn text(title: impl Into<String>, lines: Vec<Line<'static>>) -> Pager {
        Pager {
            title: title.into(),
            content: Content::Text(lines),
            scroll: Some(0),
            first: None,
            closes: None,
            whole: false,
            opener: None,
        }
    }

    /// Dispatches from their end.
    #[must_use]
    pub fn log(dispatches: Vec<Dispatch>) -> Pager {
        Pager {
            title: String::from("Dispatches"),
            content: Content::Log(dispatches, Filter::All),
            scroll: None,
            first: None,
            closes: None,
            whole: false,
            opener: None,
        }
    }

    /// The same where closing it begins something.
    #[must_use]
    pub fn leading_to(self, words: &'static str) -> Pager {
        Pager { closes: Some(words), ..self }
    }

    /// The same from a dispatch on, if one is given.
    #[must_use]
    pub fn at(self, first: Option<usize>) -> Pager {
        Pager { first, ..self }
    }

    /// Scrolls to the dispatch to begin with.
    fn find_first(&mut self, width: usize, theme: &Theme) {
        let (Some(first), Content::Log(dispatches, filter)) = (self.first.take(), &self.content) else { return };
        let earlier = dispatches.iter().take(first).filter(|dispatch| filter.passes(dispatch.kind));
        let rows: usize = earlier.map(|dispatch| lines(dispatch, Fullness::Full, width, theme).len()).sum();
        self.scroll = Some(rows as i32);
    }

    fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        match &self.content {
            Content::Text(lines) => lines.iter().flat_map(|line| broken(line, width)).collect(),
            Content::Log(dispatches, filter) => {
                let shown = dispatches.iter().filter(|dispatch| filter.passes(dispatch.kind));
                shown.flat_map(|dispatch| lines(dispatch, Fullness::Full, width, theme)).collect()
            }
        }
    }

    fn title(&self) -> String {
        match &self.content {
            Content::Text(_) => self.title.clone(),
            Content::Log(_, filter) => format!("{} · {}", self.title, filter.name()),
        }
    }

    fn maps(&self) -> &'static [Keymap<Listed<Action>>] {
        if matches!(self.content, Content::Log(..)) { LOG } else { TEXT }
    }

    fn scroll_by(&mut self, by: i32) {
        self.scroll = Some((self.scroll.unwrap_or(i32::MAX / 2) + by).max(0));
    }
}

/// A line of one style as rows of at most that width; others stay as they are.
fn broken(text: &Line<'static>, width: usize) -> Vec<Line<'static>> {
    match text.spans.as_slice() {
        [only] if text.width() > width => {
            wrapped(&only.content, width).into_iter().map(|row| line(row, only.style)).collect()
        }
        _ => vec![text.clone()],
    }
}

impl Layer for Pager {
    fn name(&self) -> String {
        self.title.clone()
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = keys.describe(self.maps(), Vec::new());
        if let (Some(words), Some(row)) = (self.closes, rows.iter_mut().find(|row| row.help == CLOSE)) {
            let key = row.keys.split(' ').next_back().unwrap_or("");
            row.hint = format!("{key}|{words}").into();
        }
        for row in rows.iter_mut().filter(|row| self.whole && MOVES.contains(&row.help)) {
            row.hint = "".into();
        }
        rows
    }

    fn floats(&self) -> bool {
        true
    }

    fn opened_by(&mut self, key: Key) {
        self.opener = Some(key);
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let action = match input {
            Input::Key(key) => {
                desk.keys.find(self.maps(), key).or_else(|| (self.opener == Some(key)).then_some(Listed::Back))
            }
            Input::WheelDown(_) => Some(Listed::Step(3)),
            Input::WheelUp(_) => Some(Listed::Step(-3)),
            _ => Some(Listed::Back),
        };
        match (action, &mut self.content) {
            (Some(Listed::Back), _) => return Flow::Pop,
            (Some(Listed::Step(by)), _) => self.scroll_by(by),
            (Some(Listed::Own(Action::Top)), _) => self.scroll = Some(0),
            (Some(Listed::Own(Action::Bottom)), _) => self.scroll = None,
            (Some(Listed::Own(Action::Filter)), Content::Log(_, filter)) => {
                *filter = filter.next();
                self.scroll = None;
            }
            _ => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = 100.min(area.width.saturating_sub(4));
        self.find_first(usize::from(width).saturating_sub(4), &desk.theme);
        let lines = self.lines(usize::from(width).saturating_sub(4), &desk.theme);
        let box_area = centred(area, width, (lines.len() as u16).saturating_add(4).min(area.height.saturating_sub(2)));
        // Of what is below, no scraps beside the box.
        if area.width < box_area.width + SCRAPS {
            canvas.clear(Rect { x: area.x, width: area.width, ..box_area });
        }
        let inner = panel(&self.title(), box_area, &desk.theme, canvas);
        let text_area = Rect { height: inner.height.saturating_sub(1), ..inner };
        let most = (lines.len() as i32 - i32::from(text_area.height)).max(0);
        self.whole = most == 0;
        let scroll = self.scroll.unwrap_or(most).clamp(0, most);
        self.scroll = self.scroll.map(|_| scroll);
        let from = scroll as usize;
        let until = (from + usize::from(text_area.height)).min(lines.len());
        paragraph(lines[from..until].to_vec(), 0, text_area, canvas);
        let hint_row = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
        status::hints(&self.help(&desk.keys), hint_row, &desk.theme, canvas);
        if most > 0 {
            let place = format!("{}%", scroll * 100 / most);
            let x = inner.right().saturating_sub(place.len() as u16);
            canvas.write(x, hint_row.y, place, desk.theme.ink(Ink::Faint));
        }
        None
    }
}
