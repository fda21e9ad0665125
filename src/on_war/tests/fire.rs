//! Volleys: dice, numbers, ranges, and who may shoot at all (OW-SHOOT, OW-UNIT).

use battle::rule::bites;
use battle::{Marks, Obstacle, Pool, Side};
use hexes::Direction;

use super::fixture::{Fixture, Game, at};
use crate::fire::gunnery::{Load, Shot};
use crate::fire::volleys;
use crate::info::SHOOTING;
use crate::marks;
use crate::{Kind, Traits};

/// Dice and number of the shot of B1 at R1: `(16, 4)`; `(0, 0)` out of range or not allowed.
fn shot(game: &Game, shot: Shot) -> (u8, u8) {
    let volley = volleys::volley(&game.war, game.id("B1"), game.id("R1"), shot);
    let pool: Option<Pool> = volley.and_then(|volley| volley.pools.first().cloned());
    pool.map_or((0, 0), |pool| (pool.count(), pool.face().unwrap_or(0)))
}

fn blue(kind: Kind, stands: u8, formation: &str) -> Fixture {
    Fixture::open(40, 60).unit("B1", kind, stands, &format!("15,50/N/{formation}"))
}

/// A red unit of seven at that distance from blue's row.
fn red(field: Fixture, kind: Kind, rows: i16, formation: &str) -> Fixture {
    field.unit("R1", kind, 7, &format!("15,{}/S/{formation}", 50 - rows))
}

fn line() -> Fixture {
    blue(Kind::Line, 7, "line7")
}

#[test]
fn w_3_a_stationary_volley() {
    bites(&["OW-SHOOT-5", "OW-SHOOT-7", "OW-SHOOT-13", "OW-UNIT-11", "OW-DICE-3"], || {
        let at = |formation: &str| shot(&red(line(), Kind::Line, 10, formation).game(&[]), Shot::Ball);
        assert_eq!(at("line7"), (16, 4));
        assert_eq!(at("column2"), (16, 3));
        assert_eq!(at("square1"), (16, 2));
        let behind = |obstacle| red(line(), Kind::Line, 10, "line7").above_row(41, obstacle);
        assert_eq!(shot(&behind(Obstacle::Hedge).game(&[]), Shot::Ball), (16, 5));
        assert_eq!(shot(&behind(Obstacle::Wall).game(&[]), Shot::Ball), (16, 6));
        let plain = red(line(), Kind::Line, 10, "line7");
        assert_eq!(shot(&plain.clone().house("officer_fires", "off").game(&[]), Shot::Ball), (14, 4));
        assert_eq!(shot(&plain.house("line_stationary_bonus", "off").game(&[]), Shot::Ball), (16, 5));
        assert_eq!(shot(&red(line().leaderless(), Kind::Line, 10, "line7").game(&[]), Shot::Ball), (14, 4));
        let column = red(blue(Kind::Line, 7, "column2"), Kind::Line, 10, "line7");
        assert_eq!(shot(&column.game(&[]), Shot::Ball), (3, 5), "two stands and the officer");
    });
}

#[test]
fn w_4_a_volley_after_moving() {
    bites(&["OW-SHOOT-10a", "OW-SHOOT-12"], || {
        let at = |formation: &str| red(line().marks(marks::MOVED), Kind::Line, 10, formation);
        assert_eq!(shot(&at("line7").game(&[]), Shot::Ball), (8, 6));
        assert_eq!(shot(&at("column2").game(&[]), Shot::Ball), (8, 5));
        assert_eq!(shot(&at("square1").game(&[]), Shot::Ball), (8, 4));
        let other = |formation| at(formation).house("moved_penalty", "only_if_rof_already_1").game(&[]);
        assert_eq!(shot(&other("line7"), Shot::Ball), (8, 5));
        let column = red(blue(Kind::Line, 7, "column2").marks(marks::MOVED), Kind::Line, 10, "line7");
        let column = column.house("moved_penalty", "only_if_rof_already_1");
        assert_eq!(shot(&column.game(&[]), Shot::Ball), (3, 6), "already one die");
    });
}

