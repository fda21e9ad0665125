//! The calibration in words: a table for each rule system and kind of order.

use serde_json::{Value, json};

use super::ledger::{Entry, Slot, Source};
use crate::figures::percent;
use crate::reckoning::Reckoning;

/// The calibration as tables, by rule system.
pub(crate) fn lines(reckoning: &Reckoning) -> Vec<String> {
    by_system(reckoning).iter().flat_map(|(rules, entries)| of_system(rules, entries)).collect()
}

/// The calibration for programs: the lines of all games together, each with its rule system.
pub(crate) fn json(reckoning: &Reckoning) -> Vec<Value> {
    let line = |rules: &str, line: &Entry| {
        json!({
            "rules": rules,
            "source": line.source,
            "kind": line.kind,
            "slot": line.slot,
            "orders": line.orders,
            "foreseen": line.mean_foreseen(),
            "came": line.mean_came(),
            "error": line.error(),
            "off": line.is_off(),
            "far": line.is_far(),
            "agreed": line.agreed,
            "worst": line.worst,
        })
    };
    let own = |(rules, entries): &(&str, Vec<Entry>)| entries.iter().map(|one| line(rules, one)).collect::<Vec<_>>();
    by_system(reckoning).iter().flat_map(own).collect()
}

/// The lines of each rule system, all its games together.
fn by_system(reckoning: &Reckoning) -> Vec<(&str, Vec<Entry>)> {
    reckoning.systems().iter().map(|ruled| (ruled.rules.as_str(), ruled.ledger.entries())).collect()
}

fn of_system(rules: &str, entries: &[Entry]) -> Vec<String> {
    let of = |source| entries.iter().filter(move |line| line.source == source).collect::<Vec<_>>();
    let tried = format!("{rules}: orders drawn at random and tried, foreseen beside what came");
    let given = format!("{rules}: orders given, which were chosen for what they promise");
    let thrown = format!("{rules}: orders drawn at random and tried many times, foreseen beside the mean that came");
    let worked = format!("{rules}: orders followed through every way of the dice, foreseen beside the mean of all");
    let tables = [(Source::Tried, &tried), (Source::Thrown, &thrown), (Source::Given, &given)];
    let tables = tables.map(|(source, title)| table(&of(source), title));
    tables.into_iter().flatten().chain(worked_out(&of(Source::Worked), &worked)).collect()
}

/// What is known without chance: a line for each kind, at most 80 letters.
fn worked_out(entries: &[&Entry], title: &str) -> Vec<String> {
    if entries.is_empty() {
        return Vec::new();
    }
    let heads = format!("  {:<24}{:>10}{:>10}{:>12}{:>18}", "foreseen", "mean", "came", "most missed", "as foreseen");
    let row = |line: &&Entry| {
        let [foreseen, came] = [line.mean_foreseen(), line.mean_came()];
        let agreed = format!("{} of {}", line.agreed, line.orders);
        format!("  {:<24}{foreseen:>10.4}{came:>10.4}{:>12.4}{agreed:>18}", line.kind, line.worst)
    };
    let [agreed, all] = entries.iter().fold([0, 0], |sum, line| [sum[0] + line.agreed, sum[1] + line.orders]);
    let lines = entries.iter().map(row);
    let sum = format!("  {agreed} of {all} came as foreseen, to a millionth");
    [String::from(title), heads].into_iter().chain(lines).chain([sum]).collect()
}

/// Whether a kind of thing was never foreseen and never came, which is not worth a line.
fn is_nothing(entries: &[&Entry], kind: &str) -> bool {
    entries.iter().filter(|line| line.kind == kind).all(|line| line.foreseen <= 0.0 && line.came <= 0.0)
}

fn table(entries: &[&Entry], title: &str) -> Vec<String> {
    let worth = |line: &&&Entry| !is_nothing(entries, &line.kind);
    let entries: Vec<&Entry> = entries.iter().filter(worth).copied().collect();
    if entries.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::from(title), heads()];
    let mut kind = "";
    for line in &entries {
        if line.kind != kind {
            kind = &line.kind;
            lines.push(format!("  {kind}"));
        }
        lines.push(row(line));
    }
    let off = entries.iter().filter(|line| line.is_off()).count();
    let far = entries.iter().filter(|line| line.is_far()).count();
    lines.push(format!("  {off} of {} lines are off, {far} of them by more than five points", entries.len()));
    lines
}

fn heads() -> String {
    format!("    {:<12}{:>10}{:>10}{:>20}{:>9}", "foreseen", "mean", "came", "95 % sure", "orders")
}

/// One line of a table, at most 72 letters.
fn row(line: &Entry) -> String {
    let off = if line.is_off() { "  off" } else { "" };
    let orders = line.orders;
    if line.is_of_means() {
        let (foreseen, came, error) = (line.mean_foreseen(), line.mean_came(), line.error());
        let sure = format!("error {error:.4}");
        return format!("    {:<12}{foreseen:>10.4}{came:>10.4}{sure:>20}{orders:>9}{off}", slot(line.slot));
    }
    let share = line.share();
    let [foreseen, came, low, high] = [line.mean_foreseen(), share.share, share.low, share.high].map(percent);
    let sure = format!("{low} to {high}");
    format!("    {:<12}{foreseen:>10}{came:>10}{sure:>20}{orders:>9}{off}", slot(line.slot))
}

fn slot(slot: Slot) -> String {
    match slot {
        Slot::Never => String::from("never"),
        Slot::Tenth(tenth) => format!("{} to {} %", tenth * 10, tenth * 10 + 10),
        Slot::Always => String::from("always"),
        Slot::Amount => String::from("on average"),
    }
}
