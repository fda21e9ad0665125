//! The search for the poses a unit can come to: steps with their costs, what bars them, the cheapest way to each (OW-MOVE-8).

use battle::{Destination, Footprint, Pose, PoseStep, Reach, UnitId, rule};
use hexes::{Crossing, Direction, Facing, Hex, Vector};

use crate::War;
use crate::formations::shapes::{self, shape_of};
use crate::ground::contact::KeepsOff;
use crate::ground::crossing;
use crate::measures::{self, kind};
use crate::movement::sweeps;
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

    /// Inches of a step that is no wheel.
    fn price(self, step: PoseStep) -> Option<u16> {
        match step {
            PoseStep::AheadLeft | PoseStep::AheadRight | PoseStep::AboutFace => Some(1),
            PoseStep::SideLeft | PoseStep::SideRight | PoseStep::BackLeft | PoseStep::BackRight => {
                Some(if self.loose { 1 } else { 2 })
            }
            PoseStep::TurnLeft | PoseStep::TurnRight => Some(self.wheel((self.files - 1) / 2)),
            _ => None,
        }
    }

    /// What a wheel sweeps; a unit that turns on the spot sweeps nothing.
    fn swept(self, before: &Footprint, after: &Footprint) -> Vec<Crossing> {
        if self.files > 1 { sweeps::swept(before, after) } else { Vec::new() }
    }

    /// Inches of a wheel about the stand in that file: what the farther end goes.
    fn wheel(self, pivot: u8) -> u16 {
        u16::from(pivot.max(self.files - 1 - pivot).max(1))
    }
}

/// A step from a facing: the way of the anchor, the facing after it, its cost in inches, what a wheel sweeps.
#[derive(Clone)]
struct SingleStep {
    way: Vector,
    facing: Facing,
    cost: u16,
    swept: Vec<Crossing>,
}

/// The footprint of one facing and its steps.
struct Template {
    print: Footprint,
    steps: Vec<SingleStep>,
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

fn template(pose: &Pose, stands: u8) -> Template {
    rule!("OW-MOVE-8");
    let origin = pose.at(Hex::default());
    let gait = Gait::of(pose, stands);
    let mut steps = Vec::with_capacity(8 + 2 * usize::from(gait.files));
    for step in SHIFTS {
        let to = step.apply(&origin, stands);
        let cost = gait.price(step).unwrap_or(u16::MAX);
        steps.push(SingleStep { way: to.anchor - Hex::default(), facing: to.facing, cost, swept: Vec::new() });
    }
    let print = origin.stands(stands);
    let middle = (gait.files - 1) / 2;
    for turn in [-1, 1] {
        let facing = pose.facing.rotate(turn);
        let (before, after) = (pose.facing.right_flank().vector(), facing.right_flank().vector());
        for pivot in 0..gait.files {
            let aside = i16::from(middle) - i16::from(pivot);
            let way = after * aside + before * -aside;
            let to = Pose { anchor: origin.anchor + way, facing, ..origin };
            let swept = gait.swept(&print, &to.stands(stands));
            steps.push(SingleStep { way, facing, cost: gait.wheel(pivot), swept });
        }
    }
    Template { print, steps }
}

/// Everything a search asks: who, from where, how far, past whom.
pub(crate) struct Paths<'a> {
    war: &'a War,
    unit: UnitId,
    kind: Kind,
    from: Pose,
    keeps_off: KeepsOff,
    own: Footprint,
    stands: u8,
}

impl<'a> Paths<'a> {
    /// The way of a unit from a pose, off those enemies but on hexes it holds already.
    pub(crate) fn from(war: &'a War, unit: UnitId, from: Pose, keeps_off: KeepsOff) -> Paths<'a> {
        let stands = war.stands(unit);
        Paths { war, unit, kind: kind(war, unit), from, keeps_off, own: from.stands(stands), stands }
    }

    /// Whether a stand may be on the hex on the way: ground, enemies, and everybody but friends in loose order.
    fn is_open(&self, hex: Hex) -> bool {
        let held = self.own.contains(hex);
        if !held && self.keeps_off.bars(self.war, self.unit, hex) {
            return false;
        }
        let passed = |other: UnitId| {
            self.war.side(other) == self.war.side(self.unit) && shapes::shape(self.war, other) == Shape::OpenOrder
        };
        self.war.other_at(self.unit, hex).is_none_or(passed)
            && (held || crossing::can_enter(self.war, self.kind, shape_of(&self.from), hex))
    }

    /// The pose the way begins in.
    pub(crate) fn start(&self) -> Pose {
        self.from
    }

    /// The poses after one wheel or turn of 60 degrees, with their cost in inches.
    pub(crate) fn wheels(&self) -> impl Iterator<Item = (Pose, u16)> + '_ {
        let turned = |step: SingleStep| {
            (Pose { anchor: self.from.anchor + step.way, facing: step.facing, ..self.from }, step.cost)
        };
        let steps = template(&self.from, self.stands).steps.into_iter();
        let about = self.from.facing.opposite();
        let wheels = steps.filter(move |step| step.facing != self.from.facing && step.facing != about);
        wheels.map(turned).filter(|(pose, _)| self.is_passable(&self.from, pose))
    }

