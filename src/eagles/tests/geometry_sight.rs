//! Lines of sight (EA-LOS).

use battle::Footprint;
use battle::rule::bites;
use hexes::{Hex, Midpoint};
use proptest::prelude::*;

use super::drawn::drawn;
use super::fixture::{Fixture, Sketch, hex};
use super::words::Geometry;
use crate::Class::{Cavalry, Guns, Infantry, Lights};
use crate::sight::Look;
use crate::space::zones::Zone;

/// Blue Guns look north at Red Infantry 16 rows away; the line runs between columns 10 and 11.
fn guns() -> Fixture {
    Fixture::open(22, 36).unit("B1", Guns, "10,30", "N").unit("R1", Infantry, "11,14", "S")
}

/// Whether the nearest side qualifies, without resort to another.
fn sees(stage: &Sketch) -> bool {
    stage.scene().charge_aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1")).is_some()
}

#[test]
fn what_stands_higher_than_a_man_blocks() {
    bites(&["EA-LOS-3"], || {
        assert!(sees(&guns().build()));
        for letter in ['t', 'f', 'w', 'l', 'd', '1'] {
            assert!(!sees(&guns().block(0..=21, 22..=22, letter).build()), "{letter}");
        }
        for letter in [',', 'r', '~', 'm', '#'] {
            assert!(sees(&guns().block(0..=21, 22..=22, letter).build()), "{letter}");
        }
        for (label, class) in [("B2", Infantry), ("R2", Lights), ("R3", Cavalry)] {
            assert!(!sees(&guns().unit(label, class, "10,22", "N").build()), "{label}");
        }
    });
}

#[test]
fn the_line_runs_from_centre_to_centre() {
    bites(&["EA-LOS-1"], || {
        let stage = guns().ground("10,21", 't').build();
        assert!(!sees(&stage), "a house on the line to the centre, though not all stands are behind it");
        let beside = guns().ground("8,21", 't').build();
        assert!(sees(&beside), "a house on the line to an end stand");
    });
}

#[test]
fn the_line_must_pass_half_a_base_width_between_blockers() {
    bites(&["EA-LOS-4"], || {
        assert!(!sees(&guns().ground("10,21", 't').build()), "one on the line");
        assert!(sees(&guns().ground("10,22", 't').build()), "one beside the line");
        assert!(!sees(&guns().ground("10,22", 't').ground("12,22", 't').build()), "a gap of one hex");
        assert!(sees(&guns().ground("9,22", 't').ground("12,22", 't').build()), "a gap of half BW");
        assert!(!sees(&guns().ground("9,22", 't').ground("11,22", 't').build()), "a gap of one hex aside");
        assert!(sees(&guns().ground("9,22", 't').ground("11,18", 't').build()), "not abreast");
    });
}

#[test]
fn half_a_base_width_of_the_target_must_be_visible() {
    bites(&["EA-LOS-5"], || {
        let right = || guns().ground("11,18", 't').ground("11,17", 't');
        assert!(sees(&right().build()), "columns 9 and 10 are visible");
        assert!(!sees(&right().ground("9,15", 't').build()), "column 10 alone is");
    });
}

#[test]
fn woods_are_seen_into_for_a_base_width() {
    bites(&["EA-LOS-6"], || {
        assert!(sees(&guns().block(0..=21, 10..=18, 'w').build()), "four rows of wood before the target");
        assert!(!sees(&guns().block(0..=21, 10..=19, 'w').build()), "five");
        assert!(sees(&guns().block(0..=21, 26..=35, 't').build()), "four rows of town before the Guns");
        assert!(!sees(&guns().block(0..=21, 25..=35, 't').build()), "five");
        assert!(!sees(&guns().block(0..=21, 20..=20, 'w').build()), "a strip that touches neither");
    });
}

#[test]
fn works_are_seen_into_like_towns() {
    bites(&["EA-LOS-6"], || {
        assert!(sees(&guns().block(0..=21, 10..=18, 'f').build()), "four rows of works before the target");
        assert!(!sees(&guns().block(0..=21, 10..=19, 'f').build()), "five");
        assert!(sees(&guns().block(0..=21, 30..=30, 'f').build()), "Guns in a work look out of it");
        assert!(!sees(&guns().block(0..=21, 22..=22, 'f').build()), "nobody looks over a work");
    });
}

#[test]
fn within_one_wood_a_base_width_is_seen() {
    let wood = |place| {
        let field = Fixture::open(22, 36).block(0..=21, 0..=35, 'w');
        sees(&field.unit("B1", Guns, place, "N").unit("R1", Infantry, "11,14", "S").build())
    };
    bites(&["EA-LOS-6"], || {
        assert!(wood("10,19"), "four rows between");
        assert!(!wood("10,20"), "five rows between");
    });
}

