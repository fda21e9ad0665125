//! Measures, footprints, zones, sides and turns (EA-BASE, EA-UNIT, EA-SPACE-1 to 6).

use std::collections::BTreeSet;

use battle::rule::bites;
use hexes::{Facing, Hex, Local, Midpoint};

use super::drawn::drawn;
use super::fixture::{Fixture, Sketch, hex};
use super::words::Geometry;
use crate::Class::{Cavalry, Guns, Infantry};
use crate::movement::Gait;
use crate::space::zones::{Zone, relevant_side, side_centre, side_stands, turned, zone};

fn alone() -> Sketch {
    Fixture::open(40, 40).unit("B1", Infantry, "20,20", "N").build()
}

/// The hex `u` half-hexes right and `k` rows ahead of the middle of the front rank.
fn local(stage: &Sketch, facing: &str, u: i32, k: i32) -> Hex {
    let frame = stage.at("20,20", facing).frame(4);
    let there = |hex: &Hex| frame.local(*hex) == Local { u: 2 * u, k: 2 * k };
    stage.war.field().ground().grid().iter().find(there).expect("a hex there")
}

#[test]
fn ex_17_zones_by_the_exact_test() {
    bites(&["EA-SPACE-1"], || {
        let stage = alone();
        let drawn = [
            (4, 1, Zone::Front),
            (6, 1, Zone::Right),
            (5, 0, Zone::Right),
            (4, -1, Zone::Rear),
            (5, 2, Zone::Front),
            (7, 2, Zone::Right),
            (8, 3, Zone::Front),
            (10, 3, Zone::Right),
            (9, 4, Zone::Front),
            (11, 4, Zone::Right),
            (-6, 1, Zone::Left),
        ];
        for facing in Facing::ALL {
            let pose = stage.at("20,20", facing.name());
            for (u, k, expected) in drawn {
                let place = Midpoint::from(local(&stage, facing.name(), u, k));
                assert_eq!(zone(&pose, &stage.rules, place), expected, "{facing} ({u},{k})");
            }
        }
    });
}

#[test]
fn the_rear_zone_begins_behind_the_last_rank() {
    bites(&["EA-SPACE-1"], || {
        let stage = Fixture::open(40, 40).rules(|rules| rules.ranks = 3).build();
        let pose = stage.at("20,20", "N");
        let there = |u, k| zone(&pose, &stage.rules, local(&stage, "N", u, k).into());
        assert_eq!(there(9, -2), Zone::Right, "beside the ranks");
        assert_eq!(there(1, -4), Zone::Rear);
        assert_eq!(there(8, -3), Zone::Right, "one row behind the last rank, too far aside");
        assert_eq!(there(4, -3), Zone::Rear);
        assert_eq!(
            (there(5, -4), there(7, -4)),
            (Zone::Rear, Zone::Right),
            "two rows behind it, as in front (EA-SPACE-2)"
        );
    });
}

#[test]
fn the_front_zone_widens_as_charted() {
    bites(&["EA-SPACE-2", "EA-BASE-2"], || {
        let stage = alone();
        let seen = stage.scene().fire_zone(stage.id("B1"), &stage.pose("B1"), 32);
        let in_row = |k: i16| seen.iter().filter(|(hex, _)| hex.offset().row == 20 - k).count();
        assert_eq!([1, 2, 3, 4, 8].map(in_row), [5, 6, 9, 10, 16]);
        let near = stage.scene().fire_zone(stage.id("B1"), &stage.pose("B1"), 4);
        assert!(near.iter().all(|(_, distance)| *distance <= 4) && near.contains(&(hex("20,16"), 4)));
    });
}

#[test]
fn sides_are_rows_of_outer_stands() {
    bites(&["EA-SPACE-3"], || {
        let stage = Fixture::open(40, 40).rules(|rules| rules.ranks = 2).build();
        let pose = stage.at("20,20", "N");
        let side = |side| side_stands(&pose, &stage.rules, side).hexes().to_vec();
        let hexes = |places: &[&str]| places.iter().map(|place| hex(place)).collect::<Vec<_>>();
        assert_eq!(side(Zone::Front), hexes(&["19,20", "20,20", "21,20", "22,20"]));
        assert_eq!(side(Zone::Rear), hexes(&["19,21", "20,21", "21,21", "22,21"]));
        assert_eq!(side(Zone::Left), hexes(&["19,20", "19,21"]));
        assert_eq!(side(Zone::Right), hexes(&["22,20", "22,21"]));
        let centre = side_centre(&pose, &stage.rules, Zone::Left);
        assert_eq!(centre, Midpoint::between(hex("19,20"), hex("19,21")));
    });
}

