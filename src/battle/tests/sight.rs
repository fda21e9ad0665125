//! Sight over heights: as drawn, symmetric, and as the plain method says; arcs and bearings at their borders.

use std::sync::Arc;

use hexes::{Direction, Facing, Frame, Hex, Offset};
use proptest::prelude::*;

use super::drawn;
use crate::{
    Battlefield, Bearing, Formation, Height, Pose, Quarter, SightMap, Spread, Terrain, Within, bearing, line_is_clear,
    within,
};

/// A level is 2, an eye 1 above the ground, woods and houses 3.
fn height(field: &Battlefield, hex: Hex) -> Height {
    let floor = 2 * i32::from(field.ground().elevation(hex));
    let cover = if field.ground().terrain(hex) == Terrain::Woods { 3 } else { 0 };
    Height { eye: floor + 1, top: floor + cover }
}

fn map(field: &Battlefield, range: i32) -> SightMap {
    SightMap::new(field.ground(), range, |hex| height(field, hex))
}

/// Draws what is seen from the hex marked 0 by its column and row: `o` seen, `.` not.
#[track_caller]
fn check(drawing: &str, from: (i16, i16), seen: &str) {
    let field = drawn(drawing);
    let map = map(&field, 30);
    let eye = Offset::new(from.0, from.1).hex();
    let drawn: Vec<String> = (0..field.ground().grid().height())
        .map(|row| {
            let see = |column| if map.is_clear(eye, Offset::new(column, row).hex()) { "o" } else { "." };
            (0..field.ground().grid().width()).map(see).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let wanted: Vec<&str> = seen.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    assert_eq!(drawn, wanted, "\n{}", drawn.join("\n"));
}

#[test]
fn woods_hide_what_is_behind_them() {
    check(
        ". . . . . . .
          . . . . . . .
         . . . * . . .
          . . . . . . .
         . . . . . . .",
        (1, 2),
        "o o o o o o o
          o o o o . . .
         o o o o . . .
          o o o o . . .
         o o o o o o o",
    );
}

#[test]
fn a_hill_hides_the_plain_behind_it_but_not_a_higher_one() {
    check(". . 1 . . 2 .", (0, 0), "o o o . . o .");
}

#[test]
fn from_a_height_one_looks_over_low_woods_into_the_distance() {
    check("3 . * . . . . . .", (0, 0), "o o o . o o o o o");
}

#[test]
fn nothing_is_seen_beyond_the_range_or_off_the_map() {
    let field = drawn(". . . . . . .");
    let map = map(&field, 3);
    let at = |column| Offset::new(column, 0).hex();
    assert!(map.is_clear(at(0), at(3)) && !map.is_clear(at(0), at(4)));
    assert!(map.is_clear(at(2), at(2)) && !map.is_clear(at(0), at(-1)));
    assert_eq!(map.seen_from(at(0)).count(), 4);
}

#[test]
fn stands_hide_what_is_behind_them() {
    let field = drawn(
        ". . A . .
          . . . . .
         A: B1 blue infantry N line1",
    );
    let map = Arc::new(map(&field, 9));
    let at = |column, row| Offset::new(column, row).hex();
    let stand = |hex| field.unit_at(hex).map(|_| 2);
    assert!(!map.sees(at(0, 0), at(4, 0), stand) && !map.sees(at(4, 0), at(0, 0), stand));
    assert!(map.sees(at(0, 0), at(2, 0), stand));
    assert!(map.sees(at(0, 1), at(4, 1), stand));
    assert!(map.sees(at(0, 0), at(4, 0), |_| None));
}

#[test]
fn a_stand_on_one_side_and_a_wood_on_the_other_close_a_line_along_an_edge() {
    let field = drawn(
        ". . . .
          . A . .
         . * . .
          . . . .
         A: B1 blue infantry N line1",
    );
    // From 1,1's left neighbour along the edge between 1,1 and 1,2.
    let from = Offset::new(0, 1).hex();
    let to = from + Direction::East + Direction::SouthEast;
    let map = map(&field, 9);
    assert!(map.is_clear(from, to));
    assert!(!map.sees(from, to, |hex| field.unit_at(hex).map(|_| 2)));
}

/// A field of random heights and woods.
fn rugged(cells: &[u8], width: usize) -> Battlefield {
    let symbol = |cell: &u8| ["1", "2", "*", ".", ".", "."][usize::from(cell % 6)];
    let rows: Vec<String> =
        cells.chunks(width).map(|row| row.iter().map(symbol).collect::<Vec<_>>().join(" ")).collect();
    drawn(&rows.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn prepared_sight_is_symmetric_and_what_each_line_says(cells in prop::collection::vec(any::<u8>(), 11 * 10)) {
        let field = rugged(&cells, 11);
        let map = map(&field, 7);
        let grid = field.ground().grid();
        let top = |hex| if grid.contains(hex) { height(&field, hex).top } else { i32::MAX };
        for one in grid.iter() {
            for other in grid.iter() {
                let plain = one.distance(other) <= 7
                    && line_is_clear((one, height(&field, one).eye), (other, height(&field, other).eye), top);
                prop_assert_eq!(map.is_clear(one, other), plain, "{} to {}", one.offset(), other.offset());
                prop_assert_eq!(map.is_clear(other, one), plain);
                prop_assert_eq!(map.sees(one, other, |_| None), plain);
            }
        }
    }
}

#[test]
fn arcs_have_exact_borders() {
    let anchor = Hex::new(20, 20);
    for facing in Facing::ALL {
        let frame = Frame::of_rank(anchor, facing, 1);
        let (left, flank) = (anchor + facing.front_left(), anchor + facing.right_flank());
        let wide = anchor + facing.front_right() + facing.right_flank();
        assert_eq!(within(&frame, 1, left, Spread::Thirty), Within::Border);
        assert_eq!(within(&frame, 1, left, Spread::FortyFive), Within::Inside);
        assert_eq!(within(&frame, 1, wide, Spread::FortyFive), Within::Outside);
        assert_eq!(within(&frame, 1, wide, Spread::Sixty), Within::Border);
        assert_eq!(within(&frame, 1, wide, Spread::Ninety), Within::Inside);
        assert_eq!(within(&frame, 1, flank, Spread::Ninety), Within::Border);
        assert_eq!(within(&frame, 1, anchor + facing.rear_left(), Spread::Ninety), Within::Outside);
        assert_eq!(within(&frame, 1, anchor + facing.ahead(), Spread::Thirty), Within::Inside);
    }
}

#[test]
fn a_wide_front_has_a_wide_arc() {
    let pose = Pose::new(Hex::new(20, 20), Facing::North, Formation::line(4));
    let right_end = pose.anchor + Direction::East.vector() * 2;
    let beyond = right_end + Facing::North.front_right();
    assert_eq!(within(&pose.frame(4), 4, beyond, Spread::Thirty), Within::Border);
    assert_eq!(within(&pose.frame(4), 4, beyond + Direction::West, Spread::Thirty), Within::Inside);
}

#[test]
fn a_unit_has_a_front_a_rear_and_two_flanks_with_ties_between() {
    let pose = Pose::new(Hex::new(20, 20), Facing::North, Formation::line(1));
    let side = |hex| bearing(&pose, 1, 1, hex, Spread::Thirty);
    let (north, at) = (Facing::North, pose.anchor);
    assert_eq!(side(at + north.ahead()), Bearing::One(Quarter::Front));
    assert_eq!(side(at + north.front_right()), Bearing::Tie(Quarter::Front, Quarter::Right));
    assert_eq!(side(at + north.right_flank()), Bearing::One(Quarter::Right));
    assert_eq!(side(at + north.left_flank()), Bearing::One(Quarter::Left));
    assert_eq!(side(at + north.rear_left()), Bearing::Tie(Quarter::Rear, Quarter::Left));
    assert_eq!(side(at - north.ahead()), Bearing::One(Quarter::Rear));
}

#[test]
fn a_line_along_an_edge_sees_if_either_side_is_open() {
    let both = drawn(". . . .\n . * . .\n . * . .\n . . . .");
    let one = drawn(". . . .\n . * . .\n . . . .\n . . . .");
    let from = Offset::new(0, 1).hex();
    let to = from + Direction::East + Direction::SouthEast;
    assert!(!map(&both, 9).is_clear(from, to));
    assert!(map(&one, 9).is_clear(from, to));
}
