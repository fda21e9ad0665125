//! Who touches whom: stands on neighbouring hexes, counted by the side on which they stand.

use hexes::{Direction, Facing, Hex};

use crate::{Arrangement, Battlefield, Footprint, Pose, Quarter, UnitId};

/// How a unit is touched by another: on each side, how many pairs of neighbouring stands there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// Pairs with the other stand before this unit's.
    pub front: u8,
    /// Pairs with the other stand on the left flank.
    pub left: u8,
    /// Pairs with the other stand on the right flank.
    pub right: u8,
    /// Pairs with the other stand behind.
    pub rear: u8,
}

/// The side on which a unit is touched most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MostTouched {
    /// One side has the most pairs.
    One(Quarter),
    /// Two or more have as many, in the order front, left, right, rear; at most the first two are named.
    Tie(Quarter, Quarter),
}

impl Touch {
    /// Whether there is any contact.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.pairs() > 0
    }

    /// How many pairs of neighbouring stands there are.
    #[must_use]
    pub const fn pairs(&self) -> u16 {
        self.front as u16 + self.left as u16 + self.right as u16 + self.rear as u16
    }

    /// The pairs on one side.
    #[must_use]
    pub const fn on(&self, quarter: Quarter) -> u8 {
        match quarter {
            Quarter::Front => self.front,
            Quarter::Left => self.left,
            Quarter::Right => self.right,
            Quarter::Rear => self.rear,
        }
    }

    /// The side with the most pairs, ties as such; `None` without contact.
    #[must_use]
    pub fn side(&self) -> Option<MostTouched> {
        let quarters = [Quarter::Front, Quarter::Left, Quarter::Right, Quarter::Rear];
        let most = quarters.iter().map(|quarter| self.on(*quarter)).max().filter(|most| *most > 0)?;
        let mut leading = quarters.into_iter().filter(|quarter| self.on(*quarter) == most);
        match (leading.next(), leading.next()) {
            (Some(one), Some(other)) => Some(MostTouched::Tie(one, other)),
            (one, _) => one.map(MostTouched::One),
        }
    }

    fn count(&mut self, quarter: Quarter) {
        let pairs = match quarter {
            Quarter::Front => &mut self.front,
            Quarter::Left => &mut self.left,
            Quarter::Right => &mut self.right,
            Quarter::Rear => &mut self.rear,
        };
        *pairs = pairs.saturating_add(1);
    }
}

/// The side of a stand with that facing on which a neighbour lies: two before, one on each flank, two behind.
#[must_use]
pub fn quarter(facing: Facing, direction: Direction) -> Quarter {
    match (direction.index() + 6 - facing.index()) % 6 {
        5 | 0 => Quarter::Front,
        1 => Quarter::Right,
        4 => Quarter::Left,
        _ => Quarter::Rear,
    }
}

/// The side of one of a unit's stands on which a neighbour lies. A square and a garrison have only fronts. In a march
/// column the head alone has a front and the tail alone a rear.
fn quarter_of(pose: &Pose, print: &Footprint, stand: usize, direction: Direction) -> Quarter {
    match pose.formation.arrangement {
        Arrangement::Square | Arrangement::Garrison => Quarter::Front,
        Arrangement::MarchColumn if stand > 0 => column_quarter(print, stand, direction),
        Arrangement::MarchColumn if quarter(pose.facing, direction) == Quarter::Rear => {
            if direction.index() == pose.facing.rear_left().index() { Quarter::Left } else { Quarter::Right }
        }
        _ => quarter(pose.facing, direction),
    }
}

/// In the body of a column: left and right of the way it goes, and the rear of the last stand.
fn column_quarter(print: &Footprint, stand: usize, direction: Direction) -> Quarter {
    let hexes = print.hexes();
    let Some(ahead) = hexes[stand].direction_to(hexes[stand - 1]) else { return Quarter::Rear };
    match (direction.index() + 6 - ahead.index()) % 6 {
        0..=2 => Quarter::Right,
        3 if stand + 1 == hexes.len() => Quarter::Rear,
        _ => Quarter::Left,
    }
}

/// How a unit with that pose and footprint is touched by another footprint.
#[must_use]
pub fn touch(pose: &Pose, own: &Footprint, other: &Footprint) -> Touch {
    let mut touch = Touch::default();
    for (place, stand) in own.hexes().iter().enumerate() {
        for direction in Direction::ALL {
            if other.contains(stand.neighbor(direction)) {
                touch.count(quarter_of(pose, own, place, direction));
            }
        }
    }
    touch
}

/// How `unit` is touched by `other`, both as they stand on the field.
#[must_use]
pub fn touched_by(field: &Battlefield, unit: UnitId, other: UnitId) -> Touch {
    touch(&field.unit(unit).pose, &field.footprint(unit), &field.footprint(other))
}

/// Every unit next to `unit`, in the order of their numbers, with how it is touched by them.
#[must_use]
pub fn contacts(field: &Battlefield, unit: UnitId) -> Vec<(UnitId, Touch)> {
    let print = field.footprint(unit);
    let mut near: Vec<UnitId> = neighbours(&print).filter_map(|hex| field.unit_at(hex)).collect();
    near.retain(|other| *other != unit);
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|other| (other, touched_by(field, unit, other))).collect()
}

/// The hexes around a footprint; a hex next to several stands comes several times.
fn neighbours(print: &Footprint) -> impl Iterator<Item = Hex> + '_ {
    print.hexes().iter().flat_map(|stand| stand.neighbors())
}
