//! What a breach is worth to those who could storm it, for whoever commands (OW-BUILD-7).

use battle::{MAX_STANDS, Part, PartKind, Pose, UnitId};
use hexes::Hex;

use crate::assault::charges;
use crate::assault::melee::{self, Onset};
use crate::estimates::eye;
use crate::estimates::going_about::worth;
use crate::estimates::melee_odds::{Fighter, MeleeOdds, MeleeTable};
use crate::fire::forecasts::full_stands;
use crate::formations::shapes;
use crate::measures::kind;
use crate::morale::checks;
use crate::tables::Shape;
use crate::{War, marks, measures};

/// Stands of a line that come to strike through one opening: the one before it and its neighbours (OW-ASSAULT-12); and
/// with those that pile in (OW-ASSAULT-17).
const ABREAST: [u8; 2] = [3, 7];

/// What being thrown back counts for beside being destroyed.
const REPELLED: f64 = 0.4;

/// What the fall of a part would open to the side of the unit that shoots at it, in usual units: the best that one of its
/// units near enough could make of the breach. Nothing where no enemy stands behind it, or where he is open to a charge
/// already.
pub(crate) fn opened_by(war: &War, unit: UnitId, part: Part) -> f64 {
    let [one, other] = part.hexes();
    let storms = [(one, other), (other, one)].map(|(outside, inside)| {
        let holder = war.field().unit_at(inside).filter(|there| war.side(*there) != war.side(unit));
        let shut = |holder: &UnitId| {
            shapes::shape(war, *holder) == Shape::Garrison && !charges::is_open_to_assault(war, *holder)
        };
        let stormers = |holder: UnitId| {
            let each = war.field().present_of(war.side(unit));
            each.map(move |stormer| storm(war, stormer, holder, (outside, inside), part.kind)).fold(0.0, f64::max)
        };
        holder.filter(shut).map_or(0.0, stormers)
    });
    storms[0].max(storms[1])
}

/// What a unit near enough could make of a breach next turn, as likely as it looks near enough.
fn storm(war: &War, unit: UnitId, holder: UnitId, (outside, inside): (Hex, Hex), part: PartKind) -> f64 {
    let charges = charges::may_charge_in(war, unit, shapes::shape(war, unit));
    let inches = charges::charge_inches(war, unit);
    let away = measures::inches(war, war.field().footprint(unit).distance_to(outside));
    let able = charges && !kind(war, unit).is_guns() && !war.marked(unit, marks::ROUTING | marks::DISORIENTED);
    if !able || away > eye::furthest(war, inches) {
        return 0.0;
    }
    let odds = odds_at(war, unit, holder, inside, part);
    let gained = odds.inflicted / full_stands(war, holder) + odds.destroys + REPELLED * odds.repels;
    let lost = odds.taken / full_stands(war, unit) + odds.destroyed + REPELLED * odds.repelled;
    let there = Pose { anchor: outside, ..war.pose(unit) };
    let near = eye::likely_within(war, &war.pose(unit), &there, inches);
    near * (gained * worth(war, holder) - lost * worth(war, unit)).max(0.0)
}

/// The odds of a fight through an opening in the wall of a house: at a window one stand on either side.
fn odds_at(war: &War, unit: UnitId, holder: UnitId, inside: Hex, part: PartKind) -> MeleeOdds {
    let within = |stand: &&Hex| stand.distance(inside) <= 1;
    let held = war.field().footprint(holder).hexes().iter().filter(within).count() as u8;
    let through = |abreast: u8| if part == PartKind::Window { 1 } else { abreast };
    let fighter = |own: UnitId, other: UnitId, onset: Onset, abreast: [u8; 2]| Fighter {
        stands: war.stands(own),
        contact: 1,
        eligible: through(abreast[0]).min(war.stands(own)),
        piled: through(abreast[1]).min(war.stands(own)),
        attacks: melee::attacks(war, own),
        kill: melee::kill_pool(war, own, other, &war.pose(other), 1, onset).hit(),
        holds: checks::holding_chance(war, own),
        no_way_back: [None; MAX_STANDS + 1],
    };
    let charger = fighter(unit, holder, Onset::Charging, ABREAST);
    let charged = fighter(holder, unit, Onset::Charged, [held; 2]);
    MeleeTable::of(&charger, &charged).charging_in_ranks([&charger, &charged], [charger.stands, charged.stands])
}
