//! The lobby as drawn: welcome, sections, the chosen battle in full, hints.

use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Lobby;
use crate::canvas::Canvas;
use crate::host::{Row, Section, Visitor};
use crate::keymap::HelpRow;
use crate::layer::Desk;
use crate::panels::status;
use crate::text::{cut, panel, row_of, split_below, wrapped};
use crate::theme::Ink;

const SECTIONS: [Section; 5] = [Section::Invitations, Section::Yours, Section::Open, Section::Watch, Section::Finished];

/// One line of the list.
enum Entry {
    Heading(Section),
    Empty(Section),
    Battle(usize),
    Gap,
}

impl Lobby {
    pub(super) fn paint(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        self.paint_welcome(row_of(area, 0), canvas, desk);
        let (above, foot) = split_below(area, 4);
        let (_, body) = split_below(above, above.height.saturating_sub(1));
        let inner = panel("Lobby", body, &desk.theme, canvas);
        self.paint_list(inner, canvas, desk);
        let (foot, hints) = split_below(foot, 1);
        self.paint_foot(foot, canvas, desk);
        status::hints(&status::with_help(self.hints(&desk.keys)), hints, &desk.theme, canvas);
    }

    fn paint_welcome(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let who = match self.host.visitor() {
            Visitor::Unnamed => String::new(),
            Visitor::Player(name) => format!("You are {name} "),
            Visitor::Guest(name) => format!("You are {name}, a guest "),
        };
        let room = usize::from(area.width).saturating_sub(who.chars().count() + 2);
        let welcome = cut(&format!(" {}", self.host.welcome()), room);
        canvas.write(area.x, area.y, welcome, desk.theme.ink(Ink::Heading));
        let x = area.right().saturating_sub(who.chars().count() as u16);
        canvas.write(x, area.y, who, desk.theme.ink(Ink::Faint));
    }

    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for section in SECTIONS {
            if !entries.is_empty() {
                entries.push(Entry::Gap);
            }
            entries.push(Entry::Heading(section));
            let places = (0..self.rows.len()).filter(|place| self.rows[*place].section == section);
            let before = entries.len();
            entries.extend(places.map(Entry::Battle));
            if entries.len() == before {
                entries.push(Entry::Empty(section));
            }
        }
        entries
    }

    fn paint_list(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let mut entries = self.entries();
        let visible = usize::from(area.height).max(1);
        if entries.len() > visible {
            entries.retain(|entry| !matches!(entry, Entry::Gap));
        }
        let chosen = entries.iter().position(|entry| matches!(entry, Entry::Battle(place) if *place == self.place));
        let first = first_shown(chosen.unwrap_or(0), entries.len(), visible);
        for (y, entry) in (area.y..).zip(entries.iter().skip(first).take(visible)) {
            self.paint_entry(entry, Rect { y, height: 1, ..area }, canvas, desk);
        }
    }

    fn paint_entry(&self, entry: &Entry, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let width = usize::from(area.width);
        let (text, style) = match entry {
            Entry::Gap => return,
            Entry::Heading(section) => (self.heading(*section), desk.theme.ink(Ink::Heading)),
            Entry::Empty(section) => (format!("   {}", self.advice(*section)), desk.theme.ink(Ink::Faint)),
            Entry::Battle(place) => {
                let row = &self.rows[*place];
                (format!("{:<width$}", cut(&row_text(row, width), width)), self.style(*place, row, desk))
            }
        };
        canvas.write(area.x, area.y, cut(&text, width), style);
    }

    fn style(&self, place: usize, row: &Row, desk: &Desk) -> Style {
        desk.theme.ink(match row {
            _ if place == self.place => Ink::Chosen,
            row if row.yours => Ink::Notice,
            _ => Ink::Text,
        })
    }

    fn heading(&self, section: Section) -> String {
        let of = |row: &&Row| row.section == section;
        let waiting = self.rows.iter().filter(of).filter(|row| row.yours).count();
        match (section, waiting) {
            (Section::Yours, 1) => String::from("Your battles · 1 waits for you"),
            (Section::Yours, 2..) => format!("Your battles · {waiting} wait for you"),
            _ => String::from(title(section)),
        }
    }

    /// What to do about an empty section.
    fn advice(&self, section: Section) -> &'static str {
        match section {
            Section::Invitations => "Nobody asks for a battle; n invites somebody.",
            Section::Yours => "None yet; c begins one against the computer, n sets one up as you like.",
            Section::Open => "Nobody waits for an opponent; n puts a battle here.",
            Section::Watch => "Nobody else is playing.",
            Section::Finished => "No battle is over yet.",
        }
    }

    /// The message, or the chosen battle in full.
    fn paint_foot(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (ink, text) = match self.row() {
            _ if !self.message.1.is_empty() => self.message.clone(),
            Some(row) => (Ink::Faint, about(row)),
            None => {
                let text = "Enter begins a small battle against the computer: you say by which rules, and it explains itself as \
                            you play. r reads the rules first, ? lists the keys.";
                (Ink::Text, String::from(text))
            }
        };
        for (y, text) in
            (area.y..area.bottom()).zip(wrapped(&text, usize::from(area.width).saturating_sub(2)).into_iter().take(2))
        {
            canvas.write(area.x + 1, y, text, desk.theme.ink(ink));
        }
    }

    /// The keys, Enter with what it does to the chosen battle, those that would do nothing left out.
    fn hints(&self, keys: &crate::keys::Keys) -> Vec<HelpRow> {
        use crate::layer::Layer;
        let mut rows = self.help(keys);
        let section = self.row().map(|row| row.section);
        let open = self.row().is_some_and(|row| row.players.contains(&None));
        for row in &mut rows {
            row.hint = match (row.hint.as_ref(), section) {
                ("enter", None) => "a first battle".into(),
                ("enter", Some(Section::Invitations)) => "accept".into(),
                ("enter", Some(Section::Open)) => "join".into(),
                ("enter", Some(Section::Watch)) => "watch".into(),
                ("enter", Some(Section::Finished)) => "see again".into(),
                ("decline", Some(Section::Invitations)) => "decline".into(),
                ("decline", Some(Section::Yours)) if open => "take back".into(),
                ("decline", _) => "".into(),
                _ => continue,
            };
        }
        rows
    }
}

