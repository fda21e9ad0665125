//! How long players thought: lines of a file of their own, for no two runs have the same.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use battle::{Side, Unusable};
use serde::{Deserialize, Serialize};

use crate::lines;
use crate::row::Row;
use crate::sums::Spread;

/// How long both players of a battle thought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// The game's number in the plan.
    pub index: usize,
    /// The battle's key.
    pub battle: String,
    /// The rule system's key.
    pub rules: String,
    /// Blue's player.
    pub blue: String,
    /// Red's player.
    pub red: String,
    /// Blue's turns, one after another, in microseconds.
    pub blue_microseconds: Vec<u64>,
    /// Red's.
    pub red_microseconds: Vec<u64>,
}

impl Times {
    /// Of the game of a row, by turn and side.
    pub(crate) fn of(row: &Row, thought: impl Iterator<Item = (Side, u64)>) -> Times {
        let mut times = Times {
            index: row.index,
            battle: row.battle.clone(),
            rules: row.rules.clone(),
            blue: row.blue.clone(),
            red: row.red.clone(),
            ..Times::default()
        };
        for (side, time) in thought {
            let own = if side == Side::Blue { &mut times.blue_microseconds } else { &mut times.red_microseconds };
            own.push(time);
        }
        times
    }

    /// Writes it as a line of JSON.
    ///
    /// # Errors
    /// As the output says.
    pub fn write_json(&self, mut out: impl Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }
}

/// How many bytes of a file of think times are of the first battles of a run, so many; a line that is none ends them.
#[must_use]
pub fn times_of_first(text: &str, battles: usize) -> u64 {
    lines::of_first(text, battles, |times: &Times| times.index)
}

/// Think times of a side's turn, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkTimes {
    /// Half of them took no longer.
    pub p50: u64,
    /// 95 of 100 took no longer.
    pub p95: u64,
    /// The longest.
    pub max: u64,
}

/// Think times as they are counted: to three figures, the longest as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    times: Spread,
    longest: u64,
}

impl Clock {
    /// Adds a time in microseconds.
    pub(crate) fn add(&mut self, time: u64) {
        let tens = 10_u64.pow(time.max(1).ilog10().saturating_sub(2));
        self.times.add(time.saturating_add(tens / 2) / tens * tens);
        self.longest = self.longest.max(time);
    }

    fn merge(&mut self, other: &Clock) {
        self.times.merge(&other.times);
        self.longest = self.longest.max(other.longest);
    }

    /// How many turns.
    pub(crate) fn turns(&self) -> u64 {
        self.times.count()
    }

    /// What so many of a hundred turns took no longer than; nothing of none.
    pub(crate) fn within(&self, hundredths: u64) -> Option<u64> {
        self.times.at((self.times.count() * hundredths).div_ceil(100).saturating_sub(1))
    }

    pub(crate) fn times(&self) -> ThinkTimes {
        let at = |hundredths: u64| self.within(hundredths).unwrap_or_default();
        ThinkTimes { p50: at(50), p95: at(95), max: self.longest }
    }
}

/// Think times of many battles, by rule system, battle and player.
#[derive(Clone, Debug, Default)]
pub struct Clocks(BTreeMap<[String; 3], Clock>);

impl Clocks {
    /// The think times of a file, line by line; a last line that was being written is left out.
    ///
    /// # Errors
    /// A sentence naming the file and the line that is none, or that the file cannot be read.
    pub fn read(file: &str, input: impl BufRead) -> Result<Clocks, Unusable> {
        let mut clocks = Clocks::default();
        lines::each(file, input, "the think times of a battle", |times: Times| {
            clocks.hear(&times);
            Ok(())
        })?;
        Ok(clocks)
    }

    /// Adds the times of a battle.
    pub fn hear(&mut self, times: &Times) {
        for (player, own) in [(&times.blue, &times.blue_microseconds), (&times.red, &times.red_microseconds)] {
            let key = [&times.rules, &times.battle, player].map(String::clone);
            let clock = self.0.entry(key).or_default();
            own.iter().for_each(|time| clock.add(*time));
        }
    }

    /// Those of one rule system; of one battle and one player, where these are named.
    pub(crate) fn of(&self, rules: Option<&str>, battle: Option<&str>, player: Option<&str>) -> Clock {
        let is = |wanted: Option<&str>, name: &String| wanted.is_none_or(|wanted| wanted == name);
        let mut sum = Clock::default();
        let own = self.0.iter().filter(|([one, place, who], _)| is(rules, one) && is(battle, place) && is(player, who));
        own.for_each(|(_, clock)| sum.merge(clock));
        sum
    }

    /// The players under a rule system.
    pub(crate) fn players<'a>(&'a self, rules: &'a str) -> std::collections::BTreeSet<&'a str> {
        self.0.keys().filter(|[one, ..]| one == rules).map(|[.., player]| player.as_str()).collect()
    }
}
