//! What a Unit could do to another in its next turn, quickly, and other judgements for whoever commands (EA-AI-10, 11, 13).

use battle::{Effect, Hundredths, Pose, Threat, UnitId, mean_of, rule};
use hexes::{Direction, Hex};
use rulebook::Estimates;

use crate::assault::{self, Fight};
use crate::command::supplied;
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

    /// What the forecasts say of a shot and of a charge in a battle in which the two stand so, but for the way into contact,
    /// which is the gap, and for what falling back over friends and obstacles costs. What has to turn or to come up first
    /// counts by how likely it does.
    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let width = measure::base_width(war);
        let farthest = fire::fire_reach(war, by).max(assault::longest_charge(war, by)).max(2 * width) + 2 * width;
        if !measure::near(war, from, at, measure::hexes(war, farthest)) || spent(war, by) {
            return Threat::default();
        }
        let gap = measure::poses_apart(war, from, at);
        let charges = assault::assaults(war, by);
        let supposed = war.standing(&[(on, *at), (by, *from)]);
        let fire = by_fire(&supposed, by, on, gap);
        if !charges || gap > assault::longest_charge(war, by) + 1 {
            return Threat { fire, ..Threat::default() };
        }
        let charge = by_charge(&supposed, by, on, gap);
        let breaks = (charge.repels + charge.destroys).min(1.0);
        Threat { fire, charge: charge.inflicted, charge_cost: charge.taken, breaks, ..Threat::default() }
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
fn by_fire(war: &War, by: UnitId, on: UnitId, gap: i32) -> f64 {
    let now = fire::shot_worth(war, by, on, gap);
    if class(war, by) == Class::Guns {
        return if rule!("EA-AI-13") { now } else { 0.0 };
    }
    if !rule!("EA-AI-10") {
        return 0.0;
    }
    let reach = fire::fire_reach(war, by);
    if gap > reach + i32::from(Eagles::pace(war, by).0) / tables::INCH {
        return now;
    }
    let later = if gap <= reach { tables::TURNS_TO } else { tables::COMES_UP };
    now.max(later * usual_fire(war, by, on))
}

/// The share of a target that foot shoots away on average once it has it close before its front.
fn usual_fire(war: &War, by: UnitId, on: UnitId) -> f64 {
    let (from, at) = (war.pose(by), war.pose(on));
    mean_of(&fire::fire_pool(war, by, &from, on, &at, &fire::aim_aside(war), Shot::Fire).chances()) / full(war, on)
}

/// What a charge next turn comes to, contact chance included (EA-AI-11): it goes the gap between both, after a turn where the
/// target is not ahead.
fn by_charge(war: &War, by: UnitId, on: UnitId, gap: i32) -> Effect {
    let (from, at, options) = (war.pose(by), war.pose(on), war.options());
    let side = if rule!("EA-AI-11") { zone(&at, options, front_centre(&from, options)) } else { Zone::Front };
    let ahead = zone(&from, options, side_centre(&at, options, side)) == Zone::Front;
    let arrives = assault::arrival(war, by, gap - 1) * if ahead { 1.0 } else { tables::TURNS_TO };
    if arrives <= 0.0 {
        return Effect::default();
    }
    let fight = Fight { attacker: by, defender: on, cover: terrain::rally_cover(war, &at), side };
    assault::clash_worth(war, &fight, arrives)
}
