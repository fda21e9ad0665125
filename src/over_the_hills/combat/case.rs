//! A combat of two as numbers alone, and what becomes of both of them from any scores, exactly (OTH-COMBAT-2 to 4,
//! OTH-RESULT, OTH-MORALE-8).

use std::sync::Arc;

use super::odds::{End, Fate, Kind};
use super::score::{self, Basis, Sums};
use crate::War;
use crate::forecasts::tame;

/// What a unit is to the hits it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Body {
    /// The score it began the battle with.
    pub(crate) full: i16,
    /// It is broken at that score and below: destroyed, or in rout.
    pub(crate) broken: i16,
    /// What a rout makes of it, by what has become of its enemy before: guns are lost, and who finds no way (OTH-STATUS-2, 3).
    pub(crate) running: [Kind; Kind::ALL.len()],
    /// What a failed test makes of it, by what has become of its enemy before (OTH-MORALE-8, OTH-SEQ-5).
    pub(crate) failing: [Kind; Kind::ALL.len()],
    /// What its tests to stay add to its score.
    pub(crate) steadied: i16,
}

impl Body {
    /// What a score alone makes of it (OTH-STATUS-1, 3).
    pub(crate) fn kind(&self, score: i16) -> Kind {
        self.kind_after(score, Kind::Stays)
    }

    /// The same when its enemy is so.
    pub(crate) fn kind_after(&self, score: i16, enemy: Kind) -> Kind {
        match () {
            () if score <= 0 => Kind::Destroyed,
            () if score <= self.broken => self.running[enemy as usize],
            () => Kind::Stays,
        }
    }

    /// The chance that it stands after a round.
    fn stands(&self, score: i16) -> f64 {
        tame(f64::from(score + self.steadied) / 10.0)
    }

    /// It has not stood: a hit more, and what that brings, its enemy being so (OTH-MORALE-8).
    pub(crate) fn failed(&self, score: i16, enemy: Kind) -> End {
        let score = score - 1;
        match self.kind_after(score, enemy) {
            Kind::Stays => End::of(self.failing[enemy as usize], score),
            kind => End::of(kind, score),
        }
    }
}

/// One of two who fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Party {
    pub(crate) body: Body,
    /// What it fights with: in the first round of a turn, and in the others.
    pub(crate) basis: [Basis; 2],
    /// What losing a round makes of it.
    pub(crate) beaten: Beaten,
    /// It holds houses.
    pub(crate) walled: bool,
    /// Its modifiers.
    pub(crate) plus: Sums,
}

/// What a lost round makes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Beaten {
    /// Lost by 1, and by more.
    pub(crate) kinds: [Kind; 2],
    /// Lost by more it is broken and destroyed although it would rout (OTH-RESULT-0).
    pub(crate) crushed: bool,
}

impl Beaten {
    /// What becomes of who is so by its score, in a round lost by so much.
    pub(crate) fn after(&self, kind: Kind, lost_by: i16) -> Kind {
        match (kind, lost_by) {
            (Kind::Stays, 1) => self.kinds[0],
            (Kind::Stays, 2..) => self.kinds[1],
            (Kind::Routs, 2..) if self.crushed => Kind::Destroyed,
            (kind, _) => kind,
        }
    }
}

impl Party {
    /// What it is with a score after a round lost by so much, its enemy being so.
    fn after(&self, score: i16, lost_by: i16, enemy: Kind) -> End {
        End::of(self.beaten.after(self.body.kind_after(score, enemy), lost_by), score)
    }

    /// Whether it runs.
    fn routs(&self, score: i16, lost_by: i16) -> bool {
        score > 0 && score <= self.body.broken && !(self.beaten.crushed && lost_by > 1)
    }
}

/// Two in contact and nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case {
    pub(crate) parties: [Party; 2],
    /// Which of them turns to the other when it has won a round: met in flank or rear (OTH-RESULT-7).
    pub(crate) turns: Option<usize>,
    /// Which of them is tested first after a round: the player's (OTH-SEQ-5). 0 where it is all the same.
    pub(crate) first: usize,
    /// Which of them runs first if both do: by number. 0 where it is all the same.
    pub(crate) elder: usize,
    /// Rounds of a turn.
    pub(crate) last: u8,
    /// How the last row of the hit table is read.
    pub(crate) strict: bool,
}

