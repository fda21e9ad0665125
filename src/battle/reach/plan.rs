//! What a formation looks like in every facing and where its steps lead, made once and laid out for a sheet.

use hexes::{Crossing, Facing, Hex, Vector};

use super::passage::{Passage, swept};
use super::search::Mover;
use super::sheet::Sheet;
use crate::{Footprint, Formation, Pose, PoseStep};

/// Formations whose templates are kept.
const KEPT: usize = 12;

/// The footprint of one facing around an anchor at the origin, and where each step leads from there.
#[derive(Debug)]
struct Template {
    print: Footprint,
    steps: Vec<Turn>,
    /// By step: what the stands sweep in it, if it is a turn.
    swept: Vec<Vec<Crossing>>,
}

/// The templates of a formation of so many stands that takes certain steps.
#[derive(Debug)]
struct Drill {
    formation: Formation,
    stands: u8,
    steps: Vec<PoseStep>,
    facings: Vec<Template>,
    /// How far stands lie from the anchor, where it is and where it gets by one step, along either axis.
    extent: i32,
    /// Whether no stand is on the anchor.
    hollow: bool,
    /// How far a stand goes in one step that is no shift.
    swing: i32,
}

impl Drill {
    fn new(mover: &Mover<'_>, stands: u8) -> Drill {
        let template = |facing: &Facing| {
            let origin = mover.from.facing(*facing).at(Hex::default());
            let print = origin.stands(stands);
            let ends = || mover.steps.iter().map(|step| (*step, step.apply(&origin, stands)));
            let steps = ends().map(|(step, to)| (step, to.anchor - Hex::default(), to.facing)).collect();
            let sweep = |(step, to): (PoseStep, Pose)| match step.turn() {
                0 => Vec::new(),
                _ => swept(&print, &to.stands(stands)),
            };
            Template { print, steps, swept: ends().map(sweep).collect() }
        };
        let facings: Vec<Template> = Facing::ALL.iter().map(template).collect();
        let far = |way: Vector| i32::from(way.q).abs().max(i32::from(way.r).abs());
        let stand_ways = facings.iter().flat_map(|one| one.print.hexes().iter().map(|hex| *hex - Hex::default()));
        let ends = facings.iter().flat_map(|one| &one.steps).flat_map(|(_, way, facing)| {
            let stands = facings[facing.index()].print.hexes().iter().map(|hex| *hex + *way - Hex::default());
            stands.chain([*way])
        });
        let extent = stand_ways.chain(ends).map(far).max().unwrap_or(0);
        let swings = facings.iter().flat_map(|one| {
            let turns = one.steps.iter().filter(|(step, _, facing)| is_swing(*step, *facing, &one.print));
            turns.flat_map(|(_, way, facing)| {
                let there = facings[facing.index()].print.hexes();
                one.print.hexes().iter().zip(there).map(|(from, to)| from.distance(*to + *way))
            })
        });
        let swing = swings.max().unwrap_or(0);
        let hollow = !facings.iter().all(|one| one.print.contains(Hex::default()));
        let (formation, steps) = (mover.from.formation, mover.steps.to_vec());
        Drill { formation, stands, steps, facings, extent, hollow, swing }
    }

    fn is_of(&self, mover: &Mover<'_>, stands: u8) -> bool {
        self.formation == mover.from.formation && self.stands == stands && self.steps == mover.steps
    }
}

/// Whether stands go other ways in a step than all one hex in one direction.
fn is_swing(step: PoseStep, facing: Facing, print: &Footprint) -> bool {
    step.shift(facing).is_none() && !print.hexes().is_empty()
}

/// A step from a facing, laid out: what is looked at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// From node to node.
    pub(super) delta: isize,
    /// What it costs whatever the ground.
    pub(super) price: u16,
    /// The bit of the edge that every stand goes over, if the step is a shift.
    pub(super) side: u8,
    /// Whether what the stands sweep in it is looked at.
    pub(super) sweeps: bool,
}

/// The step of a lead, the way of the anchor, and the facing after it.
pub(super) type Turn = (PoseStep, Vector, Facing);

/// The steps and stands of every facing, laid out for one run.
#[derive(Default, Debug)]
pub(super) struct Plan {
    drills: Vec<Drill>,
    /// The place of the present one.
    drill: usize,
    laid: [Laid; 6],
}

/// One facing, laid out.
#[derive(Default, Debug)]
pub(super) struct Laid {
    pub(super) leads: Vec<Lead>,
    /// The least that any of them costs.
    pub(super) cheapest: u16,
    pub(super) turns: Vec<Turn>,
    /// How far from that of the anchor the places of the stands lie, by fours, the last repeated.
    pub(super) stands: Vec<[isize; 4]>,
}

impl Plan {
    /// Finds or makes the templates of a mover; gives the margin they need.
    pub(super) fn choose(&mut self, mover: &Mover<'_>, stands: u8) -> i32 {
        let known = self.drills.iter().position(|drill| drill.is_of(mover, stands));
        self.drill = known.unwrap_or_else(|| {
            if self.drills.len() == KEPT {
                self.drills.remove(0);
            }
            self.drills.push(Drill::new(mover, stands));
            self.drills.len() - 1
        });
        self.drills[self.drill].extent + 1
    }

    /// Lays the chosen templates out.
    pub(super) fn lay_out(&mut self, sheet: &Sheet, passage: &impl Passage) {
        for (place, template) in self.drills[self.drill].facings.iter().enumerate() {
            let (from, laid) = (Facing::ALL[place], &mut self.laid[place]);
            laid.leads.clear();
            laid.turns.clone_from(&template.steps);
            laid.stands.clear();
            for ((step, way, facing), swept) in template.steps.iter().zip(&template.swept) {
                let turn = facing.index() as isize - place as isize;
                let side = step.shift(from).map_or(0, |way| 1 << way.index());
                let (delta, price) =
                    (sheet.offset(*way) * super::search::FACINGS as isize + turn, passage.price(*step));
                let sweeps = !swept.is_empty() && passage.sweeps(*step);
                laid.leads.push(Lead { delta, price, side, sweeps });
            }
            laid.cheapest = laid.leads.iter().map(|lead| lead.price).min().unwrap_or(u16::MAX);
            let offset = |hex: &Hex| sheet.offset(*hex - Hex::default());
            let four = |hexes: &[Hex]| [0, 1, 2, 3].map(|place: usize| offset(&hexes[place.min(hexes.len() - 1)]));
            laid.stands.extend(template.print.hexes().chunks(4).map(four));
        }
    }

    /// One facing, laid out.
    #[inline]
    pub(super) fn laid(&self, facing: usize) -> &Laid {
        &self.laid[facing]
    }

    /// The hexes of the stands around an anchor at the origin.
    pub(super) fn print(&self, facing: usize) -> &Footprint {
        &self.drills[self.drill].facings[facing].print
    }

    /// What the stands sweep in a step from a facing, around an anchor at the origin.
    pub(super) fn swept(&self, facing: usize, step: usize) -> &[Crossing] {
        &self.drills[self.drill].facings[facing].swept[step]
    }

    /// Whether no stand is on the anchor.
    pub(super) fn is_hollow(&self) -> bool {
        self.drills[self.drill].hollow
    }

    /// How far a stand goes in one step that is no shift.
    pub(super) fn swing(&self) -> i32 {
        self.drills[self.drill].swing
    }
}
