//! The lobby of a place of many players: what waits, what is going on, what is over; lessons, a new battle; a name.

mod draw;
mod naming;

pub use naming::Naming;

use battle::{HouseRules, Side};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use std::time::Duration;

use super::battle::Battle;
use super::campaign::choose;
use super::list::Question;
use super::pager::Pager;
use super::reading;
use super::replay::ReplayScreen;
use super::rows::{Listed, Own, turned};
use super::setup::offer::OFFERED;
use super::setup::{self, SetupScreen};
use crate::canvas::Canvas;
use crate::host::{Entered, Lately, Offer, Opponent, Room, Row, Section, SharedHost};
use crate::keymap::{Binding, HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing, Visit};
use crate::text::{line, sentence, wrapped};
use crate::theme::Ink;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Section(i32),
    New,
    Quick,
    Campaign,
    Learn,
    Rules,
    History,
    Decline,
    Quit,
}

impl Own for Action {}

const fn own(keys: &'static [Key], action: Action, hint: &'static str, help: &'static str) -> Binding<Listed<Action>> {
    binding(keys, Listed::Own(action), hint, help)
}

const KEYS: &[Keymap<Listed<Action>>] = &[
    &[
        binding(
            &[Key::code(KeyCode::Enter)],
            Listed::Choose,
            "enter",
            "Step into the battle: play, accept and play, watch, or see it again; for whoever is new, the tutorial.",
        ),
        own(&[Key::char('n')], Action::New, "new battle", "Set a battle up."),
        own(
            &[Key::char('c')],
            Action::Quick,
            "computer",
            "Begin a small battle against the computer; you only say by which rules.",
        ),
        own(
            &[Key::char('t')],
            Action::Learn,
            "tutorial",
            "Learn by doing: two short lessons, then a small battle to win. They leave nothing behind.",
        ),
        own(&[Key::char('r')], Action::Rules, "rules", "Read the tables of a rule system."),
        own(&[Key::char('h')], Action::History, "history", "What came of your battles here, and your rating."),
        own(
            &[Key::char('d')],
            Action::Decline,
            "decline",
            "Decline the invitation, or take back a battle of yours that nobody has joined.",
        ),
        own(&[Key::char('a')], Action::Campaign, "campaign", "A campaign: linked battles, to begin or to go on with."),
        own(&[Key::code(KeyCode::Tab)], Action::Section(1), "", "The first battle of the next section."),
        own(&[Key::code(KeyCode::BackTab)], Action::Section(-1), "", "The first battle of the section before."),
    ],
    Listed::ARROWS,
    Listed::TEN,
    &[own(&[Key::char('q')], Action::Quit, "leave", "Leave; battles wait for you.")],
];

/// The place of the lobby.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// The key that does something in the lobby, as it is written.
fn key_of(action: Action) -> String {
    let mut all = KEYS.iter().flat_map(|map| map.iter());
    let found = all.find(|binding| matches!(binding.action, Listed::Own(own) if own == action));
    found.and_then(|binding| binding.keys.first()).map_or_else(String::new, Key::to_string)
}

/// Tag of the question whether to decline or take back.
const DECLINE: &str = "decline";
/// Tag of the list of rule systems to play by.
const QUICK: &str = "quick";
/// Tag of the list of rule systems to learn.
const LEARNT: &str = "tutorial";
/// Tag of the list of rule systems to read.
const READ: &str = "rules";

/// The lobby.
pub struct Lobby {
    host: SharedHost,
    rows: Vec<Row>,
    /// Whether the visitor is new: the tutorial is then the first row.
    is_new: bool,
    lately: Lately,
    /// The battle under the bar, known by its number so that it stays there when the list changes.
    chosen: Option<Room>,
    /// Its place when it was last seen, for when it is gone; rows that are no battles come first.
    place: usize,
    message: (Ink, String),
}

impl Lobby {
    /// The lobby as it is now; `exercised`: the visitor comes out of an exercise.
    #[must_use]
    pub fn new(host: SharedHost, exercised: bool) -> Lobby {
        let mut lobby = Lobby {
            host,
            rows: Vec::new(),
            is_new: false,
            lately: Lately::default(),
            chosen: None,
            place: 0,
            message: (Ink::Text, String::new()),
        };
        lobby.read();
        lobby.choose(lobby.waiting().map_or(0, |place| place + lobby.lead()));
        if exercised {
            lobby.message = (Ink::Good, lobby.after_exercise());
        }
        lobby
    }

