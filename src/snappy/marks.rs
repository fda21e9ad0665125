//! The marks of Snappy, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

use crate::tables;

/// Has had its move this turn.
pub(crate) const MOVED: Marks = Marks::number(0);
/// Has fired in this fire step.
pub(crate) const FIRED: Marks = Marks::number(1);
/// Charges.
pub(crate) const CHARGING: Marks = Marks::number(2);
/// Is charged.
pub(crate) const CHARGED: Marks = Marks::number(3);
/// Its square was formed in haste (SN-SQUARE-3).
pub(crate) const HASTY: Marks = Marks::number(4);
/// Was found cut off from its supply (SN-SUPPLY-4).
pub(crate) const UNSUPPLIED: Marks = Marks::number(5);
/// Its status is disrupted.
pub(crate) const DISRUPTED: Marks = Marks::number(6);
/// Its status is panic.
pub(crate) const PANIC: Marks = Marks::number(7);
/// Its status is nervous.
pub(crate) const NERVOUS: Marks = Marks::number(8);
/// Its status is bold.
pub(crate) const BOLD: Marks = Marks::number(9);

/// The marks of the ladder, each with its place (SN-UNIT-6). Who is firm shows none of them: it is how units begin. Who
/// is routed is gone.
pub(crate) const LADDER: [(Marks, i16); 4] =
    [(PANIC, tables::PANIC), (DISRUPTED, tables::DISRUPTED), (NERVOUS, tables::NERVOUS), (BOLD, tables::BOLD)];

/// What is to be known of each.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new(PANIC, "panic").drawn('‼', 'p', "in a panic").looking(Looks::Broken).meaning(Sense::Ladder),
    MarkInfo::new(DISRUPTED, "disrupted").drawn('≈', '~', "disrupted").looking(Looks::Thinned).meaning(Sense::Ladder),
    MarkInfo::new(NERVOUS, "nervous").drawn('?', '?', "nervous").meaning(Sense::Ladder),
    MarkInfo::new(BOLD, "bold").drawn('⇑', 'b', "bold").meaning(Sense::Ladder),
    MarkInfo::new(UNSUPPLIED, "unsupplied")
        .drawn('∅', 'u', "cut off")
        .told("is cut off from its supply", "is in supply again"),
    MarkInfo::new(HASTY, "hasty").drawn('▫', 'h', "hasty square").told("stands in a hasty square", "has a full square"),
    MarkInfo::new(CHARGED, "charged").drawn('◂', '<', "charged").deed(),
    MarkInfo::new(CHARGING, "charging").drawn('▸', '>', "charging").meaning(Sense::Charging),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved").deed(),
    MarkInfo::new(FIRED, "fired"),
];
