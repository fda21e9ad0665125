//! Changes of formation by order: squares before anybody moves, everything else with the moves (OW-SQUARE-1, OW-MOVE-9).

use battle::{Forecast, Order, Reach, Role, UnitId, rule};
use rulebook::{No, Number, no};

use crate::formations::changes::{self, Change, change_cost};
use crate::formations::{forming, shapes};
use crate::ground::room;
use crate::info::{COLUMN, ENTER, LINE, OPEN_ORDER, SQUARE, SQUARES, WEDGE};
use crate::marks;
use crate::measures::{actor, kind};
use crate::tables::{self, FREED, HUNDREDTHS, Shape};
use crate::{May, OnWar, Umpire, VerbRow, War};

pub(crate) const SQUARE_ROW: VerbRow = row(
    |war, out| rulebook::each(SQUARE, war.field().present_of(war.state.player), out),
    ("square", "Form square", "OW-SQUARE-1", "Form square for the whole turn, without a test."),
);

pub(crate) const LINE_ROW: VerbRow = VerbRow {
    number: Number::Judged,
    ..row(
        |war, out| {
            for unit in war.field().present_of(war.state.player) {
                out.extend([1, 2].map(|ranks| Order::new(LINE).by(unit).with(ranks)));
            }
        },
        (
            "line",
            "Form line",
            "OW-MOVE-9",
            "Form line in one rank (#1) or two (#2); costs half the move of the formation that is left.",
        ),
    )
};

pub(crate) const COLUMN_ROW: VerbRow = row(
    |war, out| rulebook::each(COLUMN, war.field().present_of(war.state.player), out),
    ("column", "Form column", "OW-MOVE-9", "Form column, two files wide."),
);

pub(crate) const OPEN_ORDER_ROW: VerbRow = row(
    |war, out| rulebook::each(OPEN_ORDER, war.field().present_of(war.state.player), out),
    ("loose", "Open order", "OW-MOVE-9", "Open out, a hex between stands."),
);

pub(crate) const WEDGE_ROW: VerbRow = row(
    |war, out| rulebook::each(WEDGE, war.field().present_of(war.state.player), out),
    ("wedge", "Form wedge", "OW-MOVE-9", "Form wedge."),
);

pub(crate) const ENTER_ROW: VerbRow = row(
    |war, out| rulebook::each(ENTER, war.field().present_of(war.state.player), out),
    ("enter", "Enter building", "OW-BUILD-2", "Spread through a building that has room for every stand."),
);

const fn row(
    candidates: fn(&War, &mut Vec<Order>),
    (word, title, clause, help): (&'static str, &'static str, &'static str, &'static str),
) -> VerbRow {
    let row = VerbRow::new(word, title, Role::Form, clause, help, form);
    VerbRow { candidates, may: may_change, beyond, foresee, ..row.to(reach) }
}

/// The change an order names.
fn change_of(order: &Order) -> Option<Change> {
    match (order.verb, order.number) {
        (LINE, Some(1)) => Some(Change { shape: Shape::Line, ranks: 1 }),
        (LINE, Some(2)) => Some(Change { shape: Shape::Line, ranks: 2 }),
        (COLUMN, None) => Some(Change::of(Shape::Column)),
        (OPEN_ORDER, None) => Some(Change::of(Shape::OpenOrder)),
        (WEDGE, None) => Some(Change::of(Shape::Wedge)),
        (SQUARE, None) => Some(Change::of(Shape::Square)),
        (ENTER, None) => Some(Change::of(Shape::Garrison)),
        _ => None,
    }
}

fn may_change(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    let Some(to) = change_of(order) else {
        return no("OW-MOVE-9", |_, _| String::from("a line has one rank or two: name #1 or #2"));
    };
    changes::is_steady(war, unit)?;
    has_change_left(war, unit)?;
    if war.is_plainly(SQUARES) {
        may_form_or_leave_square(war, unit, to)
    } else {
        may_form_with_the_moves(war, unit, to)
    }?;
    if changes::has_room(war, unit, to) {
        return Ok(());
    }
    Err(no_room(war, order))
}

/// Whether a unit has not spent its change of this turn, and may use it.
fn has_change_left(war: &War, unit: UnitId) -> May {
    if war.own(unit).formed && rule!("OW-MOVE-9b") {
        return no("OW-MOVE-9", |war, order| format!("{} has changed formation once this turn", war.actor_of(order)));
    }
    if war.own(unit).pursues.is_some() {
        return no("OW-MORALE-13", |war, order| format!("{} pursues and does not form", war.actor_of(order)));
    }
    Ok(())
}

