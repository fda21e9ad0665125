//! Where a unit in a fixed formation can go: the cheapest ways through hexes and facings, and the one best way to a goal.
//!
//! The nodes are poses of one formation: an anchor hex and a facing. A step shifts the whole footprint by one hex,
//! wheels it about an end of its front rank or turns it on the spot; every pose on the way must lie on the map and on
//! no other unit. A march column is the exception: only its head chooses, and its body follows the head's path.

use std::cell::Cell;

use hexes::{Direction, Facing, Flood, Grid, Hex, Vector};
use pathfinding::prelude::astar;

use crate::{Arrangement, Battlefield, Destination, Footprint, Formation, Pose, Reach, Trail, UnitId};

/// The most poses [`route`] looks at before it gives up.
pub const MAX_EXPANSIONS: u32 = 200_000;

/// One step from pose to pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoseStep {
    /// One hex ahead and to the left.
    AheadLeft,
    /// One hex ahead and to the right.
    AheadRight,
    /// One hex to the left flank.
    SideLeft,
    /// One hex to the right flank.
    SideRight,
    /// One hex back and to the left.
    BackLeft,
    /// One hex back and to the right.
    BackRight,
    /// 60 degrees to the left about the left end of the front rank, which goes forward.
    WheelLeft,
    /// 60 degrees to the right about the right end of the front rank, which goes forward.
    WheelRight,
    /// 60 degrees to the left about the right end of the front rank, which goes backward.
    BackWheelLeft,
    /// 60 degrees to the right about the left end of the front rank, which goes backward.
    BackWheelRight,
    /// 60 degrees to the left about the anchor.
    TurnLeft,
    /// 60 degrees to the right about the anchor.
    TurnRight,
    /// 180 degrees with the last rank becoming the first: an even number of ranks stays on its hexes.
    AboutFace,
}

use PoseStep::{
    AboutFace, AheadLeft, AheadRight, BackLeft, BackRight, BackWheelLeft, BackWheelRight, SideLeft, SideRight,
    TurnLeft, TurnRight, WheelLeft, WheelRight,
};

impl PoseStep {
    /// All steps, in a fixed order.
    pub const ALL: [PoseStep; 13] = [
        AheadLeft,
        AheadRight,
        SideLeft,
        SideRight,
        BackLeft,
        BackRight,
        WheelLeft,
        WheelRight,
        BackWheelLeft,
        BackWheelRight,
        TurnLeft,
        TurnRight,
        AboutFace,
    ];

    /// The direction in which the step shifts the footprint, if it is a shift.
    #[must_use]
    pub const fn shift(self, facing: Facing) -> Option<Direction> {
        match self {
            AheadLeft => Some(facing.front_left()),
            AheadRight => Some(facing.front_right()),
            SideLeft => Some(facing.left_flank()),
            SideRight => Some(facing.right_flank()),
            BackLeft => Some(facing.rear_left()),
            BackRight => Some(facing.rear_right()),
            _ => None,
        }
    }

    /// By how many steps of 60 degrees it turns the facing, clockwise if positive.
    #[must_use]
    pub const fn turn(self) -> i32 {
        match self {
            WheelLeft | BackWheelLeft | TurnLeft => -1,
            WheelRight | BackWheelRight | TurnRight => 1,
            AboutFace => 3,
            _ => 0,
        }
    }

    /// Whether it is a wheel about an end of the front rank.
    #[must_use]
    pub const fn is_wheel(self) -> bool {
        matches!(self, WheelLeft | WheelRight | BackWheelLeft | BackWheelRight)
    }

    /// The pose after the step, for that many stands.
    ///
    /// A march column goes ahead with its body following, or turns its head; it knows no other step and stays as it is.
    #[must_use]
    pub fn apply(self, pose: &Pose, stands: u8) -> Pose {
        if pose.formation.arrangement == Arrangement::MarchColumn {
            return self.apply_column(pose, stands);
        }
        let turned = pose.facing(pose.facing.rotate(self.turn()));
        if let Some(direction) = self.shift(pose.facing) {
            return pose.at(pose.anchor + direction);
        }
        match self {
            WheelLeft | BackWheelRight => self.about(&turned, pose, pose.stands(stands).front().first()),
            WheelRight | BackWheelLeft => self.about(&turned, pose, pose.stands(stands).front().last()),
            AboutFace => turned.at(last_rank(pose, stands)),
            _ => turned,
        }
    }

