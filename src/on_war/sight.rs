//! Who sees what, and which way stands look: lines of sight and arcs (OW-LOS).

use battle::{Footprint, Marks, Pose, UnitId, rule};
use hexes::{Crossing, Direction, Hex, Point, sight_line};

use crate::scene::{Scene, shape_of};
use crate::tables::{self, Shape};
use crate::terrain::is_outer_wall;

/// Inches one sees in woods (OW-LOS-10).
const WOODS_SIGHT: i32 = 2;
/// Inches at which a unit found by a search is seen in woods (OW-LOS-10).
const FOUND_IN_WOODS: i32 = 3;

/// What a line is for: it decides which stands are in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Only to see.
    See,
    /// Muskets and carbines.
    Musket,
    /// Ball and shell, over heads where these are far enough.
    Ball,
    /// Grape, over heads too but never through friends.
    Grape,
}

/// How open a line is; ordered from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Openness {
    /// Nothing in the way.
    Clear,
    /// Through skirmishers (OW-SHOOT-13).
    Screened,
    /// Closed.
    Blocked,
}

/// Which way a stand looks (OW-LOS-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gaze {
    /// That way.
    Along(Point),
    /// All round.
    AllRound,
    /// Nowhere: in the middle of a square or of a house.
    Nowhere,
}

/// How wide an arc is (OW-LOS-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arc {
    /// What a weapon covers: 45 degrees to each side.
    Ninety,
    /// What a stand sees: everything before it.
    HalfRound,
}

/// Who looks at whom and what for: what many lines have in common.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    /// The scene.
    pub scene: Scene<'a>,
    /// Who looks, if a unit does.
    pub viewer: Option<UnitId>,
    /// At whom, if at a unit.
    pub viewed: Option<UnitId>,
    /// What for.
    pub purpose: Purpose,
    /// Whether stands of the viewer are out of the way: for a second rank that shoots between the men of the first.
    pub own_is_clear: bool,
}

/// Woods that a line may pass (OW-LOS-10).
#[derive(Clone, Copy)]
enum Woods {
    /// None.
    Closed,
    /// Any: it is short enough.
    Open,
    /// Those beside that hex, where the line enters or leaves a wood.
    Beside(Hex),
}

impl<'a> Look<'a> {
    /// How open the straight line between the centres of two hexes is. Ends never close it (OW-LOS-1); where it runs
    /// along an edge the more open side counts.
    pub fn line(&self, from: Hex, to: Hex) -> Openness {
        rule!("OW-LOS-1");
        rule!("OW-LOS-11");
        let Some(woods) = self.woods(from, to) else { return Openness::Blocked };
        let ends = [self.scene.level(from), self.scene.level(to)];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let at = |hex: Hex| self.at(from, hex, (low, high), woods);
        let mut worst = Openness::Clear;
        for crossing in sight_line(from, to) {
            let here = match crossing {
                Crossing::One(hex) => at(hex),
                Crossing::Either(left, right) => at(left).min(at(right)),
            };
            worst = worst.max(here);
            if worst == Openness::Blocked {
                break;
            }
        }
        worst
    }

    /// What a hex on the way does to a line between such levels (OW-LOS-9).
    fn at(&self, from: Hex, hex: Hex, (low, high): (i32, i32), woods: Woods) -> Openness {
        rule!("OW-LOS-9");
        let Some(cell) = self.scene.field.ground().cell(hex) else { return Openness::Clear };
        let top = i32::from(cell.elevation);
        if top >= high && top > low {
            return Openness::Blocked;
        }
        let closed = match woods {
            Woods::Closed => cell.terrain.is_woods(),
            Woods::Open => false,
            Woods::Beside(end) => cell.terrain.is_woods() && end.distance(hex) > 1,
        };
        if top + 1 >= high && (closed || cell.terrain.is_building()) {
            return Openness::Blocked;
        }
        match self.scene.field.unit_at(hex) {
            None => Openness::Clear,
            Some(there) => self.over(there, from.distance(hex), top >= high),
        }
    }

