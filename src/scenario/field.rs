//! The battle file as a whole: its heading, and its parts in the order in which they need each other.

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{Scenario, Side, Victory, Weather};
use document::Table;
use hexes::Hex;

use crate::army::{self, Labels, Read};
use crate::arrival::Groups;
use crate::muster::Room;
use crate::{area, choice, goal, ground, muster};

/// What a battle says about itself besides ground and armies.
struct Heading {
    title: String,
    date: String,
    note: String,
    inches_per_hex: u8,
    turn_limit: u16,
    first_side: Option<Side>,
    weather: Weather,
    victory: Victory,
    free_deployment: bool,
}

const WEATHERS: [Weather; 5] = [Weather::Clear, Weather::Rain, Weather::Fog, Weather::Snow, Weather::Mud];
const VICTORIES: [Victory; 2] = [Victory::Points, Victory::All];

/// Reads the battle. What is faulty is left out or stands for something harmless, so that all of the file is read; the
/// faults themselves keep the result from being used. Nothing when there is no ground.
pub(crate) fn scenario(root: &Table<'_>, key: &str) -> Option<Scenario> {
    let heading = heading(root);
    let ground = ground::read(root);
    let room = Room { ground: ground.as_ref(), files: muster::files(heading.inches_per_hex) };
    let groups = Groups::read(root, &room, heading.turn_limit);
    let mut labels = Labels::default();
    let sides = Side::ALL.map(|side| army::read(root, side, &room, &groups, &mut labels));
    muster::check(&room, &sides);
    groups.check_used(&room, &sides);
    check_zones(root, heading.free_deployment, &sides);
    let objectives = goal::read(root, &room, &sides);
    let (places, house) = (places(root, &room), house(root));
    let [blue, red] = sides;
    Some(Scenario {
        key: key.to_owned(),
        title: heading.title,
        date: heading.date,
        note: heading.note,
        inches_per_hex: heading.inches_per_hex,
        armies: [blue.army, red.army],
        zones: [blue.zone, red.zone],
        free_deployment: heading.free_deployment,
        objectives,
        victory: heading.victory,
        reinforcements: groups.into_reinforcements(),
        turn_limit: heading.turn_limit,
        first_side: heading.first_side,
        weather: heading.weather,
        house,
        places,
        ground: Arc::new(ground?),
    })
}

fn heading(root: &Table<'_>) -> Heading {
    Heading {
        title: root.text("title").unwrap_or_default(),
        date: root.text_or("date", ""),
        note: root.text_or("note", "").split_whitespace().collect::<Vec<_>>().join(" "),
        inches_per_hex: root.integer_or("inches_per_hex", 1..=12, 1),
        turn_limit: root.integer_or("turn_limit", 1..=100, 15),
        first_side: choice::side(root, "first_side"),
        weather: choice::optional(root, "weather", Weather::NAMES, &WEATHERS).unwrap_or_default(),
        victory: choice::optional(root, "victory", &["points", "all"], &VICTORIES).unwrap_or_default(),
        free_deployment: root.flag_or("free_deployment", false),
    }
}

fn check_zones(root: &Table<'_>, free_deployment: bool, sides: &[Read<'_>; 2]) {
    let without = sides.iter().find(|side| side.zone.is_empty());
    if let (true, Some(read)) = (free_deployment, without) {
        let side = read.army.side.name().to_lowercase();
        let found = format!("free deployment, but [{side}] has no zone");
        root.fault("free_deployment", found, "a `zone` in [blue] and in [red]");
    }
}

fn places(root: &Table<'_>, room: &Room<'_>) -> Vec<(String, Hex)> {
    let place = |table: &Table<'_>| {
        let (name, at) = (table.text("name"), table.value("at"));
        let at = at.and_then(|value| area::hex(&value, room.grid()));
        table.finish();
        Some((name?, at?))
    };
    root.tables_or_empty("place").iter().filter_map(place).collect()
}

/// Settings for rule systems: `[house.<system>]`, each value text.
fn house(root: &Table<'_>) -> BTreeMap<String, BTreeMap<String, String>> {
    let Some(table) = root.optional_table("house") else { return BTreeMap::new() };
    let settings = |system: &str| {
        let settings = table.table(system)?;
        let value = |key: &str| Some((key.to_owned(), settings.text(key)?));
        Some((system.to_owned(), settings.keys().into_iter().filter_map(value).collect()))
    };
    table.keys().into_iter().filter_map(settings).collect()
}
