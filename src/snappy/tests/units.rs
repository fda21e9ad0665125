//! Neutral orders of battle under these rules (SN-UNIT), and who arrives later (SN-SEQ-8).

use std::sync::Arc;

use battle::rule::bites;
use battle::{
    Army, Arrival, BrigadeSpec, Cell, Edge, Ground, HouseRules, LeaderSpec, Quality, Rank, Rating, Reinforcement,
    Scenario, Side, Start, Terrain, Troop, UnitId, UnitSpec, Weapon, Weather,
};
use hexes::{EdgeMap, Facing, Grid, Hex, HexMap};

use super::fixture::{Game, facing};
use crate::profile::{Kind, Nation, Weight};
use crate::space::Shape::{Column, Road};
use crate::tables::FIRM;

/// A unit as an order of battle writes it, on row 30 or 10.
fn written(label: &str, troop: Troop, stands: u8, place: i16) -> UnitSpec {
    let blue = label.starts_with('B');
    let (row, face) = if blue { (30, Facing::North) } else { (8, Facing::South) };
    UnitSpec {
        label: label.into(),
        name: label.into(),
        troop,
        quality: Quality::Trained,
        weapon: Weapon::Musket,
        stands: Some(stands),
        guns: None,
        strength: 100,
        traits: Vec::new(),
        special: Default::default(),
        brigade: 0,
        start: Start::At(hexes::Offset::new(place, row).hex(), face),
    }
}

fn leader(label: &str, rank: Rank, command: Option<&str>, words: &[&str]) -> LeaderSpec {
    let words: Vec<String> = words.iter().map(|word| String::from(*word)).collect();
    LeaderSpec {
        label: label.into(),
        name: label.into(),
        rank,
        rating: Rating::Average,
        command: command.map(String::from),
        special: [(String::from("snappy"), words)].into(),
    }
}

fn army(side: Side, units: Vec<UnitSpec>) -> Army {
    let general = if side == Side::Blue { "BG" } else { "RG" };
    Army {
        side,
        name: side.name().into(),
        brigades: vec![BrigadeSpec { name: "First".into(), division: String::new() }],
        units,
        leaders: vec![leader(general, Rank::Army, None, &[])],
    }
}

/// A plain of 40 by 40 with these Blue units and one Red one.
fn scenario(units: Vec<UnitSpec>) -> Scenario {
    let grid = Grid::new(40, 40);
    let red = vec![written("R1", Troop::LineInfantry, 4, 20)];
    Scenario {
        armies: [army(Side::Blue, units), army(Side::Red, red)],
        ground: Arc::new(Ground::new(HexMap::filled(grid, Cell::default()), EdgeMap::filled(grid, Edge::default()))),
        zones: [Vec::new(), Vec::new()],
        objectives: Vec::new(),
        reinforcements: Vec::new(),
        free_deployment: false,
        places: Vec::new(),
        turn_limit: 12,
        ..proving::Plan::tiny().scenario()
    }
}

fn game(scenario: &Scenario) -> Game {
    let war = crate::deploy(scenario, &HouseRules::default(), 1).expect("a battle");
    Game::of(war)
}

/// Kind, stands and weight of one unit of that type.
fn enlisted(troop: Troop, stands: u8, words: &[&str]) -> (Kind, u8, Weight) {
    let mut unit = written("B1", troop, stands, 20);
    unit.special.insert("snappy".into(), words.iter().map(|word| String::from(*word)).collect());
    let profile = *game(&scenario(vec![unit])).war.profile(UnitId(0));
    (profile.kind, profile.stands, profile.weight)
}

#[test]
fn neutral_types_are_five_arms() {
    bites(&["SN-UNIT-3"], || {
        let kind = |troop| enlisted(troop, 4, &[]).0;
        for troop in Troop::ALL {
            let page = match troop {
                Troop::LineInfantry | Troop::LightInfantry | Troop::Jaegers | Troop::Grenadiers => Kind::Infantry,
                Troop::GuardInfantry | Troop::Militia | Troop::Irregulars => Kind::Infantry,
                Troop::LightCavalry => Kind::LightCavalry,
                Troop::MediumCavalry | Troop::HeavyCavalry | Troop::Cuirassiers => Kind::HeavyCavalry,
                Troop::LightBattery | Troop::MediumBattery | Troop::HeavyBattery | Troop::HowitzerBattery => {
                    Kind::FootArtillery
                }
                Troop::HorseBattery => Kind::HorseArtillery,
            };
            assert_eq!(kind(*troop), page, "{}", troop.name());
        }
    });
}

