//! Answers of a charged unit are foreseen to the end of the charge (MC-CHARGE-9, MC-SKIRM-4 to 6).

use battle::{Die, Distribution, Effect, Forecast, System as _, Terrain, Verb};

use super::fixture::Fixture;
use super::movement::rows;
use super::steps::{Played, answer, charge, leg, ride};
use super::throws::Thrown;
use crate::charge::odds;
use crate::info::{EVADE, HOLD, VOLLEY};
use crate::profile::Troops;
use crate::space::Shape;
use crate::{War, marks, melee};

/// A line of class 2 and so many stands that has thrown 9 stands 2 inches before a target, which has passed its test or owes none.
fn charged(target: Fixture, stands: u8) -> Played {
    charged_by(target, stands, 2)
}

/// The same of another class.
fn charged_by(target: Fixture, stands: u8, class: i16) -> Played {
    let field = target.foot("B1", stands, (10, 30), "N", Shape::Line).class(class);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let mut game = charge(field, &[1, 3, 3, 1], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 25));
    assert!(["react", "skittish"].contains(&game.asks()));
    game
}

fn foreseen(game: &Played, verb: Verb) -> Forecast {
    game.war.forecast(&game.order(verb, "R1", ""))
}

/// Whether a unit of that label is gone or routs.
fn is_broken(war: &War, unit: battle::UnitId) -> f64 {
    f64::from(u8::from(!war.present(unit) || war.marked(unit, marks::ROUTING)))
}

/// The charged answers so, the charge ends with its anchor in that hex, and what was foreseen comes.
fn ends_as_foreseen(start: &Played, answers: &[Verb], end: (i16, i16)) -> Effect {
    let (by, on, effect) = (start.id("B1"), start.id("R1"), foreseen(start, answers[0]).effect);
    let full = |unit| f64::from(start.war.field().unit(unit).full);
    let thrown = Thrown::out(start, |game| {
        for verb in answers {
            if ["react", "skittish"].contains(&game.asks()) {
                answer(game, *verb, "R1");
            }
        }
        if game.asks() == "close" && game.is_there("R1") && !game.war.marked(on, marks::ROUTING) {
            leg(game, "B1", end);
        }
        if let Some(group) = melee::fighters::groups(&game.war).first() {
            melee::fight(&mut game.umpire(), group);
        }
    });
    let lost = |war: &War, unit| full(unit) - f64::from(if war.present(unit) { war.strength(unit) } else { 0 });
    thrown.is("defender routs", effect.destroyed, |war| is_broken(war, on));
    thrown.is("attacker routs", effect.destroys, |war| is_broken(war, by));
    thrown.is("taken", effect.taken * full(on), |war| lost(war, on));
    thrown.is("inflicted", effect.inflicted * full(by), |war| lost(war, by));
    effect
}

#[test]
fn volley_and_held_fire_resolved_a_hundred_thousand_times_end_as_foreseen() {
    for verb in [VOLLEY, HOLD] {
        let start = charged(Fixture::plain().foot("R1", 4, (13, 23), "S", Shape::Open), 4);
        ends_as_foreseen(&start, &[verb], (13, 24));
    }
}

/// MC-MOVE-25, 30: who routs from a melee with nowhere to go is captured, and all its figures are lost; a charger that has the
/// choice ends where the way is barred.
#[test]
fn who_would_rout_into_a_lake_is_foreseen_captured() {
    let lake = [rows(0..=22), vec![(10, 23), (15, 23)]].concat();
    let field = Fixture::plain().foot("R1", 4, (13, 23), "S", Shape::Open).terrain(Terrain::Impassable, &lake);
    let effect = ends_as_foreseen(&charged(field, 4), &[HOLD], (12, 24));
    assert!(effect.taken > 0.7, "{effect:?}");
}

/// MC-SKIRM-8: horse that holds is tested, and then does what suits it best: before the worst of foot it stands.
#[test]
fn horse_that_holds_is_foreseen_to_stand_where_that_suits_it() {
    let horse = || Fixture::plain().unit("R1", Troops::Horse, 4, (13, 23), "S", Shape::Skirmish).class(2);
    let stands = ends_as_foreseen(&charged_by(horse(), 4, 5), &[HOLD, HOLD], (13, 24));
    let evades = foreseen(&charged(horse(), 4), HOLD).effect;
    assert!(stands.destroys > 0.4 && evades.destroys < 0.1, "{stands:?} {evades:?}");
}

/// MC-CHARGE-7, 21: a charger that may end in contact with one more than its target is foreseen to, so that the two bear it together.
#[test]
fn who_stands_beside_the_target_is_foreseen_to_share_its_melee() {
    let field = || Fixture::plain().foot("R1", 4, (13, 23), "S", Shape::Open);
    let beside = |place| foreseen(&charged(field().foot("R2", 1, place, "S", Shape::Open), 4), HOLD).effect.destroyed;
    assert!(beside((11, 24)) < beside((20, 23)) - 0.05, "{} and {}", beside((11, 24)), beside((20, 23)));
}

