//! Lines of sight, arcs, cover, concealment (OW-LOS, OW-COVER).

pub(crate) mod arcs;
pub(crate) mod concealment;
pub(crate) mod cover;
pub(crate) mod lines;
