//! Turning: who may face another way at the start or end of a move, and who moves or turns, not both (EA-MOVE-6).

use battle::{Pose, UnitId, rule};
use hexes::Facing;

use super::room;
use crate::space::zones::turned;
use crate::terrain::{self, Feature};
use crate::{Class, Traits, War, class, has};

/// Every pose the free turn at the start of a Move or March allows, the unturned one first. Only that one for
/// Militia (EA-OPT-8) and Sluggish Units (EA-OPT-18). A turned pose must be one the Unit may stay in.
pub(crate) fn free_turns(war: &War, unit: UnitId, pose: &Pose) -> Vec<Pose> {
    let mut poses = vec![*pose];
    if turns_at_start(war, unit) {
        let enemies = room::near_enemies(war, unit, pose, 1 + i32::from(war.options().files));
        let turns = free_facings(war, pose.facing).flat_map(|facing| turns_to(war, pose, facing));
        poses.extend(turns.filter(|turn| room::may_end(war, unit, turn, &enemies).is_ok()));
    }
    poses
}

/// The poses after a turn on the spot to that facing, as far as rivers allow it (EA-SPACE-6, EA-TERRAIN-4).
pub(crate) fn turns_to(war: &War, pose: &Pose, facing: Facing) -> impl Iterator<Item = Pose> {
    let from = *pose;
    turned(pose, war.options(), facing).filter(move |turn| !terrain::turns_over_water(war, &from, turn))
}

/// The facings that a free turn may change to (EA-MOVE-6): any, or about only (EA-RES-14).
pub(crate) fn free_facings(war: &War, from: Facing) -> impl Iterator<Item = Facing> + use<> {
    let about_only = war.options().turn_about_face_only && rule!("EA-RES-14");
    let allowed = move |facing: &Facing| *facing != from && (!about_only || *facing == from.opposite());
    Facing::ALL.into_iter().filter(move |facing| allowed(facing) && rule!("EA-MOVE-6"))
}

/// Whether the free turn of the Unit may come at the start of a Move or March.
pub(crate) fn turns_at_start(war: &War, unit: UnitId) -> bool {
    !is_sluggish(war, unit) && !is_militia(war, unit)
}

/// Whether the row of a class in the table of moves is in force (EA-MOVE-1 to 3): its distances, and its turn at the end.
pub(super) fn moves_by_table(class: Class) -> bool {
    match class {
        Class::Infantry | Class::Guns => rule!("EA-MOVE-1"),
        Class::Lights => rule!("EA-MOVE-2"),
        Class::Cavalry => rule!("EA-MOVE-3"),
    }
}

/// Whether the free turn may come at the end, when there was one at the start or not: Infantry and Guns never;
/// Lights and Cavalry instead of the start turn, or at both ends under `turn_both_ends` (EA-RES-15); the Sluggish
/// always.
pub(crate) fn turns_at_end(war: &War, unit: UnitId, turned: bool) -> bool {
    if is_militia(war, unit) {
        return false;
    }
    if is_sluggish(war, unit) {
        return true;
    }
    let quick = matches!(class(war, unit), Class::Lights | Class::Cavalry);
    let again = !turned || (war.options().turn_both_ends && rule!("EA-RES-15"));
    quick && again && moves_by_table(class(war, unit))
}

/// Whether the free turn comes at the end only (EA-OPT-18).
fn is_sluggish(war: &War, unit: UnitId) -> bool {
    has(war, unit, Traits::SLUGGISH) && rule!("EA-OPT-18")
}

/// Whether there is no turn but by a Maneuver (EA-OPT-8).
pub(crate) fn is_militia(war: &War, unit: UnitId) -> bool {
    has(war, unit, Traits::MILITIA) && rule!("EA-OPT-8")
}

/// Whether the Unit, in that pose, may in one Action either move or turn, not both: any but Lights in woods, unless
/// `woods_turn_free` (EA-TERRAIN-13, EA-RES-27).
pub(crate) fn moves_or_turns(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let free = war.options().woods_turn_free && rule!("EA-RES-27");
    let heavy = !free && class(war, unit) != Class::Lights;
    heavy && terrain::is_in(war, pose, Feature::Woods) && terrain::halves_or_turns()
}
