//! Explanations: the mission served, the best few orders and what each was judged by.

use battle::{Choice, Order, Prospect, UnitId, Weighed, Why};

use crate::candidates::{Bench, Judged};
use crate::considerations::Inputs;
use crate::score::{Scored, considerations, total};

/// How many orders an explanation lists.
const LISTED: usize = 3;

/// An order with the considerations behind its inputs.
fn weighed(bench: &Bench<'_>, order: Order, inputs: &Inputs) -> Weighed {
    let considerations = considerations(&bench.profile.weighing, inputs);
    Weighed { order, score: total(&considerations), considerations }
}

/// The mission of a unit and how things stand, as a sentence; nothing where it has none.
pub(crate) fn mission(bench: &Bench<'_>, unit: Option<UnitId>) -> String {
    let mission = unit.and_then(|unit| bench.plan.mission(unit));
    mission.map_or_else(String::new, |mission| format!("{}; {}", mission.reason, bench.plan.standing))
}

/// An order of a unit's own options, with the next best and, if it could be passed on, with doing nothing.
pub(crate) fn of_unit(bench: &Bench<'_>, unit: UnitId, judged: &Judged, taken: &Scored, pass: Option<Order>) -> Choice {
    let mut options: Vec<Weighed> = vec![weighed(bench, taken.order, &taken.inputs)];
    let others = judged.options.iter().filter(|one| one.order != taken.order && one.product <= taken.product);
    options.extend(others.take(LISTED - 1).map(|one| weighed(bench, one.order, &one.inputs)));
    if let Some(pass) = pass {
        options.push(weighed(bench, pass, &judged.still));
        options[1..].sort_by(|one, other| other.score.total_cmp(&one.score));
        options.truncate(LISTED);
    }
    let still = considerations(&bench.profile.weighing, &judged.still);
    let why = Why { mission: mission(bench, Some(unit)), still, options, prospect: None, weighed: judged.weighed };
    Choice { order: taken.order, why: Some(why) }
}

/// An order that was judged by other things than a unit's own options.
pub(crate) fn of_list(mission: String, mut options: Vec<Weighed>, weighed: usize, order: Order) -> Choice {
    options.sort_by(|one, other| other.score.total_cmp(&one.score));
    options.truncate(LISTED);
    Choice { order, why: Some(Why { mission, options, weighed, ..Why::default() }) }
}

/// The same of an order that gives a unit the means to do something.
pub(crate) fn of_means(
    bench: &Bench<'_>,
    order: Order,
    receiver: UnitId,
    options: Vec<Weighed>,
    judged: &Judged,
) -> Choice {
    let count = options.len();
    let mut choice = of_list(mission(bench, Some(receiver)), options, count, order);
    if let (Some(why), Some(best)) = (&mut choice.why, judged.options.first()) {
        why.prospect = Some(match best.product > judged.idle {
            true => Prospect::Acts {
                what: weighed(bench, best.order, &best.inputs),
                still: considerations(&bench.profile.weighing, &judged.still),
            },
            false => Prospect::Defends,
        });
    }
    choice
}
