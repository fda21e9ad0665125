//! Command status and the orders of brigades (OTH-CMD, OTH-ORD).

use battle::rule::bites;
use battle::{Order, Side};

use super::fixture::{Fixture, Game};
use super::status::can_charge;
use crate::command::leash;
use crate::command::orders::{ADVANCE, ATTACK, HOLD, WITHDRAW};
use crate::info::{END, FORM, MOVE, MOVEMENT, ORDER, ORDERS};
use crate::space::Shape::{self, Attack, Line};
use crate::state::Leash::{self, Free, Half, Tied};

/// B1, its brigadier so many rows behind it, the divisionary so many behind him, the general so many behind that one.
fn chain(unit: i16, brigade: i16, division: i16) -> Leash {
    let row = 2 + unit + brigade + division;
    let field = Fixture::sized(60, 120).foot("B1", (20, 2), "S", Line).brigadier("BB", (20, 2 + unit), 3);
    let field = field.divisionary("BD", (20, 2 + unit + brigade), 3).general("BG", (20, row), 3);
    let game = field.foot("R1", (-20, 110), "N", Line).game(&[]);
    leash(&game.war, game.id("B1"))
}

#[test]
fn the_command_status_table() {
    let [near, far] = [[12, 24, 36], [13, 25, 37]];
    let of = |division: bool, brigade: bool, unit: bool| {
        let pick = |yes: bool, place: usize| if yes { near[place] } else { far[place] };
        chain(pick(unit, 0), pick(brigade, 1), pick(division, 2))
    };
    bites(&["OTH-CMD-1", "OTH-CMD-2"], || {
        assert_eq!([of(true, true, true), of(true, true, false)], [Free, Tied]);
        assert_eq!([of(true, false, true), of(true, false, false)], [Half, Tied]);
        assert_eq!([of(false, true, true), of(false, true, false)], [Half, Tied]);
        assert_eq!([of(false, false, true), of(false, false, false)], [Tied, Tied]);
    });
    bites(&["OTH-CMD-5", "OTH-GEO-1"], || {
        assert_eq!([of(true, true, true), of(true, true, false)], [Free, Tied], "no exception for who rejoins");
    });
}

#[test]
fn levels_that_an_army_lacks_count_yes() {
    let one = |field: Fixture| {
        let game = field.foot("R1", (30, 2), "S", Line).game(&[]);
        leash(&game.war, game.id("B1"))
    };
    let unit = || Fixture::plain().foot("B1", (20, 40), "N", Line);
    assert_eq!(one(unit()), Free, "nobody at all");
    assert_eq!(one(unit().brigadier("BB", (20, 50), 3)), Free, "no superior");
    assert_eq!(one(unit().brigadier("BB", (20, 53), 3)), Tied);
    bites(&["OTH-CMD-1"], || {
        assert_eq!(one(unit().divisionary("BD", (10, 55), 3)), Free, "the division stands in, with its range");
        assert_eq!(one(unit().general("BG", (24, 10), 3)), Free);
        assert_eq!(one(unit().general("BG", (42, 0), 3)), Tied, "over 36 inches");
        let both = unit().brigadier("BB", (20, 45), 3).general("BG", (40, 5), 3);
        assert_eq!(one(both), Half, "the brigadier is over 36 inches from the general");
    });
}

/// Blue's movement with B1 and its brigadier as far as that.
fn moving(rows: i16, shape: Shape) -> Game {
    let field = Fixture::plain().foot("B1", (20, 30), "N", shape).brigadier("BB", (20, 30 + rows), 3);
    let mut game = field.foot("R1", (30, 2), "S", Line).game(&[]);
    game.enter(ORDERS, Side::Blue);
    game.enter(crate::info::STATUS, Side::Blue);
    game.pass_to("move");
    game
}

/// The farthest row ahead that B1 may reach.
fn ahead(game: &Game) -> i16 {
    let reach = game.war.reach_of(&game.order(MOVE, "B1", ""));
    let rows = reach.legal().filter(|place| place.pose.facing == game.pose("B1").facing);
    game.pose("B1").anchor.r - rows.map(|place| place.pose.anchor.r).min().unwrap_or(game.pose("B1").anchor.r)
}

