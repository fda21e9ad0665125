//! Command: scarce orders go where they gain most for what they cost, leaders where they save most.

use battle::{Choice, Consideration, Effect, LeaderId, Object, Order, Perch, System, UnitId, Weighed, Words};

use super::Docket;
use crate::candidates::{Bench, Judged, Own};
use crate::considerations::Concern;
use crate::explain;
use crate::memory::{Memo, Recalled, Wanted};
use crate::score::{gain, total};

/// Gains are between 0 and this.
const MOST: f64 = 2.0;
/// What a leader saves with a unit that could not be ordered otherwise, in orders.
const UNORDERED: f64 = 1.0;
/// What an order counts for that costs nothing, in orders.
const FREE: f64 = 0.5;
/// How much better a leader's new unit must be than his present one.
const RIDE: f64 = 0.12;

/// What a turn of moving is worth that a leader brings to those who come to hear him, 1 being the most that is gained.
const HEARD: f64 = 0.6;

/// The unit that an order gives means to.
pub(crate) fn receiver(order: &Order) -> Option<UnitId> {
    order.target_unit().or(order.unit())
}

/// What having means is worth to a unit.
struct Worth {
    unit: UnitId,
    gain: f64,
    judged: Judged,
    fresh: bool,
}

/// Sends a leader or grants means; nothing if neither gains. Who would be sent or granted to is judged as things are now; that
/// nobody is, where only what was judged before friends moved says so, is looked at anew if that is wanted.
pub(crate) fn command(bench: &Bench<'_>, memo: &mut Memo, docket: &Docket, wanted: Wanted) -> Option<Choice> {
    let mut units: Vec<UnitId> = docket.leads.iter().chain(&docket.grants).filter_map(receiver).collect();
    units.extend(docket.leads.iter().filter_map(|order| present(bench, order)));
    units.sort_unstable();
    units.dedup();
    let mut worths: Vec<Worth> =
        units.into_iter().filter_map(|unit| worth(bench, memo, unit, Wanted::Recent)).collect();
    let prices = Prices::of(bench, docket);
    loop {
        let choice = lead(bench, docket, &worths, &prices).or_else(|| grant(bench, &prices, &worths));
        if choice.is_none() && wanted == Wanted::Recent {
            return None;
        }
        let about = choice.as_ref().and_then(|choice| receiver(&choice.order));
        let matters = |worth: &&mut Worth| about.is_none_or(|unit| unit == worth.unit);
        match worths.iter_mut().filter(matters).find(|worth| !worth.fresh) {
            Some(stale) => *stale = worth(bench, memo, stale.unit, Wanted::Fresh)?,
            None => return choice,
        }
    }
}

/// The unit that the leader of an order is with.
fn present(bench: &Bench<'_>, order: &Order) -> Option<UnitId> {
    match bench.view.field().leader(order.actor.and_then(Object::leader)?) {
        Perch::With(unit) => Some(unit),
        _ => None,
    }
}

fn worth(bench: &Bench<'_>, memo: &mut Memo, unit: UnitId, wanted: Wanted) -> Option<Worth> {
    let known = bench.appraisal.unit(unit)?;
    let own = |view: &dyn System| Own::of(view, &view.estimates().prospects(unit));
    let Recalled { judged, fresh, .. } = memo.judge_prospects(bench, known, wanted, own);
    let best = judged.options.first().map_or(0.0, |best| best.product).max(judged.idle);
    Some(Worth { unit, gain: gain(best, judged.bare), judged, fresh })
}

fn find(worths: &[Worth], unit: UnitId) -> Option<&Worth> {
    worths.iter().find(|worth| worth.unit == unit)
}

/// The shares of its means that the side has to spend on units: of an order what it spends, of all the least that is any.
struct Prices {
    orders: Vec<(Order, f64)>,
    least: f64,
}

