//! The search for poses: nodes are an anchor hex and a facing, settled in order of cost, then as found.
//!
//! A step shifts the whole footprint by one hex, wheels it about a stand of its front rank or turns it on the spot; every
//! pose on the way must lie on the map and on no unit that is not passed. A march column is the exception: only its head
//! chooses, and its body follows the head's path.

use hexes::{CostQueue, Facing, Grid, Hex, Vector};

use super::passage::{Passage, Stride, is_cut_off};
use super::plan::{Plan, Turn};
use super::sheet::Sheet;
use super::steps::PoseStep;
use crate::{Arrangement, Battlefield, Destination, Pose, Reach, Trail, UnitId};

/// A search ends after so many places.
pub const MOST_PLACES: usize = u16::MAX as usize;

/// Nodes of a hex: six facings, and two that nobody uses.
pub(super) const FACINGS: usize = 8;

/// Who moves, from where, and how far.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    /// The field with everybody in the way.
    pub field: &'a Battlefield,
    /// The unit that moves; its own stands are not in its way.
    pub unit: UnitId,
    /// Where it starts.
    pub from: Pose,
    /// The dearest way, in whatever unit the costs are; below 65,535.
    pub limit: u16,
    /// How far its anchor may get from where it starts along either axis of the hexes, if that is bounded.
    pub radius: Option<i32>,
    /// The steps it may take.
    pub steps: &'a [PoseStep],
}

impl<'a> Mover<'a> {
    /// A unit where it stands.
    #[must_use]
    pub fn new(field: &'a Battlefield, unit: UnitId, steps: &'a [PoseStep], limit: u16) -> Mover<'a> {
        Mover { field, unit, from: field.unit(unit).pose, limit, radius: None, steps }
    }

    /// Whether its anchor may be on a hex as far as map and radius go.
    fn is_bound(&self, hex: Hex) -> bool {
        let near = self.radius.is_none_or(|radius| far(hex - self.from.anchor) <= radius);
        near && self.field.ground().grid().contains(hex)
    }
}

/// A pose that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The pose.
    pub pose: Pose,
    /// What the cheapest way there costs.
    pub cost: u16,
    /// What that way has met ([`Passage::label`]).
    pub label: u16,
    /// The number of the place before on that way; the first place has none.
    pub previous: Option<u16>,
}

/// Nobody can be there.
const BARRED: u16 = u16::MAX;
/// It was not asked yet.
const UNASKED: u16 = u16::MAX - 1;
/// The greatest entry cost.
const DEAREST: u16 = u16::MAX - 2;

/// Flags of hexes beside the edges, by their numbers, that nobody goes over: such an edge is near; another unit is there
/// and is passed.
const NEAR_EDGE: u8 = 1 << 6;
const SHARED: u8 = 1 << 7;

/// A run that reached more than one node in so many is forgotten by wiping all of them, which is quicker.
const FEW: usize = 64;

const UNREACHED: u16 = u16::MAX;
const NOWHERE: u16 = u16::MAX;

/// A pose that waits for its turn, or has had it. Two words, for many are written and read: its node and anchor; the
/// number of the place before, the cost and the label.
#[derive(Clone, Copy, Debug)]
struct Post(u64, u64);

impl Post {
    #[inline]
    fn new(node: usize, anchor: Hex, before: u16, cost: u16, label: u16) -> Post {
        let anchor = u64::from(anchor.q as u16) | u64::from(anchor.r as u16) << 16;
        Post(node as u64 | anchor << 32, u64::from(before) | u64::from(cost) << 16 | u64::from(label) << 32)
    }

    #[inline]
    fn node(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    fn anchor(self) -> Hex {
        Hex::new((self.0 >> 32) as i16, (self.0 >> 48) as i16)
    }

    #[inline]
    fn facing(self) -> usize {
        self.node() % FACINGS
    }

    #[inline]
    fn before(self) -> u16 {
        self.1 as u16
    }

    #[inline]
    fn cost(self) -> u16 {
        (self.1 >> 16) as u16
    }

    #[inline]
    fn label(self) -> u16 {
        (self.1 >> 32) as u16
    }
}

/// What is known of the hexes of a map in one run, by their places on a sheet.
#[derive(Default, Debug)]
struct Hexes {
    sheet: Sheet,
    /// What entering costs.
    costs: Vec<u16>,
    flags: Vec<u8>,
    /// Whether any flag is set.
    flagged: bool,
}

impl Hexes {
    /// Forgets everything, for a map and a margin.
    fn begin(&mut self, grid: Grid, margin: i32) {
        if !self.sheet.serves(grid, margin) {
            self.sheet = Sheet::new(grid, margin);
            self.flags.clear();
        }
        self.costs.clear();
        self.costs.resize(self.sheet.len(), UNASKED);
        if self.flagged || self.flags.is_empty() {
            self.flags.clear();
            self.flags.resize(self.sheet.len(), 0);
        }
        self.flagged = false;
    }

