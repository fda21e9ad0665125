//! Where moves lead: steps with their price, what tires on the way, who is passed (OTH-MOVE-5 to 9).

use std::cell::Cell;

use battle::{
    Arrangement, Destination, Edge, Footprint, Mover, Order, Passage, Pose, PoseReach, PoseStep, Reach, Stride, UnitId,
    rule,
};
use hexes::{Facing, Hex, HexSet};

use super::purse::{Gauge, Under, spent, unspent};
use super::room::may_end;
use crate::ground::{going, runs};
use crate::profile::Kind;
use crate::space::{Shape, body, shape, shape_of, touch};
use crate::state::{Once, Purse};
use crate::{War, contacts};

/// What a hit weighs in the search for ways: more than all segments together.
const HIT: u16 = 128;
/// Entry costs that say what a hex is, not what it costs: a stand may be tired by coming there, or cross something;
/// an enemy watches it who is not to be met.
const BAD: u16 = 1;
const WATCHED: u16 = 2;
/// The dearest way.
const LIMIT: u16 = 40 * HIT;

const BLOCK: [PoseStep; 11] = [
    PoseStep::AheadLeft,
    PoseStep::AheadRight,
    PoseStep::SideLeft,
    PoseStep::SideRight,
    PoseStep::BackLeft,
    PoseStep::BackRight,
    PoseStep::WheelLeft,
    PoseStep::WheelRight,
    PoseStep::BackWheelLeft,
    PoseStep::BackWheelRight,
    PoseStep::AboutFace,
];
const COLUMN: [PoseStep; 5] =
    [PoseStep::AheadLeft, PoseStep::AheadRight, PoseStep::TurnLeft, PoseStep::TurnRight, PoseStep::Reverse];

/// A run of edges or water as what a way has met notes it: seven bits, and 0 is none.
const fn noted(run: u16) -> u16 {
    run % 127 + 1
}

/// What a way has met: what its segments leave, whether it has paid for bad going, the run it crossed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) purse: Purse,
    pub(crate) rough: bool,
    run: u16,
}

impl Met {
    const fn written(self) -> u16 {
        let Purse { opened, left, paved } = self.purse;
        (opened as u16 & 7) | (left as u16 & 15) << 3 | (paved as u16) << 7 | (self.rough as u16) << 8 | self.run << 9
    }

    const fn labelled(label: u16) -> Met {
        let (opened, left) = ((label & 7) as u8, (label >> 3 & 15) as u8);
        let purse = Purse { opened, left, paved: label >> 7 & 1 == 1 };
        Met { purse, rough: label >> 8 & 1 == 1, run: label >> 9 }
    }
}

/// Hits that a way costs, by what tires on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toll {
    /// The segment that tires (OTH-MOVE-3).
    pub(crate) pace: u8,
    /// Bad going (OTH-TERRAIN-1a to g).
    pub(crate) going: u8,
    /// Runs crossed (OTH-TERRAIN-1h to l).
    pub(crate) crossings: u8,
}

impl Toll {
    /// All of them.
    pub(crate) const fn hits(self) -> u8 {
        self.pace + self.going + self.crossings
    }

    /// Adds what comes after.
    pub(crate) const fn add(&mut self, more: Toll) {
        self.pace += more.pace;
        self.going += more.going;
        self.crossings += more.crossings;
    }
}

/// The rules of one move.
pub(crate) struct Walk<'a> {
    war: &'a War,
    unit: UnitId,
    kind: Kind,
    shape: Shape,
    from: Pose,
    stands: u8,
    gauge: Gauge,
    /// Where it stands.
    held: Footprint,
    /// What a shift to the side or back and a wheel cost, in inches.
    aside: u8,
    wheel: u8,
    /// Hexes next to enemies that are not to be met.
    watched: HexSet,
    /// Who is to be met.
    target: Option<UnitId>,
    /// Where that one stands.
    prey: Footprint,
    /// Whether neither enemies nor what tires is heeded.
    heedless: bool,
    /// What the step that was asked about last leads to: its label is asked for right after its cost.
    latest: Cell<u16>,
}

