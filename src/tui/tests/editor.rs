//! The editor: battles made by keys alone and with the mouse, forms, faults, undo, trials.

use insta::assert_snapshot;
use ratatui::layout::Position;

use super::Play;
use crate::{Depth, Glyphs, Input, Options, Start};

/// The file that is edited.
const FILE: &str = "a-field.toml";

/// The editor with a new battle.
pub(crate) fn editing(width: u16, height: u16) -> Play {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.keep().join(FILE);
    let mut play = Play::with(width, height, |options| Options { start: Start::Edit(path), ..options });
    play.settle();
    play
}

/// The text of the battle as it is saved.
fn saved(play: &mut Play) -> String {
    play.keys("s");
    let screen = play.screen();
    let name = screen.split("Saved in ").nth(1).and_then(|rest| rest.split(". ").next());
    let name = name.unwrap_or_else(|| panic!("not saved:\n{screen}")).replace('\n', "").replace("  ", "");
    std::fs::read_to_string(name.trim()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The cell in which a text begins.
fn place(play: &mut Play, text: &str) -> Position {
    let screen = play.screen();
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(text))
        .unwrap_or_else(|| panic!("no {text}:\n{screen}"));
    let column = line.split(text).next().map_or(0, |before| before.chars().count());
    Position::new(column as u16, row as u16)
}

fn click(play: &mut Play, at: Position) {
    play.app.handle(Input::Click(at));
    play.settle();
}

#[test]
fn a_new_battle_is_found_from_the_title_and_can_be_played() {
    let mut play = Play::new(120, 40);
    play.keys("m").shows("A new battle").shows("A battle drawn by chance").shows("A copy of a battle that ships");
    play.keys("Enter").shows("How large is the map?");
    play.keys("Enter").shows("What is it called?").keys("Enter").shows("My battle").shows("nothing is wrong");
    play.keys("s").shows("my-battle.toml").shows("It stands in the list of battles as my-battle");
    play.keys("q").shows("My battle");
    // The list shows it, and it opens again.
    play.keys("Down Down Down Down").shows("36 by 24 hexes").keys("Enter").shows("nothing is wrong");
}

#[test]
fn a_battle_is_made_by_keys_alone() {
    let mut play = editing(120, 40);
    // A wood, drawn by walking; a wall round a corner; a road; a unit, described; a goal; a name.
    play.keys("d Right Right Down d").shows("The pen is up");
    play.keys("Tab > Space").shows("Painted higher ground, 7 hexes");
    play.keys("Tab , , . . ] Space").shows("1 edge").keys("Tab Left Space").shows("Painted road");
    play.keys("Tab Up Up Up Space").shows("B5 is placed");
    play.keys("Enter").shows("B5: Line infantry").shows("Quality");
    play.keys("Down Down Down Enter")
        .shows("veteran")
        .keys("Down Down Down Down Enter")
        .shows("Quality")
        .shows("veteran");
    play.keys("Esc ]").shows("B5 faces ENE");
    play.keys("Tab Tab Left Left Left Left Space").shows("Goal: Objective").keys("Esc");
    play.keys("Tab Down Down Space").shows("A name at").typed("the Lion").keys("Enter").shows("the Lion");
    let text = saved(&mut play);
    assert!(scenario::check(FILE, &text).is_empty(), "{text}");
    for part in [
        "w w w",
        ". = w",
        "elevation = '''",
        "[[edge]]",
        "quality = \"veteran\"",
        "facing = \"ENE\"",
        "goal = \"occupy\"",
        "name = \"the Lion\"",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn a_battle_is_made_with_the_mouse() {
    let mut play = editing(120, 40);
    let crops = place(&mut play, "crops");
    click(&mut play, crops);
    click(&mut play, Position::new(40, 16));
    (41..52).for_each(|x| play.app.handle(Input::Drag(Position::new(x, 16))));
    play.settle();
    play.shows("Painted crops");
    // The right button takes up what is there, the wheel makes the brush larger.
    play.app.handle(Input::Inspect(Position::new(20, 30)));
    play.app.handle(Input::WheelUp(Position::new(20, 30)));
    play.settle();
    play.shows("brush: 7 hexes");
    let units = place(&mut play, "units");
    click(&mut play, units);
    let horse = place(&mut play, "heavy cavalry");
    click(&mut play, horse);
    click(&mut play, Position::new(40, 24));
    play.shows("B5 is placed");
    // A click takes hold of it, another puts it down.
    click(&mut play, Position::new(40, 24));
    play.shows("You hold B5");
    click(&mut play, Position::new(60, 26));
    play.shows("B5 to ");
    let text = saved(&mut play);
    assert!(scenario::check(FILE, &text).is_empty(), "{text}");
    assert!(text.contains("c c c c c") && text.contains("type = \"heavy cavalry\""), "{text}");
    // A stroke is one change.
    play.keys("u u u").shows("Taken back: painted crops, ");
    assert!(!saved(&mut play).contains("c c"));
}

#[test]
fn a_road_is_a_hex_broad_whatever_brush_was_in_hand() {
    let mut play = editing(120, 40);
    play.keys("Tab > > Space").shows("Painted higher ground, 19 hexes");
    play.keys("Tab Tab Space").shows("Painted road, 1 hex").shows("brush: 1 hex");
    play.keys("Tab Tab Tab Tab Tab Tab Tab Tab Tab Space").shows("19 hexes");
}

#[test]
fn a_stroke_is_taken_back_at_once_and_made_again() {
    let mut play = editing(100, 30);
    play.keys("d Right Right Right d u").shows("Taken back: painted woods, 4 hexes");
    play.keys("u").shows("Nothing is left to take back").keys("r").shows("Made again: painted woods, 4 hexes");
    play.keys("r").shows("Nothing was taken back");
}

#[test]
fn strokes_are_made_twice_by_a_mirror() {
    let mut play = editing(120, 40);
    play.keys("Up Up Up Left Left m").shows("mirror half turn").keys("Space").shows("Painted woods, 2 hexes");
    play.keys("t u . . . Down Space").shows("B5 is placed");
    let text = saved(&mut play);
    assert!(text.contains("label = \"B5\"") && text.contains("label = \"R5\""), "{text}");
    assert!(scenario::check(FILE, &text).is_empty(), "{text}");
}

#[test]
fn faults_are_gone_to_and_gone_when_mended() {
    let mut play = editing(120, 40);
    play.keys("t u o PgUp PgUp Down Down Down Down Down Enter Esc g").shows("You hold B1");
    play.keys("L L L L L L Space").shows("1 fault").shows("off the map");
    play.keys("T").shows("It cannot be played yet");
    play.keys("K K e").shows("1 of 1, line ").shows("off the map");
    play.keys("u").shows("nothing is wrong").keys("e").shows("Nothing is wrong with it");
}

#[test]
fn a_trial_comes_back_and_leaves_nothing() {
    let mut play = editing(120, 40);
    play.keys("Space T").shows("Try it").shows("You command").keys("Enter").shows("Turn 1");
    play.keys("q").shows("back to the editor").shows("nothing of it is kept").keys("t");
    play.shows("Back from the trial").shows("nothing is wrong");
    let saves = play.data.path().join("saves");
    assert_eq!(std::fs::read_dir(&saves).map_or(0, Iterator::count), 0, "no record of a trial");
    // What was chosen is chosen again.
    play.keys("T Down Down Enter Down Enter").shows("Red; the computer commands Blue").keys("Up Up Enter q t T");
    play.shows("Red; the computer commands Blue");
}

#[test]
fn what_belongs_to_an_army_is_said_in_forms() {
    let mut play = editing(120, 44);
    play.keys("t b Enter").shows("Turns").keys("Down Down Down Enter").shows("How long the battle lasts");
    play.keys("Backspace Backspace").typed("140").keys("Enter").shows("`140` is no whole number from 1 to 100");
    play.keys("Enter Backspace Backspace")
        .typed("9")
        .keys("Enter")
        .shows("Turns")
        .keys("Delete")
        .shows("15 (as usual)");
    // Arrivals: a way in, and a unit that comes by it.
    play.keys("Esc t a a K K K Space").shows("Arrival: Reinforcement").shows("Red").keys("Esc").shows("1 fault");
    play.keys("t u o").shows("All there is");
    play.keys("Esc");
    let row = place(&mut play, "R1");
    click(&mut play, row);
    play.keys("Esc Enter").shows("R1: 1st Battalion");
    play.keys("Down Down Down Down Down Down Down Down Down Down Enter").shows("with Reinforcement").keys("Down Enter");
    play.shows("with Reinforcement").keys("Esc");
    let text = saved(&mut play);
    assert!(text.contains("arrives = \"Reinforcement\"") && scenario::check(FILE, &text).is_empty(), "{text}");
}

#[test]
fn a_unit_gets_a_brigade_of_its_own_and_keeps_what_is_said_of_it() {
    let mut play = editing(120, 44);
    play.keys("t u o PgUp PgUp Down Down Down Down Down Enter").shows("B1: 1st Battalion");
    play.keys("Down Down Down Down Down Down Down Down Enter").shows("2nd Brigade").shows("B1: 1st Battalion");
    play.keys("Esc Esc");
    let text = saved(&mut play);
    assert_eq!(text.matches("[[blue.brigade]]").count(), 2, "{text}");
    assert!(text.contains("name = \"1st Battalion\", type = \"line infantry\", at = \"9,21\""), "{text}");
    assert!(scenario::check(FILE, &text).is_empty() && !text.contains("B5"), "{text}");
}

#[test]
fn zones_are_painted_and_taken_away() {
    let mut play = editing(120, 40);
    play.keys("t z > > > Space").shows("4 faults").shows("B1");
    play.keys("e").shows("outside Blue's zone").keys("u r Esc");
    play.keys("u").shows("nothing is wrong");
}

#[test]
fn it_is_found_out_whether_a_battle_is_fair() {
    let mut play = editing(120, 40);
    play.keys("B").shows("Is it fair?").keys("o");
    for _ in 0..4000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
        play.settle();
        if play.screen().contains("24/24") {
            break;
        }
    }
    play.shows("turns on average").keys("Space").shows("(before last changes)");
    play.keys("B r").shows("24 of 24 battles").shows("before your last changes").keys("Esc B s");
    assert!(!play.screen().contains("24/24"));
    play.keys("t u o PgUp PgUp Down Down Down Down Down Enter Esc g L L L L L L Space B o")
        .shows("It cannot be played yet");
}

#[test]
fn the_editor_as_it_looks() {
    let mut play = editing(120, 40);
    play.keys("d Right Down d Tab > Space Tab ] Space");
    assert_snapshot!("editor_at_120_by_40", play.screen());
    play.resize(80, 24);
    play.keys("t u Up Up Up Up Space Enter");
    assert_snapshot!("editor_form_at_80_by_24", play.screen());
}

#[test]
fn the_editor_without_colours_or_unicode() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join(FILE);
    let mut play = Play::with(80, 24, |options| Options {
        start: Start::Edit(path),
        depth: Some(Depth::Mono),
        glyphs: Some(Glyphs::Ascii),
        ..options
    });
    play.keys("Space Right Space m t e Space");
    let screen = play.screen();
    assert!(
        screen.is_ascii() || screen.chars().all(|letter| letter.is_ascii() || "│╭╮╰╯─".contains(letter)),
        "{screen}"
    );
    assert_snapshot!("editor_without_colours_or_unicode", screen);
}

#[test]
fn every_tool_fits_every_window() {
    let mut play = editing(120, 40);
    for _ in 0..11 {
        play.keys("Tab");
        for (width, height) in [(60, 16), (61, 17), (79, 23), (80, 24), (100, 30), (139, 41), (200, 60), (300, 90)] {
            play.resize(width, height);
            play.keys("Space Esc Esc");
            play.screen();
            assert_eq!(play.app.astray(), None, "{width} by {height}");
        }
    }
}
