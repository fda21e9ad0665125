//! What the drill counts: points lost by cause, rallies, leaders who leave.

use battle::{CountInfo, Lasts, ShockInfo, TallyInfo};
use rulebook::tallies;

use super::info::CHARGE;

/// A charger that is stopped.
pub(super) const STOPPED: &str = "{a} is stopped by fire";

/// How charges and fights show.
pub(super) const SHOCK: ShockInfo =
    ShockInfo { ends: &[STOPPED], lasts: Lasts::OneOrder, ..ShockInfo::new(&[CHARGE], &["fight"]) };

/// What is counted.
pub(super) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("losses", "SP lost to", &[CountInfo::new("fire"), CountInfo::new("fight")], tallies::losses),
    TallyInfo::new("leaders", "leaders", &[CountInfo::new("lost")], tallies::leaders),
];
