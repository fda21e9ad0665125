//! Skirmish order (chapter 9).

use battle::rule::bites;
use battle::{Order, Side, System as _};

use super::fixture::Fixture;
use crate::fire::aim::{Manner, shot};
use crate::info::{CHARGE, DECLARE, DONE, EVADE, RIDE};
use crate::marks;
use crate::profile::Troops;
use crate::space::Shape;

#[test]
fn example_19_who_has_moved_evades_half() {
    bites(&["MC-SKIRM-3", "MC-SKIRM-4", "MC-SKIRM-5"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.unit("R1", Troops::Riflemen, 6, (13, 23), "S", Shape::Skirmish).state(|own| own.moved = true);
        let mut game = field.phase(DECLARE, Side::Blue).game(&[1, 3, 3, 6, 3, 4, 4]);
        game.give(game.order(CHARGE, "B1", "R1"));
        if game.asks() == "declare" {
            game.give(Order::new(DONE));
        }
        game.give(game.order(RIDE, "B1", ""));
        let stem = game.war.stems()[0];
        let to = game.war.reach(&stem).legal().next().expect("a leg").pose;
        game.give(stem.to(to));
        game.give(game.order(EVADE, "R1", ""));
        assert_eq!(game.pose("R1").anchor.r, 17);
        assert!(game.marked("R1", marks::PANIC));
    });
}

#[test]
fn a_screen_hides_who_stands_behind_it() {
    bites(&["MC-SKIRM-10", "MC-HEX-4", "MC-FIRE-5"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line);
        let field = field.unit("R1", Troops::Riflemen, 1, (11, 28), "S", Shape::Skirmish);
        let game = field.foot("R2", 2, (12, 26), "S", Shape::Line).game(&[]);
        let seen = |on: &str| shot(&game.war, game.id("B1"), game.id(on), Manner::Own).is_some();
        assert!(seen("R1") && !seen("R2"));
    });
}
