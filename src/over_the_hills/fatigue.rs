//! Fatigue: the one number of a unit, what it is by it, hits and routs (OTH-UNIT-2, OTH-STATUS).

use battle::{Departure, Event, Manner, UnitId, rule};

use crate::command::leaders;
use crate::space::away::{self, Flight, From, Style};
use crate::space::nearest_enemy;
use crate::{Umpire, War, contacts, marks};

/// What a unit is by its fatigue (OTH-STATUS-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Steady,
    Wavering,
    Routing,
}

impl Status {
    pub(crate) const fn name(self) -> &'static str {
        ["steady", "wavering", "routing"][self as usize]
    }
}

/// The score a unit has now (OTH-UNIT-2).
pub(crate) fn score(war: &War, unit: UnitId) -> i16 {
    if rule!("OTH-UNIT-2") { war.strength(unit) } else { war.field().unit(unit).full }
}

/// Fatigue hits of a unit.
pub(crate) fn hits_of(war: &War, unit: UnitId) -> i16 {
    let state = war.field().unit(unit);
    state.full - state.strength
}

/// What a unit of that full score is with so many hits.
pub(crate) fn status_at(war: &War, full: i16, hits: i16) -> Status {
    let options = war.options();
    let lost = |at: i16| i32::from(hits) * 100 >= i32::from(full) * i32::from(at);
    match () {
        () if !rule!("OTH-STATUS-1") => Status::Steady,
        () if lost(options.rout_at) => Status::Routing,
        () if lost(options.waver_at) => Status::Wavering,
        () => Status::Steady,
    }
}

/// Whether so many hits more make a unit rout that does not, or end it.
pub(crate) fn would_break(war: &War, unit: UnitId, more: i16) -> bool {
    let full = war.field().unit(unit).full;
    let then = status_at(war, full, (hits_of(war, unit) + more).min(full));
    more > 0 && (war.strength(unit) <= more || (then == Status::Routing && !is_routing(war, unit)))
}

/// What a unit is.
pub(crate) fn status(war: &War, unit: UnitId) -> Status {
    status_at(war, war.field().unit(unit).full, hits_of(war, unit))
}

/// Whether a unit is steady.
pub(crate) fn is_steady(war: &War, unit: UnitId) -> bool {
    status(war, unit) == Status::Steady
}

/// Whether a unit routs.
pub(crate) fn is_routing(war: &War, unit: UnitId) -> bool {
    status(war, unit) == Status::Routing
}

/// Whether its state lets a unit attack: steady, or by a house rule wavering.
pub(crate) fn is_fit(war: &War, unit: UnitId) -> bool {
    match status(war, unit) {
        Status::Steady => true,
        Status::Wavering => !war.options().wavering_limits,
        Status::Routing => false,
    }
}

/// Marks hits on a unit; what they make of it is for [`settle`].
pub(crate) fn tire(umpire: &mut Umpire<'_>, unit: UnitId, hits: i16, cause: &'static str, clause: &'static str) {
    let from = umpire.strength(unit);
    let to = (from - hits).max(0);
    if hits > 0 && umpire.present(unit) && to != from {
        umpire.emit(Event::Strength { unit, from, to, cause, clause });
    }
}

/// Hits a unit, with all that follows at once (OTH-SEQ-4).
pub(crate) fn hit(umpire: &mut Umpire<'_>, unit: UnitId, hits: i16, cause: &'static str, clause: &'static str) {
    tire(umpire, unit, hits, cause, clause);
    settle(umpire, unit);
}

/// Takes a hit off a unit.
pub(crate) fn relieve(umpire: &mut Umpire<'_>, unit: UnitId, cause: &'static str, clause: &'static str) {
    let (from, full) = (umpire.strength(unit), umpire.field().unit(unit).full);
    if from < full {
        umpire.emit(Event::Strength { unit, from, to: from + 1, cause, clause });
        show(umpire, unit);
    }
}

/// Shows what a unit is.
pub(crate) fn show(umpire: &mut Umpire<'_>, unit: UnitId) {
    let now = status(umpire, unit);
    umpire.mark(unit, marks::ROUTING, now == Status::Routing);
    umpire.mark(unit, marks::WAVERING, now >= Status::Wavering);
}

