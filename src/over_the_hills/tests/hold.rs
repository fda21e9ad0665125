//! Holding fire, who fires at whom, and the first side (OTH-FIRE-7, 8, 16, OTH-ART-2, OTH-MORALE-10, OTH-SEQ-2).

use battle::rule::bites;
use battle::{HouseRules, Side, UnitId};

use super::fixture::Fixture;
use crate::info::{FIRE, HOLD, SHOOTING};
use crate::marks;
use crate::profile::Gun;
use crate::space::Aspect::Front;
use crate::space::Shape::{self, Attack, Companies, Line, Open, Skirmish, Square};

/// R1 so formed, nine inches before B1, in T9 of Blue.
fn aims(shape: Shape, inches: i16) -> Fixture {
    let field = Fixture::plain().foot("R1", (20, 20), "S", shape);
    field.foot("B1", (20 - inches / 2, 20 + inches), "N", Line).fs(12).phase(SHOOTING, Side::Blue)
}

#[test]
fn formed_foot_has_to_be_held_back() {
    bites(&["OTH-FIRE-8a", "OTH-MORALE-10"], || {
        let mut held = aims(Attack, 9).game(&[7]);
        let order = held.order(HOLD, "R1", "");
        held.give(order);
        assert_eq!((held.shape("R1"), held.fh("R1"), held.fh("B1")), (Attack, 0, 0));
        let mut fires = aims(Attack, 9).game(&[9, 2]);
        let order = fires.order(HOLD, "R1", "");
        fires.give(order);
        assert_eq!(
            (fires.shape("R1"), fires.fh("R1"), fires.fh("B1")),
            (Line, 1, 1),
            "line, a hit, and 6 - 1: 2 capped to 1"
        );
    });
    bites(&["OTH-FIRE-8a"], || {
        let mut ends = aims(Companies, 9).game(&[9, 10, 1]);
        ends.done();
        assert_eq!((ends.shape("R1"), ends.fh("R1")), (Line, 1), "to end the step is to hold with all the rest");
    });
    let owes = |fixture: Fixture| {
        let game = fixture.game(&[]);
        game.may(game.order(HOLD, "R1", ""))
    };
    assert!(owes(aims(Square, 9)) && !owes(aims(Skirmish, 9)) && !owes(aims(Open, 9)), "loose order holds freely");
    assert!(!owes(aims(Line, 13)));
    bites(&["OTH-OPT-2"], || {
        let short = |inches| owes(aims(Line, inches).house("viable_range", "short"));
        assert_eq!([short(6), short(7)], [true, false]);
    });
    let mut square = aims(Square, 6).game(&[9, 10, 1]);
    let order = square.order(HOLD, "R1", "");
    square.give(order);
    assert_eq!((square.shape("R1"), square.fh("R1")), (Square, 1), "a square stays one");
}

#[test]
fn who_may_fire() {
    let fires = |change: &dyn Fn(Fixture) -> Fixture| {
        let field = change(Fixture::plain().foot("R1", (20, 20), "S", Line)).foot("B1", (17, 26), "N", Line);
        let game = field.game(&[]);
        game.may(game.order(FIRE, "R1", "B1"))
    };
    bites(&["OTH-FIRE-7"], || {
        assert!(fires(&|unit| unit));
        assert!(!fires(&|unit| unit.marks(marks::DOWN)) && !fires(&|unit| unit.marks(marks::NO_FIRE)));
    });
    assert!(!fires(&|unit| unit.hits(6)), "routing");
    assert!(!fires(&|unit| unit.state(|own| own.faces = 1)), "once");
    let met = Fixture::plain().foot("R1", (20, 20), "S", Line).foot("B1", (17, 26), "N", Line);
    let met = met.foot("R2", (17, 25), "S", Line).contact("R2", "B1", Front).game(&[]);
    assert!(!met.may(met.order(FIRE, "R1", "B1")), "nobody in contact is fired at");
}

#[test]
fn modifiers_are_those_of_the_weapon() {
    bites(&["OTH-FIRE-16"], || assert_eq!(aims(Line, 6).volley_spent().game(&[]).score("R1", "B1"), 7 + 1 + 1));
    bites(&["OTH-ART-2"], || {
        let guns = Fixture::plain().guns("R1", (20, 20), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        assert_eq!(guns.foot("B1", (14, 32), "N", Line).game(&[]).score("R1", "B1"), 7 + 1);
    });
}

#[test]
fn the_higher_die_goes_first() {
    bites(&["OTH-SEQ-2"], || {
        let mut scenario = proving::Plan::tiny().scenario();
        scenario.first_side = None;
        let first = |seed| crate::deploy(&scenario, &HouseRules::default(), seed).expect("a battle").state.first;
        let blue = (0..40).filter(|seed| first(*seed) == Side::Blue).count();
        assert!((8..=32).contains(&blue), "{blue} of 40");
    });
    let mut scenario = proving::Plan::tiny().scenario();
    scenario.first_side = None;
    let by = |dice: &[u8]| {
        let war = crate::deploy(&scenario, &HouseRules::default(), 1).expect("a battle");
        let mut game = rulebook::fixture::Game::new(war, dice);
        let first = crate::sequence::first_side(&mut game.umpire());
        game.all_fell();
        first
    };
    assert_eq!([by(&[3, 7]), by(&[7, 3]), by(&[5, 5, 2, 9])], [Side::Red, Side::Blue, Side::Red], "ties again");
    assert_eq!([by(&[5, 6]), by(&[6, 5])], [Side::Red, Side::Blue], "by 1");
    scenario.first_side = Some(Side::Red);
    let first = |seed| crate::deploy(&scenario, &HouseRules::default(), seed).expect("a battle").state.first;
    assert!((0..10).all(|seed| first(seed) == Side::Red), "as the scenario says");
}
