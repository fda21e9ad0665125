//! What charges and melees may bring, by the pools that are thrown (MC-CHARGE, MC-MELEE-14).

use battle::{Chance, Distribution, Effect, Forecast, Order, Pose, UnitId};

use super::reach::gap;
use super::{react, roll, test};
use crate::fire::aim::{Manner, volley};
use crate::fire::{pools, pools_of};
use crate::forecasts::{full, lost, tame};
use crate::melee::{Round, figures, modifiers};
use crate::space::{Aspect, aspect, body, is_mounted};
use crate::state::Contact;
use crate::system::Why;
use crate::{War, space};

/// What a melee comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Odds {
    /// Figures the charger loses, and the charged.
    pub(crate) lost: [f64; 2],
    /// Chance that the charged rout.
    pub(crate) wins: f64,
    /// Chance that the charger routs.
    pub(crate) loses: f64,
}

/// The pose of a charger shifted into contact with its target.
pub(crate) fn contact_pose(war: &War, by: UnitId, on: UnitId) -> Pose {
    let (pose, goal) = (war.pose(by), body(war, on));
    let front = body(war, by);
    let pairs =
        front.front().iter().flat_map(|from| goal.hexes().iter().map(move |to| (from.distance(*to), *from, *to)));
    let Some((_, from, to)) = pairs.min() else { return pose };
    let home = pose.anchor + (to - from);
    let behind = [pose.facing.rear_left(), pose.facing.rear_right()].map(|way| home + way);
    let free = |hex: &hexes::Hex| {
        let print = pose.at(*hex).stands(war.stands(by));
        !print.overlaps(&goal)
    };
    behind.into_iter().find(free).map_or(pose.at(behind[0]), |hex| pose.at(hex))
}

/// The odds of a melee of two units in contact.
pub(crate) fn of_melee(war: &War, by: UnitId, on: UnitId, aspect: Aspect) -> Odds {
    let contact = [Contact { by, on, aspect }];
    let mut totals = [Distribution::certain(0), Distribution::certain(0)];
    let single = is_mounted(war, by) != is_mounted(war, on);
    let rounds: &[Round] = if single { &[Round::First] } else { &[Round::First, Round::Second] };
    for round in rounds {
        let before = [totals[0].mean(), totals[1].mean()];
        for (place, (unit, foe)) in [(by, on), (on, by)].into_iter().enumerate() {
            let counted = match round {
                Round::First => figures(war, unit, &contact).max(1),
                Round::Second => (war.strength(unit) - before[place] as i16).max(1),
            };
            let mods = modifiers(war, unit, &contact, *round);
            let dealt = lost(&pools(counted, &mods, Why::Melee, "MC-MELEE-4"), war.strength(foe));
            totals[1 - place] = totals[1 - place].plus(&dealt);
        }
    }
    let margin = totals[1].minus(&totals[0]);
    let ties = margin.chance(0);
    let fails = |unit: UnitId, cause| crate::morale::test(war, unit, cause, &[], Why::AfterMelee).outcome().at_most(-2);
    let tied = [fails(by, crate::morale::Cause::MeleeWon), fails(on, crate::morale::Cause::MeleeHeld)];
    Odds {
        lost: [totals[0].mean(), totals[1].mean()],
        wins: tame(margin.at_least(1) + ties * tied[1]),
        loses: tame(margin.at_most(-1) + ties * tied[0]),
    }
}

/// What the melee of two units in contact may bring.
pub(crate) fn melee(war: &War, by: UnitId, on: UnitId, aspect: Aspect) -> Forecast {
    let odds = of_melee(war, by, on, aspect);
    let contact = [Contact { by, on, aspect }];
    let mut rolls = Vec::new();
    for unit in [by, on] {
        let mods = modifiers(war, unit, &contact, Round::First);
        let pools = pools(figures(war, unit, &contact), &mods, Why::Melee, "MC-MELEE-4");
        rolls.extend(pools.iter().map(|pool| pool.shown(Some(unit.into()))));
    }
    Forecast { rolls, results: results(&odds), effect: effect(war, by, on, &odds), ..Forecast::default() }
}

