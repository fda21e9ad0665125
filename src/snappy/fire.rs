//! Fire: who may fire at whom, with how many dice, and what hits do (SN-FIRE, SN-ART).

pub(crate) mod dice;

use battle::{Chain, Chance, Distribution, Effect, FireArc, Forecast, Order, Pose, Role, UnitId, rule};
use rulebook::{Target, no};

use crate::forecasts::{full, tame};
use crate::info::{FIRE, MOVERS_FIRE};
use crate::morale::{self, Fate};
use crate::space::{Shape, in_arc, shape, shape_of};
use crate::state::Open;
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, marks, tables};

pub(crate) const FIRE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(firers(war)).filter(|unit| may_fire_at_all(war, *unit)) {
            out.extend(war.enemies(unit).map(|enemy| Order::new(FIRE).by(unit).on(enemy)));
        }
    },
    may: may_fire,
    foresee,
    ..VerbRow::new("fire", "Fire", Role::Fire, "SN-FIRE-2", "Fire at an enemy.", fire)
};

/// The side that fires in this step.
fn firers(war: &War) -> battle::Side {
    if war.phase() == MOVERS_FIRE { war.state.player } else { war.state.player.other() }
}

/// Whether a unit is steady and formed for fire: not in a panic or march column, guns only in battery (SN-FIRE-3).
pub(crate) fn is_in_action(war: &War, unit: UnitId) -> bool {
    let (guns, shape) = (war.profile(unit).kind.is_guns(), shape(war, unit));
    let limbered = guns && shape == Shape::Column;
    war.strength(unit) != tables::PANIC && shape != Shape::Road && !limbered
}

/// Whether a unit is in a state to fire: once a step, not in a panic or march column, guns only in battery (SN-FIRE-2, 3).
fn may_fire_at_all(war: &War, unit: UnitId) -> bool {
    let guns = war.profile(unit).kind.is_guns();
    let unfit = !is_in_action(war, unit) && rule!("SN-FIRE-3");
    let again = war.marked(unit, marks::FIRED) && rule!("SN-FIRE-2");
    let stale = guns && war.marked(unit, marks::MOVED) && !rule!("SN-ART-4");
    war.present(unit) && ![unfit, again, stale].contains(&true)
}

/// Whether engagements let a unit fire at another: the charged at their chargers in defence, a charger at its target,
/// others at engaged units by a house rule only if it is on (SN-FIRE-4).
fn engagements_let(war: &War, by: UnitId, on: UnitId) -> bool {
    let charges = &war.state.own.charges;
    let (charged, charging) = (
        charges.iter().any(|charge| charge.target == by),
        charges.iter().find(|charge| charge.charger == by).map(|charge| charge.target),
    );
    let fighters = charges.iter().any(|charge| [charge.charger, charge.target] == [on, by]);
    let others = || war.options().fire_into_melee || !charges.iter().any(|one| one.charger == on || one.target == on);
    match charging {
        _ if !rule!("SN-FIRE-4") => true,
        Some(target) if war.phase() == MOVERS_FIRE => target == on,
        _ if charged => fighters,
        _ => others(),
    }
}

/// Whether a unit may fire at a charger in contact as soon as its side does (SN-FIRE-3, 4).
pub(crate) fn may_defend(war: &War, unit: UnitId, charger: UnitId) -> bool {
    is_in_action(war, unit) && engagements_let(war, unit, charger)
}

fn may_fire(war: &War, order: &Order) -> May {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else {
        return no("SN-FIRE-2", |_, _| String::from("a unit fires at a unit"));
    };
    if !may_fire_at_all(war, unit) {
        return no("SN-FIRE-3", |war, order| {
            format!("{} has fired, or is in a panic, in march column or limbered", war.actor_of(order))
        });
    }
    if !war.present(enemy) || war.side(enemy) == war.side(unit) || !engagements_let(war, unit, enemy) {
        return no("SN-FIRE-4", |war, order| {
            format!(
                "{} may not fire at {}: engaged units fire at each other",
                war.actor_of(order),
                war.target_of(order)
            )
        });
    }
    if dice::attack(war, unit, enemy).is_some() {
        return Ok(());
    }
    no("SN-FIRE-1", |war, order| {
        format!("{} has {} not in range, arc and a clear line of fire", war.actor_of(order), war.target_of(order))
    })
}

