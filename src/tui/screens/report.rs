//! The end of a battle: how it stands, losses as charts, the story, and the map with the way of each unit.

mod charts;
mod tracks;

use std::path::PathBuf;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use table::{Aftermath, Dispatch, Game, Setup, TakenUp};

use super::battle::lesson;
use super::campaign::{self, CampaignScreen};
use super::pager::Pager;
use super::replay::ReplayScreen;
use super::results;
use super::rows::{Listed, Own, turned};
use super::setup::{self, SetupScreen};
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::options::Wishes;
use crate::panels::{afterwards, status};
use crate::text::{cut, line, needed, panel, paragraph, row_of, split_above, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Turn(i32),
    Log,
    Replay,
    Next,
    Again,
    SetUp,
    Title,
    Quit,
    /// On with the campaign.
    Campaign,
}

impl Own for Action {}

const fn own(keys: &'static [Key], action: Action, hint: &'static str, help: &'static str) -> Binding<Listed<Action>> {
    binding(keys, Listed::Own(action), hint, help)
}

const PAGES: Keymap<Listed<Action>> = &[
    own(
        &[Key::code(KeyCode::Tab), Key::code(KeyCode::Right), Key::char('l'), Key::char(' ')],
        Action::Turn(1),
        "page",
        "The next page: result, losses, story, map.",
    ),
    own(
        &[Key::code(KeyCode::BackTab), Key::code(KeyCode::Left), Key::char('h')],
        Action::Turn(-1),
        "",
        "The page before.",
    ),
    binding(
        &[Key::code(KeyCode::Down), Key::char('j')],
        Listed::Step(1),
        "",
        "Further down; on the map, the next unit alone.",
    ),
    binding(
        &[Key::code(KeyCode::Up), Key::char('k')],
        Listed::Step(-1),
        "",
        "Further up; on the map, the unit before, or all of them.",
    ),
];

const REPLAY: Keymap<Listed<Action>> =
    &[own(&[Key::char('r')], Action::Replay, "replay", "Watch the battle again from its beginning.")];

const CAMPAIGN: Keymap<Listed<Action>> = &[own(
    &[Key::code(KeyCode::Enter), Key::char('c')],
    Action::Campaign,
    "on with the campaign",
    "On with the campaign: what the battle has cost, and where it leads.",
)];

const HOME: Keymap<Listed<Action>> = &[
    own(&[Key::char('a')], Action::Again, "rematch", "The same battle with another seed."),
    own(
        &[Key::char('n')],
        Action::Next,
        "next battle",
        "The next battle of the list, or the next lesson, under the same rules.",
    ),
    own(&[Key::char('s')], Action::SetUp, "", "Set another battle up."),
];

const LOG: Keymap<Listed<Action>> = &[own(&[Key::char('L')], Action::Log, "log", "Read everything that happened.")];

const FIELD: Keymap<Listed<Action>> = &[binding(
    &[Key::code(KeyCode::Esc), Key::code(KeyCode::Enter)],
    Listed::Back,
    "field",
    "Look at the field as it is.",
)];

const LIST: Keymap<Listed<Action>> = &[binding(
    &[Key::code(KeyCode::Esc), Key::code(KeyCode::Enter)],
    Listed::Back,
    "back",
    "Back to where you came from.",
)];

const TITLE: Keymap<Listed<Action>> = &[
    own(&[Key::char('t')], Action::Title, "title", "Back to the title."),
    own(&[Key::char('q')], Action::Quit, "quit", "Leave the program."),
];

const LOBBY: Keymap<Listed<Action>> = &[
    own(&[Key::char('t')], Action::Title, "lobby", "Back to the lobby."),
    own(&[Key::char('q')], Action::Quit, "leave", "Leave altogether."),
];

const RECORDED: &[Keymap<Listed<Action>>] = &[PAGES, REPLAY, HOME, LOG, FIELD, TITLE];
const RECALLED: &[Keymap<Listed<Action>>] = &[PAGES, REPLAY, HOME, LOG, LIST, TITLE];
const LINKED: &[Keymap<Listed<Action>>] = &[CAMPAIGN, PAGES, REPLAY, LOG, FIELD, TITLE];
const LINKED_RECALLED: &[Keymap<Listed<Action>>] = &[CAMPAIGN, PAGES, REPLAY, LOG, LIST, TITLE];
const UNRECORDED: &[Keymap<Listed<Action>>] = &[PAGES, HOME, LOG, FIELD, TITLE];
const VISITING: &[Keymap<Listed<Action>>] = &[PAGES, LOG, FIELD, LOBBY];

/// The place of the end screen.
#[must_use]
pub fn place() -> Place {
    Place::of(RECORDED)
}

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
    keys: &'static [Keymap<Listed<Action>>],
    page: Page,
    scroll: usize,
    /// How far the page can still be scrolled.
    rest: usize,
    message: String,
    /// The campaign that goes on from here.
    campaign: Option<Result<TakenUp, String>>,
}

