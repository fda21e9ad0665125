//! Who sees what: lines of sight (OW-LOS).

use battle::{Cell, Marks, UnitId, rule};
use hexes::Hex;

use crate::War;
use crate::formations::shapes;
use crate::marks;
use crate::measures::{self, kind};
use crate::sight::arcs::{self, Arc};
use crate::sight::cover;
use crate::tables::{self, FOUND_IN_WOODS, Shape, WOODS_SIGHT};

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

/// Who looks at whom and what for: what many lines have in common.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    /// The scene.
    pub war: &'a War,
    /// Who looks, if a unit does.
    pub viewer: Option<UnitId>,
    /// At whom, if at a unit.
    pub viewed: Option<UnitId>,
    /// What for.
    pub purpose: Purpose,
    /// What of the viewer's own side is out of the way.
    pub passes: Passes,
}

/// Stands of whoever looks that are not in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passes {
    /// None.
    Nobody,
    /// All of the unit's own.
    Own,
    /// The stand on that hex: for one of a second rank that shoots past the stand before it (OW-HEX-4).
    Stand(Hex),
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

impl<'a> Sight<'a> {
    /// How open the straight line between the centres of two hexes is. Ends never close it (OW-LOS-1), nor does cover
    /// limit who stands behind it (OW-LOS-11); where the line runs along an edge the more open side counts.
    pub fn openness(&self, from: Hex, to: Hex) -> Openness {
        if !rule!("OW-LOS-11") && cover::cover(self.war, to, from).is_some() {
            return Openness::Blocked;
        }
        let Some(woods) = self.woods(from, to) else { return Openness::Blocked };
        let ends = [level(self.war, from), level(self.war, to)];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let on_the_way = |hex: Hex| {
            if rule!("OW-LOS-1") { self.past(from, hex, (low, high), woods) } else { Openness::Clear }
        };
        self.war.field().ground().worst_on_line(from, to, Openness::Clear, Openness::Blocked, on_the_way)
    }

    /// What a hex on the way does to a line between such levels (OW-LOS-9).
    fn past(&self, from: Hex, hex: Hex, (low, high): (i32, i32), woods: Woods) -> Openness {
        if self.war.field().is_clear(hex) {
            return Openness::Clear;
        }
        let Some(cell) = self.war.field().ground().cell(hex) else { return Openness::Clear };
        let top = height(cell);
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
        match self.war.field().unit_at(hex) {
            None => Openness::Clear,
            Some(_) if self.passes == Passes::Stand(hex) => Openness::Clear,
            Some(there) => self.over(there, from.distance(hex), top >= high),
        }
    }

    /// What a stand of that unit does to the line, that many hexes away; `tall` where it reaches up to both ends.
    fn over(&self, there: UnitId, away: i32, tall: bool) -> Openness {
        if Some(there) == self.viewed || (self.passes == Passes::Own && Some(there) == self.viewer) {
            return Openness::Clear;
        }
        let friend = self.viewer.is_some_and(|viewer| self.war.side(viewer) == self.war.side(there));
        if friend && self.purpose == Purpose::Grape && rule!("OW-LOS-7b") {
            return Openness::Blocked;
        }
        if shapes::shape(self.war, there) == Shape::OpenOrder && rule!("OW-LOS-8b") {
            return if kind(self.war, there).is_foot() { Openness::Screened } else { Openness::Clear };
        }
        let ignored = if friend { self.purpose == Purpose::See || !rule!("OW-LOS-5") } else { !rule!("OW-LOS-8a") };
        if !tall || ignored {
            return Openness::Clear;
        }
        let guns = matches!(self.purpose, Purpose::Ball | Purpose::Grape);
        let overhead = guns && measures::inches(self.war, away) >= tables::OVERHEAD && rule!("OW-LOS-7a");
        if overhead { Openness::Clear } else { Openness::Blocked }
    }

