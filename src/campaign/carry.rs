//! What is carried from a battle to the next: the same under every rule system, each rule a number with a sentence.

use crate::account::{LeaderEnd, UnitAccount, UnitEnd};
use crate::ledger::{Fate, LeaderState, Since, UnitState};

/// A rule of carrying over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number.
    pub number: u8,
    /// What it says; `{n}` is the number.
    says: &'static str,
}

impl Rule {
    const fn new(number: u8, says: &'static str) -> Rule {
        Rule { number, says }
    }

    /// What it says.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.says.replace("{n}", &self.number.to_string())
    }

    fn of(self, amount: u8) -> u8 {
        share(amount, self.number)
    }
}

/// Stragglers.
pub const STRAGGLERS: Rule =
    Rule::new(30, "Of what a unit that stood lost in a battle, {n} per cent come back by themselves before the next.");
/// Who ran.
pub const RAN: Rule = Rule::new(
    50,
    "A unit that ran from the field gathers at {n} per cent of what it began the battle with, one quality lower until it has been \
     through a battle without running or has stayed out of one.",
);
/// Who was destroyed.
pub const REMNANT: Rule =
    Rule::new(25, "Of a unit that was destroyed a remnant of {n} per cent gathers, one quality lower likewise.");
/// Who is gone.
pub const GONE: Rule =
    Rule::new(50, "A unit that began below {n} per cent of full strength and was destroyed is gone for good.");
/// Who stays behind.
pub const BEHIND: Rule =
    Rule::new(34, "A unit below {n} per cent of full strength stays behind until it has got back that much.");
/// Who was not there.
pub const CAMP: Rule = Rule::new(
    10,
    "A unit that a battle is fought without gets back {n} per cent of what it lacks, and rest on the way brings more.",
);
/// Who learns.
pub const HELD: Rule = Rule::new(
    50,
    "A unit that lost men and still had more than {n} per cent of them at the end has held; twice makes it one quality better, elite at most.",
);
/// How often.
pub const TWICE: u8 = 2;
/// Leaders.
pub const SUCCESSOR: Rule = Rule::new(1, "A leader who is killed or taken has a successor with a rating {n} lower.");
/// Wounded leaders.
pub const WOUNDED: Rule =
    Rule::new(1, "A leader who is wounded misses {n} battle; an army is then led by a deputy with a rating one lower.");

/// All of them, in the order in which they are told.
pub const RULES: [Rule; 9] = [STRAGGLERS, RAN, REMNANT, GONE, BEHIND, CAMP, HELD, SUCCESSOR, WOUNDED];

/// So many per cent of an amount, rounded down.
const fn share(amount: u8, percent: u8) -> u8 {
    (amount as u16 * percent as u16 / 100) as u8
}

/// What a battle has made of a unit.
pub(crate) fn fought(unit: &mut UnitState, told: UnitAccount) {
    let began = unit.strength;
    match told.end {
        UnitEnd::Stood => stood(unit, told.left.min(100)),
        UnitEnd::Ran => beaten(unit, RAN.of(began), Since::Ran),
        UnitEnd::Destroyed if began < GONE.number => {
            *unit = UnitState { strength: 0, fate: Fate::Gone, since: Since::Destroyed, ..*unit };
        }
        UnitEnd::Destroyed => beaten(unit, REMNANT.of(began), Since::Destroyed),
    }
    settle(unit);
}

fn stood(unit: &mut UnitState, left: u8) {
    let lost = share(unit.strength, 100 - left);
    unit.strength = unit.strength - lost + STRAGGLERS.of(lost);
    unit.shaken = false;
    unit.since = Since::Stood;
    if (HELD.number + 1..100).contains(&left) {
        unit.since = Since::Held;
        unit.merit += 1;
        if unit.merit >= TWICE {
            unit.merit = 0;
            unit.grown = unit.grown.saturating_add(1);
            unit.since = Since::Grown;
        }
    }
}

fn beaten(unit: &mut UnitState, strength: u8, since: Since) {
    *unit = UnitState { strength, shaken: true, merit: 0, since, ..*unit };
}

/// A battle was fought without the unit.
pub(crate) fn stayed_out(unit: &mut UnitState) {
    if unit.fate != Fate::Gone {
        unit.strength += CAMP.of(100 - unit.strength);
        unit.shaken = false;
        unit.since = Since::StayedOut;
        settle(unit);
    }
}

/// So many per cent of what the unit lacks come back on the way.
pub(crate) fn rested(unit: &mut UnitState, percent: u8) {
    if unit.fate != Fate::Gone {
        unit.strength += share(100 - unit.strength, percent);
        settle(unit);
    }
}

fn settle(unit: &mut UnitState) {
    if unit.fate != Fate::Gone {
        unit.strength = unit.strength.clamp(1, 100);
        unit.fate = if unit.strength < BEHIND.number { Fate::Behind } else { Fate::Fit };
    }
}

/// What a battle has made of a leader; nothing is told of one who was not there, and whose wound has healed by now.
pub(crate) fn led(leader: &mut LeaderState, told: Option<LeaderEnd>) {
    leader.wounded = told == Some(LeaderEnd::Wounded);
    if told == Some(LeaderEnd::Lost) {
        leader.successors = leader.successors.saturating_add(SUCCESSOR.number);
    }
}
