//! What may be ordered now, derived from the rows: lists, reaches, and the reason for every refusal.

use battle::{Object, Order, Reach, Refusal, Role, Side, UnitId, Verb};

use crate::turn::{deciding, phase_row};
use crate::{Listing, Rules, VerbRow, War};

type Verdict = Result<(), Refusal>;

fn refuse(clause: &'static str, text: String) -> Verdict {
    Err(Refusal::new(clause, text))
}

/// The verbs that answer what is asked now.
pub(crate) fn verbs_now<R: Rules>(war: &War<R>) -> &'static [Verb] {
    if war.is_over() {
        return &[];
    }
    war.waits().map_or(phase_row(war).verbs, |wait| wait.verbs)
}

/// What is asked now.
pub(crate) fn asked<R: Rules>(war: &War<R>) -> Option<&'static battle::Ask> {
    war.waits().map(|wait| wait.ask).or(phase_row(war).ask)
}

fn row<R: Rules>(verb: Verb) -> &'static VerbRow<R> {
    &R::VERBS[usize::from(verb.0)]
}

/// What of a verb may be given now, of what is wanted: orders, or stems for a verb that names a pose.
fn open<R: Rules>(war: &War<R>, verb: Verb, wanted: &dyn Fn(&Order) -> bool) -> Vec<Order> {
    let row = row::<R>(verb);
    let mut orders = Vec::new();
    (row.candidates)(war, &mut orders);
    orders.retain(wanted);
    if row.listing == Listing::Judged {
        orders.retain(|order| (row.may)(war, order).is_ok());
    }
    orders
}

/// Every legal order that names no pose, in ascending order.
pub(crate) fn orders<R: Rules>(war: &War<R>) -> Vec<Order> {
    listed(war, |row| !row.words.posed())
}

/// Every legal order that lacks only its pose, in ascending order.
pub(crate) fn stems<R: Rules>(war: &War<R>) -> Vec<Order> {
    listed(war, |row| row.words.posed())
}

fn listed<R: Rules>(war: &War<R>, kept: impl Fn(&VerbRow<R>) -> bool) -> Vec<Order> {
    let verbs = verbs_now(war).iter().filter(|verb| kept(row::<R>(**verb)));
    battle::ascending(verbs.flat_map(|verb| open(war, *verb, &|_| true)).collect())
}

/// Every legal order that names no pose or lacks only that, of those that are wanted, in ascending order.
pub(crate) fn options<R: Rules>(war: &War<R>, wanted: &dyn Fn(&Order) -> bool) -> Vec<Order> {
    battle::ascending(verbs_now(war).iter().flat_map(|verb| open(war, *verb, wanted)).collect())
}

/// What the unit may be ordered now, and what it could be if it were given the means: see [`battle::Estimates::prospects`].
pub(crate) fn prospects<R: Rules>(war: &War<R>, unit: UnitId) -> Vec<Order> {
    let mut orders = Vec::new();
    open_to(war, unit, &mut orders);
    if let Some(supplied) = R::supplied(war, unit) {
        open_to(&supplied, unit, &mut orders);
    }
    let mut orders = battle::ascending(orders);
    orders.dedup();
    orders
}

/// Adds what a unit may be ordered now, stems included, but not what gives it means.
fn open_to<R: Rules>(war: &War<R>, unit: UnitId, out: &mut Vec<Order>) {
    for row in verbs_now(war).iter().map(|verb| row::<R>(*verb)).filter(|row| row.words.role != Role::Activate) {
        let mut orders = Vec::new();
        (row.candidates)(war, &mut orders);
        let open = |order: &Order| row.listing == Listing::Found || (row.may)(war, order).is_ok();
        out.extend(orders.into_iter().filter(|order| order.unit() == Some(unit) && open(order)));
    }
}

/// Whether the phase could only be passed.
pub(crate) fn is_idle<R: Rules>(war: &War<R>) -> bool {
    let verbs = verbs_now(war).iter().filter(|verb| row::<R>(**verb).words.role != Role::Done);
    verbs.into_iter().all(|verb| !is_any_open(war, *verb))
}

/// Whether anything of a verb may be given now.
fn is_any_open<R: Rules>(war: &War<R>, verb: Verb) -> bool {
    let row = row::<R>(verb);
    let mut orders = Vec::new();
    (row.candidates)(war, &mut orders);
    orders.iter().any(|order| row.listing == Listing::Found || (row.may)(war, order).is_ok())
}

