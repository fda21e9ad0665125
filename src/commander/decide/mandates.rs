//! Orders to commands: for each command the order and the place under which its units can do what the plan wants of
//! them, looked at for the turn in which the order will be there.

use battle::{AskRole, Binding, Choice, Consideration, LeaderId, Object, Order, Role, Weighed, Words};
use hexes::Hex;

use super::Docket;
use super::wishes::{Wish, wishes};
use crate::candidates::Bench;
use crate::explain;
use crate::score::total;

/// How much better a new order must be than the present one.
const MARGIN: f64 = 0.04;
/// What room for the plan counts for.
const ROOM: f64 = 0.95;
/// What the charges count for that an order forbids.
const CHARGES: f64 = 0.5;
/// What counts for an order that goes at the enemy as the mission does.
const SPIRIT: f64 = 0.3;
/// What strength regained counts for.
const RECOVERY: f64 = 0.35;
/// The share of its strength that a command regains in a turn at the best.
const QUICK: f64 = 0.12;

/// One order that a command could be given.
struct Offer {
    order: Order,
    binding: Binding,
}

/// The best new order to a command; nothing where every command had better keep what it has, or where the rules know no
/// such orders.
pub(crate) fn mandate(bench: &Bench<'_>, docket: &Docket) -> Option<Choice> {
    if bench.ask != AskRole::Command || (docket.loose.is_empty() && docket.aims.is_empty()) {
        return None;
    }
    let mut leaders: Vec<LeaderId> = docket.loose.iter().chain(&docket.aims).filter_map(commanded).collect();
    leaders.sort_unstable();
    leaders.dedup();
    leaders.into_iter().find_map(|leader| for_command(bench, docket, leader))
}

/// The leader whose command an order is for.
fn commanded(order: &Order) -> Option<LeaderId> {
    order.actor.and_then(Object::leader)
}

fn for_command(bench: &Bench<'_>, docket: &Docket, leader: LeaderId) -> Option<Choice> {
    let present = bench.view.estimates().binding(leader)?;
    let units: Vec<_> = present.units.iter().map(|bound| bound.unit).collect();
    let options = options(bench, docket, leader, &wishes(bench, &units, 0));
    let latest = options.iter().map(|option| option.binding.delay).max()?;
    let ahead: Vec<Vec<Wish<'_>>> = (0..=latest).map(|turns| wishes(bench, &units, turns)).collect();
    let weigh = |order: Order, binding: &Binding, delay: u16| {
        let considerations = considerations(bench, binding, &ahead[usize::from(delay)]);
        Weighed { order, score: total(&considerations), considerations }
    };
    let stays = |delay: u16| weigh(docket.pass.unwrap_or(options[0].order), &present, delay);
    let kept: Vec<f64> = (0..=latest).map(|delay| stays(delay).score).collect();
    let mut best: Option<(f64, Weighed)> = None;
    for option in &options {
        let one = weigh(option.order, &option.binding, option.binding.delay);
        let gain = one.score / kept[usize::from(option.binding.delay)].max(1e-9);
        if gain > 1.0 + MARGIN && best.as_ref().is_none_or(|(most, _)| gain > *most) {
            best = Some((gain, one));
        }
    }
    let (_, best) = best?;
    let delay = options.iter().find(|option| option.order == best.order).map_or(0, |option| option.binding.delay);
    let order = best.order;
    let mut listed = vec![best];
    listed.extend(docket.pass.map(|_| stays(delay)));
    Some(explain::of_list(explain::mission(bench, units.first().copied()), listed, options.len(), order))
}

/// Every order that the command could be given, places filled in.
fn options(bench: &Bench<'_>, docket: &Docket, leader: LeaderId, wishes: &[Wish<'_>]) -> Vec<Offer> {
    let his = |order: &&Order| commanded(order) == Some(leader);
    let binding = |order: Order| bench.view.forecast(&order).binding.map(|binding| Offer { order, binding });
    let mut options: Vec<Offer> = docket.loose.iter().filter(his).filter_map(|order| binding(*order)).collect();
    let places = places(wishes);
    for stem in docket.aims.iter().filter(his) {
        let reach = bench.view.reach(stem);
        let named = |hex: &Hex| reach.legal().find(|place| place.pose.anchor == *hex).map(|place| stem.to(place.pose));
        options.extend(places.iter().filter_map(named).filter_map(binding));
    }
    options
}

/// The places that an order may name: those of the missions, and the middle of where the units want to be.
fn places(wishes: &[Wish<'_>]) -> Vec<Hex> {
    let mut places: Vec<Hex> = wishes.iter().filter_map(|wish| Some(wish.mission?.place)).collect();
    let goals: Vec<Hex> = wishes.iter().map(|wish| wish.goal).collect();
    let apart = |from: &Hex| goals.iter().map(|to| from.distance(*to)).sum::<i32>();
    places.extend(goals.iter().copied().min_by_key(|hex| (apart(hex), *hex)));
    places.sort_unstable();
    places.dedup();
    places
}

/// What an order is worth to a command that wishes that.
fn considerations(bench: &Bench<'_>, binding: &Binding, wishes: &[Wish<'_>]) -> Vec<Consideration> {
    let all: f64 = wishes.iter().map(|wish| wish.weight).sum::<f64>().max(1e-9);
    let mean = |of: &dyn Fn(&Wish<'_>) -> f64| wishes.iter().map(|wish| of(wish) * wish.weight).sum::<f64>() / all;
    let recovers = |wish: &Wish<'_>| {
        let bound = binding.units.iter().find(|bound| bound.unit == wish.unit);
        bound.map_or(0.0, |bound| bound.recovers)
    };
    let entry = |name, input: f64, weight, [better, worse]: [&'static str; 2]| {
        let input = input.clamp(0.0, 1.0);
        Consideration { name, input, response: input, weight, words: Words { better, worse } }
    };
    let room =
        ["leaves its units more room for what they are to do", "leaves its units less room for what they are to do"];
    let charges = ["leaves them free to charge", "keeps them from charging"];
    let spirit = ["suits their mission better", "suits their mission less"];
    let recovery = ["lets them recover more", "lets them recover less"];
    vec![
        entry("room for what its units are to do", mean(&|wish| wish.room(bench, binding)), ROOM, room),
        entry("charges left open", 1.0 - (1.0 - binding.charges) * mean(&|wish| wish.charges), CHARGES, charges),
        entry("spirit of the mission", 1.0 - (binding.drive - mean(&|wish| wish.drive)).abs(), SPIRIT, spirit),
        entry("strength regained", mean(&recovers) / QUICK, RECOVERY, recovery),
    ]
}

/// Whether an order is one to a command that names a place yet to be filled in.
pub(super) fn is_aim(bench: &Bench<'_>, stem: &Order) -> bool {
    bench.role(stem) == Role::Command && commanded(stem).is_some()
}
