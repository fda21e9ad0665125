//! The battles that come with the program: clean, fair in numbers, and true to what they say they are.

use battle::{Arm, Arrival, Goal, Quality, Rank, Scenario, Side, Start, Terrain, Troop};
use hexes::Offset;

use crate::{builtin, load};

fn battle(key: &str) -> Scenario {
    load(key).unwrap_or_else(|error| panic!("{error}")).1
}

fn size(battle: &Scenario) -> (i16, i16) {
    (battle.ground.grid().width(), battle.ground.grid().height())
}

/// Units of an arm on a side.
fn count(battle: &Scenario, side: Side, arm: Arm) -> usize {
    battle.army(side).units.iter().filter(|unit| unit.troop.arm() == arm).count()
}

fn unit<'a>(battle: &'a Scenario, label: &str) -> &'a battle::UnitSpec {
    let units = battle.armies.iter().flat_map(|army| &army.units);
    units.into_iter().find(|unit| unit.label == label).unwrap_or_else(|| panic!("no unit {label}"))
}

/// The turn a unit comes on, when that is certain; 0 for units on the map.
fn turn_of(battle: &Scenario, label: &str) -> u16 {
    match unit(battle, label).start {
        Start::At(..) | Start::Apart => 0,
        Start::Arrives(group) => match battle.reinforcements[group].arrival {
            Arrival::Turn(turn) => turn,
            Arrival::Roll { from, .. } => from,
        },
    }
}

/// Where a unit starts that is there from the beginning.
fn place(battle: &Scenario, label: &str) -> hexes::Hex {
    let Start::At(hex, _) = unit(battle, label).start else { panic!("{label} is not there at the start") };
    hex
}

fn terrain(battle: &Scenario, column: i16, row: i16) -> Terrain {
    battle.ground.terrain(Offset::new(column, row).hex())
}

#[test]
fn every_built_in_battle_is_clean_and_tells_its_story() {
    for (key, text) in builtin() {
        let faults = crate::check(&format!("{key}.toml"), text);
        assert!(faults.is_empty(), "{}", faults.iter().map(|fault| format!("{fault}\n")).collect::<String>());
        let battle = battle(key);
        assert_eq!(battle.key, *key);
        let sentences = battle.note.matches(['.', '?']).count();
        assert!((3..=9).contains(&sentences), "{key} has {sentences} sentences of note");
    }
}

#[test]
fn armies_start_apart() {
    for (key, _) in builtin() {
        let battle = battle(key);
        let starts = |side: Side| {
            let units = battle.army(side).units.iter();
            units
                .filter_map(|unit| if let Start::At(hex, _) = unit.start { Some(hex) } else { None })
                .collect::<Vec<_>>()
        };
        let (blue, red) = (starts(Side::Blue), starts(Side::Red));
        let nearest = blue.iter().flat_map(|hex| red.iter().map(move |other| hex.distance(*other))).min();
        assert!(nearest.is_some_and(|steps| (10..=24).contains(&steps)), "{key}: {nearest:?}");
    }
}

#[test]
fn the_three_small_battles_are_six_against_six() {
    for key in ["two-fords", "the-long-ridge", "crossroads"] {
        let battle = battle(key);
        assert_eq!((size(&battle), battle.turn_limit), ((36, 36), 15), "{key}");
        for side in Side::ALL {
            assert_eq!(battle.army(side).units.len(), 6, "{key} {side}");
            let army = battle.army(side);
            let named = army.leaders.iter().filter_map(|leader| leader.command.as_ref());
            let brigades = army.brigades.iter().map(|brigade| &brigade.name);
            assert!(named.eq(brigades), "{key} {side}: a general, and a commander of every brigade");
            assert_eq!(army.leaders.len(), army.brigades.len() + 1, "{key} {side}");
        }
    }
}

#[test]
fn ground_counts_for_those_who_are_there_at_the_end() {
    for (key, _) in crate::builtin() {
        let battle = battle(key);
        let left = battle.objectives.iter().find(|one| one.goal == Goal::Hold);
        assert!(left.is_none(), "{key}: {left:?} pays whoever has left it, and the note says nothing of it");
    }
}

#[test]
fn two_fords_is_the_same_for_both() {
    let battle = battle("two-fords");
    for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
        assert_eq!(count(&battle, Side::Blue, arm), count(&battle, Side::Red, arm));
    }
    assert!(battle.free_deployment && battle.reinforcements.is_empty());
    let fords: Vec<&str> =
        battle.objectives.iter().filter(|one| one.goal == Goal::Occupy).map(|one| one.name.as_str()).collect();
    assert_eq!(fords, ["West ford", "East ford"]);
}

