//! The published charts: statistics, ranges, rates of fire, moves, saves. No logic.

use crate::profile::{Kind, Motivation, Skill};

/// One row of the table of arms (OW-UNIT-1) with its line of the ranges (OW-UNIT-7).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Which arm.
    pub kind: Kind,
    /// As shown.
    pub name: &'static str,
    /// Dice of a stand in a mêlée.
    pub attacks: u8,
    /// Face that saves a stand (OW-HIT-4).
    pub save: u8,
    /// Face that hits, ball or musket, standing still.
    pub hit: u8,
    /// Face that hits with grape; 0 without grape.
    pub grape_hit: u8,
    /// Inches of a charge (OW-ASSAULT-4); 0 for guns.
    pub assault: i32,
    /// Face of a firepower test (OW-BUILD-1).
    pub firepower: u8,
    /// Inches of musket or ball; 0 for horse without carbines too, which the trait decides.
    pub range: i32,
    /// Inches of grape; 0 without.
    pub grape_range: i32,
    /// Dice a stand, ball or musket outside a line.
    pub rate: u8,
    /// Dice a stand with grape.
    pub grape_rate: u8,
    /// Worth of a full unit among units, for commanders.
    pub worth: f64,
}

const fn foot(kind: Kind, name: &'static str, attacks: u8, worth: f64) -> Row {
    Row {
        kind,
        name,
        attacks,
        save: 4,
        hit: 5,
        grape_hit: 0,
        assault: 4,
        firepower: 6,
        range: 16,
        grape_range: 0,
        rate: 1,
        grape_rate: 0,
        worth,
    }
}

const fn horse(kind: Kind, name: &'static str, attacks: u8, assault: i32, worth: f64) -> Row {
    Row { save: 5, assault, ..foot(kind, name, attacks, worth) }
}

const fn guns(kind: Kind, name: &'static str, reach: [i32; 2], rate: [u8; 2], firepower: u8, worth: f64) -> Row {
    Row {
        kind,
        name,
        attacks: 1,
        save: 3,
        hit: 4,
        grape_hit: if rate[1] > 0 { 3 } else { 0 },
        assault: 0,
        firepower,
        range: reach[0],
        grape_range: reach[1],
        rate: rate[0],
        grape_rate: rate[1],
        worth,
    }
}

/// Sections 1.1 and 1.2.
pub(crate) const ARMS: [Row; 10] = [
    foot(Kind::Line, "Line infantry", 1, 1.0),
    foot(Kind::Light, "Light infantry", 1, 1.0),
    foot(Kind::Grenadier, "Grenadiers", 2, 1.3),
    horse(Kind::LightHorse, "Light cavalry", 2, 8, 1.0),
    horse(Kind::MediumHorse, "Medium cavalry", 2, 6, 1.0),
    horse(Kind::HeavyHorse, "Heavy cavalry", 3, 6, 1.3),
    guns(Kind::LightGuns, "Light artillery", [24, 12], [3, 6], 5, 0.9),
    guns(Kind::HorseGuns, "Horse artillery", [18, 12], [2, 4], 4, 0.9),
    guns(Kind::HeavyGuns, "Heavy artillery", [40, 0], [4, 0], 3, 1.1),
    guns(Kind::Howitzers, "Howitzers", [40, 0], [1, 0], 3, 0.9),
];

/// The row of an arm.
pub(crate) const fn row(kind: Kind) -> &'static Row {
    &ARMS[kind as usize]
}

/// Stands of a unit where the order of battle gives none (OW-UNIT-9).
pub(crate) const fn usual_stands(kind: Kind) -> u8 {
    if kind.is_guns() { 2 } else { 7 }
}

/// OW-UNIT-3.
pub(crate) const fn skill(skill: Skill) -> u8 {
    match skill {
        Skill::Conscript => 5,
        Skill::Trained => 4,
        Skill::Veteran => 3,
    }
}

/// OW-UNIT-4.
pub(crate) const fn motivation(motivation: Motivation) -> u8 {
    match motivation {
        Motivation::Reluctant => 5,
        Motivation::Confident => 4,
        Motivation::Fearless => 3,
    }
}

