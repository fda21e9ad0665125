//! A melee figured out from its first round to its last test (MC-MELEE-4 to 15).

use std::cell::RefCell;
use std::collections::BTreeMap;

use battle::{Distribution, Pose, UnitId};

use crate::fire::pools;
use crate::forecasts::{lost, tame};
use crate::melee::{self, Fighter, Round, fighters};
use crate::morale::{self, Cause};
use crate::space::{Shape, shape_of};
use crate::why::Why;
use crate::{War, generals, losses};

/// What a melee comes to for one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fate {
    /// Figures that it loses in it.
    pub(crate) lost: f64,
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
    /// Margins of its test after the melee, with what it has lost before.
    test: Distribution,
    /// What its general takes off that test.
    general: i32,
}

/// The units of one side.
struct Band<'a> {
    war: &'a War,
    corps: Vec<Corps>,
    /// Chances of each to fail its test, by what they depend on: quarters lost since, pairs of figures lost in each round.
    failures: RefCell<BTreeMap<[i32; 4], f64>>,
    /// Figures they make an enemy without end lose in the second round, by what they have lost in the first.
    seconds: RefCell<BTreeMap<i32, Distribution>>,
}

/// The modifier for the order of so many stands (MC-MELEE-9).
fn order(pose: &Pose, stands: u8) -> Option<(&'static str, i16)> {
    let print = pose.stands(stands);
    match shape_of(pose) {
        Shape::Line | Shape::Column if print.hexes().len() > print.front().len() => Some(melee::RANKS),
        Shape::Open => Some(melee::OPEN_ORDER),
        _ => None,
    }
}

/// Full quarters that a unit of so many has lost, at most three (MC-MORALE-4).
fn quarters(full: i16, left: i16) -> i32 {
    (i32::from(full - left) * 4 / i32::from(full.max(1))).min(3)
}

/// Chance that a general falls with a unit that loses so many figures at one time (MC-GENERAL-3 to 6).
pub(crate) fn falls(lost: i32) -> f64 {
    1.0 - (29.0_f64 / 30.0).powi((lost + 1) / 2)
}

/// Margins after more figures are lost than were when the test was asked for: quarters, and a general who fell.
fn worsened(test: &Distribution, quarters: i32, general: i32, fell: f64) -> Distribution {
    let alive = test.map(|margin| margin - quarters);
    if general == 0 || fell == 0.0 {
        return alive;
    }
    let alone = alive.map(|margin| margin - general);
    Distribution::mixture(&[(1.0 - fell, alive), (fell, alone)])
}

impl Corps {
    fn new(war: &War, [first, second]: [Fighter; 2], cause: Cause) -> Corps {
        let unit = first.unit;
        Corps {
            unit,
            strength: war.strength(unit),
            rounds: [first, second],
            test: morale::test(war, unit, cause, &[], Why::AfterMelee).outcome(),
            general: i32::from(generals::steadies(war, unit)),
        }
    }

    /// How it fights in the second round, down by so many.
    fn second(&self, war: &War, down: i32) -> Fighter {
        let (unit, left) = (self.unit, self.strength - down as i16);
        let whole = war.options().is("second_round", "all_figures");
        let (pose, stands) = (war.pose(unit), war.stands(unit));
        let after = if war.profile(unit).is_guns() { stands } else { losses::stands_for(war, unit, left) };
        let closed = if after == stands { pose } else { losses::closed(war, unit, after) };
        let mut fighter = self.rounds[1].clone();
        fighter.figures = if whole { left } else { self.rounds[0].figures.min(left) };
        if order(&closed, after) != order(&pose, stands) {
            fighter.mods.retain(|one| *one != melee::RANKS && *one != melee::OPEN_ORDER);
            fighter.mods.extend(order(&closed, after));
        }
        fighter
    }
}

