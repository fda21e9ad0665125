//! What an order may bring, and what one unit could do to another.

use battle::{Effect, Forecast, Order, RollForecast, System, Threat};
use serde_json::{Value, json};

use super::events::modifiers;
use super::words::{fraction, hexes};

/// What can be said of an order before it is given; its effect as whoever commands judges it, a guess by eye where nobody may measure.
pub(super) fn forecast(battle: &dyn System, order: &Order) -> Value {
    let forecast = battle.forecast(order);
    let judged = battle.estimates().judged(order, &forecast);
    let Forecast { rolls, results, ends, area, differs, reply, way, .. } = &forecast;
    let verbs = battle.info().verbs;
    json!({
        "rolls": rolls.iter().map(roll).collect::<Vec<_>>(),
        "results": results.iter().map(|one| json!({ "label": one.label, "chance": fraction(one.chance) })).collect::<Vec<_>>(),
        "effect": effect(&judged),
        "ends": ends.iter().map(|(pose, chance)| json!({ "pose": pose.to_string(), "chance": fraction(*chance) })).collect::<Vec<_>>(),
        "area": hexes(area),
        "differs": differs,
        "reply": reply.iter().filter_map(|verb| Some(verbs.get(usize::from(verb.0))?.word)).collect::<Vec<_>>(),
        "way": way.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn roll(roll: &RollForecast) -> Value {
    let odds = roll.outcome.outcomes().filter(|(_, chance)| *chance > 0.0);
    json!({
        "label": roll.label,
        "dice": roll.dice(),
        "need": roll.need(),
        "modifiers": modifiers(&roll.modifiers),
        "odds": odds.map(|(value, chance)| json!([value, fraction(chance)])).collect::<Vec<_>>(),
    })
}

fn effect(effect: &Effect) -> Value {
    json!({
        "inflicted": fraction(effect.inflicted),
        "taken": fraction(effect.taken),
        "destroys": fraction(effect.destroys),
        "destroyed": fraction(effect.destroyed),
        "repels": fraction(effect.repels),
        "repelled": fraction(effect.repelled),
        "succeeds": fraction(effect.succeeds),
        "recovers": fraction(effect.recovers),
        "spends": fraction(effect.spends),
        "mobility": fraction(effect.mobility),
        "opens": fraction(effect.opens),
    })
}

/// What one unit could do to another in its next turn.
pub(super) fn threat(threat: &Threat) -> Value {
    json!({
        "fire": fraction(threat.fire),
        "charge": fraction(threat.charge),
        "charge_cost": fraction(threat.charge_cost),
        "breaks": fraction(threat.breaks),
        "routs": fraction(threat.routs),
    })
}
