//! Battles of campaigns: what their records carry, how the next one begins, and what is told of one that is over.

mod account;
mod folder;
mod proof;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battle::{HouseRules, Library, SystemInfo, Unusable};
use campaign::{Fought, Run, Way};
use serde_json::{Map, Value, json};

use crate::game::Game;
use crate::record::{Notes, Record};
use crate::record_file::RecordFile;
use crate::setup::{SeatSpec, Setup};
use crate::verify;

pub use folder::{Going, going};
pub(crate) use proof::proof;

/// The key of a campaign among the notes of a record.
const NOTE: &str = "campaign";

/// How the battles of a campaign are played: the same from the first to the last, unless somebody says otherwise.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rule system.
    pub system: &'static SystemInfo,
    /// House rules as the user set them.
    pub house: HouseRules,
    /// Who gives Blue's and Red's orders.
    pub seats: [SeatSpec; 2],
}

impl Terms {
    /// Those by which a battle was played.
    #[must_use]
    pub fn of(setup: &Setup) -> Terms {
        Terms { system: setup.system, house: setup.house.clone(), seats: setup.seats.clone() }
    }
}

/// The battle that is next in a run, and what its record has to carry.
///
/// # Errors
/// When no battle is to be fought now, or when it cannot be read.
pub fn next_battle(library: &dyn Library, run: &Run, terms: &Terms) -> Result<(Setup, Notes), Unusable> {
    let (stage, text) = run.battle().map_err(Unusable)?;
    let key = &run.campaign.battle(stage).scenario.key;
    let battle = library.battle_from_text(&format!("{key}.toml"), &text)?;
    let Terms { system, house, seats } = terms.clone();
    Ok((Setup { battle, system, house, seats, seed: run.battle_seed() }, notes(run)))
}

/// What the record of a run's next battle carries: the campaign with its battles as written, and all that was before. That is
/// enough to draw the battle anew, and to go on with the campaign.
#[must_use]
pub fn notes(run: &Run) -> Notes {
    let campaign = run.campaign.as_ref();
    let battles: Map<String, Value> =
        campaign.battles.iter().map(|(name, battle)| (name.clone(), json!(battle.text.as_ref()))).collect();
    let note = json!({
        "key": campaign.key,
        "hash": campaign.hash(),
        "text": campaign.text.as_ref(),
        "battles": battles,
        "seed": run.seed,
        "past": run.past,
    });
    [(String::from(NOTE), note)].into_iter().collect()
}

/// The run of a campaign that notes of a record tell of, up to the battle of that record; nothing where they tell of none.
///
/// # Errors
/// A sentence, when what they tell is none that this program could have written.
pub fn run_of(notes: &Notes) -> Result<Option<Run>, String> {
    let Some(note) = notes.get(NOTE) else { return Ok(None) };
    let text = |key: &str| note.get(key).and_then(Value::as_str).ok_or_else(|| format!("the campaign has no `{key}`"));
    let (key, written, hash) = (text("key")?, text("text")?, text("hash")?);
    if blake3::hash(written.as_bytes()).to_hex().as_str() != hash {
        return Err(String::from("the campaign in the record was changed: its hash is not the one beside it"));
    }
    let shelf = |name: &str| {
        let text = note.get("battles").and_then(|battles| battles.get(name)).and_then(Value::as_str);
        let file = if name.ends_with(".toml") { String::from(name) } else { format!("{name}.toml") };
        Ok((file, String::from(text.ok_or_else(|| format!("the record has no battle `{name}`"))?)))
    };
    let campaign = campaign::parse(&format!("{key}.toml"), written, &shelf).map_err(|faults| faults.to_string())?;
    let seed = note.get("seed").and_then(Value::as_u64).ok_or("the campaign has no `seed`")?;
    let past = note.get("past").cloned().unwrap_or_default();
    let past: Vec<Fought> = serde_json::from_value(past).map_err(|error| format!("the campaign's past: {error}"))?;
    Ok(Some(Run { campaign: Arc::new(campaign), seed, past }))
}

