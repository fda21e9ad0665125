//! Who thinks for the computer's seats.

use super::failure::Failure;
use super::play::Running;

/// A computer's seat that thinks, or that cannot any more.
#[derive(Default)]
pub struct Minds {
    pub(super) thinking: Option<Running>,
    pub(super) failure: Option<Failure>,
}
