//! A reach map in the making: places with the way there, one legal place a pose.

use battle::{Destination, Pose, Reach};
use hexes::Hex;

/// Numbers for the poses of one formation around a centre.
#[derive(Clone, Copy)]
struct Slots {
    centre: Hex,
    radius: i32,
}

impl Slots {
    fn slot_count(self) -> usize {
        let width = (2 * self.radius + 1) as usize;
        6 * width * width
    }

    /// The number of a pose; `None` beyond the radius.
    fn of(self, pose: &Pose) -> Option<usize> {
        let way = pose.anchor - self.centre;
        let (q, r) = (i32::from(way.q) + self.radius, i32::from(way.r) + self.radius);
        let width = 2 * self.radius + 1;
        let inside = (0..width).contains(&q) && (0..width).contains(&r);
        inside.then(|| (6 * (q * width + r)) as usize + pose.facing.index())
    }
}

/// Collects places around a centre; of several ways to a pose the cheapest counts, of equals the first.
pub(crate) struct ReachMap {
    reach: Reach,
    slots: Slots,
    legal: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

/// Places that room is made for at once.
const MANY: usize = 256;

impl ReachMap {
    /// A reach map that begins in that pose, where the Unit may always stay, with room for `radius` hexes around it.
    pub(crate) fn from(start: &Pose, radius: i32) -> ReachMap {
        let slots = Slots { centre: start.anchor, radius };
        let legal = vec![NOWHERE; slots.slot_count()];
        let places = Vec::with_capacity((slots.slot_count() / 2).min(MANY));
        let mut map = ReachMap { reach: Reach { places }, slots, legal };
        map.add(start, 0, None, true);
        map
    }

    /// Adds a place and returns its number. A place beyond the radius is never legal.
    pub(crate) fn add(&mut self, pose: &Pose, cost: i32, previous: Option<u16>, legal: bool) -> u16 {
        let number = self.reach.places.len() as u16;
        let cost = u16::try_from(cost).unwrap_or(u16::MAX);
        let legal = legal && self.claim(pose, cost, number);
        self.reach.places.push(Destination { pose: *pose, cost, previous, legal });
        number
    }

    /// Whether the pose is a legal place already.
    pub(crate) fn knows(&self, pose: &Pose) -> bool {
        self.slots.of(pose).is_none_or(|slot| self.legal[slot] != NOWHERE)
    }

    /// The places so far.
    pub(crate) fn places(&self) -> &[Destination] {
        &self.reach.places
    }

    /// The finished map.
    pub(crate) fn done(self) -> Reach {
        self.reach
    }

    /// Makes the new place the legal one of its pose unless there is one as cheap.
    fn claim(&mut self, pose: &Pose, cost: u16, number: u16) -> bool {
        let Some(slot) = self.slots.of(pose) else { return false };
        if let Some(known) = self.reach.places.get_mut(usize::from(self.legal[slot])) {
            if known.cost <= cost {
                return false;
            }
            known.legal = false;
        }
        self.legal[slot] = number;
        true
    }
}
