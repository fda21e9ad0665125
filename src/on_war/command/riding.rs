//! Leaders on their way: to units, and to hexes beside them (OW-CMD-5).

use battle::{LeaderId, Object, Order, Perch, Role, Side, UnitId, rule};
use hexes::{Direction, Hex, HexSet};
use rulebook::{Actor, Target, no};

use crate::ground::{crossing, going};
use crate::info::{ATTACH, RIDE};
use crate::measures::{self, kind};
use crate::profile::Post;
use crate::{May, Umpire, VerbRow, War, tables};

pub(crate) const ATTACH_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    candidates: |war, out| rulebook::each_leader_to_unit(ATTACH, war, out),
    may: may_attach,
    ..VerbRow::new("attach", "Attach", Role::Lead, "OW-CMD-5", "Send a leader up to 12 inches to a unit.", ride)
};

pub(crate) const RIDE_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    target: Target::Hex,
    candidates: |war, out| {
        let posts = posts(war);
        for leader in war.setting().leaders_of(war.state.player).filter(|leader| has_ride_left(war, *leader).is_ok()) {
            out.extend(posts.iter().map(|hex| Order::new(RIDE).by(leader).on(Object::Hex(*hex))));
        }
    },
    may: may_ride_to,
    ..VerbRow::new("ride", "Ride", Role::Lead, "OW-CMD-5", "Send a leader up to 12 inches to a hex.", ride)
};

fn leader_of(order: &Order) -> Option<LeaderId> {
    order.actor.and_then(Object::leader)
}

/// Whether a leader may still ride this turn: once, and away from a unit only before that has done anything.
fn has_ride_left(war: &War, leader: LeaderId) -> May {
    if matches!(war.post(leader), Post::Officer(_)) {
        return no("OW-CMD-5", |war, order| format!("{} stays with his unit", war.actor_of(order)));
    }
    if war.state.leaders[leader.index()].ridden {
        return no("OW-CMD-5", |war, order| format!("{} has ridden this turn", war.actor_of(order)));
    }
    match war.field().leader(leader) {
        Perch::Away => no("OW-CMD-5", |war, order| format!("{} is not on the map", war.actor_of(order))),
        Perch::With(unit) if war.own(unit).moved || war.own(unit).formed => no("OW-CMD-5", |war, order| {
            let unit = leader_of(order).and_then(|leader| war.unit_of(leader)).map_or("a unit", |unit| war.name(unit));
            format!("{} is with {unit}, which has moved: he leaves only before that", war.actor_of(order))
        }),
        _ => Ok(()),
    }
}

/// Inches a leader rides in a turn (OW-CMD-5).
fn ride_inches() -> i32 {
    if rule!("OW-CMD-5") { tables::RIDE } else { 0 }
}

/// Where a leader's ride begins: on his hex, or on any of the unit's that he is with.
fn starts(war: &War, leader: LeaderId) -> Vec<Hex> {
    match war.field().leader(leader) {
        Perch::With(unit) => war.field().footprint(unit).hexes().to_vec(),
        Perch::At(hex) => vec![hex],
        Perch::Away => Vec::new(),
    }
}

/// Whether a leader comes to one of those hexes with his 12 inches: round what stops everybody (OW-TERRAIN-5) and past no
/// enemy (OW-MOVE-11).
fn comes_to(war: &War, leader: LeaderId, ends: &[Hex]) -> bool {
    let (starts, hexes) = (starts(war, leader), measures::as_hexes(war, ride_inches()));
    let pairs = starts.iter().flat_map(|from| ends.iter().map(move |to| (from.distance(*to), *from, *to)));
    let Some((apart, from, to)) = pairs.min() else { return false };
    let country = Country { war, side: war.setting().leader(leader).side, ends };
    apart <= hexes && (country.is_straight(from, to) || country.is_within(&starts, hexes))
}

/// The country as a leader rides through it.
struct Country<'a> {
    war: &'a War,
    side: Side,
    /// Where he wants to get.
    ends: &'a [Hex],
}

impl Country<'_> {
    /// Whether a leader comes from a hex to the next over that side of it.
    fn is_open(&self, from: Hex, step: Direction) -> bool {
        let (field, to) = (self.war.field(), from.neighbor(step));
        let ground = field.ground();
        let barred =
            crossing::stops_everybody(going::going(ground, to)) || crossing::bars_everybody(ground.edge(from, step));
        !(barred && rule!("OW-TERRAIN-5c")) && ground.grid().contains(to) && self.is_clear(to)
    }

    /// Whether nobody keeps him off a hex: his own troops are on it, or neither a house nor an enemy beside it is.
    fn is_clear(&self, hex: Hex) -> bool {
        let field = self.war.field();
        let friend = field.unit_at(hex).is_some_and(|there| self.war.side(there) == self.side);
        let house = field.ground().terrain(hex).is_built_up() && !self.ends.contains(&hex);
        friend || !(house || is_beside_enemy(self.war, self.side, hex))
    }

    /// Whether a way of so many hexes, as short as can be, is open.
    fn is_straight(&self, from: Hex, to: Hex) -> bool {
        let mut at = from;
        while at != to {
            let nearer = |step: &Direction| at.neighbor(*step).distance(to) < at.distance(to);
            match Direction::ALL.into_iter().filter(nearer).find(|step| self.is_open(at, *step)) {
                Some(step) => at = at.neighbor(step),
                None => return false,
            }
        }
        true
    }

    /// Whether any way of so many hexes leads to where he wants to get.
    fn is_within(&self, starts: &[Hex], hexes: i32) -> bool {
        let mut known = HexSet::new(self.war.field().ground().grid());
        let mut front = starts.to_vec();
        for _ in 0..hexes {
            let steps = front.iter().flat_map(|from| Direction::ALL.map(|step| (*from, step)));
            let open = steps.filter(|(from, step)| self.is_open(*from, *step));
            front = open.map(|(from, step)| from.neighbor(step)).filter(|hex| known.insert(*hex)).collect();
            if front.iter().any(|hex| self.ends.contains(hex)) {
                return true;
            }
        }
        false
    }
}

