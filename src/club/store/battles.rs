//! Battles in the database: offered, taken, begun, brought up to date, ended.

use battle::Side;
use rusqlite::{Transaction, params};

use super::listed::{Listed, Stage, Wanted, listed, one};
use super::{Promise, Sql, Store, now, past, ratings, record_name};
use crate::room::Standing;
use crate::seat::{Occupant, Who};

/// A battle to be put into the database.
pub(crate) struct Offered {
    /// The battle's key and title.
    pub(crate) battle: [String; 2],
    /// The system's key and title.
    pub(crate) system: [String; 2],
    /// House rules as JSON.
    pub(crate) house: String,
    /// Blue's and Red's seat.
    pub(crate) seats: [Occupant; 2],
}

/// Whose limit counts.
pub(crate) struct Owner<'a> {
    /// Who.
    pub(crate) who: &'a Who,
    /// Battles they may have going.
    pub(crate) most: u32,
}

/// What came of sitting down.
pub(crate) enum Claim {
    /// The seat is the visitor's; the battle is to be set up.
    Taken(Side),
    /// Somebody else was quicker, or it is not there.
    Gone,
    /// It is the visitor's own.
    Own,
    /// It is somebody else who is asked.
    NotAsked,
    /// The visitor has too many already.
    TooMany,
}

