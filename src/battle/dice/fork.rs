//! Dice that fall in every way they can, one way after the other: for holding what is foreseen against what the rules do.

use std::collections::BTreeMap;

use super::{Die, Faces, Terms};

/// One way through the throws of a battle: at each throw a branch, with the chances of all its branches.
///
/// A branch is the faces of one throw as far as they matter: as far as they are looked at.
#[derive(Clone, Debug, Default)]
pub struct Fork {
    path: Vec<usize>,
    chances: Vec<Vec<f64>>,
    look: Look,
}

/// What is looked at of the dice of a throw.
#[derive(Clone, Copy, Debug, Default)]
pub enum Look {
    /// What all of them come to together.
    #[default]
    Sum,
    /// Their faces, whichever die shows them.
    Faces,
    /// What each die comes to, in their order.
    Each,
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

    /// What is looked at of the next throws.
    pub(super) const fn look(&mut self, look: Look) {
        self.look = look;
    }

    /// The faces of so many dice thrown for those terms.
    pub(super) fn fall(&mut self, terms: &Terms, dice: u8) -> Faces {
        self.take(match self.look {
            Look::Sum => branches(terms.die, dice, |sum, face| sum + i64::from(terms.adds(face))),
            Look::Faces => branches(terms.die, dice, |counts, face| counts + (1_i64 << (6 * (face - 1)))),
            Look::Each => {
                branches(terms.die, dice, |each: &Vec<i16>, face| [each, [terms.adds(face)].as_slice()].concat())
            }
        })
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

/// The ways in which dice fall, told apart by what they come to, one die after the other.
fn branches<C: Ord + Default>(die: Die, dice: u8, come: impl Fn(&C, u8) -> C) -> Branches {
    let mut all = BTreeMap::from([(C::default(), (1.0, Vec::new()))]);
    for _ in 0..dice {
        let mut more: BTreeMap<C, (f64, Vec<u8>)> = BTreeMap::new();
        for (known, (chance, faces)) in all {
            for face in 1..=die.faces() {
                let falls = || [faces.as_slice(), &[face]].concat();
                let way = more.entry(come(&known, face)).or_insert_with(|| (0.0, falls()));
                way.0 += chance / f64::from(die.faces());
            }
        }
        all = more;
    }
    all.into_values().map(|(chance, faces)| (chance, Faces::of(&faces))).collect()
}
