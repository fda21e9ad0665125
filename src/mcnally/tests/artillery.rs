//! Proofs of artillery (MC-ART).

use battle::rule::bites;
use battle::{Side, System as _};

use super::fixture::{Fixture, hex, named};
use super::steps::{Played, charge, figures, leg, ride};
use crate::fire::aim::{Manner, shot, volley};
use crate::info::{EVADE, FIRE, JOIN, MAN, MOVE, MOVEMENT, PLACE, VOLLEY};
use crate::morale::rout;
use crate::profile::{Troops, Weight};
use crate::space::{Shape, shape_of};
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
fn each_gun_shoots_by_its_own_range() {
    // Of a file of two stands the left gun sees one 13 inches off alone, the right gun the other at 12.
    let field = Fixture::plain().unit("B1", Troops::Guns, 2, (10, 40), "N", Shape::Battery);
    let field = field.foot("B2", 8, (30, 50), "N", Shape::Line).foot("R2", 8, (38, 30), "S", Shape::Line);
    let mut game = field.foot("R1", 2, (23, 28), "S", Shape::Column).game(&[1, 1]);
    let mods = |game: &Played| {
        let shot = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).expect("a gun");
        (shot.bits, named(&shot.mods))
    };
    assert_eq!(mods(&game), (1, vec![("round shot", -1), ("a deep target", 1)]));
    let coming = volley(&game.war, game.id("B1"), game.id("R1"), Manner::Coming);
    let all: Vec<i16> = coming.iter().map(|shot| shot.mods.iter().map(|(_, value)| value).sum()).collect();
    assert_eq!(all, [0, 2]);
    game.give(game.order(FIRE, "B1", "R1"));
    assert_eq!(mods(&game), (2, vec![("canister", 1), ("a deep target", 1)]));
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
    bites(&["MC-ART-6b"], || {
        assert_eq!(routed(Shape::Battery), (vec![12], vec![hex(18, 20), hex(17, 20)], 2), "foot, 9 and 3");
    });
    assert_eq!(routed(Shape::Limbered), (vec![9], Vec::new(), 2), "limbered: 6 and 3, and the guns go with it");
}

