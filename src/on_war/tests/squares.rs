//! Squares formed in haste, and what one formed under one charge is to another (OW-SQUARE-2 to 5, OW-MORALE-6).

use battle::rule::bites;
use battle::{Marks, Side, System, Terrain};

use super::charges::{declarations_over, facing};
use super::fixture::{Fixture, Game};
use crate::Kind;
use crate::assault::defence;
use crate::assault::melee::{self, Onset};
use crate::info::CHARGES;
use crate::marks;
use crate::state::{ChargeProgress, Response};

/// Two units of horse that can charge Red's line of seven.
fn two_on_one(dice: &[u8]) -> Game {
    Fixture::open(28, 30)
        .unit("B1", Kind::LightHorse, 3, "10,16/N/line3")
        .unit("B2", Kind::LightHorse, 3, "14,16/N/line3")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .phase(CHARGES, Side::Blue)
        .game(dice)
}

fn progress(game: &Game, unit: &str) -> Option<ChargeProgress> {
    game.war.state.own.charge_of(game.id(unit)).map(|charge| charge.progress)
}

/// R1 stands against B1 and forms square against B2, which does not dare: dice 4 and 2. Then B1 rides home.
fn formed_since(dice: &[u8]) -> Game {
    let mut game = two_on_one(&[&[4, 2], dice].concat());
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    game.give("charge B2 >R1");
    game.give("hasty R1 >B2");
    assert!(game.pose("R1").contains("square"));
    assert_eq!(progress(&game, "B2"), Some(ChargeProgress::Done));
    game
}

#[test]
fn horse_needs_nerve_against_a_square_that_was_formed_after_its_declaration() {
    bites(&["OW-MORALE-6c"], || {
        let mut shy = formed_since(&[3]);
        shy.give("home B1 10,9/N/line3");
        assert_eq!(shy.rolls().last(), Some(&("charge", vec![3], Some(4), 0)));
        assert_eq!(progress(&shy, "B1"), Some(ChargeProgress::Done));
        assert_eq!(
            (shy.war.field().distance(shy.id("B1"), shy.id("R1")), shy.unread()),
            (2, 0),
            "halted two inches off"
        );
        let mut bold = formed_since(&[4]);
        bold.give("home B1 10,9/N/line3");
        assert_eq!((progress(&bold, "B1"), bold.unread()), (Some(ChargeProgress::Contact), 0));
    });
}

#[test]
fn the_check_against_a_square_formed_since_is_foreseen() {
    let game = formed_since(&[]);
    let forecast = game.war.forecast(&game.order("home B1 10,9/N/line3"));
    let stops = forecast.results.iter().find(|result| result.label == "charger stops at motivation");
    assert_eq!((forecast.rolls[0].label, stops.map(|stops| stops.chance)), ("charge", Some(0.5)));
}

