//! Fire of foot, horse and guns (SN-FIRE, SN-ART).

use battle::rule::bites;
use battle::{Obstacle, Side, System, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{DEFENSIVE_FIRE, FIRE};
use crate::profile::Kind;
use crate::space::Shape;
use crate::tables::{DISRUPTED, FIRM, NERVOUS, PANIC};

/// The hits of one attack of B1 on R1; later dice let every check pass.
fn hits(fixture: Fixture, dice: &[u8]) -> i16 {
    let mut game = fixture.game(&[dice, &[10; 8]].concat());
    game.fire("B1", "R1");
    let fire = game.rolls().into_iter().find(|(label, ..)| *label == "fire").expect("fire");
    assert_eq!(fire.1, dice, "so many dice");
    fire.2
}

fn may_fire(game: &Game) -> bool {
    game.may(game.order(FIRE, "B1", "R1"))
}

/// Two stands in line at (20,20) facing north, and what they fire at next to them.
fn volley(quality: usize, shape: Shape, facing: &str) -> Fixture {
    Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(quality).foot("R1", (21, 19), facing, shape)
}

/// Example 6: a column is in the arcs of both stands.
#[test]
fn a_volley_hits_by_quality_a_die_a_stand() {
    bites(&["SN-FIRE-6", "SN-FIRE-8b", "SN-FIRE-1"], || {
        assert_eq!(hits(volley(2, Shape::Column, "S"), &[6, 5]), 1, "7 hits, 6 misses");
    });
    bites(&["SN-FIRE-10", "SN-SEQ-5"], || {
        let mut game = volley(2, Shape::Column, "S").game(&[6, 5, 2, 9]);
        game.fire("B1", "R1");
        game.all_fell();
        assert_eq!(game.status("R1"), NERVOUS, "a hit is a check, taken at once");
    });
}

/// Example 6: each die hits on 6+ with the column's +1, so a shot that hits does so once in two of three, twice in one of three;
/// every hit is a check of Seasoned foot on 6+ (SN-FIRE-10).
#[test]
fn the_checks_shown_of_a_shot_are_those_of_all_its_hits() {
    let game = volley(2, Shape::Column, "S").quality(2).game(&[]);
    let forecast = game.war.forecast(&game.order(FIRE, "B1", "R1"));
    let checks = forecast.rolls.iter().find(|roll| roll.label == "morale").expect("checks of who is hit");
    let foreseen = 2.0 / 3.0 * 0.5 + 1.0 / 3.0 * 0.25;
    assert!((checks.passes() - foreseen).abs() < 1e-9, "{} are passed", checks.passes());
    let rows: Vec<f64> = checks.rows.iter().map(|row| row.chance).collect();
    assert!((rows[0] - foreseen).abs() < 1e-9 && (rows.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{rows:?}");
}

#[test]
fn only_the_front_rank_fires_and_only_at_the_next_hex() {
    bites(&["SN-GEO-7"], || {
        let column = Fixture::plain().foot("B1", (20, 20), "N", Shape::Column).foot("R1", (21, 20), "N", Shape::Column);
        assert!(!may_fire(&column.game(&[])), "the second rank looks on");
    });
    bites(&["SN-GEO-3"], || {
        let far = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).foot("R1", (20, 18), "S", Shape::Line);
        assert!(!may_fire(&far.game(&[])));
        let coarse = Fixture::plain().scale(2).foot("B1", (20, 20), "N", Shape::Line);
        assert!(may_fire(&coarse.foot("R1", (20, 19), "S", Shape::Line).game(&[])), "a hex is an inch to muskets");
    });
}

/// Example 7: a disrupted Elite column in the rain.
#[test]
fn modifiers_add_up() {
    let rain = |facing| {
        let column = Fixture::plain().wet().foot("B1", (20, 20), "N", Shape::Column).quality(4).status(DISRUPTED);
        column.foot("R1", (20, 19), facing, Shape::Line)
    };
    bites(&["SN-FIRE-7", "SN-FIRE-9", "SN-TERRAIN-7", "SN-GEO-5"], || {
        assert_eq!(hits(rain("N"), &[6]), 1, "6 - 3 - 1 + 3 into the rear");
        assert_eq!(hits(rain("N"), &[5]), 0);
        assert_eq!(hits(rain("WSW"), &[6]), 0, "6 - 3 - 1 + 2 into the flank");
        assert_eq!(hits(rain("WSW"), &[7]), 1);
    });
}

/// Example 8.
#[test]
fn all_cavalry_hits_on_10() {
    bites(&["SN-FIRE-6", "SN-FIRE-8a"], || {
        let horse = Fixture::plain().unit("B1", Kind::LightCavalry, 2, (20, 20), "N", Shape::Line).quality(5);
        assert_eq!(hits(horse.foot("R1", (21, 19), "S", Shape::Square), &[8, 7]), 1, "10 hits, 9 misses");
    });
}

fn battery(kind: Kind, quality: usize, far: i16) -> Fixture {
    let guns = Fixture::plain().unit("B1", kind, 1, (20, 30), "N", Shape::Line).quality(quality);
    guns.foot("R1", (20 + far / 2, 30 - far), "S", Shape::Column)
}

/// Examples 9 and 10.
#[test]
fn batteries_throw_dice_by_weight_and_range() {
    bites(&["SN-ART-3"], || {
        let heavy = |far| battery(Kind::FootArtillery, 3, far);
        let far = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line).quality(3).heavy();
        assert_eq!(
            hits(far.foot("R1", (24, 22), "S", Shape::Column), &[6, 9]),
            1,
            "7 and 10, but one check at 8 inches"
        );
        let near = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line).quality(3).heavy();
        assert_eq!(hits(near.foot("R1", (23, 24), "S", Shape::Column), &[6, 9, 2]), 2, "three dice at 6 inches");
        assert!(may_fire(&heavy(8).game(&[])));
    });
    bites(&["SN-ART-1"], || {
        assert!(!may_fire(&battery(Kind::FootArtillery, 2, 10).game(&[])));
        assert_eq!(hits(battery(Kind::FootArtillery, 2, 9), &[5]), 0);
        assert_eq!(hits(battery(Kind::FootArtillery, 2, 3), &[5, 6, 7]), 2);
    });
    bites(&["SN-ART-2"], || {
        assert_eq!(hits(battery(Kind::FootArtillery, 4, 9), &[4]), 1, "Elite guns hit a column on 4")
    });
}

