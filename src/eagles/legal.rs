//! Which orders are legal now: the lists that a seat chooses from.

use battle::{LeaderId, Object, Order, Perch, Pose, Reach, Side, UnitId, Verb, rule};

use crate::assault::{self, Reply};
use crate::eagles::Eagles;
use crate::fire::Shot;
use crate::info::*;
use crate::movement::Gait;
use crate::state::{Flags, Stage, Wait};
use crate::{Class, Traits, act};

/// Whether a Unit's Order is at hand or only supposed, for prospects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// It holds an unused Order.
    Held,
    /// It is judged as if it did.
    Supposed,
}

/// The verb of a shot in the Fire phase or by an Action.
pub(crate) const fn shot_of(verb: Verb) -> Option<Shot> {
    Some(match verb {
        FIRE => Shot::Fire,
        VOLLEY => Shot::Volley,
        SKIRMISH => Shot::Skirmish,
        BOMBARD => Shot::Bombard,
        BARRAGE => Shot::Barrage,
        _ => return None,
    })
}

impl Eagles {
    /// Every legal order without a pose, in a fixed order.
    pub(crate) fn listed_orders(&self) -> Vec<Order> {
        match self.state.wait {
            Wait::Nothing => self.stage_orders(),
            Wait::Halt { .. } | Wait::Short { .. } | Wait::Settle { .. } => Vec::new(),
            Wait::React { attacker, target, .. } => self.reply_orders(attacker, target),
            Wait::Pursue { unit } if self.may_stand(unit) => vec![Order::new(KEEP).by(unit)],
            Wait::Pursue { .. } => Vec::new(),
            Wait::Unlimber { unit } => self.unlimber_orders(unit),
            Wait::Reaction => self.reaction_orders(),
            Wait::Return(leader) => self.return_orders(LeaderId(leader)),
        }
    }

    fn stage_orders(&self) -> Vec<Order> {
        let side = self.active();
        let mut orders = match self.state.stage {
            Stage::Orders => self.command_orders(side),
            Stage::Actions => self.field.present_of(side).flat_map(|unit| self.actions_of(unit, Means::Held)).collect(),
            Stage::Fire => self.field.present_of(side).flat_map(|unit| self.shots_of(unit)).collect(),
            Stage::Deploy | Stage::Arrivals => Vec::new(),
            Stage::End | Stage::Over => return Vec::new(),
        };
        rule!("EA-RES-40");
        let must = self.state.stage == Stage::Fire && self.rules().fire_compulsory && !orders.is_empty();
        if !must {
            orders.push(Eagles::done_order());
        }
        orders
    }

    fn command_orders(&self, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        for (place, general) in self.setting.generals.iter().enumerate() {
            if general.side == side {
                self.leader_orders(LeaderId(place as u8), &mut orders);
            }
        }
        let units = self.field.present_of(side).filter(|unit| self.may_order(*unit).is_ok());
        orders.extend(units.map(|unit| Order::new(ORDER).by(unit)));
        orders
    }

    fn leader_orders(&self, leader: LeaderId, orders: &mut Vec<Order>) {
        if self.may_ride(leader) {
            self.ride_orders(leader, orders);
        }
        if self.army_pips(leader) > 0 {
            let others = (0..self.setting.generals.len()).map(|place| LeaderId(place as u8));
            let own = others.filter(|other| self.may_grant(leader, *other));
            orders.extend(own.map(|other| Order::new(GRANT).by(leader).on(other)));
            if self.may_keep_pip(leader) {
                orders.push(Order::new(PIP).by(leader));
            }
        }
        orders.extend((1..=self.may_bank(leader)).map(|number| Order::new(BANK).by(leader).with(number)));
    }

    /// Whether the army commander can hand a pip to that General (EA-OPT-23).
    pub(crate) fn may_grant(&self, leader: LeaderId, other: LeaderId) -> bool {
        let (one, two) = (&self.setting.generals[leader.index()], &self.setting.generals[other.index()]);
        self.army_pips(leader) > 0
            && one.side == two.side
            && two.pool.is_some()
            && two.pool != one.pool
            && !two.division
    }

    /// Whether he can keep one for the Initiative: one at most, and not on turn 1.
    pub(crate) fn may_keep_pip(&self, leader: LeaderId) -> bool {
        let side = self.setting.generals[leader.index()].side;
        self.army_pips(leader) > 0 && self.state.pips[side.index()] == 0 && self.field.turn() > 1
    }