/// Which rounds are reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rounds {
    /// The first of them, from 1.
    pub(crate) first: u8,
    /// Steps of combat, that of the first round being one.
    pub(crate) steps: u8,
}

impl Rounds {
    /// Steps of combat that are reckoned at most: of who is locked still after so many nothing more is foreseen.
    const STEPS: u8 = 3;

    /// All from the first on.
    pub(crate) const ALL: Rounds = Rounds::from(1);

    /// All from that one on.
    pub(crate) const fn from(first: u8) -> Rounds {
        Rounds { first, steps: Rounds::STEPS }
    }

    /// Those of this step from that one on.
    pub(crate) const fn of_step(first: u8) -> Rounds {
        Rounds { first, steps: 1 }
    }
}

/// How two are before a round, but for their scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stand {
    /// Which of them has won the last round.
    pub(crate) won: Option<usize>,
    /// No modifiers count.
    pub(crate) bare: bool,
    /// Who was met in flank or rear has turned.
    pub(crate) turned: bool,
}

const WINNERS: [Option<usize>; 3] = [None, Some(0), Some(1)];

/// The fates of two by their scores, from a stand on.
#[derive(Clone, Debug)]
struct Table {
    /// Scores at which each is still there: from the first on, so many.
    scores: [(i16, usize); 2],
    /// Whether somebody may fight his way in, and somebody turn.
    bares: usize,
    turns: usize,
    fates: Vec<[Fate; 2]>,
}

impl Table {
    /// Of who fights no more.
    fn new(case: &Case) -> Table {
        let scores = [0, 1].map(|place| {
            let Body { full, broken, .. } = case.parties[place].body;
            (broken + 1, usize::try_from(full - broken).unwrap_or(0))
        });
        let bares = if case.parties.iter().any(|party| party.walled) { 2 } else { 1 };
        let turns = if case.turns.is_some() { 2 } else { 1 };
        let size = scores[0].1 * scores[1].1 * WINNERS.len() * bares * turns;
        Table { scores, bares, turns, fates: vec![[Fate::default(); 2]; size] }
    }

    #[inline]
    fn index(&self, scores: [i16; 2], stand: &Stand) -> usize {
        let row = |place: usize| usize::try_from(scores[place] - self.scores[place].0).unwrap_or(0);
        let (ours, theirs) = (row(0), row(1));
        let won = stand.won.map_or(0, |won| won + 1);
        let bare = usize::from(stand.bare).min(self.bares - 1);
        let turned = usize::from(stand.turned).min(self.turns - 1);
        (((ours * self.scores[1].1 + theirs) * WINNERS.len() + won) * self.bares + bare) * self.turns + turned
    }

    /// The fates from there on: hits to come, not those that were taken.
    #[inline]
    fn at(&self, scores: [i16; 2], stand: &Stand) -> &[Fate; 2] {
        &self.fates[self.index(scores, stand)]
    }

    /// Every two scores at which both are there.
    fn pairs(&self) -> impl Iterator<Item = [i16; 2]> + use<> {
        let [(ours, many), (theirs, others)] = self.scores;
        (0..many).flat_map(move |one| (0..others).map(move |other| [ours + one as i16, theirs + other as i16]))
    }
}

/// Tables of later turns that are kept, some 10 KB each.
const TABLES: usize = 256;

/// The most hits of a die.
const MOST: usize = 3;
/// The score from which the hit table has no more rows.
pub(crate) const TOP: i16 = 10;

/// Chances of each number of hits, by score from nothing to the last row of the hit table.
struct Hits(Vec<[f64; MOST + 1]>);

impl Hits {
    fn of(strict: bool) -> Hits {
        let row = |score| {
            let outcome = score::dice(strict, score).outcome();
            std::array::from_fn(|hits| outcome.chance(hits as i32))
        };
        Hits((0..=TOP).map(row).collect())
    }

