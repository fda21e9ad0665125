//! Formations and footprints: which hexes the stands of a unit occupy.

use std::{fmt, iter};

use hexes::{Direction, Facing, Frame, Hex, Point};
use serde::{Deserialize, Serialize};

/// The most stands one unit can have.
pub const MAX_STANDS: usize = 24;

/// How the stands of a unit are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arrangement {
    /// Ranks of `files` stands shoulder to shoulder.
    Line,
    /// One loose rank.
    OpenOrder,
    /// Column of companies or squadrons, `files` wide.
    Column,
    /// Column of attack, `files` wide.
    AttackColumn,
    /// One file that follows its head: a snake.
    MarchColumn,
    /// A ring facing all round.
    Square,
    /// Rows of `files` stands with a hex between them, each row two hexes behind the one before; one row when `files` is 1.
    Skirmish,
    /// One stand, two behind it, three behind those.
    Wedge,
    /// Guns on their limbers, one behind the other.
    Limbered,
    /// Guns in battery, one rank.
    Battery,
    /// Stands spread through a building around the anchor.
    Garrison,
    /// A full square without a hollow: ranks of `files` stands facing all round.
    Block,
    /// As [`Arrangement::Skirmish`], with two hexes between stands.
    Screen,
}

impl Arrangement {
    /// Every arrangement, in a fixed order.
    pub const ALL: [Arrangement; 13] = [
        Arrangement::Line,
        Arrangement::OpenOrder,
        Arrangement::Column,
        Arrangement::AttackColumn,
        Arrangement::MarchColumn,
        Arrangement::Square,
        Arrangement::Skirmish,
        Arrangement::Wedge,
        Arrangement::Limbered,
        Arrangement::Battery,
        Arrangement::Garrison,
        Arrangement::Block,
        Arrangement::Screen,
    ];

    /// Its name on screen and in orders (one word).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Arrangement::Line => "line",
            Arrangement::OpenOrder => "open",
            Arrangement::Column => "column",
            Arrangement::AttackColumn => "attack",
            Arrangement::MarchColumn => "march",
            Arrangement::Square => "square",
            Arrangement::Skirmish => "skirmish",
            Arrangement::Wedge => "wedge",
            Arrangement::Limbered => "limbered",
            Arrangement::Battery => "battery",
            Arrangement::Garrison => "garrison",
            Arrangement::Block => "block",
            Arrangement::Screen => "screen",
        }
    }
}

/// An arrangement with its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Formation {
    /// How the stands stand.
    pub arrangement: Arrangement,
    /// Stands in the front rank, where the arrangement has ranks.
    pub files: u8,
}

impl Formation {
    /// A formation; `files` is at least 1.
    #[must_use]
    pub const fn new(arrangement: Arrangement, files: u8) -> Formation {
        Formation { arrangement, files: if files == 0 { 1 } else { files } }
    }

    /// A line of that many files.
    #[must_use]
    pub const fn line(files: u8) -> Formation {
        Formation::new(Arrangement::Line, files)
    }
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.arrangement.name(), self.files)
    }
}

impl std::str::FromStr for Formation {
    type Err = String;

    fn from_str(text: &str) -> Result<Formation, String> {
        let split = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (word, number) = text.split_at(split);
        let found = Arrangement::ALL.into_iter().find(|one| one.name() == word);
        match (found, number.parse::<u8>()) {
            (Some(arrangement), Ok(files)) if (1..=MAX_STANDS as u8).contains(&files) => {
                Ok(Formation { arrangement, files })
            }
            _ => Err(format!("unknown formation `{text}`; expected a word and a width such as line4")),
        }
    }
}

/// The way back from the head of a march column to its tail: up to 21 steps, three bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Trail(u64);

/// How far from its anchor a stand of a garrison can be, in hexes.
pub const GARRISON_SPREAD: i32 = 4;

/// The most steps a [`Trail`] holds.
pub const MAX_TRAIL: usize = 21;

impl Trail {
    /// A trail straight back from the head; `None` when it is longer than [`MAX_TRAIL`].
    #[must_use]
    pub fn of(steps: &[Direction]) -> Option<Trail> {
        if steps.len() > MAX_TRAIL {
            return None;
        }
        let bits = |word: u64, (place, step): (usize, &Direction)| word | ((step.index() as u64 + 1) << (3 * place));
        Some(Trail(steps.iter().enumerate().fold(0, bits)))
    }