    /// What a stand of that unit does to the line, that many hexes away; `tall` where it reaches up to both ends.
    fn over(&self, there: UnitId, away: i32, tall: bool) -> Openness {
        if Some(there) == self.viewed || (self.own_is_clear && Some(there) == self.viewer) {
            return Openness::Clear;
        }
        let friend = self.viewer.is_some_and(|viewer| self.scene.side(viewer) == self.scene.side(there));
        if friend && self.purpose == Purpose::Grape {
            return Openness::Blocked;
        }
        if self.scene.shape(there) == Shape::Loose {
            rule!("OW-LOS-8");
            return if self.scene.kind(there).is_foot() { Openness::Screened } else { Openness::Clear };
        }
        if !tall || (friend && self.purpose == Purpose::See) {
            return Openness::Clear;
        }
        if matches!(self.purpose, Purpose::Ball | Purpose::Grape) && self.scene.inches(away) >= tables::OVERHEAD {
            rule!("OW-LOS-7");
            return Openness::Clear;
        }
        rule!("OW-LOS-5");
        Openness::Blocked
    }

    /// The woods a line may pass; `None` where it is closed by them altogether (OW-LOS-10).
    fn woods(&self, from: Hex, to: Hex) -> Option<Woods> {
        let ground = self.scene.field.ground();
        let inside = [from, to].map(|hex| ground.terrain(hex).is_woods());
        if inside == [false, false] {
            return Some(Woods::Closed);
        }
        rule!("OW-LOS-10");
        let found = !inside[0] && self.viewed_shows(Marks::FOUND);
        let limit = if found { FOUND_IN_WOODS } else { WOODS_SIGHT };
        if self.scene.inches(from.distance(to)) <= limit {
            return Some(Woods::Open);
        }
        rule!("OW-HIDDEN-3");
        match inside {
            [true, false] if self.scene.is_wood_edge(from) => Some(Woods::Beside(from)),
            [false, true] if self.scene.is_wood_edge(to) && self.is_disclosed() => Some(Woods::Beside(to)),
            _ => None,
        }
    }

    fn viewed_shows(&self, marks: Marks) -> bool {
        self.viewed.is_some_and(|unit| self.scene.field.unit(unit).marks.intersects(marks))
    }

    /// Whether what is looked at shows from a wood: a unit that shot from it, or the trees themselves (OW-HIDDEN-2).
    fn is_disclosed(&self) -> bool {
        rule!("OW-HIDDEN-2");
        self.viewed.is_none() || self.viewed_shows(Marks::DISCLOSED)
    }
}

