//! A position thrown out a hundred thousand times: dice fall anew each time, and what a result brings is found out once,
//! by the resolver itself with those dice, from the first roll to the last effect.

use std::collections::{BTreeMap, HashMap};

use battle::{Chain, Contest, Deaf, Dice, Faces, Pool, RollKey, UnitId};
use rulebook::Frame;

use super::fixture::Game;
use crate::state::Open;
use crate::tables::{NERVOUS, PANIC, ROUNDS, ROUTED};
use crate::{Umpire, War, contact, melee, morale};

/// How often a position is thrown out.
pub const TIMES: u32 = 100_000;
/// So many standard deviations may a share or a mean lie from what is foreseen.
const SIGMAS: f64 = 4.5;

/// What is thrown next.
pub enum Next {
    /// One roll of a side.
    Pool(Pool),
    /// A roll of each.
    Contest(Box<Contest>),
    /// Checks, each until it is passed.
    Chain(Chain),
    /// Nothing: what is not finished goes on without dice.
    Nothing,
    /// Nothing any more.
    End,
}

impl Next {
    /// What the battle throws now; where it waits for an order, nothing.
    fn of(war: &War) -> Next {
        match war.frame() {
            Some(Open::Checks(unit, owed, cause)) if war.present(*unit) && *owed > 0 => {
                Next::Chain(morale::checks(war, *unit, *owed, *cause))
            }
            Some(Open::Melee(charge, round)) if contact::is_engaged(war, charge) && *round <= ROUNDS => {
                Next::Contest(Box::new(melee::score::round(war, charge)))
            }
            Some(_) if war.waits().is_none() => Next::Nothing,
            _ => Next::End,
        }
    }

    /// Throws it: what it came to, and the faces in the order they fell.
    fn throw(&self, dice: &mut Dice) -> (Vec<i16>, Vec<u8>) {
        let [ours, theirs] = [1, 2].map(|who| RollKey::new(1, 1, who, 1));
        match self {
            Next::Pool(pool) => {
                let faces = pool.fall(dice, ours);
                (vec![pool.read(&faces)], faces.as_slice().to_vec())
            }
            Next::Contest(contest) => {
                let clash = contest.fall(dice, [ours, theirs]);
                let fell = clash.tied.iter().chain([&clash.faces]).flatten().flat_map(Faces::as_slice);
                (vec![contest.read(&clash)], fell.copied().collect())
            }
            Next::Chain(chain) => chained(chain, dice, [ours, theirs]),
            Next::Nothing | Next::End => (Vec::new(), Vec::new()),
        }
    }
}

/// A chain comes to checks passed and rungs lost, and to what befell its leader after how many of them.
fn chained(chain: &Chain, dice: &mut Dice, [check, mishap]: [RollKey; 2]) -> (Vec<i16>, Vec<u8>) {
    let (rolls, run) = chain.fall(dice, check, mishap);
    let (mut came_to, mut checks) = (vec![i16::from(run.passed), i16::from(run.lost)], 0);
    for (pool, faces) in &rolls {
        match pool.label == "leader loss" {
            true if pool.read(faces) != 0 => came_to.extend([checks, pool.read(faces)]),
            true => {}
            false => checks += 1,
        }
    }
    (came_to, rolls.iter().flat_map(|(_, faces)| faces.as_slice()).copied().collect())
}

/// A battle at one moment, what it throws then, and where each result leads.
struct Moment {
    war: War,
    next: Next,
    then: BTreeMap<Vec<i16>, usize>,
}

/// How a position fell.
pub struct Thrown {
    moments: Vec<Moment>,
    known: HashMap<Vec<u8>, usize>,
    /// How often each moment was the last.
    ended: BTreeMap<usize, u32>,
    /// How often the first roll came to each result.
    pub first: BTreeMap<i16, u32>,
}

