//! Choosing keys: what can be done, in groups, with the keys that do it, each of which can be another.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::list::Question;
use super::rows::{Bar, Entry, Listed, Own};
use super::{key_groups, places};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Choosable, Group, Keys, Objection, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{centred, cut, line, panel, row_of, sentence, split_below, wrapped};
use crate::theme::Ink;

/// Puts usual keys back.
#[derive(Clone, Copy)]
enum Usual {
    One,
    All,
}

impl Own for Usual {}

const KEYS: &[Keymap<Listed<Usual>>] = &[
    &[
        binding(&[Key::code(KeyCode::Enter)], Listed::Choose, "choose a key", "Choose a key: the next one you press."),
        binding(&[Key::char('u')], Listed::Own(Usual::One), "usual key", "Put the usual keys of this row back."),
        binding(&[Key::char('U')], Listed::Own(Usual::All), "all usual", "Put all usual keys back, after asking."),
    ],
    Listed::NEXT,
    Listed::TEN,
    Listed::BACK,
];

/// What works while a key is awaited.
const WAITING: Keymap<Listed<Usual>> = &[binding(
    &[Key::code(KeyCode::Esc)],
    Listed::Back,
    "as it was",
    "Leave the keys as they are. Any other key is taken for this row, if it can be.",
)];

/// The place of this screen.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// Tag of the question whether two things change keys.
const SWAP: &str = "swap";
/// Tag of the question whether to put all usual keys back.
const ALL: &str = "all-usual";

/// Columns of the screen at most.
const WIDTH: u16 = 110;

/// Rows below the list: four that tell, and the hints.
const FOOT: u16 = 5;

/// Columns of the keys.
const COLUMN: usize = 17;

/// The screen of keys.
pub struct KeysScreen {
    groups: Vec<Group>,
    bar: Bar,
    message: (Ink, String),
    /// Whether the next key is taken for the row under the bar.
    waiting: bool,
    /// What the keys would be if two things changed theirs.
    swapped: Option<Keys>,
}

impl KeysScreen {
    /// The keys as they are.
    #[must_use]
    pub fn new(desk: &Desk) -> KeysScreen {
        let groups = desk.keys.choosable(&key_groups());
        KeysScreen { groups, bar: Bar::default(), message: (Ink::Text, String::new()), waiting: false, swapped: None }
    }

    fn rows(&self) -> impl Iterator<Item = &Choosable> {
        self.groups.iter().flat_map(|(_, rows)| rows)
    }

    fn row(&self) -> Option<&Choosable> {
        self.rows().nth(self.bar.row())
    }

    fn say(&mut self, ink: Ink, text: impl Into<String>) {
        self.message = (ink, text.into());
    }

    /// From now on these keys; `told` says so where nothing went wrong.
    fn take(&mut self, keys: Keys, told: String, desk: &mut Desk) {
        match desk.take_keys(keys) {
            Ok(()) if desk.visit.is_some() => self.say(Ink::Good, told + " It holds for this visit."),
            Ok(()) => self.say(Ink::Good, told),
            Err(why) => self.say(Ink::Bad, why),
        }
        self.groups = desk.keys.choosable(&key_groups());
    }

    /// The key that was awaited.
    fn choose(&mut self, key: Key, desk: &mut Desk) -> Flow {
        self.waiting = false;
        let Some(row) = self.row().cloned() else { return Flow::Stay };
        let places = places();
        match desk.keys.choose(row.name, key, &places) {
            Ok(keys) => self.take(keys, format!("{key} now does this: {}", row.help), desk),
            Err(objection) => {
                let words = objection.words(key);
                if let Objection::Taken(Some(other), _) = objection {
                    self.swapped = desk.keys.swap(row.name, key, other, &places);
                }
                if self.swapped.is_some() {
                    let text = format!("{words} Shall the two change keys?");
                    let rows = wrapped(&text, 70).into_iter().map(|row| line(row, desk.theme.ink(Ink::Text)));
                    return Flow::Push(Box::new(Question::new(SWAP, format!("{key} is taken"), rows.collect())));
                }
                self.say(Ink::Bad, words);
            }
        }
        Flow::Stay
    }

