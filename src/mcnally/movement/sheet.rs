//! What hexes are to a unit on its way, each looked at once; friends on them and what passing them costs (MC-MOVE-13 to 16).

use std::cell::RefCell;

use battle::{Edge, Footprint, Pose, UnitId, rule};
use hexes::{Direction, Hex, HexMap, HexSet};

use crate::space::{self, Shape, body, is_mounted};
use crate::{War, ground, marks};

/// How a unit passes a friend (MC-MOVE-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Toll {
    Free,
    Half,
    Mask,
}

/// Whether a unit moves or charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Moving,
    Charging,
}

/// Whether a unit is in melee and lets nobody pass through it, whatever the kind of move (MC-MOVE-16).
pub(crate) fn is_locked(war: &War, friend: UnitId) -> bool {
    war.marked(friend, marks::CONTACT) && rule!("MC-MOVE-16")
}

/// What it costs a unit to pass a friend; none where it may not.
pub(crate) fn toll(war: &War, unit: UnitId, friend: UnitId, pace: Pace) -> Option<Toll> {
    if is_locked(war, friend) {
        return None;
    }
    let theirs = space::shape(war, friend);
    let horse = is_mounted(war, unit);
    match (space::shape(war, unit), theirs) {
        _ if !rule!("MC-MOVE-15") => None,
        (Shape::Skirmish, _) => Some(Toll::Free),
        (Shape::Limbered, Shape::Battery | Shape::Limbered | Shape::Crowd) => None,
        (Shape::Limbered, _) => Some(Toll::Half),
        (Shape::Battery, Shape::Skirmish) => Some(Toll::Half),
        (Shape::Battery, _) => None,
        (_, Shape::Crowd) => None,
        (_, Shape::Skirmish | Shape::Battery) => Some(Toll::Half),
        (_, Shape::Limbered) if !horse => Some(Toll::Half),
        (_, Shape::Limbered) => None,
        _ if horse && pace == Pace::Moving => None,
        _ => Some(Toll::Mask),
    }
}

/// Hexes next to enemies, but for those enemies.
pub(crate) fn watched(war: &War, unit: UnitId, but: &[UnitId]) -> HexSet {
    let mut watched = HexSet::new(war.field().ground().grid());
    for enemy in war.enemies(unit).filter(|enemy| !but.contains(enemy) && rule!("MC-MOVE-14")) {
        for hex in body(war, enemy).hexes() {
            for near in hex.neighbors() {
                watched.insert(near);
            }
        }
    }
    watched
}

/// Friends that a way passes and masks (MC-MOVE-15).
pub(crate) fn masked(war: &War, unit: UnitId, way: &[Pose]) -> Vec<UnitId> {
    let mut found = Vec::new();
    for hex in way.iter().flat_map(|pose| pose.stands(war.stands(unit)).hexes().to_vec()) {
        let friend = war.other_at(unit, hex).filter(|other| !found.contains(other));
        found.extend(friend.filter(|friend| toll(war, unit, *friend, Pace::Charging) == Some(Toll::Mask)));
    }
    found
}

/// It has been looked at.
const KNOWN: u8 = 1;
/// The unit may not come there.
const BARRED: u8 = 2;
/// Its ground slows the unit.
const SLOW: u8 = 4;
/// An obstacle is on one of its edges.
const FENCED: u8 = 8;
/// A friend is there that may be passed.
const FRIEND: u8 = 16;

/// What hexes are to one unit in one shape.
pub(crate) struct Sheet<'a> {
    war: &'a War,
    unit: UnitId,
    shape: Shape,
    pace: Pace,
    here: Footprint,
    watched: HexSet,
    known: RefCell<HexMap<u8>>,
}

/// What the stands of a pose meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met(u8);

impl Met {
    /// Whether any stand is on a friend that it passes.
    pub(crate) const fn is_over(self) -> bool {
        self.0 & FRIEND != 0
    }

    /// Whether any stand is on ground that slows.
    pub(crate) const fn is_slow(self) -> bool {
        self.0 & SLOW != 0
    }

    /// Whether any stand has an obstacle on an edge of its hex.
    pub(crate) const fn is_fenced(self) -> bool {
        self.0 & FENCED != 0
    }
}

impl<'a> Sheet<'a> {
    /// An empty sheet of a unit that keeps off those hexes.
    pub(crate) fn new(war: &'a War, unit: UnitId, shape: Shape, pace: Pace, watched: HexSet) -> Sheet<'a> {
        let known = RefCell::new(HexMap::filled(war.field().ground().grid(), 0));
        Sheet { war, unit, shape, pace, here: body(war, unit), watched, known }
    }

    /// What the stands of a footprint meet; none where one may not be there.
    pub(crate) fn met(&self, print: &Footprint) -> Option<Met> {
        let mut all = 0;
        for hex in print.hexes() {
            all |= self.look(*hex);
        }
        (all & BARRED == 0).then_some(Met(all))
    }

    fn look(&self, hex: Hex) -> u8 {
        let Some(known) = self.known.borrow().get(hex).copied() else { return BARRED };
        if known != 0 {
            return known;
        }
        let found = self.found(hex);
        self.known.borrow_mut()[hex] = found;
        found
    }

    fn found(&self, hex: Hex) -> u8 {
        let ground = self.war.field().ground();
        let enters = self.here.contains(hex) || ground::may_enter(self.war, self.unit, self.shape, hex);
        if self.watched.contains(hex) || !enters {
            return KNOWN | BARRED;
        }
        let fence = |way: &Direction| ground.edge(hex, *way) != Edge::default();
        let fenced = if Direction::ALL.iter().any(fence) { FENCED } else { 0 };
        let slow = if ground::slows(self.war, self.shape, hex) { SLOW } else { 0 };
        KNOWN | fenced | slow | self.passed(hex)
    }

    /// How whoever stands on a hex is passed.
    fn passed(&self, hex: Hex) -> u8 {
        let Some(other) = self.war.other_at(self.unit, hex) else { return 0 };
        let friend = self.war.side(other) == self.war.side(self.unit) && rule!("MC-MOVE-27");
        let open = friend && (self.pace == Pace::Moving || rule!("MC-CHARGE-16"));
        if open && toll(self.war, self.unit, other, self.pace).is_some() { FRIEND } else { BARRED }
    }
}
