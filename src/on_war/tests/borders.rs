//! Borders of what is allowed and what comes of it: where reinforcements enter, who hides, hides no more and holds ground, free
//! turns of batteries, changes of formation, ways back, charges that still count, breaches, rolls and whom they name.

use battle::{
    Arrival, Deaf, Event, Manner, Object, Obstacle, Order, Part, PartKind, Presence, Quality, Reinforcement, Side,
    Start, System, Terrain, Trait, UnitId, UnitSpec, Weapon,
};
use hexes::{Direction, Facing};
use rulebook::{PhaseId, Rules};

use super::fixture::{Fixture, Game, at, pose};
use super::reply::charging;
use super::small::{battle, house, scenario, unit};
use crate::assault::defence;
use crate::fire::hits;
use crate::formations::changes::{self, Change};
use crate::ground::contact::{self, KeepsOff};
use crate::info::{CHARGES, DONE, MOVEMENT};
use crate::morale::{falling_back, weakness};
use crate::roster::recruits;
use crate::sight::{concealment, lines};
use crate::state::ChargeProgress;
use crate::tables::Shape;
use crate::{Kind, OnWar, Post, Traits, consequences, deploy, marks};

fn traits_of(spec: UnitSpec) -> Traits {
    let field = scenario(super::small::ground(), vec![spec], Vec::new());
    recruits(&field.armies[0], &mut Vec::new())[0].profile.traits
}

/// OW-OOB-3.
#[test]
fn traits_of_the_order_of_battle_hold_here() {
    let with = |traits: &[Trait]| traits_of(UnitSpec { traits: traits.to_vec(), ..unit("B1 line infantry 10,20 N") });
    assert_eq!(with(&[Trait::SecondRankFire]), Traits::SECOND_RANK);
    assert_eq!(with(&[Trait::ColumnAssault, Trait::ColumnAssault]), Traits::COLUMN_ASSAULT);
    assert_eq!(with(&[Trait::Hidden, Trait::SecondRankFire]), Traits::HIDDEN | Traits::SECOND_RANK);
    let armed = |weapon: Weapon, text: &str| traits_of(UnitSpec { weapon, ..unit(text) });
    assert_eq!(armed(Weapon::Carbine, "B1 medium cavalry 10,20 N"), Traits::CARBINE);
    assert_eq!(armed(Weapon::Musket, "B1 medium cavalry 10,20 N"), Traits::empty());
    assert_eq!(armed(Weapon::Carbine, "B1 line infantry 10,20 N"), Traits::empty(), "for horse");
}

/// Red's foot beside the first entry hex of Blue, whose last three units come there on turn 2.
fn relieved() -> crate::War {
    let mut plan = battle();
    plan.armies[0].units = vec![
        unit("B1 line infantry 26,20 N"),
        UnitSpec { start: Start::Arrives(0), ..unit("B2 light cavalry 0,0 N") },
        UnitSpec { brigade: 1, start: Start::Arrives(0), ..unit("B3 medium battery 0,0 N") },
        UnitSpec { brigade: 1, start: Start::Arrives(0), ..unit("B4 line infantry 0,0 N") },
    ];
    plan.armies[0].leaders.retain(|leader| leader.label != "BB");
    plan.armies[0].leaders.push(super::small::leader("B2B", battle::Rank::Brigade, Some("Blue's second")));
    plan.armies[1].units = vec![unit("R1 line infantry 3,26 S"), unit("R2 line infantry 26,4 S")];
    plan.reinforcements = vec![Reinforcement {
        name: "column".into(),
        side: Side::Blue,
        arrival: Arrival::Turn(2),
        entry: ["4,27", "12,27", "18,27", "24,27"].map(at).to_vec(),
        facing: Facing::North,
    }];
    let mut war = deploy(&plan, &house("start_apart=off"), 4).expect("a battle");
    for _ in 0..60 {
        if war.field().turn() == 2 && war.state.player == Side::Blue {
            break;
        }
        war.resolve(&Order::new(DONE), &mut Deaf).expect("done");
    }
    war
}

