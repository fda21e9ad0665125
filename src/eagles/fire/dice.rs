//! Fire, Bombardment and Skirmish Fire: who may shoot at whom, with what, and what comes of it (EA-FIRE, EA-SKIRM).

use battle::{Listener, Manner, Marks, Object, Pose, Told, UnitId, rule};

use crate::eagles::{Eagles, Why};
use crate::retreat::Heading;
use crate::sight::Aim;
use crate::space::front_centre;
use crate::state::Flags;
use crate::{Class, Traits, tables};
use battle::{Pool, Reading};

/// One way to shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shot {
    /// Fire in its own phase.
    Fire,
    /// The same with an Order spent for a die.
    Volley,
    /// Bombardment by an Action.
    Bombard,
    /// The same with one more Order spent for a die.
    Barrage,
    /// Fire at an Assaulter, or in the enemy's Actions phase, for an Order.
    Paid,
    /// Skirmish Fire.
    Skirmish,
}

impl Shot {
    /// Whether an Order is spent for a die.
    pub fn spends_for_die(self) -> bool {
        matches!(self, Shot::Volley | Shot::Barrage)
    }
}

/// A target with what it takes to rank it (EA-FIRE-6).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// Who.
    pub unit: UnitId,
    /// Nearness: lower goes first.
    pub rank: i32,
    /// Whether it is in the Front zone.
    pub front: bool,
}

impl Eagles {
    /// The range band of a distance in inches; none beyond the last (EA-FIRE-4).
    pub(crate) fn band(&self, inches: i32) -> Option<usize> {
        let width = self.width();
        tables::BANDS.iter().position(|reach| inches <= reach * width)
    }

    /// How far a Unit's Fire goes, in inches; 0 for a class without Fire.
    pub(crate) fn fire_reach(&self, unit: UnitId) -> i32 {
        match self.class(unit) {
            Class::Infantry | Class::Lights => tables::MUSKET_RANGE * self.width(),
            Class::Cavalry => 0,
            Class::Guns => tables::GUN_RANGE * self.width(),
        }
    }

    /// How far a Unit's Skirmish Fire goes, in inches (EA-SKIRM-1).
    pub(crate) fn skirmish_reach(&self, unit: UnitId) -> i32 {
        if self.has(unit, Traits::LIMITED_SKIRMISHERS) {
            rule!("EA-OPT-6");
            return tables::LIMITED_RANGE * self.width();
        }
        tables::SKIRMISH_RANGE * self.width()
    }

    /// Fire dice before modifiers at that distance (EA-FIRE-4).
    pub(crate) fn fire_dice(&self, unit: UnitId, inches: i32) -> i16 {
        rule!("EA-FIRE-4");
        if inches > self.fire_reach(unit) {
            return 0;
        }
        match self.class(unit) {
            Class::Lights => {
                rule!("EA-RES-10");
                i16::from(self.rules().lights_fire_dice)
            }
            Class::Guns => self.band(inches).map_or(0, |band| tables::GUN_DICE[band]),
            class => tables::row(class).fire_dice,
        }
    }

    /// The face that hits by Fire: the shooter's, never the target's, unless the house rule reads it so (EA-RES-9).
    fn fire_face(&self, shooter: UnitId, target: UnitId) -> u8 {
        rule!("EA-UNIT-6");
        if !self.rules().hits_by_target {
            return tables::row(self.class(shooter)).fire_need;
        }
        rule!("EA-RES-9");
        let row = tables::row(self.class(target));
        if row.fire_need > 0 { row.fire_need } else { row.assault_need }
    }

    /// The roll of a shot at a target seen like that. `from` and `at` are where both stand.
    pub(crate) fn fire_pool(
        &self,
        shooter: UnitId,
        from: &Pose,
        target: UnitId,
        at: &Pose,
        aim: &Aim,
        shot: Shot,
    ) -> Pool {
        rule!("EA-FIRE-5");
        let dice = self.fire_dice(shooter, aim.distance);
        let face = self.fire_face(shooter, target);
        let label = if self.class(shooter) == Class::Guns { "bombardment" } else { "fire" };
        let mut pool = Pool::new(label, "EA-FIRE-4", dice, Reading::Successes(face));
        if dice == 0 {
            return pool;
        }
        if let Some(cover) = self.scene().fire_cover(from, at) {
            rule!("EA-FIRE-7");
            if cover == crate::terrain::Cover::Works {
                rule!("EA-OPT-3");
            }
            pool.dice("target in cover", -1, "EA-FIRE-7");
        }
        if aim.flank_bonus {
            rule!("EA-FIRE-8");
            pool.dice("flank or rear", 1, "EA-FIRE-8");
        }
        if shot.spends_for_die() {
            rule!("EA-FIRE-9");
            pool.dice("Order spent", 1, "EA-FIRE-9");
        }
        self.fire_traits(&mut pool, shooter);
        pool
    }

