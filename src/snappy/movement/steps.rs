//! Where moves lead: steps, turns, wheels and changes, each with its price in move points (SN-MOVE-1 to 12).

use std::collections::BTreeSet;

use battle::{Destination, Footprint, Pose, PoseStep, Trail, UnitId, is_cut_off, rule};
use hexes::{Direction, Facing, Hex};

use super::road;
use crate::profile::Kind;
use crate::room::{Fit, fits};
use crate::space::{Shape, formation, shape_of};
use crate::terrain::price;
use crate::{War, tables, terrain};

/// What a move may do on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// Through friends.
    pub(crate) through: bool,
    /// Changes of formation and facing.
    pub(crate) changes: bool,
    /// One wheel and no more.
    pub(crate) one_wheel: bool,
    /// Only at road rate.
    pub(crate) road_only: bool,
}

impl Allowed {
    /// A plain move.
    pub(crate) fn moving(war: &War) -> Allowed {
        let one_wheel = war.options().outer_wheel;
        Allowed { through: rule!("SN-MOVE-10a"), changes: true, one_wheel, road_only: false }
    }

    /// A charge: never through friends; as formed and with one wheel by a house rule (SN-CHARGE-2).
    pub(crate) fn charging(war: &War) -> Allowed {
        let straight = war.options().straight_charge && rule!("SN-CHARGE-2");
        let Allowed { one_wheel, .. } = Allowed::moving(war);
        let one_wheel = one_wheel || straight;
        Allowed { through: !rule!("SN-MOVE-10b"), changes: !straight, one_wheel, road_only: false }
    }

    /// A force march: march columns do not wheel.
    pub(crate) fn marching(war: &War) -> Allowed {
        Allowed { changes: !rule!("SN-MOVE-9d"), road_only: true, ..Allowed::moving(war) }
    }
}

/// What the dearest stand pays for a shift of the whole footprint (SN-MOVE-5).
fn shift(war: &War, unit: UnitId, pose: &Pose, way: Direction) -> Option<u16> {
    let (shape, ground) = (shape_of(pose), war.field().ground());
    let open = price(war, war.profile(unit).kind, shape)?;
    let print = war.field().footprint_at(unit, pose);
    let worst =
        print.hexes().iter().try_fold(1, |worst, hex| Some(terrain::step(ground, shape, *hex, way)?.max(worst)))?;
    Some(open * worst)
}

/// A pose on the way with what the way has used up: its change of formation and its wheel, where there is but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    pose: Pose,
    changed: bool,
    wheeled: bool,
}

/// Of a node that its unit has for itself.
const FREE: u8 = bit(Fit::Free);
/// Of one that it shares with friends.
const SHARED: u8 = bit(Fit::Shared);

/// How a node fits, as a kind of node.
const fn bit(fit: Fit) -> u8 {
    1 << fit as u8
}

/// Every pose within so many points, by its cheapest way; a move may end where it has its hexes to itself.
pub(crate) fn routes(war: &War, unit: UnitId, points: u16, allowed: &Allowed) -> Vec<Destination> {
    let walk = Walk::of(war, unit, points, allowed);
    let start = Node { pose: war.pose(unit), changed: false, wheeled: false };
    let kind = |node: &Node| bit(fits(war, unit, &node.pose));
    let found = hexes::ways_among(start, points, kind, |node, kind, left, push| walk.steps(&node, kind, left, push));
    // Ways to a pose are kept apart by what they have used up.
    let once = !walk.keeps_apart();
    let mut named = BTreeSet::new();
    let end = |way: &hexes::Way<Node>| Destination {
        pose: way.node.pose,
        cost: way.cost,
        previous: way.previous,
        legal: way.kind == FREE && (once || named.insert(way.node.pose)),
    };
    found.iter().map(end).collect()
}