/// Example 11.
#[test]
fn guns_in_woods_are_hard_to_hit() {
    bites(&["SN-FIRE-8c", "SN-FIRE-8d", "SN-TERRAIN-3"], || {
        let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line);
        let guns = guns.unit("R1", Kind::FootArtillery, 1, (22, 26), "S", Shape::Line);
        assert_eq!(hits(guns.terrain(Terrain::Woods, &[(22, 26)]), &[9, 10]), 1, "6 misses, 7 hits");
    });
}

/// Example 40.
#[test]
fn an_edge_covers_whoever_is_behind_it() {
    let stream = || {
        let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "S", Shape::Line);
        guns.foot("R1", (17, 35), "N", Shape::Line).above(35, Obstacle::Stream)
    };
    bites(&["SN-TERRAIN-4", "SN-OPT-1"], || {
        assert_eq!(hits(stream(), &[8, 9]), 1, "- 2");
        assert_eq!(hits(stream().house("edge_cover", "off"), &[8, 9]), 2);
    });
}

#[test]
fn who_fires_at_all() {
    bites(&["SN-FIRE-3"], || {
        let panic = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).status(PANIC);
        assert!(!may_fire(&panic.foot("R1", (20, 19), "S", Shape::Line).game(&[])));
        let limbered = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 20), "N", Shape::Column);
        assert!(!may_fire(&limbered.foot("R1", (20, 19), "S", Shape::Line).game(&[])));
    });
    bites(&["SN-FIRE-2", "SN-SEQ-4"], || {
        let two =
            volley(2, Shape::Line, "S").foot("B2", (30, 30), "N", Shape::Line).foot("R2", (31, 29), "S", Shape::Line);
        let mut game = two.phase(DEFENSIVE_FIRE, Side::Red).game(&[2, 2]);
        game.fire("B1", "R1");
        assert!(!may_fire(&game), "one attack a step");
        game.enter(crate::info::MOVERS_FIRE, Side::Blue);
        assert!(may_fire(&game), "and another in the own half");
    });
    bites(&["SN-ART-4"], || {
        let moved = battery(Kind::FootArtillery, 2, 4).marks(crate::marks::MOVED).game(&[]);
        assert!(may_fire(&moved));
        let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line);
        let guns = guns.marks(crate::marks::MOVED).foot("R1", (22, 26), "S", Shape::Line);
        assert!(may_fire(&guns.game(&[])), "guns fire in the half-turn they move in");
    });
    bites(&["SN-FIRE-5"], || {
        let square = Fixture::plain().foot("B1", (20, 20), "N", Shape::Square).foot("R1", (21, 20), "N", Shape::Column);
        assert_eq!(hits(square.status(FIRM), &[9]), 1, "one die, to any side");
    });
}

