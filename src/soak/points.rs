//! What units are worth, fitted to battles by chance that were fought: a regression of how battles ended on what the armies had.
//!
//! Of each battle, how far Blue was ahead is `k` times the sum of what its units are worth, less Red's, divided by the units of an
//! army, and what it is to be the first side in that kind of battle. Sought are the worth of each type, how much quality counts,
//! what being first is, and `k`. What the lists say is where the search begins (a prior): a type of which little was seen stays near it.
//! Only battles with a unit more (`more-`) tell how large `k` is, for the armies of all others are worth the same.

use battle::{Side, Troop};

/// How far the worth of a type may well be from what the lists say, as a share: one standard deviation.
const DOUBT: f64 = 0.3;

/// The same of how much quality counts, in what the lists say of it, and of what being first is.
const DOUBT_OF_OTHERS: f64 = 0.5;

/// How often scale and worth are sought in turn; they stand still long before.
const ROUNDS: usize = 40;

/// Standard deviations on either side within which 95 of 100 lie.
const SURE: f64 = 1.96;

/// What the lists say that a usual unit of a type is worth, in points.
pub type Said<'a> = &'a dyn Fn(Troop) -> u32;

/// The units of an army: type, points, points at the usual quality of the type.
pub type Army = Vec<(Troop, u32, u32)>;

/// A battle by chance that was fought.
#[derive(Clone, Debug)]
pub struct Fought {
    /// Blue's and Red's army.
    pub armies: [Army; 2],
    /// The kind of battle, below [`Fought::KINDS`].
    pub kind: usize,
    /// The side that comes.
    pub first: Side,
    /// How far Blue was ahead, -1 (lost with all) to 1.
    pub lead: f64,
}

impl Fought {
    /// How many kinds of battle there may be.
    pub const KINDS: usize = 8;
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// A type of unit, or `quality`, in what the lists say of it.
    pub what: &'static str,
    /// What the lists say, in points.
    pub said: f64,
    /// What was found, in points.
    pub points: f64,
    /// How far from it the truth may be, 95 times of 100.
    pub margin: f64,
    /// How many such units fought; of quality, those of another than the usual one.
    pub units: usize,
}

/// Fits what units are worth to battles: a line for each type that fought, in the order of the types, then one for quality.
///
/// # Errors
/// One sentence for too few battles.
pub fn fit(battles: &[Fought], said: Said<'_>) -> Result<Vec<Fitted>, String> {
    if battles.len() < FEWEST {
        return Err(format!("{} battles by chance; expected {FEWEST} at least", battles.len()));
    }
    let mut seen = [0; UNKNOWNS];
    let table: Vec<(Row, f64)> =
        battles.iter().map(|battle| (features(battle, said, &mut seen), battle.lead)).collect();
    let means: Row = std::array::from_fn(|place| match place {
        0..QUALITY => f64::from(said(Troop::ALL[place])) / 100.0,
        QUALITY => 1.0,
        _ => 0.0,
    });
    let (found, margins) = sought(&table, &means);
    let line = |place: usize| Fitted {
        what: if place == QUALITY { "quality" } else { Troop::NAMES[place] },
        said: (100.0 * means[place]).round(),
        points: 100.0 * found[place],
        margin: 100.0 * margins[place],
        units: seen[place],
    };
    Ok((0..=QUALITY).filter(|place| seen[*place] > 0).map(line).collect())
}

/// Types come first, then quality, then kinds of battle.
const QUALITY: usize = Troop::ALL.len();
const UNKNOWNS: usize = QUALITY + 1 + Fought::KINDS;

/// Of how many battles something can be said.
const FEWEST: usize = 2 * UNKNOWNS;

type Row = [f64; UNKNOWNS];

