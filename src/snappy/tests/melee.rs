//! Melees over rounds (SN-MELEE).

use battle::rule::bites;
use battle::{Side, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{FIGHT, MELEE};
use crate::marks;
use crate::profile::Kind;
use crate::space::Shape;
use crate::state::Charge;
use crate::tables::{BOLD, DISRUPTED, FIRM, NERVOUS, PANIC};

/// Who charges whom from where.
#[derive(Clone, Copy, PartialEq)]
enum From {
    Front,
    Flank,
}

/// B1 is in contact with R1 as drawn, and fights with those dice.
fn fought(fixture: Fixture, from: From, dice: &[u8]) -> Game {
    let mut game = engaged(fixture, from, dice);
    game.give(game.order(FIGHT, "B1", "R1"));
    game.all_fell();
    game
}

fn engaged(fixture: Fixture, from: From, dice: &[u8]) -> Game {
    let mut game = fixture.phase(MELEE, Side::Blue).game(dice);
    let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank: from == From::Flank };
    game.war.state.own.charges.push(charge);
    game
}

fn on_line(kind: Kind, quality: usize, theirs: usize) -> Fixture {
    let charger = Fixture::plain().unit("B1", kind, 2, (20, 20), "N", Shape::Line).quality(quality);
    charger.foot("R1", (21, 19), "S", Shape::Line).quality(theirs)
}

/// The margin of a first round with those two dice, whatever comes after it.
fn first(fixture: Fixture, from: From, dice: [u8; 2]) -> i16 {
    let mut game = engaged(fixture, from, &dice);
    game.give(game.order(FIGHT, "B1", "R1"));
    margin(&game)
}

/// The margin of the first round.
fn margin(game: &Game) -> i16 {
    game.rolls().into_iter().find(|(label, ..)| *label == "melee").expect("a melee").2
}

/// Example 12.
#[test]
fn cuirassiers_ride_a_line_down() {
    bites(&["SN-MELEE-1", "SN-MELEE-4", "SN-MELEE-5", "SN-MELEE-8"], || {
        let game = fought(on_line(Kind::HeavyCavalry, 3, 1), From::Front, &[5, 4, 8, 6, 7]);
        assert_eq!(margin(&game), 9, "5 + 6 + 4 against 4 + 2");
        assert_eq!((game.status("R1"), game.status("B1")), (NERVOUS, FIRM), "two checks: 8, then 6 fails and 7 passes");
        assert!(game.war.state.own.charges.is_empty());
        assert_eq!(fought(on_line(Kind::HeavyCavalry, 3, 1), From::Front, &[5, 4, 6, 7, 8]).status("R1"), NERVOUS);
    });
    bites(&["SN-MELEE-10"], || {
        let game = fought(on_line(Kind::HeavyCavalry, 3, 1).marks(marks::CHARGED), From::Front, &[5, 4, 8, 6, 7]);
        assert_eq!(game.stands("B1"), [(20, 20), (21, 20)], "the winner stays");
        assert!(!game.marked("B1", marks::CHARGING) && !game.marked("R1", marks::CHARGED));
        let still = engaged(on_line(Kind::HeavyCavalry, 3, 1), From::Front, &[]);
        assert_eq!(still.war.state.own.charges.len(), 1);
        let mut riding = on_line(Kind::HeavyCavalry, 3, 1).phase(MELEE, Side::Blue).game(&[5, 4, 8, 6, 7]);
        let unit = riding.id("B1");
        riding.umpire().mark(unit, marks::CHARGING, true);
        let charge = Charge { charger: unit, target: riding.id("R1"), flank: false };
        riding.war.state.own.charges.push(charge);
        // Not through the whole step, whose end clears it anyway.
        riding.umpire().interrupt(crate::state::Open::Melee(charge, 1));
        riding.run();
        assert!(!riding.marked("B1", marks::CHARGING) && riding.war.state.own.charges.is_empty());
    });
}

