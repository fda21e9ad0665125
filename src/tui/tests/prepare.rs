//! Preparing an order, without a screen.

use battle::{Object, Side};

use super::game;
use crate::prepare::{Choices, Preparation, Stage, Step};

#[test]
fn menus_have_a_letter_for_every_verb_and_no_letter_twice() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    for actor in choices.actors() {
        let entries = choices.entries(system, &[Some(actor), None]);
        let mut letters: Vec<char> = entries.iter().map(|entry| entry.letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), entries.len());
    }
}

#[test]
fn every_stem_leads_to_a_legal_order() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    let actor = choices.actors().into_iter().find(|actor| matches!(actor, Object::Unit(_))).expect("a unit");
    let mut preparation = Preparation::default();
    preparation.open(choices.entries(system, &[Some(actor)]));
    assert_eq!(preparation.confirm(system), Step::More);
    let Some(Stage::Pose(posing)) = preparation.stage_mut() else { panic!("no place is asked for") };
    posing.cycle(true);
    let Step::Give(order) = preparation.confirm(system) else { panic!("the order is not complete") };
    assert_eq!(system.check(&order), Ok(()));
    assert!(preparation.back() && preparation.back() && !preparation.back(), "two stages to leave");
}

#[test]
fn done_is_found_whatever_it_is_called() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let done = Choices::gather(system).done(system).expect("deployment can end");
    assert_eq!(system.order_text().write(&done), "done");
}
