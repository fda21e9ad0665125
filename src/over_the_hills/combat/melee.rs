//! A combat of more than two units: fought many times over, with the scores, verdicts and tests by which it is resolved
//! (OTH-COMBAT-1 to 4, 7, OTH-RESULT-0, 8).

use std::collections::BTreeMap;

use battle::{Departure, Event, UnitId};

use super::bout::ridden;
use super::duel::Rounds;
use super::odds::{End, Fate, Kind, failed, kind_of};
use super::opening::Opening;
use super::picks;
use super::results::{Ridden, Verdict, row, verdict};
use super::score::{self, Bare, Fighter, bare};
use super::turning;
use crate::space::{Aspect, Shape, shape};
use crate::state::Impetus;
use crate::why::Why;
use crate::{War, contacts, marks, morale};

/// How often it is fought.
const TIMES: u32 = 60;

/// Numbers that fall as dice do, the same on every run.
struct Lot(u64);

impl Lot {
    /// A number from 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        f64::from(((word ^ (word >> 31)) >> 32) as u32) / f64::from(u32::MAX)
    }

    fn d10(&mut self) -> i16 {
        ((self.next() * 10.0) as i16).min(9) + 1
    }
}

/// The combat with those of its units that are left.
struct Scene {
    war: War,
    fighters: Vec<Fighter>,
    /// By fighter: whether horse has it as its opponent.
    ridden: Vec<Ridden>,
}

/// All that is worked out once.
struct Melee<'a> {
    war: &'a War,
    units: Vec<UnitId>,
    steadied: Vec<i16>,
    /// By who is left.
    scenes: BTreeMap<u32, Scene>,
    /// By who is left, who has turned, fighter, whether its side won the last round, the first round, locked: modifiers.
    modifiers: BTreeMap<([u32; 2], usize, [bool; 3]), i16>,
    /// By score: chances of at most so many hits.
    hits: BTreeMap<i16, Vec<(i16, f64)>>,
}

/// A combat as it goes.
struct Course {
    scores: Vec<i16>,
    ends: Vec<Kind>,
    left: u32,
    /// Who has turned to the enemy in its flank or rear.
    turned: u32,
    won: Option<usize>,
    bare: bool,
}

/// The fates of two of the units in contact with each other in those rounds.
pub(crate) fn fates(war: &War, pair: [UnitId; 2], before: &[Opening], rounds: Rounds) -> [Fate; 2] {
    let units = contacts::group(war, pair[0]);
    let added = |unit: &UnitId| {
        morale::test(war, *unit, Why::Round, "OTH-MORALE-8").modifiers().iter().map(|one| one.value).sum()
    };
    let steadied = units.iter().map(added).collect();
    let (scenes, modifiers, hits) = Default::default();
    let mut melee = Melee { war, units, steadied, scenes, modifiers, hits };
    let places = pair.map(|unit| melee.units.iter().position(|one| *one == unit).unwrap_or(0));
    let mut fates = [Fate::default(); 2];
    let mut lot = Lot(0x07);
    let all: f64 = before.iter().map(|opening| opening.chance).sum();
    for _ in 0..TIMES {
        let mut at = lot.next() * all;
        let opening = before.iter().find(|opening| {
            at -= opening.chance;
            at <= 0.0
        });
        let hits = opening.or(before.last()).map_or([0, 0], |opening| opening.hits);
        let course = melee.fought(places.into_iter().zip(hits), rounds, &mut lot);
        for (fate, place) in fates.iter_mut().zip(places) {
            let start = war.strength(melee.units[place]);
            fate.note(End::of(course.ends[place], course.scores[place]), start, all / f64::from(TIMES));
        }
    }
    fates
}

