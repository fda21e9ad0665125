//! The ground a battle is fought over: terrain and elevation of each hex, obstacles on hex edges.

use std::sync::OnceLock;

use hexes::{Direction, EdgeMap, Grid, Hex, HexMap, Lines};
use serde::{Deserialize, Serialize};

use crate::expanse::Expanses;
use crate::waters::{WaterMap, Waters};

/// What covers a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Terrain {
    /// Grass and fallow: no effect anywhere.
    #[default]
    Open,
    /// Standing crops.
    Crops,
    /// Ploughed land.
    Ploughed,
    /// Broken ground, scrub, rocks.
    Rough,
    /// Orchards and open woods.
    LightWoods,
    /// Woods.
    Woods,
    /// Forest with undergrowth.
    DenseWoods,
    /// Bog and marsh.
    Marsh,
    /// Houses of wood.
    WoodenBuilding,
    /// Houses of brick.
    BrickBuilding,
    /// Houses of stone.
    StoneBuilding,
    /// A courtyard or walled garden; part of the buildings it lies between.
    Court,
    /// A redoubt or other field work.
    Works,
    /// River, lake or pond.
    Water,
    /// Ground that nobody can enter.
    Impassable,
}

impl Terrain {
    /// Every kind, in a fixed order.
    pub const ALL: [Terrain; 15] = [
        Terrain::Open,
        Terrain::Crops,
        Terrain::Ploughed,
        Terrain::Rough,
        Terrain::LightWoods,
        Terrain::Woods,
        Terrain::DenseWoods,
        Terrain::Marsh,
        Terrain::WoodenBuilding,
        Terrain::BrickBuilding,
        Terrain::StoneBuilding,
        Terrain::Court,
        Terrain::Works,
        Terrain::Water,
        Terrain::Impassable,
    ];

    /// Its name in battle files and on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Open => "open",
            Terrain::Crops => "crops",
            Terrain::Ploughed => "ploughed",
            Terrain::Rough => "rough",
            Terrain::LightWoods => "light woods",
            Terrain::Woods => "woods",
            Terrain::DenseWoods => "dense woods",
            Terrain::Marsh => "marsh",
            Terrain::WoodenBuilding => "wooden building",
            Terrain::BrickBuilding => "brick building",
            Terrain::StoneBuilding => "stone building",
            Terrain::Court => "court",
            Terrain::Works => "works",
            Terrain::Water => "water",
            Terrain::Impassable => "impassable",
        }
    }

    /// Woods of any density.
    #[must_use]
    pub const fn is_woods(self) -> bool {
        matches!(self, Terrain::LightWoods | Terrain::Woods | Terrain::DenseWoods)
    }

    /// Houses of any material.
    #[must_use]
    pub const fn is_building(self) -> bool {
        matches!(self, Terrain::WoodenBuilding | Terrain::BrickBuilding | Terrain::StoneBuilding)
    }

    /// Houses and the courts between them.
    #[must_use]
    pub const fn is_built_up(self) -> bool {
        self.is_building() || matches!(self, Terrain::Court)
    }
}

/// A way over water, on a hex or on an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Crossing {
    /// No way over.
    #[default]
    None,
    /// Shallow water.
    Ford,
    /// A bridge.
    Bridge,
}

/// What stands or runs along a hex edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Obstacle {
    /// Nothing.
    #[default]
    None,
    /// A hedge.
    Hedge,
    /// A wall of stone or brick.
    Wall,
    /// A gate or door in a wall.
    Gate,
    /// A fence.
    Fence,
    /// A ditch.
    Ditch,
    /// A breastwork.
    Earthwork,
    /// A brook that can be waded anywhere.
    Stream,
    /// A river that needs a ford or a bridge.
    River,
}

impl Obstacle {
    /// Every kind but `None`, in a fixed order.
    pub const ALL: [Obstacle; 8] = [
        Obstacle::Hedge,
        Obstacle::Wall,
        Obstacle::Gate,
        Obstacle::Fence,
        Obstacle::Ditch,
        Obstacle::Earthwork,
        Obstacle::Stream,
        Obstacle::River,
    ];

    /// Its name in battle files and on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Obstacle::None => "none",
            Obstacle::Hedge => "hedge",
            Obstacle::Wall => "wall",
            Obstacle::Gate => "gate",
            Obstacle::Fence => "fence",
            Obstacle::Ditch => "ditch",
            Obstacle::Earthwork => "earthwork",
            Obstacle::Stream => "stream",
            Obstacle::River => "river",
        }
    }
}

