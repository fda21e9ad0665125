//! The turn, step by step (SN-SEQ), and what is kept of a unit from step to step (SN-UNIT-10).

use battle::rule::bites;
use battle::{Order, Side, System};

use super::fixture::{Fixture, Game};
use crate::info::{CHECK, DEFENSIVE_FIRE, FIRE, INITIATIVE, MOVE, MOVE_PHASE, MOVERS_FIRE, ORDERS};
use crate::marks::{CHARGED, CHARGING, FIRED, HASTY, MOVED};
use crate::orders::Mandate::{Attack, Probe, Rally};
use crate::profile::Kind;
use crate::space::Shape::{Column, Line, Square};
use crate::state::Test;
use crate::tables::{FIRM, NERVOUS};

/// Two lines face to face, and a battery on either side, writing orders.
fn facing() -> Fixture {
    let lines = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (21, 29), "S", Line);
    let guns = lines.unit("B2", Kind::FootArtillery, 1, (30, 32), "N", Line);
    let guns = guns.unit("R2", Kind::FootArtillery, 1, (32, 27), "S", Line);
    let guns = guns.ordered(Side::Blue, Probe).ordered(Side::Red, Probe);
    guns.house("supply", "off").phase(ORDERS, Side::Blue)
}

/// Who is asked what, until the next turn.
fn steps(game: &mut Game) -> Vec<(&'static str, Side)> {
    let turn = game.war.field().turn();
    let mut steps = Vec::new();
    while game.war.field().turn() == turn {
        let decision = game.war.pending().decision().expect("a decision");
        steps.push((decision.ask.key, decision.side));
        game.done();
    }
    steps
}

#[test]
fn a_turn_has_two_halves_with_fire_of_both_sides_in_each() {
    let (blue, red) = (Side::Blue, Side::Red);
    bites(&["SN-SEQ-1", "SN-SEQ-3"], || {
        let mut game = facing().game(&[3, 8]);
        let page = [
            ("orders", blue),
            ("orders", red),
            ("move", red),
            ("fire", blue),
            ("fire", red),
            ("move", blue),
            ("fire", red),
            ("fire", blue),
        ];
        assert_eq!(steps(&mut game), page, "Red has won the initiative");
        game.all_fell();
        assert_eq!((game.war.field().turn(), game.asks()), (2, "orders"));
    });
    bites(&["SN-SEQ-1"], || {
        let mut game = facing().game(&[8, 3]);
        let order: Vec<Side> = steps(&mut game)[2..].iter().map(|(_, side)| *side).collect();
        assert_eq!(order, [blue, red, blue, red, blue, red]);
    });
}

/// Both sides set up, one after the other, before the first turn; and it is told who has won the initiative.
#[test]
fn both_sides_set_up_before_the_first_turn() {
    bites(&["SN-SEQ-3"], || {
        let mut game = facing().turn(0).game(&[3, 8]);
        game.enter(crate::info::DEPLOYMENT, Side::Blue);
        let mut asked = Vec::new();
        while game.war.field().turn() == 0 {
            let decision = game.war.pending().decision().expect("a decision");
            asked.push((decision.ask.key, decision.side));
            game.done();
        }
        assert_eq!(asked, [("deploy", Side::Blue), ("deploy", Side::Red)]);
        assert_eq!((game.war.field().turn(), game.asks()), (1, "orders"));
        let steps = steps(&mut game);
        assert_eq!(steps[2], ("move", Side::Red));
        let told = game.heard.events().iter().find_map(|event| match event {
            battle::Event::Told(told) if told.clause == "SN-SEQ-3" => Some(told.side),
            _ => None,
        });
        assert_eq!(told, Some(Some(Side::Red)));
    });
}

