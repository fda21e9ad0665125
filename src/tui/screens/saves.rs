//! The saved battles, newest first.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use table::Game;

use super::battle::Battle;
use super::replay::ReplayScreen;
use super::rows::{Bar, Listed};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{panel, row_of, split_below, table, wrapped};
use crate::theme::Ink;

/// Sees the battle again.
#[derive(Clone, Copy)]
struct Watch;

const KEYS: &[Keymap<Listed<Watch>>] = &[
    &[
        binding(&[Key::code(KeyCode::Enter)], Listed::Choose, "continue", "Go on with this battle."),
        binding(&[Key::char('w')], Listed::Own(Watch), "watch", "See this battle again from its beginning."),
    ],
    Listed::NEXT,
    Listed::TEN,
    Listed::BACK,
];

/// The place of the saved battles.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// One saved battle, as far as its record says without playing it.
struct Saved {
    path: PathBuf,
    modified: SystemTime,
    battle: String,
    system: String,
    seats: String,
    progress: String,
}

impl Saved {
    /// What the list says of it: name, how far it is, rules, who plays.
    fn cells(&self) -> Vec<String> {
        [&self.battle, &self.progress, &self.system, &self.seats].map(String::clone).to_vec()
    }
}

/// What Enter does with a saved battle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Continue,
    Watch,
}

/// The list of saved battles.
pub struct Saves {
    purpose: Purpose,
    rows: Vec<Saved>,
    bar: Bar,
    message: String,
    /// The battle that cannot be gone on with as it is, but from an earlier turn.
    salvageable: Option<PathBuf>,
}

impl Saves {
    /// Reads the folder of records.
    #[must_use]
    pub fn new(desk: &Desk) -> Saves {
        let mut rows: Vec<Saved> = records(&desk.saves).filter_map(|path| read(&path, desk)).collect();
        rows.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
        let message = format!("Records in {}", desk.saves.display());
        Saves { purpose: Purpose::Continue, rows, bar: Bar::default(), message, salvageable: None }
    }

    /// The same, to see a battle again.
    #[must_use]
    pub fn to_watch(desk: &Desk) -> Saves {
        Saves { purpose: Purpose::Watch, ..Saves::new(desk) }
    }

    fn open(&mut self, desk: &mut Desk) -> Flow {
        let Some(saved) = self.rows.get(self.bar.row()) else { return Flow::Stay };
        let (library, path) = (desk.library.as_ref(), &saved.path);
        let game = match self.salvageable.take().is_some_and(|old| old == *path) {
            true => Game::salvage(library, path, &desk.saves),
            false => Game::resume(library, path),
        };
        match game {
            Ok(game) => Flow::Restart(vec![Box::new(Battle::new(game, desk))]),
            Err(error) => {
                let turns = table::turns_alike(library, path).unwrap_or(0);
                self.message = match turns {
                    0 => error.0,
                    turns => format!("Enter goes on after turn {turns}, in a new record: {}", error.0),
                };
                self.salvageable = (turns > 0).then(|| path.clone());
                Flow::Stay
            }
        }
    }
}

impl Saves {
    fn watch(&mut self, desk: &Desk) -> Flow {
        let Some(saved) = self.rows.get(self.bar.row()) else { return Flow::Stay };
        match ReplayScreen::open(&saved.path, desk) {
            Ok(replay) => Flow::Push(Box::new(replay)),
            Err(error) => {
                self.message = error.0;
                Flow::Stay
            }
        }
    }
}

/// How many records there are.
#[must_use]
pub fn count(folder: &Path) -> usize {
    records(folder).count()
}

fn records(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
}

fn read(path: &Path, desk: &Desk) -> Option<Saved> {
    let modified = fs::metadata(path).and_then(|about| about.modified()).ok()?;
    let text = fs::read_to_string(path).ok()?;
    let header: Value = serde_json::from_str(text.lines().next()?).ok()?;
    let word = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let battle = &header["battle"];
    let known = desk.library.battle_from_text("record", battle["text"].as_str().unwrap_or(""));
    let system = word(&header["system"]);
    Some(Saved {
        path: path.to_owned(),
        modified,
        battle: known.map_or_else(|_| word(&battle["key"]), |battle| battle.scenario.title.clone()),
        system: desk.library.system(&system).map_or(system, |info| info.title.to_owned()),
        seats: format!("{} against {}", word(&header["seats"][0]), word(&header["seats"][1])),
        progress: progress(&text),
    })
}

/// How far a record goes: over, or the turn after the last one that ended.
fn progress(text: &str) -> String {
    let last = |start: &str| text.lines().rev().find(|line| line.starts_with(start));
    if last("{\"over\"").is_some() {
        return String::from("over");
    }
    let turn = last("{\"turn\"").and_then(|line| serde_json::from_str::<Value>(line).ok());
    let turn = turn.and_then(|value| value["turn"].as_u64()).unwrap_or(0);
    format!("turn {}", turn + 1)
}

impl Layer for Saves {
    fn name(&self) -> String {
        String::from("Saved battles")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = keys.describe(KEYS, Vec::new());
        if self.purpose == Purpose::Watch {
            rows.retain(|row| row.hint != "watch");
            rows[0] = HelpRow { hint: "watch".into(), help: "See this battle from its beginning.", ..rows[0].clone() };
        }
        rows
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) if self.purpose == Purpose::Continue => return self.open(desk),
            Some(Listed::Choose | Listed::Own(Watch)) => return self.watch(desk),
            Some(Listed::Step(by)) => self.bar.step(by, self.rows.len()),
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (body, foot) = split_below(area, 3);
        let inner = panel(
            if self.purpose == Purpose::Watch { "Watch a battle again" } else { "Continue a battle" },
            body,
            &desk.theme,
            canvas,
        );
        if self.rows.is_empty() {
            canvas.write(inner.x, inner.y + 1, "No battle is saved here yet.", desk.theme.ink(Ink::Text));
        }
        let width = usize::from(inner.width);
        let cells: Vec<_> = self.rows.iter().map(Saved::cells).collect();
        let rows =
            table(&cells, width.saturating_sub(2)).into_iter().map(|row| format!("{:<width$}", format!(" {row}")));
        self.bar.draw(&rows.collect::<Vec<_>>(), inner, canvas, &desk.theme);
        for (row, text) in (0..2).zip(wrapped(&self.message, usize::from(area.width).saturating_sub(2))) {
            canvas.write(foot.x + 1, row_of(foot, row).y, text, desk.theme.ink(Ink::Faint));
        }
        let hints = row_of(foot, 2);
        status::hints(&status::with_help(self.help(&desk.keys)), hints, &desk.theme, canvas);
        None
    }
}
