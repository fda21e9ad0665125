//! Maneuver: a shift in any direction, then any facing (EA-MAN).

use battle::{Pose, Reach, UnitId, rule};
use hexes::{Facing, Hex};

use super::course::Course;
use super::{Footing, Press, Trek, Ways};
use crate::scene::Scene;
use crate::space::turned;

impl Scene<'_> {
    /// Where a Maneuver of the Unit from where it stands can end: a straight shift of up to BW (exactly BW under
    /// `maneuver_exact`, EA-RES-18) and any facing. A Unit in woods shifts or turns (EA-TERRAIN-13). Staying is always
    /// a legal place.
    #[must_use]
    pub fn maneuver(&self, unit: UnitId) -> Reach {
        rule!("EA-MAN-1");
        rule!("EA-MAN-2");
        rule!("EA-MAN-3");
        let start = self.pose(unit);
        let radius = self.rules.base_width;
        let press = self.press(unit, &start, radius + 2);
        let mut ways = Ways::from(&start, radius + 2);
        let held = self.moves_or_turns(unit, &start);
        if held || !self.rules.maneuver_exact {
            self.face(unit, &start, 0, &press, &mut ways);
        }
        let mut course = self.course(unit, &start, radius, Footing::Ground);
        for goal in start.anchor.within(radius).skip(1) {
            if let Some((pose, number)) = self.shift(unit, &mut course, goal, &press, &mut ways)
                && !held
                && !self.moves_or_turns(unit, &pose)
            {
                self.face(unit, &pose, number, &press, &mut ways);
            }
        }
        ways.done()
    }

    /// Adds the way to a pivot hex; gives the pose there and its number when turns may follow.
    fn shift(
        &self,
        unit: UnitId,
        course: &mut Course<'_>,
        goal: Hex,
        press: &Press,
        ways: &mut Ways,
    ) -> Option<(Pose, u16)> {
        if !self.field.ground().grid().contains(goal) {
            return None;
        }
        let treks = course.to(goal)?;
        let end = treks.last().filter(|end| self.is_far_enough(end) && end.wading.settled())?;
        let mut number = 0;
        for trek in &treks[1..] {
            let legal = trek.pose == end.pose && self.may_end(unit, &trek.pose, press).is_ok();
            number = ways.add(&trek.pose, trek.cost, Some(number), legal);
        }
        Some((end.pose, number))
    }

    /// Whether the shift is of a length that the rules in force allow.
    fn is_far_enough(&self, end: &Trek) -> bool {
        rule!("EA-RES-18");
        let limit = 100 * self.base_width();
        end.cost <= limit && (!self.rules.maneuver_exact || end.cost == limit)
    }

    /// Adds every facing at a place.
    fn face(&self, unit: UnitId, pose: &Pose, number: u16, press: &Press, ways: &mut Ways) {
        let cost = ways.places()[usize::from(number)].cost;
        for turn in Facing::ALL.into_iter().flat_map(|facing| turned(pose, self.rules, facing)) {
            if turn != *pose && !ways.knows(&turn) && self.may_end(unit, &turn, press).is_ok() {
                ways.add(&turn, cost.into(), Some(number), true);
            }
        }
    }
}
