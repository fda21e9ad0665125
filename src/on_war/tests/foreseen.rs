//! What forecasts say of the ends of charges and of marches: no way back, rides that reach nobody, fire at who doubles.

use battle::rule::bites;
use battle::{Effect, Order, Side, System, Terrain};

use super::fixture::{Fixture, Game};
use crate::Kind;
use crate::info::{CHARGE_HOME, CHARGES, FIGHT, MOVEMENT};

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// B1 fights R1, two stands each, that row from the upper edge; a gap has opened between them, so that both go straight back.
fn fight(row: i16) -> Fixture {
    let field = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 2, &format!("12,{}/S/line2", row + 2));
    field.unit("R1", Kind::Line, 2, &format!("12,{row}/S/line2"))
}

fn of_fight(field: Fixture) -> Effect {
    let game = field.game(&[]);
    game.war.forecast(&Order::new(FIGHT).by(game.id("B1")).on(game.id("R1"))).effect
}

/// W-18: whoever is beaten with the enemy across his way back is lost with all that is left, one stand of two.
#[test]
fn who_would_be_caught_in_the_crossfire_is_foreseen_destroyed() {
    let open = of_fight(fight(7));
    bites(&["OW-FALL-4a"], || {
        assert!(open.repels > 0.02 && open.repelled > 0.01, "{open:?}");
        let caught = of_fight(fight(7).unit("B2", Kind::Line, 9, "12,3/S/line9"));
        assert!(close(caught.repels, 0.0) && close(caught.destroys, open.destroys + open.repels), "{caught:?}");
        assert!(close(2.0 * (caught.inflicted - open.inflicted), open.repels), "{caught:?}");
        let charger = of_fight(fight(7).unit("R2", Kind::Line, 9, "12,14/N/line9"));
        assert!(close(charger.repelled, 0.0) && close(charger.destroyed, open.destroyed + open.repelled));
        assert!(close(2.0 * (charger.taken - open.taken), open.repelled), "{charger:?}");
    });
}

/// OW-FALL-4: water on three sides, and the enemy still next to him.
#[test]
fn who_could_not_get_away_is_foreseen_destroyed() {
    bites(&["OW-FALL-4b"], || {
        let field = Fixture::open(28, 30).unit("B1", Kind::LightHorse, 5, "12,8/S/line5");
        let field = field.unit("R1", Kind::Line, 2, "12,7/S/line2").block(0..=27, 0..=6, Terrain::Water);
        let shut = of_fight(field.block(0..=10, 7..=7, Terrain::Water).block(14..=27, 7..=7, Terrain::Water));
        assert!(close(shut.repels, 0.0) && shut.repelled > 0.0, "{shut:?}");
    });
}

/// OW-FALL-3: whoever leaves the table quits the field, with the stands he has.
#[test]
fn who_would_be_driven_off_the_table_is_foreseen_gone() {
    let open = of_fight(fight(7));
    bites(&["OW-FALL-3b"], || {
        let driven = of_fight(fight(3));
        assert!(close(driven.repels, 0.0) && close(driven.destroys, open.destroys + open.repels), "{driven:?}");
        assert!(close(driven.inflicted, open.inflicted));
    });
}

/// A charge of one stand without an officer on a line, 19 inches off: after its leg of 8 it is 11 short.
fn short() -> Game {
    let field = Fixture::open(28, 30).unit("R1", Kind::Line, 7, "12,7/S/line7");
    let field = field.unit("B1", Kind::LightHorse, 1, "12,27/N/line1").leaderless().phase(CHARGES, Side::Blue);
    let mut game = field.game(&[6, 6, 1, 6, 1, 1, 1, 1, 1, 2]);
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    while game.asks() != "move" {
        game.give("done");
    }
    game
}

/// OW-ASSAULT-7, OW-ASSAULT-9: eight dice at 6+, a save of 5+ behind each; whoever is left goes back.
#[test]
fn a_ride_that_reaches_nobody_is_foreseen_thrown_back() {
    let mut game = short();
    let spared = (0..8).fold(1.0, |product, _| product * 8.0 / 9.0);
    let ride = game.war.forecast(&game.order("home B1 12,19/N/line1"));
    let labels: Vec<_> = ride.rolls.iter().map(|roll| roll.label).collect();
    assert_eq!(labels, ["defensive fire", "charge under fire"]);
    assert!(close(ride.effect.destroyed, 1.0 - spared) && close(ride.effect.repelled, spared), "{:?}", ride.effect);
    assert!(close(ride.effect.taken, 1.0 - spared) && ride.effect.succeeds == 0.0);
    game.give("home B1 12,19/N/line1");
    while game.asks() != "reply" {
        game.give("done");
    }
    let fire = game.war.forecast(&game.order("fire R1 >B1")).effect;
    assert!(close(fire.destroys, 1.0 - spared) && close(fire.repels, spared), "{fire:?}");
    let hold = game.war.forecast(&game.order("hold R1"));
    let told = |label: &str| hold.results.iter().find(|result| result.label == label).map(|result| result.chance);
    assert_eq!((told("charger reaches nobody"), told("charger thrown back by fire")), (Some(1.0), None));
    assert_eq!((hold.effect.destroys, hold.effect.repels), (0.0, 1.0));
    game.give("hold R1");
    assert_eq!(game.pose("B1"), "12,27/N/line1");
}

