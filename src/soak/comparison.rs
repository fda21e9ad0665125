//! One battle under several rule systems, side by side: who wins, how long, what each arm loses, what decides.

use serde_json::{Value, json};

use crate::cell::Cell;
use crate::figures::{aligned, one, percent, whole};
use crate::reckoning::Reckoning;
use crate::statistics::{Interval, wilson};
use crate::sums::Names;

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
pub(crate) fn comparisons(reckoning: &Reckoning) -> Vec<Comparison> {
    let mut comparisons: Vec<Comparison> = Vec::new();
    for played in reckoning.played().iter().filter(|played| played.cell.finished() > 0) {
        let entry = Entry::of(&played.rules, &played.cell);
        match comparisons.iter_mut().find(|known| known.battle == played.battle) {
            Some(known) => known.entries.push(entry),
            None => comparisons.push(Comparison { battle: played.battle.clone(), entries: vec![entry] }),
        }
    }
    comparisons.retain(|comparison| comparison.entries.len() > 1);
    comparisons
}

impl Entry {
    fn of(rules: &str, cell: &Cell) -> Entry {
        let share = |lost: i64, full: i64| (full > 0).then(|| lost as f64 / full as f64);
        let lost = |side: usize| [0, 1, 2].map(|arm| share(cell.arms_lost[side][arm], cell.arms_full[side][arm]));
        Entry {
            rules: String::from(rules),
            games: cell.finished(),
            results: cell.results,
            at_limit: cell.at_limit,
            turns: cell.turns.mean(),
            lost: [lost(0), lost(1)],
            ending: commonest(&cell.endings),
            cause: commonest(&cell.causes),
            decisive_turn: (cell.decisive.count() > 0.0).then(|| cell.decisive.mean()),
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

/// The commonest name and its share; of equals the first by name.
fn commonest(names: &Names) -> Option<(String, f64)> {
    let all: u64 = names.values().sum();
    let most = names.values().max()?;
    let (name, times) = names.iter().find(|(_, times)| *times == most)?;
    Some((name.clone(), *times as f64 / all as f64))
}
