//! What hides is hidden: a side's view, its orders, forecasts and reaches are the same whether an enemy that hides is
//! there, somewhere else, or not at all; until it is disclosed.

use battle::rule::bites;
use battle::{Battlefield, Event, Grip, Order, Pose, Side, System, UnitId};
use hexes::Hex;

use super::small::{battle, house};
use crate::ground::room;
use crate::marks;
use crate::sight::concealment;
use crate::{Umpire, War, deploy, measures};

/// A small generator for choices in tests.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// Enemies of a side that hide.
fn hidden_from(war: &War, side: Side) -> Vec<UnitId> {
    war.field().present_of(side.other()).filter(|unit| war.marked(*unit, marks::HIDDEN)).collect()
}

/// The same battle without that unit.
fn without(war: &War, unit: UnitId) -> War {
    war.without(&[unit])
}

/// The same battle with that unit hidden elsewhere, if there is a place.
fn elsewhere(war: &War, unit: UnitId) -> Option<War> {
    let now = war.pose(unit);
    let grid = war.field().ground().grid();
    let free = |hex: Hex| {
        let pose = Pose { anchor: hex, ..now };
        let near = war.enemies(unit).any(|enemy| measures::apart(war, unit, &pose, enemy) <= 4);
        (hex != now.anchor && !near && room::fits(war, unit, &pose) && concealment::is_concealed(war, unit, &pose))
            .then_some(pose)
    };
    let pose = grid.iter().find_map(free)?;
    let mut other = war.clone();
    Umpire::new(&mut other, &mut battle::Deaf).emit(Event::Placed { unit, pose });
    Some(other)
}

/// Everything a side can be shown.
fn shown(war: &War, side: Side) -> (Vec<u8>, Vec<String>) {
    let view = war.view(side, 5);
    let mut said = Vec::new();
    let name = |order: &Order| view.order_text().write(order);
    if view.to_decide() == Some(side) {
        for order in view.orders().iter().step_by(7) {
            said.push(format!("{} {:?}", name(order), view.forecast(order)));
        }
        for stem in view.stems().iter().step_by(3) {
            let reach = view.reach(stem);
            let legal: Vec<Pose> = reach.legal().map(|place| place.pose).collect();
            said.push(format!("{} {legal:?}", name(stem)));
        }
    }
    said.extend(view.field().ids().map(|unit| format!("{:?}", view.card(unit))));
    let grip = |unit, area: &[Hex]| {
        let there = if view.holds_ground(unit) { Grip::Holds } else { Grip::Denies };
        view.field().grip_within(unit, area, 0, there)
    };
    said.push(format!("{:?}", view.field().count_up(battle::Victory::Points, &grip)));
    (view.state(), said)
}

#[test]
fn a_hidden_unit_cannot_be_read_out_of_anything() {
    bites(&["OW-HIDDEN-1a", "OW-HIDDEN-1b"], || {
        let mut compared = 0;
        for seed in 0..12 {
            let mut war = deploy(&battle(), &house(""), seed).expect("it can be played");
            for unit in [UnitId(4), UnitId(10)] {
                Umpire::new(&mut war, &mut battle::Deaf).mark(unit, marks::HIDDEN, true);
            }
            let mut chance = Chance(seed);
            for step in 0..400 {
                if war.ended().is_some() {
                    break;
                }
                if step % 6 == 0 {
                    compared += compare(&war);
                }
                play_on(&mut war, &mut chance);
            }
        }
        assert!(compared > 60, "only {compared} comparisons");
    });
}

fn compare(war: &War) -> usize {
    let mut compared = 0;
    for side in Side::ALL {
        for unit in hidden_from(war, side) {
            let here = shown(war, side);
            assert_eq!(here, shown(&without(war, unit), side), "{} can be told to be there", war.name(unit));
            if let Some(other) = elsewhere(war, unit) {
                assert_eq!(here, shown(&other, side), "{} can be told to be where it is", war.name(unit));
            }
            compared += 1;
        }
    }
    compared
}

/// One order by chance, mostly a move or the end of a step.
fn play_on(war: &mut War, chance: &mut Chance) {
    let (orders, stems) = (war.orders(), war.stems());
    let pick = chance.below(orders.len() + stems.len());
    let order = if pick < orders.len() && (stems.is_empty() || chance.below(3) == 0) {
        orders[pick]
    } else if let Some(stem) = stems.get(chance.below(stems.len())) {
        let reach = war.reach(stem);
        let legal: Vec<Pose> = reach.legal().map(|place| place.pose).collect();
        legal.get(chance.below(legal.len())).map_or(orders[chance.below(orders.len())], |pose| stem.to(*pose))
    } else {
        orders[chance.below(orders.len())]
    };
    war.resolve(&order, &mut battle::Deaf).expect("a listed order");
}

#[test]
fn what_is_legal_depends_on_nothing_hidden() {
    for seed in 0..3 {
        let mut war = deploy(&battle(), &house(""), seed).expect("it can be played");
        let mut chance = Chance(seed + 100);
        for _ in 0..250 {
            let Some(side) = (&war as &dyn System).to_decide() else { break };
            let view = war.view(side, 1);
            assert_eq!(war.orders(), view.orders());
            assert_eq!(war.stems(), view.stems());
            play_on(&mut war, &mut chance);
        }
    }
}

#[test]
fn a_view_names_nobody_who_hides() {
    bites(&["OW-HIDDEN-1a", "OW-HIDDEN-1b"], || {
        let war = deploy(&battle(), &house(""), 3).expect("it can be played");
        let view = war.view(Side::Blue, 1);
        let names =
            |field: &Battlefield| field.roster().units().map(|(_, info)| info.label.clone()).collect::<Vec<_>>();
        assert!(names(war.field()).contains(&String::from("R5")));
        assert!(!names(view.field()).contains(&String::from("R5")));
        assert!(view.field().roster().leaders().all(|(_, info)| info.label != "R5co"));
    });
}
