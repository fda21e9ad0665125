//! Movement by dice, its costs and restrictions (chapter 6).

use battle::rule::bites;
use battle::{Crossing, Edge, Obstacle, Order, Pose, PoseStep, Side, Terrain};
use hexes::Direction::{NorthEast, NorthWest};

use super::fixture::{Fixture, hex};
use super::ways::{cost, ends, north};
use crate::info::{MOVE, MOVEMENT, PLACE, STAY};
use crate::marks;
use crate::movement::dice::pace;
use crate::profile::{Nation, Traits, Troops, Weight};
use crate::space::{Seat, Shape, body, shape_of};
use crate::tables::{self, Pace};

use PoseStep::{
    AboutFace, AheadLeft, AheadRight, BackLeft, BackRight, SideLeft, SideRight, TurnLeft, TurnRight, WheelLeft,
    WheelRight,
};

/// A Blue line of four files from (9, 30) to (12, 30).
fn line() -> Fixture {
    Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line)
}

/// Every hex of the plain whose row is one of these.
pub fn rows(rows: std::ops::RangeInclusive<i16>) -> Vec<(i16, i16)> {
    let all = rows.flat_map(|r| (-30..60).map(move |q| (q, r)));
    all.filter(|(q, r)| (0..60).contains(&(q + r / 2))).collect()
}

/// What some steps of the only unit cost within 12 inches, as the cheapest way to where they lead.
fn steps(field: Fixture, steps: &[PoseStep]) -> Option<u16> {
    let game = field.game(&[]);
    let stands = game.war.stands(game.id("B1"));
    let to = steps.iter().fold(game.pose("B1"), |pose, step| step.apply(&pose, stands));
    cost(&game, "B1", 12, &to)
}

#[test]
fn a_unit_throws_once_and_may_use_less() {
    bites(&["MC-MOVE-1"], || {
        let field = line().foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (30, 5), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 4, 1, 1]);
        game.give(game.order(MOVE, "B1", ""));
        assert_eq!(game.results("move"), [7]);
        let place = game.order(PLACE, "B1", "");
        let to = game.pose("B1").at(hex(11, 28));
        assert!(!game.may(place.to(game.pose("B1").at(hex(14, 22)))), "8 hexes");
        assert!(game.may(place.to(game.pose("B1").at(hex(13, 23)))), "7 hexes");
        game.give(place.to(to));
        assert_eq!(game.pose("B1"), to);
        assert!(!game.may(game.order(MOVE, "B1", "")), "the rest is lost");
        game.give(game.order(MOVE, "B2", ""));
        game.give(game.order(STAY, "B2", ""));
        assert_eq!(game.results("move").len(), 2, "who stays has thrown for nothing");
    });
}

#[test]
fn skirmishers_and_limbered_guns_pay_nothing() {
    bites(&["MC-MOVE-2"], || {
        let ground = || {
            let field = Fixture::plain().terrain(Terrain::Rough, &rows(25..=29)).above(28, Obstacle::Fence);
            field.terrain(Terrain::Woods, &rows(20..=24))
        };
        let limbered = ground().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Limbered);
        assert_eq!(north(&limbered.clone().game(&[]), "B1", 7), 23);
        let straight = [AheadLeft, AheadLeft, AheadLeft];
        assert_eq!(steps(limbered.clone(), &straight), Some(3), "nor for the oblique");
        let rifles = ground().unit("B1", Troops::Riflemen, 3, (10, 30), "N", Shape::Skirmish);
        assert_eq!(north(&rifles.game(&[]), "B1", 7), 23);
        // By the other reading guns pay for woods, obstacles and friends, and still for nothing else.
        let paying = limbered.house("limbered_costs", "terrain");
        assert_eq!(north(&paying.clone().game(&[]), "B1", 7), 28, "2 in the rough, 2 more over the fence, 2 on");
        let open = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Limbered);
        assert_eq!(steps(open.house("limbered_costs", "terrain"), &straight), Some(3));
        // What is closed stays closed.
        let wet = Fixture::plain().terrain(Terrain::Water, &rows(27..=27)).terrain(Terrain::Marsh, &rows(24..=24));
        assert_eq!(
            north(&wet.clone().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Limbered).game(&[]), "B1", 9),
            28
        );
        assert_eq!(north(&wet.unit("B1", Troops::Riflemen, 3, (10, 30), "N", Shape::Skirmish).game(&[]), "B1", 9), 28);
    });
}