/// What a unit may end in without having moved: one other formation, one turn or one wheel.
pub(crate) fn in_place(war: &War, unit: UnitId) -> Vec<Destination> {
    let allowed = Allowed::moving(war);
    let walk = Walk::of(war, unit, tables::FULL, &allowed);
    let here = war.pose(unit);
    let mut poses = BTreeSet::new();
    walk.changes(&here, &mut |pose| poses.extend([pose]));
    walk.turns(&here, &mut |pose| poses.extend([pose]));
    walk.wheels(&here, &mut |pose, _| poses.extend([pose]));
    let free = |pose: &Pose| fits(war, unit, pose) == Fit::Free;
    poses.into_iter().filter(free).map(|pose| Destination { pose, cost: 0, previous: None, legal: true }).collect()
}

struct Walk<'a> {
    war: &'a War,
    unit: UnitId,
    kind: Kind,
    stands: u8,
    points: u16,
    allowed: &'a Allowed,
}

impl<'a> Walk<'a> {
    fn of(war: &'a War, unit: UnitId, points: u16, allowed: &'a Allowed) -> Walk<'a> {
        Walk { war, unit, kind: war.profile(unit).kind, stands: war.stands(unit), points, allowed }
    }

    /// Whether ways to a pose differ in more than what they cost.
    fn keeps_apart(&self) -> bool {
        self.allowed.one_wheel || self.war.options().one_change
    }

    /// Every step from a node of a kind that costs no more than is left.
    fn steps(&self, node: &Node, kind: u8, left: u16, push: &mut dyn FnMut(Node, u16, u8)) {
        let pose = &node.pose;
        let through = if self.allowed.through { FREE | SHARED } else { FREE };
        self.shifts(pose, &mut |to, price| {
            // There is no step that a unit can always make (SN-MOVE-12).
            let price = if price <= self.points || rule!("SN-MOVE-12") { price } else { self.points };
            if price <= left {
                push(Node { pose: to, ..*node }, price, through);
            }
        });
        if left < tables::CHANGE {
            return;
        }
        // Nobody turns or changes formation on friends.
        if *pose != self.war.pose(self.unit) && kind != FREE {
            return;
        }
        if self.allowed.changes && left >= tables::TURN {
            self.turns(pose, &mut |to| {
                if rule!("SN-MOVE-4") {
                    push(Node { pose: to, ..*node }, tables::TURN, FREE);
                }
            });
        }
        if self.allowed.changes {
            let once = self.war.options().one_change && node.changed;
            self.changes(pose, &mut |to| {
                if !once && rule!("SN-MOVE-3") {
                    push(Node { pose: to, changed: self.war.options().one_change, ..*node }, tables::CHANGE, FREE);
                }
            });
        }
        if !node.wheeled {
            self.wheels(pose, &mut |to, price| {
                if price <= left && rule!("SN-MOVE-7") {
                    push(Node { pose: to, wheeled: self.allowed.one_wheel, ..*node }, price, FREE);
                }
            });
        }
    }

    /// Steps ahead into either front hex, of a square into any; steps back at a higher price (SN-MOVE-5, 6, 8).
    fn shifts(&self, pose: &Pose, push: &mut dyn FnMut(Pose, u16)) {
        let shape = shape_of(pose);
        if shape == Shape::Road {
            return road::steps(self.war, self.unit, pose, self.allowed.road_only, push);
        }
        let ahead = pose.facing.fronts();
        let back = [pose.facing.rear_left(), pose.facing.rear_right()];
        for way in Direction::ALL {
            let times = match () {
                () if ahead.contains(&way) && rule!("SN-MOVE-5") => 1,
                () if shape == Shape::Square => 1,
                () if back.contains(&way) && rule!("SN-MOVE-6") => tables::BACK,
                () => continue,
            };
            if let Some(price) = shift(self.war, self.unit, pose, way) {
                push(pose.at(pose.anchor + way), price * times);
            }
        }
    }

    /// Every other facing about the anchor, about-face on the hexes held (SN-MOVE-4).
    fn turns(&self, pose: &Pose, push: &mut dyn FnMut(Pose)) {
        let shape = shape_of(pose);
        if matches!(shape, Shape::Square | Shape::Garrison) {
            return;
        }
        for facing in Facing::ALL.into_iter().filter(|facing| *facing != pose.facing) {
            let about = facing == pose.facing.opposite();
            let to = match () {
                () if about && shape == Shape::Road => PoseStep::Reverse.apply(pose, self.stands),
                () if about => PoseStep::AboutFace.apply(pose, self.stands),
                () => pose.facing(facing),
            };
            if swings_free(self.war, self.unit, pose, &to) {
                push(to);
            }
        }
    }

    /// 60 degrees about either end of the front rank, forward or back (SN-MOVE-7).
    fn wheels(&self, pose: &Pose, push: &mut dyn FnMut(Pose, u16)) {
        let line = matches!(shape_of(pose), Shape::Column | Shape::Line) && !self.kind.is_guns();
        let steps = [PoseStep::WheelLeft, PoseStep::WheelRight, PoseStep::BackWheelLeft, PoseStep::BackWheelRight];
        for to in steps.iter().filter(|_| line).map(|step| step.apply(pose, self.stands)) {
            let path = u16::from(pose.formation.files.max(2) - 1);
            let price = match self.war.options().outer_wheel {
                true => price(self.war, self.kind, shape_of(pose)).map_or(tables::TURN, |price| price * path),
                false => tables::TURN,
            };
            if swings_free(self.war, self.unit, pose, &to) {
                push(to, price);
            }
        }
    }

    /// Every other formation on the spot: out of a square or garrison in any facing (SN-MOVE-3).
    fn changes(&self, pose: &Pose, push: &mut dyn FnMut(Pose)) {
        let now = shape_of(pose);
        let free = matches!(now, Shape::Square | Shape::Garrison);
        let known = |shape: &Shape| *shape != now && (*shape != Shape::Square || rule!("SN-SQUARE-1"));
        for shape in shapes(self.kind).iter().copied().filter(known) {
            if shape == Shape::Garrison {
                if terrain::can_garrison(self.war, self.unit, pose) {
                    let held = self.war.field().footprint_at(self.unit, pose);
                    Pose::garrison(pose.anchor, pose.facing, held.hexes()).into_iter().for_each(&mut *push);
                }
                continue;
            }
            let formation = formation(self.kind, self.stands, shape);
            for facing in Facing::ALL.into_iter().filter(|facing| free || *facing == pose.facing) {
                let to = Pose { formation, facing, trail: Trail::default(), ..*pose };
                if self.opens_free(pose, &to) {
                    push(to);
                }
            }
        }
    }

    /// Whether all stands that a change of formation brings elsewhere come there over open ground and edges.
    fn opens_free(&self, from: &Pose, to: &Pose) -> bool {
        let (before, after): (Footprint, Footprint) = (from.stands(self.stands), to.stands(self.stands));
        let ground = self.war.field().ground();
        let comes = |hex: &Hex| {
            terrain::is_open(ground, from.anchor, *hex) && !is_cut_off(ground, from.anchor, *hex, terrain::closes)
        };
        after.hexes().iter().all(|hex| before.contains(*hex) || comes(hex))
    }
}

