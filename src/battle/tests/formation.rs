//! Footprints as drawn text, their symmetry, trails, and poses as text.

use hexes::{Direction, Facing, Hex, Offset, Vector};
use proptest::prelude::*;

use super::plain;
use crate::{Arrangement, Footprint, Formation, MAX_STANDS, MAX_TRAIL, Pose, Trail, fixture};

/// The footprint of a pose at column 3, row 3 on a map of 8 by 7.
#[track_caller]
fn check(pose: &str, stands: u8, drawing: &str) {
    let pose: Pose = format!("3,3/{pose}").parse().expect("a pose");
    assert_eq!(fixture::footprint(8, 7, &pose.stands(stands)), plain(drawing), "{pose}");
}

#[test]
fn a_line_of_four_files_and_two_ranks_faces_north_and_to_the_east() {
    check(
        "N/line4",
        8,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . F F F F . .
        . . . r r r r .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "ENE/line4",
        8,
        "
        . . . . . . . .
         . . . . . . . .
        . . . F . . . .
         . . r F . . . .
        . . . r F . . .
         . . . r F . . .
        . . . . r . . .",
    );
    check(
        "ESE/line4",
        8,
        "
        . . . . . . . .
         . . . . . . . .
        . . . r F . . .
         . . r F . . . .
        . . r F . . . .
         . r F . . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_line_of_four_files_and_two_ranks_faces_south_and_to_the_west() {
    check(
        "S/line4",
        8,
        "
        . . . . . . . .
         . . . . . . . .
        . r r r r . . .
         . F F F F . . .
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "WSW/line4",
        8,
        "
        . . . r . . . .
         . . F r . . . .
        . . . F r . . .
         . . . F r . . .
        . . . . F . . .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "WNW/line4",
        8,
        "
        . . . . . . . .
         . . . . F r . .
        . . . . F r . .
         . . . F r . . .
        . . . F r . . .
         . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_deep_column_stays_straight() {
    check(
        "N/column2",
        8,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . . F F . . .
        . . . . r r . .
         . . . r r . . .
        . . . . r r . .",
    );
}

#[test]
fn a_square_is_a_ring_with_its_gap_at_the_rear() {
    check(
        "N/square1",
        6,
        "
        . . . . . . . .
         . . . . . . . .
        . . . F F . . .
         . . r . r . . .
        . . . r r . . .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "N/square1",
        7,
        "
        . . . . . . . .
         . . . . . . . .
        . . . F F . . .
         . . r r r . . .
        . . . r r . . .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "N/square1",
        8,
        "
        . . . . . . . .
         . . . . . . . .
        . . . F F F . .
         . . r . . r . .
        . . . r r r . .
         . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn skirmishers_stand_a_hex_apart() {
    check(
        "N/skirmish1",
        3,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . F . F . F . .
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_second_row_of_skirmishers_stands_behind_the_gaps() {
    check(
        "N/skirmish2",
        4,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . . F . F . .
        . . . . . . . .
         . . . . F . F .
        . . . . . . . .",
    );
}

#[test]
fn a_screen_leaves_two_hexes_between_stands() {
    check(
        "N/screen1",
        3,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         F . . F . . F .
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_wedge_widens_to_the_rear() {
    check(
        "N/wedge1",
        6,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . . F . . . .
        . . . r r . . .
         . . r r r . . .
        . . . . . . . .",
    );
}

#[test]
fn guns_in_battery_stand_in_one_rank_and_limbered_in_one_file() {
    check(
        "N/battery1",
        3,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . F F F . . .
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "N/limbered1",
        3,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . . F . . . .
        . . . . r . . .
         . . . r . . . .
        . . . . . . . .",
    );
}

#[test]
fn a_march_column_lies_along_its_trail() {
    check(
        "N/march1/1",
        4,
        "
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .
         . . . F r . . .
        . . . . . r . .
         . . . . r . . .
        . . . . . . . .",
    );
}

/// A way turned by 60 degrees to the right.
fn turned(way: Vector) -> Vector {
    Vector::new(-way.r, way.q + way.r)
}

fn sorted(print: &Footprint) -> Vec<Hex> {
    let mut hexes = print.hexes().to_vec();
    hexes.sort_unstable();
    hexes
}

#[test]
fn every_formation_turns_with_its_facing_and_has_a_hex_for_each_stand() {
    for arrangement in Arrangement::ALL {
        for (files, stands) in [(1, 1), (2, 5), (3, 6), (4, 8), (5, 24)] {
            let pose = Pose::new(Hex::new(9, 9), Facing::North, Formation::new(arrangement, files));
            let mut wanted: Vec<Vector> = sorted(&pose.stands(stands)).iter().map(|hex| *hex - pose.anchor).collect();
            for facing in Facing::ALL {
                let mut hexes: Vec<Hex> = wanted.iter().map(|way| pose.anchor + *way).collect();
                hexes.sort_unstable();
                let found = sorted(&pose.facing(facing).stands(stands));
                assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{} {facing} {stands}", pose.formation);
                assert_eq!(found.len(), usize::from(stands));
                if arrangement != Arrangement::Garrison {
                    assert_eq!(found, hexes, "{} {facing} {stands}", pose.formation);
                }
                wanted = wanted.into_iter().map(turned).collect();
            }
        }
    }
}

#[test]
fn a_block_is_a_full_square_of_its_ranks() {
    let block = |stands, files| {
        Pose::new(Hex::new(3, 3), Facing::North, Formation::new(Arrangement::Block, files)).stands(stands)
    };
    assert_eq!(block(2, 1).hexes(), [Hex::new(3, 3), Hex::new(3, 4)], "a stand and the one behind it to the right");
    assert_eq!(block(3, 2).hexes(), [Hex::new(3, 3), Hex::new(4, 3), Hex::new(3, 4)]);
}

#[test]
fn a_trail_follows_its_head_and_forgets_beyond_its_length() {
    use Direction::{East, NorthEast, SouthWest, West};
    let trail = Trail::default().advanced(East, 3).advanced(NorthEast, 3).advanced(NorthEast, 3).advanced(East, 3);
    assert_eq!(trail.steps().collect::<Vec<_>>(), [West, SouthWest, SouthWest]);
    assert_eq!(Trail::of(&[West, SouthWest, SouthWest]), Some(trail));
    assert_eq!(Trail::of(&[West; MAX_TRAIL + 1]), None);
    assert_eq!(Trail::of(&[West; MAX_TRAIL]).map(|trail| trail.steps().count()), Some(MAX_TRAIL));
    assert_eq!(trail.advanced(East, 0), Trail::default());
}

#[test]
fn a_front_rank_meets_what_is_before_it() {
    let at = Hex::new(0, 0);
    let own = Footprint::of([at, at + Direction::East, at + Direction::SouthEast], 2);
    let other = Footprint::of([at + Direction::NorthEast, at + Direction::West], 1);
    let met: Vec<(Hex, Hex)> = own.meets(&Facing::North.fronts(), &other).collect();
    let ahead = at + Direction::NorthEast;
    assert_eq!(met, [(at, ahead), (at + Direction::East, ahead)], "not to the side, and the second rank meets nobody");
}

/// Any footprint, of hexes anywhere at all or close together.
fn any_print() -> impl Strategy<Value = Footprint> {
    let far = (any::<i16>(), any::<i16>());
    let hex = prop_oneof![far, (-40..40_i16, -40..40_i16)].prop_map(|(q, r)| Hex::new(q, r));
    prop::collection::vec(hex, 1..=MAX_STANDS).prop_map(|hexes| Footprint::of(hexes, 1))
}

proptest! {
    #[test]
    fn the_distance_of_footprints_is_the_least_of_all_pairs(one in any_print(), other in any_print()) {
        let pairs = one.hexes().iter().flat_map(|hex| other.hexes().iter().map(|there| hex.distance(*there)));
        prop_assert_eq!(Some(one.distance(&other)), pairs.min().map(|least| least.min(i16::MAX.into())));
    }

    #[test]
    fn who_is_near_is_told_as_by_all_distances(one in any_print(), others in prop::collection::vec(any_print(), 0..5), most in -1..40_i32) {
        let distances: Vec<i32> = others.iter().map(|other| one.distance(other)).collect();
        prop_assert_eq!(one.nearest(&others), distances.iter().copied().min().unwrap_or(i32::MAX));
        for (other, distance) in others.iter().zip(distances) {
            prop_assert_eq!(one.is_within(other, most), distance <= most);
        }
    }
}

#[test]
fn distances_are_between_the_nearest_stands() {
    let line = |column| Pose::new(Offset::new(column, 3).hex(), Facing::North, Formation::line(4)).stands(8);
    assert_eq!(line(2).distance(&line(12)), 7);
    assert_eq!(line(2).distance(&line(4)), 0);
    assert!(line(2).overlaps(&line(4)));
    assert!(!line(2).overlaps(&line(12)));
    assert_eq!(line(2).distance(&Footprint::of([], 0)), i32::MAX);
}

#[test]
fn more_stands_than_there_can_be_are_not_drawn() {
    let pose = Pose::new(Hex::new(0, 0), Facing::North, Formation::line(4));
    assert_eq!(pose.stands(200).hexes().len(), MAX_STANDS);
}

prop_compose! {
    fn poses()(
        column in 0i16..200, row in 0i16..200, facing in 0i32..6, kind in 0..Arrangement::ALL.len(), files in 1u8..=24,
        trail in prop::collection::vec(0i32..6, 0..MAX_TRAIL),
    ) -> Pose {
        let steps: Vec<Direction> = trail.into_iter().map(Direction::from_index).collect();
        let formation = Formation::new(Arrangement::ALL[kind], files);
        let trail = Trail::of(&steps).expect("short enough");
        Pose { trail, ..Pose::new(Offset::new(column, row).hex(), Facing::from_index(facing), formation) }
    }
}

proptest! {
    #[test]
    fn every_pose_survives_its_text(pose in poses()) {
        prop_assert_eq!(pose.to_string().parse(), Ok(pose));
    }

    #[test]
    fn no_text_of_a_pose_panics(text in "[0-9,/A-Za-z#-]{0,24}") {
        let _ = text.parse::<Pose>().map(|pose| pose.stands(24));
    }
}

#[test]
fn a_wrong_pose_is_told_with_what_was_expected() {
    for text in [
        "",
        "12,7",
        "12,7/N",
        "12,7/N/line0",
        "12,7/N/line25",
        "12,7/N/blob4",
        "x/N/line4",
        "1,1/Q/line4",
        "1,1/N/line4/9",
    ] {
        let fault = text.parse::<Pose>().expect_err(text);
        assert!(fault.contains("expected"), "{fault}");
    }
    check(
        "N/square1",
        9,
        "
        . . . . . . . .
         . . . F F . . .
        . . . r . r . .
         . . r . . r . .
        . . . r r r . .
         . . . . . . . .
        . . . . . . . .",
    );
    check(
        "N/square1",
        4,
        "
        . . . . . . . .
         . . . . . . . .
        . . . F F . . .
         . . . r r . . .
        . . . . . . . .
         . . . . . . . .
        . . . . . . . .",
    );
}

#[test]
fn squares_have_as_many_hexes_as_stands_and_shrink_in_place() {
    for facing in Facing::ALL {
        let pose = Pose::new(Offset::new(9, 9).hex(), facing, Formation::new(Arrangement::Square, 1));
        for stands in 1..=20 {
            let print = pose.stands(stands);
            let distinct: std::collections::BTreeSet<Hex> = print.hexes().iter().copied().collect();
            assert_eq!(distinct.len(), usize::from(stands), "{stands} stands facing {facing}");
        }
    }
}

#[test]
fn a_garrison_holds_the_hexes_it_names() {
    let anchor = Offset::new(9, 9).hex();
    let hexes = [anchor, Offset::new(11, 9).hex(), Offset::new(9, 12).hex()];
    let pose = Pose::garrison(anchor, Facing::North, &hexes).expect("near enough");
    let mut held = pose.stands(3).hexes().to_vec();
    held.sort_unstable();
    let mut named = hexes.to_vec();
    named.sort_unstable();
    assert_eq!(held, named);
    assert_eq!(pose.to_string().parse::<Pose>(), Ok(pose));
    assert_eq!(Pose::garrison(anchor, Facing::North, &[Offset::new(14, 9).hex()]), None);
    assert!("9,9/N/garrison1/xffffffffffffffff".parse::<Pose>().is_err());
}
