//! One battle under this system: the field, what the field does not show, the dice; and how things happen to it.

use std::sync::Arc;

use battle::{
    Battlefield, Dice, Event, LeaderId, Listener, Marks, Object, Pose, Presence, RollKey, Side, Thrower, Told, UnitId,
    emit,
};

use crate::odds::fall;
use crate::scene::Scene;
use crate::setting::Setting;
use crate::state::{Flags, PoolState, State};
use crate::{Class, Rules, Traits};
use battle::Pool;

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Orders.
    Orders = 1,
    /// Initiative.
    Initiative,
    /// A Move, March or Assault.
    Distance,
    /// Fire of any kind.
    Fire,
    /// Skirmish Fire.
    Skirmish,
    /// An Assaulter's pool.
    Assault,
    /// A defender's pool.
    Defence,
    /// Rally.
    Rally,
    /// Resupply.
    Resupply,
    /// Arrival of reinforcements.
    Arrival,
}

/// Who throws a roll, and at whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Throw {
    /// Who.
    pub who: Option<Object>,
    /// For which side.
    pub side: Side,
    /// At whom.
    pub against: Option<Object>,
    /// What for.
    pub why: Why,
    /// Number in the key.
    pub number: u16,
}

/// Numbers of sides in keys of rolls start here.
const SIDES: u16 = 1000;
/// Numbers of leaders in keys of rolls start here.
const LEADERS: u16 = 2000;
/// Numbers of reinforcements in keys of rolls start here.
const GROUPS: u16 = 3000;

/// A battle under Eagles Cheaper than Brain Cells.
#[derive(Clone)]
pub struct Eagles {
    pub(crate) field: Battlefield,
    pub(crate) setting: Arc<Setting>,
    pub(crate) state: State,
    pub(crate) dice: Dice,
    /// The pools as both sides knew them when Orders were rolled; what becomes of them may be a secret (EA-RES-4).
    pub(crate) rolled: Arc<[PoolState]>,
    /// What happened before the first decision.
    pub(crate) opening: Arc<[Event]>,
}

impl Eagles {
    /// The geometry of the battle as it stands.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { field: &self.field, rules: &self.setting.rules, profiles: &self.setting.profiles }
    }

    /// The rules in force.
    pub(crate) fn rules(&self) -> &Rules {
        &self.setting.rules
    }

    /// A Unit's class.
    pub(crate) fn class(&self, unit: UnitId) -> Class {
        self.setting.profiles[unit.index()].class
    }

    /// Whether a Unit has the trait.
    pub(crate) fn has(&self, unit: UnitId, traits: Traits) -> bool {
        self.setting.profiles[unit.index()].traits.intersects(traits)
    }

    /// Where a Unit stands.
    pub(crate) fn pose(&self, unit: UnitId) -> Pose {
        self.field.unit(unit).pose
    }

    /// Strength Points left.
    pub(crate) fn strength(&self, unit: UnitId) -> i16 {
        self.field.unit(unit).strength
    }

    /// Whether a Unit is on the map.
    pub(crate) fn present(&self, unit: UnitId) -> bool {
        self.field.unit(unit).presence == Presence::OnMap
    }

    /// Whether a Unit is spent (EA-UNIT-10).
    pub(crate) fn spent(&self, unit: UnitId) -> bool {
        self.strength(unit) <= 0
    }

    /// Whether a Unit shows any of the marks.
    pub(crate) fn marked(&self, unit: UnitId, marks: Marks) -> bool {
        self.field.unit(unit).marks.intersects(marks)
    }

    /// Whether a Unit has any of the flags.
    pub(crate) fn flagged(&self, unit: UnitId, flags: Flags) -> bool {
        self.state.units[unit.index()].flags.intersects(flags)
    }

    /// Sets or clears flags of a Unit.
    pub(crate) fn flag(&mut self, unit: UnitId, flags: Flags, on: bool) {
        self.state.units[unit.index()].flags.set(flags, on);
    }

    /// Uses of Orders a Unit has left.
    pub(crate) fn uses(&self, unit: UnitId) -> u8 {
        self.state.units[unit.index()].uses()
    }

    /// Whether a General is with the Unit.
    pub(crate) fn led(&self, unit: UnitId) -> bool {
        self.field.leaders_with(unit).next().is_some()
    }

    /// A Unit's label.
    pub(crate) fn name(&self, unit: UnitId) -> &str {
        &self.field.roster().unit(unit).label
    }

    /// Base width in inches as the map has it.
    pub(crate) fn width(&self) -> i32 {
        self.scene().base_width()
    }

    /// Makes something happen.
    pub(crate) fn emit(&mut self, listener: &mut dyn Listener, event: Event) {
        emit(&mut self.field, listener, event);
    }

    /// Says something.
    pub(crate) fn tell(&mut self, listener: &mut dyn Listener, told: Told) {
        self.emit(listener, Event::Told(told));
    }

    /// Sets or clears marks of a Unit, if that changes anything.
    pub(crate) fn mark(&mut self, listener: &mut dyn Listener, unit: UnitId, marks: Marks, on: bool) {
        let now = self.field.unit(unit).marks;
        if (now.contains(marks) && on) || (!now.intersects(marks) && !on) {
            return;
        }
        self.emit(listener, Event::Marked { unit, marks, on });
    }

    /// Throws a roll, tells it, and says what it came to.
    pub(crate) fn throw(&mut self, listener: &mut dyn Listener, pool: &Pool, throw: Throw) -> i16 {
        let key = RollKey::new(self.field.turn(), self.field.step(), throw.number, throw.why as u8);
        let Throw { side, who, against, .. } = throw;
        let faces = fall(&mut self.dice, pool, key);
        let roll = pool.rolled(Thrower { side, who, against, key }, faces);
        let result = roll.result;
        self.emit(listener, Event::Rolled(Box::new(roll)));
        result
    }

    /// A throw by a Unit.
    pub(crate) fn by_unit(&self, unit: UnitId, against: Option<UnitId>, why: Why) -> Throw {
        let against = against.map(Object::Unit);
        Throw { who: Some(unit.into()), side: self.field.side(unit), against, why, number: u16::from(unit.0) }
    }

    /// A throw by a leader.
    pub(crate) fn by_leader(&self, leader: LeaderId, why: Why) -> Throw {
        let side = self.setting.generals[leader.index()].side;
        Throw { who: Some(leader.into()), side, against: None, why, number: LEADERS + u16::from(leader.0) }
    }

    /// Spends one use of a Unit's Orders and takes its mark away with the last (EA-ORD-4).
    pub(crate) fn spend_order(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        self.state.units[unit.index()].spend();
        if self.uses(unit) == 0 {
            self.mark(listener, unit, Marks::ORDERED, false);
        }
    }
}

/// A throw by a side.
pub(crate) fn by_side(side: Side, why: Why) -> Throw {
    Throw { who: None, side, against: None, why, number: SIDES + side.index() as u16 }
}

/// A throw for a group of reinforcements.
pub(crate) fn by_group(side: Side, group: usize) -> Throw {
    Throw { who: None, side, against: None, why: Why::Arrival, number: GROUPS + group as u16 }
}
