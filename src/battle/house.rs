//! House rules: which reading or option a system plays by.

use std::collections::BTreeMap;

/// The values an option can take.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// `on` or `off`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(i64, i64),
}

impl Values {
    /// Whether the value is one of them.
    #[must_use]
    pub fn accepts(self, value: &str) -> bool {
        match self {
            Values::Flag => matches!(value, "on" | "off"),
            Values::Choice(words) => words.contains(&value),
            Values::Number(low, high) => value.parse::<i64>().is_ok_and(|number| (low..=high).contains(&number)),
        }
    }

    /// What was expected, for messages.
    #[must_use]
    pub fn expected(self) -> String {
        match self {
            Values::Flag => String::from("on or off"),
            Values::Choice(words) => format!("one of {}", words.join(", ")),
            Values::Number(low, high) => format!("a whole number from {low} to {high}"),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Values::Flag => 2,
            Values::Choice(words) => words.len() as u64,
            Values::Number(low, high) => high.abs_diff(low) + 1,
        }
    }

    /// All of them: on before off, words and numbers in their order.
    pub fn iter(self) -> impl Iterator<Item = String> {
        let (words, numbers): (&[&str], Option<(i64, i64)>) = match self {
            Values::Flag => (&["on", "off"], None),
            Values::Choice(words) => (words, None),
            Values::Number(low, high) => (&[], Some((low, high))),
        };
        let numbers = numbers.into_iter().flat_map(|(low, high)| low..=high);
        words.iter().map(|word| String::from(*word)).chain(numbers.map(|number| number.to_string()))
    }

    /// The value after `value` in turn, for a set-up screen; numbers step by one and wrap.
    #[must_use]
    pub fn next(self, value: &str) -> String {
        match self {
            Values::Flag => String::from(if value == "on" { "off" } else { "on" }),
            Values::Choice(words) => {
                let place = words.iter().position(|word| *word == value).map_or(0, |place| place + 1);
                String::from(words[place % words.len()])
            }
            Values::Number(low, high) => {
                let number = value.parse::<i64>().unwrap_or(low);
                (if number >= high { low } else { number + 1 }).to_string()
            }
        }
    }
}

/// One option of a system.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Key in house-rule files.
    pub key: &'static str,
    /// The clause it switches.
    pub clause: &'static str,
    /// What it decides, one sentence.
    pub help: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it is unless set.
    pub default: &'static str,
}

/// The chosen values of one system's options; what is not set has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRules {
    set: BTreeMap<String, String>,
}

impl HouseRules {
    /// Sets an option.
    ///
    /// # Errors
    /// When the system has no such option or the value is not one of its values; names both and what was expected.
    pub fn set(&mut self, options: &[OptionInfo], key: &str, value: &str) -> Result<(), String> {
        let option = options.iter().find(|option| option.key == key);
        let option = option.ok_or_else(|| format!("unknown house rule `{key}`"))?;
        if !option.values.accepts(value) {
            return Err(format!("house rule `{key}` is `{value}`; expected {}", option.values.expected()));
        }
        self.set.insert(String::from(key), String::from(value));
        Ok(())
    }

    /// The value of an option.
    #[must_use]
    pub fn get<'a>(&'a self, option: &'a OptionInfo) -> &'a str {
        self.set.get(option.key).map_or(option.default, String::as_str)
    }

    /// The same with only those options set of which `keeps` holds.
    #[must_use]
    pub fn only(&self, keeps: impl Fn(&str) -> bool) -> HouseRules {
        let kept = self.set.iter().filter(|(key, _)| keeps(key));
        HouseRules { set: kept.map(|(key, value)| (key.clone(), value.clone())).collect() }
    }

    /// What was set, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.set.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}
