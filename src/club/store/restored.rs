//! Putting back what was lost: players and battles as records and what is left of a damaged database tell them.

use std::collections::BTreeSet;
use std::path::Path;

use battle::Unusable;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::battles::{column, columns};
use super::{DATABASE, Promise, Sql, Store, cannot, now, record_name};
use crate::room::Standing;
use crate::seat::Occupant;

/// A player as a damaged database still tells.
pub(crate) struct Saved {
    id: i64,
    name: String,
    fingerprint: String,
    key: String,
    made: i64,
}

/// A battle as its record tells it.
pub(crate) struct Found {
    pub(crate) id: u64,
    pub(crate) battle: [String; 2],
    pub(crate) system: [String; 2],
    pub(crate) house: String,
    pub(crate) seats: [Occupant; 2],
    pub(crate) standing: Standing,
    pub(crate) last_order: i64,
}

/// The players that can be read of a damaged database, as far as it can be. Ratings come anew from the records.
pub(crate) fn saved_players(database: &Path) -> Vec<Saved> {
    let read = || -> Sql<Vec<Saved>> {
        let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut query = connection.prepare("SELECT id, name, fingerprint, key, made FROM players")?;
        let rows = query.query_map([], |row| {
            let (name, fingerprint, key) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(Saved { id: row.get(0)?, name, fingerprint, key, made: row.get(4)? })
        })?;
        Ok(rows.map_while(Result::ok).collect())
    };
    read().unwrap_or_default()
}

impl Store {
    /// Numbers of the battles in the database of a folder, which is not changed.
    pub(crate) fn known(folder: &Path) -> Result<BTreeSet<u64>, Unusable> {
        let path = folder.join(DATABASE);
        let read = || -> Sql<BTreeSet<u64>> {
            let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            let mut query = connection.prepare("SELECT id FROM battles")?;
            query.query_map([], |row| row.get::<_, i64>(0).map(|id| id as u64))?.collect()
        };
        read().map_err(|error| cannot("read the database", &path, &error))
    }

    /// Puts a player back; whether there was none of that name or key.
    pub(crate) fn restore_player(&self, player: &Saved) -> Sql<bool> {
        let sql = "INSERT OR IGNORE INTO players (id, name, fingerprint, key, made) VALUES (?1, ?2, ?3, ?4, ?5)";
        let Saved { id, name, fingerprint, key, made } = player;
        self.together(Promise::Kept, |connection| {
            Ok(connection.execute(sql, params![id, name, fingerprint, key, made])? == 1)
        })
    }

    /// The player with that key, made again where there is none; of the same name unless somebody else has it now.
    pub(crate) fn player_again(&self, name: &str, fingerprint: &str) -> Sql<Occupant> {
        let (id, name) = self.together(Promise::Kept, |connection| {
            let known = "SELECT id, name FROM players WHERE fingerprint = ?1";
            let known = connection.query_row(known, [fingerprint], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            if let Some(known) = known {
                return Ok(known);
            }
            let sql = "INSERT OR IGNORE INTO players (name, fingerprint, key, made) VALUES (?1, ?2, '', ?3)";
            let names = std::iter::once(String::from(name)).chain((2..).map(|number| format!("{name}-{number}")));
            for name in names {
                if connection.execute(sql, params![name, fingerprint, now()])? == 1 {
                    return Ok((connection.last_insert_rowid(), name));
                }
            }
            Err(rusqlite::Error::QueryReturnedNoRows)
        })?;
        Ok(Occupant::Player { id, name, rating: 0.0, games: 0 })
    }

    /// Puts a battle back; one that is over is rated.
    pub(crate) fn restore_battle(&self, found: &Found) -> Sql<()> {
        let [blue, red] = found.seats.each_ref().map(columns);
        self.together(Promise::Kept, |connection| {
            connection.execute(
                "INSERT INTO battles (id, battle, battle_title, system, system_title, house, stage, record, last_order,
                     blue_kind, blue_player, blue_name, red_kind, red_player, red_name, turn, to_move)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'running', ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                params![
                    found.id as i64,
                    found.battle[0],
                    found.battle[1],
                    found.system[0],
                    found.system[1],
                    found.house,
                    record_name(found.id),
                    found.last_order,
                    blue.0,
                    blue.1,
                    blue.2,
                    red.0,
                    red.1,
                    red.2,
                    found.standing.turn,
                    found.standing.to_move.map(column),
                ],
            )?;
            Ok(())
        })?;
        self.update(found.id, &found.standing, found.last_order)
    }
}