    fn about(self, turned: &Pose, pose: &Pose, pivot: Option<&Hex>) -> Pose {
        let pivot = pivot.copied().unwrap_or(pose.anchor);
        turned.at(pivot + rotated(pose.anchor - pivot, self.turn()))
    }

    fn apply_column(self, pose: &Pose, stands: u8) -> Pose {
        let trail = full_trail(pose, stands);
        match self {
            AheadLeft | AheadRight => {
                let ahead = self.shift(pose.facing).unwrap_or(pose.facing.front_left());
                let trail = trail.advanced(ahead, usize::from(stands.saturating_sub(1)));
                Pose { anchor: pose.anchor + ahead, trail, ..*pose }
            }
            TurnLeft | TurnRight => Pose { facing: pose.facing.rotate(self.turn()), trail, ..*pose },
            _ => Pose { trail, ..*pose },
        }
    }
}

/// A way turned about its start by `steps` of 60 degrees, clockwise if positive.
fn rotated(way: Vector, steps: i32) -> Vector {
    (0..steps.rem_euclid(6)).fold(way, |way, _| Vector::new(-way.r, way.q + way.r))
}

/// The anchor of the last rank faced about.
fn last_rank(pose: &Pose, stands: u8) -> Hex {
    use Arrangement::{AttackColumn, Column, Limbered, Line};
    let files = match pose.formation.arrangement {
        Line | Column | AttackColumn => usize::from(pose.formation.files).max(1),
        Limbered => 1,
        _ => return pose.anchor,
    };
    let rank = usize::from(stands.max(1)).div_ceil(files) - 1;
    let back = |hex: Hex, step: usize| {
        hex + if step.is_multiple_of(2) { pose.facing.rear_right() } else { pose.facing.rear_left() }
    };
    let middle = (0..rank).fold(pose.anchor, back);
    // Facing about makes the right of two middle stands the left one.
    if files.is_multiple_of(2) { middle + pose.facing.right_flank() } else { middle }
}

/// The trail of a march column of that many stands, written out to its tail.
#[must_use]
pub fn full_trail(pose: &Pose, stands: u8) -> Trail {
    let print = pose.stands(stands);
    let steps: Option<Vec<Direction>> = print.hexes().windows(2).map(|pair| pair[0].direction_to(pair[1])).collect();
    steps.and_then(|steps| Trail::of(&steps)).unwrap_or(pose.trail)
}

/// Who moves, from where, and how far.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    /// The field with everybody in the way.
    pub field: &'a Battlefield,
    /// The unit that moves; its own stands are not in its way.
    pub unit: UnitId,
    /// Where it starts.
    pub from: Pose,
    /// The dearest way, in whatever unit the costs are.
    pub limit: u16,
    /// The steps it may take.
    pub steps: &'a [PoseStep],
    /// The units it may pass through, none of which it may end on; whoever asks for poses sees to that.
    pub through: &'a dyn Fn(UnitId) -> bool,
}

/// Passes through nobody.
pub const NOBODY: &dyn Fn(UnitId) -> bool = &|_| false;

impl Mover<'_> {
    /// Whether no unit on the hex bars the way.
    fn is_open(&self, hex: Hex) -> bool {
        self.field.unit_at(hex).is_none_or(|unit| unit == self.unit || (self.through)(unit))
    }
}

/// One step that a cost is asked for. Both poses lie on the map, on open ground and on no other unit.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// The pose before.
    pub from: Pose,
    /// The step.
    pub step: PoseStep,
    /// The pose after.
    pub to: Pose,
    /// The greatest entry cost among the hexes of the pose after (of a march column: of its head).
    pub worst: u16,
}

/// The footprint of one facing around an anchor at the origin, and where each step leads from there.
#[derive(Debug)]
struct Template {
    stands: Footprint,
    steps: Vec<(PoseStep, Vector, Facing)>,
}

impl Template {
    fn new(pose: Pose, stands: u8, steps: &[PoseStep]) -> Template {
        let origin = pose.at(Hex::default());
        let print = origin.stands(stands);
        let lead = |step: &PoseStep| {
            let to = step.apply(&origin, stands);
            (*step, to.anchor - Hex::default(), to.facing)
        };
        Template { stands: print, steps: steps.iter().map(lead).collect() }
    }
}

