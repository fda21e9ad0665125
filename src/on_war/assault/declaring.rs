//! Charges are declared and answered, and the chargers' nerve is tested (OW-ASSAULT-1, OW-ASSAULT-3, OW-SQUARE-2 to 5).

use battle::{Event, Forecast, Manner, Order, Role, UnitId, Verb, rule};
use rulebook::{Target, no};

use crate::assault::charges;
use crate::estimates::charge_odds;
use crate::formations::changes;
use crate::formations::shapes::shape_of;
use crate::frames::Frame;
use crate::hidden::discovery::{self, FoundBy};
use crate::hidden::surprise;
use crate::info::{CHARGE, FORM_HASTILY, STAND};
use crate::marks;
use crate::measures::{self, actor, kind, target};
use crate::morale::checks;
use crate::movement::{approach, walking};
use crate::state::{Charge, ChargeProgress, Response};
use crate::tables::{self, Shape};
use crate::{May, Umpire, VerbRow, War};

pub(crate) const CHARGE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        let able = |unit: &UnitId| charges::may_charge(war, *unit).is_ok();
        for unit in war.field().present_of(war.state.player).filter(able) {
            out.extend(war.enemies(unit).map(|enemy| Order::new(CHARGE).by(unit).on(enemy)));
        }
    },
    may: |war, order| {
        let (unit, enemy) = (actor(order)?, target(order)?);
        charges::may_charge(war, unit)?;
        charges::may_charge_at(war, unit, enemy)
    },
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(enemy)) => charge_odds::foresee_charge(war, unit, enemy),
        _ => Forecast::default(),
    },
    ..VerbRow::new(
        "charge",
        "Declare charge",
        Role::Assault,
        "OW-ASSAULT-1",
        "Declare a charge on an enemy in sight; the other side answers at once.",
        declare,
    )
};

pub(crate) const STAND_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| answer(war, STAND, out),
    may: may_answer,
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(charger)) => charge_odds::foresee_answer(war, charger, unit, Response::Stand),
        _ => Forecast::default(),
    },
    ..VerbRow::new(
        "stand",
        "Stand",
        Role::Keep,
        "OW-ASSAULT-3",
        "Receive the charge as the unit stands.",
        |umpire, _| {
            if let Some(Frame::Response(place)) = umpire.answered() {
                test_nerve(umpire, usize::from(place));
            }
        },
    )
};

pub(crate) const FORM_HASTILY_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| answer(war, FORM_HASTILY, out),
    may: may_answer,
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(charger)) => charge_odds::foresee_square_in_haste(war, charger, unit),
        _ => Forecast::default(),
    },
    ..VerbRow::new(
        "hasty",
        "Form square",
        Role::Defend,
        "OW-SQUARE-2",
        "Test skill to form square before the charge comes home; no defensive fire either way.",
        |umpire, _| {
            if let Some(Frame::Response(place)) = umpire.answered() {
                try_to_form_square(umpire, usize::from(place));
                test_nerve(umpire, usize::from(place));
            }
        },
    )
};

/// The charge that is to be answered.
fn charge_to_answer(war: &War) -> Option<&Charge> {
    match war.frame() {
        Some(Frame::Response(place)) => war.state.own.charges.get(usize::from(*place)),
        _ => None,
    }
}

fn answer(war: &War, verb: Verb, out: &mut Vec<Order>) {
    out.extend(charge_to_answer(war).map(|charge| Order::new(verb).by(charge.target).on(charge.unit)));
}

fn may_answer(war: &War, order: &Order) -> May {
    let asked = charge_to_answer(war).map(|charge| (charge.target, charge.unit));
    if asked.is_some() && asked == order.unit().zip(order.target_unit()) {
        return Ok(());
    }
    no("OW-ASSAULT-3", |war, order| {
        format!("{} does not answer a charge of {}", war.actor_of(order), war.target_of(order))
    })
}

/// A charge is declared; foot that can form square is asked what it does.
fn declare(umpire: &mut Umpire<'_>, order: &Order) {
    rule!("OW-ASSAULT-1");
    rule!("OW-ASSAULT-3");
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return };
    umpire.say("{a} charges {t}", "OW-ASSAULT-1", unit, Some(target));
    let place = umpire.state.own.charges.len();
    let charge = charges::new_charge(umpire, unit, target);
    umpire.state.own.charges.push(charge);
    umpire.own_mut(unit).loud = true;
    if umpire.marked(unit, marks::HIDDEN) {
        discovery::reveal(umpire, unit, FoundBy::Nearness);
        surprise::surprise(umpire, target, unit);
    }
    if umpire.is_over() {
        return;
    }
    if umpire.present(target) && charges::may_form_in_haste(umpire, target, unit) {
        umpire.interrupt(Frame::Response(place as u8));
    } else {
        test_nerve(umpire, place);
    }
}

/// The charged unit tests skill to form square (OW-SQUARE-3, 4); either way its fire is lost.
fn try_to_form_square(umpire: &mut Umpire<'_>, place: usize) {
    let Charge { unit, target, .. } = umpire.state.own.charges[place];
    let formed = checks::check_skill(umpire, target, Some(unit), "form square", "OW-SQUARE-2");
    let square = changes::squares(umpire, target).first().copied().filter(|_| formed);
    let Some(to) = square else {
        rule!("OW-SQUARE-4");
        umpire.state.own.charges[place].response = Response::FailedSquare;
        return;
    };
    rule!("OW-SQUARE-3");
    umpire.state.own.charges[place].response = Response::Square;
    let (path, manner, clause) = (Vec::new(), Manner::Formed, "OW-SQUARE-2");
    umpire.emit(Event::Moved { unit: target, to, path, manner, clause });
}

/// The charger's check, where one is needed; failed, there is no charge (OW-MORALE-5 to 7).
pub(crate) fn test_nerve(umpire: &mut Umpire<'_>, place: usize) {
    let Some(Charge { unit, target, progress, .. }) = umpire.state.own.charges.get(place).copied() else { return };
    if progress != ChargeProgress::Declared || !umpire.present(unit) || !umpire.present(target) {
        if let Some(charge) = umpire.state.own.charges.get_mut(place) {
            charge.progress = ChargeProgress::Done;
        }
        return;
    }
    let at = umpire.pose(target);
    let clause = charges::nerve_clause(umpire, unit, target, &at);
    let ready = clause.is_none_or(|clause| checks::check_motivation(umpire, unit, Some(target), "charge", clause));
    if ready {
        umpire.mark(unit, marks::CHARGED, true);
        return;
    }
    umpire.state.own.charges[place].progress = ChargeProgress::Done;
    umpire.say("{a} will not charge {t}", "OW-ASSAULT-1", unit, Some(target));
    if kind(umpire, unit).is_horse() && shape_of(&at) == Shape::Square {
        shy_from_square(umpire, unit, target);
    }
}

/// Horse that shrinks from a square halts 2 inches before it; that is its move (OW-SQUARE-5).
fn shy_from_square(umpire: &mut Umpire<'_>, unit: UnitId, target: UnitId) {
    rule!("OW-SQUARE-5");
    let stop = measures::as_hexes(umpire, tables::PINNED).max(2);
    umpire.own_mut(unit).moved = true;
    let inches = charges::charge_inches(umpire, unit);
    let way = approach::way_toward(&umpire.seen_by(umpire.side(unit)), unit, target, inches, stop);
    if let Some(way) = way {
        walking::go_along(umpire, unit, &way, Manner::Moved, "OW-SQUARE-5");
    }
}
