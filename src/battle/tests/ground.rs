//! What ground, parts, fires and small values say of themselves.

use std::collections::BTreeSet;

use hexes::{Direction, EdgeMap, Grid, Hex, HexMap, Offset};

use super::drawn;
use crate::{
    Band, Battlefield, Cell, Command, Conditions, Crossing, Edge, Effect, Event, Ground, Hundredths, Looks, MapEdge,
    MarkInfo, Marks, Member, Obstacle, Origin, Part, PartKind, Reason, Sense, Terrain, UnitId, mean_of,
};

fn hex(column: i16, row: i16) -> Hex {
    Offset::new(column, row).hex()
}

/// A house of two hexes, one hex of wood apart from it, a hill of two levels with a road, a hedge on one edge.
fn ground() -> Ground {
    let grid = Grid::new(8, 6);
    let cell = |hex: Hex| match (hex.offset().column, hex.offset().row) {
        (2 | 3, 2) => Cell { terrain: Terrain::StoneBuilding, ..Cell::default() },
        (6, 1) => Cell { terrain: Terrain::Woods, ..Cell::default() },
        (1, 5) => Cell { elevation: 2, road: true, crossing: Crossing::None, ..Cell::default() },
        _ => Cell::default(),
    };
    let mut edges = EdgeMap::filled(grid, Edge::default());
    edges.set(hex(5, 4), Direction::East, Edge { obstacle: Obstacle::Hedge, crossing: Crossing::None });
    Ground::new(HexMap::from_fn(grid, cell), edges)
}

#[test]
fn ground_knows_its_patches_height_roads_and_edges() {
    let ground = ground();
    assert_eq!(ground.patch(hex(2, 2)), ground.patch(hex(3, 2)), "one house");
    assert!(ground.patch(hex(2, 2)).is_some() && ground.patch(hex(6, 1)).is_some());
    assert_ne!(ground.patch(hex(2, 2)), ground.patch(hex(6, 1)));
    assert_eq!((ground.patch(hex(0, 0)), ground.patch(Hex::new(-9, 0))), (None, None));
    assert_eq!(ground.highest(), 2);
    assert_eq!((ground.road(hex(1, 5)), ground.road(hex(2, 5)), ground.road(Hex::new(-9, 0))), (true, false, false));
    let along = |at: Hex, side| ground.edge(at, side).obstacle;
    assert_eq!(
        (along(hex(5, 4), Direction::East), along(hex(6, 4), Direction::West)),
        (Obstacle::Hedge, Obstacle::Hedge)
    );
    for side in Direction::ALL.into_iter().filter(|side| *side != Direction::East) {
        assert_eq!(along(hex(5, 4), side), Obstacle::None, "{side}");
    }
    let around = [hex(5, 4), hex(6, 4), hex(4, 4)].map(|hex| ground.is_bare_around(hex));
    assert_eq!(around, [false, false, true]);
    let edged: BTreeSet<Hex> = ground.edged().iter().copied().collect();
    let about_the_house = [hex(2, 2), hex(3, 2)].into_iter().flat_map(|house| house.within(1));
    let expected: BTreeSet<Hex> = about_the_house.chain([hex(5, 4), hex(6, 4)]).collect();
    assert_eq!(edged, expected, "beside the hedge, in the house and outside its walls");
    assert_eq!(ground.obstacles().len(), 1);
}

/// A hedge of three edges round a corner, another beyond a gap, a wall that meets the first; two ponds and a marsh.
fn crossed_ground() -> Ground {
    let grid = Grid::new(8, 6);
    let cell = |hex: Hex| {
        let terrain = match (hex.offset().column, hex.offset().row) {
            (0, 0) | (1, 0) | (5, 5) => Terrain::Water,
            (2, 0) => Terrain::Marsh,
            _ => Terrain::Open,
        };
        Cell { terrain, ..Cell::default() }
    };
    let mut edges = EdgeMap::filled(grid, Edge::default());
    for (at, side, obstacle) in [
        (hex(3, 3), Direction::East, Obstacle::Hedge),
        (hex(3, 3), Direction::SouthEast, Obstacle::Hedge),
        (hex(3, 3), Direction::SouthWest, Obstacle::Hedge),
        (hex(3, 3), Direction::West, Obstacle::Wall),
        (hex(6, 3), Direction::East, Obstacle::Hedge),
    ] {
        edges.set(at, side, Edge { obstacle, crossing: Crossing::None });
    }
    Ground::new(HexMap::from_fn(grid, cell), edges)
}

