//! Charges: declared, tested, thrown for, walked, closed (MC-CHARGE).

pub(crate) mod answers;
mod approach;
mod brunt;
pub(crate) mod defence;
mod gauntlet;
mod legs;
pub(crate) mod odds;
pub(crate) mod reach;
pub(crate) mod react;
mod stop;
pub(crate) mod targets;

use battle::{Forecast, Manner, Order, Pose, Reach, Role, UnitId, rule};
use rulebook::{Target, no};

use legs::legs;
use reach::{furthest, in_reach, roll};
use targets::{aims, contacts, test, woken};

use crate::info::{CHARGE, CLOSE, RIDE};
use crate::melee::spend;
use crate::morale::ways::{Toll, ways};
use crate::morale::{self, away, panic, rout};
use crate::movement::dice::{pace, throw_for};
use crate::movement::walk::{Purpose, Walk};
use crate::movement::{back, path};
use crate::options::SecondTest;
use crate::space::{Aspect, Shape, aspect, between, body, is_mounted, shape, sight};
use crate::state::{Backward, Charge, Open};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, cards, marks};

pub(crate) const CHARGE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for by in war.field().present_of(war.state.player).filter(|unit| is_able(war, *unit)) {
            let near = |on: &UnitId| between(war, by, *on) <= furthest(war, by) + 1;
            out.extend(war.enemies(by).filter(near).map(|on| Order::new(CHARGE).by(by).on(on)));
        }
    },
    may: may_declare,
    reach: |war, stem| match (stem.unit(), stem.target_unit()) {
        (Some(by), Some(on)) => reach::contact(war, by, on),
        _ => Reach::default(),
    },
    foresee: odds::foresee,
    ..VerbRow::new(
        "charge",
        "Charge",
        Role::Assault,
        "MC-CHARGE-2",
        "Declare a charge on an enemy.",
        |umpire, order| {
            if let (Some(by), Some(on)) = (order.unit(), order.target_unit()) {
                let side = side_now(umpire, by, on);
                umpire.own_mut(by).targets.push((on, side));
                umpire.mark(by, marks::CHARGING, true);
                umpire.say("{a} declares a charge on {t}", "MC-CHARGE-2", by, Some(on));
                if umpire.options().tested_at_declaration && !umpire.own(by).cleared {
                    umpire.own_mut(by).cleared = dares(umpire, by, &[(on, side)]);
                }
            }
        },
    )
};

pub(crate) const RIDE_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        rulebook::each(RIDE, war.field().present_of(war.state.player).filter(|u| owes(war, *u)), out)
    },
    may: |war, order| match order.unit() {
        Some(unit) if owes(war, unit) => Ok(()),
        _ => no("MC-SEQ-10", |war, order| format!("{} has no charge to carry out", war.actor_of(order))),
    },
    foresee: |war, order| match order.unit() {
        Some(by) => odds::of_declared(war, by),
        None => Forecast::default(),
    },
    ..VerbRow::new("ride", "Charge home", Role::Command, "MC-CHARGE-4", "Carry a declared charge out.", ride)
};

pub(crate) const CLOSE_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(closing(war).map(|charge| Order::new(CLOSE).by(charge.by))),
    may: |war, order| match closing(war) {
        Some(charge) if order.unit() == Some(charge.by) => Ok(()),
        _ => no("MC-CHARGE-7", |_, _| String::from("only the charger goes on now")),
    },
    foresee: odds::on_leg,
    ..VerbRow::new("close", "Close", Role::Place, "MC-CHARGE-7", "Name the next leg of the charge.", close).to(
        |war, stem| match closing(war).filter(|charge| stem.unit() == Some(charge.by)) {
            Some(charge) => legs(war, charge),
            None => Reach::default(),
        },
    )
};

/// Whether a unit stands in an order to charge in (MC-CHARGE-1, MC-DEPLOY-8).
pub(crate) fn is_charging_order(war: &War, by: UnitId) -> bool {
    match shape(war, by) {
        Shape::Line | Shape::Open => true,
        Shape::Column => is_mounted(war, by),
        Shape::Skirmish => (war.profile(by).is_indian() || is_mounted(war, by)) && rule!("MC-DEPLOY-8"),
        _ => false,
    }
}

