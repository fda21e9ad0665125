//! What an order may bring, from the same pools that resolve it.

use battle::{Chance, Distribution, Effect, Forecast, Object, Order, Pose, Side, UnitId, Verb, rule};

use crate::assault::{self, Bout, Reply};
use crate::eagles::Eagles;
use crate::exchange::{Exchange, LONGEST};
use crate::fire::Shot;
use crate::info::*;
use crate::legal::shot_of;
use crate::movement::Gait;
use crate::state::{Stage, Wait};
use crate::tables;
use crate::toll::{Toll, Tolls};
use battle::{Pool, mean_of as mean};

/// What a beaten defender does, by base widths from 1.
const BACK: [&str; LONGEST] = [
    "defender retreats 1 BW",
    "defender retreats 2 BW",
    "defender retreats 3 BW",
    "defender retreats 4 BW",
    "defender retreats 5 BW",
    "defender retreats 6 BW",
    "defender retreats 7 BW",
    "defender retreats 8 BW or more",
];

fn chance(label: &'static str, chance: f64) -> Chance {
    Chance { label, chance }
}

impl Eagles {
    /// The forecast of an order, legal now or a prospect.
    pub(crate) fn foresee(&self, order: &Order) -> Forecast {
        let Some(unit) = order.unit() else { return self.foresee_leading(order) };
        match (order.verb, order.target_unit()) {
            (ASSAULT, Some(target)) => self.foresee_assault(unit, target, order.number),
            (FIRE, Some(_)) if matches!(self.state.wait, Wait::React { .. }) => self.foresee_reply(Reply::Fire),
            (STAND, _) => self.foresee_reply(Reply::Stand),
            (KEEP, _) if matches!(self.state.wait, Wait::React { .. }) => self.foresee_reply(Reply::Keep),
            (verb, Some(target)) => self.foresee_shot(unit, target, verb),
            (RALLY, _) => self.foresee_rally(unit),
            (MOVE, _) => self.foresee_move(unit, order.pose, Gait::Move),
            (MARCH, _) => self.foresee_move(unit, order.pose, Gait::March),
            (ORDER, _) => self.foresee_order(unit),
            (MANEUVER, _) => spending(order.pose, 1.0),
            (RESUPPLY | LAY, _) => spending(None, 1.0),
            (PURSUE | SETTLE, _) => {
                rule!("EA-AI-14");
                spending(order.pose, 0.0)
            }
            _ => spending(order.pose, 0.0),
        }
    }

    /// What an Order costs, and the chance that its side acts first this turn (EA-AI-2, EA-AI-3).
    fn foresee_order(&self, unit: UnitId) -> Forecast {
        rule!("EA-AI-2");
        let cost = self.price(unit).map_or(self.order_cost(unit), |price| price.cost);
        let mut forecast = spending(None, f64::from(cost));
        forecast.results.push(chance("acts first", self.acts_first(self.field.side(unit))));
        forecast
    }

    /// The chance that a side has the Initiative after this turn's roll (EA-AI-3).
    fn acts_first(&self, side: Side) -> f64 {
        rule!("EA-AI-3");
        let holder = self.state.holder;
        let [held, other] = [holder, holder.other()].map(|side| self.initiative_pool(side).outcome());
        let lead = i32::from(tables::INITIATIVE_LEAD);
        let rolled = self.field.turn() > 1 && self.state.stage <= Stage::Orders;
        let changes = held.outcomes().map(|(die, chance)| chance * other.at_least(die + lead)).sum::<f64>();
        let changes = if rolled { changes } else { 0.0 };
        if side == holder { 1.0 - changes } else { changes }
    }

    /// Where a General goes: what his free Order saves there (EA-AI-1).
    fn foresee_leading(&self, order: &Order) -> Forecast {
        rule!("EA-AI-1");
        let Some(unit) = order.target_unit() else { return Forecast::default() };
        let saved = f64::from(self.order_cost(unit)) / f64::from(tables::ORDER_COST[1]);
        let results = vec![chance("free Order worth double", if saved >= 1.0 { 1.0 } else { 0.0 })];
        let effect = Effect { succeeds: saved, ..Effect::default() };
        Forecast { results, effect, ..Forecast::default() }
    }

