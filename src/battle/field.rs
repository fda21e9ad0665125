//! The battlefield: where everybody is and in what state. [`Battlefield::apply`] is its only writer.

use std::ops::RangeInclusive;
use std::sync::Arc;

use hexes::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::rule::laid_out;
use crate::sight::Screens;
use crate::{
    Conditions, Damage, Event, Footprint, Ground, LeaderId, Marks, Object, Part, PartKind, Patch, Pose, Roster, Sense,
    Side, UnitId,
};

/// Whether a unit is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Presence {
    /// Not known to be there, in what a side is shown; or no unit of its own, but part of another.
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
    /// Strength left as a share of the start, 0 to 1; 1 also for a unit that has risen above it.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.full <= 0 { 0.0 } else { f64::from(self.strength.clamp(0, self.full)) / f64::from(self.full) }
    }

    fn print(&self) -> Footprint {
        self.pose.stands(if self.presence == Presence::OnMap { self.stands } else { 0 })
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fires: Vec<Patch>,
    #[serde(skip)]
    occupancy: Vec<u8>,
    /// Hexes that another unit has taken from one that still stands there, by place, what was taken last last.
    #[serde(skip)]
    covered: Vec<(u32, u8)>,
    #[serde(skip)]
    screens: Arc<Screens>,
    /// What each unit occupies.
    #[serde(skip)]
    prints: Vec<Footprint>,
}

