//! Formations and who may take them (chapter 3).

use battle::rule::bites;
use battle::{Side, System as _, Troop, UnitId, UnitSpec};

use super::fixture::Fixture;
use super::units::{after, row};
use super::written::{deployed, scenario, words, written};
use crate::fire::aim::{Manner, shot};
use crate::formations::shapes;
use crate::info::{CHARGE, DECLARE};
use crate::movement::dice::pace;
use crate::profile::{Nation, Traits, Troops};
use crate::space::{Shape, body, shape};
use crate::tables;

/// Ranks of a unit from the front, as hexes in each.
fn stood(troops: Troops, stands: u8, shape: Shape) -> Vec<(i16, i16)> {
    Fixture::plain().unit("B1", troops, stands, (20, 30), "N", shape).game(&[]).stands("B1")
}

#[test]
fn militia_has_neither_close_order_nor_column_unless_authorised() {
    bites(&["MC-DEPLOY-2", "MC-SPECIAL-1"], || {
        let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open);
        let field = field.nation(Nation::American).unit("B2", Troops::Militia, 8, (25, 30), "N", Shape::Open);
        let game = field.nation(Nation::American).having(Traits::CLOSE_ORDER).having(Traits::COLUMN).game(&[]);
        assert_eq!(shapes(&game.war, game.id("B1")), [Shape::Open]);
        assert_eq!(shapes(&game.war, game.id("B2")), [Shape::Open, Shape::Line, Shape::Column]);
    });
}

#[test]
fn horse_goes_one_deep_and_foot_two() {
    bites(&["MC-DEPLOY-1"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Horse, 4, (25, 30), "N", Shape::Line).game(&[]);
        let front = |label: &str| body(&game.war, game.id(label)).front().len();
        assert_eq!([front("B1"), front("B2")], [4, 4]);
    });
}

#[test]
fn militia_alone_lacks_close_order() {
    bites(&["MC-DEPLOY-2"], || {
        for nation in [Nation::American, Nation::Loyalist, Nation::Other] {
            let militia = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).nation(nation);
            let close = |field: Fixture| shapes(&field.game(&[]).war, UnitId(0)).contains(&Shape::Line);
            assert!(!close(militia.clone()) && close(militia.having(Traits::CLOSE_ORDER)));
        }
    });
}

/// What a battle file's unit is formed in at the start.
fn begins(troop: Troop, list: &[&str]) -> Shape {
    let unit = UnitSpec { special: words(list), ..written("B1", troop, 6, 20) };
    shape(&deployed(&scenario(vec![unit], Vec::new()), &[]).war, UnitId(0))
}

#[test]
fn open_order_is_one_deep_and_usual_for_militia() {
    bites(&["MC-DEPLOY-3"], || {
        assert_eq!(stood(Troops::Militia, 6, Shape::Open), row(18..=23, 30));
        assert_eq!(begins(Troop::Militia, &["american"]), Shape::Open);
        assert_eq!(begins(Troop::Militia, &["loyalist"]), Shape::Open);
    });
}

#[test]
fn columns_are_three_deep_and_fire_their_front_rank() {
    bites(&["MC-DEPLOY-4"], || {
        let able = |stands| {
            let game = Fixture::plain().foot("B1", stands, (10, 30), "N", Shape::Open).game(&[]);
            shapes(&game.war, game.id("B1")).contains(&Shape::Column)
        };
        assert_eq!([2, 3, 8].map(able), [false, true, true]);
        let column =
            Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Column).foot("R1", 8, (13, 24), "S", Shape::Line);
        let game = column.game(&[]);
        let shot = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own);
        assert_eq!(shot.map(|shot| shot.figures), Some(6), "two files of the front rank");
        // Four stands would be two deep by two files: they go one behind the other.
        let foot = Fixture::plain().foot("B1", 5, (10, 30), "N", Shape::Column);
        assert_eq!(after(foot, &[3]), [[(10, 30), (10, 31), (9, 32), (9, 33)]]);
    });
}

