//! Preparing an order, without a screen.

use std::sync::atomic::AtomicBool;

use battle::{
    AskRole, Chain, Chance, Changes, Chart, Contest, Deaf, Deck, Destination, Dice, Die, Effect, Forecast, Object,
    Order, Player, Pool, Pose, Reach, Reading, RollForecast, RollKey, RollKind, Row, Rung, Side, System, Ties, Verb,
};
use hexes::Direction;
use proving::RandomPlayer;

use super::game;
use crate::ordering::{Choices, Posing, Preparation, Stage, Step};
use crate::panels::odds;
use crate::theme::Theme;
use crate::{Depth, Palette};

fn odds_of(forecast: &Forecast, width: usize) -> Vec<String> {
    let game = game("small-field", ["human", "human"]);
    let theme = Theme::new(Depth::True, Palette::default());
    let lines = odds::lines(forecast, game.view(Side::Blue).field(), width, &theme);
    lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
}

fn nerve() -> RollForecast {
    let mut nerve = Pool::new("nerve", "X-1", 1, Reading::SuccessOrAgain(4)).as_kind(RollKind::Test);
    nerve.note("led: second throw", 0, Changes::Need, "X-2");
    nerve.shown(None)
}

#[test]
fn a_test_in_the_odds_is_passed_or_failed() {
    let forecast = Forecast { rolls: vec![nerve()], ..Forecast::default() };
    assert_eq!(odds_of(&forecast, 40), ["nerve 1d6 need 4+ X-1", "  led: second throw X-2", "  passes 75%  fails 25%"]);
    assert_eq!(odds::summary(&forecast), "nerve need 4+ passes 75%");
}

#[test]
fn many_things_that_may_come_are_told_in_a_sentence_first() {
    let results = |count: usize| {
        let labels = ["target broken", "target falls back", "thrown back"];
        labels.into_iter().take(count).map(|label| Chance { label, chance: 0.2 }).collect()
    };
    let effect = Effect { destroys: 0.284, repels: 0.2, repelled: 0.05, destroyed: 0.001, ..Effect::default() };
    let first = |forecast: Forecast| odds_of(&forecast, 140).remove(0);
    let many = Forecast { effect, results: results(3), ..Forecast::default() };
    let lost = Effect { inflicted: 0.121, taken: 0.04, ..effect };
    let dear = Forecast { effect: lost, ..many.clone() };
    let said = "In a hundred: they break 28, fall back 20; you fall back 5.";
    let told = format!("{said} On average they lose 12% of a full unit, you 4%.");
    assert_eq!(first(many), said);
    assert_eq!(odds::summary(&dear), told, "the line without a panel says the same, not the table");
    assert_eq!(odds_of(&dear, 100).iter().filter(|row| row.contains("12%")).count(), 1, "losses are said once");
    assert_eq!(first(dear), told);
    let both = Effect { repels: 0.4, repelled: 0.65, ..Effect::default() };
    let both = Forecast { effect: both, results: results(3), ..Forecast::default() };
    assert_eq!(first(both), "In a hundred: they fall back 40; you fall back 65, some of it together.");
    let few = Forecast { effect, results: results(2), ..Forecast::default() };
    assert!(first(few).starts_with("Target broken"), "two say it themselves");
    let harmless = Forecast { results: results(3), ..Forecast::default() };
    assert!(first(harmless).starts_with("Target broken"), "nobody goes");
}

fn shown(roll: RollForecast) -> (Vec<String>, String) {
    let forecast = Forecast { rolls: vec![roll], ..Forecast::default() };
    (odds_of(&forecast, 60), odds::summary(&forecast))
}

static MARGINS: Chart = Chart::new(
    "margin",
    &[Row { from: i16::MIN, name: "thrown back", value: -1 }, Row { from: 1, name: "narrow margin", value: 1 }],
);

#[test]
fn a_test_of_a_number_asks_for_so_much_or_less() {
    let mut test = Pool::new("morale", "X-1", 1, Reading::Under(7)).of(Die::D10);
    test.result("losses", 1, "X-2");
    let (lines, summary) = shown(test.shown(None));
    assert_eq!(lines, ["morale 1d10 need 7 or less X-1", "  +1 losses X-2", "  passes 60%  fails 40%"]);
    assert_eq!(summary, "morale need 7 or less passes 60%");
}

#[test]
fn a_contest_shows_both_sides_and_the_rows_of_the_margin() {
    let side = |label, add| {
        let mut pool = Pool::new(label, "X-1", 1, Reading::Total).of(Die::D10);
        pool.result("training", add, "X-2");
        pool
    };
    let contest = Contest::new("melee", "X-1", side("melee", 5), side("stand", 7), Ties::Stand).by_margin(&MARGINS);
    let (lines, summary) = shown(contest.shown([None, None]));
    let expected = [
        "melee 1d10 total X-1",
        "  +5 training X-2",
        "against stand 1d10 total X-1",
        "  +7 training X-2",
        "  wins 28%  even 8%  loses 64%",
        "  thrown back               72%",
        "  narrow margin             28%",
    ];
    assert_eq!(lines, expected);
    assert_eq!(summary, "melee wins 28%");
}

