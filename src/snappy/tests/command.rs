//! Who is in command and what the others may do (SN-ORD-9 to 14).

use battle::rule::bites;
use battle::{Order, Side, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{CHARGE, CHECK, FORM, MOVE, MOVE_PHASE, ORDERS, STAY};
use crate::orders::Mandate::{Attack, Maneuver, Probe, Rally, Screen, Withdraw};
use crate::profile::{Kind, Nation};
use crate::space::Shape::{Column, Line};
use crate::tables::{FIRM, PANIC};

/// A Blue column on (20,40) whose leader, the C-in-C, is so many inches from it; the enemy is far away.
fn led_from(far: i16) -> Fixture {
    let column = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (20 - far, 40));
    let armies = column.foot("R1", (30, 5), "S", Column);
    armies.nation(Side::Blue, Nation::Austrian).ordered(Side::Blue, Maneuver).phase(MOVE_PHASE, Side::Blue)
}

fn of(game: &Game, verb: battle::Verb) -> Order {
    Order::new(verb).by(game.id("B1"))
}

/// Gives an order that names nothing but B1.
#[track_caller]
fn tell(game: &mut Game, verb: battle::Verb) {
    game.give(of(game, verb));
}

/// The farthest rows ahead that B1 may end on.
fn ahead(game: &Game) -> i16 {
    let ends = game.ends(MOVE, "B1");
    40 - ends.iter().map(|((_, r), _)| *r).min().unwrap_or(40)
}

/// Example 18.
#[test]
fn a_unit_out_of_command_checks_to_move() {
    bites(&["SN-ORD-9"], || {
        let mut game = led_from(13).game(&[6]);
        assert!(!game.goes("B1", (20, 39), "N", Column), "the check comes first");
        tell(&mut game, CHECK);
        assert_eq!(game.rolls(), [("out of command", vec![6], 1)]);
        assert!(game.goes("B1", (20, 37), "N", Column) && !game.goes("B1", (20, 36), "N", Column), "90 points");
        game.go("B1", (20, 37), "N", Column);
        assert!(!game.may(of(&game, CHECK)) && !game.may(of(&game, MOVE)), "one move a turn");
    });
    bites(&["SN-ORD-9"], || {
        let mut game = led_from(13).foot("B2", (10, 30), "N", Column).game(&[5]);
        tell(&mut game, CHECK);
        assert_eq!((game.status("B1"), game.stands("B1")), (FIRM, vec![(20, 40), (20, 41)]), "nothing is lost");
        assert!(!game.goes("B1", (20, 39), "N", Column) && !game.goes("B2", (10, 29), "N", Column), "nor does another");
        assert!(game.may(game.to(FORM, "B1", (20, 40), "N", Line)) && game.may(of(&game, STAY)));
        assert!(game.may(game.to(FORM, "B1", (20, 40), "ENE", Column)), "one turn in place");
        assert!(!game.may(game.to(FORM, "B1", (20, 40), "ENE", Line)), "one of the two");
        game.give(game.to(FORM, "B1", (20, 40), "N", Line));
        assert!(!game.may(game.to(FORM, "B1", (20, 40), "N", Column)));
    });
    bites(&["SN-ORD-9"], || {
        let mut game = led_from(13).game(&[]);
        assert!(!game.goes("B1", (20, 39), "N", Column));
        game.give(game.to(FORM, "B1", (20, 40), "N", Line));
        game.all_fell();
    });
}

#[test]
fn a_passed_check_gives_half_a_move_for_everything() {
    bites(&["SN-ORD-9"], || {
        let charge = |far: i16, dice: &[u8]| {
            let line = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (1, 40));
            let armies = line.foot("R1", (20, 40 - far), "S", Column).ordered(Side::Blue, Attack);
            let mut game = armies.phase(MOVE_PHASE, Side::Blue).game(dice);
            assert!(!game.may(game.order(CHARGE, "B1", "R1")));
            tell(&mut game, CHECK);
            game.may(game.order(CHARGE, "B1", "R1"))
        };
        assert!(charge(4, &[6]), "three hexes, and the fourth is the enemy's");
        assert!(!charge(5, &[6]));
        assert!(!charge(4, &[5]), "nobody charges who has failed");
    });
}

/// Whether a unit needs no check so far from its leader.
fn is_led(nation: Nation, far: i16, early: bool) -> bool {
    let field = led_from(far).nation(Side::Blue, nation);
    let game = if early { field.early() } else { field }.game(&[]);
    !game.may(of(&game, CHECK)) && ahead(&game) == 6
}

