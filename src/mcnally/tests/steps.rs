//! Charges and melees step by step, as a proof gives their orders.

use battle::{Order, Side, UnitId, Verb};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::ways::aside;
use crate::info::{BACK, CHARGE, CLOSE, DECLARE, DONE, RIDE};
use crate::movement::retreat::BACK_ROW;
use crate::space::{Aspect, Shape};
use crate::state::{Contact, Open};
use crate::{McNally, marks, melee};

/// A battle under test.
pub type Played = Game<McNally>;

/// Blue declares those charges, and nothing more.
#[track_caller]
pub fn charge(field: Fixture, dice: &[u8], declared: &[(&str, &str)]) -> Played {
    let mut game = field.phase(DECLARE, Side::Blue).game(dice);
    for (by, on) in declared {
        game.give(game.order(CHARGE, by, on));
    }
    if game.asks() == "declare" {
        game.give(Order::new(DONE));
    }
    game
}

/// A declared charge is carried out: its test, and if that is passed its throw. Who falls back does so straight.
#[track_caller]
pub fn ride(game: &mut Played, by: &str) {
    game.give(game.order(RIDE, by, ""));
    straight(game);
}

/// The charge goes on to a hex, without a wheel.
#[track_caller]
pub fn leg(game: &mut Played, by: &str, (q, r): (i16, i16)) {
    let to = game.pose(by).at(hex(q, r));
    game.give(game.order(CLOSE, by, "").to(to));
}

/// The charge, whose targets are gone, goes no farther.
#[track_caller]
pub fn rest(game: &mut Played, by: &str) {
    let here = game.pose(by);
    game.give(game.order(CLOSE, by, "").to(here));
}

/// The charged answers; who goes back for it does so straight.
#[track_caller]
pub fn answer(game: &mut Played, verb: Verb, unit: &str) {
    game.give(game.order(verb, unit, ""));
    straight(game);
}

/// The figures of a unit.
#[track_caller]
pub fn figures(game: &Played, unit: &str) -> i16 {
    if game.is_there(unit) { game.war.strength(game.id(unit)) } else { 0 }
}

/// Who is in contact with whom.
pub fn contacts(game: &Played) -> Vec<(String, String)> {
    let name = |unit| game.war.field().roster().unit(unit).label.clone();
    game.war.state.own.contacts.iter().map(|Contact { by, on, .. }| (name(*by), name(*on))).collect()
}

/// A class 2 line alone, 9 inches from a class 3 line in open order; others far off keep the card going.
pub fn duel() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open)
}

/// Units already in contact: who charges whom, on which side.
pub fn met(field: Fixture, dice: &[u8], contacts: &[(&str, &str, Aspect)]) -> Played {
    let mut game = field.game(dice);
    for (by, on, aspect) in contacts {
        let contact = Contact { by: game.id(by), on: game.id(on), aspect: *aspect };
        game.war.state.own.contacts.push(contact);
        for unit in [contact.by, contact.on] {
            game.umpire().mark(unit, marks::CONTACT, true);
        }
    }
    game
}

/// The only melee is fought to its end.
#[track_caller]
pub fn fought(game: &mut Played) {
    let groups = melee::fighters::groups(&game.war);
    assert_eq!(groups.len(), 1, "one melee");
    fight(game, &groups[0]);
}

/// Units fight their melee; who retires does so straight.
pub fn fight(game: &mut Played, units: &[UnitId]) {
    melee::fight(&mut game.umpire(), units);
    game.run();
    while let Some(order) = straight_back(game) {
        (BACK_ROW.act)(&mut game.umpire(), &order);
        game.run();
    }
}

/// The straightest way back of the unit whose owner is asked for one.
fn straight_back(game: &Played) -> Option<Order> {
    let Some(Open::Back(back)) = game.war.frame() else { return None };
    let ends = back.ways.iter().filter_map(|way| way.last().copied());
    let end = ends.min_by_key(|end| aside(&game.war.pose(back.unit), end));
    end.map(|end| Order::new(BACK).by(back.unit).to(end))
}

/// Whoever is asked for a way back names the straightest.
#[track_caller]
pub fn straight(game: &mut Played) {
    while let Some(order) = straight_back(game) {
        game.give(order);
    }
}
