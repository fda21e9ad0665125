//! Every published number, and every designed one by a name, with its clause.

use battle::{Chart, Charts, NumberInfo, Row};

use crate::profile::{Arms, Gun, Kind};
use crate::space::Shape;

/// OTH-UNIT-3: what each quality is called.
pub(crate) const QUALITIES: [&str; 6] = ["Militia", "Conscript", "Seasoned", "Veteran", "Elite", "Guard"];
/// OTH-UNIT-3a to 3f: score by quality.
pub(crate) const SCORES: [i16; 6] = [5, 6, 7, 8, 9, 10];
/// OTH-UNIT-3: bounds of a score.
pub(crate) const LEAST_SCORE: i16 = 3;
/// OTH-UNIT-3: bounds of a score.
pub(crate) const MOST_SCORE: i16 = 12;

/// OTH-UNIT-3g to 3j: what the size and arm of a unit add to its score.
pub(crate) const fn size(kind: Kind, stands: u8) -> i16 {
    match kind {
        Kind::Infantry => match stands {
            0..=2 => -2,
            3 => -1,
            4..=5 => 0,
            6..=7 => 1,
            _ => 2,
        },
        Kind::Cavalry => match stands {
            0..=2 => -1,
            3..=5 => 0,
            _ => 1,
        },
        Kind::FootArtillery | Kind::HorseArtillery => match stands {
            0..=1 => -2,
            2 => -1,
            _ => 0,
        },
    }
}

/// OTH-LEADER-1: control factor by neutral rating, poor first.
pub(crate) const CONTROL: [i16; 4] = [1, 2, 3, 4];
/// OTH-LEADER-6: control factor and inspiration of a successor.
pub(crate) const SUCCESSOR: (i16, i16) = (2, 0);
/// OTH-MORALE-17a to 17e: what a commander in radius adds to tests, by control factor.
pub(crate) const STEADIES: [i16; 5] = [0, 0, 1, 2, 3];
/// OTH-LEADER-3: what an attached commander adds to combat, by control factor.
pub(crate) const FIGHTS: [i16; 5] = [-1, 0, 1, 2, 3];
/// OTH-LEADER-5 (designed): inches within which a ridden down commander finds a unit.
pub(crate) const REFUGE: i32 = 12;
/// OTH-MOVE-1a: inches of a commander's segment; he has two.
pub(crate) const RIDE: u16 = 24;

/// Segments of a formation: inches of each, how many, and whether the last tires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Inches of each.
    pub(crate) inches: u8,
    /// How many there are.
    pub(crate) count: u8,
    /// Whether the last is marked F.
    pub(crate) tires: bool,
}

impl Pace {
    /// Inches of all segments that do not tire.
    pub(crate) const fn free(self) -> i32 {
        self.inches as i32 * (self.count - self.tires as u8) as i32
    }
}

const fn pace(inches: u8, count: u8, tires: bool) -> Pace {
    Pace { inches, count, tires }
}

/// OTH-MOVE-1b to 1p: the segments of a kind in a shape; none where it does not move.
pub(crate) const fn segments(kind: Kind, shape: Shape) -> Option<Pace> {
    Some(match (kind, shape) {
        (Kind::Infantry, Shape::March) => pace(6, 4, true),
        (Kind::Infantry, Shape::Attack | Shape::Open) => pace(6, 3, true),
        (Kind::Infantry, Shape::Companies | Shape::Skirmish) => pace(6, 3, false),
        (Kind::Infantry, Shape::Line) => pace(6, 2, true),
        (Kind::Infantry, Shape::Square) => pace(4, 1, false),
        (Kind::Cavalry, Shape::March) => pace(12, 4, true),
        (Kind::Cavalry, Shape::Squadrons) => pace(12, 2, false),
        (Kind::Cavalry, Shape::Line) => pace(12, 2, true),
        (Kind::Cavalry, Shape::Companies | Shape::Skirmish | Shape::Open) => pace(12, 3, false),
        (Kind::FootArtillery, Shape::Limbered) => pace(6, 3, true),
        (Kind::HorseArtillery, Shape::Limbered) => pace(12, 3, true),
        (Kind::FootArtillery | Kind::HorseArtillery, Shape::Battery) => pace(4, 1, true),
        _ => return None,
    })
}

/// What a change of formation costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// Half a segment.
    Half,
    /// Whole segments, freshly opened.
    Whole(u8),
}

/// OTH-FORM-1 to 4: what a change costs; none where it is not possible directly.
pub(crate) const fn change(from: Shape, to: Shape) -> Option<Change> {
    use Change::{Half, Whole};
    use Shape::{Attack, Battery, Companies, Limbered, Line, March, Open, Skirmish, Squadrons, Square};
    Some(match (from, to) {
        (Limbered, Battery) | (Battery, Limbered) => Whole(1),
        (Skirmish, Open) | (Open, Skirmish) => Half,
        (Companies, March | Attack | Squadrons | Skirmish | Open | Line) => Half,
        (March | Attack | Squadrons | Skirmish | Open | Line, Companies) => Half,
        (March, Attack | Squadrons) | (Attack | Squadrons, March | Skirmish | Open | Line) => Whole(1),
        (Attack, Square) | (Square, Attack) => Whole(1),
        (Skirmish | Open | Line, Attack | Squadrons) => Whole(1),
        (Skirmish | Open, Line) | (Line, Skirmish | Open) => Whole(1),
        (March, Skirmish | Open | Line | Square) | (Skirmish | Open | Line | Square, March) => Whole(2),
        (Line, Square) | (Square, Line) => Whole(2),
        _ => return None,
    })
}