#[test]
fn the_radius_is_the_nations_and_the_years() {
    use Nation::{Austrian, British, BritishAlly, French, FrenchAlly, Spanish, Turkish};
    bites(&["SN-ORD-12", "SN-ORD-10"], || {
        for nation in [French, FrenchAlly, British, BritishAlly] {
            assert_eq!([18, 19].map(|far| is_led(nation, far, false)), [true, false]);
            assert_eq!([18, 19].map(|far| is_led(nation, far, true)), [true, false]);
        }
        assert_eq!([12, 13].map(|far| is_led(Austrian, far, false)), [true, false]);
        assert_eq!([9, 10].map(|far| is_led(Austrian, far, true)), [true, false]);
        for nation in [Spanish, Turkish] {
            assert_eq!([9, 10].map(|far| is_led(nation, far, false)), [true, false]);
        }
    });
}

#[test]
fn who_is_led_when_its_move_begins_needs_no_check() {
    bites(&["SN-ORD-10"], || {
        let mut game = led_from(14).game(&[]);
        assert!(game.may(of(&game, CHECK)));
        game.give(game.ride("BG", (8, 40)));
        assert!(!game.may(of(&game, CHECK)), "its leader has come within 12 inches");
        game.go("B1", (20, 34), "N", Column);
    });
}

/// A column so many inches before an enemy that it has to attack, with its leader far away.
fn obliged(far: i16) -> Fixture {
    let column = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (5, 40));
    column.foot("R1", (20, 40 - far), "S", Column).ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue)
}

#[test]
fn silence_does_not_dodge_an_order() {
    bites(&["SN-ORD-11", "SN-ORD-8f"], || {
        let near = obliged(3).game(&[]);
        assert!(near.may_end(), "its order is fulfilled where it stands");
        let mut game = obliged(20).game(&[6]);
        assert!(!game.may_end(), "it must check");
        assert!(!game.may(game.to(FORM, "B1", (20, 40), "N", Line)), "nor is forming instead of it allowed");
        tell(&mut game, CHECK);
        assert!(!game.may(of(&game, STAY)), "and follow it");
        assert!(!game.goes("B1", (19, 41), "N", Column) && game.goes("B1", (20, 39), "N", Column), "by a quarter move");
        game.go("B1", (20, 39), "N", Column);
        assert!(game.may_end());
        let mut failed = obliged(20).game(&[5]);
        tell(&mut failed, CHECK);
        tell(&mut failed, STAY);
        assert!(failed.may_end(), "who fails is exempt");
    });
    bites(&["SN-ORD-11", "SN-ORD-7i"], || {
        let woods: Vec<(i16, i16)> = (0..30).flat_map(|q| (15..45).map(move |r| (q, r))).collect();
        let rough = obliged(20).terrain(Terrain::Woods, &woods).game(&[]);
        assert!(!rough.may_end(), "a hex through the woods is a quarter of a move: it could");
    });
}

#[test]
fn who_is_bound_by_orders() {
    let line = |status| {
        let line = Fixture::plain().foot("B1", (20, 40), "N", Line).status(status).foot("R1", (20, 31), "S", Column);
        line.ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue)
    };
    bites(&["SN-ORD-8a", "SN-ORD-8b", "SN-ORD-8f"], || {
        let bound = line(FIRM).game(&[]);
        assert!(!bound.may_end());
        assert!(!bound.goes("B1", (20, 40), "S", Line) && bound.goes("B1", (20, 39), "N", Line));
        let panic = line(PANIC).game(&[]);
        assert!(panic.may_end(), "nobody obeys in a panic");
        let withdraw = |status| line(status).ordered(Side::Blue, Withdraw).game(&[]).may_end();
        assert!(!withdraw(FIRM) && withdraw(PANIC), "not even if it could");
    });
    bites(&["SN-OPT-1"], || {
        let panic = line(PANIC).house("panic_orders", "bound").game(&[]);
        assert!(!panic.may_end() && panic.goes("B1", (20, 39), "N", Line), "all units means all");
        assert!(line(PANIC).game(&[]).may_end());
    });
}

#[test]
fn forced_retreats_violate_no_order() {
    bites(&["SN-MC-4"], || {
        let line = Fixture::plain().foot("B1", (20, 40), "N", Line).foot("R1", (20, 37), "S", Column);
        let mut game = line.ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue).game(&[3, 9]);
        game.checks("B1", 1, "R1");
        assert_eq!(game.stands("B1")[0].1, 41, "back, to 4 inches from the enemy");
        assert!(!game.may_end(), "its own move is another matter");
    });
}

