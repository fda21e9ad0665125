//! Every number of the drill.

use battle::{Arm, Arrangement, Formation, PoseStep, Row, Terrain};

/// Cost of one hex of open ground, in hundredths of an inch on a map of one inch a hex.
pub const HEX: u16 = 100;
/// Added for a slope or a stream.
pub const CLIMB: u16 = 50;
/// Strength points of a stand.
pub const POINTS: i16 = 2;
/// Reach of muskets, in hexes.
pub const MUSKET_RANGE: i32 = 3;
/// Reach of guns, in hexes.
pub const GUN_RANGE: i32 = 8;
/// Hits that stop a charge.
pub const STOPPING_HITS: i16 = 3;
/// Hexes of a retreat.
pub const RETREAT: u8 = 3;
/// Hexes of a follow-up, as a cost.
pub const FOLLOW_LIMIT: u16 = 2 * HEX;
/// Orders that can be kept.
pub const BANK_LIMIT: i16 = 2;
/// The most orders that one die and house rules give.
pub const MOST_ORDERS: i16 = 12 + BANK_LIMIT;
/// Needed on a d6 by each die of a volley.
pub const FIRE_NEED: u8 = 5;
/// Needed on a d6 by each die of a fight.
pub const FIGHT_NEED: u8 = 4;
/// Needed on a d6 to rally.
pub const RALLY_NEED: u8 = 4;
/// Needed on a d10 to keep one's nerve: in order, in disorder.
pub const NERVE: [(&str, u8); 2] = [("in order", 4), ("in disorder", 6)];
/// How near, in hexes, the loss of a friend is felt.
pub const SHAKEN_WITHIN: i32 = 3;
/// What two dice should not pass to brace for a charge.
pub const BRACING: i16 = 7;
/// Who fails to brace by so much checks its nerve.
pub const UNNERVED: i16 = -3;
/// Shots of harassing fire of a unit, a turn.
pub const HARASSING_SHOTS: u8 = 2;
/// Reach of harassing fire, in hexes.
pub const HARASSING_RANGE: i32 = 6;
/// A d8 of harassing fire hits with this face or less.
pub const HARASSING_FACE: u8 = 2;
/// How near, in hexes, an enemy finds a hidden unit: usually, and with the house rule.
pub const FINDING: [i32; 2] = [3, 6];
/// How far a unit is moved from its written place to find room, in hexes.
pub const NUDGE: i32 = 6;

/// Steps of a unit in line, on guns or in column.
pub const STRIDES: &[PoseStep] = &[
    PoseStep::AheadLeft,
    PoseStep::AheadRight,
    PoseStep::SideLeft,
    PoseStep::SideRight,
    PoseStep::BackLeft,
    PoseStep::BackRight,
    PoseStep::WheelLeft,
    PoseStep::WheelRight,
    PoseStep::AboutFace,
];
/// Steps of a charge.
pub const CHARGE_STRIDES: &[PoseStep] =
    &[PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::WheelLeft, PoseStep::WheelRight];
/// Steps of a march column.
pub const MARCH_STRIDES: &[PoseStep] =
    &[PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::TurnLeft, PoseStep::TurnRight];

/// The formations that an arm knows with that many stands.
pub fn formations(arm: Arm, stands: u8) -> Vec<Formation> {
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
pub fn allowance(arm: Arm, formation: Formation) -> u16 {
    let hexes = match (arm, formation.arrangement) {
        (Arm::Cavalry, _) => 8,
        (_, Arrangement::MarchColumn) => 9,
        (_, Arrangement::Column) => 6,
        (_, Arrangement::Limbered) => 6,
        (_, Arrangement::Battery) => 1,
        _ => 4,
    };
    hexes * HEX
}

/// How far a unit fires, in hexes; 0 for horse, limbered guns and columns of march.
pub fn range(arm: Arm, formation: Formation) -> i32 {
    match (arm, formation.arrangement) {
        (_, Arrangement::MarchColumn | Arrangement::Limbered) | (Arm::Cavalry, _) => 0,
        (Arm::Infantry, _) => MUSKET_RANGE,
        (Arm::Artillery, _) => GUN_RANGE,
    }
}

/// What a stand pays for a hex of that terrain, or `None` where it cannot go.
pub fn entry_cost(arm: Arm, terrain: Terrain) -> Option<u16> {
    match terrain {
        Terrain::Water | Terrain::Impassable => None,
        woods if woods.is_woods() && arm == Arm::Artillery => None,
        Terrain::Open | Terrain::Crops => Some(HEX),
        _ => Some(2 * HEX),
    }
}

/// What the drill calls an arm.
pub fn class(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "Foot",
        Arm::Cavalry => "Horse",
        Arm::Artillery => "Guns",
    }
}

/// A row of a chart.
pub const fn row(from: i16, name: &'static str, value: i16) -> Row {
    Row { from, name, value }
}
