//! Finer points of the clauses: what is told and rolled, who turns, shifts and shoots at the border of what is allowed.

use battle::{Crossing, Deaf, Event, Obstacle, Pose, Quality, Side, System, Trait, UnitId};
use hexes::Direction::{NorthEast, NorthWest};
use hexes::Facing;

use super::drawn::drawn;
use super::fixture::{Fixture, Sketch, hex};
use super::war::{house, unit, usual};
use super::words::{Geometry, Play};
use crate::Class::{Cavalry, Guns, Infantry};
use crate::movement::Gait::Move;
use crate::retreat::{Crossed, Heading};
use crate::sight::Aim;
use crate::space::zones::Zone;
use crate::state::{Flags, flag};
use crate::system::Why;
use crate::{OrdersDice, Traits, deploy, info, muster};

/// EA-INIT-2: the Initiative changes hands only for two more.
#[test]
fn it_is_told_which_side_has_the_initiative() {
    let told = |dice: &[u8]| {
        let mut game = drawn(Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N"), dice);
        game.eagles.roll_initiative(&mut game.heard);
        let sides = game.heard.events.iter().filter_map(|event| match event {
            Event::Told(told) => Some(told.side),
            _ => None,
        });
        sides.collect::<Vec<_>>()
    };
    assert_eq!([told(&[3, 4]), told(&[3, 5])], [[Some(Side::Blue)], [Some(Side::Red)]]);
}

/// EA-SCEN-5: Red goes first in the usual battle.
#[test]
fn it_is_told_whose_force_was_rolled() {
    let game = deploy(&usual(), &house("random_forces=on"), 3).expect("a battle");
    let sides = game.opening().iter().filter_map(|event| match event {
        Event::Told(told) if told.clause == "EA-SCEN-5" => Some(told.side),
        _ => None,
    });
    assert_eq!(sides.collect::<Vec<_>>(), [Some(Side::Red), Some(Side::Blue)]);
}

/// EA-RES-1, EA-OPT-20: a plain die is read as it falls.
#[test]
fn only_dice_with_an_addition_show_one() {
    let shown = |dice: OrdersDice| {
        let field = Fixture::open(40, 60).rules(|rules| rules.orders_dice = dice).unit("B1", Infantry, "14,40", "N");
        let pool = drawn(field, &[]).eagles.orders_pool(None);
        (pool.count(), pool.modifiers().iter().map(|one| one.value).collect::<Vec<_>>())
    };
    assert_eq!(shown(OrdersDice::D6), (1, vec![]));
    assert_eq!(shown(OrdersDice::TwoD6), (2, vec![]));
    assert_eq!(shown(OrdersDice::D6Plus4), (1, vec![4]));
}

/// EA-STAT-2: raw troops of slow drill have one trait for two reasons.
#[test]
fn a_trait_that_a_unit_has_twice_it_has() {
    let mut slow = unit("B1 line infantry 5,5 N");
    (slow.quality, slow.traits) = (Quality::Conscript, vec![Trait::SlowDrill]);
    assert_eq!(muster::auto_traits(&slow), Traits::SLUGGISH);
}

/// EA-RES-48, EA-ORD-5: the free Move is for who has just arrived, and for then.
#[test]
fn only_who_has_arrived_moves_free_and_only_then() {
    let barred = |fresh: bool, phase| {
        let field = Fixture::open(40, 60).rules(|rules| rules.reinforce_move = true).unit("B1", Infantry, "14,40", "N");
        let mut game = drawn(field.unit("R1", Infantry, "15,5", "S"), &[]).at(phase, Side::Blue);
        flag(&mut game.eagles.by(&mut Deaf), UnitId(0), Flags::FREE_MOVE, fresh);
        game.barred("move B1 14,40/N/line4")
    };
    assert_eq!([true, false].map(|fresh| barred(fresh, info::ARRIVALS)), ["", "EA-ORD-5"]);
    assert_eq!([true, false].map(|fresh| barred(fresh, info::ACTIONS)), ["EA-ORD-5"; 2]);
}

/// EA-SKIRM-1, EA-FIRE-5: what a Unit loses is put down to the kind of fire that cost it.
#[test]
fn losses_name_the_fire_that_caused_them() {
    let lost = |verb: &str| {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "14,36", "S");
        let mut game = drawn(field, &[4, 4, 1]).at(info::FIRING, Side::Blue);
        game.give(&format!("{verb} B1 >R1"));
        let told = game.heard.events.iter().filter_map(|event| match event {
            Event::Strength { cause, .. } => Some(*cause),
            _ => None,
        });
        let why = game.heard.events.iter().filter_map(|event| match event {
            Event::Rolled(roll) => Some(roll.key.why),
            _ => None,
        });
        (told.collect::<Vec<_>>(), why.collect::<Vec<_>>())
    };
    assert_eq!(lost("skirmish"), (vec!["skirmish fire"], vec![u8::from(Why::Skirmish)]));
    assert_eq!(lost("fire"), (vec!["fire"], vec![u8::from(Why::Fire)]));
}

