//! Movement by dice: moves, order changes on the way, fallbacks, horses (MC-MOVE).

pub(crate) mod back;
pub(crate) mod crews;
pub(crate) mod detachment;
pub(crate) mod dice;
pub(crate) mod fallback;
pub(crate) mod forming;
pub(crate) mod garrison;
pub(crate) mod loose;
pub(crate) mod manning;
pub(crate) mod path;
pub(crate) mod reach;
pub(crate) mod retreat;
pub(crate) mod screen;
pub(crate) mod sheet;
pub(crate) mod walk;

use battle::{Chance, Effect, Event, Forecast, Manner, Order, Pool, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

use crate::formations::shapes;
use crate::info::{DEPLOY, MOUNT, MOVE, PLACE, SHIFT, STAY};
use crate::losses;
use crate::profile::{Traits, Troops};
use crate::space::{Seat, Shape, formation, is_mounted, seat, shape};
use crate::state::{Going, March, Open};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, forecasts, marks, space};
use dice::{pace, throw_of};
use forming::may_act;
use path::go;
use reach::reach_with;

pub(crate) const DEPLOY_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(DEPLOY, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.marked(unit, marks::MOVED) => no("MC-SEQ-9", |_, _| String::from("it has been placed")),
        _ => Ok(()),
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new(
        "deploy",
        "Deploy",
        Role::Deploy,
        "MC-SEQ-9",
        "Put a unit somewhere else in its zone.",
        |umpire, order| {
            if let (Some(unit), Some(pose)) = (order.unit(), order.pose) {
                umpire.emit(Event::Placed { unit, pose });
                umpire.mark(unit, marks::MOVED, true);
            }
        },
    )
    .to(|war, stem| {
        let Some(unit) = stem.unit() else { return Reach::default() };
        let (pose, zone) = (war.pose(unit), &war.setting().zones[war.side(unit).index()]);
        let inside = |to: &Pose| to.stands(war.stands(unit)).hexes().iter().all(|hex| zone.contains(hex));
        let free = |to: &Pose| *to != pose && inside(to) && losses::fits(war, unit, to);
        rulebook::spots(zone.iter().map(|hex| pose.at(*hex)).filter(free))
    })
};

pub(crate) const MOVE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(MOVE, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.own(unit).owes_forming => {
            no("MC-MOVE-30", |war, order| format!("{} has to form first", war.actor_of(order)))
        }
        Some(unit) => may_act(war, unit),
        None => no("MC-MOVE-1", |_, _| String::from("a unit moves")),
    },
    foresee: |war, order| foresee(war, order),
    ..VerbRow::new(
        "move",
        "Move",
        Role::Move,
        "MC-MOVE-1",
        "Throw for a unit's move, then name where it goes.",
        |u, o| {
            set_out(u, o, Going::Plain);
        },
    )
};

pub(crate) const SHIFT_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(SHIFT, war.field().present_of(war.state.player), out),
    may: |war, order| {
        let Some(unit) = order.unit() else { return no("MC-FORM-5", |_, _| String::from("a unit moves")) };
        may_act(war, unit)?;
        let shapes = shapes(war, unit);
        let both = shapes.contains(&Shape::Line) && shapes.contains(&Shape::Open) && !is_mounted(war, unit);
        if both && matches!(shape(war, unit), Shape::Line | Shape::Open) && rule!("MC-FORM-6") {
            return Ok(());
        }
        no("MC-FORM-5", |war, order| format!("{} does not change between close and open order", war.actor_of(order)))
    },
    foresee: |war, order| foresee(war, order),
    ..VerbRow::new(
        "shift",
        "Change order advancing",
        Role::Maneuver,
        "MC-FORM-5",
        "Throw for a move on which close order opens or open order closes, at half speed.",
        |umpire, order| set_out(umpire, order, Going::Changing),
    )
};

pub(crate) const PLACE_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(marching(war).map(|march| Order::new(PLACE).by(march.unit))),
    may: may_place,
    foresee: forecasts::ends_there,
    ..VerbRow::new("place", "Go", Role::Place, "MC-MOVE-1", "Name where the move ends.", place).to(reach)
};

pub(crate) const STAY_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(marching(war).map(|march| Order::new(STAY).by(march.unit))),
    may: may_place,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("stay", "Stay", Role::Keep, "MC-MOVE-1", "Stay where it is; the throw is lost.", |umpire, _| {
        umpire.answered();
    })
};

pub(crate) const MOUNT_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(MOUNT, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.profile(unit).troops == Troops::Horse && !remounts(war, unit).is_empty() => {
            may_act(war, unit)
        }
        _ => no("MC-MOVE-17", |war, order| format!("{} has no horses or no room", war.actor_of(order))),
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new("mount", "Mount or dismount", Role::Form, "MC-MOVE-17", "Mount or dismount for half a move.", mount)
        .to(|war, stem| rulebook::spots(stem.unit().map(|unit| remounts(war, unit)).unwrap_or_default().into_iter()))
};

