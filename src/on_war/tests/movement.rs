//! V1 and V3: allowances, costs, what bars the way, formations, squares, charge legs.

use battle::rule::bites;
use battle::{Event, Manner, Obstacle, Pose, Reach, Side, System, Terrain};

use super::fixture::{Fixture, Game, pose};
use crate::assault::charges;
use crate::fire::gunnery::Shot;
use crate::fire::volleys;
use crate::ground::room;
use crate::info::{MOVEMENT, SQUARES, WEDGE};
use crate::marks;
use crate::state::{Charge, ChargeProgress, Courage, Response};
use crate::{Kind, Traits, measures};

pub fn field() -> Fixture {
    Fixture::open(40, 40).phase(MOVEMENT, Side::Blue)
}

/// Others far away, so that the battle goes on.
pub fn others(fixture: Fixture) -> Fixture {
    fixture.unit("B9", Kind::Line, 3, "36,38/N/line3").unit("R9", Kind::Line, 1, "2,2/S/line1")
}

pub fn alone(kind: Kind, stands: u8, place: &str) -> Game {
    others(field().unit("B1", kind, stands, place)).game(&[])
}

pub fn reach(game: &Game, stem: &str) -> Reach {
    game.war.reach(&game.order(stem))
}

/// Inches of a way, if it is one.
pub fn inches(game: &Game, stem: &str, to: &str) -> Option<u16> {
    reach(game, stem).legal().find(|place| place.pose == pose(to)).map(|place| place.cost / 100)
}

/// Rows the farthest pose straight ahead is away.
pub fn far(game: &Game, stem: &str) -> i16 {
    let unit = game.id("B1");
    let now = game.war.pose(unit);
    let ahead = reach(game, stem)
        .legal()
        .filter(|place| place.pose.facing == now.facing)
        .map(|place| now.anchor.r - place.pose.anchor.r)
        .max();
    ahead.unwrap_or(0)
}

/// As if the unit had declared a charge in V2.
fn declare(game: &mut Game, label: &str, target: &str) {
    let (unit, target) = (game.id(label), game.id(target));
    let gap = measures::gap(&game.war, unit, target) as i16;
    let before = game.war.pose(unit);
    let charge = Charge {
        unit,
        target,
        gap,
        response: Response::Stand,
        before,
        progress: ChargeProgress::Declared,
        answered: false,
        courage: Courage::default(),
    };
    game.war.state.own.charges.push(charge);
    game.umpire().emit(Event::Marked { unit, marks: marks::CHARGED, on: true, cause: "" });
}

#[test]
fn every_shape_goes_its_inches() {
    bites(&["OW-MOVE-1", "OW-MOVE-3"], || {
        let goes = |kind, place| far(&alone(kind, 7, place), "move B1");
        assert_eq!(goes(Kind::Line, "20,30/N/line7"), 4);
        assert_eq!(goes(Kind::Line, "20,30/N/column2"), 6);
        assert_eq!(goes(Kind::Light, "20,30/N/skirmish1"), 6);
        assert_eq!(goes(Kind::LightHorse, "20,30/N/line7"), 10);
        assert_eq!(goes(Kind::HeavyHorse, "20,30/N/wedge1"), 6);
        assert_eq!(goes(Kind::HorseGuns, "20,30/N/skirmish1"), 10);
        assert_eq!(goes(Kind::Howitzers, "20,30/N/battery7"), 2);
    });
}

#[test]
fn the_double_is_twice_as_far_and_is_seen() {
    bites(&["OW-MOVE-2", "OW-MOVE-5"], || {
        let mut game = alone(Kind::Line, 7, "20,30/N/column2");
        assert_eq!(far(&game, "double B1"), 12);
        game.give("double B1 20,18/N/column2");
        assert!(game.marked("B1", marks::MARCHED) && game.marked("B1", marks::MOVED));
        assert_eq!(game.refused("move B1 20,17/N/column2").clause, "OW-MOVE-1");
        let square = alone(Kind::Line, 7, "20,30/N/square1");
        assert!(!square.war.stems().contains(&square.order("double B1")));
    });
}

