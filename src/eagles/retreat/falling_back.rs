//! Falling back: what happens to a Unit on its way, and where it comes to rest (EA-ASSAULT-17 to 22, EA-FIRE-10).

use battle::{Departure, Event, Manner, Object, Order, Pose, Reach, Role, Told, UnitId};
use rulebook::VerbRow;

use super::{Heading, Retreat, RetreatEnd, away_from, way_back};
use crate::info::SETTLE;
use crate::state::Frame;
use crate::{Eagles, May, Umpire, War, forecasts, losses, movement, tables};

pub(crate) const SETTLE_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| {
        if let Some(Frame::Settle { unit, .. }) = war.frame() {
            out.push(Order::new(SETTLE).by(*unit));
        }
    },
    may: may_settle,
    foresee: forecasts::place_chosen,
    ..VerbRow::new(
        "settle",
        "Settle",
        Role::Place,
        "EA-ASSAULT-22",
        "Choose where a Unit that found no room in its retreat comes to rest.",
        settle,
    )
    .to(refuges)
};

fn may_settle(war: &War, order: &Order) -> May {
    match war.frame() {
        Some(Frame::Settle { unit, .. }) if order.unit() == Some(*unit) && war.present(*unit) => Ok(()),
        _ => Err(barred!("EA-ASSAULT-22", "is not the Unit that has to find room")),
    }
}

fn refuges(war: &War, _stem: &Order) -> Reach {
    match war.frame() {
        Some(Frame::Settle { places, .. }) => movement::spots(places.iter().copied()),
        _ => Reach::default(),
    }
}

/// Puts a pushed-aside Unit where its owner says (EA-ASSAULT-22).
fn settle(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    umpire.answered();
    let (path, manner) = (Vec::new(), Manner::Displaced);
    umpire.emit(Event::Moved { unit, to, path, manner, clause: "EA-ASSAULT-22" });
}

/// Makes a Unit fall back by that many base widths: Hits for what it crosses, room where it ends.
pub(crate) fn fall_back(umpire: &mut Umpire<'_>, unit: UnitId, heading: Heading, widths: i32, manner: Manner) {
    let Retreat { way, crossed, end } = way_back(umpire, unit, heading, widths);
    let clause = if manner == Manner::Withdrew { "EA-FIRE-10" } else { "EA-ASSAULT-17" };
    match end {
        RetreatEnd::Eliminated(why) => return losses::remove(umpire, unit, Departure::Destroyed, why),
        RetreatEnd::Fits(to) => come_to_rest(umpire, unit, &way, to, manner, clause),
        RetreatEnd::Displaced(places) => match places.as_slice() {
            [to] => come_to_rest(umpire, unit, &way, *to, manner, clause),
            _ => umpire.interrupt(Frame::Settle { unit, places }),
        },
    }
    let number = crossed.len() as i16;
    if number > 0 && umpire.present(unit) {
        let actor = Some(Object::Unit(unit));
        let text = "{a} crosses {n} units or obstacles on its way back";
        umpire.tell(Told { actor, number, ..Told::new(text, "EA-ASSAULT-20") });
        losses::hurt(umpire, unit, number, "crossing", "EA-ASSAULT-20");
    }
}

fn come_to_rest(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose], to: Pose, manner: Manner, clause: &'static str) {
    let path = way.get(1..way.len().saturating_sub(1)).unwrap_or_default().to_vec();
    umpire.emit(Event::Moved { unit, to, path, manner, clause });
}

/// The target falls back one base width, straight away from the shooter (EA-FIRE-10).
pub(crate) fn withdraw(umpire: &mut Umpire<'_>, shooter: UnitId, target: UnitId) {
    let heading = away_from(umpire, shooter, target);
    let told = Told { actor: Some(Object::Unit(target)), ..Told::new(crate::tallies::WITHDRAWS, "EA-FIRE-10") };
    umpire.tell(told);
    fall_back(umpire, target, heading, tables::WITHDRAW_WIDTHS, Manner::Withdrew);
}
