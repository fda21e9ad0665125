//! Shapes of units: which an arm knows, how deep and wide they are (OW-HEX).

use battle::{Arrangement, Formation, Pose, UnitId, rule};
use hexes::Hex;

use crate::War;
use crate::measures::kind;
use crate::profile::Kind;
use crate::tables::{self, Shape};

/// The formation a unit arrives and is placed in where nothing else is said: guns in battery, horse in line, foot
/// in column.
pub(crate) fn marching_formation(war: &War, unit: UnitId) -> battle::Formation {
    use battle::{Arrangement, Formation};
    let stands = war.stands(unit);
    match kind(war, unit) {
        kind if kind.is_guns() => Formation::new(Arrangement::Battery, stands),
        kind if kind.is_horse() => Formation::line(stands),
        _ => Formation::new(Arrangement::Column, 2),
    }
}

/// Whether an arm uses a shape: that it has a figure in the move table says so (OW-HEX-2).
pub(crate) fn knows(kind: Kind, shape: Shape) -> bool {
    tables::allowance(kind, shape).is_some() || !rule!("OW-HEX-2")
}

/// The shape of the move table an arrangement is: every kind of column is a column.
pub(crate) fn shape_of(pose: &Pose) -> Shape {
    match pose.formation.arrangement {
        Arrangement::Column | Arrangement::AttackColumn | Arrangement::MarchColumn => Shape::Column,
        Arrangement::Skirmish | Arrangement::Screen | Arrangement::OpenOrder => Shape::OpenOrder,
        Arrangement::Square | Arrangement::Block => Shape::Square,
        Arrangement::Wedge => Shape::Wedge,
        Arrangement::Garrison => Shape::Garrison,
        Arrangement::Line | Arrangement::Battery | Arrangement::Limbered => Shape::Line,
    }
}

/// Its shape on the field.
pub(crate) fn shape(war: &War, unit: UnitId) -> Shape {
    shape_of(&war.pose(unit))
}

/// Inches a unit goes in that pose's formation (OW-MOVE-1); 0 where it may not be in it. Horse guns share a column of the
/// table with horse, howitzers one with heavy guns (OW-MOVE-3).
pub(crate) fn allowance(war: &War, unit: UnitId, pose: &Pose) -> i32 {
    let kind = kind(war, unit);
    let has_figure = !matches!(kind, Kind::HorseGuns | Kind::Howitzers) || rule!("OW-MOVE-3");
    let figure = tables::allowance(kind, shape_of(pose)).filter(|_| has_figure && rule!("OW-MOVE-1"));
    figure.unwrap_or_default()
}

/// The shape in which a unit of so many stands of an arm stands in that order; ranks are 1 or 2 and count for lines.
pub(crate) fn formation_of(kind: Kind, shape: Shape, ranks: u8, stands: u8) -> Formation {
    match shape {
        Shape::Column => Formation::new(Arrangement::Column, if rule!("OW-HEX-1") { 2 } else { 1 }),
        Shape::Line if kind.is_guns() && rule!("OW-MOVE-12") => Formation::new(Arrangement::Battery, stands),
        Shape::Wedge if rule!("OW-HEX-5") => Formation::new(Arrangement::Wedge, 1),
        Shape::Line | Shape::Wedge => Formation::line(stands.div_ceil(ranks.max(1))),
        Shape::OpenOrder => Formation::new(Arrangement::Skirmish, 1),
        Shape::Square => Formation::new(Arrangement::Square, 1),
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

/// Every formation the unit may be put in, squares and buildings apart: column, line of one rank and of two,
/// loose order, wedge.
pub(crate) fn formations(war: &War, unit: UnitId) -> Vec<Formation> {
    let (kind, stands) = (kind(war, unit), war.stands(unit));
    let known = |(shape, _): &(Shape, u8)| knows(kind, *shape);
    let two = stands > 1 && !kind.is_guns();
    let all = [(Shape::Column, 1), (Shape::Line, 1), (Shape::Line, 2), (Shape::OpenOrder, 1), (Shape::Wedge, 1)];
    let all = all.into_iter().filter(|(shape, ranks)| two || (*ranks == 1 && *shape != Shape::Column));
    all.filter(known).map(|(shape, ranks)| formation_of(kind, shape, ranks, stands)).collect()
}

/// The hollow hexes inside a square of so many stands: where leaders and guns shelter.
pub(crate) fn core(pose: &Pose, stands: u8) -> Vec<Hex> {
    let print = pose.stands(stands);
    let touches = |hex: &Hex| hex.neighbors().iter().filter(|near| print.contains(**near)).count();
    let inside = |hex: &Hex| !print.contains(*hex) && (touches(hex) >= 3 || *hex == pose.anchor);
    pose.anchor.within(2).filter(|hex| inside(hex) && rule!("OW-SQUARE-9a")).collect()
}