#[test]
fn manoeuvres_cost_what_the_outer_stand_travels() {
    bites(&["OW-MOVE-8a", "OW-MOVE-8b"], || {
        let line = alone(Kind::Line, 7, "20,30/N/line7");
        assert_eq!(inches(&line, "double B1", "20,30/ENE/line7"), Some(3), "about the centre");
        assert_eq!(inches(&line, "double B1", "21,30/N/line7"), Some(2), "to the flank");
        assert_eq!(inches(&line, "double B1", "20,30/S/line7"), Some(1), "about");
        assert_eq!(inches(&line, "double B1", "20,31/N/line7"), Some(2), "back");
        // About the left end the middle of seven stands goes round three hexes.
        assert_eq!(inches(&line, "double B1", "18,33/ENE/line7"), Some(6), "about an end");
        let column = alone(Kind::Line, 7, "20,30/N/column2");
        assert_eq!(inches(&column, "move B1", "20,30/ENE/column2"), Some(1));
        let loose = alone(Kind::Light, 7, "20,30/N/skirmish1");
        assert_eq!(inches(&loose, "move B1", "21,30/N/skirmish1"), Some(1), "loose order goes any way");
        assert_eq!(inches(&line, "move B1", "20,30/N/line7"), None, "staying is no move");
    });
}

#[test]
fn the_wheel_of_two_stands_costs_an_inch() {
    bites(&["OW-MOVE-8b"], || {
        let wheel = |stands: u8| {
            let game = alone(Kind::Line, stands, &format!("20,30/N/line{stands}"));
            inches(&game, "move B1", &format!("20,30/WNW/line{stands}"))
        };
        assert_eq!([2, 4, 5].map(wheel), [Some(1), Some(2), Some(2)], "as far as the outer stand goes");
    });
}

#[test]
fn a_wheel_sweeps_only_free_ground() {
    bites(&["OW-MOVE-8c", "OW-MOVE-11a", "OW-MOVE-11b"], || {
        // The line goes round its left end: its other stands sweep the triangle between, 20,32 and 21,33 among it.
        let round = |field: Fixture| {
            let game = others(field.unit("B1", Kind::Line, 7, "20,30/N/line7")).game(&[]);
            inches(&game, "double B1", "18,33/ENE/line7")
        };
        assert_eq!(round(field()), Some(6));
        assert_ne!(round(field().terrain(Terrain::Water, &["20,32"])), Some(6), "a pond");
        assert_ne!(round(field().unit("B2", Kind::Line, 1, "20,32/N/line1")), Some(6), "a friend");
        assert_eq!(round(field().unit("B2", Kind::Light, 1, "20,32/N/skirmish1")), Some(6), "a skirmisher");
        assert_ne!(round(field().unit("R1", Kind::Line, 1, "22,33/N/line1")), Some(6), "beside an enemy");
        // Its last stand goes from 21,33 to 17,32, past 19,33.
        let column = others(field().terrain(Terrain::Water, &["19,33"]).unit("B1", Kind::Line, 7, "20,30/N/column2"));
        let column = column.game(&[]);
        assert_eq!(inches(&column, "move B1", "20,30/ENE/column2"), Some(1), "a column turns on the spot");
    });
}

#[test]
fn the_wheel_of_a_charge_sweeps_only_free_ground() {
    bites(&["OW-MOVE-8c"], || {
        let wheels = |pond: &[&str]| {
            let mut game = field()
                .terrain(Terrain::Water, pond)
                .unit("B1", Kind::LightHorse, 7, "20,30/N/line7")
                .unit("R1", Kind::Line, 7, "20,12/S/line7")
                .game(&[]);
            declare(&mut game, "B1", "R1");
            inches(&game, "home B1", "18,33/ENE/line7")
        };
        assert_eq!((wheels(&[]), wheels(&["20,32"])), (Some(6), None));
    });
}

