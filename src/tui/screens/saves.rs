//! The saved battles: those that go on, those that are over, and what can be done with each.

mod picture;

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use table::{End, Game, SeatSpec};

use super::battle::Battle;
use super::list::Question;
use super::prompt::Prompt;
use super::replay::ReplayScreen;
use super::report::Report;
use super::rows::{Bar, Entry, Listed, Own};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::panels::status;
use crate::records::{self, Brief, Kept};
use crate::text::{cut, line, panel, row_of, sentence, split_below, table, wrapped};
use crate::theme::Ink;
use picture::Pictures;

/// What only this list does with the battle under the bar.
#[derive(Clone, Copy)]
enum Action {
    Watch,
    Name,
    Delete,
}

impl Own for Action {
    fn own_name(self) -> Option<&'static str> {
        Some(match self {
            Action::Watch => "saved-watch",
            Action::Name => "saved-name",
            Action::Delete => "saved-delete",
        })
    }

    fn own_keys(self) -> &'static [Key] {
        match self {
            Action::Watch => WATCH,
            Action::Name => CALL,
            Action::Delete => AWAY,
        }
    }
}

const WATCH: &[Key] = &[Key::char('w')];
const CALL: &[Key] = &[Key::char('n')];
const AWAY: &[Key] = &[Key::char('d')];

const KEYS: &[Keymap<Listed<Action>>] = &[
    &[
        binding(
            &[Key::code(KeyCode::Enter)],
            Listed::Choose,
            "continue",
            "Go on with this battle; of one that is over, see how it ended.",
        ),
        binding(WATCH, Listed::Own(Action::Watch), "watch", "See this battle again from its beginning."),
        binding(CALL, Listed::Own(Action::Name), "name", "Give this battle a name of its own."),
        binding(
            AWAY,
            Listed::Own(Action::Delete),
            "delete",
            "Take this battle off the list; its record is moved to the folder `deleted`.",
        ),
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

/// Tag of the prompt for a name.
const NAME: &str = "name";
/// Tag of the question whether to delete.
const DELETE: &str = "delete";

/// Columns of the screen from which there is room for a picture beside the list.
const ROOMY: u16 = 100;

/// Columns of the list from which it says everything.
const FULL: usize = 64;

/// Rows below the list: three that tell of the battle under the bar, and the hints.
const FOOT: u16 = 4;

/// What Enter does with a saved battle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Continue,
    Watch,
}

/// Where in the list a battle stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    GoesOn,
    Over,
    Unread,
}

impl Group {
    const ALL: [Group; 3] = [Group::GoesOn, Group::Over, Group::Unread];

    fn of(kept: &Kept) -> Group {
        match kept.brief.as_ref() {
            Ok(Brief { end: None, .. }) => Group::GoesOn,
            Ok(_) => Group::Over,
            Err(_) => Group::Unread,
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            Group::GoesOn => "Going on",
            Group::Over => "Over",
            Group::Unread => "Cannot be read",
        }
    }
}

/// The list of saved battles.
pub struct Saves {
    purpose: Purpose,
    /// In the order of the groups.
    kept: Vec<Kept>,
    bar: Bar,
    message: (Ink, String),
    /// The battle that cannot be gone on with as it is, but from an earlier turn.
    salvageable: Option<PathBuf>,
    pictures: Pictures,
    /// Whether there was room for a picture when it was drawn last.
    roomy: bool,
}

impl Saves {
    /// Reads the folder of records.
    #[must_use]
    pub fn new(desk: &Desk) -> Saves {
        let mut saves = Saves {
            purpose: Purpose::Continue,
            kept: Vec::new(),
            bar: Bar::default(),
            message: (Ink::Text, String::new()),
            salvageable: None,
            pictures: Pictures::default(),
            roomy: false,
        };
        saves.read(desk);
        saves
    }

    /// The same, to see a battle again.
    #[must_use]
    pub fn to_watch(desk: &Desk) -> Saves {
        Saves { purpose: Purpose::Watch, ..Saves::new(desk) }
    }

    fn read(&mut self, desk: &Desk) {
        self.kept = desk.records();
        self.kept.sort_by_key(Group::of);
        self.bar.step(0, self.kept.len());
    }

    fn chosen(&self) -> Option<&Kept> {
        self.kept.get(self.bar.row())
    }

    fn fail(&mut self, why: &str) -> Flow {
        self.message = (Ink::Bad, sentence(why));
        Flow::Stay
    }

    /// What Enter does with the battle under the bar.
    fn choose(&mut self, desk: &mut Desk) -> Flow {
        let Some(kept) = self.chosen() else { return Flow::Stay };
        match (kept.brief.as_ref(), self.purpose) {
            (Err(why), _) => self.fail(&why.clone()),
            (Ok(_), Purpose::Watch) => self.watch(desk),
            (Ok(Brief { end: Some(_), .. }), Purpose::Continue) => self.tell_end(desk),
            (Ok(_), Purpose::Continue) => self.go_on(desk),
        }
    }