#[test]
fn w_5_two_ranks() {
    bites(&["OW-SHOOT-9", "OW-HEX-4"], || {
        let at = |traits, marks| {
            let field = blue(Kind::Line, 8, "line4").traits(traits).marks(marks);
            shot(&red(field, Kind::Line, 10, "line7").game(&[]), Shot::Ball)
        };
        assert_eq!(at(Traits::empty(), Marks::empty()), (10, 4));
        assert_eq!(at(Traits::SECOND_RANK, Marks::empty()), (14, 4));
        assert_eq!(at(Traits::SECOND_RANK, marks::MOVED), (9, 6));
        let column = blue(Kind::Line, 8, "column2").traits(Traits::SECOND_RANK);
        assert_eq!(shot(&red(column, Kind::Line, 10, "line7").game(&[]), Shot::Ball), (3, 5), "in line only");
    });
}

#[test]
fn a_second_rank_shoots_past_the_stand_before_it_and_past_no_other() {
    bites(&["OW-HEX-4"], || {
        // Four stands on 14 to 17 in row 50, four behind them half a hex to the right.
        let dice = |red: &str| {
            let field = blue(Kind::Line, 8, "line4").traits(Traits::SECOND_RANK).leaderless();
            let game = field.unit("R1", Kind::Line, 1, red).game(&[]);
            let volley = volleys::volley(&game.war, game.id("B1"), game.id("R1"), Shot::Ball);
            volley.map_or(0, |volley| volley.pools.iter().map(Pool::count).sum::<u8>())
        };
        assert_eq!(dice("12,41/S/line1"), 8 + 4, "to the left each has its own front stand before it");
        assert_eq!(dice("19,41/S/line1"), 8 + 1, "to the right the next one, but for the last");
    });
}

#[test]
fn the_front_rank_shoots_and_all_of_a_ring_or_a_loose_rank() {
    bites(&["OW-HEX-3"], || {
        let dice = |kind, stands, formation: &str, red_at: &str| {
            let field = blue(kind, stands, formation).traits(Traits::CARBINE).leaderless();
            shot(&field.unit("R1", Kind::Line, 1, red_at).game(&[]), Shot::Ball).0
        };
        assert_eq!(dice(Kind::Line, 7, "column2", "15,40/S/line1"), 2, "the first rank");
        assert_eq!(dice(Kind::LightHorse, 6, "wedge1", "15,40/S/line1"), 1, "the tip");
        assert_eq!(dice(Kind::Light, 7, "skirmish1", "15,38/S/line1"), 7, "all of a loose rank");
        let ring = ["15,40/S/line1", "15,58/N/line1", "25,50/WSW/line1"].map(|red| dice(Kind::Line, 6, "square1", red));
        assert_eq!(ring, [2, 2, 1], "two look to each end, one to each side");
    });
}

#[test]
fn w_6_light_guns() {
    bites(&["OW-UNIT-7", "OW-SHOOT-8", "OW-SHOOT-10b"], || {
        let guns =
            |rows, marks| red(blue(Kind::LightGuns, 2, "battery2").marks(marks), Kind::Line, rows, "line7").game(&[]);
        assert_eq!(shot(&guns(8, Marks::empty()), Shot::Grape), (12, 3));
        assert_eq!(shot(&guns(8, marks::MOVED), Shot::Grape), (4, 4));
        assert_eq!(shot(&guns(20, Marks::empty()), Shot::Ball), (6, 5));
        assert_eq!(shot(&guns(25, Marks::empty()), Shot::Ball), (0, 0));
    });
}

#[test]
fn w_7_horse_guns() {
    bites(&["OW-SHOOT-10c", "OW-SHOOT-12", "OW-SHOOT-14"], || {
        let at = |rows, load| {
            let field = blue(Kind::HorseGuns, 2, "battery2").marks(marks::MOVED);
            shot(&red(field, Kind::Line, rows, "line7").game(&[]), load)
        };
        assert_eq!(at(10, Shot::Grape), (8, 4));
        assert_eq!(at(14, Shot::Ball), (4, 5));
        assert_eq!(at(17, Shot::Ball), (4, 6));
        assert_eq!(at(19, Shot::Ball), (0, 0));
    });
}

