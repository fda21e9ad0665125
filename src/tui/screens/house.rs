//! The house rules of a system: every option with its value, what it decides and its clause.

use battle::{HouseRules, OptionInfo, SystemInfo, Values};
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::prompt::Prompt;
use super::rows::{Bar, Listed, Own};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{cut, line, panel, paragraph, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Next,
    Previous,
    Default,
    File,
}

impl Own for Action {}

const VALUES: Keymap<Listed<Action>> = &[
    binding(
        &[Key::code(KeyCode::Right), Key::char('l'), Key::char(' ')],
        Listed::Own(Action::Next),
        "change",
        "The next value.",
    ),
    binding(&[Key::code(KeyCode::Left), Key::char('h')], Listed::Own(Action::Previous), "", "The value before."),
];

const KEYS: Keymap<Listed<Action>> = &[
    binding(&[Key::char('d')], Listed::Own(Action::Default), "default", "Back to the published value."),
    binding(
        &[Key::code(KeyCode::Enter), Key::code(KeyCode::Esc), Key::char('q')],
        Listed::Back,
        "done",
        "Keep the values and go back.",
    ),
];

const FILES: Keymap<Listed<Action>> =
    &[binding(&[Key::char('f')], Listed::Own(Action::File), "file", "Read house rules from a file.")];

const AT_HOME: &[Keymap<Listed<Action>>] = &[VALUES, Listed::NEXT, Listed::TEN, KEYS, FILES];
const VISITING: &[Keymap<Listed<Action>>] = &[VALUES, Listed::NEXT, Listed::TEN, KEYS];

/// The place of the house rules.
#[must_use]
pub fn place() -> Place {
    Place::of(AT_HOME)
}

const FILE: &str = "house file";
/// Tag of the answer that tells the screen below that values may have changed.
pub const DONE: &str = "house";

/// The house-rule panel; its result is read with [`House::rules`] through the answer's text.
pub struct House {
    system: &'static SystemInfo,
    rules: HouseRules,
    bar: Bar,
    message: String,
    keys: &'static [Keymap<Listed<Action>>],
}

impl House {
    /// The options of that system with those values; they can be read from files only where nobody else's are.
    #[must_use]
    pub fn new(system: &'static SystemInfo, rules: HouseRules, desk: &Desk) -> House {
        let keys = if desk.visit.is_some() { VISITING } else { AT_HOME };
        House { system, rules, bar: Bar::default(), message: String::new(), keys }
    }

    fn option(&self) -> Option<&'static OptionInfo> {
        self.system.options.get(self.bar.row())
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

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(self.keys, Vec::new())
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(self.keys, key) {
            Some(Listed::Own(Action::Next)) => self.change(true),
            Some(Listed::Own(Action::Previous)) => self.change(false),
            Some(Listed::Step(by)) => self.bar.step(by, self.system.options.len()),
            Some(Listed::Own(Action::Default)) => self.set(self.option().map_or("", |option| option.default)),
            Some(Listed::Own(Action::File)) => {
                return Flow::Push(Box::new(Prompt::new(FILE, "House-rule file", Vec::new())));
            }
            Some(Listed::Back) => return self.done(),
            Some(Listed::Choose) | None => {}
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
        let width = usize::from(inner.width);
        let row = |option: &OptionInfo| {
            let value = self.rules.get(option);
            let changed = if value == option.default { ' ' } else { '*' };
            let text = format!(" {changed} {:<26} {:<14} {}", option.key, value, option.help);
            format!("{:<width$}", cut(&text, width))
        };
        let rows: Vec<String> = self.system.options.iter().map(row).collect();
        self.bar.draw(&rows, inner, canvas, theme);
        let (below, hints) = split_below(foot, 1);
        let inner = panel("This option", below, theme, canvas);
        paragraph(self.about(desk), 0, inner, canvas);
        status::hints(&status::with_help(self.help(&desk.keys)), hints, theme, canvas);
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
