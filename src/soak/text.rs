//! A run in a few lines, and for programs; and how numbers are written.

use std::ops::Range;

use serde_json::{Value, json};

use crate::calibration;
use crate::comparison::Comparison;
use crate::fault::Fault;
use crate::report::Report;
use crate::statistics::{Interval, elo};
use crate::summary::{Group, Summary, Thinking, Toll};
use crate::themes;
use crate::worth;

const HEADS: [&str; 11] =
    ["battle", "rules", "games", "first", "drawn", "second", "limit", "faults", "turns", "contact", "idle"];

/// Groups that the brief summary tells one by one.
const FEW: usize = 12;

/// What fits a screen: by battle where there are few, else by rule system; who won; what went wrong. `more` is where the rest is to
/// be had.
pub(crate) fn brief(report: &Report, summary: &Summary, more: &str) -> String {
    let [first, second] = &summary.players;
    let mut lines = vec![format!("first {first}, second {second}; seed {}", report.seed())];
    lines.extend(if summary.groups.len() > FEW { system_table(summary) } else { table(summary) });
    lines.extend(verdicts(summary));
    lines.extend(closing(report));
    lines.push(format!("more: {more}"));
    lines.join("\n") + "\n"
}

/// What was found, what is missing, and what went wrong.
pub(crate) fn closing(report: &Report) -> Vec<String> {
    let mut lines: Vec<String> = report.found().into_iter().collect();
    if report.games() < report.planned() && !report.has_enough() {
        lines.push(format!("broken off: {} of {} games were played", report.games(), report.planned()));
    }
    lines.extend(report.left_out().iter().map(|line| format!("left out: {line}")));
    lines.extend(report.faults().iter().flat_map(fault_lines));
    lines
}

/// All battles of each rule system in a line.
fn system_table(summary: &Summary) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = vec![HEADS.iter().map(ToString::to_string).collect()];
    for group in summary.systems.iter().chain([&summary.all]) {
        let battles = summary.groups.iter().filter(|one| group.rules.is_empty() || one.rules == group.rules).count();
        let mut cells = cells(group);
        cells[0] = if group.rules.is_empty() { String::from("all") } else { format!("{battles} battles") };
        rows.push(cells);
    }
    aligned(&rows, 2..HEADS.len())
}

pub(crate) fn table(summary: &Summary) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = vec![HEADS.iter().map(ToString::to_string).collect()];
    rows.extend(summary.groups.iter().map(cells));
    if summary.groups.len() != 1 {
        let mut all = cells(&summary.all);
        all[0] = String::from("all");
        rows.push(all);
    }
    aligned(&rows, 2..HEADS.len())
}