/// What its hits make of a unit: destroyed, routing, wavering.
pub(crate) fn settle(umpire: &mut Umpire<'_>, unit: UnitId) {
    if !umpire.present(unit) {
        return;
    }
    if umpire.strength(unit) <= 0 && rule!("OTH-UNIT-1") {
        return destroy(umpire, unit, "OTH-STATUS-1");
    }
    let ran = umpire.marked(unit, marks::ROUTING);
    show(umpire, unit);
    if is_routing(umpire, unit) && !ran {
        rout(umpire, unit);
    }
}

/// A unit is no more.
pub(crate) fn destroy(umpire: &mut Umpire<'_>, unit: UnitId, clause: &'static str) {
    leave(umpire, unit, Departure::Destroyed, clause);
}

/// A unit leaves the map; its commanders look for another.
pub(crate) fn leave(umpire: &mut Umpire<'_>, unit: UnitId, why: Departure, clause: &'static str) {
    contacts::drop(umpire, unit);
    let hex = umpire.pose(unit).anchor;
    let with: Vec<_> = umpire.field().leaders_with(unit).collect();
    umpire.emit(Event::Left { unit, why, clause });
    with.into_iter().for_each(|leader| leaders::displace(umpire, leader, hex));
}

/// A unit that comes to rout leaves all contact and runs one segment from the nearest enemy; guns are lost
/// (OTH-STATUS-2, 3).
pub(crate) fn rout(umpire: &mut Umpire<'_>, unit: UnitId) {
    if umpire.profile(unit).kind.is_guns() && rule!("OTH-STATUS-3") {
        return destroy(umpire, unit, "OTH-STATUS-3");
    }
    if rule!("OTH-STATUS-2") {
        umpire.mark(unit, marks::DOWN | marks::CHARGING, false);
        let way = routing_way(umpire, unit);
        runs(umpire, unit, way);
    }
}

/// Where a unit goes that comes to rout: a segment from the nearest enemy.
pub(crate) fn routing_way(war: &War, unit: UnitId) -> Flight {
    let from = nearest_enemy(war, unit).map_or(From::Home, From::Unit);
    away::flight_from(war, unit, Style::Rout, away::segment(war, unit), from)
}

/// A routing unit runs so many inches.
pub(crate) fn run(umpire: &mut Umpire<'_>, unit: UnitId, inches: i32, from: impl Fn(&War, &battle::Pose) -> From) {
    let way = away::flight(umpire, unit, Style::Rout, inches, &|pose| from(umpire, pose));
    runs(umpire, unit, way);
}

fn runs(umpire: &mut Umpire<'_>, unit: UnitId, way: Flight) {
    match way {
        Flight::To(way) => away::carry_out(umpire, unit, &way, Manner::Fled, "OTH-STATUS-2"),
        Flight::Off => leave(umpire, unit, Departure::Routed, "OTH-STATUS-2"),
        Flight::Lost => destroy(umpire, unit, "OTH-GEO-14"),
    }
}

/// A unit retreats so many inches from an enemy; unlimbered guns cannot (OTH-STATUS-3). Whether it is still there.
pub(crate) fn retreat(umpire: &mut Umpire<'_>, unit: UnitId, enemy: UnitId, inches: i32, clause: &'static str) {
    if umpire.profile(unit).kind.is_guns() && crate::space::shape(umpire, unit) == crate::space::Shape::Battery {
        return destroy(umpire, unit, "OTH-STATUS-3");
    }
    let from = gone_from(umpire, unit, enemy);
    match away::flight_from(umpire, unit, Style::Retreat, inches, from) {
        Flight::To(way) => {
            away::carry_out(umpire, unit, &way, Manner::Retreated, clause);
            let unscathed = rule!("OTH-RESULT-10");
            tire(umpire, unit, i16::from(!unscathed), "retreat", "OTH-RESULT-10");
        }
        Flight::Off | Flight::Lost => destroy(umpire, unit, "OTH-GEO-14"),
    }
}

/// From whom a unit retreats that has fought an enemy: from the nearest where that one is gone.
pub(crate) fn gone_from(war: &War, unit: UnitId, enemy: UnitId) -> From {
    if war.present(enemy) { From::Unit(enemy) } else { nearest_enemy(war, unit).map_or(From::Home, From::Unit) }
}
