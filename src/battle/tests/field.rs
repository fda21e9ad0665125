//! The field changes by events alone, and its audit sees what must not be.

use hexes::Offset;

use super::{drawn, plain};
use crate::{Battlefield, Departure, Event, Manner, Marks, Pose, Presence, Reach, UnitId, fixture};

const TWO: &str = "
    . . . . . .
     . A A A . .
    . . a a a .
     . . . . . .
    . . b b . .
     . . B B . .
    A: B1 blue infantry N line3
    B: R1 red infantry S line2";

const MOVED: Marks = Marks::number(0);
const FIRED: Marks = Marks::number(2);

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

fn moved(unit: UnitId, to: &str) -> Event {
    let to: Pose = to.parse().expect("a pose");
    Event::Moved { unit, to, path: Vec::new(), manner: Manner::Moved, clause: "X-1" }
}

/// The map after some events.
#[track_caller]
fn check(events: &[Event], drawing: &str) -> Battlefield {
    let mut field = drawn(TWO);
    events.iter().for_each(|event| field.apply(event));
    assert_eq!(fixture::map(&field), plain(drawing));
    field
}

#[test]
fn a_unit_moves_with_all_its_stands() {
    let field = check(
        &[moved(A, "3,1/N/line3")],
        "
        . . . . . .
         . . A A A .
        . . . a a a
         . . . . . .
        . . b b . .
         . . B B . .",
    );
    field.audit().expect("sound");
    assert_eq!(field.unit_at(Offset::new(1, 1).hex()), None);
    assert_eq!(field.unit_at(Offset::new(4, 1).hex()), Some(A));
}

#[test]
fn stands_are_lost_from_the_rear() {
    check(
        &[Event::Reshaped { unit: A, stands: 4, pose: drawn(TWO).unit(A).pose, fell: Vec::new() }],
        "
        . . . . . .
         . A A A . .
        . . a . . .
         . . . . . .
        . . b b . .
         . . B B . .",
    );
}

#[test]
fn who_left_is_nowhere() {
    let field = check(
        &[Event::Left { unit: B, why: Departure::Routed, clause: "X-1" }],
        "
        . . . . . .
         . A A A . .
        . . a a a .
         . . . . . .
        . . . . . .
         . . . . . .",
    );
    assert_eq!(field.unit(B).presence, Presence::Gone(Departure::Routed));
    assert!(field.footprint(B).hexes().is_empty());
    assert_eq!(field.present().collect::<Vec<_>>(), [A]);
}

#[test]
fn strength_marks_turn_and_step_change_as_told() {
    let mut field = drawn(TWO);
    field.apply(&Event::TurnBegan { turn: 4 });
    field.apply(&Event::StepBegan { step: 2, side: Some(crate::Side::Red) });
    field.apply(&Event::Strength { unit: A, from: 12, to: 9, cause: "fire", clause: "X-1" });
    field.apply(&Event::Marked { unit: A, marks: MOVED | FIRED, on: true, cause: "" });
    field.apply(&Event::Marked { unit: A, marks: MOVED, on: false, cause: "" });
    assert_eq!((field.turn(), field.step(), field.active()), (4, 2, Some(crate::Side::Red)));
    assert_eq!((field.unit(A).strength, field.unit(A).marks), (9, FIRED));
    assert!((field.unit(A).share() - 0.75).abs() < 1e-9);
}

#[test]
fn the_audit_finds_two_units_on_one_hex_and_stands_off_the_map() {
    for (pose, hex) in [("1,3/N/line3", "2,4"), ("0,0/N/line3", "-1,0")] {
        let mut field = drawn(TWO);
        field.apply(&moved(A, pose));
        field.apply(&moved(B, "3,5/S/line2"));
        let fault = field.audit().expect_err("not sound");
        assert!(fault.contains("to itself"), "{fault}");
        assert!(fault.contains(hex), "{fault}");
    }
}

