//! A battle file as a thing being edited: every edit changes the text where it stands and nothing else of it, can be taken back,
//! and is on the disk before it is seen.
//!
//! ```
//! use battle::Terrain;
//! use drafting::{Coat, Draft, Edit};
//! use hexes::{Grid, Offset};
//!
//! let text = drafting::fresh("A field", Grid::new(36, 24)) + "# what a person wrote stays\n";
//! let mut draft = Draft::of_text("a-field.toml".as_ref(), &text);
//! let hex = Offset::new(18, 11).hex();
//! let name = draft.edit(&Edit::Paint(vec![hex], Coat::Terrain(Terrain::Woods)), false).expect("it can be painted");
//! assert_eq!(name.as_deref(), Some("painted woods, 1 hex"));
//! assert!(draft.is_sound() && draft.text().ends_with("# what a person wrote stays\n"));
//! draft.undo();
//! assert_eq!(draft.text(), text);
//! ```

mod areas;
mod army;
mod draft;
mod drawing;
mod edges;
mod edit;
mod entry;
mod field;
mod fresh;
mod ground;
mod history;
mod journal;
mod legend;
mod marks;
mod mirror;
mod page;
mod patch;
mod shelf;
mod sketch;
#[cfg(test)]
mod tests;
mod write;

pub use army::NewUnit;
pub use draft::{Draft, Opened, Saved};
pub use drawing::{LARGEST, SMALLEST};
pub use edit::{Edit, Name};
pub use entry::{Drawing, Entry, side_key};
pub use field::Field;
pub use fresh::{LEAST, file_name, fresh};
pub use ground::{Coat, HEIGHTS, alike};
pub use history::{History, Made};
pub use marks::Mark;
pub use mirror::Mirror;
pub use patch::Patch;
pub use shelf::{Own, free_path, own_battles};
pub use sketch::{Brigade, Leader, Sketch, Spot, Unit};
pub use write::Refused;
