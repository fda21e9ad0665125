//! Battles by chance at the command line: the `random` command, and names of such battles where files are named.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use battle::{Library, RANDOM, Unusable};
use soak::Options;
use systems::Shelf;
use table::SeatSpec;

use crate::args::{Play, Random};
use crate::commands::{Answer, Done, fresh_seed, read};
use crate::print::{self, Page};
use crate::soaking;

/// The battle that is to be played, by name.
pub fn named(play: &Play) -> Option<&str> {
    play.battle.as_deref().or(play.random.then_some(RANDOM))
}

/// A file and its text; a battle drawn by chance where its name is given and no file has it.
pub fn file(library: &dyn Library, path: &Path) -> Result<(String, String), Unusable> {
    let name = print::name(path);
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
    Page::new().lines(report.summary())?;
    Ok(if report.faults().is_empty() { Answer::Yes } else { Answer::No })
}