/// Example 13.
#[test]
fn squares_hold_cavalry() {
    bites(&["SN-MELEE-6d", "SN-MELEE-6e"], || {
        // The square's second stand would be on B1: it stands on (20,19) and (20,18).
        let horse = |marks| {
            let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 20), "N", Shape::Line).quality(4);
            horse.foot("R1", (20, 18), "N", Shape::Square).marks(marks)
        };
        assert_eq!(first(horse(marks::HASTY), From::Front, [7, 6]), 4, "7 + 8 + 4 - 5 against 6 + 4");
        let square = horse(battle::Marks::empty());
        assert_eq!(first(square, From::Front, [7, 6]), -1, "7 + 8 + 4 - 10 against 10");
    });
}

/// Example 14.
#[test]
fn a_flank_is_worth_8() {
    bites(&["SN-MELEE-7", "SN-MELEE-6a"], || {
        let line = || {
            let column = Fixture::plain().foot("B1", (20, 20), "N", Shape::Column).quality(2);
            column.foot("R1", (20, 19), "S", Shape::Line).quality(3)
        };
        assert_eq!(first(line(), From::Flank, [6, 7]), 5, "10 against 7 + 6 - 8");
        assert_eq!(first(line(), From::Front, [6, 7]), -3);
        // Example 15: Bold Guard with a Dashing leader against Militia in a fortress.
        let storm = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(5).status(BOLD).led(1);
        let storm = storm.foot("R1", (21, 19), "S", Shape::Line).quality(0);
        let works = storm.terrain(Terrain::Works, &[(21, 19), (20, 19)]);
        assert_eq!(first(works, From::Front, [3, 9]), -2, "15 against 17");
        let wood = on_line(Kind::Infantry, 2, 2).terrain(Terrain::Woods, &[(21, 19), (20, 19)]);
        assert_eq!(first(wood, From::Front, [5, 5]), -2, "rough ground");
    });
}

/// Example 16.
#[test]
fn horse_sweeps_guns() {
    bites(&["SN-MELEE-6b", "SN-MELEE-6c", "SN-MELEE-9a"], || {
        let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 20), "N", Shape::Line).quality(4);
        let guns = horse.unit("R1", Kind::FootArtillery, 1, (20, 19), "S", Shape::Line).quality(0);
        let game = fought(guns, From::Front, &[8, 6, 9, 8]);
        assert_eq!(
            (margin(&game), game.status("R1")),
            (19, NERVOUS),
            "8 + 8 + 4 + 5 against 6: a place, then two checks"
        );
        assert_eq!(game.stands("R1")[0].1, 18, "back a hex, in battery");
    });
}

/// Example 17.
#[test]
fn three_rounds_and_they_part() {
    bites(&["SN-MELEE-3", "SN-MELEE-8"], || {
        let game = fought(on_line(Kind::Infantry, 3, 3), From::Front, &[4, 4, 6, 5, 7, 5, 5, 3, 6, 8]);
        assert_eq!(game.faces("melee"), [[4], [7], [3]]);
        assert_eq!((game.status("B1"), game.status("R1")), (FIRM, FIRM));
        assert!(game.war.state.own.charges.is_empty(), "no engagement outlives the step");
        assert_eq!(game.war.field().distance(game.id("B1"), game.id("R1")), 1);
    });
}

#[test]
fn spirit_counts_in_melee() {
    bites(&["SN-MELEE-5"], || {
        let with = |status| {
            let own = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).status(status);
            let game = engaged(own.foot("R1", (21, 19), "S", Shape::Line), From::Front, &[]);
            let charge = game.war.state.own.charges[0];
            crate::melee::score::round(&game.war, &charge).ours.mean() - 5.5
        };
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(with(BOLD), 5.0) && near(with(FIRM), 4.0) && near(with(NERVOUS), 4.0));
        assert!(near(with(DISRUPTED), 1.0) && near(with(PANIC), -1.0));
    });
}

