//! Units and leaders that are the same in several battles.

use std::collections::BTreeMap;

use battle::Side;
use document::{Table, expected_one_of, nearest};

use super::side;
use super::stages::{is_known, leader_side, unit_side};
use crate::model::{Campaign, LeaderLine, UnitLine};

/// Whom a label is looked for among.
type SideOf = fn(&Campaign, usize, &str) -> Option<Side>;

/// Reads `[[unit]]` and `[[leader]]`.
pub(super) fn read(root: &Table<'_>, campaign: &mut Campaign) {
    let units = root.tables_or_empty("unit");
    campaign.units = lines(&units, campaign, ("unit", unit_side))
        .into_iter()
        .map(|(name, side, labels)| UnitLine { name, side, labels })
        .collect();
    let leaders = root.tables_or_empty("leader");
    campaign.leaders = lines(&leaders, campaign, ("leader", leader_side))
        .into_iter()
        .map(|(name, side, labels)| LeaderLine { name, side, labels })
        .collect();
}

type Row = (String, Side, BTreeMap<String, String>);

fn lines(tables: &[Table<'_>], campaign: &Campaign, (what, side_of): (&str, SideOf)) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for table in tables {
        let (name, own) = (table.text("name").unwrap_or_default(), side(table, "side"));
        if !table.has("side") {
            table.fault_here(format!("{what} `{name}` without a side"), "`side = \"blue\"` or `side = \"red\"`");
        }
        if rows.iter().any(|(other, side, _)| *other == name && Some(*side) == own) {
            table.fault("name", format!("there is a {what} `{name}` of that side already"), "a name of its own");
        }
        let own = own.unwrap_or(campaign.side);
        let labels = labels(table, campaign, (what, side_of), own);
        for (stage, label) in &labels {
            if rows.iter().any(|(.., others)| others.get(stage) == Some(label)) {
                table.fault("is", format!("`{label}` of `{stage}` is somebody else already"), "each label once");
            }
        }
        table.finish();
        rows.push((name, own, labels));
    }
    rows
}

/// Reads `is = { stage = "label" }`.
fn labels(
    table: &Table<'_>,
    campaign: &Campaign,
    (what, side_of): (&str, SideOf),
    own: Side,
) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    let Some(is) = table.table("is") else { return labels };
    for key in is.keys() {
        let label = is.text(key);
        let Some(stage) = campaign.stage_named(key) else {
            let keys: Vec<&str> = campaign.stages.iter().map(|stage| stage.key.as_str()).collect();
            let near = nearest(key, keys.iter().copied()).map(|near| format!("`{near}`"));
            is.fault_key(key, format!("`{key}` is no stage"), near.unwrap_or_else(|| expected_one_of(keys)));
            continue;
        };
        let Some(label) = label else { continue };
        match side_of(campaign, stage, &label) {
            None if is_known(campaign, stage) => {
                is.fault(
                    key,
                    format!("the battle of `{key}` has no {what} `{label}`"),
                    format!("the label of a {what} of {own} there"),
                );
            }
            Some(side) if side != own => {
                is.fault(key, format!("`{label}` of `{key}` is a {what} of {side}"), format!("one of {own}"));
            }
            _ => {}
        }
        labels.insert(key.to_owned(), label);
    }
    if is.keys().is_empty() {
        table.fault("is", format!("a {what} that is in no battle"), "a stage with a label");
    }
    labels
}
