//! Tests: what adds to them, and each trigger that no other chapter proves (OTH-MORALE).

use battle::Side;
use battle::rule::bites;

use super::fixture::{Fixture, Game, score_of};
use crate::info::NERVE;
use crate::space::Shape::{Line, Square};
use crate::state::Once;
use crate::why::Why;

/// What B1 must not pass in a test.
fn target(fixture: Fixture) -> i16 {
    let game = fixture.game(&[]);
    score_of(&crate::morale::test(&game.war, game.id("B1"), Why::Nerve, "OTH-MORALE-1"))
}

fn alone() -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (25, 5), "S", Line)
}

#[test]
fn a_test_is_a_die_within_the_score() {
    bites(&["OTH-MORALE-0"], || {
        assert_eq!(target(alone()), 7);
        let two = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(9).hits(4).foot("R1", (25, 5), "S", Line);
        assert_eq!(target(two), 5);
    });
}

#[test]
fn a_steady_mate_near_adds_one() {
    bites(&["OTH-MORALE-16"], || {
        assert_eq!(target(alone().foot("B2", (17, 36), "N", Line)), 8, "within 6");
        assert_eq!(target(alone().foot("B2", (17, 37), "N", Line)), 7, "not 7 off");
        let two = alone().foot("B2", (17, 36), "N", Line).foot("B3", (20, 32), "N", Line);
        assert_eq!(target(two), 8, "once");
        assert_eq!(target(alone().foot("B2", (17, 36), "N", Line).brigade(2)), 7, "of the same brigade");
        assert_eq!([3, 4, 6].map(|hits| target(alone().foot("B2", (17, 36), "N", Line).hits(hits))), [8, 7, 7]);
    });
    bites(&["OTH-MORALE-20"], || {
        let mate = || alone().foot("B2", (17, 36), "N", Line);
        let fired = || mate().state(|own| own.fired_last = Once::Done);
        let firing = || mate().state(|own| own.faces = 1);
        let of = |fixture: Fixture, player| target(fixture.phase(crate::info::SHOOTING, player));
        assert_eq!([of(fired(), Side::Blue), of(fired(), Side::Red)], [7, 8], "in the own turn who fired in the last");
        assert_eq!([of(firing(), Side::Blue), of(firing(), Side::Red)], [8, 7], "in the enemy's who has fired now");
    });
}

#[test]
fn commanders_within_their_range() {
    bites(&["OTH-MORALE-17"], || {
        let led = |control| target(alone().brigadier("BL", (20, 42), control));
        assert_eq!([1, 2, 3, 4, 5].map(led), [7, 7, 8, 9, 10]);
        assert_eq!(target(alone().brigadier("BL", (20, 43), 5)), 7, "13 inches off");
    });
    bites(&["OTH-MORALE-17"], || {
        let chain = alone().brigadier("BL", (20, 42), 3).general("BG", (10, 50), 4);
        assert_eq!(target(chain), 9, "the best one of the chain");
        assert_eq!(target(alone().foot("B2", (40, 30), "N", Line).brigade(2).led("BL", 5)), 7, "of the own chain");
    });
}

/// T3 of Blue with those dice; hits on B1.
fn nerve(fixture: Fixture, dice: &[u8]) -> Game {
    let mut game = fixture.phase(crate::info::SHOOTING, Side::Red).game(dice);
    game.enter(NERVE, Side::Blue);
    game.all_fell();
    game
}

#[test]
fn shaken_friends() {
    let beside = |q: i16, hits| alone().foot("B2", (q, 30), "N", Line).brigade(2).hits(hits);
    bites(&["OTH-MORALE-1a"], || {
        assert_eq!(nerve(beside(29, 4), &[8]).fh("B1"), 1, "6 inches beside, wavering: an 8 fails a 7");
        assert_eq!(nerve(beside(29, 4), &[7]).fh("B1"), 0);
    });
    bites(&["OTH-MORALE-1a"], || {
        let two = beside(29, 4).foot("B3", (11, 30), "N", Line).brigade(2).hits(4);
        let game = nerve(two, &[8]);
        assert_eq!(game.faces("shaken friends").len(), 1, "each unit once, and nobody for itself or over 6 inches");
    });
    assert_eq!(nerve(beside(30, 4), &[]).fh("B1"), 0, "7 inches off");
    assert_eq!(nerve(beside(29, 3), &[]).fh("B1"), 0, "steady");
    let both = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(4).foot("B2", (26, 30), "N", Line).hits(4);
    let game = nerve(both.foot("R1", (25, 5), "S", Line), &[4, 3]);
    assert_eq!([game.fh("B1"), game.fh("B2")], [5, 4], "by one look: both are tested");
}

#[test]
fn routing_units_test_nothing() {
    let both = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(6).foot("B2", (26, 30), "N", Line).hits(6);
    let game = nerve(both.foot("R1", (25, 5), "S", Line), &[]);
    assert_eq!([game.fh("B1"), game.fh("B2")], [6, 6]);
}

#[test]
fn a_ten_to_hit_is_tested() {
    let volley = |dice: &[u8]| {
        let field = Fixture::plain().foot("B1", (17, 26), "N", Line).fs(9).foot("R1", (20, 20), "S", Line);
        let mut game = field.volley_spent().game(dice);
        game.fire("R1", "B1");
        game.all_fell();
        game.fh("R1")
    };
    bites(&["OTH-MORALE-12"], || {
        assert_eq!(volley(&[10, 8]), 1);
        assert_eq!(volley(&[10, 7]), 0);
        assert_eq!(volley(&[9]), 0);
    });
}

#[test]
fn squares_have_a_die_a_face() {
    let field = Fixture::plain().foot("R1", (20, 30), "N", Square).volley_spent().foot("B1", (24, 24), "S", Line);
    let mut game = field.foot("B2", (18, 36), "N", Line).game(&[4, 4]);
    game.fire("R1", "B1");
    assert!(!game.may(game.order(crate::info::FIRE, "R1", "B1")), "that face has fired");
    game.fire("R1", "B2");
    assert_eq!([game.fh("B1"), game.fh("B2")], [1, 1], "7 / 4 is 2, and 1 for the range: the last row");
}