    /// The woods a line may pass; `None` where it is closed by them altogether (OW-LOS-10).
    fn woods(&self, from: Hex, to: Hex) -> Option<Woods> {
        let ground = self.war.field().ground();
        let inside = [from, to].map(|hex| ground.terrain(hex).is_woods());
        if !rule!("OW-LOS-10") {
            return Some(Woods::Open);
        }
        if inside == [false, false] {
            return Some(Woods::Closed);
        }
        let found = !inside[0] && self.viewed_shows(marks::FOUND);
        let limit = if found { FOUND_IN_WOODS } else { WOODS_SIGHT };
        if measures::inches(self.war, from.distance(to)) <= limit {
            return Some(Woods::Open);
        }
        match inside {
            [true, false] if is_wood_edge(self.war, from) && rule!("OW-HIDDEN-3") => Some(Woods::Beside(from)),
            [false, true] if is_wood_edge(self.war, to) && self.is_disclosed() => Some(Woods::Beside(to)),
            _ => None,
        }
    }

    fn viewed_shows(&self, marks: Marks) -> bool {
        self.viewed.is_some_and(|unit| self.war.marked(unit, marks))
    }

    /// Whether what is looked at shows from a wood: a unit that shot from it, or the trees themselves (OW-HIDDEN-2).
    fn is_disclosed(&self) -> bool {
        self.viewed.is_none() || self.viewed_shows(marks::DISCLOSED) || !rule!("OW-HIDDEN-2")
    }
}

/// The level a stand on a hex looks from: the ground's, one more in an upper storey (OW-LOS-9).
pub(crate) fn level(war: &War, hex: Hex) -> i32 {
    let storey = |cell: Cell| i32::from(cell.storey && cell.terrain.is_building());
    war.field().ground().cell(hex).map_or(0, |cell| height(cell) + storey(cell))
}

/// The level of the ground: what lies high looks over what lies low (OW-LOS-9).
fn height(cell: Cell) -> i32 {
    if rule!("OW-LOS-9") { i32::from(cell.elevation) } else { 0 }
}

/// Whether a wood hex lies at the edge of its wood: it has a neighbour that is no wood (OW-HIDDEN-3).
pub(crate) fn is_wood_edge(war: &War, hex: Hex) -> bool {
    let ground = war.field().ground();
    ground.terrain(hex).is_woods() && hex.neighbors().iter().any(|near| !ground.terrain(*near).is_woods())
}

/// Whether a stand of a unit on a hex sees a stand of another on a hex: the line alone, whatever the arc.
pub(crate) fn can_see(war: &War, unit: UnitId, stand: Hex, other: UnitId, target: Hex) -> bool {
    sight_between(war, unit, other, Purpose::See).openness(stand, target) != Openness::Blocked
}

/// A unit sight_between at another, for that purpose.
pub(crate) fn sight_between(war: &War, viewer: UnitId, viewed: UnitId, purpose: Purpose) -> Sight<'_> {
    Sight { war, viewer: Some(viewer), viewed: Some(viewed), purpose, passes: Passes::Nobody }
}

/// Whether a unit sees any stand of another within 180 degrees, to declare a charge (OW-LOS-2, OW-ASSAULT-1).
pub(crate) fn sees_unit(war: &War, unit: UnitId, other: UnitId) -> bool {
    let pose = war.pose(unit);
    let (own, theirs) = (war.field().footprint_at(unit, &pose), war.field().footprint(other));
    let sight = sight_between(war, unit, other, Purpose::See);
    (0..own.front().len()).any(|stand| {
        let (hex, gaze) = (own.hexes()[stand], arcs::gaze(war, &pose, &own, stand));
        let sees = |target: &Hex| {
            gaze.holds(*target, hex, Arc::HalfRound) && sight.openness(hex, *target) != Openness::Blocked
        };
        theirs.hexes().iter().any(sees)
    })
}

/// Whether somebody on `from` sees what stands on `to`: terrain and units considered. Units on either hex, and
/// friends of whoever is on the first, are not in the way.
pub(crate) fn sees_hex(war: &War, from: Hex, to: Hex) -> bool {
    let [viewer, viewed] = [from, to].map(|hex| war.field().unit_at(hex));
    let sight = Sight { war, viewer, viewed, purpose: Purpose::See, passes: Passes::Own };
    sight.openness(from, to) != Openness::Blocked
}
