//! Hostile texts, one by one and all characters there are.

use super::*;

#[test]
fn what_shows_itself_stays() {
    for text in ["", "Quatre Bras · Turn 3 of 12 ▸ «ça va»", "Ziethen, Blücher, Æ", "砲兵", "e\u{301}te\u{301}", "a\\b"]
    {
        assert_eq!(line(text), text);
        assert_eq!(json(text), text);
        assert!(matches!(line(text), Cow::Borrowed(_)));
    }
}

#[test]
fn what_would_steer_a_terminal_is_shown() {
    for (text, shown) in [
        ("\x1b]0;title\x07", r"\u{1b}]0;title\u{7}"),
        ("\x1b[2J", r"\u{1b}[2J"),
        ("\u{9b}2J", r"\u{9b}2J"),
        ("a\x7fb", r"a\u{7f}b"),
        ("one\r\ntwo\tthree", r"one\r\ntwo\tthree"),
        ("right\u{202e}tfel", r"right\u{202e}tfel"),
        ("zero\u{200b}width\u{feff}", r"zero\u{200b}width\u{feff}"),
        ("tag\u{e0041}", r"tag\u{e0041}"),
        ("line\u{2028}break", r"line\u{2028}break"),
        ("\u{301}lone", r"\u{301}lone"),
    ] {
        assert_eq!(line(text), shown);
    }
}

#[test]
fn marks_do_not_pile_up() {
    let pile = format!("a{}", "\u{301}".repeat(1000));
    assert_eq!(line(&pile).matches('\u{301}').count(), MARKS);
}

#[test]
fn no_control_character_is_left_of_all_there_are() {
    let all: String = ('\0'..=char::MAX).collect();
    for out in [line(&all), json(&all), bounded(&all)] {
        assert!(out.chars().all(shows));
    }
    assert!(lines(&all).chars().all(|letter| shows(letter) || letter == '\n'));
    assert_eq!(bounded(&all).chars().count(), LONGEST);
}

#[test]
fn lines_keep_their_breaks_and_nothing_else() {
    assert_eq!(lines("one\ntwo\n"), "one\ntwo\n");
    assert_eq!(lines("one\x07\r\n\ttwo"), "one\\u{7}\\r\n\\ttwo");
    assert_eq!(lines("one\rtwo"), r"one\rtwo");
    assert_eq!(lines("one\r\ntwo"), "one\\r\ntwo");
}

#[test]
fn json_keeps_its_meaning() {
    assert_eq!(json("{\"a\":\"\u{9b}2J \u{e0041}\"}"), r#"{"a":"\u009b2J \udb40\udc41"}"#);
}

#[test]
fn a_cut_says_that_it_is_one() {
    assert_eq!(cut("grognard", 8), "grognard");
    assert_eq!(cut("grognards", 8), "grognar…");
    assert_eq!(cut("grognards", 0), "…");
}
