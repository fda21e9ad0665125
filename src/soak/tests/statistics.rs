//! Intervals against published numbers, and at the ends where estimators break.

use crate::statistics::exact;
use crate::{Interval, elo, wilson};

fn near(interval: Interval, low: f64, high: f64) {
    assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
}

#[test]
fn wilson_agrees_with_published_intervals() {
    // Newcombe 1998, table I: 81 of 263, 15 of 148; and Agresti and Coull 1998: 9 of 10 by Wilson's score.
    near(wilson(81.0, 263), 0.2553, 0.3662);
    near(wilson(15.0, 148), 0.0624, 0.1605);
    near(wilson(9.0, 10), 0.5958, 0.9821);
    near(wilson(0.0, 20), 0.0, 0.1611);
    near(wilson(1.0, 29), 0.0061, 0.1718);
}

#[test]
fn of_very_many_both_intervals_are_the_same() {
    for came in [0, 1, 20, 2_000, 10_000, 19_990, 20_000] {
        let (one, other) = (exact(came, 20_000), wilson(f64::from(came), 20_000));
        assert!((one.low - other.low).abs() < 1e-4 && (one.high - other.high).abs() < 1e-4, "{one:?} {other:?}");
        assert_eq!(one.share, other.share);
        let (more, next) = (exact(came, 20_001), wilson(f64::from(came), 20_001));
        assert_eq!((more.low, more.high), (next.low, next.high));
    }
}

#[test]
fn the_exact_interval_agrees_with_published_ones() {
    // Newcombe 1998, table I, Clopper and Pearson's.
    near(exact(81, 263), 0.2527, 0.3676);
    near(exact(15, 148), 0.0578, 0.1617);
    near(exact(0, 20), 0.0, 0.1684);
    near(exact(1, 29), 0.0009, 0.1776);
    // One of one: the other end is where it would still come once in forty.
    near(exact(1, 1), 0.025, 1.0);
    near(exact(0, 1), 0.0, 0.975);
    assert_eq!(exact(0, 0), Interval { share: 0.0, low: 0.0, high: 1.0 });
    let many = exact(600, 1_200);
    assert!((many.low + many.high - 1.0).abs() < 1e-9 && many.low > 0.471 && many.low < 0.472, "{many:?}");
}

#[test]
fn the_ends_are_exact() {
    for games in [1, 2, 10, 100_000] {
        let (none, all) = (wilson(0.0, games), wilson(f64::from(games), games));
        assert_eq!((none.share, none.low), (0.0, 0.0));
        assert_eq!((all.share, all.high), (1.0, 1.0));
        assert!(none.high < 1.0 && none.high > 0.0 && all.low > 0.0 && all.low < 1.0);
        assert!((none.high - (1.0 - all.low)).abs() < 1e-12, "the same both ways round");
    }
    near(wilson(1.0, 1), 0.2065, 1.0);
    assert_eq!(wilson(0.0, 0), Interval { share: 0.0, low: 0.0, high: 1.0 });
}

#[test]
fn draws_count_as_halves() {
    let drawn = wilson(5.0, 10);
    assert_eq!(drawn.share, 0.5);
    assert!((drawn.low + drawn.high - 1.0).abs() < 1e-12);
}

#[test]
fn elo_is_the_usual_scale() {
    assert_eq!(elo(0.5), 0.0);
    assert!((elo(0.75) - 190.848).abs() < 1e-3);
    assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
    assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}
