//! The game as seats and screens use it.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Library, Player, Side, System, UnitId, Weighed, Why};
use proving::DrillLibrary;

use super::{first, order, outpost, play_out, read, setup, start, unit};
use crate::{Game, SeatSpec, Thinking, Thought};

static GO: AtomicBool = AtomicBool::new(false);

#[test]
fn two_commanders_play_a_battle_to_its_end() {
    let mut game = start(&outpost(7));
    play_out(&mut game);
    assert_eq!(game.system().field().turn(), 3);
    assert!(game.stage().dispatches().last().expect("an ending").text.contains("points: Blue"));
}

#[test]
fn the_same_seed_gives_the_same_record_and_another_seed_another() {
    let record = |seed| {
        let mut game = start(&outpost(seed));
        play_out(&mut game);
        game.past().record_text()
    };
    assert_eq!(record(3), record(3));
    assert_ne!(record(3).lines().last(), record(4).lines().last());
}

#[test]
fn a_game_without_telling_makes_the_same_record() {
    let mut told = start(&outpost(5));
    let mut untold = Game::start_untold(&DrillLibrary, &outpost(5)).expect("a game");
    play_out(&mut told);
    play_out(&mut untold);
    assert_eq!(told.past().record_text(), untold.past().record_text());
    assert_eq!(told.tally(), untold.tally());
    assert!(untold.stage().dispatches().is_empty() && untold.stage().event_count() == 0);
}

#[test]
fn a_refused_order_changes_nothing() {
    let mut game = start(&setup("outpost", ["human", "human"], 1));
    let (digest, record) = (game.system().digest(), game.past().record_text());
    let refusal = game.give(&read(&game, "rally B1")).expect_err("refused");
    assert!(refusal.text.contains("rally"), "{refusal}");
    assert_eq!((digest, record), (game.system().digest(), game.past().record_text()));
    assert_eq!(game.past().attempt(), Some("rally B1"));
    order(&mut game, "done");
    assert_eq!(game.past().attempt(), None);
}

#[test]
fn a_thought_about_a_decision_that_has_passed_is_dropped() {
    fn movable<T: Send>(_: &T) {}
    let mut game = start(&setup("outpost", ["random", "human"], 1));
    let thinking: Thinking = game.begin_thinking().expect("Blue's decision");
    movable(&thinking);
    assert_eq!((thinking.side(), thinking.name()), (Side::Blue, "random"));
    assert!(game.begin_thinking().is_none(), "the seat is away");
    let thought: Thought = std::thread::scope(|scope| scope.spawn(|| thinking.run(&GO)).join().expect("a thought"));
    order(&mut game, "done");
    let before = game.past().record_text();
    game.finish_thinking(thought).expect("dropped");
    assert_eq!(game.past().record_text(), before);
}

#[test]
fn a_seat_can_be_taken_over() {
    let mut game = start(&setup("outpost", ["random", "random"], 1));
    let away = game.begin_thinking().expect("a decision");
    game.reseat(&DrillLibrary, Side::Blue, SeatSpec::Human).expect("a person");
    assert!(game.is_human(Side::Blue));
    game.finish_thinking(away.run(&GO)).expect("dropped");
    assert!(game.is_human(Side::Blue), "a late thought does not take the seat back");
    assert_eq!(game.orders_given(), 0, "nor does it give an order");
}

#[test]
fn resigning_ends_the_battle_and_is_recorded() {
    let mut game = start(&setup("outpost", ["human", "random"], 1));
    game.resign(Side::Blue);
    let outcome = game.outcome().expect("over");
    assert_eq!(outcome.winner, Some(Side::Red));
    let record = game.past().record_text();
    assert!(
        record.contains("{\"resign\":\"blue\"}\n{\"over\":{\"winner\":\"red\",\"reason\":\"resigned\""),
        "{record}"
    );
    game.resign(Side::Red);
    assert_eq!(game.past().record_text(), record, "over is over");
}

#[test]
fn advice_is_a_legal_order_for_the_side_to_decide() {
    let mut game = start(&setup("outpost", ["human", "human"], 1));
    let b1 = unit(&game, "B1");
    let choice = game.advice(&DrillLibrary, Some(b1)).expect("advice");
    assert_eq!(choice.order.unit(), Some(b1));
    assert_eq!(game.system().check(&choice.order), Ok(()));
}

