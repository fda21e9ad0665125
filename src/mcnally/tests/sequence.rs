//! Cards, steps, how long states last (chapter 4).

use battle::Side;
use battle::rule::bites;

use super::fixture::Fixture;
use crate::space::Shape;
use crate::{cards, ending, marks};

#[test]
fn units_of_another_brigade_do_not_act() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let field = field.foot("B2", 8, (20, 30), "N", Shape::Line).brigade(2);
    let game = field.foot("B3", 8, (30, 30), "N", Shape::Line).marks(marks::ACTED).game(&[]);
    let active = ["B1", "B2", "B3"].map(|label| cards::is_active(&game.war, game.id(label)));
    assert_eq!(active, [true, false, false]);
}

#[test]
fn no_unit_acts_twice_in_a_turn() {
    bites(&["MC-SEQ-4"], || {
        let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::ACTED).game(&[]);
        assert!(!cards::is_active(&game.war, game.id("B1")));
    });
}

#[test]
fn example_40_half_lost_loses_the_battle() {
    bites(&["MC-SEQ-12"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.foot("R1", 8, (10, 10), "S", Shape::Line).lost(5);
        let field = field.foot("R2", 8, (20, 10), "S", Shape::Line).marks(marks::ROUTING);
        let mut game = field.game(&[]);
        ending::look(&mut game.umpire());
        assert_eq!(game.war.ended().and_then(|outcome| outcome.winner), Some(Side::Blue));
    });
}

#[test]
fn every_brigade_has_a_card_and_nobody_knows_the_next() {
    bites(&["MC-SEQ-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let mut game = field.foot("R1", 8, (10, 10), "S", Shape::Line).game(&[]);
        game.enter(crate::info::START, Side::Blue);
        let left = game.war.state.own.deck.len();
        let drawn = game.results("card");
        assert_eq!((drawn.first(), drawn.len() + left), (Some(&4), 4));
        for side in Side::ALL {
            assert_eq!(game.war.view_of(side, 5).state.own.deck, game.war.state.own.deck);
        }
    });
}

#[test]
fn units_under_another_card_wait() {
    bites(&["MC-SEQ-7"], || {
        let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).brigade(2).game(&[]);
        assert!(!cards::is_active(&game.war, game.id("B1")));
    });
}
