//! The published charts as data: every number of the rules stands here and nowhere else.

use battle::rule;

use crate::Class;

/// One row of the Unit chart (EA-UNIT-1 to 4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassRow {
    /// Which class.
    pub class: Class,
    /// Its name on cards.
    pub name: &'static str,
    /// What it stands for.
    pub represents: &'static str,
    /// Strength Points at the start.
    pub strength: i16,
    /// Dice added to BW for a Move.
    pub move_dice: u8,
    /// Dice added to BW for a March, those of the Move included.
    pub march_dice: u8,
    /// Face that hits in an Assault; 0 when it never rolls.
    pub assault_need: u8,
    /// Fire dice at one base width; 0 when it has no Fire.
    pub fire_dice: i16,
    /// Face that hits by Fire; 0 when it has no Fire.
    pub fire_need: u8,
}

/// The Unit chart.
pub(crate) const CLASSES: [ClassRow; 4] = [
    ClassRow {
        class: Class::Infantry,
        name: "Infantry",
        represents: "close-order foot with its light screen and guns",
        strength: 7,
        move_dice: 1,
        march_dice: 2,
        assault_need: 4,
        fire_dice: 3,
        fire_need: 4,
    },
    ClassRow {
        class: Class::Lights,
        name: "Lights",
        represents: "dispersed light foot",
        strength: 5,
        move_dice: 1,
        march_dice: 2,
        assault_need: 5,
        fire_dice: 3,
        fire_need: 5,
    },
    ClassRow {
        class: Class::Cavalry,
        name: "Cavalry",
        represents: "close-order horse with its horse guns",
        strength: 5,
        move_dice: 2,
        march_dice: 3,
        assault_need: 3,
        fire_dice: 0,
        fire_need: 0,
    },
    ClassRow {
        class: Class::Guns,
        name: "Guns",
        represents: "massed foot guns",
        strength: 5,
        move_dice: 1,
        march_dice: 2,
        assault_need: 0,
        fire_dice: 3,
        fire_need: 3,
    },
];

/// What a class would have that the Unit chart does not list.
const UNLISTED: ClassRow = ClassRow {
    class: Class::Infantry,
    name: "",
    represents: "",
    strength: 0,
    move_dice: 0,
    march_dice: 0,
    assault_need: 0,
    fire_dice: 0,
    fire_need: 0,
};

/// The row of a class.
pub(crate) fn row(class: Class) -> &'static ClassRow {
    let listed = match class {
        Class::Infantry => rule!("EA-UNIT-1"),
        Class::Lights => rule!("EA-UNIT-2"),
        Class::Cavalry => rule!("EA-UNIT-3"),
        Class::Guns => rule!("EA-UNIT-4"),
    };
    if listed { &CLASSES[class as usize] } else { &UNLISTED }
}

/// Upper ends of the range bands in base widths (EA-FIRE-4).
pub(crate) const BANDS: [i32; 4] = [1, 2, 4, 8];

/// Dice of Guns in each band (EA-FIRE-4).
pub(crate) const GUN_DICE: [i16; 4] = [3, 3, 2, 1];

/// Range of Fire of foot in base widths (EA-FIRE-4).
pub(crate) const MUSKET_RANGE: i32 = 1;

/// Range of Fire of Guns in base widths (EA-FIRE-4).
pub(crate) const GUN_RANGE: i32 = 8;

/// Range of Skirmish Fire in base widths (EA-SKIRM-1).
pub(crate) const SKIRMISH_RANGE: i32 = 2;

/// The same for Limited Skirmishers (EA-OPT-6).
pub(crate) const LIMITED_RANGE: i32 = 1;

/// Dice of Skirmish Fire (EA-SKIRM-1).
pub(crate) const SKIRMISH_DICE: i16 = 1;

/// Face that hits by Skirmish Fire (EA-SKIRM-1).
pub(crate) const SKIRMISH_NEED: u8 = 4;

/// Hits of one shot that make a Unit Withdraw (EA-FIRE-10).
pub(crate) const WITHDRAW_HITS: i16 = 3;

/// Base widths of a Withdraw (EA-FIRE-10) and of a lost tie (EA-ASSAULT-16).
pub(crate) const WITHDRAW_WIDTHS: i32 = 1;

/// Strength regained by the Rally total 0, 1, 2, ... (EA-RALLY-1).
pub(crate) const RALLY: [i16; 9] = [0, 0, 0, 0, 1, 1, 2, 2, 2];

/// Strength that a Unit once hit never regains (EA-RALLY-3).
pub(crate) const PERMANENT_LOSS: i16 = 1;

/// Lead on the Initiative die needed to take it (EA-INIT-2).
pub(crate) const INITIATIVE_LEAD: i16 = 2;

/// Pips for a Unit away from enemies and for one within a base width (EA-ORD-2).
pub(crate) const ORDER_COST: [i16; 2] = [1, 2];

/// Inches a General rides in the Orders phase (EA-GEN-1).
pub(crate) const GENERAL_RIDE: i32 = 12;

