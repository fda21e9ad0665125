//! Moves, Marches, Maneuvers and where they may end (EA-MOVE, EA-MAN, EA-SPACE-7 to 11).

use std::collections::BTreeSet;

use battle::rule::bites;
use battle::{Pose, Reach};
use hexes::Facing;

use super::fixture::{Fixture, Sketch, hex};
use super::words::{Geometry, clause};
use crate::Class::{self, Cavalry, Guns, Infantry, Lights};
use crate::Traits;
use crate::movement::Gait::{self, March, Move};

fn lone(class: Class) -> Fixture {
    Fixture::open(40, 40).unit("B1", class, "20,30", "N")
}

fn advance(stage: &Sketch, budget: i32, gait: Gait) -> Reach {
    stage.scene().advance(stage.id("B1"), &stage.pose("B1"), false, budget, gait)
}

/// The most rows ahead of row 30 where the move may end, without a turn.
fn rows(reach: &Reach) -> i16 {
    reach
        .legal()
        .filter(|place| place.pose.facing == Facing::North)
        .map(|place| 30 - place.pose.anchor.offset().row)
        .max()
        .unwrap_or(0)
}

/// Whether a move from where Blue stands may end there, or the clause against it.
fn may_end(stage: &Sketch, pose: &Pose) -> Result<(), &'static str> {
    let (scene, b1) = (stage.scene(), stage.id("B1"));
    scene.may_end(b1, pose, &scene.press(b1, &stage.pose("B1"), 40)).map_err(|bar| bar.clause())
}

/// The facings in which the move may end.
fn facings(reach: &Reach) -> usize {
    reach.legal().map(|place| place.pose.facing).collect::<BTreeSet<_>>().len()
}

#[test]
fn ex_16_distances_on_open_ground_in_woods_and_by_road() {
    bites(&["EA-MOVE-5", "EA-TERRAIN-13", "EA-TERRAIN-15", "EA-TERRAIN-2", "EA-TERRAIN-5"], || {
        let open = lone(Infantry).build();
        assert_eq!([(7, Move), (12, March)].map(|(budget, gait)| rows(&advance(&open, budget, gait))), [7, 12]);
        let wood = lone(Infantry).block(0..=39, 0..=26, 'w');
        assert_eq!(rows(&advance(&wood.build(), 7, Move)), 5, "three open rows and two of wood at 2 inches");
        let lights = lone(Lights).block(0..=39, 0..=26, 'w').build();
        assert_eq!(rows(&advance(&lights, 7, Move)), 7);
        let road = lone(Infantry).block(0..=39, 0..=26, 'w').block(20..=20, 0..=26, 'W').block(20..=20, 27..=39, '=');
        assert_eq!(rows(&advance(&road.build(), 7, Move)), 11, "BW further, all on road");
        let off = lone(Infantry).block(20..=20, 24..=39, '=').build();
        assert_eq!(rows(&advance(&off, 7, Move)), 7, "the road ends after six rows");
    });
}

#[test]
fn straight_ahead_drifts_half_a_hex_at_most() {
    bites(&["EA-SPACE-7"], || {
        let reach = advance(&lone(Infantry).build(), 3, Move);
        let ends: BTreeSet<String> = reach.legal().map(|place| place.pose.anchor.offset().to_string()).collect();
        let drawn = ["19,27", "19,29", "20,27", "20,28", "20,29", "20,30"];
        assert_eq!(ends.iter().map(String::as_str).collect::<Vec<_>>(), drawn);
    });
}

#[test]
fn every_way_is_made_of_single_steps() {
    let stage = Fixture::open(40, 40).block(15..=25, 30..=30, '=').unit("B1", Lights, "20,30", "N").build();
    let (advance, maneuver) = (advance(&stage, 9, Move), stage.scene().maneuver(stage.id("B1")));
    for reach in [advance, maneuver] {
        for place in reach.legal() {
            let way = reach.way(&place.pose);
            assert_eq!((way.first(), way.last()), (Some(&stage.pose("B1")), Some(&place.pose)));
            let small =
                |pair: &[Pose]| pair[0].facing != pair[1].facing || pair[0].anchor.distance(pair[1].anchor) == 1;
            assert!(way.windows(2).all(small), "{}", place.pose);
        }
        let mut poses: Vec<_> = reach.legal().map(|place| place.pose).collect();
        let all = poses.len();
        poses.sort_unstable();
        poses.dedup();
        assert_eq!(poses.len(), all, "one place a pose");
    }
}