#[test]
fn every_weapon_has_its_range() {
    bites(&["OW-SHOOT-14", "OW-UNIT-8"], || {
        for (kind, formation, load, range) in [
            (Kind::Line, "line7", Shot::Ball, 16),
            (Kind::Light, "skirmish1", Shot::Ball, 16),
            (Kind::LightHorse, "line7", Shot::Ball, 16),
            (Kind::LightGuns, "battery7", Shot::Ball, 24),
            (Kind::LightGuns, "battery7", Shot::Grape, 12),
            (Kind::HorseGuns, "battery7", Shot::Ball, 18),
            (Kind::HorseGuns, "battery7", Shot::Grape, 12),
            (Kind::HeavyGuns, "battery7", Shot::Ball, 40),
        ] {
            let reaches = |rows: i16| {
                let field = blue(kind, 7, formation).traits(Traits::CARBINE);
                shot(&red(field, Kind::Line, rows, "line7").game(&[]), load).0 > 0
            };
            assert_eq!((reaches(range), reaches(range + 1)), (true, false), "{kind:?} {load:?} {range}");
        }
    });
}

#[test]
fn w_8_heavy_guns() {
    bites(&["OW-SHOOT-3b", "OW-SHOOT-13", "OW-ASSAULT-9a", "OW-ASSAULT-10"], || {
        let guns = |rows, formation: &str, marks| {
            red(blue(Kind::HeavyGuns, 2, "battery2").marks(marks), Kind::Line, rows, formation)
        };
        assert_eq!(shot(&guns(30, "line7", Marks::empty()).game(&[]), Shot::Ball), (8, 5));
        assert_eq!(shot(&guns(16, "line7", Marks::empty()).game(&[]), Shot::Ball), (8, 4));
        assert_eq!(shot(&guns(16, "column2", Marks::empty()).game(&[]), Shot::Ball), (8, 3));
        let mut moved = guns(16, "line7", marks::MOVED).game(&[]);
        assert_eq!(moved.refused("fire B1 >R1").clause, "OW-SHOOT-3");
        let charged = |kind, house: &str| {
            let field = red(blue(kind, 2, "battery2"), Kind::LightHorse, 1, "line7").marks(marks::CHARGED);
            shot(&field.house("heavy_defensive_fire", house).game(&[]), Shot::Defensive(Load::Ball))
        };
        assert_eq!(charged(Kind::HeavyGuns, "on"), (4, 5));
        assert_eq!((charged(Kind::HeavyGuns, "off"), charged(Kind::Howitzers, "on")), ((0, 0), (0, 0)));
    });
}

#[test]
fn w_9_a_doubled_target() {
    bites(&["OW-SHOOT-3a", "OW-MOVE-6"], || {
        let field = || red(line(), Kind::Line, 12, "column2").marks(marks::MOVED | marks::MARCHED);
        assert_eq!(shot(&field().game(&[]), Shot::Ball), (32, 3));
        assert_eq!(shot(&field().game(&[]), Shot::Defensive(Load::Ball)), (8, 5), "not by defensive fire");
        let mut theirs = field().phase(SHOOTING, Side::Red).game(&[]);
        let refusal = theirs.refused("fire R1 >B1");
        assert_eq!((refusal.clause, refusal.text.as_str()), ("OW-SHOOT-3", "R1 moved at the double and may not shoot"));
    });
}

#[test]
fn defensive_fire_is_half_the_normal_rate() {
    bites(&["OW-ASSAULT-9a", "OW-UNIT-8"], || {
        let at = |kind, formation: &str, load, house: &str| {
            let stands = if matches!(kind, Kind::Line) { 7 } else { 2 };
            let field = red(blue(kind, stands, formation), Kind::LightHorse, 2, "line7").marks(marks::CHARGED);
            shot(&field.house("defensive_rof", house).game(&[]), Shot::Defensive(load))
        };
        assert_eq!(at(Kind::Line, "line7", Load::Ball, "half_normal"), (8, 6));
        assert_eq!(at(Kind::LightGuns, "battery2", Load::Ball, "half_normal"), (4, 5));
        assert_eq!(at(Kind::LightGuns, "battery2", Load::Grape, "half_normal"), (6, 4));
        assert_eq!(at(Kind::LightGuns, "battery2", Load::Ball, "half_of_moved"), (2, 5));
        assert_eq!(at(Kind::LightGuns, "battery2", Load::Grape, "half_of_moved"), (2, 4));
        assert_eq!(at(Kind::HeavyGuns, "battery2", Load::Grape, "half_normal"), (0, 0), "no grape");
    });
}

#[test]
fn a_disoriented_unit_shoots_half() {
    bites(&["OW-SHOOT-11"], || {
        let at = |kind, stands, formation: &str| {
            let field = red(blue(kind, stands, formation).marks(marks::DISORIENTED), Kind::Line, 10, "line7");
            shot(&field.game(&[]), Shot::Ball)
        };
        assert_eq!(at(Kind::Line, 7, "line7"), (8, 4));
        assert_eq!(at(Kind::LightGuns, 2, "battery2"), (4, 4), "three dice become two");
    });
}

