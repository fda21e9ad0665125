//! The battlefield: where everybody is and in what state. [`Battlefield::apply`] is its only writer.

use std::ops::RangeInclusive;
use std::sync::Arc;

use bitflags::bitflags;
use hexes::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::sight::Screens;
use crate::{Damage, Event, Footprint, Ground, LeaderId, Object, Part, PartKind, Pose, Roster, Side, UnitId};

bitflags! {
    /// Conditions of a unit that show on the map.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Marks: u32 {
        /// Moved this turn.
        const MOVED = 1;
        /// Made a long march this turn.
        const MARCHED = 1 << 1;
        /// Shot this turn.
        const FIRED = 1 << 2;
        /// Shot as artillery bombardment this turn.
        const BOMBARDED = 1 << 3;
        /// Skirmished this turn.
        const SKIRMISHED = 1 << 4;
        /// Holds an unused order.
        const ORDERED = 1 << 5;
        /// Was given an order this turn.
        const WAS_ORDERED = 1 << 6;
        /// Charged this turn.
        const CHARGED = 1 << 7;
        /// In disorder.
        const DISORDERED = 1 << 8;
        /// Much weakened.
        const WEAK = 1 << 9;
        /// Running away.
        const ROUTING = 1 << 10;
        /// Shaken by shells.
        const DISORIENTED = 1 << 11;
        /// Tired out.
        const EXHAUSTED = 1 << 12;
        /// Not seen by the enemy.
        const HIDDEN = 1 << 13;
        /// On its limbers.
        const LIMBERED = 1 << 14;
        /// Has no strength left and leaves soon.
        const SPENT = 1 << 15;
        /// Out of ammunition.
        const OUT_OF_AMMUNITION = 1 << 16;
        /// Has been hit at least once.
        const BLOODED = 1 << 17;
        /// Maneuvered this turn.
        const MANEUVERED = 1 << 18;
        /// Guns stuck in difficult going.
        const BOGGED = 1 << 19;
        /// Has shown where it is by shooting from a wood.
        const DISCLOSED = 1 << 20;
        /// Was found by a search.
        const FOUND = 1 << 21;
        /// Out of formation after a fight.
        const RAGGED = 1 << 22;
        /// Fell back this turn.
        const FELL_BACK = 1 << 23;
        /// Has lost its officer.
        const LEADERLESS = 1 << 24;
    }
}

/// Whether a unit is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Presence {
    /// Not known to be there; only in what a side is shown.
    Unknown,
    /// Still to come.
    Due,
    /// On the map.
    OnMap,
    /// Left, and why.
    Gone(Departure),
}

/// Why a unit left the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Departure {
    /// Killed, captured or overrun.
    Destroyed,
    /// Ran.
    Routed,
    /// Marched off the map by order.
    Exited,
}

/// A unit's state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Where and how it stands; meaningless unless on the map.
    pub pose: Pose,
    /// Its stands.
    pub stands: u8,
    /// Whether it is on the map.
    pub presence: Presence,
    /// Strength left, in the system's terms.
    pub strength: i16,
    /// Strength at the start.
    pub full: i16,
    /// Its conditions.
    pub marks: Marks,
}

impl Unit {
    /// Strength left as a share of the start, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.full <= 0 { 0.0 } else { f64::from(self.strength.max(0)) / f64::from(self.full) }
    }
}

/// Where a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Perch {
    /// With a unit, wherever it goes.
    With(UnitId),
    /// Alone on a hex.
    At(Hex),
    /// Not on the map.
    Away,
}

/// What stands of the battlefield before a battle begins.
#[derive(Clone, Debug)]
pub struct Muster {
    /// The ground.
    pub ground: Arc<Ground>,
    /// Who is who.
    pub roster: Arc<Roster>,
    /// Inches on a table that one hex stands for.
    pub inches_per_hex: u8,
    /// Number of turns.
    pub turn_limit: u16,
    /// Units by number.
    pub units: Vec<Unit>,
    /// Leaders by number.
    pub leaders: Vec<Perch>,
}

