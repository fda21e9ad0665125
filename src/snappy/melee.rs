//! Melee: scores by margin over at most three rounds (SN-MELEE).

pub(crate) mod odds;

use battle::{Chance, Contest, Effect, Forecast, Order, Pool, Reading, Role, Ties, UnitId, rule};
use rulebook::{Target, no};

use crate::forecasts::{full, tame};
use crate::info::FIGHT;
use crate::profile::Kind;
use crate::space::{Shape, shape};
use crate::state::{Charge, Open};
use crate::terrain::{Cover, cover_in_melee, cover_of};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, charge, leaders, marks, morale, tables};

pub(crate) const FIGHT_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        out.extend(war.state.own.charges.iter().map(|charge| Order::new(FIGHT).by(charge.charger).on(charge.target)));
    },
    may: may_fight,
    foresee: |war, order| found(war, order).map_or_else(Forecast::default, |charge| foresee(war, &charge)),
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

/// Whether the two are still in contact.
pub(crate) fn is_engaged(war: &War, charge: &Charge) -> bool {
    war.state.own.charges.contains(charge) && war.present(charge.charger) && war.present(charge.target)
}

/// What both sides of a melee add to their die alike (SN-MELEE-5, 6).
fn score(war: &War, unit: UnitId, enemy: UnitId) -> Pool {
    let profile = war.profile(unit);
    let mut pool = Pool::new("melee", "SN-MELEE-4", 1, Reading::Total).of(battle::Die::D10);
    let mut add = |given: bool, name, value: i16, clause| {
        if given && value != 0 {
            pool.result(name, value, clause);
        }
    };
    let [bold, disrupted, panic] = tables::SPIRIT;
    let status = war.strength(unit);
    add(rule!("SN-MELEE-5"), "training", tables::TRAINING[profile.quality as usize], "SN-MELEE-5");
    add(status == tables::BOLD, "bold", bold, "SN-MELEE-5");
    add(status == tables::DISRUPTED, "disrupted", disrupted, "SN-MELEE-5");
    add(status == tables::PANIC, "in a panic", panic, "SN-MELEE-5");
    let [guns, hasty, square] = tables::CAVALRY;
    let horse = profile.kind.is_cavalry() && rule!("SN-MELEE-6");
    let in_square = shape(war, enemy) == Shape::Square;
    let in_haste = war.marked(enemy, marks::HASTY);
    add(true, "leader", leaders::rating(war, unit).unwrap_or(0), "SN-MELEE-6");
    add(horse && war.profile(enemy).kind.is_guns(), "cavalry at guns", guns, "SN-MELEE-6");
    add(horse && in_square && in_haste, "cavalry at a hasty square", hasty, "SN-MELEE-6");
    add(horse && in_square && !in_haste, "cavalry at a square", square, "SN-MELEE-6");
    pool
}

/// The best cover that any pair in contact gives the charged; before there is contact, the best that its hexes give.
fn cover(war: &War, charge: &Charge) -> Cover {
    let pairs = charge::pairs(war, charge.charger, &war.pose(charge.charger), charge.target);
    let covers = pairs.iter().map(|(stand, hex)| cover_in_melee(war, *stand, *hex));
    let hexes = || war.field().footprint(charge.target).hexes().to_vec();
    let of_hexes = || hexes().into_iter().map(|hex| cover_of(war.field().ground().terrain(hex))).max();
    covers.max().or_else(of_hexes).unwrap_or(Cover::Open)
}

/// One round: charger against charged (SN-MELEE-4 to 7).
pub(crate) fn round(war: &War, charge: &Charge) -> Contest {
    let Charge { charger, target, flank } = *charge;
    let (mut ours, mut theirs) = (score(war, charger, target), score(war, target, charger));
    if war.profile(charger).kind == Kind::HeavyCavalry && rule!("SN-MELEE-4") {
        ours.result("heavy cavalry charging", tables::HEAVY_CHARGE, "SN-MELEE-6");
    }
    let [rough, fortress, hit] = tables::DEFENDER;
    let contest =
        |ours, theirs| Contest::new("melee", "SN-MELEE-4", ours, theirs, Ties::Stand).by_margin(&tables::MARGINS);
    if !rule!("SN-MELEE-7") {
        return contest(ours, theirs);
    }
    match cover(war, charge) {
        Cover::Open => {}
        Cover::Rough | Cover::City => theirs.result("in rough ground", rough, "SN-MELEE-7"),
        Cover::Fortress => theirs.result("in a fortress", fortress, "SN-MELEE-7"),
    }
    if flank {
        theirs.result("hit in flank or rear", hit, "SN-MELEE-7");
    }
    contest(ours, theirs)
}

