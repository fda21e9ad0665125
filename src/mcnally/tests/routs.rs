//! Directly away, havens, rout moves and forced moves in order (MC-HEX-11, MC-MOVE-24 to 26, 29, 30).

use battle::rule::bites;
use battle::{Obstacle, Order, Pose, Side, System as _, Terrain};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::movement::rows;
use super::ways::straight_away;
use crate::McNally;
use crate::info::{DONE, MORALE, RANK, TEST};
use crate::losses::command_stand;
use crate::marks;
use crate::morale::away::{self, Flight, is_haven};
use crate::morale::rout::{When, breaks, may_rally};
use crate::profile::Troops;
use crate::space::{Shape, shape};

/// Where a unit of one stand runs so many inches from some enemies.
fn runs(game: &Game<McNally>, label: &str, from: &[&str], inches: i32) -> Option<(i16, i16)> {
    let from: Vec<_> = from.iter().map(|enemy| game.id(enemy)).collect();
    match away::rout(&game.war, game.id(label), &from, inches) {
        Flight::To(pose, _) => Some((pose.anchor.q, pose.anchor.r)),
        _ => None,
    }
}

#[test]
fn away_is_farther_at_every_step_and_then_homeward() {
    bites(&["MC-HEX-11"], || {
        // An enemy due west: east, north-east and south-east lead away alike, and Blue is at home in the south.
        let field =
            Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).foot("R1", 1, (14, 30), "S", Shape::Open);
        let game = field.game(&[]);
        assert_eq!(runs(&game, "B1", &["R1"], 3), Some((20, 33)));
        let field =
            Fixture::plain().foot("R1", 1, (20, 30), "S", Shape::Open).foot("B1", 1, (14, 30), "N", Shape::Open);
        assert_eq!(runs(&field.game(&[]), "R1", &["B1"], 3), Some((23, 27)), "Red in the north");
        // An enemy behind it on its own side of the field drives it off its own edge.
        let field =
            Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).foot("R1", 1, (20, 36), "N", Shape::Open);
        let end = runs(&field.game(&[]), "B1", &["R1"], 3).expect("room");
        assert_eq!(hex(end.0, end.1).distance(hex(20, 36)), 9);
        // Nobody to run from: home, by the first of e0 to e5.
        assert_eq!(runs(&game, "B1", &[], 3), Some((20, 33)));
    });
}

/// Whether (20, 30) is a haven for a routing unit there, with an enemy 10 inches north of it.
fn haven(field: Fixture) -> bool {
    let field = field.foot("B1", 1, (20, 30), "N", Shape::Open).marks(marks::ROUTING);
    let game = field.foot("R1", 1, (20, 20), "S", Shape::Open).game(&[]);
    is_haven(&game.war, game.id("B1"), hex(20, 30))
}

#[test]
fn havens_are_in_or_behind_cover_or_behind_friends() {
    bites(&["MC-MOVE-24"], || {
        let plain = Fixture::plain;
        assert!(!haven(plain()), "in view in the open");
        for terrain in [Terrain::Woods, Terrain::LightWoods, Terrain::DenseWoods, Terrain::WoodenBuilding] {
            assert!(haven(plain().terrain(terrain, &[(20, 30)])), "{terrain:?}");
        }
        assert!(!haven(plain().terrain(Terrain::Rough, &[(20, 30)])));
        assert!(haven(plain().terrain(Terrain::Woods, &[(20, 25)])), "no enemy stand sees it");
        let covers = [Obstacle::Fence, Obstacle::Hedge, Obstacle::Wall, Obstacle::Ditch, Obstacle::Earthwork];
        for obstacle in covers {
            assert!(haven(plain().above(30, obstacle)), "right behind {obstacle:?}");
            assert!(haven(plain().above(26, obstacle)), "four hexes behind {obstacle:?}");
            assert!(!haven(plain().above(31, obstacle)) && !haven(plain().above(20, obstacle)), "not between them");
        }
        assert!(!haven(plain().above(30, Obstacle::Stream)), "a stream covers nobody");
        let friend = |q, mark| plain().foot("B2", 1, (q, 26), "N", Shape::Open).marks(mark);
        assert!(haven(friend(20, battle::Marks::empty())), "behind friends");
        assert!(!haven(friend(23, battle::Marks::empty())), "beside them");
        assert!(haven(friend(20, marks::PANIC)));
    });
}

