//! Words of a battle file that stand for one of a fixed set of things.

use document::Table;

/// The thing that the word of a key names, if the key is there.
pub(crate) fn optional<T: Copy>(table: &Table<'_>, key: &str, words: &[&str], things: &[T]) -> Option<T> {
    let place = table.optional_choice(key, words)?;
    things.get(place).copied()
}

/// The thing that the word of a required key names.
pub(crate) fn required<T: Copy>(table: &Table<'_>, key: &str, words: &[&str], things: &[T]) -> Option<T> {
    let place = table.choice(key, words)?;
    things.get(place).copied()
}

/// The side a key names, if the key is there.
pub(crate) fn side(table: &Table<'_>, key: &str) -> Option<battle::Side> {
    optional(table, key, SIDES, &battle::Side::ALL)
}

/// The side a required key names.
pub(crate) fn required_side(table: &Table<'_>, key: &str) -> Option<battle::Side> {
    required(table, key, SIDES, &battle::Side::ALL)
}

/// The facing a key names, if the key is there.
pub(crate) fn facing(table: &Table<'_>, key: &str) -> Option<hexes::Facing> {
    let words = hexes::Facing::ALL.map(hexes::Facing::name);
    optional(table, key, &words, &hexes::Facing::ALL)
}

/// The crossing a key names; none without the key.
pub(crate) fn crossing(table: &Table<'_>, key: &str) -> battle::Crossing {
    let found = optional(table, key, &["ford", "bridge"], &[battle::Crossing::Ford, battle::Crossing::Bridge]);
    found.unwrap_or_default()
}

const SIDES: &[&str] = &["blue", "red"];
