//! A combat of more than two units: fought many times over, with the scores, verdicts and tests by which it is resolved
//! (OTH-COMBAT-1 to 4, 7, OTH-RESULT-0, 8).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use battle::{Departure, Event, Patch, UnitId};

use super::case::{Beaten, Body, Rounds};
use super::odds::{End, Fate, Kind, Retreats, beaten, body};
use super::opening::Opening;
use super::picks;
use super::round::{foe_of, ridden};
use super::score::{self, Bare, Basis, Fighter, Standing, Sums, bare, basis};
use super::turning;
use crate::fire::score::is_strict;
use crate::ground::towns;
use crate::space::{Shape, shape};
use crate::{War, contacts, marks};

/// How often it is fought.
const TIMES: u32 = 300;

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

/// One die of a combat.
struct Dice {
    /// Whose it is and whom it is at, by place.
    place: usize,
    enemy: usize,
    basis: [Basis; 2],
    plus: Sums,
}

/// One who is in a round, and what losing it makes of it.
struct Fought {
    place: usize,
    beaten: Beaten,
    /// From whom it goes back, and what it is to hits and tests.
    enemy: usize,
    body: Body,
}

/// The combat with those of its units that are left.
struct Scene {
    dice: Vec<Dice>,
    fought: Vec<Fought>,
}

/// All that is worked out once.
struct Melee<'a> {
    war: &'a War,
    units: Vec<UnitId>,
    /// Who has come to counter.
    countered: Option<UnitId>,
    retreats: Retreats,
    bodies: Vec<Body>,
    sides: Vec<usize>,
    /// The houses that each holds.
    houses: Vec<Option<Patch>>,
    /// Who holds houses, and who turns when it has won a round.
    walled: u32,
    turning: u32,
    /// By who is left.
    scenes: BTreeMap<u32, Scene>,
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
    /// Whose turn it is: its units are tested first (OTH-SEQ-5).
    player: usize,
}

