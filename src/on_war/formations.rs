//! Formations and their changes (OW-HEX, OW-MOVE-9, OW-SQUARE).

pub(crate) mod changes;
pub(crate) mod closing_up;
pub(crate) mod forming;
pub(crate) mod ordering;
pub(crate) mod shapes;
