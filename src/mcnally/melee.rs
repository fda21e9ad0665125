//! Melee: its rounds, who wins, who routs and who goes back (MC-MELEE).

pub(crate) mod clash;
pub(crate) mod fighters;
pub(crate) mod odds;

use battle::{Manner, Order, Pool, Pose, Reading, Role, UnitId, rule};
use rulebook::no;

use fighters::{Fighter, Group, Round, fighters, groups, is_single, together};

use crate::fire::pools;
use crate::info::FIGHT;
use crate::morale::ways::{Toll, ways};
use crate::morale::{self, Cause, away, rout};
use crate::movement::back;
use crate::space::is_mounted;
use crate::state::{Backward, Fought, Open};
use crate::why::Why;
use crate::{Umpire, VerbRow, War, forecasts, losses, marks, tables};

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
            Some(contact) => odds::foresee(war, contact.by, contact.on),
            None => forecasts::certain(),
        }
    },
    ..VerbRow::new("fight", "Fight", Role::Command, "MC-MELEE-1", "Fight the next melee.", |umpire, order| {
        if let Some(group) = order.unit().and_then(|unit| group_of(umpire, unit)) {
            fight(umpire, &group);
        }
    })
};

fn group_of(war: &War, unit: UnitId) -> Option<Vec<UnitId>> {
    groups(war).into_iter().find(|group| group.contains(&unit))
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
            return back::chooses(umpire, unit, ways, Backward::Retiring);
        }
        for way in ways {
            retires(umpire, unit, &way);
        }
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
