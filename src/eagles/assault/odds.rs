//! Exact odds of an Assault: every number of Hits on both sides, with the reply the defender would choose.

use battle::{Object, Pose, RollForecast, UnitId, rule};

use crate::assault::{Bout, Reply};
use crate::eagles::Eagles;
use crate::fire::Shot;
use crate::toll::{Toll, Tolls};
use crate::{Class, tables};
use battle::Pool;

/// The longest retreat that is told apart, in base widths.
pub(crate) const LONGEST: usize = 8;

/// What an Assault in contact comes to; losses in Strength Points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Exchange {
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

    /// One pair of results of both pools (EA-ASSAULT-15 to 17).
    fn clash(&mut self, tolls: &mut Tolls<'_>, strengths: [i16; 2], hits: [usize; 2], weight: f64) {
        let [inflicted, taken] = hits.map(|hits| hits as i16);
        if hits[0] > hits[1] {
            let lead = hits[0] - hits[1];
            self.back[(lead - 1).min(LONGEST - 1)] += weight;
            self.lose_defender(tolls.defender(lead), strengths[1], inflicted, weight);
            return self.lose_attacker(Toll::Hits(0), strengths[0], taken, weight);
        }
        let tie = hits[0] == hits[1];
        self.tie += if tie { weight } else { 0.0 };
        self.repelled += weight;
        let widths = if tie { tables::WITHDRAW_WIDTHS as usize } else { hits[1] - hits[0] };
        self.lose_attacker(tolls.attacker(widths), strengths[0], taken, weight);
        self.lose_defender(Toll::Hits(0), strengths[1], inflicted, weight);
    }

    fn lose_attacker(&mut self, toll: Toll, strength: i16, hits: i16, weight: f64) {
        self.taken += weight * f64::from(toll.loss(strength, hits));
        self.destroyed += if toll.destroys(strength, hits) { weight } else { 0.0 };
    }

    fn lose_defender(&mut self, toll: Toll, strength: i16, hits: i16, weight: f64) {
        self.inflicted += weight * f64::from(toll.loss(strength, hits));
        self.destroys += if toll.destroys(strength, hits) { weight } else { 0.0 };
    }
}

impl Eagles {
    /// The odds of a fight in contact at those strengths, the defender replying so; `fire` is its defensive shot. What
    /// a retreat costs is left out.
    pub(crate) fn exchange(&self, bout: &Bout, strengths: [i16; 2], reply: Reply, fire: Option<&Pool>) -> Exchange {
        self.exchange_with(&mut Tolls::none(), bout, strengths, reply, fire)
    }

    /// The same with what every retreat costs (EA-AI-5).
    pub(crate) fn exchange_with(
        &self,
        tolls: &mut Tolls<'_>,
        bout: &Bout,
        strengths: [i16; 2],
        reply: Reply,
        fire: Option<&Pool>,
    ) -> Exchange {
        let mut all = Exchange::default();
        let Some(fire) = fire.filter(|_| reply == Reply::Fire) else {
            self.melee(&mut all, tolls, bout, strengths, reply, 1.0);
            return all;
        };
        let chances = fire.chances();
        for (hits, chance) in chances.iter().enumerate().take(usize::from(fire.count()) + 1) {
            self.after_fire_of(&mut all, tolls, bout, strengths, hits as i16, *chance);
        }
        all
    }

    /// The rest of the fight after defensive fire of so many Hits.
    fn after_fire_of(
        &self,
        all: &mut Exchange,
        tolls: &mut Tolls<'_>,
        bout: &Bout,
        strengths: [i16; 2],
        hits: i16,
        chance: f64,
    ) {
        let withdraws = hits >= self.hits_to_withdraw(bout.attacker, Shot::Paid).unwrap_or(i16::MAX)
            && !self.rules().defend_no_withdraw;
        if hits < strengths[0] && !withdraws {
            all.taken += chance * f64::from(hits);
            return self.melee(all, tolls, bout, [strengths[0] - hits, strengths[1]], Reply::Fire, chance);
        }
        let toll = if withdraws { tolls.under_fire() } else { Toll::Hits(0) };
        all.stopped += chance;
        all.repelled += chance;
        all.lose_attacker(toll, strengths[0], hits, chance);
        if self.class(bout.defender) == Class::Guns && !self.rules().guns_survive_repulse {
            all.lose_defender(Toll::Lost, strengths[1], 0, chance);
        }
    }

    /// Both pools against each other, weighted by the chance of getting so far.
    fn melee(
        &self,
        all: &mut Exchange,
        tolls: &mut Tolls<'_>,
        bout: &Bout,
        strengths: [i16; 2],
        reply: Reply,
        weight: f64,
    ) {
        if self.class(bout.defender) == Class::Guns || strengths[1] <= 0 {
            return all.lose_defender(Toll::Lost, strengths[1], 0, weight);
        }
        let attack = self.assault_pool(bout, strengths[0]);
        let defence = self.defence_pool(bout, strengths[1], reply);
        let dice = [usize::from(attack.count()), usize::from(defence.count())];
        let chances = [attack.chances(), defence.chances()];
        for (hits, chance) in chances[0].iter().enumerate().take(dice[0] + 1) {
            for (back, other) in chances[1].iter().enumerate().take(dice[1] + 1) {
                all.clash(tolls, strengths, [hits, back], weight * chance * other);
            }
        }
    }

    /// The defender's shot at the attacker in contact, if it may fire at all (EA-ASSAULT-9, EA-ASSAULT-13).
    pub(crate) fn defensive_shot(&self, bout: &Bout, contact: &Pose) -> Option<Pool> {
        let (defender, attacker) = (bout.defender, bout.attacker);
        self.may_fire_back(defender).ok()?;
        let at = self.pose(defender);
        let faced = self.scene().aim(defender, &at, attacker, contact);
        let aim = faced.or_else(|| self.rules().defend_fire_any_side.then(|| self.aim_aside()))?;
        Some(self.fire_pool(defender, &at, attacker, contact, &aim, Shot::Paid)).filter(|pool| pool.count() > 0)
    }

    /// The odds with the reply that serves the defender best (EA-AI-7), and that reply.
    pub(crate) fn likely(&self, bout: &Bout, contact: &Pose) -> (Exchange, Reply, Option<Pool>) {
        rule!("EA-AI-7");
        let field = self.field_at_contact(bout.attacker, contact);
        let mut tolls = Tolls::of(self, &field, *bout);
        let strengths = [self.strength(bout.attacker), self.strength(bout.defender)];
        let full = [bout.attacker, bout.defender].map(|unit| f64::from(self.field.unit(unit).full.max(1)));
        let shot = self.defensive_shot(bout, contact);
        let stand = self.uses(bout.defender) > 0 && self.class(bout.defender) != Class::Guns;
        let replies = [Some(Reply::Keep), stand.then_some(Reply::Stand), shot.map(|_| Reply::Fire)];
        let judged = replies
            .into_iter()
            .flatten()
            .map(|reply| (self.exchange_with(&mut tolls, bout, strengths, reply, shot.as_ref()), reply));
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
