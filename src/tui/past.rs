//! What a player has done at a place, and what was there lately, in lines: for the screen and for sentences alike.

use crate::host::{Against, History, Lately, Score, Tally};

/// Columns of the names in a table.
const NAMES: usize = 26;

impl Score {
    const fn battles(self) -> u32 {
        self.won + self.lost + self.drawn
    }

    const fn and(self, other: Score) -> Score {
        Score { won: self.won + other.won, lost: self.lost + other.lost, drawn: self.drawn + other.drawn }
    }
}

fn battles(count: u32) -> String {
    if count == 1 { String::from("1 battle") } else { format!("{count} battles") }
}

fn ends(score: Score) -> String {
    let Score { won, lost, drawn } = score;
    format!("{}: {won} won, {lost} lost, {drawn} drawn", battles(score.battles()))
}

impl Against {
    fn name(&self) -> String {
        match self {
            Against::People => String::from("people"),
            Against::Commander(key) => format!("the computer, {key}"),
        }
    }
}

/// One row for each name, in the order in which they come, with all that is counted under it.
fn table<'a>(tallies: &'a [Tally], name: impl Fn(&'a Tally) -> String) -> Vec<String> {
    let mut rows: Vec<(String, Score)> = Vec::new();
    for tally in tallies {
        let name = name(tally);
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, score)) => *score = score.and(tally.score),
            None => rows.push((name, tally.score)),
        }
    }
    rows.into_iter().map(|(name, score)| format!("  {name:<NAMES$} {}", ends(score))).collect()
}

impl History {
    /// The history in lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        let all = self.tallies.iter().fold(Score::default(), |sum, tally| sum.and(tally.score));
        if all.battles() == 0 {
            return vec![String::from("You have finished no battle yet.")];
        }
        let mut lines = vec![format!("{}.", ends(all))];
        if let Some((rating, games)) = self.rating {
            lines.push(format!("Your rating is {rating}, from {} against people.", battles(games)));
        }
        lines.extend([String::new(), String::from("By rules")]);
        lines.extend(table(&self.tallies, |tally| tally.system.clone()));
        lines.extend([String::new(), String::from("By opponent")]);
        lines.extend(table(&self.tallies, |tally| tally.against.name()));
        lines
    }
}

impl Lately {
    /// At most so many lines: as many results as there is room for above the names.
    pub(crate) fn lines(&self, most: usize) -> Vec<String> {
        let names =
            if self.names.is_empty() { Vec::new() } else { vec![format!("Here today: {}", self.names.join(", "))] };
        let results = self.results.iter().enumerate().map(|(place, result)| {
            let head = if place == 0 { "Lately:" } else { "" };
            format!("{head:<11} {result}")
        });
        let room = most.saturating_sub(names.len()).max(1);
        results.take(room).chain(names).take(most).collect()
    }
}
