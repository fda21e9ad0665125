//! Letters and what they stand for: found for a kind of ground, or added to the legend where there is none yet.

use std::collections::BTreeMap;

use battle::{Cell, Crossing, Terrain};

use crate::field::Field;
use crate::page::{Node, Page, Step, line_break, line_end};
use crate::patch::Pen;
use crate::write::{Refused, child};

/// Letters that new entries of a legend may have, in the order in which they are taken.
const FREE: &str = "ABCDEGIJKLMNOPQRSTUVYZadegijknqstuvyz0123456789";

/// The letters of a text: built in, and its own, as far as they can be understood.
pub(crate) fn letters(page: &Page) -> BTreeMap<char, Cell> {
    let mut letters: BTreeMap<char, Cell> =
        scenario::BUILT_IN_LEGEND.iter().map(|entry| (entry.letter, entry.cell)).collect();
    let legend = [Step::from("legend")];
    for key in page.at(&legend).map(Node::keys).unwrap_or_default() {
        let mut signs = key.chars();
        if let (Some(letter), None) = (signs.next(), signs.next())
            && let Some(cell) = page.at(&child(&legend, &key)).and_then(cell)
        {
            letters.insert(letter, cell);
        }
    }
    letters
}

/// What an entry of the legend says.
fn cell(node: Node<'_>) -> Option<Cell> {
    let get = |key: &str| match node {
        Node::Section(table) => table.get(key).and_then(toml_edit::Item::as_value),
        Node::Inline(table) => table.get(key),
        _ => None,
    };
    let word = get("terrain").and_then(toml_edit::Value::as_str)?;
    let flag = |key: &str| get(key).and_then(toml_edit::Value::as_bool).unwrap_or(false);
    let height = get("elevation").and_then(toml_edit::Value::as_integer).unwrap_or(0);
    Some(Cell {
        terrain: Terrain::ALL.into_iter().find(|terrain| terrain.name() == word)?,
        elevation: i8::try_from(height).unwrap_or(0).clamp(-5, 9),
        road: flag("road"),
        crossing: match get("crossing").and_then(toml_edit::Value::as_str) {
            Some("ford") => Crossing::Ford,
            Some("bridge") => Crossing::Bridge,
            _ => Crossing::None,
        },
        storey: flag("storey"),
    })
}

/// The letter that stands for that hex with its height, of those there are: a built-in one before others.
pub(crate) fn letter_of(letters: &BTreeMap<char, Cell>, cell: Cell) -> Option<char> {
    let built_in = scenario::BUILT_IN_LEGEND.iter().map(|entry| entry.letter);
    let all = built_in.chain(letters.keys().copied());
    all.into_iter().find(|letter| letters.get(letter) == Some(&cell))
}

impl Pen {
    /// Adds a letter for a hex to the legend; nothing where none is left.
    pub fn add_letter(&mut self, cell: Cell) -> Result<char, Refused> {
        let page = self.page()?;
        let known = letters(&page);
        let drawn = crate::drawing::Rows::read(&page, crate::entry::Drawing::Ground).unwrap_or_default();
        let used = |letter: char| drawn.rows.iter().flatten().any(|(_, other)| *other == letter);
        let free = FREE.chars().find(|letter| !known.contains_key(letter) && !used(*letter));
        let none = || Refused(String::from("The legend has no letter left for another kind of ground."));
        let letter = free.ok_or_else(none)?;
        let entry = Field::Raw(written(cell));
        let legend = [Step::from("legend")];
        if page.at(&legend).is_none() {
            let newline = line_break(self.text());
            let end = page.root_end().unwrap_or(0);
            let end = line_end(self.text(), end);
            self.splice(end..end, &format!("{newline}{newline}[legend]"));
        }
        self.set(&legend, &letter.to_string(), &entry, &[])?;
        Ok(letter)
    }
}

/// An entry of the legend as it is written.
fn written(cell: Cell) -> String {
    let mut text = format!("{{ terrain = \"{}\"", cell.terrain.name());
    if cell.elevation != 0 {
        text += &format!(", elevation = {}", cell.elevation);
    }
    if cell.road {
        text += ", road = true";
    }
    match cell.crossing {
        Crossing::None => {}
        Crossing::Ford => text += ", crossing = \"ford\"",
        Crossing::Bridge => text += ", crossing = \"bridge\"",
    }
    if cell.storey {
        text += ", storey = true";
    }
    text + " }"
}