/// A run with a way taken after the battle that was fought last.
///
/// # Errors
/// A sentence, when that way is not open.
pub fn take(run: &Run, way: &Way) -> Result<Run, String> {
    let mut taken = run.clone();
    if let Some(last) = taken.past.last_mut() {
        last.way = Some(way.name.clone());
    }
    taken.position().map(|_| taken)
}

/// A run that has come to the end of the battle in a record: that battle is the last of its past. With it, the terms it was played by.
/// Nothing for a battle that goes on, or belongs to no campaign.
///
/// # Errors
/// A record that cannot be read, or is not played as it was.
pub fn run_after(library: &dyn Library, path: &Path) -> Result<Option<(Run, Terms)>, Unusable> {
    let record = Record::read(path)?;
    let mut game = Game::of_record(library, &record)?;
    verify::replay(&mut game, &record).map_err(|difference| difference.unusable(path))?;
    game.run_after().map_err(Unusable)
}

/// A campaign taken up where it was left.
#[derive(Clone, Debug)]
pub struct TakenUp {
    /// The run; what it has come to is its last battle, fought or going on.
    pub run: Run,
    /// How its battles are played.
    pub terms: Terms,
    /// The record of the battle that goes on; `None` between battles.
    pub fighting: Option<PathBuf>,
}

/// Takes a campaign up from the record that has come farthest ([`going`]). A program is never started because a record says so; a
/// person takes its seat.
///
/// # Errors
/// A record that cannot be read, is not played as it was, or belongs to no campaign.
pub fn take_up(library: &dyn Library, path: &Path) -> Result<TakenUp, Unusable> {
    let record = Record::read(path)?;
    let wrong = |why: String| Unusable(format!("{}: {why}", path.display()));
    let mut taken = match run_after(library, path)? {
        Some((run, terms)) => TakenUp { run, terms, fighting: None },
        None => {
            let notes = record.header.get("notes").and_then(Value::as_object).cloned().unwrap_or_default();
            let run = run_of(&notes).map_err(wrong)?;
            let run = run.ok_or_else(|| wrong(String::from("this is no battle of a campaign")))?;
            TakenUp { run, terms: Terms::of(&record.setup(library)?), fighting: Some(path.to_owned()) }
        }
    };
    for seat in taken.terms.seats.iter_mut().filter(|seat| seat.is_outside()) {
        *seat = SeatSpec::Human;
    }
    Ok(taken)
}

/// Begins the battle that is next in a run, with a record of its own in that folder.
///
/// # Errors
/// As [`next_battle`] and [`Game::start`]; a folder that takes nothing.
pub fn begin_next(library: &dyn Library, run: &Run, terms: &Terms, folder: &Path) -> Result<Game, Unusable> {
    let (setup, notes) = next_battle(library, run, terms)?;
    let record = RecordFile::create(folder, &setup)?;
    Game::start_noted(library, &setup, Some(record), notes)
}

impl Game {
    /// The run of a campaign that this battle is the next of; nothing for any other battle.
    ///
    /// # Errors
    /// A sentence, when the record's header tells what this program could not have written.
    pub fn run(&self) -> Result<Option<Run>, String> {
        let header = self.lines().first().and_then(|line| serde_json::from_str::<Value>(line).ok());
        let notes = header.as_ref().and_then(|header| header.get("notes")).and_then(Value::as_object);
        notes.map_or(Ok(None), run_of)
    }

    /// Whether this battle belongs to a campaign.
    #[must_use]
    pub fn is_of_campaign(&self) -> bool {
        self.lines().first().is_some_and(|line| line.contains("\"notes\":{\"campaign\":"))
    }

    /// The same with this battle at the end of its past, and the terms it is played by; nothing as long as it goes on.
    ///
    /// # Errors
    /// As [`Game::run`].
    pub fn run_after(&self) -> Result<Option<(Run, Terms)>, String> {
        let (Some(mut run), Some(_)) = (self.run()?, self.outcome()) else { return Ok(None) };
        let (stage, _) = run.battle()?;
        let stage = run.campaign.stages[stage].key.clone();
        let hash = String::from(self.past().last_hash().unwrap_or_default());
        run.past.push(Fought { stage, account: self.account(), way: None, hash });
        Ok(Some((run, Terms::of(self.setup()))))
    }
}
