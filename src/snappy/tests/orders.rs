//! Orders, command and conformity (SN-ORD).

use battle::rule::bites;
use battle::{Order, Pose, Side, System};
use hexes::Facing;

use super::fixture::{Fixture, Game, hex};
use crate::info::{AIM, CHECK, DONE, FORM, MOVE, MOVE_PHASE, ORDER, ORDERS, SHADE, STAY};
use crate::orders::conformity::{Demand, Part};
use crate::orders::{Mandate, in_command};
use crate::profile::{Kind, Nation};
use crate::space::Shape;
use crate::tables::PANIC;

fn moving(fixture: Fixture, dice: &[u8]) -> Game {
    fixture.phase(MOVE_PHASE, Side::Blue).game(dice)
}

fn ends(game: &Game, label: &str) -> Vec<Pose> {
    game.war.reach(&Order::new(MOVE).by(game.id(label))).legal().map(|place| place.pose).collect()
}

/// A Seasoned column 13 inches from its leader.
fn far(nation: Nation) -> Fixture {
    let column = Fixture::plain().ordered(Side::Blue, Mandate::Rally).foot("B1", (20, 30), "N", Shape::Column);
    column.chief_at(Side::Blue, (20, 44)).nation(Side::Blue, nation)
}

/// Example 18.
#[test]
fn a_unit_out_of_command_checks_before_it_moves() {
    bites(&["SN-ORD-9"], || {
        let mut game = moving(far(Nation::Austrian), &[6]);
        assert!(!game.may(Order::new(MOVE).by(game.id("B1")).to(game.pose("B1"))));
        assert!(ends(&game, "B1").is_empty(), "the roll comes first");
        game.give(game.order(CHECK, "B1", ""));
        assert_eq!(game.asks(), "tested");
        let rows: Vec<i16> = ends(&game, "B1").iter().map(|pose| pose.anchor.r).collect();
        assert_eq!(rows.iter().min(), Some(&27), "90 points are three hexes");
    });
    bites(&["SN-MC-6"], || {
        let mut game = moving(far(Nation::Austrian), &[5]);
        game.give(game.order(CHECK, "B1", ""));
        assert_eq!(game.status("B1"), crate::tables::FIRM);
        assert!(ends(&game, "B1").is_empty());
        let forms = game.war.reach(&Order::new(FORM).by(game.id("B1")));
        assert!(forms.legal().all(|place| place.pose.anchor.distance(hex(20, 30)) <= 1) && forms.legal().count() > 3);
        game.give(game.order(STAY, "B1", ""));
    });
    bites(&["SN-ORD-12", "SN-ORD-10"], || {
        let reached = |nation, early: bool, from: i16| {
            let fixture = Fixture::plain().foot("B1", (20, 20), "N", Shape::Column).nation(Side::Blue, nation);
            let fixture = fixture.chief_at(Side::Blue, (20, 21 + from));
            let game = if early { fixture.early() } else { fixture }.game(&[]);
            in_command(&game.war, game.id("B1"))
        };
        assert!(reached(Nation::Austrian, false, 12) && !reached(Nation::Austrian, false, 13));
        assert!(reached(Nation::Austrian, true, 9) && !reached(Nation::Austrian, true, 10));
        assert!(reached(Nation::French, true, 18) && reached(Nation::British, false, 18));
        assert!(reached(Nation::Turkish, false, 9) && !reached(Nation::Spanish, false, 10));
        assert!(!reached(Nation::French, false, 19));
    });
    bites(&["SN-ORD-11"], || {
        // Under attack it has to go on: it may not stay without a test.
        let bound = far(Nation::Austrian).ordered(Side::Blue, Mandate::Attack).foot("R1", (20, 15), "S", Shape::Line);
        let mut game = moving(bound, &[9]);
        assert!(!game.may(Order::new(DONE)));
        game.give(game.order(CHECK, "B1", ""));
        assert!(!game.may(game.order(STAY, "B1", "")));
    });
}

