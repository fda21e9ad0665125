//! A battle in sentences that is kept elsewhere: following it, saying whom it waits for, telling its keeper what was heard.

use std::io;

use battle::{Library, Side};
use table::{Game, SeatSpec};

use super::slate::{Ended, Slate};
use super::talk::Talk;
use crate::host::{Room, SharedHost};
use crate::ordering::Choices;
use crate::text::sentence;

/// What a conversation knows of the place its battle is kept at.
#[derive(Default)]
pub(super) struct Away {
    place: Option<(SharedHost, Room)>,
    /// Lines that the place was told are seen.
    seen: usize,
    /// Whom it was said to wait for.
    awaited: Option<Side>,
    /// The trouble that was told.
    trouble: Option<String>,
    /// The battle could not be followed any further.
    broken: bool,
}

/// Talks about a battle that is kept at a place, of which so many lines were seen before.
///
/// # Errors
/// When the slate fails.
pub(super) fn visit(
    library: &dyn Library,
    (game, read): (Game, usize),
    place: (SharedHost, Room),
    slate: &mut dyn Slate,
) -> io::Result<Ended> {
    let away = Away { place: Some(place), seen: read, ..Away::default() };
    let mut talk = Talk::new(library, game, away);
    let eyes = talk.eyes();
    talk.told[eyes.index()] =
        talk.game.dispatches_by_line(read, Some(eyes).filter(|_| !talk.game.elsewhere().is_watching()));
    talk.hold(slate)
}

impl Talk<'_> {
    /// Plays what has come from elsewhere.
    pub(super) fn follow(&mut self, slate: &mut dyn Slate) -> io::Result<()> {
        while !self.away.broken && self.game.elsewhere().has_news() {
            let before = self.heard_so_far();
            if let Err(error) = self.game.follow() {
                self.away.broken = true;
                slate.say(&sentence(&format!("this battle cannot be told any further: {}", error.0)))?;
            }
            let now = self.heard_so_far();
            if now < before {
                let eyes = self.eyes().index();
                self.told[eyes] = self.told[eyes].min(now);
                slate.say("The last order was taken back.")?;
            }
        }
        let trouble = self.game.elsewhere().trouble();
        if trouble != self.away.trouble {
            trouble.iter().try_for_each(|why| slate.say(&sentence(why)))?;
            self.away.trouble = trouble;
        }
        Ok(())
    }

    /// Dispatches that these eyes could read up to now.
    fn heard_so_far(&self) -> usize {
        match self.game.elsewhere().is_watching() {
            true => self.game.stage().dispatches_for_all().count(),
            false => self.game.stage().dispatches_for(self.eyes()).count(),
        }
    }

    /// Says once whom the battle waits for.
    pub(super) fn wait_for(&mut self, side: Side, slate: &mut dyn Slate) -> io::Result<()> {
        (self.choices, self.asked) = (Choices::default(), None);
        self.listed.clear();
        if self.away.awaited.replace(side) == Some(side) {
            return Ok(());
        }
        self.tell_seen();
        let [blue, red] = self.game.elsewhere().players();
        let name = if side == Side::Blue { blue } else { red };
        let name = name.map_or_else(String::new, |name| format!(" ({name})"));
        slate.say(&format!("Waiting for {}{name}.", side))
    }

    /// Whether a computer decides elsewhere, so that the answer comes soon.
    pub(super) fn computer_is_at_it(&self, side: Side) -> bool {
        let person = matches!(self.game.setup().seat(side), SeatSpec::Human);
        !person && !self.away.broken && self.away.trouble.is_none() && !self.game.elsewhere().is_watching()
    }

    /// The person is asked; the next wait is said again.
    pub(super) fn waits_no_more(&mut self) {
        self.away.awaited = None;
    }

    /// Whoever keeps the battle is told how far it was heard.
    pub(super) fn tell_seen(&mut self) {
        let lines = self.game.lines_followed();
        if let Some((host, room)) = self.away.place.as_ref().filter(|_| lines > self.away.seen) {
            host.seen(*room, lines);
            self.away.seen = lines;
        }
    }
}
