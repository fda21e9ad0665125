//! Tests of the tool: what is woven, what does not compile, what survives, what hangs.

mod page;
mod sources;
mod whole;
mod woven;

use crate::room::Room;
use crate::run;
use crate::source::Source;

/// A row of a list as cargo-mutants writes it, for the `nth` place where the text stands.
pub fn row(text: &str, genre: &str, was: &str, nth: usize, replacement: &str) -> String {
    let (at, _) = text.match_indices(was).nth(nth).expect("the text stands there");
    let spot = |byte: usize| {
        let before = &text[..byte];
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        serde_json::json!({ "line": before.matches('\n').count() + 1, "column": column })
    };
    let span = serde_json::json!({ "start": spot(at), "end": spot(at + was.len()) });
    let row = serde_json::json!({
        "file": "src/tiny/lib.rs", "genre": genre, "replacement": replacement, "span": span
    });
    row.to_string()
}

/// A crate of one file with the mutants of those rows.
pub fn room(text: &str, rows: &[String]) -> Room {
    let source = Source::parse("src/tiny/lib.rs", text).expect("it parses");
    run::read(&format!("[{}]", rows.join(",")), "tiny", &[source]).expect("a list")
}

/// The text of that file with its mutants.
pub fn woven(text: &str, rows: &[String]) -> String {
    room(text, rows).weave().remove(0).1.replace("crate::mutants__::", "")
}