#[test]
fn skirmishers_stand_a_hex_apart() {
    bites(&["MC-DEPLOY-5"], || {
        let apart: Vec<(i16, i16)> = (0..6).map(|place| (16 + 2 * place, 30)).collect();
        assert_eq!(stood(Troops::Riflemen, 6, Shape::Skirmish), apart);
        assert_eq!(begins(Troop::Jaegers, &["german"]), Shape::Skirmish);
        assert_eq!(begins(Troop::Militia, &["long_rifles"]), Shape::Skirmish);
        assert_eq!(begins(Troop::Irregulars, &[]), Shape::Skirmish);
    });
}

/// Whether a unit may form skirmish order, without and with the scenario's leave.
fn skirmishes(troops: Troops, nation: Nation, kind: Option<Traits>) -> [bool; 2] {
    let shape = if troops == Troops::Militia { Shape::Open } else { Shape::Line };
    let field = Fixture::plain().unit("B1", troops, 8, (10, 30), "N", shape).nation(nation);
    let field = kind.into_iter().fold(field, Fixture::having);
    [field.clone(), field.having(Traits::SKIRMISH)]
        .map(|field| shapes(&field.game(&[]).war, UnitId(0)).contains(&Shape::Skirmish))
}

#[test]
fn some_regulars_skirmish_by_leave() {
    bites(&["MC-DEPLOY-6"], || {
        for nation in [Nation::British, Nation::American, Nation::Loyalist] {
            assert_eq!(skirmishes(Troops::Regulars, nation, Some(Traits::LIGHT)), [false, true]);
            assert_eq!(skirmishes(Troops::Regulars, nation, None), [false, true], "legion infantry");
        }
        assert_eq!(skirmishes(Troops::Regulars, Nation::British, Some(Traits::GRENADIERS)), [false, true]);
        assert_eq!(skirmishes(Troops::Regulars, Nation::French, Some(Traits::GRENADIERS)), [false, false]);
    });
}

#[test]
fn militia_skirmishes_by_leave() {
    bites(&["MC-DEPLOY-7"], || {
        for nation in [Nation::American, Nation::Loyalist] {
            assert_eq!(skirmishes(Troops::Militia, nation, None), [false, true]);
        }
    });
}

#[test]
fn of_skirmishers_indians_and_horse_alone_charge() {
    bites(&["MC-DEPLOY-8"], || {
        let charges = |field: Fixture| {
            let field = field.foot("R1", 8, (13, 24), "S", Shape::Line).phase(DECLARE, Side::Blue);
            let game = field.game(&[]);
            game.may(game.order(CHARGE, "B1", "R1"))
        };
        let loose = |troops| Fixture::plain().unit("B1", troops, 4, (10, 30), "N", Shape::Skirmish);
        assert!(charges(loose(Troops::Indians)) && charges(loose(Troops::Horse)));
        assert!(!charges(loose(Troops::Riflemen)) && !charges(loose(Troops::Jaegers)));
        assert!(!charges(loose(Troops::Regulars)) && !charges(loose(Troops::Militia)));
        assert!(charges(Fixture::plain().unit("B1", Troops::Militia, 4, (10, 30), "N", Shape::Open)));
    });
}

#[test]
fn horse_has_three_formations_of_one_pace() {
    bites(&["MC-DEPLOY-9"], || {
        let game = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", Shape::Line).game(&[]);
        let known = shapes(&game.war, UnitId(0));
        assert_eq!(known, [Shape::Line, Shape::Column, Shape::Skirmish]);
        assert_eq!(stood(Troops::Horse, 4, Shape::Line), row(19..=22, 30));
        assert_eq!(stood(Troops::Horse, 4, Shape::Column), [row(20..=21, 30), row(20..=21, 31)].concat());
        for now in known {
            let game = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", now).game(&[]);
            assert_eq!(pace(&game.war, UnitId(0)), tables::pace(4, 0));
        }
    });
}

#[test]
fn guns_are_limbered_or_unlimbered() {
    bites(&["MC-DEPLOY-10"], || {
        let game = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).game(&[]);
        assert_eq!(shapes(&game.war, UnitId(0)), [Shape::Battery, Shape::Limbered]);
    });
}

