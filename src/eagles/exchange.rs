//! Exact odds of an Assault: every number of Hits on both sides, with the reply the defender would choose.

use battle::{Object, RollForecast, UnitId, rule};

use crate::assault::{Bout, Reply};
use crate::eagles::Eagles;
use crate::odds::{Chances, MOST_DICE, Pool};
use crate::{Class, tables};

/// The longest retreat that is told apart, in base widths.
pub(crate) const LONGEST: usize = 8;

/// What an Assault in contact comes to; losses in Strength Points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Exchange {
    /// Expected loss of the defender.
    pub inflicted: f64,
    /// Expected loss of the attacker.
    pub taken: f64,
    /// Chance that the defender is spent or removed.
    pub destroys: f64,
    /// Chance that the attacker is spent.
    pub destroyed: f64,
    /// Chance that the attacker is stopped by fire.
    pub stopped: f64,
    /// Chance of equal Hits.
    pub tie: f64,
    /// Chance that the defender retreats 1, 2, ... base widths (place 0 is 1).
    pub back: [f64; LONGEST],
    /// Chance that the attacker retreats, ties and stops by fire included.
    pub repelled: f64,
}

impl Exchange {
    /// Chance that the attacker wins.
    pub fn won(&self) -> f64 {
        (1.0 - self.repelled).max(0.0)
    }

    /// How good it is for the attacker, for the defender's choice of a reply.
    fn value(&self, full: [f64; 2]) -> f64 {
        self.won() + self.inflicted / full[1] - self.taken / full[0] + 0.5 * (self.destroys - self.destroyed)
    }
}

impl Eagles {
    /// The odds of a fight in contact at those strengths, the defender replying so; `fire` is its defensive shot.
    pub(crate) fn exchange(&self, bout: &Bout, strengths: [i16; 2], reply: Reply, fire: Option<&Pool>) -> Exchange {
        let mut all = Exchange::default();
        let Some(fire) = fire.filter(|_| reply == Reply::Fire) else {
            self.melee(&mut all, bout, strengths, reply, 1.0);
            return all;
        };
        let chances = fire.chances();
        for (hits, chance) in chances.iter().enumerate().take(usize::from(fire.count()) + 1) {
            self.after_fire_of(&mut all, bout, strengths, hits as i16, *chance);
        }
        all
    }

    /// The rest of the fight after defensive fire of so many Hits.
    fn after_fire_of(&self, all: &mut Exchange, bout: &Bout, strengths: [i16; 2], hits: i16, chance: f64) {
        let left = strengths[0] - hits;
        let lost = hits.min(strengths[0]);
        all.taken += chance * f64::from(lost);
        let withdraws = hits >= tables::WITHDRAW_HITS && !self.rules().defend_no_withdraw;
        if left > 0 && !withdraws {
            return self.melee(all, bout, [left, strengths[1]], Reply::Fire, chance);
        }
        all.stopped += chance;
        all.repelled += chance;
        all.destroyed += if left <= 0 { chance } else { 0.0 };
        if self.class(bout.defender) == Class::Guns && !self.rules().guns_survive_repulse {
            all.destroys += chance;
            all.inflicted += chance * f64::from(strengths[1]);
        }
    }

    /// Both pools against each other, weighted by the chance of getting so far.
    fn melee(&self, all: &mut Exchange, bout: &Bout, strengths: [i16; 2], reply: Reply, weight: f64) {
        if self.class(bout.defender) == Class::Guns || strengths[1] <= 0 {
            all.destroys += weight;
            all.inflicted += weight * f64::from(strengths[1]);
            return;
        }
        let attack = self.assault_pool(bout, strengths[0]);
        let defence = self.defence_pool(bout, strengths[1], reply);
        let dice = [usize::from(attack.count()), usize::from(defence.count())];
        weigh(all, &attack.chances(), &defence.chances(), dice, strengths, weight);
    }

