//! A melee figured out from its first round to its last test (MC-MELEE-4 to 15).

use battle::{Distribution, Pose, UnitId};

use super::fighters::{Fighter, Round, fighters, is_single, together};
use crate::fire::pools;
use crate::forecasts::{lost, tame};
use crate::modifiers::morale::QUARTERS;
use crate::modifiers::{Given, melee as row};
use crate::morale::{self, Cause, away, quarters_lost};
use crate::space::{Shape, shape_of};
use crate::why::Why;
use crate::{War, generals, losses};

/// What a melee comes to for one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fate {
    /// Figures that it loses in it, those captured in a rout with nowhere to go among them.
    pub(crate) lost: f64,
    /// Figures that it has left when it routs.
    rest: f64,
    /// Chance that it routs or falls to the last.
    pub(crate) routs: f64,
    /// Chance that it charged, stands and has not won: it retires.
    pub(crate) retires: f64,
}

/// What a melee comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clash(Vec<(UnitId, Fate)>);

impl Clash {
    /// What it comes to for a unit; nothing for one that is not in it.
    pub(crate) fn fate(&self, unit: UnitId) -> Fate {
        self.0.iter().find(|(one, _)| *one == unit).map_or_else(Fate::default, |(_, fate)| *fate)
    }
}

/// A unit as it stands in contact.
struct Corps {
    unit: UnitId,
    strength: i16,
    /// How it fights in the two rounds, before any loss.
    rounds: [Fighter; 2],
    /// Chances to rout by its test after the melee, by what is taken off its margin beside what it has lost before.
    routs: Vec<f64>,
    /// What its general takes off that test.
    general: i32,
}

/// A side after its losses in both rounds.
struct After {
    /// Figures that all lost.
    lost: i32,
    /// What each lost, and its chance to rout if it is tested.
    corps: Vec<(i32, f64)>,
}

/// The units of one side.
struct Band<'a> {
    war: &'a War,
    corps: Vec<Corps>,
    /// The corps in the order in which they lose in each round.
    order: [Vec<usize>; 2],
    /// Figures they make an enemy without end lose in the second round, by what they have lost in the first.
    seconds: Vec<Option<Distribution>>,
    /// By what they lose in the first round, and in the second; empty for losses that have not come up.
    afters: Vec<Vec<Option<After>>>,
}

/// The modifier for the order of so many stands (MC-MELEE-9).
fn order(pose: &Pose, stands: u8) -> Option<Given> {
    let print = pose.stands(stands);
    match shape_of(pose) {
        Shape::Line | Shape::Column if print.hexes().len() > print.front().len() => {
            Some((&row::RANKS, row::RANKS.value()))
        }
        Shape::Open => Some((&row::OPEN_ORDER, row::OPEN_ORDER.value())),
        _ => None,
    }
}

/// Chance that a general falls with a unit that loses so many figures at one time (MC-GENERAL-3 to 6).
pub(crate) fn falls(lost: i32) -> f64 {
    1.0 - (1.0 - generals::dies()).powi((lost + 1) / 2)
}

impl Corps {
    fn new(war: &War, [first, second]: [Fighter; 2], test: &Distribution) -> Corps {
        let unit = first.unit;
        let general = i32::from(generals::steadies(war, unit));
        let routs = (0..=QUARTERS as i32 + general).map(|less| test.at_most(less - 2)).collect();
        Corps { unit, strength: war.strength(unit), rounds: [first, second], routs, general }
    }

    /// The chance that its test after the melee makes it rout, down by so many in each round (MC-MORALE-4, MC-GENERAL-3 to 6).
    fn fails(&self, war: &War, down: [i32; 2]) -> f64 {
        let full = war.field().unit(self.unit).full;
        let left = self.strength - (down[0] + down[1]) as i16;
        let more = quarters_lost(full, left) - quarters_lost(full, self.strength);
        let alone = self.routs[more + self.general as usize];
        let fell = 1.0 - down.iter().map(|lost| 1.0 - falls(*lost)).product::<f64>();
        self.routs[more] + fell * (alone - self.routs[more])
    }

    /// How it fights in the second round, down by so many.
    fn second(&self, war: &War, down: i32) -> Fighter {
        let (unit, left) = (self.unit, self.strength - down as i16);
        let whole = !war.options().contact_fights_on;
        let (pose, stands) = (war.pose(unit), war.stands(unit));
        let after = if war.profile(unit).is_guns() { stands } else { losses::stands_for(war, unit, left) };
        let closed = if after == stands { pose } else { losses::closed(war, unit, after) };
        let mut fighter = self.rounds[1].clone();
        fighter.figures = if whole { left } else { self.rounds[0].figures.min(left) };
        if order(&closed, after) != order(&pose, stands) {
            fighter.mods.retain(|(one, _)| **one != row::RANKS && **one != row::OPEN_ORDER);
            fighter.mods.extend(order(&closed, after));
        }
        fighter
    }
}

