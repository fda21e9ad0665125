//! Artillery fire into woods where enemies are only suspected (OW-HIDDEN-8).

use battle::{Forecast, Object, Order, Role, UnitId, rule};
use hexes::{Hex, Offset};
use rulebook::{Target, no};

use crate::fire::forecasts::{chance, forecast_rolls, hits_of, loss_effect, loss_results};
use crate::fire::gunnery::Shot;
use crate::fire::hits::{self, Exposure};
use crate::fire::howitzers::hex_of;
use crate::fire::volleys::{self, Volley};
use crate::ground::going::Cover;
use crate::hidden::discovery::{self, FoundBy};
use crate::info::FIRE_INTO_WOOD;
use crate::marks;
use crate::measures::{self, actor, kind};
use crate::morale::weakness;
use crate::sight::lines::{self, Openness, Purpose};
use crate::{May, Umpire, VerbRow, War, dice, tables};

pub(crate) const FIRE_INTO_WOOD_ROW: VerbRow = VerbRow {
    target: Target::Hex,
    candidates: |war, out| {
        let able = |unit: &UnitId| kind(war, *unit).is_guns() && volleys::may_shoot(war, *unit, Shot::Ball).is_ok();
        for unit in war.field().present_of(war.state.player).filter(able) {
            out.extend(edges_near(war, unit).map(|hex| Order::new(FIRE_INTO_WOOD).by(unit).on(Object::Hex(hex))));
        }
    },
    may: may_fire,
    foresee,
    ..VerbRow::new(
        "rake",
        "Shell the wood",
        Role::Fire,
        "OW-HIDDEN-8",
        "Fire artillery into a wood hex where enemies are only suspected.",
        fire,
    )
};

/// The edges of woods within a battery's range where nobody is seen.
fn edges_near(war: &War, unit: UnitId) -> impl Iterator<Item = Hex> {
    let gunnery = volleys::gunnery(war, unit, Shot::Ball);
    let (middle, reach, grid) = (gunnery.from.anchor, gunnery.range() + 1, war.field().ground().grid());
    let mut found = Vec::new();
    for row in 0..grid.height() {
        war.field().each_screen(row, 0..=grid.width() - 1, |column| {
            let hex = Offset::new(column, row).hex();
            let near = measures::inches(war, middle.distance(hex)) <= reach && war.field().unit_at(hex).is_none();
            if near && lines::is_wood_edge(war, hex) {
                found.push(hex);
            }
        });
    }
    found.into_iter()
}

fn may_fire(war: &War, order: &Order) -> May {
    let unit = actor(order)?;
    volleys::may_shoot(war, unit, Shot::Ball)?;
    if !kind(war, unit).is_guns() {
        return no("OW-HIDDEN-8", |war, order| {
            format!("{} is no artillery; only guns fire into a wood blindly", war.actor_of(order))
        });
    }
    let hex = hex_of(order).filter(|hex| war.field().unit_at(*hex).is_none());
    if hex.is_some_and(|hex| volley_into_wood(war, unit, hex).is_some()) {
        return Ok(());
    }
    no("OW-HIDDEN-8", |war, order| {
        let name = war.actor_of(order);
        format!("{name} does not have the edge of a wood on that hex in sight, arc and range")
    })
}

/// The volley of a battery into a wood; none without an edge of the wood there in sight, arc and range (OW-HIDDEN-8).
pub(crate) fn volley_into_wood(war: &War, unit: UnitId, hex: Hex) -> Option<Volley> {
    let allowed = kind(war, unit).is_guns() && lines::is_wood_edge(war, hex) && rule!("OW-HIDDEN-8");
    if !allowed {
        return None;
    }
    let gunnery = volleys::gunnery(war, unit, Shot::Ball);
    let aims = gunnery.aims_at_hex(hex, Some(Cover::Soft), |_| true);
    if aims.is_empty() {
        return None;
    }
    let pools = gunnery.pools(&aims, None, |face| dice::pool(war, "fire into the wood", "OW-HIDDEN-8", 0, face));
    Some(Volley { aims, pools })
}

/// The enemy that fire into a wood finds: one that is hidden or out of the battery's sight, with a stand there or
/// next to it; the nearest.
pub(crate) fn found_by_fire(war: &War, unit: UnitId, hex: Hex) -> Option<UnitId> {
    let away = |enemy: &UnitId| war.field().footprint(*enemy).distance_to(hex);
    let unseen = |enemy: &UnitId| war.marked(*enemy, marks::HIDDEN) || !has_in_view(war, unit, *enemy);
    war.enemies(unit).filter(|enemy| away(enemy) <= tables::FOUND_BY_FIRE && unseen(enemy)).min_by_key(away)
}

fn has_in_view(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let (own, there) = (war.field().footprint(unit), war.field().footprint(enemy));
    let sight = lines::sight_between(war, unit, enemy, Purpose::See);
    let sees = |from: &Hex| there.hexes().iter().any(|to| sight.openness(*from, *to) != Openness::Blocked);
    own.hexes().iter().any(sees)
}

/// Who takes hits from fire into a wood: everybody of the unit found, the front rank first.
pub(crate) fn exposure_in_wood(war: &War, unit: UnitId, enemy: UnitId, volley: &Volley) -> Exposure {
    let from: Vec<Hex> = volley.aims.iter().map(|aim| aim.from).collect();
    let (front, rest) = hits::ranks_under_fire(war, enemy, &from);
    hits::exposed(war, enemy, unit, &front, &rest)
}

/// Fires into a wood; what is found there is hurt, and stays as it is.
fn fire(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(hex)) = (order.unit(), hex_of(order)) else { return };
    let volley = volley_into_wood(&umpire.seen_by(umpire.side(unit)), unit, hex);
    let Some(volley) = volley else { return };
    discovery::reveal(umpire, unit, FoundBy::Nearness);
    volleys::note_shot(umpire, unit, Shot::Ball);
    let hits = volleys::throw_hits(umpire, &volley.pools, unit, Some(Object::Hex(hex)));
    let Some(found) = found_by_fire(umpire, unit, hex) else { return };
    let exposure = exposure_in_wood(umpire, unit, found, &volley);
    hits::take_hits(umpire, found, unit, hits, &exposure);
    weakness::test_sudden_loss(umpire, found);
}

/// Fire into a wood: what it may cost an enemy known to be there and not in sight.
fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(hex)) = (order.unit(), hex_of(order)) else { return Forecast::default() };
    if !measures::may_measure(war) {
        return Forecast { area: hex.within(1).collect(), ..Forecast::default() };
    }
    let Some(volley) = volley_into_wood(war, unit, hex) else { return Forecast::default() };
    let hits = hits_of(&volley.pools);
    let area = hex.within(1).collect();
    let mut forecast = Forecast { rolls: forecast_rolls(&volley.pools, unit), area, ..Forecast::default() };
    forecast.results.push(chance("at least one hit, if anybody is there", hits.at_least(1)));
    if let Some(enemy) = found_by_fire(war, unit, hex) {
        let exposure = exposure_in_wood(war, unit, enemy, &volley);
        let losses = exposure.losses(&hits, |face| dice::fails(war, face));
        forecast.effect = loss_effect(war, enemy, &losses);
        forecast.results.extend(loss_results(war, enemy, &losses));
    }
    forecast
}
