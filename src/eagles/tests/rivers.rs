//! Rivers: nobody turns, shifts, falls back or makes contact over one but through its crossing (EA-TERRAIN-4, 11, 14).

use battle::rule::bites;
use battle::{Crossing, Obstacle, Pose, Reach};
use hexes::Direction::{East, NorthEast, NorthWest};
use hexes::{Facing, Hex, Offset};

use super::drawn::drawn;
use super::fixture::{Fixture, Sketch};
use super::words::Geometry;
use crate::Class::{self, Cavalry, Infantry};
use crate::movement::Gait::Move;
use crate::retreat::{Heading, Retreat, RetreatEnd};
use crate::space::zones::Zone;
use crate::terrain::Cover;

/// A Unit at row 20 that looks north, with a river between it and row 19.
fn at_the_bank(class: Class) -> Fixture {
    Fixture::open(30, 30).unit("B1", class, "15,20", "N").above_row(20, Obstacle::River)
}

fn at(hex: &Hex) -> (i16, i16) {
    let Offset { column, row } = hex.offset();
    (column, row)
}

/// Whether every stand in that pose lies where the river leaves it.
fn all(stage: &Sketch, pose: &Pose, near: impl Fn(i16, i16) -> bool) -> bool {
    stage.scene().footprint(pose).hexes().iter().map(at).all(|(column, row)| near(column, row))
}

fn never_over(stage: &Sketch, reach: &Reach, near: impl Fn(i16, i16) -> bool) {
    for place in reach.legal() {
        assert!(all(stage, &place.pose, &near), "{}", place.pose);
    }
}

fn advance(stage: &Sketch, inches: i32) -> Reach {
    stage.scene().advance(stage.id("B1"), &stage.pose("B1"), false, inches, Move)
}

#[test]
fn no_turn_carries_a_stand_over_a_river() {
    bites(&["EA-TERRAIN-4"], || {
        let south = |_: i16, row: i16| row >= 20;
        let stage = at_the_bank(Infantry).build();
        let turns = stage.scene().free_turns(stage.id("B1"), &stage.pose("B1"));
        assert!(turns.iter().all(|turn| all(&stage, turn, south)), "{turns:?}");
        assert!(turns.iter().any(|turn| turn.facing == Facing::South), "about on the same hexes");
        let maneuver = stage.scene().maneuver(stage.id("B1"));
        assert!(maneuver.allows(&stage.at("15,22", "ENE")), "two rows back there is room to turn");
        never_over(&stage, &maneuver, south);
        let horse = at_the_bank(Cavalry).build();
        never_over(&horse, &advance(&horse, 6), south);
        let road = at_the_bank(Infantry).block(0..=29, 20..=20, '=').build();
        never_over(&road, &advance(&road, 6), south);
    });
}

#[test]
fn a_turn_may_lead_a_stand_over_the_crossing() {
    bites(&["EA-TERRAIN-4"], || {
        let bridge = at_the_bank(Infantry).edge("15,20", NorthWest, Obstacle::River, Crossing::Bridge).build();
        let turns = |stage: &Sketch| stage.scene().free_turns(stage.id("B1"), &stage.pose("B1"));
        assert!(turns(&bridge).contains(&bridge.at("15,20", "ENE")), "the stand beyond stands across the bridge");
        let none = at_the_bank(Infantry).build();
        assert!(!turns(&none).contains(&none.at("15,20", "ENE")), "without the bridge it would be over the river");
    });
}

#[test]
fn an_assault_turns_over_no_river() {
    bites(&["EA-TERRAIN-4"], || {
        // The enemy's centre is (16,12) off: the charge has to begin with one step to the right.
        let field = Fixture::open(40, 40).unit("B1", Cavalry, "20,30", "N").unit("R1", Infantry, "25,24", "S");
        let starts =
            |stage: &Sketch| stage.scene().approach(stage.id("B1"), stage.id("R1")).map(|one| one.charges.len());
        assert!(starts(&field.build()).is_ok());
        let field = Fixture::open(40, 40).unit("B1", Cavalry, "20,30", "N").unit("R1", Infantry, "25,24", "S");
        let pocket = field.river(|column, row| row < 30 && column < 22).build();
        let refused = starts(&pocket).map_err(|bar| bar.clause());
        assert_eq!(refused, Err("EA-ASSAULT-4"), "every turn to the right brings stands over the river");
    });
}

/// Blue Infantry at row 25 looks north at Red Infantry at row 20, a river between rows 20 and 21.
fn across() -> Fixture {
    let field = Fixture::open(30, 40).unit("B1", Infantry, "15,25", "N").unit("R1", Infantry, "15,20", "S");
    field.above_row(21, Obstacle::River)
}