/// Example 30, the melees: M picks, and who is gone has none.
#[test]
fn each_charger_has_a_melee_in_the_order_picked() {
    bites(&["SN-MELEE-2"], || {
        let pinned = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(2);
        let pinned = pinned.unit("B2", Kind::HeavyCavalry, 2, (22, 19), "WNW", Shape::Column).quality(3);
        let mut game = engaged(pinned.foot("R1", (21, 19), "S", Shape::Line), From::Front, &[5, 5, 3, 8, 9]);
        let second = Charge { charger: game.id("B2"), target: game.id("R1"), flank: false };
        game.war.state.own.charges.push(second);
        game.give(game.order(FIGHT, "B2", "R1"));
        game.all_fell();
        assert_eq!(margin(&game), 6, "5 + 6 + 4 against 5 + 4");
        assert_eq!(game.status("R1"), NERVOUS);
        assert!(game.war.state.own.charges.is_empty(), "the foot has no melee left");
    });
}

#[test]
fn units_that_are_gone_have_no_melee() {
    bites(&["SN-SEQ-7"], || {
        let weak = on_line(Kind::Infantry, 2, 0).status(PANIC);
        let mut game = engaged(weak, From::Front, &[5]);
        game.checks("R1", 1, "B1");
        assert_eq!(game.status("R1"), crate::tables::ROUTED);
        assert!(game.war.state.own.charges.is_empty());
    });
}

/// Heavy horse that is charged has no charge of its own: 5 + 4 against 5 + 6.
#[test]
fn heavy_horse_adds_4_only_when_it_charges() {
    bites(&["SN-MELEE-6b"], || {
        let horse = |charger, charged| {
            let own = Fixture::plain().unit("B1", charger, 2, (20, 20), "N", Shape::Line).quality(2);
            own.unit("R1", charged, 2, (21, 19), "S", Shape::Line).quality(3)
        };
        assert_eq!(first(horse(Kind::Infantry, Kind::HeavyCavalry), From::Front, [5, 5]), -2);
        assert_eq!(first(horse(Kind::HeavyCavalry, Kind::HeavyCavalry), From::Front, [5, 5]), 2);
        assert_eq!(
            first(horse(Kind::LightCavalry, Kind::Infantry), From::Front, [5, 5]),
            -2,
            "light horse adds nothing"
        );
    });
}

/// Squares are worth nothing against foot, and a Weak leader takes 1 off.
#[test]
fn only_horse_minds_squares_and_every_rating_counts() {
    let at_square = |kind, marks| {
        let charger = Fixture::plain().unit("B1", kind, 2, (20, 20), "N", Shape::Line);
        first(charger.foot("R1", (20, 18), "N", Shape::Square).marks(marks), From::Front, [6, 5])
    };
    bites(&["SN-MELEE-6d", "SN-MELEE-6e"], || {
        let by = |kind| [marks::HASTY, battle::Marks::empty()].map(|marks| at_square(kind, marks));
        assert_eq!(by(Kind::Infantry), [1, 1], "6 + 4 against 5 + 4");
        assert_eq!(by(Kind::LightCavalry), [1 - 5, 1 - 10]);
    });
    bites(&["SN-MELEE-6a"], || {
        let led = |rating| {
            let own = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).led(rating);
            first(own.foot("R1", (21, 19), "S", Shape::Line), From::Front, [6, 5])
        };
        assert_eq!([-2, -1, 0, 1, 2, 3].map(led), [-1, 0, 1, 2, 3, 4]);
    });
}

/// In the balance the charger checks first: Conscripts need the 7, Seasoned foot the 6.
#[test]
fn in_the_balance_the_charger_checks_first() {
    bites(&["SN-MELEE-9b"], || {
        let game = fought(on_line(Kind::Infantry, 1, 2), From::Front, &[6, 4, 7, 6].repeat(3));
        assert_eq!(margin(&game), 0, "6 + 2 against 4 + 4");
        assert_eq!((game.status("B1"), game.status("R1")), (FIRM, FIRM), "7 and 6 pass");
    });
}

