//! Retreats and follow-ups (EA-ASSAULT-17 to 23).

use battle::rule::bites;
use battle::{Crossing, Obstacle};
use hexes::Direction::{NorthEast, NorthWest};
use hexes::Facing;

use super::fixture::{Fixture, Sketch, hex};
use super::words::Geometry;
use crate::Class::{self, Cavalry, Infantry};
use crate::Traits;
use crate::retreat::{Crossed, Heading, Retreat, RetreatEnd};
use crate::space::zones::front_centre;

/// Blue at row 30 looks south and falls back north.
fn lone(class: Class) -> Fixture {
    Fixture::open(40, 40).unit("B1", class, "20,30", "S")
}

fn back(stage: &Sketch, widths: i32) -> Retreat {
    stage.scene().retreat(stage.id("B1"), Heading::Along(Facing::North), widths)
}

fn fits(stage: &Sketch, place: &str, facing: &str) -> RetreatEnd {
    RetreatEnd::Fits(stage.at(place, facing))
}

#[test]
fn a_retreat_is_full_length_whatever_the_ground_costs() {
    bites(&["EA-ASSAULT-19"], || {
        let stage = lone(Infantry).build();
        let flight = back(&stage, 3);
        assert_eq!((flight.end, flight.way.len()), (fits(&stage, "20,18", "S"), 13));
        assert_eq!(flight.crossed, []);
        let rough = lone(Infantry).block(0..=39, 0..=30, 'r').build();
        assert_eq!(back(&rough, 3).end, fits(&rough, "20,18", "S"));
    });
}

#[test]
fn from_fire_a_unit_goes_away_from_the_shooter() {
    bites(&["EA-ASSAULT-18"], || {
        let stage = lone(Infantry).unit("R1", Infantry, "26,30", "WSW").build();
        let from = front_centre(&stage.at("26,30", "S"), &stage.rules);
        let to = front_centre(&stage.pose("B1"), &stage.rules);
        let flight = stage.scene().retreat(stage.id("B1"), Heading::Away { from, to }, 1);
        assert_eq!(flight.end, fits(&stage, "16,30", "S"), "due west, facing as before");
    });
}

#[test]
fn ex_14_a_retreat_through_things() {
    bites(&["EA-ASSAULT-20a", "EA-ASSAULT-20b", "EA-ASSAULT-22"], || {
        let field = lone(Infantry).unit("B2", Infantry, "20,26", "N").block(0..=39, 20..=23, 'w');
        let stage = field.unit("B3", Infantry, "20,18", "N").build();
        let flight = back(&stage, 3);
        assert_eq!(flight.crossed.len(), 3, "{:?}", flight.crossed);
        assert!(flight.crossed.contains(&Crossed::Unit(stage.id("B2"))));
        assert!(flight.crossed.contains(&Crossed::Unit(stage.id("B3"))));
        let RetreatEnd::Displaced(poses) = &flight.end else { panic!("displaced, not {:?}", flight.end) };
        let goal = flight.way.last().expect("a way").anchor;
        assert!(poses.len() > 1 && poses.iter().all(|pose| pose.anchor.distance(goal) == 1), "{poses:?}");
        assert!(poses.iter().all(|pose| stage.scene().fits(stage.id("B1"), pose).is_ok()));
    });
}

#[test]
fn each_thing_counts_once_and_home_not_at_all() {
    bites(&["EA-ASSAULT-20b", "EA-ASSAULT-20c"], || {
        let stage = lone(Infantry).block(0..=39, 28..=31, 'w').block(0..=39, 24..=25, 'w').build();
        assert_eq!(back(&stage, 2).crossed.len(), 1, "the wood it stands in does not count");
        let hills = lone(Infantry).block(0..=39, 20..=27, '2').build();
        assert_eq!(back(&hills, 2).crossed, []);
        let hedge = lone(Infantry).above_row(28, Obstacle::Hedge).above_row(24, Obstacle::Stream).build();
        assert_eq!(back(&hedge, 2).crossed.len(), 2, "one hedge and one stream");
        let town = lone(Infantry).ground("18,27", 't').ground("20,27", 't').build();
        assert_eq!(back(&town, 2).crossed.len(), 2, "two houses apart");
    });
}

#[test]
fn the_owner_picks_the_shift_that_harms_less() {
    let stage = lone(Infantry).unit("B2", Infantry, "24,29", "N").build();
    assert_eq!(back(&stage, 1).crossed, [], "shifting away from the friend");
}

