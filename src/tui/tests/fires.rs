//! What burns is seen: on the map at every zoom and depth, under the cursor, in the legend.

use battle::{Battlefield, Event};
use hexes::Hex;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::game;
use crate::canvas::{Canvas, Notes};
use crate::map::projection::{Projection, Zoom};
use crate::map::{Painter, Scene};
use crate::panels::card;
use crate::theme::{Ink, Palette, Theme};
use crate::{Depth, Glyphs};

/// A field with a patch of it on fire, and the hexes of the patch on which nobody stands.
fn burning() -> (Battlefield, Vec<Hex>) {
    let mut field = game("small-field", ["human", "first"]).system().field().clone();
    let grid = field.ground().grid();
    let patch = grid.iter().find_map(|hex| field.ground().patch(hex)).expect("a patch");
    field.apply(&Event::Ignited { patch, clause: "" });
    let free = |hex: &Hex| field.ground().patch(*hex) == Some(patch) && field.unit_at(*hex).is_none();
    let hexes = grid.iter().filter(free).collect();
    (field, hexes)
}

fn flames(field: &Battlefield, hexes: &[Hex], (zoom, depth, glyphs): (Zoom, Depth, Glyphs)) -> usize {
    let window = Rect::new(0, 0, 200, 90);
    let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
    let projection = Projection::following(zoom, field.ground().grid(), window, (0, 0), Hex::default());
    let theme = Theme::new(depth, Palette::Classic);
    let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
    Painter::default().paint(&Scene::of(field), &projection, &theme, glyphs, &mut canvas);
    let burns = |hex: &&Hex| {
        let mut cells = projection.cells(**hex).map(|(x, y, _)| &buffer[(x, y)]);
        cells.any(|cell| cell.symbol() == "^" && cell.style().bg == theme.ink(Ink::Fire).bg.or(cell.style().bg))
    };
    hexes.iter().filter(burns).count()
}

#[test]
fn every_hex_of_burning_houses_is_in_flames() {
    let (field, hexes) = burning();
    assert!(hexes.len() > 2, "{hexes:?}");
    for zoom in [Zoom::Field, Zoom::Close] {
        for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
            for glyphs in Glyphs::ALL {
                assert_eq!(flames(&field, &hexes, (zoom, depth, glyphs)), hexes.len(), "{zoom:?} {depth:?} {glyphs:?}");
            }
        }
    }
    let still = game("small-field", ["human", "first"]);
    assert_eq!(flames(still.system().field(), &hexes, (Zoom::Field, Depth::True, Glyphs::Unicode)), 0);
}

#[test]
fn the_card_of_a_burning_hex_says_so() {
    let (field, hexes) = burning();
    let theme = Theme::new(Depth::True, Palette::Classic);
    let said = |field: &Battlefield| {
        let text = card::ground(field, hexes[0], &theme);
        text.lines.iter().any(|line| line.to_string() == "The houses burn")
    };
    assert!(said(&field));
    assert!(!said(game("small-field", ["human", "first"]).system().field()));
}
