//! The whole of what a run tells, by theme: a heading each, tables and sentences below it.

use std::collections::BTreeMap;

use battle::Heading;
use serde_json::{Value, json};

use crate::calibration;
use crate::cell::Cell;
use crate::comparison::Comparison;
use crate::counts;
use crate::figures::{aligned, charges_foreseen, milliseconds, of_charges, one, percent};
use crate::reckoning::{Reckoning, sum};
use crate::report::Report;
use crate::summary::{Group, Summary, Thinking};
use crate::sums::Names;
use crate::text::{closing, table, verdicts};
use crate::worth;

/// Tallies that tell what becomes of leaders.
const LEADERS: [&str; 2] = ["leaders", "generals"];
/// Tallies that tell of losses.
const LOSSES: [&str; 6] = ["losses", "units_lost", "drops", "fatigue", "panic", "steadiness"];
/// Tallies that tell of charges.
const CHARGES: [&str; 2] = ["charges", "combats_won"];
/// Names of a kind that are told in a line; of the others how many they are.
const NAMED: usize = 6;

/// A theme: its heading and its lines.
type Theme = (&'static str, Vec<String>);

/// Everything, theme by theme; one of which there is nothing to tell is left out.
pub(crate) fn summary(report: &Report, summary: &Summary) -> String {
    let [first, second] = &summary.players;
    let reckoning = report.reckoning();
    let told = |asked: &dyn Fn(&str) -> bool| tallies(report, summary, &|heading| asked(heading.key));
    let is_of = |themes: &[&str], key: &str| themes.contains(&key);
    let themes: [Theme; 12] = [
        ("RESULTS", [table(summary), verdicts(summary)].concat()),
        ("LENGTH", length(reckoning, summary)),
        ("LOSSES", [losses(reckoning, summary), told(&|key| is_of(&LOSSES, key))].concat()),
        ("WHAT DECIDES", decides(reckoning)),
        ("CHARGES", [charges(summary), told(&|key| is_of(&CHARGES, key))].concat()),
        ("LEADERS", told(&|key| is_of(&LEADERS, key))),
        ("WHAT ELSE IS COUNTED", told(&|key| ![&LOSSES[..], &CHARGES, &LEADERS].concat().contains(&key))),
        ("ONE BATTLE UNDER SEVERAL RULE SYSTEMS", summary.comparisons.iter().flat_map(Comparison::lines).collect()),
        ("CLAUSES BY USE", clauses(reckoning)),
        ("WHAT WAS FORESEEN", foreseen(report)),
        ("HOUSE RULES", worth::lines(reckoning)),
        ("THINK TIMES", think_times(&summary.thinking)),
    ];
    let mut lines = vec![format!("first {first}, second {second}; seed {}", report.seed())];
    for (heading, told) in themes.into_iter().filter(|(_, told)| !told.is_empty()) {
        lines.extend([String::new(), String::from(heading)]);
        lines.extend(told);
    }
    let closing = closing(report);
    if !closing.is_empty() {
        lines.push(String::new());
    }
    lines.extend(closing);
    lines.join("\n") + "\n"
}

/// A table with a line for each rule system of which a game came to an end.
fn by_system(heads: &[&str], summary: &Summary, cells: impl Fn(&Group) -> Vec<String>) -> Vec<String> {
    let ended = || summary.systems.iter().filter(|group| group.finished() > 0);
    if ended().next().is_none() {
        return Vec::new();
    }
    let mut rows = vec![heads.iter().map(ToString::to_string).collect()];
    rows.extend(ended().map(|group| [vec![group.rules.clone()], cells(group)].concat()));
    aligned(&rows, 1..heads.len())
}

/// All battles under a rule system.
fn of_system(reckoning: &Reckoning, rules: &str) -> Cell {
    sum(reckoning.under(rules))
}

fn of_finished(group: &Group, games: u32) -> String {
    percent(f64::from(games) / f64::from(group.finished().max(1)))
}

fn length(reckoning: &Reckoning, summary: &Summary) -> Vec<String> {
    let heads = ["rules", "turns", "half of them", "first fight", "no fight", "at the limit", "idle", "orders"];
    by_system(&heads, summary, |group| {
        let cell = of_system(reckoning, &group.rules);
        let last = cell.turns.count().saturating_sub(1);
        let at = |quarter: u64| cell.turns.at((last * quarter + 2) / 4).unwrap_or_default();
        vec![
            one(group.turns),
            format!("{} to {}", at(1), at(3)),
            if group.no_contact == group.finished() { String::from("-") } else { one(group.contact_turn) },
            of_finished(group, group.no_contact),
            of_finished(group, group.turn_limit),
            percent(group.idle_share),
            one(group.orders),
        ]
    })
}

fn losses(reckoning: &Reckoning, summary: &Summary) -> Vec<String> {
    let heads = ["rules", "worth lost", "foot", "horse", "guns", "fell back", "routs", "squares", "brigades", "sprung"];
    by_system(&heads, summary, |group| {
        let cell = of_system(reckoning, &group.rules);
        let arm = |arm: usize| {
            let both = |of: [[i64; 3]; 2]| (of[0][arm] + of[1][arm]) as f64;
            let (lost, full) = (both(cell.arms_lost), both(cell.arms_full));
            if full > 0.0 { percent(lost / full) } else { String::from("-") }
        };
        let toll = &group.toll;
        let mut cells = vec![percent(cell.lost_by_both.mean())];
        cells.extend([0, 1, 2].map(arm));
        cells.extend([toll.retreats, toll.routs, toll.squares].map(one));
        cells.extend([toll.brigades_broken, toll.sprung].map(|number| format!("{number:.2}")));
        cells
    })
}

/// How battles end, and what losers lose most to in their worst turn.
fn decides(reckoning: &Reckoning) -> Vec<String> {
    let line = |rules: &String| {
        let cell = of_system(reckoning, rules);
        let turn = cell.decisive.mean();
        let worst = shares(&cell.causes);
        let worst = if worst.is_empty() { worst } else { format!("; the loser's worst turn ({turn:.1}): {worst}") };
        (cell.finished() > 0).then(|| format!("{rules}: ends by {}{worst}", shares(&cell.endings)))
    };
    reckoning.systems().iter().filter_map(|ruled| line(&ruled.rules)).collect()
}

/// Names with their shares of all, most first.
fn shares(names: &Names) -> String {
    let all: u64 = names.values().sum();
    let mut sorted: Vec<(&String, u64)> = names.iter().map(|(name, times)| (name, *times)).collect();
    sorted.sort_by_key(|(name, times)| (std::cmp::Reverse(*times), *name));
    let share = |(name, times): &(&String, u64)| format!("{name} {}", percent(*times as f64 / all as f64));
    let mut told: Vec<String> = sorted.iter().take(NAMED).map(share).collect();
    if sorted.len() > NAMED {
        told.push(format!("{} others", sorted.len() - NAMED));
    }
    told.join(", ")
}

/// Charges, and whether the odds shown of them came true.
fn charges(summary: &Summary) -> Vec<String> {
    let heads = ["rules", "declared a game", "to break or throw back by the odds shown", "did"];
    by_system(&heads, summary, |group| {
        let toll = &group.toll;
        vec![one(toll.charges), charges_foreseen(toll), of_charges(toll, toll.charges_succeeded)]
    })
}

/// The means a game of the tallies asked for, system by system.
fn tallies(report: &Report, summary: &Summary, asked: &dyn Fn(&Heading) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    for info in report.systems() {
        let own = summary.systems.iter().find(|group| group.rules == info.key && group.finished() > 0);
        lines.extend(own.into_iter().flat_map(|group| counts::lines(group, info, asked)));
    }
    if lines.is_empty() { lines } else { [vec![String::from("a game, both sides together:")], lines].concat() }
}

/// The clauses of each rule system by how often they are used.
fn clauses(reckoning: &Reckoning) -> Vec<String> {
    let mut lines = Vec::new();
    for ruled in reckoning.systems() {
        let cell = of_system(reckoning, &ruled.rules);
        let mut clauses: Vec<(&String, &[u64; 2])> = cell.clauses.iter().collect();
        clauses.sort_by_key(|(clause, [uses, _])| (std::cmp::Reverse(*uses), *clause));
        let games = f64::from(cell.finished().max(1));
        let row = |(clause, [uses, in_games]): &(&String, &[u64; 2])| {
            vec![String::clone(clause), format!("{:.2}", *uses as f64 / games), percent(*in_games as f64 / games)]
        };
        let mut rows = vec![[ruled.rules.as_str(), "times a game", "of the games"].map(String::from).to_vec()];
        rows.extend(clauses.iter().map(row));
        if rows.len() > 1 {
            lines.extend(aligned(&rows, 1..3));
        }
    }
    lines
}

/// The clauses for programs: by rule system and clause how often, and in how many games.
pub(crate) fn clauses_json(reckoning: &Reckoning) -> Value {
    let used = |rules: &str| -> BTreeMap<String, Value> {
        let json = |(clause, [uses, games]): (String, [u64; 2])| (clause, json!({ "uses": uses, "games": games }));
        of_system(reckoning, rules).clauses.into_iter().map(json).collect()
    };
    let of = |rules: &String| (rules.clone(), json!(used(rules)));
    Value::Object(reckoning.systems().iter().map(|ruled| of(&ruled.rules)).collect())
}

fn foreseen(report: &Report) -> Vec<String> {
    let untried = report.untried().iter().map(|line| format!("calibration: {line}"));
    calibration::lines(report.reckoning()).into_iter().chain(untried).collect()
}

/// How long each player thinks, by rule system.
fn think_times(thinking: &[Thinking]) -> Vec<String> {
    if thinking.is_empty() {
        return Vec::new();
    }
    let heads = ["rules", "player", "turns", "half within", "95 % within", "longest"];
    let mut rows = vec![heads.map(String::from).to_vec()];
    rows.extend(thinking.iter().map(|of| {
        let mut cells = vec![of.rules.clone(), of.player.clone(), of.turns.to_string()];
        cells.extend([of.times.p50, of.times.p95, of.times.max].map(milliseconds));
        cells
    }));
    aligned(&rows, 2..heads.len())
}
