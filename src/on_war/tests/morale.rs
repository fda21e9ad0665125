//! Motivation checks, weak and shaken units, second throws, what a leader's death does (OW-MORALE-1 to 3, 9, OW-CMD).

use battle::rule::bites;
use battle::{Departure, Perch, Presence, Reading, Side};

use super::fixture::{Fixture, Game};
use crate::hidden::surprise;
use crate::info::{MORALE, MOVEMENT};
use crate::marks;
use crate::morale::{checks, weakness};
use crate::{Kind, Motivation, Post, Skill, consequences};

/// A battalion of 7 that has so many stands left, an enemy far away.
fn reduced(stands: u8) -> Fixture {
    Fixture::open(40, 40)
        .unit("R1", Kind::Line, 7, "12,3/S/line7")
        .unit("B1", Kind::Line, stands, "12,30/N/line7")
        .of(7)
}

fn morale(field: Fixture, dice: &[u8]) -> Game {
    let mut game = field.game(dice);
    game.enter(MORALE, Side::Blue);
    game
}

#[test]
fn w24_half_strength() {
    bites(&["OW-MORALE-2", "OW-MORALE-3a"], || {
        let game = morale(reduced(3), &[3]);
        assert!(game.marked("B1", marks::ROUTING));
        assert!(game.war.own(game.id("B1")).broke_now);
        let held = morale(reduced(3), &[4]);
        assert!(!held.marked("B1", marks::ROUTING));
        let strong = morale(reduced(4), &[1]);
        assert_eq!(strong.rolls(), [], "with 4 left there is no check");
        let half = Fixture::open(40, 40).unit("R1", Kind::Line, 7, "12,3/S/line7");
        let half = morale(half.unit("B1", Kind::Line, 4, "12,30/N/line4").of(8), &[4]);
        assert_eq!(half.rolls(), [("half strength", vec![4], Some(4), 1)], "4 of 8 are half");
        let removed = morale(reduced(3).house("half_strength_fail", "removed"), &[3]);
        assert_eq!(removed.stands("B1"), 0);
    });
}

#[test]
fn half_lost_in_one_turn_is_tested_at_once() {
    bites(&["OW-MORALE-2", "OW-MORALE-3a"], || {
        let build = || {
            let mut game = reduced(7).house("half_strength", "half_lost_in_one_turn").game(&[2]);
            let unit = game.id("B1");
            consequences::lose_stands(&mut game.umpire(), unit, 4, "fire", "OW-HIT-4");
            (game, unit)
        };
        let (mut game, unit) = build();
        assert!(!weakness::test_sudden_loss(&mut game.umpire(), unit));
        assert!(game.marked("B1", marks::ROUTING));
        let (mut game, unit) = build();
        game.war.own_mut(unit).stands_then = 0;
        assert!(weakness::test_sudden_loss(&mut game.umpire(), unit), "once a turn");
        let each = morale(reduced(3).house("half_strength", "half_lost_in_one_turn"), &[1]);
        assert_eq!(each.rolls(), []);
    });
}

#[test]
fn the_disoriented_check_in_their_own_turn() {
    bites(&["OW-HOWITZER-6b", "OW-HOWITZER-6c"], || {
        let shaken = || {
            Fixture::open(40, 40)
                .unit("R1", Kind::Line, 7, "12,3/S/line7")
                .unit("B1", Kind::Line, 7, "12,30/N/line7")
                .marks(marks::DISORIENTED)
        };
        assert!(morale(shaken(), &[3]).marked("B1", marks::DISORIENTED));
        assert!(!morale(shaken(), &[4]).marked("B1", marks::DISORIENTED));
        let mut game = shaken().unit("B2", Kind::Line, 7, "24,30/N/line7").phase(MOVEMENT, Side::Blue).game(&[]);
        assert_eq!(game.refused("move B1 12,29/N/line7").clause, "OW-HOWITZER-6");
        assert_eq!(game.refused("column B1 12,30/N/column2").clause, "OW-HOWITZER-6");
    });
}

