//! One value of a document, with its place.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::place::offset_in_string;
use crate::reader::Reader;
use crate::table::Table;
use crate::tree::{Kind, Node};
use crate::words::{expected_one_of, nearest};

/// The whole number types that can be read; all the standard ones are.
pub trait Whole: Copy + PartialOrd + Display + TryFrom<i128> {}

impl<N: Copy + PartialOrd + Display + TryFrom<i128>> Whole for N {}

/// One value: what a key holds, or an entry of a list.
///
/// Each way of reading it gives nothing, and adds a fault at its place, when it is something else.
#[derive(Clone)]
pub struct Value<'r> {
    reader: &'r Reader<'r>,
    /// The name of the key that holds it.
    name: String,
    /// The thing it is, as a fault calls it.
    label: String,
    node: &'r Node,
}

impl<'r> Value<'r> {
    pub(crate) fn of_key(reader: &'r Reader<'r>, key: &str, node: &'r Node) -> Self {
        Self { reader, name: key.to_owned(), label: format!("key `{key}`"), node }
    }

    fn entry(&self, index: usize, node: &'r Node) -> Self {
        Self {
            reader: self.reader,
            name: self.name.clone(),
            label: format!("entry {} of {}", index + 1, self.label),
            node,
        }
    }

    /// The text.
    pub fn text(&self) -> Option<String> {
        match &self.node.kind {
            Kind::Text(text) => Some(text.clone()),
            _ => self.refuse("text"),
        }
    }

    /// The whole number, within a range.
    pub fn integer<N: Whole>(&self, range: RangeInclusive<N>) -> Option<N> {
        let found = match self.node.kind {
            Kind::Integer(integer) => N::try_from(integer).ok(),
            _ => None,
        };
        let (low, high) = (range.start(), range.end());
        found
            .filter(|number| range.contains(number))
            .or_else(|| self.refuse(format!("a whole number from {low} to {high}")))
    }

    /// The number, whole or not, within a range.
    pub fn number(&self, range: RangeInclusive<f64>) -> Option<f64> {
        let found = match self.node.kind {
            Kind::Integer(integer) => Some(integer as f64),
            Kind::Number(number) => Some(number),
            _ => None,
        };
        let (low, high) = (range.start(), range.end());
        found.filter(|number| range.contains(number)).or_else(|| self.refuse(format!("a number from {low} to {high}")))
    }

    /// True or false.
    pub fn flag(&self) -> Option<bool> {
        match self.node.kind {
            Kind::Flag(flag) => Some(flag),
            _ => self.refuse("true or false"),
        }
    }

    /// The index of the word among `words`; the fault suggests the nearest.
    pub fn choice(&self, words: &[&str]) -> Option<usize> {
        let expected = expected_one_of(words);
        let Kind::Text(text) = &self.node.kind else {
            return self.refuse(expected);
        };
        let found = words.iter().position(|word| word == text);
        found.or_else(|| match nearest(text, words.iter().copied()) {
            Some(near) if words.len() > 1 => self.refuse(format!("{expected} (nearest is {near})")),
            _ => self.refuse(expected),
        })
    }

    /// The entries of the list; none, and a fault, when it is not a list.
    pub fn values(&self) -> Vec<Value<'r>> {
        self.list("a list").unwrap_or_default()
    }

    /// The entries of the list, each of them text.
    pub fn texts(&self) -> Option<Vec<String>> {
        let entries = self.list("a list of text")?;
        all(entries.iter().map(Value::text))
    }

    /// The entries of the list, each of them a whole number within the range.
    pub fn integers<N: Whole>(&self, range: RangeInclusive<N>) -> Option<Vec<N>> {
        let entries = self.list("a list of whole numbers")?;
        all(entries.iter().map(|entry| entry.integer(range.clone())))
    }

    /// The table.
    pub fn table(&self) -> Option<Table<'r>> {
        match &self.node.kind {
            Kind::Section(section) => {
                let start = self.node.span.start;
                Some(Table::new(self.reader, self.name.clone(), start, section))
            }
            _ => self.refuse("a table"),
        }
    }

    /// The tables of the list, `[[so]]` or inline; entries of other kinds are faults.
    pub fn tables(&self) -> Vec<Table<'r>> {
        let entries = self.list("a list of tables").unwrap_or_default();
        entries.iter().filter_map(Value::table).collect()
    }

    /// Whether it is text, for what may be given in several ways.
    pub fn is_text(&self) -> bool {
        matches!(self.node.kind, Kind::Text(_))
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.node.kind, Kind::List(_))
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.node.kind, Kind::Section(_))
    }

    /// What it is, as a fault says it: ``key `turns` has value "ten"``.
    pub fn describe(&self) -> String {
        let label = &self.label;
        let kind = match &self.node.kind {
            Kind::Section(_) => "a table".to_owned(),
            Kind::List(list) => format!("a list of {}", list.len()),
            Kind::Text(text) => format!("text of {} lines", text.lines().count()),
            _ => "a value".to_owned(),
        };
        match self.reader.document().quote(self.node.span.clone()) {
            Some(written) if !self.is_table() && !self.is_list() => {
                format!("{label} has value {written}")
            }
            _ => format!("{label} is {kind}"),
        }
    }

    /// Adds a fault placed at the value that describes it as it was found; always gives nothing.
    pub fn refuse<T>(&self, expected: impl Into<String>) -> Option<T> {
        self.fault(self.describe(), expected);
        None
    }

    /// Adds a fault placed at the value.
    pub fn fault(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.reader.fault_at_offset(self.node.span.start, found, expected);
    }

    /// Adds a fault placed at the entry with an index, counted from 0, of this list; at the list
    /// itself when it has no such entry.
    pub fn fault_at(&self, index: usize, found: impl Into<String>, expected: impl Into<String>) {
        let entry = match &self.node.kind {
            Kind::List(list) => list.get(index),
            _ => None,
        };
        let start = entry.unwrap_or(self.node).span.start;
        self.reader.fault_at_offset(start, found, expected);
    }

    /// Adds a fault placed within this text, at a line and column (in characters) of its content,
    /// both counted from 0; a column past the end of a line is the line's end.
    pub fn fault_in_text(&self, line: usize, column: usize, found: impl Into<String>, expected: impl Into<String>) {
        let span = self.node.span.clone();
        let within = match self.is_text() {
            true => offset_in_string(self.reader.document().written(span.clone()), line, column),
            false => 0,
        };
        self.reader.fault_at_offset(span.start + within, found, expected);
    }

    fn list(&self, expected: &str) -> Option<Vec<Value<'r>>> {
        let Kind::List(list) = &self.node.kind else {
            return self.refuse(expected);
        };
        let entries = list.iter().enumerate();
        Some(entries.map(|(index, node)| self.entry(index, node)).collect())
    }
}

/// All the items, or nothing if one is missing; looks at each, so that each fault is seen.
fn all<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let items: Vec<Option<T>> = items.collect();
    items.into_iter().collect()
}