    fn by(&self, score: i16) -> &[f64; MOST + 1] {
        &self.0[score.clamp(0, TOP) as usize]
    }
}

/// A round to be reckoned: of a later turn or this one, its number, and what may come after it.
struct Round<'a> {
    case: &'a Case,
    hits: &'a Hits,
    later: bool,
    number: u8,
    next: &'a Table,
}

impl Round<'_> {
    /// The fates of both from this round on.
    fn fates(&self) -> Table {
        let mut table = Table::new(self.case);
        for scores in table.pairs() {
            for bare in [false, true].into_iter().take(table.bares) {
                for turned in [false, true].into_iter().take(table.turns) {
                    self.fill(&mut table, scores, bare, turned);
                }
            }
        }
        table
    }

    fn fill(&self, table: &mut Table, scores: [i16; 2], bare: bool, turned: bool) {
        let stands = WINNERS.map(|won| Stand { won, bare, turned });
        let dice = stands.map(|stand| [self.score(0, scores[0], &stand), self.score(1, scores[1], &stand)]);
        let falls = dice.map(|[ours, theirs]| [self.hits.by(ours), self.hits.by(theirs)]);
        let may = |place: usize, hits: usize| falls.iter().any(|falls| falls[place][hits] > 0.0);
        let mut fates = [[Fate::default(); 2]; WINNERS.len()];
        for ours in (0..=MOST).filter(|hits| may(0, *hits)) {
            for theirs in (0..=MOST).filter(|hits| may(1, *hits)) {
                let end = self.after(scores, [ours as i16, theirs as i16], bare, turned);
                for (fates, [given, taken]) in fates.iter_mut().zip(&falls) {
                    add(fates, &end, given[ours] * taken[theirs]);
                }
            }
        }
        for (stand, fates) in stands.iter().zip(fates) {
            let index = table.index(scores, stand);
            table.fates[index] = fates;
        }
    }

    /// The score of one with its modifiers.
    #[inline]
    fn score(&self, place: usize, score: i16, stand: &Stand) -> i16 {
        let (party, first) = (&self.case.parties[place], self.number == 1);
        let base = party.basis[usize::from(!first)].of(score);
        let plus = party.plus.at(self.later, stand.won == Some(place), first, [stand.turned; 2]);
        if stand.bare { base } else { base + plus }
    }

    /// What hits on both come to.
    #[inline]
    fn after(&self, scores: [i16; 2], caused: [i16; 2], bare: bool, turned: bool) -> [Fate; 2] {
        let case = self.case;
        let margin = caused[0] - caused[1];
        let won = match margin.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        let walled = won.is_some_and(|won| case.parties[1 - won].walled);
        let turned = turned || (self.number < case.last && won.is_some() && won == case.turns);
        let stand = Stand { won, bare: margin.abs() == 1 && walled && !bare, turned };
        let worn = i16::from(caused == [0, 0]);
        let left = [scores[0] - caused[1] - worn, scores[1] - caused[0] - worn];
        let lost_by = [-margin, margin];
        let ends = case.ends(left, lost_by);
        let mut fates = [Fate::default(); 2];
        let (first, second) = (case.first, 1 - case.first);
        let chance = |place: usize| {
            let owes = ends[place].kind == Kind::Stays && matches!(lost_by[place], 0 | 1);
            if owes { case.parties[place].body.stands(left[place]) } else { 1.0 }
        };
        // What its test makes of one, as its enemy is by then.
        let tested = |place: usize, stood: bool, enemy: Kind| {
            if stood { ends[place] } else { case.parties[place].body.failed(left[place], enemy) }
        };
        let passes = [chance(first), chance(second)];
        for one_stood in [true, false] {
            let share = if one_stood { passes[0] } else { 1.0 - passes[0] };
            if share <= 0.0 {
                continue;
            }
            let one = tested(first, one_stood, ends[second].kind);
            for other_stood in [true, false] {
                let chance = if other_stood { passes[1] } else { 1.0 - passes[1] };
                if chance <= 0.0 {
                    continue;
                }
                let other = tested(second, other_stood, one.kind);
                let both = if first == 0 { [one, other] } else { [other, one] };
                self.end(&mut fates, scores, both, &stand, share * chance);
            }
        }
        fates
    }

    /// Adds an end of the round, and what comes after it where both stay.
    #[inline]
    fn end(&self, fates: &mut [Fate; 2], scores: [i16; 2], [one, other]: [End; 2], stand: &Stand, chance: f64) {
        fates[0].note(one, scores[0], chance);
        fates[1].note(other, scores[1], chance);
        if one.kind == Kind::Stays && other.kind == Kind::Stays {
            add(fates, self.next.at([one.score, other.score], stand), chance);
        }
    }
}

