//! One battle under this system: the field, what the field does not show, the dice; and how things happen to it.

use std::borrow::Cow;
use std::sync::Arc;

use battle::{
    Battlefield, Dice, Event, LeaderId, Listener, Marks, Object, Perch, Pool, Pose, Presence, Reading, RollKey, Side,
    Thrower, Told, UnitId, emit, rule,
};

use crate::scene::Scene;
use crate::setting::{Post, Setting};
use crate::state::{State, UnitState, Wait};
use crate::{Kind, Profile, Rules, Traits};

/// What is rolled for: the last part of a roll's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Motivation of any kind.
    Motivation = 1,
    /// Skill of any kind but kills.
    Skill,
    /// Shooting.
    Hit,
    /// Saves of stands and leaders.
    Save,
    /// Firepower.
    Firepower,
    /// Kills in a mêlée.
    Kill,
    /// Bogging.
    Bog,
    /// Search for hidden units.
    Search,
    /// Wounds under a template.
    Template,
    /// Escape of leaders.
    Escape,
    /// Occupants of a breached building.
    Occupancy,
    /// A brigade's test.
    Brigade,
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

/// Numbers of leaders in keys of rolls start here.
const LEADERS: u16 = 2000;
/// Numbers of reinforcements in keys of rolls start here.
const GROUPS: u16 = 3000;
/// Numbers of brigades in keys of rolls start here.
const BRIGADES: u16 = 4000;
/// The number of parts of buildings in keys of rolls.
const PARTS: u16 = 5000;

/// A battle under On War.
#[derive(Clone)]
pub struct OnWar {
    pub(crate) field: Battlefield,
    pub(crate) setting: Arc<Setting>,
    pub(crate) state: State,
    pub(crate) dice: Dice,
    /// What happened before the first decision.
    pub(crate) opening: Arc<[Event]>,
}