/// Whether a unit may charge at all (MC-CHARGE-1, MC-DEPLOY-8).
fn is_able(war: &War, by: UnitId) -> bool {
    let profile = war.profile(by);
    let barred = marks::HELD | marks::SPENT | marks::REFORMING | marks::FALLING_BACK | marks::ROUTING;
    let calm = !war.own(by).tested || rule!("MC-MORALE-7");
    // Whose full evasion was its move of this turn does not charge either (MC-SKIRM-4).
    let fresh = !war.own(by).engaged && !war.own(by).thrown;
    let fit = is_charging_order(war, by) && calm && fresh && !profile.is_guns() && !war.marked(by, barred);
    cards::is_active(war, by) && (fit || !rule!("MC-CHARGE-1"))
}

fn may_declare(war: &War, order: &Order) -> May {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else {
        return no("MC-CHARGE-3", |_, _| String::from("a unit charges a unit"));
    };
    if !is_able(war, by) {
        return no("MC-CHARGE-1", |war, order| format!("{} may not charge as it is", war.actor_of(order)));
    }
    let fresh = war.own(by).targets.iter().all(|(known, _)| *known != on) && war.side(on) != war.side(by);
    if fresh && sight::sees_unit(war, by, on) && rule!("MC-CHARGE-2") && in_reach(war, by, on) {
        return Ok(());
    }
    no("MC-CHARGE-3", |war, order| {
        format!("{} is out of sight or reach of {}, or a target already", war.target_of(order), war.actor_of(order))
    })
}

/// Whether a unit has declared and not yet charged (MC-SEQ-10).
pub(crate) fn owes(war: &War, by: UnitId) -> bool {
    cards::is_active(war, by)
        && !war.own(by).targets.is_empty()
        && !war.own(by).engaged
        && is_able(war, by)
        && rule!("MC-SEQ-10")
}

/// Takes the test to charge; whether it is passed. Who fails falls back (MC-CHARGE-4, 5).
fn dares(umpire: &mut Umpire<'_>, by: UnitId, targets: &[(UnitId, Aspect)]) -> bool {
    let pool = test(umpire, by, targets, Why::Charging);
    if rule!("MC-PANIC-5") {
        panic::hold(umpire, by, "its test to charge");
    }
    let passed = !rule!("MC-CHARGE-4") || morale::throw(umpire, by, &pool, None, Why::Charging) >= 0;
    if !passed {
        (umpire.own_mut(by).engaged, umpire.own_mut(by).thrown) = (true, true);
        umpire.own_mut(by).targets.clear();
        repulse(umpire, by);
    }
    passed
}

/// On which side of a target a charger is as it declares (MC-HEX-8).
fn side_now(war: &War, by: UnitId, on: UnitId) -> Aspect {
    aspect(war, on, body(war, by).hexes())
}

fn ride(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(by) = order.unit() else { return };
    let declared = std::mem::take(&mut umpire.own_mut(by).targets);
    let targets: Vec<(UnitId, Aspect)> = declared.into_iter().filter(|(on, _)| in_reach(umpire, by, *on)).collect();
    if targets.is_empty() && rule!("MC-CHARGE-20") {
        umpire.mark(by, marks::CHARGING, false);
        return;
    }
    umpire.own_mut(by).engaged = true;
    umpire.own_mut(by).thrown = true;
    umpire.own_mut(by).charge_losses = 0;
    if !umpire.own(by).cleared && !dares(umpire, by, &targets) {
        return;
    }
    let throw = umpire.by_unit(by, None, Why::Move);
    let left = umpire.throw(&roll(umpire, by), throw).max(0) as u16;
    umpire.mark(by, marks::MOVED, true);
    let mut charge = Charge::set_out(by, targets, left);
    if umpire.options().tested_before_approach {
        react::before_approach(umpire, &mut charge);
    }
    umpire.interrupt(Open::Charge(charge));
}

/// A charge that fails its test falls back and is spent (MC-CHARGE-5, 6, MC-PANIC-13).
pub(crate) fn repulse(umpire: &mut Umpire<'_>, by: UnitId) {
    let throw = umpire.by_unit(by, None, Why::Retreat);
    let thrown = i32::from(umpire.throw(&throw_for(Why::Retreat, pace(umpire, by)), throw));
    let paid = !umpire.options().full_repulse && shape(umpire, by) != Shape::Skirmish;
    let inches = match (paid, is_mounted(umpire, by)) {
        (false, _) => thrown,
        (true, true) => thrown - 4,
        (true, false) => thrown / 2,
    };
    let foes = away::foes(umpire, by);
    let ways = ways(umpire, by, &foes, inches, Toll::Free);
    if let Some(way) = back::sets_out(umpire, by, ways, Backward::Repulsed) {
        repulsed(umpire, by, &way);
    }
}