#[test]
fn who_is_out_of_formation_is_no_line_and_no_square() {
    bites(&["OW-ASSAULT-17a"], || {
        let ragged = red(line().marks(marks::RAGGED), Kind::Line, 10, "line7").game(&[]);
        assert_eq!(shot(&ragged, Shot::Ball), (8, 5), "one die a stand, and no bonus of a line");
        let square = red(line(), Kind::Line, 10, "square1").marks(marks::RAGGED).game(&[]);
        assert_eq!(shot(&square, Shot::Ball), (16, 4), "nor is it hit like a square");
    });
}

#[test]
fn horse_needs_carbines() {
    bites(&["OW-SHOOT-6", "OW-SHOOT-8"], || {
        let at = |traits, marks| {
            let field = blue(Kind::LightHorse, 7, "line7").traits(traits).marks(marks);
            red(field, Kind::Line, 10, "line7").game(&[])
        };
        assert_eq!(shot(&at(Traits::CARBINE, Marks::empty()), Shot::Ball), (7, 5));
        assert_eq!(shot(&at(Traits::CARBINE, marks::MOVED), Shot::Ball), (7, 6));
        let mut bare = at(Traits::empty(), Marks::empty());
        assert_eq!(bare.refused("fire B1 >R1").clause, "OW-SHOOT-6");
    });
}

#[test]
fn each_stand_aims_at_the_nearest_it_sees() {
    bites(&["OW-SHOOT-4", "OW-SHOOT-14", "OW-LOS-6"], || {
        let aims = |red_at: &str| {
            let game = line().unit("R1", Kind::Line, 7, red_at).game(&[]);
            let volley = volleys::volley(&game.war, game.id("B1"), game.id("R1"), Shot::Ball);
            let mut aims: Vec<_> =
                volley.into_iter().flat_map(|volley| volley.aims).map(|aim| (aim.inches, aim.at)).collect();
            aims.dedup();
            aims
        };
        assert_eq!(aims("15,34/S/line7"), [(16, at("18,34"))], "ties go to the first stand");
        assert_eq!(aims("15,36/N/column2"), [(11, at("15,39"))], "all at the tail of a column that turns its back");
        let beside = line().unit("R1", Kind::Line, 1, "9,34/S/line1").game(&[]);
        let volley = volleys::volley(&beside.war, beside.id("B1"), beside.id("R1"), Shot::Ball);
        let dice: Vec<u8> = volley.into_iter().flat_map(|volley| volley.pools).map(|pool| pool.count()).collect();
        assert_eq!(dice, [14], "one stand is 17 inches away; six and the officer shoot");
        let beyond = line().unit("R1", Kind::Line, 1, "15,33/S/line1").game(&[]);
        assert_eq!(shot(&beyond, Shot::Ball), (0, 0), "17 inches for all");
        let walled = |hex: &str| {
            let field = red(line(), Kind::Line, 14, "line7").edge(Obstacle::Wall, Direction::SouthEast, &[hex]);
            shot(&field.edge(Obstacle::Wall, Direction::SouthWest, &[hex]).game(&[]), Shot::Ball)
        };
        assert_eq!((walled("18,36"), walled("17,36")), ((16, 6), (16, 4)), "its cover counts, that of others does not");
    });
}

#[test]
fn a_unit_shoots_once_and_at_one_target() {
    bites(&["OW-SHOOT-1"], || {
        let field = red(line(), Kind::Line, 10, "line7").unit("B2", Kind::Line, 7, "26,50/N/line7");
        let mut game = field.unit("R2", Kind::Line, 7, "26,40/S/line7").game(&[1; 16]);
        game.enter(SHOOTING, Side::Blue);
        game.give("fire B1 >R1");
        assert_eq!(game.refused("fire B1 >R2").clause, "OW-SHOOT-1");
        assert!(game.marked("B1", marks::FIRED));
        game.give("fire B2 >R2");
        assert_ne!(game.asks(), "fire", "everybody has shot");
    });
}