#[test]
fn fire_goes_neither_over_friends_nor_past_others() {
    bites(&["SN-GEO-8"], || {
        let guns = battery(Kind::FootArtillery, 2, 6).unit("B2", Kind::Infantry, 1, (22, 26), "N", Shape::Line);
        assert!(!may_fire(&guns.game(&[])));
    });
}

#[test]
fn the_pair_that_counts_is_the_closest_then_the_mildest() {
    bites(&["SN-GEO-6"], || {
        // Each stand of the column is taken from the rear by the stand before it, from the flank by the other.
        let column = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).foot("R1", (20, 19), "WNW", Shape::Column);
        assert_eq!(hits(column, &[4, 3]), 1, "4 + 1 + 2 for the milder side");
    });
}

/// The edges of every band: so many dice up to that inch, fewer from the next on.
#[test]
fn bands_end_with_their_inch() {
    use crate::profile::Weight::{Heavy, Light};
    let dice = |weight| [1, 3, 4, 6, 7, 9, 10, 12, 13].map(|inches| crate::tables::battery_dice(weight, inches));
    bites(&["SN-ART-1"], || {
        assert_eq!(dice(Light), [3, 3, 2, 2, 1, 1, 0, 0, 0]);
        assert_eq!(dice(Heavy), [4, 4, 3, 3, 2, 2, 1, 1, 0]);
        assert_eq!(hits(battery(Kind::HorseArtillery, 2, 6), &[5, 6]), 1, "two dice at six inches, 6 hits a column");
        assert_eq!(hits(battery(Kind::HorseArtillery, 2, 7), &[6]), 1, "one at seven");
    });
}

#[test]
fn garrisons_fire_all_round_and_have_no_flank() {
    let house = |facing| {
        let house = Fixture::plain().terrain(Terrain::WoodenBuilding, &[(20, 20), (21, 20)]);
        house.foot("B1", (20, 20), facing, Shape::Line).garrisoned()
    };
    bites(&["SN-FIRE-1"], || {
        let south = house("N").foot("R1", (20, 21), "N", Shape::Line);
        assert_eq!(hits(south, &[6, 7]), 1, "both stands at their rear, at a line in the open");
    });
    // A Seasoned line fires at the rear of the house: 7+, - 2 in a town, nothing for rear or formation.
    let from_behind = house("N").foot("R1", (20, 21), "N", Shape::Line);
    let mut game = from_behind.phase(DEFENSIVE_FIRE, Side::Blue).game(&[8, 9, 9]);
    game.fire("R1", "B1");
    assert_eq!(game.rolls()[0], ("fire", vec![8, 9], 1));
}

