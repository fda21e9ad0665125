//! Shooting at buildings and obstacles: walls, doors and windows, wounds and breaches (OW-BUILD).

use battle::{
    Distribution, Effect, Event, Forecast, Object, Obstacle, Order, Part, PartKind, Pool, Role, RollKind, Terrain,
    UnitId, rule,
};
use hexes::{Crossing, Direction, Hex, sight_line};
use rulebook::{Target, Throw, no};

use crate::estimates::storming;
use crate::fire::forecasts::{add_share, chance, forecast_rolls, full_stands};
use crate::fire::gunnery::{Aim, Gunnery, Shot};
use crate::fire::hits::{self, Victim};
use crate::fire::volleys::{self, Volley};
use crate::ground::{going, walls};
use crate::hidden::discovery::{self, FoundBy};
use crate::info::BATTER;
use crate::measures::{self, actor, kind};
use crate::profile::Kind;
use crate::sight::arcs;
use crate::state::Why;
use crate::tables::{self, PartRow};
use crate::{May, Umpire, VerbRow, War, dice};

pub(crate) const BATTER_ROW: VerbRow = VerbRow {
    target: Target::Part,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player) {
            if volleys::may_shoot(war, unit, Shot::Ball).is_ok() {
                out.extend(marks_in_range(war, unit).map(|part| Order::new(BATTER).by(unit).on(Object::Part(part))));
            }
        }
    },
    may: may_batter,
    foresee,
    ..VerbRow::new("batter", "Batter", Role::Fire, "OW-BUILD-6", "Shoot at a wall, door or window.", |umpire, order| {
        if let (Some(unit), Some(part)) = (order.unit(), part_of(order)) {
            fire_at_part(umpire, unit, part);
        }
    })
};

/// The part an order aims at.
fn part_of(order: &Order) -> Option<Part> {
    match order.target {
        Some(Object::Part(part)) => Some(part),
        _ => None,
    }
}

/// The parts that still stand within a unit's range and field of fire, whether it sees them or not.
fn marks_in_range(war: &War, unit: UnitId) -> impl Iterator<Item = Part> {
    let gunnery = volleys::gunnery(war, unit, Shot::Ball);
    let (pose, own) = (gunnery.from, war.field().footprint(unit));
    let reach = measures::as_hexes(war, gunnery.range());
    let (arc, stands) = (arcs::weapon_arc(war), own.hexes());
    let faces =
        |hex: Hex| (0..stands.len()).any(|stand| arcs::gaze(war, &pose, &own, stand).holds(hex, stands[stand], arc));
    let near = |hex: &Hex| own.distance_to(*hex) <= reach && faces(*hex);
    let mut parts = Vec::new();
    // No other hex has a part on any side.
    for hex in war.field().ground().edged().iter().copied().filter(near) {
        let sides = Direction::ALL.into_iter().filter(|side| is_mark(war, unit, Part::new(hex, *side, PartKind::Wall)));
        parts.extend(sides.flat_map(|side| parts_of(war, hex, side)));
    }
    parts.sort_unstable();
    parts.dedup();
    parts.into_iter()
}

fn may_batter(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    volleys::may_shoot(war, unit, Shot::Ball)?;
    let Some(part) = part_of(order) else {
        return no("OW-BUILD-6", |_, _| String::from("name a part of a building, such as 12,7:E:door"));
    };
    if part_row(war, part).is_none() {
        return no("OW-BUILD-1", |_, order| {
            format!("there is no {} on that edge", part_of(order).map_or("part", |part| part.kind.name()))
        });
    }
    if war.field().damage_of(part).destroyed {
        return no("OW-BUILD-6", |_, order| {
            format!("that {} is destroyed already", part_of(order).map_or("part", |part| part.kind.name()))
        });
    }
    if is_mark(war, unit, part) && battering(war, unit, part).is_some() {
        return Ok(());
    }
    no("OW-BUILD-6", |war, order| {
        let name = war.actor_of(order);
        format!("{name} does not have that part in sight, arc and range")
    })
}

/// What a part takes and saves; `None` where there is no such part (OW-BUILD-1, OW-BUILD-2).
pub(crate) fn part_row(war: &War, part: Part) -> Option<&'static PartRow> {
    let ground = war.field().ground();
    let (hex, side) = part.edge();
    let obstacle = ground.edge(hex, side).obstacle;
    let row = if going::is_outer_wall(ground, hex, side) {
        let house = part.hexes().into_iter().find(|hex| ground.terrain(*hex).is_built_up())?;
        if walls::is_ruin(war, house) {
            return None;
        }
        match (part.kind, obstacle) {
            (PartKind::Door, Obstacle::Gate) => tables::DOOR,
            (PartKind::Wall, obstacle) if obstacle != Obstacle::Gate => material(ground.terrain(house)),
            (PartKind::Window, obstacle) if obstacle != Obstacle::Gate => tables::WINDOW,
            _ => return None,
        }
    } else {
        match (part.kind, obstacle) {
            (PartKind::Door, Obstacle::Gate) => tables::DOOR,
            (PartKind::Wall, Obstacle::Wall) => tables::STONE,
            (PartKind::Wall, Obstacle::Hedge | Obstacle::Fence) => tables::WOOD,
            _ => return None,
        }
    };
    rule!("OW-BUILD-1").then_some(row)
}

