//! Leaders: rides, attaching, what a natural 1 does to them, and their return (SN-LEADER).

use battle::{Effect, Event, Forecast, LeaderId, Object, Order, Perch, Pose, Reach, Role, Told, UnitId, rule};
use hexes::{Direction, Facing, Hex};
use rulebook::{Actor, Target, no};

use crate::info::{ATTACH, RIDE};
use crate::orders::{in_command, leader_of};
use crate::space::{Shape, inches};
use crate::{May, Umpire, VerbRow, War, forecasts, marks, tables, terrain};

pub(crate) const RIDE_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    candidates: |war, out| rulebook::each_leader(RIDE, war, out),
    may: |war, order| may_ride(war, order).map(|_| ()),
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("ride", "Ride", Role::Lead, "SN-LEADER-2", "Send a leader up to 12 inches to a hex.", ride).to(rides)
};

pub(crate) const ATTACH_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    candidates: |war, out| rulebook::each_leader_to_unit(ATTACH, war, out),
    may: may_attach,
    foresee: foresee_attach,
    ..VerbRow::new("attach", "Attach", Role::Lead, "SN-LEADER-3", "Send a leader to a unit of his command.", attach)
};

/// What the leader attached to a unit adds to its checks and melees (SN-LEADER-4).
pub(crate) fn rating(war: &War, unit: UnitId) -> Option<i16> {
    let leader = war.field().leaders_with(unit).next()?;
    let average = war.state.leaders[leader.index()].replaced;
    let known = !average && rule!("SN-LEADER-4");
    Some(if known { war.post(leader).rating } else { 0 })
}

/// Whether a leader may join a unit: of his command, the C-in-C any, and no other leader is there (SN-LEADER-1, 3).
fn may_join(war: &War, leader: LeaderId, unit: UnitId) -> bool {
    let own = leader_of(war, unit) == leader || war.post(leader).chief;
    let free = !war.has_leader(unit) || !rule!("SN-LEADER-1");
    war.side(unit) == war.setting().leader(leader).side && own && free && rule!("SN-LEADER-3")
}

fn may_ride(war: &War, order: &Order) -> Result<(LeaderId, Hex), rulebook::No<crate::Snappy>> {
    let Some(leader) = order.actor.and_then(Object::leader) else {
        return no("SN-LEADER-2", |_, _| String::from("a leader rides"));
    };
    let Some(hex) = war.field().leader_hex(leader) else {
        return no("SN-LEADER-2", |war, order| format!("{} is not on the map", war.actor_of(order)));
    };
    if war.state.leaders[leader.index()].ridden {
        return no("SN-LEADER-2", |war, order| format!("{} has ridden this turn", war.actor_of(order)));
    }
    Ok((leader, hex))
}

/// Leaders move once a turn, by a ride or along with a unit (SN-LEADER-2).
fn may_move() -> bool {
    rule!("SN-LEADER-2")
}

/// The hexes within a ride: rough going doubles, roads are quicker, never through enemies (SN-LEADER-2).
fn within_ride(war: &War, leader: LeaderId, from: Hex) -> Vec<hexes::Way<Hex>> {
    let ground = war.field().ground();
    let side = war.setting().leader(leader).side;
    let scale = u16::from(war.field().inches_per_hex());
    let points = if may_move() { tables::FULL } else { 0 };
    hexes::ways(from, points, |hex, _, push| {
        for way in Direction::ALL {
            let to = hex + way;
            let enemy = war.field().unit_at(to).is_some_and(|unit| war.side(unit) != side);
            let Some(times) = terrain::step(ground, Shape::Road, hex, way).filter(|_| !enemy) else { continue };
            let [open, road] = tables::RIDE.map(|inches| tables::FULL / inches * scale);
            push(to, if terrain::is_by_road(ground, hex, way) { road } else { open * times });
        }
    })
}

fn rides(war: &War, stem: &Order) -> Reach {
    let Ok((leader, from)) = may_ride(war, stem) else { return Reach::default() };
    let at = |way: &hexes::Way<Hex>| Pose::new(way.node, Facing::North, battle::Formation::line(1));
    rulebook::spots(within_ride(war, leader, from).iter().filter(|way| way.node != from).map(at))
}

