//! Objectives: `[[objective]]` entries.

use battle::{Goal, Objective, Side};
use document::Table;
use hexes::{Direction, Hex};

use crate::army::Read;
use crate::muster::Room;
use crate::{area, choice};

const GOALS: [Goal; 4] = [Goal::Hold, Goal::Occupy, Goal::Exit, Goal::Destroy];

/// Reads the objectives.
pub(crate) fn read(root: &Table<'_>, room: &Room<'_>, sides: &[Read<'_>; 2]) -> Vec<Objective> {
    let mut objectives: Vec<Objective> = Vec::new();
    for table in root.tables_or_empty("objective") {
        if let Some(objective) = objective(&table, room, sides) {
            if objectives.iter().any(|other| other.name == objective.name) {
                table.fault("name", format!("there is an objective `{}` already", objective.name), "a name of its own");
            }
            objectives.push(objective);
        }
    }
    objectives
}

fn objective(table: &Table<'_>, room: &Room<'_>, sides: &[Read<'_>; 2]) -> Option<Objective> {
    let name = table.text("name").unwrap_or_default();
    let goal = choice::required(table, "goal", Goal::NAMES, &GOALS);
    let hexes = area::hexes(table, "hexes", room.grid());
    let (owner, side) = (choice::side(table, "owner"), choice::side(table, "side"));
    let count = table.optional_integer("count", 1..=100_u8);
    let value = table.integer_or("value", 1..=100_i16, 1);
    let objective = Objective { name, goal: goal?, hexes, owner, side, count: count.unwrap_or(0), value };
    check_hexes(table, &objective, room);
    check_units(table, &objective, sides);
    if owner.is_some() && objective.goal != Goal::Hold {
        table.fault_key("owner", "an owner of what is not held", "`owner` only with goal `hold`");
    }
    table.finish();
    Some(objective)
}

fn check_hexes(table: &Table<'_>, objective: &Objective, room: &Room<'_>) {
    let written = table.has("hexes");
    match objective.goal {
        Goal::Destroy if written => table.fault_key("hexes", "hexes of a goal `destroy`", "none"),
        Goal::Destroy => {}
        _ if !written => table.fault_here(format!("objective `{}` has no hexes", objective.name), "`hexes`"),
        _ if objective.hexes.is_empty() && table.values_or_empty("hexes").is_empty() => {
            table.fault("hexes", format!("objective `{}` has no hexes", objective.name), "at least one hex");
        }
        Goal::Exit => check_exit(table, objective, room),
        Goal::Hold | Goal::Occupy => check_open(table, objective, room),
    }
}

/// Units leave over the map's edge only.
fn check_exit(table: &Table<'_>, objective: &Objective, room: &Room<'_>) {
    let inner = |hex: &&Hex| {
        room.grid().is_some_and(|grid| Direction::ALL.iter().all(|side| grid.contains(hex.neighbor(*side))))
    };
    if let Some(hex) = objective.hexes.iter().find(inner) {
        table.fault("hexes", format!("exit hex {} is not on the map's edge", hex.offset()), "hexes of the edge");
    }
}

/// Somebody must be able to stand there.
fn check_open(table: &Table<'_>, objective: &Objective, room: &Room<'_>) {
    let Some(ground) = room.ground else { return };
    let closed = |hex: &Hex| matches!(ground.terrain(*hex), battle::Terrain::Water | battle::Terrain::Impassable);
    if !objective.hexes.is_empty() && objective.hexes.iter().all(closed) {
        let found = format!("nobody can stand on any hex of objective `{}`", objective.name);
        table.fault("hexes", found, "at least one hex of open ground");
    }
}

fn check_units(table: &Table<'_>, objective: &Objective, sides: &[Read<'_>; 2]) {
    let counted = matches!(objective.goal, Goal::Exit | Goal::Destroy);
    let written = table.has("count");
    if counted && !written {
        table.fault_here(format!("objective `{}` has no count", objective.name), "`count`, how many units it takes");
    } else if written && !counted {
        table.fault_key("count", format!("a count with goal `{}`", Goal::NAMES[objective.goal as usize]), "none");
    }
    let units = |side: Side| sides[side.index()].army.units.len();
    let most = match (objective.goal, objective.side) {
        (Goal::Destroy, Some(side)) => units(side.other()),
        (_, Some(side)) => units(side),
        (_, None) => units(Side::Blue).max(units(Side::Red)),
    };
    if counted && usize::from(objective.count) > most {
        table.fault("count", format!("{} units, but there are {most}", objective.count), format!("at most {most}"));
    }
}