    fn ride_orders(&self, leader: LeaderId, orders: &mut Vec<Order>) {
        let steps = self.rides(leader);
        let (side, now) = (self.setting.generals[leader.index()].side, self.field.leader(leader));
        let goals =
            self.field.present_of(side).filter(|unit| now != Perch::With(*unit) && self.ridden_to(&steps, *unit));
        orders.extend(goals.map(|unit| Order::new(ATTACH).by(leader).on(unit)));
        let grid = self.field.ground().grid();
        let open = grid
            .iter()
            .zip(&steps)
            .filter(|(hex, steps)| **steps != u8::MAX && now != Perch::At(*hex) && self.field.unit_at(*hex).is_none());
        orders.extend(open.map(|(hex, _)| Order { target: Some(Object::Hex(hex)), ..Order::new(RIDE).by(leader) }));
    }

    /// Actions that name no pose (EA-ORD-5).
    pub(crate) fn actions_of(&self, unit: UnitId, means: Means) -> Vec<Order> {
        rule!("EA-ORD-5");
        let mut orders = Vec::new();
        let order = |verb| Order::new(verb).by(unit);
        if self.may_bombard(unit, means).is_ok() {
            self.bombardments(unit, means, &mut orders);
        }
        if self.can_act(unit, means).is_err() {
            return orders;
        }
        if self.may_rally(unit).is_ok() {
            orders.push(order(RALLY));
        }
        if self.may_resupply(unit).is_ok() {
            orders.push(order(RESUPPLY));
        }
        if matches!(self.class(unit), Class::Infantry | Class::Cavalry) {
            for target in self.field.present_of(self.field.side(unit).other()) {
                self.charges(unit, target, &mut orders);
            }
        }
        orders
    }

    /// The ways of one Unit to Assault another, one order each.
    fn charges(&self, unit: UnitId, target: UnitId, orders: &mut Vec<Order>) {
        let Ok(approach) = self.may_assault(unit, target) else { return };
        let most = self.longest_charge(unit);
        let ways: Vec<usize> =
            assault::ways(&approach).enumerate().filter(|(_, (_, way))| way.needed <= most).map(|(at, _)| at).collect();
        let order = Order::new(ASSAULT).by(unit).on(target);
        match ways.as_slice() {
            [0] => orders.push(order),
            _ => orders.extend(ways.iter().map(|number| order.with(*number as i16))),
        }
    }

    fn bombardments(&self, unit: UnitId, means: Means, orders: &mut Vec<Order>) {
        if self.rules().bombard_in_fire_phase {
            return orders.push(Order::new(LAY).by(unit));
        }
        let aimed = |verb, shot| self.targets(unit, shot).into_iter().map(move |on| Order::new(verb).by(unit).on(on));
        orders.extend(aimed(BOMBARD, Shot::Bombard));
        if means == Means::Held && self.may_barrage(unit) {
            orders.extend(aimed(BARRAGE, Shot::Barrage));
        }
    }

    /// Stems of Actions that move.
    pub(crate) fn moves_of(&self, unit: UnitId, means: Means) -> Vec<Order> {
        let mut stems = Vec::new();
        if self.can_act(unit, means).is_err() {
            return stems;
        }
        if self.may_move(unit, Gait::Move).is_ok() {
            stems.push(Order::new(MOVE).by(unit));
        }
        if self.may_move(unit, Gait::March).is_ok() {
            stems.push(Order::new(MARCH).by(unit));
        }
        if self.may_maneuver(unit).is_ok() {
            stems.push(Order::new(MANEUVER).by(unit));
        }
        stems
    }

    /// Shots of a Unit in the Fire phase.
    pub(crate) fn shots_of(&self, unit: UnitId) -> Vec<Order> {
        let mut orders = Vec::new();
        let aimed = |verb, shot| self.targets(unit, shot).into_iter().map(move |on| Order::new(verb).by(unit).on(on));
        if self.may_fire(unit) {
            orders.extend(aimed(FIRE, Shot::Fire));
            if self.uses(unit) > 0 {
                orders.extend(aimed(VOLLEY, Shot::Volley));
            }
        }
        if self.may_skirmish(unit) {
            orders.extend(aimed(SKIRMISH, Shot::Skirmish));
        }
        orders
    }

    fn reply_orders(&self, attacker: UnitId, target: UnitId) -> Vec<Order> {
        let order = |reply: &Reply| match reply {
            Reply::Fire => Order::new(FIRE).by(target).on(attacker),
            Reply::Stand => Order::new(STAND).by(target),
            Reply::Keep => Order::new(KEEP).by(target),
        };
        self.replies(attacker, target).iter().map(order).collect()
    }

    fn unlimber_orders(&self, unit: UnitId) -> Vec<Order> {
        let mut orders = Vec::new();
        self.bombardments(unit, Means::Held, &mut orders);
        orders.push(Order::new(KEEP).by(unit));
        orders
    }

