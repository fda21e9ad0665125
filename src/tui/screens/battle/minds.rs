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
    /// What a commander was asked as things stand.
    pub(super) wishes: Vec<Wish>,
}

/// What a commander would do.
pub struct Wish {
    /// The version of the battle in which he was asked.
    pub(super) version: u64,
    /// The unit he was asked about.
    pub(super) unit: Option<UnitId>,
    /// His order, if there is one.
    pub(super) order: Option<Order>,
}

impl Minds {
    /// Nobody thinks yet.
    pub(super) fn new(library: Arc<dyn Library>) -> Minds {
        Minds { thinking: None, failure: None, library, wishes: Vec::new() }
    }
}