/// The parts on one side of a hex that still stand.
fn parts_of(war: &War, hex: Hex, side: Direction) -> impl Iterator<Item = Part> + '_ {
    let parts = PartKind::ALL.into_iter().map(move |kind| Part::new(hex, side, kind));
    parts.filter(|part| part_row(war, *part).is_some() && !war.field().damage_of(*part).destroyed)
}

/// The wall of a building or court of that terrain; courts have garden walls of stone.
fn material(terrain: Terrain) -> &'static PartRow {
    match terrain {
        Terrain::WoodenBuilding => tables::WOOD,
        Terrain::BrickBuilding => tables::BRICK,
        _ => tables::STONE,
    }
}

/// Whether the line from one hex to another comes in over the edge from `last`.
fn comes_over(from: Hex, to: Hex, last: Hex) -> bool {
    // The last of the way there is the first of the way back.
    match sight_line(to, from).next() {
        None => from == last,
        Some(Crossing::One(hex)) => hex == last,
        Some(Crossing::Either(left, right)) => left == last || right == last,
    }
}

/// What a volley at a part may come to, step by step.
pub(crate) struct Battering {
    /// The volley.
    pub volley: Volley,
    /// What the part takes and saves.
    pub row: &'static PartRow,
    /// Face of the firepower test behind an unsaved hit; `None` where it wounds at once.
    pub firepower: Option<u8>,
}

/// The parts that a unit of that arm may shoot at if it sees them, whoever stands behind them: those of buildings; sections
/// of hedges, fences and walls in the open are for guns only.
fn is_mark(war: &War, unit: UnitId, part: Part) -> bool {
    let ((hex, side), ground) = (part.edge(), war.field().ground());
    let in_the_open = || ground.edge(hex, side).obstacle != Obstacle::None && kind(war, unit).is_guns();
    let shells = kind(war, unit) != Kind::Howitzers || rule!("OW-BUILD-8");
    (going::is_outer_wall(ground, hex, side) || in_the_open()) && shells && rule!("OW-BUILD-4")
}

/// The volley of a unit at a part; none where nobody has it in sight, arc and range (OW-BUILD-6).
pub(crate) fn battering(war: &War, unit: UnitId, part: Part) -> Option<Battering> {
    let row = part_row(war, part)?;
    if war.field().damage_of(part).destroyed {
        return None;
    }
    let gunnery = volleys::gunnery(war, unit, Shot::Ball);
    let aims = volleys::with_officer(war, &gunnery, aims_at_part(&gunnery, part));
    if aims.is_empty() || !rule!("OW-BUILD-6") {
        return None;
    }
    let pools = gunnery.pools(&aims, None, |face| dice::pool(war, "fire at a building", "OW-BUILD-6", 0, face));
    let firepower = war.options().wall_firepower.then(|| tables::row(kind(war, unit)).firepower);
    Some(Battering { volley: Volley { aims, pools }, row, firepower })
}

/// Shoots at a part: hits, its saves, firepower tests, wounds.
pub(crate) fn fire_at_part(umpire: &mut Umpire<'_>, unit: UnitId, part: Part) {
    let battering = battering(&umpire.seen_by(umpire.side(unit)), unit, part);
    let Some(battering) = battering else { return };
    discovery::reveal(umpire, unit, FoundBy::Nearness);
    volleys::note_shot(umpire, unit, Shot::Ball);
    let hits = volleys::throw_hits(umpire, &battering.volley.pools, unit, Some(Object::Part(part)));
    let unsaved = throw_part(umpire, unit, part, hits, battering.row);
    let wounds = match battering.firepower {
        Some(face) if unsaved > 0 => {
            let pool = dice::pool(umpire, "firepower", "OW-BUILD-6", unsaved, face);
            let throw = umpire.by_unit(unit, None, Why::Firepower);
            umpire.throw(&pool, Throw { against: Some(Object::Part(part)), ..throw }) as u8
        }
        _ => unsaved,
    };
    wound_part(umpire, part, wounds, battering.row);
}

/// The hits a part does not save.
fn throw_part(umpire: &mut Umpire<'_>, unit: UnitId, part: Part, hits: u8, row: &PartRow) -> u8 {
    let Some(pool) = part_save(umpire, hits, row).filter(|pool| pool.count() > 0) else { return hits };
    let side = umpire.side(unit).other();
    hits - umpire.throw(&pool, Throw::by_part(side, part, Why::Save)) as u8
}

/// The saves of a part; none for a window.
pub(crate) fn part_save(war: &War, hits: u8, row: &PartRow) -> Option<Pool> {
    row.save.map(|face| dice::pool(war, "save of the wall", "OW-BUILD-1", hits, face).as_kind(RollKind::Saves))
}

