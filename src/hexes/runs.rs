//! Runs: what hangs together and is of one kind, such as a hedge along several edges.

use std::collections::BTreeMap;

use crate::{Direction, Hex};

/// An edge by the one name of its two: of the hex that has it to the north-east, east or south-east.
///
/// ```
/// use hexes::{Direction, Hex, edge};
/// assert_eq!(edge(Hex::new(1, 0), Direction::West), edge(Hex::new(0, 0), Direction::East));
/// ```
#[must_use]
pub fn edge(hex: Hex, side: Direction) -> (Hex, Direction) {
    if side.index() < 3 { (hex, side) } else { (hex + side, side.opposite()) }
}

/// The four edges that share a corner with an edge.
#[must_use]
pub fn edges_beside((hex, side): (Hex, Direction)) -> [(Hex, Direction); 4] {
    let beyond = hex + side;
    [(hex, 1), (hex, -1), (beyond, 2), (beyond, -2)].map(|(hex, turn)| edge(hex, side.rotate(turn)))
}

/// Numbers things so that those have one number that are of one kind and hang together by `beside`: from `first` on, in the order
/// of the things.
pub fn runs<T: Copy + Ord, K: PartialEq, I: IntoIterator<Item = T>>(
    things: &[(T, K)],
    beside: impl Fn(T) -> I,
    first: u16,
) -> BTreeMap<T, u16> {
    let kinds: BTreeMap<T, &K> = things.iter().map(|(thing, kind)| (*thing, kind)).collect();
    let (mut found, mut next) = (BTreeMap::new(), first);
    for (start, kind) in things {
        if found.contains_key(start) {
            continue;
        }
        let mut open = vec![*start];
        while let Some(thing) = open.pop() {
            if kinds.get(&thing) == Some(&kind) && !found.contains_key(&thing) {
                found.insert(thing, next);
                open.extend(beside(thing));
            }
        }
        next += 1;
    }
    found
}
