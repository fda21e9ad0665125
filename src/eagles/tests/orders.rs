//! Orders and Initiative: costs, limits, uses, who places, what is lost (EA-ORD, EA-INIT, EA-SEQ, EA-RES-1 to 5).

use battle::rule::bites;
use battle::{Deaf, Side, System, UnitId};

use super::drawn::{Drawn, drawn, drawn_with};
use super::fixture::Fixture;
use super::war::{battle, house};
use super::words::Play;
use crate::info;
use crate::marks;
use crate::{Class, Options, OrdersDice, Traits};

use Class::{Cavalry, Guns, Infantry};

fn two(dice: &[u8], change: impl FnOnce(&mut Options)) -> Drawn {
    let field =
        Fixture::open(40, 50).rules(change).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "24,40", "N");
    let field = field.unit("R1", Infantry, "11,20", "S").unit("R2", Cavalry, "25,20", "S");
    drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), dice).at(info::ORDERS, Side::Blue)
}

#[test]
fn a_command_rolls_its_generals_dice() {
    bites(&["EA-ORD-1", "EA-RES-1", "EA-OPT-20", "EA-OPT-21"], || {
        for (words, dice, rolled) in
            [("", vec![5], 5), ("d6+4", vec![2], 6), ("d6+6", vec![1], 7), ("d6+1", vec![3], 4), ("2d6", vec![3, 4], 7)]
        {
            let mut game = two(&dice, |_| {});
            let setting = game.eagles.setting_mut().expect("nobody shares it");
            setting.leaders[0].post.dice = OrdersDice::named(words).unwrap_or_default();
            game.eagles.roll_orders(&mut Deaf);
            assert_eq!(game.eagles.state.own.pools[0].points, rolled);
        }
        for (house, dice, rolled) in [(OrdersDice::D6, vec![2], 2), (OrdersDice::D6Plus4, vec![2], 6)] {
            let mut game = two(&dice, |rules| rules.orders_dice = house);
            game.eagles.roll_orders(&mut Deaf);
            assert_eq!(game.eagles.state.own.pools[0].points, rolled, "{house:?} for every General");
        }
        let mut able = two(&[3], |_| {});
        able.eagles.setting_mut().expect("nobody shares it").leaders[0].post.efficient = true;
        able.eagles.roll_orders(&mut Deaf);
        assert_eq!(able.eagles.state.own.pools[0].points, 4);
    });
}

#[test]
fn pools_may_be_one_a_side() {
    bites(&["EA-RES-2"], || {
        for (words, blue) in [("", [3, 5]), ("orders_pool=side", [3, 3]), ("orders_pool=sum", [3 + 5, 3 + 5])] {
            let rules = Options::of(&house(words), 1);
            let field = Fixture::open(40, 50)
                .rules(|set| *set = rules)
                .unit("B1", Infantry, "10,40", "N")
                .unit("B2", Infantry, "24,40", "N")
                .unit("R1", Infantry, "11,20", "S");
            let field = field.general("BG", Some("B1")).general("BH", Some("B2")).general("RG", Some("R1"));
            let commands = |generals: &mut Vec<crate::muster::General>| {
                (generals[0].command, generals[1].command) = (vec![UnitId(0)], vec![UnitId(1)]);
            };
            let mut game = drawn_with(field, &[3, 5, 1], commands);
            game.eagles.roll_orders(&mut Deaf);
            assert_eq!([0, 1].map(|unit| game.eagles.purse(UnitId(unit))), blue, "{words}");
        }
    });
}

