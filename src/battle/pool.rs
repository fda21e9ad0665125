//! One kind of roll as the rules make it: dice, face needed, every modifier by name. Resolving throws it; forecasts
//! read its distribution. Both go through here, so they cannot disagree.

use crate::{Changes, Dice, Distribution, Faces, MAX_DICE, Modifier, Object, RollForecast, RollKey};

/// The most modifiers one roll names.
const MOST: usize = 10;

/// The most dice of which [`Pool::chances`] speaks.
pub const MOST_CHANCES: usize = 16;

/// Chances of 0, 1, 2, ... successes.
pub type Chances = [f64; MOST_CHANCES + 1];

/// Chances of so many successes, by face needed (2 to 6) and by dice.
static HITS: [[Chances; MOST_CHANCES + 1]; 7] = hit_tables();

const fn hit_tables() -> [[Chances; MOST_CHANCES + 1]; 7] {
    let mut tables = [[[0.0; MOST_CHANCES + 1]; MOST_CHANCES + 1]; 7];
    let mut need = 0;
    while need < 7 {
        let hit = if need == 0 { 0.0 } else { (7 - need) as f64 / 6.0 };
        tables[need][0][0] = 1.0;
        let mut dice = 1;
        while dice <= MOST_CHANCES {
            let mut hits = 0;
            while hits <= dice {
                let less = if hits > 0 { tables[need][dice - 1][hits - 1] * hit } else { 0.0 };
                tables[need][dice][hits] = less + tables[need][dice - 1][hits] * (1.0 - hit);
                hits += 1;
            }
            dice += 1;
        }
        need += 1;
    }
    tables
}

/// How a roll is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Dice that show the face or more count.
    Successes(u8),
    /// As that, but when all dice miss they are thrown again once; at most one success.
    SuccessOrAgain(u8),
    /// As [`Reading::Successes`], but every die that missed is thrown again once.
    EachOrAgain(u8),
    /// The faces are added up.
    Total,
    /// The faces are added up; one success when they come to that or less.
    AtMost(u8),
}

/// One roll before it is thrown.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// What is rolled.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    dice: i16,
    reading: Reading,
    shift: i16,
    bounds: Option<(u8, u8)>,
    result: i16,
    modifiers: [Option<Modifier>; MOST],
}

impl Pool {
    /// A roll of that many dice before modifiers.
    #[must_use]
    pub fn new(label: &'static str, clause: &'static str, dice: i16, reading: Reading) -> Pool {
        Pool { label, clause, dice, reading, shift: 0, bounds: None, result: 0, modifiers: [None; MOST] }
    }

    /// The same with the face needed kept between the two, whatever the modifiers; 2 to 7 where a modifier changes it
    /// and nothing else is said.
    #[must_use]
    pub fn bounded(self, low: u8, high: u8) -> Pool {
        Pool { bounds: Some((low, high)), ..self }
    }

    /// The same read in another way.
    #[must_use]
    pub fn reading_as(self, reading: Reading) -> Pool {
        Pool { reading, ..self }
    }

