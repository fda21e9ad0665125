//! Proofs of melees (MC-MELEE).

use super::fixture::Fixture;
use crate::profile::Troops;
use crate::space::{Aspect, Shape};

#[test]
fn example_29_horse_on_a_close_order_front() {
    let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let game = field.foot("R1", 8, (11, 29), "S", Shape::Line).game(&[]);
    let contact = [crate::state::Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
    let of = |label: &str| {
        let mods = crate::melee::modifiers(&game.war, game.id(label), &contact, crate::melee::Round::First);
        let sum: i16 = mods.iter().map(|(_, value)| value).sum();
        (crate::melee::figures(&game.war, game.id(label), &contact), sum)
    };
    assert_eq!([of("B1"), of("R1")], [(12, 2), (12, 1)]);
}

#[test]
fn example_38_a_warband_on_a_militia_line() {
    let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
    let field = field.unit("R1", Troops::Militia, 8, (12, 29), "S", Shape::Open).class(4);
    let game = field.game(&[]);
    let contact = [crate::state::Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
    let of = |label: &str| {
        let mods = crate::melee::modifiers(&game.war, game.id(label), &contact, crate::melee::Round::First);
        let sum: i16 = mods.iter().map(|(_, value)| value).sum();
        (crate::melee::figures(&game.war, game.id(label), &contact), sum)
    };
    assert_eq!([of("B1"), of("R1")], [(10, 3), (24, -2)]);
}