#[test]
fn one_order_each_and_two_for_veterans() {
    bites(&["EA-ORD-3", "EA-OPT-19", "EA-OPT-30"], || {
        let field = |traits| {
            let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").traits(traits);
            let field = field.unit("B2", Infantry, "24,40", "N").unit("B3", Infantry, "34,40", "N");
            field.unit("R1", Infantry, "11,20", "S").general("BG", Some("B2")).general("RG", Some("R1"))
        };
        for (traits, second) in [(Traits::empty(), "EA-ORD-3"), (Traits::VETERANS, "")] {
            let mut game = drawn(field(traits), &[5, 5]).at(info::ORDERS, Side::Blue);
            game.eagles.roll_orders(&mut Deaf);
            game.give("order B1");
            assert_eq!(game.barred("order B1"), second);
        }
        let mut twice = drawn(field(Traits::VETERANS), &[5, 5]).at(info::ORDERS, Side::Blue);
        twice.eagles.roll_orders(&mut Deaf);
        twice.give("order B1").give("order B1").give("done").give("done");
        let mut twice = twice.at(info::ACTIONS, Side::Blue);
        twice.give("maneuver B1 10,38/N/line4").give("maneuver B1 10,36/N/line4");
        assert_eq!((twice.place("B1").as_str(), twice.uses("B1")), ("10,36/N", 0), "two Actions");
        let led = field(Traits::empty()).unit("B4", Infantry, "4,40", "N").traits(Traits::VETERANS);
        let mut led = drawn(led.general("BH", Some("B4")), &[5, 5]).at(info::ORDERS, Side::Blue);
        led.eagles.roll_orders(&mut Deaf);
        assert_eq!(
            [led.barred("order B2"), led.barred("order B4")],
            ["EA-ORD-3", ""],
            "a free Order is one of the two"
        );
        let mut faults = Vec::new();
        let mut spec = super::war::unit("B1 line infantry 5,5 N");
        spec.special.insert("eagles".into(), vec!["guard".into(), "guard".into(), "veterans".into()]);
        let mut army = super::war::usual().armies[0].clone();
        army.units = vec![spec];
        let all = crate::muster::recruits(&army, &Options::default(), &mut faults);
        assert_eq!(all[0].profile.traits, Traits::GUARD | Traits::VETERANS);
    });
}

#[test]
fn an_order_has_one_use() {
    bites(&["EA-ORD-4", "EA-ORD-5"], || {
        let mut game = two(&[], |_| {}).ordered(&["B2"]).at(info::ACTIONS, Side::Blue);
        assert_eq!(game.barred("rally B1"), "EA-ORD-5");
        game.give("maneuver B2 24,39/N/line4");
        assert_eq!((game.uses("B2"), game.eagles.marked(game.id("B2"), marks::ORDERED)), (0, false));
        let mut orders = two(&[6, 1], |_| {});
        orders.eagles.roll_orders(&mut Deaf);
        orders.give("order B2");
        assert_eq!(orders.uses("B2"), 1);
    });
}

#[test]
fn an_order_that_cost_two_may_be_used_twice_by_house_rule() {
    bites(&["EA-RES-3"], || {
        let uses = |twice: bool| {
            let field =
                Fixture::open(40, 50).rules(|rules| rules.order2_uses = twice).unit("B1", Infantry, "10,40", "N");
            let field = field.unit("R1", Infantry, "11,37", "S").unit("B2", Infantry, "30,40", "N");
            let mut game =
                drawn(field.general("BG", Some("B2")).general("RG", Some("R1")), &[6, 1]).at(info::ORDERS, Side::Blue);
            game.eagles.roll_orders(&mut Deaf);
            game.give("order B1").uses("B1")
        };
        assert_eq!([uses(false), uses(true)], [1, 2]);
    });
}

#[test]
fn the_holder_places_first_unless_the_house_says_otherwise() {
    bites(&["EA-SEQ-3", "EA-RES-4"], || {
        let sides = |words: &str| {
            let mut game = battle(words, 3);
            let first = game.deciding();
            game.resolve(&battle::Order::new(info::DONE), &mut Deaf).expect("done");
            [Some(first), Some(game.deciding()).filter(|_| game.phase() == info::ORDERS)]
        };
        assert_eq!(sides(""), [Some(Side::Red), Some(Side::Blue)]);
        assert_eq!(sides("orders_placement=other"), [Some(Side::Blue), Some(Side::Red)]);
        assert_eq!(sides("orders_placement=secret"), [Some(Side::Red), Some(Side::Blue)]);
    });
}

#[test]
fn secret_orders_are_hidden_until_both_have_placed() {
    bites(&["EA-RES-4"], || {
        let mut game = battle("orders_placement=secret", 3);
        let orders = game.orders();
        let order = orders.iter().find(|order| order.verb == info::ORDER).copied().expect("red can order somebody");
        let unit = order.unit().expect("a unit");
        let done = battle::Order::new(info::DONE);
        game.resolve(&order, &mut Deaf).expect("legal");
        game.resolve(&done, &mut Deaf).expect("legal");
        assert!(game.uses(unit) > 0 && !game.marked(unit, marks::ORDERED));
        let seen = game.view(Side::Blue, 9);
        assert!(seen.card(unit).rows.iter().any(|(name, text)| *name == "order" && text.starts_with("none")));
        let own = game.view(Side::Red, 9);
        assert!(own.card(unit).rows.iter().any(|(name, text)| *name == "order" && text.starts_with("cost")));
        game.resolve(&done, &mut Deaf).expect("legal");
        assert!(game.phase() == info::ACTIONS && game.marked(unit, marks::ORDERED), "shown when both have placed");
    });
}

