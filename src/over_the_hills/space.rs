//! Shapes, distances and aspects (OTH-GEO).

pub(crate) mod away;
pub(crate) mod facing;
pub(crate) mod sight;
pub(crate) mod touch;

use battle::{Arrangement, Footprint, Formation, Pose, UnitId, rule};
use hexes::{Facing, Hex, Local, Vector};
pub(crate) use rulebook::Aspect;

use crate::War;
use crate::ground::towns;
use crate::profile::Kind;

/// The formations of this system (OTH-GEO-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// March column.
    March,
    /// Attack column of foot.
    Attack,
    /// Column of squadrons.
    Squadrons,
    /// Column of companies.
    Companies,
    /// Skirmish order.
    Skirmish,
    /// Open order.
    Open,
    /// Line.
    Line,
    /// Square.
    Square,
    /// In a built-up area.
    Garrison,
    /// Guns on their limbers.
    Limbered,
    /// Guns in battery.
    Battery,
}

impl Shape {
    /// As the rules call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "march column",
            "attack column",
            "column of squadrons",
            "column of companies",
            "skirmish order",
            "open order",
            "line",
            "square",
            "garrison",
            "limbered",
            "unlimbered",
        ][self as usize]
    }

    /// Whether it has neither front nor flank.
    #[must_use]
    pub const fn is_all_round(self) -> bool {
        matches!(self, Shape::Square | Shape::Garrison | Shape::Skirmish)
    }

    /// Whether it fires and fights by faces.
    #[must_use]
    pub const fn has_faces(self) -> bool {
        matches!(self, Shape::Square | Shape::Garrison)
    }

    /// Whether it is loose.
    #[must_use]
    pub const fn is_loose(self) -> bool {
        matches!(self, Shape::Skirmish | Shape::Open)
    }

    /// Any column.
    #[must_use]
    pub const fn is_column(self) -> bool {
        matches!(self, Shape::March | Shape::Attack | Shape::Squadrons | Shape::Companies | Shape::Limbered)
    }
}

/// The shape of a pose.
pub(crate) fn shape_of(pose: &Pose) -> Shape {
    match pose.formation.arrangement {
        Arrangement::MarchColumn => Shape::March,
        Arrangement::AttackColumn => Shape::Attack,
        Arrangement::Column if pose.formation.files > 1 => Shape::Squadrons,
        Arrangement::Column => Shape::Companies,
        Arrangement::Skirmish | Arrangement::Screen => Shape::Skirmish,
        Arrangement::OpenOrder => Shape::Open,
        Arrangement::Square | Arrangement::Block => Shape::Square,
        Arrangement::Garrison => Shape::Garrison,
        Arrangement::Limbered => Shape::Limbered,
        Arrangement::Battery => Shape::Battery,
        Arrangement::Line | Arrangement::Wedge => Shape::Line,
    }
}

/// The shape of a unit.
pub(crate) fn shape(war: &War, unit: UnitId) -> Shape {
    shape_of(&war.pose(unit))
}

/// How so many stands stand in a shape (OTH-GEO-3).
pub(crate) fn formation(stands: u8, shape: Shape) -> Formation {
    let stands = if rule!("OTH-GEO-3") { stands } else { 1 };
    match shape {
        Shape::March => Formation::new(Arrangement::MarchColumn, 1),
        Shape::Attack => Formation::new(Arrangement::AttackColumn, 2),
        Shape::Squadrons => Formation::new(Arrangement::Column, 2),
        Shape::Companies => Formation::new(Arrangement::Column, 1),
        Shape::Skirmish => Formation::new(Arrangement::Skirmish, stands),
        Shape::Open => Formation::new(Arrangement::OpenOrder, stands),
        Shape::Line => Formation::line(stands),
        Shape::Square => match stands {
            0..=5 => Formation::new(Arrangement::Block, 2),
            6..=7 => Formation::new(Arrangement::Square, 2),
            _ => Formation::new(Arrangement::Block, 3),
        },
        Shape::Garrison => Formation::new(Arrangement::Garrison, 1),
        Shape::Limbered => Formation::new(Arrangement::Limbered, 1),
        Shape::Battery => Formation::new(Arrangement::Battery, stands),
    }
}

/// The shapes of a kind.
pub(crate) const fn shapes(kind: Kind) -> &'static [Shape] {
    match kind {
        Kind::Infantry => {
            &[Shape::March, Shape::Attack, Shape::Companies, Shape::Skirmish, Shape::Open, Shape::Line, Shape::Square]
        }
        Kind::Cavalry => &[Shape::March, Shape::Squadrons, Shape::Companies, Shape::Skirmish, Shape::Open, Shape::Line],
        Kind::FootArtillery | Kind::HorseArtillery => &[Shape::Limbered, Shape::Battery],
    }
}

/// The hexes that distances, arcs and lines are measured to: the stands, of a garrison all hexes of its built-up area.
pub(crate) fn body_at(war: &War, unit: UnitId, pose: &Pose) -> Footprint {
    let stands = war.field().footprint_at(unit, pose);
    let town = (shape_of(pose) == Shape::Garrison).then(|| towns::hexes_of(war, pose.anchor)).flatten();
    town.map_or(stands, |town| Footprint::of(town.iter().copied(), town.len()))
}

