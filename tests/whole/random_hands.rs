//! A few thousand random keys, clicks and sizes at home and as a visitor: nothing panics, nothing is drawn outside.

use crate::hands::{local, served};

#[test]
fn random_hands_at_home_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let figures = local::run(1, 9_600, folder.path());
    println!("{figures}");
    assert!(figures.faults.is_empty(), "{figures}");
    assert!(figures.battles.len() >= 24 && figures.screens.len() >= 12, "{figures}");
}

#[test]
fn random_hands_of_visitors_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let figures = served::run(1, 4_000, folder.path());
    println!("{figures}");
    assert!(figures.faults.is_empty(), "{figures}");
    assert!(figures.bytes > 100_000, "{figures}");
}
