//! Choosing a key for something: what stands against it, two that change places, and the usual keys again.

use std::collections::BTreeMap;

use super::{Keys, Place, Row, WRITTEN, is_free, is_kept};
use crate::keymap::Key;

/// Something whose keys can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choosable {
    /// Its name in the file.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Its keys, the one to show first.
    pub keys: Vec<Key>,
    /// The keys that it has where none are chosen.
    pub usual: &'static [Key],
    /// Whether its keys were chosen.
    pub chosen: bool,
}

/// Things in a group, under its heading.
pub type Group = (&'static str, Vec<Choosable>);

/// Why a key cannot be chosen for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The key means the same everywhere, or is none that can be chosen.
    Kept(String),
    /// Something else in the same place has it, by name and help; without a name its keys cannot be chosen.
    Taken(Option<&'static str>, &'static str),
}

impl Objection {
    /// In words, for that key.
    #[must_use]
    pub fn words(&self, key: Key) -> String {
        match self {
            Objection::Kept(why) => why.clone(),
            Objection::Taken(Some(name), help) => format!("{key} is the key of {name}: {help}"),
            Objection::Taken(None, help) => format!("{key} does something else where this is done: {help}"),
        }
    }
}

impl Keys {
    /// Everything whose keys can be chosen, each once, in the groups of those places.
    #[must_use]
    pub fn choosable(&self, groups: &[(&'static str, Place)]) -> Vec<Group> {
        let mut told = Vec::new();
        let mut group = |rows: &[Row]| {
            let mut found = Vec::new();
            for row in rows {
                let Some(name) = row.name.filter(|name| !told.contains(name)) else { continue };
                told.push(name);
                let (keys, chosen) = (self.of_row(*row), self.own.contains_key(name));
                found.push(Choosable { name, help: row.help, keys, usual: row.keys, chosen });
            }
            found
        };
        groups.iter().map(|(title, place)| (*title, group(&place.rows))).collect()
    }

    /// How many things have keys that were chosen.
    #[must_use]
    pub fn chosen(&self) -> usize {
        self.own.len()
    }

    /// The names of things whose keys are not the same in both.
    #[must_use]
    pub fn differences(&self, other: &Keys) -> Vec<String> {
        let names = self.own.keys().chain(other.own.keys().filter(|name| !self.own.contains_key(*name)));
        names.filter(|name| self.own.get(*name) != other.own.get(*name)).cloned().collect()
    }

    /// The same with that key for what is called so.
    ///
    /// # Errors
    /// What stands against it; nothing was chosen.
    pub fn choose(&self, name: &str, key: Key, places: &[Place]) -> Result<Keys, Objection> {
        if is_kept(key) {
            return Err(Objection::Kept(format!("{key} keeps its meaning everywhere.")));
        }
        if !is_free(key) {
            return Err(Objection::Kept(format!("{key} cannot be chosen; it has to be {WRITTEN}.")));
        }
        self.with(name, Some(vec![key])).or_objection(name, places)
    }

    /// The same with the usual keys for what is called so.
    ///
    /// # Errors
    /// What has one of these keys now; nothing was changed.
    pub fn put_back(&self, name: &str, places: &[Place]) -> Result<Keys, Objection> {
        self.with(name, None).or_objection(name, places)
    }

    /// The same with that key for what is called so, and the key that this had for what has it now; nothing where that does
    /// not do.
    #[must_use]
    pub fn swap(&self, name: &str, key: Key, other: &str, places: &[Place]) -> Option<Keys> {
        let before = self.free_keys(name, places).first().copied()?;
        let rest = self.free_keys(other, places).into_iter().filter(|one| *one != key && *one != before);
        let others = std::iter::once(before).chain(rest).collect();
        let swapped = self.with(name, Some(vec![key])).with(other, Some(others));
        swapped.doubles(places).is_empty().then_some(swapped)
    }

    /// The letters and numbered keys of what is called so.
    fn free_keys(&self, name: &str, places: &[Place]) -> Vec<Key> {
        let row = places.iter().flat_map(|place| &place.rows).find(|row| row.name == Some(name));
        let keys = match (self.own.get(name), row) {
            (Some(own), _) => own.clone(),
            (None, Some(row)) => row.usual.to_vec(),
            (None, None) => Vec::new(),
        };
        keys.into_iter().filter(|key| is_free(*key)).collect()
    }

    fn with(&self, name: &str, keys: Option<Vec<Key>>) -> Keys {
        let mut own: BTreeMap<String, Vec<Key>> = self.own.clone();
        match keys {
            Some(keys) => own.insert(name.to_owned(), keys),
            None => own.remove(name),
        };
        Keys { own }
    }

    /// These keys, unless one of them does two things in one place.
    fn or_objection(self, name: &str, places: &[Place]) -> Result<Keys, Objection> {
        let doubles = self.doubles(places);
        // Of several the one that cannot be moved is told first.
        let worst = doubles.iter().min_by_key(|double| if double.name == name { double.other } else { Some("") });
        match worst {
            None => Ok(self),
            Some(double) if double.name == name => Err(Objection::Taken(double.other, double.help)),
            Some(double) => Err(self.holder(&double.name, places)),
        }
    }

    fn holder(&self, name: &str, places: &[Place]) -> Objection {
        let row = places.iter().flat_map(|place| &place.rows).find(|row| row.name == Some(name));
        Objection::Taken(row.and_then(|row| row.name), row.map_or("", |row| row.help))
    }
}
