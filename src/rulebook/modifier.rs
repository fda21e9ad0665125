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

    /// Adds it to each die of a roll.
    pub fn on_each(&self, pool: &mut Pool) {
        pool.each(self.name, self.value(), self.clause);
    }

    /// Adds it to the result of a roll.
    pub fn on_result(&self, pool: &mut Pool) {
        pool.result(self.name, self.value(), self.clause);
    }
}

/// One modifier and what it is worth here.
pub type Given = (&'static Modifier, i16);

/// Modifiers given one by one, in that order; what is worth nothing is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(pub Vec<Given>);

impl Modifiers {
    /// Adds one where it is given.
    pub fn when(&mut self, row: &'static Modifier, given: bool) {
        self.case(row, given.then_some(0));
    }

    /// Adds one in one of its cases, counted from 0.
    pub fn case(&mut self, row: &'static Modifier, case: Option<usize>) {
        self.worth(row, case.map_or(0, |case| row.values[case]));
    }

    /// Adds one with a worth of its own.
    pub fn worth(&mut self, row: &'static Modifier, value: i16) {
        if value != 0 {
            self.0.push((row, value));
        }
    }

    /// Works them into each die of a roll.
    pub fn on_each(&self, pool: &mut Pool) {
        self.0.iter().for_each(|(row, value)| pool.each(row.name, *value, row.clause));
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