#[test]
fn every_unit_has_the_layout_in_force() {
    bites(&["EA-UNIT-7", "EA-UNIT-8", "EA-RES-35"], || {
        for (files, ranks) in [(4, 1), (3, 1), (4, 2), (3, 3)] {
            let stage = Fixture::open(40, 40).rules(|rules| (rules.files, rules.ranks) = (files, ranks)).build();
            let print = stage.scene().footprint(&stage.at("20,20", "ENE"));
            assert_eq!((print.hexes().len(), print.front().len()), (usize::from(files * ranks), usize::from(files)));
            let along = Facing::EastNorthEast.right_flank();
            assert!(print.front().windows(2).all(|pair| pair[0] + along == pair[1]), "one straight edge");
            let one_by_one: Vec<Hex> =
                crate::space::measure::stands_of(stage.scene(), &stage.at("20,20", "ENE")).collect();
            assert_eq!(print.hexes(), one_by_one);
        }
    });
}

#[test]
fn inches_convert_once_and_round_down() {
    bites(&["EA-BASE-3"], || {
        let stage = Fixture::open(9, 9).scale(2).build();
        assert_eq!([6, 7, 8].map(|inches| stage.scene().hexes(inches)), [3, 3, 4]);
        assert_eq!(stage.scene().inches(3), 6);
        let field = Fixture::open(40, 40).scale(2).unit("B1", Infantry, "10,30", "N").unit("R1", Infantry, "11,5", "S");
        let game = drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), &[]);
        let game = game.at(crate::info::ORDERS, battle::Side::Blue);
        let rides = ["10,24", "10,23"].map(|place| game.barred(&format!("ride BG >{place}")));
        assert_eq!(rides, ["", "EA-GEN-1"], "12 inches are six hexes");
    });
}

#[test]
fn distance_is_from_nearest_stand_to_nearest_stand() {
    bites(&["EA-BASE-6"], || {
        let stage = Fixture::open(40, 40)
            .unit("B1", Infantry, "10,20", "N")
            .unit("R1", Infantry, "20,20", "N")
            .unit("R2", Infantry, "11,19", "S")
            .build();
        let (scene, b1) = (stage.scene(), stage.id("B1"));
        assert_eq!(scene.gap(b1, &stage.pose("B1"), stage.id("R1")), 7, "from column 12 to column 19");
        assert_eq!(scene.gap(b1, &stage.pose("B1"), stage.id("R2")), 1, "base contact is one inch");
        assert!(
            scene.enemy_within(b1, &stage.at("10,26", "N"), 7) && !scene.enemy_within(b1, &stage.at("10,26", "N"), 6)
        );
    });
}

#[test]
fn nobody_is_held_by_enemies_nearby() {
    bites(&["EA-BASE-7"], || {
        let stage =
            Fixture::open(40, 40).unit("B1", Infantry, "20,20", "N").unit("R1", Cavalry, "25,17", "WSW").build();
        let reach = stage.scene().advance(stage.id("B1"), &stage.pose("B1"), false, 7, Gait::Move);
        assert!(reach.allows(&stage.at("20,13", "N")) || reach.allows(&stage.at("19,13", "N")));
    });
}

#[test]
fn half_a_base_width_must_be_in_the_arc() {
    bites(&["EA-SPACE-4"], || {
        let target = |place| {
            let stage =
                Fixture::open(40, 40).unit("B1", Infantry, "20,30", "N").unit("R1", Infantry, place, "ESE").build();
            stage.scene().charge_aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1"))
        };
        assert_eq!(target("17,27"), Some(Zone::Front), "two stands of four are in the arc");
        assert_eq!(target("16,28"), None, "one is");
    });
}

#[test]
fn a_flank_of_one_stand_needs_that_one() {
    bites(&["EA-RES-13"], || {
        let stage = Fixture::open(40, 40).unit("B1", Guns, "10,20", "N").unit("R1", Infantry, "13,12", "ESE").build();
        let (b1, r1) = (stage.id("B1"), stage.id("R1"));
        let aim = |at| {
            let aim = stage.scene().aim(b1, &stage.pose("B1"), r1, &at);
            aim.map(|aim| (aim.side, aim.flank_bonus))
        };
        assert_eq!(aim(stage.pose("R1")), Some((Zone::Right, true)));
        assert_eq!(aim(stage.at("13,12", "S")), Some((Zone::Front, false)));
    });
}

/// Guns at row 30 look north; the front of the target is the closest side, but only its end stand is in the arc.
fn slanting() -> Fixture {
    Fixture::open(40, 40).unit("B1", Guns, "20,30", "N").unit("R1", Infantry, "16,28", "ESE")
}

fn aimed(field: Fixture) -> Option<(Zone, bool)> {
    let stage = field.build();
    let (b1, r1) = (stage.id("B1"), stage.id("R1"));
    assert_eq!(stage.scene().charge_aim(b1, &stage.pose("B1"), r1, &stage.pose("R1")), None, "no Assault on any");
    stage.scene().aim(b1, &stage.pose("B1"), r1, &stage.pose("R1")).map(|aim| (aim.side, aim.flank_bonus))
}

