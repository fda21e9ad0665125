//! Room and shapes: footprints, closing up, squares, garrisons, concealment.

use battle::rule::bites;
use battle::{Edge, Event, Obstacle, Part, PartKind, Pose, Side, Terrain};
use hexes::{Direction, Facing, Hex};

use super::fixture::{Fixture, Game, at, pose};
use crate::Kind;
use crate::assault::melee::{self, Onset};
use crate::formations::shapes::{self, formation_of};
use crate::formations::{changes, closing_up};
use crate::ground::going::{Cover, Going, going, going_over};
use crate::ground::{contact, room};
use crate::info::MOVEMENT;
use crate::sight::{concealment, cover};
use crate::state::ShrinkingEnd;
use crate::tables::Shape;

fn places(hexes: &[Hex]) -> Vec<String> {
    hexes.iter().map(|hex| hex.offset().to_string()).collect()
}

fn one(kind: Kind, stands: u8, place: &str) -> Game {
    Fixture::open(24, 20).unit("B1", kind, stands, place).phase(MOVEMENT, Side::Blue).game(&[])
}

/// Stands of each rank of a formation, front first.
fn ranks(kind: Kind, shape: Shape, files: u8, stands: u8) -> Vec<usize> {
    let game = one(kind, stands, &format!("10,10/N/{}", formation_of(kind, shape, files, stands)));
    let print = game.war.field().footprint(game.id("B1"));
    let mut rows: Vec<i16> = print.hexes().iter().map(|hex| hex.r).collect();
    rows.sort_unstable();
    rows.dedup();
    rows.iter().map(|row| print.hexes().iter().filter(|hex| hex.r == *row).count()).collect()
}

#[test]
fn seven_stands_in_every_shape() {
    bites(&["OW-HEX-1", "OW-HEX-5"], || {
        assert_eq!(ranks(Kind::Line, Shape::Line, 1, 7), [7]);
        assert_eq!(ranks(Kind::Line, Shape::Line, 2, 7), [4, 3]);
        assert_eq!(ranks(Kind::Line, Shape::Column, 1, 7), [2, 2, 2, 1]);
        assert_eq!(ranks(Kind::HeavyHorse, Shape::Wedge, 1, 7), [1, 2, 3, 1]);
        assert_eq!(ranks(Kind::HeavyGuns, Shape::Line, 1, 3), [3], "guns stand ready to fire, always");
        let loose = one(Kind::Light, 3, "10,10/N/skirmish1");
        assert_eq!(places(loose.war.field().footprint(loose.id("B1")).hexes()), ["8,10", "10,10", "12,10"]);
    });
}

#[test]
fn each_arm_has_its_formations() {
    bites(&["OW-HEX-2", "OW-MOVE-12"], || {
        let words = |kind: Kind| -> Vec<String> {
            let game = one(kind, 7, "10,10/N/line7");
            let war = &game.war;
            let unit = game.id("B1");
            let formations = shapes::formations(war, unit);
            assert!(formations.iter().all(|form| room::fits(war, unit, &Pose::new(at("10,10"), Facing::North, *form))));
            formations.iter().map(ToString::to_string).collect()
        };
        assert_eq!(words(Kind::Line), ["column2", "line7", "line4"]);
        assert_eq!(words(Kind::Light), ["column2", "line7", "line4", "skirmish1"]);
        assert_eq!(words(Kind::LightHorse), ["line7", "line4", "skirmish1", "wedge1"]);
        assert_eq!(words(Kind::HorseGuns), ["battery7", "skirmish1"]);
        assert_eq!(words(Kind::HeavyGuns), ["battery7"]);
    });
}

#[test]
fn lines_that_touch_with_seven_or_four_stands() {
    bites(&["OW-HEX-6"], || {
        let touching = |red: &str| {
            let game = Fixture::open(24, 20)
                .unit("B1", Kind::Line, 7, "10,10/N/line7")
                .unit("R1", Kind::Line, 7, red)
                .game(&[]);
            let (blue, red) = (game.id("B1"), game.id("R1"));
            contact::contacts(&game.war, blue, &game.war.pose(blue), red)
        };
        let eligible = |red: &str| {
            let field = Fixture::open(24, 20).unit("B1", Kind::Line, 7, "10,10/N/line7");
            let game = field.unit("R1", Kind::Line, 7, red).game(&[]);
            let pair = [("B1", "R1"), ("R1", "B1")];
            pair.map(|(one, other)| melee::engaged_with(&game.war, game.id(one), game.id(other)).eligible.hexes().len())
        };
        assert_eq!((touching("10,9/S/line7"), eligible("10,9/S/line7")), (7, [7, 7]));
        assert_eq!((touching("6,9/S/line7"), eligible("6,9/S/line7")), (4, [5, 5]));
        assert_eq!(touching("10,8/S/line7"), 0);
    });
}

