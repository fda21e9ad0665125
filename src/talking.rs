//! Battles as sentences and typed answers: what `--lines` and terminals without a screen get.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use battle::{Library, Unusable};
use systems::Shelf;
use table::TakenUp;
use table::campaign::tell;
use table::campaign::{Position, Run, Standing};
use tui::lines::{self, Ended, Heard, Slate, pick};

use crate::args::{Cli, Play};
use crate::campaigning;
use crate::commands::{self, Answer, Done};
use crate::drawing;
use crate::print::Page;

/// Whether the person wants sentences, or the terminal can show nothing else.
pub fn is_wanted(cli: &Cli) -> bool {
    cli.look.lines || std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// Standard input and output.
struct Paper {
    page: Page,
    typed: Receiver<io::Result<Heard>>,
}

impl Paper {
    fn new() -> Paper {
        let (sender, typed) = mpsc::sync_channel(0);
        thread::spawn(move || while sender.send(read_line()).is_ok() {});
        Paper { page: Page::new(), typed }
    }
}

/// The next line of standard input, whatever bytes are in it.
fn read_line() -> io::Result<Heard> {
    let mut line = Vec::new();
    let count = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok(if count == 0 { Heard::Closed } else { Heard::Line(String::from_utf8_lossy(&line).into_owned()) })
}

impl Slate for Paper {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.page.line(line)
    }

    fn hear(&mut self) -> io::Result<Heard> {
        self.typed.recv().unwrap_or(Ok(Heard::Closed))
    }

    fn hear_within(&mut self, wait: Duration) -> io::Result<Option<Heard>> {
        match self.typed.recv_timeout(wait) {
            Ok(heard) => heard.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(Heard::Closed)),
        }
    }
}

/// Plays the battle that the arguments name, or the one that is asked for when they name none.
pub fn play(cli: &Cli, play: &Play) -> Done {
    let library = Shelf::new();
    let mut paper = Paper::new();
    let game = match (&play.resume, drawing::named(play)) {
        (Some(path), _) => commands::resume(cli, &library, path, play.salvage)?,
        (None, Some(battle)) => commands::begin(cli, &library, play, battle)?,
        (None, None) => {
            let Some((battle, rules)) = ask(&library, play, &mut paper)? else { return Ok(Answer::Yes) };
            commands::begin(cli, &library, &Play { rules: Some(rules), ..play.clone() }, &battle)?
        }
    };
    let record = game.past().record_path().map(std::path::Path::to_path_buf);
    let linked = game.is_of_campaign();
    let ended = lines::play(&library, game, &mut paper)?;
    match ended {
        Ended::Over if linked => {
            paper.page.line(
                "This was a battle of a campaign: `grognard campaign` lists it, and goes on with it by its name.",
            )?;
            Ok(Answer::Yes)
        }
        Ended::Over => Ok(Answer::Yes),
        Ended::Left => paper.page.lines(tui::ExitReason::Quit(record)).map(|()| Answer::Yes).map_err(Into::into),
        Ended::Unsaved => {
            paper.page.line("The last order is not saved and is lost; everything before it is kept.")?;
            paper.page.lines(tui::ExitReason::Quit(record))?;
            Ok(Answer::No)
        }
    }
}

/// Plays a campaign on: its story, the ways by their numbers, and its battles.
pub fn campaign(library: &Shelf, mut taken: TakenUp, saves: &Path) -> Done {
    let mut paper = Paper::new();
    let mut told = 0;
    loop {
        let position = taken.run.position().map_err(Unusable)?;
        let story = tell::story(&taken.run, &position);
        for chapter in story.iter().skip(told) {
            paper.page.line(&chapter.heading)?;
            chapter.text.iter().try_for_each(|text| paper.page.line(text))?;
        }
        told = story.len().saturating_sub(1);
        match &position.standing {
            Standing::Over { .. } => return Ok(Answer::Yes),
            Standing::Choice { side, ways } => {
                let Some(run) = choose(&taken, &position, (*side, ways), &mut paper)? else { return Ok(Answer::Yes) };
                taken.run = run;
            }
            Standing::Battle { .. } => {
                for line in campaigning::next(&taken.run, &position, taken.fighting.is_some()) {
                    paper.page.line(line)?;
                }
                let Some(next) = fight(library, &taken, saves, &mut paper)? else { return Ok(Answer::Yes) };
                taken = next;
                let position = taken.run.position().map_err(Unusable)?;
                campaigning::standing(&taken.run, &position).iter().try_for_each(|line| paper.page.line(line))?;
            }
        }
    }
}