    fn flag(&mut self, place: usize, flag: u8) {
        self.flags[place] |= flag;
        self.flagged = true;
    }

    /// What entering a hex of that place costs, asked if it was not.
    #[inline(always)]
    fn entry(&mut self, mover: &Mover<'_>, passage: &impl Passage, place: usize, hex: Hex) -> u16 {
        if self.costs[place] == UNASKED {
            self.ask(mover, passage, place, hex);
        }
        self.costs[place]
    }

    #[inline(never)]
    fn ask(&mut self, mover: &Mover<'_>, passage: &impl Passage, place: usize, hex: Hex) {
        let Some(there) = mover.field.ground().grid().index(hex) else {
            self.costs[place] = BARRED;
            return;
        };
        let other = mover.field.occupant(there).filter(|unit| *unit != mover.unit);
        let passing = other.map_or(Some(0), |other| passage.through(other));
        let cost = passing.and_then(|passing| Some(passage.enter(hex)?.saturating_add(passing)));
        self.costs[place] = cost.map_or(BARRED, |cost| cost.min(DEAREST));
        if other.is_some() && cost.is_some() {
            self.flag(place, SHARED);
        }
    }
}

/// The scratch and the outcome of one search; any number of runs, and after the largest it allocates no more.
///
/// Runs are exact and repeat exactly: of equally cheap ways to a pose the one found first counts, poses being gone on
/// from in order of cost and, of equal cost, in the order in which that cost was found.
#[derive(Default, Debug)]
pub struct PoseReach {
    hexes: Hexes,
    /// By node, and by label where these keep ways apart: what the cheapest way costs.
    costs: Vec<u16>,
    /// By node, for march columns.
    trails: Vec<Trail>,
    queue: CostQueue<Post>,
    /// The places in order.
    settled: Vec<Post>,
    plan: Plan,
    from: Option<Pose>,
    /// Stands of the mover.
    stands: u8,
    /// Nodes of one label where labels keep ways apart, else 0.
    layer: usize,
}

impl PoseReach {
    /// A search that has not run.
    #[must_use]
    pub fn new() -> PoseReach {
        PoseReach::default()
    }

    /// Finds every pose within the mover's limit, at most [`MOST_PLACES`]. The starting pose counts as reached at cost
    /// 0, whatever it stands on.
    pub fn run<P: Passage>(&mut self, mover: &Mover<'_>, passage: &P) {
        self.begin(mover, P::LABELS);
        let Some(node) = self.node_of(&mover.from) else { return };
        self.plan.lay_out(&self.hexes.sheet, passage);
        self.mark_edges(mover, passage);
        let label = passage.label_at_start();
        let start = Post::new(node, mover.from.anchor, NOWHERE, 0, label);
        self.costs[node + self.layer * usize::from(label)] = 0;
        self.queue.push(start, 0);
        if mover.from.formation.arrangement == Arrangement::MarchColumn {
            self.run_column(mover, passage, node);
        } else {
            self.run_block(mover, passage);
        }
    }

    fn begin(&mut self, mover: &Mover<'_>, labels: u16) {
        while let Some((post, _)) = self.queue.pop() {
            self.settled.push(post);
        }
        if self.settled.len() * FEW < self.costs.len() {
            for post in &self.settled {
                self.costs[post.node() + self.layer * usize::from(post.label())] = UNREACHED;
            }
        } else {
            self.costs.fill(UNREACHED);
        }
        self.queue.clear();
        self.settled.clear();
        (self.from, self.stands) = (Some(mover.from), mover.field.unit(mover.unit).stands);
        let grid = mover.field.ground().grid();
        let margin = self.plan.choose(mover, self.stands);
        self.hexes.begin(grid, margin);
        let nodes = self.hexes.costs.len() * FACINGS;
        self.layer = if labels > 1 { nodes } else { 0 };
        let wanted = nodes * usize::from(labels.max(1));
        if self.costs.len() < wanted {
            self.costs.resize(wanted, UNREACHED);
        }
    }

