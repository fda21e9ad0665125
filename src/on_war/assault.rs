//! The assault: charges, defensive fire, mêlée, breakthrough (OW-ASSAULT).

pub(crate) mod breakthrough;
pub(crate) mod charge_move;
pub(crate) mod charges;
pub(crate) mod declaring;
pub(crate) mod defence;
pub(crate) mod defensive_fire;
pub(crate) mod fighting;
pub(crate) mod melee;
