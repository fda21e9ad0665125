//! What the straight segment between two hex centres passes: the hexes and the edges, with ties as values.

use crate::{Direction, Hex, Point};
use std::iter;

/// One hex, or a tie of two, on a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Crossing {
    /// The line passes through the inside of this hex.
    One(Hex),
    /// The line runs exactly along the edge between these two: the one on its left, the one on its right.
    Either(Hex, Hex),
}

impl Crossing {
    /// Whether the hex is as asked, or either of the two.
    pub fn any(self, mut asked: impl FnMut(Hex) -> bool) -> bool {
        match self {
            Crossing::One(hex) => asked(hex),
            Crossing::Either(left, right) => asked(left) || asked(right),
        }
    }
}

/// One edge, or a tie of two, that a line of sight goes through; an edge is given by the hex that is left and the
/// direction in which it is left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EdgeCrossing {
    /// The line goes through this edge.
    One(Hex, Direction),
    /// The line goes through the corner where these two edges meet, to or from a stretch along the edge between two
    /// hexes: first the edge of the way round on the left of that stretch, then that of the way round on the right.
    Either((Hex, Direction), (Hex, Direction)),
}

impl EdgeCrossing {
    /// What lies beyond the edge.
    fn beyond(self) -> Crossing {
        match self {
            EdgeCrossing::Either(left, right) if left.0 == right.0 => {
                Crossing::Either(left.0 + left.1, right.0 + right.1)
            }
            EdgeCrossing::Either((hex, direction), _) | EdgeCrossing::One(hex, direction) => {
                Crossing::One(hex + direction)
            }
        }
    }
}

/// The hexes whose inside the segment from centre to centre passes, in order, without the two ends.
///
/// A hex that the segment only touches at a corner is not passed. Where the segment runs along an edge, the two
/// hexes beside it are one [`Crossing::Either`]. The line from `to` to `from` is this one reversed, with left and
/// right exchanged.
///
/// ```text
///            L
///    from  -----  to        Either(L, R)
///            R
/// ```
///
/// ```
/// use hexes::{Crossing, Hex, sight_line};
/// let hex = Hex::new;
/// let straight: Vec<_> = sight_line(hex(0, 0), hex(2, 0)).collect();
/// assert_eq!(straight, [Crossing::One(hex(1, 0))]);
/// let tie: Vec<_> = sight_line(hex(0, 0), hex(1, 1)).collect();
/// assert_eq!(tie, [Crossing::Either(hex(1, 0), hex(0, 1))]);
/// ```
pub fn sight_line(from: Hex, to: Hex) -> impl Iterator<Item = Crossing> {
    let beyond = edges(from, to).map(EdgeCrossing::beyond);
    beyond.take_while(move |crossing| *crossing != Crossing::One(to))
}

/// The edges that the segment from centre to centre goes through, in order: the edges between one hex of
/// [`sight_line`] and the next, the ends included, so there is always one more of them than of crossings (none if
/// `from` is `to`).
///
/// - Through a corner from one hex straight into the next, the edge between those two counts: the line meets it
///   at its end. The third hex at that corner is not entered.
/// - Along an edge between two hexes L and R, that edge itself is not gone through. The line reaches it by
///   `Either` the edge into L or the edge into R and leaves it by `Either` the edge out of L or the edge out of R,
///   left ones first: taking the left of both pairs goes round by L, taking the right of both goes round by R.
///
/// ```text
///          \ L /
///     from  --- to       Either((from, to L), (from, to R)), Either((L, to `to`), (R, to `to`))
///          / R \
/// ```
///
/// ```
/// use hexes::Direction::{East, SouthEast};
/// use hexes::{EdgeCrossing, Hex, edges_crossed};
/// let hex = Hex::new;
/// assert_eq!(edges_crossed(hex(0, 0), hex(1, 0)), [EdgeCrossing::One(hex(0, 0), East)]);
/// assert_eq!(
///     edges_crossed(hex(0, 0), hex(1, 1)),
///     [
///         EdgeCrossing::Either((hex(0, 0), East), (hex(0, 0), SouthEast)),
///         EdgeCrossing::Either((hex(1, 0), SouthEast), (hex(0, 1), East)),
///     ],
/// );
/// ```
pub fn edges_crossed(from: Hex, to: Hex) -> Vec<EdgeCrossing> {
    edges(from, to).collect()
}

