//! Charges: declared, met by a hasty square, brought home or broken off (SN-CHARGE, SN-SQUARE).

use std::borrow::Cow;
use std::collections::BTreeSet;

use battle::{
    Arrangement, Chance, Destination, Event, Forecast, Manner, Order, Perch, Pose, Reach, Role, UnitId, rule,
};
use hexes::{Facing, Hex};
use rulebook::{Target, no};

use crate::contact::{pairs, release};
use crate::forecasts::{self, supposed, tame};
use crate::info::{ABORT, CHARGE, CLOSE, SQUARE, STAND};
use crate::melee::Since;
use crate::melee::odds::{Care, Odds};
use crate::movement::{self, Allowed, may_go, routes, swings_free};
use crate::orders::conformity;
use crate::profile::Kind;
use crate::room::{Fit, fits};
use crate::space::{Aspect, Shape, aspect, formation, in_arc, nearest_stand, shape, shape_of};
use crate::state::{Charge, Open, Squared};
use crate::terrain::Cover;
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, leaders, marks, melee, morale, sight, tables, terrain};

pub(crate) const CHARGE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player).filter(|unit| is_fit(war, *unit).is_ok()) {
            let near = war.enemies(unit).filter(|target| is_near(war, unit, *target));
            out.extend(near.map(|target| Order::new(CHARGE).by(unit).on(target)));
        }
    },
    may: may_charge,
    reach: approach,
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(charger), Some(target)) => foresee_declared(war, &declared(war, charger, target)),
        _ => Forecast::default(),
    },
    ..VerbRow::new("charge", "Charge", Role::Assault, "SN-CHARGE-1", "Charge an enemy with foot or horse.", charge)
};

pub(crate) const SQUARE_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(charged(war).map(|charge| Order::new(SQUARE).by(charge.target))),
    may: answers_charge,
    foresee: foresee_square,
    ..VerbRow::new(
        "square",
        "Hasty square",
        Role::Defend,
        "SN-SQUARE-2",
        "Try to form square before the horse.",
        try_square,
    )
    .forming(Arrangement::Square)
};

pub(crate) const STAND_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(charged(war).map(|charge| Order::new(STAND).by(charge.target))),
    may: answers_charge,
    foresee: |war, _| charged(war).map_or_else(Forecast::default, |charge| foresee_charged(war, &charge)),
    ..VerbRow::new("stand", "Stand", Role::Keep, "SN-SQUARE-2", "Meet the horse as formed.", |umpire, _| {
        if let Some(Open::Square(charge)) = umpire.answered() {
            umpire.interrupt(Open::Contact(charge, Squared::No));
        }
    })
};

pub(crate) const CLOSE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        out.extend(closing(war).map(|(charge, _)| Order::new(CLOSE).by(charge.charger).on(charge.target)));
    },
    may: |war, order| match closing(war) {
        Some((charge, _)) if is_of(order, &charge) && close_reach(war, order).legal().next().is_some() => Ok(()),
        _ => no("SN-CHARGE-4", |_, _| String::from("only the charger closes with its target, where it can")),
    },
    foresee: foresee_close,
    ..VerbRow::new("close", "Close", Role::Place, "SN-CHARGE-4", "Name where the charge makes contact.", close)
        .to(close_reach)
};

pub(crate) const ABORT_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(closing(war).map(|(charge, _)| Order::new(ABORT).by(charge.charger))),
    may: may_abort,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new(
        "abort",
        "Break off",
        Role::Keep,
        "SN-CHARGE-4",
        "Break the charge off where it began.",
        |umpire, _| {
            if let Some(Open::Contact(charge, _)) = umpire.answered() {
                spend_move(umpire, &charge);
            }
        },
    )
};

fn charged(war: &War) -> Option<Charge> {
    match war.frame() {
        Some(Open::Square(charge)) => Some(*charge),
        _ => None,
    }
}

fn closing(war: &War) -> Option<(Charge, Squared)> {
    match war.frame() {
        Some(Open::Contact(charge, squared)) => Some((*charge, *squared)),
        _ => None,
    }
}

fn is_of(order: &Order, charge: &Charge) -> bool {
    order.unit() == Some(charge.charger) && order.target_unit() == Some(charge.target)
}

fn answers_charge(war: &War, order: &Order) -> May {
    if order.unit().is_some() && order.unit() == charged(war).map(|charge| charge.target) {
        return Ok(());
    }
    no("SN-SQUARE-2", |_, _| String::from("only the charged foot answers"))
}

