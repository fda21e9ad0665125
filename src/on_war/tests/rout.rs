//! Routing units, pursuit, the tests of brigades (OW-MORALE-11 to 13, OW-WIN-1).

use battle::rule::bites;
use battle::{Departure, Presence, Side};

use super::fixture::{Fixture, Game};
use crate::assault::charges;
use crate::info::{ROUT, ROUT_MOVES};
use crate::marks;
use crate::morale::{brigades, pursuit};
use crate::{Kind, Motivation, Post, Skill, consequences};

/// Blue routs, far from Red.
fn routing() -> Fixture {
    Fixture::open(40, 40)
        .unit("R1", Kind::Line, 7, "12,3/S/line7")
        .unit("B2", Kind::Line, 7, "30,30/N/line7")
        .unit("B1", Kind::Line, 3, "12,20/N/line3")
        .of(7)
        .marks(marks::ROUTING)
}

#[test]
fn routers_rally_or_quit() {
    bites(&["OW-MORALE-11a"], || {
        let mut rallied = routing().game(&[4]);
        rallied.enter(ROUT, Side::Blue);
        assert!(!rallied.marked("B1", marks::ROUTING));
        let unit = rallied.id("B1");
        assert!(rallied.war.own(unit).rallied, "and may not charge this turn");
        let mut gone = routing().unit("B3", Kind::Line, 7, "30,36/N/line7").game(&[3]);
        gone.enter(ROUT, Side::Blue);
        let unit = gone.id("B1");
        assert_eq!(gone.war.field().unit(unit).presence, Presence::Gone(Departure::Routed));
        let mut new = routing().game(&[1]);
        new.war.own_mut(unit).broke_now = true;
        new.enter(ROUT, Side::Blue);
        assert_eq!(new.rolls(), [], "not in the turn in which it broke");
    });
}

#[test]
fn routers_run_from_the_enemy_toward_their_edge() {
    bites(&["OW-MORALE-12"], || {
        let mut game = routing().game(&[]);
        game.enter(ROUT_MOVES, Side::Blue);
        assert_eq!(game.pose("B1"), "12,26/N/line3");
        let beside = |kind, formation: &str| {
            let field = Fixture::open(40, 40).unit("R1", Kind::Line, 1, "4,20/N/line1");
            let field = field.unit("B1", kind, 3, &format!("12,20/N/{formation}")).marks(marks::ROUTING);
            let mut game = field.game(&[]);
            game.enter(ROUT_MOVES, Side::Blue);
            game.pose("B1")
        };
        assert_eq!(beside(Kind::Line, "line3"), "16,23/N/line3", "away and homeward: three hexes E and three SE");
        assert_eq!(beside(Kind::LightHorse, "line3"), "19,25/N/line3", "horse as far as its line goes");
    });
}

fn chase(kind: Kind, apart: i16) -> Fixture {
    Fixture::open(40, 40)
        .unit("B1", kind, 7, &format!("12,{}/N/line7", 10 + apart))
        .unit("R1", Kind::Line, 3, "12,10/S/line3")
        .marks(marks::ROUTING)
        .unit("R2", Kind::Line, 3, "30,3/S/line3")
}

#[test]
fn pursuers_test_and_ride_the_router_down() {
    bites(&["OW-MORALE-13"], || {
        let mut game = chase(Kind::LightHorse, 8).game(&[4]);
        game.enter(ROUT, Side::Blue);
        assert_eq!(game.asks(), "pursue");
        game.give("pursue B1 >R1");
        let (unit, router) = (game.id("B1"), game.id("R1"));
        assert_eq!(game.war.own(unit).pursues, Some(router));
        assert!(charges::may_charge(&game.war, unit).is_err());
        game.enter(ROUT_MOVES, Side::Blue);
        assert_eq!(game.stands("R1"), 0);
        let mut failed = chase(Kind::LightHorse, 8).game(&[3]);
        failed.enter(ROUT, Side::Blue);
        failed.give("pursue B1 >R1");
        assert_eq!(failed.war.own(unit).pursues, None);
        assert!(pursuit::may_pursue(&failed.war, &failed.order("pursue B1 >R1")).is_err(), "one test a turn");
    });
}

