//! The steps of a card, how long states last, the end of a battle (chapter 4).

use battle::rule::bites;
use battle::{Event, Order, Side};
use rulebook::PhaseId;
use rulebook::fixture::Game;

use super::fixture::Fixture;
use super::steps::{charge, ride};
use crate::info::{
    CARD_END, CHARGE, CHARGES, DECLARE, DONE, DRAW, FIRE, FIRE_PHASE, MELEE, MORALE, MOVE, MOVEMENT, ROUTS, START, TEST,
};
use crate::morale::panic;
use crate::profile::Troops;
use crate::space::{Aspect, Shape};
use crate::state::Contact;
use crate::{McNally, cards, ending, marks, sequence};

/// A line of each side 6 inches apart, that of Blue with a panic marker, under different cards.
fn lines() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::PANIC);
    field.foot("B2", 8, (20, 30), "N", Shape::Line).class(2).foot("R1", 8, (13, 24), "S", Shape::Line)
}

/// The steps that have begun, in order.
fn begun(game: &Game<McNally>) -> Vec<PhaseId> {
    let step = |event: &Event| match event {
        Event::StepBegan { step, .. } => Some(PhaseId(*step)),
        _ => None,
    };
    game.heard.events().iter().filter_map(step).collect()
}

#[test]
fn a_card_goes_through_its_steps_in_order() {
    bites(&["MC-SEQ-6"], || {
        let mut game = lines().game(&[1, 3, 7]);
        game.enter(START, Side::Blue);
        assert_eq!(game.asks(), "morale");
        game.give(game.order(TEST, "B1", ""));
        assert_eq!(game.asks(), "declare");
        assert!(!game.may(game.order(MOVE, "B1", "")) && !game.may(game.order(FIRE, "B1", "R1")));
        game.give(Order::new(DONE));
        assert_eq!(game.asks(), "move");
        assert!(!game.may(game.order(CHARGE, "B1", "R1")) && !game.may(game.order(FIRE, "B1", "R1")));
        game.give(Order::new(DONE));
        assert_eq!(game.asks(), "fire");
        game.give(game.order(FIRE, "B1", "R1"));
        game.all_fell();
        let steps = [START, DRAW, MORALE, DECLARE, CHARGES, MOVEMENT, FIRE_PHASE, MELEE, ROUTS, CARD_END];
        assert_eq!(begun(&game)[..10], steps);
    });
}

#[test]
fn nobody_fires_back() {
    bites(&["MC-SEQ-7"], || {
        let mut game = lines().game(&[7]);
        assert!(!cards::is_active(&game.war, game.id("R1")));
        assert!(!game.may(game.order(FIRE, "R1", "B1")));
        game.give(game.order(FIRE, "B1", "R1"));
        game.all_fell();
        assert_eq!(game.war.strength(game.id("B1")), 24);
        let other = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).brigade(2).game(&[]);
        assert!(!cards::is_active(&other.war, other.id("B1")));
    });
}

#[test]
fn the_deeds_of_the_last_turn_are_gone_when_a_turn_starts() {
    // MC-SEQ-8, 9: those of units whose card is not drawn yet too.
    let deeds = marks::ACTED | marks::EVADED | marks::MOVED | marks::FIRED;
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let mut game = field.foot("R1", 8, (13, 10), "S", Shape::Line).marks(deeds | marks::SPENT).game(&[]);
    sequence::start(&mut game.umpire());
    for mark in [marks::ACTED, marks::EVADED, marks::MOVED, marks::FIRED] {
        assert!(!game.marked("R1", mark), "{mark:?}");
    }
    assert!(game.marked("R1", marks::SPENT), "until its next activation begins");
}

