//! Changing keys, entries and lists of a text where they stand: what is not meant keeps every byte.

use std::ops::Range;

use crate::field::Field;
use crate::page::{Node, Page, Path, Step, line_break, line_end, line_start, next_line};
use crate::patch::Pen;

/// Why an edit was not made, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// What comes of an edit.
pub(crate) type Done = Result<(), Refused>;

/// That something is not in the file any more.
pub(crate) fn gone() -> Refused {
    Refused(String::from("That is not in the battle any more."))
}

impl Pen {
    /// The text taken apart.
    pub fn page(&self) -> Result<Page, Refused> {
        Page::parse(self.text()).map_err(|fault| {
            let line = self.text().get(..fault.at).unwrap_or_default().matches('\n').count() + 1;
            Refused(format!(
                "Line {line} is no TOML ({}): nothing can be changed until it is mended, by undo or in a text editor.",
                fault.why
            ))
        })
    }

    /// Gives a key of a table a value; a key that is not there is written behind the last one that `order` has before it.
    pub fn set(&mut self, table: &[Step], key: &str, field: &Field, order: &[&str]) -> Done {
        let page = self.page()?;
        let node = page.at(table).ok_or_else(gone)?;
        if let Some((_, value)) = node.entry(key) {
            self.splice(value, &field.written());
            return Ok(());
        }
        let written = format!("{} = {}", written_key(key), field.written());
        match node {
            Node::Inline(inline) => {
                let span = inline.span().ok_or_else(gone)?;
                self.set_inline(&page, table, &span, &written, (key, order));
            }
            Node::Section(_) => self.set_line(&page, table, &written, (key, order)),
            _ => return Err(gone()),
        }
        Ok(())
    }

    fn set_inline(&mut self, page: &Page, table: &[Step], span: &Range<usize>, written: &str, of: (&str, &[&str])) {
        let entries = page.at(table).map(Node::entries).unwrap_or_default();
        match (before(&entries, of), entries.first()) {
            (Some(end), _) => self.splice(end..end, &format!(", {written}")),
            (None, Some((_, key, _))) => self.splice(key.start..key.start, &format!("{written}, ")),
            (None, None) => self.splice(span.clone(), &format!("{{ {written} }}")),
        }
    }

    fn set_line(&mut self, page: &Page, table: &[Step], written: &str, of: (&str, &[&str])) {
        let node = page.at(table);
        let entries = node.map(Node::entries).unwrap_or_default();
        let newline = line_break(self.text());
        if let Some(end) = before(&entries, of) {
            let end = line_end(self.text(), end);
            return self.splice(end..end, &format!("{newline}{written}"));
        }
        if let Some((_, key, _)) = entries.first() {
            let start = line_start(self.text(), key.start);
            return self.splice(start..start, &format!("{written}{newline}"));
        }
        match node.and_then(Node::span).filter(|_| !table.is_empty()) {
            Some(heading) => {
                let end = line_end(self.text(), heading.end);
                self.splice(end..end, &format!("{newline}{written}"));
            }
            None => self.splice(0..0, &format!("{written}{newline}")),
        }
    }

    /// Takes a key out of a table; a comment behind it stays in a line of its own.
    pub fn unset(&mut self, table: &[Step], key: &str) -> Done {
        let page = self.page()?;
        let node = page.at(table).ok_or_else(gone)?;
        let Some((name, value)) = node.entry(key) else { return self.unset_section(&page, table, key) };
        if let Node::Inline(_) = node {
            self.take_out(name.start..value.end);
            return Ok(());
        }
        let (start, end) = (line_start(self.text(), name.start), line_end(self.text(), value.end));
        let behind = self.text()[value.end..end].trim().to_owned();
        match behind.is_empty() {
            true => self.splice(start..next_line(self.text(), value.end), ""),
            false => self.splice(start..end, &behind),
        }
        Ok(())
    }

    /// Takes a table with a heading of its own out.
    fn unset_section(&mut self, page: &Page, table: &[Step], key: &str) -> Done {
        let path = child(table, key);
        match page.section(&path) {
            Some(span) => self.drop_section(page, &path, span),
            None => Ok(()),
        }
    }