#[test]
fn the_closest_visible_side_is_shot_at_or_none() {
    bites(&["EA-SPACE-5"], || {
        assert_eq!(aimed(slanting()), None, "the closest side is visible, but too little of it in the arc");
        let hidden = slanting().ground("17,29", 't');
        assert_eq!(aimed(hidden), Some((Zone::Left, false)), "the flank is the closest side that is visible");
        let fallback = slanting().rules(|rules| rules.side_fallback = true);
        assert_eq!(aimed(fallback), Some((Zone::Left, false)), "by house rule another side, which earns nothing");
    });
}

#[test]
fn the_closest_side_by_zone_or_by_centre() {
    bites(&["EA-RES-12"], || {
        let field = |nearest| Fixture::open(40, 40).rules(move |rules| rules.side_nearest_centre = nearest).build();
        for (nearest, expected) in [(false, Zone::Front), (true, Zone::Right)] {
            let stage = field(nearest);
            let (shooter, target) = (stage.at("14,16", "N"), stage.at("10,20", "N"));
            assert_eq!(relevant_side(stage.scene(), &shooter, &target), expected);
        }
    });
}

#[test]
fn range_is_that_of_the_nearest_stands_or_of_the_sight_line() {
    bites(&["EA-RES-30"], || {
        let aim = |by_line| {
            let stage = Fixture::open(40, 40)
                .rules(|rules| rules.range_los_line = by_line)
                .unit("B1", Infantry, "10,20", "N")
                .unit("R1", Infantry, "14,16", "S")
                .build();
            stage.scene().aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1"))
        };
        assert_eq!(aim(false).map(|aim| aim.distance), Some(4));
        assert_eq!(aim(true), None, "three hexes aside and four rows ahead make more than 4 inches");
    });
}

#[test]
fn a_turn_keeps_a_middle_stand_and_an_about_face_all_hexes() {
    bites(&["EA-SPACE-6"], || {
        let stage = alone();
        let (scene, pose) = (stage.scene(), stage.pose("B1"));
        let hexes = |pose| scene.footprint(&pose).hexes().iter().copied().collect::<BTreeSet<_>>();
        for facing in Facing::ALL.into_iter().filter(|facing| *facing != pose.facing) {
            let turns: Vec<_> = turned(&pose, &stage.rules, facing).collect();
            if facing == pose.facing.opposite() {
                assert_eq!(turns.len(), 1);
                assert_eq!(hexes(turns[0]), hexes(pose));
            } else {
                assert_eq!(turns.len(), 2);
                assert!(hexes(turns[0]).contains(&hex("20,20")) && hexes(turns[1]).contains(&hex("21,20")));
            }
        }
        let turns = |field: Fixture| {
            let stage = field.build();
            let turns = stage.scene().free_turns(stage.id("B1"), &stage.pose("B1"));
            [stage.at("20,20", "ENE"), stage.at("20,19", "ENE")].map(|turn| turns.contains(&turn))
        };
        let alone = || Fixture::open(40, 40).unit("B1", Infantry, "20,20", "N");
        assert_eq!(turns(alone()), [true, true]);
        assert_eq!(turns(alone().unit("B2", Infantry, "23,21", "N")), [true, true], "swept over, not stood on");
        assert_eq!(turns(alone().unit("B2", Infantry, "21,22", "N")), [false, true], "one turn would stand on it");
        let odd = Fixture::open(40, 40).rules(|rules| rules.files = 3).build();
        assert_eq!(turned(&odd.at("20,20", "N"), &odd.rules, Facing::EastSouthEast).count(), 1);
    });
}

#[test]
fn the_length_of_a_sight_line_counts_begun_inches() {
    // From front centre to front centre: four rows are 3.46 hexes, two hexes aside and four rows 4, two and two 2.65.
    let ranges = |inches: u8| {
        ["11,16", "13,16", "13,18"].map(|place| {
            let field = Fixture::open(40, 40).scale(inches).rules(|rules| rules.range_los_line = true);
            let stage = field.unit("B1", Guns, "10,20", "N").unit("R1", Infantry, place, "S").build();
            let aim = stage.scene().aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1"));
            aim.map(|aim| aim.distance)
        })
    };
    assert_eq!(ranges(1), [Some(4), Some(4), Some(3)]);
    let far = ["10,31", "18,14"].map(|place| {
        let field = Fixture::open(40, 60).rules(|rules| rules.range_los_line = true);
        let stage = field.unit("B1", Guns, "10,50", "N").unit("R1", Infantry, place, "S").build();
        let aim = stage.scene().aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1"));
        aim.map(|aim| aim.distance)
    });
    assert_eq!(far, [Some(17), Some(32)], "half a hex aside and 19 rows are 16.46, seven and 36 are 31.95");
    assert_eq!(ranges(2), [Some(7), Some(8), Some(6)], "6.93, 8 and 5.29");
    assert_eq!(ranges(3), [Some(11), Some(12), Some(8)], "10.39, 12 and 7.94");
}
