//! Normal and double moves, and at which end a rank closes up (OW-MOVE).

use battle::{Chance, Destination, Forecast, Manner, Order, Pose, PoseStep, Reach, Role, UnitId, Verb, rule};
use rulebook::{No, Number, no};

use crate::formations::{changes, shapes};
use crate::ground::contact::KeepsOff;
use crate::ground::{bogging, crossing, going, room};
use crate::info::{CLOSE_UP, DOUBLE, MOVE};
use crate::marks;
use crate::measures::{self, actor, kind};
use crate::movement::paths::Paths;
use crate::movement::walking;
use crate::state::{ChargeProgress, ShrinkingEnd};
use crate::tables::{HUNDREDTHS, Shape};
use crate::{May, OnWar, Umpire, VerbRow, War};

/// Hexes that a battery's stands lie from its anchor, at most.
const FRONTAGE: i32 = 6;

pub(crate) const MOVE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(MOVE, war.field().present_of(war.state.player), out),
    may: may_move,
    beyond,
    foresee,
    ..VerbRow::new("move", "Move", Role::Move, "OW-MOVE-1", "Move up to the allowance of the formation.", go).to(reach)
};

pub(crate) const DOUBLE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(DOUBLE, war.field().present_of(war.state.player), out),
    may: may_move,
    beyond,
    foresee,
    ..VerbRow::new(
        "double",
        "Double",
        Role::March,
        "OW-MOVE-5",
        "Move up to twice the allowance; no shooting or charging, and a better target until the next own turn.",
        go,
    )
    .to(reach)
};

pub(crate) const CLOSE_UP_ROW: VerbRow = VerbRow {
    number: Number::Judged,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player) {
            out.extend((0..).take(ShrinkingEnd::ALL.len()).map(|end| Order::new(CLOSE_UP).by(unit).with(end)));
        }
    },
    may: may_choose_end,
    ..VerbRow::new(
        "dress",
        "Close up",
        Role::Command,
        "OW-HIT-6",
        "Choose the end at which a single rank shrinks: #0 away from the enemy, #1 left, #2 right.",
        |umpire, order| {
            if let (Some(unit), Some(end)) = (order.unit(), end_of(order)) {
                let own = umpire.own_mut(unit);
                (own.shrinks, own.told_to_shrink) = (end, true);
            }
        },
    )
};

/// The end an order names.
fn end_of(order: &Order) -> Option<ShrinkingEnd> {
    let place = usize::try_from(order.number?).ok()?;
    ShrinkingEnd::ALL.get(place).copied()
}

/// Whether a single rank may be told to shrink at that end: once a turn.
fn may_choose_end(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    let (own, stands) = (war.own(unit), war.stands(unit));
    if stands < 2 || !shapes::is_single_rank(&war.pose(unit), stands) || own.told_to_shrink {
        return no("OW-HIT-6", |war, order| {
            format!("{} is no single rank, or has been told this turn", war.actor_of(order))
        });
    }
    match end_of(order) {
        Some(end) if end != own.shrinks => Ok(()),
        Some(_) => no("OW-HIT-6", |war, order| format!("{} closes up at that end already", war.actor_of(order))),
        None => no("OW-HIT-6", |_, _| String::from("the end is #0 away from the enemy, #1 left or #2 right")),
    }
}

/// Whether a unit may still make its move, normal or at the double, and gets anywhere.
pub(crate) fn may_move(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    changes::is_steady(war, unit)?;
    has_move_left(war, unit)?;
    if war.state.own.charge_of(unit).is_some() {
        may_move_before_charging(war, order, unit)?;
    }
    if is_stuck(war, unit) {
        return no("OW-TERRAIN-10", |war, order| {
            format!("{} was set up in going that guns cannot move in", war.actor_of(order))
        });
    }
    let paths = Paths::of(war, unit, KeepsOff::Enemies);
    let steps = steps_left(war, unit, order.verb);
    if (steps > 0 && paths.can_step(steps)) || (order.verb == MOVE && !free_turns(war, unit, &paths).is_empty()) {
        return Ok(());
    }
    no("OW-MOVE-1", |war, order| format!("{} cannot move at all", war.actor_of(order)))
}

fn has_move_left(war: &War, unit: UnitId) -> May {
    let own = war.own(unit);
    if own.shelter.is_some() {
        return no("OW-MOVE-4", |war, order| format!("{} shelters with a square and stays", war.actor_of(order)));
    }
    if own.pursues.is_some() {
        return no("OW-MORALE-13", |war, order| format!("{} pursues and makes no other move", war.actor_of(order)));
    }
    if own.moved {
        return no("OW-MOVE-1", |war, order| format!("{} has made its move of this turn", war.actor_of(order)));
    }
    Ok(())
}

/// A charger may make a normal move before its charge move.
fn may_move_before_charging(war: &War, order: &Order, unit: UnitId) -> May {
    let progress = war.state.own.charge_of(unit).map(|charge| charge.progress);
    if progress == Some(ChargeProgress::Balked) {
        return may_move_after_balking(order);
    }
    if progress != Some(ChargeProgress::Declared) {
        return no("OW-ASSAULT-5", |war, order| format!("{} charges: it is over", war.actor_of(order)));
    }
    if order.verb == DOUBLE || war.options().charge_instead || !rule!("OW-ASSAULT-5a") {
        return no("OW-ASSAULT-5", |war, order| format!("{} charges: no such move", war.actor_of(order)));
    }
    Ok(())
}

/// A unit that did not dare to charge makes a normal move.
fn may_move_after_balking(order: &Order) -> May {
    if order.verb == MOVE && rule!("OW-ASSAULT-1b") {
        return Ok(());
    }
    no("OW-ASSAULT-1", |war, order| format!("{} did not dare to charge: a normal move is left", war.actor_of(order)))
}

