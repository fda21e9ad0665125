//! The end of a battle: how it stands, losses as charts, the story, and the map with the way of each unit.

mod charts;
mod tracks;

use std::path::PathBuf;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use table::{Aftermath, Dispatch, Game, Setup};

use super::pager::Pager;
use super::replay::ReplayScreen;
use super::results;
use super::setup::{self, SetupScreen};
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::options::Wishes;
use crate::panels::{afterwards, status};
use crate::text::{cut, line, needed, panel, paragraph, row_of, split_above, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Turn(i32),
    Scroll(i32),
    Log,
    Replay,
    Next,
    Again,
    SetUp,
    Title,
    Quit,
    Field,
}

const PAGES: Keymap<Action> = &[
    Binding {
        keys: &[Key::code(KeyCode::Tab), Key::code(KeyCode::Right), Key::char('l'), Key::char(' ')],
        action: Action::Turn(1),
        hint: "page",
        help: "The next page: result, losses, story, map.",
    },
    Binding {
        keys: &[Key::code(KeyCode::BackTab), Key::code(KeyCode::Left), Key::char('h')],
        action: Action::Turn(-1),
        hint: "",
        help: "The page before.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Down), Key::char('j')],
        action: Action::Scroll(1),
        hint: "",
        help: "Further down; on the map, the next unit alone.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Up), Key::char('k')],
        action: Action::Scroll(-1),
        hint: "",
        help: "Further up; on the map, the unit before, or all of them.",
    },
];

const REPLAY: Keymap<Action> = &[Binding {
    keys: &[Key::char('r')],
    action: Action::Replay,
    hint: "replay",
    help: "Watch the battle again from its beginning.",
}];

const HOME: Keymap<Action> = &[
    Binding {
        keys: &[Key::char('a')],
        action: Action::Again,
        hint: "rematch",
        help: "The same battle with another seed.",
    },
    Binding {
        keys: &[Key::char('n')],
        action: Action::Next,
        hint: "next battle",
        help: "The next battle of the list, under the same rules and commanders.",
    },
    Binding { keys: &[Key::char('s')], action: Action::SetUp, hint: "", help: "Set another battle up." },
];

const LOG: Keymap<Action> =
    &[Binding { keys: &[Key::char('L')], action: Action::Log, hint: "log", help: "Read everything that happened." }];

const FIELD: Keymap<Action> = &[Binding {
    keys: &[Key::code(KeyCode::Esc), Key::code(KeyCode::Enter)],
    action: Action::Field,
    hint: "field",
    help: "Look at the field as it is.",
}];

const TITLE: Keymap<Action> = &[
    Binding { keys: &[Key::char('t')], action: Action::Title, hint: "title", help: "Back to the title." },
    Binding { keys: &[Key::char('q')], action: Action::Quit, hint: "quit", help: "Leave the program." },
];

const LOBBY: Keymap<Action> = &[
    Binding { keys: &[Key::char('t')], action: Action::Title, hint: "lobby", help: "Back to the lobby." },
    Binding { keys: &[Key::char('q')], action: Action::Quit, hint: "leave", help: "Leave altogether." },
];

const RECORDED: &[Keymap<Action>] = &[PAGES, REPLAY, HOME, LOG, FIELD, TITLE];
const UNRECORDED: &[Keymap<Action>] = &[PAGES, HOME, LOG, FIELD, TITLE];
const VISITING: &[Keymap<Action>] = &[PAGES, LOG, FIELD, LOBBY];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    Result,
    Losses,
    Story,
    Map,
}

impl Page {
    const ALL: [Page; 4] = [Page::Result, Page::Losses, Page::Story, Page::Map];

    const fn name(self) -> &'static str {
        match self {
            Page::Result => "Result",
            Page::Losses => "Losses",
            Page::Story => "Story",
            Page::Map => "Map",
        }
    }
}

/// The end screen.
pub struct Report {
    title: String,
    system: Box<dyn battle::System>,
    after: Aftermath,
    result: Vec<Line<'static>>,
    story: Vec<Line<'static>>,
    log: Vec<Dispatch>,
    setup: Setup,
    record: Option<PathBuf>,
    keys: &'static [Keymap<Action>],
    page: Page,
    scroll: usize,
    /// How far the page can still be scrolled.
    rest: usize,
    message: String,
}

impl Report {
    /// The end of that game.
    #[must_use]
    pub fn new(game: &Game, desk: &Desk) -> Report {
        let after = game.aftermath();
        let mut result = results::summary(game, &after, &desk.theme);
        result.extend(results::record(game, &desk.theme));
        let record = game.record_path().map(std::path::Path::to_path_buf).filter(|_| desk.visit.is_none());
        Report {
            title: game.setup().title().to_owned(),
            system: game.system().copy(),
            story: afterwards::story(&after, &desk.theme),
            after,
            result,
            log: game.dispatches().to_vec(),
            setup: game.setup().clone(),
            keys: match (&desk.visit, &record) {
                (Some(_), _) => VISITING,
                (None, Some(_)) => RECORDED,
                (None, None) => UNRECORDED,
            },
            record,
            page: Page::Result,
            scroll: 0,
            rest: 0,
            message: String::new(),
        }
    }

    fn begin(&mut self, setup: &Setup, desk: &mut Desk) -> Flow {
        match setup::start(setup, desk) {
            Ok(battle) => Flow::Restart(vec![battle]),
            Err(error) => self.fail(error.0),
        }
    }

