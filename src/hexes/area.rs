//! A set of hexes of a grid, one bit a hex.

use crate::{Grid, Hex};

/// A set of hexes of a grid. Hexes off the grid are never in it.
///
/// ```
/// use hexes::{Grid, Hex, HexSet};
/// let mut seen = HexSet::new(Grid::new(8, 8));
/// assert!(seen.insert(Hex::new(2, 2)));
/// assert!(!seen.insert(Hex::new(-5, 0))); // off the grid
/// assert!(seen.contains(Hex::new(2, 2)));
/// assert_eq!(seen.count(), 1);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct HexSet {
    grid: Grid,
    /// 64 hexes a word, lowest bit first; bits beyond the grid are 0.
    words: Vec<u64>,
}

impl HexSet {
    /// The empty set.
    pub fn new(grid: Grid) -> HexSet {
        let words = vec![0; grid.len().div_ceil(64)];
        HexSet { grid, words }
    }

    /// The grid its hexes lie on.
    #[inline]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Adds the hex; returns whether it was added, which it is not if it was in already or lies off the grid.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let Some(index) = self.grid.index(hex) else {
            return false;
        };
        let (word, bit) = (&mut self.words[index / 64], 1 << (index % 64));
        let added = *word & bit == 0;
        *word |= bit;
        added
    }

    /// Takes the hex out; returns whether it was in.
    #[inline]
    pub fn remove(&mut self, hex: Hex) -> bool {
        let Some(index) = self.grid.index(hex) else {
            return false;
        };
        let (word, bit) = (&mut self.words[index / 64], 1 << (index % 64));
        let removed = *word & bit != 0;
        *word &= !bit;
        removed
    }

    /// Whether the hex is in.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let bit_of = |index: usize| self.words[index / 64] >> (index % 64) & 1 == 1;
        self.grid.index(hex).is_some_and(bit_of)
    }

    /// Takes all hexes out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The hexes in the order of their numbers on the grid.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        let hexes = move |(at, word): (usize, &u64)| bits(*word).map(move |bit| self.grid.hex(64 * at + bit));
        self.words.iter().enumerate().flat_map(hexes)
    }

    /// Adds all hexes of `other`.
    ///
    /// # Panics
    /// If the sets lie on different grids.
    pub fn union_with(&mut self, other: &HexSet) {
        self.check(other);
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Whether the sets have a hex in common.
    ///
    /// # Panics
    /// If the sets lie on different grids.
    pub fn intersects(&self, other: &HexSet) -> bool {
        self.check(other);
        self.words.iter().zip(&other.words).any(|(word, another)| word & another != 0)
    }

    /// How many hexes are in.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no hex is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    fn check(&self, other: &HexSet) {
        assert_eq!(self.grid, other.grid, "sets of hexes on different grids");
    }
}

impl Clone for HexSet {
    fn clone(&self) -> HexSet {
        HexSet { grid: self.grid, words: self.words.clone() }
    }

    fn clone_from(&mut self, source: &HexSet) {
        self.grid = source.grid;
        self.words.clone_from(&source.words);
    }
}

/// The numbers of the bits that are set, lowest first.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
    rest.take_while(|rest| *rest != 0).map(|rest| rest.trailing_zeros() as usize)
}
