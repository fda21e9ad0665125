//! The lobby as drawn: welcome, sections, what was lately, the chosen battle in full, hints.

use std::time::Duration;

use ratatui::layout::Rect;

use super::{Action, Lobby, key_of};
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
    /// What begins a part that is no section.
    Head(&'static str),
    /// The way to the tutorial.
    Tutorial,
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
        let entries = self.entries();
        let (list, strip) = split_below(inner, self.room_for_lately(entries.len(), inner.height));
        self.paint_list(entries, list, canvas, desk);
        self.paint_lately(strip, canvas, desk);
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

    /// Sections with something in them, and the one of the visitor's own battles.
    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        if self.is_new {
            entries.extend([Entry::Head("New here"), Entry::Tutorial]);
        }
        for section in SECTIONS {
            let places = (0..self.rows.len()).filter(|place| self.rows[*place].section == section);
            let mut battles: Vec<Entry> = places.map(Entry::Battle).collect();
            if battles.is_empty() && self.advice(section).is_empty() {
                continue;
            }
            if !entries.is_empty() {
                entries.push(Entry::Gap);
            }
            entries.push(Entry::Heading(section));
            if battles.is_empty() {
                battles.push(Entry::Empty(section));
            }
            entries.append(&mut battles);
        }
        entries
    }

    /// Rows below the list for what was lately: those that the list does not need, and two where the window is high.
    fn room_for_lately(&self, entries: usize, height: u16) -> u16 {
        let spare = usize::from(height).saturating_sub(entries + 1);
        let least = if height >= HIGH { LEAST } else { 0 };
        self.lately.lines(spare.clamp(least, MOST)).len() as u16
    }

    fn paint_lately(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        for (y, text) in (area.y..).zip(self.lately.lines(usize::from(area.height))) {
            let text = cut(&format!(" {text}"), usize::from(area.width));
            canvas.write(area.x, y, text, desk.theme.ink(Ink::Faint));
        }
    }

    fn paint_list(&self, mut entries: Vec<Entry>, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let visible = usize::from(area.height).max(1);
        if entries.len() > visible {
            entries.retain(|entry| !matches!(entry, Entry::Gap));
        }
        let chosen = entries.iter().position(|entry| self.is_chosen(entry));
        let first = first_shown(chosen.unwrap_or(0), entries.len(), visible);
        for (y, entry) in (area.y..).zip(entries.iter().skip(first).take(visible)) {
            self.paint_entry(entry, Rect { y, height: 1, ..area }, canvas, desk);
        }
    }

    fn is_chosen(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Tutorial => self.place < self.lead(),
            Entry::Battle(place) => place + self.lead() == self.place,
            _ => false,
        }
    }

    fn paint_entry(&self, entry: &Entry, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let width = usize::from(area.width);
        let (text, style) = match entry {
            Entry::Gap => return,
            Entry::Heading(section) => (self.heading(*section), desk.theme.ink(Ink::Heading)),
            Entry::Empty(section) => (format!("   {}", self.advice(*section)), desk.theme.ink(Ink::Faint)),
            Entry::Head(text) => (String::from(*text), desk.theme.ink(Ink::Heading)),
            Entry::Tutorial => {
                let ink = if self.is_chosen(entry) { Ink::Chosen } else { Ink::Text };
                (format!("{:<width$}", cut(TUTORIAL, width)), desk.theme.ink(ink))
            }
            Entry::Battle(place) => {
                let row = &self.rows[*place];
                let ink = match row {
                    _ if self.is_chosen(entry) => Ink::Chosen,
                    row if row.yours => Ink::Notice,
                    _ => Ink::Text,
                };
                (format!("{:<width$}", cut(&row_text(row, width), width)), desk.theme.ink(ink))
            }
        };
        canvas.write(area.x, area.y, cut(&text, width), style);
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

    /// What to do about an empty section; nothing where it is left out.
    fn advice(&self, section: Section) -> String {
        match section {
            Section::Yours => format!("None goes on; {} begins one against the computer.", key_of(Action::Quick)),
            Section::Open if self.is_new => {
                format!("Nobody waits for an opponent; {} puts a battle here.", key_of(Action::New))
            }
            _ => String::new(),
        }
    }

    /// What a first visit can begin with, in a sentence.
    fn greeting(&self) -> String {
        let keys = [Action::Learn, Action::Quick, Action::New].map(key_of);
        let [learn, quick, new] = keys;
        let first = if self.is_new { format!("Enter or {learn} teaches") } else { format!("{learn} teaches") };
        format!(
            "{first} the game by doing, {quick} begins a small battle against the computer, {new} sets one up as you like."
        )
    }

    /// What is said to whoever comes out of an exercise.
    pub(super) fn after_exercise(&self) -> String {
        let quick = key_of(Action::Quick);
        format!("That was an exercise, and nothing of it is kept. {quick} begins a small battle against the computer.")
    }

    /// The message, or the chosen battle in full.
    fn paint_foot(&self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (ink, text) = match self.row() {
            _ if !self.message.1.is_empty() => self.message.clone(),
            Some(row) => (Ink::Faint, about(row)),
            None => (Ink::Text, self.greeting()),
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
        let yours = self.row().is_some_and(|row| row.yours);
        for row in &mut rows {
            row.hint = match (row.hint.as_ref(), section) {
                ("enter", None) if self.is_new => "tutorial".into(),
                ("enter", None) => "a battle".into(),
                ("tutorial", None) if self.is_new => "".into(),
                ("enter", Some(Section::Yours)) if yours => "go on".into(),
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

/// The row that leads to the tutorial.
const TUTORIAL: &str = "   Learn the game: two short lessons, then a small battle";
/// A list of so many rows has lines for what was lately, whatever else there is.
const HIGH: u16 = 14;
/// These are the fewest there,
const LEAST: usize = 2;
/// and these the most anywhere.
const MOST: usize = 4;

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
    let (players, rules) =
        (format!("Blue {}, Red {}", name(blue), name(red)), format!("{}, {}", row.battle, row.system));
    if row.yours && row.section == Section::Yours {
        return format!("Enter goes on: it waits for you. {rules}. {players}. {}.", crate::text::capital(&turn));
    }
    format!("{rules}. {players}. {}: {state}.", crate::text::capital(&turn))
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