/// OTH-FIRE-1: inches of short and maximum range.
pub(crate) const fn ranges(arms: Arms) -> [i32; 2] {
    match arms {
        Arms::None => [0, 0],
        Arms::Bow => [3, 6],
        Arms::Carbine => [4, 8],
        Arms::Musket => [6, 12],
        Arms::Rifle => [6, 18],
    }
}

/// OTH-ART-1: inches of canister, short and maximum range.
pub(crate) const fn gun_ranges(gun: Gun) -> [i32; 3] {
    match gun {
        Gun::Light => [6, 9, 36],
        Gun::LightMedium => [6, 12, 48],
        Gun::Medium => [9, 16, 54],
        Gun::Heavy => [12, 20, 60],
    }
}

/// OTH-FIRE-M4: inches of close range, for all small arms.
pub(crate) const CLOSE: i32 = 6;
/// OTH-FIRE-M22: inches moved above which a target is hard to hit.
pub(crate) const FAST: u16 = 10;
/// OTH-COMBAT-6, OTH-MORALE-1, OTH-FORM-5: inches within which friends and enemies count.
pub(crate) const NEAR: i32 = 6;
/// OTH-MOVE-11: inches off the enemy to go to ground.
pub(crate) const GROUND: i32 = 3;
/// OTH-ART-11: inches between batteries of a Grand Battery.
pub(crate) const LINKED: i32 = 3;
/// OTH-BUA-2: the score that acts through a face.
pub(crate) const FACE: i16 = 3;
/// OTH-FIRE-2g: faces of a square.
pub(crate) const FACES: i16 = 4;
/// OTH-BUA-8: a built-up area burns on that or more.
pub(crate) const BURNS: i16 = 8;
/// OTH-GEO-14: hexes that a crowded retreat goes on.
pub(crate) const CROWDED: usize = 6;
/// OTH-ORD-1d: inches within which a withdrawing unit keeps its distance.
pub(crate) const WATCHED: i32 = 12;
/// How far from an entry hex room is looked for, in hexes.
pub(crate) const ENTRY: i32 = 6;
/// How far from its written place room is looked for, in hexes.
pub(crate) const NUDGE: i32 = 12;
/// Ties of the roll for the first side are thrown again so often (OTH-SEQ-2).
pub(crate) const TIES: u8 = 50;
/// OTH-END-2 (designed): hundredths lost by which a brigade wavers.
pub(crate) const BRIGADE_WAVERS: i16 = 50;

const fn row(from: i16, name: &'static str, value: i16) -> Row {
    Row { from, name, value }
}

const fn hits(rows: &'static [Row]) -> Chart {
    Chart::new("hits", rows)
}

const THREE: &str = "three hits";
const TWO: &str = "two hits";
const ONE: &str = "one hit";
const MISS: &str = "miss";

/// OTH-FIRE-3: the last row, read literally.
const LAST: Chart = hits(&[row(1, ONE, 1), row(5, MISS, 0)]);
/// OTH-FIRE-3: scores of 5 to 10.
const ROWS: [(i16, Chart); 6] = [
    (5, hits(&[row(1, TWO, 2), row(3, ONE, 1), row(6, MISS, 0)])),
    (6, hits(&[row(1, TWO, 2), row(4, ONE, 1), row(7, MISS, 0)])),
    (7, hits(&[row(1, THREE, 3), row(2, TWO, 2), row(4, ONE, 1), row(8, MISS, 0)])),
    (8, hits(&[row(1, THREE, 3), row(2, TWO, 2), row(5, ONE, 1), row(9, MISS, 0)])),
    (9, hits(&[row(1, THREE, 3), row(3, TWO, 2), row(5, ONE, 1), row(10, MISS, 0)])),
    (10, hits(&[row(1, THREE, 3), row(3, TWO, 2), row(6, ONE, 1)])),
];

/// OTH-FIRE-3: the hit table as printed.
pub(crate) static HITS: Charts = Charts::new(&[(4, LAST), ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS[4], ROWS[5]]);

/// OTH-FIRE-4: the same with a last row in which a die above the score misses.
pub(crate) static STRICT: Charts = Charts::new(&[
    (0, hits(&[row(1, MISS, 0)])),
    (1, hits(&[row(1, ONE, 1), row(2, MISS, 0)])),
    (2, hits(&[row(1, ONE, 1), row(3, MISS, 0)])),
    (3, hits(&[row(1, ONE, 1), row(4, MISS, 0)])),
    (4, LAST),
    ROWS[0],
    ROWS[1],
    ROWS[2],
    ROWS[3],
    ROWS[4],
    ROWS[5],
]);

const fn order(name: &'static str, help: &'static str) -> NumberInfo {
    NumberInfo { name, help }
}

/// OTH-ORD-1: the orders of brigades, by number.
pub(crate) const ORDERS: &[NumberInfo] = &[
    order("attack", "everything; a brigade that comes no nearer to the enemy goes over to advance"),
    order("advance", "all movement; contact only with wavering enemies, and with flanks and rears"),
    order("hold", "one segment a unit; contact with enemies within 6 inches"),
    order("withdraw", "no move may end nearer to an enemy within 12 inches; no contact"),
];

/// OTH-MOVE-4: how many segments a move or charge declares, by number.
pub(crate) const SEGMENTS: &[NumberInfo] = &[
    order("one", "one segment at most"),
    order("two", "two segments at most"),
    order("three", "three segments at most"),
    order("four", "four segments at most"),
];
