//! Whether the battle is fair: the computer plays it against itself while one goes on editing.

use battle::{BattleFile, HouseRules, SystemInfo};
use ratatui::text::Line;
use table::{Trial, Tried};

use super::Editor;
use crate::layer::{Desk, Flow};
use crate::screens::list::List;
use crate::screens::pager::Pager;
use crate::text::{line, short_name};
use crate::theme::Ink;

/// Tag of the list of what to do.
pub const FAIR: &str = "editor fair";

/// Battles under one system alone, and under each of all.
const GAMES: [u32; 2] = [24, 8];

/// Cells of the bar.
const BAR: u32 = 10;

/// A trial of the battle as it was.
pub struct Balance {
    trial: Trial,
    /// The text it is of.
    version: u64,
    /// Battles that had ended when it was last looked at.
    seen: u32,
    /// Whether its end was told.
    told: bool,
}

impl Editor {
    /// Asks what is to be tried, or what was found.
    pub(super) fn ask_balance(&mut self) -> Flow {
        let text = "Two equal commanders of the computer play it against each other while you go on; what comes of it is told.";
        let list = List::new(FAIR, "Is it fair?", text);
        let list = list.row(Some('o'), format!("play {} battles under {}", GAMES[0], self.rules.title));
        let list = list.row(Some('a'), format!("play {} battles under each of the rules", GAMES[1]));
        let list = match self.balance {
            Some(_) => list.row(Some('r'), "read what was found so far").row(Some('s'), "stop, and forget it"),
            None => list,
        };
        Flow::Push(Box::new(list.at(if self.balance.is_some() { 2 } else { 0 })))
    }

    pub(super) fn chose_balance(&mut self, place: usize, desk: &Desk) -> Flow {
        match place {
            0 => self.begin_balance(vec![self.rules], GAMES[0], desk),
            1 => self.begin_balance(desk.library.systems(), GAMES[1], desk),
            2 => return self.read_balance(desk),
            _ => {
                self.balance = None;
                self.say(Ink::Text, "Nothing is tried any more.");
            }
        }
        Flow::Stay
    }

    fn begin_balance(&mut self, systems: Vec<&'static SystemInfo>, games: u32, desk: &Desk) {
        let Some(scenario) = self.draft.scenario().cloned().filter(|_| self.draft.is_sound()) else {
            let text = format!("It cannot be played yet: {}. e goes to the next.", self.faults_counted());
            return self.say(Ink::Bad, text);
        };
        let battle = BattleFile { text: self.draft.text().to_owned(), scenario };
        let rules = systems.into_iter().map(|info| (info, HouseRules::default())).collect();
        let trial = Trial::begin(desk.library.clone(), &battle, rules, games, desk.wake.clone());
        self.balance = Some(Balance { trial, version: self.draft.version(), seen: 0, told: false });
        self.say(Ink::Text, "The computer plays it against itself; go on meanwhile. B tells what was found.");
    }

    /// Looks at the battles; whether more of them have ended.
    pub(super) fn watch_balance(&mut self) -> bool {
        let Some(balance) = &mut self.balance else { return false };
        let (played, _) = balance.trial.progress();
        let changed = std::mem::replace(&mut balance.seen, played) != played;
        if balance.trial.is_over() && !std::mem::replace(&mut balance.told, true) {
            let found = balance.trial.found();
            let text = match found.as_slice() {
                [only] => format!("Under {}: {}. {}", only.system.title, only.score(), only.verdict()),
                all => format!(
                    "All {} battles are played; B tells what was found.",
                    all.iter().map(Tried::played).sum::<u32>()
                ),
            };
            self.say(Ink::Notice, text + self.of_then());
            return true;
        }
        changed
    }

    /// That the battle is another one by now.
    fn of_then(&self) -> &'static str {
        let same = self.balance.as_ref().is_none_or(|balance| balance.version == self.draft.version());
        if same { "" } else { " That is of the battle before your last changes." }
    }

    fn read_balance(&self, desk: &Desk) -> Flow {
        let Some(balance) = &self.balance else { return Flow::Stay };
        let mut lines = Vec::new();
        for tried in balance.trial.found() {
            lines.push(line(tried.system.title, desk.theme.ink(Ink::Heading)));
            let played = format!("{} of {} battles: {}.", tried.played(), tried.games, tried.score());
            lines.push(line(played, desk.theme.ink(Ink::Text)));
            lines.push(line(tried.verdict(), desk.theme.ink(Ink::Text)));
            lines.push(Line::default());
        }
        let then = self.of_then().trim();
        if !then.is_empty() {
            lines.push(line(then, desk.theme.ink(Ink::Notice)));
        }
        Flow::Push(Box::new(Pager::text("Is it fair?", lines)))
    }

    /// The trial in a few short rows for the panel.
    pub(super) fn balance_rows(&self) -> Vec<(String, Ink)> {
        let Some(balance) = &self.balance else { return Vec::new() };
        let (played, all) = balance.trial.progress();
        let full = (BAR * played / all.max(1)) as usize;
        let mut rows =
            vec![(format!("B  {}{} {played}/{all}", "█".repeat(full), "·".repeat(BAR as usize - full)), Ink::Text)];
        rows.extend(balance.trial.found().iter().map(|tried| {
            let [blue, red] = tried.won;
            let drawn = if tried.drawn > 0 { format!(", {} drawn", tried.drawn) } else { String::new() };
            match tried.fault {
                Some(_) => (format!("{}: refused", short_name(tried.system)), Ink::Bad),
                None => (format!("{} {blue}:{red}{drawn}", short_name(tried.system)), Ink::Faint),
            }
        }));
        if !self.of_then().is_empty() {
            rows.push((String::from("(before last changes)"), Ink::Faint));
        }
        rows
    }
}
