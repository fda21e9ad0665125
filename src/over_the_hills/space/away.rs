//! Moves directly away: retreats, routs and evasions (OTH-GEO-14).

use battle::{Footprint, Manner, MapEdge, Pose, UnitId, rule};
use hexes::{Direction, Hex};

use super::facing::{Look, toward};
use super::{Shape, body, shape_of};
use crate::ground::{going, towns};
use crate::{Umpire, War, command::leaders, contacts, tables};

/// What is gone away from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum From {
    /// An enemy.
    Unit(UnitId),
    /// Nobody: toward the own edge of the map.
    Home,
}

/// How a unit goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    /// Facing the enemy at the end.
    Retreat,
    /// Facing away, and off the map where it leads.
    Rout,
}

/// Where a move away leads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Flight {
    /// There: the poses from the start to the end.
    To(Vec<Pose>),
    /// Off the map.
    Off,
    /// Nowhere: the unit is destroyed.
    Lost,
}

/// A unit on its way.
struct Walk<'a> {
    war: &'a War,
    unit: UnitId,
    stands: u8,
    style: Style,
    edge: MapEdge,
    /// Enemies it stands next to when it sets out.
    beside: Vec<UnitId>,
}

/// One step.
enum Step {
    To(Pose),
    Off,
}

impl<'a> Walk<'a> {
    fn new(war: &'a War, unit: UnitId, style: Style) -> Walk<'a> {
        let side = war.side(unit);
        let own = war.field().footprint(unit);
        let beside = war.enemies(unit).filter(|enemy| body(war, *enemy).is_within(&own, 1)).collect();
        Walk { war, unit, stands: war.stands(unit), style, edge: war.setting().edge(side), beside }
    }

    fn is_enemy(&self, unit: UnitId) -> bool {
        self.war.side(unit) != self.war.side(self.unit)
    }

    /// Enemies next to a footprint.
    fn near(&self, print: &Footprint) -> Vec<UnitId> {
        self.war.enemies(self.unit).filter(|enemy| body(self.war, *enemy).is_within(print, 1)).collect()
    }

    /// The place gone away from, as seen from an anchor; none for the own edge.
    fn origin(&self, from: From, anchor: Hex) -> Option<Hex> {
        let From::Unit(enemy) = from else { return None };
        if super::shape(self.war, enemy) == Shape::Garrison {
            return body(self.war, enemy).hexes().iter().copied().min_by_key(|hex| hex.distance(anchor));
        }
        Some(self.war.pose(enemy).anchor)
    }

    fn is_open(&self, from: &Footprint, to: &Footprint, way: Direction, shape: Shape) -> bool {
        let (kind, ground) = (self.war.profile(self.unit).kind, self.war.field().ground());
        let comes = |hex: &Hex| {
            let enemy = self.war.other_at(self.unit, *hex).is_some_and(|there| self.is_enemy(there));
            !enemy && (from.contains(*hex) || going::may_enter(self.war, kind, shape, *hex))
        };
        let barred = |hex: &Hex| going::bars(self.war, kind, ground.edge(*hex, way));
        let strange = |enemy: &UnitId| !self.beside.contains(enemy);
        to.hexes().iter().all(comes)
            && !from.hexes().iter().any(barred)
            && (!self.near(to).iter().any(strange) || !rule!("OTH-GEO-14"))
    }

    /// The best legal step from a pose: the farthest from where it comes from, then nearer home, then by number.
    fn best(&self, pose: &Pose, from: From) -> Option<Step> {
        let grid = self.war.field().ground().grid();
        let here = pose.stands(self.stands);
        let origin = self.origin(from, pose.anchor);
        let far = |hex: Hex| match origin {
            Some(origin) => (hex - origin).point().length2(),
            None => -i64::from(self.edge.distance(grid, hex)),
        };
        let mut steps = Vec::new();
        for way in Direction::ALL {
            let to = pose.at(pose.anchor + way);
            let gain = far(to.anchor) - far(pose.anchor);
            let print = to.stands(self.stands);
            let off = print.hexes().iter().any(|hex| !grid.contains(*hex));
            let key = (-gain, self.edge.distance(grid, to.anchor), way.index());
            if gain <= 0 {
                continue;
            }
            if off && self.style == Style::Rout {
                steps.push((key, Step::Off));
            } else if !off && self.is_open(&here, &print, way, shape_of(pose)) {
                steps.push((key, Step::To(to)));
            }
        }
        steps.into_iter().min_by_key(|(key, _)| *key).map(|(_, step)| step)
    }

    fn is_free(&self, pose: &Pose) -> bool {
        let print = pose.stands(self.stands);
        print.hexes().iter().all(|hex| self.war.other_at(self.unit, *hex).is_none())
    }

    /// The pose it turns to at its end.
    fn turned(&self, pose: Pose, from: From) -> Pose {
        let look = if self.style == Style::Rout { Look::Away } else { Look::At };
        let Some(origin) = self.origin(from, pose.anchor) else { return pose };
        let turned = pose.facing(toward(&pose, origin, look));
        let print = turned.stands(self.stands);
        let free = going::is_free_for(self.war, self.unit, shape_of(&pose), &print);
        if free && self.near(&print).is_empty() { turned } else { pose }
    }

    fn run(&self, start: Pose, hexes: usize, from: &dyn Fn(&Pose) -> From) -> Flight {
        let mut way = vec![start];
        while way.len() <= hexes {
            match self.best(&way[way.len() - 1], from(&way[way.len() - 1])) {
                Some(Step::To(pose)) => way.push(pose),
                Some(Step::Off) => return Flight::Off,
                None => break,
            }
        }
        self.settle(way, from)
    }

    /// Ends the way where there is room: a few hexes further on, or at the last free place before.
    fn settle(&self, mut way: Vec<Pose>, from: &dyn Fn(&Pose) -> From) -> Flight {
        let planned = way.len();
        for _ in 0..tables::CROWDED {
            if self.is_free(&way[way.len() - 1]) {
                break;
            }
            match self.best(&way[way.len() - 1], from(&way[way.len() - 1])) {
                Some(Step::To(pose)) => way.push(pose),
                Some(Step::Off) => return Flight::Off,
                None => break,
            }
        }
        if !self.is_free(&way[way.len() - 1]) {
            way.truncate(planned);
        }
        while way.last().is_some_and(|pose| !self.is_free(pose)) {
            way.pop();
        }
        let Some(last) = way.pop() else { return Flight::Lost };
        if !self.near(&last.stands(self.stands)).is_empty() {
            return Flight::Lost;
        }
        let end = self.turned(last, from(&last));
        if way.last() != Some(&last) && end != last {
            way.push(last);
        }
        way.push(end);
        Flight::To(way)
    }
}

/// Where a garrison comes out that is forced to: on the free side farthest from the enemy.
fn comes_out(war: &War, walk: &Walk<'_>, unit: UnitId, from: From) -> Option<Pose> {
    let far = |pose: &Pose| walk.origin(from, pose.anchor).map_or(0, |hex| (hex - pose.anchor).point().length2());
    let clear = |pose: &Pose| walk.near(&pose.stands(walk.stands)).is_empty();
    let in_shape = |shape| {
        let poses = towns::outside(war, unit, shape).into_iter().filter(clear);
        poses.max_by_key(|pose| (far(pose), std::cmp::Reverse(*pose)))
    };
    let column = if towns::are_houses() { in_shape(Shape::Attack) } else { None };
    column.or_else(|| in_shape(Shape::March))
}

/// All that a flight from one enemy depends on beside the ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Case {
    unit: UnitId,
    style: Style,
    inches: i32,
    from: From,
    /// Who goes, whom it flees, and everybody whom it may come next to: how they stand, in how many stands.
    there: Vec<(UnitId, Pose, u8)>,
}

