//! The other half of the seam: what a rule system estimates for whoever commands. No rule, but judgements made with its
//! numbers.

use hexes::{Direction, Hex};

use crate::{Binding, Destination, Effect, Forecast, Hundredths, LeaderId, Order, Pose, UnitId};

/// What one unit could do to another in its next turn; losses in shares of full strength. Made of the same rolls as the
/// [`Forecast`](crate::Forecast) of the order that would do it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Threat {
    /// Expected loss by fire.
    pub fire: f64,
    /// Expected loss by a charge, the chance of contact included.
    pub charge: f64,
    /// Expected loss the charger would take.
    pub charge_cost: f64,
    /// Chance that the charge comes home and throws the target back.
    pub breaks: f64,
    /// Chance that the fire makes the target run, beside those whom it costs him.
    pub routs: f64,
}

impl Threat {
    /// Chance that the target is thrown back or runs, by fire or by the charge.
    #[must_use]
    pub fn drives_off(&self) -> f64 {
        1.0 - (1.0 - self.breaks) * (1.0 - self.routs)
    }
}

/// What a rule system estimates for a commander or a screen. Nothing here decides what is legal or what happens.
pub trait Estimates {
    /// What the unit can be ordered now, and what it could be ordered if it were given the means to act, at the moment
    /// for which they are given, if nothing else changed meanwhile. Complete orders and stems in ascending order, each
    /// once.
    ///
    /// Means are what a side gives to some units and not to others: orders, cards, activations. What gives them
    /// ([`Role::Activate`](crate::Role::Activate)) is not listed. House rules and readings are those in force, other
    /// means are as they are, and no dice are supposed. A system without means lists what is legal.
    /// [`System::reach`](crate::System::reach) and [`System::forecast`](crate::System::forecast) answer for all of it.
    fn prospects(&self, unit: UnitId) -> Vec<Order>;

    /// What the order comes to for whoever commands: what its forecast says, a guess by eye where the rules let nobody
    /// measure before it is given, or its unit's share where others act with it.
    fn judged(&self, order: &Order, forecast: &Forecast) -> Effect;

    /// What `by`, standing as `from`, could do in its next turn to `on`, standing as `at`. Both poses are suppositions.
    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat;

    /// What the middle of the unit pays to step from `from`; `None` when it cannot go there. Ignores other units.
    fn step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths>;

    /// How far the unit goes in a turn on open ground, on average.
    fn pace(&self, unit: UnitId) -> Hundredths;

    /// How far the unit hurts others by fire that counts.
    fn fire_range(&self, unit: UnitId) -> Hundredths;

    /// What the unit, standing in that pose, can still shoot this turn at an enemy who stays where he is: expected loss as
    /// a share of his full strength. Where it would have moved to get there, that counts. 0 where no fire is left to it
    /// this turn, and in systems that leave its fire to [`Estimates::threat`].
    fn fire_to_come(&self, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64;

    /// What the way to one of the unit's places costs it whatever dice fall, as a share of its full strength, as far as the
    /// length of the way and its end tell; the forecast of going there says it exactly.
    fn toll(&self, _unit: UnitId, _place: &Destination) -> f64 {
        0.0
    }

    /// The place among those of a stem that what its unit has begun calls for: where a declared charge sets out on its leg, where it
    /// comes home. Whoever commands looks at it whatever else seems better; `None` where nothing is begun or it cannot be gone on with.
    fn called_for(&self, _stem: &Order) -> Option<Pose> {
        None
    }

    /// How much cover the unit would have in that pose, 0 (none) to 1.
    fn cover(&self, unit: UnitId, pose: &Pose) -> f64;

    /// What the order that a leader's command has now asks of its units; `None` where the rules know no orders of commands, and
    /// of those that this view does not know. What another one would ask is in the forecast of giving it
    /// ([`Forecast::binding`](crate::Forecast)).
    fn binding(&self, _leader: LeaderId) -> Option<Binding> {
        None
    }

    /// What the unit is worth, 1 being a usual unit at full strength of its class.
    fn worth(&self, unit: UnitId) -> f64;
}
