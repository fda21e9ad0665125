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
use crate::{War, contacts, fatigue, marks, morale};

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
/// a ten costs it, and then those of all its friends who may fire at the charger; then the counter of foot (OTH-FIRE-6,
/// OTH-MORALE-6, 7, 12, OTH-CONTACT-7). Whoever has fired steadies no friend any more (OTH-MORALE-16, 20), as the battle then
/// shows. What its own fire costs a friend is left out.
pub(crate) fn defence(met: &mut War, by: UnitId, on: UnitId) -> Openings {
    let mut there = in_defence(met, by);
    // Who is met by several fires at the one that it would hurt most.
    let promise = |enemy: UnitId| volley(&there, on, enemy).map_or(0.0, |(_, volley)| volley.hits().mean());
    let own = volley(&there, on, by).filter(|(_, own)| {
        let others = contacts::opponents(&there, on).into_iter().filter(|enemy| *enemy != by);
        others.into_iter().all(|enemy| promise(enemy) <= own.hits().mean())
    });
    if let Some((shot, _)) = &own {
        shoot::uses(&mut there, shot);
    }
    let friends: Vec<UnitId> = there.field().present_of(there.side(on)).filter(|unit| *unit != on).collect();
    let mut beside = Vec::new();
    for unit in friends {
        if let Some((shot, volley)) = volley(&there, unit, by) {
            shoot::uses(&mut there, &shot);
            beside.push((shot, volley));
        }
    }
    let met_so = answered(&there, by, on, own.as_ref().map(|(_, volley)| volley));
    own.iter().chain(&beside).for_each(|(shot, _)| shoot::uses(met, shot));
    beside.iter().fold(met_so, |known, (_, volley)| together(&there, &known, volley))
}

/// What a unit fires in defence, where it may.
fn volley(there: &War, unit: UnitId, enemy: UnitId) -> Option<(Shot, Volley)> {
    let able = rights::may_fire_at_all(there, unit) && rights::is_target(there, unit, enemy);
    if able { best_volley(there, unit, enemy) } else { None }
}

/// The volley of a unit as it stands; where it has none so, the best of those after a wheel or of its screen.
fn best_volley(there: &War, unit: UnitId, enemy: UnitId) -> Option<(Shot, Volley)> {
    let volley = |shot: Shot| {
        let volley = Volley::of(there, &shot, Manner::Plain);
        (shot, volley)
    };
    if let Some(plain) = shoot::plain(there, unit, enemy) {
        return Some(volley(plain));
    }
    let others = aim::ways_to_aim(there, unit).iter().filter_map(|number| Aim::of(Some(*number)));
    let shots = others.filter_map(|way| aim::shot(there, unit, enemy, way));
    shots.map(volley).max_by(|(_, one), (_, other)| one.hits().mean().total_cmp(&other.hits().mean()))
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

/// Those ways and the hits of another volley on the charger, at whom nobody fires once it is broken (OTH-SEQ-4, OTH-FIRE-6).
fn together(there: &War, known: &Openings, volley: &Volley) -> Openings {
    let mut sum: BTreeMap<([i16; 2], bool), f64> = BTreeMap::new();
    for Opening { hits: [ours, theirs], countered, chance } in &known.ways {
        if fatigue::would_break(there, known.by, *ours) {
            *sum.entry(([*ours, *theirs], *countered)).or_default() += chance;
            continue;
        }
        for (hits, share) in volley.hits().outcomes().filter(|(_, share)| *share > 0.0) {
            *sum.entry(([ours + hits as i16, *theirs], *countered)).or_default() += chance * share;
        }
    }
    let ways = sum.into_iter().map(|((hits, countered), chance)| Opening { hits, countered, chance });
    Openings { by: known.by, ways: ways.collect() }
}
