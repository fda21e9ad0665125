//! What the ground does: where a class may go and stop, what a step costs, who has cover (EA-TERRAIN).

use battle::{Footprint, Obstacle, Pose, Refusal, Terrain, UnitId, rule};
use hexes::{Direction, Hex, Midpoint};

use crate::Class;
use crate::scene::Scene;
use crate::space::{Zone, front_centre, relevant_side, side_stands};

/// Why a Unit has cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cover {
    /// In a town (EA-TERRAIN-1).
    Town,
    /// In a field work (EA-TERRAIN-9).
    Works,
    /// In woods (EA-TERRAIN-2).
    Woods,
    /// On higher ground than the Assaulter (EA-TERRAIN-6).
    Uphill,
    /// Behind a river or stream (EA-TERRAIN-4, EA-TERRAIN-11).
    River,
    /// Behind a wall or earthwork (EA-TERRAIN-10).
    Wall,
}

/// Terrain that a Unit can be "in" (EA-SPACE-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Building hexes.
    Town,
    /// Field works.
    Works,
    /// Woods of any density.
    Woods,
    /// Rough.
    Rough,
}

impl Feature {
    /// The feature that terrain belongs to, if any.
    #[must_use]
    pub fn of(terrain: Terrain) -> Option<Feature> {
        match terrain {
            wood if wood.is_woods() => Some(Feature::Woods),
            house if house.is_built_up() => Some(Feature::Town),
            Terrain::Works => Some(Feature::Works),
            Terrain::Rough => Some(Feature::Rough),
            _ => None,
        }
    }
}

/// Why a Unit cannot be or go somewhere: cheap to make, turned into a [`Refusal`] only when somebody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    /// The clause.
    pub(crate) clause: &'static str,
    /// What it cannot do, to be read after the Unit's label.
    pub(crate) text: &'static str,
}

impl Bar {
    pub(crate) const fn new(clause: &'static str, text: &'static str) -> Bar {
        Bar { clause, text }
    }

    /// The refusal of an order to that Unit.
    pub(crate) fn refusal(self, scene: &Scene<'_>, unit: UnitId) -> Refusal {
        Refusal::new(self.clause, format!("{} {}", scene.field.label(unit.into()), self.text))
    }
}

/// Ground that nobody can be on, crossings apart (EA-TERRAIN-3).
pub(crate) fn impassable(terrain: Terrain) -> bool {
    rule!("EA-TERRAIN-3");
    matches!(terrain, Terrain::Water | Terrain::Marsh | Terrain::Impassable)
}

