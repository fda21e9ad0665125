//! Tests of the assembly room.

mod campaigns;
mod chance;
mod contests;
mod house;
mod judgement;
mod mandates;
mod marches;
mod play;
mod shelf;
mod worn;

use battle::Library;

use crate::Shelf;

fn refusal<T>(result: Result<T, battle::Unusable>) -> String {
    result.err().expect("refused").to_string()
}

/// Battle, system, commander names as a list shows them.
fn names(shelf: &Shelf) -> [Vec<String>; 3] {
    [
        shelf.battles().iter().map(|battle| battle.scenario.key.clone()).collect(),
        shelf.systems().iter().map(|system| String::from(system.key)).collect(),
        shelf.commanders().into_iter().map(|entry| entry.key).collect(),
    ]
}
