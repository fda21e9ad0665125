//! Falling back, running, crossfire, going back where a charge began.

use battle::rule::bites;
use battle::{Departure, Marks, Presence, Side, Terrain};

use super::fixture::{Fixture, Game, pose};
use crate::Kind;
use crate::info::MORALE;
use crate::marks;
use crate::morale::falling_back;

fn beaten(enemy: Kind, place: &str) -> Fixture {
    Fixture::open(30, 30).unit("B1", Kind::Line, 7, place).unit("R1", enemy, 7, "15,9/S/line7")
}

fn fall_back(game: &mut Game, label: &str, from: Option<&str>) {
    let (unit, from) = (game.id(label), from.map(|label| game.id(label)));
    falling_back::fall_back(&mut game.umpire(), unit, from, "OW-MORALE-4");
}

#[test]
fn foot_and_guns_go_six_inches_back_and_horse_the_move_of_its_formation() {
    bites(&["OW-FALL-1"], || {
        for (kind, formation, row) in [
            (Kind::Line, "line7", 36),
            (Kind::Light, "skirmish1", 36),
            (Kind::Line, "column2", 36),
            (Kind::HeavyGuns, "battery7", 36),
            (Kind::LightHorse, "line7", 40),
            (Kind::LightHorse, "wedge1", 38),
            (Kind::LightHorse, "skirmish1", 42),
            (Kind::MediumHorse, "line7", 38),
            (Kind::HeavyHorse, "line7", 36),
        ] {
            let field = Fixture::open(40, 60).unit("B1", kind, 7, &format!("20,30/N/{formation}"));
            let mut game = field.unit("R1", Kind::Line, 7, "20,20/S/line7").game(&[]);
            fall_back(&mut game, "B1", Some("R1"));
            assert_eq!(game.pose("B1"), format!("20,{row}/N/{formation}"), "{kind:?}");
        }
    });
}

#[test]
fn who_fell_back_acts_as_ever_in_its_next_turn() {
    bites(&["OW-FALL-5"], || {
        let mut game = beaten(Kind::LightHorse, "15,10/N/line7").game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert!(game.marked("B1", marks::FELL_BACK));
        assert!(!game.marked("B1", marks::ROUTING | marks::DISORIENTED | marks::RAGGED));
        game.enter(MORALE, Side::Blue);
        assert_eq!((game.asks(), game.rolls()), ("open", vec![]), "nothing to test");
        game.give("done");
        assert_eq!(game.asks(), "charge", "it may charge");
        game.give("done");
        game.give("move B1 15,14/N/line7");
        assert_eq!(game.pose("B1"), "15,14/N/line7");
    });
}

#[test]
fn a_charge_from_the_flank_drives_to_the_other_flank() {
    bites(&["OW-FALL-2"], || {
        let goes = |enemy: &str| {
            let field = Fixture::open(30, 30).unit("B1", Kind::Line, 3, "15,15/N/line3");
            let mut game = field.unit("R1", Kind::LightHorse, 1, enemy).game(&[]);
            fall_back(&mut game, "B1", Some("R1"));
            game.pose("B1")
        };
        assert_eq!(goes("18,13/WSW/line1"), "11,18/N/line3", "from ENE to WSW: three hexes each of its two ways");
        assert_eq!(goes("15,19/N/line1"), "15,9/N/line3", "from behind straight ahead, its facing kept");
        assert_eq!(goes("15,11/S/line1"), "15,21/N/line3");
    });
}

#[test]
fn without_an_assaulter_away_from_the_nearest_enemy_or_home() {
    bites(&["OW-FALL-3a"], || {
        let behind = Fixture::open(30, 40).unit("B1", Kind::Line, 5, "15,20/N/line5");
        let behind = behind.unit("R1", Kind::Line, 5, "15,28/N/line5").unit("R2", Kind::Line, 5, "15,8/S/line5");
        let mut game = behind.game(&[]);
        fall_back(&mut game, "B1", None);
        assert_eq!(game.pose("B1"), "15,14/N/line5", "R1 is nearer, so away from its own edge");
        let mut alone = Fixture::open(30, 30).unit("B1", Kind::Line, 7, "15,10/N/line7").game(&[]);
        fall_back(&mut alone, "B1", None);
        assert_eq!(alone.war.pose(alone.id("B1")).anchor.r, 16, "Blue's edge is the lower one");
    });
}

#[test]
fn friends_are_passed_and_the_edge_of_the_table_is_the_end() {
    bites(&["OW-FALL-3b"], || {
        let mut game = beaten(Kind::LightHorse, "15,10/N/line7").unit("B2", Kind::Line, 7, "15,16/N/line7").game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert_eq!(game.pose("B1"), "14,17/N/line7", "on until it is clear");
        let mut near = beaten(Kind::LightHorse, "15,27/N/line7").game(&[]);
        fall_back(&mut near, "B1", Some("R1"));
        assert_eq!(near.war.field().unit(near.id("B1")).presence, Presence::Gone(Departure::Routed));
    });
}