    /// Whether the unit could stop in that pose.
    pub(crate) fn may_stop(&self, pose: &Pose) -> bool {
        self.is_clear(&pose.stands(self.stands))
    }

    /// Whether every stand is on a hex of its own.
    fn is_clear(&self, print: &Footprint) -> bool {
        print.hexes().iter().all(|hex| self.war.other_at(self.unit, *hex).is_none())
    }

    /// Whether one single step leads to a pose where the unit may stop, costing so many inches at most.
    pub(crate) fn can_step(&self, inches: u16) -> bool {
        let template = template(&self.from, self.stands);
        template.steps.iter().filter(|step| step.cost <= inches).any(|step| {
            let to = Pose { anchor: self.from.anchor + step.way, facing: step.facing, ..self.from };
            self.is_passable(&self.from, &to) && self.is_clear(&to.stands(self.stands))
        })
    }

    /// Whether the unit can get from one pose to the next.
    pub(crate) fn is_passable(&self, from: &Pose, to: &Pose) -> bool {
        let (before, after) = (from.stands(self.stands), to.stands(self.stands));
        let pairs = || before.hexes().iter().zip(after.hexes());
        after.hexes().iter().all(|hex| self.is_open(*hex))
            && !pairs().any(|(from, to)| crossing::is_cut_off(self.war, self.kind, *from, *to))
            && self.sweeps_free(from, to, &before, &after)
    }

    /// Whether all that the stands of a wheel sweep is open to them (OW-MOVE-8).
    fn sweeps_free(&self, from: &Pose, to: &Pose, before: &Footprint, after: &Footprint) -> bool {
        let turn = from.facing.index().abs_diff(to.facing.index());
        if !matches!(turn, 1 | 5) {
            return true;
        }
        let swept = Gait::of(from, self.stands).swept(before, after);
        swept.into_iter().all(|crossing| any_of(crossing, |hex| self.is_open(hex)))
    }

    /// Every pose within so many inches with its way; the move may end where the unit has all its hexes to itself and
    /// not where it started.
    pub(crate) fn search(&self, inches: u16) -> Reach {
        rule!("OW-TERRAIN-8");
        Search::over(self, inches).run(inches)
    }
}

/// Whether a hex that a line crosses, or either of two along whose edge it runs, is as asked.
fn any_of(crossing: Crossing, mut asked: impl FnMut(Hex) -> bool) -> bool {
    match crossing {
        Crossing::One(hex) => asked(hex),
        Crossing::Either(left, right) => asked(left) || asked(right),
    }
}

/// A window of poses round the start.
struct PoseWindow {
    centre: Hex,
    radius: i32,
}

impl PoseWindow {
    fn across(&self) -> i32 {
        2 * self.radius + 1
    }

    fn nodes(&self) -> usize {
        (self.across() * self.across() * 6) as usize
    }

    fn node(&self, hex: Hex, facing: Facing) -> Option<usize> {
        let way = hex - self.centre;
        let (q, r) = (i32::from(way.q) + self.radius, i32::from(way.r) + self.radius);
        let inside = (0..self.across()).contains(&q) && (0..self.across()).contains(&r);
        inside.then(|| ((q * self.across() + r) * 6) as usize + facing.index())
    }

    fn hex(&self, node: usize) -> Hex {
        let place = (node / 6) as i32;
        let (q, r) = (place / self.across() - self.radius, place % self.across() - self.radius);
        self.centre + Vector::new(q as i16, r as i16)
    }
}

const UNKNOWN: u8 = 0;

const OPEN: u8 = 1;

const BARRED: u8 = 2;

const FAR: u16 = u16::MAX;

/// The scratch of one search.
struct Search<'a> {
    paths: &'a Paths<'a>,
    window: PoseWindow,
    templates: Vec<Template>,
    /// By hex of the map: whether it is open.
    hexes: Vec<u8>,
    /// By pose: whether the unit passes there.
    fits: Vec<u8>,
    cost: Vec<u16>,
    before: Vec<u32>,
    /// Whether any edge near bars the unit.
    edges: bool,
    /// Whether anybody is passed through on the way.
    through: bool,
}

