//! Figures lost one by one, stands that empty, ranks that close up (MC-UNIT-5 to 7, MC-ART-2).

use battle::{Arrangement, Departure, Event, Formation, Pose, UnitId, rule};
use hexes::Hex;

use crate::space::{self, Seat, Shape, body, formation, seat, shape, shape_of};
use crate::{Umpire, War, formations, generals, ground};

/// Figures per stand of a unit as it is.
pub(crate) fn per_stand(war: &War, unit: UnitId) -> i16 {
    war.profile(unit).per_stand.max(1)
}

/// Stands of so many figures.
pub(crate) fn stands_for(war: &War, unit: UnitId, figures: i16) -> u8 {
    if !rule!("MC-UNIT-5") {
        return war.stands(unit);
    }
    let per = per_stand(war, unit);
    ((figures + per - 1) / per).clamp(0, i16::from(war.stands(unit))) as u8
}

/// A unit loses figures; its generals are at risk. Says how many there were to lose.
pub(crate) fn lose(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    figures: i16,
    cause: &'static str,
    clause: &'static str,
) -> i16 {
    lose_to(umpire, unit, None, figures, cause, clause)
}

/// The same at the hands of an enemy, from whom the nearest crews suffer first (MC-ART-2).
pub(crate) fn lose_to(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    enemy: Option<UnitId>,
    figures: i16,
    cause: &'static str,
    clause: &'static str,
) -> i16 {
    if !umpire.present(unit) || figures <= 0 {
        return 0;
    }
    let from = umpire.strength(unit);
    let lost = figures.min(from);
    umpire.emit(Event::Strength { unit, from, to: from - lost, cause, clause });
    umpire.own_mut(unit).charge_losses += lost;
    take_crew(umpire, unit, enemy, lost);
    if rule!("MC-GENERAL-4") {
        generals::at_risk(umpire, unit, lost);
    }
    if umpire.strength(unit) == 0 {
        remove(umpire, unit, Departure::Destroyed, "MC-UNIT-7");
    } else if !umpire.profile(unit).is_guns() {
        let stands = stands_for(umpire, unit, umpire.strength(unit));
        close_up(umpire, unit, stands);
    }
    lost
}

/// A unit leaves the map, with its generals.
pub(crate) fn remove(umpire: &mut Umpire<'_>, unit: UnitId, why: Departure, clause: &'static str) {
    generals::lost_with(umpire, unit, why);
    umpire.state.own.contacts.retain(|contact| contact.by != unit && contact.on != unit);
    if rule!("MC-UNIT-7") {
        umpire.emit(Event::Left { unit, why, clause });
    }
}

/// Guns of a battery by their places, those nearest to an enemy first.
fn nearest_guns(war: &War, unit: UnitId, enemy: Option<UnitId>) -> Vec<usize> {
    let (print, count) = (body(war, unit), war.own(unit).crews.len());
    let far = |place: &usize| match (enemy.filter(|enemy| war.present(*enemy)), print.hexes().get(*place)) {
        (Some(enemy), Some(hex)) => body(war, enemy).distance_to(*hex),
        _ => 0,
    };
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by_key(far);
    places
}

/// Losses of a battery fall on one crew after the other.
fn take_crew(umpire: &mut Umpire<'_>, unit: UnitId, enemy: Option<UnitId>, lost: i16) {
    let order = nearest_guns(umpire, unit, enemy);
    take(&mut umpire.own_mut(unit).crews, &order, lost);
}

fn take(crews: &mut [i16], order: &[usize], lost: i16) {
    let mut left = lost;
    for place in order {
        let taken = left.min(crews[*place]);
        crews[*place] -= taken;
        left -= taken;
    }
}

/// The crew of a gun that is gone fills up the others; the rest is lost (MC-ART-4).
fn merge(crews: &mut Vec<i16>, gone: Option<usize>, full: i16) {
    let mut spare = gone.map_or(0, |place| crews.remove(place));
    for crew in crews {
        let taken = spare.min(full - *crew);
        *crew += taken;
        spare -= taken;
    }
}

/// Crew that a battery has left which loses so many and then its gun nearest to an enemy.
pub(crate) fn left_without_gun(war: &War, unit: UnitId, enemy: UnitId, lost: i16) -> i16 {
    let (order, mut crews) = (nearest_guns(war, unit, Some(enemy)), war.own(unit).crews.clone());
    take(&mut crews, &order, lost);
    merge(&mut crews, order.first().copied(), per_stand(war, unit));
    crews.iter().sum()
}

