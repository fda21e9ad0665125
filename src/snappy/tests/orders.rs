//! Orders and command (SN-ORD): what they are, who may shade them, when they arrive, what they demand.

use battle::rule::bites;
use battle::{Obstacle, Order, Side, System};

use super::fixture::{Fixture, Game, hex};
use crate::info::{CHARGE, FORM, MOVE, MOVE_PHASE, ORDERS};
use crate::orders::Mandate;
use crate::orders::Mandate::{Attack, Defend, Maneuver, Probe, Rally, Screen, Withdraw};
use crate::orders::conformity::{Demand, Part};
use crate::profile::{Kind, Nation};
use crate::space::Shape::{Column, Line};
use crate::state::Test;
use crate::tables::PANIC;

/// An enemy of one stand at (30,10).
fn enemy(fixture: Fixture) -> Fixture {
    fixture.unit("R1", Kind::Infantry, 1, (30, 10), "S", Column)
}

/// A Blue column on (30,10 + far), so many inches from the enemy, about to move under an order.
fn before(mandate: Mandate, far: i16) -> Fixture {
    let column = Fixture::plain().foot("B1", (30, 10 + far), "N", Column);
    enemy(column).ordered(Side::Blue, mandate).phase(MOVE_PHASE, Side::Blue)
}

/// Whether a unit so far off may stay where it is under an order.
fn rests(mandate: Mandate, far: i16) -> bool {
    before(mandate, far).game(&[]).may_end()
}

fn rests_under(field: Fixture) -> bool {
    field.game(&[]).may_end()
}

/// Whether it may, far from every enemy and so far from its objective.
fn rests_by(mandate: Mandate, far: i16) -> bool {
    before(mandate, 30).objective((30, 40 - far)).game(&[]).may_end()
}

fn writing(nation: Nation) -> Fixture {
    let armies = enemy(Fixture::plain().foot("B1", (20, 50), "N", Column));
    armies.nation(Side::Blue, nation).ordered(Side::Blue, Probe).phase(ORDERS, Side::Blue)
}

#[test]
fn seven_orders_stand_on_a_ladder() {
    bites(&["SN-ORD-1"], || {
        let page = [(7, Attack), (6, Probe), (5, Screen), (4, Maneuver), (2, Withdraw), (1, Rally)];
        for (number, mandate) in page {
            let mut game = writing(Nation::French).game(&[]);
            game.give(game.send("BG", number));
            assert_eq!(game.effective("BG"), mandate);
        }
        let mut game = writing(Nation::French).game(&[]);
        game.give(game.send_to("BG", 3, (20, 40)));
        assert_eq!(game.effective("BG"), Defend);
        let game = writing(Nation::French).game(&[]);
        assert!(!game.may(game.send("BG", 0)) && !game.may(game.send("BG", 8)));
    });
}

#[test]
fn each_order_demands_its_distances() {
    bites(&["SN-ORD-2", "SN-ORD-7a", "SN-ORD-7b", "SN-ORD-7c", "SN-ORD-7e", "SN-ORD-7f", "SN-ORD-7g"], || {
        assert_eq!([3, 4].map(|far| rests(Attack, far)), [true, false]);
        assert_eq!([0, 3, 4].map(|far| rests_by(Attack, far)), [true, true, false], "of its objective as well");
        assert!(rests_by(Probe, 0) && rests_by(Defend, 0), "on it as well");
        assert_eq!([6, 7].map(|far| rests(Probe, far)), [true, false], "one unit is its own half");
        assert_eq!([6, 7].map(|far| rests_by(Probe, far)), [true, false]);
        assert_eq!([5, 6, 12, 13].map(|far| rests(Screen, far)), [false, true, true, false]);
        assert_eq!([5, 6, 12, 13].map(|far| rests_by(Screen, far)), [false, true, true, false]);
        assert_eq!(
            [5, 6].map(|far| rests_under(before(Maneuver, far).house("maneuver_start", "end_only"))),
            [false, true]
        );
        assert_eq!([12, 13].map(|far| rests_by(Defend, far)), [true, false]);
        assert_eq!([11, 12].map(|far| rests(Withdraw, far)), [false, true]);
        assert!(rests(Rally, 2));
    });
    bites(&["SN-ORD-2"], || {
        let second = |far: i16| {
            let two = before(Probe, 6).foot("B2", (30 - far, 10 + far), "N", Column);
            two.game(&[]).may_end()
        };
        assert_eq!([12, 13].map(second), [true, false], "the rest within 12 inches");
    });
}

