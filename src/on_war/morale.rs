//! Motivation and skill: the checks, their second throws, weak and shaken units, what losing a unit or a leader does.

use battle::{
    Changes, Departure, Event, LeaderId, Listener, Marks, Object, Perch, Pool, Reading, RollKind, Side, Told, UnitId,
    rule,
};

use crate::rules::HalfStrength;
use crate::sequence::Progress;
use crate::setting::Post;
use crate::state::Course;
use crate::tables;
use crate::war::{OnWar, Why};

/// Who lets a unit throw a failed check again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Comfort {
    name: &'static str,
    clause: &'static str,
}

impl OnWar {
    /// Whether a side's General is with a unit and within his reach of those hexes (OW-CMD-3).
    pub(crate) fn general_is_near(&self, side: Side, print: &battle::Footprint) -> bool {
        let reach = self.scene().hexes(tables::COMMAND);
        self.setting.leaders.iter().enumerate().any(|(place, leader)| {
            let id = LeaderId(place as u8);
            leader.side == side
                && leader.post == Post::General
                && matches!(self.field.leader(id), Perch::With(_))
                && self.field.leader_hex(id).is_some_and(|hex| print.distance_to(hex) <= reach)
        })
    }

    /// Who comforts a unit at a motivation check.
    fn comfort(&self, unit: UnitId) -> Option<Comfort> {
        if self.has_general(unit) {
            rule!("OW-CMD-1");
            return Some(Comfort { name: "General with it: second throw", clause: "OW-CMD-2" });
        }
        if self.has_adjutant(unit) {
            rule!("OW-CMD-4");
            return Some(Comfort { name: "adjutant with it: second throw", clause: "OW-CMD-4" });
        }
        if self.general_is_near(self.field.side(unit), &self.field.footprint(unit)) {
            rule!("OW-CMD-3");
            return Some(Comfort { name: "General near: second throw", clause: "OW-CMD-3" });
        }
        None
    }

    fn single(&self, label: &'static str, clause: &'static str, face: u8, comfort: Option<Comfort>) -> Pool {
        let reading = if comfort.is_some() { Reading::SuccessOrAgain(face) } else { Reading::Successes(face) };
        let mut pool = self.pool_read(label, clause, 1, reading).as_kind(RollKind::Test);
        if let Some(comfort) = comfort {
            rule!("OW-DICE-4");
            pool.note(comfort.name, 0, Changes::Result, comfort.clause);
        }
        pool
    }

    /// A unit's motivation check (OW-MORALE-1), with the second throw that a commander gives (OW-CMD-2 to 4).
    pub(crate) fn motivation_pool(&self, unit: UnitId, label: &'static str, clause: &'static str) -> Pool {
        rule!("OW-MORALE-1");
        rule!("OW-UNIT-4");
        if clause == "OW-HIDDEN-7" {
            rule!("OW-UNIT-6");
        }
        self.single(label, clause, tables::motivation(self.profile(unit).motivation), self.comfort(unit))
    }

    /// A unit's skill check, with the General's second throw (OW-CMD-2).
    pub(crate) fn skill_pool(&self, unit: UnitId, label: &'static str, clause: &'static str) -> Pool {
        rule!("OW-UNIT-3");
        let general = Comfort { name: "General with it: second throw", clause: "OW-CMD-2" };
        let comfort = self.has_general(unit).then_some(general);
        self.single(label, clause, tables::skill(self.profile(unit).skill), comfort)
    }

    /// The chance that a unit passes a motivation check.
    pub(crate) fn holding_chance(&self, unit: UnitId) -> f64 {
        self.motivation_pool(unit, "motivation", "OW-MORALE-1").outcome().at_least(1)
    }

    /// Makes a unit check motivation; says whether it passed.
    pub(crate) fn check_motivation(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        against: Option<UnitId>,
        label: &'static str,
        clause: &'static str,
    ) -> bool {
        let pool = self.motivation_pool(unit, label, clause);
        self.throw(listener, &pool, self.by_unit(unit, against, Why::Motivation)) > 0
    }

    /// Makes a unit check skill; says whether it passed.
    pub(crate) fn check_skill(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        against: Option<UnitId>,
        label: &'static str,
        clause: &'static str,
    ) -> bool {
        let pool = self.skill_pool(unit, label, clause);
        self.throw(listener, &pool, self.by_unit(unit, against, Why::Skill)) > 0
    }

    /// Says one sentence about one or two units.
    pub(crate) fn say(
        &mut self,
        listener: &mut dyn Listener,
        text: &'static str,
        clause: &'static str,
        actor: UnitId,
        target: Option<UnitId>,
    ) {
        let (actor, target) = (Some(Object::Unit(actor)), target.map(Object::Unit));
        self.tell(listener, Told { actor, target, ..Told::new(text, clause) });
    }

    /// Whether half of a unit's stands or more are gone.
    pub(crate) fn is_half_gone(&self, unit: UnitId) -> bool {
        i16::from(self.stands(unit)) * 2 <= self.field.unit(unit).full
    }