impl Report {
    /// The end of that game.
    #[must_use]
    pub fn new(game: &Game, desk: &Desk) -> Report {
        let after = game.aftermath();
        let mut result = results::summary(game, &after, &desk.theme);
        result.extend(results::record(game, &desk.theme));
        let campaign = campaign::after(game);
        let record = game.past().record_path().map(std::path::Path::to_path_buf).filter(|_| desk.visit.is_none());
        Report {
            title: game.setup().title().to_owned(),
            system: game.system().copy(),
            story: afterwards::story(&after, &desk.theme),
            after,
            result,
            log: game.stage().dispatches().to_vec(),
            setup: game.setup().clone(),
            keys: match (&desk.visit, &record) {
                (Some(_), _) => VISITING,
                (None, Some(_)) if campaign.is_some() => LINKED,
                (None, Some(_)) => RECORDED,
                (None, None) => UNRECORDED,
            },
            record,
            page: Page::Result,
            scroll: 0,
            rest: 0,
            message: String::new(),
            campaign,
        }
    }

    /// The end of a game that was fought another time.
    #[must_use]
    pub fn recalled(game: &Game, desk: &Desk) -> Report {
        let report = Report::new(game, desk);
        let keys = if report.campaign.is_some() { LINKED_RECALLED } else { RECALLED };
        Report { keys, ..report }
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

    /// The battle behind this one in the list, under the same rules; the first behind the last, and behind the last lesson.
    fn next_battle(&mut self, desk: &mut Desk) -> Flow {
        let (key, system) = (&self.setup.battle.scenario.key, self.setup.system);
        let battles = desk.library.battles();
        let at = battles.iter().position(|file| file.scenario.key == *key);
        let lessons = desk.library.lessons(system);
        let taken = lessons.iter().position(|lesson| lesson.battle.scenario.key == *key).filter(|_| at.is_none());
        if let Some(next) = taken.map(|place| place + 1).filter(|next| *next < lessons.len()) {
            return match lesson::start(next, system, desk) {
                Ok(battle) => Flow::Restart(vec![battle]),
                Err(error) => self.fail(error.0),
            };
        }
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
        let at = Page::ALL.iter().position(|page| *page == self.page).unwrap_or(0);
        self.page = Page::ALL[turned(at, by, Page::ALL.len())];
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
            lines.push(line("Nothing happened that is worth telling.", desk.theme.ink(Ink::Text)));
        }
        let most = rows(&lines).saturating_sub(usize::from(area.height));
        self.scroll = self.scroll.min(most);
        self.rest = most - self.scroll;
        paragraph(lines, self.scroll as u16, area, canvas);
    }

    fn act(&mut self, action: Listed<Action>, desk: &mut Desk) -> Flow {
        self.message.clear();
        match action {
            Listed::Step(by) => self.scroll(by),
            Listed::Back => return Flow::Pop,
            Listed::Choose => {}
            Listed::Own(own) => return self.act_own(own, desk),
        }
        Flow::Stay
    }

    fn act_own(&mut self, action: Action, desk: &mut Desk) -> Flow {
        match action {
            Action::Turn(by) => {
                self.turn_page(by);
                Flow::Stay
            }
            Action::Log => Flow::Push(Box::new(Pager::log(self.log.clone()))),
            Action::Replay => self.replay(desk),
            Action::Next => self.next_battle(desk),
            Action::Again => {
                let setup = Setup { seed: desk.take_seed(), ..self.setup.clone() };
                self.begin(&setup, desk)
            }
            Action::SetUp => match SetupScreen::new(Wishes::default(), desk) {
                Ok(setup) => Flow::Restart(vec![Box::new(setup)]),
                Err(_) => Flow::Restart(Vec::new()),
            },
            Action::Campaign if desk.visit.is_some() => Flow::Restart(vec![Box::new(campaign::choose::list(desk))]),
            Action::Campaign => match self.campaign.clone() {
                Some(Ok(taken)) => match CampaignScreen::new(taken) {
                    Ok(screen) => Flow::Restart(vec![Box::new(screen)]),
                    Err(why) => self.fail(why.0),
                },
                Some(Err(why)) => self.fail(why),
                None => Flow::Stay,
            },
            Action::Title => Flow::Restart(Vec::new()),
            Action::Quit => Flow::Quit,
        }
    }
}

impl Layer for Report {
    fn name(&self) -> String {
        String::from("The end")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(self.keys, Vec::new())
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let action = match input {
            Input::Key(key) => desk.keys.find(self.keys, key),
            Input::WheelDown(_) => Some(Listed::Step(1)),
            Input::WheelUp(_) => Some(Listed::Step(-1)),
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
        status::hints(&self.help(&desk.keys), foot, &desk.theme, canvas);
        None
    }
}
