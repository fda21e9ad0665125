//! What to play, and where to put what comes of it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use table::{Outside, SeatSpec};

use crate::calibration::Looks;
use crate::enough::Enough;
use crate::row::Row;
use crate::turns::Detail;

/// By which house rules battles are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum House {
    /// By none: as published.
    #[default]
    Usual,
    /// By these, by key and value; a rule system takes those that it has.
    Set(Vec<(String, String)>),
    /// By those of a file, the same in all: its name and its text.
    File(String, String),
    /// By others in each, drawn by the battle and its seed.
    Random,
}

impl House {
    /// The word for [`House::Random`] where a file could be named.
    pub const RANDOM: &str = "random";

    /// The rules that a list of `key=value` names, by comma; nothing of what is no such list.
    #[must_use]
    pub fn listed(text: &str) -> Option<House> {
        let trimmed = |word: &str| String::from(word.trim());
        let pair = |word: &str| word.split_once('=').map(|(key, value)| (trimmed(key), trimmed(value)));
        text.split(',').map(pair).collect::<Option<_>>().map(House::Set)
    }
}

/// Whether the players change sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seating {
    /// As given.
    #[default]
    Fixed,
    /// Each game twice with the same seed, the second time with the players' sides changed; between two of the same
    /// player once only, because nothing would change.
    Swapped,
}

/// A share of the games, for several machines: the `index`-th of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    of: u32,
}

impl Shard {
    /// Every game.
    pub const ALL: Shard = Shard { index: 1, of: 1 };

    /// Whether a game with that number belongs to it.
    #[must_use]
    pub fn has(self, number: usize) -> bool {
        number % self.of as usize == (self.index - 1) as usize
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("unknown shard `{text}`; expected I/N with I from 1 to N, such as 1/4");
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let (index, of) = (index.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
        if (1..=of).contains(&index) { Ok(Shard { index, of }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Orders after which a battle without an end is a fault, unless set otherwise.
pub const ORDER_LIMIT: u32 = 50_000;

/// What to play, and where to put what comes of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Battles by name or path; empty for all that come with the program.
    pub battles: Vec<String>,
    /// Rule systems by key; empty for all.
    pub systems: Vec<String>,
    /// Blue's and Red's player; no persons.
    pub seats: [SeatSpec; 2],
    /// Games in all, dealt to the pairs of battle and system in turn; rounded up to even when sides are swapped.
    pub games: u32,
    /// The seed everything follows from. Game 0 has it as its own seed, so that one game can be named.
    pub seed: u64,
    /// Whether the players change sides.
    pub seating: Seating,
    /// The share of the games to play.
    pub shard: Shard,
    /// Threads, at least 1.
    pub jobs: usize,
    /// By which house rules.
    pub house: House,
    /// A folder for every battle's record.
    pub records: Option<PathBuf>,
    /// A folder for the records of faults, made when the first is found.
    pub faults: Option<PathBuf>,
    /// Orders after which a battle is a fault.
    pub order_limit: u32,
    /// Holds forecasts against what comes of orders: those given, and orders drawn at random, which are tried on copies of the
    /// battle. Games, rows and seeds are the same with it.
    pub calibration: Option<Looks>,
    /// Tells how each battle stood turn by turn.
    pub turns: Option<Detail>,
    /// Counts how often each clause of the rules is used.
    pub clauses: bool,
    /// Ends the run when that has been seen, in the order of the plan: the same rows whatever the number of threads.
    pub enough: Option<Enough>,
    /// Keeps every row in the report, to be written at the end; a run of millions does without.
    pub keeps_rows: bool,
    /// The first rows of the plan, played before by a run with the same options that was broken off.
    pub before: Vec<Row>,
    /// Seconds that programs have for each line, where that is not as usual.
    pub patience: Option<u16>,
    /// Ends the run after the games being played when set. Players never see it.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// How programs are treated: what they say of their errors is kept only of those that gave up.
    pub(crate) fn outside(&self) -> Outside {
        Outside { keeps_errors: false, ..Outside::patient(self.patience) }
    }

    /// One game between two players, on one thread.
    #[must_use]
    pub fn new(blue: SeatSpec, red: SeatSpec) -> Options {
        Options {
            battles: Vec::new(),
            systems: Vec::new(),
            seats: [blue, red],
            games: 1,
            seed: 1,
            seating: Seating::Fixed,
            shard: Shard::ALL,
            jobs: 1,
            house: House::Usual,
            records: None,
            faults: None,
            order_limit: ORDER_LIMIT,
            calibration: None,
            turns: None,
            clauses: false,
            enough: None,
            keeps_rows: true,
            before: Vec::new(),
            patience: None,
            stop: Arc::default(),
        }
    }
}