#[test]
fn horse_that_has_dared_a_square_is_not_asked_again_in_contact() {
    bites(&["OW-MORALE-6a"], || {
        let mut game = two_on_one(&[4, 4]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        game.give("done");
        game.give("home B1 10,9/N/line3");
        assert_eq!(game.rolls().iter().map(|roll| roll.0).collect::<Vec<_>>(), ["form square", "charge"]);
        assert_eq!((progress(&game, "B1"), game.unread()), (Some(ChargeProgress::Contact), 0));
    });
}

#[test]
fn who_has_tried_in_vain_stays_in_line_against_every_charger_of_the_turn() {
    bites(&["OW-SQUARE-4c"], || {
        let mut game = two_on_one(&[3]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        game.give("charge B2 >R1");
        assert_ne!(game.asks(), "respond", "no second try");
        assert_eq!((progress(&game, "B2"), game.pose("R1").as_str()), (Some(ChargeProgress::Declared), "12,7/S/line7"));
        assert_eq!(game.unread(), 0);
    });
}

#[test]
fn w15_square_in_time() {
    bites(&["OW-ASSAULT-3", "OW-MORALE-6a", "OW-SQUARE-3", "OW-SQUARE-5", "OW-UNIT-3"], || {
        let mut game = facing(Kind::LightHorse, Kind::Line, 10).game(&[4, 2]);
        game.give("charge B1 >R1");
        assert_eq!(game.asks(), "respond");
        game.give("hasty R1 >B1");
        assert!(game.pose("R1").contains("square"));
        let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
        assert_eq!((charge.response, charge.progress), (Response::Square, ChargeProgress::Done));
        let silent = defence::may_fire_at(&game.war, &charge).err().map(|no| no.clause());
        assert_eq!(silent, Some("OW-SQUARE-3"), "no fire");
        assert_eq!(game.war.field().distance(game.id("B1"), game.id("R1")), 2);
        assert!(game.war.own(game.id("B1")).moved, "that is its move for the turn");
        assert_eq!(game.unread(), 0);
        let pool = melee::kill_pool(
            &game.war,
            game.id("B1"),
            game.id("R1"),
            &game.war.pose(game.id("R1")),
            3,
            Onset::Charging,
        );
        assert_eq!((pool.count(), pool.face()), (6, Some(4)), "2 dice a stand at 4+, no +1");
    });
}

#[test]
fn a_square_formed_in_haste_does_not_fire() {
    bites(&["OW-SQUARE-3"], || {
        let mut game = facing(Kind::LightHorse, Kind::Line, 10).game(&[4, 5]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
        assert_eq!(charge.progress, ChargeProgress::Declared);
        assert_eq!(defence::may_fire_at(&game.war, &charge).expect_err("no fire").clause(), "OW-SQUARE-3");
    });
}

#[test]
fn w16_too_late() {
    bites(&["OW-SQUARE-4a"], || {
        let mut game = facing(Kind::LightHorse, Kind::Line, 10).game(&[3]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        assert_eq!(game.pose("R1"), "12,7/S/line7");
        let charge = *game.war.state.own.charge_of(game.id("B1")).expect("a charge");
        let silent = defence::may_fire_at(&game.war, &charge).err().map(|no| no.clause());
        assert_eq!(silent, Some("OW-SQUARE-3"), "no defensive fire either");
        let at = game.war.pose(game.id("R1"));
        assert_eq!(melee::kill_pool(&game.war, game.id("B1"), game.id("R1"), &at, 5, Onset::Charging).face(), Some(3));
        let mut kind = facing(Kind::LightHorse, Kind::Line, 10).house("square_attempt_failed", "may_fire").game(&[3]);
        kind.give("charge B1 >R1");
        kind.give("hasty R1 >B1");
        let charge = *kind.war.state.own.charge_of(kind.id("B1")).expect("a charge");
        assert!(defence::may_fire_at(&kind.war, &charge).is_ok());
    });
}

#[test]
fn only_steady_foot_against_horse_with_room_for_the_ring_may_form_square_in_haste() {
    bites(&["OW-SQUARE-2"], || {
        let asked = |blue: Kind, red: Kind, shaken: Marks, pond: &[&str]| {
            let mut game = Fixture::open(28, 30)
                .terrain(Terrain::Water, pond)
                .unit("B1", blue, 7, "12,18/N/line7")
                .unit("R1", red, 7, "12,7/S/line7")
                .marks(shaken)
                .phase(CHARGES, Side::Blue)
                .game(&[]);
            game.give("charge B1 >R1");
            game.asks() == "respond"
        };
        let none = Marks::empty();
        assert!(asked(Kind::LightHorse, Kind::Line, none, &[]));
        assert!(!asked(Kind::Line, Kind::Line, none, &[]), "not against foot");
        assert!(!asked(Kind::LightHorse, Kind::HeavyHorse, none, &[]), "horse forms none");
        assert!(!asked(Kind::LightHorse, Kind::Line, marks::DISORIENTED, &[]));
        assert!(!asked(Kind::LightHorse, Kind::Line, marks::ROUTING, &[]));
        let shore: Vec<String> = (0..28).flat_map(|column| [6, 8].map(|row| format!("{column},{row}"))).collect();
        let shore: Vec<&str> = shore.iter().map(String::as_str).collect();
        assert!(!asked(Kind::LightHorse, Kind::Line, none, &shore), "no room between two ponds");
    });
}

#[test]
fn w17_half_the_distance() {
    bites(&["OW-ASSAULT-8", "OW-ASSAULT-4"], || {
        for (kind, gap, fires) in [
            (Kind::Line, 2, false),
            (Kind::Line, 3, true),
            (Kind::LightHorse, 4, false),
            (Kind::LightHorse, 5, true),
            (Kind::HeavyHorse, 3, false),
            (Kind::HeavyHorse, 4, true),
        ] {
            // Three inches farther off when it is declared: what counts is where the leg starts.
            let mut game = facing(kind, Kind::Line, gap + 3).game(&[1; 300]);
            game.give("charge B1 >R1");
            if game.asks() == "respond" {
                game.give("stand R1 >B1");
            }
            declarations_over(&mut game);
            game.give(&format!("move B1 12,{}/N/line7", 8 + gap));
            game.give("home B1 12,8/N/line7");
            game.give("done");
            assert_eq!(game.asks() == "reply", fires, "{kind:?} from {gap}");
        }
    });
}

/// Two units of horse that charge Red's line: it tries to form square against the first, with that die.
fn charged_twice(house: &str, dice: &[u8]) -> Game {
    let mut game = Fixture::open(28, 30)
        .house("square_attempt_failed", house)
        .unit("B1", Kind::LightHorse, 3, "10,16/N/line3")
        .unit("B2", Kind::LightHorse, 3, "14,16/N/line3")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .phase(CHARGES, Side::Blue)
        .game(dice);
    game.give("charge B1 >R1");
    game.give("hasty R1 >B1");
    game.give("charge B2 >R1");
    if game.asks() == "respond" {
        game.give("stand R1 >B2");
    }
    declarations_over(&mut game);
    game
}

#[test]
fn who_tried_to_form_square_fires_at_nobody_this_turn() {
    bites(&["OW-SQUARE-3", "OW-SQUARE-4a", "OW-SQUARE-4b"], || {
        let home = |mut game: Game| {
            game.give("home B1 10,8/N/line3");
            game.give("home B2 14,8/N/line3");
            game.give("done");
            game
        };
        assert_eq!(home(charged_twice("no_fire", &[3])).asks(), "fight", "no fire at the second charger either");
        assert_eq!(home(charged_twice("may_fire", &[3])).asks(), "reply");
        let mut square = charged_twice("no_fire", &[4, 5, 5]);
        assert!(square.pose("R1").contains("square"));
        square.give("home B1 10,9/N/line3");
        square.give("home B2 13,9/N/line3");
        square.give("done");
        assert_eq!(square.asks(), "fight", "nor does a square formed under the first");
    });
}