impl<'a> Walk<'a> {
    /// Of a unit where it stands, with those segments, to meet an enemy or nobody.
    pub(crate) fn of(war: &'a War, unit: UnitId, gauge: Gauge, target: Option<UnitId>) -> Walk<'a> {
        let (from, stands) = (war.pose(unit), war.stands(unit));
        let watched = super::room::watched(war, unit, target);
        let (kind, shape, held) = (war.profile(unit).kind, shape_of(&from), from.stands(stands));
        let scale = war.field().inches_per_hex();
        let loose = is_nimble(shape, stands) || shape == Shape::Square;
        let (aside, wheel) = (if loose { scale } else { 2 * scale }, held.front().len().max(1) as u8 * scale);
        let prey = target.map_or_else(|| Footprint::of([], 0), |target| body(war, target));
        let latest = Cell::new(0);
        let heedless = false;
        Walk {
            war,
            unit,
            kind,
            shape,
            from,
            stands,
            gauge,
            held,
            aside,
            wheel,
            watched,
            target,
            prey,
            heedless,
            latest,
        }
    }

    /// The same heeding neither enemies, but for where they stand, nor what tires: every pose to which any of the unit's
    /// moves and charges could lead is among those it reaches.
    pub(crate) fn heedless(war: &'a War, unit: UnitId, gauge: Gauge) -> Walk<'a> {
        let watched = HexSet::new(war.field().ground().grid());
        Walk { watched, heedless: true, ..Walk::of(war, unit, gauge, None) }
    }

    fn steps(&self) -> &'static [PoseStep] {
        match self.shape {
            Shape::March => &COLUMN,
            Shape::Square => &BLOCK[..6],
            shape if is_nimble(shape, self.stands) => &BLOCK[..6],
            _ => &BLOCK,
        }
    }

    /// Inches of a step.
    fn inches(&self, step: PoseStep) -> u8 {
        match step {
            PoseStep::AheadLeft | PoseStep::AheadRight => self.war.field().inches_per_hex(),
            PoseStep::TurnLeft | PoseStep::TurnRight => 0,
            _ if is_about(step) => 0,
            _ if step.is_wheel() => self.wheel,
            _ => self.aside,
        }
    }

    fn under(&self, from: &Pose, to: &Pose) -> Under {
        let ground = self.war.field().ground();
        let paved = |pose: &Pose| pose.stands(self.stands).hexes().iter().all(|hex| ground.road(*hex));
        let road = going::is_road_bound(self.shape) && ground.road(to.anchor) && paved(from) && paved(to);
        if road { Under::Road } else { Under::Other }
    }

    /// What the way has met before its first step.
    pub(crate) fn met(&self) -> Met {
        let own = self.war.own(self.unit);
        Met { purse: own.purse, rough: own.rough == Once::Done, run: 0 }
    }

    /// What a way has met after a step, with the toll and inches of the step; none where its segments do not suffice.
    /// `worst` is [`BAD`] or more where a stand may be tired by where it comes.
    pub(crate) fn after(&self, met: Met, stride: &Stride) -> Option<(Met, Toll, u8)> {
        let Stride { from, step, to, worst, .. } = stride;
        let (step, worst) = (*step, *worst);
        let inches = self.inches(step);
        let purse = match step {
            _ if is_about(step) => self.gauge.pay_half(met.purse)?,
            _ => self.gauge.pay(met.purse, inches, self.under(from, to))?,
        };
        let mut next = Met { purse, ..met };
        let mut toll = Toll::default();
        if self.heedless {
            return Some((next, toll, inches));
        }
        let moved = inches > 0 || is_about(step);
        let entered = purse.opened == self.gauge.tiring && moved;
        let before = met.purse.opened == self.gauge.tiring
            && (*from != self.from || self.war.own(self.unit).tired == Once::Done);
        toll.pace = u8::from(entered && !before && rule!("OTH-MOVE-3"));
        if worst == 0 {
            return Some((next, toll, inches));
        }
        let (old, new) = runs::paired(from, to, self.stands);
        let tires = |hex: &Hex| !old.contains(*hex) && going::tires(self.war, self.kind, self.shape, *hex);
        if !met.rough && new.hexes().iter().any(tires) {
            (next.rough, toll.going) = (true, 1);
        }
        for run in runs::crossed(self.war, &old, &new) {
            let known = self.war.own(self.unit).crossed.contains(&run) || met.run == noted(run);
            toll.crossings += u8::from(!known);
            next.run = noted(run);
        }
        Some((next, toll, inches))
    }

    /// Hexes beyond which its anchor cannot come: an inch moves it by one at most, each facing about by its length.
    fn farthest(&self) -> i32 {
        let inches = i32::from(self.gauge.inches_left(self.met().purse));
        let turns = 2 * i32::from(self.gauge.count) + 1;
        inches / i32::from(self.war.field().inches_per_hex()) + turns * i32::from(self.stands)
    }

    /// Whether what a way leaves of the segments can still bring it to the target.
    fn is_within(&self, pose: &Pose, paid: u16) -> bool {
        let scale = i32::from(self.war.field().inches_per_hex());
        let purse = unspent(spent(self.met().purse) + paid % HIT);
        let steps = i32::from(self.gauge.inches_left(purse)) / scale + i32::from(self.stands) + 1;
        self.prey.distance_to(pose.anchor) <= steps
    }

    /// Whether a pose touches the target as a charge ends (OTH-GEO-12).
    pub(crate) fn touches(&self, pose: &Pose) -> bool {
        self.target.is_some() && touch::touches_body(self.war, self.unit, pose, &self.prey)
    }

    fn is_watched(&self, pose: &Pose) -> bool {
        pose.stands(self.stands).hexes().iter().any(|hex| self.watched.contains(*hex))
    }

    /// Every pose within the segments with its way; `ends` says where the move may end.
    pub(crate) fn run(&self, ends: impl Fn(&Pose, u16) -> bool) -> Reach {
        let radius = Some(self.farthest());
        let mover = Mover { from: self.from, radius, ..Mover::new(self.war.field(), self.unit, self.steps(), LIMIT) };
        let start = self.met().purse;
        let (mut reach, labels) = self.war.searching(|search: &mut PoseReach| {
            search.run(&mover, self);
            let labels: Vec<u16> = search.places().map(|place| place.label).collect();
            (search.reach(|place| ends(&place.pose, place.cost)), labels)
        });
        for (place, label) in reach.places.iter_mut().zip(labels) {
            let now = Met::labelled(label).purse;
            let opened = u16::from(now.opened.saturating_sub(start.opened)) * u16::from(self.gauge.inches);
            let inches = (opened + u16::from(start.left)).saturating_sub(u16::from(now.left));
            place.cost = inches * battle::Hundredths::INCH;
        }
        reach
    }
}

impl Passage for Walk<'_> {
    /// No step costs less than its inches, whatever segments it opens.
    fn price(&self, step: PoseStep) -> u16 {
        u16::from(if is_about(step) { self.gauge.inches / 2 } else { self.inches(step) })
    }