/// Example 25, orders: who is 12 inches from the enemy may rally, nobody else.
#[test]
fn a_pressed_command_withdraws_instead_of_rallying() {
    let two = |far: i16| {
        let near = Fixture::plain().foot("B1", (20, 10 + far), "N", Column).foot("B2", (20, 40), "N", Column);
        let armies = near.unit("R1", Kind::Infantry, 1, (20, 10), "S", Column);
        armies.ordered(Side::Blue, Withdraw).nation(Side::Blue, Nation::French).phase(ORDERS, Side::Blue)
    };
    bites(&["SN-ORD-13"], || {
        let mut game = two(11).game(&[2, 1]);
        game.give(game.send("BG", 1));
        game.done();
        assert_eq!((game.ordered("BG"), game.effective("BG")), (Rally, Withdraw));
        let mut game = two(12).game(&[2, 1]);
        game.give(game.send("BG", 1));
        game.done();
        assert_eq!(game.effective("BG"), Rally);
    });
    bites(&["SN-ORD-13"], || {
        let mut game = two(11).game(&[2, 1]);
        game.give(game.send("BG", 1));
        game.done();
        assert_eq!(game.effective("BG"), Withdraw);
        let (unit, to) = (game.id("B1"), game.to(MOVE, "B1", (20, 22), "N", Column).pose.expect("a pose"));
        game.umpire().emit(battle::Event::Placed { unit, pose: to });
        game.next_turn();
        game.done();
        assert_eq!(game.effective("BG"), Rally, "its choice stays and is tested again");
    });
}

/// A command whose leader is at (20,40), two units at that distance from the C-in-C at (0,40).
fn headless(far: i16) -> Game {
    let chief = Fixture::plain().foot("B0", (0, 40), "N", Column).chief_at(Side::Blue, (0, 40));
    let command = chief.commander("BA", (20, 40)).foot("B1", (far, 40), "N", Column).under("BA");
    let armies = command.foot("R1", (30, 5), "S", Column).ordered(Side::Blue, Probe);
    let mut game = armies.phase(ORDERS, Side::Blue).game(&[2, 1]);
    game.command("BA").chosen = Screen;
    game.away("BA");
    game
}

/// Both sides have written their orders, and Blue moves first.
#[track_caller]
fn to_moves(game: &mut Game) {
    while game.asks() == "orders" {
        game.done();
    }
    assert_eq!((game.asks(), game.war.state.player), ("move", Side::Blue));
}

/// Example 36, the command.
#[test]
fn a_command_without_its_leader_goes_on_as_it_was() {
    bites(&["SN-ORD-14"], || {
        let mut game = headless(12);
        assert_eq!((game.effective("BA"), game.choices("BA")), (Screen, vec![5]), "it is not shaded");
        to_moves(&mut game);
        assert!(!game.may(of(&game, CHECK)), "the C-in-C leads it");
        let mut far = headless(13);
        to_moves(&mut far);
        assert!(far.may(of(&far, CHECK)) && ahead(&far) == 0);
    });
    bites(&["SN-ORD-5c", "SN-ORD-14"], || {
        let mut game = headless(5);
        game.give(game.send("BA", 4));
        assert_eq!(game.effective("BA"), Screen, "it hears of orders the slow way");
        game.next_turn();
        assert_eq!(game.effective("BA"), Maneuver);
        let mut both = headless(5);
        both.away("BG");
        to_moves(&mut both);
        assert!(both.may(of(&both, CHECK)), "nobody leads it");
        let mut led = headless(5);
        to_moves(&mut led);
        assert!(!led.may(of(&led, CHECK)));
    });
}

/// A probe of two, the one within six inches out of command, the other within twelve.
#[test]
fn who_stays_near_after_its_check_is_near() {
    let probe = |far: i16| {
        let near = Fixture::plain().foot("B1", (20, 20 + far), "N", Column).foot("B2", (8, 32), "N", Column);
        let near = near.unit("R1", Kind::Infantry, 1, (20, 20), "S", Column).chief_at(Side::Blue, (3, 38));
        let mut game = near.ordered(Side::Blue, Probe).phase(MOVE_PHASE, Side::Blue).game(&[9]);
        tell(&mut game, CHECK);
        let stays = game.may(of(&game, STAY));
        if stays {
            tell(&mut game, STAY);
        }
        (stays, game.may_end())
    };
    bites(&["SN-ORD-7b", "SN-ORD-8d"], || {
        assert_eq!(probe(6), (true, true), "one of two is near, and has stayed so");
        assert!(!probe(7).1, "none is");
    });
}

/// Twelve inches are six hexes of two.
#[test]
fn the_radius_is_in_inches() {
    bites(&["SN-ORD-10"], || {
        let led = |hexes: i16| {
            let game = led_from(hexes).scale(2).game(&[]);
            !game.may(of(&game, CHECK)) && !game.ends(MOVE, "B1").is_empty()
        };
        assert_eq!([6, 7].map(led), [true, false]);
    });
}
