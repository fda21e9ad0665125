//! What guns do before anybody moves: bogged ones are freed, others shelter with a square (OW-TERRAIN-9, OW-MOVE-4).

use battle::{Forecast, Order, Role, UnitId, rule};
use rulebook::{Target, no};

use crate::formations::shapes::{self, shape_of};
use crate::info::{FREE, SHELTER};
use crate::marks;
use crate::measures::{actor, kind, target};
use crate::morale::checks;
use crate::tables::Shape;
use crate::{May, Umpire, VerbRow, War};

const FREEING: &str = "freeing the guns";

pub(crate) const FREE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(FREE, batteries(war), out),
    may: may_free,
    foresee: |war, order| match order.unit() {
        Some(unit) => checks::skill_forecast(war, unit, FREEING, "OW-TERRAIN-9", "freed"),
        None => Forecast::default(),
    },
    ..VerbRow::new(
        "free",
        "Free the guns",
        Role::Rally,
        "OW-TERRAIN-9",
        "Test skill to free a bogged battery; it counts as moved and stays where it is.",
        free,
    )
};

pub(crate) const SHELTER_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in batteries(war) {
            out.extend(war.field().present_of(war.side(unit)).map(|square| Order::new(SHELTER).by(unit).on(square)));
        }
    },
    may: may_shelter,
    ..VerbRow::new(
        "shelter",
        "Shelter",
        Role::Form,
        "OW-MOVE-4",
        "Guns inside or beside a friendly square take shelter with it and stay.",
        shelter,
    )
};

fn batteries(war: &War) -> impl Iterator<Item = UnitId> + '_ {
    war.field().present_of(war.state.player).filter(|unit| kind(war, *unit).is_guns())
}

fn may_free(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    if !war.marked(unit, marks::BOGGED) || !rule!("OW-TERRAIN-9f") {
        return no("OW-TERRAIN-9", |war, order| format!("{} is not bogged", war.actor_of(order)));
    }
    if war.marked(unit, marks::ROUTING) {
        return no("OW-MORALE-3", |war, order| format!("{} is routing", war.actor_of(order)));
    }
    if war.own(unit).formed {
        return no("OW-TERRAIN-9", |war, order| format!("{} has tried to get free this turn", war.actor_of(order)));
    }
    Ok(())
}

/// Whether a battery may shelter with a square of its side: every gun inside or beside it.
fn may_shelter(war: &War, order: &Order) -> May {
    let (unit, square) = (actor(order)?, target(order)?);
    let own = war.own(unit);
    if !kind(war, unit).is_guns() || own.shelter.is_some() || own.moved || war.marked(unit, marks::ROUTING) {
        return no("OW-MOVE-4", |war, order| {
            format!("{} has no guns that could still join a square this turn", war.actor_of(order))
        });
    }
    let pose = war.pose(square);
    let (ring, core) = (war.field().footprint(square), shapes::core(&pose, war.stands(square)));
    let beside = |gun: &hexes::Hex| ring.distance_to(*gun) <= 1 || core.contains(gun);
    let joins = war.is_players(square) && shape_of(&pose) == Shape::Square;
    if joins && war.field().footprint(unit).hexes().iter().all(beside) && rule!("OW-MOVE-4") {
        return Ok(());
    }
    no("OW-MOVE-4", |war, order| format!("{} has guns that are not inside or beside that square", war.actor_of(order)))
}

/// A bogged battery tries to get out.
fn free(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    let freed = checks::check_skill(umpire, unit, None, FREEING, "OW-TERRAIN-9");
    let own = umpire.own_mut(unit);
    own.formed = true;
    if freed {
        umpire.mark(unit, marks::BOGGED, false);
    }
    if rule!("OW-TERRAIN-9g") {
        umpire.own_mut(unit).moved = true;
        umpire.mark(unit, marks::MOVED, freed || umpire.marked(unit, marks::MOVED));
    }
}

fn shelter(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(square)) = (order.unit(), order.target_unit()) else { return };
    let own = umpire.own_mut(unit);
    (own.shelter, own.moved) = (Some(square), true);
    umpire.say("{a} shelters with {t}", "OW-MOVE-4", unit, Some(square));
}