#[test]
fn the_rate_is_that_of_the_formation_at_the_start() {
    bites(&["MC-MOVE-3"], || {
        let thrown = |shape| {
            let field = Fixture::plain().foot("B1", 8, (10, 30), "N", shape).having(Traits::SKIRMISH);
            let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1, 1, 1]);
            game.give(game.order(MOVE, "B1", ""));
            (game.faces("move")[0].len(), game.results("move")[0])
        };
        assert_eq!(thrown(Shape::Line), (2, 2));
        assert_eq!(thrown(Shape::Open), (2, 4));
        assert_eq!(thrown(Shape::Column), (3, 3));
        assert_eq!(thrown(Shape::Skirmish), (3, 5));
    });
}

fn dice(dice: i16, add: i16) -> Pace {
    tables::pace(dice, add)
}

#[test]
fn dice_of_a_move() {
    bites(&["MC-MOVE-4"], || {
        let of = |troops, shape| {
            pace(&Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape).game(&[]).war, battle::UnitId(0))
        };
        assert_eq!(of(Troops::Regulars, Shape::Line), dice(2, 0));
        for troops in [Troops::Regulars, Troops::Militia, Troops::Riflemen, Troops::Jaegers] {
            assert_eq!(of(troops, Shape::Open), dice(2, 2));
            assert_eq!(of(troops, Shape::Column), dice(3, 0));
            assert_eq!(of(troops, Shape::Skirmish), dice(3, 2));
        }
        assert_eq!(of(Troops::Indians, Shape::Skirmish), dice(3, 2));
        for shape in [Shape::Line, Shape::Column, Shape::Skirmish] {
            assert_eq!(of(Troops::Horse, shape), dice(4, 0));
        }
        let foot =
            Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Skirmish).marks(marks::DISMOUNTED);
        assert_eq!(pace(&foot.game(&[]).war, battle::UnitId(0)), dice(3, 2));
        let guns = |weight, shape| {
            let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", shape).weight(weight);
            pace(&field.game(&[]).war, battle::UnitId(0))
        };
        let weights = [Weight::Light, Weight::Medium, Weight::Heavy];
        assert_eq!(weights.map(|weight| guns(weight, Shape::Limbered)), [dice(3, 0), dice(2, 0), dice(1, 0)]);
        let by_hand = [dice(1, 0), Pace { dice: 1, add: 0, small: true }, dice(0, 1)];
        assert_eq!(weights.map(|weight| guns(weight, Shape::Battery)), by_hand);
    });
}

#[test]
fn dice_of_a_rout_and_of_a_general() {
    let of = |troops, shape, weight, seat| {
        let field = Fixture::plain().unit("B1", troops, 2, (10, 30), "N", shape).weight(weight);
        let game = field.game(&[]);
        tables::rout(game.war.profile(game.id("B1")), shape, seat)
    };
    assert_eq!(of(Troops::Regulars, Shape::Line, Weight::Light, Seat::Afoot), dice(3, 3));
    assert_eq!(of(Troops::Horse, Shape::Line, Weight::Light, Seat::Saddle), dice(4, 6));
    assert_eq!(of(Troops::Horse, Shape::Skirmish, Weight::Light, Seat::Afoot), dice(3, 3), "dismounted");
    assert_eq!(of(Troops::Guns, Shape::Battery, Weight::Medium, Seat::Afoot), dice(3, 3), "the crews");
    let limbered = [Weight::Light, Weight::Medium, Weight::Heavy]
        .map(|weight| of(Troops::Guns, Shape::Limbered, weight, Seat::Afoot));
    assert_eq!(limbered, [dice(3, 3), dice(2, 3), dice(1, 3)]);
    assert_eq!(tables::RIDE, dice(4, 4));
}