/// Whether a line three hexes off may charge under an order, its objective so far from where it makes contact.
fn charges(mandate: Mandate, far: Option<i16>) -> bool {
    let line = Fixture::plain().foot("B1", (30, 13), "N", Line);
    let armies = enemy(line).ordered(Side::Blue, mandate).phase(MOVE_PHASE, Side::Blue);
    let armies = far.map_or(armies.clone(), |far| armies.objective((30, 11 + far)));
    let game = armies.game(&[]);
    game.may(game.order(CHARGE, "B1", "R1"))
}

#[test]
fn orders_allow_charges_or_forbid_them() {
    bites(&["SN-ORD-2"], || {
        assert_eq!([Attack, Probe].map(|mandate| charges(mandate, None)), [true, true]);
        assert_eq!([Maneuver, Withdraw, Rally].map(|mandate| charges(mandate, None)), [false; 3]);
        assert_eq!([4, 7, 11, 15].map(|far| charges(Screen, Some(far))), [false, true, true, false], "6 to 12 inches");
        assert!(!charges(Screen, None), "without an objective it ends nowhere near one");
        assert_eq!([11, 15].map(|far| charges(Defend, Some(far))), [true, false]);
    });
}

#[test]
fn what_was_ordered_and_what_is_done_both_last() {
    bites(&["SN-ORD-3"], || {
        let mut game = writing(Nation::Austrian).game(&[]);
        game.give(game.shade("BG", 5));
        assert_eq!((game.ordered("BG"), game.effective("BG")), (Probe, Screen));
        game.next_turn();
        assert_eq!((game.ordered("BG"), game.effective("BG")), (Probe, Screen), "until they are changed");
    });
}

/// What a leader of a nation may make of an order, by number.
fn shades(nation: Nation, ordered: Mandate) -> Vec<i16> {
    writing(nation).ordered(Side::Blue, ordered).game(&[]).choices("BG")
}

/// Example 19.
#[test]
fn nations_shade_orders() {
    bites(&["SN-ORD-4"], || {
        assert_eq!(shades(Nation::Austrian, Probe), [5, 6]);
        assert_eq!(shades(Nation::Spanish, Probe), [5, 6]);
        assert_eq!(shades(Nation::BritishAlly, Probe), [5, 6], "British for the radius only");
        assert_eq!([Nation::French, Nation::British].map(|nation| shades(nation, Probe)), [[5, 6, 7], [5, 6, 7]]);
        assert_eq!(shades(Nation::Turkish, Probe), [6, 7]);
        assert_eq!(shades(Nation::French, Rally), [1, 2]);
        assert_eq!(shades(Nation::French, Attack), [6, 7]);
        assert_eq!(shades(Nation::Turkish, Attack), [7]);
    });
    bites(&["SN-ORD-4"], || {
        let mut game = writing(Nation::French).game(&[]);
        game.give(game.shade("BG", 5));
        game.next_turn();
        assert_eq!(game.choices("BG"), [5, 6, 7], "the freedom does not add up");
    });
    bites(&["SN-ORD-4", "SN-OPT-1"], || {
        assert_eq!(shades(Nation::FrenchAlly, Probe), [5, 6]);
        let allies = writing(Nation::FrenchAlly).house("ally_freedom", "as_french");
        assert_eq!(allies.clone().game(&[]).choices("BG"), [5, 6, 7]);
        assert_eq!(allies.ordered(Side::Blue, Screen).game(&[]).choices("BG"), [4, 5, 6]);
    });
    bites(&["SN-ORD-4"], || {
        assert_eq!(shades(Nation::Turkish, Screen), [5, 6]);
        let mut game = writing(Nation::Turkish).game(&[]);
        game.give(game.shade("BG", 7));
        game.next_turn();
        assert_eq!(game.choices("BG"), [6, 7], "back to what was ordered");
    });
}