    /// Marks the edges near the mover that nobody goes over, and the hexes from which a wheel could lead over one.
    fn mark_edges(&mut self, mover: &Mover<'_>, passage: &impl Passage) {
        let (sheet, swing) = (self.hexes.sheet, self.plan.swing());
        let near = mover.radius.unwrap_or(i32::MAX).saturating_add(sheet.margin());
        for (hex, way, edge) in mover.field.ground().obstacles() {
            if !passage.bars(*edge) || far(*hex - mover.from.anchor) > near {
                continue;
            }
            let mut mark = |hex: Hex, flag: u8| {
                if let Some(place) = sheet.place(hex) {
                    self.hexes.flag(place, flag);
                }
            };
            mark(*hex, 1 << way.index());
            mark(*hex + *way, 1 << way.opposite().index());
            if swing > 0 {
                hex.within(swing + 1).for_each(|near| mark(near, NEAR_EDGE));
            }
        }
    }

    fn run_block<P: Passage>(&mut self, mover: &Mover<'_>, passage: &P) {
        let PoseReach { hexes, costs, queue, settled, plan, layer, .. } = self;
        let (limit, layer, bounded) = (u32::from(mover.limit), *layer, mover.radius.is_some() || plan.is_hollow());
        // Where labels do not keep ways apart, all ways to a node are one.
        let way = |node: usize, label: u16| if P::LABELS <= 1 { node } else { node + layer * usize::from(label) };
        while let Some((post, spent)) = queue.pop() {
            if costs[way(post.node(), post.label())] != spent {
                continue;
            }
            let number = settled.len() as u16;
            settled.push(post);
            if settled.len() == MOST_PLACES {
                return;
            }
            let facing = post.facing();
            let laid = plan.laid(facing);
            if u32::from(spent) + u32::from(laid.cheapest) > limit {
                continue;
            }
            let from = Pose { anchor: post.anchor(), facing: Facing::ALL[facing], ..mover.from };
            if !passage.goes_on(&from, spent) {
                continue;
            }
            let flags = if hexes.flagged { flags_of(hexes, plan, post.node()) } else { 0 };
            for (place, (lead, turn)) in laid.leads.iter().zip(&laid.turns).enumerate() {
                let least = u32::from(spent) + u32::from(lead.price);
                let to = post.node().wrapping_add_signed(lead.delta);
                let known = u32::from(costs[to]);
                if (P::LABELS <= 1 && known <= least) || least > limit || flags & lead.side != 0 {
                    continue;
                }
                let pose = Pose { anchor: from.anchor + turn.1, facing: turn.2, ..from };
                let mut worst = worst_of(hexes, &plan.laid(turn.2.index()).stands, to);
                if worst == UNASKED {
                    worst = ask(hexes, plan, mover, passage, to, post.anchor() + turn.1);
                }
                if worst == BARRED || (bounded && !mover.is_bound(pose.anchor)) {
                    continue;
                }
                let (price, label) = (lead.price, post.label());
                let stride = Stride { from, step: turn.0, to: pose, price, worst, label };
                let Some(price) = passage.cost(&stride) else { continue };
                let (total, label) = (u32::from(spent) + u32::from(price), passage.label(&stride));
                let known = &mut costs[way(to, label)];
                if total > limit || total >= u32::from(*known) {
                    continue;
                }
                let swings = flags & NEAR_EDGE != 0 && lead.side == 0;
                if (lead.sweeps && !sweeps_free(hexes, plan, mover, passage, &from, place))
                    || (swings && swings_over(plan, mover, passage, post.anchor(), facing, turn))
                {
                    continue;
                }
                let cost = total as u16;
                *known = cost;
                queue.push(Post::new(to, pose.anchor, number, cost, label), cost);
            }
        }
    }

