//! One kind of roll as the rules make it: dice, face needed, every modifier by name. Resolving throws it; forecasts
//! read its distribution. Both go through here, so they cannot disagree.

use battle::{Changes, Distribution, Faces, Modifier, Object, RollForecast};

/// The most modifiers one roll has.
const MOST: usize = 8;

/// The most dice a counted roll has.
pub(crate) const MOST_DICE: usize = 16;

/// Chances of 0, 1, 2, ... successes.
pub(crate) type Chances = [f64; MOST_DICE + 1];

/// Chances of so many successes, by face needed (2 to 6) and by dice.
static HITS: [[Chances; MOST_DICE + 1]; 7] = hit_tables();

const fn hit_tables() -> [[Chances; MOST_DICE + 1]; 7] {
    let mut tables = [[[0.0; MOST_DICE + 1]; MOST_DICE + 1]; 7];
    let mut need = 0;
    while need < 7 {
        let hit = if need == 0 { 0.0 } else { (7 - need) as f64 / 6.0 };
        tables[need][0][0] = 1.0;
        let mut dice = 1;
        while dice <= MOST_DICE {
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
pub(crate) enum Reading {
    /// Dice that show the face or more count.
    Successes(u8),
    /// As that, but a missed die is thrown again once (EA-OPT-7).
    SuccessOrAgain(u8),
    /// The faces are added up.
    Total,
}

/// One roll before it is thrown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    /// What is rolled.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    dice: i16,
    reading: Reading,
    result: i16,
    modifiers: [Option<Modifier>; MOST],
}

impl Pool {
    /// A roll of that many dice before modifiers.
    pub fn new(label: &'static str, clause: &'static str, dice: i16, reading: Reading) -> Pool {
        Pool { label, clause, dice, reading, result: 0, modifiers: [None; MOST] }
    }

    fn note(&mut self, name: &'static str, value: i16, changes: Changes, clause: &'static str) {
        if let Some(free) = self.modifiers.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(Modifier { name, value, changes, clause });
        }
    }

    /// More or fewer dice.
    pub fn dice(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.dice += value;
        self.note(name, value, Changes::Dice, clause);
    }

    /// Another face needed.
    pub fn need(&mut self, name: &'static str, value: i16, clause: &'static str) {
        let shift = |face: u8| (i16::from(face) + value).clamp(2, 7) as u8;
        self.reading = match self.reading {
            Reading::Successes(face) => Reading::Successes(shift(face)),
            Reading::SuccessOrAgain(face) => Reading::SuccessOrAgain(shift(face)),
            Reading::Total => Reading::Total,
        };
        self.note(name, value, Changes::Need, clause);
    }

    /// More or less in total.
    pub fn result(&mut self, name: &'static str, value: i16, clause: &'static str) {
        self.result += value;
        self.note(name, value, Changes::Result, clause);
    }

    /// Dice thrown: a pool below 1 is not rolled (EA-BASE-4).
    pub fn count(&self) -> u8 {
        battle::rule!("EA-BASE-4");
        self.dice.clamp(0, MOST_DICE as i16) as u8
    }

    /// How it is read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The face needed, if one is.
    pub fn face(&self) -> Option<u8> {
        match self.reading {
            Reading::Successes(face) | Reading::SuccessOrAgain(face) => Some(face),
            Reading::Total => None,
        }
    }

    /// Its modifiers.
    pub fn modifiers(&self) -> Vec<Modifier> {
        self.modifiers.iter().flatten().copied().collect()
    }

    /// What the faces come to.
    pub fn read(&self, faces: &Faces) -> i16 {
        match self.reading {
            Reading::Successes(face) => i16::from(faces.at_least(face)),
            Reading::SuccessOrAgain(face) => i16::from(faces.at_least(face).min(1)),
            Reading::Total => faces.total() + self.result,
        }
    }

    /// Chances of each number of successes.
    pub fn chances(&self) -> Chances {
        let table = |face: u8| HITS[usize::from(face.min(7)) % 7][usize::from(self.count())];
        match self.reading {
            Reading::Successes(face) => table(face),
            Reading::SuccessOrAgain(face) => {
                let once = table(face);
                let mut chances = [0.0; MOST_DICE + 1];
                chances[0] = once[0] * once[0];
                chances[1] = 1.0 - chances[0];
                chances
            }
            Reading::Total => [0.0; MOST_DICE + 1],
        }
    }

    /// The distribution of the result.
    pub fn outcome(&self) -> Distribution {
        match self.reading {
            Reading::Total => {
                let add = usize::try_from(self.result).unwrap_or(0);
                Distribution::sum_of_d6(self.count()).map(|value| value + add)
            }
            _ => Distribution::of(self.chances()[..=usize::from(self.count())].to_vec()),
        }
    }

    /// Expected result.
    pub fn mean(&self) -> f64 {
        match self.reading {
            Reading::Total => f64::from(self.count()) * 3.5 + f64::from(self.result),
            _ => mean(&self.chances()),
        }
    }

    /// As a forecast shows it.
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
pub(crate) fn mean(chances: &Chances) -> f64 {
    chances.iter().enumerate().map(|(hits, chance)| hits as f64 * chance).sum()
}
