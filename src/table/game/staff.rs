//! Orders that a step asks for before it can end, all at once: as a commander would give them, or so that everybody stays.

use battle::{Deaf, Library, Order, Role, Side, System, UnitId};

use super::Game;
use super::stage::Stage;

/// The most orders that are thought of at once.
const MOST: usize = 40;

impl Stage {
    /// The orders by which everybody who has to be ordered before the step can be ended stays where he is; none where the
    /// rules leave somebody no such order.
    #[must_use]
    pub fn orders_to_stay(&self) -> Vec<Order> {
        let Some(side) = self.system.to_decide() else { return Vec::new() };
        let mut stuck = false;
        let orders = until_it_can_end(self.view(side), |view| {
            let order = order_to_stay(view);
            stuck |= order.is_none();
            order
        });
        if stuck { Vec::new() } else { orders }
    }
}

impl Game {
    /// The orders that the first commander of the library would give, one after the other, until the step can be ended by a
    /// word; none where it can be already, or where nobody gives advice. They are thought of on a view: where dice or the
    /// enemy decide otherwise, a later one may no longer be legal.
    pub fn staff_orders(&mut self, library: &dyn Library) -> Vec<Order> {
        let Some(mut advisor) = self.seats.take_advisor(library) else { return Vec::new() };
        let Some(side) = self.stage.system.to_decide() else { return Vec::new() };
        let orders =
            until_it_can_end(self.stage.view(side), |view| advisor.advise(view, None).map(|choice| choice.order));
        self.seats.advisor = Some(advisor);
        orders
    }
}

/// Whose decision it is, when, and about whom.
fn moment(system: &dyn System) -> Option<(Side, u16, u8, Option<UnitId>)> {
    let (decision, field) = (system.pending().decision()?, system.field());
    Some((decision.side, field.turn(), field.step(), decision.unit))
}

/// The orders chosen one after the other while the step goes on and cannot be ended by a word.
fn until_it_can_end(view: &dyn System, mut choose: impl FnMut(&dyn System) -> Option<Order>) -> Vec<Order> {
    let (mut battle, now) = (view.copy(), moment(view));
    let mut orders = Vec::new();
    while orders.len() < MOST && moment(battle.as_ref()) == now && !can_end(battle.as_ref()) {
        let Some(order) = choose(battle.as_ref()) else { break };
        if battle.resolve(&order, &mut Deaf).is_err() {
            break;
        }
        orders.push(order);
    }
    orders
}

fn role(system: &dyn System, order: &Order) -> Option<Role> {
    system.verb(order).map(|verb| verb.role)
}

/// Whether a word ends the step.
fn can_end(system: &dyn System) -> bool {
    let ends = |order: &Order| matches!(role(system, order), Some(Role::Done | Role::Keep)) && order.target.is_none();
    system.orders().iter().any(ends)
}

/// An order that moves nobody: a unit moves to where it stands, or keeps as it is.
fn order_to_stay(system: &dyn System) -> Option<Order> {
    let keeps = |order: &Order| role(system, order) == Some(Role::Keep);
    let stays = |stem: Order| {
        let pose = system.field().unit(stem.unit()?).pose;
        let moves = matches!(role(system, &stem), Some(Role::Move | Role::Place | Role::Maneuver));
        Some(stem.to(pose)).filter(|order| moves && system.check(order).is_ok())
    };
    system.orders().into_iter().find(keeps).or_else(|| system.stems().into_iter().find_map(stays))
}
