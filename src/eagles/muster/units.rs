//! From the neutral order of battle to Units: class, Strength Points, traits, footprints (EA-STAT).

use battle::{Arm, Army, Quality, Start, Trait, Troop, UnitSpec, Weapon, rule};

use crate::tables;
use crate::{Class, Options, Profile, Traits};

/// The key of this system in battle files.
pub(crate) const KEY: &str = "eagles";

/// A Unit before it has a number.
pub(crate) type Recruit = rulebook::Recruit<Profile>;

/// The arm of a class.
pub(crate) const fn arm(class: Class) -> Arm {
    match class {
        Class::Infantry | Class::Lights => Arm::Infantry,
        Class::Cavalry => Arm::Cavalry,
        Class::Guns => Arm::Artillery,
    }
}

/// The class of a neutral unit (EA-STAT-2).
pub(crate) fn class_of(unit: &UnitSpec) -> Class {
    match unit.troop {
        Troop::Jaegers | Troop::Irregulars => Class::Lights,
        Troop::LightInfantry if unit.traits.contains(&Trait::Dispersed) => Class::Lights,
        troop => match troop.arm() {
            Arm::Infantry => Class::Infantry,
            Arm::Cavalry => Class::Cavalry,
            Arm::Artillery => Class::Guns,
        },
    }
}

/// Traits that follow from type, weapon, quality and neutral traits, with `traits=auto` (EA-STAT-2).
pub(crate) fn auto_traits(unit: &UnitSpec) -> Traits {
    if !rule!("EA-STAT-2") {
        return Traits::empty();
    }
    let by_type = match unit.troop {
        Troop::Cuirassiers => Traits::CUIRASSIERS,
        Troop::HorseBattery => Traits::HORSE_GUNS | Traits::MEDIUM_BATTERY,
        Troop::LightBattery | Troop::MediumBattery | Troop::HowitzerBattery => {
            match unit.traits.contains(&Trait::Massed) {
                true => Traits::empty(),
                false => Traits::MEDIUM_BATTERY,
            }
        }
        Troop::Militia => Traits::MILITIA,
        _ => Traits::empty(),
    };
    let rifles = class_of(unit) == Class::Lights && unit.weapon == Weapon::Rifle;
    let by_weapon = if rifles { Traits::LIGHT_RIFLES } else { Traits::empty() };
    let by_quality = match unit.quality {
        Quality::Raw | Quality::Conscript => Traits::SLUGGISH,
        Quality::Trained => Traits::empty(),
        Quality::Veteran | Quality::Elite => Traits::VETERANS,
        Quality::Guard => Traits::GUARD,
    };
    unit.traits.iter().fold(by_type | by_weapon | by_quality, |traits, neutral| traits | neutral_trait(*neutral))
}

const fn neutral_trait(neutral: Trait) -> Traits {
    match neutral {
        Trait::Steady => Traits::RESOLUTE,
        Trait::Stubborn => Traits::STUBBORN,
        Trait::Impetuous => Traits::IMPETUOUS,
        Trait::SlowDrill => Traits::SLUGGISH,
        Trait::PoorSkirmishers => Traits::LIMITED_SKIRMISHERS,
        Trait::LowAmmunition => Traits::LOW_SUPPLIES,
        _ => Traits::empty(),
    }
}

/// The trait of that name; "resolute" and "steady" are one (EA-RES-37).
fn named_trait(name: &str) -> Option<Traits> {
    let name = if name == "steady" && rule!("EA-RES-37") { "resolute" } else { name };
    Traits::ROWS.named(name)
}

fn named_class(name: &str) -> Option<Class> {
    tables::CLASSES.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.class)
}

/// Class and traits of a neutral unit; explicit ones win over automatic ones.
fn profile_of(unit: &UnitSpec, options: &Options, faults: &mut Vec<String>) -> Profile {
    let mut class = class_of(unit);
    let given = unit.special.get(KEY).map_or(&[][..], Vec::as_slice);
    let mut traits = Traits::empty();
    for word in given {
        match (named_trait(word), named_class(word)) {
            (Some(named), _) => traits = if rule!("EA-OPT-30") { traits | named } else { named },
            (None, Some(named)) => class = named,
            (None, None) => faults.push(unknown_trait(unit, word)),
        }
    }
    if given.is_empty() && (options.traits_auto || !rule!("EA-STAT-6")) {
        traits = auto_traits(unit);
    }
    if options.linear_infantry && class == Class::Infantry && rule!("EA-OPT-26") {
        traits |= Traits::SLUGGISH;
    }
    Profile { class, traits, points: unit.worn(tables::row(class).strength) }
}

