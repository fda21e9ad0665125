//! Charges are declared and answered, and the chargers' nerve is tested (OW-ASSAULT-1, OW-ASSAULT-3, OW-SQUARE-2 to 5).

use battle::{Arrangement, Event, Forecast, Manner, Order, Role, UnitId, Verb, rule};
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
use crate::morale::{checks, falling_back};
use crate::movement::{approach, walking};
use crate::state::{Answer, Charge, ChargeProgress, Courage, Dread, Response};
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
                note_answer(umpire, usize::from(place), Response::Stand);
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
    .forming(Arrangement::Square)
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
        return note_answer(umpire, place, Response::FailedSquare);
    };
    note_answer(umpire, place, Response::Square);
    let (path, manner, clause) = (Vec::new(), Manner::Formed, "OW-SQUARE-2");
    umpire.emit(Event::Moved { unit: target, to, path, manner, clause });
}

/// What the charged unit has answered, to this charge and for the rest of the turn.
fn note_answer(umpire: &mut Umpire<'_>, place: usize, response: Response) {
    let charge = &mut umpire.state.own.charges[place];
    charge.response = response;
    let unit = charge.target;
    umpire.state.own.answers.push(Answer { unit, response });
}

/// A charge has met somebody it was not declared on: he answers as to a declaration, once a turn, and the charger's nerve is
/// tested against him (OW-ASSAULT-6).
pub(crate) fn meet(umpire: &mut Umpire<'_>, place: usize) {
    let Charge { unit, target, .. } = umpire.state.own.charges[place];
    let asked = umpire.options().redirected_response && umpire.state.own.answers_of(target).next().is_none();
    if asked && charges::may_form_in_haste(umpire, target, unit) && rule!("OW-ASSAULT-6c") {
        umpire.interrupt(Frame::Response(place as u8));
    } else if rule!("OW-ASSAULT-6d") {
        test_nerve(umpire, place);
    }
}

/// The charger's check, where one is needed (OW-MORALE-5 to 7): before it sets out, or against somebody it has met.
pub(crate) fn test_nerve(umpire: &mut Umpire<'_>, place: usize) {
    let Some(charge) = umpire.state.own.charges.get(place).copied() else { return };
    let both = umpire.present(charge.unit) && umpire.present(charge.target);
    match charge.progress {
        ChargeProgress::Declared if !both => umpire.state.own.charges[place].progress = ChargeProgress::Balked,
        ChargeProgress::Declared if dares(umpire, place) => umpire.mark(charge.unit, marks::CHARGED, true),
        ChargeProgress::Declared => balk(umpire, place),
        ChargeProgress::Contact if both => test_nerve_in_contact(umpire, place),
        _ => {}
    }
}

/// Whether the charger passes its check against the unit it charges, if it needs any; what it overcomes is noted.
fn dares(umpire: &mut Umpire<'_>, place: usize) -> bool {
    let Charge { unit, target, .. } = umpire.state.own.charges[place];
    let at = umpire.pose(target);
    let nerve = charges::nerve(umpire, unit, target, &at);
    let passes = nerve.is_none_or(|nerve| nerve.passes(umpire, unit, Some(target)));
    if passes {
        let dreads: Vec<Dread> = charges::dreads(umpire, unit, target, &at).collect();
        let charge = &mut umpire.state.own.charges[place];
        charge.courage = dreads.into_iter().fold(charge.courage, Courage::with);
    }
    passes
}

/// Whether the charged unit is a square, before which horse that does not dare halts (OW-SQUARE-5).
fn is_before_square(war: &War, charge: &Charge) -> bool {
    kind(war, charge.unit).is_horse() && shape_of(&war.pose(charge.target)) == Shape::Square && rule!("OW-SQUARE-5")
}

/// A charger does not dare: there is no charge.
fn balk(umpire: &mut Umpire<'_>, place: usize) {
    let charge = umpire.state.own.charges[place];
    let shies = is_before_square(umpire, &charge);
    umpire.say(crate::tallies::BALKS, "OW-ASSAULT-1", charge.unit, Some(charge.target));
    umpire.state.own.charges[place].progress = if shies { ChargeProgress::Done } else { ChargeProgress::Balked };
    if shies {
        let inches = charges::charge_inches(umpire, charge.unit);
        shy_from_square(umpire, &charge, inches);
    }
}

/// A charger in contact with somebody it was not declared on dares, or goes back to where its leg started; where he has
/// drawn himself out of its way, it reaches nobody.
fn test_nerve_in_contact(umpire: &mut Umpire<'_>, place: usize) {
    let charge = umpire.state.own.charges[place];
    if dares(umpire, place) {
        if !measures::touches(umpire, charge.unit, charge.target) {
            umpire.state.own.charges[place].progress = ChargeProgress::Short;
        }
        return;
    }
    umpire.say(crate::tallies::BALKS, "OW-ASSAULT-6", charge.unit, Some(charge.target));
    umpire.state.own.charges[place].progress = ChargeProgress::Done;
    let shies = is_before_square(umpire, &charge);
    falling_back::return_to_start(umpire, charge.unit, &charge.before);
    if shies && umpire.present(charge.unit) {
        let inches = charges::assault_inches(umpire, charge.unit);
        shy_from_square(umpire, &charge, inches);
    }
}

/// Horse that shrinks from a square halts 2 inches before it; that is its move (OW-SQUARE-5).
fn shy_from_square(umpire: &mut Umpire<'_>, charge: &Charge, inches: i32) {
    let (unit, target) = (charge.unit, charge.target);
    let stop = measures::as_hexes(umpire, tables::PINNED).max(2);
    umpire.own_mut(unit).moved = true;
    let way = approach::way_toward(&umpire.seen_by(umpire.side(unit)), unit, target, inches, stop);
    if let Some(way) = way {
        walking::go_along(umpire, unit, &way, Manner::Moved, "OW-SQUARE-5");
    }
}
