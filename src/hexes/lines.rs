//! The lines of sight of all short ways, worked out once: a line is the same wherever it begins.

use std::slice;

use crate::{Crossing, Hex, Vector, sight_line};

/// Every [`sight_line`] of at most so many hexes, to be looked up instead of walked.
///
/// ```
/// use hexes::{Hex, Lines, sight_line};
/// let (lines, from, to) = (Lines::new(8), Hex::new(-3, 4), Hex::new(2, 6));
/// assert!(lines.between(from, to).eq(sight_line(from, to)));
/// ```
#[derive(Clone, Debug)]
pub struct Lines {
    radius: i32,
    /// By way, row by row, where its line begins in `passed`; the last is where all end.
    firsts: Vec<u32>,
    passed: Vec<Passed>,
}

/// What a line passes: the ways from its beginning to one hex, given twice, or to the two of a tie.
#[derive(Clone, Copy, Debug)]
struct Passed([i8; 4]);

impl Passed {
    fn of(crossing: Crossing) -> Passed {
        let (left, right) = match crossing {
            Crossing::One(hex) => (hex, hex),
            Crossing::Either(left, right) => (left, right),
        };
        Passed([left.q, left.r, right.q, right.r].map(|number| number as i8))
    }

    #[inline]
    fn from(self, start: Hex) -> Crossing {
        let Passed([q, r, other_q, other_r]) = self;
        let hex = |q: i8, r: i8| start + Vector::new(q.into(), r.into());
        if (q, r) == (other_q, other_r) {
            Crossing::One(hex(q, r))
        } else {
            Crossing::Either(hex(q, r), hex(other_q, other_r))
        }
    }
}

impl Lines {
    /// The longest lines that can be kept, in hexes.
    pub const LONGEST: u8 = 100;

    /// All lines of up to so many hexes, at most [`Lines::LONGEST`].
    #[must_use]
    pub fn new(hexes: u8) -> Lines {
        let radius = i32::from(hexes.min(Lines::LONGEST));
        let (mut firsts, mut passed) = (Vec::new(), Vec::new());
        let start = Hex::default();
        for r in -radius..=radius {
            for q in -radius..=radius {
                firsts.push(passed.len() as u32);
                let end = Hex::new(q as i16, r as i16);
                if start.distance(end) <= radius {
                    passed.extend(sight_line(start, end).map(Passed::of));
                }
            }
        }
        firsts.push(passed.len() as u32);
        Lines { radius, firsts, passed }
    }

    /// What [`sight_line`] gives for those two, in the same order.
    pub fn between(&self, from: Hex, to: Hex) -> impl Iterator<Item = Crossing> + '_ {
        if from.distance(to) > self.radius {
            return Line::Walked(sight_line(from, to));
        }
        let (way, width) = (to - from, 2 * self.radius + 1);
        let place = ((i32::from(way.r) + self.radius) * width + i32::from(way.q) + self.radius) as usize;
        let passed = &self.passed[self.firsts[place] as usize..self.firsts[place + 1] as usize];
        Line::Known(from, passed.iter())
    }
}

/// A line that was kept, or one that is too long.
enum Line<'a, W> {
    Known(Hex, slice::Iter<'a, Passed>),
    Walked(W),
}

impl<W: Iterator<Item = Crossing>> Iterator for Line<'_, W> {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        match self {
            Line::Known(start, passed) => passed.next().map(|passed| passed.from(*start)),
            Line::Walked(walk) => walk.next(),
        }
    }
}
