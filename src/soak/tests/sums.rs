//! Sums in place of rows: the same figures, whatever the number of battles and however they are added up.

use super::{json, options, seats, soak};
use crate::cell::Cell;
use crate::sums::{Moments, Spread};
use crate::{Options, Report, Row, Seating};

fn swapped() -> Options {
    let battles = vec![String::from("outpost"), String::from("small-field")];
    Options { battles, seating: Seating::Swapped, seats: seats("random", "first"), clauses: true, ..options(24) }
}

#[test]
fn a_report_without_rows_says_what_one_with_them_says() {
    let whole = soak(&swapped());
    let bare = soak(&Options { keeps_rows: false, ..swapped() });
    assert!(bare.rows().is_empty() && bare.games() == 24 && json(&bare).is_empty());
    let untimed = |report: &Report| {
        let is_timed = |line: &&str| line.starts_with("think time") || line.contains(" ms");
        report.summary().lines().filter(|line| !is_timed(line)).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(untimed(&bare), untimed(&whole));
    assert!(untimed(&whole).len() > 30);
}

#[test]
fn cells_put_together_are_the_cell_of_all() {
    let rows = soak(&swapped()).rows().to_vec();
    let of = |rows: &[Row]| {
        let mut cell = Cell::default();
        rows.iter().for_each(|row| cell.add(row));
        cell
    };
    let mut sum = of(&rows[..7]);
    sum.merge(&of(&rows[7..]));
    let all = of(&rows);
    // Sums of fractions differ in their last figures by the order in which they are added up.
    assert_eq!(sum.idle.count(), all.idle.count());
    assert!((sum.idle.mean() - all.idle.mean()).abs() < 1e-12);
    let whole = |cell: &Cell| {
        (cell.turns.clone(), cell.counts.clone(), cell.luck.clone(), cell.results, cell.scores, cell.clauses.clone())
    };
    assert_eq!(whole(&sum), whole(&all));
    assert!(!all.clauses.is_empty() && all.luck.values().flatten().sum::<u32>() > 3);
}

#[test]
fn moments_are_the_mean_and_its_error() {
    let of = |values: &[f64]| {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.add(*value));
        moments
    };
    let all = of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
    // Mean 5, squares of differences 32 together: the variance of the sample is 32 / 7, that of the mean an eighth of it.
    assert!((all.mean() - 5.0).abs() < 1e-12 && (all.error() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    let rest = all.without(of(&[2.0, 9.0]));
    assert!((rest.mean() - 29.0 / 6.0).abs() < 1e-12 && rest.count() == 6.0);
    assert!((all.less(5.0).mean()).abs() < 1e-12 && (all.less(5.0).error() - all.error()).abs() < 1e-12);
    assert_eq!((of(&[]).mean(), of(&[]).error(), of(&[3.0]).error()), (0.0, 0.0, 0.0));
}

#[test]
fn a_spread_knows_each_place_of_all_in_order() {
    let mut spread = Spread::default();
    [5, 3, 3, 9, 5, 5].iter().for_each(|value| spread.add(*value));
    let places: Vec<Option<u64>> = (0..7).map(|place| spread.at(place)).collect();
    assert_eq!(places, [Some(3), Some(3), Some(5), Some(5), Some(5), Some(9), None]);
    assert_eq!((spread.count(), spread.mean()), (6, 5.0));
}
