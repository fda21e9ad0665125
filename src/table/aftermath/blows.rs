//! The best volley and the worst luck of each side.

use battle::{Event, Marks, Object, Roll, RollKind, Side, System, UnitId};

use super::Loss;
use crate::narrator::is_shot;

/// What one volley cost the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The turn.
    pub turn: u16,
    /// Who struck, where it was somebody; of those who shot together, the first.
    pub by: Option<Object>,
    /// Who shot together with him.
    pub with: Vec<UnitId>,
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

/// Rolls to hurt somebody that are one volley, and what it cost whom so far.
struct Shot {
    side: Side,
    by: Option<Object>,
    against: Option<Object>,
    /// What was marked on who struck, after he rolled: whoever is marked so with him shot with him.
    marks: Marks,
    with: Vec<UnitId>,
    costs: Vec<(UnitId, i32)>,
}

impl Shot {
    /// Whether a roll goes on with this volley.
    fn goes_on(&self, roll: &Roll) -> bool {
        self.side == roll.side && self.against.is_some() && self.against == roll.against
    }

    /// Somebody shot as well.
    fn joined(&mut self, who: Option<Object>) {
        let unit = who.filter(|who| Some(*who) != self.by).and_then(Object::unit);
        if let Some(unit) = unit.filter(|unit| !self.with.contains(unit)) {
            self.with.push(unit);
        }
    }

    /// Hears that a unit of the same side was marked.
    fn marked(&mut self, unit: UnitId, marks: Marks) {
        if self.by == Some(Object::Unit(unit)) {
            self.marks = self.marks.union(marks);
        } else if self.marks.contains(marks) {
            self.joined(Some(Object::Unit(unit)));
        }
    }
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
            Event::Marked { unit, marks, on: true, .. } => {
                let side = system.field().side(*unit);
                self.last.iter_mut().filter(|shot| shot.side == side).for_each(|shot| shot.marked(*unit, *marks));
            }
            _ => {}
        }
        if let Some(loss) = lost {
            self.hurt(system, turn, loss);
        }
    }

    fn rolled(&mut self, turn: u16, roll: &Roll) {
        if matches!(roll.kind, RollKind::Hits | RollKind::Row) {
            match &mut self.last {
                Some(shot) if self.shooting && shot.goes_on(roll) => shot.joined(roll.who),
                last => {
                    let (side, by, against) = (roll.side, roll.who, roll.against);
                    let (marks, with, costs) = (Marks::default(), Vec::new(), Vec::new());
                    *last = Some(Shot { side, by, against, marks, with, costs });
                }
            }
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
        let Some(Shot { side, by, with, costs, .. }) = &mut self.last else { return };
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
            *best = Some(Blow { turn, by: *by, with: with.clone(), on, cost });
        }
    }

    pub(super) fn best(&self) -> [Option<Blow>; 2] {
        self.best.clone()
    }

    pub(super) fn worst(&self) -> [Option<Mishap>; 2] {
        self.worst.clone()
    }
}
