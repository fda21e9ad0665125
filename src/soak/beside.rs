//! Several runs side by side: the same figures of each, a column a run.

use crate::figures::{aligned, charges_foreseen, of_charges, one, percent, share};
use crate::report::Report;
use crate::summary::Group;

/// A figure of a group: what it is called, and how it is told.
type Figure = (&'static str, fn(&Group) -> String);

const FIGURES: &[Figure] = &[
    ("battles", |group| group.games.to_string()),
    ("of them faults", |group| group.faults.to_string()),
    ("first player's share", |group| share(group.first_share())),
    ("Blue's share of those decided", |group| share(group.blue_share())),
    ("drawn", |group| of_all(group, f64::from(group.draws))),
    ("at the turn limit", |group| of_all(group, f64::from(group.turn_limit))),
    ("turns", |group| one(group.turns)),
    ("first turn with a fight", |group| one(group.contact_turn)),
    ("without a fight", |group| of_all(group, f64::from(group.no_contact))),
    ("turns of units spent idle", |group| percent(group.idle_share)),
    ("orders", |group| one(group.orders)),
    ("lost by the first player", |group| percent(group.first_lost)),
    ("lost by the second", |group| percent(group.second_lost)),
    ("infantry lost", |group| one(group.toll.lost[0])),
    ("cavalry lost", |group| one(group.toll.lost[1])),
    ("artillery lost", |group| one(group.toll.lost[2])),
    ("fell back", |group| one(group.toll.retreats)),
    ("routs", |group| one(group.toll.routs)),
    ("squares", |group| one(group.toll.squares)),
    ("charges declared", |group| one(group.toll.charges)),
    ("of them to succeed by the odds", |group| charges_foreseen(&group.toll)),
    ("that did", |group| of_charges(&group.toll, group.toll.charges_succeeded)),
];

fn of_all(group: &Group, games: f64) -> String {
    percent(games / f64::from(group.finished().max(1)))
}

/// Tables of runs by name: of all battles, and of each rule system that more than one of them has.
#[must_use]
pub fn beside(runs: &[(String, Report)]) -> String {
    let told: Vec<_> = runs.iter().map(|(name, report)| (name, report.statistics())).collect();
    let all: Vec<_> = told.iter().map(|(name, summary)| (name.as_str(), Some(&summary.all))).collect();
    let mut lines = table("all battles", &all);
    let mut systems: Vec<&str> = Vec::new();
    for group in told.iter().flat_map(|(_, summary)| &summary.systems) {
        if !systems.contains(&group.rules.as_str()) {
            systems.push(&group.rules);
        }
    }
    for rules in systems.iter().filter(|_| systems.len() > 1) {
        let own = |(name, summary): &(&String, crate::Summary)| {
            (name.to_string(), summary.systems.iter().find(|group| group.rules == **rules).cloned())
        };
        let own: Vec<(String, Option<Group>)> = told.iter().map(own).collect();
        let columns: Vec<(&str, Option<&Group>)> =
            own.iter().map(|(name, group)| (name.as_str(), group.as_ref())).collect();
        lines.push(String::new());
        lines.extend(table(rules, &columns));
    }
    lines.join("\n") + "\n"
}

/// The same figures as heads and lines: a column a run, or where there is one run a column for all and one for each rule system.
pub(crate) fn figures(runs: &[(String, Report)]) -> (Vec<String>, Vec<Vec<String>>) {
    let columns: Vec<(String, Group)> = match runs {
        [(_, report)] => {
            let summary = report.statistics();
            let systems = summary.systems.into_iter().map(|group| (report.title(&group.rules), group));
            let all = (String::from("all battles"), summary.all);
            if systems.len() > 1 { std::iter::once(all).chain(systems).collect() } else { vec![all] }
        }
        several => several.iter().map(|(name, report)| (name.clone(), report.statistics().all)).collect(),
    };
    let line = |(name, tell): &Figure| {
        std::iter::once(String::from(*name)).chain(columns.iter().map(|(_, group)| tell(group))).collect()
    };
    let heads = std::iter::once(String::new()).chain(columns.iter().map(|(name, _)| name.clone())).collect();
    (heads, FIGURES.iter().map(line).collect())
}

fn table(title: &str, columns: &[(&str, Option<&Group>)]) -> Vec<String> {
    let head = std::iter::once(String::from(title)).chain(columns.iter().map(|(name, _)| String::from(*name)));
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for (name, tell) in FIGURES {
        let cell = |(_, group): &(&str, Option<&Group>)| group.map_or_else(|| String::from("-"), tell);
        rows.push(std::iter::once(String::from(*name)).chain(columns.iter().map(cell)).collect());
    }
    aligned(&rows, 1..columns.len() + 1)
}
