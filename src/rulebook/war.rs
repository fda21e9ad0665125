//! One battle under a rule system, and every question to it that needs no rule.

use std::borrow::Cow;
use std::sync::Arc;

use battle::{
    Battlefield, Dice, Event, LeaderId, Manner, Marks, Object, Order, Outcome, Part, Perch, Pose, Presence, Side,
    UnitId,
};
use hexes::Hex;

use crate::scratch::Scratch;
use crate::{Frame as _, PhaseId, Rules, Setting, State, Wait};

/// A battle: the field, what is fixed, what the field does not show, the dice.
#[derive(Clone, Debug)]
pub struct War<R: Rules> {
    pub(crate) field: Battlefield,
    pub(crate) setting: Arc<Setting<R>>,
    /// What changes and the field does not show.
    pub state: State<R>,
    pub(crate) dice: Dice,
    pub(crate) opening: Arc<[Event]>,
    pub(crate) scratch: Arc<Scratch<R>>,
}

/// What a roll's key is made of besides turn, step, who throws and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Nothing: in systems whose records are older than the rest.
    Roller,
    /// At whom it is thrown and in which beat of the turn, so that a unit which fires at two that charge it, or fights
    /// in two halves of a turn, has a key for each.
    Whole,
}

/// Who throws a roll, at whom, and what for.
#[derive(Clone, Copy, Debug)]
pub struct Throw {
    /// Who.
    pub who: Option<Object>,
    /// For which side.
    pub side: Side,
    /// At whom.
    pub against: Option<Object>,
    /// What for, as a system numbers it.
    pub why: u8,
    /// The number of who throws in the roll's key.
    pub number: u16,
}

/// Numbers of sides in keys of rolls start here.
const SIDES: u16 = 1000;
/// Numbers of leaders in keys of rolls start here.
const LEADERS: u16 = 2000;
/// Numbers of groups of reinforcements in keys of rolls start here.
const GROUPS: u16 = 3000;
/// Numbers of brigades in keys of rolls start here.
const BRIGADES: u16 = 4000;
/// The number of parts of buildings in keys of rolls.
const PARTS: u16 = 5000;
/// The number of hexes in keys of rolls.
const HEXES: u16 = 6000;

/// The number of an object in keys of rolls.
fn number_of(object: Object) -> u16 {
    match object {
        Object::Unit(unit) => u16::from(unit.0),
        Object::Leader(leader) => LEADERS + u16::from(leader.0),
        Object::Part(_) => PARTS,
        Object::Hex(_) => HEXES,
    }
}

impl<R: Rules> War<R> {
    /// A battle on a field as it stands, before its first step.
    #[must_use]
    pub fn on(field: Battlefield, setting: Setting<R>, dice: Dice) -> War<R> {
        let state = State::new(&setting);
        War { field, setting: Arc::new(setting), state, dice, opening: Arc::default(), scratch: Arc::default() }
    }

    /// The battle as it would be after something happened, for questions to what may be.
    #[must_use]
    pub fn supposing(&self, event: &Event) -> War<R> {
        let mut war = self.clone();
        war.field.apply(event);
        war
    }

    /// What is fixed, to change before the first step; `None` once copies of the battle share it.
    pub fn setting_mut(&mut self) -> Option<&mut Setting<R>> {
        self.scratch = Arc::default();
        Arc::get_mut(&mut self.setting)
    }

    /// The label of who acts in an order, for a refusal.
    #[must_use]
    pub fn actor_of(&self, order: &Order) -> String {
        order.actor.map_or_else(|| String::from("the unit"), |actor| self.field.label(actor))
    }

    /// The label of whom or what an order is aimed at, for a refusal.
    #[must_use]
    pub fn target_of(&self, order: &Order) -> String {
        order.target.map_or_else(|| String::from("the target"), |target| self.field.label(target))
    }

    /// The battlefield.
    #[must_use]
    pub fn field(&self) -> &Battlefield {
        &self.field
    }

    /// What is fixed.
    #[must_use]
    pub fn setting(&self) -> &Setting<R> {
        &self.setting
    }

    /// What only this system fixes.
    #[must_use]
    pub fn fixed(&self) -> &R::Fixed {
        &self.setting.fixed
    }

    /// Readings and options in force.
    #[must_use]
    pub fn options(&self) -> &R::Options {
        &self.setting.options
    }

