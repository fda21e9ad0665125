//! What a drill order may bring, by the same odds as the dice.

use battle::{Chance, Distribution, Effect, Forecast, Order, Pose, Threat, UnitId};

use super::Drill;
use super::info::*;
use super::odds::Odds;
use super::state::Stage;

/// Chances of one fight.
struct FightChances {
    wins: f64,
    kills: f64,
    dies: f64,
    given: f64,
    taken: f64,
}

impl Drill {
    pub(super) fn foretell(&self, order: &Order) -> Forecast {
        match (order.verb, order.unit(), order.target_unit()) {
            (FIRE | VOLLEY, Some(by), Some(on)) if self.both(by, on) => self.foretell_fire(by, on),
            (STAND, Some(by), _) => self.foretell_stand(by),
            (CHARGE, Some(by), Some(on)) if self.both(by, on) => {
                let from = order.pose.unwrap_or(self.field.unit(by).pose);
                self.foretell_charge(by, &from, on)
            }
            (RALLY, Some(unit), _) if self.both(unit, unit) => self.foretell_rally(unit),
            (ORDER, ..) => Forecast { effect: Effect { spends: 1.0, ..certain() }, ..Forecast::default() },
            _ => self.foretell_move(order),
        }
    }

    fn both(&self, one: UnitId, other: UnitId) -> bool {
        [one, other].iter().all(|unit| unit.index() < self.setup.facts.len())
    }

    fn foretell_fire(&self, by: UnitId, on: UnitId) -> Forecast {
        let odds = self.fire_odds(by, &self.field.unit(by).pose, on, &self.field.unit(on).pose);
        let hits = odds.hits();
        let destroys = hits.at_least(self.field.unit(on).strength.max(0) as usize);
        let results = vec![
            Chance { label: "target destroyed", chance: tame(destroys) },
            Chance { label: "target hurt", chance: tame(hits.at_least(1) - destroys) },
            Chance { label: "no effect", chance: tame(1.0 - hits.at_least(1)) },
        ];
        let effect = Effect { inflicted: self.share(on, &hits), destroys: tame(destroys), ..certain() };
        Forecast { rolls: vec![odds.forecast("fire", by, "DR-FIRE")], results, effect, ..Forecast::default() }
    }

    fn foretell_charge(&self, by: UnitId, from: &Pose, on: UnitId) -> Forecast {
        let at = self.field.unit(on).pose;
        let (attack, defence) = self.fight_pair(by, from, on, &at);
        let chances = self.fight_chances(by, &attack, on, &defence);
        let effect = Effect {
            inflicted: chances.given,
            taken: chances.taken,
            destroys: chances.kills,
            destroyed: chances.dies,
            repels: tame(chances.wins - chances.kills),
            repelled: tame(1.0 - chances.wins - chances.dies),
            succeeds: chances.wins,
            ..Effect::default()
        };
        let rolls = vec![attack.forecast("fight", by, "DR-FIGHT"), defence.forecast("fight", on, "DR-FIGHT")];
        let results = vec![
            Chance { label: "target thrown back", chance: chances.wins },
            Chance { label: "charge thrown back", chance: tame(1.0 - chances.wins) },
        ];
        Forecast { rolls, results, effect, ends: vec![(*from, chances.wins)], ..Forecast::default() }
    }

    fn foretell_stand(&self, unit: UnitId) -> Forecast {
        let Stage::React { charger, to, .. } = self.scene.stage else { return Forecast::default() };
        let mut forecast = self.foretell_charge(charger, &to, unit);
        let seen = forecast.effect;
        forecast.ends.clear();
        forecast.effect = Effect {
            inflicted: seen.taken,
            taken: seen.inflicted,
            destroys: seen.destroyed,
            destroyed: seen.destroys,
            repels: seen.repelled,
            repelled: seen.repels,
            succeeds: tame(1.0 - seen.succeeds),
            ..Effect::default()
        };
        forecast
    }

    fn foretell_rally(&self, unit: UnitId) -> Forecast {
        let odds = self.rally_odds(unit);
        let works = tame(odds.hits().at_least(1));
        let full = f64::from(self.field.unit(unit).full.max(1));
        let results =
            vec![Chance { label: "rallied", chance: works }, Chance { label: "no effect", chance: tame(1.0 - works) }];
        let effect = Effect { recovers: works / full, succeeds: works, ..Effect::default() };
        Forecast { rolls: vec![odds.forecast("rally", unit, "DR-RALLY")], results, effect, ..Forecast::default() }
    }

    fn foretell_move(&self, order: &Order) -> Forecast {
        let ends = order.pose.map(|pose| (pose, 1.0)).into_iter().collect();
        Forecast { ends, effect: certain(), ..Forecast::default() }
    }

    fn fight_pair(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> (Odds, Odds) {
        (self.fight_odds(by, from, on, at, true), self.fight_odds(on, at, by, from, false))
    }

    fn fight_chances(&self, by: UnitId, attack: &Odds, on: UnitId, defence: &Odds) -> FightChances {
        let (given, taken) = (attack.hits(), defence.hits());
        let wins = (0..=usize::from(attack.dice)).map(|hits| given.chance(hits) * (1.0 - taken.at_least(hits))).sum();
        FightChances {
            wins: tame(wins),
            kills: tame(given.at_least(self.field.unit(on).strength.max(0) as usize)).min(tame(wins)),
            dies: tame(taken.at_least(self.field.unit(by).strength.max(0) as usize)).min(tame(1.0 - wins)),
            given: self.share(on, &given),
            taken: self.share(by, &taken),
        }
    }

    /// Expected loss as a share of full strength, never more than is left.
    fn share(&self, unit: UnitId, hits: &Distribution) -> f64 {
        let state = self.field.unit(unit);
        let left = state.strength.max(0) as usize;
        hits.map(|value| value.min(left as i32)).mean() / f64::from(state.full.max(1))
    }

    pub(super) fn menace(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let (own, theirs) = (self.field.footprint_at(by, from), self.field.footprint_at(on, at));
        let apart = own.distance(&theirs);
        let fires = apart <= self.range(by, from);
        let fire = if fires { self.share(on, &self.fire_odds(by, from, on, at).hits()) } else { 0.0 };
        if apart > i32::from(self.allowance(by, from) / HEX) + 1 {
            return Threat { fire, ..Threat::default() };
        }
        let (attack, defence) = self.fight_pair(by, from, on, at);
        let chances = self.fight_chances(by, &attack, on, &defence);
        Threat { fire, charge: chances.given, charge_cost: chances.taken, breaks: chances.wins }
    }
}

fn certain() -> Effect {
    Effect { succeeds: 1.0, ..Effect::default() }
}

/// A sum of chances, kept within 0 and 1 against rounding.
fn tame(chance: f64) -> f64 {
    chance.clamp(0.0, 1.0)
}
