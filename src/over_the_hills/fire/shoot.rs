//! Shots resolved: hits, routs, commanders, and the tests that are owed (OTH-FIRE-6 to 10, OTH-ART-8 to 10).

use battle::{Event, Manner as Move, Pool, UnitId, rule};

use super::aim::{self, Aim, Shot, Weapon};
use super::rights;
use super::score::{self, Manner};
use crate::command::leaders;
use crate::fatigue;
use crate::ground::towns;
use crate::info::DEFENCE;
use crate::profile::{Gun, Traits};
use crate::state::Once;
use crate::why::Why;
use crate::{Umpire, War, contacts, marks, morale, tables};

/// Who takes the hits on a target: of a garrison the unit with most score (OTH-BUA-4).
pub(crate) fn victim(war: &War, on: UnitId) -> UnitId {
    let inside = towns::held(war, on).map(|patch| towns::garrison(war, patch)).unwrap_or_default();
    let most = inside.into_iter().max_by_key(|unit| (fatigue::score(war, *unit), std::cmp::Reverse(*unit)));
    most.unwrap_or(on)
}

/// One attack with all that follows, of the Grand Battery of those units if it is part of one.
pub(crate) fn shoot(umpire: &mut Umpire<'_>, shot: &Shot, massed: &[UnitId]) {
    let by = shot.by;
    let defends = umpire.phase() == DEFENCE;
    let stood = !defends || stands_to_fire(umpire, by);
    turn(umpire, shot);
    let manner = match (stood, massed.is_empty()) {
        (false, _) => Manner::Ragged,
        (true, false) => Manner::Massed,
        (true, true) => Manner::Plain,
    };
    let pool = score::pool(umpire, shot, manner);
    let gun = gun_pool(umpire, shot);
    let aimed = gun.is_some() || matches!(shot.weapon, Weapon::Guns(_));
    spend(umpire, shot);
    if aimed {
        umpire.own_mut(by).aim = Some(shot.on);
    }
    let (faces, hits) = umpire.throw_faces(&pool, umpire.by_unit(by, Some(shot.on), Why::Fire));
    let more = gun.map_or(0, |pool| umpire.throw(&pool, umpire.by_unit(by, Some(shot.on), Why::Gun)));
    let total = hits + more;
    let target = victim(umpire, shot.on);
    strike(umpire, target, total);
    overhead(umpire, shot);
    let caused = umpire.own(by).caused.unwrap_or(0) + total.max(0) as u8;
    umpire.own_mut(by).caused = Some(caused);
    after(umpire, by, faces.as_slice().contains(&10), matches!(shot.weapon, Weapon::Guns(_)));
    if defends && !bears(umpire, by) {
        missed(umpire, by);
    }
}

/// The test before defensive fire (OTH-MORALE-6).
fn stands_to_fire(umpire: &mut Umpire<'_>, by: UnitId) -> bool {
    morale::passes(umpire, by, Why::Defence, "OTH-MORALE-6") || !rule!("OTH-MORALE-6")
}

/// A battery wheels before it fires (OTH-ART-7).
fn turn(umpire: &mut Umpire<'_>, shot: &Shot) {
    if matches!(shot.aim, Aim::Left | Aim::Right) {
        let (unit, to, path) = (shot.by, shot.pose, Vec::new());
        umpire.emit(Event::Moved { unit, to, path, manner: Move::Turned, clause: "OTH-ART-7" });
    }
}

/// The unit has fired, through that face if it has faces.
pub(crate) fn uses(war: &mut War, shot: &Shot) {
    war.own_mut(shot.by).faces |= 1 << shot.face.unwrap_or(0);
}

/// What a shot uses up.
fn spend(umpire: &mut Umpire<'_>, shot: &Shot) {
    let volley = matches!(shot.weapon, Weapon::Small(_)) && rule!("OTH-FIRE-10a");
    let defends = umpire.phase() == DEFENCE;
    uses(umpire, shot);
    let own = umpire.own_mut(shot.by);
    own.defied.extend(defends.then_some(shot.on));
    if volley {
        own.volley = Once::Done;
    }
    umpire.mark(shot.by, marks::FIRED, true);
}