#[test]
fn who_may_turn_at_the_end() {
    bites(&["EA-MOVE-2", "EA-MOVE-3"], || {
        for (class, expected) in [(Infantry, 1), (Guns, 1), (Lights, 6), (Cavalry, 6)] {
            assert_eq!(facings(&advance(&lone(class).build(), 6, Move)), expected, "{class:?}");
        }
        let stage = lone(Cavalry).build();
        let after_turn = stage.scene().advance(stage.id("B1"), &stage.at("20,30", "ENE"), true, 6, Move);
        assert_eq!(facings(&after_turn), 1, "not after a turn at the start");
    });
}

#[test]
fn the_turn_at_the_end_makes_the_end() {
    bites(&["EA-MOVE-2", "EA-MOVE-3", "EA-SPACE-11"], || {
        for class in [Lights, Cavalry] {
            let stage = lone(class).unit("R1", Infantry, "25,25", "S").build();
            let reach = advance(&stage, 6, Move);
            assert!(!reach.allows(&stage.at("20,25", "N")), "its right stand would touch the enemy");
            assert!(reach.allows(&stage.at("21,24", "ENE")), "turned there about its right middle stand it does not");
            let (scene, b1, r1) = (stage.scene(), stage.id("B1"), stage.id("R1"));
            assert!(reach.legal().all(|place| scene.gap(b1, &place.pose, r1) > 1), "no turn touches it either");
        }
        let foot = lone(Infantry).unit("R1", Infantry, "25,25", "S").build();
        assert!(!advance(&foot, 6, Move).allows(&foot.at("21,24", "ENE")), "Infantry does not turn at the end");
    });
}

#[test]
fn both_ends_by_house_rule() {
    bites(&["EA-RES-15"], || {
        let after_turn = |class, both: bool| {
            let stage = lone(class).rules(|rules| rules.turn_both_ends = both).build();
            facings(&stage.scene().advance(stage.id("B1"), &stage.at("20,30", "ENE"), true, 6, Move))
        };
        assert_eq!([Infantry, Lights, Cavalry].map(|class| after_turn(class, false)), [1, 1, 1]);
        assert_eq!([Infantry, Lights, Cavalry].map(|class| after_turn(class, true)), [1, 6, 6]);
    });
}

#[test]
fn the_free_turn_is_any_turn() {
    bites(&["EA-MOVE-6", "EA-RES-14", "EA-OPT-8", "EA-OPT-18"], || {
        let turns = |field: Fixture| {
            let stage = field.build();
            let turns = stage.scene().free_turns(stage.id("B1"), &stage.pose("B1"));
            assert_eq!(turns[0], stage.pose("B1"), "the unturned pose first");
            turns.iter().map(|pose| pose.facing).collect::<BTreeSet<_>>()
        };
        assert_eq!(turns(lone(Infantry)).len(), 6);
        let about = turns(lone(Infantry).rules(|rules| rules.turn_about_face_only = true));
        assert_eq!(about.into_iter().collect::<Vec<_>>(), [Facing::North, Facing::South]);
        assert_eq!(turns(lone(Infantry).traits(Traits::MILITIA)).len(), 1);
        assert_eq!(turns(lone(Infantry).traits(Traits::SLUGGISH)).len(), 1);
    });
}

#[test]
fn the_turn_at_the_start_comes_before_the_roll() {
    bites(&["EA-MOVE-6"], || {
        let field = lone(Infantry).unit("R1", Infantry, "5,5", "S");
        let mut game = super::drawn::drawn(field, &[3]).ordered(&["B1"]);
        assert_eq!(game.barred("move B1 20,30/ENE/line4"), "");
        game.give("move B1 20,30/ENE/line4");
        let told = game.heard.events.iter().filter_map(|event| match event {
            battle::Event::Moved { to, .. } => Some(format!("turned to {}", to.facing)),
            battle::Event::Rolled(roll) => Some(format!("{} {}", roll.label, roll.result)),
            _ => None,
        });
        assert_eq!(told.collect::<Vec<_>>(), ["turned to ENE", "move 7"]);
    });
}