#[test]
fn units_lining_a_wood_and_enemies_outside_see_each_other() {
    bites(&["EA-LOS-7"], || {
        // The wood's edge runs down between columns; R1 lines it slantwise, its last stand two hexes deep.
        let edge = |rows: std::ops::RangeInclusive<i16>| {
            let field = Fixture::open(30, 30).block(15..=29, rows, 'w').unit("B1", Guns, "8,14", "ENE");
            field.unit("R1", Infantry, "16,12", "WSW").build()
        };
        let look = |stage: &Sketch, from: &str, to: &str| {
            let (scene, from, to) = (stage.scene(), stage.id(from), stage.id(to));
            scene.charge_aim(from, &scene.pose(from), to, &scene.pose(to)).is_some()
        };
        let wood = edge(0..=29);
        assert_eq!((look(&wood, "B1", "R1"), look(&wood, "R1", "B1")), (true, true), "each sees the other");
        assert!(sees(&guns().block(0..=21, 0..=14, 'w').build()));
        assert!(sees(&guns().block(0..=21, 30..=35, 'w').build()));
        assert!(!sees(&guns().block(0..=21, 15..=15, 'w').build()), "behind a wood is not in it");
    });
}

#[test]
fn hills_are_seen_over_for_a_base_width_of_crest() {
    bites(&["EA-LOS-8"], || {
        assert!(!sees(&guns().block(0..=21, 22..=23, '1').build()), "higher than both ends");
        assert!(sees(&guns().block(0..=21, 0..=18, '1').build()), "four rows of plateau before the target");
        assert!(!sees(&guns().block(0..=21, 0..=19, '1').build()), "five");
        let slope = |row| guns().block(0..=21, 14..=14, '2').block(0..=21, row..=row, '1');
        assert!(sees(&slope(18).build()), "below the straight line to the height");
        assert!(!sees(&slope(26).build()), "above it");
    });
}

#[test]
fn on_one_plateau_a_base_width_is_seen() {
    let plateau = |place| {
        let field = Fixture::open(22, 36).block(0..=21, 0..=35, '1');
        sees(&field.unit("B1", Guns, place, "N").unit("R1", Infantry, "11,14", "S").build())
    };
    bites(&["EA-LOS-8"], || assert!(plateau("10,19") && !plateau("10,20")));
}

fn on_hill() -> Fixture {
    guns().block(9..=12, 30..=30, '1')
}

#[test]
fn guns_on_a_hill_see_over_what_is_near_and_lower() {
    bites(&["EA-LOS-9"], || {
        assert!(sees(&on_hill().unit("R2", Infantry, "10,25", "S").build()));
        assert!(sees(&on_hill().unit("R2", Cavalry, "10,25", "S").build()));
        assert!(sees(&on_hill().block(0..=21, 25..=25, 'w').build()));
        assert!(!sees(&guns().unit("R2", Infantry, "10,25", "S").build()), "not from the plain");
        assert!(!sees(&on_hill().unit("R2", Infantry, "10,18", "S").build()), "not in the farther half");
        assert!(sees(&on_hill().unit("R2", Infantry, "10,23", "S").build()), "seven rows of sixteen");
        assert!(!sees(&on_hill().unit("R2", Infantry, "10,21", "S").build()), "nine");
        assert!(!sees(&on_hill().unit("B2", Infantry, "10,25", "S").build()), "never over friends");
        let high = on_hill().block(0..=21, 25..=25, '1').unit("R2", Infantry, "10,25", "S");
        assert!(!sees(&high.build()), "not over what is as high");
    });
}

#[test]
fn guns_may_see_over_any_lower_blocker_by_house_rule() {
    bites(&["EA-RES-31"], || {
        let far =
            |all| on_hill().rules(move |rules| rules.guns_over_all = all).unit("R2", Infantry, "10,18", "S").build();
        assert!(!sees(&far(false)) && sees(&far(true)));
    });
}

#[test]
fn nobody_else_sees_over_units() {
    bites(&["EA-LOS-10"], || {
        let hill = |class| {
            let field = Fixture::open(22, 36).block(9..=12, 30..=30, '1').unit("B1", class, "10,30", "N");
            let stage = field.unit("R1", Infantry, "11,14", "S").unit("R2", Infantry, "10,25", "S").build();
            stage.scene().charge_aim(stage.id("B1"), &stage.pose("B1"), stage.id("R1"), &stage.pose("R1"))
        };
        assert_eq!(hill(Infantry), None);
        assert_eq!(hill(Guns), Some(Zone::Front));
    });
}

