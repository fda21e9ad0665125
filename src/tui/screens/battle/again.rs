//! The last order once more: by another unit, or by a whole brigade.

use battle::{Deaf, Object, Order, Pose, System, UnitId, Verb};
use hexes::{Facing, Vector};

use super::Battle;
use super::hand::Hand;
use super::keys::Action;
use super::seen::Seen;
use crate::layer::{Desk, Flow};
use crate::ordering::{Stage, Step};
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

impl Hand {
    /// Keeps the order of a unit, to be given once more; called before it is carried out.
    pub(super) fn remember_order(&mut self, seen: &Seen, order: &Order) {
        let Some(unit) = order.unit() else { return };
        let from = seen.system().field().unit(unit).pose.anchor;
        let way = order.pose.map(|pose| (pose.anchor - from, pose.facing));
        self.last = Some(Last { verb: order.verb, way, target: order.target, number: order.number });
    }

    /// Whether somebody who has still to act could do the same as was ordered last.
    pub(super) fn can_repeat(&self) -> bool {
        let Some(last) = self.last else { return false };
        self.sense
            .idle
            .waiting
            .iter()
            .filter_map(|actor| actor.unit())
            .any(|unit| self.stem_like(&last, unit).is_some())
    }

    /// What of the last order another unit could be given: the same verb, at the same target if there is one.
    fn stem_like(&self, last: &Last, unit: UnitId) -> Option<Order> {
        let like =
            |order: &&Order| order.verb == last.verb && order.target == last.target && order.number == last.number;
        self.choices.of(Object::Unit(unit)).find(like).copied()
    }

    /// The order by which a unit goes the same way, or nearly.
    fn same_way(&self, system: &dyn System, last: &Last, unit: UnitId, way: Vector, facing: Facing) -> Option<Order> {
        let stem = self.stem_like(last, unit)?;
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

impl Battle {
    /// Prepares the last order for the unit under the cursor, or for the next one that has still to act.
    pub(super) fn again(&mut self, desk: &mut Desk) -> Flow {
        let Some(last) = self.hand.last else { return self.only_say("No unit has been given an order yet.") };
        let here = self.seen.unit_here().filter(|unit| self.hand.stem_like(&last, *unit).is_some());
        let waiting = || self.hand.sense.idle.waiting.iter().filter_map(|actor| actor.unit());
        let unit = here.or_else(|| waiting().find(|unit| self.hand.stem_like(&last, *unit).is_some()));
        let Some(unit) = unit else { return self.only_say("Nobody can do the same now.") };
        let Some(order) = self.hand.stem_like(&last, unit) else { return Flow::Stay };
        self.seen.cursor = self.seen.hex_of(Object::Unit(unit)).unwrap_or(self.seen.cursor);
        let flow = self.prepare_order(&order, desk);
        let from = self.seen.system().field().unit(unit).pose.anchor;
        if let (Some(Stage::Pose(posing)), Some((way, facing))) = (self.hand.preparation.stage_mut(), last.way) {
            posing.wish(from + way, facing);
            self.seen.cursor = from + way;
        }
        flow
    }

    /// Says something, and nothing more.
    fn only_say(&mut self, text: &str) -> Flow {
        self.say(Ink::Text, text);
        Flow::Stay
    }

    /// Begins to prepare that order or stem; one that is complete is shown before it is given.
    pub(super) fn prepare_order(&mut self, order: &Order, desk: &mut Desk) -> Flow {
        let system = match self.seen.eyes {
            Some(side) => self.seen.game.view(side),
            None => self.seen.game.system(),
        };
        let mut entries = self.hand.choices.entries(system, &[order.actor]);
        entries.retain(|entry| entry.variants.contains(order));
        let Some(mut entry) = entries.pop() else { return Flow::Stay };
        entry.variants = vec![*order];
        self.hand.preparation.clear();
        let step = self.hand.preparation.begin(entry, system);
        match step {
            Step::Give(order) => self.show_before("The same again", "Give this order?", vec![order]),
            other => self.take(other, desk),
        }
    }

    /// Shows the last order for all others of its brigade that have still to act and can go the same way, to be given together.
    pub(super) fn brigade_again(&mut self) -> Flow {
        let Some((last, (way, facing))) = self.hand.last.and_then(|last| Some((last, last.way?))) else {
            let key = self.key_of(Action::Brigade);
            return self.only_say(&format!("Move one unit of a brigade first; {key} sends the others the same way."));
        };
        let Some(leader) = self.seen.unit_here() else {
            return self.only_say("Put the cursor on a unit of the brigade that is to go.");
        };
        let roster = self.seen.system().field().roster();
        let brigade = roster.unit(leader).brigade;
        let others: Vec<UnitId> = self.hand.sense.idle.waiting.iter().filter_map(|actor| actor.unit()).collect();
        let others: Vec<UnitId> = others.into_iter().filter(|unit| roster.unit(*unit).brigade == brigade).collect();
        let (mut battle, now) = (self.seen.system().copy(), self.seen.step_now());
        let (mut orders, mut stayed) = (Vec::new(), Vec::new());
        for unit in others {
            let same = (battle.field().turn(), battle.field().step()) == now;
            let order = self.hand.same_way(battle.as_ref(), &last, unit, way, facing).filter(|_| same);
            match order.filter(|order| battle.resolve(order, &mut Deaf).is_ok()) {
                Some(order) => orders.push(order),
                None => stayed.push(self.seen.system().field().label(unit.into())),
            }
        }
        self.show_brigade(orders, &stayed)
    }

    fn show_brigade(&mut self, orders: Vec<Order>, stayed: &[String]) -> Flow {
        match (orders.is_empty(), stayed.is_empty()) {
            (true, true) => self.only_say("Nobody else of this brigade has still to move."),
            (true, false) => self.only_say(&format!("{} cannot go that way.", stayed.join(", "))),
            (false, true) => self.show_before("The whole brigade", "The others go the same way:", orders),
            (false, false) => {
                let text = format!("The others go the same way, but for {}, who cannot:", stayed.join(", "));
                self.show_before("The whole brigade", &text, orders)
            }
        }
    }
}