    fn go_on(&mut self, desk: &mut Desk) -> Flow {
        let Some(path) = self.chosen().map(|kept| kept.path.clone()) else { return Flow::Stay };
        let library = desk.library.as_ref();
        let game = match self.salvageable.take().is_some_and(|old| old == path) {
            true => Game::salvage(library, &path, &desk.saves),
            false => Game::resume(library, &path),
        };
        match game {
            Ok(game) => Flow::Restart(vec![Box::new(Battle::new(game, desk))]),
            Err(error) => {
                let turns = table::turns_alike(library, &path).unwrap_or(0);
                self.salvageable = (turns > 0).then_some(path);
                match turns {
                    0 => self.fail(&error.0),
                    turns => self.fail(&format!("Enter goes on after turn {turns}, in a new record: {}", error.0)),
                }
            }
        }
    }

    /// How the battle under the bar ended; where this version plays it otherwise, the battle itself.
    fn tell_end(&mut self, desk: &mut Desk) -> Flow {
        let Some(path) = self.chosen().map(|kept| kept.path.clone()) else { return Flow::Stay };
        match Game::resume(desk.library.as_ref(), &path) {
            Ok(game) => Flow::Push(Box::new(Report::recalled(&game, desk))),
            Err(_) => self.watch(desk),
        }
    }

    fn watch(&mut self, desk: &Desk) -> Flow {
        let Some(kept) = self.chosen() else { return Flow::Stay };
        match ReplayScreen::open(&kept.path, desk) {
            Ok(replay) => Flow::Push(Box::new(replay)),
            Err(error) => self.fail(&error.0),
        }
    }

    fn ask_name(&mut self) -> Flow {
        let Some(kept) = self.chosen() else { return Flow::Stay };
        match &kept.name {
            Ok(name) => {
                let prompt = Prompt::new(NAME, "A name for this battle; nothing takes its name away", Vec::new());
                Flow::Push(Box::new(prompt.with(name.clone().unwrap_or_default())))
            }
            Err(why) => {
                let why = format!("{why} Move that file away to give the battle another name.");
                self.fail(&why)
            }
        }
    }

    fn name(&mut self, name: &str, desk: &Desk) {
        let Some(kept) = self.chosen() else { return };
        if let Err(why) = records::rename(kept, name) {
            self.message = (Ink::Bad, why);
        }
        self.read(desk);
    }

    fn ask_delete(&self, desk: &Desk) -> Flow {
        let Some(kept) = self.chosen() else { return Flow::Stay };
        let text = format!("{} disappears from the list. Its record is kept in the folder `deleted`.", title(kept));
        let rows = wrapped(&text, 70).into_iter().map(|row| line(row, desk.theme.ink(Ink::Text)));
        Flow::Push(Box::new(Question::new(DELETE, "Delete this battle?", rows.collect())))
    }

    fn delete(&mut self, desk: &Desk) {
        let Some(kept) = self.chosen() else { return };
        self.message = match records::delete(&kept.path) {
            Ok(there) => (Ink::Good, format!("It is now {}.", there.display())),
            Err(why) => (Ink::Bad, why),
        };
        self.read(desk);
    }
}

/// What a battle is called in the list.
fn title(kept: &Kept) -> String {
    let known = match kept.brief.as_ref() {
        Ok(brief) => brief.title.clone(),
        Err(_) => file_name(kept),
    };
    match &kept.name {
        Ok(Some(name)) => format!("{name} ({known})"),
        _ => known,
    }
}

