//! The Orders phase: pools, Generals, who is given an Order at what cost; and the Initiative (EA-ORD, EA-GEN, EA-INIT).

use battle::{Event, LeaderId, Listener, Marks, Object, Perch, Side, Terrain, Told, UnitId, rule};
use hexes::Hex;

use crate::eagles::{Eagles, Why, by_side};
use crate::state::{Held, State};
use crate::{OrdersDice, Placement, Traits, tables};
use battle::{Pool, Reading};

/// Which pip an Order takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    /// Pips, as marked on the Unit (EA-ORD-3).
    pub cost: i16,
    /// The pool of free Orders it comes from, if one.
    pub free: Option<usize>,
}

impl Eagles {
    /// The Orders roll of a General (EA-ORD-1, EA-OPT-20, EA-OPT-21).
    pub(crate) fn orders_pool(&self, leader: Option<LeaderId>) -> Pool {
        rule!("EA-ORD-1");
        rule!("EA-RES-1");
        let general = leader.map(|leader| &self.setting.generals[leader.index()]);
        let named = general.map_or(self.rules().orders_dice, |general| general.dice);
        let (dice, add) = named.parts();
        let mut pool = Pool::new("orders", "EA-ORD-1", i16::from(dice), Reading::Total);
        if named != OrdersDice::D6 {
            rule!("EA-OPT-20");
        }
        if add > 0 {
            pool.result("commander's dice", add, "EA-OPT-20");
        }
        if general.is_some_and(|general| general.efficient) {
            rule!("EA-OPT-21");
            pool.result("efficient commander", 1, "EA-OPT-21");
        }
        pool
    }

    /// Rolls for Orders: the Initiative holder's commands first (EA-SEQ-2, EA-SEQ-12).
    pub(crate) fn roll_orders(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SEQ-2");
        for side in [self.state.holder, self.state.holder.other()] {
            for place in
                (0..self.setting.pools.len()).filter(|at| self.setting.pools[*at].side == side).collect::<Vec<_>>()
            {
                self.fill_pool(listener, place);
            }
        }
    }

    fn fill_pool(&mut self, listener: &mut dyn Listener, place: usize) {
        let info = self.setting.pools[place].clone();
        let pool = &mut self.state.pools[place];
        (pool.points, pool.may_save, pool.rolled) = (0, 0, 0);
        if info.free {
            rule!("EA-RES-36");
            let out = info.leaders.iter().any(|leader| self.away(*leader));
            self.state.pools[place].points = if out { 0 } else { tables::DIVISION_ORDERS };
        } else if info.leaders.is_empty() {
            let spec = self.orders_pool(None);
            let total = self.throw(listener, &spec, by_side(info.side, Why::Orders));
            self.add_points(place, total);
        } else {
            info.leaders.iter().for_each(|leader| self.roll_for(listener, place, *leader));
        }
    }

    /// One General's roll; it is made even while he is out, unless the house rule says not (EA-GEN-6, EA-RES-5).
    fn roll_for(&mut self, listener: &mut dyn Listener, place: usize, leader: LeaderId) {
        rule!("EA-GEN-6");
        let state = self.state.generals[leader.index()];
        if self.rules().no_general_no_orders && state.lost.is_some() {
            rule!("EA-RES-5");
            return;
        }
        if state.due {
            return;
        }
        let spec = self.orders_pool(Some(leader));
        let total = self.throw(listener, &spec, self.by_leader(leader, Why::Orders));
        self.add_points(place, total);
        let added = spec.modifiers().iter().map(|modifier| modifier.value).sum::<i16>();
        if self.setting.generals[leader.index()].staff {
            self.staff_work(place, total - added);
        }
    }

    fn add_points(&mut self, place: usize, total: i16) {
        let pool = &mut self.state.pools[place];
        pool.points += total;
        pool.rolled += total;
    }

    /// What Excellent Staff may save of that roll (EA-OPT-17, EA-RES-38).
    fn staff_work(&mut self, place: usize, die: i16) {
        rule!("EA-OPT-17");
        let most = tables::STAFF_SAVES[usize::try_from(die).unwrap_or(0).min(tables::STAFF_SAVES.len() - 1)];
        if self.rules().staff_bonus {
            rule!("EA-RES-38");
            self.state.pools[place].saved += most;
        } else {
            self.state.pools[place].may_save += most;
        }
    }

