//! What speaks for an order and what against it beside another, in words.

use crate::{Consideration, Weighed};

/// How an order reads beside another by one consideration, after "it". `{}` stands for the input as a part of a usual unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// Where it is the better one, e.g. "has more cover".
    pub better: &'static str,
    /// Where it is the worse one, e.g. "has less cover".
    pub worse: &'static str,
}

/// What counts less than this part of what counts most is not worth a word.
const TELLS: f64 = 0.25;

/// What speaks for an order and what against it beside another, each the weightiest first: words that go on from "it".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// What is better about it, e.g. "costs them 12% of a unit instead of 4%".
    pub better: Vec<String>,
    /// What is worse.
    pub worse: Vec<String>,
}

/// What a response of that weight multiplies a score by: 1 where it does not count.
#[must_use]
pub fn weighted(response: f64, weight: f64) -> f64 {
    1.0 - weight * (1.0 - response)
}

impl Consideration {
    /// What a score is multiplied by for it.
    #[must_use]
    pub fn factor(&self) -> f64 {
        weighted(self.response, self.weight)
    }

    /// How much more it speaks for an order than for the other one: 0 where it is all the same.
    fn lead(&self, other: &Consideration) -> f64 {
        let (own, theirs) = (self.factor(), other.factor());
        let both = own + theirs;
        if both > 0.0 { (own - theirs) / both } else { 0.0 }
    }

    /// The words for it beside another order.
    fn said(&self, other: &Consideration, words: &str) -> String {
        if !words.contains("{}") {
            return words.to_owned();
        }
        let (own, theirs) = (hundredths(self.input), hundredths(other.input));
        let tail = if theirs > 0 && theirs != own { format!(" instead of {theirs}%") } else { String::new() };
        format!("{}{tail}", words.replace("{}", &part(self.input)))
    }
}

impl Weighed {
    /// This order beside what another was judged by, or what doing nothing would be.
    #[must_use]
    pub fn beside<'a>(&'a self, other: &'a [Consideration]) -> Beside {
        let pair = |own: &'a Consideration| {
            let same = |theirs: &&Consideration| theirs.name == own.name;
            other.iter().find(same).map(|theirs| (own.lead(theirs), own, theirs))
        };
        let mut pairs: Vec<_> = self.considerations.iter().filter_map(pair).filter(|(lead, ..)| *lead != 0.0).collect();
        pairs.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        let least = pairs.first().map_or(0.0, |(lead, ..)| lead.abs() * TELLS);
        let mut beside = Beside::default();
        for (lead, own, theirs) in pairs.into_iter().filter(|(lead, ..)| lead.abs() >= least) {
            if lead > 0.0 {
                beside.better.push(own.said(theirs, own.words.better));
            } else {
                beside.worse.push(own.said(theirs, own.words.worse));
            }
        }
        beside
    }
}

fn hundredths(share: f64) -> i64 {
    (share * 100.0).round() as i64
}

/// A part of a usual unit.
fn part(share: f64) -> String {
    match hundredths(share) {
        0 if share > 0.0 => String::from("next to nothing"),
        0 => String::from("nothing"),
        hundredths => format!("{hundredths}% of a unit"),
    }
}