fn may_attach(war: &War, order: &Order) -> May {
    let (leader, from) = may_ride(war, order)?;
    let Some(unit) = order.target_unit() else { return no("SN-LEADER-3", |_, _| String::from("he joins a unit")) };
    let held = war.field().footprint(unit);
    // Where he can ride is asked for every unit of his, and made once in a position.
    let ride = Order { target: None, ..Order::new(RIDE).by(leader) };
    let near = || held.contains(from) || war.reach_of(&ride).legal().any(|place| held.contains(place.pose.anchor));
    if war.present(unit) && may_join(war, leader, unit) && near() {
        return Ok(());
    }
    no("SN-LEADER-3", |war, order| {
        format!("{} joins a unit of his command without a leader within a ride", war.actor_of(order))
    })
}

/// What a ride to a unit is worth to it: half a move for every unit of his that comes into command by it, less those that
/// fall out of it.
fn foresee_attach(war: &War, order: &Order) -> Forecast {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else {
        return Forecast::default();
    };
    let there = war.supposing(&Event::LeaderMoved { leader, to: Perch::With(unit), clause: "" });
    let waits = |unit: &UnitId| !war.marked(*unit, marks::MOVED) && leader_of(war, *unit) == leader;
    let led = |war: &War| war.field().present().filter(waits).filter(|unit| in_command(war, *unit)).count() as f64;
    let mobility = ((led(&there) - led(war)) / 2.0).clamp(-1.0, 1.0);
    Forecast { effect: Effect { succeeds: 1.0, mobility, ..Effect::default() }, ..Forecast::default() }
}

fn ride(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(pose)) = (order.actor.and_then(Object::leader), order.pose) else { return };
    umpire.state.leaders[leader.index()].ridden = true;
    umpire.lead(leader, Perch::At(pose.anchor), "SN-LEADER-2");
}

fn attach(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else { return };
    umpire.state.leaders[leader.index()].ridden = true;
    umpire.lead(leader, Perch::With(unit), "SN-LEADER-3");
}

/// The leader of a unit suffers a row of the leader loss table; gives who owes a check because of it (SN-LEADER-6, 7).
pub(crate) fn lose(umpire: &mut Umpire<'_>, unit: UnitId, row: i16, cause: Option<UnitId>) -> Vec<UnitId> {
    let Some(leader) = umpire.field().leaders_with(unit).next() else { return Vec::new() };
    let Some(hex) = umpire.field().leader_hex(leader) else { return Vec::new() };
    let scale = i32::from(umpire.field().inches_per_hex());
    match row {
        1 => sent_back(umpire, leader, hex, 1, cause),
        2 => sent_back(umpire, leader, hex, (tables::SENT_BACK / scale).max(1), cause),
        3..=tables::DECAPITATED => {
            let told =
                Told { actor: Some(leader.into()), ..Told::new("{a} is hit and leaves the field", "SN-LEADER-6") };
            umpire.tell(told);
            let turn = umpire.field().turn() + tables::RECOVERY;
            let succeeded = row > 3 && umpire.options().successors;
            let state = &mut umpire.state.leaders[leader.index()];
            state.back = ((row == 3 || succeeded) && rule!("SN-LEADER-9")).then_some((turn, hex));
            state.replaced |= succeeded;
            umpire.lead(leader, Perch::Away, "SN-LEADER-6");
        }
        _ => {}
    }
    if row == tables::DECAPITATED { shaken(umpire, leader, hex) } else { Vec::new() }
}

/// Units within 3 inches of where a leader was decapitated, the nearest first (SN-LEADER-7).
fn shaken(war: &War, leader: LeaderId, hex: Hex) -> Vec<UnitId> {
    let side = war.setting().leader(leader).side;
    let near = |unit: &UnitId| inches(war, war.field().footprint(*unit).distance_to(hex)) <= tables::SHAKEN;
    let his = |unit: &UnitId| war.side(*unit) == side || war.options().shakes_all;
    let mut units: Vec<UnitId> =
        war.field().present().filter(near).filter(his).filter(|_| rule!("SN-LEADER-7")).collect();
    if rule!("SN-SEQ-6b") {
        units.sort_by_key(|unit| (war.field().footprint(*unit).distance_to(hex), *unit));
    }
    units
}