impl<'a> Band<'a> {
    fn new(war: &'a War, units: &[UnitId], cause: Cause) -> Band<'a> {
        let [first, second] = [Round::First, Round::Second].map(|round| fighters(war, units, round));
        let corps = first.into_iter().zip(second).map(|(first, second)| Corps::new(war, [first, second], cause));
        Band { war, corps: corps.collect(), failures: RefCell::default(), seconds: RefCell::default() }
    }

    fn strength(&self) -> i16 {
        self.corps.iter().map(|corps| corps.strength).sum()
    }

    /// What each loses of so many figures that all lose: one by one in turn, most fighting figures first (MC-MELEE-6).
    fn shares(&self, lost: i32, round: usize) -> Vec<i32> {
        let count = self.corps.len() as i32;
        let mut order: Vec<usize> = (0..self.corps.len()).collect();
        order.sort_by_key(|place| (-self.corps[*place].rounds[round].figures, self.corps[*place].unit));
        let mut shares = vec![0; self.corps.len()];
        for (turn, place) in order.into_iter().enumerate() {
            let share = lost / count + i32::from((turn as i32) < lost % count);
            shares[place] = share.min(i32::from(self.corps[place].strength));
        }
        shares
    }

    /// Figures they make an enemy of so many lose in the first round.
    fn first(&self, there: i16) -> Distribution {
        let all: Vec<Fighter> = self.corps.iter().map(|corps| corps.rounds[0].clone()).collect();
        hits(&all, there)
    }

    /// Figures they make an enemy of so many lose in the second round, themselves down by so many.
    fn second(&self, down: i32, there: i16) -> Distribution {
        let mut seconds = self.seconds.borrow_mut();
        let all = seconds.entry(down).or_insert_with(|| {
            let shares = self.shares(down, 0);
            let fights = self.corps.iter().zip(shares).map(|(corps, down)| corps.second(self.war, down));
            hits(&fights.collect::<Vec<_>>(), i16::MAX)
        });
        if there <= 0 { Distribution::certain(0) } else { all.map(|figures| figures.min(i32::from(there))) }
    }

    /// Chance that the test of one after the melee makes it rout, down by so many in each round.
    fn fails(&self, place: usize, down: [i32; 2]) -> f64 {
        let corps = &self.corps[place];
        let left = corps.strength - (down[0] + down[1]) as i16;
        let full = self.war.field().unit(corps.unit).full;
        let more = quarters(full, left) - quarters(full, corps.strength);
        let [first, second] = down.map(|lost| if corps.general == 0 { 0 } else { (lost + 1) / 2 });
        let chance = || {
            let fell = 1.0 - (1.0 - falls(down[0])) * (1.0 - falls(down[1]));
            worsened(&corps.test, more, corps.general, fell).at_most(-2)
        };
        *self.failures.borrow_mut().entry([place as i32, more, first, second]).or_insert_with(chance)
    }

    /// The chance of each to rout after what they lost in each round, where they and the enemy lost so many in all.
    fn routs(&self, lost: &[[i32; 2]], ours: i32, theirs: i32) -> Vec<f64> {
        let rout = |place: usize| {
            let own = lost[place][0] + lost[place][1];
            let gone = i32::from(self.corps[place].strength) <= own;
            match () {
                () if gone || ours > theirs => 1.0,
                () if ours == theirs || own > 0 => self.fails(place, lost[place]),
                () => 0.0,
            }
        };
        (0..self.corps.len()).map(rout).collect()
    }
}

/// Figures that units make an enemy of so many lose.
fn hits(fighters: &[Fighter], there: i16) -> Distribution {
    if there <= 0 {
        return Distribution::certain(0);
    }
    let groups = melee::together(fighters);
    let all: Vec<_> =
        groups.iter().flat_map(|group| pools(group.figures, &group.mods, Why::Melee, "MC-MELEE-4")).collect();
    lost(&all, there)
}

/// How finely a melee is figured out: there are as many cases as the product of four rolls has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// As a forecast is shown.
    Fine,
    /// As a threat is weighed.
    Coarse,
}

impl Grain {
    /// Losses of one roll that are rarer than this are counted with the others.
    const fn rare(self) -> f64 {
        match self {
            Grain::Fine => 1e-4,
            Grain::Coarse => 2e-2,
        }
    }

    /// The same of the losses of both sides in both rounds of a melee of several.
    const fn rare_together(self) -> f64 {
        match self {
            Grain::Fine => 2e-6,
            Grain::Coarse => 1e-3,
        }
    }

