//! House rules: how a system writes its options, and how it reads what was chosen.
//!
//! Each option is one row of [`options!`](crate::options): the field by which the rules ask for it, its key and values, its clause, its
//! help, and how the field is read. An option of several words whose rules branch is an enumeration made by
//! [`worded!`](crate::worded).

use battle::{HouseRules, OptionInfo, Values};

/// Values of an option with the usual one.
pub type Range = (Values, &'static str);

/// A flag that is off unless somebody puts it on.
pub const OFF: Range = (Values::Flag, "off");
/// A flag that is on unless somebody puts it off.
pub const ON: Range = (Values::Flag, "on");

/// One of those words; the first is the usual one.
#[must_use]
pub const fn words(words: &'static [&'static str]) -> Range {
    (Values::Choice(words), words[0])
}

/// A whole number between two, both included.
#[must_use]
pub const fn numbers(low: i64, high: i64, usual: &'static str) -> Range {
    (Values::Number(low, high), usual)
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

    /// Whether anything but the usual value was chosen.
    ///
    /// # Panics
    /// As [`Choices::word`].
    #[must_use]
    pub fn unusual(&self, key: &str) -> bool {
        let usual = self.options.iter().find(|option| option.key == key).map_or("", |option| option.default);
        self.word(key) != usual
    }

    /// The value of a number, in a type that holds all that are allowed.
    #[must_use]
    pub fn whole<N: TryFrom<i32> + Default>(&self, key: &str) -> N {
        N::try_from(self.number(key)).unwrap_or_default()
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

/// The options of a system, a row each: `field: type = "key" range, "clause", "help", read;`. `read` makes the field of what was
/// chosen and the key, as [`Choices::on`] and [`Choices::unusual`] do. Makes `OPTIONS` for the system's facts, and `Options` with
/// `Options::read`, which is for the module of the rows alone: it says there which house rules are read. Fields that are no options, but made of them, stand first with their values before they are: `{ field: type = value; }`.
#[macro_export]
macro_rules! options {
    (
        $({ $($(#[$made_doc:meta])* $made:ident: $made_type:ty = $made_value:expr;)* })?
        $($field:ident: $type:ty = $key:literal $range:expr, $clause:literal, $help:literal, $read:expr;)*
    ) => {
        /// Every option of the system.
        pub(crate) const OPTIONS: &[battle::OptionInfo] = &[
            $(battle::OptionInfo { key: $key, clause: $clause, help: $help, values: $range.0, default: $range.1 }),*
        ];

        /// Every option as it is played.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $($($(#[$made_doc])* pub $made: $made_type,)*)?
            $(#[doc = concat!($clause, ": ", $help, ".")] pub $field: $type),*
        }

        impl Options {
            /// As the rows read what was chosen.
            fn read(chosen: &$crate::Choices<'_>) -> Options {
                Options {
                    $($($made: $made_value,)*)?
                    $($field: ($read)(chosen, $key)),*
                }
            }
        }
    };
}

/// The words of an option and what each means to the rules; the first is the usual one.
#[macro_export]
macro_rules! worded {
    ($(#[$meta:meta])* $name:ident: $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant),+
        }

        impl $name {
            /// The words, the usual one first.
            pub(crate) const WORDS: &[&str] = &[$($word),+];

            /// What a word means, if it is one of them.
            pub(crate) fn named(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }

            /// What was chosen.
            fn read(chosen: &$crate::Choices<'_>, key: &str) -> $name {
                $name::named(chosen.word(key)).unwrap_or_default()
            }
        }

        impl Default for $name {
            /// The usual one.
            fn default() -> $name {
                [$($name::$variant),+][0]
            }
        }
    };
}
