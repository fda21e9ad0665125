//! Whose choice the way back is: evasions, falling back and retreats (MC-HEX-11, MC-CHARGE-5, MC-SKIRM-4, MC-MOVE-18,
//! MC-MELEE-11). Blue is at home in the south: of a hex two neighbours are nearer to it, south-east and south-west.

use battle::rule::bites;
use battle::{MapEdge, Pose, Side, System as _, Terrain};

use super::fixture::{Fixture, hex};
use super::movement::rows;
use super::steps::{Played, charge, leg, met, ride};
use crate::info::{BACK, EVADE, FALLBACK, HALT, MELEE, MOVEMENT, RIDE};
use crate::marks;
use crate::morale::ways::{Toll, ways};
use crate::profile::{Nation, Troops};
use crate::space::{Aspect, Shape};

/// The ends between which the owner of a unit chooses, from west to east.
fn ends(game: &Played, unit: &str) -> Vec<(i16, i16)> {
    assert_eq!(game.asks(), "back");
    let reach = game.war.reach(&game.order(BACK, unit, ""));
    let mut ends: Vec<(i16, i16)> = reach.legal().map(|place| (place.pose.anchor.q, place.pose.anchor.r)).collect();
    ends.sort_by_key(|(q, r)| (2 * q + r, *r));
    ends
}

/// The owner of a unit chooses the way back to a hex.
#[track_caller]
fn back(game: &mut Played, unit: &str, (q, r): (i16, i16)) {
    let to = game.pose(unit).at(hex(q, r));
    game.give(game.order(BACK, unit, "").to(to));
}

/// Who decides, and about which unit.
fn asked(game: &Played) -> Option<(Side, &str)> {
    let pending = game.war.pending();
    pending.decision().map(|decision| (decision.side, decision.unit.map_or("", |unit| game.war.name(unit))))
}

#[test]
fn a_charger_that_fails_its_test_falls_back_by_the_way_its_owner_chooses() {
    // Example 13: 10 against 8, 2d6 = 7, 3 hexes; each of them south-east or south-west.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open);
    let mut game = charge(field, &[10, 3, 4], &[("B1", "R1")]);
    game.give(game.order(RIDE, "B1", ""));
    assert_eq!(
        (ends(&game, "B1"), asked(&game)),
        (vec![(7, 33), (8, 33), (9, 33), (10, 33)], Some((Side::Blue, "B1")))
    );
    assert_eq!(game.pose("B1").anchor, hex(10, 30), "it has not moved");
    back(&mut game, "B1", (7, 33));
    assert_eq!((game.pose("B1").anchor, game.pose("B1").facing.name()), (hex(7, 33), "N"));
    assert!(game.marked("B1", marks::SPENT) && game.marked("B1", marks::PANIC));
    game.all_fell();
}

#[test]
fn one_way_alone_asks_nobody() {
    // An enemy in the north: south-east and south-west lead away from him. At home in the east, south-east is nearer.
    let field = Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 1, (13, 24), "S", Shape::Open);
    let mut game = field.game(&[]);
    let found = |game: &Played, inches| ways(&game.war, game.id("B1"), &[game.id("R1")], inches, Toll::Free);
    let at = |way: &Vec<Pose>| way.last().map(|end| (end.anchor.q, end.anchor.r));
    assert_eq!(found(&game, 3).len(), 4, "at home in the south");
    game.war.setting_mut().expect("no copy").fixed.edges[0] = MapEdge::East;
    assert_eq!(found(&game, 3).iter().map(at).collect::<Vec<_>>(), [Some((10, 33))]);
    // With nowhere to go it stays, and nobody is asked.
    let field = Fixture::plain().terrain(Terrain::Impassable, &rows(31..=59));
    let field = field.foot("B1", 1, (10, 30), "N", Shape::Open).foot("R1", 1, (13, 24), "S", Shape::Open);
    assert_eq!(found(&field.game(&[]), 3).iter().map(at).collect::<Vec<_>>(), [Some((10, 30))]);
}

