//! How near something looks to who may not measure (OW-SCALE-2).

use battle::{Pose, UnitId};

use crate::{War, measures};

/// The share of a reach within which the eye is sure that the middle of something is near enough; as much beyond it is surely
/// too far.
const SURE: f64 = 0.75;

/// The same of the gap between two units, which is seen better than how far their middles are apart.
const SURE_OF_GAPS: f64 = 0.9;

/// How likely the eye thinks it that something is within so many inches, from the middles of both; with measuring it
/// leaves that to whoever measures.
pub(crate) fn likely_within(war: &War, from: &Pose, to: &Pose, inches: i32) -> f64 {
    likely(war, measures::inches(war, from.anchor.distance(to.anchor)), inches, SURE)
}

/// How likely the eye thinks it that the gap between two units is so many inches at most.
pub(crate) fn gap_within(war: &War, unit: UnitId, other: UnitId, inches: i32) -> f64 {
    likely(war, measures::gap(war, unit, other), inches, SURE_OF_GAPS)
}

fn likely(war: &War, away: i32, inches: i32, sure: f64) -> f64 {
    if measures::may_measure(war) {
        return 1.0;
    }
    let away = f64::from(away) / f64::from(inches.max(1));
    ((2.0 - sure - away) / (2.0 - 2.0 * sure)).clamp(0.0, 1.0)
}

/// Inches beyond which the eye is sure that something is too far: all there are with measuring.
pub(crate) fn furthest(war: &War, inches: i32) -> i32 {
    if measures::may_measure(war) { inches } else { (f64::from(inches) * (2.0 - SURE)).ceil() as i32 }
}
