//! Chains against examples worked out by hand.

use super::dice::key;
use super::kinds::{LOSS, morale};
use crate::{Chain, Dice, Die, Mishap, Pool, Reading, RollKind, Run, Rung};

fn check(face: u8, add: i16) -> Pool {
    let mut check = Pool::new("morale", "X-1", 1, Reading::Successes(face)).of(Die::D10).bounded(2, 11);
    check.each("reasons", add, "X-2");
    check
}

/// Militia at 8+, from firm down; in a panic worse by one.
fn militia(owed: u8) -> Chain {
    let rung = |name, add| Rung::new(name, check(8, add));
    let rungs = vec![rung("firm", 0), rung("nervous", 0), rung("disrupted", 0), rung("panic", -1)];
    Chain::new("morale", "X-1", owed, rungs, "routed")
}

fn fall(chain: &Chain, faces: &[u8]) -> (usize, Run) {
    let mut dice = Dice::scripted(faces);
    let (rolls, run) = chain.fall(&mut dice, key(1, 1, 1, 1), key(1, 1, 1, 2));
    assert_eq!(dice.unread(), 0, "{run:?}");
    (rolls.len(), run)
}

#[test]
fn each_failure_costs_a_rung_until_a_check_is_passed_or_the_ladder_ends() {
    assert_eq!(fall(&militia(1), &[8]), (1, Run { passed: 1, ..Run::default() }));
    assert_eq!(fall(&militia(1), &[3, 5, 7, 8]), (4, Run { lost: 4, ..Run::default() }), "8 - 1 in a panic");
    assert_eq!(fall(&militia(2), &[2, 8, 9]), (3, Run { passed: 2, lost: 1, mishap: 0 }));
    assert_eq!(militia(1).name(4), "routed");
    assert_eq!(fall(&militia(0), &[]), (0, Run::default()));
}

#[test]
fn its_odds_are_those_of_the_checks_one_after_another() {
    let one = militia(1).outcome();
    let owed = [0.3, 0.7 * 0.3, 0.49 * 0.3, 0.343 * 0.2, 0.343 * 0.8];
    for (lost, chance) in owed.into_iter().enumerate() {
        assert!((one.chance(lost) - chance).abs() < 1e-12, "{lost}");
    }
    let two = militia(2).outcome();
    assert!((two.chance(0) - 0.09).abs() < 1e-12 && (two.chance(1) - 2.0 * 0.09 * 0.7).abs() < 1e-12);
    let shown = militia(2).shown(None);
    assert_eq!((shown.kind, shown.rows.len(), shown.rows[4].label), (RollKind::Chain, 5, "routed"));
    assert!((shown.passes() - 0.09).abs() < 1e-12);
}

#[test]
fn a_natural_1_fails_and_may_take_the_leader() {
    // A genius: 1 + 3 would pass at 3+, but a 1 fails, and 5 on the list takes him away: 2 alone does not do it.
    let rung = |name| Rung { name, check: check(3, 3), after: check(3, 0) };
    let roll = Pool::new("leader loss", "X-3", 1, Reading::Row(&LOSS)).of(Die::D10);
    let rungs = vec![rung("firm"), rung("nervous"), rung("disrupted"), rung("panic")];
    let chain = Chain::new("morale", "X-1", 1, rungs, "routed").with_mishap(Mishap { face: 1, roll });
    assert_eq!(fall(&chain, &[1, 5, 2, 3]), (4, Run { passed: 1, lost: 2, mishap: 2 }));
    assert_eq!(fall(&chain, &[1, 1, 2]), (3, Run { passed: 1, lost: 1, mishap: 0 }), "not even close: he stays");
    // Only a 1 fails under him. It takes him in nine of ten.
    let ends = chain.ends();
    let chance = |lost, mishap: fn(i16) -> bool| -> f64 {
        ends.iter().filter(|end| end.run.lost == lost && mishap(end.run.mishap)).map(|end| end.chance).sum()
    };
    assert!((chance(0, |_| true) - 0.9).abs() < 1e-12);
    assert!((chance(1, |mishap| mishap == 0) - 0.1 * 0.1 * 0.9).abs() < 1e-12);
    assert!((chance(1, |mishap| mishap != 0) - 0.1 * 0.9 * 0.8).abs() < 1e-12);
    assert!((ends.iter().map(|end| end.chance).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((chain.mishap_chance(0) + (1..6).map(|value| chain.mishap_chance(value)).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn a_mishap_needs_single_dice() {
    let two = Rung::new("firm", Pool::new("morale", "X-1", 2, Reading::Successes(4)));
    let roll = Pool::new("leader", "X-1", 1, Reading::Total);
    let build = move || Chain::new("morale", "X-1", 1, vec![two], "routed").with_mishap(Mishap { face: 1, roll });
    assert!(std::panic::catch_unwind(build).is_err());
}

#[test]
fn longer_chains_lose_no_less() {
    let means: Vec<f64> = (0..6).map(|owed| morale(owed).outcome().mean()).collect();
    assert!(means.windows(2).all(|pair| pair[0] < pair[1]) && means[0] == 0.0, "{means:?}");
}

#[test]
fn chains_of_the_same_stakes_end_alike_and_others_are_told_apart() {
    let chain = |owed, needs: u8, add: i16| {
        let rung = |name| Rung::new(name, check(needs, add));
        Chain::new("morale", "X-1", owed, vec![rung("firm"), rung("nervous")], "routed")
    };
    let listed = |face| {
        let roll = Pool::new("leader loss", "X-3", 1, Reading::Row(&LOSS)).of(Die::D10);
        chain(1, 8, 0).with_mishap(Mishap { face, roll })
    };
    let two = [chain(1, 8, -1), chain(1, 9, 0)];
    assert_eq!(two[0].stakes(), chain(1, 8, -1).stakes());
    assert_eq!(two[0].outcome().chance(0), two[1].outcome().chance(0), "-1 to the die or 1 more needed");
    let mut worse = Rung::new("firm", check(8, 0));
    worse.after = check(8, -1);
    let after = Chain::new("morale", "X-1", 1, vec![worse, Rung::new("nervous", check(8, 0))], "routed");
    let others = [chain(2, 8, 0), chain(1, 9, 0), chain(1, 8, 1), listed(1), listed(2), after];
    for (place, one) in others.iter().enumerate() {
        assert_ne!(one.stakes(), chain(1, 8, 0).stakes(), "{place}");
        assert!(others[..place].iter().all(|other| other.stakes() != one.stakes()), "{place}");
    }
}
