//! Hexes to cells and back, and the ways of the cursor.

use hexes::{Direction, Grid, Offset};
use ratatui::layout::Rect;

use crate::map::projection::{Projection, Way, Zoom};

const ZOOMS: [Zoom; 3] = [Zoom::Table, Zoom::Field, Zoom::Close];

#[test]
fn every_cell_of_a_hex_leads_back_to_it() {
    let grid = Grid::new(20, 15);
    for zoom in [Zoom::Field, Zoom::Close] {
        let (width, height) = zoom.hex_size();
        for hex in grid.iter() {
            let (x, y) = zoom.place(hex);
            for cell in (0..i32::from(width)).flat_map(|dx| (0..i32::from(height)).map(move |dy| (x + dx, y + dy))) {
                assert_eq!(zoom.hex(cell.0, cell.1), hex, "{zoom:?} {cell:?}");
            }
        }
    }
}

#[test]
fn the_overview_puts_two_rows_in_one() {
    let (upper, lower) = (Offset::new(3, 4).hex(), Offset::new(3, 5).hex());
    assert_eq!(Zoom::Table.place(upper), (3, 2));
    assert_eq!(Zoom::Table.place(lower), (3, 2));
    assert_eq!(Zoom::Table.hex(3, 2), upper);
}

#[test]
fn odd_rows_are_shifted_by_half_a_hex() {
    assert_eq!(Zoom::Field.place(Offset::new(3, 4).hex()), (6, 4));
    assert_eq!(Zoom::Field.place(Offset::new(3, 5).hex()), (7, 5));
    assert_eq!(Zoom::Close.place(Offset::new(3, 5).hex()), (14, 10));
}

#[test]
fn a_click_finds_the_hex_in_a_scrolled_window() {
    let grid = Grid::new(72, 48);
    let area = Rect::new(5, 2, 60, 20);
    let focus = Offset::new(60, 40).hex();
    for zoom in ZOOMS {
        let projection = Projection::following(zoom, grid, area, (0, 0), focus);
        let (x, y) = projection.screen(zoom.place(focus)).expect("the focus is in the window");
        let found = projection.hex_at(x, y).expect("a hex");
        assert_eq!(zoom.place(found), zoom.place(focus), "{zoom:?}");
        assert_eq!(projection.hex_at(area.x - 1, area.y), None, "outside the window");
    }
}

#[test]
fn a_small_map_is_in_the_middle_and_a_large_one_stops_at_its_edge() {
    let area = Rect::new(0, 0, 80, 24);
    let small = Projection::following(Zoom::Field, Grid::new(10, 10), area, (0, 0), Offset::new(0, 0).hex());
    assert_eq!(small.origin, (-(80 - 21) / 2, -(24 - 10) / 2));
    let large = Projection::following(Zoom::Field, Grid::new(72, 48), area, (999, 999), Offset::new(71, 47).hex());
    assert_eq!(large.origin, (145 - 80, 48 - 24));
}

#[test]
fn a_window_is_scrolled_as_little_as_keeps_the_cursor_off_its_edge() {
    let area = Rect::new(0, 0, 60, 20);
    let at = |column, row, origin| {
        Projection::following(Zoom::Field, Grid::new(72, 48), area, origin, Offset::new(column, row).hex()).origin
    };
    assert_eq!(at(20, 10, (10, 3)), (10, 3), "well inside");
    assert_eq!(at(20, 20, (10, 3)), (10, 5), "less than four rows from the lower edge");
    assert_eq!(at(20, 21, (10, 5)), (10, 6), "one row more, one row on");
    assert_eq!(at(32, 20, (10, 5)), (19, 5), "less than twelve columns from the right edge");
    assert_eq!(at(32, 21, (19, 6)), (19, 6), "the same column of a shifted row");
    assert_eq!(at(20, 44, (10, 3)), (10, 28), "far away: as near to the middle as the map allows");
    assert_eq!(at(20, 34, (10, 3)), (10, 25), "far away: in the middle");
}

#[test]
fn up_and_down_keep_the_column() {
    let grid = Grid::new(9, 9);
    let start = Offset::new(4, 4).hex();
    assert_eq!(Way::Up.from(start), start + Direction::NorthEast);
    assert_eq!(Way::Up.from(Way::Up.from(start)), Offset::new(4, 2).hex());
    assert_eq!(Way::Down.from(Way::Up.from(start)), start);
    assert_eq!(Way::Down.walk(start, 3, grid), Offset::new(4, 7).hex());
}

#[test]
fn the_cursor_stops_at_the_edge() {
    let grid = Grid::new(9, 9);
    let corner = Offset::new(0, 0).hex();
    for way in [Way::Up, Way::To(Direction::West), Way::To(Direction::NorthWest), Way::To(Direction::NorthEast)] {
        assert_eq!(way.walk(corner, 5, grid), corner, "{way:?}");
    }
    assert_eq!(Way::To(Direction::East).walk(corner, 20, grid), Offset::new(8, 0).hex());
}
