//! Keys of one's own: read from a file, refused by name, shown wherever keys are told.

use super::{Play, game};
use crate::keys::Keys;
use crate::screens::places;
use crate::{App, Key, Options, Start};

fn parsed(text: &str) -> Result<Keys, String> {
    Keys::parse("keys.toml", text, &places()).map_err(|faults| faults.to_string())
}

#[track_caller]
fn refused(text: &str, words: &[&str]) {
    let told = parsed(text).expect_err("it is faulty");
    for word in words {
        assert!(told.contains(word), "{told} does not say {word}");
    }
}

/// A battle of somebody who wrote that file.
fn with_keys(text: &str) -> Play {
    Play::with(160, 46, |options| {
        std::fs::write(options.data.join("keys.toml"), text).expect("a file");
        Options { start: Start::Game(Box::new(game("small-field", ["human", "first"]))), ..options }
    })
}

#[test]
fn a_chosen_key_does_what_the_usual_one_did() {
    let mut play = with_keys("end-step = \"v\"\nend-turn = [\"F5\", \"F6\"]\n");
    play.keys("Space e").shows("Deployment").hides("could still act");
    play.keys("v").shows("could still act:").keys("Enter").shows("Turn 1 of 8");
    play.keys("F5").shows("End turn 1?").keys("Esc F6").shows("End turn 1?");
}

#[test]
fn what_is_told_of_keys_is_true_of_those_chosen() {
    let mut play = with_keys("end-step = \"v\"\nundo = \"Ctrl-U\"\ngoals = \"F2\"\n");
    play.shows("v end Deployment").shows("Ctrl-U undo").shows("v ends the step").hides("Space end");
    play.keys("?").shows("v          End this step").shows("Ctrl-U     Take").keys("Esc");
    play.keys("F2").shows("steps: v ends").shows("signs mean, F2");
}

#[test]
fn arrows_and_named_keys_stay_beside_the_chosen_ones() {
    let mut play = with_keys("next = \"d\"\ncursor-west = \"D\"\n");
    play.keys("Tab").shows("Enter order B").keys("d").shows("Enter order B");
    let before = play.screen();
    play.keys("D");
    let west = play.screen();
    assert_ne!(before, west, "the cursor moved");
    play.keys("Right Left");
    assert_eq!(play.screen(), west);
    play.keys("h");
    assert_eq!(play.screen(), west, "h moves nothing any more");
}

#[test]
fn every_name_can_be_given_a_key() {
    let keys = parsed("show-heights = \"F3\"\nmenu = \"v\"\n").expect_err("there is no `menu`");
    let names = keys.split("expected").nth(1).expect("the names").matches(", ").count();
    assert!(names > 45, "{keys}");
    assert_eq!(parsed("").expect("nothing chosen"), Keys::default());
}

#[test]
fn a_faulty_file_is_refused_by_name_value_and_what_was_expected() {
    refused("end-turm = \"v\"", &["keys.toml:1:", "`end-turm`", "end-turn"]);
    refused("end-turn = \"zz\"", &["`end-turn`", "\"zz\"", "expected a character"]);
    refused("end-turn = 5", &["`end-turn`", "5", "expected a character", "or a list of them"]);
    refused("end-turn = \"Enter\"", &["Enter keeps its meaning"]);
    refused("end-turn = \"?\"", &["? keeps its meaning"]);
    refused("end-turn = [\"v\", \"Ctrl-C\"]", &["Ctrl-C keeps its meaning"]);
}

#[test]
fn two_things_on_one_key_are_refused() {
    refused("end-turn = \"u\"", &["`end-turn`", "\"u\"", "`undo`", "a key that does one thing"]);
    refused("end-turn = \"v\"\ngoals = \"v\"", &["keys.toml:1:", "keys.toml:2:", "`goals`", "`end-turn`"]);
    refused("show-fire = \"q\"", &["`show-fire`", "Close the menu."]);
    assert!(parsed("end-turn = \"u\"\nundo = \"e\"").is_ok(), "two that change places are not in each other's way");
}

#[test]
fn keys_that_are_missing_where_they_were_named_are_refused() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let data = folder.path().to_path_buf();
    let options = Options { keys: Some(data.join("none.toml")), ..Options::new(data) };
    let library = std::sync::Arc::new(proving::DrillLibrary);
    let told = App::new(library, options, std::sync::Arc::new(|| {})).err().expect("refused").0;
    assert!(told.contains("none.toml") && told.contains("cannot read"), "{told}");
}

#[test]
fn lessons_name_the_chosen_keys() {
    let mut play = Play::with(120, 40, |options| {
        std::fs::write(options.data.join("keys.toml"), "end-step = \"v\"\n").expect("a file");
        options
    });
    play.keys("t Enter");
    for _ in 0..40 {
        let screen = play.screen();
        assert!(!screen.contains("Space ends") && !screen.contains("Space when"), "{screen}");
        if screen.contains("v ends it") || screen.contains("v when that is done") {
            return;
        }
        play.keys("v Enter");
    }
    panic!("no lesson says how a step is ended:\n{}", play.screen());
}

#[test]
fn numbered_keys_are_read_as_they_are_written() {
    for name in ["F1", "F12", "Ctrl-E", "Space", "F"] {
        assert_eq!(name.parse::<Key>().expect("a key").to_string(), name);
    }
    assert!("F13".parse::<Key>().is_err());
}

#[test]
fn lists_are_gone_through_by_chosen_keys() {
    let mut play = Play::with(80, 24, |options| {
        let text = "list-down = \"v\"\nlist-up = [\"F5\", \"x\"]\nlist-choose = \"F2\"\nlist-back = \"F3\"\n";
        std::fs::write(options.data.join("keys.toml"), text).expect("a file");
        options
    });
    play.keys("w").shows("F2 choose").shows("v next").shows("F3 back");
    play.keys("v F2").shows("Watch a battle again").shows("F3 back").keys("F3").shows("Tutorial");
    play.keys("w v F5 F2").shows("New battle").keys("F3").shows("Tutorial");
    play.keys("w Down Enter").shows("Watch a battle again").keys("q").shows("Watch a battle again");
    play.keys("?").shows("F3 Esc ").keys("F3").hides("Keys").keys("F3").shows("Tutorial");
    play.keys("w ?").shows("v ↓ Tab").keys("F3 F3").shows("Tutorial");
}

#[test]
fn a_list_key_that_a_screen_has_already_is_refused() {
    refused("list-down = \"b\"", &["`list-down`", "\"b\"", "Begin the battle from any row."]);
    refused("list-back = \"L\"", &["`list-back`", "Read everything that happened."]);
    refused("list-up = \"v\"\nlist-down = \"v\"", &["`list-up`", "`list-down`"]);
    refused("list-down = \"Down\"", &["Down keeps its meaning"]);
}