/// A unit of a side when its card has been drawn, in a turn that has begun before.
fn activated(field: Fixture) -> Game<McNally> {
    let mut game = field.foot("R9", 8, (40, 10), "S", Shape::Line).game(&[1]);
    let before = (game.war.field().unit(game.id("B1")).marks, game.war.own(game.id("B1")).clone());
    sequence::start(&mut game.umpire());
    let unit = game.id("B1");
    game.umpire().mark(unit, before.0, true);
    *game.umpire().own_mut(unit) = before.1;
    sequence::draw(&mut game.umpire());
    assert_eq!(game.war.state.own.card, Some(0));
    game
}

#[test]
fn what_a_unit_lays_down_and_what_it_keeps_when_its_card_is_drawn() {
    // MC-SEQ-14, MC-SEQ-4: an earlier card's move and shot, and what lasts until now.
    let line = || Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    for mark in [marks::HELD, marks::SPENT, marks::REFORMING, marks::MOVED, marks::FIRED] {
        assert!(!activated(line().marks(mark)).marked("B1", mark), "{mark:?}");
    }
    // MC-CHARGE-6, MC-MELEE-11: who retired from a melee reforms, who failed to charge does not, nor who is spent no more.
    let reforms = |mark, owes| {
        activated(line().marks(mark).state(move |own| own.owes_reform = owes)).marked("B1", marks::REFORMING)
    };
    assert_eq!(
        [(marks::SPENT, true), (marks::SPENT, false), (marks::PANIC, true)].map(|(m, o)| reforms(m, o)),
        [true, false, false]
    );
    // MC-ART-2, 6: guns keep their crews, and those who left theirs or lost them are without.
    let guns = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery).lost(3);
    let game = activated(guns.state(|own| {
        (own.crews, own.guns_left, own.guns_taken) = (vec![1, 4], vec![super::fixture::hex(20, 30)], true);
    }));
    let own = game.war.own(game.id("B1"));
    assert_eq!((own.crews.clone(), own.guns_left.len(), own.guns_taken), (vec![1, 4], 1, true));
    // MC-SKIRM-4, MC-PANIC-8, 16: what is counted by the game turn.
    let game = activated(line().state(|own| (own.moved, own.fired_at, own.shaken) = (true, 7, true)));
    let own = game.war.own(game.id("B1"));
    assert_eq!((own.moved, own.fired_at, own.shaken), (true, 7, true));
}

#[test]
fn fire_is_counted_for_a_game_turn() {
    bites(&["MC-SEQ-8"], || {
        let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).class(5);
        let field = field.state(|own| own.fired_at = 4).foot("R1", 8, (40, 10), "S", Shape::Line);
        let under = |game: &mut Game<McNally>| {
            let unit = game.id("B1");
            panic::under_fire(&mut game.umpire(), unit, 3, 0);
            game.marked("B1", marks::PANIC)
        };
        let mut same = field.clone().game(&[]);
        assert!(under(&mut same), "4 and 3 figures of one turn, by whatever cards");
        let mut next = field.game(&[1]);
        next.enter(START, Side::Blue);
        assert!(!under(&mut next), "the count begins anew with the turn");
    });
}

#[test]
fn an_action_lost_is_lost_until_the_own_card_comes_again() {
    bites(&["MC-SEQ-14"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::SPENT);
        let field = field.foot("B2", 8, (20, 30), "N", Shape::Line).marks(marks::REFORMING);
        let mut game = field.foot("R1", 8, (40, 10), "S", Shape::Line).game(&[3, 1]);
        game.enter(START, Side::Blue);
        // The first card is Red's: a new turn alone ends nothing.
        assert_eq!(game.war.state.own.card, Some(2));
        assert!(game.marked("B1", marks::SPENT) && game.marked("B2", marks::REFORMING));
        game.give(Order::new(DONE));
        assert_eq!(game.war.state.own.card, Some(0));
        assert!(!game.marked("B1", marks::SPENT) && !game.marked("B2", marks::REFORMING));
    });
}

