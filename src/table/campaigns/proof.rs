//! Whether a battle of a campaign is the one that its past leads to.

use std::fs;
use std::path::{Path, PathBuf};

use battle::Library;
use campaign::{Fought, Run};
use serde_json::Value;

use super::{run_after, run_of};
use crate::record::{Record, text_at};

/// Draws the battle of a record anew from the past that its header tells of, and compares; where the record of the battle before is in
/// the same folder, what is told of that as well. Nothing for a battle that belongs to no campaign.
///
/// # Errors
/// What differs, in one sentence with names.
pub(crate) fn proof(library: &dyn Library, path: &Path, record: &Record) -> Result<(), String> {
    let Some(notes) = record.header.get("notes").and_then(Value::as_object) else { return Ok(()) };
    let Some(run) = run_of(notes)? else { return Ok(()) };
    let (stage, drawn) = run.battle()?;
    let text = text_at(&record.header, &["battle", "text"])?;
    if let Some(line) = unlike(&text, &drawn) {
        let key = &run.campaign.stages[stage].key;
        return Err(format!("the battle of `{key}` is not the one that the campaign draws: {line}"));
    }
    let seed = record.header.get("seed").and_then(Value::as_u64).unwrap_or_default();
    if seed != run.battle_seed() {
        return Err(format!("the battle has the seed {seed}; expected {} by the campaign's", run.battle_seed()));
    }
    before(library, path, &run)
}

/// The first line in which two texts differ.
fn unlike(found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let (mut one, mut other) = (found.lines(), expected.lines());
    let mut number = 1;
    loop {
        let pair = (one.next(), other.next());
        if pair.0 != pair.1 || pair == (None, None) {
            let said =
                |line: Option<&str>| line.map_or_else(|| String::from("nothing"), |line| format!("`{}`", line.trim()));
            return Some(format!("line {number} is {}; expected {}", said(pair.0), said(pair.1)));
        }
        number += 1;
    }
}

/// Compares the last battle of the past with its record, where that is in the same folder.
fn before(library: &dyn Library, path: &Path, run: &Run) -> Result<(), String> {
    let Some((last, earlier)) = run.past.split_last() else { return Ok(()) };
    let others = records_before(path, run, earlier.len());
    if others.is_empty() {
        return Ok(());
    }
    let Some(other) = others.iter().find(|other| last_hash(other).as_ref() == Some(&last.hash)) else {
        let names: Vec<String> = others.iter().map(|other| name(other)).collect();
        return Err(format!(
            "it follows a battle of `{}` that ended with the hash {}; the record before it, {}, does not",
            last.stage,
            last.hash,
            names.join(" or ")
        ));
    };
    let found = run_after(library, other).map_err(|why| format!("{}: {why}", name(other)))?;
    let Some((found, _)) = found else { return Ok(()) };
    let own = [earlier, &[Fought { way: None, ..last.clone() }]].concat();
    compare(run, &own, &found.past, &name(other))
}

/// Compares the past of a record with that of the record before it, which its battle is now part of.
fn compare(run: &Run, own: &[Fought], found: &[Fought], other: &str) -> Result<(), String> {
    for (one, their) in own.iter().zip(found) {
        let named = |label: &str| called(run, &one.stage, label);
        let told = one.account.differences(&their.account, &named);
        if !told.is_empty() {
            return Err(format!(
                "the account of the battle of `{}` was changed; it has, beside the record {other}: {}",
                one.stage,
                told.join("; ")
            ));
        }
        if one != their {
            return Err(format!("the battle of `{}` in its past is not the one that {other} tells of", one.stage));
        }
    }
    Ok(())
}

/// What somebody with a label is called: by the campaign, else by the battle.
fn called(run: &Run, stage: &str, label: &str) -> String {
    let Some(stage) = run.campaign.stage_named(stage) else { return String::from(label) };
    let unit = run.campaign.unit_of(stage, label).map(|place| &run.campaign.units[place].name);
    let leader = || run.campaign.leader_of(stage, label).map(|place| &run.campaign.leaders[place].name);
    let scenario = &run.campaign.battle(stage).scenario;
    let written = || scenario.armies.iter().flat_map(|army| &army.units).find(|unit| unit.label == label);
    let name = unit.or_else(leader).or_else(|| written().map(|unit| &unit.name));
    name.map_or_else(|| String::from(label), |name| format!("{name} ({label})"))
}

/// The records in the folder that are of the same run, with so many battles before them.
fn records_before(path: &Path, run: &Run, number: usize) -> Vec<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_before = |other: &PathBuf| {
        let part = crate::glance::glance(other).ok().and_then(|glance| glance.campaign);
        part.is_some_and(|part| {
            part.key == run.campaign.key
                && part.hash == run.campaign.hash()
                && part.seed == run.seed
                && part.number == number + 1
        })
    };
    paths.retain(|other| other.extension().is_some_and(|ending| ending == "jsonl") && is_before(other));
    paths
}

/// The hash on the last line of a record, if it has its end.
fn last_hash(path: &Path) -> Option<String> {
    let record = Record::read(path).ok()?;
    let line: Value = serde_json::from_str(&record.items.last()?.text).ok()?;
    line.get("over")?;
    line.get("hash")?.as_str().map(String::from)
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
