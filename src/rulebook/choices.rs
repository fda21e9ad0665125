//! House rules: how a system writes its options, and how it reads what was chosen.

use battle::{HouseRules, OptionInfo, Values};

/// An option that is on or off.
#[must_use]
pub const fn flag(key: &'static str, clause: &'static str, help: &'static str, default: &'static str) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Flag, default }
}

/// An option that is one of those words; the first is the default.
#[must_use]
pub const fn choice(
    key: &'static str,
    clause: &'static str,
    help: &'static str,
    words: &'static [&'static str],
) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Choice(words), default: words[0] }
}

/// An option that is a whole number between two, both included.
#[must_use]
pub const fn number(
    key: &'static str,
    clause: &'static str,
    help: &'static str,
    range: (i64, i64),
    default: &'static str,
) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Number(range.0, range.1), default }
}

/// What was chosen of a system's options, to be read by key.
#[derive(Clone, Copy)]
pub struct Choices<'a> {
    options: &'static [OptionInfo],
    house: &'a HouseRules,
}

impl<'a> Choices<'a> {
    /// The choices of those house rules.
    #[must_use]
    pub const fn of(options: &'static [OptionInfo], house: &'a HouseRules) -> Choices<'a> {
        Choices { options, house }
    }

    /// The value of an option.
    ///
    /// # Panics
    /// When the system has no option of that key: a mistake in the system.
    #[must_use]
    pub fn word(&self, key: &str) -> &'a str {
        let option = self.options.iter().find(|option| option.key == key);
        self.house.get(option.unwrap_or_else(|| panic!("no option `{key}`")))
    }

    /// Whether an option has that value.
    #[must_use]
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.word(key) == value
    }

    /// Whether a flag is on.
    #[must_use]
    pub fn on(&self, key: &str) -> bool {
        self.is(key, "on")
    }

    /// The value of a number.
    #[must_use]
    pub fn number(&self, key: &str) -> i32 {
        self.word(key).parse().unwrap_or_default()
    }

    /// Whether somebody chose it, be it the default.
    #[must_use]
    pub fn was_set(&self, key: &str) -> bool {
        self.house.iter().any(|(known, _)| known == key)
    }
}
