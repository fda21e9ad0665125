//! What is sensible first: the order of verbs, of targets and of places. Judgements for whoever looks; nothing here decides
//! what is legal.

use battle::{
    Arm, Battlefield, Destination, Effect, Goal, Object, Order, Pose, PoseOf, Presence, Reach, Role, System, UnitId,
};
use hexes::Hex;

/// Hexes that a place with the back to the goal is farther away than it seems.
const TURN: i32 = 6;

/// The most orders of one verb that are weighed against each other.
const WEIGHED: usize = 60;

/// The most orders of one verb whose places are looked for before anybody asks.
const ROOMS: usize = 2;

/// Gains below this are no chance at all.
const NOTHING: f64 = 0.004;

/// A charge that gains less is one that nobody should make.
const LITTLE: f64 = 0.2;

/// Hexes that troops leave between themselves and an enemy they go at.
const GAP: i32 = 3;

/// The share of a unit that all enemies together may be expected to cost it at a place that is offered first, as long as
/// it would be safer short of that; and how many places short of it are looked at.
const DANGER: f64 = 0.35;
const SHORTER: usize = 12;

/// Where a verb stands in a menu: what is done most often comes first.
#[must_use]
pub const fn rank(role: Role) -> u8 {
    match role {
        Role::Place | Role::Deploy | Role::Activate => 0,
        Role::Move => 1,
        Role::Fire | Role::Pursue | Role::Defend => 2,
        Role::Assault => 3,
        Role::Form | Role::Rally => 4,
        Role::Maneuver | Role::March => 5,
        Role::Command | Role::Lead => 6,
        Role::Search | Role::Resupply => 7,
        Role::Keep => 8,
        Role::Done => 9,
    }
}

/// What an order is judged to come to.
#[must_use]
pub fn effect(system: &dyn System, order: &Order) -> Effect {
    system.estimates().judged(order, &system.forecast(order))
}

/// One number for it: what is gained less what it costs, in units.
fn gain(effect: &Effect) -> f64 {
    let won = effect.inflicted + effect.destroys + 0.5 * effect.repels + effect.recovers + 0.1 * effect.succeeds;
    won - effect.taken - effect.destroyed - 0.5 * effect.repelled
}

/// Whether orders of that role are given to hurt somebody.
#[must_use]
pub const fn strikes(role: Role) -> bool {
    matches!(role, Role::Fire | Role::Assault)
}

/// Whether a blow of that kind can come to anything.
fn is_hopeless(role: Role, effect: &Effect) -> bool {
    let won = effect.inflicted + effect.destroys + effect.repels + effect.recovers + effect.succeeds;
    strikes(role) && won < NOTHING
}

/// What can be hoped of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hope {
    /// It is a blow that has no chance to do anything.
    None,
    /// It is a charge of which little can be hoped.
    Little,
    /// Enough, or it is no blow.
    Enough,
}

/// What can be hoped of an order.
#[must_use]
pub fn hope(system: &dyn System, order: &Order) -> Hope {
    let role = system.verb(order).map_or(Role::Done, |verb| verb.role);
    if !strikes(role) {
        return Hope::Enough;
    }
    if role == Role::Assault && is_far(system, order) {
        return Hope::None;
    }
    let effect = effect(system, order);
    let aimed = order.target_unit().is_some() && order.pose.is_none();
    match role {
        _ if is_hopeless(role, &effect) => Hope::None,
        Role::Assault if aimed && gain(&effect) < LITTLE => Hope::Little,
        _ => Hope::Enough,
    }
}

/// Whether an order is a blow that has no chance to do anything.
#[must_use]
pub fn is_vain(system: &dyn System, order: &Order) -> bool {
    hope(system, order) == Hope::None
}

/// Why none of the orders of a verb has a chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vain {
    /// There is no place to go to.
    Room,
    /// All that it could be at is too far away.
    Far,
    /// Nobody that it could be at can be hurt by it.
    Harmless,
}

