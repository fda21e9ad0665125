//! Results read back: lines that are none are told and left out, shards are put together, what is doubled or missing is named.

use std::collections::BTreeMap;

use crate::row::Row;

/// Numbers of games that are named at most; of the others it is told how many they are.
const NAMED: usize = 8;

/// What a file of results says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The file's name.
    pub file: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// What is wrong with it, a sentence each.
    pub told: Vec<String>,
}

impl Reading {
    /// The rows of a file of JSON Lines.
    #[must_use]
    pub fn of(file: &str, text: &str) -> Reading {
        let mut reading = Reading { file: String::from(file), ..Reading::default() };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = || format!("{file}, line {}", number + 1);
            match serde_json::from_str::<Row>(line) {
                Ok(row) => reading.rows.push(row),
                Err(error) => reading.told.push(format!("{}: left out, not the result of a battle: {error}", at())),
            }
        }
        let mut known: BTreeMap<usize, u32> = BTreeMap::new();
        reading.rows.iter().for_each(|row| *known.entry(row.index).or_default() += 1);
        let doubled: Vec<usize> = known.iter().filter(|(_, times)| **times > 1).map(|(index, _)| *index).collect();
        if !doubled.is_empty() {
            reading.told.push(format!("{file}: {} more than once: the first of each counts", games(&doubled)));
            let mut seen = std::collections::BTreeSet::new();
            reading.rows.retain(|row| seen.insert(row.index));
        }
        reading
    }

    /// The shards of one run put together in the order of its plan. Of a game that two files have the first counts; whether it came
    /// to the same in both is told.
    #[must_use]
    pub fn merged(shards: Vec<Reading>) -> Reading {
        let mut told = Vec::new();
        let mut rows: BTreeMap<usize, (String, Row)> = BTreeMap::new();
        let names: Vec<String> = shards.iter().map(|shard| shard.file.clone()).collect();
        for shard in shards {
            told.extend(shard.told);
            let (doubled, new): (Vec<Row>, Vec<Row>) =
                shard.rows.into_iter().partition(|row| rows.contains_key(&row.index));
            told.extend(doubles(&rows, &shard.file, &doubled));
            rows.extend(new.into_iter().map(|row| (row.index, (shard.file.clone(), row))));
        }
        let last = rows.keys().next_back().copied().unwrap_or_default();
        let missing: Vec<usize> = (0..last).filter(|index| !rows.contains_key(index)).collect();
        if !missing.is_empty() {
            told.push(format!("missing up to game {last}: {}: a shard is lost or not done", games(&missing)));
        }
        Reading { file: names.join(" + "), rows: rows.into_values().map(|(_, row)| row).collect(), told }
    }
}

/// What is told of games that a shard has and one before it had.
fn doubles(rows: &BTreeMap<usize, (String, Row)>, file: &str, doubled: &[Row]) -> Option<String> {
    let known = |row: &Row| rows.get(&row.index);
    let (other, _) = doubled.first().and_then(known)?;
    let same = doubled.iter().all(|row| known(row).is_some_and(|(_, known)| known.hash == row.hash));
    let numbers: Vec<usize> = doubled.iter().map(|row| row.index).collect();
    let came = if same { "came to the same in both" } else { "did not come to the same: not shards of one run" };
    Some(format!("{file}: {} stand in {other} too and {came}: the first counts", games(&numbers)))
}

/// Numbers of games in words, runs of them drawn together.
fn games(numbers: &[usize]) -> String {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some([_, last]) if *last + 1 == *number => *last = *number,
            _ => runs.push([*number, *number]),
        }
    }
    let named = runs.iter().take(NAMED).map(|[first, last]| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    let text = named.collect::<Vec<_>>().join(", ");
    let more = if runs.len() > NAMED { ", ..." } else { "" };
    let word = if numbers.len() == 1 { "game" } else { "games" };
    format!("{} {word} ({text}{more})", numbers.len())
}
