//! What is spoken with a player in this process, who has the game's own input and output.

use std::collections::VecDeque;
use std::io::BufReader;

use battle::Side;
use proving::{Correspondent, DrillLibrary, Plan};
use serde_json::{Value, json};

use crate::tests::setup;
use crate::{Game, Outside, Pipe};

/// All that a player hears who plays the outpost from both seats and answers so.
fn heard<F: FnMut(&Value) -> Option<String> + Send + 'static>(answers: F) -> Vec<Value> {
    heard_of("outpost", answers)
}

fn heard_of<F: FnMut(&Value) -> Option<String> + Send + 'static>(battle: &str, mut answers: F) -> Vec<Value> {
    let player = Correspondent::new(move |line| answers(&serde_json::from_str(line).expect("JSON")));
    let pipe = Pipe::new(BufReader::new(player.clone()), player.clone());
    let outside = Outside { pipe: Some(pipe), ..Outside::default() };
    let setup = setup(battle, ["pipe", "pipe"], 1);
    let mut game = Game::start_outside(&DrillLibrary, &setup, None, &outside).expect("a game");
    crate::tests::play_out(&mut game);
    drop(game);
    player.heard().iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn usual(message: &Value) -> Option<String> {
    (message["type"] == "decide").then(|| String::from(message["default"].as_str().expect("an order")))
}

fn of<'a>(heard: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    heard.iter().filter(move |message| message["type"] == kind)
}

#[test]
fn a_game_is_hello_then_decisions_then_over_for_each_seat() {
    let heard = heard(usual);
    let kinds: Vec<&str> = heard.iter().filter_map(|message| message["type"].as_str()).collect();
    assert_eq!(kinds[..2], ["hello", "hello"]);
    assert_eq!(kinds[kinds.len() - 2..], ["over", "over"]);
    assert!(kinds[2..kinds.len() - 2].iter().all(|kind| *kind == "decide") && kinds.len() > 6, "{kinds:?}");
    assert!(heard.iter().all(|message| message["seat"] == "blue" || message["seat"] == "red"));
    assert!(of(&heard, "decide").all(|message| message["seat"] == message["decision"]["side"]));
    let over = of(&heard, "over").next().expect("an end");
    let decided = of(&heard, "decide").filter(|message| message["seat"] == "blue").count();
    assert_eq!(over["account"]["decisions"], decided);
    assert_ne!(over["reason"], "resigned");
}

#[test]
fn a_decision_says_what_the_side_may_know() {
    let heard = heard_of(&Plan::small().file().scenario.key, usual);
    let first = of(&heard, "decide").next().expect("a decision");
    assert_eq!((&first["seat"], &first["decision"]["ask"]), (&json!("blue"), &json!("deploy")));
    assert_eq!(first["stems"][0], "deploy B1");
    assert_eq!(first["default"], "done");
    assert!(first["orders"].as_array().is_some_and(|orders| orders.contains(&json!("done"))));
    let units = first["state"]["units"].as_array().expect("units");
    assert!(units.iter().any(|unit| unit["label"] == "B1" && unit["at"].is_string()));
    assert!(units.iter().all(|unit| unit["label"] != "R4" && unit["label"] != ""), "R4 hides: {units:?}");
}

#[test]
fn every_event_is_told_once_and_in_turn() {
    let heard = heard(usual);
    for side in ["blue", "red"] {
        let own = heard.iter().filter(|message| message["seat"] == side);
        let told: Vec<&Value> = own.filter_map(|message| message["events"].as_array()).flatten().collect();
        let turns: Vec<u64> = told.iter().filter_map(|event| event["turn"].as_u64()).collect();
        assert!(turns.is_sorted() && turns.len() == told.len(), "{side}");
        let began = told.iter().filter(|event| event["event"] == "turn").count() as u64;
        assert_eq!(Some(&began), turns.last(), "{side}: a turn is told to begin once");
        assert_eq!(told.iter().filter(|event| event["event"] == "ended").count(), 1, "{side}");
    }
}

/// What comes of saying that to the first decision.
fn answer_to(said: &str) -> Value {
    let mut said = Some(String::from(said));
    let heard = heard(move |message| match message["type"].as_str() {
        Some("decide") => said.take().or_else(|| usual(message)),
        Some("reply" | "refused") => Some(String::from("done")),
        _ => None,
    });
    let mut answers = heard.into_iter().filter(|message| message["type"] == "reply" || message["type"] == "refused");
    answers.next().expect("an answer")
}

#[track_caller]
fn refused(said: &str, why: &str) {
    let answer = answer_to(said);
    assert_eq!(answer["type"], "refused", "{answer}");
    assert!(answer["refused"].as_str().is_some_and(|text| text.contains(why)), "{answer}");
}

#[test]
fn what_will_not_do_is_refused_with_what_was_expected() {
    refused("{\"order\":", "no JSON");
    refused("{\"order\":3}", "expected a string");
    refused("{\"order\":\"done\",\"because\":\"\"}", "unknown field `because`, expected `order` or `say`");
    refused("{\"ask\":\"weather\"}", "unknown request `weather`; expected reach, forecast");
    refused("{\"ask\":3}", "unknown request 3");
    refused("{\"ask\":\"reach\"}", "`reach`: missing field `stem`");
    refused("{\"ask\":\"reach\",\"stem\":\"fly B1\"}", "unknown verb `fly`");
    refused("{\"ask\":\"reach\",\"stem\":\"deploy B1\",\"most\":0}", "`most` is 0; expected at least 1");
    refused("{\"ask\":\"forecast\"}", "expected either `order` or `orders`");
    refused("{\"ask\":\"state\",\"copy\":\"one\"}", "copy \"one\" is no number of a copy");
    refused("{\"ask\":\"state\",\"copy\":1}", "there is no copy 1");
    refused("{\"ask\":\"play\",\"orders\":[\"done\"]}", "expected `copy`");
    refused(
        "{\"ask\":\"sight\",\"from\":\"900,1\",\"to\":\"1,1\"}",
        "unknown hex `900,1`; expected column,row on a map of",
    );
    refused("{\"ask\":\"threat\",\"by\":\"B1\",\"on\":\"B1\"}", "are of one side");
    refused("{\"ask\":\"threat\",\"by\":\"B9\",\"on\":\"\"}", "unknown unit `B9`");
    refused("{\"ask\":\"field_of_fire\",\"unit\":\"B1\",\"at\":\"900,1/N/line4\"}", "is not on the map");
    refused("{\"ask\":\"choice\",\"by\":\"nobody\"}", "unknown commander `nobody`");
    refused("deploy >", "unknown label ``");
}

