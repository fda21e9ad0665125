//! Rolls of one party: what is thrown is what is foreseen.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::kinds::{HITS, LOSS};
use crate::{
    Changes, Chart, Contest, Dice, Die, Distribution, Faces, Modifier, Pool, Reading, RollKey, RollKind, Row, Terms,
    Ties,
};

#[test]
fn a_total_made_smaller_is_foreseen_smaller() {
    let mut pool = Pool::new("march", "X-1", 1, Reading::Total);
    pool.result("mud", -4, "X-2");
    assert_eq!(pool.read(&Faces::of(&[2])), -2);
    assert!((pool.outcome().mean() + 0.5).abs() < 1e-9, "{:?}", pool.outcome());
}

#[test]
fn a_roll_thrown_again_gives_at_most_one_success_however_many_dice_and_whatever_face() {
    for (dice, face) in [(2, 1), (20, 6)] {
        let pool = Pool::new("skirmish", "X-1", dice, Reading::SuccessOrAgain(face));
        assert!(pool.outcome().at_least(2) == 0.0, "{dice} dice, {face}: {:?}", pool.outcome());
    }
}

fn sum(outcome: &Distribution) -> f64 {
    outcome.at_least(i32::MIN)
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[test]
fn dice_modified_one_by_one_are_read_by_their_total() {
    let volley = |face, each: &[i16]| {
        let mut pool = Pool::new("fire", "X-1", 1, Reading::Successes(face)).of(Die::D10).bounded(1, 11);
        each.iter().for_each(|value| pool.each("a reason", *value, "X-2"));
        pool
    };
    // A disrupted column in the rain at a line's rear and at its flank; guns at guns in a wood.
    assert_eq!(volley(5, &[-3, -1, 3]).read(&Faces::of(&[6])), 1);
    assert_eq!(volley(5, &[-3, -1, 2]).read(&Faces::of(&[6])), 0);
    let battery = volley(7, &[-1, -2]);
    assert_eq!((battery.face(), battery.read(&Faces::of(&[9])), battery.read(&Faces::of(&[10]))), (Some(10), 0, 1));
    near(volley(10, &[-5]).hit(), 0.0);
    near(volley(4, &[7]).hit(), 1.0);
}

#[test]
fn tests_say_by_how_much_they_fail() {
    // Class 3 with a brigadier and a quarter lost: 7 or less.
    let mut test = Pool::new("morale", "X-1", 1, Reading::Under(7)).of(Die::D10);
    test.result("brigadier", -1, "X-2");
    test.result("a quarter lost", 1, "X-2");
    let margin = |face| test.read(&Faces::of(&[face]));
    assert_eq!((margin(7), margin(8), margin(9)), (0, -1, -2));
    assert!(test.terms().passed(0) && !test.terms().passed(-1));
    near(test.terms().passes(), 0.7);
    near(test.outcome().chance(-1), 0.1);
    near(test.outcome().at_most(-2), 0.2);
    let mut burns = Pool::new("fire in houses", "X-1", 1, Reading::Over(8)).of(Die::D10);
    burns.result("wooden", 1, "X-2");
    near(burns.terms().passes(), 0.4);
    assert_eq!((burns.read(&Faces::of(&[7])), burns.read(&Faces::of(&[6]))), (0, -1));
}

#[test]
fn charts_are_read_by_row_and_by_score() {
    let mut shot = Pool::new("shot", "X-1", 1, Reading::Score(7, &HITS)).of(Die::D10);
    shot.need("flank", 1, "X-2");
    shot.need("enfilade", 4, "X-2");
    let faces = Faces::of(&[5]);
    assert_eq!((shot.read(&faces), shot.terms().row(&faces).map(|row| row.name)), (2, Some("2 hits")));
    shot.need("moved", -20, "X-3");
    assert_eq!((shot.read(&faces), shot.read(&Faces::of(&[4]))), (0, 1), "the lowest score has the last chart");
    shot.result("canister", 1, "X-4");
    near(shot.outcome().chance(1), 0.6);
    near(shot.outcome().chance(2), 0.4);
    let loss = Pool::new("leader", "X-1", 1, Reading::Row(&LOSS)).of(Die::D10).shown(None);
    let rows: Vec<(&str, i32)> = loss.rows.iter().map(|row| (row.label, (row.chance * 10.0).round() as i32)).collect();
    let expected = [("not even close", 1), ("hole in coat", 2), ("spent round", 2), ("grazed", 2), ("wounded", 2)];
    assert_eq!(rows[..5], expected);
    assert_eq!((rows[5], loss.kind), (("decapitated", 1), RollKind::Row));
}

#[test]
fn a_total_can_be_halved_and_bounded() {
    let mut evade = Pool::new("evade", "X-1", 3, Reading::Total);
    evade.result("skirmishers", 2, "X-2");
    evade.share("moved already", 2, "X-3");
    assert_eq!(evade.read(&Faces::of(&[2, 4, 1])), 4, "9 is halved downwards");
    evade.at_most("room", 6, "X-4");
    assert_eq!(evade.read(&Faces::of(&[6, 6, 6])), 6);
    assert_eq!((evade.outcome().lowest(), evade.outcome().highest()), (2, 6));
    let mut back = Pool::new("back", "X-1", 1, Reading::Total);
    back.result("mud", -4, "X-2");
    back.share("half", 2, "X-3");
    assert_eq!(back.read(&Faces::of(&[1])), -2, "downwards below zero too");
}

#[test]
fn no_dice_and_most_dice_have_their_odds() {
    for die in Die::ALL {
        let readings = [
            Reading::Successes(3),
            Reading::SuccessOrAgain(3),
            Reading::EachOrAgain(3),
            Reading::Below(2),
            Reading::Total,
            Reading::AtMost(4),
            Reading::Under(4),
            Reading::Over(4),
            Reading::Row(&LOSS),
            Reading::EachRow(&LOSS),
            Reading::Score(9, &HITS),
        ];
        for reading in readings {
            for dice in [-3, 0, 1, 16, 17, 128, 300] {
                let pool = Pool::new("roll", "X-1", dice, reading).of(die);
                let outcome = pool.outcome();
                assert!((sum(&outcome) - 1.0).abs() < 1e-9, "{dice} {die:?} {reading:?}: {outcome:?}");
                let mean = outcome.mean();
                assert!((pool.mean() - mean).abs() < 1e-6, "{dice} {die:?} {reading:?}: {} {mean}", pool.mean());
                let faces = pool.fall(&mut Dice::new(5), RollKey::new(1, 1, 1, 1));
                assert!(outcome.chance(pool.read(&faces)) > 0.0, "{dice} {die:?} {reading:?}: {faces:?}");
                assert!(faces.as_slice().iter().all(|face| (1..=die.faces()).contains(face)));
            }
        }
    }
}

#[test]
fn faces_beyond_the_die_are_never_and_face_1_is_always() {
    for die in Die::ALL {
        let hit = |face| Pool::new("roll", "X-1", 1, Reading::Successes(face)).of(die).hit();
        for (face, chance) in [(0, 1.0), (1, 1.0), (die.faces() + 1, 0.0), (255, 0.0)] {
            near(hit(face), chance);
            let pool = Pool::new("roll", "X-1", 5, Reading::Successes(face)).of(die);
            near(pool.outcome().chance(if chance > 0.0 { 5 } else { 0 }), 1.0);
            near(pool.chances()[if chance > 0.0 { 5 } else { 0 }], 1.0);
        }
        let mut kept = Pool::new("roll", "X-1", 1, Reading::Successes(2)).of(die);
        kept.need("easier", -9, "X-2");
        assert_eq!(kept.face(), Some(2), "a 1 never does it unless the rules say so");
        kept.need("harder", 90, "X-2");
        assert_eq!(kept.face(), Some(die.faces() + 1));
        assert_eq!(kept.bounded(1, die.faces()).face(), Some(die.faces()));
    }
}

#[test]
fn modifiers_past_every_number_do_not_overflow() {
    for value in [i16::MIN, i16::MAX] {
        for reading in
            [Reading::Successes(4), Reading::Total, Reading::Under(5), Reading::Row(&LOSS), Reading::Below(3)]
        {
            let mut pool = Pool::new("roll", "X-1", 3, reading);
            for _ in 0..2 {
                pool.need("far", value, "X-2");
                pool.each("far", value, "X-2");
                pool.result("far", value, "X-2");
            }
            let result = pool.read(&Faces::of(&[1, 6, 3]));
            assert!(pool.outcome().chance(result) > 0.0, "{reading:?} {value}");
            pool.dice("far", value, "X-2");
            assert!(pool.count() == 0 || pool.count() == 128);
        }
    }
}

#[test]
fn every_reason_is_named_and_one_too_many_is_refused() {
    let mut pool = Pool::new("fight", "X-1", 1, Reading::Total);
    for value in 0..20 {
        pool.result("a reason", value, "X-2");
    }
    assert_eq!(pool.modifiers().len(), 20);
    let worse = std::panic::catch_unwind(move || {
        let mut full = pool;
        full.note("the last", 1, Changes::Result, "X-2");
    });
    assert!(worse.is_err(), "a receipt must not leave a reason out");
}

#[test]
fn what_helps_depends_on_what_is_wanted() {
    let worse = |reading, changes, value| {
        let modifier = Modifier { name: "a reason", value, changes, clause: "X-1" };
        Terms::new(Die::D10, 1, reading).is_worse_by(&modifier)
    };
    assert!(worse(Reading::Successes(4), Changes::Need, 1) && !worse(Reading::Successes(4), Changes::Each, 1));
    assert!(worse(Reading::Under(4), Changes::Result, 1) && !worse(Reading::Under(4), Changes::Need, 1));
    assert!(worse(Reading::Over(4), Changes::Need, 1) && !worse(Reading::Over(4), Changes::Result, 1));
    assert!(worse(Reading::Score(4, &HITS), Changes::Need, -1) && worse(Reading::Total, Changes::Result, -1));
    assert!(worse(Reading::AtMost(7), Changes::Dice, 1) && worse(Reading::Total, Changes::Dice, -1));
}

/// A reading, with a number in reach of the dice.
fn reading() -> impl Strategy<Value = Reading> {
    (0..11_usize, 0..13_u8).prop_map(|(kind, number)| match kind {
        0 => Reading::Successes(number),
        1 => Reading::SuccessOrAgain(number),
        2 => Reading::EachOrAgain(number),
        3 => Reading::Below(number),
        4 => Reading::Total,
        5 => Reading::AtMost(number * 2),
        6 => Reading::Under(i16::from(number)),
        7 => Reading::Over(i16::from(number)),
        8 => Reading::Row(&LOSS),
        9 => Reading::EachRow(&LOSS),
        _ => Reading::Score(i16::from(number), &HITS),
    })
}

fn modified() -> impl Strategy<Value = Pool> {
    let reasons = proptest::collection::vec((0..7_u8, -4..5_i16), 0..6);
    let bounds = proptest::option::of((0..4_u8, 3..12_u8));
    (reading(), 0..4_usize, 0..4_i16, reasons, bounds).prop_map(|(reading, die, dice, reasons, bounds)| {
        let mut pool = Pool::new("roll", "X-1", dice, reading).of(Die::ALL[die]);
        if let Some((low, high)) = bounds {
            pool = pool.bounded(low, high);
        }
        for (what, value) in reasons {
            match what {
                0 if value < 2 => pool.dice("dice", value, "X-2"),
                1 => pool.each("each", value, "X-2"),
                2 => pool.need("need", value, "X-2"),
                3 => pool.result("result", value, "X-2"),
                4 => pool.share("share", value.rem_euclid(4), "X-2"),
                5 => pool.at_most("at most", value, "X-2"),
                _ => pool.at_least("at least", value - 4, "X-2"),
            }
        }
        pool
    })
}

/// Every way so many dice can fall.
fn falls(die: Die, dice: u8) -> Vec<Vec<u8>> {
    (0..dice).fold(vec![Vec::new()], |all, _| {
        let more = |faces: Vec<u8>| (1..=die.faces()).map(move |face| [faces.clone(), vec![face]].concat());
        all.into_iter().flat_map(more).collect()
    })
}

/// Reads every way in which a pool can fall, dice thrown again included, and weighs it.
fn read_all(pool: &Pool) -> BTreeMap<i16, f64> {
    let terms = pool.terms();
    let share = |dice: u8| (0..dice).fold(1.0, |share, _| share / f64::from(terms.die.faces()));
    let mut results = BTreeMap::new();
    for first in falls(terms.die, terms.dice) {
        let missed = terms.face().map_or(0, |face| first.iter().filter(|one| **one < face).count() as u8);
        let again = match terms.reading {
            Reading::SuccessOrAgain(_) if missed == terms.dice => terms.dice,
            Reading::EachOrAgain(_) => missed,
            _ => 0,
        };
        for more in falls(terms.die, again) {
            let faces = Faces::of(&[first.clone(), more].concat());
            *results.entry(pool.read(&faces)).or_insert(0.0) += share(terms.dice) * share(again);
        }
    }
    results
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_way_to_fall_weighed_is_the_distribution(pool in modified()) {
        prop_assume!(pool.count() < 4);
        let (outcome, read) = (pool.outcome(), read_all(&pool));
        for (value, chance) in outcome.outcomes() {
            let found = read.get(&(value as i16)).copied().unwrap_or(0.0);
            prop_assert!((found - chance).abs() < 1e-9, "{value}: {found} read, {chance} foreseen of {pool:?}");
        }
        prop_assert!(read.keys().all(|value| outcome.chance(*value) > 0.0), "{read:?} of {pool:?}");
        prop_assert!((pool.mean() - outcome.mean()).abs() < 1e-9);
        if pool.terms().reading.adds_up() || matches!(pool.reading(), Reading::EachRow(_) | Reading::Score(..)) {
            return Ok(());
        }
        let plain = Terms::new(pool.terms().die, pool.count(), pool.reading()).outcome();
        for (hits, chance) in pool.chances().iter().enumerate() {
            prop_assert!((plain.chance(hits) - chance).abs() < 1e-12);
        }
    }

    #[test]
    fn margins_are_the_differences_of_every_pair(ours in modified(), theirs in modified(), again in 0..3_u8) {
        prop_assume!(ours.count() < 3 && theirs.count() < 3);
        let ties = if again == 0 { Ties::Stand } else { Ties::Again(again) };
        let contest = Contest::new("contest", "X-1", ours.clone(), theirs.clone(), ties);
        let (ours, theirs, outcome) = (read_all(&ours), read_all(&theirs), contest.outcome());
        let mut once = BTreeMap::new();
        for (one, chance) in &ours {
            for (other, share) in &theirs {
                *once.entry(one - other).or_insert(0.0) += chance * share;
            }
        }
        let tie = once.get(&0).copied().unwrap_or(0.0);
        let throws = (0..=i32::from(again)).map(|times| tie.powi(times)).sum::<f64>();
        for (margin, chance) in once {
            let owed = if margin == 0 { tie.powi(i32::from(again) + 1) } else { chance * throws };
            prop_assert!((outcome.chance(margin) - owed).abs() < 1e-9, "{margin}");
        }
        prop_assert!((sum(&outcome) - 1.0).abs() < 1e-9);
    }
}

/// Figures lost by a die, as tables write them: one number may lose as many as the next.
const FIGURES: Chart = Chart::new(
    "figures lost",
    &[
        Row { from: 1, name: "1 lost", value: 1 },
        Row { from: 4, name: "2 lost", value: 2 },
        Row { from: 5, name: "2 lost", value: 2 },
    ],
);

#[test]
fn rows_of_one_name_are_told_as_one() {
    let shown = Pool::new("fire", "X-1", 1, Reading::Row(&FIGURES)).shown(None);
    let told: Vec<(&str, i32)> =
        shown.rows.iter().map(|row| (row.label, (row.chance * 1000.0).round() as i32)).collect();
    assert_eq!(told, [("1 lost", 500), ("2 lost", 500)]);
}