impl Vain {
    /// In a word or two, for a row of a menu.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Vain::Room => "no room",
            Vain::Far => "too far",
            Vain::Harmless => "no chance",
        }
    }

    /// As a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Vain::Room => "There is no place that it could go to.",
            Vain::Far => "Every enemy is too far away.",
            Vain::Harmless => "It can hurt nobody from here.",
        }
    }
}

/// Why none of the orders of one verb has a chance, when none has.
#[must_use]
pub fn vain(system: &dyn System, role: Role, orders: &[Order]) -> Vain {
    match role {
        Role::Assault if orders.iter().all(|order| is_far(system, order)) => Vain::Far,
        _ if strikes(role) => Vain::Harmless,
        _ => Vain::Room,
    }
}

/// How far an order to a command sends it at the enemy, in hundredths.
#[must_use]
pub fn drive(system: &dyn System, order: &Order) -> i32 {
    system.forecast(order).binding.map_or(0, |binding| (binding.drive * 100.0).round() as i32)
}

/// Whether the target of a charge is much farther away than its unit goes in a turn, as anybody sees without measuring.
fn is_far(system: &dyn System, order: &Order) -> bool {
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return false };
    let field = system.field();
    let here = |unit: UnitId| field.unit(unit).presence == Presence::OnMap;
    let pace = system.estimates().pace(unit).hexes(field.inches_per_hex());
    here(unit) && here(target) && field.distance(unit, target) > 2 * pace + GAP
}

/// Whether an order is one that a side would regret not to have thought of: a move, a blow with a chance, means to act.
#[must_use]
pub fn matters(system: &dyn System, order: &Order) -> bool {
    match system.verb(order).map_or(Role::Done, |verb| verb.role) {
        Role::Deploy | Role::Activate | Role::Move | Role::Rally | Role::Pursue => true,
        Role::Fire | Role::Assault => hope(system, order) == Hope::Enough,
        _ => false,
    }
}

/// Whether orders that lack their pose have any place to end.
#[must_use]
pub fn has_room(system: &dyn System, stems: &[Order]) -> bool {
    stems.len() > ROOMS || stems.iter().any(|stem| system.reach(stem).legal().next().is_some())
}

/// Puts the orders of one verb in order, best first, where they are blows at somebody; how many of them are not without
/// a chance. Other orders stay as they are listed.
pub fn best_first(system: &dyn System, role: Role, orders: &mut [Order]) -> usize {
    let aimed = orders.iter().all(|order| matches!(order.target, Some(Object::Unit(_))) && order.pose.is_none());
    if !strikes(role) || !aimed || orders.len() > WEIGHED {
        return orders.len();
    }
    let mut weighed: Vec<(Order, Effect)> = orders.iter().map(|order| (*order, effect(system, order))).collect();
    let vain = |one: &(Order, Effect)| is_hopeless(role, &one.1) || role == Role::Assault && is_far(system, &one.0);
    let key = |one: &(Order, Effect)| (vain(one), gain(&one.1));
    weighed.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0).then(b.1.total_cmp(&a.1))
    });
    let good = weighed.iter().filter(|one| !vain(one)).count();
    orders.iter_mut().zip(weighed).for_each(|(order, (better, _))| *order = better);
    good
}

/// Where a unit is likely to want to go: the nearest goal that its side does not have, else towards the nearest enemy,
/// with the hexes to be kept from there.
fn wanted(system: &dyn System, unit: UnitId) -> Option<(Hex, i32)> {
    let field = system.field();
    let (side, from) = (field.side(unit), field.unit(unit).pose.anchor);
    let open = field.roster().objectives.iter().zip(field.holders()).filter(|(objective, holder)| {
        objective.side.is_none_or(|own| own == side)
            && (objective.goal == Goal::Exit
                || matches!(objective.goal, Goal::Hold | Goal::Occupy) && **holder != Some(side))
    });
    let goal = open.flat_map(|(objective, _)| objective.hexes.iter().copied()).min_by_key(|hex| from.distance(*hex));
    let enemies = field.present_of(side.other()).map(|enemy| field.unit(enemy).pose.anchor);
    let enemy = enemies.min_by_key(|hex| from.distance(*hex));
    let guns = field.roster().unit(unit).arm == Arm::Artillery;
    let gap = if guns { range(system, unit) * 3 / 4 } else { GAP };
    match (goal, enemy) {
        (Some(goal), Some(enemy)) if from.distance(goal) <= from.distance(enemy) + gap && !guns => Some((goal, 0)),
        (_, Some(enemy)) => Some((enemy, gap)),
        (Some(goal), None) => Some((goal, 0)),
        (None, None) => None,
    }
}

