//! The words that messages have for what the game knows by other names.

use std::fmt::Debug;

use battle::{Battlefield, Departure, LeaderId, Object, Perch, Presence, System};
use hexes::Hex;
use serde_json::{Value, json};

/// The name of a variant as programs write names: `WasOrdered` is `was_ordered`.
pub(super) fn word(variant: impl Debug) -> String {
    let mut word = String::new();
    for letter in format!("{variant:?}").chars().take_while(|letter| letter.is_alphanumeric()) {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// A hex: `12,7`.
pub(super) fn hex(hex: Hex) -> String {
    hex.offset().to_string()
}

/// Several.
pub(super) fn hexes<'a>(hexes: impl IntoIterator<Item = &'a Hex>) -> Vec<String> {
    hexes.into_iter().map(|one| hex(*one)).collect()
}

/// A unit, a leader, a hex or a part, as orders have it; nothing of what has no name here.
pub(super) fn object(field: &Battlefield, object: Option<Object>) -> Option<String> {
    let label = match object? {
        Object::Part(part) => part.to_string(),
        other => field.label(other),
    };
    (!label.is_empty()).then_some(label)
}

/// Where a leader is: a unit, a hex, or nowhere.
pub(super) fn perch(field: &Battlefield, perch: Perch) -> Option<String> {
    match perch {
        Perch::With(unit) => object(field, Some(unit.into())),
        Perch::At(there) => Some(hex(there)),
        Perch::Away => None,
    }
}

/// Whether a leader is known.
pub(super) fn is_named(field: &Battlefield, leader: LeaderId) -> bool {
    !field.roster().leader(leader).label.is_empty()
}

/// Whether a unit is on the map.
pub(super) fn presence(presence: Presence) -> &'static str {
    match presence {
        Presence::Unknown => "unknown",
        Presence::Due => "coming",
        Presence::OnMap => "map",
        Presence::Gone(why) => departure(why),
    }
}

/// Why a unit left.
pub(super) const fn departure(why: Departure) -> &'static str {
    match why {
        Departure::Destroyed => "destroyed",
        Departure::Routed => "routed",
        Departure::Exited => "exited",
    }
}

/// The title of the step that the battle is in.
pub(super) fn step(battle: &dyn System) -> &'static str {
    battle.info().steps.get(usize::from(battle.field().step())).map_or("", |step| step.title)
}

/// A clause; nothing where there is none.
pub(super) fn clause(clause: &str) -> Value {
    if clause.is_empty() { Value::Null } else { json!(clause) }
}

/// A fraction to six figures, so that it is as long as it is worth.
pub(super) fn fraction(number: f64) -> f64 {
    if number.is_finite() { (number * 1e6).round() / 1e6 } else { 0.0 }
}
