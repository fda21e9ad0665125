//! The house rules of a system: every option with its value, what it decides and its clause.

use battle::{HouseRules, OptionInfo, SystemInfo, Values};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::prompt::Prompt;
use crate::canvas::Canvas;
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{cut, line, panel, paragraph, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Next,
    Previous,
    Step(i32),
    Default,
    File,
    Done,
}

const KEYS: Keymap<Action> = &[
    Binding {
        keys: &[Key::code(KeyCode::Right), Key::char('l'), Key::char(' ')],
        action: Action::Next,
        hint: "change",
        help: "The next value.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Left), Key::char('h')],
        action: Action::Previous,
        hint: "",
        help: "The value before.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Down), Key::char('j'), Key::code(KeyCode::Tab)],
        action: Action::Step(1),
        hint: "next",
        help: "The option below.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Up), Key::char('k'), Key::code(KeyCode::BackTab)],
        action: Action::Step(-1),
        hint: "",
        help: "The option above.",
    },
    Binding { keys: &[Key::code(KeyCode::PageDown)], action: Action::Step(10), hint: "", help: "Ten down." },
    Binding { keys: &[Key::code(KeyCode::PageUp)], action: Action::Step(-10), hint: "", help: "Ten up." },
    Binding { keys: &[Key::char('d')], action: Action::Default, hint: "default", help: "Back to the published value." },
    Binding {
        keys: &[Key::code(KeyCode::Enter), Key::code(KeyCode::Esc), Key::char('q')],
        action: Action::Done,
        hint: "done",
        help: "Keep the values and go back.",
    },
];

const FILES: Keymap<Action> =
    &[Binding { keys: &[Key::char('f')], action: Action::File, hint: "file", help: "Read house rules from a file." }];

const AT_HOME: &[Keymap<Action>] = &[KEYS, FILES];
const VISITING: &[Keymap<Action>] = &[KEYS];

const FILE: &str = "house file";
/// Tag of the answer that tells the screen below that values may have changed.
pub const DONE: &str = "house";

/// The house-rule panel; its result is read with [`House::rules`] through the answer's text.
pub struct House {
    system: &'static SystemInfo,
    rules: HouseRules,
    chosen: usize,
    message: String,
    keys: &'static [Keymap<Action>],
}

impl House {
    /// The options of that system with those values; they can be read from files only where nobody else's are.
    #[must_use]
    pub fn new(system: &'static SystemInfo, rules: HouseRules, desk: &Desk) -> House {
        let keys = if desk.visit.is_some() { VISITING } else { AT_HOME };
        House { system, rules, chosen: 0, message: String::new(), keys }
    }

    fn option(&self) -> Option<&'static OptionInfo> {
        self.system.options.get(self.chosen)
    }

    fn set(&mut self, value: &str) {
        let Some(option) = self.option() else { return };
        self.message = self.rules.set(self.system.options, option.key, value).err().unwrap_or_default();
    }

    fn change(&mut self, forward: bool) {
        let Some(option) = self.option() else { return };
        let value = self.rules.get(option).to_owned();
        let next = if forward { option.values.next(&value) } else { previous(option.values, &value) };
        self.set(&next);
    }

    /// The values as text, one `key value` a line, for the screen below.
    fn done(&self) -> Flow {
        let text = self.rules.iter().map(|(key, value)| format!("{key} {value}\n")).collect();
        Flow::Answer(Answer::Line(DONE, text))
    }

    fn load(&mut self, path: &str, desk: &Desk) {
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"));
        let rules =
            text.and_then(|text| desk.library.house_rules(self.system.key, path, &text).map_err(|error| error.0));
        match rules {
            Ok(rules) => {
                self.rules = rules;
                self.message = format!("House rules read from {path}");
            }
            Err(error) => self.message = error,
        }
    }
}

/// Reads the text of the [`DONE`] answer.
#[must_use]
pub fn rules_of(text: &str, system: &SystemInfo) -> HouseRules {
    let mut rules = HouseRules::default();
    for (key, value) in text.lines().filter_map(|line| line.split_once(' ')) {
        let _ = rules.set(system.options, key, value);
    }
    rules
}

fn previous(values: Values, value: &str) -> String {
    let mut at = values.next(value);
    for _ in 0..10_000 {
        let next = values.next(&at);
        if next == value {
            return at;
        }
        at = next;
    }
    at
}

impl Layer for House {
    fn name(&self) -> String {
        String::from("House rules")
    }

    fn help(&self) -> Vec<HelpRow> {
        describe(self.keys)
    }

    fn handle(&mut self, input: Input, _desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match find(self.keys, key) {
            Some(Action::Next) => self.change(true),
            Some(Action::Previous) => self.change(false),
            Some(Action::Step(by)) => {
                let last = self.system.options.len().saturating_sub(1) as i32;
                self.chosen = (self.chosen as i32 + by).clamp(0, last) as usize;
            }
            Some(Action::Default) => self.set(self.option().map_or("", |option| option.default)),
            Some(Action::File) => return Flow::Push(Box::new(Prompt::new(FILE, "House-rule file", Vec::new()))),
            Some(Action::Done) => return self.done(),
            None => {}
        }
        Flow::Stay
    }

    fn answer(&mut self, answer: Answer, desk: &mut Desk) -> Flow {
        if let Answer::Line(FILE, path) = answer {
            self.load(&path, desk);
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let theme = &desk.theme;
        let (list, foot) = split_below(area, 7);
        let inner = panel(&format!("House rules — {}", self.system.title), list, theme, canvas);
        let visible = usize::from(inner.height).max(1);
        let first = (self.chosen + 1).saturating_sub(visible);
        for (place, option) in self.system.options.iter().enumerate().skip(first).take(visible) {
            let value = self.rules.get(option);
            let changed = if value == option.default { ' ' } else { '*' };
            let text = format!(" {changed} {:<26} {:<14} {}", option.key, value, option.help);
            let width = usize::from(inner.width);
            let text = format!("{:<width$}", cut(&text, width));
            let ink = if place == self.chosen { Ink::Chosen } else { Ink::Text };
            canvas.write(inner.x, inner.y + (place - first) as u16, text, theme.ink(ink));
        }
        let (below, hints) = split_below(foot, 1);
        let inner = panel("This option", below, theme, canvas);
        paragraph(self.about(desk), 0, inner, canvas);
        status::hints(&super::title::with_help(self.help()), hints, theme, canvas);
        None
    }
}

impl House {
    fn about(&self, desk: &Desk) -> Vec<Line<'static>> {
        let theme = &desk.theme;
        let Some(option) = self.option() else {
            return vec![line("This system has no options.", theme.ink(Ink::Text))];
        };
        let expected = format!("{} ({}), published value {}", option.values.expected(), option.clause, option.default);
        vec![
            line(option.help, theme.ink(Ink::Text)),
            line(expected, theme.ink(Ink::Faint)),
            line(self.message.clone(), theme.ink(Ink::Bad)),
        ]
    }
}