    fn fail(&mut self, why: String) -> Flow {
        self.message = why;
        Flow::Stay
    }

    /// The battle behind this one in the list, under the same rules; the first behind the last.
    fn next_battle(&mut self, desk: &mut Desk) -> Flow {
        let battles = desk.library.battles();
        let at = battles.iter().position(|file| file.scenario.key == self.setup.battle.scenario.key);
        let next = at.map_or(0, |at| (at + 1) % battles.len().max(1));
        let Some(battle) = battles.into_iter().nth(next) else {
            return self.fail(String::from("There is no other battle."));
        };
        let setup = Setup { battle, seed: desk.take_seed(), ..self.setup.clone() };
        self.begin(&setup, desk)
    }

    fn replay(&mut self, desk: &Desk) -> Flow {
        let Some(path) = self.record.clone() else { return Flow::Stay };
        match ReplayScreen::open(&path, desk) {
            Ok(replay) => Flow::Push(Box::new(replay)),
            Err(error) => self.fail(error.0),
        }
    }

    fn turn_page(&mut self, by: i32) {
        let at = Page::ALL.iter().position(|page| *page == self.page).unwrap_or(0) as i32;
        self.page = Page::ALL[(at + by).rem_euclid(Page::ALL.len() as i32) as usize];
        (self.scroll, self.rest) = (0, 0);
    }

    fn scroll(&mut self, by: i32) {
        let most = if self.page == Page::Map { self.after.units.len() } else { self.scroll + self.rest };
        self.scroll = self.scroll.saturating_add_signed(by as isize).min(most);
    }

    /// The names of the pages, the one in sight told apart without colours.
    fn tabs(&self) -> String {
        let name = |page: Page| {
            if page == self.page { format!("[{}]", page.name()) } else { format!(" {} ", page.name()) }
        };
        Page::ALL.map(name).join(" ")
    }

    fn words(&mut self, area: Rect, desk: &Desk, canvas: &mut Canvas<'_>) {
        let lines = if self.page == Page::Result { &self.result } else { &self.story };
        let mut lines = lines.clone();
        let rows = |lines: &[Line<'static>]| usize::from(needed(lines, usize::from(area.width)));
        if rows(&lines) > usize::from(area.height) {
            lines.retain(|line| line.width() > 0);
        }
        if lines.is_empty() {
            lines.push(line("Nothing worth telling happened.", desk.theme.ink(Ink::Text)));
        }
        let most = rows(&lines).saturating_sub(usize::from(area.height));
        self.scroll = self.scroll.min(most);
        self.rest = most - self.scroll;
        paragraph(lines, self.scroll as u16, area, canvas);
    }

    fn act(&mut self, action: Action, desk: &mut Desk) -> Flow {
        self.message.clear();
        match action {
            Action::Turn(by) => self.turn_page(by),
            Action::Scroll(by) => self.scroll(by),
            Action::Log => return Flow::Push(Box::new(Pager::log(self.log.clone()))),
            Action::Replay => return self.replay(desk),
            Action::Next => return self.next_battle(desk),
            Action::Again => {
                let setup = Setup { seed: desk.take_seed(), ..self.setup.clone() };
                return self.begin(&setup, desk);
            }
            Action::SetUp => {
                return match SetupScreen::new(Wishes::default(), desk) {
                    Ok(setup) => Flow::Restart(vec![Box::new(setup)]),
                    Err(_) => Flow::Restart(Vec::new()),
                };
            }
            Action::Title => return Flow::Restart(Vec::new()),
            Action::Quit => return Flow::Quit,
            Action::Field => return Flow::Pop,
        }
        Flow::Stay
    }
}

impl Layer for Report {
    fn name(&self) -> String {
        String::from("The end")
    }

    fn help(&self) -> Vec<HelpRow> {
        describe(self.keys)
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let action = match input {
            Input::Key(key) => find(self.keys, key),
            Input::WheelDown(_) => Some(Action::Scroll(1)),
            Input::WheelUp(_) => Some(Action::Scroll(-1)),
            _ => None,
        };
        action.map_or(Flow::Stay, |action| self.act(action, desk))
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let inner = panel(&self.title, area, &desk.theme, canvas);
        let (head, rest) = split_above(inner, 2);
        let (body, foot) = split_below(rest, 1);
        let width = usize::from(head.width);
        canvas.write(head.x, head.y, cut(&self.tabs(), width), desk.theme.ink(Ink::Heading));
        match self.page {
            Page::Result | Page::Story => self.words(body, desk, canvas),
            Page::Losses => {
                let (system, after) = (self.system.as_ref(), &self.after);
                self.rest = charts::paint(system, after, self.scroll, body, &desk.theme, canvas);
            }
            Page::Map => {
                let place = self.scroll.checked_sub(1);
                let look = (&desk.theme, desk.glyphs);
                tracks::paint(self.system.as_ref(), &self.after, place, body, look, canvas);
            }
        }
        if !self.message.is_empty() {
            let row = row_of(head, 1);
            canvas.write(row.x, row.y, cut(&self.message, width), desk.theme.ink(Ink::Bad));
        } else if self.rest > 0 && self.page != Page::Map {
            let more = format!("{} more below: ↓", self.rest);
            let x = head.right().saturating_sub(more.chars().count() as u16).max(head.x);
            canvas.write(x, row_of(head, 1).y, more, desk.theme.ink(Ink::Faint));
        }
        status::hints(&self.help(), foot, &desk.theme, canvas);
        None
    }
}
