//! What may be ordered: the orders, the stems, their reaches, and why anything else is refused.

use battle::{
    Arrangement, Destination, Marks, Mover, Order, Pose, PoseReach, Presence, Reach, Refusal, Side, Stride, UnitId,
};

use super::info::{self, *};
use super::state::{Stage, allowance, entry_cost, formations};
use super::{Drill, odds};

impl Drill {
    /// Every legal order without a pose.
    pub(super) fn plain_orders(&self) -> Vec<Order> {
        match self.scene.stage {
            Stage::Deploy(_) | Stage::Act(_) => vec![Order::new(DONE)],
            Stage::Command(side) => self.command_orders(side),
            Stage::React { charger, target, .. } => self.reactions(charger, target),
            Stage::Follow(unit) => vec![Order::new(HALT).by(unit)],
            Stage::Fire(side) => with_done(self.field.present_of(side).flat_map(|unit| self.shots(unit)).collect()),
            Stage::Rally(side) => {
                let can = self.field.present_of(side).filter(|unit| self.can_rally(*unit));
                with_done(can.map(|unit| Order::new(RALLY).by(unit)).collect())
            }
            Stage::Over(_) => Vec::new(),
        }
    }

    fn command_orders(&self, side: Side) -> Vec<Order> {
        let pool = i16::from(self.scene.pool[side.index()]);
        let mut orders = Vec::new();
        if pool > 0 {
            orders.extend(
                self.field.present_of(side).filter(|unit| !self.ordered(*unit)).map(|u| Order::new(ORDER).by(u)),
            );
        }
        for leader in self.leaders_of(side).filter(|leader| self.scene.led & (1 << leader.0) == 0) {
            let elsewhere = |unit: &UnitId| self.field.leader(leader) != battle::Perch::With(*unit);
            let send = |unit| Order::new(ATTACH).by(leader).on(unit);
            orders.extend(self.field.present_of(side).filter(elsewhere).map(send));
        }
        orders.extend((1..=pool.min(BANK_LIMIT)).map(|number| Order::new(BANK).with(number)));
        with_done(orders)
    }

    fn reactions(&self, charger: UnitId, target: UnitId) -> Vec<Order> {
        let mut orders = Vec::new();
        if self.can_volley(target, charger) {
            orders.push(Order::new(VOLLEY).by(target).on(charger));
        }
        orders.push(Order::new(STAND).by(target));
        orders
    }

    /// Whether a charged unit may fire at the charger where it stands now.
    pub(super) fn can_volley(&self, target: UnitId, charger: UnitId) -> bool {
        let (own, theirs) = (self.field.unit(target).pose, self.field.unit(charger).pose);
        let steady = !self.field.unit(target).marks.contains(Marks::DISORDERED);
        self.setup.volleys && steady && self.range(target, &own) > 0 && {
            let print = self.field.footprint(charger);
            print.hexes().iter().any(|hex| odds::before(&own, self.field.unit(target).stands, *hex))
                && self.can_fire(target, &own, charger, &theirs)
        }
    }

    /// The shots of one unit.
    pub(super) fn shots(&self, unit: UnitId) -> Vec<Order> {
        let state = self.field.unit(unit);
        if state.marks.intersects(Marks::FIRED | Marks::CHARGED) {
            return Vec::new();
        }
        let hits = |enemy: &UnitId| self.can_fire(unit, &state.pose, *enemy, &self.field.unit(*enemy).pose);
        self.known_enemies(unit).filter(hits).map(|enemy| Order::new(FIRE).by(unit).on(enemy)).collect()
    }

    pub(super) fn can_rally(&self, unit: UnitId) -> bool {
        let state = self.field.unit(unit);
        let hurt = state.marks.contains(Marks::DISORDERED) || state.strength < i16::from(state.stands) * POINTS;
        hurt && self.scene.tried & (1 << unit.0) == 0
    }