impl Store {
    /// Puts an offer into the database; `None` when the visitor has too many battles already.
    pub(crate) fn add_offer(&self, offered: &Offered, owner: &Owner<'_>) -> Sql<Option<u64>> {
        self.together(Promise::Kept, |transaction| {
            if unfinished(transaction, owner.who)? >= owner.most {
                return Ok(None);
            }
            let complete = offered.seats.iter().all(|seat| !matches!(seat, Occupant::Open | Occupant::Invited { .. }));
            let stage = if complete { "starting" } else { "waiting" };
            let [blue, red] = offered.seats.each_ref().map(columns);
            transaction.execute(
                "INSERT INTO battles (battle, battle_title, system, system_title, house, stage, last_order,
                     blue_kind, blue_player, blue_name, red_kind, red_player, red_name)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                params![
                    offered.battle[0],
                    offered.battle[1],
                    offered.system[0],
                    offered.system[1],
                    offered.house,
                    stage,
                    now(),
                    blue.0,
                    blue.1,
                    blue.2,
                    red.0,
                    red.1,
                    red.2
                ],
            )?;
            Ok(Some(transaction.last_insert_rowid() as u64))
        })
    }

    /// Sits a player down in a battle that waits. Of any number of players who try at once, one gets the seat.
    pub(crate) fn claim(&self, battle: &Listed, owner: &Owner<'_>) -> Sql<Claim> {
        let free = |side: &Side| matches!(battle.seat(*side), Occupant::Open) || battle.seat(*side).asks(owner.who);
        let Some(id) = owner.who.id() else { return Ok(Claim::NotAsked) };
        if battle.stage != Stage::Waiting {
            return Ok(Claim::Gone);
        }
        if battle.side_of(owner.who).is_some() {
            return Ok(Claim::Own);
        }
        let Some(side) = Side::ALL.into_iter().find(free) else { return Ok(Claim::NotAsked) };
        self.together(Promise::Kept, |transaction| {
            if unfinished(transaction, owner.who)? >= owner.most {
                return Ok(Claim::TooMany);
            }
            let sql = "UPDATE battles SET stage = 'starting', taker = ?2 WHERE id = ?1 AND stage = 'waiting'";
            let taken = transaction.execute(sql, params![battle.id as i64, id])?;
            Ok(if taken == 1 { Claim::Taken(side) } else { Claim::Gone })
        })
    }

    /// A battle that could not be set up waits again.
    pub(crate) fn give_back(&self, battle: u64) -> Sql<()> {
        let sql = "UPDATE battles SET stage = 'waiting', taker = NULL WHERE id = ?1 AND stage = 'starting'";
        self.together(Promise::Kept, |connection| connection.execute(sql, [battle as i64]).map(|_| ()))
    }

    /// A battle was set up, its record is there; whoever took a seat sits on that side.
    pub(crate) fn begun(&self, battle: u64, taken: Option<Side>, standing: &Standing) -> Sql<()> {
        self.together(Promise::Kept, |transaction| {
            if let Some(column) = taken.map(column) {
                let sql = format!(
                    "UPDATE battles SET {column}_kind = 'player', {column}_player = taker, {column}_name = NULL,
                     taker = NULL WHERE id = ?1"
                );
                transaction.execute(&sql, [battle as i64])?;
            }
            let sql = "UPDATE battles SET stage = 'running', record = ?2, turn = ?3, to_move = ?4, known_to_move = ?5,
                       last_order = ?6, record_bytes = ?7 WHERE id = ?1";
            let [to_move, known] = [standing.to_move, standing.known_to_move].map(|side| side.map(column));
            let (record, bytes) = (record_name(battle), standing.bytes as i64);
            transaction.execute(sql, params![battle as i64, record, standing.turn, to_move, known, now(), bytes])?;
            Ok(())
        })
    }

    /// Takes a battle that has not begun out; whether there was one.
    pub(crate) fn withdraw(&self, battle: u64, stage: Stage) -> Sql<bool> {
        let stage = if stage == Stage::Starting { "starting" } else { "waiting" };
        let sql = "DELETE FROM battles WHERE id = ?1 AND stage = ?2";
        self.together(Promise::Kept, |connection| Ok(connection.execute(sql, params![battle as i64, stage])? == 1))
    }

    /// Brings a battle's row up to date with its record. The first time that the record has an end, the battle is over,
    /// counted and rated. The time of the last order is that of the last one after which, as far as both sides know, somebody else
    /// was to decide or another turn began: single orders may be secrets, so nobody in the lobby is to count them.
    pub(crate) fn update(&self, battle: u64, standing: &Standing, last_order: i64) -> Sql<()> {
        self.together(Promise::InRecords, |transaction| {
            let sql = "UPDATE battles SET last_order = iif(turn IS ?2 AND known_to_move IS ?3, last_order, ?4),
                       turn = ?2, known_to_move = ?3, record_bytes = ?5, to_move = ?6
                       WHERE id = ?1 AND stage = 'running'";
            let [to_move, known] = [standing.to_move, standing.known_to_move].map(|side| side.map(column));
            transaction.prepare_cached(sql)?.execute(params![
                battle as i64,
                standing.turn,
                known,
                last_order,
                standing.bytes as i64,
                to_move
            ])?;
            let Some(end) = &standing.end else { return Ok(()) };
            let sql = "UPDATE battles SET stage = 'over', result = ?2, winner = ?3 WHERE id = ?1 AND stage = 'running'";
            if transaction.execute(sql, params![battle as i64, end.words, end.winner.map(column)])? == 1 {
                let row = transaction.query_row(&one(), [battle as i64], listed)?;
                past::count(transaction, &row, end.winner)?;
                ratings::rate(transaction, &row, end.winner, last_order)?;
            }
            Ok(())
        })
    }

    /// Writes down what the players should know of a battle besides.
    pub(crate) fn remark(&self, battle: u64, note: &str) -> Sql<()> {
        let sql = "UPDATE battles SET note = ?2 WHERE id = ?1 AND note IS NOT ?2";
        self.together(Promise::InRecords, |connection| {
            connection.prepare_cached(sql)?.execute(params![battle as i64, note]).map(|_| ())
        })
    }

    /// Remarks that begin so no longer hold.
    pub(crate) fn unremark(&self, battle: u64, notes: &[&str]) -> Sql<()> {
        let Some(note) = self.battle(battle)?.and_then(|row| row.note) else { return Ok(()) };
        if !notes.iter().any(|begin| note.starts_with(begin)) {
            return Ok(());
        }
        let sql = "UPDATE battles SET note = NULL WHERE id = ?1";
        self.together(Promise::InRecords, |connection| connection.execute(sql, [battle as i64]).map(|_| ()))
    }

    /// Battles that were being set up when the process ended: those that wait for an opponent wait again, the others
    /// are taken out.
    pub(crate) fn tidy(&self) -> Sql<()> {
        self.together(Promise::Kept, |transaction| {
            transaction.execute(
                "UPDATE battles SET stage = 'waiting', taker = NULL WHERE stage = 'starting'
                 AND (blue_kind IN ('open', 'invited') OR red_kind IN ('open', 'invited'))",
                [],
            )?;
            transaction.execute("DELETE FROM battles WHERE stage = 'starting'", [])?;
            Ok(())
        })
    }

    /// Battles that are over and that nobody keeps: each player keeps the newest so many, and all guests together.
    pub(crate) fn surplus(&self, kept: u32) -> Sql<Vec<u64>> {
        let connection = self.reader()?;
        let mut query = connection.prepare_cached(SURPLUS)?;
        query.query_map([kept], |row| row.get::<_, i64>(0).map(|id| id as u64))?.collect()
    }

    /// Takes a battle that is over out, and with it what is known of its rating.
    pub(crate) fn forget(&self, battle: u64) -> Sql<()> {
        let sql = "DELETE FROM battles WHERE id = ?1 AND stage = 'over'";
        self.together(Promise::Kept, |connection| connection.execute(sql, [battle as i64]).map(|_| ()))
    }

    /// Every battle that is not over.
    pub(crate) fn unfinished(&self) -> Sql<Vec<Listed>> {
        self.listed(&Wanted::Unfinished)
    }
}

