//! A running battle in memory: the game with its record, the lines that followers get, who may give orders.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use battle::{Library, Outcome, Refusal, Side, Unusable};
use table::{
    Account, Afterwards, Disk, Game, Saved, Saving, Sighting, SyncWhen, Thinking, Thought, Verdict, write_anew,
};

use crate::present::Present;
use crate::said::{ASTRAY, NO_DISK};

/// The longest order that is read.
const LONGEST_ORDER: usize = 400;

/// How a battle ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) winner: Option<Side>,
    /// In words.
    pub(crate) words: String,
}

/// How a battle stands, as the lobby lists it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    /// As whoever has no side may know it.
    pub(crate) turn: u16,
    pub(crate) to_move: Option<Side>,
    /// The side to move, as whoever has no side may know it.
    pub(crate) known_to_move: Option<Side>,
    pub(crate) end: Option<End>,
    /// Length of the record.
    pub(crate) bytes: u64,
}

impl Standing {
    /// Of a game whose record has so many bytes.
    pub(crate) fn of(game: &Game, bytes: u64) -> Standing {
        let (turn, known_to_move) = game.stage().open_standing();
        Standing {
            turn,
            to_move: game.system().to_decide(),
            known_to_move,
            end: game.outcome().as_ref().map(end),
            bytes,
        }
    }

    /// What the lobby's rows say of it.
    pub(crate) const fn listed(&self) -> (u16, [Option<Side>; 2]) {
        (self.turn, [self.to_move, self.known_to_move])
    }
}

fn end(outcome: &Outcome) -> End {
    let words = match outcome.winner {
        Some(side) => format!("{side} won {}", outcome.reason.text()),
        None => format!("a draw {}", outcome.reason.text()),
    };
    End { winner: outcome.winner, words }
}

/// A battle in memory.
pub(crate) struct Room {
    pub(crate) id: u64,
    /// Held from an order until it is saved, so that orders of one battle come one after the other. The disk is waited
    /// for under this lock alone: whoever only looks needs `inner`.
    pub(crate) deed: Mutex<()>,
    pub(crate) inner: Mutex<Inner>,
    /// Whoever has it on the screen.
    pub(crate) followers: Mutex<Vec<Arc<Present>>>,
}

impl Room {
    pub(crate) fn new(id: u64, paper: Paper) -> Room {
        Room { id, deed: Mutex::default(), inner: Mutex::new(Inner::new(paper)), followers: Mutex::default() }
    }
}

/// Where a battle's record is written, and how.
#[derive(Clone)]
pub(crate) struct Paper {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) path: PathBuf,
    pub(crate) when: SyncWhen,
}

/// What is behind the room's lock.
pub(crate) struct Inner {
    paper: Paper,
    game: Option<Game>,
    /// The lines of the record that are saved. They only ever get more.
    lines: Vec<String>,
    /// How many lines of the game's journal are among them.
    journal: usize,
    standing: Option<Standing>,
    /// What onlookers are shown, while there are some.
    account: Option<Account>,
    onlookers: usize,
    /// How often the game was read from its record.
    epoch: u32,
    /// Asks the commander that is thinking to answer.
    stop: Option<Arc<AtomicBool>>,
    /// Whether it waits in the pool's queue.
    pub(crate) queued: bool,
    /// Whether the computer side could not be served, so that it is left until somebody comes.
    stalled: bool,
    /// An order of the computer that was decided and could not be written.
    held: Option<(Side, String)>,
    /// Whether the last change was the computer's.
    of_computer: Option<Side>,
    /// Why the battle cannot go on in this version though its record is whole.
    astray: Option<String>,
    closed: bool,
}

impl Inner {
    fn new(paper: Paper) -> Inner {
        Inner {
            paper,
            game: None,
            lines: Vec::new(),
            journal: 0,
            standing: None,
            account: None,
            onlookers: 0,
            epoch: 0,
            stop: None,
            queued: false,
            stalled: false,
            held: None,
            of_computer: None,
            astray: None,
            closed: false,
        }
    }

