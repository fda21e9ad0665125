//! Melee: who fights, two rounds, who wins (MC-MELEE).

use battle::{Manner, Order, Pool, Pose, Reading, Role, UnitId, rule};
use hexes::Hex;
use rulebook::no;

use crate::fire::pools;
use crate::info::FIGHT;
use crate::modifiers::melee as row;
use crate::modifiers::{Given, Modifiers};
use crate::morale::ways::{Toll, ways};
use crate::morale::{self, Cause, away, rout};
use crate::movement::back;
use crate::space::{Aspect, Shape, body, is_foot, is_formed, is_mounted, shape, touched, touching};
use crate::state::{Backward, Contact, Fought, Hurdle, Open};
use crate::why::Why;
use crate::{Umpire, VerbRow, War, forecasts, ground, losses, marks, tables};

pub(crate) const FIGHT_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        let first = |group: &Vec<UnitId>| group.iter().copied().find(|unit| war.side(*unit) == war.state.player);
        out.extend(groups(war).iter().filter_map(first).map(|unit| Order::new(FIGHT).by(unit)));
    },
    may: |war, order| match order.unit().map(|unit| group_of(war, unit)) {
        Some(Some(_)) => Ok(()),
        _ => no("MC-MELEE-1", |war, order| format!("{} is in no melee", war.actor_of(order))),
    },
    foresee: |war, order| {
        let Some(unit) = order.unit() else { return battle::Forecast::default() };
        match war.state.own.contacts.iter().find(|contact| contact.by == unit) {
            Some(contact) => crate::charge::odds::melee(war, contact.by, contact.on),
            None => forecasts::certain(),
        }
    },
    ..VerbRow::new("fight", "Fight", Role::Command, "MC-MELEE-1", "Fight the next melee.", |umpire, order| {
        if let Some(group) = order.unit().and_then(|unit| group_of(umpire, unit)) {
            fight(umpire, &group);
        }
    })
};

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

