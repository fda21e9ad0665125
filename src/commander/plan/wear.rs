//! Worn commands: those that had better go back and recover than be beaten altogether, where the rules give commands
//! orders.

use battle::{Departure, Presence, Side, System, UnitId};
use hexes::{Hex, Offset, Point};

use super::{Plan, Task};
use crate::appraisal::{Appraisal, Known};

/// Strength at or below which a unit is beaten.
const BEATEN: f64 = 0.5;
/// Share of a command's beaten units at which it goes back in any case.
const MOST: f64 = 0.8;
/// The same where the army is in danger of breaking, and more so than the enemy's.
const MANY: f64 = 0.5;
/// Share of an army's units gone at which it is in danger.
const DANGER: f64 = 0.3;
/// Mean strength at which a command that went back is fit again.
const FIT: f64 = 0.7;
/// Turns before the end within which nobody goes back any more.
const LAST: u16 = 3;
/// Hexes that a worn command goes away from the enemy.
const AWAY: i32 = 14;

/// The units of commands that are to go back or stay back.
pub(super) fn worn(view: &dyn System, appraisal: &Appraisal, old: Option<&Plan>) -> Vec<UnitId> {
    if appraisal.left <= LAST {
        return Vec::new();
    }
    let [own, theirs] = [appraisal.side, appraisal.side.other()].map(|side| gone(view, side));
    let enough = if own >= DANGER && own > theirs { MANY } else { MOST };
    let commands = view.commands(appraisal.side).into_iter();
    let members = commands.map(|command| command.members.iter().map(|member| member.unit).collect::<Vec<_>>());
    members.filter(|units| is_worn(appraisal, old, units, enough)).flatten().collect()
}

fn is_worn(appraisal: &Appraisal, old: Option<&Plan>, units: &[UnitId], enough: f64) -> bool {
    let known: Vec<&Known> = units.iter().filter_map(|unit| appraisal.unit(*unit)).collect();
    let count = known.len().max(1) as f64;
    let beaten = known.iter().filter(|unit| unit.share <= BEATEN).count() as f64 / count;
    let back = |unit: &&Known| old.and_then(|old| old.mission(unit.id)).is_some_and(|old| old.is_recovery());
    let recovering = known.iter().filter(|unit| back(unit)).count() * 2 > known.len();
    let fit = known.iter().map(|unit| unit.share).sum::<f64>() / count >= FIT;
    beaten >= enough || (recovering && !fit)
}

/// The share of a side's units that are destroyed or have run.
fn gone(view: &dyn System, side: Side) -> f64 {
    let field = view.field();
    let all = || field.ids().filter(|unit| field.side(*unit) == side);
    let lost =
        |unit: &UnitId| matches!(field.unit(*unit).presence, Presence::Gone(Departure::Routed | Departure::Destroyed));
    all().filter(lost).count() as f64 / all().count().max(1) as f64
}

/// What worn units do: go back while an enemy is near, else recover where they are.
pub(super) fn task(appraisal: &Appraisal, centre: Hex) -> Task {
    let near = appraisal.enemies().any(|foe| foe.print.distance_to(centre) <= AWAY);
    if near { Task::Withdraw } else { Task::Rally }
}

/// Where worn units go: straight away from the enemies about, on the map.
pub(super) fn refuge(view: &dyn System, appraisal: &Appraisal, centre: Hex) -> Hex {
    let near = appraisal.enemies().filter(|foe| foe.print.distance_to(centre) <= AWAY);
    let push = near.fold(Point::new(0, 0), |sum, foe| sum + (centre.point() - foe.pose.anchor.point()));
    let away = super::posts::facing_to(push);
    let to = crate::battleground::ahead(centre, away, AWAY as usize).offset();
    let grid = view.field().ground().grid();
    let inside = |place: i16, size: i16| place.clamp(0, size - 1);
    Offset::new(inside(to.column, grid.width()), inside(to.row, grid.height())).hex()
}

/// The mission of worn units as a sentence.
pub(super) fn reason(appraisal: &Appraisal, name: &str, units: &[UnitId]) -> String {
    let beaten = units.iter().filter_map(|unit| appraisal.unit(*unit)).filter(|unit| unit.share <= BEATEN).count();
    format!("{name}: go back and recover, {beaten} of {} beaten", units.len())
}