/// The C-in-C at (0,50), and a command so many inches from him, running screen under the order to probe.
fn apart(nation: Nation, far: i16) -> Fixture {
    let chief = Fixture::plain().foot("B0", (0, 50), "N", Column).chief_at(Side::Blue, (0, 50));
    let command = chief.commander("BA", (far, 50)).foot("B1", (far, 50), "N", Column).under("BA");
    enemy(command).nation(Side::Blue, nation).ordered(Side::Blue, Probe).phase(ORDERS, Side::Blue).turn(3)
}

/// Example 37.
#[test]
fn an_order_from_afar_arrives_a_turn_later() {
    bites(&["SN-ORD-5c", "SN-ORD-5d"], || {
        let mut game = apart(Nation::Austrian, 15).objective((25, 40)).game(&[]);
        game.command("BA").chosen = Screen;
        game.give(game.send_to("BA", 7, (30, 20)));
        assert!(!game.may(game.send("BA", 6)), "one order a turn");
        assert_eq!(game.choices("BA"), [5, 6], "on turn 3 as before");
        assert_eq!((game.ordered("BA"), game.effective("BA"), game.aim("BA")), (Probe, Screen, Some((25, 40))));
        game.next_turn();
        assert_eq!((game.ordered("BA"), game.effective("BA"), game.aim("BA")), (Attack, Attack, Some((30, 20))));
        assert_eq!(game.choices("BA"), [6, 7]);
    });
    bites(&["SN-ORD-5c", "SN-OPT-1"], || {
        let mut game = apart(Nation::Austrian, 15).house("order_delay", "none").game(&[]);
        game.give(game.send("BA", 4));
        assert_eq!(game.effective("BA"), Maneuver);
        let mut game = apart(Nation::Austrian, 15).game(&[]);
        game.give(game.send("BA", 4));
        assert_eq!(game.effective("BA"), Probe);
    });
}

#[test]
fn an_order_within_the_radius_of_the_chief_arrives_at_once() {
    bites(&["SN-ORD-5b", "SN-ORD-5c", "SN-ORD-12"], || {
        let heard = |nation, far| {
            let mut game = apart(nation, far).game(&[]);
            game.give(game.send("BA", 4));
            game.effective("BA") == Maneuver
        };
        assert_eq!([12, 13].map(|far| heard(Nation::Austrian, far)), [true, false]);
        assert_eq!([18, 19].map(|far| heard(Nation::French, far)), [true, false]);
    });
    bites(&["SN-ORD-5a", "SN-ORD-5b", "SN-ORD-5c", "SN-ORD-5d"], || {
        let mut game = apart(Nation::Austrian, 12).game(&[]);
        game.command("BA").chosen = Screen;
        game.give(game.send("BA", 4));
        assert_eq!(game.effective("BA"), Maneuver, "what it did before is forgotten");
        let mut own = apart(Nation::Austrian, 15).game(&[]);
        own.give(own.send("BG", 1));
        assert_eq!(own.ordered("BG"), Rally, "his own command changes freely");
        let mut lost = apart(Nation::Austrian, 12).game(&[]);
        lost.away("BG");
        assert!(!lost.may(lost.send("BA", 4)) && !lost.may(lost.send("BG", 4)), "nobody is there to send any");
        assert_eq!(lost.choices("BA"), [5, 6], "but its leader goes on reading his");
        let mut game = apart(Nation::French, 18).game(&[]);
        game.give(game.shade("BA", 5));
        game.give(game.send("BA", 7));
        assert_eq!(game.effective("BA"), Attack);
        assert_eq!(game.choices("BA"), [6, 7], "a new order is shaded anew");
        let mut late = apart(Nation::French, 19).game(&[]);
        late.give(late.send("BA", 7));
        assert_eq!(late.effective("BA"), Probe);
    });
}