#[test]
fn a_wedge_touches_with_its_tip() {
    bites(&["OW-HEX-5"], || {
        let wedge = formation_of(Kind::HeavyHorse, Shape::Wedge, 1, 6);
        let game = Fixture::open(24, 20)
            .unit("B1", Kind::HeavyHorse, 6, &format!("10,10/N/{wedge}"))
            .unit("R1", Kind::Line, 7, "10,9/S/line7")
            .game(&[]);
        let (blue, red) = (game.id("B1"), game.id("R1"));
        let engaged = melee::engaged_with(&game.war, blue, red);
        assert_eq!((engaged.contact.hexes().len(), engaged.eligible.hexes().len()), (1, 3));
        let blow = melee::kill_pool(&game.war, blue, red, &game.war.pose(red), 3, Onset::Charging);
        assert_eq!(
            (blow.count(), blow.face()),
            (9, Some(3)),
            "three dice a stand, the bonus of any horse that charges"
        );
    });
}

#[test]
fn ranks_are_refilled_from_the_rear_and_a_single_rank_shrinks_at_an_end() {
    bites(&["OW-HIT-6"], || {
        let closed = |place: &str, lost: u8, end: ShrinkingEnd| {
            let game = Fixture::open(24, 20)
                .unit("B1", Kind::Line, 7, place)
                .unit("R1", Kind::Line, 1, "6,4/S/line1")
                .game(&[]);
            let (pose, fell) = closing_up::close_up(&game.war, game.id("B1"), lost, end);
            (pose.to_string(), places(&fell))
        };
        assert_eq!(
            closed("10,10/N/line7", 2, ShrinkingEnd::Left),
            (String::from("11,10/N/line5"), vec!["7,10".into(), "8,10".into()])
        );
        assert_eq!(closed("10,10/N/line7", 1, ShrinkingEnd::Right).1, ["13,10"]);
        assert_eq!(closed("10,10/N/line7", 1, ShrinkingEnd::Farther).1, ["13,10"], "the enemy is on the left");
        assert_eq!(
            closed("10,10/N/line4", 2, ShrinkingEnd::Farther).0,
            "10,10/N/line4",
            "the second rank gives its men"
        );
        assert_eq!(closed("10,10/N/column2", 3, ShrinkingEnd::Farther).0, "10,10/N/column2");
        assert_eq!(closed("10,10/N/line7", 7, ShrinkingEnd::Farther).1.len(), 7);
    });
}

#[test]
fn squares_close_into_smaller_ones_and_two_stands_make_none() {
    bites(&["OW-SQUARE-8"], || {
        let game = one(Kind::Line, 7, "10,10/N/square1");
        let war = &game.war;
        let (smaller, fell) = closing_up::close_up(war, game.id("B1"), 2, ShrinkingEnd::Farther);
        assert_eq!(smaller.to_string(), "10,10/N/square1");
        assert_eq!(fell.len(), 2);
        assert!(fell.iter().all(|hex| !smaller.stands(5).contains(*hex)));
        assert_eq!(closing_up::close_up(war, game.id("B1"), 5, ShrinkingEnd::Farther).0.to_string(), "10,10/N/line2");
        // Guns shelter in the hollow of eight; the ring of seven has no hollow and shifts to where it has room.
        let field = Fixture::open(24, 20).unit("B1", Kind::Line, 8, "10,10/N/square1");
        let game = field.unit("B2", Kind::LightGuns, 1, "10,10/N/battery1").game(&[]);
        let (shifted, fell) = closing_up::close_up(&game.war, game.id("B1"), 1, ShrinkingEnd::Farther);
        assert_eq!((shifted.formation.to_string().as_str(), fell.len()), ("square1", 1));
        assert!(!shifted.stands(7).contains(at("10,10")), "{shifted}");
    });
}

