//! Painting: what covers hexes, roads, crossings, heights, each by the letter that says so.

use std::collections::BTreeMap;

use battle::{Cell, Crossing, Terrain};
use hexes::{Grid, Hex};

use crate::drawing::Rows;
use crate::entry::Drawing;
use crate::legend::{letter_of, letters};
use crate::page::Page;
use crate::patch::Pen;
use crate::write::{Done, Refused};

/// What is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coat {
    /// What covers the hex. A road stays, but in water.
    Terrain(Terrain),
    /// A road through it, or none.
    Road(bool),
    /// Its height in levels.
    Height(i8),
    /// So many levels more than it has.
    Raise(i8),
    /// A way over water: a ford or a bridge with a road, or none.
    Crossing(Crossing),
    /// Men can shoot from an upper storey of the house, or not.
    Storey(bool),
}

/// The lowest and the highest height.
pub const HEIGHTS: std::ops::RangeInclusive<i8> = -5..=9;

impl Coat {
    /// The hex with the coat on it.
    #[must_use]
    pub fn over(self, cell: Cell) -> Cell {
        let dry = |terrain: Terrain| !matches!(terrain, Terrain::Water | Terrain::Impassable);
        match self {
            Coat::Terrain(terrain) => Cell {
                terrain,
                road: cell.road && dry(terrain) && dry(cell.terrain),
                crossing: Crossing::None,
                storey: cell.storey && terrain.is_building(),
                ..cell
            },
            Coat::Road(road) if dry(cell.terrain) => Cell { road, ..cell },
            // A road through water is a bridge.
            Coat::Road(true) if cell.terrain == Terrain::Water => Coat::Crossing(Crossing::Bridge).over(cell),
            Coat::Road(_) => Cell { road: false, crossing: Crossing::None, ..cell },
            Coat::Height(height) => Cell { elevation: height.clamp(*HEIGHTS.start(), *HEIGHTS.end()), ..cell },
            Coat::Raise(by) => Coat::Height(cell.elevation.saturating_add(by)).over(cell),
            Coat::Crossing(crossing) if cell.terrain == Terrain::Water => {
                Cell { crossing, road: crossing != Crossing::None, ..cell }
            }
            Coat::Crossing(_) => cell,
            Coat::Storey(storey) => Cell { storey: storey && cell.terrain.is_building(), ..cell },
        }
    }

    /// What it is called in the name of an edit.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Coat::Terrain(terrain) => terrain.name().to_owned(),
            Coat::Road(true) => String::from("road"),
            Coat::Road(false) => String::from("no road"),
            Coat::Height(height) => format!("height {height}"),
            Coat::Raise(by) if by < 0 => String::from("lower ground"),
            Coat::Raise(_) => String::from("higher ground"),
            Coat::Crossing(Crossing::Ford) => String::from("ford"),
            Coat::Crossing(Crossing::Bridge) => String::from("bridge"),
            Coat::Crossing(Crossing::None) => String::from("no crossing"),
            Coat::Storey(true) => String::from("upper storey"),
            Coat::Storey(false) => String::from("no upper storey"),
        }
    }
}

/// The letter of a hex, or the entry of the legend that it lacks, and the sign of its height.
type Signs = (Result<char, Cell>, char);

/// The drawings with what their letters mean.
pub(crate) struct Drawn {
    pub letters: BTreeMap<char, Cell>,
    pub ground: Rows,
    pub heights: Option<Rows>,
    pub grid: Grid,
}

impl Drawn {
    /// Reads them; nothing where there is no ground.
    pub fn read(page: &Page) -> Option<Drawn> {
        let ground = Rows::read(page, Drawing::Ground)?;
        let grid = ground.grid()?;
        Some(Drawn { letters: letters(page), heights: Rows::read(page, Drawing::Heights), ground, grid })
    }

    /// A hex as it is drawn; letters without a meaning count as open ground.
    pub fn cell(&self, hex: Hex) -> Cell {
        let letter = self.ground.letter(hex);
        let legend = letter.and_then(|letter| self.letters.get(&letter)).copied().unwrap_or_default();
        let height = self.digit(hex).and_then(|digit| digit.to_digit(10)).map(|height| height as i8);
        Cell { elevation: height.unwrap_or(legend.elevation), ..legend }
    }

    fn digit(&self, hex: Hex) -> Option<char> {
        self.heights.as_ref().and_then(|heights| heights.letter(hex))
    }

    /// The letter and the height's sign by which a hex is to be drawn; in place of the letter the entry that the legend needs.
    fn signs(&self, hex: Hex, cell: Cell) -> Signs {
        let digit = self.digit(hex).unwrap_or('.');
        let flat = Cell { elevation: 0, ..cell };
        let here = self.ground.letter(hex);
        let meaning = |letter: char| self.letters.get(&letter).copied();
        let kept = here.filter(|letter| meaning(*letter).is_some_and(|old| Cell { elevation: 0, ..old } == flat));
        if cell.elevation < 0 {
            let kept = kept.filter(|letter| meaning(*letter) == Some(cell));
            return (kept.or_else(|| letter_of(&self.letters, cell)).ok_or(cell), '.');
        }
        let level = |letter: &char| meaning(*letter).is_some_and(|old| old.elevation == cell.elevation);
        let suits = letter_of(&self.letters, cell).filter(|_| digit == '.');
        let letter = kept.filter(|letter| digit != '.' || level(letter)).or(suits).or(kept);
        let letter = letter.or_else(|| letter_of(&self.letters, flat)).ok_or(flat);
        let own = char::from_digit(cell.elevation.unsigned_abs().into(), 10).unwrap_or('.');
        let says = letter.as_ref().ok().is_some_and(level) || letter.is_err() && cell.elevation == 0;
        (letter, if says && digit != own { '.' } else { own })
    }
}

