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

    /// Its values as a sheet shows them.
    #[must_use]
    pub fn adds(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|value| format!("{value:+}")).collect();
        values.join(" ")
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

    /// Works them into the number of dice.
    pub fn on_dice(&self, pool: &mut Pool) {
        self.0.iter().for_each(|(row, value)| pool.dice(row.name, *value, row.clause));
    }

    /// Works them into the number needed.
    pub fn on_need(&self, pool: &mut Pool) {
        self.0.iter().for_each(|(row, value)| pool.need(row.name, *value, row.clause));
    }

    /// Works them into the result.
    pub fn on_result(&self, pool: &mut Pool) {
        self.0.iter().for_each(|(row, value)| pool.result(row.name, *value, row.clause));
    }
}

/// A list of modifiers as a sheet of the tables.
#[must_use]
pub fn modified(title: &str, list: &[Modifier], notes: &[&str]) -> Sheet {
    told(title, list.iter().map(|row| (row, [row.adds()])), ["adds"], notes)
}

/// The same where more is to be said of each than its number, or something of each side.
#[must_use]
pub fn told<'a, const N: usize>(
    title: &str,
    rows: impl IntoIterator<Item = (&'a Modifier, [String; N])>,
    columns: [&str; N],
    notes: &[&str],
) -> Sheet {
    let owned = |words: &[&str]| words.iter().map(|word| String::from(*word)).collect();
    let (mut clauses, mut cells) = (Vec::new(), Vec::new());
    for (row, worth) in rows {
        clauses.push(row.clause);
        cells.push([row.clause, row.name].map(String::from).into_iter().chain(worth).collect());
    }
    clauses.truncate(1);
    Sheet {
        title: format!("Modifiers: {title}"),
        clauses,
        columns: owned(&[&["clause", "because"][..], &columns[..]].concat()),
        rows: cells,
        notes: owned(notes),
    }
}

/// A list of modifiers, a row each: `NAME = "as a player says it", "CLAUSE" [values];`. Makes a static of each name, and the
/// list where it has a name.
#[macro_export]
macro_rules! modifiers {
    ($($name:ident = $label:literal, $clause:literal $values:expr;)+) => {
        $(pub(crate) static $name: $crate::Modifier = $crate::modifier($clause, $label, &$values);)+
    };
    ($(#[$meta:meta])* $list:ident: $($name:ident = $label:literal, $clause:literal $values:expr;)+) => {
        $crate::modifiers!($($name = $label, $clause $values;)+);

        $(#[$meta])*
        pub(crate) static $list: &[$crate::Modifier] = &[$($crate::modifier($clause, $label, &$values)),+];
    };
}

#[cfg(test)]
mod tests {
    use battle::{Pool, Reading};

    use super::{Modifiers, modified, told};

    modifiers! {
        ROWS:
        COVER = "in cover", "X-1" [-1];
        FLANK = "flank or rear", "X-2" [1, 3];
    }

    #[test]
    fn a_row_tells_its_name_number_and_clause_on_the_roll_and_on_the_sheet() {
        let mut rows = Modifiers::default();
        rows.when(&COVER, true);
        rows.case(&FLANK, Some(1));
        let mut volley = Pool::new("fire", "X-1", 2, Reading::Total);
        rows.on_dice(&mut volley);
        rows.on_result(&mut volley);
        let told_of: Vec<_> = volley.modifiers().iter().map(|one| (one.name, one.value, one.clause)).collect();
        assert_eq!(told_of[..2], [("in cover", -1, "X-1"), ("flank or rear", 3, "X-2")]);
        assert_eq!(told_of[..2], told_of[2..]);
        assert_eq!(volley.count(), 4, "one of two dice less and three more");
        let sheet = modified("fire", ROWS, &[]);
        assert_eq!(sheet.columns, ["clause", "because", "adds"]);
        assert_eq!(sheet.rows, [["X-1", "in cover", "-1"], ["X-2", "flank or rear", "+1 +3"]]);
    }

    #[test]
    fn a_sheet_says_more_of_a_row_where_a_number_is_not_enough() {
        let words = ["one die less", "-"].map(String::from);
        let sheet = told("fire", [(&COVER, words)], ["we", "they"], &["cover counts once"]);
        assert_eq!(sheet.columns, ["clause", "because", "we", "they"]);
        assert_eq!(sheet.rows, [["X-1", "in cover", "one die less", "-"]]);
        assert_eq!((sheet.title.as_str(), sheet.clauses), ("Modifiers: fire", vec!["X-1"]));
        assert_eq!(sheet.notes, ["cover counts once"]);
    }
}
