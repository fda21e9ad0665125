//! Rows as a table: which columns there are, learnt from rows as they pass by, and then the cells of each row.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use serde_json::{Map, Value};

use crate::row::Row;

/// What rows of each rule system count, a column each: `blue_rallies_won`.
#[derive(Clone, Debug, Default)]
pub struct Columns(BTreeMap<String, BTreeSet<String>>);

impl Columns {
    /// Learns what a row counts.
    pub fn hear(&mut self, row: &Row) {
        let counted = self.0.entry(row.rules.clone()).or_default();
        for (side, sums) in [("blue", &row.blue_counts), ("red", &row.red_counts)] {
            for (tally, names) in sums {
                counted.extend(names.keys().map(|name| head(side, tally, name)));
            }
        }
    }
}

/// Rows written as comma-separated values, once all their columns are known.
pub struct Table<W: Write> {
    out: csv::Writer<W>,
    heads: Vec<String>,
    counted: BTreeMap<String, BTreeSet<String>>,
}

impl<W: Write> Table<W> {
    /// Begins with a line of heads: what every row has, then what is counted.
    ///
    /// # Errors
    /// As the output says.
    pub fn new(out: W, Columns(counted): Columns) -> std::io::Result<Table<W>> {
        let bare = Row { blue_counts: BTreeMap::new(), red_counts: BTreeMap::new(), ..Row::default() };
        let own = fields(&bare)?.into_iter().map(|(head, _)| head);
        let all: BTreeSet<String> = counted.values().flatten().cloned().collect();
        let heads: Vec<String> = own.chain(all).collect();
        let mut table = Table { out: csv::Writer::from_writer(out), heads, counted };
        table.out.write_record(&table.heads).map_err(std::io::Error::other)?;
        Ok(table)
    }

    /// Writes a row: what it has not counted is 0, or empty where its rule system never does.
    ///
    /// # Errors
    /// As the output says.
    pub fn add(&mut self, row: &Row) -> std::io::Result<()> {
        let mut fields = fields(row)?;
        let counted = self.counted.get(&row.rules);
        let cell = |head: &String| match fields.remove(head) {
            Some(Value::String(text)) => text,
            Some(Value::Null) => String::new(),
            Some(value) => value.to_string(),
            None if counted.is_some_and(|counted| counted.contains(head)) => String::from("0"),
            None => String::new(),
        };
        let cells: Vec<String> = self.heads.iter().map(cell).collect();
        self.out.write_record(&cells).map_err(std::io::Error::other)
    }

    /// Ends the table.
    ///
    /// # Errors
    /// As the output says.
    pub fn finish(mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

fn head(side: &str, tally: &str, name: &str) -> String {
    format!("{side}_{tally}_{name}").replace(' ', "_")
}

/// A row as fields with its counts, one field each.
fn fields(row: &Row) -> serde_json::Result<Map<String, Value>> {
    let Value::Object(mut fields) = serde_json::to_value(row)? else { return Ok(Map::new()) };
    for nested in ["foreseen", "clauses", "blue_counts", "red_counts"] {
        fields.shift_remove(nested);
    }
    fields.entry("house").or_insert(Value::from(""));
    for (side, sums) in [("blue", &row.blue_counts), ("red", &row.red_counts)] {
        for (tally, names) in sums {
            fields.extend(names.iter().map(|(name, times)| (head(side, tally, name), Value::from(*times))));
        }
    }
    Ok(fields)
}
