//! What is foreseen of charges and fights, and what whoever commands is told.

pub(crate) mod by_eye;
mod cases;
pub(crate) mod charge_odds;
pub(crate) mod eye;
pub(crate) mod going_about;
pub(crate) mod homecoming;
pub(crate) mod melee_odds;
pub(crate) mod rides;
pub(crate) mod storming;
pub(crate) mod threats;
