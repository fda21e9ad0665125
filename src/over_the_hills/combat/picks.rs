//! Who fights whom in a round: a die a unit, of houses a die a face, its owner picking among several enemies (OTH-COMBAT-2,
//! OTH-BUA-10).

use battle::{Effect, Forecast, Order, Role, UnitId, rule};
use rulebook::{Target, no};

use super::score::{self, Bare, Fighter, bare};
use super::{odds, round};
use crate::ground::towns;
use crate::info::FACE;
use crate::space::{Shape, face_of, shape};
use crate::state::Open;
use crate::{May, Umpire, VerbRow, War, contacts};

pub(crate) const FACE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        if let Some(Open::Pick(unit)) = war.frame() {
            out.extend(choices(war, *unit).into_iter().map(|enemy| Order::new(FACE).by(*unit).on(enemy)));
        }
    },
    may: may_pick,
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(enemy)) => {
            let (round, inside) = round::going_on(war).map_or((1, Bare::No), |one| (one.round, bare(war, &one.units)));
            let rolls = vec![score::pool(war, &fighter(war, unit, enemy, round), inside).shown(Some(unit.into()))];
            let mut then = war.clone();
            then.own_mut(unit).picked.push(enemy);
            let fought = odds::rest(&then, unit, enemy);
            Forecast { rolls, effect: Effect { succeeds: 1.0, ..fought.effect }, ..fought }
        }
        _ => Forecast::default(),
    },
    ..VerbRow::new("face", "Fight", Role::Command, "OTH-COMBAT-2", "Pick whom the unit fights in this round.", pick)
};

fn may_pick(war: &War, order: &Order) -> May {
    match (war.frame(), order.target_unit()) {
        (Some(Open::Pick(unit)), Some(enemy))
            if order.unit() == Some(*unit) && choices(war, *unit).contains(&enemy) =>
        {
            Ok(())
        }
        _ => no("OTH-COMBAT-2", |war, order| format!("{} picks one of the enemies it touches", war.actor_of(order))),
    }
}

fn pick(umpire: &mut Umpire<'_>, order: &Order) {
    umpire.answered();
    if let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) {
        umpire.own_mut(unit).picked.push(enemy);
    }
}

/// Whether a garrison fights by faces (OTH-BUA-10).
fn by_faces() -> bool {
    rule!("OTH-BUA-10")
}

/// The face of the houses of a unit toward an enemy; none for who is in none.
pub(crate) fn face_at(war: &War, unit: UnitId, enemy: UnitId) -> Option<u8> {
    let walled = shape(war, unit) == Shape::Garrison;
    walled.then(|| face_of(war, unit, &war.pose(unit), war.pose(enemy).anchor)).flatten()
}

/// The die of a unit against an enemy in a round, the first of its face.
pub(crate) fn fighter(war: &War, unit: UnitId, enemy: UnitId, round: u8) -> Fighter {
    Fighter { unit, enemy, face: face_at(war, unit, enemy), round, acted: 0 }
}

/// Units that fight as one body: all in the same houses, else the unit alone.
fn together(war: &War, unit: UnitId) -> Vec<UnitId> {
    towns::held(war, unit).map_or_else(|| vec![unit], |patch| towns::garrison(war, patch))
}

/// The enemies among whom one die of a unit is thrown, ascending: whom it touches, of houses those at one face.
fn at_face(war: &War, unit: UnitId, face: Option<u8>) -> Vec<UnitId> {
    let foes = together(war, unit).into_iter().flat_map(|unit| contacts::foes(war, unit));
    let mut foes: Vec<UnitId> = foes.filter(|enemy| face_at(war, unit, *enemy) == face).collect();
    foes.sort_unstable();
    foes.dedup();
    foes
}

/// The one of some enemies that a unit, or another in its houses, has picked for this round.
fn picked(war: &War, unit: UnitId, foes: &[UnitId]) -> Option<UnitId> {
    let mut picks = together(war, unit).into_iter().flat_map(|unit| war.own(unit).picked.iter().copied());
    picks.find(|enemy| foes.contains(enemy))
}

/// The enemies that a unit has to pick one of: none where there is one at each face, or all are picked.
pub(crate) fn choices(war: &War, unit: UnitId) -> Vec<UnitId> {
    let mut faces: Vec<Option<u8>> =
        contacts::foes(war, unit).into_iter().map(|enemy| face_at(war, unit, enemy)).collect();
    faces.dedup();
    let allowed = |face: &Option<u8>| if face.is_some() { by_faces() } else { rule!("OTH-COMBAT-2") };
    let sets = faces.into_iter().filter(allowed).map(|face| at_face(war, unit, face));
    sets.filter(|foes| foes.len() > 1).find(|foes| picked(war, unit, foes).is_none()).unwrap_or_default()
}

/// The dice of a round: one a unit, of a garrison one a face in contact (OTH-BUA-10).
pub(crate) fn fighters(war: &War, units: &[UnitId], round: u8) -> Vec<Fighter> {
    let mut fighters: Vec<Fighter> = Vec::new();
    for unit in units.iter().copied() {
        for enemy in contacts::foes(war, unit) {
            let face = face_at(war, unit, enemy);
            let foes = at_face(war, unit, face);
            let own = |one: &&Fighter| one.unit == unit || (face.is_some() && together(war, unit).contains(&one.unit));
            let acted = fighters.iter().filter(own).count() as u32;
            let known = fighters.iter().any(|one| own(&one) && one.face == face);
            let fought = picked(war, unit, &foes).or(foes.first().copied()) == Some(enemy);
            if fought && !known && (acted == 0 || by_faces()) {
                fighters.push(Fighter { unit, enemy, face, round, acted });
            }
        }
    }
    fighters
}
