//! Actions that move: rolls for distance, Move, March, Maneuver, follow-up; and what ends an Action.

use battle::{Departure, Event, Goal, Listener, Manner, Marks, Pose, Reach, UnitId, rule};

use crate::eagles::{Eagles, Why};
use crate::movement::Gait;
use crate::scene::Scene;
use crate::state::{Flags, Stage, Wait};
use crate::{Class, Rules, Traits, tables};
use battle::{Pool, Reading};

impl Eagles {
    /// The roll for how far a Unit goes, base width included, in inches (EA-MOVE-1 to 3, EA-RES-16).
    pub(crate) fn distance_pool(&self, unit: UnitId, gait: Gait) -> Pool {
        let row = tables::row(self.class(unit));
        let (label, dice) = match gait {
            Gait::Move => ("move", row.move_dice),
            Gait::March => ("march", row.march_dice),
        };
        if gait == Gait::March && self.rules().march_d6_only {
            rule!("EA-RES-16");
            return Pool::new(label, "EA-RES-16", i16::from(row.march_dice - row.move_dice), Reading::Total);
        }
        let mut pool = Pool::new(label, "EA-MOVE-1", i16::from(dice), Reading::Total);
        pool.result("base width", self.rules().base_inches as i16, "EA-MOVE-1");
        pool
    }

    /// Begins a Move or March: start turn, roll, then the owner names where it ends.
    pub(crate) fn set_off(&mut self, listener: &mut dyn Listener, unit: UnitId, start: Pose, gait: Gait) {
        let turned = start != self.pose(unit);
        if self.state.stage == Stage::Arrivals {
            self.flag(unit, Flags::FREE_MOVE, false);
        } else {
            self.spend_order(listener, unit);
        }
        self.note_move(listener, unit, if gait == Gait::March { Marks::MOVED | Marks::MARCHED } else { Marks::MOVED });
        self.turn_to(listener, unit, start, "EA-MOVE-6");
        let pool = self.distance_pool(unit, gait);
        let inches = self.throw(listener, &pool, self.by_unit(unit, None, Why::Distance));
        self.interrupt(Wait::Halt { unit, turned, inches, march: gait == Gait::March });
    }

    /// Marks a Unit as moved; Guns show their limbers (EA-OPT-4).
    fn note_move(&mut self, listener: &mut dyn Listener, unit: UnitId, marks: Marks) {
        self.mark(listener, unit, marks, true);
        if self.class(unit) == Class::Guns && self.rules().limbers {
            rule!("EA-OPT-4");
            self.mark(listener, unit, Marks::LIMBERED, true);
        }
    }

    /// Turns a Unit on the spot, if it is not so already.
    pub(crate) fn turn_to(&mut self, listener: &mut dyn Listener, unit: UnitId, to: Pose, clause: &'static str) {
        if to != self.pose(unit) {
            self.emit(listener, Event::Moved { unit, to, path: Vec::new(), manner: Manner::Turned, clause });
        }
    }

    /// Where the Unit of the pending decision may halt, or go in whatever way is asked.
    pub(crate) fn waiting_reach(&self) -> Reach {
        match self.state.wait {
            Wait::Halt { unit, turned, inches, march } => {
                let gait = if march { Gait::March } else { Gait::Move };
                self.scene().advance(unit, &self.pose(unit), turned, i32::from(inches), gait)
            }
            Wait::Short { attacker, target, side, inches } => {
                let side = crate::assault::side_at(side);
                let charge = self.scene().charge_from(attacker, &self.pose(attacker), target, side);
                charge.short(&self.scene(), i32::from(inches))
            }
            Wait::Pursue { unit } => self.follow_up(unit),
            Wait::Settle { .. } => spots(&self.state.room),
            _ => Reach::default(),
        }
    }

    /// Ends a rolled move in that pose.
    pub(crate) fn halt(&mut self, listener: &mut dyn Listener, to: Pose) {
        let (unit, manner, clause) = match self.state.wait {
            Wait::Halt { unit, march: true, .. } => (unit, Manner::Marched, "EA-MOVE-7"),
            Wait::Halt { unit, .. } => (unit, Manner::Moved, "EA-MOVE-5"),
            Wait::Short { attacker, .. } => (attacker, Manner::Moved, "EA-ASSAULT-6"),
            _ => return,
        };
        let reach = self.waiting_reach();
        self.answered();
        self.go(listener, unit, to, &reach, manner, clause);
        self.leave_by_exit(listener, unit);
    }

    /// Moves a Unit along the way of a reach; nothing happens when it is there already.
    fn go(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        to: Pose,
        reach: &Reach,
        manner: Manner,
        clause: &'static str,
    ) {
        if to == self.pose(unit) {
            return;
        }
        let way = reach.way(&to);
        let path = way.get(1..way.len().saturating_sub(1)).unwrap_or_default().to_vec();
        self.emit(listener, Event::Moved { unit, to, path, manner, clause });
    }