#[test]
fn no_move_comes_next_to_an_enemy_and_loose_friends_are_passed() {
    bites(&["OW-MOVE-11a", "OW-MOVE-11b"], || {
        let with = |kind, place: &str, enemy: &str, to: &str| {
            let game = field()
                .unit("B1", Kind::LightHorse, 3, "20,30/N/line3")
                .unit("B2", kind, 7, place)
                .unit("R1", Kind::Line, 7, enemy)
                .game(&[]);
            inches(&game, "move B1", to)
        };
        assert_eq!(with(Kind::Line, "20,38/N/line7", "20,25/S/line7", "20,27/N/line3"), Some(3));
        assert_eq!(with(Kind::Line, "20,38/N/line7", "20,25/S/line7", "20,26/N/line3"), None, "next to the enemy");
        let loose = |to| with(Kind::Light, "20,28/N/skirmish1", "6,2/S/line7", to);
        assert_eq!((loose("20,24/N/line3"), loose("20,28/N/line3")), (Some(6), None), "through, not onto");
        assert_ne!(with(Kind::Light, "20,28/N/line7", "6,2/S/line7", "20,24/N/line3"), Some(6), "no way through");
        let mut game =
            field().unit("B1", Kind::Line, 7, "20,30/N/line7").unit("R1", Kind::Line, 7, "20,27/S/line7").game(&[]);
        assert_eq!(game.refused("move B1 20,28/N/line7").clause, "OW-MOVE-11");
    });
}

#[test]
fn water_stops_everybody_and_the_rest_slows_nobody() {
    bites(&["OW-TERRAIN-5a", "OW-TERRAIN-5b", "OW-TERRAIN-8"], || {
        let over = |kind, place: &str, terrain| {
            let game = field().block(0..=39, 28..=28, terrain).unit("B1", kind, 7, place).game(&[]);
            far(&game, "move B1")
        };
        assert_eq!(over(Kind::Line, "20,30/N/column2", Terrain::Water), 1);
        assert_eq!(over(Kind::Line, "20,30/N/column2", Terrain::Marsh), 6);
        assert_eq!(over(Kind::LightHorse, "20,30/N/line7", Terrain::DenseWoods), 10);
        assert_eq!(over(Kind::LightHorse, "20,30/N/line7", Terrain::BrickBuilding), 1);
        let river = field().above_row(29, Obstacle::River).unit("B1", Kind::Line, 7, "20,30/N/column2").game(&[]);
        assert_eq!(far(&river, "move B1"), 1);
    });
}

#[test]
fn obstacles_lie_between_hexes() {
    bites(&["OW-TERRAIN-6"], || {
        let rolls = |from: &str, to: &str| {
            let field = field().above_row(29, Obstacle::Hedge).unit("B1", Kind::LightGuns, 2, from);
            let game = others(field).game(&[]);
            game.war.forecast(&game.order(&format!("move B1 {to}"))).rolls.len()
        };
        assert_eq!(rolls("20,30/N/battery2", "20,29/N/battery2"), 0, "up to the hedge");
        assert_eq!(rolls("20,29/N/battery2", "21,29/N/battery2"), 0, "along it");
        assert_eq!(rolls("20,30/N/battery2", "20,28/N/battery2"), 1, "over it");
    });
}

