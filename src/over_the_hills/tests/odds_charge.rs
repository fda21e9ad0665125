//! What a charge comes to is foreseen of the battle as it then is: who has moved before it, who turns his guns on it, how far it
//! has come.

use battle::{Effect, Order, Pose, Side, System};

use super::fixture::{Fixture, Game, facing, hex};
use crate::info::{CHARGE, FIGHT, FIRE, MEET, MOVEMENT, SQUARE};
use crate::marks;
use crate::profile::Gun;
use crate::space::Shape;

fn effect(game: &Game, order: &Order) -> Effect {
    game.war.forecast(order).effect
}

/// The cheapest charge of B1 on R1 with so many segments.
fn charge_of(game: &Game, segments: i16) -> Order {
    let stem = game.order(CHARGE, "B1", "R1").with(segments);
    let reach = game.war.reach_of(&stem);
    stem.to(reach.legal().min_by_key(|place| place.cost).map(|place| place.pose).expect("contact can be made"))
}

fn near(name: &str, one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{name}: {one} {other}");
}

/// What R1 foresees of an answer that is sure to succeed is what the combat then brings, if it comes to one; the strength
/// that B1 loses on its way is what it loses before.
#[track_caller]
fn answer_comes_as_foreseen(mut game: Game, charge: Order, answer: battle::Verb) -> Game {
    let (full, had) = (f64::from(game.war.field().unit(game.id("B1")).full), game.fs("B1"));
    game.give(charge);
    assert_eq!(game.asks(), "react");
    let order = game.order(answer, "R1", "");
    let told = effect(&game, &order);
    game.give(order);
    game.pass_to_unless("combat", "orders");
    let marched = f64::from(had - game.fs("B1")) / full;
    let fight = game.order(FIGHT, "B1", "R1");
    let fought = if game.may(fight) { effect(&game, &fight) } else { Effect::default() };
    near("inflicted", told.inflicted, fought.taken + marched);
    near("taken", told.taken, fought.inflicted);
    near("destroys", told.destroys, fought.destroyed);
    near("destroyed", told.destroyed, fought.destroys);
    near("repels", told.repels, fought.repelled);
    near("repelled", told.repelled, fought.repels);
    game
}

#[test]
fn who_goes_to_meet_a_charge_fights_where_it_meets_it() {
    // R1 has a score of 10 and cannot fail. It rides (14 - 1) / 2 = 6 inches from R2, which supported it where it stood
    // (OTH-CONTACT-5, OTH-COMBAT-6).
    let field = Fixture::plain().horse("B1", (20, 40), "N", Shape::Line).fs(8);
    let field = field.horse("R1", (27, 26), "S", Shape::Line).fs(10);
    let game = field.horse("R2", (30, 20), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[1, 1]);
    let charge = charge_of(&game, 2);
    assert!(game.between("R1", "R2") <= 6);
    let game = answer_comes_as_foreseen(game, charge, MEET);
    assert!(game.between("R1", "R2") > 6 && game.asks() == "combat");
}

#[test]
fn foot_in_square_is_met_where_the_square_stands() {
    // B1 declares an end before the right of R1 and the left of R2; the square of R1 stands away from there, and the shortest
    // way to it leads past R2 (OTH-CONTACT-1, 6). Nobody may fire.
    let field = Fixture::plain().horse("B1", (20, 40), "N", Shape::Line).fs(8);
    let field = field.foot("R1", (25, 31), "S", Shape::Line).fs(10).marks(marks::NO_FIRE);
    let field = field.foot("R2", (20, 33), "S", Shape::Line).fs(10).marks(marks::NO_FIRE);
    let game = field.phase(MOVEMENT, Side::Blue).game(&[1, 1]);
    let (b1, r2) = (game.id("B1"), game.id("R2"));
    let end = Pose { anchor: hex(21, 34), facing: facing("WNW"), ..game.pose("B1") };
    assert!(crate::space::touch::touches(&game.war, b1, &end, r2));
    let charge = game.order(CHARGE, "B1", "R1").with(1).to(end);
    let game = answer_comes_as_foreseen(game, charge, SQUARE);
    assert_eq!(game.war.state.own.contacts.len(), 1, "R1 alone is met");
}

#[test]
fn a_battery_that_has_to_wheel_first_fires_at_a_charge_too() {
    // R2 is 8 inches west of where B1 comes to stand, and looks north: it bears after a wheel to the right (OTH-ART-7).
    let field = |guns: bool| {
        let field = Fixture::plain().foot("B1", (20, 27), "N", Shape::Attack).fs(12);
        let field = field.foot("R1", (20, 20), "S", Shape::Line).fs(10).volley_spent();
        let field = if guns { field.guns("R2", (12, 26), "N", Gun::Medium) } else { field };
        field.phase(MOVEMENT, Side::Blue).game(&[1, 1])
    };
    let [with, without] = [true, false].map(|guns| {
        let game = field(guns);
        let charge = charge_of(&game, 1);
        (effect(&game, &charge).taken, game, charge)
    });
    // Canister is a hit at least wherever it comes home: of 12.
    assert!(with.0 > without.0 + 0.5 / 12.0, "{} {}", with.0, without.0);
    let (_, mut game, charge) = with;
    game.give(charge);
    game.pass_to("fire");
    let fire = game.order(FIRE, "R2", "B1");
    assert!(!game.may(fire) && [1, 2].into_iter().any(|wheel| game.may(fire.with(wheel))), "after a wheel alone");
}

#[test]
fn fire_at_a_charge_counts_how_far_it_has_come() {
    // Over 10 inches, the charge with them: -1 for fire (OTH-MOVE-10, OTH-FIRE-M22). It is so already of who has moved 11.
    let told = |moved: u16| {
        let field = Fixture::plain().foot("B1", (20, 40), "N", Shape::Attack).fs(12);
        let field = field.state(|own| own.inches = moved);
        let game = field.foot("R1", (26, 28), "S", Shape::Line).fs(7).volley_spent().phase(MOVEMENT, Side::Blue);
        let game = game.game(&[]);
        effect(&game, &charge_of(&game, 2)).taken
    };
    near("taken", told(0), told(11));
}