impl OnWar {
    /// The geometry of the battle as it stands.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { field: &self.field, rules: &self.setting.rules, profiles: &self.setting.profiles }
    }

    /// The battle as a side knows it: enemies that are hidden are not there. Everything that decides whether an order
    /// is legal, and every shot's dice, is asked of this; only what then happens is asked of the truth.
    pub(crate) fn seen_by(&self, side: Side) -> Cow<'_, OnWar> {
        let hidden: Vec<UnitId> =
            self.field.present_of(side.other()).filter(|unit| self.marked(*unit, Marks::HIDDEN)).collect();
        if hidden.is_empty() {
            return Cow::Borrowed(self);
        }
        rule!("OW-HIDDEN-1");
        let mut seen = self.clone();
        seen.field = self.field.without(&hidden);
        hidden.iter().for_each(|unit| seen.state.units[unit.index()] = UnitState::default());
        Cow::Owned(seen)
    }

    /// The rules in force.
    pub(crate) fn rules(&self) -> &Rules {
        &self.setting.rules
    }

    /// What a unit is.
    pub(crate) fn profile(&self, unit: UnitId) -> &Profile {
        &self.setting.profiles[unit.index()]
    }

    /// A unit's arm.
    pub(crate) fn kind(&self, unit: UnitId) -> Kind {
        self.profile(unit).kind
    }

    /// Whether a unit has the trait.
    pub(crate) fn has(&self, unit: UnitId, traits: Traits) -> bool {
        self.profile(unit).traits.intersects(traits)
    }

    /// Where a unit stands.
    pub(crate) fn pose(&self, unit: UnitId) -> Pose {
        self.field.unit(unit).pose
    }

    /// Stands left.
    pub(crate) fn stands(&self, unit: UnitId) -> u8 {
        self.field.unit(unit).stands
    }

    /// Whether a unit is on the map.
    pub(crate) fn present(&self, unit: UnitId) -> bool {
        self.field.unit(unit).presence == Presence::OnMap
    }

    /// Whether a unit shows any of the marks.
    pub(crate) fn marked(&self, unit: UnitId, marks: Marks) -> bool {
        self.field.unit(unit).marks.intersects(marks)
    }

    /// A unit's private state.
    pub(crate) fn own(&self, unit: UnitId) -> &UnitState {
        &self.state.units[unit.index()]
    }

    /// A unit's private state, to change.
    pub(crate) fn own_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.state.units[unit.index()]
    }

    /// A unit's label.
    pub(crate) fn name(&self, unit: UnitId) -> &str {
        &self.field.roster().unit(unit).label
    }

    /// The units of a side on the map, in the order of the roster.
    pub(crate) fn units_of(&self, side: Side) -> Vec<UnitId> {
        self.field.present_of(side).collect()
    }

    /// The post of a leader.
    pub(crate) fn post(&self, leader: LeaderId) -> Post {
        self.setting.leaders[leader.index()].post
    }

    /// Whether a unit's own officer is with it, or an adjutant in his place (OW-CMD-4, OW-CMD-6). Batteries have none
    /// and miss none.
    pub(crate) fn is_led(&self, unit: UnitId) -> bool {
        let Some(officer) = self.setting.officer(unit) else { return true };
        let replaced = |leader: LeaderId| matches!(self.post(leader), Post::Adjutant);
        self.field.leader(officer) == Perch::With(unit) || self.field.leaders_with(unit).any(replaced)
    }

    /// Whether the General is with a unit (OW-CMD-2).
    pub(crate) fn has_general(&self, unit: UnitId) -> bool {
        self.field.leaders_with(unit).any(|leader| self.post(leader) == Post::General)
    }

    /// Whether an adjutant is with a unit (OW-CMD-4).
    pub(crate) fn has_adjutant(&self, unit: UnitId) -> bool {
        self.field.leaders_with(unit).any(|leader| self.post(leader) == Post::Adjutant)
    }

    /// The answer to the decision in the middle of something has been given.
    pub(crate) fn answered(&mut self) {
        self.state.wait = Wait::Nothing;
    }

    /// Makes something happen.
    pub(crate) fn emit(&mut self, listener: &mut dyn Listener, event: Event) {
        emit(&mut self.field, listener, event);
    }

    /// Says something.
    pub(crate) fn tell(&mut self, listener: &mut dyn Listener, told: Told) {
        self.emit(listener, Event::Told(told));
    }

    /// Sets or clears marks of a unit, if that changes anything.
    pub(crate) fn mark(&mut self, listener: &mut dyn Listener, unit: UnitId, marks: Marks, on: bool) {
        let now = self.field.unit(unit).marks;
        if (now.contains(marks) && on) || (!now.intersects(marks) && !on) {
            return;
        }
        self.emit(listener, Event::Marked { unit, marks, on });
    }

    /// A success-counting roll under OW-DICE-1 and OW-DICE-2.
    pub(crate) fn pool(&self, label: &'static str, clause: &'static str, dice: u8, face: u8) -> Pool {
        self.pool_read(label, clause, dice, Reading::Successes(face))
    }

    /// The same read in another way, such as with re-rolls.
    pub(crate) fn pool_read(&self, label: &'static str, clause: &'static str, dice: u8, reading: Reading) -> Pool {
        rule!("OW-DICE-1");
        rule!("OW-DICE-2");
        let (low, high) = if self.rules().natural_1_6 { (2, 6) } else { (1, 7) };
        Pool::new(label, clause, i16::from(dice), reading).bounded(low, high)
    }

    /// Throws a roll, tells it, and says what it came to.
    pub(crate) fn throw(&mut self, listener: &mut dyn Listener, pool: &Pool, throw: Throw) -> i16 {
        self.throw_faces(listener, pool, throw).1
    }

    /// Throws a roll, tells it, and gives the faces in the order they fell with what they came to.
    pub(crate) fn throw_faces(&mut self, listener: &mut dyn Listener, pool: &Pool, throw: Throw) -> (Vec<u8>, i16) {
        let key = RollKey::new(self.field.turn(), self.key_step(), throw.number, throw.why as u8);
        let Throw { side, who, against, .. } = throw;
        let roll = pool.throw(&mut self.dice, Thrower { side, who, against, key });
        let (shown, result) = (roll.faces.as_slice().to_vec(), roll.result);
        self.emit(listener, Event::Rolled(Box::new(roll)));
        (shown, result)
    }

    /// The step in keys of rolls: both players' halves of a turn have numbers of their own.
    fn key_step(&self) -> u8 {
        self.field.step() * 2 + self.state.player.index() as u8
    }

    /// A throw by a unit.
    pub(crate) fn by_unit(&self, unit: UnitId, against: Option<UnitId>, why: Why) -> Throw {
        let against = against.map(Object::Unit);
        Throw { who: Some(unit.into()), side: self.field.side(unit), against, why, number: u16::from(unit.0) }
    }

    /// A throw by a leader.
    pub(crate) fn by_leader(&self, leader: LeaderId, why: Why) -> Throw {
        let side = self.setting.leaders[leader.index()].side;
        Throw { who: Some(leader.into()), side, against: None, why, number: LEADERS + u16::from(leader.0) }
    }
}

/// A throw for a group of reinforcements.
pub(crate) fn by_group(side: Side, group: usize) -> Throw {
    Throw { who: None, side, against: None, why: Why::Arrival, number: GROUPS + group as u16 }
}

/// A throw for a brigade.
pub(crate) fn by_brigade(side: Side, brigade: usize) -> Throw {
    Throw { who: None, side, against: None, why: Why::Brigade, number: BRIGADES + brigade as u16 }
}

/// A throw for a part of a building: its saves.
pub(crate) fn by_part(side: Side, part: battle::Part, why: Why) -> Throw {
    Throw { who: Some(Object::Part(part)), side, against: None, why, number: PARTS }
}