/// A charge that is not ridden stays where it is, and is fired at there.
#[test]
fn a_charge_that_is_not_ridden_is_foreseen_to_stay() {
    let mut game = short();
    game.give("move B1 12,20/N/line1");
    while game.asks() != "reply" {
        game.give("done");
    }
    let fire = game.war.forecast(&game.order("fire R1 >B1")).effect;
    let hold = game.war.forecast(&game.order("hold R1")).effect;
    assert!(fire.destroys > 0.0 && close(fire.succeeds, 1.0), "{fire:?}");
    assert_eq!((fire.repels, hold.repels, hold.succeeds), (0.0, 0.0, 1.0));
}

/// OW-MOVE-6: that a doubled unit is shot at with twice the dice is up to who shoots; the move itself costs nothing.
#[test]
fn a_march_is_foreseen_to_cost_nothing_and_judged_by_the_fire_it_draws() {
    let field =
        Fixture::open(40, 60).unit("B1", Kind::Line, 6, "20,40/N/column2").unit("R1", Kind::Line, 7, "20,20/S/line7");
    let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    let order = game.order("double B1 20,32/N/column2");
    let forecast = game.war.forecast(&order);
    assert_eq!((forecast.effect.taken, forecast.effect.succeeds), (0.0, 1.0));
    let judged = battle::Estimates::judged(&game.war, &order, &forecast);
    assert!(judged.taken > 0.1 && judged.succeeds == 1.0, "{judged:?}");
}

fn foreseen_kills(forecast: &battle::Forecast) -> f64 {
    forecast.rolls.iter().find(|roll| roll.label == "kills").map_or(0.0, |roll| roll.outcome.mean())
}

/// OW-ASSAULT-9, OW-ASSAULT-11, OW-ASSAULT-13: one die at 6+ and a save of 4+ take one stand of two in 1 of 12 charges, half of
/// which go back; a stand kills with one die at 4+.
#[test]
fn a_charger_is_foreseen_to_strike_with_what_fire_leaves_of_it() {
    let field = Fixture::open(28, 30).unit("R1", Kind::Line, 1, "12,7/S/line1").leaderless();
    let field = field.unit("B1", Kind::Line, 2, "12,11/N/line2").leaderless().phase(CHARGES, Side::Blue);
    let mut game = field.game(&[6]);
    game.give("charge B1 >R1");
    while game.asks() != "move" {
        game.give("done");
    }
    let ride = game.war.forecast(&game.order("home B1 12,8/N/line2"));
    assert!(close(foreseen_kills(&ride), 22.5 / 23.0), "{}", foreseen_kills(&ride));
    game.give("home B1 12,8/N/line2");
    while game.asks() != "reply" {
        game.give("done");
    }
    let fire = game.war.forecast(&game.order("fire R1 >B1"));
    assert!(close(foreseen_kills(&fire), 22.5 / 23.0), "{}", foreseen_kills(&fire));
}

/// OW-SQUARE-2, OW-MORALE-6, OW-ASSAULT-14: half of the squares are formed, and half of the chargers dare them and kill on 4+; all
/// others kill on 3+, with two dice.
#[test]
fn kills_are_foreseen_over_squares_that_are_formed_in_time_and_too_late() {
    let field = Fixture::open(28, 30).unit("R1", Kind::Line, 3, "12,7/S/line3");
    let field = field.unit("B1", Kind::LightHorse, 1, "12,12/N/line1").phase(CHARGES, Side::Blue);
    let mut game = field.game(&[]);
    game.give("charge B1 >R1");
    let hasty = game.war.forecast(&game.order("hasty R1 >B1"));
    assert!(close(foreseen_kills(&hasty), 11.0 / 9.0), "{}", foreseen_kills(&hasty));
    let labels: Vec<_> = hasty.rolls.iter().map(|roll| roll.label).collect();
    assert_eq!(labels[..3], ["form square", "charge", "kills"], "who meets the square tests his nerve");
}

/// OW-ASSAULT-5: a move before the leg is judged by the charge from where it ends.
#[test]
fn a_move_before_the_leg_is_judged_by_the_charge_from_there() {
    let game = short();
    let judged = |order: &str| {
        let order = game.order(order);
        battle::Estimates::judged(&game.war, &order, &game.war.forecast(&order))
    };
    assert_eq!(judged("move B1 12,17/N/line1").inflicted, 0.0, "a gap of 9 and a leg of 8");
    let field = Fixture::open(28, 30).unit("R1", Kind::Line, 7, "12,7/S/line7");
    let mut game = field.unit("B1", Kind::LightHorse, 7, "12,25/N/line7").phase(CHARGES, Side::Blue).game(&[]);
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    while game.asks() != "move" {
        game.give("done");
    }
    let order = game.order("move B1 12,16/N/line7");
    let forecast = game.war.forecast(&order);
    assert_eq!(forecast.effect.inflicted, 0.0, "the move itself does nothing");
    let judged = battle::Estimates::judged(&game.war, &order, &forecast);
    game.give("move B1 12,16/N/line7");
    let stem = Order::new(CHARGE_HOME).by(game.id("B1"));
    let reach = game.war.reach(&stem);
    let comes = reach.legal().any(|place| game.war.forecast(&stem.to(place.pose)).effect == judged);
    assert!(comes && judged.inflicted > 0.3, "as if it were ridden from there: {judged:?}");
}
