//! Commanders: rides, attaching, what they add to combat, their death and their successors (OTH-LEADER).

use battle::{
    Die, Effect, Event, Forecast, LeaderId, Object, Order, Perch, Pool, Pose, Reach, Reading, Role, Told, UnitId, rule,
};
use hexes::{Direction, Facing, Hex, HexSet};
use rulebook::{Actor, Target, no};

use super::{by_control, commands, control};
use crate::info::{ATTACH, RIDE};
use crate::space::{body, inches, is_within};
use crate::state::{LeaderState, Once};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, forecasts, ground::going, tables};

pub(crate) const RIDE_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    candidates: |war, out| out.extend(war.setting().leaders_of(war.state.player).map(|one| Order::new(RIDE).by(one))),
    may: |war, order| may_ride(war, order).map(|_| ()),
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("ride", "Ride", Role::Lead, "OTH-MOVE-1", "Send a commander up to 24 inches, twice a turn.", ride)
        .to(rides)
};

pub(crate) const ATTACH_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    candidates: |war, out| {
        for leader in war.setting().leaders_of(war.state.player) {
            out.extend(war.field().present_of(war.state.player).map(|unit| Order::new(ATTACH).by(leader).on(unit)));
        }
    },
    may: may_attach,
    foresee: foresee_attach,
    ..VerbRow::new("attach", "Attach", Role::Lead, "OTH-LEADER-2", "Send a commander to a unit of his.", attach)
};

/// A commander with a unit: with it, or alone on one of its hexes (OTH-LEADER-2).
pub(crate) fn beside(war: &War, unit: UnitId) -> Vec<LeaderId> {
    let held = war.field().footprint(unit);
    let is = |leader: &LeaderId| match war.field().leader(*leader) {
        Perch::With(other) => other == unit,
        Perch::At(hex) => held.contains(hex) && rule!("OTH-LEADER-2"),
        Perch::Away => false,
    };
    war.setting().leaders_of(war.side(unit)).filter(is).collect()
}

/// What the best attached commander adds to a unit's combat (OTH-LEADER-3).
pub(crate) fn fights(war: &War, unit: UnitId) -> i16 {
    let attached = beside(war, unit).into_iter().filter(|leader| commands(war, *leader, unit));
    let best = attached.map(|leader| by_control(&tables::FIGHTS, control(war, leader))).max();
    best.filter(|_| rule!("OTH-LEADER-3")).unwrap_or(0)
}

fn may_ride(war: &War, order: &Order) -> Result<(LeaderId, Hex), rulebook::No<crate::OverTheHills>> {
    let Some(leader) = order.actor.and_then(Object::leader) else {
        return no("OTH-MOVE-1", |_, _| String::from("a commander rides"));
    };
    let Some(hex) = war.field().leader_hex(leader) else {
        return no("OTH-MOVE-1", |war, order| format!("{} is not on the map", war.actor_of(order)));
    };
    if war.state.leaders[leader.index()].ridden >= 2 {
        return no("OTH-MOVE-1", |war, order| format!("{} has ridden both his segments", war.actor_of(order)));
    }
    Ok((leader, hex))
}

/// The hexes within a segment of a commander, the nearest first: over all ground but water and impassable, never onto
/// enemies.
fn within_ride(war: &War, leader: LeaderId, from: Hex) -> Vec<Hex> {
    let (ground, side) = (war.field().ground(), war.setting().leader(leader).side);
    let steps = tables::RIDE / u16::from(war.field().inches_per_hex());
    let mut seen = HexSet::new(ground.grid());
    seen.insert(from);
    let (mut found, mut edge) = (vec![from], vec![from]);
    for _ in 0..steps {
        let mut next = Vec::new();
        for hex in edge {
            for way in Direction::ALL {
                let (to, side_of) = (hex + way, ground.edge(hex, way));
                let Some(cell) = ground.cell(to).filter(|_| !seen.contains(to)) else { continue };
                let dry = going::going(cell.terrain) != going::Going::Closed;
                let open = dry || cell.crossing != battle::Crossing::None;
                let river = side_of.obstacle == battle::Obstacle::River && side_of.crossing == battle::Crossing::None;
                let enemy = war.field().unit_at(to).is_some_and(|unit| war.side(unit) != side);
                if open && !river && !enemy {
                    seen.insert(to);
                    next.push(to);
                }
            }
        }
        found.extend(&next);
        edge = next;
    }
    found
}

fn rides(war: &War, stem: &Order) -> Reach {
    let Ok((leader, from)) = may_ride(war, stem) else { return Reach::default() };
    let at = |hex: Hex| Pose::new(hex, Facing::North, battle::Formation::line(1));
    rulebook::spots(within_ride(war, leader, from).into_iter().filter(|hex| *hex != from).map(at))
}

fn may_attach(war: &War, order: &Order) -> May {
    let (leader, from) = may_ride(war, order)?;
    let Some(unit) = order.target_unit() else { return no("OTH-LEADER-2", |_, _| String::from("he joins a unit")) };
    let held = war.field().footprint(unit);
    let ride = || war.reach_of(&Order::new(RIDE).by(leader));
    let near = || held.contains(from) || ride().places.iter().any(|place| held.contains(place.pose.anchor));
    let with = war.field().leader(leader) == Perch::With(unit);
    let far = inches(war, body(war, unit).distance_to(from)) > i32::from(tables::RIDE);
    if war.present(unit) && !with && commands(war, leader, unit) && !far && near() {
        return Ok(());
    }
    no("OTH-LEADER-2", |war, order| format!("{} joins a unit of his command within a ride", war.actor_of(order)))
}