#[test]
fn fifty_percent_doubles_and_two_of_them_cost_four() {
    bites(&["MC-MOVE-5", "MC-MOVE-6"], || {
        assert_eq!(steps(line(), &[AheadLeft]), Some(1));
        assert_eq!(steps(line(), &[AheadLeft, AheadRight, AheadLeft, AheadRight]), Some(4));
        assert_eq!(steps(line(), &[AheadRight, AheadLeft]), Some(2), "the first is free to choose");
        assert_eq!(steps(line(), &[AheadLeft, AheadLeft]), Some(3), "the oblique");
        assert_eq!(steps(line(), &[AheadLeft, AheadLeft, AheadLeft]), Some(5));
        assert_eq!([BackLeft, BackRight].map(|step| steps(line(), &[step])), [Some(2); 2]);
        assert_eq!([SideLeft, SideRight].map(|step| steps(line(), &[step])), [Some(2); 2]);
        assert_eq!(steps(line(), &[AheadLeft, SideLeft, AheadLeft]), Some(4), "after a side-step straight on anew");
        assert_eq!([WheelLeft, WheelRight].map(|step| steps(line(), &[step])), [Some(6); 2], "2 x (4 files - 1)");
        let two = || Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line);
        assert_eq!(steps(two(), &[WheelRight]), Some(2));
        let one = || Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open);
        assert_eq!(steps(one(), &[WheelRight]), Some(2), "a single file wheels by one hex");
        let woods = || line().terrain(Terrain::Woods, &rows(0..=59));
        assert_eq!(steps(woods(), &[AheadLeft]), Some(2));
        assert_eq!(steps(woods(), &[AheadLeft, AheadLeft]), Some(6), "woods and oblique: 4");
        assert_eq!(steps(woods(), &[BackLeft]), Some(4));
        assert_eq!(steps(woods(), &[WheelRight]), Some(12));
        // Woods, the oblique and a friend passed: still 4 and never more.
        let friend = woods().unit("B2", Troops::Riflemen, 1, (13, 29), "N", Shape::Skirmish);
        assert_eq!(steps(friend, &[AheadRight, AheadRight, AheadRight]), Some(4 + 4 + 4));
    });
}

#[test]
fn columns_and_horse_step_neither_back_nor_aside() {
    bites(&["MC-MOVE-7"], || {
        // Within 4 inches: to face about twice is 4 and a hex between 5.
        let able = |troops, shape, step: PoseStep| {
            let game = Fixture::plain().unit("B1", troops, 8, (20, 30), "N", shape).game(&[]);
            cost(&game, "B1", 4, &step.apply(&game.pose("B1"), 8))
        };
        for step in [BackLeft, BackRight, SideLeft, SideRight] {
            assert_eq!(able(Troops::Regulars, Shape::Line, step), Some(2));
            assert_eq!(able(Troops::Militia, Shape::Open, step), Some(2));
            assert_eq!(able(Troops::Regulars, Shape::Column, step), None);
            assert_eq!([Shape::Line, Shape::Column].map(|shape| able(Troops::Horse, shape, step)), [None; 2]);
        }
        // Horse that wants to go aside faces twice.
        let horse = || Fixture::plain().unit("B1", Troops::Horse, 6, (20, 30), "N", Shape::Line);
        assert_eq!([SideLeft, SideRight].map(|step| steps(horse(), &[step])), [Some(2 + 1 + 2); 2]);
        let loose = || Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Skirmish);
        assert_eq!([BackLeft, SideLeft].map(|step| steps(loose(), &[step])), [Some(1); 2]);
    });
}

