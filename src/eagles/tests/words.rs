//! The words of the tests: short names for what they ask of a battle and do to it, each one call of a chapter.

use battle::{Departure, Event, LeaderId, Listener, Marks, Pool, Pose, Reach, Side, UnitId};
use hexes::Hex;

use crate::assault::{self, Fight, FightOdds, Reply};
use crate::command::{self, Price};
use crate::fire::{self, Shot};
use crate::movement::{self, Gait, NearEnemies, room};
use crate::retreat::{self, Heading, Retreat};
use crate::sight::{self, Aim, SkirmishAim};
use crate::space::measure;
use crate::space::zones::Zone;
use crate::state::{self, Flags, Frame};
use crate::terrain::{self, Cover, Feature};
use crate::{Bar, May, Umpire, War, losses};

/// Questions about geometry; poses are suppositions.
pub(crate) trait Geometry {
    fn war(&self) -> &War;

    fn advance(&self, unit: UnitId, start: &Pose, turned: bool, inches: i32, gait: Gait) -> Reach {
        movement::advance_reach(self.war(), unit, start, turned, inches, gait)
    }
    fn maneuver(&self, unit: UnitId) -> Reach {
        movement::maneuver_reach(self.war(), unit)
    }
    fn pursuit(&self, unit: UnitId) -> Reach {
        assault::follow_up_places(self.war(), unit)
    }
    fn free_turns(&self, unit: UnitId, pose: &Pose) -> Vec<Pose> {
        movement::free_turns(self.war(), unit, pose)
    }
    fn may_march(&self, unit: UnitId, pose: &Pose) -> May {
        movement::may_march_from(self.war(), unit, pose)
    }
    fn press(&self, unit: UnitId, start: &Pose, reach: i32) -> NearEnemies {
        room::near_enemies(self.war(), unit, start, reach)
    }
    fn may_end(&self, unit: UnitId, pose: &Pose, enemies: &NearEnemies) -> May {
        room::may_end(self.war(), unit, pose, enemies)
    }
    fn fits(&self, unit: UnitId, pose: &Pose) -> May {
        room::has_room(self.war(), unit, pose)
    }
    fn nearest_fit(&self, unit: UnitId, pose: &Pose, radius: i32) -> Vec<Pose> {
        room::nearest_fit(self.war(), unit, pose, radius)
    }
    fn retreat(&self, unit: UnitId, heading: Heading, widths: i32) -> Retreat {
        retreat::way_back(self.war(), unit, heading, widths)
    }
    fn approach(&self, unit: UnitId, target: UnitId) -> Result<assault::Approach, Bar> {
        assault::approach_to(self.war(), unit, target)
    }
    fn aim(&self, shooter: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<Aim> {
        sight::aim(self.war(), shooter, from, target, at)
    }
    fn skirmish_aim(&self, shooter: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<SkirmishAim> {
        sight::skirmish_aim(self.war(), shooter, from, target, at)
    }
    fn charge_aim(&self, unit: UnitId, from: &Pose, target: UnitId, at: &Pose) -> Option<Zone> {
        sight::charge_aim(self.war(), unit, from, target, at)
    }
    fn sees_hex(&self, from: Hex, to: Hex) -> bool {
        sight::sees_hex(self.war(), from, to)
    }
    fn fire_zone(&self, unit: UnitId, pose: &Pose, range: i32) -> Vec<(Hex, i32)> {
        sight::fire_zone(self.war(), unit, pose, range)
    }
    fn fire_cover(&self, shooter: &Pose, at: &Pose) -> Option<Cover> {
        terrain::fire_cover(self.war(), shooter, at)
    }
    fn rally_cover(&self, pose: &Pose) -> Option<Cover> {
        terrain::rally_cover(self.war(), pose)
    }
    fn assault_cover(&self, contact: &Pose, at: &Pose, side: Zone) -> Option<Cover> {
        terrain::assault_cover(self.war(), contact, at, side)
    }
    fn is_in(&self, pose: &Pose, feature: Feature) -> bool {
        terrain::is_in(self.war(), pose, feature)
    }
    fn astride_water(&self, pose: &Pose) -> bool {
        terrain::astride_water(self.war(), pose)
    }
    fn pivot_step_cost(&self, unit: UnitId, from: Hex, step: hexes::Direction) -> Option<u16> {
        terrain::pivot_step_cost(self.war(), unit, from, step)
    }
    fn gap(&self, unit: UnitId, pose: &Pose, other: UnitId) -> i32 {
        measure::gap(self.war(), unit, pose, other)
    }
    fn enemy_within(&self, unit: UnitId, pose: &Pose, inches: i32) -> bool {
        measure::enemy_within(self.war(), unit, pose, inches)
    }
    fn footprint(&self, pose: &Pose) -> battle::Footprint {
        measure::footprint(self.war(), pose)
    }
    fn inches(&self, hexes: i32) -> i32 {
        measure::inches(self.war(), hexes)
    }
    fn hexes(&self, inches: i32) -> i32 {
        measure::hexes(self.war(), inches)
    }
}

impl Geometry for War {
    fn war(&self) -> &War {
        self
    }
}

/// Questions about the rules, and what only an umpire does.
pub(crate) trait Play {
    fn war(&self) -> &War;
    fn war_mut(&mut self) -> &mut War;

    fn flagged(&self, unit: UnitId, flags: Flags) -> bool {
        state::flagged(self.war(), unit, flags)
    }
    fn uses(&self, unit: UnitId) -> u8 {
        command::uses(self.war(), unit)
    }
    fn purse(&self, unit: UnitId) -> i16 {
        command::orders_left(self.war(), unit)
    }
    fn price(&self, unit: UnitId) -> Option<Price> {
        command::price(self.war(), unit)
    }
    fn order_cost(&self, unit: UnitId) -> i16 {
        command::order_cost(self.war(), unit)
    }
    fn initiative_pool(&self, side: Side) -> Pool {
        command::initiative_roll(self.war(), side)
    }
    fn distance_pool(&self, unit: UnitId, gait: Gait) -> Pool {
        movement::distance_roll(self.war(), unit, gait)
    }
    fn orders_pool(&self, leader: Option<LeaderId>) -> Pool {
        command::orders_roll(self.war(), leader)
    }
    fn charge_pool(&self, unit: UnitId) -> Pool {
        assault::charge_roll(self.war(), unit)
    }
    fn exchange(&self, fight: &Fight, strengths: [i16; 2], reply: Reply, fire: Option<&Pool>) -> FightOdds {
        assault::odds(self.war(), fight, strengths, reply, fire)
    }
    fn rally_pool(&self, unit: UnitId) -> Pool {
        crate::rally::rally_roll(self.war(), unit)
    }
    fn shot_at(&self, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Pool> {
        fire::shot_at(self.war(), shooter, target, shot)
    }
    fn bout(&self, attacker: UnitId, contact: &Pose, defender: UnitId, at: &Pose, side: Zone) -> Fight {
        assault::meeting(self.war(), attacker, contact, defender, at, side)
    }
    fn assault_pool(&self, fight: &Fight, strength: i16) -> Pool {
        assault::assault_pool(self.war(), fight, strength)
    }
    fn defence_pool(&self, fight: &Fight, strength: i16, reply: Reply) -> Pool {
        assault::defence_pool(self.war(), fight, strength, reply)
    }
    fn likely(&self, fight: &Fight, contact: &Pose) -> (FightOdds, Reply, Option<Pool>) {
        assault::best_reply(self.war(), fight, contact)
    }
    /// The side whose decision is pending.
    fn deciding(&self) -> Side {
        (self.war() as &dyn battle::System).to_decide().expect("a decision")
    }
    /// The same battle in the hands of an umpire.
    fn by<'a>(&'a mut self, listener: &'a mut dyn Listener) -> Umpire<'a> {
        Umpire::new(self.war_mut(), listener)
    }
    fn roll_orders(&mut self, listener: &mut dyn Listener) {
        command::roll_orders(&mut self.by(listener));
    }
    fn roll_initiative(&mut self, listener: &mut dyn Listener) {
        command::roll_initiative(&mut self.by(listener));
    }
    fn settle_generals(&mut self, listener: &mut dyn Listener, side: Side) {
        command::order_led_units(&mut self.by(listener), side);
    }
    fn close_pools(&mut self, side: Side) {
        command::close_pools(&mut self.by(&mut battle::Deaf), side);
    }
    fn remove(&mut self, listener: &mut dyn Listener, unit: UnitId, why: Departure, clause: &'static str) {
        losses::remove(&mut self.by(listener), unit, why, clause);
    }
    fn hurt(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        hits: i16,
        cause: &'static str,
        clause: &'static str,
    ) {
        losses::hurt(&mut self.by(listener), unit, hits, cause, clause);
    }
    fn mark(&mut self, listener: &mut dyn Listener, unit: UnitId, marks: Marks, on: bool) {
        self.by(listener).mark(unit, marks, on);
    }
    fn throw(&mut self, listener: &mut dyn Listener, pool: &Pool, throw: rulebook::Throw) -> i16 {
        self.by(listener).throw(pool, throw)
    }
    fn take_objectives(&mut self, listener: &mut dyn Listener) {
        crate::sequence::take_objectives(&mut self.by(listener));
    }
    fn happens(&mut self, event: &Event) {
        self.by(&mut battle::Deaf).emit(event.clone());
    }
    fn interrupt(&mut self, frame: Frame) {
        self.by(&mut battle::Deaf).interrupt(frame);
    }
}

impl Play for War {
    fn war(&self) -> &War {
        self
    }

    fn war_mut(&mut self) -> &mut War {
        self
    }
}

/// The clause of a judgement; empty when nothing forbids it.
pub(crate) fn clause(may: May) -> &'static str {
    may.map_or_else(|bar| bar.clause(), |()| "")
}
