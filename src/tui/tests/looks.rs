//! Colours and characters for every terminal.

use battle::{Arm, Arrangement, Battlefield, Conditions, Event, MarkInfo, Marks, Sense, Side, UnitId};
use hexes::Facing;
use proving::drill::marks;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::{Play, game};
use crate::canvas::{Canvas, Notes};
use crate::map::overlay::{Overlay, Shade};
use crate::map::projection::{Projection, Zoom};
use crate::map::{Painter, Scene};
use crate::theme::{Palette, Theme, indexed};
use crate::{Depth, Glyphs, Options, Start};

fn environment<'a>(pairs: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
    |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
}

#[test]
fn the_environment_chooses_the_depth() {
    let depth = |pairs| Depth::of_environment(environment(pairs));
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Indexed);
    assert_eq!(depth(&[("TERM", "xterm")]), Depth::Sixteen);
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::Mono);
    assert_eq!(depth(&[("TERM", "vt100")]), Depth::Mono);
}

#[test]
fn the_locale_chooses_the_characters() {
    let glyphs = |pairs| Glyphs::of_environment(environment(pairs));
    assert_eq!(glyphs(&[("LANG", "de_DE.UTF-8")]), Glyphs::Unicode);
    assert_eq!(glyphs(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]), Glyphs::Ascii);
    assert_eq!(glyphs(&[]), Glyphs::Unicode);
}

#[test]
fn true_colours_become_the_nearest_of_256() {
    assert_eq!(indexed(Color::Rgb(255, 0, 0)), Color::Indexed(196));
    assert_eq!(indexed(Color::Rgb(0x80, 0x80, 0x80)), Color::Indexed(244));
    assert_eq!(indexed(Color::Reset), Color::Reset);
}

#[test]
fn six_facings_look_different_in_every_arm() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
            let stands = Facing::ALL.map(|facing| glyphs.stand(arm, facing, Arrangement::Line, Conditions::default()));
            for (place, stand) in stands.iter().enumerate() {
                assert!(!stands[..place].contains(stand), "{glyphs:?} {arm:?} {stands:?}");
            }
        }
    }
}

/// Marks as a system might have them.
static MARKS: [MarkInfo; 3] = [
    MarkInfo::new(Marks::number(0), "gone").drawn('×', 'x', "gone").meaning(Sense::Gone),
    MarkInfo::new(Marks::number(1), "routing").drawn('»', '>', "routing").meaning(Sense::Routing),
    MarkInfo::new(Marks::number(2), "moved"),
];

#[test]
fn conditions_show_without_colour() {
    let with =
        |marks| Glyphs::Ascii.stand(Arm::Infantry, Facing::North, Arrangement::Line, Conditions::of(marks, &MARKS));
    let plain = with(Marks::empty());
    assert_ne!(with(Marks::number(0)), plain);
    assert_ne!(with(Marks::number(1)), plain);
    assert_eq!(with(Marks::number(2)), plain, "it means nothing here");
    let signs: Vec<_> = Glyphs::Ascii.badges(Conditions::of(Marks::all(), &MARKS)).collect();
    assert_eq!(signs, [('x', "gone"), ('>', "routing")], "those that have a sign, worst first");
}

#[test]
fn signs_of_a_system_differ() {
    let infos = proving::drill::marks::MARKS;
    for glyphs in Glyphs::ALL {
        let signs: Vec<char> = glyphs.badges(Conditions::of(Marks::all(), infos)).map(|(sign, _)| sign).collect();
        let mut distinct = signs.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!((signs.len(), distinct.len()), (5, 5), "{signs:?}");
    }
}

