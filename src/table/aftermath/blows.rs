//! The best volley and the worst luck of each side.

use battle::{Event, Object, Roll, RollKind, Side, System, UnitId};

use super::Loss;
use crate::narrator::is_shot;

/// What one volley cost the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The turn.
    pub turn: u16,
    /// Who struck, where it was somebody.
    pub by: Option<Object>,
    /// Who was hit worst.
    pub on: UnitId,
    /// Strength lost, in the system's terms.
    pub cost: i32,
}

/// A roll that went against all odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Mishap {
    /// The turn.
    pub turn: u16,
    /// Who rolled, where it was somebody.
    pub who: Option<Object>,
    /// What was rolled: "fire".
    pub label: &'static str,
    /// What the result is: hits, hits warded off, or a test.
    pub kind: RollKind,
    /// Hits, hits warded off, or 1 for a test passed.
    pub result: i16,
    /// What such rolls come to on average.
    pub expected: f64,
    /// The chance of that result or a worse one.
    pub chance: f64,
}

/// A roll to hurt somebody, and what it cost whom so far.
struct Shot {
    side: Side,
    by: Option<Object>,
    costs: Vec<(UnitId, i32)>,
}

/// Finds them as events pass by.
#[derive(Default)]
pub(super) struct Blows {
    /// The side that rolled to hurt somebody last, who, and what came of it so far.
    last: Option<Shot>,
    /// Whether the order that goes on is to shoot.
    shooting: bool,
    best: [Option<Blow>; 2],
    worst: [Option<Mishap>; 2],
}

impl Blows {
    pub(super) fn hear(&mut self, system: &dyn System, turn: u16, event: &Event, lost: Option<Loss>) {
        match event {
            Event::Ordered { order, .. } => {
                self.last = None;
                self.shooting = system.verb(order).is_some_and(|verb| is_shot(verb.role));
            }
            Event::StepBegan { .. } | Event::TurnBegan { .. } => (self.last, self.shooting) = (None, false),
            Event::Rolled(roll) => self.rolled(turn, roll),
            _ => {}
        }
        if let Some(loss) = lost {
            self.hurt(system, turn, loss);
        }
    }

    fn rolled(&mut self, turn: u16, roll: &Roll) {
        if matches!(roll.kind, RollKind::Hits | RollKind::Row) {
            self.last = Some(Shot { side: roll.side, by: roll.who, costs: Vec::new() });
        }
        let Some((result, odds)) = roll.luck() else { return };
        let (expected, chance) = (odds.mean(), odds.at_most(result));
        let worst = &mut self.worst[roll.side.index()];
        let rarer = worst.as_ref().is_none_or(|known| chance < known.chance);
        if f64::from(result) < expected && rarer {
            let (who, label, kind) = (roll.who, roll.label, roll.kind);
            *worst = Some(Mishap { turn, who, label, kind, result, expected, chance });
        }
    }

    /// Strength that the other side lost is laid to whoever rolled last to hurt it, where that was a shot.
    fn hurt(&mut self, system: &dyn System, turn: u16, loss: Loss) {
        let Some(Shot { side, by, costs }) = &mut self.last else { return };
        let shot = self.shooting || loss.cause.contains("fire");
        if *side == system.field().side(loss.unit) || !shot {
            return;
        }
        match costs.iter_mut().find(|(unit, _)| *unit == loss.unit) {
            Some((_, cost)) => *cost += loss.lost,
            None => costs.push((loss.unit, loss.lost)),
        }
        let cost = costs.iter().map(|(_, cost)| cost).sum();
        let on = costs.iter().max_by_key(|(_, cost)| *cost).map_or(loss.unit, |(unit, _)| *unit);
        let best = &mut self.best[side.index()];
        if best.as_ref().is_none_or(|known| cost > known.cost) {
            *best = Some(Blow { turn, by: *by, on, cost });
        }
    }

    pub(super) fn best(&self) -> [Option<Blow>; 2] {
        self.best.clone()
    }

    pub(super) fn worst(&self) -> [Option<Mishap>; 2] {
        self.worst.clone()
    }
}
