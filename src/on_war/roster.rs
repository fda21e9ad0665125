//! From the neutral order of battle to units of this system: arm, skill, motivation, traits (OW-OOB).

use battle::{Army, LeaderSpec, Quality, Rank, Trait, Troop, UnitSpec, Weapon, rule};
use rulebook::Recruit;

use crate::profile::{Kind, Motivation, Post, Profile, Skill, Traits};
use crate::tables;

/// The key of this system in battle files.
pub(crate) const KEY: &str = "on_war";

/// The arm of a neutral unit. A medium battery has pieces above six pounds unless the file says
/// `light artillery`.
pub(crate) fn kind_of(unit: &UnitSpec) -> Kind {
    match unit.troop {
        _ if !rule!("OW-OOB-3a") => Kind::Line,
        Troop::LineInfantry | Troop::Militia => Kind::Line,
        Troop::LightInfantry | Troop::Jaegers | Troop::Irregulars => Kind::Light,
        Troop::Grenadiers | Troop::GuardInfantry => Kind::Grenadier,
        Troop::LightCavalry => Kind::LightHorse,
        Troop::MediumCavalry => Kind::MediumHorse,
        Troop::HeavyCavalry | Troop::Cuirassiers => Kind::HeavyHorse,
        Troop::LightBattery => Kind::LightGuns,
        Troop::MediumBattery | Troop::HeavyBattery => Kind::HeavyGuns,
        Troop::HorseBattery => Kind::HorseGuns,
        Troop::HowitzerBattery => Kind::Howitzers,
    }
}

/// Skill and motivation of a neutral quality (OW-OOB-1).
pub(crate) const fn temper_of(quality: Quality) -> (Skill, Motivation) {
    match quality {
        Quality::Raw => (Skill::Conscript, Motivation::Reluctant),
        Quality::Conscript => (Skill::Conscript, Motivation::Confident),
        Quality::Trained => (Skill::Trained, Motivation::Confident),
        Quality::Veteran => (Skill::Veteran, Motivation::Confident),
        Quality::Elite | Quality::Guard => (Skill::Veteran, Motivation::Fearless),
    }
}

const SKILLS: [(&str, Skill); 3] =
    [("conscript", Skill::Conscript), ("trained", Skill::Trained), ("veteran", Skill::Veteran)];

const MOTIVATIONS: [(&str, Motivation); 3] =
    [("reluctant", Motivation::Reluctant), ("confident", Motivation::Confident), ("fearless", Motivation::Fearless)];

const KINDS: [(&str, Kind); 10] = [
    ("line infantry", Kind::Line),
    ("light infantry", Kind::Light),
    ("grenadier", Kind::Grenadier),
    ("light cavalry", Kind::LightHorse),
    ("medium cavalry", Kind::MediumHorse),
    ("heavy cavalry", Kind::HeavyHorse),
    ("light artillery", Kind::LightGuns),
    ("horse artillery", Kind::HorseGuns),
    ("heavy artillery", Kind::HeavyGuns),
    ("howitzers", Kind::Howitzers),
];

fn named<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// A skill as shown.
pub(crate) fn skill_name(skill: Skill) -> &'static str {
    SKILLS[skill as usize].0
}

/// A motivation as shown.
pub(crate) fn motivation_name(motivation: Motivation) -> &'static str {
    MOTIVATIONS[motivation as usize].0
}

fn traits_of(unit: &UnitSpec) -> Traits {
    let neutral = unit.traits.iter().fold(Traits::empty(), |traits, one| {
        traits
            | match one {
                Trait::SecondRankFire => Traits::SECOND_RANK,
                Trait::ColumnAssault => Traits::COLUMN_ASSAULT,
                Trait::Hidden => Traits::HIDDEN,
                _ => Traits::empty(),
            }
    });
    let carbine = unit.weapon == Weapon::Carbine && kind_of(unit).is_horse();
    if carbine { neutral | Traits::CARBINE } else { neutral }
}

/// The classes of a quality as the author means them; else everybody is as the bulk are (OW-OOB-2).
fn class_of(quality: Quality) -> (Skill, Motivation) {
    temper_of(if rule!("OW-OOB-2") { quality } else { Quality::Trained })
}

/// What a neutral unit is; explicit words win over what follows from type and quality (OW-OOB-1).
fn profile_of(unit: &UnitSpec, faults: &mut Vec<String>) -> Profile {
    let (skill, motivation) = class_of(unit.quality);
    let kind = kind_of(unit);
    let usual = if rule!("OW-UNIT-9b") { tables::usual_stands(kind) } else { 1 };
    let stands = unit.worn_stands(unit.stands.filter(|_| rule!("OW-UNIT-9a")).unwrap_or(usual));
    let mut profile = Profile { kind, skill, motivation, traits: traits_of(unit), stands };
    for word in unit.special.get(KEY).map_or(&[][..], Vec::as_slice) {
        match (named(&SKILLS, word), named(&MOTIVATIONS, word), Traits::ROWS.named(word), named(&KINDS, word)) {
            (Some(..), ..) | (_, Some(..), ..) if !rule!("OW-OOB-1") => {}
            (Some(skill), ..) => profile.skill = skill,
            (_, Some(motivation), ..) => profile.motivation = motivation,
            (_, _, Some(traits), _) => profile.traits |= traits,
            (.., Some(kind)) => profile.kind = kind,
            _ => faults.push(unknown_word(unit, word)),
        }
    }
    profile
}

fn unknown_word(unit: &UnitSpec, word: &str) -> String {
    let names = |list: Vec<&str>| list.join(", ");
    format!(
        "unit {} has the unknown word `{word}` for on_war; expected a skill ({}), a motivation ({}), a trait ({}) or an arm ({})",
        unit.label,
        names(SKILLS.iter().map(|one| one.0).collect()),
        names(MOTIVATIONS.iter().map(|one| one.0).collect()),
        Traits::ROWS.words(),
        names(KINDS.iter().map(|one| one.0).collect()),
    )
}

/// The units of an army.
pub(crate) fn recruits(army: &Army, faults: &mut Vec<String>) -> Vec<Recruit<Profile>> {
    let recruit = |unit: &UnitSpec| Recruit {
        label: unit.label.clone(),
        name: unit.name.clone(),
        profile: profile_of(unit, faults),
        brigade: unit.brigade,
        start: unit.start.clone(),
    };
    army.units.iter().map(recruit).collect()
}

/// What a leader of the order of battle is here: the army's commander, a brigade's, or an adjutant; division commanders
/// serve as adjutants (OW-OOB-3). Brigades of his army are numbered from `first`.
pub(crate) fn post_of(army: &Army, leader: &LeaderSpec, first: usize) -> Post {
    let command = leader.command.as_deref();
    let brigade = army.brigades.iter().position(|brigade| Some(brigade.name.as_str()) == command);
    match (leader.rank, brigade) {
        (Rank::Army, _) => Post::General,
        (Rank::Brigade, Some(brigade)) => Post::Brigadier((first + brigade) as u8),
        (Rank::Brigade | Rank::Division | Rank::Adjutant, _) => Post::Adjutant,
    }
}