    fn reaction_orders(&self) -> Vec<Order> {
        let side = self.active().other();
        let mut orders = Vec::new();
        for unit in self.field.present_of(side).filter(|unit| self.may_react(*unit).is_ok()) {
            orders.extend(self.targets(unit, Shot::Paid).into_iter().map(|on| Order::new(FIRE).by(unit).on(on)));
        }
        orders.push(Eagles::done_order());
        orders
    }

    fn return_orders(&self, leader: LeaderId) -> Vec<Order> {
        let side = self.setting.generals[leader.index()].side;
        self.field.present_of(side).map(|unit| Order::new(ATTACH).by(leader).on(unit)).collect()
    }

    /// Every legal order that lacks only its pose, in a fixed order.
    pub(crate) fn listed_stems(&self) -> Vec<Order> {
        let side = self.active();
        match (self.state.wait, self.state.stage) {
            (Wait::Nothing, Stage::Deploy) => {
                let zoned = !self.setting.zones[side.index()].is_empty();
                let left = self.field.present_of(side).filter(|unit| zoned && !self.flagged(*unit, Flags::PLACED));
                left.map(|unit| Order::new(PLACE).by(unit)).collect()
            }
            (Wait::Nothing, Stage::Arrivals) => {
                let fresh = self.field.present_of(side).filter(|unit| self.flagged(*unit, Flags::FREE_MOVE));
                fresh.map(|unit| Order::new(MOVE).by(unit)).collect()
            }
            (Wait::Nothing, Stage::Actions) => {
                self.field.present_of(side).flat_map(|unit| self.moves_of(unit, Means::Held)).collect()
            }
            (Wait::Nothing, _) => Vec::new(),
            (Wait::Halt { unit, .. }, _) => vec![Order::new(HALT).by(unit)],
            (Wait::Short { attacker, .. }, _) => vec![Order::new(HALT).by(attacker)],
            (Wait::Pursue { unit }, _) if self.pursuits(unit).legal().next().is_some() => {
                vec![Order::new(PURSUE).by(unit)]
            }
            (Wait::Settle { unit }, _) if self.present(unit) => vec![Order::new(SETTLE).by(unit)],
            _ => Vec::new(),
        }
    }

    /// The places of a follow-up other than where the Unit stands.
    fn pursuits(&self, unit: UnitId) -> Reach {
        let now = self.pose(unit);
        let mut reach = self.follow_up(unit);
        reach.places.iter_mut().filter(|place| place.pose == now).for_each(|place| place.legal = false);
        reach
    }

    /// The poses that complete a stem, whether or not the Unit holds an Order.
    pub(crate) fn stem_reach(&self, stem: &Order) -> Reach {
        let bare = stem.target.is_none() && stem.number.is_none();
        let Some(unit) = stem.unit().filter(|unit| bare && self.present(*unit)) else { return Reach::default() };
        let able = |allowed: bool| allowed && self.can_act(unit, Means::Supposed).is_ok();
        match stem.verb {
            PLACE if self.state.stage == Stage::Deploy => self.deployments(unit),
            MOVE if able(self.may_move(unit, Gait::Move).is_ok()) => act::spots(&self.starts(unit, Gait::Move)),
            MARCH if able(self.may_move(unit, Gait::March).is_ok()) => act::spots(&self.starts(unit, Gait::March)),
            MANEUVER if able(self.may_maneuver(unit).is_ok()) => self.scene().maneuver(unit),
            PURSUE | HALT | SETTLE if !self.listed_stems().contains(&Order { pose: None, ..*stem }) => Reach::default(),
            PURSUE => self.pursuits(unit),
            HALT | SETTLE => self.waiting_reach(),
            _ => Reach::default(),
        }
    }

    /// The poses from which a Unit may set off; a March not from one within a base width of an enemy (EA-MOVE-7).
    fn starts(&self, unit: UnitId, gait: Gait) -> Vec<Pose> {
        if self.has(unit, Traits::MILITIA) {
            rule!("EA-OPT-8");
        }
        if self.has(unit, Traits::SLUGGISH) {
            rule!("EA-OPT-18");
        }
        let mut starts = self.scene().free_turns(unit, &self.pose(unit));
        starts.retain(|start| gait == Gait::Move || self.scene().may_march(unit, start).is_ok());
        starts
    }

    /// Where a Unit may be deployed: anywhere in its side's zone.
    fn deployments(&self, unit: UnitId) -> Reach {
        let scene = self.scene();
        let zone = &self.setting.zones[self.field.side(unit).index()];
        let inside = |pose: &Pose| scene.footprint(pose).hexes().iter().all(|hex| zone.contains(hex));
        let poses = zone
            .iter()
            .flat_map(|hex| hexes::Facing::ALL.into_iter().map(|facing| Pose::new(*hex, facing, scene.formation())));
        let fit = poses.filter(|pose| inside(pose) && scene.fits(unit, pose).is_ok());
        act::spots(&fit.collect::<Vec<_>>())
    }
}
