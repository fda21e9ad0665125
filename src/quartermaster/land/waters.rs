//! Streams that run downhill from a spring to the edge of the map, and rivers from edge to edge, with what leads over them.

use battle::{Crossing, Obstacle};
use hexes::{Direction, Hex, Offset, way_to};

use super::{Ford, HEX, Land, Passage, ROW, Stream, banks, chance, point, relief};
use crate::chance::{Chance, Noise};
use crate::plan::Plan;
use crate::wishes::{Country, Kind};

/// The longest that a course may cost.
const FARTHEST: u16 = 60_000;

/// Steps in one direction after which water would rather turn.
const STRAIGHT: u8 = 3;

/// Leads the water of a battle over the land, and carves its valley.
pub(super) fn lead(land: &mut Land, plan: &Plan) {
    let mut chance = chance(plan, "water");
    if plan.kind == Kind::River {
        return river(land, plan, &mut chance);
    }
    let likely = match plan.country {
        Country::Open => 45,
        Country::Wooded => 65,
        Country::Hedges | Country::Village => 75,
        Country::Hills => 85,
    };
    if !chance.happens(likely) {
        return;
    }
    let Some(spring) = spring(land, &mut chance) else { return };
    let mouths: Vec<Hex> = land.grid.iter().filter(|hex| is_mouth(land, plan, spring, *hex)).collect();
    let Some(mouth) = chance.pick(&mouths).copied() else { return };
    let walk = course(land, plan, &mut chance, &[spring], mouth);
    flow(land, walk, Obstacle::Stream);
}

/// Where a stream may rise: on the slope of a hill, well inside the map.
fn spring(land: &Land, chance: &mut Chance) -> Option<Hex> {
    let slope = |hex: &Hex| {
        let own = land.level[*hex];
        own >= 1 && land.margin(*hex) >= 5 && land.beside(*hex).any(|near| land.level[near] < own)
    };
    let springs: Vec<Hex> = land.grid.iter().filter(slope).collect();
    chance.pick(&springs).copied()
}

/// Whether a stream from that spring may leave the map there: low, not near, and not where armies come from.
fn is_mouth(land: &Land, plan: &Plan, spring: Hex, hex: Hex) -> bool {
    let Offset { column, .. } = hex.offset();
    let side = column == 0 || column == land.grid.width() - 1;
    let depth = plan.depth(hex.offset());
    let corner = land.margin(hex) == 0 && !side && (column < 6 || column > land.grid.width() - 7);
    let apart = spring.distance(hex) >= 12 && land.level[hex] == 0;
    apart && (side && (18..=82).contains(&depth) || corner)
}

/// The hexes along the left bank from where a course has come so far to another place: low ground, never a sharp bend, with turns
/// that only the ground knows.
fn course(land: &Land, plan: &Plan, chance: &mut Chance, so_far: &[Hex], to: Hex) -> Vec<Hex> {
    let (width, height) = (HEX * i32::from(plan.grid.width()), ROW * i32::from(plan.grid.height()));
    let noise = Noise::new(chance, width, height, 4 * HEX);
    let from = so_far.last().copied().unwrap_or(to);
    let towards = || Direction::ALL.into_iter().min_by_key(|side| (from + *side).distance(to));
    let heading = so_far.windows(2).next_back().and_then(|two| two[0].direction_to(two[1]));
    let start = heading.or_else(towards).unwrap_or(Direction::East);
    let price = |hex: Hex, next: Hex| {
        let (x, y) = point(next);
        let up = (land.level[next] - land.level[hex]).max(0);
        let edge = if land.margin(next) < 2 && next.distance(to) > 2 { 40 } else { 0 };
        (6 + noise.at(x, y) / 5 + 12 * land.level[next] + 60 * up + edge) as u16
    };
    let bound = |(hex, ..): (Hex, Direction, u8)| 6 * hex.distance(to) as u16;
    let way = way_to(
        (from, start, 0),
        FARTHEST,
        bound,
        |(hex, ..)| hex == to,
        |(hex, heading, run), _, push| {
            for side in [heading, heading.rotate(1), heading.rotate(-1)] {
                let next = hex + side;
                if land.grid.contains(next) {
                    let run = if side == heading { (run + 1).min(STRAIGHT) } else { 0 };
                    push((next, side, run), price(hex, next) + if run == STRAIGHT { 14 } else { 0 });
                }
            }
        },
    );
    way.into_iter().map(|((hex, ..), _)| hex).collect()
}

