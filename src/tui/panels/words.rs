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
        match order.unit() {
            Some(_) => format!(" to {} facing {}{formation}", pose.anchor.offset(), pose.facing),
            None => format!(" to {}", pose.anchor.offset()),
        }
    };
    format!("{}{}", order_title(system, order), order.pose.as_ref().map_or_else(String::new, place))
}

/// What an order is called before it has a place: verb, actor, target, number.
#[must_use]
pub fn order_title(system: &dyn System, order: &Order) -> String {
    let label = |object: Object| system.field().label(object);
    let info = system.verb(order);
    let verb = info.map_or("?", |verb| verb.title);
    let actor = order.actor.map_or_else(String::new, |actor| format!("{} · ", label(actor)));
    let target = order.target.map_or_else(String::new, |target| format!(" → {}", label(target)));
    let named = order.number.and_then(|number| info?.numbered(number));
    let bare = order.number.filter(|number| *number > 0 && order.pose.is_none() && named.is_none());
    let number = bare.map_or_else(String::new, |number| format!(" ({number})"));
    let named = named.map_or_else(String::new, |one| format!(": {}", one.name));
    format!("{actor}{verb}{named}{target}{number}")
}