#[test]
fn no_contact_over_a_river_but_at_its_crossing() {
    bites(&["EA-TERRAIN-4"], || {
        let approach = |stage: &Sketch| stage.scene().approach(stage.id("B1"), stage.id("R1"));
        assert_eq!(approach(&across().build()).map_err(|bar| bar.clause()), Err("EA-ASSAULT-5"));
        let stage = across().edge("15,21", NorthEast, Obstacle::River, Crossing::Bridge).build();
        let charges = approach(&stage).expect("an approach over the bridge").charges;
        for contact in charges.iter().flat_map(|charge| &charge.contacts) {
            assert!(stage.scene().footprint(&contact.pose).hexes().iter().any(|hex| at(hex) == (15, 21)));
            let cover = stage.scene().assault_cover(&contact.pose, &stage.pose("R1"), Zone::Front);
            assert_eq!(cover, Some(Cover::River), "contacted across the bridge");
        }
    });
}

/// Blue at row 30 looks south and falls back north.
fn beaten() -> Fixture {
    Fixture::open(40, 40).unit("B1", Infantry, "20,30", "S")
}

fn back(stage: &Sketch) -> Retreat {
    stage.scene().retreat(stage.id("B1"), Heading::Along(Facing::North), 1)
}

#[test]
fn a_stand_that_would_end_beyond_a_river_keeps_its_unit_on_this_side() {
    let proof = || {
        // The river runs down between columns 20 and 21, but leaves column 21 to the near bank below row 28.
        let west = |column: i16, row: i16| column < if row < 28 { 21 } else { 25 };
        let stage = beaten().river(|column, row| !west(column, row)).build();
        let flight = back(&stage);
        assert_eq!(flight.crossed.len(), 1, "one stand of four met the river: one Hit");
        assert!(matches!(flight.end, RetreatEnd::Displaced(_)), "displaced, not {:?}", flight.end);
        let RetreatEnd::Displaced(poses) = &flight.end else { return };
        assert!(poses.iter().all(|pose| all(&stage, pose, west)), "{poses:?}");
    };
    bites(&["EA-TERRAIN-4"], proof);
}

#[test]
fn nobody_finds_room_beyond_a_river() {
    bites(&["EA-ASSAULT-22"], || {
        let stage = beaten().unit("B2", Infantry, "20,26", "N").above_row(26, Obstacle::River).build();
        let flight = back(&stage);
        let RetreatEnd::Displaced(poses) = &flight.end else { panic!("displaced, not {:?}", flight.end) };
        assert!(poses.iter().all(|pose| all(&stage, pose, |_, row| row >= 26)), "{poses:?}");
    });
}

#[test]
fn the_crossing_of_one_river_does_not_lead_over_another() {
    bites(&["EA-TERRAIN-14"], || {
        // The pivot crosses the river above row 18 by its fords; the wing would come over another to the right.
        let field = Fixture::open(30, 30).unit("B1", Infantry, "15,20", "N");
        let field = field.river(|column, row| column >= 17 && row <= 15).above_row(18, Obstacle::River);
        let ford = |field: Fixture, way| field.edge("15,18", way, Obstacle::River, Crossing::Ford);
        let stage = [NorthEast, NorthWest].into_iter().fold(field, ford).build();
        let reach = advance(&stage, 7);
        assert!(reach.allows(&stage.at("15,16", "N")), "the whole rank defiles behind the pivot");
        never_over(&stage, &reach, |column, row| column < 17 || row > 15);
    });
}

#[test]
fn a_stream_is_no_crossing_of_a_river() {
    bites(&["EA-TERRAIN-4"], || {
        let field = Fixture::open(30, 30).unit("B1", Infantry, "15,20", "N");
        let field = field.edge("15,20", East, Obstacle::Stream, Crossing::None);
        let stage = field.river(|column, row| column >= 17 && row <= 17).build();
        assert!(!advance(&stage, 7).allows(&stage.at("15,16", "N")), "a wing over the river, no crossing used");
    });
}

#[test]
fn who_falls_back_astride_a_stream_is_lost_in_a_river() {
    bites(&["EA-ASSAULT-21"], || {
        let stream = beaten().edge("19,30", East, Obstacle::Stream, Crossing::None);
        let stage = stream.above_row(29, Obstacle::River).build();
        assert_eq!(back(&stage).end, RetreatEnd::Eliminated("EA-ASSAULT-21"));
    });
}

#[test]
fn a_general_rides_over_no_river() {
    bites(&["EA-GEN-1a", "EA-TERRAIN-4"], || {
        let listed = |crossing: Crossing| {
            let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "10,35", "N");
            let field = field.unit("R1", Infantry, "11,10", "S").general("BG", Some("B1"));
            let field = field.above_row(38, Obstacle::River).edge("12,38", NorthEast, Obstacle::River, crossing);
            drawn(field, &[5, 5]).at(crate::info::ORDERS, battle::Side::Blue).listed("attach")
        };
        assert_eq!(listed(Crossing::None), Vec::<String>::new());
        assert_eq!(listed(Crossing::Bridge), ["attach BG >B2"]);
    });
}