#[test]
fn four_orders_have_objectives() {
    bites(&["SN-ORD-6"], || {
        let game = writing(Nation::French).game(&[]);
        let plain: Vec<i16> = (1..=7).filter(|number| game.may(game.send("BG", *number))).collect();
        let aimed: Vec<i16> = (1..=7).filter(|number| game.may(game.send_to("BG", *number, (20, 40)))).collect();
        assert_eq!(plain, [1, 2, 4, 5, 6, 7], "to defend without one is no order");
        assert_eq!(aimed, [3, 5, 6, 7]);
    });
    bites(&["SN-ORD-6"], || {
        let shading = || writing(Nation::Austrian).ordered(Side::Blue, Maneuver).chief_at(Side::Blue, (22, 44));
        let mut game = shading().game(&[]);
        game.give(game.shade("BG", 3));
        assert_eq!((game.effective("BG"), game.aim("BG")), (Defend, Some((22, 44))), "where its leader stands");
        let mut game = shading().objective((10, 40)).game(&[]);
        game.give(game.shade("BG", 3));
        assert_eq!(game.aim("BG"), Some((10, 40)), "unless it has one");
    });
    bites(&["SN-ORD-6"], || {
        let shading = writing(Nation::Austrian).ordered(Side::Blue, Maneuver).chief_at(Side::Blue, (22, 44));
        let mut game = shading.game(&[]);
        game.give(game.shade("BG", 3));
        for (shade, place) in [(4, (18, 50)), (3, (18, 50))] {
            game.next_turn();
            let leader = game.leader("BG");
            game.umpire().lead(leader, battle::Perch::At(hex(place.0, place.1)), "SN-LEADER-2");
            game.give(game.shade("BG", shade));
        }
        assert_eq!(game.aim("BG"), Some((18, 50)), "where he then stands, whenever he comes to it again");
    });
}

/// A line of foot out of command, six inches from the enemy on its flank.
fn adrift(mandate: Mandate) -> Fixture {
    let line = Fixture::plain().foot("B1", (20, 30), "ESE", Line).chief_at(Side::Blue, (20, 50));
    line.foot("R1", (20, 24), "S", Line).ordered(Side::Blue, mandate).phase(MOVE_PHASE, Side::Blue)
}

/// How near to the enemy the ends of forming in place come, at least.
fn nearest_form(game: &Game) -> i32 {
    let (unit, enemy) = (game.id("B1"), game.war.field().footprint(game.id("R1")));
    let reach = game.war.reach(&Order::new(FORM).by(unit));
    let far = reach.legal().map(|place| game.war.field().footprint_at(unit, &place.pose).distance(&enemy));
    far.min().expect("an end")
}

#[test]
fn who_forms_in_place_keeps_to_its_order_and_a_panic_off_the_enemy() {
    bites(&["SN-ORD-8a"], || {
        assert_eq!(nearest_form(&adrift(Maneuver).game(&[])), 6, "no stand wheels nearer than it may end");
    });
    assert_eq!(nearest_form(&adrift(Rally).game(&[])), 5);
    bites(&["SN-MOVE-13"], || {
        let mut game = adrift(Rally).game(&[]);
        game.set_status("B1", PANIC);
        assert_eq!(nearest_form(&game), 6);
    });
}

