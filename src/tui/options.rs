//! What the front end is started with, and why it ended.

use std::fmt;
use std::path::PathBuf;

use battle::HouseRules;
use table::{Game, SeatSpec, TakenUp};

use crate::animate::Speed;
use crate::glyphs::Glyphs;
use crate::theme::{Depth, Palette};

/// What was asked for before the set-up screen; the rest has sensible defaults.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// A battle's key or file.
    pub battle: Option<String>,
    /// A system's key.
    pub system: Option<String>,
    /// Blue's and Red's seat.
    pub seats: [Option<SeatSpec>; 2],
    /// House rules.
    pub house: Option<HouseRules>,
    /// The seed.
    pub seed: Option<u64>,
}

/// Where to begin.
pub enum Start {
    /// At the title.
    Title,
    /// At the set-up screen, with these wishes filled in.
    Setup(Wishes),
    /// In a battle.
    Game(Box<Game>),
    /// With a battle file to be edited; a new one is begun where there is none.
    Edit(PathBuf),
    /// With a copy of that battle of the library, to be edited.
    Copy(String),
    /// At the list of one's own battles.
    Workshop,
    /// In a campaign.
    Campaign(Box<TakenUp>),
    /// In the lobby of a host.
    Lobby(crate::host::SharedHost),
    /// With the record of a battle, to be watched from its beginning.
    Replay(PathBuf),
}

/// How to run.
pub struct Options {
    /// Where to begin.
    pub start: Start,
    /// The folder for data; records go to its `saves`.
    pub data: PathBuf,
    /// Colours; `None` asks the environment.
    pub depth: Option<Depth>,
    /// Which colours the sides get.
    pub palette: Palette,
    /// Characters; `None` asks the environment.
    pub glyphs: Option<Glyphs>,
    /// How fast other seats' orders are shown.
    pub speed: Speed,
    /// The first fresh seed; `None` takes one from the clock.
    pub fresh_seed: Option<u64>,
    /// The file of keys; `None` takes `keys.toml` in the folder for data, if there is one.
    pub keys: Option<PathBuf>,
}

impl Options {
    /// The title screen, with everything else asked of the environment.
    #[must_use]
    pub fn new(data: PathBuf) -> Options {
        Options {
            start: Start::Title,
            data,
            depth: None,
            palette: Palette::Classic,
            glyphs: None,
            speed: Speed::Normal,
            fresh_seed: None,
            keys: None,
        }
    }
}

/// Why the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// The person left; the battle that was on, if any, is saved there.
    Quit(Option<PathBuf>),
    /// A signal of that number came; likewise.
    Signal(i32, Option<PathBuf>),
    /// No more input can come, or whoever serves ended the session; likewise.
    InputEnded(Option<PathBuf>),
}

impl ExitReason {
    /// Where the battle that was on is saved.
    #[must_use]
    pub fn record(&self) -> Option<&PathBuf> {
        match self {
            ExitReason::Quit(record) | ExitReason::Signal(_, record) | ExitReason::InputEnded(record) => {
                record.as_ref()
            }
        }
    }
}

impl fmt::Display for ExitReason {
    /// What to tell the person after the screen is gone; empty when there is nothing to tell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(path) = self.record() else { return Ok(()) };
        let path = path.display();
        write!(f, "The battle is saved in {path}\nContinue it with: grognard play --resume {path}")
    }
}
