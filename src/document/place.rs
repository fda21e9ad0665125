//! Positions: from byte offsets to lines and columns, and into the content of strings.

/// The mark some editors put at the start of a file; it takes up no column.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The line and column, both counted from 1, of the character at a byte offset.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = up_to(text, offset);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().filter(|&character| character != BYTE_ORDER_MARK).count();
    (line, column + 1)
}

/// The text before an offset, which may fall past the end or within a character.
fn up_to(text: &str, offset: usize) -> &str {
    (0..=offset.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// The byte offset, within a string as it is written with its quotes, of the character at a line
/// and column (both counted from 0) of its content; the end of the line when it is shorter, and
/// the closing quotes when the content has fewer lines.
pub(crate) fn offset_in_string(raw: &str, line: usize, column: usize) -> usize {
    let (start, end) = body(raw);
    let escapes = raw.starts_with('"');
    let (mut at, mut here) = (start, (0, 0));
    while at < end && here != (line, column) {
        let (length, content) = unit(&raw[at..end], escapes);
        match content {
            Content::Newline if here.0 == line => break,
            Content::Newline => here = (here.0 + 1, 0),
            Content::Character => here.1 += 1,
            Content::Nothing => {}
        }
        at += length;
    }
    skip_nothing(raw, at, end, escapes)
}

/// Past any line continuation, so that the offset is that of a character of the content.
fn skip_nothing(raw: &str, mut at: usize, end: usize, escapes: bool) -> usize {
    while at < end
        && let (length, Content::Nothing) = unit(&raw[at..end], escapes)
    {
        at += length;
    }
    at
}

/// Where the content starts and ends within a string as written: the newline straight after the
/// opening quotes is not part of it.
fn body(raw: &str) -> (usize, usize) {
    if !(raw.len() >= 6 && (raw.starts_with("\"\"\"") || raw.starts_with("'''"))) {
        let end = raw.len().saturating_sub(1);
        return (1.min(end), end);
    }
    let newline = match raw.as_bytes()[3..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    };
    (3 + newline, raw.len() - 3)
}

/// What a stretch of a string as written stands for in its content.
enum Content {
    Character,
    Newline,
    Nothing,
}

/// The bytes and the meaning of the first stretch of a string as written.
fn unit(rest: &str, escapes: bool) -> (usize, Content) {
    let first = rest.chars().next().unwrap_or_default();
    match first {
        '\\' if escapes => escape(rest),
        '\r' if rest.starts_with("\r\n") => (2, Content::Newline),
        '\n' => (1, Content::Newline),
        _ => (first.len_utf8(), Content::Character),
    }
}

/// The bytes and the meaning of an escape, from its backslash on.
fn escape(rest: &str) -> (usize, Content) {
    match rest[1..].chars().next() {
        Some('n') => (2, Content::Newline),
        Some('x') => coded(rest, 4),
        Some('u') => coded(rest, 6),
        Some('U') => coded(rest, 10),
        Some(' ' | '\t' | '\r' | '\n') => {
            let after = rest[1..].trim_start_matches([' ', '\t', '\r', '\n']);
            (rest.len() - after.len(), Content::Nothing)
        }
        Some(other) => (1 + other.len_utf8(), Content::Character),
        None => (1, Content::Character),
    }
}

/// An escape of so many bytes that gives a character by its number.
fn coded(rest: &str, length: usize) -> (usize, Content) {
    let number = rest.get(2..length).map(|digits| u32::from_str_radix(digits, 16));
    let content = match number {
        Some(Ok(10)) => Content::Newline,
        _ => Content::Character,
    };
    (length.min(rest.len()), content)
}
