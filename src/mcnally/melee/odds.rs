//! What a melee may bring to two of its units, by the pools that are thrown (MC-MELEE-14).

use battle::{Chance, Effect, Forecast, UnitId};

use super::clash::of_units;
use super::fighters::{Round, fighters, groups, together};
use crate::War;
use crate::fire::pools;
use crate::forecasts::full;
use crate::why::Why;

/// What the melee that two units are in may bring to them.
pub(crate) fn foresee(war: &War, by: UnitId, on: UnitId) -> Forecast {
    let whole = war.options().whole_charge;
    let Some(units) = groups(war).into_iter().find(|group| group.contains(&by)) else {
        return Forecast::default();
    };
    let charges = |unit: UnitId| war.state.own.contacts.iter().any(|contact| contact.by == unit);
    let lost = |chargers: bool| -> i32 {
        let side = units.iter().filter(|unit| whole && charges(**unit) == chargers);
        side.map(|unit| i32::from(war.own(*unit).charge_losses)).sum()
    };
    let clash = of_units(war, &units, [lost(true), lost(false)]);
    let (ours, theirs) = (clash.fate(by), clash.fate(on));
    let mut rolls = Vec::new();
    for chargers in [true, false] {
        let side: Vec<UnitId> = units.iter().copied().filter(|unit| charges(*unit) == chargers).collect();
        for group in together(&fighters(war, &side, Round::First)) {
            let who = group.members.first().map(|one| one.unit.into());
            let pools = pools(group.figures, &group.mods, Why::Melee, "MC-MELEE-4");
            rolls.extend(pools.iter().map(|pool| pool.shown(who)));
        }
    }
    let results = vec![
        Chance { label: "defender routs", chance: theirs.routs },
        Chance { label: "attacker routs", chance: ours.routs },
        Chance { label: "attacker retires", chance: ours.retires },
    ];
    let effect = Effect {
        taken: ours.lost / full(war, by),
        inflicted: theirs.lost / full(war, on),
        destroys: theirs.routs,
        destroyed: ours.routs,
        repelled: ours.retires,
        succeeds: theirs.routs,
        ..Effect::default()
    };
    Forecast { rolls, results, effect, ..Forecast::default() }
}