#[test]
fn ties_of_the_initiative_are_thrown_again_twenty_times() {
    let first = |dice: &[u8]| {
        let mut game = facing().ordered(Side::Blue, Rally).ordered(Side::Red, Rally).game(dice);
        game.enter(INITIATIVE, Side::Blue);
        game.all_fell();
        game.war.state.first
    };
    bites(&["SN-SEQ-3"], || {
        assert_eq!(first(&[[5, 5].repeat(20), vec![1, 2]].concat()), Side::Red, "the twentieth time decides");
        assert_eq!(first(&[5, 5].repeat(21)), Side::Blue, "then it is the first side's");
        assert_eq!(first(&[6, 5]), Side::Blue);
    });
}

#[test]
fn every_unit_moves_once_and_may_fire_in_both_halves() {
    bites(&["SN-SEQ-4"], || {
        let mut game = facing().phase(DEFENSIVE_FIRE, Side::Red).game(&[2, 2, 2, 2, 2, 2, 2, 2]);
        let may = |game: &Game, by: &str, on: &str| game.may(game.order(FIRE, by, on));
        assert!(may(&game, "B1", "R1") && !may(&game, "R1", "B1"), "the other side fires first");
        game.fire("B1", "R1");
        assert!(!may(&game, "B1", "R1"), "once in a step");
        game.done();
        assert!(may(&game, "R1", "B1") && !may(&game, "B1", "R1"), "then the mover");
        game.enter(MOVE_PHASE, Side::Blue);
        game.go("B1", (20, 30), "N", Column);
        assert!(game.ends(MOVE, "B1").is_empty(), "one move a turn");
        game.enter(MOVERS_FIRE, Side::Blue);
        assert!(may(&game, "B1", "R1"), "a move does not stop it, nor the fire of the other half");
    });
}

#[test]
fn who_was_driven_back_still_fires_later() {
    let guns = |dice: &[u8]| {
        let pair = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R2", (5, 5), "S", Line);
        let mut game = pair.unit("R1", Kind::FootArtillery, 1, (22, 26), "S", Line).game(dice);
        game.checks("R1", 1, "B1");
        game.all_fell();
        game.enter(MOVERS_FIRE, Side::Red);
        (game.status("R1"), game.may(game.order(FIRE, "R1", "B1")))
    };
    assert_eq!(guns(&[3, 9]), (NERVOUS, true), "back a hex, and still in battery");
    assert_eq!(guns(&[3, 3, 9]), (crate::tables::DISRUPTED, false), "limbered, and not because it went back");
    assert_eq!(guns(&[3, 3, 3, 3]), (crate::tables::ROUTED, false));
}

#[test]
fn what_a_unit_did_is_forgotten_when_its_time_is_over() {
    bites(&["SN-UNIT-10"], || {
        let mut game = facing().foot("B3", (2, 50), "N", Column).phase(MOVE_PHASE, Side::Blue).game(&[9]);
        game.give(Order::new(CHECK).by(game.id("B3")));
        game.go("B3", (2, 49), "N", Column);
        assert!(game.marked("B3", MOVED) && game.war.own(game.id("B3")).test == Test::Passed);
        game.next_turn();
        assert!(!game.marked("B3", MOVED) && game.war.own(game.id("B3")).test == Test::None, "in S0");
        assert!(!game.marked("B1", CHARGING | CHARGED) && game.war.state.own.charges.is_empty());
    });
    bites(&["SN-SEQ-4"], || {
        let mut game = facing().phase(DEFENSIVE_FIRE, Side::Red).game(&[2, 2]);
        game.fire("B1", "R1");
        assert!(game.marked("B1", FIRED));
        game.done();
        assert!(!game.marked("B1", FIRED), "at each fire step");
    });
    bites(&["SN-SQUARE-3"], || {
        let square = Fixture::plain().foot("B1", (20, 30), "N", Square).marks(HASTY).foot("R1", (20, 10), "S", Line);
        let mut game = square.ordered(Side::Blue, Attack).game(&[]);
        game.enter(MOVE_PHASE, Side::Red);
        assert!(game.marked("B1", HASTY), "not at the enemy's move");
        game.enter(MOVE_PHASE, Side::Blue);
        assert!(!game.marked("B1", HASTY) && game.shape("B1") == Square, "a full square at its owner's");
        assert_eq!(game.status("B1"), FIRM);
    });
}