/// Whether a Unit of that class may end a move with a stand on such ground.
pub(crate) fn may_stop(class: Class, terrain: Terrain) -> Result<(), Bar> {
    if impassable(terrain) {
        return Err(Bar::new("EA-TERRAIN-3", "cannot stop on impassable ground or off the map"));
    }
    match Feature::of(terrain) {
        Some(Feature::Town) => {
            rule!("EA-TERRAIN-1");
            let foot = matches!(class, Class::Infantry | Class::Lights);
            if foot {
                Ok(())
            } else {
                Err(Bar::new("EA-TERRAIN-1", "cannot stop in a town: only infantry and lights can"))
            }
        }
        Some(Feature::Works) => {
            rule!("EA-TERRAIN-9");
            let horse = class == Class::Cavalry;
            if horse { Err(Bar::new("EA-TERRAIN-9", "cannot stop in a field work: cavalry never can")) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

/// Whether the ground halves the speed of a class (EA-TERRAIN-13).
pub(crate) fn slows(class: Class, terrain: Terrain) -> bool {
    match Feature::of(terrain) {
        Some(Feature::Woods) => {
            rule!("EA-TERRAIN-2");
            class != Class::Lights
        }
        Some(Feature::Rough) => {
            rule!("EA-TERRAIN-7");
            class != Class::Lights
        }
        Some(Feature::Town | Feature::Works) => false,
        None => {
            rule!("EA-TERRAIN-8");
            false
        }
    }
}

/// Whether an obstacle on an edge needs a crossing. Streams, hedges, fences, ditches, walls do not.
pub(crate) fn bars_way(obstacle: Obstacle) -> bool {
    match obstacle {
        Obstacle::River => {
            rule!("EA-TERRAIN-4");
            true
        }
        Obstacle::Hedge | Obstacle::Fence | Obstacle::Ditch => {
            rule!("EA-TERRAIN-12");
            false
        }
        _ => false,
    }
}

/// Whether an obstacle covers whoever stands behind it, from Fire and in an Assault.
fn shelters(obstacle: Obstacle) -> bool {
    let shelters = matches!(obstacle, Obstacle::Wall | Obstacle::Gate | Obstacle::Earthwork);
    if shelters {
        rule!("EA-TERRAIN-10");
    }
    shelters
}

/// Whether an obstacle covers a defender contacted across it as water.
fn is_water_line(obstacle: Obstacle) -> bool {
    if obstacle == Obstacle::Stream {
        rule!("EA-TERRAIN-11");
    }
    matches!(obstacle, Obstacle::River | Obstacle::Stream)
}

impl Scene<'_> {
    /// Whether a Unit in that pose is in such terrain: at least half of its stands (EA-SPACE-10). A town too small for
    /// the footprint counts all the same when half of it fits (EA-TERRAIN-16).
    #[must_use]
    pub fn is_in(&self, pose: &Pose, feature: Feature) -> bool {
        rule!("EA-SPACE-10");
        rule!("EA-TERRAIN-16");
        let inside = |hex: &Hex| Feature::of(self.field.ground().terrain(*hex)) == Some(feature);
        2 * self.stands_of(pose).filter(inside).count() >= usize::from(self.stands())
    }

    /// Cover against Fire from a shooter in pose `shooter` on a Unit in pose `at` (EA-FIRE-7). Hills and rivers give none.
    #[must_use]
    pub fn fire_cover(&self, shooter: &Pose, at: &Pose) -> Option<Cover> {
        self.rally_cover(at).or_else(|| self.behind_wall(shooter, at).then_some(Cover::Wall))
    }

    /// Cover for Rally: town, works or woods (EA-RALLY-2).
    #[must_use]
    pub fn rally_cover(&self, pose: &Pose) -> Option<Cover> {
        let shelters = [(Feature::Town, Cover::Town), (Feature::Works, Cover::Works), (Feature::Woods, Cover::Woods)];
        shelters.into_iter().find(|(feature, _)| self.is_in(pose, *feature)).map(|(_, cover)| cover)
    }

    /// Cover of a defender in pose `at` whose `side` is contacted by an Assaulter in pose `contact` (EA-ASSAULT-8).
    /// Of several reasons the first in the order of [`Cover`] is given.
    #[must_use]
    pub fn assault_cover(&self, contact: &Pose, at: &Pose, side: Zone) -> Option<Cover> {
        if let Some(shelter) = self.rally_cover(at) {
            return Some(shelter);
        }
        let touch = Touch::of(self, contact, at, side);
        if self.uphill(&touch, at) {
            Some(Cover::Uphill)
        } else if touch.mostly(|(hex, way)| is_water_line(self.field.ground().edge(hex, way).obstacle))
            || self.astride_water(contact)
        {
            Some(Cover::River)
        } else {
            touch.mostly(|(hex, way)| shelters(self.field.ground().edge(hex, way).obstacle)).then_some(Cover::Wall)
        }
    }

    /// Whether most contacted stands are higher than those that contact them (EA-TERRAIN-6), or the defender is on a
    /// hill at all under `hill_cover=always` (EA-RES-26). Against Fire height is no cover.
    fn uphill(&self, touch: &Touch, at: &Pose) -> bool {
        rule!("EA-TERRAIN-6");
        rule!("EA-RES-26");
        let ground = self.field.ground();
        if self.rules.hill_cover_always {
            let stands = self.footprint(at);
            let high = stands.hexes().iter().filter(|hex| ground.elevation(**hex) > 0).count();
            return 2 * high >= stands.hexes().len();
        }
        touch.mostly(|(hex, way)| ground.elevation(hex + way) > ground.elevation(hex))
    }

    /// Whether at least half a base width of the side that is shot at stands behind a wall or earthwork.
    fn behind_wall(&self, shooter: &Pose, at: &Pose) -> bool {
        let side = side_stands(at, self.rules, relevant_side(self, shooter, at));
        let eye = front_centre(shooter, self.rules);
        let walled = side.hexes().iter().filter(|stand| self.walled_towards(**stand, eye)).count();
        walled >= self.half_of(&side)
    }

    /// Whether the line from the stand to the place leaves its hex over a wall or earthwork; at a corner either edge
    /// counts.
    fn walled_towards(&self, stand: Hex, place: Midpoint) -> bool {
        let (own, ground) = (Midpoint::from(stand), self.field.ground());
        let (x, y) = (place.x - own.x, place.y - own.y);
        let ahead = |way: Direction| way.vector().point().x * x + 3 * way.vector().point().y * y;
        let most = Direction::ALL.into_iter().map(ahead).max().unwrap_or(0);
        Direction::ALL.into_iter().any(|way| ahead(way) == most && shelters(ground.edge(stand, way).obstacle))
    }

    /// `min(HALF, stands of the side)` (EA-SPACE-4).
    pub(crate) fn half_of(&self, side: &Footprint) -> usize {
        side.hexes().len().min(self.rules.half.max(0) as usize)
    }

    /// Whether a Unit in that pose is in a crossing: over water, or with a river or stream between two of its stands.
    pub(crate) fn astride_water(&self, pose: &Pose) -> bool {
        let (print, ground) = (self.footprint(pose), self.field.ground());
        let split =
            |hex: Hex, way: Direction| print.contains(hex + way) && is_water_line(ground.edge(hex, way).obstacle);
        let wet = |hex: &Hex| ground.terrain(*hex) == Terrain::Water;
        // Three ways of each stand meet every edge between two stands once.
        let ways = &Direction::ALL[..3];
        print.hexes().iter().any(|hex| wet(hex) || ways.iter().any(|way| split(*hex, *way)))
    }

    /// Cost in hundredths of an inch of a step, by whether it is slow.
    pub(crate) fn step_price(&self, slow: bool) -> i32 {
        let hex = 100 * i32::from(self.field.inches_per_hex());
        if slow { 2 * hex } else { hex }
    }

    /// Cost in hundredths of an inch for the pivot stand alone to make that step; `None` where it cannot. Ignores Units.
    #[must_use]
    pub fn pivot_step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<u16> {
        let ground = self.field.ground();
        let to = ground.cell(from + step)?;
        let edge = ground.edge(from, step);
        let bridged = |crossing| crossing != battle::Crossing::None;
        let open = !impassable(to.terrain) || (to.terrain == Terrain::Water && bridged(to.crossing));
        let over = !bars_way(edge.obstacle) || bridged(edge.crossing);
        let slow = slows(self.class(unit), to.terrain) && !(ground.road(from) && to.road);
        (open && over).then(|| self.step_price(slow) as u16)
    }
}

/// The pairs of stands in contact: the Assaulter's stand and the way to the defender's.
struct Touch {
    pairs: [Option<(Hex, Direction)>; 2 * battle::MAX_STANDS],
}

impl Touch {
    fn of(scene: &Scene<'_>, contact: &Pose, at: &Pose, side: Zone) -> Touch {
        let attacked = side_stands(at, scene.rules, side);
        let front = scene.footprint(contact);
        let ways = [contact.facing.front_left(), contact.facing.front_right()];
        let pairs = front.front().iter().flat_map(|hex| ways.map(|way| (*hex, way)));
        let mut touch = Touch { pairs: [None; 2 * battle::MAX_STANDS] };
        for (slot, pair) in touch.pairs.iter_mut().zip(pairs.filter(|(hex, way)| attacked.contains(*hex + *way))) {
            *slot = Some(pair);
        }
        touch
    }

    /// Whether it holds for at least half of the pairs, and for one.
    fn mostly(&self, holds: impl Fn((Hex, Direction)) -> bool) -> bool {
        let all = self.pairs.iter().flatten().count();
        let true_for = self.pairs.iter().flatten().filter(|pair| holds(**pair)).count();
        true_for > 0 && 2 * true_for >= all
    }
}
