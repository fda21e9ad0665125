//! A side is told only what it may know.

use battle::{Event, Side, UnitId};

use super::{log_of, play_out, setup, start, unit};
use crate::Game;

/// A battle in which Red has rangers in hiding (R4).
fn played(seed: u64) -> (Game, UnitId) {
    let mut game = start(&setup("small-field", ["random", "random"], seed));
    let rangers = unit(&game, "R4");
    play_out(&mut game);
    (game, rangers)
}

/// The place of the event that brought the rangers into sight.
fn found(game: &Game, rangers: UnitId) -> Option<usize> {
    let reveals = |event: &Event| matches!(event, Event::Marked { unit, marks, on: false, .. } if *unit == rangers && marks.contains(proving::drill::marks::HIDDEN));
    game.stage().events_since(0).iter().position(reveals)
}

#[test]
fn nothing_of_a_hidden_unit_is_told_to_the_enemy_until_it_is_found() {
    let mut kept = 0;
    for seed in 0..12 {
        let (game, rangers) = played(seed);
        let until = found(&game, rangers).unwrap_or(usize::MAX);
        for (place, event) in game.stage().events_since(0).iter().enumerate().take(until) {
            if crate::visible::subject(event) == Some(rangers) {
                kept += 1;
                assert!(!game.stage().event_seen_by(place, Side::Blue), "seed {seed}: {event:?}");
                assert!(game.stage().event_seen_by(place, Side::Red), "seed {seed}: {event:?}");
            }
        }
        let blue = log_of(&game, Side::Blue);
        let early = blue.split("R4 comes into sight.").next().unwrap_or_default();
        assert!(!early.contains("R4"), "seed {seed}: {early}");
    }
    assert!(kept > 0, "no seed tests it");
}

#[test]
fn a_found_unit_is_told_of() {
    let (game, rangers) =
        (0..40).map(played).find(|(game, rangers)| found(game, *rangers).is_some()).expect("somebody finds them");
    assert!(log_of(&game, Side::Blue).contains("R4 comes into sight."));
    assert!(game.stage().event_seen_by(found(&game, rangers).expect("found"), Side::Blue));
}

#[test]
fn everything_else_is_told_to_both() {
    let (game, _) = played(1);
    let without = |text: String| text.lines().filter(|line| !hides(line)).map(String::from).collect::<Vec<_>>();
    let open: String = game.stage().dispatches_for_all().map(|dispatch| dispatch.transcript() + "\n").collect();
    assert_eq!(without(log_of(&game, Side::Blue)), without(log_of(&game, Side::Red)));
    assert_eq!(without(open), without(log_of(&game, Side::Red)));
}

/// Whether a line is about a unit that may be in hiding, an order that names nobody, or a detail.
fn hides(line: &str) -> bool {
    ["R4", "B4", "Blue: done", "Red: done", "Blue: bank", "Red: bank"].iter().any(|unit| line.contains(unit))
        || line.starts_with(' ')
}

#[test]
fn that_a_side_is_done_is_its_own_affair() {
    let (game, _) = played(1);
    assert!(log_of(&game, Side::Blue).contains("Blue: done.") && log_of(&game, Side::Red).contains("Red: done."));
    assert!(!log_of(&game, Side::Blue).contains("Red: done."));
    assert!(game.stage().dispatches_for_all().all(|dispatch| !dispatch.text.contains(": done.")));
}
