//! Movement through poses: as the crate's Dijkstra says, through gaps only for who fits, snakes after their heads.

use std::collections::{BTreeMap, BTreeSet};

use hexes::{Facing, Grid, Hex, Side};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

use super::{drawn, plain};
use crate::{
    Arrangement, Battlefield, Event, Formation, MOST_PLACES, Manner, Mover, Pose, PoseReach, PoseStep, Stride, Terrain,
    UnitId, fixture, full_trail,
};

pub const A: UnitId = UnitId(0);

/// Woods cost twice, walls and water close.
fn enter(field: &Battlefield) -> impl Fn(Hex) -> Option<u16> + '_ {
    |hex| match field.ground().terrain(hex) {
        Terrain::Water | Terrain::StoneBuilding | Terrain::Impassable => None,
        Terrain::Woods => Some(20),
        _ => Some(10),
    }
}

/// Wheels cost by the width of the front, turns a little.
fn cost(stride: &Stride) -> Option<u16> {
    match stride.step {
        step if step.is_wheel() => Some(stride.worst * 3),
        step if step.turn() != 0 => Some(5),
        _ => Some(stride.worst),
    }
}

pub fn mover<'a>(field: &'a Battlefield, limit: u16, steps: &'a [PoseStep]) -> Mover<'a> {
    Mover::new(field, A, steps, limit)
}

fn flooded(field: &Battlefield, limit: u16, steps: &[PoseStep]) -> PoseReach {
    let mut search = PoseReach::new();
    search.run(&mover(field, limit, steps), &(enter(field), cost));
    search
}

#[track_caller]
fn goes(field: &Battlefield, steps: &[PoseStep], to: &str) -> bool {
    let goal: Pose = to.parse().expect("a pose");
    let reach = flooded(field, 400, steps).reach(|_| true);
    reach.legal().any(|place| (place.pose.anchor, place.pose.facing) == (goal.anchor, goal.facing))
}

const GAP: &str = "
    . . . . . . . . .
     . . . . . . . . .
    . . . . . . . . .
     # # # # . # # # #
    . . . . . . . . .
     . . . . . . . . .
    . . A A A A . . .
     . . a a a a . . .
    . . . . . . . . .";

#[test]
fn a_line_does_not_fit_through_a_gap_of_one_hex() {
    let field = drawn(&format!("{GAP}\nA: B1 blue infantry N line4"));
    assert!(goes(&field, &PoseStep::ALL, "4,5/N/line4"));
    assert!(!goes(&field, &PoseStep::ALL, "4,1/N/line4"));
}

#[test]
fn a_march_column_fits_through_a_gap_of_one_hex() {
    let field = drawn(
        ". . . . . . . . .
          . . . . . . . . .
         . . . . . . . . .
          # # # # . # # # #
         . . . . . . . . .
          . . . . A . . . .
         . . . . a . . . .
          . . . . a . . . .
         . . . . a . . . .
         A: B1 blue infantry N march1",
    );
    assert!(goes(&field, &PoseStep::ALL, "4,1/N/march1"));
}

#[test]
fn a_snake_follows_its_head() {
    let mut field = drawn(
        ". . . . . . .
          . . . . . . .
         . . A . . . .
          . . a . . . .
         . . a . . . .
         A: B1 blue infantry N march1",
    );
    let steps = [PoseStep::AheadRight, PoseStep::TurnRight, PoseStep::AheadRight, PoseStep::AheadRight];
    let end = steps.iter().fold(field.unit(A).pose, |pose, step| step.apply(&pose, 3));
    field.apply(&Event::Moved { unit: A, to: end, path: Vec::new(), manner: Manner::Marched, clause: "X-1" });
    let after = "
        . . . . . . .
         . . a a A . .
        . . . . . . .
         . . . . . . .
        . . . . . . .";
    assert_eq!(fixture::map(&field), plain(after));
}

