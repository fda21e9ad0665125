//! Decks: fair, keyed, and silent about what comes next.

use super::dice::key;
use crate::{Deck, Dice, RollKind, Side, Thrower};

const BRIGADES: [u16; 7] = [11, 12, 13, 21, 22, 23, 24];

fn deck(seed: u64, cards: &[u16]) -> (Deck, Dice) {
    let mut dice = Dice::new(seed);
    (Deck::shuffled(cards, &mut dice, key(4, 1, 0, 9)), dice)
}

fn order(mut deck: Deck, dice: &mut Dice) -> Vec<u16> {
    std::iter::from_fn(|| deck.draw(dice)).map(|drawn| drawn.card).collect()
}

#[test]
fn every_card_is_drawn_once() {
    let (deck, mut dice) = deck(1, &BRIGADES);
    let mut drawn = order(deck, &mut dice);
    assert_ne!(drawn, BRIGADES, "shuffled");
    drawn.sort_unstable();
    assert_eq!(drawn, BRIGADES);
}

#[test]
fn taking_cards_out_or_in_leaves_the_order_of_the_others() {
    let (all, mut dice) = deck(1, &BRIGADES);
    let whole = order(all, &mut dice);
    for out in BRIGADES {
        let fewer: Vec<u16> = BRIGADES.into_iter().filter(|card| *card != out).collect();
        let rest: Vec<u16> = whole.iter().copied().filter(|card| *card != out).collect();
        let (never_in, mut dice) = deck(1, &fewer);
        assert_eq!(order(never_in, &mut dice), rest);
        let (mut taken_out, mut dice) = deck(1, &BRIGADES);
        assert_eq!(taken_out.remove(out), 1);
        assert_eq!(order(taken_out, &mut dice), rest);
    }
}

#[test]
fn draws_do_not_depend_on_rolls_between_them() {
    let (mut one, mut dice) = deck(1, &BRIGADES);
    let (other, mut quiet) = deck(1, &BRIGADES);
    let mut drawn = Vec::new();
    while let Some(card) = one.draw(&mut dice) {
        drawn.push(card.card);
        dice.roll(key(4, 1, card.card, 1), 5);
    }
    assert_eq!(drawn, order(other, &mut quiet));
}

#[test]
fn a_view_with_other_dice_sees_another_order_of_the_same_cards() {
    let mut same = 0;
    for seed in 0..40 {
        let (mut battle, mut dice) = deck(1, &BRIGADES);
        battle.draw(&mut dice);
        let view = battle.clone();
        assert_eq!(view, battle, "the deck holds nothing that tells the views apart");
        same += usize::from(order(view, &mut Dice::new(seed + 100)) == order(battle, &mut dice));
    }
    assert!(same <= 2, "{same} of 40 views saw the true order, one in 720 is owed");
}

#[test]
fn equal_keys_shuffle_anew_and_turns_differ() {
    let mut dice = Dice::new(1);
    let first = Deck::shuffled(&BRIGADES, &mut dice, key(4, 1, 0, 9));
    let again = Deck::shuffled(&BRIGADES, &mut dice, key(4, 1, 0, 9));
    let later = Deck::shuffled(&BRIGADES, &mut dice, key(5, 1, 0, 9));
    let orders = [first, again, later].map(|deck| order(deck, &mut dice));
    assert!(orders[0] != orders[1] && orders[1] != orders[2] && orders[0] != orders[2], "{orders:?}");
}

#[test]
fn a_saved_deck_goes_on_as_it_would_have() {
    let (mut battle, mut dice) = deck(9, &[1, 1, 2, 3, 3, 3]);
    battle.draw(&mut dice);
    let bytes = postcard::to_stdvec(&battle).expect("flat");
    let read: Deck = postcard::from_bytes(&bytes).expect("a deck");
    assert_eq!(order(read, &mut dice.clone()), order(battle, &mut dice));
}

#[test]
fn odds_are_told_from_what_is_left() {
    let (mut deck, _) = deck(1, &[1, 1, 2, 3]);
    let mut dice = Dice::scripted(&[3, 1]);
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} is not {other}");
    near(deck.next_is(&[1]), 0.5);
    near(deck.next_is(&[2, 3]), 0.5);
    near(deck.comes_before(&[1], &[2]), 2.0 / 3.0);
    let wait = deck.wait_for(&[1]);
    near(wait.chance(0), 0.5);
    near(wait.chance(1), 1.0 / 3.0);
    near(wait.chance(2), 1.0 / 6.0);
    let drawn = deck.draw(&mut dice).expect("a card");
    assert_eq!((drawn.card, drawn.copies, drawn.of), (2, 1, 4), "the third place in the order of numbers");
    near(deck.next_is(&[2]), 0.0);
    near(deck.wait_for(&[2]).chance(3), 1.0);
    assert_eq!((deck.draw(&mut dice).map(|drawn| drawn.card), deck.len()), (Some(1), 2));
    assert_eq!(Deck::default().next_is(&[1]), 0.0);
    assert!(Deck::default().draw(&mut dice).is_none() && Deck::default().is_empty());
}

#[test]
fn a_script_cannot_draw_a_card_that_is_not_there() {
    let draw = || deck(1, &[1, 2]).0.draw(&mut Dice::scripted(&[3]));
    assert!(std::panic::catch_unwind(draw).is_err());
}

#[test]
fn a_card_drawn_has_its_receipt_and_its_forecast() {
    let (mut deck, mut dice) = deck(1, &BRIGADES);
    let shown = deck.shown("activation", "X-1", None, &[11, 12]);
    assert!((shown.passes() - 2.0 / 7.0).abs() < 1e-12);
    let thrower = Thrower { side: Side::Blue, who: None, against: None, key: key(4, 1, 0, 9) };
    let roll = deck.draw(&mut dice).expect("a card").rolled("activation", "X-1", thrower);
    assert_eq!((roll.kind, roll.terms.dice, roll.result, roll.luck()), (RollKind::Card, 1, 7, None));
}
