//! Battle files: the only reader of `maps/`, from TOML text to a [`Scenario`] or to every fault in it.
//!
//! `maps/README.md` lists every field of a battle file. The smallest battle:
//!
//! ```
//! let text = r#"
//! title = "Outpost"
//! ground = '''
//! . . . . . .
//!  . . . . . .
//! . . w w . .
//!  . . . . . .
//! . . . . . .
//!  . . . . . .
//! '''
//! [blue]
//! name = "Pickets"
//! facing = "N"
//! [[blue.brigade]]
//! name = "Picket line"
//! units = [{ label = "B1", name = "Riflemen", type = "jaegers", at = "2,5" }]
//! [[blue.leader]]
//! label = "BG"
//! name = "A captain"
//! rank = "army"
//! [red]
//! name = "Scouts"
//! facing = "S"
//! [[red.brigade]]
//! name = "Patrol"
//! units = [{ label = "R1", name = "Hussars", type = "light cavalry", at = "3,0" }]
//! [[red.leader]]
//! label = "RG"
//! name = "A lieutenant"
//! rank = "army"
//! "#;
//! let battle = scenario::parse("maps/outpost.toml", text).expect("no fault");
//! assert_eq!((battle.key.as_str(), battle.turn_limit), ("outpost", 15));
//! ```

mod area;
mod army;
mod arrival;
mod choice;
mod edges;
mod field;
mod goal;
mod ground;
mod leader;
mod legend;
mod library;
mod muster;
mod rows;
mod standard;
#[cfg(test)]
mod tests;
mod unit;

use battle::Scenario;
use document::{Document, Fault, Faults};

pub use area::{Area, hex};
pub use edges::Along;
pub use ground::drawing;
pub use legend::{BUILT_IN_LEGEND, Letter};
pub use library::{builtin, lesson, load};

/// Reads a battle from its text. `file` names it in faults; its last part without ending becomes the battle's key.
///
/// # Errors
/// Every fault of the text: of syntax, or else of content (unknown keys and words, wrong shapes, places off the map,
/// units that stand on each other or where nobody can stand, names that nothing has).
pub fn parse(file: &str, text: &str) -> Result<Scenario, Faults> {
    let document = Document::parse(file, text)?;
    let sheet = document.read();
    let root = sheet.root();
    let scenario = field::scenario(&root, &key_of(file));
    root.finish();
    sheet.finish_with(scenario)
}

/// Every fault of a battle file's text, in order of position; none when it can be played.
#[must_use]
pub fn check(file: &str, text: &str) -> Vec<Fault> {
    parse(file, text).err().into_iter().flatten().collect()
}

/// The key of the battle in that file: its name without folders and ending.
fn key_of(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".toml").unwrap_or(name).to_owned()
}
