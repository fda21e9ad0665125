//! What stands beside the map: cards, odds, dispatches, status and hints.

pub mod afterwards;
pub mod armies;
pub mod card;
pub mod commands;
pub mod dispatches;
pub mod odds;
pub mod status;
pub mod words;
