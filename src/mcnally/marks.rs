//! The marks of McNally, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

/// Routs (MC-MORALE-10).
pub(crate) const ROUTING: Marks = Marks::number(0);
/// Holds a panic marker (MC-PANIC-1).
pub(crate) const PANIC: Marks = Marks::number(1);
/// Failed by 1 in its morale step (MC-MORALE-9).
pub(crate) const HELD: Marks = Marks::number(2);
/// Is spent after a charge (MC-CHARGE-6).
pub(crate) const SPENT: Marks = Marks::number(3);
/// Reforms (MC-MORALE-11).
pub(crate) const REFORMING: Marks = Marks::number(4);
/// Falls back (MC-MOVE-18).
pub(crate) const FALLING_BACK: Marks = Marks::number(5);
/// Friends pass through it (MC-MOVE-15).
pub(crate) const MASKED: Marks = Marks::number(6);
/// Charges.
pub(crate) const CHARGING: Marks = Marks::number(7);
/// Is in contact.
pub(crate) const CONTACT: Marks = Marks::number(8);
/// Has gone through this turn's card.
pub(crate) const ACTED: Marks = Marks::number(9);
/// Has moved, formed or charged in this activation (MC-MOVE-22).
pub(crate) const MOVED: Marks = Marks::number(10);
/// Has fired in this activation.
pub(crate) const FIRED: Marks = Marks::number(11);
/// Is on foot (MC-MOVE-17).
pub(crate) const DISMOUNTED: Marks = Marks::number(12);
/// Has evaded in this turn.
pub(crate) const EVADED: Marks = Marks::number(13);

/// The states that replace each other (MC-SEQ-14).
pub(crate) const STATES: Marks =
    Marks::from_bits_retain(ROUTING.bits() | HELD.bits() | SPENT.bits() | REFORMING.bits() | FALLING_BACK.bits());

/// What is to be known of each.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new(ROUTING, "routing")
        .drawn('»', '>', "routing")
        .told("routs", "is rallied")
        .looking(Looks::Broken)
        .meaning(Sense::Routing),
    MarkInfo::new(PANIC, "panic")
        .drawn('!', '!', "panic marker")
        .told("gets a panic marker", "is calm again")
        .looking(Looks::Thinned),
    MarkInfo::new(FALLING_BACK, "falling_back")
        .drawn('↓', 'v', "falling back")
        .told("falls back", "stops falling back"),
    MarkInfo::new(SPENT, "spent").drawn('∅', 'x', "spent").looking(Looks::Faded),
    MarkInfo::new(REFORMING, "reforming").drawn('~', '~', "reforming").looking(Looks::Faded),
    MarkInfo::new(HELD, "held").drawn('■', '#', "held"),
    MarkInfo::new(CONTACT, "contact").drawn('◂', '<', "in contact").meaning(Sense::Engaged),
    MarkInfo::new(CHARGING, "charging").drawn('▸', '^', "charging").meaning(Sense::Charging),
    MarkInfo::new(MASKED, "masked").drawn('▫', 'o', "masked"),
    MarkInfo::new(EVADED, "evaded").drawn('∿', 'e', "has evaded").deed(),
    MarkInfo::new(DISMOUNTED, "dismounted").drawn('_', '_', "dismounted").told("dismounts", "mounts"),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved").deed(),
    MarkInfo::new(FIRED, "fired"),
    MarkInfo::new(ACTED, "acted").drawn('·', '.', "has acted").deed(),
];
