//! A text to scroll through: rules reference, reasons, the log with its filter.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use table::Dispatch;

use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::panels::dispatches::{Filter, Fullness, lines};
use crate::panels::status;
use crate::text::{centred, line, panel, paragraph, wrapped};
use crate::theme::{Ink, Theme};

#[derive(Clone, Copy)]
enum Action {
    Close,
    Scroll(i32),
    Top,
    Bottom,
    Filter,
}

const KEYS: Keymap<Action> = &[
    Binding {
        keys: &[Key::code(KeyCode::Esc), Key::char('q'), Key::code(KeyCode::Enter)],
        action: Action::Close,
        hint: "close",
        help: "Close.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Down), Key::char('j')],
        action: Action::Scroll(1),
        hint: "down",
        help: "One line down.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Up), Key::char('k')],
        action: Action::Scroll(-1),
        hint: "up",
        help: "One line up.",
    },
    Binding {
        keys: &[Key::code(KeyCode::PageDown), Key::char(' ')],
        action: Action::Scroll(18),
        hint: "page",
        help: "A page down.",
    },
    Binding { keys: &[Key::code(KeyCode::PageUp)], action: Action::Scroll(-18), hint: "", help: "A page up." },
    Binding { keys: &[Key::code(KeyCode::Home), Key::char('g')], action: Action::Top, hint: "", help: "To the top." },
    Binding { keys: &[Key::code(KeyCode::End), Key::char('G')], action: Action::Bottom, hint: "", help: "To the end." },
];

const LOG_KEYS: Keymap<Action> = &[Binding {
    keys: &[Key::char('f')],
    action: Action::Filter,
    hint: "filter",
    help: "Show everything, only dice, only losses and results, or only orders and moves.",
}];

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
}

impl Pager {
    /// A text from its top.
    #[must_use]
    pub fn text(title: impl Into<String>, lines: Vec<Line<'static>>) -> Pager {
        Pager { title: title.into(), content: Content::Text(lines), scroll: Some(0), first: None }
    }

    /// Dispatches from their end.
    #[must_use]
    pub fn log(dispatches: Vec<Dispatch>) -> Pager {
        Pager {
            title: String::from("Dispatches"),
            content: Content::Log(dispatches, Filter::All),
            scroll: None,
            first: None,
        }
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

    fn help(&self) -> Vec<HelpRow> {
        match self.content {
            Content::Text(_) => describe(&[KEYS]),
            Content::Log(..) => describe(&[LOG_KEYS, KEYS]),
        }
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, _desk: &mut Desk) -> Flow {
        let action = match (input, &self.content) {
            (Input::Key(key), Content::Log(..)) => find(&[LOG_KEYS, KEYS], key),
            (Input::Key(key), Content::Text(_)) => find(&[KEYS], key),
            (Input::WheelDown(_), _) => Some(Action::Scroll(3)),
            (Input::WheelUp(_), _) => Some(Action::Scroll(-3)),
            _ => Some(Action::Close),
        };
        match (action, &mut self.content) {
            (Some(Action::Close), _) => return Flow::Pop,
            (Some(Action::Scroll(by)), _) => self.scroll_by(by),
            (Some(Action::Top), _) => self.scroll = Some(0),
            (Some(Action::Bottom), _) => self.scroll = None,
            (Some(Action::Filter), Content::Log(_, filter)) => {
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
        let inner = panel(&self.title(), box_area, &desk.theme, canvas);
        let text_area = Rect { height: inner.height.saturating_sub(1), ..inner };
        let most = (lines.len() as i32 - i32::from(text_area.height)).max(0);
        let scroll = self.scroll.unwrap_or(most).clamp(0, most);
        self.scroll = self.scroll.map(|_| scroll);
        let from = scroll as usize;
        let until = (from + usize::from(text_area.height)).min(lines.len());
        paragraph(lines[from..until].to_vec(), 0, text_area, canvas);
        let hint_row = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
        status::hints(&self.help(), hint_row, &desk.theme, canvas);
        if most > 0 {
            let place = format!("{}%", scroll * 100 / most);
            let x = inner.right().saturating_sub(place.len() as u16);
            canvas.write(x, hint_row.y, place, desk.theme.ink(Ink::Faint));
        }
        None
    }
}