    /// The side that places Orders in that half of the phase (EA-SEQ-3, EA-RES-4).
    pub(crate) fn placing_side(&self, half: u8) -> Side {
        rule!("EA-SEQ-3");
        rule!("EA-RES-4");
        let first = match self.rules().placement {
            Placement::OtherFirst => self.state.holder.other(),
            Placement::HolderFirst | Placement::Secret => self.state.holder,
        };
        if half == 0 { first } else { first.other() }
    }

    /// Pips of an Order to a Unit now: double within a base width of an enemy (EA-ORD-2).
    pub(crate) fn order_cost(&self, unit: UnitId) -> i16 {
        rule!("EA-ORD-2");
        let near = self.scene().enemy_within(unit, &self.pose(unit), self.width());
        tables::ORDER_COST[usize::from(near)]
    }

    /// Orders that the pools of a Unit still pay.
    pub(crate) fn purse(&self, unit: UnitId) -> i16 {
        self.setting.pools_for(unit).map(|place| self.state.pools[place].points + self.state.pools[place].saved).sum()
    }

    /// What an Order to the Unit takes; none when nothing is left to pay it.
    pub(crate) fn price(&self, unit: UnitId) -> Option<Price> {
        let free = self.setting.pools.iter().enumerate().find(|(place, pool)| {
            let commands = |leader: &LeaderId| self.setting.generals[leader.index()].command.contains(&unit);
            pool.free && self.state.pools[*place].points > 0 && pool.leaders.iter().any(commands)
        });
        if let Some((place, _)) = free {
            return Some(Price { cost: 0, free: Some(place) });
        }
        let cost = self.order_cost(unit);
        (self.purse(unit) >= cost).then_some(Price { cost, free: None })
    }

    /// Orders a Unit may hold in a turn: one, Veterans two (EA-ORD-3, EA-OPT-19).
    pub(crate) fn order_limit(&self, unit: UnitId) -> usize {
        rule!("EA-ORD-3");
        if self.has(unit, Traits::VETERANS) {
            rule!("EA-OPT-19");
            return 2;
        }
        1
    }

    /// Orders a Unit has been given this turn, the one of its General included (EA-GEN-2).
    pub(crate) fn orders_given(&self, unit: UnitId) -> usize {
        let coming = !self.state.ordering && self.led(unit);
        self.state.units[unit.index()].given() + usize::from(coming)
    }

    /// Gives a Unit an Order and pays for it.
    pub(crate) fn give_order(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        self.settle_generals(listener, self.field.side(unit));
        let Some(price) = self.price(unit) else { return };
        match price.free {
            Some(place) => self.state.pools[place].points -= 1,
            None => self.pay(unit, price.cost),
        }
        self.hand_order(listener, unit, price.cost as u8);
    }

    /// Takes pips from the Unit's pools: rolled ones before saved ones, its own command's first.
    fn pay(&mut self, unit: UnitId, cost: i16) {
        let mut left = cost;
        for place in self.setting.clone().pools_for(unit) {
            let pool = &mut self.state.pools[place];
            for part in [&mut pool.points, &mut pool.saved] {
                let taken = left.min(*part);
                *part -= taken;
                left -= taken;
            }
        }
    }

    fn hand_order(&mut self, listener: &mut dyn Listener, unit: UnitId, cost: u8) {
        rule!("EA-ORD-4");
        let two = self.rules().order2_uses;
        if two {
            rule!("EA-RES-3");
        }
        let held = Held { cost, uses: State::uses_of(cost, two) };
        self.state.units[unit.index()].give(held);
        if self.rules().placement != Placement::Secret {
            self.mark(listener, unit, Marks::ORDERED | Marks::WAS_ORDERED, true);
        }
    }

