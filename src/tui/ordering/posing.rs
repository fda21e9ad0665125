//! The place of an order being chosen: where a unit may end, the one thought of, and the keys that step through them.

use std::collections::{BTreeMap, BTreeSet};

use battle::{Battlefield, Formation, Order, Pose, PoseOf, Reach, System};
use hexes::{Facing, Hex};

use crate::worth;

/// Hexes round the one thought of in which another formation is still one of the same place.
pub const CLOSE_BY: i32 = 3;

/// A pose being chosen.
#[derive(Clone, Debug)]
pub struct Posing {
    /// The order but for its pose.
    pub stem: Order,
    /// Where it can end.
    pub reach: Reach,
    /// The pose being thought of.
    pub ghost: Pose,
    /// Whether it can end there.
    pub allowed: bool,
    /// The places to step through, where all legal ones are too many: none where they are not.
    landmarks: Vec<Hex>,
    by_anchor: BTreeMap<Hex, Vec<usize>>,
    wanted: Facing,
}

impl Posing {
    /// Begins with the unit where it stands, or the first legal place near it. `None` when there is no place at all.
    #[must_use]
    pub fn begin(stem: Order, reach: Reach, field: &Battlefield) -> Option<Posing> {
        let first = reach.legal().next()?.pose;
        let start = stem.unit().map(|unit| field.unit(unit).pose);
        let mut by_anchor: BTreeMap<Hex, Vec<usize>> = BTreeMap::new();
        for (place, destination) in reach.places.iter().enumerate().filter(|(_, place)| place.legal) {
            by_anchor.entry(destination.pose.anchor).or_default().push(place);
        }
        let from = start.filter(|_| stem.unit().is_some_and(|unit| !field.footprint(unit).hexes().is_empty()));
        let ghost = from.unwrap_or(first);
        let mut posing =
            Posing { stem, reach, ghost, allowed: false, landmarks: Vec::new(), by_anchor, wanted: ghost.facing };
        posing.move_to(ghost.anchor);
        Some(posing)
    }

    /// The order as it stands.
    #[must_use]
    pub fn order(&self) -> Order {
        self.stem.to(self.ghost)
    }

    /// Whether only how the unit sets out is chosen, not where it ends.
    #[must_use]
    pub fn sets_out(&self, system: &dyn System) -> bool {
        system.verb(&self.stem).is_some_and(|verb| verb.pose == PoseOf::Start)
    }

    /// Why the unit cannot go there: who stands in the way and how far it gets where that shows, with the rule's own
    /// words; `None` where it can.
    #[must_use]
    pub fn refusal(&self, system: &dyn System) -> Option<String> {
        let refusal = system.check(&self.order()).err()?;
        if self.sets_out(system) {
            return Some(String::from("only how it sets out is chosen here, and it goes straight ahead"));
        }
        let cause = worth::blocked(system, &self.stem, &self.reach, &self.ghost);
        Some(match cause {
            Some(cause) if refusal.clause.is_empty() => cause,
            Some(cause) => format!("{cause} (rule {})", refusal.clause),
            None => refusal.to_string(),
        })
    }

    /// Where the place thought of is not legal, the legal one that differs least from it.
    pub fn settle(&mut self) {
        let (hex, facing) = (self.ghost.anchor, self.ghost.facing);
        let apart = |pose: &Pose| (pose.anchor.distance(hex), pose.facing.turns_to(facing), *pose);
        let nearest = self.reach.legal().map(|place| place.pose).min_by_key(apart);
        nearest.filter(|_| !self.allowed).into_iter().for_each(|pose| self.think_of(pose));
    }

    /// Thinks of that pose, which is legal.
    pub(super) fn think_of(&mut self, pose: Pose) {
        (self.ghost, self.wanted, self.allowed) = (pose, pose.facing, true);
    }

    /// Thinks of a place with that facing, legal or not.
    pub fn wish(&mut self, hex: Hex, facing: Facing) {
        self.wanted = facing;
        self.move_to(hex);
    }

    /// Begins at a hex, if the order may name it.
    pub fn start_at(&mut self, hex: Hex) {
        if self.by_anchor.contains_key(&hex) {
            self.move_to(hex);
        }
    }

    /// Steps through those places, where the order may name them.
    pub fn step_through(&mut self, landmarks: impl Iterator<Item = Hex>) {
        self.landmarks = landmarks.filter(|hex| self.by_anchor.contains_key(hex)).collect();
    }

    /// Whether it only names a hex, anywhere on the map: nobody goes there by it.
    #[must_use]
    pub fn aims(&self) -> bool {
        !self.landmarks.is_empty()
    }

