//! A position thrown out a hundred thousand times: dice fall anew each time, and what a result brings is found out once, by
//! the resolver itself with those dice.

use std::collections::BTreeMap;

use battle::{Dice, Event, Reading, RollKey, Terms};

use super::steps::Played;
use crate::War;

/// How often a position is thrown out.
pub const TIMES: u32 = 100_000;
/// So many standard deviations may a share lie from its chance.
const SIGMAS: f64 = 4.5;
/// Moves after which nothing is thrown that matters: they fall as threes.
const MOVES: [&str; 4] = ["rout", "going back", "move", "evasion"];

/// A roll that is about to be thrown, or the end.
struct Moment {
    next: Option<(Terms, bool)>,
    war: Option<War>,
    then: BTreeMap<i16, usize>,
    times: u32,
}

/// How a position fell.
pub struct Thrown(Vec<Moment>);

impl Thrown {
    /// Throws out what some orders bring.
    pub fn out(start: &Played, act: impl Fn(&mut Played)) -> Thrown {
        let mut thrown = Thrown(Vec::new());
        thrown.learn(start, &[], 0, &act);
        (0..u64::from(TIMES)).for_each(|seed| thrown.once(start, seed, &act));
        thrown
    }

    /// What comes after so many rolls of those faces: the resolver is let go.
    fn learn(&mut self, start: &Played, faces: &[u8], depth: usize, act: &impl Fn(&mut Played)) -> usize {
        let mut game = start.clone();
        game.heard = Default::default();
        game.war.set_dice(Dice::scripted(faces));
        act(&mut game);
        let mut rolls = game.heard.events().iter().filter_map(|event| match event {
            Event::Rolled(roll) => Some((roll.terms, MOVES.contains(&roll.label))),
            _ => None,
        });
        let next = rolls.nth(depth);
        let war = next.is_none().then_some(game.war);
        self.0.push(Moment { next, war, then: BTreeMap::new(), times: 0 });
        self.0.len() - 1
    }

    fn once(&mut self, start: &Played, seed: u64, act: &impl Fn(&mut Played)) {
        let (mut at, mut faces, mut depth) = (0, Vec::new(), 0);
        let mut dice = Dice::new(seed);
        while let Some((terms, moves)) = self.0[at].next {
            depth += 1;
            let key = RollKey::new(1, 1, depth as u16, 1);
            let fell = match moves {
                true => terms.fall(&mut Dice::scripted(&[3; 8]), key),
                false => terms.fall(&mut dice, key),
            };
            faces.extend_from_slice(fell.as_slice());
            // Tests tell passed, failed by 1 and failed by more.
            let result = match terms.reading {
                Reading::Under(_) => terms.read(&fell).clamp(-2, 0),
                _ => terms.read(&fell),
            };
            at = match self.0[at].then.get(&result) {
                Some(next) => *next,
                None => {
                    let next = self.learn(start, &faces, depth, act);
                    self.0[at].then.insert(result, next);
                    next
                }
            };
        }
        self.0[at].times += 1;
    }

    /// Mean and standard deviation of the mean of what an end is worth.
    pub fn mean(&self, worth: impl Fn(&War) -> f64) -> (f64, f64) {
        let ends = self.0.iter().filter_map(|moment| Some((worth(moment.war.as_ref()?), f64::from(moment.times))));
        let ends: Vec<(f64, f64)> = ends.collect();
        let all = f64::from(TIMES);
        let mean = ends.iter().map(|(worth, times)| worth * times / all).sum::<f64>();
        let spread = ends.iter().map(|(worth, times)| (worth - mean).powi(2) * times / all).sum::<f64>();
        (mean, (spread / all).sqrt())
    }

    /// Holds what ends are worth to what is foreseen.
    #[track_caller]
    pub fn is(&self, name: &str, foreseen: f64, worth: impl Fn(&War) -> f64) {
        let (mean, deviation) = self.mean(worth);
        let allowed = SIGMAS * deviation.max(1.0 / f64::from(TIMES));
        assert!(
            (mean - foreseen).abs() <= allowed,
            "{name}: {mean:.5} fell, {foreseen:.5} foreseen, {allowed:.5} allowed"
        );
    }

    /// How many different courses were carried out.
    pub fn courses(&self) -> usize {
        self.0.iter().filter(|moment| moment.times > 0).count()
    }
}
