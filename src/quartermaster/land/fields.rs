//! Fields round the villages, with hedges, fences or walls round some of them.

use battle::Terrain;
use hexes::{Direction, Hex, HexSet};

use super::villages::Site;
use super::{Enclosure, Land, chance, regions};
use crate::chance::Chance;
use crate::plan::Plan;
use crate::wishes::Country;

/// Lays fields out round every village, and in country of hedges along the roads as well.
pub(super) fn lay_out(land: &mut Land, plan: &Plan, sites: &[Site]) {
    let mut chance = chance(plan, "fields");
    let (fields, hedged) = match plan.country {
        Country::Open => (7, 8),
        Country::Hedges => (8, 85),
        Country::Village => (7, 45),
        Country::Wooded => (4, 30),
        Country::Hills => (4, 15),
    };
    let mut taken = HexSet::new(plan.grid);
    let wet: Vec<Hex> = land.shores().iter().flat_map(|(one, _)| [one.hex, one.hex + one.side]).collect();
    for site in sites {
        for _ in 0..fields {
            let middle = around(&mut chance, site.at, 3 + site.radius, 8 + site.radius);
            field(land, &mut chance, &mut taken, &wet, middle, hedged, plan);
        }
    }
    for site in sites {
        orchard(land, &mut chance, &taken, site);
    }
    if plan.country == Country::Hedges {
        let roads: Vec<Hex> = land.road.iter().filter(|hex| land.margin(*hex) >= 6).collect();
        for _ in 0..plan.grid.len() / 130 {
            if let Some(road) = chance.pick(&roads).copied() {
                let middle = around(&mut chance, road, 2, 6);
                field(land, &mut chance, &mut taken, &wet, middle, hedged, plan);
            }
        }
    }
}

/// Fruit trees behind the houses of a village.
fn orchard(land: &mut Land, chance: &mut Chance, fields: &HexSet, site: &Site) {
    let house = |hex: &Hex| land.grid.contains(*hex) && land.cover[*hex].is_built_up();
    let houses: Vec<Hex> = site.at.within(site.radius).filter(house).collect();
    for _ in 0..chance.between(1, 2) {
        let Some(house) = chance.pick(&houses).copied() else { return };
        for hex in chance.shuffled(house.within(2).collect()).into_iter().take(5) {
            let behind = land.grid.contains(hex) && land.is_bare(hex) && !fields.contains(hex);
            if behind && hex.distance(site.at) > 1 {
                land.cover[hex] = Terrain::LightWoods;
            }
        }
    }
}

/// A hex somewhere round another.
fn around(chance: &mut Chance, middle: Hex, near: i32, far: i32) -> Hex {
    let ring: Vec<Hex> = middle.ring(chance.between(near, far)).collect();
    chance.pick(&ring).copied().unwrap_or(middle)
}

/// One field about a place, where there is room for it.
fn field(
    land: &mut Land,
    chance: &mut Chance,
    taken: &mut HexSet,
    wet: &[Hex],
    middle: Hex,
    hedged: usize,
    plan: &Plan,
) {
    let strips = strips(land, chance, middle);
    let crop = if chance.happens(60) { Terrain::Crops } else { Terrain::Ploughed };
    let enclosed = chance.happens(hedged);
    let block: Vec<Hex> = strips.iter().flatten().copied().collect();
    let free = |hex: &Hex| {
        let inside = land.grid.contains(*hex) && land.margin(*hex) >= 1 && land.is_bare(*hex);
        inside && !wet.contains(hex) && !taken.contains(*hex)
    };
    let levels = block.iter().filter_map(|hex| land.level.get(*hex));
    let steep = levels.clone().max().zip(levels.min()).is_none_or(|(high, low)| high - low > 1);
    if steep || !block.iter().all(free) {
        return;
    }
    // A field's neighbours stay free of other fields, but along one side now and then.
    let bordering = chance.happens(70);
    let ends = [strips.first(), strips.last()].into_iter().flatten();
    let corners: Vec<Hex> = ends.flat_map(|strip| [strip.first(), strip.last()]).flatten().copied().collect();
    for hex in &block {
        if enclosed || !corners.contains(hex) || chance.happens(55) {
            land.cover[*hex] = crop;
        }
        taken.insert(*hex);
        if bordering {
            for near in land.beside(*hex) {
                taken.insert(near);
            }
        }
    }
    if enclosed {
        land.enclosures.push(Enclosure { obstacle: regions::of(plan.region).fence, hexes: block });
    }
}

/// The strips of a field about a place, side by side: along the nearest road where one is near, upright or slanted.
fn strips(land: &Land, chance: &mut Chance, middle: Hex) -> Vec<Vec<Hex>> {
    let any = [Direction::East, Direction::SouthEast, Direction::SouthWest];
    let drawn = any[chance.weighted(&[3, 1, 1])];
    let along = road_direction(land, middle).unwrap_or(drawn);
    let aside = match chance.weighted(&[2, 1, 1]) {
        0 => [along.rotate(1), along.rotate(2)],
        1 => [along.rotate(1); 2],
        _ => [along.rotate(2); 2],
    };
    let (long, wide) = (chance.between(3, 6) as i16, chance.between(2, 4) as i16);
    let mut start = (0..wide / 2)
        .fold(middle + along.opposite().vector() * (long / 2), |hex, step| hex + aside[step as usize % 2].opposite());
    let strip = |step: i16| {
        let strip = (0..long).map(|place| start + along.vector() * place).collect();
        start += aside[step as usize % 2];
        strip
    };
    (0..wide).map(strip).collect()
}

/// The way a road goes that passes near a place.
fn road_direction(land: &Land, middle: Hex) -> Option<Direction> {
    let road = middle.within(5).filter(|hex| land.road.contains(*hex));
    let near = road.min_by_key(|hex| (hex.distance(middle), *hex))?;
    Direction::ALL.into_iter().find(|side| land.road.contains(near + *side))
}
