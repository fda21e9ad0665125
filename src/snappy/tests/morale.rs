//! Morale checks, retreats and what they run through (SN-MC).

use battle::Terrain;
use battle::rule::bites;
use hexes::Facing;

use super::fixture::{Fixture, Game};
use crate::profile::Kind;
use crate::space::Shape;
use crate::tables::{BOLD, DISRUPTED, FIRM, NERVOUS, PANIC, ROUTED};

/// A Blue line of two at (20,20) facing north before an enemy line at (20,19).
fn line(quality: usize) -> Fixture {
    Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(quality).foot("R1", (21, 19), "S", Shape::Line)
}

fn checked(fixture: Fixture, owed: u8, dice: &[u8]) -> Game {
    let mut game = fixture.game(dice);
    game.checks("B1", owed, "R1");
    game.all_fell();
    game
}

/// Example 1.
#[test]
fn a_plain_check_costs_a_place_and_a_hex() {
    bites(&["SN-MC-2", "SN-MC-4", "SN-MC-8f"], || {
        let game = checked(line(1), 1, &[4, 7]);
        assert_eq!((game.status("B1"), game.shape("B1")), (NERVOUS, Shape::Line));
        assert_eq!(game.stands("B1"), [(20, 21), (21, 21)], "back a hex, south-east before south-west");
        assert_eq!(game.pose("B1").facing, Facing::North);
    });
}

/// Example 2.
#[test]
fn one_hit_may_end_a_unit() {
    bites(&["SN-MC-1", "SN-MC-3c"], || {
        let mut game = line(0).game(&[3, 5, 7, 8]);
        game.checks("B1", 1, "R1");
        assert_eq!(game.status("B1"), ROUTED, "8 - 1 in a panic");
        game.all_fell();
    });
    bites(&["SN-MC-7", "SN-MC-9a", "SN-MC-9d"], || {
        let game = checked(line(0), 1, &[3, 5, 7, 9]);
        assert_eq!((game.status("B1"), game.shape("B1")), (PANIC, Shape::Column));
        assert_eq!(game.pose("B1").anchor.r, 20 + 1 + 3 + 6, "10 hexes travelled");
        assert_eq!(game.pose("B1").facing, Facing::South, "facing away");
    });
}

/// Example 3.
#[test]
fn a_bold_unit_falls_to_firm_without_moving() {
    bites(&["SN-MC-1", "SN-MC-4"], || {
        let game = checked(line(5).quality(3), 2, &[8, 9]);
        assert_eq!(game.status("B1"), FIRM);
        let bold = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(5).status(BOLD);
        let game = checked(bold.foot("R1", (21, 19), "S", Shape::Line), 2, &[2, 3, 9]);
        assert_eq!((game.status("B1"), game.stands("B1")), (FIRM, vec![(20, 20), (21, 20)]));
        let fallen = checked(line(1), 1, &[4, 5, 8]);
        assert_eq!(fallen.status("B1"), DISRUPTED);
        assert_eq!(fallen.stands("B1")[0].1, 20 + 1 + 3);
    });
}

/// Example 5.
#[test]
fn walls_steady_their_garrison_while_it_has_them() {
    let garrison = |terrain| {
        let house = Fixture::plain().terrain(terrain, &[(20, 20), (21, 20)]);
        let house = house.foot("B1", (20, 20), "N", Shape::Line).quality(3).garrisoned();
        house.foot("R1", (21, 19), "S", Shape::Line)
    };
    bites(&["SN-MC-3b", "SN-TERRAIN-3"], || {
        assert_eq!(checked(garrison(Terrain::StoneBuilding), 1, &[2]).status("B1"), FIRM, "2 + 3");
        // Pushed out: a column without bonus.
        let game = checked(garrison(Terrain::WoodenBuilding), 1, &[2, 3, 5]);
        assert_eq!((game.status("B1"), game.shape("B1")), (DISRUPTED, Shape::Column));
        assert_eq!(game.pose("B1").anchor.r, 20 + 1 + 3);
    });
    bites(&["SN-MC-9c", "SN-MC-3a"], || {
        // All of it still on building hexes: 3 + 2 passes.
        let town: Vec<(i16, i16)> = (18..24).flat_map(|q| [(q, 20), (q, 21)]).collect();
        let deep = garrison(Terrain::WoodenBuilding).terrain(Terrain::WoodenBuilding, &town);
        let game = checked(deep, 1, &[2, 3]);
        assert_eq!((game.status("B1"), game.shape("B1")), (NERVOUS, Shape::Garrison));
        let game = checked(garrison(Terrain::WoodenBuilding), 1, &[2, 5]);
        assert_eq!((game.status("B1"), game.shape("B1")), (NERVOUS, Shape::Column));
        let column = crate::space::formation(Kind::Infantry, 2, Shape::Column);
        let out = battle::Pose::new(hexes::Hex::new(20, 21), Facing::North, column);
        assert_eq!(game.pose("B1"), out, "of the hexes it held it keeps nothing");
    });
    bites(&["SN-TERRAIN-5b"], || {
        let in_line = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 20), (21, 20)]);
        let in_line = in_line.foot("B1", (20, 20), "N", Shape::Line).quality(3).foot("R1", (21, 19), "S", Shape::Line);
        assert_eq!(checked(in_line, 1, &[2, 9]).status("B1"), NERVOUS, "no bonus but for a garrison");
    });
}

