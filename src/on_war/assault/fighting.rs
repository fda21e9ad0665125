//! The mêlée: blow and answer until one side falls back or is destroyed (OW-ASSAULT-12, OW-ASSAULT-15 to 18).

use battle::{Departure, Order, Role, UnitId, Verb, rule};
use rulebook::{Progress, Target, no};

use crate::assault::melee::{self, Onset};
use crate::estimates::charge_odds;
use crate::frames::Frame;
use crate::info::{FIGHT, KEEP_RANKS, PILE_IN};
use crate::marks;
use crate::measures;
use crate::morale::{triggers, weakness};
use crate::state::{Charge, ChargeProgress, Fight, Why};
use crate::{May, Umpire, VerbRow, War, consequences, tables};

pub(crate) const FIGHT_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        let order = |place: usize| {
            let charge = &war.state.own.charges[place];
            Order::new(FIGHT).by(charge.unit).on(charge.target)
        };
        out.extend(charges_to_fight(war).into_iter().map(order));
    },
    may: |war, order| match charge_named(war, order) {
        Some(_) => Ok(()),
        None => {
            no("OW-ASSAULT-21", |war, order| format!("{} has no charge left to be fought out", war.actor_of(order)))
        }
    },
    foresee: charge_odds::foresee_fight,
    ..VerbRow::new(
        "fight",
        "Fight",
        Role::Command,
        "OW-ASSAULT-21",
        "Choose which charge is fought out next.",
        |umpire, order| {
            if let Some(place) = charge_named(umpire, order) {
                begin_fight(umpire, place);
            }
        },
    )
};

pub(crate) const PILE_IN_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| choose(war, PILE_IN, out),
    may: may_choose,
    foresee: |war, order| charge_odds::foresee_blow(war, order.unit()),
    ..VerbRow::new(
        "pile",
        "Pile in",
        Role::Defend,
        "OW-ASSAULT-17",
        "Bring stands within 2 inches into the fight; the unit is out of formation afterwards.",
        |umpire, order| {
            umpire.answered();
            if let Some(unit) = order.unit() {
                umpire.say("{a} piles in", "OW-ASSAULT-17", unit, None);
                umpire.mark(unit, marks::RAGGED, true);
            }
        },
    )
};

pub(crate) const KEEP_RANKS_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| choose(war, KEEP_RANKS, out),
    may: may_choose,
    foresee: |war, _| charge_odds::foresee_blow(war, None),
    ..VerbRow::new(
        "keep",
        "Keep ranks",
        Role::Keep,
        "OW-ASSAULT-17",
        "Strike with the stands that are engaged.",
        |umpire, _| {
            umpire.answered();
        },
    )
};

/// Who strikes next and may pile in, and whom.
fn striker(war: &War) -> Option<(UnitId, UnitId)> {
    match war.frame() {
        Some(Frame::PilingIn { unit, enemy }) => Some((*unit, *enemy)),
        _ => None,
    }
}

fn choose(war: &War, verb: Verb, out: &mut Vec<Order>) {
    out.extend(striker(war).map(|(unit, enemy)| Order::new(verb).by(unit).on(enemy)));
}

fn may_choose(war: &War, order: &Order) -> May {
    if striker(war).is_some() && striker(war) == order.unit().zip(order.target_unit()) {
        return Ok(());
    }
    no("OW-ASSAULT-17", |war, order| format!("{} is not the unit that strikes next", war.actor_of(order)))
}

/// The place of the charge to be fought that an order names.
fn charge_named(war: &War, order: &Order) -> Option<usize> {
    let (unit, target) = order.unit().zip(order.target_unit())?;
    let named = |place: &usize| {
        let charge = &war.state.own.charges[*place];
        (charge.unit, charge.target) == (unit, target)
    };
    charges_to_fight(war).into_iter().find(named)
}

/// Whether a charge is in contact with somebody to fight.
fn is_joined(war: &War, charge: &Charge) -> bool {
    charge.progress == ChargeProgress::Contact && war.present(charge.unit) && war.present(charge.target)
}

/// The charges still to be fought out, by their place, of the player.
fn charges_to_fight(war: &War) -> Vec<usize> {
    let open = |place: &usize| {
        let charge = &war.state.own.charges[*place];
        war.side(charge.unit) == war.state.player && is_joined(war, charge)
    };
    (0..war.state.own.charges.len()).filter(open).collect()
}

/// Fights on until a decision is pending or nothing is left to fight.
pub(crate) fn fight_out(umpire: &mut Umpire<'_>) -> Progress {
    while !umpire.is_over() {
        if umpire.frame().is_some() {
            return Progress::Asks;
        }
        if let Some(fight) = umpire.state.own.fight {
            fight_on(umpire, fight);
            continue;
        }
        match charges_to_fight(umpire).as_slice() {
            [] => return Progress::Over,
            [only] => begin_fight(umpire, *only),
            [first, ..] if !rule!("OW-ASSAULT-21") => begin_fight(umpire, *first),
            _ => return Progress::Asks,
        }
    }
    Progress::Over
}

