//! What whoever knows Snappy counts: places lost by cause, hasty squares, rallies, leaders who leave.

use battle::{Battlefield, CountInfo, Event, Page, ShockInfo, TallyInfo};
use rulebook::{PhaseId, tallies};

use crate::info::{CHARGE, DEFENSIVE_FIRE, MELEE, MOVERS_FIRE};
use crate::why::Why;

/// How charges and melees show (SN-CHARGE-1, SN-MELEE-1).
pub(crate) const SHOCK: ShockInfo = ShockInfo::new(&[CHARGE], &["melee"]);

/// What is counted.
pub(crate) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("drops", "status lost to", DROPS, drops),
    TallyInfo::new("squares", "hasty squares", SQUARES, |page, _, event| {
        tallies::tests(page, event, Why::Square.label(), ["tried", "formed"]);
    }),
    TallyInfo::new("rallies", "rallies", RALLIES, |page, _, event| {
        tallies::tests(page, event, Why::Rally.label(), ["tried", "won"]);
    }),
    TallyInfo::new("leaders", "leaders", &[CountInfo::new("lost")], tallies::leaders),
];

const DROPS: &[CountInfo] = &[CountInfo::new("fire"), CountInfo::new("melee"), CountInfo::new("mishaps")];
const SQUARES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("formed", "tried")];
const RALLIES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("won", "tried")];

/// Places lost on the ladder: in the steps of fire, of melee, and elsewhere (marches, checks of command).
fn drops(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::Strength { unit, from, to, .. } = event
        && to < from
    {
        let name = match PhaseId(field.step()) {
            DEFENSIVE_FIRE | MOVERS_FIRE => "fire",
            MELEE => "melee",
            _ => "mishaps",
        };
        page.add(field.side(*unit), name, u32::from(from.abs_diff(*to)));
    }
}