    /// Takes an entry out of a list, or a table with a heading out of the text.
    pub fn remove(&mut self, path: &[Step]) -> Done {
        let page = self.page()?;
        match page.at(path).ok_or_else(gone)? {
            Node::Section(_) => {
                let span = page.section(path).ok_or_else(gone)?;
                self.drop_section(&page, path, span)
            }
            other => {
                let span = other.span().ok_or_else(gone)?;
                self.take_out(span);
                Ok(())
            }
        }
    }

    /// Drops the lines of a section but for those that are comments, and the empty ones behind it.
    fn drop_section(&mut self, page: &Page, path: &[Step], span: Range<usize>) -> Done {
        let text = self.text();
        let start = line_start(text, span.start);
        let mut end = next_line(text, span.end);
        while end < text.len() && text[end..next_line(text, end)].trim().is_empty() {
            end = next_line(text, end);
        }
        let inside = |at: usize| page.value_round(path, at);
        let mut kept = String::new();
        let mut at = start;
        while at < end {
            let next = next_line(text, at);
            if text[at..next].trim_start().starts_with('#') && !inside(at) {
                kept.push_str(&text[at..next]);
            }
            at = next;
        }
        self.splice(start..end, &kept);
        Ok(())
    }

    /// Takes an entry out of a list or table between brackets, with the comma that belongs to it; its line goes where nothing
    /// else stands on it.
    fn take_out(&mut self, span: Range<usize>) {
        let text = self.text();
        let rest = &text[span.end..];
        let gap = rest.len() - rest.trim_start().len();
        let comma = rest[gap..].starts_with(',').then_some(span.end + gap + 1);
        let end = comma.unwrap_or(span.end);
        let (start_of_line, end_of_line) = (line_start(text, span.start), line_end(text, end));
        let alone = text[start_of_line..span.start].trim().is_empty() && {
            let behind = text[end..end_of_line].trim();
            behind.is_empty() || behind.starts_with('#')
        };
        if alone {
            let next = next_line(text, end);
            return self.splice(start_of_line..next, "");
        }
        if comma.is_some() {
            let blanks = text[end..end_of_line].len() - text[end..end_of_line].trim_start_matches(' ').len();
            return self.splice(span.start..end + blanks, "");
        }
        let before = text[..span.start].trim_end();
        match before.ends_with(',') {
            true => self.splice(before.len() - 1..span.end, ""),
            false => self.splice(span, ""),
        }
    }

    /// Adds an entry to the list that a key of a table has, or begins the list: tables between braces where it is one
    /// between brackets, else tables with headings. The number of the new entry.
    pub fn add(&mut self, table: &[Step], key: &str, fields: &[(&str, Field)], braces: bool) -> Result<usize, Refused> {
        let page = self.page()?;
        let path = child(table, key);
        let number = page.count(&path);
        match page.at(&path) {
            Some(Node::List(list)) => {
                let span = list.span().ok_or_else(gone)?;
                let last = list.iter().last().and_then(toml_edit::Value::span);
                self.append(span, last, &inline(fields), true);
            }
            None if braces => self.set(table, key, &Field::Raw(format!("[\n    {},\n]", inline(fields))), &[])?,
            Some(Node::Sections(_)) => {
                let last = child_at(&path, number.saturating_sub(1));
                let end = page.section(&last).ok_or_else(gone)?.end;
                self.add_section(end, &path, fields);
            }
            _ => {
                let end = self.place_for(&page, table, key);
                self.add_section(end, &path, fields);
            }
        }
        Ok(number)
    }

    /// Where the first of a list's tables with headings goes: behind the section it is of, else behind everything.
    fn place_for(&self, page: &Page, table: &[Step], key: &str) -> usize {
        let own = if table.is_empty() { None } else { page.section(table) };
        if let Some(own) = own {
            return own.end;
        }
        if let (Some(Step::Key(side)), true) = (table.first(), table.len() == 1) {
            let family = page.headings().into_iter().filter(|(_, at)| at.first() == Some(&Step::Key(side.clone())));
            if let Some(end) = family.filter_map(|(_, at)| page.section(&at)).map(|span| span.end).max() {
                return end;
            }
        }
        let first_army = page.headings().into_iter().find(|(_, at)| at.first() != Some(&Step::from("legend")));
        match (key, first_army) {
            // Edges lie with the ground, before the armies.
            ("edge", Some((heading, _))) => {
                let before = page.raw()[..line_start(page.raw(), heading.start)].trim_end();
                line_end(page.raw(), before.len())
            }
            _ => page.raw().trim_end().len(),
        }
    }

