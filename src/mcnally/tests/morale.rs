//! Proofs of morale tests (MC-MORALE).

use battle::rule::bites;
use battle::{Side, Terrain};

use super::fixture::Fixture;
use crate::charge::react;
use crate::fire::aim::{Manner, shot};
use crate::marks;
use crate::morale::rout;
use crate::profile::Troops;
use crate::space::{Aspect, Shape};

#[test]
fn charged_units_are_shaken_by_horse_flanks_and_steel() {
    bites(&["MC-MORALE-4"], || {
        let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 8, (20, 30), "N", Shape::Line);
        let game = field.unit("R1", Troops::Militia, 8, (14, 26), "S", Shape::Open).game(&[]);
        let sum = |by: &str, aspect| {
            let pool = react::test(&game.war, game.id("R1"), game.id(by), aspect);
            pool.modifiers().iter().map(|modifier| modifier.value).sum::<i16>()
        };
        assert_eq!([sum("B1", Aspect::Front), sum("B2", Aspect::Flank)], [2, 2]);
    });
}

#[test]
fn routing_units_never_fire() {
    bites(&["MC-MORALE-13"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::ROUTING);
        let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
    });
}

#[test]
fn example_31_routers_rally_in_a_haven() {
    bites(&["MC-MOVE-24", "MC-MOVE-26", "MC-MORALE-11"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
        let field = field.terrain(Terrain::Woods, &[(10, 30)]).foot("R1", 8, (14, 20), "S", Shape::Line);
        let field = field.foot("B2", 2, (30, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
        let mut game = field.phase(crate::info::MORALE, Side::Blue).game(&[5]);
        assert!(!game.may(game.order(crate::info::TEST, "B2", "")));
        game.give(game.order(crate::info::TEST, "B1", ""));
        assert!(game.marked("B1", marks::REFORMING) && !game.marked("B1", marks::ROUTING));
    });
}

#[test]
fn the_stands_that_a_router_leaves_behind_are_no_haven() {
    // On a plain nothing hides it: 9 and 3 are 12 inches away from the enemy to its south.
    let field = Fixture::plain().foot("B1", 8, (14, 30), "N", Shape::Line).foot("R1", 8, (15, 27), "S", Shape::Line);
    let mut game = field.game(&[3, 3, 3]);
    let unit = game.id("R1");
    rout::breaks(&mut game.umpire(), unit, rout::When::Now);
    assert_eq!((game.results("rout"), game.pose("R1").anchor.r), (vec![12], 15));
}
