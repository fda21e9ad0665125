//! Objectives and ends that every system has: taken at a turn's end, counted at the limit, nobody left.

use battle::{Outcome, Sense, UnitId, marks_of};
use hexes::Hex;

use crate::{Rules, Umpire, War};

/// Points and winner by objectives, or by losses where there are none.
#[must_use]
pub fn count_up<R: Rules>(war: &War<R>) -> Outcome {
    war.field().count_up(war.setting().victory, &|unit, area| R::grip(war, unit, area))
}

/// Gives objectives to those who hold them. Units that hide do not show by holding any.
pub fn take_objectives<R: Rules>(umpire: &mut Umpire<'_, R>) {
    let open = open_field(umpire);
    for event in open.objectives_taken(&|unit, area| R::grip(umpire, unit, area)) {
        umpire.emit(event);
    }
}

/// The field as everybody sees it: no unit that hides.
#[must_use]
pub fn open_field<R: Rules>(war: &War<R>) -> battle::Battlefield {
    let secret = marks_of(R::INFO.marks, Sense::Hidden);
    let hidden: Vec<UnitId> = war.field().present().filter(|unit| war.marked(*unit, secret)).collect();
    war.field().without(&hidden)
}

/// Ends the battle when a side has nothing left.
pub fn last_one_standing<R: Rules>(umpire: &mut Umpire<'_, R>) {
    if umpire.is_over() {
        return;
    }
    let grips = |unit: UnitId, area: &[Hex]| R::grip(umpire, unit, area);
    if let Some(outcome) = umpire.field().last_one_standing(umpire.setting().victory, &grips) {
        umpire.end(outcome);
    }
}
