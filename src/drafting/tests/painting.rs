//! Painting: one letter for one hex, letters of the legend, heights.

use battle::{Cell, Crossing, Terrain};
use hexes::Grid;

use super::{changed_lines, draft, fresh, hex};
use crate::{Coat, Draft, Edit};

fn cell(draft: &Draft, column: i16, row: i16) -> Cell {
    draft.sketch().ground.as_ref().and_then(|ground| ground.cell(hex(column, row))).expect("on the map")
}

#[test]
fn one_hex_is_one_letter_of_one_line() {
    for (key, text) in scenario::builtin() {
        let mut draft = draft(text);
        let grid = draft.sketch().grid.expect("a map");
        let at = hex(grid.width() / 2, grid.height() / 2 + 1);
        let old = draft.sketch().ground.as_ref().and_then(|ground| ground.cell(at)).expect("a hex");
        // A kind for which there is a letter on any road.
        let terrain = if old.terrain == Terrain::Open { Terrain::Woods } else { Terrain::Open };
        let edit = Edit::Paint(vec![at], Coat::Terrain(terrain));
        draft.does(&edit);
        let lines = changed_lines(text, draft.text());
        assert_eq!(lines.len(), 1, "{key}: {lines:?}");
        let differ = text.bytes().zip(draft.text().bytes()).filter(|(one, other)| one != other).count();
        assert_eq!((text.len(), differ), (draft.text().len(), 1), "{key}");
        assert_eq!(draft.undo().as_deref(), Some(format!("painted {}, 1 hex", terrain.name()).as_str()));
        assert_eq!(draft.text(), *text, "{key}");
    }
}

#[test]
fn a_road_keeps_what_it_runs_through_and_adds_a_letter_where_there_is_none() {
    let mut draft = fresh();
    draft.does(&Edit::Paint(vec![hex(3, 3), hex(4, 3)], Coat::Terrain(Terrain::Rough)));
    let name = draft.does(&Edit::Paint(vec![hex(3, 3), hex(4, 3), hex(5, 3)], Coat::Road(true)));
    assert_eq!(name, "painted road, 3 hexes");
    let rough = cell(&draft, 3, 3);
    assert_eq!((rough.terrain, rough.road), (Terrain::Rough, true));
    assert_eq!(cell(&draft, 5, 3), Cell { road: true, ..Cell::default() });
    assert!(draft.text().contains("[legend]\nA = { terrain = \"rough\", road = true }\n"), "{}", draft.text());
    assert!(draft.is_sound(), "{:?}", draft.marks());
    draft.does(&Edit::Paint(vec![hex(4, 3)], Coat::Road(false)));
    assert_eq!(cell(&draft, 4, 3), Cell { terrain: Terrain::Rough, ..Cell::default() });
}

#[test]
fn a_road_through_water_is_a_bridge() {
    let mut draft = fresh();
    draft.does(&Edit::Paint(vec![hex(3, 3)], Coat::Terrain(Terrain::Water)));
    draft.does(&Edit::Paint(vec![hex(3, 3)], Coat::Road(true)));
    assert_eq!(cell(&draft, 3, 3).crossing, Crossing::Bridge);
    draft.does(&Edit::Paint(vec![hex(3, 3)], Coat::Crossing(Crossing::Ford)));
    assert_eq!(cell(&draft, 3, 3).crossing, Crossing::Ford);
    assert!(draft.is_sound() && !draft.text().contains("[legend]"), "both have letters");
}

#[test]
fn heights_are_drawn_where_there_were_none() {
    let mut draft = fresh();
    draft.does(&Edit::Paint(vec![hex(7, 8), hex(8, 8)], Coat::Height(2)));
    assert!(draft.text().contains("elevation = '''\n"));
    assert_eq!((cell(&draft, 7, 8).elevation, cell(&draft, 9, 8).elevation), (2, 0));
    draft.does(&Edit::Paint(vec![hex(7, 8), hex(9, 8)], Coat::Raise(-1)));
    assert_eq!((cell(&draft, 7, 8).elevation, cell(&draft, 9, 8).elevation), (1, -1));
    assert!(draft.text().contains("{ terrain = \"open\", elevation = -1 }"), "below the plain only a letter says it");
    assert!(draft.is_sound(), "{:?}", draft.marks());
    draft.does(&Edit::Paint(vec![hex(9, 8)], Coat::Terrain(Terrain::Crops)));
    assert_eq!((cell(&draft, 9, 8).terrain, cell(&draft, 9, 8).elevation), (Terrain::Crops, -1));
    draft.does(&Edit::Paint(vec![hex(9, 8)], Coat::Height(0)));
    assert_eq!(cell(&draft, 9, 8), Cell { terrain: Terrain::Crops, ..Cell::default() });
}

