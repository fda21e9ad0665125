//! A battle as the database has it.

use battle::Side;
use rusqlite::{Row, params_from_iter};

use super::{Sql, Store};
use crate::seat::{Occupant, Who};

/// How far a battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// For somebody to sit down.
    Waiting,
    /// Everybody sits; it is being set up.
    Starting,
    /// It has begun.
    Running,
    /// It has ended.
    Over,
}

/// A battle's row.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) id: u64,
    /// The battle's key and title.
    pub(crate) battle: [String; 2],
    /// The system's key and title.
    pub(crate) system: [String; 2],
    /// House rules as JSON.
    pub(crate) house: String,
    pub(crate) seats: [Occupant; 2],
    pub(crate) stage: Stage,
    pub(crate) turn: u16,
    pub(crate) to_move: Option<Side>,
    /// The same as whoever has no side may know it.
    pub(crate) known_to_move: Option<Side>,
    /// Seconds since 1970.
    pub(crate) last_order: i64,
    /// Length of the record when the row was written.
    pub(crate) bytes: u64,
    /// How it ended, in words.
    pub(crate) result: Option<String>,
    /// Who won, once it is over.
    pub(crate) winner: Option<Side>,
    /// What the players should know of it besides.
    pub(crate) note: Option<String>,
}

impl Listed {
    /// The side that visitor sits on.
    pub(crate) fn side_of(&self, who: &Who) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.seats[side.index()].is(who))
    }

    /// Who sits on that side.
    pub(crate) fn seat(&self, side: Side) -> &Occupant {
        &self.seats[side.index()]
    }
}

/// Which rows to read.
pub(crate) enum Wanted<'a> {
    /// One battle.
    One(u64),
    /// What the visitor plays or has offered or is asked to.
    Own(&'a Who),
    /// Open to whoever comes.
    Open,
    /// Going on, those with the latest orders first.
    Running,
    /// Ended, the latest first.
    Over,
    /// Ended, the last few.
    Lately,
    /// Ended, with that visitor in it.
    OverOf(&'a Who),
    /// Everything that is not over.
    Unfinished,
}

/// Rows of one kind in a list.
const MOST: usize = 60;
/// Of those that ended last, so many are told of.
const LAST: usize = 3;

const FIELDS: &str = "SELECT b.id, b.battle, b.battle_title, b.system, b.system_title, b.house,
    b.blue_kind, b.blue_player, coalesce(p.name, b.blue_name), coalesce(p.rating, 0.0), coalesce(p.games, 0),
    b.red_kind, b.red_player, coalesce(q.name, b.red_name), coalesce(q.rating, 0.0), coalesce(q.games, 0),
    b.stage, b.turn, b.to_move, b.last_order, b.record_bytes, b.result, b.note, b.known_to_move, b.winner
    FROM battles b LEFT JOIN players p ON p.id = b.blue_player LEFT JOIN players q ON q.id = b.red_player";

const MINE: &str = "((b.blue_player = ?1) OR (b.red_player = ?1))";
const MINE_AS_GUEST: &str =
    "((b.blue_kind = 'guest' AND b.blue_name = ?1) OR (b.red_kind = 'guest' AND b.red_name = ?1))";

impl Store {
    /// Rows, at most sixty of a kind where others' battles are listed.
    pub(crate) fn listed(&self, wanted: &Wanted<'_>) -> Sql<Vec<Listed>> {
        let connection = self.reader()?;
        let (condition, parameter) = condition(wanted);
        let mut query = connection.prepare_cached(&format!("{FIELDS} WHERE {condition}"))?;
        let rows = query.query_map(params_from_iter(parameter), listed).and_then(Iterator::collect);
        self.watch.after(rows)
    }

    /// One battle.
    pub(crate) fn battle(&self, id: u64) -> Sql<Option<Listed>> {
        Ok(self.listed(&Wanted::One(id))?.pop())
    }
}

/// The query for one battle by its number.
pub(super) fn one() -> String {
    format!("{FIELDS} WHERE b.id = ?1")
}

/// That a battle is that visitor's, with what stands for him in it.
pub(super) fn condition_of(who: &Who) -> (&'static str, rusqlite::types::Value) {
    match who {
        Who::Guest(name) => (MINE_AS_GUEST, name.clone().into()),
        other => (MINE, other.id().unwrap_or(0).into()),
    }
}

fn condition(wanted: &Wanted<'_>) -> (String, Option<rusqlite::types::Value>) {
    let latest = format!("ORDER BY b.last_order DESC, b.id DESC LIMIT {MOST}");
    match wanted {
        Wanted::One(id) => (String::from("b.id = ?1"), Some((*id as i64).into())),
        Wanted::Own(who) => {
            let (mine, name) = condition_of(who);
            (format!("b.stage <> 'over' AND {mine}"), Some(name))
        }
        Wanted::Open => {
            (format!("b.stage = 'waiting' AND (b.blue_kind = 'open' OR b.red_kind = 'open') {latest}"), None)
        }
        Wanted::Running => (format!("b.stage = 'running' {latest}"), None),
        Wanted::Lately => (format!("b.stage = 'over' ORDER BY b.last_order DESC, b.id DESC LIMIT {LAST}"), None),
        Wanted::Over => (format!("b.stage = 'over' {latest}"), None),
        Wanted::OverOf(who) => {
            let (mine, name) = condition_of(who);
            (format!("b.stage = 'over' AND {mine} {latest}"), Some(name))
        }
        Wanted::Unfinished => (String::from("b.stage <> 'over' ORDER BY b.id"), None),
    }
}

/// A row as read.
pub(super) fn listed(row: &Row<'_>) -> Sql<Listed> {
    Ok(Listed {
        id: row.get::<_, i64>(0)? as u64,
        battle: [row.get(1)?, row.get(2)?],
        system: [row.get(3)?, row.get(4)?],
        house: row.get(5)?,
        seats: [occupant(row, 6)?, occupant(row, 11)?],
        stage: match row.get::<_, String>(16)?.as_str() {
            "waiting" => Stage::Waiting,
            "starting" => Stage::Starting,
            "running" => Stage::Running,
            _ => Stage::Over,
        },
        turn: row.get(17)?,
        to_move: side(row, 18)?,
        last_order: row.get(19)?,
        bytes: row.get::<_, i64>(20)? as u64,
        result: row.get(21)?,
        note: row.get(22)?,
        known_to_move: side(row, 23)?,
        winner: side(row, 24)?,
    })
}

/// A column with a side or nobody.
fn side(row: &Row<'_>, place: usize) -> Sql<Option<Side>> {
    Ok(row.get::<_, Option<String>>(place)?.and_then(|side| side.parse().ok()))
}

/// The five columns of a seat from that one on.
fn occupant(row: &Row<'_>, from: usize) -> Sql<Occupant> {
    let name = || row.get::<_, String>(from + 2);
    Ok(match row.get::<_, String>(from)?.as_str() {
        "invited" => Occupant::Invited { id: row.get(from + 1)?, name: name()? },
        "player" => Occupant::Player {
            id: row.get(from + 1)?,
            name: name()?,
            rating: row.get(from + 3)?,
            games: row.get(from + 4)?,
        },
        "commander" => Occupant::Commander(name()?),
        "guest" => Occupant::Guest(name()?),
        _ => Occupant::Open,
    })
}
