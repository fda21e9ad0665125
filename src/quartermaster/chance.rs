//! Draws of chance: for every topic of a seed a stream of its own, so that one wish more or less leaves all others' draws alone.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What sets these keys apart from the dice of a battle and the draws of commanders.
const SPACE: [u8; 4] = *b"quar";

/// The draws of one topic.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    /// The draws of a topic, which its first 20 bytes name.
    pub fn of(seed: u64, topic: &str) -> Chance {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..12].copy_from_slice(&SPACE);
        key[12..].iter_mut().zip(topic.bytes()).for_each(|(place, byte)| *place = byte);
        Chance(ChaCha8Rng::from_seed(key))
    }

    /// A number below `count`; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }

    /// A number from `low` to `high`, both of them among it.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1) as usize) as i32
    }

    /// True in so many of a hundred cases.
    pub fn happens(&mut self, of_hundred: usize) -> bool {
        self.below(100) < of_hundred
    }

    /// One of several; nothing of none.
    pub fn pick<'a, T>(&mut self, several: &'a [T]) -> Option<&'a T> {
        several.get(self.below(several.len()))
    }

    /// The place of one of several, each as likely as its weight says.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let all: u32 = weights.iter().sum();
        let mut drawn = self.below(all as usize) as u32;
        for (place, weight) in weights.iter().enumerate() {
            if drawn < *weight {
                return place;
            }
            drawn -= weight;
        }
        0
    }

    /// The same things in another order.
    pub fn shuffled<T>(&mut self, mut things: Vec<T>) -> Vec<T> {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
        things
    }
}

/// A soft field of numbers from 0 to 255 over a map: random values some hexes apart, and between them what lies between.
pub(crate) struct Noise {
    apart: i32,
    across: i32,
    values: Vec<i32>,
}

impl Noise {
    /// A field over a plane of that width and height, its values so far apart.
    pub fn new(chance: &mut Chance, width: i32, height: i32, apart: i32) -> Noise {
        let (across, down) = (width / apart + 3, height / apart + 3);
        let values = (0..across * down).map(|_| chance.below(256) as i32).collect();
        Noise { apart, across, values }
    }

    /// The value at a point of the plane; points beside the plane have that of its edge.
    pub fn at(&self, x: i32, y: i32) -> i32 {
        let (x, y) = (x.max(0), y.max(0));
        let (column, row) = (x / self.apart, y / self.apart);
        let (along, down) = (self.eased(x % self.apart), self.eased(y % self.apart));
        let line = |row: i32| {
            let (left, right) = (self.value(column, row), self.value(column + 1, row));
            left * (256 - along) + right * along
        };
        (line(row) * (256 - down) + line(row + 1) * down) >> 16
    }

    fn value(&self, column: i32, row: i32) -> i32 {
        let down = self.values.len() as i32 / self.across;
        let place = row.min(down - 1) * self.across + column.min(self.across - 1);
        self.values.get(place as usize).copied().unwrap_or_default()
    }

    /// How far along between two values, from 0 to 256, slow at both ends.
    fn eased(&self, part: i32) -> i32 {
        let part = part * 256 / self.apart;
        (3 * part * part * 256 - 2 * part * part * part) >> 16
    }
}