#[test]
fn held_masked_and_met_last_for_a_card() {
    let card = marks::HELD | marks::MASKED | marks::CONTACT;
    let kept = [marks::SPENT, marks::REFORMING, marks::FALLING_BACK, marks::ROUTING, marks::PANIC];
    for mark in kept {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(card | mark).game(&[]);
        sequence::end_card(&mut game.umpire());
        assert!(!game.marked("B1", card) && game.marked("B1", mark));
    }
    // Neither routing, falling back nor a marker ends as an activation begins.
    for mark in [marks::FALLING_BACK, marks::ROUTING, marks::PANIC] {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(mark);
        let mut game = field.foot("R1", 8, (14, 20), "S", Shape::Line).game(&[1]);
        game.enter(START, Side::Blue);
        assert!(game.marked("B1", mark));
    }
}

#[test]
fn a_later_state_replaces_an_earlier_one() {
    let earlier = marks::SPENT | marks::REFORMING | marks::FALLING_BACK;
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(earlier | marks::PANIC);
    let mut game = field.foot("B2", 8, (30, 40), "N", Shape::Line).phase(MORALE, Side::Blue).game(&[10]);
    game.give(game.order(TEST, "B1", ""));
    assert!(game.marked("B1", marks::ROUTING) && !game.marked("B1", earlier));
}

#[test]
fn a_card_without_units_is_passed_over() {
    bites(&["MC-SEQ-9"], || {
        // The second brigades of both sides have no units.
        let mut game = lines().game(&[2, 3]);
        game.enter(START, Side::Blue);
        let steps = begun(&game);
        assert_eq!(steps[..3], [START, DRAW, DRAW]);
        assert_eq!(game.results("card").len(), 3, "two that nobody goes by, and the next");
    });
}

#[test]
fn all_charges_are_declared_before_any_is_tested() {
    bites(&["MC-SEQ-10"], || {
        let field = lines().foot("R2", 8, (23, 24), "S", Shape::Line);
        let mut game = field.phase(DECLARE, Side::Blue).game(&[1, 1, 1, 1, 1, 1]);
        game.give(game.order(CHARGE, "B1", "R1"));
        game.give(game.order(CHARGE, "B2", "R2"));
        if game.asks() == "declare" {
            game.give(Order::new(DONE));
        }
        assert!(game.rolls().is_empty());
        assert_eq!(game.asks(), "charges");
        assert!(game.may(game.order(crate::info::RIDE, "B1", "")), "in the order that its side likes");
        ride(&mut game, "B2");
        assert_eq!(game.rolls()[0].0, "charging");
    });
    let field = lines().house("test_order", "at_declaration").phase(DECLARE, Side::Blue);
    let mut game = field.game(&[1]);
    game.give(game.order(CHARGE, "B1", "R1"));
    assert_eq!(game.rolls()[0].0, "charging", "by the other reading each is tested as it is declared");
}

#[test]
fn who_breaks_in_the_first_step_runs_in_the_last() {
    bites(&["MC-SEQ-11"], || {
        let field = lines().foot("B3", 8, (10, 40), "N", Shape::Line).class(2).phase(MORALE, Side::Blue);
        let mut game = field.clone().game(&[10, 1, 1, 1]);
        let place = game.pose("B1").anchor;
        game.give(game.order(TEST, "B1", ""));
        assert!(game.marked("B1", marks::ROUTING));
        assert_eq!((game.pose("B1").anchor, game.asks()), (place, "declare"), "it keeps its hexes until then");
        let mut asked = Vec::new();
        while game.results("rout").is_empty() {
            asked.push(game.asks());
            game.give(Order::new(DONE));
        }
        assert_eq!(asked, ["declare", "move"]);
        assert_eq!(game.results("rout"), [6]);
        assert_ne!(game.pose("B1").anchor, place);
        let mut game = field.house("rout_moves", "at_once").game(&[10, 1, 1, 1]);
        game.give(game.order(TEST, "B1", ""));
        assert_eq!(game.results("rout"), [6], "by the other reading at once");
    });
}

