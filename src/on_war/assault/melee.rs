//! Stands in contact, and the dice of a blow (OW-ASSAULT-12 to 14, OW-ASSAULT-17).

use battle::{Footprint, Part, PartKind, Pool, Pose, Reading, UnitId, rule};
use hexes::{Direction, Hex};
use rulebook::Modifiers;

use crate::command::leaders;
use crate::formations::shapes::shape_of;
use crate::ground::{contact, going};
use crate::measures::{self, kind};
use crate::morale::checks;
use crate::options::CavalryBonus;
use crate::tables::{self, Shape};
use crate::{War, dice, modifiers};

/// The stands of a unit that have to do with one enemy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engaged {
    /// Stands in contact.
    pub contact: Footprint,
    /// Stands that strike without leaving the ranks.
    pub eligible: Footprint,
    /// Stands that strike when they pile in.
    pub piled: Footprint,
}

/// The stands of a pose that can fight: not the reserve in a square's middle (OW-SQUARE-9).
fn fighters(pose: &Pose, print: &Footprint) -> Footprint {
    let hexes = print.hexes();
    let reserve =
        shape_of(pose) == Shape::Square && tables::WITH_RESERVE.contains(&hexes.len()) && rule!("OW-SQUARE-9b");
    Footprint::of(hexes[..hexes.len() - usize::from(reserve)].iter().copied(), hexes.len())
}

/// Whether only a broken window opens the way between two neighbouring stands (OW-BUILD-7).
fn only_by_window(war: &War, hex: Hex, side: Direction) -> bool {
    let broken = |kind: PartKind| war.field().damage_of(Part::new(hex, side, kind)).destroyed;
    going::is_outer_wall(war.field().ground(), hex, side)
        && PartKind::ALL.iter().all(|kind| broken(*kind) == (*kind == PartKind::Window))
}

/// Some stands of a unit, in no ranks.
fn stands_at<'a>(hexes: impl Iterator<Item = &'a Hex>) -> Footprint {
    Footprint::of(hexes.copied(), 0)
}

/// The stands of one unit that touch another, both in any poses. Where closing up after losses has left a gap, the
/// nearest stands count: a fight once joined ends only by the rules for its end.
pub(crate) fn engaged(war: &War, pose: &Pose, own: &Footprint, other: &Footprint) -> Engaged {
    let own = fighters(pose, own);
    let opens = |hex: &Hex, open: &dyn Fn(Hex, Direction) -> bool| {
        Direction::ALL.iter().any(|side| other.contains(hex.neighbor(*side)) && open(*hex, *side))
    };
    let touches = |hex: &&Hex| opens(hex, &|hex, side| contact::meets(war, hex, hex.neighbor(side)));
    let mut contact = stands_at(own.hexes().iter().filter(touches));
    if contact.hexes().is_empty() {
        let near = own.distance(other);
        contact = stands_at(own.hexes().iter().filter(|hex| other.distance_to(**hex) == near));
    }
    let by_window = |hex: &Hex| {
        opens(hex, &|hex, side| contact::meets(war, hex, hex.neighbor(side)))
            && !opens(hex, &|hex, side| contact::meets(war, hex, hex.neighbor(side)) && !only_by_window(war, hex, side))
    };
    let doors = stands_at(contact.hexes().iter().filter(|hex| !by_window(hex)));
    let within = |reach: i32| {
        let near = |hex: &&Hex| contact.contains(**hex) || doors.distance_to(**hex) <= reach;
        stands_at(own.hexes().iter().filter(near))
    };
    let eligible = within(if rule!("OW-ASSAULT-12") { 1 } else { 0 });
    let piled =
        if shape_of(pose) == Shape::Garrison { eligible } else { within(1 + measures::as_hexes(war, tables::PILE_IN)) };
    Engaged { contact, eligible, piled }
}

/// The stands of a unit engaged with an enemy, both as they stand.
pub(crate) fn engaged_with(war: &War, unit: UnitId, enemy: UnitId) -> Engaged {
    engaged(war, &war.pose(unit), &war.field().footprint(unit), &war.field().footprint(enemy))
}

/// How many stands strike: with ranks kept, or after piling in also those within reach (OW-ASSAULT-17).
pub(crate) fn strikers(war: &War, unit: UnitId, enemy: UnitId) -> u8 {
    let engaged = engaged_with(war, unit, enemy);
    let print = if measures::is_ragged(war, unit) { engaged.piled } else { engaged.eligible };
    print.hexes().len() as u8
}

/// Dice of one stand (OW-UNIT-1, OW-UNIT-2).
pub(crate) fn attacks(war: &War, unit: UnitId) -> u8 {
    if war.options().one_per_stand && rule!("OW-UNIT-2") {
        return 1;
    }
    if rule!("OW-UNIT-1") { tables::row(kind(war, unit)).attacks } else { 1 }
}

/// How a unit came into a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Onset {
    /// It charges.
    Charging,
    /// It is charged.
    Charged,
}

/// Whether horse strikes with its bonus: it charged, and the enemy is foot in a formation that it breaks.
fn has_cavalry_bonus(war: &War, unit: UnitId, enemy: UnitId, at: &Pose, onset: Onset) -> bool {
    let starts = match war.options().cavalry_bonus {
        CavalryBonus::Charging => onset == Onset::Charging,
        CavalryBonus::AnyCavalry => true,
        CavalryBonus::Off => false,
    };
    let shape = shape_of(at);
    let closed = shape == Shape::Garrison || (shape == Shape::Square && !measures::is_ragged(war, enemy));
    starts && kind(war, unit).is_horse() && kind(war, enemy).is_foot() && !closed
}

/// The dice of one blow (OW-ASSAULT-13, 14) against an enemy in that pose.
pub(crate) fn kill_pool(war: &War, unit: UnitId, enemy: UnitId, at: &Pose, strikers: u8, onset: Onset) -> Pool {
    let face = checks::skill_face(war, unit);
    let again = leaders::has_general(war, unit) && war.options().general_rerolls_kills;
    let reading = if again { Reading::EachOrAgain(face) } else { Reading::Successes(face) };
    let dice = strikers.saturating_mul(attacks(war, unit));
    let mut pool = dice::pool_read(war, "kills", "OW-ASSAULT-13", dice, reading);
    let mut rows = Modifiers::default();
    rows.when(&modifiers::CHARGING_HORSE, has_cavalry_bonus(war, unit, enemy, at, onset) && rule!("OW-ASSAULT-14"));
    dice::modify(&mut pool, &rows);
    if again {
        dice::note_second_throw(&mut pool, &modifiers::GENERAL);
    }
    pool
}
