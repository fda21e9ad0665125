//! What more than one rule system counts: losses by cause, tests tried and passed, marks, leaders who leave.

use battle::{Battlefield, Event, Marks, Page, Perch, Side, UnitId};

/// Strength lost, by what the log says that it was lost to.
pub fn losses(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Event::Strength { unit, from, to, cause, .. } = event
        && to < from
    {
        page.add(field.side(*unit), cause, u32::from(from.abs_diff(*to)));
    }
}

/// Rolls of that label: `tried`, and `won` where they are passed.
pub fn tests(page: &mut Page<'_>, event: &Event, label: &str, [tried, won]: [&str; 2]) {
    if let Event::Rolled(roll) = event
        && roll.label == label
    {
        page.add(roll.side, tried, 1);
        if roll.passed() {
            page.add(roll.side, won, 1);
        }
    }
}

/// The unit on which an event sets one of those marks.
#[must_use]
pub fn set(event: &Event, marks: Marks) -> Option<UnitId> {
    match event {
        Event::Marked { unit, marks: set, on: true, .. } if set.intersects(marks) => Some(*unit),
        _ => None,
    }
}

/// The unit of which an event clears one of those marks.
#[must_use]
pub fn cleared(event: &Event, marks: Marks) -> Option<UnitId> {
    match event {
        Event::Marked { unit, marks: cleared, on: false, .. } if cleared.intersects(marks) => Some(*unit),
        _ => None,
    }
}

/// The side of a leader who leaves the field, and the clause by which.
#[must_use]
pub fn leader_lost(field: &Battlefield, event: &Event) -> Option<(Side, &'static str)> {
    match event {
        Event::LeaderMoved { leader, to: Perch::Away, clause } => Some((field.roster().leader(*leader).side, clause)),
        _ => None,
    }
}

/// Leaders who leave the field.
pub fn leaders(page: &mut Page<'_>, field: &Battlefield, event: &Event) {
    if let Some((side, _)) = leader_lost(field, event) {
        page.add(side, "lost", 1);
    }
}
