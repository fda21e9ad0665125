//! Rally (EA-RALLY).

use battle::rule::bites;
use battle::{Side, System};

use super::drawn::drawn;
use super::fixture::Fixture;
use crate::info;
use crate::marks;
use crate::{Class, Traits};

use Class::Infantry;

#[test]
fn rally_readings() {
    bites(&["EA-RES-29", "EA-RES-44"], || {
        let rally = |stack: bool, full: bool, strength: i16, die: u8| {
            let field = Fixture::open(30, 40).rules(|rules| (rules.rally_stack, rules.rally_full) = (stack, full));
            let field = field.unit("B1", Infantry, "10,20", "N").strength(strength).block(6..=14, 18..=22, 'w');
            let field = field.unit("R1", Infantry, "11,2", "S").general("BG", Some("B1"));
            let mut game = drawn(field, &[die]).ordered(&["B1"]).marked("B1", marks::BLOODED);
            game.give("rally B1").sp("B1")
        };
        assert_eq!([rally(false, false, 3, 4), rally(true, false, 3, 4)], [4, 5]);
        assert_eq!([rally(false, false, 6, 5), rally(false, true, 6, 5)], [6, 7]);
    });
}

#[test]
fn who_has_lost_nothing_does_not_rally() {
    let field = |strength| Fixture::open(30, 40).unit("B1", Infantry, "10,20", "N").strength(strength);
    let barred =
        |strength| drawn(field(strength).unit("R1", Infantry, "11,2", "S"), &[]).ordered(&["B1"]).barred("rally B1");
    assert_eq!([barred(7), barred(6)], ["EA-RALLY-1", ""]);
}

#[test]
fn who_rallies_next_to_the_enemy_fires_all_the_same() {
    bites(&["EA-RALLY-4"], || {
        let field = Fixture::open(30, 40).unit("B1", Infantry, "10,20", "N").strength(4);
        let mut game = drawn(field.unit("R1", Infantry, "11,17", "S"), &[6]).ordered(&["B1"]);
        assert_eq!(game.barred("rally B1"), "", "however near the enemy");
        assert_eq!(game.give("rally B1").sp("B1"), 6);
        let game = game.at(info::FIRING, Side::Blue);
        assert_eq!(game.listed("fire"), ["fire B1 >R1"]);
    });
}

#[test]
fn cover_and_a_general_stack_only_together() {
    let rally = |wood: bool, led: bool, traits: Traits, die: u8| {
        let field = Fixture::open(30, 40).rules(|rules| rules.rally_stack = true);
        let field = field.unit("B1", Infantry, "10,20", "N").strength(2).traits(traits);
        let field = if wood { field.block(6..=14, 18..=22, 'w') } else { field };
        let field = if led { field.general("BG", Some("B1")) } else { field };
        let mut game = drawn(field.unit("R1", Infantry, "11,2", "S"), &[die]).ordered(&["B1"]);
        game.give("rally B1").sp("B1")
    };
    let none = Traits::empty();
    assert_eq!(rally(true, false, none, 4), 3, "4 and 1 for the wood: one Strength Point");
    assert_eq!(rally(false, true, none, 4), 3, "4 and 1 for the General: one");
    assert_eq!(rally(true, true, none, 3), 3, "3 and 2 for both: one");
    assert_eq!(rally(true, true, Traits::GUARD, 6), 4, "6 and 3 for both and Guard: two, as for any 6 or more");
}

#[test]
fn a_rally_says_its_roll_and_the_order_it_uses() {
    let field = Fixture::open(30, 40).unit("B1", Infantry, "10,20", "N").strength(4);
    let game = drawn(field.unit("R1", Infantry, "11,2", "S").general("BG", None), &[]).ordered(&["B1"]);
    let forecast = game
        .eagles
        .forecast(&game.eagles.orders().into_iter().find(|order| order.verb == info::RALLY).expect("a Rally"));
    assert_eq!(forecast.rolls.len(), 1, "one die");
    assert_eq!(forecast.effect.spends, 1.0, "the Order, where none were rolled, is all there are");
}
