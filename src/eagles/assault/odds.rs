//! Exact odds of an Assault: every number of Hits on both sides, with the reply the defender would choose.

use battle::{Distribution, Object, Pool, Pose, RollForecast, UnitId, rule};

use super::dice::{
    Fight, Reply, assault_pool, defence_pool, falls_at_contact, guns_survive, widths_back, withdraws_from_fire,
};
use super::retreat_costs::{RetreatCosts, at_contact};
use crate::command::uses;
use crate::fire::{self, Shot};
use crate::forecasts::full;
use crate::retreat::RetreatCost;
use crate::state::spent;
use crate::{War, sight};

/// The longest retreat that is told apart, in base widths.
pub(crate) const LONGEST: usize = 8;

/// What an Assault in contact comes to; losses in Strength Points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FightOdds {
    /// Expected loss of the defender.
    pub inflicted: f64,
    /// Expected loss of the attacker.
    pub taken: f64,
    /// Chance that the defender is spent or gone, its retreat included.
    pub destroys: f64,
    /// Chance that the attacker is spent or gone, its retreat included.
    pub destroyed: f64,
    /// Chance that the attacker is stopped by fire.
    pub stopped: f64,
    /// Chance of equal Hits.
    pub tie: f64,
    /// Chance that the defender retreats 1, 2, ... base widths (place 0 is 1).
    pub back: [f64; LONGEST],
    /// Chance that the attacker retreats, ties and stops by fire included.
    pub repelled: f64,
    /// Chance that the defender retreats and is still fit to fight.
    pub back_fit: f64,
    /// Chance that the attacker retreats and is.
    pub repelled_fit: f64,
}

impl FightOdds {
    /// Chance that the attacker wins.
    pub fn won(&self) -> f64 {
        (1.0 - self.repelled).max(0.0)
    }

    /// How good it is for the attacker, for the defender's choice of a reply.
    fn value(&self, full: [f64; 2]) -> f64 {
        self.won() + self.inflicted / full[1] - self.taken / full[0] + 0.5 * (self.destroys - self.destroyed)
    }

    /// One pair of results of both pools (EA-ASSAULT-15 to 17).
    fn clash(&mut self, costs: &mut RetreatCosts<'_>, strengths: [i16; 2], hits: [usize; 2], weight: f64) {
        let [inflicted, taken] = hits.map(|hits| hits as i16);
        if hits[0] > hits[1] {
            let lead = hits[0] - hits[1];
            self.back[(lead - 1).min(LONGEST - 1)] += weight;
            let cost = costs.defender(widths_back(lead as i32) as usize);
            self.back_fit += fit(cost, strengths[1], inflicted, weight);
            self.lose_defender(cost, strengths[1], inflicted, weight);
            return self.lose_attacker(RetreatCost::Hits(0), strengths[0], taken, weight);
        }
        let tie = hits[0] == hits[1];
        self.tie += if tie { weight } else { 0.0 };
        self.repelled += weight;
        let cost = costs.attacker(widths_back(i32::from(inflicted - taken)) as usize);
        self.repelled_fit += fit(cost, strengths[0], taken, weight);
        self.lose_attacker(cost, strengths[0], taken, weight);
        self.lose_defender(RetreatCost::Hits(0), strengths[1], inflicted, weight);
    }

    fn lose_attacker(&mut self, cost: RetreatCost, strength: i16, hits: i16, weight: f64) {
        self.taken += weight * f64::from(cost.loss(strength, hits));
        self.destroyed += if cost.destroys(strength, hits) { weight } else { 0.0 };
    }

    fn lose_defender(&mut self, cost: RetreatCost, strength: i16, hits: i16, weight: f64) {
        self.inflicted += weight * f64::from(cost.loss(strength, hits));
        self.destroys += if cost.destroys(strength, hits) { weight } else { 0.0 };
    }
}

/// That weight, if whoever pays it for falling back after so many hits is still fit to fight.
fn fit(cost: RetreatCost, strength: i16, hits: i16, weight: f64) -> f64 {
    if cost.destroys(strength, hits) { 0.0 } else { weight }
}