/// One hex of ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// What covers it.
    pub terrain: Terrain,
    /// Height in levels; 0 is the plain.
    pub elevation: i8,
    /// A road runs through it.
    pub road: bool,
    /// A way over, where the terrain is water.
    pub crossing: Crossing,
    /// Men can shoot from an upper storey, where there is a building.
    pub storey: bool,
}

/// One hex edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// What runs along it.
    pub obstacle: Obstacle,
    /// A way over, where that is a river or stream.
    pub crossing: Crossing,
}

/// A connected area of like terrain (a wood, a town, a field work, a patch of rough), numbered from 1.
pub type Patch = u16;

/// The whole ground; fixed during a battle and shared by every copy of its state.
#[derive(Clone, Debug)]
pub struct Ground {
    cells: HexMap<Cell>,
    edges: EdgeMap<Edge>,
    /// By hex: a bit for each of its edges, by direction, along which there is anything at all.
    sides: HexMap<u8>,
    patches: HexMap<Patch>,
    /// Every edge inside the map along which something runs, once.
    obstacles: Vec<(Hex, Direction, Edge)>,
    /// Every hex beside an edge along which something runs or which is a wall of houses, row by row.
    edged: Vec<Hex>,
    waters: WaterMap,
    expanses: Expanses,
    highest: i8,
    /// Made when first asked for.
    lines: OnceLock<Lines>,
}

/// Lines of sight up to so many hexes are worked out once.
const LINES: u8 = 32;

impl Ground {
    /// Ground from its hexes and edges; finds the connected patches and waters.
    #[must_use]
    pub fn new(cells: HexMap<Cell>, edges: EdgeMap<Edge>) -> Ground {
        let patches = patches(&cells);
        let highest = cells.iter().map(|(_, cell)| cell.elevation).max().unwrap_or(0);
        let (obstacles, waters) = (obstacles(&edges), WaterMap::of(&cells, &edges));
        let expanses = Expanses::of(&cells, &edges);
        let sides = HexMap::from_fn(cells.grid(), |hex| sides(&edges, hex));
        let edged =
            sides.iter().filter(|(hex, sides)| **sides != 0 || is_walled(&cells, *hex)).map(|(hex, _)| hex).collect();
        Ground { cells, edges, sides, patches, obstacles, edged, waters, expanses, highest, lines: OnceLock::new() }
    }

    /// Level open ground of the given size.
    #[must_use]
    pub fn plain(width: i16, height: i16) -> Ground {
        let grid = Grid::new(width, height);
        Ground::new(HexMap::filled(grid, Cell::default()), EdgeMap::filled(grid, Edge::default()))
    }

    /// The size of the map.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.cells.grid()
    }

    /// What [`hexes::sight_line`] gives for those two, without walking the line each time.
    pub fn sight_line(&self, from: Hex, to: Hex) -> impl Iterator<Item = hexes::Crossing> + '_ {
        self.lines.get_or_init(|| Lines::new(LINES)).between(from, to)
    }

    /// The hex there, or `None` off the map.
    #[must_use]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        self.cells.get(hex).copied()
    }

    /// The terrain there; off the map is impassable.
    #[must_use]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.cell(hex).map_or(Terrain::Impassable, |cell| cell.terrain)
    }

    /// The height there in levels; off the map is 0.
    #[must_use]
    pub fn elevation(&self, hex: Hex) -> i8 {
        self.cell(hex).map_or(0, |cell| cell.elevation)
    }

    /// The greatest height of the map.
    #[must_use]
    pub fn highest(&self) -> i8 {
        self.highest
    }

    /// Whether a road runs through the hex.
    #[must_use]
    pub fn road(&self, hex: Hex) -> bool {
        self.cell(hex).is_some_and(|cell| cell.road)
    }

    /// The edge of `hex` in `direction`; nothing beyond the map.
    #[must_use]
    #[inline]
    pub fn edge(&self, hex: Hex, direction: Direction) -> Edge {
        if self.is_bare(hex, direction) {
            return Edge::default();
        }
        self.edges.get(hex, direction).copied().unwrap_or_default()
    }

    /// Whether the hex is on the map and nothing at all is along its edge, which is soon said of most edges.
    #[inline]
    fn is_bare(&self, hex: Hex, direction: Direction) -> bool {
        self.sides.get(hex).is_some_and(|sides| sides & 1 << direction.index() == 0)
    }

    /// Whether the hex is on the map and nothing at all is along any of its edges.
    #[must_use]
    #[inline]
    pub fn is_bare_around(&self, hex: Hex) -> bool {
        self.sides.get(hex) == Some(&0)
    }

    /// Every edge between two hexes of the map along which something runs, once, row by row.
    #[must_use]
    pub fn obstacles(&self) -> &[(Hex, Direction, Edge)] {
        &self.obstacles
    }

    /// Every hex of the map beside an edge along which something runs, or between what is built up and what is not, row by
    /// row.
    #[must_use]
    pub fn edged(&self) -> &[Hex] {
        &self.edged
    }

    /// The connected patch of woods, buildings, works or rough that the hex belongs to, if any.
    #[must_use]
    pub fn patch(&self, hex: Hex) -> Option<Patch> {
        self.patches.get(hex).copied().filter(|patch| *patch != 0)
    }

    /// The first edge of the linear obstacle that runs along the edge, the same for all its edges that join end to end; none
    /// where nothing runs along it.
    #[must_use]
    pub fn obstacle_line(&self, hex: Hex, direction: Direction) -> Option<(Hex, Direction)> {
        self.expanses.edge(hex, direction)
    }

    /// The first hex of the ground of the very same kind around the hex, the same for all of it; none on open ground and
    /// off the map.
    #[must_use]
    pub fn expanse(&self, hex: Hex) -> Option<Hex> {
        self.expanses.hex(hex)
    }

    /// The river or lake that the water hex belongs to; none on dry ground.
    #[must_use]
    pub fn water(&self, hex: Hex) -> Waters {
        self.waters.at(hex)
    }

    /// The river that runs along the edge; none where there is no river.
    #[must_use]
    #[inline]
    pub fn river(&self, hex: Hex, direction: Direction) -> Waters {
        if self.is_bare(hex, direction) { Waters::NONE } else { self.waters.between(hex, direction) }
    }

    /// Whether no hex of the map at most so many steps (up to 254) from a hex of the map has water on it or a river along
    /// it.
    #[must_use]
    pub fn is_dry_within(&self, hex: Hex, radius: i32) -> bool {
        self.waters.is_dry_within(hex, radius)
    }

    /// Whether there is neither river nor lake on the map.
    #[must_use]
    pub fn is_dry(&self) -> bool {
        self.waters.is_dry()
    }
}