impl Melee<'_> {
    /// Fights it once to its end.
    fn fought(&mut self, hits: impl Iterator<Item = (usize, i16)>, rounds: Rounds, lot: &mut Lot) -> Course {
        let war = self.war;
        let scores = self.units.iter().map(|unit| war.strength(*unit)).collect();
        let won = self.units.iter().find(|unit| war.marked(**unit, marks::WON)).map(|unit| war.side(*unit).index());
        let left = (1_u32 << self.units.len().min(31)) - 1;
        let ends = vec![Kind::Stays; self.units.len()];
        let mut course = Course { scores, ends, left, turned: 0, won, bare: bare(war, &self.units) == Bare::Yes };
        for (place, hits) in hits {
            course.scores[place] -= hits;
            let kind = kind_of(war, self.units[place], course.scores[place]);
            self.leaves(&mut course, place, kind);
        }
        for step in 0..rounds.steps {
            let first = if step == 0 { rounds.first } else { 1 };
            for round in first..=war.options().combat_rounds {
                if !self.round(&mut course, round, step > 0, lot) {
                    return course;
                }
            }
        }
        course
    }

    fn leaves(&self, course: &mut Course, place: usize, kind: Kind) {
        if kind != Kind::Stays {
            course.ends[place] = kind;
            course.left &= !(1 << place);
        }
    }

    fn scene(&mut self, left: u32) {
        if self.scenes.contains_key(&left) {
            return;
        }
        let mut war = self.war.clone();
        let gone = self.units.iter().enumerate().filter(|(place, _)| left & (1 << place) == 0);
        for (_, unit) in gone {
            war.state.own.contacts.retain(|one| one.by != *unit && one.on != *unit);
            war = war.supposing(&Event::Left { unit: *unit, why: Departure::Routed, clause: "" });
        }
        let units: Vec<UnitId> = self.units.iter().copied().filter(|unit| war.present(*unit)).collect();
        let fighters = picks::fighters(&war, &units, 1);
        let ridden = fighters.iter().map(|one| ridden(&war, &fighters, one.unit)).collect();
        self.scenes.insert(left, Scene { war, fighters, ridden });
    }

    fn modifiers(&mut self, [left, turned]: [u32; 2], at: usize, won: bool, round: u8, locked: bool) -> i16 {
        let key = ([left, turned], at, [won, round == 1, locked]);
        if let Some(known) = self.modifiers.get(&key) {
            return *known;
        }
        let scene = &self.scenes[&left];
        let fighter = Fighter { round, ..scene.fighters[at] };
        let unit = fighter.unit;
        let mut war = scene.war.supposing(&Event::Marked { unit, marks: marks::WON, on: won, cause: "" });
        if locked {
            war.own_mut(unit).impetus = Impetus::None;
        }
        let has_turned = |unit: UnitId| turned & (1 << self.place(unit)) != 0;
        war.state.own.contacts.iter_mut().filter(|one| has_turned(one.on)).for_each(|one| one.aspect = Aspect::Front);
        let more = score::pool(&war, &fighter, Bare::No).modifiers().iter().map(|one| one.value).sum();
        self.modifiers.insert(key, more);
        more
    }

    fn hits(&mut self, score: i16, at: f64) -> i16 {
        let war = self.war;
        let most = self.hits.entry(score).or_insert_with(|| {
            let outcome = score::dice(war, score).outcome();
            let mut sum = 0.0;
            let up_to = outcome.outcomes().map(|(hits, chance)| {
                sum += chance;
                (hits as i16, sum)
            });
            up_to.collect()
        });
        most.iter().find(|(_, sum)| at <= *sum).or(most.last()).map_or(0, |(hits, _)| *hits)
    }

    fn place(&self, unit: UnitId) -> usize {
        self.units.iter().position(|one| *one == unit).unwrap_or(0)
    }

    /// One round; whether another may follow.
    fn round(&mut self, course: &mut Course, round: u8, locked: bool, lot: &mut Lot) -> bool {
        self.scene(course.left);
        let fighters = self.scenes[&course.left].fighters.clone();
        if fighters.is_empty() {
            return false;
        }
        let (mut caused, mut taken) = ([0_i16; 2], vec![0_i16; self.units.len()]);
        for (at, one) in fighters.iter().enumerate() {
            let (place, side) = (self.place(one.unit), self.war.side(one.unit).index());
            let fighter = Fighter { round, ..*one };
            let base = score::base(&self.scenes[&course.left].war, &fighter, course.scores[place]);
            let won = course.won == Some(side);
            let more =
                if course.bare { 0 } else { self.modifiers([course.left, course.turned], at, won, round, locked) };
            let hits = self.hits(base + more, lot.next());
            caused[side] += hits;
            taken[self.place(one.enemy)] += hits;
        }
        let margin = caused[0] - caused[1];
        course.won = match margin.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        self.results(course, &fighters, (caused, margin), &taken, lot);
        if round < self.war.options().combat_rounds && margin != 0 {
            course.turned |= self.winners_that_turn(course);
        }
        let walled = |one: &Fighter| {
            let lost = course.won.is_some_and(|won| won != self.war.side(one.unit).index());
            lost && shape(self.war, one.unit) == Shape::Garrison
        };
        course.bare = margin.abs() == 1 && !course.bare && fighters.iter().any(walled);
        true
    }

    /// Those of the winning side that turn to who met them in flank or rear (OTH-RESULT-7).
    fn winners_that_turn(&self, course: &Course) -> u32 {
        let turns = |unit: &UnitId| course.won == Some(self.war.side(*unit).index()) && turning::turns(self.war, *unit);
        self.units.iter().enumerate().filter(|(_, unit)| turns(unit)).fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The results of a round: hits, verdicts, tests (OTH-RESULT-0, OTH-MORALE-8).
    fn results(
        &mut self,
        course: &mut Course,
        fighters: &[Fighter],
        (caused, margin): ([i16; 2], i16),
        taken: &[i16],
        lot: &mut Lot,
    ) {
        let scene = &self.scenes[&course.left];
        let war = &scene.war;
        let mut fought: Vec<(usize, UnitId, Ridden)> = Vec::new();
        for (one, ridden) in fighters.iter().zip(&scene.ridden) {
            let place = self.place(one.unit);
            if !fought.iter().any(|(known, ..)| *known == place) {
                fought.push((place, one.enemy, *ridden));
            }
        }
        fought.sort_unstable_by_key(|(place, ..)| *place);
        let mut tested = Vec::new();
        for (place, enemy, ridden) in fought {
            let unit = self.units[place];
            let lost = course.won.is_some_and(|won| won != war.side(unit).index());
            course.scores[place] -= taken[place] + i16::from(caused == [0, 0]);
            let mut kind = kind_of(war, unit, course.scores[place]);
            if kind == Kind::Stays && lost {
                kind = match verdict(war, unit, row(war, unit, enemy, ridden), margin.abs()) {
                    Verdict::Destroyed => Kind::Destroyed,
                    Verdict::Retreats => Kind::Back,
                    Verdict::Stays => Kind::Stays,
                };
            }
            if kind == Kind::Stays && (margin == 0 || (lost && margin.abs() == 1)) {
                tested.push(place);
            }
            course.ends[place] = kind;
        }
        for place in tested {
            let unit = self.units[place];
            if lot.d10() > course.scores[place] + self.steadied[place] {
                let end = failed(war, unit, End::of(Kind::Stays, course.scores[place]));
                (course.ends[place], course.scores[place]) = (end.kind, end.score);
            }
        }
        for place in 0..self.units.len() {
            if course.ends[place] != Kind::Stays {
                course.left &= !(1 << place);
            }
        }
    }
}