/// March columns and limbered guns are deep targets; walls are worth 3 instead of 2, and guns that hold them 1 more.
#[test]
fn what_the_target_is_and_stands_in_counts() {
    bites(&["SN-FIRE-8b"], || {
        assert_eq!(hits(volley(2, Shape::Road, "S"), &[6, 5]), 1, "a march column: 7 hits");
        let limbered = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line);
        let limbered = limbered.unit("R1", Kind::FootArtillery, 1, (21, 19), "S", Shape::Column);
        assert_eq!(hits(limbered, &[6, 5]), 1, "so do limbered guns");
    });
    let house = |terrain, shape| volley(2, shape, "S").terrain(terrain, &[(21, 19), (20, 19), (21, 18)]);
    bites(&["SN-FIRE-8e", "SN-FIRE-8b"], || {
        assert_eq!(hits(house(Terrain::StoneBuilding, Shape::Line), &[10, 9]), 1, "10 - 3 hits, 9 - 3 misses");
        assert_eq!(hits(house(Terrain::Works, Shape::Line), &[10, 9]), 1);
        assert_eq!(hits(house(Terrain::StoneBuilding, Shape::Column), &[9, 8]), 1, "formation and ground add up");
    });
    bites(&["SN-FIRE-8d"], || {
        assert_eq!(hits(house(Terrain::WoodenBuilding, Shape::Line), &[9, 8]), 1, "9 - 2 hits, 8 - 2 misses");
    });
    bites(&["SN-FIRE-8c"], || {
        let guns = Fixture::plain().terrain(Terrain::StoneBuilding, &[(21, 19)]).foot("B1", (20, 20), "N", Shape::Line);
        let guns = guns.quality(3).unit("R1", Kind::FootArtillery, 1, (21, 19), "S", Shape::Line).garrisoned();
        assert_eq!(hits(guns, &[10, 9]), 1, "Veterans need 6: 10 - 3 - 1 hits, 9 - 3 - 1 misses");
    });
}

/// Nothing hits or misses by itself: Guards in the rear of a column hit on a 1, and Militia never hits guns in a wood.
#[test]
fn neither_a_1_nor_a_10_decides_by_itself() {
    bites(&["SN-FIRE-6"], || {
        let rear = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(5);
        let rear = rear.unit("R1", Kind::Infantry, 1, (20, 19), "N", Shape::Line);
        assert_eq!(hits(rear.clone().wet(), &[1]), 0, "1 + 3 - 1");
        assert_eq!(hits(rear, &[1]), 1, "1 + 3 makes 4");
        let wood = Fixture::plain().terrain(Terrain::Woods, &[(20, 19)]);
        let wood = wood.unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Line).quality(0);
        assert_eq!(hits(wood.unit("R1", Kind::FootArtillery, 1, (20, 19), "S", Shape::Line), &[10]), 0, "10 - 1 - 2");
    });
}

#[test]
fn of_pairs_as_near_the_best_cover_counts() {
    bites(&["SN-GEO-6"], || {
        let wood = volley(2, Shape::Line, "S").terrain(Terrain::Woods, &[(20, 19)]);
        assert_eq!(hits(wood, &[9, 8]), 1, "one stand in a wood covers both: 9 - 2 hits, 8 - 2 misses");
    });
}

#[test]
fn an_enemy_on_the_way_blocks_as_a_friend_does() {
    bites(&["SN-GEO-8"], || {
        let guns = battery(Kind::FootArtillery, 2, 6).unit("R2", Kind::Infantry, 1, (22, 26), "S", Shape::Line);
        let game = guns.game(&[]);
        assert!(!may_fire(&game) && game.may(game.order(FIRE, "B1", "R2")));
    });
}

/// From exactly 120 degrees the milder side counts: 5 + 2 hits Seasoned foot's line in the flank, 4 + 2 does not.
#[test]
fn between_flank_and_rear_the_flank_counts() {
    bites(&["SN-GEO-5", "SN-FIRE-9"], || {
        let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (21, 21), "WNW", Shape::Line);
        let target = guns.unit("R1", Kind::Infantry, 1, (20, 20), "N", Shape::Line);
        assert_eq!(hits(target, &[5, 4, 4]), 1);
    });
}