    /// The steps from the head to the tail.
    pub fn steps(self) -> impl Iterator<Item = Direction> {
        (0..MAX_TRAIL)
            .map(move |place| (self.0 >> (3 * place)) & 7)
            .take_while(|bits| *bits != 0)
            .map(|bits| Direction::from_index(bits as i32 - 1))
    }

    /// How many steps it has.
    #[must_use]
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(3) as usize
    }

    /// Whether it has no step: the unit lies straight behind its head.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The trail after the head went one step in `ahead`, with at most `length` steps kept.
    #[must_use]
    pub fn advanced(self, ahead: Direction, length: usize) -> Trail {
        let kept = length.min(MAX_TRAIL);
        let mask = if kept == 0 { 0 } else { u64::MAX >> (64 - 3 * kept) };
        Trail(((self.0 << 3) | (ahead.opposite().index() as u64 + 1)) & mask)
    }
}

/// Where and how a unit stands: enough, with its number of stands, to know every hex it occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// Middle stand of the front rank (the left of the two middle ones when the files are even); the head of a
    /// march column; the middle of a square.
    pub anchor: Hex,
    /// Which way it faces.
    pub facing: Facing,
    /// How the stands stand.
    pub formation: Formation,
    /// For a march column, the way from head to tail; for a garrison, the hexes it holds; empty otherwise.
    pub trail: Trail,
}

impl Pose {
    /// A pose without a trail.
    #[must_use]
    pub const fn new(anchor: Hex, facing: Facing, formation: Formation) -> Pose {
        Pose { anchor, facing, formation, trail: Trail(0) }
    }

    /// The same pose at another anchor.
    #[must_use]
    pub const fn at(self, anchor: Hex) -> Pose {
        Pose { anchor, ..self }
    }

    /// The same pose with another facing.
    #[must_use]
    pub const fn facing(self, facing: Facing) -> Pose {
        Pose { facing, ..self }
    }

    /// The hexes of that many stands, front rank first.
    #[must_use]
    pub fn stands(&self, count: u8) -> Footprint {
        let count = usize::from(count).min(MAX_STANDS);
        let files = usize::from(self.formation.files).max(1);
        match self.formation.arrangement {
            Arrangement::Line | Arrangement::Column | Arrangement::AttackColumn | Arrangement::Block => {
                self.ranks(files, count)
            }
            Arrangement::OpenOrder | Arrangement::Battery => self.ranks(count.max(1), count),
            Arrangement::Limbered => self.ranks(1, count),
            Arrangement::Skirmish => self.spaced(files, count, 2),
            Arrangement::Screen => self.spaced(files, count, 3),
            Arrangement::Wedge => self.wedge(count),
            Arrangement::MarchColumn => self.snake(count),
            Arrangement::Square => self.ring(count),
            Arrangement::Garrison => Footprint::of(self.garrisoned().take(count), count),
        }
    }

    /// Stands spread over exactly those hexes round the anchor; `None` when one is more than [`GARRISON_SPREAD`] away.
    #[must_use]
    pub fn garrison(anchor: Hex, facing: Facing, hexes: &[Hex]) -> Option<Pose> {
        let place = |hex: &Hex| anchor.within(GARRISON_SPREAD).position(|near| near == *hex);
        let bits = hexes.iter().try_fold(0, |bits, hex| Some(bits | 1_u64 << place(hex)?))?;
        let formation = Formation::new(Arrangement::Garrison, 1);
        Some(Pose { anchor, facing, formation, trail: Trail(bits) })
    }

    /// The hexes a garrison is spread over; those nearest the anchor when the pose names none.
    fn garrisoned(&self) -> impl Iterator<Item = Hex> {
        let bits = if self.trail.0 == 0 { u64::MAX } else { self.trail.0 };
        let near = self.anchor.within(GARRISON_SPREAD).enumerate();
        near.filter(move |(place, _)| (bits >> place) & 1 == 1).map(|(_, hex)| hex)
    }

    /// The local frame of its front rank of `files` stands.
    #[must_use]
    pub fn frame(&self, files: u8) -> Frame {
        Frame::of_rank(self.anchor, self.facing, files)
    }