/// Adds a water along its course, and lowers its banks so that it nowhere runs uphill.
fn flow(land: &mut Land, walk: Vec<Hex>, obstacle: Obstacle) {
    if walk.len() < 6 {
        return;
    }
    for (hex, side) in banks(&walk) {
        land.water.set(hex, side, obstacle);
    }
    land.streams.push(Stream { walk, obstacle });
    while carve(land) {
        relief::terrace(land);
    }
}

/// Lowers the banks of every stream to what they are upstream; whether anything was lowered.
fn carve(land: &mut Land) -> bool {
    let mut lowered = false;
    for stream in land.streams.clone() {
        let edges = banks(&stream.walk);
        let mut cap = i32::MAX;
        for hex in &stream.walk {
            let right = edges.iter().filter(|(of, _)| of == hex).map(|(of, side)| *of + *side);
            let both: Vec<Hex> = std::iter::once(*hex).chain(right).filter(|hex| land.grid.contains(*hex)).collect();
            cap = both.iter().map(|hex| land.level[*hex]).min().unwrap_or(0).min(cap);
            for bank in both {
                lowered |= land.level[bank] > cap;
                land.level[bank] = land.level[bank].min(cap);
            }
        }
    }
    lowered
}

/// A river between both sides, with a bridge in the middle and a ford on either hand.
fn river(land: &mut Land, plan: &Plan, chance: &mut Chance) {
    let (last, rows) = (plan.grid.width() - 1, i32::from(plan.grid.height()));
    let mut bank = || (rows / 2 + chance.between(-rows / 9, rows / 9)) as i16;
    let stops: Vec<Hex> = (0..=4).map(|part| Offset::new(last * part / 4, bank()).hex()).collect();
    let mut walk = vec![stops[0]];
    for two in stops.windows(2) {
        let leg = course(land, plan, chance, &walk, two[1]);
        walk.extend(leg.into_iter().skip(1));
    }
    let near: Vec<Hex> = walk.iter().flat_map(|hex| hex.within(3)).filter(|hex| land.grid.contains(*hex)).collect();
    near.iter().for_each(|hex| land.level[*hex] = land.level[*hex].min(1));
    walk.iter()
        .flat_map(|hex| hex.within(1))
        .filter(|hex| plan.grid.contains(*hex))
        .for_each(|hex| land.level[hex] = 0);
    let flowing = if chance.happens(50) { walk.clone() } else { walk.iter().rev().copied().collect() };
    flow(land, flowing, Obstacle::River);
    let places = [(50, 6, Crossing::Bridge), (20, 5, Crossing::Ford), (80, 5, Crossing::Ford)];
    for (share, leeway, crossing) in places {
        let share = share + chance.between(-leeway, leeway);
        cross(land, share, crossing);
    }
}

/// Makes a ford or bridge over the river so far along its course, in hundredths of it.
fn cross(land: &mut Land, share: i32, crossing: Crossing) {
    let Some(stream) = land.streams.last() else { return };
    let length = stream.walk.len() as i32;
    let place = (length * share / 100).clamp(2, length - 3) as usize;
    let edges = banks(&stream.walk);
    let here = &stream.walk[place - 1..=place + 1];
    let passages =
        edges.iter().filter(|(hex, _)| here.contains(hex)).map(|(hex, side)| Passage { hex: *hex, side: *side });
    let passages = passages.collect();
    land.fords.push(Ford { obstacle: Obstacle::River, crossing, passages });
}