    /// The next landmark, or the one before.
    fn next_landmark(&mut self, forward: bool) {
        let count = self.landmarks.len();
        let at = self.landmarks.iter().position(|hex| *hex == self.ghost.anchor);
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        };
        self.move_to(self.landmarks[next]);
    }

    /// Whether the ghost is where the unit stands and cannot stay there: no place has been thought of yet.
    #[must_use]
    pub fn at_rest(&self, field: &Battlefield) -> bool {
        !self.allowed && self.stem.unit().is_some_and(|unit| field.unit(unit).pose == self.ghost)
    }

    /// Whether all there is to choose is the facing: each is legal in one place only.
    #[must_use]
    pub fn turns_only(&self) -> bool {
        let facings: BTreeSet<Facing> = self.reach.legal().map(|place| place.pose.facing).collect();
        facings.len() > 1 && self.reach.legal().count() == facings.len()
    }

    /// The next facing round, wherever its place is.
    fn wheel(&mut self, step: i32) {
        let at = |facing: Facing| self.reach.legal().map(|place| place.pose).find(|pose| pose.facing == facing);
        if let Some(pose) = (1..6).find_map(|count| at(self.ghost.facing.rotate(step * count))) {
            (self.ghost, self.wanted, self.allowed) = (pose, pose.facing, true);
        }
    }

    /// How many of something differ among the poses on the ghost's hex.
    fn kinds<T: Ord>(&self, of: impl Fn(Pose) -> T) -> usize {
        self.poses_at(self.ghost.anchor).map(of).collect::<BTreeSet<T>>().len()
    }

    /// Whether another facing is legal here.
    #[must_use]
    pub fn can_turn(&self) -> bool {
        self.turns_only() || self.kinds(|pose| pose.facing) > 1
    }

    /// Whether another formation is legal here or close by.
    #[must_use]
    pub fn can_reform(&self) -> bool {
        self.formations().iter().any(|formation| *formation != self.ghost.formation)
    }

    /// What it costs to get there, in hundredths of an inch.
    #[must_use]
    pub fn cost(&self) -> Option<u16> {
        self.reach.legal().find(|place| place.pose == self.ghost).map(|place| place.cost)
    }

    /// The anchors on the way.
    #[must_use]
    pub fn way(&self) -> Vec<Hex> {
        let mut way: Vec<Hex> = self.reach.way(&self.ghost).iter().map(|pose| pose.anchor).collect();
        way.dedup();
        way
    }

    fn poses_at(&self, hex: Hex) -> impl Iterator<Item = Pose> + '_ {
        self.by_anchor.get(&hex).into_iter().flatten().map(|place| self.reach.places[*place].pose)
    }

    /// Puts the anchor on a hex, in the legal pose there that is nearest to what is wanted.
    pub fn move_to(&mut self, hex: Hex) {
        let formation = self.ghost.formation;
        let wanted = self.wanted;
        let nearest = self
            .poses_at(hex)
            .min_by_key(|pose| (pose.formation != formation, pose.facing.turns_to(wanted), pose.facing));
        self.allowed = nearest.is_some();
        self.ghost = nearest.unwrap_or(Pose { anchor: hex, facing: wanted, ..self.ghost });
    }

    /// Turns the facing one step, to the next legal one where the place is legal.
    pub fn turn(&mut self, clockwise: bool) {
        let step = if clockwise { 1 } else { -1 };
        if self.turns_only() {
            return self.wheel(step);
        }
        let formation = self.ghost.formation;
        let turned = (1..6).map(|count| self.ghost.facing.rotate(step * count)).find(|facing| {
            self.poses_at(self.ghost.anchor).any(|pose| pose.facing == *facing && pose.formation == formation)
        });
        let next = turned.unwrap_or(if self.allowed { self.ghost.facing } else { self.ghost.facing.rotate(step) });
        self.wanted = next;
        self.move_to(self.ghost.anchor);
    }

    /// The next formation that is legal here or close by, on the nearest hex where it is: a ring or a column is often anchored
    /// elsewhere than a line. Whether there was one.
    pub fn reform(&mut self) -> bool {
        let formations: Vec<Formation> = self.formations().into_iter().collect();
        let place = formations.iter().position(|formation| *formation == self.ghost.formation);
        let next = place.map_or(0, |place| place + 1);
        let Some(formation) = formations.get(next % formations.len().max(1)).copied() else { return false };
        if formation == self.ghost.formation {
            return false;
        }
        let (hex, wanted) = (self.ghost.anchor, self.wanted);
        let apart = |pose: &Pose| (pose.anchor.distance(hex), pose.facing.turns_to(wanted), *pose);
        let such = self.reach.legal().map(|place| place.pose).filter(|pose| pose.formation == formation);
        such.min_by_key(apart).into_iter().for_each(|pose| (self.ghost, self.allowed) = (pose, true));
        true
    }

    /// The formations that are legal here or close by.
    fn formations(&self) -> BTreeSet<Formation> {
        let near = |pose: &Pose| pose.anchor.distance(self.ghost.anchor) <= CLOSE_BY;
        self.reach.legal().map(|place| place.pose).filter(near).map(|pose| pose.formation).collect()
    }

    /// The next legal place in the order of the reach, or the one before.
    pub fn cycle(&mut self, forward: bool) {
        if !self.landmarks.is_empty() {
            return self.next_landmark(forward);
        }
        let legal: Vec<Pose> = self.reach.legal().map(|place| place.pose).collect();
        let Some(last) = legal.len().checked_sub(1) else { return };
        let next = match (legal.iter().position(|pose| *pose == self.ghost), forward) {
            (None, _) => 0,
            (Some(place), true) => {
                if place == last {
                    0
                } else {
                    place + 1
                }
            }
            (Some(0), false) => last,
            (Some(place), false) => place - 1,
        };
        self.ghost = legal[next];
        self.wanted = self.ghost.facing;
        self.allowed = true;
    }
}