/// How many hexes a unit shoots.
fn range(system: &dyn System, unit: UnitId) -> i32 {
    system.estimates().fire_range(unit).hexes(system.field().inches_per_hex())
}

/// The place of a move that goes farthest on the way to where the unit is likely to want to go, short of where it would be
/// shot to pieces; nothing where no such place brings it nearer.
#[must_use]
pub fn useful_place(system: &dyn System, stem: &Order, reach: &Reach) -> Option<Pose> {
    let (unit, verb) = (stem.unit()?, system.verb(stem)?);
    let now = system.field().unit(unit).pose;
    if matches!(verb.role, Role::Form | Role::Defend) {
        let near = |place: &&Destination| {
            let pose = place.pose;
            (pose.anchor.distance(now.anchor), pose.facing.turns_to(now.facing), place.cost, pose)
        };
        return reach.legal().min_by_key(near).map(|place| place.pose);
    }
    if !matches!(verb.role, Role::Move | Role::March | Role::Place | Role::Pursue | Role::Assault) {
        return None;
    }
    let (goal, gap) = match stem.target_unit().filter(|_| verb.role == Role::Assault) {
        Some(enemy) => (system.field().unit(enemy).pose.anchor, 0),
        None => wanted(system, unit)?,
    };
    let short = |hex: Hex| (hex.distance(goal) - gap).max(0);
    let key = |place: &Destination| {
        let pose = place.pose;
        let end = if verb.pose == PoseOf::Start { pose.anchor + pose.facing.ahead() } else { pose.anchor };
        let turned = (pose.anchor + pose.facing.ahead() + pose.facing.ahead()).distance(goal);
        // Where the back is turned to it, it has to turn first: an anchor that lies nearer for that gains nothing.
        let far = pose.anchor.distance(goal);
        let back = if far > 2 && turned > far { TURN } else { 0 };
        (short(end) + back, (pose.formation != now.formation, turned, place.cost, pose))
    };
    let best = match verb.role {
        Role::Move | Role::March if verb.pose != PoseOf::Start => {
            safest(system, unit, reach, |place| Some(key(place)).filter(|key| key.0 < short(now.anchor)))?
        }
        _ => reach.legal().min_by_key(|place| key(place))?.pose,
    };
    let nearer = short(best.anchor) < short(now.anchor)
        || verb.pose == PoseOf::Start
        || matches!(verb.role, Role::Place | Role::Assault);
    nearer.then_some(best)
}

/// Of the places that have a key, or of those to which the way costs nothing where there are any: the first in its order and
/// some farther back, the first where enemies may not be expected to cost the unit too much; the one that costs least where
/// each costs too much.
fn safest<K: Ord>(
    system: &dyn System,
    unit: UnitId,
    reach: &Reach,
    key: impl Fn(&Destination) -> Option<(i32, K)>,
) -> Option<Pose> {
    let keyed = |place: &Destination| Some((key(place)?, place.pose));
    let free = |place: &&Destination| system.estimates().toll(unit, place) < NOTHING;
    let mut places: Vec<((i32, K), Pose)> = reach.legal().filter(free).filter_map(keyed).collect();
    if places.is_empty() {
        places = reach.legal().filter_map(keyed).collect();
    }
    places.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    places.dedup_by_key(|((short, _), _)| *short);
    let mut weighed = places.into_iter().take(SHORTER).map(|(_, pose)| (danger(system, unit, &pose), pose));
    let first = weighed.next()?;
    if first.0 <= DANGER {
        return Some(first.1);
    }
    let mut least = first;
    for (danger, pose) in weighed {
        if danger <= DANGER {
            return Some(pose);
        }
        if danger < least.0 {
            least = (danger, pose);
        }
    }
    Some(least.1)
}

