//! What can be chosen about the program itself: how it looks, how fast it goes, what it does by itself.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::keys::KeysScreen;
use super::rows::{Bar, Entry, Listed, Own, turned};
use crate::animate::Speed;
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::map::projection::Zoom;
use crate::panels::status;
use crate::settings::Habit;
use crate::text::{centred, cut, panel, row_of, split_above, split_below, wrapped};
use crate::theme::{Ink, Palette, Theme};

/// Tag of the answer that tells the layer below that something may look otherwise now.
pub const CHANGED: &str = "settings";

/// So many values on.
#[derive(Clone, Copy)]
struct Change(i32);

impl Own for Change {}

const KEYS: &[Keymap<Listed<Change>>] = &[
    &[
        binding(
            &[Key::code(KeyCode::Enter), Key::code(KeyCode::Right), Key::char('l'), Key::char(' ')],
            Listed::Own(Change(1)),
            "change",
            "The next value.",
        ),
        binding(&[Key::code(KeyCode::Left), Key::char('h')], Listed::Own(Change(-1)), "", "The value before."),
    ],
    Listed::NEXT,
    &[binding(&[Key::code(KeyCode::Esc), Key::char('q')], Listed::Back, "done", "Keep what is chosen and go back.")],
];

/// The place of the settings.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

#[derive(Clone, Copy)]
enum Row {
    Keys,
    Colours,
    Palette,
    Characters,
    Speed,
    Zoom,
    Habit(Habit),
}

/// The rows in their groups.
const GROUPS: [(&str, &[Row]); 4] = [
    (
        "Questions and messages",
        &[
            Row::Habit(Habit::Briefing),
            Row::Habit(Habit::Passing),
            Row::Habit(Habit::Warning),
            Row::Habit(Habit::Parting),
        ],
    ),
    ("What is shown", &[Row::Speed, Row::Habit(Habit::Lingering), Row::Habit(Habit::Fallen), Row::Zoom]),
    ("Looks", &[Row::Colours, Row::Palette, Row::Characters]),
    ("Keys, mouse and sound", &[Row::Keys, Row::Habit(Habit::Mouse), Row::Habit(Habit::Bell)]),
];

fn rows() -> impl Iterator<Item = Row> {
    GROUPS.into_iter().flat_map(|(_, rows)| rows.iter().copied())
}

/// The settings screen.
#[derive(Default)]
pub struct SettingsScreen {
    bar: Bar,
}

impl SettingsScreen {
    fn change(&self, by: i32, desk: &mut Desk) -> Flow {
        let Some(row) = rows().nth(self.bar.row()) else { return Flow::Stay };
        match row {
            Row::Keys => return Flow::Push(Box::new(KeysScreen::new(desk))),
            Row::Habit(habit) => desk.remember(|settings| settings.switch(habit)),
            Row::Speed => {
                let speed = next_of(&Speed::ALL, desk.speed, by);
                desk.speed = speed;
                desk.remember(|settings| settings.speed = Some(speed));
            }
            Row::Zoom => {
                let zoom = next_of(&Zoom::ALL, desk.settings.zoom.unwrap_or_default(), by);
                desk.remember(|settings| settings.zoom = Some(zoom));
            }
            Row::Colours => {
                let depth = desk.theme.depth().next();
                desk.theme = Theme::new(depth, desk.theme.palette());
                desk.remember(|settings| settings.depth = Some(depth));
            }
            Row::Palette => {
                let palette = next_of(&Palette::ALL, desk.theme.palette(), by);
                desk.theme = Theme::new(desk.theme.depth(), palette);
                desk.remember(|settings| settings.palette = Some(palette));
            }
            Row::Characters => {
                let glyphs = next_of(&Glyphs::ALL, desk.glyphs, by);
                desk.glyphs = glyphs;
                desk.remember(|settings| settings.glyphs = Some(glyphs));
            }
        }
        Flow::Stay
    }
}

/// The value so many places further round.
fn next_of<T: Copy + PartialEq>(all: &[T], now: T, by: i32) -> T {
    all[turned(all.iter().position(|one| *one == now).unwrap_or(0), by, all.len())]
}

