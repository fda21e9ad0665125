//! S7c: armies that break, and who is ahead at the end (SN-END).

use battle::{Count, Departure, Goal, Grip, Outcome, Presence, Reason, Side, UnitId, rule};
use hexes::Hex;

use crate::{Umpire, War, tables};

/// Units of a side that count toward its breaking.
fn lost(war: &War, side: Side) -> usize {
    let counts = |unit: &UnitId| {
        let state = war.field().unit(*unit);
        let routed = matches!(state.presence, Presence::Gone(Departure::Routed | Departure::Destroyed));
        let panic = state.presence == Presence::OnMap && state.strength == tables::PANIC && war.options().panic_breaks;
        war.side(*unit) == side && (routed || panic)
    };
    war.field().ids().filter(counts).count()
}

/// Units of a side at the start, reinforcements included.
fn starting(war: &War, side: Side) -> usize {
    war.field().ids().filter(|unit| war.side(*unit) == side).count()
}

/// What breaks an army, in a sentence (SN-END-2).
pub(crate) fn breaks(war: &War) -> &'static str {
    if war.options().panic_breaks {
        "An army of which half of the units have been routed, or are in a panic, at a turn's end breaks, and loses at once."
    } else {
        "An army of which half of the units have been routed by a turn's end breaks, and loses at once."
    }
}

/// Whether half of an army is gone (SN-END-2).
pub(crate) fn is_broken(war: &War, side: Side) -> bool {
    let all = starting(war, side);
    all > 0 && lost(war, side) >= all.div_ceil(2) && rule!("SN-END-2")
}

/// The turn's end: an army that has broken loses, two that have draw; a side with nobody left ends the battle.
pub(crate) fn look(umpire: &mut Umpire<'_>) {
    rulebook::ending::take_objectives(umpire);
    let broken = Side::ALL.map(|side| is_broken(umpire, side));
    let counted = count_up(umpire);
    let winner = match broken {
        [false, false] => return look_for_nobody(umpire),
        [true, true] => None,
        [true, false] => Some(Side::Red),
        [false, true] => Some(Side::Blue),
    };
    umpire.end(Outcome { winner, reason: Reason::Broken, ..counted });
}

fn look_for_nobody(umpire: &mut Umpire<'_>) {
    let there = |unit: UnitId| matches!(umpire.field().unit(unit).presence, Presence::Due | Presence::OnMap);
    let alive = |side: Side| umpire.field().ids().any(|unit| umpire.side(unit) == side && there(unit));
    if !Side::ALL.into_iter().all(alive) && rule!("SN-END-5") {
        let outcome = count_up(umpire);
        umpire.end(outcome);
    }
}

/// Points are counted at the limit (SN-END-3).
fn is_counted() -> bool {
    rule!("SN-END-3")
}

/// What a unit does to an objective: better than panic it holds and denies within an inch (SN-END-3).
pub(crate) fn grip(war: &War, unit: UnitId, area: &[Hex]) -> Grip {
    let stands = war.strength(unit) > tables::PANIC;
    let steps = tables::HOLDING / war.field().inches_per_hex().max(1);
    let near = war.field().grip_within(unit, area, steps, Grip::Holds);
    if stands || !is_counted() { near } else { Grip::Neither }
}

/// The worth of what a side has lost: quality rank times stands.
fn spoils(war: &War, side: Side) -> i16 {
    let gone = |unit: &UnitId| {
        let presence = war.field().unit(*unit).presence;
        war.side(*unit) == side && matches!(presence, Presence::Gone(Departure::Routed | Departure::Destroyed))
    };
    let worth = |unit: UnitId| (war.profile(unit).quality as i16 + 1) * i16::from(war.stands(unit));
    war.field().ids().filter(|unit| gone(unit) && is_counted()).map(worth).sum()
}

/// At the limit: points of objectives, and if they are equal the worth of destroyed enemies (SN-END-3).
pub(crate) fn count_up(war: &War) -> Outcome {
    let objectives = war.field().roster().objectives.iter().any(|objective| objective.goal != Goal::Destroy);
    let counted = rulebook::ending::count_up(war);
    if objectives && counted.winner.is_some() {
        return counted;
    }
    let spoils = [spoils(war, Side::Red), spoils(war, Side::Blue)];
    let winner = match spoils[0].cmp(&spoils[1]) {
        std::cmp::Ordering::Greater => Some(Side::Blue),
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    };
    let winner = winner.filter(|_| rule!("SN-END-1"));
    Outcome { winner, reason: Reason::Losses, points: spoils, count: Count::Losses }
}
