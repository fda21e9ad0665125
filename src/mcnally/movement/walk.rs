//! The search for ways in order: steps, what each costs, through whom (MC-MOVE-5 to 16, MC-HEX-9).

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use battle::{Destination, Footprint, Pose, PoseStep, Reach, UnitId, rule};
use hexes::{Direction, EdgeCrossing, HexMap, HexSet, Way, edges_crossed};
use serde::Serialize;

use super::sheet::{Met, Pace, Sheet, watched};
use crate::charge::targets;
use crate::morale::away;
use crate::profile::Weight;
use crate::space::{self, Seat, Shape, formation, is_mounted, shape_of};
use crate::state::Charge;
use crate::{War, ground, losses};

/// Most runs of obstacles that a move pays: 2 inches each, of 30 at the most.
const MOST_PAID: usize = 15;

/// Runs of obstacles that are paid in ascending order, each by its number and one; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Paid([u16; MOST_PAID]);

impl Paid {
    /// Pays for a run; whether it had not been paid.
    fn pay(&mut self, run: u16) -> bool {
        let known = self.0.iter().position(|paid| *paid == run + 1 || *paid == 0);
        let new = known.is_none_or(|place| self.0[place] == 0);
        if let Some(place) = known.filter(|_| new) {
            self.0[place] = run + 1;
            self.0[..=place].sort_unstable();
        }
        new
    }
}

/// What a way has met: what decides the price of its next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Gait {
    /// The last forward step: 1 left, 2 right, 0 none.
    last: u8,
    /// 0 at the beginning, 1 on the way, 2 after a face at the end.
    stage: u8,
    /// Runs of obstacles that are paid.
    paid: Paid,
    /// Cavalry that has faced: 1 left, 2 right, 3 back again (MC-MOVE-10).
    faced: u8,
    /// Has stepped forward.
    advanced: bool,
    /// Has changed order on the way.
    changed: bool,
    /// Poses that overlap friends so far, and whether they masked any: no end.
    over: bool,
}

/// A place on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) pose: Pose,
    pub(crate) gait: Gait,
}

impl Node {
    /// What tells places from each other, in few words that are quickly compared.
    fn words(&self) -> [u64; 2] {
        let Pose { anchor, facing, formation, .. } = self.pose;
        let Gait { last, stage, faced, advanced, changed, over, .. } = self.gait;
        let place = (anchor.q as u16 as u64) << 48 | (anchor.r as u16 as u64) << 32;
        let form = (formation.arrangement as u64) << 8 | u64::from(formation.files);
        let flags = u64::from(advanced) | u64::from(changed) << 1 | u64::from(over) << 2;
        let gait = u64::from(last) << 8 | u64::from(stage) << 6 | u64::from(faced) << 4 | flags;
        [place | (facing.index() as u64) << 16 | form, gait]
    }
}

