//! Threats are forecasts: where a shot or an Assault is legal now and ways back are free, both tell the same; elsewhere,
//! what would be told there.

use battle::{Effect, Side, System, Threat};

use super::drawn::{Drawn, drawn};
use super::fixture::Fixture;
use crate::Class::{self, Cavalry, Guns, Infantry, Lights};
use crate::space::measure;
use crate::{Traits, assault, info};

fn facing(blue: Class, red: Class, rows: i16) -> Fixture {
    let field = Fixture::open(40, 100).unit("B1", blue, "14,50", "N");
    field.unit("R1", red, &format!("{},{}", 14 + (rows & 1), 50 - rows), "S")
}

fn threat(game: &Drawn) -> Threat {
    let (by, on) = (game.id("B1"), game.id("R1"));
    game.eagles.estimates().threat(by, &game.eagles.pose(by), on, &game.eagles.pose(on))
}

/// The effects of the listed orders of some verbs at R1.
fn foreseen(game: &Drawn, verbs: &[&str]) -> Vec<Effect> {
    let battle: &dyn System = &game.eagles;
    let named = |order: &&battle::Order| verbs.contains(&battle.verb(order).expect("a verb").word);
    let at = |order: &&battle::Order| order.target_unit() == Some(game.id("R1"));
    battle.orders().iter().filter(named).filter(at).map(|order| battle.forecast(order).effect).collect()
}

#[track_caller]
fn near(what: &str, one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{what}: {one} threatened, {other} forecast");
}

#[track_caller]
fn shoots_as_foreseen(name: &str, game: &Drawn) {
    let foreseen = foreseen(game, &["fire", "skirmish", "bombard"]);
    assert!(!foreseen.is_empty(), "{name}: no shot is legal");
    let most = foreseen.iter().map(|effect| effect.inflicted).fold(0.0, f64::max);
    near(name, threat(game).fire, most);
}

#[test]
fn the_threat_of_fire_is_the_forecast_of_the_shot_where_the_way_back_is_free() {
    let firing = |field: Fixture| drawn(field, &[]).at(info::FIRING, Side::Blue);
    shoots_as_foreseen("foot", &firing(facing(Infantry, Infantry, 4)));
    shoots_as_foreseen("foot at horse", &firing(facing(Infantry, Cavalry, 3)));
    shoots_as_foreseen("lights", &firing(facing(Lights, Infantry, 4)));
    shoots_as_foreseen("horse that skirmishes", &firing(facing(Cavalry, Infantry, 6)));
    shoots_as_foreseen("into a town", &firing(facing(Infantry, Infantry, 4).block(0..=39, 44..=46, 't')));
    for rows in [4, 10, 20] {
        let game = drawn(facing(Guns, Infantry, rows), &[]).ordered(&["B1"]);
        shoots_as_foreseen("guns", &game);
    }
}

/// Holds the threat of a charge to the forecast of an Assault, each divided by its chance to make contact.
#[track_caller]
fn assaults_as_foreseen(name: &str, field: Fixture) {
    let game = drawn(field, &[]).ordered(&["B1"]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let gap = measure::poses_apart(&game.eagles, &game.eagles.pose(by), &game.eagles.pose(on));
    let (threat, arrives) = (threat(&game), assault::arrival(&game.eagles, by, gap - 1));
    let battle: &dyn System = &game.eagles;
    let order = battle.orders().into_iter().find(|order| order.verb == info::ASSAULT).expect("an assault");
    let forecast = battle.forecast(&order);
    let contact = forecast.results[0].chance;
    assert!(threat.charge > 0.0 && contact > 0.0, "{name}: {threat:?}");
    near(name, threat.charge / arrives, forecast.effect.inflicted / contact);
    near(name, threat.charge_cost / arrives, forecast.effect.taken / contact);
    near(name, threat.breaks / arrives, (forecast.effect.repels + forecast.effect.destroys) / contact);
}

#[test]
fn the_threat_of_a_charge_is_the_forecast_of_its_fight_but_for_the_roll_to_reach_contact_and_ways_back() {
    assaults_as_foreseen("horse at foot", facing(Cavalry, Infantry, 5));
    assaults_as_foreseen("horse at horse", facing(Cavalry, Cavalry, 8));
    assaults_as_foreseen("foot at foot", facing(Infantry, Infantry, 6));
    assaults_as_foreseen("horse at guns", facing(Cavalry, Guns, 7));
    assaults_as_foreseen("cuirassiers", facing(Cavalry, Cavalry, 6).traits(Traits::CUIRASSIERS));
    assaults_as_foreseen("into a town", facing(Infantry, Infantry, 5).block(0..=39, 43..=45, 't'));
}

#[test]
fn a_supposed_place_is_judged_as_if_both_stood_there() {
    let there = drawn(facing(Cavalry, Infantry, 5), &[]);
    let field = Fixture::open(40, 100).unit("B1", Cavalry, "6,55", "N").unit("R1", Infantry, "30,5", "S");
    let elsewhere = drawn(field, &[]);
    let (by, on) = (there.id("B1"), there.id("R1"));
    let supposed = elsewhere.eagles.estimates().threat(by, &there.eagles.pose(by), on, &there.eagles.pose(on));
    assert!(supposed.charge > 0.0 && supposed.fire > 0.0);
    assert_eq!(supposed, threat(&there));
}