#[test]
fn a_hedge_has_one_name_round_its_corners_and_ends_at_a_gap_and_where_a_wall_begins() {
    let ground = crossed_ground();
    let line = |at: Hex, side: Direction| ground.obstacle_line(at, side);
    let hedge = line(hex(3, 3), Direction::East);
    assert!(hedge.is_some());
    assert_eq!(line(hex(3, 3), Direction::SouthEast), hedge);
    assert_eq!(line(hex(3, 3), Direction::SouthWest), hedge, "the third edge joins the second");
    assert_eq!(line(hex(4, 3), Direction::West), hedge, "from the other side");
    // The third edge is the north-eastern one of the hex below, which comes first in the list of all edges.
    assert_eq!(hedge, Some((hex(3, 3) + Direction::SouthWest, Direction::NorthEast)));
    let (wall, beyond) = (line(hex(3, 3), Direction::West), line(hex(6, 3), Direction::East));
    assert!(wall.is_some() && beyond.is_some() && wall != hedge && beyond != hedge && wall != beyond);
    assert_eq!(line(hex(3, 3), Direction::NorthEast), None);
    assert_eq!(line(Hex::new(-9, 0), Direction::East), None);
}

#[test]
fn a_pond_has_one_name_and_the_marsh_beside_it_another() {
    let ground = crossed_ground();
    let [pond, same, marsh, other] = [hex(0, 0), hex(1, 0), hex(2, 0), hex(5, 5)].map(|hex| ground.expanse(hex));
    assert_eq!((pond, same), (Some(hex(0, 0)), Some(hex(0, 0))));
    assert_eq!((marsh, other), (Some(hex(2, 0)), Some(hex(5, 5))));
    assert_eq!((ground.expanse(hex(3, 0)), ground.expanse(Hex::new(-9, 0))), (None, None));
}

#[test]
fn a_hex_is_clear_that_no_unit_holds_and_nothing_on_it_hides() {
    let field = drawn(
        ". . . . . .
          . A A * . .
         . . . . . .
         A: B1 blue infantry N line2",
    );
    let clear = |column, row| field.is_clear(hex(column, row));
    assert_eq!([clear(1, 1), clear(2, 1), clear(3, 1), clear(4, 1)], [false, false, false, true]);
    assert!(field.is_clear(Hex::new(-9, 0)), "nothing beyond the map hides anything");
    let mut seen = Vec::new();
    field.each_screen(1, 0..=5, |column| seen.push(column));
    assert_eq!(seen, [3]);
    seen.clear();
    field.each_screen(1, 4..=5, |column| seen.push(column));
    assert!(seen.is_empty());
}

fn of_house() -> Battlefield {
    let mut field = drawn(
        ". . . . . .
          . # # . # .
         . A A . . .
         A: B1 blue infantry N line2",
    );
    field.apply(&Event::TurnBegan { turn: 1 });
    field
}

#[test]
fn a_breach_is_on_the_edge_whose_part_is_destroyed_and_fire_in_the_whole_house() {
    let mut field = of_house();
    let part = |kind| Part::new(hex(1, 1), Direction::West, kind);
    let breached = |field: &Battlefield, side| field.is_breached(hex(1, 1), side);
    assert!(!breached(&field, Direction::West) && field.damages().is_empty());
    let damaged = |kind, wounds, destroyed| Event::Damaged { part: part(kind), wounds, destroyed, clause: "X-1" };
    field.apply(&damaged(PartKind::Wall, 2, false));
    assert!(!breached(&field, Direction::West), "damaged only");
    field.apply(&damaged(PartKind::Door, 3, true));
    assert!(breached(&field, Direction::West) && !breached(&field, Direction::NorthWest));
    assert!(field.is_breached(hex(0, 1), Direction::East), "named from the other side");
    field.apply(&damaged(PartKind::Wall, 4, false));
    let wounds: Vec<(PartKind, u8)> = field.damages().iter().map(|one| (one.part.kind, one.wounds)).collect();
    assert_eq!(wounds.len(), 2, "{wounds:?}");
    assert!(wounds.contains(&(PartKind::Wall, 4)) && wounds.contains(&(PartKind::Door, 3)), "{wounds:?}");
    assert!(field.fires().is_empty() && !field.is_burning(hex(1, 1)));
    let patch = field.ground().patch(hex(1, 1)).expect("a house");
    let ignited = Event::Ignited { patch, clause: "X-1" };
    field.apply(&ignited);
    field.apply(&ignited);
    assert_eq!(field.fires(), [patch], "once");
    let burns = [hex(1, 1), hex(2, 1), hex(4, 1), hex(0, 0)].map(|hex| field.is_burning(hex));
    assert_eq!(burns, [true, true, false, false]);
}

#[test]
fn parts_are_written_and_read() {
    let door = Part::new(hex(3, 2), Direction::East, PartKind::Door);
    assert_eq!((door.to_string(), door.hexes()), ("3,2:E:door".into(), [hex(3, 2), hex(4, 2)]));
    assert_eq!("4,2:W:door".parse(), Ok(door), "the same edge");
    for kind in PartKind::ALL {
        let part = Part::new(hex(3, 2), Direction::NorthEast, kind);
        assert_eq!(part.to_string().parse(), Ok(part));
    }
    let names = PartKind::ALL.map(PartKind::name);
    assert_eq!(BTreeSet::from(names), BTreeSet::from(["wall", "door", "window"]));
    for wrong in ["", "3,2", "3,2:E", "3,2:E:roof", "3,2:Q:door", "x:E:door"] {
        let fault = wrong.parse::<Part>().expect_err("a fault");
        assert!(fault.starts_with(&format!("unknown part `{wrong}`")), "{fault}");
    }
    let edges = MapEdge::ALL.map(MapEdge::name);
    assert_eq!(BTreeSet::from(edges).len(), 4);
    assert_eq!((MapEdge::North.name(), MapEdge::West.name()), ("north edge", "west edge"));
    assert_eq!((Obstacle::River.name(), Obstacle::None.name()), ("river", "none"));
}

