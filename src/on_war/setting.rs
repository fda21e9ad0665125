//! What is fixed for a battle: rules in force, profiles, who commands what, reinforcements, how it is won.

use battle::{Arrival, HouseRules, LeaderId, Side, UnitId, Victory};
use hexes::{Facing, Hex};

use crate::{Profile, Rules};

/// What a leader is (OW-UNIT-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Post {
    /// The General.
    General,
    /// One of his adjutants.
    Adjutant,
    /// The commander of a brigade, by its place in the roster.
    Brigadier(u8),
    /// The commanding officer of a unit.
    Officer(UnitId),
}

/// One leader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leader {
    /// Whose.
    pub side: Side,
    /// What he is.
    pub post: Post,
}

/// Units that come later.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Whose.
    pub side: Side,
    /// When.
    pub arrival: Arrival,
    /// Where.
    pub entry: Vec<Hex>,
    /// Facing which way.
    pub facing: Facing,
}

/// All that is fixed for a battle.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Readings and options.
    pub rules: Rules,
    /// As chosen.
    pub house: HouseRules,
    /// By unit.
    pub profiles: Vec<Profile>,
    /// By leader.
    pub leaders: Vec<Leader>,
    /// By brigade: whether its loss counts (OW-OOB-3).
    pub counts: Vec<bool>,
    /// Reinforcements.
    pub groups: Vec<Group>,
    /// The group each unit comes with, by unit.
    pub group_of: Vec<Option<u8>>,
    /// Deployment zones by side.
    pub zones: [Vec<Hex>; 2],
    /// Whether both sides deploy first.
    pub free_deployment: bool,
    /// How objectives decide.
    pub victory: Victory,
    /// Who goes first, where the scenario says so (OW-SEQ-4).
    pub first_side: Side,
    /// The facing toward each side's own table edge.
    pub home: [Facing; 2],
}

impl Setting {
    /// The officer of a unit, if it has one.
    pub fn officer(&self, unit: UnitId) -> Option<LeaderId> {
        let place = self.leaders.iter().position(|leader| leader.post == Post::Officer(unit))?;
        Some(LeaderId(place as u8))
    }
}
