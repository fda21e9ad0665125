//! The land that a battle is fought on: what covers it, how high it lies, its waters, roads, villages and names.

mod fields;
mod names;
mod regions;
mod relief;
mod roads;
mod villages;
mod waters;
mod woods;

use battle::{Crossing, Obstacle, Terrain};
use hexes::{Direction, EdgeMap, Grid, Hex, HexMap, HexSet, Offset};

use crate::chance::Chance;
use crate::plan::Plan;

pub(crate) use regions::{known as known_region, of as region};
pub(crate) use roads::gates;

/// A hex is that wide in the plane where distances are measured, and its rows are [`ROW`] apart.
pub(crate) const HEX: i32 = 20;
/// Rows of hexes are that far apart.
pub(crate) const ROW: i32 = 17;

/// A stream or river: the hexes along its left bank from where it rises to where it leaves the map; it runs on their right.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// The hexes beside it, on its left as it flows.
    pub walk: Vec<Hex>,
    /// A river, which only crossings lead over.
    pub obstacle: Obstacle,
}

/// Where a stream can be crossed dry, or on foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Passage {
    /// A hex beside it.
    pub hex: Hex,
    /// Which side of the hex it crosses.
    pub side: Direction,
}

/// Passages of one kind over one water.
#[derive(Clone, Debug)]
pub(crate) struct Ford {
    /// The water.
    pub obstacle: Obstacle,
    /// Ford or bridge.
    pub crossing: Crossing,
    /// Where.
    pub passages: Vec<Passage>,
}

/// A field, and what is round it.
#[derive(Clone, Debug)]
pub(crate) struct Enclosure {
    /// Hedge, wall or fence.
    pub obstacle: Obstacle,
    /// Its hexes.
    pub hexes: Vec<Hex>,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceKind {
    /// Houses on a road.
    Village,
    /// A hill.
    Hill,
    /// A wood.
    Wood,
    /// A stream or river.
    Water,
}

/// A place with a name.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// What it is called.
    pub name: String,
    /// Where its middle is.
    pub at: Hex,
    /// What it is.
    pub kind: PlaceKind,
}

/// The land.
#[derive(Clone, Debug)]
pub(crate) struct Land {
    /// Its extent.
    pub grid: Grid,
    /// What covers each hex.
    pub cover: HexMap<Terrain>,
    /// Levels of height.
    pub level: HexMap<i32>,
    /// Hexes that a road goes through.
    pub road: HexSet,
    /// Streams and rivers.
    pub streams: Vec<Stream>,
    /// What each edge carries of them.
    pub water: EdgeMap<Obstacle>,
    /// Fords and bridges, in the order made.
    pub fords: Vec<Ford>,
    /// Hedges and walls.
    pub enclosures: Vec<Enclosure>,
    /// Villages first, that which matters most before the others.
    pub places: Vec<Place>,
}

impl Land {
    /// The land that a plan asks for.
    pub fn survey(plan: &Plan) -> Land {
        let grid = plan.grid;
        let mut land = Land {
            grid,
            cover: HexMap::filled(grid, Terrain::Open),
            level: HexMap::filled(grid, 0),
            road: HexSet::new(grid),
            streams: Vec::new(),
            water: EdgeMap::filled(grid, Obstacle::None),
            fords: Vec::new(),
            enclosures: Vec::new(),
            places: Vec::new(),
        };
        relief::raise(&mut land, plan);
        waters::lead(&mut land, plan);
        relief::terrace(&mut land);
        let sites = villages::sites(&land, plan);
        roads::lay(&mut land, plan, &sites);
        villages::build(&mut land, plan, &sites);
        fields::lay_out(&mut land, plan, &sites);
        woods::plant(&mut land, plan);
        names::give(&mut land, plan, &sites);
        land
    }

    /// The hexes beside a hex that are on the map.
    pub fn beside(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        let grid = self.grid;
        hex.neighbors().into_iter().filter(move |hex| grid.contains(*hex))
    }

    /// Whether a hex is on the map's edge.
    pub fn on_edge(&self, hex: Hex) -> bool {
        self.margin(hex) == 0
    }

    /// Hexes between a hex and the nearest edge of the map.
    pub fn margin(&self, hex: Hex) -> i32 {
        let Offset { column, row } = hex.offset();
        let (right, below) = (self.grid.width() - 1 - column, self.grid.height() - 1 - row);
        i32::from(column.min(row).min(right).min(below))
    }

    /// The edges of every water, each with its obstacle.
    pub fn shores(&self) -> Vec<(Passage, Obstacle)> {
        let edges = |stream: &Stream| {
            let obstacle = stream.obstacle;
            banks(&stream.walk)
                .into_iter()
                .map(move |(hex, side)| (Passage { hex, side }, obstacle))
                .collect::<Vec<_>>()
        };
        self.streams.iter().flat_map(edges).collect()
    }

    /// Whether a step crosses water, and which.
    pub fn water_between(&self, from: Hex, side: Direction) -> Option<Obstacle> {
        self.water.get(from, side).copied().filter(|water| *water != Obstacle::None)
    }

    /// How far the nearest place of those kinds is; a large number where there is none.
    pub fn places_off(&self, hex: Hex, kinds: &[PlaceKind]) -> i32 {
        let of_kind = self.places.iter().filter(|place| kinds.contains(&place.kind));
        of_kind.map(|place| place.at.distance(hex)).min().unwrap_or(1000)
    }

    /// Whether a river parts it, which only crossings lead over.
    pub fn has_river(&self) -> bool {
        self.streams.iter().any(|stream| stream.obstacle == Obstacle::River)
    }

    /// Whether hexes are bare of all but grass.
    pub fn is_bare(&self, hex: Hex) -> bool {
        self.cover.get(hex) == Some(&Terrain::Open) && !self.road.contains(hex)
    }
}

/// A point of the plane: the middle of a hex.
pub(crate) fn point(hex: Hex) -> (i32, i32) {
    let Offset { column, row } = hex.offset();
    (HEX * i32::from(column) + HEX / 2 * i32::from(row & 1), ROW * i32::from(row))
}

/// The edges on the right of somebody who walks along those hexes, each named from the hex he is on.
pub(crate) fn banks(walk: &[Hex]) -> Vec<(Hex, Direction)> {
    let steps: Vec<Direction> = walk.windows(2).filter_map(|two| two[0].direction_to(two[1])).collect();
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Vec::new() };
    let before = std::iter::once(first).chain(&steps);
    let after = steps.iter().chain(std::iter::once(last));
    let sides = |(hex, (before, after)): (&Hex, (&Direction, &Direction))| {
        let (hex, back, after) = (*hex, before.opposite(), *after);
        (1..6).map(move |turn| after.rotate(turn)).take_while(move |side| *side != back).map(move |side| (hex, side))
    };
    walk.iter().zip(before.zip(after)).flat_map(sides).collect()
}

/// The draws of a topic of the land.
pub(crate) fn chance(plan: &Plan, topic: &str) -> Chance {
    Chance::of(plan.seed, topic)
}
