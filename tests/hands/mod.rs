//! Random hands: keys, clicks, pastes and sizes of the window, from a seed, at the screen at home and at that of a visitor.

pub mod local;
pub mod promises;
pub mod served;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Columns and rows of the largest window.
pub const MOST: (u16, u16) = (220, 70);

/// Events of one sitting, before somebody else sits down.
pub const SITTING: usize = 400;

/// Chances from a seed.
pub struct Dice(u64);

impl Dice {
    /// The chances of that seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `below`, which is at least 1 (splitmix64).
    pub fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below.max(1) as u64) as usize
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A size of the window; often one that people have, sometimes the smallest or largest there are.
    pub fn size(&mut self) -> (u16, u16) {
        let usual = [(80, 24), (100, 30), (120, 40), (160, 46), (79, 23), (1, 1), MOST];
        match self.below(4) {
            0 | 1 => *self.pick(&usual),
            2 => (80 + self.below(usize::from(MOST.0) - 79) as u16, 24 + self.below(usize::from(MOST.1) - 23) as u16),
            _ => (1 + self.below(MOST.0.into()) as u16, 1 + self.below(MOST.1.into()) as u16),
        }
    }

    /// A cell, sometimes outside of the window.
    pub fn cell(&mut self, (columns, rows): (u16, u16)) -> (u16, u16) {
        (self.below(usize::from(columns) + 3) as u16, self.below(usize::from(rows) + 3) as u16)
    }

    /// A text nobody would type.
    pub fn nonsense(&mut self) -> String {
        const LETTERS: &[char] = &[
            'a', 'Z', '0', ' ', '/', '.', ':', '~', '\n', '\t', '\x1b', '\u{9b}', '\u{202e}', 'é', '砲', '\u{301}',
            '🐎', '\0',
        ];
        let length = 1 + self.below(40);
        (0..length).map(|_| *self.pick(LETTERS)).collect()
    }
}

/// What came of many events.
#[derive(Default)]
pub struct Figures {
    /// Keys, clicks, pastes and sizes.
    pub events: usize,
    /// Times that somebody sat down.
    pub sittings: usize,
    /// Orders of a person that were looked for in the picture before them.
    pub orders: usize,
    /// Pictures drawn.
    pub pictures: usize,
    /// Bytes of pictures, where they were sent.
    pub bytes: usize,
    /// Events by the screen they came to, without the names of units and battles.
    pub screens: BTreeMap<String, usize>,
    /// Battles played, with their rules.
    pub battles: BTreeSet<String>,
    /// What went wrong: the sitting's seed, the event and the words.
    pub faults: Vec<String>,
}

impl Figures {
    /// Both together.
    #[must_use]
    pub fn with(mut self, other: Figures) -> Figures {
        self.events += other.events;
        self.sittings += other.sittings;
        self.orders += other.orders;
        self.pictures += other.pictures;
        self.bytes += other.bytes;
        other.screens.into_iter().for_each(|(name, count)| *self.screens.entry(name).or_default() += count);
        self.battles.extend(other.battles);
        self.faults.extend(other.faults);
        self
    }

    /// Notes what a sitting ended with, should it have panicked.
    pub fn note(&mut self, seed: u64, ended: Result<(), Box<dyn Any + Send>>) {
        if let Err(panic) = ended {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            self.faults.push(format!("sitting {seed}: {}", text.unwrap_or("a panic without words")));
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { events, sittings, orders, pictures, bytes, screens, battles, faults } = self;
        writeln!(
            f,
            "{events} events in {sittings} sittings, {orders} orders looked for, {pictures} pictures, {bytes} bytes"
        )?;
        writeln!(f, "{} battles: {}", battles.len(), battles.iter().cloned().collect::<Vec<_>>().join(", "))?;
        let mut counted: Vec<_> = screens.iter().collect();
        counted.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
        writeln!(f, "{} screens:", counted.len())?;
        counted.into_iter().try_for_each(|(name, count)| writeln!(f, "  {count:>8}  {name}"))?;
        writeln!(f, "{} faults", faults.len())?;
        faults.iter().try_for_each(|fault| writeln!(f, "  {fault}"))
    }
}
