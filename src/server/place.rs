//! What a session plays: the club's lobby, behind a seam narrow enough for a stand-in.

use std::path::PathBuf;
use std::sync::Arc;

use battle::{Library, Unusable};
use club::{Caller, Club, Policy, SHOW_PACE};
use tui::lines::{Echo, converse};
use tui::{Options, Screen, Start, Waker};

use crate::settings::{Guests, Settings};
use crate::terminal::Terminal;

/// One person with a screen.
pub struct Person {
    /// The connection's number, for the log.
    pub id: u64,
    /// Who it is.
    pub caller: Caller,
    /// What the screen can show.
    pub terminal: Terminal,
    /// Makes the session look up.
    pub wake: Waker,
    /// The screen.
    pub screen: Screen,
}

/// What sessions play.
pub trait Place: Send + Sync {
    /// Plays until the person leaves or the line ends; blocks.
    ///
    /// # Errors
    /// A sentence for the person.
    fn play(&self, person: Person) -> Result<(), String>;

    /// Writes everything down; nothing can be played afterwards.
    fn close(&self);

    /// What went wrong since the last call, for the log.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// How much is going on, for the log.
    fn facts(&self) -> String {
        String::new()
    }
}

/// The club as a place.
pub struct Lobby {
    library: Arc<dyn Library>,
    club: Arc<Club>,
    data: PathBuf,
}

impl Lobby {
    /// Opens the club in the data folder.
    ///
    /// # Errors
    /// As [`Club::open`].
    pub fn open(settings: &Settings, library: Arc<dyn Library>) -> Result<Lobby, Unusable> {
        let club = Club::open(Arc::clone(&library), &settings.data, policy(settings))?;
        Ok(Lobby { library, club, data: settings.data.clone() })
    }
}

impl Place for Lobby {
    fn play(&self, person: Person) -> Result<(), String> {
        let Person { id, caller, terminal, wake, screen } = person;
        let host = self.club.visit(&caller)?;
        tracing::info!(id, visitor = ?host.visitor(), "session began");
        if terminal.wants_sentences() {
            let echo = if terminal.size().is_some() { Echo::Here } else { Echo::Nowhere };
            let done = converse(&self.library, &host, wake, screen, echo);
            tracing::info!(id, visitor = ?host.visitor(), "session played");
            return done.map_err(|fault| format!("the line failed: {fault}"));
        }
        let mut options = Options::new(self.data.clone());
        options.depth = Some(terminal.depth());
        options.glyphs = Some(terminal.glyphs());
        options.start = Start::Lobby(Arc::clone(&host));
        let done = tui::serve(Arc::clone(&self.library), options, wake, screen);
        tracing::info!(id, visitor = ?host.visitor(), "session played");
        done.map(|_| ()).map_err(|fault| fault.0)
    }

    fn close(&self) {
        self.club.close();
    }

    fn notes(&self) -> Vec<String> {
        self.club.notes()
    }

    fn facts(&self) -> String {
        format!("{:?}", self.club.facts())
    }
}

/// What the club is told of the settings.
pub(crate) fn policy(settings: &Settings) -> Policy {
    let limits = &settings.limits;
    Policy {
        name: settings.name.clone(),
        guests: settings.guests == Guests::Welcome,
        battles_per_player: limits.battles_per_player,
        battles_kept: limits.battles_kept,
        thinkers: limits.thinkers_at_once(),
        think_time: limits.think_time,
        delay: limits.delay,
        sync: settings.sync,
        reveal: settings.reveal,
        show: settings.show.then_some(SHOW_PACE),
    }
}
