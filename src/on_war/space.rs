//! Room on the ground: what a unit may stand on, in which shapes, whom it meets, what conceals it (OW-HEX, OW-TERRAIN).

use battle::{
    Arrangement, Footprint, Formation, GARRISON_SPREAD, Obstacle, Part, PartKind, Pose, Refusal, UnitId, rule,
};
use hexes::{Direction, Facing, Hex};

use crate::Kind;
use crate::scene::{Scene, shape_of};
use crate::tables::{self, Shape};
use crate::terrain::{self, Going};

/// The fewest stands of a square (OW-SQUARE-9).
pub(crate) const LEAST_SQUARE: u8 = 3;

/// The shape in which a unit of so many stands of an arm stands in that order; ranks are 1 or 2 and count for lines.
pub(crate) fn formation_of(kind: Kind, shape: Shape, ranks: u8, stands: u8) -> Formation {
    rule!("OW-HEX-1");
    match shape {
        Shape::Column => Formation::new(Arrangement::Column, 2),
        Shape::Line if kind.is_guns() => {
            rule!("OW-MOVE-12");
            Formation::new(Arrangement::Battery, stands)
        }
        Shape::Line => Formation::line(stands.div_ceil(ranks.max(1))),
        Shape::Loose => Formation::new(Arrangement::Skirmish, 1),
        Shape::Square => Formation::new(Arrangement::Square, 1),
        Shape::Wedge => {
            rule!("OW-HEX-5");
            Formation::new(Arrangement::Wedge, 1)
        }
        Shape::Garrison => Formation::new(Arrangement::Garrison, 1),
    }
}

/// Whether so many stands in that pose are one stand deep.
pub(crate) fn is_single_rank(pose: &Pose, stands: u8) -> bool {
    match pose.formation.arrangement {
        Arrangement::Line => stands <= pose.formation.files,
        Arrangement::Battery | Arrangement::OpenOrder | Arrangement::Skirmish => true,
        _ => stands <= 1,
    }
}

/// Stands of the front rank.
pub(crate) fn files_of(pose: &Pose, stands: u8) -> u8 {
    pose.stands(stands).front().len() as u8
}

