//! The lobby of a small place of many players on the drill system, in this terminal: for pictures, and to try it.
//! With the word `new` one comes without a name.

#![allow(missing_docs, dead_code)]

#[path = "../tests/inn.rs"]
mod inn;

use std::process::ExitCode;
use std::sync::Arc;

use inn::Inn;
use proving::DrillLibrary;
use tui::{Options, Section, Start, Visitor};

fn main() -> ExitCode {
    let new = std::env::args().nth(1).is_some_and(|word| word == "new");
    let inn = Inn::new(if new { Visitor::Unnamed } else { Visitor::Player(String::from("anna")) });
    if !new {
        furnish(&inn);
    }
    let start = Start::Lobby(Arc::new(inn));
    let options = Options { start, fresh_seed: Some(7), ..Options::new(std::env::temp_dir().join("grognard-lobby")) };
    match tui::run(Arc::new(DrillLibrary), options) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A bit of everything.
fn furnish(inn: &Inn) {
    inn.list(Section::Invitations, ["bert", ""], "asks you to play", 42);
    let turn = inn.list(Section::Yours, ["anna", "clara"], "", 190);
    inn.begin(turn, "small-field", ["human", "human"], Some(battle::Side::Blue));
    let other = inn.list(Section::Yours, ["claus", "anna"], "", 60 * 50);
    inn.begin(other, "small-field", ["human", "human"], Some(battle::Side::Red));
    inn.list(Section::Yours, ["anna", ""], "waiting for an opponent", 5);
    inn.list(Section::Open, ["clara", ""], "waiting for an opponent", 12);
    let watched = inn.list(Section::Watch, ["bert", "claus"], "", 1);
    inn.begin(watched, "small-field", ["human", "human"], None);
    inn.list(Section::Finished, ["bert", "anna"], "Blue won", 60 * 24 * 9);
}
