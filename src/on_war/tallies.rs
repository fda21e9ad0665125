//! What whoever knows On War counts: stands lost by cause, squares in haste, routs and rallies, walls breached, leaders.

use battle::{Battlefield, CountInfo, Event, Page, ShockInfo, Side, TallyInfo};
use rulebook::tallies;

use crate::info::CHARGE;
use crate::marks;

/// A charger and its enemy fight (OW-ASSAULT-12).
pub(crate) const BLOWS: &str = "{a} and {t} come to blows";
/// A charger that does not dare (OW-ASSAULT-1).
pub(crate) const BALKS: &str = "{a} will not charge {t}";
/// A charger that is thrown back (OW-ASSAULT-11).
pub(crate) const THROWN_BACK: &str = "{a} is thrown back by the fire of {t}";

/// How charges and assaults show (OW-ASSAULT-1, OW-ASSAULT-12).
pub(crate) const SHOCK: ShockInfo = ShockInfo { ends: &[BALKS, THROWN_BACK], ..ShockInfo::new(&[CHARGE], &[BLOWS]) };

/// What is counted.
pub(crate) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("losses", "stands lost to", LOSSES, tallies::losses),
    TallyInfo::new("squares", "squares in haste", SQUARES, |page, _, event| {
        tallies::tests(page, event, "form square", ["tried", "formed"]);
    }),
    TallyInfo::new("routs", "routs", ROUTS, routs),
    TallyInfo::new("walls", "buildings and obstacles", &[CountInfo::new("parts destroyed")], walls),
    TallyInfo::new("leaders", "leaders", &[CountInfo::new("lost")], tallies::leaders),
];

const LOSSES: &[CountInfo] = &[CountInfo::new("fire"), CountInfo::new("assault")];
const SQUARES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("formed", "tried")];
const ROUTS: &[CountInfo] =
    &[CountInfo::new("begun"), CountInfo::new("tests to rally"), CountInfo::share("rallied", "tests to rally")];

fn routs(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Some(unit) = tallies::set(event, marks::ROUTING) {
        page.add(field.side(unit), "begun", 1);
    }
    tallies::tests(page, event, "rout", ["tests to rally", "rallied"]);
}

/// Walls fall in the turn of whoever shoots at them.
fn walls(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::Damaged { destroyed: true, .. } = event {
        page.add(field.active().unwrap_or(Side::Blue), "parts destroyed", 1);
    }
}