#[test]
fn pursuit_has_its_limits() {
    bites(&["OW-MORALE-13"], || {
        for (kind, apart, may) in
            [(Kind::Line, 4, true), (Kind::Line, 5, false), (Kind::LightHorse, 8, true), (Kind::LightHorse, 9, false)]
        {
            let game = chase(kind, apart).game(&[]);
            assert_eq!(
                pursuit::may_pursue(&game.war, &game.order("pursue B1 >R1")).is_ok(),
                may,
                "{kind:?} at {apart}"
            );
        }
        let square = Fixture::open(40, 40).unit("B1", Kind::Line, 7, "12,14/N/square1");
        let square = square.unit("R1", Kind::Line, 3, "12,10/S/line3").marks(marks::ROUTING).game(&[]);
        assert!(pursuit::may_pursue(&square.war, &square.order("pursue B1 >R1")).is_err(), "a square is immobile");
        let mut rallied = chase(Kind::Line, 4).game(&[]);
        let unit = rallied.id("B1");
        rallied.war.own_mut(unit).rallied = true;
        assert!(
            pursuit::may_pursue(&rallied.war, &rallied.order("pursue B1 >R1")).is_ok(),
            "who rallied acts normally"
        );
        let off = chase(Kind::Line, 4).house("pursuit", "off").game(&[]);
        assert!(pursuit::may_pursue(&off.war, &off.order("pursue B1 >R1")).is_err());
    });
}

/// A brigade of six of which three have gone, a General on a unit of another brigade so many inches from the nearest.
fn brigade(apart: i16) -> Game {
    let mut field = Fixture::open(60, 40).unit("R1", Kind::Line, 7, "12,3/S/line7");
    for place in 0..6 {
        field = field.unit(&format!("B{place}"), Kind::Line, 1, &format!("{},30/N/line1", 2 * place)).brigade(2);
    }
    let field = field.unit("BX", Kind::Line, 1, &format!("{},30/N/line1", 10 + apart)).brigade(4);
    let mut game = field.leader("BG", Post::General, "BX").game(&[3, 5]);
    for label in ["B0", "B1", "B2"] {
        let unit = game.id(label);
        consequences::destroy(&mut game.umpire(), unit, Departure::Routed, "OW-MORALE-11");
    }
    game
}

#[test]
fn w19_the_brigade() {
    bites(&["OW-WIN-1"], || {
        let mut near = brigade(8);
        near.war.state.player = Side::Blue;
        brigades::test_brigades(&mut near.umpire());
        assert_eq!(near.rolls(), [("brigade", vec![3, 5], Some(4), 1)]);
        assert!(near.war.ended().is_none());
        let mut far = brigade(9);
        far.war.state.player = Side::Blue;
        brigades::test_brigades(&mut far.umpire());
        assert_eq!(far.rolls(), [("brigade", vec![3], Some(4), 0)]);
        let ended = far.war.ended().expect("the battle is lost");
        assert_eq!(ended.winner, Some(Side::Red));
        let mixed = Fixture::open(60, 40).unit("R1", Kind::Line, 7, "12,3/S/line7");
        let tempers = [Motivation::Reluctant, Motivation::Fearless, Motivation::Reluctant, Motivation::Fearless];
        let mixed = tempers.into_iter().enumerate().fold(mixed, |field, (place, motivation)| {
            let field = field.unit(&format!("B{place}"), Kind::Line, 1, &format!("{},30/N/line1", 2 * place));
            field.temper(Skill::Trained, motivation)
        });
        let mut mixed = mixed.game(&[2, 3]);
        assert_eq!(brigades::brigade_pool(&mixed.war, 0).face(), Some(3), "of two classes alike the better");
        for label in ["B0", "B1"] {
            let unit = mixed.id(label);
            consequences::destroy(&mut mixed.umpire(), unit, Departure::Destroyed, "OW-HIT-4");
        }
        brigades::test_brigades(&mut mixed.umpire());
        assert_eq!(mixed.rolls(), [("brigade", vec![2], Some(3), 0)], "half is enough");
    });
}

