//! A campaign: its map, the story so far, how everybody is, and what comes next.

pub mod choose;
mod draw;
mod pages;

use std::path::PathBuf;

use battle::{Side, Unusable};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use table::campaign::{Position as Standpoint, Run, Standing, Way};
use table::{Game, TakenUp, Terms};

use super::battle::Battle;
use super::lobby;
use super::rows::{Bar, Listed, Own, turned};
use crate::canvas::Canvas;
use crate::host::{Linked, Offer, Opponent, Room, SharedHost};
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{split_below, wrapped};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Turn(i32),
    Scroll(i32),
    Quit,
}

impl Own for Action {}

const KEYS: &[Keymap<Listed<Action>>] = &[&[
    binding(
        &[Key::code(KeyCode::Enter)],
        Listed::Choose,
        "go on",
        "Go on: to the battle, by the way under the bar, or home.",
    ),
    binding(
        &[Key::code(KeyCode::Tab), Key::code(KeyCode::Right), Key::char('l')],
        Listed::Own(Action::Turn(1)),
        "page",
        "The next page: story, armies, how losses are carried over.",
    ),
    binding(
        &[Key::code(KeyCode::BackTab), Key::code(KeyCode::Left), Key::char('h')],
        Listed::Own(Action::Turn(-1)),
        "",
        "The page before.",
    ),
    binding(
        &[Key::code(KeyCode::Down), Key::char('j')],
        Listed::Step(1),
        "↑ ↓|ways",
        "The way below; without a choice, further down the page.",
    ),
    binding(
        &[Key::code(KeyCode::Up), Key::char('k')],
        Listed::Step(-1),
        "",
        "The way above; without a choice, further up.",
    ),
    binding(
        &[Key::code(KeyCode::PageDown), Key::char(' ')],
        Listed::Own(Action::Scroll(8)),
        "",
        "Further down the page.",
    ),
    binding(&[Key::code(KeyCode::PageUp)], Listed::Own(Action::Scroll(-8)), "", "Further up the page."),
    binding(
        &[Key::code(KeyCode::Esc), Key::char('t')],
        Listed::Back,
        "title",
        "Back to the title; the campaign is saved.",
    ),
    binding(&[Key::char('q')], Listed::Own(Action::Quit), "", "Leave the program; the campaign is saved."),
]];

/// The place of a campaign.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// What is to be read beside the map.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    Story,
    Armies,
    Rules,
}

impl Page {
    const ALL: [Page; 3] = [Page::Story, Page::Armies, Page::Rules];

    const fn name(self) -> &'static str {
        match self {
            Page::Story => "Story",
            Page::Armies => "Armies",
            Page::Rules => "Carried over",
        }
    }
}

/// What a campaign is at a place of many players.
pub struct Visiting {
    /// The place.
    pub host: SharedHost,
    /// The room of the battle that was fought last.
    pub room: Option<Room>,
    /// The visitor's side.
    pub side: Side,
    /// Who has the other.
    pub opponent: Opponent,
}

/// The screen of a campaign.
pub struct CampaignScreen {
    run: Run,
    terms: Terms,
    at: Standpoint,
    /// The record of the battle that goes on.
    fighting: Option<PathBuf>,
    /// The terms of a campaign at a place of many players.
    visiting: Option<Visiting>,
    page: Page,
    scroll: usize,
    /// How far the page can still be scrolled.
    rest: usize,
    bar: Bar,
    message: String,
}

impl CampaignScreen {
    /// The screen of a run.
    ///
    /// # Errors
    /// A past that does not follow.
    pub fn new(taken: TakenUp) -> Result<CampaignScreen, Unusable> {
        let TakenUp { run, terms, fighting } = taken;
        let at = run.position().map_err(Unusable)?;
        let mut screen = CampaignScreen {
            run,
            terms,
            at,
            fighting,
            visiting: None,
            page: Page::Story,
            scroll: 0,
            rest: 0,
            bar: Bar::default(),
            message: String::new(),
        };
        screen.read_from_its_end();
        Ok(screen)
    }

