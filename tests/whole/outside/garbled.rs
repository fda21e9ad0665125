//! Whatever a player says, nothing panics: the game goes on, or it is lost by the rules.

use battle::Reason;
use serde_json::{Map, Value, json};
use table::SeatSpec;

use super::{SYSTEMS, begin, play_out, player};
use crate::knowledge::Chance;

/// Messages that are garbled before they are said.
fn sound(message: &Value) -> Vec<String> {
    let first = |key: &str| message[key].as_array().and_then(|all| all.first()).cloned().unwrap_or_default();
    let (order, stem) = (first("orders"), first("stems"));
    let unit = |side: &str| {
        let units = message["state"]["units"].as_array();
        let own = units.and_then(|units| units.iter().find(|unit| unit["side"] == side && unit["presence"] == "map"));
        own.cloned().unwrap_or_default()
    };
    let (blue, red) = (unit("blue"), unit("red"));
    let posed = format!("{} {}", stem.as_str().unwrap_or("move B1"), blue["at"].as_str().unwrap_or("3,3/N/line4"));
    let requests = [
        json!({ "ask": "reach", "stem": stem, "id": 3 }),
        json!({ "ask": "forecast", "order": posed }),
        json!({ "ask": "forecast", "orders": [order, posed, "done"] }),
        json!({ "ask": "threat", "by": red["label"], "on": blue["label"], "from": red["at"], "at": blue["at"] }),
        json!({ "ask": "sight", "from": "3,3", "to": "12,7" }),
        json!({ "ask": "field_of_fire", "unit": blue["label"], "at": blue["at"] }),
        json!({ "ask": "prospects", "unit": blue["label"] }),
        json!({ "ask": "choice", "by": "hold" }),
        json!({ "ask": "copy", "seed": 17 }),
        json!({ "ask": "play", "copy": 1, "orders": [message["default"], posed], "events": true }),
        json!({ "ask": "play_on", "copy": 1, "until": "turn", "turns": 1, "by": "hold" }),
        json!({ "ask": "standing", "copy": 1 }),
        json!({ "ask": "drop", "copy": 1 }),
        json!({ "order": order, "say": "so" }),
    ];
    requests.iter().map(Value::to_string).chain([posed, String::from("? "), String::from("done")]).collect()
}

fn garble(line: &str, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    match chance.below(6) {
        0 => bytes.truncate(chance.below(bytes.len())),
        1 => drop(bytes.drain(..chance.below(bytes.len()))),
        2 | 3 => {
            for _ in 0..=chance.below(4) {
                let place = chance.below(bytes.len());
                bytes[place] ^= 1 << chance.below(8);
            }
        }
        _ => {
            if let Ok(Value::Object(object)) = serde_json::from_str(line) {
                bytes = Value::Object(retyped(object, chance)).to_string().into_bytes();
            } else {
                bytes.extend_from_within(..);
            }
        }
    }
    bytes.retain(|byte| *byte != b'\n');
    bytes
}

/// The same with a key taken away, or a value of another kind or size.
fn retyped(mut object: Map<String, Value>, chance: &mut Chance) -> Map<String, Value> {
    let keys: Vec<String> = object.keys().cloned().collect();
    let key = keys[chance.below(keys.len())].clone();
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("32767,-32768"),
        json!("-1,0/S/square19"),
        json!("0,0/WNW/marchcolumn19/555"),
        json!([[[]]]),
        json!({ "ask": "copy" }),
        json!(["done", 3]),
    ];
    match chance.below(3) {
        0 => drop(object.remove(&key)),
        _ => drop(object.insert(key, values[chance.below(values.len())].clone())),
    }
    object
}

#[test]
fn a_thousand_garbled_messages_harm_nothing() {
    let (mut said, mut lost, mut ended) = (0, 0, 0);
    for seed in 0.. {
        if said >= 1000 && seed >= 10 {
            break;
        }
        let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let counted = std::sync::Arc::clone(&count);
        let (mut chance, mut tries, mut last) = (Chance(seed), 0, Value::Null);
        let player = player(move |message| {
            match message["type"].as_str() {
                Some("decide") => (tries, last) = (0, message.clone()),
                Some("reply" | "refused") => tries += 1,
                _ => return None,
            }
            // Two refused orders are forgiven; some players are not so careful.
            if tries >= if seed % 4 == 0 { 20 } else { 2 } {
                return last["default"].as_str().map(String::from);
            }
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let all = sound(&last);
            let line = garble(&all[chance.below(all.len())], &mut chance);
            // What is no text comes as it would over a pipe.
            let line = String::from_utf8_lossy(&line).into_owned();
            // An empty line is none.
            Some(if line.trim().is_empty() { String::from("?") } else { line })
        });
        let system = SYSTEMS[seed as usize % SYSTEMS.len()];
        let random = SeatSpec::Commander(String::from("random"));
        let outcome = play_out(begin(&player, (system, "crossroads"), [SeatSpec::Pipe, random], seed));
        let heard = player.heard();
        let over: Value = serde_json::from_str(heard.last().expect("an end")).expect("JSON");
        assert_eq!(over["type"], "over");
        if outcome.reason == Reason::Resigned {
            let why = over["why"].as_str().expect("a reason");
            let by_rule = ["gave no legal order", "gives up", "pipe has ended"].iter().any(|rule| why.contains(rule));
            assert!(by_rule, "{why}");
            lost += 1;
        } else {
            ended += 1;
        }
        said += count.load(std::sync::atomic::Ordering::Relaxed);
    }
    assert!(lost >= 2 && ended >= 5, "{said} messages, {lost} battles lost by them, {ended} not");
}
