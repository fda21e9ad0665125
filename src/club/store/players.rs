//! Players in the database.

use rusqlite::{ErrorCode, OptionalExtension, Row, params};

use super::{Promise, Sql, Store, now};
use crate::seat::Who;

/// Names a list shows at most.
const MOST: usize = 1000;

impl Store {
    /// The player with that key.
    pub(crate) fn player_of_key(&self, fingerprint: &str) -> Sql<Option<Who>> {
        self.reader()?
            .prepare_cached("SELECT id, name FROM players WHERE fingerprint = ?1")?
            .query_row([fingerprint], |row| Ok(Who::Player { id: row.get(0)?, name: row.get(1)? }))
            .optional()
    }

    /// The fingerprint of a player's key.
    pub(crate) fn fingerprint(&self, player: i64) -> Sql<String> {
        let sql = "SELECT fingerprint FROM players WHERE id = ?1";
        self.reader()?.prepare_cached(sql)?.query_row([player], |row| row.get(0))
    }

    /// The player of that name, whatever the case: number and name as written.
    pub(crate) fn player_of_name(&self, name: &str) -> Sql<Option<(i64, String)>> {
        self.reader()?
            .prepare_cached("SELECT id, name FROM players WHERE name = ?1")?
            .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
    }

    /// Makes an account; `None` when the name or the key has one already.
    pub(crate) fn add_player(&self, name: &str, fingerprint: &str, key: &str) -> Sql<Option<Who>> {
        let added = self.together(Promise::Kept, |connection| {
            connection.execute(
                "INSERT INTO players (name, fingerprint, key, made, last_here) VALUES (?1, ?2, ?3, ?4, ?4)",
                params![name, fingerprint, key, now()],
            )?;
            Ok(connection.last_insert_rowid())
        });
        match added {
            Ok(id) => Ok(Some(Who::Player { id, name: String::from(name) })),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Names of all players but one, in alphabetical order; the first thousand.
    pub(crate) fn names_but(&self, own: Option<i64>) -> Sql<Vec<String>> {
        let connection = self.reader()?;
        let mut query =
            connection.prepare_cached("SELECT name FROM players WHERE id IS NOT ?1 ORDER BY name LIMIT ?2")?;
        query.query_map(params![own, MOST as i64], |row| row.get(0))?.collect()
    }

    /// How many players and battles going on there are.
    pub(crate) fn counts(&self) -> Sql<(usize, usize)> {
        let sql = "SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM battles WHERE stage = 'running')";
        let count = |row: &Row<'_>, place: usize| row.get::<_, u32>(place).map(|count| count as usize);
        self.reader()?.prepare_cached(sql)?.query_row([], |row| Ok((count(row, 0)?, count(row, 1)?)))
    }

    /// How many lines of a record a player has seen.
    pub(crate) fn lines_seen(&self, player: i64, battle: u64) -> Sql<usize> {
        let lines = self
            .reader()?
            .prepare_cached("SELECT lines FROM seen WHERE player = ?1 AND battle = ?2")?
            .query_row(params![player, battle as i64], |row| row.get::<_, u32>(0))
            .optional();
        Ok(lines?.unwrap_or(0) as usize)
    }

    /// A player has seen a record up to that many lines; never fewer than before.
    pub(crate) fn see(&self, player: i64, battle: u64, lines: usize) -> Sql<()> {
        let sql = "INSERT INTO seen (player, battle, lines) SELECT ?1, id, ?3 FROM battles WHERE id = ?2
                   ON CONFLICT (player, battle) DO UPDATE SET lines = max(lines, excluded.lines)";
        self.together(Promise::InRecords, |connection| {
            connection.prepare_cached(sql)?.execute(params![player, battle as i64, lines as i64])?;
            Ok(())
        })
    }
}
