//! Hills: ridges with spurs, their contours one inside the other.

use hexes::{Hex, HexMap, Offset};

use super::{HEX, Land, ROW, chance, point};
use crate::chance::{Chance, Noise};
use crate::plan::Plan;
use crate::wishes::{Country, Kind};

/// Parts of a level in which heights are reckoned.
const PART: i32 = 256;

/// A mass of high ground: lines in the plane, each with the height along it and how far it reaches.
struct Mass {
    lines: Vec<Line>,
}

/// A ridge or a spur.
#[derive(Clone, Copy)]
struct Line {
    from: (i32, i32),
    to: (i32, i32),
    height: i32,
    reach: i32,
}

impl Line {
    /// The height that it gives a point.
    fn at(&self, (x, y): (i32, i32)) -> i32 {
        let (along, up) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let (dx, dy) = (x - self.from.0, y - self.from.1);
        let length = (along * along + up * up).max(1);
        let part = (dx * along + dy * up).clamp(0, length);
        let scaled = |whole: i32| (i64::from(whole) * i64::from(part) / i64::from(length)) as i32;
        let (dx, dy) = (dx - scaled(along), dy - scaled(up));
        let (far, reach) = (dx * dx + dy * dy, self.reach * self.reach);
        if far >= reach { 0 } else { self.height * ((reach - far) * 64 / reach) / 64 }
    }
}

/// Raises the hills of the land.
pub(super) fn raise(land: &mut Land, plan: &Plan) {
    let mut chance = chance(plan, "hills");
    let masses = masses(&mut chance, plan);
    let (width, height) = (HEX * i32::from(plan.grid.width()), ROW * i32::from(plan.grid.height()));
    let aside = Noise::new(&mut chance, width, height, 5 * HEX);
    let down = Noise::new(&mut chance, width, height, 5 * HEX);
    land.level = HexMap::from_fn(plan.grid, |hex| {
        let (x, y) = point(hex);
        let bent = (x + (aside.at(x, y) - 128) / 3, y + (down.at(x, y) - 128) / 3);
        let highest = masses.iter().flat_map(|mass| &mass.lines).map(|line| line.at(bent)).max().unwrap_or(0);
        (highest + PART / 3) / PART
    });
    terrace(land);
    smooth(land);
}

/// The masses of a battle: that which is fought for first.
fn masses(chance: &mut Chance, plan: &Plan) -> Vec<Mass> {
    let (count, high) = match plan.country {
        Country::Open => (chance.between(1, 2), 2),
        Country::Hedges | Country::Village => (chance.between(1, 2), chance.between(1, 2)),
        Country::Wooded => (chance.between(2, 3), 2),
        Country::Hills => (3, chance.between(3, 4)),
    };
    let wide = i32::from(plan.grid.width());
    let mut masses = Vec::new();
    if plan.kind == Kind::Attack {
        let column = wide / 2 + chance.between(-wide / 10, wide / 10);
        masses.push(mass(chance, plan, (column, 66), high.max(2), true));
    }
    let third = chance.below(3) as i32;
    for place in masses.len() as i32..count {
        let column = wide * (2 * ((third + place) % 3) + 1) / 6 + chance.between(-wide / 9, wide / 9);
        let depth = match plan.kind {
            Kind::River if chance.happens(50) => chance.between(8, 26),
            Kind::River => chance.between(74, 92),
            Kind::Ambush => chance.between(35, 65),
            _ => chance.between(10, 90),
        };
        masses.push(mass(chance, plan, (column, depth), high, false));
    }
    masses
}

/// A mass about a column and a depth of the field: a ridge and one to three spurs.
fn mass(chance: &mut Chance, plan: &Plan, (column, depth): (i32, i32), high: i32, across: bool) -> Mass {
    let middle = point(Offset::new(column as i16, plan.row(depth)).hex());
    let length = HEX * if across { chance.between(7, 11) } else { chance.between(2, 8) };
    let (along, up) = if across || chance.happens(60) {
        (length, length * chance.between(-30, 30) / 100)
    } else {
        (length * chance.between(-60, 60) / 100, length * 3 / 4)
    };
    let (from, to) = ((middle.0 - along / 2, middle.1 - up / 2), (middle.0 + along / 2, middle.1 + up / 2));
    let (height, reach) = (high * PART + PART / 4, HEX * (chance.between(4, 5) + high / 2));
    let mut lines = vec![Line { from, to, height, reach }];
    for _ in 0..chance.between(1, 3) {
        let part = chance.between(0, 4);
        let root = (from.0 + along * part / 4, from.1 + up * part / 4);
        let (out, aside) = (HEX * chance.between(4, 8), HEX * chance.between(-4, 4));
        let out = if chance.happens(50) { out } else { -out };
        let end = (root.0 + aside + along.signum() * (part - 2) * HEX, root.1 + out);
        lines.push(Line { from: root, to: end, height: height * 3 / 5, reach: reach * 3 / 5 });
    }
    Mass { lines }
}

/// Makes every step from hex to hex one level at most, by lowering what is too high: contours lie one inside the other.
pub(super) fn terrace(land: &mut Land) {
    let mut again = true;
    while again {
        again = false;
        for hex in land.grid.iter() {
            let low = land.beside(hex).map(|near| land.level[near]).min().unwrap_or(0);
            if land.level[hex] > low + 1 {
                land.level[hex] = low + 1;
                again = true;
            }
        }
    }
}

/// Takes away what no hand would draw: single hexes above or below all but one of their neighbours, and humps of a few hexes.
fn smooth(land: &mut Land) {
    for _ in 0..2 {
        let before = land.level.clone();
        for hex in before.grid().iter() {
            let near: Vec<i32> = land.beside(hex).map(|near| before[near]).collect();
            let (own, most) = (before[hex], near.len().saturating_sub(1));
            if near.iter().filter(|level| **level < own).count() >= most.max(4) {
                land.level[hex] = own - 1;
            } else if near.iter().filter(|level| **level > own).count() >= most.max(4) {
                land.level[hex] = own + 1;
            }
        }
    }
    for level in 1..=5 {
        for patch in patches(land, level).into_iter().filter(|patch| patch.len() < 7) {
            patch.into_iter().for_each(|hex| land.level[hex] = level - 1);
        }
    }
}

/// What of the land lies so high or higher, in pieces that hang together.
pub(super) fn patches(land: &Land, level: i32) -> Vec<Vec<Hex>> {
    pieces(land, |hex| land.level[hex] >= level)
}

/// The hexes that pass a test, in pieces that hang together, in the order of the map.
pub(super) fn pieces(land: &Land, test: impl Fn(Hex) -> bool) -> Vec<Vec<Hex>> {
    let mut seen = hexes::HexSet::new(land.grid);
    let mut found = Vec::new();
    for start in land.grid.iter().filter(|hex| test(*hex)) {
        let mut piece = Vec::new();
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            if test(hex) && seen.insert(hex) {
                piece.push(hex);
                open.extend(land.beside(hex));
            }
        }
        if !piece.is_empty() {
            found.push(piece);
        }
    }
    found
}
