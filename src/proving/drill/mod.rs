//! The drill: a small complete rule system in which every facility of the seam occurs, for tests of everything around it.
//!
//! A turn has a half for each side: roll for orders and give them, move and charge with the units that have one, fire,
//! rally. Charged units may fire, the winner of a fight may follow up. Hidden units are unknown to the enemy until he
//! comes near. Objectives count at the turn limit.

mod forecast;
pub mod info;
mod legal;
mod odds;
mod resolve;
mod roster;
mod state;

use std::sync::Arc;

use battle::{
    Arm, Battlefield, Card, Decision, Dice, FireArc, Forecast, HouseRules, LeaderId, Listener, Marks, Order, Pending,
    Pose, Presence, Reach, Refusal, Sheet, Side, System, SystemInfo, Threat, UnitId,
};
use hexes::{Crossing, Direction, Hex, sight_line};

pub use roster::{deploy, deploy_with};
use state::{Ending, Facts, Scene, Setup, Stage, entry_cost};

/// A battle under the drill.
#[derive(Clone, Debug)]
pub struct Drill {
    setup: Arc<Setup>,
    field: Battlefield,
    scene: Scene,
    dice: Dice,
}

impl Drill {
    fn facts(&self, unit: UnitId) -> &Facts {
        &self.setup.facts[unit.index()]
    }

    fn arm(&self, unit: UnitId) -> Arm {
        self.facts(unit).arm
    }

    fn ordered(&self, unit: UnitId) -> bool {
        self.field.unit(unit).marks.contains(Marks::ORDERED)
    }

    fn leaders_of(&self, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
        self.field.roster().leaders().filter(move |(_, info)| info.side == side).map(|(leader, _)| leader)
    }

    /// Enemies on the map that are not hidden.
    fn known_enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let enemies = self.field.present_of(self.field.side(unit).other());
        enemies.filter(|enemy| !self.field.unit(*enemy).marks.contains(Marks::HIDDEN))
    }

    fn decision(&self) -> Option<Decision> {
        let (side, ask, unit, target) = match self.scene.stage {
            Stage::Deploy(side) => (side, &info::ASK_DEPLOY, None, None),
            Stage::Command(side) => (side, &info::ASK_COMMAND, None, None),
            Stage::Act(side) => (side, &info::ASK_ACT, None, None),
            Stage::React { charger, target, .. } => {
                (self.field.side(target), &info::ASK_REACT, Some(target), Some(charger))
            }
            Stage::Follow(unit) => (self.field.side(unit), &info::ASK_FOLLOW, Some(unit), None),
            Stage::Fire(side) => (side, &info::ASK_FIRE, None, None),
            Stage::Rally(side) => (side, &info::ASK_RALLY, None, None),
            Stage::Over(_) => return None,
        };
        Some(Decision { side, ask, unit, target })
    }

    /// Whether nothing on the way hides one hex from the other: higher ground, woods, houses, or units not in `but`.
    fn sees_past(&self, from: Hex, to: Hex, but: [UnitId; 2]) -> bool {
        let open = |hex: Hex| {
            let ground = self.field.ground();
            let terrain = ground.terrain(hex);
            let level = ground.elevation(hex) <= ground.elevation(from).max(ground.elevation(to));
            let free = self.field.unit_at(hex).is_none_or(|unit| but.contains(&unit) || self.is_hidden(unit));
            level && free && !terrain.is_woods() && !terrain.is_building()
        };
        sight_line(from, to).all(|crossing| match crossing {
            Crossing::One(hex) => open(hex),
            Crossing::Either(left, right) => open(left) || open(right),
        })
    }

    fn is_hidden(&self, unit: UnitId) -> bool {
        self.field.unit(unit).marks.contains(Marks::HIDDEN)
    }

    /// The battle as a side may know it: the enemy's hidden units are not there, nor is anything noted of them.
    pub(crate) fn view_of(&self, side: Side, seed: u64) -> Drill {
        let hidden: Vec<UnitId> = self.field.present_of(side.other()).filter(|unit| self.is_hidden(*unit)).collect();
        let noted = hidden.iter().fold(0, |noted, unit| noted | 1 << unit.0);
        let mut scene = self.scene.clone();
        scene.tried &= !noted;
        Drill { setup: Arc::clone(&self.setup), field: self.field.without(&hidden), scene, dice: Dice::new(seed) }
    }
}

#[cfg(test)]
impl Drill {
    /// The same battle with dice of another seed that remember nothing: what no sound system does on its way.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }
}