impl Thrown {
    /// Throws out a battle in which something begins: with a roll of `first`, which `act` makes and carries out.
    pub fn out(war: &War, first: Next, act: impl Fn(&mut Umpire<'_>)) -> Thrown {
        let start = Moment { war: war.clone(), next: first, then: BTreeMap::new() };
        let (known, ended, first) = Default::default();
        let mut thrown = Thrown { moments: vec![start], known, ended, first };
        (0..u64::from(TIMES)).for_each(|seed| thrown.once(seed, &act));
        thrown
    }

    /// The same from something that is not finished.
    pub fn from(war: &War, frame: Open) -> Thrown {
        Thrown::out(war, Next::Nothing, |umpire| umpire.interrupt(frame))
    }

    fn once(&mut self, seed: u64, act: &impl Fn(&mut Umpire<'_>)) {
        let (mut dice, mut at, mut rolled) = (Dice::new(seed), 0, false);
        while !matches!(self.moments[at].next, Next::End) {
            let (came_to, faces) = self.moments[at].next.throw(&mut dice);
            if !faces.is_empty() && !std::mem::replace(&mut rolled, true) {
                *self.first.entry(came_to[0]).or_default() += 1;
            }
            at = match self.moments[at].then.get(&came_to) {
                Some(next) => *next,
                None => self.follow(at, came_to, &faces, act),
            };
        }
        *self.ended.entry(at).or_default() += 1;
    }

    /// Where a result leads: the resolver goes on with those faces, all of which it uses.
    fn follow(&mut self, at: usize, came_to: Vec<i16>, faces: &[u8], act: &impl Fn(&mut Umpire<'_>)) -> usize {
        let mut war = self.moments[at].war.clone();
        war.set_dice(Dice::scripted(faces));
        let frame = (at > 0).then(|| Umpire::new(&mut war, &mut Deaf).answered()).flatten();
        let mut deaf = Deaf;
        let mut umpire = Umpire::new(&mut war, &mut deaf);
        match frame {
            Some(frame) => frame.resume(&mut umpire),
            None => act(&mut umpire),
        }
        assert_eq!(war.dice().unread(), 0, "the resolver throws all that is foreseen");
        war.set_dice(Dice::new(0));
        let account = rulebook::account(&war, &war.state);
        let (moments, next) = (&mut self.moments, Next::of(&war));
        let place = *self.known.entry(account).or_insert_with(|| {
            moments.push(Moment { war, next, then: BTreeMap::new() });
            moments.len() - 1
        });
        self.moments[at].then.insert(came_to, place);
        place
    }

    /// The ends with how often each came.
    pub fn ends(&self) -> impl Iterator<Item = (&War, u32)> {
        self.ended.iter().map(|(place, times)| (&self.moments[*place].war, *times))
    }

    /// Mean and standard deviation of what an end is worth.
    pub fn mean(&self, worth: impl Fn(&War) -> f64) -> (f64, f64) {
        let values: Vec<(f64, f64)> = self.ends().map(|(war, times)| (worth(war), f64::from(times))).collect();
        let all: f64 = f64::from(TIMES);
        let mean = values.iter().map(|(worth, times)| worth * times / all).sum::<f64>();
        let spread = values.iter().map(|(worth, times)| (worth - mean).powi(2) * times / all).sum::<f64>();
        (mean, (spread / all).sqrt())
    }

    /// What a unit came to from a place of the ladder: places lost, shares routed and gone back, each with its deviation.
    pub fn fate(&self, unit: UnitId, from: i16) -> [(f64, f64); 3] {
        let status = |war: &War| if war.present(unit) { war.strength(unit) } else { ROUTED };
        let whether = |is: bool| f64::from(u8::from(is));
        let back = |war: &War| (PANIC..=NERVOUS).contains(&status(war)) && status(war) < from;
        [
            self.mean(|war| f64::from(from - status(war))),
            self.mean(|war| whether(status(war) == ROUTED)),
            self.mean(|war| whether(back(war))),
        ]
    }
}

/// Whether a mean lies where it should.
pub fn is_near((mean, deviation): (f64, f64), foreseen: f64) -> bool {
    // A share of nothing has no deviation; one of little is allowed that of a single throw.
    (mean - foreseen).abs() <= SIGMAS * deviation.max(1.0 / f64::from(TIMES))
}

/// How often something came as a share with its deviation.
pub fn share(times: u32) -> (f64, f64) {
    let share = f64::from(times) / f64::from(TIMES);
    (share, (share * (1.0 - share) / f64::from(TIMES)).sqrt())
}

/// A battle that is about to throw a unit's checks.
pub fn owing(game: &Game, label: &str, owed: u8, cause: &str) -> Thrown {
    let cause = (!cause.is_empty()).then(|| game.id(cause));
    Thrown::from(&game.war, Open::Checks(game.id(label), owed, cause))
}