    /// Reads the battle from its record, unless it is there. A record that was taken away is written anew from the lines
    /// that are known.
    ///
    /// # Errors
    /// What is wrong with the record; for the host, it names the file.
    pub(crate) fn load(&mut self, library: &dyn Library) -> Result<(), Unusable> {
        self.stalled = false;
        if self.game.is_some() || self.closed {
            return Ok(());
        }
        let Paper { disk, path, when } = self.paper.clone();
        if !self.lines.is_empty() {
            write_anew(disk.as_ref(), &path, &self.lines)?;
        }
        let known = self.standing.as_ref().map(|standing| standing.bytes);
        if known.is_some_and(|known| disk.length(&path).is_ok_and(|found| found < known)) {
            return Err(Unusable(format!("{}: lines that were written are gone", path.display())));
        }
        let resumed = catch_unwind(AssertUnwindSafe(|| Game::resume_kept(library, &disk, &path, when, known)));
        let fault = |what: String| Unusable(format!("{}: {what}", path.display()));
        let mut game = resumed.unwrap_or_else(|_| Err(fault(String::from("a fault while playing it"))))?;
        if let Some(saving) = game.past().saving() {
            game.saved(&saving.run()).map_err(Unusable)?;
        }
        let bytes = disk.read(&path).map_err(|error| fault(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| fault(error.to_string()))?;
        self.journal = game.past().record_text().lines().count();
        self.add_lines(text.lines().skip(self.lines.len()));
        self.standing = Some(Standing::of(&game, text.len() as u64));
        if let Some(account) = &mut self.account {
            account.update(&game);
        }
        self.epoch += 1;
        self.astray = None;
        self.game = Some(game);
        Ok(())
    }

    fn add_lines<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        self.lines.extend(lines.map(String::from));
    }

