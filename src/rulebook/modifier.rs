//! A modifier is a row: its clause, its name, and what it is worth in which case. The sum, the receipt on the roll and the sheet of
//! the tables are made of rows, so that a number stands once.

use battle::{Pool, Sheet};

/// One modifier. Where it has several values, its clause says which: flank and rear, one support and more, class by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Its clause.
    pub clause: &'static str,
    /// As a player would say it.
    pub name: &'static str,
    /// What it is worth.
    pub values: &'static [i16],
}

/// A row of a list of modifiers.
#[must_use]
pub const fn modifier(clause: &'static str, name: &'static str, values: &'static [i16]) -> Modifier {
    Modifier { clause, name, values }
}

impl Modifier {
    /// What it is worth where it has one value, or the first of them.
    #[must_use]
    pub const fn value(&self) -> i16 {
        self.values[0]
    }

    /// Whether some list has that row.
    #[must_use]
    pub fn is_in(&self, list: &[Modifier]) -> bool {
        list.iter().any(|row| row == self)
    }
}

/// Modifiers of one roll in the order in which they were given; one that is worth nothing is not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(Vec<(&'static Modifier, i16)>);

impl Modifiers {
    /// Adds one, where it is given.
    pub fn add(&mut self, row: &'static Modifier, given: bool) {
        self.valued(row, if given { row.value() } else { 0 });
    }

    /// Adds one with the value of a case; the first case is 0.
    pub fn case(&mut self, row: &'static Modifier, case: Option<usize>) {
        self.valued(row, case.and_then(|case| row.values.get(case)).copied().unwrap_or(0));
    }

    /// Adds one with a value.
    pub fn valued(&mut self, row: &'static Modifier, value: i16) {
        if value != 0 {
            self.0.push((row, value));
        }
    }

    /// What they come to.
    #[must_use]
    pub fn sum(&self) -> i16 {
        self.0.iter().map(|(_, value)| value).sum()
    }

    /// Each with what it is worth.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Modifier, i16)> + '_ {
        self.0.iter().copied()
    }

    /// What one of them is worth here; nothing where it was not given.
    #[must_use]
    pub fn worth(&self, row: &Modifier) -> Option<i16> {
        self.0.iter().find(|(known, _)| *known == row).map(|(_, value)| *value)
    }

    /// The same without some.
    #[must_use]
    pub fn without(&self, left_out: impl Fn(&Modifier) -> bool) -> Modifiers {
        Modifiers(self.0.iter().copied().filter(|(row, _)| !left_out(row)).collect())
    }

    /// Works them into each die of a roll.
    pub fn on_each(&self, pool: &mut Pool) {
        self.0.iter().for_each(|(row, value)| pool.each(row.name, *value, row.clause));
    }

    /// Works them into the number needed.
    pub fn on_need(&self, pool: &mut Pool) {
        self.0.iter().for_each(|(row, value)| pool.need(row.name, *value, row.clause));
    }
}

/// A list of modifiers as a sheet of the tables.
#[must_use]
pub fn modified(title: &str, list: &[Modifier], notes: &[&str]) -> Sheet {
    let owned = |words: &[&str]| words.iter().map(|word| String::from(*word)).collect();
    let row = |row: &Modifier| {
        let values: Vec<String> = row.values.iter().map(|value| format!("{value:+}")).collect();
        vec![String::from(row.clause), String::from(row.name), values.join(" ")]
    };
    let mut clauses: Vec<&'static str> = list.iter().map(|row| row.clause).collect();
    clauses.dedup();
    Sheet {
        title: format!("Modifiers: {title}"),
        clauses: clauses.into_iter().take(1).collect(),
        columns: owned(&["clause", "because", "adds"]),
        rows: list.iter().map(row).collect(),
        notes: owned(notes),
    }
}

/// A list of modifiers, a row each: `NAME = "as a player says it", "CLAUSE" [values];`. Makes a static of each name, and the list.
#[macro_export]
macro_rules! modifiers {
    ($(#[$meta:meta])* $list:ident: $($name:ident = $label:literal, $clause:literal $values:expr;)+) => {
        $(pub(crate) static $name: $crate::Modifier = $crate::modifier($clause, $label, &$values);)+

        $(#[$meta])*
        pub(crate) static $list: &[$crate::Modifier] = &[$($crate::modifier($clause, $label, &$values)),+];
    };
}