/// Units a General is meant for (EA-UNIT-5).
pub(crate) const UNITS_PER_GENERAL: usize = 6;

/// Free Orders of a Division General under `division_general=3_orders` (EA-RES-36).
pub(crate) const DIVISION_ORDERS: i16 = 3;

/// Orders that Excellent Staff may save at rolls 0 to 6 and more (EA-OPT-17).
pub(crate) const STAFF_SAVES: [i16; 7] = [0, 0, 0, 0, 0, 1, 2];

/// Die that leaves Resupply Guns without ammunition (EA-OPT-1).
pub(crate) const RESUPPLY_OUT: i16 = 1;

/// Infantry Units added for each full force of six (EA-OPT-27).
pub(crate) const LARGER_BY: usize = 2;

/// Guns of one Guns Unit when brigades are Units: fewest and most (EA-STAT-1).
pub(crate) const MASSED_GUNS: [u32; 2] = [10, 15];

/// Turns of a battle and size of a table in the source's battles (EA-SCEN-1).
pub(crate) const USUAL_GAME: [(&str, &str); 4] = [
    ("table", "36 x 36 hexes"),
    ("Units a side", "6"),
    ("turns", "15"),
    ("first side", "holds the Initiative of turn 1"),
];

/// Random six-Unit forces: Infantry, Guns, Lights, Cavalry for each face (EA-SCEN-5).
pub(crate) const RANDOM_FORCES: [[u8; 4]; 6] =
    [[3, 2, 0, 1], [3, 1, 2, 0], [3, 0, 1, 2], [4, 1, 0, 1], [4, 1, 1, 0], [4, 0, 1, 1]];

/// The same in words.
pub(crate) const RANDOM_FORCE_TEXTS: [&str; 6] = [
    "{s} has 3 Infantry, 2 Guns and 1 Cavalry",
    "{s} has 3 Infantry, 1 Guns and 2 Lights",
    "{s} has 3 Infantry, 1 Lights and 2 Cavalry",
    "{s} has 4 Infantry, 1 Guns and 1 Cavalry",
    "{s} has 4 Infantry, 1 Guns and 1 Lights",
    "{s} has 4 Infantry, 1 Lights and 1 Cavalry",
];

/// Structures of some of the source's battles (EA-SCEN-6): number, title, forces, who wins.
pub(crate) const KNOWN_BATTLES: [(u8, &str, &str, &str); 13] = [
    (2, "Pitched Battle (2)", "6 against 6, the defender first on the hill", "hill and crossroads at the end"),
    (3, "Control the River", "6 against 6, both enter on turn 1", "both fords"),
    (4, "Take the High Ground", "part of the defence on a hill, the rest arrives", "the hill"),
    (9, "Double Delaying Action", "6 against 6", "the town"),
    (10, "Late Arrivals", "6 by the north road; 2, and 2 on turns 5 and 10", "the town at the end"),
    (11, "Surprise Attack", "6; 2, and 2 on turns 3 and 9", "the crossroads"),
    (13, "Escape", "6 fugitives against a road block", "3 or more leave by the far edge"),
    (15, "Fortified Defence", "6 against 6 in two fortified places", "not reported"),
    (16, "Advance Guard", "both march the road until the town is entered", "the town"),
    (17, "Encounter", "one Unit each, then one a turn on 4+", "the hill alone at the end"),
    (23, "Defence in Depth", "a smaller defence behind three bridges", "attackers leave by the far edge"),
    (29, "Shambolic Command", "6 of which 2 may act; 4", "the hill alone"),
    (30, "Last Stand", "3 defenders against 6 with replacements", "all defenders destroyed in time"),
];

/// Strength at or below which a Unit shows as weak: its share of the start, as a fraction.
pub(crate) const WEAK: (i16, i16) = (1, 3);

/// What a Unit of each class is worth beside a usual one, for judging exchanges (EA-STAT-6 has no points of its own).
pub(crate) const WORTH: [f64; 4] = [1.0, 0.75, 1.05, 1.1];

/// Hundredths of an inch in one.
pub(crate) const INCH: i32 = 100;

/// The highest face of a die (EA-BASE-4).
pub(crate) const DIE: i32 = 6;

/// Orders a Unit may hold in a turn: any, and Veterans (EA-ORD-3, EA-OPT-19).
pub(crate) const ORDERS_HELD: [usize; 2] = [1, 2];

/// Each bonus of a Rally roll (EA-RALLY-2, EA-OPT-13, EA-OPT-16).
pub(crate) const RALLY_BONUS: i16 = 1;

/// How far from its written place a footprint may be shifted, in hexes (EA-STAT-3).
pub(crate) const SHIFT: i32 = 24;

/// How likely a Unit is judged to get its target into its front by the next turn when it does not face it now.
pub(crate) const TURNS_TO: f64 = 0.3;

/// How likely foot is judged to come up and fire within the next turn when it is out of range but in reach of a Move.
pub(crate) const COMES_UP: f64 = 0.35;