impl<'a> Search<'a> {
    fn over(paths: &'a Paths<'a>, inches: u16) -> Search<'a> {
        let deep = if shapes::is_single_rank(&paths.from, paths.stands) { 0 } else { i32::from(paths.stands) };
        let window = PoseWindow { centre: paths.from.anchor, radius: i32::from(inches) + deep.min(12) };
        let near = window.radius + i32::from(paths.stands) + 1;
        let templates = Facing::ALL.iter().map(|facing| template(&paths.from.facing(*facing), paths.stands));
        Search {
            templates: templates.collect(),
            hexes: vec![UNKNOWN; paths.war.field().ground().grid().len()],
            fits: vec![UNKNOWN; window.nodes()],
            cost: vec![FAR; window.nodes()],
            before: vec![u32::MAX; window.nodes()],
            edges: paths.has_barred_edge(near),
            through: false,
            paths,
            window,
        }
    }

    fn run(mut self, inches: u16) -> Reach {
        let from = self.paths.from;
        let mut queues: Vec<Vec<u32>> = vec![Vec::new(); usize::from(inches) + 1];
        let mut order = Vec::new();
        if let Some(start) = self.window.node(from.anchor, from.facing) {
            self.cost[start] = 0;
            self.fits[start] = OPEN;
            queues[0].push(start as u32);
        }
        for cost in 0..=inches {
            let mut at = 0;
            while let Some(node) = queues[usize::from(cost)].get(at).copied() {
                at += 1;
                if self.cost[node as usize] == cost {
                    order.push(node);
                    self.spread(node, cost, inches, &mut queues);
                }
            }
        }
        self.reach(&order)
    }

    /// Goes on from a pose that is settled.
    fn spread(&mut self, node: u32, spent: u16, inches: u16, queues: &mut [Vec<u32>]) {
        let hex = self.window.hex(node as usize);
        let facing = node as usize % 6;
        for place in 0..self.templates[facing].steps.len() {
            let step = &self.templates[facing].steps[place];
            let (total, to, turned) = (spent.saturating_add(step.cost), hex + step.way, step.facing);
            let Some(next) = self.window.node(to, turned).filter(|_| total <= inches) else { continue };
            if self.cost[next] <= total || !self.passes(next, to, turned) || !self.sweeps_free(hex, facing, place) {
                continue;
            }
            if self.edges && self.is_cut_off((hex, facing), (to, turned.index())) {
                continue;
            }
            (self.cost[next], self.before[next]) = (total, node);
            queues[usize::from(total)].push(next as u32);
        }
    }

    fn passes(&mut self, node: usize, anchor: Hex, facing: Facing) -> bool {
        if self.fits[node] == UNKNOWN {
            let way = anchor - Hex::default();
            let print = self.templates[facing.index()].print;
            let open = print.hexes().iter().all(|hex| self.is_open(*hex + way));
            self.fits[node] = if open { OPEN } else { BARRED };
        }
        self.fits[node] == OPEN
    }

    /// Whether a stand may be on a hex on the way, asked once a hex.
    fn is_open(&mut self, hex: Hex) -> bool {
        let Some(place) = self.paths.war.field().ground().grid().index(hex) else { return false };
        if self.hexes[place] == UNKNOWN {
            let open = self.paths.is_open(hex);
            self.hexes[place] = if open { OPEN } else { BARRED };
            self.through |= open && self.paths.war.other_at(self.paths.unit, hex).is_some();
        }
        self.hexes[place] == OPEN
    }

    /// Whether all that a step from there sweeps is open (OW-MOVE-8).
    fn sweeps_free(&mut self, anchor: Hex, facing: usize, step: usize) -> bool {
        let way = anchor - Hex::default();
        (0..self.templates[facing].steps[step].swept.len()).all(|place| {
            let crossing = self.templates[facing].steps[step].swept[place];
            any_of(crossing, |hex| self.is_open(hex + way))
        })
    }

    fn is_cut_off(&self, from: (Hex, usize), to: (Hex, usize)) -> bool {
        let stands = |(anchor, facing): (Hex, usize)| {
            self.templates[facing].print.hexes().iter().map(move |hex| *hex + (anchor - Hex::default()))
        };
        let mut pairs = stands(from).zip(stands(to));
        pairs.any(|(from, to)| crossing::is_cut_off(self.paths.war, self.paths.kind, from, to))
    }

    /// The poses in the order they were settled.
    fn reach(self, order: &[u32]) -> Reach {
        let from = self.paths.from;
        let mut places = Vec::with_capacity(order.len());
        let mut number = vec![u16::MAX; self.window.nodes()];
        let step = measures::step(self.paths.war);
        for (place, node) in order.iter().take(usize::from(u16::MAX)).enumerate() {
            let at = *node as usize;
            number[at] = place as u16;
            let pose = Pose { anchor: self.window.hex(at), facing: Facing::from_index((at % 6) as i32), ..from };
            let previous = number.get(self.before[at] as usize).copied();
            let legal = place > 0 && (!self.through || self.paths.may_stop(&pose));
            places.push(Destination { pose, cost: self.cost[at].saturating_mul(step), previous, legal });
        }
        Reach { places }
    }
}

impl Paths<'_> {
    fn has_barred_edge(&self, radius: i32) -> bool {
        let grid = self.war.field().ground().grid();
        let barred = crossing::barred_from(self.kind);
        let sides = [Direction::East, Direction::SouthEast, Direction::SouthWest];
        let mut near = self.from.anchor.within(radius).filter(|hex| grid.contains(*hex));
        near.any(|hex| sides.iter().any(|side| crossing::is_edge_barred(self.war, barred, hex, *side)))
    }
}