/// The pose of a unit of fewer stands: as wide as it can be, on its command stand.
pub(crate) fn closed(war: &War, unit: UnitId, stands: u8) -> Pose {
    let pose = war.pose(unit);
    let seat = seat(war, unit);
    match shape_of(&pose) {
        Shape::Crowd | Shape::Garrison => crowd_of(war, unit, stands),
        // Who skirmishes keeps gaps and rows.
        Shape::Skirmish if pose.formation.files < stands => pose,
        now if opens(war, unit, stands, now) => Pose { formation: formation(stands, Shape::Open, seat), ..pose },
        Shape::Column if pose.formation.files > 1 && is_deep(&pose, stands, seat) => pose,
        Shape::Column if pose.formation.arrangement != Arrangement::MarchColumn => {
            Pose { formation: Formation::new(Arrangement::MarchColumn, 1), ..pose }
        }
        Shape::Column => pose,
        shape => Pose { formation: formation(stands, shape, seat), ..pose },
    }
}

/// Whether so many stands are too small for their formation and form an open order line instead, which is not for those
/// whose rules forbid it (MC-DEPLOY-13).
fn opens(war: &War, unit: UnitId, stands: u8, now: Shape) -> bool {
    let allowed = formations::shapes(war, unit).contains(&Shape::Open);
    space::is_too_small(stands, now, seat(war, unit)) && allowed && rule!("MC-DEPLOY-13")
}

/// Whether so many stands are deep enough for the files of a column (MC-DEPLOY-4, 9).
fn is_deep(pose: &Pose, stands: u8, seat: Seat) -> bool {
    let ranks = match seat {
        Seat::Saddle => 2,
        Seat::Afoot if rule!("MC-DEPLOY-4") => 3,
        Seat::Afoot => 1,
    };
    stands.div_ceil(pose.formation.files) >= ranks
}

fn crowd_of(war: &War, unit: UnitId, stands: u8) -> Pose {
    let pose = war.pose(unit);
    let held: Vec<Hex> = body(war, unit).hexes().iter().copied().take(usize::from(stands)).collect();
    Pose::garrison(pose.anchor, pose.facing, &held).map_or(pose, |to| Pose { formation: pose.formation, ..to })
}

/// A unit has only so many stands left and closes up, if there is room for it.
pub(crate) fn close_up(umpire: &mut Umpire<'_>, unit: UnitId, stands: u8) {
    if stands == 0 || stands == umpire.stands(unit) {
        return;
    }
    let (before, pose) = (body(umpire, unit), umpire.pose(unit));
    let wished = closed(umpire, unit, stands);
    let fits = is_free(umpire, unit, &wished, stands);
    let to = if fits { wished } else { pose };
    let after = to.stands(stands);
    let fell = before.hexes().iter().copied().filter(|hex| !after.contains(*hex)).collect();
    umpire.emit(Event::Reshaped { unit, stands, pose: to, fell });
}

/// Whether the stands of a pose are on free hexes that the unit may enter.
pub(crate) fn is_free(war: &War, unit: UnitId, pose: &Pose, stands: u8) -> bool {
    let (shape, here) = (shape_of(pose), body(war, unit));
    pose.stands(stands).hexes().iter().all(|hex| {
        war.other_at(unit, *hex).is_none() && (here.contains(*hex) || ground::may_enter(war, unit, shape, *hex))
    })
}

/// Whether a unit, as it stands now, may take a pose.
pub(crate) fn fits(war: &War, unit: UnitId, pose: &Pose) -> bool {
    is_free(war, unit, pose, war.stands(unit))
}

/// The gun nearest to an enemy is destroyed: its crew fills up the others (MC-ART-4).
pub(crate) fn destroy_gun(umpire: &mut Umpire<'_>, unit: UnitId, enemy: UnitId) {
    if !umpire.present(unit) {
        return;
    }
    let full = per_stand(umpire, unit);
    let nearest = nearest_guns(umpire, unit, Some(enemy)).first().copied();
    merge(&mut umpire.own_mut(unit).crews, nearest, full);
    let (from, to) = (umpire.strength(unit), umpire.own(unit).crews.iter().sum::<i16>());
    if to < from {
        umpire.emit(Event::Strength { unit, from, to, cause: "a gun destroyed", clause: "MC-ART-4" });
    }
    let stands = umpire.stands(unit).saturating_sub(1);
    if to == 0 || stands == 0 {
        remove(umpire, unit, Departure::Destroyed, "MC-ART-4");
    } else {
        close_up(umpire, unit, stands);
    }
}

/// Whether a unit keeps its order at all.
pub(crate) fn is_crowd(war: &War, unit: UnitId) -> bool {
    shape(war, unit) == Shape::Crowd
}

/// The hex of a unit's command stand (MC-UNIT-6).
pub(crate) fn command_stand(war: &War, unit: UnitId) -> Hex {
    let (pose, print) = (war.pose(unit), body(war, unit));
    let loose = matches!(space::shape_of(&pose), Shape::Crowd | Shape::Garrison);
    if loose || rule!("MC-UNIT-6") { pose.anchor } else { print.hexes()[0] }
}
