//! Villages: where they lie, and how their houses stand along the roads.

use battle::Terrain;
use hexes::{Hex, Offset};

use super::{Land, Place, PlaceKind, chance, regions};
use crate::chance::Chance;
use crate::plan::Plan;
use crate::wishes::{Country, Kind};

/// Where a village is to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// Its middle, on a road.
    pub at: Hex,
    /// How many houses.
    pub houses: usize,
    /// How far they stand from its middle.
    pub radius: i32,
}

/// Villages are at least so many hexes apart.
const APART: i32 = 10;

/// The sites of a battle's villages, the one that is fought for first.
pub(super) fn sites(land: &Land, plan: &Plan) -> Vec<Site> {
    let mut chance = chance(plan, "villages");
    let mut sites: Vec<Site> = Vec::new();
    let wide = i32::from(plan.grid.width());
    let mains = mains(plan.kind);
    for (share, depth) in mains {
        let column = wide * (share + chance.between(-7, 7)) / 100;
        let depth = depth + chance.between(-4, 4);
        let (houses, radius) = size(plan.kind, &mut chance);
        add(land, plan, &mut sites, (column, depth), (houses, radius));
    }
    let more = match plan.country {
        Country::Open | Country::Wooded | Country::Hills => 1,
        Country::Hedges => 2,
        Country::Village => 3,
    };
    let flank = chance.below(2) as i32;
    for place in 0..more + (wide - 34) / 28 {
        let left = (place + flank) % 2 == 0;
        let share = if left { chance.between(12, 32) } else { chance.between(68, 88) };
        let depth = chance.between(28, 72);
        let houses = chance.between(2, 5) as usize;
        add(land, plan, &mut sites, (wide * share / 100, depth), (houses, 3));
    }
    sites
}

/// Where the villages lie that are fought for, by hundredths of the width and depth.
fn mains(kind: Kind) -> Vec<(i32, i32)> {
    match kind {
        Kind::Meeting => vec![(50, 50)],
        Kind::Attack => vec![(50, 58)],
        Kind::Rearguard => vec![(50, 60)],
        Kind::River => vec![(47, 34), (53, 66)],
        Kind::Town => vec![(50, 58)],
        Kind::Ambush => vec![(50, 76)],
        Kind::Late => vec![(50, 55)],
    }
}

fn size(kind: Kind, chance: &mut Chance) -> (usize, i32) {
    match kind {
        Kind::Town => (chance.between(15, 20) as usize, 4),
        _ => (chance.between(5, 9) as usize, 4),
    }
}

/// Adds the best site near a place, if there is one.
fn add(land: &Land, plan: &Plan, sites: &mut Vec<Site>, (column, depth): (i32, i32), (houses, radius): (usize, i32)) {
    let column = column.clamp(6, i32::from(plan.grid.width()) - 7);
    let wanted = Offset::new(column as i16, plan.row(depth)).hex();
    let shores: Vec<Hex> = land.shores().iter().flat_map(|(one, _)| [one.hex, one.hex + one.side]).collect();
    let price = |hex: Hex| {
        let flat = hex.within(2).filter(|near| land.level.get(*near) != land.level.get(hex)).count() as i32;
        let water = shores.iter().map(|shore| shore.distance(hex)).min().unwrap_or(4);
        let wet = if water < 2 { 40 } else { (water - 2).min(4) };
        3 * hex.distance(wanted) + 2 * flat + 3 * land.level[hex] + wet
    };
    let free = |hex: &Hex| {
        land.grid.contains(*hex) && land.margin(*hex) >= 5 && sites.iter().all(|site| site.at.distance(*hex) >= APART)
    };
    if let Some(at) = wanted.within(8).filter(free).min_by_key(|hex| (price(*hex), *hex)) {
        sites.push(Site { at, houses, radius });
    }
}

/// Builds the houses, and writes the villages down as places without names.
pub(super) fn build(land: &mut Land, plan: &Plan, sites: &[Site]) {
    let mut chance = chance(plan, "houses");
    let house = regions::of(plan.region).house;
    let shores: Vec<Hex> = land.shores().iter().flat_map(|(one, _)| [one.hex, one.hex + one.side]).collect();
    for site in sites {
        let mut built = 0;
        for distance in 1..=site.radius {
            let ring = chance.shuffled(site.at.ring(distance).collect());
            for hex in ring {
                let roadside = land.beside(hex).filter(|near| land.road.contains(*near)).count();
                // A town is built up between its streets as well; a village is strung along them, with gardens between.
                let likely = match (plan.kind, roadside > 0) {
                    (Kind::Town, true) => 72,
                    (Kind::Town, false) => 30,
                    (_, true) => 48,
                    (_, false) => 4,
                };
                let free = land.grid.contains(hex) && land.is_bare(hex) && !shores.contains(&hex);
                if built < site.houses && free && chance.happens(likely) {
                    land.cover[hex] = if built == 0 { Terrain::StoneBuilding } else { house };
                    built += 1;
                }
            }
        }
        land.places.push(Place { name: String::new(), at: site.at, kind: PlaceKind::Village });
    }
}