/// Whether guns stand where they could never have driven.
fn is_stuck(war: &War, unit: UnitId) -> bool {
    let ground = war.field().ground();
    let held = war.field().footprint(unit);
    kind(war, unit).is_guns()
        && held.hexes().iter().any(|hex| crossing::stops(kind(war, unit), going::going(ground, *hex)))
}

/// Hexes a unit has left to go, normally or at the double.
pub(crate) fn steps_left(war: &War, unit: UnitId, verb: Verb) -> u16 {
    let inches = i32::from(HUNDREDTHS) * shapes::allowance(war, unit, &war.pose(unit));
    let limit = if verb == DOUBLE && doubles(war, unit) { 2 * inches } else { inches };
    let left = (limit - i32::from(war.own(unit).spent)).max(0) / i32::from(measures::step(war));
    left as u16
}

/// Whether a unit goes twice as far at the double: in every formation (OW-MOVE-5), and that is what the second figure of
/// columns means (OW-MOVE-2).
fn doubles(war: &War, unit: UnitId) -> bool {
    let column = shapes::shape(war, unit) == Shape::Column;
    rule!("OW-MOVE-5") && (!column || rule!("OW-MOVE-2"))
}

/// The turns on the spot that a battery makes for nothing (OW-MOVE-10).
fn free_turns(war: &War, unit: UnitId, paths: &Paths<'_>) -> Vec<Pose> {
    let (from, stands) = (paths.start(), war.stands(unit));
    let free = kind(war, unit).is_guns() && !war.own(unit).formed;
    let turns = [PoseStep::TurnLeft, PoseStep::TurnRight].into_iter().filter(|_| free);
    let poses = turns.map(|turn| turn.apply(&from, stands));
    poses.filter(|to| paths.is_passable(&from, to) && paths.may_stop(to)).collect()
}

/// Everywhere a move may end; a battery's free turns cost nothing.
fn reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let paths = Paths::of(war, unit, KeepsOff::Enemies);
    let mut reach = paths.search(steps_left(war, unit, stem.verb));
    if stem.verb == MOVE {
        for pose in free_turns(war, unit, &paths) {
            let free = Destination { pose, cost: 0, previous: Some(0), legal: true };
            match reach.places.iter_mut().find(|place| place.pose == pose) {
                Some(place) => *place = free,
                None => reach.places.push(free),
            }
        }
    }
    reach
}

/// Why a move does not end there.
fn beyond(war: &War, order: &Order) -> No<OnWar> {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return out_of_reach() };
    if pose == war.pose(unit) {
        return No::new("OW-MOVE-1", |war, order| format!("{} stands so already", war.actor_of(order)));
    }
    if let Some(misfit) = room::misfit(war, unit, &pose) {
        return misfit.refusal(war);
    }
    if touched_at(war, unit, &pose).is_some() {
        return No::new("OW-MOVE-11", |war, order| {
            let enemy = order.unit().zip(order.pose).and_then(|(unit, pose)| touched_at(war, unit, &pose));
            let enemy = enemy.map_or("an enemy", |enemy| war.name(enemy));
            format!("{} would come next to {enemy}: only a charge does", war.actor_of(order))
        });
    }
    out_of_reach()
}

fn touched_at(war: &War, unit: UnitId, pose: &Pose) -> Option<UnitId> {
    war.enemies(unit).find(|enemy| measures::apart(war, unit, pose, *enemy) <= 1)
}

fn out_of_reach() -> No<OnWar> {
    No::new("OW-MOVE-8", |war, order| {
        let steps = order.unit().map_or(0, |unit| steps_left(war, unit, order.verb));
        let inches = measures::inches(war, steps.into());
        format!("{} does not get there with the {inches} inches it has left", war.actor_of(order))
    })
}

/// Makes a normal or double move.
fn go(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return };
    let reach = umpire.seen_by(umpire.side(unit)).reach_of(order);
    let way = reach.way(&pose);
    let cost = reach.legal().find(|place| place.pose == pose).map_or(0, |place| place.cost);
    let own = umpire.own_mut(unit);
    own.moved = true;
    own.spent = own.spent.saturating_add(cost);
    let (manner, clause) = if order.verb == DOUBLE {
        umpire.mark(unit, marks::MARCHED, true);
        (Manner::Marched, "OW-MOVE-5")
    } else {
        (Manner::Moved, "OW-MOVE-1")
    };
    walking::go_along(umpire, unit, &way, manner, clause);
}

/// A move: certain, but for guns that may bog down on the way.
pub(crate) fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return Forecast::default() };
    let mut forecast = Forecast { ends: vec![(pose, 1.0)], ..Forecast::default() };
    forecast.effect.succeeds = 1.0;
    let about = i32::from(steps_left(war, unit, order.verb)) + FRONTAGE;
    if !kind(war, unit).is_guns() || !bogging::is_soft_near(war, unit, about) {
        return forecast;
    }
    let way = war.reach_of(order).way(&pose);
    let mut going = 1.0;
    forecast.ends.clear();
    for place in bogging::bogging_places(war, unit, &way) {
        let shown = bogging::bogging_pool(war).shown(Some(unit.into()));
        let stays = shown.outcome.chance(0);
        forecast.ends.push((way[place], going * stays));
        going *= 1.0 - stays;
        forecast.rolls.push(shown);
    }
    if going < 1.0 {
        forecast.results.push(Chance { label: "guns bog down", chance: 1.0 - going });
    }
    forecast.ends.push((pose, going));
    forecast.effect.succeeds = going;
    forecast
}