/// Example 20: who came to be how far from the enemy.
#[test]
fn half_of_a_probe_is_near() {
    let five = || {
        let near = before(Probe, 4).foot("B2", (26, 16), "N", Column).foot("B3", (20, 20), "N", Column);
        near.foot("B4", (28, 21), "N", Column).foot("B5", (18, 23), "N", Column)
    };
    bites(&["SN-ORD-7b", "SN-ORD-7h", "SN-ORD-8b", "SN-ORD-8c", "SN-ORD-8d"], || {
        let mut game = five().game(&[]);
        assert!(!game.may_end(), "the fifth is 13 inches away");
        assert!(game.goes("B5", (18, 22), "N", Column), "12 inches are enough, two others could still come");
        game.go("B5", (18, 22), "N", Column);
        assert!(!game.may_end(), "two of five are near");
        assert!(game.goes("B4", (28, 20), "N", Column), "while another could still come");
        game.go("B4", (28, 20), "N", Column);
        assert!(!game.goes("B3", (20, 19), "N", Column) && !game.goes("B3", (22, 18), "N", Column));
        assert!(game.goes("B3", (23, 17), "N", Column), "three inches are an advance");
        game.go("B3", (23, 17), "N", Column);
        assert!(game.may_end());
    });
    bites(&["SN-ORD-7h"], || {
        let far = before(Probe, 4).foot("B2", (26, 16), "N", Column).foot("B5", (18, 26), "N", Column).game(&[]);
        assert!(!far.goes("B5", (18, 24), "N", Column), "from 16 to 14 inches");
        assert!(far.goes("B5", (18, 23), "N", Column), "to 13: it has advanced");
        assert!(far.goes("B5", (18, 25), "N", Line), "a line advances by one");
    });
}

/// Example 21.
#[test]
fn an_attack_advances() {
    bites(&["SN-ORD-7a", "SN-ORD-7h", "SN-ORD-2"], || {
        let line = Fixture::plain().foot("B1", (30, 19), "N", Line);
        let game = enemy(line).ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue).game(&[]);
        assert!(!game.may_end(), "standing still is refused");
        assert!(game.goes("B1", (30, 18), "N", Line));
        assert!(!game.goes("B1", (30, 19), "N", Column), "a change of formation is no advance");
        let horse = Fixture::plain().unit("B1", Kind::LightCavalry, 2, (20, 30), "N", Column);
        let game = enemy(horse).ordered(Side::Blue, Attack).phase(MOVE_PHASE, Side::Blue).game(&[]);
        assert!(!game.goes("B1", (20, 25), "N", Column) && game.goes("B1", (20, 24), "N", Column));
    });
}

/// Inches that are an advance: half the rate of the formation a move ends in, rounded down, half of that after a check, and
/// an inch at least.
#[test]
fn an_advance_is_half_a_move_or_a_quarter_after_a_check() {
    let inches = |kind, test| {
        let unit = enemy(Fixture::plain().unit("B1", kind, 2, (30, 30), "N", Column)).ordered(Side::Blue, Attack);
        let mut game = unit.phase(MOVE_PHASE, Side::Blue).game(&[]);
        let id = game.id("B1");
        game.umpire().own_mut(id).test = test;
        let shapes = [Column, Line, crate::space::Shape::Square, crate::space::Shape::Road];
        let pose = |shape| battle::Pose { formation: crate::space::formation(kind, 2, shape), ..game.pose("B1") };
        let demand = Demand::upon(&game.war, id).expect("it is bound");
        shapes.map(|shape| demand.advance(&pose(shape)))
    };
    bites(&["SN-ORD-7i"], || {
        assert_eq!(inches(Kind::Infantry, Test::None), [3, 1, 1, 6]);
        assert_eq!(inches(Kind::LightCavalry, Test::None), [6, 4, 1, 7]);
        assert_eq!(inches(Kind::Infantry, Test::Passed), [1, 1, 1, 3]);
        assert_eq!(inches(Kind::LightCavalry, Test::Passed), [3, 2, 1, 3]);
    });
}

fn shortfall(game: &Game) -> i32 {
    let demand = Demand::upon(&game.war, game.id("B1")).expect("it is bound");
    demand.shortfall(&game.pose("B1"), Part::All)
}

