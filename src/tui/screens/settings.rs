//! What can be chosen about the program itself: how it looks, how fast it goes, what it does by itself.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::animate::Speed;
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::map::projection::Zoom;
use crate::panels::status;
use crate::settings::Habit;
use crate::text::{centred, cut, panel, row_of, wrapped};
use crate::theme::{Ink, Palette, Theme};

/// Tag of the answer that tells the layer below that something may look otherwise now.
pub const CHANGED: &str = "settings";

#[derive(Clone, Copy)]
enum Action {
    Change(i32),
    Step(i32),
    Done,
}

const KEYS: Keymap<Action> = &[
    Binding {
        keys: &[Key::code(KeyCode::Enter), Key::code(KeyCode::Right), Key::char('l'), Key::char(' ')],
        action: Action::Change(1),
        hint: "change",
        help: "The next value.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Left), Key::char('h')],
        action: Action::Change(-1),
        hint: "",
        help: "The value before.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Down), Key::char('j'), Key::code(KeyCode::Tab)],
        action: Action::Step(1),
        hint: "next",
        help: "The row below.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Up), Key::char('k'), Key::code(KeyCode::BackTab)],
        action: Action::Step(-1),
        hint: "",
        help: "The row above.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Esc), Key::char('q')],
        action: Action::Done,
        hint: "done",
        help: "Keep what is chosen and go back.",
    },
];

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
    chosen: usize,
}

impl SettingsScreen {
    fn change(&self, by: i32, desk: &mut Desk) {
        match ROWS[self.chosen] {
            Row::Habit(habit) => desk.remember(|settings| settings.switch(habit)),
            Row::Speed => {
                let speed = turned(&Speed::ALL, desk.speed, by);
                desk.speed = speed;
                desk.remember(|settings| settings.speed = Some(speed));
            }
            Row::Zoom => {
                let zoom = turned(&Zoom::ALL, desk.settings.zoom.unwrap_or_default(), by);
                desk.remember(|settings| settings.zoom = Some(zoom));
            }
            Row::Colours => {
                let depth = desk.theme.depth().next();
                desk.theme = Theme::new(depth, desk.theme.palette());
                desk.remember(|settings| settings.depth = Some(depth));
            }
            Row::Palette => {
                let palette = turned(&Palette::ALL, desk.theme.palette(), by);
                desk.theme = Theme::new(desk.theme.depth(), palette);
                desk.remember(|settings| settings.palette = Some(palette));
            }
            Row::Characters => {
                let glyphs = turned(&Glyphs::ALL, desk.glyphs, by);
                desk.glyphs = glyphs;
                desk.remember(|settings| settings.glyphs = Some(glyphs));
            }
        }
    }
}

/// The value so many places further round.
fn turned<T: Copy + PartialEq>(all: &[T], now: T, by: i32) -> T {
    let at = all.iter().position(|one| *one == now).unwrap_or(0) as i32;
    all[(at + by).rem_euclid(all.len() as i32) as usize]
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

    fn help(&self) -> Vec<HelpRow> {
        describe(&[KEYS])
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match find(&[KEYS], key) {
            Some(Action::Change(by)) => self.change(by, desk),
            Some(Action::Step(by)) => self.chosen = (self.chosen as i32 + by).rem_euclid(ROWS.len() as i32) as usize,
            Some(Action::Done) => return Flow::Answer(Answer::Yes(CHANGED)),
            None => {}
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
        for (at, row) in ROWS.into_iter().enumerate().take(usize::from(list.height.saturating_sub(1))) {
            let (name, value) = words(row, desk);
            let name = cut(name, width.saturating_sub(12));
            let text = format!(" {name:<room$} {value:<9}", room = width.saturating_sub(12));
            let ink = if at == self.chosen { Ink::Chosen } else { Ink::Text };
            canvas.write(list.x, list.y + at as u16, cut(&text, width), desk.theme.ink(ink));
        }
        status::hints(&self.help(), row_of(inner, inner.height.saturating_sub(1)), &desk.theme, canvas);
        None
    }
}