    fn put_back(&mut self, desk: &mut Desk) {
        let Some(row) = self.row().cloned() else { return };
        if !row.chosen {
            return self.say(Ink::Text, "These are the usual keys.");
        }
        match desk.keys.put_back(row.name, &places()) {
            Ok(keys) => self.take(keys, String::from("The usual keys are back."), desk),
            Err(Objection::Taken(Some(other), help)) => {
                self.say(Ink::Bad, format!("Its usual key is now the key of {other}: {help} Put that back first."));
            }
            Err(Objection::Taken(None, help)) => {
                self.say(Ink::Bad, format!("Its usual key now does something else: {help}"));
            }
            Err(Objection::Kept(why)) => self.say(Ink::Bad, why),
        }
    }
}

impl Layer for KeysScreen {
    fn name(&self) -> String {
        String::from("Keys")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(if self.waiting { &[WAITING] } else { KEYS }, Vec::new())
    }

    fn typing(&self) -> bool {
        self.waiting
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        self.message.1.clear();
        if self.waiting {
            if key.is(KeyCode::Esc) {
                self.waiting = false;
                return Flow::Stay;
            }
            return self.choose(key, desk);
        }
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) => self.waiting = self.row().is_some(),
            Some(Listed::Own(Usual::One)) => self.put_back(desk),
            Some(Listed::Own(Usual::All)) => {
                let text = line("Every key does again what it usually does.", desk.theme.ink(Ink::Text));
                return Flow::Push(Box::new(Question::new(ALL, "All usual keys?", vec![text])));
            }
            Some(Listed::Step(by)) => self.bar.step(by, self.rows().count()),
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        let swapped = self.swapped.take();
        match (answer, swapped) {
            (Answer::Yes(SWAP), Some(keys)) => self.take(keys, String::from("The two have changed keys."), desk),
            (Answer::Yes(ALL), _) => self.take(Keys::default(), String::from("All usual keys are back."), desk),
            _ => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let place = centred(area, WIDTH.min(area.width.saturating_sub(4)), area.height.saturating_sub(2));
        let inner = panel("Keys", place, &desk.theme, canvas);
        let (list, foot) = split_below(inner, FOOT);
        let width = usize::from(inner.width);
        self.bar.draw_grouped(&self.entries(width), list, canvas, &desk.theme);
        let (ink, text) = self.told();
        for (row, text) in (1..FOOT - 1).zip(wrapped(&text, width)) {
            let row = row_of(foot, row);
            if row.height > 0 {
                canvas.write(row.x, row.y, text, desk.theme.ink(ink));
            }
        }
        status::hints(&status::with_help(self.help(&desk.keys)), row_of(foot, FOOT - 1), &desk.theme, canvas);
        None
    }
}

impl KeysScreen {
    fn entries(&self, width: usize) -> Vec<Entry> {
        let row = |row: &Choosable| {
            let keys = cut(&written(&row.keys), COLUMN);
            let mark = if row.chosen { '*' } else { ' ' };
            Entry::Row(format!("{:<width$}", cut(&format!(" {mark}{keys:<COLUMN$} {}", row.help), width)))
        };
        let group = |(title, rows): &Group| {
            std::iter::once(Entry::Heading((*title).to_owned())).chain(rows.iter().map(row)).collect::<Vec<_>>()
        };
        self.groups.iter().flat_map(group).collect()
    }

    /// What is said below the list: what is awaited, what has come of a key, or the row under the bar in full.
    fn told(&self) -> (Ink, String) {
        let Some(row) = self.row() else { return (Ink::Text, String::new()) };
        if self.waiting {
            return (Ink::Notice, format!("Press the key for this: {}", row.help));
        }
        if !self.message.1.is_empty() {
            return self.message.clone();
        }
        let usual = if row.chosen { format!(" Usually: {}.", written(row.usual)) } else { String::new() };
        (Ink::Faint, format!("{}: {}{usual}", row.name, sentence(row.help)))
    }
}

fn written(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}
