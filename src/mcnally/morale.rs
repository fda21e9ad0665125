//! Morale: tests, markers, routs, rallies (MC-MORALE, MC-PANIC, MC-MOVE-24 to 30).

pub(crate) mod away;
pub(crate) mod panic;
pub(crate) mod rally;
pub(crate) mod rout;
pub(crate) mod ways;

use battle::{Die, Obstacle, Pool, Reading, UnitId, rule};
use hexes::{Direction, Hex};

use crate::ground::{self, Cover};
use crate::modifiers::Modifiers;
use crate::modifiers::morale as row;
use crate::profile::{Arms, Profile, Traits};
use crate::space::{self, Aspect, Shape, between, is_foot, is_formed, is_mounted, shape};
use crate::state::Hurdle;
use crate::why::Why;
use crate::{Umpire, War, generals, marks, tables};

/// Whether a unit fights with bayonets or sabres, hatchets or nothing: 2, 1, 0 (MC-STAT-2).
pub(crate) fn grade(war: &War, unit: UnitId) -> i16 {
    let profile = war.profile(unit);
    match () {
        () if !rule!("MC-STAT-2") => 0,
        () if is_mounted(war, unit) => 2,
        () if profile.is_indian() => 1,
        () => grade_of(profile),
    }
}

const fn grade_of(profile: &Profile) -> i16 {
    let given = profile.has(Traits::BAYONETS);
    let regular = matches!(profile.troops, crate::Troops::Regulars) && matches!(profile.arms, Arms::Musket);
    if given || regular { 2 } else { 0 }
}

/// What a test is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A marker, in step 1.
    Marker,
    /// To rally.
    Rally,
    /// To charge those, or to close.
    Charging,
    /// Charged by somebody.
    Charged(UnitId, Aspect),
    /// After a melee, as a charger.
    MeleeWon,
    /// After a melee, as defender.
    MeleeHeld,
    /// To stop falling back.
    Stop,
}

/// Whether a class is asked for charging and melee, or for anything else (MC-SPECIAL-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Usual,
    Fierce,
}

/// The class of a unit for something (MC-SPECIAL-5, MC-MORALE-8).
pub(crate) fn class_for(war: &War, unit: UnitId, mood: Mood) -> i16 {
    let profile = war.profile(unit);
    if !profile.is_indian() || !rule!("MC-SPECIAL-5") {
        return profile.class;
    }
    let wooded = i16::from(ground::in_woods(war, unit));
    let class = profile.class - i16::from(mood == Mood::Fierce) - wooded;
    if rule!("MC-MORALE-8") { class.max(1) } else { class }
}

/// The morale number of a class (MC-MORALE-2).
pub(crate) fn number(war: &War, class: i16) -> i16 {
    let lower = i16::from(war.options().lower_numbers);
    let place = usize::try_from(class - 1).unwrap_or(0).min(4);
    if rule!("MC-MORALE-2") { tables::NUMBERS[place] - lower } else { 7 }
}

/// The nearest enemy that a unit sees (MC-MORALE-5).
pub(crate) fn nearest_enemy(war: &War, unit: UnitId) -> Option<UnitId> {
    let mut near: Vec<(i32, UnitId)> =
        war.enemies(unit).map(|enemy| (war.field().distance(unit, enemy), enemy)).collect();
    near.sort_unstable();
    let sees = |enemy: &UnitId| space::sight::sees_unit(war, unit, *enemy) && rule!("MC-MORALE-5");
    near.into_iter().map(|(_, enemy)| enemy).find(sees)
}

/// Whether formed friends stand close behind or beside a unit.
pub(crate) fn is_supported(war: &War, unit: UnitId) -> bool {
    let helps = |friend: UnitId| {
        friend != unit
            && is_formed(war, friend)
            && !war.marked(friend, marks::ROUTING)
            && between(war, unit, friend) <= tables::SUPPORT
    };
    war.field().present_of(war.side(unit)).any(helps)
}

/// A morale test with its modifiers (MC-MORALE-3, 4).
pub(crate) fn test(war: &War, unit: UnitId, cause: Cause, targets: &[(UnitId, Aspect)], why: Why) -> Pool {
    let fierce = matches!(cause, Cause::Charging | Cause::MeleeWon | Cause::MeleeHeld);
    let mood = if fierce { Mood::Fierce } else { Mood::Usual };
    let number = if rule!("MC-MORALE-3") { number(war, class_for(war, unit, mood)) } else { 10 };
    let mut pool = Pool::new(why.label(), "MC-MORALE-3", 1, Reading::Under(number)).of(Die::D10);
    if !rule!("MC-MORALE-4") {
        return pool;
    }
    let mut mods = Modifiers::default();
    mods.case(&row::GENERAL, usize::try_from(generals::steadies(war, unit) - 1).ok());
    mods.when(&row::SUPPORT, is_supported(war, unit));
    let state = war.field().unit(unit);
    mods.case(&row::LOSSES, quarters_lost(state.full, state.strength).checked_sub(1));
    mods.when(&row::ROUTING, cause == Cause::Rally);
    match cause {
        Cause::Charging => charging(war, unit, targets, &mut mods),
        Cause::Charged(by, aspect) => charged(war, unit, by, aspect, &mut mods),
        Cause::Rally | Cause::Marker | Cause::MeleeHeld | Cause::MeleeWon | Cause::Stop => {
            let enemy = nearest_enemy(war, unit);
            covered(enemy.map_or(Cover::None, |enemy| ground::cover_of(war, enemy, unit)), &mut mods);
        }
    }
    mods.on_each(&mut pool);
    pool
}