#[test]
fn a_rout_by_a_charge_is_run_at_once() {
    // The defender fails by 2 and more and runs before the charge goes on.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(1);
    let mut game = charge(field.foot("R1", 8, (14, 23), "S", Shape::Line), &[1, 6, 6, 10, 1, 1, 1], &[("B1", "R1")]);
    ride(&mut game, "B1");
    super::steps::leg(&mut game, "B1", (12, 25));
    assert!(game.marked("R1", marks::ROUTING));
    assert_eq!(game.results("rout"), [6]);
}

#[test]
fn the_active_side_comes_first_where_nobody_orders() {
    bites(&["MC-SEQ-13"], || {
        for player in Side::ALL {
            let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
            let mut game = field.foot("R1", 8, (11, 29), "S", Shape::Line).phase(FIRE_PHASE, player).game(&[10, 1]);
            let (by, on) = if player == Side::Blue { ("B1", "R1") } else { ("R1", "B1") };
            let contact = Contact { by: game.id(by), on: game.id(on), aspect: Aspect::Front };
            game.war.state.own.contacts.push(contact);
            game.enter(MELEE, player);
            let roll = |event: &Event| match event {
                Event::Rolled(roll) if roll.label == "melee" => roll.who,
                _ => None,
            };
            let throwers: Vec<_> = game.heard.events().iter().filter_map(roll).collect();
            assert_eq!(throwers[..2], [game.object(by), game.object(on)]);
        }
    });
}

/// Who has won when each side has so many of 48 figures left, and what is left beside them routs.
fn ends(left: [i16; 2], routing: [bool; 2]) -> Option<Option<Side>> {
    let mut field = Fixture::plain();
    for (place, (label, r, face)) in [("B1", 30, "N"), ("R1", 10, "S")].into_iter().enumerate() {
        field = field.foot(label, 8, (10, r), face, Shape::Line).lost(24 - left[place]);
        let second = label.replace('1', "2");
        field = field.foot(&second, 8, (20, r), face, Shape::Line);
        field = if routing[place] { field.marks(marks::ROUTING) } else { field };
    }
    let mut game = field.game(&[]);
    ending::look(&mut game.umpire());
    game.war.ended().map(|outcome| outcome.winner)
}

#[test]
fn half_lost_or_routing_loses_and_both_draw() {
    bites(&["MC-SEQ-12"], || {
        assert_eq!(ends([24, 24], [false, false]), None);
        assert_eq!(ends([24, 24], [true, false]), Some(Some(Side::Red)), "24 of 48 rout: half");
        assert_eq!(ends([24, 24], [false, true]), Some(Some(Side::Blue)));
        assert_eq!(ends([24, 24], [true, true]), Some(None));
        // One figure short of half.
        assert_eq!(ends([1, 24], [false, false]), None);
    });
}

#[test]
fn example_40_lost_routing_and_off_the_map_count_together() {
    bites(&["MC-SEQ-12"], || {
        // Of 180 figures 38 are lost, units of 19 and 15 rout, one with 18 is off the map: 90.
        let position = |lost: i16| {
            let mut field = Fixture::plain().foot("R1", 8, (10, 5), "S", Shape::Line);
            for place in 0..6 {
                field = field.foot(&format!("B{}", place + 1), 8, (-14 + 9 * place, 45), "N", Shape::Line);
                field = match place {
                    0 => field.lost(24 - 19).marks(marks::ROUTING),
                    1 => field.lost(24 - 15).marks(marks::ROUTING),
                    2 => field.lost(24 - 18),
                    3 => field.lost(lost - 5 - 9 - 6),
                    _ => field,
                };
            }
            let field = field.foot("B7", 8, (-10, 50), "N", Shape::Line).foot("B8", 4, (10, 50), "N", Shape::Line);
            let mut game = field.game(&[]);
            let gone = game.id("B3");
            crate::losses::remove(&mut game.umpire(), gone, battle::Departure::Routed, "MC-MOVE-25");
            ending::look(&mut game.umpire());
            game.war.ended().map(|outcome| outcome.winner)
        };
        assert_eq!([position(38), position(37)], [Some(Some(Side::Red)), None]);
    });
}
