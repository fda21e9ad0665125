//! Moves, Marches and Maneuvers: who may turn when, how far a Unit gets, where it may end (EA-MOVE, EA-MAN).

mod advance;
mod course;
mod ends;
mod maneuver;
mod step;
mod ways;

use battle::{Pose, Refusal, UnitId, rule};
use hexes::Facing;

use crate::scene::Scene;
use crate::space::turned;
use crate::terrain::Feature;
use crate::{Class, Traits};

pub(crate) use ends::Press;
pub(crate) use step::{Footing, Trek};
pub(crate) use ways::Ways;

/// How a Unit advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// A Move.
    Move,
    /// A March: never within BW of an enemy (EA-MOVE-7).
    March,
}

impl Scene<'_> {
    /// Every pose the free turn at the start of a Move or March allows, the unturned one first. Only that one for
    /// Militia (EA-OPT-8) and Sluggish Units (EA-OPT-18). A turned pose must be one the Unit may stay in.
    #[must_use]
    pub fn free_turns(&self, unit: UnitId, pose: &Pose) -> Vec<Pose> {
        let mut poses = vec![*pose];
        if self.turns_at_start(unit) {
            let press = self.press(unit, pose, 1 + i32::from(self.rules.files));
            let turns = self.free_facings(pose.facing).flat_map(|facing| turned(pose, self.rules, facing));
            poses.extend(turns.filter(|turn| self.may_end(unit, turn, &press).is_ok()));
        }
        poses
    }

    /// The facings that a free turn may change to (EA-MOVE-6): any, or about only (EA-RES-14).
    pub(crate) fn free_facings(&self, from: Facing) -> impl Iterator<Item = Facing> + use<> {
        rule!("EA-MOVE-6");
        rule!("EA-RES-14");
        let about_only = self.rules.turn_about_face_only;
        let allowed = move |facing: &Facing| *facing != from && (!about_only || *facing == from.opposite());
        Facing::ALL.into_iter().filter(allowed)
    }

    /// Whether the free turn of the Unit may come at the start of a Move or March.
    #[must_use]
    pub fn turns_at_start(&self, unit: UnitId) -> bool {
        !self.is_sluggish(unit) && !self.has(unit, Traits::MILITIA)
    }

    /// Whether the free turn may come at the end, when there was one at the start or not: Infantry and Guns never;
    /// Lights and Cavalry instead of the start turn, or at both ends under `turn_both_ends` (EA-RES-15); the Sluggish
    /// always.
    #[must_use]
    pub fn turns_at_end(&self, unit: UnitId, turned: bool) -> bool {
        if self.has(unit, Traits::MILITIA) {
            return false;
        }
        if self.is_sluggish(unit) {
            return true;
        }
        rule!("EA-RES-15");
        match self.class(unit) {
            Class::Infantry | Class::Guns => {
                rule!("EA-MOVE-1");
                false
            }
            Class::Lights => {
                rule!("EA-MOVE-2");
                !turned || self.rules.turn_both_ends
            }
            Class::Cavalry => {
                rule!("EA-MOVE-3");
                !turned || self.rules.turn_both_ends
            }
        }
    }

    /// Sluggish by trait, or as all Infantry of the linear era (EA-OPT-26).
    fn is_sluggish(&self, unit: UnitId) -> bool {
        self.has(unit, Traits::SLUGGISH) || (self.rules.linear_infantry && self.class(unit) == Class::Infantry)
    }

    /// Whether the Unit, in that pose, may in one Action either move or turn, not both: any but Lights in woods, unless
    /// `woods_turn_free` (EA-TERRAIN-13, EA-RES-27).
    #[must_use]
    pub fn moves_or_turns(&self, unit: UnitId, pose: &Pose) -> bool {
        rule!("EA-RES-27");
        !self.rules.woods_turn_free && self.class(unit) != Class::Lights && self.is_in(pose, Feature::Woods)
    }

    /// Whether a Unit may begin a March in that pose (EA-MOVE-7): no enemy within BW, unless `march_leave`.
    ///
    /// # Errors
    /// The reason.
    pub fn may_march(&self, unit: UnitId, pose: &Pose) -> Result<(), Refusal> {
        self.marches_clear(pose, pose, &self.press(unit, pose, 0)).map_err(|bar| bar.refusal(self, unit))
    }
}