fn unknown_trait(unit: &UnitSpec, word: &str) -> String {
    format!("unit {} has the unknown trait `{word}`; expected a class or one of {}", unit.label, Traits::ROWS.words())
}

/// The Units of an army at the scale in force (EA-STAT-1), larger forces included (EA-OPT-27).
pub(crate) fn recruits(army: &Army, options: &Options, faults: &mut Vec<String>) -> Vec<Recruit> {
    let mut all: Vec<(Recruit, u32)> =
        army.units.iter().map(|unit| (recruit(unit, options, faults), u32::from(unit.guns_or_usual()))).collect();
    if options.unit_is_brigade && rule!("EA-RES-33") {
        all = brigaded(army, all);
    }
    let mut all: Vec<Recruit> = all.into_iter().map(|(recruit, _)| recruit).collect();
    if options.larger_forces && rule!("EA-OPT-27") {
        enlarge(&mut all);
    }
    all
}

fn recruit(unit: &UnitSpec, options: &Options, faults: &mut Vec<String>) -> Recruit {
    Recruit {
        label: unit.label.clone(),
        name: unit.name.clone(),
        profile: profile_of(unit, options, faults),
        brigade: unit.brigade,
        start: unit.start.clone(),
    }
}

/// EA-RES-33: foot and horse by brigade, batteries massed, dispersed Lights one by one.
fn brigaded(army: &Army, all: Vec<(Recruit, u32)>) -> Vec<(Recruit, u32)> {
    let mut groups: Vec<Vec<(Recruit, u32)>> = Vec::new();
    for (one, guns) in all {
        match groups.iter_mut().find(|group| joins(group, &one, guns)) {
            Some(group) => group.push((one, guns)),
            None => groups.push(vec![(one, guns)]),
        }
    }
    groups.into_iter().map(|group| merged(army, &group)).collect()
}

/// Whether the unit, a battery with so many guns, is part of that brigade Unit: batteries are massed until there are ten
/// guns, and never to more than fifteen (EA-STAT-1).
fn joins(group: &[(Recruit, u32)], one: &Recruit, guns: u32) -> bool {
    let (first, _) = &group[0];
    let same_start = match (&first.start, &one.start) {
        (Start::At(..), Start::At(..)) => true,
        (Start::Arrives(a), Start::Arrives(b)) => a == b,
        _ => false,
    };
    let massed = || group.iter().map(|(_, guns)| *guns).sum::<u32>();
    let [enough, most] = tables::MASSED_GUNS;
    first.profile.class == one.profile.class
        && same_start
        && rule!("EA-STAT-1")
        && match one.profile.class {
            Class::Infantry | Class::Cavalry => first.brigade == one.brigade,
            Class::Guns => massed() < enough && massed() + guns <= most,
            Class::Lights => false,
        }
}

/// One Unit for a group: label and place of its first, traits that at least half of them share, their mean strength.
fn merged(army: &Army, group: &[(Recruit, u32)]) -> (Recruit, u32) {
    let (first, _) = &group[0];
    let guns = group.iter().map(|(_, guns)| guns).sum();
    let shared =
        |one: &Traits| 2 * group.iter().filter(|(unit, _)| unit.profile.traits.contains(*one)).count() >= group.len();
    let traits = Traits::all().iter().filter(shared).fold(Traits::empty(), |all, one| all | one);
    let name = match (group.len(), army.brigades.get(first.brigade)) {
        (2.., Some(brigade)) => brigade.name.clone(),
        _ => first.name.clone(),
    };
    let points = group.iter().map(|(unit, _)| unit.profile.points).sum::<i16>();
    let units = group.len() as i16;
    let points = (2 * points + units) / (2 * units);
    (Recruit { name, profile: Profile { traits, points, ..first.profile }, ..first.clone() }, guns)
}

/// EA-OPT-27: two more Infantry Units for each six, copied from the Infantry there is, in order.
fn enlarge(all: &mut Vec<Recruit>) {
    let models: Vec<Recruit> = all.iter().filter(|one| one.profile.class == Class::Infantry).cloned().collect();
    let more = all.len() / tables::UNITS_PER_GENERAL * tables::LARGER_BY;
    for model in models.iter().cycle().take(if models.is_empty() { 0 } else { more }) {
        let label = free_label(all, &model.label);
        all.push(Recruit { label, name: format!("{} (second line)", model.name), ..model.clone() });
    }
}

/// The first label with the model's letter that nobody has.
fn free_label(all: &[Recruit], model: &str) -> String {
    let letter: String = model.chars().take(1).collect();
    let free = |label: &String| all.iter().all(|one| one.label != *label);
    (1..100).map(|number| format!("{letter}{number}")).find(free).unwrap_or(letter.clone())
}
