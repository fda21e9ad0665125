//! What the winner of a fight does: breaking through, drawing off, reforming, staying (OW-ASSAULT-18 to 20).

use battle::{
    Departure, Destination, Edge, Effect, Forecast, Manner, Order, Passage, Pose, PoseStep, Reach, Role, UnitId, rule,
};
use hexes::{Facing, Hex};
use rulebook::{No, no};

use crate::formations::{changes, forming};
use crate::frames::Frame;
use crate::ground::contact::{self, KeepsOff};
use crate::info::{ADVANCE, DRAW_OFF, REFORM, STAY};
use crate::marks;
use crate::measures::{self, kind};
use crate::movement::paths::Paths;
use crate::movement::walking;
use crate::state::Charge;
use crate::{May, OnWar, Umpire, VerbRow, War, consequences, tables};

pub(crate) const ADVANCE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(ADVANCE, winner(war).map(|(unit, _)| unit).into_iter(), out),
    may: |war, order| {
        decides(war, order)?;
        leads_anywhere(war, order, no_advance())
    },
    beyond: |_, _| no_advance(),
    foresee,
    ..VerbRow::new(
        "advance",
        "Break through",
        Role::Pursue,
        "OW-ASSAULT-18",
        "Advance 4 inches the way the assault went.",
        |umpire, order| {
            let way = way_of(umpire, order);
            umpire.answered();
            if let Some(unit) = order.unit() {
                walking::go_along(umpire, unit, &way, Manner::Pursued, "OW-ASSAULT-18");
                ride_down(umpire, unit);
            }
        },
    )
    .to(advance_reach)
};

pub(crate) const DRAW_OFF_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(DRAW_OFF, winner(war).map(|(unit, _)| unit).into_iter(), out),
    may: |war, order| {
        decides(war, order)?;
        has_destroyed(war, order)?;
        if !order.unit().is_some_and(|unit| kind(war, unit).is_horse() && rule!("OW-ASSAULT-19")) {
            return Err(no_drawing_off());
        }
        leads_anywhere(war, order, no_drawing_off())
    },
    beyond: |_, _| no_drawing_off(),
    foresee,
    ..VerbRow::new(
        "withdraw",
        "Draw off",
        Role::Pursue,
        "OW-ASSAULT-19",
        "Horse moves up to 8 inches any way, not into contact.",
        |umpire, order| {
            let way = way_of(umpire, order);
            reform_along(umpire, order, &way, Manner::Withdrew, "OW-ASSAULT-19");
        },
    )
    .to(draw_off_reach)
};

pub(crate) const REFORM_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(REFORM, winner(war).map(|(unit, _)| unit).into_iter(), out),
    may: |war, order| {
        decides(war, order)?;
        has_destroyed(war, order)?;
        leads_anywhere(war, order, no_reforming())
    },
    beyond: |_, _| no_reforming(),
    foresee,
    ..VerbRow::new(
        "reform",
        "Reform",
        Role::Pursue,
        "OW-ASSAULT-18",
        "Stay, and turn or change formation once, free.",
        |umpire, order| {
            let way = way_of(umpire, order);
            let stays = changing(umpire, order).is_some_and(|unit| !forming::is_brought_to_form(umpire, unit));
            reform_along(umpire, order, if stays { &[] } else { &way }, Manner::Formed, "OW-ASSAULT-18");
        },
    )
    .to(reform_reach)
};

pub(crate) const STAY_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(STAY, winner(war).map(|(unit, _)| unit).into_iter(), out),
    may: decides,
    foresee,
    ..VerbRow::new("stay", "Stay", Role::Keep, "OW-ASSAULT-18", "Stay as the unit stands.", |umpire, order| {
        reform_along(umpire, order, &[], Manner::Formed, "OW-ASSAULT-18")
    })
};

/// Who has won and decides, and the way of its assault.
fn winner(war: &War) -> Option<(UnitId, Facing)> {
    match war.frame() {
        Some(Frame::Breakthrough { unit, facing }) => Some((*unit, Facing::from_index(i32::from(*facing)))),
        _ => None,
    }
}

fn decides(war: &War, order: &Order) -> May {
    if order.unit().is_some() && order.unit() == winner(war).map(|(unit, _)| unit) {
        return Ok(());
    }
    no("OW-ASSAULT-18", |war, order| {
        let winner = winner(war).map_or("nobody", |(unit, _)| war.name(unit));
        format!("{winner} has won and decides, not {}", war.actor_of(order))
    })
}

/// Whether the winner's enemy was destroyed; after one that fell back it can only follow (OW-ASSAULT-20).
fn has_destroyed(war: &War, order: &Order) -> May {
    let beaten = |charge: &Charge| Some(charge.unit) == order.unit() && war.present(charge.target);
    if !war.state.own.charges.iter().any(beaten) {
        return Ok(());
    }
    no("OW-ASSAULT-20", |war, order| {
        format!("{} can only follow an enemy that fell back, or stay", war.actor_of(order))
    })
}

fn leads_anywhere(war: &War, stem: &Order, otherwise: No<OnWar>) -> May {
    if war.reach_of(stem).legal().next().is_some() { Ok(()) } else { Err(otherwise) }
}

fn no_advance() -> No<OnWar> {
    No::new("OW-ASSAULT-18", |war, order| {
        format!("{} cannot break through there: 4 inches, the way the assault went", war.actor_of(order))
    })
}

