//! Faults: battles that ended by our own mistake, with all that is needed to see it again.

use std::path::PathBuf;

use crate::options::{ORDER_LIMIT, Options};
use crate::row::Row;

/// A battle that ended by a mistake of the program or of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game's number in the plan.
    pub index: usize,
    /// What went wrong.
    pub what: String,
    /// The command that plays just this game again.
    pub command: String,
    /// Its record up to the fault, with the order that brought it as the last line if there is one.
    pub record: Option<PathBuf>,
}

impl Fault {
    /// The fault that a row tells of; where its record is it does not say.
    pub(crate) fn of(row: &Row, options: &Options) -> Fault {
        Fault { index: row.index, what: row.fault.clone(), command: command(row, options), record: None }
    }
}

/// The command that plays just one game again.
pub(crate) fn command(row: &Row, options: &Options) -> String {
    let mut words = vec![String::from("grognard soak")];
    let mut add = |flag: &str, value: &str| words.push(format!("{flag} {}", shell_word(value)));
    add("--battles", &row.battle_name(options));
    add("--rules", &row.rules);
    add("--blue", &row.blue);
    add("--red", &row.red);
    add("--seed", &row.seed.to_string());
    add("--games", "1");
    if !row.house.is_empty() {
        add("--house", &row.house);
    }
    if options.order_limit != ORDER_LIMIT {
        add("--orders", &options.order_limit.to_string());
    }
    if let Some(seconds) = options.patience {
        add("--patience", &seconds.to_string());
    }
    words.join(" ")
}

impl Row {
    /// The battle as it was named, which may be by a path.
    fn battle_name(&self, options: &Options) -> String {
        let stem = |name: &str| std::path::Path::new(name).file_stem().is_some_and(|stem| *stem == *self.battle);
        let named = options.battles.iter().find(|name| **name != self.battle && stem(name));
        named.cloned().unwrap_or_else(|| self.battle.clone())
    }
}

/// A word as a shell reads it.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,=+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return String::from(word);
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
