//! What is drawn outside of a canvas is cut, and what would steer a terminal is shown.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::Block;

use crate::canvas::{Canvas, Notes};
use crate::text::{cut, needed, wrapped};

/// A field of dots, and what a drawing makes of the part of it at 2,1 that has 6 columns and 3 rows.
#[track_caller]
fn check(draw: impl FnOnce(&mut Canvas<'_>), rows: [&str; 3], astray: Option<Rect>) {
    let mut buffer = Buffer::filled(Rect::new(0, 0, 10, 5), ratatui::buffer::Cell::new("."));
    let mut notes = Notes::default();
    draw(&mut Canvas::new(&mut buffer, Rect::new(2, 1, 6, 3), &mut notes));
    let text = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    let drawn: Vec<String> = buffer.content.chunks(10).map(text).collect();
    let [first, second, third] = rows;
    let expected =
        ["..........", &format!("..{first}.."), &format!("..{second}.."), &format!("..{third}.."), ".........."];
    assert_eq!(drawn, expected);
    assert_eq!(notes.astray, astray);
}

const STYLE: Style = Style::new();

#[test]
fn text_ends_at_the_edge() {
    check(|canvas| canvas.write(4, 2, "abcdefgh", STYLE), ["......", "..abcd", "......"], None);
    check(|canvas| canvas.write(2, 3, "", STYLE), ["......"; 3], None);
}

#[test]
fn what_begins_outside_is_cut_and_noted() {
    for at in [(1, 2), (8, 2), (2, 0), (2, 4), (u16::MAX, u16::MAX), (0, 9)] {
        let noted = Some(Rect { x: at.0, y: at.1, width: 1, height: 1 });
        check(|canvas| canvas.write(at.0, at.1, "abc", STYLE), ["......"; 3], noted);
        check(|canvas| canvas.put(at, 'x', STYLE), ["......"; 3], noted);
        check(|canvas| canvas.tint(at, STYLE.bg(Color::Red)), ["......"; 3], noted);
        check(|canvas| canvas.blank(at), ["......"; 3], noted);
        check(|canvas| assert!(canvas.look(at).is_none() && canvas.seen(at).is_none()), ["......"; 3], noted);
    }
}

#[test]
fn areas_are_cut() {
    let large = Rect::new(0, 0, u16::MAX, u16::MAX);
    check(|canvas| assert_eq!(canvas.clear(large), canvas.area()), ["      "; 3], Some(large));
    let corner = Rect::new(6, 3, 40, 40);
    check(
        |canvas| {
            canvas.border(Block::bordered(), corner);
        },
        ["......", "......", "....┌┐"],
        Some(corner),
    );
    check(|canvas| canvas.line(Line::from("abcdefgh"), corner), ["......", "......", "....ab"], Some(corner));
    let below = Rect::new(2, 3, 6, 2);
    check(
        |canvas| canvas.paragraph(vec![Line::from("ab cd ef gh ij")], 0, below),
        ["......", "......", "ab cd."],
        Some(below),
    );
    let outside = Rect::new(9, 4, 9, 9);
    check(|canvas| canvas.paragraph(vec![Line::from("ab")], 7, outside), ["......"; 3], Some(outside));
}

#[test]
fn a_part_of_a_canvas_is_cut_to_it() {
    let part = Rect::new(6, 2, 40, 1);
    check(
        |canvas| {
            let mut part = canvas.within(part);
            assert_eq!(part.area(), Rect::new(6, 2, 2, 1));
            part.write(6, 2, "abc", STYLE);
            part.each(|cell| {
                cell.set_fg(Color::Red);
            });
        },
        ["......", "....ab", "......"],
        Some(part),
    );
    check(|canvas| canvas.within(Rect::new(3, 1, 0, 0)).write(3, 1, "a", STYLE), ["......"; 3], {
        Some(Rect::new(3, 1, 1, 1))
    });
}

#[test]
fn a_wide_character_has_both_cells_or_none() {
    check(|canvas| canvas.write(5, 1, "a砲砲", STYLE), ["...a砲 ", "......", "......"], None);
    check(|canvas| canvas.write(6, 1, "a砲", STYLE), ["....a.", "......", "......"], None);
    // Half of one that is drawn over goes as a whole.
    let over = |canvas: &mut Canvas<'_>| {
        canvas.write(2, 1, "砲砲", STYLE);
        canvas.put((3, 1), 'x', STYLE);
        canvas.clear(Rect::new(5, 1, 1, 1));
    };
    check(over, [" x  ..", "......", "......"], None);
    // A single cell takes none, nor a mark without a letter.
    check(|canvas| canvas.put((2, 1), '砲', STYLE), ["?.....", "......", "......"], None);
    check(|canvas| canvas.put((2, 1), '\u{301}', STYLE), ["?.....", "......", "......"], None);
}

#[test]
fn controls_are_shown() {
    check(|canvas| canvas.write(2, 1, "\x1b[2J", STYLE), [r"\u{1b}", "......", "......"], None);
    check(|canvas| canvas.line(Line::from("\u{9b}2J"), Rect::new(2, 2, 6, 1)), ["......", r"\u{9b}", "......"], None);
    check(|canvas| canvas.put((2, 1), '\x1b', STYLE), ["?.....", "......", "......"], None);
    let wrapped = |canvas: &mut Canvas<'_>| canvas.paragraph(vec![Line::from("a\tb\u{202e}")], 0, canvas.area());
    check(wrapped, [r"a\tb\u", "{202e}", "......"], None);
}

#[test]
fn words_are_measured_as_they_are_shown() {
    assert_eq!(cut("\x1b[2J", 5), r"\u{1…");
    assert_eq!(cut("anything", 0), "");
    assert_eq!(cut("砲砲砲", 4), "砲…");
    assert_eq!(wrapped("a b\x07 c", 4), ["a", r"b\u{", "7} c"]);
    assert_eq!(wrapped("one 砲砲砲砲 two", 4), ["one", "砲砲", "砲砲", "two"]);
    assert_eq!(wrapped("anything", 0), ["an", "yt", "hi", "ng"]);
    assert_eq!(needed(&[Line::from("abcdefghij"), Line::default()], 4), 4);
}
