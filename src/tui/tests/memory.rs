//! What is remembered from one run to the next.

use std::fs;

use super::Play;
use crate::map::projection::Zoom;
use crate::settings::{Habit, Settings};
use crate::{Depth, Glyphs, Palette, Speed};

fn remembered(play: &Play) -> Settings {
    Settings::load(play.data.path())
}

#[test]
fn choices_made_on_the_screen_are_found_again() {
    let mut play = Play::tiny(120, 40);
    let kept = fs::read_to_string(play.data.path().join("settings.toml")).expect("a file");
    assert_eq!(kept, super::QUIET, "nothing was chosen yet");
    play.keys("- G g <").keys(":").typed("set palette safe").keys("Enter");
    let settings = remembered(&play);
    assert_eq!((settings.zoom, settings.glyphs), (Some(Zoom::Table), Some(Glyphs::Ascii)));
    assert_eq!((settings.depth, settings.speed), (Some(Depth::Indexed), Some(Speed::Fast)));
    assert_eq!(settings.palette, Some(Palette::Safe));
    assert!(!settings.has(Habit::Briefing) && settings.has(Habit::Warning), "what was given up stays given up");
}

#[test]
fn a_choice_says_nothing_about_the_others() {
    let mut play = Play::tiny(120, 40);
    play.keys("G");
    let settings = remembered(&play);
    assert_eq!((settings.glyphs, settings.depth, settings.zoom), (Some(Glyphs::Ascii), None, None));
}

#[test]
fn flags_win_over_what_is_remembered() {
    let play = Play::tiny(120, 40);
    fs::write(play.data.path().join("settings.toml"), "speed = \"slow\"\npalette = \"safe\"\n").expect("written");
    let settings = remembered(&play);
    assert_eq!((settings.speed_or(Speed::Normal), settings.speed_or(Speed::Instant)), (Speed::Slow, Speed::Instant));
    assert_eq!(settings.palette_or(Palette::Classic), Palette::Safe);
}

#[test]
fn a_file_of_nonsense_is_no_settings() {
    let play = Play::tiny(120, 40);
    fs::write(play.data.path().join("settings.toml"), "zoom = 9\n???\n= \nglyphs\n").expect("written");
    let settings = remembered(&play);
    assert_eq!((settings.zoom, settings.glyphs), (None, None));
}