#[test]
fn what_is_not_given_or_used_is_lost() {
    bites(&["EA-ORD-6", "EA-SEQ-9"], || {
        let mut game = two(&[6, 6], |_| {});
        game.eagles.roll_orders(&mut Deaf);
        game.give("order B2").give("done");
        assert_eq!(game.eagles.state.own.pools[0].points, 0);
        while game.eagles.field().turn() == 2 {
            game.give("done");
        }
        assert_eq!(game.uses("B2"), 0);
        assert!(!game.eagles.marked(game.id("B2"), marks::ORDERED));
    });
}

#[test]
fn the_turn_goes_through_its_steps() {
    // Steps of turn 3 with whose part begins, and what is rolled in them. Red holds the Initiative; Blue's 6 takes it.
    let turn = |words: &str| {
        let field = Fixture::open(30, 40).rules(|rules| rules.fire_first = words == "fire_first");
        let field = field.unit("B1", Infantry, "10,20", "N").unit("R1", Infantry, "11,16", "S");
        let mut game = drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), &[3, 5, 1, 6]);
        game.eagles.state.first = Side::Red;
        game = game.at(info::END, Side::Red);
        game.heard.events.clear();
        rulebook::begin_phase(&mut game.eagles.by(&mut game.heard), info::END, Side::Red);
        while game.eagles.field().turn() < 4 {
            game.give("done");
        }
        let named = |side: Option<Side>| side.map_or("both", |side| side.name());
        let told = game.heard.events.iter().filter_map(|event| match event {
            battle::Event::TurnBegan { turn } => Some(format!("turn {turn}")),
            battle::Event::StepBegan { step, side } => {
                Some(format!("{} {}", crate::info().steps[usize::from(*step)].title, named(*side)))
            }
            battle::Event::Rolled(roll) => Some(format!("{} {} {}", roll.label, roll.side, roll.result)),
            _ => None,
        });
        let told: Vec<String> = told.skip_while(|text| text != "turn 3").take_while(|text| text != "turn 4").collect();
        told
    };
    bites(
        &[
            "EA-SEQ-2",
            "EA-SEQ-3",
            "EA-SEQ-4",
            "EA-SEQ-5",
            "EA-SEQ-8",
            "EA-SEQ-11",
            "EA-SEQ-13",
            "EA-RES-6",
            "EA-RES-45",
            "EA-INIT-2",
            "EA-INIT-3",
        ],
        || {
            let planning = ["turn 3", "Orders Red", "orders Red 3", "orders Blue 5", "Orders Blue"];
            let initiative = ["Initiative both", "initiative Red 1", "initiative Blue 6"];
            let (actions, fire) = (["Actions Blue", "Actions Red"], ["Fire Blue", "Fire Red"]);
            let begun = [&planning[..], &initiative].concat();
            assert_eq!(turn(""), [&begun[..], &actions, &fire, &["End of turn both"]].concat());
            assert_eq!(turn("fire_first"), [&begun[..], &fire, &actions, &["End of turn both"]].concat());
        },
    );
}

#[test]
fn initiative_takes_pips() {
    bites(&["EA-OPT-22", "EA-INIT-2"], || {
        let field = || {
            let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,20", "S");
            field.general("BG", Some("B1")).general("RG", Some("R1"))
        };
        for (pip, holder) in [(false, Side::Blue), (true, Side::Red)] {
            let mut game = drawn_with(field(), &[3, 4], |generals| generals[1].pip = pip);
            game.eagles.roll_initiative(&mut Deaf);
            assert_eq!(game.eagles.state.first, holder);
        }
    });
}