#[test]
fn the_ridge_is_only_half_held_at_first() {
    let battle = battle("the-long-ridge");
    assert!(battle.objectives.iter().all(|knoll| knoll.goal == Goal::Occupy && knoll.value == 1));
    assert_eq!(battle.objectives.len(), 3);
    assert_eq!(["R1", "R2", "R3", "R4", "R5", "R6"].map(|label| turn_of(&battle, label)), [0, 0, 0, 2, 2, 4]);
    assert!(battle.objectives.iter().all(|knoll| battle.ground.elevation(knoll.hexes[0]) >= 2));
}

#[test]
fn both_sides_come_to_the_crossroads_piecemeal_at_the_same_times() {
    let battle = battle("crossroads");
    let turns = |side: char| ["1", "2", "3", "4", "5", "6"].map(|number| turn_of(&battle, &format!("{side}{number}")));
    assert_eq!(turns('B'), [0, 0, 3, 3, 5, 5]);
    assert_eq!(turns('R'), turns('B'));
}

#[test]
fn drill_fields_are_small_and_three_a_side() {
    for key in ["drill-field", "the-defile", "the-slope"] {
        let battle = battle(key);
        assert!(size(&battle).0 <= 22 && size(&battle).1 <= 22, "{key}");
        assert_eq!(battle.armies.each_ref().map(|army| army.units.len()), [3, 3], "{key}");
    }
    let level = battle("drill-field");
    assert!(
        level
            .ground
            .grid()
            .iter()
            .all(|hex| level.ground.terrain(hex) == Terrain::Open && level.ground.elevation(hex) == 0)
    );
    let defile = battle("the-defile");
    let open = |row| (0..13).filter(|column| terrain(&defile, *column, row) == Terrain::Open).collect::<Vec<_>>();
    assert_eq!((open(9), open(10)), (vec![4, 9, 10], vec![4, 9, 10]));
}