    /// Before the first Order: Units with a General hold theirs free (EA-GEN-2), and Generals ride no more.
    pub(crate) fn settle_generals(&mut self, listener: &mut dyn Listener, side: Side) {
        if std::mem::replace(&mut self.state.ordering, true) {
            return;
        }
        rule!("EA-GEN-2");
        for unit in self.field.present_of(side).collect::<Vec<_>>() {
            if self.led(unit) && !self.spent(unit) {
                self.hand_order(listener, unit, 0);
            }
        }
    }

    /// Shows Orders that were placed in secret (EA-RES-4).
    pub(crate) fn reveal_orders(&mut self, listener: &mut dyn Listener) {
        for unit in self.field.present().collect::<Vec<_>>() {
            if self.state.units[unit.index()].given() > 0 {
                self.mark(listener, unit, Marks::ORDERED | Marks::WAS_ORDERED, true);
            }
        }
    }

    /// The side has placed its Orders: what is left is saved as far as the staff can, and lost beyond (EA-ORD-6).
    pub(crate) fn close_pools(&mut self, side: Side) {
        rule!("EA-ORD-6");
        for (place, info) in self.setting.clone().pools.iter().enumerate().filter(|(_, info)| info.side == side) {
            let pool = &mut self.state.pools[place];
            pool.saved += pool.points.min(pool.may_save).max(0);
            (pool.points, pool.may_save) = (0, 0);
            debug_assert!(pool.saved == 0 || !info.free, "free orders are never saved");
        }
        self.state.ordering = false;
    }

    /// Saves so many Orders of a General's roll (EA-OPT-17).
    pub(crate) fn bank(&mut self, listener: &mut dyn Listener, leader: LeaderId, number: i16) {
        let Some(place) = self.setting.generals[leader.index()].pool else { return };
        let pool = &mut self.state.pools[usize::from(place)];
        pool.points -= number;
        pool.may_save -= number;
        pool.saved += number;
        let actor = Some(Object::Leader(leader));
        self.tell(listener, Told { actor, number, ..Told::new("{a} saves {n} orders", "EA-OPT-17") });
    }

    /// Orders that may be saved now of a General's roll.
    pub(crate) fn may_bank(&self, leader: LeaderId) -> i16 {
        let general = &self.setting.generals[leader.index()];
        let Some(place) = general.pool.filter(|_| general.staff) else { return 0 };
        let pool = &self.state.pools[usize::from(place)];
        pool.points.min(pool.may_save).max(0)
    }

    /// The army commander's pips to hand on: those left in his own pool (EA-OPT-23).
    pub(crate) fn army_pips(&self, leader: LeaderId) -> i16 {
        let general = &self.setting.generals[leader.index()];
        match general.pool.filter(|_| general.army && !self.away(leader)) {
            Some(place) => self.state.pools[usize::from(place)].points,
            None => 0,
        }
    }

    /// Hands one pip of the army commander to a General, or to the Initiative die when there is none (EA-OPT-23).
    pub(crate) fn grant(&mut self, listener: &mut dyn Listener, leader: LeaderId, to: Option<LeaderId>) {
        rule!("EA-OPT-23");
        let pool = |one: LeaderId| self.setting.generals[one.index()].pool.map(usize::from);
        let Some(from) = pool(leader) else { return };
        let goal = to.and_then(pool);
        self.state.pools[from].points -= 1;
        let side = self.setting.generals[leader.index()].side;
        match goal {
            Some(place) => self.state.pools[place].points += 1,
            None => self.state.pips[side.index()] += 1,
        }
        let (actor, target) = (Some(Object::Leader(leader)), to.map(Object::Leader));
        let text = if to.is_some() { "{a} hands an order to {t}" } else { "{a} keeps a pip for the initiative" };
        self.tell(listener, Told { actor, target, ..Told::new(text, "EA-OPT-23") });
    }

    /// Whether a General is not on the map.
    pub(crate) fn away(&self, leader: LeaderId) -> bool {
        self.field.leader(leader) == Perch::Away
    }

    /// Whether a General may ride now: in the Orders phase, before Orders, once a turn (EA-GEN-1).
    pub(crate) fn may_ride(&self, leader: LeaderId) -> bool {
        let state = self.state.generals[leader.index()];
        !self.state.ordering && !state.moved && !self.away(leader)
    }

