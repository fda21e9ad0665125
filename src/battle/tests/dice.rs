//! Dice are fair, keyed, and fall as written when scripted.

use crate::{Dice, Die, Faces, MAX_DICE, RollKey};

pub(super) fn key(turn: u16, step: u8, who: u16, why: u8) -> RollKey {
    RollKey::new(turn, step, who, why)
}

#[test]
fn faces_are_fair() {
    let mut counts = [0_i64; 6];
    let mut dice = Dice::new(1);
    for who in 0..4000 {
        for face in dice.roll(key(1, 1, who, 1), 15).as_slice() {
            counts[usize::from(*face) - 1] += 1;
        }
    }
    // 60,000 dice: a face falls 10,000 times, give or take 91; six deviations are beyond chance.
    assert!(counts.iter().all(|count| (count - 10_000).abs() < 550), "{counts:?}");
}

#[test]
fn neighbouring_keys_do_not_roll_alike() {
    let mut dice = Dice::new(1);
    let base = dice.roll(key(3, 2, 7, 5), 12);
    for other in [key(4, 2, 7, 5), key(3, 3, 7, 5), key(3, 2, 8, 5), key(3, 2, 7, 6)] {
        assert_ne!(dice.roll(other, 12), base, "{other:?}");
    }
    assert_ne!(Dice::new(2).roll(key(3, 2, 7, 5), 12), base);
}

#[test]
fn a_roll_does_not_depend_on_those_before() {
    let (mut one, mut other) = (Dice::new(9), Dice::new(9));
    for who in 0..20 {
        one.roll(key(1, 0, who, 1), 6);
    }
    assert_eq!(one.roll(key(1, 1, 3, 2), 8), other.roll(key(1, 1, 3, 2), 8));
}

#[test]
fn fewer_dice_of_a_key_are_the_first_of_more() {
    let more = Dice::new(5).roll(key(1, 1, 1, 1), 10);
    assert_eq!(Dice::new(5).roll(key(1, 1, 1, 1), 4).as_slice(), &more.as_slice()[..4]);
}

#[test]
fn equal_keys_roll_anew_and_are_counted_until_the_turn_ends() {
    let mut dice = Dice::new(5);
    let first = dice.roll(key(1, 1, 1, 1), 10);
    assert_ne!(dice.roll(key(1, 1, 1, 1), 10), first);
    assert_eq!(dice.counts().len(), 1);
    dice.new_turn();
    assert!(dice.counts().is_empty());
    assert_eq!(dice.roll(key(1, 1, 1, 1), 10), first);
}

#[test]
fn every_bit_of_a_key_counts() {
    let keys =
        [key(256, 0, 0, 0), key(0, 1, 0, 0), key(0, 0, 256, 0), key(0, 0, 1, 0), key(0, 0, 0, 1), key(1, 0, 0, 0)];
    let mut rolls: Vec<Vec<u8>> = keys.iter().map(|key| Dice::new(0).roll(*key, 20).as_slice().to_vec()).collect();
    rolls.sort();
    rolls.dedup();
    assert_eq!(rolls.len(), keys.len());
}

#[test]
fn scripted_dice_fall_as_written_and_then_by_seed_0() {
    let mut dice = Dice::scripted(&[6, 1, 3]);
    assert_eq!(dice.roll(key(1, 1, 1, 1), 2).as_slice(), [6, 1]);
    assert_eq!(dice.unread(), 1);
    let rest = dice.roll(key(1, 1, 2, 1), 3);
    assert_eq!(rest.as_slice()[0], 3);
    assert_eq!(rest.as_slice()[1..], Dice::new(0).roll(key(1, 1, 2, 1), 2).as_slice()[..2]);
}

#[test]
fn no_roll_has_more_dice_than_there_are() {
    assert_eq!(Dice::new(1).roll(key(1, 1, 1, 1), 255).as_slice().len(), MAX_DICE);
    assert!(Dice::new(1).roll(key(1, 1, 1, 1), 0).as_slice().is_empty());
}

