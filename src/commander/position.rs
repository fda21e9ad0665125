//! What it means for a unit to stand somewhere: way made, danger, opportunity, flanks, support, cover, objectives.

use std::cell::RefCell;

use battle::{Footprint, Goal, Pose, System, Threat, UnitId};
use hexes::Hex;

use crate::appraisal::{Appraisal, Front, Known, Prize};
use crate::battleground::{Battleground, Menace};
use crate::considerations::{Concern, Inputs};
use crate::plan::{Plan, Posting};
use crate::profile::Judgement;

/// How carefully a place is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// By the maps and the menace of kinds to each other.
    Rough,
    /// By the system's own threats from and to the pose.
    Exact,
}

/// Hexes beyond both paces at which enemies cannot come to blows soon.
const CALM: i32 = 6;
/// Hexes beyond which it does not matter who could shoot at whom.
const FAR_FIRE: i32 = 24;
/// A threat below which the system itself is not asked about it.
const FAINT: f64 = 0.03;
/// The greatest share of a unit that is thought lost before its chance comes.
const MOST_LOST: f64 = 0.8;
/// Hexes within which an enemy's flank counts as gained.
const STRIKE: i32 = 6;

/// Judges places for one unit.
pub(crate) struct Sites<'a> {
    view: &'a dyn System,
    appraisal: &'a Appraisal,
    judgement: &'a Judgement,
    unit: &'a Known,
    posting: Option<Posting<'a>>,
    near: Vec<Near<'a>>,
    here: f64,
    /// The exact answers so far.
    asked: RefCell<Vec<(Pose, UnitId, [Threat; 2])>>,
}

/// An enemy nearby with all that is the same for every place.
struct Near<'a> {
    foe: &'a Known,
    front: Front,
    /// What the unit's kind does to his, and his to the unit's.
    menaces: [Option<&'a Menace>; 2],
    /// Friends of the unit within his reach.
    others: usize,
}

impl Near<'_> {
    /// What the kinds do to each other at that distance.
    fn menaces(&self, distance: i32) -> [Option<Threat>; 2] {
        self.menaces.map(|menace| menace.map(|menace| menace.at(distance)))
    }
}

