//! Sentences of the page that a hurried reader would pass over: each as a position that goes otherwise without it.

use battle::rule::bites;
use battle::{Departure, Event, Perch, Side, Terrain, UnitId};

use super::fixture::{Fixture, Game, hex};
use super::rounds::fought;
use super::status::can_charge;
use crate::info::{
    ATTACH, COMBAT, DEFENCE, END, ENTER, FIGHT, FIRE, HOLD, MOVE, MOVEMENT, NERVE, ONWARD, ORDER, ORDERS, ROUTS,
    SHOOTING, START,
};
use crate::profile::{Class, Gun, Kind, Traits};
use crate::space::Aspect::Front;
use crate::space::Shape::{Attack, Battery, Limbered, Line, Skirmish};
use crate::state::{Impetus, Once};
use crate::{ending, fatigue, marks};

/// Two lines in contact before T6 of Blue's turn, R1's muskets loaded.
fn met() -> Fixture {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(12).foot("R1", (20, 29), "S", Line);
    field.contact("B1", "R1", Front).phase(DEFENCE, Side::Blue)
}

#[test]
fn fire_that_is_not_held_is_at_the_nearest() {
    bites(&["OTH-FIRE-8b"], || {
        // B1 is ten inches off, B2 eight: 7 - 1 for the hit - 1 over 6 inches is 5: a 2 hits, once over short range.
        let field = Fixture::plain().foot("R1", (20, 20), "S", Attack).foot("B1", (10, 30), "N", Line);
        let mut game = field.foot("B2", (16, 28), "N", Line).phase(SHOOTING, Side::Blue).game(&[9, 2]);
        let order = game.order(HOLD, "R1", "");
        game.give(order);
        assert_eq!([game.fh("B1"), game.fh("B2")], [0, 1]);
    });
}

#[test]
fn a_ragged_first_volley_is_a_first_volley() {
    bites(&["OTH-FIRE-10b"], || {
        let mut game = met().game(&[8, 7]);
        game.fire("R1", "B1");
        assert_eq!(game.fh("B1"), 1, "7 + 1 + 1 - 2: a 7 hits");
    });
}

#[test]
fn classes_do_not_count_against_houses() {
    bites(&["OTH-FIRE-11b"], || {
        let field = Fixture::plain().foot("R1", (20, 20), "S", Line).class(Class::A).volley_spent();
        let field = field.terrain(Terrain::WoodenBuilding, &[(16, 28), (17, 28)]);
        let game = field.foot("B1", (16, 28), "N", Line).garrisoned().game(&[]);
        assert_eq!(game.score("R1", "B1"), 7 - 1 - 4);
    });
}

#[test]
fn works_are_cover() {
    bites(&["OTH-FIRE-13b"], || {
        let works: Vec<(i16, i16)> = (10..30).map(|q| (q, 26)).collect();
        let field = Fixture::plain().foot("R1", (20, 20), "S", Line).volley_spent().terrain(Terrain::Works, &works);
        assert_eq!(field.foot("B1", (17, 26), "N", Line).game(&[]).score("R1", "B1"), 7 + 1 - 3);
    });
}

#[test]
fn what_obscures_one_side_of_a_line_does_not() {
    // The line from (20,20) to (18,24) runs between (19,21) and (20,21).
    let score = |crops: &[(i16, i16)]| {
        let field = Fixture::plain().unit("R1", Kind::Infantry, 1, (20, 20), "S", Line).volley_spent();
        let field = field.unit("B1", Kind::Infantry, 1, (18, 24), "N", Line).terrain(Terrain::Crops, crops);
        field.game(&[]).score("R1", "B1")
    };
    assert_eq!([score(&[(20, 21)]), score(&[(19, 21)]), score(&[(19, 21), (20, 21)])], [8, 8, 7]);
}

/// A heavy battery on a hill that has fired at B1 before, R2 so many rows before it and B1 so many.
fn hill(friend: i16, target: i16) -> Fixture {
    let raised =
        Fixture::plain().cell(|cell| cell.elevation = 1, &[(30, 8), (29, 8), (31, 8), (33, 8), (34, 8), (35, 8)]);
    let guns = raised.guns("R1", (30, 8), "S", Gun::Heavy).state(|own| own.aim = Some(UnitId(2)));
    let guns = guns.foot("R2", (30 - friend / 2, 8 + friend), "S", Line);
    guns.foot("B1", (30 - target / 2, 8 + target), "N", Line).fs(12)
}

