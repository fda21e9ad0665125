//! Every published number, and every designed one by a name, with its clause.

use battle::{Chart, NumberInfo, Row};

use crate::profile::{Kind, Weight};
use crate::space::Shape;

/// SN-UNIT-6: places on the status ladder.
pub(crate) const ROUTED: i16 = 0;
/// SN-UNIT-6.
pub(crate) const PANIC: i16 = 1;
/// SN-UNIT-6.
pub(crate) const DISRUPTED: i16 = 2;
/// SN-UNIT-6.
pub(crate) const NERVOUS: i16 = 3;
/// SN-UNIT-6: where units start.
pub(crate) const FIRM: i16 = 4;
/// SN-UNIT-6: the highest place.
pub(crate) const BOLD: i16 = 5;
/// SN-UNIT-6: the ladder by number.
pub(crate) const LADDER: &[&str] = &["routed", "panic", "disrupted", "nervous", "firm", "bold"];
/// SN-UNIT-4: what each quality is called.
pub(crate) const QUALITIES: [&str; 6] = ["Militia", "Conscript", "Seasoned", "Veteran", "Elite", "Guard"];
/// SN-UNIT-7: ratings by name.
pub(crate) const RATINGS: [(&str, i16); 6] =
    [("poltroon", -2), ("weak", -1), ("average", 0), ("dashing", 1), ("charismatic", 2), ("genius", 3)];

/// House addition: a unit of a battle file with `strength` begins one place lower for so many per cent that it lacks.
pub(crate) const WORN: u8 = 34;

/// SN-MOVE-2: move points of a full move.
pub(crate) const FULL: u16 = 180;
/// SN-MOVE-2: of half a move.
pub(crate) const HALF: u16 = 90;
/// SN-MOVE-3: a change of formation.
pub(crate) const CHANGE: u16 = 60;
/// SN-MOVE-4: a change of facing, and a wheel (SN-MOVE-7).
pub(crate) const TURN: u16 = 90;
/// SN-MOVE-6 (designed): a step back costs so many times a step ahead.
pub(crate) const BACK: u16 = 2;
/// SN-TERRAIN-1: rough going costs so many times open going.
pub(crate) const ROUGH: u16 = 2;
/// SN-MOVE-9: dice of a force march.
pub(crate) const FORCED: i16 = 2;
/// SN-LEADER-2 (designed): inches a leader rides, and by road.
pub(crate) const RIDE: [u16; 2] = [12, 15];

/// SN-MOVE-1: inches of a full move by shape and kind; 0 where it has none.
const RATES: [[u16; 5]; 4] = [[6, 12, 9, 6, 9], [3, 9, 6, 0, 0], [1, 0, 0, 0, 0], [12, 15, 12, 12, 15]];

/// Inches of a full move; `None` where that shape does not move.
pub(crate) fn rate(kind: Kind, shape: Shape) -> Option<u16> {
    let row = match shape {
        Shape::Column => 0,
        Shape::Line => 1,
        Shape::Square => 2,
        Shape::Road => 3,
        Shape::Garrison => return None,
    };
    Some(RATES[row][kind as usize]).filter(|rate| *rate > 0)
}

/// SN-ART-1: upper bounds of the bands, in inches.
pub(crate) const BANDS: [i32; 4] = [3, 6, 9, 12];
/// SN-ART-3: beyond that a battery forces one check at most.
pub(crate) const LONG: i32 = 6;
/// SN-GEO-3: the reach of muskets, in hexes.
pub(crate) const MUSKETS: i32 = 1;

/// SN-ART-1: dice of a battery at that range; 0 beyond its reach.
pub(crate) fn battery_dice(weight: Weight, inches: i32) -> i16 {
    let band = BANDS.iter().position(|bound| inches <= *bound).map_or(4, |band| band as i16);
    match weight {
        Weight::Light => (3 - band).max(0),
        Weight::Heavy => (4 - band).max(0),
    }
}

/// SN-FIRE-6: needed to hit, by quality.
pub(crate) const TO_HIT: [u8; 6] = [9, 8, 7, 6, 5, 4];
/// SN-FIRE-6: needed by all cavalry.
pub(crate) const CAVALRY_TO_HIT: u8 = 10;

