//! A combat of two units alone: what they are to it, as numbers.

use battle::UnitId;

use super::case::{self, Beaten, Body, Case, Party, Rounds, Stand, TOP};
use super::odds::{End, Fate, Kind, Retreats, beaten, body};
use super::opening::Opening;
use super::picks::fighter;
use super::results::Ridden;
use super::round::is_first;
use super::score::{Bare, Fighter, Standing, Sums, bare, basis};
use super::turning;
use crate::fire::score::is_strict;
use crate::space::{Shape, shape};
use crate::{War, marks, tables};

/// Two units in contact, and nobody else.
pub(crate) struct Duel<'a> {
    war: &'a War,
    units: [UnitId; 2],
    standings: [Standing; 2],
    bodies: [Body; 2],
    /// What losing a round makes of each.
    beaten: [Beaten; 2],
}

impl<'a> Duel<'a> {
    pub(crate) fn new(war: &'a War, units: [UnitId; 2], retreats: Retreats) -> Duel<'a> {
        let standings = [0, 1].map(|place| Standing::of(war, &fighter(war, units[place], units[1 - place], 1)));
        let bodies = [0, 1].map(|place| body(war, units[place], units[1 - place], retreats));
        let beaten = [0, 1].map(|place| {
            let fought = [units[place], units[1 - place]];
            beaten(war, fought, Ridden::Not, &bodies[place], retreats)
        });
        Duel { war, units, standings, bodies, beaten }
    }

    /// What becomes of both in those rounds, by what has happened to them before: hits on the first and the second. The
    /// unit at that place has come to counter (OTH-CONTACT-7).
    pub(crate) fn fates(&self, before: &[Opening], countered: Option<usize>, rounds: Rounds) -> [Fate; 2] {
        let known = self.case(countered).from(self.war, self.start(), rounds);
        let scores = self.units.map(|unit| self.war.strength(unit));
        let mut fates = [Fate::default(); 2];
        for opening in before {
            let ends = [0, 1].map(|place| {
                let score = scores[place] - opening.hits[place];
                End::of(self.bodies[place].kind(score), score)
            });
            (0..2).for_each(|place| fates[place].note(ends[place], scores[place], opening.chance));
            if ends.iter().all(|end| end.kind == Kind::Stays) {
                case::add(&mut fates, &known.at(ends.map(|end| end.score)), opening.chance);
            }
        }
        fates
    }

    /// How they are now.
    fn start(&self) -> Stand {
        let won = self.units.iter().position(|unit| self.war.marked(*unit, marks::WON));
        Stand { won, bare: bare(self.war, &self.units) == Bare::Yes, turned: false }
    }

    fn case(&self, countered: Option<usize>) -> Case {
        let turns = self.units.iter().position(|unit| turning::turns(self.war, *unit));
        let parties = [0, 1].map(|place| {
            let party = self.party(place, countered == Some(place));
            // No unit fights with more than its score, or that of a face.
            let most = party.body.full.max(tables::FACE);
            Party { plus: party.plus.plainly(turns.is_none(), [-most, TOP]), ..party }
        });
        let (last, strict) = (self.war.options().combat_rounds, is_strict(self.war));
        let elder = usize::from(self.units[1] < self.units[0]);
        let case = Case { parties, turns, first: 0, elder, last, strict };
        case.tested_from(usize::from(!is_first(self.war, self.units[0])))
    }

    fn party(&self, place: usize, countered: bool) -> Party {
        let (war, unit, enemy) = (self.war, self.units[place], self.units[1 - place]);
        let first = fighter(war, unit, enemy, 1);
        Party {
            body: self.bodies[place],
            basis: [1, 2].map(|round| basis(war, &Fighter { round, ..first })),
            beaten: self.beaten[place],
            walled: shape(war, unit) == Shape::Garrison,
            plus: Sums::of(war, &first, &self.standings[place], countered),
        }
    }
}
