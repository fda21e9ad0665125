//! Roads: from edge to edge through the villages, with bridges and fords where they meet water.

use std::collections::BTreeMap;

use battle::{Crossing, Obstacle, Side};
use hexes::{Direction, Hex, Offset, edge, way_to};

use super::villages::Site;
use super::{Ford, HEX, Land, Passage, ROW, chance, point};
use crate::chance::{Chance, Noise};
use crate::plan::Plan;
use crate::wishes::Kind;

/// The longest that a road may cost.
const FARTHEST: u16 = 60_000;

/// Between places nearer than so many hexes a road goes as the ground lets it.
const SHORT: i32 = 9;

/// Steps in one direction after which a road would rather turn.
const STRAIGHT: u8 = 4;

/// What roads are drawn with.
struct Surveyor {
    noise: Noise,
    /// Edges that carry water, with their obstacle.
    water: BTreeMap<(Hex, Direction), Obstacle>,
    /// Those of them that can be crossed already.
    open: Vec<(Hex, Direction)>,
    /// The middles of villages.
    villages: Vec<Hex>,
}

/// Lays the roads of a battle.
pub(super) fn lay(land: &mut Land, plan: &Plan, sites: &[Site]) {
    let mut chance = chance(plan, "roads");
    let Some(main) = sites.first() else { return };
    let surveyor = Surveyor::new(land, plan, &mut chance, sites);
    let (first, second) = ends(land, plan, &mut chance, main.at);
    let mut stops = vec![first, main.at];
    stops.extend(bridge(land, main.at));
    stops.extend(sites.get(1).filter(|_| plan.kind == Kind::River).map(|site| site.at));
    stops.push(second);
    for two in stops.windows(2) {
        surveyor.lead(land, &mut chance, two[0], two[1]);
    }
    let cross = plan.kind == Kind::Meeting || chance.happens(70);
    for side in [false, true].into_iter().filter(|_| cross) {
        let end = side_end(land, plan, &mut chance, main.at, side);
        surveyor.lead(land, &mut chance, end, main.at);
    }
    for site in &sites[1..] {
        if !land.road.contains(site.at) {
            let roads = land.road.clone();
            let near = roads.iter().min_by_key(|hex| hex.distance(site.at)).unwrap_or(main.at);
            surveyor.join(land, &mut chance, site.at, |hex| roads.contains(hex), near);
        }
        let lane = chance.happens(55);
        let end = side_end(land, plan, &mut chance, site.at, site.at.offset().column > plan.grid.width() / 2);
        let near = |hex: Hex| hex.distance(end) < 6;
        if lane && !land.road.iter().any(near) {
            surveyor.lead(land, &mut chance, end, site.at);
        }
    }
}

/// Where the main road leaves the map at the edges of the first and of the second side.
fn ends(land: &Land, plan: &Plan, chance: &mut Chance, main: Hex) -> (Hex, Hex) {
    let wide = i32::from(plan.grid.width());
    let mut end = |depth: i32| {
        let middle = i32::from(main.offset().column);
        let column = (middle + chance.between(-wide / 8, wide / 8)).clamp(8, wide - 9);
        let row = plan.row(depth);
        let free = |column: &i32| land.level[Offset::new(*column as i16, row).hex()];
        let best = (column - 4..=column + 4).min_by_key(|other| (free(other), (other - column).abs()));
        Offset::new(best.unwrap_or(column) as i16, row).hex()
    };
    (end(0), end(100))
}

/// Where a side road leaves the map on the right or left: not where a stream does.
fn side_end(land: &Land, plan: &Plan, chance: &mut Chance, from: Hex, right: bool) -> Hex {
    let column = if right { plan.grid.width() - 1 } else { 0 };
    let row = i32::from(from.offset().row);
    let rows = i32::from(plan.grid.height());
    let row = (row + chance.between(-rows / 10, rows / 10)).clamp(4, rows - 5);
    let mouths: Vec<Hex> =
        land.streams.iter().flat_map(|stream| [stream.walk.first(), stream.walk.last()]).flatten().copied().collect();
    let price = |other: &i32| {
        let hex = Offset::new(column, *other as i16).hex();
        let wet = mouths.iter().any(|mouth| mouth.distance(hex) < 3);
        (i32::from(wet) * 20 + land.level[hex] * 3 + (other - row).abs(), *other)
    };
    let best = (row - 6..=row + 6).filter(|other| (2..rows - 2).contains(other)).min_by_key(price);
    Offset::new(column, best.unwrap_or(row) as i16).hex()
}

/// The hexes at both ends of the bridge over a river, that on the side of a village first.
fn bridge(land: &Land, village: Hex) -> Vec<Hex> {
    let Some(ford) = land.fords.iter().find(|ford| ford.crossing == Crossing::Bridge) else { return Vec::new() };
    let Some(passage) = ford.passages.get(ford.passages.len() / 2) else { return Vec::new() };
    let (left, right) = (passage.hex, passage.hex + passage.side);
    let below = |hex: Hex| hex.offset().row;
    // On which side of the river a village lies is told by the rows: rivers run across the map.
    let first_left = (below(village) < below(left)) == (below(left) <= below(right));
    if first_left { vec![left, right] } else { vec![right, left] }
}

/// Where a long road bends on its way: about its middle, and about the middles of its halves where those are long.
fn bends(land: &Land, chance: &mut Chance, from: Hex, to: Hex) -> Vec<Hex> {
    let Some(middle) = bend(land, chance, from, to) else { return Vec::new() };
    // A bend of a bend would often lie beyond a river, and the road would cross it twice.
    if land.has_river() {
        return vec![middle];
    }
    let mut all = bends(land, chance, from, middle);
    all.push(middle);
    all.extend(bends(land, chance, middle, to));
    all
}

