//! Who bears on whom with how many figures (MC-HEX-2, 3, MC-FIRE-4 to 9, 12 to 14, MC-ART-1, 2).

use battle::{UnitId, rule};
use hexes::Hex;
use rulebook::Modifier;

use crate::modifiers::fire as row;
use crate::modifiers::{Given, Modifiers};
use crate::profile::{Arms, Nation, Troops};
use crate::space::{self, Aspect, Shape, body, in_arc, inches, is_foot, is_mounted, is_without_guns, shape, sight};
use crate::{War, ground, losses, marks, tables};

/// One unit's fire at another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) by: UnitId,
    pub(crate) on: UnitId,
    /// Figures, every halving done.
    pub(crate) figures: i16,
    /// Stands or guns that fire, by bits.
    pub(crate) bits: u32,
    /// Modifiers by name.
    pub(crate) mods: Vec<Given>,
}

/// What a shot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// In step 5.
    Own,
    /// In a step 5 to come, whatever it has done this turn.
    Coming,
    /// At a charger, at 2 inches (MC-CHARGE-9).
    Volley,
    /// The same by a unit that failed its test by 1 (MC-CHARGE-10).
    Ragged,
}

/// The arms of a unit as it is (MC-STAT-2).
pub(crate) fn arms(war: &War, unit: UnitId) -> Arms {
    let profile = war.profile(unit);
    match profile.troops {
        Troops::Horse if !is_mounted(war, unit) => Arms::Musket,
        Troops::Guns if shape(war, unit) != Shape::Battery => Arms::None,
        Troops::Guns if is_without_guns(war, unit) => Arms::None,
        _ => profile.arms,
    }
}

/// The enemy stand that a stand bears on, with its distance in inches: in arc, in range, in sight.
fn bears(war: &War, by: UnitId, stand: Hex, on: UnitId) -> Option<(i32, Hex)> {
    let (facing, range) = (war.pose(by).facing, tables::range(arms(war, by)));
    let all_round = matches!(shape(war, by), Shape::Skirmish | Shape::Garrison) && rule!("MC-FIRE-4");
    let near = |hex: &Hex| {
        let far = inches(war, stand.distance(*hex));
        let bearing = all_round || in_arc(facing, stand, *hex) || !rule!("MC-HEX-2");
        ((far <= range || !rule!("MC-FIRE-9")) && bearing).then_some((far, *hex))
    };
    let mut targets: Vec<(i32, Hex)> = body(war, on).hexes().iter().filter_map(near).collect();
    targets.sort_unstable();
    let over = arms(war, by) == Arms::Guns && war.options().overhead_fire && rule!("MC-ART-5");
    let sees = |hex: Hex| sight::sees(war, stand, hex) || (over && sight::sees_over(war, stand, hex));
    targets.into_iter().find(|(_, hex)| sees(*hex) || !rule!("MC-FIRE-5"))
}

/// What stands of a unit could fire now: places in its footprint.
fn ready(war: &War, by: UnitId, manner: Manner) -> Vec<usize> {
    let print = body(war, by);
    let used = if manner == Manner::Own { war.own(by).fired } else { 0 };
    let count = match shape(war, by) {
        Shape::Skirmish => print.hexes().len(),
        _ => print.front().len(),
    };
    (0..count).filter(|place| used & (1 << place) == 0).collect()
}

/// Figures of so many stands.
fn figures_of(war: &War, by: UnitId, stands: usize) -> i16 {
    let each = if rule!("MC-FIRE-14") { losses::per_stand(war, by) } else { 1 };
    (each * stands as i16).min(war.strength(by))
}

/// Figures behind so many files that fire (MC-FIRE-6).
fn ranked(war: &War, by: UnitId, files: usize) -> i16 {
    let deep = is_foot(war, by) && matches!(shape(war, by), Shape::Line | Shape::Open);
    let (front, all) = (body(war, by).front().len(), body(war, by).hexes().len());
    if !(deep && rule!("MC-FIRE-6")) {
        return figures_of(war, by, files);
    }
    let deep = all.div_ceil(front.max(1)).min(2);
    figures_of(war, by, if files == front { all } else { (deep * files).min(all) })
}

/// What a gun counts (MC-ART-1, 2).
fn gun(war: &War, by: UnitId, place: usize) -> i16 {
    let crew = war.own(by).crews.get(place).copied().unwrap_or(0);
    let (full, counts) = (losses::per_stand(war, by), tables::equivalent(war.profile(by).gun));
    match crew {
        0 => 0,
        _ if !rule!("MC-ART-1") => full,
        crew if 2 * crew < full && rule!("MC-ART-2") => counts / 2,
        _ => counts,
    }
}

const fn up(figures: i16) -> i16 {
    (figures + 1) / 2
}

/// The figures after every halving (MC-FIRE-12).
fn halved(war: &War, by: UnitId, figures: i16, manner: Manner) -> i16 {
    let mut left = figures;
    if !rule!("MC-FIRE-12") {
        return left;
    }
    let own = manner == Manner::Own;
    if own && war.own(by).light_move {
        left = up(left);
    }
    if own && war.marked(by, marks::HELD) {
        left = up(left);
    }
    if is_mounted(war, by) && war.options().half_carbines {
        left = up(left);
    }
    if war.marked(by, marks::REFORMING) && (war.own(by).rallied || !rule!("MC-STAT-6")) {
        left /= 2;
    }
    if manner == Manner::Ragged {
        left = if is_foot(war, by) && rule!("MC-CHARGE-10") { left / 2 } else { up(left) };
    }
    left
}