fn file_name(kept: &Kept) -> String {
    kept.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// What the list says of a battle: what it is called, how far it is or how it ended, rules, sides, and how old it is; in a
/// narrow one without rules and age, which stand below it.
fn cells(kept: &Kept, narrow: bool) -> Vec<String> {
    match kept.brief.as_ref() {
        Err(_) => vec![title(kept), String::new(), String::new(), String::new(), kept.age()],
        Ok(brief) => {
            let state = match brief.end {
                None => brief.course(),
                Some(end) => format!("{}, {}", ending(brief, end), brief.course()),
            };
            let [blue, red] = &brief.seats;
            let sides = format!("{blue} against {red}");
            if narrow {
                return vec![title(kept), state, sides];
            }
            vec![title(kept), state, brief.system.clone(), sides, kept.age()]
        }
    }
}

/// `won`, `lost`, `drawn`; where not just one person played, `Blue won`.
fn ending(brief: &Brief, end: End) -> String {
    match (end.winner, brief.person()) {
        (None, _) => String::from("drawn"),
        (Some(winner), Some(side)) if winner == side => String::from("won"),
        (Some(_), Some(_)) => String::from("lost"),
        (Some(winner), None) => format!("{winner} won"),
    }
}

/// Everything that is known of a battle, in sentences.
fn told(kept: &Kept) -> String {
    let brief = match kept.brief.as_ref() {
        Ok(brief) => brief,
        Err(why) => return sentence(why),
    };
    let seat = |seat: &SeatSpec| if seat.is_human() { String::from("a person") } else { seat.to_string() };
    let [blue, red] = brief.seats.each_ref().map(seat);
    let state = match brief.end {
        None => format!("{}, goes on", brief.course()),
        Some(end) => {
            let [blue, red] = end.points;
            let who = end.winner.map_or_else(|| String::from("a draw"), |side| format!("{side} won"));
            format!("{who} in {} {}, {blue} to {red}", brief.course(), end.reason.text())
        }
    };
    let name = match &kept.name {
        Ok(_) => String::new(),
        Err(why) => format!(" {why}"),
    };
    format!("{}, {}: {state}. Blue: {blue}. Red: {red}. Last order {}.{name}", title(kept), brief.system, kept.age())
}

impl Layer for Saves {
    fn name(&self) -> String {
        String::from("Saved battles")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = keys.describe(KEYS, Vec::new());
        if self.kept.is_empty() {
            rows.retain(|row| row.hint == "back");
            return rows;
        }
        let over = self.chosen().is_some_and(|kept| Group::of(kept) == Group::Over);
        match self.purpose {
            Purpose::Watch => {
                rows.retain(|row| row.hint != "watch");
                rows[0] =
                    HelpRow { hint: "watch".into(), help: "See this battle from its beginning.", ..rows[0].clone() };
            }
            Purpose::Continue if over => rows[0].hint = "results".into(),
            Purpose::Continue => {}
        }
        rows
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        self.message.1.clear();
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) => return self.choose(desk),
            Some(Listed::Own(Action::Watch)) => return self.watch(desk),
            Some(Listed::Own(Action::Name)) => return self.ask_name(),
            Some(Listed::Own(Action::Delete)) => return self.ask_delete(desk),
            Some(Listed::Step(by)) => self.bar.step(by, self.kept.len()),
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        match answer {
            Answer::Line(NAME, text) => self.name(&text, desk),
            Answer::Yes(DELETE) => self.delete(desk),
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self, _now: Duration, _standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        let wanted = self.kept.get(self.bar.row()).filter(|_| self.roomy);
        (self.pictures.see_to(wanted, desk), Flow::Stay)
    }

    fn wants_tick(&self, standing: Standing, _desk: &Desk) -> Option<Duration> {
        self.pictures.wait(self.chosen().filter(|_| self.roomy && standing == Standing::Top))
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (body, foot) = split_below(area, FOOT);
        self.roomy = area.width >= ROOMY;
        let beside = if self.roomy && !self.kept.is_empty() { area.width * 2 / 5 } else { 0 };
        let left = Rect { width: body.width - beside, ..body };
        let right = Rect { x: left.right(), width: beside, ..body };
        self.draw_list(left, canvas, desk);
        if let Some(kept) = self.chosen().filter(|_| beside > 0) {
            let inner = panel(&title(kept), right, &desk.theme, canvas);
            self.pictures.draw(kept, inner, canvas, desk);
        }
        self.draw_foot(foot, canvas, desk);
        None
    }
}

impl Saves {
    fn draw_list(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let watches = self.purpose == Purpose::Watch;
        let heading = if watches { "Watch a battle again" } else { "Continue a battle" };
        let inner = panel(heading, area, &desk.theme, canvas);
        if self.kept.is_empty() {
            canvas.write(inner.x, inner.y + 1, "No battle is saved here yet.", desk.theme.ink(Ink::Text));
        }
        let width = usize::from(inner.width);
        let cells: Vec<_> = self.kept.iter().map(|kept| cells(kept, width < FULL)).collect();
        let mut rows = table(&cells, width.saturating_sub(3)).into_iter();
        let mut entries = Vec::new();
        for group in Group::ALL {
            let count = self.kept.iter().filter(|kept| Group::of(kept) == group).count();
            if count > 0 {
                entries.push(Entry::Heading(String::from(group.heading())));
            }
            let row = |row: String| Entry::Row(format!("{:<width$}", format!("  {row}")));
            entries.extend(rows.by_ref().take(count).map(row));
        }
        self.bar.draw_grouped(&entries, inner, canvas, &desk.theme);
    }

    /// What is known of the battle under the bar, or what has come of the last key; where its record is; hints.
    fn draw_foot(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let width = usize::from(area.width).saturating_sub(2);
        let (ink, text) = match (self.message.1.is_empty(), self.chosen()) {
            (false, _) => (self.message.0, self.message.1.clone()),
            (true, Some(kept)) => (Ink::Text, told(kept)),
            (true, None) => (Ink::Faint, format!("Records go to {}", desk.saves.display())),
        };
        let mut lines: Vec<Line<'static>> =
            wrapped(&text, width).into_iter().take(3).map(|row| line(row, desk.theme.ink(ink))).collect();
        if let Some(kept) = self.chosen().filter(|_| lines.len() < 3) {
            lines.push(line(cut(&kept.path.display().to_string(), width), desk.theme.ink(Ink::Faint)));
        }
        for (row, text) in (0..FOOT - 1).zip(lines) {
            let row = row_of(area, row);
            canvas.line(text, Rect { x: row.x + 1, width: row.width.saturating_sub(1), ..row });
        }
        let hints = row_of(area, FOOT - 1);
        status::hints(&status::with_help(self.help(&desk.keys)), hints, &desk.theme, canvas);
    }
}
