//! Supply: sources, chains, marks and checks (SN-SUPPLY).

use battle::rule::bites;
use battle::{Obstacle, Side, Terrain};

use super::fixture::{Fixture, Game};
use crate::marks::UNSUPPLIED;
use crate::orders::Mandate::Rally;
use crate::profile::Kind;
use crate::space::Shape::{Column, Line};
use crate::tables::{DISRUPTED, FIRM, NERVOUS, PANIC, ROUTED};

/// Ten by thirty hexes; Conscripts under rally in the north, their base edge in the south.
fn conscripts(status: i16) -> Fixture {
    let unit = Fixture::sized(10, 30).foot("B1", (0, 4), "N", Column).quality(1).status(status);
    unit.ordered(Side::Blue, Rally).turn(5)
}

/// Three enemy lines of three, leaving no way past them along row 20.
fn walled(field: Fixture) -> Fixture {
    let wall = |field: Fixture, (label, q): (&str, i16)| field.unit(label, Kind::Infantry, 3, (q, 20), "S", Line);
    [("R1", -9), ("R2", -6), ("R3", -3)].into_iter().fold(field, wall)
}

/// Whether a unit shows that it is cut off after a check of supply.
fn is_cut_off(field: Fixture, label: &str) -> bool {
    let mut game = field.game(&[]);
    game.check_supply();
    game.marked(label, UNSUPPLIED)
}

/// Example 41.
#[test]
fn who_is_cut_off_does_not_rally_and_then_melts() {
    let turn = |game: &Game| game.war.field().turn();
    bites(&["SN-SUPPLY-4", "SN-SUPPLY-5", "SN-SUPPLY-3", "SN-SUPPLY-1"], || {
        let mut game = walled(conscripts(DISRUPTED)).game(&[7, 5, 8, 7]);
        game.close_turn();
        assert_eq!((turn(&game), game.marked("B1", UNSUPPLIED)), (6, true));
        assert_eq!((game.faces("rally"), game.status("B1")), (vec![vec![7]], NERVOUS), "its rally roll came before");
        game.close_turn();
        assert_eq!(game.faces("rally").len(), 1, "no rally roll on turn 6");
        assert_eq!((game.faces("morale"), game.status("B1")), (vec![vec![5], vec![8]], DISRUPTED));
        assert_eq!(turn(&game), 7);
        game.rout("R2");
        game.close_turn();
        assert_eq!((game.faces("rally").len(), game.marked("B1", UNSUPPLIED), turn(&game)), (1, false, 8));
        game.close_turn();
        assert_eq!(game.status("B1"), NERVOUS, "on turn 8 it may");
        game.all_fell();
    });
    bites(&["SN-SUPPLY-4"], || {
        let mut game = walled(conscripts(PANIC).ordered(Side::Blue, crate::orders::Mandate::Probe)).game(&[8]);
        game.check_supply();
        game.rout("R2");
        game.check_supply();
        assert_eq!(game.war.own(game.id("B1")).unsupplied, 0, "the count begins anew");
        game.rout("R3");
        let back = game.id("R1");
        let to = game.pose("R1").at(super::fixture::hex(0, 5));
        game.umpire().emit(battle::Event::Placed { unit: back, pose: to });
        game.check_supply();
        assert!(game.faces("morale").is_empty());
        let mut third = walled(conscripts(DISRUPTED)).game(&[7, 7, 7]);
        (0..4).for_each(|_| third.check_supply());
        assert_eq!(third.faces("morale").len(), 3, "each failure after the first costs a check");
    });
}

#[test]
fn supply_comes_from_the_own_edge() {
    bites(&["SN-SUPPLY-2", "SN-SUPPLY-3"], || {
        assert!(is_cut_off(walled(conscripts(NERVOUS)), "B1"), "the north is no edge of Blue's");
        assert!(!is_cut_off(walled(conscripts(NERVOUS)), "R1"), "but of Red's");
        assert!(!is_cut_off(conscripts(NERVOUS).foot("R1", (5, 1), "S", Column), "B1"));
    });
    let water: Vec<(i16, i16)> = (0..10).map(|column| (column - 14, 29)).collect();
    let shore = |dry: usize| {
        let coast = conscripts(NERVOUS).terrain(Terrain::Water, &water[dry..]);
        is_cut_off(coast.foot("R1", (5, 1), "S", Column), "B1")
    };
    bites(&["SN-SUPPLY-2"], || {
        assert!(!shore(1), "one passable hex is enough");
    });
    assert!(shore(0), "water is no source");
    assert!(is_cut_off(conscripts(NERVOUS).above(20, Obstacle::River).foot("R1", (5, 1), "S", Column), "B1"));
}

