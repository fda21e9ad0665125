//! Skirmishers sent out, garrisons, and the footprints of skirmish order (MC-FORM-7, MC-DEPLOY-12, MC-HEX-12).

use battle::rule::bites;
use battle::{Order, Side, System as _, Terrain};

use super::fixture::{Fixture, hex};
use crate::info::{DETACH, MOVE, MOVEMENT, PLACE, RECALL};
use crate::morale;
use crate::profile::{Nation, Traits, Troops};
use crate::space::{Shape, shape};

#[test]
fn example_34_three_stands_go_out_and_come_back() {
    bites(&["MC-FORM-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.having(Traits::LIGHT).having(Traits::SKIRMISH).having(Traits::SPECIALIST_LIGHT).divisible();
        let field = field.foot("R1", 8, (20, 5), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[2, 3, 3]);
        let order = Order { number: Some(3), ..game.order(DETACH, "B1", "") };
        let to = game.war.reach_of(&order).legal().map(|place| place.pose).next().expect("a place for three stands");
        game.give(order.to(to));
        let figures = |game: &rulebook::fixture::Game<crate::McNally>, label| {
            let unit = game.id(label);
            (game.war.strength(unit), game.war.field().unit(unit).full, game.war.stands(unit))
        };
        assert_eq!([figures(&game, "B1"), figures(&game, "b1")], [(15, 15, 5), (9, 9, 3)]);
        game.give(game.order(MOVE, "b1", ""));
        assert_eq!(game.results("move"), [10]);
        let unit = game.id("b1");
        crate::losses::lose(&mut game.umpire(), unit, 3, "fire", "MC-FIRE-1");
        let losses = |game: &rulebook::fixture::Game<crate::McNally>, label| {
            let pool = morale::test(&game.war, game.id(label), morale::Cause::Marker, &[], crate::why::Why::Marker);
            pool.shown(None).modifiers.iter().any(|one| one.name == "losses")
        };
        assert_eq!([losses(&game, "B1"), losses(&game, "b1")], [false, true]);
    });
}

#[test]
fn a_detachment_next_to_its_unit_comes_back_with_what_it_has_left() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH).divisible();
    let field = field.foot("R1", 8, (20, 5), "S", Shape::Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    let order = Order { number: Some(2), ..game.order(DETACH, "B1", "") };
    let beside = |pose: &battle::Pose| pose.stands(2).distance(&game.war.field().footprint(game.id("B1"))) == 1;
    let to = game.war.reach_of(&order).legal().map(|place| place.pose).find(beside).expect("a place beside it");
    game.give(order.to(to));
    game.give(game.order(RECALL, "B1", "b1"));
    assert_eq!((game.war.strength(game.id("B1")), game.war.stands(game.id("B1"))), (24, 8));
    assert!(!game.is_there("b1"));
}

#[test]
fn of_a_french_battalion_one_stand_in_eight_skirmishes() {
    bites(&["MC-SPECIAL-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).nation(Nation::French).divisible();
        let field = field.foot("R1", 8, (20, 5), "S", Shape::Line);
        let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let may = |count| game.war.stems().contains(&Order { number: Some(count), ..game.order(DETACH, "B1", "") });
        assert_eq!([may(1), may(2)], [true, false]);
    });
}

#[test]
fn foot_in_open_order_holds_buildings_and_has_no_flank_there() {
    bites(&["MC-DEPLOY-12"], || {
        let houses = [(10, 27), (11, 27), (10, 28), (11, 28)];
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &houses);
        let field = field.unit("B1", Troops::Militia, 4, (10, 30), "N", Shape::Open);
        let field = field.foot("R1", 8, (20, 5), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[2, 2]);
        game.give(game.order(MOVE, "B1", ""));
        let order = game.order(PLACE, "B1", "");
        let held = |pose: &battle::Pose| crate::space::shape_of(pose) == Shape::Garrison;
        let to = game.war.reach_of(&order).legal().map(|place| place.pose).find(held).expect("a house in reach");
        game.give(order.to(to));
        assert_eq!(shape(&game.war, game.id("B1")), Shape::Garrison);
        let behind = [hex(9, 34), hex(10, 34)];
        assert_eq!(crate::space::aspect(&game.war, game.id("B1"), &behind), crate::space::Aspect::Front);
    });
}

/// MC-FORM-7: so many stands as are named, before the unit moves, out of a line.
#[test]
fn stands_are_sent_out_of_a_line_that_has_not_moved() {
    let may = |shape, state, count: i16| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", shape).marks(state);
        let field = field.having(Traits::LIGHT).having(Traits::SKIRMISH).having(Traits::SPECIALIST_LIGHT).divisible();
        let game = field.foot("R1", 8, (20, 5), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[]);
        let order = Order { number: Some(count), ..game.order(DETACH, "B1", "") };
        game.war.reach_of(&order).legal().next().is_some()
    };
    let none = battle::Marks::empty();
    assert!(may(Shape::Line, none, 3) && may(Shape::Open, none, 3));
    assert!(!may(Shape::Column, none, 3) && !may(Shape::Line, crate::marks::MOVED, 3) && !may(Shape::Line, none, 0));
}

/// MC-DEPLOY-12: houses next to each other, be it in a row from its end.
#[test]
fn a_garrison_spreads_along_a_row_of_houses() {
    let row = [(20, 20), (21, 20), (22, 20)];
    let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &row).foot("B1", 3, (10, 30), "N", Shape::Skirmish);
    let game = field.foot("R1", 8, (20, 5), "S", Shape::Line).game(&[]);
    let held = crate::movement::garrison::holding(&game.war, game.id("B1"), hex(20, 20)).expect("three houses");
    let mut hexes: Vec<_> = held.stands(3).hexes().iter().map(|hex| (hex.q, hex.r)).collect();
    hexes.sort_unstable();
    assert_eq!(hexes, row);
}

/// MC-UNIT-1, MC-SKIRM-11: 7 inches are three hexes of two inches, and cost 6.
#[test]
fn skirmishers_go_their_inches_on_a_coarse_map() {
    let field = Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Skirmish).foot("R1", 8, (20, 5), "S", Shape::Line);
    let game = field.scale(2).game(&[]);
    let reach = crate::movement::loose::reach(&game.war, game.id("B1"), 7);
    let far = |place: &battle::Destination| place.pose.anchor.distance(hex(10, 30));
    let farthest = reach.legal().max_by_key(|place| far(place)).expect("places");
    assert_eq!((far(farthest), farthest.cost), (3, 600));
}