impl<'a> Sites<'a> {
    /// A judge of places for that unit under that plan.
    pub fn new(
        view: &'a dyn System,
        battleground: &'a Battleground,
        appraisal: &'a Appraisal,
        judgement: &'a Judgement,
        plan: &'a Plan,
        unit: &'a Known,
    ) -> Sites<'a> {
        let posting = plan.posting(unit.id);
        let near = |foe: &'a Known| Near {
            foe,
            front: foe.front(),
            menaces: [battleground.menace(unit.kind, foe.kind), battleground.menace(foe.kind, unit.kind)],
            others: appraisal.others_engaged(foe.id, unit.id),
        };
        let near = appraisal.near(unit).into_iter().map(near).collect();
        let here = posting.as_ref().map_or(0.0, |posting| posting.way.from(view.field(), unit.pose.anchor));
        Sites { view, appraisal, judgement, unit, posting, near, here, asked: RefCell::default() }
    }

    /// Whether no enemy can come to blows with the unit this turn or the next, nor either shoot at the other.
    pub fn quiet(&self) -> bool {
        self.near.iter().all(|Near { foe, .. }| {
            let fire = foe.range.max(self.unit.range).min(FAR_FIRE) + self.unit.pace;
            foe.print.distance(&self.unit.print) > fire.max(self.unit.pace + foe.pace + CALM)
        })
    }

    /// What speaks for a hex whichever way the unit would face there, for choosing where to look closer.
    pub fn outline(&self, pose: &Pose) -> Inputs {
        let mut inputs = Inputs::idle();
        self.enter_way(&mut inputs, pose);
        self.enter_place(&mut inputs, pose);
        let place = self.view.field().ground().grid().index(pose.anchor);
        let shared = 1.0 + self.judgement.share;
        inputs.set(Concern::Exposure, self.appraisal.maps.threat(self.unit.kind, place) * self.unit.worth / shared);
        inputs.set(Concern::Opportunity, self.strike(pose.anchor));
        inputs
    }

    /// What the unit could do next turn from a hex to whichever enemy it hurts most.
    fn strike(&self, from: Hex) -> f64 {
        let hurt = |near: &Near<'_>| {
            let distance = (near.foe.print.distance_to(from) - 1).max(1);
            let threat = near.menaces(distance)[0].unwrap_or_default();
            (threat.fire + 0.5 * self.judgement.boldness * threat.charge) * near.foe.worth
        };
        self.near.iter().map(hurt).fold(0.0, f64::max)
    }

    /// The inputs of standing there, as if `gone` (a target just beaten) were not.
    pub fn inputs(&self, pose: &Pose, care: Care, gone: Option<UnitId>) -> Inputs {
        let mut inputs = Inputs::idle();
        self.enter_way(&mut inputs, pose);
        self.enter_place(&mut inputs, pose);
        if !self.near.is_empty() {
            self.enter_enemies(&mut inputs, pose, care, gone);
        }
        inputs
    }

    fn enter_way(&self, inputs: &mut Inputs, pose: &Pose) {
        let Some(posting) = &self.posting else { return };
        let there = posting.way.from(self.view.field(), pose.anchor);
        let stride = f64::from(self.unit.pace) * f64::from(self.view.field().inches_per_hex()) * 1.5;
        let made = ((self.here - there) / stride).clamp(-1.0, 1.0);
        inputs.set(Concern::Mission, 0.5 + 0.5 * made);
        inputs.set(Concern::Haste, 0.5 + 0.5 * made * posting.mission.urgency);
    }

    fn enter_place(&self, inputs: &mut Inputs, pose: &Pose) {
        let place = self.view.field().ground().grid().index(pose.anchor);
        let around = self.appraisal.maps.support(place);
        let own = i32::from(self.unit.pose.anchor.distance(pose.anchor) <= 7);
        inputs.set(Concern::Support, f64::from(around - own) / 3.0);
        let close = |prize: &Prize| prize.is_ground() && prize.centre.distance(pose.anchor) <= prize.radius + 12;
        if self.unit.holds && self.appraisal.prizes.iter().any(close) {
            inputs.set(Concern::Objective, self.objective(&self.print(pose)));
        }
    }

    fn print(&self, pose: &Pose) -> Footprint {
        self.view.field().footprint_at(self.unit.id, pose)
    }

    /// What standing there does for objectives: most for ground that would otherwise be nobody's or theirs.
    fn objective(&self, print: &Footprint) -> f64 {
        let late = 0.4 + 0.6 * self.appraisal.late();
        let ground = self.appraisal.prizes.iter().filter(|prize| prize.is_ground() && prize.touched(print));
        ground.map(|prize| prize.value * self.need(prize) * late).fold(0.0, f64::max)
    }

    fn need(&self, prize: &Prize) -> f64 {
        let others = prize.others_on(self.unit.id);
        let counted = if prize.counts[0] || prize.counts[1] { 1.0 } else { 0.0 };
        let held = prize.goal == Goal::Hold && prize.holder == Some(self.appraisal.side) && prize.on_it[0].is_empty();
        counted
            * if others {
                0.25
            } else if held {
                0.6
            } else {
                1.0
            }
    }

    fn enter_enemies(&self, inputs: &mut Inputs, pose: &Pose, care: Care, gone: Option<UnitId>) {
        let print = match care {
            Care::Rough if pose.formation == self.unit.pose.formation => None,
            _ => Some(self.print(pose)),
        };
        let front = Front::of(pose, print.as_ref().unwrap_or(&self.unit.print));
        let mut sum = Sum::default();
        for near in self.near.iter().filter(|near| Some(near.foe.id) != gone) {
            let foe = near.foe;
            let distance = match &print {
                Some(print) => print.distance(&foe.print),
                None => (foe.print.distance_to(pose.anchor) - 1).max(1),
            };
            if distance > foe.reach().max(self.unit.reach()) + self.unit.pace {
                continue;
            }
            let before = front.has(foe.pose.anchor);
            let aside = !near.front.has(pose.anchor);
            let [to, from] = match care {
                Care::Rough => rough(near, distance, before, aside),
                Care::Exact => self.exact(near, pose, distance),
            };
            self.tally(&mut sum, near, Seen { distance, before, aside, to, from });
        }
        self.enter_sum(inputs, &sum, pose);
    }

    /// The system's own threats to and from an enemy, asked once for each pose.
    fn exact(&self, near: &Near<'_>, pose: &Pose, distance: i32) -> [Threat; 2] {
        let (unit, foe) = (self.unit.id, near.foe);
        let same = |(known, id, _): &&(Pose, UnitId, [Threat; 2])| *id == foe.id && known == pose;
        if let Some((_, _, threats)) = self.asked.borrow().iter().find(same) {
            return *threats;
        }
        let [ours, theirs] = near.menaces(distance);
        let some = |threat: Option<Threat>| threat.is_none_or(|threat| threat.fire + threat.charge > FAINT);
        let ask = |by, from: &Pose, on, at: &Pose, worth: bool| {
            if worth { self.view.estimates().threat(by, from, on, at) } else { Threat::default() }
        };
        let to = ask(unit, pose, foe.id, &foe.pose, some(ours));
        let from = ask(foe.id, &foe.pose, unit, pose, some(theirs));
        self.asked.borrow_mut().push((*pose, foe.id, [to, from]));
        [to, from]
    }

    fn tally(&self, sum: &mut Sum, near: &Near<'_>, seen: Seen) {
        let (own, foe, others) = (self.unit.worth, near.foe, near.others);
        let shared = 1.0 / (1.0 + self.judgement.share * others.min(4) as f64);
        let charge =
            (seen.from.charge - 0.5 * seen.from.charge_cost * foe.worth).max(0.0) + 0.3 * seen.from.drives_off();
        sum.exposure += (seen.from.fire * shared + charge * self.judgement.charges * shared) * own;
        let joined = 1.0 + self.judgement.concentration * others.min(2) as f64 / 2.0;
        let weak = 1.0 + 0.5 * (1.0 - foe.share);
        sum.fire = sum.fire.max(seen.to.fire * foe.worth * joined * weak);
        let assault =
            (seen.to.charge + 0.3 * seen.to.drives_off()) * foe.worth * joined * weak - seen.to.charge_cost * own;
        sum.charge = sum.charge.max(assault);
        let danger = 1.0 / (1.0 + f64::from((seen.distance - foe.reach() / 2).max(0)) * 0.3);
        sum.around += danger;
        sum.before += if seen.before { danger } else { 0.0 };
        if !seen.before && seen.distance <= foe.pace + 4 {
            sum.flank_given += 0.5 * danger;
        }
        if seen.aside && seen.distance <= STRIKE {
            sum.flank_gained = sum.flank_gained.max(if seen.before { 1.0 } else { 0.4 });
        }
    }

    fn enter_sum(&self, inputs: &mut Inputs, sum: &Sum, pose: &Pose) {
        let dash = self.posting.as_ref().map_or(0.0, |posting| posting.mission.dash(self.judgement.dash));
        inputs.set(Concern::Exposure, sum.exposure * (1.0 - dash) * self.judgement.patience);
        let charge = sum.charge * self.judgement.boldness;
        let chance = (sum.fire + 0.5 * charge).max(charge).max(sum.fire);
        // Theirs comes first: only what it leaves can use the chance.
        let left = 1.0 - (sum.exposure / self.unit.worth.max(0.1)).min(MOST_LOST);
        inputs.set(Concern::Opportunity, chance * left * self.judgement.patience);
        inputs.set(Concern::FlankGained, sum.flank_gained);
        inputs.set(Concern::FlankGiven, sum.flank_given);
        if sum.around > 0.0 {
            inputs.set(Concern::Facing, sum.before / sum.around);
        }
        if sum.around > 0.2 {
            inputs.set(Concern::Cover, self.view.estimates().cover(self.unit.id, pose) * sum.around.min(1.0));
        }
        if self.unit.led {
            inputs.set(Concern::LeaderRisk, sum.exposure * (1.2 - self.unit.share));
        }
    }

    /// How much a charge is to be feared where the unit stands, 0 to 1.
    pub fn charge_feared(&self) -> f64 {
        let pose = &self.unit.pose;
        let sum = self.near.iter().map(|near| {
            let distance = self.unit.print.distance(&near.foe.print);
            let [_, from] = self.exact(near, pose, distance);
            from.charge / (1.0 + near.others as f64)
        });
        sum.sum::<f64>().min(1.0)
    }
}

/// The threats to and from an enemy by kind, fire being less where the shooter does not look that way.
fn rough(near: &Near<'_>, distance: i32, before: bool, aside: bool) -> [Threat; 2] {
    let turned = |threat: Option<Threat>, facing: bool| {
        let threat = threat.unwrap_or_default();
        Threat { fire: threat.fire * if facing { 1.0 } else { 0.35 }, ..threat }
    };
    let [to, from] = near.menaces(distance);
    [turned(to, before), turned(from, !aside)]
}

/// What one enemy is to a unit in a place.
struct Seen {
    distance: i32,
    before: bool,
    aside: bool,
    to: Threat,
    from: Threat,
}

/// What all enemies together are.
#[derive(Default)]
struct Sum {
    exposure: f64,
    fire: f64,
    charge: f64,
    around: f64,
    before: f64,
    flank_given: f64,
    flank_gained: f64,
}
