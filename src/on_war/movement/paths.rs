//! The search for the poses a unit can come to: steps with their costs, what bars them, who is passed (OW-MOVE-8).

use battle::{Edge, Footprint, Mover, Passage, Pose, PoseReach, PoseStep, Reach, UnitId, rule};
use hexes::{Hex, Side};

use crate::War;
use crate::formations::shapes::{self, shape_of};
use crate::ground::contact::KeepsOff;
use crate::ground::crossing;
use crate::ground::going::{self, Going};
use crate::measures::{self, kind};
use crate::profile::Kind;
use crate::tables::Shape;

/// How a shape moves.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Gait {
    loose: bool,
    /// Files of a rank that wheels; 1 for what turns on the spot.
    files: u8,
}

impl Gait {
    fn of(pose: &Pose, stands: u8) -> Gait {
        let loose = shape_of(pose) == Shape::OpenOrder;
        let rank = shape_of(pose) == Shape::Line && stands > 1;
        Gait { loose, files: if rank { shapes::files_of(pose, stands) } else { 1 } }
    }

    /// Inches of a step; of a wheel what the farther end goes.
    fn price(self, step: PoseStep) -> u16 {
        match step {
            PoseStep::SideLeft | PoseStep::SideRight | PoseStep::BackLeft | PoseStep::BackRight
                if !self.loose && rule!("OW-MOVE-8a") =>
            {
                2
            }
            PoseStep::Pivot(_, file) if rule!("OW-MOVE-8b") => u16::from(file.max(self.files - 1 - file).max(1)),
            _ => 1,
        }
    }

    /// Whether what turns so far, in sixths of a circle, is a rank that wheels, and all that its stands sweep must be open to
    /// them (OW-MOVE-8).
    fn sweeps(self, turn: i32) -> bool {
        self.files > 1 && matches!(turn.abs(), 1 | 5) && rule!("OW-MOVE-8c")
    }

    /// The wheels of a rank about each of its stands, or the turns of what has none.
    fn wheels(self) -> impl Iterator<Item = PoseStep> {
        let turn = move |side, file| match (self.files, side) {
            (1, Side::Left) => PoseStep::TurnLeft,
            (1, Side::Right) => PoseStep::TurnRight,
            _ => PoseStep::Pivot(side, file),
        };
        [Side::Left, Side::Right].into_iter().flat_map(move |side| (0..self.files).map(move |file| turn(side, file)))
    }
}

const SHIFTS: [PoseStep; 7] = [
    PoseStep::AheadLeft,
    PoseStep::AheadRight,
    PoseStep::SideLeft,
    PoseStep::SideRight,
    PoseStep::BackLeft,
    PoseStep::BackRight,
    PoseStep::AboutFace,
];

/// The rules of a move: who, from where, past whom.
pub(crate) struct Paths<'a> {
    war: &'a War,
    unit: UnitId,
    kind: Kind,
    from: Pose,
    gait: Gait,
    keeps_off: KeepsOff,
    own: Footprint,
    stands: u8,
}

impl Passage for Paths<'_> {
    fn price(&self, step: PoseStep) -> u16 {
        self.gait.price(step)
    }

    /// Off the enemies it keeps away from and on ground it can enter, but on any hex that it holds already. No ground
    /// slows anybody (OW-TERRAIN-8).
    fn enter(&self, hex: Hex) -> Option<u16> {
        let open = self.own.contains(hex)
            || (!self.keeps_off.bars(self.war, self.unit, hex)
                && crossing::can_enter(self.war, self.kind, shape_of(&self.from), hex));
        let slow = !rule!("OW-TERRAIN-8") && going::going(self.war.field().ground(), hex) != Going::Easy;
        open.then_some(u16::from(slow))
    }

    /// Through friends in loose order.
    fn through(&self, other: UnitId) -> Option<u16> {
        let friend = self.war.side(other) == self.war.side(self.unit);
        let loose = friend && shapes::shape(self.war, other) == Shape::OpenOrder;
        (loose && rule!("OW-MOVE-11b")).then_some(0)
    }

    fn bars(&self, edge: Edge) -> bool {
        crossing::bars(self.kind, edge)
    }

    /// A rank that wheels; what turns on the spot sweeps nothing.
    fn sweeps(&self, step: PoseStep) -> bool {
        self.gait.sweeps(step.turn())
    }
}

