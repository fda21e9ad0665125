//! How a move is carried out, pose by pose: guns that bog down, hidden enemies that are stumbled upon (OW-TERRAIN-9,
//! OW-HIDDEN-4).

use battle::{Event, Listener, Manner, Marks, Obstacle, Patch, Pool, Pose, PoseStep, RollKind, UnitId, rule};
use hexes::{Direction, EdgeCrossing, Hex, edges_crossed};

use crate::scene::Scene;
use crate::tables;
use crate::terrain::{Going, going, going_over};
use crate::war::{OnWar, Why};

/// A stretch of difficult going that bogs guns once a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// A connected area.
    Area(Patch),
    /// A hex that belongs to none.
    Lone(Hex),
}

impl Scene<'_> {
    /// The poses of a way on which a battery rolls for bogging, one for each die: the first where it starts inside
    /// difficult going, the others where it enters some or crosses an obstacle.
    pub(crate) fn bogs(&self, unit: UnitId, way: &[Pose]) -> Vec<usize> {
        if !self.kind(unit).is_guns() {
            rule!("OW-TERRAIN-7");
            return Vec::new();
        }
        if way.len() < 2 || self.is_free_turn(unit, way) {
            return Vec::new();
        }
        let mut rolls = Vec::new();
        let (mut known, mut crossed): (Vec<Piece>, Vec<Obstacle>) = (Vec::new(), Vec::new());
        for (place, pose) in way.iter().enumerate() {
            let now = if place == 0 { Vec::new() } else { self.obstacles_crossed(unit, &way[place - 1], pose) };
            rolls.extend(now.iter().filter(|one| !crossed.contains(one)).map(|_| place));
            crossed = now;
            for piece in self.pieces(unit, pose) {
                if !known.contains(&piece) {
                    known.push(piece);
                    rolls.push(place);
                }
            }
        }
        rolls
    }

    /// Whether anything within so many hexes could make a battery roll for bogging.
    pub(crate) fn is_soft_near(&self, unit: UnitId, radius: i32) -> bool {
        let ground = self.field.ground();
        let soft = |hex: Hex| {
            let edges = Direction::ALL.map(|step| going_over(ground.edge(hex, step)));
            going(ground, hex) != Going::Easy || edges.into_iter().any(|going| going != Going::Easy)
        };
        self.pose(unit).anchor.within(radius).filter(|hex| ground.grid().contains(*hex)).any(soft)
    }

    /// Whether that way is a battery's turn of 60 degrees on the spot, which is no move (OW-MOVE-10).
    pub(crate) fn is_free_turn(&self, unit: UnitId, way: &[Pose]) -> bool {
        let [from, to] = way else { return false };
        let stands = self.field.unit(unit).stands;
        let turns = [PoseStep::TurnLeft, PoseStep::TurnRight];
        self.kind(unit).is_guns() && turns.iter().any(|turn| turn.apply(from, stands) == *to)
    }

    /// The pieces of difficult going under a pose.
    fn pieces(&self, unit: UnitId, pose: &Pose) -> Vec<Piece> {
        let ground = self.field.ground();
        let mut pieces = Vec::new();
        for hex in self.footprint(unit, pose).hexes() {
            let piece = ground.patch(*hex).map_or(Piece::Lone(*hex), Piece::Area);
            if going(ground, *hex) == Going::Difficult && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        pieces
    }

    /// The kinds of difficult obstacles that stands cross in a step.
    fn obstacles_crossed(&self, unit: UnitId, from: &Pose, to: &Pose) -> Vec<Obstacle> {
        let (before, after) = (self.footprint(unit, from), self.footprint(unit, to));
        let mut kinds = Vec::new();
        for (from, to) in before.hexes().iter().zip(after.hexes()) {
            for kind in edges_crossed(*from, *to).into_iter().filter_map(|edge| self.difficult(edge)) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
        kinds
    }

    fn difficult(&self, crossing: EdgeCrossing) -> Option<Obstacle> {
        let of = |(hex, side): (Hex, Direction)| {
            let edge = self.field.ground().edge(hex, side);
            (going_over(edge) == Going::Difficult).then_some(edge.obstacle)
        };
        match crossing {
            EdgeCrossing::One(hex, side) => of((hex, side)),
            EdgeCrossing::Either(left, right) => of(left).and_then(|kind| of(right).map(|_| kind)),
        }
    }
}

impl OnWar {
    /// The roll that keeps guns going.
    pub(crate) fn bogging_pool(&self) -> Pool {
        rule!("OW-TERRAIN-9");
        self.pool("bogging", "OW-TERRAIN-9", 1, tables::BOGGING).as_kind(RollKind::Test)
    }

    /// Goes a way, both ends included, as far as it can: guns may bog down on it, and a hidden enemy within a hex
    /// stops it and surprises the unit.
    pub(crate) fn walk(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        way: &[Pose],
        manner: Manner,
        clause: &'static str,
    ) {
        if way.is_empty() {
            return;
        }
        let free = self.scene().is_free_turn(unit, way);
        let (stop, bogged) = self.halt(listener, unit, way);
        if stop > 0 {
            let (to, path) = (way[stop], way[1..stop].to_vec());
            let turned = path.is_empty() && to == way[0].facing(to.facing);
            let manner = if turned { Manner::Turned } else { manner };
            self.emit(listener, Event::Moved { unit, to, path, manner, clause });
            if !free {
                rule!("OW-MOVE-10");
                self.mark(listener, unit, Marks::MOVED, true);
            }
        }
        if bogged {
            self.mark(listener, unit, Marks::BOGGED, true);
        }
        self.arrived(listener, unit);
    }

    /// How far along a way the unit gets, and whether it is bogged there.
    fn halt(&mut self, listener: &mut dyn Listener, unit: UnitId, way: &[Pose]) -> (usize, bool) {
        let rolls = self.scene().bogs(unit, way);
        let ambush = self.ambush(unit, way);
        let last = ambush.unwrap_or(way.len() - 1);
        for place in rolls.into_iter().filter(|place| *place <= last) {
            let pool = self.bogging_pool();
            if self.throw(listener, &pool, self.by_unit(unit, None, Why::Bog)) == 0 {
                return (self.clear_before(unit, way, place), true);
            }
        }
        (last, false)
    }

    /// The first place of a way within a hex of a hidden enemy, or the last before it where the unit can stand.
    fn ambush(&self, unit: UnitId, way: &[Pose]) -> Option<usize> {
        let scene = self.scene();
        let hidden: Vec<UnitId> = scene.enemies(unit).filter(|enemy| self.marked(*enemy, Marks::HIDDEN)).collect();
        let near = |pose: &Pose| hidden.iter().any(|enemy| scene.apart(unit, pose, *enemy) <= 1);
        let met = way.iter().skip(1).position(near)? + 1;
        Some(self.clear_before(unit, way, met))
    }

    /// The last place of the way up to that one where nobody else stands.
    fn clear_before(&self, unit: UnitId, way: &[Pose], place: usize) -> usize {
        let scene = self.scene();
        let clear = |place: &usize| {
            scene.footprint(unit, &way[*place]).hexes().iter().all(|hex| scene.other_at(unit, *hex).is_none())
        };
        (0..=place).rev().find(clear).unwrap_or(0)
    }
}