/// The poses that complete a stem; also for what a unit could do later.
pub(crate) fn reach<R: Rules>(war: &War<R>, stem: &Order) -> Reach {
    let known = stem.actor.into_iter().chain(stem.target).all(|object| war.knows(object));
    let Some(row) = R::VERBS.get(usize::from(stem.verb.0)).filter(|row| known && row.words.posed()) else {
        return Reach::default();
    };
    if stem.pose.is_some() || !fits(row, stem) {
        return Reach::default();
    }
    if is_open(war, row, stem) {
        return Reach::clone(&war.reach_of(stem));
    }
    let supplied = stem.unit().and_then(|unit| R::supplied(war, unit));
    match supplied.filter(|supplied| is_open(supplied, row, stem)) {
        Some(supplied) => (row.reach)(&supplied, stem),
        None => Reach::default(),
    }
}

/// Whether a stem may be completed now.
fn is_open<R: Rules>(war: &War<R>, row: &VerbRow<R>, stem: &Order) -> bool {
    verbs_now(war).contains(&stem.verb) && owned(war, deciding(war), stem).is_ok() && (row.may)(war, stem).is_ok()
}

fn fits<R: Rules>(row: &VerbRow<R>, order: &Order) -> bool {
    let number = row.number == crate::Number::Judged || order.number.is_none();
    row.actor.fits(order.actor) && row.target.fits(order.target) && number
}

/// Whether the order is legal now, as far as this battle knows.
pub(crate) fn check<R: Rules>(war: &War<R>, order: &Order) -> Verdict {
    let Some(row) = R::VERBS.get(usize::from(order.verb.0)) else { return refuse("", String::from("unknown verb")) };
    if war.is_over() {
        return refuse("", String::from("the battle is over"));
    }
    owned(war, deciding(war), order)?;
    at_this_moment(war, row, order)?;
    well_formed(row, order)?;
    let stem = order.without_pose();
    (row.may)(war, &stem).map_err(|no| no.refusal(war, order))?;
    match order.pose {
        Some(pose) if !war.reach_of(order).allows(&pose) => Err((row.beyond)(war, order).refusal(war, order)),
        _ => Ok(()),
    }
}

/// Whether everything named exists, and who is to act is the side's own and on the map.
fn owned<R: Rules>(war: &War<R>, side: Side, order: &Order) -> Verdict {
    if order.actor.into_iter().chain(order.target).any(|object| !war.knows(object)) {
        return refuse("", String::from("no such unit, leader or place"));
    }
    match order.actor {
        Some(Object::Unit(unit)) if war.side(unit) != side => {
            refuse("", format!("{} is not {side}'s to command", war.name(unit)))
        }
        Some(Object::Unit(unit)) if !war.present(unit) => refuse("", format!("{} is not on the map", war.name(unit))),
        Some(Object::Leader(leader)) if war.setting().leader(leader).side != side => {
            refuse("", format!("{} is not {side}'s to command", war.field().label(leader.into())))
        }
        _ => Ok(()),
    }
}

/// Whether the verb answers what is asked now.
fn at_this_moment<R: Rules>(war: &War<R>, row: &VerbRow<R>, order: &Order) -> Verdict {
    if verbs_now(war).contains(&order.verb) {
        return Ok(());
    }
    let (clause, prompt) = asked(war).map_or(("", "nothing"), |ask| (ask.clause, ask.question()));
    refuse(clause, format!("`{}` does not answer what is asked now: {prompt}", row.words.word))
}

/// Whether the order names exactly what its verb needs.
fn well_formed<R: Rules>(row: &VerbRow<R>, order: &Order) -> Verdict {
    let word = row.words.word;
    if !row.actor.fits(order.actor) {
        return refuse("", format!("`{word}` needs {}", row.actor.named()));
    }
    if !row.target.fits(order.target) {
        return refuse("", format!("`{word}` needs {}", row.target.named()));
    }
    match (row.words.posed(), order.pose) {
        (true, None) => return refuse("", format!("`{word}` needs a pose such as 12,7/N/line4")),
        (false, Some(_)) => return refuse("", format!("`{word}` takes no pose")),
        _ => {}
    }
    if row.number == crate::Number::None && order.number.is_some() {
        return refuse("", format!("`{word}` has a number that means nothing here"));
    }
    Ok(())
}