#[test]
fn a_unit_that_stands_over_another_for_a_moment_gives_the_hexes_back() {
    let over = moved(A, "2,3/N/line3");
    let field = check(
        std::slice::from_ref(&over),
        "
        . . . . . .
         . . . . . .
        . . . . . .
         . A A A . .
        . . b b a .
         . . B B . .",
    );
    assert_eq!(field.unit_at(Offset::new(2, 4).hex()), Some(A));
    assert!(field.audit().is_err(), "nobody may stand so");
    field.audit_but(&[A]).expect("but on his way");
    let on = [over, moved(A, "2,1/N/line3")];
    check(&on, &TWO.lines().filter(|line| !line.contains(':')).collect::<Vec<_>>().join("\n")).audit().expect("sound");
}

#[test]
fn who_leaves_from_under_another_leaves_him_the_hexes() {
    let mut field = drawn(TWO);
    let leaves = Event::Left { unit: B, why: Departure::Routed, clause: "X-1" };
    for event in [moved(A, "2,3/N/line3"), leaves, moved(A, "2,1/N/line3")] {
        field.apply(&event);
    }
    assert_eq!(field.unit_at(Offset::new(2, 4).hex()), None, "nobody is left to give it to");
    field.audit().expect("sound");
}

#[test]
fn the_audit_finds_strength_out_of_bounds() {
    let with = |to| {
        let mut field = drawn(TWO);
        field.apply(&Event::Strength { unit: A, from: 12, to, cause: "fire", clause: "X-1" });
        field
    };
    assert_eq!(with(-1).audit(), Err(String::from("B1 has strength -1, expected 0 or more")));
    assert_eq!(with(13).audit_starts(), Err(String::from("B1 has strength 13, expected at most 12")));
    assert_eq!(with(12).audit_starts(), Ok(()));
}

#[test]
fn a_unit_may_rise_above_its_start() {
    let mut field = drawn(TWO);
    field.apply(&Event::Strength { unit: A, from: 12, to: 15, cause: "rally", clause: "X-1" });
    field.apply(&Event::Strength { unit: B, from: 8, to: 7, cause: "fire", clause: "X-1" });
    field.audit().expect("sound");
    assert!((field.unit(A).share() - 1.0).abs() < 1e-9);
    assert_eq!([crate::Side::Blue, crate::Side::Red].map(|side| field.losses(side)), [0, 1]);
}

#[test]
fn a_copy_into_a_used_field_is_exact() {
    let mut used = drawn(TWO);
    used.apply(&moved(A, "3,1/N/line3"));
    used.apply(&Event::TurnBegan { turn: 3 });
    let fresh = drawn(TWO);
    used.clone_from(&fresh);
    assert_eq!(fixture::draw(&used), fixture::draw(&fresh));
    assert_eq!(postcard::to_stdvec(&used), postcard::to_stdvec(&fresh));
}

#[test]
fn distances_of_units_are_those_of_their_nearest_stands() {
    let field = drawn(TWO);
    assert_eq!((field.distance(A, B), field.distance(B, A)), (2, 2));
}

#[test]
fn a_way_runs_from_the_start_to_the_place_and_never_for_ever() {
    let place = |pose: &str, previous, legal| crate::Destination {
        pose: pose.parse().expect("a pose"),
        cost: 0,
        previous,
        legal,
    };
    let names = ["1,1/N/line1", "1,2/N/line1", "1,3/N/line1"];
    let reach = Reach {
        places: vec![place(names[0], None, false), place(names[1], Some(0), true), place(names[2], Some(1), true)],
    };
    let way: Vec<String> = reach.way(&names[2].parse().expect("a pose")).iter().map(ToString::to_string).collect();
    assert_eq!(way, names);
    assert!(reach.way(&names[0].parse().expect("a pose")).is_empty(), "the move may not end there");
    let round = Reach { places: vec![place(names[0], Some(1), true), place(names[1], Some(0), true)] };
    assert!(round.way(&names[0].parse().expect("a pose")).len() <= 3);
}
