//! Positions where chapters meet: who goes back through whom, off the map, without a general, out of a formation.

use battle::{Marks, Obstacle, Pose, PoseStep, Rank, Side, Start, System as _, Terrain, Troop, UnitSpec};
use hexes::{Facing, Offset};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::movement::rows;
use super::steps::{answer, charge, ride};
use super::ways::{cost, straight_away};
use super::written::{deployed, general, scenario, written};
use crate::McNally;
use crate::cards;
use crate::info::{FALLBACK, MOUNT, MOVEMENT, RUN};
use crate::losses::command_stand;
use crate::marks;
use crate::morale::away::{self, Flight};
use crate::morale::rout::{When, breaks};
use crate::profile::{Nation, Traits, Troops, Weight};
use crate::space::Shape;

/// Where a line 7 inches south of an enemy comes that goes so many hexes back.
fn goes_back(field: Fixture, hexes: i32) -> i16 {
    let field = field.foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
    let game = field.game(&[]);
    let way = straight_away(&game, "B1", "R1", hexes);
    way[way.len() - 1].anchor.r
}

#[test]
fn nobody_falls_back_or_runs_through_friends_in_melee() {
    let friend = |mark| Fixture::plain().foot("B2", 24, (8, 35), "N", Shape::Open).marks(mark);
    assert_eq!(goes_back(friend(Marks::empty()), 7), 37);
    assert_eq!(goes_back(friend(marks::CONTACT), 7), 33, "MC-MOVE-16 knows no exception");
    let runs = |mark| {
        let field = friend(mark).foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 8, (13, 23), "S", Shape::Line);
        let game = field.game(&[]);
        match away::rout(&game.war, game.id("B1"), &[game.id("R1")], 8) {
            Flight::To(pose, passed) => (pose.anchor.r, passed.len()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!([runs(Marks::empty()), runs(marks::CONTACT)], [(36, 1), (34, 0)], "behind them, or before them");
}

#[test]
fn an_evader_stops_at_the_edge_of_the_map() {
    let field = Fixture::plain().unit("R1", Troops::Riflemen, 3, (20, 4), "S", Shape::Skirmish);
    let game = field.foot("B1", 8, (20, 7), "N", Shape::Line).game(&[]);
    let way = straight_away(&game, "R1", "B1", 13);
    assert_eq!((way.len(), way[way.len() - 1].anchor.r), (5, 0), "4 hexes, and the rest is lost");
}

#[test]
fn the_card_of_a_dead_general_stays_in_the_deck() {
    let unit = |label: &str, brigade, column| UnitSpec { brigade, ..written(label, Troop::LineInfantry, 4, column) };
    let left = general("BL", Rank::Division, Some("Left"));
    let battle = scenario(vec![unit("B1", 0, 10), unit("B2", 1, 20)], vec![left]);
    let mut game = deployed(&battle, &[("division_cards", "on")]);
    let before = cards::all(&game.war);
    let leader = game.leader("BL");
    crate::generals::kill(&mut game.umpire(), leader, "MC-GENERAL-6");
    assert_eq!(cards::all(&game.war), before);
    game.war.state.own.card = before.last().copied();
    assert!(["B1", "B2"].into_iter().all(|label| cards::is_active(&game.war, game.id(label))));
    assert!(["B1", "B2"].into_iter().all(|label| game.marked(label, marks::PANIC)));
}

#[test]
fn a_general_runs_with_his_unit_and_is_lost_with_it() {
    let field = Fixture::plain().foot("B1", 8, (-10, 54), "N", Shape::Line).led("BG");
    let field = field.foot("B2", 8, (20, 30), "N", Shape::Line).foot("R1", 8, (-8, 47), "S", Shape::Line);
    let mut game = field.game(&[1, 1, 1]);
    let (unit, leader) = (game.id("B1"), game.leader("BG"));
    breaks(&mut game.umpire(), unit, When::Now);
    assert!(!game.is_there("B1") && game.war.unit_of(leader).is_none());
    assert!(!game.marked("B2", marks::PANIC), "off the map he is lost, which is no death");
}

#[test]
fn a_file_turns_about_and_its_tail_leads() {
    let game = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Column).game(&[]);
    let about = away::about(&game.pose("B1"), 4);
    let hexes: Vec<(i16, i16)> = about.stands(4).hexes().iter().map(|hex| (hex.q, hex.r)).collect();
    assert_eq!((about.facing.name(), hexes), ("S", vec![(9, 33), (9, 32), (10, 31), (10, 30)]));
    assert_eq!(cost(&game, "B1", 3, &about), Some(2));
    assert_eq!(away::about(&about, 4).stands(4).hexes(), game.pose("B1").stands(4).hexes());
    // So does militia that marches and falls back.
    let field = Fixture::plain().unit("B1", Troops::Militia, 4, (10, 30), "N", Shape::Column);
    let field = field.nation(Nation::American).having(Traits::COLUMN).foot("B2", 8, (30, 30), "N", Shape::Line);
    let field = field.foot("R1", 8, (13, 20), "S", Shape::Line).phase(MOVEMENT, Side::Blue);
    let mut game = field.game(&[1, 1, 1]);
    answer(&mut game, FALLBACK, "B1");
    game.give(game.order(RUN, "B1", ""));
    assert_eq!((game.pose("B1").facing.name(), game.pose("B1").anchor.r), ("S", 37), "3 + 3 - 2, behind its tail");
}

#[test]
fn guns_are_drawn_back_and_aside_by_hand_at_half_speed() {
    let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).weight(Weight::Light);
    let game = field.game(&[]);
    let step = |step: PoseStep| cost(&game, "B1", 6, &step.apply(&game.pose("B1"), 2));
    use PoseStep::{AheadLeft, AheadRight, BackLeft, BackRight, SideLeft, SideRight};
    assert_eq!([AheadLeft, AheadRight].map(step), [Some(1); 2]);
    assert_eq!([BackLeft, BackRight, SideLeft, SideRight].map(step), [Some(2); 4]);
}