impl Case {
    fn of(war: &War, unit: UnitId, style: Style, inches: i32, from: From) -> Case {
        let own = body(war, unit);
        let steps = inches.max(0) / i32::from(war.field().inches_per_hex()) + tables::CROWDED as i32;
        // Turned about at its end it reaches no further than its stands in the widest order; a house lies about its garrison.
        let far = steps + 3 * i32::from(war.stands(unit)) + 1;
        let housed = super::shape(war, unit) == Shape::Garrison;
        let counts = |other: &UnitId| {
            housed || *other == unit || from == From::Unit(*other) || body(war, *other).is_within(&own, far)
        };
        let stands = |other: UnitId| (other, war.pose(other), war.stands(other));
        Case { unit, style, inches, from, there: war.field().present().filter(counts).map(stands).collect() }
    }
}

/// Where a unit goes that moves so many inches directly away from one enemy or toward home. Odds ask for the same flight time
/// and again: it is looked for once.
pub(crate) fn flight_from(war: &War, unit: UnitId, style: Style, inches: i32, from: From) -> Flight {
    war.kept(Case::of(war, unit, style, inches, from), |_| flight(war, unit, style, inches, &|_| from))
}

/// Where a unit goes that moves so many inches directly away, at each pose from whom it says.
pub(crate) fn flight(war: &War, unit: UnitId, style: Style, inches: i32, from: &dyn Fn(&Pose) -> From) -> Flight {
    let walk = Walk::new(war, unit, style);
    let here = war.pose(unit);
    let hexes = (inches / i32::from(war.field().inches_per_hex())).max(0) as usize;
    if shape_of(&here) != Shape::Garrison {
        return walk.run(here, hexes, from);
    }
    match comes_out(war, &walk, unit, from(&here)) {
        Some(pose) => match walk.run(pose, hexes, from) {
            Flight::To(way) => Flight::To([vec![here], way].concat()),
            lost => lost,
        },
        None => Flight::Lost,
    }
}

/// Inches of the first segment of a unit; what goes by other clauses where it has none.
pub(crate) fn segment(war: &War, unit: UnitId) -> i32 {
    let shape = match super::shape(war, unit) {
        Shape::Garrison => Shape::Attack,
        shape => shape,
    };
    tables::segments(war.profile(unit).kind, shape).map_or(0, |pace| i32::from(pace.inches))
}

/// Inches of all segments of a unit that do not tire it.
pub(crate) fn whole_move(war: &War, unit: UnitId) -> i32 {
    let shape = match super::shape(war, unit) {
        Shape::Garrison => Shape::Attack,
        shape => shape,
    };
    let pace = tables::segments(war.profile(unit).kind, shape);
    pace.map_or(0, tables::Pace::free)
}

/// The unit goes that way, out of every contact; enemy commanders make off.
pub(crate) fn carry_out(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose], manner: Manner, clause: &'static str) {
    if rule!("OTH-CONTACT-8") {
        contacts::drop(umpire, unit);
    }
    let Some(to) = way.last().copied() else { return };
    if to == umpire.pose(unit) {
        return;
    }
    let path = way[1..way.len() - 1].to_vec();
    let swept: Vec<Hex> = way[1..].iter().flat_map(|pose| pose.stands(umpire.stands(unit)).hexes().to_vec()).collect();
    umpire.emit(battle::Event::Moved { unit, to, path, manner, clause });
    umpire.mark(unit, crate::marks::DOWN, false);
    leaders::ride_down(umpire, unit, &swept);
}
