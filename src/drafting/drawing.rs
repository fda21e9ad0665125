//! The drawn ground and heights: which byte of the text is the letter of which hex.

use std::ops::Range;

use hexes::{Grid, Hex, Offset};

use crate::entry::Drawing;
use crate::field::Field;
use crate::page::{Node, Page, Step, line_break};
use crate::patch::Pen;
use crate::write::{Done, Refused};

/// The most columns or rows of a map.
pub const LARGEST: i16 = 200;
/// The fewest.
pub const SMALLEST: i16 = 4;

/// A drawing as it stands in the text: its letters, row by row, however they are spaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// By row: each letter with its place in the text.
    pub rows: Vec<Vec<(Range<usize>, char)>>,
    /// By row: where it ends in the text.
    ends: Vec<usize>,
}

impl Rows {
    /// Reads a drawing; nothing where there is none, or where it is written in a way that hides its letters.
    pub fn read(page: &Page, drawing: Drawing) -> Option<Rows> {
        let Node::Value(value) = page.at(&[Step::from(drawing.key())])? else { return None };
        let (span, _) = (value.span()?, value.as_str()?);
        let written = page.raw().get(span.clone())?;
        let quotes = if written.starts_with("'''") || written.starts_with("\"\"\"") { 3 } else { 1 };
        let body = written.get(quotes..written.len().checked_sub(quotes)?)?;
        if written.starts_with('"') && body.contains('\\') {
            return None;
        }
        let mut start = span.start + quotes;
        let mut found = Rows::default();
        for (number, line) in body.split('\n').enumerate() {
            // What follows the opening quotes on their line is the first row, if there is anything.
            if number > 0 || !line.trim().is_empty() {
                let letters = line.char_indices().filter(|(_, letter)| !letter.is_whitespace());
                let place = |(at, letter): (usize, char)| (start + at..start + at + letter.len_utf8(), letter);
                found.rows.push(letters.map(place).collect());
                found.ends.push(start + line.trim_end().len());
            }
            start += line.len() + 1;
        }
        while found.rows.last().is_some_and(Vec::is_empty) {
            found.rows.pop();
            found.ends.pop();
        }
        Some(found)
    }

    /// The size of the map that it draws: as wide as its longest row.
    pub fn grid(&self) -> Option<Grid> {
        let width = self.rows.iter().map(Vec::len).max()?.clamp(1, LARGEST as usize) as i16;
        let height = self.rows.len().clamp(1, LARGEST as usize) as i16;
        Some(Grid::new(width, height))
    }

    /// The letter of a hex.
    pub fn letter(&self, hex: Hex) -> Option<char> {
        self.cell(hex).map(|(_, letter)| *letter)
    }

    fn cell(&self, hex: Hex) -> Option<&(Range<usize>, char)> {
        let at = hex.offset();
        self.rows.get(usize::try_from(at.row).ok()?)?.get(usize::try_from(at.column).ok()?)
    }
}

impl Pen {
    /// Gives hexes of a drawing other letters, each in its place; a row that is too short for one is filled up with dots. The
    /// hexes lie on the map, each once.
    pub fn draw(&mut self, drawing: Drawing, letters: &[(Hex, char)]) -> Done {
        let page = self.page()?;
        let Some(rows) = Rows::read(&page, drawing) else {
            self.redraw(&page, drawing, None)?;
            return if letters.is_empty() { Ok(()) } else { self.draw(drawing, letters) };
        };
        let missing = letters.iter().any(|(hex, _)| rows.cell(*hex).is_none());
        if missing {
            self.fill_up(&rows, letters)?;
            return self.draw(drawing, letters);
        }
        let mut changes: Vec<(i16, Range<usize>, char)> = Vec::new();
        for (hex, letter) in letters {
            if let Some((span, _)) = rows.cell(*hex).filter(|(_, old)| old != letter) {
                changes.push((hex.offset().row, span.clone(), *letter));
            }
        }
        changes.sort_by_key(|(_, span, _)| span.start);
        // Row by row from the last on, so that those before keep their places.
        for row in changes.chunk_by(|one, other| one.0 == other.0).rev() {
            let (Some((_, first, _)), Some((_, last, _))) = (row.first(), row.last()) else { continue };
            let mut written = String::new();
            let mut at = first.start;
            for (_, span, letter) in row {
                written += &self.text()[at..span.start];
                written.push(*letter);
                at = span.end;
            }
            self.splice(first.start..last.end, &written);
        }
        Ok(())
    }

    /// Fills rows up to the hexes that are to be drawn.
    fn fill_up(&mut self, rows: &Rows, letters: &[(Hex, char)]) -> Done {
        let mut ends: Vec<(usize, usize, usize)> = Vec::new();
        for (number, row) in rows.rows.iter().enumerate() {
            let columns =
                letters.iter().map(|(hex, _)| hex.offset()).filter(|at| usize::try_from(at.row) == Ok(number));
            let most = columns.map(|at| usize::try_from(at.column).unwrap_or(0) + 1).max().unwrap_or(0);
            if most > row.len() {
                ends.push((rows.ends[number], most - row.len(), number));
            }
        }
        if ends.is_empty() {
            return Err(Refused(String::from("That hex is in no row of the drawing.")));
        }
        for (end, count, _) in ends.into_iter().rev() {
            self.splice(end..end, &" .".repeat(count));
        }
        Ok(())
    }

    /// Draws a drawing anew: rows of one length, indented and spaced as they have to be, of that size or its own.
    pub fn redraw(&mut self, page: &Page, drawing: Drawing, size: Option<Grid>) -> Done {
        let rows = Rows::read(page, drawing).or_else(|| hidden(page, drawing));
        let ground = Rows::read(page, Drawing::Ground).or_else(|| hidden(page, Drawing::Ground));
        let own = ground.as_ref().and_then(Rows::grid).or_else(|| rows.as_ref().and_then(Rows::grid));
        let grid = size.or(own).ok_or_else(|| Refused(String::from("There is no ground to draw on.")))?;
        let letter = |hex: Hex| rows.as_ref().and_then(|rows| rows.letter(hex)).unwrap_or('.');
        let text = drawn(grid, letter, line_break(self.text()));
        self.set(&[], drawing.key(), &Field::Raw(text), super::entry::Entry::Heading.order())
    }
}

/// A drawing whose letters stand behind escapes.
fn hidden(page: &Page, drawing: Drawing) -> Option<Rows> {
    let text = page.at(&[Step::from(drawing.key())])?.text()?;
    let row = |line: &str| line.chars().filter(|letter| !letter.is_whitespace()).map(|letter| (0..0, letter)).collect();
    let rows: Vec<Vec<(Range<usize>, char)>> = text.trim_end().lines().map(row).collect();
    Some(Rows { ends: vec![0; rows.len()], rows })
}

/// A drawing as it is written.
pub(crate) fn drawn(grid: Grid, letter: impl Fn(Hex) -> char, newline: &str) -> String {
    let mut text = format!("'''{newline}");
    for row in 0..grid.height() {
        let letters: Vec<String> =
            (0..grid.width()).map(|column| letter(Offset::new(column, row).hex()).to_string()).collect();
        text += if row % 2 == 1 { " " } else { "" };
        text += &letters.join(" ");
        text += newline;
    }
    text + "'''"
}
