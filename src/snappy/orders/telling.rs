//! What commands are to do, as screens show it.

use battle::{LeaderId, Member, Side, UnitId};

use super::conformity::{Demand, Part};
use super::{Command, in_command, radius, units};
use crate::{War, tables};

/// Where there is no enemy and no objective, the distance has no end: so many inches are told.
const MOST: i32 = 999;

/// The commands of a side that are known here and have units on the map.
pub(crate) fn commands(war: &War, side: Side) -> Vec<battle::Command> {
    let known = |leader: &LeaderId| !war.state.own.command(*leader).secret;
    let told = war.setting().leaders_of(side).filter(known).map(|leader| command(war, leader));
    told.filter(|command| !command.members.is_empty()).collect()
}

fn command(war: &War, leader: LeaderId) -> battle::Command {
    let own = war.state.own.command(leader);
    let place = tables::ORDERS[own.effective() as usize - 1];
    battle::Command {
        leader: Some(leader),
        members: units(war, leader).into_iter().map(|unit| member(war, unit)).collect(),
        order: place.name,
        demand: place.help,
        remarks: remarks(own),
        objective: own.objective.filter(|_| own.effective().takes_objective()),
        radius: (radius(war, leader) / i32::from(war.field().inches_per_hex()).max(1)) as u16,
    }
}

fn member(war: &War, unit: UnitId) -> Member {
    let pose = war.pose(unit);
    let inches = |inches: i32| inches.clamp(0, MOST) as u16;
    let asked = Demand::upon(war, unit).map(|demand| (demand.shortfall(&pose, Part::All), demand.advance(&pose)));
    let (short, gain) = asked.unwrap_or((0, 0));
    Member { unit, hears: in_command(war, unit), short: inches(short), gain: inches(gain.min(short)) }
}

/// Where the order came from, and what is on its way.
fn remarks(own: &Command) -> Vec<String> {
    let mut remarks = Vec::new();
    if own.effective() != own.ordered {
        remarks.push(format!("ordered {}", own.ordered.name()));
    }
    if let Some(sent) = own.pending {
        let place = sent.objective.map_or_else(String::new, |hex| format!(" to {}", hex.offset()));
        remarks.push(format!("{}{place} arrives next turn", sent.mandate.name()));
    }
    remarks
}
