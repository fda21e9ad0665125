//! Falling back, running, crossfire, going back where a charge began.

use battle::rule::proves;
use battle::{Departure, Marks, Presence, Side, Terrain};

use super::fixture::{Fixture, Game, pose};
use crate::Kind;
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
fn foot_goes_six_inches_straight_back() {
    proves(&["OW-FALL-1", "OW-FALL-2", "OW-FALL-5"], || {
        let mut game = beaten(Kind::LightHorse, "15,10/N/line7").game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert_eq!(game.pose("B1"), "15,16/N/line7", "six rows, facing kept");
        assert!(game.marked("B1", marks::FELL_BACK));
        assert!(!game.marked("B1", marks::ROUTING | marks::DISORIENTED));
        fall_back(&mut game, "R1", Some("B1"));
        assert_eq!(game.war.pose(game.id("R1")).anchor.r, 0, "horse goes the ten inches of its line, or off the map");
    });
}

#[test]
fn a_charge_from_the_flank_drives_to_the_other_flank() {
    proves(&["OW-FALL-2"], || {
        let mut game = Fixture::open(30, 30)
            .unit("B1", Kind::Line, 3, "15,15/N/line3")
            .unit("R1", Kind::LightHorse, 3, "18,15/WSW/line3")
            .game(&[]);
        let before = game.war.pose(game.id("B1")).anchor;
        fall_back(&mut game, "B1", Some("R1"));
        let way = game.war.pose(game.id("B1")).anchor - before;
        assert!(way.q < 0 && way.length() == 6, "{way:?}");
    });
}

#[test]
fn without_an_assaulter_away_from_the_nearest_enemy_or_home() {
    proves(&["OW-FALL-3"], || {
        let mut game = beaten(Kind::Line, "15,20/S/line7").game(&[]);
        fall_back(&mut game, "B1", None);
        assert_eq!(game.war.pose(game.id("B1")).anchor.r, 26);
        let mut alone = Fixture::open(30, 30).unit("B1", Kind::Line, 7, "15,10/N/line7").game(&[]);
        fall_back(&mut alone, "B1", None);
        assert_eq!(alone.war.pose(alone.id("B1")).anchor.r, 16, "Blue's edge is the lower one");
    });
}

#[test]
fn friends_are_passed_and_the_edge_of_the_table_is_the_end() {
    let mut game = beaten(Kind::LightHorse, "15,10/N/line7").unit("B2", Kind::Line, 7, "15,16/N/line7").game(&[]);
    fall_back(&mut game, "B1", Some("R1"));
    assert_eq!(game.pose("B1"), "14,17/N/line7", "on until it is clear");
    let mut near = beaten(Kind::LightHorse, "15,27/N/line7").game(&[]);
    fall_back(&mut near, "B1", Some("R1"));
    assert_eq!(near.war.field().unit(near.id("B1")).presence, Presence::Gone(Departure::Routed));
}

#[test]
fn crossfire_as_in_the_example() {
    proves(&["OW-FALL-4"], || {
        let mut game = beaten(Kind::LightHorse, "15,10/N/line7").unit("R2", Kind::Line, 11, "15,14/N/line11").game(&[]);
        fall_back(&mut game, "B1", Some("R1"));
        assert_eq!(game.stands("B1"), 0);
        assert_eq!(game.war.field().unit(game.id("B1")).presence, Presence::Gone(Departure::Destroyed));
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
    let mut game = beaten(Kind::LightHorse, "15,10/N/line7")
        .block(0..=29, 14..=14, Terrain::Woods)
        .unit("R2", Kind::Line, 11, "15,14/N/line11")
        .marks(marks::HIDDEN)
        .game(&[]);
    fall_back(&mut game, "B1", Some("R1"));
    assert_eq!(game.stands("B1"), 0);
    assert!(!game.marked("R2", marks::HIDDEN));
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
    proves(&["OW-FALL-3"], || {
        let mut game = Fixture::open(30, 40)
            .block(0..=29, 24..=25, Terrain::Woods)
            .unit("B1", Kind::Line, 5, "15,15/N/line5")
            .unit("R1", Kind::Line, 5, "15,28/N/line5")
            .unit("R2", Kind::Line, 5, "15,1/S/line5")
            .game(&[]);
        fall_back(&mut game, "B1", None);
        assert_eq!(game.pose("B1"), "15,21/N/line5", "away from R2; R1 is nearer, behind a wood");
    });
}
