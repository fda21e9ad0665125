//! Keys, and keymaps as documented data: the same table drives the keyboard, the hint line and the help.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// One key as pressed: a code with Ctrl or Shift. Shift is part of a character, so `Shift` is only kept for other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
    shift: bool,
}

impl Key {
    /// A character as typed.
    #[must_use]
    pub const fn char(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: false, shift: false }
    }

    /// Ctrl with a letter.
    #[must_use]
    pub const fn ctrl(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: true, shift: false }
    }

    /// A named key.
    #[must_use]
    pub const fn code(code: KeyCode) -> Key {
        Key { code, ctrl: false, shift: false }
    }

    /// Shift with a named key.
    #[must_use]
    pub const fn shift(code: KeyCode) -> Key {
        Key { code, ctrl: false, shift: true }
    }

    /// The key of a terminal event; `None` for a release.
    #[must_use]
    pub fn of(event: KeyEvent) -> Option<Key> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let shift = event.modifiers.contains(KeyModifiers::SHIFT);
        Some(match event.code {
            KeyCode::Char(c) if ctrl => Key::ctrl(c.to_ascii_lowercase()),
            KeyCode::Char(c) => Key::char(c),
            KeyCode::BackTab => Key::code(KeyCode::BackTab),
            code => Key { code, ctrl, shift },
        })
    }

    /// The character typed, if it is one.
    #[must_use]
    pub const fn typed(self) -> Option<char> {
        match self {
            Key { code: KeyCode::Char(c), ctrl: false, .. } => Some(c),
            _ => None,
        }
    }

    /// A numbered key.
    #[must_use]
    pub const fn function(number: u8) -> Key {
        Key::code(KeyCode::F(number))
    }

    /// Whether it is a key with a name of its own, such as Enter or an arrow; Space and numbered keys are not.
    #[must_use]
    pub const fn is_named(self) -> bool {
        !matches!(self.code, KeyCode::Char(_) | KeyCode::F(_)) || self.shift
    }

    /// Whether it is that named key, shifted or not.
    #[must_use]
    pub fn is(self, code: KeyCode) -> bool {
        self.code == code && !self.ctrl
    }
}

const NAMES: &[(KeyCode, &str)] = &[
    (KeyCode::Enter, "Enter"),
    (KeyCode::Esc, "Esc"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::BackTab, "Shift-Tab"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Left, "←"),
    (KeyCode::Right, "→"),
    (KeyCode::Up, "↑"),
    (KeyCode::Down, "↓"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "PgUp"),
    (KeyCode::PageDown, "PgDn"),
    (KeyCode::Char(' '), "Space"),
];

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl-")?;
        }
        if self.shift {
            f.write_str("Shift-")?;
        }
        match (NAMES.iter().find(|(code, _)| *code == self.code), self.code) {
            (Some((_, name)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) if self.ctrl => write!(f, "{}", c.to_ascii_uppercase()),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(number)) => write!(f, "F{number}"),
            (None, other) => write!(f, "{other:?}"),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    /// Reads a key as it is written by `Display`; the arrows also as `Left`, `Right`, `Up` and `Down`.
    fn from_str(text: &str) -> Result<Key, String> {
        let (shift, rest) =
            text.strip_prefix("Shift-").filter(|rest| *rest != "Tab").map_or((false, text), |r| (true, r));
        let (ctrl, rest) = rest.strip_prefix("Ctrl-").map_or((false, rest), |rest| (true, rest));
        let plain = match rest {
            "Left" => "←",
            "Right" => "→",
            "Up" => "↑",
            "Down" => "↓",
            other => other,
        };
        if let Some((code, _)) = NAMES.iter().find(|(_, name)| *name == plain) {
            return Ok(Key { code: *code, ctrl, shift });
        }
        let number = rest.strip_prefix('F').and_then(|number| number.parse::<u8>().ok());
        if let Some(number) = number.filter(|number| (1..=12).contains(number)) {
            return Ok(Key { code: KeyCode::F(number), ctrl, shift });
        }
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if ctrl => Ok(Key::ctrl(c.to_ascii_lowercase())),
            (Some(c), None) => Ok(Key::char(c)),
            _ => Err(format!("unknown key `{text}`; expected a character or a name such as Enter, Shift-Tab, Ctrl-C")),
        }
    }
}

/// What some keys do on a screen.
#[derive(Clone, Copy, Debug)]
pub struct Binding<A: 'static> {
    /// The keys, the one to show first.
    pub keys: &'static [Key],
    /// What they do.
    pub action: A,
    /// One or two words for the hint line; empty when it is not shown there. `keys|words` names other keys than the
    /// first one.
    pub hint: &'static str,
    /// A sentence for the help.
    pub help: &'static str,
}

/// A row of a keymap.
#[must_use]
pub const fn binding<A>(keys: &'static [Key], action: A, hint: &'static str, help: &'static str) -> Binding<A>
where
    A: Copy,
{
    Binding { keys, action, hint, help }
}

/// The keys of a screen or of one of its states.
pub type Keymap<A> = &'static [Binding<A>];

/// One line of help: keys and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpRow {
    /// The keys, as written.
    pub keys: String,
    /// The hint, or nothing.
    pub hint: Cow<'static, str>,
    /// What they do.
    pub help: &'static str,
}

/// What the key does in the first of the maps that knows it.
#[must_use]
pub fn find<A: Copy>(maps: &[Keymap<A>], key: Key) -> Option<A> {
    maps.iter().flat_map(|map| map.iter()).find(|binding| binding.keys.contains(&key)).map(|binding| binding.action)
}

/// The maps as help, in their order. A binding whose every key is taken by an earlier map is left out.
#[must_use]
pub fn describe<A: Copy>(maps: &[Keymap<A>]) -> Vec<HelpRow> {
    describe_without(maps, Vec::new())
}

/// The same where some keys are taken by something else.
#[must_use]
pub fn describe_without<A: Copy>(maps: &[Keymap<A>], taken: Vec<Key>) -> Vec<HelpRow> {
    rows_of(maps, taken, |binding| binding.keys.to_vec()).into_iter().map(|(_, row)| row).collect()
}

/// Every binding with a key that is still free, and its row of help, for bindings with those keys.
pub(crate) fn rows_of<A>(
    maps: &[Keymap<A>],
    mut taken: Vec<Key>,
    keys: impl Fn(&Binding<A>) -> Vec<Key>,
) -> Vec<(&'static Binding<A>, HelpRow)> {
    let mut rows = Vec::new();
    for binding in maps.iter().flat_map(|map| map.iter()) {
        let free: Vec<Key> = keys(binding).into_iter().filter(|key| !taken.contains(key)).collect();
        if free.is_empty() {
            continue;
        }
        let keys = free.iter().map(Key::to_string).collect::<Vec<_>>().join(" ");
        rows.push((binding, HelpRow { keys, hint: Cow::Borrowed(binding.hint), help: binding.help }));
        taken.extend(free);
    }
    rows
}
