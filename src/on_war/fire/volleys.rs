//! A volley: who of a unit shoots at which stand, with how many dice and at what number (OW-SHOOT).

use battle::{Object, Pool, Pose, UnitId, rule};
use hexes::Hex;
use rulebook::{Throw, no};

use crate::command::leaders;
use crate::fire::gunnery::{Aim, Gunnery, Hand, Load, Motion, Shot};
use crate::fire::hits::{self, Exposure, ShotOutcome};
use crate::formations::shapes::shape_of;
use crate::ground::contact;
use crate::hidden::discovery::{self, FoundBy};
use crate::hidden::surprise;
use crate::marks;
use crate::measures::{self, kind};
use crate::morale::weakness;
use crate::profile::{Kind, Traits};
use crate::state::{Charge, Why};
use crate::tables::{self, Shape};
use crate::{May, Umpire, War, dice};

/// A volley ready to be thrown: everybody who aims, and their dice in pools of like need.
#[derive(Clone, Debug)]
pub(crate) struct Volley {
    /// Who shoots at what; empty where the target is out of range and the shot is wasted (OW-SCALE-2).
    pub aims: Vec<Aim>,
    /// The rolls.
    pub pools: Vec<Pool>,
}

/// Whether a unit may shoot that way at all now, whatever the target.
pub(crate) fn may_shoot(war: &War, unit: UnitId, shot: Shot) -> May {
    let kind = kind(war, unit);
    if war.marked(unit, marks::ROUTING) && routers_hold_fire() {
        return no("OW-SHOOT-3", |war, order| format!("{} is routing and does not shoot", war.actor_of(order)));
    }
    if !has_muskets_or_guns(war, unit) {
        return no("OW-SHOOT-6", |war, order| format!("{} has no carbines", war.actor_of(order)));
    }
    let chosen = || tables::row(kind).grape_range > 0 && rule!("OW-UNIT-8");
    if shot.load() == Load::Grape && !chosen() {
        return no("OW-UNIT-8", |war, order| format!("{} has no grape", war.actor_of(order)));
    }
    if !shot.is_defensive() {
        return may_shoot_in_own_turn(war, unit);
    }
    let replies = || kind == Kind::HeavyGuns && war.options().heavy_defensive_fire && rule!("OW-ASSAULT-10");
    if kind.is_heavy_ordnance() && !replies() {
        return no("OW-ASSAULT-10", |war, order| format!("{} does not fire at chargers", war.actor_of(order)));
    }
    Ok(())
}

/// Whether whoever routs does not shoot (OW-SHOOT-3).
pub(crate) fn routers_hold_fire() -> bool {
    rule!("OW-SHOOT-3d")
}

/// Whether whoever charges this turn does not shoot (OW-SHOOT-3).
pub(crate) fn chargers_hold_fire() -> bool {
    rule!("OW-SHOOT-3c")
}

/// Whether a unit has anything to shoot with: horse only by its trait (OW-SHOOT-6).
fn has_muskets_or_guns(war: &War, unit: UnitId) -> bool {
    let bare = kind(war, unit).is_horse() && !measures::has(war, unit, Traits::CARBINE) && rule!("OW-SHOOT-6");
    !bare
}

/// Whether a unit has had its one shooting of the turn, its own or that at chargers (OW-SHOOT-1).
pub(crate) fn has_shot(war: &War, unit: UnitId, shot: Shot) -> bool {
    let own = war.own(unit);
    let spent = if shot.is_defensive() { own.fired_at_charge } else { own.shot };
    spent && rule!("OW-SHOOT-1")
}

/// Whether nothing that the unit did this turn keeps it from shooting.
fn may_shoot_in_own_turn(war: &War, unit: UnitId) -> May {
    if has_shot(war, unit, Shot::Ball) {
        return no("OW-SHOOT-1", |war, order| format!("{} has shot already; once a turn", war.actor_of(order)));
    }
    if war.marked(unit, marks::CHARGED) && chargers_hold_fire() {
        return no("OW-SHOOT-3", |war, order| format!("{} charges this turn and does not shoot", war.actor_of(order)));
    }
    if war.marked(unit, marks::MARCHED) && rule!("OW-SHOOT-3a") {
        return no("OW-SHOOT-3", |war, order| format!("{} moved at the double and may not shoot", war.actor_of(order)));
    }
    if war.own(unit).pursues.is_some() {
        return no("OW-MORALE-13", |war, order| format!("{} pursues this turn and may not shoot", war.actor_of(order)));
    }
    if kind(war, unit).is_heavy_ordnance() && war.marked(unit, marks::MOVED) && rule!("OW-SHOOT-3b") {
        return no("OW-SHOOT-3", |war, order| {
            format!("{} has moved; heavy guns cannot move and shoot in one turn", war.actor_of(order))
        });
    }
    Ok(())
}

