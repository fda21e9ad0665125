//! The Assault as it goes: declaration, contact, defence, pools, who gives way (EA-ASSAULT-7 to 24).

use battle::{Departure, Event, Manner, Object, Order, Told, UnitId, rule};

use super::approach::{Contact, declared, ways};
use super::dice::{
    Reply, assault_pool, charge_roll, defence_pool, falls_at_contact, guns_survive, meeting, widths_back,
    withdraws_from_fire,
};
use crate::command::{begin_action, spend_order, uses};
use crate::fire::{self, Shot};
use crate::marks;
use crate::movement::turn_to;
use crate::retreat::{self, Heading};
use crate::space::zones::Zone;
use crate::state::{Flags, Frame, flag, flagged, spent};
use crate::system::Why;
use crate::{Class, Umpire, War, class, losses, tallies};

/// Carries out a declared Assault up to contact or the halt short of it (EA-ASSAULT-7, EA-SEQ-6).
pub(super) fn assault(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(attacker), Some(target)) = (order.unit(), order.target_unit()) else { return };
    let number = usize::try_from(order.number.unwrap_or_default()).unwrap_or_default();
    let Ok(approach) = declared(umpire, attacker, target) else { return };
    let Some((charge, contact)) = ways(&approach).nth(number) else { return };
    begin_action(umpire);
    spend_order(umpire, attacker);
    umpire.mark(attacker, marks::CHARGED | marks::MOVED, true);
    say(umpire, "{a} charges {t}", "EA-ASSAULT-1", attacker, target);
    turn_to(umpire, attacker, charge.start, "EA-ASSAULT-4");
    let roll = charge_roll(umpire, attacker);
    let inches = umpire.throw(&roll, umpire.by_unit(attacker, Some(target), Why::Distance));
    let side = approach.side;
    if i32::from(inches) < contact.needed && rule!("EA-ASSAULT-6") {
        return umpire.interrupt(Frame::Short { attacker, target, side, inches });
    }
    close_in(umpire, attacker, contact);
    if rule!("EA-ASSAULT-14") {
        meet(umpire, attacker, target, side);
    }
}

/// Both in contact: the spent and Guns fall at once, everybody else is asked how to defend (EA-ASSAULT-7, EA-SEQ-6).
fn meet(umpire: &mut Umpire<'_>, attacker: UnitId, target: UnitId, side: Zone) {
    if spent(umpire, target) && rule!("EA-ASSAULT-7") {
        offer_follow_up(umpire, attacker, target);
        if rule!("EA-UNIT-10d") {
            losses::remove(umpire, target, Departure::Destroyed, "EA-UNIT-10");
        }
    } else if falls_at_contact(umpire, target) {
        overrun(umpire, attacker, target);
    } else if rule!("EA-SEQ-6") {
        umpire.interrupt(Frame::React { attacker, target, side });
    } else {
        fight(umpire, attacker, target, side, Reply::Keep);
    }
}

/// Guns in contact: those with an Order fire once unasked, and all are lost (EA-ASSAULT-12, EA-ASSAULT-13).
fn overrun(umpire: &mut Umpire<'_>, attacker: UnitId, guns: UnitId) {
    let shoots = may_reply(umpire, attacker, guns, Reply::Fire) && rule!("EA-ASSAULT-13");
    if shoots && fires_off(umpire, guns, attacker) {
        return repulse(umpire, attacker, guns);
    }
    offer_follow_up(umpire, attacker, guns);
    losses::remove(umpire, guns, Departure::Destroyed, "EA-ASSAULT-12");
}

/// The defender's fire at the Assaulter in contact; tells whether it ends the Assault (EA-ASSAULT-11).
fn fires_off(umpire: &mut Umpire<'_>, target: UnitId, attacker: UnitId) -> bool {
    let hits = fire::shoot(umpire, target, attacker, Shot::Defensive);
    let withdraws = fire::makes_withdraw(umpire, attacker, hits, Shot::Defensive) && withdraws_from_fire(umpire);
    pay_for_fire(umpire, target);
    fire::count_hits(umpire, attacker, hits);
    let gone = !umpire.present(attacker) || spent(umpire, attacker);
    if withdraws && umpire.present(attacker) {
        retreat::withdraw(umpire, target, attacker);
    }
    (withdraws || gone) && rule!("EA-ASSAULT-11")
}

/// Says one sentence about two Units.
fn say(umpire: &mut Umpire<'_>, text: &'static str, clause: &'static str, actor: UnitId, target: UnitId) {
    let (actor, target) = (Some(Object::Unit(actor)), Some(Object::Unit(target)));
    umpire.tell(Told { actor, target, ..Told::new(text, clause) });
}

fn close_in(umpire: &mut Umpire<'_>, attacker: UnitId, contact: &Contact) {
    let places = &contact.way.places;
    let path = places.get(1..places.len().saturating_sub(1)).unwrap_or_default();
    let path = path.iter().map(|place| place.pose).collect();
    let (to, manner) = (contact.pose, Manner::Charged);
    umpire.emit(Event::Moved { unit: attacker, to, path, manner, clause: "EA-ASSAULT-5" });
}

