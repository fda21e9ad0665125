//! What belongs to one rule system alone: words that the shipped battles use, to be chosen from, and others typed.

use std::collections::{BTreeMap, BTreeSet};

use battle::SystemInfo;
use drafting::{Edit, Entry, Field};

use super::fields::{About, Ask, FieldRow, Typed};
use crate::layer::Desk;
use crate::screens::form::Row;
use crate::text::short_name;

/// A row for each rule system.
pub fn rows(about: &About<'_>) -> Vec<FieldRow> {
    let now = match about.draft.get(about.entry, "special") {
        Some(Field::Special(lists)) => lists,
        _ => BTreeMap::new(),
    };
    let leader = matches!(about.entry, Entry::Leader(..));
    about.desk.library.systems().into_iter().map(|info| row(about, info, &now, leader)).collect()
}

fn row(about: &About<'_>, info: &'static SystemInfo, now: &BTreeMap<String, Vec<String>>, leader: bool) -> FieldRow {
    let own = now.get(info.key).cloned().unwrap_or_default();
    let mut words = known(about.desk, info.key, leader);
    words.extend(own.iter().cloned());
    let with = |list: Vec<String>| {
        let mut lists = now.clone();
        if list.is_empty() {
            drop(lists.remove(info.key))
        } else {
            drop(lists.insert(info.key.to_owned(), list))
        }
        let field = Some(Field::Special(lists)).filter(|field| *field != Field::Special(BTreeMap::new()));
        Edit::Set(about.entry.clone(), String::from("special"), field)
    };
    let switch = |word: &String| {
        let has = own.contains(word);
        let list: Vec<String> = match has {
            true => own.iter().filter(|other| *other != word).cloned().collect(),
            false => own.iter().cloned().chain([word.clone()]).collect(),
        };
        (word.clone(), has, with(list))
    };
    let shown = if own.is_empty() { String::from("nothing") } else { own.join(", ") };
    let help = format!(
        "What only {} knows, as the battles that ship use it. A word that it does not know it refuses at once.",
        info.title
    );
    let ask = match words.is_empty() {
        true => Ask::Line(Typed::Word(info.key.to_owned()), String::new()),
        false => Ask::Many(words.iter().map(switch).collect()),
    };
    let clear = (!own.is_empty()).then(|| with(Vec::new()));
    FieldRow { row: Row::new(format!("Under {}", short_name(info)), shown, help), key: info.key, ask, clear }
}

/// The words that shipped battles use for units or leaders under a system.
fn known(desk: &Desk, system: &str, leader: bool) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for file in desk.library.battles() {
        for army in &file.scenario.armies {
            let lists: Vec<_> = match leader {
                true => army.leaders.iter().map(|leader| &leader.special).collect(),
                false => army.units.iter().map(|unit| &unit.special).collect(),
            };
            words.extend(lists.into_iter().filter_map(|lists| lists.get(system)).flatten().cloned());
        }
    }
    words
}
