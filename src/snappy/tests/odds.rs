//! Odds equal the resolver, for every kind of roll: battles resolved again and again fall as they were foreseen.

use battle::{Dice, Side, Terrain};

use super::fixture::{Fixture, Game};
use crate::info::{FIGHT, FIRE, MELEE};
use crate::melee::odds::Care;
use crate::morale::{self, Fate};
use crate::profile::Kind;
use crate::space::Shape;
use crate::state::Charge;
use crate::tables::{BOLD, DISRUPTED, NERVOUS, PANIC, ROUTED};

/// How often each is resolved.
const TIMES: u64 = 4_000;
/// How far a share of so many may lie from its chance: more than four standard deviations.
const NEAR: f64 = 0.04;

/// The shares of places that B1 or R1 come to, over many seeds.
fn shares(fixture: &Fixture, label: &str, act: impl Fn(&mut Game)) -> [f64; 6] {
    let mut shares = [0.0; 6];
    let start = fixture.clone().game(&[]);
    for seed in 0..TIMES {
        let mut game = Game { war: start.war.clone(), heard: Default::default() };
        game.war.set_dice(Dice::new(seed));
        act(&mut game);
        shares[game.status(label) as usize] += 1.0 / TIMES as f64;
    }
    shares
}

/// What a chain of checks is foreseen to come to, place by place.
fn foreseen(game: &Game, label: &str, owed: u8, cause: &str) -> [f64; 6] {
    let unit = game.id(label);
    let chain = morale::checks(&game.war, unit, owed, Some(game.id(cause)));
    let mut places = [0.0; 6];
    for end in chain.ends() {
        let place = crate::tables::LADDER.iter().position(|name| *name == chain.name(end.run.lost)).expect("a place");
        places[place] += end.chance;
    }
    places
}

#[track_caller]
fn near(shares: [f64; 6], chances: [f64; 6]) {
    let close = shares.iter().zip(&chances).all(|(share, chance)| (share - chance).abs() < NEAR);
    assert!(close, "{shares:.3?} fell, {chances:.3?} foreseen");
}

fn chain_falls_as_foreseen(fixture: &Fixture, owed: u8) {
    let chances = foreseen(&fixture.clone().game(&[]), "B1", owed, "R1");
    near(shares(fixture, "B1", |game| game.checks("B1", owed, "R1")), chances);
}

fn line(quality: usize) -> Fixture {
    Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).quality(quality)
}

fn before(fixture: Fixture) -> Fixture {
    fixture.foot("R1", (21, 29), "S", Shape::Line)
}

#[test]
fn chains_fall_as_foreseen() {
    chain_falls_as_foreseen(&before(line(1)), 1);
    chain_falls_as_foreseen(&before(line(0)), 3);
    chain_falls_as_foreseen(&before(line(4).status(BOLD)), 2);
    chain_falls_as_foreseen(&before(line(2).status(PANIC)), 1);
}

#[test]
fn chains_under_a_leader_who_may_fall_do_too() {
    chain_falls_as_foreseen(&before(line(1).led(3)), 2);
    chain_falls_as_foreseen(&before(line(3).led(-2)), 1);
}

#[test]
fn chains_know_the_walls_a_unit_is_pushed_out_of_and_the_wall_behind_it() {
    let house = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 30), (21, 30)]);
    chain_falls_as_foreseen(&before(house.foot("B1", (20, 30), "N", Shape::Line).quality(1).garrisoned()), 2);
    let shut = Fixture::sized(60, 21).foot("B1", (10, 20), "N", Shape::Line).quality(1);
    let shut = shut.foot("R1", (11, 19), "S", Shape::Line).unit("R2", Kind::Infantry, 1, (9, 20), "S", Shape::Line);
    let shut = shut.unit("R3", Kind::Infantry, 1, (12, 20), "S", Shape::Line);
    let chances = foreseen(&shut.clone().game(&[]), "B1", 1, "R1");
    assert!(chances[ROUTED as usize] > 0.59 && chances[NERVOUS as usize] == 0.0, "one failure is the end");
    chain_falls_as_foreseen(&shut, 1);
}