#[test]
fn no_move_and_half_move() {
    bites(&["OTH-CMD-3"], || {
        assert_eq!(ahead(&moving(12, Attack)), 18);
        let tied = moving(18, Attack);
        assert!(!tied.may(tied.order(FORM, "B1", "")) && ahead(&tied) == 0);
    });
    bites(&["OTH-CMD-3"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Attack).foot("R1", (30, 2), "S", Line);
        let half = field.state(|_| {}).phase(MOVEMENT, Side::Blue);
        let mut game = half.game(&[]);
        let unit = game.id("B1");
        game.war.own_mut(unit).leash = Half;
        assert_eq!(ahead(&game), 9, "three inches a segment");
    });
}

/// Blue's orders, with this many hits on B1 of its brigade of B1 and B2.
fn ordering(hits: i16, dice: &[u8]) -> Game {
    let field =
        Fixture::plain().foot("B1", (20, 30), "N", Line).fs(10).hits(hits).foot("B2", (26, 40), "N", Line).fs(4);
    let field = field.brigadier("BB", (20, 32), 2).general("BG", (20, 34), 3).foot("R1", (30, 2), "S", Line);
    let mut game = field.ordered(Side::Blue, ADVANCE).phase(END, Side::Red).game(dice);
    game.enter(ORDERS, Side::Blue);
    game
}

fn order_of(game: &Game) -> u8 {
    crate::command::orders::of(&game.war, game.id("B1"))
}

fn to(game: &Game, order: u8) -> Order {
    game.order(ORDER, "B1", "").with(i16::from(order))
}

#[test]
fn orders_change_once_a_turn() {
    bites(&["OTH-ORD-1"], || {
        let mut game = ordering(0, &[]);
        let order = to(&game, HOLD);
        game.give(order);
        assert_eq!(order_of(&game), HOLD, "in command without a roll");
        assert!(!game.may(to(&game, ATTACK)), "once");
    });
    let far = |control: i16, die: u8| {
        let field = Fixture::sized(60, 80).foot("B1", (20, 50), "N", Line).brigadier("BB", (20, 52), control);
        let field = field.general("BG", (30, 10), 3).foot("R1", (30, 2), "S", Line).ordered(Side::Blue, ADVANCE);
        let mut game = field.phase(END, Side::Red).game(&[die]);
        game.enter(ORDERS, Side::Blue);
        let order = to(&game, HOLD);
        game.give(order);
        order_of(&game)
    };
    bites(&["OTH-ORD-2"], || {
        assert_eq!([far(2, 4), far(2, 5)], [HOLD, ADVANCE], "twice the control factor or less");
        assert_eq!([far(1, 2), far(1, 3), far(5, 10)], [HOLD, ADVANCE, HOLD]);
    });
}

#[test]
fn worn_brigades_hold_or_withdraw() {
    bites(&["OTH-ORD-3", "OTH-END-2", "OTH-END-1a"], || {
        assert_eq!(order_of(&ordering(6, &[])), ADVANCE, "6 of 14");
        let wavering = ordering(7, &[]);
        assert_eq!(order_of(&wavering), HOLD, "7 of 14");
        assert!(wavering.may(to(&wavering, WITHDRAW)) && !wavering.may(to(&wavering, ATTACK)));
        assert!(!wavering.may(to(&wavering, ADVANCE)));
    });
    let broken = |hits| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).fs(10).hits(hits).foot("B2", (26, 40), "N", Line);
        let field =
            field.fs(4).hits(2).foot("B3", (26, 50), "N", Line).fs(12).brigade(2).foot("R1", (30, 2), "S", Line);
        let mut game = field.ordered(Side::Blue, ADVANCE).phase(END, Side::Red).game(&[]);
        game.enter(ORDERS, Side::Blue);
        (order_of(&game), [ATTACK, ADVANCE, HOLD].map(|order| game.may(to(&game, order))))
    };
    assert_eq!(broken(8).0, HOLD, "10 of 14");
    assert_eq!(broken(9), (WITHDRAW, [false; 3]), "11 of 14");
}

/// Blue's movement with B1 five inches before R1, under that order.
fn under(order: u8, hits: i16, gap: i16) -> Game {
    let field =
        Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20 + gap / 2, 30 - gap), "S", Line).hits(hits);
    let field = field.ordered(Side::Blue, order).phase(ORDERS, Side::Blue);
    let mut game = field.game(&[]);
    game.enter(MOVEMENT, Side::Blue);
    game
}

