//! The turn and the end of the battle (OTH-SEQ, OTH-UNIT-7, OTH-END).

use battle::rule::bites;
use battle::{Outcome, Pending, Reason, Side, System as _, UnitId};
use rulebook::Next;

use super::fixture::{Fixture, Game};
use crate::info::{
    COMBAT, COUNTERS, DEFENCE, DEPLOYMENT, END, FIRE, MOVEMENT, NERVE, ORDERS, RALLY_PHASE, ROUTS, SHOOTING, START,
    STATUS,
};
use crate::profile::Gun;
use crate::space::Aspect::Front;
use crate::space::Shape::{Attack, Line};
use crate::state::Once;
use crate::{marks, sequence};

fn pair() -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Line)
}

fn decides(game: &Game) -> Option<Side> {
    game.war.pending().decision().map(|decision| decision.side)
}

fn outcome(game: &Game) -> Option<Outcome> {
    match game.war.pending() {
        Pending::Over(outcome) => Some(outcome),
        Pending::Decide(_) => None,
    }
}

#[test]
fn nobody_fires_in_his_own_turn() {
    bites(&["OTH-SEQ-1"], || {
        let game = pair().phase(SHOOTING, Side::Blue).game(&[]);
        assert!(game.may(game.order(FIRE, "R1", "B1")) && !game.may(game.order(FIRE, "B1", "R1")));
    });
}

#[test]
fn both_sides_go_through_the_same_steps() {
    bites(&["OTH-SEQ-3"], || {
        let mut game = Fixture::plain().foot("B1", (20, 50), "N", Line).foot("R1", (30, 2), "S", Line).game(&[]);
        game.enter(START, Side::Blue);
        assert_eq!((game.asks(), decides(&game)), ("orders", Some(Side::Blue)));
        game.done();
        assert_eq!((game.asks(), decides(&game)), ("move", Some(Side::Blue)));
        game.done();
        assert_eq!((game.asks(), decides(&game)), ("orders", Some(Side::Red)), "nothing to rally, fire or fight");
        assert_eq!(game.war.field().turn(), 1);
        game.done();
        game.done();
        assert_eq!((game.asks(), decides(&game), game.war.field().turn()), ("orders", Some(Side::Blue), 2));
    });
}

#[test]
fn the_record_of_a_unit_begins_anew() {
    bites(&["OTH-UNIT-7"], || {
        let mut game = pair().state(|own| own.inches = 11).phase(END, Side::Blue).game(&[]);
        game.enter(START, Side::Red);
        assert_eq!(game.war.own(game.id("R1")).inches, 0);
    });
    let mut game = pair().state(|own| (own.volley, own.fired_last) = (Once::Done, Once::Done)).game(&[]);
    game.enter(START, Side::Red);
    let own = game.war.own(game.id("R1"));
    assert_eq!((own.volley, own.fired_last), (Once::Done, Once::Done), "kept");
}

/// OTH-SEQ-3a, OTH-ART-6: what a unit did in its last turn goes, of the player alone; what a battery aims at stays.
#[test]
fn marks_of_the_last_turn_go_when_the_next_begins() {
    let all = [marks::MOVED, marks::FIRED, marks::HALTED, marks::CHARGING];
    let worn = |field: Fixture| all.iter().fold(field, |field, mark| field.marks(*mark));
    let field = worn(Fixture::plain().foot("B1", (20, 50), "N", Line));
    let field = worn(field.guns("R1", (20, 2), "S", Gun::Medium)).state(|own| own.aim = Some(UnitId(0)));
    let mut game = field.phase(END, Side::Blue).game(&[]);
    game.enter(START, Side::Red);
    let shown = |label: &str| all.map(|mark| game.war.marked(game.id(label), mark));
    assert_eq!((shown("R1"), shown("B1")), ([false; 4], [true; 4]));
    assert_eq!(game.war.own(game.id("R1")).aim, Some(UnitId(0)));
    let second = game.war.state.beat;
    game.enter(START, Side::Blue);
    assert_eq!([game.war.state.beat, second], [0, 1], "rolls of both player turns fall apart");
}

/// OTH-SEQ-3, OTH-SEQ-7: the step after each, in deployment and in either player turn.
#[test]
fn every_step_has_its_next() {
    let after = |phase, player| match sequence::next(&Fixture::plain().phase(phase, player).game(&[]).war) {
        Next::Phase(next, whose) => Some((next, whose)),
        Next::TurnBegins | Next::TurnEnds => None,
    };
    let steps = [START, STATUS, ORDERS, NERVE, ROUTS, MOVEMENT, RALLY_PHASE, DEFENCE, COUNTERS, COMBAT, SHOOTING, END];
    for side in Side::ALL {
        for pair in steps.windows(2) {
            assert_eq!(after(pair[0], side), Some((pair[1], side)));
        }
    }
    assert_eq!([after(END, Side::Blue), after(END, Side::Red)], [Some((START, Side::Red)), None]);
    assert_eq!([after(DEPLOYMENT, Side::Blue), after(DEPLOYMENT, Side::Red)], [Some((DEPLOYMENT, Side::Red)), None]);
}

