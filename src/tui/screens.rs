//! The screens and pop-ups.

pub mod battle;
pub mod campaign;
pub mod curtain;
pub mod editor;
pub mod fairness;
pub mod form;
pub mod help;
pub mod history;
pub mod house;
pub mod keys;
pub mod list;
pub mod lobby;
pub mod pager;
pub mod prompt;
pub mod proposal;
pub mod reading;
pub mod replay;
pub mod report;
pub mod results;
pub mod rows;
pub mod saves;
pub mod settings;
pub mod setup;
pub mod title;
pub mod why;
pub mod workshop;

use crate::keys::Place;
use rows::{Listed, Nothing};

/// Every place in the program where keys can be chosen.
#[must_use]
pub fn places() -> Vec<Place> {
    let battle = battle::STATES.iter().map(|maps| Place::of(maps));
    let lists = [
        title::place(),
        setup::place(),
        setup::chance::place(),
        saves::place(),
        house::place(),
        settings::place(),
        report::place(),
        campaign::place(),
        campaign::choose::place(),
    ];
    let keys = [keys::place()];
    let over = [pager::place(), help::place(), proposal::place(), lobby::place(), form::place(), workshop::place()];
    let editor = [Place::of(editor::MAPS)];
    battle.chain(lists).chain(keys).chain(over).chain(editor).chain(list::places()).collect()
}

/// Everything whose keys can be chosen, in groups with their headings.
#[must_use]
pub fn key_groups() -> Vec<(&'static str, Place)> {
    let battle = battle::GROUPS.map(|(title, map)| (title, Place::of(&[map])));
    let lists = ("Lists, menus and texts", Place::of(&[Listed::<Nothing>::COMMON]));
    let title = ("On the title", Place::of(&[title::LETTERS]));
    let saved = ("Among the saved battles", saves::place());
    let editor = ("Making a battle", Place::of(&[editor::WORK]));
    battle.into_iter().chain([lists, title, saved, editor]).collect()
}
