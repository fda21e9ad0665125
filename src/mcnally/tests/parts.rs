//! Who holds buildings and who sends stands out, by the rules page alone (MC-DEPLOY-12, MC-FORM-7).

use battle::rule::bites;
use battle::{Order, Pose, Side, System as _, Terrain, Troop, UnitSpec};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::written::{deployed, scenario, words, written};
use crate::McNally;
use crate::fire::aim::{Manner, shot};
use crate::info::{DETACH, FIRE, MOVE, MOVEMENT, PLACE};
use crate::losses::command_stand;
use crate::profile::{Nation, Traits, Troops};
use crate::space::{Shape, between, shape_of};

/// Four houses in two rows, three hexes north of (10, 30).
const HOUSES: [(i16, i16); 4] = [(11, 26), (12, 26), (11, 27), (12, 27)];

/// The poses that a unit at (10, 30) may move to with those dice, in its step 4.
fn moves(unit: Fixture, dice: &[u8]) -> Vec<Pose> {
    let field = unit.terrain(Terrain::StoneBuilding, &HOUSES).foot("R1", 8, (20, 5), "S", Shape::Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(dice);
    game.give(game.order(MOVE, "B1", ""));
    game.war.reach(&game.order(PLACE, "B1", "")).legal().map(|place| place.pose).collect()
}

#[test]
fn foot_in_loose_orders_enters_buildings_for_two_inches() {
    bites(&["MC-DEPLOY-12"], || {
        let enters = |troops, shape, dice: &[u8]| {
            let unit = Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape);
            moves(unit, dice).iter().any(|pose| shape_of(pose) == Shape::Garrison)
        };
        // Four stands from (9, 30) to (12, 30): the farthest house of each is 4 hexes off, and 2 inches for the door.
        assert!(enters(Troops::Militia, Shape::Open, &[2, 2]), "2d6 + 2 = 6");
        assert!(!enters(Troops::Militia, Shape::Open, &[1, 1]), "2d6 + 2 = 4");
        assert!(enters(Troops::Riflemen, Shape::Skirmish, &[6, 6, 6]));
        assert!(!enters(Troops::Regulars, Shape::Line, &[6, 6]), "close order holds no building");
        assert!(!enters(Troops::Horse, Shape::Line, &[6, 6, 6, 6]));
        assert!(!enters(Troops::Horse, Shape::Skirmish, &[6, 6, 6, 6]));
    });
}

#[test]
fn nobody_else_walks_into_buildings() {
    let ends = moves(Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line), &[6, 6]);
    let houses = HOUSES.map(|(q, r)| hex(q, r));
    assert!(!ends.is_empty());
    assert!(ends.iter().all(|pose| pose.stands(8).hexes().iter().all(|stand| !houses.contains(stand))));
}

/// Eight stands of lights in close order that may skirmish, an enemy far off.
fn lights() -> Game<McNally> {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH).divisible();
    field.foot("R1", 8, (20, 5), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[1, 1, 1, 1, 1])
}

fn sending(game: &Game<McNally>, count: i16) -> Order {
    Order { number: Some(count), ..game.order(DETACH, "B1", "") }
}

#[test]
fn stands_go_out_to_within_two_inches_of_their_unit() {
    let game = lights();
    let held = game.war.field().footprint(game.id("B1"));
    let poses: Vec<Pose> = game.war.reach_of(&sending(&game, 3)).legal().map(|place| place.pose).collect();
    assert!(poses.iter().all(|pose| shape_of(pose) == Shape::Skirmish));
    let far = |pose: &Pose| pose.stands(3).hexes().iter().map(|hex| held.distance_to(*hex)).max();
    assert_eq!(poses.iter().filter_map(far).max(), Some(2));
    assert!(poses.iter().all(|pose| !pose.stands(3).overlaps(&held)), "a stand of the unit is on every hex of it");
}

