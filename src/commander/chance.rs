//! The commander's own randomness: a key space that no battle's dice share.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What sets these keys apart from every roll of a battle.
const SPACE: [u8; 12] = *b"commander's ";

/// A number of 0 to 2^32 - 1 that only the commander's seed, the turn and the decision decide.
fn number(seed: u64, turn: u16, decision: u32, draw: u32) -> u32 {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..10].copy_from_slice(&turn.to_le_bytes());
    key[10..14].copy_from_slice(&decision.to_le_bytes());
    key[14..18].copy_from_slice(&draw.to_le_bytes());
    key[20..].copy_from_slice(&SPACE);
    ChaCha8Rng::from_seed(key).next_u32()
}

/// The draws of one decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lot {
    seed: u64,
    turn: u16,
    decision: u32,
    draws: u32,
}

impl Lot {
    /// The draws of that decision of that turn.
    pub fn new(seed: u64, turn: u16, decision: u32) -> Lot {
        Lot { seed, turn, decision, draws: 0 }
    }

    fn next(&mut self) -> u32 {
        self.draws += 1;
        number(self.seed, self.turn, self.decision, self.draws)
    }

    /// A number below `count`, all alike to 1 in 2^32 / `count`; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.next()) * count as u64) >> 32) as usize
    }

    /// True in `share` (0 to 1) of all cases.
    pub fn happens(&mut self, share: f64) -> bool {
        f64::from(self.next()) < share * 4_294_967_296.0
    }
}
