//! What an Assault, or a reply to one, may bring (EA-AI-4, EA-AI-6).

use battle::{Chance, Effect, Forecast, Object, Order, UnitId, Verb, rule};

use super::approach::{declared, ways};
use super::dice::{Fight, Reply, charge_roll, meeting};
use super::odds::{FightOdds, best_reply, best_reply_at, fight_rolls, odds_with};
use super::retreat_costs::RetreatCosts;
use crate::command::share_of_orders;
use crate::fire::{self, Shot};
use crate::forecasts::{chance, full, possible, seen_from_the_other_side};
use crate::space::zones::Zone;
use crate::state::Frame;
use crate::{War, info};

/// An Assault, from the roll for distance to who gives way (EA-AI-6).
pub(super) fn foresee(war: &War, order: &Order) -> Forecast {
    let charge = order.unit().zip(order.target_unit()).filter(|_| rule!("EA-AI-6"));
    let Some((unit, target)) = charge else { return Forecast::default() };
    let Ok(approach) = declared(war, unit, target) else { return Forecast::default() };
    let number = usize::try_from(order.number.unwrap_or_default()).unwrap_or_default();
    let Some((charge, contact)) = ways(&approach).nth(number) else { return Forecast::default() };
    let roll = charge_roll(war, unit).shown(Some(Object::Unit(unit)));
    let arrives = roll.outcome.at_least(usize::try_from(contact.needed).unwrap_or_default());
    let fight = meeting(war, unit, &contact.pose, target, &war.pose(target), approach.side);
    let (odds, reply, shot) = best_reply(war, &fight, &contact.pose);
    let mut forecast = foresee_fight(war, &fight, &odds, arrives);
    forecast.rolls = vec![roll];
    forecast.rolls.extend(fight_rolls(war, &fight, reply, shot.as_ref()));
    forecast.results.insert(0, chance("makes contact", arrives));
    forecast.effect.spends = share_of_orders(war, unit, 1);
    forecast.reply = vec![verb_of(reply)];
    forecast.ends = vec![(contact.pose, arrives), (charge.start, 1.0 - arrives)];
    forecast
}

const fn verb_of(reply: Reply) -> Verb {
    match reply {
        Reply::Keep => info::KEEP,
        Reply::Stand => info::STAND,
        Reply::Fire => info::FIRE,
    }
}

/// What a fight comes to once contact is made by a charge that does so with that chance, both standing as they do and every
/// way back being free: by the pools and odds of its forecast.
pub(crate) fn clash_worth(war: &War, fight: &Fight, arrives: f64) -> Effect {
    let (at, from) = (war.pose(fight.defender), war.pose(fight.attacker));
    let fires = fight.side == Zone::Front && fire::may_defend(war, fight.defender).is_ok();
    let close = fire::aim_aside(war);
    let pool = || fire::fire_pool(war, fight.defender, &at, fight.attacker, &from, &close, Shot::Defensive);
    let shot = fires.then(pool).filter(fire::is_rolled);
    let (odds, ..) = best_reply_at(war, &mut RetreatCosts::none(), fight, shot);
    fight_effect(war, fight, &odds, arrives)
}

/// The chance that the roll of a charge reaches so many inches.
pub(crate) fn arrival(war: &War, unit: UnitId, inches: i32) -> f64 {
    charge_roll(war, unit).outcome().at_least(usize::try_from(inches).unwrap_or(0))
}

/// A fight in contact as the attacker sees it, reached with that chance.
fn foresee_fight(war: &War, fight: &Fight, odds: &FightOdds, arrives: f64) -> Forecast {
    let effect = fight_effect(war, fight, odds, arrives);
    Forecast { results: fight_results(odds, arrives), effect, ..Forecast::default() }
}

fn fight_effect(war: &War, fight: &Fight, odds: &FightOdds, arrives: f64) -> Effect {
    let [own, theirs] = [fight.attacker, fight.defender].map(|unit| full(war, unit));
    Effect {
        inflicted: odds.inflicted * arrives / theirs,
        taken: odds.taken * arrives / own,
        destroys: odds.destroys * arrives,
        destroyed: odds.destroyed * arrives,
        repels: odds.back_fit * arrives,
        repelled: odds.repelled_fit * arrives,
        succeeds: odds.won() * arrives,
        ..Effect::default()
    }
}

/// The defender's reply in contact, as the defender sees it (EA-AI-4).
pub(crate) fn foresee_reply(war: &War, reply: Reply) -> Forecast {
    let Some(Frame::React { attacker, target, side }) = war.frame().filter(|_| rule!("EA-AI-4")) else {
        return Forecast::default();
    };
    let fight = meeting(war, *attacker, &war.pose(*attacker), *target, &war.pose(*target), *side);
    let shot = fire::shot_at(war, *target, *attacker, Shot::Defensive);
    let strengths = [war.strength(*attacker), war.strength(*target)];
    let odds = odds_with(war, &mut RetreatCosts::of(war, fight), &fight, strengths, reply, shot.as_ref());
    let mut forecast = foresee_fight(war, &fight, &odds, 1.0);
    let spends = share_of_orders(war, *target, i16::from(reply != Reply::Keep));
    forecast.effect = seen_from_the_other_side(&forecast.effect, spends);
    forecast.rolls = fight_rolls(war, &fight, reply, shot.as_ref());
    forecast
}

fn fight_results(odds: &FightOdds, arrives: f64) -> Vec<Chance> {
    let mut results = vec![
        chance("attacker stopped by fire", odds.stopped * arrives),
        chance("attacker wins", odds.won() * arrives),
        chance("tie, attacker falls back 1 width", odds.tie * arrives),
        chance("attacker beaten", (odds.repelled - odds.stopped - odds.tie).max(0.0) * arrives),
        chance("target spent or removed", odds.destroys * arrives),
        chance("attacker spent or removed", odds.destroyed * arrives),
    ];
    let [once, farther @ ..] = odds.back;
    results.push(chance("defender falls back 1 width", once * arrives));
    results.push(chance("defender falls back 2 widths or more", farther.iter().sum::<f64>() * arrives));
    possible(results)
}
