//! What orders may bring as whoever commands judges: shots and charges by eye, while nobody may measure (OW-SCALE-2), and marches
//! by the fire they draw, the move before a charge by what the charge comes to from there.

use battle::{Effect, Object, Order, UnitId};

use crate::War;
use crate::assault::charges;
use crate::estimates::charge_odds;
use crate::estimates::eye;
use crate::fire::gunnery::Shot;
use crate::fire::{forecasts, volleys};
use crate::frames::Frame;
use crate::info::{BATTER, CHARGE, DOUBLE, FIRE, GRAPE, MOVE, SHELL};
use crate::movement::moves;
use crate::{buildings, measures};

/// What an order may bring whose forecast does not say it: because it is not announced yet, or because it is for the enemy to
/// decide; `None` for all others.
pub(crate) fn guess(war: &War, order: &Order) -> Option<Effect> {
    match order.verb {
        DOUBLE => return march(war, order),
        MOVE => return charge_odds::charge_after(war, order.unit()?, &order.pose?),
        _ => {}
    }
    if measures::may_measure(war) || matches!(war.frame(), Some(Frame::DefensiveFire(_))) {
        return None;
    }
    if order.verb == BATTER {
        return buildings::judged(war, order);
    }
    let (unit, target) = (order.unit()?, aimed_at(war, order)?);
    match order.verb {
        FIRE | SHELL => Some(guess_shot(war, unit, target, Shot::Ball)),
        GRAPE => Some(guess_shot(war, unit, target, Shot::Grape)),
        CHARGE => Some(declared(war, unit, target)),
        _ => None,
    }
}

/// What moving at the double may bring: the move itself, and twice the fire in the turn of the other side (OW-MOVE-6), which is
/// up to him.
fn march(war: &War, order: &Order) -> Option<Effect> {
    let (unit, pose) = (order.unit()?, order.pose?);
    let taken = forecasts::doubled_harm(war, unit, &pose);
    Some(Effect { taken, ..moves::foresee(war, order).effect })
}

/// The unit an order aims at, by itself or by one of its stands.
fn aimed_at(war: &War, order: &Order) -> Option<UnitId> {
    match order.target? {
        Object::Hex(hex) => war.field().unit_at(hex),
        object => object.unit(),
    }
}

fn guess_shot(war: &War, unit: UnitId, target: UnitId, shot: Shot) -> Effect {
    let motion = volleys::gunnery(war, unit, shot).motion;
    let lost = forecasts::supposed_loss(war, unit, target, shot, motion);
    Effect { inflicted: lost.min(1.0), ..Effect::default() }
}

/// What a charge comes to that is declared now: nothing where no way leads home, and as likely as the target looks near enough. The
/// last inch nobody knows: what is a little too far is judged as if it could be come at straight.
fn declared(war: &War, unit: UnitId, target: UnitId) -> Effect {
    let inches = charges::charge_inches(war, unit);
    let home = eye::gap_within(war, unit, target, inches);
    if home == 0.0 {
        return Effect::default();
    }
    let worth = if measures::gap(war, unit, target) <= inches {
        charge_odds::ridden_worth(war, unit, target)
    } else {
        charge_odds::charge_worth(war, unit, target, measures::as_hexes(war, eye::furthest(war, inches)))
    };
    Effect::default().mixed(&worth, home)
}

/// What a charge straight at another unit comes to: with measuring where it arrives, and by eye as likely as it looks.
pub(crate) fn charge(war: &War, unit: UnitId, target: UnitId) -> Effect {
    let inches = charges::charge_inches(war, unit);
    let most = measures::as_hexes(war, eye::furthest(war, inches));
    let home = eye::likely_within(war, &war.pose(unit), &war.pose(target), inches);
    if home == 0.0 {
        return Effect::default();
    }
    Effect::default().mixed(&charge_odds::charge_worth(war, unit, target, most), home)
}