/// A charger that failed goes back along a way, and is spent.
pub(crate) fn repulsed(umpire: &mut Umpire<'_>, by: UnitId, way: &[Pose]) {
    if rule!("MC-CHARGE-5") {
        back::along(umpire, by, way, Manner::Withdrew, "MC-CHARGE-5");
    }
    umpire.mark(by, marks::MOVED, true);
    spend(umpire, by);
    // Who failed holds the marker of its test.
    if rule!("MC-PANIC-13") {
        panic::hold(umpire, by, "its test to charge");
    } else {
        panic::calm(umpire, by);
    }
}

fn closing(war: &War) -> Option<&Charge> {
    match war.frame() {
        Some(Open::Close(charge)) => Some(charge),
        _ => None,
    }
}

fn close(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(to) = order.pose else { return };
    let reach = umpire.reach_of(order);
    let cost = reach.legal().find(|place| place.pose == to).map_or(0, |place| place.cost / 100);
    let way = reach.way(&to);
    let Some(Open::Close(mut charge)) = umpire.answered() else { return };
    if to == umpire.pose(charge.by) {
        return finish(umpire, charge);
    }
    let walk = Walk::new(umpire, charge.by, Purpose::Charge(&charge));
    let gait =
        walk.places(charge.gait, charge.left).into_iter().find(|way| way.node.pose == to).map(|way| way.node.gait);
    charge.gait = gait.unwrap_or_default();
    charge.left -= cost.min(charge.left);
    path::go(umpire, charge.by, &way, Manner::Charged, "MC-CHARGE-7");
    umpire.interrupt(Open::Charge(charge));
}

/// A charge goes on: a second test, reactions, the next leg, the end.
pub(crate) fn go_on(umpire: &mut Umpire<'_>, mut charge: Charge) {
    let by = charge.by;
    if !umpire.present(by) || umpire.marked(by, marks::ROUTING) {
        return;
    }
    if std::mem::take(&mut charge.hit) > 0 && rule!("MC-CHARGE-12") && !second_test(umpire, &charge) {
        return;
    }
    let pose = umpire.pose(by);
    if let Some(enemy) = woken(umpire, &charge, &pose).first().copied() {
        return react::reacts(umpire, charge, enemy);
    }
    if legs(umpire, &charge).legal().next().is_some() {
        return umpire.interrupt(Open::Close(charge));
    }
    finish(umpire, charge);
}

/// The second test; whether the charge goes on (MC-CHARGE-12, 13).
fn second_test(umpire: &mut Umpire<'_>, charge: &Charge) -> bool {
    let by = charge.by;
    let pool = test(umpire, by, &aims(umpire, charge), Why::Second);
    if rule!("MC-PANIC-7") {
        panic::hold(umpire, by, "fire at its charge");
    }
    let margin = morale::throw(umpire, by, &pool, None, Why::Second);
    if margin >= 0 {
        return true;
    }
    let runs = match umpire.options().second_test {
        SecondTest::Rout => true,
        SecondTest::FallBack => false,
        SecondTest::ByMargin => rout::is_rout(margin) && rule!("MC-CHARGE-13"),
    };
    if runs {
        rout::breaks(umpire, by, rout::When::Now);
    } else {
        repulse(umpire, by);
    }
    false
}

/// The end of a charge: contact, or a marker (MC-CHARGE-15, MC-PANIC-11).
pub(crate) fn finish(umpire: &mut Umpire<'_>, charge: Charge) {
    let by = charge.by;
    if !umpire.present(by) {
        return;
    }
    let met = contacts(umpire, &charge);
    let target = met.iter().any(|on| charge.targets.contains(on));
    if met.is_empty() {
        umpire.mark(by, marks::CHARGING, false);
    }
    let routed = charge.targets.iter().any(|on| charge.fled.contains(on));
    let excused = target || charge.evaded || (routed && umpire.options().routed_excuses);
    if !excused && rule!("MC-CHARGE-15") && rule!("MC-PANIC-11") {
        panic::unnerve(umpire, by, "a charge that met nobody");
    }
}