/// The friends of examples 33.
fn crowd(fixture: Fixture) -> Fixture {
    let single = |fixture: Fixture, (place, at): (usize, &(i16, i16))| {
        fixture.unit(&format!("B{}", place + 2), Kind::Infantry, 1, *at, "N", Shape::Line)
    };
    let friends = [(9, 21), (10, 21), (11, 21), (12, 21), (9, 22), (10, 22)];
    friends.iter().enumerate().fold(fixture, single)
}

/// Example 33.
#[test]
fn retreats_go_back_through_friends() {
    let start = || {
        let line = Fixture::plain().foot("B1", (10, 20), "N", Shape::Line).quality(1);
        crowd(line.foot("R1", (11, 19), "S", Shape::Line))
    };
    bites(&["SN-MC-8e", "SN-MC-8g"], || {
        let game = checked(start(), 1, &[2, 9]);
        assert_eq!(game.stands("B1"), [(9, 23), (10, 23)], "south-east is taken, two hexes more");
    });
    let falling = |from: i16| {
        let line = Fixture::plain().foot("B1", (10, 20), "N", Shape::Line).quality(1).status(from);
        checked(crowd(line.foot("R1", (11, 19), "S", Shape::Line)), 1, &[2, 9])
    };
    bites(&["SN-MC-7", "SN-GEO-9"], || {
        let disrupted = falling(NERVOUS);
        assert_eq!((disrupted.stands("B1"), disrupted.pose("B1").facing), (vec![(9, 23), (9, 24)], Facing::North));
        let panic = falling(DISRUPTED);
        assert_eq!((panic.stands("B1"), panic.pose("B1").facing), (vec![(7, 26), (7, 25)], Facing::South));
    });
}

/// Example 34: row 20 is the last of the map.
#[test]
fn a_unit_with_its_back_to_the_wall_slides_or_is_lost() {
    bites(&["SN-MC-10"], || {
        let line = || Fixture::sized(60, 21).foot("B1", (10, 20), "N", Shape::Line).quality(1);
        let game = checked(line().foot("R1", (11, 19), "S", Shape::Line), 1, &[2, 9]);
        assert_eq!(game.stands("B1"), [(11, 20), (12, 20)], "the distance stays 1");
        let shut = line().unit("R1", Kind::Infantry, 2, (11, 19), "S", Shape::Line);
        let shut = shut.unit("R2", Kind::Infantry, 1, (9, 20), "S", Shape::Line);
        let game = checked(shut.unit("R3", Kind::Infantry, 1, (12, 20), "S", Shape::Line), 1, &[2]);
        assert_eq!(game.status("B1"), ROUTED);
    });
}

/// No roll is good enough by itself: 10 - 1 - 2 of Militia in a panic under a Poltroon fails.
#[test]
fn a_10_passes_nothing_by_itself() {
    bites(&["SN-MC-5b"], || {
        let checked = |rating: i16| {
            let line = Fixture::plain().foot("B1", (20, 20), "N", Shape::Column).quality(0).status(PANIC).led(rating);
            let mut game = line.foot("R1", (20, 10), "S", Shape::Line).game(&[10]);
            game.checks("B1", 1, "R1");
            game.all_fell();
            game.status("B1")
        };
        assert_eq!([-1, -2].map(checked), [PANIC, ROUTED], "8 passes, 7 does not");
    });
}

/// Hexes that units of every arm go back in the open, disrupted and in a panic, and foot through woods.
#[test]
fn each_arm_goes_back_as_far_as_its_columns_go() {
    let back = |kind: Kind, from: i16, terrain: Terrain| {
        let stands = if kind.is_guns() { 1 } else { 2 };
        let unit = Fixture::plain().all(terrain).unit("B1", kind, stands, (20, 20), "N", Shape::Line).status(from);
        let mut game = unit.foot("R1", (21, 19), "S", Shape::Line).game(&[2, 10]);
        game.checks("B1", 1, "R1");
        game.pose("B1").anchor.r - 20
    };
    bites(&["SN-MC-7"], || {
        let page = [
            (Kind::Infantry, [3, 6]),
            (Kind::LightCavalry, [6, 12]),
            (Kind::HeavyCavalry, [4, 9]),
            (Kind::FootArtillery, [3, 6]),
            (Kind::HorseArtillery, [4, 9]),
        ];
        for (kind, hexes) in page {
            assert_eq!([NERVOUS, DISRUPTED].map(|from| back(kind, from, Terrain::Open)), hexes, "{}", kind.name());
        }
        assert_eq!([NERVOUS, DISRUPTED].map(|from| back(Kind::Infantry, from, Terrain::Rough)), [1, 3], "half as far");
        assert_eq!(back(Kind::HorseArtillery, NERVOUS, Terrain::Rough), 2, "80 of 90 points");
    });
}

/// Half of a garrison in masonry, half in a wooden house: the one under its anchor counts.
#[test]
fn a_garrison_is_steadied_by_the_building_under_its_anchor() {
    let after = |anchor, other, die| {
        let house = Fixture::plain().terrain(anchor, &[(20, 20)]).terrain(other, &[(21, 20)]);
        let house = house.foot("B1", (20, 20), "N", Shape::Line).quality(3).garrisoned();
        let mut game = house.foot("R1", (20, 10), "S", Shape::Line).game(&[die, 9]);
        game.checks("B1", 1, "R1");
        game.status("B1")
    };
    let (stone, wood) = (Terrain::StoneBuilding, Terrain::WoodenBuilding);
    bites(&["SN-MC-3a", "SN-MC-3b"], || {
        assert_eq!([after(stone, wood, 2), after(wood, stone, 2), after(wood, stone, 3)], [FIRM, NERVOUS, FIRM]);
    });
}