fn results(odds: &Odds) -> Vec<Chance> {
    vec![
        Chance { label: "defender routs", chance: odds.wins },
        Chance { label: "attacker routs", chance: odds.loses },
        Chance { label: "attacker retires", chance: tame(1.0 - odds.wins - odds.loses) },
    ]
}

fn effect(war: &War, by: UnitId, on: UnitId, odds: &Odds) -> Effect {
    Effect {
        taken: odds.lost[0] / full(war, by),
        inflicted: odds.lost[1] / full(war, on),
        destroys: odds.wins,
        destroyed: odds.loses,
        repelled: tame(1.0 - odds.wins - odds.loses),
        succeeds: odds.wins,
        ..Effect::default()
    }
}

/// The chance that a charge of a unit comes home, by its throw.
pub(crate) fn comes_home(war: &War, by: UnitId, on: UnitId) -> f64 {
    roll(war, by).outcome().at_least(gap(war, by, on))
}

/// A whole charge by its tests, throws and melee.
pub(crate) fn whole(war: &War, by: UnitId, on: UnitId) -> Forecast {
    let side = aspect(war, on, body(war, by).hexes());
    let goes = test(war, by, &[(on, side)], Why::Charging);
    let passes = goes.terms().passes();
    let home = comes_home(war, by, on);
    let meets = war.standing(&[(by, contact_pose(war, by, on))]);
    let stand = react::test(war, on, by, side);
    let tests = stand.outcome();
    let (routs, wavers) = (tests.at_most(-2), tests.chance(-1));
    let shots = |manner| volley(&meets, on, by, manner);
    let outcome = |manner| {
        let dealt: Vec<Distribution> =
            shots(manner).iter().map(|shot| lost(&pools_of(std::slice::from_ref(shot)), war.strength(by))).collect();
        dealt.iter().fold(Distribution::certain(0), |sum, one| sum.plus(one))
    };
    let hits = Distribution::mixture(&[
        (1.0 - routs - wavers, outcome(Manner::Volley)),
        (wavers, outcome(Manner::Ragged)),
        (routs, Distribution::certain(0)),
    ]);
    let stopped = hits.at_least(1) * (1.0 - passes);
    let odds = of_melee(&meets, by, on, side);
    let fights = tame(passes * home * (1.0 - routs) * (1.0 - stopped));
    let breaks = tame(passes * routs * home);
    let mut rolls = vec![goes.shown(Some(by.into())), roll(war, by).shown(Some(by.into()))];
    rolls.push(stand.shown(Some(on.into())));
    rolls.extend(
        shots(Manner::Volley)
            .iter()
            .flat_map(|shot| pools_of(std::slice::from_ref(shot)).into_iter().map(|pool| pool.shown(Some(on.into())))),
    );
    let second = goes.outcome().at_most(-2);
    let effect = Effect {
        taken: (passes * home * hits.mean() + fights * odds.lost[0]) / full(war, by),
        inflicted: fights * odds.lost[1] / full(war, on),
        destroys: tame(breaks + fights * odds.wins),
        destroyed: tame(fights * odds.loses + passes * home * hits.at_least(1) * second),
        repelled: tame(1.0 - breaks - fights * (odds.wins + odds.loses)),
        succeeds: tame(fights + breaks),
        ..Effect::default()
    };
    let results = vec![
        Chance { label: "refuses to charge", chance: tame(1.0 - passes) },
        Chance { label: "comes home", chance: fights },
        Chance { label: "defender routs", chance: tame(effect.destroys) },
        Chance { label: "attacker routs", chance: tame(effect.destroyed) },
    ];
    Forecast { rolls, results, effect, ..Forecast::default() }
}

/// What a declared charge may bring.
pub(crate) fn foresee(war: &War, order: &Order) -> Forecast {
    match (order.unit(), order.target_unit()) {
        (Some(by), Some(on)) if war.present(by) && war.present(on) => whole(war, by, on),
        _ => Forecast::default(),
    }
}

/// What the charge that a unit has declared may bring, on its nearest target.
pub(crate) fn of_declared(war: &War, by: UnitId) -> Forecast {
    let targets = war.own(by).targets.iter().copied().filter(|on| war.present(*on));
    let nearest = targets.min_by_key(|on| space::between(war, by, *on));
    nearest.map_or_else(Forecast::default, |on| whole(war, by, on))
}
