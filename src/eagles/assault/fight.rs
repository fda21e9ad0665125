//! The Assault as it goes: declaration, contact, defence, pools, who gives way (EA-ASSAULT-7 to 24).

use battle::{Departure, Event, Manner, Object, Order, Told, UnitId, rule};

use super::approach::{Contact, declared, ways};
use super::dice::{Reply, assault_pool, charge_roll, defence_pool, meeting};
use crate::command::{begin_action, spend_order, uses};
use crate::fire::{self, Shot};
use crate::marks;
use crate::movement::turn_to;
use crate::retreat::{self, Heading};
use crate::space::zones::Zone;
use crate::state::{Flags, Frame, flag, flagged, spent};
use crate::system::Why;
use crate::{Class, Umpire, War, class, losses, tables};

/// Carries out a declared Assault up to contact or the halt short of it (EA-ASSAULT-7, EA-SEQ-6).
pub(super) fn assault(umpire: &mut Umpire<'_>, order: &Order) {
    rule!("EA-SEQ-6");
    rule!("EA-ASSAULT-7");
    rule!("EA-ASSAULT-14");
    let (Some(attacker), Some(target)) = (order.unit(), order.target_unit()) else { return };
    let number = usize::try_from(order.number.unwrap_or(0)).unwrap_or(0);
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
    if i32::from(inches) < contact.needed {
        return umpire.interrupt(Frame::Short { attacker, target, side, inches });
    }
    close_in(umpire, attacker, contact);
    if spent(umpire, target) {
        offer_follow_up(umpire, attacker, target);
        return losses::remove(umpire, target, Departure::Destroyed, "EA-UNIT-10");
    }
    if class(umpire, target) == Class::Guns {
        return overrun(umpire, attacker, target);
    }
    umpire.interrupt(Frame::React { attacker, target, side });
}

/// Guns in contact: those with an Order fire once unasked, and all are lost (EA-ASSAULT-12, EA-ASSAULT-13).
fn overrun(umpire: &mut Umpire<'_>, attacker: UnitId, guns: UnitId) {
    if may_reply(umpire, attacker, guns, Reply::Fire) {
        rule!("EA-ASSAULT-13");
        if fires_off(umpire, guns, attacker) {
            return repulse(umpire, attacker, guns);
        }
    }
    rule!("EA-ASSAULT-12");
    offer_follow_up(umpire, attacker, guns);
    losses::remove(umpire, guns, Departure::Destroyed, "EA-ASSAULT-12");
}

/// The defender's fire at the Assaulter in contact; tells whether it ends the Assault (EA-ASSAULT-11).
fn fires_off(umpire: &mut Umpire<'_>, target: UnitId, attacker: UnitId) -> bool {
    let hits = fire::shoot(umpire, target, attacker, Shot::Defensive);
    let withdraws = fire::makes_withdraw(umpire, attacker, hits, Shot::Defensive) && stops(umpire);
    pay_for_fire(umpire, target);
    fire::count_hits(umpire, attacker, hits);
    let gone = !umpire.present(attacker) || spent(umpire, attacker);
    if withdraws && umpire.present(attacker) {
        retreat::withdraw(umpire, target, attacker);
    }
    if withdraws || gone {
        rule!("EA-ASSAULT-11");
    }
    withdraws || gone
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
    rule!("EA-ASSAULT-9");
    match reply {
        Reply::Keep => true,
        Reply::Stand => uses(war, defender) > 0 && class(war, defender) != Class::Guns,
        Reply::Fire => {
            fire::may_defend(war, defender).is_ok() && fire::shot_at(war, defender, attacker, Shot::Defensive).is_some()
        }
    }
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

/// Whether defensive fire may stop an Assault by a Withdraw (EA-RES-21).
fn stops(war: &War) -> bool {
    if war.options().defend_no_withdraw {
        rule!("EA-RES-21");
    }
    !war.options().defend_no_withdraw
}

/// Defensive fire costs an Order, but not with Resupply Guns (EA-OPT-1); Guns laid for later fire the shot they were laid
/// for (EA-ASSAULT-13).
fn pay_for_fire(umpire: &mut Umpire<'_>, defender: UnitId) {
    let guns = class(umpire, defender) == Class::Guns;
    if flagged(umpire, defender, Flags::LAID) {
        flag(umpire, defender, Flags::LAID, false);
        umpire.mark(defender, marks::BOMBARDED, true);
    } else if !guns || !umpire.options().resupply_guns {
        spend_order(umpire, defender);
    }
    flag(umpire, defender, Flags::PAID_FIRE, true);
    umpire.mark(defender, marks::FIRED, true);
}

/// The Assault was stopped by fire; Guns are lost all the same (EA-RES-20).
fn repulse(umpire: &mut Umpire<'_>, attacker: UnitId, target: UnitId) {
    say(umpire, "{a} is stopped by the fire of {t}", "EA-ASSAULT-11", attacker, target);
    if class(umpire, target) == Class::Guns {
        rule!("EA-RES-20");
        if !umpire.options().guns_survive_repulse {
            losses::remove(umpire, target, Departure::Destroyed, "EA-ASSAULT-13");
        }
    }
}

/// Both pools, both losses, and who gives way (EA-ASSAULT-15 to 17).
fn fight(umpire: &mut Umpire<'_>, attacker: UnitId, target: UnitId, side: Zone, reply: Reply) {
    rule!("EA-ASSAULT-15");
    rule!("EA-SEQ-12");
    let fight = meeting(umpire, attacker, &umpire.pose(attacker), target, &umpire.pose(target), side);
    let attack = assault_pool(umpire, &fight, umpire.strength(attacker));
    let defence = defence_pool(umpire, &fight, umpire.strength(target), reply);
    let inflicted = umpire.throw(&attack, umpire.by_unit(attacker, Some(target), Why::Assault));
    let taken = umpire.throw(&defence, umpire.by_unit(target, Some(attacker), Why::Defence));
    losses::hurt(umpire, target, inflicted, "assault", "EA-ASSAULT-15");
    losses::hurt(umpire, attacker, taken, "assault", "EA-ASSAULT-15");
    let facing = umpire.pose(attacker).facing;
    let lead = i32::from(inflicted - taken);
    if lead > 0 {
        say(umpire, "{a} beats {t}", "EA-ASSAULT-15", attacker, target);
        offer_follow_up(umpire, attacker, target);
        drive_back(umpire, target, Heading::Along(facing), lead);
    } else {
        let text = if lead == 0 { "{t} holds against {a}" } else { "{t} beats {a}" };
        say(umpire, text, "EA-ASSAULT-16", attacker, target);
        rule!("EA-ASSAULT-16");
        let widths = if lead == 0 { tables::WITHDRAW_WIDTHS } else { -lead };
        drive_back(umpire, attacker, Heading::Along(facing.opposite()), widths);
    }
}

fn drive_back(umpire: &mut Umpire<'_>, unit: UnitId, heading: Heading, widths: i32) {
    if umpire.present(unit) {
        retreat::fall_back(umpire, unit, heading, widths, Manner::Retreated);
    }
}

/// The Assaulter has won: a follow-up is offered unless nothing is left of it (EA-ASSAULT-24).
fn offer_follow_up(umpire: &mut Umpire<'_>, attacker: UnitId, beaten: UnitId) {
    if !umpire.present(attacker) || spent(umpire, attacker) {
        rule!("EA-ASSAULT-24");
        return;
    }
    umpire.interrupt(Frame::FollowUp { winner: attacker, beaten });
}
