//! A combat of two units alone, exactly: its rounds, and those of later turns in which they are locked (OTH-COMBAT-4,
//! OTH-CONTACT-9).

use std::borrow::Cow;
use std::rc::Rc;

use battle::{Event, UnitId};

use super::odds::{End, Fate, Kind, failed, kind_of};
use super::opening::Opening;
use super::picks::fighter;
use super::score::{self, Bare, Fighter, bare};
use super::turning;
use crate::forecasts::tame;
use crate::space::{Aspect, Shape, shape};
use crate::state::Impetus;
use crate::why::Why;
use crate::{War, marks, morale};

/// Steps of combat that are reckoned at most: of who is locked still after so many nothing more is foreseen.
const STEPS: u8 = 3;
/// A way to stand in later steps that is as unlikely as this is left as it is.
const SLIGHT: f64 = 3e-4;

/// Which rounds are reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rounds {
    /// The first of them, from 1.
    pub(crate) first: u8,
    /// Steps of combat, that of the first round being one.
    pub(crate) steps: u8,
}

impl Rounds {
    /// All from the first on.
    pub(crate) const ALL: Rounds = Rounds::from(1);

    /// All from that one on.
    pub(crate) const fn from(first: u8) -> Rounds {
        Rounds { first, steps: STEPS }
    }

    /// Those of this step from that one on.
    pub(crate) const fn of_step(first: u8) -> Rounds {
        Rounds { first, steps: 1 }
    }
}

/// How two units are before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    scores: [i16; 2],
    /// Which of them has won the last round.
    won: Option<usize>,
    bare: bool,
    /// They are locked from an earlier step: nothing counts that was brought by the charge.
    locked: bool,
    /// Who was met in flank or rear has turned (OTH-RESULT-7).
    turned: bool,
}

/// How two units may stand before a round, each way with its chance.
struct Stands {
    /// In the order in which they were found.
    list: Vec<(Stand, f64)>,
    /// Their places in the list, by scores, winner, bareness and whether one has turned; `NOWHERE` of those not found.
    places: Vec<u16>,
    /// The most that each of them scores.
    most: [i16; 2],
}

impl Stands {
    const NOWHERE: u16 = u16::MAX;

    fn new(most: [i16; 2]) -> Stands {
        let kinds = most.iter().map(|most| usize::from(most.unsigned_abs()) + 1).product::<usize>() * 12;
        Stands { list: Vec::new(), places: vec![Stands::NOWHERE; kinds], most }
    }

    fn index(&self, stand: &Stand) -> usize {
        let [ours, theirs] = stand.scores.map(|score| usize::from(score.unsigned_abs()));
        let won = stand.won.map_or(0, |won| won + 1);
        let scores = ours * (usize::from(self.most[1].unsigned_abs()) + 1) + theirs;
        ((scores * 3 + won) * 2 + usize::from(stand.bare)) * 2 + usize::from(stand.turned)
    }

    fn gather(&mut self, stand: Stand, chance: f64) {
        let index = self.index(&stand);
        match self.places[index] {
            Stands::NOWHERE => {
                self.places[index] = self.list.len() as u16;
                self.list.push((stand, chance));
            }
            place => self.list[usize::from(place)].1 += chance,
        }
    }
}

/// What may fall, each with its chance.
type Falls = Rc<[(i16, f64)]>;

/// Two units in contact, and what has been worked out of their dice: modifiers change with who has won, the round, whether
/// they are locked and whether one has turned alone, hits with the score alone.
pub(crate) struct Duel<'a> {
    war: Cow<'a, War>,
    units: [UnitId; 2],
    /// Their scores when it begins.
    scores: [i16; 2],
    /// What their tests to stay add to their scores.
    steadied: [i16; 2],
    /// Which of them turns to the other when it has won a round: met in flank or rear.
    turns: Option<usize>,
    /// By unit, whether it has won the last round, whether it is the first round, whether they are locked, whether one has
    /// turned: the sum of all modifiers. All rounds after the first are alike.
    modifiers: Vec<((usize, [bool; 4]), i16)>,
    /// By score: hits with their chances.
    hits: Vec<(i16, Falls)>,
}

