//! Fields round the villages, with hedges, fences or walls round some of them.

use battle::Terrain;
use hexes::{Hex, HexSet, Offset};

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
    let (columns, rows) = (chance.between(3, 6) as i16, chance.between(2, 4) as i16);
    let Offset { column, row } = middle.offset();
    let (first, last) = (
        Offset::new(column - columns / 2, row - rows / 2),
        Offset::new(column - columns / 2 + columns - 1, row - rows / 2 + rows - 1),
    );
    let crop = if chance.happens(60) { Terrain::Crops } else { Terrain::Ploughed };
    let enclosed = chance.happens(hedged);
    let block = block(first, last);
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
    for hex in &block {
        let corner =
            [(first.row, first.column), (first.row, last.column), (last.row, first.column), (last.row, last.column)]
                .contains(&(hex.offset().row, hex.offset().column));
        if enclosed || !corner || chance.happens(55) {
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
        land.enclosures.push(Enclosure { obstacle: regions::of(plan.region).fence, first, last });
    }
}

/// The hexes of a block of columns and rows.
pub(super) fn block(first: Offset, last: Offset) -> Vec<Hex> {
    let row_of = |row: i16| (first.column..=last.column).map(move |column| Offset::new(column, row).hex());
    (first.row..=last.row).flat_map(row_of).collect()
}
