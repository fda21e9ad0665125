//! Options of who has won a combat (OTH-WIN, OTH-BUA-7).

use battle::{Effect, Event, Forecast, Manner, Order, Pose, Reach, Role, UnitId, rule};
use rulebook::{Target, no};

use super::odds::{self, Retreats, Rounds};
use super::opening::Openings;
use crate::contact::{
    self,
    reactions::{self, ride_out},
};
use crate::fatigue;
use crate::forecasts::{full, tame};
use crate::ground::{going, towns};
use crate::info::{FALL_BACK, FOLLOW, ONWARD, RECOVER, REFORM, REST, TAKE, WHEEL};
use crate::movement::forming::{self, has_right};
use crate::movement::purse::Gauge;
use crate::movement::steps::Walk;
use crate::movement::towns::go_in;
use crate::profile::Traits;
use crate::space::{Aspect, Shape, shape, shape_of, shapes, touch};
use crate::state::{Bout, Charge, Contact, Impetus, Leash, Once, Open, Origin, Purse};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, contacts, marks, morale, tables};

const fn row(
    word: &'static str,
    title: &'static str,
    role: Role,
    clause: &'static str,
    help: &'static str,
    act: fn(&mut Umpire<'_>, &Order),
) -> VerbRow {
    VerbRow { foresee, ..VerbRow::new(word, title, role, clause, help, act) }
}

pub(crate) const REST_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, REST, out),
    may: |war, order| judged(war, order, |_, _| rule!("OTH-WIN-1"), "OTH-WIN-1"),
    ..row("rest", "Do nothing", Role::Keep, "OTH-WIN-1", "Stay as the unit is.", |umpire, order| {
        choose(umpire, order, |_, _, _| {});
    })
};

pub(crate) const FOLLOW_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, FOLLOW, out),
    may: |war, order| judged(war, order, |war, unit| pursuit(war, unit).is_some(), "OTH-WIN-2"),
    ..row("follow", "Follow up", Role::Pursue, "OTH-WIN-2", "Keep contact with who went back.", |umpire, order| {
        let Some((unit, bout)) = winner_of(umpire, order) else { return };
        follow(umpire, unit, bout);
    })
};

pub(crate) const RECOVER_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, RECOVER, out),
    may: |war, order| {
        judged(war, order, |war, unit| fatigue::hits_of(war, unit) > 0 && rule!("OTH-WIN-3"), "OTH-WIN-3")
    },
    ..row("recover", "Rally", Role::Rally, "OTH-WIN-3", "Take a hit off the winner.", |umpire, order| {
        choose(umpire, order, |umpire, unit, _| fatigue::relieve(umpire, unit, "victory", "OTH-WIN-3"));
    })
};

pub(crate) const REFORM_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, REFORM, out),
    may: |war, order| judged(war, order, |_, _| rule!("OTH-WIN-4"), "OTH-WIN-4"),
    ..row(
        "reform",
        "Change formation",
        Role::Form,
        "OTH-WIN-4",
        "Take another formation for nothing.",
        |umpire, order| {
            choose(umpire, order, |umpire, unit, pose| {
                pose.into_iter().for_each(|pose| forming::change(umpire, unit, pose, "OTH-WIN-4"));
            });
        },
    )
    .to(|war, stem| {
        let Some(unit) = stem.unit() else { return Reach::default() };
        let now = shape(war, unit);
        let able = |wanted: &&Shape| **wanted != now && has_right(war, unit, **wanted) && now != Shape::Garrison;
        let shapes = shapes(war.profile(unit).kind).iter().filter(able);
        rulebook::spots(shapes.filter_map(|wanted| forming::room_for(war, unit, *wanted)))
    })
};

pub(crate) const WHEEL_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, WHEEL, out),
    may: |war, order| judged(war, order, |_, _| rule!("OTH-WIN-5"), "OTH-WIN-5"),
    ..row("wheel", "Change facing", Role::Maneuver, "OTH-WIN-5", "Face in any direction.", |umpire, order| {
        choose(umpire, order, |umpire, unit, pose| {
            if let Some(to) = pose {
                let path = Vec::new();
                umpire.emit(Event::Moved { unit, to, path, manner: Manner::Turned, clause: "OTH-WIN-5" });
            }
        });
    })
    .to(|war, stem| {
        let Some(unit) = stem.unit() else { return Reach::default() };
        let pose = war.pose(unit);
        let turned = hexes::Facing::ALL.into_iter().map(|facing| pose.facing(facing)).filter(|to| *to != pose);
        rulebook::spots(turned.filter(|to| is_free(war, unit, to)))
    })
};

