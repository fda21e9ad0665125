//! What the ground does: where a class may go and stop, what a step costs (EA-TERRAIN).

mod cover;

use battle::{Crossing, Obstacle, Pose, Terrain, UnitId, Waters, rule};
use hexes::{Direction, Hex, Side, straight_line};

use crate::space::measure;
use crate::{Bar, Class, War, class};

pub(crate) use cover::{Cover, assault_cover, fire_cover, gives_cover, rally_cover, shelters};

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
        let feature = match terrain {
            wood if wood.is_woods() => Feature::Woods,
            house if house.is_built_up() => Feature::Town,
            Terrain::Works => Feature::Works,
            Terrain::Rough => Feature::Rough,
            _ => return None,
        };
        Some(feature).filter(|feature| feature.is_in_table())
    }

    /// Whether its row of the table of terrain is in force: what it forbids, slows and covers.
    fn is_in_table(self) -> bool {
        match self {
            Feature::Town => rule!("EA-TERRAIN-1"),
            Feature::Works => rule!("EA-TERRAIN-9"),
            Feature::Woods => rule!("EA-TERRAIN-2"),
            Feature::Rough => rule!("EA-TERRAIN-7"),
        }
    }
}

/// Ground that nobody can be on, crossings apart (EA-TERRAIN-3).
pub(crate) fn impassable(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Water | Terrain::Marsh | Terrain::Impassable) && rule!("EA-TERRAIN-3")
}

/// Whether a Unit of that class may end a move with a stand on such ground.
pub(crate) fn may_stop(class: Class, terrain: Terrain) -> Result<(), Bar> {
    if impassable(terrain) {
        return Err(barred!("EA-TERRAIN-3", "cannot stop on impassable ground or off the map"));
    }
    match (Feature::of(terrain), class) {
        (Some(Feature::Town), Class::Cavalry | Class::Guns) => {
            Err(barred!("EA-TERRAIN-1", "cannot stop in a town: only infantry and lights can"))
        }
        (Some(Feature::Works), Class::Cavalry) => {
            Err(barred!("EA-TERRAIN-9", "cannot stop in a field work: cavalry never can"))
        }
        (Some(Feature::Works), Class::Guns) if !rule!("EA-OPT-3") => {
            Err(barred!("EA-TERRAIN-1", "cannot stop in a town: only infantry and lights can"))
        }
        _ => Ok(()),
    }
}

/// Whether the ground halves the speed of a class (EA-TERRAIN-13).
pub(crate) fn slows(class: Class, terrain: Terrain) -> bool {
    match Feature::of(terrain) {
        Some(Feature::Woods | Feature::Rough) => class != Class::Lights,
        Some(Feature::Town | Feature::Works) => false,
        None => !rule!("EA-TERRAIN-8"),
    }
}

/// Whether what slows a Unit doubles the price of its steps, and woods let it move or turn, not both (EA-TERRAIN-13).
pub(crate) fn halves_or_turns() -> bool {
    rule!("EA-TERRAIN-13")
}

/// Whether a step over that edge needs a crossing that is not there. Streams, hedges, fences, ditches, walls need none.
pub(crate) fn bars_way(war: &War, hex: Hex, way: Direction) -> bool {
    let edge = war.field().ground().edge(hex, way);
    is_closed(edge.obstacle, edge.crossing)
}

/// Whether nobody gets over such an edge.
pub(crate) fn is_closed(obstacle: Obstacle, crossing: Crossing) -> bool {
    match obstacle {
        Obstacle::River => crossing == Crossing::None && rule!("EA-TERRAIN-4"),
        _ => false,
    }
}

/// Whether an obstacle covers a defender contacted across it as water.
pub(crate) fn is_water_line(obstacle: Obstacle) -> bool {
    obstacle == Obstacle::River || (obstacle == Obstacle::Stream && rule!("EA-TERRAIN-11"))
}

/// Whether a Unit in that pose is in such terrain: at least half of its stands (EA-SPACE-10). A town too small for
/// the footprint counts all the same when half of it fits (EA-TERRAIN-16).
pub(crate) fn is_in(war: &War, pose: &Pose, feature: Feature) -> bool {
    let inside = |hex: &Hex| Feature::of(war.field().ground().terrain(*hex)) == Some(feature);
    is_enough(war, feature, measure::stands_of(war, pose).filter(inside).count())
}

/// Whether so many stands in such terrain put a Unit in it.
fn is_enough(war: &War, feature: Feature, stands: usize) -> bool {
    let all = usize::from(measure::stand_count(war));
    let needed = if feature == Feature::Town && !rule!("EA-TERRAIN-16") { 2 * all } else { all };
    stands > 0 && (2 * stands >= needed || !rule!("EA-SPACE-10"))
}

