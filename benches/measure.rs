//! Measuring and printing: medians of many short runs, each figure beside its target.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Prints the head of a table of figures.
pub fn head(title: &str) {
    println!("\n{title}");
    println!("  {:<44} {:>12} {:>12} {:>12}", "quantity", "median", "p99", "target");
}

/// Prints one row.
pub fn row(name: &str, median: &str, p99: &str, target: &str) {
    println!("  {name:<44} {median:>12} {p99:>12} {target:>12}");
}

/// A duration as a person reads it.
pub fn shown(time: Duration) -> String {
    match time.as_nanos() {
        nanos @ 0..1_000 => format!("{nanos} ns"),
        nanos @ 1_000..1_000_000 => format!("{:.1} us", nanos as f64 / 1e3),
        nanos => format!("{:.2} ms", nanos as f64 / 1e6),
    }
}

/// The time at `share` (0 to 1) of a sorted list.
pub fn quantile(sorted: &[Duration], share: f64) -> Duration {
    let place = ((sorted.len() - 1) as f64 * share).round() as usize;
    sorted[place]
}

/// Runs `work` in batches for a short while, prints median and p99 of one run beside the target, and returns its last
/// answer, for the caller to assert on.
pub fn measure<T>(name: &str, target: &str, mut work: impl FnMut() -> T) -> T {
    let started = Instant::now();
    let mut last = black_box(work());
    let batch = (Duration::from_millis(1).as_nanos() / started.elapsed().as_nanos().max(1)).clamp(1, 10_000) as u32;
    let mut times = Vec::new();
    while times.len() < 20 || (started.elapsed() < Duration::from_millis(600) && times.len() < 2_000) {
        let begun = Instant::now();
        for _ in 0..batch {
            last = black_box(work());
        }
        times.push(begun.elapsed() / batch);
    }
    times.sort();
    row(name, &shown(quantile(&times, 0.5)), &shown(quantile(&times, 0.99)), target);
    last
}
