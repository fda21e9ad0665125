//! The assembly room: the rule systems by name, and the [`Shelf`], the library that front ends play from.
//!
//! ```
//! use battle::Library;
//!
//! let shelf = systems::Shelf::new();
//! let fault = shelf.system("eegles").expect_err("a slip");
//! assert_eq!(fault.to_string(), "unknown rule system `eegles`; expected `eagles`");
//! ```

mod check;
mod house;
mod kind;
mod shelf;

#[cfg(test)]
mod tests;

pub use check::check;
pub use house::{house_rules, with_battle};
pub use kind::Kind;
pub use shelf::Shelf;
