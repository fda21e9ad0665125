//! Lists of tables in a document, whichever way they are written: `[[so]]` or inline.

use toml_edit::{Array, ArrayOfTables, Item, TableLike, Value};

/// The tables of a list.
pub(super) fn each(item: &mut Item) -> Vec<&mut dyn TableLike> {
    match item {
        Item::ArrayOfTables(tables) => tables.iter_mut().map(|table| table as &mut dyn TableLike).collect(),
        Item::Value(Value::Array(array)) => array.iter_mut().filter_map(inline).collect(),
        _ => Vec::new(),
    }
}

fn inline(value: &mut Value) -> Option<&mut dyn TableLike> {
    value.as_inline_table_mut().map(|table| table as &mut dyn TableLike)
}

/// How many tables a list has.
pub(super) fn count(item: &Item) -> usize {
    match item {
        Item::ArrayOfTables(tables) => tables.len(),
        Item::Value(Value::Array(array)) => array.len(),
        _ => 0,
    }
}

/// Changes the tables of a list, and takes those out of which `change` says so.
pub(super) fn prune(item: &mut Item, mut change: impl FnMut(&mut dyn TableLike) -> bool) {
    let stays: Vec<bool> = each(item).into_iter().map(&mut change).collect();
    match item {
        Item::ArrayOfTables(tables) => keep_tables(tables, &stays),
        Item::Value(Value::Array(array)) => keep_values(array, &stays),
        _ => {}
    }
}

fn keep_tables(tables: &mut ArrayOfTables, stays: &[bool]) {
    let mut stays = stays.iter();
    tables.retain(|_| *stays.next().unwrap_or(&true));
}

fn keep_values(array: &mut Array, stays: &[bool]) {
    let mut stays = stays.iter();
    array.retain(|_| *stays.next().unwrap_or(&true));
}

/// The text of a key.
pub(super) fn word<'t>(table: &'t dyn TableLike, key: &str) -> Option<&'t str> {
    table.get(key)?.as_str()
}

/// Whether the entry is that of a label.
pub(super) fn labelled(table: &dyn TableLike, label: &str) -> bool {
    word(table, "label") == Some(label)
}