#[test]
fn lengths_are_hundredths_of_an_inch_cut_to_what_can_be_told() {
    assert_eq!(
        [0, 1, 12, -3, 655, 700].map(Hundredths::of_inches).map(|length| length.0),
        [0, 100, 1200, 0, 65500, 65500]
    );
    assert!((Hundredths(250).inches() - 2.5).abs() < 1e-9);
    assert_eq!([Hundredths(650).hexes(1), Hundredths(650).hexes(2), Hundredths(650).hexes(0)], [6, 3, 6]);
    let band = Band { from: Origin::Enemy, least: Hundredths(300), most: Hundredths(1200) };
    for (inches, lack) in [(1.0, 2.0), (3.0, 0.0), (7.0, 0.0), (12.0, 0.0), (15.5, 3.5)] {
        assert!((band.lack(inches) - lack).abs() < 1e-9, "{inches}");
    }
}

#[test]
fn a_mean_is_the_sum_of_numbers_by_their_chances() {
    let mut chances = [0.0; 17];
    (chances[0], chances[1], chances[4]) = (0.5, 0.25, 0.25);
    assert!((mean_of(&chances) - 1.25).abs() < 1e-9);
}

#[test]
fn an_effect_is_mixed_with_another_value_by_value() {
    let one = Effect {
        inflicted: 1.0,
        taken: 2.0,
        destroys: 0.1,
        destroyed: 0.2,
        repels: 0.3,
        repelled: 0.4,
        succeeds: 0.5,
        recovers: 0.6,
        spends: 0.7,
        opens: 0.8,
        mobility: -1.0,
    };
    let mixed = one.mixed(&Effect { inflicted: 5.0, mobility: 1.0, ..Effect::default() }, 0.25);
    let found = [
        mixed.inflicted,
        mixed.taken,
        mixed.destroys,
        mixed.destroyed,
        mixed.repels,
        mixed.repelled,
        mixed.succeeds,
        mixed.recovers,
        mixed.spends,
        mixed.opens,
        mixed.mobility,
    ];
    let expected = [2.0, 1.5, 0.075, 0.15, 0.225, 0.3, 0.375, 0.45, 0.525, 0.6, -0.5];
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 1e-9, "value {place}: {found}, not {expected}");
    }
}

#[test]
fn marks_are_drawn_told_and_meant_as_their_system_says() {
    const HURT: Marks = Marks::number(3);
    const TIRED: Marks = Marks::number(1);
    const INFOS: &[MarkInfo] = &[
        MarkInfo::new(HURT, "hurt").drawn('✚', '+', "hurt").looking(Looks::Thinned).meaning(Sense::Routing),
        MarkInfo::new(TIRED, "tired").told("{a} tires", "{a} is fresh").looking(Looks::Faded).deed(),
    ];
    assert_eq!((HURT.bits(), TIRED.bits()), (8, 2));
    let sign = INFOS[0].sign.expect("a sign");
    assert_eq!((sign.unicode, sign.ascii, sign.name), ('✚', '+', "hurt"));
    assert_eq!((INFOS[1].says, INFOS[1].kind), (Some(["{a} tires", "{a} is fresh"]), crate::Kind::Deed));
    let of = |marks| Conditions::of(marks, INFOS);
    let looks = |marks| (of(marks).are_thin(), of(marks).are_faded(), of(marks).mean(Sense::Routing));
    assert_eq!(looks(HURT), (true, false, true));
    assert_eq!(looks(TIRED), (false, true, false));
    assert_eq!(looks(Marks::empty()), (false, false, false));
    let keys: Vec<&str> = of(HURT | TIRED).in_order().iter().map(|info| info.key).collect();
    assert_eq!(keys, ["tired", "hurt"], "in the order of their numbers");
}

#[test]
fn a_command_knows_its_members_who_strays_and_who_lacks_way() {
    let member = |unit, hears, short| Member { unit: UnitId(unit), hears, short, gain: 0 };
    let command =
        Command { members: vec![member(1, true, 0), member(2, false, 5), member(4, true, 3)], ..Command::default() };
    assert_eq!([1, 2, 3, 4].map(|unit| command.has(UnitId(unit))), [true, true, false, true]);
    assert_eq!(command.strays().collect::<Vec<_>>(), [UnitId(2)]);
    assert_eq!(command.short().collect::<Vec<_>>(), [(UnitId(2), 5), (UnitId(4), 3)]);
}

#[test]
fn only_points_and_losses_are_counted_at_the_turn_limit() {
    let counted = [Reason::Objectives, Reason::Losses].map(Reason::at_turn_limit);
    assert_eq!((counted, Reason::Destruction.at_turn_limit()), ([true, true], false));
}
