//! Which way stands look, and the arcs of weapons (OW-LOS-2 to 4).

use battle::{Footprint, Pose, UnitId, rule};
use hexes::{Direction, Hex, Point};

use crate::War;
use crate::formations::shapes::shape_of;
use crate::ground::going;
use crate::tables::Shape;

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

/// Whether a hex lies in the field of fire of any stand of the unit in that pose that shoots; lines apart.
pub(crate) fn could_hit(war: &War, unit: UnitId, pose: &Pose, hex: Hex) -> bool {
    let print = war.field().footprint_at(unit, pose);
    let arc = weapon_arc(war);
    (0..print.front().len()).any(|stand| gaze(war, pose, &print, stand).holds(hex, print.hexes()[stand], arc))
}

/// The arc of weapons (OW-LOS-2).
pub(crate) fn weapon_arc(war: &War) -> Arc {
    if war.options().fire_arc_180 || !rule!("OW-LOS-2") { Arc::HalfRound } else { Arc::Ninety }
}

/// Which way a stand of a unit in that pose looks: ahead; outward in a square; through the outer walls of a
/// building (OW-LOS-4).
pub(crate) fn gaze(war: &War, pose: &Pose, print: &Footprint, stand: usize) -> Gaze {
    match shape_of(pose) {
        shape @ (Shape::Square | Shape::Garrison) if rule!("OW-LOS-4") => {
            if shape == Shape::Square {
                outward(print, stand)
            } else {
                gaze_of_house(war, print.hexes()[stand])
            }
        }
        _ if rule!("OW-MOVE-7") => Gaze::Along(pose.facing.ahead().point()),
        _ => Gaze::AllRound,
    }
}

/// Which way a stand of a square looks: away from the middle of all.
fn outward(print: &Footprint, stand: usize) -> Gaze {
    let (place, sum) = (print.hexes()[stand].point(), print.sum());
    along(place * print.hexes().len() as i32 - sum, Gaze::Nowhere)
}

/// Which way a hex of a building looks: the sum of its outer sides; all round where they cancel out.
fn gaze_of_house(war: &War, hex: Hex) -> Gaze {
    let ground = war.field().ground();
    let outer = || Direction::ALL.into_iter().filter(|side| going::is_outer_wall(ground, hex, *side));
    let sum = outer().fold(Point::default(), |sum, side| sum + side.vector().point());
    let closed = outer().next().is_none();
    along(sum, if closed { Gaze::Nowhere } else { Gaze::AllRound })
}

fn along(way: Point, none: Gaze) -> Gaze {
    if way == Point::default() { none } else { Gaze::Along(way) }
}

impl Gaze {
    /// Whether a hex lies in the arc of a stand that looks this way (OW-LOS-3).
    pub(crate) fn holds(self, hex: Hex, stand: Hex, arc: Arc) -> bool {
        let way = hex.point() - stand.point();
        match (self, arc) {
            (Gaze::Nowhere, _) => false,
            (Gaze::AllRound, _) => true,
            _ if !rule!("OW-LOS-3") => true,
            (Gaze::Along(ahead), Arc::HalfRound) => ahead.dot(way) >= 0,
            (Gaze::Along(ahead), Arc::Ninety) => {
                let dot = ahead.dot(way);
                dot > 0 && 2 * dot * dot >= ahead.length2() * way.length2()
            }
        }
    }
}
