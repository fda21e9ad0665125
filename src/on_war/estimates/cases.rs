//! Forecasts of what comes in one of two cases: a square that is formed in time, or too late.

use battle::{Chance, Distribution, Forecast, Pose, RollForecast};

/// What is foreseen in one case.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    /// The forecast of the case.
    pub forecast: Forecast,
    /// The chances of its rolls to fall, in their order.
    falls: Vec<f64>,
}

impl Case {
    /// A forecast with rolls that fall with those chances.
    pub fn new(forecast: Forecast, rolls: Vec<(RollForecast, f64)>) -> Case {
        let (rolls, falls) = rolls.into_iter().unzip();
        Case { forecast: Forecast { rolls, ..forecast }, falls }
    }

    /// This case, or with that chance another one.
    pub fn or(self, other: Case, chance: f64) -> Forecast {
        let cases = [(self, 1.0 - chance), (other, chance)];
        let [one, other] = cases.each_ref().map(|(case, _)| &case.forecast);
        Forecast {
            rolls: rolls_of(&cases),
            results: results_of(one, other, chance),
            effect: one.effect.mixed(&other.effect, chance),
            ends: ends_of(one, other, chance),
            ..one.clone()
        }
    }

    /// The roll like another one, of several that one after so many, with its chance to fall.
    fn like(&self, roll: &RollForecast, nth: usize) -> Option<(&RollForecast, f64)> {
        let alike = |(one, _): &(&RollForecast, f64)| is_like(one, roll);
        self.forecast.rolls.iter().zip(self.falls.iter().copied()).filter(alike).nth(nth)
    }
}

fn is_like(one: &RollForecast, other: &RollForecast) -> bool {
    (one.label, one.who) == (other.label, other.who)
}

/// The mixture of what falls in several cases, given that one of them is there.
pub(super) fn given(mut cases: Vec<(f64, Distribution)>) -> Distribution {
    let all: f64 = cases.iter().map(|(chance, _)| chance).sum();
    cases.iter_mut().filter(|_| all > 0.0).for_each(|(chance, _)| *chance /= all);
    Distribution::mixture(&cases)
}

/// The rolls of whichever case has more; of like ones those of more dice are shown, with what falls in either.
fn rolls_of(cases: &[(Case, f64); 2]) -> Vec<RollForecast> {
    let [one, other] = cases.each_ref().map(|(case, _)| &case.forecast.rolls);
    let all = if other.len() > one.len() { other } else { one };
    let mixed = |(place, roll): (usize, &RollForecast)| {
        let nth = all[..place].iter().filter(|before| is_like(before, roll)).count();
        let alike = cases.each_ref().map(|(case, chance)| (case.like(roll, nth), *chance));
        let both = alike.iter().filter_map(|(like, _)| like.map(|(shown, _)| shown));
        let shown = both.rev().max_by_key(|shown| shown.dice()).unwrap_or(roll);
        let falls =
            alike.iter().filter_map(|(like, chance)| like.map(|(roll, falls)| (chance * falls, roll.outcome.clone())));
        RollForecast { outcome: given(falls.collect()), ..shown.clone() }
    };
    all.iter().enumerate().map(mixed).collect()
}

/// The results by name; one that comes home in one case alone promises nothing in the other.
fn results_of(one: &Forecast, other: &Forecast, chance: f64) -> Vec<Chance> {
    let (first, second) = (&one.results, &other.results);
    let all = if second.len() > first.len() { second } else { first };
    let share = |results: &[Chance], place: usize| if results.len() == all.len() { results[place].chance } else { 0.0 };
    let mixed = |(place, result): (usize, &Chance)| Chance {
        chance: share(first, place) * (1.0 - chance) + share(second, place) * chance,
        ..*result
    };
    all.iter().enumerate().map(mixed).collect()
}

fn ends_of(one: &Forecast, other: &Forecast, chance: f64) -> Vec<(Pose, f64)> {
    let mut ends: Vec<(Pose, f64)> = one.ends.iter().map(|(pose, share)| (*pose, share * (1.0 - chance))).collect();
    for (pose, share) in &other.ends {
        match ends.iter_mut().find(|(known, _)| known == pose) {
            Some((_, known)) => *known += share * chance,
            None => ends.push((*pose, share * chance)),
        }
    }
    ends
}