/// What a ride to a unit is worth: moves of units that come into command by it next turn, less those that fall out.
fn foresee_attach(war: &War, order: &Order) -> Forecast {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else {
        return Forecast::default();
    };
    let there = war.supposing(&Event::LeaderMoved { leader, to: Perch::With(unit), clause: "" });
    let side = war.setting().leader(leader).side;
    let led = |war: &War| {
        let his = war.field().present_of(side).filter(|unit| commands(war, leader, *unit));
        his.filter(|unit| super::leash(war, *unit) == crate::state::Leash::Free).count() as f64
    };
    let mobility = (led(&there) - led(war)).clamp(-1.0, 1.0);
    Forecast { effect: Effect { succeeds: 1.0, mobility, ..Effect::default() }, ..Forecast::default() }
}

fn ridden(umpire: &mut Umpire<'_>, leader: LeaderId) {
    umpire.state.leaders[leader.index()].ridden += 1;
}

fn ride(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(pose)) = (order.actor.and_then(Object::leader), order.pose) else { return };
    ridden(umpire, leader);
    umpire.lead(leader, Perch::At(pose.anchor), "OTH-MOVE-1");
}

fn attach(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else { return };
    ridden(umpire, leader);
    umpire.lead(leader, Perch::With(unit), "OTH-LEADER-2");
}

/// What becomes of a commander whose unit takes so many hits in one event; passed is alive (OTH-LEADER-4).
pub(crate) fn fate(hits: i16) -> Pool {
    let killed = if rule!("OTH-LEADER-4") { hits.clamp(0, 4) } else { 0 };
    Pool::new(Why::Fate.label(), "OTH-LEADER-4", 1, Reading::Over(killed + 1)).of(Die::D10)
}

/// Commanders beside a unit that has taken hits from fire or a round may fall.
pub(crate) fn risk(umpire: &mut Umpire<'_>, with: &[LeaderId], hits: i16) {
    for leader in with.iter().copied().filter(|_| hits > 0) {
        let Some(hex) = umpire.field().leader_hex(leader) else { continue };
        if umpire.throw(&fate(hits), umpire.by_leader(leader, Why::Fate)) < 0 {
            fall(umpire, leader, hex);
        }
    }
}

/// A commander is lost there.
fn fall(umpire: &mut Umpire<'_>, leader: LeaderId, hex: Hex) {
    let told = Told { actor: Some(leader.into()), ..Told::new("{a} is killed or taken", "OTH-LEADER-4") };
    umpire.tell(told);
    umpire.lead(leader, Perch::Away, "OTH-LEADER-4");
    umpire.state.leaders[leader.index()].fell = Some(hex);
}

/// A commander whose place is lost joins the nearest unit of his side within reach, or is taken (OTH-LEADER-5).
pub(crate) fn displace(umpire: &mut Umpire<'_>, leader: LeaderId, hex: Hex) {
    let side = umpire.setting().leader(leader).side;
    let far = |unit: UnitId| (body(umpire, unit).distance_to(hex), unit);
    let near = umpire.field().present_of(side).map(far).min();
    let reached = near.filter(|(steps, _)| is_within(inches(umpire, *steps), tables::REFUGE));
    match reached.filter(|_| rule!("OTH-LEADER-5")) {
        Some((_, unit)) => umpire.lead(leader, Perch::With(unit), "OTH-LEADER-5"),
        None => fall(umpire, leader, hex),
    }
}

/// Enemy commanders alone on hexes that a unit comes over make off.
pub(crate) fn ride_down(umpire: &mut Umpire<'_>, unit: UnitId, swept: &[Hex]) {
    let enemy = umpire.side(unit).other();
    for leader in umpire.setting().leaders_of(enemy).collect::<Vec<_>>() {
        if let Perch::At(hex) = umpire.field().leader(leader)
            && swept.contains(&hex)
        {
            displace(umpire, leader, hex);
        }
    }
}

/// T0: lost commanders of the player are replaced by the unit of the command nearest to where they fell (OTH-LEADER-6).
pub(crate) fn replace(umpire: &mut Umpire<'_>) {
    let player = umpire.state.player;
    for leader in umpire.setting().leaders_of(player).collect::<Vec<_>>() {
        umpire.state.leaders[leader.index()].ridden = 0;
        umpire.state.leaders[leader.index()].rallied = Once::Open;
        let Some(hex) = umpire.state.leaders[leader.index()].fell.filter(|_| rule!("OTH-LEADER-6a")) else { continue };
        let his = |unit: &UnitId| umpire.fixed().chain[unit.index()].contains(&Some(leader));
        let far = |unit: UnitId| (body(umpire, unit).distance_to(hex), unit);
        let units = umpire.field().present_of(player).filter(his).map(far);
        let nearest = units.min_by_key(|(steps, unit)| (if rule!("OTH-LEADER-6b") { *steps } else { 0 }, *unit));
        let Some((_, unit)) = nearest else { continue };
        let successor = LeaderState { successor: Once::Done, ..LeaderState::default() };
        umpire.state.leaders[leader.index()] = successor;
        umpire.lead(leader, Perch::With(unit), "OTH-LEADER-6");
    }
}
