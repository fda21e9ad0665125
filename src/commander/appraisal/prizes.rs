//! Objectives as a side sees them: whose they are as things stand, and what they are worth to it.

use battle::{Battlefield, Departure, Footprint, Goal, Objective, Presence, Side, UnitId};
use hexes::Hex;

use super::Known;

/// One objective.
#[derive(Clone, Debug)]
pub(crate) struct Prize {
    /// Its hexes; none for destruction.
    pub hexes: Vec<Hex>,
    /// The middle one of them.
    pub centre: Hex,
    /// Hexes from that to the farthest of them.
    pub radius: i32,
    /// What it asks for.
    pub goal: Goal,
    /// What it is worth, 1 being the dearest.
    pub value: f64,
    /// Who would have it if the battle ended now.
    pub holder: Option<Side>,
    /// Whether it counts for this side, and whether for the enemy.
    pub counts: [bool; 2],
    /// Friends and foes on it that hold ground.
    pub on_it: [Vec<UnitId>; 2],
}

impl Prize {
    /// Whether it is ground to stand on.
    pub fn is_ground(&self) -> bool {
        !self.hexes.is_empty()
    }

    /// Whether a friend beside that one stands on it.
    pub fn others_on(&self, unit: UnitId) -> bool {
        self.on_it[0].iter().any(|friend| *friend != unit)
    }

    /// Whether a footprint touches it.
    pub fn touched(&self, print: &Footprint) -> bool {
        let on_it = |stand: &Hex| stand.distance(self.centre) <= self.radius && self.hexes.contains(stand);
        print.hexes().iter().any(on_it)
    }
}

/// Every objective as that side sees it.
pub(crate) fn prizes(field: &Battlefield, side: Side, known: &[Option<Known>]) -> Vec<Prize> {
    let objectives = &field.roster().objectives;
    let dearest = objectives.iter().map(|one| one.value).max().unwrap_or(1).max(1);
    let make = |(place, one): (usize, &Objective)| {
        let on_it = [side, side.other()].map(|side| on_it(field, side, one, known));
        let holder = holder(field, place, one, side, &on_it);
        let centre = middle(&one.hexes);
        Prize {
            centre,
            radius: one.hexes.iter().map(|hex| hex.distance(centre)).max().unwrap_or(0),
            hexes: one.hexes.clone(),
            goal: one.goal,
            value: f64::from(one.value) / f64::from(dearest),
            holder,
            counts: [side, side.other()].map(|side| one.side.is_none_or(|whose| whose == side)),
            on_it,
        }
    };
    objectives.iter().enumerate().map(make).collect()
}

fn on_it(field: &Battlefield, side: Side, one: &Objective, known: &[Option<Known>]) -> Vec<UnitId> {
    let holding = |id: &UnitId| known[id.index()].as_ref().is_some_and(|unit| unit.holds);
    let mut there: Vec<UnitId> = one.hexes.iter().filter_map(|hex| field.unit_at(*hex)).collect();
    there.sort_unstable();
    there.dedup();
    there.retain(|id| field.side(*id) == side && holding(id));
    there
}

fn holder(field: &Battlefield, place: usize, one: &Objective, side: Side, on_it: &[Vec<UnitId>; 2]) -> Option<Side> {
    let alone = match (on_it[0].is_empty(), on_it[1].is_empty()) {
        (false, true) => Some(side),
        (true, false) => Some(side.other()),
        _ => None,
    };
    match one.goal {
        Goal::Hold => alone.or(field.holders().get(place).copied().flatten()),
        Goal::Occupy => alone,
        Goal::Exit => one.side.filter(|side| gone(field, *side, Departure::Exited) >= one.count),
        Goal::Destroy => one.side.filter(|side| {
            let lost = gone(field, side.other(), Departure::Destroyed) + gone(field, side.other(), Departure::Routed);
            lost >= one.count
        }),
    }
}

fn gone(field: &Battlefield, side: Side, how: Departure) -> u8 {
    let gone = |id: &UnitId| field.side(*id) == side && field.unit(*id).presence == Presence::Gone(how);
    field.ids().filter(gone).count() as u8
}

/// The hex of the list that is nearest to all others.
fn middle(hexes: &[Hex]) -> Hex {
    let all = |from: &Hex| hexes.iter().map(|to| from.distance(*to)).sum::<i32>();
    hexes.iter().copied().min_by_key(all).unwrap_or_default()
}

/// Own points less theirs if the battle ended now; without any objective, own strength less theirs, in units.
pub(crate) fn standing(field: &Battlefield, side: Side, prizes: &[Prize], known: &[Option<Known>]) -> f64 {
    if prizes.is_empty() {
        let strength = |side| {
            known
                .iter()
                .flatten()
                .filter(|unit| field.side(unit.id) == side)
                .map(|unit| unit.share * unit.worth)
                .sum::<f64>()
        };
        return strength(side) - strength(side.other());
    }
    let points = |who: Side, place: usize| {
        let held = prizes.iter().filter(|one| one.holder == Some(who) && one.counts[place]);
        held.map(|one| one.value).sum::<f64>()
    };
    points(side, 0) - points(side.other(), 1)
}
