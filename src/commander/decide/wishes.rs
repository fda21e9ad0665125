//! What the plan wants of each unit of a command some turns from now, and how far an order leaves it room for that.

use battle::{Band, Binding, Hundredths, Origin, System, UnitId};
use hexes::{Direction, Hex};

use crate::appraisal::Known;
use crate::candidates::Bench;
use crate::plan::{Mission, Posting, Task};

/// Strength at or below which a unit had better not be driven at the enemy.
const WORN: f64 = 0.5;
/// Moves that an order may ask for before it counts as the very opposite of what is wanted.
const OPPOSITE: f64 = 1.5;
/// What it costs at least that a unit has to go where it does not want to.
const DRIVEN: f64 = 0.3;
/// Hexes beyond the longer of both paces within which a unit may want to charge an enemy.
const CLOSE: i32 = 3;

/// What one unit is to do.
pub(crate) struct Wish<'a> {
    /// The unit.
    pub unit: UnitId,
    /// Its mission.
    pub mission: Option<&'a Mission>,
    /// Where it will be when the order is there.
    pub here: Hex,
    /// Where it wants to be a turn later.
    pub goal: Hex,
    /// Inches that it goes in a turn.
    pub pace: f64,
    /// How much it counts.
    pub weight: f64,
    /// How far its mission goes at the enemy, as [`Binding::drive`] counts it.
    pub drive: f64,
    /// How much it wants to charge.
    pub charges: f64,
}

/// What the units want to do so many turns from now.
pub(crate) fn wishes<'a>(bench: &'a Bench<'_>, units: &[UnitId], turns: u16) -> Vec<Wish<'a>> {
    let known = units.iter().filter_map(|unit| bench.appraisal.unit(*unit));
    known.map(|unit| wish(bench, unit, turns)).collect()
}

fn wish<'a>(bench: &'a Bench<'_>, unit: &Known, turns: u16) -> Wish<'a> {
    let posting = bench.plan.posting(unit.id);
    let mission = posting.as_ref().map(|posting| posting.mission);
    let scale = f64::from(bench.view.field().inches_per_hex());
    let pace = f64::from(unit.pace) * scale;
    let goes = unit.share > WORN || mission.is_none_or(|mission| !mission.task.attacks());
    let after = |turns: f64| match &posting {
        Some(posting) if goes => along(bench.view, posting, unit.pose.anchor, pace * turns),
        _ => unit.pose.anchor,
    };
    let (here, goal) = (after(f64::from(turns)), after(f64::from(turns) + 1.0));
    let task = mission.map_or(Task::Hold, |mission| mission.task);
    let near =
        |hex: Hex| bench.appraisal.enemies().any(|foe| foe.print.distance_to(hex) <= unit.pace.max(foe.pace) + CLOSE);
    let charges = if goes && unit.holds && (near(here) || near(goal)) { eagerness(task) } else { 0.0 };
    Wish { unit: unit.id, mission, here, goal, pace, weight: unit.worth, drive: drive(task), charges }
}

/// The hex that so many inches along the way to its post bring a unit to.
fn along(view: &dyn System, posting: &Posting<'_>, from: Hex, inches: f64) -> Hex {
    let (field, way) = (view.field(), posting.way);
    let (mut at, start) = (from, way.from(field, from));
    loop {
        let left = way.from(field, at);
        let next = Direction::ALL
            .map(|step| at + step)
            .into_iter()
            .min_by(|one, other| way.from(field, *one).total_cmp(&way.from(field, *other)));
        match next.map(|hex| (hex, way.from(field, hex))) {
            Some((hex, less)) if less < left && start - less <= inches => at = hex,
            _ => return at,
        }
    }
}

/// How far a task goes at the enemy.
const fn drive(task: Task) -> f64 {
    match task {
        Task::Attack => 0.95,
        Task::Flank => 0.85,
        Task::Screen => 0.65,
        Task::Reserve => 0.45,
        Task::Hold => 0.35,
        Task::Withdraw => 0.15,
        Task::Rally => 0.0,
    }
}

/// How much units on a task want to charge whom they can.
const fn eagerness(task: Task) -> f64 {
    match task {
        Task::Attack | Task::Flank => 1.0,
        Task::Hold | Task::Reserve => 0.7,
        Task::Screen => 0.4,
        Task::Withdraw | Task::Rally => 0.0,
    }
}

impl Wish<'_> {
    /// How much room an order leaves it: 1 where it may do as it wants, 0 where it would have to do the very opposite.
    pub fn room(&self, bench: &Bench<'_>, binding: &Binding) -> f64 {
        let [before, after] = [self.here, self.goal].map(|hex| lack(bench, binding, hex));
        let step = if self.here == self.goal { 0.0 } else { 1.0 - binding.pace };
        let slowed = DRIVEN * step.clamp(0.0, 1.0);
        if after <= 0.0 || before - after >= self.pace / 2.0 {
            return 1.0 - slowed;
        }
        let driven = DRIVEN + (1.0 - DRIVEN) * after / (OPPOSITE * self.pace).max(1.0);
        1.0 - driven.max(slowed).min(1.0)
    }
}

/// Inches by which a hex lies outside of all bands of an order; of whoever is to be kept off it is supposed that he comes
/// on.
fn lack(bench: &Bench<'_>, binding: &Binding, hex: Hex) -> f64 {
    let scale = f64::from(bench.view.field().inches_per_hex());
    let far = |band: &Band| match band.from {
        Origin::Enemy => {
            let comes = |foe: &Known| if band.least.0 > 0 { foe.pace / 2 } else { 0 };
            let nearest = bench.appraisal.enemies().map(|foe| foe.print.distance_to(hex) - comes(foe)).min();
            nearest.map_or(f64::INFINITY, |steps| f64::from(steps) * scale)
        }
        Origin::Place(place) => f64::from(place.distance(hex)) * scale,
    };
    let lack = |band: &Band| match far(band) {
        inches if inches.is_infinite() && band.most == Hundredths::ENDLESS => 0.0,
        inches => band.lack(inches),
    };
    binding.bands.iter().map(lack).reduce(f64::min).unwrap_or(0.0)
}
