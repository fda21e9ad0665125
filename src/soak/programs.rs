//! How programs have played: for the summary alone, for no two runs have the same times.

use std::collections::BTreeMap;

use battle::Side;
use serde_json::{Value, json};
use table::{Dealings, Game};

use crate::figures::milliseconds;
use crate::row::Row;
use crate::times::Clock;

/// What both programs of a game did; nothing of other players.
pub(crate) type Both = [Option<Dealings>; 2];

/// What the programs of a game did.
pub(crate) fn dealings(game: &Game) -> Both {
    Side::ALL.map(|side| game.dealings(side).cloned())
}

/// What one program did in all its games.
#[derive(Clone, Debug, Default)]
struct Program {
    games: u32,
    clock: Clock,
    requests: u64,
    refused: u64,
    /// Games in which it could not go on, by the reason.
    failures: BTreeMap<String, u32>,
}

/// What programs did, by player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Programs(BTreeMap<String, Program>);

impl Programs {
    /// Adds a game.
    pub(crate) fn hear(&mut self, row: &Row, both: &Both) {
        for (player, own) in [&row.blue, &row.red].into_iter().zip(both) {
            let Some(own) = own else { continue };
            let program = self.0.entry(player.clone()).or_default();
            program.games += 1;
            program.requests += own.requests;
            program.refused += own.refused;
            let microseconds = own.thought.iter().map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
            microseconds.for_each(|time| program.clock.add(time));
            if let Some(why) = &own.failure {
                *program.failures.entry(why.clone()).or_default() += 1;
            }
        }
    }

    /// As sentences.
    pub(crate) fn text(&self) -> Vec<String> {
        self.0.iter().flat_map(|(player, program)| program.text(player)).collect()
    }

    /// For programs; nothing where none has played.
    pub(crate) fn json(&self) -> Option<Value> {
        let each = self.0.iter().map(|(player, program)| program.json(player));
        (!self.0.is_empty()).then(|| each.collect())
    }
}

impl Program {
    fn text(&self, player: &str) -> Vec<String> {
        let (decisions, times) = (self.clock.turns(), self.clock.times());
        let [p50, p95, max] = [times.p50, times.p95, times.max].map(milliseconds);
        let mut lines = vec![format!(
            "{player}: {decisions} decisions in {} games, half within {p50}, 95 % within {p95}, longest {max}; {} requests, \
             {} lines refused",
            self.games, self.requests, self.refused
        )];
        lines.extend(self.failures.iter().map(|(why, games)| format!("  gave up in {games} of them: {why}")));
        lines
    }

    fn json(&self, player: &str) -> Value {
        let times = self.clock.times();
        let failures = self.failures.iter().map(|(why, games)| json!({ "why": why, "games": games }));
        json!({
            "player": player,
            "games": self.games,
            "decisions": self.clock.turns(),
            "microseconds": { "p50": times.p50, "p95": times.p95, "max": times.max },
            "requests": self.requests,
            "refused": self.refused,
            "failures": failures.collect::<Vec<_>>(),
        })
    }
}
