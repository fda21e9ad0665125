//! Changes of formation: which poses they may end in, and what they cost (OW-MOVE-9, OW-SQUARE-1, OW-BUILD-2).

use battle::{Arrangement, Destination, Marks, Order, Pose, Reach, UnitId, Verb, rule};
use hexes::{Facing, Hex};

use crate::info::{COLUMN, ENTER, LINE, LOOSE, SQUARE, WEDGE};
use crate::scene::{Scene, shape_of};
use crate::space::{LEAST_SQUARE, formation_of};
use crate::tables::{self, Shape};
use crate::ways::Press;

/// How far the middle of the front may shift in a change of formation, in hexes (OW-MOVE-9).
const FRONT_SHIFT: i32 = 1;

/// The changes a player can order, with the number they carry.
pub(crate) const CHANGES: [(Verb, Option<i16>); 5] =
    [(LINE, Some(1)), (LINE, Some(2)), (COLUMN, None), (LOOSE, None), (WEDGE, None)];

/// The shape and ranks an order names.
pub(crate) fn named(verb: Verb, number: Option<i16>) -> Option<(Shape, u8)> {
    match (verb, number) {
        (LINE, Some(1)) => Some((Shape::Line, 1)),
        (LINE, Some(2)) => Some((Shape::Line, 2)),
        (COLUMN, None) => Some((Shape::Column, 1)),
        (LOOSE, None) => Some((Shape::Loose, 1)),
        (WEDGE, None) => Some((Shape::Wedge, 1)),
        (SQUARE, None) => Some((Shape::Square, 1)),
        _ => None,
    }
}

