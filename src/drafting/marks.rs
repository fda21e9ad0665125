//! Faults where they stand: which entry and which hex each belongs to, and the battle as it would be without them.

use battle::{Rank, Scenario, Side};
use document::Fault;
use hexes::{Hex, Offset};

use crate::drawing::Rows;
use crate::entry::{self, Entry};
use crate::field::Field;
use crate::page::{NoToml, Page};
use crate::patch::Pen;
use crate::sketch::Sketch;
use crate::write::Refused;

/// A fault with the thing it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The fault.
    pub fault: Fault,
    /// The smallest thing of the file that it stands in.
    pub entry: Entry,
    /// The hex that it is about, where it is about one of the map.
    pub hex: Option<Hex>,
}

impl Mark {
    /// What is wrong, as a sentence without the file's name.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{}; expected {}", self.fault.found, self.fault.expected)
    }
}

/// Where in the text a fault stands.
fn byte_of(text: &str, fault: &Fault) -> usize {
    let start: usize = text.split_inclusive('\n').take(fault.line.saturating_sub(1)).map(str::len).sum();
    let line = text.get(start..).unwrap_or_default();
    let mark = if start == 0 && line.starts_with('\u{feff}') { 1 } else { 0 };
    let before = line.char_indices().nth(fault.column.saturating_sub(1) + mark).map_or(line.len(), |(at, _)| at);
    start + before
}

/// The faults with what they belong to.
pub(crate) fn marks(page: &Page, sketch: &Sketch, faults: Vec<Fault>) -> Vec<Mark> {
    let mark = |fault: Fault| {
        let byte = byte_of(page.raw(), &fault);
        let entry = entry::at(page, byte);
        let hex = match &entry {
            Entry::Drawing(drawing) => letter_at(&Rows::read(page, *drawing).unwrap_or_default(), byte),
            other => sketch.place_of(other),
        };
        Mark { fault, entry, hex }
    };
    faults.into_iter().map(mark).collect()
}

/// The fault of a text that is no TOML.
pub(crate) fn no_toml(file: &str, text: &str, fault: &NoToml) -> Mark {
    let before = text.get(..fault.at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let fault = Fault { file: file.to_owned(), line, column, found: fault.why.clone(), expected: String::from("TOML") };
    Mark { fault, entry: Entry::Heading, hex: None }
}

/// The hex whose letter stands at a byte, or the last one of its row before it.
fn letter_at(rows: &Rows, byte: usize) -> Option<Hex> {
    let row = rows.rows.iter().rposition(|row| row.first().is_some_and(|(span, _)| span.start <= byte))?;
    let column = rows.rows[row].iter().rposition(|(span, _)| span.start <= byte)?;
    Some(Offset::new(i16::try_from(column).ok()?, i16::try_from(row).ok()?).hex())
}

/// How often what is faulty is left out before it is given up.
const ROUNDS: usize = 12;

/// The battle without what is faulty in it; nothing where too little would be left.
pub(crate) fn without_faults(file: &str, text: &str) -> Option<Scenario> {
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        let faults = match scenario::parse(file, &text) {
            Ok(scenario) => return Some(scenario),
            Err(faults) => faults,
        };
        let page = Page::parse(&text).ok()?;
        if let Some(wider) = without_zone(&page, &text, &faults) {
            text = wider;
            continue;
        }
        let mut faulty: Vec<(Entry, usize)> =
            faults.iter().map(|fault| byte_of(&text, fault)).map(|byte| (entry::at(&page, byte), byte)).collect();
        faulty.sort();
        faulty.dedup_by(|one, other| one.0 == other.0 && one.0 != Entry::Heading);
        // Units inherit from their army, so it is mended first.
        let armies = faulty.iter().any(|(entry, _)| matches!(entry, Entry::Army(_)));
        faulty.retain(|(entry, _)| !armies || matches!(entry, Entry::Army(_)));
        let mut pen = Pen::new(&text);
        // From the last to the first, so that those before keep their numbers.
        for (entry, byte) in faulty.into_iter().rev() {
            pen.leave_out(&entry, byte).ok()?;
        }
        let (after, patches) = pen.done();
        if patches.is_empty() {
            return None;
        }
        text = after;
    }
    None
}

/// Units outside of a zone stay in the picture: the zone goes.
fn without_zone(page: &Page, text: &str, faults: &document::Faults) -> Option<String> {
    let outside = |side: &Side| {
        let words = format!("outside {side}'s zone");
        faults.iter().any(|fault| fault.found.ends_with(&words))
    };
    let mut pen = Pen::new(text);
    for side in Side::ALL.into_iter().filter(outside) {
        let path = Entry::Army(side).path();
        page.at(&crate::write::child(&path, "zone"))?;
        pen.unset(&path, "zone").ok()?;
        // Both sides need a zone where they may deploy freely.
        pen.unset(&[], "free_deployment").ok()?;
    }
    let (text, patches) = pen.done();
    (!patches.is_empty()).then_some(text)
}

impl Pen {
    fn leave_out(&mut self, entry: &Entry, byte: usize) -> Result<(), Refused> {
        match entry {
            Entry::Drawing(_) => self.straighten(),
            Entry::Heading => self.leave_out_key(byte),
            Entry::Army(side) => self.make_commanded(*side, byte),
            Entry::Unit(side, brigade, _) => {
                let units = crate::write::child(&Entry::Brigade(*side, *brigade).path(), "units");
                match self.page()?.count(&units) {
                    1 => self.remove(&Entry::Brigade(*side, *brigade).path()),
                    _ => self.remove(&entry.path()),
                }
            }
            other => self.remove(&other.path()),
        }
    }

    /// Leaves a key of the heading out; a title there has to be.
    fn leave_out_key(&mut self, byte: usize) -> Result<(), Refused> {
        let page = self.page()?;
        let entries = page.root().entries();
        let found = entries.into_iter().find(|(_, key, value)| key.start <= byte && byte < value.end);
        if let Some((key, ..)) = found {
            self.unset(&[], &key)?;
        }
        let page = self.page()?;
        if page.at(&["title".into()]).and_then(crate::page::Node::text).is_none() {
            self.set(&[], "title", &Field::text("?"), Entry::Heading.order())?;
        }
        Ok(())
    }

    /// Gives an army a name and one commander, and leaves out what else of it is faulty.
    fn make_commanded(&mut self, side: Side, byte: usize) -> Result<(), Refused> {
        let army = Entry::Army(side);
        let page = self.page()?;
        let entries = page.at(&army.path()).map(crate::page::Node::entries).unwrap_or_default();
        let faulty = entries.into_iter().find(|(_, key, value)| key.start <= byte && byte < value.end);
        match faulty {
            Some((key, ..)) if key == "facing" => self.set(&army.path(), &key, &Field::text("N"), army.order())?,
            Some((key, ..)) => self.unset(&army.path(), &key)?,
            None => {}
        }
        let page = self.page()?;
        if page.at(&crate::write::child(&army.path(), "name")).and_then(crate::page::Node::text).is_none() {
            self.set(&army.path(), "name", &Field::text("?"), army.order())?;
        }
        let sketch = Sketch::of(&self.page()?);
        let commanders: Vec<&Entry> = sketch
            .leaders
            .iter()
            .filter(|leader| leader.side == side && leader.rank == Some(Rank::Army))
            .map(|leader| &leader.entry)
            .collect();
        if commanders.is_empty() {
            self.add_leader(&sketch, side, Rank::Army, None)?;
        }
        commanders.into_iter().skip(1).rev().try_for_each(|entry| self.remove(&entry.path()))
    }
}
