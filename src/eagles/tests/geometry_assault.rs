//! The way into an Assault (EA-ASSAULT-1 to 6).

use battle::rule::bites;
use hexes::{Facing, Local};

use super::fixture::{Fixture, Sketch, hex};
use super::words::Geometry;
use crate::Class::{self, Cavalry, Guns, Infantry, Lights};
use crate::Traits;
use crate::assault::Approach;
use crate::space::zones::Zone;

/// Blue at row 30 looks north, Red faces it.
fn facing(class: Class, place: &str) -> Fixture {
    Fixture::open(40, 40).unit("B1", class, "20,30", "N").unit("R1", Infantry, place, "S")
}

fn approach(stage: &Sketch) -> Result<Approach, &'static str> {
    stage.scene().approach(stage.id("B1"), stage.id("R1")).map_err(|bar| bar.clause())
}

/// Anchors of the contact poses of the first charge, with the roll needed.
fn contacts(stage: &Sketch) -> Vec<(String, i32)> {
    let approach = approach(stage).expect("an approach");
    let contacts = approach.charges[0].contacts.iter();
    contacts.map(|contact| (contact.pose.anchor.offset().to_string(), contact.needed)).collect()
}

fn drawn(contacts: &[(&str, i32)]) -> Vec<(String, i32)> {
    contacts.iter().map(|(place, needed)| ((*place).to_string(), *needed)).collect()
}

#[test]
fn infantry_and_cavalry_assault() {
    bites(&["EA-ASSAULT-1"], || {
        for class in [Infantry, Cavalry] {
            assert!(approach(&facing(class, "21,24").build()).is_ok());
        }
        for class in [Lights, Guns] {
            assert_eq!(approach(&facing(class, "21,24").build()), Err("EA-ASSAULT-1"));
        }
        let friend =
            Fixture::open(40, 40).unit("B1", Infantry, "20,30", "N").unit("B2", Infantry, "21,24", "S").build();
        assert!(friend.scene().approach(friend.id("B1"), friend.id("B2")).is_err());
    });
}

#[test]
fn a_declaration_needs_sight_and_half_of_the_nearest_side() {
    bites(&["EA-ASSAULT-2"], || {
        assert_eq!(approach(&facing(Infantry, "21,24").block(0..=39, 27..=27, 'w').build()), Err("EA-ASSAULT-2"));
        let flank =
            Fixture::open(40, 40).unit("B1", Infantry, "20,30", "N").unit("R1", Infantry, "20,24", "ENE").build();
        assert_eq!(approach(&flank).map(|approach| approach.side), Ok(Zone::Right));
    });
}

#[test]
fn ex_18_the_direction_of_an_assault() {
    bites(&["EA-ASSAULT-3", "EA-ASSAULT-4"], || {
        for (place, (u, k), expected) in [
            ("21,24", (0, 12), Ok(vec![Facing::North])),
            ("23,24", (8, 12), Ok(vec![Facing::North])),
            ("24,24", (12, 12), Ok(vec![Facing::North, Facing::EastNorthEast, Facing::EastNorthEast])),
            ("25,24", (16, 12), Ok(vec![Facing::EastNorthEast, Facing::EastNorthEast])),
            ("26,24", (20, 12), Ok(vec![Facing::EastNorthEast, Facing::EastNorthEast])),
            ("27,24", (24, 12), Err("EA-ASSAULT-3")),
        ] {
            let stage = facing(Cavalry, place).build();
            let frame = stage.pose("B1").frame(4);
            let centre = crate::space::zones::side_centre(&stage.pose("R1"), &stage.rules, Zone::Front);
            assert_eq!(frame.local_of(centre), Local { u, k });
            let starts = approach(&stage).map(|approach| approach.charges.iter().map(|one| one.start.facing).collect());
            assert_eq!(starts, expected, "{place}");
        }
    });
}

#[test]
fn who_may_not_turn_keeps_its_facing() {
    for traits in [Traits::MILITIA, Traits::SLUGGISH] {
        let stage =
            Fixture::open(40, 40).unit("B1", Cavalry, "20,30", "N").traits(traits).unit("R1", Infantry, "25,24", "S");
        let charges = approach(&stage.build()).expect("an approach").charges;
        assert!(charges.iter().all(|charge| charge.start.facing == Facing::North));
    }
}