    /// Every legal order that lacks its pose.
    pub(super) fn pose_stems(&self) -> Vec<Order> {
        match self.scene.stage {
            Stage::Deploy(side) => {
                let unplaced = self.field.present_of(side).filter(|unit| self.scene.tried & (1 << unit.0) == 0);
                unplaced.map(|unit| Order::new(DEPLOY).by(unit)).collect()
            }
            Stage::Act(side) => {
                let ordered = self.field.present_of(side).filter(|unit| self.ordered(*unit));
                ordered.flat_map(|unit| self.act_stems(unit)).collect()
            }
            Stage::Follow(unit) => vec![Order::new(FOLLOW).by(unit)],
            _ => Vec::new(),
        }
    }

    /// What a unit could do with an order.
    pub(super) fn act_stems(&self, unit: UnitId) -> Vec<Order> {
        let mut stems = vec![Order::new(MOVE).by(unit), Order::new(FORM).by(unit)];
        if self.can_charge(unit) {
            let far = i32::from(self.allowance(unit, &self.field.unit(unit).pose) / HEX) + 1;
            let near = |enemy: &UnitId| self.field.distance(unit, *enemy) <= far;
            stems.extend(self.known_enemies(unit).filter(near).map(|enemy| Order::new(CHARGE).by(unit).on(enemy)));
        }
        stems
    }

    fn can_charge(&self, unit: UnitId) -> bool {
        let state = self.field.unit(unit);
        let close = !matches!(
            state.pose.formation.arrangement,
            Arrangement::MarchColumn | Arrangement::Battery | Arrangement::Limbered
        );
        close && !state.marks.intersects(Marks::DISORDERED | Marks::WEAK)
    }

    /// The poses that complete a stem or a prospect.
    pub(super) fn stem_reach(&self, stem: &Order) -> Reach {
        let Some(unit) = stem.unit().filter(|unit| self.is_stem(*unit, stem)) else { return Reach::default() };
        match stem.verb {
            DEPLOY => self.deploy_reach(unit),
            MOVE => self.move_reach(unit),
            FORM => self.form_reach(unit),
            CHARGE => stem.target_unit().map_or_else(Reach::default, |target| self.charge_reach(unit, target)),
            FOLLOW => self.follow_reach(unit),
            _ => Reach::default(),
        }
    }

    fn is_stem(&self, unit: UnitId, stem: &Order) -> bool {
        let known = unit.index() < self.setup.facts.len() && self.field.unit(unit).presence == Presence::OnMap;
        known && (self.pose_stems().contains(stem) || self.act_stems(unit).contains(stem))
    }

    fn deploy_reach(&self, unit: UnitId) -> Reach {
        let pose = self.field.unit(unit).pose;
        let zone = &self.setup.zones[self.field.side(unit).index()];
        let inside = |to: &Pose| self.field.footprint_at(unit, to).hexes().iter().all(|hex| zone.contains(hex));
        let free = zone.iter().map(|hex| pose.at(*hex)).filter(|to| *to != pose && self.fits(unit, to) && inside(to));
        Reach { places: free.map(|to| Destination { pose: to, cost: 0, previous: None, legal: true }).collect() }
    }

    fn form_reach(&self, unit: UnitId) -> Reach {
        let state = self.field.unit(unit);
        let change = |formation| Pose::new(state.pose.anchor, state.pose.facing, formation);
        let others = formations(self.arm(unit), state.stands).into_iter().filter(|f| *f != state.pose.formation);
        let free = others.map(change).filter(|to| self.fits(unit, to));
        Reach { places: free.map(|to| Destination { pose: to, cost: 0, previous: None, legal: true }).collect() }
    }

    fn move_reach(&self, unit: UnitId) -> Reach {
        let from = self.field.unit(unit).pose;
        let steps = if from.formation.arrangement == Arrangement::MarchColumn { MARCH_STRIDES } else { STRIDES };
        let mut search = self.search(unit, &from, steps, self.allowance(unit, &from));
        search.reach(|to, _| (to.anchor, to.facing) != (from.anchor, from.facing))
    }

