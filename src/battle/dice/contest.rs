//! Two opposed rolls: the margin of one over the other decides, below zero where it is the smaller.

use super::roll::{margin, margins};
use super::{Chart, Dice, Distribution, Faces, Opposed, Pool, Roll, RollForecast, RollKey, RollKind, Thrower};
use crate::Object;

/// What happens when both come to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// A tie is a result.
    Stand,
    /// Both are thrown again, at most so often; a tie after that stands.
    Again(u8),
}

/// Two opposed rolls before they are thrown.
///
/// ```
/// use battle::{Contest, Die, Pool, Reading, Ties};
///
/// let side = |label, add| {
///     let mut pool = Pool::new(label, "X-1", 1, Reading::Total).of(Die::D10);
///     pool.result("training", add, "X-2");
///     pool
/// };
/// let melee = Contest::new("melee", "X-1", side("melee", 5), side("melee", 7), Ties::Stand);
/// assert!((melee.outcome().at_least(1) - 0.28).abs() < 1e-12, "needs to throw 3 more");
/// assert_eq!(melee.outcome().lowest(), -11);
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    /// What it is about.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// The roll of the side that is told first.
    pub ours: Pool,
    /// The roll against it.
    pub theirs: Pool,
    /// What happens on a tie.
    pub ties: Ties,
    margins: Option<&'static Chart>,
}

/// A contest as it fell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The faces that count, ours first.
    pub faces: [Faces; 2],
    /// Faces that tied and were thrown again.
    pub tied: Vec<[Faces; 2]>,
}

impl Contest {
    /// A contest of two rolls.
    #[must_use]
    pub const fn new(label: &'static str, clause: &'static str, ours: Pool, theirs: Pool, ties: Ties) -> Contest {
        Contest { label, clause, ours, theirs, ties, margins: None }
    }

    /// The same with rows by margin.
    #[must_use]
    pub fn by_margin(self, rows: &'static Chart) -> Contest {
        Contest { margins: Some(rows), ..self }
    }

    fn again(&self) -> u8 {
        match self.ties {
            Ties::Stand => 0,
            Ties::Again(most) => most,
        }
    }

    /// Throws both with their keys.
    pub fn fall(&self, dice: &mut Dice, keys: [RollKey; 2]) -> Clash {
        let mut clash = Clash::default();
        loop {
            clash.faces = [self.ours.fall(dice, keys[0]), self.theirs.fall(dice, keys[1])];
            if self.read(&clash) != 0 || clash.tied.len() >= usize::from(self.again()) {
                return clash;
            }
            clash.tied.push(clash.faces.clone());
        }
    }

    /// What both come to.
    #[must_use]
    pub fn sums(&self, clash: &Clash) -> [i16; 2] {
        [self.ours.read(&clash.faces[0]), self.theirs.read(&clash.faces[1])]
    }

    /// The margin of ours over theirs.
    #[must_use]
    pub fn read(&self, clash: &Clash) -> i16 {
        let [ours, theirs] = self.sums(clash);
        ours.saturating_sub(theirs)
    }

    /// The distribution of the margin.
    #[must_use]
    pub fn outcome(&self) -> Distribution {
        margin(&self.ours.terms(), &self.theirs.terms(), self.again())
    }

    /// The other side without faces.
    fn opposed(&self, who: Option<Object>) -> Opposed {
        Opposed {
            side: None,
            who,
            label: self.theirs.label,
            clause: self.theirs.clause,
            key: RollKey::default(),
            faces: Faces::default(),
            terms: self.theirs.terms(),
            modifiers: self.theirs.modifiers(),
            tied: Vec::new(),
            again: self.again(),
            margins: self.margins,
        }
    }

    /// As a forecast shows it, ours first.
    #[must_use]
    pub fn shown(&self, who: [Option<Object>; 2]) -> RollForecast {
        let outcome = self.outcome();
        RollForecast {
            kind: RollKind::Contest,
            label: self.label,
            clause: self.clause,
            rows: margins(self.margins, &outcome),
            outcome,
            opposed: Some(Box::new(self.opposed(who[1]))),
            ..self.ours.shown(who[0])
        }
    }

    /// Its receipt when it fell like that, ours first.
    #[must_use]
    pub fn rolled(&self, throwers: [Thrower; 2], clash: Clash) -> Roll {
        let result = self.read(&clash);
        let (Clash { faces: [ours, faces], tied }, [first, second]) = (clash, throwers);
        let opposed = Opposed { side: Some(second.side), key: second.key, faces, tied, ..self.opposed(second.who) };
        Roll {
            kind: RollKind::Contest,
            label: self.label,
            clause: self.clause,
            result,
            against: first.against.or(second.who),
            opposed: Some(Box::new(opposed)),
            ..self.ours.rolled(first, ours)
        }
    }

    /// Throws it, and gives the receipt with the margin.
    pub fn throw(&self, dice: &mut Dice, throwers: [Thrower; 2]) -> Roll {
        let clash = self.fall(dice, throwers.map(|thrower| thrower.key));
        self.rolled(throwers, clash)
    }
}
