//! Reinforcements: `[[reinforcement]]` entries and the units that name them.

use battle::{Arrival, Reinforcement, Side, Start};
use document::{Table, Value, expected_one_of, nearest};
use hexes::{Facing, Hex};

use crate::army::{Post, Read};
use crate::muster::Room;
use crate::{area, choice};

/// The latest turn a file may name at all.
const LATEST: u16 = 1000;

/// The reinforcements of a battle file, each with its place in the file.
pub(crate) struct Groups<'r>(Vec<(Table<'r>, Reinforcement)>);

impl<'r> Groups<'r> {
    /// Reads the entries.
    pub(crate) fn read(root: &Table<'r>, room: &Room<'_>, turn_limit: u16) -> Groups<'r> {
        let mut groups = Groups(Vec::new());
        for table in root.tables_or_empty("reinforcement") {
            let group = group(&table, room, turn_limit);
            if groups.place(group.side, &group.name).is_some() {
                let found = format!("{} has a reinforcement `{}` already", group.side, group.name);
                table.fault("name", found, "a name of its own");
            }
            table.finish();
            groups.0.push((table, group));
        }
        groups
    }

    /// The number of the reinforcement that a key names, among those of a side.
    pub(crate) fn named(&self, side: Side, value: &Value<'_>) -> Option<usize> {
        let name = value.text()?;
        let found = self.place(side, &name);
        if found.is_none() {
            value.fault(format!("{side} has no reinforcement `{name}`"), self.expected(side, &name));
        }
        found
    }

    fn place(&self, side: Side, name: &str) -> Option<usize> {
        self.0.iter().position(|(_, group)| group.side == side && group.name == name)
    }

    fn expected(&self, side: Side, name: &str) -> String {
        let of_side = self.0.iter().filter(|(_, group)| group.side == side);
        let names: Vec<&str> = of_side.map(|(_, group)| group.name.as_str()).collect();
        match nearest(name, names.iter().copied()) {
            Some(near) => format!("`{near}`"),
            None if names.is_empty() => format!("a [[reinforcement]] of that name with side `{}`", side_word(side)),
            None => expected_one_of(names),
        }
    }

    /// Adds a fault for each reinforcement that no unit comes with, and for each unit that no entry hex takes.
    pub(crate) fn check_used(&self, room: &Room<'_>, sides: &[Read<'_>; 2]) {
        for (number, (table, group)) in self.0.iter().enumerate() {
            let posts = || sides[group.side.index()].posts.iter().filter(|post| post.start == Start::Arrives(number));
            if posts().next().is_none() {
                let found = format!("no unit arrives with `{}`", group.name);
                table.fault("name", found, format!("a unit of {} with arrives = \"{}\"", group.side, group.name));
            }
            let shut_out = |post: &&Post<'_>| {
                group.entry.iter().all(|hex| room.refuses(*hex, group.facing, Some(post.arm)).is_some())
            };
            for post in posts().filter(shut_out).filter(|_| !group.entry.is_empty()) {
                let found = format!("unit `{}` finds no way in by the entry of `{}`", post.label, group.name);
                post.table.fault("arrives", found, room.expected());
            }
        }
    }

    /// The reinforcements in the order of the file.
    pub(crate) fn into_reinforcements(self) -> Vec<Reinforcement> {
        self.0.into_iter().map(|(_, group)| group).collect()
    }
}

fn side_word(side: Side) -> String {
    side.name().to_lowercase()
}

fn group(table: &Table<'_>, room: &Room<'_>, turn_limit: u16) -> Reinforcement {
    let facing = choice::facing(table, "facing");
    if !table.has("facing") {
        table.fault_here("a reinforcement without `facing`", expected_one_of(Facing::ALL.map(Facing::name)));
    }
    Reinforcement {
        name: table.text("name").unwrap_or_default(),
        side: choice::required_side(table, "side").unwrap_or(Side::Blue),
        arrival: arrival(table, turn_limit),
        entry: entry(table, room, facing),
        facing: facing.unwrap_or(Facing::North),
    }
}

fn arrival(table: &Table<'_>, turn_limit: u16) -> Arrival {
    let turn = table.optional_integer("turn", 1..=LATEST);
    let (from, need) = (table.optional_integer("from", 1..=LATEST), table.optional_integer("need", 2..=6));
    for (key, turn) in [("turn", turn), ("from", from)] {
        if turn.is_some_and(|turn| turn > turn_limit) {
            let found = format!("turn {} is after the end", turn.unwrap_or_default());
            table.fault(key, found, format!("a turn from 1 to {turn_limit}"));
        }
    }
    match (table.has("turn"), table.has("from"), table.has("need")) {
        (true, false, false) => Arrival::Turn(turn.unwrap_or(1)),
        (false, true, true) => Arrival::Roll { from: from.unwrap_or(1), need: need.unwrap_or(4) },
        _ => {
            table.fault_here("a reinforcement with no clear time", "either `turn`, or `from` with `need`");
            Arrival::Turn(1)
        }
    }
}

/// The entry hexes; each must take a unit in its starting line.
fn entry(table: &Table<'_>, room: &Room<'_>, facing: Option<Facing>) -> Vec<Hex> {
    let areas = table.values("entry");
    if areas.is_empty() && table.has("entry") {
        table.fault("entry", "no entry hex", "at least one hex");
    }
    for value in &areas {
        let hexes = area::gather(std::slice::from_ref(value), room.grid());
        let fault = hexes.iter().find_map(|hex| room.refuses(*hex, facing?, None));
        if let Some(found) = fault {
            value.fault(found, room.expected());
        }
    }
    // Faults of the areas themselves have been added above; gathering again only joins them in order.
    area::gather(&areas, room.grid())
}