/// Hits by fire on a unit, and the risk of the commanders beside it (OTH-SEQ-4).
fn strike(umpire: &mut Umpire<'_>, target: UnitId, hits: i16) {
    let with = leaders::beside(umpire, target);
    fatigue::tire(umpire, target, hits, "fire", "OTH-FIRE-3");
    if rule!("OTH-SEQ-4") {
        fatigue::settle(umpire, target);
    }
    leaders::risk(umpire, &with, hits);
}

/// Friends that were flown over are tested, each once a step (OTH-MORALE-11).
fn overhead(umpire: &mut Umpire<'_>, shot: &Shot) {
    for unit in shot.over.iter().copied() {
        if umpire.own(unit).flown == Once::Done || !rule!("OTH-MORALE-11") {
            continue;
        }
        umpire.own_mut(unit).flown = Once::Done;
        if !morale::passes(umpire, unit, Why::Overhead, "OTH-MORALE-11") {
            fatigue::hit(umpire, unit, 1, "friendly fire overhead", "OTH-MORALE-11");
        }
    }
}

/// A ten rolled to hit empties a battery and shakes whoever rolled it (OTH-ART-8, OTH-MORALE-12).
fn after(umpire: &mut Umpire<'_>, by: UnitId, ten: bool, guns: bool) {
    if !ten {
        return;
    }
    if guns && rule!("OTH-ART-8") {
        umpire.mark(by, marks::EMPTY, true);
    }
    if rule!("OTH-MORALE-12") && !morale::passes(umpire, by, Why::Ten, "OTH-MORALE-12") {
        fatigue::hit(umpire, by, 1, "a ten rolled", "OTH-MORALE-12");
    }
}

/// Whether a unit may go on firing in this step: by another of its faces.
pub(crate) fn bears(war: &War, by: UnitId) -> bool {
    let aims = |enemy: UnitId| rights::is_target(war, by, enemy) && plain(war, by, enemy).is_some();
    rights::may_fire_at_all(war, by) && war.enemies(by).any(aims)
}

/// T6 ends: who fired without a hit and could have gone on is tested too (OTH-MORALE-7, 19).
pub(crate) fn close_defence(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(rights::firers(umpire)) {
        missed(umpire, unit);
    }
}

/// Whether the defensive fire of a unit that ends so has to be answered for: it hit nobody, and it is not tested yet.
pub(crate) fn has_missed(war: &War, by: UnitId) -> bool {
    let own = war.own(by);
    own.caused == Some(0) && own.missed == Once::Open && morale::is_tested(war, by) && rule!("OTH-MORALE-7")
}

/// Defensive fire without a hit, all faces and the gun together, shakes who gave it, once (OTH-MORALE-7, 19).
fn missed(umpire: &mut Umpire<'_>, by: UnitId) {
    if !has_missed(umpire, by) {
        return;
    }
    umpire.own_mut(by).missed = Once::Done;
    let pool = morale::test(umpire, by, Why::NoHits, "OTH-MORALE-7");
    let margin = morale::throw(umpire, by, &pool, Why::NoHits);
    let hits = match margin {
        0.. => 0,
        -1 => 1,
        _ => 2,
    };
    fatigue::hit(umpire, by, hits, "fire without hits", "OTH-MORALE-7");
}

/// The roll of the battalion gun of a unit that fires; none where it has none or the gun is silent (OTH-ART-9).
pub(crate) fn gun_pool(war: &War, shot: &Shot) -> Option<Pool> {
    let by = shot.by;
    let carried =
        war.profile(by).has(Traits::BATTALION_GUN) && matches!(shot.weapon, Weapon::Small(_) | Weapon::Screen);
    let ready = war.own(by).inches <= tables::CLOSE as u16 && !(contacts::is_engaged(war, by) && rule!("OTH-ART-9b"));
    let shot = Shot { weapon: Weapon::Guns(Gun::Light), ..shot.clone() };
    let bears = shot.inches <= shot.weapon.ranges()[1];
    (carried && ready && bears && rule!("OTH-ART-9a")).then(|| score::battalion_gun(war, &shot))
}

/// The shot of a unit as it stands now, if it has one.
pub(crate) fn plain(war: &War, by: UnitId, on: UnitId) -> Option<Shot> {
    aim::shot(war, by, on, Aim::Plain)
}
