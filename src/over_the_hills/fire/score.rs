//! The score of a shot: share and every modifier (OTH-FIRE-2 to 5, 10 to 16, OTH-ART-2 to 7).

use battle::{Die, Pool, Reading, RollKind, UnitId, rule};

use super::aim::{Aim, Shot, Weapon};
use crate::fatigue::{self, Status};
use crate::ground::cover::{self, Cover};
use crate::ground::towns;
use crate::modifiers::{self, modifier};
use crate::profile::{Class, Gun, Traits, Walls, Weight};
use crate::space::{Aspect, Shape, rakes, shape};
use crate::state::Once;
use crate::why::Why;
use crate::{War, contacts, marks, tables};

/// How a volley is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Plain,
    /// By a unit that failed to stand (OTH-MORALE-6).
    Ragged,
    /// As part of a Grand Battery (OTH-ART-11).
    Massed,
}

/// So many hundredths of a score, rounded up (OTH-FIRE-4).
pub(crate) fn share(score: i16, hundredths: i16) -> i16 {
    (score * hundredths + 99).div_euclid(100)
}

/// Whether a die above the score misses in the last row of the hit table (OTH-FIRE-4).
pub(crate) fn is_strict(war: &War) -> bool {
    war.options().strict_row && rule!("OTH-FIRE-4")
}

/// The roll of a score against the hit table (OTH-FIRE-3).
pub(crate) fn table(strict: bool, why: Why, clause: &'static str, score: i16) -> Pool {
    let charts = if strict { &tables::STRICT } else { &tables::HITS };
    let dice = i16::from(rule!("OTH-FIRE-3"));
    Pool::new(why.label(), clause, dice, Reading::Score(score, charts)).of(Die::D10).as_kind(RollKind::Hits)
}

/// The sum of the scores of those who hold the same built-up area.
pub(crate) fn garrison_score(war: &War, unit: UnitId) -> i16 {
    let with = towns::held(war, unit).map(|patch| towns::garrison(war, patch)).unwrap_or_else(|| vec![unit]);
    with.into_iter().map(|unit| fatigue::score(war, unit)).sum()
}

/// What the faces of a garrison that have acted leave less of its score for the others.
pub(crate) fn spent(war: &War, acted: u32) -> i16 {
    if war.options().shared_faces { tables::FACE * acted as i16 } else { 0 }
}

/// What acts through a face of a garrison of the score that it has left (OTH-BUA-2).
pub(crate) fn through(left: i16) -> i16 {
    if rule!("OTH-BUA-2") { left.clamp(0, tables::FACE) } else { left }
}

/// What a unit has of its score to fire with (OTH-FIRE-2).
fn base(war: &War, shot: &Shot) -> i16 {
    let score = fatigue::score(war, shot.by);
    if shot.weapon == Weapon::Screen {
        return share(score, 25);
    }
    match shape(war, shot.by) {
        _ if !rule!("OTH-FIRE-2") => score,
        Shape::Attack => share(score, 50),
        Shape::Companies if !war.profile(shot.by).kind.is_cavalry() => share(score, 25),
        Shape::Square => (score + tables::FACES - 1).div_euclid(tables::FACES),
        Shape::Garrison => {
            let acted = super::aim::spent_faces(war, shot.by).count_ones();
            through(garrison_score(war, shot.by) - spent(war, acted))
        }
        _ => score,
    }
}

/// The roll of a shot.
pub(crate) fn pool(war: &War, shot: &Shot, manner: Manner) -> Pool {
    let mut pool = table(is_strict(war), Why::Fire, "OTH-FIRE-4", base(war, shot));
    match shot.weapon {
        Weapon::Guns(gun) if rule!("OTH-ART-2") => {
            guns(war, shot, gun, manner, &mut pool);
            if is_canister(shot, gun) && rule!("OTH-ART-4a") {
                modifier!("OTH-ART-4").on_result(&mut pool);
            }
        }
        Weapon::Small(_) | Weapon::Screen if rule!("OTH-FIRE-16") => small_arms(war, shot, manner, &mut pool),
        _ => {}
    }
    pool
}

/// Whether a target has moved far, or is cavalry in contact.
fn is_fleeting(war: &War, unit: UnitId) -> bool {
    let rides = war.profile(unit).kind.is_cavalry() && contacts::is_engaged(war, unit);
    war.own(unit).inches > tables::FAST || rides
}

/// Whether a shot counts the flank: beside enfilade by the usual reading alone (OTH-GEO-10).
fn flanks(war: &War, shot: &Shot) -> (bool, bool) {
    let raked = shot.aspect == Aspect::Flank && rakes(&war.pose(shot.on), war.stands(shot.on), shot.to, shot.from);
    let flanked = shot.aspect != Aspect::Front;
    (flanked && (!raked || war.options().enfilade_stacks), raked)
}