impl System for Drill {
    fn info(&self) -> &'static SystemInfo {
        &info::INFO
    }

    fn house(&self) -> &HouseRules {
        &self.setup.house
    }

    fn field(&self) -> &Battlefield {
        &self.field
    }

    fn pending(&self) -> Pending {
        match (self.decision(), self.scene.stage) {
            (Some(decision), _) => Pending::Decide(decision),
            (None, Stage::Over(ending)) => Pending::Over(ending.outcome()),
            (None, _) => Pending::Over(Ending { winner: None, reason: 0, points: self.points() }.outcome()),
        }
    }

    fn orders(&self) -> Vec<Order> {
        self.plain_orders()
    }

    fn stems(&self) -> Vec<Order> {
        self.pose_stems()
    }

    fn reach(&self, stem: &Order) -> Reach {
        self.stem_reach(stem)
    }

    fn check(&self, order: &Order) -> Result<(), Refusal> {
        self.examine(order)
    }

    fn resolve(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Refusal> {
        self.examine(order)?;
        self.carry_out(order, listener);
        Ok(())
    }

    fn forecast(&self, order: &Order) -> Forecast {
        self.foretell(order)
    }

    fn prospects(&self, unit: UnitId) -> Vec<Order> {
        if self.field.unit(unit).presence != Presence::OnMap {
            return Vec::new();
        }
        let mut orders = self.act_stems(unit);
        orders.extend(self.shots(unit));
        orders
    }

    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        self.menace(by, from, on, at)
    }

    fn step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<u16> {
        entry_cost(self.arm(unit), self.field.ground().terrain(from + step))
    }

    fn pace(&self, unit: UnitId) -> u16 {
        self.allowance(unit, &self.field.unit(unit).pose)
    }

    fn fire_range(&self, unit: UnitId) -> u8 {
        self.range(unit, &self.field.unit(unit).pose) as u8
    }

    fn cover(&self, unit: UnitId, pose: &Pose) -> f64 {
        self.covered(unit, pose)
    }

    fn worth(&self, unit: UnitId) -> f64 {
        f64::from(self.facts(unit).quality as u8) * 0.25 + 0.5
    }

    fn holds_ground(&self, unit: UnitId) -> bool {
        self.field.unit(unit).presence == Presence::OnMap
    }

    fn sees(&self, from: Hex, to: Hex) -> bool {
        let ends = [from, to].map(|hex| self.field.unit_at(hex).unwrap_or(UnitId(u8::MAX)));
        self.sees_past(from, to, ends)
    }

    fn fire_arc(&self, unit: UnitId, pose: &Pose) -> FireArc {
        let (range, stands) = (self.range(unit, pose), self.field.unit(unit).stands);
        let print = self.field.footprint_at(unit, pose);
        let grid = self.field.ground().grid();
        let band = |hex: Hex| {
            let far = print.front().iter().map(|stand| stand.distance(hex)).min().unwrap_or(i32::MAX);
            (far <= range && odds::before(pose, stands, hex)).then_some((hex, u8::from(far > 1)))
        };
        let hexes = pose.anchor.within(range + i32::from(stands)).filter(|hex| grid.contains(*hex)).filter_map(band);
        FireArc { bands: vec![String::from("close"), String::from("long")], hexes: hexes.collect() }
    }

    fn card(&self, unit: UnitId) -> Card {
        let (info, state) = (self.field.roster().unit(unit), self.field.unit(unit));
        Card {
            title: format!("{} {}", info.label, info.name),
            subtitle: format!("{} {}", self.facts(unit).quality.name(), info.class.to_lowercase()),
            rows: vec![
                ("Strength", format!("{} of {} SP", state.strength, state.full)),
                ("Formation", state.pose.formation.to_string()),
                ("Moves", format!("{} hexes", self.pace(unit) / info::HEX)),
            ],
        }
    }

    fn reference(&self) -> Vec<Sheet> {
        roster::sheets()
    }

    fn state(&self) -> Vec<u8> {
        // Writing plain numbers into memory cannot fail.
        postcard::to_stdvec(&(&self.field, &self.scene, self.dice.counts())).unwrap_or_default()
    }

    fn audit(&self) -> Result<(), String> {
        self.field.audit()?;
        match self.scene.pool.iter().find(|pool| **pool > 6 + 6 + info::BANK_LIMIT as u8) {
            Some(pool) => Err(format!("an order pool holds {pool}, expected at most {}", 12 + info::BANK_LIMIT)),
            None => Ok(()),
        }
    }

    fn view(&self, side: Side, seed: u64) -> Box<dyn System> {
        Box::new(self.view_of(side, seed))
    }

    fn copy(&self) -> Box<dyn System> {
        Box::new(self.clone())
    }

    fn resign(&mut self, side: Side, listener: &mut dyn Listener) {
        let points = self.points();
        self.end(Ending { winner: Some(side.other()), reason: 3, points }, listener);
    }
}
