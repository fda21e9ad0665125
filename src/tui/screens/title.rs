//! The title screen.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::saves::{self, Saves};
use super::setup::SetupScreen;
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::options::Wishes;
use crate::panels::status;
use crate::text::{line, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Choose,
    Step(i32),
    New,
    Continue,
    Quit,
}

const KEYS: Keymap<Action> = &[
    Binding { keys: &[Key::code(KeyCode::Enter)], action: Action::Choose, hint: "choose", help: "Do what is chosen." },
    Binding {
        keys: &[Key::code(KeyCode::Down), Key::char('j'), Key::code(KeyCode::Tab)],
        action: Action::Step(1),
        hint: "next",
        help: "The choice below.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Up), Key::char('k'), Key::code(KeyCode::BackTab)],
        action: Action::Step(-1),
        hint: "",
        help: "The choice above.",
    },
    Binding { keys: &[Key::char('n')], action: Action::New, hint: "new", help: "Set up a new battle." },
    Binding { keys: &[Key::char('c')], action: Action::Continue, hint: "continue", help: "Go on with a saved battle." },
    Binding {
        keys: &[Key::char('q'), Key::code(KeyCode::Esc)],
        action: Action::Quit,
        hint: "quit",
        help: "Leave the program.",
    },
];

const NAME: [&str; 5] = [
    "█▀▀▀  █▀▀▄  █▀▀█  █▀▀▀  █▄  █  █▀▀█  █▀▀▄  █▀▀▄",
    "█     █  █  █  █  █     █▀▄ █  █  █  █  █  █  █",
    "█ ▀█  █▀█▀  █  █  █ ▀█  █ ▀▄█  █▀▀█  █▀█▀  █  █",
    "█  █  █ ▀▄  █  █  █  █  █  ▀█  █  █  █ ▀▄  █  █",
    "▀▀▀▀  ▀  ▀  ▀▀▀▀  ▀▀▀▀  ▀   ▀  ▀  ▀  ▀  ▀  ▀▀▀ ",
];

const PLAIN_NAME: [&str; 5] = [
    " ##### ####   ###   ##### #   #  ###  ####  #### ",
    " #     #   # #   #  #     ##  # #   # #   # #   #",
    " #  ## ####  #   #  #  ## # # # ##### ####  #   #",
    " #   # #  #  #   #  #   # #  ## #   # #  #  #   #",
    " ##### #   #  ###   ##### #   # #   # #   # #### ",
];

/// A line of battle, for decoration.
const LINE: &str = "▾▾▾▾▾▾▾▾  ▾▾▾▾▾▾▾▾  ●↓●↓●↓  ▾▾▾▾▾▾▾▾  ◆↓◆↓◆↓";
const FACING_LINE: &str = "◆↑◆↑◆↑  ▴▴▴▴▴▴▴▴  ●↑●↑●↑  ▴▴▴▴▴▴▴▴  ▴▴▴▴▴▴▴▴";

/// The title screen.
pub struct Title {
    chosen: usize,
    saved: usize,
}

/// A fresh title screen.
#[must_use]
pub fn title(desk: &Desk) -> Box<dyn Layer> {
    Box::new(Title { chosen: 0, saved: saves::count(&desk.saves) })
}

impl Title {
    fn choices(&self) -> [String; 3] {
        let saved = match self.saved {
            0 => String::from("nothing saved yet"),
            1 => String::from("1 saved"),
            count => format!("{count} saved"),
        };
        [String::from("New battle"), format!("Continue a battle ({saved})"), String::from("Quit")]
    }

    fn new_battle(desk: &mut Desk) -> Flow {
        match SetupScreen::new(Wishes::default(), desk) {
            Ok(setup) => Flow::Push(Box::new(setup)),
            Err(error) => Flow::Push(Box::new(super::pager::Pager::text(
                "No battle can be set up",
                error.0.lines().map(|text| line(text, desk.theme.ink(Ink::Bad))).collect(),
            ))),
        }
    }

    fn choose(&self, desk: &mut Desk) -> Flow {
        match self.chosen {
            0 => Title::new_battle(desk),
            1 => Flow::Push(Box::new(Saves::new(desk))),
            _ => Flow::Quit,
        }
    }
}

impl Layer for Title {
    fn name(&self) -> String {
        String::from("Title")
    }

    fn help(&self) -> Vec<HelpRow> {
        describe(&[KEYS])
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match find(&[KEYS], key) {
            Some(Action::Choose) => return self.choose(desk),
            Some(Action::Step(by)) => self.chosen = (self.chosen as i32 + by).rem_euclid(3) as usize,
            Some(Action::New) => return Title::new_battle(desk),
            Some(Action::Continue) => return Flow::Push(Box::new(Saves::new(desk))),
            Some(Action::Quit) => return Flow::Quit,
            None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let theme = &desk.theme;
        let middle = |text: &str| area.x + (area.width.saturating_sub(text.chars().count() as u16)) / 2;
        let top = area.y + area.height.saturating_sub(20) / 2;
        let unicode = desk.glyphs == crate::glyphs::Glyphs::Unicode;
        let (lines, name) = if unicode { (Some((LINE, FACING_LINE)), NAME) } else { (None, PLAIN_NAME) };
        if let Some((above, below)) = lines {
            canvas.write(middle(above), top, above, theme.side_text(battle::Side::Red));
            canvas.write(middle(below), top + 9, below, theme.side_text(battle::Side::Blue));
        }
        for (row, text) in name.iter().enumerate() {
            canvas.write(middle(text), top + 2 + row as u16, text, theme.ink(Ink::Heading));
        }
        let subtitle = "horse-and-musket battles on one table, by several published rules";
        canvas.write(middle(subtitle), top + 11, subtitle, theme.ink(Ink::Faint));
        for (row, text) in self.choices().iter().enumerate() {
            let ink = if row == self.chosen { Ink::Chosen } else { Ink::Text };
            let text = format!("  {text:<38}");
            canvas.write(middle(&text), top + 14 + row as u16, &text, theme.ink(ink));
        }
        let hints = split_below(area, 1).1;
        status::hints(&with_help(self.help()), hints, theme, canvas);
        None
    }
}

/// The rows with the help key behind them, for hint lines of whole screens.
#[must_use]
pub fn with_help(mut rows: Vec<HelpRow>) -> Vec<HelpRow> {
    let place = rows.iter().filter(|row| !row.hint.is_empty()).count().min(5);
    let at =
        rows.iter().enumerate().filter(|(_, row)| !row.hint.is_empty()).map(|(at, _)| at).nth(place.saturating_sub(1));
    let row = HelpRow { keys: String::from("?"), hint: "help".into(), help: "" };
    rows.insert(at.map_or(rows.len(), |at| at + 1), row);
    rows
}
