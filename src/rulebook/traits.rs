//! What a unit has that others of its kind have not: a trait is a row. The word in battle files, the line on the card, the sheet of
//! the tables and what a wrong word is told are made of rows.

use battle::Sheet;

/// One trait of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitRow<T: 'static> {
    /// Its bit among the traits of a unit.
    pub bit: T,
    /// Its word in battle files.
    pub word: &'static str,
    /// Its clause.
    pub clause: &'static str,
    /// What it does, as a player would say it.
    pub does: &'static str,
}

impl<T> TraitRow<T> {
    /// Its name as a player reads it.
    #[must_use]
    pub fn name(&self) -> String {
        self.word.replace('_', " ")
    }
}

/// Every trait of a system.
#[derive(Clone, Copy, Debug)]
pub struct TraitRows<T: 'static>(pub &'static [TraitRow<T>]);

impl<T: bitflags::Flags + Copy> TraitRows<T> {
    /// The trait of that word.
    #[must_use]
    pub fn named(&self, word: &str) -> Option<T> {
        self.0.iter().find(|row| row.word == word).map(|row| row.bit)
    }

    /// All words, for who wrote another.
    #[must_use]
    pub fn words(&self) -> String {
        self.0.iter().map(|row| row.word).collect::<Vec<_>>().join(", ")
    }

    /// The names of those that a unit has; empty where it has none.
    #[must_use]
    pub fn told(&self, traits: T) -> String {
        let own = self.0.iter().filter(|row| traits.contains(row.bit));
        own.map(TraitRow::name).collect::<Vec<_>>().join(", ")
    }

    /// The sheet of them.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        let row = |row: &TraitRow<T>| vec![String::from(row.clause), row.name(), String::from(row.does)];
        Sheet {
            title: String::from("Traits"),
            clauses: self.0.iter().map(|row| row.clause).take(1).collect(),
            columns: ["clause", "trait", "what it does"].map(String::from).to_vec(),
            rows: self.0.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }
}

/// The traits of a system, a row each: `NAME = "word in battle files", "CLAUSE", "what it does";`, with the whole number that
/// holds a bit of each. Makes `Traits` with `Traits::ROWS`.
#[macro_export]
macro_rules! traits {
    ($bits:ty; $($name:ident = $word:literal, $clause:literal, $does:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum TraitPlace {
            $($name),+
        }

        $crate::bitflags::bitflags! {
            /// Traits of a unit.
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub struct Traits: $bits {
                $(
                    #[doc = concat!($clause, ": ", $does, ".")]
                    const $name = 1 << TraitPlace::$name as $bits;
                )+
            }
        }

        impl Traits {
            /// Every trait, a row each.
            pub const ROWS: $crate::TraitRows<Traits> = $crate::TraitRows(&[
                $($crate::TraitRow { bit: Traits::$name, word: $word, clause: $clause, does: $does }),+
            ]);
        }
    };
}

#[cfg(test)]
mod tests {
    crate::traits! {
        u8;
        RIFLES = "long_rifles", "XX-UNIT-1", "shoots further";
        MILITIA = "militia", "XX-UNIT-2", "runs sooner";
    }

    #[test]
    fn words_cards_and_sheets_are_made_of_the_rows() {
        let both =
            Traits::ROWS.named("militia").into_iter().chain(Traits::ROWS.named("long_rifles")).collect::<Traits>();
        assert_eq!([Traits::RIFLES.bits(), Traits::MILITIA.bits(), both.bits()], [1, 2, 3]);
        assert_eq!(Traits::ROWS.named("long rifles"), None);
        assert_eq!(Traits::ROWS.words(), "long_rifles, militia");
        assert_eq!([Traits::ROWS.told(Traits::empty()), Traits::ROWS.told(both)], ["", "long rifles, militia"]);
        let sheet = Traits::ROWS.sheet();
        assert_eq!(sheet.columns.len(), 3);
        assert_eq!(sheet.rows[1], ["XX-UNIT-2", "militia", "runs sooner"]);
    }
}