/// The share of the unit that all enemies together may be expected to cost it in that pose in their next turn.
fn danger(system: &dyn System, unit: UnitId, pose: &Pose) -> f64 {
    let field = system.field();
    let cost = |enemy: UnitId| {
        let threat = system.estimates().threat(enemy, &field.unit(enemy).pose, unit, pose);
        threat.fire + threat.charge
    };
    field.present_of(field.side(unit).other()).map(cost).sum()
}

/// Why a unit cannot stand in that pose, where what stands in its way shows: who is there, or who stands between, and how
/// far it would get.
#[must_use]
pub fn blocked(system: &dyn System, stem: &Order, reach: &Reach, ghost: &Pose) -> Option<String> {
    let unit = stem.unit()?;
    let field = system.field();
    let others = |hex: Hex| field.unit_at(hex).filter(|other| *other != unit);
    let there = field.footprint_at(unit, ghost).hexes().iter().find_map(|hex| others(*hex));
    if let Some(other) = there {
        return Some(format!("{} stands there", field.label(other.into())));
    }
    let far = far_end(field, unit, reach, ghost)?;
    let between = between(far.pose.anchor, ghost.anchor).into_iter().find_map(others);
    let blocker = between.map(|other| format!("{} is in the way; ", field.label(other.into())));
    let far_end = far.pose.anchor.offset();
    let cost = system.info().paces.told(far.cost.into());
    Some(format!("{}it gets as far as {far_end} ({cost})", blocker.unwrap_or_default()))
}

/// Who stands first straight ahead of a unit that sets out in that pose, within so many hexes, and how many lie between.
#[must_use]
pub fn in_the_lane(field: &Battlefield, unit: UnitId, pose: &Pose, most: i32) -> Option<(UnitId, i32)> {
    let footprint = field.footprint_at(unit, pose);
    let [left, right] = [pose.facing.front_left(), pose.facing.front_right()];
    let other = |hex: Hex| field.unit_at(hex).filter(|other| *other != unit);
    let mut ranks = footprint.hexes().to_vec();
    for between in 0..most {
        // Every other rank ahead stands between two hexes of the one before.
        let next = |hex: Hex| if between % 2 == 0 { hex.neighbor(left) } else { hex.neighbor(right) };
        let beside = if between % 2 == 0 { right } else { left };
        let met = ranks.iter().find_map(|hex| other(hex.neighbor(beside)).or_else(|| other(next(*hex))));
        if let Some(met) = met {
            return Some((met, between));
        }
        ranks.iter_mut().for_each(|hex| *hex = next(*hex));
    }
    None
}

/// The legal place nearest to the one wanted, if it lies nearer than the unit does now.
fn far_end<'a>(field: &Battlefield, unit: UnitId, reach: &'a Reach, ghost: &Pose) -> Option<&'a Destination> {
    let now = field.unit(unit).pose.anchor.distance(ghost.anchor);
    let best = reach.legal().min_by_key(|place| (place.pose.anchor.distance(ghost.anchor), place.cost))?;
    (best.pose.anchor.distance(ghost.anchor) < now).then_some(best)
}

/// The hexes on the way from one to another, without the first, each nearer than the one before.
pub(crate) fn between(from: Hex, to: Hex) -> Vec<Hex> {
    let mut way = Vec::new();
    let mut at = from;
    while at != to {
        let Some(next) = at.neighbors().into_iter().min_by_key(|hex| hex.distance(to)) else { break };
        way.push(next);
        at = next;
    }
    way
}