impl<'a> Duel<'a> {
    pub(crate) fn new(war: Cow<'a, War>, units: [UnitId; 2]) -> Duel<'a> {
        let added =
            |unit| morale::test(&war, unit, Why::Round, "OTH-MORALE-8").modifiers().iter().map(|one| one.value).sum();
        let (scores, steadied) = (units.map(|unit| war.strength(unit)), units.map(added));
        let turns = units.iter().position(|unit| turning::turns(&war, *unit));
        Duel { war, units, scores, steadied, turns, modifiers: Vec::new(), hits: Vec::new() }
    }

    /// What becomes of both in those rounds, by what has happened to them before: hits on the first and the second.
    pub(crate) fn fates(&mut self, before: &[Opening], rounds: Rounds) -> [Fate; 2] {
        let mut fates = [Fate::default(); 2];
        let mut stands = Stands::new(self.scores);
        for opening in before {
            let ends = [0, 1].map(|place| {
                let score = self.scores[place] - opening.hits[place];
                End::of(kind_of(&self.war, self.units[place], score), score)
            });
            if ends.iter().all(|end| end.kind == Kind::Stays) {
                stands.gather(Stand { scores: ends.map(|end| end.score), ..self.start() }, opening.chance);
            } else {
                self.note(&mut fates, &ends, opening.chance);
            }
        }
        for step in 0..rounds.steps {
            stands = self.step(stands, if step == 0 { rounds.first } else { 1 }, &mut fates);
        }
        for (stand, chance) in stands.list {
            let ends = stand.scores.map(|score| End::of(Kind::Stays, score));
            self.note(&mut fates, &ends, chance);
        }
        fates
    }

    /// The rounds of one step of combat: those who are locked after it, locked.
    fn step(&mut self, mut stands: Stands, from: u8, fates: &mut [Fate; 2]) -> Stands {
        let last = self.war.options().combat_rounds;
        for round in from..=last {
            let mut next = Stands::new(self.scores);
            for (stand, chance) in stands.list {
                if stand.locked && chance < SLIGHT {
                    self.note(fates, &stand.scores.map(|score| End::of(Kind::Stays, score)), chance);
                    continue;
                }
                for (ends, odds) in self.round_of(&stand, round) {
                    let chance = chance * odds;
                    if ends.iter().all(|end| end.kind == Kind::Stays) {
                        let [ours, theirs] = [ends[0], ends[1]];
                        let (scores, won, bare) = ([ours.score, theirs.score], ours.won, ours.bare);
                        let turned = stand.turned || (round < last && won.is_some() && won == self.turns);
                        next.gather(Stand { scores, won, bare, turned, ..stand }, chance);
                    } else {
                        self.note(fates, &ends, chance);
                    }
                }
            }
            stands = next;
        }
        stands.list.iter_mut().for_each(|(stand, _)| stand.locked = true);
        stands
    }

    fn note(&self, fates: &mut [Fate; 2], ends: &[End; 2], chance: f64) {
        (0..2).for_each(|place| fates[place].note(ends[place], self.scores[place], chance));
    }

    /// How they are now.
    fn start(&self) -> Stand {
        let won = self.units.iter().position(|unit| self.war.marked(*unit, marks::WON));
        Stand {
            scores: self.scores,
            won,
            bare: bare(&self.war, &self.units) == Bare::Yes,
            locked: false,
            turned: false,
        }
    }

    /// Every end of a round with its chance.
    fn round_of(&mut self, stand: &Stand, round: u8) -> Vec<([End; 2], f64)> {
        let [given, taken] = [0, 1].map(|place| self.hits_of_round(place, stand, round));
        let mut ends = Vec::new();
        for (caused, one) in given.iter() {
            for (suffered, other) in taken.iter() {
                self.after(stand, [*caused, *suffered], one * other, &mut ends);
            }
        }
        ends
    }

    /// The hits that one of them causes in a round.
    fn hits_of_round(&mut self, place: usize, stand: &Stand, round: u8) -> Falls {
        let fighter = fighter(&self.war, self.units[place], self.units[1 - place], round);
        let more = if stand.bare { 0 } else { self.modifiers(place, stand, &fighter) };
        let score = score::base(&self.war, &fighter, stand.scores[place]) + more;
        if let Some((_, known)) = self.hits.iter().find(|(known, _)| *known == score) {
            return Rc::clone(known);
        }
        let outcome = score::dice(&self.war, score).outcome();
        let likely = outcome.outcomes().filter(|(_, chance)| *chance > 0.0);
        let hits: Falls = likely.map(|(hits, chance)| (hits as i16, chance)).collect();
        self.hits.push((score, Rc::clone(&hits)));
        hits
    }

    fn modifiers(&mut self, place: usize, stand: &Stand, fighter: &Fighter) -> i16 {
        let won = stand.won == Some(place);
        let key = (place, [won, fighter.round == 1, stand.locked, stand.turned]);
        if let Some((_, known)) = self.modifiers.iter().find(|(known, _)| *known == key) {
            return *known;
        }
        let unit = fighter.unit;
        let mut war = self.war.supposing(&Event::Marked { unit, marks: marks::WON, on: won, cause: "" });
        if stand.locked {
            war.own_mut(unit).impetus = Impetus::None;
        }
        if stand.turned {
            war.state.own.contacts.iter_mut().for_each(|one| one.aspect = Aspect::Front);
        }
        let more = score::pool(&war, fighter, Bare::No).modifiers().iter().map(|one| one.value).sum();
        self.modifiers.push((key, more));
        more
    }

    /// What hits on both come to.
    fn after(&self, stand: &Stand, caused: [i16; 2], chance: f64, ends: &mut Vec<([End; 2], f64)>) {
        let margin = caused[0] - caused[1];
        let won = match margin.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        let walled = won.is_some_and(|won| shape(&self.war, self.units[1 - won]) == Shape::Garrison);
        let bare = margin.abs() == 1 && walled && !stand.bare;
        let both = [0, 1].map(|place| {
            let lost_by = if place == 0 { -margin } else { margin };
            let score = stand.scores[place] - caused[1 - place] - i16::from(caused == [0, 0]);
            let kind = kind_of(&self.war, self.units[place], score);
            let kind = if kind == Kind::Stays { self.beaten(place, lost_by) } else { kind };
            End { won, bare, ..End::of(kind, score) }
        });
        let stays = [0, 1].map(|place| {
            let owes = margin == 0 || (margin.abs() == 1 && won != Some(place));
            let target = both[place].score + self.steadied[place];
            if both[place].kind == Kind::Stays && owes { tame(f64::from(target) / 10.0) } else { 1.0 }
        });
        let fails = |place: usize| failed(&self.war, self.units[place], both[place]);
        for (ours, one) in [(both[0], stays[0]), (fails(0), 1.0 - stays[0])] {
            for (theirs, other) in [(both[1], stays[1]), (fails(1), 1.0 - stays[1])] {
                let odds = chance * one * other;
                if odds > 0.0 {
                    ends.push(([ours, theirs], odds));
                }
            }
        }
    }

    /// What a round that one of them lost by so much makes of it.
    fn beaten(&self, place: usize, lost_by: i16) -> Kind {
        super::odds::beaten(&self.war, self.units[place], self.units[1 - place], lost_by)
    }
}