fn reach_of_maneuver(change: impl FnOnce(&mut crate::Options), ground: char) -> impl Fn(&str, &str) -> bool {
    let field = Fixture::open(40, 60).rules(change).block(0..=39, 25..=35, ground);
    let stage = field.unit("B1", Cavalry, "20,30", "N").build();
    let reach = stage.scene().maneuver(stage.id("B1"));
    move |place, facing| reach.allows(&stage.at(place, facing))
}

/// EA-MAN-1, EA-RES-18, EA-TERRAIN-13: up to a base width and then any facing, so also a turn on the spot; not where the
/// shift has to be of a base width, but in woods, where it is a shift or a turn.
#[test]
fn a_maneuver_may_be_a_turn_on_the_spot() {
    let turns = |exact: bool, ground: char| {
        let rules = |rules: &mut crate::Options| (rules.files, rules.maneuver_exact) = (3, exact);
        let allows = reach_of_maneuver(rules, ground);
        ["ENE", "ESE", "S", "WSW", "WNW"].map(|facing| allows("20,30", facing))
    };
    assert_eq!(turns(false, '.'), [true; 5]);
    assert_eq!(turns(true, '.'), [false; 5]);
    assert_eq!(turns(true, 'w'), [true; 5]);
}

/// EA-SPACE-8, EA-TERRAIN-4: of the two ways of a line between hexes the mover takes the one that keeps off the river.
#[test]
fn a_shift_between_hexes_goes_round_an_island_on_one_side() {
    let ends = |island: (i16, i16)| {
        let field = Fixture::open(40, 60).river(|column, row| (column, row) == island);
        let stage = field.unit("B1", Infantry, "20,30", "N").build();
        stage.scene().maneuver(stage.id("B1")).allows(&stage.at("20,28", "N"))
    };
    assert!(ends((18, 29)), "the left shift would carry a stand onto the island");
    assert!(ends((22, 29)), "the right one");
    assert!(!ends((20, 29)), "both do");
}

/// EA-MOVE-6, EA-TERRAIN-5, EA-TERRAIN-15: after its turn about the right one of its middle stands the pivot is on the road.
#[test]
fn a_road_is_followed_from_where_the_start_turn_left_the_pivot() {
    let field = Fixture::open(40, 40).block(20..=39, 29..=29, '=').unit("B1", Infantry, "20,30", "N").build();
    let turned = field.at("20,29", "ENE");
    assert!(field.scene().free_turns(field.id("B1"), &field.pose("B1")).contains(&turned));
    let reach = field.scene().advance(field.id("B1"), &turned, true, 7, Move);
    let along = |columns: i16| reach.allows(&field.at(&format!("{},29", 20 + columns), "ENE"));
    assert_eq!([11, 12].map(along), [true, false], "7 inches and BW");
}

fn overlaps(stage: &Sketch, pose: &Pose, label: &str) -> bool {
    let other = stage.scene().footprint(&stage.pose(label));
    stage.scene().footprint(pose).hexes().iter().any(|hex| other.contains(*hex))
}

/// EA-ASSAULT-23, EA-SPACE-6: the footprint after the turn must be legal.
#[test]
fn a_winner_turns_onto_nobody() {
    let field = Fixture::open(40, 40).unit("B1", Cavalry, "20,20", "N");
    let stage = field.unit("B2", Infantry, "20,21", "N").build();
    let reach = stage.scene().pursuit(stage.id("B1"));
    assert!(reach.allows(&stage.at("21,20", "S")), "about on its own hexes");
    assert!(reach.legal().all(|place| !overlaps(&stage, &place.pose, "B2")));
}

