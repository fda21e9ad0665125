//! Generals: riding, free Orders, going with their Unit, loss and return (EA-GEN, EA-OPT-14, EA-RES-5, 36, 38).

use battle::rule::bites;
use battle::{Deaf, Departure, Perch, Side, UnitId};

use super::drawn::{Drawn, drawn, drawn_with};
use super::fixture::Fixture;
use super::words::Play;
use crate::Class::{Cavalry, Guns, Infantry, Lights};
use crate::info;

fn field() -> Fixture {
    let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, "20,40", "N");
    let field =
        field.unit("B3", Infantry, "34,40", "N").unit("R1", Infantry, "11,20", "S").unit("R2", Infantry, "30,20", "S");
    field.general("BG", Some("B1")).general("RG", Some("R1"))
}

fn orders(dice: &[u8]) -> Drawn {
    let mut game = drawn(field(), dice).at(info::ORDERS, Side::Blue);
    game.eagles.roll_orders(&mut Deaf);
    game
}

#[test]
fn a_general_rides_twelve_inches_before_orders() {
    bites(&["EA-GEN-1a", "EA-GEN-1b", "EA-GEN-1c", "EA-MOVE-4"], || {
        let mut game = orders(&[5, 5]);
        assert_eq!(game.listed("attach"), ["attach BG >B2"], "B3 is too far");
        assert_eq!(game.barred("attach BG >B3"), "EA-GEN-1");
        assert_eq!([game.barred("ride BG >10,28"), game.barred("ride BG >10,27")], ["", "EA-GEN-1"], "12 and 13 hexes");
        game.give("attach BG >B2");
        assert_eq!((game.perch(0), game.listed("attach").len()), (Perch::With(UnitId(1)), 0), "once a turn");
        assert_eq!(orders(&[5, 5]).barred("ride BG >20,40"), "EA-GEN-1", "where a Unit is he joins it");
        let mut late = orders(&[5, 5]);
        late.give("order B3");
        assert_eq!(late.barred("attach BG >B2"), "EA-GEN-1");
        let wall = field().block(13..=16, 0..=49, '#');
        let mut walled = drawn(wall, &[5, 5]).at(info::ORDERS, Side::Blue);
        walled.eagles.roll_orders(&mut Deaf);
        assert_eq!(walled.listed("attach").len(), 0, "not through impassable ground");
        // A strip of four rows, and a Unit across all of it between B1 and B2.
        let screened = |label: &str| {
            let strip = Fixture::open(30, 4).unit("B1", Infantry, "5,1", "N").unit("B2", Infantry, "16,1", "N");
            let strip = strip.unit(label, Infantry, "11,1", "ENE").unit("R1", Infantry, "25,1", "S");
            let game = drawn(strip.general("BG", Some("B1")).general("RG", Some("R1")), &[]);
            game.at(info::ORDERS, Side::Blue).barred("attach BG >B2")
        };
        assert_eq!((screened("B3"), screened("R3")), ("", "EA-GEN-1"), "through friends, not through enemies");
        let mut alone = orders(&[5, 5]);
        alone.give("ride BG >12,36");
        assert_eq!((alone.perch(0), alone.barred("order B1")), (Perch::At(super::fixture::hex("12,36")), ""));
    });
}

#[test]
fn his_unit_is_ordered_free_and_two_generals_do_not_add() {
    bites(&["EA-GEN-2"], || {
        let mut game = orders(&[1, 1]);
        assert_eq!(game.barred("order B1"), "EA-ORD-3");
        game.give("order B3");
        assert_eq!((game.uses("B1"), game.uses("B3")), (1, 1));
        let double = field().general("BH", Some("B1"));
        let mut game = drawn(double, &[1, 1, 1]).at(info::ORDERS, Side::Blue);
        game.eagles.settle_generals(&mut Deaf, Side::Blue);
        assert_eq!(game.uses("B1"), 1);
        assert_eq!(game.eagles.rally_pool(UnitId(0)).mean(), 4.5);
    });
}

#[test]
fn he_goes_where_his_unit_goes_and_blocks_nothing() {
    let at = |game: &Drawn| game.eagles.field().leader_hex(battle::LeaderId(0));
    bites(&["EA-GEN-4"], || {
        let mut game = orders(&[1, 1]);
        game.give("attach BG >B2").give("done").give("done");
        game = game.at(info::ACTIONS, Side::Blue).ordered(&["B2"]);
        game.give("maneuver B2 20,38/N/line4");
        assert_eq!((game.perch(0), at(&game)), (Perch::With(UnitId(1)), Some(super::fixture::hex("20,38"))));
        let mut alone = orders(&[1, 1]);
        alone.give("ride BG >20,38").give("done").give("done");
        alone = alone.at(info::ACTIONS, Side::Blue).ordered(&["B2"]);
        assert_eq!(alone.uses("B1"), 0, "alone he orders nobody");
        alone.give("maneuver B2 20,38/N/line4");
        assert_eq!(
            (alone.place("B2").as_str(), at(&alone)),
            ("20,38/N", Some(super::fixture::hex("20,38"))),
            "over him"
        );
    });
}

