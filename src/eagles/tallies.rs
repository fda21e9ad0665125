//! What whoever knows Eagles counts: SP lost by cause and regained, answers to Assaults, Generals lost.

use battle::{Battlefield, CountInfo, Event, Lasts, Object, Page, ShockInfo, TallyInfo};
use rulebook::tallies;

use crate::info::{ASSAULT, STAND};

/// An Assaulter that is stopped by fire (EA-ASSAULT-11).
pub(crate) const STOPPED: &str = "{a} is stopped by the fire of {t}";
/// A Unit that withdraws under fire (EA-FIRE-10).
pub(crate) const WITHDRAWS: &str = "{a} withdraws under fire";

/// How Assaults show (EA-ASSAULT-1, EA-ASSAULT-8).
pub(crate) const SHOCK: ShockInfo =
    ShockInfo { ends: &[STOPPED], lasts: Lasts::OneOrder, ..ShockInfo::new(&[ASSAULT], &["assault", "defence"]) };

/// What is counted.
pub(crate) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("losses", "SP lost to", LOSSES, tallies::losses),
    TallyInfo::new("rallies", "rallies", &[CountInfo::new("SP regained")], regained),
    TallyInfo::new("answers", "answers to Assaults", ANSWERS, answers),
    TallyInfo::new("withdrawals", "withdrawals", &[CountInfo::new("under fire")], |page, field, event| {
        said(page, field, event, WITHDRAWS, "under fire");
    }),
    TallyInfo::new("leaders", "Generals", &[CountInfo::new("lost")], tallies::leaders),
];

const LOSSES: &[CountInfo] = &[CountInfo::new("fire"), CountInfo::new("assault")];
const ANSWERS: &[CountInfo] = &[CountInfo::new("stood firm"), CountInfo::new("stopped by fire")];

fn regained(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::Strength { unit, from, to, .. } = event
        && to > from
    {
        page.add(field.side(*unit), "SP regained", u32::from(to.abs_diff(*from)));
    }
}

fn answers(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::Ordered { side, order } = event
        && order.verb == STAND
    {
        page.add(*side, "stood firm", 1);
    }
    if let Event::Told(told) = event
        && told.text == STOPPED
        && let Some(target) = told.target.and_then(Object::unit)
    {
        page.add(field.side(target), "stopped by fire", 1);
    }
}

/// Counts a sentence of its actor.
fn said(page: &mut Page<'_>, field: &Battlefield, event: &Event, text: &str, name: &str) {
    if let Event::Told(told) = event
        && told.text == text
        && let Some(unit) = told.actor.and_then(Object::unit)
    {
        page.add(field.side(unit), name, 1);
    }
}