const fn title(section: Section) -> &'static str {
    match section {
        Section::Invitations => "Invitations",
        Section::Yours => "Your battles",
        Section::Open => "Open to anyone",
        Section::Watch => "To watch",
        Section::Finished => "Finished",
    }
}

/// The first line to show so that the chosen one is seen, with its heading where that can be.
fn first_shown(chosen: usize, all: usize, visible: usize) -> usize {
    let last = all.saturating_sub(visible);
    (chosen + 2).saturating_sub(visible).min(last)
}

fn name(player: Option<&String>) -> &str {
    player.map_or("…", String::as_str)
}

/// Columns of a row that are not for the battle's title and the names.
const FIXED: usize = 35;

fn row_text(row: &Row, width: usize) -> String {
    let mark = if row.yours { '!' } else { ' ' };
    let [blue, red] = row.players.each_ref().map(Option::as_ref);
    let players = format!("{} – {}", name(blue), name(red));
    let state = match row.turn {
        0 => row.state.clone(),
        turn => format!("{:<4} {}", format!("T{turn}"), row.state),
    };
    let room = width.saturating_sub(FIXED);
    let (battle, others) = (room.div_ceil(2), room / 2);
    format!(
        " {mark} {:<battle$} {:<others$} {:<23} {:>6}",
        cut(&row.battle, battle),
        cut(&players, others),
        cut(&state, 23),
        quiet(row.quiet),
    )
}

/// A battle in a sentence or two.
fn about(row: &Row) -> String {
    let [blue, red] = row.players.each_ref().map(Option::as_ref);
    let turn = if row.turn == 0 { String::from("not begun") } else { format!("turn {}", row.turn) };
    let state = if row.yours { "it waits for you" } else { row.state.as_str() };
    format!(
        "{}, {}. Blue {}, Red {}. {}: {state}.",
        row.battle,
        row.system,
        name(blue),
        name(red),
        crate::text::capital(&turn)
    )
}

/// A time without orders, in its largest unit; nothing below a minute.
pub(crate) fn quiet(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match minutes {
        0 => String::new(),
        1..60 => format!("{minutes} min"),
        60..1440 => format!("{} h", minutes / 60),
        _ => format!("{} d", minutes / 1440),
    }
}