/// Adds fates by their share.
#[inline]
pub(crate) fn add([ours, theirs]: &mut [Fate; 2], [one, other]: &[Fate; 2], share: f64) {
    ours.add(one, share);
    theirs.add(other, share);
}

impl Case {
    /// The same with that one of both tested first.
    pub(crate) fn tested_from(self, first: usize) -> Case {
        let alike = |kinds: &[Kind; Kind::ALL.len()]| kinds.iter().all(|kind| *kind == kinds[0]);
        let bodies = self.parties.each_ref().map(|party| party.body);
        let alike = bodies.iter().all(|body| alike(&body.failing) && alike(&body.running));
        if alike { Case { first: 0, elder: 0, ..self } } else { Case { first, ..self } }
    }

    /// What the hits of a round and its result make of both, before any test: who runs does so after who is destroyed or
    /// retreats (OTH-RESULT-0).
    #[inline]
    fn ends(&self, scores: [i16; 2], lost_by: [i16; 2]) -> [End; 2] {
        let after = |place: usize, enemy| self.parties[place].after(scores[place], lost_by[place], enemy);
        let (elder, younger) = (self.elder, 1 - self.elder);
        let runs = self.parties[younger].routs(scores[younger], lost_by[younger]);
        let one = after(elder, if runs { Kind::Stays } else { after(younger, Kind::Stays).kind });
        let other = after(younger, one.kind);
        if elder == 0 { [one, other] } else { [other, one] }
    }

    /// The fates from every stand at the start of those rounds; of later turns, if it is one of them.
    fn table(&self, war: &War, rounds: Rounds, later: bool) -> Table {
        let after = (rounds.steps > 1).then(|| self.locked(war, rounds.steps - 1));
        let mut table = after.map_or_else(|| Table::new(self), Arc::unwrap_or_clone);
        let hits = Hits::of(self.strict);
        for number in (rounds.first..=self.last).rev() {
            table = Round { case: self, hits: &hits, later, number, next: &table }.fates();
        }
        table
    }

    /// The fates of those who are locked, in so many turns to come: the same whatever was brought by the charge.
    fn locked(&self, war: &War, steps: u8) -> Arc<Table> {
        let parties = self.parties.map(|party| Party { plus: party.plus.locked(), ..party });
        let case = Case { parties, ..self.clone() }.tested_from(1 - self.first);
        war.kept_among(TABLES, (case, steps), |(case, steps)| {
            Arc::new(case.table(war, Rounds { first: 1, steps: *steps }, true))
        })
    }

    /// The fates of both from a stand on, by their scores.
    pub(crate) fn from(self, war: &War, stand: Stand, rounds: Rounds) -> Fates {
        war.kept((self, stand, rounds), |(case, stand, rounds)| {
            let table = case.table(war, *rounds, false);
            let fates = table.pairs().map(|scores| *table.at(scores, stand)).collect();
            Fates { scores: table.scores, fates }
        })
    }
}

/// The fates of two from a stand on, by their scores.
#[derive(Clone, Debug)]
pub(crate) struct Fates {
    scores: [(i16, usize); 2],
    fates: Arc<[[Fate; 2]]>,
}

impl Fates {
    /// At scores at which both are there: hits to come, not those that were taken.
    pub(crate) fn at(&self, scores: [i16; 2]) -> [Fate; 2] {
        let [ours, theirs] = [0, 1].map(|place| usize::try_from(scores[place] - self.scores[place].0).unwrap_or(0));
        self.fates[ours * self.scores[1].1 + theirs]
    }
}
