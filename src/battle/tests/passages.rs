//! Rules of a move: who is passed and for how much, where ways end, turns that sweep, edges that bar, what a way has met.

use std::collections::BTreeSet;
use std::sync::Arc;

use hexes::{Crossing, Direction, EdgeMap, Facing, Grid, Hex, HexMap};

use super::drawn;
use super::reach::{A, mover};
use crate::{
    Battlefield, Destination, Edge, Ground, Muster, Obstacle, Passage, Pose, PoseReach, PoseStep, Stride, Terrain,
    UnitId, is_cut_off, swept,
};

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
