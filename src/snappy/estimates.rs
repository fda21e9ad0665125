//! What Snappy estimates for whoever commands.

use battle::{Binding, Hundredths, LeaderId, Pool, Pose, Threat, UnitId};
use hexes::{Direction, Hex};
use rulebook::Estimates;

use crate::forecasts::{full, tame};
use crate::info::MOVE_PHASE;
use crate::morale::{self, Fate};
use crate::space::{Shape, shape};
use crate::terrain::{Cover, cover_of};
use crate::{Snappy, War, charge, fire, orders, tables, terrain};

/// What fire of a march column or of limbered guns counts for: they have to form first, and answer no fire before.
const UNREADY: f64 = 0.5;

/// What hits come to where nobody looks at the ground behind.
fn rough_fate(war: &War, on: UnitId, pool: &Pool) -> Fate {
    let mut fate = Fate::default();
    for (hits, chance) in pool.outcome().outcomes().filter(|(hits, chance)| *hits > 0 && *chance > 0.0) {
        fate.mix(&Fate::of(war, on, &morale::rough_chain(war, on, hits as u8, war.strength(on))), chance);
    }
    fate
}

/// What fire of a unit may cost an enemy, as a share of its usual status.
fn fire_share(war: &War, by: UnitId, on: UnitId) -> f64 {
    let able = war.strength(by) > tables::PANIC;
    let pool = fire::dice::pool(war, by, on).filter(|_| able);
    pool.map_or(0.0, |pool| rough_fate(war, on, &pool).lost / full(war, on))
}

impl Estimates for Snappy {
    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let there = war.standing(&[(by, *from), (on, *at)]);
        let fire = fire_share(&there, by, on) * if fire::is_in_action(&there, by) { 1.0 } else { UNREADY };
        let Some(charge) = charge::possible(&there, by, on) else { return Threat { fire, ..Threat::default() } };
        let place = charge::straight_to(&there, by, on).unwrap_or(*from);
        let met = there.standing(&[(by, place)]);
        let square = charge::answer_to(&there, &charge);
        let odds = charge::rough_odds(&met, &charge, square);
        Threat {
            fire,
            charge: odds.target.lost / full(war, on),
            charge_cost: odds.charger.lost / full(war, by),
            breaks: tame(odds.target.routs + odds.target.falls_back),
            ..Threat::default()
        }
    }

    /// Who moves before he fires can still fire from where he comes to.
    fn fire_to_come(war: &War, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64 {
        if war.phase() != MOVE_PHASE || war.side(unit) != war.state.player {
            return 0.0;
        }
        let there = war.standing(&[(unit, *pose)]);
        if fire::is_in_action(&there, unit) { fire_share(&there, unit, enemy) } else { 0.0 }
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        let times = terrain::step(war.field().ground(), Shape::Column, from, step)?;
        let price = terrain::price(war, war.profile(unit).kind, Shape::Column)?;
        let inches = tables::rate(war.profile(unit).kind, Shape::Column)?;
        Some(Hundredths((u32::from(times * price) * u32::from(inches * 100) / u32::from(tables::FULL)) as u16))
    }

    fn pace(war: &War, unit: UnitId) -> Hundredths {
        let kind = war.profile(unit).kind;
        let rate = tables::rate(kind, shape(war, unit)).or_else(|| tables::rate(kind, Shape::Column));
        Hundredths::of_inches(rate.map_or(0, i32::from))
    }

    fn fire_range(war: &War, unit: UnitId) -> Hundredths {
        Hundredths::of_inches(fire::range(war, unit) * i32::from(war.field().inches_per_hex()))
    }

    fn cover(war: &War, unit: UnitId, pose: &Pose) -> f64 {
        let print = war.field().footprint_at(unit, pose);
        let least = print.hexes().iter().map(|hex| cover_of(war.field().ground().terrain(*hex))).min();
        match least.unwrap_or(Cover::Open) {
            Cover::Open => 0.0,
            Cover::Rough => 0.6,
            Cover::City | Cover::Fortress => 1.0,
        }
    }

    fn binding(war: &War, leader: LeaderId) -> Option<Binding> {
        orders::binding::in_force(war, leader)
    }

    fn worth(war: &War, unit: UnitId) -> f64 {
        f64::from(war.profile(unit).quality as u8) * 0.2 + 0.6
    }
}
