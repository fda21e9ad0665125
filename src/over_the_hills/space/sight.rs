//! Lines of sight and of fire (OTH-GEO-13).

use battle::{Terrain, UnitId, rule};
use hexes::Hex;

use super::{Shape, shape};
use crate::War;

/// Whether the ground hides one hex from another: higher than both, or normal and dense woods and houses not below either.
fn is_screen(war: &War, from: Hex, to: Hex, hex: Hex) -> bool {
    let ground = war.field().ground();
    let (level, terrain) = (ground.elevation(hex), ground.terrain(hex));
    let top = ground.elevation(from).max(ground.elevation(to));
    let tall = matches!(terrain, Terrain::Woods | Terrain::DenseWoods) || terrain.is_building();
    let own = ground.patch(hex).is_some() && [from, to].iter().any(|end| ground.patch(*end) == ground.patch(hex));
    level > top || (tall && level >= top && !(own && terrain.is_building()))
}

/// Whether somebody on a hex sees what stands on another: ground alone.
pub(crate) fn sees(war: &War, from: Hex, to: Hex) -> bool {
    !war.field().ground().worst_on_line(from, to, false, true, |hex| is_screen(war, from, to, hex))
}

/// Who stands between two hexes and stops fire: no end of it, and no friend in skirmish order.
fn stops(war: &War, hex: Hex, ends: [UnitId; 2]) -> Option<UnitId> {
    let there = war.field().unit_at(hex).filter(|unit| !ends.contains(unit))?;
    let screen = war.side(there) == war.side(ends[0]) && shape(war, there) == Shape::Skirmish;
    (!screen).then_some(there)
}

/// Whether fire goes from a stand to another past everybody else.
pub(crate) fn fire_goes(war: &War, from: Hex, to: Hex, ends: [UnitId; 2]) -> bool {
    let blocks = |hex: Hex| (stops(war, hex, ends).is_some() && rule!("OTH-GEO-13")) || is_screen(war, from, to, hex);
    !war.field().ground().worst_on_line(from, to, false, true, blocks)
}

/// The friends that fire from a height would pass over (OTH-ART-10); none where something else stops it.
pub(crate) fn flown_over(war: &War, from: Hex, to: Hex, ends: [UnitId; 2]) -> Option<Vec<UnitId>> {
    if !sees(war, from, to) {
        return None;
    }
    let mut friends = Vec::new();
    for crossing in war.field().ground().sight_line(from, to) {
        let (one, other) = match crossing {
            hexes::Crossing::One(hex) => (stops(war, hex, ends), None),
            hexes::Crossing::Either(left, right) => (stops(war, left, ends), stops(war, right, ends)),
        };
        friends.extend([one, other].into_iter().flatten());
    }
    friends.sort_unstable();
    friends.dedup();
    friends.iter().all(|unit| war.side(*unit) == war.side(ends[0])).then_some(friends)
}