/// Skirmish classes held against each other: only of foot, and not in houses (OTH-FIRE-11).
fn classes(war: &War, shot: &Shot) -> std::cmp::Ordering {
    let open = |unit: UnitId| {
        let walled = shape(war, unit) == Shape::Garrison && rule!("OTH-FIRE-11b");
        war.profile(unit).kind.is_foot() && !walled
    };
    if !open(shot.by) || !open(shot.on) || !rule!("OTH-FIRE-11a") {
        return std::cmp::Ordering::Equal;
    }
    war.profile(shot.on).class.cmp(&war.profile(shot.by).class)
}

/// Whether riflemen skirmish: with rifles in loose order, or a screen (OTH-FIRE-12).
fn are_rifle_skirmishers(war: &War, shot: &Shot) -> bool {
    let loose = war.profile(shot.by).has(Traits::RIFLES) && shape(war, shot.by).is_loose();
    (loose || shot.weapon == Weapon::Screen) && rule!("OTH-FIRE-12")
}

fn small_arms(war: &War, shot: &Shot, manner: Manner, pool: &mut Pool) {
    let (own, theirs) = (war.profile(shot.by), war.profile(shot.on));
    let (by, on) = (shape(war, shot.by), shape(war, shot.on));
    let close = shot.inches <= tables::CLOSE;
    let mut add = |given: bool, row| modifiers::add(pool, given, row);
    add(own.has(Traits::GOOD_SHOT) && rule!("OTH-FIRE-M1"), modifier!("OTH-FIRE-M1"));
    let first = is_first(war, shot) && (manner != Manner::Ragged || rule!("OTH-FIRE-10b"));
    add(first && close && rule!("OTH-FIRE-M2"), modifier!("OTH-FIRE-M2"));
    let massed = matches!(on, Shape::March | Shape::Square);
    add(massed && rule!("OTH-FIRE-M3"), modifier!("OTH-FIRE-M3"));
    add(close && rule!("OTH-FIRE-M4"), modifier!("OTH-FIRE-M4"));
    let (flanked, raked) = flanks(war, shot);
    add(flanked && rule!("OTH-FIRE-M5"), modifier!("OTH-FIRE-M5"));
    let classes = classes(war, shot);
    add(classes.is_gt() && !close && rule!("OTH-FIRE-M6"), modifier!("OTH-FIRE-M6"));
    let rifles = are_rifle_skirmishers(war, shot);
    add(rifles && own.class <= Class::B && rule!("OTH-FIRE-M7"), modifier!("OTH-FIRE-M7"));
    let poor = theirs.kind.is_foot() && theirs.class >= Class::C;
    add(rifles && own.class == Class::C && poor && rule!("OTH-FIRE-M8"), modifier!("OTH-FIRE-M8"));
    add(raked && rule!("OTH-FIRE-M9"), modifier!("OTH-FIRE-M9"));
    add(by == Shape::Skirmish && rule!("OTH-FIRE-M10"), modifier!("OTH-FIRE-M10"));
    add(!close && rule!("OTH-FIRE-M11"), modifier!("OTH-FIRE-M11"));
    add(classes.is_lt() && close && rule!("OTH-FIRE-M12"), modifier!("OTH-FIRE-M12"));
    let cover = cover::of(war, shot.by, shot.on, shot.from, shot.to);
    add(cover == Cover::Covered && rule!("OTH-FIRE-M13"), modifier!("OTH-FIRE-M13"));
    add(cover == Cover::Obscured && rule!("OTH-FIRE-M14"), modifier!("OTH-FIRE-M14"));
    add(manner == Manner::Ragged && rule!("OTH-FIRE-M15"), modifier!("OTH-FIRE-M15"));
    let walls = |walls: Walls| cover == Cover::Town(walls) && rule!("OTH-BUA-4");
    add(walls(Walls::Wooden) && rule!("OTH-FIRE-M16"), modifier!("OTH-FIRE-M16"));
    add(walls(Walls::Brick) && rule!("OTH-FIRE-M17"), modifier!("OTH-FIRE-M17"));
    add(walls(Walls::Stone) && rule!("OTH-FIRE-M18"), modifier!("OTH-FIRE-M18"));
    add(walls(Walls::Fortified) && rule!("OTH-FIRE-M19"), modifier!("OTH-FIRE-M19"));
    add(on == Shape::Skirmish && rule!("OTH-FIRE-M20"), modifier!("OTH-FIRE-M20"));
    let plated = theirs.kind.is_cavalry() && theirs.weight == Weight::Cuirassier;
    add(plated && !close && rule!("OTH-FIRE-M21"), modifier!("OTH-FIRE-M21"));
    add(is_fleeting(war, shot.on) && rule!("OTH-FIRE-M22"), modifier!("OTH-FIRE-M22"));
    let shaky = fatigue::status(war, shot.by) != Status::Steady;
    add(shaky && rule!("OTH-FIRE-M23"), modifier!("OTH-FIRE-M23"));
    add(war.marked(shot.on, marks::DOWN) && rule!("OTH-FIRE-M24"), modifier!("OTH-FIRE-M24"));
    add(own.has(Traits::POOR_SHOT) && rule!("OTH-FIRE-M25"), modifier!("OTH-FIRE-M25"));
    if shot.inches > shot.weapon.ranges()[0] && rule!("OTH-FIRE-5") {
        pool.at_most("over short range", 1, "OTH-FIRE-5");
    }
}