/// Whether the defender may make that reply after contact (EA-ASSAULT-9).
pub(crate) fn may_reply(war: &War, attacker: UnitId, defender: UnitId, reply: Reply) -> bool {
    let guns = falls_at_contact(war, defender);
    let able = match reply {
        Reply::Keep => return true,
        Reply::Stand => uses(war, defender) > 0 && !guns,
        Reply::Fire => {
            fire::may_defend(war, defender).is_ok() && fire::shot_at(war, defender, attacker, Shot::Defensive).is_some()
        }
    };
    able && (guns || rule!("EA-ASSAULT-9"))
}

/// Carries out the defender's reply and the rest of the Assault.
pub(crate) fn reply(umpire: &mut Umpire<'_>, reply: Reply) {
    let Some(Frame::React { attacker, target, side }) = umpire.answered() else { return };
    if reply == Reply::Fire && fires_off(umpire, target, attacker) {
        return repulse(umpire, attacker, target);
    }
    if reply == Reply::Stand {
        spend_order(umpire, target);
    }
    fight(umpire, attacker, target, side, reply);
}

/// Defensive fire costs an Order, but not with Resupply Guns (EA-OPT-1); Guns laid for later fire the shot they were laid
/// for (EA-ASSAULT-13).
fn pay_for_fire(umpire: &mut Umpire<'_>, defender: UnitId) {
    let guns = class(umpire, defender) == Class::Guns;
    if flagged(umpire, defender, Flags::LAID) {
        flag(umpire, defender, Flags::LAID, false);
        umpire.mark(defender, marks::BOMBARDED, true);
    } else if !guns || !fire::resupplied(umpire) {
        spend_order(umpire, defender);
    }
    flag(umpire, defender, Flags::PAID_FIRE, true);
    umpire.mark(defender, marks::FIRED, true);
}

/// The Assault was stopped by fire; Guns are lost all the same (EA-RES-20).
fn repulse(umpire: &mut Umpire<'_>, attacker: UnitId, target: UnitId) {
    say(umpire, tallies::STOPPED, "EA-ASSAULT-11", attacker, target);
    if falls_at_contact(umpire, target) && !guns_survive(umpire) {
        losses::remove(umpire, target, Departure::Destroyed, "EA-ASSAULT-13");
    }
}

/// Both pools, both losses, and who gives way (EA-ASSAULT-15 to 17).
fn fight(umpire: &mut Umpire<'_>, attacker: UnitId, target: UnitId, side: Zone, reply: Reply) {
    let fight = meeting(umpire, attacker, &umpire.pose(attacker), target, &umpire.pose(target), side);
    let attack = assault_pool(umpire, &fight, umpire.strength(attacker));
    let defence = defence_pool(umpire, &fight, umpire.strength(target), reply);
    let throws = [
        (attack, umpire.by_unit(attacker, Some(target), Why::Assault)),
        (defence, umpire.by_unit(target, Some(attacker), Why::Defence)),
    ];
    let mut hits = <[i16; 2]>::default();
    for side in if rule!("EA-SEQ-12") { [0, 1] } else { [1, 0] } {
        let (pool, throw) = &throws[side];
        hits[side] = umpire.throw(pool, *throw);
    }
    let [inflicted, taken] = hits;
    losses::hurt(umpire, target, inflicted, "assault", "EA-ASSAULT-15");
    losses::hurt(umpire, attacker, taken, "assault", "EA-ASSAULT-15");
    let facing = umpire.pose(attacker).facing;
    let lead = if rule!("EA-ASSAULT-15") { i32::from(inflicted - taken) } else { 0 };
    if lead > 0 {
        say(umpire, "{a} beats {t}", "EA-ASSAULT-15", attacker, target);
        offer_follow_up(umpire, attacker, target);
        drive_back(umpire, target, Heading::Along(facing), widths_back(lead));
    } else {
        let text = if lead == 0 { "{t} holds against {a}" } else { "{t} beats {a}" };
        say(umpire, text, "EA-ASSAULT-16", attacker, target);
        drive_back(umpire, attacker, Heading::Along(facing.opposite()), widths_back(lead));
    }
}

fn drive_back(umpire: &mut Umpire<'_>, unit: UnitId, heading: Heading, widths: i32) {
    if umpire.present(unit) && widths > 0 {
        retreat::fall_back(umpire, unit, heading, widths, Manner::Retreated);
    }
}

/// The Assaulter has won: a follow-up is offered unless nothing is left of it (EA-ASSAULT-24).
fn offer_follow_up(umpire: &mut Umpire<'_>, attacker: UnitId, beaten: UnitId) {
    let stays = spent(umpire, attacker) && rule!("EA-ASSAULT-24");
    if umpire.present(attacker) && !stays {
        umpire.interrupt(Frame::FollowUp { winner: attacker, beaten });
    }
}
