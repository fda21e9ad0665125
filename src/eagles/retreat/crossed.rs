//! What a retreating Unit sweeps: other Units, features, water and the map edge (EA-ASSAULT-20/21).

use battle::{Crossing, Obstacle, Patch, Pose, Terrain, UnitId, rule};
use hexes::{Direction, Hex};

use crate::War;
use crate::space::measure;
use crate::terrain::{self, impassable};

/// Something crossed on the way back: one Hit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Crossed {
    /// Another Unit.
    Unit(UnitId),
    /// A wood, town, work or patch of rough that it was not in before.
    Patch(Patch),
    /// A linear obstacle, stream or river line: its first edge.
    Edge(Hex, Direction),
    /// Water or impassable ground: its first hex.
    Barrier(Hex),
    /// The map edge.
    MapEdge,
}

/// The sweep of one retreat.
pub(crate) struct Sweep<'a> {
    war: &'a War,
    unit: UnitId,
    /// Patches that the Unit was in from the start.
    home: Vec<Patch>,
    crossed: Vec<Crossed>,
    /// Edges and hexes of the lines and barriers crossed, all of each.
    lines: Vec<(Hex, Direction)>,
    barriers: Vec<Hex>,
    /// Stands by place that met ground nobody can enter, and those that met water off a crossing.
    lost: u32,
    wet: u32,
    bridged: bool,
}

impl<'a> Sweep<'a> {
    /// A sweep that begins in that pose.
    pub(crate) fn new(war: &'a War, unit: UnitId, start: &Pose) -> Sweep<'a> {
        let home =
            measure::footprint(war, start).hexes().iter().filter_map(|hex| war.field().ground().patch(*hex)).collect();
        let bridged = terrain::astride_water(war, start);
        let (lines, barriers, crossed) = (Vec::new(), Vec::new(), Vec::new());
        Sweep { war, unit, home, crossed, lines, barriers, lost: 0, wet: 0, bridged }
    }

    /// All stands one step further.
    pub(crate) fn step(&mut self, from: &Pose, way: Direction) {
        rule!("EA-ASSAULT-20");
        for (stand, hex) in measure::footprint(self.war, from).hexes().iter().enumerate() {
            self.cross_edge(*hex, way, stand, *hex == from.anchor);
            self.enter(*hex + way, stand, *hex == from.anchor);
        }
    }

    /// Whether enough stands met the impassable to lose the Unit: half of them (EA-ASSAULT-21), or any under
    /// `impassable=any_stand` (EA-RES-25).
    pub(crate) fn is_lost(&self) -> bool {
        rule!("EA-ASSAULT-21");
        rule!("EA-RES-25");
        let stopped = self.stopped().count_ones();
        stopped > 0
            && (self.war.options().impassable_any_stand || 2 * stopped >= u32::from(measure::stand_count(self.war)))
    }

    /// The stands that the impassable stopped; water stops none behind a pivot that used a crossing (EA-TERRAIN-14).
    pub(crate) fn stopped(&self) -> u32 {
        if self.bridged { self.lost } else { self.lost | self.wet }
    }

    /// What was crossed, one Hit each, in the order met; only Units and what stopped stands under
    /// `crossing=units_only` (EA-RES-24).
    pub(crate) fn hits(self) -> Vec<Crossed> {
        rule!("EA-RES-24");
        let (units_only, bridged) = (self.war.options().crossing_units_only, self.bridged);
        let ground = self.war.field().ground();
        let counts = |crossed: &Crossed| match crossed {
            Crossed::Unit(_) | Crossed::MapEdge => true,
            Crossed::Patch(_) => !units_only,
            Crossed::Edge(hex, way) => !units_only || (!bridged && ground.edge(*hex, *way).obstacle == Obstacle::River),
            Crossed::Barrier(hex) => !(units_only && bridged && ground.terrain(*hex) == Terrain::Water),
        };
        self.crossed.into_iter().filter(counts).collect()
    }

    fn note(&mut self, crossed: Crossed) {
        if !self.crossed.contains(&crossed) {
            self.crossed.push(crossed);
        }
    }

    fn cross_edge(&mut self, hex: Hex, way: Direction, stand: usize, pivot: bool) {
        let edge = self.war.field().ground().edge(hex, way);
        if edge.obstacle == Obstacle::None {
            return;
        }
        if edge.obstacle == Obstacle::River {
            match (edge.crossing, pivot) {
                (Crossing::None, _) => self.wet |= 1 << stand,
                (_, true) => self.bridged = true,
                (_, false) => {}
            }
        }
        let edge = canonical(hex, way);
        if !self.lines.contains(&edge) {
            let first = self.follow_line(edge);
            self.note(first);
        }
    }

    fn enter(&mut self, hex: Hex, stand: usize, pivot: bool) {
        if let Some(other) = measure::other_at(self.war, self.unit, hex) {
            self.note(Crossed::Unit(other));
        }
        let Some(cell) = self.war.field().ground().cell(hex) else {
            self.lost |= 1 << stand;
            return self.note(Crossed::MapEdge);
        };
        if let Some(patch) = self.war.field().ground().patch(hex).filter(|patch| !self.home.contains(patch)) {
            self.note(Crossed::Patch(patch));
        }
        if !impassable(cell.terrain) {
            return;
        }
        match (cell.terrain == Terrain::Water, cell.crossing != Crossing::None, pivot) {
            (true, true, true) => self.bridged = true,
            (true, true, false) => {}
            (true, false, _) => self.wet |= 1 << stand,
            (false, ..) => self.lost |= 1 << stand,
        }
        if !self.barriers.contains(&hex) {
            let first = self.flood_barrier(hex, cell.terrain);
            self.note(first);
        }
    }

    /// Notes all edges of a linear obstacle; its first edge stands for it.
    fn follow_line(&mut self, edge: (Hex, Direction)) -> Crossed {
        let ground = self.war.field().ground();
        let kind = ground.edge(edge.0, edge.1).obstacle;
        let begin = self.lines.len();
        self.lines.push(edge);
        let mut next = begin;
        while let Some((hex, way)) = self.lines.get(next).copied() {
            next += 1;
            let beyond = hex + way;
            let joined =
                [(hex, way.rotate(1)), (hex, way.rotate(-1)), (beyond, way.rotate(2)), (beyond, way.rotate(-2))];
            for (hex, way) in joined.map(|(hex, way)| canonical(hex, way)) {
                if ground.edge(hex, way).obstacle == kind && !self.lines.contains(&(hex, way)) {
                    self.lines.push((hex, way));
                }
            }
        }
        let (hex, way) = self.lines[begin..].iter().min().copied().unwrap_or(edge);
        Crossed::Edge(hex, way)
    }

    /// Notes all hexes of connected impassable ground; its first hex stands for it.
    fn flood_barrier(&mut self, hex: Hex, kind: Terrain) -> Crossed {
        let ground = self.war.field().ground();
        let begin = self.barriers.len();
        self.barriers.push(hex);
        let mut next = begin;
        while let Some(hex) = self.barriers.get(next).copied() {
            next += 1;
            for near in hex.neighbors() {
                let same = ground.cell(near).is_some_and(|cell| cell.terrain == kind);
                if same && !self.barriers.contains(&near) {
                    self.barriers.push(near);
                }
            }
        }
        Crossed::Barrier(self.barriers[begin..].iter().min().copied().unwrap_or(hex))
    }
}

/// The one name of an edge that two hexes share.
fn canonical(hex: Hex, way: Direction) -> (Hex, Direction) {
    if way.index() < 3 { (hex, way) } else { (hex + way, way.opposite()) }
}