/// Whether a unit in contact with an enemy is safe from that shot (OW-SHOOT-3).
pub(crate) fn is_shielded(war: &War, target: UnitId, shot: Shot) -> bool {
    let side = war.side(target);
    let enemy = |hex: Hex| war.field().unit_at(hex).is_some_and(|there| war.side(there) != side);
    let held = |stand: &Hex| stand.neighbors().iter().any(|near| enemy(*near) && contact::meets(war, *stand, *near));
    !shot.is_defensive() && war.field().footprint(target).hexes().iter().any(held) && rule!("OW-SHOOT-3e")
}

/// The shooter's side of a volley as things stand.
pub(crate) fn gunnery(war: &War, shooter: UnitId, shot: Shot) -> Gunnery<'_> {
    let motion = if war.marked(shooter, marks::MOVED) { Motion::Moved } else { Motion::Still };
    gunnery_after(war, shooter, shot, motion)
}

/// The same if it had moved, or not.
fn gunnery_after(war: &War, shooter: UnitId, shot: Shot, motion: Motion) -> Gunnery<'_> {
    Gunnery { war, shooter, from: war.pose(shooter), shot, motion }
}

/// The volley of a unit at another; none where it may not shoot or nobody has the target in sight and arc. Out of
/// range it is empty (OW-SCALE-2).
pub(crate) fn volley(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Volley> {
    let charges = |charge: &&Charge| (charge.unit, charge.target) == (target, shooter) && shot.is_defensive();
    let before = war.state.own.charges.iter().find(charges).map(|charge| charge.before);
    volley_on_the_way(war, shooter, target, shot, before)
}

/// The same at a charger whose leg starts in that pose, if one does: stands bear that have it in arc, sight and range there
/// or where it is now (OW-ASSAULT-9).
pub(crate) fn volley_on_the_way(
    war: &War,
    shooter: UnitId,
    target: UnitId,
    shot: Shot,
    before: Option<Pose>,
) -> Option<Volley> {
    may_shoot(war, shooter, shot).ok()?;
    if is_shielded(war, target, shot) {
        return None;
    }
    let gunnery = gunnery(war, shooter, shot);
    let aims = aims(war, &gunnery, target, before);
    if aims.is_empty() && (measures::may_measure(war) || !gunnery.may_aim(target)) {
        return None;
    }
    Some(aimed_volley(war, &gunnery, target, aims))
}

/// The volley of those who aim at a unit.
fn aimed_volley(war: &War, gunnery: &Gunnery<'_>, target: UnitId, aims: Vec<Aim>) -> Volley {
    let at = war.pose(target);
    let pools = gunnery.pools(&aims, Some((target, &at)), |face| fire_pool(war, gunnery, face));
    Volley { aims, pools }
}

/// The volley of a unit at another as both stand, whatever it has done this turn but for that; none where it has not the
/// arms for it, cannot shoot after that, or nobody has the target in sight, arc and range.
pub(crate) fn supposed_volley(
    war: &War,
    shooter: UnitId,
    target: UnitId,
    shot: Shot,
    motion: Motion,
) -> Option<Volley> {
    let (kind, gunnery) = (kind(war, shooter), gunnery_after(war, shooter, shot, motion));
    let rooted = motion == Motion::Moved && kind.is_heavy_ordnance() && !shot.is_defensive();
    if !has_muskets_or_guns(war, shooter) || rooted || gunnery.range() == 0 {
        return None;
    }
    let aims = with_officer(war, &gunnery, gunnery.aims_by_eye(target, &war.field().footprint(target)));
    if aims.is_empty() { None } else { Some(aimed_volley(war, &gunnery, target, aims)) }
}

/// An empty roll of such fire.
pub(crate) fn fire_pool(war: &War, gunnery: &Gunnery<'_>, face: u8) -> Pool {
    let label = match (gunnery.shot, gunnery.kind().is_guns(), gunnery.shot.load()) {
        (Shot::Defensive(_), ..) => "defensive fire",
        (_, _, Load::Grape) => "grape",
        (_, true, _) => "bombardment",
        _ => "fire",
    };
    dice::pool(war, label, "OW-SHOOT-2", 0, face)
}

/// Everybody of the shooter who has a stand of the target in sight, arc and range, the officer last; where the target stands
/// or, for those who do not have it there, where it came from.
fn aims(war: &War, gunnery: &Gunnery<'_>, target: UnitId, before: Option<Pose>) -> Vec<Aim> {
    let mut aims = gunnery.aims_at(target, &war.field().footprint(target));
    if let Some(before) = before.filter(|before| *before != war.pose(target) && rule!("OW-ASSAULT-9b")) {
        let earlier = gunnery.aims_at(target, &war.field().footprint_at(target, &before));
        let silent = |aim: &Aim| aims.iter().all(|known| (known.hand, known.from) != (aim.hand, aim.from));
        let more: Vec<Aim> = earlier.into_iter().filter(silent).collect();
        aims.extend(more);
    }
    with_officer(war, gunnery, aims)
}

/// The same aims, and that of the commanding officer, who aims as the stand beside him.
pub(crate) fn with_officer(war: &War, gunnery: &Gunnery<'_>, mut aims: Vec<Aim>) -> Vec<Aim> {
    let place = officer_place(war, gunnery);
    let beside = |aim: &&Aim| Some(aim.from) == place && aim.hand == Hand::Front;
    if let Some(aim) = aims.iter().find(beside).copied().filter(|_| rule!("OW-UNIT-11")) {
        aims.push(Aim { hand: Hand::Officer, ..aim });
    }
    aims
}

/// The stand beside which the commanding officer of a battalion shoots: the middle of its front. In a square he is
/// inside.
fn officer_place(war: &War, gunnery: &Gunnery<'_>) -> Option<Hex> {
    let unit = gunnery.shooter;
    let shoots = war.options().officer_fires && gunnery.kind().is_foot() && shape_of(&gunnery.from) != Shape::Square;
    let officer = leaders::officer_of(war, unit).filter(|_| shoots)?;
    let with = war.field().leader(officer) == battle::Perch::With(unit);
    let print = gunnery.war.field().footprint_at(unit, &gunnery.from);
    let near = || print.front().iter().copied().min_by_key(|hex| hex.distance(gunnery.from.anchor));
    if with { near() } else { None }
}

/// Who takes the hits of a volley (OW-HIT-2).
pub(crate) fn exposure_to(war: &War, shooter: UnitId, target: UnitId, shot: Shot, aims: &[Aim]) -> Exposure {
    let mut from: Vec<Hex> = aims.iter().map(|aim| aim.from).collect();
    from.sort_unstable();
    from.dedup();
    hits::exposure(war, target, shooter, &from, gunnery(war, shooter, shot).purpose())
}

/// Carries out a shot: the volley as the shooter's side knows things, hits, saves, losses; and what it gives away.
pub(crate) fn shoot(umpire: &mut Umpire<'_>, shooter: UnitId, target: UnitId, shot: Shot) -> ShotOutcome {
    let was_hidden = umpire.marked(shooter, marks::HIDDEN);
    discovery::reveal(umpire, shooter, FoundBy::Nearness);
    let Some((volley, exposure)) = known_volley(umpire, shooter, target, shot) else { return ShotOutcome::default() };
    note_shot(umpire, shooter, shot);
    if volley.aims.is_empty() {
        umpire.say("{a} shoots at {t} out of range", "OW-SCALE-2", shooter, Some(target));
    }
    let hits = throw_hits(umpire, &volley.pools, shooter, Some(target.into()));
    let outcome = hits::take_hits(umpire, target, shooter, hits, &exposure);
    weakness::test_sudden_loss(umpire, target);
    if was_hidden {
        surprise::surprise(umpire, target, shooter);
    }
    outcome
}

/// A volley and who takes its hits, as the shooter's side knows things: the odds it was shown.
fn known_volley(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> Option<(Volley, Exposure)> {
    let seen = war.seen_by(war.side(shooter));
    let volley = volley(&seen, shooter, target, shot)?;
    let exposure = exposure_to(&seen, shooter, target, shot, &volley.aims);
    Some((volley, exposure))
}

/// Throws the rolls of a volley; their hits together.
pub(crate) fn throw_hits(umpire: &mut Umpire<'_>, pools: &[Pool], shooter: UnitId, against: Option<Object>) -> u8 {
    let throw = Throw { against, ..umpire.by_unit(shooter, None, Why::Hit) };
    let hits: i16 = pools.iter().map(|pool| umpire.throw(pool, throw)).sum();
    hits.clamp(0, i16::from(u8::MAX)) as u8
}

/// What a shot uses up and gives away (OW-SHOOT-1).
pub(crate) fn note_shot(umpire: &mut Umpire<'_>, shooter: UnitId, shot: Shot) {
    let own = umpire.own_mut(shooter);
    own.loud = true;
    if shot.is_defensive() {
        own.fired_at_charge = true;
    } else {
        own.shot = true;
        umpire.mark(shooter, marks::FIRED, true);
    }
    let print = umpire.field().footprint(shooter);
    if print.hexes().iter().any(|hex| umpire.field().ground().terrain(*hex).is_woods()) {
        umpire.mark(shooter, marks::DISCLOSED, true);
    }
}
