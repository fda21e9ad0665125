//! Close combat: who fights whom, counters by foot, the next combat (OTH-COMBAT, OTH-CONTACT-7).

pub(crate) mod bout;
mod case;
mod counter;
mod duel;
mod melee;
pub(crate) mod odds;
pub(crate) mod opening;
pub(crate) mod options;
pub(crate) mod picks;
pub(crate) mod results;
pub(crate) mod round;
pub(crate) mod score;
pub(crate) mod turning;

use battle::{Effect, Forecast, Order, Role, UnitId, rule};
use rulebook::{Target, no};

use crate::forecasts::{better, tame};
use crate::info::{COUNTER, FIGHT};
use crate::morale::closing;
use crate::space::Aspect;
use crate::state::{Bout, Impetus, Once, Open};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, contacts, marks};
use counter::{charger, could_counter};
use opening::{Opening, Openings};

pub(crate) const COUNTER_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(COUNTER, war.field().present_of(war.state.player.other()), out),
    may: may_counter,
    foresee: |war, order| {
        let Some((unit, enemy)) = order.unit().and_then(|unit| Some((unit, charger(war, unit)?))) else {
            return Forecast::default();
        };
        let pool = closing(war, unit, enemy, Aspect::Front, Why::Counter);
        let passes = tame(pool.terms().passes());
        let fought = countering(war, unit, enemy, passes);
        let effect = Effect { succeeds: passes, ..fought.effect };
        Forecast { rolls: vec![pool.shown(Some(unit.into()))], effect, ..fought }
    },
    ..VerbRow::new(
        "counter",
        "Counter",
        Role::Defend,
        "OTH-CONTACT-7",
        "Go at the foot that came into contact.",
        counter,
    )
};

pub(crate) const FIGHT_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| out.extend(combats(war).map(|(unit, enemy)| Order::new(FIGHT).by(unit).on(enemy))),
    may: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(enemy)) if combats(war).any(|one| one == (unit, enemy)) => Ok(()),
        _ => no("OTH-COMBAT-1", |war, order| {
            format!("{} and {} are not the first of a combat to be fought", war.actor_of(order), war.target_of(order))
        }),
    },
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(enemy)) => odds::forecast(war, unit, enemy),
        _ => Forecast::default(),
    },
    ..VerbRow::new("fight", "Fight", Role::Command, "OTH-COMBAT-1", "Fight the next combat.", |umpire, order| {
        if let Some(unit) = order.unit() {
            let units = contacts::group(umpire, unit);
            let bout = Bout { units, round: 1, winners: Vec::new(), left: Vec::new() };
            umpire.interrupt(Open::Bout(bout));
        }
    })
};

/// The combats still to be fought, each by the first of its contacts: the player's unit and the enemy's.
fn combats(war: &War) -> impl Iterator<Item = (UnitId, UnitId)> + '_ {
    let mut seen: Vec<UnitId> = Vec::new();
    let open = war.state.own.contacts.iter().filter(|one| one.fought == Once::Open && rule!("OTH-COMBAT-1"));
    open.filter_map(move |one| {
        if seen.contains(&one.by) {
            return None;
        }
        seen.extend(contacts::group(war, one.by));
        let own = war.side(one.by) == war.state.player;
        Some(if own { (one.by, one.on) } else { (one.on, one.by) })
    })
}

fn may_counter(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-CONTACT-7", |_, _| String::from("foot counters")) };
    if could_counter(war, unit, war.own(unit).caused) {
        return Ok(());
    }
    no("OTH-CONTACT-7", |war, order| {
        format!("{} counters only steady foot in front that it has hit, or has not fired at", war.actor_of(order))
    })
}

/// How the combat goes for a unit of foot that comes to counter with that chance.
fn countering(war: &War, unit: UnitId, enemy: UnitId, chance: f64) -> Forecast {
    let ways = [(false, 1.0 - chance), (true, chance)];
    let ways = ways.map(|(countered, chance)| Opening { hits: [0, 0], countered, chance }).to_vec();
    odds::told(war, [unit, enemy], odds::of(war, unit, enemy, &Openings { by: enemy, ways }))
}

/// What a counter is better than none: to be weighed beside doing nothing.
pub(crate) fn gain(war: &War, unit: UnitId) -> Option<Effect> {
    let enemy = charger(war, unit)?;
    let passes = tame(closing(war, unit, enemy, Aspect::Front, Why::Counter).terms().passes());
    Some(better(&countering(war, unit, enemy, 0.0).effect, &countering(war, unit, enemy, passes).effect))
}

fn counter(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    let Some(enemy) = charger(umpire, unit) else { return };
    umpire.own_mut(unit).countered = Once::Done;
    let pool = closing(umpire, unit, enemy, Aspect::Front, Why::Counter);
    if umpire.throw(&pool, umpire.by_unit(unit, Some(enemy), Why::Counter)) >= 0 {
        umpire.own_mut(unit).impetus = Impetus::Countered;
    }
}

/// T8 begins: every contact is to be fought, and who rode a routing unit down has its option.
pub(crate) fn begin(umpire: &mut Umpire<'_>) {
    umpire.state.own.contacts.iter_mut().for_each(|one| one.fought = Once::Open);
    umpire.state.own.risked.clear();
    for unit in umpire.units_of(umpire.state.player) {
        let over = std::mem::take(&mut umpire.own_mut(unit).overran);
        if over == Once::Done && !contacts::is_engaged(umpire, unit) {
            let bout = Bout { units: Vec::new(), round: u8::MAX, winners: vec![unit], left: Vec::new() };
            options::next(umpire, bout);
        }
    }
}

/// T8 ends: who is in contact still is locked (OTH-CONTACT-9).
pub(crate) fn close(umpire: &mut Umpire<'_>) {
    if !rule!("OTH-CONTACT-9") {
        umpire.state.own.contacts.clear();
    }
    for place in 0..umpire.state.own.contacts.len() {
        umpire.state.own.contacts[place].fresh = false;
        umpire.state.own.contacts[place].fought = Once::Done;
    }
    for unit in umpire.field().ids().collect::<Vec<_>>() {
        let own = umpire.own_mut(unit);
        (own.impetus, own.picked, own.advanced) = Default::default();
        if umpire.present(unit) {
            umpire.mark(unit, marks::CHARGING, false);
        }
    }
}
