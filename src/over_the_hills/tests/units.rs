//! Neutral orders of battle under these rules, starts and arrivals (OTH-UNIT, OTH-LEADER-1, OTH-SEQ-7).

use std::sync::Arc;

use battle::rule::bites;
use battle::{
    Army, Arrival, BrigadeSpec, Cell, Edge, Goal, Ground, HouseRules, LeaderSpec, Objective, Perch, Quality, Rank,
    Rating, Reason, Reinforcement, Scenario, Side, Start, Terrain, Trait, Troop, UnitId, UnitSpec, Victory, Weapon,
};
use hexes::{EdgeMap, Facing, Grid, Hex, HexMap};

use super::fixture::Game;
use crate::profile::{Arms, Class, Gun, Kind, Profile, Traits, Weight};
use crate::space::Shape::{Battery, Limbered, Line, March, Open, Skirmish};
use crate::state::Leash;

/// A unit as an order of battle writes it, on row 30 or 8.
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

fn words(list: &[&str]) -> std::collections::BTreeMap<String, Vec<String>> {
    let words = list.iter().map(|word| String::from(*word)).collect();
    [(String::from("over_the_hills"), words)].into()
}

fn leader(label: &str, rank: Rank, rating: Rating, list: &[&str]) -> LeaderSpec {
    let command = (rank == Rank::Brigade).then(|| String::from("First"));
    LeaderSpec { label: label.into(), name: label.into(), rank, rating, command, special: words(list) }
}

/// A plain of 40 by 40 with these Blue units and commanders and one Red line.
fn scenario(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>) -> Scenario {
    let grid = Grid::new(40, 40);
    let red = vec![written("R1", Troop::LineInfantry, 4, 20)];
    let army = |side: Side, units, leaders| Army {
        side,
        name: side.name().into(),
        brigades: vec![BrigadeSpec { name: "First".into(), division: String::new() }],
        units,
        leaders,
    };
    Scenario {
        armies: [army(Side::Blue, units, leaders), army(Side::Red, red, Vec::new())],
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
    Game(rulebook::fixture::Game { war, heard: Default::default() })
}

/// What one unit is.
fn enlisted(unit: UnitSpec) -> Profile {
    *game(&scenario(vec![unit], Vec::new())).war.profile(UnitId(0))
}

/// A unit of that type and quality, with those words.
fn of(troop: Troop, quality: Quality, list: &[&str]) -> Profile {
    enlisted(UnitSpec { quality, special: words(list), ..written("B1", troop, 4, 20) })
}

fn sized(troop: Troop, stands: u8) -> i16 {
    enlisted(written("B1", troop, stands, 20)).score
}

#[test]
fn scores_by_quality_and_size() {
    bites(&["OTH-UNIT-3"], || {
        let scores: Vec<i16> =
            Quality::ALL.iter().map(|quality| of(Troop::LineInfantry, *quality, &[]).score).collect();
        assert_eq!(scores, [5, 6, 7, 8, 9, 10], "militia, conscript, seasoned, veteran, elite, guard");
        let foot = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|stands| sized(Troop::LineInfantry, stands));
        assert_eq!(foot, [5, 5, 6, 7, 7, 8, 8, 9, 9]);
        let horse = [1, 2, 3, 4, 5, 6, 7].map(|stands| sized(Troop::Cuirassiers, stands));
        assert_eq!(horse, [6, 6, 7, 7, 7, 8, 8]);
        assert_eq!([1, 2, 3, 4].map(|stands| sized(Troop::HeavyBattery, stands)), [5, 6, 7, 7], "any artillery -1");
        assert_eq!(of(Troop::LightCavalry, Quality::Trained, &["irregular"]).score, 6);
        let least = UnitSpec { quality: Quality::ALL[0], ..written("B1", Troop::HeavyBattery, 1, 20) };
        assert_eq!(enlisted(least).score, 3);
        let most = UnitSpec { quality: Quality::ALL[5], ..written("B1", Troop::LineInfantry, 9, 20) };
        assert_eq!(enlisted(most).score, 12);
    });
    assert_eq!(of(Troop::LineInfantry, Quality::Trained, &["fs 9"]).score, 9, "what is written replaces all of it");
}

