//! The marks of On War, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

/// Moved this turn.
pub(crate) const MOVED: Marks = Marks::number(0);
/// Made a long march this turn.
pub(crate) const MARCHED: Marks = Marks::number(1);
/// Shot this turn.
pub(crate) const FIRED: Marks = Marks::number(2);
/// Charged this turn.
pub(crate) const CHARGED: Marks = Marks::number(7);
/// Much weakened.
pub(crate) const WEAK: Marks = Marks::number(9);
/// Running away.
pub(crate) const ROUTING: Marks = Marks::number(10);
/// Shaken by shells.
pub(crate) const DISORIENTED: Marks = Marks::number(11);
/// Not seen by the enemy.
pub(crate) const HIDDEN: Marks = Marks::number(13);
/// Has been hit at least once.
pub(crate) const BLOODED: Marks = Marks::number(17);
/// Guns stuck in difficult going.
pub(crate) const BOGGED: Marks = Marks::number(19);
/// Has shown where it is by shooting from a wood.
pub(crate) const DISCLOSED: Marks = Marks::number(20);
/// Was found by a search.
pub(crate) const FOUND: Marks = Marks::number(21);
/// Out of formation after a fight.
pub(crate) const RAGGED: Marks = Marks::number(22);
/// Fell back this turn.
pub(crate) const FELL_BACK: Marks = Marks::number(23);

/// What is to be known of each.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new(ROUTING, "routing")
        .drawn('»', '>', "routing")
        .told("routs", "stops routing")
        .looking(Looks::Broken)
        .meaning(Sense::Routing),
    MarkInfo::new(DISORIENTED, "disoriented")
        .drawn('?', '?', "disoriented")
        .told("is shaken by the shelling", "is no longer shaken"),
    MarkInfo::new(WEAK, "weak")
        .drawn('−', '-', "weak")
        .told("is much weakened", "is no longer weakened")
        .looking(Looks::Thinned),
    MarkInfo::new(BOGGED, "bogged").drawn('∟', '_', "bogged down"),
    MarkInfo::new(RAGGED, "ragged").drawn('∿', '%', "out of formation"),
    MarkInfo::new(HIDDEN, "hidden")
        .drawn('◌', 'h', "hidden")
        .told("is hidden", "comes into sight")
        .looking(Looks::Faded)
        .meaning(Sense::Hidden),
    MarkInfo::new(MARCHED, "marched").drawn('⇥', '=', "marched").deed(),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved").deed(),
    MarkInfo::new(FIRED, "fired"),
    MarkInfo::new(CHARGED, "charged").meaning(Sense::Charging),
    MarkInfo::new(BLOODED, "blooded"),
    MarkInfo::new(DISCLOSED, "disclosed"),
    MarkInfo::new(FOUND, "found"),
    MarkInfo::new(FELL_BACK, "fell_back"),
];
