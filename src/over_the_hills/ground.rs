//! Ground: what going costs, who enters what, cover, built-up areas (OTH-TERRAIN, OTH-FIRE-13, OTH-BUA).

pub(crate) mod cover;
pub(crate) mod going;
pub(crate) mod runs;
pub(crate) mod towns;
