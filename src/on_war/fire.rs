//! Shooting and what it does (OW-SHOOT, OW-HIT, OW-HOWITZER).

pub(crate) mod forecasts;
pub(crate) mod gunnery;
pub(crate) mod hits;
pub(crate) mod howitzers;
pub(crate) mod shooting;
pub(crate) mod volleys;
pub(crate) mod woods;
