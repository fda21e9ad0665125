//! What is fixed for a battle: rules in force, what units and leaders are, reinforcements, how it is won.

use battle::{HouseRules, LeaderId, MapEdge, Reinforcement, Side, UnitId, Victory};
use hexes::{Facing, Hex};

use crate::Rules;

/// One leader.
#[derive(Clone, Debug)]
pub struct Leader<P> {
    /// Whose.
    pub side: Side,
    /// What he is.
    pub post: P,
}

/// All that is fixed for a battle.
#[derive(Debug)]
pub struct Setting<R: Rules> {
    /// As chosen.
    pub house: HouseRules,
    /// Readings and options in force.
    pub options: R::Options,
    /// What units are, by number.
    pub profiles: Vec<R::Profile>,
    /// Leaders by number.
    pub leaders: Vec<Leader<R::Post>>,
    /// Reinforcements.
    pub groups: Vec<Reinforcement>,
    /// The group each unit comes with, by unit.
    pub group_of: Vec<Option<u8>>,
    /// Deployment zones by side.
    pub zones: [Vec<Hex>; 2],
    /// Whether both sides deploy first.
    pub free_deployment: bool,
    /// How objectives decide.
    pub victory: Victory,
    /// Who goes first, where the scenario says so.
    pub first_side: Side,
    /// The facing toward each side's own table edge.
    pub home: [Facing; 2],
    /// What only this system fixes.
    pub fixed: R::Fixed,
}

impl<R: Rules> Setting<R> {
    /// A side's own edge of the map.
    #[must_use]
    pub const fn edge(&self, side: Side) -> MapEdge {
        MapEdge::of(self.home[side.index()])
    }

    /// What a unit is.
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &R::Profile {
        &self.profiles[unit.index()]
    }

    /// A leader.
    #[must_use]
    pub fn leader(&self, leader: LeaderId) -> &Leader<R::Post> {
        &self.leaders[leader.index()]
    }

    /// The leaders of a side.
    pub fn leaders_of(&self, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
        let own = move |place: &usize| self.leaders[*place].side == side;
        (0..self.leaders.len()).filter(own).map(|place| LeaderId(place as u8))
    }
}
