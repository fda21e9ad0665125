//! Aiming: weapons, ranges, the pair of stands that counts, faces (OTH-FIRE-1, 2, 15, OTH-GEO-6 to 9, OTH-ART-7, 10).

use battle::{Footprint, Pose, UnitId, rule};
use hexes::Hex;

use crate::info::DEFENCE;
use crate::profile::{Arms, Gun, Kind, Traits};
use crate::space::{self, Aspect, Shape, aspect, body, face_of, in_arc, shape_of, sight};
use crate::{War, contacts, ground::towns, tables};

/// How a unit fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// As it stands.
    Plain,
    /// After a wheel of 60 degrees to the left.
    Left,
    /// To the right.
    Right,
    /// With its rifle screen.
    Screen,
}

impl Aim {
    /// What the number of an order stands for.
    pub(crate) fn of(number: Option<i16>) -> Option<Aim> {
        match number {
            None => Some(Aim::Plain),
            Some(1) => Some(Aim::Left),
            Some(2) => Some(Aim::Right),
            Some(3) => Some(Aim::Screen),
            Some(_) => None,
        }
    }
}

/// What is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weapon {
    Small(Arms),
    Screen,
    Guns(Gun),
}

impl Weapon {
    /// Inches of short and maximum range.
    pub(crate) fn ranges(self) -> [i32; 2] {
        match self {
            Weapon::Small(arms) if rule!("OTH-FIRE-1") => tables::ranges(arms),
            Weapon::Screen => tables::ranges(Arms::Rifle),
            Weapon::Guns(gun) if rule!("OTH-ART-1") => {
                let [_, short, most] = tables::gun_ranges(gun);
                [short, most]
            }
            _ => [0, 0],
        }
    }
}

/// One attack by fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) by: UnitId,
    pub(crate) on: UnitId,
    pub(crate) weapon: Weapon,
    /// How the firer stands.
    pub(crate) pose: Pose,
    pub(crate) aim: Aim,
    /// The stands that count.
    pub(crate) from: Hex,
    pub(crate) to: Hex,
    pub(crate) inches: i32,
    pub(crate) aspect: Aspect,
    /// The face it goes through.
    pub(crate) face: Option<u8>,
    /// Friends it passes over.
    pub(crate) over: Vec<UnitId>,
}

/// The ways of firing that a unit has beside the plain one, by number.
pub(crate) fn ways_to_aim(war: &War, unit: UnitId) -> &'static [i16] {
    let (profile, shape) = (war.profile(unit), space::shape(war, unit));
    let screened = matches!(shape, Shape::Line | Shape::Attack | Shape::Companies);
    match () {
        () if shape == Shape::Battery && !contacts::is_engaged(war, unit) && rule!("OTH-ART-7") => &[1, 2],
        () if profile.has(Traits::RIFLE_SCREEN) && screened && rule!("OTH-FIRE-9") => &[3],
        () => &[],
    }
}

/// What a unit fires with in its shape; nothing where it cannot fire (OTH-FIRE-2f, 15, OTH-ART-3).
pub(crate) fn weapon(war: &War, unit: UnitId, aim: Aim) -> Option<Weapon> {
    let (profile, shape) = (war.profile(unit), space::shape(war, unit));
    if aim == Aim::Screen {
        return Some(Weapon::Screen);
    }
    match profile.kind {
        Kind::FootArtillery | Kind::HorseArtillery => {
            let ready = shape == Shape::Battery || !rule!("OTH-ART-3");
            ready.then_some(Weapon::Guns(profile.gun))
        }
        Kind::Infantry => {
            let ready = shape != Shape::March && (shape != Shape::Garrison || rule!("OTH-BUA-3"));
            ready.then_some(Weapon::Small(profile.arms))
        }
        Kind::Cavalry => {
            let loose = shape.is_loose() && profile.has(Traits::IRREGULAR);
            let carbines = profile.has(Traits::CARBINE_FIRE) && (shape.is_loose() || shape == Shape::Line);
            let armed = profile.arms != Arms::None && (loose || carbines || !rule!("OTH-FIRE-15"));
            armed.then_some(Weapon::Small(profile.arms))
        }
    }
}