#[test]
fn brigades_are_tested_at_the_end_of_the_step() {
    bites(&["OW-WIN-1"], || {
        let mut game = brigade(8);
        game.enter(ROUT, Side::Blue);
        assert_eq!(game.rolls().iter().filter(|roll| roll.0 == "brigade").count(), 1);
    });
}

#[test]
fn an_army_without_units_has_lost() {
    let field = Fixture::open(40, 40).unit("B1", Kind::Line, 7, "12,20/N/line7");
    let mut game =
        field.unit("R1", Kind::Line, 1, "12,10/S/line1").leaderless().game(&[&[6; 16][..], &[1; 16]].concat());
    game.give("fire B1 >R1");
    assert_eq!(game.war.ended().and_then(|outcome| outcome.winner), Some(Side::Blue));
}

#[test]
fn a_brigade_of_which_nothing_is_left_has_quit() {
    bites(&["OW-WIN-1", "OW-WIN-2"], || {
        let mut game = Fixture::open(60, 40)
            .unit("R1", Kind::Line, 7, "12,3/S/line7")
            .unit("B1", Kind::Line, 7, "12,30/N/line7")
            .unit("B2", Kind::Line, 7, "30,30/N/line7")
            .brigade(2)
            .phase(ROUT, Side::Blue)
            .game(&[]);
        let unit = game.id("B2");
        consequences::destroy(&mut game.umpire(), unit, Departure::Destroyed, "OW-HIT-4");
        brigades::test_brigades(&mut game.umpire());
        assert_eq!(game.war.ended().and_then(|outcome| outcome.winner), Some(Side::Red));
    });
}

#[test]
fn who_is_routing_disoriented_or_bogged_does_not_pursue() {
    for marks in [marks::ROUTING, marks::DISORIENTED, marks::BOGGED] {
        let field = Fixture::open(40, 40).unit("B1", Kind::Line, 7, "12,14/N/line7").marks(marks);
        let game = field.unit("R1", Kind::Line, 3, "12,10/S/line3").marks(marks::ROUTING).game(&[]);
        let why = pursuit::may_pursue(&game.war, &game.order("pursue B1 >R1")).expect_err("not in that state");
        assert_eq!(why.clause(), "OW-MORALE-13", "{marks:?}");
    }
}

#[test]
fn a_brigade_that_has_quit_tests_no_more() {
    let mut game = brigade(8);
    game.war.state.player = Side::Blue;
    game.war.state.own.quit[2] = true;
    brigades::test_brigades(&mut game.umpire());
    assert_eq!(game.rolls(), []);
}

#[test]
fn only_a_routing_enemy_is_pursued() {
    let field = Fixture::open(40, 40).unit("B1", Kind::Line, 7, "12,14/N/line7");
    let field = field.unit("B2", Kind::Line, 3, "12,17/N/line3").marks(marks::ROUTING);
    let field = field.unit("R1", Kind::Line, 3, "12,10/S/line3");
    let game = field.unit("R2", Kind::Line, 3, "16,10/S/line3").marks(marks::ROUTING).game(&[]);
    let may = |target: &str| pursuit::may_pursue(&game.war, &game.order(&format!("pursue B1 >{target}"))).is_ok();
    assert_eq!(["R1", "B2", "R2"].map(may), [false, false, true], "in hand, a friend, a router");
}

#[test]
fn a_brigade_tests_when_half_of_it_is_gone_and_not_before() {
    let rolled = |gone: u8| {
        let field = Fixture::open(60, 40).unit("R1", Kind::Line, 7, "12,3/S/line7");
        let unit = |field: Fixture, place: u8| {
            field.unit(&format!("B{place}"), Kind::Line, 1, &format!("{},30/N/line1", 2 * place)).brigade(2)
        };
        let mut game = (0..6).fold(field, unit).game(&[6]);
        for place in 0..gone {
            let unit = game.id(&format!("B{place}"));
            consequences::destroy(&mut game.umpire(), unit, Departure::Destroyed, "OW-HIT-4");
        }
        brigades::test_brigades(&mut game.umpire());
        game.rolls().len()
    };
    assert_eq!([0, 1, 2, 3].map(rolled), [0, 0, 0, 1], "three of six");
}
