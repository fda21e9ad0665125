//! What orders ask of a command, in the terms that a commander weighs (SN-ORD-2, 5, 13).

use battle::{Band, Binding, Bound, Hundredths, LeaderId, Origin, UnitId};

use super::{Mandate, Sent, presses, units};
use crate::forecasts::full;
use crate::morale;
use crate::why::Why;
use crate::{War, marks, tables};

/// What a command's order of now asks; nothing of a command without units or in a view that does not know it.
pub(crate) fn in_force(war: &War, leader: LeaderId) -> Option<Binding> {
    let command = war.state.own.command(leader);
    let sent = Sent { mandate: command.chosen, objective: command.objective };
    let known = !command.secret && war.fixed().command.contains(&leader);
    known.then(|| of(war, leader, &sent, 0)).filter(|binding| !binding.units.is_empty())
}

/// What an order asks of a command once it is in force, so many turns from now. A command that is to rally withdraws
/// while an enemy is too near.
pub(crate) fn of(war: &War, leader: LeaderId, sent: &Sent, delay: u16) -> Binding {
    let members = units(war, leader);
    let pressed = sent.mandate == Mandate::Rally && members.iter().any(|unit| presses(war, *unit));
    let mandate = if pressed { Mandate::Withdraw } else { sent.mandate };
    let gains = if sent.mandate == Mandate::Rally { 1.0 / if pressed { 2.0 } else { 1.0 } } else { 0.0 };
    let bound = |unit: UnitId| Bound { unit, recovers: if gains > 0.0 { gains * rallied(war, unit) } else { 0.0 } };
    let bands = bands(war, mandate, sent);
    Binding {
        name: sent.mandate.name(),
        units: members.into_iter().map(bound).collect(),
        delay,
        drive: f64::from(sent.mandate.number() - 1) / 6.0,
        charges: charges(sent),
        bands,
        ..Binding::default()
    }
}

/// The bands of an order: of a probe those that bind every unit.
fn bands(war: &War, mandate: Mandate, sent: &Sent) -> Vec<Band> {
    let inches = |inches: i32| Hundredths::of_inches(inches);
    let [attack, probe, far] = tables::DEMANDS.map(inches);
    let enemy = |least, most| Band { from: Origin::Enemy, least, most };
    let (none, endless) = (Hundredths::default(), Hundredths::ENDLESS);
    let either = |least, most| {
        let place = sent.objective.map(|hex| Band { from: Origin::Place(hex), least, most });
        [enemy(least, most)].into_iter().chain(place).collect()
    };
    match mandate {
        Mandate::Attack => either(none, attack),
        Mandate::Probe => either(none, far),
        Mandate::Screen => either(probe, far),
        Mandate::Maneuver => vec![enemy(probe, endless)],
        Mandate::Defend => {
            sent.objective.map(|hex| Band { from: Origin::Place(hex), least: none, most: far }).into_iter().collect()
        }
        Mandate::Withdraw => vec![enemy(far, endless)],
        Mandate::Rally if war.options().rally_clear => vec![enemy(far, endless)],
        Mandate::Rally => Vec::new(),
    }
}

/// The share of charges that an order allows: those of a screen are bound to a ring about its objective.
fn charges(sent: &Sent) -> f64 {
    match (sent.mandate, sent.objective) {
        (Mandate::Attack | Mandate::Probe | Mandate::Defend, _) => 1.0,
        (Mandate::Screen, Some(_)) => 0.5,
        _ => 0.0,
    }
}

/// What a unit below its start regains on average by a roll to rally, as a share.
fn rallied(war: &War, unit: UnitId) -> f64 {
    let below = f64::from(war.strength(unit)) < full(war, unit) && !war.marked(unit, marks::UNSUPPLIED);
    if below { morale::single_roll(war, unit, Why::Rally).terms().passes() / full(war, unit) } else { 0.0 }
}
