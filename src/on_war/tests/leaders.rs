//! Leaders: riding, attaching, driven off, escaping.

use battle::rule::bites;
use battle::{Departure, Obstacle, Perch, Side, System, Terrain, UnitId};

use super::fixture::{Fixture, Game, at};
use crate::info::MOVEMENT;
use crate::{Kind, Post, consequences};

fn staff() -> Fixture {
    Fixture::open(40, 40)
        .unit("B1", Kind::Line, 7, "20,30/N/line7")
        .unit("B2", Kind::Line, 7, "20,20/N/line7")
        .unit("B3", Kind::LightGuns, 2, "30,30/N/battery2")
        .unit("R1", Kind::Line, 7, "20,2/S/line7")
        .leader("BG", Post::General, "B1")
        .leader("BA", Post::Adjutant, "B2")
        .leader_at("BB", Post::Brigadier(0), "24,30")
        .phase(MOVEMENT, Side::Blue)
}

fn perch(game: &Game, label: &str) -> Perch {
    game.war.field().leader(game.leader(label))
}

#[test]
fn leaders_ride_twelve_inches_once() {
    bites(&["OW-CMD-5"], || {
        let mut game = staff().game(&[]);
        assert_eq!(game.refused("attach BG >B3").clause, "OW-CMD-5", "not to guns");
        game.give("attach BG >B2");
        assert_eq!(perch(&game, "BG"), Perch::With(game.id("B2")));
        assert!(game.refused("attach BG >B1").text.contains("has ridden"));
        game.give("attach BB >B3");
        assert!(game.refused("attach B1* >B2").text.contains("stays with his unit"));
        game.give("move B2 20,17/N/line7");
        assert!(game.refused("attach BA >B1").text.contains("has moved"));
    });
}

#[test]
fn one_leader_of_a_kind_with_a_unit_and_none_from_too_far() {
    bites(&["OW-CMD-5"], || {
        let mut game = staff().leader("BA2", Post::Adjutant, "B1").leader_at("BA3", Post::Adjutant, "20,33").game(&[]);
        assert_eq!(game.refused("attach BA2 >B2").text, "B2 has a leader of that kind already");
        game.give("ride BA3 >20,31");
        assert_eq!(perch(&game, "BA3"), Perch::At(at("20,31")));
        let joins = |from: &str| {
            let game = staff().leader_at("BG2", Post::General, from).game(&[]);
            game.war.check(&game.order("attach BG2 >B2")).is_ok()
        };
        assert_eq!([joins("20,32"), joins("20,33")], [true, false], "12 inches and 13");
    });
}

#[test]
fn the_general_joins_foot_or_horse() {
    bites(&["OW-CMD-1"], || {
        let game = staff().unit("B4", Kind::LightHorse, 3, "26,34/N/line3").game(&[]);
        let joins = |unit: &str| game.war.check(&game.order(&format!("attach BG >{unit}"))).is_ok();
        assert_eq!(["B2", "B4", "B3"].map(joins), [true, true, false], "foot, horse, guns");
    });
}

#[test]
fn lone_leaders_make_off_or_are_captured() {
    bites(&["OW-CMD-7"], || {
        let come = |place: &str| {
            let mut game = Fixture::open(40, 40)
                .unit("B1", Kind::Line, 7, place)
                .unit("R1", Kind::LightHorse, 5, "20,20/S/line5")
                .leader_at("BG", Post::General, "20,24")
                .phase(MOVEMENT, Side::Red)
                .game(&[]);
            game.give("move R1 20,23/S/line5");
            perch(&game, "BG")
        };
        assert_eq!(come("20,32/N/line7"), Perch::With(UnitId(0)), "8 inches");
        assert_eq!(come("20,33/N/line7"), Perch::Away, "9 inches: captured");
    });
}

#[test]
fn leaders_of_a_destroyed_unit_escape_on_four() {
    bites(&["OW-CMD-8"], || {
        let lost = |die: u8| {
            let mut game = staff().game(&[die]);
            let unit = game.id("B1");
            consequences::destroy(&mut game.umpire(), unit, Departure::Destroyed, "OW-FALL-4");
            assert_eq!(perch(&game, "B1*"), Perch::Away, "its own officer goes with it");
            game.war.field().audit().expect("no leader is left behind");
            perch(&game, "BG")
        };
        assert_eq!(lost(4), Perch::With(UnitId(1)), "with the nearest, B2");
        assert_eq!(lost(3), Perch::Away);
    });
}

#[test]
fn the_list_and_the_check_agree_on_rides() {
    let game = staff().game(&[]);
    let rides = game.war.orders();
    assert!(rides.contains(&game.order("attach BG >B2")));
    for order in rides {
        assert!(game.war.check(&order).is_ok(), "{order:?}");
    }
}

/// BG with B1 and B2 ten inches north of it.
fn apart() -> Fixture {
    let field =
        Fixture::open(40, 40).unit("B1", Kind::Line, 7, "20,30/N/line7").unit("B2", Kind::Line, 7, "20,20/N/line7");
    field.unit("R1", Kind::Line, 7, "20,2/S/line7").leader("BG", Post::General, "B1").phase(MOVEMENT, Side::Blue)
}

