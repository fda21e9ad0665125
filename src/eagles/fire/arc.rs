//! Where a Unit could shoot from a pose, band by band.

use battle::{FireArc, Pose, UnitId};

use super::dice::{band, fire_reach, foot_dice, skirmish_reach};
use crate::space::measure;
use crate::{Class, War, class, sight, tables};

/// Where the Unit could shoot from that pose.
pub(crate) fn arc(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
    let reach = fire_reach(war, unit);
    let mut arc = FireArc::default();
    for band in 0..tables::BANDS.len() {
        let inches = tables::BANDS[band] * measure::base_width(war);
        if inches <= reach {
            let dice = if class(war, unit) == Class::Guns { tables::GUN_DICE[band] } else { foot_dice(war, unit) };
            arc.bands.push(format!("{dice}d6 to {inches}\""));
        }
    }
    let skirmish = arc.bands.len() as u8;
    arc.bands.push(format!("skirmish to {}\"", skirmish_reach(war, unit)));
    let zone = if reach > 0 { sight::fire_zone(war, unit, pose, reach) } else { Vec::new() };
    arc.hexes = zone.iter().filter_map(|(hex, inches)| Some((*hex, band(war, *inches)? as u8))).collect();
    skirmish_arc(war, unit, pose, skirmish, &mut arc);
    arc
}

/// Hexes all round that only Skirmish Fire reaches.
fn skirmish_arc(war: &War, unit: UnitId, pose: &Pose, band: u8, arc: &mut FireArc) {
    let print = measure::footprint(war, pose);
    let hexes = measure::hexes(war, skirmish_reach(war, unit));
    let grid = war.field().ground().grid();
    for hex in pose.anchor.within(hexes + i32::from(war.options().files)).filter(|hex| grid.contains(*hex)) {
        let near = print.hexes().iter().min_by_key(|stand| stand.distance(hex)).copied();
        let Some(stand) = near.filter(|stand| (1..=hexes).contains(&stand.distance(hex))) else { continue };
        if !arc.hexes.iter().any(|(known, _)| *known == hex) && sight::sees_hex(war, stand, hex) {
            arc.hexes.push((hex, band));
        }
    }
}
