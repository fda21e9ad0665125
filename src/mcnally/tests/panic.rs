//! Proofs of panic markers (MC-PANIC).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::space::Shape;
use crate::{marks, morale};

#[test]
fn routs_alarm_friends_of_no_better_class_in_view() {
    bites(&["MC-PANIC-9"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(3);
        let field = field.foot("B2", 8, (18, 30), "N", Shape::Line).class(4);
        let game = field.foot("B3", 8, (26, 30), "N", Shape::Line).class(2).game(&[]);
        assert_eq!(morale::panic::alarmed(&game.war, game.id("B1")), [game.id("B2")]);
    });
}

#[test]
fn losses_to_fire_bring_a_marker() {
    bites(&["MC-PANIC-1", "MC-PANIC-4"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        morale::panic::under_fire(&mut game.umpire(), unit, 4, 1);
        assert!(game.marked("B1", marks::PANIC));
    });
}