#[test]
fn every_way_ends_at_its_own_last_place_that_is_free() {
    bites(&["MC-MOVE-29"], || {
        // A friend stands where two of four ways of 2 hexes lead: these end a hex before him.
        let field =
            Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).foot("B2", 1, (19, 32), "N", Shape::Open);
        let game = field.foot("R1", 1, (23, 24), "S", Shape::Open).game(&[]);
        let mut found: Vec<(i16, i16)> = ways(&game.war, game.id("B1"), &[game.id("R1")], 2, Toll::Free)
            .iter()
            .filter_map(|way| way.last().map(|end| (end.anchor.r, end.anchor.q)))
            .collect();
        found.sort_unstable();
        assert_eq!(found, [(31, 19), (31, 20), (32, 18), (32, 20)]);
    });
}

/// Two lines of class 5 in drawn melee with one: nobody is hit, and all pass.
fn drawn(dice: &[u8]) -> Played {
    let field = Fixture::plain().foot("B1", 8, (9, 22), "N", Shape::Line).class(5);
    let field = field.foot("B2", 10, (15, 22), "N", Shape::Line).class(5);
    let field = field.foot("R1", 12, (14, 21), "S", Shape::Open);
    let contacts = [("B1", "R1", Aspect::Front), ("B2", "R1", Aspect::Front)];
    let mut game = met(field, &[&[1, 1, 1, 1, 1, 1, 1, 5, 5, 7], dice].concat(), &contacts);
    game.enter(MELEE, Side::Blue);
    game
}

#[test]
fn who_has_not_won_its_melee_retires_by_the_way_its_owner_chooses() {
    bites(&["MC-MELEE-15"], || {
        // 3 and 4 hexes: the second throws when the first has gone.
        let mut game = drawn(&[1, 1, 1, 1, 1, 2]);
        assert_eq!((asked(&game), game.results("going back")), (Some((Side::Blue, "B1")), vec![3]));
        assert_eq!(ends(&game, "B1"), [(6, 25), (7, 25), (8, 25), (9, 25)]);
        back(&mut game, "B1", (6, 25));
        assert!(game.marked("B1", marks::SPENT) && game.war.own(game.id("B1")).owes_reform);
        assert!(game.marked("B1", marks::CONTACT) && !game.marked("B2", marks::SPENT), "the melee is not over");
        assert_eq!((asked(&game), game.results("going back")), (Some((Side::Blue, "B2")), vec![3, 4]));
        back(&mut game, "B2", (15, 26));
        assert_eq!(["B1", "B2"].map(|unit| game.pose(unit).anchor), [hex(6, 25), hex(15, 26)]);
        assert!(!["B1", "B2", "R1"].into_iter().any(|unit| game.marked(unit, marks::CONTACT)));
        assert!(game.war.state.own.contacts.is_empty());
        game.all_fell();
    });
}

/// Riflemen of one stand that have moved, among friends, and a charger 2 inches before them with 4 left.
fn charged(friends: &[(i16, i16)], dice: &[u8]) -> Played {
    let field = Fixture::plain().unit("R1", Troops::Riflemen, 1, (12, 23), "S", Shape::Skirmish);
    let mut field = field.state(|own| own.moved = true);
    for (place, at) in friends.iter().enumerate() {
        field = field.foot(&format!("R{}", place + 2), 1, *at, "S", Shape::Open);
    }
    let field = field.foot("B1", 8, (10, 30), "N", Shape::Line).class(2).foot("B9", 8, (35, 40), "N", Shape::Line);
    let mut game = charge(field, &[&[1, 3, 3, 3], dice].concat(), &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 25));
    game
}

/// They evade, and throw that.
fn evading(friends: &[(i16, i16)], dice: [u8; 3]) -> Played {
    let mut game = charged(friends, &dice);
    game.give(game.order(EVADE, "R1", ""));
    game
}

