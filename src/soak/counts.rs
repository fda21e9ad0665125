//! What a system counts, told: a line each tally, and columns where rows are a table.

use std::collections::{BTreeMap, BTreeSet};

use battle::{CHARGES, COMBATS_WON, Heading, SystemInfo, UNITS_LOST};
use serde_json::{Map, Value};

use crate::row::Row;
use crate::summary::Group;
use crate::text::whole;

/// The headings of a system's tallies in the order in which they are told: what every system has about its own.
pub(crate) fn headings(info: &SystemInfo) -> impl Iterator<Item = &Heading> {
    let own = info.tallies.iter().map(|tally| &tally.heading);
    [&CHARGES, &COMBATS_WON].into_iter().chain(own).chain([&UNITS_LOST])
}

/// The means of a group's games, a line each tally; none for a tally without names of its own of which nothing happened.
pub(crate) fn lines(group: &Group, info: &SystemInfo) -> Vec<String> {
    let nothing = BTreeMap::new();
    let line = |heading: &Heading| {
        let means = group.toll.counts.get(heading.key).unwrap_or(&nothing);
        let told = told(heading, means);
        (!told.is_empty()).then(|| format!("{} a game: {}: {}", group.rules, heading.title, told.join(", ")))
    };
    headings(info).filter_map(line).collect()
}

/// The counts of a tally: those it names in its order, then the others, most first.
fn told(heading: &Heading, means: &BTreeMap<String, f64>) -> Vec<String> {
    let mean = |name: &str| means.get(name).copied().unwrap_or_default();
    let named = heading.counts.iter().map(|info| {
        let share = info.of.map(&mean).filter(|whole| *whole > 0.0).map(|all| whole(Some(mean(info.name) / all)));
        let of = share.zip(info.of).map_or_else(String::new, |(share, of)| format!(" ({share} of {of})"));
        format!("{} {:.2}{of}", info.name, mean(info.name))
    });
    let is_named = |name: &str| heading.counts.iter().any(|info| info.name == name);
    let mut others: Vec<(&String, &f64)> = means.iter().filter(|(name, _)| !is_named(name)).collect();
    others.sort_by(|one, other| other.1.total_cmp(one.1));
    named.chain(others.into_iter().map(|(name, mean)| format!("{name} {mean:.2}"))).collect()
}

/// A row as fields with its counts, one field each: `blue_rallies_won`.
fn fields(row: &Row) -> serde_json::Result<Map<String, Value>> {
    let Value::Object(mut fields) = serde_json::to_value(row)? else { return Ok(Map::new()) };
    fields.shift_remove("foreseen");
    fields.entry("house").or_insert(Value::from(""));
    for (side, counts) in [("blue", &row.blue_counts), ("red", &row.red_counts)] {
        fields.shift_remove(&format!("{side}_counts"));
        for (key, count) in counts.iter().flat_map(|(key, counts)| counts.iter().map(move |count| (key, count))) {
            fields.insert(format!("{side}_{key}_{}", count.0).replace(' ', "_"), Value::from(*count.1));
        }
    }
    Ok(fields)
}

/// Rows as a table: the heads, those of counts last, and the cells; what a row has not counted is 0, or empty where it is
/// of another rule system.
pub(crate) fn table(rows: &[Row]) -> serde_json::Result<Vec<Vec<String>>> {
    let bare = Row { blue_counts: BTreeMap::new(), red_counts: BTreeMap::new(), ..Row::default() };
    let own: Vec<String> = fields(&bare)?.keys().cloned().collect();
    let rows: Vec<Map<String, Value>> = rows.iter().map(fields).collect::<Result<_, _>>()?;
    let counted: BTreeSet<&String> = rows.iter().flat_map(Map::keys).filter(|key| !own.contains(key)).collect();
    let heads: Vec<&String> = own.iter().chain(counted).collect();
    let of_rules =
        |rules: Option<&Value>, head: &str| rows.iter().any(|row| row.get("rules") == rules && row.contains_key(head));
    let cell = |row: &Map<String, Value>, head: &String| match row.get(head) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) => String::new(),
        Some(value) => value.to_string(),
        None if of_rules(row.get("rules"), head) => String::from("0"),
        None => String::new(),
    };
    let lines = rows.iter().map(|row| heads.iter().map(|head| cell(row, head)).collect());
    Ok(std::iter::once(heads.iter().map(ToString::to_string).collect()).chain(lines).collect())
}
