//! What can be ordered now: the lists of every stage, put together.

use battle::{Object, Order, Pose, Presence, Reach, Side, UnitId};

use crate::info::{self, *};
use crate::state::{Stage, Wait};
use crate::war::OnWar;

impl OnWar {
    /// The side whose decision is pending.
    pub(crate) fn deciding(&self) -> Side {
        let player = self.state.player;
        match &self.state.wait {
            Wait::Respond(_) => player.other(),
            Wait::Reply { unit } | Wait::PileIn { unit, .. } | Wait::Triumph { unit, .. } | Wait::Aim { unit, .. } => {
                self.field.side(*unit)
            }
            Wait::Nothing => player,
        }
    }

    /// What is asked now.
    pub(crate) fn asked(&self) -> &'static battle::Ask {
        match (&self.state.wait, self.state.stage) {
            (Wait::Respond(_), _) => &info::ASK_RESPOND,
            (Wait::Aim { .. }, _) => &info::ASK_AIM,
            (Wait::Reply { .. }, _) => &info::ASK_REPLY,
            (Wait::PileIn { .. }, _) => &info::ASK_PILE,
            (Wait::Triumph { .. }, _) => &info::ASK_TRIUMPH,
            (Wait::Nothing, Stage::Deploy) => &info::ASK_DEPLOY,
            (Wait::Nothing, Stage::Rout) => &info::ASK_PURSUE,
            (Wait::Nothing, Stage::Openers) => &info::ASK_OPEN,
            (Wait::Nothing, Stage::Charges) => &info::ASK_CHARGE,
            (Wait::Nothing, Stage::Moves) => &info::ASK_MOVE,
            (Wait::Nothing, Stage::Melee) => &info::ASK_FIGHT,
            (Wait::Nothing, _) => &info::ASK_FIRE,
        }
    }

    /// Complete orders of the stage, without the one that ends it.
    pub(crate) fn stage_orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        match self.state.stage {
            Stage::Rout => self.rout_orders(&mut orders),
            Stage::Openers => self.openers_orders(&mut orders),
            Stage::Charges => self.charges_orders(&mut orders),
            Stage::Moves => self.moves_orders(&mut orders),
            Stage::Fire => self.fire_orders(&mut orders),
            Stage::Reply => self.reply_orders(&mut orders),
            Stage::Melee => self.melee_orders(&mut orders),
            Stage::Deploy | Stage::Morale | Stage::RoutMoves | Stage::End | Stage::Over => {}
        }
        orders
    }

    /// Orders of the stage that lack only their pose.
    pub(crate) fn stage_stems(&self) -> Vec<Order> {
        let mut stems = Vec::new();
        match self.state.stage {
            Stage::Deploy => self.deploy_stems(&mut stems),
            Stage::Openers => self.openers_stems(&mut stems),
            Stage::Moves => self.moves_stems(&mut stems),
            Stage::Melee => self.melee_stems(&mut stems),
            _ => {}
        }
        stems
    }

    /// Every complete order, the one that ends the stage last.
    pub(crate) fn listed_orders(&self) -> Vec<Order> {
        if self.state.stage == Stage::Over {
            return Vec::new();
        }
        let mut orders = self.stage_orders();
        if self.may_be_done() {
            orders.push(OnWar::done_order());
        }
        orders
    }

    /// Whether the stage can be ended by a word; which charge is fought next must be said (OW-ASSAULT-21).
    fn may_be_done(&self) -> bool {
        self.state.wait == Wait::Nothing && self.state.stage != Stage::Melee
    }

    /// The poses that complete a stem.
    pub(crate) fn stem_reach(&self, stem: &Order) -> Reach {
        match self.state.stage {
            Stage::Deploy => self.deploy_reach(stem),
            Stage::Openers => self.openers_reach(stem),
            Stage::Moves => self.moves_reach(stem),
            Stage::Melee => self.melee_reach(stem),
            _ => Reach::default(),
        }
    }

    fn deploy_stems(&self, out: &mut Vec<Order>) {
        for unit in self.units_of(self.state.player) {
            let stem = Order::new(PLACE).by(unit);
            if self.deploy_reach(&stem).legal().next().is_some() {
                out.push(stem);
            }
        }
    }

    /// Everywhere in the zone, in the formation and the facings the unit may start in.
    fn deploy_reach(&self, stem: &Order) -> Reach {
        let Some(unit) = stem.unit().filter(|unit| stem.verb == PLACE && self.may_place(*unit)) else {
            return Reach::default();
        };
        let scene = self.scene();
        let zone = &self.setting.zones[self.state.player.index()];
        let inside = |pose: &Pose| scene.footprint(unit, pose).hexes().iter().all(|hex| zone.contains(hex));
        let now = self.pose(unit);
        let facings = hexes::Facing::ALL;
        let formations = scene.formations(unit);
        let poses = zone.iter().flat_map(|hex| {
            let facings = facings.iter().flat_map(|facing| formations.iter().map(|one| Pose::new(*hex, *facing, *one)));
            facings.collect::<Vec<_>>()
        });
        let legal = poses.filter(|pose| *pose != now && inside(pose) && scene.fits(unit, pose).is_ok());
        Reach { places: legal.map(|pose| battle::Destination { pose, cost: 0, previous: None, legal: true }).collect() }
    }

    fn may_place(&self, unit: UnitId) -> bool {
        self.field.side(unit) == self.state.player && self.present(unit) && !self.own(unit).moved
    }

    /// What a unit could do later this turn, as far as it is this stage's.
    pub(crate) fn prospects_of(&self, unit: UnitId) -> Vec<Order> {
        let own = |order: &Order| order.actor == Some(Object::Unit(unit));
        let mut orders: Vec<Order> = self.stage_orders().into_iter().filter(own).collect();
        orders.extend(self.stage_stems().into_iter().filter(own));
        orders
    }

    /// Whether everything an order names exists.
    pub(crate) fn knows(&self, object: Object) -> bool {
        let there = |unit: UnitId| self.field.unit(unit).presence != Presence::Unknown;
        match object {
            Object::Unit(unit) => unit.index() < self.setting.profiles.len() && there(unit),
            Object::Leader(leader) => leader.index() < self.setting.leaders.len(),
            Object::Hex(hex) => self.field.ground().grid().contains(hex),
            Object::Part(part) => part.hexes().iter().any(|hex| self.field.ground().grid().contains(*hex)),
        }
    }
}