#[test]
fn an_army_commander_hands_out_his_pips() {
    bites(&["EA-OPT-23"], || {
        let field = || {
            let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("R1", Infantry, "11,20", "S");
            field.general("BG", Some("B1")).general("BH", Some("B1")).general("RG", Some("R1"))
        };
        let command = |generals: &mut Vec<crate::muster::General>| {
            generals[1].command = std::mem::take(&mut generals[0].command);
            generals[0].army = true;
        };
        let mut game = drawn_with(field(), &[4, 2, 3], command);
        game = game.at(info::ORDERS, Side::Blue);
        game.eagles.roll_orders(&mut Deaf);
        assert_eq!(["grant BG >BH", "pip BG"].map(|order| game.barred(order)), ["", ""]);
        game.give("grant BG >BH").give("pip BG");
        assert_eq!((game.eagles.state.own.pools[0].points, game.eagles.state.own.pools[1].points), (2, 3));
        assert_eq!(game.eagles.initiative_pool(Side::Blue).outcome().chance(7), 1.0 / 6.0);
        assert_eq!(game.barred("pip BG"), "EA-OPT-23", "one pip at most");
        let mut dawn = drawn_with(field(), &[4, 2, 3], command).at(info::ORDERS, Side::Blue);
        dawn.eagles.happens(&battle::Event::TurnBegan { turn: 1 });
        dawn.eagles.roll_orders(&mut Deaf);
        assert_eq!(["grant BG >BH", "pip BG"].map(|order| dawn.barred(order)), ["", "EA-OPT-23"], "no die on turn 1");
        assert_eq!(["grant BG >BG", "grant BG >RG", "grant BH >BG"].map(|order| game.barred(order)), ["EA-OPT-23"; 3]);
        game.give("grant BG >BH").give("grant BG >BH");
        assert_eq!(
            (game.eagles.purse(UnitId(0)), game.barred("grant BG >BH")),
            (5, "EA-OPT-23"),
            "2 rolled and 3 handed on"
        );
    });
}

#[test]
fn guns_may_hold_an_order_in_both_stages() {
    let field = Fixture::open(40, 50).unit("B1", Guns, "10,40", "N").unit("R1", Infantry, "11,20", "S");
    let game = drawn(field, &[]).ordered(&["B1"]);
    assert_eq!(game.listed("bombard"), ["bombard B1 >R1"]);
}

#[test]
fn dice_are_drawn_in_one_fixed_order() {
    let throws = |holder: Side| {
        let field = Fixture::open(40, 60).unit("B1", Infantry, "14,40", "N").unit("R1", Infantry, "15,35", "S");
        let field = field.general("BG", Some("B1")).general("BH", Some("B1")).general("RG", Some("R1"));
        let dice = [1, 2, 3, 4, 4, 5, 1, 2, 3, 6, 5, 4, 3, 2, 1, 6, 1, 2, 3, 4, 5, 6, 1];
        let mut game = drawn(field, &dice);
        game.eagles.state.first = holder;
        game = game.at(info::ORDERS, holder);
        game.eagles.roll_orders(&mut game.heard);
        game.give("done").give("done");
        if holder == Side::Red {
            game.give("done");
        }
        let charge = game.listed("assault")[0].clone();
        game.give(&charge).give("fire R1 >B1");
        let sides = game.heard.events.iter().filter_map(|event| match event {
            battle::Event::Rolled(roll) => Some(roll.side),
            _ => None,
        });
        let initials = sides.map(|side| side.name().chars().next().expect("a name")).collect::<String>();
        (initials, game.rolls())
    };
    let (sides, rolls) = throws(Side::Blue);
    assert!(sides.starts_with("BBRBRBRBR"), "{sides}");
    assert_eq!(
        rolls[..9],
        [
            "orders 1d6: 1 = 1",
            "orders 1d6: 2 = 2",
            "orders 1d6: 3 = 3",
            "initiative 1d6: 4 = 4",
            "initiative 1d6: 4 = 4",
            "charge 1d6: 5 = 9",
            "fire 3d6 4+: 1 2 3 = 0",
            "assault 7d6 4+: 6 5 4 3 2 1 6 = 4",
            "defence 7d6 4+: 1 2 3 4 5 6 1 = 3",
        ]
    );
    assert!(throws(Side::Red).0.starts_with("RBBRBBRBR"), "the holder's commands and die first");
}

#[test]
fn shots_take_effect_before_the_next_choice() {
    bites(&["EA-SEQ-10"], || {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "15,40", "N");
        let field = field.unit("R1", Infantry, "13,36", "S").unit("R2", Infantry, "30,10", "S");
        let mut game = drawn(field, &[6, 6, 6]).at(info::FIRING, Side::Blue);
        assert_eq!(game.listed("fire").len(), 2);
        game.give("fire B1 >R1");
        assert_eq!((game.sp("R1"), game.row("R1")), (4, 32), "hit and withdrawn at once");
        assert_eq!(game.listed("fire").len(), 0, "out of B2's range");
    });
}
