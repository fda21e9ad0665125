//! What one shot may come to: hits on whom it is at, and what it costs who gives it (OTH-MORALE-6, 7, 12).

use battle::{Distribution, Faces, Pool};

use super::aim::Shot;
use super::score::{self, Manner};
use super::shoot;
use crate::forecasts::tame;
use crate::info::DEFENCE;
use crate::why::Why;
use crate::{War, morale};

/// One way in which a shot may fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fall {
    /// Hits on whom it is at.
    pub(crate) hits: i16,
    /// Hits on who gives it.
    pub(crate) cost: i16,
    /// Its chance.
    pub(crate) chance: f64,
}

/// Everything that is to be known of a shot before it is given.
pub(crate) struct Volley {
    /// The test before defensive fire; none where none is owed.
    pub(crate) stands: Option<Pool>,
    /// The roll, steady.
    pub(crate) steady: Pool,
    /// What the roll comes to, steady or ragged.
    pub(crate) outcome: Distribution,
    /// Every way in which it may fall, the gun of a battalion with it.
    pub(crate) falls: Vec<Fall>,
}

impl Volley {
    /// Of a shot as the battle stands, alone or in a Grand Battery.
    pub(crate) fn of(war: &War, shot: &Shot, manner: Manner) -> Volley {
        let owed = war.phase() == DEFENCE && morale::is_tested(war, shot.by);
        let stands = owed.then(|| morale::test(war, shot.by, Why::Defence, "OTH-MORALE-6"));
        let passes = stands.as_ref().map_or(1.0, |pool| tame(pool.terms().passes()));
        let [steady, ragged] = [manner, Manner::Ragged].map(|manner| score::pool(war, shot, manner));
        let outcome = match &stands {
            None => steady.outcome(),
            Some(_) => Distribution::mixture(&[(passes, steady.outcome()), (1.0 - passes, ragged.outcome())]),
        };
        let mut falls = Falls::default();
        for (pool, chance) in [(&steady, passes), (&ragged, 1.0 - passes)] {
            if chance > 0.0 {
                falls.gather(war, shot, pool, chance);
            }
        }
        Volley { stands, steady, outcome, falls: falls.0 }
    }

    /// Hits on whom it is at.
    pub(crate) fn hits(&self) -> Distribution {
        spread(self.falls.iter().map(|fall| (fall.hits, fall.chance)))
    }

    /// Hits on who gives it.
    pub(crate) fn costs(&self) -> Distribution {
        spread(self.falls.iter().map(|fall| (fall.cost, fall.chance)))
    }
}

/// Numbers of hits with their chances as one distribution.
fn spread(hits: impl Iterator<Item = (i16, f64)>) -> Distribution {
    let mut chances: Vec<f64> = vec![0.0];
    for (hits, chance) in hits {
        let place = usize::from(hits.max(0).unsigned_abs());
        if chances.len() <= place {
            chances.resize(place + 1, 0.0);
        }
        chances[place] += chance;
    }
    Distribution::of(chances)
}

#[derive(Default)]
struct Falls(Vec<Fall>);

impl Falls {
    fn add(&mut self, hits: i16, cost: i16, chance: f64) {
        let known = self.0.iter_mut().find(|fall| (fall.hits, fall.cost) == (hits, cost));
        match known {
            _ if chance <= 0.0 => {}
            Some(fall) => fall.chance += chance,
            None => self.0.push(Fall { hits, cost, chance }),
        }
    }

    /// Face by face: a ten shakes who rolled it, and so does fire that hits nobody.
    fn gather(&mut self, war: &War, shot: &Shot, pool: &Pool, chance: f64) {
        let by = shot.by;
        let extra = shoot::gun_pool(war, shot).map_or(Distribution::certain(0), |pool| pool.outcome());
        let ten = if morale::is_tested(war, by) {
            tame(morale::test(war, by, Why::Ten, "OTH-MORALE-12").terms().passes())
        } else {
            1.0
        };
        let last = is_last(war, shot);
        let costs = [missed(war, shot, 0, last), missed(war, shot, 1, last)];
        for face in 1..=10 {
            let hits = pool.read(&Faces::of(&[face]));
            for (more, share) in extra.outcomes() {
                let (total, share) = (hits + more as i16, chance * share / 10.0);
                let shaken = if face == 10 { 1.0 - ten } else { 0.0 };
                for (tired, odds) in [(0, 1.0 - shaken), (1, shaken)] {
                    if total > 0 {
                        self.add(total, tired, share * odds);
                        continue;
                    }
                    for (cost, odds_of) in costs[tired as usize] {
                        self.add(total, tired + cost, share * odds * odds_of);
                    }
                }
            }
        }
    }
}

/// What a shot without a hit costs who gives it when it has lost so much already, each with its chance.
fn missed(war: &War, shot: &Shot, tired: i16, last: bool) -> [(i16, f64); 3] {
    let by = shot.by;
    let there = morale::with_score(war, by, (war.strength(by) - tired).max(0));
    if !last || !morale::is_tested(&there, by) || there.strength(by) <= 0 {
        return [(0, 1.0), (1, 0.0), (2, 0.0)];
    }
    let margins = morale::test(&there, by, Why::NoHits, "OTH-MORALE-7").outcome();
    [(0, margins.at_least(0)), (1, margins.chance(-1)), (2, margins.at_most(-2))]
}

/// Whether a shot without a hit brings the test at once: in defence, from who has hit nobody yet by another face and has
/// no other left to fire (OTH-MORALE-7, 19).
fn is_last(war: &War, shot: &Shot) -> bool {
    if war.phase() != DEFENCE || war.own(shot.by).caused.is_some_and(|caused| caused > 0) {
        return false;
    }
    let Some(face) = shot.face else { return true };
    let mut then = war.clone();
    let own = then.own_mut(shot.by);
    own.faces |= 1 << face;
    own.defied.push(shot.on);
    !shoot::bears(&then, shot.by)
}
