//! Trying the battle out: under which rules, whose orders one gives, against whom; and back to the editor.

use battle::{BattleFile, HouseRules, Side, SystemInfo};
use table::{Game, SeatSpec, Setup};

use super::Editor;
use crate::layer::{Desk, Flow};
use crate::screens::battle::Battle;
use crate::screens::form::{Form, Row};
use crate::screens::list::List;
use crate::screens::setup;
use crate::text::sentence;
use crate::theme::Ink;

/// What all tags here begin with.
pub const TAGS: &str = "editor trial";
/// Tag of the form.
pub const FORM: &str = "editor trial form";
const RULES: &str = "editor trial rules";
const SEAT: &str = "editor trial seat";
const AGAINST: &str = "editor trial against";

/// Whose orders one gives.
const SEATS: [(&str, Option<Side>, &str); 3] = [
    ("blue", Some(Side::Blue), "Blue; the computer commands Red"),
    ("red", Some(Side::Red), "Red; the computer commands Blue"),
    ("nobody", None, "nobody: watch the computer against itself"),
];

/// What was chosen the last time.
pub struct Trial {
    /// Whether the form is open.
    pub open: bool,
    row: usize,
    seat: usize,
    against: String,
    trouble: String,
}

impl Trial {
    /// As it was the last time.
    pub fn remembered(desk: &Desk) -> Trial {
        let last = desk.settings.trial.clone().unwrap_or_default();
        let (seat, against) = last.split_once(' ').unwrap_or((last.as_str(), ""));
        let commanders = desk.library.commanders();
        let known = commanders.iter().any(|entry| entry.key == against);
        let usual = setup::commander_or_first(&commanders, setup::USUAL).unwrap_or_default().to_owned();
        Trial {
            open: false,
            row: 0,
            seat: SEATS.iter().position(|(word, ..)| *word == seat).unwrap_or(0),
            against: if known { against.to_owned() } else { usual },
            trouble: String::new(),
        }
    }
}

impl Editor {
    /// Asks how the battle is to be tried; where it is faulty, says so.
    pub(super) fn try_it(&mut self, _desk: &Desk) -> Flow {
        self.held = None;
        if !self.draft.is_sound() {
            let text = format!("It cannot be played yet: {}. e goes to the next.", self.faults_counted());
            self.say(Ink::Bad, text);
            return Flow::Stay;
        }
        (self.trial.open, self.trial.row) = (true, 0);
        self.trial.trouble.clear();
        Flow::Stay
    }

    /// The form that is to be shown again.
    pub(super) fn trial_again(&self, desk: &Desk) -> Option<Flow> {
        if !self.trial.open {
            return None;
        }
        let temper = desk.library.commanders().into_iter().find(|entry| entry.key == self.trial.against);
        let temper = temper.map_or_else(String::new, |entry| entry.temper);
        let rows = vec![
            Row::new(
                "Begin",
                "",
                "The battle begins; leaving it or its end comes back here, and nothing of it is kept.",
            ),
            Row::new("Rules", self.rules.title, format!("{}, {}.", self.rules.title, self.rules.source)),
            Row::new("You command", SEATS[self.trial.seat].2, "Whose orders you give."),
            Row::new("Against", self.trial.against.clone(), sentence(&temper)),
        ];
        Some(Flow::Push(Box::new(
            Form::new(FORM, "Try it", rows, self.trial.row).with_trouble(self.trial.trouble.clone()),
        )))
    }

    /// A row of the form, or of a list that it opened, was picked.
    pub(super) fn chose_trial(&mut self, tag: &str, place: usize, desk: &mut Desk) -> Flow {
        self.trial.trouble.clear();
        match (tag, place) {
            (FORM, 0) => return self.begin_trial(desk),
            (FORM, row) => {
                self.trial.row = row;
                return Flow::Push(Box::new(self.trial_list(row, desk)));
            }
            (RULES, place) => {
                self.rules = desk.library.systems().get(place).copied().unwrap_or(self.rules);
                self.view.look(&self.draft, self.rules, desk);
            }
            (SEAT, place) => self.trial.seat = place.min(SEATS.len() - 1),
            (_, place) => {
                let entry = desk.library.commanders().into_iter().nth(place);
                self.trial.against = entry.map_or_else(String::new, |entry| entry.key);
            }
        }
        Flow::Stay
    }

    fn trial_list(&self, row: usize, desk: &Desk) -> List {
        match row {
            1 => {
                let systems = desk.library.systems();
                let at = systems.iter().position(|info| info.key == self.rules.key).unwrap_or(0);
                let list = List::new(RULES, "Rules", "");
                let add =
                    |list: List, info: &&'static SystemInfo| list.row(None, format!("{}\t{}", info.title, info.source));
                systems.iter().fold(list, add).at(at)
            }
            2 => {
                let list = List::new(SEAT, "You command", "");
                SEATS.iter().fold(list, |list, (.., told)| list.row(None, *told)).at(self.trial.seat)
            }
            _ => {
                let commanders = desk.library.commanders();
                let at = commanders.iter().position(|entry| entry.key == self.trial.against).unwrap_or(0);
                let list = List::new(AGAINST, "Against", "");
                commanders
                    .iter()
                    .fold(list, |list, entry| list.row(None, format!("{}\t{}", entry.key, entry.temper)))
                    .at(at)
            }
        }
    }

    /// Begins the battle, without a record.
    fn begin_trial(&mut self, desk: &mut Desk) -> Flow {
        let Some(scenario) = self.draft.scenario().cloned().filter(|_| self.draft.is_sound()) else {
            return Flow::Stay;
        };
        let (word, person, _) = SEATS[self.trial.seat];
        let seat = |side: Side| match person {
            Some(own) if own == side => SeatSpec::Human,
            _ => SeatSpec::Commander(self.trial.against.clone()),
        };
        let setup = Setup {
            battle: BattleFile { text: self.draft.text().to_owned(), scenario },
            system: self.rules,
            house: HouseRules::default(),
            seats: Side::ALL.map(seat),
            seed: desk.take_seed(),
        };
        match Game::start(desk.library.as_ref(), &setup, None) {
            Ok(game) => {
                self.trial.open = false;
                let (rules, trial) = (self.rules.key.to_owned(), format!("{word} {}", self.trial.against));
                desk.remember(|settings| (settings.rules, settings.trial) = (Some(rules), Some(trial)));
                desk.rehearsing = true;
                Flow::Push(Box::new(Battle::new(game, desk)))
            }
            Err(why) => {
                self.trial.trouble = sentence(why.0.lines().next().unwrap_or_default());
                Flow::Stay
            }
        }
    }
}