#[test]
fn types_of_foot() {
    let class = |troop, quality| of(troop, quality, &[]).class;
    bites(&["OTH-UNIT-4"], || {
        let militia = of(Troop::Militia, Quality::Trained, &[]);
        assert!(militia.has(Traits::MILITIA) && militia.has(Traits::POOR_SHOT));
        assert_eq!((militia.class, militia.arms), (Class::D, Arms::Musket));
    });
    bites(&["OTH-UNIT-4"], || {
        let rifle = UnitSpec { weapon: Weapon::Rifle, ..written("B1", Troop::Jaegers, 4, 20) };
        let rifles = enlisted(rifle.clone());
        assert!(rifles.has(Traits::RIFLES) && rifles.has(Traits::GOOD_SHOT));
        assert_eq!((rifles.class, rifles.arms), (Class::A, Arms::Rifle));
        assert_eq!(enlisted(UnitSpec { quality: Quality::Conscript, ..rifle }).class, Class::C);
    });
    bites(&["OTH-UNIT-4"], || {
        assert!(of(Troop::Cuirassiers, Quality::Trained, &[]).has(Traits::CUIRASSIER));
    });
    assert_eq!(of(Troop::LineInfantry, Quality::Trained, &[]).traits, Traits::empty(), "no trait but by the table");
    assert_eq!(class(Troop::LineInfantry, Quality::Trained), Class::C);
    assert_eq!(class(Troop::LineInfantry, Quality::Conscript), Class::D);
    let french = |troop, quality| of(troop, quality, &["french"]).class;
    assert_eq!(french(Troop::LineInfantry, Quality::Trained), Class::B);
    assert_eq!(french(Troop::LineInfantry, Quality::Conscript), Class::D, "French too");
    assert_eq!([Troop::Grenadiers, Troop::GuardInfantry].map(|troop| class(troop, Quality::Trained)), [Class::C; 2]);
    assert_eq!([Troop::Grenadiers, Troop::GuardInfantry].map(|troop| french(troop, Quality::Trained)), [Class::B; 2]);
    for troop in [Troop::LightInfantry, Troop::Jaegers] {
        assert_eq!([class(troop, Quality::Trained), class(troop, Quality::Veteran)], [Class::B, Class::A]);
    }
}

#[test]
fn types_of_horse_and_guns() {
    let weight = |troop| of(troop, Quality::Trained, &[]).weight;
    use Troop::{Cuirassiers, HeavyCavalry, LightCavalry, MediumCavalry};
    assert_eq!([LightCavalry, MediumCavalry, HeavyCavalry].map(weight), [Weight::Light, Weight::Heavy, Weight::Heavy]);
    assert_eq!(weight(Cuirassiers), Weight::Cuirassier);
    let arms = |list: &[&str]| of(LightCavalry, Quality::Trained, list).arms;
    assert_eq!(
        [arms(&[]), arms(&["carbine_fire"]), arms(&["irregular"]), arms(&["irregular", "bows"])],
        [Arms::None, Arms::Carbine, Arms::Carbine, Arms::Bow]
    );
    let gun = |troop, list: &[&str]| of(troop, Quality::Trained, list).gun;
    assert_eq!(gun(Troop::LightBattery, &[]), Gun::Light);
    assert_eq!(gun(Troop::MediumBattery, &[]), Gun::Medium);
    assert_eq!(gun(Troop::HeavyBattery, &[]), Gun::Heavy);
    assert_eq!([Troop::HorseBattery, Troop::HowitzerBattery].map(|troop| gun(troop, &[])), [Gun::LightMedium; 2]);
    assert_eq!(gun(Troop::HorseBattery, &["medium guns"]), Gun::Medium, "horse batteries of any calibre");
    assert_eq!(of(Troop::HorseBattery, Quality::Trained, &[]).kind, Kind::HorseArtillery);
}

