//! Who sees whom (MC-HEX-4).

use battle::{Terrain, UnitId, rule};
use hexes::Hex;

use super::{body, inches, is_formed};
use crate::profile::{Traits, Troops};
use crate::{War, tables};

/// Inches at which a unit in woods is seen; none where it is not hidden by them.
fn seen_at(war: &War, terrain: Terrain, target: Option<UnitId>) -> Option<i32> {
    let light = |unit: UnitId| {
        let profile = war.profile(unit);
        let armed = matches!(profile.troops, Troops::Riflemen | Troops::Jaegers);
        profile.is_indian()
            || (!is_formed(war, unit) && (profile.has(Traits::LIGHT) || profile.has(Traits::SPECIALIST_LIGHT) || armed))
    };
    let sly = target.is_some_and(light);
    match terrain {
        Terrain::DenseWoods => Some(if sly { 1 } else { 2 }),
        Terrain::LightWoods | Terrain::Woods => Some(if sly { 3 } else { 6 }),
        _ => None,
    }
}

/// Whether a hex between two others has a unit that blocks the line.
fn is_manned(war: &War, hex: Hex, to: Hex) -> bool {
    let field = war.field();
    field.unit_at(hex).is_some_and(|unit| Some(unit) != field.unit_at(to)) && rule!("MC-SKIRM-10")
}

/// Whether ground and units let a line through, its ends apart.
fn is_clear(war: &War, from: Hex, to: Hex, manned: impl Fn(Hex) -> bool) -> bool {
    let ground = war.field().ground();
    let ends = [from, to].map(|hex| ground.elevation(hex));
    let top = ends[0].max(ends[1]);
    let hides = |hex: Hex| {
        let terrain = ground.terrain(hex);
        let thick = terrain.is_building() || (terrain.is_woods() && ground.terrain(from) != terrain);
        thick || ground.elevation(hex) > top || manned(hex)
    };
    !ground.worst_on_line(from, to, false, true, hides)
}

/// Whether a stand sees another stand.
pub(crate) fn sees(war: &War, from: Hex, to: Hex) -> bool {
    views(war, from, to, |hex| is_manned(war, hex, to))
}

/// Whether a stand sees a hex past units that block where they are said to.
fn views(war: &War, from: Hex, to: Hex, manned: impl Fn(Hex) -> bool) -> bool {
    !rule!("MC-HEX-4") || (is_near(war, from, to) && is_clear(war, from, to, manned))
}

/// Whether a stand would see a unit that stood on a hex: what it leaves behind does not hide it.
pub(crate) fn would_see(war: &War, from: Hex, unit: UnitId, to: Hex) -> bool {
    views(war, from, to, |hex| is_manned(war, hex, to) && war.field().unit_at(hex) != Some(unit))
}

/// Whether a gun, on higher ground or firing at it, sees a stand over units at least 12 inches from both (MC-ART-5).
pub(crate) fn sees_over(war: &War, from: Hex, to: Hex) -> bool {
    let level = |hex: Hex| war.field().ground().elevation(hex);
    let top = level(from).max(level(to));
    let apart = |hex: Hex| [from, to].iter().all(|end| inches(war, end.distance(hex)) >= tables::OVERHEAD);
    let blocks = |hex: Hex| is_manned(war, hex, to) && !(apart(hex) && top > level(hex));
    is_near(war, from, to) && is_clear(war, from, to, blocks)
}

/// Whether woods at either end leave the other in view.
fn is_near(war: &War, from: Hex, to: Hex) -> bool {
    let ground = war.field().ground();
    let far = inches(war, from.distance(to));
    let target = war.field().unit_at(to);
    let near = |hex: Hex| seen_at(war, ground.terrain(hex), target).is_none_or(|limit| far <= limit);
    near(to) && (near(from) || is_edge(war, from, to))
}

/// Whether a line comes out of woods without going through any: who looks out at their edge is not blinded by them.
fn is_edge(war: &War, from: Hex, to: Hex) -> bool {
    let ground = war.field().ground();
    !ground.worst_on_line(from, to, false, true, |hex| ground.terrain(hex).is_woods())
}

/// Whether any stand of a unit sees any of another.
pub(crate) fn sees_unit(war: &War, by: UnitId, on: UnitId) -> bool {
    let (ours, theirs) = (body(war, by), body(war, on));
    ours.hexes().iter().any(|from| theirs.hexes().iter().any(|to| sees(war, *from, *to)))
}