#[test]
fn squares_are_rings_round_a_core() {
    bites(&["OW-SQUARE-9a"], || {
        let core = |stands: u8| shapes::core(&pose("10,10/N/square1"), stands);
        let hollow = (3..=12).map(|stands| core(stands).len());
        assert_eq!(hollow.collect::<Vec<_>>(), [0, 0, 1, 1, 0, 2, 3, 3, 2, 7], "with 7 and 11 the reserve is inside");
        assert_eq!(places(&core(6)), ["10,10"]);
        for stands in 6..=12 {
            let (print, core) = (pose("10,10/N/square1").stands(stands), core(stands));
            let shut = |hex: &Hex| hex.neighbors().iter().all(|near| print.contains(*near) || core.contains(near));
            assert!(core.iter().all(shut), "a core of {stands} is closed all round");
        }
        let two = one(Kind::Line, 2, "10,10/N/line2");
        let three = one(Kind::Line, 3, "10,10/N/line3");
        let squares = |game: &Game| changes::squares(&game.war, game.id("B1")).len();
        assert!(squares(&two) == 0 && squares(&three) > 0, "three at least");
    });
}

#[test]
fn garrisons_need_a_hex_for_every_stand() {
    bites(&["OW-BUILD-2"], || {
        let town = |columns, stands| {
            let game = Fixture::open(24, 20)
                .block(columns, 5..=6, Terrain::BrickBuilding)
                .unit("B1", Kind::Line, stands, "10,12/N/line7")
                .unit("B2", Kind::LightHorse, stands, "10,15/N/line7")
                .game(&[]);
            let war = &game.war;
            let hold = |label: &str| room::garrison_at(war, game.id(label), at("8,5"), Facing::North);
            (hold("B1").map(|pose| pose.stands(stands).hexes().len()), hold("B2"))
        };
        assert_eq!(town(8..=11, 7), (Some(7), None), "horse has no business in houses");
        assert_eq!(town(8..=10, 7).0, None, "six hexes do not hold seven stands");
    });
}

#[test]
fn nobody_but_a_garrison_stands_in_a_house_and_nobody_in_water() {
    bites(&["OW-TERRAIN-5a"], || {
        let game = Fixture::open(24, 20)
            .terrain(Terrain::BrickBuilding, &["10,8"])
            .terrain(Terrain::Water, &["10,6"])
            .unit("B1", Kind::Line, 7, "10,12/N/line7")
            .unit("B2", Kind::Line, 7, "10,14/N/line7")
            .game(&[]);
        let war = &game.war;
        let why = |place: &str| {
            let misfit = room::misfit(war, game.id("B1"), &pose(place)).expect("it must not fit");
            misfit.refusal(war).clause()
        };
        assert_eq!(why("10,8/N/line7"), "OW-BUILD-2");
        assert_eq!(why("10,6/N/line7"), "OW-TERRAIN-5");
        assert_eq!(why("10,14/N/line7"), "OW-MOVE-11");
        assert_eq!(why("1,12/N/line7"), "OW-MOVE-1");
        assert_eq!(why("10,10/N/wedge1"), "OW-MOVE-1");
        assert!(room::fits(war, game.id("B1"), &pose("10,10/N/line7")));
        assert_eq!(
            room::nearest_fit(war, game.id("B1"), &pose("10,14/N/line7"), 3).map(|pose| pose.anchor.r),
            Some(13)
        );
    });
}

#[test]
fn woods_conceal_all_and_a_hedge_a_single_rank_behind_it() {
    bites(&["OW-HIDDEN-1b"], || {
        let hidden = |place: &str| {
            let game = Fixture::open(24, 20)
                .block(0..=23, 4..=6, Terrain::Woods)
                .above_row(12, Obstacle::Hedge)
                .unit("B1", Kind::Line, 7, "10,16/N/line7")
                .game(&[]);
            concealment::is_concealed(&game.war, game.id("B1"), &pose(place))
        };
        assert!(hidden("10,5/N/line4"));
        assert!(!hidden("10,6/N/line4"), "its second rank stands in the open");
        assert!(hidden("10,12/N/line7"));
        assert!(!hidden("10,12/S/line7"), "the hedge is behind it");
        assert!(!hidden("10,12/N/line4"), "two ranks do not hide behind a hedge");
    });
}

/// Whether R1 on 10,10 is concealed, and its cover against a shot from six hexes south.
fn seen_from_the_south(game: &Game) -> (bool, Option<Cover>) {
    let (war, unit) = (&game.war, game.id("R1"));
    (concealment::is_concealed(war, unit, &war.pose(unit)), cover::cover(war, at("10,16"), at("10,10")))
}

