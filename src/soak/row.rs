//! One game's result: one line of the output. No times in it, so that equal games give equal lines.

use std::collections::BTreeMap;
use std::io::Write;

use battle::{Arm, Departure, Presence, Side, Sums, System};
use serde::{Deserialize, Serialize};
use table::{SideTally, Tally};

use crate::calibration::Entry;

/// The share of its worth that an army keeps at least where both wait.
const QUIET: f64 = 0.9;

/// One game's result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its number in the plan, from 0, whatever the shard.
    pub index: usize,
    /// The battle's key.
    pub battle: String,
    /// The rule system's key.
    pub rules: String,
    /// Blue's player.
    pub blue: String,
    /// Red's player.
    pub red: String,
    /// Whether the players have changed sides.
    pub swapped: bool,
    /// The battle's seed.
    pub seed: u64,
    /// The house rules it was played by, `key=value` by comma; nothing where none was set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub house: String,
    /// `blue`, `red` or `draw`; empty for a fault.
    pub winner: String,
    /// `objectives`, `losses`, `destruction`, `broken`, `resigned` or `fault`.
    pub reason: String,
    /// Blue's points.
    pub blue_points: i16,
    /// Red's points.
    pub red_points: i16,
    /// The turn it ended in.
    pub turns: u16,
    /// Orders given by both sides.
    pub orders: u32,
    /// The first turn with a fight, if there was one.
    pub contact_turn: Option<u16>,
    /// The share of turns that units on the map spent without moving, rolling or an order.
    pub idle_share: f64,
    /// Blue's units destroyed or run.
    pub blue_units_lost: u32,
    /// Red's units destroyed or run.
    pub red_units_lost: u32,
    /// The worth of Blue's units that are left, as a share of all.
    pub blue_value_left: f64,
    /// The worth of Red's units that are left, as a share of all.
    pub red_value_left: f64,
    /// Strength lost by Blue's infantry, units that left counted in full; in the system's terms.
    pub blue_infantry_lost: i32,
    /// The same of Blue's cavalry.
    pub blue_cavalry_lost: i32,
    /// The same of Blue's artillery.
    pub blue_artillery_lost: i32,
    /// The same of Red's infantry.
    pub red_infantry_lost: i32,
    /// The same of Red's cavalry.
    pub red_cavalry_lost: i32,
    /// The same of Red's artillery.
    pub red_artillery_lost: i32,
    /// Strength of Blue's infantry at full, in the system's terms.
    pub blue_infantry: i32,
    /// The same of Blue's cavalry.
    pub blue_cavalry: i32,
    /// The same of Blue's artillery.
    pub blue_artillery: i32,
    /// The same of Red's infantry.
    pub red_infantry: i32,
    /// The same of Red's cavalry.
    pub red_cavalry: i32,
    /// The same of Red's artillery.
    pub red_artillery: i32,
    /// Blue's shots by order.
    pub blue_shots: u32,
    /// Red's shots by order.
    pub red_shots: u32,
    /// Blue's charges declared.
    pub blue_charges: u32,
    /// Red's charges declared.
    pub red_charges: u32,
    /// Blue's charges that came to blows.
    pub blue_charges_met: u32,
    /// Red's charges that came to blows.
    pub red_charges_met: u32,
    /// Blue's charges that came to blows and threw an enemy back.
    pub blue_charges_won: u32,
    /// Red's charges that came to blows and threw an enemy back.
    pub red_charges_won: u32,
    /// Blue's charges whose enemy gave way before they came to blows.
    pub blue_charges_yielded: u32,
    /// Red's charges whose enemy gave way before they came to blows.
    pub red_charges_yielded: u32,
    /// Of those, Blue's charges whose enemy went of his own will.
    pub blue_charges_evaded: u32,
    /// Of those, Red's charges whose enemy went of his own will.
    pub red_charges_evaded: u32,
    /// How many of Blue's charges were to break or throw back an enemy, by the odds shown as they were declared.
    pub blue_charges_foreseen: f64,
    /// The same of Red's.
    pub red_charges_foreseen: f64,
    /// Times that a unit of Blue's fell back or ran.
    pub blue_retreats: u32,
    /// Times that a unit of Red's fell back or ran.
    pub red_retreats: u32,
    /// Blue's squares formed.
    pub blue_squares: u32,
    /// Red's squares formed.
    pub red_squares: u32,
    /// Blue's units that broke and ran.
    pub blue_routs: u32,
    /// Red's units that broke and ran.
    pub red_routs: u32,
    /// Blue's brigades that quit.
    pub blue_brigades_broken: u32,
    /// Red's brigades that quit.
    pub red_brigades_broken: u32,
    /// Blue's hidden units that showed themselves or were found.
    pub blue_sprung: u32,
    /// Red's hidden units that showed themselves or were found.
    pub red_sprung: u32,
    /// Blue's hits by dice, less what the dice owed.
    pub blue_luck: f64,
    /// Red's hits by dice, less what the dice owed.
    pub red_luck: f64,
    /// The turn in which the loser lost most strength; nothing without a loser.
    pub decisive_turn: Option<u16>,
    /// What he lost most to in that turn.
    pub decisive_cause: String,
    /// The hash that stands for the whole battle.
    pub hash: String,
    /// What went wrong, for a fault; empty otherwise.
    pub fault: String,
    /// What the system counts of Blue, by tally and name; a column each where rows are a table.
    pub blue_counts: Sums,
    /// The same of Red.
    pub red_counts: Sums,
    /// How often each clause of the rules was used by both sides, where that was asked for; not in tables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clauses: BTreeMap<String, u32>,
    /// What was foreseen of orders beside what came, where that was asked for; not in tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foreseen: Vec<Entry>,
}