/// OW-SEQ-4, OW-MOVE-11: horse comes in line, guns in battery, foot in column, clear of the enemy, the brigade commander with
/// the first of his brigade.
#[test]
fn reinforcements_enter_as_they_march_and_touch_no_enemy() {
    let war = relieved();
    let places = [1, 2, 3].map(|place| war.pose(UnitId(place)).to_string());
    assert_eq!(places, ["12,27/N/line6", "18,27/N/battery2", "24,27/N/column2"]);
    let brigadier = war.field().roster().leaders().find(|(_, info)| info.label == "B2B").expect("he is there").0;
    assert_eq!((*war.post(brigadier), war.unit_of(brigadier)), (Post::Brigadier(1), Some(UnitId(2))));
    let general = war.field().roster().leaders().find(|(_, info)| info.label == "BG").expect("he is there").0;
    assert_eq!(war.unit_of(general), Some(UnitId(0)), "with the first unit of his side");
}

/// OW-SEQ-4: armies too near each other are set back, but who hides, or holds a house or works, stays where the file says.
#[test]
fn who_is_posted_is_not_set_back() {
    let ground = |terrain: Terrain| {
        let cell = |hex: hexes::Hex| {
            let open = hex != at("20,24");
            battle::Cell { terrain: if open { Terrain::Open } else { terrain }, ..battle::Cell::default() }
        };
        let grid = hexes::Grid::new(32, 40);
        battle::Ground::new(hexes::HexMap::from_fn(grid, cell), hexes::EdgeMap::filled(grid, battle::Edge::default()))
    };
    let row = |terrain: Terrain, traits: &[Trait]| {
        let second = UnitSpec { stands: Some(1), traits: traits.to_vec(), ..unit("B2 line infantry 20,24 N") };
        let blue = vec![unit("B1 line infantry 10,24 N"), second];
        let near = scenario(ground(terrain), blue, vec![unit("R1 line infantry 10,14 S")]);
        let war = deploy(&near, &house(""), 1).expect("it can be played");
        [0, 1].map(|place| war.pose(UnitId(place)).anchor.offset().row > 24)
    };
    assert_eq!(row(Terrain::Open, &[]), [true, true]);
    for terrain in [Terrain::Works, Terrain::StoneBuilding] {
        assert_eq!(row(terrain, &[]), [true, false], "{terrain:?}");
    }
    assert_eq!(row(Terrain::Woods, &[Trait::Hidden]), [true, false], "in hiding");
}

/// OW-UNIT-3, OW-UNIT-4.
#[test]
fn a_card_names_motivation_and_what_it_needs() {
    let card = |quality: Quality| {
        let field = scenario(
            super::small::ground(),
            vec![UnitSpec { quality, ..unit("B1 line infantry 10,26 N") }],
            vec![unit("R1 line infantry 10,4 S")],
        );
        let card = deploy(&field, &house(""), 1).expect("it can be played").card(UnitId(0));
        card.rows.into_iter().find(|(key, _)| *key == "Motivation").map(|(_, value)| value)
    };
    let all = [Quality::Raw, Quality::Trained, Quality::Guard].map(card);
    assert_eq!(all, ["reluctant 5+", "confident 4+", "fearless 3+"].map(|text| Some(String::from(text))));
}

/// OW-MORALE-3, OW-HIDDEN-1: ground is held by who is there, in hand and seen.
#[test]
fn routers_and_the_hidden_hold_no_ground() {
    let holds = |state: battle::Marks| {
        let game = Fixture::open(20, 20).unit("B1", Kind::Line, 3, "10,10/N/line3").marks(state).game(&[]);
        <OnWar as Rules>::holds_ground(&game.war, game.id("B1"))
    };
    let states = [battle::Marks::empty(), marks::DISORIENTED, marks::ROUTING, marks::HIDDEN];
    assert_eq!(states.map(holds), [true, true, false, false]);
    let mut gone = Fixture::open(20, 20).unit("B1", Kind::Line, 3, "10,10/N/line3").game(&[]);
    let unit = gone.id("B1");
    consequences::destroy(&mut gone.umpire(), unit, battle::Departure::Destroyed, "OW-HIT-4");
    assert!(!<OnWar as Rules>::holds_ground(&gone.war, unit));
}

