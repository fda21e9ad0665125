//! Names of players: what may be one, and what looks too much like somebody else's.

use std::ops::RangeInclusive;

/// How many characters a name has.
const LENGTH: RangeInclusive<usize> = 2..=16;

/// Names nobody may have or look like.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "anybody",
    "anyone",
    "blue",
    "club",
    "computer",
    "grognard",
    "guest",
    "host",
    "human",
    "moderator",
    "nobody",
    "operator",
    "red",
    "root",
    "server",
    "somebody",
    "system",
    "you",
];

/// Whether somebody may be called that; whether the name is taken is another matter.
///
/// # Errors
/// The rule it breaks.
pub(crate) fn check(name: &str, commanders: &[String]) -> Result<(), String> {
    let letters = name.chars().count();
    if !LENGTH.contains(&letters) {
        return Err(format!("a name has {} to {} characters, this one {letters}", LENGTH.start(), LENGTH.end()));
    }
    if let Some(other) = name.chars().find(|letter| !allowed(*letter)) {
        return Err(format!("a name is made of letters a to z, digits, - _ and ., without {other:?}"));
    }
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(String::from("a name begins with a letter"));
    }
    match looks_like(name, commanders) {
        Some(reserved) => Err(format!("`{name}` looks like {reserved}, a name that nobody can take")),
        None => Ok(()),
    }
}

const fn allowed(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.')
}

/// The reserved name that this one can be mistaken for. Anything that begins like a guest's name can be.
fn looks_like(name: &str, commanders: &[String]) -> Option<String> {
    let seen = skeleton(name);
    if seen.starts_with(&skeleton("guest")) {
        return Some(String::from("a guest"));
    }
    let reserved = RESERVED.iter().copied().chain(commanders.iter().map(String::as_str));
    reserved.into_iter().find(|reserved| skeleton(reserved) == seen).map(|reserved| format!("`{reserved}`"))
}

/// What the eye makes of a name: without case and punctuation, with figures and letters that look alike as one.
fn skeleton(name: &str) -> String {
    let lower: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let lower = lower.replace("rn", "m").replace("vv", "w");
    lower.chars().map(alike).collect()
}

const fn alike(letter: char) -> char {
    match letter {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '2' => 'z',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '6' | '9' => 'g',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}
