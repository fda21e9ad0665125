//! What charges may bring, by the pools that are thrown (MC-CHARGE).

use battle::{Chance, Effect, Forecast, Order, UnitId, Verb};

use super::approach::{Approach, cheapest, straight};
use super::brunt::Brunt;
use super::gauntlet::{Gauntlet, Grain, stands_in};
use super::legs::gone_to;
use super::reach::{in_reach, roll};
use super::targets::{contacts, test, woken};
use crate::forecasts::{full, supposed, tame};
use crate::space::{Aspect, aspect, body};
use crate::state::{Charge, Open};
use crate::why::Why;
use crate::{War, info, melee, morale, space};

/// A whole charge from its test to the end of its melee along a way to the first whom it goes for, where the charged stand and
/// fire.
fn along(
    war: &War,
    [by, on]: [UnitId; 2],
    (goal, way): (UnitId, &Approach),
    grain: Grain,
    tells: fn(&Brunt) -> Brunt,
) -> Forecast {
    let sides = with(war, by, on);
    let (goes, throw) = (test(war, by, &sides, Why::Charging), roll(war, by));
    let passes = if war.own(by).cleared { 1.0 } else { goes.terms().passes() };
    let outcome = throw.outcome();
    let charge = Charge::set_out(by, sides, outcome.mean().max(0.0) as u16);
    let mut gauntlet = Gauntlet::along(war, &charge, [on, goal], way, &outcome, grain);
    if charge.targets.len() > 1 && grain == Grain::Fine {
        gauntlet = gauntlet.going_on(&charge, way, &outcome);
    }
    let mut rolls = vec![goes.shown(Some(by.into())), throw.shown(Some(by.into()))];
    rolls.extend(gauntlet.of(on).map(|stand| stand.shown(Some(on.into()))));
    rolls.extend(gauntlet.volley());
    let (brunt, reply) = answered(war, [by, on], gauntlet);
    let rest = told(war, [by, on], passes, &tells(&brunt));
    let refused = Chance { label: "refuses to charge", chance: tame(1.0 - passes) };
    let mobility = rest.effect.mobility * passes - (1.0 - passes);
    Forecast {
        rolls,
        results: std::iter::once(refused).chain(rest.results).collect(),
        effect: Effect { mobility, ..rest.effect },
        reply,
        ..rest
    }
}

/// What comes of a charge whose goal does what suits it best where it may evade, and by what verbs it says so.
fn answered(war: &War, [by, on]: [UnitId; 2], gauntlet: Gauntlet) -> (Brunt, Vec<Verb>) {
    let evades = gauntlet.all();
    let Some(gauntlet) = gauntlet.stood() else { return (evades, Vec::new()) };
    let stands = gauntlet.all();
    if stands_fast(war, [by, on], &stands, &evades) {
        (stands, vec![info::VOLLEY, info::HOLD])
    } else {
        (evades, vec![info::EVADE])
    }
}

/// Whether it suits the charged better to stand than to evade, at the price of a marker that may make it rout.
pub(super) fn stands_fast(war: &War, [by, on]: [UnitId; 2], stands: &Brunt, evades: &Brunt) -> bool {
    let borne = |brunt: &Brunt| told(war, [by, on], 1.0, brunt).effect.turned().balance();
    borne(stands) > borne(evades) - evades.evaded * morale::unnerved(war, on)[1] / 2.0
}

/// The result of a charge whose goal goes out of its way, which is not being thrown back.
const EVADES: &str = "defender evades";

/// How a charge is weighed at whom it makes evade: to drive an enemy off is worth something, though it goes of its own will.
pub(crate) fn driving(forecast: &Forecast) -> Option<Effect> {
    let evades = forecast.results.iter().find(|result| result.label == EVADES)?;
    Some(Effect { repels: evades.chance, ..forecast.effect })
}

/// What comes of a charge that is ridden with a chance, and of the marker that it may leave its unit.
fn told(war: &War, [by, on]: [UnitId; 2], chance: f64, brunt: &Brunt) -> Forecast {
    let marker = marker(chance, brunt);
    let [wavers, breaks] = morale::unnerved(war, by);
    let results = vec![
        Chance { label: "reaches the enemy", chance: tame(chance * brunt.meets) },
        Chance { label: "defender routs", chance: tame(chance * brunt.wins) },
        Chance { label: "attacker routs", chance: tame(chance * brunt.loses) },
        Chance { label: "attacker is left with a panic marker", chance: marker },
    ];
    let evades = Chance { label: EVADES, chance: tame(chance * brunt.evaded) };
    let results = results.into_iter().chain((evades.chance > 0.0).then_some(evades)).collect();
    let effect = Effect {
        taken: chance * brunt.taken / full(war, by),
        inflicted: chance * brunt.inflicted / full(war, on),
        destroys: tame(chance * brunt.wins),
        destroyed: tame(chance * brunt.loses),
        repelled: tame(1.0 - chance + chance * brunt.back),
        succeeds: tame(chance * (brunt.meets + brunt.fled + brunt.evaded)),
        // A marker may hold it in its next step 1, or make it rout.
        mobility: -tame(marker * (wavers + breaks)),
        ..Effect::default()
    };
    Forecast { results, effect, ..Forecast::default() }
}