#[test]
fn every_obstacle_costs_two_and_rivers_are_closed() {
    bites(&["MC-MOVE-8"], || {
        let kinds =
            [Obstacle::Fence, Obstacle::Wall, Obstacle::Hedge, Obstacle::Ditch, Obstacle::Earthwork, Obstacle::Stream];
        for kind in kinds {
            assert_eq!(north(&line().above(29, kind).game(&[]), "B1", 7), 25, "{kind:?}");
        }
        assert_eq!(north(&line().above(29, Obstacle::River).game(&[]), "B1", 7), 29);
        for crossing in [Crossing::Ford, Crossing::Bridge] {
            let two = || Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).above(29, Obstacle::River);
            let open = |field: Fixture| {
                let edge = Edge { obstacle: Obstacle::River, crossing };
                field.crossing((10, 29), NorthWest, edge).crossing((10, 29), NorthEast, edge)
            };
            assert_eq!(north(&two().game(&[]), "B1", 7), 29);
            assert!(north(&open(two()).game(&[]), "B1", 7) < 27);
        }
    });
}

#[test]
fn about_face_costs_two_and_keeps_the_files() {
    bites(&["MC-MOVE-9"], || {
        let game = line().game(&[]);
        let about = AboutFace.apply(&game.pose("B1"), 8);
        assert_eq!(cost(&game, "B1", 7, &about), Some(2));
        let mut hexes = about.stands(8).hexes().to_vec();
        let mut before = body(&game.war, game.id("B1")).hexes().to_vec();
        assert_eq!((about.anchor, hexes[0]), (hex(11, 31), hex(12, 31)), "the rear rank is in front, left is east");
        hexes.sort_unstable();
        before.sort_unstable();
        assert_eq!(hexes, before, "two full ranks keep their hexes");
        // With the first 2 inches of 7 it goes 5 hexes south, with the last 2 it comes 5 hexes north and faces back.
        let south = ends(&game, "B1", 7).into_iter().filter(|(pose, _)| pose.facing.name() == "S");
        let far: Vec<i16> = south.map(|(pose, _)| pose.anchor.r).collect();
        assert_eq!((far.iter().max(), far.iter().min()), (Some(&36), Some(&26)));
        // At both ends it costs 4.
        let back = [AheadLeft, AheadRight, AheadLeft, AheadRight, AheadLeft];
        let twice = [[AboutFace].as_slice(), back.as_slice(), [AboutFace].as_slice()].concat();
        let to = twice.iter().fold(game.pose("B1"), |pose, step| step.apply(&pose, 8));
        assert_eq!((to.facing.name(), to.anchor.r, cost(&game, "B1", 12, &to)), ("N", 35, Some(9)));
    });
}

#[test]
fn about_face_of_ranks_that_are_not_full() {
    let turned = |stands, shape| {
        let game = Fixture::plain().foot("B1", stands, (10, 30), "N", shape).game(&[]);
        let poses = ends(&game, "B1", 2).into_iter().map(|(pose, _)| pose);
        let about = poses.filter(|pose| pose.facing.name() == "S").collect::<Vec<Pose>>();
        assert_eq!(about.len(), 1);
        let hexes: Vec<(i16, i16)> = about[0].stands(stands).hexes().iter().map(|hex| (hex.q, hex.r)).collect();
        hexes
    };
    // Seven in close order: the short rank is in front now, as wide as before, and the other behind it is short.
    assert_eq!(turned(7, Shape::Line), [(12, 31), (11, 31), (10, 31), (9, 31), (12, 30), (11, 30), (10, 30)]);
    // Three ranks of two: the middle one shifts.
    assert_eq!(turned(6, Shape::Column), [(10, 32), (9, 32), (10, 31), (9, 31), (11, 30), (10, 30)]);
    assert_eq!(turned(4, Shape::Open), [(12, 30), (11, 30), (10, 30), (9, 30)]);
}

