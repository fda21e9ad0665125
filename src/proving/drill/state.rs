//! What a drill battle knows besides the battlefield: where in the turn it is, the order pools, fixed facts of units.

use battle::{
    Arm, Arrangement, Formation, HouseRules, Outcome, Pose, Quality, Reinforcement, Side, Terrain, Troop, UnitId,
    Victory,
};
use hexes::Hex;
use serde::{Deserialize, Serialize};

use super::info;

/// Where the battle is: what is asked of whom.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Stage {
    /// A side deploys.
    Deploy(Side),
    /// A side gives orders.
    Command(Side),
    /// A side moves.
    Act(Side),
    /// The target of a charge answers; the charger will stand as the pose says.
    React { charger: UnitId, target: UnitId, to: Pose },
    /// The winner of a fight goes on or halts.
    Follow(UnitId),
    /// A side fires.
    Fire(Side),
    /// A side rallies.
    Rally(Side),
    /// It is over.
    Over(Ending),
}

/// The outcome in a form that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ending {
    pub winner: Option<Side>,
    pub reason: u8,
    pub points: [i16; 2],
}

/// Reasons by their number in [`Ending`].
pub(super) const REASONS: [battle::Reason; 4] =
    [battle::Reason::Objectives, battle::Reason::Losses, battle::Reason::Destruction, battle::Reason::Resigned];

impl Ending {
    pub fn outcome(self) -> Outcome {
        Outcome { winner: self.winner, reason: REASONS[usize::from(self.reason)], points: self.points }
    }
}

/// Everything that changes and is not on the battlefield.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Scene {
    pub stage: Stage,
    /// Orders left to give.
    pub pool: [u8; 2],
    /// Orders kept for the next turn.
    pub bank: [u8; 2],
    /// Leaders sent this turn, a bit each.
    pub led: u32,
    /// Units that tried to rally this turn, and before the battle those that were placed, a bit each.
    pub tried: u64,
}

/// Fixed facts of a unit that only the drill knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub arm: Arm,
    pub quality: Quality,
    pub steady: bool,
    /// The group of reinforcements it comes with.
    pub arrives: Option<usize>,
}

/// What never changes during a battle; shared by every copy.
#[derive(Debug)]
pub(super) struct Setup {
    pub house: HouseRules,
    pub volleys: bool,
    pub extra_orders: u8,
    pub finding: i32,
    pub facts: Vec<Facts>,
    pub groups: Vec<Reinforcement>,
    pub zones: [Vec<Hex>; 2],
    pub victory: Victory,
    pub first: Side,
}

/// The formations that an arm knows with that many stands.
pub(super) fn formations(arm: Arm, stands: u8) -> Vec<Formation> {
    let half = stands.div_ceil(2).max(1);
    match arm {
        Arm::Infantry => vec![
            Formation::line(half),
            Formation::new(Arrangement::Column, 2),
            Formation::new(Arrangement::MarchColumn, 1),
        ],
        Arm::Cavalry => vec![Formation::line(stands.max(1)), Formation::new(Arrangement::Column, 2)],
        Arm::Artillery => {
            vec![Formation::new(Arrangement::Battery, stands.max(1)), Formation::new(Arrangement::Limbered, 1)]
        }
    }
}

/// How far a formation goes in a turn on open ground, in hundredths of an inch at one inch a hex.
pub(super) fn allowance(arm: Arm, formation: Formation) -> u16 {
    let hexes = match (arm, formation.arrangement) {
        (Arm::Cavalry, _) => 8,
        (_, Arrangement::MarchColumn) => 9,
        (_, Arrangement::Column) => 6,
        (_, Arrangement::Limbered) => 6,
        (_, Arrangement::Battery) => 1,
        _ => 4,
    };
    hexes * info::HEX
}

/// What a stand pays for a hex of that terrain, or `None` where it cannot go.
pub(super) fn entry_cost(arm: Arm, terrain: Terrain) -> Option<u16> {
    match terrain {
        Terrain::Water | Terrain::Impassable => None,
        woods if woods.is_woods() && arm == Arm::Artillery => None,
        Terrain::Open | Terrain::Crops => Some(info::HEX),
        _ => Some(2 * info::HEX),
    }
}

/// What the drill calls a troop.
pub(super) fn class(troop: Troop) -> &'static str {
    match troop.arm() {
        Arm::Infantry => "Foot",
        Arm::Cavalry => "Horse",
        Arm::Artillery => "Guns",
    }
}