/// A leader goes back on his own, away from the cause, to the last hex on which he can be (SN-LEADER-8).
fn sent_back(umpire: &mut Umpire<'_>, leader: LeaderId, from: Hex, steps: i32, cause: Option<UnitId>) {
    let side = umpire.setting().leader(leader).side;
    let grid = umpire.field().ground().grid();
    let nearest = |war: &War| {
        let enemies =
            war.field().present_of(side.other()).map(|enemy| (war.field().footprint(enemy).distance_to(from), enemy));
        enemies.min().map(|(_, enemy)| enemy)
    };
    let cause = cause.filter(|cause| umpire.present(*cause)).or_else(|| nearest(umpire));
    let edges = umpire.fixed().edge;
    let [home, theirs] = [edges[side.index()], edges[side.other().index()]];
    let print = cause.map(|cause| umpire.field().footprint(cause));
    let far = |hex: Hex| print.map_or(theirs.distance(grid, hex), |print| print.distance_to(hex));
    let (mut at, mut end) = (from, from);
    for _ in 0..steps {
        let away = Direction::ALL.into_iter().filter(|way| far(at + *way) >= far(at));
        let best = away.min_by_key(|way| (-far(at + *way), home.distance(grid, at + *way), way.index()));
        let Some(way) = best.filter(|way| grid.contains(at + *way)) else { break };
        at += way;
        let enemy = umpire.field().unit_at(at).is_some_and(|unit| umpire.side(unit) != side);
        if !enemy && terrain::is_standable(umpire.field().ground(), at) {
            end = at;
        }
    }
    let to = if rule!("SN-LEADER-8") { end } else { from };
    umpire.lead(leader, Perch::At(to), "SN-LEADER-8");
}

/// A leader whose place is lost goes to the nearest unit of his side, and joins it if he may (SN-LEADER-5).
pub(crate) fn displace(umpire: &mut Umpire<'_>, leader: LeaderId) {
    let Some(hex) = umpire.field().leader_hex(leader) else { return };
    let side = umpire.setting().leader(leader).side;
    let to = match nearest(umpire, hex, |unit| umpire.side(unit) == side) {
        Some(unit) if may_join(umpire, leader, unit) => Perch::With(unit),
        Some(unit) => Perch::At(umpire.pose(unit).anchor),
        None => Perch::Away,
    };
    if rule!("SN-LEADER-5") {
        umpire.lead(leader, to, "SN-LEADER-5");
    }
}

/// Enemy leaders alone on the hexes of a unit make off.
pub(crate) fn clear_place(umpire: &mut Umpire<'_>, unit: UnitId) {
    let held = umpire.field().footprint(unit).hexes().to_vec();
    drive_off(umpire, unit, &held);
}

/// A leader who goes along with his unit has had his move (SN-LEADER-2).
pub(crate) fn go_along(umpire: &mut Umpire<'_>, unit: UnitId) {
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        umpire.state.leaders[leader.index()].ridden = may_move();
    }
}

fn nearest(war: &War, hex: Hex, fits: impl Fn(UnitId) -> bool) -> Option<UnitId> {
    let units = war.field().present().filter(|unit| fits(*unit));
    units.min_by_key(|unit| (war.field().footprint(*unit).distance_to(hex), *unit))
}

/// Enemy leaders alone on hexes that a unit comes over make off.
pub(crate) fn drive_off(umpire: &mut Umpire<'_>, unit: UnitId, swept: &[Hex]) {
    let enemy = umpire.side(unit).other();
    for leader in umpire.setting().leaders_of(enemy).collect::<Vec<_>>() {
        if matches!(umpire.field().leader(leader), Perch::At(hex) if swept.contains(&hex)) {
            displace(umpire, leader);
        }
    }
}

/// S0: leaders whose absence is over come back to their command, nearest to where they fell (SN-LEADER-9).
pub(crate) fn come_back(umpire: &mut Umpire<'_>) {
    for place in 0..umpire.state.leaders.len() {
        let leader = LeaderId(place as u8);
        let Some((_, hex)) = umpire.state.leaders[place].back.filter(|(turn, _)| *turn <= umpire.field().turn()) else {
            continue;
        };
        umpire.state.leaders[place].back = None;
        let headless = !umpire.fixed().command.contains(&leader);
        let side = umpire.setting().leader(leader).side;
        let own = |unit| umpire.side(unit) == side && (headless || leader_of(umpire, unit) == leader);
        if let Some(unit) = nearest(umpire, hex, own) {
            let joins = may_join(umpire, leader, unit);
            let to = if joins { Perch::With(unit) } else { Perch::At(umpire.pose(unit).anchor) };
            umpire.emit(Event::LeaderMoved { leader, to, clause: "SN-LEADER-9" });
        }
    }
}
