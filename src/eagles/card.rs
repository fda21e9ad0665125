//! The unit card: what a Unit is, what it holds and what it has done this turn.

use battle::{Card, Pool, Reading, UnitId, rule};

use crate::command::{order_cost, orders_left};
use crate::fire;
use crate::info::ORDERS;
use crate::marks;
use crate::movement::{Gait, distance_roll};
use crate::space::measure;
use crate::state::{Flags, flagged, held, spent};
use crate::{Class, Traits, War, class, has, tables};

/// What to show about a Unit.
pub(crate) fn card(war: &War, unit: UnitId) -> Card {
    let info = war.field().roster().unit(unit);
    let state = war.field().unit(unit);
    let row = tables::row(class(war, unit));
    let mut rows = vec![("strength", format!("{} of {} SP", state.strength, state.full))];
    rows.push(("order", order_line(war, unit)));
    rows.push(("general", general_line(war, unit)));
    rows.push(("moves", pace_line(war, unit)));
    rows.push(("fire", fire_line(war, unit)));
    rows.push(("assault", assault_line(class(war, unit))));
    rows.push(("traits", Traits::ROWS.told(war.profile(unit).traits)));
    rows.push(("this turn", turn_line(war, unit)));
    rows.retain(|(_, value)| !value.is_empty() && rule!("EA-UNIT-9"));
    Card { title: format!("{} {}", info.label, info.name), subtitle: format!("{}: {}", row.name, row.represents), rows }
}

fn order_line(war: &War, unit: UnitId) -> String {
    let held = held(war, unit).orders.into_iter().flatten();
    let lines = held.map(|order| match (order.cost, order.uses) {
        (0, 0) => String::from("free, used"),
        (0, _) => String::from("free, unused"),
        (cost, 0) => format!("cost {cost}, used"),
        (cost, _) => format!("cost {cost}, unused"),
    });
    let text = lines.collect::<Vec<_>>().join("; ");
    if !text.is_empty() || !war.present(unit) || spent(war, unit) {
        return text;
    }
    match (war.phase() == ORDERS, war.has_leader(unit)) {
        (true, true) => String::from("none yet; its General brings one free"),
        (true, false) => match (order_cost(war, unit), orders_left(war, unit)) {
            (cost, 0) => format!("none; one costs {cost}, and none is left"),
            (cost, left) if cost > left => format!("none; one costs {cost}, and only {left} is left"),
            (cost, left) => format!("none; one costs {cost} of the {left} left"),
        },
        (false, _) => String::from("none"),
    }
}

fn pace_line(war: &War, unit: UnitId) -> String {
    let shown = |gait: Gait| {
        let pool = distance_roll(war, unit, gait);
        match pool.modifiers().first() {
            Some(base) => format!("{}+{}d6\"", base.value, pool.count()),
            None => format!("{}d6\"", pool.count()),
        }
    };
    format!("{}, march {}", shown(Gait::Move), shown(Gait::March))
}

fn general_line(war: &War, unit: UnitId) -> String {
    let roster = war.field().roster();
    let with = war.field().leaders_with(unit).map(|leader| roster.leader(leader).name.clone());
    with.collect::<Vec<_>>().join(", ")
}

fn fire_line(war: &War, unit: UnitId) -> String {
    let again = if has(war, unit, Traits::LIGHT_RIFLES) { ", a miss thrown again" } else { "" };
    let skirmish = format!("skirmish 1d6 to {}\", {}+{again}", fire::skirmish_reach(war, unit), tables::SKIRMISH_NEED);
    let row = tables::row(class(war, unit));
    let dice = fire::fire_dice(war, unit, measure::base_width(war));
    let mut pool = Pool::new("fire", "EA-FIRE-4", dice, Reading::Successes(row.fire_need));
    fire::fire_traits(war, &mut pool, unit);
    let (dice, face, reach) = (pool.count(), pool.face().unwrap_or(0), fire::fire_reach(war, unit));
    match class(war, unit) {
        Class::Cavalry => skirmish,
        Class::Guns => format!("bombard 3/3/2/1d6 to {reach}\", {face}+; {skirmish}"),
        _ => format!("{dice}d6 to {reach}\", {face}+; {skirmish}"),
    }
}

fn turn_line(war: &War, unit: UnitId) -> String {
    let words = [
        (marks::MARCHED, "marched"),
        (marks::MOVED, "moved"),
        (marks::MANEUVERED, "maneuvered"),
        (marks::CHARGED, "charged"),
        (marks::BOMBARDED, "bombarded"),
        (marks::FIRED, "fired"),
        (marks::SKIRMISHED, "skirmished"),
        (marks::OUT_OF_AMMUNITION, "out of ammunition"),
        (marks::SPENT, "used"),
    ];
    let shown = words.iter().filter(|(mark, _)| war.marked(unit, *mark)).map(|(_, word)| *word);
    let laid = flagged(war, unit, Flags::LAID).then_some("guns laid");
    shown.chain(laid).collect::<Vec<_>>().join(", ")
}

fn assault_line(class: Class) -> String {
    match (class, tables::row(class).assault_need) {
        (Class::Guns, _) => String::from("removed when assaulted"),
        (Class::Lights, need) => format!("defends on {need}+"),
        (_, need) => format!("SP dice on {need}+"),
    }
}
