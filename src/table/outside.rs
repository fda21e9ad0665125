//! Players from outside: programs that the game starts, or that have started the game, and what is spoken with them
//! (`docs/protocol.md`).

mod conversation;
mod copies;
mod dealings;
mod desk;
mod errors;
mod events;
mod forecasts;
mod hello;
mod messages;
mod pipe;
mod program;
mod requests;
mod retelling;
mod state;
mod wire;
mod words;

use std::time::Duration;

pub(crate) use self::conversation::External;
pub use self::dealings::Dealings;
pub(crate) use self::events::Teller;
pub(crate) use self::messages::Ending;
pub use self::pipe::Pipe;
pub use self::retelling::Retelling;

/// The version of what is spoken.
const PROTOCOL: u32 = 2;

/// Who speaks.
const PROGRAM: &str = concat!("grognard ", env!("CARGO_PKG_VERSION"));

/// The longest line taken from a player, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// Bytes a player may say without being asked, between one decision and the next, or in one line.
pub(crate) const UNASKED: usize = 1024 * 1024;

/// How players from outside are treated.
#[derive(Clone)]
pub struct Outside {
    /// How long each has for a line.
    pub patience: Duration,
    /// The game's own input and output, where a seat is for them.
    pub pipe: Option<Pipe>,
    /// Whether what a program said of its errors is kept though it played to the end.
    pub keeps_errors: bool,
}

impl Default for Outside {
    fn default() -> Outside {
        Outside { patience: Duration::from_secs(60), pipe: None, keeps_errors: true }
    }
}

impl Outside {
    /// With so many seconds for a line, or as usual.
    #[must_use]
    pub fn patient(seconds: Option<u16>) -> Outside {
        let usual = Outside::default();
        let patience = seconds.map_or(usual.patience, |seconds| Duration::from_secs(seconds.into()));
        Outside { patience, ..usual }
    }
}

/// What a player may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How long it has for a line; nothing: for ever.
    patience: Option<Duration>,
    /// Refused orders to one decision after which it has lost.
    refusals: u32,
    /// Requests that one decision may have.
    requests: u32,
    /// Copies that there may be at a time.
    copies: usize,
    /// Bytes of a line.
    line_bytes: usize,
}

impl Limits {
    fn new(patience: Option<Duration>) -> Limits {
        Limits { patience, refusals: 3, requests: 10_000, copies: 64, line_bytes: LONGEST }
    }
}
