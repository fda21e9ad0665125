//! The fallback of American militia (MC-MOVE-18 to 20).

use battle::rule::bites;
use battle::{Order, Pose, Side, System as _, Terrain};
use rulebook::fixture::Game;

use super::fixture::Fixture;
use super::movement::rows;
use super::steps::{answer, charge, leg, ride, straight};
use crate::McNally;
use crate::info::{CHARGE, DECLARE, DONE, FALLBACK, FIRE, FORM, HALT, MORALE, MOVE, MOVEMENT, RUN, STOP, TEST, VOLLEY};
use crate::marks;
use crate::profile::{Nation, Troops};
use crate::space::Shape;

/// American militia in open order, an enemy line 10 inches north of it.
fn militia() -> Fixture {
    let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).class(5);
    field.nation(Nation::American)
}

/// The rest of the battle, in step 4 of Blue's card.
fn in_step_4(field: Fixture, dice: &[u8]) -> Game<McNally> {
    let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (13, 20), "S", Shape::Line);
    field.phase(MOVEMENT, Side::Blue).game(dice)
}

/// Falls back the whole move; the row where it ends.
fn falls_back(game: &mut Game<McNally>) -> i16 {
    answer(game, FALLBACK, "B1");
    if game.asks() == "falling" {
        game.give(game.order(RUN, "B1", ""));
    }
    game.pose("B1").anchor.r
}

#[test]
fn example_35_militia_falls_back_and_pays() {
    bites(&["MC-MOVE-18", "MC-SPECIAL-3"], || {
        let woods = || militia().terrain(Terrain::Woods, &rows(35..=45));
        let mut game = in_step_4(woods(), &[3, 4]);
        assert_eq!((falls_back(&mut game), game.results("move")), (37, vec![12]), "4 open hexes and 3 of woods");
        assert!(game.marked("B1", marks::FALLING_BACK));
        assert_eq!(game.pose("B1").facing.name(), "S");
        let mut free = in_step_4(woods().house("fallback_costs", "none"), &[3, 4]);
        assert_eq!(falls_back(&mut free), 42, "12 hexes");
        // Obstacles cost 2 each, skirmishers pay nothing.
        let fence = battle::Obstacle::Fence;
        assert_eq!(falls_back(&mut in_step_4(militia().above(33, fence).above(36, fence), &[3, 4])), 36);
        let rifles = Fixture::plain().unit("B1", Troops::Riflemen, 6, (10, 30), "N", Shape::Skirmish);
        let rifles = rifles.nation(Nation::American).terrain(Terrain::Woods, &rows(35..=59));
        assert_eq!(falls_back(&mut in_step_4(rifles, &[1, 2, 3])), 30 + 6 + 2 + 3);
    });
}

#[test]
fn slowed_by_woods_it_ends_short_of_friends() {
    bites(&["MC-MOVE-29"], || {
        // 12 less 2 for the turn: 5 hexes of woods, where friends stand; the last free pose is a hex before them.
        let field = militia().terrain(Terrain::Woods, &rows(31..=45));
        let mut game = in_step_4(field.foot("B3", 8, (7, 35), "N", Shape::Open), &[3, 4]);
        assert_eq!((falls_back(&mut game), game.results("move")), (34, vec![12]));
        game.war.audit().expect("nobody stands on anybody");
    });
}

#[test]
fn a_fallback_is_foreseen_where_it_ends() {
    let game = in_step_4(militia(), &[]);
    let forecast = game.war.forecast(&game.order(FALLBACK, "B1", ""));
    let all: f64 = forecast.ends.iter().map(|(_, chance)| chance).sum();
    let row = |row: i16| forecast.ends.iter().filter(|(pose, _)| pose.anchor.r == row).map(|(_, chance)| chance).sum();
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(near(all, 1.0));
    // Two dice, 2 for open order and 3 for the fallback, less 2 for the turn: 5 hexes on two ones, 10 on a 7.
    assert!(near(row(35), 1.0 / 36.0) && near(row(40), 6.0 / 36.0) && near(row(45), 1.0 / 36.0));
    assert!(forecast.ends.iter().all(|(pose, _)| pose.facing.name() == "S"), "it turns about");
    assert_eq!(forecast.rolls.len(), 1);
    // Of class 5 half stop, and are free to go again.
    let falling = in_step_4(militia().marks(marks::FALLING_BACK), &[]);
    let effect = |verb| falling.war.forecast(&falling.order(verb, "B1", "")).effect;
    assert!(near(effect(STOP).succeeds, 0.5) && near(effect(STOP).mobility, 0.5));
}

