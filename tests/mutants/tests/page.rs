//! docs/mutants.md as it is read, and what mutants are called there.

use super::{room, row};
use crate::known::{Known, read};
use crate::report::{self, Part, Reached};
use crate::trial::Outcome;

fn known(function: &str, change: &str) -> Known {
    let (room, file) = (String::from("tiny"), String::from("lib.rs"));
    Known { room, file, function: function.to_owned(), change: change.to_owned() }
}

#[test]
fn rows_are_read_below_the_heading_of_their_crate() {
    let page = "# Page\n\n## Tiny\n\n| function | change | why |\n|---|---|---|\n\
                | `lib.rs` `f` | `\\|` to `^` in `A \\| B` | other bits |\n";
    assert_eq!(read(page), [known("f", "`|` to `^` in `A | B`")].into());
    let written = crate::known::row(&known("f", "`|` to `^` in `A | B`"), "other bits");
    assert!(page.contains(&written), "{written}");
}

#[test]
fn mutants_are_called_by_what_they_change() {
    let text = "fn f(a: bool, b: i32) -> i32 { if !a { b + 1 } else { match b { 0 if a => 1, _ => 2 } } }";
    let rows = [
        row(text, "BinaryOperator", "+", 0, "-"),
        row(text, "UnaryOperator", "!", 0, ""),
        row(text, "FnValue", "if !a", 0, "0"),
        row(text, "MatchArm", "0 if a => 1,", 0, ""),
    ];
    let room = room(text, &rows);
    let names: Vec<String> = report::known("tiny", &room).into_iter().map(|known| known.change).collect();
    assert_eq!(
        names,
        ["`!` gone in `!a`", "`+` to `-` in `b + 1`", "arm `0 if a` gone", "answers `0`"],
        "in the order of the places, bodies last"
    );
}

#[test]
fn equal_changes_of_a_function_are_told_apart() {
    let text = "fn f(a: i32) -> i32 { (a + 1) * (a + 1) }\nfn g(a: i32) -> i32 { a + 1 }";
    let rows: Vec<String> = (0..3).map(|nth| row(text, "BinaryOperator", "+", nth, "-")).collect();
    let known = report::known("tiny", &room(text, &rows));
    let changes: Vec<&str> = known.iter().map(|known| known.change.as_str()).collect();
    assert_eq!(changes, ["`+` to `-` in `a + 1`", "`+` to `-` in `a + 1` #2", "`+` to `-` in `a + 1`"]);
}

#[test]
fn survivors_are_listed_open_or_stale() {
    let text = "fn f(a: i32) -> i32 { a + 1 }\nfn g(a: i32) -> i32 { a * 2 }";
    let rows = [row(text, "BinaryOperator", "+", 0, "-"), row(text, "BinaryOperator", "*", 0, "/")];
    let room = room(text, &rows);
    let page = [known("f", "`+` to `-` in `a + 1`"), known("h", "`+` to `-` in `a + 1`")].into();
    let reached = Reached { usual: [1, 2].into(), off: [2].into() };
    let report = report::report("tiny", &room, |_| Some(Outcome::Survived), &reached, &page);
    let counts = &report.counts[&Part::Other];
    assert_eq!((counts.tried, counts.listed, counts.open), (2, 1, 1));
    assert_eq!(report.open, ["src/tiny/lib.rs:2 \t| `lib.rs` `g` | `*` to `/` in `a * 2` |  |"]);
    assert_eq!(report.stale, [known("h", "`+` to `-` in `a + 1`")].into());
    let caught = report::report("tiny", &room, |_| Some(Outcome::Broke), &reached, &page);
    assert_eq!(caught.stale.len(), 2, "what is caught now need not be listed");
    let untried = report::report("tiny", &room, |_| None, &reached, &page);
    assert_eq!(untried.stale.len(), 1, "of what was not tried nobody knows");
    let reached = Reached { usual: [1].into(), off: [2].into() };
    let report = report::report("tiny", &room, |_| Some(Outcome::Survived), &reached, &page);
    let counts = &report.counts[&Part::Other];
    assert_eq!((counts.off, counts.open), (1, 0), "what needs a clause switched off is no gap");
}
