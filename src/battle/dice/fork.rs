//! Dice that fall in every way they can, one way after the other: for holding what is foreseen against what the rules do.

use std::collections::BTreeMap;

use super::{Die, Faces, Terms};

/// One way through the throws of a battle: at each throw a branch, with the chances of all its branches.
///
/// A branch is the faces of one throw as far as they matter: throws of which only the result is read branch by what each die
/// adds to it, others by the faces without their order.
#[derive(Clone, Debug, Default)]
pub struct Fork {
    path: Vec<usize>,
    chances: Vec<Vec<f64>>,
    whole: bool,
}

/// The branches of a throw.
type Branches = Vec<(f64, Faces)>;

impl Fork {
    /// The way that takes those branches, and the first one of each later throw.
    fn along(path: Vec<usize>) -> Fork {
        Fork { path, ..Fork::default() }
    }

    /// The chance that the dice fall like that.
    fn chance(&self) -> f64 {
        self.chances.iter().enumerate().map(|(throw, chances)| chances[self.branch(throw)]).product()
    }

    /// What something comes to on every way in which the dice can fall, each with its chance; it says which way it went.
    pub fn ways<T>(mut act: impl FnMut(Fork) -> (Fork, T)) -> impl Iterator<Item = (f64, T)> {
        let mut next = Some(Fork::default());
        std::iter::from_fn(move || {
            let (taken, came) = act(next.take()?);
            next = taken.next();
            Some((taken.chance(), came))
        })
    }

    /// The way to be tried next, the last throws first; `None` when all have been.
    fn next(&self) -> Option<Fork> {
        let more = |throw: &usize| self.branch(*throw) + 1 < self.chances[*throw].len();
        let last = (0..self.chances.len()).rev().find(more)?;
        let mut path: Vec<usize> = (0..=last).map(|throw| self.branch(throw)).collect();
        path[last] += 1;
        Some(Fork::along(path))
    }

    fn branch(&self, throw: usize) -> usize {
        self.path.get(throw).copied().unwrap_or(0)
    }

    /// Whether the faces of the next throws are looked at one by one.
    pub(super) const fn look(&mut self, whole: bool) {
        self.whole = whole;
    }

    /// The faces of so many dice thrown for those terms.
    pub(super) fn fall(&mut self, terms: &Terms, dice: u8) -> Faces {
        let branches =
            if self.whole { branches(terms.die, dice, |face| 1_i64 << (6 * (face - 1))) } else { merged(terms, dice) };
        self.take(branches)
    }

    /// One of so many things that are as likely.
    pub(super) fn one_of(&mut self, count: usize) -> usize {
        let place = self.branch(self.chances.len());
        self.chances.push(vec![1.0 / count as f64; count]);
        place
    }

    fn take(&mut self, branches: Branches) -> Faces {
        let place = self.branch(self.chances.len());
        self.chances.push(branches.iter().map(|(chance, _)| *chance).collect());
        branches.into_iter().nth(place).map(|(_, faces)| faces).unwrap_or_default()
    }
}

fn merged(terms: &Terms, dice: u8) -> Branches {
    branches(terms.die, dice, |face| i64::from(terms.adds(face)))
}

/// The ways in which dice fall, told apart by the sum of what their faces are worth.
fn branches(die: Die, dice: u8, worth: impl Fn(u8) -> i64) -> Branches {
    let mut all = BTreeMap::from([(0, (1.0, Vec::new()))]);
    for _ in 0..dice {
        let mut more: BTreeMap<i64, (f64, Vec<u8>)> = BTreeMap::new();
        for (sum, (chance, faces)) in all {
            for face in 1..=die.faces() {
                let falls = || [faces.as_slice(), &[face]].concat();
                let way = more.entry(sum + worth(face)).or_insert_with(|| (0.0, falls()));
                way.0 += chance / f64::from(die.faces());
            }
        }
        all = more;
    }
    all.into_values().map(|(chance, faces)| (chance, Faces::of(&faces))).collect()
}