#[test]
fn american_militia_alone_falls_back() {
    bites(&["MC-SPECIAL-3"], || {
        let may = |troops, nation, house: &str| {
            let shape = if troops == Troops::Riflemen { Shape::Skirmish } else { Shape::Open };
            let field = Fixture::plain().unit("B1", troops, 8, (10, 30), "N", shape).nation(nation);
            let game = in_step_4(field.house("loyalist_militia", house), &[]);
            game.may(game.order(FALLBACK, "B1", ""))
        };
        assert!(may(Troops::Militia, Nation::American, "own") && may(Troops::Riflemen, Nation::American, "own"));
        assert!(!may(Troops::Militia, Nation::Loyalist, "own"));
        assert!(may(Troops::Militia, Nation::Loyalist, "as_american"));
        assert!(!may(Troops::Militia, Nation::Other, "own") && !may(Troops::Regulars, Nation::American, "own"));
    });
}

/// The places at which militia that falls back may try to stop.
fn places(game: &Game<McNally>) -> Vec<Pose> {
    game.war.reach(&game.order(HALT, "B1", "")).legal().map(|place| place.pose).collect()
}

#[test]
fn it_may_try_to_stop_anywhere_on_its_way() {
    bites(&["MC-MOVE-19"], || {
        // Class 5: passes on 5. It throws 7 + 2 + 3 and turns about: 10 hexes.
        let mut game = in_step_4(militia(), &[3, 4, 5]);
        answer(&mut game, FALLBACK, "B1");
        let third = places(&game).into_iter().find(|pose| pose.anchor.r == 33).expect("a stop");
        assert_eq!(third.facing.name(), "S", "it has turned about");
        game.give(game.order(HALT, "B1", "").to(third));
        assert_eq!((game.pose("B1"), game.marked("B1", marks::FALLING_BACK)), (third, false));
        // Failed by 1 or by 2 it makes its whole move, is still falling back, and nothing worse.
        for die in [6, 7] {
            let mut game = in_step_4(militia(), &[3, 4, die]);
            answer(&mut game, FALLBACK, "B1");
            game.give(game.order(HALT, "B1", "").to(third));
            assert_eq!(game.pose("B1").anchor.r, 40);
            assert!(game.marked("B1", marks::FALLING_BACK) && !game.marked("B1", marks::ROUTING));
        }
        let mut game = in_step_4(militia().house("fallback_stop_fail", "normal"), &[3, 4, 7, 1, 1, 1]);
        answer(&mut game, FALLBACK, "B1");
        game.give(game.order(HALT, "B1", "").to(third));
        assert!(game.marked("B1", marks::ROUTING), "by the other reading it routs");
    });
}

#[test]
fn in_every_later_step_4_it_falls_back_or_tries_to_stop() {
    let falling = || militia().marks(marks::FALLING_BACK);
    // Nobody says anything: it falls back by itself, paying no second turn about.
    let mut game = in_step_4(falling(), &[1, 1]);
    assert!(game.may(game.order(STOP, "B1", "")) && game.may(game.order(FALLBACK, "B1", "")));
    assert!(!game.may(game.order(MOVE, "B1", "")) && !game.may(game.order(FORM, "B1", "")));
    game.give(Order::new(DONE));
    straight(&mut game);
    if game.asks() == "falling" {
        game.give(game.order(RUN, "B1", ""));
    }
    assert_eq!(game.results("move"), [7]);
    assert!(game.pose("B1").anchor.r > 30 && game.marked("B1", marks::FALLING_BACK));
    // A failed try is the only one of the activation, and it falls back.
    let mut game = in_step_4(falling(), &[6, 1, 1]);
    game.give(game.order(STOP, "B1", ""));
    assert!(!game.may(game.order(STOP, "B1", "")));
    let row = falls_back(&mut game);
    assert!(row > 30 && game.marked("B1", marks::FALLING_BACK));
}

