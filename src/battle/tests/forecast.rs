//! Distributions are exact.

use crate::{Die, Distribution};

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
    let two = Distribution::sum(Die::D6, 2);
    near(two.chance(7), 6.0 / 36.0);
    near(two.chance(2), 1.0 / 36.0);
    near(two.mean(), 7.0);
    near(two.at_least(i32::MIN), 1.0);
}

#[test]
fn mapped_values_gather_their_chances() {
    let capped = Distribution::successes(4, 0.5).map(|value| value.min(2));
    near(capped.chance(2), 11.0 / 16.0);
    near(capped.at_least(0), 1.0);
    assert_eq!(Distribution::certain(3).chance(3), 1.0);
}

#[test]
fn differences_go_below_zero() {
    let two = Distribution::die(Die::D6).minus(&Distribution::die(Die::D6));
    assert_eq!((two.lowest(), two.highest()), (-5, 5));
    near(two.chance(0), 1.0 / 6.0);
    near(two.chance(-5), 1.0 / 36.0);
    near(two.at_least(1), 15.0 / 36.0);
    near(two.at_most(-1), 15.0 / 36.0);
    near(two.mean(), 0.0);
    near(two.map(|margin| margin.signum()).chance(-1), 15.0 / 36.0);
    assert_eq!(two.negative().lowest(), -5);
    assert_eq!(two.chance(6), 0.0);
    assert_eq!(two.chance(-6), 0.0);
    assert_eq!(two.chance(usize::MAX), 0.0);
    assert_eq!(two.at_least(u64::MAX), 0.0);
}

#[test]
fn what_follows_a_roll_is_mixed_by_its_results() {
    // A test at 5 or 6; passed, a volley of two dice at 4+; failed, one die.
    let test = Distribution::whether(1.0 / 3.0);
    let hits = test.mix(|passed| Distribution::successes(if passed == 1 { 2 } else { 1 }, 0.5));
    near(hits.chance(0), 1.0 / 3.0 * 0.25 + 2.0 / 3.0 * 0.5);
    near(hits.chance(2), 1.0 / 12.0);
    let apart = Distribution::mixture(&[(0.5, Distribution::certain(-3)), (0.5, Distribution::certain(2))]);
    near(apart.mean(), -0.5);
    assert_eq!(apart.chance(0), 0.0);
}