    fn enter(&self, hex: Hex) -> Option<u16> {
        let near = self.watched.contains(hex);
        let barred = near && self.target.is_none();
        let open = self.held.contains(hex) || (!barred && going::may_enter(self.war, self.kind, self.shape, hex));
        let bad = runs::is_near(self.war, hex) || going::tires(self.war, self.kind, self.shape, hex);
        open.then_some(u16::from(bad) * BAD + u16::from(near) * WATCHED)
    }

    /// Through own skirmishers, limbered guns and march columns (OTH-MOVE-9).
    fn through(&self, other: UnitId) -> Option<u16> {
        let friend = self.war.side(other) == self.war.side(self.unit);
        let loose = matches!(shape(self.war, other), Shape::Skirmish | Shape::Limbered | Shape::March);
        (friend && loose && rule!("OTH-MOVE-9")).then_some(0)
    }

    fn bars(&self, edge: Edge) -> bool {
        going::bars(self.war, self.kind, edge)
    }

    fn cost(&self, stride: &Stride) -> Option<u16> {
        let met = Met::labelled(stride.label);
        let (next, toll, _) = self.after(met, stride)?;
        if self.heedless {
            self.latest.set(next.written());
            return Some(spent(next.purse) - spent(met.purse));
        }
        // Of a march column the head alone is asked about before.
        let may_be_watched = stride.worst >= WATCHED || self.shape == Shape::March;
        if self.target.is_some() && may_be_watched && self.is_watched(&stride.to) && !self.touches(&stride.to) {
            return None;
        }
        self.latest.set(next.written());
        Some(u16::from(toll.hits()) * HIT + spent(next.purse) - spent(met.purse))
    }

