//! Where a unit could shoot from a pose.

use battle::{FireArc, Pose, UnitId};
use hexes::Hex;

use super::aim::firing;
use crate::profile::Arms;
use crate::space::{self, Shape, in_arc, shape_of};
use crate::{War, tables};

/// The hexes in arc and range of a unit that stands so, by band.
pub(crate) fn arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
    let (profile, shape) = (war.profile(unit), shape_of(pose));
    let bounds: Vec<i32> = match profile.kind.is_guns() {
        true => tables::gun_ranges(profile.gun).to_vec(),
        false => tables::ranges(profile.arms).to_vec(),
    };
    let most = bounds.last().copied().unwrap_or(0);
    if matches!(shape, Shape::March | Shape::Limbered) || (profile.arms == Arms::None && !profile.kind.is_guns()) {
        return FireArc::default();
    }
    let (grid, print) = (war.field().ground().grid(), space::body_at(war, unit, pose));
    let stands = firing(&print, shape);
    let band = |hex: Hex| {
        let bears = stands.iter().filter(|stand| shape.has_faces() || in_arc(shape, pose.facing, hex - **stand));
        let far = bears.map(|stand| stand.distance(hex)).filter(|far| *far > 0).min()?;
        let inches = space::inches(war, far);
        bounds.iter().position(|bound| inches <= *bound).map(|band| (hex, band as u8))
    };
    let reach = most / i32::from(war.field().inches_per_hex()) + i32::from(war.stands(unit));
    let near = pose.anchor.within(reach).filter(|hex| grid.contains(*hex) && !print.contains(*hex));
    let bands = bounds.iter().map(|inches| format!("to {inches} inches")).collect();
    FireArc { bands, hexes: near.filter_map(band).collect() }
}