/// Straight behind its head a column is written without its trail. A search that writes it out would offer the place it stands on
/// as another one.
#[test]
fn a_straight_column_is_not_offered_the_place_where_it_stands() {
    let mut field = drawn(
        ". . . . . .
          . . A . . .
         . . a . . .
          . . a . . .
         A: B1 blue infantry N march1",
    );
    let here = Pose { trail: crate::Trail::default(), ..field.unit(A).pose };
    field.apply(&Event::Moved { unit: A, to: here, path: Vec::new(), manner: Manner::Formed, clause: "X-1" });
    let search = flooded(&field, 100, &[PoseStep::AheadRight, PoseStep::TurnLeft, PoseStep::TurnRight]);
    let spots: Vec<Pose> = search.places().map(|place| place.pose).filter(|pose| pose.anchor == here.anchor).collect();
    let alike = |pose: &&Pose| pose.facing == here.facing;
    assert_eq!(spots.iter().filter(alike).collect::<Vec<_>>(), [&here]);
    assert_eq!(spots.len(), 6, "it turns on the spot: {spots:?}");
    assert!(spots.iter().all(|pose| pose.stands(3).hexes() == here.stands(3).hexes()), "its body stays");
}

#[test]
fn a_snake_reverses_where_it_lies() {
    let field = drawn(
        ". . . . . .
          . a a . . .
         . a . A . .
          . . . . . .
         A: B1 blue infantry ENE march1",
    );
    let pose = field.unit(A).pose;
    let back = PoseStep::Reverse.apply(&pose, 4);
    let hexes = |pose: &Pose| pose.stands(4).hexes().to_vec();
    assert_eq!(hexes(&back).into_iter().rev().collect::<Vec<_>>(), hexes(&pose));
    assert_eq!((back.facing, back.trail), (pose.facing.opposite(), full_trail(&back, 4)));
    assert_eq!(PoseStep::Reverse.apply(&back, 4).anchor, pose.anchor);
    let search = flooded(&field, 100, &[PoseStep::Reverse]);
    assert!(search.places().any(|place| place.pose == back));
}

#[test]
fn a_snake_does_not_run_into_itself_or_others() {
    let field = drawn(
        ". . . . . .
          . a a . . .
         . a . A B .
          . a a a B .
         . . . . . .
         A: B1 blue infantry ENE march1
         B: R1 red infantry WSW line2",
    );
    let search = flooded(&field, 400, &PoseStep::ALL);
    for pose in search.places().map(|place| place.pose) {
        let print = pose.stands(7);
        let others = field.footprint(UnitId(1));
        assert!(!print.overlaps(&others), "{pose} lies on R1");
        assert_eq!(pose.trail, full_trail(&pose, 7));
        let mut hexes = print.hexes().to_vec();
        hexes.sort_unstable();
        hexes.dedup();
        assert_eq!(hexes.len(), 7, "{pose} lies on itself");
    }
    assert!(search.places().count() > 20);
}

#[test]
fn a_wheel_keeps_its_pivot_and_swings_the_far_end() {
    for facing in Facing::ALL {
        for files in 1..=5 {
            let pose = Pose::new(Hex::new(30, 30), facing, crate::Formation::line(files));
            let ends = |pose: &Pose| {
                (pose.stands(2 * files).front()[0], pose.stands(2 * files).front()[usize::from(files) - 1])
            };
            let far = i32::from(files) - 1;
            let (left, right) =
                (PoseStep::WheelLeft.apply(&pose, 2 * files), PoseStep::WheelRight.apply(&pose, 2 * files));
            assert_eq!(ends(&left).0, ends(&pose).0);
            assert_eq!(ends(&right).1, ends(&pose).1);
            assert_eq!(ends(&left).1.distance(ends(&pose).1), far);
            assert_eq!((left.facing, right.facing), (facing.rotate(-1), facing.rotate(1)));
            assert_eq!(PoseStep::BackWheelRight.apply(&left, 2 * files), pose);
            assert_eq!(PoseStep::BackWheelLeft.apply(&right, 2 * files), pose);
        }
    }
}

#[test]
fn facing_about_keeps_full_ranks_on_their_hexes() {
    for (files, stands) in [(4, 8), (3, 6), (2, 8), (1, 4), (5, 5)] {
        let pose = Pose::new(Hex::new(30, 30), Facing::EastNorthEast, crate::Formation::line(files));
        let about = PoseStep::AboutFace.apply(&pose, stands);
        let sorted = |pose: &Pose| {
            let mut hexes = pose.stands(stands).hexes().to_vec();
            hexes.sort_unstable();
            hexes
        };
        assert_eq!(about.facing, pose.facing.opposite());
        assert_eq!(sorted(&about), sorted(&pose), "{files} files of {stands}");
        assert_eq!(PoseStep::AboutFace.apply(&about, stands), pose);
    }
}

