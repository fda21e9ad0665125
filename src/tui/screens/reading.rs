//! Rule systems to choose from, to read their tables or to learn them: from the title and from the lobby.

use battle::{HouseRules, SystemInfo};

use super::battle::lesson;
use super::list::List;
use super::pager::Pager;
use super::results;
use crate::layer::{Desk, Flow};
use crate::text::line;
use crate::theme::Ink;

/// The rule systems to pick from.
#[must_use]
pub fn systems(tag: &'static str, title: &str, text: &str, desk: &Desk) -> List {
    let row = |list: List, info: &&'static SystemInfo| list.row(None, format!("{}\t{}", info.title, info.source));
    desk.library.systems().iter().fold(List::new(tag, title, text), row)
}

/// The rule systems to pick one of, to read.
#[must_use]
pub fn rules(tag: &'static str, desk: &Desk) -> List {
    systems(tag, "Rules", "Every system plays every battle. Which one do you want to read?", desk)
}

/// The tables of the rule system at that place of the list, as it is published.
#[must_use]
pub fn tables(place: usize, desk: &Desk) -> Flow {
    let Some(info) = desk.library.systems().get(place).copied() else { return Flow::Stay };
    let lines = match desk.library.reference(info.key, &HouseRules::default()) {
        Ok(tables) => results::rules(info, &tables, &desk.theme),
        Err(error) => vec![line(error.0, desk.theme.ink(Ink::Bad))],
    };
    Flow::Push(Box::new(Pager::text(format!("Rules — {}", info.title), lines)))
}

/// The rule systems to pick one of, to learn.
#[must_use]
pub fn lessons(tag: &'static str, desk: &Desk) -> List {
    let text = "Under which rules? The first are the easiest; each has lessons of its own.";
    systems(tag, "Tutorial", text, desk)
}

/// The first lesson under the rule system at that place of the list.
#[must_use]
pub fn first_lesson(place: usize, desk: &mut Desk) -> Flow {
    let Some(info) = desk.library.systems().get(place).copied() else { return Flow::Stay };
    match lesson::start(0, info, desk) {
        Ok(battle) => Flow::Restart(vec![battle]),
        Err(error) => Flow::Push(Box::new(Pager::text("No lesson", vec![line(error.0, desk.theme.ink(Ink::Bad))]))),
    }
}