/// Whether no stand swings over an edge that closes its way, or into ground that is entered by road only.
pub(crate) fn swings_free(war: &War, unit: UnitId, from: &Pose, to: &Pose) -> bool {
    let (ground, stands) = (war.field().ground(), war.stands(unit));
    let (before, after) = (from.stands(stands), to.stands(stands));
    let cut = |from: Hex, to: Hex| is_cut_off(ground, from, to, terrain::closes);
    let swings = |(start, end): (&Hex, &Hex)| {
        // Nor away from its own anchor: a corner may be cut by either of two ways that are both closed further on.
        let barred = || cut(*start, *end) || cut(to.anchor, *end) || !terrain::is_open(ground, *start, *end);
        before.contains(*end) || !barred()
    };
    before.hexes().iter().zip(after.hexes()).all(swings)
}

/// The formations of a kind (SN-GEO-1).
pub(crate) fn shapes(kind: Kind) -> &'static [Shape] {
    match kind {
        Kind::Infantry => &[Shape::Column, Shape::Line, Shape::Square, Shape::Road, Shape::Garrison],
        _ if kind.is_cavalry() => &[Shape::Column, Shape::Line, Shape::Road],
        _ => &[Shape::Column, Shape::Line, Shape::Road, Shape::Garrison],
    }
}
