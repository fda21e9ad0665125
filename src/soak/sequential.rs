//! A sequential test on pairs of games, as engines of chess are tested: two suppositions about how strong a player is, weighed
//! against each other after every pair, until one is so much likelier that chance alone seldom says so.
//!
//! Both games of a pair have the same seed with the sides changed over, so that a battle which favours a side favours neither
//! player; a pair has one of five results. The likelihoods are those of the likeliest chances of the five under each supposition.

/// Results of a pair: none, a half, one, one and a half, two points.
const RESULTS: usize = 5;
/// How seldom either answer may be wrong.
const WRONG: f64 = 0.05;
/// A result that has not come counts as so many, or a supposition could never be likely at all.
const UNSEEN: f64 = 1e-3;
/// After so many halvings a multiplier is known to twelve places.
const HALVINGS: u32 = 60;

/// The share of points that an Elo difference stands for.
#[must_use]
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many pairs had each result, from no point to two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs([u32; RESULTS]);

impl Pairs {
    /// Adds a pair by what the first player got of it, 0 to 2 points.
    pub fn add(&mut self, points: f64) {
        self.0[((points * 2.0).round().max(0.0) as usize).min(RESULTS - 1)] += 1;
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Each result by its share of the points with how often it came.
    fn results(&self) -> [(f64, f64); RESULTS] {
        std::array::from_fn(|place| {
            let came = self.0[place];
            (place as f64 / (RESULTS - 1) as f64, if came == 0 { UNSEEN } else { f64::from(came) })
        })
    }

    /// The logarithm of how much likelier these pairs are if the player is worth the second difference in Elo than if he is worth
    /// the first.
    #[must_use]
    pub fn log_likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let results = self.results();
        let [low, high] = elo.map(|elo| likeliest(&results, share_of(elo)));
        results.iter().zip(low).zip(high).map(|(((_, came), low), high)| came * (high / low).ln()).sum()
    }
}

/// The likeliest chances of the results whose mean is that share of the points.
fn likeliest(results: &[(f64, f64); RESULTS], share: f64) -> [f64; RESULTS] {
    let all: f64 = results.iter().map(|(_, came)| came).sum();
    let chance = |multiplier: f64| results.map(|(points, came)| came / all / (1.0 + multiplier * (points - share)));
    let surplus = |multiplier: f64| -> f64 {
        chance(multiplier).iter().zip(results).map(|(chance, (points, _))| chance * (points - share)).sum()
    };
    // Between these the chances are above nothing; the mean falls from one to the other.
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if surplus(middle) > 0.0 { low = middle } else { high = middle }
    }
    chance(f64::midpoint(low, high))
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first supposition: no more than the first difference.
    Lower,
    /// The second one.
    Higher,
}

/// A test of two Elo differences, either answer wrong in 5 % of cases where its contrary is true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    elo: [f64; 2],
}

impl Test {
    /// Of those differences, the first below the second.
    ///
    /// # Errors
    /// A sentence where they are not.
    pub fn new(elo: [f64; 2]) -> Result<Test, String> {
        let [low, high] = elo;
        if low.is_finite() && high.is_finite() && low < high && high - low >= 1.0 && high.max(-low) <= 1000.0 {
            return Ok(Test { elo });
        }
        Err(format!(
            "cannot test {low} against {high}; expected two Elo differences of -1000 to 1000, the second at least 1 above"
        ))
    }

    /// The differences.
    #[must_use]
    pub fn elo(&self) -> [f64; 2] {
        self.elo
    }

    /// The ratio at which it is decided either way, as a logarithm.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// Its verdict, once there is one.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = pairs.log_likelihood_ratio(self.elo);
        match () {
            () if ratio >= Test::bound() => Some(Verdict::Higher),
            () if ratio <= -Test::bound() => Some(Verdict::Lower),
            () => None,
        }
    }
}