/// Where a Blue unit runs that nobody hunts, from the middle of the map, when two of its side start there.
fn home_of(starts: [(i16, i16); 2]) -> battle::MapEdge {
    let at = |label: &str, (column, row)| {
        // Facing east-north-east: at its back is the west.
        let start = Start::At(Offset::new(column, row).hex(), Facing::EastNorthEast);
        UnitSpec { start, ..written(label, Troop::LineInfantry, 1, column) }
    };
    let game = deployed(&scenario(vec![at("B1", starts[0]), at("B2", starts[1])], Vec::new()), &[]);
    game.war.fixed().edges[0]
}

#[test]
fn the_own_edge_is_the_one_nearest_to_the_start() {
    use battle::MapEdge::{East, North, South, West};
    // The map has 60 columns and 40 rows; the mean of the starting hexes counts, not the facing.
    assert_eq!(home_of([(30, 4), (34, 6)]), North);
    assert_eq!(home_of([(30, 30), (34, 32)]), South);
    assert_eq!(home_of([(8, 18), (12, 22)]), West);
    assert_eq!(home_of([(48, 18), (52, 22)]), East);
    // Ten hexes from the west and from the south: the edge at its back; one nearer to the south: that.
    assert_eq!(home_of([(10, 28), (10, 30)]), West);
    assert_eq!(home_of([(10, 30), (10, 29)]), South);
}

#[test]
fn a_limbered_battery_runs_with_its_guns() {
    let broken = |shape: Shape, dice: &[u8]| {
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", shape).weight(Weight::Light);
        let mut game = field.foot("R1", 8, (13, 23), "S", Shape::Line).game(dice);
        let unit = game.id("B1");
        breaks(&mut game.umpire(), unit, When::Now);
        (game.war.own(unit).guns_left.len(), game.results("rout"))
    };
    assert_eq!(broken(Shape::Battery, &[1, 1, 1]), (2, vec![6]), "its crews leave the guns where they stand");
    assert_eq!(broken(Shape::Limbered, &[1, 1, 1]), (0, vec![6]));
}

#[test]
fn a_charger_that_dies_in_the_volley_is_gone_and_the_card_goes_on() {
    // One figure is left of it; a second charge was declared.
    let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line).class(1).lost(5);
    let field = field.foot("B2", 4, (20, 30), "N", Shape::Line).class(1).foot("R1", 8, (13, 24), "S", Shape::Line);
    let field = field.foot("R2", 4, (23, 24), "S", Shape::Line);
    let mut game = charge(field, &[1, 3, 3, 1, 10, 1, 3, 3], &[("B1", "R1"), ("B2", "R2")]);
    ride(&mut game, "B1");
    super::steps::leg(&mut game, "B1", (12, 26));
    game.give(game.order(crate::info::VOLLEY, "R1", ""));
    assert!(!game.is_there("B1"));
    assert_eq!(game.asks(), "charges");
    ride(&mut game, "B2");
    assert_eq!(game.asks(), "close");
}

#[test]
fn dismounted_horse_that_rallies_forms_on_foot() {
    let field = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Skirmish).marks(marks::DISMOUNTED);
    let field = field.terrain(Terrain::Woods, &[(20, 30)]).foot("R1", 8, (14, 20), "S", Shape::Line);
    let mut game = field.phase(crate::info::MORALE, Side::Blue).game(&[1]);
    let unit = game.id("B1");
    breaks(&mut game.umpire(), unit, When::Later);
    game.give(game.order(crate::info::TEST, "B1", ""));
    let order = game.order(crate::info::RANK, "B1", "");
    let shapes: std::collections::BTreeSet<Shape> =
        game.war.reach(&order).legal().map(|place| crate::space::shape_of(&place.pose)).collect();
    assert_eq!(shapes.into_iter().collect::<Vec<_>>(), [Shape::Skirmish]);
    assert!(game.marked("B1", marks::REFORMING));
}