/// OW-SEQ-1: both players go through every phase of a turn, and no two of these share their rolls.
#[test]
fn the_phases_of_both_players_roll_apart() {
    let key = |phase: u8, side: Side| {
        let game =
            Fixture::open(20, 20).unit("B1", Kind::Line, 3, "10,10/N/line3").phase(PhaseId(phase), side).game(&[]);
        <OnWar as Rules>::key_step(&game.war)
    };
    let phases = <OnWar as Rules>::PHASES.len() as u8;
    let mut keys: Vec<u8> = (0..phases).flat_map(|phase| Side::ALL.map(|side| key(phase, side))).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 2 * usize::from(phases));
}

/// Cost in hundredths of an inch of a move of B1 to that pose, if it is one.
fn cost(game: &Game, order: &str, to: &str) -> Option<u16> {
    game.war.reach(&game.order(order)).legal().find(|place| place.pose == pose(to)).map(|place| place.cost)
}

/// OW-MOVE-10, OW-MOVE-8: 60 degrees once in place, all that the guns sweep being open to them; at the double they wheel.
#[test]
fn a_battery_turns_once_for_nothing_where_the_ground_is_open() {
    let guns = |pond: &str| {
        let field =
            Fixture::open(40, 40).unit("B1", Kind::LightGuns, 4, "20,30/N/battery4").terrain(Terrain::Water, &[pond]);
        field.unit("R1", Kind::Line, 1, "2,2/S/line1").phase(MOVEMENT, Side::Blue).game(&[])
    };
    let turns =
        |pond: &str| ["WNW", "ENE"].map(|facing| cost(&guns(pond), "move B1", &format!("20,30/{facing}/battery4")));
    assert_eq!(turns("2,38"), [Some(0), Some(0)]);
    assert_ne!(turns("21,31")[1], Some(0), "a pond that the right end sweeps");
    assert_eq!(turns("21,32"), [Some(0), None], "where it would come to");
    assert_ne!(cost(&guns("2,38"), "double B1", "20,30/ENE/battery4"), Some(0));
    let mut formed = guns("2,38");
    let unit = formed.id("B1");
    formed.war.own_mut(unit).formed = true;
    assert_ne!(cost(&formed, "move B1", "20,30/ENE/battery4"), Some(0), "its change of this turn is spent");
}

/// OW-HEX-1: lines of one and of two ranks.
#[test]
fn lines_are_formed_in_one_rank_or_in_two() {
    let forms = |stands: u8, ranks: u8| {
        let field = Fixture::open(30, 30).unit("B1", Kind::Line, stands, "15,15/N/column2").phase(MOVEMENT, Side::Blue);
        let game = field.game(&[]);
        let to = Change { shape: Shape::Line, ranks };
        changes::changed(&game.war, game.id("B1"), to, KeepsOff::Enemies).next().map(|pose| pose.formation.to_string())
    };
    assert_eq!(forms(6, 1).as_deref(), Some("line6"));
    assert_eq!(forms(6, 2).as_deref(), Some("line3"));
    assert_eq!(forms(2, 1).as_deref(), Some("line2"));
    assert_eq!(forms(2, 2).as_deref(), Some("line1"), "one stand behind the other");
    assert_eq!(forms(1, 2), None);
}

fn beaten(fixture: Fixture) -> Game {
    let mut game = fixture.unit("R1", Kind::LightHorse, 7, "15,9/S/line7").game(&[]);
    let (unit, enemy) = (game.id("B1"), game.id("R1"));
    falling_back::fall_back(&mut game.umpire(), unit, Some(enemy), "OW-MORALE-4");
    game
}

/// OW-FALL-3, OW-FALL-4: friends are passed through; the water stops it, and it stands where it has room.
#[test]
fn who_is_stopped_beyond_friends_stands_before_them() {
    let field = Fixture::open(30, 30).block(0..=29, 13..=13, Terrain::Water).unit("B1", Kind::Line, 3, "15,10/N/line3");
    let game = beaten(field.unit("B2", Kind::Line, 5, "15,12/N/line5"));
    assert_eq!((game.stands("B1"), game.pose("B1").as_str()), (3, "14,11/N/line3"));
    let displaced = |event: &Event| matches!(event, Event::Moved { manner: Manner::Displaced, .. });
    assert!(!game.heard.events.iter().any(displaced));
    game.war.field().audit().expect("nobody stands on anybody");
}