#[test]
fn routing_friends_are_no_haven() {
    // They hide it all the same from who cannot see past them, so a second enemy looks round them.
    let field = Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).marks(marks::ROUTING);
    let field = field.foot("R1", 1, (20, 20), "S", Shape::Open).foot("R2", 1, (30, 20), "S", Shape::Open);
    let behind = |mark| {
        let game = field.clone().foot("B2", 1, (20, 26), "N", Shape::Open).marks(mark).game(&[]);
        is_haven(&game.war, game.id("B1"), hex(20, 30))
    };
    assert_eq!([behind(battle::Marks::empty()), behind(marks::ROUTING)], [true, false]);
}

/// An eight-stand line breaks 7 inches from an enemy and runs at once; what it throws besides 3.
fn broken(field: Fixture, dice: &[u8]) -> Game<McNally> {
    let field = field.foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
    let mut game = field.game(dice);
    let unit = game.id("B1");
    breaks(&mut game.umpire(), unit, When::Now);
    game
}

/// The row of the command stand.
fn row(game: &Game<McNally>) -> i16 {
    command_stand(&game.war, game.id("B1")).r
}

#[test]
fn a_rout_goes_its_whole_distance_unless_a_haven_comes_first() {
    bites(&["MC-MOVE-25"], || {
        let distance = |field: Fixture| row(&broken(field, &[2, 3, 4])) - 30;
        assert_eq!(distance(Fixture::plain()), 12, "3d6+3 in the open: its own stands hide nobody");
        assert_eq!(distance(Fixture::plain().terrain(Terrain::Rough, &rows(33..=40))), 12, "at no terrain cost");
        assert_eq!(distance(Fixture::plain().terrain(Terrain::Woods, &rows(36..=36))), 6, "the first haven");
        assert_eq!(distance(Fixture::plain().above(36, Obstacle::Wall)), 6, "behind the wall");
        // A move that begins in a haven goes its full distance.
        let begins = || Fixture::plain().above(28, Obstacle::Fence).terrain(Terrain::Woods, &rows(36..=36));
        assert_eq!(distance(begins()), 12);
        // By the other reading it always does.
        let full = Fixture::plain().terrain(Terrain::Woods, &rows(36..=36)).house("rout_stop", "full");
        assert_eq!(distance(full), 12);
    });
}

#[test]
fn a_rout_off_the_map_or_without_a_way_is_the_end() {
    let field = Fixture::plain().foot("B1", 8, (-10, 54), "N", Shape::Line).foot("R1", 8, (-8, 47), "S", Shape::Line);
    let mut game = field.clone().game(&[1, 1, 1]);
    let unit = game.id("B1");
    breaks(&mut game.umpire(), unit, When::Now);
    assert!(!game.is_there("B1"), "6 hexes from row 54 of 60");
    let mut game = field.terrain(Terrain::Impassable, &rows(56..=59)).game(&[1, 1, 1]);
    breaks(&mut game.umpire(), unit, When::Now);
    assert!(game.is_there("B1") && row(&game) == 55, "it goes as far as it can");
    // No legal step at all: captured.
    let field = Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 8, (13, 23), "S", Shape::Line);
    let mut game = field.terrain(Terrain::Impassable, &rows(31..=59)).game(&[1, 1, 1]);
    breaks(&mut game.umpire(), unit, When::Now);
    assert!(!game.is_there("B1"));
}

#[test]
fn rivers_stop_who_runs_or_falls_back() {
    let game = broken(Fixture::plain().above(34, Obstacle::River), &[2, 3, 4]);
    assert_eq!(row(&game), 33);
    let field = Fixture::plain().above(34, Obstacle::River).foot("B1", 8, (10, 30), "N", Shape::Line);
    let game = field.foot("R1", 8, (13, 23), "S", Shape::Line).game(&[]);
    let way = straight_away(&game, "B1", "R1", 9);
    assert_eq!(way.last().map(|pose| pose.anchor.r), Some(32), "its rear rank is on row 33");
}

