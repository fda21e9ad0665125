//! Battlefields as drawn text, for tests that compare before and after.
//!
//! A drawing has a row of characters for each row of hexes, odd rows moved right by one, with a space between hexes.
//! Terrain is drawn by symbols ([`SYMBOLS`]), a digit is open ground of that height. Letters are stands: a letter of
//! its own for each unit, capital in the front rank. Below stands a line for each unit: its letter, label, side, arm,
//! facing and formation. Drawn stands hide their terrain, which is open.
//!
//! ```
//! let field = battle::fixture::field(
//!     ". . . . . .
//!       . A A A . *
//!      . . a a a .
//!       . . . * . .
//!      A: B1 blue infantry N line3",
//! ).unwrap();
//! let unit = field.present().next().unwrap();
//! assert_eq!(field.unit(unit).stands, 6);
//! assert_eq!(field.unit(unit).pose.to_string(), "2,1/N/line3");
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use hexes::{Direction, EdgeMap, Facing, Grid, Hex, HexMap, Offset};

use crate::{
    Arm, Arrangement, Battlefield, BrigadeInfo, Cell, Edge, Footprint, Formation, Ground, Marks, Muster, Pose,
    Presence, Roster, Side, Terrain, Trail, Unit, UnitInfo,
};

/// Terrains with their symbols.
pub const SYMBOLS: [(char, Terrain); 15] = [
    ('.', Terrain::Open),
    (',', Terrain::Crops),
    ('-', Terrain::Ploughed),
    (';', Terrain::Rough),
    ('\'', Terrain::LightWoods),
    ('*', Terrain::Woods),
    ('&', Terrain::DenseWoods),
    ('"', Terrain::Marsh),
    ('+', Terrain::WoodenBuilding),
    ('|', Terrain::BrickBuilding),
    ('#', Terrain::StoneBuilding),
    ('_', Terrain::Court),
    ('^', Terrain::Works),
    ('~', Terrain::Water),
    ('%', Terrain::Impassable),
];

/// Strength of a drawn stand.
const STRENGTH: i16 = 2;

/// Reads a drawing: units are numbered in the order of their lines, with a strength of two a stand; no leaders, no
/// objectives, one inch a hex, ten turns, before turn 1.
///
/// # Errors
/// What cannot be read, or a unit whose stands as drawn do not have the facing and formation of its line.
pub fn field(drawing: &str) -> Result<Battlefield, String> {
    let (units, rows): (Vec<&str>, Vec<&str>) =
        drawing.lines().map(str::trim).filter(|line| !line.is_empty()).partition(|line| line.contains(": "));
    let cells = rows.iter().map(|row| row.split_whitespace().collect::<Vec<_>>()).collect::<Vec<_>>();
    let width = cells.first().map_or(0, Vec::len);
    if let Some(row) = cells.iter().position(|row| row.len() != width) {
        return Err(format!("row {row} is {} hexes wide, expected {width}", cells[row].len()));
    }
    let grid = Grid::new(width as i16, cells.len() as i16);
    let symbols: Vec<char> = cells.iter().flatten().filter_map(|cell| cell.chars().next()).collect();
    let ground = ground(grid, &symbols)?;
    let mut stands: BTreeMap<char, Vec<(Hex, bool)>> = BTreeMap::new();
    for (hex, symbol) in grid.iter().zip(&symbols).filter(|(_, symbol)| symbol.is_ascii_alphabetic()) {
        stands.entry(symbol.to_ascii_uppercase()).or_default().push((hex, symbol.is_ascii_uppercase()));
    }
    let units = units.iter().map(|line| unit(line, &mut stands)).collect::<Result<Vec<_>, _>>()?;
    match stands.keys().next() {
        Some(letter) => Err(format!("letter {letter} has no line such as `{letter}: B1 blue infantry N line2`")),
        None => Ok(muster(ground, units)),
    }
}

fn ground(grid: Grid, symbols: &[char]) -> Result<Ground, String> {
    let cell = |symbol: &char| match symbol {
        digit if digit.is_ascii_digit() => Ok(Cell { elevation: *digit as i8 - b'0' as i8, ..Cell::default() }),
        letter if letter.is_ascii_alphabetic() => Ok(Cell::default()),
        _ => {
            let known = SYMBOLS.iter().find(|(known, _)| known == symbol);
            known
                .map(|(_, terrain)| Cell { terrain: *terrain, ..Cell::default() })
                .ok_or(format!("unknown symbol `{symbol}`"))
        }
    };
    let cells = symbols.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
    let cells = HexMap::from_cells(grid, cells).map_err(|fault| fault.to_string())?;
    Ok(Ground::new(cells, EdgeMap::filled(grid, Edge::default())))
}

fn muster(ground: Ground, units: Vec<(UnitInfo, Unit)>) -> Battlefield {
    let brigades = Side::ALL.map(|side| BrigadeInfo { name: side.to_string(), side }).to_vec();
    let (infos, units) = units.into_iter().unzip();
    Battlefield::new(Muster {
        ground: Arc::new(ground),
        roster: Arc::new(Roster::new(brigades, infos, Vec::new(), Vec::new())),
        inches_per_hex: 1,
        turn_limit: 10,
        units,
        leaders: Vec::new(),
    })
}

