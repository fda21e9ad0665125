//! Proofs of generals (MC-GENERAL).

use battle::rule::bites;

use super::fixture::Fixture;
use crate::space::Shape;
use crate::{generals, marks};

#[test]
fn example_20_losses_put_the_general_at_risk() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
    let mut game = field.game(&[1, 7, 4]);
    let unit = game.id("B1");
    generals::at_risk(&mut game.umpire(), unit, 3);
    assert!(game.war.state.leaders[0].serious && !game.war.state.leaders[0].dead);
    game.all_fell();
}

#[test]
fn a_general_steadies_his_own_and_falls_with_them() {
    bites(&["MC-PANIC-10", "MC-GENERAL-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
        let mut game = field.foot("B2", 8, (30, 30), "N", Shape::Line).game(&[1, 1, 1, 2, 1, 6]);
        let unit = game.id("B1");
        for _ in 0..2 {
            generals::at_risk(&mut game.umpire(), unit, 1);
        }
        assert!(game.war.state.leaders[0].serious);
        generals::at_risk(&mut game.umpire(), unit, 1);
        assert!(game.war.state.leaders[0].dead && game.marked("B1", marks::PANIC) && game.marked("B2", marks::PANIC));
    });
}
