//! One leader of the order of battle and what he commands.

use battle::{Army, LeaderSpec, Rank, Rating};
use document::{Table, expected_one_of, nearest};

use crate::army::Labels;
use crate::{choice, unit};

/// Reads a leader; nothing, with a fault, when his rank is not known.
pub(crate) fn read(table: &Table<'_>, army: &Army, labels: &mut Labels) -> Option<LeaderSpec> {
    let label = labels.read(table);
    let name = table.text("name").unwrap_or_default();
    let rank = choice::required(table, "rank", Rank::NAMES, Rank::ALL);
    let rating = choice::optional(table, "rating", Rating::NAMES, Rating::ALL).unwrap_or(Rating::Average);
    let command = table.optional_text("command");
    let special = unit::special(table);
    table.finish();
    check_command(table, army, rank?, command.as_deref());
    Some(LeaderSpec { label, name, rank: rank?, rating, command, special })
}

fn check_command(table: &Table<'_>, army: &Army, rank: Rank, command: Option<&str>) {
    let mut names: Vec<&str> = match rank {
        Rank::Division => army.brigades.iter().map(|brigade| brigade.division.as_str()).collect(),
        Rank::Brigade => army.brigades.iter().map(|brigade| brigade.name.as_str()).collect(),
        Rank::Army | Rank::Adjutant => Vec::new(),
    };
    names.retain(|name| !name.is_empty());
    names.dedup();
    let needed = matches!(rank, Rank::Division | Rank::Brigade);
    match command {
        None if needed && !table.has("command") => {
            let found = format!("a leader of rank `{}` without `command`", rank.name());
            table.fault_here(found, format!("the name of his {}", rank.name()));
        }
        Some(_) if !needed => {
            table.fault_key(
                "command",
                format!("`command` of a leader of rank `{}`", rank.name()),
                "none for this rank",
            );
        }
        Some(name) if !names.contains(&name) => {
            let near = nearest(name, names.iter().copied()).map(|near| format!("`{near}`"));
            let found = format!("{} has no {} `{name}`", army.side, rank.name());
            table.fault("command", found, near.unwrap_or_else(|| expected_one_of(names)));
        }
        _ => {}
    }
}
