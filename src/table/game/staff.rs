//! Orders that a step asks for before it can end, all at once: as a commander would give them, or so that everybody stays.

use battle::{Deaf, Library, Order, Role, Side, System, UnitId, Why};

use super::Game;
use super::stage::Stage;

/// The most orders that are thought of at once.
const MOST: usize = 40;

/// An order that the staff proposes.
#[derive(Clone, Debug)]
pub struct Staffed {
    /// The order.
    pub order: Order,
    /// Why, where the commander can say.
    pub why: Option<Why>,
    /// What the commander would have given, where that was not fit to be proposed.
    pub rather: Option<Order>,
}

impl Staffed {
    /// An order for which nobody gives a reason.
    #[must_use]
    pub const fn bare(order: Order) -> Staffed {
        Staffed { order, why: None, rather: None }
    }
}

impl Stage {
    /// The orders by which everybody who has to be ordered before the step can be ended stays where he is; none where the
    /// rules leave somebody no such order.
    #[must_use]
    pub fn orders_to_stay(&self) -> Vec<Order> {
        let Some(side) = self.system.to_decide() else { return Vec::new() };
        let mut stuck = false;
        let orders = until_it_can_end(self.view(side), |view| {
            let order = orders_to_keep(view).next();
            stuck |= order.is_none();
            order.map(Staffed::bare)
        });
        if stuck { Vec::new() } else { orders.into_iter().map(|staffed| staffed.order).collect() }
    }
}

impl Game {
    /// The orders that the first commander of the library would give, one after the other and with his reasons, until the
    /// step can be ended by a word; none where it can be already, or where nobody gives advice. In place of one that is not
    /// fit to be proposed its unit is given the next best that he weighed, or stays, where it may. They are thought of on a
    /// view: where dice or the enemy decide otherwise, a later one may no longer be legal.
    pub fn staff_orders(&mut self, library: &dyn Library, fit: impl Fn(&dyn System, &Order) -> bool) -> Vec<Staffed> {
        let Some(mut advisor) = self.seats.take_advisor(library) else { return Vec::new() };
        let Some(side) = self.stage.system.to_decide() else { return Vec::new() };
        let orders = until_it_can_end(self.stage.view(side), |view| {
            let choice = advisor.advise(view, None)?;
            let wish = Staffed { why: choice.why, ..Staffed::bare(choice.order) };
            if fit(view, &choice.order) {
                return Some(wish);
            }
            let weighed = wish.why.iter().flat_map(|why| why.options.iter().map(|option| option.order));
            let mut others = weighed.chain(orders_to_keep(view)).filter(|order| order.actor == choice.order.actor);
            let instead = others.find(|order| view.check(order).is_ok() && fit(view, order));
            let instead = instead.map(|order| Staffed { rather: Some(choice.order), ..Staffed::bare(order) });
            Some(instead.unwrap_or(wish))
        });
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
fn until_it_can_end(view: &dyn System, mut choose: impl FnMut(&dyn System) -> Option<Staffed>) -> Vec<Staffed> {
    let (mut battle, now) = (view.copy(), moment(view));
    let mut orders = Vec::new();
    while orders.len() < MOST && moment(battle.as_ref()) == now && !can_end(battle.as_ref()) {
        let Some(staffed) = choose(battle.as_ref()) else { break };
        if battle.resolve(&staffed.order, &mut Deaf).is_err() {
            break;
        }
        orders.push(staffed);
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

/// Orders that move nobody: units keep as they are, or move to where they stand.
fn orders_to_keep(system: &dyn System) -> impl Iterator<Item = Order> {
    let keeps = move |order: &Order| role(system, order) == Some(Role::Keep);
    let stays = move |stem: Order| {
        let pose = system.field().unit(stem.unit()?).pose;
        let moves = matches!(role(system, &stem), Some(Role::Move | Role::Place | Role::Maneuver));
        Some(stem.to(pose)).filter(|order| moves && system.check(order).is_ok())
    };
    system.orders().into_iter().filter(keeps).chain(system.stems().into_iter().filter_map(stays))
}