#[test]
fn stands_are_one_two_or_three() {
    bites(&["SN-UNIT-2"], || {
        let stands = |troop, written| enlisted(troop, written, &[]).1;
        assert_eq!([1, 2, 4, 5, 8].map(|written| stands(Troop::LineInfantry, written)), [1, 2, 2, 3, 3]);
        assert_eq!([1, 2, 6].map(|written| stands(Troop::Cuirassiers, written)), [1, 2, 2]);
        assert_eq!([1, 2, 3].map(|written| stands(Troop::MediumBattery, written)), [1, 1, 1]);
    });
    bites(&["SN-UNIT-1", "SN-UNIT-2"], || {
        let mut game = game(&scenario(vec![written("B1", Troop::LineInfantry, 6, 20)]));
        assert_eq!((game.stands("B1").len(), game.status("B1")), (3, FIRM));
        game.war.set_dice(battle::Dice::scripted(&[2, 2, 9]));
        game.checks("B1", 1, "R1");
        assert_eq!(game.stands("B1").len(), 3, "no stand is ever lost");
        assert!(game.status("B1") < FIRM);
    });
}

#[test]
fn nine_pounders_and_above_are_heavy() {
    bites(&["SN-UNIT-5"], || {
        let weight = |troop, words: &[&str]| enlisted(troop, 1, words).2;
        assert_eq!(weight(Troop::HeavyBattery, &[]), Weight::Heavy);
        assert_eq!([Troop::LightBattery, Troop::MediumBattery].map(|troop| weight(troop, &[])), [Weight::Light; 2]);
        assert_eq!(weight(Troop::MediumBattery, &["heavy"]), Weight::Heavy, "9-pounders are said to be");
        assert_eq!(weight(Troop::HorseBattery, &["heavy"]), Weight::Light, "every horse battery is light");
        assert_eq!(weight(Troop::HowitzerBattery, &["heavy"]), Weight::Light);
    });
}

#[test]
fn quality_is_that_of_the_order_of_battle() {
    bites(&["SN-UNIT-4"], || {
        for (place, quality) in Quality::ALL.iter().enumerate() {
            let unit = UnitSpec { quality: *quality, ..written("B1", Troop::LineInfantry, 4, 20) };
            let game = game(&scenario(vec![unit]));
            assert_eq!(game.war.profile(UnitId(0)).quality as usize, place);
            let card = battle::System::card(&game.war, UnitId(0));
            let name = ["Militia", "Conscript", "Seasoned", "Veteran", "Elite", "Guard"][place];
            assert!(format!("{card:?}").contains(name), "the card says {name}");
        }
    });
}

#[test]
fn units_begin_firm_or_as_the_battle_says() {
    let start = |words: &[&str]| {
        let mut unit = written("B1", Troop::LineInfantry, 4, 20);
        unit.special.insert("snappy".into(), words.iter().map(|word| String::from(*word)).collect());
        game(&scenario(vec![unit])).status("B1")
    };
    bites(&["SN-UNIT-6"], || {
        assert_eq!(start(&[]), FIRM);
        let words = ["panic", "disrupted", "nervous", "firm", "bold"];
        assert_eq!(words.map(|word| start(&[word])), [1, 2, 3, 4, 5]);
    });
    let mut unit = written("B1", Troop::LineInfantry, 4, 20);
    unit.special.insert("snappy".into(), vec!["routed".into()]);
    let faults = crate::deploy(&scenario(vec![unit]), &HouseRules::default(), 1).expect_err("nobody begins routed");
    let said = "unit B1 has the unknown word `routed`; expected heavy or one of panic, disrupted, nervous, firm, bold";
    assert_eq!(faults, [said]);
}

