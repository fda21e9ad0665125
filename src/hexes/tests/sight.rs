//! Lines of sight against a brute-force oracle in exact fractions.

use super::any_hex;
use crate::{Crossing, Direction, EdgeCrossing, Hex, Lines, edges_crossed, sight_line};
use proptest::prelude::*;
use std::cmp::Ordering;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(above: i64, below: i64) -> Fraction {
        Fraction(above * below.signum(), below.abs())
    }

    fn compare(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// How a segment meets a closed hex: from which to which part of the way, and whether only along the border.
struct Meeting {
    start: Fraction,
    end: Fraction,
    along: bool,
}

/// Clips the segment by the six half planes of the hex; `None` if they share a point at most.
fn meet(from: Hex, to: Hex, hex: Hex) -> Option<Meeting> {
    let (way, back) = (to.point() - from.point(), from.point() - hex.point());
    let mut meeting = Meeting { start: Fraction(0, 1), end: Fraction(1, 1), along: false };
    for normal in Direction::ALL.map(|direction| direction.vector().point()) {
        clip(&mut meeting, 2 - back.dot(normal), way.dot(normal))?;
    }
    meeting.start.compare(meeting.end).is_lt().then_some(meeting)
}

/// Keeps the part of the way where `pace * part <= room`.
fn clip(meeting: &mut Meeting, room: i64, pace: i64) -> Option<()> {
    let bound = Fraction::new(room, if pace == 0 { 1 } else { pace });
    match pace.signum() {
        0 if room < 0 => return None,
        0 => meeting.along |= room == 0,
        1 if bound.compare(meeting.end).is_lt() => meeting.end = bound,
        -1 if bound.compare(meeting.start).is_gt() => meeting.start = bound,
        _ => {}
    }
    Some(())
}

/// The line of sight by looking at every hex around, ordered by where the segment enters.
fn oracle(from: Hex, to: Hex) -> Vec<Crossing> {
    let way = to.point() - from.point();
    let aside = |hex: Hex| way.cross(hex.point() - from.point());
    let around = from.within(from.distance(to) + 1).filter(|hex| *hex != from && *hex != to);
    let mut met: Vec<(Hex, Meeting)> = around.filter_map(|hex| Some((hex, meet(from, to, hex)?))).collect();
    met.sort_by(|(a, first), (b, second)| first.start.compare(second.start).then(aside(*a).cmp(&aside(*b))));
    let mut crossings = Vec::new();
    let mut rest = met.into_iter();
    while let Some((hex, meeting)) = rest.next() {
        crossings.push(match meeting.along {
            true => Crossing::Either(hex, rest.next().expect("a hex on either side").0),
            false => Crossing::One(hex),
        });
    }
    crossings
}

fn sight(from: Hex, to: Hex) -> Vec<Crossing> {
    sight_line(from, to).collect()
}

#[test]
fn sight_agrees_with_the_oracle_on_all_targets_near() {
    for from in [Hex::new(0, 0), Hex::new(-7, 20)] {
        for to in from.within(12) {
            assert_eq!(sight(from, to), oracle(from, to), "{from:?} {to:?}");
        }
    }
}

#[test]
fn a_corner_touched_in_passing_is_not_a_tie() {
    let (from, to) = (Hex::new(0, 0), Hex::new(4, 1));
    let passed = [(1, 0), (2, 0), (2, 1), (3, 1)].map(|(q, r)| Crossing::One(Hex::new(q, r)));
    assert_eq!(sight(from, to), passed);
}

#[test]
fn ties_alternate_with_hexes_towards_a_corner() {
    let hex = Hex::new;
    let expected =
        [Crossing::Either(hex(0, -1), hex(1, -1)), Crossing::One(hex(1, -2)), Crossing::Either(hex(1, -3), hex(2, -3))];
    assert_eq!(sight(hex(0, 0), hex(2, -4)), expected);
}

/// The edges between two hexes that follow each other on the line.
fn between(before: Crossing, after: Crossing) -> EdgeCrossing {
    let edge = |a: Hex, b: Hex| (a, a.direction_to(b).expect("adjacent"));
    match (before, after) {
        (Crossing::One(a), Crossing::One(b)) => EdgeCrossing::One(a, edge(a, b).1),
        (Crossing::One(a), Crossing::Either(l, r)) => EdgeCrossing::Either(edge(a, l), edge(a, r)),
        (Crossing::Either(l, r), Crossing::One(b)) => EdgeCrossing::Either(edge(l, b), edge(r, b)),
        ties => panic!("two ties in a row: {ties:?}"),
    }
}

/// The edges between all that follow each other, from end to end.
fn edges_between(from: Hex, to: Hex) -> Vec<EdgeCrossing> {
    let mut passed = vec![Crossing::One(from)];
    passed.extend(oracle(from, to));
    passed.extend((from != to).then_some(Crossing::One(to)));
    passed.windows(2).map(|pair| between(pair[0], pair[1])).collect()
}

#[test]
fn edges_lie_between_the_hexes_seen() {
    let from = Hex::new(3, 3);
    for to in from.within(12) {
        assert_eq!(edges_crossed(from, to), edges_between(from, to), "{from:?} {to:?}");
    }
}

fn reversed(crossing: Crossing) -> Crossing {
    match crossing {
        Crossing::Either(left, right) => Crossing::Either(right, left),
        one => one,
    }
}

fn edge_reversed(crossing: EdgeCrossing) -> EdgeCrossing {
    let back = |(hex, direction): (Hex, Direction)| (hex + direction, direction.opposite());
    match crossing {
        EdgeCrossing::Either(left, right) => EdgeCrossing::Either(back(right), back(left)),
        EdgeCrossing::One(hex, direction) => EdgeCrossing::One(hex + direction, direction.opposite()),
    }
}

proptest! {
    #[test]
    fn sight_is_symmetric(from in any_hex(), to in any_hex()) {
        let back: Vec<Crossing> = sight(to, from).into_iter().rev().map(reversed).collect();
        prop_assert_eq!(back, sight(from, to));
        let edges: Vec<EdgeCrossing> = edges_crossed(to, from).into_iter().rev().map(edge_reversed).collect();
        prop_assert_eq!(edges, edges_crossed(from, to));
    }

    #[test]
    fn long_lines_agree_with_the_oracle(way in (-30i16..30, -30i16..30)) {
        let (from, to) = (Hex::new(0, 0), Hex::new(way.0, way.1));
        prop_assert_eq!(sight(from, to), oracle(from, to));
        let far = sight(Hex::new(-8000, -4000), Hex::new(way.0 - 8000, way.1 - 4000));
        prop_assert_eq!(far.len(), sight(from, to).len());
    }
}

#[test]
fn lines_looked_up_are_the_lines_walked() {
    let lines = Lines::new(9);
    for start in [Hex::new(0, 0), Hex::new(-40, 17)] {
        for end in start.within(12) {
            assert!(lines.between(start, end).eq(sight_line(start, end)), "{start:?} to {end:?}");
        }
    }
}