#[test]
fn what_orders_allow() {
    let charges = |order, hits, gap, segments| can_charge(&under(order, hits, gap), "B1", "R1", segments);
    bites(&["OTH-ORD-1"], || {
        assert!(charges(ATTACK, 0, 5, 1) && !charges(ADVANCE, 0, 5, 1), "not at a steady front");
        assert!(charges(ADVANCE, 4, 5, 1), "at a wavering one");
        assert!(charges(HOLD, 0, 5, 1), "within 6 when movement began");
        assert!(!charges(WITHDRAW, 4, 5, 1));
    });
    bites(&["OTH-ORD-1"], || {
        let rear = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (22, 25), "N", Line);
        let mut game = rear.ordered(Side::Blue, ADVANCE).phase(ORDERS, Side::Blue).game(&[]);
        game.enter(MOVEMENT, Side::Blue);
        assert!(can_charge(&game, "B1", "R1", 1), "into a rear");
        assert!(!charges(HOLD, 0, 8, 2), "not over 6 inches off");
    });
    bites(&["OTH-ORD-1"], || {
        assert_eq!([ahead(&under(ATTACK, 0, 20)), ahead(&under(HOLD, 0, 20))], [12, 6], "one segment a unit");
        let mut game = under(HOLD, 0, 20);
        game.form("B1", Shape::March);
        assert_eq!(game.shape("B1"), Shape::March, "any formation change, of two segments too");
        assert_eq!(ahead(&under(WITHDRAW, 0, 10)), 0, "no nearer to an enemy within 12");
        assert_eq!(ahead(&under(WITHDRAW, 0, 14)), 12);
    });
    assert!(!can_charge(&under(HOLD, 0, 8), "B1", "R1", 2));
}

#[test]
fn an_attack_that_does_not_press_falls_to_advance() {
    let after = |gap: i16, forward: bool| {
        let mut game = under(ATTACK, 0, gap);
        if forward {
            game.go(MOVE, "B1", (20, 29), "N");
        }
        game.pass_to("fire");
        order_of(&game)
    };
    bites(&["OTH-ORD-1"], || {
        assert_eq!([after(10, false), after(10, true)], [ADVANCE, ATTACK]);
    });
    assert_eq!(after(6, false), ATTACK, "within 6 of an enemy");
}

#[test]
fn the_roll_for_another_order_is_an_option() {
    // B1's brigadier of CF 2 is 37 inches from the general: 2 CF, or the number of that house rule.
    let heard = |times: &str, die: u8| {
        let field = Fixture::plain().foot("B1", (20, 50), "N", Line).brigadier("BB", (20, 52), 2);
        let field = field.general("BG", (38, 15), 3).foot("R1", (40, 2), "S", Line).house("order_roll", times);
        let mut game = field.ordered(Side::Blue, ADVANCE).phase(END, Side::Red).game(&[die]);
        game.enter(ORDERS, Side::Blue);
        let order = game.order(ORDER, "B1", "").with(i16::from(ATTACK));
        game.give(order);
        game.all_fell();
        order_of(&game) == ATTACK
    };
    bites(&["OTH-OPT-1d"], || {
        assert_eq!([heard("2", 4), heard("2", 5)], [true, false]);
        assert_eq!([heard("3", 6), heard("3", 7), heard("1", 2), heard("1", 3)], [true, false, true, false]);
    });
}

#[test]
fn without_orders_everything_is_allowed() {
    bites(&["OTH-OPT-2"], || {
        let field = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (22, 25), "S", Line);
        let field = field.ordered(Side::Blue, WITHDRAW).house("brigade_orders", "off").phase(ORDERS, Side::Blue);
        let mut game = field.game(&[]);
        game.enter(MOVEMENT, Side::Blue);
        assert!(can_charge(&game, "B1", "R1", 1));
    });
}

#[test]
fn who_is_out_of_command_may_still_face_for_nothing() {
    let turns = |shape, leash| {
        let field = Fixture::plain().foot("B1", (20, 30), "N", shape).foot("R1", (30, 2), "S", Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[]);
        let unit = game.id("B1");
        game.war.own_mut(unit).leash = leash;
        let stem = game.order(MOVE, "B1", "");
        let reach = game.war.reach_of(&stem);
        let spot = game.pose("B1").anchor;
        let legal: Vec<_> = reach.legal().filter(|place| game.may(stem.to(place.pose))).collect();
        (!legal.is_empty(), legal.iter().all(|place| place.pose.anchor == spot))
    };
    bites(&["OTH-CMD-3"], || {
        assert_eq!(turns(Shape::Skirmish, Tied), (true, true), "facing that costs nothing stays possible");
        assert_eq!(turns(Line, Tied), (false, true));
    });
    assert!(turns(Line, Free).0);
}
