//! Battles drawn are read by the reader of battle files.

use crate::{Wishes, draw, faults};

#[test]
fn lists_have_no_fault() {
    let told: Vec<String> = faults().iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn battles_are_read_without_a_fault() {
    for seed in 0..200 {
        let drawn = draw(&Wishes::default(), seed).expect("no wish can be refused");
        if let Err(faults) = scenario::parse(&drawn.name, &drawn.text) {
            panic!("{}: {faults}\n{}", drawn.name, drawn.text);
        }
    }
}