pub(crate) const FALL_BACK_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, FALL_BACK, out),
    may: |war, order| judged(war, order, |war, unit| rear(war, unit).len() > 1 && rule!("OTH-WIN-6"), "OTH-WIN-6"),
    ..row("back", "Fall back", Role::Move, "OTH-WIN-6", "Go a segment to the rear at half speed.", |umpire, order| {
        choose(umpire, order, |umpire, unit, _| {
            let way = rear(umpire, unit);
            ride_out(umpire, unit, &way);
        });
    })
};

pub(crate) const ONWARD_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        if let Some((unit, _)) = winner(war) {
            out.extend(war.enemies(unit).map(|enemy| Order::new(ONWARD).by(unit).on(enemy)));
        }
    },
    may: may_advance,
    ..row("onward", "Advance", Role::Assault, "OTH-WIN-7", "Go a segment to contact another enemy.", |umpire, order| {
        choose(umpire, order, |_, _, _| {});
    })
    .to(|war, stem| match (stem.unit(), stem.target_unit()) {
        (Some(unit), Some(enemy)) => ways(war, unit, enemy),
        _ => Reach::default(),
    })
};

pub(crate) const TAKE_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, TAKE, out),
    may: |war, order| judged(war, order, |_, _| rule!("OTH-BUA-7"), "OTH-BUA-7"),
    ..row("take", "Enter", Role::Form, "OTH-BUA-7", "Enter the houses whose garrison is gone.", |umpire, order| {
        choose(umpire, order, |umpire, unit, pose| pose.into_iter().for_each(|pose| go_in(umpire, unit, pose)));
    })
    .to(|war, stem| rulebook::spots(stem.unit().map(|unit| won_houses(war, unit)).unwrap_or_default().into_iter()))
};

/// The unit that has its option, and its combat.
fn winner(war: &War) -> Option<(UnitId, &Bout)> {
    match war.frame() {
        Some(Open::Won(unit, bout)) => Some((*unit, bout)),
        _ => None,
    }
}

fn candidates(war: &War, verb: battle::Verb, out: &mut Vec<Order>) {
    out.extend(winner(war).map(|(unit, _)| Order::new(verb).by(unit)));
}

fn judged(war: &War, order: &Order, able: fn(&War, UnitId) -> bool, clause: &'static str) -> May {
    match winner(war) {
        Some((unit, _)) if order.unit() == Some(unit) && able(war, unit) => Ok(()),
        _ => no(clause, |war, order| format!("{} does not have that option now", war.actor_of(order))),
    }
}

/// The next winner has its option; when all have had theirs the combat goes on.
pub(crate) fn next(umpire: &mut Umpire<'_>, mut bout: Bout) {
    while !bout.winners.is_empty() {
        let unit = bout.winners.remove(0);
        if umpire.present(unit) && !fatigue::is_routing(umpire, unit) && !contacts::is_engaged(umpire, unit) {
            let own = umpire.own_mut(unit);
            (own.purse, own.tired, own.leash) = (Purse::default(), Once::Open, Leash::Free);
            return umpire.interrupt(Open::Won(unit, bout));
        }
    }
    umpire.interrupt(Open::Bout(bout));
}

/// The frame of the winner is taken off.
fn winner_of(umpire: &mut Umpire<'_>, order: &Order) -> Option<(UnitId, Bout)> {
    match umpire.answered() {
        Some(Open::Won(unit, bout)) if order.unit() == Some(unit) => Some((unit, bout)),
        _ => None,
    }
}

/// Takes an option other than following up: who could follow up has to be held back (OTH-WIN-8). An advance leads to a
/// combat of its own, with rounds of its own (OTH-WIN-10).
fn choose(umpire: &mut Umpire<'_>, order: &Order, act: fn(&mut Umpire<'_>, UnitId, Option<Pose>)) {
    let houses = order.verb == TAKE;
    let tempted = !houses && order.unit().is_some_and(|unit| pursuit(umpire, unit).is_some());
    let way = order.pose.map(|pose| umpire.reach_of(order).way(&pose)).unwrap_or_default();
    let Some((unit, mut bout)) = winner_of(umpire, order) else { return };
    if tempted && !is_held(umpire, unit) {
        return follow(umpire, unit, bout);
    }
    let onward = order.target_unit().filter(|_| order.verb == ONWARD);
    if onward.is_some() && rule!("OTH-WIN-10") {
        bout.units.retain(|one| *one != unit);
        umpire.mark(unit, marks::WON, false);
    }
    umpire.interrupt(Open::Bout(bout));
    act(umpire, unit, order.pose);
    if let Some(on) = onward {
        umpire.own_mut(unit).advanced = Once::Done;
        contact::declare(umpire, Charge { by: unit, on, way, segments: 1, from: Origin::Advance });
    }
}