#[test]
fn who_stops_before_it_moves_reforms_at_once() {
    // Stopped in this activation before it moved: it reforms now and is normal when its next begins.
    let mut game = in_step_4(militia().marks(marks::FALLING_BACK), &[5]);
    game.give(game.order(STOP, "B1", ""));
    assert!(!game.marked("B1", marks::FALLING_BACK) && game.marked("B1", marks::REFORMING));
    assert!(!game.may(game.order(MOVE, "B1", "")) && !game.may(game.order(FALLBACK, "B1", "")));
    assert_eq!(game.pose("B1").anchor.r, 30, "in place");
    again(&mut game);
    assert!(!game.marked("B1", marks::REFORMING));
}

/// The next activation of Blue's card begins.
fn again(game: &mut Game<McNally>) {
    crate::sequence::end_card(&mut game.umpire());
    crate::sequence::start(&mut game.umpire());
    game.war.set_dice(battle::Dice::scripted(&[1]));
    crate::sequence::draw(&mut game.umpire());
    assert_eq!(game.war.state.own.card, Some(0));
}

#[test]
fn who_stops_on_its_way_reforms_in_its_next_activation() {
    bites(&["MC-MOVE-20"], || {
        let mut game = in_step_4(militia(), &[3, 4, 5]);
        answer(&mut game, FALLBACK, "B1");
        let third = places(&game).into_iter().find(|pose| pose.anchor.r == 33).expect("a stop");
        game.give(game.order(HALT, "B1", "").to(third));
        again(&mut game);
        assert!(game.marked("B1", marks::REFORMING), "it spends that turn on a change of formation");
        game.enter(MOVEMENT, Side::Blue);
        assert!(!game.may(game.order(MOVE, "B1", "")));
        again(&mut game);
        assert!(!game.marked("B1", marks::REFORMING), "then it is normal");
    });
}

#[test]
fn who_falls_back_neither_fires_nor_charges() {
    let near = || militia().marks(marks::FALLING_BACK).foot("R2", 8, (13, 24), "S", Shape::Line);
    let game = near().game(&[]);
    assert!(!game.may(game.order(FIRE, "B1", "R2")));
    let game = near().phase(DECLARE, Side::Blue).game(&[]);
    assert!(!game.may(game.order(CHARGE, "B1", "R2")));
    // Its marker is tested in step 1: failed by 1 it goes on falling back, by 2 it routs.
    let marked = |die| {
        let field = militia().marks(marks::FALLING_BACK | marks::PANIC).foot("R2", 8, (13, 20), "S", Shape::Line);
        let field = field.foot("B2", 8, (30, 40), "N", Shape::Line).phase(MORALE, Side::Blue);
        let mut game = field.game(&[die]);
        game.give(game.order(TEST, "B1", ""));
        [marks::FALLING_BACK, marks::HELD, marks::ROUTING].map(|mark| game.marked("B1", mark))
    };
    assert_eq!([marked(5), marked(6), marked(7)], [[true, false, false], [true, false, false], [false, false, true]]);
}

#[test]
fn charged_it_tests_and_has_no_volley() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(1);
    let field = field.unit("R1", Troops::Militia, 8, (14, 23), "S", Shape::Open).class(4).nation(Nation::American);
    // Class 4 without bayonets, charged by them: passes on 5.
    let mut game = charge(field.marks(marks::FALLING_BACK), &[1, 6, 6, 5], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 25));
    assert_eq!(game.results("standing"), [0]);
    assert!(!game.may(game.order(VOLLEY, "R1", "")));
}