/// Whether a unit can charge anybody: foot or horse, in column or line, not in a panic, as its order lets it (SN-CHARGE-1).
fn is_fit(war: &War, unit: UnitId) -> May {
    may_go(war, unit)?;
    let guns = war.profile(unit).kind.is_guns() && rule!("SN-CHARGE-1a");
    let formed = matches!(shape(war, unit), Shape::Column | Shape::Line) || !rule!("SN-CHARGE-1b");
    let panic = war.strength(unit) <= tables::PANIC && rule!("SN-CHARGE-1c");
    if guns || !formed || panic {
        return no("SN-CHARGE-1", |war, order| {
            format!("{} charges only as foot or horse in column or line, not in a panic", war.actor_of(order))
        });
    }
    if !conformity::lets_charge(war, unit) {
        return no("SN-ORD-2", |war, order| format!("the order of {} forbids charges", war.actor_of(order)));
    }
    Ok(())
}

/// Where a charge could bring a unit, whoever its target is; made once in a position.
fn approaches(war: &War, unit: UnitId) -> std::sync::Arc<Reach> {
    war.reach_of(&Order::new(CHARGE).by(unit))
}

fn approach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    Reach { places: routes(war, unit, movement::points(war, unit), &Allowed::charging(war)) }
}

/// Whether a unit sees an enemy before it moves.
fn sees(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    war.enemies(unit).any(|one| one == enemy) && (sight::sees_unit(war, unit, enemy) || !rule!("SN-CHARGE-1d"))
}

fn may_charge(war: &War, order: &Order) -> May {
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else {
        return no("SN-CHARGE-1", |_, _| String::from("a unit charges a unit"));
    };
    is_fit(war, unit)?;
    let taken = war.state.own.charges.iter().any(|charge| charge.target == target);
    let free = !taken || rule!("SN-CHARGE-5");
    let near = free && is_near(war, unit, target) && sees(war, unit, target);
    if near && !contacts(war, unit, target, &approaches(war, unit).places).is_empty() {
        return Ok(());
    }
    no("SN-CHARGE-2", |war, order| {
        format!("{} sees and reaches no contact with {}", war.actor_of(order), war.target_of(order))
    })
}

/// A charge that could be made next turn, as it would be met; none by guns, squares, march columns and panics, or from
/// too far.
pub(crate) fn possible(war: &War, charger: UnitId, target: UnitId) -> Option<Charge> {
    let formed = matches!(shape(war, charger), Shape::Column | Shape::Line) && !war.profile(charger).kind.is_guns();
    let fit = formed && war.strength(charger) > tables::PANIC;
    (fit && comes_home(war, charger, target)).then(|| declared(war, charger, target))
}

/// Where a charge would make contact by the straight way: next to the nearest stand of its target, facing it, as the
/// charger is formed.
pub(crate) fn straight_to(war: &War, charger: UnitId, target: UnitId) -> Option<Pose> {
    let (from, theirs) = (war.pose(charger), war.field().footprint(target));
    let prey = nearest_stand(war, target, from.anchor)?;
    let beside = prey.neighbors().into_iter().filter(|hex| !theirs.contains(*hex));
    let anchor = beside.min_by_key(|hex| hex.distance(from.anchor))?;
    let facing = Facing::ALL.into_iter().find(|facing| in_arc(*facing, prey - anchor))?;
    Some(from.at(anchor).facing(facing))
}

/// Whether move points bring a charger from where it stands to a target, as the crow flies over open ground: as it is
/// formed or in column, after a turn where the target is not before its front (SN-CHARGE-2).
fn comes_home(war: &War, charger: UnitId, target: UnitId) -> bool {
    let (kind, here) = (war.profile(charger).kind, war.pose(charger));
    let ahead = nearest_stand(war, target, here.anchor).map(|hex| Aspect::of(here.facing, hex - here.anchor));
    let turn = if ahead == Some(Aspect::Front) { 0 } else { tables::TURN };
    let points = movement::points(war, charger).saturating_sub(turn);
    let hexes = |points: u16, shape: Shape| terrain::price(war, kind, shape).map_or(0, |price| points / price.max(1));
    let formed = shape(war, charger);
    let change = if formed == Shape::Column { 0 } else { tables::CHANGE };
    let most = hexes(points, formed).max(hexes(points.saturating_sub(change), Shape::Column));
    war.field().distance(charger, target) <= i32::from(most) + 1
}

