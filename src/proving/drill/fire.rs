//! Fire: who sees and reaches whom, with how many dice, and what it does.

use battle::{Arm, Chance, Effect, FireArc, Footprint, Forecast, Order, Pool, Pose, Reading, Role, UnitId};
use hexes::{Frame, Hex};
use rulebook::{May, Target, Umpire, VerbRow, no};

use super::estimates::{self, tame};
use super::info::FIRE;
use super::marks;
use super::{Drill, War, Why, arm, hurt, movement, tables};

pub(super) const FIRE_ROW: VerbRow<Drill> = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player) {
            shots(war, unit, out);
        }
    },
    may: may_fire,
    foresee,
    ..VerbRow::new("fire", "Fire", Role::Fire, "DR-FIRE", "Fire at an enemy.", |umpire, order| {
        if let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) {
            movement::spend(umpire, unit, marks::FIRED);
            shoot(umpire, unit, target, Why::Fire);
        }
    })
};

/// Enemies on the map that are not hidden.
pub(super) fn known_enemies(war: &War, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    war.field().present_of(war.side(unit).other()).filter(|enemy| !war.marked(*enemy, marks::HIDDEN))
}

/// The shots a unit may come to make this turn.
pub(super) fn shots(war: &War, unit: UnitId, out: &mut Vec<Order>) {
    let shots = known_enemies(war, unit).map(|enemy| Order::new(FIRE).by(unit).on(enemy));
    out.extend(shots.filter(|order| may_fire(war, order).is_ok()));
}

fn may_fire(war: &War, order: &Order) -> May<Drill> {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else {
        return no("DR-FIRE", |_, _| String::from("a unit fires at a unit"));
    };
    if war.marked(unit, marks::FIRED | marks::CHARGED) {
        return no("DR-FIRE", |war, order| {
            format!("{} has fired or charged this turn", order.unit().map_or("the unit", |unit| war.name(unit)))
        });
    }
    let fair = war.present(enemy) && war.side(enemy) != war.side(unit) && !war.marked(enemy, marks::HIDDEN);
    if fair && can_fire(war, unit, &war.pose(unit), enemy, &war.pose(enemy)) {
        return Ok(());
    }
    no("DR-FIRE", |war, order| {
        format!(
            "{} does not see an enemy within range in {}",
            order.unit().map_or("the unit", |unit| war.name(unit)),
            order.target_unit().map_or("it", |unit| war.name(unit))
        )
    })
}

/// One unit fires at another; the answer is the number of hits.
pub(super) fn shoot(umpire: &mut Umpire<'_, Drill>, by: UnitId, on: UnitId, why: Why) -> i16 {
    let pool = fire_pool(umpire, by, &umpire.pose(by), on, &umpire.pose(on));
    let hits = umpire.throw(&pool, umpire.by_unit(by, Some(on), why));
    hurt(umpire, on, hits, "fire");
    hits
}

/// What a shot may bring.
pub(super) fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let pool = fire_pool(war, by, &war.pose(by), on, &war.pose(on));
    let hits = pool.outcome();
    let destroys = hits.at_least(war.strength(on).max(0) as usize);
    let results = vec![
        Chance { label: "target destroyed", chance: tame(destroys) },
        Chance { label: "target hurt", chance: tame(hits.at_least(1) - destroys) },
        Chance { label: "no effect", chance: tame(1.0 - hits.at_least(1)) },
    ];
    let inflicted = estimates::share(war, on, &hits);
    let effect = Effect { inflicted, destroys: tame(destroys), ..estimates::CERTAIN };
    Forecast { rolls: vec![pool.shown(Some(by.into()))], results, effect, ..Forecast::default() }
}