    /// The same for a march column, whose body lies where its head has been; of two equally cheap ways to a pose the
    /// first found counts, and with it the way the body lies.
    fn run_column<P: Passage>(&mut self, mover: &Mover<'_>, passage: &P, start: usize) {
        let stands = mover.field.unit(mover.unit).stands;
        self.trails.resize(self.costs.len().max(self.trails.len()), Trail::default());
        self.trails[start] = mover.from.trail;
        while let Some((post, spent)) = self.queue.pop() {
            if self.costs[post.node()] != spent || self.settled.len() == MOST_PLACES {
                continue;
            }
            let number = self.settled.len() as u16;
            self.settled.push(post);
            let from = self.pose(&post);
            for step in mover.steps.iter().filter(|_| passage.goes_on(&from, spent)) {
                let Some((to, worst)) = self.column_step(mover, passage, &from, *step, stands) else { continue };
                let Some(next) = self.node_of(&to) else { continue };
                let stride = Stride { from, step: *step, to, price: passage.price(*step), worst, label: post.label() };
                let Some(price) = passage.cost(&stride) else { continue };
                let total = u32::from(spent) + u32::from(price);
                if total > u32::from(mover.limit) || total >= u32::from(self.costs[next]) {
                    continue;
                }
                (self.costs[next], self.trails[next]) = (total as u16, to.trail);
                let label = passage.label(&stride);
                let post = Post::new(next, to.anchor, number, total as u16, label);
                self.queue.push(post, total as u16);
            }
        }
    }

    /// The column after a step and the entry cost of its head, or `None` when the step is none of a column's or its head
    /// runs against the edge, the ground, another unit or its own body.
    fn column_step(
        &mut self,
        mover: &Mover<'_>,
        passage: &impl Passage,
        from: &Pose,
        step: PoseStep,
        stands: u8,
    ) -> Option<(Pose, u16)> {
        if !step.is_of_columns() {
            return None;
        }
        let to = step.apply(from, stands);
        let worst = self
            .hexes
            .sheet
            .place(to.anchor)
            .map(|place| self.hexes.entry(mover, passage, place, to.anchor))
            .filter(|cost| *cost != BARRED);
        let Some(ahead) = step.shift(from.facing) else { return Some((to, worst.unwrap_or(0))) };
        let barred = passage.bars(mover.field.ground().edge(from.anchor, ahead));
        let clear = !barred && !to.stands(stands).hexes()[1..].contains(&to.anchor);
        worst.filter(|_| clear).map(|worst| (to, worst))
    }

    fn node_of(&self, pose: &Pose) -> Option<usize> {
        self.hexes.sheet.place(pose.anchor).map(|place| place * FACINGS + pose.facing.index())
    }

    /// The cost of the cheapest way to the pose, whatever its trail and what it has met; `None` when it was not reached.
    #[must_use]
    pub fn cost(&self, pose: &Pose) -> Option<u16> {
        self.from.filter(|from| from.formation == pose.formation)?;
        let layers = self.costs.get(self.node_of(pose)?..)?.iter().step_by(self.layer.max(1));
        let labels = if self.layer == 0 { 1 } else { usize::MAX };
        layers.take(labels).copied().min().filter(|cost| *cost != UNREACHED)
    }

    /// Every pose reached, cheapest first, ties in the order found.
    pub fn places(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        let (from, trails) = (self.start(), self.column_trails());
        self.settled.iter().map(move |post| {
            let previous = (post.before() != NOWHERE).then_some(post.before());
            Place { pose: pose_of(&from, trails, post), cost: post.cost(), label: post.label(), previous }
        })
    }

    fn start(&self) -> Pose {
        self.from.unwrap_or(Pose::new(Hex::default(), Facing::North, crate::Formation::line(1)))
    }

    /// The trails by node, if a march column moves.
    fn column_trails(&self) -> Option<&[Trail]> {
        let column = self.from.is_some_and(|from| from.formation.arrangement == Arrangement::MarchColumn);
        column.then_some(&self.trails[..])
    }

    fn pose(&self, post: &Post) -> Pose {
        pose_of(&self.start(), self.column_trails(), post)
    }

    /// What was found as a reach: the move may end where `legal` says so and nobody else stands.
    #[must_use]
    pub fn reach(&self, mut legal: impl FnMut(&Place) -> bool) -> Reach {
        let destination = |(place, post): (Place, &Post)| {
            let shared = self.hexes.flagged && self.is_shared(&place.pose, post);
            let Place { pose, cost, previous, .. } = place;
            Destination { pose, cost, previous, legal: !shared && legal(&place) }
        };
        Reach { places: self.places().zip(&self.settled).map(destination).collect() }
    }

