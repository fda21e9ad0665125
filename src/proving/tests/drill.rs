//! The drill plays whole battles in which everything it knows occurs.

use std::collections::BTreeSet;
use std::sync::Arc;

use battle::{Deaf, Event, Library, Order, Pending, Recorder, System};

use crate::{DrillLibrary, Plan, RandomPlayer, drill, small_scenario};

/// Plays a random battle to its end and returns it with its events.
fn play(seed: u64) -> (drill::War, Vec<Event>) {
    let mut house = battle::HouseRules::default();
    let book = if seed.is_multiple_of(2) { "short" } else { "whole" };
    house.set(drill::info::INFO.options, "book", book).expect("an option");
    let mut battle = drill::deploy_with(&small_scenario(), &house, seed).expect("room");
    let mut player = RandomPlayer::new(seed);
    let mut heard = Recorder::default();
    for _ in 0..5000 {
        if let Pending::Over(_) = battle.pending() {
            return (battle, heard.events);
        }
        let order = player.choose(&battle).expect("an order");
        battle.resolve(&order, &mut heard).expect("a legal order");
        battle.audit().expect("a sound state");
    }
    panic!("seed {seed} does not end");
}

#[test]
fn everything_occurs_in_random_battles() {
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let (battle, events) = play(seed);
        for event in &events {
            match event {
                Event::Ordered { order, .. } => seen.insert((&battle as &dyn System).verb(order).expect("verb").word),
                Event::Left { .. } => seen.insert("a unit left"),
                Event::ObjectiveTaken { .. } => seen.insert("an objective fell"),
                Event::Reshaped { .. } => seen.insert("stands were lost"),
                Event::Placed { .. } if battle.field().turn() > 1 => seen.insert("a unit came on"),
                Event::Moved { manner, .. } => seen.insert(manner.verb()),
                _ => false,
            };
        }
    }
    let mut missing: BTreeSet<&str> = drill::info::INFO.verbs.iter().map(|verb| verb.word).collect();
    missing.extend([
        "a unit left",
        "an objective fell",
        "stands were lost",
        "a unit came on",
        "retreats",
        "follows up",
    ]);
    missing.retain(|wanted| !seen.contains(wanted));
    assert!(missing.is_empty(), "never seen: {missing:?}");
}

#[test]
fn every_battle_of_the_library_survives_its_text() {
    for file in DrillLibrary.battles() {
        let again = DrillLibrary.battle_from_text("record", &file.text).expect("its own text");
        assert_eq!(again.scenario.key, file.scenario.key);
        assert_eq!(again.scenario.turn_limit, file.scenario.turn_limit);
        DrillLibrary.deploy("drill", &again.scenario, &battle::HouseRules::default(), 1).expect("room for all");
    }
}

#[test]
fn every_fault_of_a_text_is_told_with_its_line() {
    let fault = Plan::parse("x", "size = 3\ncolour = red\n").expect_err("faults").to_string();
    let expected = [
        "x:1: key `size` is `3`; expected a whole number from 14 to 120",
        "x:2: unknown key `colour`; expected drill, size, units, turns or deployment",
        "x:1: no key `drill`; expected the battle's name",
    ];
    assert_eq!(fault, expected.join("\n"));
}

#[test]
fn a_hidden_unit_is_absent_from_the_enemys_view_until_found() {
    let battle = drill::deploy(&small_scenario(), 1);
    let rangers = battle.field().roster().units().find(|(_, unit)| unit.label == "R4").expect("R4").0;
    let present = |side| battle.view(side, 9).field().present().any(|unit| unit == rangers);
    assert!(present(battle::Side::Red));
    assert!(!present(battle::Side::Blue));
}

/// Plays at random until a unit may be moved; gives the battle and the stem.
fn before_a_move(seed: u64) -> (drill::War, Order) {
    let mut battle = drill::deploy(&small_scenario(), seed);
    let mut player = RandomPlayer::new(seed);
    for _ in 0..500 {
        let mut stems = battle.stems().into_iter();
        if let Some(stem) =
            stems.find(|stem| (&battle as &dyn System).verb(stem).is_some_and(|verb| verb.word == "move"))
        {
            return (battle, stem);
        }
        let order = player.choose(&battle).expect("an order");
        battle.resolve(&order, &mut Deaf).expect("a legal order");
    }
    panic!("nobody moves with seed {seed}");
}

#[test]
fn a_reach_is_made_once_in_a_position() {
    let (mut battle, stem) = before_a_move(3);
    let seen = battle.seen_by(battle.state.player).into_owned();
    let reach = seen.reach_of(&stem);
    assert!(Arc::ptr_eq(&reach, &seen.reach_of(&stem)));
    assert!(Arc::ptr_eq(&reach, &seen.clone().reach_of(&stem)), "a copy stands the same");
    let place = *reach.legal().next().expect("a place to go to");
    let order = stem.to(place.pose);
    assert!(Arc::ptr_eq(&reach, &seen.reach_of(&order)), "the pose does not count");
    battle.resolve(&order, &mut Deaf).expect("a legal order");
    let after = battle.seen_by(seen.state.player).into_owned();
    assert!(!Arc::ptr_eq(&reach, &after.reach_of(&stem)), "the unit stands elsewhere");
    assert!(!Arc::ptr_eq(&reach, &seen.reach_of(&stem)), "only the last position is kept");
    assert_eq!(*reach, *seen.reach_of(&stem), "but what is found is the same");
}

#[test]
fn a_change_that_the_field_does_not_show_makes_a_reach_anew() {
    let (battle, stem) = before_a_move(5);
    let mut other = battle.clone();
    let reach = other.reach_of(&stem);
    other.state.beat += 1;
    assert!(!Arc::ptr_eq(&reach, &other.reach_of(&stem)));
}