#[test]
fn routers_test_in_havens_alone() {
    bites(&["MC-MOVE-26"], || {
        let may = |field: Fixture| {
            let field = field.foot("B1", 4, (10, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
            let game = field.foot("R1", 8, (14, 20), "S", Shape::Line).phase(MORALE, Side::Blue).game(&[]);
            (may_rally(&game.war, game.id("B1")), game.may(game.order(TEST, "B1", "")))
        };
        assert_eq!(may(Fixture::plain()), (false, false));
        assert_eq!(may(Fixture::plain().terrain(Terrain::Woods, &[(10, 30)])), (true, true));
    });
}

#[test]
fn who_may_not_test_runs_on() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
    let field = field.foot("B2", 4, (40, 30), "N", Shape::Line).marks(marks::PANIC);
    let mut game = field.foot("R1", 8, (14, 20), "S", Shape::Line).phase(MORALE, Side::Blue).game(&[1, 2, 2, 2]);
    game.give(game.order(TEST, "B2", ""));
    while game.results("rout").is_empty() {
        game.give(Order::new(DONE));
    }
    assert_eq!((game.results("rout"), row(&game)), (vec![9], 39));
}

/// The way of a line of 8 so many hexes back from an enemy 7 inches north of it.
fn goes_back(field: Fixture, hexes: i32) -> Vec<Pose> {
    let field = field.foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
    let game = field.game(&[]);
    straight_away(&game, "B1", "R1", hexes)
}

#[test]
fn forced_moves_in_order_end_where_there_is_room() {
    bites(&["MC-MOVE-29"], || {
        let end = |field: Fixture, hexes| {
            let way = goes_back(field, hexes);
            let last = way[way.len() - 1];
            assert!(last.facing.name() == "N" && last.formation == way[0].formation, "it keeps its footprint");
            last.anchor.r
        };
        assert_eq!(end(Fixture::plain(), 5), 35);
        assert_eq!(end(Fixture::plain().terrain(Terrain::Woods, &rows(31..=50)), 5), 35, "at no cost");
        // A friendly line of one rank on row 35 is passed, and nobody stops on it: rows 33 and 34, or 36 and 37.
        let friend = || Fixture::plain().foot("B2", 24, (8, 35), "N", Shape::Open);
        assert_eq!([3, 4, 5, 6].map(|hexes| end(friend(), hexes)), [33, 33, 33, 36]);
        let close = Fixture::plain().foot("B2", 24, (8, 32), "N", Shape::Open);
        assert_eq!(end(close, 1), 30, "right behind it: it stays");
        // Nor next to an enemy: his line on row 40 keeps it two hexes off.
        let enemy = || Fixture::plain().foot("R2", 24, (6, 40), "N", Shape::Open);
        assert_eq!(end(enemy(), 8), 37);
        assert_eq!(end(Fixture::plain().terrain(Terrain::Impassable, &rows(34..=59)), 8), 32);
        assert_eq!(
            end(Fixture::plain().terrain(Terrain::Impassable, &rows(32..=59)), 8),
            30,
            "without a step it stays"
        );
    });
    let field = Fixture::plain().foot("B1", 8, (-10, 55), "N", Shape::Line).foot("R1", 8, (-8, 48), "S", Shape::Line);
    let game = field.game(&[]);
    let way = straight_away(&game, "B1", "R1", 9);
    assert_eq!(way.last().map(|pose| pose.anchor.r), Some(58), "the edge of the map: its rear rank is on row 59");
}

#[test]
fn who_routs_has_neither_formation_nor_facing() {
    bites(&["MC-MOVE-30a"], || {
        let field =
            Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
        let mut game = field.game(&[]);
        let (unit, mut before) = (game.id("B1"), game.stands("B1"));
        breaks(&mut game.umpire(), unit, When::Later);
        let mut after = game.stands("B1");
        before.sort_unstable();
        after.sort_unstable();
        assert_eq!(
            (shape(&game.war, unit), after),
            (Shape::Crowd, before),
            "until its first rout move it keeps its hexes"
        );
        let game = broken(Fixture::plain(), &[1, 1, 1]);
        assert_eq!((shape(&game.war, unit), row(&game)), (Shape::Crowd, 36));
        let mut far: Vec<i32> =
            game.stands("B1").iter().map(|(q, r)| hex(*q, *r).distance(command_stand(&game.war, unit))).collect();
        far.sort_unstable();
        assert_eq!(far, [0, 1, 1, 1, 1, 1, 1, 2], "its other stands close round the command stand");
    });
}

#[test]
fn until_it_runs_a_broken_unit_keeps_its_hexes_however_long_it_is() {
    bites(&["MC-MOVE-30a"], || {
        // Fourteen stands in one rank, and six with gaps.
        let breaks_up = |field: Fixture| {
            let mut game = field.foot("R1", 8, (23, 17), "S", Shape::Line).game(&[]);
            let (unit, before) = (game.id("B1"), game.stands("B1"));
            breaks(&mut game.umpire(), unit, When::Later);
            (before == game.stands("B1"), shape(&game.war, unit))
        };
        let line = Fixture::plain().foot("B1", 14, (20, 30), "N", Shape::Open);
        assert_eq!(breaks_up(line), (true, Shape::Crowd));
        let screen = Fixture::plain().unit("B1", Troops::Riflemen, 6, (20, 30), "N", Shape::Skirmish);
        assert_eq!(breaks_up(screen), (true, Shape::Crowd));
    });
}

#[test]
fn a_way_without_room_at_its_end_is_followed_as_far_as_there_is() {
    // Behind row 33 all is closed but one hex of each row: no crowd of twelve finds room there.
    let lane = |from: i16| -> Vec<(i16, i16)> {
        let open = |(q, r): &(i16, i16)| *r > from && *q != 10;
        rows(31..=59).into_iter().filter(open).collect()
    };
    bites(&["MC-MOVE-30b"], || {
        let flees = |from: i16| {
            let field = Fixture::plain().terrain(Terrain::Impassable, &lane(from));
            let field = field.foot("B1", 12, (10, 30), "N", Shape::Line).foot("R1", 8, (13, 23), "S", Shape::Line);
            let mut game = field.game(&[3, 3, 3]);
            let unit = game.id("B1");
            breaks(&mut game.umpire(), unit, When::Now);
            assert!(game.is_there("B1"), "it had a step to take");
            (game.war.strength(unit), command_stand(&game.war, unit).r)
        };
        let (figures, row) = flees(36);
        assert!(figures == 36 && row > 33, "as far as there is room: {row}");
    });
    // Where no hex of its way has room it keeps its hexes.
    let field = Fixture::plain().terrain(Terrain::Impassable, &lane(31));
    let other: Vec<(i16, i16)> = hex(10, 30).within(6).map(|hex| (hex.q, hex.r)).filter(|(_, r)| *r < 30).collect();
    let field = field.terrain(Terrain::Impassable, &other).foot("B1", 24, (10, 30), "N", Shape::Line);
    let mut game = field.foot("R1", 8, (13, 20), "S", Shape::Line).game(&[3, 3, 3]);
    let (unit, before) = (game.id("B1"), game.stands("B1"));
    breaks(&mut game.umpire(), unit, When::Now);
    assert!(game.is_there("B1"));
    assert_eq!(game.stands("B1"), before);
}

#[test]
fn a_rout_that_ends_on_friends_settles_beside_them() {
    // A friend on the end of the way: every stand of the router takes the nearest free hexes.
    let end = row(&broken(Fixture::plain(), &[1, 1, 1]));
    let plain = broken(Fixture::plain(), &[1, 1, 1]);
    let at = command_stand(&plain.war, plain.id("B1"));
    assert_eq!(end, at.r);
    let field = Fixture::plain().foot("B2", 1, (at.q, at.r), "N", Shape::Open).house("rout_stop", "full");
    let game = broken(field, &[1, 1, 1]);
    assert_eq!(game.stands("B2"), [(at.q, at.r)]);
    let mut far: Vec<i32> = game.stands("B1").iter().map(|(q, r)| hex(*q, *r).distance(at)).collect();
    far.sort_unstable();
    assert_eq!(far, [1, 1, 1, 1, 1, 1, 2, 2]);
}

#[test]
fn a_rallied_unit_chooses_formation_and_facing() {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).terrain(Terrain::Woods, &[(10, 30)]);
    let field = field.foot("R1", 8, (14, 20), "S", Shape::Line).phase(MORALE, Side::Blue);
    let mut game = field.game(&[1]);
    let unit = game.id("B1");
    breaks(&mut game.umpire(), unit, When::Later);
    game.give(game.order(TEST, "B1", ""));
    assert_eq!(game.asks(), "reform", "with room it chooses formation and facing at once");
    let poses: Vec<Pose> = game.war.reach(&game.order(RANK, "B1", "")).legal().map(|place| place.pose).collect();
    assert!(poses.iter().all(|pose| pose.anchor == hex(10, 30)));
    let facings: std::collections::BTreeSet<&str> = poses.iter().map(|pose| pose.facing.name()).collect();
    assert_eq!(facings.len(), 6);
}

