//! What the person may order, and the order being prepared.

use battle::{Object, Order, UnitId};

use super::again::Last;
use super::sensible::Sense;
use crate::idle::StepNow;
use crate::ordering::{Choices, Preparation};

/// Orders at hand.
#[derive(Default)]
pub struct Hand {
    /// Every order that is legal now.
    pub(super) choices: Choices,
    /// Whoever can be ordered.
    pub(super) actors: Vec<Object>,
    pub(super) preparation: Preparation,
    /// The order that a commander advises.
    pub(super) advised: Option<Order>,
    /// Who has still to act, and what would be thrown away.
    pub(super) sense: Sense,
    /// The order given last.
    pub(super) last: Option<Last>,
    /// The unit with which Enter last led nowhere, and in which step.
    pub(super) passed: Option<(UnitId, StepNow)>,
}
