//! Dice: rolls that count successes, and rolls whose dice belong to several (OW-DICE).

use battle::{Changes, Pool, Reading, rule};
use rulebook::{Modifier, Modifiers, Throw};

use crate::{Options, Umpire, War};

/// The chance that a roll of one die at that face fails.
pub(crate) fn fails(war: &War, face: u8) -> f64 {
    1.0 - pool(war, "save", "OW-HIT-4", 1, face).hit()
}

/// Throws a roll whose dice belong to several in order; the dice of each that failed.
pub(crate) fn throw_shares(umpire: &mut Umpire<'_>, pool: &Pool, throw: Throw, shares: &[u8]) -> Vec<u8> {
    if pool.count() == 0 {
        return vec![0; shares.len()];
    }
    let faces = umpire.throw_each(pool, throw);
    let need = pool.face().unwrap_or(0);
    let mut dice = faces.as_slice().iter();
    let failures = |share: &u8| dice.by_ref().take(usize::from(*share)).filter(|face| **face < need).count() as u8;
    shares.iter().map(failures).collect()
}

/// Adds modifiers to what is rolled: "+1" turns 5+ into 4+ (OW-DICE-3).
pub(crate) fn modify(pool: &mut Pool, rows: &Modifiers) {
    rows.0.iter().filter(|_| rule!("OW-DICE-3")).for_each(|(row, bonus)| pool.need(row.name, -bonus, row.clause));
}

/// Says who gives a second throw.
pub(crate) fn note_second_throw(pool: &mut Pool, row: &Modifier) {
    pool.note(row.name, 0, Changes::Result, row.clause);
}

/// A second throw of a single die that failed (OW-DICE-4).
pub(crate) fn again(face: u8) -> Reading {
    if rule!("OW-DICE-4") { Reading::SuccessOrAgain(face) } else { Reading::Successes(face) }
}

/// A success-counting roll under OW-DICE-1 and OW-DICE-2.
pub(crate) fn pool(war: &War, label: &'static str, clause: &'static str, dice: u8, face: u8) -> Pool {
    pool_read(war, label, clause, dice, Reading::Successes(face))
}

/// The same read in another way, such as with re-rolls.
pub(crate) fn pool_read(war: &War, label: &'static str, clause: &'static str, dice: u8, reading: Reading) -> Pool {
    pool_under(war.options(), label, clause, dice, reading)
}

/// The same under those options.
pub(crate) fn pool_under(
    options: &Options,
    label: &'static str,
    clause: &'static str,
    dice: u8,
    reading: Reading,
) -> Pool {
    let dice = if rule!("OW-DICE-1") { i16::from(dice) } else { 0 };
    let (low, high) = if options.natural_1_6 && rule!("OW-DICE-2") { (2, 6) } else { (1, 7) };
    Pool::new(label, clause, dice, reading).bounded(low, high)
}
