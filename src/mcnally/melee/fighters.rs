//! Who fights in a melee: its units, their figures, the modifiers of their dice, who rolls together (MC-MELEE-1 to 3, 5, 7, 9).

use battle::{UnitId, rule};
use hexes::Hex;

use crate::modifiers::melee as row;
use crate::modifiers::{Given, Modifiers};
use crate::space::{Aspect, Shape, body, is_foot, is_formed, is_mounted, shape, touched, touching};
use crate::state::{Contact, Hurdle};
use crate::{War, ground, losses, morale};

/// Units linked by contacts, each melee ascending (MC-MELEE-1).
pub(crate) fn groups(war: &War) -> Vec<Vec<UnitId>> {
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for contact in war.state.own.contacts.iter().filter(|_| rule!("MC-MELEE-1")) {
        let meets = |group: &Vec<UnitId>| group.contains(&contact.by) || group.contains(&contact.on);
        let (met, mut rest): (Vec<_>, Vec<_>) = groups.into_iter().partition(meets);
        let mut group: Vec<UnitId> = met.into_iter().flatten().chain([contact.by, contact.on]).collect();
        group.sort_unstable();
        group.dedup();
        rest.push(group);
        groups = rest;
    }
    groups
}

/// A round of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    First,
    Second,
}

/// A unit that fights: with how many figures against whom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fighter {
    pub(crate) unit: UnitId,
    pub(crate) figures: i16,
    pub(crate) class: i16,
    pub(crate) foes: Vec<UnitId>,
    pub(crate) mods: Vec<Given>,
}

fn contacts_of(war: &War, unit: UnitId) -> impl Iterator<Item = &Contact> {
    war.state.own.contacts.iter().filter(move |contact| contact.by == unit || contact.on == unit)
}

/// Stands of a unit in contact.
fn meeting(war: &War, unit: UnitId, contact: &Contact) -> Vec<Hex> {
    let pose = war.pose(contact.by);
    if contact.by == unit {
        touching(war, contact.by, &pose, contact.on)
    } else {
        touched(war, contact.by, &pose, contact.on)
    }
}

/// Figures of each stand that overlaps (MC-MELEE-2, 3): none in loose order and of green troops; of a warband one, whatever
/// its class. Who routs has no overlap (MC-CHARGE-18).
fn overlap(war: &War, unit: UnitId) -> i16 {
    let loose = matches!(shape(war, unit), Shape::Skirmish | Shape::Garrison) && rule!("MC-MELEE-3a");
    let green = war.profile(unit).class >= 4 && rule!("MC-MELEE-3b");
    match () {
        () if losses::is_crowd(war, unit) => 0,
        () if war.profile(unit).is_indian() && rule!("MC-MELEE-3c") => 1,
        () if loose || green => 0,
        () => losses::per_stand(war, unit),
    }
}

/// Figures of a unit that fight in the first round: stands in contact and overlaps (MC-MELEE-2, 3).
pub(crate) fn figures(war: &War, unit: UnitId, contacts: &[Contact]) -> i16 {
    let print = body(war, unit);
    let mut fighting: Vec<Hex> = contacts.iter().flat_map(|contact| meeting(war, unit, contact)).collect();
    fighting.sort_unstable();
    fighting.dedup();
    let sided = |contact: &Contact| contact.on == unit && contact.aspect != Aspect::Front && is_formed(war, unit);
    let turned = contacts.iter().any(sided);
    let front = print.front();
    if !turned && shape(war, unit) != Shape::Crowd {
        fighting.retain(|hex| front.contains(hex));
    }
    let per = losses::per_stand(war, unit);
    let places: Vec<usize> = (0..front.len()).filter(|place| fighting.contains(&front[*place])).collect();
    let extra = match (places.first(), places.last()) {
        (Some(first), Some(last)) if !turned => i16::from(*first > 0) + i16::from(*last + 1 < front.len()),
        _ => 0,
    };
    let each = overlap(war, unit);
    let all = if war.profile(unit).is_guns() { war.strength(unit) } else { i16::MAX };
    let counted = if rule!("MC-MELEE-2") { per * fighting.len() as i16 + each * extra } else { war.strength(unit) };
    counted.min(war.strength(unit)).min(all)
}

/// In which case a charge goes over something (MC-MELEE-9).
const fn hurdled(hurdle: Hurdle, horse: bool) -> Option<usize> {
    match (hurdle, horse) {
        (Hurdle::None, _) => None,
        (Hurdle::Obstacle | Hurdle::Building, false) => Some(0),
        (Hurdle::Works, false) => Some(1),
        (Hurdle::Obstacle | Hurdle::Building, true) => Some(2),
        (Hurdle::Works, true) => Some(3),
    }
}

/// What a class is worth; without bounds where nothing bounds it (MC-MORALE-8).
fn of_class(class: i16) -> i16 {
    row::CLASS.value() + 1 - class
}