#[test]
fn the_table_says_what_conceals_and_covers() {
    use Cover::{Hard, Soft};
    bites(&["OW-TERRAIN-12a", "OW-TERRAIN-12b", "OW-TERRAIN-12c", "OW-TERRAIN-12d"], || {
        for (terrain, hides, cover) in [
            (Terrain::Open, false, None),
            (Terrain::Ploughed, false, None),
            (Terrain::Crops, true, None),
            (Terrain::Rough, false, None),
            (Terrain::LightWoods, true, Some(Soft)),
            (Terrain::Woods, true, Some(Soft)),
            (Terrain::DenseWoods, true, Some(Soft)),
            (Terrain::Marsh, false, None),
            (Terrain::StoneBuilding, true, Some(Hard)),
            (Terrain::Works, true, Some(Hard)),
        ] {
            let formation = if terrain.is_building() { "garrison1" } else { "line1" };
            let field = Fixture::open(24, 20).terrain(terrain, &["10,10"]);
            let game = field.unit("R1", Kind::Line, 1, &format!("10,10/S/{formation}")).game(&[]);
            assert_eq!(seen_from_the_south(&game), (hides, cover), "{terrain:?}");
        }
        for (obstacle, hides, cover) in [
            (Obstacle::Hedge, true, Some(Soft)),
            (Obstacle::Fence, true, Some(Soft)),
            (Obstacle::Wall, true, Some(Hard)),
            (Obstacle::Ditch, true, Some(Hard)),
            (Obstacle::Earthwork, true, Some(Hard)),
            (Obstacle::Stream, false, None),
        ] {
            let edges = [Direction::SouthWest, Direction::SouthEast];
            let field = edges.iter().fold(Fixture::open(24, 20), |field, side| field.edge(obstacle, *side, &["10,10"]));
            let game = field.unit("R1", Kind::Line, 1, "10,10/S/line1").game(&[]);
            assert_eq!(seen_from_the_south(&game), (hides, cover), "{obstacle:?}");
        }
    });
}

#[test]
fn stands_meet_through_no_standing_wall() {
    bites(&["OW-BUILD-7"], || {
        let mut game = Fixture::open(24, 20).terrain(Terrain::StoneBuilding, &["10,8"]).game(&[]);
        let (house, street) = (at("10,8"), at("11,8"));
        assert!(!contact::meets(&game.war, house, street));
        assert!(contact::meets(&game.war, at("10,10"), at("11,10")));
        assert!(!contact::meets(&game.war, at("10,10"), at("12,10")));
        let part = Part::new(house, Direction::East, PartKind::Door);
        game.umpire().emit(Event::Damaged { part, wounds: 3, destroyed: true, clause: "OW-BUILD-6" });
        assert!(contact::meets(&game.war, house, street) && contact::meets(&game.war, street, house));
    });
}

#[test]
fn the_going_of_the_terrain_table() {
    bites(&["OW-TERRAIN-1", "OW-TERRAIN-2", "OW-TERRAIN-3", "OW-TERRAIN-4", "OW-TERRAIN-6"], || {
        let is = |terrain, wanted: Going| {
            let game = Fixture::open(4, 4).terrain(terrain, &["1,1"]).game(&[]);
            assert_eq!(going(game.war.field().ground(), at("1,1")), wanted, "{terrain:?}");
        };
        for easy in [Terrain::Open, Terrain::Ploughed, Terrain::Crops] {
            is(easy, Going::Easy);
        }
        for difficult in [Terrain::Rough, Terrain::LightWoods, Terrain::Woods, Terrain::Works] {
            is(difficult, Going::Difficult);
        }
        for worse in [Terrain::DenseWoods, Terrain::Marsh, Terrain::BrickBuilding] {
            is(worse, Going::VeryDifficult);
        }
        is(Terrain::Water, Going::Impassable);
        is(Terrain::Impassable, Going::Impassable);
        let over = |obstacle| going_over(Edge { obstacle, ..Edge::default() });
        assert_eq!(over(Obstacle::Hedge), Going::Difficult);
        assert_eq!(over(Obstacle::Stream), Going::VeryDifficult);
        assert_eq!(over(Obstacle::River), Going::Impassable);
        assert_eq!(over(Obstacle::None), Going::Easy);
    });
}