/// What a way has paid for tells few places apart: it is compared, and not hashed.
impl Hash for Node {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.words(), self.pose.trail).hash(hasher);
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Node) -> Ordering {
        let rest = || (self.gait.paid, self.pose.trail).cmp(&(other.gait.paid, other.pose.trail));
        self.words().cmp(&other.words()).then_with(rest)
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What a move is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'a> {
    /// To go somewhere.
    Plain,
    /// To change between close and open order on the way (MC-FORM-5, 6).
    Changing,
    /// To charge.
    Charge(&'a Charge),
    /// To come into contact with an enemy, from whom every hex tells how far it is, and into none with others.
    Reach(&'a HexMap<u16>, &'a [UnitId]),
}

use PoseStep::{
    AboutFace, AheadLeft, AheadRight, BackLeft, BackRight, SideLeft, SideRight, TurnLeft, TurnRight, WheelLeft,
    WheelRight,
};

const FOOT: &[PoseStep] =
    &[AheadLeft, AheadRight, WheelLeft, WheelRight, BackLeft, BackRight, SideLeft, SideRight, AboutFace];
const COLUMN: &[PoseStep] = &[AheadLeft, AheadRight, WheelLeft, WheelRight, AboutFace];
const MARCH: &[PoseStep] = &[AheadLeft, AheadRight, TurnLeft, TurnRight, AboutFace];
const LIMBERS: &[PoseStep] = &[AheadLeft, AheadRight, TurnLeft, TurnRight];
const LOOSE: &[PoseStep] = &[AheadLeft, AheadRight, SideLeft, SideRight, BackLeft, BackRight, TurnLeft, TurnRight];

/// The rules of one walk.
pub(crate) struct Walk<'a> {
    war: &'a War,
    unit: UnitId,
    stands: u8,
    purpose: Purpose<'a>,
    /// What hexes are to it, those next to enemies closed (MC-MOVE-14).
    sheet: Sheet<'a>,
    /// Limbered guns pay nothing.
    rolls_free: bool,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(war: &'a War, unit: UnitId, purpose: Purpose<'a>) -> Walk<'a> {
        let met: Vec<UnitId> = match purpose {
            Purpose::Charge(charge) => targets::touchable(war, charge),
            _ => Vec::new(),
        };
        let watched = match purpose {
            Purpose::Reach(..) => HexSet::new(war.field().ground().grid()),
            _ => watched(war, unit, &met),
        };
        let rolls_free = !war.options().limbered_pay;
        let charges = matches!(purpose, Purpose::Charge(_) | Purpose::Reach(..));
        let pace = if charges { Pace::Charging } else { Pace::Moving };
        let sheet = Sheet::new(war, unit, space::shape(war, unit), pace, watched);
        Walk { war, unit, stands: war.stands(unit), purpose, sheet, rolls_free }
    }

    fn steps(&self, pose: &Pose) -> &'static [PoseStep] {
        let horse = is_mounted(self.war, self.unit);
        match shape_of(pose) {
            // Guns by hand go any way, and pivot.
            Shape::Skirmish | Shape::Crowd | Shape::Battery => LOOSE,
            Shape::Limbered => LIMBERS,
            Shape::Column if pose.formation.arrangement == battle::Arrangement::MarchColumn => MARCH,
            // Columns and horse neither step back nor aside.
            _ if (horse || shape_of(pose) == Shape::Column) && rule!("MC-MOVE-7") => COLUMN,
            _ if !rule!("MC-MOVE-12") => LOOSE,
            _ => FOOT,
        }
    }

    /// Runs of obstacles that the front rank crosses in a step; none where an edge bars it.
    fn crossed(&self, before: &Footprint, after: &Footprint, way: Option<Direction>) -> Option<Vec<u16>> {
        let ground = self.war.field().ground();
        let mut runs = Vec::new();
        // Wheels sweep hexes that neither footprint has.
        let shifts = way.is_some();
        if ground.obstacles().is_empty() || (shifts && !self.sheet.met(before).is_some_and(Met::is_fenced)) {
            return Some(runs);
        }
        if let Some(way) = way {
            if before.hexes().iter().any(|hex| ground::bars(ground.edge(*hex, way))) {
                return None;
            }
            runs.extend(before.front().iter().filter_map(|hex| ground::run_of(self.war, *hex, way)));
            return Some(runs);
        }
        for (old, new) in before.front().iter().zip(after.front()) {
            for edge in edges_crossed(*old, *new) {
                let EdgeCrossing::One(hex, side) = edge else { continue };
                if ground::bars(ground.edge(hex, side)) {
                    return None;
                }
                runs.extend(ground::run_of(self.war, hex, side));
            }
        }
        Some(runs)
    }

    /// What guns pay that pivot by hand: heavy ones their whole move (MC-MOVE-28).
    fn pivot(&self) -> Option<u16> {
        let heavy = self.war.profile(self.unit).gun == Weight::Heavy;
        rule!("MC-MOVE-28").then_some(if heavy { 1 } else { 2 })
    }

    /// What a step costs, and what the way has met then.
    fn price(&self, node: &Node, here: &Footprint, step: PoseStep, to: &Pose) -> Option<(u16, Gait)> {
        let (pose, mut gait) = (node.pose, node.gait);
        let there = to.stands(self.stands);
        if bites_its_tail(&there) && rule!("MC-FORM-9b") {
            return None;
        }
        let met = self.sheet.met(&there)?;
        let over = met.is_over();
        let pitch = space::pitch(self.war);
        let mut ahead = 0;
        let mut slow = 0;
        let limbered = shape_of(to) == Shape::Limbered && self.rolls_free;
        let free = (limbered || matches!(shape_of(to), Shape::Skirmish | Shape::Crowd)) && rule!("MC-MOVE-2");
        let files = here.front().len() as u16;
        let base = match step {
            AheadLeft => {
                ahead = 1;
                pitch
            }
            AheadRight => {
                ahead = 2;
                pitch
            }
            // Formed horse that goes aside has faced that way.
            SideLeft | SideRight if is_mounted(self.war, self.unit) => pitch,
            SideLeft | SideRight | BackLeft | BackRight => {
                slow += 1;
                pitch
            }
            WheelLeft | WheelRight => {
                slow += 1;
                files.saturating_sub(1).max(1) * pitch
            }
            TurnLeft | TurnRight if shape_of(to) == Shape::Limbered => 0,
            TurnLeft | TurnRight if shape_of(to) == Shape::Skirmish => walked(here, &there) * pitch,
            TurnLeft | TurnRight if shape_of(to) == Shape::Battery => self.pivot()?,
            // The head of a march column wheels for 2 inches.
            TurnLeft | TurnRight if rule!("MC-FORM-9a") => 2,
            TurnLeft | TurnRight => 0,
            _ => 2,
        };
        slow += usize::from(ahead != 0 && ahead == gait.last && rule!("MC-MOVE-6"));
        let turns = matches!(step, AboutFace);
        let woods = met.is_slow();
        slow += usize::from(woods && !turns && rule!("MC-HEX-10"));
        slow += usize::from(over);
        slow += usize::from(matches!(self.purpose, Purpose::Changing) && rule!("MC-FORM-5"));
        let times = if turns || !rule!("MC-MOVE-5") { 1 } else { [1, 2, 4][slow.min(2)] };
        let mut cost = if free { base } else { base * times };
        // Who faces about stays where it is, but for stands that shift within it.
        let runs = if turns { Vec::new() } else { self.crossed(here, &there, step.shift(pose.facing))? };
        for run in runs.into_iter().filter(|_| !free && rule!("MC-MOVE-8")) {
            if gait.paid.pay(run) || !rule!("MC-HEX-9") {
                cost += 2;
            }
        }
        gait.last = ahead;
        gait.advanced |= ahead != 0 && matches!(self.purpose, Purpose::Changing);
        gait.over = over;
        gait.stage = if turns && gait.stage == 1 { 2 } else { 1 };
        Some((cost, gait))
    }

    /// Whether a way goes on from a place.
    fn goes_on(&self, node: &Node) -> bool {
        match self.purpose {
            Purpose::Charge(charge) => !targets::wakes(self.war, charge, &node.pose),
            Purpose::Reach(_, past) => {
                let meets = |other: &UnitId| !space::touching(self.war, self.unit, &node.pose, *other).is_empty();
                node.gait.stage < 2 && !past.iter().any(meets)
            }
            _ => node.gait.stage < 2,
        }
    }

    /// Whether it is a charge, or looks how far one comes.
    fn charges(&self) -> bool {
        matches!(self.purpose, Purpose::Charge(_) | Purpose::Reach(..))
    }

    /// The least that a way from a pose still costs before it is worth anything, in inches.
    fn bound(&self, pose: &Pose) -> u16 {
        let Purpose::Reach(near, _) = self.purpose else { return 0 };
        let far = |hex: &hexes::Hex| near.get(*hex).copied().unwrap_or(u16::MAX);
        let nearest = pose.stands(self.stands).front().iter().map(far).min().unwrap_or(u16::MAX);
        nearest.saturating_sub(1).saturating_mul(space::pitch(self.war))
    }

    /// Whether a step leads away from whoever is to be reached (MC-CHARGE-7).
    fn leaves(&self, here: &Footprint, to: &Pose) -> bool {
        let Purpose::Reach(near, _) = self.purpose else { return false };
        let far = |print: &Footprint| {
            print.hexes().iter().filter_map(|hex| near.get(*hex)).min().map_or(0, |far| i32::from(*far))
        };
        !targets::may_step(far(here), far(&to.stands(self.stands)))
    }

    fn next(&self, node: &Node, left: u16, push: &mut dyn FnMut(Node, u16)) {
        if !self.goes_on(node) {
            return;
        }
        if self.faces(node, push) {
            return;
        }
        let here = node.pose.stands(self.stands);
        for step in self.steps(&node.pose) {
            let turns = matches!(step, AboutFace);
            if turns && (self.charges() || !rule!("MC-MOVE-9")) {
                continue;
            }
            let to = if turns { away::about(&node.pose, self.stands) } else { step.apply(&node.pose, self.stands) };
            if let Purpose::Charge(charge) = self.purpose
                && !targets::comes_nearer(self.war, charge, &node.pose, &to)
            {
                continue;
            }
            if self.bound(&to) > left || self.leaves(&here, &to) {
                continue;
            }
            if let Some((cost, gait)) = self.price(node, &here, *step, &to) {
                push(Node { pose: to, gait }, cost);
            }
        }
        self.change(node, push);
    }

    /// Faces of cavalry at the beginning of its move, the side-steps after them, and how they end (MC-MOVE-10, 11);
    /// whether it goes on by them alone.
    fn faces(&self, node: &Node, push: &mut dyn FnMut(Node, u16)) -> bool {
        let formed = matches!(shape_of(&node.pose), Shape::Line | Shape::Column);
        let plain = matches!(self.purpose, Purpose::Plain) && is_mounted(self.war, self.unit) && formed;
        let march = node.pose.formation.arrangement == battle::Arrangement::MarchColumn;
        let faced = node.gait.faced;
        if !plain || march || faced == 3 || (faced == 0 && node.gait.stage > 0) || !rule!("MC-MOVE-10") {
            return faced > 0;
        }
        let here = node.pose.stands(self.stands);
        for (hand, step) in [(1, SideLeft), (2, SideRight)] {
            if faced != 0 && faced != hand {
                continue;
            }
            let to = step.apply(&node.pose, self.stands);
            let Some((cost, gait)) = self.price(node, &here, step, &to) else { continue };
            push(Node { pose: to, gait: Gait { faced: hand, ..gait } }, cost + if faced == 0 { 2 } else { 0 });
        }
        if faced == 0 {
            return false;
        }
        let over = Gait { faced: 3, ..node.gait };
        push(Node { gait: over, ..*node }, 2);
        let loose = formation(self.stands, Shape::Skirmish, Seat::Saddle);
        for turn in if faced == 1 { [-1, -2] } else { [1, 2] } {
            let pose = Pose { formation: loose, facing: node.pose.facing.rotate(turn), ..node.pose };
            if self.is_open(&pose) && rule!("MC-MOVE-11") {
                push(Node { pose, gait: over }, 0);
            }
        }
        true
    }

    /// The change of order on the way (MC-FORM-5, 6).
    fn change(&self, node: &Node, push: &mut dyn FnMut(Node, u16)) {
        if !matches!(self.purpose, Purpose::Changing) || node.gait.changed {
            return;
        }
        let to = match shape_of(&node.pose) {
            Shape::Line => Shape::Open,
            Shape::Open => Shape::Line,
            _ => return,
        };
        let pose = Pose { formation: formation(self.stands, to, Seat::Afoot), ..node.pose };
        if self.is_open(&pose) {
            push(Node { pose, gait: Gait { changed: true, last: 0, ..node.gait } }, 0);
        }
    }

    /// Whether a pose is free, and each of its hexes open to the unit as it stands there.
    fn is_open(&self, pose: &Pose) -> bool {
        self.sheet.met(&pose.stands(self.stands)).is_some() && losses::fits(self.war, self.unit, pose)
    }

    /// Whether a move may end at a place.
    fn may_end(&self, node: &Node) -> bool {
        let free = losses::fits(self.war, self.unit, &node.pose);
        match self.purpose {
            Purpose::Changing => free && node.gait.changed && node.gait.advanced,
            _ => free && !matches!(node.gait.faced, 1 | 2),
        }
    }

    /// The cheapest way, of so many inches at most, to a place that passes a test and where the unit may end: poses with
    /// what each costs, the start first. Places that cannot come to it any more are left out by what they still cost at least.
    pub(crate) fn first(&self, limit: u16, test: impl Fn(&Pose) -> bool) -> Vec<(Pose, u16)> {
        let start = Node { pose: self.war.pose(self.unit), gait: Gait::default() };
        let found = |node: Node| test(&node.pose) && self.may_end(&node);
        let way = hexes::way_to(
            start,
            limit,
            |node| self.bound(&node.pose),
            found,
            |node, left, push| {
                self.next(&node, left, push);
            },
        );
        way.into_iter().map(|(node, cost)| (node.pose, cost)).collect()
    }

    /// All places within so many inches, each by its cheapest way.
    pub(crate) fn places(&self, gait: Gait, limit: u16) -> Vec<Way<Node>> {
        let start = Node { pose: self.war.pose(self.unit), gait };
        hexes::ways(start, limit, |node, left, push| self.next(&node, left, push))
    }

    /// The same as a reach, with those legal that a test lets through.
    pub(crate) fn reach(&self, gait: Gait, limit: u16, legal: impl Fn(&Node, u16) -> bool) -> Reach {
        self.among(&self.places(gait, limit), legal)
    }

    /// The reach that those places are.
    pub(crate) fn among(&self, places: &[Way<Node>], legal: impl Fn(&Node, u16) -> bool) -> Reach {
        let here = self.war.pose(self.unit);
        let mut seen = std::collections::BTreeSet::new();
        let place = |way: &Way<Node>| {
            let open = way.node.pose != here && self.may_end(&way.node) && legal(&way.node, way.cost);
            let legal = open && seen.insert(way.node.pose);
            Destination { pose: way.node.pose, cost: way.cost.saturating_mul(100), previous: way.previous, legal }
        };
        Reach { places: places.iter().map(place).collect() }
    }
}

/// Whether the head of a file is on a hex of its own body.
fn bites_its_tail(print: &Footprint) -> bool {
    let hexes = print.hexes();
    hexes.split_first().is_some_and(|(head, body)| body.contains(head))
}

/// Hexes that the stand walks that goes farthest from one footprint to another.
fn walked(from: &Footprint, to: &Footprint) -> u16 {
    let far = from.hexes().iter().zip(to.hexes()).map(|(one, other)| one.distance(*other)).max();
    far.map_or(0, |far| far as u16)
}
