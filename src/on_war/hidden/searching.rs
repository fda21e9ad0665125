//! The search for hidden units (OW-HIDDEN-5, OW-HIDDEN-6).

use battle::{Forecast, Order, Pool, Reading, Role, UnitId, rule};
use rulebook::no;

use crate::hidden::discovery::{self, FoundBy};
use crate::info::SEARCH;
use crate::marks;
use crate::measures::{self, actor};
use crate::morale::checks;
use crate::sight::concealment;
use crate::state::Why;
use crate::{May, Umpire, VerbRow, War, dice, tables};

pub(crate) const SEARCH_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(SEARCH, war.field().present_of(war.state.player), out),
    may: may_search,
    foresee,
    ..VerbRow::new(
        "search",
        "Search",
        Role::Search,
        "OW-HIDDEN-5",
        "Look for hidden enemies near the unit; what is found this way does not surprise.",
        search,
    )
};

/// The roll of a search: two dice no higher than initiative, or a motivation roll by that option.
pub(crate) fn search_pool(war: &War, unit: UnitId) -> Pool {
    if war.options().discovery_by_motivation {
        return checks::motivation_pool(war, unit, "search", "OW-HIDDEN-5");
    }
    let most = if rule!("OW-UNIT-5") { tables::initiative(war.profile(unit).skill) } else { 0 };
    dice::pool_read(war, "search", "OW-HIDDEN-5", 2, Reading::AtMost(most))
}

/// Hexes within which a unit searches.
fn range(war: &War, unit: UnitId) -> i32 {
    measures::as_hexes(war, tables::search_range(war.profile(unit).skill))
}

/// Whether a unit may search: it has moved, has not searched this turn, and somebody could hide near it.
fn may_search(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    let own = war.own(unit);
    let moved = war.marked(unit, marks::MOVED) && (own.moved || own.formed);
    let busy = own.searched || war.marked(unit, marks::ROUTING) || war.state.own.charge_begun(unit).is_some();
    if moved && !busy && may_somebody_hide_near(war, unit) && rule!("OW-HIDDEN-5a") {
        return Ok(());
    }
    no("OW-HIDDEN-5", |war, order| {
        let inches = order.unit().map(|unit| tables::search_range(war.profile(unit).skill)).unwrap_or_default();
        let name = war.actor_of(order);
        format!("{name} searches once a turn, after moving, where somebody could hide within {inches} inches")
    })
}

fn may_somebody_hide_near(war: &War, unit: UnitId) -> bool {
    let side = war.side(unit);
    let own_side = |hex| war.field().unit_at(hex).is_some_and(|there| war.side(there) == side);
    let held = war.field().footprint(unit);
    let mut near = held.hexes().iter().flat_map(|hex| hex.within(range(war, unit)));
    near.any(|hex| concealment::may_hide(war, hex) && !(own_side(hex) && rule!("OW-HIDDEN-5c")))
}

/// The enemies that hide within range of a unit, the nearest first.
fn hiding_near(war: &War, unit: UnitId) -> Vec<UnitId> {
    let (range, far) = (range(war, unit), |enemy: UnitId| war.field().distance(unit, enemy));
    let near = |enemy: &UnitId| war.marked(*enemy, marks::HIDDEN) && far(*enemy) <= range;
    let mut hidden: Vec<UnitId> = war.enemies(unit).filter(near).collect();
    hidden.sort_by_key(|enemy| (far(*enemy), *enemy));
    hidden
}

/// A roll for each unit that hides within range. The first one names nobody and is thrown even where nobody hides; the
/// others name whom they are for, so that whoever does not find him does not hear of them.
fn search(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    umpire.own_mut(unit).searched = true;
    let pool = search_pool(umpire, unit);
    let why = if umpire.options().discovery_by_motivation { Why::Motivation } else { Why::Search };
    let hidden = hiding_near(umpire, unit);
    let mut found = Vec::new();
    let rolls = if rule!("OW-HIDDEN-5b") { hidden.len().max(1) } else { 1 };
    for place in 0..rolls {
        let against = hidden.get(place).copied();
        let throw = umpire.by_unit(unit, against.filter(|_| place > 0), why);
        if umpire.throw(&pool, throw) > 0 {
            found.extend(against);
        }
    }
    found.into_iter().for_each(|enemy| discovery::reveal(umpire, enemy, FoundBy::Search));
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    checks::forecast_of(unit, &search_pool(war, unit), "finds what hides near")
}
