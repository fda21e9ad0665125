//! Melee: scores by margin over at most three rounds (SN-MELEE).

pub(crate) mod odds;
pub(crate) mod score;

use battle::{Chance, Distribution, Effect, Forecast, Order, Role, RollForecast, rule};
use rulebook::{Target, no};

use crate::forecasts::{full, tame};
use crate::info::FIGHT;
use crate::state::{Charge, Open};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, contact, morale, tables};
pub(crate) use odds::Since;

pub(crate) const FIGHT_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        out.extend(war.state.own.charges.iter().map(|charge| Order::new(FIGHT).by(charge.charger).on(charge.target)));
    },
    may: may_fight,
    foresee: |war, order| {
        found(war, order).map_or_else(Forecast::default, |charge| foresee(war, &charge, Since::Blows))
    },
    ..VerbRow::new("fight", "Fight", Role::Assault, "SN-MELEE-1", "Fight the next melee.", |umpire, order| {
        if let Some(charge) = found(umpire, order) {
            umpire.interrupt(Open::Melee(charge, 1));
        }
    })
};

fn found(war: &War, order: &Order) -> Option<Charge> {
    let is = |charge: &&Charge| order.unit() == Some(charge.charger) && order.target_unit() == Some(charge.target);
    war.state.own.charges.iter().find(is).copied()
}

fn may_fight(war: &War, order: &Order) -> May {
    let next = war.state.own.charges.first().copied();
    match found(war, order) {
        Some(charge) if rule!("SN-MELEE-1") && (next == Some(charge) || rule!("SN-MELEE-2")) => Ok(()),
        _ => no("SN-MELEE-1", |war, order| {
            format!("{} is not engaged with {}", war.actor_of(order), war.target_of(order))
        }),
    }
}

/// Fights a round and goes on to the next while both stand; after the last they part (SN-MELEE-1 to 3, 8, 9).
pub(crate) fn fight_round(umpire: &mut Umpire<'_>, charge: Charge, number: u8) {
    if !contact::is_engaged(umpire, &charge) {
        return;
    }
    if number > tables::ROUNDS || (number > 1 && !rule!("SN-MELEE-3")) {
        return contact::part(umpire, &charge);
    }
    let Charge { charger, target, .. } = charge;
    let throws = [(charger, target), (target, charger)].map(|(by, on)| umpire.by_unit(by, Some(on), Why::Melee));
    let margin = umpire.contest(&score::round(umpire, &charge), throws);
    umpire.interrupt(Open::Melee(charge, number + 1));
    let row = if rule!("SN-MELEE-8") { tables::MARGINS.row(margin).value } else { 0 };
    let (drops, owed) = tables::SCORES[usize::from(row.unsigned_abs())];
    // In the balance the charger checks first: what is last on the stack goes on first.
    let late = row == 0 && !rule!("SN-MELEE-9b");
    let (loser, winner) = if row < 0 || late { (charger, target) } else { (target, charger) };
    if drops > 0 && rule!("SN-MELEE-9a") {
        morale::drop_status(umpire, loser, Some(winner), "melee");
    }
    umpire.interrupt(Open::Checks(loser, owed, Some(winner)));
    if row == 0 {
        umpire.interrupt(Open::Checks(winner, owed, Some(loser)));
    }
}

/// What a charge may bring once it is in contact, for the charger.
pub(crate) fn foresee(war: &War, charge: &Charge, since: Since) -> Forecast {
    told(war, charge, &odds::of(war, charge, since, odds::Care::Exact))
}

/// What the odds of a charge are to the charger.
pub(crate) fn effect(war: &War, charge: &Charge, odds: &odds::Odds) -> Effect {
    Effect {
        inflicted: odds.target.lost / full(war, charge.target),
        taken: odds.charger.lost / full(war, charge.charger),
        destroys: odds.target.routs,
        destroyed: odds.charger.routs,
        repels: odds.target.falls_back,
        repelled: odds.charger.falls_back,
        succeeds: tame(odds.target.routs + odds.target.falls_back),
        ..Effect::default()
    }
}

/// A round as it falls in the mean of all ways to come to it: fire before may have told on either side.
fn falling(shown: RollForecast, outcome: Distribution) -> RollForecast {
    let share = |row: &battle::Row| {
        let here = outcome.outcomes().filter(|(margin, _)| tables::MARGINS.row(*margin as i16) == row);
        Chance { label: row.name, chance: here.map(|(_, chance)| chance).sum() }
    };
    let rows = tables::MARGINS.rows().iter().map(share);
    RollForecast { rows: rows.filter(|row| row.chance > 0.0).collect(), outcome, ..shown }
}

/// The odds of a charge as a forecast of the charger's.
pub(crate) fn told(war: &War, charge: &Charge, odds: &odds::Odds) -> Forecast {
    let Charge { charger, target, .. } = *charge;
    let effect = effect(war, charge, odds);
    let results = vec![
        Chance { label: "target routed", chance: odds.target.routs },
        Chance { label: "target thrown back", chance: odds.target.falls_back },
        Chance { label: "charger routed", chance: odds.charger.routs },
        Chance { label: "charger thrown back", chance: odds.charger.falls_back },
    ];
    let shown = score::round(war, charge).shown([Some(charger.into()), Some(target.into())]);
    let rolls = vec![odds.margin().map_or_else(|| shown.clone(), |margin| falling(shown.clone(), margin))];
    Forecast { rolls, results, effect, ..Forecast::default() }
}

/// What the odds of a charge are to the charged.
pub(crate) fn effect_for_target(war: &War, charge: &Charge, odds: &odds::Odds) -> Effect {
    let seen = effect(war, charge, odds);
    Effect { succeeds: tame(1.0 - seen.destroys - seen.repels), ..seen.turned() }
}

/// The same forecast as the charged unit sees it.
pub(crate) fn foresee_for_target(war: &War, charge: &Charge) -> Forecast {
    let odds = odds::of(war, charge, Since::Contact, odds::Care::Exact);
    Forecast { effect: effect_for_target(war, charge, &odds), ..told(war, charge, &odds) }
}