/// OW-FALL-1, OW-FALL-2: out of the building on the side away from the enemy, in column, and then six inches.
#[test]
fn a_garrison_falls_back_out_of_its_house() {
    let field = Fixture::open(30, 40).terrain(Terrain::StoneBuilding, &["15,10"]);
    let game = beaten(field.unit("B1", Kind::Line, 1, "15,10/N/garrison1"));
    let end = game.war.pose(game.id("B1"));
    assert_eq!((end.anchor.offset().row, end.formation.to_string().as_str()), (18, "column2"));
}

/// OW-ASSAULT-7: it stays where it is when the charge leg began there.
#[test]
fn a_charger_that_has_not_moved_goes_back_nowhere() {
    let field = Fixture::open(30, 30).unit("B1", Kind::Line, 3, "15,10/N/line3");
    let mut game = field.unit("R1", Kind::Line, 3, "15,5/S/line3").game(&[]);
    let unit = game.id("B1");
    falling_back::return_to_start(&mut game.umpire(), unit, &pose("15,10/N/line3"));
    assert_eq!(game.heard.events, []);
}

/// OW-MORALE-2: with the option, at once, when half of what there was is lost, and not those who rout already.
#[test]
fn a_sudden_loss_of_half_is_tested_by_option() {
    let tested = |option: &str, left: u8, state: battle::Marks| {
        let field = Fixture::open(30, 30).house("half_strength", option).unit("B1", Kind::Line, 7, "15,15/N/line7");
        let mut game = field.marks(state).unit("R1", Kind::Line, 3, "15,5/S/line3").game(&[6]);
        let unit = game.id("B1");
        consequences::lose_stands(&mut game.umpire(), unit, 7 - left, "fire", "OW-HIT-4");
        weakness::test_sudden_loss(&mut game.umpire(), unit);
        game.rolls().len()
    };
    let none = battle::Marks::empty();
    let sudden = |left: u8| tested("half_lost_in_one_turn", left, none);
    assert_eq!([7, 6, 4, 3].map(sudden), [0, 0, 0, 1]);
    assert_eq!(tested("below_half_each_turn", 3, none), 0, "in its own turn");
    assert_eq!(tested("half_lost_in_one_turn", 3, marks::ROUTING), 0);
}

/// OW-LOS-9, OW-BUILD-3: the ground, and one more in an upper storey of a building that has one.
#[test]
fn an_upper_storey_is_a_level_higher() {
    let level = |terrain: Terrain, storey: bool, height: i8| {
        let field = Fixture::open(20, 20).terrain(terrain, &["10,10"]).height(height, &["10,10"]);
        let game = if storey { field.storeys(&["10,10"]) } else { field }.game(&[]);
        lines::level(&game.war, at("10,10"))
    };
    assert_eq!([level(Terrain::BrickBuilding, true, 0), level(Terrain::BrickBuilding, true, 2)], [1, 3]);
    assert_eq!(
        [level(Terrain::BrickBuilding, false, 2), level(Terrain::Open, true, 2), level(Terrain::Open, false, 2)],
        [2; 3]
    );
}

/// OW-LOS-10, OW-HIDDEN-3: from the edge of a wood as in the open, but not through another wood.
#[test]
fn from_its_edge_a_wood_hides_nothing_and_another_does() {
    let sees = |woods: &[&str]| {
        let field = Fixture::open(40, 40).terrain(Terrain::Woods, woods).unit("B1", Kind::Line, 1, "10,30/N/line1");
        let game = field.unit("R1", Kind::Line, 1, "20,30/N/line1").game(&[]);
        lines::sees_hex(&game.war, at("10,30"), at("20,30"))
    };
    assert!(sees(&["10,30", "11,30"]), "the wood beside it is its own edge");
    assert!(!sees(&["10,30", "15,30"]), "another wood between");
    assert!(!sees(&["10,30", "12,30"]), "a deeper part");
}

