//! Whether moves conform to orders, and what they may not do (SN-ORD-2, 7, 8, 11).

use battle::{Destination, Footprint, Order, Pose, Reach, UnitId, rule};
use hexes::Hex;
use rulebook::no;

use super::{Mandate, command_of, in_command, leader_of, units};
use crate::info::{MOVE, MOVE_PHASE};
use crate::space::{inches, shape_of};
use crate::state::{Open, Test};
use crate::{May, War, marks, tables};

/// What the order of a unit asks of where it ends.
pub(crate) struct Demand<'a> {
    war: &'a War,
    unit: UnitId,
    mandate: Mandate,
    objective: Option<Hex>,
    /// The nearest first.
    enemies: Vec<Footprint>,
    /// It moves after an out-of-command check.
    checked: bool,
}

/// How much of a demand is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What binds every unit.
    All,
    /// What binds the near half of a probe.
    Near,
}

/// Inches by which a distance is too long.
fn beyond(far: i32, most: i32) -> i32 {
    far.saturating_sub(most).max(0)
}

/// Inches by which it is too short.
fn within(far: i32, least: i32) -> i32 {
    (least - far).max(0)
}

impl<'a> Demand<'a> {
    /// The demand on a unit; none on whoever is exempt: in a panic, or failed its out-of-command check.
    pub(crate) fn upon(war: &'a War, unit: UnitId) -> Option<Demand<'a>> {
        let panic = war.strength(unit) == tables::PANIC && !war.options().bound_panic;
        let failed = war.own(unit).test == Test::Failed;
        if (panic || failed) && rule!("SN-ORD-8f") {
            return None;
        }
        let command = command_of(war, unit);
        let here = war.pose(unit).anchor;
        let mut enemies: Vec<Footprint> = war.enemies(unit).map(|enemy| war.field().footprint(enemy)).collect();
        enemies.sort_by_cached_key(|enemy| enemy.distance_to(here));
        let checked = war.own(unit).test == Test::Passed || !in_command(war, unit);
        Some(Demand { war, unit, mandate: command.effective(), objective: command.objective, enemies, checked })
    }

    /// Inches by which a pose falls short of it; 0 where it is met.
    pub(crate) fn shortfall(&self, pose: &Pose, part: Part) -> i32 {
        let print = self.war.field().footprint_at(self.unit, pose);
        let nearest = print.nearest(&self.enemies);
        let enemy = inches(self.war, nearest);
        let place = self.objective.map_or(i32::MAX, |hex| inches(self.war, print.distance_to(hex)));
        let [attack, probe, far] = tables::DEMANDS;
        let either = enemy.min(place);
        match self.mandate {
            _ if !is_binding() => 0,
            Mandate::Attack if rule!("SN-ORD-7a") => beyond(either, attack),
            Mandate::Probe if rule!("SN-ORD-7b") => beyond(either, if part == Part::Near { probe } else { far }),
            Mandate::Screen if rule!("SN-ORD-7c") => {
                let off = |inches| within(inches, probe).max(beyond(inches, far));
                let lacks = off(enemy).min(off(place));
                if self.war.options().clear_screen { lacks.max(within(enemy, probe)) } else { lacks }
            }
            Mandate::Maneuver if rule!("SN-ORD-7e") => within(enemy, probe),
            Mandate::Defend if rule!("SN-ORD-7f") => beyond(place, far),
            Mandate::Withdraw if rule!("SN-ORD-7g") => within(enemy, far),
            Mandate::Rally if self.war.options().rally_clear => within(enemy, far),
            _ => 0,
        }
    }

    /// Whether a move from where the unit stands to a pose conforms.
    pub(crate) fn conforms(&self, pose: &Pose, part: Part) -> bool {
        let here = self.war.pose(self.unit);
        // Who begins too near cannot obey, wherever it ends.
        let start = self.mandate == Mandate::Maneuver && !self.war.options().free_start;
        if start && self.shortfall(&here, part) > 0 && rule!("SN-ORD-7d") {
            return false;
        }
        let end = self.shortfall(pose, part);
        end == 0 || self.advances(self.shortfall(&here, part) - end, pose)
    }

    /// Whether a move that has gained so many inches and ends in a pose is an advance.
    fn advances(&self, gained: i32, pose: &Pose) -> bool {
        gained >= self.advance(pose) && rule!("SN-ORD-7h")
    }

    /// Inches that a unit has to gain: half a move of the formation it ends in, a quarter if it moves after an
    /// out-of-command check.
    pub(crate) fn advance(&self, pose: &Pose) -> i32 {
        let kind = self.war.profile(self.unit).kind;
        let rate = tables::rate(kind, shape_of(pose)).unwrap_or_default();
        let half = i32::from(rate / 2).max(1);
        if self.checked && rule!("SN-ORD-7i") { (half / 2).max(1) } else { half }
    }
}

/// The near half of a probe, but for one unit: how many more are wanted, and how many could still come.
struct Half {
    wanted: usize,
    near: usize,
    open: usize,
}

fn half(war: &War, unit: UnitId) -> Half {
    let mut half = Half { wanted: 0, near: 0, open: 0 };
    for one in units(war, leader_of(war, unit)) {
        let Some(demand) = Demand::upon(war, one) else {
            half.wanted += usize::from(!rule!("SN-ORD-8e"));
            continue;
        };
        half.wanted += 1;
        let moved = war.marked(one, marks::MOVED);
        let near = if moved { war.own(one).near } else { demand.shortfall(&war.pose(one), Part::Near) == 0 };
        half.near += usize::from(near && one != unit);
        half.open += usize::from(!moved && !near && one != unit);
    }
    half.wanted = half.wanted.div_ceil(2);
    half
}

/// Takes out of a reach the ends that do not conform, where one that does can be had (SN-ORD-8).
pub(crate) fn bind(war: &War, unit: UnitId, reach: &mut Reach) {
    let Some(demand) = Demand::upon(war, unit).filter(|_| rule!("SN-ORD-8a")) else { return };
    let here = war.pose(unit);
    keep(reach, |pose| demand.conforms(pose, Part::All), demand.conforms(&here, Part::All));
    if demand.mandate == Mandate::Probe {
        let half = half(war, unit);
        if half.near + half.open < half.wanted && rule!("SN-ORD-8c") {
            keep(reach, |pose| demand.conforms(pose, Part::Near), demand.conforms(&here, Part::Near));
        }
    }
}

/// The step of moving does not end over units that could follow their orders and have not (SN-ORD-8).
fn is_enforced() -> bool {
    rule!("SN-ORD-8b")
}

/// Leaves only the good ends, if there is one or the start is good.
fn keep(reach: &mut Reach, good: impl Fn(&Pose) -> bool, start: bool) {
    let bad = |place: &Destination| place.legal && !good(&place.pose);
    let any = start || reach.legal().any(|place| good(&place.pose)) || !rule!("SN-ORD-7j");
    if any {
        reach.places.iter_mut().filter(|place| bad(place)).for_each(|place| place.legal = false);
    }
}

/// Whether a unit that has not moved must: it does not conform where it stands, and could (SN-ORD-8, 11).
pub(crate) fn must_move(war: &War, unit: UnitId) -> bool {
    let Some(demand) = Demand::upon(war, unit).filter(|_| is_enforced()) else { return false };
    let here = war.pose(unit);
    let reach = || war.reach_of(&Order::new(MOVE).by(unit));
    let could = |part| reach().legal().any(|place| demand.conforms(&place.pose, part));
    if !in_command(war, unit) && war.own(unit).test == Test::None && !rule!("SN-ORD-11") {
        return false;
    }
    if !demand.conforms(&here, Part::All) && could(Part::All) {
        return true;
    }
    if demand.mandate != Mandate::Probe || demand.shortfall(&here, Part::Near) == 0 {
        return false;
    }
    let half = half(war, unit);
    half.near < half.wanted && could(Part::Near) && rule!("SN-ORD-8d")
}

/// Whether a unit that stays does not conform, while an end of a reach does.
pub(crate) fn must_follow(war: &War, unit: UnitId, reach: &Reach) -> bool {
    let Some(demand) = Demand::upon(war, unit).filter(|_| is_enforced()) else { return false };
    let conforms = |pose: &Pose| demand.conforms(pose, Part::All);
    !conforms(&war.pose(unit)) && reach.legal().any(|place| conforms(&place.pose))
}

/// A step may end; that of moving only when nobody stands against his orders who could follow them.
pub(crate) fn may_end(war: &War, _order: &Order) -> May {
    if war.is_plainly(MOVE_PHASE) && first_bound(war).is_some() {
        return no("SN-ORD-8", |war, _| {
            let unit = first_bound(war);
            let (name, mandate) =
                unit.map_or(("a unit", ""), |unit| (war.name(unit), command_of(war, unit).effective().name()));
            format!("{name} must move: its order is {mandate}")
        });
    }
    Ok(())
}

fn first_bound(war: &War) -> Option<UnitId> {
    let idle = |unit: &UnitId| !war.marked(*unit, marks::MOVED) && must_move(war, *unit);
    war.field().present_of(war.state.player).find(idle)
}

/// Whether a unit that was tested may stay where it is (SN-ORD-11).
pub(crate) fn may_stay(war: &War, order: &Order) -> May {
    let bound = |unit: UnitId| must_move(war, unit);
    match (war.frame(), order.unit()) {
        (Some(Open::Tested(unit)), Some(actor)) if *unit == actor && !bound(actor) => Ok(()),
        _ => no("SN-ORD-11", |war, order| format!("{} must follow its order", war.actor_of(order))),
    }
}

/// Orders demand, and forbid charges (SN-ORD-2).
fn is_binding() -> bool {
    rule!("SN-ORD-2")
}

/// Whether its order lets a unit charge at all.
pub(crate) fn lets_charge(war: &War, unit: UnitId) -> bool {
    !is_binding()
        || !matches!(command_of(war, unit).effective(), Mandate::Maneuver | Mandate::Withdraw | Mandate::Rally)
}

/// Whether its order lets a charger end in a pose.
pub(crate) fn lets_meet(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let command = command_of(war, unit);
    let print = war.field().footprint_at(unit, pose);
    let far = command.objective.map_or(i32::MAX, |hex| inches(war, print.distance_to(hex)));
    let [_, probe, most] = tables::DEMANDS;
    match command.effective() {
        Mandate::Screen => (probe..=most).contains(&far) || !is_binding(),
        Mandate::Defend => far <= most || !is_binding(),
        _ => true,
    }
}

/// Whether a unit that has just moved is near, as a probe counts it.
pub(crate) fn is_near(war: &War, unit: UnitId, from: &Pose) -> bool {
    let Some(demand) = Demand::upon(war, unit) else { return false };
    // Whoever has moved without a check was in command when it set out.
    let demand = Demand { checked: war.own(unit).test == Test::Passed, ..demand };
    let end = demand.shortfall(&war.pose(unit), Part::Near);
    end == 0 || demand.advances(demand.shortfall(from, Part::Near) - end, &war.pose(unit))
}