    /// Carries out a Maneuver (EA-MAN-1); Horse Guns may bombard after it (EA-OPT-5).
    pub(crate) fn maneuver(&mut self, listener: &mut dyn Listener, unit: UnitId, to: Pose) {
        let reach = self.scene().maneuver(unit);
        self.spend_order(listener, unit);
        let horse = self.has(unit, Traits::HORSE_GUNS) && self.class(unit) == Class::Guns;
        let fired =
            self.marked(unit, Marks::BOMBARDED | Marks::MOVED) || self.flagged(unit, Flags::OUT | Flags::RESUPPLIED);
        self.note_move(listener, unit, Marks::MANEUVERED);
        self.go(listener, unit, to, &reach, Manner::Maneuvered, "EA-MAN-1");
        self.leave_by_exit(listener, unit);
        if horse && !fired && self.present(unit) {
            rule!("EA-OPT-5");
            self.interrupt(Wait::Unlimber { unit });
        }
    }

    /// The places of a follow-up (EA-ASSAULT-23). It may end against an enemy, as in the page's example 8: a Unit
    /// driven back one base width is followed a whole one; that starts no Assault.
    pub(crate) fn follow_up(&self, unit: UnitId) -> Reach {
        let rules = Rules { contact_free: true, ..self.rules().clone() };
        Scene { rules: &rules, ..self.scene() }.pursuit(unit)
    }

    /// Whether a winning Assaulter may decline to follow up; the Impetuous may only where they cannot go (EA-OPT-9).
    pub(crate) fn may_stand(&self, unit: UnitId) -> bool {
        if !self.has(unit, Traits::IMPETUOUS) {
            return true;
        }
        rule!("EA-OPT-9");
        self.follow_up(unit).allows(&self.pose(unit))
    }

    /// Carries out a follow-up.
    pub(crate) fn pursue(&mut self, listener: &mut dyn Listener, to: Pose) {
        let Wait::Pursue { unit } = self.state.wait else { return };
        let reach = self.follow_up(unit);
        self.answered();
        let manner = if to.facing == self.pose(unit).facing { Manner::Pursued } else { Manner::Turned };
        self.go(listener, unit, to, &reach, manner, "EA-ASSAULT-23");
    }

    /// Puts a pushed-aside Unit where its owner says (EA-ASSAULT-22).
    pub(crate) fn settle(&mut self, listener: &mut dyn Listener, to: Pose) {
        let Wait::Settle { unit } = self.state.wait else { return };
        self.state.room.clear();
        self.answered();
        let (path, manner) = (Vec::new(), Manner::Displaced);
        self.emit(listener, Event::Moved { unit, to, path, manner, clause: "EA-ASSAULT-22" });
    }

    /// A Unit whose own move ends on an exit of its side leaves the map (EA-SCEN-2).
    fn leave_by_exit(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let side = self.field.side(unit);
        let print = self.field.footprint(unit);
        let exits = self.field.roster().objectives.iter().any(|objective| {
            objective.goal == Goal::Exit
                && objective.side.is_none_or(|own| own == side)
                && objective.hexes.iter().any(|hex| print.contains(*hex))
        });
        if exits {
            self.remove(listener, unit, Departure::Exited, "EA-SCEN-2");
        }
    }

    /// Whether Guns have not moved this turn (EA-MOVE-8, EA-FIRE-2); a Maneuver of Horse Guns does not count (EA-OPT-5).
    pub(crate) fn guns_unmoved(&self, unit: UnitId) -> bool {
        rule!("EA-MOVE-8");
        let horse = self.has(unit, Traits::HORSE_GUNS);
        !self.marked(unit, Marks::MOVED | Marks::MARCHED) && (horse || !self.marked(unit, Marks::MANEUVERED))
    }

    /// Carries out a Bombardment, or readies it for the Fire phase (EA-FIRE-2, EA-RES-7).
    pub(crate) fn bombard(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        target: UnitId,
        shot: crate::fire::Shot,
    ) {
        rule!("EA-FIRE-2");
        self.pay_bombardment(listener, unit);
        if self.rules().resupply_guns && self.rules().resupply_before_shot {
            rule!("EA-RES-39");
            if self.roll_resupply(listener, unit) {
                return;
            }
        }
        self.fire(listener, unit, target, shot);
    }

    /// Guns are readied to bombard in the Fire phase.
    pub(crate) fn lay(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("EA-RES-7");
        self.pay_bombardment(listener, unit);
        self.flag(unit, Flags::LAID, true);
    }

    /// A Bombardment costs an Order, but not after a Horse Battery's Maneuver nor with Resupply Guns (EA-OPT-1).
    fn pay_bombardment(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        if matches!(self.state.wait, Wait::Unlimber { .. }) {
            self.answered();
        } else if !self.rules().resupply_guns {
            self.spend_order(listener, unit);
        }
    }
}

/// A reach of those places and nothing between.
pub(crate) fn spots(poses: &[Pose]) -> Reach {
    let place = |pose: &Pose| battle::Destination { pose: *pose, cost: 0, previous: None, legal: true };
    Reach { places: poses.iter().map(place).collect() }
}
