//! What the ground does: where a class may go and stop, what a step costs (EA-TERRAIN).

mod cover;

use battle::{Obstacle, Pose, Terrain, UnitId, rule};
use hexes::{Direction, Hex};

use crate::space::measure;
use crate::{Bar, Class, War, class};

pub(crate) use cover::{Cover, assault_cover, fire_cover, rally_cover};

/// Terrain that a Unit can be "in" (EA-SPACE-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Feature {
    /// Building hexes.
    Town,
    /// Field works.
    Works,
    /// Woods of any density.
    Woods,
    /// Rough.
    Rough,
}

impl Feature {
    /// The feature that terrain belongs to, if any.
    pub(crate) fn of(terrain: Terrain) -> Option<Feature> {
        match terrain {
            wood if wood.is_woods() => Some(Feature::Woods),
            house if house.is_built_up() => Some(Feature::Town),
            Terrain::Works => Some(Feature::Works),
            Terrain::Rough => Some(Feature::Rough),
            _ => None,
        }
    }
}

/// Ground that nobody can be on, crossings apart (EA-TERRAIN-3).
pub(crate) fn impassable(terrain: Terrain) -> bool {
    rule!("EA-TERRAIN-3");
    matches!(terrain, Terrain::Water | Terrain::Marsh | Terrain::Impassable)
}

/// Whether a Unit of that class may end a move with a stand on such ground.
pub(crate) fn may_stop(class: Class, terrain: Terrain) -> Result<(), Bar> {
    if impassable(terrain) {
        return Err(barred!("EA-TERRAIN-3", "cannot stop on impassable ground or off the map"));
    }
    match Feature::of(terrain) {
        Some(Feature::Town) => {
            rule!("EA-TERRAIN-1");
            let foot = matches!(class, Class::Infantry | Class::Lights);
            if foot {
                Ok(())
            } else {
                Err(barred!("EA-TERRAIN-1", "cannot stop in a town: only infantry and lights can"))
            }
        }
        Some(Feature::Works) => {
            rule!("EA-TERRAIN-9");
            let horse = class == Class::Cavalry;
            if horse { Err(barred!("EA-TERRAIN-9", "cannot stop in a field work: cavalry never can")) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// Whether the ground halves the speed of a class (EA-TERRAIN-13).
pub(crate) fn slows(class: Class, terrain: Terrain) -> bool {
    match Feature::of(terrain) {
        Some(Feature::Woods) => {
            rule!("EA-TERRAIN-2");
            class != Class::Lights
        }
        Some(Feature::Rough) => {
            rule!("EA-TERRAIN-7");
            class != Class::Lights
        }
        Some(Feature::Town | Feature::Works) => false,
        None => {
            rule!("EA-TERRAIN-8");
            false
        }
    }
}

/// Whether an obstacle on an edge needs a crossing. Streams, hedges, fences, ditches, walls do not.
pub(crate) fn bars_way(obstacle: Obstacle) -> bool {
    match obstacle {
        Obstacle::River => {
            rule!("EA-TERRAIN-4");
            true
        }
        Obstacle::Hedge | Obstacle::Fence | Obstacle::Ditch => {
            rule!("EA-TERRAIN-12");
            false
        }
        _ => false,
    }
}

/// Whether an obstacle covers a defender contacted across it as water.
fn is_water_line(obstacle: Obstacle) -> bool {
    if obstacle == Obstacle::Stream {
        rule!("EA-TERRAIN-11");
    }
    matches!(obstacle, Obstacle::River | Obstacle::Stream)
}

/// Whether a Unit in that pose is in such terrain: at least half of its stands (EA-SPACE-10). A town too small for
/// the footprint counts all the same when half of it fits (EA-TERRAIN-16).
pub(crate) fn is_in(war: &War, pose: &Pose, feature: Feature) -> bool {
    rule!("EA-SPACE-10");
    rule!("EA-TERRAIN-16");
    let inside = |hex: &Hex| Feature::of(war.field().ground().terrain(*hex)) == Some(feature);
    2 * measure::stands_of(war, pose).filter(inside).count() >= usize::from(measure::stand_count(war))
}

/// Whether a Unit in that pose is in a crossing: over water, or with a river or stream between two of its stands.
pub(crate) fn astride_water(war: &War, pose: &Pose) -> bool {
    let (print, ground) = (measure::footprint(war, pose), war.field().ground());
    let split = |hex: Hex, way: Direction| print.contains(hex + way) && is_water_line(ground.edge(hex, way).obstacle);
    let wet = |hex: &Hex| ground.terrain(*hex) == Terrain::Water;
    // Three ways of each stand meet every edge between two stands once.
    let ways = &Direction::ALL[..3];
    print.hexes().iter().any(|hex| wet(hex) || ways.iter().any(|way| split(*hex, *way)))
}

/// Cost in hundredths of an inch of a step, by whether it is slow.
pub(crate) fn step_price(war: &War, slow: bool) -> i32 {
    let hex = 100 * i32::from(war.field().inches_per_hex());
    if slow { 2 * hex } else { hex }
}

/// Cost in hundredths of an inch for the pivot stand alone to make that step; `None` where it cannot. Ignores Units.
pub(crate) fn pivot_step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<u16> {
    let ground = war.field().ground();
    let to = ground.cell(from + step)?;
    let edge = ground.edge(from, step);
    let bridged = |crossing| crossing != battle::Crossing::None;
    let open = !impassable(to.terrain) || (to.terrain == Terrain::Water && bridged(to.crossing));
    let over = !bars_way(edge.obstacle) || bridged(edge.crossing);
    let slow = slows(class(war, unit), to.terrain) && !(ground.road(from) && to.road);
    (open && over).then(|| step_price(war, slow) as u16)
}