/// Each battle that is over counts for every person in it; guests are one person.
const SURPLUS: &str = "
    WITH owned AS (
        SELECT id, last_order, CASE blue_kind WHEN 'player' THEN blue_player WHEN 'guest' THEN 0 END AS owner
        FROM battles WHERE stage = 'over'
        UNION ALL
        SELECT id, last_order, CASE red_kind WHEN 'player' THEN red_player WHEN 'guest' THEN 0 END
        FROM battles WHERE stage = 'over'
    ), placed AS (
        SELECT id, row_number() OVER (PARTITION BY owner ORDER BY last_order DESC, id DESC) AS place
        FROM owned WHERE owner IS NOT NULL
    )
    SELECT id FROM placed GROUP BY id HAVING min(place) > ?1 ORDER BY id";

/// Battles of that visitor that are not over, offers counted.
fn unfinished(transaction: &Transaction<'_>, who: &Who) -> Sql<u32> {
    let sql = "SELECT count(*) FROM battles WHERE stage <> 'over' AND
               ((blue_kind = ?1 AND (blue_player IS ?2 AND blue_name IS ?3))
                OR (red_kind = ?1 AND (red_player IS ?2 AND red_name IS ?3)) OR taker = ?2)";
    let (kind, name) = match who {
        Who::Guest(name) => ("guest", Some(name)),
        _ => ("player", None),
    };
    transaction.query_row(sql, params![kind, who.id(), name], |row| row.get(0))
}

/// How a side is written.
pub(super) const fn column(side: Side) -> &'static str {
    match side {
        Side::Blue => "blue",
        Side::Red => "red",
    }
}

/// Kind, player and name of a seat.
pub(super) fn columns(seat: &Occupant) -> (&'static str, Option<i64>, Option<&str>) {
    match seat {
        Occupant::Open => ("open", None, None),
        Occupant::Invited { id, .. } => ("invited", Some(*id), None),
        Occupant::Player { id, .. } => ("player", Some(*id), None),
        Occupant::Commander(key) => ("commander", None, Some(key)),
        Occupant::Guest(name) => ("guest", None, Some(name)),
    }
}
