//! Proofs of artillery (MC-ART).

use battle::Side;
use battle::rule::bites;

use super::fixture::{Fixture, hex};
use super::steps::{Played, figures};
use crate::fire::aim::{Manner, shot, volley};
use crate::info::{FIRE, JOIN, MOVE, MOVEMENT, PLACE};
use crate::morale::rout;
use crate::profile::{Troops, Weight};
use crate::space::Shape;
use crate::{movement, tables};

#[test]
fn example_37_charged_guns_fire_one_by_one() {
    bites(&["MC-ART-7"], || {
        let field = Fixture::plain().foot("B1", 8, (12, 26), "N", Shape::Line);
        let game = field.unit("R1", Troops::Guns, 2, (13, 24), "S", Shape::Battery).game(&[]);
        let figures = |manner| {
            let shots = volley(&game.war, game.id("R1"), game.id("B1"), manner);
            shots.iter().map(|shot| shot.figures).collect::<Vec<_>>()
        };
        assert_eq!([figures(Manner::Volley), figures(Manner::Ragged)], [vec![10, 10], vec![5, 5]]);
    });
}

#[test]
fn guns_fire_one_by_one_and_never_together() {
    bites(&["MC-ART-3"], || {
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 40), "N", Shape::Battery);
        let field = field.unit("B2", Troops::Guns, 2, (14, 40), "N", Shape::Battery);
        let game = field.foot("R1", 8, (20, 20), "S", Shape::Line).game(&[]);
        assert!(!game.may(game.order(crate::info::JOIN, "B1", "R1")));
        assert!(game.may(game.order(crate::info::FIRE, "B1", "R1")));
    });
}

/// Figures that one gun of Blue fires with so many of its crew left.
fn counts(weight: Weight, crew: i16) -> Option<i16> {
    let lost = tables::crew(weight) - crew;
    let field = Fixture::plain().unit("B1", Troops::Guns, 1, (10, 40), "N", Shape::Battery).weight(weight).lost(lost);
    let field = field.state(|own| own.crews = vec![crew]);
    let game = field.foot("R1", 8, (20, 20), "S", Shape::Line).game(&[]);
    shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)
}

#[test]
fn guns_count_by_their_weight() {
    bites(&["MC-ART-1"], || {
        assert_eq!(counts(Weight::Light, 3), Some(5));
        assert_eq!(counts(Weight::Medium, 4), Some(10));
        assert_eq!(counts(Weight::Heavy, 5), Some(15));
    });
}

#[test]
fn crews_under_half_serve_half_a_gun() {
    bites(&["MC-ART-2"], || {
        let light = [2, 1].map(|crew| counts(Weight::Light, crew));
        let medium = [3, 2, 1].map(|crew| counts(Weight::Medium, crew));
        let heavy = [4, 3, 2, 1].map(|crew| counts(Weight::Heavy, crew));
        assert_eq!((light, medium), ([Some(5), Some(2)], [Some(10), Some(10), Some(5)]));
        assert_eq!(heavy, [Some(15), Some(15), Some(7), Some(7)]);
    });
    // Two guns, the left one without a crew: the other fires, the first is out.
    let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 40), "N", Shape::Battery).lost(4);
    let field = field.state(|own| own.crews = vec![0, 4]);
    let field = field.foot("B2", 8, (30, 40), "N", Shape::Line).foot("R2", 8, (33, 35), "S", Shape::Line);
    let mut game = field.foot("R1", 8, (20, 20), "S", Shape::Line).game(&[1]);
    game.give(game.order(FIRE, "B1", "R1"));
    assert!(!game.may(game.order(FIRE, "B1", "R1")));
}

#[test]
fn the_nearest_crew_suffers_first() {
    // 24 figures at 6 inches at the flank of guns: 9 less 1 is row 8: 3 lost, of the nearest gun two and one of the next.
    let field = Fixture::plain().foot("B1", 8, (12, 27), "N", Shape::Line);
    let field = field.unit("R1", Troops::Guns, 3, (20, 20), "ENE", Shape::Battery).lost(2);
    let mut game = field.state(|own| own.crews = vec![4, 4, 2]).game(&[9]);
    game.give(game.order(FIRE, "B1", "R1"));
    assert_eq!(game.war.own(game.id("R1")).crews, [4, 3, 0]);
}