/// What a charge may bring that goes on to a place: from the pause there on, or the melee with whom it touches.
pub(crate) fn on_leg(war: &War, order: &Order) -> Forecast {
    let (Some(Open::Close(charge)), Some(to)) = (war.frame(), order.pose) else { return Forecast::default() };
    let by = charge.by;
    let ends = vec![(to, 1.0)];
    let there = supposed(war, |umpire| stands_in(umpire, by, to));
    let mut after = gone_to(war, charge, &to);
    let woken = woken(&there, &after, &to);
    if let Some(on) = woken.first().copied() {
        after.reacted.extend(&woken);
        let gauntlet = Gauntlet::pausing(&there, &after, on, &woken);
        let rolls = gauntlet.of(on).map(|stand| stand.shown(Some(on.into())));
        let rolls = rolls.into_iter().collect();
        let (brunt, reply) = answered(&there, [by, on], gauntlet);
        return Forecast { rolls, ends, reply, ..told(&there, [by, on], 1.0, &brunt) };
    }
    let there = supposed(&there, |umpire| {
        contacts(umpire, &after);
    });
    match there.state.own.contacts.iter().find(|contact| contact.by == by) {
        // Who else comes into that melee is not known yet, so that its rolls are not told.
        Some(contact) => Forecast { rolls: Vec::new(), ends, ..melee::odds::foresee(&there, by, contact.on) },
        None => {
            let effect = Effect { mobility: -morale::unnerved(&there, by).iter().sum::<f64>(), ..Effect::default() };
            Forecast { ends, effect, ..Forecast::default() }
        }
    }
}

/// The chance that a charge leaves its unit a marker: refused, sent back, short, or at one who ran (MC-CHARGE-5, 13, 15).
fn marker(chance: f64, brunt: &Brunt) -> f64 {
    tame(1.0 - chance * brunt.free)
}

/// All whom a unit has declared a charge at and still reaches, and one more, with their sides (MC-CHARGE-3, 20).
fn with(war: &War, by: UnitId, more: UnitId) -> Vec<(UnitId, Aspect)> {
    let declared = &war.own(by).targets;
    let others = declared.iter().copied().filter(|(on, _)| *on != more && in_reach(war, by, *on));
    let known = declared.iter().find(|(on, _)| *on == more).map(|(_, side)| *side);
    let side = known.unwrap_or_else(|| aspect(war, more, body(war, by).hexes()));
    others.chain([(more, side)]).collect()
}

/// A charge from where units are only supposed to stand.
pub(crate) fn whole(war: &War, by: UnitId, on: UnitId) -> Forecast {
    along(war, [by, on], (on, &straight(war, by, on)), Grain::Coarse, Brunt::clone)
}

/// A charge by its cheapest way from where its unit stands; nothing where it comes into contact by none.
pub(crate) fn by_its_way(war: &War, by: UnitId, on: UnitId) -> Forecast {
    let named = |brunt: &Brunt| Brunt { meets: brunt.reaches, ..*brunt };
    cheapest_of(war, [by, on], named)
}

/// The same, of which that is told.
fn cheapest_of(war: &War, [by, on]: [UnitId; 2], tells: fn(&Brunt) -> Brunt) -> Forecast {
    let goal = first(war, by, on);
    let way = cheapest(war, by, goal);
    way.map_or_else(Forecast::default, |approach| Forecast {
        way: approach.iter().map(|(pose, _)| *pose).collect(),
        ..along(war, [by, on], (goal, &approach), Grain::Fine, tells)
    })
}

/// Whom a charge goes for first of all it is declared at and one more: the nearest (MC-CHARGE-7).
fn first(war: &War, by: UnitId, on: UnitId) -> UnitId {
    let declared = war.own(by).targets.iter().map(|(unit, _)| *unit).filter(|unit| in_reach(war, by, *unit));
    declared.chain([on]).min_by_key(|unit| (space::between(war, by, *unit), *unit != on)).unwrap_or(on)
}

/// What a declared charge may bring.
pub(crate) fn foresee(war: &War, order: &Order) -> Forecast {
    match (order.unit(), order.target_unit()) {
        (Some(by), Some(on)) if war.present(by) && war.present(on) => by_its_way(war, by, on),
        _ => Forecast::default(),
    }
}

/// What the charge that a unit has declared may bring, on its nearest target.
pub(crate) fn of_declared(war: &War, by: UnitId) -> Forecast {
    let targets = war.own(by).targets.iter().map(|(on, _)| *on).filter(|on| in_reach(war, by, *on));
    let nearest = targets.min_by_key(|on| space::between(war, by, *on));
    nearest.map_or_else(Forecast::default, |on| cheapest_of(war, [by, on], Brunt::clone))
}