/// What is known of a node in this run.
#[derive(Clone, Copy, Default, Debug)]
struct Known {
    run: u32,
    worst: Option<u16>,
    place: u16,
    cost: u16,
    trail: Trail,
}

/// Templates of all facings, kept from run to run while formation, stands and steps stay the same.
#[derive(Default, Debug)]
struct Templates {
    of: Option<(Formation, u8, Vec<PoseStep>)>,
    facings: Vec<Template>,
}

impl Templates {
    fn prepare(&mut self, mover: &Mover<'_>, stands: u8) {
        let formation = mover.from.formation;
        let same = |(known, count, steps): &(Formation, u8, Vec<PoseStep>)| {
            *known == formation && *count == stands && steps == mover.steps
        };
        if !self.of.as_ref().is_some_and(same) {
            let template = |facing: &Facing| Template::new(mover.from.facing(*facing), stands, mover.steps);
            self.facings = Facing::ALL.iter().map(template).collect();
            self.of = Some((formation, stands, mover.steps.to_vec()));
        }
    }
}

/// Whether and at what cost a stand can be on a hex, found once a run.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    run: u32,
    cost: Option<u16>,
}

/// The scratch and the outcome of one search; any number of runs, and after the largest it allocates no more.
#[derive(Default, Debug)]
pub struct PoseReach {
    flood: Flood,
    known: Vec<Known>,
    entries: Vec<Entry>,
    templates: Templates,
    run: u32,
    from: Option<Pose>,
    grid: Grid,
}

impl PoseReach {
    /// A search that has not run.
    #[must_use]
    pub fn new() -> PoseReach {
        PoseReach::default()
    }

    /// Finds every pose within the mover's limit. `enter` gives the cost of a stand on a hex, or `None` where it
    /// cannot stand; it is asked at most once a hex. `cost` gives the cost of a step, or `None` where it
    /// is not allowed. The starting pose counts as reached at cost 0, whatever it stands on.
    pub fn run(
        &mut self,
        mover: &Mover<'_>,
        enter: impl Fn(Hex) -> Option<u16>,
        cost: impl Fn(&Stride) -> Option<u16>,
    ) {
        self.begin(mover);
        if self.grid.index(mover.from.anchor).is_none() {
            return self.flood.run(0, &[], 0, |_, _, _| {});
        }
        if mover.from.formation.arrangement == Arrangement::MarchColumn {
            self.run_column(mover, enter, cost);
        } else {
            self.run_block(mover, enter, cost);
        }
    }