    /// The defender's shot at the attacker in contact, if it may fire at all.
    pub(crate) fn defensive_shot(&self, bout: &Bout, contact: &battle::Pose) -> Option<Pool> {
        let (defender, attacker) = (bout.defender, bout.attacker);
        let class = self.class(defender);
        let free = class == Class::Guns && self.rules().resupply_guns;
        let moved =
            self.marked(defender, battle::Marks::MARCHED) || (class == Class::Guns && !self.guns_unmoved(defender));
        if class == Class::Cavalry || moved || self.spent(defender) || (self.uses(defender) == 0 && !free) {
            return None;
        }
        let at = self.pose(defender);
        let aim = self.scene().aim(defender, &at, attacker, contact)?;
        let shot = crate::fire::Shot::Paid;
        Some(self.fire_pool(defender, &at, attacker, contact, &aim, shot)).filter(|pool| pool.count() > 0)
    }

    /// The odds with the reply that serves the defender best (EA-AI-7), and that reply.
    pub(crate) fn likely(&self, bout: &Bout, contact: &battle::Pose) -> (Exchange, Reply, Option<Pool>) {
        rule!("EA-AI-7");
        let strengths = [self.strength(bout.attacker), self.strength(bout.defender)];
        let full = [bout.attacker, bout.defender].map(|unit| f64::from(self.field.unit(unit).full.max(1)));
        let shot = self.defensive_shot(bout, contact);
        let stand = self.uses(bout.defender) > 0 && self.class(bout.defender) != Class::Guns;
        let replies = [Some(Reply::Keep), stand.then_some(Reply::Stand), shot.map(|_| Reply::Fire)];
        let judged =
            replies.into_iter().flatten().map(|reply| (self.exchange(bout, strengths, reply, shot.as_ref()), reply));
        let best = judged.reduce(|best, next| if next.0.value(full) < best.0.value(full) { next } else { best });
        let (odds, reply) = best.unwrap_or((Exchange::default(), Reply::Keep));
        (odds, reply, shot)
    }

    /// The rolls of a fight in contact as a forecast shows them.
    pub(crate) fn fight_rolls(&self, bout: &Bout, reply: Reply, shot: Option<&Pool>) -> Vec<RollForecast> {
        let who = |unit: UnitId| Some(Object::Unit(unit));
        let mut rolls = Vec::with_capacity(3);
        if let Some(shot) = shot.filter(|_| reply == Reply::Fire) {
            rolls.push(shot.shown(who(bout.defender)));
        }
        if self.class(bout.defender) != Class::Guns && !self.spent(bout.defender) {
            rolls.push(self.assault_pool(bout, self.strength(bout.attacker)).shown(who(bout.attacker)));
            rolls.push(self.defence_pool(bout, self.strength(bout.defender), reply).shown(who(bout.defender)));
        }
        rolls
    }
}

/// Adds every pair of results of two pools.
fn weigh(all: &mut Exchange, attack: &Chances, defence: &Chances, dice: [usize; 2], strengths: [i16; 2], weight: f64) {
    for (hits, chance) in attack.iter().enumerate().take(dice[0] + 1) {
        let killed = (hits as i16).min(strengths[1]);
        let reached = weight * chance;
        all.inflicted += reached * f64::from(killed);
        all.destroys += if killed == strengths[1] { reached } else { 0.0 };
        for (back, other) in defence.iter().enumerate().take(dice[1] + 1) {
            let both = reached * other;
            if hits > back {
                all.back[(hits - back - 1).min(LONGEST - 1)] += both;
            } else {
                all.tie += if hits == back { both } else { 0.0 };
                all.repelled += both;
            }
        }
    }
    for (back, chance) in defence.iter().enumerate().take(dice[1].min(MOST_DICE) + 1) {
        let lost = (back as i16).min(strengths[0]);
        all.taken += weight * chance * f64::from(lost);
        all.destroyed += if lost == strengths[0] { weight * chance } else { 0.0 };
    }
}
