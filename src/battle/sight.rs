//! Lines of sight over heights, prepared for a whole map, and arcs of a front rank; exact, symmetric, ties as values.
//!
//! A line runs from centre to centre and is blocked where something on its way reaches up to it. Where it runs along
//! an edge it is open if either side is. Heights are whole numbers in a unit of the caller's choosing.

use hexes::{Crossing, Frame, Grid, Hex, Vector, sight_line};

use crate::{Ground, Pose, Terrain};

/// The heights of one hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Height {
    /// Height of an eye, and of what is looked at, on this hex.
    pub eye: i32,
    /// Height up to which the hex blocks lines that pass over it.
    pub top: i32,
}

/// Whether nothing on the way reaches up to the line between two eyes; the ends themselves block nothing. The same
/// both ways. `top` is asked for hexes off the map too.
pub fn line_is_clear(from: (Hex, i32), to: (Hex, i32), top: impl Fn(Hex) -> i32) -> bool {
    let way = to.0.point() - from.0.point();
    let whole = way.length2();
    let below = |hex: Hex| {
        let part = (hex.point() - from.0.point()).dot(way);
        i64::from(top(hex)) * whole < i64::from(from.1) * (whole - part) + i64::from(to.1) * part
    };
    sight_line(from.0, to.0).all(|crossing| match crossing {
        Crossing::One(hex) => below(hex),
        Crossing::Either(left, right) => below(left) || below(right),
    })
}

/// Which hexes of a map see each other over its terrain, up to a range. Made once a map and shared.
#[derive(Clone, Debug)]
pub struct SightMap {
    grid: Grid,
    range: i32,
    heights: Vec<Height>,
    /// Words of 64 hexes a hex.
    words: usize,
    bits: Vec<u64>,
}

/// Blocks everything: what lies off the map.
const CLOSED: i32 = i32::MAX;

impl SightMap {
    /// The sight of a map up to `range` hexes, from the heights of its hexes. Off the map nothing is seen through.
    #[must_use]
    pub fn new(ground: &Ground, range: i32, height: impl Fn(Hex) -> Height) -> SightMap {
        let grid = ground.grid();
        let heights = grid.iter().map(height).collect();
        let words = grid.len().div_ceil(64);
        let mut map = SightMap { grid, range, heights, words, bits: vec![0; words * grid.len()] };
        map.fill();
        map
    }

    fn fill(&mut self) {
        let sheet = Sheet::new(self.grid, &self.heights);
        let lines = lines(self.range, sheet.stride);
        for (place, from) in self.grid.iter().enumerate() {
            self.set(place, place);
            for line in &lines {
                let Some(other) = self.grid.index(from + line.way) else { continue };
                if sheet.is_clear(from, self.heights[place].eye, self.heights[other].eye, line) {
                    self.set(place, other);
                    self.set(other, place);
                }
            }
        }
    }

    fn set(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// The range it was made for, in hexes.
    #[must_use]
    pub fn range(&self) -> i32 {
        self.range
    }

    /// Whether terrain leaves the line open; never beyond the range or off the map. The same both ways.
    #[must_use]
    pub fn is_clear(&self, from: Hex, to: Hex) -> bool {
        match (self.grid.index(from), self.grid.index(to)) {
            (Some(from), Some(to)) => self.bits[from * self.words + to / 64] & (1 << (to % 64)) != 0,
            _ => false,
        }
    }

    /// Whether terrain and stands leave the line open: `stand` gives the height up to which stands on a hex block, if
    /// any that count stand there. The same both ways.
    pub fn sees(&self, from: Hex, to: Hex, stand: impl Fn(Hex) -> Option<i32>) -> bool {
        if !self.is_clear(from, to) {
            return false;
        }
        let top = |hex: Hex| {
            let ground = self.height(hex).map_or(CLOSED, |height| height.top);
            stand(hex).map_or(ground, |stand| ground.max(stand))
        };
        let eye = |hex: Hex| self.height(hex).map_or(0, |height| height.eye);
        line_is_clear((from, eye(from)), (to, eye(to)), top)
    }

    /// The heights of a hex of the map.
    #[must_use]
    pub fn height(&self, hex: Hex) -> Option<Height> {
        self.grid.index(hex).map(|place| self.heights[place])
    }

    /// The hexes that are seen from a hex over terrain, itself included, in the order of their numbers.
    pub fn seen_from(&self, from: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.grid.iter().filter(move |to| self.is_clear(from, *to))
    }
}

/// The hexes of a map that can block sight at all: woods, buildings, works and what rises above the lowest ground, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Screens {
    grid: Grid,
    /// Words of 64 columns a row.
    words: usize,
    bits: Vec<u64>,
}