impl<'a> Paths<'a> {
    /// The way of a unit from where it stands, off those enemies but on hexes it holds already.
    pub(crate) fn of(war: &'a War, unit: UnitId, keeps_off: KeepsOff) -> Paths<'a> {
        Paths::from(war, unit, war.pose(unit), keeps_off)
    }

    /// The same from a pose in which it might stand.
    pub(crate) fn from(war: &'a War, unit: UnitId, from: Pose, keeps_off: KeepsOff) -> Paths<'a> {
        let stands = war.stands(unit);
        let (gait, own) = (Gait::of(&from, stands), from.stands(stands));
        Paths { war, unit, kind: kind(war, unit), from, gait, keeps_off, own, stands }
    }

    /// The pose the way begins in.
    pub(crate) fn start(&self) -> Pose {
        self.from
    }

    /// The wheels of its rank, or its turns.
    pub(crate) fn wheels(&self) -> impl Iterator<Item = PoseStep> {
        self.gait.wheels()
    }

    /// The poses after one wheel or turn, with their cost in inches.
    pub(crate) fn wheeled(&self) -> impl Iterator<Item = (Pose, u16)> + '_ {
        let wheeled = self.wheels().map(|step| (step.apply(&self.from, self.stands), self.price(step)));
        wheeled.filter(|(pose, _)| self.is_passable(&self.from, pose))
    }

    fn steps(&self) -> Vec<PoseStep> {
        SHIFTS.into_iter().chain(self.wheels()).collect()
    }

    /// Whether the unit could stop in that pose: every stand is on a hex of its own.
    pub(crate) fn may_stop(&self, pose: &Pose) -> bool {
        pose.stands(self.stands).hexes().iter().all(|hex| self.war.other_at(self.unit, *hex).is_none())
    }

    /// Whether one single step leads to a pose where the unit may stop, costing so many inches at most.
    pub(crate) fn can_step(&self, inches: u16) -> bool {
        let cheap = self.steps().into_iter().filter(|step| self.price(*step) <= inches);
        let mut ends = cheap.map(|step| step.apply(&self.from, self.stands));
        ends.any(|to| self.is_passable(&self.from, &to) && self.may_stop(&to))
    }

    /// Whether the unit can get from one pose to the next.
    pub(crate) fn is_passable(&self, from: &Pose, to: &Pose) -> bool {
        let (before, after) = (from.stands(self.stands), to.stands(self.stands));
        let mut pairs = before.hexes().iter().zip(after.hexes());
        after.hexes().iter().all(|hex| self.is_open(*hex))
            && !pairs.any(|(from, to)| crossing::is_cut_off(self.war, self.kind, *from, *to))
            && self.sweeps_free(from, to, &before, &after)
    }

    /// Whether a stand may be on the hex on the way.
    fn is_open(&self, hex: Hex) -> bool {
        let passed = |other: UnitId| self.through(other).is_some();
        self.war.other_at(self.unit, hex).is_none_or(passed) && self.enter(hex).is_some()
    }

    /// Whether all that the stands of a wheel sweep is open to them (OW-MOVE-8).
    fn sweeps_free(&self, from: &Pose, to: &Pose, before: &Footprint, after: &Footprint) -> bool {
        let turn = from.facing.index() as i32 - to.facing.index() as i32;
        !self.gait.sweeps(turn)
            || battle::swept(before, after).into_iter().all(|crossing| crossing.any(|hex| self.is_open(hex)))
    }

    /// Every pose within so many inches with its way; the move may end where the unit has all its hexes to itself and
    /// not where it started.
    pub(crate) fn search(&self, inches: u16) -> Reach {
        let deep = if shapes::is_single_rank(&self.from, self.stands) { 0 } else { i32::from(self.stands) };
        let radius = Some(i32::from(inches) + deep.min(12));
        self.search_by(self, &self.steps(), inches, radius, |pose| *pose != self.from)
    }

    /// The same by other steps and rules, the move ending where `ends` says as well.
    pub(crate) fn search_by(
        &self,
        rules: &impl Passage,
        steps: &[PoseStep],
        inches: u16,
        radius: Option<i32>,
        ends: impl Fn(&Pose) -> bool,
    ) -> Reach {
        let mover = Mover { from: self.from, radius, ..Mover::new(self.war.field(), self.unit, steps, inches) };
        let mut reach = self.war.searching(|search: &mut PoseReach| {
            search.run(&mover, rules);
            search.reach(|place| ends(&place.pose))
        });
        let step = measures::step(self.war);
        reach.places.iter_mut().for_each(|place| place.cost = place.cost.saturating_mul(step));
        reach
    }
}