#[test]
fn words_of_battle_files() {
    bites(&["OTH-UNIT-8"], || {
        let with = |change: &dyn Fn(&mut UnitSpec), troop| {
            let mut unit = written("B1", troop, 4, 20);
            change(&mut unit);
            enlisted(unit)
        };
        let irregular = with(&|_| {}, Troop::Irregulars);
        assert_eq!((irregular.has(Traits::IRREGULAR), irregular.class), (true, Class::B));
        assert!(with(&|unit| unit.weapon = Weapon::Lance, Troop::LightCavalry).has(Traits::LANCER));
        let carbine = with(&|unit| unit.weapon = Weapon::Carbine, Troop::MediumCavalry);
        assert_eq!((carbine.has(Traits::CARBINE_FIRE), carbine.arms), (true, Arms::Carbine));
        assert!(with(&|unit| unit.traits = vec![Trait::Impetuous], Troop::HeavyCavalry).has(Traits::IMPETUOUS));
        assert!(with(&|unit| unit.traits = vec![Trait::ColumnAssault], Troop::LineInfantry).has(Traits::FRENCH));
        assert_eq!(with(&|unit| unit.traits = vec![Trait::PoorSkirmishers], Troop::LightInfantry).class, Class::C);
    });
    bites(&["OTH-UNIT-5"], || {
        let list = ["militia", "good_shot", "poor_shot", "rifle_screen", "lancer", "impetuous", "battalion_gun"];
        let unit = of(Troop::LineInfantry, Quality::Trained, &list);
        let traits = [
            Traits::MILITIA,
            Traits::GOOD_SHOT,
            Traits::POOR_SHOT,
            Traits::RIFLE_SCREEN,
            Traits::LANCER,
            Traits::IMPETUOUS,
        ];
        assert!(traits.iter().all(|one| unit.has(*one)) && unit.has(Traits::BATTALION_GUN));
    });
    bites(&["OTH-UNIT-6"], || {
        let stands = |troop| enlisted(written("B1", troop, 0, 20)).stands;
        assert_eq!([Troop::LineInfantry, Troop::Cuirassiers, Troop::MediumBattery].map(stands), [4, 4, 2]);
    });
}

#[test]
fn a_card_names_traits_as_a_player_would() {
    let special = words(&["poor_shot", "battalion_gun"]);
    let game = game(&scenario(vec![UnitSpec { special, ..written("B1", Troop::LineInfantry, 4, 20) }], vec![]));
    let card = crate::card::card(&game.war, game.id("B1"));
    assert!(card.rows.contains(&("Traits", String::from("poor shot, battalion gun"))), "{:?}", card.rows);
}

#[test]
fn ratings_of_commanders() {
    let post = |rank, rating, list: &[&str]| {
        let units = vec![written("B1", Troop::LineInfantry, 4, 20)];
        let game = game(&scenario(units, vec![leader("BL", rank, rating, list)]));
        *game.war.post(game.leader("BL"))
    };
    bites(&["OTH-LEADER-1"], || {
        let ratings = [Rating::Poor, Rating::Average, Rating::Good, Rating::Excellent];
        assert_eq!(ratings.map(|rating| post(Rank::Brigade, rating, &[]).control), [1, 2, 3, 4]);
        assert_eq!(post(Rank::Brigade, Rating::Good, &["brilliant"]).control, 5);
        let inspires = |rating, list: &[&str]| post(Rank::Brigade, rating, list).inspiration;
        assert_eq!(inspires(Rating::Good, &[]), 0);
        assert_eq!([Rating::Good, Rating::Excellent].map(|rating| inspires(rating, &["inspiring"])), [1, 2]);
    });
    bites(&["OTH-CMD-4"], || {
        let range = |rank, list: &[&str]| post(rank, Rating::Good, list).range;
        assert_eq!([Rank::Brigade, Rank::Army].map(|rank| range(rank, &[])), [12, 36]);
        assert_eq!(range(Rank::Brigade, &["range 18"]), 18, "unless the order of battle gives one");
    });
}

#[test]
fn command_ranges_and_the_limit_are_options() {
    let under = |key: &str, value: &str| {
        let mut house = HouseRules::default();
        house.set(crate::info().options, key, value).expect("an option and a value of it");
        let units = vec![written("B1", Troop::LineInfantry, 4, 20)];
        let leaders = [("BB", Rank::Brigade), ("BD", Rank::Division), ("BG", Rank::Army)];
        let mut leaders: Vec<LeaderSpec> =
            leaders.into_iter().map(|(label, rank)| leader(label, rank, Rating::Good, &[])).collect();
        leaders.push(leader("BX", Rank::Brigade, Rating::Good, &["range 18"]));
        let war = crate::deploy(&scenario(units, leaders), &house, 1).expect("a battle");
        let game = rulebook::fixture::Game { war, heard: Default::default() };
        let ranges = ["BB", "BD", "BG", "BX"].map(|label| game.war.post(game.leader(label)).range);
        (ranges, game.war.field().turn_limit())
    };
    bites(&["OTH-OPT-1c"], || {
        assert_eq!(under("brigade_range", "15").0, [15, 24, 36, 18], "who has a range of his own keeps it");
        assert_eq!(under("division_range", "30").0, [12, 30, 36, 18]);
        assert_eq!(under("army_range", "60").0, [12, 24, 60, 18]);
    });
    bites(&["OTH-OPT-1b"], || {
        assert_eq!(under("turn_limit", "20"), ([12, 24, 36, 18], 20));
    });
    assert_eq!(under("turn_limit", "battle").1, 12, "as the battle file says");
}

