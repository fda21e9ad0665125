//! Making battles: a new one, one drawn by chance, a copy of one that ships, or one of one's own again.

use std::path::PathBuf;
use std::time::SystemTime;

use battle::{BattleFile, HouseRules, Unusable};
use crossterm::event::KeyCode;
use drafting::{Draft, Own as OwnBattle};
use hexes::Grid;
use ratatui::layout::{Position, Rect};

use super::editor;
use super::list::List;
use super::prompt::Prompt;
use super::rows::{Bar, Listed, Nothing};
use super::setup::chance::{Chance, DRAWN};
use super::setup::draw::preview;
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer, Standing};
use crate::panels::status;
use crate::records::age;
use crate::text::{cut, panel, row_of, split_below, table, wrapped};
use crate::theme::Ink;

const KEYS: &[Keymap<Listed<Nothing>>] = &[
    &[binding(&[Key::code(KeyCode::Enter)], Listed::Choose, "open", "Open it in the editor.")],
    Listed::ARROWS,
    Listed::TEN,
    Listed::BACK,
];

/// The place of this screen.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// Tag of the list of sizes.
const SIZE: &str = "workshop size";
/// Tag of the line with a size.
const OTHER_SIZE: &str = "workshop other size";
/// Tag of the list of battles to copy.
const COPY: &str = "workshop copy";
/// Tag of the line with a title.
const TITLE: &str = "workshop title";
/// Tag of the line with a file.
const FILE: &str = "workshop file";

/// Sizes of maps to choose from.
const SIZES: [((i16, i16), &str); 4] = [
    ((28, 20), "small: two brigades, half an hour"),
    ((36, 24), "usual: two small armies, an hour"),
    ((48, 36), "large: armies that have to march before they meet"),
    ((70, 50), "very large: corps"),
];

/// What stands before one's own battles.
const NEW: [(&str, &str); 4] = [
    ("A new battle", "An open field of the size you say, with two small armies on it that you change as you like."),
    ("A battle drawn by chance", "Ground and armies by your wishes, to go on from."),
    ("A copy of a battle that ships", "Changes never touch the battle itself."),
    ("Another file…", "A battle file anywhere."),
];

/// The screen.
pub struct Workshop {
    own: Vec<OwnBattle>,
    bar: Bar,
    message: String,
    /// The text that a new battle begins with, while its title is asked for.
    fresh: Fresh,
    /// Battles that can be copied.
    shipped: Vec<BattleFile>,
    /// The battle under the bar, read once.
    shown: Option<(usize, Option<std::sync::Arc<battle::Scenario>>)>,
}

/// What a new battle begins with.
enum Fresh {
    /// An open field.
    Field(Grid),
    /// The text of another battle.
    Text(String),
}

impl Workshop {
    /// The screen, with one's own battles.
    #[must_use]
    pub fn new(desk: &Desk) -> Workshop {
        let [battles, drafts] = desk.workshop();
        let mut own = drafting::own_battles(&battles, &drafts);
        own.sort_by_key(|own| std::cmp::Reverse(own.changed));
        let fresh = Fresh::Field(Grid::new(editor::USUAL.0, editor::USUAL.1));
        Workshop { own, bar: Bar::default(), message: String::new(), fresh, shipped: Vec::new(), shown: None }
    }

    fn count(&self) -> usize {
        NEW.len() + self.own.len()
    }

    fn choose(&mut self, desk: &mut Desk) -> Flow {
        self.message.clear();
        match self.bar.row() {
            0 => Flow::Push(Box::new(sizes())),
            1 if desk.library.wishes().is_empty() => {
                self.message = String::from("No battles are drawn here.");
                Flow::Stay
            }
            1 => match desk.library.systems().first() {
                Some(rules) => Flow::Push(Box::new(Chance::new((rules, HouseRules::default()), desk))),
                None => Flow::Stay,
            },
            2 => {
                self.shipped = desk.library.battles();
                let list = List::new(COPY, "A copy of", "");
                let row = |list: List, file: &BattleFile| {
                    list.row(None, format!("{}\t{}", file.scenario.title, file.scenario.date))
                };
                Flow::Push(Box::new(self.shipped.iter().fold(list, row)))
            }
            3 => Flow::Push(Box::new(Prompt::new(FILE, "Battle file", Vec::new()))),
            row => match self.own.get(row - NEW.len()) {
                Some(own) => self.open(&own.path.clone(), "", desk),
                None => Flow::Stay,
            },
        }
    }