#[test]
fn unlimbered_guns_do_not_evade() {
    bites(&["MC-ART-6a"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.unit("R1", Troops::Guns, 2, (14, 21), "S", Shape::Battery).class(1);
        let mut game = charge(field, &[8, 3, 3, 1], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        assert_eq!(game.asks(), "react");
        assert!(!game.may(game.order(EVADE, "R1", "")) && game.may(game.order(VOLLEY, "R1", "")));
    });
}

/// Two crews of Blue, rallied, on foot 8 inches from their guns, which stand in a row from (10, 30) to (11, 30) facing
/// north.
fn crews() -> Fixture {
    let field = Fixture::plain().unit("B1", Troops::Guns, 2, (8, 38), "N", Shape::Skirmish);
    let field = field.state(|own| own.guns_left = vec![hex(10, 30), hex(11, 30)]);
    field.foot("B2", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (20, 10), "S", Shape::Line)
}

/// Whether they could fire at an enemy before them.
fn serves(game: &Played) -> bool {
    shot(&game.war, game.id("B1"), game.id("R1"), Manner::Coming).is_some()
}

#[test]
fn crews_without_their_guns_are_so_many_men_on_foot() {
    bites(&["MC-ART-6e"], || {
        let game = crews().phase(MOVEMENT, Side::Blue).game(&[]);
        let unit = game.id("B1");
        assert_eq!(crate::formations::shapes(&game.war, unit), [Shape::Skirmish]);
        assert_eq!(movement::dice::pace(&game.war, unit), tables::pace(3, 2));
        assert!(!serves(&game) && !crate::charge::is_charging_order(&game.war, unit));
    });
    // Broken guns rally in their order as foot.
    let field = Fixture::plain().unit("B1", Troops::Guns, 2, (18, 30), "N", Shape::Battery);
    let mut game = field.foot("R1", 8, (20, 10), "S", Shape::Line).game(&[3, 3, 3]);
    let unit = game.id("B1");
    rout::breaks(&mut game.umpire(), unit, rout::When::Now);
    game.umpire().mark(unit, crate::marks::ROUTING, false);
    let forms = crate::morale::rally::forms(&game.war, unit);
    assert!(!forms.is_empty() && forms.iter().all(|pose| shape_of(pose) == Shape::Skirmish));
}

#[test]
fn crews_that_come_back_to_their_guns_serve_them_again() {
    bites(&["MC-ART-6c"], || {
        // 2, 2, 2 and 2 are 8 inches: each comes to its gun.
        let mut game = crews().phase(MOVEMENT, Side::Blue).game(&[2, 2, 2]);
        let offered: Vec<_> = game.war.orders().into_iter().filter(|order| order.verb == MAN).collect();
        assert_eq!(offered, [game.order(MAN, "B1", "")], "it is offered to crews, and to nobody else");
        game.give(game.order(MAN, "B1", ""));
        assert_eq!(game.stands("B1"), [(10, 30), (11, 30)]);
        assert!(serves(&game) && !game.may(game.order(MAN, "B1", "")));
    });
    // 7 inches are too few: they come as near as they can, and the next throw takes them there.
    let mut game = crews().phase(MOVEMENT, Side::Blue).game(&[1, 2, 2]);
    game.give(game.order(MAN, "B1", ""));
    assert!(!serves(&game));
    let far = |game: &Played| crate::space::body(&game.war, game.id("B1")).distance_to(hex(10, 30));
    assert!(far(&game) <= 2, "{}", far(&game));
    // An ordinary move may end there as well, and no other among them.
    let mut game = crews().phase(MOVEMENT, Side::Blue).game(&[6, 6, 6]);
    game.give(game.order(MOVE, "B1", ""));
    let reach = game.war.reach_of(&game.order(PLACE, "B1", ""));
    let guns = [hex(10, 30), hex(11, 30)];
    let among = |pose: &battle::Pose| pose.stands(2).hexes().iter().any(|stand| guns.contains(stand));
    let ends: Vec<_> = reach.legal().map(|place| place.pose).filter(among).collect();
    let faces: std::collections::BTreeSet<&str> = ends.iter().map(|pose| pose.facing.name()).collect();
    assert_eq!((ends.len(), faces.into_iter().collect::<Vec<_>>()), (2, vec!["N", "S"]));
    game.give(game.order(PLACE, "B1", "").to(ends[0]));
    assert!(serves(&game) == (ends[0].facing.name() == "N"));
    assert!(game.war.own(game.id("B1")).guns_left.is_empty());
}

#[test]
fn guns_that_are_left_are_the_enemy_s_who_comes_there() {
    bites(&["MC-ART-6d"], || {
        let mut game = crews().phase(MOVEMENT, Side::Blue).game(&[6, 6, 6]);
        let enemy = game.id("R1");
        movement::path::overrun(&mut game.umpire(), enemy, &[hex(11, 30)]);
        assert!(!game.may(game.order(MAN, "B1", "")));
        game.give(game.order(MOVE, "B1", ""));
        let reach = game.war.reach_of(&game.order(PLACE, "B1", ""));
        assert!(reach.legal().all(|place| shape_of(&place.pose) == Shape::Skirmish));
    });
}

#[test]
fn going_back_to_the_guns_is_foreseen() {
    let game = crews().phase(MOVEMENT, Side::Blue).game(&[]);
    let effect = game.war.forecast(&game.order(MAN, "B1", "")).effect;
    // 3d6 and 2 are 8 or more but for 3, 4 and 5: 10 of 216.
    assert!((effect.succeeds - 206.0 / 216.0).abs() < 1e-9, "{}", effect.succeeds);
    assert!(effect.recovers > 0.9 && effect.recovers < 1.0, "{}", effect.recovers);
}