#[test]
fn fire_falls_as_foreseen() {
    let volley = before(line(3)).quality(1);
    let game = volley.clone().game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let pool = crate::fire::dice::pool(&game.war, by, on).expect("fire");
    let fate = crate::fire::fate(&game.war, by, on, &pool.outcome());
    let fell = shares(&volley, "R1", |game| game.fire("B1", "R1"));
    assert!((fell[ROUTED as usize] - fate.routs).abs() < NEAR);
    let back: f64 = fell[PANIC as usize..=NERVOUS as usize].iter().sum();
    assert!((back - fate.falls_back).abs() < NEAR, "{back} fell back, {} foreseen", fate.falls_back);
    let lost: f64 = (0..4).map(|place| fell[place] * (4 - place) as f64).sum();
    assert!((lost - fate.lost).abs() < 3.0 * NEAR, "{lost} places lost, {} foreseen", fate.lost);
    assert!(game.may(game.order(FIRE, "B1", "R1")));
}

/// A melee of up to three rounds, resolved and foreseen.
fn melee_falls_as_foreseen(fixture: Fixture, flank: bool) {
    let fixture = fixture.phase(MELEE, Side::Blue);
    let engage = |game: &mut Game| {
        let charge = Charge { charger: game.id("B1"), target: game.id("R1"), flank };
        game.war.state.own.charges.push(charge);
        charge
    };
    let mut game = fixture.clone().game(&[]);
    let charge = engage(&mut game);
    let odds = crate::melee::odds::of(&game.war, &charge, Care::Exact);
    let start = ["B1", "R1"].map(|label| game.status(label));
    for (label, fate, from) in [("B1", odds.charger, start[0]), ("R1", odds.target, start[1])] {
        let fell = shares(&fixture, label, |game| {
            engage(game);
            game.give(game.order(FIGHT, "B1", "R1"));
        });
        check(label, &fell, &fate, from);
    }
}

#[track_caller]
fn check(label: &str, fell: &[f64; 6], fate: &Fate, from: i16) {
    let lost: f64 = (0..=from).map(|place| fell[place as usize] * f64::from(from - place)).sum();
    let back: f64 = (PANIC..=NERVOUS.min(from - 1)).map(|place| fell[place as usize]).sum();
    assert!((fell[0] - fate.routs).abs() < NEAR, "{label} routs {}, {} foreseen", fell[0], fate.routs);
    assert!((back - fate.falls_back).abs() < NEAR, "{label} goes back {back}, {} foreseen", fate.falls_back);
    assert!((lost - fate.lost).abs() < 3.0 * NEAR, "{label} loses {lost}, {} foreseen", fate.lost);
}

#[test]
fn melees_fall_as_foreseen() {
    melee_falls_as_foreseen(before(line(3)).quality(3), false);
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 30), "N", Shape::Line).quality(4);
    melee_falls_as_foreseen(before(horse).quality(1), false);
    melee_falls_as_foreseen(before(line(2).status(DISRUPTED)).quality(2), true);
}

#[test]
fn melees_of_bold_units_under_leaders_do_too() {
    melee_falls_as_foreseen(before(line(5).status(BOLD).led(2)).quality(5).status(BOLD), false);
}

#[test]
fn a_threat_tells_what_the_forecast_does() {
    let horse = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 32), "N", Shape::Line).quality(4);
    let mut game = before(horse).quality(1).phase(crate::info::MOVE_PHASE, Side::Blue).game(&[]);
    let (by, on) = (game.id("B1"), game.id("R1"));
    let threat = battle::Estimates::threat(&game.war, by, &game.pose("B1"), on, &game.pose("R1"));
    let order = game.order(crate::info::CHARGE, "B1", "R1");
    let effect = battle::System::forecast(&game.war, &order).effect;
    let close = |one: f64, other: f64| (one - other).abs() < 0.01;
    assert!(close(threat.charge, effect.inflicted) && close(threat.charge_cost, effect.taken), "{threat:?} {effect:?}");
    assert!(close(threat.breaks, effect.succeeds));
    let volley = before(line(3)).quality(1);
    game = volley.game(&[]);
    let threat = battle::Estimates::threat(&game.war, game.id("B1"), &game.pose("B1"), game.id("R1"), &game.pose("R1"));
    let effect = battle::System::forecast(&game.war, &game.order(FIRE, "B1", "R1")).effect;
    assert!(close(threat.fire, effect.inflicted), "{threat:?} {effect:?}");
}
