//! Forms of the editor: opened, asked about, filled in, and back again after each answer.

use drafting::{Edit, Entry, Field};
use hexes::Grid;

use super::Editor;
use super::fields::{self, About, Ask, FieldRow, Typed};
use super::tools::Tool;
use crate::layer::{Answer, Desk, Flow};
use crate::screens::form::Form;
use crate::screens::list::List;
use crate::screens::prompt::Prompt;

/// Tag of a form.
pub const FORM: &str = "editor form";
/// Tag of the list of what a row can say.
const CHOICE: &str = "editor choice";
/// Tag of the list of what can be switched on and off.
const MANY: &str = "editor many";
/// Tag of the line for a row.
const LINE: &str = "editor line";

/// The form that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What it is about.
    entry: Entry,
    /// The row under the bar.
    row: usize,
    /// What has just gone wrong.
    trouble: String,
    /// What it was opened from, to go back there.
    before: Option<Entry>,
}

impl Editor {
    /// Opens the form of a thing; the next moment shows it.
    pub(super) fn describe(&mut self, entry: &Entry) -> Flow {
        if let Entry::Unit(side, brigade, _) = entry {
            (self.side, self.brigade[side.index()]) = (*side, *brigade);
        }
        self.open = Some(Open { entry: entry.clone(), row: 0, trouble: String::new(), before: None });
        Flow::Stay
    }

    /// Describes what is under the cursor; where nothing is, what the tool in hand is about.
    pub(super) fn describe_here(&mut self) -> Flow {
        if self.held.is_some() {
            self.put_down();
            return Flow::Stay;
        }
        let own = match self.tool {
            Tool::Heading => Some(Entry::Heading),
            Tool::Zones => Some(Entry::Army(self.side)),
            Tool::Leaders => self.chosen_entry(),
            Tool::Goals | Tool::Arrivals | Tool::Places => self.spot_here().or_else(|| self.chosen_entry()),
            _ => None,
        };
        match own.or_else(|| self.entry_here()) {
            Some(entry) => self.describe(&entry),
            None => self.kind_list(),
        }
    }

    /// The goal, way in or name under the cursor, by the tool in hand.
    fn spot_here(&self) -> Option<Entry> {
        let sketch = self.draft.sketch();
        let spots = match self.tool {
            Tool::Goals => &sketch.objectives,
            Tool::Arrivals => &sketch.reinforcements,
            _ => &sketch.places,
        };
        spots.iter().find(|spot| spot.hexes.contains(&self.cursor)).map(|spot| spot.entry.clone())
    }

