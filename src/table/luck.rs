//! Luck: hits against what the dice owed, and how rare that is.

/// Faces of a d6.
const FACES: usize = 6;

/// Dice that hit or missed, counted by the face they needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    dice: [u32; FACES + 2],
    hits: u32,
}

impl Luck {
    /// Counts a roll of `dice` dice that needed `need`, of which `hits` did it.
    pub fn count(&mut self, dice: usize, need: u8, hits: u8) {
        self.dice[usize::from(need).clamp(1, FACES + 1)] += dice as u32;
        self.hits += u32::from(hits);
    }

    /// Dice that fell.
    #[must_use]
    pub fn dice(&self) -> u32 {
        self.dice.iter().sum()
    }

    /// Dice that showed their face or more.
    #[must_use]
    pub fn hits(&self) -> u32 {
        self.hits
    }

    /// Hits that so many dice make on average.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.dice.iter().enumerate().map(|(need, dice)| f64::from(*dice) * chance(need)).sum()
    }

    /// In how many games one has such luck or better (hits above average) or such bad luck or worse (below): the
    /// inverse of the exact tail of the distribution of hits. At least 1.
    #[must_use]
    pub fn one_in(&self) -> f64 {
        let chances = self.chances();
        let hits = self.hits as usize;
        let tail: f64 = match self.is_lucky() {
            true => chances.iter().skip(hits).sum(),
            false => chances.iter().take(hits + 1).sum(),
        };
        if tail > 0.0 { (1.0 / tail).max(1.0) } else { f64::INFINITY }
    }

    /// Whether there were at least as many hits as on average.
    #[must_use]
    pub fn is_lucky(&self) -> bool {
        f64::from(self.hits) >= self.expected()
    }

    /// In one sentence: `23 hits where 18.5 were expected: as lucky as 1 game in 9`.
    #[must_use]
    pub fn sentence(&self) -> String {
        if self.dice() == 0 {
            return String::from("no dice that hit or miss were rolled");
        }
        let count = crate::receipt::counted(i64::from(self.hits), "hit", "hits");
        let verdict = match (self.one_in(), self.is_lucky()) {
            (often, _) if often < 2.5 => String::from("neither lucky nor unlucky"),
            (rare, true) => format!("as lucky as 1 game in {}", rounded(rare)),
            (rare, false) => format!("as unlucky as 1 game in {}", rounded(rare)),
        };
        format!("{count} where {:.1} were expected: {verdict}", self.expected())
    }

    /// The distribution of the number of hits.
    fn chances(&self) -> Vec<f64> {
        let mut chances = vec![1.0];
        for (need, dice) in self.dice.iter().enumerate() {
            let p = chance(need);
            for _ in 0..*dice {
                add_die(&mut chances, p);
            }
        }
        chances
    }
}

fn add_die(chances: &mut Vec<f64>, p: f64) {
    chances.push(0.0);
    for hits in (0..chances.len()).rev() {
        let from_below = if hits > 0 { chances[hits - 1] * p } else { 0.0 };
        chances[hits] = chances[hits] * (1.0 - p) + from_below;
    }
}

/// The chance of a d6 to show `need` or more.
fn chance(need: usize) -> f64 {
    (FACES + 1).saturating_sub(need.max(1)) as f64 / FACES as f64
}

/// To two figures: 9, 14, 120, 4700.
fn rounded(number: f64) -> String {
    if !number.is_finite() || number >= 1e9 {
        return String::from("a thousand million");
    }
    let mut scale = 1.0;
    while number / scale >= 100.0 {
        scale *= 10.0;
    }
    format!("{}", ((number / scale).round() * scale) as u64)
}