impl Scene<'_> {
    /// The level a stand on a hex looks from: the ground's, one more in an upper storey (OW-LOS-9).
    #[must_use]
    pub fn level(&self, hex: Hex) -> i32 {
        let storey = |cell: battle::Cell| i32::from(cell.storey && cell.terrain.is_building());
        self.field.ground().cell(hex).map_or(0, |cell| i32::from(cell.elevation) + storey(cell))
    }

    /// Whether a wood hex lies at the edge of its wood: it has a neighbour that is no wood (OW-HIDDEN-3).
    #[must_use]
    pub fn is_wood_edge(&self, hex: Hex) -> bool {
        let ground = self.field.ground();
        ground.terrain(hex).is_woods() && hex.neighbors().iter().any(|near| !ground.terrain(*near).is_woods())
    }

    /// Whether a stand of a unit on a hex sees a stand of another on a hex: the line alone, whatever the arc.
    #[must_use]
    pub fn can_see(&self, unit: UnitId, stand: Hex, other: UnitId, target: Hex) -> bool {
        self.looking(unit, other, Purpose::See).line(stand, target) != Openness::Blocked
    }

    /// A unit looking at another, for that purpose.
    pub(crate) fn looking(&self, viewer: UnitId, viewed: UnitId, purpose: Purpose) -> Look<'_> {
        Look { scene: *self, viewer: Some(viewer), viewed: Some(viewed), purpose, own_is_clear: false }
    }

    /// Whether a unit sees any stand of another within 180 degrees, to declare a charge (OW-LOS-2, OW-ASSAULT-1).
    #[must_use]
    pub fn sees_unit(&self, unit: UnitId, other: UnitId) -> bool {
        let pose = self.pose(unit);
        let (own, theirs) = (self.footprint(unit, &pose), self.field.footprint(other));
        let look = self.looking(unit, other, Purpose::See);
        (0..own.front().len()).any(|stand| {
            let (hex, gaze) = (own.hexes()[stand], self.gaze(&pose, &own, stand));
            let sees =
                |target: &Hex| gaze.holds(*target, hex, Arc::HalfRound) && look.line(hex, *target) != Openness::Blocked;
            theirs.hexes().iter().any(sees)
        })
    }

    /// Whether somebody on `from` sees what stands on `to`: terrain and units considered. Units on either hex, and
    /// friends of whoever is on the first, are not in the way.
    #[must_use]
    pub fn sees_hex(&self, from: Hex, to: Hex) -> bool {
        let [viewer, viewed] = [from, to].map(|hex| self.field.unit_at(hex));
        let look = Look { scene: *self, viewer, viewed, purpose: Purpose::See, own_is_clear: true };
        look.line(from, to) != Openness::Blocked
    }

    /// Whether a hex lies in the field of fire of any stand of the unit in that pose that shoots; lines apart.
    #[must_use]
    pub fn could_hit(&self, unit: UnitId, pose: &Pose, hex: Hex) -> bool {
        let print = self.footprint(unit, pose);
        let arc = self.fire_arc();
        (0..print.front().len()).any(|stand| self.gaze(pose, &print, stand).holds(hex, print.hexes()[stand], arc))
    }

    /// The arc of weapons (OW-LOS-2).
    pub(crate) fn fire_arc(&self) -> Arc {
        rule!("OW-LOS-2");
        if self.rules.fire_arc_180 { Arc::HalfRound } else { Arc::Ninety }
    }

    /// Which way a stand of a unit in that pose looks: ahead; outward in a square; through the outer walls of a
    /// building (OW-LOS-4).
    pub(crate) fn gaze(&self, pose: &Pose, print: &Footprint, stand: usize) -> Gaze {
        match shape_of(pose) {
            Shape::Square => {
                rule!("OW-LOS-4");
                let (place, sum) = (print.hexes()[stand].point(), print.sum());
                along(place * print.hexes().len() as i32 - sum, Gaze::Nowhere)
            }
            Shape::Garrison => self.gaze_of_house(print.hexes()[stand]),
            _ => Gaze::Along(pose.facing.ahead().point()),
        }
    }

    /// Which way a hex of a building looks: the sum of its outer sides; all round where they cancel out.
    fn gaze_of_house(&self, hex: Hex) -> Gaze {
        rule!("OW-BUILD-3");
        let ground = self.field.ground();
        let outer = || Direction::ALL.into_iter().filter(|side| is_outer_wall(ground, hex, *side));
        let sum = outer().fold(Point::default(), |sum, side| sum + side.vector().point());
        let closed = outer().next().is_none();
        along(sum, if closed { Gaze::Nowhere } else { Gaze::AllRound })
    }
}

fn along(way: Point, none: Gaze) -> Gaze {
    if way == Point::default() { none } else { Gaze::Along(way) }
}

impl Gaze {
    /// Whether a hex lies in the arc of a stand that looks this way (OW-LOS-3).
    pub(crate) fn holds(self, hex: Hex, stand: Hex, arc: Arc) -> bool {
        rule!("OW-LOS-3");
        let way = hex.point() - stand.point();
        match (self, arc) {
            (Gaze::Nowhere, _) => false,
            (Gaze::AllRound, _) => true,
            (Gaze::Along(ahead), Arc::HalfRound) => ahead.dot(way) >= 0,
            (Gaze::Along(ahead), Arc::Ninety) => {
                let dot = ahead.dot(way);
                dot > 0 && 2 * dot * dot >= ahead.length2() * way.length2()
            }
        }
    }
}
