//! Fire of artillery: ranges, canister, every modifier, ammunition, battalion guns, overhead fire, Grand Batteries (OTH-ART).

use battle::rule::bites;
use battle::{Edge, Obstacle, Order, Side, Terrain, UnitId};

use super::fixture::Fixture;
use crate::info::{FIRE, GRAND, MOVE, MOVEMENT, RALLY_PHASE};
use crate::marks;
use crate::profile::{Gun, Kind, Traits};
use crate::space::Shape::{self, Attack, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};

/// A medium battery of FS 7 on (20,10) facing south that has fired at B1 before, and B1 of FS 12 so many inches before it.
fn shelled(gun: Gun, on: Shape, inches: i16, target: impl Fn(Fixture) -> Fixture) -> Fixture {
    let guns = Fixture::sized(80, 80).guns("R1", (30, 8), "S", gun).state(|own| own.aim = Some(UnitId(1)));
    target(guns.foot("B1", (30 - inches / 2, 8 + inches), "N", on).fs(12))
}

fn score(gun: Gun, on: Shape, inches: i16, target: impl Fn(Fixture) -> Fixture) -> i16 {
    shelled(gun, on, inches, target).game(&[]).score("R1", "B1")
}

fn same(fixture: Fixture) -> Fixture {
    fixture
}

fn hits(fixture: Fixture, dice: &[u8]) -> i16 {
    let mut game = fixture.game(dice);
    game.fire("R1", "B1");
    game.all_fell();
    game.fh("B1")
}

const GUNS: [(Gun, i16, i16, i16); 4] =
    [(Gun::Light, 6, 9, 36), (Gun::LightMedium, 6, 12, 48), (Gun::Medium, 9, 16, 54), (Gun::Heavy, 12, 20, 60)];

#[test]
fn ranges_of_guns() {
    for (gun, canister, short, most) in GUNS {
        bites(&["OTH-ART-1"], || {
            let bears = |inches| shelled(gun, Line, inches, same).game(&[]).shot("R1", "B1").is_some();
            assert!(bears(most) && !bears(most + 1), "{gun:?} to {most}");
        });
        bites(&["OTH-ART-M3"], || {
            assert_eq!(score(gun, Line, short, same), 8, "{gun:?} at short range");
            assert_eq!(score(gun, Line, short + 1, same), 7, "{gun:?} beyond it");
        });
        bites(&["OTH-ART-4a"], || {
            let far = if canister == 6 { 7 } else { canister + 1 };
            assert_eq!(hits(shelled(gun, Line, far, same), &[9]), 0, "{gun:?}: 8 misses on 9");
            assert_eq!(hits(shelled(gun, Line, canister, same).hits(0), &[10, 1]), if canister > 6 { 1 } else { 2 });
        });
    }
}

#[test]
fn canister_at_six_inches() {
    bites(&["OTH-ART-M4"], || {
        assert_eq!(score(Gun::Medium, Line, 6, same), 7 + 1 + 4);
        assert_eq!(score(Gun::Medium, Line, 7, same), 8, "canister, but over 6 inches");
    });
}

#[test]
fn the_cap_over_short_range() {
    let far = |cap: &str| hits(shelled(Gun::Medium, Companies, 17, same).house("arty_long_cap", cap), &[1]);
    bites(&["OTH-OPT-1a"], || assert_eq!([far("1"), far("2")], [1, 2]));
    assert_eq!(hits(shelled(Gun::Medium, Companies, 16, same), &[1]), 3);
}

#[test]
fn squares_and_columns() {
    let at = |on| score(Gun::Medium, on, 20, same);
    bites(&["OTH-ART-M1", "OTH-ART-5"], || assert_eq!([at(Square), at(Companies), at(Line)], [10, 10, 7]));
    bites(&["OTH-ART-M2"], || assert_eq!([at(Attack), at(March), at(Open), at(Skirmish)], [8, 8, 7, 7]));
    bites(&["OTH-ART-M2", "OTH-ART-5"], || {
        let horse = |on| {
            let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
            guns.horse("B1", (20, 28), "N", on).game(&[]).score("R1", "B1")
        };
        assert_eq!([horse(Squadrons), horse(Companies), horse(Line)], [8, 8, 7], "no closed columns of horse");
        let limbered = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        let limbered = limbered.unit("B1", Kind::FootArtillery, 2, (20, 28), "N", Limbered);
        assert_eq!(limbered.game(&[]).score("R1", "B1"), 8);
        assert_eq!(at(Companies), 10);
    });
}

