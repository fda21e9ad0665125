//! A battle that is kept elsewhere: following it, whom it waits for, and telling its keeper what was seen.

use std::time::Duration;

use battle::Side;
use ratatui::layout::Rect;
use ratatui::text::Line;
use table::{Game, SeatSpec};

use super::Battle;
use super::seen::Seen;
use crate::canvas::Canvas;
use crate::host::{Room, SharedHost};
use crate::layer::Desk;
use crate::text::{cut, span};
use crate::theme::Ink;

/// So long passes at least between two questions of an onlooker how far behind he is.
const ASKING: Duration = Duration::from_secs(2);

/// What a battle screen knows of the place its battle is kept at.
#[derive(Default)]
pub struct Away {
    place: Option<(SharedHost, Room)>,
    /// Lines that the place was told are seen.
    seen: usize,
    /// The battle could not be followed any further.
    broken: bool,
    /// Turns that an onlooker is behind.
    behind: u16,
    asked: Option<Duration>,
}

impl Seen {
    /// Whose orders are given here, in a battle that is kept elsewhere.
    pub(super) fn own_side(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.game.is_joined() && self.game.is_human(*side))
    }

    /// Whether it is kept elsewhere and not played against a computer.
    pub(super) fn meets_a_person(&self) -> bool {
        let computer = |side: Side| matches!(self.game.setup().seat(side.other()), SeatSpec::Commander(_));
        self.game.is_joined() && !self.own_side().is_some_and(computer)
    }

    /// What somebody at that side is called.
    fn player(&self, side: Side) -> String {
        let [blue, red] = self.game.elsewhere().players();
        let known = if side == Side::Blue { blue } else { red };
        known.unwrap_or_else(|| match self.game.setup().seat(side) {
            SeatSpec::Commander(key) => key.clone(),
            _ => String::from("nobody"),
        })
    }
}

impl Away {
    /// The person has looked: whoever keeps the battle is told how far.
    pub(super) fn tell_seen(&mut self, seen: &Seen) {
        let lines = seen.game.lines_followed();
        if let Some((host, room)) = self.place.as_ref().filter(|_| lines > self.seen) {
            host.seen(*room, lines);
            self.seen = lines;
        }
    }

    /// An onlooker asks now and then how far behind he is; whether that has changed.
    fn ask_how_far(&mut self, seen: &Seen, now: Duration) -> bool {
        let Some((host, room)) = self.place.as_ref().filter(|_| seen.own_side().is_none()) else { return false };
        if self.asked.is_some_and(|asked| now.saturating_sub(asked) < ASKING) {
            return false;
        }
        let there = host.rows().into_iter().find(|row| row.room == *room).map_or(0, |row| row.turn);
        let before = self.behind;
        self.asked = Some(now);
        self.behind = there.saturating_sub(seen.game.system().field().turn());
        self.behind != before
    }
}

impl Battle {
    /// Shows a battle kept at that place, of which so many lines were seen before.
    #[must_use]
    pub fn visited(game: Game, read: usize, (host, room): (SharedHost, Room), desk: &mut Desk) -> Battle {
        let mut battle = Battle::new(game, desk);
        battle.away.place = Some((host, room));
        battle.away.seen = read;
        let own = battle.seen.own_side().filter(|_| battle.seen.game.outcome().is_none());
        battle.news.read = battle.seen.game.dispatches_by_line(read, own);
        battle.digest_since(match (read, own) {
            (0, _) => "So far",
            (_, Some(_)) => "Since your last order",
            (_, None) => "Since your last visit",
        });
        battle.away.ask_how_far(&battle.seen, Duration::ZERO);
        battle
    }

    /// Plays what has come from elsewhere, as far as it does not have to be shown first; whether anything changed.
    pub(super) fn follow(&mut self, now: Duration, desk: &Desk) -> bool {
        let mut changed = false;
        while !self.away.broken
            && !self.show.playback.is_playing()
            && (!self.show.paused || self.show.single_step)
            && self.seen.game.elsewhere().has_news()
        {
            changed |= self.follow_one(desk);
        }
        changed | self.away.ask_how_far(&self.seen, now)
    }

    fn follow_one(&mut self, desk: &Desk) -> bool {
        let before = self.seen.system().field().clone();
        let (mark, told) = (self.seen.game.stage().event_count(), self.show.told(&self.seen).len());
        match self.seen.game.follow() {
            Ok(played) => {
                self.show.told_before = told;
                self.show.show_events(&self.seen, before, mark, desk.speed, desk);
                self.show.single_step = false;
                self.refresh();
                self.tell_news(told);
                played
            }
            Err(error) => {
                self.away.broken = true;
                self.say(Ink::Bad, format!("This battle cannot be shown any further: {}.", error.0));
                true
            }
        }
    }

    /// Says what is new since so many dispatches could be read. What was ordered and taken back in secret is neither.
    fn tell_news(&mut self, told: usize) {
        let now = self.seen.readable().len();
        if now < told {
            self.news.read = self.news.read.min(now);
            self.say(Ink::Notice, "The last order was taken back.");
        } else if self.seen.person().is_some() {
            self.digest_since("Since your last order");
        }
    }

    /// Whom a battle kept elsewhere waits for, when it is not the person here and there is nothing else to say.
    pub(super) fn waits(&self) -> Option<String> {
        let side = self.seen.game.pending().decision()?.side;
        if !self.seen.game.is_joined() || !self.message.1.is_empty() || self.seen.person().is_some() {
            return None;
        }
        let behind = match (self.seen.own_side(), self.away.behind) {
            (None, 0) => String::from(" You are watching."),
            (None, 1) => String::from(" You are watching, 1 turn behind."),
            (None, turns) => format!(" You are watching, {turns} turns behind."),
            (Some(_), _) => String::new(),
        };
        Some(format!("Waiting for {} ({side}).{behind}", self.seen.player(side)))
    }

    /// The names of the two players, at the right end of the status line if there is room for them.
    pub(super) fn paint_players(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        if !self.seen.game.is_joined() {
            return;
        }
        let name = |side: Side| span(format!(" {} ", cut(&self.seen.player(side), 16)), desk.theme.side(side));
        let names = Line::from(vec![name(Side::Blue), span(" ", desk.theme.ink(Ink::Text)), name(Side::Red)]);
        let (width, used) = (names.width() as u16, self.status(area.width).chars().count() as u16 + 3);
        if used + width <= area.width {
            canvas.line(names, Rect { x: area.right() - width, width, ..area });
        }
    }
}