    fn about<'a>(&'a self, entry: &'a Entry, desk: &'a Desk) -> About<'a> {
        About { draft: &self.draft, entry, cursor: self.cursor, desk }
    }

    /// The form that is to be shown again.
    pub(super) fn form_again(&mut self, desk: &Desk) -> Option<Flow> {
        let open = self.open.clone()?;
        let made = fields::form(&self.about(&open.entry, desk));
        let Some((title, rows)) = made else {
            self.open = None;
            return None;
        };
        let rows = rows.into_iter().map(|row| row.row).collect();
        Some(Flow::Push(Box::new(Form::new(FORM, title, rows, open.row).with_trouble(open.trouble))))
    }

    /// The row of the open form that is asked about.
    fn row_asked(&self, desk: &Desk) -> Option<FieldRow> {
        let open = self.open.as_ref()?;
        let (_, rows) = fields::form(&self.about(&open.entry, desk))?;
        rows.into_iter().nth(open.row)
    }

    /// A form, or what it asked, has answered.
    pub(super) fn filled_in(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        if let Some(open) = &mut self.open {
            open.trouble.clear();
        }
        match answer {
            Answer::No(FORM) => self.close_form(),
            Answer::Picked(FORM, row) => {
                if let Some(open) = &mut self.open {
                    open.row = row;
                }
                return self.ask(desk);
            }
            Answer::Picked(CHOICE, place) => {
                if let Some(FieldRow { ask: Ask::Choice(rows, _), .. }) = self.row_asked(desk)
                    && let Some((_, edit)) = rows.into_iter().nth(place)
                {
                    self.fill_in(&edit);
                }
            }
            Answer::Picked(MANY, place) => return self.switch(place, desk),
            Answer::Line(LINE, text) => self.type_in(&text, desk),
            _ => {}
        }
        Flow::Stay
    }

    fn close_form(&mut self) {
        let before = self.open.take().and_then(|open| open.before);
        if let Some(entry) = before {
            self.open = Some(Open { entry, row: 0, trouble: String::new(), before: None });
        }
    }

    /// Asks for what the row under the bar is to say.
    fn ask(&mut self, desk: &Desk) -> Flow {
        let Some(FieldRow { row, ask, .. }) = self.row_asked(desk) else { return Flow::Stay };
        match ask {
            Ask::Line(_, text) => {
                let title = format!("{}: {}", row.name, crate::text::whole_sentences(&row.help, 60));
                Flow::Push(Box::new(Prompt::new(LINE, title, Vec::new()).with(text)))
            }
            Ask::Choice(rows, at) => {
                let list = List::new(CHOICE, row.name, row.help);
                Flow::Push(Box::new(rows.into_iter().fold(list, |list, (text, _)| list.row(None, text)).at(at)))
            }
            Ask::Many(rows) => Flow::Push(Box::new(many(&row.name, &row.help, &rows, 0))),
            Ask::Do(edit) => {
                self.fill_in(&edit);
                Flow::Stay
            }
            Ask::Form(entry) => {
                let before = self.open.take().map(|open| open.entry);
                self.open = Some(Open { entry, row: 0, trouble: String::new(), before });
                Flow::Stay
            }
            Ask::Elsewhere(told) => {
                self.trouble(told);
                Flow::Stay
            }
        }
    }

    fn trouble(&mut self, text: impl Into<String>) {
        if let Some(open) = &mut self.open {
            open.trouble = text.into();
        }
    }

    /// Makes an edit that a form asks for; what is wrong is said in the form.
    fn fill_in(&mut self, edit: &Edit) {
        let label =
            self.open.as_ref().and_then(|open| self.draft.sketch().unit(&open.entry)).map(|unit| unit.label.clone());
        let known = self.draft.marks().len();
        match self.draft.edit(edit, false) {
            Ok(Some(name)) => self.told_of(crate::text::sentence(&name)),
            Ok(None) => {}
            Err(refused) => self.trouble(refused.0),
        }
        self.keep_cursor();
        if let Edit::Transfer(..) | Edit::Together(..) = edit {
            self.follow(label);
        }
        if matches!(edit, Edit::Remove(_)) {
            self.open = None;
        }
        let open = self.open.as_ref().map(|open| open.entry.clone());
        let fault =
            self.draft.marks().iter().find(|mark| Some(&mark.entry) == open.as_ref()).map(drafting::Mark::words);
        if let Some(fault) = fault.filter(|_| self.draft.marks().len() > known) {
            self.trouble(crate::text::sentence(&fault));
        }
    }

    /// The form stays with the unit of that label, whichever place it has now.
    fn follow(&mut self, label: Option<String>) {
        let found = label.and_then(|label| self.draft.sketch().units.iter().find(|unit| unit.label == label));
        let at = self.draft.sketch().unit_at(self.cursor);
        let entry = found.or(at).map(|unit| unit.entry.clone());
        if let (Some(open), Some(entry)) = (&mut self.open, entry)
            && matches!(open.entry, Entry::Unit(..))
        {
            open.entry = entry;
        }
    }

    /// Puts a row back to what is usual.
    pub(super) fn clear_row(&mut self, row: usize, desk: &Desk) -> Flow {
        if let Some(open) = &mut self.open {
            (open.row, open.trouble) = (row, String::new());
        }
        match self.row_asked(desk).map(|row| (row.clear, row.ask)) {
            Some((Some(edit), _)) => self.fill_in(&edit),
            Some((None, Ask::Do(_))) => self.trouble("Enter does it."),
            _ => self.trouble("It is as usual, or something has to be said here."),
        }
        Flow::Stay
    }

    /// Switches one of several on or off; the list stays.
    fn switch(&mut self, place: usize, desk: &Desk) -> Flow {
        let Some(FieldRow { ask: Ask::Many(rows), key, .. }) = self.row_asked(desk) else { return Flow::Stay };
        let Some((_, _, edit)) = rows.get(place) else {
            let title = format!("One more word under {key}");
            return Flow::Push(Box::new(Prompt::new(LINE, title, Vec::new())));
        };
        self.fill_in(edit);
        let Some(FieldRow { row, ask: Ask::Many(rows), .. }) = self.row_asked(desk) else { return Flow::Stay };
        Flow::Push(Box::new(many(&row.name, &row.help, &rows, place)))
    }

    /// A line was typed for a row.
    fn type_in(&mut self, text: &str, desk: &Desk) {
        let Some(FieldRow { key, ask, .. }) = self.row_asked(desk) else { return };
        let Some(entry) = self.open.as_ref().map(|open| open.entry.clone()) else { return };
        let typed = match ask {
            Ask::Line(typed, _) => typed,
            _ => Typed::Word(key.to_owned()),
        };
        let set = |field: Option<Field>| Edit::Set(entry.clone(), key.to_owned(), field);
        match typed {
            Typed::Text | Typed::Prose if text.is_empty() && key != "name" && key != "title" && key != "label" => {
                self.fill_in(&set(None));
            }
            Typed::Text => self.fill_in(&set(Some(Field::text(text)))),
            Typed::Prose => self.fill_in(&set(Some(Field::Prose(text.to_owned())))),
            Typed::Whole(least, most) => match text.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => self.fill_in(&set(Some(Field::Whole(number)))),
                _ => self.trouble(format!("`{text}` is no whole number from {least} to {most}.")),
            },
            Typed::Size => match size_of(text) {
                Some(grid) => self.fill_in(&Edit::Resize(grid)),
                None => {
                    self.trouble(format!("`{text}` is no size; write columns and rows from 4 to 200, such as 40x30."))
                }
            },
            Typed::Word(system) if text.is_empty() => drop(system),
            Typed::Word(system) => self.add_word(&entry, &system, text),
        }
    }

    fn add_word(&mut self, entry: &Entry, system: &str, word: &str) {
        let mut lists = match self.draft.get(entry, "special") {
            Some(Field::Special(lists)) => lists,
            _ => Default::default(),
        };
        lists.entry(system.to_owned()).or_default().push(word.to_owned());
        self.fill_in(&Edit::Set(entry.clone(), String::from("special"), Some(Field::Special(lists))));
    }
}

/// The list of what can be switched on and off.
fn many(name: &str, help: &str, rows: &[(String, bool, Edit)], at: usize) -> List {
    let list = List::new(MANY, name, format!("{help} Enter switches one on or off, Esc is back."));
    let row = |list: List, (word, has, _): &(String, bool, Edit)| {
        list.row(None, format!("{} {word}", if *has { "[x]" } else { "[ ]" }))
    };
    rows.iter().fold(list, row).row(None, "    another word…").at(at)
}

/// Columns and rows as they are typed.
pub fn size_of(text: &str) -> Option<Grid> {
    let (width, height) = text.split_once(['x', 'X', ' ', ',', '*'])?;
    let number = |text: &str| text.trim().trim_start_matches("by").trim().parse::<i16>().ok();
    let size = (number(width)?, number(height)?);
    let sound = |size: i16| (drafting::SMALLEST..=drafting::LARGEST).contains(&size);
    (sound(size.0) && sound(size.1)).then(|| Grid::new(size.0, size.1))
}
