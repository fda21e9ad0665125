//! What the other side does not learn, orders (SN-SEQ-2) and hidden statuses (SN-UNIT-6): battles that differ in them alone
//! look the same.

use battle::rule::bites;
use battle::{Order, Side, System};

use super::fixture::{Fixture, Game};
use crate::info::{MOVE_PHASE, ORDERS};
use crate::marks;
use crate::orders::Mandate;
use crate::orders::Mandate::{Attack, Maneuver, Probe, Screen, Withdraw};
use crate::profile::Nation;
use crate::space::Shape::{Column, Line};
use crate::tables::{FIRM, PANIC};

/// Blue with two commands, one beyond the radius of the C-in-C; orders bind neither where it stands.
fn armies() -> Fixture {
    let chief = Fixture::plain().foot("B1", (20, 40), "N", Column).chief_at(Side::Blue, (20, 40));
    let far = chief.commander("BA", (0, 40)).foot("B2", (0, 40), "N", Column).under("BA");
    let armies = far.foot("R1", (20, 28), "S", Line).foot("R2", (10, 30), "S", Line);
    armies
        .nation(Side::Blue, Nation::French)
        .ordered(Side::Blue, Probe)
        .ordered(Side::Red, Probe)
        .phase(ORDERS, Side::Blue)
}

/// All that a side can find out: state, what it could order, why not, cards, what is asked, and of whom.
fn seen(game: &Game, by: Side) -> String {
    let view = game.war.view_of(by, 7);
    let cards: Vec<String> = view.field().ids().map(|unit| format!("{:?}", view.card(unit))).collect();
    let (orders, stems) = (view.orders(), view.stems());
    let reaches: Vec<usize> = stems.iter().map(|stem| view.reach(stem).legal().count()).collect();
    let refusals: Vec<String> = (0..crate::info::VERB_ROWS.len())
        .flat_map(|verb| view.field().ids().map(move |unit| Order::new(battle::Verb(verb as u8)).by(unit)))
        .map(|order| format!("{:?}", view.check(&order)))
        .collect();
    let foreseen: Vec<String> = orders.iter().map(|order| format!("{:?}", view.forecast(order))).collect();
    format!(
        "{:?} {:?} {:?} {orders:?} {reaches:?} {refusals:?} {foreseen:?} {cards:?}",
        rulebook::account(&view, &view.state),
        view.state,
        view.pending()
    )
}

/// Blue writes its orders one way or another; then both battles go on alike.
fn written(write: impl Fn(&mut Game)) -> Vec<(Side, String)> {
    let mut game = armies().game(&[9, 2, 9, 2]);
    let mut looks = vec![(Side::Red, seen(&game, Side::Red))];
    write(&mut game);
    looks.push((Side::Red, seen(&game, Side::Red)));
    while game.asks() == "orders" {
        game.done();
        looks.push((Side::Red, seen(&game, Side::Red)));
    }
    assert_eq!((game.asks(), game.war.state.player), ("move", Side::Blue));
    game.go("B1", (20, 37), "N", Column);
    looks.push((Side::Red, seen(&game, Side::Red)));
    game.next_turn();
    looks.push((Side::Red, seen(&game, Side::Red)));
    looks
}

#[test]
fn orders_cannot_be_read_out_of_what_the_other_side_is_shown() {
    bites(&["SN-SEQ-2"], || {
        let silent = written(|_| {});
        let sent = written(|game| {
            game.give(game.send("BG", Screen.number()));
            game.give(game.send_to("BA", Attack.number(), (30, 20)));
        });
        let shaded = written(|game| {
            game.give(game.shade("BG", Screen.number()));
            game.give(game.send("BA", Withdraw.number()));
        });
        assert!(silent == sent && silent == shaded, "Red sees no difference");
    });
    let mut game = armies().game(&[]);
    let before = seen(&game, Side::Blue);
    game.give(game.send("BG", Maneuver.number()));
    assert_ne!(seen(&game, Side::Blue), before, "Blue sees its own");
}

/// All that anybody else knows of a command.
fn hidden() -> crate::orders::Command {
    crate::orders::Command { secret: true, ..Default::default() }
}

#[test]
fn each_side_writes_without_the_others_orders() {
    bites(&["SN-SEQ-2"], || {
        let mut game = armies().game(&[]);
        game.give(game.send_to("BG", Attack.number(), (30, 20)));
        game.done();
        assert_eq!((game.asks(), game.war.state.player), ("orders", Side::Red), "Red writes after Blue");
        let view = game.war.view_of(Side::Red, 7);
        let leader = game.leader("BG");
        assert_eq!(*view.state.own.command(leader), hidden());
        let own = game.leader("RG");
        assert_eq!(view.state.own.command(own).ordered, Mandate::Probe, "but with its own");
        let open = view.view_of(Side::Blue, 7);
        assert!(open.state.own.commands.iter().all(|command| *command == hidden()), "onlookers");
    });
}

/// B1 stands nine inches off and turns: near under a screen, and not as a probe counts it.
#[test]
fn how_well_a_unit_conforms_does_not_tell_its_order() {
    let armies = Fixture::plain().foot("B1", (20, 40), "N", Column).foot("B2", (26, 35), "N", Column);
    let armies = armies.foot("R1", (20, 31), "S", Line).ordered(Side::Red, Probe);
    let turned = |mandate| {
        let mut game = armies.clone().ordered(Side::Blue, mandate).phase(MOVE_PHASE, Side::Blue).game(&[]);
        game.go("B1", (20, 40), "ENE", Column);
        (game.war.own(game.id("B1")).near, seen(&game, Side::Red))
    };
    let (probe, screen) = (turned(Probe), turned(Screen));
    assert_eq!([probe.0, screen.0], [false, true], "as its own side counts it");
    assert!(probe.1 == screen.1, "Red sees no difference");
}

#[test]
fn a_hidden_status_is_absent_from_views() {
    let status = |house| {
        let game = Fixture::plain().foot("R1", (20, 10), "S", Line).status(PANIC).marks(marks::PANIC);
        let game = game.foot("B1", (20, 40), "N", Line).house("hidden_status", house).game(&[]);
        let view = game.war.view_of(Side::Blue, 1);
        (
            view.strength(game.id("R1")),
            view.marked(game.id("R1"), marks::PANIC),
            game.war.view_of(Side::Red, 1).strength(game.id("R1")),
        )
    };
    assert_eq!(status("on"), (FIRM, false, PANIC));
    assert_eq!(status("off"), (PANIC, true, PANIC));
}

#[test]
fn a_card_and_a_command_of_the_other_side_tell_no_order() {
    bites(&["SN-SEQ-2"], || {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Line).foot("R1", (20, 10), "S", Line);
        let game = fixture.ordered(Side::Blue, Mandate::Attack).game(&[]);
        let view = game.war.view_of(Side::Red, 1);
        let unknown = crate::orders::Command { secret: true, ..Default::default() };
        assert_eq!(view.state.own.commands[0], unknown);
        let order = |war: &crate::War| {
            war.card(game.id("B1")).rows.iter().find(|(name, _)| *name == "Order").map(|row| row.1.clone())
        };
        assert_eq!((order(&view).as_deref(), order(&game.war).as_deref()), (Some("unknown"), Some("attack")));
        let shown = |side| crate::orders::telling::commands(&view, side).len();
        assert_eq!([shown(Side::Blue), shown(Side::Red)], [0, 1], "nothing to draw of the enemy's");
        assert_eq!(game.war.view_of(Side::Blue, 1).state.own.commands[0].ordered, Mandate::Attack);
    });
}