#[test]
fn routers_pass_a_line_and_shake_it() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).foot("B2", 24, (8, 34), "N", Shape::Open);
    let field = field.class(1).foot("R1", 8, (13, 23), "S", Shape::Line).house("rout_stop", "full");
    let mut game = field.game(&[2, 2, 2]);
    let unit = game.id("B1");
    breaks(&mut game.umpire(), unit, When::Now);
    assert_eq!(command_stand(&game.war, unit).r, 39);
    assert!(game.marked("B2", marks::PANIC), "though its class is better than that of the rout");
}

/// A field in which nobody may cross the river on row 34 but by the ford.
fn river(ford: bool) -> Game<McNally> {
    let mut field = Fixture::plain().above(34, Obstacle::River);
    if ford {
        let edge = battle::Edge { obstacle: Obstacle::River, crossing: battle::Crossing::Ford };
        for q in 0..20 {
            field = field.crossing((q, 34), hexes::Direction::NorthWest, edge);
            field = field.crossing((q, 34), hexes::Direction::NorthEast, edge);
        }
    }
    let field = field.unit("B1", Troops::Riflemen, 2, (10, 30), "N", Shape::Skirmish);
    field.foot("R1", 8, (13, 23), "S", Shape::Line).game(&[])
}

#[test]
fn skirmishers_evade_over_fords_alone() {
    let row = |ford| {
        let game = river(ford);
        let way = straight_away(&game, "B1", "R1", 8);
        way[way.len() - 1].anchor.r
    };
    assert_eq!([row(false), row(true)], [33, 38]);
}

#[test]
fn horse_that_faces_aside_rides_straight_ahead() {
    // Woods slow it by half as they would ahead, and a fence costs 2.
    let horse = |field: Fixture| {
        let game = field.unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Line).game(&[]);
        cost(&game, "B1", 20, &game.pose("B1").at(hex(24, 30)))
    };
    assert_eq!(horse(Fixture::plain()), Some(2 + 4 + 2));
    assert_eq!(horse(Fixture::plain().terrain(Terrain::Woods, &rows(0..=59))), Some(2 + 8 + 2));
    let fence = |field: Fixture, q| field.edge((q, 30), hexes::Direction::East, Obstacle::Fence);
    assert_eq!(horse(fence(Fixture::plain(), 23)), Some(2 + 4 + 2 + 2));
}

#[test]
fn militia_that_falls_back_through_friends_masks_nobody() {
    let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).nation(Nation::American);
    let field = field.foot("B2", 8, (11, 34), "N", Shape::Open).foot("R1", 8, (13, 20), "S", Shape::Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(&[4, 4]);
    answer(&mut game, FALLBACK, "B1");
    game.give(game.order(RUN, "B1", ""));
    assert!(game.pose("B1").anchor.r > 35);
    assert!(!game.marked("B2", marks::MASKED), "who falls back passes free");
}

#[test]
fn nobody_mounts_into_hexes_next_to_an_enemy() {
    let field = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Skirmish).marks(marks::DISMOUNTED);
    // In column its second rank would touch him.
    let field = field.foot("R1", 1, (21, 32), "N", Shape::Open).foot("B2", 8, (30, 45), "N", Shape::Line);
    let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    let poses: Vec<Pose> = game.war.reach(&game.order(MOUNT, "B1", "")).legal().map(|place| place.pose).collect();
    let enemy = game.war.field().footprint(game.id("R1"));
    let old = game.war.field().footprint(game.id("B1"));
    let near = |pose: &Pose| {
        let print = pose.stands(4);
        print.hexes().iter().any(|hex| !old.contains(*hex) && enemy.distance_to(*hex) <= 1)
    };
    assert!(!poses.is_empty() && !poses.iter().any(near));
}

#[test]
fn a_router_that_ends_beside_an_enemy_stands_there() {
    let field = Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 8, (13, 23), "S", Shape::Line);
    let field = field.foot("R2", 1, (11, 35), "N", Shape::Open);
    let game = field.house("rout_stop", "full").game(&[]);
    let end = |inches| match away::rout(&game.war, game.id("B1"), &[game.id("R1")], inches) {
        Flight::To(pose, _) => pose.stands(1).hexes().to_vec(),
        other => panic!("{other:?}"),
    };
    let way: Vec<hexes::Hex> = (1..=9).map(|inches| end(inches)[0]).collect();
    assert!(way.iter().any(|hex| hex.distance(game.pose("R2").anchor) == 1), "{way:?}");
    assert!(way.windows(2).all(|pair| pair[0].distance(pair[1]) == 1), "hex by hex: {way:?}");
}

#[test]
fn the_command_stand_of_a_router_is_one_of_its_own() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
    let field = field.house("rout_stop", "full");
    let mut plain = field.clone().game(&[1, 1, 1]);
    let unit = plain.id("B1");
    breaks(&mut plain.umpire(), unit, When::Now);
    let at = command_stand(&plain.war, unit);
    let mut game = field.foot("B2", 1, (at.q, at.r), "N", Shape::Open).game(&[1, 1, 1]);
    breaks(&mut game.umpire(), unit, When::Now);
    let own = game.war.field().footprint(unit);
    assert!(own.contains(command_stand(&game.war, unit)));
}