#[test]
fn the_ascii_screen_is_seven_bit_and_the_mono_screen_has_no_colours() {
    let mut play = Play::with(160, 46, |options| Options {
        glyphs: Some(Glyphs::Ascii),
        depth: Some(Depth::Mono),
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    for keys in ["", "Tab", "Enter", "Enter", "Down", "Esc Esc", "E", "-", "-", "?", "Esc", "L", "Esc", "r"] {
        play.keys(keys);
        let screen = play.screen();
        assert!(screen.is_ascii(), "after `{keys}`: {:?}", screen.chars().find(|c| !c.is_ascii()));
        let coloured = play
            .terminal
            .backend()
            .buffer()
            .content
            .iter()
            .find(|cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset));
        assert_eq!(coloured, None, "after `{keys}`");
    }
}

#[test]
fn the_256_colour_screen_has_no_true_colours() {
    let mut play = Play::with(160, 46, |options| Options {
        depth: Some(Depth::Indexed),
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    play.screen();
    let cells = &play.terminal.backend().buffer().content;
    assert!(!cells.iter().any(|cell| matches!(cell.fg, Color::Rgb(..)) || matches!(cell.bg, Color::Rgb(..))));
}

#[test]
fn certain_is_a_hundred_per_cent_though_sums_are_rounded() {
    let certain = (0..6).map(|_| 1.0 / 6.0).sum::<f64>();
    assert!(certain < 1.0, "the machine rounds this sum down");
    let shown = [certain, 0.999, 1e-17, 0.001, 0.5].map(crate::text::percent);
    assert_eq!(shown, ["100%", "99%", "0%", "1%", "50%"]);
}

/// The first Blue unit of a small battle with that many stands, weak or not, as the map shows the row of its label,
/// eight columns to both sides.
fn around_the_label(stands: u8, weak: bool, depth: Depth, glyphs: Glyphs) -> String {
    let mut field: Battlefield = game("small-field", ["human", "first"]).system().field().clone();
    let unit: UnitId = field.present().next().expect("a unit");
    let pose = field.unit(unit).pose;
    field.apply(&Event::Reshaped { unit, stands, pose, fell: Vec::new() });
    if weak {
        field.apply(&Event::Marked { unit, marks: marks::WEAK, on: true, cause: "" });
    }
    let window = Rect::new(0, 0, 80, 21);
    let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
    let anchor = field.unit(unit).pose.anchor;
    let zoom = Zoom::Field;
    let (x, y) = zoom.place(anchor);
    let projection = Projection::following(zoom, field.ground().grid(), window, (x - 40, y - 10), anchor);
    let theme = Theme::new(depth, Palette::Classic);
    let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
    Painter::default().paint(&Scene::of(&field), &projection, &theme, glyphs, &mut canvas);
    let (column, row) = projection.screen((x, y)).expect("in the window");
    (column - 8..column + 8).map(|column| buffer[(column, row)].symbol().to_owned()).collect()
}

#[test]
fn a_place_on_the_ladder_shows_at_a_glance_on_every_terminal() {
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
        for (glyphs, sign) in [(Glyphs::Unicode, '−'), (Glyphs::Ascii, '-')] {
            for stands in [1, 4] {
                let [weak, sound] = [true, false].map(|weak| around_the_label(stands, weak, depth, glyphs));
                assert!(weak.contains(&format!("{sign}B1")), "{depth:?} {glyphs:?} {stands} stands: {weak:?}");
                assert!(!sound.contains(sign), "{depth:?} {glyphs:?} {stands} stands: {sound:?}");
            }
        }
    }
}

/// How many men the first unit of Blue shows at the largest zoom when it has lost that much of sixteen points.
fn men_shown(lost: i16, keeps_stands: bool, depth: Depth) -> usize {
    let mut field: Battlefield = game("small-field", ["human", "first"]).system().field().clone();
    let unit = field.present_of(Side::Blue).next().expect("a unit");
    let from = field.unit(unit).strength;
    field.apply(&Event::Strength { unit, from, to: from - lost, cause: "fire", clause: "X-1" });
    let (window, anchor) = (Rect::new(0, 0, 120, 40), field.unit(unit).pose.anchor);
    let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
    let (x, y) = Zoom::Close.place(anchor);
    let projection = Projection::following(Zoom::Close, field.ground().grid(), window, (x - 60, y - 20), anchor);
    let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
    let scene = Scene { keeps_stands, ..Scene::of(&field) };
    Painter::default().paint(&scene, &projection, &Theme::new(depth, Palette::Classic), Glyphs::Unicode, &mut canvas);
    let hexes = field.footprint(unit);
    let cells = hexes.hexes().iter().flat_map(|hex| projection.cells(*hex));
    cells.filter(|(x, y, _)| buffer[(*x, *y)].symbol() == "▴").count()
}

#[test]
fn losses_are_gaps_in_the_ranks_where_no_stands_go() {
    let [whole, half, few] = [0, 8, 14].map(|lost| men_shown(lost, true, Depth::True));
    assert!(whole > half && half > few && few > 0, "{whole} {half} {few}");
    assert_eq!(men_shown(8, false, Depth::True), whole, "where stands go, those that are left are full");
    assert!(men_shown(0, true, Depth::Sixteen) < whole, "one rank where colours do not mix");
}

/// A field with one name written over it, and under an overlay of one digit.
fn named(name: &str, overlay: Option<&Overlay>) -> (Buffer, Vec<(u16, u16)>) {
    let game = game("small-field", ["human", "human"]);
    let field = game.system().field();
    let at = field.roster().objectives[0].hexes[0] + hexes::Direction::East + hexes::Direction::East;
    let window = Rect::new(0, 0, 120, 40);
    let (mut buffer, mut notes) = (Buffer::empty(window), Notes::default());
    let (x, y) = Zoom::Field.place(at);
    let projection = Projection::following(Zoom::Field, field.ground().grid(), window, (x - 60, y - 20), at);
    let mut canvas = Canvas::new(&mut buffer, window, &mut notes);
    let places = [(String::from(name), at)];
    let scene = Scene { places: &places, overlay, ..Scene::of(field) };
    let theme = Theme::new(Depth::True, Palette::Classic);
    Painter::default().paint(&scene, &projection, &theme, Glyphs::Unicode, &mut canvas);
    let rows = (0..window.height).map(|y| (0..window.width).map(|x| (x, y)).collect::<Vec<_>>());
    let text = |row: &[(u16, u16)]| row.iter().map(|at| buffer[*at].symbol()).collect::<String>();
    let row = rows.into_iter().find(|row| text(row).contains(name)).unwrap_or_default();
    let before = text(&row).split(name).next().unwrap_or_default().chars().count();
    let cells = row.into_iter().skip(before).take(name.chars().count()).collect();
    (buffer, cells)
}

#[test]
fn all_letters_of_a_place_look_alike_whatever_they_lie_over() {
    let (buffer, cells) = named("Longstoneybridge-upon-Marsh", None);
    let inks: std::collections::BTreeSet<String> = cells.iter().map(|at| format!("{:?}", buffer[*at].fg)).collect();
    let grounds: std::collections::BTreeSet<String> = cells.iter().map(|at| format!("{:?}", buffer[*at].bg)).collect();
    assert_eq!((cells.len(), inks.len()), (27, 1), "{inks:?}");
    assert!(grounds.len() > 1, "the name lies over one ground only: {grounds:?}");
}

#[test]
fn the_digits_of_an_overlay_stand_out_from_their_ground() {
    let (field, all) = (game("small-field", ["human", "human"]), 0..4_u8);
    for step in all {
        let hexes = field.system().field().ground().grid().iter().map(|hex| (hex, Shade { step, sign: '7' })).collect();
        let overlay = Overlay { hexes, legend: Vec::new(), warning: true };
        let (buffer, _) = named("Mill", Some(&overlay));
        let light = |colour: Color| match colour {
            Color::Rgb(r, g, b) => i32::from(r) * 2 + i32::from(g) * 3 + i32::from(b),
            _ => 0,
        };
        let digits: Vec<i32> = buffer
            .content
            .iter()
            .filter(|cell| cell.symbol() == "7")
            .map(|cell| (light(cell.fg) - light(cell.bg)).abs())
            .collect();
        assert!(digits.len() > 20 && digits.iter().all(|contrast| *contrast > 450), "{step}: {digits:?}");
    }
}