/// The battlefield. A copy shares ground and roster and reuses its buffers with `clone_from`.
#[derive(Debug, Serialize)]
pub struct Battlefield {
    #[serde(skip)]
    ground: Arc<Ground>,
    #[serde(skip)]
    roster: Arc<Roster>,
    inches_per_hex: u8,
    turn: u16,
    turn_limit: u16,
    step: u8,
    active: Option<Side>,
    units: Vec<Unit>,
    leaders: Vec<Perch>,
    holders: Vec<Option<Side>>,
    damages: Vec<Damage>,
    #[serde(skip)]
    occupancy: Vec<u8>,
    #[serde(skip)]
    screens: Arc<Screens>,
}

impl Clone for Battlefield {
    fn clone(&self) -> Battlefield {
        Battlefield {
            ground: Arc::clone(&self.ground),
            roster: Arc::clone(&self.roster),
            units: self.units.clone(),
            leaders: self.leaders.clone(),
            holders: self.holders.clone(),
            damages: self.damages.clone(),
            occupancy: self.occupancy.clone(),
            screens: Arc::clone(&self.screens),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Battlefield) {
        self.ground.clone_from(&source.ground);
        self.roster.clone_from(&source.roster);
        self.inches_per_hex = source.inches_per_hex;
        self.turn = source.turn;
        self.turn_limit = source.turn_limit;
        self.step = source.step;
        self.active = source.active;
        self.units.clone_from(&source.units);
        self.leaders.clone_from(&source.leaders);
        self.holders.clone_from(&source.holders);
        self.damages.clone_from(&source.damages);
        self.occupancy.clone_from(&source.occupancy);
        self.screens.clone_from(&source.screens);
    }
}

impl Battlefield {
    /// The battlefield at the start, before turn 1.
    #[must_use]
    pub fn new(muster: Muster) -> Battlefield {
        let holders = muster.roster.objectives.iter().map(|objective| objective.owner).collect();
        let mut field = Battlefield {
            occupancy: vec![0; muster.ground.grid().len()],
            screens: Arc::new(Screens::new(&muster.ground)),
            ground: muster.ground,
            roster: muster.roster,
            inches_per_hex: muster.inches_per_hex.max(1),
            turn: 0,
            turn_limit: muster.turn_limit,
            step: 0,
            active: None,
            units: muster.units,
            leaders: muster.leaders,
            holders,
            damages: Vec::new(),
        };
        for id in field.ids().collect::<Vec<_>>() {
            field.occupy(id, true);
        }
        field
    }

    /// Whether everything is as it is on another field: the same ground and roster, and the same on them.
    #[must_use]
    pub fn is_as(&self, other: &Battlefield) -> bool {
        let fixed = |field: &Battlefield| (field.inches_per_hex, field.turn_limit);
        let clock = |field: &Battlefield| (field.turn, field.step, field.active);
        Arc::ptr_eq(&self.ground, &other.ground)
            && (Arc::ptr_eq(&self.roster, &other.roster) || self.roster == other.roster)
            && (fixed(self), clock(self)) == (fixed(other), clock(other))
            && (&self.units, &self.leaders, &self.holders) == (&other.units, &other.leaders, &other.holders)
            && (&self.damages, &self.occupancy) == (&other.damages, &other.occupancy)
    }

    /// The ground.
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The ground, to share.
    #[must_use]
    pub fn shared_ground(&self) -> Arc<Ground> {
        Arc::clone(&self.ground)
    }

    /// Calls for the columns of a row, between two columns and both of them included, whose ground can block sight at
    /// all, from the left: woods, buildings and what rises above the lowest ground, at least above level 0.
    pub fn each_screen(&self, row: i16, columns: RangeInclusive<i16>, call: impl FnMut(i16)) {
        self.screens.each_in_row(row, columns, call);
    }

    /// Who is who.
    #[must_use]
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Who is who, to share.
    #[must_use]
    pub fn shared_roster(&self) -> Arc<Roster> {
        Arc::clone(&self.roster)
    }

    /// Inches on a table that one hex stands for; at least 1.
    #[must_use]
    pub fn inches_per_hex(&self) -> u8 {
        self.inches_per_hex
    }

    /// The turn, from 1; 0 before the first.
    #[must_use]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The last turn.
    #[must_use]
    pub fn turn_limit(&self) -> u16 {
        self.turn_limit
    }

    /// The step of the turn: a place in [`SystemInfo::steps`](crate::SystemInfo::steps).
    #[must_use]
    pub fn step(&self) -> u8 {
        self.step
    }