/// Gives the first legal order and says so.
struct Talker;

impl Player for Talker {
    fn name(&self) -> &str {
        "talker"
    }

    fn decide(&mut self, view: &dyn System, _stop: &AtomicBool) -> Choice {
        let order = view.orders()[0];
        let options = vec![Weighed { order, score: 1.0, considerations: Vec::new() }];
        Choice {
            order,
            why: Some(Why { mission: String::from("first things first"), options, weighed: 1, ..Why::default() }),
        }
    }

    fn advise(&mut self, _view: &dyn System, _unit: Option<UnitId>) -> Option<Choice> {
        None
    }
}

#[test]
fn the_reasons_of_a_computer_seat_are_remembered_by_unit() {
    let mut game = start(&setup("outpost", ["random", "human"], 1));
    let mut thinking = game.begin_thinking().expect("a decision");
    thinking.mind = crate::seat::Mind::Commander(Box::new(Talker));
    let about = thinking.view.orders()[0].unit();
    game.finish_thinking(thinking.run(&GO)).expect("legal");
    let (order, why) = game.seats().last_why(None).expect("reasons");
    assert_eq!((order.unit(), why.mission.as_str()), (about, "first things first"));
    assert_eq!(game.seats().why(about.expect("a unit"), None).map(|why| why.weighed), Some(1));
    assert_eq!(game.seats().why(unit(&game, "R1"), None), None);
}

#[test]
fn views_follow_the_battle() {
    let mut game = start(&setup("outpost", ["human", "human"], 1));
    let text = first(&game, "order").expect("an order to give");
    let b = read(&game, &text).unit().expect("a unit");
    let ordered = |game: &Game| game.view(Side::Blue).field().shows(b, battle::Sense::Ordered);
    assert!(!ordered(&game));
    order(&mut game, &text);
    assert!(ordered(&game));
}

#[test]
fn seats_are_written_as_they_are_read() {
    for text in ["human", "steady", "exec:my bot --level 3", "profiles/mine.toml"] {
        assert_eq!(text.parse::<SeatSpec>().expect("a seat").to_string(), text);
    }
    assert_eq!("human".parse(), Ok(SeatSpec::Human));
    assert_eq!("exec:bot".parse(), Ok(SeatSpec::Exec(String::from("bot"))));
    assert_eq!("".parse::<SeatSpec>().expect_err("empty"), "empty seat; expected human, a commander or exec:COMMAND");
    assert_eq!(
        "exec: ".parse::<SeatSpec>().expect_err("empty"),
        "seat `exec: ` names no command; expected exec:COMMAND"
    );
}

#[test]
fn an_unknown_commander_is_refused_before_the_battle() {
    let fault = Game::start(&DrillLibrary, &setup("outpost", ["nobody", "random"], 1), None).err().expect("refused");
    assert!(fault.to_string().contains("unknown commander `nobody`"), "{fault}");
    assert!(DrillLibrary.commander("random", 1).is_ok());
}

#[test]
fn the_tally_adds_up() {
    let mut game = start(&setup("outpost", ["random", "random"], 2));
    play_out(&mut game);
    let (tally, field) = (game.tally(), game.system().field());
    for side in Side::ALL {
        let own = |unit: &UnitId| field.side(*unit) == side;
        let lost: i32 =
            field.ids().filter(own).map(|unit| i32::from(field.unit(unit).full - field.unit(unit).strength)).sum();
        let gone = |unit: &UnitId| matches!(field.unit(*unit).presence, battle::Presence::Gone(_));
        let counted = tally.of(side);
        assert_eq!(counted.strength_lost, lost, "{side}");
        assert_eq!(counted.units_lost as usize, field.ids().filter(own).filter(gone).count(), "{side}");
        assert!(counted.charges.won <= counted.charges.blows);
        assert!(counted.charges.blows + counted.charges.gave_way <= counted.charges.declared);
        assert!(counted.value_left <= 1.0 && (counted.value_left < 1.0) == (counted.units_lost > 0));
    }
    let shots = |side: Side| game.past().record_text().lines().filter(|line| line.contains(&shot(side))).count();
    assert_eq!(tally.of(Side::Blue).shots as usize, shots(Side::Blue));
    assert!(tally.of(Side::Blue).luck.rolls() > 0, "dice fell");
}

fn shot(side: Side) -> String {
    format!("\"fire {}", &side.name()[..1])
}
