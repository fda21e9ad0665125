//! Tuning by simulated matches: numbers that were moved away are found again, and a tuning that was broken off goes on.

use super::sequential::Lot;
use crate::sequential::share_of;
use crate::tuning::{Found, Knob, Round, Tuning};

/// Elo that a number costs by the square of its steps from the best.
const WORTH: [f64; 5] = [6.0, 4.0, 8.0, 5.0, 3.0];
/// Where the best is, in steps from the start.
const BEST: [f64; 5] = [4.0, -4.0, 3.0, 5.0, -3.0];
const GAMES: u32 = 40;

fn knobs() -> Vec<Knob> {
    let knob = |place: usize| Knob { name: format!("n{place}"), start: 1.0, step: 0.1, low: 0.0, high: 2.0 };
    (0..BEST.len()).map(knob).collect()
}

fn elo(values: &[f64]) -> f64 {
    let missed = |place: usize| (values[place] - 1.0) / 0.1 - BEST[place];
    -(0..BEST.len()).map(|place| WORTH[place] * missed(place).powi(2)).sum::<f64>()
}

/// So many rounds, the points of each by lot from what the two players are worth.
fn plays(mut tuning: Tuning, rounds: usize, seed: u64) -> Tuning {
    let mut lot = Lot(seed);
    while tuning.rounds().len() < rounds
        && let Some(trial) = tuning.next()
    {
        let [plus, minus] = trial.tried.each_ref().map(|values| elo(values));
        let share = share_of(plus - minus);
        let won = (0..GAMES).filter(|_| lot.share() < share).count() as f64 / f64::from(GAMES);
        tuning.heard(Found { share: won, games: GAMES, waited: None });
    }
    tuning
}

/// How far from the best, in Elo, tunings of so many rounds end: on average and at worst.
fn missed(rounds: usize) -> (f64, f64) {
    let missed = |seed: u64| -elo(&plays(Tuning::new(knobs(), rounds as u32, seed), rounds, seed).found());
    let found: Vec<f64> = (1..=20).map(missed).collect();
    (found.iter().sum::<f64>() / 20.0, found.iter().copied().fold(0.0, f64::max))
}

/// Five numbers, 384 Elo from the best together.
#[test]
fn numbers_moved_away_are_found_again() {
    assert!((elo(&[1.0; 5]) + 384.0).abs() < 1e-6);
    for (rounds, mean, worst) in [(50, 20.0, 50.0), (150, 6.0, 15.0)] {
        let missed = missed(rounds);
        println!("{rounds} rounds: {:.1} Elo from the best on average, {:.1} at worst", missed.0, missed.1);
        assert!(missed.0 < mean && missed.1 < worst, "{missed:?} after {rounds} rounds");
    }
}

#[test]
fn a_tuning_that_was_broken_off_goes_on_as_if_it_had_not_been() {
    let whole = plays(Tuning::new(knobs(), 30, 7), 30, 3);
    let text: Vec<String> = whole.rounds().iter().map(|round| serde_json::to_string(round).expect("a line")).collect();
    let read = |count: usize| text[..count].iter().map(|line| serde_json::from_str(line).expect("a round")).collect();
    let again = Tuning::new(knobs(), 30, 7).take_up(read(12)).expect("the same");
    assert_eq!(again.rounds().len(), 12);
    let on = Tuning::new(knobs(), 30, 7).take_up(read(30)).expect("the same");
    assert_eq!(on.found(), whole.found());
}

#[test]
fn rounds_of_another_tuning_are_refused() {
    let whole = plays(Tuning::new(knobs(), 5, 7), 5, 3);
    let rounds: Vec<Round> = whole.rounds().to_vec();
    let other = Tuning::new(knobs(), 5, 8).take_up(rounds.clone()).expect_err("another seed");
    assert!(other.starts_with("cannot go on: line 1 tried"), "{other}");
    let fewer = Tuning::new(knobs(), 4, 7).take_up(rounds.clone());
    assert!(fewer.is_err());
}

#[test]
fn numbers_stay_where_they_may_be() {
    let narrow = Knob { name: String::from("n"), start: 0.9, step: 0.2, low: 0.0, high: 1.0 };
    let mut tuning = Tuning::new(vec![narrow], 20, 1);
    while let Some(trial) = tuning.next() {
        let [plus, minus] = trial.tried.each_ref().map(|values| values[0]);
        assert!((0.0..=1.0).contains(&plus) && (0.0..=1.0).contains(&minus), "{plus} {minus}");
        let share = if plus > minus { 1.0 } else { 0.0 };
        tuning.heard(Found { share, games: 2, waited: None });
    }
    assert_eq!(tuning.values(), [1.0]);
}

/// A number by which a player wins a little more and fights a little less: it goes up where waiting costs nothing, and down where it
/// costs a point.
#[test]
fn who_waits_pays_for_it() {
    let tuned = |price: f64| {
        let knob = Knob { name: String::from("n"), start: 1.0, step: 0.1, low: 0.0, high: 2.0 };
        let mut tuning = Tuning::new(vec![knob], 40, 1);
        while let Some(trial) = tuning.next() {
            let [plus, minus] = trial.tried.each_ref().map(|values| values[0]);
            let found = Found { share: 0.5 + 0.1 * (plus - minus), games: 20, waited: Some([plus / 4.0, minus / 4.0]) };
            tuning.heard(found.charged(price));
        }
        tuning.found()[0]
    };
    assert!(tuned(0.0) > 1.01 && tuned(1.0) < 0.99, "{} {}", tuned(0.0), tuned(1.0));
}

#[test]
fn waiting_costs_what_it_is_said_to() {
    let found = Found { share: 0.6, games: 20, waited: Some([0.3, 0.1]) };
    let charged = |price: f64| found.charged(price).share;
    assert_eq!(charged(0.0), 0.6);
    assert!((charged(1.0) - 0.5).abs() < 1e-12 && (charged(0.5) - 0.55).abs() < 1e-12);
    assert_eq!(Found { share: 0.05, waited: Some([1.0, 0.0]), ..found }.charged(2.0).share, 0.0);
    assert_eq!(Found { waited: None, ..found }.charged(1.0).share, 0.6);
}
