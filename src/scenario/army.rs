//! An army: `[blue]` and `[red]` with their zone and brigades.

use std::collections::BTreeSet;

use battle::{Arm, Army, BrigadeSpec, LeaderSpec, Rank, Side, Start};
use document::Table;
use hexes::{Facing, Hex};

use crate::arrival::Groups;
use crate::muster::Room;
use crate::{area, choice, leader, unit};

/// The most units a side may have.
const MOST_UNITS: usize = 100;

/// The labels given so far, of units and leaders of both sides.
#[derive(Default)]
pub(crate) struct Labels(BTreeSet<String>);

impl Labels {
    /// Reads a label: a letter and up to two letters or digits, unlike every other.
    pub(crate) fn read(&mut self, table: &Table<'_>) -> String {
        let label = table.text("label").unwrap_or_default();
        let sound = label.len() <= 3
            && label.starts_with(|first: char| first.is_ascii_alphabetic())
            && label.chars().all(|letter| letter.is_ascii_alphanumeric());
        if !sound && table.optional_value("label").is_some_and(|value| value.is_text()) {
            table.fault("label", format!("label `{label}`"), "a letter and up to two letters or digits");
        } else if sound && !self.0.insert(label.clone()) {
            table.fault(
                "label",
                format!("label `{label}` is taken"),
                "one that no other unit or leader of either side has",
            );
        }
        label
    }
}

/// Where a unit starts, with its entry in the file.
pub(crate) struct Post<'r> {
    /// The unit's entry.
    pub table: Table<'r>,
    /// Its label.
    pub label: String,
    /// Its arm.
    pub arm: Arm,
    /// Where it starts.
    pub start: Start,
}

/// An army as read.
pub(crate) struct Read<'r> {
    /// The army.
    pub army: Army,
    /// Where it may deploy.
    pub zone: Vec<Hex>,
    /// Where its units start.
    pub posts: Vec<Post<'r>>,
}

/// What the units of a brigade are read with.
pub(crate) struct Context<'a, 'r> {
    /// Whose.
    pub side: Side,
    /// The brigade's number.
    pub brigade: usize,
    /// The ground.
    pub room: &'a Room<'a>,
    /// The reinforcements.
    pub groups: &'a Groups<'r>,
    /// The facing of units that name none.
    pub facing: Option<Facing>,
    /// The reinforcement that units come with that name no place.
    pub arrives: Option<usize>,
}

/// Reads a side's army; an empty one, with a fault, when it is not there.
pub(crate) fn read<'r>(
    root: &Table<'r>,
    side: Side,
    room: &Room<'_>,
    groups: &Groups<'r>,
    labels: &mut Labels,
) -> Read<'r> {
    let army = Army { side, name: String::new(), brigades: Vec::new(), units: Vec::new(), leaders: Vec::new() };
    let mut read = Read { army, zone: Vec::new(), posts: Vec::new() };
    let Some(table) = root.table(["blue", "red"][side.index()]) else { return read };
    read.army.name = table.text("name").unwrap_or_default();
    read.zone = area::hexes(&table, "zone", room.grid());
    let facing = choice::facing(&table, "facing");
    for entry in table.tables("brigade") {
        let brigade = read.army.brigades.len();
        let context = Context { side, brigade, room, groups, facing, arrives: None };
        brigade_entry(&entry, context, &mut read, labels);
    }
    read.army.leaders = leaders(&table, &read.army, labels);
    if read.army.units.len() > MOST_UNITS {
        table.fault_here(format!("{side} has {} units", read.army.units.len()), format!("at most {MOST_UNITS}"));
    }
    table.finish();
    read
}

fn brigade_entry<'r>(table: &Table<'r>, mut context: Context<'_, 'r>, read: &mut Read<'r>, labels: &mut Labels) {
    let name = table.text("name").unwrap_or_default();
    if read.army.brigades.iter().any(|brigade| brigade.name == name) && !name.is_empty() {
        table.fault("name", format!("{} has a brigade `{name}` already", context.side), "a name of its own");
    }
    read.army.brigades.push(BrigadeSpec { name, division: table.text_or("division", "") });
    context.facing = choice::facing(table, "facing").or(context.facing);
    let arrives = table.optional_value("arrives");
    context.arrives = arrives.and_then(|value| context.groups.named(context.side, &value));
    let units = table.tables("units");
    if units.is_empty() && table.has("units") {
        table.fault("units", "a brigade without units", "at least one unit");
    }
    for entry in units {
        let (spec, start) = unit::read(&entry, &context, labels);
        entry.finish();
        if let (Some(spec), Some(start)) = (spec, start) {
            read.posts.push(Post { table: entry, label: spec.label.clone(), arm: spec.troop.arm(), start });
            read.army.units.push(spec);
        }
    }
    table.finish();
}

fn leaders(table: &Table<'_>, army: &Army, labels: &mut Labels) -> Vec<LeaderSpec> {
    let entries = table.tables_or_empty("leader");
    let leaders: Vec<LeaderSpec> = entries.iter().filter_map(|entry| leader::read(entry, army, labels)).collect();
    let commanders = leaders.iter().filter(|leader| leader.rank == Rank::Army).count();
    if leaders.len() == entries.len() && commanders != 1 {
        let found = format!("{} has {commanders} leaders of rank `army`", army.side);
        table.fault_here(found, "exactly one [[leader]] who commands the army");
    }
    leaders
}
