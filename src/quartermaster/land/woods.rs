//! Woods on the slopes and in clumps, thick within and thin at the edge; marsh by the streams, stones on the heights.

use battle::Terrain;
use hexes::{Hex, HexMap};

use super::{HEX, Land, PlaceKind, ROW, chance, point, relief};
use crate::chance::{Chance, Noise};
use crate::plan::Plan;
use crate::wishes::{Country, Kind};

/// Plants what grows.
pub(super) fn plant(land: &mut Land, plan: &Plan) {
    let mut chance = chance(plan, "woods");
    wood(land, plan, &mut chance);
    stones(land, &mut chance);
    marsh(land, &mut chance);
}

/// How much of the land is wooded, in hundredths.
fn share(plan: &Plan) -> usize {
    let share = match plan.country {
        Country::Open => 6,
        Country::Hedges | Country::Village => 8,
        Country::Hills => 13,
        Country::Wooded => 25,
    };
    if plan.kind == Kind::Ambush { share.max(16) } else { share }
}

fn wood(land: &mut Land, plan: &Plan, chance: &mut Chance) {
    let (width, height) = (HEX * i32::from(plan.grid.width()), ROW * i32::from(plan.grid.height()));
    let coarse = Noise::new(chance, width, height, 9 * HEX);
    let fine = Noise::new(chance, width, height, 3 * HEX);
    let road: Vec<Hex> = land.road.iter().collect();
    let score = |hex: Hex| {
        let (x, y) = point(hex);
        let slope = land.beside(hex).filter(|near| land.level[*near] != land.level[hex]).count() as i32;
        let village = (9 - land.places_off(hex, &[PlaceKind::Village])).max(0) * 12;
        let depth = plan.depth(hex.offset());
        let camp = if !(24..=76).contains(&depth) { 45 } else { 0 };
        let ambush = if plan.kind == Kind::Ambush { cover(plan, &road, hex) } else { 0 };
        coarse.at(x, y) + fine.at(x, y) * 2 / 5 + 10 * slope.min(3) + ambush - village - camp
    };
    let scores = HexMap::from_fn(land.grid, score);
    let mut order: Vec<Hex> = land.grid.iter().filter(|hex| land.cover[*hex] == Terrain::Open).collect();
    order.sort_by_key(|hex| (-scores[*hex], *hex));
    let grown: Vec<Hex> = order.into_iter().take(land.grid.len() * share(plan) / 100).collect();
    grown.iter().for_each(|hex| land.cover[*hex] = Terrain::Woods);
    tend(land);
    shade(land, &fine, chance);
}

/// How good a hex is for a wood that hides an ambush: some way off the road, about the middle of the field.
fn cover(plan: &Plan, road: &[Hex], hex: Hex) -> i32 {
    let off = road.iter().map(|road| road.distance(hex)).min().unwrap_or(100);
    let amid = (30..=62).contains(&plan.depth(hex.offset()));
    if amid && (4..=9).contains(&off) { 110 } else { 0 }
}

/// Takes away woods of a hex or two, and clears what stands between two houses or alone on a road.
fn tend(land: &mut Land) {
    for piece in relief::pieces(land, |hex| land.cover[hex] == Terrain::Woods) {
        if piece.len() < 5 {
            piece.iter().for_each(|hex| land.cover[*hex] = Terrain::Open);
        }
    }
    let lonely = |hex: &Hex| {
        let wooded = land.beside(*hex).filter(|near| land.cover[*near] == Terrain::Woods).count();
        land.cover[*hex] == Terrain::Woods && land.road.contains(*hex) && wooded < 4
    };
    let lonely: Vec<Hex> = land.grid.iter().filter(lonely).collect();
    lonely.into_iter().for_each(|hex| land.cover[hex] = Terrain::Open);
}

/// Thins the edges of woods and thickens their hearts.
fn shade(land: &mut Land, fine: &Noise, chance: &mut Chance) {
    let before = land.cover.clone();
    for (hex, _) in before.iter().filter(|(_, cover)| **cover == Terrain::Woods) {
        let near = land.beside(hex).filter(|near| before[*near] == Terrain::Woods).count();
        let (x, y) = point(hex);
        let road = land.road.contains(hex);
        if near <= 3 && chance.happens(55) {
            land.cover[hex] = if road { Terrain::Open } else { Terrain::LightWoods };
        } else if near == 6 && !road && fine.at(x, y) > 150 {
            land.cover[hex] = Terrain::DenseWoods;
        }
    }
}

/// Stones on the highest ground of high hills.
fn stones(land: &mut Land, chance: &mut Chance) {
    let high: Vec<Hex> = land.grid.iter().filter(|hex| land.level[*hex] >= 3 && land.is_bare(*hex)).collect();
    for _ in 0..high.len() / 14 {
        if let Some(middle) = chance.pick(&high).copied() {
            scatter(land, chance, middle, 2, Terrain::Rough, |land, hex| land.level[hex] >= 2);
        }
    }
}

/// Wet meadows where a stream runs low.
fn marsh(land: &mut Land, chance: &mut Chance) {
    let low = |hex: &Hex| land.level[*hex] == 0 && land.margin(*hex) >= 3 && land.road_off(*hex) >= 3;
    let banks: Vec<Hex> = land.streams.iter().flat_map(|stream| &stream.walk).copied().filter(low).collect();
    for _ in 0..banks.len().min(30) / 10 {
        if let Some(middle) = chance.pick(&banks).copied() {
            let dry =
                |land: &Land, hex: Hex| land.level[hex] == 0 && land.road_off(hex) >= 2 && land.ford_off(hex) >= 3;
            scatter(land, chance, middle, 2, Terrain::Marsh, dry);
        }
    }
}

/// Covers some of the bare hexes about a place, those near it sooner.
fn scatter(
    land: &mut Land,
    chance: &mut Chance,
    middle: Hex,
    radius: i32,
    cover: Terrain,
    test: impl Fn(&Land, Hex) -> bool,
) {
    for hex in middle.within(radius).filter(|hex| land.grid.contains(*hex)).collect::<Vec<_>>() {
        let likely = 85 - 22 * middle.distance(hex) as usize;
        if land.is_bare(hex) && test(land, hex) && chance.happens(likely) {
            land.cover[hex] = cover;
        }
    }
}

impl Land {
    fn road_off(&self, hex: Hex) -> i32 {
        self.road.iter().map(|road| road.distance(hex)).min().unwrap_or(100)
    }

    fn ford_off(&self, hex: Hex) -> i32 {
        let passages = self.fords.iter().flat_map(|ford| &ford.passages);
        passages.map(|passage| passage.hex.distance(hex)).min().unwrap_or(100)
    }
}