    /// Losses of a charger on its way that are rarer than this have their melee figured out together with the next.
    pub(super) const fn rare_on_the_way(self) -> f64 {
        match self {
            Grain::Fine => 1e-2,
            Grain::Coarse => 1.0,
        }
    }
}

/// Losses with their chances, without the rarest.
fn usual(losses: &Distribution, grain: Grain) -> Vec<(i32, f64)> {
    let mut usual: Vec<(i32, f64)> = losses.outcomes().filter(|(_, chance)| *chance >= grain.rare()).collect();
    let all: f64 = usual.iter().map(|(_, chance)| chance).sum();
    usual.iter_mut().for_each(|(_, chance)| *chance /= all);
    usual
}

/// Losses of both sides that come with a chance.
fn pairs(one: &[(i32, f64)], other: &[(i32, f64)]) -> Vec<(f64, [i32; 2])> {
    let pair = |(lost, chance): &(i32, f64)| {
        let (lost, chance) = (*lost, *chance);
        other.iter().map(move |(more, other)| (chance * other, [lost, *more]))
    };
    one.iter().flat_map(pair).collect()
}

/// What the melee of units in contact comes to; `before` are figures that chargers and charged lost in the charge and that
/// count (MC-MELEE-10).
pub(crate) fn of_units(war: &War, units: &[UnitId], before: [i32; 2], grain: Grain) -> Clash {
    let contacts = &war.state.own.contacts;
    let charges = |unit: &&UnitId| contacts.iter().any(|contact| contact.by == **unit);
    let (by, on): (Vec<UnitId>, Vec<UnitId>) = units.iter().partition(charges);
    let single = contacts.iter().filter(|contact| by.contains(&contact.by)).any(|one| melee::is_single(war, one));
    let bands = [Band::new(war, &by, Cause::MeleeWon), Band::new(war, &on, Cause::MeleeHeld)];
    let mut clash = Clash(by.into_iter().chain(on).map(|unit| (unit, Fate::default())).collect());
    if let [[_], [_]] = bands.each_ref().map(|band| band.corps.as_slice()) {
        duel(&mut clash, &bands, (single, grain), before);
    } else {
        several(&mut clash, &bands, (single, grain), before);
    }
    clash
}

