//! Who may charge whom, how far, and the nerve it takes (OW-ASSAULT-1 to 5, OW-MORALE-5 to 7, OW-SQUARE-2).

use battle::{Pose, UnitId, rule};
use rulebook::no;

use crate::command::leaders;
use crate::formations::changes;
use crate::formations::shapes::{self, shape_of};
use crate::marks;
use crate::measures::{self, kind};
use crate::morale::triggers::Trigger;
use crate::profile::Traits;
use crate::sight::lines;
use crate::state::{Charge, ChargeProgress, Courage, Dread, Response};
use crate::tables::{self, Shape};
use crate::{May, Umpire, War};

/// Whether a unit of that arm and training charges in that formation (OW-ASSAULT-2).
pub(crate) fn may_charge_in(war: &War, unit: UnitId, shape: Shape) -> bool {
    match shape {
        Shape::Line => true,
        Shape::Column => kind(war, unit).is_foot() && measures::has(war, unit, Traits::COLUMN_ASSAULT),
        Shape::Wedge => kind(war, unit).is_horse(),
        Shape::OpenOrder | Shape::Square | Shape::Garrison => false,
    }
}

/// Whether a unit may declare a charge at all (OW-ASSAULT-2).
pub(crate) fn may_charge(war: &War, unit: UnitId) -> May {
    if rule!("OW-ASSAULT-2") {
        is_fit_to_charge(war, unit)?;
    }
    let own = war.own(unit);
    if measures::is_ragged(war, unit) {
        return no("OW-ASSAULT-17", |war, order| {
            format!("{} is out of formation and must reform before it charges", war.actor_of(order))
        });
    }
    if (own.rallied && rule!("OW-MORALE-11b")) || own.pursues.is_some() {
        return no("OW-MORALE-11", |war, order| {
            format!("{} has rallied or pursues this turn and cannot charge", war.actor_of(order))
        });
    }
    if own.squared || own.moved {
        return no("OW-MOVE-9", |war, order| format!("{} has used its movement of this turn", war.actor_of(order)));
    }
    if war.state.own.charge_of(unit).is_some() {
        return no("OW-ASSAULT-1", |war, order| format!("{} has declared a charge this turn", war.actor_of(order)));
    }
    Ok(())
}

/// Whether arm, formation and condition let a unit charge (OW-ASSAULT-2).
fn is_fit_to_charge(war: &War, unit: UnitId) -> May {
    if kind(war, unit).is_guns() {
        return no("OW-ASSAULT-2", |war, order| format!("{} is artillery and never charges", war.actor_of(order)));
    }
    if !may_charge_in(war, unit, shapes::shape(war, unit)) {
        return no("OW-ASSAULT-2", |war, order| {
            let formation = order.unit().map_or_else(String::new, |unit| war.pose(unit).formation.to_string());
            format!("{} cannot charge in {formation}", war.actor_of(order))
        });
    }
    if war.marked(unit, marks::ROUTING | marks::DISORIENTED | marks::BOGGED | marks::MARCHED) {
        return no("OW-ASSAULT-2", |war, order| {
            format!("{} is routing, disoriented or has doubled, and cannot charge", war.actor_of(order))
        });
    }
    Ok(())
}

/// Whether a unit that may charge may declare it on that enemy.
pub(crate) fn may_charge_at(war: &War, unit: UnitId, target: UnitId) -> May {
    if war.side(target) == war.side(unit) || !war.present(target) {
        return no("OW-ASSAULT-1", |war, order| format!("{} is no enemy on the map", war.target_of(order)));
    }
    if !lines::sees_unit(war, unit, target) && rule!("OW-ASSAULT-1a") {
        return no("OW-ASSAULT-1", |war, order| {
            let (name, other) = (war.actor_of(order), war.target_of(order));
            format!("no stand of {name} sees a stand of {other} before its front")
        });
    }
    if shapes::shape(war, target) == Shape::Garrison && !is_open_to_assault(war, target) && rule!("OW-BUILD-3b") {
        return no("OW-BUILD-3", |war, order| {
            format!("{} holds a building that is not breached", war.target_of(order))
        });
    }
    if measures::may_measure(war) && measures::gap(war, unit, target) > charge_inches(war, unit) {
        return no("OW-SCALE-2", |war, order| {
            let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return String::new() };
            let (gap, reach) = (measures::gap(war, unit, target), charge_inches(war, unit));
            format!("{} is {gap} inches away, {} charges at most {reach}", war.name(target), war.name(unit))
        });
    }
    Ok(())
}

/// Whether a wall of the building a unit holds is broken anywhere.
pub(crate) fn is_open_to_assault(war: &War, unit: UnitId) -> bool {
    let breached = |hex: &hexes::Hex| hexes::Direction::ALL.iter().any(|side| war.field().is_breached(*hex, *side));
    war.field().footprint(unit).hexes().iter().any(breached)
}

/// Inches of the charge leg (OW-ASSAULT-4).
pub(crate) fn assault_inches(war: &War, unit: UnitId) -> i32 {
    if rule!("OW-ASSAULT-4") { tables::row(kind(war, unit)).assault } else { 0 }
}

