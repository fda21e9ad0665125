//! Decisions by what is asked: command is shared out by gain, everything else goes to the best option of the best unit.

mod command;
mod mandates;
mod wishes;

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use battle::{AskRole, Choice, Decision, Order, Role, UnitId};

use crate::appraisal::Known;
use crate::candidates::{Bench, Judged, Own};
use crate::chance::Lot;
use crate::considerations::{Concern, Inputs};
use crate::explain;
use crate::memory::{Memo, Recalled, Wanted};
use crate::score::{Scored, gain, product};

/// The orders pending, sorted by whom they are for.
#[derive(Default)]
pub(crate) struct Docket {
    /// By unit, in order of unit numbers.
    pub units: Vec<Item>,
    /// What ends the step or keeps means, if that can be.
    pub pass: Option<Order>,
    /// Orders of leaders.
    pub leads: Vec<Order>,
    /// Orders that give units means to act.
    pub grants: Vec<Order>,
    /// Orders of nobody.
    pub loose: Vec<Order>,
    /// Orders to commands that lack only the place they are for.
    pub aims: Vec<Order>,
}

/// A unit that may be able to do something.
pub(crate) struct Item {
    unit: UnitId,
    /// What it can do: listed only when somebody asks, where a judgement of before is known.
    own: OnceCell<Own>,
}

impl Item {
    /// What the unit can do now.
    fn own(&self, bench: &Bench<'_>) -> &Own {
        let his = |order: &Order| order.unit() == Some(self.unit) && !bench.is_command(order);
        self.own.get_or_init(|| Own::of(bench.view, &bench.view.options(&his)))
    }
}

impl Docket {
    /// Sorts what is legal now, but for the units of which a judgement is remembered that may do: what these can do is listed
    /// when they are about to do it.
    pub fn new(bench: &Bench<'_>, memo: &Memo, decision: &Decision) -> Docket {
        let known = |unit: &&Known| memo.known(bench, unit, None, Wanted::Recent).is_some();
        let later: Vec<UnitId> = bench.appraisal.own().filter(known).map(|unit| unit.id).collect();
        let now = |order: &Order| order.unit().is_none_or(|unit| !later.contains(&unit)) || bench.is_command(order);
        let listed = Own::of(bench.view, &bench.view.options(&now));
        let mut docket = Docket::sorted(bench, decision, listed);
        docket.units.extend(later.into_iter().map(|unit| Item { unit, own: OnceCell::new() }));
        docket.units.sort_by_key(|item| item.unit);
        docket
    }

    /// Sorts orders that are listed.
    fn sorted(bench: &Bench<'_>, decision: &Decision, Own { orders, stems, .. }: Own) -> Docket {
        let mut docket = Docket::default();
        let mut owns: BTreeMap<UnitId, Own> = BTreeMap::new();
        for order in orders {
            match order.unit().or(decision.unit) {
                Some(unit) if !bench.is_command(&order) => owns.entry(unit).or_default().orders.push(order),
                _ => docket.enter(bench, order),
            }
        }
        for stem in stems {
            match stem.unit().or(decision.unit) {
                Some(unit) => owns.entry(unit).or_default().stems.push(stem),
                None if mandates::is_aim(bench, &stem) => docket.aims.push(stem),
                None => {}
            }
        }
        if matches!(bench.ask, AskRole::React | AskRole::Place) {
            owns.values_mut().for_each(|own| own.pass = docket.pass);
        }
        docket.units = owns.into_iter().map(|(unit, own)| Item { unit, own: OnceCell::from(own) }).collect();
        docket
    }

    /// Enters an order that is no unit's own.
    fn enter(&mut self, bench: &Bench<'_>, order: Order) {
        match bench.role(&order) {
            Role::Done | Role::Keep => self.pass = self.pass.or(Some(order)),
            Role::Lead => self.leads.push(order),
            Role::Activate => self.grants.push(order),
            _ => self.loose.push(order),
        }
    }
}