#[test]
fn a_lost_general_still_rolls_unless_the_house_says_not() {
    let proof = || {
        for (strict, rolled) in [(false, 4), (true, 0)] {
            let mut game = drawn(field().rules(|rules| rules.no_general_no_orders = strict), &[4, 4]);
            game.eagles.remove(&mut Deaf, UnitId(0), battle::Departure::Destroyed, "");
            assert_eq!(game.perch(0), Perch::Away);
            game.eagles.roll_orders(&mut Deaf);
            assert_eq!(game.eagles.state.own.pools[0].points, rolled);
        }
    };
    bites(&["EA-GEN-6", "EA-RES-5"], proof);
}

/// Blue's Unit with the General is gone so; both sides do nothing for two turns.
fn two_turns_after(why: Departure) -> Drawn {
    let mut game = drawn(field(), &[4; 40]).at(info::ACTIONS, Side::Blue);
    game.eagles.remove(&mut Deaf, UnitId(0), why, "");
    while game.eagles.field().turn() < 4 && game.asks() != "return" {
        game.give("done");
    }
    game
}

#[test]
fn he_is_lost_with_his_unit_and_comes_back_a_turn_later() {
    bites(&["EA-GEN-5"], || {
        let mut game = drawn(field(), &[4; 40]).at(info::ACTIONS, Side::Blue);
        game.eagles.remove(&mut Deaf, UnitId(0), Departure::Destroyed, "");
        assert_eq!((game.perch(0), game.perch(1)), (Perch::Away, Perch::With(UnitId(3))));
        let field = Fixture::open(40, 60).unit("B1", Cavalry, "14,40", "N").unit("R1", Guns, "15,35", "S");
        let mut guns =
            drawn(field.unit("R9", Infantry, "30,3", "S").general("RG", Some("R1")), &[6, 6]).ordered(&["B1"]);
        let charge = guns.listed("assault").first().cloned().expect("an assault is possible");
        guns.give(&charge);
        assert_eq!((guns.there("R1"), guns.perch(0)), (false, Perch::Away), "with Guns that are assaulted");
        let mut back = two_turns_after(Departure::Destroyed);
        assert_eq!((back.asks(), back.eagles.field().turn()), ("return", 3), "in step 5 of the next turn");
        back.give("attach BG >B3");
        assert_eq!(
            (back.perch(0), back.eagles.field().turn()),
            (Perch::With(UnitId(2)), 4),
            "he missed the Orders of turn 3"
        );
    });
}

#[test]
fn a_general_who_left_with_his_unit_does_not_return() {
    let proof = || {
        let lost = two_turns_after(Departure::Destroyed);
        assert_eq!((lost.asks(), lost.eagles.field().turn()), ("return", 3), "in step 5 of the next turn");
        let left = two_turns_after(Departure::Exited);
        assert_eq!((left.asks(), left.perch(0)), ("command", Perch::Away), "nobody comes back from an exit");
        assert!(left.eagles.state.own.pools[0].points > 0, "his command still rolls");
    };
    bites(&["EA-GEN-6"], proof);
}

#[test]
fn division_generals_bring_a_free_order_or_three() {
    bites(&["EA-RES-36", "EA-GEN-2"], || {
        let three = |on: bool| {
            let field = field().rules(|rules| rules.division_three_orders = on).general("BD", Some("B2"));
            let mut game = drawn_with(field, &[1, 1], |generals| {
                generals[2].division = true;
                generals[2].command = vec![UnitId(1), UnitId(2)];
            });
            game = game.at(info::ORDERS, Side::Blue);
            game.eagles.roll_orders(&mut Deaf);
            game
        };
        assert_eq!(three(false).eagles.fixed().pools.len(), 2, "no die of his own");
        let field = field().rules(|rules| rules.division_three_orders = true).general("BD", None);
        let mut gone = drawn_with(field, &[1, 1], |generals| generals[2].division = true);
        gone.eagles.roll_orders(&mut Deaf);
        let points: Vec<i16> = gone.eagles.state.own.pools.iter().map(|pool| pool.points).collect();
        assert_eq!(points, [1, 0, 1], "who is away hands out nothing");
        let mut rich = three(true);
        assert_eq!(rich.eagles.state.own.pools.iter().map(|pool| pool.points).collect::<Vec<_>>(), [1, 3, 1]);
        assert_eq!(rich.eagles.price(UnitId(2)).map(|price| price.cost), Some(0));
        rich.give("order B3");
        assert_eq!((rich.uses("B3"), rich.uses("B2")), (1, 1));
    });
}

