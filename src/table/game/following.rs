//! A battle that is kept elsewhere: its record's lines are played again here, and orders go there.

use battle::{Library, Order, Refusal, Side, Unusable};

use super::watching::Watching;
use super::{Game, Telling};
use crate::Link;
use crate::journal::Chain;
use crate::log::Eye;
use crate::record::{Entry, Record, read_line};
use crate::seat::Seat;
use crate::setup::SeatSpec;
use crate::tally::Counts;
use crate::undo::{self, Undo};
use crate::verify;

/// What a joined game knows of its other end.
pub(super) struct Following {
    link: Box<dyn Link>,
    /// Lines taken so far, the header among them.
    taken: usize,
    /// For each of them, how many dispatches there were when it had been played.
    told: Vec<usize>,
    /// The orders and resignations that count, with what was undone left out.
    played: Vec<Entry>,
    /// The battle before its first order.
    origin: Box<dyn battle::System>,
}

/// The other end of a battle that is kept elsewhere; nothing in a battle of one's own.
#[derive(Default)]
pub struct Elsewhere {
    pub(super) following: Option<Following>,
    pub(super) watching: Option<Watching>,
}

/// How much of what has come is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// One order, undo or resignation with the hash lines behind it.
    One,
    /// Everything.
    All,
}

impl Elsewhere {
    /// Whether the battle is kept elsewhere.
    #[must_use]
    pub const fn is_joined(&self) -> bool {
        self.following.is_some() || self.watching.is_some()
    }

    /// What Blue and Red are called where the battle is kept; nobody in a battle of one's own.
    #[must_use]
    pub fn players(&self) -> [Option<String>; 2] {
        match (&self.following, &self.watching) {
            (Some(following), _) => following.link.players(),
            (_, Some(watching)) => watching.players(),
            _ => [None, None],
        }
    }

    /// Whether something has come that [`Game::follow`] would play.
    #[must_use]
    pub fn has_news(&self) -> bool {
        self.has_new_frame()
            || self.following.as_ref().is_some_and(|following| !following.link.lines(following.taken).is_empty())
    }

    /// Why the battle does not go on where it is kept, in a few words.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.following.as_ref().and_then(|following| following.link.trouble())
    }
}

impl Game {
    /// Follows a battle that is kept elsewhere: deploys it from the link's header, plays the lines it has, and gives
    /// the orders of [`Link::side`] there. Nobody thinks at this end.
    ///
    /// [`Game::give`], [`Game::undo`] and [`Game::resign`] go to the link and take what comes of them.
    /// [`Game::is_human`] is true of the link's own side only. The dice are keyed by the seed of the header, so
    /// [`Game::setup`] holds a secret until the battle is over.
    ///
    /// # Errors
    /// What is wrong with the header or the first line that differs.
    pub fn join(library: &dyn Library, link: Box<dyn Link>) -> Result<Game, Unusable> {
        let lines = link.lines(0);
        let header = lines.first().map_or_else(String::new, |header| format!("{header}\n"));
        let record = Record::parse("the battle", header.as_bytes())?;
        let setup = record.setup(library)?;
        let seat = |side: Side| Seat::Elsewhere {
            own: link.side() == Some(side),
            person: matches!(setup.seat(side), SeatSpec::Human),
        };
        let seats = Side::ALL.map(seat);
        let mut game = Game::deploy(library, &setup, record.header_line.clone(), seats, Telling::Full)?;
        let told = vec![game.stage.log.dispatches.len()];
        let origin = game.stage.system.copy();
        game.link.following = Some(Following { link, taken: 1, told, played: Vec::new(), origin });
        game.take_lines(&lines[1..], Pace::All)?;
        Ok(game)
    }

    /// Whether the battle is kept elsewhere.
    #[must_use]
    pub const fn is_joined(&self) -> bool {
        self.link.is_joined()
    }

    /// How far the battle was followed: lines of the record, the header among them; for an onlooker, dispatches; 0 in a
    /// battle of one's own.
    #[must_use]
    pub fn lines_followed(&self) -> usize {
        if self.link.is_watching() {
            return self.stage.log.dispatches.len();
        }
        self.link.following.as_ref().map_or(0, |following| following.taken)
    }

    /// How many dispatches that side (`None`: the whole truth) could read when so many lines of the record had been
    /// followed; what was undone since is not counted.
    #[must_use]
    pub fn dispatches_by_line(&self, lines: usize, side: Option<Side>) -> usize {
        if self.link.is_watching() {
            return lines.min(self.stage.log.dispatches.len());
        }
        let Some(following) = &self.link.following else { return 0 };
        let told = match lines.checked_sub(1) {
            None => 0,
            Some(place) => following.told.get(place).copied().unwrap_or(self.stage.log.dispatches.len()),
        };
        side.map_or(told, |side| self.stage.log.told_before(told, Eye::Of(side)))
    }

    /// Plays what has been carried out elsewhere since the last look, up to and including the next order (or undo, or
    /// resignation); whether there was something.
    ///
    /// # Errors
    /// A line that cannot be played: the two ends differ.
    pub fn follow(&mut self) -> Result<bool, Unusable> {
        if self.link.is_watching() {
            return Ok(self.follow_frame());
        }
        let Some(following) = &self.link.following else { return Ok(false) };
        let lines = following.link.lines(following.taken);
        self.take_lines(&lines, Pace::One)
    }