/// The answer to the pending decision; `only` narrows it to one unit, for advice.
pub(crate) fn answer(
    bench: &Bench<'_>,
    memo: &mut Memo,
    decision: &Decision,
    lot: Lot,
    only: Option<UnitId>,
) -> Option<Choice> {
    let mut docket = Docket::new(bench, memo, decision);
    if let Some(only) = only {
        docket.units.retain(|item| item.unit == only);
        docket.grants.retain(|order| command::receiver(order) == Some(only));
        docket.leads.retain(|order| command::receiver(order) == Some(only));
        docket.loose.clear();
        docket.aims.clear();
    }
    let legal = |choice: &Choice| bench.view.check(&choice.order).is_ok();
    if only.is_some() {
        // What is judged for advice alone is not remembered: later decisions do not depend on whether anybody asked.
        return chosen(bench, &mut Memo::default(), &docket, lot)
            .filter(|choice| Some(choice.order) != docket.pass && legal(choice));
    }
    if let Some(choice) = chosen(bench, memo, &docket, lot).filter(legal) {
        return Some(choice);
    }
    memo.forget();
    chosen(bench, memo, &docket, lot).filter(legal).or_else(|| fallback(bench, &docket))
}

/// The best answer by judgements, old and new.
fn chosen(bench: &Bench<'_>, memo: &mut Memo, docket: &Docket, lot: Lot) -> Option<Choice> {
    if let Some(choice) = mandates::mandate(bench, docket) {
        return Some(choice);
    }
    match bench.ask {
        AskRole::Deploy if docket.pass.is_some() => None,
        _ if docket.leads.is_empty() && docket.grants.is_empty() => act(bench, memo, docket, lot),
        _ => command::command(bench, memo, docket, Wanted::Recent).or_else(|| act_or_command(bench, memo, docket, lot)),
    }
}

/// Acting; where that would be to pass, what is worth commanding is looked at once more as things are now.
fn act_or_command(bench: &Bench<'_>, memo: &mut Memo, docket: &Docket, lot: Lot) -> Option<Choice> {
    let acts = act(bench, memo, docket, lot);
    if acts.as_ref().is_some_and(|choice| Some(choice.order) != docket.pass) {
        return acts;
    }
    command::command(bench, memo, docket, Wanted::Fresh).or(acts)
}

/// Passing, or else whatever is legal.
fn fallback(bench: &Bench<'_>, docket: &Docket) -> Option<Choice> {
    let first = || bench.view.orders().into_iter().next();
    let posed = || {
        let complete = |stem: Order| bench.view.reach(&stem).legal().next().map(|place| stem.to(place.pose));
        bench.view.stems().into_iter().find_map(complete)
    };
    let order = docket.pass.or_else(first).or_else(posed)?;
    let mission = String::from("nothing better to do in this step");
    Some(explain::of_list(mission, Vec::new(), 0, order))
}

/// A unit's best option with how much it gains over doing nothing.
struct Bid {
    unit: UnitId,
    judged: Judged,
    fresh: bool,
    close: bool,
    /// Which of its options is taken.
    place: usize,
    taken: Scored,
    gain: f64,
}