/// Where a long road bends: low ground about its middle, on the same side of a river as one of its ends.
fn bend(land: &Land, chance: &mut Chance, from: Hex, to: Hex) -> Option<Hex> {
    let far = from.distance(to);
    if far < SHORT {
        return None;
    }
    let (one, other) = (from.offset(), to.offset());
    let along = chance.between(40, 60);
    let between = |one: i16, other: i16| i32::from(one) + (i32::from(other) - i32::from(one)) * along / 100;
    let aside = (far / 6).max(2);
    let mut off = || chance.between((aside + 1) / 2, aside) * if chance.happens(50) { 1 } else { -1 };
    let (column, row) = (between(one.column, other.column) + off(), between(one.row, other.row) + off());
    let middle = Offset::new(column as i16, row as i16).hex();
    let inside = |hex: &Hex| land.grid.contains(*hex) && land.margin(*hex) >= 3;
    middle.within(2).filter(inside).min_by_key(|hex| (land.level[*hex], hex.distance(middle), *hex))
}

impl Surveyor {
    fn new(land: &Land, plan: &Plan, chance: &mut Chance, sites: &[Site]) -> Surveyor {
        let (width, height) = (HEX * i32::from(plan.grid.width()), ROW * i32::from(plan.grid.height()));
        let shores = land.shores().into_iter();
        Surveyor {
            noise: Noise::new(chance, width, height, 5 * HEX),
            water: shores.map(|(passage, obstacle)| (edge(passage.hex, passage.side), obstacle)).collect(),
            open: land.fords.iter().flat_map(|ford| &ford.passages).map(|one| edge(one.hex, one.side)).collect(),
            villages: sites.iter().map(|site| site.at).collect(),
        }
    }

    /// What a step of a new road costs; nothing where there can be none.
    fn price(&self, land: &Land, from: Hex, side: Direction, ends: [Hex; 2]) -> Option<u16> {
        let to = from + side;
        if !land.grid.contains(to) {
            return None;
        }
        let there = edge(from, side);
        let water = match self.water.get(&there) {
            None => 0,
            Some(_) if self.open.contains(&there) => 4,
            Some(Obstacle::River) => return None,
            Some(_) => 26,
        };
        if land.road.contains(to) && land.road.contains(from) {
            return Some(2 + water);
        }
        let (x, y) = point(to);
        let climb = 9 * (land.level[to] - land.level[from]).unsigned_abs() as u16;
        let edge = if land.on_edge(to) && !ends.contains(&to) { 30 } else { 0 };
        let beside = !land.road.contains(to) && land.beside(to).any(|near| land.road.contains(near) && near != from);
        let village = self.villages.iter().any(|village| village.distance(to) <= 1);
        let beside = if beside && !village && !ends.contains(&to) { 7 } else { 0 };
        let along =
            u16::from(water == 0 && Direction::ALL.iter().any(|side| self.water.contains_key(&hexes::edge(to, *side))))
                * 3;
        Some(4 + (self.noise.at(x, y) / 12) as u16 + climb + edge + beside + along + water)
    }

    /// Lays a road from place to place, a long one by spots off the straight line.
    fn lead(&self, land: &mut Land, chance: &mut Chance, from: Hex, to: Hex) {
        let mut stops = vec![from];
        stops.extend(bends(land, chance, from, to));
        stops.push(to);
        for two in stops.windows(2) {
            self.join(land, chance, two[0], |hex| hex == two[1], two[1]);
        }
    }

    /// Lays a road from a place to the nearest that passes the test, by the ground; `towards` is one of those.
    fn join(&self, land: &mut Land, chance: &mut Chance, from: Hex, test: impl Fn(Hex) -> bool, towards: Hex) {
        let bound = |hex: Hex| 2 * hex.distance(towards).saturating_sub(12).max(0) as u16;
        let start = (from, Direction::East, 0);
        let way = way_to(
            start,
            FARTHEST,
            |(hex, ..)| bound(hex),
            |(hex, ..)| test(hex),
            |(hex, heading, run), _, push| {
                for side in Direction::ALL {
                    if let Some(price) = self.price(land, hex, side, [from, towards]) {
                        let run = if side == heading { (run + 1).min(STRAIGHT) } else { 0 };
                        push((hex + side, side, run), price + if run == STRAIGHT { 7 } else { 0 });
                    }
                }
            },
        );
        let way: Vec<Hex> = way.into_iter().map(|((hex, ..), _)| hex).collect();
        for two in way.windows(2) {
            self.bridge_over(land, chance, two[0], two[1]);
        }
        for hex in way {
            land.road.insert(hex);
        }
    }

    /// A bridge or a ford where a road steps over a stream.
    fn bridge_over(&self, land: &mut Land, chance: &mut Chance, from: Hex, to: Hex) {
        let Some(side) = from.direction_to(to) else { return };
        let there = edge(from, side);
        let passage = |ford: &Ford| ford.passages.iter().any(|one| edge(one.hex, one.side) == there);
        if let Some(obstacle) = self.water.get(&there).copied()
            && !land.fords.iter().any(passage)
        {
            let crossing = if chance.happens(60) { Crossing::Bridge } else { Crossing::Ford };
            land.fords.push(Ford { obstacle, crossing, passages: vec![Passage { hex: from, side }] });
        }
    }
}

/// Where the roads leave the map on the side of an army, its own edge first.
pub(crate) fn gates(land: &Land, side: Side) -> Vec<Hex> {
    let row = if side == Side::Blue { land.grid.height() - 1 } else { 0 };
    land.road.iter().filter(|hex| hex.offset().row == row).collect()
}
