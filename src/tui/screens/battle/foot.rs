//! The foot of the battle screen: what is said, where the battle stands and what is asked, which keys work.

use battle::{AskRole, Decision};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::Battle;
use super::draw::WIDE;
use super::hand::Hand;
use super::keys::{Action, Panel};
use super::look::OddsText;
use super::seen::Seen;
use crate::canvas::Canvas;
use crate::layer::Desk;
use crate::ordering::Stage;
use crate::panels::status;
use crate::text::{capital, cut, in_rows, row_of, short_name};
use crate::theme::Ink;

/// The most rows of what is said once.
const SAID: usize = 4;

/// The fewest rows of the map that a menu has, however much is said below it.
const LEAST: u16 = 6;

const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// What the message row says, in rows, and where.
pub(super) struct Notice {
    ink: Ink,
    rows: Vec<String>,
    /// The first row.
    top: u16,
    width: u16,
}

impl Notice {
    /// What it leaves of the map, when its last row is that one; never less than a few rows.
    pub(super) fn leaves(&self, map: Rect, last: u16) -> Rect {
        let rows = self.rows.len() as u16;
        let rises = self.top + rows <= last;
        let taken = if rises { rows } else { rows.saturating_sub(1) };
        let height = map.height.saturating_sub(taken).max(LEAST.min(map.height));
        let y = if rises { map.bottom().saturating_sub(height) } else { map.y };
        Rect { y, height, ..map }
    }
}

impl Hand {
    /// Whether the order that is prepared is at somebody who is chosen, or being chosen.
    fn is_at_somebody(&self) -> bool {
        match self.preparation.stage() {
            Some(Stage::Target(_)) => true,
            Some(Stage::Menu(menu)) => {
                let chosen = menu.entries.get(menu.chosen).and_then(|entry| entry.variants.first());
                chosen.is_some_and(|order| order.target.is_some())
            }
            Some(Stage::Pose(_)) | None => false,
        }
    }

    /// What is asked, whole and without what is said of the answer.
    fn asked(&self, seen: &Seen) -> [String; 2] {
        let Some(side) = seen.game.system().to_decide() else { return Default::default() };
        let own = |decision: &Decision| seen.eyes.is_none_or(|eyes| eyes == decision.side);
        let Some(decision) = seen.known_decision().filter(own) else {
            return [(); 2].map(|()| format!("{side} is to decide"));
        };
        let field = seen.system().field();
        let against = decision.target.filter(|_| decision.ask.role == AskRole::React);
        let against = against.map_or_else(String::new, |enemy| format!(" against {}", field.label(enemy.into())));
        let about = decision.unit.map_or_else(String::new, |unit| format!("{}{against}: ", field.label(unit.into())));
        let prompt = decision.ask.asked(self.choices.done(seen.system()).is_some());
        let short = prompt.split_once("? ").map_or_else(|| prompt.to_owned(), |(question, _)| format!("{question}?"));
        [prompt.to_owned(), short].map(|prompt| format!("{about}{prompt}"))
    }
}

impl Seen {
    /// What is to be decided, as far as these eyes may know.
    fn known_decision(&self) -> Option<Decision> {
        self.eyes.map_or_else(|| self.game.pending().decision(), |side| self.game.stage().asked(side))
    }
}

impl Battle {
    /// Message, status and hints.
    pub(super) fn paint_foot(&self, area: Rect, notice: &Notice, canvas: &mut Canvas<'_>, desk: &Desk) {
        let [bar, hints] = [1, 2].map(|row| row_of(area, row));
        for (row, text) in notice.rows.iter().enumerate() {
            let row = Rect { y: notice.top + row as u16, width: notice.width, height: 1, ..area };
            if row.y < area.y {
                canvas.clear(row);
            }
            canvas.write(row.x, row.y, format!(" {text}"), desk.theme.ink(notice.ink));
        }
        status::bar(&self.status(area.width), bar, &desk.theme, canvas);
        self.paint_players(bar, canvas, desk);
        status::hints(&status::with_help(self.hints()), hints, &desk.theme, canvas);
    }

    /// The notice in rows of so many columns: its last row is that one, or, where it would cover the cursor, its first is the
    /// uppermost of the map.
    pub(super) fn noticed(&self, width: u16, map: Rect, last: u16) -> Notice {
        let columns = width.saturating_sub(1);
        let (ink, text) = self.notice(columns);
        let rows = self.rows_of_notice(&text, usize::from(columns));
        let first = last.saturating_sub(rows.len().saturating_sub(1) as u16);
        let pointed = self.window.projection.and_then(|known| known.screen(known.zoom.place(self.seen.cursor)));
        let covers = pointed.is_some_and(|(_, y)| (first..last).contains(&y));
        Notice { ink, rows, top: if covers { map.y } else { first }, width }
    }

