//! What a retreating Unit sweeps: other Units, features, water and the map edge (EA-ASSAULT-20/21).

use battle::{Crossing, Obstacle, Patch, Pose, Terrain, UnitId, Waters, rule};
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
    /// Stands by place that met ground nobody can enter, and those that met a water off its crossing.
    lost: u32,
    wet: Vec<(Waters, u32)>,
    /// Waters whose crossing the pivot has used, and whether it has come over one without.
    bridged: Waters,
    astray: bool,
}

/// The bit of a stand by its place.
fn bit(stand: usize) -> u32 {
    1 << stand
}

impl<'a> Sweep<'a> {
    /// A sweep that begins in that pose.
    pub(crate) fn new(war: &'a War, unit: UnitId, start: &Pose) -> Sweep<'a> {
        let home =
            measure::footprint(war, start).hexes().iter().filter_map(|hex| war.field().ground().patch(*hex)).collect();
        let bridged = terrain::waters_astride(war, start);
        Sweep { war, unit, home, crossed: Vec::new(), lost: 0, wet: Vec::new(), bridged, astray: false }
    }

    /// All stands one step further.
    pub(crate) fn step(&mut self, from: &Pose, way: Direction) {
        for (stand, hex) in measure::footprint(self.war, from).hexes().iter().enumerate() {
            self.cross_edge(*hex, way, stand, *hex == from.anchor);
            self.enter(*hex + way, stand, *hex == from.anchor);
        }
    }

    /// Whether enough stands met the impassable to lose the Unit: half of them (EA-ASSAULT-21), or any under
    /// `impassable=any_stand` (EA-RES-25).
    pub(crate) fn is_lost(&self) -> bool {
        let stopped = self.stopped().count_ones();
        let any = stopped > 0 && self.war.options().impassable_any_stand && rule!("EA-RES-25");
        let half = 2 * stopped >= u32::from(measure::stand_count(self.war));
        any || (half && rule!("EA-ASSAULT-21"))
    }

    /// The stands that the impassable stopped; water stops none behind a pivot that used its crossing (EA-TERRAIN-14).
    pub(crate) fn stopped(&self) -> u32 {
        let wet = self.wet.iter().filter(|(waters, _)| !self.is_bridged(*waters));
        wet.fold(self.lost, |all, (_, stands)| all | stands)
    }

    /// The waters whose crossing the pivot has used.
    pub(crate) fn bridged(&self) -> Waters {
        self.bridged
    }

    /// Whether the pivot has come over water without a crossing.
    pub(crate) fn is_astray(&self) -> bool {
        self.astray
    }

    fn is_bridged(&self, waters: Waters) -> bool {
        waters.beyond(self.bridged).is_none()
    }

    /// What was crossed, one Hit each, in the order met; only Units and what stopped stands under
    /// `crossing=units_only` (EA-RES-24).
    pub(crate) fn hits(self) -> Vec<Crossed> {
        let units_only = self.war.options().crossing_units_only && rule!("EA-RES-24");
        let ground = self.war.field().ground();
        let crossing_used = |waters: Waters| waters.beyond(self.bridged).is_none();
        let closed =
            |hex: Hex, way: Direction| !ground.river(hex, way).is_none() && !crossing_used(ground.river(hex, way));
        let counts = |crossed: &Crossed| match crossed {
            Crossed::Unit(_) | Crossed::MapEdge => true,
            Crossed::Patch(_) => !units_only,
            Crossed::Edge(hex, way) => !units_only || closed(*hex, *way),
            Crossed::Barrier(hex) => !units_only || ground.water(*hex).is_none() || !crossing_used(ground.water(*hex)),
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
        let river = self.war.field().ground().river(hex, way);
        if !river.is_none() {
            self.meet_water(river, edge.crossing, stand, pivot);
        }
        let line = self.war.field().ground().obstacle_line(hex, way);
        if let Some((hex, way)) = line.filter(|_| rule!("EA-ASSAULT-20c")) {
            self.note(Crossed::Edge(hex, way));
        }
    }

    fn enter(&mut self, hex: Hex, stand: usize, pivot: bool) {
        if let Some(other) = measure::other_at(self.war, self.unit, hex).filter(|_| rule!("EA-ASSAULT-20a")) {
            self.note(Crossed::Unit(other));
        }
        let Some(cell) = self.war.field().ground().cell(hex) else {
            self.lost |= bit(stand);
            return self.note(Crossed::MapEdge);
        };
        let patch = self.war.field().ground().patch(hex).filter(|patch| !self.home.contains(patch));
        if let Some(patch) = patch.filter(|_| rule!("EA-ASSAULT-20b")) {
            self.note(Crossed::Patch(patch));
        }
        if !impassable(cell.terrain) {
            return;
        }
        if cell.terrain == Terrain::Water {
            self.meet_water(self.war.field().ground().water(hex), cell.crossing, stand, pivot);
        } else {
            self.lost |= bit(stand);
        }
        if let Some(first) = self.war.field().ground().expanse(hex) {
            self.note(Crossed::Barrier(first));
        }
    }

    fn meet_water(&mut self, waters: Waters, crossing: Crossing, stand: usize, pivot: bool) {
        match (crossing, pivot) {
            (Crossing::None, pivot) => {
                self.wet.push((waters, bit(stand)));
                self.astray |= pivot && !self.is_bridged(waters);
            }
            (_, true) => self.bridged = self.bridged.and(waters),
            (_, false) => {}
        }
    }
}