    /// Plays lines; whether one of them was more than a hash. A hash line that this end expects and that has not come
    /// yet is compared when it does.
    fn take_lines(&mut self, lines: &[String], pace: Pace) -> Result<bool, Unusable> {
        let mut played = false;
        for line in lines {
            let place = self.lines_followed();
            match self.past.journal.lines.get(place) {
                Some(own) if own == line => {}
                Some(own) => return Err(self.differs(&format!("found {line}, expected {own}"))),
                None if played && pace == Pace::One => return Ok(true),
                None => {
                    self.play_line(line)?;
                    played = true;
                }
            }
            self.count_line();
        }
        Ok(played)
    }

    fn differs(&self, what: &str) -> Unusable {
        let turn = self.stage.system.field().turn();
        Unusable(format!("turn {turn} differs at line {} of the battle: {what}", self.lines_followed() + 1))
    }

    /// One more line is taken. What was told by earlier lines and has been undone is no longer told.
    fn count_line(&mut self) {
        let told = self.stage.log.dispatches.len();
        let Some(following) = &mut self.link.following else { return };
        following.taken += 1;
        for earlier in following.told.iter_mut().rev().take_while(|earlier| **earlier > told) {
            *earlier = told;
        }
        following.told.push(told);
    }

    fn play_line(&mut self, line: &str) -> Result<(), Unusable> {
        let entry = read_line(line).map_err(|why| self.differs(&why))?;
        let before = self.past.journal.lines.len();
        self.play_entry(&entry).map_err(|why| self.differs(&why))?;
        if self.past.journal.lines.get(before).is_some_and(|own| own != line) {
            return Err(self.differs(&format!("found {line}, expected {}", self.past.journal.lines[before])));
        }
        Ok(())
    }

    fn play_entry(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Undo(orders) => return self.go_back(*orders),
            _ => verify::play_entry(self, entry).map_err(|(_, why)| why)?,
        }
        if let (Some(following), Entry::Order(_) | Entry::Resign { .. }) = (&mut self.link.following, entry) {
            following.played.push(entry.clone());
        }
        Ok(())
    }

    /// Takes orders back that were taken back where the battle is kept: by the snapshots of this end as long as they
    /// reach, otherwise by playing the battle again from its beginning.
    fn go_back(&mut self, orders: usize) -> Result<(), String> {
        let Some(following) = &mut self.link.following else { return Err(String::from("nothing is followed")) };
        let left = following.played.len().checked_sub(orders);
        let left = left.ok_or_else(|| String::from("an undo of more orders than there are"))?;
        if following.played[left..].iter().any(|entry| !matches!(entry, Entry::Order(_))) {
            return Err(String::from("an undo of a resignation"));
        }
        following.played.truncate(left);
        if orders <= self.past.undo.depth() {
            (0..orders).try_for_each(|_| self.step_back())?;
        } else {
            self.play_again()?;
        }
        self.past.journal.taken_back(orders);
        Ok(())
    }

    /// The battle from its beginning, with the orders that count.
    fn play_again(&mut self) -> Result<(), String> {
        let Some(following) = &mut self.link.following else { return Ok(()) };
        let orders = following.played.clone();
        self.stage.system = following.origin.copy();
        let lines = self.past.journal.lines.clone();
        self.stage.log = Default::default();
        self.stage.counts = Counts::default();
        self.stage.open = Counts::default();
        self.past.undo = Undo::default();
        self.past.journal.chain = Chain::new(&lines[0]);
        self.past.given = 0;
        self.changed();
        self.stage.tell_opening();
        orders.iter().try_for_each(|entry| verify::play_entry(self, entry).map_err(|(_, why)| why))?;
        self.past.journal.lines = lines;
        Ok(())
    }

    /// Gives an order where the battle is kept, and takes what came of it.
    pub(super) fn give_there(&mut self, order: &Order) -> Result<(), Refusal> {
        let refused = |why: &str| Refusal::new("", why);
        if self.link.is_watching() {
            return Err(refused(ONLOOKING));
        }
        if self.link.has_news() {
            return Err(refused(MEANWHILE));
        }
        let text = self.stage.system.order_text().write(order);
        let Some(following) = &self.link.following else { return Ok(()) };
        following.link.give(&text)?;
        match self.follow() {
            Ok(true) => Ok(()),
            Ok(false) => Err(refused("the order has not come back")),
            Err(error) => Err(refused(&error.0)),
        }
    }

    /// Takes the last order back where the battle is kept.
    pub(super) fn undo_there(&mut self) -> Result<(), String> {
        if self.link.is_watching() {
            return Err(String::from(ONLOOKING));
        }
        if self.link.has_news() {
            return Err(String::from(MEANWHILE));
        }
        let Some(following) = &self.link.following else { return Ok(()) };
        following.link.undo()?;
        self.follow().map(|_| ()).map_err(|error| error.0)
    }

    /// This end's side gives up where the battle is kept. Should the two ends differ, the next look says so.
    pub(super) fn resign_there(&mut self) {
        let Some(following) = &self.link.following else { return };
        following.link.resign();
        while let Ok(true) = self.follow() {}
    }

    /// Why this end's last order cannot be taken back; `None` when it can.
    pub(super) fn undo_blocked_there(&self) -> Option<String> {
        if self.link.is_watching() {
            return Some(String::from(ONLOOKING));
        }
        let own = self.link.following.as_ref().and_then(|following| following.link.side());
        match self.past.undo_of() {
            Some(side) if Some(side) == own => None,
            Some(_) => Some(String::from(undo::ANSWERED)),
            None => self.past.undo.blocked(),
        }
    }
}

/// Why somebody who watches is refused.
const ONLOOKING: &str = "onlookers give no orders";

/// Why an order that was thought of for an earlier state is not given.
const MEANWHILE: &str = "the battle has gone on meanwhile";
