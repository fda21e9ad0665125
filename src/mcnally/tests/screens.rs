//! What sending skirmishers out and taking them back is judged to bring (MC-FORM-7, MC-MOVE-21, 22, MC-HEX-4).

use battle::{Effect, Estimates as _, Order, Pose, Side, System as _};

use super::fixture::{Fixture, hex};
use super::model::hits;
use super::steps::Played;
use crate::info::{DETACH, MOVEMENT, RECALL};
use crate::profile::{Traits, Troops};
use crate::space::Shape;
use crate::threats::charge_of;

/// Figures lost on the average.
fn mean(losses: &[f64]) -> f64 {
    losses.iter().enumerate().map(|(lost, chance)| lost as f64 * chance).sum()
}

/// What an order is worth to whoever commands; nothing of it is foreseen to come of the order itself.
fn judged(game: &Played, order: &Order) -> Effect {
    let foreseen = game.war.forecast(order);
    assert_eq!(foreseen.effect, Effect { succeeds: 1.0, ..Effect::default() });
    game.war.judged(order, &foreseen)
}

/// What B1 is judged to gain by so many stands sent out to a pose that faces north.
fn sent(game: &Played, count: i16, fits: impl Fn(&Pose) -> bool) -> (Effect, Order) {
    let stem = Order { number: Some(count), ..game.order(DETACH, "B1", "") };
    let reach = game.war.reach(&stem);
    let pose = reach.legal().map(|place| place.pose).find(|pose| pose.facing.name() == "N" && fits(pose));
    let order = stem.to(pose.expect("a place"));
    (judged(game, &order), order)
}

#[track_caller]
fn same(name: &str, one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{name}: {one} foreseen, {other} by the page");
}

/// A light battalion of 8 stands in close order, and an enemy.
fn lights(one: Traits) -> Fixture {
    let field =
        Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).having(Traits::LIGHT).having(Traits::SKIRMISH);
    field.having(one).divisible()
}

#[test]
fn a_screen_fires_half_if_it_is_light_and_its_unit_with_what_is_left() {
    // Example 34: 3 of 8 stands; 5 of 9 figures and all of 15 fire 4 and 6 inches far, beyond half range.
    let inflicted = |one| {
        let game = lights(one).foot("R1", 8, (13, 24), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[]);
        sent(&game, 3, |pose| pose.anchor.r == 28).0.inflicted
    };
    let unit = mean(&hits(15, -1, 24));
    same("specialist lights", inflicted(Traits::SPECIALIST_LIGHT), (unit + mean(&hits(5, -1, 24))) / 24.0);
    same("others", inflicted(Traits::LIGHT), unit / 24.0);
}

#[test]
fn a_screen_far_from_any_enemy_brings_nothing() {
    let game = lights(Traits::SPECIALIST_LIGHT).foot("R1", 8, (30, 2), "S", Shape::Line);
    let effect = sent(&game.phase(MOVEMENT, Side::Blue).game(&[]), 3, |_| true).0;
    assert_eq!(effect, Effect { succeeds: 1.0, ..Effect::default() });
}

#[test]
fn a_screen_hides_what_stands_behind_it() {
    // A medium gun with canister, +1, at a file of 6 figures; the stand before it hides it, at -2.
    let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH).divisible();
    let field = field.unit("R1", Troops::Guns, 1, (10, 24), "S", Shape::Battery);
    let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    let ahead = sent(&game, 1, |pose| pose.anchor == hex(10, 28)).0;
    let (seen, hidden) = (mean(&hits(10, 1, 6)), mean(&hits(10, -1, 3)));
    same("behind it", ahead.recovers, (seen - hidden) / 6.0);
    same("before it", ahead.taken, 0.0);
    // Beside it the gun still has its choice: the unit, a stand in open order now, at 1 less.
    let aside = sent(&game, 1, |pose| pose.anchor == hex(8, 30)).0;
    same("beside it", aside.recovers, (seen - mean(&hits(10, 0, 3))) / 6.0);
}

/// Blue with so many stands of which some may go out, class 2 horse without carbines 7 inches before it.
fn charged(stands: u8) -> Played {
    let field = Fixture::plain().foot("B1", stands, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH).divisible();
    let field = field.unit("R1", Troops::Horse, 8, (15, 23), "S", Shape::Line).class(2);
    field.phase(MOVEMENT, Side::Blue).game(&[])
}

#[test]
fn the_strength_of_a_screen_is_missing_in_a_melee_until_it_is_back() {
    let breaks = |stands| {
        let game = charged(stands);
        charge_of(&game.war, game.id("R1"), game.id("B1")).destroys
    };
    let missing = breaks(5) - breaks(8);
    assert!(missing > 0.01, "{missing}");
    let mut game = charged(8);
    let beside = |pose: &Pose| pose.stands(3).distance(&game.war.field().footprint(game.id("B1"))) == 1;
    let (effect, order) = sent(&game, 3, |pose| beside(pose) && pose.anchor.r > 30);
    same("sent out", effect.destroyed, missing);
    assert!(effect.taken == 0.0 && effect.recovers == 0.0, "horse without carbines does not fire");
    game.give(order);
    let back = judged(&game, &game.order(RECALL, "B1", "b1"));
    same("taken back", back.recovers, missing);
    assert_eq!((back.destroyed, back.inflicted, back.mobility), (0.0, 0.0, -1.0), "both spend the change on it");
}
