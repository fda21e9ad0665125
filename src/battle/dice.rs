//! Keyed dice: every roll is a function of the battle seed and of what is rolled, never of how many rolls came before.
//!
//! Taking one order out of a battle leaves every other roll as it was, so that two plans can be compared on the
//! same luck and a record that lost a line still shows where it differs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The most dice of one roll.
pub const MAX_DICE: usize = 128;

/// What is rolled for: the key of a roll, but for the count of equal keys, which [`Dice`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RollKey {
    /// The turn.
    pub turn: u16,
    /// The step of the turn.
    pub step: u8,
    /// Who rolls: a unit or side number of the system's choosing.
    pub who: u16,
    /// What for: a number of the system's choosing, one for each kind of roll.
    pub why: u8,
}

impl RollKey {
    fn word(self) -> u64 {
        (u64::from(self.turn) << 32) | (u64::from(self.step) << 24) | (u64::from(self.who) << 8) | u64::from(self.why)
    }
}

/// The faces of one roll, in the order they fell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faces(Vec<u8>);

impl Faces {
    /// Faces given.
    #[must_use]
    pub fn of(given: &[u8]) -> Faces {
        Faces(given.to_vec())
    }

    /// The faces.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// How many show `need` or more.
    #[must_use]
    pub fn at_least(&self, need: u8) -> u8 {
        self.as_slice().iter().filter(|face| **face >= need).count() as u8
    }

    /// Their sum.
    #[must_use]
    pub fn total(&self) -> i16 {
        self.as_slice().iter().map(|face| i16::from(*face)).sum()
    }
}

/// The dice of one battle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dice {
    seed: u64,
    counts: Vec<(u64, u16)>,
    script: Vec<u8>,
    read: usize,
}

impl Dice {
    /// Dice of that seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { seed, counts: Vec::new(), script: Vec::new(), read: 0 }
    }

    /// Dice that fall as written, in the order they are asked for, and by seed 0 when the script is used up. For
    /// tests that replay a published example.
    #[must_use]
    pub fn scripted(faces: &[u8]) -> Dice {
        Dice { script: faces.to_vec(), ..Dice::new(0) }
    }

    /// Forgets the counts of earlier keys; called when a turn begins, because keys name their turn.
    pub fn new_turn(&mut self) {
        self.counts.clear();
    }

    /// How many scripted faces were not used.
    #[must_use]
    pub fn unread(&self) -> usize {
        self.script.len() - self.read
    }

    /// How often each key was rolled this turn beyond the first time: with the seed, all that decides later rolls. For
    /// [`System::state`](crate::System::state), which leaves the seed out.
    #[must_use]
    pub fn counts(&self) -> &[(u64, u16)] {
        &self.counts
    }

    /// Rolls `count` d6 (at most [`MAX_DICE`]) for that key.
    pub fn roll(&mut self, key: RollKey, count: u8) -> Faces {
        let count = usize::from(count).min(MAX_DICE);
        let mut stream = self.stream(key);
        Faces((0..count).map(|_| self.scripted_face().unwrap_or_else(|| d6(&mut stream))).collect())
    }

    fn scripted_face(&mut self) -> Option<u8> {
        let face = self.script.get(self.read).copied()?;
        self.read += 1;
        Some(face)
    }

    /// The generator of the next roll with that key: the 32-byte ChaCha key *is* the roll's key.
    fn stream(&mut self, key: RollKey) -> ChaCha8Rng {
        let word = key.word();
        let ordinal = match self.counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((word, 0));
                0
            }
        };
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&word.to_le_bytes());
        bytes[16..18].copy_from_slice(&ordinal.to_le_bytes());
        ChaCha8Rng::from_seed(bytes)
    }
}

/// One fair d6: 16 bits, refused above the last multiple of six.
fn d6(stream: &mut ChaCha8Rng) -> u8 {
    loop {
        let bits = (stream.next_u32() & 0xffff) as u16;
        if bits < 65532 {
            return (bits % 6) as u8 + 1;
        }
    }
}
