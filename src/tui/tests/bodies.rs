//! Units as bodies on the map: one at every facing, apart from those that touch, the selected one apart from all.

use battle::{Arrangement, Battlefield, Event, Footprint, Formation, Pose, Side, UnitId};
use hexes::{Facing, Grid, Hex};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::game;
use crate::canvas::{Canvas, Notes};
use crate::map::projection::{Projection, Zoom};
use crate::map::{Painter, Scene};
use crate::theme::{Ink, Palette, Theme};
use crate::{Depth, Glyphs};

const DEPTHS: [Depth; 4] = [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono];

/// A map as painted, with where everything is.
struct Painted {
    buffer: Buffer,
    projection: Projection,
}

impl Painted {
    fn of(field: &Battlefield, chosen: Option<UnitId>, (zoom, depth, glyphs): (Zoom, Depth, Glyphs)) -> Painted {
        let window = Rect::new(0, 0, 120, 60);
        let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
        let grid = field.ground().grid();
        let projection = Projection::following(zoom, grid, window, (0, 0), Hex::default());
        let theme = Theme::new(depth, Palette::Classic);
        let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
        let scene = Scene { chosen, ..Scene::of(field) };
        Painter::default().paint(&scene, &projection, &theme, glyphs, &mut canvas);
        assert_eq!(notes.astray, None);
        Painted { buffer, projection }
    }

    /// The cells of a hex, and the one to its left and to its right in its first row.
    fn hex(&self, hex: Hex) -> Vec<&Cell> {
        self.projection.cells(hex).map(|(x, y, _)| &self.buffer[(x, y)]).collect()
    }

    fn beside(&self, hex: Hex, columns: i32) -> &Cell {
        let (x, y) = self.projection.zoom.place(hex);
        &self.buffer[self.projection.screen((x + columns, y)).expect("in the window")]
    }
}

/// A field with two units of Blue and nobody else, the second as close as it gets beside or behind the first, away from
/// edges and goals.
fn two_touching(facing: Facing, behind: bool) -> (Battlefield, [UnitId; 2]) {
    let field = game("small-field", ["human", "first"]).system().field().clone();
    let units: Vec<UnitId> = field.present_of(Side::Blue).take(2).collect();
    let units = [units[0], units[1]];
    let others: Vec<UnitId> = field.present().filter(|unit| !units.contains(unit)).collect();
    let mut field = field.without(&others);
    let grid = Grid::new(field.ground().grid().width() - 1, field.ground().grid().height());
    let goals: Vec<Hex> = field.roster().objectives.iter().flat_map(|objective| objective.hexes.clone()).collect();
    let clear = |footprint: &Footprint| {
        footprint.hexes().iter().all(|hex| grid.contains(*hex) && hex.offset().column > 0 && !goals.contains(hex))
    };
    let way = if behind { facing.rear_right().vector() } else { facing.right_flank().vector() };
    for anchor in grid.iter() {
        let pose = Pose { anchor, facing, ..field.unit(units[0]).pose };
        let first = field.footprint_at(units[0], &pose);
        let place = (1..24).map(|steps| Pose { anchor: anchor + way * steps, ..pose });
        let apart = |pose: &Pose| !field.footprint_at(units[1], pose).hexes().iter().any(|hex| first.contains(*hex));
        let second = place.into_iter().find(apart).expect("room");
        if clear(&first) && clear(&field.footprint_at(units[1], &second)) {
            field.apply(&Event::Placed { unit: units[0], pose });
            field.apply(&Event::Placed { unit: units[1], pose: second });
            return (field, units);
        }
    }
    panic!("no room for two");
}

/// Whether a cell says that a body ends or begins there: a bracket, a line, or a label, which names whose body it is.
fn is_line_or_label(cell: &Cell) -> bool {
    let named = cell.symbol().chars().all(|c| c.is_ascii_uppercase());
    "[]|".contains(cell.symbol()) || cell.modifier.contains(Modifier::UNDERLINED) || named
}

#[test]
fn touching_units_do_not_melt_into_one() {
    for (facing, behind) in Facing::ALL.into_iter().flat_map(|facing| [(facing, false), (facing, true)]) {
        let (field, [one, other]) = two_touching(facing, behind);
        for (zoom, depth) in [Zoom::Field, Zoom::Close].into_iter().flat_map(|zoom| DEPTHS.map(|depth| (zoom, depth))) {
            let painted = Painted::of(&field, None, (zoom, depth, Glyphs::Ascii));
            let (mut borders, mut shown) = (0, 0);
            for hex in field.footprint(one).hexes() {
                for direction in
                    hexes::Direction::ALL.into_iter().filter(|way| field.unit_at(*hex + *way) == Some(other))
                {
                    let cells = [painted.hex(*hex), painted.hex(*hex + direction)];
                    borders += 1;
                    let coloured = cells[0][0].bg != cells[1][0].bg;
                    let ends = [painted.beside(*hex, -1), painted.beside(*hex, zoom.hex_size().0.into())];
                    let lined = cells.iter().flatten().chain(&ends).any(|cell| is_line_or_label(cell));
                    shown += i32::from(coloured || lined);
                }
            }
            assert!(borders > 0 && shown == borders, "{facing} {behind} {zoom:?} {depth:?}: {shown} of {borders}");
        }
    }
}

