//! Hidden units (OW-HIDDEN).

pub(crate) mod discovery;
pub(crate) mod hiding;
pub(crate) mod searching;
pub(crate) mod surprise;
