//! What a session plays: the club's lobby, behind a seam narrow enough for a stand-in.

use std::path::PathBuf;
use std::sync::Arc;

use battle::{BattleFile, Library, Unusable};
use club::{Caller, Club, Policy, SHOW_PACE};
use tui::lines::{Echo, converse};
use tui::{Options, Screen, Start, Waker};

use crate::errand::Errand;
use crate::sentences;
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

    /// Does an errand; blocks. What to say of it, of any number of lines.
    ///
    /// # Errors
    /// Why not, for the person.
    fn errand(&self, _caller: &Caller, _errand: &Errand, _text: &str) -> Result<String, String> {
        Err(String::from(sentences::NO_COMMANDS))
    }

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

    fn errand(&self, caller: &Caller, errand: &Errand, text: &str) -> Result<String, String> {
        let host = self.club.visit(caller)?;
        match errand {
            Errand::List => Ok(listed(&host.shelf())),
            Errand::Keep(key) => host.keep(key, text),
            Errand::Drop(key) => host.let_go(key),
            Errand::Give(name) => {
                let kept = host.shelf().into_iter().find(|file| file.scenario.key == *name);
                kept.map(|file| file.text).ok_or_else(|| format!("no battle `{name}` is kept here; `shelf` lists them"))
            }
        }
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

/// The battles that are kept, a line each.
fn listed(shelf: &[BattleFile]) -> String {
    let row = |file: &BattleFile| {
        let scenario = &file.scenario;
        let grid = scenario.ground.grid();
        let [blue, red] = scenario.armies.each_ref().map(|army| army.units.len());
        let size = format!("{}x{}, {blue} against {red} units", grid.width(), grid.height());
        format!("{}: {}, {size}, {} turns", scenario.key, scenario.title, scenario.turn_limit)
    };
    match shelf {
        [] => String::from("No battle is kept here yet."),
        _ => shelf.iter().map(row).collect::<Vec<_>>().join("\n"),
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
        shelf: limits.shelf,
        thinkers: limits.thinkers_at_once(),
        think_time: limits.think_time,
        delay: limits.delay,
        sync: settings.sync,
        reveal: settings.reveal,
        show: settings.show.then_some(SHOW_PACE),
    }
}
