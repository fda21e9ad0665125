//! Command: who obeys whom, who is in command, what commanders add (OTH-CMD, OTH-MORALE-17).

pub(crate) mod leaders;
pub(crate) mod orders;
pub(crate) mod rally;
pub(crate) mod telling;

use battle::{LeaderId, UnitId, rule};

use crate::space::{body, inches, is_within};
use crate::state::{Leash, Once};
use crate::{Umpire, War, tables};

/// A commander's control factor.
pub(crate) fn control(war: &War, leader: LeaderId) -> i16 {
    match war.state.leaders[leader.index()].successor {
        Once::Done => tables::SUCCESSOR.0,
        Once::Open => war.post(leader).control,
    }
}

/// A commander's inspiration.
pub(crate) fn inspiration(war: &War, leader: LeaderId) -> i16 {
    match war.state.leaders[leader.index()].successor {
        Once::Done => tables::SUCCESSOR.1,
        Once::Open => war.post(leader).inspiration,
    }
}

/// The entry of a table by control factor.
pub(crate) fn by_control(table: &[i16; 5], control: i16) -> i16 {
    table[(control.clamp(1, 5) - 1) as usize]
}

/// The commanders of a unit that are on the map: of its brigade, division and army.
pub(crate) fn superiors(war: &War, unit: UnitId) -> [Option<LeaderId>; 3] {
    let chain = war.fixed().chain.get(unit.index()).copied().unwrap_or_default();
    chain.map(|leader| leader.filter(|leader| war.field().leader_hex(*leader).is_some()))
}

/// Whether a unit belongs to the command of a commander.
pub(crate) fn commands(war: &War, leader: LeaderId, unit: UnitId) -> bool {
    superiors(war, unit).contains(&Some(leader))
}

/// Inches from a commander to a unit; without end where he is away.
pub(crate) fn inches_off(war: &War, leader: LeaderId, unit: UnitId) -> i32 {
    let hex = war.field().leader_hex(leader);
    hex.map_or(i32::MAX, |hex| inches(war, body(war, unit).distance_to(hex)))
}

/// Whether a unit is within the range of a commander.
pub(crate) fn reaches(war: &War, leader: LeaderId, unit: UnitId) -> bool {
    is_within(inches_off(war, leader, unit), war.post(leader).range)
}

/// Whether a commander is within the range of his superior.
fn hears(war: &War, leader: LeaderId, above: LeaderId) -> bool {
    let [one, other] = [leader, above].map(|leader| war.field().leader_hex(leader));
    let far = one.zip(other).map_or(i32::MAX, |(one, other)| inches(war, one.distance(other)));
    is_within(far, war.post(above).range)
}

/// The three questions of a unit: whether division, brigade and unit are in command (OTH-CMD-1).
pub(crate) fn answers(war: &War, unit: UnitId) -> [bool; 3] {
    let chain = superiors(war, unit);
    if !rule!("OTH-CMD-1") {
        return [true; 3];
    }
    let place = chain.iter().position(Option::is_some);
    let above = |place: usize| chain[place + 1..].iter().flatten().next().copied();
    let led = |place: usize| match (chain[place], above(place)) {
        (Some(leader), Some(above)) => hears(war, leader, above),
        _ => true,
    };
    match place {
        None => [true; 3],
        Some(2) => [true, true, chain[2].is_some_and(|leader| reaches(war, leader, unit))],
        Some(place) => {
            // A level that is not there counts as in command: so does a brigade for whose commander a division's stands in.
            let own = chain[place].is_some_and(|leader| reaches(war, leader, unit));
            [led(1), led(0), own]
        }
    }
}

/// What the command status table says of a unit now (OTH-CMD-2).
pub(crate) fn leash(war: &War, unit: UnitId) -> Leash {
    match answers(war, unit) {
        _ if !rule!("OTH-CMD-2") => Leash::Free,
        [true, true, true] => Leash::Free,
        [false, true, true] | [true, false, true] => Leash::Half,
        [.., false] if !rule!("OTH-CMD-5") => Leash::Half,
        _ => Leash::Tied,
    }
}

/// T1: the command status of every unit of the player, for the turn.
pub(crate) fn check(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player) {
        let arrived = umpire.own(unit).arrived == Once::Done;
        let leash = if arrived { Leash::Free } else { leash(umpire, unit) };
        umpire.own_mut(unit).leash = leash;
    }
}

/// What the best commander of a unit's own chain within his range adds to its tests (OTH-MORALE-17, 20).
pub(crate) fn steadied(war: &War, unit: UnitId) -> i16 {
    let near = superiors(war, unit).into_iter().flatten().filter(|leader| reaches(war, *leader, unit));
    near.map(|leader| by_control(&tables::STEADIES, control(war, leader))).max().unwrap_or(0)
}
