//! New battles: an empty field with two small armies on it, so that there is something to play from the first moment.

use battle::Side;
use hexes::{Grid, Offset};

use crate::drawing::drawn;
use crate::entry::side_key;

/// The smallest map on which there is room for the two armies.
pub const LEAST: (i16, i16) = (24, 16);

/// A unit of the small army: number in its label, name, type, how many hexes right of the middle its anchor stands.
type Row = (u8, &'static str, &'static str, i16);

/// From left to right.
const ARMY: [Row; 4] = [
    (1, "1st Battalion", "line infantry", -9),
    (2, "2nd Battalion", "line infantry", -3),
    (3, "Foot battery", "light battery", 2),
    (4, "Hussars", "light cavalry", 8),
];

/// The text of a new battle of that title and size.
///
/// ```
/// let text = drafting::fresh("My battle", hexes::Grid::new(36, 24));
/// assert!(scenario::check("my-battle.toml", &text).is_empty());
/// ```
#[must_use]
pub fn fresh(title: &str, size: Grid) -> String {
    let grid = Grid::new(size.width().max(LEAST.0), size.height().max(LEAST.1));
    let title = crate::field::Field::text(title).written();
    let ground = drawn(grid, |_| '.', "\n");
    let mut text = format!("title = {title}\nturn_limit = 12\nfirst_side = \"blue\"\n\nground = {ground}\n");
    Side::ALL.into_iter().for_each(|side| text += &army(side, grid));
    let middle = Offset::new(grid.width() / 2, grid.height() / 2);
    text + &format!("\n[[objective]]\nname = \"The middle\"\ngoal = \"occupy\"\nhexes = [\"{middle}+2\"]\nvalue = 2\n")
}

/// One side's army: Blue at the lower edge and looking up, Red opposite.
fn army(side: Side, grid: Grid) -> String {
    let (key, letter) = (side_key(side), if side == Side::Blue { 'B' } else { 'R' });
    let (facing, row, right) = match side {
        Side::Blue => ("N", grid.height() - 3, 1),
        Side::Red => ("S", 2, -1),
    };
    let mut text = format!("\n[{key}]\nname = \"{side}'s army\"\nfacing = \"{facing}\"\n\n[[{key}.brigade]]\n");
    text += &format!("name = \"{side}'s brigade\"\nunits = [\n");
    for (number, name, kind, place) in ARMY {
        // An anchor stands left of the middle of its line, as the unit looks.
        let column = grid.width() / 2 + right * place;
        let at = Offset::new(column, row);
        text +=
            &format!("    {{ label = \"{letter}{number}\", name = \"{name}\", type = \"{kind}\", at = \"{at}\" }},\n");
    }
    text += "]\n";
    for (second, name, rank, command) in [('G', "General", "army", false), ('A', "Brigadier", "brigade", true)] {
        text +=
            &format!("\n[[{key}.leader]]\nlabel = \"{letter}{second}\"\nname = \"{name} {side}\"\nrank = \"{rank}\"\n");
        if command {
            text += &format!("command = \"{side}'s brigade\"\n");
        }
    }
    text
}

/// The name of a file for a battle of that title: letters, digits and dashes.
#[must_use]
pub fn file_name(title: &str) -> String {
    let mut name = String::new();
    for letter in title.to_lowercase().chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    let name: String = if name.is_empty() { String::from("battle") } else { name.chars().take(50).collect() };
    format!("{name}.toml")
}