#[test]
fn only_units_count_by_house_rule() {
    bites(&["EA-RES-24"], || {
        let stage = |on: bool| {
            let field = lone(Infantry).rules(|rules| rules.crossing_units_only = on).block(0..=39, 24..=25, 'w');
            field.above_row(28, Obstacle::Hedge).unit("B2", Infantry, "20,27", "N").build()
        };
        assert_eq!(back(&stage(true), 2).crossed, [Crossed::Unit(stage(true).id("B2"))]);
        assert_eq!(back(&stage(false), 2).crossed.len(), 3, "hedge, friend and wood");
    });
}

#[test]
fn half_of_the_stands_in_the_impassable_lose_the_unit() {
    bites(&["EA-ASSAULT-21"], || {
        let lost = RetreatEnd::Eliminated("EA-ASSAULT-21");
        assert_eq!(back(&lone(Infantry).block(0..=39, 27..=27, 'm').build(), 1).end, lost);
        assert_eq!(back(&lone(Infantry).above_row(29, Obstacle::River).build(), 1).end, lost);
        let edge = Fixture::open(40, 40).unit("B1", Infantry, "20,3", "S").build();
        let over = back(&edge, 1);
        assert_eq!((over.end, over.way.len()), (lost, 4), "three rows and over the edge");
        let corner = lone(Infantry).ground("21,26", '#').build();
        let flight = back(&corner, 1);
        assert_eq!(flight.crossed, [Crossed::Barrier(hex("21,26"))], "one stand of four: one Hit");
        assert!(matches!(flight.end, RetreatEnd::Displaced(_)));
    });
}

#[test]
fn a_crossing_lets_the_whole_unit_over() {
    let river = lone(Infantry).above_row(28, Obstacle::River);
    let bridge = |field: Fixture, way| field.edge("20,28", way, Obstacle::River, Crossing::Bridge);
    let stage = [NorthEast, NorthWest].into_iter().fold(river, bridge).build();
    let flight = back(&stage, 1);
    assert_eq!((flight.crossed.len(), flight.end), (1, fits(&stage, "20,26", "S")), "one Hit for the river line");
}

#[test]
fn any_stand_in_the_impassable_by_house_rule() {
    bites(&["EA-RES-25"], || {
        let field = |any| lone(Infantry).rules(move |rules| rules.impassable_any_stand = any).ground("21,26", '#');
        assert!(matches!(back(&field(false).build(), 1).end, RetreatEnd::Displaced(_)));
        assert_eq!(back(&field(true).build(), 1).end, RetreatEnd::Eliminated("EA-ASSAULT-21"));
    });
}

#[test]
fn it_turns_its_back_by_house_rule() {
    bites(&["EA-RES-23"], || {
        for (away, facing) in [(false, "S"), (true, "N")] {
            let stage = lone(Infantry).rules(|rules| rules.retreat_faces_away = away).build();
            let RetreatEnd::Fits(pose) = back(&stage, 1).end else { panic!("room") };
            assert_eq!(pose.facing, stage.at("20,26", facing).facing);
        }
    });
}

#[test]
fn a_cap_by_house_rule() {
    bites(&["EA-RES-46"], || {
        let stage = lone(Infantry).rules(|rules| rules.retreat_cap = 2).build();
        assert_eq!(back(&stage, 5).way.len(), 9);
        let stage = lone(Infantry).rules(|rules| rules.retreat_cap = 1).build();
        assert_eq!(back(&stage, 5).way.len(), 5);
        assert_eq!(back(&lone(Infantry).build(), 5).way.len(), 21);
    });
}

#[test]
fn of_two_shifts_the_one_that_crosses_fewer_things_is_taken() {
    let any = |rules: &mut crate::Options| rules.impassable_any_stand = true;
    let right = lone(Infantry).rules(any).ground("21,29", 'w').ground("21,27", 'r');
    let stage = right.ground("17,29", 'm').build();
    assert_eq!(back(&stage, 1).end, RetreatEnd::Eliminated("EA-ASSAULT-21"), "marsh to the left against two things");
    let level = lone(Infantry).ground("17,29", 'm').ground("21,29", 'w').build();
    let flight = back(&level, 1);
    assert_eq!(flight.way[1].anchor, hex("19,29"), "one thing on either hand: the left");
}

/// Blue at row 20 looks north and has won.
fn winner(traits: Traits) -> Fixture {
    Fixture::open(40, 40).unit("B1", Cavalry, "20,20", "N").traits(traits)
}