/// Example 38.
#[test]
fn a_screen_keeps_its_distance_from_either() {
    bites(&["SN-ORD-7c", "SN-ORD-2"], || {
        assert_eq!(shortfall(&before(Screen, 3).objective((30, 21)).game(&[])), 0);
        assert_eq!(shortfall(&before(Screen, 8).objective((30, 38)).game(&[])), 0);
        let near = before(Screen, 5).game(&[]);
        assert_eq!(shortfall(&near), 1);
        assert!(!near.may_end() && near.goes("B1", (30, 16), "N", Column), "it ends 6 inches off or more");
        let reach = near.war.reach(&Order::new(MOVE).by(near.id("B1")));
        let far = |pose| near.war.field().footprint_at(near.id("B1"), pose).distance_to(hex(30, 10));
        assert!(reach.legal().all(|place| far(&place.pose) >= 6));
        assert_eq!(shortfall(&before(Screen, 20).objective((30, 15)).game(&[])), 3);
    });
    bites(&["SN-ORD-7c", "SN-OPT-1"], || {
        let screen = |far| before(Screen, far).objective((30, 21)).house("screen", "clear_of_enemy").game(&[]);
        assert_eq!([3, 6].map(|far| shortfall(&screen(far))), [3, 0]);
    });
    bites(&["SN-OPT-1"], || {
        let rally = |far| before(Rally, far).house("rally_move", "stay_clear").game(&[]);
        assert_eq!([10, 12].map(|far| shortfall(&rally(far))), [2, 0]);
        assert_eq!(shortfall(&before(Rally, 10).game(&[])), 0);
    });
}

#[test]
fn who_cannot_follow_his_order_is_free() {
    let river = |row| before(Attack, 7).above(row, Obstacle::River).game(&[]);
    bites(&["SN-ORD-7j", "SN-ORD-2"], || {
        let held = river(17);
        assert!(
            held.may_end() && held.goes("B1", (30, 18), "N", Column),
            "no pose is nearer: it may look for the bridge"
        );
        let open = river(5);
        assert!(!open.may_end() && !open.goes("B1", (30, 18), "N", Column));
    });
}

/// Orders are given by number; whoever gives one is told its name, and finds the numbers in the tables.
#[test]
fn numbers_of_orders_are_explained() {
    bites(&["SN-ORD-1"], || {
        let game = writing(Nation::French).game(&[]);
        let told = |order| game.war.forecast(&order).results.first().map(|result| result.label);
        assert_eq!([1, 7].map(|number| told(game.send("BG", number))), [Some("rally"), Some("attack")]);
        assert_eq!(told(game.shade("BG", 5)), Some("screen"));
    });
    let sheets = crate::reference(&battle::HouseRules::default());
    let orders = sheets.iter().find(|sheet| sheet.clauses.contains(&"SN-ORD-1")).expect("a table of orders");
    let page = ["attack", "probe", "screen", "maneuver", "defend", "withdraw", "rally"];
    assert_eq!(orders.rows.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), page);
    assert_eq!(orders.rows[0][0], "7");
}

/// The shortfall of B1 under an order, with an enemy and an objective so far away.
fn short(mandate: Mandate, enemy: i16, place: Option<i16>, screen: &str) -> i32 {
    shortfall_by(mandate, enemy, place, ("screen", screen))
}

/// The same under a house rule.
fn shortfall_by(mandate: Mandate, enemy: i16, place: Option<i16>, (key, value): (&str, &str)) -> i32 {
    let mut fixture = Fixture::plain().unit("B1", Kind::Infantry, 1, (30, 30), "N", Column);
    fixture = fixture.ordered(Side::Blue, mandate).house(key, value);
    if let Some(far) = place {
        fixture = fixture.objective((30 - far, 30));
    }
    let game = fixture.unit("R1", Kind::Infantry, 1, (30, 30 - enemy), "S", Column).game(&[]);
    Demand::upon(&game.war, game.id("B1")).map_or(-1, |demand| demand.shortfall(&game.pose("B1"), Part::All))
}