#[test]
fn routing_units_take_no_orders() {
    bites(&["OW-MORALE-3b"], || {
        let field = reduced(3).marks(marks::ROUTING).unit("B2", Kind::Line, 7, "24,30/N/line7");
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        assert_eq!(game.refused("move B1 12,29/N/line7").clause, "OW-MORALE-3");
        assert_eq!(game.refused("column B1 12,30/N/column2").clause, "OW-MORALE-3");
    });
}

#[test]
fn commanders_give_a_second_throw() {
    bites(&["OW-CMD-2", "OW-CMD-3", "OW-CMD-4", "OW-DICE-4"], || {
        let field = || {
            Fixture::open(60, 40)
                .unit("B1", Kind::Line, 7, "12,30/N/line7")
                .unit("B2", Kind::Line, 7, "24,30/N/line7")
                .unit("B3", Kind::Line, 7, "45,30/N/line7")
        };
        let general = field().leader("BG", Post::General, "B1").game(&[]);
        let reading = |game: &Game, label: &str| {
            checks::motivation_pool(&game.war, game.id(label), "motivation", "OW-MORALE-1").reading()
        };
        assert_eq!(reading(&general, "B1"), Reading::SuccessOrAgain(4));
        assert_eq!(reading(&general, "B3"), Reading::Successes(4), "too far from him");
        let near = |place: &str| {
            let two = Fixture::open(60, 40).unit("B1", Kind::Line, 7, "12,30/N/line7").unit("B2", Kind::Line, 1, place);
            let game = two.leader("BG", Post::General, "B1").game(&[]);
            checks::motivation_pool(&game.war, game.id("B2"), "motivation", "OW-MORALE-1").reading()
        };
        assert_eq!(near("20,30/N/line1"), Reading::SuccessOrAgain(4), "8 inches");
        assert_eq!(near("21,30/N/line1"), Reading::Successes(4), "9 inches");
        let adjutant = field().leader("BA", Post::Adjutant, "B1").game(&[]);
        assert_eq!(reading(&adjutant, "B1"), Reading::SuccessOrAgain(4));
        assert_eq!(reading(&adjutant, "B2"), Reading::Successes(4));
        let skill = |game: &Game| checks::skill_pool(&game.war, game.id("B1"), "form square", "OW-SQUARE-2").reading();
        assert_eq!(skill(&adjutant), Reading::Successes(4), "not skill");
        assert_eq!(skill(&general), Reading::SuccessOrAgain(4));
        let alone = field().leader_at("BG", Post::General, "12,29").game(&[]);
        assert_eq!(reading(&alone, "B1"), Reading::Successes(4), "only while attached");
        let mut thrown = field().leader("BG", Post::General, "B1").game(&[2, 5]);
        let unit = thrown.id("B1");
        assert!(checks::check_motivation(&mut thrown.umpire(), unit, None, "motivation", "OW-MORALE-1"));
    });
}

#[test]
fn temper_sets_the_numbers() {
    bites(&["OW-UNIT-3", "OW-UNIT-4"], || {
        let face = |skill, motivation| {
            let game =
                Fixture::open(20, 20).unit("B1", Kind::Line, 7, "9,9/N/line7").temper(skill, motivation).game(&[]);
            let unit = game.id("B1");
            let pools = [
                checks::skill_pool(&game.war, unit, "skill", "OW-UNIT-3"),
                checks::motivation_pool(&game.war, unit, "m", "OW-MORALE-1"),
            ];
            pools.map(|pool| pool.face().unwrap_or(0))
        };
        assert_eq!(face(Skill::Conscript, Motivation::Reluctant), [5, 5]);
        assert_eq!(face(Skill::Trained, Motivation::Confident), [4, 4]);
        assert_eq!(face(Skill::Veteran, Motivation::Fearless), [3, 3]);
    });
}

#[test]
fn surprise_is_tested_on_motivation() {
    bites(&["OW-UNIT-6", "OW-MORALE-10"], || {
        let mut game = Fixture::open(40, 40)
            .unit("R1", Kind::Line, 3, "12,20/S/line3")
            .unit("B1", Kind::Line, 7, "12,22/N/line7")
            .temper(Skill::Trained, Motivation::Reluctant)
            .game(&[4]);
        let (unit, hidden) = (game.id("B1"), game.id("R1"));
        surprise::surprise(&mut game.umpire(), unit, hidden);
        assert_eq!(game.rolls(), [("surprise", vec![4], Some(5), 0)], "a Reluctant unit");
        assert!(game.marked("B1", marks::FELL_BACK));
        assert_eq!(game.pose("B1"), "12,28/N/line7");
    });
}