#[test]
fn the_sluggish_turn_at_the_end_and_militia_never() {
    bites(&["EA-OPT-8", "EA-OPT-18"], || {
        assert_eq!(facings(&advance(&lone(Infantry).traits(Traits::SLUGGISH).build(), 6, Move)), 6);
        assert_eq!(facings(&advance(&lone(Lights).traits(Traits::MILITIA).build(), 6, Move)), 1);
        let militia = lone(Lights).traits(Traits::MILITIA).build();
        assert_eq!(facings(&militia.scene().maneuver(militia.id("B1"))), 6, "but by a Maneuver");
    });
}

#[test]
fn a_march_keeps_a_base_width_off() {
    bites(&["EA-MOVE-7"], || {
        let enemy = |place| lone(Infantry).unit("R1", Infantry, place, "S").build();
        let may = |stage: &Sketch| stage.scene().may_march(stage.id("B1"), &stage.pose("B1"));
        assert_eq!(clause(may(&enemy("21,26"))), "EA-MOVE-7", "four hexes");
        assert_eq!(clause(may(&enemy("21,25"))), "", "five hexes");
        let ahead = enemy("21,18");
        assert_eq!((rows(&advance(&ahead, 12, March)), rows(&advance(&ahead, 12, Move))), (7, 10));
        assert_eq!(rows(&advance(&enemy("21,26"), 12, March)), 0);
    });
}

#[test]
fn a_march_may_lead_away_by_house_rule() {
    bites(&["EA-RES-17"], || {
        let behind =
            |leave| lone(Infantry).rules(move |rules| rules.march_leave = leave).unit("R1", Infantry, "20,33", "N");
        assert_eq!(rows(&advance(&behind(false).build(), 12, March)), 0);
        assert_eq!(rows(&advance(&behind(true).build(), 12, March)), 12);
        let ahead = lone(Infantry).rules(|rules| rules.march_leave = true).unit("R1", Infantry, "21,26", "S").build();
        assert_eq!(rows(&advance(&ahead, 12, March)), 0, "not towards the enemy");
    });
}

#[test]
fn moving_lights_pass_friends_when_they_get_clear() {
    bites(&["EA-MOVE-9", "EA-SPACE-9"], || {
        let rank = |class, label| lone(class).unit(label, Infantry, "20,27", "N").build();
        assert_eq!(rows(&advance(&rank(Infantry, "B2"), 7, Move)), 2);
        let passing = advance(&rank(Lights, "B2"), 7, Move);
        assert_eq!(rows(&passing), 7);
        let straight = |place: &&battle::Destination| place.pose.facing == Facing::North;
        assert!(passing.legal().filter(straight).all(|place| place.pose.anchor.offset().row != 27), "not onto them");
        assert_eq!(rows(&advance(&rank(Lights, "R2"), 7, Move)), 1, "nobody passes enemies");
    });
}

#[test]
fn standing_lights_are_passed_only_by_house_rule() {
    bites(&["EA-RES-28"], || {
        let rank =
            |both| lone(Infantry).rules(move |rules| rules.pass_lights_both = both).unit("B2", Lights, "20,27", "N");
        assert_eq!(rows(&advance(&rank(false).build(), 7, Move)), 2);
        assert_eq!(rows(&advance(&rank(true).build(), 7, Move)), 7);
    });
}

#[test]
fn a_move_stays_on_the_map_and_off_other_units() {
    bites(&["EA-MOVE-10"], || {
        let stage = Fixture::open(40, 40).unit("B1", Infantry, "20,3", "N").unit("B2", Guns, "10,3", "N").build();
        assert_eq!(rows(&advance(&stage, 7, Move)), 30, "row 0 is the last");
        let refused = |pose: &Pose| may_end(&stage, pose);
        assert_eq!(refused(&stage.at("12,3", "N")), Err("EA-MOVE-10"));
        assert_eq!(refused(&stage.at("0,3", "N")), Err("EA-TERRAIN-3"));
        assert_eq!(refused(&stage.at("1,5", "N")), Ok(()));
    });
}