#[test]
fn flanks_and_enfilade_for_guns() {
    bites(&["OTH-ART-M6"], || {
        let turned = |face: &'static str| {
            let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
            guns.foot("B1", (20, 28), face, Open).game(&[]).score("R1", "B1")
        };
        assert_eq!(["N", "S"].map(turned), [7, 8]);
    });
    // The battery on the prolongation of the line: its arc of 30 degrees reaches due east or west from no facing but
    // slantwise, so the line faces ENE and the battery is north-north-west of it.
    bites(&["OTH-ART-M7", "OTH-GEO-10a"], || {
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        let game = guns.foot("B1", (30, 28), "ENE", Line).game(&[]);
        assert_eq!(game.score("R1", "B1"), 7 + 1 + 4);
    });
}

#[test]
fn cover_from_guns() {
    let behind = |obstacle| score(Gun::Medium, Line, 20, move |unit| unit.above(28, obstacle));
    bites(&["OTH-ART-M8"], || {
        use Obstacle::{Ditch, Earthwork, Fence, Gate, Hedge, Stream, Wall};
        assert_eq!([Wall, Earthwork, Hedge, Fence, Ditch, Stream].map(behind), [6; 6], "any linear obstacle");
        assert_eq!(behind(Gate), 7);
    });
    let on = |terrain: Terrain| {
        let hexes: Vec<(i16, i16)> = (10..40).map(|q| (q, 28)).collect();
        score(Gun::Medium, Open, 20, move |unit| unit.terrain(terrain, &hexes))
    };
    bites(&["OTH-ART-M8"], || assert_eq!([on(Terrain::Woods), on(Terrain::DenseWoods)], [6, 6]));
    bites(&["OTH-ART-M9"], || assert_eq!([on(Terrain::LightWoods), on(Terrain::Crops)], [6, 6]));
}

#[test]
fn houses_and_guns() {
    let at = |terrain: Terrain| {
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        let town = guns.terrain(terrain, &[(20, 28), (21, 28)]);
        town.foot("B1", (20, 28), "N", Line).garrisoned()
    };
    let score = |terrain| at(terrain).game(&[]).score("R1", "B1");
    bites(&["OTH-ART-M10"], || assert_eq!(score(Terrain::WoodenBuilding), 5));
    bites(&["OTH-ART-M11"], || assert_eq!(score(Terrain::BrickBuilding), 2));
    bites(&["OTH-ART-M12"], || assert_eq!(score(Terrain::StoneBuilding), 0));
    bites(&["OTH-ART-M13"], || {
        let wall = Edge { obstacle: Obstacle::Earthwork, ..Edge::default() };
        let town = at(Terrain::StoneBuilding).above(28, Obstacle::Earthwork).above(29, Obstacle::Earthwork);
        let town = town.edge((20, 28), hexes::Direction::West, wall).edge((21, 28), hexes::Direction::East, wall);
        assert_eq!(town.game(&[]).score("R1", "B1"), -3);
    });
}

#[test]
fn other_modifiers_of_guns() {
    let plain = |target: fn(Fixture) -> Fixture| score(Gun::Medium, Line, 20, target);
    bites(&["OTH-ART-M14"], || {
        assert_eq!(plain(|unit| unit.state(|own| own.inches = 11)), 6);
        assert_eq!(plain(|unit| unit.state(|own| own.inches = 10)), 7);
    });
    bites(&["OTH-ART-M15"], || assert_eq!(plain(|unit| unit.marks(marks::DOWN)), 4));
    bites(&["OTH-ART-M16"], || {
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).fs(8).hits(4);
        let guns = guns.state(|own| own.aim = Some(UnitId(1))).foot("B1", (20, 28), "N", Line);
        assert_eq!(guns.game(&[]).score("R1", "B1"), 4 - 1);
    });
    bites(&["OTH-ART-M17", "OTH-ART-6a"], || {
        assert_eq!(plain(|unit| unit.guns("R2", (35, 8), "S", Gun::Medium)), 7);
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).foot("B1", (20, 28), "N", Line);
        let mut game = guns.foot("B2", (26, 28), "N", Line).game(&[9, 9]);
        assert_eq!(game.score("R1", "B1"), 5, "its first shot");
        game.fire("R1", "B1");
        assert_eq!((game.score("R1", "B1"), game.score("R1", "B2")), (7, 5), "another unit is new");
    });
}

#[test]
fn a_battery_that_moves_aims_anew() {
    bites(&["OTH-ART-6a"], || {
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        let mut game = guns.foot("B1", (20, 28), "N", Line).phase(MOVEMENT, Side::Red).game(&[]);
        game.go(MOVE, "R1", (29, 9), "S");
        assert_eq!(game.score("R1", "B1"), 5 + i16::from(game.fh("R1") == 0) - 1, "moved by hand: 6 - 2 and no more");
    });
}