    fn label_at_start(&self) -> u16 {
        self.met().written()
    }

    fn label(&self, _stride: &Stride) -> u16 {
        self.latest.get()
    }

    /// A charge ends where it first touches its target.
    fn goes_on(&self, pose: &Pose, paid: u16) -> bool {
        self.target.is_none() || (self.is_within(pose, paid) && !self.touches(pose))
    }
}

/// Whether steps have their prices (OTH-MOVE-5).
fn are_priced() -> bool {
    rule!("OTH-MOVE-5")
}

/// Whether a step faces a unit about, for half a segment (OTH-MOVE-5).
fn is_about(step: PoseStep) -> bool {
    matches!(step, PoseStep::AboutFace | PoseStep::Reverse) && are_priced()
}

/// Whether any neighbour is as near as any other, and the facing free (OTH-MOVE-5).
fn is_nimble(shape: Shape, stands: u8) -> bool {
    (shape == Shape::Skirmish || stands == 1) && are_priced()
}

/// Whether a unit may face as it likes on the spot for nothing.
pub(crate) fn faces_freely(war: &War, unit: UnitId) -> bool {
    let shape = shape(war, unit);
    let square = matches!(shape, Shape::Square | Shape::Garrison);
    !square && (shape == Shape::March || is_nimble(shape, war.stands(unit)))
}

/// The step that leads from one pose to the next.
pub(crate) fn step_between(from: &Pose, to: &Pose, stands: u8) -> Option<PoseStep> {
    let known = BLOCK.iter().chain(&COLUMN).copied();
    let same = |step: &PoseStep| {
        let end = step.apply(from, stands);
        (end.anchor, end.facing) == (to.anchor, to.facing)
    };
    known.filter(|step| is_known(from, *step)).find(same)
}

/// Whether a formation takes such a step at all.
fn is_known(from: &Pose, step: PoseStep) -> bool {
    match from.formation.arrangement {
        Arrangement::MarchColumn => COLUMN.contains(&step),
        _ => BLOCK.contains(&step),
    }
}

/// Where a unit can go as it is formed.
pub(crate) fn reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    if contacts::is_engaged(war, unit) {
        return Reach::default();
    }
    let Some(gauge) = Gauge::of(war, unit, shape(war, unit)) else { return Reach::default() };
    let walk = Walk::of(war, unit, gauge, None);
    let here = war.pose(unit);
    let turns = war.own(unit).turned == Once::Open;
    let open = |pose: &Pose, cost: u16| *pose != here && (cost > 0 || turns) && may_end(war, unit, pose);
    let mut reach = walk.run(open);
    if walk.shape != Shape::March && faces_freely(war, unit) {
        add_facings(war, unit, &walk, turns, &mut reach);
    }
    reach
}

/// Loose and small units face as they like with a step, and once a turn on the spot (OTH-MOVE-5).
fn add_facings(war: &War, unit: UnitId, walk: &Walk<'_>, turns: bool, reach: &mut Reach) {
    let here = war.pose(unit);
    let mut more = Vec::new();
    for (number, place) in reach.places.iter().enumerate() {
        let spot = place.pose.anchor == here.anchor;
        if (spot && !turns) || (!spot && !place.legal) {
            continue;
        }
        for facing in Facing::ALL.into_iter().filter(|facing| *facing != here.facing) {
            let pose = place.pose.facing(facing);
            if may_end(war, unit, &pose) && !walk.is_watched(&pose) {
                more.push(Destination { pose, cost: place.cost, previous: Some(number as u16), legal: true });
            }
        }
    }
    reach.places.extend(more);
}
