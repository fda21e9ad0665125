//! Luck: what the dice gave against what they owed, and how rare that is.

use battle::{Distribution, RollKind};

/// The kinds of rolls that are counted apart, each with what it gives, one and several.
const KINDS: [(&str, &str); 3] = [("hit", "hits"), ("save", "saves"), ("test passed", "tests passed")];

/// Rolls that hit or miss, pass or fail: what they gave, and the distributions they were drawn from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    odds: Vec<(Distribution, u32)>,
    /// Rolls and what they gave, by kind.
    kinds: [(u32, i32); 3],
}

impl Luck {
    /// Counts a roll of that kind and result, drawn from those odds.
    pub fn count(&mut self, kind: RollKind, result: i16, odds: &Distribution) {
        let place = match kind {
            RollKind::Saves => 1,
            RollKind::Test | RollKind::Contest => 2,
            _ => 0,
        };
        let (rolls, given) = &mut self.kinds[place];
        *rolls += 1;
        *given += i32::from(result);
        match self.odds.iter_mut().find(|(known, _)| known == odds) {
            Some((_, rolls)) => *rolls += 1,
            None => self.odds.push((odds.clone(), 1)),
        }
    }

    /// Rolls counted.
    #[must_use]
    pub fn rolls(&self) -> u32 {
        self.odds.iter().map(|(_, rolls)| rolls).sum()
    }

    /// Hits, hits warded off, and tests and contests won, together.
    #[must_use]
    pub fn successes(&self) -> i32 {
        self.kinds.iter().map(|(_, given)| given).sum()
    }

    /// How many such rolls make on average.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.odds.iter().map(|(odds, rolls)| odds.mean() * f64::from(*rolls)).sum()
    }

    /// In how many games one has such luck or better (more than on average) or such bad luck or worse (below): the
    /// inverse of the exact tail of the distribution of hits. At least 1.
    #[must_use]
    pub fn one_in(&self) -> f64 {
        let all = self.distribution();
        let tail = if self.is_lucky() { all.at_least(self.successes()) } else { all.at_most(self.successes()) };
        if tail > 0.0 { (1.0 / tail).max(1.0) } else { f64::INFINITY }
    }

    /// Whether there were at least as many as on average.
    #[must_use]
    pub fn is_lucky(&self) -> bool {
        f64::from(self.successes()) >= self.expected()
    }

    /// In one sentence: `23 hits and 4 saves where 18.5 were expected: as lucky as 1 game in 9`.
    #[must_use]
    pub fn sentence(&self) -> String {
        if self.rolls() == 0 {
            return String::from("no dice that hit or miss were rolled");
        }
        let rolled = self.kinds.iter().zip(KINDS).filter(|((rolls, _), _)| *rolls > 0);
        let parts: Vec<String> =
            rolled.map(|((_, given), (one, many))| crate::receipt::counted(i64::from(*given), one, many)).collect();
        let count = match parts.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => parts.concat(),
        };
        let verdict = match (self.one_in(), self.is_lucky()) {
            (often, _) if often < 2.5 => String::from("neither lucky nor unlucky"),
            (rare, true) => format!("as lucky as 1 game in {}", rounded(rare)),
            (rare, false) => format!("as unlucky as 1 game in {}", rounded(rare)),
        };
        format!("{count} where {:.1} were expected: {verdict}", self.expected())
    }

    /// The distribution of the sum of all results.
    fn distribution(&self) -> Distribution {
        let all = self.odds.iter().flat_map(|(odds, rolls)| std::iter::repeat_n(odds, *rolls as usize));
        all.fold(Distribution::certain(0), |sum, odds| sum.plus(odds))
    }
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