/// Example 19.
#[test]
fn nations_shade_their_orders() {
    let may = |nation, ordered, house: &str| {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).nation(Side::Blue, nation);
        let game =
            fixture.ordered(Side::Blue, ordered).house("ally_freedom", house).phase(ORDERS, Side::Blue).game(&[]);
        let shade = |mandate: &Mandate| game.may(game.order(SHADE, "BG", "").with(mandate.number()));
        Mandate::ALL.into_iter().filter(shade).collect::<Vec<_>>()
    };
    bites(&["SN-ORD-4", "SN-ORD-1"], || {
        assert_eq!(may(Nation::Austrian, Mandate::Probe, "as_others"), [Mandate::Screen]);
        assert_eq!(may(Nation::French, Mandate::Probe, "as_others"), [Mandate::Screen, Mandate::Attack]);
        assert_eq!(may(Nation::Turkish, Mandate::Probe, "as_others"), [Mandate::Attack]);
        assert_eq!(may(Nation::French, Mandate::Rally, "as_others"), [Mandate::Withdraw]);
        assert_eq!(may(Nation::FrenchAlly, Mandate::Probe, "as_others"), [Mandate::Screen]);
        assert_eq!(may(Nation::FrenchAlly, Mandate::Probe, "as_french"), [Mandate::Screen, Mandate::Attack]);
    });
    bites(&["SN-ORD-3"], || {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).ordered(Side::Blue, Mandate::Probe);
        let mut game = fixture.phase(ORDERS, Side::Blue).game(&[]);
        game.give(game.order(SHADE, "BG", "").with(Mandate::Screen.number()));
        let command = game.war.state.own.commands[0];
        assert_eq!((command.ordered, command.effective()), (Mandate::Probe, Mandate::Screen));
        assert!(!game.may(game.order(SHADE, "BG", "").with(Mandate::Maneuver.number())), "never cumulative");
    });
}

/// Example 37.
#[test]
fn an_order_from_afar_arrives_a_turn_later() {
    let afar = |house| {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).chief_at(Side::Blue, (20, 45));
        let fixture = fixture.commander("BD", (20, 30)).foot("B2", (20, 29), "N", Shape::Line).under("BD");
        fixture.ordered(Side::Blue, Mandate::Probe).house("order_delay", house).phase(ORDERS, Side::Blue).game(&[])
    };
    let aim = |game: &mut Game| {
        let pose = Pose::new(hex(20, 20), Facing::North, battle::Formation::line(1));
        game.give(game.order(AIM, "BD", "").with(Mandate::Attack.number()).to(pose));
    };
    bites(&["SN-ORD-5"], || {
        let mut game = afar("one_turn");
        aim(&mut game);
        let of = |game: &Game| game.war.state.own.commands[game.leader("BD").index()];
        assert_eq!((of(&game).ordered, of(&game).objective), (Mandate::Probe, None));
        assert!(!game.may(game.order(ORDER, "BD", "").with(Mandate::Rally.number())), "one order a turn");
        let mut arrived = of(&game);
        arrived.begin_turn();
        assert_eq!(
            (arrived.ordered, arrived.effective(), arrived.objective),
            (Mandate::Attack, Mandate::Attack, Some(hex(20, 20)))
        );
        let mut game = afar("none");
        aim(&mut game);
        assert_eq!(of(&game).ordered, Mandate::Attack);
        let mut own = afar("one_turn");
        own.give(own.order(ORDER, "BG", "").with(Mandate::Rally.number()));
        assert_eq!(own.war.state.own.commands[0].ordered, Mandate::Rally, "his own command changes at once");
    });
    bites(&["SN-ORD-6"], || {
        let game = afar("one_turn");
        assert!(!game.may(game.order(ORDER, "BD", "").with(Mandate::Defend.number())), "defend needs an objective");
        assert!(game.may(game.order(ORDER, "BD", "").with(Mandate::Attack.number())));
    });
}