impl Prices {
    fn of(bench: &Bench<'_>, docket: &Docket) -> Prices {
        let price = |order: &Order| (*order, bench.view.forecast(order).effect.spends);
        let orders: Vec<(Order, f64)> = docket.grants.iter().map(price).collect();
        let dear = orders.iter().map(|(_, spends)| *spends).filter(|spends| *spends > 0.0);
        let least = dear.reduce(f64::min).unwrap_or(1.0);
        Prices { orders, least }
    }

    /// What an order costs in orders of the cheapest kind; a free one half of one.
    fn in_orders(&self, spends: f64) -> f64 {
        (spends / self.least).max(FREE)
    }

    /// Orders that a leader saves by being with the unit.
    fn saved(&self, unit: UnitId) -> f64 {
        let grant = self.orders.iter().find(|(order, _)| receiver(order) == Some(unit));
        grant.map_or(UNORDERED, |(_, spends)| self.in_orders(*spends))
    }
}

/// What a leader brings by going to a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Brings {
    /// The unit may act that has him.
    Orders,
    /// Units act that hear him: turns of moving that his way there brings to those.
    Hearing(f64),
    /// The unit keeps a share of its strength that it would else lose.
    Steadiness(f64),
}

/// What each order to a leader brings: steadiness where any of them brings it, else hearing where any does.
struct Rides {
    effects: Vec<(Order, Effect)>,
    steadies: bool,
    hears: bool,
}

impl Rides {
    fn of(bench: &Bench<'_>, docket: &Docket) -> Rides {
        let effect = |order: &Order| (*order, bench.view.estimates().judged(order, &bench.view.forecast(order)));
        let effects: Vec<(Order, Effect)> = docket.leads.iter().map(effect).collect();
        let steadies = effects.iter().any(|(_, effect)| effect.recovers > 0.0);
        let hears = effects.iter().any(|(_, effect)| effect.mobility != 0.0);
        Rides { effects, steadies, hears }
    }

    /// What an order brings; nothing new is brought by staying.
    fn brings(&self, order: Option<&Order>) -> Brings {
        let known = self.effects.iter().find(|(known, _)| Some(known) == order);
        let effect = known.map(|(_, effect)| *effect).unwrap_or_default();
        match (self.steadies, self.hears) {
            (true, _) => Brings::Steadiness(effect.recovers),
            (_, true) => Brings::Hearing(effect.mobility),
            _ => Brings::Orders,
        }
    }
}

/// What a leader is worth with a unit, by what he brings.
fn leading(bench: &Bench<'_>, prices: &Prices, worth: &Worth, brings: Brings) -> Vec<Consideration> {
    let known = bench.appraisal.unit(worth.unit);
    let weak = known.map_or(1.0, |unit| 1.0 - unit.share);
    let charged = worth.judged.still.get(Concern::Kept);
    let danger = charged.max(worth.judged.still.get(Concern::Exposure) * weak);
    let risk = bench.profile.weighing.of(Concern::LeaderRisk);
    let saved = prices.saved(worth.unit) / 2.0;
    let gain = match brings {
        Brings::Hearing(turns) => {
            let heard = (HEARD * turns).max(0.0);
            plain(
                "gain of who hears him",
                heard,
                "lets more be done by who hears him",
                "lets less be done by who hears him",
            )
        }
        Brings::Orders => acting(worth.gain.max(0.0)),
        Brings::Steadiness(share) => {
            let kept = share * known.map_or(1.0, |unit| unit.worth);
            plain("strength kept", kept, "keeps more strength together", "keeps less strength together")
        }
    };
    vec![
        gain,
        plain("orders saved", saved.min(1.0), "saves more orders", "saves fewer orders"),
        Consideration {
            name: Concern::LeaderRisk.name(),
            input: danger,
            response: risk.curve.respond(danger),
            weight: risk.weight,
            words: Words { better: "keeps the leader safer", worse: "puts the leader in danger" },
        },
    ]
}

fn plain(name: &'static str, input: f64, better: &'static str, worse: &'static str) -> Consideration {
    Consideration { name, input, response: input, weight: 1.0, words: Words { better, worse } }
}

