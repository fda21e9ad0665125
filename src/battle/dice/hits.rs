//! Chances of so many successes, worked out beforehand for the dice that systems throw most.

use super::Die;

/// The most dice of which [`Pool::chances`](crate::Pool::chances) speaks.
pub const MOST_CHANCES: usize = 16;

/// Chances of 0, 1, 2, ... successes.
pub type Chances = [f64; MOST_CHANCES + 1];

/// By face needed and by dice; face 0 stands for one that no die has.
type Table<const NEEDS: usize> = [[Chances; MOST_CHANCES + 1]; NEEDS];

static SIXES: Table<7> = tables();
static TENS: Table<11> = tables();

const fn tables<const NEEDS: usize>() -> Table<NEEDS> {
    let mut tables = [[[0.0; MOST_CHANCES + 1]; MOST_CHANCES + 1]; NEEDS];
    let mut need = 0;
    while need < NEEDS {
        let hit = if need == 0 { 0.0 } else { (NEEDS - need) as f64 / (NEEDS - 1) as f64 };
        tables[need][0][0] = 1.0;
        let mut dice = 1;
        while dice <= MOST_CHANCES {
            tables[need][dice] = one_more(&tables[need][dice - 1], dice, hit);
            dice += 1;
        }
        need += 1;
    }
    tables
}

/// The chances with one more die than before, `dice` in all.
const fn one_more(before: &Chances, dice: usize, hit: f64) -> Chances {
    let mut chances = [0.0; MOST_CHANCES + 1];
    let mut hits = 0;
    while hits <= dice {
        let less = if hits > 0 { before[hits - 1] * hit } else { 0.0 };
        chances[hits] = less + before[hits] * (1.0 - hit);
        hits += 1;
    }
    chances
}

/// Chances of each number of successes among at most [`MOST_CHANCES`] dice that need `face` or more.
pub(super) fn at_least(die: Die, dice: usize, face: u8) -> Chances {
    let dice = dice.min(MOST_CHANCES);
    let need = if face > die.faces() { 0 } else { usize::from(face.max(1)) };
    match die {
        Die::D6 => SIXES[need][dice],
        Die::D10 => TENS[need][dice],
        Die::D3 | Die::D8 => each(dice, chance(die, face)),
    }
}

/// The same among dice of one chance each.
pub(super) fn each(dice: usize, hit: f64) -> Chances {
    let mut chances = [0.0; MOST_CHANCES + 1];
    chances[0] = 1.0;
    for number in 1..=dice.min(MOST_CHANCES) {
        chances = one_more(&chances, number, hit);
    }
    chances
}

/// The chance of one die to show `face` or more.
pub(super) fn chance(die: Die, face: u8) -> f64 {
    f64::from((die.faces() + 1).saturating_sub(face.max(1))) / f64::from(die.faces())
}

/// The expected number of successes.
#[must_use]
pub fn mean_of(chances: &Chances) -> f64 {
    chances.iter().enumerate().map(|(hits, chance)| hits as f64 * chance).sum()
}