/// Rows ahead and facings where the follow-up may end.
fn follow_up(stage: &Sketch) -> (Vec<i16>, usize) {
    let reach = stage.scene().pursuit(stage.id("B1"));
    let ahead = reach.legal().filter(|place| place.cost > 0).map(|place| 20 - place.pose.anchor.offset().row);
    let mut rows: Vec<i16> = ahead.collect();
    rows.sort_unstable();
    (rows, reach.legal().filter(|place| place.cost == 0).count())
}

#[test]
fn a_winner_goes_ahead_or_turns() {
    bites(&["EA-ASSAULT-23", "EA-OPT-8", "EA-OPT-9"], || {
        let sooner = vec![1, 1, 2, 3, 3, 4];
        assert_eq!(follow_up(&winner(Traits::empty()).build()), (sooner.clone(), 10), "it may stop earlier");
        assert_eq!(follow_up(&winner(Traits::MILITIA).build()), (sooner, 1), "militia does not turn");
        assert_eq!(follow_up(&winner(Traits::IMPETUOUS).build()), (vec![4], 0), "the impetuous must go");
    });
}

#[test]
fn a_follow_up_stops_short() {
    bites(&["EA-RES-42"], || {
        let enemy = winner(Traits::empty()).unit("R1", Infantry, "21,17", "S").build();
        assert_eq!(follow_up(&enemy).0, [1, 1], "no contact");
        let friend = winner(Traits::empty()).unit("B2", Infantry, "20,17", "N").build();
        assert_eq!(follow_up(&friend).0, [1, 1, 2]);
        let marsh = winner(Traits::IMPETUOUS).block(0..=39, 19..=19, 'm').build();
        assert_eq!(follow_up(&marsh), (vec![], 1), "nowhere to go");
    });
}

#[test]
fn the_right_shift_is_taken_when_it_harms_less() {
    let stage = lone(Infantry).unit("B2", Infantry, "15,29", "N").build();
    let flight = back(&stage, 1);
    assert_eq!((flight.way[1].anchor, flight.crossed), (hex("20,29"), vec![]), "away from the friend on the left");
}

#[test]
fn open_ground_stops_nobody_whatever_the_house_rule() {
    let stage = lone(Infantry).rules(|rules| rules.impassable_any_stand = true).build();
    assert_eq!(back(&stage, 1).end, fits(&stage, "20,26", "S"));
}

#[test]
fn a_stand_stopped_by_rock_costs_its_hit_when_only_units_count() {
    let stage = lone(Infantry).rules(|rules| rules.crossing_units_only = true).ground("21,26", '#').build();
    assert_eq!(back(&stage, 1).crossed, [Crossed::Barrier(hex("21,26"))], "one stand of four: one Hit");
}

#[test]
fn a_follow_up_of_full_length_makes_no_contact() {
    let enemy = |place| follow_up(&winner(Traits::empty()).unit("R1", Infantry, place, "S").build()).0;
    assert_eq!(enemy("20,15"), [1, 1, 2, 3, 3], "five rows ahead: the fourth would touch");
    assert_eq!(enemy("21,14"), [1, 1, 2, 3, 3, 4], "six rows ahead");
}

#[test]
fn from_fire_it_turns_its_back_to_the_shooter_by_house_rule() {
    let turned = |shooter: &str, facing: &str| {
        let stage = lone(Infantry).rules(|rules| rules.retreat_faces_away = true).build();
        let heading = Heading::Away { from: hex(shooter).into(), to: hex("20,20").into() };
        let flight = stage.scene().retreat(stage.id("B1"), heading, 1);
        let RetreatEnd::Fits(pose) = flight.end else { panic!("room") };
        assert_eq!(pose.facing, stage.at("0,0", facing).facing, "shot at from {shooter}");
    };
    // Six hexes straight up and down, and along the other four facings.
    turned("20,26", "N");
    turned("20,14", "S");
    turned("23,22", "WNW");
    turned("23,18", "WSW");
    turned("17,22", "ENE");
    turned("17,18", "ESE");
}

#[test]
fn half_of_three_stands_in_the_impassable_is_two() {
    let end = |columns| {
        let field = lone(Infantry).rules(|rules| rules.files = 3).block(columns, 28..=28, '#');
        back(&field.build(), 1).end
    };
    assert!(matches!(end(21..=39), RetreatEnd::Displaced(_) | RetreatEnd::Fits(_)), "one stand of three");
    assert_eq!(end(20..=39), RetreatEnd::Eliminated("EA-ASSAULT-21"), "two of three");
}