/// The fates of two of the units in contact with each other in those rounds; one has come to counter.
pub(crate) fn fates(
    war: &War,
    pair: [UnitId; 2],
    before: &[Opening],
    countered: Option<UnitId>,
    (rounds, retreats): (Rounds, Retreats),
) -> [Fate; 2] {
    let mut melee = Melee::of(war, contacts::group(war, pair[0]), countered, retreats);
    let places = pair.map(|unit| melee.place(unit));
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

/// The places at which something is so, as bits.
fn bits(places: impl Iterator<Item = bool>) -> u32 {
    places.enumerate().fold(0, |bits, (place, is)| bits | u32::from(is) << place)
}

fn has(bits: u32, place: usize) -> bool {
    bits & (1 << place) != 0
}

impl Melee<'_> {
    fn of(war: &War, mut units: Vec<UnitId>, countered: Option<UnitId>, retreats: Retreats) -> Melee<'_> {
        units.sort_unstable();
        units.truncate(32);
        let foe = |unit: UnitId| contacts::foes(war, unit).first().copied().unwrap_or(unit);
        let bodies = units.iter().map(|unit| body(war, *unit, foe(*unit), retreats)).collect();
        let sides = units.iter().map(|unit| war.side(*unit).index()).collect();
        let houses = units.iter().map(|unit| towns::held(war, *unit)).collect();
        let walled = bits(units.iter().map(|unit| shape(war, *unit) == Shape::Garrison));
        let turning = bits(units.iter().map(|unit| turning::turns(war, *unit)));
        let (scenes, hits) = Default::default();
        Melee { war, units, countered, retreats, bodies, sides, houses, walled, turning, scenes, hits }
    }

    /// Fights it once to its end.
    fn fought(&mut self, hits: impl Iterator<Item = (usize, i16)>, rounds: Rounds, lot: &mut Lot) -> Course {
        let war = self.war;
        let scores = self.units.iter().map(|unit| war.strength(*unit)).collect();
        let won = self.units.iter().find(|unit| war.marked(**unit, marks::WON)).map(|unit| war.side(*unit).index());
        let left = bits(self.units.iter().map(|_| true));
        let ends = vec![Kind::Stays; self.units.len()];
        let (bare, player) = (bare(war, &self.units) == Bare::Yes, war.state.player.index());
        let mut course = Course { scores, ends, left, turned: 0, won, bare, player };
        for (place, hits) in hits {
            course.scores[place] -= hits;
            course.ends[place] = self.bodies[place].kind(course.scores[place]);
        }
        self.part(&mut course);
        for step in 0..rounds.steps {
            let first = if step == 0 { rounds.first } else { 1 };
            course.player = if step % 2 == 0 { player } else { 1 - player };
            for round in first..=war.options().combat_rounds {
                if !self.round(&mut course, round, step > 0, lot) {
                    return course;
                }
            }
        }
        course
    }

    /// Who does not stay is out of it.
    fn part(&self, course: &mut Course) {
        course.left = bits(course.ends.iter().map(|end| *end == Kind::Stays));
    }

    /// The combat as those fight it that are left.
    fn scene(&self, left: u32) -> Scene {
        let mut war = self.war.clone();
        for (_, unit) in self.units.iter().enumerate().filter(|(place, _)| !has(left, *place)) {
            war.state.own.contacts.retain(|one| one.by != *unit && one.on != *unit);
            war = war.supposing(&Event::Left { unit: *unit, why: Departure::Routed, clause: "" });
        }
        let units: Vec<UnitId> = self.units.iter().copied().filter(|unit| war.present(*unit)).collect();
        let fighters = picks::fighters(&war, &units, 1);
        let fought = units.iter().filter_map(|unit| self.fought_by(&war, &fighters, *unit)).collect();
        let dice = fighters.iter().map(|one| Dice {
            place: self.place(one.unit),
            enemy: self.place(one.enemy),
            basis: [1, 2].map(|round| basis(&war, &Fighter { round, ..*one })),
            plus: Sums::of(&war, one, &Standing::of(&war, one), self.countered == Some(one.unit)),
        });
        Scene { dice: dice.collect(), fought }
    }

    /// A unit that is in a round of those, itself or by another die of its houses.
    fn fought_by(&self, war: &War, fighters: &[Fighter], unit: UnitId) -> Option<Fought> {
        let (place, houses) = (self.place(unit), towns::held(war, unit));
        let beside = |one: &Fighter| houses.is_some() && towns::held(war, one.unit) == houses;
        let own = fighters.iter().find(|one| one.unit == unit || beside(one))?;
        let beaten = beaten(war, [unit, own.enemy], ridden(war, fighters, unit), &self.bodies[place], self.retreats);
        let enemy = foe_of(war, fighters, unit).unwrap_or(own.enemy);
        let body = Body { steadied: self.bodies[place].steadied, ..body(war, unit, enemy, self.retreats) };
        Some(Fought { place, beaten, enemy: self.place(enemy), body })
    }

    fn hits(&mut self, score: i16, at: f64) -> i16 {
        let strict = is_strict(self.war);
        let most = self.hits.entry(score).or_insert_with(|| {
            let outcome = score::dice(strict, score).outcome();
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
    fn round(&mut self, course: &mut Course, number: u8, later: bool, lot: &mut Lot) -> bool {
        let scene = self.scenes.remove(&course.left).unwrap_or_else(|| self.scene(course.left));
        let left = course.left;
        let goes_on = !scene.dice.is_empty();
        if goes_on {
            self.fight(&scene, course, (number, later), lot);
        }
        self.scenes.insert(left, scene);
        goes_on
    }

    fn fight(&mut self, scene: &Scene, course: &mut Course, (number, later): (u8, bool), lot: &mut Lot) {
        let first = number == 1;
        let (mut caused, mut taken) = ([0_i16; 2], vec![0_i16; self.units.len()]);
        for one in &scene.dice {
            let side = self.sides[one.place];
            let turned = [one.place, one.enemy].map(|place| has(course.turned, place));
            let plus = one.plus.at(later, course.won == Some(side), first, turned);
            let base = one.basis[usize::from(!first)].of(course.scores[one.place]);
            let hits = self.hits(base + if course.bare { 0 } else { plus }, lot.next());
            caused[side] += hits;
            taken[self.victim(course, one.enemy)] += hits;
        }
        let margin = caused[0] - caused[1];
        course.won = match margin.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        self.results(scene, course, caused, &taken, lot);
        if number < self.war.options().combat_rounds && margin != 0 {
            course.turned |= bits(self.sides.iter().map(|side| course.won == Some(*side))) & self.turning;
        }
        let lost = |one: &Dice| course.won.is_some_and(|won| won != self.sides[one.place]);
        let entered = scene.dice.iter().any(|one| lost(one) && has(self.walled, one.place));
        course.bare = margin.abs() == 1 && !course.bare && entered;
    }

    /// Who takes the hits on one: of those in the same houses the one with most score (OTH-BUA-4).
    fn victim(&self, course: &Course, place: usize) -> usize {
        let beside = |other: &usize| has(course.left, *other) && self.houses[*other] == self.houses[place];
        let inside = (0..self.units.len()).filter(|_| self.houses[place].is_some()).filter(beside);
        inside.max_by_key(|other| (course.scores[*other], Reverse(*other))).unwrap_or(place)
    }

    /// The results of a round: hits, verdicts, tests (OTH-RESULT-0, OTH-MORALE-8).
    fn results(&self, scene: &Scene, course: &mut Course, caused: [i16; 2], taken: &[i16], lot: &mut Lot) {
        let margin = caused[0] - caused[1];
        let mut tested = Vec::new();
        for one in &scene.fought {
            let place = one.place;
            let lost = course.won.is_some_and(|won| won != self.sides[place]);
            course.scores[place] -= taken[place] + i16::from(caused == [0, 0]);
            let lost_by = if lost { margin.abs() } else { 0 };
            let kind = one.beaten.after(one.body.kind(course.scores[place]), lost_by);
            if kind == Kind::Stays && (margin == 0 || (lost && margin.abs() == 1)) {
                tested.push(one);
            }
            course.ends[place] = kind;
        }
        tested.sort_by_key(|one| (self.sides[one.place] != course.player, one.place));
        for Fought { place, enemy, body, .. } in tested {
            let place = *place;
            if lot.d10() > course.scores[place] + body.steadied {
                let end = body.failed(course.scores[place], course.ends[*enemy]);
                (course.ends[place], course.scores[place]) = (end.kind, end.score);
            }
        }
        self.part(course);
    }
}