/// What a battle says of each unknown: units by type, Blue's less Red's, as shares of an army; quality beyond the usual; who was first.
fn features(battle: &Fought, said: Said<'_>, seen: &mut [usize; UNKNOWNS]) -> Row {
    let mut row = [0.0; UNKNOWNS];
    let usual_number = battle.armies.iter().map(Vec::len).sum::<usize>() as f64 / 2.0;
    for (army, sign) in battle.armies.iter().zip([1.0, -1.0]) {
        for (troop, points, at_usual_quality) in army {
            let place = Troop::ALL.iter().position(|one| one == troop).unwrap_or_default();
            let size = f64::from(*at_usual_quality) / f64::from(said(*troop));
            let better = (f64::from(*points) - f64::from(*at_usual_quality)) / 100.0;
            row[place] += sign * size / usual_number;
            row[QUALITY] += sign * better / usual_number;
            seen[place] += 1;
            seen[QUALITY] += usize::from(points != at_usual_quality);
        }
    }
    row[QUALITY + 1 + battle.kind] = if battle.first == Side::Blue { 1.0 } else { -1.0 };
    row
}

/// The worth that makes what was seen likeliest, with the margins of it. The scale and the rest are sought in turn.
fn sought(table: &[(Row, f64)], means: &Row) -> (Row, Row) {
    let doubts: Row = std::array::from_fn(|place| if place < QUALITY { DOUBT * means[place] } else { DOUBT_OF_OTHERS });
    let (mut found, mut margins, mut noise) = (*means, [0.0; UNKNOWNS], 1.0);
    for _ in 0..ROUNDS {
        let scale = scale(table, &found);
        let scaled = |row: &Row| -> Row {
            std::array::from_fn(|place| if place <= QUALITY { scale * row[place] } else { row[place] })
        };
        let mut normal = [[0.0; UNKNOWNS]; UNKNOWNS];
        let mut right = [0.0; UNKNOWNS];
        for place in 0..UNKNOWNS {
            normal[place][place] = noise / (doubts[place] * doubts[place]);
            right[place] = normal[place][place] * means[place];
        }
        for (row, lead) in table {
            let row = scaled(row);
            for (one, this) in row.iter().enumerate() {
                right[one] += this * lead;
                row.iter().enumerate().for_each(|(other, that)| normal[one][other] += this * that);
            }
        }
        let inverse = inverse(normal);
        found = std::array::from_fn(|place| dot(&inverse[place], &right));
        let errors = table.iter().map(|(row, lead)| (lead - dot(&scaled(row), &found)).powi(2));
        noise = errors.sum::<f64>() / table.len() as f64;
        margins = std::array::from_fn(|place| SURE * (noise * inverse[place][place]).sqrt());
    }
    (found, margins)
}

/// How much a lead in worth is of a lead in the end, by least squares.
fn scale(table: &[(Row, f64)], found: &Row) -> f64 {
    let (mut above, mut below) = (0.0, f64::MIN_POSITIVE);
    for (row, lead) in table {
        let (worth, first) =
            (dot(&row[..=QUALITY], &found[..=QUALITY]), dot(&row[QUALITY + 1..], &found[QUALITY + 1..]));
        above += worth * (lead - first);
        below += worth * worth;
    }
    (above / below).max(0.01)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The inverse of a symmetric matrix whose diagonal outweighs all doubt: by elimination without a search for pivots.
fn inverse(mut left: [Row; UNKNOWNS]) -> [Row; UNKNOWNS] {
    let mut right: [Row; UNKNOWNS] =
        std::array::from_fn(|row| std::array::from_fn(|column| f64::from(u8::from(row == column))));
    for pivot in 0..UNKNOWNS {
        let by = left[pivot][pivot];
        for column in 0..UNKNOWNS {
            left[pivot][column] /= by;
            right[pivot][column] /= by;
        }
        let (from_left, from_right) = (left[pivot], right[pivot]);
        for row in (0..UNKNOWNS).filter(|row| *row != pivot) {
            let factor = left[row][pivot];
            for column in 0..UNKNOWNS {
                left[row][column] -= factor * from_left[column];
                right[row][column] -= factor * from_right[column];
            }
        }
    }
    right
}