#[test]
fn a_fence_hides_a_single_rank_like_a_hedge() {
    bites(&["OW-TERRAIN-12d"], || {
        for obstacle in [Obstacle::Hedge, Obstacle::Fence, Obstacle::Wall, Obstacle::Ditch] {
            let game =
                Fixture::open(24, 20).above_row(12, obstacle).unit("B1", Kind::Line, 7, "10,16/N/line7").game(&[]);
            let hidden = |place: &str| concealment::is_concealed(&game.war, game.id("B1"), &pose(place));
            assert!(hidden("10,12/N/line7") && !hidden("10,12/N/line4"), "{obstacle:?}");
        }
        let two_ranks = |obstacle| {
            let field = Fixture::open(24, 20).above_row(12, obstacle).above_row(13, obstacle);
            let game = field.unit("B1", Kind::Line, 7, "10,16/N/line7").game(&[]);
            concealment::is_concealed(&game.war, game.id("B1"), &pose("10,12/N/line4"))
        };
        assert_eq!(
            [two_ranks(Obstacle::Hedge), two_ranks(Obstacle::Earthwork)],
            [false, true],
            "works hide any formation"
        );
    });
}

/// The table of footprints: who takes which arrangement of the common model, with how many files.
#[test]
fn each_formation_is_so_many_files_wide() {
    use battle::Arrangement::{Battery, Column, Garrison, Line, Skirmish, Square, Wedge};
    let how = |kind, shape, ranks, stands| {
        let formation = formation_of(kind, shape, ranks, stands);
        (formation.arrangement, formation.files)
    };
    let foot = |shape| how(Kind::Line, shape, 1, 7);
    let shapes = [Shape::Column, Shape::Line, Shape::OpenOrder, Shape::Square, Shape::Garrison];
    assert_eq!(shapes.map(foot), [(Column, 2), (Line, 7), (Skirmish, 1), (Square, 1), (Garrison, 1)]);
    assert_eq!(how(Kind::Line, Shape::Line, 2, 7), (Line, 4), "half of them in front, rounded up");
    assert_eq!(how(Kind::LightHorse, Shape::Wedge, 1, 7), (Wedge, 1));
    assert_eq!(how(Kind::LightGuns, Shape::Line, 1, 2), (Battery, 2));
}

/// A line of three that loses two is one stand, the one at the end that is kept.
#[test]
fn a_rank_shrinks_to_its_last_stand() {
    bites(&["OW-HIT-6"], || {
        let game = one(Kind::Line, 3, "10,10/N/line3");
        let left = |end| {
            let (pose, fell) = closing_up::close_up(&game.war, game.id("B1"), 2, end);
            (pose.formation.files, places(pose.stands(1).hexes()), places(&fell))
        };
        let all = |hexes: &[&str]| hexes.iter().map(|hex| String::from(*hex)).collect::<Vec<_>>();
        assert_eq!(left(ShrinkingEnd::Left), (1, all(&["11,10"]), all(&["9,10", "10,10"])));
        assert_eq!(left(ShrinkingEnd::Right), (1, all(&["9,10"]), all(&["10,10", "11,10"])));
    });
}

/// Into a building leads its outer side alone, from without.
#[test]
fn nobody_gets_into_a_building_from_within() {
    use crate::ground::walls::lets_in;
    bites(&["OW-BUILD-3a"], || {
        let town = Fixture::open(24, 30).block(12..=13, 20..=20, Terrain::BrickBuilding);
        let game = town.unit("B1", Kind::Line, 3, "12,25/N/line3").game(&[]);
        let leads = |hex: &str, side| lets_in(&game.war, game.id("B1"), at(hex), side);
        assert!(leads("12,21", Direction::NorthWest) && leads("12,21", Direction::NorthEast));
        assert!(!leads("12,20", Direction::East), "from one hex of it to the next");
        assert!(!leads("12,20", Direction::SouthEast), "nor out of it");
        let mut held = Fixture::open(24, 30).block(12..=13, 20..=20, Terrain::BrickBuilding);
        held = held.unit("B1", Kind::Line, 3, "12,25/N/line3").unit("R1", Kind::Line, 1, "12,20/S/line1");
        let game = held.game(&[]);
        assert!(!lets_in(&game.war, game.id("B1"), at("12,21"), Direction::NorthWest), "an enemy holds it");
    });
}
