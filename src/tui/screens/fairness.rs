//! Whether a battle is fair, found out in the background while one looks at it.

use std::time::Duration;

use battle::{BattleFile, HouseRules, SystemInfo};
use table::Trial;

use crate::layer::Desk;
use crate::text::wrapped;
use crate::theme::Ink;

/// Battles that a trial plays.
const GAMES: u32 = 16;

/// Battles after which one that favours a side is given up.
const EARLY: u32 = 6;

/// How long a battle is looked at before it is tried: who leafs through battles does not wait for any of them.
const LOOKED_AT: Duration = Duration::from_millis(900);

/// Cells of the bar.
const BAR: usize = 16;

/// A trial of the battle in sight, or one that is about to begin.
#[derive(Default)]
pub struct Fairness {
    state: State,
    /// Battles that had ended when it was last drawn.
    shown: u32,
}

#[derive(Default)]
enum State {
    /// Nothing is to be tried.
    #[default]
    None,
    /// Another battle has come into sight; since when it has been there, once that is known.
    Due(Option<Duration>),
    /// It is being tried, or has been.
    Begun(Trial),
}

impl Fairness {
    /// Another battle is in sight: what was found out of the last one does not hold for it.
    pub fn renew(&mut self, desk: &Desk) {
        // At a place of many players their battles come first.
        self.state = if desk.visit.is_some() { State::None } else { State::Due(None) };
        self.shown = 0;
    }

    /// Tries a battle at once.
    pub fn begin(&mut self, battle: &BattleFile, rules: (&'static SystemInfo, HouseRules), desk: &Desk) {
        let trial = Trial::begin(desk.library.clone(), battle, vec![rules], GAMES, desk.wake.clone());
        (self.state, self.shown) = (State::Begun(trial), 0);
    }

    /// Nothing is tried.
    pub fn forget(&mut self) {
        self.state = State::None;
    }

    /// Time passes; whether something changed.
    pub fn tick(
        &mut self,
        now: Duration,
        desk: &Desk,
        battle: Option<&BattleFile>,
        rules: &(&'static SystemInfo, HouseRules),
    ) -> bool {
        match &mut self.state {
            State::None => false,
            State::Due(since @ None) => {
                *since = Some(now);
                false
            }
            State::Due(Some(since)) if now.saturating_sub(*since) < LOOKED_AT => false,
            State::Due(Some(_)) => {
                self.state = State::None;
                battle.into_iter().for_each(|battle| self.begin(battle, rules.clone(), desk));
                true
            }
            State::Begun(trial) => {
                let (played, _) = trial.progress();
                std::mem::replace(&mut self.shown, played) != played
            }
        }
    }

    /// Whether one side does better than is fair; nothing as long as that is open. It is said of a battle that clearly favours one side
    /// before all have been played, of others when they have.
    #[must_use]
    pub fn is_lopsided(&self) -> Option<bool> {
        let State::Begun(trial) = &self.state else { return None };
        let tried = trial.found().into_iter().next()?;
        match tried.favours().is_some() {
            true if tried.played() >= EARLY => Some(true),
            _ if tried.is_over() => Some(!tried.is_near_even() || tried.fault.is_some()),
            _ => None,
        }
    }

    /// How long until it wants to be told the time again; `None`: only when woken.
    #[must_use]
    pub fn wants_tick(&self) -> Option<Duration> {
        match self.state {
            State::Due(None) => Some(Duration::ZERO),
            State::Due(Some(_)) => Some(LOOKED_AT),
            State::None | State::Begun(_) => None,
        }
    }

    /// What is known, in lines of that width; none where nothing is tried.
    #[must_use]
    pub fn lines(&self, width: usize) -> Vec<(String, Ink)> {
        let State::Begun(trial) = &self.state else { return Vec::new() };
        let found = trial.found();
        let Some(tried) = found.first() else { return Vec::new() };
        let mut lines = Vec::new();
        if let Some(fault) = &tried.fault {
            return wrapped(&format!("It cannot be played: {fault}"), width)
                .into_iter()
                .map(|line| (line, Ink::Bad))
                .collect();
        }
        lines.push((
            format!("Fair? {} {} of {}", bar(tried.played(), tried.games), tried.played(), tried.games),
            Ink::Text,
        ));
        let told = if tried.is_over() {
            format!("{}. {}", tried.score(), tried.verdict())
        } else if tried.played() == 0 {
            String::from("The computer plays it against itself.")
        } else {
            format!("{}.", tried.score())
        };
        lines.extend(wrapped(&told, width).into_iter().map(|line| (line, Ink::Faint)));
        lines
    }
}

/// So much of a bar is full.
fn bar(done: u32, all: u32) -> String {
    let full = BAR * done as usize / all.max(1) as usize;
    format!("{}{}", "█".repeat(full), "·".repeat(BAR - full))
}
