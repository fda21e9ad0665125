//! The end of a turn in a few keys: what is asked, what is passed, what stops it.

use battle::{Battlefield, Event, Object, Pose, Side, UnitId};
use table::{Dispatch, DispatchKind};

use super::{Play, game};
use crate::screens::battle::digest::{losses, nearer};
use crate::{Options, Start};

/// A person against the commander that takes the first order, the deployment done.
fn deployed() -> Play {
    let mut play = Play::with(160, 46, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    play.keys("Space Enter").shows("Turn 1 of 8");
    play
}

#[test]
fn a_turn_ends_by_one_key_and_one_answer() {
    let mut play = deployed();
    play.keys("e").shows("End turn 1?").shows("could still act in").keys("n").shows("Turn 2 of 8");
}

#[test]
fn whoever_does_not_want_to_end_his_turn_goes_back() {
    let mut play = deployed();
    play.keys("e").shows("End turn 1?").keys("Esc").hides("End turn 1?").shows("Turn 1 of 8");
    play.keys("Tab").shows("Turn 1 of 8");
}

#[test]
fn a_turn_that_is_being_ended_is_asked_about_once() {
    let mut play = deployed();
    play.keys("e Enter");
    for _ in 0..6 {
        play.hides("End turn 1?");
        if play.screen().contains("Turn 2 of 8") {
            return;
        }
        play.keys("e");
    }
    panic!("the turn never ends:\n{}", play.screen());
}

#[test]
fn nothing_is_asked_of_somebody_who_wants_no_warnings() {
    let mut play = deployed();
    play.keys("S Down Down Enter Esc e").hides("End turn 1?").shows("Turn 2 of 8");
}

#[test]
fn the_hints_and_the_help_name_the_key() {
    let mut play = deployed();
    play.shows("e end turn").keys("?").shows("End the turn; asks once");
}

#[test]
fn leaders_who_have_not_led_are_named_once_before_the_turn_ends() {
    let mut play = deployed();
    play.keys("e").shows("BG could still ride.").keys("Esc e").shows("BG could still ride.");
    play.keys("e").hides("BG could still ride");
}

#[test]
fn a_leader_who_was_sent_somewhere_is_not_named() {
    let mut play = deployed();
    play.keys(":").typed("attach bg b3");
    play.keys("Enter").shows("BG joins B3").keys("e").shows("could still act in Command: B1").hides("could still ride");
}

#[test]
fn a_leader_is_named_where_no_unit_is_left() {
    let mut play = deployed();
    for unit in ["b1", "b2", "b3", "b4"] {
        play.keys(":").typed(&format!("order {unit}"));
        play.keys("Enter");
    }
    play.keys("e").shows("End turn 1?").shows("BG could still ride.").hides("could still act");
}

#[test]
fn a_leader_whom_nobody_needs_is_named_in_one_turn_of_a_battle() {
    let mut play = Play::tiny(160, 46);
    play.keys("e").shows("End turn 1?").shows("BG could still ride.").keys("n").shows("Turn 2 of 3 · Blue");
    let mut asked = String::new();
    for _ in 0..8 {
        play.keys("e");
        asked += &play.screen();
        play.keys("Enter");
        if play.screen().contains("Turn 3 of 3 · Blue") {
            break;
        }
    }
    assert!(asked.contains("End turn 2?"), "{asked}");
    assert!(!asked.contains("could still ride"), "{asked}");
}

#[test]
fn what_the_others_did_is_told_with_whether_anybody_was_hurt() {
    let mut play = deployed();
    play.keys("e n").shows("Turn 2 of 8").shows("Since your last order (L reads all, P shows it again): ");
    play.shows("nobody lost anything.");
}

#[test]
fn what_befell_a_unit_several_times_is_told_in_sum() {
    let loss = |unit, text: &str, change| Dispatch {
        turn: 1,
        step: "",
        side: None,
        kind: DispatchKind::Loss,
        text: text.to_owned(),
        detail: Vec::new(),
        clause: "",
        unit: Some(UnitId(unit)),
        change,
    };
    let game = game("small-field", ["human", "first"]);
    let label = |unit| game.system().field().label(Object::Unit(UnitId(unit)));
    let news = [
        loss(0, "one loses 1 point by fire: 7/8 left.", Some([8, 7])),
        loss(1, "two loses 2 points by fire: 5/7 left.", Some([7, 5])),
        loss(0, "one loses 3 points by assault: 4/8 left.", Some([7, 4])),
        loss(2, "three loses 1 point by fire: 7/8 left.", Some([8, 7])),
        loss(2, "three regains 1 point by rally: 8/8 left.", Some([7, 8])),
        loss(1, "two runs from the field.", None),
    ];
    let told = losses(game.system(), &news.each_ref());
    let full = game.system().field().unit(UnitId(0)).full;
    let one = format!("{} loses 4 {}: 4/{full} left", label(0), game.system().info().strength.name);
    assert_eq!(told, [&one, "two loses 2 points by fire: 5/7 left", "two runs from the field"]);
}

#[test]
fn who_came_nearer_is_named_and_who_went_away_is_not() {
    let game = game("small-field", ["human", "first"]);
    let before = game.system().field();
    let red: Vec<UnitId> = before.present_of(Side::Red).collect();
    let moved = |field: &Battlefield, unit: UnitId, rows: i16| {
        let (pose, mut field) = (field.unit(unit).pose, field.clone());
        let at = pose.anchor.offset();
        let anchor = hexes::Offset::new(at.column, at.row + rows).hex();
        field.apply(&Event::Placed { unit, pose: Pose { anchor, ..pose } });
        field
    };
    assert_eq!(nearer(before, before, Side::Blue), "");
    let label = |unit: UnitId| before.label(Object::Unit(unit));
    let one = moved(before, red[0], 4);
    assert_eq!(nearer(before, &one, Side::Blue), format!("; {} came nearer", label(red[0])));
    assert_eq!(nearer(&one, before, Side::Blue), "");
    let two = moved(&one, red[1], 4);
    assert_eq!(nearer(before, &two, Side::Blue), format!("; {} and {} came nearer", label(red[0]), label(red[1])));
}

#[test]
fn a_charge_that_is_proposed_says_what_can_be_hoped_of_it() {
    let game = super::game("small-field", ["human", "human"]);
    let (system, info) = (game.system(), game.system().info());
    let verb = |word: &str| info.verbs.iter().position(|verb| verb.word == word).map(|at| battle::Verb(at as u8));
    let field = system.field();
    let [own, enemy] = battle::Side::ALL.map(|side| field.present_of(side).next().expect("a unit"));
    let charge = battle::Order::new(verb("charge").expect("it charges")).by(own).on(enemy);
    let told = crate::ending::with_odds(system, &charge);
    let effect = crate::worth::effect(system, &charge);
    let [they, you] = [effect.repels, effect.repelled].map(|chance| format!("fall back {:.0}", 100.0 * chance));
    assert!(told.ends_with(&format!("(poor odds: in a hundred they {they}; you {you})")), "{told}");
    let ride = battle::Order::new(verb("move").expect("it moves")).by(own);
    assert!(!crate::ending::with_odds(system, &ride).contains('('), "no blow");
}

#[test]
fn a_text_closes_by_the_key_that_opened_it() {
    let mut play = deployed();
    play.keys("M").shows("What the words mean").keys("M").hides("What the words mean");
    play.keys("L").shows("Dispatches ·").keys("L").hides("Dispatches ·");
}
