//! A run in a few lines.

use crate::fault::Fault;
use crate::figures::{aligned, milliseconds, one, percent, share};
use crate::report::Report;
use crate::statistics::{Interval, elo};
use crate::summary::{Group, Summary};

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

/// How programs played, what was found, what is missing, and what went wrong.
pub(crate) fn closing(report: &Report) -> Vec<String> {
    let mut lines = report.programs().text();
    lines.extend(report.found());
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

/// The first player's share and the Elo difference that it stands for; nothing where no game was finished.
pub(crate) fn standing(summary: &Summary) -> Option<String> {
    let ([first, second], all) = (&summary.players, &summary.all);
    let told = || format!("{first} against {second}: {}, {}", share(all.first_share()), elo_text(all.first_share()));
    (all.finished() > 0).then(told)
}

pub(crate) fn verdicts(summary: &Summary) -> Vec<String> {
    let all = &summary.all;
    let mut lines = Vec::new();
    if let Some(standing) = standing(summary) {
        lines.push(standing);
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
