//! Pictures that move: what a terminal moves itself is what was drawn, and costs little.

use ratatui::layout::Size;

use super::drawn::{Wire, compare, on_paper};
use crate::Depth;
use crate::shift::{UNKNOWN, nearest};

/// Rows of letters as codes.
fn codes(rows: &[&str]) -> (Vec<u128>, Size) {
    let size = Size::new(rows[0].chars().count() as u16, rows.len() as u16);
    (rows.iter().flat_map(|row| row.chars()).map(|letter| u128::from(u32::from(letter))).collect(), size)
}

/// A field of so many rows of 40 columns, seen from that column and row of it on.
fn window(height: i32, (left, top): (i32, i32)) -> Vec<String> {
    let letter =
        |x: i32, y: i32| char::from(b'a' + ((x * x + 3 * y * y + 5 * x * y + 7 * x) % 26).unsigned_abs() as u8);
    (0..height).map(|y| (0..40).map(|x| letter(x + left, y + top)).collect()).collect()
}

fn moved(before: (i32, i32), after: (i32, i32)) -> (String, usize) {
    let [before, after] = [before, after].map(|at| window(10, at));
    let rows = |window: &[String]| codes(&window.iter().map(String::as_str).collect::<Vec<_>>());
    let ((before, size), (after, _)) = (rows(&before), rows(&after));
    let moved = nearest(&before, &after, size).expect("much is the same");
    let wrong = moved.codes.iter().zip(&after).filter(|(there, wanted)| there != wanted);
    assert!(wrong.clone().all(|(there, _)| *there == UNKNOWN), "what is not uncovered is right");
    (String::from_utf8(moved.bytes).expect("sequences"), wrong.count())
}

#[test]
fn a_window_that_moves_east_takes_letters_out_at_the_left() {
    let (bytes, left) = moved((0, 0), (12, 0));
    assert!(bytes.starts_with("\x1b[1H\x1b[12P\n\x1b[12P"), "{bytes:?}");
    assert_eq!(left, 12 * 10);
}

#[test]
fn a_window_that_moves_west_puts_letters_in_at_the_left() {
    let (bytes, left) = moved((12, 0), (0, 0));
    assert!(bytes.starts_with("\x1b[1H\x1b[12@\n\x1b[12@"), "{bytes:?}");
    assert_eq!(left, 12 * 10);
}

#[test]
fn a_window_that_moves_south_or_north_takes_rows_out_or_puts_them_in() {
    assert_eq!(moved((0, 0), (0, 4)), (String::from("\x1b[1;10r\x1b[1H\x1b[4M\x1b[r"), 4 * 40));
    assert_eq!(moved((0, 4), (0, 0)), (String::from("\x1b[1;10r\x1b[1H\x1b[4L\x1b[r"), 4 * 40));
}

#[test]
fn what_stands_beside_a_border_stays_where_it_is() {
    let beside = |at: (i32, i32)| -> Vec<String> {
        window(10, at).iter().enumerate().map(|(y, row)| format!("{row}│card {} of {}│", y, at.0)).collect()
    };
    let [before, after] = [beside((0, 0)), beside((9, 0))];
    let rows = |window: &[String]| codes(&window.iter().map(String::as_str).collect::<Vec<_>>());
    let ((before, size), (after, _)) = (rows(&before), rows(&after));
    let moved = nearest(&before, &after, size).expect("much is the same");
    let bytes = String::from_utf8(moved.bytes).expect("sequences");
    assert!(bytes.starts_with("\x1b[1H\x1b[9P\x1b[1;32H\x1b[9@\x1b[2H"), "{bytes:?}");
}

#[test]
fn a_picture_that_is_another_one_is_not_moved() {
    let (before, size) = codes(&["abcdefghijklmnopqrst"; 10]);
    let (after, _) = codes(&["01234567890123456789"; 10]);
    assert!(nearest(&before, &after, size).is_none());
}

/// A walk that scrolls the map on all sides, at sizes with and without panels beside it.
#[test]
fn a_scrolled_map_is_what_was_drawn() {
    let walk = format!(
        "{} {} {} {}",
        "Shift-Right ".repeat(14),
        "Shift-Down ".repeat(8),
        "Shift-Left ".repeat(14),
        "Shift-Up ".repeat(8)
    );
    for (size, depth) in [((80, 24), Depth::True), ((60, 16), Depth::Indexed), ((130, 30), Depth::Mono)] {
        let wire = Wire::new(size);
        on_paper(&format!("Esc + + {walk}"), size, depth, &wire, compare);
    }
}

/// Keys that nobody would press in that order, so that pictures of all kinds follow each other.
fn storm(seed: u32, count: usize) -> String {
    let keys = "Tab Enter Esc a Enter Down Up Shift-Right Shift-Left Shift-Down Shift-Up + - z c o L m B M ? Space e n u j k ] R E G";
    let keys: Vec<&str> = keys.split_whitespace().collect();
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        keys[(state >> 16) as usize % keys.len()]
    };
    (0..count).map(|_| next()).collect::<Vec<_>>().join(" ")
}

#[test]
fn pictures_of_all_kinds_are_what_was_drawn() {
    for (seed, size) in [(1, (120, 40)), (2, (80, 24)), (3, (120, 40)), (4, (64, 18)), (5, (150, 44))] {
        on_paper(&storm(seed, 160), size, Depth::True, &Wire::new(size), compare);
    }
}