impl Pen {
    /// Paints hexes; those off the map are passed over. How many change.
    pub fn paint(&mut self, hexes: &[Hex], coat: Coat) -> Result<usize, Refused> {
        let mut wanted = None;
        // A kind of ground that no letter stands for yet is added to the legend first, one at a time.
        for _ in 0..=hexes.len() {
            let page = self.page()?;
            let none = || Refused(String::from("There is no ground to paint; give the map a size first."));
            let drawn = match Drawn::read(&page) {
                Some(drawn) => drawn,
                None => {
                    self.redraw(&page, Drawing::Ground, None).map_err(|_| none())?;
                    Drawn::read(&self.page()?).ok_or_else(none)?
                }
            };
            let cells = wanted.get_or_insert_with(|| cells(&drawn, hexes, coat));
            let signs: Vec<(Hex, Signs)> = cells.iter().map(|(hex, cell)| (*hex, drawn.signs(*hex, *cell))).collect();
            match signs.iter().find_map(|(_, (letter, _))| letter.err()) {
                Some(missing) => drop(self.add_letter(missing)?),
                None => {
                    self.draw_signs(&drawn, &signs)?;
                    return Ok(signs.len());
                }
            }
        }
        Ok(0)
    }

    fn draw_signs(&mut self, drawn: &Drawn, signs: &[(Hex, Signs)]) -> Done {
        let heights: Vec<(Hex, char)> = signs.iter().map(|(hex, (_, digit))| (*hex, *digit)).collect();
        let changed: Vec<(Hex, char)> =
            heights.into_iter().filter(|(hex, digit)| drawn.digit(*hex).unwrap_or('.') != *digit).collect();
        if !changed.is_empty() {
            if drawn.heights.is_none() {
                let page = self.page()?;
                self.redraw(&page, Drawing::Heights, Some(drawn.grid))?;
            }
            self.draw(Drawing::Heights, &changed)?;
        }
        let letters: Vec<(Hex, char)> =
            signs.iter().filter_map(|(hex, (letter, _))| Some((*hex, letter.ok()?))).collect();
        self.draw(Drawing::Ground, &letters)
    }

    /// Gives the map another size; what is new is open ground, what lies outside goes.
    pub fn resize(&mut self, grid: Grid) -> Done {
        let page = self.page()?;
        self.redraw(&page, Drawing::Ground, Some(grid))?;
        if Rows::read(&page, Drawing::Heights).is_some() {
            let page = self.page()?;
            self.redraw(&page, Drawing::Heights, Some(grid))?;
        }
        Ok(())
    }

    /// Writes the drawings as they have to be: rows of one length with their indents and spaces, letters that mean something.
    pub fn straighten(&mut self) -> Done {
        let page = self.page()?;
        self.redraw(&page, Drawing::Ground, None)?;
        let page = self.page()?;
        let drawn = Drawn::read(&page).ok_or_else(crate::write::gone)?;
        let unknown = |letter: char| !drawn.letters.contains_key(&letter);
        let lost = drawn.grid.iter().filter(|hex| drawn.ground.letter(*hex).is_some_and(unknown));
        let dots: Vec<(Hex, char)> = lost.map(|hex| (hex, '.')).collect();
        self.draw(Drawing::Ground, &dots)?;
        if page.at(&[crate::page::Step::from(Drawing::Heights.key())]).is_none() {
            return Ok(());
        }
        let page = self.page()?;
        self.redraw(&page, Drawing::Heights, Some(drawn.grid))?;
        let page = self.page()?;
        let heights = Rows::read(&page, Drawing::Heights).unwrap_or_default();
        let odd = |letter: char| letter != '.' && !letter.is_ascii_digit();
        let lost = drawn.grid.iter().filter(|hex| heights.letter(*hex).is_some_and(odd));
        let dots: Vec<(Hex, char)> = lost.map(|hex| (hex, '.')).collect();
        self.draw(Drawing::Heights, &dots)
    }
}

/// The hexes that change, as they are to be.
fn cells(drawn: &Drawn, hexes: &[Hex], coat: Coat) -> Vec<(Hex, Cell)> {
    let mut hexes: Vec<Hex> = hexes.iter().copied().filter(|hex| drawn.grid.contains(*hex)).collect();
    hexes.sort_by_key(|hex: &Hex| (hex.offset().row, hex.offset().column));
    hexes.dedup();
    let changed = hexes.into_iter().map(|hex| (hex, drawn.cell(hex), coat.over(drawn.cell(hex))));
    changed.filter(|(_, old, new)| old != new).map(|(hex, _, new)| (hex, new)).collect()
}

/// The hexes that hang together with one and are covered alike: by terrain, road and crossing, or by height.
#[must_use]
pub fn alike(cell: impl Fn(Hex) -> Option<Cell>, start: Hex, heights: bool) -> Vec<Hex> {
    let kind = |hex: Hex| {
        cell(hex).map(|cell| match heights {
            true => Cell { elevation: cell.elevation, ..Cell::default() },
            false => Cell { elevation: 0, ..cell },
        })
    };
    let Some(wanted) = kind(start) else { return Vec::new() };
    let mut found = vec![start];
    let mut seen: std::collections::BTreeSet<Hex> = [start].into();
    let mut next = 0;
    while let Some(hex) = found.get(next).copied() {
        next += 1;
        for near in hex.neighbors() {
            if kind(near) == Some(wanted) && seen.insert(near) {
                found.push(near);
            }
        }
    }
    found
}