impl Scene<'_> {
    /// Every formation the unit may be put in, squares and buildings apart: column, line of one rank and of two,
    /// loose order, wedge.
    #[must_use]
    pub fn formations(&self, unit: UnitId) -> Vec<Formation> {
        let (kind, stands) = (self.kind(unit), self.field.unit(unit).stands);
        let known = |(shape, _): &(Shape, u8)| tables::allowance(kind, *shape).is_some();
        let two = stands > 1 && !kind.is_guns();
        let all = [(Shape::Column, 1), (Shape::Line, 1), (Shape::Line, 2), (Shape::Loose, 1), (Shape::Wedge, 1)];
        let all = all.into_iter().filter(|(shape, ranks)| two || (*ranks == 1 && *shape != Shape::Column));
        all.filter(known).map(|(shape, ranks)| formation_of(kind, shape, ranks, stands)).collect()
    }

    /// Whether the unit could stand there now: a formation of its arm, all on the map, on ground it can be on, and on
    /// nobody else.
    ///
    /// # Errors
    /// Why not.
    pub fn fits(&self, unit: UnitId, pose: &Pose) -> Result<(), Refusal> {
        self.fits_with(unit, pose, self.field.unit(unit).stands)
    }

    /// The same with another number of stands.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn fits_with(&self, unit: UnitId, pose: &Pose, stands: u8) -> Result<(), Refusal> {
        let shape = shape_of(pose);
        if tables::allowance(self.kind(unit), shape).is_none() {
            let text = format!("{} does not use that formation", self.field.label(unit.into()));
            return Err(Refusal::new("OW-MOVE-1", text));
        }
        let print = pose.stands(stands);
        if print.hexes().len() != usize::from(stands) {
            let text =
                format!("{} has {stands} stands, and that pose has another number", self.field.label(unit.into()));
            return Err(Refusal::new("OW-BUILD-2", text));
        }
        print.hexes().iter().try_for_each(|hex| self.stands_on(unit, shape, *hex))
    }

    /// Whether a stand of the unit could be on that hex.
    fn stands_on(&self, unit: UnitId, shape: Shape, hex: Hex) -> Result<(), Refusal> {
        let name = || self.field.label(unit.into());
        let place = hex.offset();
        let refuse = |clause, text: String| Err(Refusal::new(clause, text));
        if !self.field.ground().grid().contains(hex) {
            return refuse("OW-MOVE-1", format!("{} would leave the map at {place}", name()));
        }
        if let Some(other) = self.other_at(unit, hex) {
            return refuse("OW-MOVE-11", format!("{} stands on {place}", self.field.label(other.into())));
        }
        if !self.ground_takes(self.kind(unit), shape, hex) {
            let what = self.field.ground().terrain(hex).name();
            let clause = if self.field.ground().terrain(hex).is_built_up() { "OW-BUILD-2" } else { "OW-TERRAIN-5" };
            return refuse(clause, format!("{} cannot stand on {what} at {place}", name()));
        }
        Ok(())
    }

    /// Whether the ground alone lets a stand of that arm be there in that shape. Guns may be set up on very difficult
    /// going (OW-TERRAIN-10), and nobody is in a building but its garrison.
    pub(crate) fn ground_takes(&self, kind: Kind, shape: Shape, hex: Hex) -> bool {
        let ground = self.field.ground();
        let house = ground.terrain(hex).is_built_up();
        if shape == Shape::Garrison {
            return house;
        }
        if house {
            return kind.is_foot() && self.is_ruin(hex);
        }
        terrain::going(ground, hex) < Going::Impassable
    }

    /// Whether every wall section of a building hex is destroyed: it has no sides any more (OW-BUILD-10).
    pub(crate) fn is_ruin(&self, hex: Hex) -> bool {
        let ground = self.field.ground();
        if self.field.damages().is_empty() || !ground.terrain(hex).is_built_up() {
            return false;
        }
        let mut walls = Direction::ALL.into_iter().filter(|side| terrain::is_outer_wall(ground, hex, *side)).peekable();
        let gone = |side: Direction, kind: PartKind| self.field.damage_of(Part::new(hex, side, kind)).destroyed;
        let down = |side: Direction| gone(side, PartKind::Wall) || gone(side, PartKind::Door);
        walls.peek().is_some() && walls.all(down)
    }

    /// Whether stands on two hexes can come to blows: neighbours with no standing wall of a building between them
    /// (OW-BUILD-7).
    pub(crate) fn meets(&self, from: Hex, to: Hex) -> bool {
        let Some(side) = from.direction_to(to) else { return false };
        rule!("OW-BUILD-7");
        !terrain::is_outer_wall(self.field.ground(), from, side) || self.field.is_breached(from, side)
    }

    /// Pairs of stands in contact between a unit in that pose and another where it stands: the unit's stands that meet
    /// one of the other's.
    pub(crate) fn contacts(&self, unit: UnitId, pose: &Pose, other: UnitId) -> usize {
        rule!("OW-HEX-6");
        let there = self.field.footprint(other);
        let meets = |hex: &&Hex| there.hexes().iter().any(|enemy| self.meets(**hex, *enemy));
        self.footprint(unit, pose).hexes().iter().filter(meets).count()
    }

    /// The pose nearest to that one, same facing and formation, in which the unit fits; at most `radius` hexes away.
    #[must_use]
    pub fn nearest_fit(&self, unit: UnitId, pose: &Pose, radius: i32) -> Option<Pose> {
        self.nearest_fit_with(unit, pose, radius, self.field.unit(unit).stands)
    }

    /// The same with another number of stands.
    pub(crate) fn nearest_fit_with(&self, unit: UnitId, pose: &Pose, radius: i32, stands: u8) -> Option<Pose> {
        let poses = pose.anchor.within(radius).map(|hex| pose.at(hex));
        poses.into_iter().find(|pose| self.fits_with(unit, pose, stands).is_ok())
    }

    /// The building round that hex as the unit would hold it, every stand on a hex of its own, those nearest the hex
    /// first; `None` when it has not room for all (OW-BUILD-2).
    #[must_use]
    pub fn garrison_at(&self, unit: UnitId, hex: Hex, facing: Facing) -> Option<Pose> {
        rule!("OW-BUILD-2");
        let (ground, stands) = (self.field.ground(), usize::from(self.field.unit(unit).stands));
        let patch = ground.patch(hex).filter(|_| ground.terrain(hex).is_built_up())?;
        if !self.kind(unit).is_foot() {
            return None;
        }
        let free = |near: &Hex| ground.patch(*near) == Some(patch) && self.other_at(unit, *near).is_none();
        let held: Vec<Hex> = hex.within(GARRISON_SPREAD).filter(free).take(stands).collect();
        if held.len() == stands { Pose::garrison(hex, facing, &held) } else { None }
    }

    /// The hollow hexes inside a square of so many stands: where leaders and guns shelter.
    pub(crate) fn core(&self, pose: &Pose, stands: u8) -> Vec<Hex> {
        rule!("OW-SQUARE-9");
        let print = pose.stands(stands);
        let touches = |hex: &Hex| hex.neighbors().iter().filter(|near| print.contains(**near)).count();
        let inside = |hex: &Hex| !print.contains(*hex) && (touches(hex) >= 3 || *hex == pose.anchor);
        pose.anchor.within(2).filter(inside).collect()
    }

    /// Whether every stand of the unit in that pose is concealed by its ground, or, in a single rank, by an obstacle
    /// before it (OW-HIDDEN-1).
    #[must_use]
    pub fn is_concealed(&self, unit: UnitId, pose: &Pose) -> bool {
        let stands = self.field.unit(unit).stands;
        let single = is_single_rank(pose, stands);
        let print = pose.stands(stands);
        !print.hexes().is_empty() && print.hexes().iter().all(|hex| self.hides(*hex, pose.facing, single))
    }

    /// Whether a hex hides a stand that faces that way.
    fn hides(&self, hex: Hex, facing: Facing, single: bool) -> bool {
        let ground = self.field.ground();
        let behind = |side: Direction| {
            let obstacle = ground.edge(hex, side).obstacle;
            obstacle == Obstacle::Earthwork || (single && terrain::hides_behind(obstacle))
        };
        terrain::conceals(ground.terrain(hex)) || behind(facing.front_left()) || behind(facing.front_right())
    }

    /// Whether somebody could hide on that hex at all.
    pub(crate) fn may_hide(&self, hex: Hex) -> bool {
        let ground = self.field.ground();
        let behind = |side: Direction| terrain::hides_behind(ground.edge(hex, side).obstacle);
        terrain::conceals(ground.terrain(hex)) || Direction::ALL.into_iter().any(behind)
    }

    /// The unit's hexes on the field.
    pub(crate) fn held(&self, unit: UnitId) -> Footprint {
        self.field.footprint(unit)
    }
}
