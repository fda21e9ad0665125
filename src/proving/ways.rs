//! What comes of orders on every way in which the dice can fall: exactly, by the resolver itself.

use std::collections::{BTreeMap, BTreeSet};

use battle::{Dice, Distribution, Fork, Pool, System as _};
use rulebook::fixture::Game;
use rulebook::{Rules, Throw, War};

/// More ways than these are too many to follow.
const MOST: u32 = 50_000;
/// Chances and means as near as this are the same.
const SAME: f64 = 1e-9;

/// A battle and what is noted of it on the way.
#[derive(Clone)]
pub struct Noted<R: Rules, N>(pub War<R>, pub N);

impl<R: Rules, N> AsMut<War<R>> for Noted<R, N> {
    fn as_mut(&mut self) -> &mut War<R> {
        &mut self.0
    }
}

/// What something comes to, with the chance of each.
#[derive(Clone, Debug)]
pub struct Ways<T>(Vec<(f64, T)>);

/// Follows a battle through every way in which its dice can fall, and reads what came. `step` does what comes next, the first
/// time with 0, and says whether it goes on after that. Battles that are the same, with what is read from them, are followed as
/// one; so what is read of what has happened must add up.
///
/// # Panics
/// When there are too many ways to be followed.
pub fn ways<R: Rules, B: Clone + AsMut<War<R>>, T: Ord>(
    start: &B,
    mut step: impl FnMut(&mut B, usize) -> bool,
    read: impl Fn(&B) -> T,
) -> Ways<T> {
    let (mut now, mut ends, mut count) = (vec![(1.0, start.clone())], BTreeMap::new(), 0);
    for place in 0.. {
        let mut merged: BTreeMap<(Vec<u8>, T), (f64, B)> = BTreeMap::new();
        for (chance, battle) in &now {
            let fallen = Fork::ways(|fork| {
                let mut battle = battle.clone();
                battle.as_mut().set_dice(Dice::forked(fork));
                let goes_on = step(&mut battle, place);
                (battle.as_mut().fork().cloned().unwrap_or_default(), (goes_on, battle))
            });
            for (part, (goes_on, mut battle)) in fallen {
                count += 1;
                assert!(count <= MOST, "more than {MOST} ways");
                let value = read(&battle);
                if goes_on {
                    merged.entry((battle.as_mut().state(), value)).or_insert((0.0, battle)).0 += chance * part;
                } else {
                    *ends.entry(value).or_insert(0.0) += chance * part;
                }
            }
        }
        now = merged.into_values().collect();
        if now.is_empty() {
            break;
        }
    }
    Ways(ends.into_iter().map(|(value, chance)| (chance, value)).collect())
}

impl<T> Ways<T> {
    /// The mean of what they are worth.
    pub fn mean(&self, worth: impl Fn(&T) -> f64) -> f64 {
        self.0.iter().map(|(chance, value)| chance * worth(value)).sum()
    }

    /// Holds the mean of what they are worth to what is foreseen.
    ///
    /// # Panics
    /// When it is another.
    #[track_caller]
    pub fn come_to(&self, name: &str, foreseen: f64, worth: impl Fn(&T) -> f64) {
        let came = self.mean(worth);
        assert!((came - foreseen).abs() < SAME, "{name}: {came:.9} came, {foreseen:.9} foreseen");
    }

    /// Holds the chance of something to what is foreseen.
    ///
    /// # Panics
    /// When it is another.
    #[track_caller]
    pub fn are(&self, name: &str, foreseen: f64, is: impl Fn(&T) -> bool) {
        self.come_to(name, foreseen, |value| f64::from(u8::from(is(value))));
    }

    /// Holds numbers to how they are shown to fall, each of them.
    ///
    /// # Panics
    /// When they fall otherwise.
    #[track_caller]
    pub fn are_as_shown(&self, shown: &Distribution, number: impl Fn(&T) -> i32) {
        let foreseen = shown.outcomes().map(|(value, _)| value);
        let values: BTreeSet<i32> = foreseen.chain(self.0.iter().map(|(_, value)| number(value))).collect();
        values.iter().for_each(|one| self.are(&one.to_string(), shown.chance(*one), |value| number(value) == *one));
    }
}

/// Holds a roll to fall as it is shown.
///
/// # Panics
/// When it does not.
#[track_caller]
pub fn falls_as_foreseen<R: Rules>(war: &War<R>, pool: &Pool, throw: Throw) {
    let fell = ways(
        &Game::new(war.clone(), &[]),
        |game, _| {
            game.umpire().throw(pool, throw);
            false
        },
        |game| game.rolls().last().map_or(0, |(.., result)| i32::from(*result)),
    );
    fell.are_as_shown(&pool.shown(None).outcome, |result| *result);
}