/// OW-UNIT-5: what two dice may come to in a search.
pub(crate) const fn initiative(skill: Skill) -> u8 {
    match skill {
        Skill::Conscript => 6,
        Skill::Trained => 7,
        Skill::Veteran => 8,
    }
}

/// OW-HIDDEN-5: inches of a search.
pub(crate) const fn search_range(skill: Skill) -> i32 {
    match skill {
        Skill::Conscript | Skill::Trained => 2,
        Skill::Veteran => 3,
    }
}

/// The formations of the move table (OW-MOVE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Column.
    Column,
    /// Line of one or two ranks, guns in battery.
    Line,
    /// Loose order.
    OpenOrder,
    /// Square.
    Square,
    /// Wedge.
    Wedge,
    /// Spread through a building.
    Garrison,
}

/// Inches a unit goes in a formation (OW-MOVE-1, OW-MOVE-3); `None` where the arm may not use it, 0 where it stands
/// fast.
pub(crate) const fn allowance(kind: Kind, shape: Shape) -> Option<i32> {
    match (shape, kind) {
        (Shape::Column, Kind::Line | Kind::Light | Kind::Grenadier) => Some(6),
        (Shape::Line, Kind::Line | Kind::Light | Kind::Grenadier | Kind::LightGuns) => Some(4),
        (Shape::Line, Kind::LightHorse) => Some(10),
        (Shape::Line, Kind::MediumHorse | Kind::HorseGuns) => Some(8),
        (Shape::Line, Kind::HeavyHorse) => Some(6),
        (Shape::Line, Kind::HeavyGuns | Kind::Howitzers) => Some(2),
        (Shape::OpenOrder, Kind::Light) => Some(6),
        (Shape::OpenOrder, Kind::LightHorse) => Some(12),
        (Shape::OpenOrder, Kind::MediumHorse | Kind::HorseGuns) => Some(10),
        (Shape::OpenOrder, Kind::HeavyHorse) => Some(8),
        (Shape::Square | Shape::Garrison, Kind::Line | Kind::Light | Kind::Grenadier) => Some(0),
        (Shape::Wedge, Kind::LightHorse) => Some(8),
        (Shape::Wedge, Kind::MediumHorse | Kind::HeavyHorse) => Some(6),
        _ => None,
    }
}

/// Inches foot and guns fall back (OW-FALL-1).
pub(crate) const FALL_BACK: i32 = 6;

/// Musket shots carry so far, and ranges above it cost 1 (OW-SHOOT-13, OW-SHOOT-14).
pub(crate) const LONG_RANGE: i32 = 16;

/// Inches within which a brigade feels its commander's death (OW-MORALE-9).
pub(crate) const BRIGADE_SHOCK: i32 = 16;

/// Inches of the General's reach (OW-CMD-3), and of leaders' last resort (OW-CMD-7).
pub(crate) const COMMAND: i32 = 8;

/// Inches a leader rides (OW-CMD-5).
pub(crate) const RIDE: i32 = 12;

/// Inches of a breakthrough (OW-ASSAULT-18).
pub(crate) const BREAKTHROUGH: i32 = 4;

/// Inches of a consolidation move of horse (OW-ASSAULT-19).
pub(crate) const CONSOLIDATION: i32 = 8;

/// Inches at which horse that shrinks from a square halts, and pins it (OW-SQUARE-5, OW-SQUARE-7).
pub(crate) const PINNED: i32 = 2;

/// Inches unengaged stands come to a fight (OW-ASSAULT-17).
pub(crate) const PILE_IN: i32 = 2;

/// Full rounds after which the charger gives up (OW-ASSAULT-16).
pub(crate) const ROUNDS: u8 = 10;

/// Face that saves a leader (OW-HIT-4), and that lets him escape (OW-CMD-8).
pub(crate) const LEADER: u8 = 4;

/// Face that keeps a battery moving through difficult going (OW-TERRAIN-9).
pub(crate) const BOGGING: u8 = 2;

/// Inches at which artillery shoots over heads (OW-LOS-7).
pub(crate) const OVERHEAD: i32 = 4;