    /// Steps of a General's ride to every hex he can reach, by the hex's number; `u8::MAX` beyond (EA-GEN-1, EA-MOVE-4).
    pub(crate) fn rides(&self, leader: LeaderId) -> Vec<u8> {
        rule!("EA-GEN-1");
        rule!("EA-MOVE-4");
        let grid = self.field.ground().grid();
        let mut steps = vec![u8::MAX; grid.len()];
        let most = self.scene().hexes(tables::GENERAL_RIDE) as u8;
        let Some(start) = self.field.leader_hex(leader) else { return steps };
        let side = self.setting.generals[leader.index()].side;
        let mut queue = std::collections::VecDeque::from([start]);
        grid.index(start).into_iter().for_each(|place| steps[place] = 0);
        while let Some(hex) = queue.pop_front() {
            let here = grid.index(hex).map_or(u8::MAX, |place| steps[place]);
            for near in hex.neighbors().into_iter().filter(|_| here < most) {
                if let Some(place) =
                    grid.index(near).filter(|place| steps[*place] == u8::MAX && self.rideable(near, side))
                {
                    steps[place] = here + 1;
                    queue.push_back(near);
                }
            }
        }
        steps
    }

    /// Whether a General may pass the hex: no enemy stand, no impassable ground; friends do not hinder (EA-GEN-4).
    fn rideable(&self, hex: Hex, side: Side) -> bool {
        rule!("EA-GEN-4");
        let Some(cell) = self.field.ground().cell(hex) else { return false };
        let wet = cell.terrain == Terrain::Water && cell.crossing == battle::Crossing::None;
        let closed = wet || matches!(cell.terrain, Terrain::Marsh | Terrain::Impassable);
        !closed && self.field.unit_at(hex).is_none_or(|unit| self.field.side(unit) == side)
    }

    /// Whether a Unit has a stand that a ride of those steps reaches.
    pub(crate) fn ridden_to(&self, steps: &[u8], unit: UnitId) -> bool {
        let grid = self.field.ground().grid();
        self.field
            .footprint(unit)
            .hexes()
            .iter()
            .any(|hex| grid.index(*hex).is_some_and(|place| steps[place] != u8::MAX))
    }

    /// A General goes to a Unit or a hex.
    pub(crate) fn lead(&mut self, listener: &mut dyn Listener, leader: LeaderId, to: Perch, clause: &'static str) {
        self.state.generals[leader.index()].moved = true;
        self.emit(listener, Event::LeaderMoved { leader, to, clause });
    }

    /// The Initiative roll of a side (EA-INIT-2, EA-OPT-22, EA-OPT-23).
    pub(crate) fn initiative_pool(&self, side: Side) -> Pool {
        let mut pool = Pool::new("initiative", "EA-INIT-2", 1, Reading::Total);
        let rated = |(place, general): (usize, &crate::setting::General)| {
            general.pip && general.side == side && !self.away(LeaderId(place as u8))
        };
        if self.setting.generals.iter().enumerate().any(rated) {
            rule!("EA-OPT-22");
            pool.result("able commander", 1, "EA-OPT-22");
        }
        if self.state.pips[side.index()] > 0 {
            pool.result("army commander's pip", 1, "EA-OPT-23");
        }
        pool
    }

    /// Rolls for the Initiative; not on turn 1 (EA-SEQ-4, EA-INIT-1 to 3).
    pub(crate) fn roll_initiative(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SEQ-4");
        rule!("EA-INIT-3");
        if self.field.turn() <= 1 {
            rule!("EA-INIT-1");
            return;
        }
        rule!("EA-INIT-2");
        let holder = self.state.holder;
        let held = self.throw(listener, &self.initiative_pool(holder), by_side(holder, Why::Initiative));
        let other =
            self.throw(listener, &self.initiative_pool(holder.other()), by_side(holder.other(), Why::Initiative));
        if other >= held + tables::INITIATIVE_LEAD {
            self.state.holder = holder.other();
        }
        let side = Some(self.state.holder);
        let text = if other >= held + tables::INITIATIVE_LEAD {
            "{s} takes the initiative"
        } else {
            "{s} keeps the initiative"
        };
        self.tell(listener, Told { side, ..Told::new(text, "EA-INIT-2") });
    }
}