#[test]
fn orders_are_given_in_secret() {
    bites(&["SN-SEQ-2"], || {
        let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).foot("R1", (20, 10), "S", Shape::Line);
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

/// The shortfall of B1 under an order, with an enemy and an objective so far away.
fn shortfall(mandate: Mandate, enemy: i16, place: Option<i16>, screen: &str) -> i32 {
    shortfall_by(mandate, enemy, place, ("screen", screen))
}

/// The same under a house rule.
fn shortfall_by(mandate: Mandate, enemy: i16, place: Option<i16>, (key, value): (&str, &str)) -> i32 {
    let mut fixture = Fixture::plain().unit("B1", Kind::Infantry, 1, (30, 30), "N", Shape::Column);
    fixture = fixture.ordered(Side::Blue, mandate).house(key, value);
    if let Some(far) = place {
        fixture = fixture.objective((30 - far, 30));
    }
    let game = fixture.unit("R1", Kind::Infantry, 1, (30, 30 - enemy), "S", Shape::Column).game(&[]);
    Demand::upon(&game.war, game.id("B1")).map_or(-1, |demand| demand.shortfall(&game.pose("B1"), Part::All))
}

/// Example 38.
#[test]
fn demands_are_inches_short_of_a_band() {
    bites(&["SN-ORD-7", "SN-ORD-2"], || {
        let screen = |enemy, place| shortfall(Mandate::Screen, enemy, place, "either");
        assert_eq!((screen(3, Some(8)), screen(8, Some(20)), screen(5, None), screen(20, Some(15))), (0, 0, 1, 3));
        assert_eq!(shortfall(Mandate::Screen, 3, Some(8), "clear_of_enemy"), 3);
        assert_eq!(shortfall(Mandate::Attack, 9, Some(5), "either"), 2);
        assert_eq!(shortfall(Mandate::Probe, 15, None, "either"), 3);
        assert_eq!(shortfall(Mandate::Maneuver, 4, None, "either"), 2);
        assert_eq!(shortfall(Mandate::Defend, 4, Some(14), "either"), 2);
        assert_eq!(shortfall(Mandate::Withdraw, 4, None, "either"), 8);
        assert_eq!(shortfall(Mandate::Rally, 4, None, "either"), 0);
        assert_eq!(shortfall_by(Mandate::Rally, 4, None, ("rally_move", "stay_clear")), 8);
    });
}

/// Example 21.
#[test]
fn an_attack_advances() {
    bites(&["SN-ORD-8", "SN-ORD-7"], || {
        let line = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).ordered(Side::Blue, Mandate::Attack);
        let game = moving(line.foot("R1", (21, 21), "S", Shape::Line), &[]);
        assert!(!game.may(Order::new(DONE)), "standing still is refused");
        assert!(ends(&game, "B1").iter().any(|pose| pose.anchor == hex(20, 29) && pose.formation.files == 2));
        let horse = Fixture::plain().unit("B1", Kind::LightCavalry, 2, (20, 30), "N", Shape::Column);
        let game = moving(horse.foot("R1", (30, 11), "S", Shape::Line), &[]);
        let far = |pose: &Pose| game.war.field().footprint(game.id("R1")).distance(&pose.stands(2));
        let start = far(&game.pose("B1"));
        let columns =
            ends(&game, "B1").into_iter().filter(|pose| pose.formation.arrangement == battle::Arrangement::Column);
        assert!(columns.into_iter().all(|pose| start - far(&pose) >= 6), "light cavalry in column gains 6");
    });
    let panic = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).status(PANIC);
    let game = moving(panic.foot("R1", (20, 20), "S", Shape::Line).ordered(Side::Blue, Mandate::Attack), &[]);
    assert!(game.may(Order::new(DONE)), "orders do not bind a panic");
    let bound = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).status(PANIC).house("panic_orders", "bound");
    let game = moving(bound.foot("R1", (20, 20), "S", Shape::Line).ordered(Side::Blue, Mandate::Attack), &[]);
    assert!(!game.may(Order::new(DONE)), "unless all units are taken at their word");
}

/// Example 20.
#[test]
fn half_of_a_probe_comes_near() {
    bites(&["SN-ORD-8"], || {
        let wing = |far: &[i16]| {
            let start = Fixture::plain().ordered(Side::Blue, Mandate::Probe).unit(
                "R1",
                Kind::Infantry,
                1,
                (30, 20),
                "S",
                Shape::Column,
            );
            let add = |fixture: Fixture, (place, far): (usize, &i16)| {
                let at = (30 - 2 * place as i16, 20 + far);
                fixture.unit(&format!("B{}", place + 1), Kind::Infantry, 1, at, "N", Shape::Column)
            };
            moving(far.iter().enumerate().fold(start, add).chief_at(Side::Blue, (27, 27)), &[])
        };
        let near = wing(&[4, 8, 11, 12]);
        let game = wing(&[4, 5, 11, 12]);
        assert!(!near.may(Order::new(DONE)), "one of four is near");
        assert!(game.may(Order::new(DONE)), "two of four are");
    });
}