    /// The screen of a run at a place of many players.
    ///
    /// # Errors
    /// A past that does not follow.
    pub fn at_a_place(taken: TakenUp, visiting: Visiting) -> Result<CampaignScreen, Unusable> {
        Ok(CampaignScreen { visiting: Some(visiting), ..CampaignScreen::new(taken)? })
    }

    /// The name of another player who is to choose the way.
    fn other_chooser(&self) -> Option<&str> {
        let Standing::Choice { side, .. } = &self.at.standing else { return None };
        match self.visiting.as_ref().filter(|visiting| visiting.side != *side).map(|visiting| &visiting.opponent) {
            Some(Opponent::Player(name)) => Some(name),
            Some(Opponent::Anyone) => Some("your opponent"),
            _ => None,
        }
    }

    /// The story is read from its end.
    fn read_from_its_end(&mut self) {
        self.scroll = usize::MAX;
    }

    /// The way that Enter would take, and whether a person chooses it.
    fn way(&self) -> Option<(&Way, bool)> {
        let Standing::Choice { side, ways } = &self.at.standing else { return None };
        let person = self.is_person(*side);
        let place = if person { self.bar.row() } else { self.run.lot(ways.len()) };
        let stage = self.run.campaign.stage_named(&self.run.past.last()?.stage)?;
        Some((&self.run.campaign.stages[stage].ways[*ways.get(place)?], person))
    }

    /// The open ways, where a person is to choose.
    fn ways(&self) -> Vec<&Way> {
        let Standing::Choice { side, ways } = &self.at.standing else { return Vec::new() };
        let stage = self.run.past.last().and_then(|last| self.run.campaign.stage_named(&last.stage));
        let all = stage.map(|stage| &self.run.campaign.stages[stage].ways).filter(|_| self.is_person(*side));
        all.map_or_else(Vec::new, |all| ways.iter().map(|way| &all[*way]).collect())
    }

    fn is_person(&self, side: Side) -> bool {
        if let Some(visiting) = &self.visiting {
            return visiting.side == side;
        }
        self.terms.seats[side.index()].is_human()
    }

    /// What Enter does.
    fn go_on(&mut self, desk: &mut Desk) -> Flow {
        if let Some(name) = self.other_chooser() {
            self.message = format!("{name} chooses the way; the next battle then comes to you as an invitation.");
            return Flow::Stay;
        }
        let done = match &self.at.standing {
            Standing::Battle { .. } => return self.fight(desk),
            Standing::Over { .. } => return Flow::Restart(Vec::new()),
            Standing::Choice { .. } => self.way().map(|(way, _)| way.clone()).map(|way| table::take(&self.run, &way)),
        };
        match done {
            Some(Ok(run)) => self.come_to(run),
            Some(Err(why)) => self.message = why,
            None => {}
        }
        Flow::Stay
    }

    fn come_to(&mut self, run: Run) {
        match run.position() {
            Ok(at) => {
                (self.run, self.at) = (run, at);
                (self.page, self.bar) = (Page::Story, Bar::default());
                self.read_from_its_end();
            }
            Err(why) => self.message = why,
        }
    }

    /// The name of the battle to be fought, for the place that keeps it.
    fn linked(&self, room: Option<Room>) -> Linked {
        let way = match self.at.standing {
            Standing::Battle { way, .. } => way,
            _ => None,
        };
        Linked { key: self.run.campaign.key.clone(), after: room.zip(way) }
    }

    /// Has the place set the battle up; against the computer it begins at once.
    fn offer(&self, visiting: &Visiting, desk: &mut Desk) -> Result<Flow, String> {
        let host = visiting.host.clone();
        let offer = Offer {
            battle: self.linked(visiting.room).to_string(),
            system: String::from(self.terms.system.key),
            house: self.terms.house.clone(),
            side: visiting.side,
            opponent: visiting.opponent.clone(),
        };
        let room = host.offer(offer)?;
        if matches!(visiting.opponent, Opponent::Commander(_)) {
            return lobby::step_into(&host, room, desk);
        }
        Ok(Flow::Restart(Vec::new()))
    }

