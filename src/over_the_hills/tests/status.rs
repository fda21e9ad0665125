//! Fatigue: the score that is left, the ladder, destruction and rout (OTH-UNIT-1, 2, OTH-STATUS).

use battle::Side;
use battle::rule::bites;

use super::fixture::{Fixture, Game, facing, score_of};
use crate::fatigue::Status::{Routing, Steady, Wavering};
use crate::fatigue::{self, Status};
use crate::info::{CHARGE, FIRE, MOVE, MOVEMENT, ROUTS, SHOOTING};
use crate::profile::Gun;
use crate::space::Aspect::Front;
use crate::space::Shape::{Attack, Line, March};
use crate::why::Why;

/// A unit takes hits, with all that follows.
fn hit(game: &mut Game, label: &str, hits: i16) {
    let unit = game.id(label);
    fatigue::hit(&mut game.umpire(), unit, hits, "test", "OTH-STATUS-1");
}

/// B1 of FS0 7 on (20,30), facing north, and R1 ten rows before it.
fn tired(hits: i16) -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Line).hits(hits).foot("R1", (25, 20), "S", Line)
}

/// Whether a unit may move to contact with so many segments.
pub fn can_charge(game: &Game, by: &str, on: &str, segments: i16) -> bool {
    let stem = game.order(CHARGE, by, on).with(segments);
    let reach = game.war.reach_of(&stem);
    reach.legal().any(|place| game.may(stem.to(place.pose)))
}

fn status(full: i16, hits: i16) -> Status {
    let game = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(full).hits(hits).game(&[]);
    fatigue::status(&game.war, game.id("B1"))
}

#[test]
fn the_ladder() {
    bites(&["OTH-STATUS-1"], || {
        assert_eq!([0, 3, 4, 5, 6].map(|hits| status(7, hits)), [Steady, Steady, Wavering, Wavering, Routing]);
        assert_eq!([3, 4, 5, 6].map(|hits| status(8, hits)), [Steady, Wavering, Wavering, Routing]);
        assert_eq!([4, 5, 8, 9].map(|hits| status(10, hits)), [Steady, Wavering, Routing, Routing]);
        assert_eq!([1, 2].map(|hits| status(3, hits)), [Steady, Wavering]);
    });
    bites(&["OTH-OPT-1a"], || {
        let at = |key, value| {
            let game = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(10).hits(4).house(key, value).game(&[]);
            fatigue::status(&game.war, game.id("B1"))
        };
        assert_eq!([at("waver_at", "40"), at("rout_at", "40"), at("rout_at", "50")], [Wavering, Routing, Steady]);
    });
}

#[test]
fn the_score_is_what_is_left() {
    bites(&["OTH-UNIT-2"], || {
        let game = tired(3).game(&[]);
        let unit = game.id("B1");
        assert_eq!(score_of(&crate::morale::test(&game.war, unit, Why::Nerve, "OTH-MORALE-1")), 4);
        assert_eq!(game.fs("B1"), 4);
    });
}

#[test]
fn a_unit_without_score_is_destroyed() {
    bites(&["OTH-UNIT-1"], || {
        let mut game = tired(5).game(&[]);
        assert_eq!(game.stands("B1").len(), 4, "stands are never lost");
        hit(&mut game, "B1", 2);
        assert!(!game.is_there("B1"));
    });
}

#[test]
fn a_unit_that_comes_to_rout_runs() {
    bites(&["OTH-STATUS-2"], || {
        let mut game = tired(5).game(&[]);
        hit(&mut game, "B1", 1);
        assert_eq!((game.pose("B1").anchor.r, game.pose("B1").facing), (36, facing("S")), "6 inches, facing away");
        hit(&mut game, "B1", 0);
        assert_eq!(game.pose("B1").anchor.r, 36, "once");
    });
    bites(&["OTH-STATUS-2"], || {
        let near = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(5).foot("R1", (20, 29), "S", Line);
        let mut game = near.contact("R1", "B1", Front).game(&[]);
        hit(&mut game, "B1", 1);
        assert!(!crate::contacts::is_engaged(&game.war, game.id("R1")), "all contact is left");
        assert_eq!(game.pose("B1").anchor.r, 36);
    });
    bites(&["OTH-STATUS-3"], || {
        let guns = Fixture::plain().guns("B1", (20, 30), "N", Gun::Medium).hits(5);
        let mut game = guns.foot("R1", (25, 20), "S", Line).game(&[]);
        hit(&mut game, "B1", 1);
        assert!(!game.is_there("B1"), "guns cannot run");
    });
}

#[test]
fn routing_units_run_on() {
    let runs = |fixture: Fixture| {
        let mut game = fixture.phase(SHOOTING, Side::Red).game(&[]);
        game.enter(ROUTS, Side::Blue);
        game
    };
    assert_eq!(runs(tired(6)).pose("B1").anchor.r, 36, "a line has one segment that does not tire");
    let column = Fixture::plain().foot("B1", (20, 30), "N", Attack).hits(6).foot("R1", (25, 20), "S", Line);
    assert_eq!(runs(column).pose("B1").anchor.r, 42, "an attack column has two");
    let alone = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(6).foot("R1", (15, 50), "N", Line);
    assert_eq!(runs(alone).pose("B1").anchor.r, 36, "toward its own edge while no enemy is within 12");
    let edge = Fixture::plain().foot("B1", (0, 57), "N", Line).hits(6).foot("R1", (25, 10), "S", Line);
    let edge = edge.foot("B2", (20, 30), "N", Line);
    assert!(!runs(edge).is_there("B1"), "off the map is destroyed");
}

#[test]
fn a_routing_unit_neither_fires_nor_moves() {
    let mut game = tired(6).phase(MOVEMENT, Side::Blue).foot("B2", (5, 50), "N", Line).game(&[]);
    assert!(!can_charge(&game, "B1", "R1", 1));
    let stem = game.order(MOVE, "B1", "");
    assert!(!game.war.reach_of(&stem).legal().any(|place| game.may(stem.to(place.pose))));
    game.enter(SHOOTING, Side::Red);
    assert!(!game.may(game.order(FIRE, "B1", "R1")));
}

#[test]
fn a_routing_unit_that_is_reached_is_destroyed() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (18, 25), "S", Line).hits(6);
    let mut game = field.foot("R2", (40, 5), "S", Line).phase(MOVEMENT, Side::Blue).game(&[10]);
    game.charge("B1", "R1", 1);
    assert!(!game.is_there("R1"), "10 is what 7 and 3 allow, and there is no combat");
    game.pass_to("won");
    let may = |verb| game.may(game.order(verb, "B1", ""));
    assert!(may(crate::info::REST) && !may(crate::info::FOLLOW), "an option, not to follow up");
}

#[test]
fn wavering_units_do_not_attack() {
    let charges = |limits: &str, hits| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).hits(hits).foot("R1", (18, 25), "S", Line);
        let game = field.house("wavering_limits", limits).phase(MOVEMENT, Side::Blue).game(&[]);
        can_charge(&game, "B1", "R1", 1)
    };
    bites(&["OTH-CONTACT-1"], || assert_eq!([charges("on", 3), charges("on", 4)], [true, false]));
    bites(&["OTH-OPT-2"], || assert!(charges("off", 4)));
}

#[test]
fn march_columns_run_on_their_trail() {
    let column = Fixture::plain().foot("B1", (20, 30), "N", March).hits(5).foot("R1", (25, 20), "S", Line);
    let mut game = column.game(&[]);
    hit(&mut game, "B1", 1);
    assert!(game.is_there("B1") && game.pose("B1").anchor.r > 30);
}