/// SN-MC-2: needed to pass a check, by quality.
pub(crate) const TO_PASS: [u8; 6] = [8, 7, 6, 5, 4, 3];
/// SN-MC-8 (designed): hexes that a retreat may go on to find room.
pub(crate) const CROWDED: u8 = 6;

/// SN-MELEE-5: training by quality.
pub(crate) const TRAINING: [i16; 6] = [0, 2, 4, 6, 8, 10];
/// SN-MELEE-1: rounds of a melee at most.
pub(crate) const ROUNDS: u8 = 3;

const fn row(from: i16, name: &'static str, value: i16) -> Row {
    Row { from, name, value }
}

/// SN-MELEE-8: by the charger's margin; the value is the row, negative where the charger has lost.
pub(crate) static MARGINS: Chart = Chart::new(
    "melee",
    &[
        row(i16::MIN, "charger swept away", -4),
        row(-14, "defender triumphant", -3),
        row(-9, "defender superior", -2),
        row(-4, "narrow margin for the defender", -1),
        row(0, "in the balance", 0),
        row(1, "narrow margin for the charger", 1),
        row(5, "charger superior", 2),
        row(10, "charger triumphant", 3),
        row(15, "defender swept away", 4),
    ],
);

/// SN-MELEE-8: by row, whether a status is lost at once, and checks owed.
pub(crate) const SCORES: [(i16, u8); 5] = [(0, 1), (0, 1), (0, 2), (1, 1), (1, 2)];

/// SN-LEADER-6: what a natural 1 does to an attached leader.
pub(crate) static LEADER_LOSS: Chart = Chart::new(
    "fate",
    &[
        row(1, "not even close", 0),
        row(2, "hole in coat", 1),
        row(4, "spent round", 2),
        row(6, "grazed", 3),
        row(8, "wounded", 4),
        row(10, "decapitated", DECAPITATED),
    ],
);
/// SN-LEADER-6: the row of who is decapitated.
pub(crate) const DECAPITATED: i16 = 5;
/// SN-LEADER-6: inches back with a hole in the coat (a hex); with a spent round.
pub(crate) const SENT_BACK: i32 = 10;
/// SN-LEADER-6: within so many inches of a decapitated leader units check.
pub(crate) const SHAKEN: i32 = 3;
/// SN-LEADER-9: a grazed leader is back so many turns later.
pub(crate) const RECOVERY: u16 = 2;

/// SN-ORD-2: inches of the demands: attack, probe, and the far side of most.
pub(crate) const DEMANDS: [i32; 3] = [3, 6, 12];
/// SN-ORD-2: the seven orders by their numbers, each with what it asks.
pub(crate) const ORDERS: [NumberInfo; 7] = [
    order("rally", "stay 12\" from the enemy; each unit rolls to recover at the turn's end"),
    order("withdraw", "all at least 12\" from the enemy"),
    order("defend", "all within 12\" of the objective"),
    order("maneuver", "all at least 6\" from the enemy"),
    order("screen", "all 6\" to 12\" from the enemy or the objective"),
    order("probe", "half within 6\" of the enemy or the objective, all within 12\""),
    order("attack", "all within 3\" of the enemy or the objective"),
];

const fn order(name: &'static str, help: &'static str) -> NumberInfo {
    NumberInfo { name, help }
}

/// SN-ORD-12: command radius in inches: French and British; the others late; the others early, Spanish and Turkish.
pub(crate) const RADIUS: [i32; 3] = [18, 12, 9];

/// SN-END-3 (designed): inches from which an objective is held.
pub(crate) const HOLDING: u8 = 1;

/// SN-SEQ-3 (designed): ties of the initiative are thrown again at most so often.
pub(crate) const TIES: u8 = 20;
/// SN-SEQ-8 (designed): how far from an entry hex room is looked for, in hexes.
pub(crate) const ENTRY: i32 = 6;
/// How far from its written place room is looked for at the start, in hexes.
pub(crate) const NUDGE: i32 = 12;
