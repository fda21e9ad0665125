//! Keys chosen on a screen: what is told, what is refused, what changes places, and what is written down.

use std::fs;

use super::lobby::{anna, visit};
use super::{Play, game};
use crate::theme::Ink;
use crate::{Options, Start};

/// A battle with the keys' screen open, of somebody who wrote that file of keys, if any.
fn open(file: Option<&str>) -> Play {
    let mut play = Play::with(120, 40, |options| {
        if let Some(text) = file {
            fs::write(options.data.join("keys.toml"), text).expect("a file");
        }
        Options { start: Start::Game(Box::new(game("small-field", ["human", "first"]))), ..options }
    });
    play.keys("S");
    to_keys(&mut play);
    play
}

/// From the settings to the keys.
fn to_keys(play: &mut Play) {
    for _ in 0..20 {
        if play.rows_in(Ink::Chosen).concat().contains("What each key does") {
            play.keys("Enter").shows("In a battle");
            return;
        }
        play.keys("Down");
    }
    panic!("no way to the keys:\n{}", play.screen());
}

/// Puts the bar on the row that does that.
fn row(play: &mut Play, help: &str) {
    for by in ["Up"; 100].into_iter().chain(["Down"; 100]) {
        if play.rows_in(Ink::Chosen).concat().contains(help) {
            return;
        }
        play.keys(by);
    }
    panic!("no row `{help}`:\n{}", play.screen());
}

fn file(play: &Play) -> String {
    fs::read_to_string(play.data.path().join("keys.toml")).unwrap_or_default()
}

const END: &str = "End the turn; asks once";
const UNDO: &str = "Take the last order back";

#[test]
fn the_next_key_is_taken_written_down_and_does_it_at_once() {
    let mut play = open(None);
    row(&mut play, END);
    play.shows("end-turn: End the turn; asks once when units could still act or must be ordered.");
    play.keys("Enter").shows("Press the key for this: End the turn").keys("v").shows("v now does this: End the turn");
    play.shows("*v ");
    assert!(file(&play).ends_with("\nend-turn = \"v\"\n"), "{}", file(&play));
    play.keys("Esc Esc").shows("Deployment").keys("e").hides("End turn").keys("v").shows("could still act");
    play.keys("Esc ?").shows("v          End the turn");
}

#[test]
fn nothing_changes_where_it_is_thought_better_of() {
    let mut play = open(None);
    row(&mut play, END);
    play.keys("Enter Esc").hides("Press the key").keys("v").hides("*v");
    assert_eq!(file(&play), "");
}

#[test]
fn keys_that_mean_the_same_everywhere_are_refused() {
    let mut play = open(None);
    row(&mut play, END);
    play.keys("Enter ?").shows("? keeps its meaning everywhere.").hides("The keys of this screen");
    play.keys("Enter Tab").shows("Tab keeps its meaning").keys("Enter Enter").shows("Enter keeps its meaning");
    assert_eq!(file(&play), "");
}

#[test]
fn a_key_that_is_taken_is_told_by_name_and_can_be_swapped() {
    let mut play = open(None);
    row(&mut play, END);
    play.keys("Enter u").shows("u is taken").shows("u is the key of undo: Take the last order back");
    play.keys("n");
    assert_eq!(file(&play), "", "nothing was swapped");
    play.keys("Enter u y").shows("The two have changed keys.");
    assert!(
        file(&play).contains("end-turn = \"u\"\n") && file(&play).contains("undo = [\"e\", \"U\"]\n"),
        "{}",
        file(&play)
    );
    play.keys("Esc Esc").keys("u").shows("could still act").keys("Esc e").shows("nothing to undo");
}

#[test]
fn what_cannot_give_its_key_up_is_told_and_keeps_it() {
    let mut play = open(None);
    row(&mut play, "The row below.");
    play.keys("Enter b").shows("b does something else where this is done: Begin the battle").hides("is taken");
    assert_eq!(file(&play), "");
}

#[test]
fn usual_keys_are_put_back_one_by_one_or_all() {
    let mut play = open(Some("end-turn = \"v\"\nundo = \"F5\"\ngoals = \"F6\"\n"));
    row(&mut play, END);
    play.shows("Usually: e.").keys("u").shows("The usual keys are back.").hides("Usually");
    assert_eq!(file(&play), "undo = \"F5\"\ngoals = \"F6\"\n");
    play.keys("u").shows("These are the usual keys.");
    play.keys("U").shows("All usual keys?").keys("n U y").shows("All usual keys are back.");
    assert_eq!(file(&play), "");
    row(&mut play, UNDO);
    play.shows(" u U ");
}