#[test]
fn a_chain_shows_where_it_may_end() {
    let check = |add| {
        let mut check = Pool::new("morale", "X-1", 1, Reading::Successes(8)).of(Die::D10);
        check.each("status", add, "X-2");
        check
    };
    let rungs = vec![Rung::new("firm", check(1)), Rung::new("panic", check(-1))];
    let (lines, summary) = shown(Chain::new("morale", "X-1", 1, rungs, "routed").shown(None));
    let expected = [
        "morale 1d10 need 7+, until passed X-1",
        "  +1 a die status X-2",
        "  firm                      40%",
        "  panic                     12%",
        "  routed                    48%",
    ];
    assert_eq!(lines, expected);
    assert_eq!(summary, "morale need 7+, 1.1 lost on average");
}

#[test]
fn a_margin_below_zero_keeps_its_sign() {
    let roll = |add| {
        let mut pool = Pool::new("push", "X-1", 1, Reading::Total).of(Die::D3);
        pool.result("uphill", add, "X-2");
        pool
    };
    let (lines, summary) = shown(roll(-3).shown(None));
    assert_eq!(lines[2..3], ["  result -2: 33%  -1: 33%  0: 33%"]);
    assert_eq!(summary, "push 1d3-3: -1.0 on average");
}

#[test]
fn a_card_is_next_or_later() {
    let deck = Deck::shuffled(&[1, 2, 3, 4], &mut Dice::new(1), RollKey::default());
    let (lines, summary) = shown(deck.shown("activation", "X-1", None, &[2]));
    assert_eq!(lines, ["activation card X-1", "  next 25%  later 75%"]);
    assert_eq!(summary, "activation next 25%");
}

#[test]
fn a_clause_without_room_gives_way_to_the_words() {
    let forecast = Forecast { rolls: vec![nerve()], ..Forecast::default() };
    assert_eq!(odds_of(&forecast, 22)[..2], ["nerve 1d6 need 4+ X-1", "  led: second throw"]);
}

#[test]
fn an_order_that_can_come_to_nothing_says_so() {
    let forecast =
        Forecast { results: vec![Chance { label: "reaches the enemy", chance: 0.0 }], ..Forecast::default() };
    assert_eq!(odds_of(&forecast, 40), [format!("{:<28}{:>5}", "Reaches the enemy", "0%")]);
    assert_eq!(odds_of(&Forecast::default(), 40), ["No dice: it happens as ordered."]);
}

#[test]
fn menus_have_a_letter_for_every_verb_and_no_letter_twice() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    for actor in choices.actors() {
        let entries = choices.entries(system, &[Some(actor), None]);
        let mut letters: Vec<char> = entries.iter().map(|entry| entry.letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), entries.len());
    }
}

#[test]
fn every_stem_leads_to_a_legal_order() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    let actor = choices.actors().into_iter().find(|actor| matches!(actor, Object::Unit(_))).expect("a unit");
    let mut preparation = Preparation::default();
    preparation.open(choices.entries(system, &[Some(actor)]), None);
    assert_eq!(preparation.confirm(system), Step::More);
    let Some(Stage::Pose(posing)) = preparation.stage_mut() else { panic!("no place is asked for") };
    posing.cycle(true);
    let Step::Give(order) = preparation.confirm(system) else { panic!("the order is not complete") };
    assert_eq!(system.check(&order), Ok(()));
    assert!(preparation.back() && preparation.back() && !preparation.back(), "two stages to leave");
}

/// What is offered first when every choice is taken as it stands, with a wish.
fn offered(system: &dyn System, actor: Object, wish: Option<Order>) -> Order {
    let choices = Choices::gather(system);
    let mut preparation = Preparation::default();
    preparation.open(choices.entries(system, &[Some(actor)]), wish);
    for _ in 0..4 {
        if let Step::Give(order) = preparation.confirm(system) {
            return order;
        }
    }
    panic!("no order comes of it");
}