#[test]
fn successes_and_totals_are_counted() {
    let faces = Faces::of(&[1, 4, 4, 6]);
    assert_eq!((faces.at_least(4), faces.at_least(7), faces.total()), (3, 0, 15));
}

#[test]
fn six_sided_faces_of_a_key_stay_what_they_were() {
    let faces = |seed, key: RollKey, count| {
        let mut dice = Dice::new(seed);
        let digits = |faces: Faces| faces.as_slice().iter().map(u8::to_string).collect::<String>();
        (digits(dice.roll(key, count)), digits(dice.roll(key, 6)))
    };
    let is = |found: (String, String), first, second| assert_eq!((found.0.as_str(), found.1.as_str()), (first, second));
    is(faces(0, key(1, 0, 0, 0), 12), "215326352554", "216656");
    is(faces(1, key(3, 2, 7, 5), 20), "15432524655614132244", "466444");
    is(faces(0xdead_beef, key(12, 9, 0xff01, 31), 24), "414215666422165433411415", "456445");
}

#[test]
fn whom_it_is_thrown_at_and_the_part_of_the_turn_are_in_the_key() {
    let base = key(3, 2, 7, 5);
    let fall = |key| Dice::new(1).roll(key, 20);
    let keys = [base, base.at(1), base.at(256), base.in_beat(1), base.in_beat(255), base.at(1).in_beat(1)];
    let mut rolls: Vec<Vec<u8>> = keys.iter().map(|key| fall(*key).as_slice().to_vec()).collect();
    rolls.sort();
    rolls.dedup();
    assert_eq!(rolls.len(), keys.len());
    let mut dice = Dice::new(1);
    dice.roll(base.at(1), 4);
    assert_eq!(dice.roll(base, 20), fall(base), "a roll at somebody else is not counted with this one");
}

#[test]
fn every_die_is_fair_and_has_its_faces_only() {
    for die in Die::ALL {
        let mut counts = vec![0_i64; usize::from(die.faces())];
        let mut dice = Dice::new(2);
        for who in 0..6000 {
            dice.cast(key(1, 1, who, 1), die, 10)
                .as_slice()
                .iter()
                .for_each(|face| counts[usize::from(*face) - 1] += 1);
        }
        // 60,000 dice; a face's deviation is at most 115 (a third of them), and six deviations are beyond chance.
        let owed = 60_000 / i64::from(die.faces());
        assert!(counts.iter().all(|count| (count - owed).abs() < 690), "{die:?} {counts:?}");
    }
}

#[test]
fn fewer_dice_of_any_kind_are_the_first_of_more() {
    for die in Die::ALL {
        let more = Dice::new(5).cast(key(1, 1, 1, 1), die, 40);
        assert_eq!(Dice::new(5).cast(key(1, 1, 1, 1), die, 7).as_slice(), &more.as_slice()[..7], "{die:?}");
    }
}

#[test]
fn a_script_is_refused_a_face_that_the_die_does_not_have() {
    for (die, face) in [(Die::D3, 4), (Die::D6, 7), (Die::D8, 9), (Die::D10, 11), (Die::D6, 0)] {
        let fall = || Dice::scripted(&[face]).cast(key(1, 1, 1, 1), die, 1);
        assert!(std::panic::catch_unwind(fall).is_err(), "{face} on {die:?}");
        let highest = Dice::scripted(&[die.faces()]).cast(key(1, 1, 1, 1), die, 1);
        assert_eq!(highest.as_slice(), [die.faces()]);
    }
}

#[test]
fn faces_are_counted_from_above_and_from_below() {
    let faces = Faces::of(&[1, 4, 10, 1]);
    assert_eq!((faces.at_most(1), faces.at_most(0), faces.at_most(10), faces.at_least(10)), (2, 0, 4, 1));
}