/// Whether a unit that could follow up is held back: hot-headed ones never are (OTH-MORALE-9, 18).
fn is_held(umpire: &mut Umpire<'_>, unit: UnitId) -> bool {
    let hot = umpire.profile(unit).has(Traits::IMPETUOUS) && rule!("OTH-MORALE-18");
    !hot && (!rule!("OTH-MORALE-9") || morale::passes(umpire, unit, Why::Restraint, "OTH-MORALE-9"))
}

fn is_free(war: &War, unit: UnitId, pose: &Pose) -> bool {
    going::is_free_for(war, unit, shape_of(pose), &war.field().footprint_at(unit, pose))
}

/// One segment of a unit, out of turn.
fn segment(war: &War, unit: UnitId) -> Option<Gauge> {
    let pace = tables::segments(war.profile(unit).kind, shape(war, unit))?;
    let tiring = if pace.tires && pace.count == 1 { 1 } else { 0 };
    Some(Gauge { inches: pace.inches, paved: pace.inches, count: 1, tiring })
}

/// Where one segment brings a winner into contact with an enemy.
fn ways(war: &War, unit: UnitId, enemy: UnitId) -> Reach {
    let Some(gauge) = segment(war, unit) else { return Reach::default() };
    let walk = Walk::of(war, unit, gauge, Some(enemy));
    walk.run(|pose, _| touch::touches(war, unit, pose, enemy) && is_free(war, unit, pose))
}

/// Whether a unit follows up or advances at all: no squares, garrisons and guns (OTH-WIN-8).
fn is_mobile(war: &War, unit: UnitId) -> bool {
    let barred = matches!(shape(war, unit), Shape::Square | Shape::Garrison) || war.profile(unit).kind.is_guns();
    !barred && rule!("OTH-WIN-8")
}

/// Whom a winner can follow up, and by which way: rounds are left, and the enemy is within a segment.
fn pursuit(war: &War, unit: UnitId) -> Option<(UnitId, Vec<Pose>)> {
    let (_, bout) = winner(war).filter(|(winner, _)| *winner == unit)?;
    let more = bout.round <= war.options().combat_rounds && rule!("OTH-WIN-2");
    let is_enemy = |left: &UnitId| war.enemies(unit).any(|enemy| enemy == *left);
    let there = |enemy: &UnitId| {
        is_enemy(enemy)
            && !fatigue::is_routing(war, *enemy)
            && !(war.profile(unit).kind.is_cavalry() && shape(war, *enemy) == Shape::Garrison)
    };
    let followed = bout.left.iter().copied().filter(|_| more && is_mobile(war, unit)).filter(there);
    let mut found = followed.filter_map(|enemy| {
        let reach = ways(war, unit, enemy);
        let end = reach.legal().min_by_key(|place| place.cost).map(|place| place.pose)?;
        Some((enemy, reach.way(&end)))
    });
    found.next()
}

/// A winner follows up: contact in front, initiating for neither (OTH-WIN-9).
fn follow(umpire: &mut Umpire<'_>, unit: UnitId, bout: Bout) {
    umpire.interrupt(Open::Won(unit, bout));
    let found = pursuit(umpire, unit);
    let Some(Open::Won(_, mut bout)) = umpire.answered() else { return };
    if let Some((enemy, way)) = found {
        ride_out(umpire, unit, &way);
        let end = way.last().copied();
        let came = umpire.present(unit) && !fatigue::is_routing(umpire, unit) && Some(umpire.pose(unit)) == end;
        if came && rule!("OTH-WIN-9") {
            let contact =
                Contact { by: unit, on: enemy, aspect: Aspect::Front, fought: Once::Open, fresh: false, inside: false };
            contacts::make(umpire, contact);
            umpire.own_mut(enemy).impetus = Impetus::None;
        }
        umpire.own_mut(unit).impetus = Impetus::None;
        bout.units.push(enemy);
        bout.left.retain(|left| *left != enemy);
    }
    umpire.interrupt(Open::Bout(bout));
}

/// Straight back as far as a segment goes at two inches a step.
fn rear(war: &War, unit: UnitId) -> Vec<Pose> {
    let scale = war.field().inches_per_hex();
    let steps = segment(war, unit).map_or(0, |gauge| gauge.inches / (2 * scale));
    let mut way = vec![war.pose(unit)];
    for step in 0..steps {
        let at = way[way.len() - 1];
        let back = if step % 2 == 0 { at.facing.rear_right() } else { at.facing.rear_left() };
        let to = at.at(at.anchor + back);
        let print = war.field().footprint_at(unit, &to);
        let met = war.enemies(unit).any(|enemy| crate::space::body(war, enemy).distance(&print) <= 1);
        if met || !is_free(war, unit, &to) || shape(war, unit) == Shape::Garrison {
            break;
        }
        way.push(to);
    }
    way
}

