//! What this system's rolls have in common.

use battle::{Faces, Pool, rule};

/// The dice of a roll: a pool below 1 is not rolled (EA-BASE-4).
pub(crate) fn fall(dice: &mut battle::Dice, pool: &Pool, key: battle::RollKey) -> Faces {
    rule!("EA-BASE-4");
    pool.fall(dice, key)
}