#[test]
fn staff_may_save_on_top_of_the_roll() {
    bites(&["EA-RES-38", "EA-OPT-17"], || {
        let pool = |bonus: bool, die: u8| {
            let field = field().rules(|rules| rules.staff_bonus = bonus);
            let mut game = drawn_with(field, &[die, 1], |generals| generals[0].staff = true);
            game.eagles.roll_orders(&mut Deaf);
            let pool = game.eagles.state.own.pools[0];
            [pool.points, pool.may_save, pool.saved]
        };
        assert_eq!([4, 5, 6].map(|die| pool(false, die)), [[4, 0, 0], [5, 1, 0], [6, 2, 0]], "out of the roll");
        assert_eq!([4, 5, 6].map(|die| pool(true, die)), [[4, 0, 0], [5, 0, 1], [6, 0, 2]], "in addition to it");
    });
}

/// The Orders roll of an efficient commander is one more than his die shows, for his staff too (EA-OPT-17, EA-OPT-21).
#[test]
fn staff_saves_by_the_orders_roll_not_by_the_die() {
    let pool = |efficient: bool, die: u8| {
        let mut game = drawn_with(field(), &[die, 1], |generals| {
            (generals[0].staff, generals[0].efficient) = (true, efficient);
        });
        game.eagles.roll_orders(&mut Deaf);
        let pool = game.eagles.state.own.pools[0];
        [pool.points, pool.may_save]
    };
    assert_eq!([3, 4, 5, 6].map(|die| pool(true, die)), [[4, 0], [5, 1], [6, 2], [7, 2]]);
    assert_eq!([4, 5, 6].map(|die| pool(false, die)), [[4, 0], [5, 1], [6, 2]]);
}

#[test]
fn other_leaders_become_division_generals_with_the_option() {
    bites(&["EA-OPT-14", "EA-UNIT-5"], || {
        let mut scenario = super::war::usual();
        let division = super::war::leader("BD1", battle::Rank::Division);
        scenario.armies[0].leaders.push(division);
        let generals = |words: &str| {
            let game = crate::deploy(&scenario, &super::war::house(words), 1).expect("a battle");
            game.setting()
                .leaders
                .iter()
                .filter(|one| one.side == Side::Blue)
                .map(|one| one.post.division)
                .collect::<Vec<_>>()
        };
        assert_eq!(generals(""), [false]);
        assert_eq!(generals("division_generals=on"), [false, true]);
        let leader = |label| super::war::leader(label, battle::Rank::Division);
        let mut army = scenario.armies[0].clone();
        army.leaders.extend([leader("BD2"), leader("BD3")]);
        let rules = crate::Options::of(&super::war::house("division_generals=on"), 1);
        let chosen = crate::muster::choose(&army, 9, &rules, &mut Vec::new());
        let divisions: Vec<bool> = chosen.iter().map(|one| one.general.division).collect();
        assert_eq!(divisions, [false, false, true, true], "the second General of nine Units is no bonus");
        assert_eq!([1, 6, 8, 9, 15].map(crate::muster::generals_for), [1, 1, 1, 2, 3]);
    });
}

#[test]
fn generals_are_the_highest_leaders_and_command_their_divisions() {
    bites(&["EA-STAT-4"], || {
        let mut scenario = super::war::usual();
        let army = &mut scenario.armies[0];
        army.brigades.push(battle::BrigadeSpec { name: "Second".into(), division: "D2".into() });
        let mut division = super::war::leader("BD2", battle::Rank::Division);
        division.command = Some("D2".into());
        army.leaders.insert(0, division);
        army.units[4].brigade = 1;
        let generals = |scenario: &battle::Scenario| {
            let game = crate::deploy(scenario, &super::war::house(""), 1).expect("a battle");
            let leaders = game.field().roster().leaders().zip(&game.setting().leaders);
            let own = leaders.filter(|(_, one)| one.side == Side::Blue);
            own.map(|((_, info), one)| (info.label.clone(), one.post.command.len())).collect::<Vec<_>>()
        };
        assert_eq!(
            generals(&scenario),
            [(String::from("BG1"), 6)],
            "one General for six: the army's, though written last"
        );
        let mut large = scenario.clone();
        for at in 0..3 {
            let unit = super::war::unit(&format!("B{} line infantry {},34 N", at + 7, 4 + 6 * at));
            large.armies[0].units.push(battle::UnitSpec { brigade: 1, ..unit });
        }
        assert_eq!(
            generals(&large),
            [(String::from("BG1"), 5), (String::from("BD2"), 4)],
            "two for nine: the division of the one, the rest to the other"
        );
        large.armies[0].leaders[0].command = None;
        let all = [(String::from("BG1"), 9), (String::from("BD2"), 0)];
        assert_eq!(generals(&large), all, "without a division of his own he commands nobody");
    });
}