    /// The battle to begin with: one that goes on and waits for the visitor, then whatever waits, then one that goes on.
    fn waiting(&self) -> Option<usize> {
        let own = |row: &Row| row.section == Section::Yours;
        let found = |wanted: &dyn Fn(&Row) -> bool| self.rows.iter().position(wanted);
        found(&|row| own(row) && row.yours).or_else(|| found(&|row| row.yours)).or_else(|| found(&own))
    }

    /// Rows before the first battle.
    fn lead(&self) -> usize {
        usize::from(self.is_new)
    }

    /// Asks for the battles there are. They come in the order of the sections.
    fn read(&mut self) {
        self.rows = self.host.rows();
        self.rows.sort_by_key(|row| row.section);
        self.is_new = self.host.is_new();
        self.lately = self.host.lately();
        match self.rows.iter().position(|row| Some(row.room) == self.chosen) {
            Some(place) => self.place = place + self.lead(),
            None => self.choose(self.place),
        }
    }

    fn choose(&mut self, place: usize) {
        self.place = place.min((self.rows.len() + self.lead()).saturating_sub(1));
        self.chosen = self.row().map(|row| row.room);
    }

    /// The battle under the bar.
    fn row(&self) -> Option<&Row> {
        self.rows.get(self.place.checked_sub(self.lead())?)
    }

    fn step(&mut self, by: i32) {
        self.choose((self.place as i32 + by).max(0) as usize);
    }

    /// To the first battle of the next section that has one, or of the one before.
    fn step_section(&mut self, by: i32) {
        let section = |place: &usize| self.rows[*place].section;
        let firsts = (0..self.rows.len()).filter(|place| *place == 0 || section(place) != section(&(place - 1)));
        let lead = self.lead();
        let mut firsts: Vec<usize> = (0..lead).chain(firsts.map(|place| place + lead)).collect();
        if firsts.is_empty() {
            return;
        }
        let here = firsts.iter().rposition(|first| *first <= self.place).unwrap_or(0);
        let next = turned(here, by, firsts.len());
        self.choose(firsts.swap_remove(next));
    }

    fn enter(&mut self, desk: &mut Desk) -> Flow {
        let Some(row) = self.row().cloned() else {
            return if self.is_new { Lobby::ask_what_to_learn(desk) } else { Lobby::ask_for_rules(desk) };
        };
        let accepted = match row.section {
            Section::Invitations | Section::Open => self.host.accept(row.room),
            _ => Ok(()),
        };
        let entered = accepted.and_then(|()| step_into(&self.host, row.room, desk));
        entered.unwrap_or_else(|why| {
            self.message = (Ink::Bad, sentence(&why));
            self.read();
            Flow::Stay
        })
    }

    fn new_battle(&mut self, desk: &mut Desk) -> Flow {
        match SetupScreen::for_offer(self.host.clone(), desk) {
            Ok(screen) => Flow::Push(Box::new(screen)),
            Err(error) => {
                self.message = (Ink::Bad, sentence(&error.0));
                Flow::Stay
            }
        }
    }

    fn ask_what_to_learn(desk: &Desk) -> Flow {
        Flow::Push(Box::new(reading::lessons(LEARNT, desk)))
    }

    /// What the visitor has done here, to be read.
    fn history(&self, desk: &Desk) -> Flow {
        let lines = self.host.history().map_or_else(|why| vec![sentence(&why)], |history| history.lines());
        let lines = lines.into_iter().map(|text| line(text, desk.theme.ink(Ink::Text))).collect();
        Flow::Push(Box::new(Pager::text("Your battles", lines)))
    }

    fn ask_for_rules(desk: &Desk) -> Flow {
        let text = "By which rules? You command Blue; the computer takes Red. The first are the easiest.";
        Flow::Push(Box::new(reading::systems(QUICK, "Against the computer", text, desk)))
    }