/// The modifiers of a unit's own die (MC-MELEE-9).
pub(crate) fn modifiers(war: &War, unit: UnitId, contacts: &[Contact], round: Round) -> Vec<Given> {
    let mut mods = Modifiers::default();
    mods.worth(&row::CLASS, of_class(morale::class_for(war, unit, morale::Mood::Fierce)));
    let (now, horse) = (shape(war, unit), is_mounted(war, unit));
    let charges = contacts.iter().any(|contact| contact.by == unit);
    let foe = |contact: &Contact| if contact.by == unit { contact.on } else { contact.by };
    let first = round == Round::First && rule!("MC-MELEE-9");
    mods.when(&row::MOUNTED, horse);
    let wall = |contact: &Contact| {
        let enemy = foe(contact);
        let front = contact.on == unit || contact.aspect == Aspect::Front;
        is_foot(war, enemy) && matches!(shape(war, enemy), Shape::Line | Shape::Column) && front
    };
    mods.when(&row::AT_CLOSE_ORDER, horse && contacts.iter().any(wall));
    mods.when(&row::CHARGING, charges && first);
    let deep =
        matches!(now, Shape::Line | Shape::Column) && body(war, unit).hexes().len() > body(war, unit).front().len();
    mods.when(&row::RANKS, deep);
    let best = contacts.iter().map(|contact| morale::grade(war, foe(contact))).max().unwrap_or(0);
    mods.case(&row::WEAPONS, usize::try_from(morale::grade(war, unit) - best - 1).ok());
    let crew = war.profile(unit).is_guns();
    let loose = matches!(now, Shape::Skirmish | Shape::Crowd) && !war.profile(unit).is_indian() && !horse;
    mods.when(&row::OPEN_ORDER, now == Shape::Open);
    mods.when(&row::LOOSE, loose || crew);
    let formed = |contact: &&Contact| contact.on == unit && is_formed(war, unit);
    let taken = contacts.iter().filter(formed).map(|contact| contact.aspect).max();
    mods.case(&row::TURNED, taken.and_then(|aspect| (aspect as usize).checked_sub(1)));
    let uphill = |contact: &Contact| {
        let level = |unit: UnitId| war.field().ground().elevation(losses::command_stand(war, unit));
        contact.by == unit && level(contact.on) > level(unit)
    };
    mods.when(&row::UPHILL, first && contacts.iter().any(uphill));
    mods.case(&row::OVER, hurdled(war.own(unit).over, horse).filter(|_| first && charges));
    mods.when(&row::SHAKEN, war.own(unit).wavered && !charges);
    mods.when(&row::IN_WOODS, horse && ground::in_woods(war, unit));
    mods.0
}

/// Everybody who fights in a melee.
pub(crate) fn fighters(war: &War, units: &[UnitId], round: Round) -> Vec<Fighter> {
    let all = round == Round::Second && !war.options().contact_fights_on && rule!("MC-MELEE-8");
    let fighter = |unit: &UnitId| {
        let contacts: Vec<Contact> = contacts_of(war, *unit).copied().collect();
        let foe = |contact: &Contact| if contact.by == *unit { contact.on } else { contact.by };
        let figures = if all { war.strength(*unit) } else { figures(war, *unit, &contacts) };
        Fighter {
            unit: *unit,
            figures,
            class: morale::class_for(war, *unit, morale::Mood::Fierce),
            foes: contacts.iter().map(foe).collect(),
            mods: modifiers(war, *unit, &contacts, round),
        }
    };
    units.iter().filter(|unit| war.present(**unit)).map(fighter).collect()
}

/// Units of one side and class, which roll together (MC-MELEE-5).
pub(crate) struct Group<'a> {
    pub(crate) members: Vec<&'a Fighter>,
    pub(crate) figures: i16,
    pub(crate) mods: Vec<Given>,
}

/// The groups in which fighters of a side roll: as in fire together (MC-FIRE-8) each kind of modifier that any of them has
/// counts once for all, where they differ the greater.
pub(crate) fn together(fighters: &[Fighter]) -> Vec<Group<'_>> {
    let mut classes: Vec<i16> = fighters.iter().map(|fighter| fighter.class).collect();
    classes.sort_unstable();
    classes.dedup();
    let group = |class: i16| {
        let members: Vec<&Fighter> = fighters.iter().filter(|one| one.class == class || !rule!("MC-MELEE-5")).collect();
        let mut mods: Vec<Given> = Vec::new();
        for (row, value) in members.iter().flat_map(|one| &one.mods) {
            match mods.iter_mut().find(|(known, _)| known == row) {
                Some((_, known)) if known.abs() < value.abs() => *known = *value,
                Some(_) => {}
                None => mods.push((row, *value)),
            }
        }
        Group { figures: members.iter().map(|one| one.figures).sum(), members, mods }
    };
    classes.into_iter().map(group).collect()
}

/// Whether a pairing is cavalry against infantry, which is one round (MC-MELEE-7).
pub(crate) fn is_single(war: &War, contact: &Contact) -> bool {
    let [one, other] = [contact.by, contact.on];
    (is_mounted(war, one) && is_foot(war, other)) || (is_foot(war, one) && is_mounted(war, other))
}
