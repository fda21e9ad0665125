//! Routs: breaking, running, friends that see it (MC-MORALE-10, MC-MOVE-25, MC-SEQ-11).

use battle::{Departure, Event, Manner, Pool, Reading, UnitId, rule};

use super::away::{self, Flight};
use super::panic;
use crate::space::{Shape, is_without_guns, seat, shape};
use crate::why::Why;
use crate::{Umpire, War, losses, marks, tables};

/// When a unit that breaks runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// At once.
    Now,
    /// At once, from that charger too.
    Charged(UnitId),
    /// In step 6.
    Later,
}

/// A unit routs: it loses its order, friends that see it get markers, and it runs now or in step 6.
pub(crate) fn breaks(umpire: &mut Umpire<'_>, unit: UnitId, when: When) {
    if !umpire.present(unit) {
        return;
    }
    if !umpire.marked(unit, marks::ROUTING) {
        for friend in panic::alarmed(umpire, unit) {
            panic::unnerve(umpire, friend, "friends that rout");
        }
    }
    let foes = match when {
        When::Charged(by) => away::foes_with(umpire, unit, by),
        When::Now | When::Later => away::foes(umpire, unit),
    };
    let shape = shape(umpire, unit);
    umpire.mark(unit, marks::STATES, false);
    umpire.mark(unit, marks::CONTACT | marks::CHARGING, false);
    if rule!("MC-MORALE-10") {
        umpire.mark(unit, marks::ROUTING, true);
    }
    if rule!("MC-PANIC-14") {
        panic::hold(umpire, unit, "its own rout");
    }
    part(umpire, unit);
    let pace = tables::rout(umpire.profile(unit), shape, seat(umpire, unit));
    // Limbered guns go with their crews.
    if umpire.profile(unit).is_guns() && shape == Shape::Battery && rule!("MC-ART-6b") {
        let guns = crate::space::body(umpire, unit).hexes().to_vec();
        umpire.own_mut(unit).guns_left = guns;
    }
    if when != When::Later || umpire.options().routs_at_once {
        run(umpire, unit, pace, &foes);
    }
}

/// A unit that routs is in contact with nobody.
fn part(umpire: &mut Umpire<'_>, unit: UnitId) {
    umpire.state.own.contacts.retain(|contact| contact.by != unit && contact.on != unit);
}

/// The throw of a rout.
pub(crate) fn pool(pace: tables::Pace) -> Pool {
    let mut pool = Pool::new(Why::Rout.label(), "MC-MOVE-4", pace.dice, Reading::Total);
    pool.result("rout", pace.add, "MC-MOVE-4");
    pool
}

/// A routing unit runs, as in step 6.
pub(crate) fn runs_on(umpire: &mut Umpire<'_>, unit: UnitId) {
    let foes = away::foes(umpire, unit);
    runs_from(umpire, unit, &foes);
}

/// A routing unit runs from some enemies.
pub(crate) fn runs_from(umpire: &mut Umpire<'_>, unit: UnitId, foes: &[UnitId]) {
    let limbered = umpire.profile(unit).is_guns() && !is_without_guns(umpire, unit);
    let shape = if limbered { Shape::Limbered } else { shape(umpire, unit) };
    let pace = tables::rout(umpire.profile(unit), shape, seat(umpire, unit));
    run(umpire, unit, pace, foes);
}

fn run(umpire: &mut Umpire<'_>, unit: UnitId, pace: tables::Pace, foes: &[UnitId]) {
    let throw = umpire.by_unit(unit, None, Why::Rout);
    let inches = umpire.throw(&pool(pace), throw);
    umpire.own_mut(unit).ran = true;
    match away::rout(umpire, unit, foes, i32::from(inches)) {
        Flight::Off => losses::remove(umpire, unit, Departure::Routed, "MC-MOVE-25"),
        Flight::Caught => losses::remove(umpire, unit, Departure::Destroyed, "MC-MOVE-25"),
        Flight::To(to, passed) => {
            umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Fled, clause: "MC-MOVE-25" });
            for friend in passed {
                if !umpire.marked(friend, marks::ROUTING) && rule!("MC-PANIC-15") {
                    panic::unnerve(umpire, friend, "routers that pass through");
                }
            }
        }
    }
}

/// Whether a test outside step 1 that came to so much is a rout: who fails by 1 stands (MC-MORALE-14).
pub(crate) fn is_rout(margin: i16) -> bool {
    margin <= -2 || (margin < 0 && !rule!("MC-MORALE-14"))
}

/// Whether a routing unit may test: only in a haven (MC-MOVE-26).
pub(crate) fn may_rally(war: &War, unit: UnitId) -> bool {
    away::is_haven(war, unit, losses::command_stand(war, unit)) && rule!("MC-MOVE-26")
}