#[test]
fn a_unit_is_one_body_without_colours() {
    for facing in Facing::ALL {
        let (field, [one, other]) = two_touching(facing, false);
        let field = field.without(&[other]);
        for glyphs in Glyphs::ALL {
            let painted = Painted::of(&field, None, (Zoom::Field, Depth::Mono, glyphs));
            let own = |hex: Hex| field.unit_at(hex) == Some(one);
            for hex in field.footprint(one).hexes() {
                let (west, east) = (own(*hex + hexes::Direction::West), own(*hex + hexes::Direction::East));
                assert!(west || painted.beside(*hex, -1).symbol() == "[", "{facing} {glyphs:?}");
                assert!(east || painted.beside(*hex, 2).symbol() == "]", "{facing} {glyphs:?}");
            }
        }
    }
}

#[test]
fn stands_apart_are_threaded() {
    for facing in Facing::ALL {
        let (field, [one, other]) = two_touching(facing, true);
        let mut field = field.without(&[other]);
        let formation = Formation::new(Arrangement::Skirmish, 1);
        let pose = Pose { formation, ..field.unit(one).pose };
        field.apply(&Event::Placed { unit: one, pose });
        let (footprint, along) = (field.footprint(one), facing.right_flank());
        let gaps = footprint.hexes().iter().filter(|hex| footprint.contains(**hex + along + along));
        let between = gaps.map(|hex| *hex + along).find(|hex| field.ground().grid().contains(*hex)).expect("a gap");
        for (depth, glyphs) in DEPTHS.into_iter().flat_map(|depth| Glyphs::ALL.map(|glyphs| (depth, glyphs))) {
            let painted = Painted::of(&field, None, (Zoom::Close, depth, glyphs));
            let threaded = painted.hex(between).iter().any(|cell| "─╲╱-\\/".contains(cell.symbol()));
            assert!(threaded, "{facing} {depth:?} {glyphs:?}");
        }
    }
}

/// How far apart two colours are, 0 to 441; no two of the sixteen are the same.
fn apart(one: Color, other: Color) -> f64 {
    match (one, other) {
        (Color::Rgb(r, g, b), Color::Rgb(to_r, to_g, to_b)) => {
            let square = |a: u8, b: u8| (f64::from(a) - f64::from(b)).powi(2);
            (square(r, to_r) + square(g, to_g) + square(b, to_b)).sqrt()
        }
        _ => f64::from(u8::from(one != other)) * 441.0,
    }
}

#[test]
fn the_selected_unit_looks_like_no_other_in_any_palette() {
    for (depth, palette) in DEPTHS.into_iter().flat_map(|depth| Palette::ALL.map(|palette| (depth, palette))) {
        let theme = Theme::new(depth, palette);
        let shades = |side| (0..theme.shades()).map(move |shade| (side, shade));
        let sides: Vec<(String, Style)> = Side::ALL
            .into_iter()
            .flat_map(shades)
            .map(|(side, shade)| (format!("{side} {shade}"), theme.side_shade(side, shade)))
            .collect();
        let inks = [Ink::Target, Ink::Struck, Ink::Ghost, Ink::Cursor];
        let others = sides.iter().cloned().chain(inks.map(|ink| (format!("{ink:?}"), theme.ink(ink))));
        let (selected, target) = (theme.ink(Ink::Selected), theme.ink(Ink::Target));
        let differs = |one: Style, other: Style| match depth {
            Depth::Mono => one.add_modifier != other.add_modifier,
            _ => apart(one.bg.expect("a colour"), other.bg.expect("a colour")) >= 60.0,
        };
        others.for_each(|(name, style)| assert!(differs(selected, style), "{depth:?} {palette:?}: selected as {name}"));
        sides
            .iter()
            .for_each(|(name, style)| assert!(differs(target, *style), "{depth:?} {palette:?}: target as {name}"));
    }
}

#[test]
fn the_selected_unit_has_heavy_ends_without_colours() {
    let (field, [one, other]) = two_touching(Facing::EastNorthEast, true);
    let painted = Painted::of(&field, Some(one), (Zoom::Field, Depth::Mono, Glyphs::Ascii));
    let west = |unit: UnitId| {
        let hexes = field.footprint(unit);
        let edge = hexes.hexes().iter().find(|hex| field.unit_at(**hex + hexes::Direction::West).is_none());
        painted.beside(*edge.expect("an edge"), -1).clone()
    };
    assert!(west(one).modifier.contains(Modifier::REVERSED));
    assert!(!west(other).modifier.contains(Modifier::REVERSED));
}

#[test]
fn a_target_does_not_look_like_an_enemy_without_colours() {
    let theme = Theme::new(Depth::Mono, Palette::Classic);
    let underlined = |style: Style| style.add_modifier.contains(Modifier::UNDERLINED);
    for ink in [Ink::Target, Ink::Struck] {
        assert!(
            Side::ALL.into_iter().all(|side| underlined(theme.ink(ink)) != underlined(theme.side(side))),
            "{ink:?}"
        );
    }
    let (field, [one, _]) = two_touching(Facing::EastNorthEast, true);
    let (mut buffer, mut notes) = (Buffer::empty(Rect::new(0, 0, 120, 60)), Notes::default());
    let projection = Projection::at(Zoom::Field, field.ground().grid(), buffer.area, (0, 0));
    let mut canvas = Canvas::new(&mut buffer, projection.area, &mut notes);
    let scene = Scene { struck: &[one], ..Scene::of(&field) };
    Painter::default().paint(&scene, &projection, &theme, Glyphs::Ascii, &mut canvas);
    let edge = |hex: &Hex| field.unit_at(*hex + hexes::Direction::West).is_none();
    for hex in field.footprint(one).hexes().iter().filter(|hex| edge(hex)) {
        let (x, y) = projection.screen(Zoom::Field.place(*hex)).expect("in the window");
        assert_eq!(buffer[(x - 1, y)].symbol(), "(");
    }
}