/// Whether a target is near enough for a charge to be looked for at all.
fn is_near(war: &War, unit: UnitId, target: UnitId) -> bool {
    let price = terrain::price(war, war.profile(unit).kind, Shape::Column).unwrap_or(1);
    let most = movement::points(war, unit) / price.max(1) + 2 * u16::from(war.stands(unit));
    war.field().distance(unit, target) <= i32::from(most)
}

/// The charger conforms to the charged: by a free turn, or by breaking off before a square (SN-CHARGE-4).
fn is_conforming() -> bool {
    rule!("SN-CHARGE-4")
}

/// Ends of ways in contact with a target: as they are, or after one free turn of 60 degrees (SN-CHARGE-4). Each with the
/// place it comes from.
fn contacts(war: &War, unit: UnitId, target: UnitId, ways: &[Destination]) -> Vec<(Pose, usize)> {
    let prey = war.field().footprint(target);
    let mut named = BTreeSet::new();
    let mut found = Vec::new();
    for (place, way) in ways.iter().enumerate().filter(|(_, way)| way.legal) {
        let reach = war.stands(unit).into();
        let formed = matches!(shape_of(&way.pose), Shape::Column | Shape::Line) || !rule!("SN-CHARGE-1e");
        if prey.distance_to(way.pose.anchor) > reach || !formed {
            continue;
        }
        let free = if is_conforming() { [0, -1, 1].as_slice() } else { &[0] };
        for pose in free.iter().map(|turn| way.pose.facing(way.pose.facing.rotate(*turn))) {
            let meets = !pairs(war, unit, &pose, target).is_empty() && conformity::lets_meet(war, unit, &pose);
            let room = || fits(war, unit, &pose) == Fit::Free && swings_free(war, unit, &way.pose, &pose);
            if meets && room() && named.insert(pose) {
                found.push((pose, place));
            }
        }
    }
    found
}

/// A charge at its declaration: on flank or rear if the charger begins there (SN-CHARGE-3).
fn declared(war: &War, charger: UnitId, target: UnitId) -> Charge {
    let (own, theirs) = (war.field().footprint(charger), war.field().footprint(target));
    let closest =
        own.hexes().iter().flat_map(|stand| theirs.hexes().iter().map(move |hex| (stand.distance(*hex), *stand, *hex)));
    let aspects = closest.map(|(far, stand, hex)| (far, aspect(&war.pose(target), &theirs, hex, stand)));
    // Of stands as near the mildest side counts.
    let milder = |(far, aspect): &(i32, Aspect)| {
        let side = *aspect as i8;
        (*far, if rule!("SN-CHARGE-3b") { side } else { -side })
    };
    let counts = aspects.min_by_key(milder);
    let flank = counts.is_some_and(|(_, aspect)| aspect != Aspect::Front);
    Charge { charger, target, flank: flank && rule!("SN-CHARGE-3a") }
}

/// The charge as it makes contact in a pose: on the flank only if it began there and meets no front.
fn met(war: &War, charge: &Charge, pose: &Pose) -> Charge {
    let theirs = war.field().footprint(charge.target);
    let at = war.pose(charge.target);
    let front =
        |(stand, hex): &(Hex, Hex)| aspect(&at, &theirs, *hex, *stand) == Aspect::Front && rule!("SN-CHARGE-3c");
    let frontal = pairs(war, charge.charger, pose, charge.target).iter().any(front);
    Charge { flank: charge.flank && !frontal, ..*charge }
}

fn charge(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(charger), Some(target)) = (order.unit(), order.target_unit()) else { return };
    if matches!(umpire.frame(), Some(Open::Tested(unit)) if *unit == charger) {
        umpire.answered();
    }
    let charge = declared(umpire, charger, target);
    umpire.mark(charger, marks::CHARGING, true);
    umpire.mark(target, marks::CHARGED, true);
    let asked = may_square(umpire, &charge) || !rule!("SN-CHARGE-6");
    let frame = if asked { Open::Square(charge) } else { Open::Contact(charge, Squared::No) };
    umpire.interrupt(frame);
}

/// The target formed in a square on its anchor.
fn squared(war: &War, target: UnitId) -> Pose {
    let formation = formation(war.profile(target).kind, war.stands(target), Shape::Square);
    let pose = war.pose(target);
    Pose::new(pose.anchor, pose.facing, formation)
}