    /// The side whose step it is, if it is one side's.
    #[must_use]
    pub fn active(&self) -> Option<Side> {
        self.active
    }

    /// A unit's state.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The side a unit belongs to.
    #[must_use]
    pub fn side(&self, unit: UnitId) -> Side {
        self.roster.unit(unit).side
    }

    /// All unit numbers, on the map or not.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The units on the map.
    pub fn present(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(|id| self.unit(*id).presence == Presence::OnMap)
    }

    /// A side's units on the map.
    pub fn present_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.present().filter(move |id| self.side(*id) == side)
    }

    /// Where a leader is.
    #[must_use]
    pub fn leader(&self, leader: LeaderId) -> Perch {
        self.leaders[leader.index()]
    }

    /// The leaders with a unit, in the order of the roster.
    pub fn leaders_with(&self, unit: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
        let with = move |(_, perch): &(usize, &Perch)| **perch == Perch::With(unit);
        self.leaders.iter().enumerate().filter(with).map(|(place, _)| LeaderId(place as u8))
    }

    /// The hex a leader is drawn on: his own, or the anchor of his unit.
    #[must_use]
    pub fn leader_hex(&self, leader: LeaderId) -> Option<Hex> {
        match self.leader(leader) {
            Perch::With(unit) => Some(self.unit(unit).pose.anchor),
            Perch::At(hex) => Some(hex),
            Perch::Away => None,
        }
    }

    /// Who holds each objective, in the order of [`Roster::objectives`].
    #[must_use]
    pub fn holders(&self) -> &[Option<Side>] {
        &self.holders
    }

    /// Parts of buildings and obstacles that have taken wounds, in order.
    #[must_use]
    pub fn damages(&self) -> &[Damage] {
        &self.damages
    }

    /// How damaged a part is; no wounds when nothing has happened to it.
    #[must_use]
    pub fn damage_of(&self, part: Part) -> Damage {
        let found = self.damages.binary_search_by_key(&part, |known| known.part);
        found.map_or(Damage { part, wounds: 0, destroyed: false }, |place| self.damages[place])
    }

    /// Whether a destroyed part opens the edge of `hex` on that side.
    #[must_use]
    pub fn is_breached(&self, hex: Hex, side: Direction) -> bool {
        let open = |kind: &PartKind| self.damage_of(Part::new(hex, side, *kind)).destroyed;
        !self.damages.is_empty() && PartKind::ALL.iter().any(open)
    }

    /// The same field as somebody sees it who does not know of those units: they are [`Presence::Unknown`], their
    /// leaders are away, and the roster has no names for them.
    #[must_use]
    pub fn without(&self, unknown: &[UnitId]) -> Battlefield {
        let mut field = self.clone();
        for unit in unknown {
            field.occupy(*unit, false);
            field.units[unit.index()] = Unit {
                pose: Pose::new(Hex::default(), hexes::Facing::North, crate::Formation::line(1)),
                stands: 0,
                presence: Presence::Unknown,
                strength: 0,
                full: 0,
                marks: Marks::empty(),
            };
        }
        let with_them: Vec<LeaderId> = unknown.iter().flat_map(|unit| self.leaders_with(*unit)).collect();
        with_them.iter().for_each(|leader| field.leaders[leader.index()] = Perch::Away);
        if !unknown.is_empty() {
            field.roster = Arc::new(self.roster.without(unknown, &with_them));
        }
        field
    }

    /// The hexes of a unit on the map; nothing otherwise.
    #[must_use]
    pub fn footprint(&self, unit: UnitId) -> Footprint {
        let state = self.unit(unit);
        let stands = if state.presence == Presence::OnMap { state.stands } else { 0 };
        state.pose.stands(stands)
    }

    /// The hexes that a unit would occupy in another pose.
    #[must_use]
    pub fn footprint_at(&self, unit: UnitId, pose: &Pose) -> Footprint {
        pose.stands(self.unit(unit).stands)
    }