impl Screens {
    /// The screens of a map. Level 0 counts as lowest ground where nothing is lower.
    pub(crate) fn new(ground: &Ground) -> Screens {
        let grid = ground.grid();
        let words = usize::from(grid.width() as u16).div_ceil(64);
        let mut screens = Screens { grid, words, bits: vec![0; words * usize::from(grid.height() as u16)] };
        let lowest = grid.iter().map(|hex| ground.elevation(hex)).min().unwrap_or(0).min(0);
        for (place, hex) in grid.iter().enumerate() {
            let terrain = ground.terrain(hex);
            let stands = terrain.is_woods() || terrain.is_building() || terrain == Terrain::Works;
            if stands || ground.elevation(hex) > lowest {
                let (row, column) =
                    (place / usize::from(grid.width() as u16), place % usize::from(grid.width() as u16));
                screens.bits[row * words + column / 64] |= 1 << (column % 64);
            }
        }
        screens
    }

    /// Calls for the column of every screen in a row between two columns, both included, from the left.
    pub(crate) fn each_in_row(&self, row: i16, columns: std::ops::RangeInclusive<i16>, mut call: impl FnMut(i16)) {
        let (first, last) = (*columns.start().max(&0), *columns.end().min(&(self.grid.width() - 1)));
        if first > last || row < 0 || row >= self.grid.height() {
            return;
        }
        let (first, last, row) = (first as usize, last as usize, row as usize);
        for word in first / 64..=last / 64 {
            let mut bits = self.bits[row * self.words + word];
            bits &= if word == first / 64 { u64::MAX << (first % 64) } else { u64::MAX };
            bits &= if word == last / 64 { u64::MAX >> (63 - last % 64) } else { u64::MAX };
            while bits != 0 {
                call((64 * word) as i16 + bits.trailing_zeros() as i16);
                bits &= bits - 1;
            }
        }
    }
}

/// One stretch of a line: where its one or two hexes lie from its start, and how far along.
struct Stretch {
    left: isize,
    right: isize,
    part: i64,
}

/// The line to a hex that way, which is later in the order of hexes.
struct Line {
    way: Vector,
    whole: i64,
    stretches: Vec<Stretch>,
}

/// Lines to all hexes within range that come later row by row, so that every pair is met once.
fn lines(range: i32, stride: isize) -> Vec<Line> {
    let start = Hex::default();
    let later = |hex: &Hex| hex.r > 0 || (hex.r == 0 && hex.q > 0);
    start.within(range).filter(later).map(|to| line(to, stride)).collect()
}

fn line(to: Hex, stride: isize) -> Line {
    let way = to - Hex::default();
    let step = |hex: Hex| hex.r as isize * stride + hex.q as isize;
    let stretch = |crossing: Crossing| {
        let (left, right) = match crossing {
            Crossing::One(hex) => (hex, hex),
            Crossing::Either(left, right) => (left, right),
        };
        Stretch { left: step(left), right: step(right), part: left.point().dot(way.point()) }
    };
    Line { way, whole: way.point().length2(), stretches: sight_line(Hex::default(), to).map(stretch).collect() }
}

/// The tops of a map in axial rows with a closed margin, so that a step is an addition.
struct Sheet {
    tops: Vec<i32>,
    stride: isize,
    origin: isize,
}

impl Sheet {
    fn new(grid: Grid, heights: &[Height]) -> Sheet {
        let (width, height) = (grid.width() as isize, grid.height() as isize);
        let stride = width + height / 2 + 3;
        let origin = stride + height / 2 + 1;
        let mut tops = vec![CLOSED; (stride * (height + 3)) as usize];
        for (hex, height) in grid.iter().zip(heights) {
            tops[(origin + hex.r as isize * stride + hex.q as isize) as usize] = height.top;
        }
        Sheet { tops, stride, origin }
    }

