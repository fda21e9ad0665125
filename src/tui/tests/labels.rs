//! Labels on the map: the state before the name, at every facing, over nobody else and over no goal.

use battle::{Arrangement, Battlefield, Event, Formation, Marks, Pose, Side, UnitId};
use hexes::{Direction, Facing, Hex, Offset};
use proving::drill::marks;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::game;
use crate::canvas::{Canvas, Notes};
use crate::map::projection::{Projection, Zoom};
use crate::map::{Painter, Scene};
use crate::theme::{Palette, Theme};
use crate::{Depth, Glyphs};

/// The rows of the map as painted at that zoom.
fn painted(field: &Battlefield, zoom: Zoom) -> Vec<String> {
    painted_with(&Scene::of(field), zoom)
}

fn painted_with(scene: &Scene<'_>, zoom: Zoom) -> Vec<String> {
    let field = scene.field;
    let window = Rect::new(0, 0, 120, 60);
    let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
    let projection = Projection { zoom, grid: field.ground().grid(), area: window, origin: (0, 0) };
    let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
    let theme = Theme::new(Depth::True, Palette::Classic);
    Painter::default().paint(scene, &projection, &theme, Glyphs::Unicode, &mut canvas);
    let rows = buffer.content.chunks(usize::from(window.width));
    rows.map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect()
}

/// What is painted on the hexes beside each other from that one on.
fn cells(field: &Battlefield, from: Hex, hexes: usize) -> String {
    let (x, y) = Zoom::Field.place(from);
    painted(field, Zoom::Field)[y as usize].chars().skip(x as usize).take(2 * hexes).collect()
}

fn hex(column: i16, row: i16) -> Hex {
    Offset::new(column, row).hex()
}

/// The units of Blue with so many stands each at those places, in line to the north, and nobody else.
fn placed(stands: &[(u8, Hex)]) -> (Battlefield, Vec<UnitId>) {
    let field = game("small-field", ["human", "first"]).system().field().clone();
    let units: Vec<UnitId> = field.present_of(Side::Blue).take(stands.len()).collect();
    let others: Vec<UnitId> = field.present().filter(|unit| !units.contains(unit)).collect();
    let mut field = field.without(&others);
    for (unit, (stands, anchor)) in units.iter().zip(stands) {
        let pose = Pose {
            anchor: *anchor,
            facing: Facing::North,
            formation: Formation::line(*stands),
            ..field.unit(*unit).pose
        };
        field.apply(&Event::Reshaped { unit: *unit, stands: *stands, pose, fell: Vec::new() });
        [marks::DISORDERED, marks::WEAK, marks::HIDDEN, marks::ORDERED, marks::MOVED]
            .into_iter()
            .for_each(|mark| set(&mut field, *unit, mark, false));
    }
    (field, units)
}

fn set(field: &mut Battlefield, unit: UnitId, marks: Marks, on: bool) {
    field.apply(&Event::Marked { unit, marks, on, cause: "" });
}

#[test]
fn the_state_stands_before_the_label_and_deeds_behind_it() {
    let (mut field, units) = placed(&[(6, hex(8, 13))]);
    set(&mut field, units[0], marks::DISORDERED, true);
    set(&mut field, units[0], marks::MOVED, true);
    let row = cells(&field, hex(6, 13), 6);
    assert!(row.contains("≈B1→"), "{row}");
    set(&mut field, units[0], marks::DISORDERED, false);
    let row = cells(&field, hex(6, 13), 6);
    assert!(row.contains("B1→") && !row.contains('≈'), "{row}");
}

#[test]
fn a_square_shows_before_the_label() {
    let (mut field, units) = placed(&[(1, hex(8, 13))]);
    let pose = Pose { formation: Formation::new(Arrangement::Block, 1), ..field.unit(units[0]).pose };
    field.apply(&Event::Placed { unit: units[0], pose });
    let row = cells(&field, hex(7, 13), 3);
    assert!(row.contains("▪B1"), "{row}");
}

#[test]
fn the_state_shows_at_every_facing_and_zoom() {
    for (facing, stands) in Facing::ALL.into_iter().flat_map(|facing| [1, 4].map(|stands| (facing, stands))) {
        let (mut field, units) = placed(&[(4, hex(8, 13))]);
        let pose = Pose { facing, formation: Formation::line(stands), ..field.unit(units[0]).pose };
        field.apply(&Event::Reshaped { unit: units[0], stands, pose, fell: Vec::new() });
        set(&mut field, units[0], marks::DISORDERED, true);
        for zoom in [Zoom::Field, Zoom::Close] {
            let rows = painted(&field, zoom);
            assert!(rows.iter().any(|row| row.contains("≈B1")), "{facing} {stands} {zoom:?}");
        }
    }
}

#[test]
fn a_label_hides_no_stand_of_others() {
    // One stand between two others of one stand each: no room on either side.
    let (mut field, units) = placed(&[(1, hex(8, 13)), (1, hex(7, 13)), (1, hex(9, 13))]);
    set(&mut field, units[0], marks::DISORDERED, true);
    assert_eq!(cells(&field, hex(7, 13), 3), "B2≈1B3");
    // Room on the right side only.
    let (mut field, units) = placed(&[(1, hex(8, 13)), (1, hex(7, 13))]);
    set(&mut field, units[0], marks::DISORDERED, true);
    assert!(cells(&field, hex(7, 13), 3).starts_with("B2B1≈"));
}

#[test]
fn a_label_and_the_flag_of_a_goal_are_both_seen() {
    let camp = hex(10, 19);
    for (stands, shown) in [(1, "B1⚑"), (3, "⚑B1")] {
        let (field, units) = placed(&[(stands, camp)]);
        assert!(field.footprint(units[0]).contains(camp));
        let row = cells(&field, camp + Direction::West, 4);
        assert!(row.contains(shown), "{stands}: {row}");
    }
}

#[test]
fn names_of_places_do_not_run_into_one_another() {
    let field = game("small-field", ["human", "first"]).system().field().clone();
    let everybody: Vec<UnitId> = field.present().collect();
    let field = field.without(&everybody);
    let at = |column: i16| Offset::new(column, 4).hex();
    let places = [(String::from("Washington's mill"), at(8)), (String::from("Church"), at(9))];
    let rows = painted_with(&Scene { places: &places, ..Scene::of(&field) }, Zoom::Field);
    for (name, _) in &places {
        assert!(rows.iter().any(|row| row.contains(name.as_str())), "{name} is whole:\n{}", rows.join("\n"));
    }
}