#[test]
fn every_place_of_a_reach_has_its_way() {
    let field = drawn(&format!("{GAP}\nA: B1 blue infantry N line4"));
    let search = flooded(&field, 100, &PoseStep::ALL);
    let reach = search.reach(|place| place.cost > 0);
    assert!(reach.legal().count() > 30);
    for place in reach.legal() {
        let way = reach.way(&place.pose);
        assert_eq!((way.first(), way.last()), (Some(&field.unit(A).pose), Some(&place.pose)));
        let steps = way.windows(2).map(|pair| PoseStep::ALL.iter().any(|step| step.apply(&pair[0], 8) == pair[1]));
        assert!(steps.into_iter().all(|known| known), "a step on the way to {} is none", place.pose);
        assert_eq!(search.cost(&place.pose), Some(place.cost));
    }
}

#[test]
fn a_search_is_used_again_without_memories() {
    let one = drawn(&format!("{GAP}\nA: B1 blue infantry N line4"));
    let other = drawn(&format!("{}\nA: B1 blue infantry N line4", GAP.replace('#', ".")));
    let mut used = PoseReach::new();
    used.run(&mover(&one, 300, &PoseStep::ALL), &(enter(&one), cost));
    used.run(&mover(&other, 300, &PoseStep::ALL), &(enter(&other), cost));
    assert_eq!(used.reach(|_| true), flooded(&other, 300, &PoseStep::ALL).reach(|_| true));
}

/// A field with woods, water and others in the way of a line of three files in its middle.
fn cluttered(cells: &[u8]) -> Battlefield {
    let mut rows: Vec<Vec<&str>> = cells
        .chunks(11)
        .map(|row| row.iter().map(|cell| ["*", "~", ".", ".", ".", ".", "."][usize::from(cell % 7)]).collect())
        .collect();
    rows[5][4..7].fill("A");
    rows[6][5..8].fill("a");
    rows[2][3..5].fill("B");
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    drawn(&format!("{}\nA: B1 blue infantry N line3\nB: R1 red infantry N line2", rows.join("\n")))
}

/// The steps from a pose by the plain method: apply, then look at every stand.
fn plainly(field: &Battlefield, from: &Pose) -> Vec<(Pose, u32)> {
    let stands = field.unit(A).stands;
    let fits = |hex: &Hex| field.unit_at(*hex).is_none_or(|unit| unit == A).then(|| enter(field)(*hex)).flatten();
    let mut next = Vec::new();
    for step in PoseStep::ALL {
        let to = step.apply(from, stands);
        let costs: Option<Vec<u16>> = to.stands(stands).hexes().iter().map(fits).collect();
        let on_map = to.stands(stands).hexes().iter().all(|hex| field.ground().grid().contains(*hex));
        if let (Some(costs), true) = (costs, on_map) {
            let worst = costs.into_iter().max().unwrap_or(0);
            next.extend(
                cost(&Stride { from: *from, step, to, price: 0, worst, label: 0 }).map(|price| (to, u32::from(price))),
            );
        }
    }
    next
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_search_agrees_with_dijkstra(cells in prop::collection::vec(any::<u8>(), 11 * 11)) {
        let field = cluttered(&cells);
        let start = field.unit(A).pose;
        let oracle = dijkstra_all(&start, |pose| plainly(&field, pose));
        let mut wanted: BTreeMap<Pose, u32> = oracle.into_iter().map(|(pose, (_, cost))| (pose, cost)).collect();
        wanted.insert(start, 0);
        let search = flooded(&field, 6000, &PoseStep::ALL);
        let found: BTreeMap<Pose, u32> = search.places().map(|place| (place.pose, u32::from(place.cost))).collect();
        prop_assert_eq!(&found, &wanted);
    }
}

#[test]
fn a_pivot_about_an_end_is_a_wheel() {
    for facing in Facing::ALL {
        let pose = Pose::new(Hex::new(30, 30), facing, crate::Formation::line(4));
        assert_eq!(PoseStep::Pivot(Side::Left, 0).apply(&pose, 8), PoseStep::WheelLeft.apply(&pose, 8));
        assert_eq!(PoseStep::Pivot(Side::Right, 3).apply(&pose, 8), PoseStep::WheelRight.apply(&pose, 8));
        assert_eq!(PoseStep::Pivot(Side::Right, 1).apply(&pose, 8), PoseStep::TurnRight.apply(&pose, 8));
        assert_eq!(PoseStep::Face(Facing::South).apply(&pose, 8), pose.facing(Facing::South));
    }
}