#[test]
fn a_shot_and_a_declaration_need_a_line() {
    bites(&["EA-LOS-2"], || {
        let listed = |ground: char| {
            let field = Fixture::open(30, 40).unit("B1", Infantry, "10,20", "N").unit("R1", Infantry, "11,16", "S");
            let game = drawn(field.block(0..=29, 18..=18, ground), &[]).ordered(&["B1"]);
            let charges = game.listed("assault").len();
            let game = game.at(crate::info::FIRING, battle::Side::Blue);
            (charges > 0, game.listed("fire").len(), game.listed("skirmish").len())
        };
        assert_eq!(listed('.'), (true, 1, 1));
        assert_eq!(listed('t'), (false, 0, 0), "a strip of houses between them");
    });
}

#[test]
fn skirmish_fire_looks_all_round() {
    let stage = Fixture::open(30, 30)
        .unit("B1", Cavalry, "10,15", "N")
        .unit("R1", Infantry, "10,18", "N")
        .unit("R2", Infantry, "11,7", "S")
        .unit("R3", Infantry, "11,6", "S")
        .build();
    let scene = stage.scene();
    let aim = |label| scene.skirmish_aim(stage.id("B1"), &stage.pose("B1"), stage.id(label), &stage.pose(label));
    assert_eq!(aim("R1").map(|aim| (aim.distance, aim.in_front)), Some((3, false)));
    assert_eq!(aim("R2").map(|aim| (aim.distance, aim.in_front)), Some((8, true)));
    assert_eq!(aim("R3"), None, "nine hexes");
    assert_eq!(
        scene.aim(stage.id("B1"), &stage.pose("B1"), stage.id("R2"), &stage.pose("R2")),
        None,
        "no Fire of horse"
    );
}

#[test]
fn a_screen_overlay_asks_hex_by_hex() {
    let stage = guns().block(0..=21, 22..=22, 'w').build();
    assert!(stage.scene().sees_hex(hex("10,30"), hex("10,23")));
    assert!(!stage.scene().sees_hex(hex("10,30"), hex("10,20")));
    assert!(stage.scene().sees_hex(hex("10,30"), hex("10,22")), "into the wood");
}

proptest! {
    /// The hexes beside a line are found row by row; measuring every hex of the map finds the same.
    #[test]
    fn the_corridor_of_a_line_is_complete(from in (0i16..22, 0i16..36), to in (0i16..22, 0i16..36), even in any::<bool>()) {
        let stage = guns().build();
        let place = |(column, row): (i16, i16)| hexes::Offset::new(column, row).hex();
        let half = |hex: Hex| if even { Midpoint::between(hex, hex + hexes::Direction::East) } else { hex.into() };
        let (eye, end) = (half(place(from)), half(place(to)));
        let own = [Footprint::of([], 0); 2];
        let look = Look { war: stage.scene(), viewer: None, viewed: None, own, eye };
        let mut found = Vec::new();
        look.corridor(end, |hex| found.push(hex));
        let (x, y) = (i64::from(end.x - eye.x), i64::from(end.y - eye.y));
        let square = x * x + 3 * y * y;
        let beside = |hex: &Hex| {
            let at = Midpoint::from(*hex);
            let (u, k) = (i64::from(at.x - eye.x), i64::from(at.y - eye.y));
            let (aside, along) = (x * k - y * u, u * x + 3 * k * y);
            along > 0 && along < square && 3 * aside * aside < 4 * 25 * square
        };
        for hex in stage.war.field().ground().grid().iter().filter(beside) {
            prop_assert!(found.contains(&hex), "{} is missing", hex.offset());
        }
        prop_assert!(found.len() <= 250, "a corridor of {} hexes is too wide", found.len());
    }
}

#[test]
fn guns_on_a_hill_weigh_the_height_of_men_and_horses() {
    // The height reaches from the guns to the blocker, so that nothing but the blocker is in the way.
    let level = |class| guns().block(0..=21, 27..=30, '1').unit("R2", class, "10,27", "S").build();
    assert!(sees(&guns().block(0..=21, 27..=30, '1').build()));
    assert!(!sees(&level(Infantry)) && !sees(&level(Cavalry)), "1 1/2 and 1 3/4 are not lower than 1 1/2");
    let below = |class| {
        let height = guns().block(0..=21, 28..=30, '2').block(0..=21, 25..=27, '1');
        height.unit("R2", class, "10,26", "S").build()
    };
    assert!(sees(&below(Infantry)) && sees(&below(Cavalry)), "1 1/2 and 1 3/4 are lower than 2 1/2");
}

#[test]
fn ground_on_the_straight_line_between_two_heights_does_not_block() {
    // From a height of 2 in row 30 down to 0 in row 14: the line is 1 high over row 22.
    let slope = |row: i16| sees(&guns().block(9..=12, 30..=30, '2').block(0..=21, row..=row, '1').build());
    assert!(slope(26) && slope(22), "below the line, and on it half way");
    assert!(!slope(21) && !slope(17), "above it");
}
