//! The map uses the space it has: both armies and the goals as large as they fit, at the start and on a key.

use battle::{Arrangement, Event, Formation, Pose, Side};
use hexes::{Grid, Hex, Offset};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Play, game};
use crate::canvas::{Canvas, Notes};
use crate::map::overlay::Overlay;
use crate::map::projection::{Fit, Interest, Projection, Zoom};
use crate::map::{Painter, Scene, unit_round};
use crate::theme::{Palette, Theme};
use crate::{Depth, Glyphs, Options, Start};

fn hex(column: i16, row: i16) -> Hex {
    Offset::new(column, row).hex()
}

/// Whether every one of those hexes is wholly in the window.
fn all_seen(projection: &Projection, hexes: &[Hex]) -> bool {
    let (width, height) = projection.zoom.hex_size();
    hexes.iter().all(|hex| projection.cells(*hex).count() == usize::from(width * height))
}

#[test]
fn the_largest_zoom_at_which_all_fits_is_taken() {
    let grid = Grid::new(60, 60);
    // Ten columns by eight rows: 42 by 16 cells at the largest zoom, 21 by 8 at the middle one.
    let all = vec![hex(20, 20), hex(29, 27)];
    for (size, zoom) in
        [((42, 16), Zoom::Close), ((41, 16), Zoom::Field), ((42, 15), Zoom::Field), ((21, 8), Zoom::Field)]
    {
        let area = Rect::new(3, 2, size.0, size.1);
        let interest = Interest { all: all.clone(), own: vec![all[0]] };
        let (found, origin) = interest.fit(area);
        assert_eq!(found, zoom, "{size:?}");
        assert!(all_seen(&Projection::at(found, grid, area, origin), &all), "{size:?}");
    }
}

#[test]
fn where_not_all_fits_the_own_army_is_in_the_middle() {
    let grid = Grid::new(200, 200);
    let own = vec![hex(100, 100), hex(104, 102)];
    let interest = Interest { all: [own.clone(), vec![hex(3, 3)]].concat(), own: own.clone() };
    let area = Rect::new(0, 0, 40, 20);
    let (zoom, origin) = interest.fit(area);
    let projection = Projection::at(zoom, grid, area, origin);
    assert_eq!(zoom, Zoom::Field);
    assert!(all_seen(&projection, &own));
    let (x, y) = projection.screen(zoom.place(hex(102, 101))).expect("seen");
    assert!(x.abs_diff(20) <= 2 && y.abs_diff(10) <= 1, "{x},{y}");
}

#[test]
fn a_fit_is_made_anew_in_another_window_only() {
    let area = Rect::new(0, 0, 80, 20);
    assert!(Fit::Wanted.wants(area));
    assert!(!Fit::Done(area, (0, 0)).wants(area));
    assert!(
        Fit::Done(area, (0, 0)).wants(Rect { height: 17, ..area })
            && Fit::Done(area, (0, 0)).wants(Rect { width: 120, ..area })
    );
    assert!(!Fit::Off.wants(area));
}

/// A small battle in a window of that size, nothing ever chosen.
fn fresh(width: u16, height: u16) -> Play {
    Play::with(width, height, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["human", "human"]))),
        ..options
    })
}

#[test]
fn a_battle_begins_fitted_and_a_key_fits_it_again() {
    // Twenty by twenty hexes: 82 by 40 cells at the largest zoom.
    let (large, small) = (fresh(200, 60).screen(), fresh(80, 24).screen());
    assert!(large.contains("B1") && large.contains("R1") && large.contains("8/8"), "{large}");
    assert!(small.contains("B1") && !small.contains("8/8"), "{small}");
    let mut play = fresh(200, 60);
    let before = play.screen();
    assert_ne!(play.keys("- -").screen(), before);
    assert_eq!(play.keys("z").screen(), before);
}

#[test]
fn goals_show_at_every_zoom() {
    let field = game("small-field", ["human", "first"]).system().field().clone();
    for (zoom, glyphs) in Zoom::ALL.into_iter().flat_map(|zoom| Glyphs::ALL.map(|glyphs| (zoom, glyphs))) {
        let window = Rect::new(0, 0, 120, 60);
        let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
        let projection = Projection::at(zoom, field.ground().grid(), window, (0, 0));
        let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
        let theme = Theme::new(Depth::Mono, Palette::Classic);
        Painter::default().paint(&Scene::of(&field), &projection, &theme, glyphs, &mut canvas);
        let shown = |hex: &Hex| {
            let (x, y) = projection.screen(zoom.place(*hex)).expect("in the window");
            [(x, y), (x + 1, y)].map(|at| buffer[at].symbol().chars().next().unwrap_or(' '))
        };
        for objective in &field.roster().objectives {
            let flags = objective.hexes.iter().filter(|hex| shown(hex).contains(&glyphs.flag())).count();
            assert!(flags >= 1, "{zoom:?} {glyphs:?} {}", objective.name);
        }
    }
}

#[test]
fn a_square_has_a_field_of_fire_though_the_cursor_is_in_its_middle() {
    let game = game("small-field", ["human", "first"]);
    let mut field = game.system().field().clone();
    let unit = field.present_of(Side::Blue).next().expect("a unit");
    let square = Pose { formation: Formation::new(Arrangement::Square, 1), ..field.unit(unit).pose };
    field.apply(&Event::Placed { unit, pose: square });
    assert_eq!(field.unit_at(square.anchor), None, "it is hollow");
    assert_eq!(unit_round(&field, square.anchor), Some(unit));
    assert!(!Overlay::of_fire(game.system().fire_arc(unit, &square)).hexes.is_empty());
}