/// Whether the charged may try a hasty square: foot before horse, not in square or garrison, not engaged, with room.
fn may_square(war: &War, charge: &Charge) -> bool {
    let target = charge.target;
    let before_horse = war.profile(charge.charger).kind.is_cavalry() && war.profile(target).kind == Kind::Infantry;
    let open = !matches!(shape(war, target), Shape::Square | Shape::Garrison);
    let pinned = war.state.own.charges.iter().any(|one| one.target == target || one.charger == target);
    let room = fits(war, target, &squared(war, target)) == Fit::Free || !rule!("SN-SQUARE-2c");
    before_horse && open && (!pinned || !rule!("SN-SQUARE-2b")) && room && rule!("SN-SQUARE-2a")
}

fn try_square(umpire: &mut Umpire<'_>, _order: &Order) {
    let Some(Open::Square(charge)) = umpire.answered() else { return };
    let target = charge.target;
    let single = morale::single(umpire, target, Why::Square, Some(charge.charger));
    if single.passed {
        let (to, path, manner) = (squared(umpire, target), Vec::new(), Manner::Formed);
        umpire.emit(Event::Moved { unit: target, to, path, manner, clause: "SN-SQUARE-2" });
        umpire.mark(target, marks::HASTY, true);
        leaders::clear_place(umpire, target);
    }
    umpire.interrupt(Open::Contact(charge, if single.passed { Squared::Yes } else { Squared::No }));
    morale::owe(umpire, &single.shaken);
}

fn close_reach(war: &War, stem: &Order) -> Reach {
    let Some((charge, _)) = closing(war).filter(|(charge, _)| is_of(stem, charge)) else { return Reach::default() };
    let mut places = approaches(war, charge.charger).places.clone();
    let found = contacts(war, charge.charger, charge.target, &places);
    places.iter_mut().for_each(|place| place.legal = false);
    for (pose, place) in found {
        match places[place].pose == pose {
            true => places[place].legal = true,
            false => {
                let cost = places[place].cost;
                places.push(Destination { pose, cost, previous: Some(place as u16), legal: true });
            }
        }
    }
    Reach { places }
}

fn may_abort(war: &War, order: &Order) -> May {
    let Some((charge, squared)) = closing(war).filter(|(charge, _)| order.unit() == Some(charge.charger)) else {
        return no("SN-CHARGE-4", |_, _| String::from("only a charger breaks off"));
    };
    let stem = Order::new(CLOSE).by(charge.charger).on(charge.target);
    if (squared == Squared::Yes && is_conforming()) || close_reach(war, &stem).legal().next().is_none() {
        return Ok(());
    }
    no("SN-CHARGE-4", |war, order| format!("{} goes home: its target has formed no square", war.actor_of(order)))
}

fn close(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some((charge, _)), Some(to)) = (closing(umpire), order.pose) else { return };
    let way = umpire.reach_of(order).way(&to);
    umpire.answered();
    movement::carry(umpire, charge.charger, way, to, Manner::Charged);
    let charge = met(umpire, &charge, &to);
    umpire.state.own.charges.push(charge);
    movement::mark_moved(umpire, charge.charger);
}

/// A charge that is broken off: the move is spent and conforms.
pub(crate) fn spend_move(umpire: &mut Umpire<'_>, charge: &Charge) {
    let charger = charge.charger;
    if !umpire.present(charger) {
        return;
    }
    umpire.own_mut(charger).near = true;
    umpire.mark(charger, marks::CHARGING, false);
    movement::mark_moved(umpire, charger);
    release(umpire, charge.target);
}

fn foresee_close(war: &War, order: &Order) -> Forecast {
    let Some((charge, _)) = closing(war) else { return Forecast::default() };
    let Some(pose) = order.pose else { return foresee_met(war, &charge) };
    let there = come(war, charge.charger, pose);
    let mut forecast = melee::foresee(&there, &met(&there, &charge, &pose), Since::Contact);
    forecast.results.insert(0, Chance { label: "makes contact", chance: 1.0 });
    Forecast { ends: vec![(pose, 1.0)], ..forecast }
}

/// The battle with a charger come to a pose: lone leaders of the enemy have made off from there (SN-LEADER-5).
fn come(war: &War, charger: UnitId, pose: Pose) -> Cow<'_, War> {
    let there = war.standing(&[(charger, pose)]);
    let print = there.field().footprint(charger);
    let on_it = |leader| matches!(war.field().leader(leader), Perch::At(hex) if print.contains(hex));
    let enemies = war.setting().leaders_of(war.side(charger).other());
    if !enemies.into_iter().any(on_it) {
        return there;
    }
    Cow::Owned(supposed(&there, |umpire| leaders::clear_place(umpire, charger)))
}