fn group_of(war: &War, unit: UnitId) -> Option<Vec<UnitId>> {
    groups(war).into_iter().find(|group| group.contains(&unit))
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

/// Deals hits to enemies in turn, those with most fighting figures first (MC-MELEE-6).
fn deal(hits: i16, members: &[&Fighter], enemies: &[Fighter], dealt: &mut Vec<(UnitId, i16)>) {
    let mut met: Vec<(i16, UnitId)> = enemies
        .iter()
        .filter(|enemy| members.iter().any(|one| one.foes.contains(&enemy.unit)))
        .map(|enemy| (-enemy.figures, enemy.unit))
        .collect();
    met.sort_unstable();
    for hit in 0..hits.max(0) as usize {
        let place = if rule!("MC-MELEE-6") { hit } else { 0 };
        if let Some((_, unit)) = met.get(place % met.len().max(1)) {
            dealt.push((*unit, 1));
        }
    }
}

/// One round: both sides throw, then both lose.
pub(crate) fn round(umpire: &mut Umpire<'_>, units: &[UnitId], round: Round, lost: &mut [i16; 2]) {
    let all = fighters(umpire, units, round);
    let (ours, theirs): (Vec<Fighter>, Vec<Fighter>) =
        all.into_iter().partition(|one| umpire.side(one.unit) == umpire.state.player);
    let mut dealt = Vec::new();
    let sides = [(&ours, &theirs), (&theirs, &ours)];
    let order = if rule!("MC-SEQ-13") { [0, 1] } else { [1, 0] };
    for (side, enemies) in order.map(|first| sides[first]) {
        for Group { members, figures, mods } in together(side).into_iter().filter(|_| rule!("MC-MELEE-4")) {
            let Some(first) = members.first() else { continue };
            let mut hits = 0;
            for pool in pools(figures, &mods, Why::Melee, "MC-MELEE-4") {
                let throw = umpire.by_unit(first.unit, first.foes.first().copied(), Why::Melee);
                hits += umpire.throw(&pool, throw);
            }
            deal(hits, &members, enemies, &mut dealt);
        }
    }
    for unit in units {
        let hits: i16 = dealt.iter().filter(|(hit, _)| hit == unit).map(|(_, hits)| *hits).sum();
        let side = umpire.side(*unit).index();
        lost[side] += losses::lose(umpire, *unit, hits, "melee", "MC-MELEE-4");
    }
}

/// Whether a pairing is cavalry against infantry, which is one round (MC-MELEE-7).
pub(crate) fn is_single(war: &War, contact: &Contact) -> bool {
    let [one, other] = [contact.by, contact.on];
    (is_mounted(war, one) && is_foot(war, other)) || (is_foot(war, one) && is_mounted(war, other))
}

/// A melee, from the first round to the retreat.
pub(crate) fn fight(umpire: &mut Umpire<'_>, units: &[UnitId]) {
    let before: Vec<(UnitId, i16)> = units.iter().map(|unit| (*unit, umpire.strength(*unit))).collect();
    let attackers: Vec<UnitId> =
        units.iter().copied().filter(|unit| umpire.side(*unit) == umpire.state.player).collect();
    let mixed = umpire
        .state
        .own
        .contacts
        .iter()
        .filter(|contact| units.contains(&contact.by))
        .any(|contact| is_single(umpire, contact));
    let foes: Vec<(UnitId, Vec<UnitId>)> = attackers.iter().map(|unit| (*unit, away::foes(umpire, *unit))).collect();
    let mut lost = [0, 0];
    if umpire.options().whole_charge {
        for unit in units {
            lost[umpire.side(*unit).index()] += umpire.own(*unit).charge_losses;
        }
    }
    round(umpire, units, Round::First, &mut lost);
    let stand = |war: &War, player: bool| {
        units.iter().any(|unit| war.present(*unit) && (war.side(*unit) == war.state.player) == player)
    };
    if stand(umpire, true) && stand(umpire, false) && (!mixed || !rule!("MC-MELEE-7")) {
        round(umpire, units, Round::Second, &mut lost);
    }
    let broken = settle(umpire, units, &before, lost);
    let left = retiring(umpire, units, foes, &broken);
    retire(umpire, Fought { units: units.to_vec(), left });
}

/// Who routs and who tests; says who routed (MC-MELEE-10, 13). Routers that were charged stand until they rout again.
fn settle(umpire: &mut Umpire<'_>, units: &[UnitId], before: &[(UnitId, i16)], lost: [i16; 2]) -> Vec<UnitId> {
    let player = umpire.state.player;
    let loser = match lost[player.index()].cmp(&lost[player.other().index()]) {
        std::cmp::Ordering::Greater => Some(player),
        std::cmp::Ordering::Less => Some(player.other()),
        std::cmp::Ordering::Equal => None,
    };
    let (ours, theirs): (Vec<UnitId>, Vec<UnitId>) = units.iter().partition(|unit| umpire.side(**unit) == player);
    let ordered = [ours, theirs].concat();
    let lost = |unit: &UnitId| Some(umpire.side(*unit)) == loser && rule!("MC-MELEE-10");
    let mut broken: Vec<UnitId> = ordered.iter().copied().filter(lost).collect();
    for unit in &broken {
        rout::breaks(umpire, *unit, rout::When::Now);
    }
    for unit in ordered {
        let had = before.iter().find(|(one, _)| *one == unit).map_or(0, |(_, had)| *had);
        let hurt = umpire.present(unit) && umpire.strength(unit) < had;
        if broken.contains(&unit) || !umpire.present(unit) || !(loser.is_none() || hurt) {
            continue;
        }
        let cause = if umpire.side(unit) == player { Cause::MeleeWon } else { Cause::MeleeHeld };
        let pool = morale::test(umpire, unit, cause, &[], Why::AfterMelee);
        let margin = morale::throw(umpire, unit, &pool, None, Why::AfterMelee);
        if rout::is_rout(margin) && rule!("MC-MELEE-13") {
            rout::breaks(umpire, unit, rout::When::Now);
            broken.push(unit);
        }
    }
    broken
}

/// Chargers that have neither routed nor won, and whom they go back from (MC-MELEE-11).
fn retiring(
    war: &War,
    units: &[UnitId],
    foes: Vec<(UnitId, Vec<UnitId>)>,
    broken: &[UnitId],
) -> Vec<(UnitId, Vec<UnitId>)> {
    let player = war.state.player;
    let stands = |unit: &UnitId| war.present(*unit) && !broken.contains(unit);
    let held = units.iter().any(|unit| war.side(*unit) != player && stands(unit));
    if (!held && rule!("MC-MELEE-12")) || !rule!("MC-MELEE-11") {
        return Vec::new();
    }
    let all = if rule!("MC-MELEE-15") { foes.len() } else { 1 };
    foes.into_iter().take(all).filter(|(unit, _)| stands(unit)).collect()
}

/// Chargers go back one after another, each as far as it throws; then the melee is over.
pub(crate) fn retire(umpire: &mut Umpire<'_>, mut fought: Fought) {
    while !fought.left.is_empty() {
        let (unit, foes) = fought.left.remove(0);
        let pace = tables::RETREAT[usize::from(is_mounted(umpire, unit))];
        let pool = Pool::new(Why::Retreat.label(), "MC-MELEE-11", pace.dice, Reading::Total);
        let throw = umpire.by_unit(unit, None, Why::Retreat);
        let inches = i32::from(umpire.throw(&pool, throw));
        let ways = ways(umpire, unit, &foes, inches, Toll::Free);
        if ways.len() > 1 {
            umpire.interrupt(Open::Retire(fought));
            return back::sets_out(umpire, unit, ways, Backward::Retiring);
        }
        back::sets_out(umpire, unit, ways, Backward::Retiring);
    }
    let Fought { units, .. } = fought;
    umpire.state.own.contacts.retain(|contact| !units.contains(&contact.by) && !units.contains(&contact.on));
    for unit in units {
        if umpire.present(unit) {
            umpire.mark(unit, marks::CONTACT | marks::CHARGING, false);
        }
    }
}

/// A charger retires along a way; it is spent and then reforms.
pub(crate) fn retires(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose]) {
    back::along(umpire, unit, way, Manner::Retreated, "MC-MELEE-11");
    spend(umpire, unit);
    umpire.own_mut(unit).owes_reform = true;
}

/// A unit is spent until its next activation begins (MC-CHARGE-6).
pub(crate) fn spend(umpire: &mut Umpire<'_>, unit: UnitId) {
    umpire.mark(unit, marks::STATES | marks::CHARGING, false);
    if rule!("MC-CHARGE-6") {
        umpire.mark(unit, marks::SPENT, true);
    }
}