/// Whether it is the first volley of the battle, from line or attack column (OTH-FIRE-10).
fn is_first(war: &War, shot: &Shot) -> bool {
    let formed = matches!(shape(war, shot.by), Shape::Line | Shape::Attack);
    formed && war.own(shot.by).volley == Once::Open && shot.weapon != Weapon::Screen
}

/// Whether a gun fires canister (OTH-ART-4).
pub(crate) fn is_canister(shot: &Shot, gun: Gun) -> bool {
    shot.inches <= tables::gun_ranges(gun)[0] && (shot.over.is_empty() || !rule!("OTH-ART-4b"))
}

fn guns(war: &War, shot: &Shot, gun: Gun, manner: Manner, pool: &mut Pool) {
    let (on, kind) = (shape(war, shot.on), war.profile(shot.on).kind);
    let canister = is_canister(shot, gun);
    let short = shot.inches <= shot.weapon.ranges()[0];
    let mut add = |given: bool, row| modifiers::add(pool, given, row);
    let dense = on == Shape::Companies && kind.is_foot() && rule!("OTH-ART-5");
    add((on == Shape::Square || dense) && rule!("OTH-ART-M1"), modifier!("OTH-ART-M1"));
    add(on.is_column() && !dense && rule!("OTH-ART-M2"), modifier!("OTH-ART-M2"));
    add(short && rule!("OTH-ART-M3"), modifier!("OTH-ART-M3"));
    let close = shot.inches <= tables::CLOSE;
    add(canister && close && rule!("OTH-ART-M4"), modifier!("OTH-ART-M4"));
    add(manner == Manner::Massed && rule!("OTH-ART-M5"), modifier!("OTH-ART-M5"));
    let (flanked, raked) = flanks(war, shot);
    add(flanked && rule!("OTH-ART-M6"), modifier!("OTH-ART-M6"));
    add(raked && rule!("OTH-ART-M7"), modifier!("OTH-ART-M7"));
    let cover = cover::of(war, shot.by, shot.on, shot.from, shot.to);
    add(cover == Cover::Covered && rule!("OTH-ART-M8"), modifier!("OTH-ART-M8"));
    add(cover == Cover::Obscured && rule!("OTH-ART-M9"), modifier!("OTH-ART-M9"));
    let walls = |walls: Walls| cover == Cover::Town(walls);
    add(walls(Walls::Wooden) && rule!("OTH-ART-M10"), modifier!("OTH-ART-M10"));
    add(walls(Walls::Brick) && rule!("OTH-ART-M11"), modifier!("OTH-ART-M11"));
    add(walls(Walls::Stone) && rule!("OTH-ART-M12"), modifier!("OTH-ART-M12"));
    add(walls(Walls::Fortified) && rule!("OTH-ART-M13"), modifier!("OTH-ART-M13"));
    add(is_fleeting(war, shot.on) && rule!("OTH-ART-M14"), modifier!("OTH-ART-M14"));
    add(war.marked(shot.on, marks::DOWN) && rule!("OTH-ART-M15"), modifier!("OTH-ART-M15"));
    let shaky = fatigue::status(war, shot.by) != Status::Steady;
    add(shaky && rule!("OTH-ART-M16"), modifier!("OTH-ART-M16"));
    let new = war.own(shot.by).aim != Some(shot.on) && rule!("OTH-ART-6a");
    add(new && rule!("OTH-ART-M17"), modifier!("OTH-ART-M17"));
    let wheeled = matches!(shot.aim, Aim::Left | Aim::Right);
    add(wheeled && rule!("OTH-ART-M18"), modifier!("OTH-ART-M18"));
    add(manner == Manner::Ragged, modifier!("OTH-FIRE-M15"));
    if !short {
        pool.at_most("over short range", war.options().arty_long_cap, "OTH-FIRE-5");
    }
}

/// The roll of a battalion gun at the target of its parent: no hit of itself by canister (OTH-ART-9).
pub(crate) fn battalion_gun(war: &War, shot: &Shot) -> Pool {
    let mut pool = table(is_strict(war), Why::Gun, "OTH-ART-9", war.options().battalion_gun);
    guns(war, shot, Gun::Light, Manner::Plain, &mut pool);
    pool.at_most("one gun", 1, "OTH-ART-9");
    pool
}