#[test]
fn no_canister_over_friends() {
    bites(&["OTH-ART-4b"], || {
        let mut game = hill(2, 12).game(&[9, 1]);
        game.fire("R1", "B1");
        game.all_fell();
        assert_eq!(game.fh("B1"), 0, "8 at short range: a 9 misses, and nothing is automatic");
    });
}

#[test]
fn no_fire_over_friends_in_defence() {
    bites(&["OTH-ART-10b"], || {
        let field = hill(10, 20).foot("R3", (5, 50), "S", Line).contact("B1", "R3", Front);
        let game = field.phase(DEFENCE, Side::Blue).game(&[]);
        assert!(!game.may(game.order(FIRE, "R1", "B1")));
    });
}

#[test]
fn friends_are_flown_over_once_a_step() {
    let field = hill(10, 20).guns("R3", (34, 8), "S", Gun::Heavy).state(|own| own.aim = Some(UnitId(2)));
    let mut game = field.game(&[9, 1, 9]);
    game.fire("R1", "B1");
    game.fire("R3", "B1");
    game.all_fell();
    assert_eq!(game.faces("fire overhead"), [[1]]);
}

#[test]
fn limbering_clears_the_aim() {
    bites(&["OTH-ART-6b"], || {
        let guns = Fixture::plain().guns("R1", (30, 8), "S", Gun::Medium).state(|own| own.aim = Some(UnitId(1)));
        let mut game = guns.foot("B1", (10, 48), "N", Line).phase(MOVEMENT, Side::Red).game(&[]);
        game.form("R1", Limbered);
        assert_eq!(game.war.own(game.id("R1")).aim, None);
    });
    assert_ne!(Battery, Limbered);
}

#[test]
fn battalion_guns_are_silent_in_contact() {
    bites(&["OTH-ART-9b"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(12).foot("R1", (20, 29), "S", Line);
        let field = field.volley_spent().having(Traits::BATTALION_GUN).contact("B1", "R1", Front);
        let mut game = field.phase(DEFENCE, Side::Blue).game(&[1, 9, 1]);
        game.fire("R1", "B1");
        game.all_fell();
        assert_eq!([game.fh("B1"), game.fh("R1")], [0, 0], "8 misses on a 9, and a 1 stands for the miss");
    });
}

#[test]
fn who_fights_supports_nobody() {
    bites(&["OTH-COMBAT-6b"], || {
        let field = met().foot("B2", (18, 34), "N", Line).foot("R2", (30, 40), "S", Line).contact("B2", "R2", Front);
        assert_eq!(field.score_of("B1", 7).game(&[]).fights("B1", "R1", 1), 7);
    });
}

#[test]
fn locked_units_have_lost_their_impetus() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).state(|own| own.impetus = Impetus::Initiated);
    let field = field.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front).house("combat_rounds", "1");
    let field = field.foot("B2", (10, 50), "N", Line).foot("R2", (30, 2), "S", Line).phase(DEFENCE, Side::Blue);
    // 8 v 7: a 6 hits once, an 8 misses; R1 stands.
    let mut game = fought(field, &[6, 8, 1]);
    game.pass_to("combat");
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [7 + 2, 6]);
}

#[test]
fn routing_friends_shake_too() {
    bites(&["OTH-MORALE-1b"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("B2", (29, 30), "N", Line).brigade(2).hits(6);
        let mut game = field.foot("R1", (25, 5), "S", Line).phase(SHOOTING, Side::Red).game(&[8]);
        game.enter(NERVE, Side::Blue);
        assert_eq!(game.fh("B1"), 1);
    });
}

#[test]
fn what_fled_is_lost_and_what_left_by_an_exit_is_not() {
    let lost = |why| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(10).hits(3).foot("B2", (30, 30), "N", Line);
        let mut game = field.game(&[]);
        let unit = game.id("B1");
        fatigue::leave(&mut game.umpire(), unit, why, "");
        ending::losses(&game.war, Side::Blue)
    };
    bites(&["OTH-END-1b"], || assert_eq!(lost(Departure::Routed), (10, 17)));
    assert_eq!(lost(Departure::Exited), (3, 17), "its hits, and not its score");
}

#[test]
fn a_brigade_wavers_at_half() {
    let body = |score, hits| {
        let game = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(score).hits(hits).game(&[]);
        ending::state_of(&game.war, 0) as u8
    };
    assert_eq!([4, 5, 7, 8].map(|hits| body(10, hits)), [0, 1, 1, 2]);
    assert_eq!([99, 100, 149, 150].map(|hits| body(199, hits)), [0, 1, 1, 2], "not a hundredth less");
}