#[test]
fn a_battery_turns_once_for_nothing() {
    bites(&["OW-MOVE-10a", "OW-MOVE-10b", "OW-MOVE-10c"], || {
        let mut game = alone(Kind::HeavyGuns, 3, "20,30/N/battery3");
        game.give("move B1 20,30/ENE/battery3");
        assert!(!game.marked("B1", marks::MOVED), "laying the guns is no move");
        let fires = |game: &Game| volleys::may_shoot(&game.war, game.id("B1"), Shot::Ball).is_ok();
        assert!(fires(&game));
        assert_eq!(game.refused("move B1 20,30/ESE/battery3").clause, "OW-MOVE-1", "once");
        let mut game = alone(Kind::HeavyGuns, 3, "20,30/N/battery3");
        game.give("move B1 20,30/S/battery3");
        assert!(game.marked("B1", marks::MOVED) && !fires(&game), "facing about is more than sixty degrees");
        let mut game = alone(Kind::HeavyGuns, 3, "20,30/N/battery3");
        game.give("move B1 20,29/N/battery3");
        assert!(game.marked("B1", marks::MOVED) && !fires(&game));
        let mut line = alone(Kind::Line, 7, "20,30/N/line7");
        line.give("move B1 20,30/S/line7");
        assert!(line.marked("B1", marks::MOVED), "facing about is a move");
        let mut formed = alone(Kind::Line, 7, "20,30/N/column2");
        formed.give("line B1 20,30/N/line7 #1");
        assert!(formed.marked("B1", marks::MOVED), "a change of formation too");
        for (stands, from, to) in
            [(7, "column2", "20,30/ENE/column2"), (1, "line1", "20,30/ENE/line1"), (7, "line7", "20,30/ENE/line7")]
        {
            let mut foot = alone(Kind::Line, stands, &format!("20,30/N/{from}"));
            foot.give(&format!("move B1 {to}"));
            assert!(foot.marked("B1", marks::MOVED), "{from}: foot that turns on the spot has moved");
        }
    });
}

/// OW-MOVE-8: a column, and a rank about its middle stand, turn where they are; a step is told as a move, with the poses that
/// it passes.
#[test]
fn turning_on_the_spot_is_told_apart_from_steps() {
    let told = |from: &str, to: &str| {
        let mut game = alone(Kind::Line, 7, &format!("20,30/N/{from}"));
        game.give(&format!("move B1 {to}/{from}"));
        let moved = game.heard.events.iter().find_map(|event| match event {
            Event::Moved { manner, path, .. } => Some((*manner, path.iter().map(Pose::to_string).collect::<Vec<_>>())),
            _ => None,
        });
        moved.expect("it moves")
    };
    assert_eq!(told("column2", "20,30/ENE"), (Manner::Turned, vec![]));
    assert_eq!(told("line7", "20,30/ENE"), (Manner::Turned, vec![]));
    assert_eq!(told("column2", "20,29/N"), (Manner::Moved, vec![]), "a single step");
    let (manner, path) = told("column2", "20,28/N");
    assert_eq!((manner, path.len()), (Manner::Moved, 1), "two steps pass one pose: {path:?}");
    assert!(["20,29/N/column2", "19,29/N/column2", "21,29/N/column2"].contains(&path[0].as_str()), "{path:?}");
}

/// OW-MOVE-1: each Movement phase has the whole allowance.
#[test]
fn what_the_last_move_took_is_there_again() {
    let mut game = others(field().unit("B1", Kind::Line, 7, "20,30/N/line7")).game(&[]);
    game.give("move B1 20,28/N/line7");
    let unit = game.id("B1");
    assert_eq!(game.war.own(unit).spent, 200);
    game.enter(SQUARES, Side::Blue);
    while game.asks() != "move" {
        game.give("done");
    }
    assert_eq!(far(&game, "move B1"), 4, "a line of foot has 4 inches");
}

#[test]
fn one_change_of_formation_for_half_the_move() {
    bites(&["OW-MOVE-9a", "OW-MOVE-9b"], || {
        let mut twice = alone(Kind::LightHorse, 3, "20,30/N/wedge1");
        twice.give("line B1 20,30/N/line3 #1");
        assert!(!twice.war.orders().iter().chain(&twice.war.stems()).any(|order| order.verb == WEDGE), "once a phase");
        let mut game = alone(Kind::Line, 7, "20,30/N/column2");
        game.give("move B1 20,27/N/column2");
        game.give("line B1 20,27/N/line7 #1");
        assert_eq!(game.pose("B1"), "20,27/N/line7");
        assert_eq!(game.refused("column B1 20,27/N/column2").clause, "OW-MOVE-9");
        let mut late = alone(Kind::Line, 7, "20,30/N/column2");
        late.give("move B1 20,26/N/column2");
        assert_eq!(late.refused("line B1 20,26/N/line7 #1").clause, "OW-MOVE-9", "4 and 3 inches are more than 6");
        let mut early = alone(Kind::Line, 7, "20,30/N/column2");
        early.give("line B1 20,29/N/line7 #1");
        assert_eq!(far(&early, "move B1"), 1, "3 of the line's 4 inches are spent");
        assert_eq!(early.refused("line B1 20,30/N/square1 #3").clause, "OW-MOVE-9", "one rank or two");
        let far_off = alone(Kind::Line, 7, "20,30/N/column2");
        assert!(
            reach(&far_off, "line B1 #1")
                .legal()
                .all(|place| place.pose.anchor.distance(pose("20,30/N/line7").anchor) <= 1)
        );
    });
}