fn may_advance(war: &War, order: &Order) -> May {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else {
        return no("OTH-WIN-7", |_, _| String::from("a winner advances on an enemy"));
    };
    let fresh = war.own(unit).advanced == Once::Open;
    let able = winner(war).is_some_and(|(winner, _)| winner == unit) && fresh && fatigue::is_fit(war, unit);
    let walled = war.profile(unit).kind.is_cavalry() && shape(war, enemy) == Shape::Garrison;
    let other = winner(war).is_some_and(|(_, bout)| !bout.left.contains(&enemy));
    let target = war.present(enemy) && war.side(enemy) != war.side(unit) && !walled && other && rule!("OTH-WIN-7");
    if able && target && is_mobile(war, unit) && ways(war, unit, enemy).legal().next().is_some() {
        return Ok(());
    }
    no("OTH-WIN-7", |war, order| format!("{} reaches no other enemy within a segment", war.actor_of(order)))
}

/// The garrisons that a winner could form in houses it touches and whose garrison is gone (OTH-BUA-7).
fn won_houses(war: &War, unit: UnitId) -> Vec<Pose> {
    let pose = war.pose(unit);
    if matches!(shape_of(&pose), Shape::Square | Shape::Garrison) || !war.profile(unit).kind.is_foot() {
        return Vec::new();
    }
    let print = war.field().footprint(unit);
    let ahead = |stand: &hexes::Hex| [*stand + pose.facing.front_left(), *stand + pose.facing.front_right()];
    let found = print.front().iter().flat_map(ahead).find_map(|hex| towns::garrison_at(war, unit, hex));
    found.into_iter().collect()
}

/// What an option brings: what it does where the winner is held back from following up, else what following up does.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let chase = pursuit(war, unit).filter(|_| order.verb != TAKE);
    let chased = chase.as_ref().map(|(enemy, way)| following(war, unit, *enemy, way));
    if order.verb == FOLLOW {
        let fought = chased.unwrap_or_default();
        return Forecast { effect: Effect { succeeds: 1.0, ..fought.effect }, ..fought };
    }
    let hot = war.profile(unit).has(Traits::IMPETUOUS);
    let pool = chase.map(|_| morale::test(war, unit, Why::Restraint, "OTH-MORALE-9"));
    let held = match (&pool, hot) {
        (Some(_), true) => 0.0,
        (Some(pool), false) => tame(pool.terms().passes()),
        (None, _) => 1.0,
    };
    let own = match order.verb {
        RECOVER => Effect { recovers: 1.0 / full(war, unit), ..Effect::default() },
        ONWARD => advancing(war, order),
        _ => Effect::default(),
    };
    let effect = Effect { succeeds: held, ..chased.unwrap_or_default().effect.mixed(&own, held) };
    let rolls = pool.filter(|_| !hot).iter().map(|pool| pool.shown(Some(unit.into()))).collect();
    let ends = order.pose.map(|pose| vec![(pose, held)]).unwrap_or_default();
    let results = if order.verb == ONWARD { odds::results(&effect) } else { Vec::new() };
    Forecast { rolls, results, effect, ends, ..Forecast::default() }
}

/// The rounds that are left for a winner that follows by that way.
fn following(war: &War, unit: UnitId, enemy: UnitId, way: &[Pose]) -> Forecast {
    let (Some(to), Some((_, bout))) = (way.last(), winner(war)) else { return Forecast::default() };
    let mut met = odds::met(war, unit, to, enemy, Aspect::Front, Impetus::None);
    met.own_mut(enemy).impetus = Impetus::None;
    let fates = odds::within(&met, unit, enemy, &Openings::none(unit), (Rounds::of_step(bout.round), Retreats::Sought));
    odds::told(war, [unit, enemy], fates)
}

/// What comes of an advance: what its target does about it, and a combat of its own without fire (OTH-WIN-10).
fn advancing(war: &War, order: &Order) -> Effect {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else { return Effect::default() };
    let reach = war.reach_of(order);
    let Some(to) = order.pose.or_else(|| reach.legal().next().map(|place| place.pose)) else {
        return Effect::default();
    };
    let fresh = war.supposing(&Event::Marked { unit: by, marks: marks::WON, on: false, cause: "" });
    let charge = Charge { by, on, way: reach.way(&to), segments: 1, from: Origin::Advance };
    reactions::forecast(&fresh, &charge).effect
}