#[test]
fn skirmishers_evade_by_the_way_their_owner_chooses_and_the_charge_goes_on() {
    // Half of 3, 3, 3 and 2 is 5 hexes, north-east or north-west; the charger waits.
    let mut game = evading(&[], [3, 3, 3]);
    assert_eq!(asked(&game), Some((Side::Red, "R1")));
    assert_eq!(ends(&game, "R1"), [(12, 18), (13, 18), (14, 18), (15, 18), (16, 18), (17, 18)]);
    back(&mut game, "R1", (17, 18));
    assert_eq!(game.pose("R1").anchor, hex(17, 18));
    assert!(game.marked("R1", marks::EVADED) && game.marked("R1", marks::PANIC));
    assert_eq!(asked(&game), Some((Side::Blue, "B1")), "the charge goes on, as far as its owner likes");
    leg(&mut game, "B1", (14, 21));
    assert_eq!(game.pose("B1").anchor.r, 21);
}

#[test]
fn a_way_of_an_evasion_is_foreseen_by_where_it_ends() {
    // Friends stand on the last four hexes of the way due north-west: it ends at (12, 21), in reach of 4 inches.
    let friends = [(12, 20), (12, 19), (12, 18), (12, 17)];
    let game = evading(&friends, [4, 3, 3]);
    let found = ends(&game, "R1");
    assert!(found.contains(&(12, 21)) && found.contains(&(18, 17)), "{found:?}");
    let effect = |(q, r)| {
        let order = game.order(BACK, "R1", "").to(game.pose("R1").at(hex(q, r)));
        game.war.forecast(&order).effect
    };
    assert_eq!([(12, 21), (18, 17)].map(|end| effect(end).succeeds), [0.0, 1.0]);
    assert!(effect((12, 21)).taken > 0.0 && effect((18, 17)).taken == 0.0, "who is caught fights");
    assert!(game.war.forecast(&game.order(BACK, "R1", "")).differs);
}

#[test]
fn who_may_come_away_is_foreseen_to() {
    // One way is caught and the others are not: their owner takes one of these. 3 hexes at least are out of reach.
    let chance = |friends: &[(i16, i16)]| {
        let game = charged(friends, &[]);
        game.war.forecast(&game.order(EVADE, "R1", "")).effect.succeeds
    };
    let open = chance(&[]);
    assert!(open > 0.9);
    let one_barred = [(12, 20), (12, 19), (12, 18), (12, 17), (12, 16), (12, 15), (12, 14), (12, 13)];
    assert!((chance(&one_barred) - open).abs() < 1e-9);
}

#[test]
fn militia_falls_back_by_the_way_its_owner_chooses_and_may_stop_on_that() {
    // 1, 1, 2 and 3 are 7, less 2 for the turn: 5 hexes; class 5 passes on a 5.
    let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).class(5);
    let field = field.nation(Nation::American).foot("B2", 8, (30, 30), "N", Shape::Line);
    let field = field.foot("R1", 8, (13, 20), "S", Shape::Line).phase(MOVEMENT, Side::Blue);
    let mut game = field.game(&[1, 1, 5]);
    game.give(game.order(FALLBACK, "B1", ""));
    let reach = game.war.reach(&game.order(BACK, "B1", ""));
    let west = reach.legal().map(|place| place.pose).min_by_key(|end| end.anchor.q).expect("ends");
    assert_eq!((reach.legal().count(), west.facing.name()), (6, "S"), "it turns about");
    game.give(game.order(BACK, "B1", "").to(west));
    assert_eq!(game.asks(), "falling");
    let stops: Vec<Pose> = game.war.reach(&game.order(HALT, "B1", "")).legal().map(|place| place.pose).collect();
    let line = |stop: &Pose| stop.anchor.q + stop.anchor.r == west.anchor.q + west.anchor.r;
    assert!(stops.iter().all(line), "all the way south-west: {stops:?}");
    let third = stops.into_iter().find(|stop| stop.anchor.r == 33).expect("a stop");
    game.give(game.order(HALT, "B1", "").to(third));
    assert_eq!((game.pose("B1"), game.marked("B1", marks::FALLING_BACK)), (third, false));
    game.all_fell();
}
