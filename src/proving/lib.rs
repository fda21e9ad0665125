//! The proving ground: a small drill system and the conformance suite that every rule system must pass.

pub mod conformance;
mod correspondent;
pub mod drill;
mod field;
mod library;
mod player;
mod ways;

pub use correspondent::Correspondent;
pub use field::{Plan, small_scenario};
pub use library::{Commanded, DrillLibrary, Otherwise, With};
pub use player::{FirstPlayer, RandomPlayer};
pub use ways::{Noted, Ways, falls_as_foreseen, ways};

#[cfg(test)]
mod tests;