impl<'a> Band<'a> {
    fn new(war: &'a War, units: &[UnitId], cause: Cause, test: &Tests<'_>) -> Band<'a> {
        let [first, second] = [Round::First, Round::Second].map(|round| fighters(war, units, round));
        let both = first.into_iter().zip(second);
        let corps = both.map(|(first, second)| {
            let test = test(war, first.unit, cause);
            Corps::new(war, [first, second], &test)
        });
        let corps: Vec<Corps> = corps.collect();
        let order = [0, 1].map(|round| {
            let mut order: Vec<usize> = (0..corps.len()).collect();
            order.sort_by_key(|place| (-corps[*place].rounds[round].figures, corps[*place].unit));
            order
        });
        let mut band = Band { war, corps, order, seconds: Vec::new(), afters: Vec::new() };
        let all = band.strength() as usize + 1;
        band.seconds.resize(all, None);
        band.afters.resize_with(all, Vec::new);
        band
    }

    fn strength(&self) -> i16 {
        self.corps.iter().map(|corps| corps.strength).sum()
    }

    /// What one of them loses of so many figures that all lose: one by one in turn, most fighting figures first
    /// (MC-MELEE-6).
    fn share(&self, place: usize, lost: i32, round: usize) -> i32 {
        let turn = self.order[round].iter().position(|one| *one == place).unwrap_or(0) as i32;
        let count = self.corps.len() as i32;
        (lost / count + i32::from(turn < lost % count)).min(i32::from(self.corps[place].strength))
    }

    /// Figures they make an enemy of so many lose in the first round.
    fn first(&self, there: i16) -> Distribution {
        let all: Vec<Fighter> = self.corps.iter().map(|corps| corps.rounds[0].clone()).collect();
        hits(&all, there)
    }

    /// Figures they make an enemy without end lose in the second round, themselves down by so many.
    fn second(&mut self, down: i32) -> &Distribution {
        let place = down as usize;
        if self.seconds[place].is_none() {
            let fights = |(place, corps): (usize, &Corps)| corps.second(self.war, self.share(place, down, 0));
            let all: Vec<Fighter> = self.corps.iter().enumerate().map(fights).collect();
            self.seconds[place] = Some(hits(&all, i16::MAX));
        }
        self.seconds[place].get_or_insert_with(|| Distribution::certain(0))
    }

    /// How they are after so many were to be lost in each round.
    fn after(&mut self, lost: [i32; 2]) -> &After {
        let [first, second] = lost.map(|lost| lost as usize);
        if self.afters[first].is_empty() {
            self.afters[first].resize_with(self.seconds.len(), || None);
        }
        if self.afters[first][second].is_none() {
            let corps = (0..self.corps.len()).map(|place| {
                let corps = &self.corps[place];
                let first = self.share(place, lost[0], 0);
                let second = self.share(place, lost[1], 1).min(i32::from(corps.strength) - first);
                let own = first + second;
                let gone = own >= i32::from(corps.strength);
                (own, if gone { 1.0 } else { corps.fails(self.war, [first, second]) })
            });
            let corps: Vec<(i32, f64)> = corps.collect();
            self.afters[first][second] = Some(After { lost: corps.iter().map(|(own, _)| own).sum(), corps });
        }
        self.afters[first][second].get_or_insert_with(|| After { lost: 0, corps: Vec::new() })
    }
}

/// Figures that units make an enemy of so many lose.
fn hits(fighters: &[Fighter], there: i16) -> Distribution {
    if there <= 0 {
        return Distribution::certain(0);
    }
    let groups = together(fighters);
    let all: Vec<_> =
        groups.iter().flat_map(|group| pools(group.figures, &group.mods, Why::Melee, "MC-MELEE-4")).collect();
    lost(&all, there)
}

/// What the melee of units in contact comes to; `before` are figures that chargers and charged lost in the charge and that
/// count (MC-MELEE-10).
pub(crate) fn of_units(war: &War, units: &[UnitId], before: [i32; 2]) -> Clash {
    of_tested(war, units, before, &test)
}

/// Margins of the test that a unit takes after a melee as it stands.
pub(crate) fn test(war: &War, unit: UnitId, cause: Cause) -> Distribution {
    morale::test(war, unit, cause, &[], Why::AfterMelee).outcome()
}

/// What gives those margins.
type Tests<'a> = dyn Fn(&War, UnitId, Cause) -> Distribution + 'a;

/// The same where the margins of tests are known from elsewhere.
pub(crate) fn of_tested(war: &War, units: &[UnitId], before: [i32; 2], test: &Tests<'_>) -> Clash {
    let contacts = &war.state.own.contacts;
    let charges = |unit: &&UnitId| contacts.iter().any(|contact| contact.by == **unit);
    let (by, on): (Vec<UnitId>, Vec<UnitId>) = units.iter().partition(charges);
    let single = contacts.iter().filter(|contact| by.contains(&contact.by)).any(|one| is_single(war, one));
    let bands = [Band::new(war, &by, Cause::MeleeWon, test), Band::new(war, &on, Cause::MeleeHeld, test)];
    Fight { fates: bands.each_ref().map(|band| vec![Fate::default(); band.corps.len()]), bands, before }.fought(single)
}