#[test]
fn any_commander_beside_a_unit_is_at_risk() {
    let field = Fixture::plain().foot("R1", (20, 20), "S", Line).fs(9).volley_spent();
    let field = field.foot("B1", (17, 26), "N", Line).fs(12).brigade(2).brigadier("BB", (17, 26), 3);
    let mut game = field.foot("B2", (30, 50), "N", Line).game(&[6, 1]);
    game.fire("R1", "B1");
    assert_eq!(game.war.field().leader(game.leader("BB")), Perch::Away, "though it is not of his command");
}

#[test]
fn a_commander_finds_refuge_within_twelve_inches() {
    let perch = |at: (i16, i16)| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).led("BB", 3).foot("B2", at, "N", Line);
        let mut game = field.foot("R1", (20, 2), "S", Line).game(&[]);
        let unit = game.id("B1");
        fatigue::destroy(&mut game.umpire(), unit, "");
        game.war.field().leader(game.leader("BB"))
    };
    assert_eq!([perch((14, 42)), perch((14, 43))], [Perch::With(UnitId(1)), Perch::Away]);
}

#[test]
fn a_successor_comes_to_the_nearest_of_the_command() {
    bites(&["OTH-LEADER-6b"], || {
        let field = Fixture::plain().foot("R1", (20, 20), "S", Line).fs(9).volley_spent();
        let field = field.foot("B1", (20, 50), "N", Line).foot("B2", (17, 26), "N", Line).led("BB", 5);
        let mut game = field.game(&[6, 1]);
        game.fire("R1", "B2");
        game.enter(START, Side::Blue);
        assert_eq!(game.war.field().leader(game.leader("BB")), Perch::With(game.id("B2")));
        assert!(!game.may(game.order(ATTACH, "BB", "B2")));
    });
}

#[test]
fn who_may_not_fire_misses_his_own_next_fire() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).marks(marks::NO_FIRE).foot("R1", (20, 10), "S", Line);
    let mut game = field.marks(marks::NO_FIRE).phase(SHOOTING, Side::Blue).game(&[]);
    game.enter(END, Side::Blue);
    assert_eq!([game.marked("B1", marks::NO_FIRE), game.marked("R1", marks::NO_FIRE)], [true, false]);
    game.enter(END, Side::Red);
    assert!(!game.marked("B1", marks::NO_FIRE));
}

#[test]
fn evasions_are_forgotten_at_the_end_of_the_player_turn() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).marks(marks::EVADED).foot("R1", (20, 10), "S", Line);
    let mut game = field.marks(marks::EVADED).phase(SHOOTING, Side::Blue).game(&[]);
    game.enter(END, Side::Blue);
    assert_eq!([game.marked("B1", marks::EVADED), game.marked("R1", marks::EVADED)], [false, false]);
}

#[test]
fn a_rout_counts_as_movement() {
    bites(&["OTH-MOVE-10b"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Attack).hits(6).foot("R1", (25, 20), "S", Line);
        let mut game = field.phase(SHOOTING, Side::Red).game(&[]);
        game.enter(ROUTS, Side::Blue);
        assert_eq!(game.war.own(game.id("B1")).inches, 12);
    });
}

#[test]
fn who_is_met_on_the_ground_gives_no_defensive_fire() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (23, 24), "S", Line).marks(marks::DOWN);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1]);
    game.charge("B1", "R1", 1);
    assert_eq!(game.asks(), "combat", "nobody is asked to fire");
}

#[test]
fn an_order_that_is_not_heard_is_not_given_again() {
    let field = Fixture::plain().foot("B1", (20, 50), "N", Line).brigadier("BB", (20, 52), 2);
    let field = field.general("BG", (38, 15), 3).foot("R1", (40, 2), "S", Line).ordered(Side::Blue, 2);
    let mut game = field.foot("B2", (26, 50), "N", Line).brigade(2).phase(END, Side::Red).game(&[5]);
    game.enter(ORDERS, Side::Blue);
    let order = game.order(ORDER, "B1", "").with(1);
    game.give(order);
    assert!(!game.may(order) && !game.may(order.with(3)));
}

#[test]
fn who_is_left_alone_after_a_drawn_round_has_won() {
    bites(&["OTH-RESULT-0b"], || {
        // 7 v 7: a 4 and a 5 are a hit each; B1 stands on 6, R1 does not.
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
        let field = field.contact("B1", "R1", Front).house("combat_rounds", "2").phase(DEFENCE, Side::Blue);
        let game = fought(field, &[4, 5, 6, 10]);
        assert_eq!(game.asks(), "won");
        assert!(game.marked("B1", marks::WON), "its 2 counts when it follows up");
    });
}