/// Falls back north from row 30 by a base width, with only Units costing Hits.
fn crossed(field: Fixture) -> Vec<Crossed> {
    let field = field.rules(|rules| rules.crossing_units_only = true).unit("B1", Infantry, "20,30", "S");
    let stage = field.build();
    stage.scene().retreat(stage.id("B1"), Heading::Along(Facing::North), 1).crossed
}

/// EA-RES-24, EA-ASSAULT-21: features cost nothing, but what stops a stand costs its Hit.
#[test]
fn where_only_units_count_water_costs_a_hit_off_its_crossing() {
    let open = || Fixture::open(40, 40);
    assert_eq!(crossed(open().above_row(28, Obstacle::Hedge).above_row(27, Obstacle::Stream)), []);
    let bridge = |field: Fixture, way| field.edge("20,28", way, Obstacle::River, Crossing::Bridge);
    let bridged = [NorthEast, NorthWest].into_iter().fold(open().above_row(28, Obstacle::River), bridge);
    assert_eq!(crossed(bridged), [], "the pivot uses the bridge");
    let island = crossed(open().river(|column, row| (column, row) == (21, 28)));
    assert!(matches!(island[..], [Crossed::Edge(..)]), "one stand of four meets the river: {island:?}");
    let ford = open().block(0..=39, 27..=27, '~').ground("19,27", 'x').ground("20,27", 'x');
    assert_eq!(crossed(ford), [], "the pivot uses the ford");
    assert_eq!(crossed(open().ground("21,28", '~')), [Crossed::Barrier(hex("21,28"))], "a pond that one stand meets");
}

/// EA-SPACE-4, EA-SPACE-5, EA-FIRE-8: hex (5,2) is in the Front zone, (7,2) is not; Blue is in Red's Left zone, and a flank
/// one deep needs its one stand.
#[test]
fn one_stand_of_a_flank_in_the_arc_is_enough() {
    let field = Fixture::open(40, 40).unit("B1", Guns, "20,30", "N").unit("R1", Infantry, "24,28", "N").build();
    let aim = field.scene().aim(field.id("B1"), &field.pose("B1"), field.id("R1"), &field.pose("R1"));
    assert_eq!(aim, Some(Aim { side: Zone::Left, flank_bonus: true, distance: 2 }));
    let aside = Fixture::open(40, 40).unit("B1", Guns, "20,30", "N").unit("R1", Infantry, "25,28", "N").build();
    assert_eq!(aside.scene().aim(aside.id("B1"), &aside.pose("B1"), aside.id("R1"), &aside.pose("R1")), None);
}

/// Two ranks of four each, with one house between.
fn two_deep(fallback: bool, blue: (&str, &str), red: (&str, &str), house: &str) -> Sketch {
    let rules = |rules: &mut crate::Options| (rules.ranks, rules.side_fallback) = (2, fallback);
    let field = Fixture::open(30, 30).rules(rules).ground(house, 't').unit("B1", Infantry, blue.0, blue.1);
    field.unit("R1", Infantry, red.0, red.1).build()
}

/// EA-SPACE-5, EA-LOS-5: of Red's sides only the Right has a line to its centre, but one of its two stands is hidden.
#[test]
fn the_side_with_a_line_must_show_half_a_base_width() {
    let seen = |house: &str| {
        let stage = two_deep(false, ("15,15", "ENE"), ("11,18", "WSW"), house);
        stage.scene().skirmish_aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1")).is_some()
    };
    assert_eq!(["14,17", "2,2"].map(seen), [false, true], "with the house between, and without");
}

/// EA-SPACE-5: the line to the centre of Red's Front is blocked; the Right is the next nearest, with one of its two stands
/// in the arc; then comes the Rear rank, of which three stands of four are.
#[test]
fn by_house_rule_fire_takes_the_next_side_that_passes() {
    let aim = |fallback: bool| {
        let stage = two_deep(fallback, ("15,15", "N"), ("15,12", "ESE"), "16,14");
        stage.scene().aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1"))
    };
    assert_eq!(aim(true), Some(Aim { side: Zone::Rear, flank_bonus: false, distance: 1 }));
    assert_eq!(aim(false), None, "the nearest with a line fails, and that is that");
}
