//! What the ground does (EA-TERRAIN, EA-SPACE-10).

use battle::rule::bites;
use battle::{Crossing, Obstacle};
use hexes::Direction::{NorthEast, NorthWest};

use super::fixture::{Fixture, Sketch};
use super::words::Geometry;
use crate::Class::{self, Cavalry, Guns, Infantry, Lights};
use crate::movement::Gait::Move;
use crate::space::zones::Zone;
use crate::terrain::{Cover, Feature};

/// A Unit at row 20 that looks north.
fn lone(class: Class) -> Fixture {
    Fixture::open(30, 30).unit("B1", class, "15,20", "N")
}

/// The rows ahead where a move of seven inches may end.
fn rows(stage: &Sketch) -> Vec<i16> {
    let reach = stage.scene().advance(stage.id("B1"), &stage.pose("B1"), false, 7, Move);
    let north = reach.legal().filter(|place| place.pose.facing == stage.pose("B1").facing);
    let mut rows: Vec<i16> = north.map(|place| 20 - place.pose.anchor.offset().row).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

#[test]
fn only_foot_stops_in_a_town_and_all_pass_through() {
    bites(&["EA-TERRAIN-1"], || {
        let through = |class| rows(&lone(class).block(0..=29, 17..=18, 't').build());
        assert_eq!(through(Infantry), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(through(Lights), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(through(Cavalry), [0, 1, 4, 5, 6, 7]);
        assert_eq!(through(Guns), [0, 1, 4, 5, 6, 7]);
    });
}

#[test]
fn guns_stop_in_works_as_well() {
    bites(&["EA-TERRAIN-9", "EA-OPT-3"], || {
        let through = |class| rows(&lone(class).block(0..=29, 17..=18, 'f').build());
        assert_eq!(through(Guns), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(through(Cavalry), [0, 1, 4, 5, 6, 7]);
        let in_works = lone(Guns).block(0..=29, 20..=20, 'f').build();
        assert_eq!(in_works.scene().rally_cover(&in_works.pose("B1")), Some(Cover::Works));
    });
}

#[test]
fn water_marsh_and_rock_bar_the_way() {
    bites(&["EA-TERRAIN-3"], || {
        for letter in ['~', 'm', '#'] {
            assert_eq!(rows(&lone(Lights).block(0..=29, 17..=17, letter).build()), [0, 1, 2], "{letter}");
        }
        let one_hex = lone(Infantry).ground("16,17", 'm').build();
        assert_eq!(rows(&one_hex), [0, 1, 2], "one stand is enough");
    });
}

#[test]
fn a_river_is_crossed_where_the_pivot_finds_a_crossing() {
    bites(&["EA-TERRAIN-4", "EA-TERRAIN-14"], || {
        let river = |class| lone(class).above_row(18, Obstacle::River);
        assert_eq!(rows(&river(Infantry).build()), [0, 1, 2]);
        let ford = |place| river(Infantry).edge(place, NorthEast, Obstacle::River, Crossing::Ford).build();
        assert_eq!(rows(&ford("15,18")), [0, 1, 2, 3, 4, 5, 6, 7], "the whole rank defiles behind the pivot");
        assert_eq!(rows(&ford("16,18")), [0, 1, 2], "a ford before another stand does not help");
    });
}

#[test]
fn water_hexes_are_crossed_at_a_ford_but_nobody_stops_there() {
    bites(&["EA-TERRAIN-14"], || {
        let stage = lone(Infantry).block(0..=29, 17..=17, '~').ground("15,17", 'x').build();
        assert_eq!(rows(&stage), [0, 1, 2, 4, 5, 6, 7]);
    });
}

#[test]
fn a_unit_astride_a_river_may_go_on() {
    let split = |field: Fixture| {
        let river = |field: Fixture, place| field.edge(place, hexes::Direction::East, Obstacle::River, Crossing::None);
        let field = river(field, "16,20");
        field.edge("15,18", NorthEast, Obstacle::River, Crossing::None).edge(
            "17,19",
            NorthWest,
            Obstacle::River,
            Crossing::None,
        )
    };
    let stage = split(lone(Infantry)).build();
    assert!(stage.scene().astride_water(&stage.pose("B1")));
    assert!(rows(&stage).contains(&1), "a wing crosses behind the pivot that has crossed before");
}

#[test]
fn rough_slows_all_but_lights() {
    bites(&["EA-TERRAIN-7"], || {
        let through = |class| rows(&lone(class).block(0..=29, 0..=18, 'r').build()).last().copied();
        assert_eq!((through(Infantry), through(Lights)), (Some(4), Some(7)));
        let stage = lone(Infantry).block(0..=29, 20..=20, 'r').build();
        assert_eq!(stage.scene().rally_cover(&stage.pose("B1")), None, "and gives no cover");
    });
}

#[test]
fn crops_do_nothing() {
    bites(&["EA-TERRAIN-8"], || {
        assert_eq!(rows(&lone(Infantry).block(0..=29, 0..=20, ',').build()), [0, 1, 2, 3, 4, 5, 6, 7]);
    });
}

#[test]
fn streams_and_hedges_do_not_slow() {
    bites(&["EA-TERRAIN-12"], || {
        for obstacle in [Obstacle::Stream, Obstacle::Hedge, Obstacle::Fence, Obstacle::Ditch, Obstacle::Wall] {
            assert_eq!(rows(&lone(Infantry).above_row(18, obstacle).build()), [0, 1, 2, 3, 4, 5, 6, 7], "{obstacle:?}");
        }
        for obstacle in [Obstacle::Hedge, Obstacle::Fence, Obstacle::Ditch] {
            assert_eq!(cover(duel().above_row(20, obstacle)), (None, None), "{obstacle:?}");
        }
    });
}

/// Red Infantry in contact at row 19 looks south at Blue at row 20.
fn duel() -> Fixture {
    lone(Infantry).unit("R1", Infantry, "16,19", "S")
}

/// Blue's cover: against Fire, in the Assault.
fn cover(field: Fixture) -> (Option<Cover>, Option<Cover>) {
    let stage = field.build();
    let (from, at) = (stage.pose("R1"), stage.pose("B1"));
    (stage.scene().fire_cover(&from, &at), stage.scene().assault_cover(&from, &at, Zone::Front))
}

#[test]
fn in_terrain_is_half_of_the_stands() {
    bites(&["EA-SPACE-10"], || {
        let wood = |columns| {
            let stage = lone(Infantry).block(columns, 20..=20, 'w').build();
            stage.scene().is_in(&stage.pose("B1"), Feature::Woods)
        };
        assert!(wood(14..=15), "two of four");
        assert!(!wood(14..=14), "one of four");
    });
}

#[test]
fn a_town_too_small_for_a_unit_shelters_it() {
    bites(&["EA-TERRAIN-16"], || {
        let village = lone(Infantry).block(15..=17, 20..=20, 't').build();
        assert_eq!(village.scene().rally_cover(&village.pose("B1")), Some(Cover::Town), "three stands of four");
    });
}

#[test]
fn town_and_woods_cover_from_everything() {
    bites(&["EA-TERRAIN-1", "EA-TERRAIN-2", "EA-TERRAIN-9"], || {
        assert_eq!(cover(duel()), (None, None));
        assert_eq!(cover(duel().block(0..=29, 20..=20, 't')), (Some(Cover::Town), Some(Cover::Town)));
        assert_eq!(cover(duel().block(0..=29, 20..=20, 'f')), (Some(Cover::Works), Some(Cover::Works)));
        for woods in ['l', 'w', 'd'] {
            assert_eq!(
                cover(duel().block(0..=29, 20..=20, woods)),
                (Some(Cover::Woods), Some(Cover::Woods)),
                "{woods}"
            );
        }
    });
}

#[test]
fn height_covers_in_an_assault_only() {
    bites(&["EA-TERRAIN-6"], || {
        assert_eq!(cover(duel().block(0..=29, 20..=29, '1')), (None, Some(Cover::Uphill)));
        assert_eq!(cover(duel().block(0..=29, 0..=29, '1')), (None, None), "level with the Assaulter");
    });
}

#[test]
fn hills_always_cover_by_house_rule() {
    bites(&["EA-RES-26"], || {
        let plateau = |always: bool| duel().rules(|rules| rules.hill_cover_always = always).block(0..=29, 0..=29, '1');
        assert_eq!(cover(plateau(false)), (None, None), "usually against a lower Assaulter only");
        assert_eq!(cover(plateau(true)), (None, Some(Cover::Uphill)));
    });
}

#[test]
fn rivers_and_streams_cover_who_is_contacted_across_them() {
    bites(&["EA-TERRAIN-11"], || {
        assert_eq!(cover(duel().above_row(20, Obstacle::Stream)), (None, Some(Cover::River)));
        let bridged = duel().above_row(20, Obstacle::River);
        let bridged = bridged.edge("15,20", NorthEast, Obstacle::River, Crossing::Bridge);
        assert_eq!(cover(bridged), (None, Some(Cover::River)), "contacted across its bridge");
        let ford = duel().edge("15,19", hexes::Direction::East, Obstacle::River, Crossing::Ford);
        assert_eq!(cover(ford), (None, Some(Cover::River)), "the Assaulter stands in the crossing");
    });
}

#[test]
fn walls_cover_who_stands_behind_them() {
    bites(&["EA-TERRAIN-10a", "EA-TERRAIN-10b"], || {
        assert_eq!(cover(duel().above_row(20, Obstacle::Wall)), (Some(Cover::Wall), Some(Cover::Wall)));
        assert_eq!(cover(duel().above_row(20, Obstacle::Earthwork)), (Some(Cover::Wall), Some(Cover::Wall)));
        assert_eq!(cover(duel().above_row(21, Obstacle::Wall)), (None, None), "behind its back");
        let part = |stands: &[&str]| {
            let wall = |field: Fixture, place: &&str| {
                let edge = |field: Fixture, way| field.edge(place, way, Obstacle::Wall, Crossing::None);
                [NorthWest, NorthEast].into_iter().fold(field, edge)
            };
            let field = lone(Infantry).unit("R1", Infantry, "16,12", "S");
            let stage = stands.iter().fold(field, wall).build();
            stage.scene().fire_cover(&stage.pose("R1"), &stage.pose("B1"))
        };
        assert_eq!(part(&["14,20", "15,20"]), Some(Cover::Wall), "half of it behind a wall");
        assert_eq!(part(&["14,20"]), None, "one stand of four");
        let far = lone(Infantry).unit("R1", Infantry, "16,16", "S").above_row(20, Obstacle::Wall).build();
        assert_eq!(far.scene().fire_cover(&far.pose("R1"), &far.pose("B1")), Some(Cover::Wall));
    });
}

#[test]
fn the_price_of_a_step_for_planning() {
    let stage = lone(Infantry).scale(2).ground("15,19", 'w').ground("14,19", '~').build();
    let cost = |way| stage.scene().pivot_step_cost(stage.id("B1"), super::fixture::hex("15,20"), way);
    assert_eq!((cost(NorthEast), cost(NorthWest), cost(hexes::Direction::East)), (Some(400), None, Some(200)));
    let road = |from: char, to: char| {
        let stage = lone(Infantry).ground("15,20", from).ground("15,19", to).build();
        stage.scene().pivot_step_cost(stage.id("B1"), super::fixture::hex("15,20"), NorthEast)
    };
    assert_eq!(
        [road('=', 'W'), road('.', 'W'), road('=', 'w')],
        [Some(100), Some(200), Some(200)],
        "along a road only"
    );
}

#[test]
fn half_of_three_stands_is_two() {
    let wood = |columns| {
        let field = Fixture::open(30, 40).rules(|rules| rules.files = 3).unit("B1", Infantry, "15,20", "N");
        let stage = field.block(columns, 20..=20, 'w').build();
        stage.scene().is_in(&stage.pose("B1"), Feature::Woods)
    };
    assert_eq!([wood(14..=14), wood(14..=15)], [false, true]);
}

#[test]
fn a_hill_covers_by_house_rule_who_has_half_of_his_stands_on_it() {
    let covered = |files: u8, columns: std::ops::RangeInclusive<i16>, letter: char| {
        let rules = |rules: &mut crate::Options| (rules.hill_cover_always, rules.files) = (true, files);
        let field = Fixture::open(30, 40).rules(rules).block(columns, 20..=20, letter);
        let stage = field.unit("B1", Infantry, "15,20", "N").unit("R1", Infantry, "16,19", "S").build();
        stage.scene().assault_cover(&stage.pose("R1"), &stage.pose("B1"), Zone::Front)
    };
    assert_eq!(covered(4, 0..=29, '.'), None, "not on the plain");
    assert_eq!(covered(3, 14..=14, '1'), None, "one of three");
    assert_eq!(covered(3, 14..=15, '1'), Some(Cover::Uphill), "two of three");
}