/// The dice of a shot between two poses.
pub(super) fn fire_pool(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Pool {
    let (own, theirs) = (war.field().footprint_at(by, from), war.field().footprint_at(on, at));
    let guns = if arm(war, by) == Arm::Artillery { 2 } else { 1 };
    let dice = own.front().len().max(1) as i16 * guns;
    let mut pool = Pool::new("fire", "DR-FIRE", dice, Reading::Successes(tables::FIRE_NEED)).bounded(2, 6);
    if own.distance(&theirs) <= 1 {
        pool.need("close range", -1, "DR-FIRE-1");
    }
    if covered(war, on, at) > 0.0 {
        pool.need("target in cover", 1, "DR-FIRE-2");
    }
    if war.marked(by, marks::MOVED) {
        pool.dice("moved", -1, "DR-FIRE-3");
    }
    if war.marked(by, marks::DISORDERED) {
        pool.dice("disordered", -1, "DR-FIRE-4");
    }
    if flanks(&own, at, war.stands(on)) {
        pool.dice("into the flank", 1, "DR-FIRE-5");
    }
    pool
}

/// How far a unit fires in that pose, in hexes.
pub(super) fn range(war: &War, unit: UnitId, pose: &Pose) -> i32 {
    tables::range(arm(war, unit), pose.formation)
}

/// Whether a hex lies before the front of a unit in that pose, within 45 degrees outward of its ends.
fn before(pose: &Pose, stands: u8, hex: Hex) -> bool {
    let files = pose.stands(stands).front().len().max(1) as u8;
    let place = Frame::of_rank(pose.anchor, pose.facing, files).local(hex);
    place.k >= 2 && place.u.abs() <= 2 * i32::from(files) + place.k
}

/// Whether a footprint comes at a unit from outside its front.
pub(super) fn flanks(from: &Footprint, at: &Pose, stands: u8) -> bool {
    !from.hexes().iter().any(|hex| before(at, stands, *hex))
}

/// Whether `by`, standing as `from`, can fire at `on`, standing as `at`; sight by the first hexes that see.
pub(super) fn can_fire(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> bool {
    let (own, theirs) = (war.field().footprint_at(by, from), war.field().footprint_at(on, at));
    let (near, stands) = (range(war, by, from), war.stands(by));
    own.front().iter().any(|eye| {
        let good = |hex: &Hex| {
            eye.distance(*hex) <= near && before(from, stands, *hex) && sees_past(war, *eye, *hex, [by, on])
        };
        theirs.hexes().iter().any(good)
    })
}

/// Whether nothing on the way hides one hex from the other: higher ground, woods, houses, or units not in `but`.
pub(super) fn sees_past(war: &War, from: Hex, to: Hex, but: [UnitId; 2]) -> bool {
    let closed = |hex: Hex| {
        let ground = war.field().ground();
        let terrain = ground.terrain(hex);
        let level = ground.elevation(hex) <= ground.elevation(from).max(ground.elevation(to));
        let through = |unit: UnitId| but.contains(&unit) || war.marked(unit, marks::HIDDEN);
        let free = war.field().unit_at(hex).is_none_or(through);
        !level || !free || terrain.is_woods() || terrain.is_building()
    };
    !war.field().ground().worst_on_line(from, to, false, true, closed)
}

/// Cover in a pose: 1 when every stand is in woods, buildings or works.
pub(super) fn covered(war: &War, unit: UnitId, pose: &Pose) -> f64 {
    let print = war.field().footprint_at(unit, pose);
    let sheltered = |hex: &&Hex| {
        let terrain = war.field().ground().terrain(**hex);
        terrain.is_woods() || terrain.is_building() || terrain == battle::Terrain::Works
    };
    let covered = print.hexes().iter().filter(sheltered).count();
    if print.hexes().is_empty() || covered < print.hexes().len() { 0.0 } else { 1.0 }
}

/// Where a unit could shoot from that pose.
pub(super) fn arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
    let (range, stands) = (range(war, unit, pose), war.stands(unit));
    let print = war.field().footprint_at(unit, pose);
    let grid = war.field().ground().grid();
    let band = |hex: Hex| {
        let far = print.front().iter().map(|stand| stand.distance(hex)).min().unwrap_or(i32::MAX);
        (far <= range && before(pose, stands, hex)).then_some((hex, u8::from(far > 1)))
    };
    let hexes = pose.anchor.within(range + i32::from(stands)).filter(|hex| grid.contains(*hex)).filter_map(band);
    FireArc { bands: vec![String::from("close"), String::from("long")], hexes: hexes.collect() }
}