fn wound_part(umpire: &mut Umpire<'_>, part: Part, wounds: u8, row: &PartRow) {
    if wounds == 0 {
        return;
    }
    let wounds = umpire.field().damage_of(part).wounds.saturating_add(wounds).min(row.wounds);
    let destroyed = wounds == row.wounds;
    umpire.emit(Event::Damaged { part, wounds, destroyed, clause: "OW-BUILD-6" });
    if destroyed && part.kind != PartKind::Window && !umpire.options().persistent_occupancy && rule!("OW-BUILD-9a") {
        bury(umpire, part);
    }
}

/// A wall or door comes down: stands on both sides of it save or are lost (OW-BUILD-9).
fn bury(umpire: &mut Umpire<'_>, part: Part) {
    for unit in part.hexes().into_iter().filter_map(|hex| umpire.field().unit_at(hex)).collect::<Vec<_>>() {
        let pool = dice::pool(umpire, "falling walls", "OW-BUILD-9", 1, tables::OCCUPANCY).as_kind(RollKind::Test);
        if umpire.throw(&pool, umpire.by_unit(unit, None, Why::Occupancy)) == 0 {
            hits::remove_fallen(umpire, unit, &[Victim::Stand], "falling walls", "OW-BUILD-9");
        }
    }
}

/// Those of the shooter whose line comes in over the part, at whichever of its hexes is farther from them.
fn aims_at_part(gunnery: &Gunnery<'_>, part: Part) -> Vec<Aim> {
    let [one, other] = part.hexes();
    let mut aims = gunnery.aims_at_hex(one, None, |from| comes_over(from, one, other));
    aims.extend(gunnery.aims_at_hex(other, None, |from| comes_over(from, other, one)));
    aims
}

/// Wounds of fire at a part: each die hits, is not saved and goes through, or not.
pub(crate) fn wounds_of(war: &War, battering: &Battering) -> Distribution {
    let unsaved = battering.row.save.map_or(1.0, |face| dice::fails(war, face));
    let through = unsaved * battering.firepower.map_or(1.0, |face| 1.0 - dice::fails(war, face));
    battering.volley.pools.iter().fold(Distribution::certain(0), |sum, pool| {
        sum.plus(&Distribution::successes(pool.count(), pool.hit() * through))
    })
}

/// The chances of fire at a part: of each number of wounds, and that it is destroyed.
fn fall_of(war: &War, battering: &Battering, part: Part) -> (Distribution, usize, f64) {
    let wounds = wounds_of(war, battering);
    let left = usize::from(battering.row.wounds.saturating_sub(war.field().damage_of(part).wounds));
    let destroyed = wounds.at_least(left);
    (wounds, left, destroyed)
}

/// What fire at a part of a building comes to: those under the falling wall, and what it opens to who could storm the house,
/// by how far it comes down.
pub(crate) fn effect(war: &War, unit: UnitId, part: Part) -> Effect {
    let Some(battering) = battering(war, unit, part) else { return Effect::default() };
    let (wounds, left, destroyed) = fall_of(war, &battering, part);
    let mut effect = Effect { succeeds: destroyed, ..Effect::default() };
    if part.kind != PartKind::Window && !war.options().persistent_occupancy {
        let crushed = dice::fails(war, tables::OCCUPANCY) * destroyed;
        for other in part.hexes().into_iter().filter_map(|hex| war.field().unit_at(hex)) {
            let share = crushed / full_stands(war, other);
            add_share(war, &mut effect, unit, other, share);
        }
    }
    let comes_down: f64 =
        wounds.outcomes().map(|(count, chance)| chance * (count.max(0) as f64 / left.max(1) as f64).min(1.0)).sum();
    effect.opens = comes_down * storming::opened_by(war, unit, part);
    effect
}

/// What fire at a part comes to for whoever commands, though nobody may measure: what is in range is named, so that nothing is
/// left to guess.
pub(crate) fn judged(war: &War, order: &Order) -> Option<Effect> {
    let (unit, part) = (order.unit()?, part_of(order)?);
    Some(effect(war, unit, part))
}

/// Fire at a part of a building: wounds, destruction, and who is under the falling wall.
fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(part)) = (order.unit(), part_of(order)) else { return Forecast::default() };
    if !measures::may_measure(war) {
        return Forecast { area: part.hexes().to_vec(), ..Forecast::default() };
    }
    let Some(battering) = battering(war, unit, part) else { return Forecast::default() };
    let (wounds, _, destroyed) = fall_of(war, &battering, part);
    let results = vec![chance("at least one wound", wounds.at_least(1)), chance("destroyed", destroyed)];
    let (rolls, effect) = (forecast_rolls(&battering.volley.pools, unit), effect(war, unit, part));
    Forecast { rolls, results, effect, area: part.hexes().to_vec(), ..Forecast::default() }
}
