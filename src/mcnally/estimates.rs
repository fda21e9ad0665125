//! What McNally's rules estimate for whoever commands.

use battle::{Effect, Forecast, Hundredths, LeaderId, Order, Pose, Threat, UnitId};
use hexes::{Direction, Hex};
use rulebook::Estimates;

use crate::charge::{self, odds};
use crate::fire;
use crate::forecasts::{full, tame};
use crate::ground::{self, Cover};
use crate::info::{DETACH, EVADE, FIRE, JOIN, LEAD, LOOSE, MASS, RECALL};
use crate::morale::{self, Cause};
use crate::movement::dice::pace;
use crate::movement::screen;
use crate::space::{self, Shape, shape};
use crate::state::Open;
use crate::threats::{charge_of, fire_to_fear};
use crate::why::Why;
use crate::{McNally, War, generals, marks};

/// The chance that a unit stands its next test with a marker: one that it has, or one that fire gives it as all stand.
fn unsettled(war: &War, unit: UnitId) -> f64 {
    let has = war.marked(unit, marks::PANIC);
    let calm = |enemy: UnitId| 1.0 - fire_to_fear(war, enemy, unit).1;
    if has { 1.0 } else { 1.0 - war.enemies(unit).map(calm).product::<f64>() }
}

/// The share of a unit's strength that a general with it keeps from routing at its next test.
fn kept_by(war: &War, leader: LeaderId, unit: UnitId) -> f64 {
    let more = i32::from(generals::adds(war, unit, leader));
    if more == 0 || war.marked(unit, marks::ROUTING) {
        return 0.0;
    }
    let margins = morale::test(war, unit, Cause::Marker, &[], Why::Marker).outcome();
    let is_with = war.unit_of(leader) == Some(unit);
    let (without, with) = if is_with { (more - 2, -2) } else { (-2, -2 - more) };
    let share = f64::from(war.strength(unit)) / full(war, unit);
    (margins.at_most(without) - margins.at_most(with)) * unsettled(war, unit) * share
}

/// What a general's ride keeps from routing, less what the unit that he leaves loses by it.
fn of_ride(war: &War, order: &Order) -> Option<Effect> {
    let (leader, unit) = (generals::rider(order)?, order.target_unit()?);
    let left = war.unit_of(leader).map_or(0.0, |left| kept_by(war, leader, left));
    let effect = (generals::LEAD_ROW.foresee)(war, order).effect;
    let recovers = (kept_by(war, leader, unit) * effect.succeeds - left).clamp(0.0, 1.0);
    Some(Effect { recovers, ..effect })
}

/// What fire comes to for whoever commands: its unit's share of it, and the marker that it leaves the target counted by the
/// rout that it may bring.
fn of_fire(war: &War, order: &Order) -> Option<Effect> {
    let (share, effect) = match order.verb {
        FIRE => (1.0, (fire::FIRE_ROW.foresee)(war, order).effect),
        LOOSE => (1.0, (fire::LOOSE_ROW.foresee)(war, order).effect),
        MASS | JOIN => (fire::share_of(war, order)?, fire::together(war, order).effect),
        _ => return None,
    };
    let destroys = tame(effect.destroys + fire::shakes(war, order)) * share;
    Some(Effect { inflicted: effect.inflicted * share, destroys, ..effect })
}

/// Cover of a unit that stood in a pose from the enemy nearest to it (MC-FIRE-11).
fn cover_in(war: &War, unit: UnitId, pose: &Pose) -> Cover {
    let print = war.field().footprint_at(unit, pose);
    let enemies = war.enemies(unit).map(|enemy| space::body(war, enemy));
    let Some(enemy) = enemies.min_by_key(|enemy| enemy.distance(&print)) else { return Cover::None };
    let stand = print.hexes().iter().copied().min_by_key(|hex| enemy.distance_to(*hex));
    let from = |stand: Hex| enemy.hexes().iter().copied().min_by_key(|hex| hex.distance(stand));
    stand.and_then(|stand| Some(ground::cover(war, from(stand)?, stand))).unwrap_or_default()
}

impl Estimates for McNally {
    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let there = war.standing(&[(by, *from), (on, *at)]);
        let (fire, shaken) = fire_to_fear(&there, by, on);
        let effect = charge_of(&there, by, on);
        let shaken = if there.marked(on, marks::PANIC | marks::ROUTING) { 0.0 } else { shaken };
        let routs = if shaken > 0.0 { shaken * morale::unnerved(&there, on)[1] } else { 0.0 };
        let (breaks, routs) = (tame(effect.destroys), tame(routs));
        Threat { fire, charge: effect.inflicted, charge_cost: effect.taken, breaks, routs }
    }

    /// A general's ride is worth what it keeps from routing. Of fire together each unit counts for its share: what it could do
    /// alone is judged against that. Skirmishers sent out and taken back are worth what changes for fire and charges to come.
    fn guess(war: &War, order: &Order, foreseen: &Forecast) -> Option<Effect> {
        match order.verb {
            LEAD => return of_ride(war, order),
            DETACH => return screen::sent_out(war, order),
            RECALL => return screen::taken_back(war, order),
            _ => {}
        }
        if let (EVADE, Some(Open::React(unit, charge) | Open::Skittish(unit, charge))) = (order.verb, war.frame()) {
            return Some(charge::answers::evasion_judged(war, *unit, charge));
        }
        of_fire(war, order).or_else(|| odds::driving(foreseen))
    }

    /// Who stays may fire in step 5, and lights that move half.
    fn fire_to_come(war: &War, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64 {
        fire::to_come(war, unit, pose, enemy)
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        let (to, shape) = (from + step, shape(war, unit));
        let barred = ground::bars(war.field().ground().edge(from, step));
        let loose = matches!(shape, Shape::Skirmish | Shape::Limbered);
        let slow = if !loose && ground::slows(war, shape, to) { 2 } else { 1 };
        let fence = if !loose && ground::run_of(war, from, step).is_some() { 2 } else { 0 };
        let open = ground::may_enter(war, unit, shape, to) && !barred;
        open.then(|| Hundredths((space::pitch(war) * slow + fence) * Hundredths::INCH))
    }

    fn pace(war: &War, unit: UnitId) -> Hundredths {
        Hundredths::of_inches(i32::from(pace(war, unit).mean()))
    }

    fn fire_range(war: &War, unit: UnitId) -> Hundredths {
        Hundredths::of_inches(fire::range(war, unit))
    }

    fn cover(war: &War, unit: UnitId, pose: &Pose) -> f64 {
        match cover_in(war, unit, pose) {
            Cover::None => 0.0,
            Cover::Soft => 0.35,
            Cover::Hard => 0.7,
            Cover::Works => 1.0,
        }
    }

    fn worth(war: &War, unit: UnitId) -> f64 {
        f64::from(war.field().unit(unit).full) / 24.0 * (1.0 + 0.2 * f64::from(3 - war.profile(unit).class))
    }
}