    /// What the shooter's traits do to its Fire.
    pub(crate) fn fire_traits(&self, pool: &mut Pool, shooter: UnitId) {
        if self.has(shooter, Traits::MEDIUM_BATTERY) && self.class(shooter) == Class::Guns {
            rule!("EA-OPT-10");
            pool.need("Medium Battery", 1, "EA-OPT-10");
        }
        if self.has(shooter, Traits::LOW_SUPPLIES) {
            rule!("EA-OPT-11");
            pool.need("Low Supplies", 1, "EA-OPT-11");
        }
        if self.rules().volley_training
            && self.class(shooter) == Class::Infantry
            && self.flagged(shooter, Flags::WAS_ORDERED)
        {
            rule!("EA-OPT-24");
            pool.dice("volley training", 1, "EA-OPT-24");
        }
    }

    /// The roll of Skirmish Fire: one die, never modified (EA-SKIRM-1).
    pub(crate) fn skirmish_pool(&self, shooter: UnitId) -> Pool {
        rule!("EA-SKIRM-1");
        let face = tables::SKIRMISH_NEED;
        let reading = if self.has(shooter, Traits::LIGHT_RIFLES) {
            rule!("EA-OPT-7");
            Reading::SuccessOrAgain(face)
        } else {
            Reading::Successes(face)
        };
        Pool::new("skirmish fire", "EA-SKIRM-1", tables::SKIRMISH_DICE, reading)
    }

