//! What Over the Hills estimates for whoever commands.

use battle::{Destination, Effect, Forecast, Hundredths, Order, Pose, Threat, UnitId};
use hexes::{Direction, Hex};
use rulebook::Estimates;

use crate::combat::odds::{self, Retreats, Rounds};
use crate::combat::{self, opening, turning};
use crate::contact::reactions;
use crate::fire::{self, score, shoot};
use crate::forecasts::{full, tame};
use crate::ground::{cover, going};
use crate::info::{CHARGE, COUNTER, EVADE, TURN};
use crate::morale::closing;
use crate::space::{self, Aspect, Shape, shape};
use crate::state::{Impetus, Once};
use crate::why::Why;
use crate::{OverTheHills, War, fatigue, morale, movement::purse::Gauge, tables};

/// What fire of a unit may cost an enemy, as a share of its score.
fn fire_share(war: &War, by: UnitId, on: UnitId) -> f64 {
    let able = !fatigue::is_routing(war, by);
    let shot = if able { shoot::plain(war, by, on) } else { None };
    shot.map_or(0.0, |shot| {
        let hits = score::pool(war, &shot, score::Manner::Plain).outcome();
        fire::fate(war, on, &hits).lost / full(war, on)
    })
}

/// The hits that a charge of a unit on another would cost it on the way, next turn and as the crow flies: one if it takes
/// the segment that tires; none where it does not come so far, or may not.
fn approach(war: &War, by: UnitId, on: UnitId) -> Option<i16> {
    let able = !matches!(shape(war, by), Shape::Square | Shape::March | Shape::Garrison) && fatigue::is_fit(war, by);
    let horse_at_walls = war.profile(by).kind.is_cavalry() && shape(war, on) == Shape::Garrison;
    let barred = !able || horse_at_walls || war.profile(by).kind.is_guns();
    let pace = tables::segments(war.profile(by).kind, shape(war, by)).filter(|_| !barred)?;
    let way = space::between(war, by, on);
    (way <= i32::from(pace.inches) * i32::from(pace.count)).then(|| i16::from(way > pace.free()))
}

/// What a charge comes to: the test to close, the way, defensive fire, the combat (OTH-MORALE-5, OTH-MOVE-3, OTH-FIRE-6).
fn charge(war: &War, (by, from): (UnitId, &Pose), (on, at): (UnitId, &Pose), tired: i16) -> Threat {
    let aspect = space::aspect(at, at.anchor, from.anchor);
    let aspect = if space::shape_of(at) == Shape::Garrison { Aspect::Front } else { aspect };
    let comes = tame(closing(war, by, on, aspect, Why::Closing).terms().passes());
    let arrived = morale::with_score(war, by, (war.strength(by) - tired).max(1));
    let met = odds::met(&arrived, by, from, on, aspect, Impetus::Initiated);
    let before = opening::defence_to_come(&met, by, on, aspect);
    let [ours, theirs] = odds::within(&met, by, on, &before, (Rounds::ALL, Retreats::Open));
    Threat {
        fire: 0.0,
        charge: comes * theirs.lost / full(war, on),
        charge_cost: comes * (ours.lost + f64::from(tired)) / full(war, by),
        breaks: comes * tame(theirs.broken + theirs.back),
        ..Threat::default()
    }
}

impl Estimates for OverTheHills {
    /// A counter and a turn tell how the combat goes with them; beside doing nothing counts what they change of it. Who
    /// evades means to give ground.
    fn guess(war: &War, order: &Order, foreseen: &Forecast) -> Option<Effect> {
        let unit = order.unit()?;
        match order.verb {
            COUNTER => combat::gain(war, unit),
            TURN => Some(turning::gain(war, unit)),
            EVADE => reactions::weighed(war, order),
            CHARGE => reactions::driving(foreseen),
            _ => None,
        }
    }

    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let there = war.standing(&[(by, *from), (on, *at)]);
        let fire = fire_share(&there, by, on);
        match approach(&there, by, on) {
            Some(tired) => Threat { fire, ..charge(&there, (by, from), (on, at), tired) },
            None => Threat { fire, ..Threat::default() },
        }
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        let (to, kind) = (from + step, war.profile(unit).kind);
        let formed = match shape(war, unit) {
            Shape::Garrison => Shape::Attack,
            shape => shape,
        };
        let barred = going::bars(war, kind, war.field().ground().edge(from, step));
        let open = going::may_enter(war, kind, formed, to) && !barred;
        // A hit on the way is worth a segment.
        let tired = u16::from(going::tires(war, kind, formed, to)) * 3;
        open.then(|| Hundredths((u16::from(war.field().inches_per_hex()) + tired) * Hundredths::INCH))
    }

    fn pace(war: &War, unit: UnitId) -> Hundredths {
        let formed = match shape(war, unit) {
            Shape::Garrison | Shape::Battery => {
                if war.profile(unit).kind.is_guns() {
                    Shape::Limbered
                } else {
                    Shape::Attack
                }
            }
            shape => shape,
        };
        let pace = tables::segments(war.profile(unit).kind, formed);
        Hundredths::of_inches(pace.map_or(0, tables::Pace::free))
    }

    fn fire_range(war: &War, unit: UnitId) -> Hundredths {
        let profile = war.profile(unit);
        let short = if profile.kind.is_guns() { tables::gun_ranges(profile.gun)[1] } else { fire::range(war, unit) };
        Hundredths::of_inches(short)
    }

    fn toll(war: &War, unit: UnitId, place: &Destination) -> f64 {
        let formed = space::shape_of(&place.pose);
        let Some(gauge) = Gauge::of(war, unit, formed).filter(|_| formed == shape(war, unit)) else { return 0.0 };
        let own = war.own(unit);
        let untiring = if gauge.tiring == 0 { gauge } else { gauge.capped(gauge.tiring - 1) };
        let far = gauge.tiring != 0 && place.cost > untiring.inches_left(own.purse) * Hundredths::INCH;
        let here = war.field().footprint(unit);
        let bad = going::tires(war, war.profile(unit).kind, formed, place.pose.anchor);
        let hits = u8::from(far && own.tired == Once::Open)
            + u8::from(bad && own.rough == Once::Open && !here.contains(place.pose.anchor));
        f64::from(hits) / full(war, unit)
    }

    fn cover(war: &War, unit: UnitId, pose: &Pose) -> f64 {
        if space::shape_of(pose) == Shape::Garrison {
            return 1.0;
        }
        let print = war.field().footprint_at(unit, pose);
        if cover::shelters(war, print.hexes()) { 0.7 } else { 0.0 }
    }

    fn worth(war: &War, unit: UnitId) -> f64 {
        f64::from(war.profile(unit).score) / 7.0
    }
}

/// Inches that a unit has left in this turn.
pub(crate) fn inches_left(war: &War, unit: UnitId) -> u16 {
    Gauge::of(war, unit, shape(war, unit)).map_or(0, |gauge| gauge.inches_left(war.own(unit).purse))
}