    /// What the message row says: what happens, who thinks, the odds in short, or the last message.
    fn notice(&self, width: u16) -> (Ink, String) {
        if let Some(words) = self.saving.unsaved_words(&self.seen) {
            return (Ink::Bad, words);
        }
        if self.show.playback.is_playing() && !self.show.playback.caption().is_empty() {
            return (Ink::Notice, self.show.playback.caption().to_owned());
        }
        if let Some(running) = &self.minds.thinking {
            let spinner = SPINNER[running.turns % SPINNER.len()];
            return (Ink::Text, format!("{spinner} {} thinks for {}.", running.name, running.side));
        }
        if let Some(waits) = self.waits() {
            return (Ink::Text, waits);
        }
        match self.looks.odds() {
            _ if !self.message.1.is_empty() => (self.message.0, self.message.1.clone()),
            // Whom a blow is at may stand on no other line.
            Some(odds) if self.show.at_hand(&self.seen) && self.hand.is_at_somebody() => {
                (Ink::Notice, format!("{}: {}", odds.title, odds.summary))
            }
            Some(odds) if self.show.at_hand(&self.seen) => (Ink::Notice, odds_words(odds, usize::from(width))),
            _ => (Ink::Text, self.coach(usize::from(width))),
        }
    }

    /// The notice in rows: what was said once, and what is said of the order being prepared, goes on over the lowest rows of
    /// the map; what stays there has one row.
    fn rows_of_notice(&self, text: &str, width: usize) -> Vec<String> {
        let said = text == self.message.1;
        let more = |action: Action| format!("… {} reads on", self.key_of(action));
        match self.hand.preparation.stage() {
            _ if said && self.news.first.is_some() => in_rows(text, width, SAID, &more(Action::Log)),
            _ if said => in_rows(text, width, SAID, "…"),
            // The panel tells all of it.
            Some(_) if self.window.panel == Some(Panel::Odds) => {
                vec![cut(self.looks.odds().map_or(text, |odds| &odds.title), width)]
            }
            Some(_) if self.show.at_hand(&self.seen) => {
                in_rows(text, width, SAID - 1, &more(Action::Panel(Panel::Odds)))
            }
            _ => vec![cut(text, width)],
        }
    }

    /// `On War · Turn 3 of 12 · Blue · Shooting ▸ choose a target`, with the command that is looked at; where there is no room
    /// for all of it, less of what stands elsewhere.
    pub(super) fn status(&self, width: u16) -> String {
        let system = self.seen.system();
        let (info, field) = (system.info(), system.field());
        let paused = if self.show.paused && self.seen.person().is_none() { " · PAUSED" } else { "" };
        let (turn, last) = (field.turn(), field.turn_limit());
        let (rules, when) = match width {
            0..WIDE => (short_name(info), format!("T{turn}/{last}")),
            _ => (info.title.to_owned(), format!("Turn {turn} of {last}")),
        };
        let Some(side) = self.seen.game.system().to_decide() else {
            return format!("{rules} · {when} · the battle is over");
        };
        let step = info.steps.get(usize::from(field.step())).filter(|_| self.seen.known_decision().is_some());
        let step = step.map_or_else(String::new, |step| format!(" · {}", step.title));
        let heads = [
            format!("{rules} · {when} · {side}{step}{paused}"),
            format!("{when} · {side}{step}{paused}"),
            format!("{when}{step}{paused}"),
            format!("{}{paused}", step.trim_start_matches(" · ")),
        ];
        let room = usize::from(width).saturating_sub(2);
        fullest(&heads, &self.hand.asked(&self.seen), &self.hand.command_words(&self.seen), room)
    }
}

/// The fullest line of a head, a question and the words of a command that takes so many columns. Heads stand from the
/// fullest to the barest: the question counts most, then the turn, then the command, then the rest of the head.
#[must_use]
pub fn fullest(heads: &[String], asked: &[String; 2], commands: &[String], room: usize) -> String {
    let with = |head: &str, asked: &str, command: &str| match command {
        "" => format!("{head} ▸ {asked}"),
        command => format!("{head} ▸ {asked} · {command}"),
    };
    let (turns, bare) = heads.split_at(heads.len().saturating_sub(1));
    let commanded = commands.iter().map(|command| (command.as_str(), turns));
    let kinds = commanded.chain([("", turns), ("", bare)]);
    let lines = kinds.flat_map(|(command, heads)| {
        asked.iter().flat_map(move |asked| heads.iter().map(move |head| with(head, asked, command)))
    });
    let mut last = String::new();
    for line in lines {
        if line.width() <= room {
            return line;
        }
        last = line;
    }
    last
}

/// The odds in short; what they are of is left out where both do not fit in that many columns.
fn odds_words(odds: &OddsText, width: usize) -> String {
    let whole = format!("{}: {}", odds.title, odds.summary);
    if whole.width() <= width { whole } else { capital(&odds.summary) }
}