fn no_drawing_off() -> No<OnWar> {
    No::new("OW-ASSAULT-19", |war, order| {
        format!("{} cannot draw off there: horse only, 8 inches, not into contact", war.actor_of(order))
    })
}

fn no_reforming() -> No<OnWar> {
    No::new("OW-ASSAULT-18", |war, order| {
        let name = war.actor_of(order);
        format!("{name} cannot reform like that: one turn or one change of formation, where it stands")
    })
}

/// The rules of a breakthrough: a hex short of enemies, but up to those that are beaten, and no further than these.
struct Advance<'a> {
    war: &'a War,
    unit: UnitId,
    paths: Paths<'a>,
}

impl Passage for Advance<'_> {
    fn price(&self, _step: PoseStep) -> u16 {
        1
    }

    fn enter(&self, hex: Hex) -> Option<u16> {
        self.paths.enter(hex)
    }

    fn through(&self, other: UnitId) -> Option<u16> {
        self.paths.through(other)
    }

    fn bars(&self, edge: Edge) -> bool {
        self.paths.bars(edge)
    }

    fn goes_on(&self, pose: &Pose, spent: u16) -> bool {
        let touches = |enemy: UnitId| measures::apart(self.war, self.unit, pose, enemy) == 1;
        let mut enemies = self.war.enemies(self.unit);
        spent == 0 || !enemies.any(|enemy| contact::is_beaten(self.war, enemy) && touches(enemy))
    }
}

/// Straight on, up to 4 inches the way the assault went.
fn advance_reach(war: &War, stem: &Order) -> Reach {
    let (Some(unit), Some((_, facing))) = (stem.unit(), winner(war)) else { return Reach::default() };
    let advance = Advance { war, unit, paths: Paths::of(war, unit, KeepsOff::Unbeaten) };
    let start = advance.paths.start();
    let ahead = facing.fronts();
    let shift = |way| PoseStep::ALL.into_iter().find(|step| step.shift(start.facing) == Some(way));
    let steps: Vec<PoseStep> = ahead.into_iter().filter_map(shift).collect();
    let inches = measures::as_hexes(war, tables::BREAKTHROUGH).max(0) as u16;
    advance.paths.search_by(&advance, &steps, inches, None, |pose| *pose != start)
}

/// Up to 8 inches any way, not into contact.
fn draw_off_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let steps = measures::as_hexes(war, tables::CONSOLIDATION).max(0) as u16;
    Paths::of(war, unit, KeepsOff::Enemies).search(steps)
}

/// One turn or one change of formation where it stands.
fn reform_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let start = Destination { pose: war.pose(unit), cost: 0, previous: None, legal: false };
    let mut poses: Vec<Pose> = changes::reforms(war, unit).into_iter().filter(|pose| *pose != start.pose).collect();
    poses.sort_unstable();
    poses.dedup();
    let place = |pose: Pose| Destination { pose, cost: 0, previous: Some(0), legal: true };
    Reach { places: std::iter::once(start).chain(poses.into_iter().map(place)).collect() }
}

/// The winner that changes its formation by that order; a turn is none, nor is coming back into the one it has.
fn changing(war: &War, order: &Order) -> Option<UnitId> {
    let (unit, pose) = order.unit().zip(order.pose).filter(|_| order.verb == REFORM)?;
    (!changes::is_same_formation(&war.pose(unit), &pose, war.stands(unit))).then_some(unit)
}

/// The way of a posed order, both ends included.
fn way_of(war: &War, order: &Order) -> Vec<Pose> {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return Vec::new() };
    let way = war.reach_of(order).way(&pose);
    if way.len() > 1 { way } else { vec![war.pose(unit), pose] }
}

/// The winner consolidates: it is in order again, wherever it goes.
fn reform_along(umpire: &mut Umpire<'_>, order: &Order, way: &[Pose], manner: Manner, clause: &'static str) {
    umpire.answered();
    if let Some(unit) = order.unit() {
        umpire.mark(unit, marks::RAGGED, false);
        walking::go_along(umpire, unit, way, manner, clause);
    }
}

/// A breakthrough that touches a beaten unit destroys it.
fn ride_down(umpire: &mut Umpire<'_>, unit: UnitId) {
    let caught = |enemy: &UnitId| contact::is_beaten(umpire, *enemy) && measures::touches(umpire, unit, *enemy);
    for enemy in umpire.enemies(unit).filter(|enemy| caught(enemy) && rule!("OW-ASSAULT-20a")).collect::<Vec<_>>() {
        umpire.say("{a} rides down {t}", "OW-ASSAULT-20", unit, Some(enemy));
        consequences::destroy(umpire, enemy, Departure::Destroyed, "OW-ASSAULT-20");
    }
}

/// What the winner does is certain; a breakthrough may ride down whom it touches.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some((unit, _)) = winner(war) else { return Forecast::default() };
    if changing(war, order).is_some() {
        return forming::foresee(war, unit, order.pose);
    }
    let pose = order.pose.unwrap_or_else(|| war.pose(unit));
    let caught = |enemy: &UnitId| contact::is_beaten(war, *enemy) && measures::apart(war, unit, &pose, *enemy) <= 1;
    let shares: Vec<f64> = war.enemies(unit).filter(caught).map(|enemy| war.field().unit(enemy).share()).collect();
    let (inflicted, destroys) = (shares.iter().sum(), if shares.is_empty() { 0.0 } else { 1.0 });
    let effect = Effect { inflicted, destroys, succeeds: 1.0, ..Effect::default() };
    Forecast { effect, ends: vec![(pose, 1.0)], ..Forecast::default() }
}