/// Fights the next battle of a campaign, or goes on with it; nothing when it was left.
fn fight(
    library: &Shelf,
    taken: &TakenUp,
    saves: &Path,
    paper: &mut Paper,
) -> Result<Option<TakenUp>, commands::Failure> {
    let game = match &taken.fighting {
        Some(path) => table::Game::resume(library, path)?,
        None => table::begin_next(library, &taken.run, &taken.terms, saves)?,
    };
    let record = game.past().record_path().map(Path::to_path_buf);
    let ended = lines::play(library, game, paper)?;
    match (ended, record) {
        (Ended::Over, Some(path)) => table::take_up(library, &path).map(Some).map_err(Into::into),
        (_, record) => {
            paper.page.lines(tui::ExitReason::Quit(record))?;
            Ok(None)
        }
    }
}

/// Asks for the way, or tells which one the computer takes; nothing when no answer comes.
fn choose(
    taken: &TakenUp,
    position: &Position,
    (side, ways): (battle::Side, &[usize]),
    paper: &mut Paper,
) -> Result<Option<Run>, commands::Failure> {
    let run = &taken.run;
    let stage = run.past.last().and_then(|last| run.campaign.stage_named(&last.stage)).unwrap_or_default();
    let all = &run.campaign.stages[stage].ways;
    let person = taken.terms.seats[side.index()].is_human();
    let place = if !person {
        Some(run.lot(ways.len()))
    } else if ways.len() == 1 {
        Some(0)
    } else {
        let told = |way: &usize| {
            let brings = tell::brings(&run.campaign, &all[*way], &position.ledger).join(" ");
            format!("{}: {brings}", all[*way].name)
        };
        pick(&format!("{side} chooses: which way?"), &ways.iter().map(told).collect::<Vec<_>>(), paper)?
    };
    let Some(place) = place else { return Ok(None) };
    let way = &all[ways[place]];
    if !person {
        paper.page.line(format!("{side} has chosen: {}.", way.name))?;
    }
    table::take(run, way).map(Some).map_err(|why| Unusable(why).into())
}

/// Tells a record.
pub fn replay(record: table::Replay) -> Done {
    lines::replay(record, &mut Paper::new())?;
    Ok(Answer::Yes)
}

/// Asks for a battle and, where none was named, for a rule system; nothing when no answer comes.
fn ask(library: &Shelf, play: &Play, paper: &mut Paper) -> Result<Option<(String, String)>, commands::Failure> {
    let battles = library.battles();
    if battles.is_empty() {
        return Err(Unusable(String::from("there is nothing to choose from")).into());
    }
    let names = battles.iter().map(|file| {
        let scenario = &file.scenario;
        format!("{}, {} turns", scenario.title, scenario.turn_limit)
    });
    let Some(battle) = pick("Which battle?", &names.collect::<Vec<_>>(), paper)? else { return Ok(None) };
    let key = battles[battle].scenario.key.clone();
    if let Some(rules) = &play.rules {
        return Ok(Some((key, rules.clone())));
    }
    let systems = library.systems();
    let names = systems.iter().map(|info| format!("{}: {}", info.title, info.source));
    let Some(system) = pick("Under which rules?", &names.collect::<Vec<_>>(), paper)? else { return Ok(None) };
    Ok(Some((key, String::from(systems[system].key))))
}