#[test]
fn without_an_officer_a_change_takes_skill() {
    bites(&["OW-CMD-6"], || {
        let mut game = others(field().unit("B1", Kind::Line, 7, "20,30/N/column2").leaderless()).game(&[3]);
        game.give("line B1 20,30/N/line7 #1");
        assert_eq!(game.pose("B1"), "20,30/N/column2");
        assert_eq!(game.refused("line B1 20,30/N/line7 #1").clause, "OW-MOVE-9", "the change is spent");
    });
}

#[test]
fn squares_are_formed_and_left_before_the_moves() {
    bites(&["OW-SQUARE-1"], || {
        let mut game = Fixture::open(40, 40)
            .unit("B1", Kind::Line, 7, "20,30/N/line7")
            .unit("B2", Kind::Line, 7, "30,30/N/square1")
            .unit("B3", Kind::Line, 7, "8,30/N/square1")
            .unit("R1", Kind::Line, 7, "20,2/S/line7")
            .game(&[]);
        game.enter(SQUARES, Side::Blue);
        assert_eq!(game.asks(), "open");
        game.give("square B1 20,30/N/square1");
        assert!(game.marked("B1", marks::MOVED));
        game.give("line B2 30,30/ENE/line7 #1");
        assert_eq!(game.pose("B2"), "30,30/ENE/line7", "a square has no front: it may come out facing any way");
        game.umpire().emit(Event::StepBegan { step: MOVEMENT.0, side: Some(Side::Blue) });
        assert_eq!(game.refused("move B2 30,29/N/line7").clause, "OW-MOVE-1", "that was its whole move");
        assert_eq!(game.refused("column B3 8,30/N/column2").clause, "OW-SQUARE-1", "not with the moves");
    });
}

#[test]
fn horse_within_two_inches_pins_a_square() {
    bites(&["OW-SQUARE-7"], || {
        let leaves = |enemy, place: &str| {
            let mut game = Fixture::open(40, 40)
                .unit("B1", Kind::Line, 7, "20,30/N/square1")
                .unit("B2", Kind::Line, 7, "5,30/N/line7")
                .unit("R1", enemy, 3, place)
                .game(&[]);
            game.enter(SQUARES, Side::Blue);
            game.war.stems().contains(&game.order("column B1"))
        };
        assert!(!leaves(Kind::LightHorse, "20,27/S/line3"));
        assert!(leaves(Kind::LightHorse, "20,26/S/line3"));
        assert!(leaves(Kind::Line, "20,27/S/line3"), "foot pins nobody");
    });
}

#[test]
fn guns_beside_a_square_shelter_with_it_and_stay() {
    bites(&["OW-MOVE-4"], || {
        let mut game = Fixture::open(40, 40)
            .unit("B1", Kind::LightGuns, 2, "20,32/N/battery2")
            .unit("B2", Kind::Line, 7, "20,30/N/square1")
            .unit("B3", Kind::LightGuns, 2, "20,36/N/battery2")
            .unit("B4", Kind::LightGuns, 1, "21,33/N/battery1")
            .unit("R1", Kind::Line, 7, "20,2/S/line7")
            .game(&[]);
        game.enter(SQUARES, Side::Blue);
        assert_eq!(game.refused("shelter B3 >B2").clause, "OW-MOVE-4");
        assert_eq!(game.refused("shelter B4 >B2").clause, "OW-MOVE-4", "two hexes off it is not beside it");
        game.give("shelter B1 >B2");
        game.umpire().emit(Event::StepBegan { step: MOVEMENT.0, side: Some(Side::Blue) });
        assert_eq!(game.refused("move B1 20,33/N/battery2").clause, "OW-MOVE-4");
    });
}

