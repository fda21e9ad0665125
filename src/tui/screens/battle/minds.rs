//! Who thinks for the computer's seats, and who advises the person.

use std::sync::Arc;

use battle::{Library, Order, UnitId};

use super::failure::Failure;
use super::play::Running;

/// A computer's seat that thinks, or that cannot any more; and where advice comes from.
pub struct Minds {
    pub(super) thinking: Option<Running>,
    pub(super) failure: Option<Failure>,
    pub(super) library: Arc<dyn Library>,
    /// What a commander would do as things stand, by the version of the battle and the unit he was asked about.
    pub(super) wishes: Vec<((u64, Option<UnitId>), Option<Order>)>,
}

impl Minds {
    /// Nobody thinks yet.
    pub(super) fn new(library: Arc<dyn Library>) -> Minds {
        Minds { thinking: None, failure: None, library, wishes: Vec::new() }
    }
}
