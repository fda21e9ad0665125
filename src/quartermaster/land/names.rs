//! What places are called.

use hexes::Hex;

use super::villages::Site;
use super::{Land, Place, PlaceKind, chance, regions, relief};
use crate::chance::Chance;
use crate::plan::Plan;

/// Hills and woods of fewer hexes have no name.
const LEAST: usize = 12;

/// Names, each given once.
struct Names(Vec<String>);

impl Names {
    fn new(chance: &mut Chance, names: impl IntoIterator<Item = String>) -> Names {
        Names(chance.shuffled(names.into_iter().collect()))
    }

    /// A name that no place has yet: of a hill as of a village, where a region has one for both.
    fn next(&mut self, land: &Land) -> Option<String> {
        let taken = |name: &String| land.places.iter().any(|place| place.name == *name);
        let free = self.0.iter().rposition(|name| !taken(name))?;
        Some(self.0.swap_remove(free))
    }
}

/// Names the villages, the largest hills and woods, and the water.
pub(super) fn give(land: &mut Land, plan: &Plan, sites: &[Site]) {
    let mut chance = chance(plan, "names");
    let region = regions::of(plan.region);
    let mut villages = villages(&mut chance, region);
    for number in 0..land.places.len() {
        let name = villages.next(land).unwrap_or_else(|| format!("Farm {}", number + 1));
        land.places[number].name = name;
    }
    let owned = |names: &[&str]| names.iter().map(|name| String::from(*name)).collect::<Vec<_>>();
    let mut hills = Names::new(&mut chance, owned(region.hills));
    for at in tops(land).into_iter().take(4) {
        if is_crowded(land, at) {
            continue;
        }
        let name = hills.next(land);
        land.places.extend(name.map(|name| Place { name, at, kind: PlaceKind::Hill }));
    }
    let mut woods = Names::new(&mut chance, owned(region.woods));
    for at in largest(land, |land, hex| land.cover[hex].is_woods()).into_iter().take(3) {
        if !is_crowded(land, at) {
            let name = woods.next(land);
            land.places.extend(name.map(|name| Place { name, at, kind: PlaceKind::Wood }));
        }
    }
    let mut waters = Names::new(&mut chance, owned(region.waters));
    let middles: Vec<Hex> = land.streams.iter().filter_map(|stream| quiet(&stream.walk, sites)).collect();
    for at in middles {
        let name = waters.next(land);
        land.places.extend(name.map(|name| Place { name, at, kind: PlaceKind::Water }));
    }
}

/// Whether a name there would run into another.
fn is_crowded(land: &Land, at: Hex) -> bool {
    let place = at.offset();
    land.places.iter().map(|other| other.at.offset()).any(|other| {
        (other.row - place.row).abs() < 2 && (other.column - place.column).abs() < 12 || other.hex().distance(at) < 3
    })
}

/// The hex of a course that is farthest from any village.
fn quiet(walk: &[Hex], sites: &[Site]) -> Option<Hex> {
    let inner = walk.get(3..walk.len().saturating_sub(3))?;
    let away = |hex: &&Hex| sites.iter().map(|site| site.at.distance(**hex)).min().unwrap_or(0).min(9);
    inner.iter().rev().max_by_key(away).copied()
}

/// Names of villages: those of one piece and those of two.
fn villages(chance: &mut Chance, region: &regions::Region) -> Names {
    let [first, second] = region.villages;
    let two = (0..12).map(|_| {
        let (one, other) = (chance.below(first.len()), chance.below(second.len()));
        format!("{}{}", first[one], second[other])
    });
    let mut names: Vec<String> = two.collect();
    names.extend(region.whole.iter().map(|name| String::from(*name)));
    let mut different: Vec<String> = Vec::new();
    for name in names {
        if !different.contains(&name) {
            different.push(name);
        }
    }
    Names::new(chance, different)
}

/// The middles of the hills, the largest first.
fn tops(land: &Land) -> Vec<Hex> {
    let mut hills: Vec<(usize, Hex)> = Vec::new();
    for hill in relief::patches(land, 1).into_iter().filter(|hill| hill.len() >= LEAST) {
        let high = hill.iter().map(|hex| land.level[*hex]).max().unwrap_or(1);
        let top: Vec<Hex> = hill.iter().copied().filter(|hex| land.level[*hex] == high).collect();
        hills.push((hill.len(), middle(&top)));
    }
    hills.sort_by_key(|(size, at)| (std::cmp::Reverse(*size), *at));
    hills.into_iter().map(|(_, at)| at).collect()
}

/// The middles of the pieces that pass a test, the largest first.
fn largest(land: &Land, test: impl Fn(&Land, Hex) -> bool) -> Vec<Hex> {
    let mut pieces = relief::pieces(land, |hex| test(land, hex));
    pieces.retain(|piece| piece.len() >= LEAST);
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    pieces.iter().map(|piece| middle(piece)).collect()
}

/// The hex of several that is nearest to all of them.
fn middle(hexes: &[Hex]) -> Hex {
    let sum = |hex: &Hex| hexes.iter().map(|other| other.distance(*hex)).sum::<i32>();
    hexes.iter().copied().min_by_key(|hex| (sum(hex), *hex)).unwrap_or_default()
}