#[test]
fn crossfire_as_in_the_example() {
    bites(&["OW-FALL-4a", "OW-FALL-4b", "OW-TERRAIN-11"], || {
        let mut game = beaten(Kind::LightHorse, "15,10/N/line7").unit("R2", Kind::Line, 11, "15,14/N/line11").game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert_eq!(game.stands("B1"), 0);
        assert_eq!(game.war.field().unit(game.id("B1")).presence, Presence::Gone(Departure::Destroyed));
        let field = Fixture::open(30, 30).unit("B1", Kind::Line, 1, "15,10/N/line1");
        let field = field.unit("R1", Kind::Line, 1, "15,6/S/line1").unit("R2", Kind::Line, 1, "16,12/N/line1");
        let mut round = field.game(&[]);
        fall_back(&mut round, "B1", Some("R1"));
        assert_eq!(round.pose("B1"), "14,16/N/line1", "the first step would touch R2, so it goes the other way");
        let mut river = beaten(Kind::LightHorse, "15,10/N/line7").block(0..=29, 13..=13, Terrain::Water).game(&[]);
        fall_back(&mut river, "B1", Some("R1"));
        assert_eq!(river.pose("B1"), "15,12/N/line7", "water stops it and spares it");
        let mut trapped = beaten(Kind::LightHorse, "15,10/N/line7").block(0..=29, 11..=11, Terrain::Water).game(&[]);
        fall_back(&mut trapped, "B1", Some("R1"));
        assert_eq!(trapped.stands("B1"), 0, "it cannot get away from the enemy at all");
    });
}

#[test]
fn what_hides_behind_a_beaten_unit_bars_its_way() {
    bites(&["OW-FALL-4a", "OW-HIDDEN-4"], || {
        let mut game = beaten(Kind::LightHorse, "15,10/N/line7")
            .block(0..=29, 14..=14, Terrain::Woods)
            .unit("R2", Kind::Line, 11, "15,14/N/line11")
            .marks(marks::HIDDEN)
            .game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert_eq!(game.stands("B1"), 0);
        assert!(!game.marked("R2", marks::HIDDEN));
    });
}

#[test]
fn routers_run_home() {
    let mut game = beaten(Kind::Line, "15,14/N/line7").marks(Marks::empty()).game(&[]);
    let unit = game.id("B1");
    falling_back::rout_move(&mut game.umpire(), unit);
    assert_eq!(game.pose("B1"), "15,20/N/line7");
}

#[test]
fn chargers_go_back_where_they_came_from() {
    let mut game = beaten(Kind::LightHorse, "15,14/N/line7").unit("B2", Kind::Line, 7, "15,5/N/line7").game(&[]);
    let unit = game.id("R1");
    falling_back::return_to_start(&mut game.umpire(), unit, &pose("15,3/S/line7"));
    assert_eq!(game.pose("R1"), "15,3/S/line7");
    falling_back::return_to_start(&mut game.umpire(), unit, &pose("15,5/S/line7"));
    assert_ne!(game.pose("R1"), "15,5/S/line7", "somebody has taken the place");
    assert!(game.war.field().audit().is_ok());
    assert_eq!(game.war.field().side(unit), Side::Red);
}

#[test]
fn an_enemy_that_is_not_seen_drives_nobody() {
    bites(&["OW-FALL-3a"], || {
        let mut game = Fixture::open(30, 40)
            .block(0..=29, 6..=7, Terrain::Woods)
            .unit("B1", Kind::Line, 5, "15,15/N/line5")
            .unit("R1", Kind::Line, 5, "15,3/S/line5")
            .unit("R2", Kind::Line, 5, "15,30/N/line5")
            .game(&[]);
        fall_back(&mut game, "B1", None);
        assert_eq!(game.pose("B1"), "15,9/N/line5", "away from R2; R1 is nearer, behind a wood");
    });
}

/// An enemy that touches a unit from behind does not bar its way by being near, but where he stands nobody goes.
#[test]
fn nobody_falls_back_onto_an_enemy_behind_it() {
    bites(&["OW-FALL-4a"], || {
        let field = beaten(Kind::LightHorse, "15,10/N/line7").unit("R2", Kind::Line, 9, "15,11/N/line9");
        let mut game = field.game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert_eq!(game.stands("B1"), 0, "destroyed between them");
        assert_eq!(game.pose("R2"), "15,11/N/line9");
    });
}