/// OW-HIDDEN-1, OW-TERRAIN-12: behind an obstacle on a front edge, one stand deep.
#[test]
fn a_hedge_on_one_front_edge_conceals_a_single_rank() {
    let hides = |stands: u8, formation: &str, side: Direction| {
        let field = Fixture::open(20, 20).edge(Obstacle::Hedge, side, &["10,10"]);
        let game = field.unit("B1", Kind::Line, stands, &format!("10,10/N/{formation}")).game(&[]);
        concealment::is_concealed(&game.war, game.id("B1"), &game.war.pose(game.id("B1")))
    };
    assert!([Direction::NorthEast, Direction::NorthWest].iter().all(|side| hides(1, "line1", *side)));
    assert!(!hides(1, "line1", Direction::SouthEast), "behind it");
    assert!(!hides(2, "line1", Direction::NorthEast), "two stands deep");
}

/// OW-ASSAULT-8: a charge of the player's that is under way, by who is there on who is there, not yet answered.
#[test]
fn only_charges_that_go_on_are_fired_at() {
    let open = |change: &dyn Fn(&mut Game)| {
        let field = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 7, "12,8/N/line7").unit(
            "R1",
            Kind::Line,
            7,
            "12,7/S/line7",
        );
        let mut game = field.unit("R2", Kind::Line, 3, "22,7/S/line3").game(&[]);
        charging(&mut game, "B1", "R1", 6, "12,14/N/line7");
        change(&mut game);
        defence::charges_at(&game.war, game.id("R1")).len()
    };
    assert_eq!(open(&|_| {}), 1);
    assert_eq!(open(&|game| game.war.state.own.charges[0].progress = ChargeProgress::Short), 1);
    assert_eq!(open(&|game| game.war.state.own.charges[0].progress = ChargeProgress::Done), 0);
    assert_eq!(open(&|game| game.war.state.own.charges[0].progress = ChargeProgress::Balked), 0);
    assert_eq!(open(&|game| game.war.state.own.charges[0].answered = true), 0);
    assert_eq!(open(&|game| game.war.state.own.charges[0].target = UnitId(2)), 0);
    assert_eq!(open(&|game| game.war.state.player = Side::Red), 0);
    let gone = |game: &mut Game| {
        let unit = game.id("B1");
        consequences::destroy(&mut game.umpire(), unit, battle::Departure::Destroyed, "OW-HIT-4");
        game.war.state.own.charges[0].progress = ChargeProgress::Contact;
        assert_eq!(game.war.field().unit(unit).presence, Presence::Gone(battle::Departure::Destroyed));
    };
    assert_eq!(open(&gone), 0);
}

/// OW-BUILD-7: who stands at a wall that is whole touches nobody behind it.
#[test]
fn nobody_is_touched_through_a_wall() {
    let field = Fixture::open(20, 20).terrain(Terrain::BrickBuilding, &["10,10"]);
    let field = field.unit("R1", Kind::Line, 1, "10,10/S/garrison1").unit("B1", Kind::Line, 1, "10,11/N/line1");
    let mut game = field.game(&[]);
    let touched = |game: &Game| contact::touched(&game.war, game.id("B1"), &pose("10,11/N/line1"));
    assert_eq!(touched(&game), []);
    let part = Part::new(at("10,10"), Direction::SouthEast, PartKind::Wall);
    game.umpire().emit(Event::Damaged { part, wounds: 6, destroyed: true, clause: "OW-BUILD-6" });
    assert_eq!(touched(&game), [game.id("R1")]);
}

/// OW-BUILD-9: with the option those in or next to the breach save at 5+, the others of the garrison as ever.
#[test]
fn only_at_the_breach_saves_are_harder() {
    let field =
        Fixture::open(20, 20).house("occupancy_save", "persistent").block(8..=12, 10..=10, Terrain::BrickBuilding);
    let mut game = field.unit("R1", Kind::Line, 5, "10,10/S/garrison1").game(&[]);
    let part = Part::new(at("8,10"), Direction::SouthWest, PartKind::Wall);
    game.umpire().emit(Event::Damaged { part, wounds: 6, destroyed: true, clause: "OW-BUILD-6" });
    let saves = ["8,10", "10,10"].map(|hex| hits::save_of(&game.war, game.id("R1"), at(hex)));
    assert_eq!(saves, [Some(5), Some(4)]);
}