/// The edges of [`edges_crossed`], one by one.
fn edges(from: Hex, to: Hex) -> impl Iterator<Item = EdgeCrossing> {
    let mut walk = Walk::new(from, to);
    iter::from_fn(move || walk.next(to))
}

/// How a line goes on from hex to hex.
enum Walk {
    /// Through insides and corners.
    Inside(Hex, [Exit; 3]),
    /// Towards a corner of the first hex, so that every second stretch is along an edge.
    Corner(Corner),
}

/// A line towards the corner between edges `left` and `right`, on its way out of the hex `at` or along the edge
/// that begins at that corner.
struct Corner {
    at: Hex,
    left: Direction,
    right: Direction,
    along: bool,
}

/// An edge that the line may leave the present hex by. It reaches the edge's line after `ahead / pace` of the way.
struct Exit {
    direction: Direction,
    normal: Point,
    ahead: i64,
    pace: i64,
}

impl Walk {
    fn new(from: Hex, to: Hex) -> Walk {
        let way = to.point() - from.point();
        let pace = |direction: &Direction| way.dot(direction.vector().point());
        let heading = Direction::ALL.into_iter().max_by_key(pace).unwrap_or(Direction::East);
        let (left, right) = (heading.rotate(-1), heading.rotate(1));
        // The last of equals is taken, so a tie with the right neighbour can only be that of e5 with e0.
        if from != to && pace(&left) == pace(&heading) {
            Walk::Corner(Corner { at: from, left, right: heading, along: false })
        } else if from != to && pace(&right) == pace(&heading) {
            Walk::Corner(Corner { at: from, left: heading, right, along: false })
        } else {
            Walk::Inside(from, [heading, left, right].map(|direction| Exit::new(direction, way)))
        }
    }

    fn next(&mut self, to: Hex) -> Option<EdgeCrossing> {
        match self {
            Walk::Inside(at, _) if *at == to => None,
            Walk::Inside(at, exits) => Some(leave(at, exits)),
            Walk::Corner(corner) if corner.at == to => None,
            Walk::Corner(corner) => Some(corner.next()),
        }
    }
}

/// Goes on to the next hex through the first exit reached; at a corner the heading, which comes first, goes before.
fn leave(at: &mut Hex, exits: &mut [Exit; 3]) -> EdgeCrossing {
    let mut first = &exits[0];
    for exit in &exits[1..] {
        if exit.is_before(first) {
            first = exit;
        }
    }
    let (direction, step) = (first.direction, first.normal);
    for exit in exits {
        exit.ahead += step.dot(exit.normal);
    }
    let crossing = EdgeCrossing::One(*at, direction);
    *at += direction;
    crossing
}

impl Exit {
    /// The edge of the first hex of the line; its middle is half a step, so 2 of a step's squared length 4, away.
    fn new(direction: Direction, way: Point) -> Exit {
        let normal = direction.vector().point();
        Exit { direction, normal, ahead: 2, pace: way.dot(normal) }
    }

    #[inline]
    fn is_before(&self, other: &Exit) -> bool {
        self.ahead * other.pace < other.ahead * self.pace
    }
}

impl Corner {
    fn next(&mut self) -> EdgeCrossing {
        let (left, right) = (self.at + self.left, self.at + self.right);
        self.along = !self.along;
        if self.along {
            return EdgeCrossing::Either((self.at, self.left), (self.at, self.right));
        }
        self.at = left + self.right;
        EdgeCrossing::Either((left, self.right), (right, self.left))
    }
}
