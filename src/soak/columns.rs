//! Rows as a table: its columns are the fields of a row that hold one value, then a column for each count of a rule system.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::kinds::{Kind, fields};
use crate::row::Row;

/// The columns of a table, which depend on what its rows count: every row is to be heard before the first is told.
#[derive(Clone, Debug)]
pub struct Columns {
    own: Vec<(&'static str, Kind)>,
    /// Heads of counts, each with the rule systems that count it.
    counted: BTreeMap<String, BTreeSet<String>>,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns::new()
    }
}

impl Columns {
    /// Of no row yet.
    #[must_use]
    pub fn new() -> Columns {
        let mut own: Vec<_> = fields::<Row>().into_iter().filter(|(_, kind)| kind.is_single()).collect();
        // What lines leave out where it says nothing comes last.
        let bare = serde_json::to_value(Row::default()).unwrap_or_default();
        own.sort_by_key(|(head, _)| bare.get(head).is_none());
        Columns { own, counted: BTreeMap::new() }
    }

    /// Of these rows.
    #[must_use]
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Columns {
        let mut columns = Columns::new();
        rows.into_iter().for_each(|row| columns.hear(row));
        columns
    }

    /// Makes room for what a row counts. What is a field as well, as charges won are, has its column.
    pub fn hear(&mut self, row: &Row) {
        for head in counts(row).into_keys().filter(|head| self.own.iter().all(|(own, _)| own != head)) {
            let systems = self.counted.entry(head).or_default();
            if !systems.contains(&row.rules) {
                systems.insert(row.rules.clone());
            }
        }
    }

    /// The heads with what stands below them, those of counts last.
    pub(crate) fn heads(&self) -> impl Iterator<Item = (&str, Kind)> {
        let count = Kind::Maybe(Box::new(Kind::Long));
        let own = self.own.iter().map(|(head, kind)| (*head, kind.clone()));
        own.chain(self.counted.keys().map(move |head| (head.as_str(), count.clone())))
    }

    /// The cells of a row that was heard. What it has not counted is 0, or nothing where its rule system does not count it.
    ///
    /// # Errors
    /// None that a row could give rise to.
    pub(crate) fn cells(&self, row: &Row) -> serde_json::Result<Vec<Value>> {
        let mut fields = serde_json::to_value(row)?;
        let field = |(head, kind): &(&str, Kind)| match fields.get_mut(head) {
            Some(value) => value.take(),
            None if *kind == Kind::Text => Value::from(""),
            None => Value::Null,
        };
        let mut cells: Vec<Value> = self.own.iter().map(field).collect();
        let counts = counts(row);
        let count = |(head, systems): (&String, &BTreeSet<String>)| match counts.get(head) {
            Some(count) => Value::from(*count),
            None if systems.contains(&row.rules) => Value::from(0),
            None => Value::Null,
        };
        cells.extend(self.counted.iter().map(count));
        Ok(cells)
    }

    /// The cells as text, empty for nothing.
    ///
    /// # Errors
    /// As [`Columns::cells`].
    pub(crate) fn texts(&self, row: &Row) -> serde_json::Result<Vec<String>> {
        let text = |cell| match cell {
            Value::String(text) => text,
            Value::Null => String::new(),
            value => value.to_string(),
        };
        Ok(self.cells(row)?.into_iter().map(text).collect())
    }
}

/// What a row counts, by the heads of columns: `blue_rallies_won`. They are in small letters, for many a program that reads tables
/// takes heads that differ in capitals for the same.
fn counts(row: &Row) -> BTreeMap<String, u32> {
    let mut heads = BTreeMap::new();
    for (side, sums) in [("blue", &row.blue_counts), ("red", &row.red_counts)] {
        for (tally, counts) in sums {
            for (name, count) in counts {
                let head = format!("{side}_{tally}_{name}").replace(' ', "_").to_lowercase();
                *heads.entry(head).or_default() += count;
            }
        }
    }
    heads
}