    /// Begins the first of the battles by those rules, against a commander for beginners until the visitor has a battle.
    fn quick(&mut self, system: usize, desk: &mut Desk) -> Flow {
        let (battles, systems, commanders) =
            (desk.library.battles(), desk.library.systems(), desk.library.commanders());
        let key = setup::commander_or_first(&commanders, if self.is_new { setup::FOR_BEGINNERS } else { setup::USUAL });
        let (Some(battle), Some(system), Some(key)) = (battles.first(), systems.get(system), key) else {
            return Flow::Stay;
        };
        let offer = Offer {
            battle: battle.scenario.key.clone(),
            system: String::from(system.key),
            house: HouseRules::default(),
            side: Side::Blue,
            opponent: Opponent::Commander(String::from(key)),
        };
        let begun = self.host.offer(offer).and_then(|room| step_into(&self.host, room, desk));
        begun.unwrap_or_else(|why| {
            self.message = (Ink::Bad, sentence(&why));
            self.read();
            Flow::Stay
        })
    }

    fn ask_to_decline(&mut self, desk: &Desk) -> Flow {
        let Some(row) = self.row() else { return Flow::Stay };
        let (title, text) = match row.section {
            Section::Invitations => ("Decline?", format!("{}: you will not play this battle.", row.battle)),
            Section::Yours if row.players.contains(&None) => {
                ("Take it back?", format!("{}: your offer disappears from the lobby.", row.battle))
            }
            _ => {
                self.message =
                    (Ink::Text, String::from("Only invitations, and battles of yours that nobody has joined."));
                return Flow::Stay;
            }
        };
        let rows = wrapped(&text, 70).into_iter().map(|row| line(row, desk.theme.ink(Ink::Text)));
        Flow::Push(Box::new(Question::new(DECLINE, title, rows.collect())))
    }

    fn decline(&mut self) {
        let Some(room) = self.chosen else { return };
        self.message = match self.host.decline(room) {
            Ok(()) => (Ink::Text, String::from("Done.")),
            Err(why) => (Ink::Bad, sentence(&why)),
        };
        self.read();
    }
}

/// Steps into a battle of a place: it comes on top of the lobby.
///
/// # Errors
/// Why not, in words that say nothing of the place's files.
pub fn step_into(host: &SharedHost, room: Room, desk: &mut Desk) -> Result<Flow, String> {
    Ok(match host.enter(room)? {
        Entered::Battle { game, read } => {
            let battle = Battle::visited(*game, read, (host.clone(), room), desk);
            Flow::Restart(vec![Box::new(battle)])
        }
        Entered::Record(path) => {
            let replay = ReplayScreen::open(&path, desk);
            Flow::Restart(vec![Box::new(
                replay.map_err(|_| String::from("the record of this battle cannot be shown"))?,
            )])
        }
    })
}

impl Layer for Lobby {
    fn name(&self) -> String {
        String::from("Lobby")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        self.message.1.clear();
        desk.visit.iter_mut().for_each(Visit::forget_exercise);
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) => return self.enter(desk),
            Some(Listed::Step(by)) => self.step(by),
            Some(Listed::Own(Action::Section(by))) => self.step_section(by),
            Some(Listed::Own(Action::New)) => return self.new_battle(desk),
            Some(Listed::Own(Action::Quick)) => return Lobby::ask_for_rules(desk),
            Some(Listed::Own(Action::Campaign)) => return Flow::Push(Box::new(choose::list(desk))),
            Some(Listed::Own(Action::Learn)) => return Lobby::ask_what_to_learn(desk),
            Some(Listed::Own(Action::History)) => return self.history(desk),
            Some(Listed::Own(Action::Rules)) => return Flow::Push(Box::new(reading::rules(READ, desk))),
            Some(Listed::Own(Action::Decline)) => return self.ask_to_decline(desk),
            Some(Listed::Own(Action::Quit)) => return Flow::Quit,
            Some(Listed::Back) | None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        match answer {
            Answer::Picked(QUICK, place) => return self.quick(place, desk),
            Answer::Picked(choose::CAMPAIGNS, place) => return choose::picked(place, desk),
            Answer::Picked(LEARNT, place) => return reading::first_lesson(place, desk),
            Answer::Picked(READ, place) => return reading::tables(place, desk),
            Answer::Yes(DECLINE) => self.decline(),
            Answer::Line(OFFERED, text) => {
                self.message = (Ink::Good, text);
                self.read();
            }
            _ => {}
        }
        Flow::Stay
    }

    /// Reads the battles again when the place has had news.
    fn tick(&mut self, _now: Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        let news = standing == Standing::Top && desk.visit.as_ref().is_some_and(|visit| visit.take_news());
        if news {
            self.read();
        }
        (news, Flow::Stay)
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        self.paint(area, canvas, desk);
        None
    }
}