    /// The unit with a stand on the hex.
    #[must_use]
    pub fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        let place = self.ground.grid().index(hex)?;
        self.occupancy[place].checked_sub(1).map(UnitId)
    }

    /// Smallest distance between stands of two units on the map, in hex steps.
    #[must_use]
    pub fn distance(&self, one: UnitId, other: UnitId) -> i32 {
        self.footprint(one).distance(&self.footprint(other))
    }

    /// What an object is called: a label, or a hex.
    #[must_use]
    pub fn label(&self, object: Object) -> String {
        match object {
            Object::Unit(unit) => self.roster.unit(unit).label.clone(),
            Object::Leader(leader) => self.roster.leader(leader).label.clone(),
            Object::Hex(hex) => hex.offset().to_string(),
            Object::Part(part) => format!("the {} at {}", part.kind.name(), part.edge().0.offset()),
        }
    }

    /// Changes the field as the event says: the one writer.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { turn } => self.turn = *turn,
            Event::StepBegan { step, side } => (self.step, self.active) = (*step, *side),
            Event::Placed { unit, pose } => self.place(*unit, *pose),
            Event::Moved { unit, to, .. } => self.place(*unit, *to),
            Event::Reshaped { unit, stands, pose, .. } => self.reshape(*unit, *stands, *pose),
            Event::Damaged { part, wounds, destroyed, .. } => {
                self.damage(Damage { part: *part, wounds: *wounds, destroyed: *destroyed });
            }
            Event::Strength { unit, to, .. } => self.units[unit.index()].strength = *to,
            Event::Marked { unit, marks, on } => self.units[unit.index()].marks.set(*marks, *on),
            Event::Left { unit, why, .. } => self.remove(*unit, *why),
            Event::LeaderMoved { leader, to, .. } => self.leaders[leader.index()] = *to,
            Event::ObjectiveTaken { objective, holder } => self.holders[usize::from(*objective)] = *holder,
            Event::Rolled(_)
            | Event::Told(_)
            | Event::Ordered { .. }
            | Event::BrigadeBroke { .. }
            | Event::Ended(_) => {}
        }
    }

    fn place(&mut self, unit: UnitId, pose: Pose) {
        self.occupy(unit, false);
        let state = &mut self.units[unit.index()];
        state.pose = pose;
        state.presence = Presence::OnMap;
        self.occupy(unit, true);
    }

    fn reshape(&mut self, unit: UnitId, stands: u8, pose: Pose) {
        self.occupy(unit, false);
        let state = &mut self.units[unit.index()];
        (state.stands, state.pose) = (stands, pose);
        self.occupy(unit, true);
    }

    fn damage(&mut self, damage: Damage) {
        match self.damages.binary_search_by_key(&damage.part, |known| known.part) {
            Ok(place) => self.damages[place] = damage,
            Err(place) => self.damages.insert(place, damage),
        }
    }

    fn remove(&mut self, unit: UnitId, why: Departure) {
        self.occupy(unit, false);
        self.units[unit.index()].presence = Presence::Gone(why);
    }

    /// Enters or clears the hexes of a unit on the map. Clearing leaves hexes that another unit has taken.
    fn occupy(&mut self, unit: UnitId, present: bool) {
        let own = unit.0 + 1;
        for hex in self.footprint(unit).hexes() {
            if let Some(place) = self.ground.grid().index(*hex) {
                let there = &mut self.occupancy[place];
                match (present, *there) {
                    (true, _) => *there = own,
                    (false, held) if held == own => *there = 0,
                    (false, _) => {}
                }
            }
        }
    }

    /// Checks what must always hold: stands on the map and on hexes of their own, strengths within bounds, leaders
    /// with units that are there.
    ///
    /// # Errors
    /// A sentence naming what is wrong.
    pub fn audit(&self) -> Result<(), String> {
        for unit in self.present() {
            self.audit_unit(unit)?;
        }
        for (leader, info) in self.roster.leaders() {
            if let Perch::With(unit) = self.leader(leader)
                && self.unit(unit).presence != Presence::OnMap
            {
                return Err(format!(
                    "leader {} is with {}, which is not on the map",
                    info.label,
                    self.label(unit.into())
                ));
            }
        }
        Ok(())
    }

    fn audit_unit(&self, unit: UnitId) -> Result<(), String> {
        let label = self.label(unit.into());
        let state = self.unit(unit);
        if state.strength < 0 || state.strength > state.full {
            return Err(format!("{label} has strength {}, expected 0 to {}", state.strength, state.full));
        }
        for hex in self.footprint(unit).hexes() {
            if self.unit_at(*hex) != Some(unit) {
                return Err(format!("{label} does not have hex {} to itself", hex.offset()));
            }
        }
        Ok(())
    }
}
