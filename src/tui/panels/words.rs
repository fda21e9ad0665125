//! Orders in words.

use battle::{Object, Order, System};
use table::formation_words;

/// An order as a player would say it: `B3 · March to 22,31 facing N`, `B1 · Assault → R2`.
#[must_use]
pub fn order(system: &dyn System, order: &Order) -> String {
    let field = system.field();
    let place = |pose: &battle::Pose| {
        let same = order.unit().is_some_and(|unit| field.unit(unit).pose.formation == pose.formation);
        let formation = if same { String::new() } else { format!(" in {}", formation_words(pose.formation)) };
        format!(" to {} facing {}{formation}", pose.anchor.offset(), pose.facing)
    };
    format!("{}{}", order_title(system, order), order.pose.as_ref().map_or_else(String::new, place))
}

/// What an order is called before it has a place: verb, actor, target, number.
#[must_use]
pub fn order_title(system: &dyn System, order: &Order) -> String {
    let label = |object: Object| system.field().label(object);
    let verb = system.verb(order).map_or("?", |verb| verb.title);
    let actor = order.actor.map_or_else(String::new, |actor| format!("{} · ", label(actor)));
    let target = order.target.map_or_else(String::new, |target| format!(" → {}", label(target)));
    let number = order.number.filter(|number| *number > 0 && order.pose.is_none());
    let number = number.map_or_else(String::new, |number| format!(" ({number})"));
    format!("{actor}{verb}{target}{number}")
}