#[test]
fn marks_of_the_last_move_go_when_the_next_begins() {
    bites(&["OW-SEQ-5a"], || {
        let marks = marks::MOVED | marks::MARCHED;
        let mut game = Fixture::open(40, 40)
            .unit("B1", Kind::Line, 7, "20,30/N/line7")
            .marks(marks)
            .unit("R1", Kind::Line, 7, "20,2/S/line7")
            .marks(marks)
            .game(&[]);
        game.enter(SQUARES, Side::Blue);
        assert!(!game.marked("B1", marks) && game.marked("R1", marks::MARCHED), "the enemy's last until his own turn");
    });
}

#[test]
fn the_charge_leg_has_its_inches() {
    bites(&["OW-ASSAULT-4"], || {
        let leg = |kind| {
            let field = field().unit("B1", kind, 3, "20,30/N/line3").unit("R1", Kind::Line, 7, "20,2/S/line7");
            let mut game = field.game(&[]);
            declare(&mut game, "B1", "R1");
            far(&game, "home B1")
        };
        let kinds = [Kind::Line, Kind::Light, Kind::Grenadier, Kind::LightHorse, Kind::MediumHorse, Kind::HeavyHorse];
        assert_eq!(kinds.map(leg), [4, 4, 4, 8, 6, 6]);
    });
}

#[test]
fn a_charger_moves_first_and_then_goes_home() {
    bites(&["OW-ASSAULT-5a", "OW-ASSAULT-5b", "OW-ASSAULT-6a"], || {
        let charge = |option: &str| {
            let mut game = field()
                .house("charge_move", option)
                .unit("B1", Kind::LightHorse, 5, "20,30/N/line5")
                .unit("R1", Kind::Line, 7, "20,16/S/line7")
                .game(&[]);
            declare(&mut game, "B1", "R1");
            game
        };
        let mut game = charge("after_normal_move");
        assert!(!game.war.stems().contains(&game.order("double B1")), "no double move before a charge");
        game.give("move B1 20,22/N/line5");
        assert!(inches(&game, "home B1", "20,17/N/line5").is_some());
        assert!(inches(&game, "home B1", "20,22/ENE/line5").is_some(), "one wheel");
        assert_eq!(inches(&game, "home B1", "21,22/N/line5"), None, "no step to the flank");
        game.give("home B1 20,17/N/line5");
        let charge_now = game.war.state.own.charges[0];
        assert_eq!((charge_now.progress, charge_now.before), (ChargeProgress::Contact, pose("20,22/N/line5")));
        assert!(charge("instead_of_normal_move").refused("move B1 20,22/N/line5").clause == "OW-ASSAULT-5");
    });
}

#[test]
fn a_charge_that_reaches_nobody_falls_short() {
    let mut game = field()
        .unit("B1", Kind::LightHorse, 5, "20,30/N/line5")
        .unit("B2", Kind::LightHorse, 5, "30,30/N/line5")
        .unit("R1", Kind::Line, 7, "20,10/S/line7")
        .game(&[]);
    declare(&mut game, "B1", "R1");
    declare(&mut game, "B2", "R1");
    game.give("home B1 20,22/N/line5");
    assert_eq!(game.war.state.own.charges[0].progress, ChargeProgress::Short);
    charges::give_up_unridden(&mut game.umpire());
    assert_eq!(game.war.state.own.charges[1].progress, ChargeProgress::Short, "nor does one that was never ridden");
}