    fn ranks(&self, files: usize, count: usize) -> Footprint {
        let along = self.facing.right_flank().vector();
        let back = [self.facing.rear_right(), self.facing.rear_left()];
        let mut left = self.anchor - along * ((files as i16 - 1) / 2);
        let mut print =
            Footprint { hexes: [Hex::default(); MAX_STANDS], len: count as u8, front: files.min(count) as u8 };
        for (rank, stands) in print.hexes[..count].chunks_mut(files).enumerate() {
            let mut hex = left;
            for stand in stands {
                *stand = hex;
                hex += along;
            }
            left += back[rank % 2];
        }
        print
    }

    fn spaced(&self, files: usize, count: usize, apart: i16) -> Footprint {
        let along = self.facing.right_flank().vector();
        let files = if files <= 1 { count.max(1) } else { files.min(count.max(1)) };
        let start = self.anchor + self.facing.left_flank().vector() * (apart * ((files as i16 - 1) / 2));
        // Two hexes straight back and one to the right: behind the gaps of the row before.
        let back = self.facing.rear_right().vector() + self.facing.rear_left().vector() + along;
        let stand = |place: usize| start + along * (apart * (place % files) as i16) + back * (place / files) as i16;
        Footprint::of((0..count).map(stand), count)
    }

    fn wedge(&self, count: usize) -> Footprint {
        let along = self.facing.right_flank().vector();
        let mut hexes = Vec::with_capacity(count);
        let (mut start, mut width) = (self.anchor, 1);
        while hexes.len() < count {
            let room = (count - hexes.len()).min(width);
            hexes.extend((0..room).map(|stand| start + along * stand as i16));
            start += self.facing.rear_left();
            width += 1;
        }
        Footprint::of(hexes, 1)
    }

    fn snake(&self, count: usize) -> Footprint {
        let straight = [self.facing.rear_right(), self.facing.rear_left()].into_iter().cycle();
        let back = self.trail.steps().chain(straight);
        let behind = back.scan(self.anchor, |hex, step| {
            *hex += step;
            Some(*hex)
        });
        Footprint::of(iter::once(self.anchor).chain(behind).take(count), 1)
    }

    /// The stands of a square: a triangle of 3, a rhombus of 4, and from 5 on the smallest ring that takes them. A
    /// stand too many for its ring is in the middle as a reserve, last in the footprint; one too few leaves a gap at
    /// the rear.
    fn ring(&self, count: usize) -> Footprint {
        let along = self.facing.right_flank().vector();
        let ahead = self.facing.front_right().vector();
        let middle = self.anchor;
        match count {
            0..=2 => self.ranks(2, count),
            3 | 4 => {
                let four = [middle + self.facing.front_left(), middle + ahead, middle, middle + along];
                Footprint::of(four.into_iter().take(count), 2)
            }
            7 => Footprint::of(self.ring_round_row(6).hexes().iter().copied().chain([middle]), 2),
            9 => self.ring_round(&[middle, middle + along, middle + ahead]),
            11 => Footprint::of(self.ring_round_row(10).hexes().iter().copied().chain([middle]), 4),
            12 => self.ring_round(&middle.within(1).collect::<Vec<_>>()),
            _ => self.ring_round_row(count),
        }
    }

    /// The hexes next to the core, those furthest ahead first.
    fn ring_round(&self, core: &[Hex]) -> Footprint {
        let [ahead, along] = [self.facing.ahead().point(), self.facing.right_flank().vector().point()];
        let way = |hex: &Hex| (*hex - self.anchor).point();
        let place = |hex: &Hex| (-way(hex).dot(ahead), way(hex).dot(along));
        let mut hexes: Vec<Hex> = core.iter().flat_map(|hex| hex.ring(1)).filter(|hex| !core.contains(hex)).collect();
        hexes.sort_by_key(place);
        hexes.dedup();
        let first = hexes.first().map_or(0, |hex| place(hex).0);
        let front = hexes.iter().filter(|hex| place(hex).0 == first).count();
        Footprint::of(hexes, front)
    }

