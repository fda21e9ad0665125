//! Keys of one's own: what `keys.toml` says, and what each thing that a key can do is called there.

mod choice;
mod file;

pub use choice::{Choosable, Group, Objection};

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use battle::Unusable;
use document::{Document, Faults, Value, expected_one_of};

use crate::keymap::{Binding, HelpRow, Key, Keymap, rows_of};

/// The file's name in the folder for data.
pub const FILE: &str = "keys.toml";

/// What was expected of a key in the file.
const WRITTEN: &str = "a character, Space, Ctrl with a letter such as Ctrl-E, or F2 to F12";

/// Something that a key does and that has a name in the file.
pub trait Named: Copy + 'static {
    /// Its name; nothing where its keys are not to be chosen.
    fn key_name(self) -> Option<&'static str>;

    /// The keys that it has where none are chosen, without those of single lists and menus.
    fn usual(self) -> &'static [Key];
}

/// A place in the program where keys are pressed, as far as the file of keys is concerned.
pub struct Place {
    rows: Vec<Row>,
}

/// A binding in a place: its name if its keys can be chosen, its keys, those that chosen ones take the place of, its help.
#[derive(Clone, Copy)]
struct Row {
    name: Option<&'static str>,
    keys: &'static [Key],
    usual: &'static [Key],
    help: &'static str,
}

impl Row {
    fn of<A: Named>(binding: &Binding<A>) -> Row {
        let Binding { keys, action, help, .. } = *binding;
        Row { name: action.key_name(), keys, usual: action.usual(), help }
    }
}

impl Place {
    /// The place with those maps.
    #[must_use]
    pub fn of<A: Named>(maps: &[Keymap<A>]) -> Place {
        Place { rows: maps.iter().flat_map(|map| map.iter()).map(Row::of).collect() }
    }
}

/// A chosen key that does two things in one place: whose key it is, and what else has it.
struct Double {
    name: String,
    key: Key,
    other: Option<&'static str>,
    help: &'static str,
}

impl Double {
    /// What else has the key: its name, or what it does where it has none.
    fn told(&self) -> String {
        self.other.map_or_else(|| self.help.to_owned(), |name| format!("`{name}`"))
    }
}

/// The keys that were chosen, by the name of what they do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    own: BTreeMap<String, Vec<Key>>,
}

