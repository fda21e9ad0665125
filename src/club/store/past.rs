//! What came of battles, for whoever fought them and for whoever comes in; and who was here lately.

use rusqlite::{OptionalExtension, Transaction, params};

use super::listed::{Listed, condition_of};
use super::{Promise, Sql, Store, now};
use crate::seat::{Occupant, Who};
use battle::Side;

/// Names of those who were here that are told at most.
const NAMES: i64 = 40;

/// What came of a player's battles by one system, of which this is the key, against one kind of opponent.
pub(crate) struct Tallied {
    pub(crate) system: String,
    /// A commander's key; `None`: people.
    pub(crate) commander: Option<String>,
    /// Won, lost, drawn.
    pub(crate) ends: [u32; 3],
}

/// Counts a battle that has just ended, for each player in it.
pub(super) fn count(transaction: &Transaction<'_>, battle: &Listed, winner: Option<Side>) -> Sql<()> {
    let sql = "INSERT INTO tallies (player, system, opponent, won, lost, drawn) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (player, system, opponent) DO UPDATE
               SET won = won + excluded.won, lost = lost + excluded.lost, drawn = drawn + excluded.drawn";
    for side in Side::ALL {
        let Occupant::Player { id, .. } = battle.seat(side) else { continue };
        let opponent = match battle.seat(side.other()) {
            Occupant::Commander(key) => key.as_str(),
            _ => "",
        };
        let ends = [winner == Some(side), winner == Some(side.other()), winner.is_none()].map(i64::from);
        let row = params![id, battle.system[0], opponent, ends[0], ends[1], ends[2]];
        transaction.prepare_cached(sql)?.execute(row)?;
    }
    Ok(())
}

impl Store {
    /// What came of a player's battles.
    pub(crate) fn tallies(&self, player: i64) -> Sql<Vec<Tallied>> {
        let sql = "SELECT system, opponent, won, lost, drawn FROM tallies WHERE player = ?1 ORDER BY system, opponent";
        let connection = self.reader()?;
        let mut query = connection.prepare_cached(sql)?;
        let rows = query.query_map([player], |row| {
            let commander: String = row.get(1)?;
            let commander = (!commander.is_empty()).then_some(commander);
            Ok(Tallied { system: row.get(0)?, commander, ends: [row.get(2)?, row.get(3)?, row.get(4)?] })
        })?;
        rows.collect()
    }

    /// A player's rating, and of how many battles it comes.
    pub(crate) fn rating(&self, player: i64) -> Sql<Option<(f64, u32)>> {
        let sql = "SELECT rating, games FROM players WHERE id = ?1 AND games > 0";
        let rating = self.reader()?.prepare_cached(sql)?.query_row([player], |row| Ok((row.get(0)?, row.get(1)?)));
        rating.optional()
    }

    /// Whether that visitor has a battle or an offer here, or had one: a guest, since he came.
    pub(crate) fn has_battles(&self, who: &Who, since: i64) -> Sql<bool> {
        let (mine, name) = condition_of(who);
        let own = format!(
            "SELECT EXISTS (SELECT 1 FROM battles b WHERE {mine} AND (b.stage <> 'over' OR b.last_order >= ?2))"
        );
        let (own, since) = match who {
            Who::Guest(_) => (own, since),
            _ => (format!("{own} OR EXISTS (SELECT 1 FROM tallies WHERE player = ?1)"), 0),
        };
        self.reader()?.prepare_cached(&own)?.query_row(params![name, since], |row| row.get(0))
    }

    /// A player is here now.
    pub(crate) fn is_here(&self, player: i64) -> Sql<()> {
        let sql = "UPDATE players SET last_here = ?2 WHERE id = ?1";
        self.together(Promise::InRecords, |connection| {
            connection.prepare_cached(sql)?.execute(params![player, now()]).map(|_| ())
        })
    }

    /// Names of players who were here since then, in alphabetical order.
    pub(crate) fn names_since(&self, time: i64) -> Sql<Vec<String>> {
        let sql = "SELECT name FROM players WHERE last_here >= ?1 ORDER BY name LIMIT ?2";
        let connection = self.reader()?;
        let mut query = connection.prepare_cached(sql)?;
        query.query_map(params![time, NAMES], |row| row.get(0))?.collect()
    }
}