    /// A ring round a row of hollow hexes: 2m + 4 hexes hold m in the middle; missing stands leave a gap at the rear.
    fn ring_round_row(&self, count: usize) -> Footprint {
        let hollow = (count.max(6) - 3) / 2;
        let along = self.facing.right_flank().vector();
        let left = self.anchor + self.facing.left_flank().vector() * ((hollow as i16 - 1) / 2);
        let right = left + along * (hollow as i16 - 1);
        let front = (0..=hollow as i16).map(|step| left + self.facing.front_left() + along * step);
        let flanks = [right + self.facing.right_flank(), left + self.facing.left_flank()];
        let rear = (0..=hollow as i16).map(|step| right + self.facing.rear_right() + along * -step);
        Footprint::of(front.chain(flanks).chain(rear).take(count), count.min(hollow + 1))
    }
}

impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.anchor.offset(), self.facing, self.formation)?;
        if self.formation.arrangement == Arrangement::Garrison && self.trail != Trail::default() {
            return write!(f, "/x{:x}", self.trail.0);
        }
        if self.trail != Trail::default() {
            write!(f, "/")?;
            for step in self.trail.steps() {
                write!(f, "{}", step.index())?;
            }
        }
        Ok(())
    }
}

impl std::str::FromStr for Pose {
    type Err = String;

    fn from_str(text: &str) -> Result<Pose, String> {
        let wrong = || format!("unknown pose `{text}`; expected column,row/facing/formation such as 12,7/N/line4");
        let mut parts = text.split('/');
        let mut part = || parts.next().ok_or_else(wrong);
        let place: hexes::Offset = part()?.parse().map_err(|_| wrong())?;
        let facing: Facing = part()?.parse().map_err(|_| wrong())?;
        let formation: Formation = part()?.parse().map_err(|_| wrong())?;
        let last = parts.next().unwrap_or("");
        let trail = match last.strip_prefix('x') {
            Some(bits) => u64::from_str_radix(bits, 16).ok().filter(|bits| *bits < 1 << 61).map(Trail),
            None => trail_of_digits(last),
        };
        let trail = trail.ok_or_else(wrong)?;
        Ok(Pose { anchor: place.hex(), facing, formation, trail })
    }
}

/// A trail from its steps written as digits.
fn trail_of_digits(text: &str) -> Option<Trail> {
    let step = |c: char| c.to_digit(6).map(|digit| Direction::from_index(digit as i32));
    Trail::of(&text.chars().map(step).collect::<Option<Vec<Direction>>>()?)
}

/// Steps from a hex, by its coordinates, to another: in numbers of which a processor takes several at once.
#[inline(always)]
fn far(q: i16, r: i16, to: Hex) -> i16 {
    let (q, r) = (q.saturating_sub(to.q), r.saturating_sub(to.r));
    let sum = q.saturating_add(r);
    q.max(r).max(sum).max(0_i16.saturating_sub(q.min(r).min(sum)))
}

/// Stands that are measured at once.
const LANES: usize = 8;

/// The coordinates of as many stands, `q` and `r`.
type Group = ([i16; LANES], [i16; LANES]);

/// The hexes that the stands of one unit occupy, front rank first. No allocation.
#[derive(Clone, Copy, Debug)]
pub struct Footprint {
    hexes: [Hex; MAX_STANDS],
    len: u8,
    front: u8,
}

impl Footprint {
    /// A footprint of those hexes, of which the first `front` are the front rank. At most [`MAX_STANDS`] are kept.
    #[must_use]
    pub fn of(hexes: impl IntoIterator<Item = Hex>, front: usize) -> Footprint {
        let mut print = Footprint { hexes: [Hex::default(); MAX_STANDS], len: 0, front: front.min(MAX_STANDS) as u8 };
        for hex in hexes.into_iter().take(MAX_STANDS) {
            print.hexes[usize::from(print.len)] = hex;
            print.len += 1;
        }
        print.front = print.front.min(print.len);
        print
    }