/// Whether a unit may move half and fire half (MC-MOVE-21).
pub(crate) fn is_light(war: &War, unit: UnitId) -> bool {
    let profile = war.profile(unit);
    let implied = profile.has(Traits::LIGHT) && war.options().light_implied;
    let able = matches!(profile.troops, Troops::Riflemen | Troops::Jaegers | Troops::Indians);
    let named = able || (profile.has(Traits::SPECIALIST_LIGHT) && rule!("MC-SPECIAL-10")) || implied;
    shape(war, unit) == Shape::Skirmish && named && rule!("MC-MOVE-21")
}

/// Whether a unit that has thrown may end in a pose and still fire: lights within half their throw (MC-MOVE-21), or whoever
/// moves where all may.
pub(crate) fn leaves_fire(war: &War, unit: UnitId, to: &Pose) -> bool {
    let Some(march) = marching(war).filter(|march| march.unit == unit) else { return false };
    if war.options().all_move_and_fire {
        return true;
    }
    let reach = war.reach_of(&Order::new(PLACE).by(unit));
    let near = |place: &battle::Destination| place.pose == *to && place.cost / 100 <= march.half;
    is_light(war, unit) && reach.legal().any(near)
}

fn set_out(umpire: &mut Umpire<'_>, order: &Order, going: Going) {
    let Some(unit) = order.unit() else { return };
    let throw = umpire.by_unit(unit, None, Why::Move);
    let left = umpire.throw(&throw_of(pace(umpire, unit)), throw).max(0) as u16;
    if rule!("MC-MOVE-1") {
        umpire.own_mut(unit).thrown = true;
    }
    umpire.interrupt(Open::March(March { unit, left, half: left / 2, going }));
}

fn marching(war: &War) -> Option<March> {
    match war.frame() {
        Some(Open::March(march)) => Some(*march),
        _ => None,
    }
}

fn may_place(war: &War, order: &Order) -> May {
    match marching(war) {
        Some(march) if order.unit() == Some(march.unit) => Ok(()),
        _ => no("MC-MOVE-1", |_, _| String::from("only the unit that has thrown moves")),
    }
}

fn reach(war: &War, stem: &Order) -> Reach {
    let march = marching(war).filter(|march| stem.unit() == Some(march.unit));
    march.map_or_else(Reach::default, |march| reach_with(war, march.unit, march.left, march.going))
}

fn place(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(to), Some(march)) = (order.pose, marching(umpire)) else { return };
    let reach = umpire.reach_of(order);
    let cost = reach.legal().find(|place| place.pose == to).map_or(0, |place| place.cost / 100);
    let way = reach.way(&to);
    umpire.answered();
    let unit = march.unit;
    let light = is_light(umpire, unit) && cost <= march.half;
    go(umpire, unit, &way, Manner::Moved, "MC-MOVE-5");
    umpire.own_mut(unit).light_move = light;
}

/// The poses round its command stand that cavalry mounts or dismounts into: on foot in skirmish order, mounted in any
/// formation of cavalry.
fn remounts(war: &War, unit: UnitId) -> Vec<Pose> {
    let (facing, stands) = (war.pose(unit).facing, war.stands(unit));
    let (shapes, other): (&[Shape], Seat) = match seat(war, unit) {
        Seat::Saddle => (&[Shape::Skirmish], Seat::Afoot),
        Seat::Afoot => (&[Shape::Line, Shape::Column, Shape::Skirmish], Seat::Saddle),
    };
    let hex = losses::command_stand(war, unit);
    let big = shapes.iter().filter(|shape| !space::is_too_small(stands, **shape, other));
    let poses = big.map(|shape| Pose::new(hex, facing, formation(stands, *shape, other)));
    poses.filter(|to| losses::fits(war, unit, to) && forming::keeps_off(war, unit, to) && rule!("MC-MOVE-17")).collect()
}

fn mount(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let throw = umpire.by_unit(unit, None, Why::Move);
    let mut pool = throw_of(pace(umpire, unit));
    pool.share("mounting", 2, "MC-MOVE-17");
    let left = umpire.throw(&pool, throw).max(0) as u16;
    let mounted = is_mounted(umpire, unit);
    umpire.mark(unit, marks::DISMOUNTED, mounted);
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Formed, clause: "MC-MOVE-17" });
    (umpire.own_mut(unit).thrown, umpire.own_mut(unit).changed) = (true, true);
    umpire.mark(unit, marks::MOVED, true);
    umpire.interrupt(Open::March(March { unit, left, half: 0, going: Going::Plain }));
}

/// Inches that a throw is asked about before it falls.
const ASKED: [(i32, &str); 8] = [
    (2, "2 inches or more"),
    (4, "4 inches or more"),
    (6, "6 inches or more"),
    (8, "8 inches or more"),
    (10, "10 inches or more"),
    (12, "12 inches or more"),
    (15, "15 inches or more"),
    (18, "18 inches or more"),
];

/// How far a throw goes how likely, but for what is certain or cannot be.
fn spread(pool: &Pool) -> Vec<Chance> {
    let outcome = pool.outcome();
    let asked = ASKED.iter().map(|(inches, label)| Chance { label, chance: outcome.at_least(*inches) });
    asked.filter(|one| one.chance > 0.005 && one.chance < 0.995).collect()
}

/// What a move may bring: its throw.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let pool = throw_of(pace(war, unit));
    let effect = Effect { succeeds: 1.0, mobility: 1.0, ..Effect::default() };
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], results: spread(&pool), effect, ..Forecast::default() }
}
