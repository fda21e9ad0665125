//! One battle under several rule systems, side by side: who wins, how long, what each arm loses, what decides.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::row::Row;
use crate::statistics::{Interval, wilson};
use crate::text::{aligned, one, percent, whole};

const HEADS: [&str; 11] =
    ["rules", "games", "Blue", "drawn", "Red", "limit", "turns", "foot", "horse", "guns", "ends and turns by"];
/// Columns of figures, which stand to the right.
const FIGURES: std::ops::Range<usize> = 1..10;

/// A battle under one rule system.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The rule system.
    pub rules: String,
    /// Games that came to an end.
    pub games: u32,
    /// Won by Blue, drawn, won by Red.
    pub results: [u32; 3],
    /// Ended at the turn limit.
    pub at_limit: u32,
    /// Turns on average.
    pub turns: f64,
    /// The share of its strength that infantry, cavalry and artillery lost on average, of Blue and of Red; nothing
    /// where there is none of the arm.
    pub lost: [[Option<f64>; 3]; 2],
    /// How most games ended, and the share of games that did.
    pub ending: Option<(String, f64)>,
    /// What losers lost most to in their worst turn most often, and the share of games with a loser in which they did.
    pub cause: Option<(String, f64)>,
    /// Their worst turn on average.
    pub decisive_turn: Option<f64>,
}

/// A battle under the rule systems that it was played under.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The battle.
    pub battle: String,
    /// By rule system, in the order of the plan.
    pub entries: Vec<Entry>,
}

/// The battles that were played under more than one rule system, in the order of the plan.
#[must_use]
pub fn comparisons(rows: &[Row]) -> Vec<Comparison> {
    let battles = firsts(rows.iter().map(|row| row.battle.as_str()));
    let of = |battle: &str| {
        let own: Vec<&Row> = rows.iter().filter(|row| row.battle == battle && !row.is_fault()).collect();
        let systems = firsts(own.iter().map(|row| row.rules.as_str()));
        let entry = |rules: &&str| {
            Entry::of(rules, &own.iter().copied().filter(|row| row.rules == **rules).collect::<Vec<_>>())
        };
        Comparison { battle: String::from(battle), entries: systems.iter().map(entry).collect() }
    };
    battles.into_iter().map(of).filter(|comparison| comparison.entries.len() > 1).collect()
}

/// Each name once, in the order of its first mention.
fn firsts<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut firsts = Vec::new();
    for name in names {
        if !firsts.contains(&name) {
            firsts.push(name);
        }
    }
    firsts
}

impl Entry {
    fn of(rules: &str, rows: &[&Row]) -> Entry {
        let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count() as u32;
        let endings = rows.iter().map(|row| row.reason.as_str());
        let losers: Vec<&Row> = rows.iter().copied().filter(|row| row.decisive_turn.is_some()).collect();
        Entry {
            rules: String::from(rules),
            games: rows.len() as u32,
            results: ["blue", "draw", "red"].map(|who| count(&|row| row.winner == who)),
            at_limit: count(&Row::at_turn_limit),
            turns: mean(rows.iter().map(|row| f64::from(row.turns))).unwrap_or_default(),
            lost: [lost_by(rows, &blue_arms), lost_by(rows, &red_arms)],
            ending: commonest(endings),
            cause: commonest(losers.iter().map(|row| row.decisive_cause.as_str())),
            decisive_turn: mean(losers.iter().filter_map(|row| row.decisive_turn).map(f64::from)),
        }
    }

    /// Blue's share of the games that somebody won.
    #[must_use]
    pub fn blue_share(&self) -> Interval {
        let [blue, _, red] = self.results;
        wilson(f64::from(blue), blue + red)
    }

    fn cells(&self) -> Vec<String> {
        let [blue, drawn, red] = self.results.map(|games| games.to_string());
        let limit = percent(f64::from(self.at_limit) / f64::from(self.games.max(1)));
        let arm = |arm: usize| format!("{} / {}", whole(self.lost[0][arm]), whole(self.lost[1][arm]));
        let mut cells = vec![self.rules.clone(), self.games.to_string(), blue, drawn, red, limit, one(self.turns)];
        cells.extend([0, 1, 2].map(arm));
        cells.push(self.story());
        cells
    }

    /// How it ends and what turns it: `objectives 75 %; turn 8.2, fire 60 %`.
    fn story(&self) -> String {
        let part = |(name, share): &(String, f64)| format!("{name} {}", whole(Some(*share)));
        let ending = self.ending.as_ref().map(part).unwrap_or_default();
        match (&self.cause, self.decisive_turn) {
            (Some(cause), Some(turn)) => format!("{ending}; turn {}, {}", one(turn), part(cause)),
            _ => ending,
        }
    }

    fn json(&self) -> Value {
        let by_name =
            |of: &Option<(String, f64)>| of.as_ref().map(|(name, share)| json!({ "what": name, "share": share }));
        json!({
            "rules": self.rules,
            "games": self.games,
            "blue_wins": self.results[0],
            "draws": self.results[1],
            "red_wins": self.results[2],
            "turn_limit": self.at_limit,
            "turns": self.turns,
            "blue_lost": self.lost[0],
            "red_lost": self.lost[1],
            "ending": by_name(&self.ending),
            "decisive_cause": by_name(&self.cause),
            "decisive_turn": self.decisive_turn,
        })
    }
}

impl Comparison {
    /// The table as lines: losses are shares of the arm's strength, Blue's before Red's.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut rows = vec![HEADS.map(String::from).to_vec()];
        rows.extend(self.entries.iter().map(Entry::cells));
        let mut lines = vec![format!(
            "{} under {} rule systems; lost by arm, Blue / Red; the losers' worst turn and what it was",
            self.battle,
            self.entries.len()
        )];
        lines.extend(aligned(&rows, FIGURES).into_iter().map(|line| format!("  {line}")));
        lines
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "battle": self.battle, "systems": self.entries.iter().map(Entry::json).collect::<Vec<_>>() })
    }
}

/// Lost and full strength of an arm in a game.
type Arms = [(i32, i32); 3];

fn blue_arms(row: &Row) -> Arms {
    [
        (row.blue_infantry_lost, row.blue_infantry),
        (row.blue_cavalry_lost, row.blue_cavalry),
        (row.blue_artillery_lost, row.blue_artillery),
    ]
}

fn red_arms(row: &Row) -> Arms {
    [
        (row.red_infantry_lost, row.red_infantry),
        (row.red_cavalry_lost, row.red_cavalry),
        (row.red_artillery_lost, row.red_artillery),
    ]
}

fn lost_by(rows: &[&Row], arms: &dyn Fn(&Row) -> Arms) -> [Option<f64>; 3] {
    [0, 1, 2].map(|arm| {
        let (lost, full) = rows.iter().fold((0.0, 0.0), |(lost, full), row| {
            let of_row = arms(row)[arm];
            (lost + f64::from(of_row.0), full + f64::from(of_row.1))
        });
        (full > 0.0).then(|| lost / full)
    })
}

/// The commonest name and its share; of equals the first by name.
fn commonest<'a>(names: impl Iterator<Item = &'a str>) -> Option<(String, f64)> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    let all: u32 = counts.values().sum();
    let most = counts.values().max()?;
    let (name, count) = counts.iter().find(|(_, count)| *count == most)?;
    Some((String::from(*name), f64::from(*count) / f64::from(all)))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}
