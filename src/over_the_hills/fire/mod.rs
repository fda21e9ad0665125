//! Fire: who may fire at whom, the score, what hits do (OTH-FIRE, OTH-ART).

pub(crate) mod aim;
pub(crate) mod arc;
pub(crate) mod grand;
pub(crate) mod hold;
pub(crate) mod rights;
pub(crate) mod score;
pub(crate) mod shoot;

use battle::{Chance, Distribution, Effect, Faces, Forecast, NumberInfo, Order, Pool, Role, UnitId};
use rulebook::{Target, no};

use crate::fatigue::{self, Status};
use crate::forecasts::{full, tame};
use crate::info::{DEFENCE, FIRE};
use crate::why::Why;
use crate::{May, VerbRow, War, morale, tables};
use aim::{Aim, Shot};
use rights::{firers, is_target, may_fire_at_all};

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
    /// Expected hits.
    pub(crate) lost: f64,
    /// Chance that it routs or is destroyed.
    pub(crate) routs: f64,
    /// Chance that it wavers that did not.
    pub(crate) wavers: f64,
}

/// What a distribution of hits makes of a unit.
pub(crate) fn fate(war: &War, unit: UnitId, hits: &Distribution) -> Fate {
    let (full, had) = (war.field().unit(unit).full, fatigue::hits_of(war, unit));
    let now = fatigue::status(war, unit);
    let mut fate = Fate::default();
    for (more, chance) in hits.outcomes() {
        let total = (had + more as i16).min(full);
        let then = fatigue::status_at(war, full, total);
        fate.lost += chance * f64::from(total - had);
        fate.routs += if (then == Status::Routing || total >= full) && now != Status::Routing { chance } else { 0.0 };
        fate.wavers += if then == Status::Wavering && now == Status::Steady { chance } else { 0.0 };
    }
    fate
}

/// Whether a shot without a hit brings the test at once: in defence, from who has hit nobody yet by another face and has
/// no other left to fire (OTH-MORALE-7, 19).
fn is_last(war: &War, shot: &Shot) -> bool {
    if war.phase() != DEFENCE || war.own(shot.by).caused.is_some_and(|caused| caused > 0) {
        return false;
    }
    let Some(face) = shot.face else { return true };
    let mut then = war.clone();
    then.own_mut(shot.by).faces |= 1 << face;
    !shoot::bears(&then, shot.by)
}

/// What one throw brings, face by face: hits on the target, and what it costs the firer (OTH-MORALE-7, 12).
fn faces(war: &War, shot: &Shot, pool: &Pool, extra: &Distribution) -> (Distribution, f64) {
    let by = shot.by;
    let ten = morale::test(war, by, Why::Ten, "OTH-MORALE-12").terms().passes();
    let missed = |tired: i16| {
        let there = morale::with_score(war, by, war.strength(by) - tired);
        let margins = morale::test(&there, by, Why::NoHits, "OTH-MORALE-7").outcome();
        margins.chance(-1) + 2.0 * margins.at_most(-2)
    };
    let costs = if is_last(war, shot) { [missed(0), missed(1)] } else { [0.0; 2] };
    let (mut parts, mut taken) = (Vec::new(), 0.0);
    for face in 1..=10 {
        let hits = Distribution::certain(pool.read(&Faces::of(&[face]))).plus(extra);
        let none = hits.chance(0);
        taken += 0.1
            * match face {
                10 => ten * none * costs[0] + (1.0 - ten) * (1.0 + none * costs[1]),
                _ => none * costs[0],
            };
        parts.push((0.1, hits));
    }
    (Distribution::mixture(&parts), taken)
}

/// What a shot may bring: its tests, hits, what they make of the target, and what it costs the firer.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(shot) = shot_of(war, order) else { return Forecast::default() };
    let by = shot.by;
    let plain = score::pool(war, &shot, score::Manner::Plain);
    let ragged = score::pool(war, &shot, score::Manner::Ragged);
    let extra = shoot::gun_pool(war, &shot).map_or(Distribution::certain(0), |pool| pool.outcome());
    let mut rolls = Vec::new();
    let mut stands = 1.0;
    if war.phase() == DEFENCE && morale::is_tested(war, by) {
        let pool = morale::test(war, by, Why::Defence, "OTH-MORALE-6");
        stands = tame(pool.terms().passes());
        rolls.push(pool.shown(Some(by.into())));
    }
    rolls.push(plain.shown(Some(by.into())));
    let [(steady, calm), (loose, shaken)] = [plain, ragged].map(|pool| faces(war, &shot, &pool, &extra));
    let hits = Distribution::mixture(&[(stands, steady), (1.0 - stands, loose)]);
    let taken = stands * calm + (1.0 - stands) * shaken;
    let target = shoot::victim(war, shot.on);
    let fate = fate(war, target, &hits);
    let hit = tame(hits.at_least(1));
    let results = vec![
        Chance { label: "target routed or destroyed", chance: tame(fate.routs) },
        Chance { label: "target wavers", chance: tame(fate.wavers) },
        Chance { label: "target hit", chance: hit },
    ];
    let effect = Effect {
        inflicted: fate.lost / full(war, target),
        destroys: tame(fate.routs),
        taken: taken / full(war, by),
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