/// Whether a Unit in that pose is in a crossing: over water, or with a river or stream between two of its stands.
pub(crate) fn astride_water(war: &War, pose: &Pose) -> bool {
    let ground = war.field().ground();
    let wet = measure::stands_of(war, pose).any(|hex| ground.terrain(hex) == Terrain::Water);
    wet || inner_edges(war, pose, |hex, way| is_water_line(ground.edge(hex, way).obstacle)).next().is_some()
}

/// The rivers and lakes that a Unit in that pose is on both banks of: it has their crossings behind it. A stream is no
/// crossing of anything.
pub(crate) fn waters_astride(war: &War, pose: &Pose) -> Waters {
    let ground = war.field().ground();
    if is_dry(war, pose) {
        return Waters::NONE;
    }
    let over = measure::stands_of(war, pose).fold(Waters::NONE, |all, hex| all.and(ground.water(hex)));
    let rivers = inner_edges(war, pose, |hex, way| !ground.river(hex, way).is_none());
    rivers.fold(over, |all, (hex, way)| all.and(ground.river(hex, way)))
}

/// Whether neither water nor river is anywhere near a pose.
fn is_dry(war: &War, pose: &Pose) -> bool {
    war.field().ground().is_dry_within(pose.anchor, measure::extent(war))
}

/// The rivers without a crossing between stands of a Unit in that pose.
pub(crate) fn waters_between(war: &War, pose: &Pose) -> Waters {
    if is_dry(war, pose) {
        return Waters::NONE;
    }
    let closed = inner_edges(war, pose, |hex, way| bars_way(war, hex, way));
    closed.fold(Waters::NONE, |all, (hex, way)| all.and(war.field().ground().river(hex, way)))
}

/// Whether a turn on the spot carries a stand over a river but through its crossing (EA-TERRAIN-4).
pub(crate) fn turns_over_water(war: &War, before: &Pose, after: &Pose) -> bool {
    let between = waters_between(war, after);
    !between.is_none() && !between.beyond(waters_astride(war, before)).is_none()
}

/// The edges between two stands of a Unit in that pose that are of a kind; the kind is asked first, for it is rare.
fn inner_edges<'a>(
    war: &'a War,
    pose: &'a Pose,
    such: impl Fn(Hex, Direction) -> bool + 'a,
) -> impl Iterator<Item = (Hex, Direction)> + 'a {
    // Three ways of each stand meet every edge between two stands once.
    let ways = |hex: Hex| Direction::ALL[..3].iter().map(move |way| (hex, *way));
    let wanted = move |(hex, way): &(Hex, Direction)| such(*hex, *way);
    let inner = |(hex, way): &(Hex, Direction)| measure::footprint(war, pose).contains(*hex + *way);
    measure::stands_of(war, pose).flat_map(ways).filter(wanted).filter(inner)
}

/// Whether dry ground, with no river to cross, leads from the one hex to the other.
pub(crate) fn same_bank(war: &War, from: Hex, to: Hex) -> bool {
    let ground = war.field().ground();
    let open = |hex: Hex, way: Direction| ground.river(hex, way).is_none() && ground.water(hex + way).is_none();
    let straight = |tie: Side| {
        let line = straight_line(from, to, tie);
        line.windows(2).all(|pair| pair[0].direction_to(pair[1]).is_some_and(|way| open(pair[0], way)))
    };
    ground.is_dry() || straight(Side::Left) || straight(Side::Right) || floods(war, from, to, open)
}

/// Whether a search over the whole map leads from hex to hex.
fn floods(war: &War, from: Hex, to: Hex, open: impl Fn(Hex, Direction) -> bool) -> bool {
    let grid = war.field().ground().grid();
    let mut met = vec![false; grid.len()];
    let mut next = vec![from];
    while let Some(hex) = next.pop() {
        if hex == to {
            return true;
        }
        for way in Direction::ALL.into_iter().filter(|way| open(hex, *way)) {
            if let Some(place) = grid.index(hex + way).filter(|place| !met[*place]) {
                met[place] = true;
                next.push(hex + way);
            }
        }
    }
    false
}

/// Cost in hundredths of an inch of a step, by whether it is slow.
pub(crate) fn step_price(war: &War, slow: bool) -> i32 {
    let hex = 100 * i32::from(war.field().inches_per_hex());
    if slow && halves_or_turns() { 2 * hex } else { hex }
}

/// Cost in hundredths of an inch for the pivot stand alone to make that step; `None` where it cannot. Ignores Units.
pub(crate) fn pivot_step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<u16> {
    let ground = war.field().ground();
    let to = ground.cell(from + step)?;
    let bridged = to.terrain == Terrain::Water && to.crossing != Crossing::None;
    let open = !impassable(to.terrain) || bridged;
    let over = !bars_way(war, from, step);
    let slow = slows(class(war, unit), to.terrain) && !(ground.road(from) && to.road);
    (open && over).then(|| step_price(war, slow) as u16)
}