#[test]
fn everybody_may_measure() {
    bites(&["MC-DEPLOY-11"], || {
        let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        assert!(game.war.tells_distances());
    });
}

#[test]
fn a_unit_too_small_for_its_formation_opens() {
    bites(&["MC-DEPLOY-13"], || {
        let left = |shape, stands, nation| {
            let field = Fixture::plain().foot("B1", stands, (10, 30), "N", shape).nation(nation);
            let mut game = field.game(&[]);
            let unit = game.id("B1");
            crate::losses::lose(&mut game.umpire(), unit, 3, "fire", "MC-FIRE-1");
            (crate::space::shape(&game.war, unit), game.stands("B1"))
        };
        assert_eq!(left(Shape::Line, 3, Nation::Other), (Shape::Line, vec![(10, 30), (10, 31)]));
        assert_eq!(left(Shape::Line, 2, Nation::Other), (Shape::Open, vec![(10, 30)]));
        assert_eq!(left(Shape::Line, 2, Nation::German), (Shape::Line, vec![(10, 30)]), "no open order for Germans");
        assert_eq!(left(Shape::Column, 4, Nation::Other), (Shape::Column, vec![(10, 30), (10, 31), (9, 32)]));
        assert_eq!(left(Shape::Column, 3, Nation::Other), (Shape::Open, vec![(10, 30), (11, 30)]));
        assert_eq!(left(Shape::Column, 3, Nation::German).0, Shape::Column);
        // Nor does it form what it is too small for.
        let may = |stands: u8, shape: Shape| {
            let game = Fixture::plain().foot("B1", stands, (10, 30), "N", Shape::Open).game(&[]);
            shapes(&game.war, UnitId(0)).contains(&shape)
        };
        assert_eq!([may(1, Shape::Line), may(2, Shape::Line)], [false, true]);
        assert_eq!([may(2, Shape::Column), may(3, Shape::Column)], [false, true]);
    });
}

#[test]
fn usual_footprints() {
    bites(&["MC-DEPLOY-14"], || {
        let ranks = |troops, stands, shape| {
            let stood = stood(troops, stands, shape);
            let rows: std::collections::BTreeSet<i16> = stood.iter().map(|(_, r)| *r).collect();
            rows.iter().map(|row| stood.iter().filter(|(_, r)| r == row).count()).collect::<Vec<_>>()
        };
        assert_eq!(ranks(Troops::Regulars, 8, Shape::Line), [4, 4]);
        assert_eq!(ranks(Troops::Regulars, 7, Shape::Line), [4, 3]);
        assert_eq!(ranks(Troops::Regulars, 5, Shape::Line), [3, 2]);
        assert_eq!(ranks(Troops::Regulars, 8, Shape::Open), [8]);
        assert_eq!(ranks(Troops::Regulars, 8, Shape::Column), [2, 2, 2, 2]);
        assert_eq!(ranks(Troops::Regulars, 7, Shape::Column), [2, 2, 2, 1]);
        assert_eq!(ranks(Troops::Regulars, 5, Shape::Column), [2, 2, 1]);
        assert_eq!(ranks(Troops::Regulars, 4, Shape::Column), [1; 4], "two files would be two deep");
        let loose = stood(Troops::Riflemen, 8, Shape::Skirmish);
        assert_eq!(loose[7].0 - loose[0].0 + 1, 15, "hexes from end to end");
        assert_eq!(ranks(Troops::Horse, 6, Shape::Line), [6]);
        assert_eq!(ranks(Troops::Horse, 6, Shape::Column), [2, 2, 2]);
        assert_eq!(ranks(Troops::Horse, 3, Shape::Column), [2, 1]);
        assert_eq!(ranks(Troops::Guns, 3, Shape::Battery), [3]);
        assert_eq!(ranks(Troops::Guns, 3, Shape::Limbered), [1, 1, 1]);
        // The last rank is short on the right first.
        assert_eq!(stood(Troops::Regulars, 5, Shape::Line)[3..], [(19, 31), (20, 31)]);
    });
}
