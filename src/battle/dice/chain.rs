//! Checks made again until one is passed, each failure a rung lower, with something that may happen on a low face.
//!
//! One function says what a face brings ([`Chain::turn`]); resolving calls it with the face that fell, the forecast with
//! every face there is.

use super::{Dice, Distribution, Faces, Link, Pool, RollForecast, RollKey, RollKind, Terms};
use crate::{Chance, Object};

/// One rung of a ladder: how the check is made there.
#[derive(Clone, Debug)]
pub struct Rung {
    /// Its name, as a player would say it: "nervous".
    pub name: &'static str,
    /// The check of one die made on it.
    pub check: Pool,
    /// The check made on it after the mishap has told: without the leader who fell.
    pub after: Pool,
}

impl Rung {
    /// A rung whose check no mishap changes.
    #[must_use]
    pub fn new(name: &'static str, check: Pool) -> Rung {
        Rung { name, after: check.clone(), check }
    }
}

/// What a natural face brings besides a failure, or before it.
#[derive(Clone, Debug)]
pub struct Mishap {
    /// The face, or lower.
    pub face: u8,
    /// What is rolled then, before the rung is lost; a result that is not 0 tells, and then no more is rolled for.
    pub roll: Pool,
}

/// So many checks, each made until it is passed, down a ladder whose end is the bound: as many failures as rungs.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What is checked.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    owed: u8,
    rungs: Vec<Rung>,
    end: &'static str,
    mishap: Option<Mishap>,
}

/// How far a chain has gone. Flat, so that a system can keep it in its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// Checks passed.
    pub passed: u8,
    /// Rungs lost.
    pub lost: u8,
    /// What the mishap came to; 0 until it tells.
    pub mishap: i16,
}

/// What a check brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is passed.
    Passed(Run),
    /// It is failed: a rung lower.
    Failed(Run),
}

impl Turn {
    /// How far the chain has gone then.
    #[must_use]
    pub const fn run(self) -> Run {
        match self {
            Turn::Passed(run) | Turn::Failed(run) => run,
        }
    }
}

/// One end that a chain may come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// How far it has gone.
    pub run: Run,
    /// 0 to 1.
    pub chance: f64,
}

/// All that the ends of a chain and their chances depend on: two chains of the same stakes end alike, whatever their rolls
/// and rungs are called and whatever modifiers have come to the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stakes {
    owed: u8,
    /// Of each rung, before the mishap has told and after.
    checks: Vec<[Terms; 2]>,
    mishap: Option<(u8, Terms)>,
}

impl Chain {
    /// So many checks down those rungs, the first being where the chain begins; whoever fails on the last is at the end.
    ///
    /// # Panics
    /// With more than 250 rungs.
    #[must_use]
    pub fn new(label: &'static str, clause: &'static str, owed: u8, rungs: Vec<Rung>, end: &'static str) -> Chain {
        assert!(rungs.len() <= 250, "the chain \"{label}\" has {} rungs, at most 250", rungs.len());
        Chain { label, clause, owed, rungs, end, mishap: None }
    }

    /// The same with something that may happen on a low face.
    ///
    /// # Panics
    /// When a check is not of one die thrown once: the odds follow a single face.
    #[must_use]
    pub fn with_mishap(self, mishap: Mishap) -> Chain {
        let single = |check: &Pool| check.count() == 1 && !check.reading().throws_again();
        let sound = self.rungs.iter().all(|rung| single(&rung.check) && single(&rung.after));
        assert!(sound, "the chain \"{}\" has a mishap and a check of more than one die", self.label);
        Chain { mishap: Some(mishap), ..self }
    }

    /// The check to be made now; `None` when all are passed or the ladder is at its end.
    #[must_use]
    pub fn check(&self, run: Run) -> Option<&Pool> {
        let rung = self.rungs.get(usize::from(run.lost)).filter(|_| run.passed < self.owed)?;
        Some(if run.mishap == 0 { &rung.check } else { &rung.after })
    }

    /// Where the check to be made now stands in the chain.
    #[must_use]
    pub fn link(&self, run: Run) -> Link {
        let [rung, below] = [run.lost, run.lost + 1].map(|lost| self.name(lost));
        Link { number: run.passed + 1, owed: self.owed, rung, below }
    }

    /// Whether the faces of the next check tell more than whether it is passed.
    #[must_use]
    pub const fn may_mishap(&self, run: Run) -> bool {
        self.mishap.is_some() && run.mishap == 0
    }

    /// The roll that such a face of a check brings first, if one.
    #[must_use]
    pub fn mishap(&self, run: Run, faces: &Faces) -> Option<&Pool> {
        let mishap = self.mishap.as_ref().filter(|_| run.mishap == 0)?;
        (faces.at_most(mishap.face) > 0).then_some(&mishap.roll)
    }