#[test]
fn whoever_is_touched_first_becomes_the_target() {
    bites(&["OW-ASSAULT-6b"], || {
        let mut game = field()
            .unit("B1", Kind::LightHorse, 5, "20,30/N/line5")
            .unit("R1", Kind::Line, 7, "20,20/S/line7")
            .unit("R2", Kind::Line, 3, "20,26/S/line3")
            .game(&[]);
        declare(&mut game, "B1", "R1");
        assert_eq!(inches(&game, "home B1", "20,24/N/line5"), None, "there is no way through");
        game.give("home B1 20,27/N/line5");
        let charge = game.war.state.own.charges[0];
        assert_eq!((charge.target, charge.progress, charge.gap), (game.id("R2"), ChargeProgress::Contact, 3));
    });
}

#[test]
fn foot_beside_a_house_goes_in_by_its_formation_change() {
    bites(&["OW-BUILD-2"], || {
        let mut game = field()
            .block(18..=23, 26..=28, Terrain::BrickBuilding)
            .unit("B1", Kind::Line, 7, "20,29/N/line7")
            .unit("R1", Kind::Line, 7, "20,2/S/line7")
            .traits(Traits::COLUMN_ASSAULT)
            .game(&[]);
        let first = reach(&game, "enter B1").legal().next().map(|place| place.pose);
        let Some(first) = first else { panic!("there is no house to enter") };
        game.give(&format!("enter B1 {first}"));
        assert!(game.pose("B1").contains("garrison"));
        assert!(game.war.reach(&game.order("move B1")).places.is_empty(), "a garrison stays in its house");
        game.war.state.units[0] = crate::state::UnitState::default();
        assert!(reach(&game, "line B1 #1").legal().next().is_some(), "and comes out again the next turn");
    });
}

#[test]
fn every_stem_has_an_end_and_every_end_is_legal() {
    let mut game = field()
        .block(10..=14, 20..=24, Terrain::LightWoods)
        .above_row(25, Obstacle::Hedge)
        .unit("B1", Kind::Line, 7, "20,30/N/line7")
        .unit("B2", Kind::LightHorse, 6, "30,30/N/wedge1")
        .unit("B3", Kind::HorseGuns, 3, "12,26/N/battery3")
        .unit("B4", Kind::Light, 7, "10,34/N/skirmish1")
        .unit("R1", Kind::Line, 7, "20,26/S/line7")
        .game(&[]);
    declare(&mut game, "B1", "R1");
    for stem in game.war.stems() {
        let reach = game.war.reach(&stem);
        assert!(reach.legal().next().is_some(), "{stem:?} leads nowhere");
        for place in reach.legal() {
            let unit = stem.unit().expect("a unit");
            assert!(room::fits(&game.war, unit, &place.pose), "{stem:?} to {}", place.pose);
            assert!(reach.way(&place.pose).first() == Some(&game.war.pose(unit)));
        }
    }
}

#[test]
fn only_guns_that_stood_still_shelter_with_a_square_of_their_side() {
    let refused = |kind: Kind, battery: &str, change: fn(&mut crate::state::UnitState)| {
        let field = field().unit("B1", kind, 1, battery).unit("B2", Kind::Line, 6, "20,30/N/square1");
        let field = field.unit("R1", Kind::Line, 6, "10,10/S/square1").phase(SQUARES, Side::Blue);
        let mut game = field.game(&[]);
        let unit = game.id("B1");
        change(game.war.own_mut(unit));
        let check = |target: &str| game.war.check(&game.order(&format!("shelter B1 >{target}")));
        ["B2", "R1"].map(|target| check(target).map_err(|why| why.clause) == Err("OW-MOVE-4"))
    };
    let guns = |change| refused(Kind::LightGuns, "20,32/N/battery1", change);
    assert_eq!(guns(|_| {}), [false, true], "beside its own square");
    assert_eq!(guns(|own| own.moved = true), [true, true], "it has moved");
    assert_eq!(guns(|own| own.shelter = Some(battle::UnitId(1))), [true, true], "it shelters already");
    assert_eq!(refused(Kind::LightGuns, "10,12/N/battery1", |_| {}), [true, true], "beside the enemy's");
    assert_eq!(refused(Kind::Line, "20,32/N/line1", |_| {}), [true, true], "foot");
}