/// Example 38.
#[test]
fn demands_are_inches_short_of_a_band() {
    bites(&["SN-ORD-7a", "SN-ORD-7b", "SN-ORD-7c", "SN-ORD-7e", "SN-ORD-7f", "SN-ORD-7g", "SN-ORD-2"], || {
        let screen = |enemy, place| short(Mandate::Screen, enemy, place, "either");
        assert_eq!((screen(3, Some(8)), screen(8, Some(20)), screen(5, None), screen(20, Some(15))), (0, 0, 1, 3));
        assert_eq!(short(Mandate::Screen, 3, Some(8), "clear_of_enemy"), 3);
        assert_eq!(short(Mandate::Attack, 9, Some(5), "either"), 2);
        assert_eq!(short(Mandate::Probe, 15, None, "either"), 3);
        assert_eq!(short(Mandate::Maneuver, 4, None, "either"), 2);
        assert_eq!(short(Mandate::Defend, 4, Some(14), "either"), 2);
        assert_eq!(short(Mandate::Withdraw, 4, None, "either"), 8);
        assert_eq!(short(Mandate::Rally, 4, None, "either"), 0);
        assert_eq!(shortfall_by(Mandate::Rally, 4, None, ("rally_move", "stay_clear")), 8);
    });
}

/// Who begins its move within six inches cannot obey MANEUVER, wherever it ends, and is free for this turn.
#[test]
fn to_maneuver_is_to_start_six_inches_off_as_well() {
    let goes = |far: i16, at: i16| before(Maneuver, far).game(&[]).goes("B1", (30, 10 + at), "N", Column);
    bites(&["SN-ORD-7d"], || {
        assert!(before(Maneuver, 5).game(&[]).may_end() && goes(5, 4) && goes(5, 6));
        assert!(
            before(Maneuver, 6).game(&[]).may_end() && !goes(6, 5) && goes(6, 7),
            "from six it ends at six or more"
        );
    });
    bites(&["SN-ORD-7d", "SN-OPT-1"], || {
        let game = before(Maneuver, 5).house("maneuver_start", "end_only").game(&[]);
        assert!(!game.may_end() && !game.goes("B1", (30, 14), "N", Column) && game.goes("B1", (30, 16), "N", Column));
        assert!(before(Maneuver, 5).game(&[]).may_end());
    });
}

/// The C-in-C's radius decides, by his own nation, whether an order is there at once; not that of whoever is to get it.
#[test]
fn orders_reach_as_far_as_the_chief_commands() {
    bites(&["SN-ORD-5b"], || {
        let heard = |chief, commander, far| {
            let mut game = apart(Nation::Austrian, far).nation_of("BG", chief).nation_of("BA", commander).game(&[]);
            game.give(game.send("BA", 4));
            game.effective("BA") == Maneuver
        };
        assert_eq!([18, 19].map(|far| heard(Nation::French, Nation::Spanish, far)), [true, false]);
        assert_eq!([9, 10].map(|far| heard(Nation::Spanish, Nation::French, far)), [true, false]);
    });
    bites(&["SN-ORD-5b"], || {
        let heard = |hexes| {
            let mut game = apart(Nation::Austrian, hexes).scale(2).game(&[]);
            game.give(game.send("BA", 4));
            game.effective("BA") == Maneuver
        };
        assert_eq!([6, 7].map(heard), [true, false], "twelve inches, of two a hex");
    });
}

/// Three units under PROBE: one near, one exempt and one twelve inches off, which could come near.
#[test]
fn the_half_of_a_probe_is_of_those_it_binds() {
    let three = || before(Probe, 4).foot("B2", (16, 22), "N", Column).foot("B3", (36, 16), "N", Column);
    bites(&["SN-ORD-8e"], || {
        assert!(!three().game(&[]).may_end(), "one of three is not half");
        let mut scared = three().game(&[]);
        scared.set_status("B2", PANIC);
        assert!(scared.may_end(), "one of two is: nobody counts who is in a panic");
        let mut failed = three().game(&[]);
        let unit = failed.id("B2");
        failed.war.own_mut(unit).test = crate::state::Test::Failed;
        assert!(failed.may_end(), "nor who has failed its check");
    });
}
