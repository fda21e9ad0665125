//! What an order may bring, and what one unit could do to another.

use battle::{Band, Binding, Effect, Forecast, Hundredths, Order, Origin, RollForecast, System, Threat};
use serde_json::{Value, json};

use super::events::modifiers;
use super::words::{fraction, hex, hexes, object};

/// What can be said of an order before it is given; its effect as whoever commands judges it, a guess by eye where nobody may measure.
pub(super) fn forecast(battle: &dyn System, order: &Order) -> Value {
    let forecast = battle.forecast(order);
    let judged = battle.estimates().judged(order, &forecast);
    let Forecast { rolls, results, ends, area, differs, binding, reply, way, .. } = &forecast;
    let verbs = battle.info().verbs;
    json!({
        "rolls": rolls.iter().map(roll).collect::<Vec<_>>(),
        "results": results.iter().map(|one| json!({ "label": one.label, "chance": fraction(one.chance) })).collect::<Vec<_>>(),
        "effect": effect(&judged),
        "ends": ends.iter().map(|(pose, chance)| json!({ "pose": pose.to_string(), "chance": fraction(*chance) })).collect::<Vec<_>>(),
        "area": hexes(area),
        "differs": differs,
        "binding": binding.as_ref().map(|order| self::binding(battle, order)),
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

/// What an order to a command asks of its units.
fn binding(battle: &dyn System, order: &Binding) -> Value {
    let bound = order.units.iter().filter_map(|bound| {
        let unit = object(battle.field(), Some(bound.unit.into()))?;
        Some(json!({ "unit": unit, "recovers": fraction(bound.recovers) }))
    });
    json!({
        "name": order.name,
        "delay": order.delay,
        "drive": fraction(order.drive),
        "pace": fraction(order.pace),
        "charges": fraction(order.charges),
        "bands": order.bands.iter().map(band).collect::<Vec<_>>(),
        "units": bound.collect::<Vec<_>>(),
    })
}

fn band(band: &Band) -> Value {
    let from = match band.from {
        Origin::Enemy => None,
        Origin::Place(place) => Some(hex(place)),
    };
    let most = (band.most < Hundredths::ENDLESS).then_some(band.most.0);
    json!({ "from": from, "least": band.least.0, "most": most })
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
