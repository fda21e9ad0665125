//! Shapes, distances, arcs and aspects (SN-GEO).

use battle::{Arrangement, Footprint, Formation, Pose, UnitId, rule};
use hexes::{Facing, Hex, Local, Vector};
pub(crate) use rulebook::Aspect;

use crate::War;
use crate::profile::Kind;

/// The formations of this system (SN-GEO-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// One stand wide; limbered guns.
    Column,
    /// All stands abreast; guns in battery.
    Line,
    /// All round.
    Square,
    /// March column.
    Road,
    /// In buildings.
    Garrison,
}

impl Shape {
    /// As the rules call it.
    pub(crate) const fn name(self) -> &'static str {
        ["Column", "Line", "Square", "Road", "Garrison"][self as usize]
    }
}

/// The shape of a pose.
pub(crate) fn shape_of(pose: &Pose) -> Shape {
    match pose.formation.arrangement {
        Arrangement::MarchColumn => Shape::Road,
        Arrangement::Block | Arrangement::Square => Shape::Square,
        Arrangement::Garrison => Shape::Garrison,
        Arrangement::Column | Arrangement::AttackColumn | Arrangement::Limbered => Shape::Column,
        _ => Shape::Line,
    }
}

/// The shape of a unit.
pub(crate) fn shape(war: &War, unit: UnitId) -> Shape {
    shape_of(&war.pose(unit))
}

/// How the stands of a kind stand in a shape (SN-GEO-1).
pub(crate) fn formation(kind: Kind, stands: u8, shape: Shape) -> Formation {
    let width = if rule!("SN-GEO-1") { stands } else { 1 };
    match shape {
        Shape::Column if kind.is_guns() => Formation::new(Arrangement::Limbered, 1),
        Shape::Line if kind.is_guns() => Formation::new(Arrangement::Battery, 1),
        Shape::Column => Formation::new(Arrangement::Column, 1),
        Shape::Line => Formation::line(width),
        Shape::Square => Formation::new(Arrangement::Block, width.div_ceil(2)),
        Shape::Road => Formation::new(Arrangement::MarchColumn, 1),
        Shape::Garrison => Formation::new(Arrangement::Garrison, 1),
    }
}

/// Inches of so many hex steps (SN-GEO-2); without end for the distance to nothing.
pub(crate) fn inches(war: &War, steps: i32) -> i32 {
    let scale = if rule!("SN-GEO-2") { i32::from(war.field().inches_per_hex()) } else { 1 };
    steps.saturating_mul(scale)
}

/// Hex steps from a footprint to the nearest unit on the map of a side.
pub(crate) fn steps_to_nearest(war: &War, print: &Footprint, side: battle::Side) -> i32 {
    let far = |unit: UnitId| war.field().footprint(unit).distance(print);
    war.field().present_of(side).map(far).min().unwrap_or(i32::MAX)
}

/// Whether a way from a stand lies in its arc of 45 degrees to either side (SN-GEO-4).
pub(crate) fn in_arc(facing: Facing, way: Vector) -> bool {
    let Local { u, k } = facing.local(way);
    let within = u * u <= 3 * k * k || !rule!("SN-GEO-4");
    k > 0 && within
}

/// On which side an attack from a hex on one stand of a unit in that pose comes: behind the front rank there is no front,
/// and squares and garrisons have nothing else (SN-GEO-5).
pub(crate) fn aspect(pose: &Pose, print: &Footprint, stand: Hex, from: Hex) -> Aspect {
    let all_round = matches!(shape_of(pose), Shape::Square | Shape::Garrison);
    match Aspect::of(pose.facing, from - stand) {
        _ if all_round || !rule!("SN-GEO-5") => Aspect::Front,
        Aspect::Front if !print.front().contains(&stand) => Aspect::Flank,
        aspect => aspect,
    }
}

/// The facing that looks at a hex from the anchor, or directly away from it: the present one where several do, then the
/// fewest turns from it, then clockwise (SN-GEO-9).
pub(crate) fn facing_toward(anchor: Hex, present: Facing, hex: Hex, look: Look) -> Facing {
    facings_toward(anchor, present, hex, look)[0]
}

/// Toward or away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    At,
    Away,
}

/// All facings, the best first (SN-GEO-9).
pub(crate) fn facings_toward(anchor: Hex, present: Facing, hex: Hex, look: Look) -> [Facing; 6] {
    let key = |facing: &Facing| {
        let behind = -facing.local(hex - anchor).k;
        let clockwise = (facing.index() + 6 - present.index()) % 6;
        (if look == Look::At { behind } else { -behind }, present.turns_to(*facing), clockwise > 3)
    };
    let mut facings = Facing::ALL;
    if rule!("SN-GEO-9") {
        facings.sort_by_key(key);
    }
    facings
}

/// The stand of a unit nearest to a hex, of equally near ones the first.
pub(crate) fn nearest_stand(war: &War, unit: UnitId, hex: Hex) -> Option<Hex> {
    war.field().footprint(unit).hexes().iter().copied().min_by_key(|stand| stand.distance(hex))
}