#[test]
fn quatre_bras_has_neys_left_wing_and_what_wellington_could_bring() {
    let battle = battle("quatre-bras");
    assert_eq!((size(&battle), battle.turn_limit, battle.date.as_str()), ((72, 48), 15, "16 June 1815"));
    let arms = |side| [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(|arm| count(&battle, side, arm));
    assert_eq!(arms(Side::Blue), [6, 3, 6]);
    assert_eq!(arms(Side::Red), [12, 2, 2]);
    let at_start =
        |side: Side| battle.army(side).units.iter().filter(|unit| matches!(unit.start, Start::At(..))).count();
    assert_eq!((at_start(Side::Blue), at_start(Side::Red)), (10, 5));
}

#[test]
fn at_quatre_bras_they_come_as_they_came() {
    let battle = battle("quatre-bras");
    let turns = [("F5", 3), ("FB", 7), ("A6", 2), ("A7", 2), ("A9", 4), ("AB", 6), ("AD", 9), ("AF", 11)];
    for (label, turn) in turns {
        assert_eq!(turn_of(&battle, label), turn, "{label}");
    }
    assert_eq!(unit(&battle, "FB").troop, Troop::Cuirassiers);
    assert_eq!(unit(&battle, "AF").quality, Quality::Guard);
    let commanders = battle.armies.each_ref().map(|army| army.leaders.iter().find(|leader| leader.rank == Rank::Army));
    assert_eq!(
        commanders.map(|leader| leader.map(|leader| leader.name.as_str())),
        [Some("Marshal Ney"), Some("Duke of Wellington")]
    );
}

#[test]
fn at_quatre_bras_the_roads_cross_and_the_farm_is_walled() {
    let battle = battle("quatre-bras");
    let road = |column, row| battle.ground.road(Offset::new(column, row).hex());
    assert!(road(30, 8) && road(28, 0) && road(0, 11) && road(71, 20) && road(39, 47));
    assert_eq!(terrain(&battle, 22, 20), Terrain::DenseWoods);
    assert_eq!(terrain(&battle, 53, 23), Terrain::Water);
    let farm = Offset::new(37, 26).hex();
    assert_eq!(terrain(&battle, 37, 26), Terrain::StoneBuilding);
    assert_eq!(battle.ground.edge(farm, hexes::Direction::East).obstacle, battle::Obstacle::Wall);
    let of_ground = battle.objectives.iter().filter(|objective| objective.goal == Goal::Occupy);
    let points: i16 = of_ground.map(|objective| objective.value).sum();
    assert_eq!(points, 9, "the crossroads and Gemioncourt weigh alike, the wood more than Piraumont");
}

#[test]
fn maida_pits_more_french_against_steadier_british() {
    let battle = battle("maida");
    assert_eq!(size(&battle), (72, 48));
    assert_eq!(battle.armies.each_ref().map(|army| army.units.len()), [11, 10]);
    assert_eq!((count(&battle, Side::Blue, Arm::Cavalry), count(&battle, Side::Red, Arm::Cavalry)), (1, 0));
    assert_eq!(turn_of(&battle, "AA"), 4);
    assert_eq!(terrain(&battle, 40, 47), Terrain::Water);
}

#[test]
fn at_auerstedt_both_sides_come_up_the_road_division_by_division() {
    let battle = battle("auerstedt");
    assert_eq!((size(&battle), battle.turn_limit, battle.year()), ((64, 44), 15, Some(1806)));
    let at_start =
        |side: Side| battle.army(side).units.iter().filter(|unit| matches!(unit.start, Start::At(..))).count();
    assert_eq!((at_start(Side::Blue), at_start(Side::Red)), (7, 9));
    for side in Side::ALL {
        let due = battle.reinforcements.iter().filter(|group| group.side == side).count();
        assert!(due >= 2, "{side} has a reserve and somebody before it");
    }
    let road = |column, row| battle.ground.road(Offset::new(column, row).hex());
    assert!(road(28, 0) && road(35, 43), "the Erfurt road runs through to Kosen");
}

#[test]
fn at_wavre_the_dyle_is_passed_by_four_bridges_only() {
    let battle = battle("wavre");
    assert_eq!((size(&battle), battle.turn_limit), ((66, 44), 15));
    let (grid, bridges) = (battle.ground.grid(), [9, 26, 37, 42]);
    let reached = |bridged: bool| {
        let (mut seen, mut next) = (std::collections::BTreeSet::new(), vec![Offset::new(45, 43).hex()]);
        while let Some(hex) = next.pop() {
            let at_bridge = bridges.iter().any(|column: &i16| (column - hex.offset().column).abs() <= 3);
            let open = |way: &hexes::Direction| {
                let edge = battle.ground.edge(hex, *way);
                edge.obstacle != battle::Obstacle::River
                    || (edge.crossing == battle::Crossing::Bridge && at_bridge && bridged)
            };
            if seen.insert(hex) {
                let ways = hexes::Direction::ALL.into_iter().filter(open);
                next.extend(ways.map(|way| hex.neighbor(way)).filter(|hex| grid.contains(*hex)));
            }
        }
        seen.contains(&Offset::new(34, 0).hex())
    };
    assert!(reached(true), "the French can get over");
    assert!(!reached(false), "and nowhere else");
    let without =
        |edge: battle::Edge| edge.obstacle == battle::Obstacle::River && edge.crossing != battle::Crossing::Bridge;
    assert!(without(battle.ground.edge(Offset::new(54, 19).hex(), hexes::Direction::SouthEast)), "it is broken");
}

#[test]
fn at_cowpens_three_lines_stand_one_behind_the_other() {
    let battle = battle("cowpens");
    let row = |label: &str| place(&battle, label).offset().row;
    let lines = [["A1", "A2"], ["A3", "A6"], ["A8", "AA"], ["AB", "AC"]].map(|line| line.map(row));
    assert!(lines.windows(2).all(|pair| pair[0].iter().min() > pair[1].iter().max()), "{lines:?}");
    assert_eq!(Side::ALL.map(|side| count(&battle, side, Arm::Cavalry)), [2, 4]);
    assert!(battle.ground.elevation(Offset::new(25, 10).hex()) > battle.ground.elevation(Offset::new(25, 30).hex()));
}

#[test]
fn at_guilford_the_first_line_has_a_fence_and_the_second_the_wood() {
    let battle = battle("guilford-courthouse");
    let fenced = |column| battle.ground.edge(Offset::new(column, 30).hex(), hexes::Direction::SouthEast).obstacle;
    assert!([14, 22, 33, 41].into_iter().all(|column| fenced(column) == battle::Obstacle::Fence));
    for label in ["AD", "AE", "AF", "AG"] {
        let start = battle.ground.terrain(place(&battle, label));
        assert!(matches!(start, Terrain::LightWoods | Terrain::Woods), "{label}");
    }
    let militia = battle.army(Side::Blue).units.iter().filter(|unit| unit.troop == Troop::Militia).count();
    assert_eq!((militia, count(&battle, Side::Blue, Arm::Infantry)), (8, 16));
}

#[test]
fn at_princeton_they_meet_as_they_come() {
    let battle = battle("princeton");
    let turns = ["A1", "A5", "AD", "A9", "BA"].map(|label| turn_of(&battle, label));
    assert!(turns.is_sorted() && turns[0] == 0 && turns[1] > 0, "{turns:?}");
    let bridge = battle.ground.edge(Offset::new(5, 33).hex(), hexes::Direction::SouthEast);
    assert_eq!((bridge.obstacle, bridge.crossing), (battle::Obstacle::Stream, battle::Crossing::Bridge));
    assert_eq!(terrain(&battle, 44, 7), Terrain::StoneBuilding);
}

#[test]
fn at_oriskany_the_warriors_wait_round_the_column() {
    let battle = battle("oriskany");
    let arms = |side| [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(|arm| count(&battle, side, arm));
    assert_eq!((arms(Side::Blue), arms(Side::Red)), ([10, 0, 0], [10, 0, 0]));
    let hidden = battle.army(Side::Red).units.iter().filter(|unit| unit.traits.contains(&battle::Trait::Hidden));
    assert_eq!(hidden.count(), 6);
    let column = ["A1", "A4", "A6", "A9"].map(|label| place(&battle, label).offset().column);
    assert!(column.is_sorted(), "{column:?}");
}

#[test]
fn aspern_is_five_blocks_of_houses_and_the_french_have_three() {
    let battle = battle("aspern");
    for label in ["F1", "F2", "F3"] {
        assert!(battle.ground.terrain(place(&battle, label)).is_built_up(), "{label}");
    }
    let ground = &battle.ground;
    let mut left: std::collections::BTreeSet<_> =
        ground.grid().iter().filter(|hex| ground.terrain(*hex).is_built_up() && hex.offset().column < 30).collect();
    let mut blocks = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut next, mut size) = (vec![first], 1);
        while let Some(hex) = next.pop() {
            let beside = hexes::Direction::ALL.map(|way| hex.neighbor(way));
            next.extend(beside.into_iter().filter(|hex| left.remove(hex)).inspect(|_| size += 1));
        }
        blocks.push(size);
    }
    assert_eq!(blocks.len(), 5, "{blocks:?}");
    assert!(blocks.iter().all(|size| (6..=8).contains(size)), "{blocks:?}");
}

