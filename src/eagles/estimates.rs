//! What a Unit could do to another in its next turn, quickly, and other judgements for whoever commands (EA-AI-10, 11, 13).

use battle::{Hundredths, Pose, Threat, UnitId, mean_of, rule};
use hexes::{Direction, Hex};
use rulebook::Estimates;

use crate::assault::{self, Fight, Reply};
use crate::command::{supplied, uses};
use crate::fire::{self, Shot};
use crate::forecasts::full;
use crate::movement::{Gait, distance_roll};
use crate::space::measure;
use crate::space::zones::{Zone, front_centre, side_centre, zone};
use crate::state::spent;
use crate::{Class, Eagles, War, class, tables, terrain};

impl Estimates for Eagles {
    fn supplied(war: &War, unit: UnitId) -> Option<War> {
        supplied(war, unit)
    }

    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let width = measure::base_width(war);
        let farthest = fire::fire_reach(war, by).max(assault::longest_charge(war, by)).max(2 * width) + 2 * width;
        if !measure::near(war, from, at, measure::hexes(war, farthest)) || spent(war, by) {
            return Threat::default();
        }
        let gap = measure::poses_apart(war, from, at);
        let fire = by_fire(war, by, from, on, at, gap);
        if matches!(class(war, by), Class::Infantry | Class::Cavalry) && gap <= assault::longest_charge(war, by) + 1 {
            return Threat { fire, ..by_charge(war, by, from, on, at, gap) };
        }
        Threat { fire, ..Threat::default() }
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        terrain::pivot_step_cost(war, unit, from, step).map(Hundredths)
    }

    fn pace(war: &War, unit: UnitId) -> Hundredths {
        Hundredths((distance_roll(war, unit, Gait::Move).mean() * f64::from(tables::INCH)) as u16)
    }

    fn fire_range(war: &War, unit: UnitId) -> Hundredths {
        Hundredths::of_inches(fire::fire_reach(war, unit).max(fire::skirmish_reach(war, unit)))
    }

    fn cover(war: &War, _unit: UnitId, pose: &Pose) -> f64 {
        if terrain::rally_cover(war, pose).is_some() { 1.0 } else { 0.0 }
    }

    fn worth(war: &War, unit: UnitId) -> f64 {
        tables::WORTH[class(war, unit) as usize]
    }
}

/// Expected share lost by fire next turn (EA-AI-10, EA-AI-13).
fn by_fire(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose, gap: i32) -> f64 {
    rule!("EA-AI-10");
    rule!("EA-AI-13");
    let expected = |pool: &battle::Pool| mean_of(&pool.chances());
    let reach = fire::fire_reach(war, by);
    let in_skirmish = gap <= fire::skirmish_reach(war, by);
    let skirmish = if in_skirmish { expected(&fire::skirmish_pool(war, by)) } else { 0.0 };
    let aim = if gap <= reach { crate::sight::aim(war, by, from, on, at) } else { None };
    let comes_up = reach + i32::from(Eagles::pace(war, by).0) / tables::INCH;
    let fire = match aim {
        Some(aim) => expected(&fire::fire_pool(war, by, from, on, at, &aim, Shot::Fire)),
        None if class(war, by) == Class::Guns || reach == 0 => 0.0,
        None if gap <= reach => tables::TURNS_TO * usual_fire(war, by),
        None if gap <= comes_up => tables::COMES_UP * usual_fire(war, by),
        None => 0.0,
    };
    fire.max(skirmish) / full(war, on)
}

/// Expected Hits of foot at short range on open ground.
fn usual_fire(war: &War, by: UnitId) -> f64 {
    let row = tables::row(class(war, by));
    f64::from(row.fire_dice.max(0)) * f64::from((tables::DIE + 1 - i32::from(row.fire_need)).max(0))
        / f64::from(tables::DIE)
}

/// Expected losses of a charge next turn, contact chance included (EA-AI-11).
fn by_charge(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose, gap: i32) -> Threat {
    rule!("EA-AI-11");
    let options = war.options();
    let side = zone(at, options, front_centre(from, options));
    let ahead = zone(from, options, side_centre(at, options, side)) == Zone::Front;
    let contact = contact_chance(war, by, gap - 1) * if ahead { 1.0 } else { tables::TURNS_TO };
    if contact <= 0.0 {
        return Threat::default();
    }
    let fight = Fight { attacker: by, defender: on, cover: terrain::rally_cover(war, at), side };
    let reply = if uses(war, on) > 0 { Reply::Stand } else { Reply::Keep };
    let odds = assault::odds(war, &fight, [war.strength(by), war.strength(on)], reply, None);
    Threat {
        fire: 0.0,
        charge: contact * odds.inflicted / full(war, on),
        charge_cost: contact * odds.taken / full(war, by),
        breaks: contact * odds.won(),
    }
}

/// The chance that a Move roll reaches so many inches.
fn contact_chance(war: &War, unit: UnitId, inches: i32) -> f64 {
    let need = inches - war.options().base_inches;
    match distance_roll(war, unit, Gait::Move).count() {
        1 => one_die(need),
        _ => two_dice(need),
    }
}

/// Chance that one d6 shows at least that.
fn one_die(need: i32) -> f64 {
    f64::from((tables::DIE + 1 - need).clamp(0, tables::DIE)) / f64::from(tables::DIE)
}

/// Chance that two d6 total at least that.
fn two_dice(need: i32) -> f64 {
    (1..=tables::DIE).map(|first| one_die(need - first)).sum::<f64>() / f64::from(tables::DIE)
}
