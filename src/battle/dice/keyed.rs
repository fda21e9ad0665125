//! Keyed dice: every roll is a function of the battle seed and of what is rolled, never of how many rolls came before.
//!
//! Taking one order out of a battle leaves every other roll as it was, so that two plans can be compared on the
//! same luck and a record that lost a line still shows where it differs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::{Fork, Look, Terms};

/// The most dice of one roll.
pub const MAX_DICE: usize = 128;

/// What is rolled for: the key of a roll, but for the count of equal keys, which [`Dice`] keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RollKey {
    /// The turn.
    pub turn: u16,
    /// The step of the turn.
    pub step: u8,
    /// Who rolls: a unit or side number of the system's choosing.
    pub who: u16,
    /// What for: a number of the system's choosing, one for each kind of roll.
    pub why: u8,
    /// At whom: a number of the system's choosing, 0 for nobody in particular.
    pub against: u16,
    /// The part of the turn, where the same step comes more than once: a half, an activation. 0 where it does not.
    pub beat: u8,
}

impl RollKey {
    /// The key of a roll at nobody in particular, in a step that comes once a turn.
    #[must_use]
    pub const fn new(turn: u16, step: u8, who: u16, why: u8) -> RollKey {
        RollKey { turn, step, who, why, against: 0, beat: 0 }
    }

    /// The same at somebody.
    #[must_use]
    pub const fn at(self, against: u16) -> RollKey {
        RollKey { against, ..self }
    }

    /// The same in another part of the turn.
    #[must_use]
    pub const fn in_beat(self, beat: u8) -> RollKey {
        RollKey { beat, ..self }
    }

    /// All of it in one number: turn, step, who and why in the lowest 48 bits, whatever came later above them.
    fn word(self) -> u128 {
        let first = (u64::from(self.turn) << 32)
            | (u64::from(self.step) << 24)
            | (u64::from(self.who) << 8)
            | u64::from(self.why);
        (u128::from(self.beat) << 64) | (u128::from(self.against) << 48) | u128::from(first)
    }
}

/// A kind of die: fair, its faces numbered from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Die {
    /// Three faces.
    D3,
    /// Six.
    #[default]
    D6,
    /// Eight.
    D8,
    /// Ten, the last of which is 10 where a print says 0.
    D10,
}

impl Die {
    /// Every die there is.
    pub const ALL: [Die; 4] = [Die::D3, Die::D6, Die::D8, Die::D10];

    /// How many faces it has; the highest face.
    #[must_use]
    pub const fn faces(self) -> u8 {
        match self {
            Die::D3 => 3,
            Die::D6 => 6,
            Die::D8 => 8,
            Die::D10 => 10,
        }
    }

