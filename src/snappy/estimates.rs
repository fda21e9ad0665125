//! What Snappy estimates for whoever commands.

use battle::{Hundredths, Pose, Threat, UnitId};
use hexes::{Direction, Hex};
use rulebook::Estimates;

use crate::forecasts::full;
use crate::morale::{self, Fate};
use crate::space::{Shape, shape};
use crate::terrain::{Cover, cover_of};
use crate::{Snappy, War, fire, movement, tables, terrain};

/// What hits come to where nobody looks at the ground behind.
fn rough_fate(war: &War, on: UnitId, pool: &battle::Pool) -> Fate {
    let mut fate = Fate::default();
    for (hits, chance) in pool.outcome().outcomes().filter(|(hits, chance)| *hits > 0 && *chance > 0.0) {
        fate.add(&Fate::of(war, on, &morale::rough_chain(war, on, hits as u8)), chance);
    }
    fate
}

impl Estimates for Snappy {
    fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        let there = war.standing(&[(by, *from), (on, *at)]);
        let fire =
            fire::dice::pool(&there, by, on).map_or(0.0, |pool| rough_fate(&there, on, &pool).lost / full(war, on));
        Threat { fire, ..Threat::default() }
    }

    fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        let times = terrain::step(war.field().ground(), Shape::Column, from, step)?;
        let price = movement::price(war, war.profile(unit).kind, Shape::Column)?;
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

    fn worth(war: &War, unit: UnitId) -> f64 {
        f64::from(war.profile(unit).quality as u8) * 0.2 + 0.6
    }
}
