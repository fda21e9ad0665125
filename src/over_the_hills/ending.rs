//! T10: losses, brigades and armies that break, the count at the limit (OTH-END).

use battle::{Count, Outcome, Presence, Reason, Side, UnitId, rule};

use crate::{Umpire, War, tables};

/// How much of a body is left (OTH-END-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Body {
    Whole,
    Wavering,
    Broken,
}

/// What some units have lost, and all that they had: hits, and the full score of who is destroyed or has fled
/// (OTH-END-1).
fn loss(war: &War, units: impl Iterator<Item = UnitId>) -> (i16, i16) {
    units.fold((0, 0), |(lost, all), unit| {
        let state = war.field().unit(unit);
        let gone = match state.presence {
            Presence::Gone(battle::Departure::Destroyed) => state.full,
            Presence::Gone(battle::Departure::Routed) if rule!("OTH-END-1b") => state.full,
            _ => state.full - state.strength,
        };
        (lost + gone, all + if rule!("OTH-END-1a") { state.full } else { gone })
    })
}

/// What a side has lost, and all that it had.
pub(crate) fn losses(war: &War, side: Side) -> (i16, i16) {
    loss(war, war.field().ids().filter(|unit| war.side(*unit) == side))
}

/// How a brigade of the roster stands.
pub(crate) fn state_of(war: &War, brigade: u8) -> Body {
    let (lost, all) = loss(war, war.field().ids().filter(|unit| war.field().roster().unit(*unit).brigade == brigade));
    let at = |hundredths: i16| i32::from(lost) * 100 >= i32::from(all) * i32::from(hundredths);
    match () {
        () if !rule!("OTH-END-2") => Body::Whole,
        () if at(war.options().brigade_break) => Body::Broken,
        () if at(tables::BRIGADE_WAVERS) => Body::Wavering,
        () => Body::Whole,
    }
}

/// Whether an army has lost too much (OTH-END-3).
pub(crate) fn is_broken(war: &War, side: Side) -> bool {
    let ((lost, all), (parts, of)) = (losses(war, side), war.options().army_break.parts());
    i32::from(lost) * i32::from(of) >= i32::from(all) * i32::from(parts) && all > 0 && rule!("OTH-END-3")
}

/// The side with the smaller fraction of loss.
fn better(war: &War) -> Option<Side> {
    let [(blue, all_blue), (red, all_red)] = Side::ALL.map(|side| losses(war, side));
    let [blue, red] = [i32::from(blue) * i32::from(all_red), i32::from(red) * i32::from(all_blue)];
    match blue.cmp(&red) {
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    }
}

/// T10: an army that is broken loses; of two the one that has lost less wins.
pub(crate) fn look(umpire: &mut Umpire<'_>) {
    let broken = Side::ALL.map(|side| is_broken(umpire, side));
    let winner = match broken {
        [false, false] => return,
        [true, true] => better(umpire),
        [true, false] => Some(Side::Red),
        [false, true] => Some(Side::Blue),
    };
    let points = points(umpire);
    umpire.end(Outcome { winner, reason: Reason::Broken, points, count: Count::Losses });
}

/// Losses of the enemy, for the record.
fn points(war: &War) -> [i16; 2] {
    [losses(war, Side::Red).0, losses(war, Side::Blue).0]
}

/// At the limit: objectives if any, then the smaller fraction of loss (OTH-END-4).
pub(crate) fn count_up(war: &War) -> Outcome {
    let counted = rulebook::ending::count_up(war);
    let any = !war.field().roster().objectives.is_empty();
    if any && counted.winner.is_some() {
        return counted;
    }
    let winner = better(war).filter(|_| rule!("OTH-END-4"));
    Outcome { winner, reason: Reason::Losses, points: points(war), count: Count::Losses }
}
