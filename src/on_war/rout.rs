//! Routing units and those who pursue them, the tests of whole brigades (OW-MORALE-11 to 13, OW-WIN-1).

use battle::{
    Chance, Changes, Departure, Effect, Forecast, Listener, Manner, Marks, Mover, NOBODY, Object, Order, Pool, Pose,
    PoseReach, PoseStep, Presence, Reading, Refusal, RollKind, Side, UnitId, rule,
};
use hexes::Hex;

use crate::Motivation;
use crate::info::PURSUE;
use crate::scene::shape_of;
use crate::sequence::Progress;
use crate::setting::Post;
use crate::state::Stage;
use crate::tables::{self, Shape};
use crate::terrain::{self, Going};
use crate::war::{OnWar, by_brigade};

/// Steps of a move straight at somebody: a turn first, then ahead.
const AHEAD: [PoseStep; 6] = [
    PoseStep::AheadLeft,
    PoseStep::AheadRight,
    PoseStep::TurnLeft,
    PoseStep::TurnRight,
    PoseStep::WheelLeft,
    PoseStep::WheelRight,
];

impl OnWar {
    /// M2: routing units rally or quit (OW-MORALE-11).
    pub(crate) fn rout_enter(&mut self, listener: &mut dyn Listener) {
        for unit in self.units_of(self.state.player) {
            if self.present(unit) && self.marked(unit, Marks::ROUTING) && !self.own(unit).broke_now {
                self.test_router(listener, unit);
            }
        }
    }

    fn test_router(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("OW-MORALE-11");
        if self.check_motivation(listener, unit, None, "rout", "OW-MORALE-11") {
            self.say(listener, "{a} rallies", "OW-MORALE-11", unit, None);
            self.mark(listener, unit, Marks::ROUTING, false);
            self.own_mut(unit).rallied = true;
        } else {
            self.say(listener, "{a} quits the field", "OW-MORALE-11", unit, None);
            self.destroy(listener, unit, Departure::Routed, "OW-MORALE-11");
        }
    }

    /// Waits while units may try to pursue; then come the brigade tests.
    pub(crate) fn rout_proceed(&mut self, listener: &mut dyn Listener) -> Progress {
        let mut orders = Vec::new();
        self.seen_by(self.state.player).rout_orders(&mut orders);
        if !orders.is_empty() {
            return Progress::Ask;
        }
        self.rout_end(listener);
        Progress::Finished
    }

    /// Whether a unit may test to pursue that routing enemy (OW-MORALE-13).
    ///
    /// # Errors
    /// The reason.
    pub(crate) fn may_pursue(&self, unit: UnitId, router: UnitId) -> Result<(), Refusal> {
        let no = |text: String| Err(Refusal::new("OW-MORALE-13", text));
        let (name, other) = (self.name(unit), self.name(router));
        if !self.rules().pursuit {
            return no(String::from("the option pursuit is off"));
        }
        if !self.present(router) || !self.marked(router, Marks::ROUTING) {
            return no(format!("{other} is not routing"));
        }
        let limit = self.pursuit_inches(unit);
        let apart = self.scene().inches(self.field.distance(unit, router));
        if apart > limit {
            return no(format!("{name} is {apart} inches from {other}, at most {limit} count"));
        }
        if self.own(unit).tested || self.own(unit).rallied {
            return no(format!("{name} has tested this turn"));
        }
        if self.kind(unit).is_guns() || shape_of(&self.pose(unit)) == Shape::Square {
            return no(format!("{name} cannot advance: guns and squares do not pursue"));
        }
        if self.marked(unit, Marks::ROUTING | Marks::DISORIENTED | Marks::BOGGED) {
            return no(format!("{name} is routing or disoriented"));
        }
        Ok(())
    }

    /// Inches of a pursuit: 4, horse 8 (OW-MORALE-13).
    pub(crate) fn pursuit_inches(&self, unit: UnitId) -> i32 {
        if self.kind(unit).is_horse() { tables::CONSOLIDATION } else { tables::BREAKTHROUGH }
    }

    /// Every unit with every router it may try to pursue.
    pub(crate) fn rout_orders(&self, out: &mut Vec<Order>) {
        let routers: Vec<UnitId> =
            self.units_of(self.state.player.other()).into_iter().filter(|u| self.marked(*u, Marks::ROUTING)).collect();
        for unit in self.units_of(self.state.player) {
            let able = routers.iter().filter(|router| self.may_pursue(unit, **router).is_ok());
            out.extend(able.map(|router| Order::new(PURSUE).by(unit).on(*router)));
        }
    }