    fn open(&mut self, path: &std::path::Path, fresh: &str, desk: &mut Desk) -> Flow {
        let opened = match fresh {
            "" => editor::opened(path, desk),
            fresh => editor::opened_with(path, fresh, desk),
        };
        match opened {
            Ok(editor) => Flow::Push(editor),
            Err(why) => {
                self.message = why.0;
                Flow::Stay
            }
        }
    }

    /// Asks what the new battle is called.
    fn ask_title(&mut self, fresh: Fresh, title: &str) -> Flow {
        self.fresh = fresh;
        Flow::Push(Box::new(Prompt::new(TITLE, "What is it called?", Vec::new()).with(title)))
    }

    fn begin(&mut self, title: &str, desk: &mut Desk) -> Flow {
        let title = if title.is_empty() { "My battle" } else { title };
        let [battles, drafts] = desk.workshop();
        let path: PathBuf = drafting::free_path(&battles, &drafts, title);
        let text = match &self.fresh {
            Fresh::Field(grid) => drafting::fresh(title, *grid),
            Fresh::Text(text) => titled(text, title),
        };
        self.open(&path, &text, desk)
    }
}

/// An editor with a copy of that battle among one's own.
///
/// # Errors
/// When there is no such battle, or the copy cannot be begun.
pub fn copied(key: &str, desk: &mut Desk) -> Result<Box<dyn Layer>, Unusable> {
    let file = desk.library.battle(key)?;
    let [battles, drafts] = desk.workshop();
    let path = drafting::free_path(&battles, &drafts, key);
    editor::opened_with(&path, &file.text, desk)
}

/// A battle's text with another title.
fn titled(text: &str, title: &str) -> String {
    let mut draft = Draft::of_text("battle.toml".as_ref(), text);
    let field = Some(drafting::Field::text(title));
    let edit = drafting::Edit::Set(drafting::Entry::Heading, String::from("title"), field);
    match draft.edit(&edit, false) {
        Ok(_) => draft.text().to_owned(),
        Err(_) => text.to_owned(),
    }
}

fn sizes() -> List {
    let list = List::new(SIZE, "How large is the map?", "Columns by rows of hexes; it can be changed later.");
    let row = |list: List, ((width, height), told): &((i16, i16), &str)| {
        list.row(None, format!("{width} by {height}\t{told}"))
    };
    SIZES.iter().fold(list, row).row(None, "another size…\tfrom 24 by 16 on").at(1)
}

