//! What house rules are worth: battles played by one beside those of the same rule system played without it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::row::Row;
use crate::statistics::DEVIATIONS;
use crate::text::aligned;

/// A difference of so many of its errors is chance once in a thousand times.
const TELLS: f64 = 3.290_526_731;
/// Battles on either side from which on a difference is told: of fewer its error is not known well enough.
const FEWEST: usize = 20;

const HEADS: [&str; 6] = ["rules", "house rule", "games", "turns", "lost", "Blue"];

/// A difference of means with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    by: f64,
    error: f64,
}

impl Change {
    /// Of values with a rule from those without.
    fn of(with: &[f64], without: &[f64]) -> Change {
        let [(one, its), (other, theirs)] = [with, without].map(|values| {
            let n = values.len() as f64;
            let mean = values.iter().sum::<f64>() / n;
            (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0) / n)
        });
        Change { by: one - other, error: (its + theirs).sqrt() }
    }

    fn tells(self) -> bool {
        self.by.abs() > TELLS * self.error
    }

    /// With what is 95 % sure to either side; a star where it tells.
    fn text(self, scale: f64, places: usize) -> String {
        let star = if self.tells() { "*" } else { " " };
        format!("{:+.places$} ± {:.places$}{star}", self.by * scale, self.error * DEVIATIONS * scale)
    }
}

/// What one value of a house rule changes, of battles in a rule system on average.
#[derive(Clone, Debug, PartialEq)]
struct Worth<'a> {
    rules: &'a str,
    /// `key=value`.
    rule: &'a str,
    games: usize,
    /// Turns, the share of both armies' worth that is lost, and Blue's share of the points.
    changes: [Change; 3],
}

/// What is measured of a battle: turns, worth lost by both, Blue's points.
fn measured(row: &Row) -> [f64; 3] {
    let blue = match row.winner.as_str() {
        "blue" => 1.0,
        "red" => 0.0,
        _ => 0.5,
    };
    [f64::from(row.turns), 1.0 - f64::midpoint(row.blue_value_left, row.red_value_left), blue]
}

/// A battle, or the pair of them that is played from both sides on one seed: by which rules, and what is measured.
struct Trial<'a> {
    battle: &'a str,
    house: &'a str,
    values: [f64; 3],
}

/// A mean of measures in the making.
#[derive(Default)]
struct Mean {
    count: f64,
    sum: [f64; 3],
}

impl Mean {
    fn add(&mut self, values: [f64; 3]) {
        self.count += 1.0;
        self.sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }

    fn value(&self) -> [f64; 3] {
        self.sum.map(|sum| sum / self.count)
    }
}

/// The trials of a rule system. Battles on one seed by the same rules count as one, for they are not each other's chance.
fn trials<'a>(rows: &[&'a Row]) -> Vec<Trial<'a>> {
    let mut means: BTreeMap<(&str, u64, &str), Mean> = BTreeMap::new();
    for row in rows {
        means.entry((&row.battle, row.seed, &row.house)).or_default().add(measured(row));
    }
    means.into_iter().map(|((battle, _, house), mean)| Trial { battle, house, values: mean.value() }).collect()
}

/// Takes the mean of its battle from each trial, so that battles which differ do not count as chance.
fn centre(trials: &mut [Trial<'_>]) {
    let mut means: BTreeMap<&str, Mean> = BTreeMap::new();
    for trial in trials.iter() {
        means.entry(trial.battle).or_default().add(trial.values);
    }
    for trial in trials {
        let mean = means[trial.battle].value();
        trial.values.iter_mut().zip(mean).for_each(|(value, mean)| *value -= mean);
    }
}

/// What each value of each house rule changes, by system; nothing of rules that every battle, or none, was played by.
fn worths(rows: &[Row]) -> Vec<Worth<'_>> {
    let mut systems: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.is_fault()) {
        systems.entry(&row.rules).or_default().push(row);
    }
    systems.into_iter().flat_map(|(rules, rows)| of_system(rules, trials(&rows))).collect()
}

fn of_system<'a>(rules: &'a str, mut trials: Vec<Trial<'a>>) -> Vec<Worth<'a>> {
    centre(&mut trials);
    let mut with: BTreeMap<&str, Vec<[f64; 3]>> = BTreeMap::new();
    for trial in &trials {
        for rule in trial.house.split(',').filter(|rule| !rule.is_empty()) {
            with.entry(rule).or_default().push(trial.values);
        }
    }
    let mut found = Vec::new();
    for (rule, values) in &with {
        let key = rule.split('=').next().unwrap_or(rule);
        let sets = |trial: &&Trial<'_>| trial.house.split(',').any(|one| one.split('=').next() == Some(key));
        let without: Vec<[f64; 3]> = trials.iter().filter(|trial| !sets(trial)).map(|trial| trial.values).collect();
        if values.len().min(without.len()) < FEWEST {
            continue;
        }
        let of = |values: &[[f64; 3]], place: usize| values.iter().map(|all| all[place]).collect::<Vec<f64>>();
        let changes = [0, 1, 2].map(|place| Change::of(&of(values, place), &of(&without, place)));
        found.push(Worth { rules, rule, games: values.len(), changes });
    }
    found
}

/// The rules that change a battle further than chance does once in a thousand times, as a table; nothing where none was tried.
pub(crate) fn lines(rows: &[Row]) -> Vec<String> {
    let all = worths(rows);
    if all.is_empty() {
        return Vec::new();
    }
    let tells: Vec<&Worth<'_>> = all.iter().filter(|worth| worth.changes.iter().any(|change| change.tells())).collect();
    let head = format!(
        "house rules: {} of {} values tried change length, losses (of a hundred of both armies' worth) or Blue's share further than chance does once in a thousand times (*){}",
        tells.len(),
        all.len(),
        if tells.is_empty() { "" } else { "; each beside battles that keep the usual value:" }
    );
    let mut cells = vec![HEADS.map(String::from).to_vec()];
    cells.extend(tells.iter().map(|worth| {
        let [turns, lost, blue] = worth.changes;
        let figures = [turns.text(1.0, 1), lost.text(100.0, 1), blue.text(100.0, 1)];
        let mut cells = vec![String::from(worth.rules), String::from(worth.rule), worth.games.to_string()];
        cells.extend(figures);
        cells
    }));
    let table = if tells.is_empty() { Vec::new() } else { aligned(&cells, 2..HEADS.len()) };
    std::iter::once(head).chain(table.into_iter().map(|line| format!("  {line}"))).collect()
}

/// All that were tried, for programs.
pub(crate) fn json(rows: &[Row]) -> Value {
    let change = |change: Change| json!([change.by, change.error]);
    let one = |worth: Worth<'_>| {
        let [turns, lost, blue] = worth.changes.map(change);
        json!({ "rules": worth.rules, "rule": worth.rule, "games": worth.games, "turns": turns, "lost": lost, "blue": blue })
    };
    worths(rows).into_iter().map(one).collect()
}
