//! Maps over the battlefield: the threat to each kind of unit and the support of friends, laid with stamps.

use battle::{Presence, System, Threat, UnitId};
use hexes::Hex;

use super::{Known, Mark};
use crate::theatre::Theatre;

/// Farthest that a threat is stamped, in hexes; what reaches farther is weak.
const STAMP: i32 = 16;
/// How far friends support each other, in hexes.
const SUPPORT: i32 = 7;
/// What fire counts for on ground that a unit would first have to turn to.
const ASIDE: f64 = 0.35;

/// Threat and support by hex.
#[derive(Default)]
pub(crate) struct Maps {
    /// From which enemies the threat was laid.
    signature: u64,
    /// By kind of friend and hex.
    threat: Vec<Vec<f32>>,
    /// By hex: friends about.
    support: Vec<u8>,
}

impl Maps {
    /// The maps as the units stand; the old threat is kept if the enemy stands as he did.
    pub fn new(
        view: &dyn System,
        theatre: &Theatre,
        known: &[Option<Known>],
        foes: &[UnitId],
        friends: &[UnitId],
        old: Option<Maps>,
    ) -> Maps {
        let mut maps = old.unwrap_or_default();
        let signature = of_foes(view, foes);
        if maps.signature != signature || maps.threat.is_empty() {
            maps.signature = signature;
            maps.lay_threat(view, theatre, known, foes);
        }
        maps.lay_support(view, known, friends);
        maps
    }

    /// The threat to a kind of unit there: expected loss next turn, as a share of a unit, from all enemies together.
    pub fn threat(&self, kind: usize, place: Option<usize>) -> f64 {
        let there = place.and_then(|place| self.threat.get(kind).and_then(|map| map.get(place)));
        there.map_or(0.0, |threat| f64::from(*threat))
    }

    /// How many friends stand about there.
    pub fn support(&self, place: Option<usize>) -> u8 {
        place.and_then(|place| self.support.get(place)).copied().unwrap_or(0)
    }

    fn lay_threat(&mut self, view: &dyn System, theatre: &Theatre, known: &[Option<Known>], foes: &[UnitId]) {
        let grid = view.field().ground().grid();
        self.threat.resize(theatre.kinds(), Vec::new());
        for map in &mut self.threat {
            map.clear();
            map.resize(grid.len(), 0.0);
        }
        for foe in foes.iter().filter_map(|id| known[id.index()].as_ref()) {
            self.stamp_foe(view, theatre, foe);
        }
    }

    fn stamp_foe(&mut self, view: &dyn System, theatre: &Theatre, foe: &Known) {
        let grid = view.field().ground().grid();
        let front = foe.front();
        let menaces: Vec<_> = (0..theatre.kinds()).map(|kind| theatre.menace(foe.kind, kind)).collect();
        for hex in foe.pose.anchor.within(STAMP) {
            let Some(place) = grid.index(hex) else { continue };
            let (distance, before) = (foe.print.distance_to(hex), front.has(hex));
            for (map, menace) in self.threat.iter_mut().zip(&menaces) {
                if let Some(menace) = menace {
                    map[place] += danger(menace.at(distance), before) as f32;
                }
            }
        }
    }

    fn lay_support(&mut self, view: &dyn System, known: &[Option<Known>], friends: &[UnitId]) {
        let grid = view.field().ground().grid();
        self.support.clear();
        self.support.resize(grid.len(), 0);
        for friend in friends.iter().filter_map(|id| known[id.index()].as_ref()) {
            for place in friend.pose.anchor.within(SUPPORT).filter_map(|hex: Hex| grid.index(hex)) {
                self.support[place] = self.support[place].saturating_add(1);
            }
        }
    }
}

/// A threat as one number: fire, less where the shooter must turn first, and half of a charge.
fn danger(threat: Threat, before: bool) -> f64 {
    threat.fire * if before { 1.0 } else { ASIDE } + threat.charge * 0.5
}

fn of_foes(view: &dyn System, foes: &[UnitId]) -> u64 {
    let mut mark = Mark::default();
    for foe in foes.iter().filter(|foe| view.field().unit(**foe).presence == Presence::OnMap) {
        mark.add(foe.0.into());
        mark.unit(view, *foe);
    }
    mark.value()
}
