//! Maps over the battlefield: the threat to each kind of unit and the support of friends, laid with stamps. Only what
//! moved is stamped anew; the numbers are whole, so that taking a stamp off leaves nothing behind.

use battle::{Footprint, Pose, System, Threat};
use hexes::Hex;

use super::{Front, Known};
use crate::battleground::{Battleground, FAR, Menace};

/// Farthest that a threat is stamped, in hexes; what reaches farther is weak.
const STAMP: i32 = 16;
/// How far friends support each other, in hexes.
const SUPPORT: i32 = 7;
/// What fire counts for on ground that a unit would first have to turn to.
const ASIDE: f64 = 0.35;
/// What threats are counted in.
const SHARE: f64 = 10_000.0;

/// A unit as it was stamped.
#[derive(Clone, Copy)]
struct Stamp {
    pose: Pose,
    print: Footprint,
    kind: usize,
    friend: bool,
}

impl Stamp {
    fn of(unit: &Known, friend: bool) -> Stamp {
        Stamp { pose: unit.pose, print: unit.print, kind: unit.kind, friend }
    }

    fn same(&self, other: &Stamp) -> bool {
        self.pose == other.pose && self.friend == other.friend && self.print == other.print
    }
}

/// Threat and support by hex.
#[derive(Default)]
pub(crate) struct Maps {
    stamps: Vec<Option<Stamp>>,
    /// How many menaces were known when the threat was laid.
    menaces: usize,
    /// By kind of friend and hex, in ten-thousandths of a unit.
    threat: Vec<Vec<i32>>,
    /// By hex: friends about.
    support: Vec<i32>,
}

impl Maps {
    /// The maps as the units stand, from the old ones where there are any. `friend` tells friend from foe.
    pub fn new(
        view: &dyn System,
        battleground: &Battleground,
        known: &[Option<Known>],
        friend: impl Fn(&Known) -> bool,
        old: Option<Maps>,
    ) -> Maps {
        let hexes = view.field().ground().grid().len();
        let fresh = || Maps {
            stamps: vec![None; known.len()],
            menaces: battleground.menaces(),
            threat: vec![vec![0; hexes]; battleground.kinds()],
            support: vec![0; hexes],
        };
        let mut maps = old.filter(|old| old.menaces == battleground.menaces()).unwrap_or_else(fresh);
        for (place, unit) in known.iter().enumerate() {
            let now = unit.as_ref().map(|unit| Stamp::of(unit, friend(unit)));
            maps.replace(view, battleground, place, now);
        }
        maps
    }

    /// The threat to a kind of unit there: expected loss next turn, as a share of a unit, from all enemies together.
    pub fn threat(&self, kind: usize, place: Option<usize>) -> f64 {
        let there = place.and_then(|place| self.threat.get(kind).and_then(|map| map.get(place)));
        there.map_or(0.0, |threat| f64::from(*threat) / SHARE)
    }

    /// How many friends stand about there.
    pub fn support(&self, place: Option<usize>) -> i32 {
        place.and_then(|place| self.support.get(place)).copied().unwrap_or(0)
    }

    fn replace(&mut self, view: &dyn System, battleground: &Battleground, place: usize, now: Option<Stamp>) {
        let before = self.stamps[place];
        let same = match (&before, &now) {
            (Some(before), Some(now)) => before.same(now),
            (None, None) => true,
            _ => false,
        };
        if !same {
            before.iter().for_each(|stamp| self.lay(view, battleground, stamp, -1));
            now.iter().for_each(|stamp| self.lay(view, battleground, stamp, 1));
            self.stamps[place] = now;
        }
    }

    /// Lays a stamp (`times` 1) or takes it off (-1).
    fn lay(&mut self, view: &dyn System, battleground: &Battleground, stamp: &Stamp, times: i32) {
        let grid = view.field().ground().grid();
        if stamp.friend {
            for place in stamp.pose.anchor.within(SUPPORT).filter_map(|hex: Hex| grid.index(hex)) {
                self.support[place] += times;
            }
            return;
        }
        let front = Front::of(&stamp.pose, &stamp.print);
        let kinds =
            self.threat.iter_mut().zip((0..battleground.kinds()).map(|kind| battleground.menace(stamp.kind, kind)));
        let mut laid: Vec<_> = kinds.filter_map(|(map, menace)| Some((map, dangers(menace?)))).collect();
        for hex in stamp.pose.anchor.within(STAMP) {
            let Some(place) = grid.index(hex) else { continue };
            let (distance, before) = (stamp.print.distance_to(hex), front.has(hex));
            for (map, dangers) in &mut laid {
                let there = usize::try_from(distance).ok().and_then(|distance| dangers.get(distance));
                map[place] += times * there.map_or(0, |there| there[usize::from(before)]);
            }
        }
    }
}

/// A menace as numbers by distance, aside and before the front; 0 beyond.
fn dangers(menace: &Menace) -> [[i32; 2]; FAR + 1] {
    std::array::from_fn(|distance| [false, true].map(|before| danger(menace.at(distance as i32), before)))
}

/// A threat as one number: fire, less where the shooter must turn first, and half of a charge.
fn danger(threat: Threat, before: bool) -> i32 {
    let fire = threat.fire * if before { 1.0 } else { ASIDE };
    ((fire + threat.charge * 0.5) * SHARE) as i32
}