/// The melee of more than two units.
fn several(clash: &mut Clash, bands: &[Band<'_>; 2], (single, grain): (bool, Grain), before: [i32; 2]) {
    let ([ours, theirs], mut seen) = (bands, 0.0);
    for (chance, first) in
        pairs(&usual(&theirs.first(ours.strength()), grain), &usual(&ours.first(theirs.strength()), grain))
    {
        let left = [ours.strength() - first[0] as i16, theirs.strength() - first[1] as i16];
        let rounds = match single || left.contains(&0) {
            true => vec![(1.0, [0, 0])],
            false => {
                pairs(&usual(&theirs.second(first[1], left[0]), grain), &usual(&ours.second(first[0], left[1]), grain))
            }
        };
        for (share, second) in rounds.into_iter().filter(|(share, _)| chance * share >= grain.rare_together()) {
            settle(clash, bands, chance * share, [first, second], before);
            seen += chance * share;
        }
    }
    let seen = seen.max(f64::MIN_POSITIVE);
    for (_, fate) in &mut clash.0 {
        *fate = Fate { lost: fate.lost / seen, routs: tame(fate.routs / seen), retires: tame(fate.retires / seen) };
    }
}

/// The melee of two units, which most are.
fn duel(clash: &mut Clash, bands: &[Band<'_>; 2], (single, grain): (bool, Grain), before: [i32; 2]) {
    let strengths = [0, 1].map(|side| i32::from(bands[side].strength()));
    let mut failures = [0, 1].map(|side| Failures::new(&bands[side], strengths[side]));
    let firsts = [0, 1].map(|side| usual(&bands[1 - side].first(strengths[side] as i16), grain));
    // What each side makes the other lose in the second round, down by so much.
    let seconds = [0, 1].map(|side| {
        let downs = firsts[side].iter().map(|(down, _)| usual(&bands[side].second(*down, i16::MAX), grain));
        downs.collect::<Vec<_>>()
    });
    let (over, mut fates) = ([(0, 1.0)], [Fate::default(); 2]);
    for (ours, (first, chance)) in firsts[0].iter().enumerate() {
        for (theirs, (other, also)) in firsts[1].iter().enumerate() {
            let (chance, first) = (chance * also, [*first, *other]);
            let left = [strengths[0] - first[0], strengths[1] - first[1]];
            let ends = single || left.contains(&0);
            let [lose, make] =
                if ends { [&over[..], &over[..]] } else { [&seconds[1][theirs][..], &seconds[0][ours][..]] };
            for (second, share) in lose {
                for (other, also) in make {
                    let lost = [[first[0], (*second).min(left[0])], [first[1], (*other).min(left[1])]];
                    fall(&mut fates, &mut failures, chance * share * also, &lost, (strengths, before));
                }
            }
        }
    }
    for ((_, fate), fell) in clash.0.iter_mut().zip(fates) {
        *fate = Fate { lost: fell.lost, routs: tame(fell.routs), retires: tame(fell.retires) };
    }
}

/// Who of two routs after such losses in each round, and whether the charger retires (MC-MELEE-10, 13).
fn fall(
    fates: &mut [Fate; 2],
    failures: &mut [Failures<'_>; 2],
    chance: f64,
    lost: &[[i32; 2]; 2],
    (strengths, before): ([i32; 2], [i32; 2]),
) {
    let own = lost.map(|[first, second]| first + second);
    let counted = [before[0] + own[0], before[1] + own[1]];
    let routs = [0, 1].map(|side| {
        let (ours, theirs) = (counted[side], counted[1 - side]);
        match () {
            () if strengths[side] <= own[side] || ours > theirs => 1.0,
            () if ours == theirs || own[side] > 0 => failures[side].after(lost[side]),
            () => 0.0,
        }
    });
    for side in [0, 1] {
        fates[side].lost += chance * f64::from(own[side]);
        fates[side].routs += chance * routs[side];
    }
    fates[0].retires += chance * (1.0 - routs[0]) * (1.0 - routs[1]);
}

/// Chances of the one unit of a band to fail its test, by what it has lost in each round.
struct Failures<'a> {
    band: &'a Band<'a>,
    known: Vec<f64>,
    wide: usize,
}

impl<'a> Failures<'a> {
    fn new(band: &'a Band<'a>, strength: i32) -> Failures<'a> {
        let wide = strength.max(0) as usize + 1;
        Failures { band, known: vec![f64::NAN; wide * wide], wide }
    }

    fn after(&mut self, lost: [i32; 2]) -> f64 {
        let known = &mut self.known[lost[0] as usize * self.wide + lost[1] as usize];
        if known.is_nan() {
            *known = self.band.fails(0, lost);
        }
        *known
    }
}

/// Who routs after such losses, and who is tested (MC-MELEE-10, 13).
fn settle(clash: &mut Clash, bands: &[Band<'_>; 2], chance: f64, rounds: [[i32; 2]; 2], before: [i32; 2]) {
    let lost = [0, 1].map(|side| {
        let [first, second] = [0, 1].map(|round| bands[side].shares(rounds[round][side], round));
        let most = |place: usize| i32::from(bands[side].corps[place].strength) - first[place];
        let both = |place: usize| [first[place], second[place].min(most(place))];
        (0..first.len()).map(both).collect::<Vec<[i32; 2]>>()
    });
    let counted = [0, 1].map(|side| before[side] + lost[side].iter().flatten().sum::<i32>());
    let routs = [0, 1].map(|side| bands[side].routs(&lost[side], counted[side], counted[1 - side]));
    let all_gone: f64 = routs[1].iter().product();
    let units = [0, 1].map(|side| lost[side].iter().zip(&routs[side]).map(move |of| (side, of)));
    for ((_, fate), (side, (lost, routs))) in clash.0.iter_mut().zip(units.into_iter().flatten()) {
        fate.lost += chance * f64::from(lost[0] + lost[1]);
        fate.routs = tame(fate.routs + chance * routs);
        let retires = if side == 0 { (1.0 - routs) * (1.0 - all_gone) } else { 0.0 };
        fate.retires = tame(fate.retires + chance * retires);
    }
}
