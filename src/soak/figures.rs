//! How tables and numbers are written.

use std::ops::Range;

use crate::statistics::Interval;
use crate::summary::Toll;

/// Rows of cells as lines, those columns to the right, the others to the left.
pub(crate) fn aligned(rows: &[Vec<String>], right: Range<usize>) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let cell = |(place, (text, width)): (usize, (&String, &usize))| {
        if right.contains(&place) { format!("{text:>width$}") } else { format!("{text:<width$}") }
    };
    let line = |row: &Vec<String>| row.iter().zip(&widths).enumerate().map(cell).collect::<Vec<_>>().join("  ");
    rows.iter().map(|row| String::from(line(row).trim_end())).collect()
}

/// A share with its interval.
pub(crate) fn share(interval: Interval) -> String {
    let [share, low, high] = [interval.share, interval.low, interval.high].map(percent);
    format!("{share} (95 % sure: {low} to {high})")
}

/// With one decimal.
pub(crate) fn one(number: f64) -> String {
    format!("{number:.1}")
}

/// A share in hundredths with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A share in whole hundredths; a dash for nothing.
pub(crate) fn whole(share: Option<f64>) -> String {
    share.map_or_else(|| String::from("-"), |share| format!("{:.0} %", share * 100.0))
}

/// Microseconds as milliseconds.
pub(crate) fn milliseconds(microseconds: u64) -> String {
    format!("{:.1} ms", microseconds as f64 / 1000.0)
}

/// So many charges as a share of those declared.
pub(crate) fn of_charges(toll: &Toll, charges: f64) -> String {
    if toll.charges > 0.0 { percent(charges / toll.charges) } else { String::from("-") }
}

/// The share that was to succeed by the odds of the charges of which odds were shown; where a rule system shows none before
/// charges are declared, that is said.
pub(crate) fn charges_foreseen(toll: &Toll) -> String {
    match (toll.charges_shown, toll.charges) {
        (shown, _) if shown > 0.0 => percent(toll.charges_foreseen / shown),
        (_, charges) if charges > 0.0 => String::from("not shown"),
        _ => String::from("-"),
    }
}