/// OW-BUILD-2, OW-BUILD-3: a building written without gates has a door on every side, whatever others have.
#[test]
fn the_gate_of_one_building_does_not_close_another() {
    let field = Fixture::open(40, 40)
        .block(18..=21, 20..=20, Terrain::BrickBuilding)
        .block(30..=31, 20..=20, Terrain::BrickBuilding)
        .edge(Obstacle::Gate, Direction::East, &["31,20"])
        .unit("B1", Kind::Line, 3, "19,21/N/line3")
        .unit("R1", Kind::Line, 1, "4,4/S/line1");
    let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    assert!(game.war.stems().contains(&game.order("enter B1")));
}

fn against(game: &Game) -> Vec<(&'static str, Option<Object>)> {
    let rolled = game.heard.events.iter().filter_map(|event| match event {
        Event::Rolled(roll) => Some((roll.label, roll.against)),
        _ => None,
    });
    rolled.collect()
}

/// OW-HIDDEN-5: the first roll names nobody, so that it tells nothing where nobody hides; the others name whom they are for.
#[test]
fn the_first_roll_of_a_search_names_nobody() {
    let field = Fixture::open(40, 40)
        .block(10..=30, 18..=20, Terrain::Woods)
        .unit("R1", Kind::Line, 1, "20,20/S/line1")
        .marks(marks::HIDDEN)
        .unit("R2", Kind::Line, 1, "21,20/S/line1")
        .marks(marks::HIDDEN)
        .unit("R3", Kind::Line, 1, "28,18/S/line1")
        .marks(marks::HIDDEN);
    let mut game = field.unit("B1", Kind::Line, 2, "20,23/N/line2").phase(MOVEMENT, Side::Blue).game(&[6, 6, 6, 6]);
    game.give("move B1 20,22/N/line2");
    game.give("search B1");
    assert_eq!(against(&game), [("search", None), ("search", Some(game.id("R2").into()))], "R3 is too far off");
}

/// OW-SHOOT-2, OW-UNIT-8: what is rolled says at whom, and with what.
#[test]
fn rolls_of_fire_name_their_target_and_their_shot() {
    let fired = |kind: Kind, verb: &str| {
        let formation = if kind.is_guns() { "battery1" } else { "line1" };
        let field = Fixture::open(30, 40).unit("B1", kind, 1, &format!("10,30/N/{formation}")).leaderless();
        let mut game = field.unit("R1", Kind::Line, 7, "10,22/S/line7").game(&[1; 8]);
        game.give(&format!("{verb} B1 >R1"));
        against(&game)
    };
    let at_red = |label: &'static str| vec![(label, Some(Object::Unit(UnitId(1))))];
    assert_eq!(fired(Kind::Line, "fire"), at_red("fire"));
    assert_eq!(fired(Kind::LightGuns, "fire"), at_red("bombardment"));
    assert_eq!(fired(Kind::LightGuns, "grape"), at_red("grape"));
}

/// OW-SQUARE-5: to halt before a square is the move of the turn, so that there is none left to charge another.
#[test]
fn horse_that_shies_from_a_square_has_used_its_movement() {
    let field = Fixture::open(40, 30).unit("B1", Kind::LightHorse, 7, "12,20/N/line7").unit(
        "R1",
        Kind::Line,
        7,
        "12,9/S/line7",
    );
    let field = field.unit("R2", Kind::Line, 3, "24,9/S/line3").unit("B2", Kind::Line, 3, "30,20/N/line3");
    let mut game = field.phase(CHARGES, Side::Blue).game(&[4, 2]);
    game.give("charge B1 >R1");
    game.give("hasty R1 >B1");
    assert!(game.pose("R1").contains("square"));
    assert_eq!(game.refused("charge B1 >R2").clause, "OW-MOVE-9");
}
