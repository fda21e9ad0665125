//! Text from files and peers made plain: what would steer a terminal, hide or turn other text round is shown, not obeyed.
//!
//! Every way out of the program uses it in one place: the lines of the commands, the canvas of the screen, the log of
//! the server. Inside, texts stay as they are.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

/// Characters that are kept of a line for people; no honest line comes near it.
pub const LONGEST: usize = 4_000;

/// Marks that may stand over and under one letter.
const MARKS: usize = 3;

/// Characters that show nothing by themselves but change what is around them: signs of direction, joiners, blanks
/// without width, selectors of variants, tags. Control characters come on top.
const INVISIBLE: &[(u32, u32)] = &[
    (0x00ad, 0x00ad),
    (0x034f, 0x034f),
    (0x0600, 0x0605),
    (0x061c, 0x061c),
    (0x06dd, 0x06dd),
    (0x070f, 0x070f),
    (0x0890, 0x0891),
    (0x08e2, 0x08e2),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x1345f),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    (0xe0000, 0xe0fff),
];

/// Whether a character shows itself and does nothing else.
///
/// ```
/// assert!(plain::shows('é') && plain::shows(' '));
/// assert!(!plain::shows('\x1b') && !plain::shows('\n') && !plain::shows('\u{202e}'));
/// ```
#[must_use]
pub fn shows(letter: char) -> bool {
    match letter {
        ' '..='~' => true,
        _ if letter.is_control() => false,
        _ => !INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(letter))),
    }
}

/// The text as one line: whatever does not show itself is written as Rust writes it, line breaks and tabs among it.
///
/// ```
/// assert_eq!(plain::line("Drill\x1b[2J field\n"), r"Drill\u{1b}[2J field\n");
/// ```
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    made(text, |letter, out| out.extend(letter.escape_default()))
}

/// The text with its line breaks, each line for itself as [`line()`] has it.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    if text.split('\n').all(is_plain) {
        return Cow::Borrowed(text);
    }
    let whole: Vec<Cow<'_, str>> = text.split('\n').map(line).collect();
    Cow::Owned(whole.join("\n"))
}

/// JSON of which nothing but its texts can hold such characters, with the same meaning and without them.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    made(text, |letter, out| {
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // A text takes everything.
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// At most so many characters of a text; where there are more, the last that is kept is an ellipsis.
#[must_use]
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most || text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most.saturating_sub(1)).chain(['…']).collect())
}

/// One line for people: plain, and of bounded length.
#[must_use]
pub fn bounded(text: &str) -> Cow<'_, str> {
    match line(text) {
        Cow::Borrowed(text) => cut(text, LONGEST),
        Cow::Owned(text) => Cow::Owned(cut(&text, LONGEST).into_owned()),
    }
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !stray_letters(text).any(|(_, stray)| stray)
}

/// Each letter, and whether it must not go out as it is: it does not show itself, or it is one mark too many over a
/// letter, or a mark over none.
fn stray_letters(text: &str) -> impl Iterator<Item = (char, bool)> + '_ {
    let mut marks = MARKS;
    text.chars().map(move |letter| {
        let is_mark = letter.width() == Some(0);
        marks = if is_mark { marks + 1 } else { 0 };
        (letter, !shows(letter) || is_mark && marks > MARKS)
    })
}

fn made(text: &str, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (letter, stray) in stray_letters(text) {
        if stray { write(letter, &mut out) } else { out.push(letter) }
    }
    Cow::Owned(out)
}