impl Scene<'_> {
    /// Whether two poses are the same formation for so many stands, however wide they are written.
    fn is_same_formation(&self, one: &Pose, other: &Pose, stands: u8) -> bool {
        let shape = shape_of(one);
        shape == shape_of(other)
            && (shape != Shape::Line || one.stands(stands).front().len() == other.stands(stands).front().len())
    }

    /// The poses in which the unit may stand after that change, next to no pressed hex it does not hold already;
    /// those that keep the front where it is come first.
    pub(crate) fn changes<'a>(
        &'a self,
        unit: UnitId,
        shape: Shape,
        ranks: u8,
        press: &'a Press,
    ) -> impl Iterator<Item = Pose> + 'a {
        rule!("OW-MOVE-9");
        let (kind, stands) = (self.kind(unit), self.field.unit(unit).stands);
        let pose = self.pose(unit);
        let formation = formation_of(kind, shape, ranks, stands);
        let new = Pose { formation, trail: battle::Trail::default(), ..pose };
        let room = (ranks < 2 || stands > 2) && (shape != Shape::Square || stands >= LEAST_SQUARE);
        // Who is out of formation may form what it was in (OW-ASSAULT-17).
        let ragged = self.field.unit(unit).marks.contains(Marks::RAGGED);
        let other = ragged || !self.is_same_formation(&pose, &new, stands);
        let possible = room && other && tables::allowance(kind, shape).is_some();
        let fronts = if possible { self.fronts(unit) } else { Vec::new() };
        let all_round = matches!(shape_of(&pose), Shape::Square | Shape::Garrison);
        let turns = if all_round { 6 } else { 1 };
        let poses = fronts
            .into_iter()
            .flat_map(move |hex| (0..turns).map(move |turn| new.at(hex).facing(new.facing.rotate(turn))));
        poses.filter(move |to| self.may_form(unit, to, press))
    }

    /// Where the middle of the front may be after a change: within a hex of where it was, or outside the building.
    fn fronts(&self, unit: UnitId) -> Vec<Hex> {
        let pose = self.pose(unit);
        if shape_of(&pose) != Shape::Garrison {
            return pose.anchor.within(FRONT_SHIFT).collect();
        }
        let outside = |hex: &Hex| !self.field.ground().terrain(*hex).is_built_up();
        let held = self.held(unit);
        let mut hexes: Vec<Hex> = held.hexes().iter().flat_map(|hex| hex.neighbors()).filter(outside).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Whether a unit may come to stand in that pose from where it is: room, ground it can move on, no enemy beside a
    /// hex it does not hold, nothing impassable between.
    pub(crate) fn may_form(&self, unit: UnitId, to: &Pose, press: &Press) -> bool {
        let (kind, shape, own) = (self.kind(unit), shape_of(to), self.held(unit));
        let front = self.pose(unit).anchor;
        let free = |hex: &Hex| {
            own.contains(*hex)
                || (!press.holds(*hex) && self.can_enter(kind, shape, *hex) && !self.is_cut_off(kind, front, *hex))
        };
        self.fits(unit, to).is_ok() && self.footprint(unit, to).hexes().iter().all(free)
    }

    /// Squares the unit could form where it stands, the best first (OW-SQUARE-9). Nothing presses on a square formed
    /// in answer to a charge.
    pub(crate) fn squares(&self, unit: UnitId) -> Vec<Pose> {
        let nobody = Press::none(self);
        self.changes(unit, Shape::Square, 1, &nobody).collect()
    }

    /// Buildings beside the unit as it could hold them, one pose for each hex of a building that it touches.
    pub(crate) fn billets<'a>(&'a self, unit: UnitId, press: &'a Press) -> impl Iterator<Item = Pose> + 'a {
        let pose = self.pose(unit);
        let foot = self.kind(unit).is_foot() && shape_of(&pose) != Shape::Garrison;
        let ground = self.field.ground();
        let held = self.held(unit);
        let mut doors: Vec<Hex> = Vec::new();
        if foot {
            let near = held.hexes().iter().flat_map(|hex| hex.neighbors());
            doors.extend(near.filter(|hex| ground.terrain(*hex).is_built_up() && self.field.unit_at(*hex).is_none()));
            doors.sort_unstable();
            doors.dedup();
        }
        let poses = doors.into_iter().filter_map(move |hex| self.garrison_at(unit, hex, pose.facing));
        poses.filter(move |to| self.fits(unit, to).is_ok() && self.keeps_off(unit, to, press))
    }

    /// Whether no stand comes next to an enemy.
    pub(crate) fn keeps_off(&self, unit: UnitId, to: &Pose, press: &Press) -> bool {
        let own = self.held(unit);
        self.footprint(unit, to).hexes().iter().all(|hex| own.contains(*hex) || !press.holds(*hex))
    }

    /// Inches a change costs: half the move of the formation that is left; into and out of a building half that of
    /// the one outside. Rounded down.
    pub(crate) fn change_cost(&self, unit: UnitId, to: Shape) -> i32 {
        let from = self.shape(unit);
        let paid = if from == Shape::Garrison { to } else { from };
        tables::allowance(self.kind(unit), paid).unwrap_or(0) / 2
    }

    /// Whether a square cannot change formation because enemy horse stands within 2 inches (OW-SQUARE-7).
    pub(crate) fn is_pinned(&self, unit: UnitId) -> bool {
        rule!("OW-SQUARE-7");
        let near = self.hexes(tables::PINNED);
        let pins = |enemy: UnitId| self.kind(enemy).is_horse() && self.field.distance(unit, enemy) <= near;
        self.pose(unit).formation.arrangement == Arrangement::Square && self.enemies(unit).any(pins)
    }

    /// Whether the unit's condition lets it change formation at all.
    pub(crate) fn is_steady(&self, unit: UnitId) -> bool {
        let bad = Marks::ROUTING | Marks::DISORIENTED | Marks::BOGGED;
        !self.field.unit(unit).marks.intersects(bad)
    }

    /// The poses of a change as a reach, the pose it starts from first.
    pub(crate) fn change_reach(&self, unit: UnitId, stem: &Order, press: &Press) -> Reach {
        let start = Destination { pose: self.pose(unit), cost: 0, previous: None, legal: false };
        let mut poses: Vec<Pose> = match named(stem.verb, stem.number) {
            Some((shape, ranks)) => self.changes(unit, shape, ranks, press).collect(),
            None if stem.verb == ENTER => self.billets(unit, press).collect(),
            None => Vec::new(),
        };
        poses.dedup();
        let inches = match poses.first() {
            Some(pose) => self.change_cost(unit, shape_of(pose)),
            None => return Reach::default(),
        };
        let cost = u16::try_from(inches).unwrap_or(0).saturating_mul(100);
        let place = |pose: Pose| Destination { pose, cost, previous: Some(0), legal: true };
        Reach { places: std::iter::once(start).chain(poses.into_iter().map(place)).collect() }
    }

    /// Whether the change leads anywhere.
    pub(crate) fn can_change(&self, unit: UnitId, verb: Verb, number: Option<i16>, press: &Press) -> bool {
        match named(verb, number) {
            Some((shape, ranks)) => self.changes(unit, shape, ranks, press).next().is_some(),
            None => verb == ENTER && self.billets(unit, press).next().is_some(),
        }
    }

    /// All facings on the spot, and all other formations at the front's place: what a unit that reforms may choose
    /// from (OW-ASSAULT-18).
    pub(crate) fn reforms(&self, unit: UnitId, press: &Press) -> Vec<Pose> {
        let pose = self.pose(unit);
        let turns = Facing::ALL.into_iter().map(|facing| pose.facing(facing)).filter(|turn| *turn != pose);
        let mut poses: Vec<Pose> = turns.filter(|to| self.may_form(unit, to, press)).collect();
        for (verb, number) in CHANGES {
            if let Some((shape, ranks)) = named(verb, number) {
                poses.extend(self.changes(unit, shape, ranks, press));
            }
        }
        poses
    }
}