#[test]
fn two_commands_a_side_share_its_brigades() {
    bites(&["EA-OPT-28"], || {
        let mut scenario = super::war::usual();
        let army = &mut scenario.armies[0];
        army.brigades.push(battle::BrigadeSpec { name: "Second".into(), division: "D2".into() });
        army.leaders.push(super::war::leader("BG2", battle::Rank::Division));
        army.units[4].brigade = 1;
        army.units[5].brigade = 1;
        let commands = |words: &str| {
            let game = crate::deploy(&scenario, &super::war::house(words), 1).expect("a battle");
            let own = game.setting().leaders.iter().filter(|one| one.side == Side::Blue);
            own.map(|one| one.post.command.iter().map(|unit| unit.index()).collect()).collect::<Vec<Vec<usize>>>()
        };
        assert_eq!(commands(""), [vec![0, 1, 2, 3, 4, 5]]);
        assert_eq!(commands("two_commands=on"), [vec![0, 1, 2, 3], vec![4, 5]]);
        let mut army = scenario.armies[0].clone();
        army.leaders.push(super::war::leader("BG3", battle::Rank::Division));
        army.leaders[1].label = String::from("BC");
        let mut labels = |leaders: usize, words: &str| {
            army.leaders.truncate(leaders);
            let rules = crate::Options::of(&super::war::house(words), 1);
            let chosen = crate::muster::choose(&army, 6, &rules, &mut Vec::new());
            chosen.into_iter().map(|one| one.spec.label).collect::<Vec<String>>()
        };
        assert_eq!(labels(3, "two_commands=on"), ["BG1", "BC"], "two of them, whoever else is written");
        assert_eq!(labels(1, "two_commands=on"), ["BG1", "BG2"], "or found");
        assert_eq!(labels(0, "two_commands=on"), ["BG1", "BG2"]);
        assert_eq!(labels(0, ""), ["BG1"], "nobody is without a General");
    });
}

#[test]
fn lights_can_carry_a_general_too() {
    let field = Fixture::open(40, 50).unit("B1", Lights, "10,40", "N").unit("R1", Infantry, "11,20", "S");
    let game = drawn(field.general("BG", Some("B1")).general("RG", Some("R1")), &[]);
    assert!(game.eagles.has_leader(UnitId(0)));
}

#[test]
fn excellent_staff_saves_turn_after_turn_without_a_cap() {
    let mut game = drawn_with(field(), &[6, 1, 6, 1, 6, 1], |generals| generals[0].staff = true);
    let saved = [0, 1, 2].map(|_| {
        game.eagles.roll_orders(&mut Deaf);
        game.eagles.close_pools(Side::Blue);
        game.eagles.state.own.pools[0].saved
    });
    assert_eq!(saved, [2, 4, 6]);
}

#[test]
fn excellent_staff_saves_no_more_than_two_of_a_roll_of_two_dice() {
    let mut game = drawn_with(field(), &[6, 6, 1], |generals| {
        (generals[0].staff, generals[0].dice) = (true, crate::OrdersDice::TwoD6);
    });
    game.eagles.roll_orders(&mut Deaf);
    let pool = &game.eagles.state.own.pools[0];
    assert_eq!([pool.points, pool.may_save], [12, 2]);
}

#[test]
fn a_general_joins_a_unit_twelve_inches_off_and_no_farther() {
    let barred = |place: &str| {
        let field = Fixture::open(40, 50).unit("B1", Infantry, "10,40", "N").unit("B2", Infantry, place, "N");
        let field = field.unit("R1", Infantry, "11,3", "S").general("BG", Some("B1")).general("RG", Some("R1"));
        drawn(field, &[]).at(info::ORDERS, Side::Blue).barred("attach BG >B2")
    };
    assert_eq!([barred("10,28"), barred("10,27")], ["", "EA-GEN-1"]);
}
