//! Battles by chance at the command line: the `random` command, and names of such battles where files are named.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use battle::{BattleFile, Library, RANDOM, SystemInfo, Unusable};
use soak::Options;
use systems::Shelf;
use table::{SeatSpec, Tried};

use crate::args::{Play, Random};
use crate::commands::{Answer, Done, fresh_seed, read};
use crate::print::{self, Page};
use crate::soaking;

/// The battle that is to be played, by name.
pub fn named(play: &Play) -> Option<&str> {
    play.battle.as_deref().or(play.random.then_some(RANDOM))
}

/// The name of standard input where files are named.
pub const INPUT: &str = "-";

/// What standard input is called in messages and saved battles.
const INPUT_NAME: &str = "standard-input";

/// Bytes of the longest file that is read from standard input.
const LONGEST: u64 = 4 * 1024 * 1024;

/// All of standard input as text.
pub fn input() -> Result<String, Unusable> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Unusable(format!("cannot read standard input: {error}")))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Unusable(format!("standard input has more than {LONGEST} bytes; expected a file of a battle")));
    }
    String::from_utf8(bytes)
        .map_err(|_| Unusable(String::from("standard input is no UTF-8 text; expected a file of a battle")))
}

/// The battle of that name for a game with that seed: from standard input, drawn by chance, by its key or from a file.
pub fn battle(library: &dyn Library, name: &str, seed: u64) -> Result<BattleFile, Unusable> {
    if name == INPUT {
        return library.battle_from_text(INPUT_NAME, &input()?);
    }
    library.drawn(name, seed).unwrap_or_else(|| library.battle(name))
}

/// A file and its text; a battle drawn by chance where its name is given and no file has it.
pub fn file(library: &dyn Library, path: &Path) -> Result<(String, String), Unusable> {
    let name = print::name(path);
    if name == INPUT {
        return Ok((String::from(INPUT_NAME), input()?));
    }
    let drawn = if path.exists() { None } else { library.drawn(&name, 0) };
    match drawn {
        Some(_) => library.battle(&name).map(|battle| (name, battle.text)),
        None => Ok((name, read(path)?)),
    }
}

/// Draws a battle, and prints its file, writes it or plays it.
pub fn random(random: &Random) -> Done {
    let library = Shelf::new();
    let name = std::iter::once(RANDOM).chain(random.wishes.iter().map(String::as_str)).collect::<Vec<_>>().join(":");
    let none = || Err(Unusable(format!("`{name}` is no random battle")));
    let battle = library.drawn(&name, fresh_seed()).unwrap_or_else(none)?;
    if let Some(games) = random.fair {
        return fair(&library, random, &battle.scenario.key, games);
    }
    match &random.out {
        None => Page::new().whole(battle.text.as_bytes())?,
        Some(path) => {
            let cannot = |error: std::io::Error| Unusable(format!("cannot create {}: {error}", print::name(path)));
            let mut file = File::create_new(path).map_err(cannot)?;
            file.write_all(battle.text.as_bytes()).map_err(cannot)?;
            Page::new().line(format!("{}: {}, {}", print::name(path), battle.scenario.title, battle.scenario.key))?;
        }
    }
    Ok(Answer::Yes)
}

/// What came of the games under one rule system, if there were any.
fn tried(system: &'static SystemInfo, report: &soak::Report) -> Option<Tried> {
    let rows: Vec<_> = report.rows().iter().filter(|row| row.rules == system.key).collect();
    let count = |winner: &str| rows.iter().filter(|row| row.winner == winner).count() as u32;
    (!rows.is_empty()).then(|| Tried {
        system,
        games: rows.len() as u32,
        won: ["blue", "red"].map(count),
        drawn: count("draw"),
        turns: rows.iter().map(|row| u32::from(row.turns)).sum(),
        fault: rows.iter().find(|row| !row.fault.is_empty()).map(|row| row.fault.clone()),
    })
}

/// Plays the battle between two equal commanders and tells Blue's share by rule system.
fn fair(library: &Shelf, random: &Random, name: &str, games: u32) -> Done {
    let seat = || SeatSpec::Commander(String::from("steady"));
    let mut options = Options::new(seat(), seat());
    options.battles = vec![String::from(name)];
    options.systems = soaking::names(&random.rules);
    options.games = games;
    options.jobs = random.jobs.into();
    let bar = soak::Bar::new();
    let report = soak::run(library, &options, |progress| bar.show(progress))?;
    bar.finish();
    let tried: Vec<Tried> = library.systems().into_iter().filter_map(|system| tried(system, &report)).collect();
    let wide = tried.iter().map(|tried| tried.system.title.chars().count()).max().unwrap_or(0);
    let mut page = Page::new();
    for tried in &tried {
        page.line(format!("{:wide$}  {}. {}", tried.system.title, tried.score(), tried.verdict()))?;
    }
    Ok(if report.faults().is_empty() { Answer::Yes } else { Answer::No })
}
