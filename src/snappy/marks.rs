//! The marks of Snappy, those that look worst first.

use battle::{Looks, MarkInfo, Marks, Sense};

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

/// What is to be known of each.
pub(crate) const MARKS: &[MarkInfo] = &[
    MarkInfo::new(PANIC, "panic").drawn('‼', '!', "in a panic").looking(Looks::Broken),
    MarkInfo::new(DISRUPTED, "disrupted").drawn('≈', '~', "disrupted").looking(Looks::Thinned),
    MarkInfo::new(UNSUPPLIED, "unsupplied")
        .drawn('∅', 'u', "cut off")
        .told("is cut off from its supply", "is in supply again"),
    MarkInfo::new(HASTY, "hasty").drawn('▫', 'h', "hasty square").told("stands in a hasty square", "has a full square"),
    MarkInfo::new(CHARGED, "charged").drawn('◂', '<', "charged"),
    MarkInfo::new(CHARGING, "charging").drawn('▸', '>', "charging").meaning(Sense::Charging),
    MarkInfo::new(MOVED, "moved").drawn('→', '+', "moved"),
    MarkInfo::new(FIRED, "fired"),
];
