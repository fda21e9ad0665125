//! The last order once more: by another unit, or by a whole brigade.

use battle::{Object, Order, Pose, UnitId, Verb};
use hexes::{Facing, Vector};

use super::Battle;
use super::keys::Action;
use crate::layer::Desk;
use crate::prepare::{Stage, Step};
use crate::theme::Ink;

/// How far from the same way a unit of a brigade may end, in hexes.
const LOOSE: i32 = 2;

/// What was ordered last, as far as another unit can do the same.
#[derive(Clone, Copy)]
pub struct Last {
    verb: Verb,
    way: Option<(Vector, Facing)>,
    target: Option<Object>,
    number: Option<i16>,
}

impl Battle {
    /// Keeps the order of a unit, to be given once more; called before it is carried out.
    pub(super) fn remember_order(&mut self, order: &Order) {
        let Some(unit) = order.unit() else { return };
        let from = self.system().field().unit(unit).pose.anchor;
        let way = order.pose.map(|pose| (pose.anchor - from, pose.facing));
        self.last = Some(Last { verb: order.verb, way, target: order.target, number: order.number });
    }

    /// Whether somebody who has still to act could do the same as was ordered last.
    pub(super) fn can_repeat(&self) -> bool {
        let Some(last) = self.last else { return false };
        self.sense.waiting.iter().filter_map(|actor| actor.unit()).any(|unit| self.stem_like(&last, unit).is_some())
    }

    /// Prepares the last order for the unit under the cursor, or for the next one that has still to act.
    pub(super) fn again(&mut self, desk: &mut Desk) {
        let Some(last) = self.last else { return self.say(Ink::Text, "No unit has been given an order yet.") };
        let here = self.unit_here().filter(|unit| self.stem_like(&last, *unit).is_some());
        let waiting = || self.sense.waiting.iter().filter_map(|actor| actor.unit());
        let unit = here.or_else(|| waiting().find(|unit| self.stem_like(&last, *unit).is_some()));
        let Some(unit) = unit else { return self.say(Ink::Text, "Nobody can do the same now.") };
        let Some(order) = self.stem_like(&last, unit) else { return };
        self.cursor = self.hex_of(Object::Unit(unit)).unwrap_or(self.cursor);
        self.prepare_order(&order, desk);
        let from = self.system().field().unit(unit).pose.anchor;
        if let (Some(Stage::Pose(posing)), Some((way, facing))) = (self.preparation.stage_mut(), last.way) {
            posing.wish(from + way, facing);
            self.cursor = from + way;
        }
    }

    /// What of the last order another unit could be given: the same verb, at the same target if there is one.
    fn stem_like(&self, last: &Last, unit: UnitId) -> Option<Order> {
        let like =
            |order: &&Order| order.verb == last.verb && order.target == last.target && order.number == last.number;
        self.choices.of(Object::Unit(unit)).find(like).copied()
    }

    /// Begins to prepare that order or stem.
    pub(super) fn prepare_order(&mut self, order: &Order, desk: &mut Desk) {
        let system = match self.eyes {
            Some(side) => self.game.view(side),
            None => self.game.system(),
        };
        let mut entries = self.choices.entries(system, &[order.actor]);
        entries.retain(|entry| entry.variants.contains(order));
        let Some(mut entry) = entries.pop() else { return };
        entry.variants = vec![*order];
        self.preparation.clear();
        let step = self.preparation.begin(entry, system);
        match step {
            Step::Give(order) => {
                let _ = self.offer(&order, desk);
            }
            other => {
                let _ = self.take(other, desk);
            }
        }
    }

    /// Gives the last order to all others of its brigade that have still to act and can go the same way.
    pub(super) fn brigade_again(&mut self, desk: &Desk) {
        let Some((last, (way, facing))) = self.last.and_then(|last| Some((last, last.way?))) else {
            return self.say(
                Ink::Text,
                format!(
                    "Move one unit of a brigade first; {} sends the others the same way.",
                    self.key_of(Action::Brigade)
                ),
            );
        };
        let Some(leader) = self.unit_here() else {
            return self.say(Ink::Text, "Put the cursor on a unit of the brigade that is to go.");
        };
        let roster = self.system().field().roster();
        let brigade = roster.unit(leader).brigade;
        let others: Vec<UnitId> = self.sense.waiting.iter().filter_map(|actor| actor.unit()).collect();
        let others: Vec<UnitId> = others.into_iter().filter(|unit| roster.unit(*unit).brigade == brigade).collect();
        let (mut gone, mut stayed) = (Vec::new(), Vec::new());
        let step = self.system().field().step();
        for unit in others {
            let label = self.system().field().label(unit.into());
            let same = self.person().is_some() && self.system().field().step() == step;
            match self.same_way(&last, unit, way, facing).filter(|_| same) {
                Some(order) => {
                    self.give(&order, desk);
                    gone.push(label);
                }
                None => stayed.push(label),
            }
        }
        self.last = Some(last);
        self.say_brigade(&gone, &stayed);
    }

    fn say_brigade(&mut self, gone: &[String], stayed: &[String]) {
        let text = match (gone.is_empty(), stayed.is_empty()) {
            (true, true) => String::from("Nobody else of this brigade has still to move."),
            (true, false) => format!("{} cannot go that way.", stayed.join(", ")),
            (false, true) => format!("{} went the same way.", gone.join(", ")),
            (false, false) => format!("{} went the same way; {} could not.", gone.join(", "), stayed.join(", ")),
        };
        self.say(Ink::Notice, text);
    }

    /// The order by which a unit goes the same way, or nearly.
    fn same_way(&self, last: &Last, unit: UnitId, way: Vector, facing: Facing) -> Option<Order> {
        let stem = self.stem_like(last, unit)?;
        let system = self.system();
        let now = system.field().unit(unit).pose;
        let wish = now.anchor + way;
        let key = |pose: &Pose| {
            let formed = pose.formation != now.formation;
            (pose.anchor.distance(wish), formed, pose.facing.turns_to(facing), *pose)
        };
        let reach = system.reach(&stem);
        let poses = reach.legal().map(|place| place.pose).filter(|pose| *pose != now);
        let best = poses.min_by_key(key).filter(|pose| pose.anchor.distance(wish) <= LOOSE)?;
        Some(stem.to(best))
    }
}