#[test]
fn ex_22_the_distance_of_a_charge() {
    bites(&["EA-ASSAULT-5"], || {
        assert_eq!(contacts(&facing(Infantry, "21,24").build()), drawn(&[("19,25", 5), ("20,25", 5)]));
        let far = facing(Infantry, "21,20").build();
        assert_eq!(contacts(&far), drawn(&[("19,21", 9), ("20,21", 9)]));
        let approach = approach(&far).expect("an approach");
        let short = approach.charges[0].short(far.scene(), 7);
        let rows: std::collections::BTreeSet<i16> =
            short.legal().map(|place| 30 - place.pose.anchor.offset().row).collect();
        assert_eq!(rows.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
    });
}

#[test]
fn a_target_beyond_any_roll_is_refused() {
    assert!(approach(&facing(Infantry, "21,19").build()).is_ok(), "ten inches");
    assert_eq!(approach(&facing(Infantry, "21,18").build()), Err("EA-ASSAULT-6"), "eleven");
    assert!(approach(&facing(Cavalry, "21,13").build()).is_ok(), "sixteen");
}

#[test]
fn a_short_roll_goes_in_full_by_house_rule() {
    bites(&["EA-RES-19"], || {
        for (full, rows) in [(true, vec![23]), (false, (23..=30).collect())] {
            let far = facing(Infantry, "21,20").rules(|rules| rules.charge_full = full).build();
            let short = approach(&far).expect("an approach").charges[0].short(far.scene(), 7);
            let ends: std::collections::BTreeSet<i16> =
                short.legal().map(|place| place.pose.anchor.offset().row).collect();
            assert_eq!(ends.into_iter().collect::<Vec<_>>(), rows);
        }
    });
}

#[test]
fn a_charge_stops_short_of_every_enemy() {
    let field = facing(Infantry, "21,20").unit("R2", Infantry, "25,23", "S").build();
    let short = approach(&field).expect("an approach").charges[0].short(field.scene(), 8);
    assert!(short.legal().all(|place| field.scene().gap(field.id("B1"), &place.pose, field.id("R2")) > 1));
}

/// However far off he was when the charge began: R2 stands beside rows 17 to 19 of the way, R1 across row 17.
#[test]
fn a_long_charge_stops_short_of_who_was_far_away() {
    bites(&["EA-SPACE-11"], || {
        let field = facing(Cavalry, "21,16").unit("R2", Infantry, "25,18", "S").build();
        let approach = approach(&field).expect("an approach");
        assert_eq!(approach.charges[0].needed(), Some(13));
        let short = approach.charges[0].short(field.scene(), 12);
        let apart = |place: &battle::Destination| {
            ["R1", "R2"].map(|label| field.scene().gap(field.id("B1"), &place.pose, field.id(label)))
        };
        let ends: Vec<[i32; 2]> = short.legal().map(apart).collect();
        assert!(ends.iter().flatten().all(|gap| *gap > 1), "{ends:?}");
        assert!(ends.contains(&[4, 2]), "row 20 is two hexes from R2: {ends:?}");
    });
}

#[test]
fn a_place_taken_leaves_the_next_best() {
    let helper = |place| facing(Infantry, "21,24").unit("B2", Infantry, place, "N").build();
    assert_eq!(contacts(&helper("23,25")), drawn(&[("19,25", 5)]), "columns 18 to 21 are free");
    assert_eq!(approach(&helper("21,27")), Err("EA-ASSAULT-2"), "no sight past a friend");
    let between = Fixture::open(40, 40).unit("B1", Infantry, "20,30", "N").unit("R1", Infantry, "21,24", "S");
    let between = between.block(16..=25, 25..=25, 'm').build();
    assert_eq!(approach(&between), Err("EA-ASSAULT-5"), "marsh all along the front");
}

#[test]
fn the_flank_is_contacted_in_its_own_zone() {
    let flank = Fixture::open(40, 40).unit("B1", Cavalry, "20,30", "N").unit("R1", Infantry, "20,22", "ENE").build();
    let approach = approach(&flank).expect("an approach");
    assert_eq!(approach.side, Zone::Right);
    let at = flank.pose("R1");
    let attacked = crate::space::zones::side_stands(&at, &flank.rules, Zone::Right);
    for contact in approach.charges.iter().flat_map(|charge| &charge.contacts) {
        let front = flank.scene().footprint(&contact.pose);
        let ways = [contact.pose.facing.front_left(), contact.pose.facing.front_right()];
        let touches = |stand: &hexes::Hex| {
            ways.iter().any(|way| attacked.contains(*stand + *way))
                && crate::space::zones::zone(&at, &flank.rules, (*stand).into()) == Zone::Right
        };
        assert!(front.front().iter().any(touches), "{}", contact.pose);
    }
}

#[test]
fn slow_ground_makes_a_charge_longer() {
    let stage = facing(Infantry, "21,24").block(0..=39, 25..=26, 'r').build();
    assert_eq!(contacts(&stage).first().map(|contact| contact.1), Some(7));
}

#[test]
fn a_road_lengthens_a_charge() {
    bites(&["EA-RES-43"], || {
        let road = |bonus| {
            facing(Infantry, "21,20").rules(move |rules| rules.road_assault = bonus).block(20..=20, 21..=30, '=')
        };
        let needed = |stage: &Sketch| approach(stage).expect("an approach").needed();
        assert_eq!(needed(&road(true).build()), 5);
        assert_eq!(needed(&road(false).build()), 9);
        let short = road(true).build();
        let reach = approach(&short).expect("an approach").charges[0].short(short.scene(), 4);
        assert!(reach.legal().any(|place| place.pose.anchor == hex("20,22")), "eight hexes along the road");
    });
}

#[test]
fn of_two_equal_lines_the_one_by_road_is_taken() {
    let proof = || {
        let needed = |odd_rows: i16| {
            let road = |field: Fixture, row: i16| {
                let column = if row % 2 == 0 { 20 } else { odd_rows };
                field.block(column..=column, row..=row, '=')
            };
            let stage = (22..=30).fold(facing(Infantry, "20,21"), road).build();
            approach(&stage).expect("an approach").needed()
        };
        assert_eq!([needed(19), needed(20)], [4, 4], "eight hexes less a base width, whichever hand the road bends to");
    };
    bites(&["EA-RES-43"], proof);
}
