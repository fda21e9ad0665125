//! Battle groups: the brigades of the roster, divided where a brigade is scattered.

use battle::{System, UnitId};
use hexes::Hex;
use pathfinding::prelude::connected_components;

use crate::appraisal::{Appraisal, Known};
use crate::profile::Planning;

/// Units that get a mission together.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Its units, by number.
    pub units: Vec<UnitId>,
    /// The anchor of the unit in its middle.
    pub centre: Hex,
    /// Its strength in usual units.
    pub force: f64,
    /// Its brigade's name.
    pub name: String,
    /// Inches that its slower units go in a turn.
    pub pace: f64,
    /// Its mean share of strength left.
    pub share: f64,
}

/// The groups of the side, in the order of the roster.
pub(crate) fn groups(view: &dyn System, appraisal: &Appraisal, planning: &Planning) -> Vec<Group> {
    let roster = view.field().roster();
    let mut groups = Vec::new();
    for (number, brigade) in roster.brigades.iter().enumerate() {
        let members: Vec<&Known> =
            appraisal.own().filter(|unit| usize::from(roster.unit(unit.id).brigade) == number).collect();
        groups.extend(
            together(&members, planning.together as i32).into_iter().map(|part| group(view, &part, &brigade.name)),
        );
    }
    let brigaded = |unit: &&Known| usize::from(roster.unit(unit.id).brigade) < roster.brigades.len();
    let loose: Vec<&Known> = appraisal.own().filter(|unit| !brigaded(unit)).collect();
    groups.extend(together(&loose, planning.together as i32).into_iter().map(|part| group(view, &part, "detachment")));
    groups
}

/// Divides units where a gap is wider than `gap`; each part and the parts in order of unit numbers.
pub(crate) fn together<'a>(members: &[&'a Known], gap: i32) -> Vec<Vec<&'a Known>> {
    let unit = |id: &UnitId| members.iter().copied().find(|member| member.id == *id);
    let near = |id: &UnitId| {
        let from = unit(id).map(|one| one.pose.anchor);
        let close = |other: &&&Known| from.is_some_and(|from| other.pose.anchor.distance(from) <= gap);
        members.iter().filter(close).map(|other| other.id).collect::<Vec<UnitId>>()
    };
    let ids: Vec<UnitId> = members.iter().map(|member| member.id).collect();
    let found = connected_components(&ids, near).into_iter();
    let mut parts: Vec<Vec<UnitId>> = found.map(|part| part.into_iter().collect()).collect();
    parts.iter_mut().for_each(|part: &mut Vec<UnitId>| part.sort_unstable());
    parts.sort_unstable();
    parts.iter().map(|part| part.iter().filter_map(unit).collect()).collect()
}

fn group(view: &dyn System, units: &[&Known], name: &str) -> Group {
    let apart = |from: &&&Known| units.iter().map(|to| to.pose.anchor.distance(from.pose.anchor)).sum::<i32>();
    let count = units.len().max(1) as f64;
    let slowest = units.iter().map(|unit| unit.pace).min().unwrap_or(1);
    Group {
        units: units.iter().map(|unit| unit.id).collect(),
        centre: units.iter().min_by_key(apart).map_or_else(Hex::default, |unit| unit.pose.anchor),
        force: units.iter().map(|unit| unit.force()).sum(),
        name: String::from(name),
        pace: f64::from(slowest) * f64::from(view.field().inches_per_hex()),
        share: units.iter().map(|unit| unit.share).sum::<f64>() / count,
    }
}
