//! Movement (OW-MOVE).

pub(crate) mod approach;
pub(crate) mod guns;
pub(crate) mod moves;
pub(crate) mod paths;
pub(crate) mod walking;