/// Example 20, its five units.
#[test]
fn five_units_of_a_probe() {
    let start = Fixture::plain().ordered(Side::Blue, Mandate::Probe);
    let start = start.unit("R1", Kind::Infantry, 1, (30, 20), "S", Shape::Column);
    let add = |fixture: Fixture, (place, far): (usize, &i16)| {
        let at = (30 - place as i16, 20 + far);
        fixture.unit(&format!("B{}", place + 1), Kind::Infantry, 1, at, "N", Shape::Column)
    };
    let five = [4, 6, 7, 11, 13].iter().enumerate().fold(start, add).chief_at(Side::Blue, (28, 27));
    let mut game = moving(five.clone(), &[]);
    assert!(!game.may(Order::new(DONE)), "only two are near, and one is beyond 12");
    let third = game.id("B3");
    let nearer = |game: &Game, label: &str, far: i32| {
        let prey = game.war.field().footprint(game.id("R1"));
        let column =
            |pose: &&Pose| pose.formation == game.pose(label).formation && prey.distance(&pose.stands(1)) == far;
        ends(game, label).iter().find(column).copied()
    };
    let to = nearer(&game, "B3", 6).expect("an inch nearer is near");
    game.give(Order::new(MOVE).by(third).to(to));
    assert!(!game.may(Order::new(DONE)), "the one at 13 must come in any case");
    assert!(nearer(&game, "B5", 11).is_none() || nearer(&game, "B5", 12).is_some());
    let mut game = moving(five, &[]);
    let (last, to) = (game.id("B5"), nearer(&game, "B5", 10).expect("3 inches nearer"));
    game.give(Order::new(MOVE).by(last).to(to));
    assert!(game.may(Order::new(DONE)), "having come nearer by 3 it is near");
}

/// Example 38, the detour.
#[test]
fn a_unit_that_cannot_follow_is_free() {
    let column = Fixture::plain().foot("B1", (20, 30), "N", Shape::Column).above(30, battle::Obstacle::River);
    let game = moving(column.foot("R1", (22, 23), "S", Shape::Line).ordered(Side::Blue, Mandate::Attack), &[]);
    assert!(game.may(Order::new(DONE)));
    assert!(ends(&game, "B1").iter().any(|pose| pose.anchor.r > 32), "it may march for a bridge");
}

#[test]
fn a_command_near_the_enemy_does_not_rally() {
    bites(&["SN-ORD-13"], || {
        let at = |far: i16| {
            let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Column).ordered(Side::Blue, Mandate::Rally);
            let mut game = fixture.foot("R1", (20, 30 - far), "S", Shape::Line).phase(ORDERS, Side::Blue).game(&[]);
            crate::orders::close(&mut game.umpire());
            game.war.state.own.commands[0].effective()
        };
        assert_eq!((at(11), at(12)), (Mandate::Withdraw, Mandate::Rally));
    });
}

/// Example 36: the command of a leader who is away.
#[test]
fn a_command_without_its_leader_goes_on() {
    bites(&["SN-ORD-14"], || {
        let headless = |from: i16| {
            let fixture =
                Fixture::plain().foot("B1", (20, 30), "N", Shape::Column).chief_at(Side::Blue, (20, 32 + from));
            fixture.commander("BD", (20, 30)).foot("B2", (20, 32), "N", Shape::Column).under("BD")
        };
        let gone = |from| {
            let mut game = headless(from).phase(ORDERS, Side::Blue).game(&[]);
            let leader = game.leader("BD");
            game.umpire().lead(leader, battle::Perch::Away, "");
            game
        };
        let game = gone(12);
        assert!(in_command(&game.war, game.id("B2")), "within the C-in-C's radius");
        assert!(!in_command(&gone(14).war, game.id("B2")));
        assert!(!game.may(game.order(SHADE, "BD", "").with(Mandate::Screen.number())));
        assert!(game.may(game.order(ORDER, "BD", "").with(Mandate::Rally.number())));
    });
}