/// A place of contact by what tells in the odds there.
struct Place {
    pose: Pose,
    /// In front, and not in flank or rear.
    frontal: bool,
    /// The best that any pair gives the charged.
    cover: Cover,
    /// Hits that the charger has to expect, and those that it can hope for.
    hits: [f64; 2],
}

impl Place {
    fn of(war: &War, charge: &Charge, pose: Pose, others: &[UnitId]) -> Place {
        let mut there = war.standing(&[(charge.charger, pose)]).into_owned();
        there.state.own.charges.push(*charge);
        let hits = melee::odds::hits(&there, charge, others);
        let cover = melee::score::cover_at(war, charge, &pose);
        Place { pose, frontal: !met(war, charge, &pose).flank, cover, hits }
    }

    /// Whether nothing is better for the charger at another place with the same fire. Fire is not weighed here: who is driven off
    /// by it is spared the blows, whichever of the two that serves.
    fn is_no_worse(&self, other: &Place) -> bool {
        self.frontal <= other.frontal && self.cover <= other.cover && self.hits == other.hits
    }
}

/// A charge with its charger where it makes contact best of the ends of those ways, by the odds of what follows; nothing where
/// it makes none. Of places at all of which as much tells the first is taken.
fn brought_home<'a>(war: &'a War, charge: &Charge, ways: &Reach) -> Option<(Cow<'a, War>, Charge)> {
    let others = melee::odds::others_near(war, charge);
    let mut best: Vec<Place> = Vec::new();
    for (pose, _) in contacts(war, charge.charger, charge.target, &ways.places) {
        let place = Place::of(war, charge, pose, &others);
        if !best.iter().any(|known| known.is_no_worse(&place)) {
            best.retain(|known| !place.is_no_worse(known));
            best.push(place);
        }
    }
    let standing = |place: &Place| {
        let there = come(war, charge.charger, place.pose);
        let met = met(&there, charge, &place.pose);
        (there, met)
    };
    let balance = |(there, met): &(Cow<'_, War>, Charge)| {
        melee::effect(there, met, &melee::odds::of(there, met, Since::Contact, Care::Exact)).balance()
    };
    match best.as_slice() {
        [only] => Some(standing(only)),
        several => {
            let weighed = several.iter().map(standing).map(|home| (balance(&home), home));
            weighed.min_by(|one, other| other.0.total_cmp(&one.0)).map(|(_, home)| home)
        }
    }
}

/// What a charge brings that is declared: the charged try a hasty square if they may.
fn foresee_declared(war: &War, charge: &Charge) -> Forecast {
    let ways = approaches(war, charge.charger);
    let Some((there, met)) = brought_home(war, charge, &ways) else { return Forecast::default() };
    let formed = melee::odds::of(&there, &met, Since::Contact, Care::Exact);
    if !may_square(war, charge) {
        return melee::told(&there, &met, &formed);
    }
    let tried = Answered { war, charge }.by_square(formed.clone()).0;
    let brings = |odds: &Odds| melee::effect(war, charge, odds).balance();
    let (odds, reply) = if brings(&formed) < brings(&tried) { (formed, STAND) } else { (tried, SQUARE) };
    let forecast = melee::told(&there, &met, &odds);
    let square = morale::single_roll(war, charge.target, Why::Square).shown(Some(charge.target.into()));
    let rolls = std::iter::once(square).chain(forecast.rolls).collect();
    Forecast { rolls, reply: vec![reply], ..forecast }
}

/// A charge at whose target it is to answer.
struct Answered<'a> {
    war: &'a War,
    charge: &'a Charge,
}

