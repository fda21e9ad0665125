//! Movement through poses: as the crate's Dijkstra says, through gaps only for who fits, snakes after their heads.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hexes::{Crossing, Direction, EdgeMap, Facing, Grid, Hex, HexMap, Side};
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

use super::{drawn, plain};
use crate::{
    Battlefield, Destination, Edge, Event, Ground, MOST_PLACES, Manner, Mover, Muster, Obstacle, Passage, Pose,
    PoseReach, PoseStep, Stride, Terrain, UnitId, fixture, full_trail, is_cut_off, swept,
};

const A: UnitId = UnitId(0);

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

fn mover<'a>(field: &'a Battlefield, limit: u16, steps: &'a [PoseStep]) -> Mover<'a> {
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

/// A column of three whose tail lies as drawn, behind a line of friends whom it may pass.
fn snake_behind_others(middle: &str, tail: &str) -> Battlefield {
    drawn(&format!(
        ". . . . . . .
          . . . . . . .
         . . . . . . .
          . . . . . . .
         B B B B B B B
          . . . A . . .
         {middle}
          {tail}
         A: B1 blue infantry N march1
         B: B2 blue infantry N line7",
    ))
}

#[test]
fn a_snake_ends_where_all_of_its_body_is_past_whom_it_passes_whoever_searched_before() {
    let fields = [
        snake_behind_others(". . . a . . .", ". . . a . . ."),
        snake_behind_others(". . . . a . .", ". . . . a . ."),
        snake_behind_others(". . . a . . .", ". . a . . . ."),
    ];
    let passage = Rules { passing: Some(0), ..Rules::default() };
    for field in &fields {
        let mut search = PoseReach::new();
        for other in fields.iter().filter(|other| !std::ptr::eq(*other, field)).chain([field]) {
            search.run(&mover(other, 80, &PoseStep::ALL), &passage);
        }
        let others = field.footprint(UnitId(1));
        let reach = search.reach(|_| true);
        for place in &reach.places {
            let body = place.pose.stands(3);
            assert_eq!(place.legal, !body.hexes().iter().any(|hex| others.contains(*hex)), "{}", place.pose);
        }
        let north = |place: &Destination| place.pose.facing == Facing::North && place.pose.anchor.r == 1;
        assert!(reach.legal().any(north), "the head is three rows past them");
        assert!(reach.places.iter().any(|place| !place.legal), "the tail is among them");
    }
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

/// The rules of a test: every hex and step costs 10, whom to pass, what edges bar, where ways end, where nobody
/// can be, which turns sweep.
#[derive(Default)]
struct Rules {
    passing: Option<u16>,
    bars: Option<Obstacle>,
    stops_at: Option<Hex>,
    shut: Vec<Hex>,
    sweeping: Vec<PoseStep>,
}

impl Passage for Rules {
    fn enter(&self, hex: Hex) -> Option<u16> {
        (!self.shut.contains(&hex)).then_some(10)
    }

    fn through(&self, _other: UnitId) -> Option<u16> {
        self.passing
    }

    fn sweeps(&self, step: PoseStep) -> bool {
        self.sweeping.contains(&step)
    }

    fn bars(&self, edge: Edge) -> bool {
        Some(edge.obstacle) == self.bars
    }

    fn goes_on(&self, pose: &Pose, _spent: u16) -> bool {
        Some(pose.anchor) != self.stops_at
    }
}

/// Two ahead is free, one ahead somebody stands from side to side.
fn behind_others() -> Battlefield {
    drawn(
        ". . .
          . . .
         B B B
          . A .
         A: B1 blue infantry N line1
         B: B2 blue infantry N line3",
    )
}

const AHEAD: [PoseStep; 2] = [PoseStep::AheadLeft, PoseStep::AheadRight];

fn ways(field: &Battlefield, rules: &impl Passage, limit: u16) -> PoseReach {
    let mut search = PoseReach::new();
    search.run(&mover(field, limit, &AHEAD), rules);
    search
}

#[test]
fn others_are_passed_at_a_price_and_nobody_ends_on_them() {
    let field = behind_others();
    let reach = |passing| ways(&field, &Rules { passing, ..Rules::default() }, 1000).reach(|place| place.cost > 0);
    assert_eq!(reach(None).legal().count(), 0);
    let reach = reach(Some(5));
    assert!(reach.places.iter().any(|place| place.cost == 15 && !place.legal));
    assert_eq!(reach.legal().map(|place| place.cost).min(), Some(25));
    assert!(reach.legal().all(|place| field.unit_at(place.pose.anchor).is_none()));
}

#[test]
fn a_way_ends_where_the_rules_end_it() {
    let field = drawn(". . .\n . . .\n. . .\n . A .\nA: B1 blue infantry N line1");
    let all = ways(&field, &Rules::default(), 1000).places().count();
    let first = field.unit(A).pose.anchor + Direction::NorthEast;
    let stopped = ways(&field, &Rules { stops_at: Some(first), ..Rules::default() }, 1000);
    let cost = |search: &PoseReach, hex| search.cost(&field.unit(A).pose.at(hex));
    assert_eq!(cost(&stopped, first), Some(10));
    assert_eq!(cost(&stopped, first + Direction::NorthEast), None);
    assert!(stopped.places().count() < all);
}

#[test]
fn a_turn_that_sweeps_needs_all_hexes_between_but_one_of_two_that_a_line_parts() {
    let row = ". . . . . . . . . . . .\n";
    let field =
        drawn(&format!("{}. . . . A A A A A A . .\n{}A: B1 blue infantry N line6", row.repeat(6), row.repeat(6)));
    let from = field.unit(A).pose;
    for step in [PoseStep::WheelLeft, PoseStep::BackWheelLeft, PoseStep::TurnRight] {
        let to = step.apply(&from, 6);
        let turns = |shut: Vec<Hex>, sweeping: Vec<PoseStep>| {
            let (mut search, rules) = (PoseReach::new(), Rules { shut, sweeping, ..Rules::default() });
            search.run(&mover(&field, 10, &[step]), &rules);
            search.cost(&to).is_some()
        };
        let between = swept(&from.stands(6), &to.stands(6));
        assert!(!between.is_empty() && turns(Vec::new(), vec![step]));
        for crossing in between {
            let (both, one) = match crossing {
                Crossing::One(hex) => (vec![hex], None),
                Crossing::Either(left, right) => (vec![left, right], Some(left)),
            };
            assert!(turns(both.clone(), Vec::new()), "{crossing:?} lies under neither pose");
            assert!(!turns(both, vec![step]), "{crossing:?} is swept");
            assert!(one.is_none_or(|one| turns(vec![one], vec![step])), "{crossing:?} has another side");
        }
    }
}

/// The same field with a river along the northern sides of row 2.
fn with_river(field: &Battlefield) -> Battlefield {
    let grid = field.ground().grid();
    let cells = HexMap::from_fn(grid, |hex| field.ground().cell(hex).unwrap_or_default());
    let mut edges = EdgeMap::filled(grid, Edge::default());
    let river = Edge { obstacle: Obstacle::River, ..Edge::default() };
    for hex in grid.iter().filter(|hex| hex.offset().row == 2) {
        [Direction::NorthWest, Direction::NorthEast].into_iter().for_each(|side| {
            edges.set(hex, side, river);
        });
    }
    Battlefield::new(Muster {
        ground: Arc::new(Ground::new(cells, edges)),
        roster: field.shared_roster(),
        inches_per_hex: 1,
        turn_limit: 10,
        units: field.ids().map(|unit| *field.unit(unit)).collect(),
        leaders: Vec::new(),
    })
}

#[test]
fn nobody_shifts_or_wheels_over_an_edge_that_is_barred() {
    let field = with_river(&drawn(
        ". . . . . . .
          . . . . . . .
         . . . . . . .
          . . . . . . .
         . . A A A . .
          . . . . . . .
         A: B1 blue infantry N line3",
    ));
    let steps = [AHEAD[0], AHEAD[1], PoseStep::WheelLeft, PoseStep::WheelRight, PoseStep::AboutFace];
    let flood = |bars| {
        let mut search = PoseReach::new();
        search.run(&mover(&field, 1000, &steps), &Rules { bars, ..Rules::default() });
        search
    };
    let over = |search: &PoseReach| {
        search.places().filter(|place| place.pose.stands(3).hexes().iter().any(|hex| hex.offset().row < 2)).count()
    };
    assert!(over(&flood(None)) > 0);
    let search = flood(Some(Obstacle::River));
    assert_eq!(over(&search), 0);
    let plain = plain_ways(&field, &steps);
    let found: BTreeSet<Pose> = search.places().map(|place| place.pose).collect();
    assert_eq!(found, plain);
}

/// From a hex to the one beyond the edge between its east and its south-east neighbour: a river that runs along that edge
/// lets nobody through, whichever of the four edges about it it comes and leaves by; one that ends there does.
#[test]
fn a_river_is_not_passed_round_its_corner() {
    use Direction::{East, SouthEast};
    let (from, east, south_east, to) = (Hex::new(1, 1), Hex::new(2, 1), Hex::new(1, 2), Hex::new(2, 2));
    let [near_left, near_right, far_left, far_right] =
        [(from, East), (from, SouthEast), (east, SouthEast), (south_east, East)];
    let cut = |river: &[(Hex, Direction)]| {
        let grid = Grid::new(6, 6);
        let mut edges = EdgeMap::filled(grid, Edge::default());
        river.iter().for_each(|(hex, side)| {
            edges.set(*hex, *side, Edge { obstacle: Obstacle::River, ..Edge::default() });
        });
        let ground = Ground::new(HexMap::filled(grid, crate::Cell::default()), edges);
        [(from, to), (to, from)]
            .map(|(one, other)| is_cut_off(&ground, one, other, |edge| edge.obstacle == Obstacle::River))
    };
    for both in [[near_left, near_right], [far_left, far_right], [near_left, far_right], [far_left, near_right]] {
        assert_eq!(cut(&both), [true, true], "{both:?}");
    }
    for one in [[near_left, far_left], [near_right, far_right]] {
        assert_eq!(cut(&one), [false, false], "round it on the other side: {one:?}");
    }
    assert_eq!(cut(&[]), [false, false]);
}

/// Up and down the first and the last column of a map a stand goes along an edge whose other side is off the map: a river
/// on the one side that there is stops it, at its near end and at its far end.
#[test]
fn a_river_is_not_passed_round_off_the_map() {
    use Direction::{NorthEast, NorthWest};
    let hex = |column, row| hexes::Offset::new(column, row).hex();
    let cut = |river: Option<(Hex, Direction)>, from: Hex, to: Hex| {
        let grid = Grid::new(4, 6);
        let mut edges = EdgeMap::filled(grid, Edge::default());
        river.into_iter().for_each(|(hex, side)| {
            edges.set(hex, side, Edge { obstacle: Obstacle::River, ..Edge::default() });
        });
        let ground = Ground::new(HexMap::filled(grid, crate::Cell::default()), edges);
        [(from, to), (to, from)]
            .map(|(one, other)| is_cut_off(&ground, one, other, |edge| edge.obstacle == Obstacle::River))
    };
    let (west, east) = ([hex(0, 4), hex(0, 3), hex(0, 2)], [hex(3, 3), hex(3, 2), hex(3, 1)]);
    for (near, far) in [((west[0], NorthEast), (west[1], NorthWest)), ((east[0], NorthWest), (east[1], NorthEast))] {
        let column = if near.0 == west[0] { west } else { east };
        for river in [near, far] {
            assert_eq!(cut(Some(river), column[0], column[2]), [true, true], "{river:?}");
        }
        assert_eq!(cut(None, column[0], column[2]), [false, false]);
    }
}

/// Two ranks of two at the eastern edge of the map wheel no stand over a river that ends there.
#[test]
fn ranks_wheel_over_no_river_at_the_edge_of_the_map() {
    let field = drawn(
        ". . . .
          . . . .
         . . . .
          . . . .
         . . A A
          . . a a
         A: B1 blue infantry N line2",
    );
    let grid = field.ground().grid();
    let river = Edge { obstacle: Obstacle::River, ..Edge::default() };
    let mut edges = EdgeMap::filled(grid, Edge::default());
    edges.set(hexes::Offset::new(3, 3).hex(), Direction::SouthWest, river);
    let wheeled = |edges: EdgeMap<Edge>| {
        let field = Battlefield::new(Muster {
            ground: Arc::new(Ground::new(HexMap::filled(grid, crate::Cell::default()), edges)),
            roster: field.shared_roster(),
            inches_per_hex: 1,
            turn_limit: 10,
            units: field.ids().map(|unit| *field.unit(unit)).collect(),
            leaders: Vec::new(),
        });
        let start = field.unit(A).pose;
        let mut search = PoseReach::new();
        let bars = Some(Obstacle::River);
        search.run(&mover(&field, 1000, &[PoseStep::WheelLeft]), &Rules { bars, ..Rules::default() });
        search.places().any(|place| place.pose == PoseStep::WheelLeft.apply(&start, 4))
    };
    assert!(wheeled(EdgeMap::filled(grid, Edge::default())));
    assert!(!wheeled(edges), "its last stand would come to 3,3 round the outside of the map");
}

/// Every pose that a line of three comes to by those steps without a stand going over the river.
fn plain_ways(field: &Battlefield, steps: &[PoseStep]) -> BTreeSet<Pose> {
    let (mut known, mut open) = (BTreeSet::new(), vec![field.unit(A).pose]);
    while let Some(pose) = open.pop() {
        if known.insert(pose) {
            let ends = steps.iter().map(|step| step.apply(&pose, 3));
            open.extend(ends.filter(|to| {
                let (before, after) = (pose.stands(3), to.stands(3));
                let mut pairs = before.hexes().iter().zip(after.hexes());
                let river = |edge: Edge| edge.obstacle == Obstacle::River;
                after.hexes().iter().all(|hex| field.ground().grid().contains(*hex))
                    && !pairs.any(|(from, to)| is_cut_off(field.ground(), *from, *to, river))
            }));
        }
    }
    known
}

/// Woods on the way are paid for once; `APART` ways that have paid and ways that have not are kept apart.
struct OnceInWoods<'a, const APART: u16>(&'a Battlefield);

impl<const APART: u16> Passage for OnceInWoods<'_, APART> {
    const LABELS: u16 = APART;

    fn enter(&self, _hex: Hex) -> Option<u16> {
        Some(10)
    }

    fn cost(&self, stride: &Stride) -> Option<u16> {
        let wood = self.0.ground().terrain(stride.to.anchor) == Terrain::Woods;
        Some(if wood && stride.label == 0 { 25 } else { 10 })
    }

    fn label(&self, stride: &Stride) -> u16 {
        let wood = self.0.ground().terrain(stride.to.anchor) == Terrain::Woods;
        u16::from(wood || stride.label == 1)
    }
}

#[test]
fn what_a_way_has_met_can_keep_it_apart() {
    let field = drawn(
        "* * *
          * * *
         . . .
          * . .
         . A .
         A: B1 blue infantry N line1",
    );
    let row = |search: &PoseReach, row| {
        let there = search.places().filter(|place| place.pose.anchor.offset().row == row);
        there.map(|place| (place.cost, place.label)).collect::<Vec<_>>()
    };
    let (joined, apart) =
        (ways(&field, &OnceInWoods::<1>(&field), 1000), ways(&field, &OnceInWoods::<2>(&field), 1000));
    assert_eq!(row(&joined, 2), [(20, 0), (20, 0), (35, 1)]);
    assert_eq!(row(&apart, 2), [(20, 0), (20, 0), (35, 1), (35, 1)]);
    let cheapest = |search: &PoseReach| row(search, 0).into_iter().min();
    assert_eq!((cheapest(&joined), cheapest(&apart)), (Some((55, 1)), Some((55, 1))));
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