    /// Into the battle: on with it, or from its beginning with a record of its own.
    fn fight(&mut self, desk: &mut Desk) -> Flow {
        if let Some(visiting) = &self.visiting {
            let offered = self.offer(visiting, desk);
            return offered.unwrap_or_else(|why| {
                self.message = crate::text::sentence(&why);
                Flow::Stay
            });
        }
        let library = desk.library.clone();
        let game = match &self.fighting {
            Some(path) => Game::resume(library.as_ref(), path),
            None => table::begin_next(library.as_ref(), &self.run, &self.terms, &desk.saves),
        };
        match game {
            Ok(game) => Flow::Restart(vec![Box::new(Battle::new(game, desk))]),
            Err(why) => {
                self.message = why.0;
                Flow::Stay
            }
        }
    }

    fn step(&mut self, by: i32) {
        let ways = self.ways().len();
        if ways > 1 { self.bar.step(by, ways) } else { self.scroll(by) }
    }

    fn scroll(&mut self, by: i32) {
        self.scroll = self.scroll.saturating_add_signed(by as isize).min(self.scroll.saturating_add(self.rest));
    }
}

/// The screen of the campaign that a battle belongs to, once it is over; nothing for other battles.
#[must_use]
pub fn after(game: &Game) -> Option<Result<TakenUp, String>> {
    if !game.is_of_campaign() || game.outcome().is_none() {
        return None;
    }
    let taken = |(run, terms)| TakenUp { run, terms, fighting: None };
    game.run_after().map(|found| found.map(taken)).transpose()
}

impl Layer for CampaignScreen {
    fn name(&self) -> String {
        String::from("Campaign")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = keys.describe(KEYS, Vec::new());
        let ways = self.ways().len() > 1;
        if let Some(first) = rows.first_mut() {
            first.hint = match (&self.at.standing, &self.fighting) {
                (Standing::Battle { .. }, Some(_)) => "on with the battle",
                (Standing::Battle { .. }, None) => "to the battle",
                (Standing::Choice { .. }, _) if ways => "take this way",
                (Standing::Choice { .. }, _) => "go on",
                (Standing::Over { .. }, _) => "title",
            }
            .into();
        }
        rows.iter_mut()
            .filter(|row| row.hint.ends_with("|ways") && !ways)
            .for_each(|row| row.hint = "↑ ↓|scroll".into());
        rows
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let action = match input {
            Input::Key(key) => desk.keys.find(KEYS, key),
            Input::WheelDown(_) => Some(Listed::Own(Action::Scroll(1))),
            Input::WheelUp(_) => Some(Listed::Own(Action::Scroll(-1))),
            _ => None,
        };
        if action.is_some() {
            self.message.clear();
        }
        match action {
            Some(Listed::Choose) => return self.go_on(desk),
            Some(Listed::Step(by)) => self.step(by),
            Some(Listed::Back) => return Flow::Restart(Vec::new()),
            Some(Listed::Own(Action::Turn(by))) => {
                let at = Page::ALL.iter().position(|page| *page == self.page).unwrap_or(0);
                self.page = Page::ALL[turned(at, by, Page::ALL.len())];
                self.scroll = if self.page == Page::Story { usize::MAX } else { 0 };
            }
            Some(Listed::Own(Action::Scroll(by))) => self.scroll(by),
            Some(Listed::Own(Action::Quit)) => return Flow::Quit,
            None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (body, hints) = split_below(area, 1);
        let notes = wrapped(&self.message, usize::from(area.width).saturating_sub(2));
        let (body, foot) = split_below(body, notes.len().min(3) as u16);
        self.draw_all(body, canvas, desk);
        for (row, text) in (0..foot.height).zip(notes) {
            canvas.write(foot.x + 1, foot.y + row, text, desk.theme.ink(Ink::Bad));
        }
        status::hints(&status::with_help(self.help(&desk.keys)), hints, &desk.theme, canvas);
        None
    }

    fn record(&self) -> Option<PathBuf> {
        self.fighting.clone()
    }
}
