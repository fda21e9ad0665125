//! Cover: against Fire, in an Assault, for a Rally (EA-FIRE-7, EA-ASSAULT-8, EA-RALLY-2).

use battle::{Obstacle, Pose, rule};
use hexes::{Direction, Hex, Midpoint};

use super::{Feature, astride_water, bars_way, is_enough, is_water_line};
use crate::War;
use crate::space::measure;
use crate::space::zones::{Zone, front_centre, half_of, relevant_side, side_stands};

/// Why a Unit has cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cover {
    /// In a town (EA-TERRAIN-1).
    Town,
    /// In a field work (EA-TERRAIN-9).
    Works,
    /// In woods (EA-TERRAIN-2).
    Woods,
    /// On higher ground than the Assaulter (EA-TERRAIN-6).
    Uphill,
    /// Behind a river or stream (EA-TERRAIN-4, EA-TERRAIN-11).
    River,
    /// Behind a wall or earthwork (EA-TERRAIN-10).
    Wall,
}

/// Whether an obstacle covers whoever stands behind it, from Fire and in an Assault.
pub(crate) fn shelters(obstacle: Obstacle) -> bool {
    match obstacle {
        Obstacle::Wall | Obstacle::Gate | Obstacle::Earthwork => true,
        Obstacle::Hedge | Obstacle::Fence | Obstacle::Ditch => !rule!("EA-TERRAIN-12"),
        _ => false,
    }
}

/// Cover against Fire from a shooter in pose `shooter` on a Unit in pose `at` (EA-FIRE-7). Hills and rivers give none.
pub(crate) fn fire_cover(war: &War, shooter: &Pose, at: &Pose) -> Option<Cover> {
    rally_cover(war, at).or_else(|| behind_wall(war, shooter, at).then_some(Cover::Wall))
}

/// Cover for Rally: town, works or woods (EA-RALLY-2).
pub(crate) fn rally_cover(war: &War, pose: &Pose) -> Option<Cover> {
    let mut stands = [0; SHELTERS.len()];
    for hex in measure::stands_of(war, pose) {
        let feature = Feature::of(war.field().ground().terrain(hex));
        let shelter = SHELTERS.iter().position(|(shelter, _)| Some(*shelter) == feature);
        shelter.into_iter().for_each(|shelter| stands[shelter] += 1);
    }
    let covered = SHELTERS.into_iter().zip(stands).find(|((feature, _), stands)| is_enough(war, *feature, *stands));
    covered.map(|((_, cover), _)| cover)
}

/// What covers who is in it, in the order in which it is named.
const SHELTERS: [(Feature, Cover); 3] =
    [(Feature::Town, Cover::Town), (Feature::Works, Cover::Works), (Feature::Woods, Cover::Woods)];

/// Whether such ground covers who is in it.
pub(crate) fn gives_cover(feature: Option<Feature>) -> bool {
    SHELTERS.iter().any(|(shelter, _)| Some(*shelter) == feature)
}

/// Cover of a defender in pose `at` whose `side` is contacted by an Assaulter in pose `contact` (EA-ASSAULT-8).
/// Of several reasons the first in the order of [`Cover`] is given.
pub(crate) fn assault_cover(war: &War, contact: &Pose, at: &Pose, side: Zone) -> Option<Cover> {
    if let Some(shelter) = rally_cover(war, at) {
        return Some(shelter);
    }
    let touch = Touch::of(war, contact, at, side);
    if uphill(war, &touch, at) {
        Some(Cover::Uphill)
    } else if touch.mostly(|(hex, way)| is_water_line(war.field().ground().edge(hex, way).obstacle))
        || astride_water(war, contact)
    {
        Some(Cover::River)
    } else {
        let walled = touch.mostly(|(hex, way)| shelters(war.field().ground().edge(hex, way).obstacle));
        (walled && rule!("EA-TERRAIN-10b")).then_some(Cover::Wall)
    }
}

/// Whether most contacted stands are higher than those that contact them (EA-TERRAIN-6), or the defender is on a
/// hill at all under `hill_cover=always` (EA-RES-26). Against Fire height is no cover.
fn uphill(war: &War, touch: &Touch, at: &Pose) -> bool {
    let ground = war.field().ground();
    if war.options().hill_cover_always && rule!("EA-RES-26") {
        let stands = measure::footprint(war, at);
        let high = stands.hexes().iter().filter(|hex| ground.elevation(**hex) > 0).count();
        return 2 * high >= stands.hexes().len();
    }
    touch.mostly(|(hex, way)| ground.elevation(hex + way) > ground.elevation(hex)) && rule!("EA-TERRAIN-6")
}

/// Whether at least half a base width of the side that is shot at stands behind a wall or earthwork.
fn behind_wall(war: &War, shooter: &Pose, at: &Pose) -> bool {
    let side = side_stands(at, war.options(), relevant_side(war, shooter, at));
    let eye = front_centre(shooter, war.options());
    let walled = side.hexes().iter().filter(|stand| walled_towards(war, **stand, eye)).count();
    walled >= half_of(war, &side) && rule!("EA-TERRAIN-10a")
}

/// Whether the line from the stand to the place leaves its hex over a wall or earthwork; at a corner either edge
/// counts.
fn walled_towards(war: &War, stand: Hex, place: Midpoint) -> bool {
    let (own, ground) = (Midpoint::from(stand), war.field().ground());
    if ground.is_bare_around(stand) {
        return false;
    }
    let (x, y) = (place.x - own.x, place.y - own.y);
    let ahead = |way: Direction| way.vector().point().x * x + 3 * way.vector().point().y * y;
    let most = Direction::ALL.into_iter().map(ahead).max().unwrap_or(0);
    Direction::ALL.into_iter().any(|way| ahead(way) == most && shelters(ground.edge(stand, way).obstacle))
}

/// The pairs of stands in contact: the Assaulter's stand and the way to the defender's. Across a river there is none but
/// at its crossing (EA-TERRAIN-4).
struct Touch {
    pairs: [Option<(Hex, Direction)>; 2 * battle::MAX_STANDS],
}

impl Touch {
    fn of(war: &War, contact: &Pose, at: &Pose, side: Zone) -> Touch {
        let attacked = side_stands(at, war.options(), side);
        let front = measure::footprint(war, contact);
        let ways = contact.facing.fronts();
        let pairs = front.front().iter().flat_map(|hex| ways.map(|way| (*hex, way)));
        let mut touch = Touch { pairs: [None; 2 * battle::MAX_STANDS] };
        let met = |(hex, way): &(Hex, Direction)| attacked.contains(*hex + *way) && !bars_way(war, *hex, *way);
        for (slot, pair) in touch.pairs.iter_mut().zip(pairs.filter(met)) {
            *slot = Some(pair);
        }
        touch
    }

    /// Whether it holds for at least half of the pairs, and for one.
    fn mostly(&self, holds: impl Fn((Hex, Direction)) -> bool) -> bool {
        let all = self.pairs.iter().flatten().count();
        let true_for = self.pairs.iter().flatten().filter(|pair| holds(**pair)).count();
        true_for > 0 && 2 * true_for >= all
    }
}