/// How a unit stands that aims so.
fn stance(war: &War, unit: UnitId, aim: Aim) -> Pose {
    let pose = war.pose(unit);
    match aim {
        Aim::Left => pose.facing(pose.facing.rotate(-1)),
        Aim::Right => pose.facing(pose.facing.rotate(1)),
        Aim::Plain | Aim::Screen => pose,
    }
}

/// The stands of a unit that fire.
pub(crate) fn firing(print: &Footprint, shape: Shape) -> &[Hex] {
    let all = matches!(shape, Shape::Skirmish | Shape::Battery | Shape::Square | Shape::Garrison);
    if all { print.hexes() } else { print.front() }
}

/// Faces of a unit that have fired, those of the whole garrison together.
pub(crate) fn spent_faces(war: &War, unit: UnitId) -> u8 {
    let with = towns::held(war, unit).map(|patch| towns::garrison(war, patch)).unwrap_or_else(|| vec![unit]);
    with.into_iter().fold(0, |faces, unit| faces | war.own(unit).faces)
}

/// Whether fire may go over those friends: from a higher hex, and each of them over 6 inches from the target, in the
/// last fire step alone (OTH-ART-10).
fn may_fly(war: &War, from: Hex, on: UnitId, over: &[UnitId]) -> bool {
    let ground = war.field().ground();
    let lower = |unit: &UnitId| {
        let highest = war.field().footprint(*unit).hexes().iter().map(|hex| ground.elevation(*hex)).max();
        highest.is_some_and(|level| level < ground.elevation(from))
    };
    let far = |unit: &UnitId| space::between(war, *unit, on) > tables::NEAR;
    (war.phase() != DEFENCE || !rule!("OTH-ART-10b"))
        && over.iter().all(|unit| lower(unit) && far(unit))
        && rule!("OTH-ART-10a")
}

/// The shot of a unit at another; none where no stand bears.
pub(crate) fn shot(war: &War, by: UnitId, on: UnitId, aim: Aim) -> Option<Shot> {
    let weapon = weapon(war, by, aim)?;
    let pose = stance(war, by, aim);
    if pose != war.pose(by) && !crate::movement::room::may_end(war, by, &pose) {
        return None;
    }
    let (own, theirs) = (space::body_at(war, by, &pose), body(war, on));
    let (shape, at) = (shape_of(&pose), war.pose(on));
    let [short, most] = weapon.ranges();
    let touching = contacts::between(war, by, on).is_some();
    let limit = if war.phase() == DEFENCE && !touching && rule!("OTH-FIRE-6d") { short } else { most };
    let faces = spent_faces(war, by);
    let face = |to: Hex| face_of(war, by, &pose, if touching && rule!("OTH-FIRE-6b") { at.anchor } else { to });
    let mut best: Option<((i32, Aspect, usize, usize), Shot)> = None;
    for (place, from) in firing(&own, shape).iter().enumerate() {
        for (other, to) in theirs.hexes().iter().enumerate() {
            let inches = if touching && rule!("OTH-FIRE-6e") { 1 } else { space::inches(war, from.distance(*to)) };
            let side = aspect(&at, *to, *from);
            let key = (inches, side, place, other);
            if inches > limit || best.as_ref().is_some_and(|(known, _)| *known <= key) {
                continue;
            }
            let face = face(*to);
            let fresh = face.is_none_or(|face| faces & (1 << face) == 0);
            let bears = face.is_some() || in_arc(shape, pose.facing, *to - *from);
            if !fresh || !bears || (touching && from.distance(*to) > 1) {
                continue;
            }
            let Some(over) = line_of_fire(war, (by, *from), (on, *to), weapon) else { continue };
            let shot = Shot { by, on, weapon, pose, aim, from: *from, to: *to, inches, aspect: side, face, over };
            if best.is_none() || rule!("OTH-GEO-9") {
                best = Some((key, shot));
            }
        }
    }
    best.map(|(_, shot)| shot)
}

/// The friends that a line passes over; none where it is blocked.
fn line_of_fire(war: &War, (by, from): (UnitId, Hex), (on, to): (UnitId, Hex), weapon: Weapon) -> Option<Vec<UnitId>> {
    if sight::fire_goes(war, from, to, [by, on]) {
        return Some(Vec::new());
    }
    if !matches!(weapon, Weapon::Guns(_)) {
        return None;
    }
    let over = sight::flown_over(war, from, to, [by, on])?;
    (!over.is_empty() && may_fly(war, from, on, &over)).then_some(over)
}
