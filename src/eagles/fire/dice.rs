//! The dice of Fire, Bombardment and Skirmish Fire: how far, how many, what hits (EA-FIRE-4 to 9, EA-SKIRM-1).

use battle::{Pool, Pose, Reading, UnitId, rule};
use rulebook::Modifiers;

use crate::sight::Aim;
use crate::space::measure;
use crate::state::{Flags, flagged};
use crate::terrain;
use crate::{Class, Traits, War, class, has, modifiers, tables};

/// One way to shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shot {
    /// Fire in its own phase.
    Fire,
    /// The same with an Order spent for a die.
    Volley,
    /// Bombardment by an Action.
    Bombard,
    /// The same with one more Order spent for a die.
    Barrage,
    /// Fire at an Assaulter, for an Order.
    Defensive,
    /// Fire in the enemy's Actions phase, for an Order.
    Opposing,
    /// Skirmish Fire.
    Skirmish,
}

impl Shot {
    /// Whether an Order is spent for a die.
    pub fn spends_for_die(self) -> bool {
        matches!(self, Shot::Volley | Shot::Barrage)
    }
}

/// The range band of a distance in inches; none beyond the last (EA-FIRE-4).
pub(crate) fn band(war: &War, inches: i32) -> Option<usize> {
    let width = measure::base_width(war);
    tables::BANDS.iter().position(|reach| inches <= reach * width)
}

/// How far a Unit's Fire goes, in inches; 0 for a class without Fire.
pub(crate) fn fire_reach(war: &War, unit: UnitId) -> i32 {
    match class(war, unit) {
        Class::Infantry | Class::Lights => tables::MUSKET_RANGE * measure::base_width(war),
        Class::Cavalry => 0,
        Class::Guns => tables::GUN_RANGE * measure::base_width(war),
    }
}

/// How far a Unit's Skirmish Fire goes, in inches (EA-SKIRM-1).
pub(crate) fn skirmish_reach(war: &War, unit: UnitId) -> i32 {
    let limited = has(war, unit, Traits::LIMITED_SKIRMISHERS) && rule!("EA-OPT-6");
    let widths = if limited { tables::LIMITED_RANGE } else { tables::SKIRMISH_RANGE };
    if rule!("EA-SKIRM-1") { widths * measure::base_width(war) } else { 0 }
}

/// Fire dice before modifiers at that distance (EA-FIRE-4).
pub(crate) fn fire_dice(war: &War, unit: UnitId, inches: i32) -> i16 {
    if inches > fire_reach(war, unit) || !rule!("EA-FIRE-4") {
        return 0;
    }
    match class(war, unit) {
        Class::Guns => band(war, inches).map(|band| tables::GUN_DICE[band]).unwrap_or_default(),
        _ => foot_dice(war, unit),
    }
}

/// Fire dice of foot at a base width; those of Lights by the reading (EA-RES-10).
pub(super) fn foot_dice(war: &War, unit: UnitId) -> i16 {
    match class(war, unit) {
        Class::Lights if rule!("EA-RES-10") => war.options().lights_fire_dice as i16,
        class => tables::row(class).fire_dice,
    }
}

/// Whose number to hit counts: that of the one who rolls, never the enemy's (EA-UNIT-6), unless the house rule reads it so
/// (EA-RES-9).
pub(crate) fn whose_number(war: &War, roller: UnitId, enemy: UnitId) -> UnitId {
    let by_enemy = war.options().hits_by_target && rule!("EA-RES-9");
    if by_enemy || !rule!("EA-UNIT-6") { enemy } else { roller }
}

/// The face that hits by Fire; a target without one stands in with its Assault number.
fn fire_face(war: &War, shooter: UnitId, target: UnitId) -> u8 {
    let whose = whose_number(war, shooter, target);
    let row = tables::row(class(war, whose));
    if row.fire_need > 0 || whose == shooter { row.fire_need } else { row.assault_need }
}

/// Whether a pool is rolled at all: not below one die (EA-BASE-4).
pub(crate) fn is_rolled(pool: &Pool) -> bool {
    pool.count() > 0 || !rule!("EA-BASE-4")
}

/// The roll of a shot at a target seen like that. `from` and `at` are where both stand.
pub(crate) fn fire_pool(
    war: &War,
    shooter: UnitId,
    from: &Pose,
    target: UnitId,
    at: &Pose,
    aim: &Aim,
    shot: Shot,
) -> Pool {
    let dice = fire_dice(war, shooter, aim.distance);
    let face = fire_face(war, shooter, target);
    let label = if class(war, shooter) == Class::Guns { "bombardment" } else { "fire" };
    let mut pool = Pool::new(label, "EA-FIRE-4", dice, Reading::Successes(face));
    if dice == 0 {
        return pool;
    }
    let mut rows = Modifiers::default();
    rows.when(&modifiers::TARGET_IN_COVER, terrain::fire_cover(war, from, at).is_some() && rule!("EA-FIRE-7"));
    rows.when(&modifiers::FIRE_AT_FLANK, aim.flank_bonus && rule!("EA-FIRE-8"));
    rows.when(&modifiers::FIRE_BY_ORDER, shot.spends_for_die() && rule!("EA-FIRE-9"));
    rows.on_dice(&mut pool);
    fire_traits(war, &mut pool, shooter);
    pool
}

/// What the shooter's traits do to its Fire.
pub(crate) fn fire_traits(war: &War, pool: &mut Pool, shooter: UnitId) {
    let medium = has(war, shooter, Traits::MEDIUM_BATTERY) && class(war, shooter) == Class::Guns;
    let mut number = Modifiers::default();
    number.when(&modifiers::MEDIUM_BATTERY, medium && rule!("EA-OPT-10"));
    number.when(&modifiers::LOW_SUPPLIES, has(war, shooter, Traits::LOW_SUPPLIES) && rule!("EA-OPT-11"));
    number.on_need(pool);
    let trained = war.options().volley_training && class(war, shooter) == Class::Infantry;
    let mut dice = Modifiers::default();
    let drilled = trained && flagged(war, shooter, Flags::WAS_ORDERED) && rule!("EA-OPT-24");
    dice.when(&modifiers::VOLLEY_TRAINING, drilled);
    dice.on_dice(pool);
}

/// The roll of Skirmish Fire: one die, never modified (EA-SKIRM-1).
pub(crate) fn skirmish_pool(war: &War, shooter: UnitId) -> Pool {
    let face = tables::SKIRMISH_NEED;
    let again = has(war, shooter, Traits::LIGHT_RIFLES) && rule!("EA-OPT-7");
    let reading = if again { Reading::SuccessOrAgain(face) } else { Reading::Successes(face) };
    Pool::new("skirmish fire", "EA-SKIRM-1", tables::SKIRMISH_DICE, reading)
}
