//! What whoever knows McNally counts: losses, panic by cause, evasions, militia, routs and rallies, generals.

use battle::{Battlefield, CountInfo, Event, Page, Presence, Sense, ShockInfo, Strikes, TallyInfo, UnitId};
use rulebook::tallies;

use crate::info::CHARGE;
use crate::marks;
use crate::why::Why;

/// How charges and melees show (MC-CHARGE-2, MC-MELEE-5).
pub(crate) const SHOCK: ShockInfo = ShockInfo {
    strikes: Strikes::Together,
    tests: &[Why::Charging.label(), Why::Second.label()],
    recoils: &[Why::Retreat.label()],
    answers_count_others: true,
    ..ShockInfo::new(&[CHARGE], &[Why::Melee.label()])
};

/// What is counted.
pub(crate) const TALLIES: &[TallyInfo] = &[
    TallyInfo::new("losses", "figures lost to", LOSSES, tallies::losses),
    TallyInfo::new("panic", "panic markers by cause", &[], panic),
    TallyInfo::new("evasions", "evasions", &[CountInfo::new("made")], |page, field, event| {
        if let Some(unit) = tallies::set(event, marks::EVADED) {
            page.add(field.side(unit), "made", 1);
        }
    }),
    TallyInfo::new("militia", "militia", MILITIA, militia),
    TallyInfo::new("routs", "routs", ROUTS, routs),
    TallyInfo::new("generals", "generals", GENERALS, generals),
];

const LOSSES: &[CountInfo] = &[CountInfo::new("fire"), CountInfo::new("melee")];
const MILITIA: &[CountInfo] = &[
    CountInfo::new("units"),
    CountInfo::share("fell back before contact", "units"),
    CountInfo::share("came into contact", "units"),
];
const ROUTS: &[CountInfo] =
    &[CountInfo::new("begun"), CountInfo::new("tests to rally"), CountInfo::share("rallied", "tests to rally")];
const GENERALS: &[CountInfo] = &[
    CountInfo::new("lightly wounded"),
    CountInfo::new("seriously wounded"),
    CountInfo::new("killed"),
    CountInfo::new("captured"),
    CountInfo::new("lost with their units"),
];

/// The clause by which a general alone is ridden down.
pub(crate) const CAPTURED: &str = "MC-GENERAL-2";
/// The clause by which he goes with a unit that is no more.
pub(crate) const LOST_WITH: &str = "MC-GENERAL-7";

fn panic(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::Marked { unit, marks, on: true, cause } = event
        && marks.contains(marks::PANIC)
    {
        page.add(field.side(*unit), cause, 1);
    }
}

fn is_militia(field: &Battlefield, unit: UnitId) -> bool {
    field.roster().unit(unit).class.contains("militia")
}

/// Militia that fell back before it had been in contact once (MC-MOVE-18, MC-SPECIAL-3).
fn militia(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    let (fell_back, met) = ("fell back before contact", "came into contact");
    if let Some(unit) = tallies::set(event, marks::CONTACT).filter(|unit| is_militia(field, *unit))
        && page.note(unit, met)
    {
        page.add(field.side(unit), met, 1);
    }
    if let Some(unit) = tallies::set(event, marks::FALLING_BACK).filter(|unit| is_militia(field, *unit))
        && !page.is_noted(unit, met)
        && page.note(unit, fell_back)
    {
        page.add(field.side(unit), fell_back, 1);
    }
    if matches!(event, Event::Ended(_)) {
        let known = |unit: &UnitId| is_militia(field, *unit) && field.unit(*unit).presence != Presence::Unknown;
        field.ids().filter(known).for_each(|unit| page.add(field.side(unit), "units", 1));
    }
}

fn routs(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Some(unit) = tallies::set(event, marks::ROUTING) {
        page.add(field.side(unit), "begun", 1);
    }
    if let Event::Rolled(roll) = event
        && let Some(unit) = roll.who.and_then(battle::Object::unit)
        && field.shows(unit, Sense::Routing)
    {
        tallies::tests(page, event, Why::Marker.label(), ["tests to rally", "rallied"]);
    }
}

fn generals(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    match event {
        Event::Rolled(roll) if roll.label == Why::Wound.label() => match roll.result {
            1 => page.add(roll.side, "lightly wounded", 1),
            2 => page.add(roll.side, "seriously wounded", 1),
            _ => {}
        },
        _ => match tallies::leader_lost(field, event) {
            Some((side, CAPTURED)) => page.add(side, "captured", 1),
            Some((side, LOST_WITH)) => page.add(side, "lost with their units", 1),
            Some((side, _)) => page.add(side, "killed", 1),
            None => {}
        },
    }
}