#[test]
fn an_anchor_stays_within_its_radius() {
    let field = drawn(&format!("{GAP}\nA: B1 blue infantry N line4"));
    let start = field.unit(A).pose.anchor;
    let mut search = PoseReach::new();
    search.run(&Mover { radius: Some(1), ..mover(&field, 400, &PoseStep::ALL) }, &(enter(&field), cost));
    let far = |hex: Hex| (hex - start).q.abs().max((hex - start).r.abs());
    assert_eq!(search.places().map(|place| far(place.pose.anchor)).max(), Some(1));
}

#[test]
fn a_search_ends_after_so_many_places_and_can_be_used_again() {
    let row = format!("{}\n", vec!["."; 120].join(" "));
    let field = drawn(&format!("{}{}A: B1 blue infantry N line1", row.replacen('.', "A", 1), row.repeat(99)));
    let mut search = PoseReach::new();
    for _ in 0..2 {
        search.run(&mover(&field, 60_000, &PoseStep::ALL), &(enter(&field), cost));
        assert_eq!(search.places().count(), MOST_PLACES);
        assert!(search.places().skip(1).all(|place| place.previous.is_some()));
    }
    search.run(&mover(&field, 5, &PoseStep::ALL), &(enter(&field), cost));
    assert_eq!(search.places().map(|place| place.cost).max(), Some(5));
}

#[test]
fn a_search_serves_maps_and_formations_of_any_size_by_turns() {
    let small = drawn(". . .\n . A .\n. . .\nA: B1 blue infantry N line1");
    let large = drawn(&format!("{GAP}\nA: B1 blue infantry N line4"));
    let mut used = PoseReach::new();
    for field in [&small, &large, &small, &large] {
        used.run(&mover(field, 200, &PoseStep::ALL), &(enter(field), cost));
        assert_eq!(used.reach(|_| true), flooded(field, 200, &PoseStep::ALL).reach(|_| true));
    }
    assert_eq!(Grid::new(3, 3), small.ground().grid());
}

/// Every formation that so many stands of a line can take, but for snakes.
fn formations(stands: u8) -> impl Iterator<Item = Formation> {
    let blocks = Arrangement::ALL.into_iter().filter(|arrangement| *arrangement != Arrangement::MarchColumn);
    blocks.flat_map(move |arrangement| (1..=stands).map(move |files| Formation { arrangement, files }))
}

#[test]
fn everybody_moves_at_the_edge_of_the_map_in_every_formation() {
    let clear = vec![". ".repeat(20); 18].join("\n");
    let line = ". ".repeat(7) + &"A ".repeat(6) + &". ".repeat(7);
    let mut field = drawn(&format!("{clear}\n{line}\n{}\nA: B1 blue infantry N open6", ". ".repeat(20)));
    let (grid, unit) = (field.ground().grid(), *field.unit(A));
    let corner =
        |hex: &Hex| hex.offset().column.min(19 - hex.offset().column) + hex.offset().row.min(19 - hex.offset().row) < 4;
    for formation in formations(unit.stands) {
        let on_map = |pose: &Pose| pose.stands(unit.stands).hexes().iter().all(|hex| grid.contains(*hex));
        let poses =
            grid.iter().filter(corner).flat_map(|hex| Facing::ALL.map(|facing| Pose::new(hex, facing, formation)));
        for from in poses.filter(on_map).collect::<Vec<_>>() {
            field.apply(&Event::Placed { unit: A, pose: from });
            let found = flooded(&field, 30, &PoseStep::ALL);
            let found: BTreeSet<Pose> = found.places().map(|place| place.pose).collect();
            let mut wanted = BTreeSet::from([from]);
            wanted.extend(plainly(&field, &from).into_iter().filter(|(_, cost)| *cost <= 30).map(|(pose, _)| pose));
            assert!(wanted.is_subset(&found), "{from}: {:?}", wanted.difference(&found).collect::<Vec<_>>());
        }
    }
}
