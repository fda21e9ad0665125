//! Whole battles between commanders: who thinks beats who does not.

use std::sync::atomic::AtomicBool;

use battle::{Deaf, HouseRules, Library, Side};

use crate::Shelf;

/// Half points of `steady` in one battle under a rule system against another commander.
fn half_points(shelf: &Shelf, system: &str, against: &str, seed: u64, steady: Side) -> u32 {
    let file = shelf.battle("../../maps/drill/brigade-drill.toml").expect("the brigade drill");
    let mut battle = shelf.deploy(system, &file.scenario, &HouseRules::default(), seed).expect("a battle");
    let name = |side: Side| if side == steady { "steady" } else { against };
    let mut sides = Side::ALL.map(|side| shelf.commander(name(side), seed).expect("a commander"));
    let stop = AtomicBool::new(false);
    while let Some(side) = battle.to_decide() {
        let choice = sides[side.index()].decide(&*battle.view(side, seed), &stop);
        battle.resolve(&choice.order, &mut Deaf).expect("the order given is legal");
    }
    match battle.outcome().expect("it is over").winner {
        Some(winner) => 2 * u32::from(winner == steady),
        None => 1,
    }
}

#[test]
fn under_mcnally_the_commander_beats_who_gives_orders_at_random() {
    let shelf = Shelf::new();
    // Cards and panic let chance win one small battle in five: of eight more than half.
    let games = (1..=4).flat_map(|seed| Side::ALL.map(|side| (seed, side)));
    let won: u32 = games.map(|(seed, side)| half_points(&shelf, "mcnally", "random", seed, side)).sum();
    assert!(won >= 10, "{won} of 16 half points");
}