#[test]
fn leaders_are_rated_from_minus_two_to_three() {
    bites(&["SN-UNIT-7"], || {
        let rating = |words: &[&str], neutral| {
            let mut battle = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]);
            battle.armies[0].leaders = vec![LeaderSpec { rating: neutral, ..leader("BG", Rank::Army, None, words) }];
            game(&battle).war.post(battle::LeaderId(0)).rating
        };
        let page = ["poltroon", "weak", "average", "dashing", "charismatic", "genius"];
        assert_eq!(page.map(|word| rating(&[word], Rating::Average)), [-2, -1, 0, 1, 2, 3]);
        let neutral = [Rating::Poor, Rating::Average, Rating::Good, Rating::Excellent];
        assert_eq!(neutral.map(|neutral| rating(&[], neutral)), [-1, 0, 1, 2], "as he is rated for every system");
        assert_eq!(rating(&["genius"], Rating::Poor), 3, "his own word goes before");
    });
}

/// Blue in two divisions and a brigade of none: commands by unit, and who is C-in-C.
fn commands(leaders: Vec<LeaderSpec>) -> (Vec<u8>, u8, Vec<String>) {
    let mut units = Vec::new();
    for (place, brigade) in [0, 0, 1, 2, 3].into_iter().enumerate() {
        let unit = written(&format!("B{}", place + 1), Troop::LineInfantry, 4, 6 * place as i16 + 4);
        units.push(UnitSpec { brigade, ..unit });
    }
    let mut battle = scenario(units);
    let brigade = |name: &str, division: &str| BrigadeSpec { name: name.into(), division: division.into() };
    battle.armies[0].brigades =
        vec![brigade("One", "Left"), brigade("Two", "Left"), brigade("Three", "Right"), brigade("Guard", "")];
    battle.armies[0].leaders = leaders;
    let war = &game(&battle).war;
    let labels =
        war.field().roster().leaders().map(|(_, info)| info.label.clone()).filter(|label| label.starts_with('B'));
    (
        war.fixed().command[..5].iter().map(|leader| leader.0).collect(),
        war.fixed().chief(Side::Blue).0,
        labels.collect(),
    )
}

#[test]
fn divisions_are_commands() {
    let general = || leader("BG", Rank::Army, None, &[]);
    let (left, right) =
        (leader("BL", Rank::Division, Some("Left"), &[]), leader("BR", Rank::Division, Some("Right"), &[]));
    let guard = leader("BI", Rank::Brigade, Some("Guard"), &[]);
    let lower = leader("BX", Rank::Brigade, Some("One"), &[]);
    bites(&["SN-UNIT-8"], || {
        let all = vec![general(), left.clone(), right.clone(), guard.clone(), lower.clone()];
        let (units, chief, labels) = commands(all);
        assert_eq!(labels, ["BG", "BL", "BR", "BI"], "the leader of a brigade in a division is dropped");
        assert_eq!((units, chief), (vec![1, 1, 1, 2, 3], 0));
    });
    let (units, chief, _) = commands(vec![general(), left.clone(), right.clone()]);
    assert_eq!((units, chief), (vec![1, 1, 1, 2, 0], 0), "units of no division are the C-in-C's own");
    let (units, chief, _) = commands(vec![right.clone(), left.clone()]);
    assert_eq!((units, chief), (vec![1, 1, 1, 0, 1], 1), "without a general the leader of most units is C-in-C");
    let (_, chief, labels) = commands(vec![right, guard]);
    assert_eq!((chief, labels[0].as_str()), (0, "BR"), "of two with as many the first");
}

#[test]
fn a_command_is_of_its_leaders_nation() {
    bites(&["SN-UNIT-9"], || {
        let nation = |words: &[&str]| {
            let mut battle = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]);
            battle.armies[0].leaders = vec![leader("BG", Rank::Army, None, words)];
            game(&battle).war.post(battle::LeaderId(0)).nation
        };
        assert_eq!(
            [&["french"], &["british"], &["turkish"]].map(|words| nation(words)),
            [Nation::French, Nation::British, Nation::Turkish]
        );
        assert_eq!(nation(&["french ally"]), Nation::FrenchAlly);
        assert_eq!(nation(&[]), Nation::Austrian, "any other is as Austrian");
    });
    let mut battle = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]);
    battle.armies[0].leaders = vec![leader("BG", Rank::Army, None, &["martian"])];
    let faults = crate::deploy(&battle, &HouseRules::default(), 1).expect_err("no such nation");
    assert!(faults[0].contains("martian"), "{faults:?}");
}

