//! What whoever knows Snappy counts: places lost by cause, hasty squares, rallies, leaders who leave.

use battle::{CountInfo, ShockInfo, TallyInfo};
use rulebook::tallies;

use crate::info::CHARGE;
use crate::why::Why;

/// How charges and melees show (SN-CHARGE-1, SN-MELEE-1).
pub(crate) const SHOCK: ShockInfo = ShockInfo::new(&[CHARGE], &["melee"]);

/// What is counted.
pub(crate) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("drops", "status lost to", DROPS, tallies::losses),
    TallyInfo::new("squares", "hasty squares", SQUARES, |page, _, event| {
        tallies::tests(page, event, Why::Square.label(), ["tried", "formed"]);
    }),
    TallyInfo::new("rallies", "rallies", RALLIES, |page, _, event| {
        tallies::tests(page, event, Why::Rally.label(), ["tried", "won"]);
    }),
    TallyInfo::new("leaders", "leaders", &[CountInfo::new("lost")], tallies::leaders),
];

const DROPS: &[CountInfo] = &[CountInfo::new("morale"), CountInfo::new("melee")];
const SQUARES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("formed", "tried")];
const RALLIES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("won", "tried")];
