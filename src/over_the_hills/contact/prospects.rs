//! What a charge comes to: its way, what its target does about it, defensive fire, the combat.

use battle::{Effect, Event, Forecast, Manner, Pose};

use super::{gauge, touch};
use crate::combat::odds::{self, Losses};
use crate::forecasts::{full, tame};
use crate::movement::walking;
use crate::space::{Aspect, between};
use crate::state::{Charge, Impetus};
use crate::{War, marks, morale};

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

/// The battle with the charge come home, and what defensive fire does to both before they fight, the charger first.
pub(crate) fn clash(war: &War, charge: &Charge) -> Option<(War, Losses)> {
    let Charge { by, on, .. } = *charge;
    let to = charge.way.last()?;
    let arrived = morale::with_score(war, by, (war.strength(by) - toll(war, charge)).max(0));
    let met = odds::met(&arrived, by, to, on, aspect(war, charge), Impetus::Initiated);
    let losses = odds::defence(&met, by, on);
    Some((met, losses))
}

/// What a unit may expect that awaits a charge as it stands.
pub(crate) fn awaiting(war: &War, charge: &Charge) -> Forecast {
    let Some((met, losses)) = clash(war, charge) else { return Forecast::default() };
    let turned = losses.into_iter().map(|([ours, theirs], chance)| ([theirs, ours], chance)).collect();
    odds::forecast_after(&met, charge.on, charge.by, &turned)
}

/// What a unit may expect that evades by that way: nothing if it is out of reach then, else a combat in front.
pub(crate) fn evading(war: &War, charge: &Charge, way: &[Pose]) -> Forecast {
    let Charge { by, on, .. } = *charge;
    let Some(to) = way.last().copied() else { return Forecast::default() };
    let moved = war.supposing(&Event::Moved { unit: on, to, path: Vec::new(), manner: Manner::Withdrew, clause: "" });
    let there = moved.supposing(&Event::Marked { unit: on, marks: marks::EVADED, on: true, cause: "" });
    let left = gauge(war, by, charge.segments).map_or(0, |gauge| i32::from(gauge.inches_left(war.own(by).purse)));
    let ends = vec![(to, 1.0)];
    if between(&there, by, on) - i32::from(war.field().inches_per_hex()) > left {
        return Forecast { effect: Effect { succeeds: 1.0, ..Effect::default() }, ends, ..Forecast::default() };
    }
    let met = odds::met(&there, by, &war.pose(by), on, Aspect::Front, Impetus::Initiated);
    let losses = odds::defence_to_come(&met, by, on, Aspect::Front);
    let [ours, theirs] = odds::of(&met, by, on, &losses);
    let effect = Effect {
        inflicted: ours.lost / full(war, by),
        taken: theirs.lost / full(war, on),
        destroys: tame(ours.broken),
        destroyed: tame(theirs.broken),
        repels: tame(ours.back),
        repelled: tame(theirs.back),
        ..Effect::default()
    };
    Forecast { effect, ends, ..Forecast::default() }
}
