//! Reads profiles: unknown keys are refused, every fault is told with file, line and column.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use document::{Document, Faults, Table};

use super::{Judgement, Kind, Planning, Profile, Response, Settings, Weighing};
use crate::considerations::Concern;
use crate::curve::Curve;

/// One number of a table: its own, else the base's; a fault if neither is there.
pub(super) fn setting(
    table: Option<&Table<'_>>,
    key: &str,
    range: RangeInclusive<f64>,
    base: Option<f64>,
) -> Option<f64> {
    match (table, base) {
        (Some(table), Some(base)) => Some(table.number_or(key, range, base)),
        (Some(table), None) => table.number(key, range),
        (None, base) => base,
    }
}

/// Reads a profile. What it does not say is taken from `base`; without one it must say everything that its kind needs.
///
/// # Errors
/// Every fault of the text.
pub(crate) fn parse(file: &str, text: &str, base: Option<&Profile>) -> Result<Profile, Faults> {
    let document = Document::parse(file, text)?;
    let reader = document.read();
    let root = reader.root();
    let name = root.text("name");
    let temper = root.text("temper");
    let kind = Kind::ALL[root.choice_or("kind", Kind::NAMES, 0)];
    let error_rate = root.number_or("error_rate", 0.0..=1.0, base.map_or(0.0, |base| base.error_rate));
    let usual = settings(&root, kind, base.map(|base| &base.settings));
    let under = under(&root, kind, base);
    root.finish();
    let whole = name.zip(temper).zip(usual).zip(under).map(|(((name, temper), settings), under)| Profile {
        name,
        temper,
        kind,
        error_rate,
        settings,
        under,
    });
    reader.finish_with(whole)
}

/// The settings of a table with those of a base where it says nothing.
fn settings(table: &Table<'_>, kind: Kind, base: Option<&Settings>) -> Option<Settings> {
    match kind {
        Kind::Utility => utility(table, base),
        _ => base.cloned(),
    }
}

/// The settings for single rule systems: what the profile says for one goes before what it says for all, and that
/// before what the base says for that one.
fn under(root: &Table<'_>, kind: Kind, base: Option<&Profile>) -> Option<BTreeMap<String, Settings>> {
    let own = root.optional_table("under");
    let mut keys: Vec<&str> = own.as_ref().map_or_else(Vec::new, Table::keys);
    keys.extend(base.iter().flat_map(|base| base.under.keys().map(String::as_str)));
    keys.sort_unstable();
    keys.dedup();
    let mut found = BTreeMap::new();
    for key in keys {
        let usual = settings(root, kind, base.map(|base| base.under(key)))?;
        let table = own.as_ref().and_then(|own| own.optional_table(key));
        let special = match &table {
            Some(table) => utility(table, Some(&usual)),
            None => Some(usual),
        };
        table.iter().for_each(Table::finish);
        found.insert(key.to_owned(), special?);
    }
    own.iter().for_each(Table::finish);
    Some(found)
}

/// The three tables of a weighing commander.
fn utility(root: &Table<'_>, base: Option<&Settings>) -> Option<Settings> {
    let table = |key: &str| if base.is_some() { root.optional_table(key) } else { root.table(key) };
    let (plan, judgement, considerations) = (table("plan"), table("judgement"), table("consideration"));
    let planning = Planning::read(plan.as_ref(), base.map(|base| &base.planning));
    let judged = Judgement::read(judgement.as_ref(), base.map(|base| &base.judgement));
    let weighing = weighing(considerations.as_ref(), base.map(|base| &base.weighing));
    [plan, judgement, considerations].iter().flatten().for_each(Table::finish);
    Some(Settings { planning: planning?, judgement: judged?, weighing: weighing? })
}

fn weighing(table: Option<&Table<'_>>, base: Option<&Weighing>) -> Option<Weighing> {
    let read = |concern: &Concern| {
        let own = table.and_then(|table| match base {
            Some(_) => table.optional_table(concern.key()),
            None => table.table(concern.key()),
        });
        own.map_or_else(|| base.map(|base| base.of(*concern)), |own| response(&own))
    };
    let responses: Vec<Option<Response>> = Concern::ALL.iter().map(read).collect();
    let responses: Option<Vec<Response>> = responses.into_iter().collect();
    responses.and_then(|responses| responses.try_into().ok()).map(Weighing::new)
}

fn response(table: &Table<'_>) -> Option<Response> {
    let weight = table.number("weight", 0.0..=1.0);
    let curve = match table.choice("curve", Curve::NAMES) {
        Some(0) => linear(table),
        Some(1) => power(table),
        Some(2) => logistic(table),
        Some(_) => step(table),
        None => None,
    };
    if curve.is_some() {
        table.finish();
    }
    Some(Response { weight: weight?, curve: curve? })
}

fn linear(table: &Table<'_>) -> Option<Curve> {
    let (from, to) = (table.number("from", 0.0..=1.0), table.number("to", 0.0..=1.0));
    Some(Curve::Linear { from: from?, to: to? })
}

fn power(table: &Table<'_>) -> Option<Curve> {
    let (from, to) = (table.number("from", 0.0..=1.0), table.number("to", 0.0..=1.0));
    let exponent = table.integer("exponent", 1..=64);
    Some(Curve::Power { from: from?, to: to?, exponent: exponent? })
}

fn logistic(table: &Table<'_>) -> Option<Curve> {
    let (middle, steep) = (table.number("middle", 0.0..=1.0), table.number("steep", -100.0..=100.0));
    Some(Curve::Logistic { middle: middle?, steep: steep? })
}

fn step(table: &Table<'_>) -> Option<Curve> {
    let at = table.number("at", 0.0..=1.0);
    let (below, above) = (table.number("below", 0.0..=1.0), table.number("above", 0.0..=1.0));
    Some(Curve::Step { at: at?, below: below?, above: above? })
}
