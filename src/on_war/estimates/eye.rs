//! How near something looks to who may not measure (OW-SCALE-2).

use battle::Pose;

use crate::{War, measures};

/// The share of a reach within which the eye is sure that something is near enough; as much beyond it is surely too far.
const SURE: f64 = 0.75;

/// How likely the eye thinks it that something is within so many inches, from the middles of both; with measuring it
/// leaves that to whoever measures.
pub(crate) fn likely_within(war: &War, from: &Pose, to: &Pose, inches: i32) -> f64 {
    if measures::may_measure(war) {
        return 1.0;
    }
    let away = f64::from(measures::inches(war, from.anchor.distance(to.anchor))) / f64::from(inches.max(1));
    ((2.0 - SURE - away) / (2.0 - 2.0 * SURE)).clamp(0.0, 1.0)
}

/// Inches beyond which the eye is sure that something is too far: all there are with measuring.
pub(crate) fn furthest(war: &War, inches: i32) -> i32 {
    if measures::may_measure(war) { inches } else { (f64::from(inches) * (2.0 - SURE)).ceil() as i32 }
}
