//! Fire: who may fire at whom, the score, what hits do (OTH-FIRE, OTH-ART).

pub(crate) mod aim;
pub(crate) mod arc;
pub(crate) mod grand;
pub(crate) mod hold;
pub(crate) mod rights;
pub(crate) mod score;
pub(crate) mod shoot;
pub(crate) mod volley;

use battle::{Chance, Distribution, Effect, Forecast, NumberInfo, Order, Role, RollForecast, UnitId};
use rulebook::{Target, no};

use crate::fatigue::{self, Status};
use crate::forecasts::{full, tame};
use crate::info::FIRE;
use crate::{May, VerbRow, War, tables};
use aim::{Aim, Shot};
use rights::{firers, is_target, may_fire_at_all};
use volley::Volley;

pub(crate) const FIRE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(firers(war)).filter(|unit| may_fire_at_all(war, *unit)) {
            for enemy in war.enemies(unit) {
                let plain = Order::new(FIRE).by(unit).on(enemy);
                out.push(plain);
                out.extend(aim::ways_to_aim(war, unit).iter().map(|number| plain.with(*number)));
            }
        }
    },
    may: may_fire,
    foresee,
    ..VerbRow::new("fire", "Fire", Role::Fire, "OTH-FIRE-4", "Fire at an enemy.", |umpire, order| {
        if let Some(shot) = shot_of(umpire, order) {
            shoot::shoot(umpire, &shot, &[]);
        }
    })
    .numbered(WAYS)
};

/// What the number of a fire order stands for.
const WAYS: &[NumberInfo] = &[
    NumberInfo { name: "wheel left", help: "the battery turns 60 degrees to the left first" },
    NumberInfo { name: "wheel right", help: "the battery turns 60 degrees to the right first" },
    NumberInfo { name: "screen", help: "the rifle screen fires instead of the volley" },
];

/// The shot that an order names.
fn shot_of(war: &War, order: &Order) -> Option<Shot> {
    let (unit, enemy) = (order.unit()?, order.target_unit()?);
    let aim = Aim::of(order.number)?;
    let plain = aim == Aim::Plain || aim::ways_to_aim(war, unit).contains(&order.number?);
    (plain && is_target(war, unit, enemy)).then(|| aim::shot(war, unit, enemy, aim)).flatten()
}

fn may_fire(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-FIRE-7", |_, _| String::from("a unit fires at a unit")) };
    if !may_fire_at_all(war, unit) || war.side(unit) != firers(war) {
        return no("OTH-FIRE-7", |war, order| {
            format!("{} has fired, or is down, routing, limbered, locked or without ammunition", war.actor_of(order))
        });
    }
    if shot_of(war, order).is_some() {
        return Ok(());
    }
    no("OTH-FIRE-6", |war, order| {
        format!("{} has {} not in arc, range and a clear line of fire", war.actor_of(order), war.target_of(order))
    })
}

/// What hits make of a unit: chances of wavering and worse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fate {
    /// Expected hits; of who is destroyed all that it had left.
    pub(crate) lost: f64,
    /// Chance that it routs or is destroyed.
    pub(crate) routs: f64,
    /// Chance that it wavers that did not.
    pub(crate) wavers: f64,
}

/// What a distribution of hits makes of a unit.
pub(crate) fn fate(war: &War, unit: UnitId, hits: &Distribution) -> Fate {
    let (full, had) = (war.field().unit(unit).full, fatigue::hits_of(war, unit));
    let (now, guns) = (fatigue::status(war, unit), war.profile(unit).kind.is_guns());
    let mut fate = Fate::default();
    for (more, chance) in hits.outcomes() {
        let total = (had + more as i16).min(full);
        let then = fatigue::status_at(war, full, total);
        let routs = then == Status::Routing && now != Status::Routing;
        let gone = total >= full || (routs && guns);
        fate.lost += chance * f64::from(if gone { full } else { total } - had);
        fate.routs += if routs || gone { chance } else { 0.0 };
        fate.wavers += if then == Status::Wavering && now == Status::Steady { chance } else { 0.0 };
    }
    fate
}

/// What a shot may bring: its tests, hits, what they make of the target, and what it costs the firer.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(shot) = shot_of(war, order) else { return Forecast::default() };
    let by = shot.by;
    let volley = Volley::of(war, &shot, score::Manner::Plain);
    let roll = RollForecast { outcome: volley.outcome.clone(), ..volley.steady.shown(Some(by.into())) };
    let tests = volley.stands.iter().map(|pool| pool.shown(Some(by.into())));
    let rolls = tests.chain([roll]).collect();
    let target = shoot::victim(war, shot.on);
    let (hits, costs) = (volley.hits(), volley.costs());
    let (fate, own) = (fate(war, target, &hits), fate(war, by, &costs));
    let hit = tame(hits.at_least(1));
    let results = vec![
        Chance { label: "target routed or destroyed", chance: tame(fate.routs) },
        Chance { label: "target wavers", chance: tame(fate.wavers) },
        Chance { label: "target hit", chance: hit },
    ];
    let effect = Effect {
        inflicted: fate.lost / full(war, target),
        destroys: tame(fate.routs),
        taken: own.lost / full(war, by),
        destroyed: tame(own.routs),
        succeeds: hit,
        ..Effect::default()
    };
    Forecast { rolls, results, effect, ..Forecast::default() }
}

/// How far a unit fires with what it has, in inches.
pub(crate) fn range(war: &War, unit: UnitId) -> i32 {
    let profile = war.profile(unit);
    if profile.kind.is_guns() {
        return tables::gun_ranges(profile.gun)[2];
    }
    tables::ranges(profile.arms)[1]
}