    /// Names a reason without changing anything.
    pub fn note(&mut self, name: &'static str, value: i16, changes: Changes, clause: &'static str) {
        if let Some(free) = self.modifiers.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(Modifier { name, value, changes, clause });
        }
    }

    /// More or fewer dice.
    pub fn dice(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.dice += value;
        self.note(name, value, Changes::Dice, clause);
    }

    /// Another face needed: higher is harder.
    pub fn need(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.shift += value;
        self.note(name, value, Changes::Need, clause);
    }

    /// More or less in total.
    pub fn result(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.result += value;
        self.note(name, value, Changes::Result, clause);
    }

    /// Dice thrown.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.dice.clamp(0, MAX_DICE as i16) as u8
    }

    /// How it is read, the face needed with its modifiers.
    #[must_use]
    pub fn reading(&self) -> Reading {
        match self.reading {
            Reading::Successes(face) => Reading::Successes(self.shifted(face)),
            Reading::SuccessOrAgain(face) => Reading::SuccessOrAgain(self.shifted(face)),
            Reading::EachOrAgain(face) => Reading::EachOrAgain(self.shifted(face)),
            Reading::Total | Reading::AtMost(_) => self.reading,
        }
    }

    fn shifted(&self, face: u8) -> u8 {
        match (self.bounds, self.shift) {
            (None, 0) => face,
            (bounds, shift) => {
                let (low, high) = bounds.unwrap_or((2, 7));
                (i16::from(face) + shift).clamp(i16::from(low), i16::from(high)) as u8
            }
        }
    }

    /// The face needed, if one is.
    #[must_use]
    pub fn face(&self) -> Option<u8> {
        match self.reading() {
            Reading::Successes(face) | Reading::SuccessOrAgain(face) | Reading::EachOrAgain(face) => Some(face),
            Reading::Total | Reading::AtMost(_) => None,
        }
    }

    /// Its modifiers.
    #[must_use]
    pub fn modifiers(&self) -> Vec<Modifier> {
        self.modifiers.iter().flatten().copied().collect()
    }

    /// The faces of the roll with that key, those thrown again behind the first ones.
    pub fn fall(&self, dice: &mut Dice, key: RollKey) -> Faces {
        let faces = dice.roll(key, self.count());
        let again = match self.reading() {
            Reading::SuccessOrAgain(face) if faces.at_least(face) == 0 => self.count(),
            Reading::EachOrAgain(face) => self.count() - faces.at_least(face),
            _ => 0,
        };
        if again == 0 {
            return faces;
        }
        let more = dice.roll(key, again);
        Faces::of(&[faces.as_slice(), more.as_slice()].concat())
    }

    /// What the faces come to.
    #[must_use]
    pub fn read(&self, faces: &Faces) -> i16 {
        match self.reading() {
            Reading::Successes(face) | Reading::EachOrAgain(face) => i16::from(faces.at_least(face)),
            Reading::SuccessOrAgain(face) => i16::from(faces.at_least(face).min(1)),
            Reading::Total => faces.total() + self.result,
            Reading::AtMost(most) => i16::from(faces.total() <= i16::from(most)),
        }
    }

    /// The chance of one die to succeed, where dice succeed one by one.
    #[must_use]
    pub fn hit(&self) -> f64 {
        let once = |face: u8| f64::from(7_u8.saturating_sub(face.max(1))) / 6.0;
        match self.reading() {
            Reading::Successes(face) | Reading::SuccessOrAgain(face) => once(face),
            Reading::EachOrAgain(face) => 1.0 - (1.0 - once(face)) * (1.0 - once(face)),
            Reading::Total | Reading::AtMost(_) => 0.0,
        }
    }

    /// Chances of each number of successes of at most [`MOST_CHANCES`] dice that succeed or not.
    #[must_use]
    pub fn chances(&self) -> Chances {
        let dice = usize::from(self.count()).min(MOST_CHANCES);
        let table = |face: u8| HITS[usize::from(face.min(7)) % 7][dice];
        match self.reading() {
            Reading::Successes(face) if face >= 2 => table(face),
            Reading::SuccessOrAgain(face) if face >= 2 => {
                let once = table(face);
                let mut chances = [0.0; MOST_CHANCES + 1];
                chances[0] = once[0] * once[0];
                chances[1] = 1.0 - chances[0];
                chances
            }
            Reading::Total | Reading::AtMost(_) => [0.0; MOST_CHANCES + 1],
            _ => {
                let mut chances = [0.0; MOST_CHANCES + 1];
                let each = Distribution::successes(dice as u8, self.hit());
                chances[..=dice].copy_from_slice(each.chances());
                chances
            }
        }
    }

    /// The distribution of the result.
    #[must_use]
    pub fn outcome(&self) -> Distribution {
        match self.reading() {
            Reading::Total => {
                let add = usize::try_from(self.result).unwrap_or(0);
                Distribution::sum_of_d6(self.count()).map(|value| value + add)
            }
            Reading::AtMost(most) => {
                Distribution::sum_of_d6(self.count()).map(|value| usize::from(value <= usize::from(most)))
            }
            _ if usize::from(self.count()) > MOST_CHANCES => Distribution::successes(self.count(), self.hit()),
            _ => Distribution::of(self.chances()[..=usize::from(self.count())].to_vec()),
        }
    }

    /// Expected result.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self.reading() {
            Reading::Total => f64::from(self.count()) * 3.5 + f64::from(self.result),
            Reading::Successes(_) | Reading::EachOrAgain(_) => f64::from(self.count()) * self.hit(),
            Reading::SuccessOrAgain(_) | Reading::AtMost(_) => self.outcome().mean(),
        }
    }

    /// As a forecast shows it.
    #[must_use]
    pub fn shown(&self, who: Option<Object>) -> RollForecast {
        RollForecast {
            label: self.label,
            who,
            clause: self.clause,
            dice: self.count(),
            need: self.face(),
            modifiers: self.modifiers(),
            outcome: self.outcome(),
        }
    }
}

/// The expected number of successes.
#[must_use]
pub fn mean_of(chances: &Chances) -> f64 {
    chances.iter().enumerate().map(|(hits, chance)| hits as f64 * chance).sum()
}