/// The bits of a hex's edges that are not bare.
fn sides(edges: &EdgeMap<Edge>, hex: Hex) -> u8 {
    let taken = |way: &Direction| edges.get(hex, *way).is_some_and(|edge| *edge != Edge::default());
    Direction::ALL.into_iter().filter(taken).fold(0, |bits, way| bits | 1 << way.index())
}

/// Whether one of a hex and a neighbour is built up and the other is not.
fn is_walled(cells: &HexMap<Cell>, hex: Hex) -> bool {
    let built = |hex: Hex| cells.get(hex).is_some_and(|cell| cell.terrain.is_built_up());
    hex.neighbors().into_iter().any(|near| built(near) != built(hex))
}

fn obstacles(edges: &EdgeMap<Edge>) -> Vec<(Hex, Direction, Edge)> {
    let grid = edges.grid();
    let sides = |hex: Hex| [Direction::East, Direction::SouthEast, Direction::SouthWest].map(|side| (hex, side));
    let inner = grid.iter().flat_map(sides).filter(|(hex, side)| grid.contains(*hex + *side));
    let edge = |(hex, side)| Some((hex, side, *edges.get(hex, side)?));
    inner.filter_map(edge).filter(|(_, _, edge)| edge.obstacle != Obstacle::None).collect()
}

/// Terrain that forms patches, with all woods alike and all buildings alike.
fn patch_kind(terrain: Terrain) -> Option<Terrain> {
    match terrain {
        wood if wood.is_woods() => Some(Terrain::Woods),
        house if house.is_built_up() => Some(Terrain::StoneBuilding),
        Terrain::Works | Terrain::Rough => Some(terrain),
        _ => None,
    }
}

fn patches(cells: &HexMap<Cell>) -> HexMap<Patch> {
    let grid = cells.grid();
    let mut found = HexMap::filled(grid, 0);
    let mut next = 1;
    for start in grid.iter() {
        if found[start] == 0 && patch_kind(cells[start].terrain).is_some() {
            spread(cells, &mut found, start, next);
            next += 1;
        }
    }
    found
}

fn spread(cells: &HexMap<Cell>, found: &mut HexMap<Patch>, start: Hex, number: Patch) {
    let kind = patch_kind(cells[start].terrain);
    let mut open = vec![start];
    found[start] = number;
    while let Some(hex) = open.pop() {
        for direction in Direction::ALL {
            let near = hex.neighbor(direction);
            if found.get(near) == Some(&0) && patch_kind(cells[near].terrain) == kind {
                found[near] = number;
                open.push(near);
            }
        }
    }
}