    /// Its hexes, front rank first, each rank from left to right.
    #[must_use]
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.len)]
    }

    /// The hexes of the front rank, left to right.
    #[must_use]
    pub fn front(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.front)]
    }

    /// Whether a stand is there.
    #[must_use]
    pub fn contains(&self, hex: Hex) -> bool {
        // All are looked at, so that a processor compares several at once.
        self.hexes().iter().fold(false, |found, stand| found | ((stand.q == hex.q) & (stand.r == hex.r)))
    }

    /// Stands of the front rank with the hexes of another footprint that they have on those sides.
    pub fn meets<'a>(&'a self, sides: &'a [Direction], other: &'a Footprint) -> impl Iterator<Item = (Hex, Hex)> + 'a {
        let met = self.front().iter().flat_map(|stand| sides.iter().map(|side| (*stand, *stand + *side)));
        met.filter(|(_, hex)| other.contains(*hex))
    }

    /// Smallest distance in hex steps from any stand to the hex, at most 32,767; `i32::MAX` for an empty footprint.
    #[must_use]
    pub fn distance_to(&self, hex: Hex) -> i32 {
        if self.len == 0 {
            return i32::MAX;
        }
        let least = self.hexes().iter().fold(i16::MAX, |least, stand| least.min(far(stand.q, stand.r, hex)));
        least.into()
    }

    /// Smallest of the distances to those footprints; `i32::MAX` where there is none. The quicker the nearer the first are.
    #[must_use]
    pub fn nearest<'a>(&self, others: impl IntoIterator<Item = &'a Footprint>) -> i32 {
        let spread = self.spread();
        let nearer = |least: i32, other: &Footprint| {
            if self.at_least(other, spread) < least { least.min(self.distance(other)) } else { least }
        };
        others.into_iter().fold(i32::MAX, nearer)
    }

    /// Whether the distance to another is no more than that; quickly told of whoever is far off.
    #[must_use]
    pub fn is_within(&self, other: &Footprint, most: i32) -> bool {
        self.at_least(other, self.spread()) <= most && self.distance(other) <= most
    }

    /// How far a stand is from the first at most.
    fn spread(&self) -> i32 {
        let Some(first) = self.hexes().first() else { return 0 };
        self.hexes().iter().fold(0, |most, stand| most.max(far(stand.q, stand.r, *first))).into()
    }

    /// No more than the distance to another, by how far the stands are from the first.
    fn at_least(&self, other: &Footprint, spread: i32) -> i32 {
        self.hexes().first().map_or(i32::MAX, |first| other.distance_to(*first).saturating_sub(spread))
    }

    /// Smallest distance in hex steps between stands of the two, at most 32,767; `i32::MAX` when one is empty.
    #[must_use]
    pub fn distance(&self, other: &Footprint) -> i32 {
        if self.len == 0 || other.len == 0 {
            return i32::MAX;
        }
        let (lanes, used) = other.lanes();
        let mut least = [i16::MAX; LANES];
        for stand in self.hexes() {
            for (q, r) in &lanes[..used] {
                for lane in 0..LANES {
                    least[lane] = least[lane].min(far(q[lane], r[lane], *stand));
                }
            }
        }
        least.into_iter().fold(i16::MAX, i16::min).into()
    }

    /// Its coordinates, so many at a time and the last repeated to fill, and how many such groups there are: laid out so
    /// that a processor measures a whole group at once.
    fn lanes(&self) -> ([Group; MAX_STANDS / LANES], usize) {
        let mut lanes = [([0; LANES], [0; LANES]); MAX_STANDS / LANES];
        let (used, last) = (usize::from(self.len).div_ceil(LANES), usize::from(self.len) - 1);
        for (group, (q, r)) in lanes[..used].iter_mut().enumerate() {
            for lane in 0..LANES {
                let hex = self.hexes[last.min(group * LANES + lane)];
                (q[lane], r[lane]) = (hex.q, hex.r);
            }
        }
        (lanes, used)
    }

    /// The sum of the plane coordinates of its hexes: as many times its middle as it has hexes.
    #[must_use]
    pub fn sum(&self) -> Point {
        let sum = |sum: Point, hex: &Hex| Point::new(sum.x + hex.point().x, sum.y + hex.point().y);
        self.hexes().iter().fold(Point::new(0, 0), sum)
    }

    /// Whether any hex is shared.
    #[must_use]
    pub fn overlaps(&self, other: &Footprint) -> bool {
        self.hexes().iter().any(|hex| other.contains(*hex))
    }
}

impl PartialEq for Footprint {
    fn eq(&self, other: &Footprint) -> bool {
        self.hexes() == other.hexes()
    }
}