/// Losses of a side in the second round with their chances.
type Losses = Vec<(i32, f64)>;

/// A melee that is summed up over everything that may fall.
struct Fight<'a> {
    bands: [Band<'a>; 2],
    fates: [Vec<Fate>; 2],
    /// Figures that each side lost before and that count.
    before: [i32; 2],
}

impl Fight<'_> {
    fn fought(mut self, single: bool) -> Clash {
        let strengths = self.bands.each_ref().map(Band::strength);
        let firsts =
            [0, 1].map(|side| possible(&self.bands[1 - side].first(strengths[side]), i32::from(strengths[side])));
        for (ours, chance) in &firsts[0] {
            for (theirs, other) in &firsts[1] {
                let first = [*ours, *theirs];
                let left = [0, 1].map(|side| i32::from(strengths[side]) - first[side]);
                let ends = single || left.contains(&0);
                let seconds = [0, 1].map(|side| match ends {
                    true => vec![(0, 1.0)],
                    false => possible(self.bands[1 - side].second(first[1 - side]), left[side]),
                });
                self.settle(chance * other, first, &seconds);
            }
        }
        let [ours, theirs] = &self.bands;
        let units = ours.corps.iter().chain(&theirs.corps).map(|corps| corps.unit);
        let told = |(unit, fate): (UnitId, Fate)| {
            let caught = fate.rest > 0.0 && away::is_caught(ours.war, unit, &away::foes(ours.war, unit));
            let lost = fate.lost + if caught { fate.rest } else { 0.0 };
            (unit, Fate { lost, routs: tame(fate.routs), retires: tame(fate.retires), ..fate })
        };
        Clash(units.zip(self.fates.into_iter().flatten()).map(told).collect())
    }

    /// Who routs after such losses, and who is tested (MC-MELEE-10, 13): what one side loses in the second round is set
    /// against what chances the other has to lose less, as much and more.
    fn settle(&mut self, chance: f64, first: [i32; 2], seconds: &[Losses; 2]) {
        let mut tallies = [0, 1].map(|_| Tally::default());
        for (side, tally) in tallies.iter_mut().enumerate() {
            for (second, share) in &seconds[side] {
                let after = self.bands[side].after([first[side], *second]);
                let all_rout = after.corps.iter().map(|(_, fails)| fails).product::<f64>();
                tally.add(self.before[side] + after.lost, *share, all_rout);
            }
        }
        let strength = |corps: &Corps| i32::from(corps.strength);
        let strengths = self.bands.each_ref().map(|band| band.corps.iter().map(strength).collect::<Vec<_>>());
        for side in [0, 1] {
            let other = &tallies[1 - side];
            for (second, share) in &seconds[side] {
                let after = self.bands[side].after([first[side], *second]);
                let counted = self.before[side] + after.lost;
                let (less, even, routed) = other.against(counted);
                let more = 1.0 - less - even;
                let strengths = strengths[side].iter();
                for ((fate, (own, fails)), there) in self.fates[side].iter_mut().zip(&after.corps).zip(strengths) {
                    let tested = even + if *own > 0 { more } else { 0.0 };
                    let routs = chance * share * (less + tested * fails);
                    fate.lost += chance * share * f64::from(*own);
                    fate.routs += routs;
                    fate.rest += routs * f64::from(there - own);
                    if side == 0 {
                        fate.retires += chance * share * (1.0 - fails) * (even - routed);
                    }
                }
            }
        }
    }
}

/// Chances of a side by figures lost: that they are so many, and that they are and all its units rout if tested.
#[derive(Default)]
struct Tally(Vec<[f64; 2]>);

impl Tally {
    fn add(&mut self, lost: i32, chance: f64, all_rout: f64) {
        let place = lost as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, [0.0; 2]);
        }
        self.0[place][0] += chance;
        self.0[place][1] += chance * all_rout;
    }

    /// Chances that it has lost less than so many, and as many, and as many with all its units in rout.
    fn against(&self, lost: i32) -> (f64, f64, f64) {
        let place = lost as usize;
        let less = self.0.iter().take(place).map(|[chance, _]| chance).sum();
        let [even, routed] = self.0.get(place).copied().unwrap_or_default();
        (less, even, routed)
    }
}

/// Losses that may fall, at most so many, with their chances.
fn possible(losses: &Distribution, most: i32) -> Losses {
    let mut possible: Losses = Vec::new();
    for (lost, chance) in losses.outcomes().filter(|(_, chance)| *chance > 0.0) {
        let lost = lost.min(most);
        match possible.last_mut() {
            Some((last, sum)) if *last == lost => *sum += chance,
            _ => possible.push((lost, chance)),
        }
    }
    possible
}
