//! What shots may bring, from the rolls that carry them out.

use battle::{Chance, Distribution, Effect, Forecast, Object, Order, Part, PartKind, Pool, RollForecast, UnitId};
use hexes::Hex;

use crate::fire::{Shot, Volley};
use crate::hits::Losses;
use crate::info::{AIM, BATTER, FIRE, GRAPE, RAKE, SHELL};
use crate::parts::Battering;
use crate::tables;
use crate::war::OnWar;

fn chance(label: &'static str, chance: f64) -> Chance {
    Chance { label, chance }
}

/// Hits of several rolls together.
pub(crate) fn hits_of<'a>(pools: impl IntoIterator<Item = &'a Pool>) -> Distribution {
    pools.into_iter().fold(Distribution::certain(0), |sum, pool| sum.plus(&pool.outcome()))
}

fn shown<'a>(pools: impl IntoIterator<Item = &'a Pool>, unit: UnitId) -> Vec<RollForecast> {
    pools.into_iter().map(|pool| pool.shown(Some(Object::Unit(unit)))).collect()
}

impl OnWar {
    /// What a shot may bring; asked of the battle as the shooter's side knows it.
    pub(crate) fn fire_forecast(&self, order: &Order) -> Forecast {
        let Some(unit) = order.unit() else { return Forecast::default() };
        match (order.verb, order.target) {
            (FIRE, Some(Object::Unit(enemy))) => self.foresee_volley(unit, enemy, Shot::Ball),
            (GRAPE, Some(Object::Unit(enemy))) => self.foresee_volley(unit, enemy, Shot::Grape),
            (SHELL | AIM, Some(Object::Hex(hex))) => self.foresee_shells(unit, hex),
            (BATTER, Some(Object::Part(part))) => self.foresee_battering(unit, part),
            (RAKE, Some(Object::Hex(hex))) => self.foresee_raking(unit, hex),
            _ => Forecast::default(),
        }
    }

    /// A volley at a unit: hits, allocation and saves exactly.
    pub(crate) fn foresee_volley(&self, unit: UnitId, enemy: UnitId, shot: Shot) -> Forecast {
        let Some(volley) = self.volley(unit, enemy, shot) else { return Forecast::default() };
        let losses = self.volley_losses(unit, enemy, shot, &volley);
        let hits = hits_of(&volley.pools);
        let mut results = vec![chance("at least one hit", hits.at_least(1))];
        results.extend(self.loss_results(enemy, &losses));
        Forecast {
            rolls: shown(&volley.pools, unit),
            results,
            effect: self.loss_effect(enemy, &losses),
            ..Forecast::default()
        }
    }

    /// What a volley may cost its target.
    pub(crate) fn volley_losses(&self, unit: UnitId, enemy: UnitId, shot: Shot, volley: &Volley) -> Losses {
        let exposure = self.exposure_to(unit, enemy, shot, &volley.aims);
        exposure.losses(&hits_of(&volley.pools), |face| self.fails(face))
    }

    fn loss_results(&self, enemy: UnitId, losses: &Losses) -> Vec<Chance> {
        let have = usize::from(self.stands(enemy));
        let weak = have.saturating_sub(usize::from(self.profile(enemy).stands) / 2);
        let mut results = vec![
            chance("at least one stand lost", losses.stands.at_least(1)),
            chance("two stands lost or more", losses.stands.at_least(2)),
        ];
        if weak > 0 {
            results.push(chance("target at half strength or less", losses.stands.at_least(weak)));
        }
        results.push(chance("target destroyed", losses.stands.at_least(have)));
        if self.field.leaders_with(enemy).next().is_some() {
            results.push(chance("an officer falls", losses.leader));
        }
        results
    }

    fn loss_effect(&self, enemy: UnitId, losses: &Losses) -> Effect {
        Effect {
            inflicted: losses.stands.mean() / self.full_stands(enemy),
            destroys: losses.stands.at_least(usize::from(self.stands(enemy))),
            succeeds: losses.stands.at_least(1),
            ..Effect::default()
        }
    }

