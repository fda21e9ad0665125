//! Pictures as bytes: as few changes of looks as there can be, and none left behind.

use std::cell::RefCell;
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::style::{Color, Style};

use super::drawn::Wire;
use crate::pen::{Pen, Sketch};
use crate::screen::write_restoring;

/// A letter at a column and row, with the shades of its ink and ground.
type Dot = (u16, u16, char, u8, u8);

/// What is written for each of those pictures of letters with their inks and grounds.
fn pictures(pictures: &[&[Dot]]) -> Vec<String> {
    let sketch = Rc::new(RefCell::new(Sketch::new((40, 10))));
    let mut terminal = Terminal::new(Pen(Rc::clone(&sketch))).expect("a window");
    let mut written = Vec::new();
    for cells in pictures {
        let drawn = terminal.draw(|frame| {
            for (x, y, letter, ink, ground) in *cells {
                let [ink, ground] = [ink, ground].map(|shade| Color::Rgb(*shade, *shade, *shade));
                let cell = frame.buffer_mut().cell_mut((*x, *y)).expect("inside");
                cell.set_char(*letter).set_style(Style::new().fg(ink).bg(ground));
            }
        });
        let bytes = sketch.borrow_mut().picture(drawn.expect("drawn").buffer);
        written.push(String::from_utf8(bytes).expect("text"));
    }
    written
}

#[test]
fn looks_that_share_a_colour_follow_each_other() {
    // Three inks on three grounds, all scattered: a way goes through all nine that changes one colour at a time.
    let cells: Vec<Dot> = (0..9)
        .map(|place| (3 * (place * 4 % 9), place, 'x', 100 + (place % 3) as u8, 200 + (place / 3) as u8))
        .collect();
    let picture = &pictures(&[&cells])[0];
    let [inks, grounds] = ["38;2;", "48;2;"].map(|code| picture.matches(code).count());
    assert_eq!(inks + grounds, 2 + 8, "{picture:?}");
}

#[test]
fn a_picture_goes_on_with_the_looks_of_the_last() {
    let first = [(0, 0, 'a', 100, 200)];
    let second = [(0, 0, 'a', 100, 200), (5, 0, 'b', 100, 200)];
    let written = pictures(&[&first, &second]);
    assert!(written[0].contains("38;2;100;100;100") && !written[1].contains('m'), "{written:?}");
}

#[test]
fn a_blank_is_written_with_what_stands_beside_it() {
    let row = |y: u16| [(0, y, 'a', 100, 200), (1, y, ' ', 1, 200), (20, y, ' ', 2, 250), (21, y, 'b', 150, 250)];
    let cells: Vec<Dot> = (0..8).flat_map(row).collect();
    let picture = &pictures(&[&cells])[0];
    // The looks are set once each, and a blank before a letter can come before its ink.
    assert_eq!((picture.matches("a ").count(), picture.matches("48;2;").count()), (8, 2), "{picture:?}");
    assert!(picture.matches(" b").count() >= 7, "{picture:?}");
}

#[test]
fn a_terminal_that_is_given_back_writes_plainly() {
    let mut wire = Wire::new((40, 10));
    let picture = &pictures(&[&[(0, 0, 'a', 100, 200)]])[0];
    std::io::Write::write_all(&mut wire, picture.as_bytes()).expect("written");
    assert_ne!(wire.ground(), vt100::Color::Default);
    write_restoring(&mut wire).expect("written");
    assert_eq!(wire.ground(), vt100::Color::Default);
}