    /// How the battle stands; `None` before it is loaded.
    pub(crate) fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// Whether the battle has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.standing.as_ref().is_some_and(|standing| standing.end.is_some())
    }

    /// The game, to be looked at.
    #[cfg(test)]
    pub(crate) fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The record's lines from that one on. They are for players alone: seed and hidden set-ups are in them.
    pub(crate) fn lines(&self, from: usize) -> Vec<String> {
        self.lines.get(from..).unwrap_or_default().to_vec()
    }

    /// Somebody begins to watch: what there is to be seen. The account is made for the first and kept for the others.
    ///
    /// # Errors
    /// The record cannot be played; for the host.
    pub(crate) fn watch(
        &mut self,
        library: &dyn Library,
        delay: u16,
        afterwards: Afterwards,
    ) -> Result<Sighting, Unusable> {
        if self.account.is_none() {
            let text: String = self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
            let made = catch_unwind(AssertUnwindSafe(|| Account::of_record(library, &text, delay, afterwards)));
            let fault = || Err(Unusable(String::from("a fault while it was played for onlookers")));
            self.account = Some(made.unwrap_or_else(|_| fault())?);
        }
        self.onlookers += 1;
        self.account().map(Account::now).ok_or_else(|| Unusable(String::from("there is nothing to be seen")))
    }

    /// Somebody watches no longer.
    pub(crate) fn stop_watching(&mut self) {
        self.onlookers = self.onlookers.saturating_sub(1);
        if self.onlookers == 0 {
            self.account = None;
        }
    }

    /// What onlookers are shown, while there are some.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// Gives an order for a side.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub(crate) fn give(&mut self, library: &dyn Library, side: Side, text: &str) -> Result<(), Refusal> {
        let game = self.open_game().map_err(refused)?;
        if game.system().to_decide() != Some(side) {
            return Err(refused(if game.outcome().is_some() { "the battle is over" } else { "it is not your turn" }));
        }
        if text.len() > LONGEST_ORDER {
            return Err(refused("no order is as long as that"));
        }
        let order = game.system().order_text().read(text).map_err(refused)?;
        match catch_unwind(AssertUnwindSafe(|| game.give(&order))) {
            Ok(given) => given?,
            Err(_) => {
                self.read_again(library);
                return Err(refused("the order met a fault in the program and was not carried out"));
            }
        }
        Ok(())
    }

    /// Takes a side's last order back.
    ///
    /// # Errors
    /// Why not. Nobody takes back what somebody else has ordered.
    pub(crate) fn undo(&mut self, side: Side) -> Result<(), String> {
        let game = self.open_game()?;
        if game.past().undo_of().is_some_and(|other| other != side) {
            return Err(String::from("the enemy has answered"));
        }
        game.undo()?;
        self.ask_to_stop();
        Ok(())
    }

    /// A side gives up; the record says why if there are words for it.
    pub(crate) fn resign(&mut self, side: Side, why: &str) -> Result<(), String> {
        let game = self.open_game()?;
        game.resign_because(side, why);
        self.ask_to_stop();
        Ok(())
    }

    fn open_game(&mut self) -> Result<&mut Game, String> {
        let why = match &self.astray {
            _ if self.closed => "the place is closing",
            Some(why) => why,
            None => "the battle cannot go on now; the host knows why",
        };
        let game = self.game.as_mut().ok_or_else(|| String::from(why))?;
        if game.unsaved().is_some() { Err(String::from(NO_DISK)) } else { Ok(game) }
    }

    /// What is to be on the disk before anybody hears of the last change.
    pub(crate) fn saving(&self) -> Option<Saving> {
        let wanted = self.paper.when == SyncWhen::Each;
        self.game.as_ref().filter(|_| wanted).and_then(|game| game.past().saving())
    }

    /// What is to be on the disk before long.
    pub(crate) fn saving_soon(&self) -> Option<Saving> {
        let wanted = self.paper.when == SyncWhen::Second;
        self.game.as_ref().filter(|_| wanted).and_then(|game| game.past().saving())
    }

    /// What came of it, after everybody has heard of the change.
    ///
    /// # Errors
    /// What the operating system says.
    pub(crate) fn saved(&mut self, saved: &Saved) -> Result<(), String> {
        self.game.as_mut().map_or(Ok(()), |game| game.saved(saved))
    }

    /// After a change: takes the journal's new lines over, once they are written and saved.
    ///
    /// # Errors
    /// Why they are not, for the host: the game goes back to what is saved.
    pub(crate) fn settle(&mut self, library: &dyn Library, saved: Option<Saved>) -> Result<(), String> {
        let computer = self.of_computer.take();
        let (Some(game), Some(standing)) = (&mut self.game, &self.standing) else { return Ok(()) };
        let text = game.past().record_text();
        let new: Vec<&str> = text.lines().skip(self.journal).collect();
        if new.is_empty() {
            return Ok(());
        }
        let bytes = standing.bytes + new.iter().map(|line| line.len() as u64 + 1).sum::<u64>();
        let saved = saved.map_or(Ok(()), |saved| game.saved(&saved)).and_then(|()| game.unsaved().map_or(Ok(()), Err));
        let long = || self.paper.disk.length(&self.paper.path).map_err(|error| error.to_string());
        let there = saved.and_then(|()| match long() {
            Ok(found) if found == bytes => Ok(()),
            Ok(found) => Err(format!("{} has {found} bytes, not {bytes}", self.paper.path.display())),
            Err(error) => Err(format!("{}: {error}", self.paper.path.display())),
        });
        if let Err(why) = there {
            let order = new.first().and_then(|line| order_of(line));
            self.held = computer.zip(order).or(self.held.take());
            self.read_again(library);
            return Err(why);
        }
        self.standing = Some(Standing::of(game, bytes));
        if let Some(account) = &mut self.account {
            account.update(game);
        }
        self.journal += new.len();
        self.held = None;
        self.add_lines(new.into_iter());
        Ok(())
    }

    /// Tries whether the record can be written again, and gives an order that the computer had decided.
    ///
    /// # Errors
    /// Why not, for the host.
    pub(crate) fn mend(&mut self, library: &dyn Library) -> Result<(), String> {
        if self.closed {
            return Err(String::from("the place is closing"));
        }
        self.load(library).map_err(|why| why.0)?;
        let Some(game) = &mut self.game else { return Ok(()) };
        if !game.save_again() {
            return Err(game.unsaved().unwrap_or_default());
        }
        game.try_record()?;
        if let Some((side, text)) = self.held.clone() {
            self.of_computer = Some(side);
            self.give(library, side, &text).map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    /// The record is whole, but this version plays it otherwise: keeps what it can play of it, to be looked at; what is
    /// said of it then.
    pub(crate) fn go_astray(&mut self, library: &dyn Library) -> Option<String> {
        let Paper { disk, path, .. } = self.paper.clone();
        let Ok(Verdict::Differs { turn, line, .. }) = table::verify(library, &path) else { return None };
        let text = disk.read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).ok()?;
        if self.lines.is_empty() {
            self.add_lines(text.lines().take(line.saturating_sub(1)));
        }
        self.astray = Some(format!("{ASTRAY} from turn {turn} on; it cannot go on and can be looked at up to there"));
        self.astray.clone()
    }

    /// Why the battle cannot go on in this version.
    pub(crate) fn astray(&self) -> Option<&str> {
        self.astray.as_deref()
    }

    /// The game as the record has it. What fails here is seen when the room is next entered.
    fn read_again(&mut self, library: &dyn Library) {
        self.ask_to_stop();
        self.game = None;
        let _seen_later = self.load(library);
    }

    /// Whether a computer side is to decide and nobody sees to it.
    pub(crate) fn wants_thinking(&self) -> bool {
        let to_move = self.standing.as_ref().and_then(|standing| standing.to_move);
        let computer = |game: &Game| to_move.is_some_and(|side| !game.is_human(side));
        !self.queued
            && !self.stalled
            && self.held.is_none()
            && self.stop.is_none()
            && self.game.as_ref().is_some_and(computer)
    }

    /// Takes the computer's seat out to think.
    pub(crate) fn begin_thinking(&mut self, stop: &Arc<AtomicBool>) -> Option<(Thinking, u32)> {
        self.queued = false;
        if self.closed {
            return None;
        }
        let thinking = self.game.as_mut()?.begin_thinking()?;
        self.stop = Some(Arc::clone(stop));
        Some((thinking, self.epoch))
    }

    /// Puts it back and gives its order. `None` stands for a commander that was lost in a fault.
    ///
    /// # Errors
    /// Why the commander cannot go on; its side has resigned.
    pub(crate) fn finish_thinking(
        &mut self,
        library: &dyn Library,
        thought: Option<Thought>,
        epoch: u32,
        side: Side,
    ) -> Result<(), String> {
        self.stop = None;
        if self.closed || epoch != self.epoch {
            // An answer given in haste because the place closes is no order; after a restart the side thinks again.
            return Ok(());
        }
        let Some(game) = &mut self.game else { return Ok(()) };
        let given = match thought {
            None => Err(String::from("a fault in the program while it was thinking")),
            Some(thought) => match catch_unwind(AssertUnwindSafe(|| game.finish_thinking(thought))) {
                Ok(given) => given.map_err(|refusal| format!("its order was refused: {refusal}")),
                Err(_) => {
                    self.read_again(library);
                    Err(String::from("its order met a fault in the program"))
                }
            },
        };
        let done = match given {
            Ok(()) => Ok(()),
            Err(why) => self.resign(side, &why).and(Err(why)),
        };
        self.of_computer = Some(side);
        self.stalled = done.is_err();
        done
    }

    fn ask_to_stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Nothing is ordered any more.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.ask_to_stop();
    }

    /// Lets the game and the record's file go; the lines stay for whoever still looks.
    pub(crate) fn let_go(&mut self) {
        self.game = None;
    }
}

fn refused(why: impl Into<String>) -> Refusal {
    Refusal::new("", why)
}

/// The order in a line of a record.
fn order_of(line: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    value.get("order")?.as_str().map(String::from)
}

/// Moves a file out of the way that has the name of a record to be written, without losing it.
pub(crate) fn set_aside(disk: &dyn Disk, path: &Path) -> std::io::Result<()> {
    let name = |number: u32| path.with_extension(format!("lost-{number}"));
    match (1..1000).map(name).find(|name| disk.length(name).is_err()) {
        Some(name) if disk.length(path).is_ok() => disk.rename(path, &name),
        _ => Ok(()),
    }
}
