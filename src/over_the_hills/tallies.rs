//! What whoever knows Over the Hills counts: fatigue by cause, reactions, rallies, fires, brigades and commanders lost.

use battle::{Battlefield, CountInfo, Event, Page, ShockInfo, Side, TallyInfo};
use rulebook::tallies;

use crate::info::{CHARGE, MEET, ONWARD};
use crate::marks;
use crate::why::Why;

/// How charges and combats show (OTH-CONTACT-1, OTH-COMBAT-1, OTH-WIN-7).
pub(crate) const SHOCK: ShockInfo = ShockInfo {
    tests: &[Why::Leaving.label(), Why::Moving.label(), Why::Closing.label()],
    ..ShockInfo::new(&[CHARGE, ONWARD], &[Why::Combat.label()])
};

/// What is counted.
pub(crate) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("fatigue", "fatigue by cause", &[], tallies::losses),
    TallyInfo::new("reactions", "charged units that", REACTIONS, reactions),
    TallyInfo::new("squares", "squares before a charge", SQUARES, |page, _, event| {
        tallies::tests(page, event, Why::Square.label(), ["tried", "formed in time"]);
    }),
    TallyInfo::new("steadiness", "units that came to", STEADINESS, steadiness),
    TallyInfo::new("rallies", "rallies", RALLIES, |page, _, event| {
        tallies::tests(page, event, Why::Rally.label(), ["tried", "won"]);
    }),
    TallyInfo::new("fires", "built-up areas", FIRES, fires),
    TallyInfo::new("brigades", "brigades", &[CountInfo::new("collapsed")], brigades),
    TallyInfo::new("leaders", "commanders", &[CountInfo::new("lost")], tallies::leaders),
];

const REACTIONS: &[CountInfo] = &[CountInfo::new("evaded"), CountInfo::new("went to meet it")];
const SQUARES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("formed in time", "tried")];
const STEADINESS: &[CountInfo] = &[CountInfo::new("waver"), CountInfo::new("rout")];
const RALLIES: &[CountInfo] = &[CountInfo::new("tried"), CountInfo::share("won", "tried")];
const FIRES: &[CountInfo] = &[CountInfo::new("at risk"), CountInfo::share("burned", "at risk")];

fn reactions(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Some(unit) = tallies::set(event, marks::EVADED) {
        page.add(field.side(unit), "evaded", 1);
    }
    if let Event::Ordered { side, order } = event
        && order.verb == MEET
    {
        page.add(*side, "went to meet it", 1);
    }
}

fn steadiness(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    for (mark, name) in [(marks::WAVERING, "waver"), (marks::ROUTING, "rout")] {
        if let Some(unit) = tallies::set(event, mark) {
            page.add(field.side(unit), name, 1);
        }
    }
}

/// Counts houses set on fire, for the side whose turn it is: it made the assault.
fn fires(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    let side = field.active().unwrap_or(Side::Blue);
    match event {
        Event::Rolled(roll) if roll.label == Why::Burning.label() => page.add(side, "at risk", 1),
        Event::Ignited { .. } => page.add(side, "burned", 1),
        _ => {}
    }
}

fn brigades(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::BrigadeBroke { brigade, .. } = event {
        page.add(field.roster().brigades[usize::from(*brigade)].side, "collapsed", 1);
    }
}