#[test]
fn the_death_of_a_brigade_commander_shocks_his_brigade() {
    bites(&["OW-MORALE-9"], || {
        let mut game = Fixture::open(60, 50)
            .unit("R1", Kind::Line, 7, "12,3/S/line7")
            .unit("B1", Kind::Line, 7, "12,30/N/line7")
            .unit("B2", Kind::Line, 3, "25,20/N/line3")
            .unit("B3", Kind::Line, 3, "29,35/N/line3")
            .brigade(2)
            .unit("B4", Kind::Line, 3, "29,30/N/line3")
            .leader("BB", Post::Brigadier(0), "B1")
            .game(&[5, 2]);
        let leader = game.leader("BB");
        consequences::leader_killed(&mut game.umpire(), leader);
        assert_eq!(game.war.field().leader(leader), Perch::Away);
        let labels: Vec<_> = game.rolls().iter().map(|roll| roll.0).collect();
        assert_eq!(
            labels, ["brigade commander killed"; 2],
            "B1 and B4, 16 inches off; B2 is at 17, B3 of another brigade"
        );
        assert!(game.marked("B4", marks::FELL_BACK) && !game.marked("B1", marks::FELL_BACK));
    });
}

#[test]
fn the_death_of_the_general_costs_his_second_throws_and_nothing_else() {
    let field = Fixture::open(60, 50).unit("R1", Kind::Line, 7, "12,3/S/line7");
    let mut game = field.unit("B1", Kind::Line, 7, "12,30/N/line7").leader("BG", Post::General, "B1").game(&[]);
    let (leader, unit) = (game.leader("BG"), game.id("B1"));
    let reading = |game: &Game| checks::motivation_pool(&game.war, unit, "motivation", "OW-MORALE-1").reading();
    assert_eq!(reading(&game), Reading::SuccessOrAgain(4));
    consequences::leader_killed(&mut game.umpire(), leader);
    assert_eq!((reading(&game), game.rolls()), (Reading::Successes(4), vec![]));
}

#[test]
fn leaders_of_a_destroyed_unit_escape_or_die() {
    bites(&["OW-CMD-8"], || {
        for (die, safe) in [(4, true), (3, false)] {
            let mut game = Fixture::open(40, 40)
                .unit("B1", Kind::Line, 7, "12,30/N/line7")
                .unit("B2", Kind::Line, 7, "30,30/N/line7")
                .leader("BG", Post::General, "B1")
                .game(&[die]);
            let (unit, other, leader) = (game.id("B1"), game.id("B2"), game.leader("BG"));
            consequences::destroy(&mut game.umpire(), unit, Departure::Destroyed, "OW-HIT-4");
            assert_eq!(game.war.field().unit(unit).presence, Presence::Gone(Departure::Destroyed));
            let perch = if safe { Perch::With(other) } else { Perch::Away };
            assert_eq!(game.war.field().leader(leader), perch);
            assert_eq!(game.war.field().leader(game.leader("B1*")), Perch::Away, "its own officer dies with it");
            assert_eq!(game.unread(), 0);
        }
    });
}

#[test]
fn a_brigadier_who_dies_with_his_unit_does_not_shock_the_dead() {
    let mut game = Fixture::open(40, 40)
        .unit("B1", Kind::Line, 7, "12,30/N/line7")
        .unit("B2", Kind::Line, 3, "30,30/N/line3")
        .leader("BB", Post::Brigadier(0), "B1")
        .game(&[3, 1]);
    let unit = game.id("B1");
    consequences::destroy(&mut game.umpire(), unit, Departure::Destroyed, "OW-HIT-4");
    game.war.field().audit().expect("sound");
    let left =
        game.heard.events.iter().filter(|event| matches!(event, battle::Event::Left { unit, .. } if unit.0 == 0));
    assert_eq!(left.count(), 1);
}
