//! What can be seen only of a campaign as a whole: whether it comes to an end, and whether its battles can be drawn.

use std::collections::BTreeSet;

use document::{Table, expected_one_of, nearest};

use crate::condition::Condition;
use crate::draw;
use crate::ledger::Ledger;
use crate::model::Campaign;

/// The last ending, and only the last, holds always; no condition of an ending or a way is one that cannot hold.
pub(super) fn endings(root: &Table<'_>, campaign: &Campaign) {
    let tables = root.tables_or_empty("ending");
    let last = tables.len().saturating_sub(1);
    for (place, (table, ending)) in tables.iter().zip(&campaign.endings).enumerate() {
        if place == last && !ending.condition.is_none() {
            table.fault_key("if", "an `if` in the last ending", "none there, for some ending must hold");
        }
        if place < last && ending.condition.is_none() {
            let found = format!("the ending `{}` holds always, and hides those after it", ending.name);
            table.fault("name", found, "an `if`, or this ending as the last");
        }
        condition(table, &ending.condition, campaign, None);
    }
    if root.has("ending") && tables.is_empty() {
        root.fault("ending", "no ending", "at least one [[ending]]");
    }
}

/// Adds faults for what cannot hold; of a way, after the battle of its stage.
fn condition(table: &Table<'_>, condition: &Condition, campaign: &Campaign, stage: Option<usize>) {
    let Some(inner) = table.optional_table("if") else { return };
    if let Some((side, by)) = condition.ahead.filter(|(_, by)| *by > campaign.all_points()) {
        let found =
            format!("{side} cannot be ahead by {by}, for all battles together have {} points", campaign.all_points());
        inner.fault("ahead", found, "no more points than that");
    }
    for key in condition.after.iter().flatten() {
        match (campaign.stage_named(key), stage) {
            (None, _) => {
                let keys: Vec<&str> = campaign.stages.iter().map(|stage| stage.key.as_str()).collect();
                let near = nearest(key, keys.iter().copied()).map(|near| format!("`{near}`"));
                inner.fault("after", format!("`{key}` is no stage"), near.unwrap_or_else(|| expected_one_of(keys)));
            }
            (Some(after), Some(stage)) if after != stage => {
                let found = format!("`after` names `{key}`, but this way comes after `{}`", campaign.stages[stage].key);
                inner.fault("after", found, "no `after` in a way, or its own stage");
            }
            _ => {}
        }
    }
}

/// Every stage is reached, an end is reached from everywhere, and every battle can be drawn.
pub(super) fn course(stages: &[Table<'_>], ways: &[Vec<Table<'_>>], campaign: &Campaign) {
    let reached = closure(campaign, [0].into());
    for (place, table) in stages.iter().enumerate() {
        if !reached.contains(&place) {
            table.fault("key", format!("no way leads to the stage `{}`", campaign.stages[place].key), "a way to it");
        } else if !closure(campaign, [place].into()).iter().any(|stage| may_end(campaign, *stage)) {
            let found = format!("from the stage `{}` no end can be reached", campaign.stages[place].key);
            table.fault("key", found, "a way without `to`, or a stage of which every way has an `if`");
        }
    }
    let fresh = Ledger::fresh(campaign);
    for (stage, tables) in ways.iter().enumerate() {
        for (table, way) in tables.iter().zip(&campaign.stages[stage].ways) {
            condition(table, &way.condition, campaign, Some(stage));
            let Some(to) = way.to else { continue };
            let drawn = draw::battle(campaign, to, Some(way), &fresh);
            let fault = drawn.map(|text| scenario::check(&campaign.battle(to).file, &text).into_iter().next());
            let why = match fault {
                Ok(None) => continue,
                Ok(Some(fault)) => format!("{}; expected {}", fault.found, fault.expected),
                Err(why) => why,
            };
            let found =
                format!("by the way `{}` the battle of `{}` cannot be drawn: {why}", way.name, campaign.stages[to].key);
            let key = if way.late.is_empty() { "absent" } else { "late" };
            table.fault(key, found, "units and places that fit the battle");
        }
    }
}

/// The stages that can come after those, they themselves among them.
fn closure(campaign: &Campaign, mut known: BTreeSet<usize>) -> BTreeSet<usize> {
    let mut open: Vec<usize> = known.iter().copied().collect();
    while let Some(stage) = open.pop() {
        let next = campaign.stages.get(stage).into_iter().flat_map(|stage| &stage.ways).filter_map(|way| way.to);
        open.extend(next.filter(|to| known.insert(*to)));
    }
    known
}

/// Whether the campaign may end after that stage.
fn may_end(campaign: &Campaign, stage: usize) -> bool {
    let ways = &campaign.stages[stage].ways;
    ways.iter().any(|way| way.to.is_none()) || !ways.iter().any(|way| way.condition.is_none())
}