/// The shot of a unit at an enemy as both stand; none where it has none.
pub(crate) fn shot(war: &War, by: UnitId, on: UnitId, manner: Manner) -> Option<Shot> {
    let arms = arms(war, by);
    let green = war.profile(by).class >= 4
        && (manner == Manner::Ragged || (manner == Manner::Own && war.marked(by, marks::HELD)));
    if arms == Arms::None || green || (war.marked(by, marks::ROUTING) && rule!("MC-MORALE-13")) {
        return None;
    }
    let print = body(war, by);
    let aimed: Vec<(usize, (i32, Hex))> = ready(war, by, manner)
        .into_iter()
        .filter_map(|place| Some((place, bears(war, by, print.hexes()[place], on)?)))
        .collect();
    if shape(war, by) == Shape::Battery {
        return aimed.into_iter().find_map(|(place, found)| gun_shot(war, by, on, manner, (place, found)));
    }
    let (_, (nearest, target)) = *aimed.iter().min_by_key(|(_, found)| *found)?;
    let whole = !war.options().file_fires && rule!("MC-HEX-3");
    let one_target = if rule!("MC-FIRE-7") { u32::MAX } else { 0 };
    let (figures, bits) = match shape(war, by) {
        Shape::Skirmish | Shape::Garrison => {
            let bits = aimed.iter().fold(0, |bits, (place, _)| bits | 1_u32 << place);
            (figures_of(war, by, aimed.len()), if rule!("MC-SKIRM-9") { bits } else { u32::MAX })
        }
        _ => (ranked(war, by, if whole { print.front().len() } else { aimed.len() }), one_target),
    };
    let figures = halved(war, by, figures, manner);
    let far = range_of(manner, nearest);
    let firing: Vec<Hex> = aimed.iter().map(|(place, _)| print.hexes()[*place]).collect();
    let mods = modifiers(war, by, on, far, &firing, target);
    (figures > 0).then_some(Shot { by, on, figures, bits, mods })
}

/// Inches that count for a shot: a volley at a charger is fired at 2 inches (MC-CHARGE-9).
const fn range_of(manner: Manner, far: i32) -> i32 {
    if matches!(manner, Manner::Own | Manner::Coming) { far } else { tables::WAKES }
}

/// The shot of one gun at the stand that it bears on, by its own range, arc and cover; none where nobody serves it.
fn gun_shot(
    war: &War,
    by: UnitId,
    on: UnitId,
    manner: Manner,
    (place, (far, target)): (usize, (i32, Hex)),
) -> Option<Shot> {
    let figures = halved(war, by, gun(war, by, place), manner);
    let mods = modifiers(war, by, on, range_of(manner, far), &body(war, by).hexes()[place..=place], target);
    (figures > 0).then_some(Shot { by, on, figures, bits: 1 << place, mods })
}

/// The shots of a whole unit at an enemy, as in a volley at a charger: of guns one each (MC-ART-3, 7).
pub(crate) fn volley(war: &War, by: UnitId, on: UnitId, manner: Manner) -> Vec<Shot> {
    let Some(first) = shot(war, by, on, manner) else { return Vec::new() };
    if shape(war, by) != Shape::Battery || !rule!("MC-ART-7") {
        return vec![first];
    }
    let print = body(war, by);
    let one = |place: usize| {
        let found = bears(war, by, print.hexes()[place], on)?;
        gun_shot(war, by, on, manner, (place, found))
    };
    (0..print.hexes().len()).filter_map(one).collect()
}

/// The modifier for the range (MC-FIRE-10).
fn of_range(arms: Arms, far: i32) -> Option<&'static Modifier> {
    match arms {
        Arms::Guns if far <= tables::CANISTER => Some(&row::CANISTER),
        Arms::Guns if far <= tables::ROUND_SHOT => Some(&row::ROUND_SHOT),
        Arms::Guns => Some(&row::FAR_GUNS),
        _ if far <= tables::CLOSE => Some(&row::CLOSE),
        _ if 2 * far > tables::range(arms) => Some(&row::FAR),
        _ => None,
    }
}

/// The modifiers of a shot (MC-FIRE-10).
fn modifiers(war: &War, by: UnitId, on: UnitId, far: i32, firing: &[Hex], target: Hex) -> Vec<Given> {
    let ours = war.profile(by);
    let mut mods = Modifiers::default();
    if let Some(row) = of_range(arms(war, by), far) {
        mods.when(row, true);
    }
    let now = shape(war, by);
    let drilled = ours.nation == Nation::British && ours.troops == Troops::Regulars && now == Shape::Line;
    mods.when(&row::BRITISH, drilled);
    mods.when(&row::UNTRAINED, ours.troops == Troops::Militia || ours.is_indian());
    mods.when(&row::IN_COLUMN, now == Shape::Column);
    let nearest = firing.iter().copied().min_by_key(|hex| hex.distance(target)).unwrap_or(target);
    let cover = (ground::cover(war, nearest, target) as usize).checked_sub(1);
    if let Some(row) = cover.map(|place| row::COVERS[place]) {
        mods.when(row, true);
    }
    let theirs = shape(war, on);
    mods.when(&row::AT_OPEN, matches!(theirs, Shape::Open | Shape::Battery));
    mods.when(&row::AT_SKIRMISH, theirs == Shape::Skirmish);
    let horse = is_mounted(war, on) && space::is_formed(war, on);
    mods.when(&row::DEEP, horse || matches!(theirs, Shape::Column | Shape::Limbered));
    mods.when(&row::FLANK, space::aspect(war, on, firing) != Aspect::Front);
    mods.0
}