#[test]
fn horse_faces_left_or_right_and_moves_aside() {
    bites(&["MC-MOVE-10"], || {
        // Example 22. 12 inches: 2 to face, 8 along the flank, 2 to face again.
        for shape in [Shape::Line, Shape::Column] {
            let game = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", shape).game(&[]);
            let level =
                ends(&game, "B1", 12).into_iter().filter(|(pose, _)| pose.anchor.r == 30 && shape_of(pose) == shape);
            let files: Vec<i16> =
                level.filter(|(pose, _)| pose.facing.name() == "N").map(|(pose, _)| pose.anchor.q).collect();
            assert_eq!((files.iter().min(), files.iter().max()), (Some(&12), Some(&28)), "{shape:?}");
        }
        let foot = Fixture::plain().foot("B1", 4, (20, 30), "N", Shape::Open).game(&[]);
        assert_eq!(cost(&foot, "B1", 12, &foot.pose("B1").at(hex(26, 30))), Some(12), "foot side-steps at half");
    });
}

#[test]
fn horse_that_faces_once_ends_as_skirmishers() {
    bites(&["MC-MOVE-11"], || {
        let game = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Line).game(&[]);
        let loose = ends(&game, "B1", 12).into_iter().filter(|(pose, _)| shape_of(pose) == Shape::Skirmish);
        let facings = |q: i16| {
            let mut names: Vec<&str> = loose
                .clone()
                .filter(|(pose, _)| pose.anchor == hex(q, 30))
                .map(|(pose, _)| pose.facing.name())
                .collect();
            names.sort_unstable();
            names
        };
        // Example 22, without the second face: 10 hexes along the flank, in skirmish order, facing either of the two facings
        // nearest to that way.
        assert_eq!(facings(30), ["ENE", "ESE"]);
        assert_eq!(facings(10), ["WNW", "WSW"]);
        assert!(facings(31).is_empty() && facings(9).is_empty());
        let formed =
            ends(&game, "B1", 12).into_iter().filter(|(pose, _)| pose.anchor.r == 30 && shape_of(pose) == Shape::Line);
        assert!(formed.into_iter().all(|(pose, _)| matches!(pose.facing.name(), "N" | "S")), "no line faces aside");
    });
}

#[test]
fn infantry_turns_by_wheel_or_about_alone() {
    bites(&["MC-MOVE-12"], || {
        let facings = |inches| {
            let ends = ends(&line().game(&[]), "B1", inches);
            let names: std::collections::BTreeSet<&str> = ends.iter().map(|(pose, _)| pose.facing.name()).collect();
            names.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(facings(5), ["N", "S"], "a wheel of four files costs 6");
        assert_eq!(facings(7), ["ENE", "N", "S", "WNW"]);
    });
}

#[test]
fn ground_slows_or_is_closed() {
    bites(&["MC-MOVE-13"], || {
        let on = |field: Fixture, terrain| north(&field.terrain(terrain, &rows(0..=29)).game(&[]), "B1", 6);
        let horse = |shape| Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", shape);
        let guns = |shape| Fixture::plain().unit("B1", Troops::Guns, 2, (20, 30), "N", shape);
        for terrain in [Terrain::Rough, Terrain::LightWoods, Terrain::Woods, Terrain::DenseWoods] {
            assert_eq!(on(line(), terrain), 27);
            assert_eq!(on(horse(Shape::Line), terrain), 27);
        }
        assert_eq!(on(line(), Terrain::Marsh), 27);
        assert_eq!([Shape::Line, Shape::Column].map(|shape| on(horse(shape), Terrain::Marsh)), [30; 2], "closed to it");
        assert_eq!(on(horse(Shape::Skirmish), Terrain::Marsh), 24);
        assert_eq!([Shape::Limbered, Shape::Battery].map(|shape| on(guns(shape), Terrain::Marsh)), [30; 2]);
        for terrain in [Terrain::Crops, Terrain::Ploughed, Terrain::Open] {
            assert_eq!(on(line(), terrain), 24);
        }
        for terrain in [Terrain::Water, Terrain::Impassable] {
            assert_eq!(on(line(), terrain), 30);
        }
        assert_eq!(on(line().level(1, &rows(20..=29)), Terrain::Open), 24, "slopes cost nothing");
        // By the other reading dense woods are closed to formed horse and guns.
        let closed = |field: Fixture| on(field.house("dense_woods", "closed"), Terrain::DenseWoods);
        assert_eq!([closed(horse(Shape::Line)), closed(guns(Shape::Limbered))], [30; 2]);
        assert_eq!([closed(horse(Shape::Skirmish)), closed(line())], [24, 27]);
    });
}

#[test]
fn a_road_cancels_the_ground_for_columns_and_limbered_guns() {
    let paved = |shape| {
        let file: Vec<(i16, i16)> = (0..10).map(|step| (10 + (step + 1) / 2, 29 - step)).collect();
        let field = Fixture::plain().foot("B1", 3, (10, 30), "N", shape).terrain(Terrain::Woods, &rows(20..=29));
        north(&field.road(&file).game(&[]), "B1", 6)
    };
    assert_eq!(paved(Shape::Column), 24);
    assert_eq!(paved(Shape::Open), 27);
}

#[test]
fn guns_by_hand_pivot_for_two_inches() {
    bites(&["MC-MOVE-28"], || {
        let pivots = |weight, inches| {
            let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).weight(weight);
            let game = field.game(&[]);
            [TurnLeft, TurnRight].map(|step| cost(&game, "B1", inches, &step.apply(&game.pose("B1"), 2)).is_some())
        };
        assert_eq!([pivots(Weight::Light, 1), pivots(Weight::Light, 2)], [[false; 2], [true; 2]]);
        assert_eq!([pivots(Weight::Medium, 1), pivots(Weight::Medium, 2)], [[false; 2], [true; 2]]);
        // Heavy guns have an inch, and pivot for all of it.
        assert_eq!(pivots(Weight::Heavy, 1), [true; 2]);
        let heavy = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).weight(Weight::Heavy);
        let game = heavy.game(&[]);
        assert_eq!(cost(&game, "B1", 1, &TurnLeft.apply(&game.pose("B1"), 2)), Some(1));
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).weight(Weight::Light);
        let game = field.nation(Nation::British).game(&[]);
        let twice = [TurnRight, TurnRight].iter().fold(game.pose("B1"), |pose, step| step.apply(&pose, 2));
        assert_eq!(cost(&game, "B1", 6, &twice), Some(4));
    });
}

