//! A melee of two units figured out from its first round to its last test (MC-MELEE-4 to 15).

use std::cell::RefCell;
use std::collections::BTreeMap;

use battle::{Distribution, Pose, UnitId};

use crate::fire::pools;
use crate::forecasts::{lost, tame};
use crate::melee::{Round, figures, is_single, modifiers};
use crate::morale::{self, Cause};
use crate::space::{Aspect, Shape, shape_of};
use crate::state::Contact;
use crate::why::Why;
use crate::{War, generals, losses};

/// What a melee comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clash {
    /// Figures the charger loses in it, and the charged.
    pub(crate) lost: [f64; 2],
    /// Chance that the charged rout or fall to the last.
    pub(crate) wins: f64,
    /// Chance that the charger does.
    pub(crate) loses: f64,
    /// Chance that both stand, and the charger retires.
    pub(crate) retires: f64,
}

/// One side as it stands in contact.
struct Corps<'a> {
    war: &'a War,
    unit: UnitId,
    strength: i16,
    /// Figures of the first round.
    figures: i16,
    /// Sums of its modifiers by round.
    mods: [i16; 2],
    /// Margins of its test after the melee, with what it has lost before.
    test: Distribution,
    /// What its general takes off that test.
    general: i32,
    /// Chances to fail that test, by what they depend on: quarters lost since, pairs of figures lost in each round.
    failures: RefCell<BTreeMap<[i32; 3], f64>>,
    /// Figures it makes an enemy without end lose in the second round, by what it has lost in the first.
    seconds: RefCell<BTreeMap<i32, Distribution>>,
}

/// What the order of so many stands adds to a melee (MC-MELEE-9).
fn order(pose: &Pose, stands: u8) -> i16 {
    let print = pose.stands(stands);
    match shape_of(pose) {
        Shape::Line | Shape::Column if print.hexes().len() > print.front().len() => 1,
        Shape::Open => -1,
        _ => 0,
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

impl<'a> Corps<'a> {
    fn new(war: &'a War, unit: UnitId, contact: &[Contact], cause: Cause) -> Corps<'a> {
        let sum = |round| modifiers(war, unit, contact, round).iter().map(|(_, value)| value).sum();
        Corps {
            war,
            unit,
            strength: war.strength(unit),
            figures: figures(war, unit, contact),
            mods: [sum(Round::First), sum(Round::Second)],
            test: morale::test(war, unit, cause, &[], Why::AfterMelee).outcome(),
            general: i32::from(generals::steadies(war, unit)),
            failures: RefCell::default(),
            seconds: RefCell::default(),
        }
    }

    /// Figures it makes an enemy of so many lose in the first round.
    fn first(&self, there: i16) -> Distribution {
        hits(self.figures, self.mods[0], there)
    }

    /// Figures it makes an enemy of so many lose in the second round, itself down by so many.
    fn second(&self, down: i32, there: i16) -> Distribution {
        let mut seconds = self.seconds.borrow_mut();
        let all = seconds.entry(down).or_insert_with(|| self.second_of(down));
        if there <= 0 { Distribution::certain(0) } else { all.map(|figures| figures.min(i32::from(there))) }
    }

    fn second_of(&self, down: i32) -> Distribution {
        let (war, left) = (self.war, self.strength - down as i16);
        let whole = war.options().is("second_round", "all_figures");
        let (pose, stands) = (war.pose(self.unit), war.stands(self.unit));
        let after = match war.profile(self.unit).is_guns() {
            true => stands,
            false => losses::stands_for(war, self.unit, left),
        };
        let closed = if after == stands { pose } else { losses::closed(war, self.unit, after) };
        let change = order(&closed, after) - order(&pose, stands);
        hits(if whole { left } else { self.figures.min(left) }, self.mods[1] + change, i16::MAX)
    }

    /// Chance that its test after the melee makes it rout, down by so many in each round.
    fn fails(&self, down: [i32; 2]) -> f64 {
        let left = self.strength - (down[0] + down[1]) as i16;
        let full = self.war.field().unit(self.unit).full;
        let more = quarters(full, left) - quarters(full, self.strength);
        let [first, second] = down.map(|lost| if self.general == 0 { 0 } else { (lost + 1) / 2 });
        let chance = || {
            let fell = 1.0 - (1.0 - falls(down[0])) * (1.0 - falls(down[1]));
            worsened(&self.test, more, self.general, fell).at_most(-2)
        };
        *self.failures.borrow_mut().entry([more, first, second]).or_insert_with(chance)
    }
}

fn hits(figures: i16, modifier: i16, there: i16) -> Distribution {
    if figures <= 0 || there <= 0 {
        return Distribution::certain(0);
    }
    lost(&pools(figures, &[("all", modifier)], Why::Melee, "MC-MELEE-4"), there)
}

/// Losses of charger and charged that come with a chance.
fn pairs(one: &Distribution, other: &Distribution) -> Vec<(f64, [i32; 2])> {
    let pair = |(lost, chance): (i32, f64)| {
        other.outcomes().map(move |(more, other)| (chance * other, [lost, more])).collect::<Vec<_>>()
    };
    one.outcomes().flat_map(pair).filter(|(chance, _)| *chance > 0.0).collect()
}

/// What a melee of two units in contact comes to; `before` are figures lost in the charge that count (MC-MELEE-10).
pub(crate) fn of_two(war: &War, by: UnitId, on: UnitId, aspect: Aspect, before: [i32; 2]) -> Clash {
    let contact = [Contact { by, on, aspect }];
    let ours = Corps::new(war, by, &contact, Cause::MeleeWon);
    let theirs = Corps::new(war, on, &contact, Cause::MeleeHeld);
    let mut clash = Clash::default();
    for (chance, first) in pairs(&theirs.first(ours.strength), &ours.first(theirs.strength)) {
        let left = [ours.strength - first[0] as i16, theirs.strength - first[1] as i16];
        let over = is_single(war, &contact[0]) || left.contains(&0);
        let rounds = match over {
            true => vec![(1.0, [0, 0])],
            false => pairs(&theirs.second(first[1], left[0]), &ours.second(first[0], left[1])),
        };
        for (share, second) in rounds {
            settle(&mut clash, [&ours, &theirs], chance * share, [first, second], before);
        }
    }
    clash
}

/// Who routs after such losses, and who is tested (MC-MELEE-10, 13).
fn settle(clash: &mut Clash, sides: [&Corps<'_>; 2], chance: f64, rounds: [[i32; 2]; 2], before: [i32; 2]) {
    let all = [0, 1].map(|side| rounds[0][side] + rounds[1][side]);
    let counted = [0, 1].map(|side| all[side] + before[side]);
    let routs = [0, 1].map(|side| {
        let (ours, theirs) = (counted[side], counted[1 - side]);
        let corps = sides[side];
        let gone = i32::from(corps.strength) <= all[side];
        let tested = ours == theirs || (ours < theirs && all[side] > 0);
        match () {
            () if gone || ours > theirs => 1.0,
            () if tested => corps.fails([rounds[0][side], rounds[1][side]]),
            () => 0.0,
        }
    });
    for (sum, lost) in clash.lost.iter_mut().zip(all) {
        *sum += chance * f64::from(lost);
    }
    clash.loses = tame(clash.loses + chance * routs[0]);
    clash.wins = tame(clash.wins + chance * routs[1]);
    clash.retires = tame(clash.retires + chance * (1.0 - routs[0]) * (1.0 - routs[1]));
}