#[test]
fn at_talavera_the_great_battery_faces_the_hill() {
    let battle = battle("talavera");
    let guns = ["FI", "FF", "FH", "FG"].map(|label| place(&battle, label));
    assert!(guns.windows(2).all(|pair| pair[0].distance(pair[1]) <= 5), "near enough for a grand battery");
    let hill = battle.ground.elevation(Offset::new(37, 9).hex());
    assert!(guns.iter().all(|hex| battle.ground.elevation(*hex) < hill));
    assert!(hill >= 3);
}

#[test]
fn the_readme_lists_every_letter_word_and_key() {
    let readme = include_str!("../../../maps/README.md");
    for entry in crate::BUILT_IN_LEGEND {
        assert!(readme.contains(&format!("| `{}` |", entry.letter)), "no letter {}", entry.letter);
    }
    let words =
        Troop::NAMES.iter().chain(battle::Trait::NAMES).chain(Quality::NAMES).chain(Goal::NAMES).chain(Rank::NAMES);
    let terrains = Terrain::ALL.iter().map(|terrain| terrain.name());
    let obstacles = battle::Obstacle::ALL.iter().map(|obstacle| obstacle.name());
    for word in words.copied().chain(terrains).chain(obstacles) {
        assert!(readme.contains(&format!("`{word}`")), "no word {word}");
    }
}

#[test]
fn the_readmes_examples_make_a_battle() {
    let readme = include_str!("../../../maps/README.md");
    let example = |mark: &str| {
        let blocks = readme.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```"));
        blocks
            .map(|(block, _)| block)
            .find(|block| block.contains(mark))
            .unwrap_or_else(|| panic!("no example with {mark}"))
    };
    let open = |row: usize| format!("{}{}", " ".repeat(row % 2), vec!["."; 36].join(" "));
    let ground = format!("ground = '''\n{}\n'''\n", (0..36).map(open).collect::<Vec<_>>().join("\n"));
    let red = "[red]\nname = 'Red'\nfacing = 'S'\n[[red.brigade]]\nname = 'Red'\nunits = [\n\
        { label = 'R1', name = 'a', type = 'militia', at = '9,3' },\n{ label = 'R2', name = 'b', type = 'militia', at = '19,3' },\n\
        { label = 'R3', name = 'c', type = 'militia', at = '29,3' },\n]\n[[red.leader]]\nlabel = 'RG'\nname = 'x'\nrank = 'army'\n";
    let parts = ["title =", "[legend]", "obstacle", "[blue]", "[[reinforcement]]", "[[objective]]", "[[place]]"];
    let text = parts.map(example).join("").replacen("[legend]", &format!("{ground}[legend]"), 1) + red;
    let faults = crate::check("readme.toml", &text);
    assert!(faults.is_empty(), "{faults:?}\n{text}");
}