#[test]
fn where_units_start() {
    bites(&["OTH-SEQ-7a"], || {
        let mut loose = written("B2", Troop::LightInfantry, 4, 28);
        loose.traits = vec![Trait::Dispersed];
        let mut crowd = written("B3", Troop::LineInfantry, 4, 8);
        crowd.traits = vec![Trait::Dispersed];
        let units =
            vec![written("B1", Troop::LineInfantry, 4, 18), loose, crowd, written("B4", Troop::MediumBattery, 2, 36)];
        let units: Vec<UnitSpec> = units.into_iter().chain([written("B5", Troop::Cuirassiers, 4, 14)]).collect();
        let game = game(&scenario(units, Vec::new()));
        let shapes = ["B1", "B2", "B3", "B4", "B5"].map(|label| game.shape(label));
        assert_eq!(shapes, [Line, Skirmish, Open, Battery, Line]);
    });
    bites(&["OTH-SEQ-7c"], || {
        let units = ["B1", "B2", "B3", "B4"].into_iter().zip([6, 14, 22, 30]);
        let units = units.map(|(label, place)| written(label, Troop::LineInfantry, 4, place)).collect();
        let game = game(&scenario(units, vec![leader("BL", Rank::Brigade, Rating::Good, &[])]));
        let anchor = game.pose("B2").anchor;
        let behind = [Facing::North.rear_left(), Facing::North.rear_right()].map(|way| Perch::At(anchor + way));
        assert!(behind.contains(&game.war.field().leader(game.leader("BL"))), "behind the lower middle unit");
        let fired = |label: &str| game.war.own(game.id(label)).volley == crate::state::Once::Done;
        assert!(!fired("B1"), "nothing fired");
    });
}

/// The unit behind whose anchor the brigadier of lines on those places stands.
fn led_from(places: &[i16]) -> Option<String> {
    let units =
        places.iter().enumerate().map(|(at, place)| written(&format!("B{}", at + 1), Troop::LineInfantry, 4, *place));
    let game = game(&scenario(units.collect(), vec![leader("BL", Rank::Brigade, Rating::Good, &[])]));
    let Perch::At(hex) = game.war.field().leader(game.leader("BL")) else { return None };
    let behind = |label: &String| {
        let anchor = game.pose(label).anchor;
        [Facing::North.rear_left(), Facing::North.rear_right()].map(|way| anchor + way).contains(&hex)
    };
    (1..=places.len()).map(|at| format!("B{at}")).find(behind)
}

#[test]
fn commanders_start_behind_the_middle_unit_in_order() {
    bites(&["OTH-SEQ-7b"], || {
        // By unit order, wherever they stand: of five the third, though it stands on the wing; of four the second.
        assert_eq!(led_from(&[8, 14, 34, 20, 26]), Some("B3".into()));
        assert_eq!(led_from(&[8, 34, 20, 26]), Some("B2".into()), "of an even number the lower middle");
        assert_eq!(led_from(&[8, 20]), Some("B1".into()));
    });
}

#[test]
fn reinforcements_come_in_their_sides_start() {
    let late = |label: &str, troop| UnitSpec { start: Start::Arrives(0), ..written(label, troop, 4, 0) };
    let mut late_guns = late("B3", Troop::MediumBattery);
    late_guns.stands = Some(2);
    let units = vec![written("B1", Troop::LineInfantry, 4, 20), late("B2", Troop::LineInfantry), late_guns];
    let mut field = scenario(units, vec![leader("BL", Rank::Brigade, Rating::Good, &[])]);
    let entry: Vec<Hex> = (4..9).map(|place| hexes::Offset::new(place, 35).hex()).collect();
    field.reinforcements = vec![Reinforcement {
        name: "reserve".into(),
        side: Side::Blue,
        arrival: Arrival::Turn(1),
        entry,
        facing: Facing::North,
    }];
    bites(&["OTH-SEQ-7d"], || {
        let game = game(&field);
        assert_eq!([game.shape("B2"), game.shape("B3")], [March, Limbered]);
    });
    bites(&["OTH-SEQ-7e"], || {
        let game = game(&field);
        assert!(game.is_there("B2"));
        assert_eq!(game.war.own(game.id("B2")).leash, Leash::Free, "in command, far as its commander is");
    });
}