#[test]
fn the_year_is_read_from_the_date() {
    let early = |date: &str| {
        let battle = Scenario { date: date.into(), ..scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]) };
        game(&battle).war.fixed().early
    };
    bites(&["SN-ORD-12"], || {
        assert_eq!(["1808", "1809", "6 July 1809", ""].map(early), [true, false, false, false]);
        let radius = |date: &str| {
            let battle = Scenario { date: date.into(), ..scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]) };
            crate::orders::radius(&game(&battle).war, battle::LeaderId(0))
        };
        assert_eq!(["1808", "1809"].map(radius), [9, 12]);
    });
}

#[test]
fn weather_is_rain_or_snow_or_nothing() {
    let wet = |weather| {
        game(&Scenario { weather, ..scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]) }).war.fixed().wet
    };
    assert_eq!([Weather::Rain, Weather::Snow].map(wet), [true, true]);
    assert_eq!([Weather::Clear, Weather::Fog, Weather::Mud].map(wet), [false; 3]);
}

/// A Blue unit due on turn 2 on these hexes of row 39, on ground of this kind.
fn due(entry: &[i16], change: impl Fn(&mut Scenario)) -> Game {
    let mut units = vec![written("B1", Troop::LineInfantry, 4, 20)];
    units.push(UnitSpec { start: Start::Arrives(0), ..written("B2", Troop::LineInfantry, 4, 0) });
    let mut battle = scenario(units);
    let hexes: Vec<Hex> = entry.iter().map(|column| hexes::Offset::new(*column, 39).hex()).collect();
    battle.reinforcements = vec![Reinforcement {
        name: "reserve".into(),
        side: Side::Blue,
        arrival: Arrival::Turn(2),
        entry: hexes,
        facing: Facing::North,
    }];
    change(&mut battle);
    game(&battle)
}

fn ground(change: impl Fn(Hex, &mut Cell)) -> Arc<Ground> {
    let grid = Grid::new(40, 40);
    let cells = HexMap::from_fn(grid, |hex| {
        let mut cell = Cell::default();
        change(hex, &mut cell);
        cell
    });
    Arc::new(Ground::new(cells, EdgeMap::filled(grid, Edge::default())))
}

#[test]
fn reinforcements_arrive_on_their_hexes_in_their_turn() {
    bites(&["SN-SEQ-8"], || {
        let mut game = due(&[5, 20], |_| {});
        assert!(!game.war.present(game.id("B2")), "on turn 1 it is not there");
        game.next_turn();
        assert_eq!((game.shape("B2"), game.status("B2")), (Column, FIRM));
        let entry = hexes::Offset::new(5, 39).hex();
        assert_eq!(game.pose("B2").anchor.distance(entry), 1, "the next place with room for its second stand");
    });
}

#[test]
fn they_come_by_road_or_in_column_and_look_where_they_are_wanted() {
    bites(&["SN-SEQ-8"], || {
        let paved = ground(|hex, cell| cell.road = hex.offset().column == 20);
        let mut game = due(&[20], |battle| battle.ground = Arc::clone(&paved));
        game.next_turn();
        assert_eq!(game.shape("B2"), Road);
        let mut game = due(&[20], |_| {});
        game.next_turn();
        assert_eq!((game.shape("B2"), game.pose("B2").facing), (Column, Facing::North), "the enemy is straight ahead");
        let mut aimed = due(&[20], |_| {});
        aimed.command("BG").objective = Some(aimed.pose("B1").anchor + hexes::Vector::new(-15, 6));
        aimed.next_turn();
        assert_eq!(aimed.pose("B2").facing, facing("WNW"), "its objective goes before the enemy");
    });
    bites(&["SN-SEQ-8"], || {
        let lake = ground(|hex, cell| {
            if hex.distance(hexes::Offset::new(20, 39).hex()) <= 7 {
                cell.terrain = Terrain::Water;
            }
        });
        let mut full = due(&[20], |battle| battle.ground = Arc::clone(&lake));
        full.next_turn();
        assert!(!full.war.present(full.id("B2")), "no room within six hexes: it waits");
        let pond = ground(|hex, cell| {
            if hex.distance(hexes::Offset::new(20, 39).hex()) <= 4 {
                cell.terrain = Terrain::Water;
            }
        });
        let mut near = due(&[20], |battle| battle.ground = Arc::clone(&pond));
        near.next_turn();
        assert!(near.war.present(near.id("B2")));
        assert!(near.pose("B2").anchor.distance(hexes::Offset::new(20, 39).hex()) <= 6);
    });
}