impl Keys {
    /// Reads the file in that folder; without one, the usual keys.
    ///
    /// # Errors
    /// A file that cannot be read, or all of its faults.
    pub fn load(data: &Path, places: &[Place]) -> Result<Keys, Unusable> {
        let path = data.join(FILE);
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Keys::default()),
            _ => Keys::read(&path, places),
        }
    }

    /// Reads that file.
    ///
    /// # Errors
    /// A file that cannot be read, or all of its faults.
    pub fn read(path: &Path, places: &[Place]) -> Result<Keys, Unusable> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Unusable(format!("cannot read {name}: {error}")))?;
        Keys::parse(&name, &text, places).map_err(|faults| Unusable(faults.to_string()))
    }

    /// Reads the text of such a file: `end-turn = "z"` or `end-turn = ["z", "F5"]`, one line for each thing to be done.
    ///
    /// # Errors
    /// Unknown names, keys that are none or that keep their meaning, and keys that would do two things in one place.
    pub fn parse(file: &str, text: &str, places: &[Place]) -> Result<Keys, Faults> {
        let document = Document::parse(file, text)?;
        let reader = document.read();
        let root = reader.root();
        let names = names(places);
        let mut keys = Keys::default();
        let mut values: BTreeMap<String, Value<'_>> = BTreeMap::new();
        for name in root.keys() {
            let Some(value) = root.optional_value(name) else { continue };
            if !names.contains(&name) {
                value.fault(format!("unknown name `{name}`"), expected_one_of(&names));
                continue;
            }
            keys.own.insert(name.to_owned(), written(&value));
            values.insert(name.to_owned(), value);
        }
        for double in keys.doubles(places) {
            let (name, key) = (&double.name, double.key);
            if let Some(value) = values.get(name) {
                value.fault(
                    format!("key `{name}` has value \"{key}\", which {} has as well", double.told()),
                    "a key that does one thing",
                );
            }
        }
        reader.finish_with(Some(keys))
    }

    /// The keys of a binding, the one to show first.
    #[must_use]
    pub fn of<A: Named>(&self, binding: &Binding<A>) -> Vec<Key> {
        self.of_row(Row::of(binding))
    }

    fn of_row(&self, row: Row) -> Vec<Key> {
        let Some(own) = row.name.and_then(|name| self.own.get(name)) else { return row.keys.to_vec() };
        let goes = |key: &Key| own.contains(key) || is_free(*key) && row.usual.contains(key);
        own.iter().copied().chain(row.keys.iter().copied().filter(|key| !goes(key))).collect()
    }

    /// What the key does in the first of the maps that knows it.
    #[must_use]
    pub fn find<A: Named>(&self, maps: &[Keymap<A>], key: Key) -> Option<A> {
        let mut bindings = maps.iter().flat_map(|map| map.iter());
        bindings.find(|binding| self.of(binding).contains(&key)).map(|binding| binding.action)
    }

    /// The maps as help where some keys are taken by something else.
    #[must_use]
    pub fn describe<A: Named>(&self, maps: &[Keymap<A>], taken: Vec<Key>) -> Vec<HelpRow> {
        let chosen = |binding: &Binding<A>| binding.action.key_name().is_some_and(|name| self.own.contains_key(name));
        let mut rows = rows_of(maps, taken, |binding| self.of(binding));
        for (binding, row) in &mut rows {
            if let Some((_, words)) = binding.hint.split_once('|').filter(|_| chosen(binding)) {
                row.hint = words.into();
            }
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    /// Chosen keys that do two things in one place.
    fn doubles(&self, places: &[Place]) -> Vec<Double> {
        let mut found = Vec::new();
        for Place { rows } in places {
            for one in rows {
                let Some((name, own)) = one.name.and_then(|name| Some((name, self.own.get(name)?))) else { continue };
                for other in rows.iter().filter(|other| other.name != Some(name)) {
                    let of = self.of_row(*other);
                    let double =
                        |key: &Key| Double { name: name.into(), key: *key, other: other.name, help: other.help };
                    found.extend(own.iter().filter(|key| of.contains(key)).map(double));
                }
            }
        }
        found.sort_by_key(|double| (double.name.clone(), double.key.to_string(), double.other, double.told()));
        found.dedup_by_key(|double| (double.name.clone(), double.key.to_string(), double.told()));
        found
    }
}

/// The names that the file knows, each once.
fn names(places: &[Place]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = places.iter().flat_map(|place| &place.rows).filter_map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The keys that a value lists; what is none is a fault.
fn written(value: &Value<'_>) -> Vec<Key> {
    let texts = match (value.is_text(), value.is_list()) {
        (true, _) => value.text().map(|text| vec![text]),
        (_, true) => value.texts(),
        _ => value.refuse(format!("{WRITTEN}, or a list of them")),
    };
    let mut keys = Vec::new();
    for text in texts.unwrap_or_default() {
        match text.parse::<Key>() {
            Ok(key) if is_kept(key) => value.fault(format!("{text} keeps its meaning"), WRITTEN),
            Ok(key) if is_free(key) => keys.push(key),
            _ => value.fault(format!("{} and \"{text}\" is no key that can be chosen", value.describe()), WRITTEN),
        }
    }
    keys
}

/// Whether a key means the same everywhere in the program.
fn is_kept(key: Key) -> bool {
    let kept = [Key::char('?'), Key::ctrl('c'), Key::ctrl('l'), Key::ctrl('z'), Key::function(1)];
    kept.contains(&key) || key.is_named()
}

/// Whether a key can be chosen: a character, Ctrl with a letter, a numbered key.
fn is_free(key: Key) -> bool {
    !key.is_named()
}
