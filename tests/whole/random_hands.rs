//! A few thousand random keys, clicks and sizes at home and as a visitor: nothing panics, nothing is drawn outside, Esc and `?`
//! lead out of everything, and no order is given that was not shown.

use crate::hands::{local, served};

#[test]
fn random_hands_at_home_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let figures = local::run(1, 9_600, folder.path());
    println!("{figures}");
    assert!(figures.faults.is_empty(), "{figures}");
    assert!(figures.battles.len() >= 24 && figures.screens.len() >= 12, "{figures}");
    for screen in ["Title", "Set-up", "Settings", "Saved battles", "Battle replay", "The end", "Help"] {
        assert!(figures.screens.contains_key(screen), "nobody came to {screen}: {figures}");
    }
    for system in ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"] {
        let played = |battle: &&String| battle.ends_with(&format!("({system})"));
        assert!(figures.battles.iter().filter(played).count() >= 5, "{system}: {figures}");
    }
}

#[test]
fn random_hands_of_visitors_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let figures = served::run(1, 4_000, folder.path());
    println!("{figures}");
    assert!(figures.faults.is_empty(), "{figures}");
    assert!(figures.bytes > 100_000, "{figures}");
}

#[test]
fn no_order_is_given_that_was_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    for figures in local::commanding(2, 700, folder.path()) {
        println!("{figures}");
        assert!(figures.faults.is_empty(), "{figures}");
        assert!(figures.orders >= 10, "too few orders to tell: {figures}");
    }
}
