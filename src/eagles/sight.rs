//! Who sees whom: aims of Fire, Skirmish Fire and Assault (EA-SPACE-4/5, EA-LOS, EA-SKIRM-3, EA-ASSAULT-2).

mod line;
mod sides;

use battle::{Footprint, Pose, UnitId, rule};
use hexes::{Hex, Midpoint};

use crate::space::measure;
use crate::space::zones::{Zone, Zones, front_centre, relevant_side, side_centre, sides_by_distance, squared, zone};
use crate::{Class, War, class, tables};

#[cfg(test)]
pub(crate) use line::Look;
#[cfg(not(test))]
use line::Look;
use sides::{Arc, SideView, is_in_arc};

/// A target that may be Fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    /// The side aimed at.
    pub side: Zone,
    /// Whether the shot earns the die for flank or rear (EA-FIRE-8).
    pub flank_bonus: bool,
    /// Range in inches (EA-BASE-6, or along the sight line under `range=los_line`).
    pub distance: i32,
}

/// A target that may be Skirmished at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SkirmishAim {
    /// Range in inches.
    pub distance: i32,
    /// Whether it passes EA-SPACE-4 in the Front zone, so that it has priority.
    pub in_front: bool,
}

/// Whether the shooter, standing as `from`, may Fire at the target, standing as `at`: in the range of its class
/// (Cavalry has none), half BW of the closest visible side in the Front zone and visible. Another side than the relevant
/// one earns no bonus.
pub(crate) fn aim(war: &War, shooter: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<Aim> {
    let range = war.options().base_width * fire_widths(class(war, shooter));
    if range == 0 || !measure::near(war, from, at, range) {
        return None;
    }
    let look = look(war, shooter, from, target, at, front_centre(from, war.options()));
    let apart = look.apart();
    if !war.options().range_los_line && apart > range {
        return None;
    }
    let arc = Zones::of(from, war.options());
    let relevant = relevant_side(war, from, at);
    let side = best_side(war, &look, at, relevant, Arc::Front(&arc))?;
    let flank_bonus = side == relevant && side != Zone::Front && zone(at, war.options(), look.eye) == side;
    let distance = range_at(war, &look, apart, at, side);
    (distance <= measure::inches(war, range)).then_some(Aim { side, flank_bonus, distance })
}

/// Whether the shooter, standing as `from`, may Skirmish at the target, standing as `at`: within 2BW, half BW of a
/// side visible from the centre of the own side that faces it. Limits by trait are for the caller.
pub(crate) fn skirmish_aim(war: &War, shooter: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<SkirmishAim> {
    let range = war.options().base_width * tables::SKIRMISH_RANGE;
    if !measure::near(war, from, at, range) {
        return None;
    }
    let own = zone(from, war.options(), front_centre(at, war.options()));
    let look = look(war, shooter, from, target, at, side_centre(from, war.options(), own));
    let apart = look.apart();
    if !war.options().range_los_line && apart > range {
        return None;
    }
    let side = best_side(war, &look, at, zone(at, war.options(), look.eye), Arc::All)?;
    let distance = range_at(war, &look, apart, at, side);
    let aim = SkirmishAim { distance, in_front: is_front_target(war, &look, from, at) };
    (distance <= measure::inches(war, range)).then_some(aim)
}

/// Whether the target passes EA-SPACE-4 in the Front zone, with the line from the front centre.
fn is_front_target(war: &War, look: &Look<'_>, from: &Pose, at: &Pose) -> bool {
    let arc = Zones::of(from, war.options());
    if !look.own[1].hexes().iter().any(|hex| arc.in_front(*hex)) {
        return false;
    }
    let look = Look { eye: front_centre(from, war.options()), ..*look };
    best_side(war, &look, at, relevant_side(war, from, at), Arc::Front(&arc)).is_some()
}

/// The side of the target that the Unit, standing as `from`, may declare an Assault on (EA-ASSAULT-2): the one in
/// whose zone its front centre lies, half BW of it in the Charge Arc and visible now (EA-LOS-2). At any distance.
pub(crate) fn charge_aim(war: &War, unit: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<Zone> {
    let look = look(war, unit, from, target, at, front_centre(from, war.options()));
    let arc = Zones::of(from, war.options());
    let side = zone(at, war.options(), look.eye);
    (shows(war, &look, at, side, Arc::Front(&arc)) || !rule!("EA-ASSAULT-2")).then_some(side)
}

/// Whether somebody on `from` sees what stands on `to` over the present field. Units on either hex do not block.
pub(crate) fn sees_hex(war: &War, from: Hex, to: Hex) -> bool {
    let (viewer, viewed) = (war.field().unit_at(from), war.field().unit_at(to));
    let print = |unit: Option<UnitId>, hex| match unit {
        Some(unit) => war.field().footprint(unit),
        None => Footprint::of([hex], 1),
    };
    let own = [print(viewer, from), print(viewed, to)];
    let look = Look { war, viewer, viewed, own, eye: from.into() };
    let lowest = war.field().ground().elevation(to);
    !look.is_cut(to.into(), lowest) && !look.is_pinched(to.into(), &look.veil(to.into(), lowest))
}

/// The hexes in the Front zone within `range` inches that the Unit in that pose sees, with their distance in
/// inches, row by row from the top left. Open to both players at any time (EA-BASE-2).
pub(crate) fn fire_zone(war: &War, unit: UnitId, pose: &Pose, range: i32) -> Vec<(Hex, i32)> {
    if !rule!("EA-BASE-2") {
        return Vec::new();
    }
    let (arc, print) = (Zones::of(pose, war.options()), measure::footprint(war, pose));
    let look = Look { war, viewer: Some(unit), viewed: None, own: [print; 2], eye: front_centre(pose, war.options()) };
    let distance = |hex: Hex| measure::inches(war, print.distance_to(hex));
    let inside = |hex: &Hex| arc.in_front(*hex) || !rule!("EA-SPACE-2");
    let hexes = war.field().ground().grid().iter().filter(|hex| inside(hex) && distance(*hex) <= range);
    hexes.filter(|hex| sees_place(war, &look, *hex)).map(|hex| (hex, distance(hex))).collect()
}

/// Whether the line of a look to a hex is open by itself.
fn sees_place(war: &War, look: &Look<'_>, to: Hex) -> bool {
    !look.is_cut(to.into(), war.field().ground().elevation(to))
}

fn look<'a>(war: &'a War, viewer: UnitId, from: &Pose, viewed: UnitId, at: &Pose, eye: Midpoint) -> Look<'a> {
    let own = [measure::footprint(war, from), measure::footprint(war, at)];
    Look { war, viewer: Some(viewer), viewed: Some(viewed), own, eye }
}

/// The closest side that is visible, if it qualifies; under `side_fallback` the closest that qualifies (EA-SPACE-5).
fn best_side(war: &War, look: &Look<'_>, at: &Pose, relevant: Zone, arc: Arc<'_>) -> Option<Zone> {
    let same = |side: Zone| war.options().ranks == 1 && [side, relevant].iter().all(|one| one.is_whole_rank());
    let others = || {
        let nearest = sides_by_distance(at, war.options(), look.eye).into_iter();
        nearest.filter(|side| *side != relevant && !same(*side))
    };
    let other_in_arc = || others().any(|side| is_in_arc(war, at, side, arc));
    let relevant_in_arc = is_in_arc(war, at, relevant, arc);
    if !relevant_in_arc && !other_in_arc() {
        return None;
    }
    let first = SideView::new(look, at, relevant);
    let has_line = first.has_line();
    if relevant_in_arc && has_line && first.shows_enough(arc) {
        return Some(relevant);
    }
    if war.options().side_fallback || !rule!("EA-SPACE-5") {
        return others().find(|side| shows(war, look, at, *side, arc));
    }
    if has_line || !other_in_arc() {
        return None;
    }
    let next = others().map(|side| SideView::new(look, at, side)).find(SideView::has_line)?;
    (is_in_arc(war, at, next.side, arc) && next.shows_enough(arc)).then_some(next.side)
}

/// Whether half BW of the side is in the arc (EA-SPACE-4) and visible (EA-LOS-5), and the line to its centre clear
/// (EA-LOS-1).
fn shows(war: &War, look: &Look<'_>, at: &Pose, side: Zone, arc: Arc<'_>) -> bool {
    let view = || SideView::new(look, at, side);
    is_in_arc(war, at, side, arc) && Some(view()).is_some_and(|view| view.has_line() && view.shows_enough(arc))
}

/// The range of a shot at a side in inches: nearest stands, or the sight line, begun inches counting whole
/// (EA-RES-30). Nearest stands are `apart` hexes from each other.
fn range_at(war: &War, look: &Look<'_>, apart: i32, at: &Pose, side: Zone) -> i32 {
    if !(war.options().range_los_line && rule!("EA-RES-30")) {
        return measure::inches(war, apart);
    }
    let scale = i64::from(war.field().inches_per_hex());
    let sixteenths = squared(look.eye, side_centre(at, war.options(), side)) * scale * scale;
    let floor = (sixteenths / 16).isqrt();
    (floor + i64::from(16 * floor * floor < sixteenths)) as i32
}

/// How far a class Fires, in base widths; 0 for Cavalry.
fn fire_widths(class: Class) -> i32 {
    match class {
        Class::Infantry | Class::Lights => tables::MUSKET_RANGE,
        Class::Guns => tables::GUN_RANGE,
        Class::Cavalry => 0,
    }
}
