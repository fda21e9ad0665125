//! Random forces: each side's six Units rolled by the table, where its army would have stood (EA-SCEN-5).

use battle::{
    Army, Dice, Event, Pool, Quality, Reading, RollKey, Scenario, Side, Thrower, Told, Troop, UnitSpec, Weapon, rule,
};

use super::units::class_of;
use crate::system::Why;
use crate::{Class, tables};

/// The battle with both armies rolled, the side that goes first beginning, and what is told of it. The same seed rolls
/// the same forces.
pub(crate) fn rolled(scenario: &Scenario, seed: u64) -> (Scenario, Vec<Event>) {
    let (mut battle, mut told, mut dice) = (scenario.clone(), Vec::new(), Dice::new(seed));
    if !rule!("EA-SCEN-5") {
        return (battle, told);
    }
    let first = scenario.first_side.unwrap_or(Side::Blue);
    for side in [first, first.other()] {
        let row = roll(side, &mut dice, &mut told);
        let army = &mut battle.armies[side.index()];
        army.units = raised(army, &tables::RANDOM_FORCES[row]);
        told.push(Event::Told(Told { side: Some(side), ..Told::new(tables::RANDOM_FORCE_TEXTS[row], "EA-SCEN-5") }));
    }
    (battle, told)
}

/// The roll of one side: the row of the table.
fn roll(side: Side, dice: &mut Dice, told: &mut Vec<Event>) -> usize {
    let key = RollKey::new(0, 0, side.index() as u16, Why::Forces.into());
    let pool = Pool::new("forces", "EA-SCEN-5", 1, Reading::Total);
    let roll = pool.throw(dice, Thrower { side, who: None, against: None, key });
    let row = usize::try_from(roll.result - 1).unwrap_or(0).min(tables::RANDOM_FORCES.len() - 1);
    told.push(Event::Rolled(Box::new(roll)));
    row
}

/// Six Units of those classes in the places of an army's own, as many as can be where their class stood.
fn raised(army: &Army, force: &[u8; 4]) -> Vec<UnitSpec> {
    let (size, own) = (force.iter().copied().map(usize::from).sum::<usize>(), army.units.len().max(1));
    let places: Vec<(usize, &UnitSpec)> = (0..size)
        .filter_map(|at| Some((at, army.units.get(if size <= own { at * own / size } else { at % own })?)))
        .collect();
    let mut left: Vec<(Class, u8)> = ORDER.into_iter().zip(force.iter().copied()).collect();
    let mut take = |class: Option<Class>| {
        let fits = |(one, count): &&mut (Class, u8)| *count > 0 && class.is_none_or(|class| class == *one);
        left.iter_mut().find(fits).map(|(one, count)| {
            *count -= 1;
            *one
        })
    };
    let kept: Vec<Option<Class>> = places.iter().map(|(_, unit)| take(Some(class_of(unit)))).collect();
    let classes = kept.into_iter().map(|class| class.or_else(|| take(None)));
    let units = places.iter().zip(classes);
    units.filter_map(|((at, place), class)| Some(raise(army, *at, place, class?))).collect()
}

/// The columns of the table.
const ORDER: [Class; 4] = [Class::Infantry, Class::Guns, Class::Lights, Class::Cavalry];

/// One plain Unit of a class in the place of another. Labels are numbered, for a place may serve twice.
fn raise(army: &Army, at: usize, place: &UnitSpec, class: Class) -> UnitSpec {
    let (troop, weapon, guns) = match class {
        Class::Infantry => (Troop::LineInfantry, Weapon::Musket, None),
        Class::Lights => (Troop::Jaegers, Weapon::Musket, None),
        Class::Cavalry => (Troop::LightCavalry, Weapon::Sabre, None),
        Class::Guns => (Troop::HeavyBattery, Weapon::Guns, Some(tables::MASSED_GUNS[0] as u8)),
    };
    let initial = army.side.name().chars().next().unwrap_or('U');
    UnitSpec {
        label: format!("{initial}{}", at + 1),
        name: format!("{} {}", tables::row(class).name, at + 1),
        troop,
        quality: Quality::Trained,
        weapon,
        guns,
        strength: 100,
        traits: Vec::new(),
        special: Default::default(),
        ..place.clone()
    }
}