    fn begin(&mut self, mover: &Mover<'_>) {
        self.grid = mover.field.ground().grid();
        self.from = Some(mover.from);
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.known.clear();
            self.entries.clear();
            self.run = 1;
        }
        if self.entries.len() < self.grid.len() {
            self.known.resize(self.grid.len() * 6, Known::default());
            self.entries.resize(self.grid.len(), Entry::default());
        }
    }

    fn run_block(
        &mut self,
        mover: &Mover<'_>,
        enter: impl Fn(Hex) -> Option<u16>,
        cost: impl Fn(&Stride) -> Option<u16>,
    ) {
        self.templates.prepare(mover, mover.field.unit(mover.unit).stands);
        let PoseReach { flood, known, entries, templates, run, grid, .. } = self;
        let (grid, run, templates) = (*grid, *run, &templates.facings);
        let mut fits = |hex: Hex| {
            let entry = &mut entries[grid.index(hex)?];
            if entry.run != run {
                *entry = Entry { run, cost: if mover.is_open(hex) { enter(hex) } else { None } };
            }
            entry.cost
        };
        let start = node_of(grid, &mover.from).unwrap_or(0);
        flood.run(grid.len() * 6, &[(start, 0)], mover.limit, |node, _, out| {
            let from = pose_of(grid, node, &mover.from);
            for (step, way, facing) in &templates[from.facing.index()].steps {
                let to = Pose { anchor: from.anchor + *way, facing: *facing, ..from };
                let Some(place) = node_of(grid, &to) else { continue };
                let memo = &mut known[place as usize];
                if memo.run != run {
                    let worst = worst_of(&templates[facing.index()].stands, to.anchor, &mut fits);
                    *memo = Known { run, worst, ..Known::default() };
                }
                let price = memo.worst.and_then(|worst| cost(&Stride { from, step: *step, to, worst }));
                if let Some(price) = price {
                    out.push(place, price);
                }
            }
        });
    }

    /// The same for a march column, whose body lies where its head has been; of two equally cheap ways to a pose the
    /// first found counts, and with it the way the body lies.
    fn run_column(
        &mut self,
        mover: &Mover<'_>,
        enter: impl Fn(Hex) -> Option<u16>,
        cost: impl Fn(&Stride) -> Option<u16>,
    ) {
        let PoseReach { flood, known, run, grid, .. } = self;
        let (grid, run) = (*grid, *run);
        let stands = mover.field.unit(mover.unit).stands;
        let start = node_of(grid, &mover.from).unwrap_or(0);
        known[start as usize] = Known { run, trail: full_trail(&mover.from, stands), ..Known::default() };
        flood.run(grid.len() * 6, &[(start, 0)], mover.limit, |node, spent, out| {
            let trail = known[node as usize].trail;
            let from = Pose { trail, ..pose_of(grid, node, &mover.from) };
            for step in mover.steps {
                let Some((to, worst)) = column_step(mover, &from, *step, stands, &enter) else { continue };
                let Some(place) = node_of(grid, &to) else { continue };
                let Some(price) = cost(&Stride { from, step: *step, to, worst }) else { continue };
                let memo = &mut known[place as usize];
                let total = spent.saturating_add(price);
                if memo.run != run || total < memo.cost {
                    *memo = Known { run, cost: total, trail: to.trail, ..Known::default() };
                    out.push(place, price);
                }
            }
        });
    }

    /// The cost of the cheapest way to the pose, whatever its trail; `None` when it was not reached.
    #[must_use]
    pub fn cost(&self, pose: &Pose) -> Option<u16> {
        let from = self.from.filter(|from| from.formation == pose.formation)?;
        let node = node_of(self.grid, &Pose { trail: from.trail, ..*pose })?;
        self.flood.cost(node)
    }

    /// Every pose reached with its cost, cheapest first, ties in the order found.
    pub fn poses(&self) -> impl Iterator<Item = (Pose, u16)> + '_ {
        self.flood.reached().iter().map(|node| (self.pose(*node), self.flood.cost(*node).unwrap_or(0)))
    }

    fn pose(&self, node: u32) -> Pose {
        let from = self.from.unwrap_or(Pose::new(Hex::default(), Facing::North, crate::Formation::line(1)));
        let pose = pose_of(self.grid, node, &from);
        let trail = self.known[node as usize].trail;
        if from.formation.arrangement == Arrangement::MarchColumn { Pose { trail, ..pose } } else { pose }
    }

    /// What was found as a reach: the move may end where `legal` says so. At most 65,535 places.
    #[must_use]
    pub fn reach(&mut self, mut legal: impl FnMut(&Pose, u16) -> bool) -> Reach {
        let nodes: Vec<u32> = self.flood.reached().iter().copied().take(usize::from(u16::MAX)).collect();
        for (place, node) in nodes.iter().enumerate() {
            self.known[*node as usize].place = place as u16;
        }
        let destination = |node: &u32| {
            let (pose, cost) = (self.pose(*node), self.flood.cost(*node).unwrap_or(0));
            let previous = self.flood.previous(*node).map(|before| self.known[before as usize].place);
            Destination { pose, cost, previous, legal: legal(&pose, cost) }
        };
        Reach { places: nodes.iter().map(destination).collect() }
    }
}

fn node_of(grid: Grid, pose: &Pose) -> Option<u32> {
    grid.index(pose.anchor).map(|place| (place * 6 + pose.facing.index()) as u32)
}

fn pose_of(grid: Grid, node: u32, like: &Pose) -> Pose {
    let facing = Facing::from_index((node % 6) as i32);
    Pose { anchor: grid.hex(node as usize / 6), facing, ..*like }
}