impl Clone for Battlefield {
    fn clone(&self) -> Battlefield {
        laid_out();
        Battlefield {
            ground: Arc::clone(&self.ground),
            roster: Arc::clone(&self.roster),
            units: self.units.clone(),
            leaders: self.leaders.clone(),
            holders: self.holders.clone(),
            damages: self.damages.clone(),
            fires: self.fires.clone(),
            occupancy: self.occupancy.clone(),
            covered: self.covered.clone(),
            screens: Arc::clone(&self.screens),
            prints: self.prints.clone(),
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
        self.fires.clone_from(&source.fires);
        self.occupancy.clone_from(&source.occupancy);
        self.covered.clone_from(&source.covered);
        self.screens.clone_from(&source.screens);
        self.prints.clone_from(&source.prints);
    }
}

impl Battlefield {
    /// The battlefield at the start, before turn 1.
    #[must_use]
    pub fn new(muster: Muster) -> Battlefield {
        laid_out();
        let holders = muster.roster.objectives.iter().map(|objective| objective.owner).collect();
        let mut field = Battlefield {
            occupancy: vec![0; muster.ground.grid().len()],
            covered: Vec::new(),
            screens: Arc::new(Screens::new(&muster.ground)),
            ground: muster.ground,
            roster: muster.roster,
            inches_per_hex: muster.inches_per_hex.max(1),
            turn: 0,
            turn_limit: muster.turn_limit,
            step: 0,
            active: None,
            prints: muster.units.iter().map(Unit::print).collect(),
            units: muster.units,
            leaders: muster.leaders,
            holders,
            damages: Vec::new(),
            fires: Vec::new(),
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
            && (&self.damages, &self.fires) == (&other.damages, &other.fires)
            && (&self.occupancy, &self.covered) == (&other.occupancy, &other.covered)
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
    pub fn each_screen(&self, row: i16, columns: RangeInclusive<i16>, mut call: impl FnMut(i16)) {
        self.any_screen(row, columns, |column| {
            call(column);
            false
        });
    }

    /// Whether any of the columns of [`Battlefield::each_screen`] is as asked.
    pub(crate) fn any_screen(&self, row: i16, columns: RangeInclusive<i16>, asked: impl FnMut(i16) -> bool) -> bool {
        self.screens.any_in_row(row, columns, asked)
    }

    /// Whether nobody stands on the hex and its ground cannot block sight at all ([`Battlefield::each_screen`]); so are
    /// all hexes off the map.
    #[must_use]
    #[inline]
    pub fn is_clear(&self, hex: Hex) -> bool {
        let taken = |place: usize| self.occupancy[place] != 0;
        self.ground.grid().index(hex).is_none_or(|place| !taken(place) && !self.screens.has(hex))
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

    /// A unit's conditions, with what its system says of them.
    #[must_use]
    pub fn conditions(&self, unit: UnitId) -> Conditions {
        Conditions::of(self.unit(unit).marks, self.roster.marks)
    }

    /// Whether a unit shows a mark of that sense.
    #[must_use]
    pub fn shows(&self, unit: UnitId, sense: Sense) -> bool {
        self.conditions(unit).mean(sense)
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

    /// The patches of houses that burn, in the order in which they took fire.
    #[must_use]
    pub fn fires(&self) -> &[Patch] {
        &self.fires
    }

    /// Whether the houses on the hex burn.
    #[must_use]
    pub fn is_burning(&self, hex: Hex) -> bool {
        !self.fires.is_empty() && self.ground.patch(hex).is_some_and(|patch| self.fires.contains(&patch))
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
            field.print(*unit);
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
        self.prints[unit.index()]
    }

    /// The hexes that a unit would occupy in another pose.
    #[must_use]
    pub fn footprint_at(&self, unit: UnitId, pose: &Pose) -> Footprint {
        pose.stands(self.unit(unit).stands)
    }

    /// The unit with a stand on the hex.
    #[must_use]
    pub fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        self.occupant(self.ground.grid().index(hex)?)
    }

    /// The unit with a stand on the hex of that place of the grid.
    #[inline]
    pub(crate) fn occupant(&self, place: usize) -> Option<UnitId> {
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
            Event::Ignited { patch, .. } => self.fires.extend((!self.fires.contains(patch)).then_some(*patch)),
            Event::Strength { unit, to, .. } => self.units[unit.index()].strength = *to,
            Event::Rated { unit, full, .. } => self.units[unit.index()].full = *full,
            Event::Merged { unit, .. } => {
                self.occupy(*unit, false);
                self.units[unit.index()].presence = Presence::Unknown;
                self.print(*unit);
            }
            Event::Marked { unit, marks, on, .. } => self.units[unit.index()].marks.set(*marks, *on),
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
        (state.pose, state.presence) = (pose, Presence::OnMap);
        self.print(unit);
        self.occupy(unit, true);
    }

    fn reshape(&mut self, unit: UnitId, stands: u8, pose: Pose) {
        self.occupy(unit, false);
        let state = &mut self.units[unit.index()];
        (state.stands, state.pose) = (stands, pose);
        self.print(unit);
        self.occupy(unit, true);
    }

    fn print(&mut self, unit: UnitId) {
        self.prints[unit.index()] = self.unit(unit).print();
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
        self.print(unit);
    }

    /// Enters or clears the hexes of a unit on the map. A hex that it takes from another unit goes back to that one when
    /// it leaves; hexes that another has taken from it stay with that one.
    fn occupy(&mut self, unit: UnitId, present: bool) {
        let own = unit.0 + 1;
        for hex in self.footprint(unit).hexes() {
            let Some(place) = self.ground.grid().index(*hex) else { continue };
            let held = self.occupancy[place];
            if present {
                if held != 0 && held != own {
                    self.covered.push((place as u32, held));
                }
                self.occupancy[place] = own;
            } else if held == own {
                self.occupancy[place] = self.uncover(place as u32, |_| true);
            } else {
                self.uncover(place as u32, |under| under == own);
            }
        }
    }

    /// Takes out the unit that was covered last on a hex, of those wanted: as occupancy has it, 0 for none.
    fn uncover(&mut self, place: u32, wanted: impl Fn(u8) -> bool) -> u8 {
        let found = self.covered.iter().rposition(|(at, under)| *at == place && wanted(*under));
        found.map_or(0, |entry| self.covered.remove(entry).1)
    }
}
