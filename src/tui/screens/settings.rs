//! What can be chosen about the program itself: how it looks, how fast it goes, what it does by itself.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::rows::{Bar, Listed, turned};
use crate::animate::Speed;
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::map::projection::Zoom;
use crate::panels::status;
use crate::settings::Habit;
use crate::text::{centred, cut, panel, row_of, wrapped};
use crate::theme::{Ink, Palette, Theme};

/// Tag of the answer that tells the layer below that something may look otherwise now.
pub const CHANGED: &str = "settings";

/// So many values on.
#[derive(Clone, Copy)]
struct Change(i32);

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
    Colours,
    Palette,
    Characters,
    Speed,
    Zoom,
    Habit(Habit),
}

const ROWS: [Row; 5 + Habit::ALL.len()] = [
    Row::Habit(Habit::Briefing),
    Row::Habit(Habit::Passing),
    Row::Habit(Habit::Warning),
    Row::Habit(Habit::Lingering),
    Row::Speed,
    Row::Zoom,
    Row::Colours,
    Row::Palette,
    Row::Characters,
];

/// The settings screen.
#[derive(Default)]
pub struct SettingsScreen {
    bar: Bar,
}

impl SettingsScreen {
    fn change(&self, by: i32, desk: &mut Desk) {
        match ROWS[self.bar.row()] {
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
    }
}

/// The value so many places further round.
fn next_of<T: Copy + PartialEq>(all: &[T], now: T, by: i32) -> T {
    all[turned(all.iter().position(|one| *one == now).unwrap_or(0), by, all.len())]
}

fn words(row: Row, desk: &Desk) -> (&'static str, &'static str) {
    match row {
        Row::Habit(habit) => (habit.help(), if desk.settings.has(habit) { "yes" } else { "no" }),
        Row::Speed => ("How fast the other side's orders are shown", desk.speed.name()),
        Row::Zoom => ("How large hexes are drawn", zoom_words(desk.settings.zoom.unwrap_or_default())),
        Row::Colours => ("Colours", desk.theme.depth().name()),
        Row::Palette => ("Colours of the sides", desk.theme.palette().name()),
        Row::Characters => ("Characters", desk.glyphs.name()),
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
            Some(Listed::Own(Change(by))) => self.change(by, desk),
            Some(Listed::Step(by)) => self.bar.turn(by, ROWS.len()),
            Some(Listed::Back) => return Flow::Answer(Answer::Yes(CHANGED)),
            Some(Listed::Choose) | None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = usize::from(66.min(area.width).saturating_sub(4));
        let trouble =
            desk.unkept.as_ref().map_or_else(Vec::new, |why| wrapped(&format!("Not remembered: {why}."), width));
        let place = centred(area, 66, (ROWS.len() + trouble.len()) as u16 + 4);
        let inner = panel("Settings", place, &desk.theme, canvas);
        for (row, text) in trouble.iter().enumerate().take(usize::from(inner.height.saturating_sub(1))) {
            canvas.write(inner.x, inner.y + row as u16, text, desk.theme.ink(Ink::Bad));
        }
        let above = (trouble.len() as u16).min(inner.height);
        let list = Rect { y: inner.y + above, height: inner.height - above, ..inner };
        let row = |row: Row| {
            let (name, value) = words(row, desk);
            let name = cut(name, width.saturating_sub(12));
            cut(&format!(" {name:<room$} {value:<9}", room = width.saturating_sub(12)), width)
        };
        let list = Rect { height: list.height.saturating_sub(1), ..list };
        self.bar.draw(&ROWS.map(row), list, canvas, &desk.theme);
        status::hints(&self.help(&desk.keys), row_of(inner, inner.height.saturating_sub(1)), &desk.theme, canvas);
        None
    }
}