/// What a unit gains by acting, as a part of the most that is gained.
fn acting(gain: f64) -> Consideration {
    plain(
        "gain by acting",
        gain / MOST,
        "lets a unit act that gains more by it",
        "lets a unit act that gains less by it",
    )
}

fn lead(bench: &Bench<'_>, docket: &Docket, worths: &[Worth], prices: &Prices) -> Option<Choice> {
    let rides = Rides::of(bench, docket);
    let weigh = |order: &Order| {
        let worth = find(worths, order.target_unit()?)?;
        let considerations = leading(bench, prices, worth, rides.brings(Some(order)));
        Some(Weighed { order: *order, score: total(&considerations), considerations })
    };
    let weighed: Vec<Weighed> = docket.leads.iter().filter_map(weigh).collect();
    let free: Vec<&Weighed> = weighed.iter().filter(|one| !taken(bench, one.order)).collect();
    let best =
        free.into_iter().fold(
            None,
            |best: Option<&Weighed>, one| {
                if best.is_none_or(|best| one.score > best.score) { Some(one) } else { best }
            },
        )?;
    let now = present(bench, &best.order).and_then(|unit| find(worths, unit));
    let now = now.map_or(0.0, |worth| total(&leading(bench, prices, worth, rides.brings(None))));
    if now > 0.0 && best.score <= now + RIDE * now || best.score <= 0.0 {
        return must(docket, &weighed);
    }
    let (order, count, unit) = (best.order, weighed.len(), receiver(&best.order)?);
    match (rides.brings(Some(&order)), find(worths, unit)) {
        (Brings::Orders, Some(worth)) => Some(explain::of_means(bench, order, unit, weighed, &worth.judged)),
        _ => Some(explain::of_list(explain::mission(bench, Some(unit)), weighed, count, order)),
    }
}

/// Where nothing else may be ordered, a leader must go somewhere.
fn must(docket: &Docket, weighed: &[Weighed]) -> Option<Choice> {
    if docket.pass.is_some() || !docket.grants.is_empty() || !docket.units.is_empty() {
        return None;
    }
    let order = weighed.iter().max_by(|one, other| one.score.total_cmp(&other.score))?.order;
    Some(explain::of_list(String::from("a leader must go somewhere"), weighed.to_vec(), weighed.len(), order))
}

/// Whether another leader is already with the unit that the order sends one to.
fn taken(bench: &Bench<'_>, order: Order) -> bool {
    let (Some(unit), Some(leader)) = (order.target_unit(), order.actor.and_then(Object::leader)) else { return false };
    bench.view.field().leaders_with(unit).any(|other: LeaderId| other != leader)
}

fn grant(bench: &Bench<'_>, prices: &Prices, worths: &[Worth]) -> Option<Choice> {
    let cost = bench.profile.weighing.of(Concern::OrderCost);
    let weigh = |(order, spends): &(Order, f64)| {
        let worth = find(worths, receiver(order)?)?;
        if worth.gain <= bench.profile.judgement.threshold {
            return None;
        }
        let considerations = vec![
            acting(worth.gain),
            Consideration {
                name: Concern::OrderCost.name(),
                input: *spends,
                response: FREE / prices.in_orders(*spends),
                weight: cost.weight.max(0.0),
                words: Concern::OrderCost.words(),
            },
        ];
        Some(Weighed { order: *order, score: total(&considerations), considerations })
    };
    let weighed: Vec<Weighed> = prices.orders.iter().filter_map(weigh).collect();
    let best =
        weighed.iter().fold(
            None,
            |best: Option<&Weighed>, one| {
                if best.is_none_or(|best| one.score > best.score) { Some(one) } else { best }
            },
        )?;
    let (order, unit) = (best.order, receiver(&best.order)?);
    let worth = find(worths, unit)?;
    Some(explain::of_means(bench, order, unit, weighed, &worth.judged))
}
