//! What a battle starts from: the battle file, the rule system with its house rules, who sits where, and the seed.

use std::fmt;
use std::str::FromStr;

use battle::{BattleFile, HouseRules, Side, SystemInfo};

/// Who gives a side's orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatSpec {
    /// A person at the keyboard.
    Human,
    /// A commander, by its key or by a path to its profile.
    Commander(String),
    /// A program, by its command line (`docs/protocol.md`).
    Exec(String),
    /// Whoever has started the game, by its own input and output.
    Pipe,
}

impl SeatSpec {
    /// Whether a person sits there.
    #[must_use]
    pub const fn is_human(&self) -> bool {
        matches!(self, SeatSpec::Human)
    }

    /// Whether a player from outside sits there.
    #[must_use]
    pub const fn is_outside(&self) -> bool {
        matches!(self, SeatSpec::Exec(_) | SeatSpec::Pipe)
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatSpec::Human => f.write_str("human"),
            SeatSpec::Commander(name) => f.write_str(name),
            SeatSpec::Pipe => f.write_str("pipe"),
            SeatSpec::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

impl FromStr for SeatSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatSpec, String> {
        match text.split_once(':') {
            _ if text == "human" => Ok(SeatSpec::Human),
            _ if text == "pipe" => Ok(SeatSpec::Pipe),
            _ if text.trim().is_empty() => Err(String::from("empty seat; expected human, a commander or exec:COMMAND")),
            Some(("exec", command)) if command.trim().is_empty() => {
                Err(format!("seat `{text}` names no command; expected exec:COMMAND"))
            }
            Some(("exec", command)) => Ok(SeatSpec::Exec(String::from(command))),
            _ => Ok(SeatSpec::Commander(String::from(text))),
        }
    }
}

/// Everything that decides how a battle begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The battle.
    pub battle: BattleFile,
    /// The rule system.
    pub system: &'static SystemInfo,
    /// House rules as the user set them; settings the battle file brings apply where these set nothing.
    pub house: HouseRules,
    /// Who gives Blue's and Red's orders.
    pub seats: [SeatSpec; 2],
    /// Fixes dice and commanders.
    pub seed: u64,
}

impl Setup {
    /// The battle's title as shown.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.battle.scenario.title
    }

    /// Who gives that side's orders.
    #[must_use]
    pub fn seat(&self, side: Side) -> &SeatSpec {
        &self.seats[side.index()]
    }
}

/// A number that follows from `seed` and what it is wanted for; says nothing about the seed.
pub(crate) fn derived(seed: u64, purpose: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.update(purpose.as_bytes());
    first_word(&hasher.finalize())
}

fn first_word(hash: &blake3::Hash) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(word)
}