#[test]
fn a_target_is_named_and_seen_before_dice_fall_and_losses_are_taken_off_at_once() {
    bites(&["OW-SHOOT-2"], || {
        let field = red(line(), Kind::Line, 10, "line7").unit("R2", Kind::Line, 3, "15,56/N/line3");
        let field = field.unit("B2", Kind::Line, 1, "15,20/S/line1");
        let mut dice = vec![4, 5, 6];
        dice.extend([1; 13]);
        dice.extend([4, 3, 2]);
        let mut game = field.game(&dice);
        assert_eq!(game.refused("fire B1 >R2").clause, "OW-LOS-6", "nobody has R2 before him");
        game.give("fire B1 >R1");
        let told: Vec<_> = game.rolls().into_iter().map(|(label, faces, need, _)| (label, faces.len(), need)).collect();
        assert_eq!(told, [("fire", 16, Some(4)), ("save", 3, Some(4))]);
        assert_eq!((game.stands("R1"), game.unread()), (5, 0));
    });
}

#[test]
fn without_measuring_a_shot_out_of_range_is_wasted() {
    bites(&["OW-SCALE-2"], || {
        let field = || red(line(), Kind::Line, 20, "line7").unit("B2", Kind::HeavyGuns, 2, "30,55/N/battery2");
        let mut game = field().game(&[]);
        game.give("fire B1 >R1");
        assert!(game.rolls().is_empty() && game.war.own(game.id("B1")).shot);
        let mut measured = field().house("premeasure", "on").game(&[]);
        let refusal = measured.refused("fire B1 >R1");
        assert_eq!((refusal.clause, refusal.text.as_str()), ("OW-SCALE-2", "R1 is 20 inches from B1; the range is 16"));
    });
}

#[test]
fn routers_chargers_and_pursuers_do_not_shoot() {
    bites(&["OW-SHOOT-3a", "OW-SHOOT-3c", "OW-SHOOT-3d"], || {
        for marks in [marks::ROUTING, marks::CHARGED, marks::MARCHED] {
            let game = red(line().marks(marks), Kind::Line, 10, "line7").game(&[]);
            assert_eq!(shot(&game, Shot::Ball), (0, 0), "{marks:?}");
        }
        for marks in [marks::BOGGED, marks::DISORIENTED] {
            let game = red(line().marks(marks), Kind::Line, 10, "line7").game(&[]);
            assert!(shot(&game, Shot::Ball).0 > 0, "{marks:?}");
        }
    });
}

#[test]
fn a_hidden_shooter_shows_itself_and_surprises() {
    bites(&["OW-HIDDEN-4", "OW-HIDDEN-7"], || {
        let field = red(line().marks(marks::HIDDEN), Kind::Line, 10, "line7");
        let field = field.block(10..=20, 50..=50, battle::Terrain::Woods);
        let mut game = field.game(&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
        game.give("fire B1 >R1");
        assert!(!game.marked("B1", marks::HIDDEN) && game.marked("B1", marks::DISCLOSED));
        assert_eq!(game.pose("R1"), "15,34/S/line7", "surprised, it falls back six inches");
    });
}

#[test]
fn a_doubled_target_doubles_three_dice_too() {
    let guns = |marks: Marks| red(blue(Kind::LightGuns, 2, "battery2"), Kind::Line, 20, "line7").marks(marks).game(&[]);
    assert_eq!(shot(&guns(Marks::empty()), Shot::Ball), (6, 5));
    assert_eq!(shot(&guns(marks::MARCHED), Shot::Ball), (12, 5));
}

#[test]
fn nobody_shoots_at_friends() {
    let mut game = red(line().unit("B2", Kind::Line, 7, "15,40/N/line7"), Kind::Line, 12, "line7").game(&[]);
    assert_eq!(game.refused("fire B1 >B2").clause, "OW-SHOOT-1");
}

#[test]
fn a_refusal_tells_a_distance_only_where_ranges_may_be_measured() {
    let refused = |measured: &str, row: i16| {
        let field = line().unit("R1", Kind::Line, 7, &format!("15,{row}/S/line7"));
        let field = field.unit("R2", Kind::Line, 7, "15,44/S/line7").house("premeasure", measured);
        field.game(&[]).refused("fire B1 >R1").clause
    };
    assert_eq!(refused("off", 30), "OW-LOS-6", "hidden behind R2, too far away: nothing is said of that");
    assert_eq!(refused("on", 30), "OW-SCALE-2", "20 inches, the range is 16");
    assert_eq!([refused("on", 34), refused("on", 55)], ["OW-LOS-6"; 2], "16 inches, and behind the line");
}