/// Hexes from the middle of a template to its rim (OW-HOWITZER-4).
pub(crate) const TEMPLATE_RADIUS: i32 = 1;

/// Face of a wound under a template (OW-HOWITZER-5).
pub(crate) const TEMPLATE: u8 = 4;

/// Face of the occupancy save (OW-BUILD-9).
pub(crate) const OCCUPANCY: u8 = 5;

/// Hundredths of an inch in one: the unit of move costs.
pub(crate) const HUNDREDTHS: u16 = 100;

/// What a part of a building takes and saves (OW-BUILD-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartRow {
    /// As shown.
    pub name: &'static str,
    /// Wounds until it is destroyed.
    pub wounds: u8,
    /// Face that saves; `None` never.
    pub save: Option<u8>,
}

/// OW-BUILD-1.
pub(crate) const WOOD: &PartRow = &PartRow { name: "Wooden wall", wounds: 3, save: Some(6) };
/// OW-BUILD-1.
pub(crate) const BRICK: &PartRow = &PartRow { name: "Brick wall", wounds: 6, save: Some(5) };
/// OW-BUILD-1.
pub(crate) const STONE: &PartRow = &PartRow { name: "Stone wall", wounds: 9, save: Some(4) };
/// OW-BUILD-1.
pub(crate) const DOOR: &PartRow = &PartRow { name: "Door or gate", wounds: 3, save: Some(5) };
/// OW-BUILD-1.
pub(crate) const WINDOW: &PartRow = &PartRow { name: "Window", wounds: 1, save: None };
/// Every part.
pub(crate) const PARTS: [&PartRow; 5] = [WOOD, BRICK, STONE, DOOR, WINDOW];

/// How far from its written place a unit may be shifted, in hexes.
pub(crate) const SHIFT: i32 = 24;
/// How far a line may be shifted before foot starts in column instead.
pub(crate) const LINE_SHIFT: i32 = 4;
/// Hexes beyond musket range that written places of opposing units are kept apart: half a line and a step.
pub(crate) const CLEAR: i32 = 4;
/// The most hexes an army is set back.
pub(crate) const MOST_BACK: i32 = 8;
/// How far from an entry hex room is looked for, in hexes.
pub(crate) const ENTRY_SHIFT: i32 = 4;
/// Adjutants of a side without any in its order of battle (OW-UNIT-10).
pub(crate) const ADJUTANTS: usize = 2;
/// How far a closing square may shift to find room, in hexes.
pub(crate) const SQUARE_SHIFT: i32 = 2;
/// How far the middle of the front may shift in a change of formation, in hexes (OW-MOVE-9).
pub(crate) const FRONT_SHIFT: i32 = 1;
/// The fewest stands of a square (OW-SQUARE-9).
pub(crate) const LEAST_SQUARE: u8 = 3;
/// Inches within which an enemy keeps a unit from hiding again (OW-HIDDEN-9).
pub(crate) const TOO_NEAR_TO_HIDE: i32 = 3;
/// Inches one sees in woods (OW-LOS-10).
pub(crate) const WOODS_SIGHT: i32 = 2;
/// Inches at which a unit found by a search is seen in woods (OW-LOS-10).
pub(crate) const FOUND_IN_WOODS: i32 = 3;
/// Hexes from the hex named within which fire into a wood finds somebody (OW-HIDDEN-8).
pub(crate) const FOUND_BY_FIRE: i32 = 1;
/// The stands of squares whose last one is the reserve in the middle (OW-SQUARE-9).
pub(crate) const WITH_RESERVE: [usize; 2] = [7, 11];
/// Stands a template wounds on average in a line: the middle one, and its two neighbours half the time.
pub(crate) const TEMPLATE_WOUNDS: f64 = 2.0;
/// Inches of ball within which guns do harm that counts, for whoever commands.
pub(crate) const USEFUL_BALL: i32 = 24;
/// What leaving a square counts for in a turn's movement, for whoever commands: the next turns are the unit's own again.
pub(crate) const FREED: f64 = 0.5;