#[test]
fn who_evades_comes_away_as_often_as_it_throws_far_enough() {
    let rifles = || Fixture::plain().unit("R1", Troops::Riflemen, 6, (12, 23), "S", Shape::Skirmish);
    // The charger has 4 inches left: it reaches who goes 3 or less. Three dice and 2 are always more. Nobody is thrown back who
    // goes of his own will.
    let fresh = foreseen(&charged(rifles(), 8), EVADE).effect;
    assert!((fresh.succeeds - 1.0).abs() < 1e-9);
    assert!(fresh.destroyed.abs() < 1e-9 && fresh.taken.abs() < 1e-9 && fresh.repelled.abs() < 1e-9);
    // Half of 5, 6 or 7 inches is too little: 10 of 216 throws.
    let tired = charged(rifles().state(|own| own.moved = true), 8);
    let tired = foreseen(&tired, EVADE).effect;
    assert!((tired.succeeds - 206.0 / 216.0).abs() < 1e-9, "{}", tired.succeeds);
    assert!(tired.taken > 0.0);
}

#[test]
fn a_charge_catches_who_evades_as_often_as_it_throws_far_enough() {
    // Rifles of class 4, which do not fire if they waver, 7 inches off. They have moved, and go half of three dice and 2.
    let field = Fixture::plain().unit("R1", Troops::Riflemen, 6, (12, 23), "S", Shape::Skirmish).class(4);
    let field = field.state(|own| own.moved = true).foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let game = field.foot("B9", 8, (35, 40), "N", Shape::Line).game(&[]);
    let foreseen = odds::by_its_way(&game.war, game.id("B1"), game.id("R1"));
    let [charging, _, standing] = [0, 1, 2].map(|place| foreseen.rolls[place].outcome.clone());
    assert_eq!(foreseen.reply, [EVADE]);
    // Two dice and 3: at 5 it wakes them, at 6 it touches who stands, and at so many more whoever goes so far (MC-SKIRM-6).
    let (throws, evades) = (Distribution::sum(Die::D6, 2), Distribution::sum(Die::D6, 3));
    let far = |inches: i32| (inches >= 5).then_some((inches - 6) * 2 + 1);
    let caught = |thrown: i32| far(thrown + 3).map_or(0.0, |most| evades.at_most(most - 2));
    let caught: f64 = throws.outcomes().map(|(thrown, chance)| chance * caught(thrown)).sum();
    assert!(caught > 0.05, "{caught}");
    let stands = standing.at_most(-1) - standing.at_most(-2);
    let page = charging.at_least(0) * (standing.at_least(0) * caught + stands * throws.at_least(3));
    let reaches =
        foreseen.results.iter().find(|result| result.label == "reaches the enemy").map(|result| result.chance);
    assert!((reaches.unwrap_or_default() - page).abs() < 1e-9, "{reaches:?} foreseen, {page} by the page");
    let evaded = foreseen.results.iter().find(|result| result.label == "defender evades").map(|result| result.chance);
    let page = charging.at_least(0) * standing.at_least(0) * (throws.at_least(2) - caught);
    assert!((evaded.unwrap_or_default() - page).abs() < 1e-9, "{evaded:?} foreseen, {page} by the page");
}

#[test]
fn a_charge_of_foot_catches_skirmishing_horse_that_throws_too_little() {
    // Horse evades foot untested (MC-SKIRM-8), but comes away no surer than others (MC-SKIRM-6). It has moved, and goes half.
    let field = Fixture::plain().unit("R1", Troops::Horse, 4, (12, 23), "S", Shape::Skirmish);
    let field = field.state(|own| own.moved = true).foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let game = field.foot("B9", 8, (35, 40), "N", Shape::Line).game(&[]);
    let foreseen = odds::by_its_way(&game.war, game.id("B1"), game.id("R1"));
    assert_eq!(foreseen.reply, [EVADE]);
    let charging = foreseen.rolls[0].outcome.at_least(0);
    // Two dice and 3: at 5 it wakes the horse, at 6 it touches who stands, and at so many more whoever goes so far. Four dice.
    let (throws, evades) = (Distribution::sum(Die::D6, 2), Distribution::sum(Die::D6, 4));
    let caught = |thrown: i32| if thrown >= 3 { evades.at_most((thrown + 3 - 6) * 2 + 1) } else { 0.0 };
    let caught: f64 = throws.outcomes().map(|(thrown, chance)| chance * caught(thrown)).sum();
    assert!(caught > 0.01, "{caught}");
    let chance = |label: &str| foreseen.results.iter().find(|result| result.label == label).map(|result| result.chance);
    let page = [charging * caught, charging * (throws.at_least(2) - caught)];
    for (label, page) in ["reaches the enemy", "defender evades"].into_iter().zip(page) {
        let shown = chance(label).unwrap_or_default();
        assert!((shown - page).abs() < 1e-9, "{label}: {shown} foreseen, {page} by the page");
    }
}
