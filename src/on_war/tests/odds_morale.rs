//! Odds shown are odds rolled: single checks and blows on every way of the dice, whole charges thrown out against their forecast.

use battle::{Event, Side, System};

use super::fixture::{Fixture, Game};
use crate::assault::melee::{self, Onset};
use crate::estimates::charge_odds::{self, Viewpoint};
use crate::estimates::rides::{self, Ride};
use crate::info::{CHARGES, PLAYER_TURN_END};
use crate::morale::checks;
use crate::state::{Response, Why};
use crate::{Kind, Motivation, Post, Skill, measures};
use proving::falls_as_foreseen;

#[test]
fn every_kind_of_check_and_blow_falls_as_forecast() {
    for (general, skill, motivation) in [
        (None, Skill::Conscript, Motivation::Reluctant),
        (Some(Post::Adjutant), Skill::Trained, Motivation::Confident),
        (Some(Post::General), Skill::Veteran, Motivation::Fearless),
    ] {
        let mut field = Fixture::open(28, 30)
            .unit("R1", Kind::Line, 7, "12,7/S/line7")
            .unit("B1", Kind::LightHorse, 7, "12,8/N/line7")
            .temper(skill, motivation);
        if let Some(post) = general {
            field = field.leader("BG", post, "B1");
        }
        let game = field.game(&[]);
        let (unit, enemy) = (game.id("B1"), game.id("R1"));
        let at = game.war.pose(enemy);
        let pools = [
            (checks::motivation_pool(&game.war, unit, "motivation", "OW-MORALE-1"), Why::Motivation),
            (checks::skill_pool(&game.war, unit, "skill", "OW-UNIT-3"), Why::Skill),
            (melee::kill_pool(&game.war, unit, enemy, &at, 3, Onset::Charging), Why::Kill),
            (melee::kill_pool(&game.war, unit, enemy, &at, 4, Onset::Charged), Why::Kill),
        ];
        for (pool, why) in pools {
            falls_as_foreseen(&game.war, &pool, game.war.by_unit(unit, None, why));
        }
    }
}

/// What came of a charge.
#[derive(Default, Debug)]
struct Tally {
    balked: f64,
    thrown_back: f64,
    won: f64,
    beaten: f64,
    inflicted: f64,
    taken: f64,
}

/// Plays a declared charge of B1 on R1 to the end of the fight: everybody fires when he can, and who is no square piles in.
fn play(mut game: Game, ride: &Ride, tally: &mut Tally) {
    let [mut charged, mut ridden] = [false; 2];
    while !game
        .heard
        .events
        .iter()
        .any(|event| matches!(event, Event::StepBegan { step, .. } if *step == PLAYER_TURN_END.0))
    {
        let order = match game.asks() {
            "charge" if !charged => {
                charged = true;
                String::from("charge B1 >R1")
            }
            "respond" => String::from("stand R1 >B1"),
            "move" if !ridden && game.war.state.own.declared(game.id("B1")).is_some() => {
                if game.war.pose(game.id("B1")) == ride.before {
                    ridden = true;
                    format!("home B1 {}", ride.home)
                } else {
                    format!("move B1 {}", ride.before)
                }
            }
            "reply" if measures::kind(&game.war, game.id("R1")).is_guns() => String::from("grape R1 >B1"),
            "reply" => String::from("fire R1 >B1"),
            "pile" => {
                // Squares keep their ranks, others pile in.
                let keeps =
                    game.war.orders()[0].unit().is_some_and(|unit| game.war.pose(unit).to_string().contains("square"));
                let order = game.war.orders()[usize::from(keeps)];
                game.war.resolve(&order, &mut game.heard).expect("a legal answer");
                continue;
            }
            "triumph" => String::from("stay B1"),
            "" => break,
            _ => String::from("done"),
        };
        game.give(&order);
    }
    count(&game, tally);
}

fn count(game: &Game, tally: &mut Tally) {
    let (unit, target) = (game.id("B1"), game.id("R1"));
    let mut gone = [false; 2];
    let mut beaten = [false; 2];
    for event in &game.heard.events {
        match event {
            Event::StepBegan { step, .. } if *step == PLAYER_TURN_END.0 => break,
            Event::Strength { unit: who, from, to, .. } => {
                let lost = f64::from(from - to);
                if *who == unit { tally.taken += lost } else { tally.inflicted += lost }
            }
            Event::Left { unit: who, .. } if *who == unit || *who == target => gone[usize::from(*who == target)] = true,
            Event::Told(told) => match told.text {
                "{a} will not charge {t}" => tally.balked += 1.0,
                "{a} is thrown back by the fire of {t}" => tally.thrown_back += 1.0,
                "{a} is beaten by {t}" | "{a} gives up the fight with {t}" => {
                    beaten[usize::from(told.actor == Some(target.into()))] = true;
                }
                _ => {}
            },
            _ => {}
        }
    }
    tally.won += f64::from(u8::from(gone[1] || beaten[1]));
    tally.beaten += f64::from(u8::from(gone[0] || beaten[0]));
}