    /// Whether a stand would be on a unit that is passed. A march column lies where its head has been, not as the plan
    /// of its formation has it.
    fn is_shared(&self, pose: &Pose, post: &Post) -> bool {
        if pose.formation.arrangement != Arrangement::MarchColumn {
            return flags_of(&self.hexes, &self.plan, post.node()) & SHARED != 0;
        }
        let flags = |hex: &Hex| self.hexes.sheet.place(*hex).map_or(0, |place| self.hexes.flags[place]);
        pose.stands(self.stands).hexes().iter().any(|hex| flags(hex) & SHARED != 0)
    }
}

/// The pose of a place, the mover having started so.
#[inline]
fn pose_of(from: &Pose, trails: Option<&[Trail]>, post: &Post) -> Pose {
    let trail = trails.map_or(from.trail, |trails| trails[post.node()]);
    Pose { anchor: post.anchor(), facing: Facing::ALL[post.facing()], trail, ..*from }
}

/// How far a way goes along either axis of the hexes.
fn far(way: Vector) -> i32 {
    i32::from(way.q).abs().max(i32::from(way.r).abs())
}

/// The flags of the hexes under a node's footprint together.
fn flags_of(hexes: &Hexes, plan: &Plan, node: usize) -> u8 {
    let (place, facing) = (node / FACINGS, node % FACINGS);
    plan.laid(facing)
        .stands
        .as_flattened()
        .iter()
        .fold(0, |flags, offset| flags | hexes.flags[place.wrapping_add_signed(*offset)])
}

/// The greatest entry cost under the footprint of a node with those stands; barred where one does not fit.
#[inline(always)]
fn worst_of(hexes: &Hexes, stands: &[[isize; 4]], node: usize) -> u16 {
    let place = node / FACINGS;
    let cost = |offset: isize| hexes.costs[place.wrapping_add_signed(offset)];
    let worst = |four: &[isize; 4]| cost(four[0]).max(cost(four[1])).max(cost(four[2]).max(cost(four[3])));
    match stands {
        [four] => worst(four),
        many => many.iter().fold(0, |so_far, four| so_far.max(worst(four))),
    }
}

/// The same, where something has to be asked first.
#[cold]
fn ask(hexes: &mut Hexes, plan: &Plan, mover: &Mover<'_>, passage: &impl Passage, node: usize, anchor: Hex) -> u16 {
    let (place, facing, way) = (node / FACINGS, node % FACINGS, anchor - Hex::default());
    let offsets = plan.laid(facing).stands.as_flattened();
    let mut worst = 0;
    for (hex, offset) in plan.print(facing).hexes().iter().zip(offsets) {
        worst = worst.max(hexes.entry(mover, passage, place.wrapping_add_signed(*offset), *hex + way));
        if worst == BARRED {
            break;
        }
    }
    worst
}

/// Whether all that the stands sweep in a step from a pose is open to them.
fn sweeps_free(
    hexes: &mut Hexes,
    plan: &Plan,
    mover: &Mover<'_>,
    passage: &impl Passage,
    from: &Pose,
    step: usize,
) -> bool {
    let way = from.anchor - Hex::default();
    let mut is_open = |hex: Hex| {
        let place = hexes.sheet.place(hex);
        place.is_some_and(|place| hexes.entry(mover, passage, place, hex) != BARRED)
    };
    plan.swept(from.facing.index(), step).iter().all(|crossing| crossing.any(|hex| is_open(hex + way)))
}

/// Whether a step that is no shift takes a stand over an edge that nobody goes over.
#[cold]
fn swings_over(
    plan: &Plan,
    mover: &Mover<'_>,
    passage: &impl Passage,
    anchor: Hex,
    facing: usize,
    turn: &Turn,
) -> bool {
    let way = anchor - Hex::default();
    let stands = |facing: usize| plan.print(facing).hexes().iter();
    let mut pairs = stands(facing).zip(stands(turn.2.index()));
    let ground = mover.field.ground();
    pairs.any(|(from, to)| is_cut_off(ground, *from + way, *to + way + turn.1, |edge| passage.bars(edge)))
}
