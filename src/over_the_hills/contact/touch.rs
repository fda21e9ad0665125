//! On which side of an enemy a charge comes (OTH-GEO-11).

use battle::{Pose, UnitId, rule};

use crate::War;
use crate::movement::purse::Gauge;
use crate::movement::walking;
use crate::space::touch::pairs;
use crate::space::{Aspect, Shape, aspect, shape_of};

/// On which side of an enemy a unit comes that was in a pose when its last segment began, and ends in another.
pub(crate) fn aspect_at(war: &War, unit: UnitId, before: &Pose, to: &Pose, enemy: UnitId) -> Aspect {
    let at = war.pose(enemy);
    if shape_of(&at) == Shape::Garrison {
        return Aspect::Front;
    }
    let met = pairs(war, unit, to, enemy);
    let Some((stand, hex)) = met.first() else { return Aspect::Front };
    let ended = aspect(&at, *hex, *stand);
    let came = aspect(&at, *hex, before.anchor);
    if rule!("OTH-GEO-11") { ended.min(came) } else { ended }
}

/// The same of a way.
pub(crate) fn aspect_of(war: &War, unit: UnitId, gauge: Gauge, way: &[Pose], enemy: UnitId) -> Aspect {
    let before = before_contact(war, unit, gauge, way);
    aspect_at(war, unit, &before, way.last().unwrap_or(&war.pose(unit)), enemy)
}

/// The pose in which a unit begins the last segment of a way.
pub(crate) fn before_contact(war: &War, unit: UnitId, gauge: Gauge, way: &[Pose]) -> Pose {
    walking::legs(war, unit, gauge, way).last().map_or(war.pose(unit), |leg| leg.from)
}