    /// What the faces of the check bring. Whoever rolled for a mishap puts its result into the run before or after:
    /// the check that has fallen stands.
    #[must_use]
    pub fn turn(&self, run: Run, check: &Pool, faces: &Faces) -> Turn {
        match check.terms().passed(check.read(faces)) {
            true => Turn::Passed(Run { passed: run.passed + 1, ..run }),
            false => Turn::Failed(Run { lost: run.lost + 1, ..run }),
        }
    }

    /// Throws the whole chain: every roll in the order it fell, and how far it went. For chains in which nothing else
    /// happens between the checks.
    pub fn fall(&self, dice: &mut Dice, check: RollKey, mishap: RollKey) -> (Vec<(&Pool, Faces)>, Run) {
        let (mut rolls, mut run) = (Vec::new(), Run::default());
        while let Some(pool) = self.check(run) {
            let faces = pool.fall(dice, check);
            let chance = self.mishap(run, &faces);
            run = self.turn(run, pool, &faces).run();
            rolls.push((pool, faces));
            if let Some(roll) = chance {
                let faces = roll.fall(dice, mishap);
                run.mishap = roll.read(&faces);
                rolls.push((roll, faces));
            }
        }
        (rolls, run)
    }

    /// What its ends depend on.
    #[must_use]
    pub fn stakes(&self) -> Stakes {
        Stakes {
            owed: self.owed,
            checks: self.rungs.iter().map(|rung| [rung.check.terms(), rung.after.terms()]).collect(),
            mishap: self.mishap.as_ref().map(|mishap| (mishap.face, mishap.roll.terms())),
        }
    }

    /// Every end it may come to, with its chance.
    #[must_use]
    pub fn ends(&self) -> Vec<End> {
        let mut open = vec![End { run: Run::default(), chance: 1.0 }];
        let mut ends = Vec::new();
        while let Some(next) = open.iter().enumerate().min_by_key(|(_, end)| end.run.passed + end.run.lost) {
            let here = open.swap_remove(next.0);
            match self.check(here.run) {
                None => add(&mut ends, here.run, here.chance),
                Some(check) => self.branch(here, check, &mut open),
            }
        }
        ends.sort_by_key(|end: &End| end.run);
        ends
    }

    fn branch(&self, here: End, check: &Pool, open: &mut Vec<End>) {
        let Run { passed, lost, mishap } = here.run;
        if self.mishap.is_none() || mishap != 0 {
            let passes = check.terms().passes();
            add(open, Run { passed: passed + 1, ..here.run }, here.chance * passes);
            add(open, Run { lost: lost + 1, ..here.run }, here.chance * (1.0 - passes));
            return;
        }
        let die = check.terms().die;
        for face in 1..=die.faces() {
            let faces = Faces::of(&[face]);
            let (run, chance) = (self.turn(here.run, check, &faces).run(), here.chance / f64::from(die.faces()));
            let Some(roll) = self.mishap(here.run, &faces) else {
                add(open, run, chance);
                continue;
            };
            for (value, part) in roll.outcome().outcomes() {
                add(open, Run { mishap: value as i16, ..run }, chance * part);
            }
        }
    }

    /// The distribution of the rungs lost.
    #[must_use]
    pub fn outcome(&self) -> Distribution {
        let mut chances = vec![0.0; self.rungs.len() + 1];
        self.ends().iter().for_each(|end| chances[usize::from(end.run.lost)] += end.chance);
        Distribution::of(chances)
    }

    /// The chance that the mishap tells, and comes to that.
    #[must_use]
    pub fn mishap_chance(&self, value: i16) -> f64 {
        self.ends().iter().filter(|end| end.run.mishap == value).map(|end| end.chance).sum()
    }

    /// The name of the rung it stands on after so many were lost.
    #[must_use]
    pub fn name(&self, lost: u8) -> &'static str {
        self.rungs.get(usize::from(lost)).map_or(self.end, |rung| rung.name)
    }

    /// As a forecast shows it: the first check, and every rung where it may end.
    #[must_use]
    pub fn shown(&self, who: Option<Object>) -> RollForecast {
        let outcome = self.outcome();
        let rows = outcome.outcomes().filter(|(_, chance)| *chance > 0.0);
        let rows = rows.map(|(lost, chance)| Chance { label: self.name(lost as u8), chance }).collect();
        let nothing = Pool::new(self.label, self.clause, 0, super::Reading::Total);
        let first = self.check(Run::default()).unwrap_or(&nothing).shown(who);
        RollForecast { kind: RollKind::Chain, label: self.label, clause: self.clause, outcome, rows, ..first }
    }
}

/// Adds a chance to the end it belongs to.
fn add(ends: &mut Vec<End>, run: Run, chance: f64) {
    if chance <= 0.0 {
        return;
    }
    match ends.iter_mut().find(|end| end.run == run) {
        Some(end) => end.chance += chance,
        None => ends.push(End { run, chance }),
    }
}