impl Answered<'_> {
    /// The odds with the target as it stands after its answer, by the ways that there are then. A charge that makes contact nowhere is broken off (SN-CHARGE-4).
    fn going_home(&self, there: &War) -> Odds {
        let units = [self.charge.charger, self.charge.target];
        let start = units.map(|unit| self.war.strength(unit));
        let home =
            there.present(units[1]).then(|| brought_home(there, self.charge, &approaches(there, units[0]))).flatten();
        match home {
            Some((there, met)) => melee::odds::from(&there, &met, start, Since::Contact, Care::Exact),
            None => Odds::ended(start, units.map(|unit| there.strength(unit))),
        }
    }

    /// The odds of a try at a hasty square, by the odds as formed; and whether the charger goes on at a square.
    fn by_square(&self, formed: Odds) -> (Odds, bool) {
        let (war, target) = (self.war, self.charge.target);
        let passes = tame(morale::single_roll(war, target, Why::Square).terms().passes());
        let against = self.going_home(&in_square(war, target));
        let goes_on = goes_on(war, self.charge, &against);
        let squared = if goes_on { against } else { Odds::default() };
        (self.failed(formed, passes).mixed(&squared, passes), goes_on)
    }

    /// The odds for whom a check for a square has failed: some have lost their leader by it, and owe a check where he has been
    /// decapitated (SN-LEADER-6, 7).
    fn failed(&self, formed: Odds, passes: f64) -> Odds {
        let (war, target) = (self.war, self.charge.target);
        let mut odds = Odds::default();
        let mut stays = 1.0;
        for (row, chance) in morale::leader_losses(war, target) {
            let chance = chance / (1.0 - passes);
            let mut alone = supposed(war, |umpire| {
                leaders::lose(umpire, target, row, Some(self.charge.charger));
            });
            alone.state.stack.clear();
            stays -= chance;
            let falls = row == tables::DECAPITATED;
            let then = if falls { morale::after_checks(&alone, target, 1, None) } else { vec![(alone, 1.0)] };
            then.iter().for_each(|(there, share)| odds.add(&self.going_home(there), chance * share));
        }
        odds.add(&formed, stays);
        odds
    }
}

/// The chance that the charged form a hasty square, if they may try one.
pub(crate) fn answer_to(war: &War, charge: &Charge) -> Option<f64> {
    let tries = may_square(war, charge);
    tries.then(|| tame(morale::single_roll(war, charge.target, Why::Square).terms().passes()))
}

/// The odds of a charge as it makes contact, only estimated, with that chance of a square before it: its target tries one where
/// that suits it better than to stand, and from a square the charger breaks off where that is better for it.
pub(crate) fn rough_odds(there: &War, met: &Charge, square: Option<f64>) -> Odds {
    let rough = |war: &War, charge: &Charge| melee::odds::of(war, charge, Since::Contact, Care::Rough);
    let formed = rough(there, met);
    let Some(chance) = square else { return formed };
    let against = rough(&in_square(there, met.target), &Charge { flank: false, ..*met });
    let tried = formed.mixed(&if goes_on(there, met, &against) { against } else { Odds::default() }, chance);
    if melee::effect(there, met, &formed).balance() < melee::effect(there, met, &tried).balance() {
        formed
    } else {
        tried
    }
}

/// Whether a charger goes on at a square by those odds: it does where that is better for it than to break off.
fn goes_on(war: &War, charge: &Charge, against: &Odds) -> bool {
    melee::effect(war, charge, against).balance() > 0.0
}

/// The battle as it would be with a unit in a hasty square.
fn in_square(war: &War, unit: UnitId) -> War {
    let (to, path, manner) = (squared(war, unit), Vec::new(), Manner::Formed);
    let mut square = war.supposing(&Event::Moved { unit, to, path, manner, clause: "" });
    square.state.stack.clear();
    square.supposing(&Event::Marked { unit, marks: marks::HASTY, on: true, cause: "" })
}

/// What a charge brings that has named no place yet.
fn foresee_met(war: &War, charge: &Charge) -> Forecast {
    let home = brought_home(war, charge, &approaches(war, charge.charger));
    home.map_or_else(Forecast::default, |(there, met)| melee::foresee(&there, &met, Since::Contact))
}

/// The same as the charged unit sees it.
fn foresee_charged(war: &War, charge: &Charge) -> Forecast {
    let home = brought_home(war, charge, &approaches(war, charge.charger));
    home.map_or_else(Forecast::default, |(there, met)| melee::foresee_for_target(&there, &met))
}

/// What a try at a hasty square brings: the melee after it, in square or as formed.
fn foresee_square(war: &War, _order: &Order) -> Forecast {
    let Some(charge) = charged(war) else { return Forecast::default() };
    let pool = morale::single_roll(war, charge.target, Why::Square);
    let passes = tame(pool.terms().passes());
    let answered = Answered { war, charge: &charge };
    let (odds, goes_on) = answered.by_square(answered.going_home(war));
    let results = vec![
        Chance { label: "square formed", chance: passes },
        Chance { label: "as formed", chance: tame(1.0 - passes) },
    ];
    Forecast {
        rolls: vec![pool.shown(Some(charge.target.into()))],
        results,
        effect: melee::effect_for_target(war, &charge, &odds),
        // Where no square is formed the charger goes home.
        reply: if goes_on { vec![CLOSE] } else { vec![ABORT, CLOSE] },
        ..Forecast::default()
    }
}
