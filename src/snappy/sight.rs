//! Lines of sight and of fire (SN-GEO-8).

use battle::{UnitId, rule};
use hexes::Hex;

use crate::War;

/// Whether the ground hides one hex from another: higher than both, or woods, houses and works not below either.
fn is_screen(war: &War, from: Hex, to: Hex, hex: Hex) -> bool {
    let ground = war.field().ground();
    let (level, terrain) = (ground.elevation(hex), ground.terrain(hex));
    let top = ground.elevation(from).max(ground.elevation(to));
    let tall = terrain.is_woods() || terrain.is_building();
    level > top || (tall && level >= top)
}

/// Whether somebody on a hex sees what stands on another: ground alone.
pub(crate) fn sees(war: &War, from: Hex, to: Hex) -> bool {
    !war.field().ground().worst_on_line(from, to, false, true, |hex| is_screen(war, from, to, hex))
}

/// Whether fire goes from a stand to another: nothing of a third unit on the way, nor ground that hides.
pub(crate) fn fire_goes(war: &War, from: Hex, to: Hex, ends: [UnitId; 2]) -> bool {
    let blocks = |hex: Hex| {
        let there = war.field().unit_at(hex).is_some_and(|unit| !ends.contains(&unit));
        (there && rule!("SN-GEO-8")) || is_screen(war, from, to, hex)
    };
    !war.field().ground().worst_on_line(from, to, false, true, blocks)
}

/// Whether any stand of a unit sees any of another.
pub(crate) fn sees_unit(war: &War, by: UnitId, on: UnitId) -> bool {
    let theirs = war.field().footprint(on);
    war.field().footprint(by).hexes().iter().any(|eye| theirs.hexes().iter().any(|hex| sees(war, *eye, *hex)))
}