#[test]
fn placing_is_the_throwers_alone() {
    let field = line().foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (30, 5), "S", Shape::Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 4]);
    game.give(game.order(MOVE, "B1", ""));
    assert!(!game.may(Order::new(PLACE).by(game.object("B2")).to(game.pose("B2").at(hex(31, 28)))));
}

#[test]
fn throws_of_guns_by_hand() {
    let thrown = |weight, dice: &[u8]| {
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).weight(weight);
        let field = field.foot("R1", 8, (30, 5), "S", Shape::Line).phase(MOVEMENT, Side::Blue);
        let mut game = field.game(dice);
        game.give(game.order(MOVE, "B1", ""));
        game.all_fell();
        game.results("move")
    };
    assert_eq!(thrown(Weight::Light, &[5]), [5]);
    assert_eq!(thrown(Weight::Medium, &[2]), [2], "a d3");
    assert_eq!(thrown(Weight::Heavy, &[]), [1], "an inch without a die");
}

#[test]
fn every_run_of_obstacles_is_paid_however_many_there_are() {
    // Two fences and up to 70 odd lengths of hedge between them in number: 7 inches are still 3 hexes.
    for hedges in 0..70 {
        let mut field = Fixture::plain().foot("B1", 8, (12, 30), "N", Shape::Line);
        let fence = [(30, 0..25), (29, 10..30)];
        for (row, columns) in fence {
            for (q, side) in columns.flat_map(|q| [(q, NorthEast), (q, NorthWest)]) {
                field = field.edge((q, row), side, Obstacle::Fence);
            }
        }
        let spots =
            [1, 3, 5, 7].into_iter().flat_map(|q| (34..58).step_by(2).chain((4..24).step_by(2)).map(move |r| (q, r)));
        for spot in spots.take(hedges) {
            field = field.edge(spot, hexes::Direction::East, Obstacle::Hedge);
        }
        assert_eq!(north(&field.game(&[]), "B1", 7), 27, "{hedges} hedges");
    }
}
