//! Every message of games under all systems is what `docs/protocol.schema.json` says, and so is what is asked.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use table::SeatSpec;

use super::{SYSTEMS, begin, play_out, player};
use crate::knowledge::Chance;

/// The schema, and those of its parts that are asked for.
struct Rules {
    schemas: Schemas,
    parts: BTreeMap<&'static str, SchemaIndex>,
}

impl Rules {
    fn new(parts: &[&'static str]) -> Rules {
        let text = crate::source::read("docs/protocol.schema.json");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("protocol.json", serde_json::from_str(&text).expect("JSON")).expect("a resource");
        let mut compile = |part: &'static str| {
            let place = format!("protocol.json{part}");
            (part, compiler.compile(&place, &mut schemas).expect("a schema"))
        };
        let parts = parts.iter().map(|part| compile(part)).collect();
        Rules { schemas, parts }
    }

    #[track_caller]
    fn hold(&self, part: &str, message: &Value) {
        if let Err(why) = self.schemas.validate(message, self.parts[part]) {
            let shown: String = message.to_string().chars().take(2000).collect();
            panic!("{part}: {why:#}\n{shown}");
        }
    }
}

/// A player that asks for everything before it does what the commander of the house would do.
struct Curious {
    chance: Chance,
    waiting: VecDeque<Value>,
    asked: Arc<Mutex<Vec<Value>>>,
    decisions: usize,
    fallback: String,
}

impl Curious {
    fn new(seed: u64, asked: &Arc<Mutex<Vec<Value>>>) -> Curious {
        let asked = Arc::clone(asked);
        Curious { chance: Chance(seed), waiting: VecDeque::new(), asked, decisions: 0, fallback: String::new() }
    }

    fn says(&mut self, message: &Value) -> Option<String> {
        match message["type"].as_str() {
            Some("decide") => {
                self.decisions += 1;
                self.fallback = String::from(message["default"].as_str().expect("an order"));
                if self.decisions > 70 {
                    return Some(json!({ "resign": "enough" }).to_string());
                }
                self.wonder(message);
            }
            Some("reply") if message["id"] == "last" => {
                return Some(json!({ "order": message["order"], "say": "As he would." }).to_string());
            }
            // What nobody may know is refused; so is what a copy that is over is asked.
            Some("reply" | "refused") => {}
            _ => return None,
        }
        match self.waiting.pop_front() {
            Some(request) => {
                let text = request.to_string();
                self.asked.lock().expect("whole").push(request);
                Some(text)
            }
            None => Some(self.fallback.clone()),
        }
    }

    /// What it asks about a decision.
    fn wonder(&mut self, message: &Value) {
        let texts = |key: &str| -> Vec<Value> { message[key].as_array().cloned().unwrap_or_default() };
        let (orders, stems) = (texts("orders"), texts("stems"));
        let units = message["state"]["units"].as_array().expect("units");
        let there = |side: &str| -> Vec<&Value> {
            units.iter().filter(|unit| unit["side"] == side && unit["presence"] == "map").collect()
        };
        let asks = &mut self.waiting;
        if self.chance.below(6) == 0 {
            let many: Vec<Value> = orders.iter().take(30).chain(stems.iter().take(10)).cloned().collect();
            asks.push_back(json!({ "ask": "forecast", "orders": many, "id": 1 }));
            asks.extend(stems.first().map(|stem| json!({ "ask": "reach", "stem": stem, "most": 40 })));
            if let (Some(blue), Some(red)) = (there("blue").first(), there("red").first()) {
                let at = &blue["at"];
                asks.push_back(json!({ "ask": "threat", "by": red["label"], "on": blue["label"], "at": at }));
                asks.push_back(json!({ "ask": "field_of_fire", "unit": blue["label"], "at": at }));
                asks.push_back(json!({ "ask": "prospects", "unit": blue["label"] }));
                asks.push_back(json!({ "ask": "sight", "from": blue["hexes"][0], "to": red["hexes"][0] }));
            }
            asks.extend(["orders", "state", "copy"].map(|ask| json!({ "ask": ask })));
            asks.push_back(json!({ "ask": "play", "copy": 1, "orders": [message["default"], "fly"], "events": true }));
            asks.push_back(json!({ "ask": "copy", "copy": 1, "seed": 11 }));
            asks.push_back(json!({ "ask": "play_on", "copy": 2, "until": "turn", "by": "hold", "events": true }));
            asks.push_back(json!({ "ask": "play_on", "copy": 2, "until": "mine", "blue": "hold", "red": "hold" }));
            asks.extend(["standing", "orders", "state", "drop"].map(|ask| json!({ "ask": ask, "copy": 2 })));
        }
        asks.extend(orders.first().map(|order| json!({ "ask": "forecast", "order": order })));
        asks.push_back(json!({ "ask": "choice", "by": "steady", "id": "last" }));
    }
}