/// Inches a charge can come altogether, the normal move before it included.
pub(crate) fn charge_inches(war: &War, unit: UnitId) -> i32 {
    let before = if war.options().charge_instead { 0 } else { shapes::allowance(war, unit, &war.pose(unit)) };
    before + assault_inches(war, unit)
}

/// A charge of one unit on another as it is when it is declared now.
pub(crate) fn new_charge(war: &War, unit: UnitId, target: UnitId) -> Charge {
    let gap = kept_gap(war, unit, target);
    let (before, response, progress) = (war.pose(unit), Response::Stand, ChargeProgress::Declared);
    Charge { unit, target, gap, response, before, progress, answered: false, courage: Courage::default() }
}

/// Earlier charges of the player are no more, nor what was answered to them.
pub(crate) fn forget_earlier(umpire: &mut Umpire<'_>) {
    let player = umpire.state.player;
    let answers = std::mem::take(&mut umpire.state.own.answers);
    umpire.state.own.answers = answers.into_iter().filter(|answer| umpire.side(answer.unit) == player).collect();
    let charges = std::mem::take(&mut umpire.state.own.charges);
    umpire.state.own.charges = charges.into_iter().filter(|charge| umpire.side(charge.unit) != player).collect();
}

/// The gap between two units as a charge keeps it, in inches.
fn kept_gap(war: &War, unit: UnitId, target: UnitId) -> i16 {
    measures::gap(war, unit, target).clamp(0, i32::from(i16::MAX)) as i16
}

/// A charge move starts where the unit stands: that is its pre-charge position, and its gap counts (OW-ASSAULT-5).
pub(crate) fn start_leg(umpire: &mut Umpire<'_>, place: usize) {
    let Charge { unit, target, .. } = umpire.state.own.charges[place];
    let (before, gap) = (umpire.pose(unit), kept_gap(umpire, unit, target));
    let charge = &mut umpire.state.own.charges[place];
    if rule!("OW-ASSAULT-5b") {
        (charge.before, charge.gap) = (before, gap);
    }
}

/// Charges that are declared and have not been ridden do not come home; they end where they would have started.
pub(crate) fn give_up_unridden(umpire: &mut Umpire<'_>) {
    for place in 0..umpire.state.own.charges.len() {
        let charge = umpire.state.own.charges[place];
        if charge.progress == ChargeProgress::Declared {
            if umpire.present(charge.unit) {
                start_leg(umpire, place);
            }
            umpire.state.own.charges[place].progress = ChargeProgress::Short;
        }
    }
}

/// Whether a charged unit may answer with a square at all (OW-ASSAULT-3): where there is room for it, and it is no garrison.
pub(crate) fn may_form_in_haste(war: &War, unit: UnitId, charger: UnitId) -> bool {
    is_asked_for_square(war, unit, charger)
        && !has_failed_to_form(war, unit)
        && !matches!(shape_of(&war.pose(unit)), Shape::Square | Shape::Garrison)
        && !changes::squares(war, unit).is_empty()
        && rule!("OW-ASSAULT-3")
}

/// Whether a unit has tried to form square this turn and failed: it meets every charger of the turn as it stands
/// (OW-SQUARE-4).
fn has_failed_to_form(war: &War, unit: UnitId) -> bool {
    war.state.own.answers_of(unit).any(|answer| answer == Response::FailedSquare) && rule!("OW-SQUARE-4c")
}

/// Whether a charge is one that a unit may form square against: foot in hand against horse (OW-SQUARE-2).
fn is_asked_for_square(war: &War, unit: UnitId, charger: UnitId) -> bool {
    let steady = !war.marked(unit, marks::DISORIENTED | marks::ROUTING);
    let against_horse = kind(war, charger).is_horse() && steady;
    kind(war, unit).is_foot() && (against_horse || !rule!("OW-SQUARE-2"))
}

/// What a unit may be afraid of in charging another that stands in that pose (OW-MORALE-5 to 7).
pub(crate) fn dreads(war: &War, unit: UnitId, target: UnitId, at: &Pose) -> impl Iterator<Item = Dread> {
    let (kind, against) = (kind(war, unit), kind(war, target));
    let square = against.is_foot() && shape_of(at) == Shape::Square;
    let of_them = if kind.is_foot() && !against.is_foot() && rule!("OW-MORALE-5") {
        Some(Dread::HorseOrGuns)
    } else if kind.is_horse() && (square && rule!("OW-MORALE-6a") || against.is_guns() && rule!("OW-MORALE-6b")) {
        Some(Dread::SquareOrGuns)
    } else {
        None
    };
    let alone = !leaders::is_led(war, unit) && rule!("OW-MORALE-7");
    of_them.into_iter().chain(alone.then_some(Dread::NoOfficer))
}

/// Whether a charge of one on the other, standing in that pose, takes a motivation check, and which. One check
/// covers all reasons, and what the charger has overcome this turn asks for none.
pub(crate) fn nerve(war: &War, unit: UnitId, target: UnitId, at: &Pose) -> Option<&'static Trigger> {
    let courage = war.state.own.charge_of(unit).map_or_else(Courage::default, |charge| charge.courage);
    dreads(war, unit, target, at).find(|dread| !courage.covers(*dread)).map(Dread::trigger)
}