#[test]
fn only_an_assault_makes_contact() {
    bites(&["EA-SPACE-11", "EA-RES-34"], || {
        let ahead =
            |free| lone(Infantry).rules(move |rules| rules.contact_free = free).unit("R1", Infantry, "21,25", "S");
        assert_eq!(rows(&advance(&ahead(false).build(), 7, Move)), 3);
        assert_eq!(rows(&advance(&ahead(true).build(), 7, Move)), 4);
        let beside = lone(Infantry).unit("R1", Infantry, "24,30", "N").build();
        assert_eq!(rows(&advance(&beside, 7, Move)), 7, "who begins next to an enemy may go");
        assert!(advance(&beside, 7, Move).allows(&beside.at("20,29", "N")), "and stay next to it");
        let turned = may_end(&beside, &beside.at("22,31", "ENE"));
        assert!(turned.is_err(), "but not bring its front against it");
    });
}

#[test]
fn a_maneuver_goes_a_base_width_any_way_and_faces_any_way() {
    bites(&["EA-MAN-1", "EA-SPACE-8", "EA-MAN-2"], || {
        let stage = lone(Infantry).unit("R1", Infantry, "21,26", "S").build();
        let reach = stage.scene().maneuver(stage.id("B1"));
        assert_eq!(facings(&reach), 6);
        let farthest = |place: &battle::Destination| place.cost;
        assert_eq!(reach.legal().map(farthest).max(), Some(400));
        assert!(reach.allows(&stage.at("16,30", "N")), "sideways");
        assert!(reach.allows(&stage.at("21,34", "S")), "back, and about");
        let clear = reach.legal().all(|place| stage.scene().gap(stage.id("B1"), &place.pose, stage.id("R1")) > 1);
        assert!(clear, "near an enemy, but not into contact");
        let field = lone(Infantry).unit("R1", Infantry, "21,26", "S").unit("R2", Infantry, "5,5", "S");
        let mut game = super::drawn::drawn(field, &[]).ordered(&["B1"]);
        game.give("maneuver B1 19,30/N/line4");
        let game = game.at(crate::info::FIRING, battle::Side::Blue);
        assert_eq!(
            (game.listed("fire"), game.listed("skirmish")),
            (vec!["fire B1 >R1".into()], vec!["skirmish B1 >R1".into()])
        );
    });
}

#[test]
fn a_maneuver_makes_no_contact() {
    bites(&["EA-MAN-3"], || {
        let stage = lone(Infantry).unit("R1", Infantry, "21,28", "S").build();
        let reach = stage.scene().maneuver(stage.id("B1"));
        assert!(reach.legal().all(|place| stage.scene().gap(stage.id("B1"), &place.pose, stage.id("R1")) > 1));
    });
}

#[test]
fn a_maneuver_sweeps_no_unit() {
    bites(&["EA-SPACE-9"], || {
        let stage = lone(Infantry).unit("B2", Guns, "20,28", "N").build();
        let reach = stage.scene().maneuver(stage.id("B1"));
        assert!(!reach.allows(&stage.at("20,26", "N")), "through the guns");
        assert!(reach.allows(&stage.at("16,30", "N")));
    });
}

#[test]
fn a_maneuver_of_exact_length_by_house_rule() {
    bites(&["EA-RES-18"], || {
        let usual = lone(Infantry).build();
        assert!(usual.scene().maneuver(usual.id("B1")).allows(&usual.at("17,30", "N")), "usually up to a base width");
        let stage = lone(Infantry).rules(|rules| rules.maneuver_exact = true).build();
        let reach = stage.scene().maneuver(stage.id("B1"));
        assert!(reach.legal().all(|place| place.cost == 400 || place.pose == stage.pose("B1")));
        assert!(reach.allows(&stage.at("16,30", "N")) && !reach.allows(&stage.at("17,30", "N")));
    });
}

