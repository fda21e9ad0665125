//! The baselines: any legal order, straight at the enemy, stay and shoot. Every change of the real ones is measured
//! against them.

use battle::{AskRole, Choice, Decision, Order, Pose, Role, System, UnitId};
use hexes::Hex;

use crate::chance::Lot;
use crate::profile::Kind;

/// The answer of a baseline; `None` when nothing at all is legal.
pub(crate) fn answer(kind: Kind, view: &dyn System, decision: &Decision, lot: Lot) -> Option<Choice> {
    let order = match kind {
        Kind::Random => random(view, lot),
        Kind::Charge => Simple { view, decision, at_them: true }.answer(),
        _ => Simple { view, decision, at_them: false }.answer(),
    };
    order.filter(|order| view.check(order).is_ok()).or_else(|| anything(view)).map(|order| Choice { order, why: None })
}

/// Each order and each stem as likely as any other, then each pose of the stem.
fn random(view: &dyn System, mut lot: Lot) -> Option<Order> {
    let mut all = view.orders();
    all.extend(view.stems());
    while !all.is_empty() {
        let order = all.swap_remove(lot.below(all.len()));
        let posed = order.pose.is_none() && view.verb(&order).is_some_and(|verb| verb.posed);
        if !posed {
            return Some(order);
        }
        let reach = view.reach(&order);
        let poses: Vec<Pose> = reach.legal().map(|place| place.pose).collect();
        if let Some(pose) = poses.get(lot.below(poses.len())) {
            return Some(order.to(*pose));
        }
    }
    None
}

fn anything(view: &dyn System) -> Option<Order> {
    let complete = |stem: Order| view.reach(&stem).legal().next().map(|place| stem.to(place.pose));
    view.orders().into_iter().next().or_else(|| view.stems().into_iter().find_map(complete))
}

/// A baseline that thinks a little: of shots the most deadly, of ways the one to the enemy or none.
struct Simple<'a> {
    view: &'a dyn System,
    decision: &'a Decision,
    at_them: bool,
}

impl Simple<'_> {
    fn answer(&self) -> Option<Order> {
        let orders = self.view.orders();
        let pass = orders.iter().copied().find(|order| matches!(self.role(order), Role::Done | Role::Keep));
        match self.decision.ask.role {
            AskRole::Command => self.grant(&orders).or(pass),
            AskRole::Deploy => pass,
            _ => self.strike(&orders).or_else(|| self.go(pass)).or(pass),
        }
    }

    fn role(&self, order: &Order) -> Role {
        self.view.verb(order).map_or(Role::Done, |verb| verb.role)
    }

    fn unit(&self, order: &Order) -> Option<UnitId> {
        order.unit().or(self.decision.unit)
    }

    /// Means for the unit nearest the enemy that can use them.
    fn grant(&self, orders: &[Order]) -> Option<Order> {
        let grants = orders.iter().filter(|order| self.role(order) == Role::Activate);
        let units = grants.filter_map(|order| order.unit().or(order.target_unit()).map(|unit| (unit, *order)));
        let useful = units.filter(|(unit, _)| self.at_them || self.shoots(*unit));
        useful
            .min_by_key(|(unit, _)| (self.far(self.view.field().unit(*unit).pose.anchor), *unit))
            .map(|(_, order)| order)
    }

    fn shoots(&self, unit: UnitId) -> bool {
        let prospects = self.view.estimates().prospects(unit);
        prospects.iter().any(|order| matches!(self.role(order), Role::Fire | Role::FireHard))
            || self.far(self.view.field().unit(unit).pose.anchor) < 16
    }

    /// The blow that hurts most.
    fn strike(&self, orders: &[Order]) -> Option<Order> {
        let all: Vec<Order> = orders.iter().copied().chain(self.charges()).collect();
        let strikes = all.iter().filter(|order| match self.role(order) {
            Role::Fire | Role::FireHard | Role::Defend => true,
            Role::Assault => self.at_them,
            _ => false,
        });
        let hurt = |order: &Order| {
            let effect = self.view.estimates().judged(order, &self.view.forecast(order));
            let first = if self.role(order) == Role::Assault { 1.0 } else { 0.0 };
            first
                + effect.inflicted * self.view.estimates().worth(order.target_unit().unwrap_or(UnitId(0)))
                + effect.destroys
                + effect.repels * 0.3
        };
        let best = strikes.map(|order| (hurt(order), *order)).fold(None, |best: Option<(f64, Order)>, one| {
            if best.is_none_or(|best| one.0 > best.0) { Some(one) } else { best }
        });
        best.map(|(_, order)| order)
    }

    /// Charges that name the pose they end in, completed.
    fn charges(&self) -> Vec<Order> {
        if !self.at_them {
            return Vec::new();
        }
        let stems = self.view.stems().into_iter().filter(|stem| self.role(stem) == Role::Assault);
        let complete =
            |stem: Order| self.view.reach(&stem).legal().map(|place| stem.to(place.pose)).collect::<Vec<_>>();
        stems.flat_map(complete).collect()
    }

    /// Whatever brings a unit nearest to the enemy; where nothing may be passed, whatever moves it least.
    fn go(&self, pass: Option<Order>) -> Option<Order> {
        let stay = !self.at_them;
        if stay && pass.is_some() {
            return None;
        }
        let ends = self.view.stems().into_iter().flat_map(|stem| self.ends(stem));
        let best = ends.min_by_key(|(order, _, hex)| (self.cost(order, *hex, stay), self.unit(order)));
        let (order, begin, end) = best?;
        let nearer = pass.is_none() || self.far(end) < self.far(begin);
        nearer.then_some(order)
    }

    fn cost(&self, order: &Order, end: Hex, stay: bool) -> i32 {
        let moved = self.unit(order).map_or(0, |unit| self.view.field().unit(unit).pose.anchor.distance(end));
        if stay { moved } else { self.far(end) }
    }

    /// The complete orders of a stem, each with where the unit is and where it may come to be.
    fn ends(&self, stem: Order) -> Vec<(Order, Hex, Hex)> {
        let Some(unit) = self.unit(&stem) else { return Vec::new() };
        let from = self.view.field().unit(unit).pose.anchor;
        let rolled = matches!(self.role(&stem), Role::Move | Role::March);
        let reach = self.view.reach(&stem);
        let end = |pose: &Pose| {
            let order = stem.to(*pose);
            let last = if rolled { self.view.forecast(&order).ends.last().map(|(pose, _)| pose.anchor) } else { None };
            (order, from, last.unwrap_or(pose.anchor))
        };
        reach.legal().map(|place| end(&place.pose)).collect()
    }

    /// Hexes to the nearest enemy.
    fn far(&self, from: Hex) -> i32 {
        let field = self.view.field();
        let foes = field.present_of(self.decision.side.other());
        foes.map(|foe| field.footprint(foe).distance_to(from)).min().unwrap_or(i32::MAX)
    }
}