/// The odds of a fight whose ways back are all free.
#[cfg(test)]
pub(crate) fn free_odds(war: &War, fight: &Fight, strengths: [i16; 2], reply: Reply, fire: Option<&Pool>) -> FightOdds {
    odds_with(war, &mut RetreatCosts::none(), fight, strengths, reply, fire)
}

/// The odds of a fight in contact at those strengths, the defender replying so, with what every retreat costs (EA-AI-5);
/// `fire` is its defensive shot.
pub(crate) fn odds_with(
    war: &War,
    costs: &mut RetreatCosts<'_>,
    fight: &Fight,
    strengths: [i16; 2],
    reply: Reply,
    fire: Option<&Pool>,
) -> FightOdds {
    let mut all = FightOdds::default();
    let Some(fire) = fire.filter(|_| reply == Reply::Fire) else {
        melee(war, &mut all, costs, fight, strengths, reply, 1.0);
        return all;
    };
    let chances = fire.chances();
    for (hits, chance) in chances.iter().enumerate().take(usize::from(fire.count()) + 1) {
        after_fire_of(war, &mut all, costs, fight, strengths, hits as i16, *chance);
    }
    all
}

/// The rest of the fight after defensive fire of so many Hits.
fn after_fire_of(
    war: &War,
    all: &mut FightOdds,
    costs: &mut RetreatCosts<'_>,
    fight: &Fight,
    strengths: [i16; 2],
    hits: i16,
    chance: f64,
) {
    let withdraws = hits >= fire::hits_to_withdraw(war, fight.attacker, Shot::Defensive).unwrap_or(i16::MAX)
        && withdraws_from_fire(war);
    if hits < strengths[0] && !withdraws {
        all.taken += chance * f64::from(hits);
        return melee(war, all, costs, fight, [strengths[0] - hits, strengths[1]], Reply::Fire, chance);
    }
    let cost = if withdraws { costs.under_fire() } else { RetreatCost::Hits(0) };
    all.stopped += chance;
    all.repelled += chance;
    all.repelled_fit += fit(cost, strengths[0], hits, chance);
    all.lose_attacker(cost, strengths[0], hits, chance);
    if falls_at_contact(war, fight.defender) && !guns_survive(war) {
        all.lose_defender(RetreatCost::Lost, strengths[1], 0, chance);
    }
}

/// Both pools against each other, weighted by the chance of getting so far.
fn melee(
    war: &War,
    all: &mut FightOdds,
    costs: &mut RetreatCosts<'_>,
    fight: &Fight,
    strengths: [i16; 2],
    reply: Reply,
    weight: f64,
) {
    if falls_at_contact(war, fight.defender) || strengths[1] <= 0 {
        return all.lose_defender(RetreatCost::Lost, strengths[1], 0, weight);
    }
    let attack = assault_pool(war, fight, strengths[0]);
    let defence = defence_pool(war, fight, strengths[1], reply);
    let dice = [usize::from(attack.count()), usize::from(defence.count())];
    let chances = [attack.chances(), defence.chances()];
    for (hits, chance) in chances[0].iter().enumerate().take(dice[0] + 1) {
        for (back, other) in chances[1].iter().enumerate().take(dice[1] + 1) {
            all.clash(costs, strengths, [hits, back], weight * chance * other);
        }
    }
}

/// The defender's shot at the attacker in contact, if it may fire at all (EA-ASSAULT-9, EA-ASSAULT-13).
pub(crate) fn defensive_shot(war: &War, fight: &Fight, contact: &Pose) -> Option<Pool> {
    let (defender, attacker) = (fight.defender, fight.attacker);
    fire::may_defend(war, defender).ok()?;
    let at = war.pose(defender);
    let faced = sight::aim(war, defender, &at, attacker, contact);
    let aim = faced.or_else(|| fire::shoots_aside(war, Shot::Defensive).then(|| fire::aim_aside(war)))?;
    Some(fire::fire_pool(war, defender, &at, attacker, contact, &aim, Shot::Defensive)).filter(fire::is_rolled)
}

