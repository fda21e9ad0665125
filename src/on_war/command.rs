//! Commanders and officers (OW-CMD).

pub(crate) mod leaders;
pub(crate) mod riding;
