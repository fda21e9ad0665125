//! What the host decides: where to listen, whom to let in, and every limit with its usual value.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use club::{Reveal, SyncWhen};

/// What each way of syncing promises, in a few words.
const fn sync_words(sync: SyncWhen) -> &'static str {
    match sync {
        SyncWhen::Each => "each (a power cut costs nothing that was acknowledged)",
        SyncWhen::Second => "second (a power cut costs the last second or two)",
        SyncWhen::Never => "never (a power cut costs what the system had not written yet)",
    }
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Whether people without a key may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guests {
    /// Nobody without a key.
    Refused,
    /// The user name `guest` needs no key.
    Welcome,
}

/// What the host decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder of the host key, the database and the records.
    pub data: PathBuf,
    /// What the place is called.
    pub name: String,
    /// Keys that may come in, in `authorized_keys` format; every key without it.
    pub allow: Option<PathBuf>,
    /// Keys that may not, likewise.
    pub deny: Option<PathBuf>,
    /// People without a key.
    pub guests: Guests,
    /// Who is shown the whole truth of a battle that is over.
    pub reveal: Reveal,
    /// Whether there is always a battle between two computers to be watched.
    pub show: bool,
    /// Every limit.
    pub limits: Limits,
    /// How the log is written.
    pub log: LogFormat,
    /// When orders are put on the disk.
    pub sync: SyncWhen,
}

impl Settings {
    /// The usual settings for that folder: this machine only, every key, no guests.
    #[must_use]
    pub fn new(data: PathBuf) -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 2222)),
            data,
            name: String::from("grognard"),
            allow: None,
            deny: None,
            guests: Guests::Refused,
            reveal: Reveal::Everybody,
            show: true,
            limits: Limits::default(),
            log: LogFormat::Text,
            sync: SyncWhen::Each,
        }
    }

    /// The settings as rows of a table: the flag and its value.
    #[must_use]
    pub fn table(&self) -> Vec<(&'static str, String)> {
        let file = |path: &Option<PathBuf>, none: &str| {
            path.as_ref().map_or_else(|| none.to_owned(), |path| path.display().to_string())
        };
        let mut rows = vec![
            ("--listen", self.listen.to_string()),
            ("--data", self.data.display().to_string()),
            ("--name", self.name.clone()),
            ("--allow", file(&self.allow, "every key")),
            ("--deny", file(&self.deny, "none")),
            ("--sync", sync_words(self.sync).to_owned()),
            ("--guests", if self.guests == Guests::Welcome { "yes".into() } else { "no".into() }),
            ("--reveal", if self.reveal == Reveal::Players { "players".into() } else { "everybody".into() }),
            ("--no-show", if self.show { "no: there is always a battle to watch".into() } else { "yes".into() }),
        ];
        rows.extend(self.limits.table());
        rows
    }
}

/// Every limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// People playing at once.
    pub sessions: u32,
    /// Of these, from one address (an IPv6 network of 64 bits counts as one).
    pub sessions_per_address: u32,
    /// Of these, with one key.
    pub sessions_per_key: u32,
    /// Connections that have not logged in.
    pub waiting: u32,
    /// Connections that have logged in and do not play yet.
    pub entering: u32,
    /// Of each of these, from one address.
    pub waiting_per_address: u32,
    /// From the connection until keys are exchanged.
    pub handshake_time: Duration,
    /// From then until the game is on the screen.
    pub login_time: Duration,
    /// Keys that may be refused on one connection.
    pub login_attempts: u32,
    /// Battles a player may have going at once.
    pub battles_per_player: u32,
    /// Finished battles kept for each player, and for all guests together; 0: all.
    pub battles_kept: u32,
    /// Battles of their own that a player may keep at the place for everybody to play; 0: none.
    pub shelf: u32,
    /// Computer sides that may think at the same time; 0: one fewer than the machine has cores, and one at least.
    pub thinkers: u32,
    /// How long one decision of a computer side may take.
    pub think_time: Duration,
    /// Whole turns that onlookers are behind.
    pub delay: u16,
    /// Bytes a second that a connection may send, as they are on the wire; 0: any.
    pub input_rate: u32,
    /// Bytes of pictures that may be under way to a client before it is left alone.
    pub output: u32,
    /// How long a client may take no bytes while some are under way.
    pub stall: Duration,
    /// How long nothing need be typed.
    pub idle: Duration,
    /// How often a silent client is asked whether it is there; zero: never.
    pub keepalive: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sessions: 100,
            sessions_per_address: 20,
            sessions_per_key: 4,
            waiting: 64,
            entering: 64,
            waiting_per_address: 10,
            handshake_time: Duration::from_secs(10),
            login_time: Duration::from_secs(60),
            login_attempts: 8,
            battles_per_player: 20,
            battles_kept: 200,
            shelf: 5,
            thinkers: 0,
            think_time: Duration::from_secs(10),
            delay: 1,
            input_rate: 16 * 1024,
            output: 64 * 1024,
            stall: Duration::from_secs(30),
            idle: Duration::from_secs(3600),
            keepalive: Duration::from_secs(240),
        }
    }
}

impl Limits {
    /// Computer sides that may think at the same time on this machine: two at least, so that one can be kept for quick battles.
    #[must_use]
    pub fn thinkers_at_once(&self) -> usize {
        match self.thinkers {
            0 => std::thread::available_parallelism().map_or(2, |cores| cores.get().saturating_sub(1).max(2)),
            thinkers => thinkers as usize,
        }
    }

    /// The limits as rows of a table: the flag and its value.
    #[must_use]
    pub fn table(&self) -> Vec<(&'static str, String)> {
        let time = |time: Duration| format!("{} s", time.as_secs_f32());
        vec![
            ("--max-sessions", self.sessions.to_string()),
            ("--max-sessions-per-address", self.sessions_per_address.to_string()),
            ("--max-sessions-per-key", self.sessions_per_key.to_string()),
            ("--max-waiting", self.waiting.to_string()),
            ("--max-entering", self.entering.to_string()),
            ("--max-waiting-per-address", self.waiting_per_address.to_string()),
            ("--handshake-time", time(self.handshake_time)),
            ("--login-time", time(self.login_time)),
            ("--login-attempts", self.login_attempts.to_string()),
            ("--battles-per-player", self.battles_per_player.to_string()),
            ("--battles-kept", self.battles_kept.to_string()),
            ("--shelf", self.shelf.to_string()),
            ("--thinkers", self.thinkers.to_string()),
            ("--think-time", time(self.think_time)),
            ("--delay", format!("{} turns", self.delay)),
            ("--input-rate", format!("{} bytes/s", self.input_rate)),
            ("--output-buffer", format!("{} bytes", self.output)),
            ("--stall", time(self.stall)),
            ("--idle", time(self.idle)),
            ("--keepalive", time(self.keepalive)),
        ]
    }
}
