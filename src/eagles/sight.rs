//! Who sees whom: aims of Fire, Skirmish Fire and Assault (EA-SPACE-4/5, EA-LOS, EA-SKIRM-3, EA-ASSAULT-2).

mod corridor;
pub(crate) mod line;

use battle::{Footprint, Pose, UnitId, rule};
use hexes::{Hex, Midpoint};

use crate::scene::Scene;
use crate::space::{
    Zone, Zones, front_centre, relevant_side, side_centre, side_stands, sides_by_distance, squared, zone,
};
use crate::{Class, tables};

use line::Look;

/// A target that may be Fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The side aimed at.
    pub side: Zone,
    /// Whether the shot earns the die for flank or rear (EA-FIRE-8).
    pub flank_bonus: bool,
    /// Range in inches (EA-BASE-6, or along the sight line under `range=los_line`).
    pub distance: i32,
}

/// A target that may be Skirmished at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkirmishAim {
    /// Range in inches.
    pub distance: i32,
    /// Whether it passes EA-SPACE-4 in the Front zone, so that it has priority.
    pub in_front: bool,
}

/// Whether stands count only in the Front zone of the one who looks, or all round.
#[derive(Clone, Copy)]
enum Arc<'a> {
    Front(&'a Zones),
    All,
}

impl Scene<'_> {
    /// Whether the shooter, standing as `from`, may Fire at the target, standing as `at`: in the range of its class
    /// (Cavalry has none), half BW of a side in the Front zone and visible. The relevant side goes first; another
    /// side earns no bonus.
    #[must_use]
    pub fn aim(&self, shooter: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<Aim> {
        let range = self.rules.base_width * fire_widths(self.class(shooter));
        if range == 0 || !self.near(from, at, range) {
            return None;
        }
        let look = self.look(shooter, from, target, at, front_centre(from, self.rules));
        if !self.rules.range_los_line && look.own[0].distance(&look.own[1]) > range {
            return None;
        }
        let arc = Zones::of(from, self.rules);
        let relevant = relevant_side(self, from, at);
        let side = self.best_side(&look, at, relevant, Arc::Front(&arc))?;
        let flank_bonus = side == relevant && side != Zone::Front && zone(at, self.rules, look.eye) == side;
        let distance = self.range(&look, at, side);
        (distance <= self.inches(range)).then_some(Aim { side, flank_bonus, distance })
    }

    /// Whether the shooter, standing as `from`, may Skirmish at the target, standing as `at`: within 2BW, half BW of a
    /// side visible from the centre of the own side that faces it. Limits by trait are for the caller.
    #[must_use]
    pub fn skirmish_aim(&self, shooter: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<SkirmishAim> {
        let range = self.rules.base_width * tables::SKIRMISH_RANGE;
        if !self.near(from, at, range) {
            return None;
        }
        let own = zone(from, self.rules, front_centre(at, self.rules));
        let look = self.look(shooter, from, target, at, side_centre(from, self.rules, own));
        if !self.rules.range_los_line && look.own[0].distance(&look.own[1]) > range {
            return None;
        }
        let side = self.best_side(&look, at, zone(at, self.rules, look.eye), Arc::All)?;
        let distance = self.range(&look, at, side);
        let aim = SkirmishAim { distance, in_front: self.is_front_target(&look, from, at) };
        (distance <= self.inches(range)).then_some(aim)
    }

    /// Whether the target passes EA-SPACE-4 in the Front zone, with the line from the front centre.
    fn is_front_target(&self, look: &Look<'_>, from: &Pose, at: &Pose) -> bool {
        let arc = Zones::of(from, self.rules);
        if !look.own[1].hexes().iter().any(|hex| arc.in_front(*hex)) {
            return false;
        }
        let look = Look { eye: front_centre(from, self.rules), ..*look };
        self.best_side(&look, at, relevant_side(self, from, at), Arc::Front(&arc)).is_some()
    }

    /// The side of the target that the Unit, standing as `from`, may declare an Assault on (EA-ASSAULT-2): the one in
    /// whose zone its front centre lies, half BW of it in the Charge Arc and visible now (EA-LOS-2). At any distance.
    #[must_use]
    pub fn charge_aim(&self, unit: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<Zone> {
        rule!("EA-ASSAULT-2");
        rule!("EA-LOS-2");
        let look = self.look(unit, from, target, at, front_centre(from, self.rules));
        let arc = Zones::of(from, self.rules);
        let side = zone(at, self.rules, look.eye);
        self.shows(&look, at, side, Arc::Front(&arc)).then_some(side)
    }

    /// Whether somebody on `from` sees what stands on `to` over the present field. Units on either hex do not block.
    #[must_use]
    pub fn sees_hex(&self, from: Hex, to: Hex) -> bool {
        let (viewer, viewed) = (self.field.unit_at(from), self.field.unit_at(to));
        let print = |unit: Option<UnitId>, hex| match unit {
            Some(unit) => self.field.footprint(unit),
            None => Footprint::of([hex], 1),
        };
        let own = [print(viewer, from), print(viewed, to)];
        let look = Look { scene: *self, viewer, viewed, own, eye: from.into() };
        let veil = look.veil(to.into(), self.field.ground().elevation(to));
        veil.is_empty() || look.clear(to.into(), &veil)
    }

    /// The hexes in the Front zone within `range` inches that the Unit in that pose sees, with their distance in
    /// inches, row by row from the top left. Open to both players at any time (EA-BASE-2).
    #[must_use]
    pub fn fire_zone(&self, unit: UnitId, pose: &Pose, range: i32) -> Vec<(Hex, i32)> {
        rule!("EA-BASE-2");
        rule!("EA-SPACE-2");
        let (arc, print) = (Zones::of(pose, self.rules), self.footprint(pose));
        let look = Look {
            scene: *self,
            viewer: Some(unit),
            viewed: None,
            own: [print; 2],
            eye: front_centre(pose, self.rules),
        };
        let distance = |hex: Hex| self.inches(print.distance_to(hex));
        let hexes = self.field.ground().grid().iter().filter(|hex| arc.in_front(*hex) && distance(*hex) <= range);
        hexes.filter(|hex| self.sees_place(&look, *hex)).map(|hex| (hex, distance(hex))).collect()
    }

    /// Whether the line of a look to a hex is open by itself.
    fn sees_place(&self, look: &Look<'_>, to: Hex) -> bool {
        let veil = look.veil(to.into(), self.field.ground().elevation(to));
        veil.is_empty() || look.open(to.into(), &veil)
    }

    fn look(&self, viewer: UnitId, from: &Pose, viewed: UnitId, at: &Pose, eye: Midpoint) -> Look<'_> {
        let own = [self.footprint(from), self.footprint(at)];
        Look { scene: *self, viewer: Some(viewer), viewed: Some(viewed), own, eye }
    }

    /// The relevant side if it qualifies, else the next nearest that does (EA-SPACE-5).
    fn best_side(&self, look: &Look<'_>, at: &Pose, relevant: Zone, arc: Arc<'_>) -> Option<Zone> {
        rule!("EA-SPACE-5");
        if self.shows(look, at, relevant, arc) {
            return Some(relevant);
        }
        let same = |side: Zone| self.rules.ranks == 1 && [side, relevant].iter().all(|one| one.is_whole_rank());
        let others = sides_by_distance(at, self.rules, look.eye).into_iter();
        others.filter(|side| *side != relevant && !same(*side)).find(|side| self.shows(look, at, *side, arc))
    }

    /// Whether half BW of the side is in the arc (EA-SPACE-4) and visible (EA-LOS-5), and the line to its centre clear
    /// (EA-LOS-1).
    fn shows(&self, look: &Look<'_>, at: &Pose, side: Zone, arc: Arc<'_>) -> bool {
        rule!("EA-SPACE-4");
        rule!("EA-RES-13");
        let stands = side_stands(at, self.rules, side);
        let need = self.half_of(&stands);
        let in_arc = |hex: &&Hex| match arc {
            Arc::Front(zones) => zones.in_front(**hex),
            Arc::All => true,
        };
        if stands.hexes().iter().filter(in_arc).count() < need {
            return false;
        }
        rule!("EA-LOS-1");
        let centre = side_centre(at, self.rules, side);
        let lowest = stands.hexes().iter().map(|hex| self.field.ground().elevation(*hex)).min().unwrap_or(0);
        let veil = look.veil(centre, lowest);
        if veil.is_empty() {
            return true;
        }
        rule!("EA-LOS-5");
        let seen = |hex: &&Hex| look.open(Midpoint::from(**hex), &veil);
        look.clear(centre, &veil) && stands.hexes().iter().filter(in_arc).filter(seen).count() >= need
    }

    /// The range of a shot at a side in inches: nearest stands, or the sight line, begun inches counting whole
    /// (EA-RES-30).
    fn range(&self, look: &Look<'_>, at: &Pose, side: Zone) -> i32 {
        rule!("EA-RES-30");
        if !self.rules.range_los_line {
            return self.inches(look.own[0].distance(&look.own[1]));
        }
        let scale = i64::from(self.field.inches_per_hex());
        let sixteenths = squared(look.eye, side_centre(at, self.rules, side)) * scale * scale;
        let floor = (sixteenths / 16).isqrt();
        (floor + i64::from(16 * floor * floor < sixteenths)) as i32
    }
}

/// How far a class Fires, in base widths; 0 for Cavalry.
fn fire_widths(class: Class) -> i32 {
    match class {
        Class::Infantry | Class::Lights => tables::MUSKET_RANGE,
        Class::Guns => tables::GUN_RANGE,
        Class::Cavalry => 0,
    }
}