    fn full_stands(&self, unit: UnitId) -> f64 {
        f64::from(self.profile(unit).stands.max(1))
    }

    /// Shells at stands: those named so far, this one, and the rest at the same.
    fn foresee_shells(&self, unit: UnitId, hex: Hex) -> Forecast {
        let mut named = self.aimed();
        named.push(hex);
        let Some(target) = self.field.unit_at(named[0]) else { return Forecast::default() };
        let volley = self.shell_volley(unit, target, &named);
        if volley.is_empty() {
            return Forecast::default();
        }
        let losses = self.shell_losses(unit, target, &volley);
        let mut effect = self.loss_effect(target, &losses);
        for other in self.units_under(&volley).into_iter().filter(|other| *other != target) {
            let share = self.shell_losses(unit, other, &volley).stands.mean() / self.full_stands(other);
            if self.field.side(other) == self.field.side(unit) {
                effect.taken += share;
            } else {
                effect.inflicted += share;
            }
        }
        let pools = || volley.iter().map(|(pool, _)| pool);
        let mut results = vec![
            chance("at least one shell hits", hits_of(pools()).at_least(1)),
            chance("target disoriented", losses.unsaved),
        ];
        results.extend(self.loss_results(target, &losses));
        let area = hex.within(1).collect();
        Forecast { rolls: shown(pools(), unit), results, effect, area, ..Forecast::default() }
    }

    /// Wounds of fire at a part: each die hits, is not saved and goes through, or not.
    pub(crate) fn wounds_of(&self, battering: &Battering) -> Distribution {
        let unsaved = battering.row.save.map_or(1.0, |face| self.fails(face));
        let through = unsaved * battering.firepower.map_or(1.0, |face| 1.0 - self.fails(face));
        battering.volley.pools.iter().fold(Distribution::certain(0), |sum, pool| {
            sum.plus(&Distribution::successes(pool.count(), pool.hit() * through))
        })
    }

    /// Fire at a part of a building: wounds, destruction, and who is under the falling wall.
    fn foresee_battering(&self, unit: UnitId, part: Part) -> Forecast {
        let Some(battering) = self.battering(unit, part) else { return Forecast::default() };
        let wounds = self.wounds_of(&battering);
        let left = usize::from(battering.row.wounds.saturating_sub(self.field.damage_of(part).wounds));
        let destroyed = wounds.at_least(left);
        let mut effect = Effect { succeeds: destroyed, ..Effect::default() };
        if part.kind != PartKind::Window && !self.rules().persistent_occupancy {
            let crushed = self.fails(tables::OCCUPANCY) * destroyed;
            for other in part.hexes().into_iter().filter_map(|hex| self.field.unit_at(hex)) {
                let share = crushed / self.full_stands(other);
                if self.field.side(other) == self.field.side(unit) {
                    effect.taken += share;
                } else {
                    effect.inflicted += share;
                }
            }
        }
        let results = vec![chance("at least one wound", wounds.at_least(1)), chance("destroyed", destroyed)];
        let area = part.hexes().to_vec();
        Forecast { rolls: shown(&battering.volley.pools, unit), results, effect, area, ..Forecast::default() }
    }

    /// Fire into a wood: what it may cost an enemy known to be there and not in sight.
    fn foresee_raking(&self, unit: UnitId, hex: Hex) -> Forecast {
        let Some(volley) = self.raking(unit, hex) else { return Forecast::default() };
        let hits = hits_of(&volley.pools);
        let area = hex.within(1).collect();
        let mut forecast = Forecast { rolls: shown(&volley.pools, unit), area, ..Forecast::default() };
        forecast.results.push(chance("at least one hit, if anybody is there", hits.at_least(1)));
        if let Some(enemy) = self.found_by_fire(unit, hex) {
            let exposure = self.exposure_in_wood(unit, enemy, &volley);
            let losses = exposure.losses(&hits, |face| self.fails(face));
            forecast.effect = self.loss_effect(enemy, &losses);
            forecast.results.extend(self.loss_results(enemy, &losses));
        }
        forecast
    }
}