/// Whether an enemy of a side is on a hex or next to it.
fn is_beside_enemy(war: &War, side: Side, hex: Hex) -> bool {
    let enemy = |hex: Hex| war.field().unit_at(hex).is_some_and(|there| war.side(there) != side);
    (enemy(hex) || hex.neighbors().into_iter().any(enemy)) && rule!("OW-MOVE-11c")
}

/// Whether a leader may join a unit: horse or foot, near enough, no other of his kind there; a brigade commander
/// one of his brigade, guns too.
fn may_attach(war: &War, order: &Order) -> May {
    let (Some(leader), Some(unit)) = (leader_of(order), order.target_unit()) else {
        return no("OW-CMD-5", |_, _| String::from("name a leader and a unit for this order"));
    };
    has_ride_left(war, leader)?;
    if !war.is_players(unit) {
        return no("OW-CMD-5", |war, order| format!("{} rides to units of his own side", war.actor_of(order)));
    }
    if war.field().leader(leader) == Perch::With(unit) {
        return no("OW-CMD-5", |war, order| {
            format!("{} is with {} already", war.actor_of(order), war.target_of(order))
        });
    }
    let post = *war.post(leader);
    match post {
        Post::Brigadier(brigade) if war.field().roster().unit(unit).brigade != brigade => {
            return no("OW-CMD-5", |war, order| {
                format!("{} is not of {}'s brigade", war.target_of(order), war.actor_of(order))
            });
        }
        Post::General if !rule!("OW-CMD-1") => {
            return no("OW-CMD-1", |war, order| format!("{} joins nobody", war.actor_of(order)));
        }
        Post::General | Post::Adjutant if kind(war, unit).is_guns() => {
            return no("OW-CMD-5", |war, order| {
                format!("{} joins foot or horse, not the guns of {}", war.actor_of(order), war.target_of(order))
            });
        }
        _ => {}
    }
    let like = |one: &Post| std::mem::discriminant(one) == std::mem::discriminant(&post);
    if war.field().leaders_with(unit).any(|with| like(war.post(with))) {
        return no("OW-CMD-5", |war, order| format!("{} has a leader of that kind already", war.target_of(order)));
    }
    if !comes_to(war, leader, war.field().footprint(unit).hexes()) {
        return no("OW-CMD-5", |war, order| {
            let (name, unit) = (war.actor_of(order), war.target_of(order));
            format!("{name} does not come to {unit} with the {} inches he rides", tables::RIDE)
        });
    }
    Ok(())
}

/// Where leaders may stop on their own: beside the middle of the front of a unit of their side.
fn posts(war: &War) -> Vec<Hex> {
    let units = war.field().present_of(war.state.player);
    let mut hexes: Vec<Hex> = units.flat_map(|unit| war.pose(unit).anchor.neighbors()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Whether a leader may ride to a hex: free, near enough, beside the middle of a unit of his side, not next to an enemy.
fn may_ride_to(war: &War, order: &Order) -> May {
    let (Some(leader), Some(Object::Hex(hex))) = (leader_of(order), order.target) else {
        return no("OW-CMD-5", |_, _| String::from("name a leader and a hex for this order"));
    };
    has_ride_left(war, leader)?;
    let beside = |unit: UnitId| war.pose(unit).anchor.distance(hex) == 1;
    if may_stop_at(war, leader, hex) && war.field().present_of(war.state.player).any(beside) {
        return Ok(());
    }
    no("OW-CMD-5", |war, order| {
        format!(
            "{} rides {} inches to one of his units, or to a free hex beside the middle of one",
            war.actor_of(order),
            tables::RIDE
        )
    })
}

fn may_stop_at(war: &War, leader: LeaderId, hex: Hex) -> bool {
    let ground = war.field().ground();
    let free = war.field().unit_at(hex).is_none() && !crossing::stops_everybody(going::going(ground, hex));
    free && !ground.terrain(hex).is_building()
        && war.field().leader(leader) != Perch::At(hex)
        && comes_to(war, leader, &[hex])
}

fn ride(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(leader) = leader_of(order) else { return };
    let to = match order.target {
        Some(Object::Unit(unit)) => Perch::With(unit),
        Some(Object::Hex(hex)) => Perch::At(hex),
        _ => return,
    };
    umpire.state.leaders[leader.index()].ridden = true;
    umpire.lead(leader, to, "OW-CMD-5");
}