/// The greatest entry cost under a footprint, or `None` when a stand does not fit.
fn worst_of(template: &Footprint, anchor: Hex, mut fits: impl FnMut(Hex) -> Option<u16>) -> Option<u16> {
    let way = anchor - Hex::default();
    template.hexes().iter().try_fold(0, |worst, hex| Some(fits(*hex + way)?.max(worst)))
}

/// The column after a step and the entry cost of its head, or `None` when the step is none of a column's or its head
/// runs against the edge, the ground, another unit or its own body.
fn column_step(
    mover: &Mover<'_>,
    from: &Pose,
    step: PoseStep,
    stands: u8,
    enter: &impl Fn(Hex) -> Option<u16>,
) -> Option<(Pose, u16)> {
    if !matches!(step, AheadLeft | AheadRight | TurnLeft | TurnRight) {
        return None;
    }
    let to = step.apply(from, stands);
    if to.anchor == from.anchor {
        return Some((to, enter(to.anchor).unwrap_or(0)));
    }
    let clear = !to.stands(stands).hexes()[1..].contains(&to.anchor);
    let free = mover.is_open(to.anchor);
    let on_map = mover.field.ground().grid().contains(to.anchor);
    if clear && free && on_map { enter(to.anchor).map(|worst| (to, worst)) } else { None }
}

/// The cheapest way from the mover's pose to the nearest pose that `goal` accepts, both included, with its cost;
/// `None` when there is none or it lies beyond [`MAX_EXPANSIONS`]. The mover's limit is not a limit here. `hint` must
/// never exceed the cost that remains.
///
/// Of equally cheap ways the answer is always the same one, whatever the order in which they are found: every step
/// carries a small fixed number of its own that decides ties.
pub fn route(
    mover: &Mover<'_>,
    enter: impl Fn(Hex) -> Option<u16>,
    cost: impl Fn(&Stride) -> Option<u16>,
    hint: impl Fn(&Pose) -> u16,
    goal: impl Fn(&Pose) -> bool,
) -> Option<(Vec<Pose>, u32)> {
    let looked = Cell::new(0);
    let stands = mover.field.unit(mover.unit).stands;
    let next = |from: &Pose| -> Vec<(Pose, u64)> {
        looked.set(looked.get() + 1);
        if looked.get() > MAX_EXPANSIONS {
            return Vec::new();
        }
        let price = |step: &PoseStep| {
            let (to, worst) = entered(mover, from, *step, stands, &enter)?;
            let price = cost(&Stride { from: *from, step: *step, to, worst })?;
            Some((to, (u64::from(price) << TIE_BITS) | tie(&to, *step)))
        };
        mover.steps.iter().filter_map(price).collect()
    };
    let column = mover.from.formation.arrangement == Arrangement::MarchColumn;
    let trail = if column { full_trail(&mover.from, stands) } else { mover.from.trail };
    let start = Pose { trail, ..mover.from };
    let (way, total) = astar(&start, next, |pose| u64::from(hint(pose)) << TIE_BITS, goal)?;
    Some((way, (total >> TIE_BITS) as u32))
}

/// Room for the sum of the small numbers of a way's steps below its cost.
const TIE_BITS: u32 = 36;

/// The number of a step into a pose: fixed, below 2^18, and unlike that of any other step as far as can be.
fn tie(to: &Pose, step: PoseStep) -> u64 {
    let place = (u64::from(to.anchor.q as u16) << 32) | (u64::from(to.anchor.r as u16) << 16);
    let word = place | ((to.facing.index() as u64) << 8) | step as u64;
    word.wrapping_add(0x9e37_79b9).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46
}

fn entered(
    mover: &Mover<'_>,
    from: &Pose,
    step: PoseStep,
    stands: u8,
    enter: &impl Fn(Hex) -> Option<u16>,
) -> Option<(Pose, u16)> {
    if from.formation.arrangement == Arrangement::MarchColumn {
        return column_step(mover, from, step, stands, enter);
    }
    let to = step.apply(from, stands);
    let grid = mover.field.ground().grid();
    let fits = |hex: Hex| {
        if mover.is_open(hex) && grid.contains(hex) { enter(hex) } else { None }
    };
    if !grid.contains(to.anchor) {
        return None;
    }
    worst_of(&to.at(Hex::default()).stands(stands), to.anchor, fits).map(|worst| (to, worst))
}