    /// The phase the turn is in.
    #[must_use]
    pub fn phase(&self) -> PhaseId {
        PhaseId(self.field.step())
    }

    /// Whether it is that phase, and nothing interrupts it.
    #[must_use]
    pub fn is_plainly(&self, phase: PhaseId) -> bool {
        self.phase() == phase && self.state.stack.is_empty()
    }

    /// What is not finished and comes next.
    #[must_use]
    pub fn frame(&self) -> Option<&R::Frame> {
        self.state.stack.last()
    }

    /// What is asked in the middle of something.
    #[must_use]
    pub fn waits(&self) -> Option<Wait> {
        self.frame().and_then(|frame| frame.waits(self))
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<Outcome> {
        self.state.ending.map(Outcome::from)
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.ending.is_some()
    }

    /// What a unit is.
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &R::Profile {
        self.setting.profile(unit)
    }

    /// What a leader is.
    #[must_use]
    pub fn post(&self, leader: LeaderId) -> &R::Post {
        &self.setting.leader(leader).post
    }

    /// A unit's state that the field does not show.
    #[must_use]
    pub fn own(&self, unit: UnitId) -> &R::UnitState {
        &self.state.units[unit.index()]
    }

    /// A unit's state that the field does not show, to change.
    pub fn own_mut(&mut self, unit: UnitId) -> &mut R::UnitState {
        &mut self.state.units[unit.index()]
    }

    /// The side of a unit.
    #[must_use]
    pub fn side(&self, unit: UnitId) -> Side {
        self.field.side(unit)
    }

    /// Where a unit stands.
    #[must_use]
    pub fn pose(&self, unit: UnitId) -> Pose {
        self.field.unit(unit).pose
    }

    /// Stands left.
    #[must_use]
    pub fn stands(&self, unit: UnitId) -> u8 {
        self.field.unit(unit).stands
    }

    /// Strength left.
    #[must_use]
    pub fn strength(&self, unit: UnitId) -> i16 {
        self.field.unit(unit).strength
    }

    /// Whether a unit is on the map.
    #[must_use]
    pub fn present(&self, unit: UnitId) -> bool {
        self.field.unit(unit).presence == Presence::OnMap
    }

    /// Whether a unit shows any of the marks.
    #[must_use]
    pub fn marked(&self, unit: UnitId, marks: Marks) -> bool {
        self.field.unit(unit).marks.intersects(marks)
    }

    /// A unit's label.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> &str {
        &self.field.roster().unit(unit).label
    }

    /// The units of a side on the map, in the order of the roster.
    #[must_use]
    pub fn units_of(&self, side: Side) -> Vec<UnitId> {
        self.field.present_of(side).collect()
    }

    /// Whether a unit is on the map and of the side whose turn or half it is.
    #[must_use]
    pub fn is_players(&self, unit: UnitId) -> bool {
        self.present(unit) && self.side(unit) == self.state.player
    }