#[test]
fn a_rallied_unit_without_room_waits_for_its_next_activation() {
    let held = [hex(10, 30), hex(11, 30)];
    // A friend stands on the only hex that would do.
    let shut = |hex: &hexes::Hex| !held.contains(hex) && (hex.q, hex.r) != (12, 30);
    let round: Vec<(i16, i16)> = hex(10, 30).within(5).filter(shut).map(|hex| (hex.q, hex.r)).collect();
    let field = Fixture::plain().terrain(Terrain::Impassable, &round).terrain(Terrain::Woods, &[(10, 30)]);
    let field = field.unit("B1", Troops::Riflemen, 2, (10, 50), "N", Shape::Skirmish);
    let field = field.marks(marks::ROUTING | marks::PANIC).foot("B2", 8, (-10, 50), "N", Shape::Line);
    let field = field.foot("B3", 1, (12, 30), "N", Shape::Open);
    let mut game = field.foot("R1", 8, (14, 5), "S", Shape::Line).phase(MORALE, Side::Blue).game(&[1]);
    let unit = game.id("B1");
    let pose = Pose::garrison(hex(10, 30), game.pose("B1").facing, &held).expect("two hexes");
    game.umpire().emit(battle::Event::Reshaped { unit, stands: 2, pose, fell: Vec::new() });
    game.give(game.order(TEST, "B1", ""));
    assert!(!game.marked("B1", marks::ROUTING) && game.marked("B1", marks::REFORMING));
    assert_eq!((game.pose("B1"), game.war.own(unit).owes_forming), (pose, true), "it stays where it is");
    let next = |game: &mut Game<McNally>| {
        crate::sequence::end_card(&mut game.umpire());
        game.umpire().mark(unit, marks::ACTED, false);
        game.war.state.own.card = Some(0);
    };
    next(&mut game);
    game.enter(crate::info::MOVEMENT, Side::Blue);
    assert!(!game.may(game.order(crate::info::MOVE, "B1", "")), "it has to form first");
    let friend = game.id("B3");
    crate::losses::remove(&mut game.umpire(), friend, battle::Departure::Destroyed, "MC-UNIT-7");
    game.umpire().mark(unit, marks::REFORMING, false);
    let order = game.order(crate::info::FORM, "B1", "");
    let poses: Vec<Pose> = game.war.reach(&order).legal().map(|place| place.pose).collect();
    assert!(!poses.is_empty());
    game.give(order.to(poses[0]));
    assert_eq!((shape(&game.war, unit), game.war.own(unit).owes_forming), (Shape::Skirmish, false));
}

/// MC-UNIT-1, MC-MOVE-25: inches are hexes of so many inches.
#[test]
fn a_rout_on_a_coarse_map_goes_its_inches() {
    let field = Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).foot("R1", 1, (14, 30), "S", Shape::Open);
    assert_eq!(runs(&field.scale(2).game(&[]), "B1", &["R1"], 6), Some((20, 33)), "three hexes of two inches");
}

/// MC-MORALE-10: who routs charges no more and is in no contact.
#[test]
fn who_routs_is_done_with_charge_and_contact() {
    let field = Fixture::plain().foot("B1", 4, (20, 30), "N", Shape::Line).marks(marks::CHARGING);
    let mut game = field.marks(marks::CONTACT).foot("R1", 4, (20, 10), "S", Shape::Line).game(&[]);
    let unit = game.id("B1");
    breaks(&mut game.umpire(), unit, When::Now);
    assert_eq!(
        [marks::ROUTING, marks::CHARGING, marks::CONTACT].map(|mark| game.marked("B1", mark)),
        [true, false, false]
    );
}