/// One attack: hits are checks that the target takes before anything else happens (SN-FIRE-10, SN-SEQ-5).
fn fire(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else { return };
    let Some(pool) = dice::pool(umpire, unit, enemy) else { return };
    umpire.mark(unit, marks::FIRED, true);
    let hits = umpire.throw(&pool, umpire.by_unit(unit, Some(enemy), Why::Fire));
    let owed = if rule!("SN-FIRE-10") { hits.max(0) as u8 } else { 0 };
    if rule!("SN-SEQ-5") {
        umpire.interrupt(Open::Checks(enemy, owed, Some(unit)));
    }
}

/// The checks that each number of hits is, fewest first, with its chance (SN-FIRE-10).
fn checks_owed(war: &War, by: UnitId, on: UnitId, hits: &Distribution) -> Vec<(f64, Chain)> {
    let some = hits.outcomes().filter(|(hits, chance)| *hits > 0 && *chance > 0.0);
    some.map(|(hits, chance)| (chance, morale::checks(war, on, hits as u8, Some(by)))).collect()
}

/// What those checks come to.
fn fate_of(war: &War, on: UnitId, owed: &[(f64, Chain)]) -> Fate {
    let mut fate = Fate::default();
    owed.iter().for_each(|(chance, checks)| fate.mix(&Fate::of(war, on, checks), *chance));
    fate
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let Some(pool) = dice::pool(war, by, on) else { return Forecast::default() };
    let hits = pool.outcome();
    let owed = checks_owed(war, by, on, &hits);
    let fate = fate_of(war, on, &owed);
    let rolls = std::iter::once(pool.shown(Some(by.into()))).chain(morale::shown(on, &owed)).collect();
    let hit = tame(hits.at_least(1));
    let results = vec![
        Chance { label: "target routed", chance: fate.routs },
        Chance { label: "target falls back", chance: fate.falls_back },
        Chance { label: "target hit", chance: hit },
    ];
    let effect = Effect {
        inflicted: fate.lost / full(war, on),
        destroys: fate.routs,
        repels: fate.falls_back,
        succeeds: hit,
        ..Effect::default()
    };
    Forecast { rolls, results, effect, ..Forecast::default() }
}

/// How far a unit fires, in hexes.
pub(crate) fn range(war: &War, unit: UnitId) -> i32 {
    let profile = war.profile(unit);
    if !profile.kind.is_guns() {
        return tables::MUSKETS;
    }
    let far = tables::BANDS.iter().rev().find(|inches| tables::battery_dice(profile.weight, **inches) > 0);
    far.copied().unwrap_or(0) / i32::from(war.field().inches_per_hex())
}

/// Where a unit could shoot from a pose.
pub(crate) fn arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
    let (range, print) = (range(war, unit), war.field().footprint_at(unit, pose));
    let limbered = war.profile(unit).kind.is_guns() && shape_of(pose) == Shape::Column;
    if shape_of(pose) == Shape::Road || limbered {
        return FireArc::default();
    }
    let all_round = matches!(shape_of(pose), Shape::Square | Shape::Garrison);
    let grid = war.field().ground().grid();
    let stands = if all_round { print.hexes() } else { print.front() };
    let reach = |hex: hexes::Hex| {
        let near = stands.iter().filter(|stand| all_round || in_arc(pose.facing, hex - **stand));
        let far = near.map(|stand| stand.distance(hex)).filter(|far| (1..=range).contains(far)).min()?;
        let inches = crate::space::inches(war, far);
        let band =
            if range == tables::MUSKETS { 0 } else { tables::BANDS.iter().position(|bound| inches <= *bound)? };
        Some((hex, band as u8))
    };
    let near = pose.anchor.within(range + i32::from(war.stands(unit))).filter(|hex| grid.contains(*hex));
    let bands = tables::BANDS.iter().map(|inches| format!("to {inches} inches")).collect();
    FireArc { bands, hexes: near.filter_map(reach).collect() }
}
