//! What commands are to do, as screens show it.

use battle::{LeaderId, Member, Side, UnitId};

use super::{orders, reaches, superiors};
use crate::{War, tables};

/// The commands of a side: of each leader the units that obey him first.
pub(crate) fn commands(war: &War, side: Side) -> Vec<battle::Command> {
    let told = war.setting().leaders_of(side).map(|leader| command(war, side, leader));
    told.filter(|command| !command.members.is_empty()).collect()
}

fn command(war: &War, side: Side, leader: LeaderId) -> battle::Command {
    let his = |unit: &UnitId| superiors(war, *unit).into_iter().flatten().next() == Some(leader);
    let units: Vec<UnitId> = war.field().present_of(side).filter(his).collect();
    let place = units.first().map_or(0, |unit| orders::of(war, *unit));
    let row = tables::ORDERS.get(usize::from(place.max(1)) - 1);
    let (order, demand) = row.map_or(("", ""), |row| (row.name, row.help));
    let member = |unit: &UnitId| Member { unit: *unit, hears: reaches(war, leader, *unit), short: 0, gain: 0 };
    battle::Command {
        leader: Some(leader),
        members: units.iter().map(member).collect(),
        order,
        demand,
        remarks: Vec::new(),
        objective: None,
        radius: (war.post(leader).range / i32::from(war.field().inches_per_hex())) as u16,
    }
}
