//! The marks of Over the Hills, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

/// Routs (OTH-STATUS-1).
pub(crate) const ROUTING: Marks = Marks::number(0);
/// Wavers (OTH-STATUS-1).
pub(crate) const WAVERING: Marks = Marks::number(1);
/// Has gone to ground (OTH-MOVE-11).
pub(crate) const DOWN: Marks = Marks::number(2);
/// Has fired since its last turn.
pub(crate) const FIRED: Marks = Marks::number(3);
/// Has moved in this turn.
pub(crate) const MOVED: Marks = Marks::number(4);
/// May move no more in this turn.
pub(crate) const HALTED: Marks = Marks::number(5);
/// Has evaded (OTH-CONTACT-4).
pub(crate) const EVADED: Marks = Marks::number(6);
/// Its ammunition is spent (OTH-ART-8).
pub(crate) const EMPTY: Marks = Marks::number(7);
/// Its square was formed before a charge (OTH-CONTACT-6).
pub(crate) const EMERGENCY: Marks = Marks::number(8);
/// Moves to contact.
pub(crate) const CHARGING: Marks = Marks::number(9);
/// Is in contact.
pub(crate) const ENGAGED: Marks = Marks::number(10);
/// May not fire in its next fire phase (OTH-MORALE-8).
pub(crate) const NO_FIRE: Marks = Marks::number(11);
/// Has won its last round (OTH-MELEE-INF-M25).
pub(crate) const WON: Marks = Marks::number(12);

/// What is to be known of each.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new(ROUTING, "routing")
        .drawn('»', '>', "routing")
        .told("routs", "rallies from its rout")
        .looking(Looks::Broken)
        .meaning(Sense::Routing),
    MarkInfo::new(WAVERING, "wavering")
        .drawn('≈', '~', "wavering")
        .told("wavers", "is steady again")
        .looking(Looks::Thinned),
    MarkInfo::new(EMPTY, "empty")
        .drawn('∅', 'x', "out of ammunition")
        .told("is out of ammunition", "has ammunition again"),
    MarkInfo::new(ENGAGED, "engaged").drawn('◂', '<', "in contact").meaning(Sense::Engaged),
    MarkInfo::new(EMERGENCY, "emergency").drawn('▫', 'q', "emergency square"),
    MarkInfo::new(DOWN, "down").drawn('_', '_', "gone to ground").told("goes to ground", "rises"),
    MarkInfo::new(NO_FIRE, "no_fire").drawn('¬', '!', "may not fire"),
    MarkInfo::new(EVADED, "evaded").drawn('∿', 'e', "has evaded").deed(),
    MarkInfo::new(CHARGING, "charging").drawn('▸', '^', "charging").meaning(Sense::Charging),
    MarkInfo::new(WON, "won"),
    MarkInfo::new(HALTED, "halted").drawn('■', '#', "moves no more").deed(),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved").deed(),
    MarkInfo::new(FIRED, "fired"),
];
