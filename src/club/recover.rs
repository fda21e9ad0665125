//! The database made again out of the records, after it was lost or damaged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battle::{Library, Side, Unusable};
use serde_json::Value;
use table::{Game, RealDisk, Summary, SyncWhen, Verdict};

use crate::room::Standing;
use crate::seat::Occupant;
use crate::store::{DATABASE, Found, Saved, Store, saved_players, seconds};

/// Names of records without a battle in the database.
pub(crate) fn unknown(folder: &Path) -> Result<Vec<String>, Unusable> {
    let numbers = records(folder)?;
    if numbers.is_empty() || !folder.join(DATABASE).exists() {
        return Ok(numbers.iter().map(|number| format!("{number}.jsonl")).collect());
    }
    let known = Store::known(folder)?;
    Ok(numbers.iter().filter(|number| !known.contains(number)).map(|number| format!("{number}.jsonl")).collect())
}

/// Records without any database are no club to begin anew: whoever comes would find nothing of theirs.
pub(crate) fn no_books_lost(folder: &Path) -> Result<(), Unusable> {
    if folder.join(DATABASE).exists() || records(folder)?.is_empty() {
        return Ok(());
    }
    let place = folder.display();
    Err(Unusable(format!(
        "there are records in {place} but no {DATABASE}: restore it, or make it again with serve --recover"
    )))
}

/// Numbers of the records in a folder.
fn records(folder: &Path) -> Result<Vec<u64>, Unusable> {
    let folder = folder.join("records");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let wrong = |error: std::io::Error| Unusable(format!("cannot read the folder {}: {error}", folder.display()));
    let mut numbers = Vec::new();
    for entry in fs::read_dir(&folder).map_err(wrong)? {
        let name = entry.map_err(wrong)?.file_name().to_string_lossy().into_owned();
        numbers.extend(name.strip_suffix(".jsonl").and_then(|number| number.parse::<u64>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Makes the database again.
pub(crate) fn recover(library: &dyn Library, folder: &Path) -> Result<Vec<String>, Unusable> {
    let numbers = records(folder)?;
    if numbers.is_empty() {
        return Err(Unusable(format!("there are no records in {} to recover from", folder.display())));
    }
    let mut said = Vec::new();
    let saved = match Store::look(folder) {
        Ok(_) => Vec::new(),
        Err(why) => aside(folder, &why, &mut said)?,
    };
    let store = Store::open(folder, Arc::new(RealDisk), SyncWhen::Each)?;
    let books =
        |error: rusqlite::Error| Unusable(format!("cannot write the database in {}: {error}", folder.display()));
    let players = saved.iter().map(|player| store.restore_player(player)).collect::<Result<Vec<bool>, _>>();
    let players = players.map_err(books)?.into_iter().filter(|new| *new).count();
    if players > 0 {
        said.push(format!("{players} players taken over from the damaged database"));
    }
    let mut taken_up = 0;
    for (number, when) in by_age(folder, &numbers) {
        if store.battle(number).map_err(books)?.is_some() {
            continue;
        }
        match found(library, &store, number, when) {
            Ok(found) => {
                said.push(format!("battle {number}: {}", words(&found)));
                store.restore_battle(&found).map_err(books)?;
                taken_up += 1;
            }
            Err(why) => said.push(format!("battle {number}: left alone: {why}")),
        }
    }
    said.push(format!("{taken_up} of {} records taken up; the others were known or are named above", numbers.len()));
    store.shut().map_err(books)?;
    Ok(said)
}

/// Records with the time of their last order, the oldest first, so that ratings come about as they did.
fn by_age(folder: &Path, numbers: &[u64]) -> Vec<(u64, i64)> {
    let written = |number: &u64| {
        let file = fs::metadata(folder.join(format!("records/{number}.jsonl")));
        (*number, file.and_then(|file| file.modified()).map_or(0, seconds))
    };
    let mut aged: Vec<(u64, i64)> = numbers.iter().map(written).collect();
    aged.sort_by_key(|(number, when)| (*when, *number));
    aged
}

/// Puts a damaged database aside; the players that can be read of it.
fn aside(folder: &Path, why: &Unusable, said: &mut Vec<String>) -> Result<Vec<Saved>, Unusable> {
    if why.0.contains("newer version") || why.0.contains("another process") {
        return Err(why.clone());
    }
    said.push(format!("the database is damaged: {why}"));
    let saved = saved_players(&folder.join(DATABASE));
    let free = |number: &u32| !folder.join(format!("{DATABASE}.damaged-{number}")).exists();
    let number = (1..1000).find(free).unwrap_or(1000);
    for ending in ["", "-wal", "-shm"] {
        let from = folder.join(format!("{DATABASE}{ending}"));
        let to = folder.join(format!("{DATABASE}.damaged-{number}{ending}"));
        if from.exists() {
            let moved = fs::rename(&from, &to);
            moved.map_err(|error| Unusable(format!("cannot put {} aside: {error}", from.display())))?;
        }
    }
    said.push(format!("it is put aside as {DATABASE}.damaged-{number}"));
    Ok(saved)
}

/// What a record tells of its battle.
fn found(library: &dyn Library, store: &Store, number: u64, when: i64) -> Result<Found, String> {
    let path: PathBuf = store.record(number);
    let summary = table::summary(&path).map_err(|why| why.0)?;
    let occupant = |side: Side| occupant(store, &summary, side);
    let seats = [occupant(Side::Blue)?, occupant(Side::Red)?];
    match table::verify(library, &path).map_err(|why| why.0)? {
        Verdict::Differs { turn, .. } => return Err(format!("this version plays it otherwise from turn {turn} on")),
        Verdict::Agrees { .. } | Verdict::Unfinished { .. } => {}
    }
    let disk: Arc<dyn table::Disk> = Arc::new(RealDisk);
    let game = Game::resume_kept(library, &disk, &path, SyncWhen::Each, None).map_err(|why| why.0)?;
    let setup = game.setup();
    let titles = [setup.title(), setup.system.title].map(String::from);
    Ok(Found {
        id: number,
        battle: [summary.battle, titles[0].clone()],
        system: [summary.system, titles[1].clone()],
        house: summary.house,
        seats,
        standing: Standing::of(&game, game.past().record_text().len() as u64),
        last_order: when,
    })
}

/// Who sat there. A player without an account gets the one of the fingerprint in the record.
fn occupant(store: &Store, summary: &Summary, side: Side) -> Result<Occupant, String> {
    let note = summary.notes.get("players").and_then(|players| players.get(side.index()));
    let text = |key: &str| note.and_then(|note| note.get(key)).and_then(Value::as_str).map(String::from);
    if let (Some(name), Some(fingerprint)) = (text("player"), text("fingerprint")) {
        let player = store.player_again(&name, &fingerprint).map_err(|error| error.to_string())?;
        return Ok(player);
    }
    if let Some(key) = text("commander") {
        return Ok(Occupant::Commander(key));
    }
    if let Some(name) = text("guest") {
        return Ok(Occupant::Guest(name));
    }
    match summary.seats[side.index()].as_str() {
        "human" => Err(format!("it is of an older version and does not say who {side} is; grognard replay shows it")),
        key => Ok(Occupant::Commander(String::from(key))),
    }
}

fn words(found: &Found) -> String {
    let [blue, red] = found.seats.each_ref().map(|seat| seat.name().unwrap_or("nobody").to_owned());
    let stands = match &found.standing.end {
        Some(end) => end.words.clone(),
        None => format!("goes on in turn {}", found.standing.turn),
    };
    format!("{}, {blue} against {red}, {stands}", found.battle[1])
}