    /// Fire of any kind but in an Assault (EA-AI-8).
    fn foresee_shot(&self, unit: UnitId, target: UnitId, verb: Verb) -> Forecast {
        rule!("EA-AI-8");
        let shot = match (shot_of(verb), self.state.wait) {
            (Some(_), Wait::Reaction) => Shot::Paid,
            (Some(shot), _) => shot,
            (None, _) => return Forecast::default(),
        };
        let Some(pool) = self.shot_at(unit, target, shot) else { return Forecast::default() };
        let mut forecast = self.shot_forecast(&pool, unit, target, shot);
        let free = self.rules().resupply_guns || matches!(self.state.wait, Wait::Unlimber { .. });
        forecast.effect.spends = match shot {
            Shot::Fire | Shot::Skirmish => 0.0,
            Shot::Volley | Shot::Paid => 1.0,
            Shot::Bombard => {
                if free {
                    0.0
                } else {
                    1.0
                }
            }
            Shot::Barrage => {
                if free {
                    1.0
                } else {
                    2.0
                }
            }
        };
        forecast
    }

    /// What a shot brings, the Hits of a Withdraw included.
    fn shot_forecast(&self, pool: &Pool, unit: UnitId, target: UnitId, shot: Shot) -> Forecast {
        let state = self.field.unit(target);
        let need = self.hits_to_withdraw(target, shot).unwrap_or(i16::MAX);
        let likely = need <= i16::from(pool.count());
        let toll = if likely { self.withdraw_toll(&self.field, unit, target) } else { Toll::Hits(0) };
        let full = f64::from(state.full.max(1));
        let mut effect = Effect::default();
        for (hits, chance) in pool.chances().iter().enumerate().skip(1) {
            let hits = hits as i16;
            let toll = if hits >= need { toll } else { Toll::Hits(0) };
            effect.inflicted += chance * f64::from(toll.loss(state.strength, hits)) / full;
            effect.destroys += if toll.destroys(state.strength, hits) { *chance } else { 0.0 };
            effect.repels += if hits >= need { *chance } else { 0.0 };
            effect.succeeds += chance;
        }
        let results = vec![
            chance("at least one Hit", effect.succeeds),
            chance("target withdraws 1 BW", effect.repels),
            chance("target spent or removed", effect.destroys),
        ];
        Forecast {
            rolls: vec![pool.shown(Some(Object::Unit(unit)))],
            results,
            effect,
            ends: Vec::new(),
            area: Vec::new(),
        }
    }

    /// A Rally (EA-AI-12).
    fn foresee_rally(&self, unit: UnitId) -> Forecast {
        rule!("EA-AI-12");
        let pool = self.rally_pool(unit);
        let totals = pool.outcome();
        let gains = totals.map(|total| i32::from(self.regained(unit, total as i16).max(0)));
        let results = vec![
            chance("nothing", gains.chance(0)),
            chance("regains 1 SP", gains.chance(1)),
            chance("regains 2 SP", gains.chance(2)),
        ];
        let full = f64::from(self.field.unit(unit).full.max(1));
        let effect =
            Effect { recovers: gains.mean() / full, succeeds: gains.at_least(1), spends: 1.0, ..Effect::default() };
        Forecast {
            rolls: vec![pool.shown(Some(Object::Unit(unit)))],
            results,
            effect,
            ends: Vec::new(),
            area: Vec::new(),
        }
    }

    /// A Move or March: the roll, and from a start pose where it would take the Unit (EA-AI-9).
    fn foresee_move(&self, unit: UnitId, start: Option<Pose>, gait: Gait) -> Forecast {
        rule!("EA-AI-9");
        let pool = self.distance_pool(unit, gait);
        let roll = pool.shown(Some(Object::Unit(unit)));
        let ends = start.map_or_else(Vec::new, |start| self.probable_ends(unit, &start, gait, &roll.outcome));
        let effect = Effect { succeeds: 1.0, spends: 1.0, ..Effect::default() };
        Forecast { rolls: vec![roll], results: Vec::new(), effect, ends, area: Vec::new() }
    }

    /// The furthest places straight ahead for each roll, with their chances, most likely first; turns at the end are
    /// left out.
    fn probable_ends(&self, unit: UnitId, start: &Pose, gait: Gait, rolls: &Distribution) -> Vec<(Pose, f64)> {
        let most = rolls.highest();
        let reach = self.scene().advance(unit, start, true, most, gait);
        let mut ends: Vec<(Pose, f64)> = Vec::new();
        for (inches, chance) in rolls.outcomes().filter(|(_, chance)| *chance > 0.0) {
            let able = reach
                .legal()
                .filter(|place| place.pose.facing == start.facing && i32::from(place.cost) <= inches * 100);
            let pose =
                able.reduce(|best, next| if next.cost > best.cost { next } else { best }).map_or(*start, |at| at.pose);
            match ends.iter_mut().find(|(known, _)| *known == pose) {
                Some((_, weight)) => *weight += chance,
                None => ends.push((pose, chance)),
            }
        }
        ends.sort_by(|one, other| other.1.total_cmp(&one.1));
        ends
    }