    /// M1: weak units, then shaken ones (OW-MORALE-2, OW-HOWITZER-6).
    pub(crate) fn morale_enter(&mut self, listener: &mut dyn Listener) {
        let player = self.state.player;
        if self.rules().half_strength == HalfStrength::EachTurn {
            rule!("OW-MORALE-2");
            for unit in self.units_of(player) {
                if self.present(unit) && self.is_half_gone(unit) && !self.marked(unit, Marks::ROUTING) {
                    self.test_weakness(listener, unit);
                }
            }
        }
        for unit in self.units_of(player) {
            if self.present(unit) && self.marked(unit, Marks::DISORIENTED) {
                self.test_shaken(listener, unit);
            }
        }
    }

    fn test_weakness(&mut self, listener: &mut dyn Listener, unit: UnitId) -> bool {
        let held = self.check_motivation(listener, unit, None, "half strength", "OW-MORALE-2");
        if !held {
            self.break_up(listener, unit);
        }
        held
    }

    /// A weak unit has failed: it routs, or is removed (OW-MORALE-3).
    fn break_up(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("OW-MORALE-3");
        if self.rules().weak_are_removed {
            return self.destroy(listener, unit, Departure::Routed, "OW-MORALE-3");
        }
        self.say(listener, "{a} breaks and runs", "OW-MORALE-3", unit, None);
        self.mark(listener, unit, Marks::HIDDEN, false);
        self.mark(listener, unit, Marks::ROUTING, true);
        self.own_mut(unit).broke_now = true;
    }

    fn test_shaken(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        rule!("OW-HOWITZER-6");
        if self.check_motivation(listener, unit, None, "disoriented", "OW-HOWITZER-6") {
            self.mark(listener, unit, Marks::DISORIENTED, false);
        }
    }

    /// With `half_strength=half_lost_in_one_turn`: a unit that has just lost half of what it began the turn with
    /// checks at once, once a turn (OW-MORALE-2). Says whether it still holds.
    pub(crate) fn test_sudden_loss(&mut self, listener: &mut dyn Listener, unit: UnitId) -> bool {
        let (then, now) = (self.own(unit).stands_then, self.stands(unit));
        let sudden = self.rules().half_strength == HalfStrength::LostInOneTurn && now < then && now * 2 <= then;
        if !sudden || !self.present(unit) || self.marked(unit, Marks::ROUTING) {
            return true;
        }
        self.own_mut(unit).stands_then = 0;
        self.test_weakness(listener, unit)
    }

    /// M1 asks nothing.
    pub(crate) fn morale_proceed(&mut self, _listener: &mut dyn Listener) -> Progress {
        Progress::Finished
    }

    /// A unit falls back; charges that lose contact or heart by it are over.
    pub(crate) fn give_way(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        from: Option<UnitId>,
        clause: &'static str,
    ) {
        if !self.present(unit) {
            return;
        }
        self.fall_back(listener, unit, from, clause);
        self.drop_charges(unit);
    }

    /// Charges of a unit that has fallen back or gone, and those on it that no longer touch it, are over.
    pub(crate) fn drop_charges(&mut self, unit: UnitId) {
        let loose: Vec<usize> = (0..self.state.charges.len())
            .filter(|place| {
                let charge = self.state.charges[*place];
                let parted = || !self.present(unit) || self.field.distance(charge.unit, charge.target) > 1;
                charge.unit == unit || (charge.target == unit && charge.course == Course::Contact && parted())
            })
            .collect();
        loose.into_iter().for_each(|place| self.state.charges[place].course = Course::Done);
    }

    /// A unit is no more: it leaves the map, and its leaders try to escape (OW-CMD-8). In this order, so that the death
    /// of a brigade commander does not test a unit that is gone (OW-MORALE-9).
    pub(crate) fn destroy(&mut self, listener: &mut dyn Listener, unit: UnitId, why: Departure, clause: &'static str) {
        if !self.present(unit) {
            return;
        }
        self.emit(listener, Event::Left { unit, why, clause });
        self.leaders_of_destroyed(listener, unit);
        self.drop_charges(unit);
    }

    /// A leader is killed: his brigade feels it (OW-MORALE-9); a unit without its officer is hampered (OW-CMD-6).
    pub(crate) fn leader_killed(&mut self, listener: &mut dyn Listener, leader: LeaderId) {
        let spot = self.field.leader_hex(leader);
        self.tell(listener, Told { actor: Some(leader.into()), ..Told::new("{a} is killed", "OW-CMD-7") });
        self.emit(listener, Event::LeaderMoved { leader, to: Perch::Away, clause: "OW-CMD-7" });
        let (Post::Brigadier(brigade), Some(spot)) = (self.post(leader), spot) else { return };
        rule!("OW-MORALE-9");
        let reach = self.scene().hexes(tables::BRIGADE_SHOCK);
        let shocked: Vec<UnitId> = self.of_brigade(brigade).filter(|unit| self.present(*unit)).collect();
        for unit in shocked {
            let near = self.present(unit) && self.field.footprint(unit).distance_to(spot) <= reach;
            if near && !self.marked(unit, Marks::ROUTING) {
                let label = "brigade commander killed";
                if !self.check_motivation(listener, unit, None, label, "OW-MORALE-9") {
                    self.give_way(listener, unit, None, "OW-MORALE-9");
                }
            }
        }
    }
}