#[test]
fn a_wish_is_offered_first_from_the_verb_to_the_place() {
    let game = game("small-field", ["human", "human"]);
    let mut battle = game.view(Side::Blue).copy();
    let (mut random, stop) = (RandomPlayer::new(3), AtomicBool::new(false));
    // Random play leads to somebody who has more than one thing to choose from.
    let (actor, all) = loop {
        let orders = battle.all_orders();
        let of = |actor: Object| orders.iter().copied().filter(move |order| order.actor == Some(actor));
        let varied =
            |actor: &Object| of(*actor).any(|order| Some(order.verb) != of(*actor).next().map(|first| first.verb));
        let actors = Choices::gather(&*battle).actors();
        if let Some(actor) =
            actors.into_iter().find(|actor| varied(actor) && of(*actor).any(|order| order.pose.is_some()))
        {
            break (actor, of(actor).collect::<Vec<Order>>());
        }
        let order = random.decide(&*battle, &stop).order;
        battle.resolve(&order, &mut Deaf).expect("legal");
    };
    let system: &dyn System = &*battle;
    let plain = offered(system, actor, None);
    for wish in all.iter().filter(|wish| **wish != plain) {
        assert_eq!(offered(system, actor, Some(*wish)), *wish);
    }
    let foreign = Order { actor: None, ..all[0] };
    assert_eq!(offered(system, actor, Some(foreign)), plain, "what is not among the choices changes nothing");
}

#[test]
fn who_may_not_stay_begins_at_the_nearest_place_that_is_legal() {
    let game = game("small-field", ["human", "human"]);
    let field = game.system().field();
    let unit = field.present_of(Side::Blue).next().expect("a unit");
    let own = field.unit(unit).pose;
    let at = |steps: i16, legal: bool| {
        let pose = Pose { anchor: own.anchor + Direction::NorthEast.vector() * steps, ..own };
        Destination { pose, cost: 100, previous: None, legal }
    };
    let begun = |places: Vec<Destination>| {
        let stem = Order::new(Verb(0)).by(unit);
        let mut posing = Posing::begin(stem, Reach { places }, field).expect("a place");
        posing.settle();
        (posing.ghost, posing.allowed)
    };
    assert_eq!(begun(vec![at(0, false), at(1, false), at(4, true), at(2, true)]), (at(2, true).pose, true));
    assert_eq!(begun(vec![at(0, true), at(2, true)]), (own, true), "who may stay begins where he stands");
}

/// What comes of Enter alone on each row of an actor's menu that has a chance, with the order that the row begins.
fn offers(system: &dyn System, actor: Object) -> Vec<(Order, Step)> {
    let entries = Choices::gather(system).entries(system, &[Some(actor)]);
    let hopeful = (0..entries.len()).filter(|row| entries[*row].hopeful > 0);
    let of = |row: usize| {
        let mut preparation = Preparation::default();
        preparation.open(entries.clone(), None);
        if let Some(Stage::Menu(menu)) = preparation.stage_mut() {
            menu.chosen = row;
        }
        let ends = (0..4).map(|_| preparation.confirm(system)).find(|step| *step != Step::More);
        (entries[row].variants[0], ends.expect("it comes to an end"))
    };
    hopeful.map(of).collect()
}

#[test]
fn what_is_offered_first_may_be_done_wherever_random_play_leads() {
    let game = game("small-field", ["human", "human"]);
    let mut battle = game.view(Side::Blue).copy();
    let (mut random, stop, mut offered) = (RandomPlayer::new(11), AtomicBool::new(false), 0);
    for _ in 0..150 {
        let deploys = battle.ask_role() == Some(AskRole::Deploy);
        for actor in Choices::gather(&*battle).actors().into_iter().filter(|_| !deploys) {
            for (begun, step) in offers(&*battle, actor) {
                match step {
                    Step::Give(order) => assert_eq!(battle.check(&order), Ok(())),
                    refused => assert_eq!(battle.reach(&begun).legal().next(), None, "{refused:?} of {begun:?}"),
                }
                offered += 1;
            }
        }
        if battle.outcome().is_some() {
            break;
        }
        let order = random.decide(&*battle, &stop).order;
        battle.resolve(&order, &mut Deaf).expect("legal");
    }
    assert!(offered > 100, "{offered}");
}

#[test]
fn done_is_found_whatever_it_is_called() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let done = Choices::gather(system).done(system).expect("deployment can end");
    assert_eq!(system.order_text().write(&done), "done");
}

#[test]
fn letters_of_a_list_begin_its_words_and_take_none_that_means_something_else() {
    let game = game("small-field", ["human", "human"]);
    let system = game.view(Side::Blue);
    let choices = Choices::gather(system);
    for actor in choices.actors() {
        let entries = choices.entries(system, &[Some(actor), None]);
        for (place, entry) in entries.iter().enumerate() {
            assert!(!"jkqao".contains(entry.letter), "{}: {}", entry.letter, entry.title);
            let first = |title: &str| title.chars().next().map(|letter| letter.to_ascii_lowercase());
            let wanted = first(&entry.title).filter(|letter| !"jkqao".contains(*letter));
            let earlier = entries[..place].iter().any(|other| first(&other.title) == wanted);
            assert!(earlier || wanted.is_none_or(|letter| letter == entry.letter), "{}: {}", entry.letter, entry.title);
        }
    }
}
