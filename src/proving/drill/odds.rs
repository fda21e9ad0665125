//! The drill's odds: how many dice, what they need and why, for forecasts and for the dice alike.

use battle::{
    Arm, Arrangement, Changes, Distribution, Footprint, Marks, Modifier, Object, Pool, Pose, Quality, Reading,
    RollForecast, RollKind, UnitId,
};
use hexes::{Frame, Hex};

use super::{Drill, info};

/// The dice of one roll and why they are so many.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    pub dice: u8,
    pub need: u8,
    kind: RollKind,
    pub modifiers: Vec<Modifier>,
}

impl Odds {
    fn new(dice: u8, need: u8) -> Odds {
        Odds { dice, need, kind: RollKind::Hits, modifiers: Vec::new() }
    }

    fn dice(&mut self, given: bool, name: &'static str, value: i16, clause: &'static str) {
        if given {
            self.dice = (i16::from(self.dice) + value).clamp(1, 24) as u8;
            self.modifiers.push(Modifier { name, value, changes: Changes::Dice, clause });
        }
    }

    fn need(&mut self, given: bool, name: &'static str, value: i16, clause: &'static str) {
        if given {
            self.need = (i16::from(self.need) + value).clamp(2, 6) as u8;
            self.modifiers.push(Modifier { name, value, changes: Changes::Need, clause });
        }
    }

    /// Chances of 0, 1, 2, ... hits.
    pub fn hits(&self) -> Distribution {
        Distribution::successes(self.dice, f64::from(7 - self.need) / 6.0)
    }

    /// The roll itself, what changed it told by name.
    pub fn pool(&self, label: &'static str, clause: &'static str) -> Pool {
        let mut pool = Pool::new(label, clause, i16::from(self.dice), Reading::Successes(self.need));
        self.modifiers.iter().for_each(|one| pool.note(one.name, one.value, one.changes, one.clause));
        pool.as_kind(self.kind)
    }

    pub fn forecast(&self, label: &'static str, who: UnitId, clause: &'static str) -> RollForecast {
        self.pool(label, clause).shown(Some(Object::Unit(who)))
    }
}

/// Whether a hex lies before the front of a unit in that pose, within 45 degrees outward of its ends.
pub(super) fn before(pose: &Pose, stands: u8, hex: Hex) -> bool {
    let files = pose.stands(stands).front().len().max(1) as u8;
    let place = Frame::of_rank(pose.anchor, pose.facing, files).local(hex);
    place.k >= 2 && place.u.abs() <= 2 * i32::from(files) + place.k
}

/// Whether a footprint comes at a unit from outside its front.
pub(super) fn flanks(from: &Footprint, at: &Pose, stands: u8) -> bool {
    !from.hexes().iter().any(|hex| before(at, stands, *hex))
}

impl Drill {
    /// How far a unit fires, in hexes; 0 for horse, limbered guns and columns of march.
    pub(super) fn range(&self, unit: UnitId, pose: &Pose) -> i32 {
        match (self.arm(unit), pose.formation.arrangement) {
            (_, Arrangement::MarchColumn | Arrangement::Limbered) | (Arm::Cavalry, _) => 0,
            (Arm::Infantry, _) => info::MUSKET_RANGE,
            (Arm::Artillery, _) => info::GUN_RANGE,
        }
    }

    /// Whether `by`, standing as `from`, can fire at `on`, standing as `at`; sight by the first hexes that see.
    pub(super) fn can_fire(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> bool {
        let (own, theirs) = (self.field.footprint_at(by, from), self.field.footprint_at(on, at));
        let near = self.range(by, from);
        let stands = self.field.unit(by).stands;
        own.front().iter().any(|eye| {
            let good = |hex: &Hex| {
                eye.distance(*hex) <= near && before(from, stands, *hex) && self.sees_past(*eye, *hex, [by, on])
            };
            theirs.hexes().iter().any(good)
        })
    }

    pub(super) fn fire_odds(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Odds {
        let (own, theirs) = (self.field.footprint_at(by, from), self.field.footprint_at(on, at));
        let gun = self.arm(by) == Arm::Artillery;
        let mut odds = Odds::new(own.front().len().max(1) as u8 * if gun { 2 } else { 1 }, 5);
        let state = self.field.unit(by);
        odds.need(own.distance(&theirs) <= 1, "close range", -1, "DR-FIRE-1");
        odds.need(self.covered(on, at) > 0.0, "target in cover", 1, "DR-FIRE-2");
        odds.dice(state.marks.contains(Marks::MOVED), "moved", -1, "DR-FIRE-3");
        odds.dice(state.marks.contains(Marks::DISORDERED), "disordered", -1, "DR-FIRE-4");
        odds.dice(flanks(&own, at, self.field.unit(on).stands), "into the flank", 1, "DR-FIRE-5");
        odds
    }

    pub(super) fn fight_odds(&self, who: UnitId, pose: &Pose, against: UnitId, at: &Pose, charging: bool) -> Odds {
        let own = self.field.footprint_at(who, pose);
        let mut odds = Odds::new(self.field.unit(who).stands.max(1), 4);
        let state = self.field.unit(who);
        odds.dice(charging && self.arm(who) == Arm::Cavalry, "charging horse", 2, "DR-FIGHT-1");
        odds.dice(flanks(&own, at, self.field.unit(against).stands), "into the flank", 2, "DR-FIGHT-2");
        odds.dice(state.marks.contains(Marks::DISORDERED), "disordered", -2, "DR-FIGHT-3");
        odds.dice(self.field.leaders_with(who).next().is_some(), "led", 1, "DR-FIGHT-4");
        odds.dice(self.facts(who).quality >= Quality::Veteran, "veterans", 1, "DR-FIGHT-5");
        odds.dice(self.arm(who) == Arm::Artillery, "gunners", -1, "DR-FIGHT-6");
        odds.dice(!charging && self.facts(who).steady, "steady", 1, "DR-FIGHT-7");
        odds
    }

    pub(super) fn rally_odds(&self, who: UnitId) -> Odds {
        let mut odds = Odds { kind: RollKind::Test, ..Odds::new(1, info::RALLY_NEED) };
        odds.need(self.field.leaders_with(who).next().is_some(), "led", -1, "DR-RALLY-1");
        odds.need(self.facts(who).quality >= Quality::Veteran, "veterans", -1, "DR-RALLY-2");
        odds
    }

    /// Cover in a pose: 1 when every stand is in woods, buildings or works.
    pub(super) fn covered(&self, unit: UnitId, pose: &Pose) -> f64 {
        let print = self.field.footprint_at(unit, pose);
        let sheltered = |hex: &&Hex| {
            let terrain = self.field.ground().terrain(**hex);
            terrain.is_woods() || terrain.is_building() || terrain == battle::Terrain::Works
        };
        let covered = print.hexes().iter().filter(sheltered).count();
        if print.hexes().is_empty() || covered < print.hexes().len() { 0.0 } else { 1.0 }
    }
}