/// Both check at 0, and the charger's going back does not spare the charged; nor its being gone.
#[test]
fn the_charged_checks_though_the_charger_has_gone() {
    let game = |status, dice: &[u8]| {
        let own = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(1).status(status);
        fought(own.foot("R1", (21, 19), "S", Shape::Line).quality(2), From::Front, dice)
    };
    bites(&["SN-MELEE-9b"], || {
        let back = game(FIRM, &[6, 4, 6, 7, 5, 6]);
        assert_eq!((back.status("B1"), back.status("R1")), (NERVOUS, NERVOUS), "6 fails, 7 passes; 5 fails, 6 passes");
        let gone = game(DISRUPTED, &[9, 4, 6, 7, 5, 6]);
        let ends = (crate::tables::ROUTED, NERVOUS);
        assert_eq!((gone.status("B1"), gone.status("R1")), ends, "9 + 2 - 3 against 4 + 4; 6 fails, 7 - 1 fails");
    });
}

/// Who falls from bold to firm has not moved: 6 + 4 against 4 + 4 + 1, 5 fails and 6 passes, and they fight on.
#[test]
fn who_only_falls_to_firm_stays_locked() {
    bites(&["SN-MELEE-3"], || {
        let bold = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).foot("R1", (21, 19), "S", Shape::Line);
        let game = fought(bold.status(BOLD), From::Front, &[6, 4, 5, 6, 6, 5, 6, 6, 5, 6]);
        assert_eq!((game.status("B1"), game.status("R1")), (FIRM, FIRM));
        assert_eq!(game.faces("melee").len(), 3);
    });
}

/// All that counts does so in every round: three ties of Seasoned foot in the flank of Guards (4 against 10 - 8) and of
/// Seasoned heavy horse that charges Elite foot (4 + 4 against 8), each side passing its checks.
#[test]
fn flank_and_charge_count_in_every_round() {
    bites(&["SN-MELEE-7"], || {
        let game = fought(on_line(Kind::Infantry, 2, 5), From::Flank, &[1, 3, 6, 3].repeat(3));
        assert_eq!((game.status("B1"), game.status("R1")), (FIRM, FIRM));
    });
    bites(&["SN-MELEE-6b"], || {
        let game = fought(on_line(Kind::HeavyCavalry, 2, 4), From::Front, &[5, 5, 6, 4].repeat(3));
        assert_eq!((game.status("B1"), game.status("R1")), (FIRM, FIRM));
    });
}

/// Ground and flank count for the charged alone.
#[test]
fn a_charger_gains_nothing_by_the_ground_it_stands_on() {
    bites(&["SN-MELEE-7"], || {
        let wood = |hexes: &[(i16, i16)]| on_line(Kind::Infantry, 2, 2).terrain(Terrain::Woods, hexes);
        assert_eq!(first(wood(&[(20, 20), (21, 20)]), From::Front, [5, 5]), 0);
        assert_eq!(first(wood(&[(20, 19), (21, 19)]), From::Front, [5, 5]), -2);
    });
}

/// A stream, a wall and the bridge of a river are worth 2 to whoever is attacked over them, whatever they are worth in fire.
#[test]
fn edges_help_the_charged() {
    use battle::{Crossing, Edge, Obstacle};
    use hexes::Direction::{NorthEast, NorthWest};
    let over = |obstacle, crossing| {
        let charger = Fixture::plain().unit("B1", Kind::Infantry, 1, (20, 20), "N", Shape::Column);
        let field = charger.unit("R1", Kind::Infantry, 1, (20, 19), "S", Shape::Column).house("edge_cover", "off");
        let edge = Edge { obstacle, crossing };
        let field = field.edge((20, 20), NorthWest, edge).edge((20, 20), NorthEast, edge);
        first(field, From::Front, [5, 5])
    };
    bites(&["SN-MELEE-7"], || {
        assert_eq!(over(Obstacle::None, Crossing::None), 0);
        for obstacle in [Obstacle::Stream, Obstacle::Hedge, Obstacle::Wall, Obstacle::Earthwork] {
            assert_eq!(over(obstacle, Crossing::None), -2, "{}", obstacle.name());
        }
        assert_eq!([Crossing::Bridge, Crossing::Ford].map(|crossing| over(Obstacle::River, crossing)), [-2, -2]);
        assert_eq!([Obstacle::Fence, Obstacle::Ditch].map(|edge| over(edge, Crossing::None)), [0, 0]);
    });
}
