//! What house rules are worth: battles played by one beside those of the same rule system played without it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::figures::aligned;
use crate::reckoning::{Reckoning, Ruled};
use crate::row::Row;
use crate::statistics::DEVIATIONS;
use crate::sums::Moments;

/// A difference of so many of its errors is chance once in a thousand times.
const TELLS: f64 = 3.290_526_731;
/// What rounding leaves of a difference of nothing.
const NOTHING: f64 = 1e-9;
/// Battles on either side from which on a difference is told: of fewer its error is not known well enough.
const FEWEST: f64 = 20.0;

const HEADS: [&str; 6] = ["rules", "house rule", "games", "turns", "lost", "Blue"];

/// What is measured of a battle: turns, the share of both armies' worth that is lost, and Blue's share of the points.
const MEASURES: usize = 3;

fn measured(row: &Row) -> [f64; MEASURES] {
    let blue = match row.winner.as_str() {
        "blue" => 1.0,
        "red" => 0.0,
        _ => 0.5,
    };
    [f64::from(row.turns), 1.0 - f64::midpoint(row.blue_value_left, row.red_value_left), blue]
}

/// What was measured of battles.
type Measures = [Moments; MEASURES];

fn merged(mut sums: Measures, more: Measures) -> Measures {
    sums.iter_mut().zip(more).for_each(|(sum, more)| sum.merge(more));
    sums
}

/// Battles of one battle file: all of them, and those that were played by each `key=value`.
#[derive(Clone, Debug, Default)]
struct OfBattle {
    all: Measures,
    with: BTreeMap<String, Measures>,
}

impl OfBattle {
    /// Those by a rule; measures less the battle's mean, so that battles which differ do not count as chance.
    fn by(&self, rule: &str) -> Measures {
        self.centred(self.with.get(rule).copied().unwrap_or_default())
    }

    /// Those that keep the usual value of a key.
    fn without(&self, key: &str) -> Measures {
        let set = self.with.iter().filter(|(rule, _)| key_of(rule) == key);
        let set = set.fold(Measures::default(), |sums, (_, more)| merged(sums, *more));
        self.centred([0, 1, 2].map(|place| self.all[place].without(set[place])))
    }

    fn centred(&self, sums: Measures) -> Measures {
        [0, 1, 2].map(|place| sums[place].less(self.all[place].mean()))
    }
}

fn key_of(rule: &str) -> &str {
    rule.split('=').next().unwrap_or(rule)
}

/// The battles of a rule system by the house rules that they were played by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trials {
    battles: BTreeMap<String, OfBattle>,
    open: Option<Trial>,
}

/// A battle, or the pair of them that is played from both sides on one seed: they count as one, for they are not each other's
/// chance.
#[derive(Clone, Debug)]
struct Trial {
    battle: String,
    seed: u64,
    house: String,
    values: Measures,
}

impl Trials {
    /// Adds a battle; the second of a pair comes next after the first.
    pub(crate) fn add(&mut self, row: &Row) {
        let is_of = |trial: &Trial| trial.battle == row.battle && trial.seed == row.seed && trial.house == row.house;
        if !self.open.as_ref().is_some_and(is_of) {
            self.close();
            let (battle, house) = (row.battle.clone(), row.house.clone());
            self.open = Some(Trial { battle, seed: row.seed, house, values: Measures::default() });
        }
        if let Some(trial) = &mut self.open {
            trial.values.iter_mut().zip(measured(row)).for_each(|(sum, value)| sum.add(value));
        }
    }

    /// Counts the last battle or pair.
    fn close(&mut self) {
        let Some(trial) = self.open.take() else { return };
        let mut once = Measures::default();
        once.iter_mut().zip(trial.values).for_each(|(sum, values)| sum.add(values.mean()));
        let known = self.battles.entry(trial.battle).or_default();
        known.all = merged(known.all, once);
        for rule in trial.house.split(',').filter(|rule| !rule.is_empty()) {
            let with = known.with.entry(String::from(rule)).or_default();
            *with = merged(*with, once);
        }
    }

    /// What each value of each house rule changes; nothing of rules that every battle, or none, was played by.
    fn worths<'a>(&self, rules: &'a str) -> Vec<Worth<'a>> {
        let mut all = self.clone();
        all.close();
        let tried: BTreeSet<&String> = all.battles.values().flat_map(|battle| battle.with.keys()).collect();
        let sum = |of: &dyn Fn(&OfBattle) -> Measures| all.battles.values().map(of).fold(Measures::default(), merged);
        let worth = |rule: &&String| {
            let (with, without) = (sum(&|battle| battle.by(rule)), sum(&|battle| battle.without(key_of(rule))));
            let games = with[0].count();
            let many = games.min(without[0].count()) >= FEWEST;
            let changes = [0, 1, 2].map(|place| Change::of(with[place], without[place]));
            many.then(|| Worth { rules, rule: String::clone(rule), games: games as usize, changes })
        };
        tried.iter().filter_map(worth).collect()
    }
}

/// A difference of means with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    by: f64,
    error: f64,
}

impl Change {
    /// Of battles with a rule from those without.
    fn of(with: Moments, without: Moments) -> Change {
        Change { by: with.mean() - without.mean(), error: with.error().hypot(without.error()) }
    }

    fn tells(self) -> bool {
        self.by.abs() > TELLS * self.error + NOTHING
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
    rule: String,
    games: usize,
    changes: [Change; MEASURES],
}

/// What was tried under every system.
fn worths(reckoning: &Reckoning) -> Vec<Worth<'_>> {
    let mut systems: Vec<&Ruled> = reckoning.systems().iter().collect();
    systems.sort_by(|one, other| one.rules.cmp(&other.rules));
    systems.into_iter().flat_map(|ruled| ruled.trials.worths(&ruled.rules)).collect()
}

/// The rules that change a battle further than chance does once in a thousand times, as a table; nothing where none was tried.
pub(crate) fn lines(reckoning: &Reckoning) -> Vec<String> {
    let all = worths(reckoning);
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
        let mut cells = vec![String::from(worth.rules), worth.rule.clone(), worth.games.to_string()];
        cells.extend(figures);
        cells
    }));
    let table = if tells.is_empty() { Vec::new() } else { aligned(&cells, 2..HEADS.len()) };
    std::iter::once(head).chain(table.into_iter().map(|line| format!("  {line}"))).collect()
}

/// All that were tried, for programs.
pub(crate) fn json(reckoning: &Reckoning) -> Value {
    let change = |change: Change| json!([change.by, change.error]);
    let one = |worth: Worth<'_>| {
        let [turns, lost, blue] = worth.changes.map(change);
        json!({ "rules": worth.rules, "rule": worth.rule, "games": worth.games, "turns": turns, "lost": lost, "blue": blue })
    };
    worths(reckoning).into_iter().map(one).collect()
}