/// What a row sets, and how it is set.
fn words(row: Row, desk: &Desk) -> (&'static str, &'static str) {
    match row {
        Row::Keys => ("What each key does", if desk.keys.chosen() > 0 { "chosen" } else { "usual" }),
        Row::Habit(habit) => (habit.help(), if desk.settings.has(habit) { "yes" } else { "no" }),
        Row::Speed => ("How fast the other side's orders are shown", desk.speed.name()),
        Row::Zoom => ("How large hexes are drawn", zoom_words(desk.settings.zoom.unwrap_or_default())),
        Row::Colours => ("Colours", desk.theme.depth().name()),
        Row::Palette => ("Colours of the sides", desk.theme.palette().name()),
        Row::Characters => ("Characters", desk.glyphs.name()),
    }
}

/// The same in full, for the foot of the list.
const fn more(row: Row) -> &'static str {
    match row {
        Row::Keys => "Enter lists what can be done by which key, and lets you choose another.",
        Row::Habit(habit) => habit.more(),
        Row::Speed => "Any key skips what is being shown; instant shows only what came of it.",
        Row::Zoom => "+ and - in a battle change it as well; the map begins with both armies in sight where they fit.",
        Row::Colours => "As many as your terminal shows: truecolor, 256, 16, or mono for none.",
        Row::Palette => "Classic is blue and red; safe is blue and orange, told apart by nearly every eye.",
        Row::Characters => "Unicode draws arrows and half blocks; ascii needs nothing but plain letters.",
    }
}

const fn zoom_words(zoom: Zoom) -> &'static str {
    match zoom {
        Zoom::Table => "small",
        Zoom::Field => "medium",
        Zoom::Close => "large",
    }
}

impl Layer for SettingsScreen {
    fn name(&self) -> String {
        String::from("Settings")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(KEYS, key) {
            Some(Listed::Own(Change(by))) => return self.change(by, desk),
            Some(Listed::Step(by)) => self.bar.turn(by, rows().count()),
            Some(Listed::Back) => return Flow::Answer(Answer::Yes(CHANGED)),
            Some(Listed::Choose) | None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = usize::from(WIDTH.min(area.width).saturating_sub(4));
        let entries = entries(width, desk);
        let trouble = desk
            .unkept
            .as_ref()
            .map_or_else(Vec::new, |why| wrapped(&format!("This choice could not be kept: {why}."), width));
        let rows = (entries.len() + trouble.len()) as u16 + FOOT + 2;
        let inner = panel("Settings", centred(area, WIDTH, rows), &desk.theme, canvas);
        let (body, foot) = split_below(inner, FOOT);
        let (above, list) = split_above(body, trouble.len() as u16);
        for (row, text) in (0..above.height).zip(trouble) {
            canvas.write(above.x, above.y + row, text, desk.theme.ink(Ink::Bad));
        }
        self.bar.draw_grouped(&entries, list, canvas, &desk.theme);
        let told = rows_told(self.bar.row(), width);
        for (row, text) in (0..foot.height.saturating_sub(1)).zip(told) {
            canvas.write(foot.x, foot.y + row, text, desk.theme.ink(Ink::Faint));
        }
        status::hints(&self.help(&desk.keys), row_of(foot, FOOT - 1), &desk.theme, canvas);
        None
    }
}

/// Columns of the screen.
const WIDTH: u16 = 76;

/// Rows below the list: two that explain the row under the bar, and the hints.
const FOOT: u16 = 3;

/// Columns of a value, with a blank on either side.
const VALUE: usize = 12;

fn entries(width: usize, desk: &Desk) -> Vec<Entry> {
    let room = width.saturating_sub(VALUE + 1);
    let row = |row: &Row| {
        let (name, value) = words(*row, desk);
        Entry::Row(format!(
            "{:<width$}",
            cut(&format!("  {:<room$} {value}", cut(name, room.saturating_sub(1))), width)
        ))
    };
    let group = |(heading, rows): (&str, &'static [Row])| {
        std::iter::once(Entry::Heading(String::from(heading))).chain(rows.iter().map(row)).collect::<Vec<_>>()
    };
    GROUPS.into_iter().flat_map(group).collect()
}

/// What is told of a row below the list.
fn rows_told(place: usize, width: usize) -> Vec<String> {
    rows().nth(place).map_or_else(Vec::new, |row| wrapped(more(row), width))
}