impl Row {
    /// Whether it is a fault.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        self.reason == "fault"
    }

    /// Whether the battle ran to its turn limit.
    #[must_use]
    pub fn at_turn_limit(&self) -> bool {
        matches!(self.reason.as_str(), "objectives" | "losses")
    }

    /// What the first player of the run got: 1, a half or 0; nothing for a fault.
    #[must_use]
    pub fn first_score(&self) -> Option<f64> {
        match (self.winner.as_str(), self.swapped) {
            _ if self.is_fault() => None,
            ("draw", _) => Some(0.5),
            ("blue", false) | ("red", true) => Some(1.0),
            _ => Some(0.0),
        }
    }

    /// Whether both sides waited: neither army lost a tenth of its worth. Not of a battle that ended by a fault.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let [blue, red] = [self.blue_value_left, self.red_value_left];
        !self.is_fault() && blue > QUIET && red > QUIET
    }

    /// Writes it as a line of JSON.
    ///
    /// # Errors
    /// As the output says.
    pub fn write_json(&self, mut out: impl Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }

    pub(crate) fn count(&mut self, system: &dyn System, tally: &Tally) {
        self.count_losses(system);
        let (blue, red) = (tally.of(Side::Blue), tally.of(Side::Red));
        (self.blue_units_lost, self.red_units_lost) = (blue.units_lost, red.units_lost);
        (self.blue_value_left, self.red_value_left) = (rounded(blue.value_left), rounded(red.value_left));
        (self.blue_shots, self.red_shots) = (blue.shots, red.shots);
        (self.blue_charges, self.red_charges) = (blue.charges.declared, red.charges.declared);
        (self.blue_charges_met, self.red_charges_met) = (blue.charges.blows, red.charges.blows);
        (self.blue_charges_won, self.red_charges_won) = (blue.charges.won, red.charges.won);
        (self.blue_charges_yielded, self.red_charges_yielded) = (blue.charges.gave_way, red.charges.gave_way);
        (self.blue_charges_evaded, self.red_charges_evaded) = (blue.charges.evaded, red.charges.evaded);
        (self.blue_retreats, self.red_retreats) = (blue.retreats, red.retreats);
        (self.blue_squares, self.red_squares) = (blue.squares, red.squares);
        (self.blue_routs, self.red_routs) = (blue.routs, red.routs);
        (self.blue_brigades_broken, self.red_brigades_broken) = (blue.brigades_broken, red.brigades_broken);
        (self.blue_sprung, self.red_sprung) = (blue.sprung, red.sprung);
        (self.blue_luck, self.red_luck) = (luck(blue), luck(red));
        (self.blue_counts, self.red_counts) = (blue.sums.clone(), red.sums.clone());
    }

    fn count_losses(&mut self, system: &dyn System) {
        let field = system.field();
        for id in field.ids() {
            let (unit, info) = (field.unit(id), field.roster().unit(id));
            let left = match unit.presence {
                Presence::Gone(Departure::Destroyed | Departure::Routed) => 0,
                _ => unit.strength,
            };
            *self.lost(info.side, info.arm) += i32::from(unit.full) - i32::from(left);
            *self.full(info.side, info.arm) += i32::from(unit.full);
        }
    }

    fn lost(&mut self, side: Side, arm: Arm) -> &mut i32 {
        match (side, arm) {
            (Side::Blue, Arm::Infantry) => &mut self.blue_infantry_lost,
            (Side::Blue, Arm::Cavalry) => &mut self.blue_cavalry_lost,
            (Side::Blue, Arm::Artillery) => &mut self.blue_artillery_lost,
            (Side::Red, Arm::Infantry) => &mut self.red_infantry_lost,
            (Side::Red, Arm::Cavalry) => &mut self.red_cavalry_lost,
            (Side::Red, Arm::Artillery) => &mut self.red_artillery_lost,
        }
    }

    fn full(&mut self, side: Side, arm: Arm) -> &mut i32 {
        match (side, arm) {
            (Side::Blue, Arm::Infantry) => &mut self.blue_infantry,
            (Side::Blue, Arm::Cavalry) => &mut self.blue_cavalry,
            (Side::Blue, Arm::Artillery) => &mut self.blue_artillery,
            (Side::Red, Arm::Infantry) => &mut self.red_infantry,
            (Side::Red, Arm::Cavalry) => &mut self.red_cavalry,
            (Side::Red, Arm::Artillery) => &mut self.red_artillery,
        }
    }
}

fn luck(side: &SideTally) -> f64 {
    rounded(f64::from(side.luck.successes()) - side.luck.expected())
}

/// To four figures after the point.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}
