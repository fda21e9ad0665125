//! Ratings by Elo's formula, for battles of players against players.

use rusqlite::{Transaction, params};

use super::Sql;
use super::listed::Listed;
use crate::seat::Occupant;
use battle::Side;

/// Rated battles in which a rating moves fast.
const NEW: u32 = 20;

/// By how much a battle moves the rating of somebody with so many rated battles, at most.
const fn step(games: u32) -> f64 {
    if games < NEW { 32.0 } else { 16.0 }
}

/// The share of points that `own` is expected to take from `other`.
pub(crate) fn expected(own: f64, other: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf((other - own) / 400.0))
}

/// The rating after a battle: `score` is 1 for a victory, 0.5 for a draw.
pub(crate) fn rated(own: f64, games: u32, other: f64, score: f64) -> f64 {
    own + step(games) * (score - expected(own, other))
}

/// Rates a battle that has just ended; only between two players.
pub(super) fn rate(transaction: &Transaction<'_>, battle: &Listed, winner: Option<Side>, ended: i64) -> Sql<()> {
    let [Occupant::Player { id: blue, .. }, Occupant::Player { id: red, .. }] = &battle.seats else { return Ok(()) };
    let ratings = [rating(transaction, *blue)?, rating(transaction, *red)?];
    for side in Side::ALL {
        let (own, other) = (side.index(), side.other().index());
        let score = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        let (before, games) = ratings[own];
        let after = rated(before, games, ratings[other].0, score);
        let (player, opponent) = ([blue, red][own], [blue, red][other]);
        transaction
            .execute("UPDATE players SET rating = ?2, games = games + 1 WHERE id = ?1", params![player, after])?;
        transaction.execute(
            "INSERT INTO results (battle, player, opponent, score, before, after, ended)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![battle.id as i64, player, opponent, score, before, after, ended],
        )?;
    }
    Ok(())
}

fn rating(transaction: &Transaction<'_>, player: i64) -> Sql<(f64, u32)> {
    let sql = "SELECT rating, games FROM players WHERE id = ?1";
    transaction.query_row(sql, [player], |row| Ok((row.get(0)?, row.get(1)?)))
}