/// Reads `A: B1 blue infantry N line4` and finds the pose of the stands drawn with that letter.
fn unit(line: &str, stands: &mut BTreeMap<char, Vec<(Hex, bool)>>) -> Result<(UnitInfo, Unit), String> {
    let wrong = || format!("`{line}`: expected letter: label side arm facing formation");
    let (letter, rest) = line.split_once(": ").ok_or_else(wrong)?;
    let letter = letter.chars().next().ok_or_else(wrong)?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let [label, side, arm, facing, formation] = words[..] else { return Err(wrong()) };
    let side: Side = side.parse()?;
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
    let arm = arms.into_iter().find(|known| known.name() == arm).ok_or_else(wrong)?;
    let facing: Facing = facing.parse().map_err(|_| wrong())?;
    let formation: Formation = formation.parse()?;
    let drawn = stands.remove(&letter).ok_or_else(|| format!("letter {letter} is not drawn"))?;
    let pose = pose(&drawn, facing, formation)
        .ok_or_else(|| format!("the stands {letter} as drawn are not a {formation} facing {facing}"))?;
    let (text, class) = (String::from(label), String::from(arm.name()));
    let info = UnitInfo { label: text.clone(), name: text, side, arm, class, brigade: side.index() as u8 };
    let full = drawn.len() as i16 * STRENGTH;
    let stands = drawn.len() as u8;
    Ok((info, Unit { pose, stands, presence: Presence::OnMap, strength: full, full, marks: Marks::empty() }))
}

/// The pose whose footprint has these hexes, with the capitals in its front rank; the first in map order.
fn pose(drawn: &[(Hex, bool)], facing: Facing, formation: Formation) -> Option<Pose> {
    if formation.arrangement == Arrangement::MarchColumn {
        return column(drawn, facing, formation);
    }
    let near = drawn.iter().flat_map(|(hex, _)| hex.within(1));
    near.map(|anchor| Pose::new(anchor, facing, formation)).find(|pose| fits(&pose.stands(drawn.len() as u8), drawn))
}

fn fits(print: &Footprint, drawn: &[(Hex, bool)]) -> bool {
    drawn.iter().all(|(hex, front)| print.contains(*hex) && print.front().contains(hex) == *front)
}

/// A march column: from the one capital through all the others, first way found in the order of directions.
fn column(drawn: &[(Hex, bool)], facing: Facing, formation: Formation) -> Option<Pose> {
    let head = drawn.iter().find(|(_, front)| *front)?.0;
    let mut body: Vec<Hex> = drawn.iter().map(|(hex, _)| *hex).filter(|hex| *hex != head).collect();
    let mut steps = Vec::new();
    follow(head, &mut body, &mut steps).then_some(())?;
    Some(Pose { trail: Trail::of(&steps)?, ..Pose::new(head, facing, formation) })
}

fn follow(hex: Hex, body: &mut Vec<Hex>, steps: &mut Vec<Direction>) -> bool {
    if body.is_empty() {
        return true;
    }
    for direction in Direction::ALL {
        let next = hex + direction;
        if let Some(place) = body.iter().position(|known| *known == next) {
            body.remove(place);
            steps.push(direction);
            if follow(next, body, steps) {
                return true;
            }
            steps.pop();
            body.insert(place, next);
        }
    }
    false
}

/// Draws a field so that [`field`] reads it again: terrain, heights of open ground, and the units on the map, the first
/// as A.
#[must_use]
pub fn draw(field: &Battlefield) -> String {
    let mut text = map(field);
    for (letter, unit) in ('A'..='Z').zip(field.present()) {
        let (info, pose) = (field.roster().unit(unit), field.unit(unit).pose);
        let side = info.side.name().to_lowercase();
        text += &format!("{letter}: {} {side} {} {} {}\n", info.label, info.arm.name(), pose.facing, pose.formation);
    }
    text
}

/// Draws the map of a field with its units, without their lines.
#[must_use]
pub fn map(field: &Battlefield) -> String {
    let mut letters: BTreeMap<Hex, char> = BTreeMap::new();
    for (letter, unit) in ('A'..='Z').zip(field.present()) {
        let print = field.footprint(unit);
        for hex in print.hexes() {
            let front = print.front().contains(hex);
            letters.insert(*hex, if front { letter } else { letter.to_ascii_lowercase() });
        }
    }
    rows(field.ground().grid(), |hex| letters.get(&hex).copied().unwrap_or_else(|| symbol(field.ground(), hex)))
}

/// Draws a footprint alone on a map of that size: `F` for the front rank, `r` for the others.
#[must_use]
pub fn footprint(width: i16, height: i16, print: &Footprint) -> String {
    rows(Grid::new(width, height), |hex| match (print.front().contains(&hex), print.contains(hex)) {
        (true, _) => 'F',
        (_, true) => 'r',
        _ => '.',
    })
}

fn symbol(ground: &Ground, hex: Hex) -> char {
    let height = ground.elevation(hex);
    match ground.terrain(hex) {
        Terrain::Open if (1..=9).contains(&height) => char::from(b'0' + height as u8),
        terrain => SYMBOLS.iter().find(|(_, known)| *known == terrain).map_or('?', |(symbol, _)| *symbol),
    }
}

fn rows(grid: Grid, symbol: impl Fn(Hex) -> char) -> String {
    let mut text = String::new();
    for row in 0..grid.height() {
        let indent = if row % 2 == 1 { " " } else { "" };
        let cells: Vec<String> =
            (0..grid.width()).map(|column| symbol(Offset::new(column, row).hex()).to_string()).collect();
        text += &format!("{indent}{}\n", cells.join(" "));
    }
    text
}
