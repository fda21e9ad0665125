//! The marks of the drill, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

/// Moved this turn.
pub const MOVED: Marks = Marks::number(0);
/// Shot this turn.
pub const FIRED: Marks = Marks::number(2);
/// Holds an unused order.
pub const ORDERED: Marks = Marks::number(5);
/// Charged this turn.
pub const CHARGED: Marks = Marks::number(7);
/// In disorder.
pub const DISORDERED: Marks = Marks::number(8);
/// Much weakened.
pub const WEAK: Marks = Marks::number(9);
/// Not seen by the enemy.
pub const HIDDEN: Marks = Marks::number(13);
/// Has been hit at least once.
pub const BLOODED: Marks = Marks::number(17);

/// What is to be known of each.
pub const MARKS: &[MarkInfo] = &[
    MarkInfo::new(DISORDERED, "disordered")
        .drawn('≈', '~', "disordered")
        .told("falls into disorder", "is in good order again")
        .looking(Looks::Thinned),
    MarkInfo::new(WEAK, "weak")
        .drawn('−', '-', "weak")
        .told("is much weakened", "is no longer weakened")
        .looking(Looks::Thinned)
        .meaning(Sense::Ladder),
    MarkInfo::new(HIDDEN, "hidden")
        .drawn('◌', 'h', "hidden")
        .told("is hidden", "comes into sight")
        .looking(Looks::Faded)
        .meaning(Sense::Hidden),
    MarkInfo::new(ORDERED, "ordered").drawn('•', '!', "ordered").meaning(Sense::Ordered),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved").deed(),
    MarkInfo::new(FIRED, "fired"),
    MarkInfo::new(CHARGED, "charged").meaning(Sense::Charging),
    MarkInfo::new(BLOODED, "blooded"),
];