#[test]
fn the_command_stand_stays_and_who_has_moved_sends_nobody() {
    let mut game = lights();
    let to = game.war.reach_of(&sending(&game, 3)).legal().next().expect("room").pose;
    game.give(sending(&game, 3).to(to));
    assert_eq!(command_stand(&game.war, game.id("B1")), hex(10, 30));
    assert_eq!(game.stands("B1").len(), 5);
    assert!(between(&game.war, game.id("B1"), game.id("b1")) <= 2);
    assert!(game.may(game.order(MOVE, "B1", "")) && game.may(game.order(MOVE, "b1", "")), "both may move after it");
    let mut game = lights();
    game.give(game.order(MOVE, "B1", ""));
    let to = game.pose("B1").at(hex(10, 29));
    game.give(game.order(PLACE, "B1", "").to(to));
    assert!(game.war.reach_of(&sending(&game, 3)).legal().next().is_none() || !game.may(sending(&game, 3).to(to)));
}

#[test]
fn every_stand_of_a_garrison_fires_out_of_any_side() {
    let field = Fixture::plain().terrain(Terrain::StoneBuilding, &HOUSES);
    let field = field.unit("B1", Troops::Militia, 4, (10, 30), "N", Shape::Open);
    let field = field.foot("R1", 1, (12, 21), "S", Shape::Open).foot("R2", 1, (10, 32), "N", Shape::Open);
    let mut game = field.game(&[]);
    let unit = game.id("B1");
    let pose = crate::movement::garrison::holding(&game.war, unit, hex(11, 27)).expect("four houses");
    game.umpire().emit(battle::Event::Reshaped { unit, stands: 4, pose, fell: Vec::new() });
    for enemy in ["R1", "R2"] {
        assert!(shot(&game.war, unit, game.id(enemy), Manner::Own).is_some(), "{enemy}");
        assert!(game.may(game.order(FIRE, "B1", enemy)));
    }
}

#[test]
fn the_command_stand_is_not_sent_out() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH).divisible();
    let game = field.foot("R1", 8, (20, 5), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[]);
    let may = |count: i16| game.war.stems().contains(&sending(&game, count));
    assert_eq!([1, 3, 4].map(may), [true, true, false]);
}

#[test]
fn who_may_skirmish_has_skirmishers_to_send_out() {
    let divides = |troop, list: &[&str], house: &[(&str, &str)]| {
        let unit = UnitSpec { special: words(list), ..written("B1", troop, 8, 20) };
        let game = deployed(&scenario(vec![unit], Vec::new()), house);
        game.war.field().roster().units().any(|(_, info)| info.label == "b1")
    };
    assert!(divides(Troop::LightInfantry, &["british", "skirmish"], &[]));
    assert!(divides(Troop::Militia, &["american", "skirmish"], &[]));
    assert!(!divides(Troop::LineInfantry, &["british"], &[]) && !divides(Troop::Militia, &["american"], &[]));
    assert!(divides(Troop::LineInfantry, &["french"], &[]), "the light stands of a French battalion");
    assert!(!divides(Troop::LightInfantry, &["british"], &[]), "the type is no leave");
    assert!(divides(Troop::LightInfantry, &["british"], &[("light_trait", "implied")]));
    assert!(!divides(Troop::Jaegers, &["german", "skirmish"], &[]), "they are loose already");
}

#[test]
fn french_light_stands_are_one_in_eight_and_at_least_one() {
    let may = |stands: u8, count: i16| {
        let field = Fixture::plain().foot("B1", stands, (10, 30), "N", Shape::Line).nation(Nation::French).divisible();
        let game = field.foot("R1", 8, (20, 5), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[]);
        game.war.stems().contains(&sending(&game, count))
    };
    assert_eq!([may(4, 1), may(4, 2)], [true, false]);
    assert_eq!([may(15, 1), may(15, 2)], [true, false]);
    assert_eq!([may(16, 2), may(16, 3)], [true, false]);
}