#[test]
fn the_arc_of_guns() {
    bites(&["OTH-GEO-7"], || {
        // 20 rows on, the arc reaches 10 hexes of half a hex each to either side of straight ahead, which is 20 of 40.
        let at = |q: i16| {
            let guns = Fixture::plain().unit("R1", Kind::FootArtillery, 1, (30, 8), "S", Shape::Battery);
            guns.unit("B1", Kind::Infantry, 1, (q, 28), "N", Line).game(&[]).shot("R1", "B1").is_some()
        };
        assert_eq!([at(9), at(10), at(20), at(30), at(31)], [false, true, true, true, false]);
    });
    bites(&["OTH-GEO-6"], || {
        // 6 rows on, 45 degrees are 10.39 half hexes to either side: |2q + 6| is at most 10.
        let at = |q: i16| {
            let own = Fixture::plain().unit("R1", Kind::Infantry, 1, (30, 8), "S", Line);
            own.unit("B1", Kind::Infantry, 1, (30 + q, 14), "N", Line).game(&[]).shot("R1", "B1").is_some()
        };
        assert_eq!([at(-9), at(-8), at(-3), at(2), at(3)], [false, true, true, true, false]);
    });
}

#[test]
fn a_battery_wheels_before_it_fires() {
    bites(&["OTH-ART-7"], || {
        let guns = Fixture::plain().guns("R1", (30, 20), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        // B1 stands 60 degrees off straight ahead: to the south-east.
        let mut game = guns.foot("B1", (46, 24), "WNW", Line).fs(12).game(&[5]);
        let order = game.order(FIRE, "R1", "B1");
        assert!(!game.may(order));
        let turned: Vec<Order> = [1, 2].map(|way| order.with(way)).into_iter().filter(|one| game.may(*one)).collect();
        assert_eq!(turned.len(), 1, "one of both wheels bears");
        game.give(turned[0]);
        assert_eq!(game.fh("B1"), 1, "over short range 7 - 1 = 6: a 5 hits once");
        assert_ne!(game.pose("R1").facing, super::fixture::facing("S"));
    });
    bites(&["OTH-ART-M18"], || {
        let guns = Fixture::plain().guns("R1", (30, 20), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        let mut game = guns.foot("B1", (46, 24), "WNW", Line).fs(12).game(&[7]);
        let order = game.order(FIRE, "R1", "B1");
        let turned = [1, 2].map(|way| order.with(way)).into_iter().find(|one| game.may(*one)).expect("a wheel");
        game.give(turned);
        assert_eq!(game.fh("B1"), 0, "a 7 misses with 6");
    });
}

#[test]
fn a_ten_empties_a_battery() {
    let empty = || shelled(Gun::Medium, Companies, 17, same);
    bites(&["OTH-ART-8"], || {
        let mut game = empty().game(&[10, 1]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 1, "the attack is resolved: 10 on row 10");
        assert!(game.marked("R1", marks::EMPTY));
        let supplied = |die: u8| {
            let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).marks(marks::EMPTY);
            let mut game = guns.foot("B1", (20, 28), "N", Line).phase(MOVEMENT, Side::Red).game(&[die]);
            game.enter(RALLY_PHASE, Side::Red);
            game.all_fell();
            !game.marked("R1", marks::EMPTY)
        };
        assert_eq!([5, 6].map(supplied), [true, false]);
    });
    let not = |near: i16, inches: u16| {
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).marks(marks::EMPTY);
        let guns = guns.state(|own| own.inches = inches);
        let mut game = guns.foot("B1", (30 - near / 2, 8 + near), "N", Line).phase(MOVEMENT, Side::Red).game(&[1]);
        game.enter(RALLY_PHASE, Side::Red);
        game.marked("R1", marks::EMPTY)
    };
    assert_eq!([not(6, 0), not(8, 0), not(8, 2)], [true, false, true], "no enemy within 6, and it did not move");
}

#[test]
fn an_empty_or_limbered_battery_is_silent() {
    bites(&["OTH-FIRE-7"], || {
        let guns = shelled(Gun::Medium, Line, 20, same).game(&[]);
        assert!(guns.may(guns.order(FIRE, "R1", "B1")));
        let spent = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).marks(marks::EMPTY);
        let spent = spent.foot("B1", (20, 28), "N", Line).game(&[]);
        assert!(!spent.may(spent.order(FIRE, "R1", "B1")));
    });
    bites(&["OTH-ART-3"], || {
        let guns = Fixture::plain().unit("R1", Kind::FootArtillery, 2, (30, 8), "S", Limbered).gun(Gun::Medium);
        assert!(guns.foot("B1", (20, 28), "N", Line).game(&[]).shot("R1", "B1").is_none());
    });
}

