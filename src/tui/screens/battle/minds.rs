//! Who thinks for the computer's seats, and who advises the person.

use std::sync::Arc;

use battle::Library;

use super::failure::Failure;
use super::play::Running;

/// A computer's seat that thinks, or that cannot any more; and where advice comes from.
pub struct Minds {
    pub(super) thinking: Option<Running>,
    pub(super) failure: Option<Failure>,
    pub(super) library: Arc<dyn Library>,
}

impl Minds {
    /// Nobody thinks yet.
    pub(super) fn new(library: Arc<dyn Library>) -> Minds {
        Minds { thinking: None, failure: None, library }
    }
}