    /// Why an order of M2 is not legal.
    pub(crate) fn rout_refusal(&self, order: &Order) -> Refusal {
        let (Some(unit), Some(router)) = (order.unit(), order.target_unit()) else {
            return Refusal::new("OW-MORALE-13", "`pursue` needs a unit and a routing enemy");
        };
        let otherwise = || Refusal::new("OW-MORALE-13", format!("{} cannot pursue now", self.name(unit)));
        self.may_pursue(unit, router).err().unwrap_or_else(otherwise)
    }

    /// A unit tests to pursue.
    pub(crate) fn rout_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        let (Some(unit), Some(router)) = (order.unit(), order.target_unit()) else { return };
        rule!("OW-MORALE-13");
        self.own_mut(unit).tested = true;
        if self.check_motivation(listener, unit, Some(router), "pursuit", "OW-MORALE-13") {
            self.own_mut(unit).pursues = Some(router);
        }
    }

    /// A pursuit's test, and whether the router is within reach of the move.
    pub(crate) fn rout_forecast(&self, order: &Order) -> Forecast {
        let (Some(unit), Some(router)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
        let pool = self.motivation_pool(unit, "pursuit", "OW-MORALE-13");
        let passes = pool.outcome().at_least(1);
        let near = self.nearing(unit, router, self.pursuit_inches(unit), 1);
        let end = near.as_ref().map_or(self.pose(unit), |way| way[way.len() - 1]);
        let caught = if self.scene().apart(unit, &end, router) <= 1 { passes } else { 0.0 };
        let results =
            vec![Chance { label: "pursues", chance: passes }, Chance { label: "rides it down", chance: caught }];
        let effect = Effect {
            inflicted: caught * self.field.unit(router).share(),
            destroys: caught,
            succeeds: passes,
            ..Effect::default()
        };
        let ends = vec![(end, passes), (self.pose(unit), 1.0 - passes)];
        let rolls = vec![pool.shown(Some(Object::Unit(unit)))];
        Forecast { rolls, results, effect, ends, ..Forecast::default() }
    }

    /// The end of M2: brigades of which half have quit test (OW-WIN-1).
    pub(crate) fn rout_end(&mut self, listener: &mut dyn Listener) {
        let brigades: Vec<u8> = self.brigades_of(self.state.player).collect();
        for brigade in brigades {
            if self.state.stage != Stage::Over && !self.state.quit[usize::from(brigade)] {
                self.test_brigade(listener, brigade);
            }
        }
    }

    fn test_brigade(&mut self, listener: &mut dyn Listener, brigade: u8) {
        let gone =
            |unit: &UnitId| matches!(self.field.unit(*unit).presence, Presence::Gone(why) if why != Departure::Exited);
        let (all, lost) = (self.of_brigade(brigade).count(), self.of_brigade(brigade).filter(gone).count());
        if lost * 2 < all || lost == 0 {
            return;
        }
        rule!("OW-WIN-1");
        if lost == all {
            return self.brigade_quits(listener, brigade);
        }
        let pool = self.brigade_pool(brigade);
        let side = self.state.player;
        if self.throw(listener, &pool, by_brigade(side, usize::from(brigade))) == 0 {
            self.brigade_quits(listener, brigade);
        }
    }

    /// A brigade's test: the motivation that most of its remaining units have, the better of two (OW-WIN-1, OW-CMD-3).
    pub(crate) fn brigade_pool(&self, brigade: u8) -> Pool {
        let rest: Vec<UnitId> = self
            .of_brigade(brigade)
            .filter(|unit| matches!(self.field.unit(*unit).presence, Presence::OnMap | Presence::Due))
            .collect();
        let count = |class: Motivation| rest.iter().filter(|unit| self.profile(**unit).motivation == class).count();
        let classes = [Motivation::Reluctant, Motivation::Confident, Motivation::Fearless];
        let class = classes.into_iter().max_by_key(|class| (count(*class), *class)).unwrap_or(Motivation::Confident);
        let face = tables::motivation(class);
        let near = self.brigade_hears_general(brigade, &rest);
        let reading = if near { Reading::SuccessOrAgain(face) } else { Reading::Successes(face) };
        let mut pool = self.pool_read("brigade", "OW-WIN-1", 1, reading).as_kind(RollKind::Test);
        if near {
            pool.note("General near: second throw", 0, Changes::Result, "OW-CMD-3");
        }
        pool
    }

    fn brigade_hears_general(&self, brigade: u8, rest: &[UnitId]) -> bool {
        let side = self.side_of_brigade(brigade);
        let commander =
            self.field.roster().leaders().map(|(id, _)| id).find(|id| self.post(*id) == Post::Brigadier(brigade));
        let hex = commander.and_then(|leader| self.field.leader_hex(leader));
        hex.is_some_and(|hex: Hex| self.general_is_near(side, &battle::Footprint::of([hex], 1)))
            || rest.iter().any(|unit| self.general_is_near(side, &self.field.footprint(*unit)))
    }

    fn side_of_brigade(&self, brigade: u8) -> Side {
        self.field.roster().brigades[usize::from(brigade)].side
    }

    /// V4: routing units run, then pursuers follow (OW-MORALE-12, 13).
    pub(crate) fn rout_moves_enter(&mut self, listener: &mut dyn Listener) {
        for unit in self.units_of(self.state.player) {
            if self.present(unit) && self.marked(unit, Marks::ROUTING) {
                rule!("OW-MORALE-12");
                self.rout_move(listener, unit);
            }
        }
        for unit in self.units_of(self.state.player) {
            if let Some(router) = self.own(unit).pursues.filter(|_| self.present(unit)) {
                self.pursue(listener, unit, router);
            }
        }
    }

    /// V4 asks nothing.
    pub(crate) fn rout_moves_proceed(&mut self, _listener: &mut dyn Listener) -> Progress {
        Progress::Finished
    }

    fn pursue(&mut self, listener: &mut dyn Listener, unit: UnitId, router: UnitId) {
        self.own_mut(unit).moved = true;
        if !self.present(router) || !self.marked(router, Marks::ROUTING) {
            return;
        }
        let seen = self.seen_by(self.field.side(unit));
        let Some(way) = seen.nearing(unit, router, self.pursuit_inches(unit), 1) else { return };
        self.walk(listener, unit, &way, Manner::Pursued, "OW-MORALE-13");
        if self.present(unit) && self.field.distance(unit, router) <= 1 {
            self.say(listener, "{a} rides down {t}", "OW-MORALE-13", unit, Some(router));
            self.destroy(listener, router, Departure::Destroyed, "OW-MORALE-13");
        }
    }

    /// The way straight at another unit, at most one turn at its start, that comes nearest to it within so many
    /// inches, but no nearer than `stop` hexes, nor into contact with anybody else; `None` where it cannot get nearer.
    pub(crate) fn nearing(&self, unit: UnitId, other: UnitId, inches: i32, stop: i32) -> Option<Vec<Pose>> {
        let (scene, from) = (self.scene(), self.pose(unit));
        let ground = self.field.ground();
        let limit = u16::try_from(inches * 100).unwrap_or(u16::MAX);
        let mover = Mover { field: &self.field, unit, from, limit, steps: &AHEAD, through: NOBODY };
        let enter = |hex: Hex| {
            let open = terrain::going(ground, hex) != Going::Impassable && !ground.terrain(hex).is_built_up();
            open.then_some(0)
        };
        let others: Vec<UnitId> = scene.enemies(unit).filter(|enemy| *enemy != other).collect();
        let cost = |stride: &battle::Stride| {
            let turned = stride.step.turn() != 0;
            let far = |enemy: &UnitId| scene.apart(unit, &stride.to, *enemy) > 1;
            let clear = scene.apart(unit, &stride.to, other) >= stop && others.iter().all(far);
            let barred = self.is_barred(unit, &stride.from, &stride.to);
            (clear && !barred && (!turned || stride.from == from)).then(|| if turned { 0 } else { scene.step() })
        };
        let mut search = PoseReach::new();
        search.run(&mover, enter, cost);
        let reach = search.reach(|_, _| true);
        let key = |pose: &Pose| scene.apart(unit, pose, other);
        let best = reach.legal().min_by_key(|place| (key(&place.pose), place.cost))?;
        (key(&best.pose) < key(&from)).then(|| reach.way(&best.pose))
    }

    /// Whether an impassable edge lies between the hexes of two poses one step apart.
    fn is_barred(&self, unit: UnitId, from: &Pose, to: &Pose) -> bool {
        if from.facing != to.facing {
            return false;
        }
        let Some(way) = from.anchor.direction_to(to.anchor) else { return false };
        let ground = self.field.ground();
        let closed = |hex: &Hex| terrain::going_over(ground.edge(*hex, way)) == Going::Impassable;
        self.field.footprint_at(unit, from).hexes().iter().any(closed)
    }
}