/// The best option of the unit that is to go first. What was judged briefly, or before friends moved, will do until a unit is
/// about to be the first: then it is looked at closely, as things are now. When nobody gains any more, those whose friends
/// have moved are looked at again.
fn act(bench: &Bench<'_>, memo: &mut Memo, docket: &Docket, mut lot: Lot) -> Option<Choice> {
    let mut bids: Vec<Bid> = Vec::new();
    for item in &docket.units {
        if bench.stopped() && !bids.is_empty() {
            break;
        }
        let errs = bench.error_rate > 0.0 && lot.happens(bench.error_rate);
        let place = if errs { 1 + lot.below(2) } else { 0 };
        bids.extend(bid(bench, memo, item, place, Wanted::Recent));
    }
    loop {
        let first = bids.iter().filter(|bid| gains(bench, docket, bid)).min_by(|one, other| sooner(one, other));
        let (stale, wanted) = match first {
            Some(first) if first.close || bench.stopped() => {
                return Some(explain::of_unit(bench, first.unit, &first.judged, &first.taken, docket.pass));
            }
            Some(first) => (first.unit, Wanted::Close),
            None => match bids.iter().find(|bid| !bid.fresh && !bench.stopped()) {
                Some(bid) => (bid.unit, Wanted::Fresh),
                None => return pass(bench, memo, docket),
            },
        };
        let item = docket.units.iter().find(|item| item.unit == stale);
        let place = bids.iter().find(|bid| bid.unit == stale).map_or(0, |bid| bid.place);
        bids.retain(|bid| bid.unit != stale);
        bids.extend(item.and_then(|item| bid(bench, memo, item, place, wanted)));
    }
}

/// Whether a bid is better than to pass, where one can.
fn gains(bench: &Bench<'_>, docket: &Docket, bid: &Bid) -> bool {
    let enough = if bench.ask == AskRole::Act { bench.profile.judgement.threshold } else { 0.0 };
    docket.pass.is_none() || bid.gain > enough
}

/// Which of two bids goes first.
fn sooner(one: &Bid, other: &Bid) -> Ordering {
    let tiers = one.taken.tier.cmp(&other.taken.tier);
    tiers.then(other.gain.total_cmp(&one.gain)).then(one.unit.cmp(&other.unit))
}

/// What a unit could do; `place` is which of its options it takes.
fn bid(bench: &Bench<'_>, memo: &mut Memo, item: &Item, place: usize, wanted: Wanted) -> Option<Bid> {
    let unit = item.unit;
    let known = bench.appraisal.unit(unit)?;
    let remembered = item.own.get().is_none().then(|| memo.known(bench, known, None, wanted)).flatten();
    let Recalled { judged, fresh, close } = match remembered {
        Some(remembered) => remembered,
        None if item.own(bench).is_none() => return None,
        None => memo.judge(bench, known, item.own(bench), wanted),
    };
    let taken = *judged.options.get(place).or_else(|| judged.options.first())?;
    let gain = gain(taken.product, judged.idle);
    Some(Bid { unit, judged, fresh, close, place, taken, gain })
}

/// What is done when no unit gains by acting.
fn pass(bench: &Bench<'_>, memo: &mut Memo, docket: &Docket) -> Option<Choice> {
    let loose = docket.loose.iter().map(|order| (loose_score(bench, order), *order));
    let best = loose.fold(
        None,
        |best: Option<(f64, Order)>, one| if best.is_none_or(|best| one.0 > best.0) { Some(one) } else { best },
    );
    let idle = product(&bench.profile.weighing, &Inputs::idle());
    let order = match (docket.pass, best) {
        (Some(pass), Some((score, loose))) => {
            if score > idle {
                loose
            } else {
                pass
            }
        }
        (Some(pass), None) => pass,
        (None, Some((_, loose))) => loose,
        (None, None) => return None,
    };
    let first = docket.units.iter().find_map(|item| bid(bench, memo, item, 0, Wanted::Recent));
    let Some(Bid { unit, judged, .. }) = first else {
        return Some(explain::of_list(explain::mission(bench, None), Vec::new(), docket.loose.len(), order));
    };
    let taken = Scored { order, inputs: judged.still, product: judged.idle, tier: 0, cost: 0.0, index: 0 };
    Some(explain::of_unit(bench, unit, &judged, &taken, None))
}

/// An order of nobody, by its forecast alone.
fn loose_score(bench: &Bench<'_>, order: &Order) -> f64 {
    let effect = bench.view.forecast(order).effect;
    let mut inputs = Inputs::idle();
    inputs.enter_effect(&effect, 1.0, 1.0);
    product(&bench.profile.weighing, &inputs.with(Concern::OrderCost, 0.0))
}