    /// The enemies of a unit on the map.
    pub fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.field.present_of(self.side(unit).other())
    }

    /// The unit on the hex, if it is another than that one.
    #[must_use]
    pub fn other_at(&self, unit: UnitId, hex: Hex) -> Option<UnitId> {
        self.field.unit_at(hex).filter(|there| *there != unit)
    }

    /// Whether a leader is with the unit.
    #[must_use]
    pub fn has_leader(&self, unit: UnitId) -> bool {
        self.field.leaders_with(unit).next().is_some()
    }

    /// The battle as a side knows it. Everything that decides whether an order is legal, how far a move reaches and what
    /// is foreseen is asked of this; only what then happens is asked of the truth.
    #[must_use]
    pub fn seen_by(&self, side: Side) -> Cow<'_, War<R>> {
        let hidden = R::hidden(self, side);
        if hidden.is_empty() { Cow::Borrowed(self) } else { Cow::Owned(self.without(&hidden)) }
    }

    /// The battle as it would be without those units, and with nothing known of them.
    #[must_use]
    pub fn without(&self, units: &[UnitId]) -> War<R> {
        let mut rest = self.clone();
        rest.field = self.field.without(units);
        units.iter().for_each(|unit| rest.state.units[unit.index()] = R::UnitState::default());
        let about = |frame: &R::Frame| frame.waits(self).and_then(|wait| wait.unit);
        rest.state.stack.retain(|frame| about(frame).is_none_or(|unit| !units.contains(&unit)));
        R::forget(&mut rest.state, units);
        rest
    }

    /// The battle as it would be with units standing elsewhere, for questions to what may be.
    #[must_use]
    pub fn standing(&self, poses: &[(UnitId, Pose)]) -> Cow<'_, War<R>> {
        if poses.iter().all(|(unit, pose)| self.pose(*unit) == *pose) {
            return Cow::Borrowed(self);
        }
        let mut supposed = self.clone();
        for (unit, to) in poses {
            let (path, manner) = (Vec::new(), Manner::Moved);
            supposed.field.apply(&Event::Moved { unit: *unit, to: *to, path, manner, clause: "" });
        }
        Cow::Owned(supposed)
    }

    /// The battle as a side may know it, with dice of another seed.
    #[must_use]
    pub fn view_of(&self, side: Side, seed: u64) -> War<R> {
        let mut view = self.seen_by(side).into_owned();
        view.dice = Dice::new(seed);
        R::conceal(&mut view, side);
        view
    }

    /// The dice, to ask which scripted ones have not fallen.
    #[must_use]
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// Puts other dice into the battle, for a published example or an experiment.
    pub fn set_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }

    /// Whether a thing exists, as far as this battle knows.
    #[must_use]
    pub fn knows(&self, object: Object) -> bool {
        let there = |unit: UnitId| self.field.unit(unit).presence != Presence::Unknown;
        match object {
            Object::Unit(unit) => unit.index() < self.setting.profiles.len() && there(unit),
            Object::Leader(leader) => leader.index() < self.setting.leaders.len(),
            Object::Hex(hex) => self.field.ground().grid().contains(hex),
            Object::Part(part) => part.hexes().iter().any(|hex| self.field.ground().grid().contains(*hex)),
        }
    }

    /// A throw by a unit.
    #[must_use]
    pub fn by_unit(&self, unit: UnitId, against: Option<UnitId>, why: R::Why) -> Throw {
        let against = against.map(Object::Unit);
        Throw {
            who: Some(unit.into()),
            side: self.side(unit),
            against,
            why: why.into(),
            number: number_of(unit.into()),
        }
    }

    /// A throw by a leader.
    #[must_use]
    pub fn by_leader(&self, leader: LeaderId, why: R::Why) -> Throw {
        let side = self.setting.leader(leader).side;
        let number = number_of(leader.into());
        Throw { who: Some(leader.into()), side, against: None, why: why.into(), number }
    }

    /// What a leader's marker is with, if with a unit.
    #[must_use]
    pub fn unit_of(&self, leader: LeaderId) -> Option<UnitId> {
        match self.field.leader(leader) {
            Perch::With(unit) => Some(unit),
            Perch::At(_) | Perch::Away => None,
        }
    }
}

/// The field, that account of the rest, and how often dice were thrown with equal keys, in a fixed encoding.
///
/// # Panics
/// Never: plain data in memory always encodes.
#[must_use]
pub fn account<R: Rules>(war: &War<R>, rest: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_stdvec(&(&war.field, rest, war.dice.counts())).expect("flat state always encodes")
}

impl Throw {
    /// At whom it is, as a key has it: 0 for nobody in particular.
    pub(crate) fn target(&self) -> u16 {
        self.against.map_or(0, |object| number_of(object) + 1)
    }

    /// A throw by a side.
    #[must_use]
    pub fn by_side(side: Side, why: impl Into<u8>) -> Throw {
        Throw { who: None, side, against: None, why: why.into(), number: SIDES + side.index() as u16 }
    }

    /// A throw for a group of reinforcements.
    #[must_use]
    pub fn by_group(side: Side, group: usize, why: impl Into<u8>) -> Throw {
        Throw { who: None, side, against: None, why: why.into(), number: GROUPS + group as u16 }
    }

    /// A throw for a brigade.
    #[must_use]
    pub fn by_brigade(side: Side, brigade: usize, why: impl Into<u8>) -> Throw {
        Throw { who: None, side, against: None, why: why.into(), number: BRIGADES + brigade as u16 }
    }

    /// A throw for a part of a building: its saves.
    #[must_use]
    pub fn by_part(side: Side, part: Part, why: impl Into<u8>) -> Throw {
        Throw { who: Some(Object::Part(part)), side, against: None, why: why.into(), number: PARTS }
    }
}
