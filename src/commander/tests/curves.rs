//! Every kind of curve at its ends, its middle and beyond.

use crate::Curve;

fn check(curve: Curve, expected: &[(f64, f64)]) {
    for (input, response) in expected {
        assert_eq!(curve.respond(*input), *response, "{curve:?} at {input}");
    }
}

#[test]
fn a_line_runs_between_its_ends_and_is_cut_off_beyond() {
    check(Curve::Linear { from: 1.0, to: 0.0 }, &[(-1.0, 1.0), (0.0, 1.0), (0.25, 0.75), (1.0, 0.0), (9.0, 0.0)]);
}

#[test]
fn a_power_is_a_product_of_its_base() {
    let curve = Curve::Power { from: 0.5, to: 1.0, exponent: 4 };
    check(curve, &[(0.0, 0.0625), (0.5, 0.316_406_25), (1.0, 1.0)]);
}

#[test]
fn a_logistic_is_half_in_the_middle_and_flat_far_off() {
    let curve = Curve::Logistic { middle: 0.4, steep: 20.0 };
    check(curve, &[(0.4, 0.5), (0.9, 0.999_665), (0.0, 0.000_335)]);
    assert_eq!(curve.respond(0.425), 0.622_459, "a table entry");
    let between = Curve::Logistic { middle: 0.0, steep: 0.25 }.respond(1.0);
    assert!((between - 0.561_229_5).abs() < 1e-12, "half way between two entries: {between}");
    let falling = Curve::Logistic { middle: 0.5, steep: -10.0 };
    assert!(falling.respond(0.2) > 0.9 && falling.respond(0.8) < 0.1);
}

#[test]
fn a_step_jumps_at_its_place() {
    check(Curve::Step { at: 0.5, below: 0.2, above: 0.9 }, &[(0.499, 0.2), (0.5, 0.9), (1.0, 0.9)]);
}

#[test]
fn what_is_no_number_counts_as_nothing() {
    check(Curve::Linear { from: 0.25, to: 1.0 }, &[(f64::NAN, 0.25)]);
}
