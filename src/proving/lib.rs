//! The proving ground: a small drill system and the conformance suite that every rule system must pass.

pub mod conformance;
pub mod drill;
mod field;
mod library;
mod player;

pub use field::{Plan, small_scenario};
pub use library::DrillLibrary;
pub use player::{FirstPlayer, RandomPlayer};

#[cfg(test)]
mod tests;
