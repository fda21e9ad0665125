//! Events as messages tell them.

use battle::{
    Battlefield, Conditions, Event, Faces, Marks, Modifier, Opposed, Outcome, Patch, Roll, Side, SystemInfo, Told,
    UnitId,
};
use battle::{OrderText, Pose};
use hexes::Hex;
use serde_json::{Map, Value, json};

use super::words::{clause, departure, hexes, object, perch, word};

/// The turn that begins with an event, if one does.
fn began(event: &Event) -> Option<u16> {
    if let Event::TurnBegan { turn } = event { Some(*turn) } else { None }
}

/// Tells events of a battle by the names that its roster has.
pub(crate) struct Teller<'a> {
    pub(crate) info: &'static SystemInfo,
    pub(crate) field: &'a Battlefield,
}

impl Teller<'_> {
    /// The events from a place on that somebody sees, each with the turn in which it happened.
    pub(crate) fn tell(&self, events: &[Event], from: usize, sees: impl Fn(usize) -> bool) -> Vec<Value> {
        let from = from.min(events.len());
        let turn = events[..from].iter().rev().find_map(began).unwrap_or_default();
        self.tell_from(turn, events, from, sees)
    }

    /// The same where it is known in which turn they begin.
    pub(super) fn tell_from(
        &self,
        mut turn: u16,
        events: &[Event],
        from: usize,
        sees: impl Fn(usize) -> bool,
    ) -> Vec<Value> {
        let mut told = Vec::new();
        for (place, event) in events.iter().enumerate().skip(from) {
            turn = began(event).unwrap_or(turn);
            if sees(place) {
                told.push(self.event(event, turn));
            }
        }
        told
    }

    /// One event.
    fn event(&self, event: &Event, turn: u16) -> Value {
        let (kind, facts) = match event {
            Event::TurnBegan { .. } => ("turn", json!({})),
            Event::StepBegan { step, side } => {
                let title = self.info.steps.get(usize::from(*step)).map_or("", |step| step.title);
                ("step", json!({ "step": title, "side": side }))
            }
            Event::Ordered { side, order } => {
                let text = OrderText { verbs: self.info.verbs, roster: self.field.roster() };
                ("ordered", json!({ "side": side, "order": text.write(order) }))
            }
            Event::Rolled(roll) => ("rolled", self.roll(roll)),
            Event::Told(told) => ("told", self.told(told)),
            Event::LeaderMoved { leader, to, clause: from } => {
                let leader = object(self.field, Some((*leader).into()));
                ("leader", json!({ "leader": leader, "to": perch(self.field, *to), "clause": clause(from) }))
            }
            Event::BrigadeBroke { brigade, says, clause: from } => {
                let name = self.field.roster().brigades.get(usize::from(*brigade)).map(|brigade| &brigade.name);
                ("broke", json!({ "brigade": name, "says": says, "clause": clause(from) }))
            }
            Event::ObjectiveTaken { objective, holder } => {
                let name = self.field.roster().objectives.get(usize::from(*objective)).map(|one| &one.name);
                ("taken", json!({ "objective": name, "holder": holder }))
            }
            Event::Ended(outcome) => ("ended", ended(outcome)),
            of_ground @ (Event::Damaged { .. } | Event::Ignited { .. }) => self.of_ground(of_ground),
            of_unit => self.of_unit(of_unit),
        };
        let mut told = Map::from_iter([(String::from("event"), json!(kind)), (String::from("turn"), json!(turn))]);
        if let Value::Object(facts) = facts {
            told.extend(facts);
        }
        Value::Object(told)
    }

    fn of_ground(&self, event: &Event) -> (&'static str, Value) {
        match event {
            Event::Damaged { part, wounds, destroyed, clause: from } => {
                let part = part.to_string();
                ("damaged", json!({ "part": part, "wounds": wounds, "destroyed": destroyed, "clause": clause(from) }))
            }
            Event::Ignited { patch, clause: from } => {
                ("ignited", json!({ "hexes": hexes(&self.patch(*patch)), "clause": clause(from) }))
            }
            _ => ("told", json!({})),
        }
    }

    fn of_unit(&self, event: &Event) -> (&'static str, Value) {
        let name = |unit: &UnitId| object(self.field, Some((*unit).into()));
        match event {
            Event::Placed { unit, pose } => ("placed", json!({ "unit": name(unit), "pose": pose.to_string() })),
            Event::Moved { unit, to, path, manner, clause: from } => {
                let path: Vec<String> = path.iter().map(Pose::to_string).collect();
                let (to, manner) = (to.to_string(), word(manner));
                let facts =
                    json!({ "unit": name(unit), "to": to, "path": path, "manner": manner, "clause": clause(from) });
                ("moved", facts)
            }
            Event::Reshaped { unit, stands, pose, fell } => {
                let (pose, fell) = (pose.to_string(), hexes(fell));
                ("reshaped", json!({ "unit": name(unit), "stands": stands, "pose": pose, "fell": fell }))
            }
            Event::Strength { unit, from, to, cause, clause: of } => {
                let facts = json!({ "unit": name(unit), "from": from, "to": to, "cause": cause, "clause": clause(of) });
                ("strength", facts)
            }
            Event::Rated { unit, full, clause: from } => {
                ("rated", json!({ "unit": name(unit), "full": full, "clause": clause(from) }))
            }
            Event::Merged { unit, into, clause: from } => {
                ("merged", json!({ "unit": name(unit), "into": name(into), "clause": clause(from) }))
            }
            Event::Marked { unit, marks, on, cause } => {
                let cause = if cause.is_empty() { Value::Null } else { json!(cause) };
                ("marked", json!({ "unit": name(unit), "marks": self.marks(*marks), "on": on, "cause": cause }))
            }
            Event::Left { unit, why, clause: from } => {
                ("left", json!({ "unit": name(unit), "why": departure(*why), "clause": clause(from) }))
            }
            _ => ("told", json!({})),
        }
    }

    fn marks(&self, marks: Marks) -> Vec<&'static str> {
        Conditions::of(marks, self.info.marks).in_order().iter().map(|info| info.key).collect()
    }

    /// The hexes of a patch of houses.
    fn patch(&self, patch: Patch) -> Vec<Hex> {
        let ground = self.field.ground();
        ground.grid().iter().filter(|hex| ground.patch(*hex) == Some(patch)).collect()
    }

    fn roll(&self, roll: &Roll) -> Value {
        json!({
            "label": roll.label,
            "clause": clause(roll.clause),
            "unit": object(self.field, roll.who),
            "target": object(self.field, roll.against),
            "side": roll.side,
            "dice": dice(&roll.faces),
            "need": roll.need(),
            "modifiers": modifiers(&roll.modifiers),
            "result": roll.result,
            "opposed": roll.opposed.as_deref().map(|other| self.opposed(other)),
        })
    }

    fn opposed(&self, other: &Opposed) -> Value {
        json!({
            "label": other.label,
            "clause": clause(other.clause),
            "unit": object(self.field, other.who),
            "side": other.side,
            "dice": dice(&other.faces),
            "modifiers": modifiers(&other.modifiers),
        })
    }

    fn told(&self, told: &Told) -> Value {
        json!({
            "text": told.sentence(self.field),
            "clause": clause(told.clause),
            "actor": object(self.field, told.actor),
            "target": object(self.field, told.target),
            "number": told.number,
            "side": told.side,
        })
    }
}

fn dice(faces: &Faces) -> Vec<u8> {
    faces.as_slice().to_vec()
}

/// Reasons for other dice.
pub(super) fn modifiers(modifiers: &[Modifier]) -> Vec<Value> {
    let told = |one: &Modifier| json!({ "name": one.name, "value": one.value, "changes": word(one.changes), "clause": clause(one.clause) });
    modifiers.iter().map(told).collect()
}

/// How a battle ended.
pub(super) fn ended(outcome: &Outcome) -> Value {
    json!({
        "winner": outcome.winner,
        "reason": word(outcome.reason),
        "points": outcome.points,
        "count": word(outcome.count),
    })
}

/// What a side made of it.
pub(super) fn fortune(outcome: &Outcome, side: Side) -> &'static str {
    match outcome.winner {
        None => "drawn",
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
    }
}