#[test]
fn every_gun_fires_once_and_none_with_other_arms() {
    bites(&["MC-ART-3"], || {
        let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Battery);
        let field = field.foot("B2", 8, (14, 30), "N", Shape::Line).foot("B3", 8, (18, 30), "N", Shape::Line);
        let mut game = field.foot("R1", 8, (16, 25), "S", Shape::Line).game(&[1, 1]);
        assert!(game.may(game.order(JOIN, "B2", "R1")) && !game.may(game.order(JOIN, "B1", "R1")));
        for _ in 0..2 {
            assert!(game.may(game.order(FIRE, "B1", "R1")));
            game.give(game.order(FIRE, "B1", "R1"));
        }
        assert!(!game.may(game.order(FIRE, "B1", "R1")));
    });
}

#[test]
fn counter_battery_destroys_the_nearest_gun_and_its_crew_serves_the_others() {
    let hit = |extra: u8| {
        // 8 less 1 is row 7, 10 figures: one of the crew of the nearest gun, the second.
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (10, 40), "N", Shape::Battery);
        let field = field.unit("R1", Troops::Guns, 2, (24, 20), "ENE", Shape::Battery).lost(2);
        let mut game = field.state(|own| own.crews = vec![2, 4]).game(&[8, extra]);
        game.give(game.order(FIRE, "B1", "R1"));
        game.all_fell();
        (game.war.own(game.id("R1")).crews.clone(), figures(&game, "R1"), game.war.stands(game.id("R1")))
    };
    bites(&["MC-ART-4"], || {
        assert_eq!(hit(8), (vec![2, 3], 5, 2));
        // Its three go over to the other gun, which has room for two.
        assert_eq!([hit(9), hit(10)], [(vec![4], 4, 1), (vec![4], 4, 1)]);
    });
}

#[test]
fn guns_fire_over_units_from_heights_if_the_battle_says_so() {
    let fires = |value: &str, elevation: i8, row: i16| {
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (0, 50), "N", Shape::Battery);
        let field = field.level(elevation, &[(0, 50)]).house("overhead_fire", value);
        let field = field.foot("B2", 8, (50 - row, row), "N", Shape::Line);
        let game = field.foot("R1", 2, (26, 24), "S", Shape::Line).game(&[]);
        shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some()
    };
    bites(&["MC-ART-5"], || assert!(fires("on", 1, 37)));
    assert!(!fires("off", 1, 37), "a stand blocks");
    assert!(!fires("on", 0, 37), "level ground");
    assert!(!fires("on", 1, 30) && !fires("on", 1, 42), "12 inches from both ends");
}

#[test]
fn crews_run_and_leave_their_guns() {
    let routed = |shape| {
        let field = Fixture::plain().foot("B1", 8, (16, 24), "N", Shape::Line);
        let mut game = field.unit("R1", Troops::Guns, 2, (18, 20), "S", shape).game(&[3, 3, 3]);
        let unit = game.id("R1");
        rout::breaks(&mut game.umpire(), unit, rout::When::Now);
        (game.results("rout"), game.war.own(unit).guns_left.clone(), game.war.stands(unit))
    };
    assert_eq!(routed(Shape::Battery), (vec![12], vec![hex(18, 20), hex(17, 20)], 2), "foot, 9 and 3");
    assert_eq!(routed(Shape::Limbered), (vec![9], Vec::new(), 2), "limbered: 6 and 3, and the guns go with it");
}

#[test]
fn crews_man_guns_that_they_come_back_to_unless_the_enemy_was_there() {
    let field = || {
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (10, 30), "N", Shape::Battery);
        let field = field.state(|own| own.guns_left = vec![hex(11, 29)]).foot("B2", 8, (35, 40), "N", Shape::Line);
        field.foot("R1", 8, (20, 20), "S", Shape::Line).phase(MOVEMENT, Side::Blue)
    };
    let fires = |game: &Played| shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some();
    bites(&["MC-ART-6"], || {
        let mut game = field().game(&[1]);
        assert!(!fires(&game));
        game.give(game.order(MOVE, "B1", ""));
        let to = game.pose("B1").at(hex(11, 29));
        game.give(game.order(PLACE, "B1", "").to(to));
        assert!(fires(&game));
    });
    let mut game = field().game(&[1]);
    let enemy = game.id("R1");
    movement::overrun(&mut game.umpire(), enemy, &[hex(11, 29)]);
    game.give(game.order(MOVE, "B1", ""));
    let to = game.pose("B1").at(hex(11, 29));
    game.give(game.order(PLACE, "B1", "").to(to));
    assert!(!fires(&game), "they are the enemy's");
}