impl Layer for Workshop {
    fn name(&self) -> String {
        String::from("Make a battle")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) => return self.choose(desk),
            Some(Listed::Step(1 | -1)) if self.count() == 0 => {}
            Some(Listed::Step(by)) if by.abs() == 1 => self.bar.turn(by, self.count()),
            Some(Listed::Step(by)) => self.bar.step(by, self.count()),
            Some(Listed::Back) => return Flow::Pop,
            Some(Listed::Own(_)) | None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        match answer {
            Answer::Picked(SIZE, place) => match SIZES.get(place) {
                Some(((width, height), _)) => self.ask_title(Fresh::Field(Grid::new(*width, *height)), "My battle"),
                None => Flow::Push(Box::new(Prompt::new(OTHER_SIZE, "Columns and rows, such as 60x40", Vec::new()))),
            },
            Answer::Line(OTHER_SIZE, text) => match editor::size_of(&text) {
                Some(grid) if grid.width() >= drafting::LEAST.0 && grid.height() >= drafting::LEAST.1 => {
                    self.ask_title(Fresh::Field(grid), "My battle")
                }
                _ => {
                    let (width, height) = drafting::LEAST;
                    self.message =
                        format!("`{text}` is no size; write columns and rows, from {width}x{height} to 200x200.");
                    Flow::Stay
                }
            },
            Answer::Picked(COPY, place) => match self.shipped.get(place) {
                Some(file) => {
                    let (text, title) = (file.text.clone(), format!("{} again", file.scenario.title));
                    self.ask_title(Fresh::Text(text), &title)
                }
                None => Flow::Stay,
            },
            Answer::Line(DRAWN, name) => match desk.library.battle(&name) {
                Ok(file) => {
                    let title = file.scenario.title.clone();
                    self.ask_title(Fresh::Text(file.text), &title)
                }
                Err(why) => {
                    self.message = why.0;
                    Flow::Stay
                }
            },
            Answer::Line(TITLE, title) => self.begin(&title, desk),
            Answer::Line(FILE, path) if path.is_empty() => Flow::Stay,
            Answer::Line(FILE, path) => self.open(path.as_ref(), "", desk),
            _ => Flow::Stay,
        }
    }

    fn tick(&mut self, _now: std::time::Duration, standing: Standing, desk: &mut Desk) -> (bool, Flow) {
        // Whoever comes back from the editor finds what was made there.
        if standing == Standing::Covered {
            self.shown = Some((usize::MAX, None));
        } else if self.shown.as_ref().is_some_and(|(row, _)| *row == usize::MAX) {
            let bar = self.bar;
            *self = Workshop { message: std::mem::take(&mut self.message), ..Workshop::new(desk) };
            self.bar = Bar::at(bar.row().min(self.count() - 1));
            return (true, Flow::Stay);
        }
        (false, Flow::Stay)
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let theme = &desk.theme;
        let (body, foot) = split_below(area, 1);
        self.look();
        let roomy = area.width >= 110 && matches!(self.shown, Some((_, Some(_))));
        let left = Rect { width: if roomy { area.width / 2 } else { area.width }, ..body };
        let inner = panel("Make a battle", left, theme, canvas);
        let width = usize::from(inner.width);
        let (list, told) = split_below(inner, 3);
        let rows = self.lines(width.saturating_sub(2));
        let rows: Vec<String> =
            rows.into_iter().map(|row| format!("{:<width$}", format!(" {}", cut(&row, width - 1)))).collect();
        self.bar.draw(&rows, Rect { y: list.y + 1, height: list.height.saturating_sub(1), ..list }, canvas, theme);
        let (text, ink) = match self.message.is_empty() {
            true => (self.about(), Ink::Faint),
            false => (self.message.clone(), Ink::Bad),
        };
        for (row, text) in wrapped(&text, width.saturating_sub(2)).into_iter().take(3).enumerate() {
            canvas.write(told.x + 1, told.y + row as u16, text, theme.ink(ink));
        }
        if roomy {
            let right = Rect { x: left.right(), width: area.width - left.width, ..body };
            if let Some((_, Some(scenario))) = &self.shown {
                preview(scenario, right, canvas, desk);
            }
        }
        status::hints(&status::with_help(self.help(&desk.keys)), row_of(foot, 0), theme, canvas);
        None
    }
}

impl Workshop {
    /// The rows: what can be begun, and one's own battles with their age.
    fn lines(&self, width: usize) -> Vec<String> {
        let new = NEW.iter().map(|(name, _)| vec![(*name).to_owned()]);
        let own = self.own.iter().map(|own| {
            let since = own.changed.and_then(|changed| SystemTime::now().duration_since(changed).ok());
            let unsaved = if own.unsaved > 0 || !own.path.exists() { String::from("not saved") } else { String::new() };
            vec![own.title.clone(), since.map_or_else(String::new, age), unsaved]
        });
        let own = table(&own.collect::<Vec<_>>(), width);
        new.map(|row| row.concat()).chain(own).collect()
    }

    /// What the row under the bar is.
    fn about(&self) -> String {
        match (NEW.get(self.bar.row()), self.own.get(self.bar.row().saturating_sub(NEW.len()))) {
            (Some((_, told)), _) => (*told).to_owned(),
            (None, Some(own)) => own.path.display().to_string(),
            (None, None) => String::new(),
        }
    }

    /// Reads the battle under the bar, once.
    fn look(&mut self) {
        let row = self.bar.row();
        if self.shown.as_ref().is_none_or(|(shown, _)| *shown != row) {
            let own = row.checked_sub(NEW.len()).and_then(|place| self.own.get(place));
            let text = own.and_then(|own| std::fs::read_to_string(&own.path).ok());
            let scenario = text.and_then(|text| Draft::of_text("battle.toml".as_ref(), &text).scenario().cloned());
            self.shown = Some((row, scenario));
        }
    }
}
