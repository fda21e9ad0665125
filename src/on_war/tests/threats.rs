//! Threats are forecasts: where a shot or a charge is legal now, both tell the same; elsewhere, what would be told there.

use battle::{Estimates, System, Terrain, Threat};

use super::fixture::{Fixture, Game, pose};
use crate::info::CHARGES;
use crate::marks;
use crate::{Kind, Motivation, Skill, Traits};
use battle::Side;

/// Blue at row 30 facing north, Red so many rows before it facing it, with measuring allowed: forecasts of shots and
/// charges that are not announced tell nothing without (OW-SCALE-2).
fn facing(blue: (Kind, &str), red: (Kind, &str), rows: i16) -> Fixture {
    let field = Fixture::open(30, 50).house("premeasure", "on");
    let field = field.unit("B1", blue.0, 7, &format!("15,30/N/{}", blue.1));
    field.unit("R1", red.0, 7, &format!("15,{}/S/{}", 30 - rows, red.1))
}

fn threat(game: &Game) -> Threat {
    let (by, on) = (game.id("B1"), game.id("R1"));
    Estimates::threat(&game.war, by, &game.war.pose(by), on, &game.war.pose(on))
}

#[track_caller]
fn near(what: &str, one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{what}: {one} threatened, {other} forecast");
}

/// Holds the threat of fire to the forecast of the best shot that is legal.
#[track_caller]
fn shoots_as_foreseen(name: &str, field: Fixture) {
    let game = field.game(&[]);
    let shots = ["fire B1 >R1", "grape B1 >R1"].map(|text| game.order(text));
    let legal: Vec<_> = shots.iter().filter(|order| game.war.check(order).is_ok()).collect();
    assert!(!legal.is_empty(), "{name}: no shot is legal");
    let foreseen = legal.iter().map(|order| game.war.forecast(order).effect.inflicted).fold(0.0, f64::max);
    assert!(foreseen > 0.0, "{name}: nothing is foreseen");
    near(name, threat(&game).fire, foreseen);
}

#[test]
fn the_threat_of_fire_is_the_forecast_of_the_shot() {
    let line = (Kind::Line, "line7");
    shoots_as_foreseen("lines", facing(line, line, 10));
    shoots_as_foreseen("a leaderless line", facing(line, line, 10).leaderless());
    shoots_as_foreseen("at a column", facing(line, (Kind::Line, "column2"), 14));
    shoots_as_foreseen("at a square", facing(line, (Kind::Line, "square1"), 6));
    shoots_as_foreseen("from a column", facing((Kind::Line, "column2"), line, 8));
    shoots_as_foreseen("at horse", facing(line, (Kind::HeavyHorse, "line7"), 9));
    shoots_as_foreseen("ball or grape", facing((Kind::LightGuns, "battery7"), line, 8));
    shoots_as_foreseen("far ball", facing((Kind::HeavyGuns, "battery7"), line, 22));
    let trained = facing(line, line, 9).unit("B2", Kind::Line, 7, "5,45/N/line7").traits(Traits::SECOND_RANK);
    shoots_as_foreseen("with others about", trained);
}

#[test]
fn the_threat_of_fire_knows_cover_and_what_hides() {
    let line = (Kind::Line, "line7");
    shoots_as_foreseen("in works", facing(line, line, 8).block(0..=29, 22..=22, Terrain::Works));
    shoots_as_foreseen("half hidden", facing(line, line, 10).block(0..=14, 24..=26, Terrain::Woods));
    shoots_as_foreseen("disoriented", facing(line, line, 10).marks(marks::DISORIENTED));
    let shut = facing(line, line, 10).block(0..=29, 23..=27, Terrain::DenseWoods).game(&[]);
    assert_eq!(threat(&shut).fire, 0.0);
}

/// Holds the threat of a charge to the forecast of its declaration.
#[track_caller]
fn charges_as_foreseen(name: &str, field: Fixture) {
    let game = field.phase(CHARGES, Side::Blue).game(&[]);
    let order = game.order("charge B1 >R1");
    game.war.check(&order).unwrap_or_else(|no| panic!("{name}: {no}"));
    let (effect, threat) = (game.war.forecast(&order).effect, threat(&game));
    assert!(effect.inflicted > 0.0, "{name}: nothing is foreseen");
    near(name, threat.charge, effect.inflicted);
    near(name, threat.charge_cost, effect.taken);
    near(name, threat.breaks, (effect.repels + effect.destroys).min(1.0));
}

/// The same where a square is met: the threat takes the straight way to it, the forecast of equally short ways the one with
/// most stands in contact.
#[track_caller]
fn charges_about_as_foreseen(name: &str, field: Fixture) {
    let game = field.phase(CHARGES, Side::Blue).game(&[]);
    let (effect, threat) = (game.war.forecast(&game.order("charge B1 >R1")).effect, threat(&game));
    let pairs = [(threat.charge, effect.inflicted), (threat.charge_cost, effect.taken)];
    for (one, other) in pairs.into_iter().chain([(threat.breaks, (effect.repels + effect.destroys).min(1.0))]) {
        assert!(other > 0.0 && (one - other).abs() < 0.05, "{name}: {one} threatened, {other} forecast");
    }
}

#[test]
fn the_threat_of_a_charge_is_the_forecast_of_its_declaration() {
    let (line, horse) = ((Kind::Line, "line7"), (Kind::HeavyHorse, "line7"));
    charges_as_foreseen("foot at foot, too near to be fired at", facing(line, line, 2));
    charges_as_foreseen("foot at foot, under fire", facing(line, line, 5));
    charges_as_foreseen("foot at horse", facing(line, horse, 4));
    charges_as_foreseen("foot at guns", facing(line, (Kind::LightGuns, "battery7"), 5));
    charges_as_foreseen("horse at horse", facing(horse, (Kind::LightHorse, "line7"), 6));
    charges_about_as_foreseen("horse at foot that may form square", facing(horse, line, 9));
    charges_about_as_foreseen("horse at a square", facing(horse, (Kind::Line, "square1"), 9));
    charges_as_foreseen("horse at guns", facing(horse, (Kind::HeavyGuns, "battery7"), 9));
    let raw = facing(horse, line, 9).temper(Skill::Conscript, Motivation::Reluctant);
    charges_about_as_foreseen("horse at conscripts", raw);
    charges_as_foreseen("without an officer", facing(line, line, 4).leaderless());
}

#[test]
fn a_supposed_place_is_judged_as_if_both_stood_there() {
    let (horse, line) = ((Kind::HeavyHorse, "line7"), (Kind::Line, "line7"));
    let there = threat(&facing(horse, line, 9).game(&[]));
    let elsewhere = Fixture::open(30, 50)
        .house("premeasure", "on")
        .unit("B1", Kind::HeavyHorse, 7, "8,45/N/line7")
        .unit("R1", Kind::Line, 7, "20,4/S/column2")
        .game(&[]);
    let (by, on) = (elsewhere.id("B1"), elsewhere.id("R1"));
    let supposed = Estimates::threat(&elsewhere.war, by, &pose("15,30/N/line7"), on, &pose("15,21/S/line7"));
    assert!(there.charge > 0.0);
    assert_eq!(supposed, there);
    let back = Estimates::threat(&elsewhere.war, on, &pose("15,21/S/line7"), by, &pose("15,30/N/line7"));
    assert!(back.fire > 0.0, "foot fires at horse");
}