#[test]
fn they_may_be_used_at_once() {
    let mut game = due(&[20], |_| {});
    game.command("BG").chosen = crate::orders::Mandate::Rally;
    game.command("RG").chosen = crate::orders::Mandate::Rally;
    game.war.set_dice(battle::Dice::scripted(&[9, 1]));
    game.next_turn();
    while game.asks() == "orders" {
        game.done();
    }
    let unit = game.id("B2");
    assert_eq!(game.asks(), "move");
    let anchor = game.pose("B2").anchor;
    assert!(
        battle::System::reach(&game.war, &battle::Order::new(crate::info::MOVE).by(unit))
            .legal()
            .any(|place| place.pose.anchor != anchor)
    );
}

/// A battle whose Blue general has these words, with a town and a ford on the map.
fn based(words: &[&str]) -> Game {
    let mut battle = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]);
    battle.armies[0].leaders = vec![leader("BG", Rank::Army, None, words)];
    battle.places = vec![("Ligny".into(), hexes::Offset::new(12, 20).hex())];
    game(&battle)
}

#[test]
fn a_battle_may_name_base_edges_and_sources() {
    use battle::MapEdge::{East, North, South};
    bites(&["SN-GEO-10"], || {
        assert_eq!(based(&[]).war.fixed().edge, [South, North], "each the nearest to its starting stands");
        assert_eq!(based(&["french", "base east"]).war.fixed().edge, [East, North]);
        assert_eq!(based(&["base north"]).war.fixed().edge, [North, South], "Red gives way to the edge that is named");
        let named = |blue: &[&str], red: &[&str]| {
            let mut battle = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]);
            battle.armies[0].leaders = vec![leader("BG", Rank::Army, None, blue)];
            battle.armies[1].leaders = vec![leader("RG", Rank::Army, None, red)];
            game(&battle).war.fixed().edge
        };
        assert_eq!(named(&[], &["base south"]), [North, South], "and Blue to Red's");
        assert_eq!(named(&[], &["base east"]), [South, East]);
        assert_eq!(named(&["base south"], &["base south"]), [South, South], "what a battle names it has");
    });
    bites(&["SN-SUPPLY-2"], || {
        let sources = |words: &[&str]| crate::supply::sources(&based(words).war, Side::Blue);
        assert_eq!(sources(&[]).len(), 40, "its whole edge");
        let (ligny, corner) = (hexes::Offset::new(12, 20).hex(), hexes::Offset::new(0, 39).hex());
        assert_eq!(sources(&["supply Ligny"]), [ligny]);
        assert_eq!(sources(&["supply Ligny", "supply 0,39"]), [ligny, corner]);
        let exits = crate::supply::exits(&based(&["supply Ligny", "supply 0,39"]).war, Side::Blue);
        assert_eq!(exits, [corner], "nobody leaves the map in its middle");
    });
    let mut battle = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)]);
    battle.armies[0].leaders = vec![leader("BG", Rank::Army, None, &["supply Nowhere"])];
    assert!(crate::deploy(&battle, &HouseRules::default(), 1).is_err(), "no such place");
}

#[test]
fn a_command_that_begins_to_defend_defends_where_its_leader_stands() {
    bites(&["SN-ORD-6"], || {
        let game = based(&["defend"]);
        assert_eq!(game.aim("BG"), game.perch("BG").map(|(at, _)| at));
        assert_eq!(based(&["attack"]).aim("BG"), None);
    });
}
