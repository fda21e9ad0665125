//! The marks of Eagles, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

/// Moved this turn.
pub(crate) const MOVED: Marks = Marks::number(0);
/// Made a long march this turn.
pub(crate) const MARCHED: Marks = Marks::number(1);
/// Shot this turn.
pub(crate) const FIRED: Marks = Marks::number(2);
/// Shot as artillery bombardment this turn.
pub(crate) const BOMBARDED: Marks = Marks::number(3);
/// Skirmished this turn.
pub(crate) const SKIRMISHED: Marks = Marks::number(4);
/// Holds an unused order.
pub(crate) const ORDERED: Marks = Marks::number(5);
/// Was given an order this turn.
pub(crate) const WAS_ORDERED: Marks = Marks::number(6);
/// Charged this turn.
pub(crate) const CHARGED: Marks = Marks::number(7);
/// Much weakened.
pub(crate) const WEAK: Marks = Marks::number(9);
/// On its limbers.
pub(crate) const LIMBERED: Marks = Marks::number(14);
/// Has no strength left and leaves soon.
pub(crate) const SPENT: Marks = Marks::number(15);
/// Out of ammunition.
pub(crate) const OUT_OF_AMMUNITION: Marks = Marks::number(16);
/// Has been hit at least once.
pub(crate) const BLOODED: Marks = Marks::number(17);
/// Maneuvered this turn.
pub(crate) const MANEUVERED: Marks = Marks::number(18);

/// What is to be known of each.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new(SPENT, "spent")
        .drawn('×', 'x', "order used")
        .told("has no strength left", "is fit to fight again")
        .looking(Looks::Faded)
        .meaning(Sense::Gone),
    MarkInfo::new(WEAK, "weak")
        .drawn('−', '-', "weak")
        .told("is much weakened", "is no longer weakened")
        .looking(Looks::Thinned),
    MarkInfo::new(OUT_OF_AMMUNITION, "out_of_ammunition")
        .drawn('∅', '0', "out of ammunition")
        .told("is out of ammunition", "has ammunition again"),
    MarkInfo::new(ORDERED, "ordered").drawn('•', '!', "ordered").meaning(Sense::Ordered),
    MarkInfo::new(LIMBERED, "limbered")
        .drawn('⊙', 'o', "limbered")
        .told("limbers up", "unlimbers")
        .meaning(Sense::Limbered),
    MarkInfo::new(MARCHED, "marched").drawn('⇥', '=', "marched").deed(),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved").deed(),
    MarkInfo::new(FIRED, "fired"),
    MarkInfo::new(BOMBARDED, "bombarded"),
    MarkInfo::new(SKIRMISHED, "skirmished"),
    MarkInfo::new(WAS_ORDERED, "was_ordered").meaning(Sense::WasOrdered),
    MarkInfo::new(CHARGED, "charged").meaning(Sense::Charging),
    MarkInfo::new(BLOODED, "blooded"),
    MarkInfo::new(MANEUVERED, "maneuvered"),
];