/// The same of a unit where it stands; nothing of one that is not on the map.
pub(crate) fn body(war: &War, unit: UnitId) -> Footprint {
    if war.present(unit) { body_at(war, unit, &war.pose(unit)) } else { Footprint::of([], 0) }
}

/// Inches of so many hex steps; without end for the distance to nothing.
pub(crate) fn inches(war: &War, steps: i32) -> i32 {
    steps.saturating_mul(i32::from(war.field().inches_per_hex()))
}

/// Inches between two units (OTH-GEO-1).
pub(crate) fn between(war: &War, one: UnitId, other: UnitId) -> i32 {
    inches(war, body(war, one).distance(&body(war, other)))
}

/// Inches from a body to the nearest enemy of a unit; without end where there is none.
pub(crate) fn to_enemy(war: &War, unit: UnitId, print: &Footprint) -> i32 {
    war.enemies(unit).map(|enemy| inches(war, body(war, enemy).distance(print))).min().unwrap_or(i32::MAX)
}

/// Whether a distance is within a limit (OTH-GEO-1: limits are inclusive).
pub(crate) fn is_within(distance: i32, limit: i32) -> bool {
    distance < limit || (distance == limit && rule!("OTH-GEO-1"))
}

/// The enemy nearest to a unit, of equally near ones the first (OTH-SEQ-6).
pub(crate) fn nearest_enemy(war: &War, unit: UnitId) -> Option<UnitId> {
    let own = body(war, unit);
    let far = |enemy: UnitId| (body(war, enemy).distance(&own), enemy);
    let ranked = war.enemies(unit).map(far);
    let found =
        if rule!("OTH-SEQ-6") { ranked.min() } else { ranked.min_by_key(|(far, enemy)| (*far, u8::MAX - enemy.0)) };
    found.map(|(_, enemy)| enemy)
}

/// The way a stand looks, by which its sides go (OTH-GEO-4).
pub(super) fn look_of(facing: Facing) -> Facing {
    if rule!("OTH-GEO-4") { facing } else { Facing::North }
}

/// On which side of a stand that faces so a way lies (OTH-GEO-5).
pub(crate) fn side_of(facing: Facing, way: Vector) -> Aspect {
    if rule!("OTH-GEO-5") { Aspect::of(look_of(facing), way) } else { Aspect::Front }
}

/// On which side of a unit in that pose something comes that meets one of its stands from a hex: squares, skirmish order
/// and garrisons have no flank (OTH-GEO-9).
pub(crate) fn aspect(pose: &Pose, stand: Hex, from: Hex) -> Aspect {
    match side_of(pose.facing, from - stand) {
        _ if shape_of(pose).is_all_round() => Aspect::Front,
        aspect => aspect,
    }
}

/// Whether a way from a stand lies in the arc of a shape (OTH-GEO-5 to 7).
pub(crate) fn in_arc(shape: Shape, facing: Facing, way: Vector) -> bool {
    let Local { u, k } = look_of(facing).local(way);
    let within = match shape {
        Shape::Battery if rule!("OTH-GEO-7") => u.abs() <= k,
        Shape::Skirmish => u.abs() <= 3 * k,
        _ => u * u <= 3 * k * k || !rule!("OTH-GEO-6"),
    };
    k > 0 && within
}

/// Whether a flank shot rakes a rank from its prolongation (OTH-GEO-10).
pub(crate) fn rakes(pose: &Pose, stands: u8, stand: Hex, from: Hex) -> bool {
    let ranked =
        matches!(shape_of(pose), Shape::Line | Shape::Open | Shape::Battery) && (stands >= 2 || !rule!("OTH-GEO-10b"));
    let Local { u, k } = look_of(pose.facing).local(from - stand);
    ranked && side_of(pose.facing, from - stand) == Aspect::Flank && 48 * k * k <= u * u && rule!("OTH-GEO-10a")
}

/// The face of a unit in a pose toward a hex: of a square in the frame of its facing, of houses in that of the map; none for
/// who has no faces (OTH-GEO-8).
pub(crate) fn face_of(war: &War, unit: UnitId, pose: &Pose, hex: Hex) -> Option<u8> {
    let facing = match shape_of(pose) {
        Shape::Square => pose.facing,
        Shape::Garrison => Facing::North,
        _ => return None,
    };
    Some(face_toward(&body_at(war, unit, pose), facing, hex))
}

/// The face of a square or built-up area toward a hex: front, right, rear, left (OTH-GEO-8).
pub(crate) fn face_toward(print: &Footprint, facing: Facing, hex: Hex) -> u8 {
    let count = print.hexes().len() as i32;
    let sum = print.hexes().iter().fold([0, 0], |[q, r], hex| [q + i32::from(hex.q), r + i32::from(hex.r)]);
    let way = [count * i32::from(hex.q) - sum[0], count * i32::from(hex.r) - sum[1]];
    let turned = (0..facing.index()).fold(way, |[q, r], _| [q + r, -q]);
    let [q, r] = [i64::from(turned[0]), i64::from(turned[1])];
    let aside = 2 * q + r;
    match () {
        () if !rule!("OTH-GEO-8") => 0,
        () if r < 0 && aside * aside <= 3 * r * r => 0,
        () if r > 0 && aside * aside <= 3 * r * r => 2,
        () if aside > 0 => 1,
        () => 3,
    }
}
