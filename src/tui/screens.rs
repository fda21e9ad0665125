//! The screens and pop-ups.

pub mod battle;
pub mod curtain;
pub mod help;
pub mod house;
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

use crate::keys::Place;

/// Every place in the program where keys can be chosen.
#[must_use]
pub fn places() -> Vec<Place> {
    let battle = battle::STATES.iter().map(|maps| Place::of(maps));
    let lists = [title::place(), setup::place(), saves::place(), house::place(), settings::place(), report::place()];
    let over = [pager::place(), help::place(), proposal::place(), lobby::place()];
    battle.chain(lists).chain(over).chain(list::places()).collect()
}
