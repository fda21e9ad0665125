//! What an external player is told: the decision, the orders to choose from, and what its side may see, as JSON.

use battle::{Battlefield, LeaderId, Object, Perch, Pose, Presence, System, UnitId};
use serde_json::{Value, json};

/// A decision as one line.
pub(crate) fn request(view: &dyn System) -> String {
    let text = view.order_text();
    let write = |orders: &[battle::Order]| orders.iter().map(|order| text.write(order)).collect::<Vec<_>>();
    json!({
        "decision": decision(view),
        "orders": write(&view.orders()),
        "stems": write(&view.stems()),
        "state": state(view),
    })
    .to_string()
}

/// The poses that complete a stem, or why there are none, as one line.
pub(crate) fn reach(view: &dyn System, stem: &str) -> String {
    match view.order_text().read(stem) {
        Err(why) => json!({ "refused": why }).to_string(),
        Ok(order) => {
            let reach = view.reach(&order);
            let poses: Vec<Value> =
                reach.legal().map(|place| json!({ "pose": place.pose.to_string(), "cost": place.cost })).collect();
            json!({ "stem": stem.trim(), "reach": poses }).to_string()
        }
    }
}

fn decision(view: &dyn System) -> Value {
    let field = view.field();
    let unit = |unit: Option<UnitId>| unit.map(|unit| field.label(unit.into()));
    view.pending().decision().map_or(Value::Null, |decision| {
        json!({
            "side": decision.side,
            "ask": decision.ask.key,
            "prompt": decision.ask.prompt,
            "unit": unit(decision.unit),
            "target": unit(decision.target),
        })
    })
}

fn state(view: &dyn System) -> Value {
    let field = view.field();
    let step = view.info().steps.get(usize::from(field.step())).map_or("", |step| step.title);
    json!({
        "system": view.info().key,
        "turn": field.turn(),
        "turns": field.turn_limit(),
        "step": step,
        "units": field.ids().filter(|id| is_known(field, *id)).map(|id| unit(view, id)).collect::<Vec<_>>(),
        "leaders": field.roster().leaders().filter(|(_, info)| !info.label.is_empty()).map(|(id, _)| leader(field, id)).collect::<Vec<_>>(),
        "objectives": objectives(field),
    })
}

/// Units that hide are not counted either.
fn is_known(field: &Battlefield, unit: UnitId) -> bool {
    field.unit(unit).presence != Presence::Unknown
}

fn unit(view: &dyn System, id: UnitId) -> Value {
    let field = view.field();
    let (info, unit) = (field.roster().unit(id), field.unit(id));
    let card = view.card(id);
    let rows: Vec<Value> = card.rows.iter().map(|(name, value)| json!([name, value])).collect();
    json!({
        "label": info.label,
        "name": info.name,
        "side": info.side,
        "arm": info.arm.name(),
        "class": info.class,
        "at": at(unit.presence, &unit.pose),
        "stands": unit.stands,
        "strength": unit.strength,
        "full": unit.full,
        "marks": field.conditions(id).in_order().iter().map(|info| info.key).collect::<Vec<_>>(),
        "card": rows,
    })
}

fn at(presence: Presence, pose: &Pose) -> Option<String> {
    (presence == Presence::OnMap).then(|| pose.to_string())
}

fn leader(field: &Battlefield, id: LeaderId) -> Value {
    let info = field.roster().leader(id);
    let at = match field.leader(id) {
        Perch::With(unit) => Some(field.label(unit.into())),
        Perch::At(hex) => Some(field.label(Object::Hex(hex))),
        Perch::Away => None,
    };
    json!({ "label": info.label, "name": info.name, "side": info.side, "class": info.class, "at": at })
}

fn objectives(field: &Battlefield) -> Vec<Value> {
    let listed = field.roster().objectives.iter().zip(field.holders());
    let hexes =
        |objective: &battle::Objective| objective.hexes.iter().map(|hex| hex.offset().to_string()).collect::<Vec<_>>();
    listed
        .map(|(objective, holder)| {
            json!({ "name": objective.name, "value": objective.value, "holder": holder, "hexes": hexes(objective) })
        })
        .collect()
}