#[test]
fn a_reach_may_be_thinned_and_says_how_many_poses_there_are() {
    let mut asks = VecDeque::from([json!(null), json!(3), json!(1), json!(100_000)]);
    let heard = heard_of(&Plan::small().file().scenario.key, move |message| match message["type"].as_str() {
        Some("decide" | "reply") => Some(match asks.pop_front() {
            Some(most) => json!({ "ask": "reach", "stem": "deploy B1", "most": most }).to_string(),
            None => usual(message).unwrap_or_else(|| String::from("done")),
        }),
        _ => None,
    });
    let replies: Vec<&Value> = of(&heard, "reply").collect();
    let poses = |reply: &Value| reply["reach"].as_array().cloned().expect("poses");
    let all = poses(replies[0]);
    let of = all.len();
    assert!(of > 3 && replies.iter().all(|reply| reply["of"] == of), "{replies:?}");
    assert_eq!(poses(replies[1]), [&all[0], &all[of / 3], &all[2 * of / 3]].map(Clone::clone));
    assert_eq!(poses(replies[2]), all[..1]);
    assert_eq!(poses(replies[3]), all);
}

#[test]
fn an_answer_comes_with_the_id_of_its_request() {
    let answer = answer_to("{\"ask\":\"standing\",\"id\":{\"mine\":7}}");
    assert_eq!((&answer["type"], &answer["id"]["mine"]), (&json!("reply"), &json!(7)));
    assert_eq!(answer_to("{\"ask\":\"nothing\",\"id\":7}")["id"], 7);
}

#[test]
fn a_resignation_ends_the_battle_with_its_reason() {
    let heard = heard(|message| (message["type"] == "decide").then(|| String::from("{\"resign\":\"cold\"}")));
    let over = of(&heard, "over").next().expect("an end");
    assert_eq!((&over["reason"], &over["why"]), (&json!("resigned"), &json!("pipe gives up: cold")));
    assert_eq!((&over["winner"], &over["you"]), (&json!("red"), &json!("lost")));
}

#[test]
fn three_refused_orders_lose_and_refused_requests_do_not() {
    let heard = heard(|message| match message["type"].as_str() {
        Some("decide") => Some(String::from("{\"ask\":\"nothing\"}")),
        Some("refused") if message["refused"].as_str().is_some_and(|why| why.starts_with("unknown request")) => {
            Some(String::from("fly"))
        }
        Some("refused") => Some(String::from("{\"ask\":\"nothing\"}")),
        _ => None,
    });
    let over = of(&heard, "over").next().expect("an end");
    assert_eq!((&over["account"]["requests"], &over["account"]["refused"]), (&json!(3), &json!(6)));
    assert_eq!(over["why"], "pipe gave no legal order; the last was `fly`");
}

#[test]
fn copies_are_played_on_the_same_way_each_time_and_leave_the_battle_alone() {
    let ask = |step: usize| match step {
        0 | 3 => json!({ "ask": "copy", "seed": 5 }),
        1 | 4 => json!({ "ask": "play_on", "copy": step / 3 + 1, "until": "over", "by": "random", "events": true }),
        2 => json!({ "ask": "state" }),
        _ => json!({ "ask": "copy", "copy": 2 }),
    };
    let mut step = 0;
    let heard = heard(move |message| {
        let asks = step < 70 && (message["type"] == "decide" || message["type"] == "reply");
        step += usize::from(asks);
        if asks { Some(ask(step - 1).to_string()) } else { usual(message).or(Some(String::from("done"))) }
            .filter(|_| message["type"] != "hello" && message["type"] != "over")
    });
    let replies: Vec<&Value> = of(&heard, "reply").collect();
    let played = |place: usize| (&replies[place]["over"], &replies[place]["events"], &replies[place]["played"]);
    assert!(replies[1]["over"].is_object() && replies[1]["played"].as_u64() > Some(10), "{}", replies[1]);
    assert_eq!(played(1), played(4), "the same seed goes the same way");
    assert_eq!(replies[2]["state"], of(&heard, "decide").next().expect("a decision")["state"]);
    let full = of(&heard, "refused").next().expect("too many copies");
    assert!(full["refused"].as_str().is_some_and(|why| why.starts_with("there are 64 copies")), "{full}");
}

#[test]
fn the_seed_for_a_players_own_chance_is_its_sides_own() {
    let heard = heard(usual);
    let seeds: Vec<u64> = of(&heard, "hello").filter_map(|hello| hello["seed"].as_u64()).collect();
    assert_eq!(seeds.len(), 2);
    assert_ne!(seeds[0], seeds[1]);
    assert!(seeds.iter().all(|seed| *seed < 1 << 53), "{seeds:?}");
    let derived = |side: Side| crate::setup::derived(1, &format!("program of {side}")) >> 11;
    assert_eq!(seeds, Side::ALL.map(derived));
}
