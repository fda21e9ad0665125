//! What shots and charges may bring as judged by eye, while nobody may measure (OW-SCALE-2).

use battle::{Effect, Object, Order, Pose, UnitId};

use crate::War;
use crate::assault::charges;
use crate::estimates::threats;
use crate::fire::gunnery::Shot;
use crate::fire::volleys;
use crate::frames::Frame;
use crate::info::{CHARGE, FIRE, GRAPE, SHELL};
use crate::measures;

/// The share of a reach within which the eye is sure that something is near enough; as much beyond it is surely too far.
const SURE: f64 = 0.75;

/// How likely the eye thinks it that something is within so many inches, from the middles of both; with measuring it
/// leaves that to whoever measures.
pub(crate) fn likely_within(war: &War, from: &Pose, to: &Pose, inches: i32) -> f64 {
    if measures::may_measure(war) {
        return 1.0;
    }
    let away = f64::from(measures::inches(war, from.anchor.distance(to.anchor))) / f64::from(inches.max(1));
    ((2.0 - SURE - away) / (2.0 - 2.0 * SURE)).clamp(0.0, 1.0)
}

/// What an order may bring whose forecast says nothing because it is not announced yet; `None` for all others.
pub(crate) fn guess(war: &War, order: &Order) -> Option<Effect> {
    if measures::may_measure(war) || matches!(war.frame(), Some(Frame::DefensiveFire(_))) {
        return None;
    }
    let (unit, target) = (order.unit()?, target_of(war, order)?);
    match order.verb {
        FIRE | SHELL => Some(guess_shot(war, unit, target, Shot::Ball)),
        GRAPE => Some(guess_shot(war, unit, target, Shot::Grape)),
        CHARGE => Some(guess_charge(war, unit, target)),
        _ => None,
    }
}

/// The unit an order aims at, by itself or by one of its stands.
fn target_of(war: &War, order: &Order) -> Option<UnitId> {
    match order.target? {
        Object::Hex(hex) => war.field().unit_at(hex),
        object => object.unit(),
    }
}

fn guess_shot(war: &War, unit: UnitId, target: UnitId, shot: Shot) -> Effect {
    let gunnery = volleys::gunnery(war, unit, shot);
    let hits = volleys::volley_at(war, unit, &gunnery.from, target, &war.pose(target), shot, gunnery.moved);
    let lost = hits * threats::lost_per_hit(war, target) / f64::from(war.profile(target).stands.max(1));
    Effect { inflicted: lost.min(1.0), ..Effect::default() }
}

/// A charge as it would be in contact, as likely as it seems to come home.
fn guess_charge(war: &War, unit: UnitId, target: UnitId) -> Effect {
    let (from, at) = (war.pose(unit), war.pose(target));
    let home = likely_within(war, &from, &at, charges::charge_inches(war, unit));
    let effect = threats::charge_between(war, (unit, &from), (target, &at));
    Effect {
        inflicted: effect.inflicted * home,
        destroys: effect.destroys * home,
        destroyed: effect.destroyed * home,
        repels: effect.repels * home,
        repelled: effect.repelled * home,
        ..effect
    }
}