    /// What the roll at a target is, if the shooter can see it so and any die is left.
    pub(crate) fn shot_at(&self, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Pool> {
        let (from, at) = (self.pose(shooter), self.pose(target));
        if shot == Shot::Skirmish {
            return self.skirmish_sight(shooter, target).map(|_| self.skirmish_pool(shooter));
        }
        let aim = self.aim_of(shooter, target, shot)?;
        Some(self.fire_pool(shooter, &from, target, &at, &aim, shot)).filter(|pool| pool.count() > 0)
    }

    fn skirmish_sight(&self, shooter: UnitId, target: UnitId) -> Option<crate::sight::SkirmishAim> {
        let reach = self.skirmish_reach(shooter);
        if !self.close(shooter, target, reach) {
            return None;
        }
        let aim = self.scene().skirmish_aim(shooter, &self.pose(shooter), target, &self.pose(target))?;
        Some(aim).filter(|aim| aim.distance <= reach)
    }

    /// How a shooter sees a target within its reach; Defend by Fire at any side only under the house rule (EA-RES-47).
    fn aim_of(&self, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Aim> {
        let reach = self.fire_reach(shooter);
        if reach == 0 || !self.close(shooter, target, reach) {
            return None;
        }
        rule!("EA-FIRE-3");
        let (from, at) = (self.pose(shooter), self.pose(target));
        let aim = self.scene().aim(shooter, &from, target, &at).filter(|aim| aim.distance <= reach);
        if aim.is_none()
            && shot == Shot::Paid
            && self.assaulted_by(shooter, target)
            && self.rules().defend_fire_any_side
        {
            rule!("EA-RES-47");
            return Some(self.aim_aside());
        }
        aim
    }

    /// How a Unit aims at an Assaulter outside its Front zone under the house rule (EA-RES-47).
    pub(crate) fn aim_aside(&self) -> Aim {
        let distance = i32::from(self.field.inches_per_hex());
        Aim { side: crate::space::Zone::Front, flank_bonus: false, distance }
    }

    /// Whether a shooter sees a target within reach, whatever dice are left.
    pub(crate) fn in_sight(&self, shooter: UnitId, target: UnitId, shot: Shot) -> bool {
        match shot {
            Shot::Skirmish => self.skirmish_sight(shooter, target).is_some(),
            _ => self.aim_of(shooter, target, shot).is_some(),
        }
    }

    /// Quick test that a target may be within so many inches.
    fn close(&self, shooter: UnitId, target: UnitId, inches: i32) -> bool {
        let hexes = self.scene().hexes(inches);
        self.scene().near(&self.pose(shooter), &self.pose(target), hexes)
            && self.field.distance(shooter, target) <= hexes
            || self.rules().range_los_line
    }

    /// The targets a Unit may choose for that shot, in the order of the roster (EA-FIRE-6).
    pub(crate) fn targets(&self, shooter: UnitId, shot: Shot) -> Vec<UnitId> {
        let seen = self.field.present_of(self.field.side(shooter).other());
        let all: Vec<Target> = seen.filter_map(|unit| self.ranked(shooter, unit, shot)).collect();
        let unspent = all.iter().any(|target| target.front && !self.spent(target.unit));
        let counts = |target: &&Target| target.front && (!unspent || !self.spent(target.unit));
        let best = all.iter().filter(counts).map(|target| target.rank).min();
        let allowed = |target: &&Target| match best {
            Some(best) if unspent => target.front && target.rank <= best,
            Some(best) => !target.front || target.rank <= best,
            None => true,
        };
        all.iter().filter(allowed).map(|target| target.unit).collect()
    }

    /// A target and its rank; none when it cannot be shot at.
    fn ranked(&self, shooter: UnitId, unit: UnitId, shot: Shot) -> Option<Target> {
        rule!("EA-FIRE-6");
        let (distance, front) = if shot == Shot::Skirmish {
            rule!("EA-SKIRM-3");
            let aim = self.skirmish_sight(shooter, unit)?;
            (aim.distance, aim.in_front)
        } else {
            let aim = self.aim_of(shooter, unit, shot)?;
            let (from, at) = (self.pose(shooter), self.pose(unit));
            let pool = self.fire_pool(shooter, &from, unit, &at, &aim, shot);
            Some(()).filter(|()| pool.count() > 0)?;
            (aim.distance, true)
        };
        let nearest = self.rules().priority_nearest;
        if nearest {
            rule!("EA-RES-11");
        }
        let rank = if nearest { distance } else { self.band(distance)? as i32 };
        Some(Target { unit, rank, front })
    }

    /// Whether a Unit may still Fire in this Fire phase, targets apart (EA-FIRE-1, EA-FIRE-13 to 16).
    pub(crate) fn may_fire(&self, unit: UnitId) -> bool {
        rule!("EA-FIRE-1");
        rule!("EA-FIRE-11");
        if !self.present(unit) || self.marked(unit, Marks::MARCHED) || self.flagged(unit, Flags::SHOT) {
            rule!("EA-FIRE-15");
            return false;
        }
        if self.rules().one_fire_per_turn && self.flagged(unit, Flags::PAID_FIRE) {
            rule!("EA-RES-32");
            return false;
        }
        let free = self.rules().skirmish_extra || !self.flagged(unit, Flags::SKIRMISHED);
        free && match self.class(unit) {
            Class::Infantry | Class::Lights => {
                rule!("EA-FIRE-13");
                true
            }
            Class::Cavalry => {
                rule!("EA-FIRE-14");
                false
            }
            Class::Guns => self.flagged(unit, Flags::LAID) && !self.marked(unit, Marks::BOMBARDED),
        }
    }

    /// Whether a Unit may still Skirmish in this Fire phase, targets apart (EA-SKIRM-2, EA-SKIRM-4).
    pub(crate) fn may_skirmish(&self, unit: UnitId) -> bool {
        rule!("EA-SKIRM-2");
        rule!("EA-FIRE-16");
        let marched = self.marked(unit, Marks::MARCHED);
        let used = self.flagged(unit, Flags::SKIRMISHED);
        self.present(unit) && !marched && !used && (self.either_or() || !self.flagged(unit, Flags::SHOT))
    }

    /// Whether a Unit may make both Fire and Skirmish Fire in one phase (EA-SKIRM-4, EA-RES-8).
    fn either_or(&self) -> bool {
        rule!("EA-SKIRM-4");
        rule!("EA-RES-8");
        self.rules().skirmish_extra
    }

    /// Carries out a shot: the roll, the Hits, the Withdraw.
    pub(crate) fn shoot(&mut self, listener: &mut dyn Listener, shooter: UnitId, target: UnitId, shot: Shot) -> i16 {
        rule!("EA-SEQ-10");
        let Some(pool) = self.shot_at(shooter, target, shot) else { return 0 };
        let why = if shot == Shot::Skirmish { Why::Skirmish } else { Why::Fire };
        let hits = self.throw(listener, &pool, self.by_unit(shooter, Some(target), why));
        let cause = if shot == Shot::Skirmish { "skirmish fire" } else { "fire" };
        self.hurt(listener, target, hits, cause, pool.clause);
        hits
    }

    /// Hits of this shot that make the target Withdraw; none for a shot that never does (EA-FIRE-10, EA-RES-41).
    pub(crate) fn hits_to_withdraw(&self, target: UnitId, shot: Shot) -> Option<i16> {
        if !self.rules().withdraw_sum {
            return (shot != Shot::Skirmish).then_some(tables::WITHDRAW_HITS);
        }
        rule!("EA-RES-41");
        let before = i16::from(self.state.units[target.index()].hits);
        Some((tables::WITHDRAW_HITS - before).max(1))
    }

    /// Whether Hits just taken from one Fire make the target fall back (EA-FIRE-10, EA-RES-41).
    pub(crate) fn withdraws(&mut self, target: UnitId, hits: i16, shot: Shot) -> bool {
        let enough = self.hits_to_withdraw(target, shot).is_some_and(|need| hits >= need);
        if !self.rules().withdraw_sum {
            return enough;
        }
        let sum = &mut self.state.units[target.index()].hits;
        *sum = if enough { 0 } else { sum.saturating_add(hits.max(0) as u8) };
        enough
    }

    /// The target falls back one base width, straight away from the shooter (EA-FIRE-10).
    pub(crate) fn withdraw(&mut self, listener: &mut dyn Listener, shooter: UnitId, target: UnitId) {
        rule!("EA-FIRE-10");
        let rules = self.rules();
        let (from, to) = (front_centre(&self.pose(shooter), rules), self.middle(target));
        let told = Told { actor: Some(Object::Unit(target)), ..Told::new("{a} withdraws under fire", "EA-FIRE-10") };
        self.tell(listener, told);
        self.flee(listener, target, Heading::Away { from, to }, tables::WITHDRAW_WIDTHS, Manner::Withdrew);
    }

    /// The centre of a Unit that falls back from Fire: the middle of its front rank.
    fn middle(&self, unit: UnitId) -> hexes::Midpoint {
        front_centre(&self.pose(unit), self.rules())
    }

    /// A shot with all its consequences but those of an Assault.
    pub(crate) fn fire(&mut self, listener: &mut dyn Listener, shooter: UnitId, target: UnitId, shot: Shot) {
        self.note_shot(listener, shooter, shot);
        let hits = self.shoot(listener, shooter, target, shot);
        if self.withdraws(target, hits, shot) && self.present(target) {
            self.withdraw(listener, shooter, target);
        }
        self.after_bombardment(listener, shooter, shot);
    }

    /// Marks what a shot uses up.
    fn note_shot(&mut self, listener: &mut dyn Listener, shooter: UnitId, shot: Shot) {
        let guns = self.class(shooter) == Class::Guns;
        if shot.spends_for_die() {
            self.spend_order(listener, shooter);
        }
        match shot {
            Shot::Skirmish => {
                self.flag(shooter, Flags::SKIRMISHED, true);
                self.mark(listener, shooter, Marks::SKIRMISHED, true);
            }
            Shot::Fire | Shot::Volley => self.flag(shooter, Flags::SHOT, true),
            Shot::Paid => {
                rule!("EA-FIRE-12");
                self.spend_order(listener, shooter);
                self.flag(shooter, Flags::PAID_FIRE, true);
            }
            Shot::Bombard | Shot::Barrage => {}
        }
        if shot != Shot::Skirmish {
            self.mark(listener, shooter, if guns { Marks::BOMBARDED | Marks::FIRED } else { Marks::FIRED }, true);
        }
    }

    /// EA-OPT-1: the Resupply die after a Bombardment, unless it was rolled before (EA-RES-39).
    fn after_bombardment(&mut self, listener: &mut dyn Listener, unit: UnitId, shot: Shot) {
        let bombards = self.class(unit) == Class::Guns && shot != Shot::Skirmish;
        if bombards && self.rules().resupply_guns && !self.rules().resupply_before_shot {
            self.roll_resupply(listener, unit);
        }
    }
}