fn refusal(field: Fixture, order: &str) -> Option<&'static str> {
    let game = field.game(&[]);
    let order = game.order(order);
    let refused = game.war.check(&order).err().map(|why| why.clause);
    assert_eq!(game.war.orders().contains(&order), refused.is_none());
    refused
}

#[test]
fn no_leader_rides_over_what_stops_everybody() {
    bites(&["OW-TERRAIN-5c"], || {
        let lake = |gap: &str| {
            let field = apart().block(0..=39, 25..=25, Terrain::Water);
            if gap.is_empty() { field } else { field.terrain(Terrain::Open, &[gap]) }
        };
        for order in ["attach BG >B2", "ride BG >20,21"] {
            assert_eq!(refusal(apart(), order), None);
            assert_eq!(refusal(lake(""), order), Some("OW-CMD-5"), "{order}");
            assert_eq!(refusal(apart().above_row(25, Obstacle::River), order), Some("OW-CMD-5"), "{order}");
            assert_eq!(refusal(apart().above_row(25, Obstacle::Stream), order), None, "{order}");
        }
        assert_eq!(refusal(lake("26,25"), "attach BG >B2"), None, "twelve inches round the water");
        assert_eq!(refusal(lake("27,25"), "attach BG >B2"), Some("OW-CMD-5"), "fourteen");
    });
}

#[test]
fn no_leader_rides_past_enemies_or_stops_beside_one() {
    bites(&["OW-MOVE-11c"], || {
        let enemy = |place: &str| apart().unit("R2", Kind::Line, 20, place);
        assert_eq!(refusal(enemy("14,8/S/line20"), "ride BG >20,21"), None);
        assert_eq!(refusal(enemy("20,25/S/line20"), "attach BG >B2"), Some("OW-CMD-5"));
        let beside = |place: &str, order: &str| refusal(apart().unit("R2", Kind::LightGuns, 1, place), order);
        assert_eq!(beside("19,23/S/battery1", "ride BG >20,21"), None, "two inches off");
        assert_eq!(beside("21,22/S/battery1", "ride BG >20,21"), Some("OW-CMD-5"), "next to it");
        assert_eq!(beside("20,22/S/battery1", "attach BG >B2"), None, "among his own men");
    });
}

#[test]
fn lone_leaders_stay_where_no_enemy_comes_next_to_them() {
    let mut game = Fixture::open(40, 40)
        .unit("B1", Kind::Line, 7, "20,32/N/line7")
        .unit("R1", Kind::LightHorse, 5, "20,20/S/line5")
        .leader_at("BG", Post::General, "20,24")
        .phase(MOVEMENT, Side::Red)
        .game(&[]);
    game.give("move R1 20,22/S/line5");
    assert_eq!(perch(&game, "BG"), Perch::At(at("20,24")));
}

#[test]
fn a_leader_stops_on_a_free_hex_that_he_can_reach() {
    let rides = |b2: &str, hex: &str, water: bool| {
        let field = Fixture::open(40, 40)
            .unit("B1", Kind::Line, 7, "20,30/N/line7")
            .unit("B2", Kind::Line, 3, b2)
            .unit("R1", Kind::Line, 7, "20,2/S/line7")
            .leader("BG", Post::General, "B1")
            .phase(MOVEMENT, Side::Blue);
        let field = if water { field.terrain(battle::Terrain::Water, &[hex]) } else { field };
        let game = field.game(&[]);
        game.war.check(&game.order(&format!("ride BG >{hex}"))).map_err(|why| why.clause)
    };
    assert_eq!(rides("20,20/N/line3", "20,21", false), Ok(()), "9 inches");
    assert_eq!(rides("20,20/N/line3", "20,21", true), Err("OW-CMD-5"), "not in deep water");
    assert_eq!(rides("20,20/N/line3", "21,20", false), Err("OW-CMD-5"), "B2 stands there");
    assert_eq!(rides("20,16/N/line3", "20,17", false), Err("OW-CMD-5"), "13 inches");
}

#[test]
fn whoever_was_on_the_field_and_is_off_it_is_lost() {
    use battle::LeaderFate;
    let fate = |die: u8| {
        let mut game = staff().game(&[die]);
        let (unit, leader) = (game.id("B1"), leader(&game, "BG"));
        let before = game.war.leader_fate(leader);
        consequences::destroy(&mut game.umpire(), unit, Departure::Destroyed, "OW-FALL-4");
        [before, game.war.leader_fate(leader)]
    };
    assert_eq!([fate(4), fate(3)], [[LeaderFate::Fit, LeaderFate::Fit], [LeaderFate::Fit, LeaderFate::Lost]]);
}

fn leader(game: &Game, label: &str) -> battle::LeaderId {
    let found = game.war.field().roster().leaders().find(|(_, info)| info.label == label);
    found.map(|(leader, _)| leader).expect("a leader")
}