fn begin_fight(umpire: &mut Umpire<'_>, place: usize) {
    let charge = umpire.state.own.charges[place];
    umpire.say(crate::tallies::BLOWS, "OW-ASSAULT-12", charge.unit, Some(charge.target));
    if umpire.marked(charge.target, marks::ROUTING) && rule!("OW-MORALE-11c") {
        consequences::destroy(umpire, charge.target, Departure::Destroyed, "OW-MORALE-11");
        umpire.state.own.charges[place].progress = ChargeProgress::Done;
        return offer_breakthrough(umpire, charge.unit);
    }
    let (charge, charger_strikes) = (place as u8, rule!("OW-ASSAULT-22"));
    umpire.state.own.fight = Some(Fight { charge, rounds: 0, charger_strikes, strikes: 0, piled: false });
}

fn end_fight(umpire: &mut Umpire<'_>, fight: &Fight) {
    umpire.state.own.fight = None;
    if let Some(charge) = umpire.state.own.charges.get_mut(usize::from(fight.charge)) {
        charge.progress = ChargeProgress::Done;
    }
}

fn fight_on(umpire: &mut Umpire<'_>, fight: Fight) {
    let charge = umpire.state.own.charges.get(usize::from(fight.charge)).copied();
    let Some(charge) = charge.filter(|charge| is_joined(umpire, charge)) else { return end_fight(umpire, &fight) };
    let (unit, enemy) = if fight.charger_strikes { (charge.unit, charge.target) } else { (charge.target, charge.unit) };
    if !fight.piled {
        umpire.state.own.fight = Some(Fight { piled: true, ..fight });
        if may_pile_in(umpire, unit, enemy, &fight) {
            umpire.interrupt(Frame::PilingIn { unit, enemy });
        }
        return;
    }
    strike(umpire, &fight, unit, enemy);
}

/// Whether the striker could bring more stands to bear: after the first blow, from closed ranks (OW-ASSAULT-17).
fn may_pile_in(war: &War, unit: UnitId, enemy: UnitId, fight: &Fight) -> bool {
    let engaged = melee::engaged_with(war, unit, enemy);
    let gain = engaged.piled.hexes().len() > engaged.eligible.hexes().len();
    fight.strikes > 0 && gain && !measures::is_ragged(war, unit) && measures::ranks_open()
}

fn strike(umpire: &mut Umpire<'_>, fight: &Fight, unit: UnitId, enemy: UnitId) {
    let strikers = melee::strikers(umpire, unit, enemy);
    let onset = if fight.charger_strikes { Onset::Charging } else { Onset::Charged };
    let pool = melee::kill_pool(umpire, unit, enemy, &umpire.pose(enemy), strikers, onset);
    let kills = umpire.throw(&pool, umpire.by_unit(unit, Some(enemy), Why::Kill));
    let fell = kills.min(i16::from(umpire.stands(enemy))) as u8;
    let lost = if rule!("OW-ASSAULT-13") { fell } else { 0 };
    consequences::lose_stands(umpire, enemy, lost, "assault", "OW-ASSAULT-13");
    if !umpire.present(enemy) {
        end_fight(umpire, fight);
        if fight.charger_strikes {
            offer_breakthrough(umpire, unit);
        }
        return;
    }
    let tested = lost > 0 && rule!("OW-MORALE-4");
    if tested && !holds_after_losses(umpire, enemy, unit) && rule!("OW-ASSAULT-15") {
        return drive_off(umpire, fight, unit, enemy);
    }
    next_blow(umpire, fight, unit, enemy);
}

/// The check after losses (OW-ASSAULT-15, OW-MORALE-4).
fn holds_after_losses(umpire: &mut Umpire<'_>, unit: UnitId, enemy: UnitId) -> bool {
    weakness::test_sudden_loss(umpire, unit) && triggers::LOSSES.passes(umpire, unit, Some(enemy))
}

fn drive_off(umpire: &mut Umpire<'_>, fight: &Fight, winner: UnitId, loser: UnitId) {
    umpire.say("{a} is beaten by {t}", "OW-ASSAULT-15", loser, Some(winner));
    consequences::give_way(umpire, loser, Some(winner), "OW-MORALE-4");
    end_fight(umpire, fight);
    let follows = umpire.options().breakthrough_after_fallback && rule!("OW-ASSAULT-20b");
    if fight.charger_strikes && follows {
        offer_breakthrough(umpire, winner);
    }
}

/// The other side strikes; after ten full rounds the charger gives up (OW-ASSAULT-16).
fn next_blow(umpire: &mut Umpire<'_>, fight: &Fight, unit: UnitId, enemy: UnitId) {
    let rounds = fight.rounds + u8::from(!fight.charger_strikes);
    if rounds >= tables::ROUNDS && rule!("OW-ASSAULT-16") {
        umpire.say("{a} gives up the fight with {t}", "OW-ASSAULT-16", enemy, Some(unit));
        consequences::give_way(umpire, enemy, Some(unit), "OW-ASSAULT-16");
        return end_fight(umpire, fight);
    }
    let charger_strikes = !fight.charger_strikes;
    let strikes = fight.strikes.saturating_add(1);
    umpire.state.own.fight = Some(Fight { charger_strikes, strikes, rounds, piled: false, ..*fight });
}

fn offer_breakthrough(umpire: &mut Umpire<'_>, unit: UnitId) {
    if umpire.present(unit) && rule!("OW-ASSAULT-18") {
        let facing = umpire.pose(unit).facing.index() as u8;
        umpire.interrupt(Frame::Breakthrough { unit, facing });
    }
}