#[test]
fn the_chain_goes_past_enemies_only_through_friends() {
    // One enemy stand in the middle leaves two hexes open, both next to enemies.
    let gap = || {
        let west = conscripts(NERVOUS).unit("R1", Kind::Infantry, 3, (-9, 20), "S", Line);
        let middle = west.unit("R2", Kind::Infantry, 1, (-6, 20), "S", Column);
        middle.unit("R3", Kind::Infantry, 3, (-2, 20), "S", Line)
    };
    bites(&["SN-SUPPLY-3"], || {
        assert!(is_cut_off(gap(), "B1"));
        let held = gap().unit("B2", Kind::Infantry, 1, (-5, 20), "N", Column);
        assert!(!is_cut_off(held, "B1"), "a friend holds the way open");
        let beside = gap().unit("B2", Kind::Infantry, 1, (-5, 21), "N", Column);
        assert!(is_cut_off(beside, "B1"), "but not from the hex behind it");
        let wide = walled(conscripts(NERVOUS));
        let mut game = wide.game(&[]);
        game.rout("R2");
        game.check_supply();
        assert!(!game.marked("B1", UNSUPPLIED), "three hexes wide the middle one is free");
    });
    assert!(!is_cut_off(gap().unit("B2", Kind::Infantry, 1, (-5, 20), "N", Column), "B2"));
}

#[test]
fn supply_may_be_switched_off() {
    bites(&["SN-SUPPLY-1", "SN-OPT-1"], || {
        assert!(is_cut_off(walled(conscripts(NERVOUS)), "B1"));
        assert!(!is_cut_off(walled(conscripts(NERVOUS)).house("supply", "off"), "B1"));
    });
}

/// The initiative winner's units first, then the other's.
#[test]
fn checks_come_in_the_order_of_the_turn() {
    bites(&["SN-SUPPLY-4"], || {
        let both = |first: Side| {
            // Blue's edge is the south, Red's the north; each stands behind the other, shut in by its own corner.
            let ring = Fixture::sized(10, 30).foot("B1", (0, 4), "N", Column).status(PANIC);
            let mut game = walled(ring).game(&[9, 9]);
            game.war.state.first = first;
            (0..2).for_each(|_| game.check_supply());
            game.faces("morale").len()
        };
        assert_eq!([Side::Blue, Side::Red].map(both), [1, 1]);
    });
}

/// SN-SEQ-2, S7b: who won the initiative checks with all that follows before the other side looks for its supply.
#[test]
fn the_first_side_is_through_before_the_second_looks() {
    let pass = Fixture::sized(3, 30).foot("B1", (-4, 10), "N", Column).foot("R1", (-9, 20), "N", Column);
    bites(&["SN-SUPPLY-1"], || {
        let mut game = pass.clone().game(&[2, 2, 2, 2, 2, 2]);
        for label in ["B1", "R1"] {
            let unit = game.id(label);
            game.war.own_mut(unit).unsupplied = 1;
        }
        game.check_supply();
        assert_eq!(game.status("B1"), ROUTED, "each cut off by the other, Blue disperses");
        assert_eq!((game.status("R1"), game.war.own(game.id("R1")).unsupplied), (FIRM, 0), "and the way is free");
    });
}

/// A source is a hex of the chain too: next to an enemy it is of use only to a friend who stands in it.
#[test]
fn an_enemy_at_the_edge_stops_the_supply_there() {
    let edge = || {
        let column = Fixture::sized(3, 30).foot("B1", (-9, 20), "N", Column);
        column.unit("R1", Kind::Infantry, 1, (-13, 29), "N", Column)
    };
    bites(&["SN-SUPPLY-3"], || {
        assert!(is_cut_off(edge(), "B1"), "he stands in the middle of three hexes");
        assert!(!is_cut_off(edge().unit("B2", Kind::Infantry, 1, (-14, 29), "N", Column), "B1"));
    });
}