    fn add_section(&mut self, end: usize, path: &[Step], fields: &[(&str, Field)]) {
        let newline = line_break(self.text());
        let name: Vec<String> = path
            .iter()
            .filter_map(|step| match step {
                Step::Key(key) => Some(written_key(key)),
                Step::At(_) => None,
            })
            .collect();
        let lines: String =
            fields.iter().map(|(key, field)| format!("{newline}{} = {}", written_key(key), field.written())).collect();
        let behind = if end < self.text().len() { "" } else { newline };
        let gap = if self.text()[..end].trim().is_empty() { String::new() } else { newline.repeat(2) };
        self.splice(end..end, &format!("{gap}[[{}]]{lines}{behind}", name.join(".")));
    }

    /// Adds an entry to a list between brackets; on a line of its own where the list has lines.
    pub fn append(&mut self, list: Range<usize>, last: Option<Range<usize>>, written: &str, tall: bool) {
        let newline = line_break(self.text());
        let Some(last) = last else {
            let whole = if tall { format!("[{newline}    {written},{newline}]") } else { format!("[{written}]") };
            return self.splice(list, &whole);
        };
        let text = self.text();
        let rest = &text[last.end..list.end];
        let gap = rest.len() - rest.trim_start().len();
        let comma = rest[gap..].starts_with(',').then_some(last.end + gap + 1);
        let lines = text[last.end..list.end].contains('\n');
        if !lines {
            return match comma {
                Some(end) => self.splice(end..end, &format!(" {written},")),
                None => self.splice(last.end..last.end, &format!(", {written}")),
            };
        }
        let start = line_start(text, last.start);
        let indent = &text[start..last.start];
        let indent = if indent.trim().is_empty() { indent.to_owned() } else { String::from("    ") };
        let end = line_end(text, comma.unwrap_or(last.end));
        let line = format!("{newline}{indent}{written},");
        match comma {
            Some(_) => self.splice(end..end, &line),
            None => {
                self.splice(end..end, &line);
                self.splice(last.end..last.end, ",");
            }
        }
    }

    /// Gives the entry of a list another value.
    pub fn replace(&mut self, path: &[Step], written: &str) -> Done {
        let page = self.page()?;
        let span = page.at(path).and_then(Node::span).ok_or_else(gone)?;
        self.splice(span, written);
        Ok(())
    }
}

impl Page {
    /// Whether a byte stands inside a value of a section.
    fn value_round(&self, path: &[Step], at: usize) -> bool {
        let own = self.at(path).map(Node::entries).unwrap_or_default();
        own.iter().any(|(.., value)| value.start < at && at < value.end)
    }
}

/// The path of what a key of a table holds.
pub(crate) fn child(table: &[Step], key: &str) -> Path {
    table.iter().cloned().chain([Step::from(key)]).collect()
}

/// The path of an entry of a list.
pub(crate) fn child_at(list: &[Step], place: usize) -> Path {
    list.iter().cloned().chain([Step::At(place)]).collect()
}

/// Where the value ends behind which a key belongs: of the last that the order has before it, else, for a key that is in no
/// order, of the last there is.
fn before(entries: &[(String, Range<usize>, Range<usize>)], (key, order): (&str, &[&str])) -> Option<usize> {
    let rank = order.iter().position(|known| *known == key);
    let earlier = |(name, ..): &&(String, Range<usize>, Range<usize>)| match rank {
        Some(rank) => order.iter().position(|known| known == name).is_some_and(|other| other < rank),
        None => true,
    };
    entries.iter().filter(earlier).map(|(.., value)| value.end).max()
}

/// A table between braces.
fn inline(fields: &[(&str, Field)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(key, field)| format!("{} = {}", written_key(key), field.written())).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// A key as it is written: in quotes where it needs them.
pub(crate) fn written_key(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    if bare { key.to_owned() } else { Field::Text(key.to_owned()).written() }
}