#[test]
fn rows_in_disorder_are_read_and_straightened() {
    let text = crate::fresh("A field", Grid::new(30, 20));
    let (start, row) = (text.find("'''\n").expect("a drawing") + 4, ". ".repeat(29) + ".\n");
    // The first row loses its last hexes, the second its indent, the third has a letter that means nothing.
    let broken = format!("{}{}{}{}", &text[..start], ". . .\n", row, row.replacen('.', "Q", 1));
    let text = broken + &text[start + 3 * row.len() + 1..];
    let mut draft = draft(&text);
    assert!(!draft.is_sound());
    assert_eq!(draft.marks()[0].hex.map(|hex| hex.offset().row), Some(1), "{:?}", draft.marks());
    assert!(draft.scenario().is_some(), "it is drawn all the same");
    assert_eq!(draft.sketch().grid, Some(Grid::new(30, 20)));
    draft.does(&Edit::Straighten);
    assert!(draft.is_sound(), "{:?}", draft.marks());
}

#[test]
fn a_row_that_is_too_short_is_filled_up_to_the_hex() {
    let text = crate::fresh("A field", Grid::new(30, 20));
    let mut draft = draft(&text.replacen(&(". ".repeat(29) + ".\n"), ". . .\n", 1));
    draft.does(&Edit::Paint(vec![hex(6, 0)], Coat::Terrain(Terrain::Woods)));
    assert!(draft.text().contains("'''\n. . . . . . w\n"), "{}", draft.text());
    assert_eq!(cell(&draft, 6, 0).terrain, Terrain::Woods);
}

#[test]
fn a_drawing_behind_escapes_can_be_painted() {
    let text = crate::fresh("A field", Grid::new(30, 20));
    let start = text.find("'''").expect("a drawing");
    let end = text.rfind("'''").expect("its end");
    let drawing = text[start + 4..end].replace('\n', "\\n");
    let mut draft = draft(&format!("{}\"{drawing}\"{}", &text[..start], &text[end + 3..]));
    assert!(draft.is_sound());
    draft.does(&Edit::Paint(vec![hex(6, 5)], Coat::Terrain(Terrain::Woods)));
    assert!(draft.is_sound() && draft.text().contains("ground = '''\n"));
    assert_eq!(cell(&draft, 6, 5).terrain, Terrain::Woods);
}

#[test]
fn the_map_takes_another_size() {
    let mut draft = fresh();
    draft.does(&Edit::Paint(vec![hex(29, 10)], Coat::Height(3)));
    draft.does(&Edit::Resize(Grid::new(40, 22)));
    assert_eq!(draft.sketch().grid, Some(Grid::new(40, 22)));
    assert_eq!((cell(&draft, 29, 10).elevation, cell(&draft, 30, 10).elevation), (3, 0));
    assert!(draft.is_sound(), "{:?}", draft.marks());
    draft.does(&Edit::Resize(Grid::new(12, 22)));
    assert!(!draft.is_sound(), "units stand where the map is no more");
    assert!(draft.marks().iter().any(|mark| matches!(mark.entry, crate::Entry::Unit(..))), "{:?}", draft.marks());
    draft.undo();
    assert!(draft.is_sound());
}

#[test]
fn fills_go_as_far_as_the_ground_is_alike() {
    let mut draft = fresh();
    let ring = [hex(4, 4), hex(5, 4), hex(3, 5), hex(5, 5), hex(4, 6), hex(5, 6)];
    draft.does(&Edit::Paint(ring.to_vec(), Coat::Terrain(Terrain::Woods)));
    let ground = draft.sketch().ground.clone().expect("ground");
    assert_eq!(crate::alike(|at| ground.cell(at), hex(4, 5), false), [hex(4, 5)]);
    assert_eq!(crate::alike(|at| ground.cell(at), hex(4, 4), false).len(), ring.len());
    assert_eq!(crate::alike(|at| ground.cell(at), hex(4, 4), true).len(), 600, "all of one height");
}