#[test]
fn every_message_of_every_system_is_as_the_schema_says() {
    let rules = Rules::new(&["", "#/$defs/request"]);
    for system in SYSTEMS {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let mut curious = Curious::new(7, &asked);
        let player = player(move |message| curious.says(message));
        play_out(begin(&player, (system, "crossroads"), [SeatSpec::Pipe, SeatSpec::Pipe], 7));
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for line in player.heard() {
            let message: Value = serde_json::from_str(&line).expect("JSON");
            rules.hold("", &message);
            let ask = message["ask"].as_str().unwrap_or_default();
            *kinds.entry(format!("{} {ask}", message["type"].as_str().expect("a type"))).or_default() += 1;
        }
        asked.lock().expect("whole").iter().for_each(|request| rules.hold("#/$defs/request", request));
        let missing: Vec<&str> = ALL.iter().filter(|kind| !kinds.contains_key(**kind)).copied().collect();
        assert!(missing.is_empty(), "{system}: none of {missing:?} among {kinds:?}");
    }
}

#[test]
fn the_forecast_of_an_order_to_a_command_says_what_it_binds() {
    let rules = Rules::new(&["#/$defs/binding"]);
    let player = player(|message| match message["type"].as_str() {
        Some("decide") => {
            let orders = message["orders"].as_array().expect("a list").iter();
            let to_commands: Vec<&Value> =
                orders.filter(|order| order.as_str().is_some_and(|text| text.starts_with("order "))).collect();
            let default = Some(String::from(message["default"].as_str().expect("an order")));
            if to_commands.is_empty() {
                default
            } else {
                Some(json!({ "ask": "forecast", "orders": to_commands }).to_string())
            }
        }
        Some("reply") => Some(json!({ "resign": "enough" }).to_string()),
        _ => None,
    });
    play_out(begin(&player, ("snappy", "crossroads"), [SeatSpec::Pipe, SeatSpec::Pipe], 7));
    let heard: Vec<Value> = player.heard().iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let reply = heard.iter().find(|message| message["type"] == "reply").expect("a reply");
    let bindings: Vec<&Value> =
        reply["forecasts"].as_array().expect("a list").iter().map(|forecast| &forecast["binding"]).collect();
    let attack = bindings.iter().find(|binding| binding["name"] == "attack").expect("an attack among them");
    rules.hold("#/$defs/binding", attack);
    assert_eq!((&attack["drive"], &attack["charges"], &attack["pace"]), (&json!(1.0), &json!(1.0), &json!(1.0)));
    assert_eq!(attack["bands"], json!([{ "from": null, "least": 0, "most": 300 }]), "3 inches of the enemy");
    assert!(attack["units"].as_array().is_some_and(|units| units.len() > 1), "{attack}");
}

/// Every kind of message.
const ALL: [&str; 17] = [
    "hello ",
    "decide ",
    "over ",
    "reply forecast",
    "reply reach",
    "reply threat",
    "reply field_of_fire",
    "reply prospects",
    "reply sight",
    "reply orders",
    "reply state",
    "reply copy",
    "reply play",
    "reply play_on",
    "reply standing",
    "reply drop",
    "reply choice",
];

#[test]
fn a_record_is_retold_as_the_schema_says() {
    let rules = Rules::new(&["#/$defs/record", "#/$defs/event", "#/$defs/record_over", "#/$defs/record_unfinished"]);
    let folder = tempfile::tempdir().expect("a folder");
    for system in SYSTEMS {
        let shelf = std::sync::Arc::new(systems::Shelf::new());
        let path = folder.path().join(system);
        let commander = || SeatSpec::Commander(String::from("steady"));
        let setup = super::set_up((system, "crossroads"), [commander(), commander()], 3);
        let record = table::RecordFile::create_at(&path).expect("a record");
        let game = table::Game::start(shelf.as_ref(), &setup, Some(record)).expect("it begins");
        play_out(game);
        let lines = |side| -> Vec<Value> {
            let replay = table::Replay::open(shelf.clone(), &path).expect("a record");
            let told = table::Retelling::new(replay, side).map(|line| line.expect("it plays"));
            told.map(|line| serde_json::from_str(&line).expect("JSON")).collect()
        };
        for side in [None, Some(battle::Side::Blue)] {
            let told = lines(side);
            rules.hold("#/$defs/record", &told[0]);
            rules.hold("#/$defs/record_over", told.last().expect("an end"));
            told[1..told.len() - 1].iter().for_each(|event| rules.hold("#/$defs/event", event));
            assert_eq!(told[0]["seed"].is_null(), side.is_some(), "the seed would tell the dice");
            assert!(told.len() > 100, "{system}: {} lines", told.len());
        }
        let bytes = std::fs::read_to_string(&path).expect("readable");
        let half: Vec<&str> = bytes.lines().take(40).collect();
        std::fs::write(&path, half.join("\n") + "\n").expect("writable");
        rules.hold("#/$defs/record_unfinished", lines(None).last().expect("an end"));
    }
}
