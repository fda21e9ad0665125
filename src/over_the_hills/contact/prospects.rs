//! What a charge comes to: its way, what its target does about it, defensive fire, the combat.

use battle::{Effect, Event, Forecast, Manner, Pose};

use super::{beside, gauge, homing, touch};
use crate::combat::odds;
use crate::combat::opening::{self, Openings};
use crate::forecasts::tame;
use crate::movement::walking;
use crate::space::Aspect;
use crate::state::{Charge, Contact, Impetus, Once, Origin};
use crate::{War, fatigue, marks, morale};

/// On which side of its target a charge comes if that stays.
pub(crate) fn aspect(war: &War, charge: &Charge) -> Aspect {
    let gauge = gauge(war, charge.by, charge.segments);
    gauge.map_or(Aspect::Front, |gauge| touch::aspect_of(war, charge.by, gauge, &charge.way, charge.on))
}

/// Hits that its way costs a charger.
pub(crate) fn toll(war: &War, charge: &Charge) -> i16 {
    let legs = gauge(war, charge.by, charge.segments).map(|gauge| walking::legs(war, charge.by, gauge, &charge.way));
    legs.iter().flatten().map(|leg| i16::from(leg.toll.hits())).sum()
}

/// Hits after which its way makes a charger rout or leaves nothing of it, so that it comes to no blows (OTH-CONTACT-1).
pub(crate) fn breaks(war: &War, charge: &Charge) -> Option<i16> {
    let legs = gauge(war, charge.by, charge.segments).map(|gauge| walking::legs(war, charge.by, gauge, &charge.way));
    let mut hits = 0;
    let mut after = legs.into_iter().flatten().map(|leg| {
        hits += i16::from(leg.toll.hits());
        hits
    });
    after.find(|hits| fatigue::would_break(war, charge.by, *hits))
}

/// The battle with the charge come home, and what happens to both before they fight.
pub(crate) fn clash(war: &War, charge: &Charge) -> Option<(War, Openings)> {
    arriving(war, charge, &charge.way, aspect(war, charge))
}

/// The same by another way, on that side of the target; an advance draws no fire (OTH-WIN-10).
fn arriving(war: &War, charge: &Charge, way: &[Pose], aspect: Aspect) -> Option<(War, Openings)> {
    let Charge { by, on, .. } = *charge;
    let to = way.last()?;
    let arrived = morale::with_score(war, by, (war.strength(by) - toll(war, charge)).max(0));
    let mut met = odds::met(&arrived, by, to, on, aspect, Impetus::Initiated);
    let fresh = charge.from == Origin::Move;
    let before = gauge(war, by, charge.segments).map_or(*to, |gauge| touch::before_contact(war, by, gauge, way));
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
        Origin::Move => opening::defence(&met, by, on),
        Origin::Advance => Openings::none(by),
    };
    Some((met, openings))
}

/// What a unit may expect that awaits a charge as it stands.
pub(crate) fn awaiting(war: &War, charge: &Charge) -> Forecast {
    let Some((met, openings)) = clash(war, charge) else { return Forecast::default() };
    odds::forecast_after(&met, charge.on, charge.by, &openings)
}

/// What a unit may expect that evades by that way: to be out of reach, or else a combat in front. It gives ground of its own
/// will, which is not being thrown back.
pub(crate) fn evading(war: &War, charge: &Charge, way: &[Pose]) -> Forecast {
    let Charge { by, on, .. } = *charge;
    let Some(to) = way.last().copied() else { return Forecast::default() };
    let moved = war.supposing(&Event::Moved { unit: on, to, path: Vec::new(), manner: Manner::Withdrew, clause: "" });
    let there = moved.supposing(&Event::Marked { unit: on, marks: marks::EVADED, on: true, cause: "" });
    let ends = vec![(to, 1.0)];
    let Some(way) = homing(&there, charge) else {
        let effect = Effect { succeeds: 1.0, ..Effect::default() };
        return Forecast { effect, ends, ..Forecast::default() };
    };
    let caught = arriving(&there, charge, &way, Aspect::Front);
    let fought = caught.map(|(met, openings)| odds::forecast_after(&met, on, by, &openings)).unwrap_or_default();
    let Effect { destroyed, repelled, .. } = fought.effect;
    let effect = Effect { succeeds: tame(1.0 - destroyed - repelled), ..fought.effect };
    Forecast { effect, ends, ..fought }
}
