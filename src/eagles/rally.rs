//! Rally: Strength Points regained (EA-RALLY).

use battle::{Effect, Event, Forecast, Object, Order, Pool, Reading, Role, UnitId, rule};
use rulebook::VerbRow;

use crate::command::{Means, begin_action, may_act, share_of_orders, spend_order};
use crate::forecasts::{chance, full, possible};
use crate::info::RALLY;
use crate::marks;
use crate::space::measure;
use crate::system::Why;
use crate::{Eagles, May, Traits, Umpire, War, has, losses, modifiers, tables, terrain};

pub(crate) const RALLY_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| rulebook::each(RALLY, war.field().present_of(war.state.player), out),
    may: |war, order| {
        let Some(unit) = order.unit() else { return Err(barred!("EA-RALLY-1", "has lost nothing")) };
        may_act(war, unit, Means::Held)?;
        may_rally(war, unit)
    },
    foresee,
    ..VerbRow::new(
        "rally",
        "Rally",
        Role::Rally,
        "EA-RALLY-1",
        "Roll a die to regain Strength Points: one on 4 or 5, two on 6 or more.",
        rally,
    )
};

/// Whether there is anything to rally.
fn may_rally(war: &War, unit: UnitId) -> May {
    if war.strength(unit) >= war.field().unit(unit).full {
        return Err(barred!("EA-RALLY-1", "has lost nothing"));
    }
    if !rule!("EA-RALLY-4") && measure::enemy_within(war, unit, &war.pose(unit), measure::base_width(war)) {
        return Err(barred!("EA-RALLY-4", "cannot rally next to the enemy"));
    }
    Ok(())
}

/// The most Strength Points a Rally can bring a Unit to (EA-RALLY-3).
fn most(war: &War, unit: UnitId) -> i16 {
    let state = war.field().unit(unit);
    let lasting = war.marked(unit, marks::BLOODED) && rule!("EA-RALLY-3");
    let healed = war.options().rally_full && rule!("EA-RES-44");
    if lasting && !healed { state.full - tables::PERMANENT_LOSS } else { state.full }
}

/// The Rally roll of a Unit (EA-RALLY-2).
pub(crate) fn rally_roll(war: &War, unit: UnitId) -> Pool {
    let mut pool = Pool::new("rally", "EA-RALLY-1", 1, Reading::Total);
    let covered = terrain::rally_cover(war, &war.pose(unit)).is_some() && rule!("EA-RALLY-2");
    let led = war.has_leader(unit) && rule!("EA-GEN-3");
    if has(war, unit, Traits::STUBBORN) && rule!("EA-OPT-13") {
        modifiers::STUBBORN.on_result(&mut pool);
    } else if covered && led && war.options().rally_stack && rule!("EA-RES-29") {
        modifiers::COVERED_AND_LED.on_result(&mut pool);
    } else if led {
        modifiers::LED.on_result(&mut pool);
    } else if covered {
        modifiers::COVERED.on_result(&mut pool);
    }
    if has(war, unit, Traits::GUARD) && rule!("EA-OPT-16") {
        modifiers::GUARD.on_result(&mut pool);
    }
    pool
}

/// Strength Points regained by a Rally total (EA-RALLY-1).
pub(crate) fn regained(war: &War, unit: UnitId, total: i16) -> i16 {
    let place = usize::try_from(total).unwrap_or_default().min(tables::RALLY.len() - 1);
    let room = most(war, unit) - war.strength(unit);
    if rule!("EA-RALLY-1") { tables::RALLY[place].min(room) } else { 0 }
}

/// Carries out a Rally; it forbids no fire later in the turn (EA-RALLY-4).
fn rally(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    begin_action(umpire);
    spend_order(umpire, unit);
    let roll = rally_roll(umpire, unit);
    let total = umpire.throw(&roll, umpire.by_unit(unit, None, Why::Rally));
    let gained = regained(umpire, unit, total);
    let from = umpire.strength(unit);
    if gained > 0 {
        umpire.emit(Event::Strength { unit, from, to: from + gained, cause: "rally", clause: "EA-RALLY-1" });
        losses::mark_strength(umpire, unit);
    }
}

/// What a Rally may bring (EA-AI-12).
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let roll = rally_roll(war, unit);
    let gains = roll.outcome().map(|total| i32::from(regained(war, unit, total as i16)));
    let results = possible(vec![
        chance("nothing", gains.chance(0)),
        chance("regains 1 SP", gains.chance(1)),
        chance("regains 2 SP", gains.chance(2)),
    ]);
    let (recovers, succeeds) = (gains.mean() / full(war, unit), gains.at_least(1));
    let (recovers, succeeds) = if rule!("EA-AI-12") { (recovers, succeeds) } else { (0.0, 0.0) };
    let effect = Effect { recovers, succeeds, spends: share_of_orders(war, unit, 1), ..Effect::default() };
    Forecast { rolls: vec![roll.shown(Some(Object::Unit(unit)))], results, effect, ..Forecast::default() }
}
