//! The one way data files are read: TOML text to typed values, with every fault reported at once.
//!
//! A [`Document`] is text that parses. A [`Reader`] lends its [`Table`]s and [`Value`]s and gathers
//! each [`Fault`] found on the way, with the file, line and column, what was found there and what
//! was expected. Keys that nobody asked for are refused by [`Table::finish`].
//!
//! ```
//! use document::{Document, Faults};
//!
//! struct Unit {
//!     label: String,
//!     strength: u8,
//! }
//!
//! fn units(text: &str) -> Result<Vec<Unit>, Faults> {
//!     let document = Document::parse("maps/x.toml", text)?;
//!     let sheet = document.read();
//!     let root = sheet.root();
//!     let mut units = Vec::new();
//!     for table in root.tables("unit") {
//!         // Ask for every key first, so that every fault is seen; only then put them together.
//!         let label = table.text("label");
//!         let strength = table.integer("strength", 1..=20);
//!         table.finish();
//!         if let (Some(label), Some(strength)) = (label, strength) {
//!             units.push(Unit { label, strength });
//!         }
//!     }
//!     root.finish();
//!     sheet.finish_with(Some(units))
//! }
//!
//! let good = units("[[unit]]\nlabel = 'Guard'\nstrength = 9\n").expect("no fault");
//! assert_eq!((good[0].label.as_str(), good[0].strength), ("Guard", 9));
//!
//! let faults = units("[[unit]]\nlable = 'Guard'\nstrength = 90\n").err().expect("faults");
//! assert_eq!(
//!     faults.to_string(),
//!     "maps/x.toml:1:1: table `unit` has no key `label`; expected text\n\
//!      maps/x.toml:2:1: unknown key `lable`; expected `label`\n\
//!      maps/x.toml:3:12: key `strength` has value 90; expected a whole number from 1 to 20"
//! );
//! ```

mod fault;
mod found;
mod place;
mod reader;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod value;
mod words;

pub use fault::{Fault, Faults};
pub use found::{LoadError, file_text, is_path};
pub use reader::{Document, Reader};
pub use table::Table;
pub use value::{Value, Whole};
pub use words::{expected_one_of, nearest};
