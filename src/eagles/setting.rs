//! What is fixed for a battle: rules in force, profiles, Generals with their commands, reinforcements, how it is won.

use battle::{Arrival, HouseRules, LeaderId, Side, UnitId, Victory};
use hexes::{Facing, Hex};

use crate::{OrdersDice, Profile, Rules};

/// One General (EA-UNIT-5) or Division General (EA-OPT-14).
#[derive(Clone, Debug)]
pub(crate) struct General {
    /// Whose.
    pub side: Side,
    /// What he rolls for Orders (EA-OPT-20).
    pub dice: OrdersDice,
    /// Adds 1 to it (EA-OPT-21).
    pub efficient: bool,
    /// May save Orders (EA-OPT-17).
    pub staff: bool,
    /// Adds 1 to the Initiative die (EA-OPT-22).
    pub pip: bool,
    /// Hands his pips on (EA-OPT-23).
    pub army: bool,
    /// A marker without an Orders die (EA-OPT-14).
    pub division: bool,
    /// Where his Orders go.
    pub pool: Option<u8>,
    /// The units of his command.
    pub command: Vec<UnitId>,
}

/// One pool of Orders.
#[derive(Clone, Debug)]
pub(crate) struct PoolInfo {
    /// Whose.
    pub side: Side,
    /// Whose dice fill it; none for a side's own die.
    pub leaders: Vec<LeaderId>,
    /// Serves every Unit of the side.
    pub open: bool,
    /// Holds free Orders (EA-RES-36).
    pub free: bool,
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
    pub generals: Vec<General>,
    /// All pools.
    pub pools: Vec<PoolInfo>,
    /// The pool each unit draws on, by unit.
    pub pool_of: Vec<u8>,
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
    /// Who holds the Initiative of turn 1 (EA-INIT-1).
    pub first_side: Side,
}

impl Setting {
    /// The pools a unit may draw on: that of its command first, then those open to its side.
    pub fn pools_for(&self, unit: UnitId) -> impl Iterator<Item = usize> + '_ {
        let own = usize::from(self.pool_of[unit.index()]);
        let side = self.pools.get(own).map(|pool| pool.side);
        let open = move |(place, pool): &(usize, &PoolInfo)| *place != own && pool.open && Some(pool.side) == side;
        std::iter::once(own).chain(self.pools.iter().enumerate().filter(open).map(|(place, _)| place))
    }
}