    fn is_clear(&self, from: Hex, eye: i32, other: i32, line: &Line) -> bool {
        let start = self.origin + from.r as isize * self.stride + from.q as isize;
        let (low, high) = (eye.min(other), eye.max(other));
        let below = |step: isize, part: i64| {
            let top = self.tops[(start + step) as usize];
            let exact = || i64::from(top) * line.whole < i64::from(eye) * (line.whole - part) + i64::from(other) * part;
            top < low || (top < high && exact())
        };
        let open = |stretch: &Stretch| below(stretch.left, stretch.part) || below(stretch.right, stretch.part);
        line.stretches.iter().all(open)
    }
}

/// How far an arc opens to each side of straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spread {
    /// 30 degrees: between the rows of hexes to the front left and front right.
    Thirty,
    /// 45 degrees; no centre of a hex before the front lies exactly on its border.
    FortyFive,
    /// 60 degrees.
    Sixty,
    /// 90 degrees: everything ahead.
    Ninety,
}

/// Where a hex lies with respect to an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Within {
    /// Inside.
    Inside,
    /// Its centre lies exactly on the border.
    Border,
    /// Outside.
    Outside,
}

/// A side of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quarter {
    /// Before it.
    Front,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Behind it.
    Rear,
}

/// On which side of a unit a hex lies; on the border between two it is a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bearing {
    /// On that side.
    One(Quarter),
    /// Exactly between: front or rear first, then the flank.
    Tie(Quarter, Quarter),
}

/// Whether a hex lies in the arc of a rank of `files` stands, whose borders start from the centres of its end stands.
///
/// ```text
///    \  inside  /        Spread::Thirty
///     \        /
///      f  f  f
/// ```
#[must_use]
pub fn within(frame: &Frame, files: u8, hex: Hex, spread: Spread) -> Within {
    let place = frame.local(hex);
    reaches(place.u, place.k, files, spread)
}

/// The same for a place `k` half rows ahead and `u` quarter hexes aside. Beyond the end stand by `e`, a border of
/// angle t runs where e = k sqrt(3) tan(t): e = k, e = 3k, and for 45 degrees e² = 3k².
fn reaches(u: i32, k: i32, files: u8, spread: Spread) -> Within {
    let beyond = (u.abs() - 2 * (i32::from(files.max(1)) - 1)).max(0);
    let (aside, ahead) = match spread {
        Spread::Thirty => (beyond, k),
        Spread::FortyFive => (beyond * beyond, 3 * k * k),
        Spread::Sixty => (beyond, 3 * k),
        Spread::Ninety => (0, k),
    };
    match aside.cmp(&ahead) {
        _ if k < 0 => Within::Outside,
        std::cmp::Ordering::Less => Within::Inside,
        std::cmp::Ordering::Equal => Within::Border,
        std::cmp::Ordering::Greater => Within::Outside,
    }
}

/// On which side of a unit in ranks of `files` stands and `ranks` deep a hex lies: before its front rank within the
/// spread, behind its last rank within the same spread, or on the flank between. A hex on the unit's own middle line and
/// neither before nor behind, which only its own stands can be, counts as left.
#[must_use]
pub fn bearing(pose: &Pose, files: u8, ranks: u8, hex: Hex, spread: Spread) -> Bearing {
    let place = pose.frame(files).local(hex);
    let flank = if place.u > 0 { Quarter::Right } else { Quarter::Left };
    let behind = -place.k - 2 * (i32::from(ranks.max(1)) - 1);
    match (reaches(place.u, place.k, files, spread), reaches(place.u, behind, files, spread)) {
        (Within::Inside, _) => Bearing::One(Quarter::Front),
        (_, Within::Inside) => Bearing::One(Quarter::Rear),
        (Within::Border, _) => Bearing::Tie(Quarter::Front, flank),
        (_, Within::Border) => Bearing::Tie(Quarter::Rear, flank),
        _ => Bearing::One(flank),
    }
}