/// What a marker's test comes to as a unit stands: the chances that it is held, and that it routs (MC-MORALE-9, 10).
pub(crate) fn unnerved(war: &War, unit: UnitId) -> [f64; 2] {
    let margins = test(war, unit, Cause::Marker, &[], Why::Marker).outcome();
    let routs = margins.at_most(-2);
    [margins.at_most(-1) - routs, routs]
}

/// Full quarters that a unit of so many figures has lost, those that count (MC-MORALE-4).
pub(crate) fn quarters_lost(full: i16, left: i16) -> usize {
    let lost = i32::from(full - left) * 4 / i32::from(full.max(1));
    usize::try_from(lost).unwrap_or(0).min(row::QUARTERS)
}

fn covered(cover: Cover, mods: &mut Modifiers) {
    mods.case(&row::COVER, (cover as usize).checked_sub(1));
}

fn charging(war: &War, unit: UnitId, targets: &[(UnitId, Aspect)], mods: &mut Modifiers) {
    let easy = |(target, aspect): &(UnitId, Aspect)| {
        let weak = war.marked(*target, marks::ROUTING) || shape(war, *target) == Shape::Limbered;
        *aspect != Aspect::Front || weak
    };
    mods.when(&row::EASY, !targets.is_empty() && targets.iter().all(easy));
    let hard = targets.iter().any(|(target, _)| ground::cover_of(war, unit, *target) >= Cover::Hard);
    mods.when(&row::AT_HARD, hard);
    mods.when(&row::PANIC, war.marked(unit, marks::PANIC));
}

fn charged(war: &War, unit: UnitId, by: UnitId, aspect: Aspect, mods: &mut Modifiers) {
    let cover = ground::cover_of(war, by, unit);
    let horse = is_mounted(war, by);
    let close = matches!(shape(war, unit), Shape::Line | Shape::Column) && is_foot(war, unit);
    covered(cover, mods);
    mods.when(&row::BY_FOOT, is_mounted(war, unit) && !horse);
    let loose = shape(war, by) == Shape::Skirmish && !horse;
    mods.when(&row::DEFIES, close && loose && war.options().close_order_defies);
    mods.case(&row::TURNED, (aspect as usize).checked_sub(1).filter(|_| is_formed(war, unit)));
    let open = cover == Cover::None;
    let ridden = horse && open && !is_mounted(war, unit);
    mods.case(&row::BY_HORSE, ridden.then_some(usize::from(!close)));
    let bare = is_foot(war, unit) && grade(war, unit) == 0 && !war.profile(unit).is_indian();
    let steel = !horse && grade(war, by) == 2;
    mods.when(&row::BARE, bare && open && steel);
    mods.when(&row::PANIC, war.marked(unit, marks::PANIC));
}

/// Throws a test: the margin, 0 or more passed; who passes loses its marker (MC-PANIC-3).
pub(crate) fn throw(umpire: &mut Umpire<'_>, unit: UnitId, pool: &Pool, against: Option<UnitId>, why: Why) -> i16 {
    let throw = umpire.by_unit(unit, against, why);
    let margin = umpire.throw(pool, throw);
    if margin >= 0 && rule!("MC-PANIC-3") {
        panic::calm(umpire, unit);
    }
    margin
}

/// The worst that a charger in contact goes over or into: edges between stands in contact, and what these stand on.
pub(crate) fn hurdle(war: &War, by: UnitId, on: UnitId) -> Hurdle {
    let (pose, theirs, ground) = (war.pose(by), space::body(war, on), war.field().ground());
    let over = |stand: Hex, way: Direction| match (ground::of_hex(war, stand + way), ground.edge(stand, way).obstacle) {
        (Cover::Works, _) | (_, Obstacle::Earthwork) => Hurdle::Works,
        (Cover::Hard, _) => Hurdle::Building,
        (_, Obstacle::None | Obstacle::River) => Hurdle::None,
        _ => Hurdle::Obstacle,
    };
    let met = space::touching(war, by, &pose, on).into_iter().flat_map(|stand| {
        let ways = space::fronts(&pose).into_iter().filter(|way| theirs.contains(stand + *way)).collect::<Vec<_>>();
        ways.into_iter().map(move |way| (stand, way))
    });
    met.map(|(stand, way)| over(stand, way)).max().unwrap_or_default()
}