/// Whole charges of one kind against the forecast of their declaration: chances within 4 points, losses within a
/// tenth and a twentieth of a stand. They are thrown: even three stands against three fight in more than 50,000 ways.
#[track_caller]
fn plays_as_forecast(field: &Fixture, battles: u32) {
    let first = field.clone().seeded(0);
    let order = first.order("charge B1 >R1");
    let (unit, target) = (first.id("B1"), first.id("R1"));
    let stand = charge_odds::foresee_response(&first.war, unit, target, Response::Stand, Viewpoint::Charger);
    let ride = rides::likely_ride(&first.war, unit, target).expect("it arrives");
    assert_eq!(stand.ends[0].0, ride.home);
    assert!(first.war.check(&order).is_ok());
    let mut tally = Tally::default();
    (0..battles).for_each(|seed| play(field.clone().seeded(u64::from(seed)), &ride, &mut tally));
    let n = f64::from(battles);
    let chance = |label: &str| stand.results.iter().find(|result| result.label == label).map_or(0.0, |one| one.chance);
    for (label, seen) in [
        ("charger stops at motivation", tally.balked),
        ("charger thrown back by fire", tally.thrown_back),
        ("charger wins", tally.won),
        ("charger is beaten", tally.beaten),
    ] {
        assert!(
            (chance(label) - seen / n).abs() < 0.04,
            "{label}: forecast {:.3}, played {:.3}",
            chance(label),
            seen / n
        );
    }
    let full = |label: &str| f64::from(first.war.field().unit(first.id(label)).full);
    for (what, forecast, seen) in [
        ("inflicted", stand.effect.inflicted * full("R1"), tally.inflicted / n),
        ("taken", stand.effect.taken * full("B1"), tally.taken / n),
    ] {
        assert!((forecast - seen).abs() < 0.1 * seen + 0.05, "{what}: forecast {forecast:.3}, played {seen:.3}");
    }
}

/// Two units facing each other, Blue's to charge from where it stands.
fn duel(blue: (Kind, &str), red: (Kind, u8, &str)) -> Fixture {
    ridden_up(blue, red).house("charge_move", "instead_of_normal_move")
}

/// The same with a normal move before the leg.
fn ridden_up(blue: (Kind, &str), red: (Kind, u8, &str)) -> Fixture {
    Fixture::open(28, 34).unit("R1", red.0, red.1, red.2).unit("B1", blue.0, 7, blue.1).phase(CHARGES, Side::Blue)
}

#[test]
fn a_ride_after_a_normal_move_plays_as_forecast() {
    plays_as_forecast(&ridden_up((Kind::LightHorse, "12,22/N/line7"), (Kind::Line, 7, "12,7/S/line7")), 3000);
    plays_as_forecast(&ridden_up((Kind::HeavyHorse, "9,20/N/line7"), (Kind::LightGuns, 3, "12,9/S/battery3")), 3000);
}

#[test]
fn horse_on_a_line_plays_as_forecast() {
    plays_as_forecast(&duel((Kind::LightHorse, "12,14/N/line7"), (Kind::Line, 7, "12,7/S/line7")), 3000);
}

#[test]
fn foot_on_a_line_plays_as_forecast() {
    plays_as_forecast(&duel((Kind::Grenadier, "12,11/N/line7"), (Kind::Line, 7, "12,7/S/line7")), 3000);
}

#[test]
fn horse_on_guns_plays_as_forecast() {
    plays_as_forecast(&duel((Kind::LightHorse, "12,14/N/line7"), (Kind::LightGuns, 3, "12,7/S/battery3")), 3000);
}

#[test]
fn a_shifted_charge_plays_as_forecast() {
    plays_as_forecast(&duel((Kind::HeavyHorse, "9,12/N/line7"), (Kind::Line, 7, "12,7/S/line7")), 3000);
}

#[test]
fn horse_on_a_square_plays_as_forecast() {
    plays_as_forecast(&duel((Kind::HeavyHorse, "12,13/N/line7"), (Kind::Line, 6, "12,7/S/square1")), 3000);
}
