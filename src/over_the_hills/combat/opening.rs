//! What happens to two who have met before they fight: defensive fire, and foot that counters (OTH-FIRE-6, OTH-CONTACT-7).

use std::collections::BTreeMap;

use battle::{Event, UnitId};

use super::counter::counters;
use crate::fire::aim::{self, Aim, Shot};
use crate::fire::score::Manner;
use crate::fire::volley::{Fall, Volley};
use crate::fire::{rights, shoot};
use crate::info::DEFENCE;
use crate::space::{Aspect, shape};
use crate::{War, contacts, marks, morale};

/// One way in which it may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Opening {
    /// Hits on the charger and on who is met.
    pub(crate) hits: [i16; 2],
    /// Who is met goes at the charger.
    pub(crate) countered: bool,
    /// Its chance.
    pub(crate) chance: f64,
}

/// Every way in which it may go between a charger and whoever it meets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Openings {
    /// The charger.
    pub(crate) by: UnitId,
    pub(crate) ways: Vec<Opening>,
}

impl Openings {
    /// Nothing happens before they fight.
    pub(crate) fn none(by: UnitId) -> Openings {
        Openings { by, ways: vec![Opening { hits: [0, 0], countered: false, chance: 1.0 }] }
    }
}

/// The battle as defensive fire begins in the turn of a charger.
fn in_defence(met: &War, by: UnitId) -> War {
    let side = Some(met.side(by));
    let mut there = met.supposing(&Event::StepBegan { step: DEFENCE.0, side });
    there.state.player = met.side(by);
    there
}

/// What defensive fire does to two who have met: the volley of the unit met, standing or not, its hits and what a miss or
/// a ten costs it, and those of all its friends who may fire at the charger; then the counter of foot (OTH-FIRE-6,
/// OTH-MORALE-6, 7, 12, OTH-CONTACT-7). What its own fire costs a friend is left out.
pub(crate) fn defence(met: &War, by: UnitId, on: UnitId) -> Openings {
    let there = in_defence(met, by);
    let volley = |unit: UnitId, enemy: UnitId| {
        let able = rights::may_fire_at_all(&there, unit) && rights::is_target(&there, unit, enemy);
        if able { best_volley(&there, unit, enemy) } else { None }
    };
    // Who is met by several fires at the one that it would hurt most.
    let promise = |enemy: UnitId| volley(on, enemy).map_or(0.0, |volley| volley.hits().mean());
    let own = volley(on, by).filter(|own| {
        let others = contacts::opponents(&there, on).into_iter().filter(|enemy| *enemy != by);
        others.into_iter().all(|enemy| promise(enemy) <= own.hits().mean())
    });
    let met = answered(&there, by, on, own.as_ref());
    let friends = there.field().present_of(there.side(on)).filter(|unit| *unit != on);
    friends.filter_map(|unit| volley(unit, by)).fold(met, |known, volley| together(&known, &volley))
}

/// The volley of a unit as it stands; where it has none so, the best of those after a wheel or of its screen.
fn best_volley(there: &War, unit: UnitId, enemy: UnitId) -> Option<Volley> {
    let volley = |shot: Shot| Volley::of(there, &shot, Manner::Plain);
    if let Some(plain) = shoot::plain(there, unit, enemy) {
        return Some(volley(plain));
    }
    let others = aim::ways_to_aim(there, unit).iter().filter_map(|number| Aim::of(Some(*number)));
    let shots = others.filter_map(|way| aim::shot(there, unit, enemy, way));
    shots.map(volley).max_by(|one, other| one.hits().mean().total_cmp(&other.hits().mean()))
}

/// The same of a charge to come, whose end is not known: the unit fires at an inch if it is met in its front.
pub(crate) fn defence_to_come(met: &War, by: UnitId, on: UnitId, aspect: Aspect) -> Openings {
    let spent = met.marked(on, marks::DOWN | marks::NO_FIRE | marks::EMPTY) || contacts::opponents(met, on).len() > 1;
    let there = in_defence(met, by);
    let weapon = aim::weapon(&there, on, Aim::Plain).filter(|_| aspect == Aspect::Front && !spent);
    let weapon = weapon.filter(|_| morale::is_tested(&there, on));
    let own = weapon.map(|weapon| {
        let (pose, face) = (there.pose(on), shape(&there, on).has_faces().then_some(0));
        let (from, to, over) = (pose.anchor, there.pose(by).anchor, Vec::new());
        let shot = Shot { by: on, on: by, weapon, pose, aim: Aim::Plain, from, to, inches: 1, aspect, face, over };
        Volley::of(&there, &shot, Manner::Plain)
    });
    answered(&there, by, on, own.as_ref())
}

/// The volley of the unit met, and its counter after it.
fn answered(there: &War, by: UnitId, on: UnitId, own: Option<&Volley>) -> Openings {
    let none = [Fall { hits: 0, cost: 0, chance: 1.0 }];
    let falls = own.map_or(&none[..], |volley| &volley.falls);
    let counters = [None, Some(0), Some(1)].map(|caused| counters(there, on, by, caused));
    let mut ways = Vec::new();
    for fall in falls.iter().filter(|fall| fall.chance > 0.0) {
        let caused = own.map_or(0, |_| if fall.hits > 0 { 2 } else { 1 });
        for (countered, share) in [(false, 1.0 - counters[caused]), (true, counters[caused])] {
            if share > 0.0 {
                ways.push(Opening { hits: [fall.hits, fall.cost], countered, chance: fall.chance * share });
            }
        }
    }
    Openings { by, ways }
}

/// Those ways and the hits of another volley on the charger.
fn together(known: &Openings, volley: &Volley) -> Openings {
    let mut sum: BTreeMap<([i16; 2], bool), f64> = BTreeMap::new();
    for Opening { hits: [ours, theirs], countered, chance } in &known.ways {
        for (hits, share) in volley.hits().outcomes().filter(|(_, share)| *share > 0.0) {
            *sum.entry(([ours + hits as i16, *theirs], *countered)).or_default() += chance * share;
        }
    }
    let ways = sum.into_iter().map(|((hits, countered), chance)| Opening { hits, countered, chance });
    Openings { by: known.by, ways: ways.collect() }
}
