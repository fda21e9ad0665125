//! What a system counts, told: a line each tally.

use std::collections::BTreeMap;

use crate::figures::whole;
use crate::summary::Group;
use battle::{CHARGES, COMBATS_WON, Heading, SystemInfo, UNITS_LOST};

/// The headings of a system's tallies in the order in which they are told: what every system has about its own.
pub(crate) fn headings(info: &SystemInfo) -> impl Iterator<Item = &Heading> {
    let own = info.tallies.iter().map(|tally| &tally.heading);
    [&CHARGES, &COMBATS_WON].into_iter().chain(own).chain([&UNITS_LOST])
}

/// The means of a group's games, a line each tally that is asked for; none for a tally without names of its own of which nothing
/// happened.
pub(crate) fn lines(group: &Group, info: &SystemInfo, asked: &dyn Fn(&Heading) -> bool) -> Vec<String> {
    let nothing = BTreeMap::new();
    let line = |heading: &Heading| {
        let means = group.toll.counts.get(heading.key).unwrap_or(&nothing);
        let told = told(heading, means);
        (!told.is_empty()).then(|| format!("{}: {}: {}", group.rules, heading.title, told.join(", ")))
    };
    headings(info).filter(|heading| asked(heading)).filter_map(line).collect()
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
