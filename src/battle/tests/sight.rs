//! Sight: lines are the same both ways with the better side at ties; corridors hold what lies beside a line.

use hexes::{Direction, Hex, Midpoint, Offset};
use proptest::prelude::*;

use super::drawn;
use crate::{Battlefield, Corridor, Ground, Terrain};

fn is_wood(field: &Battlefield) -> impl Fn(Hex) -> bool + '_ {
    |hex| field.ground().terrain(hex) == Terrain::Woods
}

fn sees(field: &Battlefield, from: Hex, to: Hex) -> bool {
    !field.ground().worst_on_line(from, to, false, true, is_wood(field))
}

#[test]
fn woods_hide_what_is_behind_them() {
    let field = drawn(
        ". . . . . . .
          . . . . . . .
         . . . * . . .
          . . . . . . .
         . . . . . . .",
    );
    let eye = Offset::new(1, 2).hex();
    let row = |row| {
        let see = |column| if sees(&field, eye, Offset::new(column, row).hex()) { "o" } else { "." };
        (0..7).map(see).collect::<Vec<_>>().join(" ")
    };
    let seen: Vec<String> = (0..5).map(row).collect();
    assert_eq!(seen, ["o o o o o o o", "o o o o . . .", "o o o o . . .", "o o o o . . .", "o o o o o o o"]);
}

#[test]
fn a_line_along_an_edge_sees_if_either_side_is_open() {
    let both = drawn(". . . .\n . * . .\n . * . .\n . . . .");
    let one = drawn(". . . .\n . * . .\n . . . .\n . . . .");
    let from = Offset::new(0, 1).hex();
    let to = from + Direction::East + Direction::SouthEast;
    assert!(!sees(&both, from, to) && sees(&one, from, to));
}

#[test]
fn what_is_closed_is_asked_no_further() {
    let mut asked = 0;
    let count = |_| {
        asked += 1;
        asked
    };
    assert_eq!(Ground::plain(12, 3).worst_on_line(Hex::new(0, 0), Hex::new(9, 0), 0, 3, count), 3);
    assert_eq!(asked, 3);
}

/// A field of random woods.
fn wooded(cells: &[u8], width: usize) -> Battlefield {
    let symbol = |cell: &u8| ["*", ".", ".", "."][usize::from(cell % 4)];
    let rows: Vec<String> =
        cells.chunks(width).map(|row| row.iter().map(symbol).collect::<Vec<_>>().join(" ")).collect();
    drawn(&rows.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sight_is_the_same_both_ways(cells in prop::collection::vec(any::<u8>(), 11 * 10)) {
        let field = wooded(&cells, 11);
        let grid = field.ground().grid();
        for one in grid.iter() {
            for other in grid.iter() {
                prop_assert_eq!(sees(&field, one, other), sees(&field, other, one));
            }
        }
    }

    #[test]
    fn a_corridor_holds_the_hexes_beside_its_line(
        cells in prop::collection::vec(any::<u8>(), 12 * 10), ends in any::<[u8; 4]>(), width in 1..5_i64,
    ) {
        let field = wooded(&cells, 12);
        let grid = field.ground().grid();
        let end = |column: u8, row: u8| Offset::new(i16::from(column % 12), i16::from(row % 10)).hex();
        let (start, goal) = (Midpoint::from(end(ends[0], ends[1])), Midpoint::from(end(ends[2], ends[3])));
        let (x, y) = (i64::from(goal.x - start.x), i64::from(goal.y - start.y));
        let square = x * x + 3 * y * y;
        // The border counts: whoever asks measures again.
        let beside = |hex: &Hex| {
            let point = Midpoint::from(*hex);
            let (right, down) = (i64::from(point.x - start.x), i64::from(point.y - start.y));
            let (along, aside) = (right * x + 3 * down * y, x * down - y * right);
            along > 0 && along < square && 3 * aside * aside <= 4 * width * width * square
        };
        let corridor = Corridor::new(start, goal, width, grid);
        let mut held = Vec::new();
        corridor.each(|hex| held.push(hex));
        let wanted: Vec<Hex> = grid.iter().filter(beside).collect();
        prop_assert_eq!(&held, &wanted);
        let mut screens = Vec::new();
        corridor.screens(&field, |hex| screens.push(hex));
        prop_assert_eq!(screens, wanted.into_iter().filter(|hex| is_wood(&field)(*hex)).collect::<Vec<_>>());
    }
}