    /// Poses with a stand of the front rank next to the target, by ways that touch it only at the end.
    fn charge_reach(&self, unit: UnitId, target: UnitId) -> Reach {
        let from = self.field.unit(unit).pose;
        let prey = self.field.footprint(target);
        let touches = |to: &Pose| {
            let print = self.field.footprint_at(unit, to);
            print
                .front()
                .iter()
                .any(|hex| prey.distance_to(*hex) == 1 && prey.hexes().iter().any(|at| ahead(to, *hex, *at)))
        };
        self.search(unit, &from, CHARGE_STRIDES, self.allowance(unit, &from)).reach(|to, _| touches(to))
    }

    fn follow_reach(&self, unit: UnitId) -> Reach {
        let from = self.field.unit(unit).pose;
        let steps = &CHARGE_STRIDES[..2];
        self.search(unit, &from, steps, FOLLOW_LIMIT).reach(|to, _| to.anchor != from.anchor)
    }

    fn search(&self, unit: UnitId, from: &Pose, steps: &[battle::PoseStep], limit: u16) -> PoseReach {
        let (arm, ground) = (self.arm(unit), self.field.ground());
        let mover = Mover { field: &self.field, unit, from: *from, limit, steps, through: battle::NOBODY };
        let files = u16::from(from.formation.files.max(2)) - 1;
        let mut search = PoseReach::new();
        let cost = |stride: &Stride| {
            if stride.step.is_wheel() {
                return Some(stride.worst * files);
            }
            let Some(direction) = stride.step.shift(stride.from.facing) else { return Some(HEX) };
            let climbs = ground.elevation(stride.to.anchor) > ground.elevation(stride.from.anchor);
            let wet = ground.edge(stride.from.anchor, direction).obstacle != battle::Obstacle::None;
            Some(stride.worst + if climbs { CLIMB } else { 0 } + if wet { CLIMB } else { 0 })
        };
        search.run(&mover, |hex| entry_cost(arm, ground.terrain(hex)), cost);
        search
    }

    pub(super) fn allowance(&self, unit: UnitId, pose: &Pose) -> u16 {
        allowance(self.arm(unit), pose.formation)
    }

    /// Whether the unit could stand so: on the map, on open ground and on nobody else.
    pub(super) fn fits(&self, unit: UnitId, pose: &Pose) -> bool {
        let free = |hex: &hexes::Hex| {
            self.field.ground().grid().contains(*hex)
                && self.field.unit_at(*hex).is_none_or(|there| there == unit)
                && entry_cost(self.arm(unit), self.field.ground().terrain(*hex)).is_some()
        };
        self.field.footprint_at(unit, pose).hexes().iter().all(free)
    }

    /// Refuses everything that is not listed.
    pub(super) fn examine(&self, order: &Order) -> Result<(), Refusal> {
        if matches!(self.scene.stage, Stage::Over(_)) {
            return Err(Refusal::new("", "the battle is over"));
        }
        match order.pose {
            None if self.plain_orders().contains(order) => Ok(()),
            None => Err(self.refusal(order)),
            Some(pose) => {
                let stem = Order { pose: None, ..*order };
                if !self.pose_stems().contains(&stem) {
                    return Err(self.refusal(order));
                }
                if self.stem_reach(&stem).allows(&pose) {
                    return Ok(());
                }
                Err(Refusal::new("DR-MOVE", format!("{pose} is out of reach or not free")))
            }
        }
    }

    fn refusal(&self, order: &Order) -> Refusal {
        let Some(verb) = info::VERBS.get(usize::from(order.verb.0)) else {
            return Refusal::new("", "the drill knows no such order");
        };
        if verb.posed && order.pose.is_none() && self.pose_stems().contains(order) {
            return Refusal::new(verb.clause, format!("`{}` needs the pose to end in", verb.word));
        }
        let asked = self.decision().map_or("nothing", |decision| decision.ask.prompt);
        Refusal::new(verb.clause, format!("`{}` so given is not possible now: {asked}", verb.word))
    }
}

/// Whether the hex is one of the two before a stand.
fn ahead(pose: &Pose, stand: hexes::Hex, hex: hexes::Hex) -> bool {
    stand + pose.facing.front_left() == hex || stand + pose.facing.front_right() == hex
}

fn with_done(mut orders: Vec<Order>) -> Vec<Order> {
    orders.push(Order::new(DONE));
    orders
}
