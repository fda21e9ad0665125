//! What makes a unit or a brigade test its motivation: a row each, for the test, its receipt and the sheet.

use battle::{Pool, UnitId};

use crate::morale::checks;
use crate::{Umpire, War, tables};

/// One reason for a test of motivation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trigger {
    /// The clause that asks for it.
    pub clause: &'static str,
    /// As the receipt says it.
    pub label: &'static str,
    /// What has happened, and when the test is taken; `{n}` are the inches.
    pub when: &'static str,
    /// What a failure brings.
    pub failure: &'static str,
    /// Inches that count.
    inches: i32,
}

const fn trigger(clause: &'static str, label: &'static str, when: &'static str, failure: &'static str) -> Trigger {
    Trigger { clause, label, when, failure, inches: 0 }
}

pub(crate) static HALF_STRENGTH: Trigger =
    trigger("OW-MORALE-2", "half strength", "half of its stands or fewer: every turn, first step", "routs");
pub(crate) static LOSSES: Trigger =
    trigger("OW-MORALE-4", "losses in combat", "stands lost to a blow: before it strikes back", "falls back");
pub(crate) static AT_HORSE_OR_GUNS: Trigger =
    trigger("OW-MORALE-5", "charge", "foot charges horse or guns: when declared", "no charge");
pub(crate) static AT_SQUARE_OR_GUNS: Trigger = Trigger {
    inches: tables::PINNED,
    ..trigger(
        "OW-MORALE-6",
        "charge",
        "horse charges a square or guns: when declared",
        "no charge; at a square it halts {n} inches off",
    )
};
pub(crate) static WITHOUT_OFFICER: Trigger =
    trigger("OW-MORALE-7", "charge", "charges without its officer: when declared", "no charge");
pub(crate) static UNDER_FIRE: Trigger =
    trigger("OW-MORALE-8", "charge under fire", "a hit of defensive fire not saved: at once", "goes back");
pub(crate) static COMMANDER_KILLED: Trigger = Trigger {
    inches: tables::BRIGADE_SHOCK,
    ..trigger("OW-MORALE-9", "brigade commander killed", "killed within {n} inches of it: at once", "falls back")
};
pub(crate) static SURPRISE: Trigger =
    trigger("OW-HIDDEN-7", "surprise", "meets an enemy that was hidden: at once", "falls back");
pub(crate) static SHAKEN: Trigger =
    trigger("OW-HOWITZER-6", "disoriented", "disoriented: every turn, first step", "stays disoriented");
pub(crate) static ROUT: Trigger = trigger("OW-MORALE-11", "rout", "routing: every turn, rout step", "quits the field");
pub(crate) static PURSUIT: Trigger =
    trigger("OW-MORALE-13", "pursuit", "means to pursue: rout step", "does not pursue");
pub(crate) static BRIGADE: Trigger =
    trigger("OW-WIN-1", "brigade", "half of the brigade has quit: every turn, rout step", "the brigade quits");

/// Every one, as the sheet lists them.
pub(crate) static TRIGGERS: [&Trigger; 12] = [
    &HALF_STRENGTH,
    &LOSSES,
    &AT_HORSE_OR_GUNS,
    &AT_SQUARE_OR_GUNS,
    &WITHOUT_OFFICER,
    &UNDER_FIRE,
    &COMMANDER_KILLED,
    &SURPRISE,
    &SHAKEN,
    &ROUT,
    &PURSUIT,
    &BRIGADE,
];

impl Trigger {
    /// The roll of a unit.
    pub(crate) fn pool(&self, war: &War, unit: UnitId) -> Pool {
        checks::motivation_pool(war, unit, self.label, self.clause)
    }

    /// Makes a unit test; says whether it passed.
    pub(crate) fn passes(&self, umpire: &mut Umpire<'_>, unit: UnitId, against: Option<UnitId>) -> bool {
        checks::check_motivation(umpire, unit, against, self.label, self.clause)
    }

    /// When it is taken and what a failure brings, inches filled in.
    pub(crate) fn told(&self) -> [String; 2] {
        [self.when, self.failure].map(|words| words.replace("{n}", &self.inches.to_string()))
    }
}