    /// An Assault, from the roll for distance to who gives way (EA-AI-6).
    fn foresee_assault(&self, unit: UnitId, target: UnitId, number: Option<i16>) -> Forecast {
        rule!("EA-AI-6");
        let Ok(approach) = self.scene().approach(unit, target) else { return Forecast::default() };
        let way = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
        let Some((charge, contact)) = assault::ways(&approach).nth(way) else { return Forecast::default() };
        let pool = self.charge_pool(unit);
        let roll = pool.shown(Some(Object::Unit(unit)));
        let arrives = roll.outcome.at_least(usize::try_from(contact.needed).unwrap_or(0));
        let bout = self.bout(unit, &contact.pose, target, &self.pose(target), approach.side);
        let (odds, reply, shot) = self.likely(&bout, &contact.pose);
        let mut forecast = self.fight_forecast(&bout, &odds, arrives);
        forecast.rolls = vec![roll];
        forecast.rolls.extend(self.fight_rolls(&bout, reply, shot.as_ref()));
        forecast.results.insert(0, chance("makes contact", arrives));
        forecast.effect.spends = 1.0;
        forecast.ends = vec![(contact.pose, arrives), (charge.start, 1.0 - arrives)];
        forecast
    }

    /// A fight in contact as the attacker sees it, reached with that chance.
    fn fight_forecast(&self, bout: &Bout, odds: &Exchange, arrives: f64) -> Forecast {
        let full = [bout.attacker, bout.defender].map(|unit| f64::from(self.field.unit(unit).full.max(1)));
        let won = odds.won() * arrives;
        let effect = Effect {
            inflicted: odds.inflicted * arrives / full[1],
            taken: odds.taken * arrives / full[0],
            destroys: odds.destroys * arrives,
            destroyed: odds.destroyed * arrives,
            repels: won,
            repelled: odds.repelled * arrives,
            succeeds: won,
            recovers: 0.0,
            spends: 0.0,
            forgoes: 0.0,
        };
        Forecast {
            rolls: Vec::new(),
            results: fight_results(odds, arrives),
            effect,
            ends: Vec::new(),
            area: Vec::new(),
        }
    }

    /// The defender's reply in contact, as the defender sees it (EA-AI-4).
    fn foresee_reply(&self, reply: Reply) -> Forecast {
        rule!("EA-AI-4");
        let Wait::React { attacker, target, side } = self.state.wait else { return Forecast::default() };
        let contact = self.pose(attacker);
        let bout = self.bout(attacker, &contact, target, &self.pose(target), assault::side_at(side));
        let shot = self.shot_at(target, attacker, Shot::Paid);
        let strengths = [self.strength(attacker), self.strength(target)];
        let mut tolls = Tolls::of(self, &self.field, bout);
        let odds = self.exchange_with(&mut tolls, &bout, strengths, reply, shot.as_ref());
        let mut forecast = self.fight_forecast(&bout, &odds, 1.0);
        let theirs = forecast.effect;
        forecast.effect = Effect {
            inflicted: theirs.taken,
            taken: theirs.inflicted,
            destroys: theirs.destroyed,
            destroyed: theirs.destroys,
            repels: theirs.repelled,
            repelled: theirs.repels,
            succeeds: theirs.repelled,
            recovers: 0.0,
            spends: if reply == Reply::Keep { 0.0 } else { 1.0 },
            forgoes: 0.0,
        };
        forecast.rolls = self.fight_rolls(&bout, reply, shot.as_ref());
        forecast
    }

    /// Expected Hits of a roll.
    pub(crate) fn expected(&self, pool: &Pool) -> f64 {
        mean(&pool.chances())
    }
}

fn fight_results(odds: &Exchange, arrives: f64) -> Vec<Chance> {
    let mut results = vec![
        chance("attacker stopped by fire", odds.stopped * arrives),
        chance("attacker wins", odds.won() * arrives),
        chance("tie, attacker retreats 1 BW", odds.tie * arrives),
        chance("attacker beaten", (odds.repelled - odds.stopped - odds.tie).max(0.0) * arrives),
        chance("target spent or removed", odds.destroys * arrives),
        chance("attacker spent or removed", odds.destroyed * arrives),
    ];
    let back = odds.back.iter().zip(BACK).filter(|(share, _)| **share > 0.0);
    results.extend(back.map(|(share, label)| chance(label, share * arrives)));
    results
}

/// An order without dice that ends in that pose.
fn spending(pose: Option<Pose>, spends: f64) -> Forecast {
    let ends = pose.map_or_else(Vec::new, |pose| vec![(pose, 1.0)]);
    Forecast { effect: Effect { succeeds: 1.0, spends, ..Effect::default() }, ends, ..Forecast::default() }
}