/// Where the head of a reserve comes in, as column and row: those entry hexes in order, B1 and R1 on the map.
fn comes_in(entry: &[(i16, i16)]) -> (i16, i16) {
    let late = UnitSpec { start: Start::Arrives(0), ..written("B2", Troop::LineInfantry, 4, 0) };
    let mut field = scenario(vec![written("B1", Troop::LineInfantry, 4, 20), late], Vec::new());
    field.reinforcements = vec![Reinforcement {
        name: "reserve".into(),
        side: Side::Blue,
        arrival: Arrival::Turn(1),
        entry: entry.iter().map(|(column, row)| hexes::Offset::new(*column, *row).hex()).collect(),
        facing: Facing::North,
    }];
    let at = game(&field).pose("B2").anchor.offset();
    (at.column, at.row)
}

/// OTH-SEQ-7, OTH-GEO-2: on a free entry hex, next to no enemy. R1 is on row 8, B1 on row 30.
#[test]
fn reinforcements_come_where_there_is_room_and_touch_no_enemy() {
    assert_eq!(comes_in(&[(20, 9), (20, 10), (4, 35)]), (20, 10), "two hexes off");
    assert_eq!(comes_in(&[(20, 30), (4, 35)]), (4, 35), "B1 is there");
    let (column, row) = comes_in(&[(20, 30)]);
    let far = hexes::Offset::new(column, row).hex().distance(hexes::Offset::new(20, 30).hex());
    assert_eq!(far, 1, "as near as there is room");
}

/// Where units of four stands come to stand that are all written on column 20 of row 30, six hexes of it of that terrain.
fn set_up(terrain: Terrain, troops: &[Troop]) -> Game {
    let units = troops.iter().enumerate().map(|(at, troop)| written(&format!("B{}", at + 1), *troop, 4, 20));
    let mut field = scenario(units.collect(), Vec::new());
    let cell = |hex: Hex| {
        let there = hex.offset().row == 30 && (17..=24).contains(&hex.offset().column);
        Cell { terrain: if there { terrain } else { Terrain::Open }, ..Cell::default() }
    };
    let grid = Grid::new(40, 40);
    field.ground = Arc::new(Ground::new(HexMap::from_fn(grid, cell), EdgeMap::filled(grid, Edge::default())));
    game(&field)
}

/// OTH-TERRAIN-1l: guns are in works from the start; OTH-SEQ-7: nobody is set up where he may not be, or on others.
#[test]
fn units_are_set_up_in_works_and_out_of_the_water() {
    let written = hexes::Offset::new(20, 30).hex();
    assert_eq!(set_up(Terrain::Works, &[Troop::MediumBattery]).pose("B1").anchor, written, "guns in works");
    assert_eq!(set_up(Terrain::Open, &[Troop::LineInfantry]).pose("B1").anchor, written);
    let wet = set_up(Terrain::Water, &[Troop::LineInfantry]);
    assert!(wet.stands("B1").iter().all(|(_, row)| *row != 30), "{:?}", wet.stands("B1"));
    let two = set_up(Terrain::Open, &[Troop::LineInfantry, Troop::LineInfantry]);
    assert!(two.stands("B2").iter().all(|stand| !two.stands("B1").contains(stand)));
}

/// The winner at the limit, and why, where Blue has lost two hits and Red none, and objectives belong to those sides.
fn counted(owners: &[Side]) -> (Option<Side>, Reason) {
    let mut field = scenario(vec![written("B1", Troop::LineInfantry, 4, 20)], Vec::new());
    let goal = |(at, owner): (usize, &Side)| Objective {
        name: format!("The mill {at}"),
        goal: Goal::Hold,
        hexes: vec![hexes::Offset::new(2 + 4 * at as i16, 20).hex()],
        owner: Some(*owner),
        side: None,
        count: 0,
        value: 1,
    };
    field.objectives = owners.iter().enumerate().map(goal).collect();
    field.victory = Victory::Points;
    let mut game = game(&field);
    let unit = game.id("B1");
    crate::fatigue::tire(&mut game.umpire(), unit, 2, "test", "");
    let outcome = crate::ending::count_up(&game.war);
    (outcome.winner, outcome.reason)
}

/// OTH-END-4: objectives if any, then the smaller fraction of loss.
#[test]
fn objectives_go_before_losses_at_the_limit() {
    assert_eq!(counted(&[]), (Some(Side::Red), Reason::Losses));
    let (winner, reason) = counted(&[Side::Blue]);
    assert!(winner == Some(Side::Blue) && reason != Reason::Losses, "{winner:?} by {reason:?}");
    assert_eq!(counted(&[Side::Blue, Side::Red]), (Some(Side::Red), Reason::Losses), "one each");
}
