//! Proofs of fire (MC-FIRE).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::fire::aim::{Manner, shot};
use crate::profile::Nation;
use crate::space::Shape;
use crate::{fire, marks};

#[test]
fn british_regulars_in_close_order_fire_better() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).nation(Nation::British);
    let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
    let shot = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).expect("a shot");
    assert!(shot.mods.contains(&("British volley", 1)));
}

#[test]
fn example_18_foot_that_fails_by_one_fires_half_rounded_down() {
    bites(&["MC-CHARGE-10"], || {
        let field = Fixture::plain().foot("B1", 8, (12, 26), "N", Shape::Line);
        let game = field.foot("R1", 7, (13, 24), "S", Shape::Open).game(&[]);
        let ragged = shot(&game.war, game.id("R1"), game.id("B1"), Manner::Ragged);
        assert_eq!(ragged.map(|shot| shot.figures), Some(10));
    });
}

#[test]
fn who_is_spent_or_masked_does_not_fire() {
    bites(&["MC-FIRE-13"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::SPENT);
        let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
        assert!(!fire::is_able(&game.war, game.id("B1")));
    });
}

#[test]
fn units_out_of_range_are_no_targets() {
    bites(&["MC-FIRE-9"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.foot("R1", 8, (14, 22), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
    });
}
