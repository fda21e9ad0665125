//! What the game says: one function a message, each a line of JSON.

use std::path::Path;

use battle::{Order, Outcome, Pending, Role, Side, System, UnitId};
use serde_json::{Map, Value, json};

use super::events::{ended, fortune};
use super::state::{Outlook, is_known};
use super::words::{object, step, word};
use super::{Dealings, Limits, PROGRAM, PROTOCOL};

/// An object that begins with that type and, where there is a choice, whom it is for.
pub(super) fn typed(kind: &str, seat: Option<Side>, rest: Value) -> Map<String, Value> {
    let mut message = Map::from_iter([(String::from("type"), json!(kind))]);
    if let Some(side) = seat {
        message.insert(String::from("seat"), json!(side));
    }
    if let Value::Object(rest) = rest {
        message.extend(rest);
    }
    message
}

/// A message as a line that holds nothing that would steer a terminal.
pub(super) fn line(message: Map<String, Value>) -> String {
    plain::json(&Value::Object(message).to_string()).into_owned()
}

/// What goes before what is told of the battle: the protocol, whose seat it is, what is allowed.
pub(super) fn greeting(side: Side, seed: u64, errors: Option<&Path>, limits: &Limits) -> Value {
    json!({
        "protocol": PROTOCOL,
        "program": PROGRAM,
        "seat": side,
        "seed": seed,
        "errors": errors.map(|path| path.display().to_string()),
        "limits": {
            "seconds": limits.patience.map(|time| time.as_secs_f64()),
            "refusals": limits.refusals,
            "requests": limits.requests,
            "copies": limits.copies,
            "line_bytes": limits.line_bytes,
        },
    })
}

/// A decision and all that may be chosen, by keys.
pub(super) fn choices(view: &dyn System) -> Value {
    let text = view.order_text();
    let write = |orders: &[Order]| orders.iter().map(|order| text.write(order)).collect::<Vec<_>>();
    let (orders, stems) = (view.orders(), view.stems());
    let usual = usual(view, &orders, &stems).map(|order| text.write(&order));
    json!({
        "decision": decision(view),
        "orders": write(&orders),
        "stems": write(&stems),
        "default": usual,
    })
}

/// The order that ends the step where there is one, else one that keeps what could be spent, else the first.
fn usual(view: &dyn System, orders: &[Order], stems: &[Order]) -> Option<Order> {
    let of = |role: Role| orders.iter().find(|order| view.verb(order).is_some_and(|verb| verb.role == role));
    let plain = of(Role::Done).or_else(|| of(Role::Keep)).or(orders.first()).copied();
    plain.or_else(|| stems.iter().find_map(|stem| Some(stem.to(view.reach(stem).legal().next()?.pose))))
}

/// What is asked, unless the battle is over.
pub(super) fn decision(view: &dyn System) -> Value {
    let field = view.field();
    let known = |unit: Option<UnitId>| object(field, unit.filter(|unit| is_known(field, *unit)).map(Into::into));
    match view.pending() {
        Pending::Over(_) => Value::Null,
        Pending::Decide(decision) => json!({
            "side": decision.side,
            "ask": decision.ask.key,
            "role": word(decision.ask.role),
            "prompt": decision.ask.prompt,
            "unit": known(decision.unit),
            "target": known(decision.target),
        }),
    }
}

/// A decision with how things stand and what has happened.
pub(super) fn decide(outlook: &Outlook, seat: Option<Side>, view: &dyn System, events: &[Value]) -> String {
    let mut message = typed("decide", seat, json!({ "turn": view.field().turn(), "step": step(view) }));
    if let Value::Object(choices) = choices(view) {
        message.extend(choices);
    }
    message.insert(String::from("state"), outlook.state(view));
    message.insert(String::from("events"), json!(events));
    line(message)
}

/// Characters of a refusal at most: what is quoted in it may be long.
const REFUSAL: usize = 1000;

/// That a line will not do, and what was expected.
pub(super) fn refused(why: &str, id: Option<&Value>) -> String {
    line(typed("refused", None, with_id(json!({ "refused": plain::cut(why, REFUSAL) }), id)))
}

/// The answer to a request.
pub(super) fn reply(ask: &str, id: Option<&Value>, rest: Value) -> String {
    let mut message = typed("reply", None, with_id(json!({ "ask": ask }), id));
    if let Value::Object(rest) = rest {
        message.extend(rest);
    }
    line(message)
}

fn with_id(mut message: Value, id: Option<&Value>) -> Value {
    if let Some(id) = id {
        message["id"] = id.clone();
    }
    message
}

/// The poses that complete a stem, by an old program's way of asking.
pub(super) fn reach(view: &dyn System, stem: &str) -> String {
    match view.order_text().read(stem) {
        Err(why) => refused(&why, None),
        Ok(order) => json!({ "stem": stem.trim(), "reach": places(view, &order) }).to_string(),
    }
}

/// Where a stem leads.
pub(super) fn places(view: &dyn System, stem: &Order) -> Vec<Value> {
    let reach = view.reach(stem);
    reach.legal().map(|place| json!({ "pose": place.pose.to_string(), "cost": place.cost })).collect()
}

/// What a program is told at the end.
pub(crate) struct Ending<'a> {
    /// How it ended.
    pub(crate) outcome: Outcome,
    /// Why a side gave up.
    pub(crate) why: Option<&'a str>,
    /// What has happened since its last decision.
    pub(crate) events: Vec<Value>,
}

/// The end of a battle.
pub(super) fn over(
    outlook: &Outlook,
    seat: Option<Side>,
    view: &dyn System,
    ending: &Ending<'_>,
    dealings: &Dealings,
) -> String {
    let mut message = typed("over", seat, ended(&ending.outcome));
    let mut state = outlook.state(view);
    let rest = json!({
        "why": ending.why,
        "you": fortune(&ending.outcome, outlook.side),
        "account": {
            "turns": view.field().turn(),
            "decisions": dealings.decisions(),
            "requests": dealings.requests,
            "refused": dealings.refused,
            "seconds": dealings.seconds(),
        },
        "units": state["units"].take(),
        "events": ending.events,
    });
    if let Value::Object(rest) = rest {
        message.extend(rest);
    }
    line(message)
}
