//! What has come of battles and who was here, as visitors are told it: of battles that are over, and of people their names.

use std::collections::BTreeSet;

use battle::Side;
use tui::{Against, History, Lately, Score, Tally};

use crate::hall::Hall;
use crate::seat::Who;
use crate::store::{Listed, Tallied, Wanted, now};

/// Who was here so many seconds ago at most was here today.
const DAY: i64 = 24 * 60 * 60;

/// The last results, and the names of those who are or were here within a day. Guests have theirs while they are here.
pub(crate) fn lately(hall: &Hall) -> Lately {
    let over = hall.sql(hall.store.listed(&Wanted::Lately)).unwrap_or_default();
    let players = hall.sql(hall.store.names_since(now() - DAY)).unwrap_or_default();
    let names: BTreeSet<String> = players.into_iter().chain(hall.names_here()).collect();
    Lately { results: over.iter().map(result).collect(), names: names.into_iter().collect() }
}

/// How a battle ended: who beat whom, where, by which rules and when.
fn result(battle: &Listed) -> String {
    let name = |side: Side| battle.seat(side).name().unwrap_or("nobody");
    let who = match battle.winner {
        Some(side) => format!("{} beat {}", name(side), name(side.other())),
        None => format!("{} and {} drew", name(Side::Blue), name(Side::Red)),
    };
    let turn = if battle.turn == 0 { String::new() } else { format!(", turn {}", battle.turn) };
    format!("{who} at {}, {}{turn}", battle.battle[1], battle.system[1])
}

/// What a player has done here.
pub(crate) fn history(hall: &Hall, who: &Who) -> Result<History, String> {
    let Some(id) = who.id() else {
        return Err(String::from("guests leave nothing behind; whoever comes with a key has a history"));
    };
    let rating = hall.sql(hall.store.rating(id))?.map(|(rating, games)| (rating.round() as i32, games));
    let systems = hall.library.systems();
    let title = |key: &str| systems.iter().find(|info| info.key == key).map_or(key, |info| info.title).to_owned();
    let tally = |Tallied { system, commander, ends: [won, lost, drawn] }: Tallied| Tally {
        system: title(&system),
        against: commander.map_or(Against::People, Against::Commander),
        score: Score { won, lost, drawn },
    };
    Ok(History { rating, tallies: hall.sql(hall.store.tallies(id))?.into_iter().map(tally).collect() })
}
