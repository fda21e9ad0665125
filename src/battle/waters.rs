//! Rivers and lakes told apart: river edges and water hexes that hang together, with or without a way over them.

use hexes::{Direction, EdgeMap, Hex, HexMap};

use crate::{Cell, Edge, Obstacle, Terrain};

/// A set of connected waters of one map. Waters beyond the 64th of a map share one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waters(u64);

impl Waters {
    /// No water.
    pub const NONE: Waters = Waters(0);

    /// Whether there is none.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Waters) -> Waters {
        Waters(self.0 | other.0)
    }

    /// Those that are not among the others.
    #[must_use]
    pub const fn beyond(self, others: Waters) -> Waters {
        Waters(self.0 & !others.0)
    }

    fn numbered(number: u8) -> Waters {
        if number == 0 { Waters::NONE } else { Waters(1 << (number - 1)) }
    }
}

/// The waters of a map by hex and by edge, numbered from 1; 0 is dry.
#[derive(Clone, Debug)]
pub(crate) struct WaterMap {
    hexes: HexMap<u8>,
    edges: EdgeMap<u8>,
    found: u8,
    /// Hexes to the nearest hex with water on it or a river along it; 255 for more.
    away: HexMap<u8>,
}

/// A water hex, or the edge of a hex with a river.
#[derive(Clone, Copy)]
enum Piece {
    Hex(Hex),
    Edge(Hex, Direction),
}

impl WaterMap {
    pub(crate) fn of(cells: &HexMap<Cell>, edges: &EdgeMap<Edge>) -> WaterMap {
        let grid = cells.grid();
        let (hexes, away) = (HexMap::filled(grid, 0), HexMap::filled(grid, u8::MAX));
        let dry = WaterMap { hexes, edges: EdgeMap::filled(grid, 0), found: 0, away };
        let lakes = grid.iter().filter(|hex| cells[*hex].terrain == Terrain::Water).map(Piece::Hex);
        let rivers = edges.iter().filter(|(_, _, edge)| edge.obstacle == Obstacle::River);
        let rivers = rivers.map(|(hex, way, _)| Piece::Edge(hex, way));
        let mut map = lakes.chain(rivers).fold(dry, |map, piece| map.with(cells, edges, piece));
        map.away = map.distances();
        map
    }

    /// How far every hex is from water: each round reaches one hex further.
    fn distances(&self) -> HexMap<u8> {
        let grid = self.hexes.grid();
        let wet = |hex: &Hex| {
            let river = |way: &Direction| self.number(Piece::Edge(*hex, *way)) != 0;
            self.number(Piece::Hex(*hex)) != 0 || Direction::ALL.iter().any(river)
        };
        let mut away = HexMap::filled(grid, u8::MAX);
        let mut front: Vec<Hex> = grid.iter().filter(wet).collect();
        for steps in 0..u8::MAX {
            front.retain(|hex| match away.get_mut(*hex) {
                Some(known) if *known == u8::MAX => {
                    *known = steps;
                    true
                }
                _ => false,
            });
            front = front.iter().flat_map(|hex| hex.neighbors()).collect();
        }
        away
    }

    /// Whether no hex of the map at most so far from one of its hexes has water on it or a river along it.
    pub(crate) fn is_dry_within(&self, hex: Hex, radius: i32) -> bool {
        self.is_dry() || self.away.get(hex).is_some_and(|away| i32::from(*away) > radius)
    }

    /// The map with all that hangs together with that piece, if it is not on it yet.
    fn with(mut self, cells: &HexMap<Cell>, edges: &EdgeMap<Edge>, first: Piece) -> WaterMap {
        if self.number(first) != 0 {
            return self;
        }
        self.found = (self.found + 1).min(64);
        let mut open = vec![first];
        while let Some(piece) = open.pop() {
            if self.number(piece) == 0 && is_wet(cells, edges, piece) {
                self.set(piece, self.found);
                open.extend(beside(piece));
            }
        }
        self
    }

    fn number(&self, piece: Piece) -> u8 {
        match piece {
            Piece::Hex(hex) => self.hexes.get(hex).copied().unwrap_or(0),
            Piece::Edge(hex, way) => self.edges.get(hex, way).copied().unwrap_or(0),
        }
    }

    fn set(&mut self, piece: Piece, number: u8) {
        match piece {
            Piece::Hex(hex) => self.hexes[hex] = number,
            Piece::Edge(hex, way) => {
                self.edges.set(hex, way, number);
            }
        }
    }

    pub(crate) fn at(&self, hex: Hex) -> Waters {
        Waters::numbered(self.number(Piece::Hex(hex)))
    }

    pub(crate) fn between(&self, hex: Hex, way: Direction) -> Waters {
        Waters::numbered(self.number(Piece::Edge(hex, way)))
    }

    pub(crate) fn is_dry(&self) -> bool {
        self.found == 0
    }
}

fn is_wet(cells: &HexMap<Cell>, edges: &EdgeMap<Edge>, piece: Piece) -> bool {
    match piece {
        Piece::Hex(hex) => cells.get(hex).is_some_and(|cell| cell.terrain == Terrain::Water),
        Piece::Edge(hex, way) => edges.get(hex, way).is_some_and(|edge| edge.obstacle == Obstacle::River),
    }
}

/// What touches a piece: the hexes and edges around it.
fn beside(piece: Piece) -> Vec<Piece> {
    match piece {
        Piece::Hex(hex) => {
            let around = |way: Direction| {
                let near = hex + way;
                [Piece::Hex(near), Piece::Edge(hex, way), Piece::Edge(near, way.rotate(2))]
            };
            Direction::ALL.into_iter().flat_map(around).collect()
        }
        Piece::Edge(hex, way) => {
            let beyond = hex + way;
            let ends = [(hex, 1), (hex, -1), (beyond, 2), (beyond, -2)];
            let edges = ends.into_iter().map(|(hex, turn)| Piece::Edge(hex, way.rotate(turn)));
            let hexes = [hex, beyond, hex + way.rotate(1), hex + way.rotate(-1)];
            edges.chain(hexes.map(Piece::Hex)).collect()
        }
    }
}