#[test]
fn the_player_is_tested_first() {
    // Red's turn: after a draw R1's 6 is thrown before B1's 7.
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 29), "S", Line);
    let field = field.contact("R1", "B1", Front).house("combat_rounds", "1").phase(DEFENCE, Side::Red);
    let mut game = field.game(&[4, 5, 6, 7]);
    game.enter(COMBAT, Side::Red);
    let order = game.order(FIGHT, "R1", "B1");
    game.give(order);
    assert_eq!([game.fh("R1"), game.fh("B1")], [1, 2]);
}

#[test]
fn bad_going_tires_once_a_turn_however_often_one_moves() {
    let field = Fixture::plain().all(Terrain::Rough).foot("B1", (20, 40), "N", Attack).phase(MOVEMENT, Side::Blue);
    let mut game = field.game(&[]);
    game.go(MOVE, "B1", (20, 39), "N");
    game.go(MOVE, "B1", (20, 38), "N");
    assert_eq!(game.fh("B1"), 1);
}

#[test]
fn an_advance_has_its_impetus() {
    let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(8).hits(1).foot("R2", (27, 25), "S", Attack);
    let field = field.foot("R1", (20, 29), "S", Line).contact("B1", "R1", Front).house("combat_rounds", "1");
    let mut game = fought(field.phase(DEFENCE, Side::Blue), &[2, 9]);
    let stem = game.order(ONWARD, "B1", "R2");
    let pose = game.war.reach_of(&stem).legal().next().map(|place| place.pose).expect("a segment to contact");
    game.give(stem.to(pose));
    assert_eq!((game.asks(), game.war.own(game.id("B1")).impetus), ("combat", Impetus::Initiated));
    assert_eq!(game.war.own(game.id("B1")).advanced, Once::Done);
}

/// Blue's B1 before houses of those hexes, about to move.
fn before_houses(hexes: &[(i16, i16)], more: impl Fn(Fixture) -> Fixture) -> Game {
    let field = more(Fixture::plain().terrain(Terrain::StoneBuilding, hexes));
    let field = field.foot("B1", (20, 40), "N", Line).foot("R1", (30, 2), "S", Line);
    field.phase(MOVEMENT, Side::Blue).game(&[])
}

fn enters(game: &Game) -> bool {
    let stem = game.order(ENTER, "B1", "");
    game.war.reach_of(&stem).legal().any(|place| game.may(stem.to(place.pose)))
}

#[test]
fn houses_hold_a_unit_for_two_hexes() {
    let square = [(20, 39), (21, 39), (20, 38), (21, 38)];
    let held = |field: Fixture| field.foot("B2", (20, 38), "N", Line).garrisoned();
    assert!(enters(&before_houses(&square, held)), "four hold two");
}

#[test]
fn nobody_enters_burning_houses() {
    bites(&["OTH-BUA-9b"], || {
        let mut game = before_houses(&[(20, 39), (21, 39)], |field| field);
        assert!(enters(&game));
        let patch = game.war.field().ground().patch(hex(20, 39)).expect("houses");
        game.umpire().emit(Event::Ignited { patch, clause: "" });
        assert!(!enters(&game));
    });
}

#[test]
fn skirmishers_are_at_a_loss_against_a_garrison_too() {
    let field =
        Fixture::plain().foot("B1", (20, 30), "N", Skirmish).terrain(Terrain::WoodenBuilding, &[(20, 29), (21, 29)]);
    let game = field.foot("R1", (20, 29), "S", Line).garrisoned().contact("B1", "R1", Front).game(&[]);
    assert_eq!(game.fights("B1", "R1", 1), 4 - 2 - 2);
}

#[test]
fn guns_do_not_move_to_contact() {
    let field = Fixture::plain().unit("B1", Kind::HorseArtillery, 2, (20, 30), "N", Limbered);
    let game = field.foot("R1", (23, 24), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
    assert!(!can_charge(&game, "B1", "R1", 1));
}

#[test]
fn one_file_is_not_raked() {
    bites(&["OTH-GEO-10b"], || {
        let field = Fixture::plain().foot("R1", (28, 30), "WSW", Attack).volley_spent();
        let game = field.unit("B1", Kind::Infantry, 1, (20, 30), "N", Line).game(&[]);
        assert_eq!((game.between("R1", "B1"), game.score("R1", "B1")), (8, 4 - 1 + 1), "the flank alone");
    });
}