    /// As players write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Die::D3 => "d3",
            Die::D6 => "d6",
            Die::D8 => "d8",
            Die::D10 => "d10",
        }
    }

    /// The expected face.
    #[must_use]
    pub fn mean(self) -> f64 {
        f64::from(self.faces() + 1) / 2.0
    }

    /// The next fair face of a stream: 16 bits, refused from the last multiple of the number of faces on.
    fn next(self, stream: &mut ChaCha8Rng) -> u8 {
        let faces = u32::from(self.faces());
        let whole = 0x1_0000 - 0x1_0000 % faces;
        loop {
            let bits = stream.next_u32() & 0xffff;
            if bits < whole {
                return (bits % faces) as u8 + 1;
            }
        }
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

    /// How many show `most` or less.
    #[must_use]
    pub fn at_most(&self, most: u8) -> u8 {
        self.as_slice().iter().filter(|face| **face <= most).count() as u8
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
    counts: Vec<(u128, u16)>,
    script: Vec<u8>,
    read: usize,
    #[serde(skip)]
    fork: Option<Box<Fork>>,
}

impl Dice {
    /// Dice of that seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { seed, counts: Vec::new(), script: Vec::new(), read: 0, fork: None }
    }

    /// Dice that fall as written, in the order they are asked for, and by seed 0 when the script is used up. For
    /// tests that replay a published example. A deck takes the next face as the place, counted from 1, of the card
    /// drawn among those left.
    #[must_use]
    pub fn scripted(faces: &[u8]) -> Dice {
        Dice { script: faces.to_vec(), ..Dice::new(0) }
    }

    /// Dice that take one way of all that are possible.
    #[must_use]
    pub fn forked(fork: Fork) -> Dice {
        Dice { fork: Some(Box::new(fork)), ..Dice::new(0) }
    }

    /// The way that forked dice have taken so far.
    #[must_use]
    pub fn fork(&self) -> Option<&Fork> {
        self.fork.as_deref()
    }

    /// Says what is looked at of the next throws.
    pub const fn look(&mut self, look: Look) {
        if let Some(fork) = &mut self.fork {
            fork.look(look);
        }
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
    pub fn counts(&self) -> &[(u128, u16)] {
        &self.counts
    }

    /// Rolls `count` d6 (at most [`MAX_DICE`]) for that key.
    pub fn roll(&mut self, key: RollKey, count: u8) -> Faces {
        self.cast(key, Die::D6, count)
    }

    /// Rolls `count` dice of a kind (at most [`MAX_DICE`]) for that key.
    ///
    /// # Panics
    /// When the dice are scripted and the script has a face next that the die does not have: the test is wrong.
    pub fn cast(&mut self, key: RollKey, die: Die, count: u8) -> Faces {
        let count = usize::from(count).min(MAX_DICE);
        let mut stream = self.stream(key);
        Faces((0..count).map(|_| self.written(die).unwrap_or_else(|| die.next(&mut stream))).collect())
    }

    /// The same for terms.
    pub(super) fn fall(&mut self, key: RollKey, terms: &Terms, count: u8) -> Faces {
        match &mut self.fork {
            Some(fork) => fork.fall(terms, count.min(MAX_DICE as u8)),
            None => self.cast(key, terms.die, count),
        }
    }

    /// The place of one of so many that are as likely, where the dice say it and no lot does.
    pub(super) fn place_of(&mut self, count: usize) -> Option<usize> {
        if let Some(fork) = &mut self.fork {
            return Some(fork.one_of(count));
        }
        let face = usize::from(self.scripted_face()?);
        assert!((1..=count).contains(&face), "the script draws card {face} of {count}");
        Some(face - 1)
    }

    fn written(&mut self, die: Die) -> Option<u8> {
        let face = self.scripted_face()?;
        assert!((1..=die.faces()).contains(&face), "the script has the face {face} for a {}", die.name());
        Some(face)
    }

    fn scripted_face(&mut self) -> Option<u8> {
        let face = self.script.get(self.read).copied()?;
        self.read += 1;
        Some(face)
    }

    /// The lot of one card of a deck: a function of the seed, of the shuffle and of the card alone.
    pub(super) fn lot(&self, shuffle: (u128, u16), card: (u16, u8)) -> u64 {
        let mut bytes = self.key_bytes(shuffle.0, shuffle.1);
        bytes[21] = 1;
        bytes[22..24].copy_from_slice(&card.0.to_le_bytes());
        bytes[24] = card.1;
        let mut stream = ChaCha8Rng::from_seed(bytes);
        (u64::from(stream.next_u32()) << 32) | u64::from(stream.next_u32())
    }

    /// The generator of the next roll with that key: the 32-byte ChaCha key *is* the roll's key.
    fn stream(&mut self, key: RollKey) -> ChaCha8Rng {
        let (word, ordinal) = self.counted(key);
        ChaCha8Rng::from_seed(self.key_bytes(word, ordinal))
    }

    /// Seed, the first 48 bits of the word in 8 bytes, the count, the rest of the word.
    fn key_bytes(&self, word: u128, ordinal: u16) -> [u8; 32] {
        let (first, rest) = (word & 0xffff_ffff_ffff, (word >> 48) as u32);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&(first as u64).to_le_bytes());
        bytes[16..18].copy_from_slice(&ordinal.to_le_bytes());
        bytes[18..21].copy_from_slice(&rest.to_le_bytes()[..3]);
        bytes
    }

    /// The key as a word, and how often it came before in this turn; counts it.
    pub(super) fn counted(&mut self, key: RollKey) -> (u128, u16) {
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
        (word, ordinal)
    }
}