/// A line with a battalion gun before an enemy line.
fn with_gun(inches: i16) -> Fixture {
    let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent().having(Traits::BATTALION_GUN);
    own.foot("B1", (20 - inches / 2, 20 + inches), "N", Line).fs(12)
}

#[test]
fn battalion_guns() {
    bites(&["OTH-ART-9a"], || {
        assert_eq!(hits(with_gun(6), &[9, 4]), 1, "the volley of 8 misses, the gun of 2 + 1 + 4 - 2 hits on a 4");
        assert_eq!(hits(with_gun(6), &[9, 1]), 1, "one hit at most");
        assert_eq!(hits(with_gun(6), &[9, 10]), 0, "its tens mean nothing, and no canister hit");
        assert_eq!(hits(with_gun(8), &[9, 4]), 1, "2 + 1 - 2: the last row");
    });
    assert_eq!(hits(with_gun(6).foot("B2", (3, 3), "N", Line), &[9, 5]), 1, "5 on row 5");
    bites(&["OTH-ART-6a"], || {
        let again = with_gun(6).state(|own| own.aim = Some(UnitId(0)));
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent().having(Traits::BATTALION_GUN);
        let own = own.state(|own| own.aim = Some(UnitId(1))).foot("B1", (17, 26), "N", Line).fs(12);
        assert_eq!([hits(again, &[9, 6]), hits(own, &[9, 6])], [0, 1], "7 at what it aimed at before");
        let mut twice = with_gun(6).game(&[9, 10]);
        twice.fire("R1", "B1");
        assert_eq!(twice.war.own(twice.id("R1")).aim, Some(UnitId(1)));
    });
    let far = |inches: u16| {
        let own = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent().having(Traits::BATTALION_GUN);
        own.state(move |own| own.inches = inches).foot("B1", (17, 26), "N", Line).fs(12)
    };
    assert_eq!(hits(far(6), &[9, 4]), 1);
    assert_eq!(hits(far(7), &[9]), 0, "silent after over 6 inches");
}

#[test]
fn fire_overhead() {
    let hill = |friend: i16, height: i8| {
        let raised = Fixture::plain().cell(move |cell| cell.elevation = height as _, &[(30, 8), (29, 8), (31, 8)]);
        let guns = raised.guns("R1", (30, 8), "S", Gun::Heavy).state(|own| own.aim = Some(UnitId(2)));
        let guns = guns.foot("R2", (30 - friend / 2, 8 + friend), "S", Line).fs(7);
        guns.foot("B1", (20, 28), "N", Line).fs(12)
    };
    let may = |fixture: Fixture| {
        let game = fixture.game(&[]);
        game.may(game.order(FIRE, "R1", "B1"))
    };
    bites(&["OTH-ART-10a"], || {
        assert!(may(hill(10, 1)), "over a friend ten inches off the target");
        assert!(!may(hill(10, 0)), "not from the plain");
        assert!(!may(hill(14, 1)), "the friend is within 6 of the target");
    });
    bites(&["OTH-MORALE-11"], || {
        let mut game = hill(10, 1).game(&[9, 8]);
        game.fire("R1", "B1");
        game.all_fell();
        assert_eq!(game.fh("R2"), 1, "8 fails a 7");
        let mut calm = hill(10, 1).game(&[9, 7]);
        calm.fire("R1", "B1");
        assert_eq!(calm.fh("R2"), 0);
    });
}

/// Three batteries three hexes apart and a target far before them.
fn batteries(third: i16) -> Fixture {
    let first = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(3)));
    let second = first.guns("R2", (34, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(3)));
    let third = second.guns("R3", (third, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(3)));
    third.foot("B1", (23, 28), "N", Line).fs(12)
}

fn masses(fixture: Fixture) -> bool {
    let game = fixture.game(&[]);
    game.may(game.order(GRAND, "R1", "B1"))
}

#[test]
fn grand_batteries() {
    bites(&["OTH-ART-11", "OTH-ART-M5"], || {
        let mut game = batteries(38).game(&[8, 8, 8]);
        assert_eq!(game.between("R2", "R3"), 3);
        let order = game.order(GRAND, "R1", "B1");
        game.give(order);
        game.all_fell();
        assert_eq!(game.fh("B1"), 3, "each with 8: an 8 hits once");
    });
    assert!(!masses(batteries(39)), "four inches apart");
    assert!(!masses(batteries(38).house("grand_battery_min", "4")));
    let shaken = |hits| {
        let two = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).guns("R2", (34, 8), "S", Gun::Medium);
        masses(two.guns("R3", (38, 8), "S", Gun::Medium).hits(hits).foot("B1", (23, 28), "N", Line))
    };
    assert!(shaken(3) && !shaken(4), "none of them wavers");
}