/// Rows of cells as lines, those columns to the right, the others to the left.
pub(crate) fn aligned(rows: &[Vec<String>], right: Range<usize>) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let cell = |(place, (text, width)): (usize, (&String, &usize))| {
        if right.contains(&place) { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let line = |row: &Vec<String>| row.iter().zip(&widths).enumerate().map(cell).collect::<Vec<_>>().join("  ");
    rows.iter().map(|row| String::from(line(row).trim_end())).collect()
}

fn cells(group: &Group) -> Vec<String> {
    let contact = if group.no_contact == group.finished() { String::from("-") } else { one(group.contact_turn) };
    vec![
        group.battle.clone(),
        group.rules.clone(),
        group.games.to_string(),
        group.first_wins.to_string(),
        group.draws.to_string(),
        group.second_wins.to_string(),
        group.turn_limit.to_string(),
        group.faults.to_string(),
        one(group.turns),
        contact,
        percent(group.idle_share),
    ]
}

fn toll_json(toll: &Toll) -> Value {
    json!({
        "infantry_lost": toll.lost[0],
        "cavalry_lost": toll.lost[1],
        "artillery_lost": toll.lost[2],
        "retreats": toll.retreats,
        "squares": toll.squares,
        "routs": toll.routs,
        "brigades_broken": toll.brigades_broken,
        "sprung": toll.sprung,
        "charges": toll.charges,
        "charges_foreseen": toll.charges_foreseen,
        "charges_succeeded": toll.charges_succeeded,
        "counts": toll.counts,
    })
}

pub(crate) fn verdicts(summary: &Summary) -> Vec<String> {
    let ([first, second], all) = (&summary.players, &summary.all);
    let mut lines = Vec::new();
    if all.finished() > 0 {
        lines.push(format!("{first} against {second}: {}, {}", share(all.first_share()), elo_text(all.first_share())));
        let lost = [all.first_lost, all.second_lost].map(percent);
        lines.push(format!("lost of the army's worth: first {}, second {}", lost[0], lost[1]));
    }
    lines.push(seat_line(all));
    if summary.think.max > 0 {
        let [p50, p95, max] = [summary.think.p50, summary.think.p95, summary.think.max].map(milliseconds);
        lines.push(format!("think time a side's turn: half within {p50}, 95 % within {p95}, longest {max}"));
    }
    lines
}

/// Whether a seat is favoured.
fn seat_line(all: &Group) -> String {
    let decided = all.blue_wins + all.red_wins;
    let interval = all.blue_share();
    let verdict = match interval {
        _ if decided == 0 => return String::from("seats: no game was won"),
        Interval { low, .. } if low > 0.5 => "Blue's seat is favoured",
        Interval { high, .. } if high < 0.5 => "Red's seat is favoured",
        _ => "no seat is shown to be favoured",
    };
    format!("seats: Blue won {} of {decided} decided games, {}: {verdict}", all.blue_wins, share(interval))
}

pub(crate) fn share(interval: Interval) -> String {
    let [share, low, high] = [interval.share, interval.low, interval.high].map(percent);
    format!("{share} (95 % sure: {low} to {high})")
}

fn elo_text(interval: Interval) -> String {
    let [middle, low, high] = [interval.share, interval.low, interval.high].map(elo);
    match (middle.is_finite(), middle > 0.0) {
        (true, _) => format!("Elo {middle:+.0} ({low:+.0} to {high:+.0})"),
        (false, true) => format!("Elo above {low:+.0}"),
        (false, false) => format!("Elo below {high:+.0}"),
    }
}

fn fault_lines(fault: &Fault) -> Vec<String> {
    let mut lines = vec![format!("fault in game {}: {}", fault.index, fault.what)];
    lines.push(format!("  again: {}", fault.command));
    lines.extend(fault.record.iter().map(|path| format!("  record: {}", path.display())));
    lines
}

pub(crate) fn one(number: f64) -> String {
    format!("{number:.1}")
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A share in whole hundredths; a dash for nothing.
pub(crate) fn whole(share: Option<f64>) -> String {
    share.map_or_else(|| String::from("-"), |share| format!("{:.0} %", share * 100.0))
}

pub(crate) fn milliseconds(microseconds: u64) -> String {
    format!("{:.1} ms", microseconds as f64 / 1000.0)
}

/// The summary as one JSON object. Infinite Elo values are null.
pub(crate) fn json(report: &Report, summary: &Summary) -> String {
    let faults: Vec<Value> = report.faults().iter().map(fault_json).collect();
    json!({
        "players": summary.players,
        "seed": report.seed(),
        "planned": report.planned(),
        "all": group_json(&summary.all),
        "groups": summary.groups.iter().map(group_json).collect::<Vec<_>>(),
        "comparisons": summary.comparisons.iter().map(Comparison::json).collect::<Vec<_>>(),
        "clauses": themes::clauses_json(report.reckoning()),
        "thinking": summary.thinking.iter().map(thinking_json).collect::<Vec<_>>(),
        "think_microseconds": { "p50": summary.think.p50, "p95": summary.think.p95, "max": summary.think.max },
        "left_out": report.left_out(),
        "foreseen": calibration::json(report.reckoning()),
        "house_rules": worth::json(report.reckoning()),
        "faults": faults,
    })
    .to_string()
}

fn fault_json(fault: &Fault) -> Value {
    json!({ "index": fault.index, "what": fault.what, "command": fault.command, "record": fault.record })
}

fn thinking_json(of: &Thinking) -> Value {
    let times = of.times;
    json!({ "rules": of.rules, "player": of.player, "turns": of.turns, "p50": times.p50, "p95": times.p95, "max": times.max })
}

fn group_json(group: &Group) -> Value {
    let interval = |interval: Interval| json!([interval.share, interval.low, interval.high]);
    let first = group.first_share();
    json!({
        "battle": group.battle,
        "rules": group.rules,
        "games": group.games,
        "first_wins": group.first_wins,
        "draws": group.draws,
        "second_wins": group.second_wins,
        "blue_wins": group.blue_wins,
        "red_wins": group.red_wins,
        "turn_limit": group.turn_limit,
        "faults": group.faults,
        "first_share": interval(first),
        "first_elo": [elo(first.share), elo(first.low), elo(first.high)],
        "blue_share": interval(group.blue_share()),
        "turns": group.turns,
        "contact_turn": group.contact_turn,
        "no_contact": group.no_contact,
        "idle_share": group.idle_share,
        "first_lost": group.first_lost,
        "second_lost": group.second_lost,
        "orders": group.orders,
        "toll": toll_json(&group.toll),
    })
}
