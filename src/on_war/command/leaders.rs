//! Leaders: who is with a unit, who is near, who makes off (OW-CMD).

use battle::{LeaderId, Perch, Side, Told, UnitId, rule};
use hexes::Hex;

use crate::profile::Post;
use crate::{Umpire, War, measures, tables};

/// The commanding officer of a unit, if it has one.
pub(crate) fn officer_of(war: &War, unit: UnitId) -> Option<LeaderId> {
    war.setting().leaders_of(war.side(unit)).find(|leader| *war.post(*leader) == Post::Officer(unit))
}

/// Enemy leaders on their own beside a unit that has just come there make for the nearest of their units within
/// 8 inches, or are captured.
pub(crate) fn drive_off(umpire: &mut Umpire<'_>, unit: UnitId) {
    let side = umpire.side(unit);
    let print = umpire.field().footprint(unit);
    let alone: Vec<(LeaderId, Hex)> = umpire
        .setting()
        .leaders_of(side.other())
        .filter_map(|leader| match umpire.field().leader(leader) {
            Perch::At(hex) if print.distance_to(hex) <= 1 => Some((leader, hex)),
            _ => None,
        })
        .collect();
    for (leader, hex) in alone.into_iter().filter(|_| rule!("OW-CMD-7")) {
        let reach = measures::as_hexes(umpire, tables::COMMAND);
        match refuge(umpire, side.other(), hex, None).filter(|(far, _)| *far <= reach) {
            Some((_, refuge)) => {
                umpire.lead(leader, Perch::With(refuge), "OW-CMD-7");
            }
            None => {
                let (actor, target) = (Some(leader.into()), Some(unit.into()));
                umpire.tell(Told { actor, target, ..Told::new("{a} is captured by {t}", "OW-CMD-7") });
                umpire.lead(leader, Perch::Away, "OW-CMD-7");
            }
        }
    }
}

/// The nearest unit of a side to a hex, with its distance, but that one.
pub(crate) fn refuge(war: &War, side: Side, hex: Hex, but: Option<UnitId>) -> Option<(i32, UnitId)> {
    let far = |unit: UnitId| (war.field().footprint(unit).distance_to(hex), unit);
    war.field().present_of(side).filter(|unit| Some(*unit) != but).map(far).min()
}

/// Whether a side's General is with a unit and within his reach of those hexes (OW-CMD-3).
pub(crate) fn general_is_near(war: &War, side: Side, print: &battle::Footprint) -> bool {
    let reach = measures::as_hexes(war, tables::COMMAND);
    war.setting().leaders_of(side).any(|leader| {
        *war.post(leader) == Post::General
            && war.unit_of(leader).is_some()
            && war.field().leader_hex(leader).is_some_and(|hex| print.distance_to(hex) <= reach)
            && rule!("OW-CMD-3")
    })
}

/// Whether a unit's own officer is with it, or an adjutant in his place (OW-CMD-4, OW-CMD-6). Batteries have none
/// and miss none.
pub(crate) fn is_led(war: &War, unit: UnitId) -> bool {
    let Some(officer) = officer_of(war, unit) else { return true };
    war.unit_of(officer) == Some(unit) || has_adjutant(war, unit)
}

/// Whether the General is with a unit (OW-CMD-2).
pub(crate) fn has_general(war: &War, unit: UnitId) -> bool {
    war.field().leaders_with(unit).any(|leader| *war.post(leader) == Post::General) && rule!("OW-CMD-2")
}

/// Whether an adjutant is with a unit (OW-CMD-4).
pub(crate) fn has_adjutant(war: &War, unit: UnitId) -> bool {
    war.field().leaders_with(unit).any(|leader| *war.post(leader) == Post::Adjutant) && rule!("OW-CMD-4")
}