#[test]
fn in_woods_a_unit_moves_or_turns() {
    bites(&["EA-RES-27", "EA-TERRAIN-13"], || {
        let wood =
            |class, free: bool| lone(class).rules(move |rules| rules.woods_turn_free = free).block(0..=39, 0..=39, 'w');
        let stage = wood(Infantry, false).build();
        let (scene, b1) = (stage.scene(), stage.id("B1"));
        assert_eq!(scene.advance(b1, &stage.at("20,30", "ENE"), true, 8, Move).legal().count(), 1, "turned: no move");
        assert_eq!(rows(&advance(&stage, 8, Move)), 4);
        let maneuver = scene.maneuver(b1);
        assert_eq!(facings(&maneuver), 6);
        assert!(maneuver.legal().all(|place| place.cost == 0 || place.pose.facing == Facing::North), "shift or turn");
        assert!(maneuver.allows(&stage.at("18,30", "N")) && !maneuver.allows(&stage.at("17,30", "N")), "half of BW");
        let horse = advance(&wood(Cavalry, false).build(), 8, Move);
        assert!(horse.legal().all(|place| place.cost == 0 || place.pose.facing == Facing::North));
        assert_eq!(facings(&advance(&wood(Lights, false).build(), 8, Move)), 6);
        let edge = |rows| advance(&lone(Cavalry).block(0..=39, rows, 'w').build(), 8, Move);
        let moved_and_turned = |reach: Reach| {
            reach.legal().any(|place| {
                place.cost > 0 && place.pose.facing != Facing::North && place.pose.anchor.offset().row < 27
            })
        };
        assert!(!moved_and_turned(edge(30..=30)), "out of a wood and turned");
        assert!(moved_and_turned(edge(0..=20)), "but before a wood that it does not come to");
        let into = edge(0..=27);
        let inside = |place: &&battle::Destination| place.pose.anchor.offset().row <= 26;
        assert!(into.legal().filter(inside).all(|place| place.pose.facing == Facing::North), "into a wood and turned");
        let free = wood(Infantry, true).build();
        assert!(free.scene().advance(b1, &stage.at("20,30", "ENE"), true, 8, Move).legal().count() > 1);
    });
}

#[test]
fn a_road_turns_as_it_likes() {
    bites(&["EA-TERRAIN-5", "EA-TERRAIN-15", "EA-OPT-8"], || {
        let stage = Fixture::open(40, 40).block(20..=20, 24..=30, '=').block(20..=30, 24..=24, '=');
        let stage = stage.unit("B1", Infantry, "20,30", "N").build();
        let reach = advance(&stage, 7, Move);
        assert!(reach.allows(&stage.at("26,24", "ENE")), "six rows up, then five along the bend: BW + 7");
        assert!(!reach.allows(&stage.at("27,24", "ENE")));
        let militia = Fixture::open(40, 40).block(20..=20, 20..=30, '=').unit("B1", Infantry, "20,30", "N");
        let reach = advance(&militia.traits(Traits::MILITIA).build(), 7, Move);
        assert!(!reach.allows(&stage.at("20,30", "S")), "militia does not turn on the spot");
    });
}

#[test]
fn the_nearest_room_with_all_ties() {
    let stage = lone(Infantry).unit("B2", Infantry, "10,10", "N").build();
    let scene = stage.scene();
    let poses = scene.nearest_fit(stage.id("B1"), &stage.at("10,10", "N"), 9);
    assert_eq!(poses.len(), 4, "one row ahead or back, either shift");
    assert!(poses.iter().all(|pose| pose.anchor.distance(hex("10,10")) == 1 && pose.facing == Facing::North));
    assert_eq!(scene.nearest_fit(stage.id("B1"), &stage.at("30,10", "N"), 9), [stage.at("30,10", "N")]);
    assert!(scene.nearest_fit(stage.id("B1"), &stage.at("10,10", "N"), 0).is_empty());
}

#[test]
fn from_woods_a_maneuver_goes_half_a_base_width() {
    bites(&["EA-TERRAIN-13"], || {
        let edge = |class| lone(class).block(0..=39, 30..=30, 'w').build();
        let stage = edge(Infantry);
        let reach = stage.scene().maneuver(stage.id("B1"));
        assert!(reach.allows(&stage.at("20,28", "N")), "two hexes out of the wood");
        assert!(reach.legal().all(|place| place.pose.anchor.distance(hex("20,30")) <= 2), "and no further");
        let lights = edge(Lights);
        assert!(lights.scene().maneuver(lights.id("B1")).allows(&lights.at("20,26", "N")));
    });
}

#[test]
fn only_standing_lights_of_the_own_side_are_passed_by_house_rule() {
    let rank = |label, class| {
        let field = lone(Infantry).rules(|rules| rules.pass_lights_both = true);
        rows(&advance(&field.unit(label, class, "20,27", "N").build(), 7, Move))
    };
    assert_eq!([rank("B2", Lights), rank("B2", Infantry), rank("R2", Lights)], [7, 2, 1]);
}
