//! Distributions are exact.

use crate::Distribution;

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[test]
fn successes_are_binomial() {
    let three = Distribution::successes(3, 0.5);
    for (value, chance) in [(0, 0.125), (1, 0.375), (2, 0.375), (3, 0.125), (4, 0.0)] {
        near(three.chance(value), chance);
    }
    near(three.mean(), 1.5);
    near(three.at_least(2), 0.5);
}

#[test]
fn the_sum_of_two_dice_is_a_tent() {
    let two = Distribution::sum_of_d6(2);
    near(two.chance(7), 6.0 / 36.0);
    near(two.chance(2), 1.0 / 36.0);
    near(two.mean(), 7.0);
    near(two.chances().iter().sum(), 1.0);
}

#[test]
fn mapped_values_gather_their_chances() {
    let capped = Distribution::successes(4, 0.5).map(|value| value.min(2));
    near(capped.chance(2), 11.0 / 16.0);
    near(capped.chances().iter().sum(), 1.0);
    assert_eq!(Distribution::certain(3).chance(3), 1.0);
}
