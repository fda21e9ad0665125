//! Motivation and skill: the checks and their second throws (OW-MORALE-1, OW-UNIT-3, OW-CMD-2 to 4).

use battle::{Chance, Effect, Forecast, Pool, Reading, RollKind, UnitId, rule};
use rulebook::Modifier;

use crate::command::leaders;
use crate::profile::Motivation;
use crate::state::Why;
use crate::{Umpire, War, dice, modifiers, tables};

/// Who comforts a unit at a motivation check.
fn second_throw(war: &War, unit: UnitId) -> Option<&'static Modifier> {
    if leaders::has_general(war, unit) {
        Some(&modifiers::GENERAL)
    } else if leaders::has_adjutant(war, unit) {
        Some(&modifiers::ADJUTANT)
    } else {
        let near = leaders::general_is_near(war, war.side(unit), &war.field().footprint(unit));
        near.then_some(&modifiers::GENERAL_NEAR)
    }
}

fn single(war: &War, label: &'static str, clause: &'static str, face: u8, second_throw: Option<&Modifier>) -> Pool {
    let reading = if second_throw.is_some() { dice::again(face) } else { Reading::Successes(face) };
    let mut pool = dice::pool_read(war, label, clause, 1, reading).as_kind(RollKind::Test);
    second_throw.into_iter().for_each(|row| dice::note_second_throw(&mut pool, row));
    pool
}

/// The face at which a class of motivation passes (OW-UNIT-4).
pub(crate) fn motivation_face(class: Motivation) -> u8 {
    if rule!("OW-UNIT-4") { tables::motivation(class) } else { 0 }
}

/// The face at which a unit passes checks of skill, and kills (OW-UNIT-3).
pub(crate) fn skill_face(war: &War, unit: UnitId) -> u8 {
    if rule!("OW-UNIT-3") { tables::skill(war.profile(unit).skill) } else { 0 }
}

/// A unit's motivation check (OW-MORALE-1), with the second throw that a commander gives (OW-CMD-2 to 4).
pub(crate) fn motivation_pool(war: &War, unit: UnitId, label: &'static str, clause: &'static str) -> Pool {
    single(war, label, clause, motivation_face(war.profile(unit).motivation), second_throw(war, unit))
}

/// A unit's skill check, with the General's second throw (OW-CMD-2).
pub(crate) fn skill_pool(war: &War, unit: UnitId, label: &'static str, clause: &'static str) -> Pool {
    let second_throw = leaders::has_general(war, unit).then_some(&modifiers::GENERAL);
    single(war, label, clause, skill_face(war, unit), second_throw)
}

/// The chance that a unit passes a motivation check.
pub(crate) fn holding_chance(war: &War, unit: UnitId) -> f64 {
    motivation_pool(war, unit, "motivation", "OW-MORALE-1").outcome().at_least(1)
}

/// Makes a unit check motivation; says whether it passed. Without such a check nobody fails it (OW-MORALE-1).
pub(crate) fn check_motivation(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    against: Option<UnitId>,
    label: &'static str,
    clause: &'static str,
) -> bool {
    let pool = motivation_pool(umpire, unit, label, clause);
    !rule!("OW-MORALE-1") || umpire.throw(&pool, umpire.by_unit(unit, against, Why::Motivation)) > 0
}

/// Makes a unit check skill; says whether it passed.
pub(crate) fn check_skill(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    against: Option<UnitId>,
    label: &'static str,
    clause: &'static str,
) -> bool {
    let pool = skill_pool(umpire, unit, label, clause);
    umpire.throw(&pool, umpire.by_unit(unit, against, Why::Skill)) > 0
}

/// What a skill check may bring.
pub(crate) fn skill_forecast(
    war: &War,
    unit: UnitId,
    label: &'static str,
    clause: &'static str,
    done: &'static str,
) -> Forecast {
    forecast_of(unit, &skill_pool(war, unit, label, clause), done)
}

/// What a roll that passes or fails may bring.
pub(crate) fn forecast_of(unit: UnitId, pool: &Pool, done: &'static str) -> Forecast {
    let shown = pool.shown(Some(unit.into()));
    let chance = shown.outcome.at_least(1);
    Forecast {
        results: vec![Chance { label: done, chance }],
        effect: Effect { succeeds: chance, ..Effect::default() },
        rolls: vec![shown],
        ..Forecast::default()
    }
}
