//! What a charge comes to: its way, what its target does about it, defensive fire, the combat.

use battle::{Effect, Event, Forecast, Manner, Pose};

use super::{beside, gauge, homing, touch};
use crate::combat::odds;
use crate::combat::opening::{self, Openings};
use crate::forecasts::{full, tame};
use crate::movement::walking::{self, Leg};
use crate::space::Aspect;
use crate::state::{Charge, Contact, Impetus, Once, Origin};
use crate::{War, fatigue, marks, morale};

/// On which side of its target a charge comes if that stays.
pub(crate) fn aspect(war: &War, charge: &Charge) -> Aspect {
    side_of(war, charge, &charge.way)
}

/// The same of another way; who has evaded is met in front (OTH-CONTACT-4).
fn side_of(war: &War, charge: &Charge, way: &[Pose]) -> Aspect {
    let Charge { by, on, segments, .. } = *charge;
    let gauge = gauge(war, by, segments).filter(|_| !war.marked(on, marks::EVADED));
    gauge.map_or(Aspect::Front, |gauge| touch::aspect_of(war, by, gauge, way, on))
}

/// Segment by segment what a way is to a charger.
fn legs(war: &War, charge: &Charge, way: &[Pose]) -> Vec<Leg> {
    let gauge = gauge(war, charge.by, charge.segments);
    gauge.map(|gauge| walking::legs(war, charge.by, gauge, way)).unwrap_or_default()
}

/// Hits that a way costs.
fn toll(legs: &[Leg]) -> i16 {
    legs.iter().map(|leg| i16::from(leg.toll.hits())).sum()
}

/// The same as a share of its strength.
pub(crate) fn marched(war: &War, charge: &Charge, way: &[Pose]) -> f64 {
    f64::from(toll(&legs(war, charge, way))) / full(war, charge.by)
}

/// Hits after which its way makes a charger rout or leaves nothing of it, so that it comes to no blows (OTH-CONTACT-1).
pub(crate) fn breaks(war: &War, charge: &Charge) -> Option<i16> {
    let mut hits = 0;
    let mut after = legs(war, charge, &charge.way).into_iter().map(|leg| {
        hits += i16::from(leg.toll.hits());
        hits
    });
    after.find(|hits| fatigue::would_break(war, charge.by, *hits))
}

/// A charge come home.
pub(crate) struct Clash {
    /// The battle as both meet.
    met: War,
    /// What happens to both before they fight.
    openings: Openings,
    /// What its way has cost the charger, as a share of its strength.
    marched: f64,
}

impl Clash {
    /// What comes of it to the charger, its way with it.
    pub(crate) fn to_charger(&self, charge: &Charge) -> Forecast {
        let mut fought = odds::forecast_after(&self.met, charge.by, charge.on, &self.openings);
        fought.effect.taken += self.marched;
        fought
    }

    /// What comes of it to who is met.
    fn to_target(&self, charge: &Charge) -> Forecast {
        let mut fought = odds::forecast_after(&self.met, charge.on, charge.by, &self.openings);
        fought.effect.inflicted += self.marched;
        fought
    }
}

/// A charge come home to a target that has stayed as it is.
pub(crate) fn clash(war: &War, charge: &Charge) -> Option<Clash> {
    arriving(war, charge, &charge.way)
}

/// The same by another way; an advance draws no fire (OTH-WIN-10).
fn arriving(war: &War, charge: &Charge, way: &[Pose]) -> Option<Clash> {
    let Charge { by, on, .. } = *charge;
    let to = way.last()?;
    let legs = legs(war, charge, way);
    let hits = toll(&legs);
    let mut arrived = morale::with_score(war, by, (war.strength(by) - hits).max(0));
    arrived.own_mut(by).inches += walking::inches(&legs);
    let mut met = odds::met(&arrived, by, to, on, side_of(war, charge, way), Impetus::Initiated);
    let fresh = charge.from == Origin::Move;
    let before = legs.last().map_or(*to, |leg| leg.from);
    let others = beside(&met, by, [&before, to], on).into_iter();
    met.state.own.contacts.extend(others.map(|(on, aspect)| Contact {
        by,
        on,
        aspect,
        fought: Once::Open,
        fresh,
        inside: false,
    }));
    let openings = match charge.from {
        Origin::Move => opening::defence(&mut met, by, on),
        Origin::Advance => Openings::none(by),
    };
    Some(Clash { met, openings, marched: f64::from(hits) / full(war, by) })
}

/// What a unit may expect that awaits a charge as it stands.
pub(crate) fn awaiting(war: &War, charge: &Charge) -> Forecast {
    clash(war, charge).map_or_else(Forecast::default, |clash| clash.to_target(charge))
}

/// What a unit may expect that has moved before a charge or taken another shape: to be met by what way there is now, or out
/// of reach (OTH-CONTACT-1).
pub(crate) fn reached(there: &War, charge: &Charge) -> Forecast {
    match homing(there, charge) {
        Some(way) => arriving(there, charge, &way).map_or_else(Forecast::default, |clash| clash.to_target(charge)),
        None => {
            // It may go on all the way to where it meant to.
            let inflicted = marched(there, charge, &charge.way);
            Forecast { effect: Effect { inflicted, ..Effect::default() }, ..Forecast::default() }
        }
    }
}

/// What a unit may expect that evades by that way: to be out of reach, or else a combat in front. It gives ground of its own
/// will, which is not being thrown back.
pub(crate) fn evading(war: &War, charge: &Charge, way: &[Pose]) -> Forecast {
    let on = charge.on;
    let Some(to) = way.last().copied() else { return Forecast::default() };
    let moved = war.supposing(&Event::Moved { unit: on, to, path: Vec::new(), manner: Manner::Withdrew, clause: "" });
    let there = moved.supposing(&Event::Marked { unit: on, marks: marks::EVADED, on: true, cause: "" });
    let fought = reached(&there, charge);
    let Effect { destroyed, repelled, .. } = fought.effect;
    let effect = Effect { succeeds: tame(1.0 - destroyed - repelled), ..fought.effect };
    Forecast { effect, ends: vec![(to, 1.0)], ..fought }
}