/// Fights a round and goes on to the next while both stand; after the last they part (SN-MELEE-1 to 3, 8, 9).
pub(crate) fn fight_round(umpire: &mut Umpire<'_>, charge: Charge, number: u8) {
    if !is_engaged(umpire, &charge) {
        return;
    }
    if number > tables::ROUNDS || (number > 1 && !rule!("SN-MELEE-3")) {
        return part(umpire, &charge);
    }
    let Charge { charger, target, .. } = charge;
    let throws = [(charger, target), (target, charger)].map(|(by, on)| umpire.by_unit(by, Some(on), Why::Melee));
    let margin = umpire.contest(&round(umpire, &charge), throws);
    umpire.interrupt(Open::Melee(charge, number + 1));
    let row = if rule!("SN-MELEE-8") { tables::MARGINS.row(margin).value } else { 0 };
    let (drops, owed) = tables::SCORES[usize::from(row.unsigned_abs())];
    let (loser, winner) = if row < 0 { (charger, target) } else { (target, charger) };
    if drops > 0 && rule!("SN-MELEE-9") {
        morale::drop_status(umpire, loser, Some(winner), "melee");
    }
    umpire.interrupt(Open::Checks(loser, owed, Some(winner)));
    if row == 0 {
        umpire.interrupt(Open::Checks(winner, owed, Some(loser)));
    }
}

/// Both stay where they are, no longer engaged (SN-MELEE-3, 10).
fn part(umpire: &mut Umpire<'_>, charge: &Charge) {
    umpire.state.own.charges.retain(|one| one != charge);
    umpire.mark(charge.charger, marks::CHARGING, false);
    if !umpire.state.own.charges.iter().any(|one| one.target == charge.target) {
        umpire.mark(charge.target, marks::CHARGED, false);
    }
}

/// What a charge may bring once it is in contact, for the charger.
pub(crate) fn foresee(war: &War, charge: &Charge) -> Forecast {
    let Charge { charger, target, .. } = *charge;
    let odds = odds::of(war, charge, odds::Care::Exact);
    let effect = Effect {
        inflicted: odds.target.lost / full(war, target),
        taken: odds.charger.lost / full(war, charger),
        destroys: odds.target.routs,
        destroyed: odds.charger.routs,
        repels: odds.target.falls_back,
        repelled: odds.charger.falls_back,
        succeeds: tame(odds.target.routs + odds.target.falls_back),
        ..Effect::default()
    };
    let results = vec![
        Chance { label: "target routed", chance: odds.target.routs },
        Chance { label: "target thrown back", chance: odds.target.falls_back },
        Chance { label: "charger routed", chance: odds.charger.routs },
        Chance { label: "charger thrown back", chance: odds.charger.falls_back },
    ];
    let rolls = vec![round(war, charge).shown([Some(charger.into()), Some(target.into())])];
    Forecast { rolls, results, effect, ..Forecast::default() }
}

/// The same as the charged unit sees it.
pub(crate) fn foresee_for_target(war: &War, charge: &Charge) -> Forecast {
    let seen = foresee(war, charge);
    let Effect { inflicted, taken, destroys, destroyed, repels, repelled, .. } = seen.effect;
    let effect = Effect {
        inflicted: taken,
        taken: inflicted,
        destroys: destroyed,
        destroyed: destroys,
        repels: repelled,
        repelled: repels,
        succeeds: tame(1.0 - destroys - repels),
        ..Effect::default()
    };
    Forecast { effect, ..seen }
}
