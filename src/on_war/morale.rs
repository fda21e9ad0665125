//! Motivation, rout, brigades (OW-MORALE, OW-FALL, OW-WIN).

pub(crate) mod brigades;
pub(crate) mod checks;
pub(crate) mod falling_back;
pub(crate) mod pursuit;
pub(crate) mod routing;
pub(crate) mod triggers;
pub(crate) mod weakness;