/// The odds with the reply that serves the defender best (EA-AI-7), and that reply.
pub(crate) fn best_reply(war: &War, fight: &Fight, contact: &Pose) -> (FightOdds, Reply, Option<Pool>) {
    let met = at_contact(war, fight.attacker, contact);
    best_reply_at(war, &mut RetreatCosts::of(&met, *fight), fight, defensive_shot(war, fight, contact))
}

/// The same with that shot at the attacker, if one, and those costs of falling back.
pub(crate) fn best_reply_at(
    war: &War,
    costs: &mut RetreatCosts<'_>,
    fight: &Fight,
    shot: Option<Pool>,
) -> (FightOdds, Reply, Option<Pool>) {
    let strengths = [war.strength(fight.attacker), war.strength(fight.defender)];
    let fulls = [fight.attacker, fight.defender].map(|unit| full(war, unit));
    let guns = falls_at_contact(war, fight.defender);
    let stand = uses(war, fight.defender) > 0 && !guns;
    // Guns that may fire are not asked (EA-ASSAULT-13): they lose nothing by it.
    let replies = [Some(Reply::Keep), stand.then_some(Reply::Stand), shot.as_ref().map(|_| Reply::Fire)];
    let judged = replies
        .into_iter()
        .flatten()
        .map(|reply| (odds_with(war, costs, fight, strengths, reply, shot.as_ref()), reply));
    let prefers = |next: &FightOdds, best: &FightOdds| next.value(fulls) < best.value(fulls) && rule!("EA-AI-7");
    let best = judged.reduce(|best, next| if prefers(&next.0, &best.0) { next } else { best });
    let (odds, reply) = best.unwrap_or((FightOdds::default(), Reply::Keep));
    (odds, reply, shot)
}

/// What the Assaulter's roll comes to after defensive fire that has not stopped it (EA-ASSAULT-8, EA-ASSAULT-11); as it stands
/// where fire always does.
fn after_fire(war: &War, fight: &Fight, shot: &Pool) -> Distribution {
    let strength = war.strength(fight.attacker);
    let roll = |strength: i16| assault_pool(war, fight, strength).outcome();
    let need = fire::hits_to_withdraw(war, fight.attacker, Shot::Defensive).filter(|_| withdraws_from_fire(war));
    let goes_on = |hits: i16| hits < strength && need.is_none_or(|need| hits < need);
    let chances = shot.chances();
    let left = (0..=i16::from(shot.count())).zip(chances).filter(|(hits, _)| goes_on(*hits));
    let parts: Vec<(f64, Distribution)> = left.map(|(hits, chance)| (chance, roll(strength - hits))).collect();
    let all: f64 = parts.iter().map(|(chance, _)| chance).sum();
    if all <= 0.0 {
        return roll(strength);
    }
    let parts: Vec<(f64, Distribution)> = parts.into_iter().map(|(chance, roll)| (chance / all, roll)).collect();
    Distribution::mixture(&parts)
}

/// The rolls of a fight in contact as a forecast shows them.
pub(crate) fn fight_rolls(war: &War, fight: &Fight, reply: Reply, shot: Option<&Pool>) -> Vec<RollForecast> {
    let who = |unit: UnitId| Some(Object::Unit(unit));
    let mut rolls = Vec::with_capacity(3);
    if let Some(shot) = shot.filter(|_| reply == Reply::Fire) {
        rolls.push(shot.shown(who(fight.defender)));
    }
    if !falls_at_contact(war, fight.defender) && !spent(war, fight.defender) {
        let mut attack = assault_pool(war, fight, war.strength(fight.attacker)).shown(who(fight.attacker));
        if let Some(shot) = shot.filter(|_| reply == Reply::Fire) {
            attack.outcome = after_fire(war, fight, shot);
        }
        rolls.push(attack);
        rolls.push(defence_pool(war, fight, war.strength(fight.defender), reply).shown(who(fight.defender)));
    }
    rolls
}