/// Before anybody moves, foot forms square, or leaves it for whatever else it knows.
fn may_form_or_leave_square(war: &War, unit: UnitId, to: Change) -> May {
    if !kind(war, unit).is_foot() {
        return no("OW-SQUARE-1", |war, order| format!("{} is not infantry: it forms no square", war.actor_of(order)));
    }
    if changes::is_pinned(war, unit) {
        return no("OW-SQUARE-7", |war, order| {
            format!("{} cannot leave its square: enemy horse stands within 2 inches", war.actor_of(order))
        });
    }
    let from = shapes::shape(war, unit);
    if from == Shape::Garrison {
        return no("OW-SQUARE-1", |war, order| {
            format!("{} holds a building and leaves it with the moves", war.actor_of(order))
        });
    }
    if (from == Shape::Square) == (to.shape == Shape::Square) || !rule!("OW-SQUARE-1") {
        return no("OW-SQUARE-1", |war, order| {
            let name = war.actor_of(order);
            if order.verb == SQUARE {
                format!("{name} is in square")
            } else {
                format!("{name} is in no square; other changes of formation come with the moves")
            }
        });
    }
    Ok(())
}

/// With the moves, everything but squares.
fn may_form_with_the_moves(war: &War, unit: UnitId, to: Change) -> May {
    if shapes::shape(war, unit) == Shape::Square {
        return no("OW-SQUARE-1", |war, order| {
            format!("{} leaves its square only before units move", war.actor_of(order))
        });
    }
    if war.own(unit).shelter.is_some() {
        return no("OW-MOVE-4", |war, order| format!("{} shelters with a square and stays", war.actor_of(order)));
    }
    if war.state.own.charge_begun(unit).is_some() {
        return no("OW-MOVE-9", |war, order| format!("{} charges in the formation it has", war.actor_of(order)));
    }
    if !shapes::knows(kind(war, unit), to.shape) {
        return no("OW-MOVE-1", |war, order| format!("{} does not use that formation", war.actor_of(order)));
    }
    if inches_left(war, unit, to.shape) < change_cost(war, unit, to.shape) {
        return no("OW-MOVE-9", |war, order| {
            let cost = order.unit().zip(change_of(order)).map_or(0, |(unit, to)| change_cost(war, unit, to.shape));
            format!("{} has not the {cost} inches left that this change costs", war.actor_of(order))
        });
    }
    Ok(())
}

/// Inches a unit has left for a change.
fn inches_left(war: &War, unit: UnitId, to: Shape) -> i32 {
    let from = shapes::shape(war, unit);
    let paid = if from == Shape::Garrison { to } else { from };
    let allowance = tables::allowance(kind(war, unit), paid).unwrap_or(0);
    let times = if war.marked(unit, marks::MARCHED) { 2 } else { 1 };
    times * allowance - i32::from(war.own(unit).spent.div_ceil(HUNDREDTHS))
}

fn reach(war: &War, stem: &Order) -> Reach {
    let (Some(unit), Some(to)) = (stem.unit(), change_of(stem)) else { return Reach::default() };
    changes::change_reach(war, unit, to)
}

/// Why a pose is none that the change may end in.
fn beyond(war: &War, order: &Order) -> No<OnWar> {
    let misfit = order.unit().zip(order.pose).and_then(|(unit, pose)| room::misfit(war, unit, &pose));
    misfit.map_or_else(|| no_room(war, order), |misfit| misfit.refusal(war))
}

fn no_room(war: &War, _order: &Order) -> No<OnWar> {
    if war.is_plainly(SQUARES) {
        return No::new("OW-SQUARE-9", |war, order| {
            let stands = order.unit().map_or(0, |unit| war.stands(unit));
            format!("{} ({stands} stands) has no room to form so there", war.actor_of(order))
        });
    }
    No::new("OW-MOVE-9", |war, order| format!("{} has no room to form so within a hex", war.actor_of(order)))
}

fn form(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return };
    if !umpire.is_plainly(SQUARES) {
        forming::try_to_form(umpire, unit, &pose, "OW-MOVE-9");
        return;
    }
    if forming::try_to_form(umpire, unit, &pose, "OW-SQUARE-1") {
        let own = umpire.own_mut(unit);
        (own.moved, own.squared) = (true, true);
    }
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let mut forecast = forming::foresee(war, unit, order.pose);
    if war.is_plainly(SQUARES) {
        forecast.effect.mobility = if order.verb == SQUARE { -1.0 } else { FREED };
    }
    forecast
}