#[test]
fn who_fired_is_remembered_for_his_own_turn() {
    let mut game = pair().phase(SHOOTING, Side::Blue).game(&[9]);
    game.fire("R1", "B1");
    assert_eq!(decides(&game), Some(Side::Red), "its own turn");
    assert_eq!(game.war.own(game.id("R1")).fired_last, Once::Done);
    assert_eq!(game.war.own(game.id("B1")).fired_last, Once::Open);
}

#[test]
fn one_attack_is_resolved_before_the_next() {
    bites(&["OTH-SEQ-4"], || {
        let field =
            Fixture::plain().foot("B1", (20, 30), "N", Line).hits(5).foot("R1", (22, 26), "S", Line).volley_spent();
        let mut game = field.foot("R2", (40, 4), "S", Line).game(&[7]);
        game.fire("R1", "B1");
        assert_eq!(game.pose("B1").anchor.r, 36, "it runs at once");
    });
}

#[test]
fn the_players_units_choose_first() {
    bites(&["OTH-SEQ-5"], || {
        // R1 and R2 each touch B1 and B2: all four have a choice.
        let field = Fixture::plain().foot("R1", (20, 29), "S", Line).foot("B1", (22, 30), "N", Line);
        let field = field.foot("B2", (18, 30), "N", Line).foot("R2", (16, 29), "S", Line);
        let field = field.contact("B1", "R1", Front).contact("B2", "R1", Front).contact("B2", "R2", Front);
        let mut game = field.phase(DEFENCE, Side::Blue).game(&[]);
        game.enter(COMBAT, Side::Blue);
        let order = game.order(crate::info::FIGHT, "B1", "R1");
        game.give(order);
        assert_eq!((game.asks(), decides(&game)), ("face", Some(Side::Blue)), "B2 of the player before R1");
    });
}

#[test]
fn of_equally_near_the_lowest() {
    bites(&["OTH-SEQ-6"], || {
        // R1 to the left and R2 to the right of B1, both six inches ahead: it runs from R1.
        let field = Fixture::plain().foot("B1", (20, 30), "N", Attack).hits(5);
        let field = field.foot("R1", (20, 24), "S", Attack).foot("R2", (27, 24), "S", Attack);
        let mut game = field.game(&[]);
        assert_eq!(game.between("B1", "R1"), game.between("B1", "R2"));
        let nearest = crate::space::nearest_enemy(&game.war, game.id("B1"));
        assert_eq!(nearest, Some(game.id("R1")));
        let unit = game.id("B1");
        crate::fatigue::hit(&mut game.umpire(), unit, 1, "test", "OTH-STATUS-1");
        assert_eq!(game.pose("B1").anchor.r, 36);
    });
}

/// The end of Blue's player turn with Blue's B1 and B2 of 30 and 60, so many hits on B2, B1 destroyed.
fn ends(hits: i16, breaks: &str) -> Option<Outcome> {
    let field =
        Fixture::plain().foot("B1", (20, 30), "N", Line).fs(28).foot("B2", (20, 50), "N", Line).fs(62).hits(hits);
    let field = field.foot("R1", (30, 2), "S", Line).house("army_break_at", breaks).phase(SHOOTING, Side::Blue);
    let mut game = field.game(&[]);
    let unit = game.id("B1");
    crate::fatigue::destroy(&mut game.umpire(), unit, "OTH-STATUS-1");
    game.enter(END, Side::Blue);
    outcome(&game)
}

#[test]
fn a_broken_army_loses() {
    bites(&["OTH-END-3", "OTH-END-1a"], || {
        let outcome = ends(32, "2/3").expect("60 of 90 is two thirds");
        assert_eq!((outcome.winner, outcome.reason), (Some(Side::Red), Reason::Broken));
        assert_eq!(ends(31, "2/3"), None, "59 is not");
    });
    bites(&["OTH-OPT-1a"], || {
        assert!(ends(17, "1/2").is_some() && ends(16, "1/2").is_none() && ends(17, "2/3").is_none());
        assert!(ends(39, "3/4").is_none() && ends(40, "3/4").is_some());
    });
    let both = |blue: i16, red: i16| {
        let field =
            Fixture::plain().foot("B1", (20, 50), "N", Line).fs(30).hits(blue).foot("R1", (30, 2), "S", Line).fs(30);
        let mut game = field.hits(red).phase(SHOOTING, Side::Blue).game(&[]);
        game.enter(END, Side::Blue);
        outcome(&game).map(|outcome| outcome.winner)
    };
    assert_eq!([both(21, 20), both(20, 21), both(20, 20)], [Some(Some(Side::Red)), Some(Some(Side::Blue)), Some(None)]);
}

#[test]
fn at_the_limit_the_smaller_loss_wins() {
    let last = |blue: i16, red: i16| {
        let field = Fixture::plain().foot("B1", (20, 50), "N", Line).fs(10).hits(blue).foot("R1", (30, 2), "S", Line);
        let mut game = field.fs(20).hits(red).turn(20).phase(SHOOTING, Side::Red).game(&[]);
        game.enter(END, Side::Red);
        outcome(&game).map(|outcome| outcome.winner)
    };
    bites(&["OTH-END-4"], || {
        assert_eq!([last(1, 3), last(2, 3), last(1, 2)], [Some(Some(Side::Blue)), Some(Some(Side::Red)), Some(None)]);
    });
}