#[test]
fn a_usual_key_that_another_has_now_is_not_put_back() {
    let mut play = open(Some("end-turn = \"u\"\nundo = \"e\"\n"));
    row(&mut play, END);
    play.keys("u").shows("Its usual key is now the key of undo");
    assert_eq!(file(&play), "end-turn = \"u\"\nundo = \"e\"\n");
}

#[test]
fn what_else_is_in_the_file_stays() {
    let text = "# mine\n\nend-turn = [ # two\n  \"v\",\n  \"F5\", # the second\n]\nundo = \"F6\" # never\n\n# the end";
    let mut play = open(Some(text));
    row(&mut play, UNDO);
    play.keys("Enter #");
    row(&mut play, "What the battle is about");
    play.keys("Enter '");
    let after = text.replace("\"F6\" # never", "\"#\" # never") + "\ngoals = \"'\"\n";
    assert_eq!(file(&play), after);
    row(&mut play, END);
    play.keys("Enter Z");
    let kept = file(&play);
    assert!(
        kept.starts_with("# mine\n\nend-turn = \"Z\" # two") && kept.contains("# the second\nundo = \"#\""),
        "{kept}"
    );
    row(&mut play, UNDO);
    play.keys("u");
    assert!(file(&play).contains("# the second\n# never\n\n# the end\n"), "{}", file(&play));
}

#[test]
fn quotation_marks_and_strokes_can_be_keys() {
    let mut play = open(None);
    for key in ["\"", "\\", "'"] {
        row(&mut play, END);
        play.keys(&format!("Enter {key}")).shows("now does this");
    }
    assert!(file(&play).contains("end-turn = \"'\""), "{}", file(&play));
}

#[test]
fn a_file_that_has_become_faulty_is_told_and_left_alone() {
    let mut play = open(None);
    let broken = "end-turn = \n";
    fs::write(play.data.path().join("keys.toml"), broken).expect("written");
    row(&mut play, END);
    play.keys("Enter v").shows("Nothing was written, for the file is faulty").shows("holds until the program ends");
    assert_eq!(file(&play), broken);
    play.keys("Esc Esc v").shows("could still act");
}

#[test]
fn who_visits_chooses_for_the_visit_and_nothing_is_written() {
    let inn = anna();
    let room = inn.list(crate::Section::Yours, ["anna", "clara"], "", 190);
    inn.begin(room, "small-field", ["human", "human"], Some(::battle::Side::Blue));
    let mut play = visit(&inn, 120, 40);
    play.keys("Enter Esc S");
    to_keys(&mut play);
    row(&mut play, END);
    play.keys("Enter v").shows("It holds for this");
    assert_eq!(fs::read_dir(play.data.path()).expect("a folder").count(), 0);
    play.keys("Esc Esc v").shows("could still act");
}

#[test]
fn keys_are_chosen_from_the_title_too() {
    let mut play = Play::new(80, 24);
    play.keys("s");
    to_keys(&mut play);
    row(&mut play, "The row below.");
    play.keys("Enter v Esc").keys("q").shows("Tutorial");
    let before = play.rows_in(Ink::Chosen);
    play.keys("v");
    assert_ne!(play.rows_in(Ink::Chosen), before, "v goes a row down");
}

#[test]
fn the_letters_of_the_title_and_of_the_saved_battles_can_be_others() {
    let mut play = Play::new(80, 24);
    play.keys("s");
    to_keys(&mut play);
    play.keys(&"PgDn ".repeat(8));
    row(&mut play, "Your battles: won and lost");
    play.keys("Enter F5").shows("F5 now does this");
    row(&mut play, "Give this battle a name");
    play.keys("Enter e Esc Esc").shows(" F5  History").shows(" t   Tutorial").hides("…");
    play.keys("h").hides("Your battles").keys("F5").shows("Your battles").keys("Esc");
    play.keys("n b q t c").shows("e name").keys("e").shows("A name for this battle");
    assert!(file(&play).contains("title-history = \"F5\"\nsaved-name = \"e\"\n"), "{}", file(&play));
}

#[test]
fn a_letter_of_the_title_that_another_row_has_is_swapped() {
    let mut play = Play::new(80, 24);
    play.keys("s");
    to_keys(&mut play);
    play.keys(&"PgDn ".repeat(8));
    row(&mut play, "Your battles: won and lost");
    play.keys("Enter r").shows("r is the key of title-rules").keys("y Esc Esc").shows("r  History").shows("h  Rules");
}
