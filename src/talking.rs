//! Battles as sentences and typed answers: what `--lines` and terminals without a screen get.

use std::io::{self, BufRead};

use battle::{Library, Unusable};
use systems::Shelf;
use tui::lines::{self, Ended, Slate};

use crate::args::{Cli, Play};
use crate::commands::{self, Answer, Done};
use crate::print::Page;

/// Whether the person wants sentences, or the terminal can show nothing else.
pub fn is_wanted(cli: &Cli) -> bool {
    cli.look.lines || std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// Standard input and output.
struct Paper {
    page: Page,
}

impl Slate for Paper {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.page.line(line)
    }

    fn hear(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let count = io::stdin().lock().read_until(b'\n', &mut line)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// Plays the battle that the arguments name, or the one that is asked for when they name none.
pub fn play(cli: &Cli, play: &Play) -> Done {
    let library = Shelf::new();
    let mut paper = Paper { page: Page::new() };
    let game = match (&play.resume, &play.battle) {
        (Some(path), _) => table::Game::resume(&library, path)?,
        (None, Some(battle)) => commands::begin(cli, &library, play, battle)?,
        (None, None) => {
            let Some((battle, rules)) = ask(&library, play, &mut paper)? else { return Ok(Answer::Yes) };
            commands::begin(cli, &library, &Play { rules: Some(rules), ..play.clone() }, &battle)?
        }
    };
    let record = game.record_path().map(std::path::Path::to_path_buf);
    let ended = lines::play(&library, game, &mut paper)?;
    if ended == Ended::Left {
        paper.page.lines(tui::ExitReason::Quit(record))?;
    }
    Ok(Answer::Yes)
}

/// Asks for a battle and, where none was named, for a rule system; nothing when no answer comes.
fn ask(library: &Shelf, play: &Play, paper: &mut Paper) -> Result<Option<(String, String)>, commands::Failure> {
    let battles = library.battles();
    let names = battles.iter().map(|file| {
        let scenario = &file.scenario;
        format!("{}, {} turns", scenario.title, scenario.turn_limit)
    });
    let Some(battle) = pick("Which battle?", names.collect(), paper)? else { return Ok(None) };
    let key = battles[battle].scenario.key.clone();
    if let Some(rules) = &play.rules {
        return Ok(Some((key, rules.clone())));
    }
    let systems = library.systems();
    let names = systems.iter().map(|info| format!("{}: {}", info.title, info.source));
    let Some(system) = pick("Under which rules?", names.collect(), paper)? else { return Ok(None) };
    Ok(Some((key, String::from(systems[system].key))))
}

/// A numbered list and its answer; an empty line takes the first.
fn pick(question: &str, rows: Vec<String>, paper: &mut Paper) -> Result<Option<usize>, commands::Failure> {
    if rows.is_empty() {
        return Err(Unusable(String::from("there is nothing to choose from")).into());
    }
    for (place, row) in rows.iter().enumerate() {
        paper.say(&format!("{}. {row}", place + 1))?;
    }
    loop {
        paper.say(&format!("{question} Type a number from 1 to {}; nothing takes 1, quit leaves.", rows.len()))?;
        let Some(line) = paper.hear()? else { return Ok(None) };
        match (line.trim(), line.trim().parse::<usize>()) {
            ("", _) => return Ok(Some(0)),
            ("quit" | "q", _) => return Ok(None),
            (_, Ok(number)) if (1..=rows.len()).contains(&number) => return Ok(Some(number - 1)),
            _ => {}
        }
    }
}
