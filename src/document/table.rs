//! A table of a document: asked for its keys one by one, it refuses those nobody asked for.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::reader::Reader;
use crate::tree::Section;
use crate::value::{Value, Whole};
use crate::words::{expected_one_of, nearest};

/// A table: the root, a `[section]`, one of a `[[list]]`, or an inline one.
///
/// In each group of methods the plain one requires its key (a missing key is a fault), the
/// `optional_` one gives nothing when the key is absent, and the `_or` one a default. A key that is
/// there with a wrong value is always a fault, and is then given as if it were absent.
///
/// Ask for every key before leaving early with `?`: a key not asked for is a fault in
/// [`finish`](Table::finish), and its own faults go unseen.
pub struct Table<'r> {
    reader: &'r Reader<'r>,
    /// The name of the key that holds it, empty for the root.
    name: String,
    /// Where it starts: its header, its opening brace, or the start of the file.
    offset: usize,
    section: &'r Section,
    asked: RefCell<BTreeSet<String>>,
}

impl<'r> Table<'r> {
    pub(crate) fn new(reader: &'r Reader<'r>, name: String, offset: usize, section: &'r Section) -> Self {
        Self { reader, name, offset, section, asked: RefCell::default() }
    }

    /// The keys in the order of the file, for tables whose keys are free. This does not count as
    /// asking for them.
    pub fn keys(&self) -> Vec<&'r str> {
        let entries = self.section.entries.iter();
        entries.map(|entry| entry.key.as_str()).collect()
    }

    /// Whether the key is there; counts as asking for it.
    pub fn has(&self, key: &str) -> bool {
        self.optional_value(key).is_some()
    }

    /// The value of a key, of any kind.
    pub fn value(&self, key: &str) -> Option<Value<'r>> {
        self.required(key, || "a value".to_owned())
    }

    /// The value of a key, of any kind, if it is there.
    pub fn optional_value(&self, key: &str) -> Option<Value<'r>> {
        self.asked.borrow_mut().insert(key.to_owned());
        self.peek(key)
    }

    /// Text.
    pub fn text(&self, key: &str) -> Option<String> {
        self.required(key, || "text".to_owned())?.text()
    }

    /// Text, if it is there.
    pub fn optional_text(&self, key: &str) -> Option<String> {
        self.optional_value(key)?.text()
    }

    /// Text, or the default.
    pub fn text_or(&self, key: &str, default: &str) -> String {
        self.optional_text(key).unwrap_or_else(|| default.to_owned())
    }

    /// A whole number within a range.
    pub fn integer<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> Option<N> {
        let (low, high) = (range.start(), range.end());
        self.required(key, || format!("a whole number from {low} to {high}"))?.integer(range)
    }

    /// A whole number within a range, if it is there.
    pub fn optional_integer<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> Option<N> {
        self.optional_value(key)?.integer(range)
    }

    /// A whole number within a range, or the default.
    pub fn integer_or<N: Whole>(&self, key: &str, range: RangeInclusive<N>, default: N) -> N {
        self.optional_integer(key, range).unwrap_or(default)
    }

    /// A number, whole or not, within a range.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Option<f64> {
        let (low, high) = (range.start(), range.end());
        self.required(key, || format!("a number from {low} to {high}"))?.number(range)
    }

    /// A number, whole or not, within a range, if it is there.
    pub fn optional_number(&self, key: &str, range: RangeInclusive<f64>) -> Option<f64> {
        self.optional_value(key)?.number(range)
    }

    /// A number, whole or not, within a range, or the default.
    pub fn number_or(&self, key: &str, range: RangeInclusive<f64>, default: f64) -> f64 {
        self.optional_number(key, range).unwrap_or(default)
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.required(key, || "true or false".to_owned())?.flag()
    }

    /// True or false, if it is there.
    pub fn optional_flag(&self, key: &str) -> Option<bool> {
        self.optional_value(key)?.flag()
    }

    /// True or false, or the default.
    pub fn flag_or(&self, key: &str, default: bool) -> bool {
        self.optional_flag(key).unwrap_or(default)
    }

    /// The index of the word among `words`; the fault suggests the nearest.
    pub fn choice(&self, key: &str, words: &[&str]) -> Option<usize> {
        self.required(key, || expected_one_of(words))?.choice(words)
    }

    /// The index of the word among `words`, if it is there.
    pub fn optional_choice(&self, key: &str, words: &[&str]) -> Option<usize> {
        self.optional_value(key)?.choice(words)
    }

    /// The index of the word among `words`, or the default index.
    pub fn choice_or(&self, key: &str, words: &[&str], default: usize) -> usize {
        self.optional_choice(key, words).unwrap_or(default)
    }

    /// A list of text; nothing if one entry is faulty.
    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        self.required(key, || "a list of text".to_owned())?.texts()
    }

    /// A list of text, empty if the key is absent or an entry is faulty.
    pub fn texts_or_empty(&self, key: &str) -> Vec<String> {
        self.optional_value(key).and_then(|value| value.texts()).unwrap_or_default()
    }

    /// A list of whole numbers within a range; nothing if one entry is faulty.
    pub fn integers<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> Option<Vec<N>> {
        self.required(key, || "a list of whole numbers".to_owned())?.integers(range)
    }

    /// A list of whole numbers, empty if the key is absent or an entry is faulty.
    pub fn integers_or_empty<N: Whole>(&self, key: &str, range: RangeInclusive<N>) -> Vec<N> {
        self.optional_value(key).and_then(|value| value.integers(range)).unwrap_or_default()
    }

    /// The entries of a list, each with its place; none when the key is faulty.
    pub fn values(&self, key: &str) -> Vec<Value<'r>> {
        self.required(key, || "a list".to_owned()).map(|value| value.values()).unwrap_or_default()
    }

    /// The entries of a list, each with its place; none if the key is absent.
    pub fn values_or_empty(&self, key: &str) -> Vec<Value<'r>> {
        self.optional_value(key).map(|value| value.values()).unwrap_or_default()
    }

    /// A table.
    pub fn table(&self, key: &str) -> Option<Table<'r>> {
        self.required(key, || "a table".to_owned())?.table()
    }

    /// A table, if it is there.
    pub fn optional_table(&self, key: &str) -> Option<Table<'r>> {
        self.optional_value(key)?.table()
    }

    /// The tables of a list, `[[so]]` or inline; entries of other kinds are faults.
    pub fn tables(&self, key: &str) -> Vec<Table<'r>> {
        self.required(key, || "a list of tables".to_owned()).map(|value| value.tables()).unwrap_or_default()
    }

    /// The tables of a list; none if the key is absent.
    pub fn tables_or_empty(&self, key: &str) -> Vec<Table<'r>> {
        self.optional_value(key).map(|value| value.tables()).unwrap_or_default()
    }

    /// Adds a fault placed at the value of a key, or at the table when the key is absent.
    pub fn fault(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        match self.peek(key) {
            Some(value) => value.fault(found, expected),
            None => self.fault_here(found, expected),
        }
    }

    /// Adds a fault placed at a key itself, or at the table when the key is absent.
    pub fn fault_key(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        let offset = self.section.get(key).map(|entry| entry.offset);
        self.reader.fault_at_offset(offset.unwrap_or(self.offset), found, expected);
    }

    /// Adds a fault placed at an entry, counted from 0, of a key's list.
    pub fn fault_at(&self, key: &str, index: usize, found: impl Into<String>, expected: impl Into<String>) {
        match self.peek(key) {
            Some(value) => value.fault_at(index, found, expected),
            None => self.fault_here(found, expected),
        }
    }

    /// Adds a fault placed within a key's text: at a line and column (in characters) of its
    /// content, both counted from 0.
    pub fn fault_in_text(
        &self,
        key: &str,
        line: usize,
        column: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        match self.peek(key) {
            Some(value) => value.fault_in_text(line, column, found, expected),
            None => self.fault_here(found, expected),
        }
    }

    /// Adds a fault placed at the start of the table.
    pub fn fault_here(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.reader.fault_at_offset(self.offset, found, expected);
    }

    /// Makes each key that was not asked for a fault, with the nearest key asked for.
    pub fn finish(&self) {
        let asked = self.asked.borrow();
        let entries = self.section.entries.iter();
        for entry in entries.filter(|entry| !asked.contains(&entry.key)) {
            let expected = match nearest(&entry.key, asked.iter().map(String::as_str)) {
                Some(near) => format!("`{near}`"),
                None => expected_keys(&asked),
            };
            let found = format!("unknown key `{}`", entry.key);
            self.reader.fault_at_offset(entry.offset, found, expected);
        }
    }

    fn peek(&self, key: &str) -> Option<Value<'r>> {
        let entry = self.section.get(key)?;
        Some(Value::of_key(self.reader, key, &entry.node))
    }

    fn required(&self, key: &str, expected: impl FnOnce() -> String) -> Option<Value<'r>> {
        let value = self.optional_value(key);
        if value.is_none() {
            let found = format!("{} has no key `{key}`", self.label());
            self.fault_here(found, expected());
        }
        value
    }

    fn label(&self) -> String {
        match self.name.as_str() {
            "" => "the file".to_owned(),
            name => format!("table `{name}`"),
        }
    }
}

/// The keys of a table as what was expected.
fn expected_keys(asked: &BTreeSet<String>) -> String {
    match asked.is_empty() {
        true => "no key".to_owned(),
        false => expected_one_of(asked),
    }
}
