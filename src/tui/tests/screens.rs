//! Whole screens as they are drawn.

use insta::assert_snapshot;

use super::{Play, game};
use crate::{Depth, Glyphs, Options, Start};

fn small(width: u16, height: u16) -> Play {
    let start = || Start::Game(Box::new(game("small-field", ["human", "first"])));
    Play::with(width, height, |options| Options { start: start(), ..options })
}

#[test]
fn title() {
    assert_snapshot!(Play::new(80, 24).screen());
}

#[test]
fn setup() {
    let mut play = Play::new(120, 40);
    assert_snapshot!(play.keys("Enter").screen());
}

#[test]
fn house_rules() {
    let mut play = Play::new(80, 24);
    play.keys("Enter Down Down Down Down Down Enter Right");
    assert_snapshot!(play.screen());
}

#[test]
fn battle_at_160_by_46() {
    let mut play = small(160, 46);
    assert_snapshot!(play.keys("Tab").screen());
}

#[test]
fn battle_at_120_by_40() {
    let mut play = small(120, 40);
    assert_snapshot!(play.keys("Tab Enter").screen());
}

#[test]
fn battle_at_80_by_24() {
    let mut play = small(80, 24);
    assert_snapshot!(play.keys("Tab Enter Enter Down Down").screen());
}

#[test]
fn battle_without_colours_or_unicode() {
    let mut play = Play::with(100, 30, |options| Options {
        glyphs: Some(Glyphs::Ascii),
        depth: Some(Depth::Mono),
        start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
        ..options
    });
    assert_snapshot!(play.keys("Tab").screen());
}

#[test]
fn the_whole_table() {
    let mut play = small(120, 40);
    assert_snapshot!(play.keys("- -").screen());
}

#[test]
fn leaving() {
    let mut play = small(80, 24);
    assert_snapshot!(play.keys("q").screen());
}

#[test]
fn a_field_lies_behind_the_title_where_there_are_colours_and_room() {
    let with = |width, height, depth| {
        let mut play = Play::with(width, height, |options| Options { depth: Some(depth), ..options });
        (play.screen(), play.picture())
    };
    let (screen, picture) = with(120, 40, Depth::True);
    let grounds = |picture: &ratatui::buffer::Buffer| {
        let all: Vec<ratatui::style::Color> = picture.content.iter().map(|cell| cell.bg).collect();
        all.iter().collect::<std::collections::HashSet<_>>().len()
    };
    assert!(grounds(&picture) > 8, "{} grounds:\n{screen}", grounds(&picture));
    for row in ["Tutorial    two lessons, then a small battle to win", "Quit        leave the program"] {
        assert!(screen.contains(row), "nothing lies over the choices:\n{screen}");
    }
    for (width, height, depth) in [(80, 24, Depth::True), (120, 40, Depth::Sixteen), (120, 40, Depth::Mono)] {
        let (screen, picture) = with(width, height, depth);
        assert!(grounds(&picture) < 4, "{width}x{height} {depth:?}:\n{screen}");
    }
}
