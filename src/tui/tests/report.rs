//! The end of a battle: its pages, and what is a key away from them.

use super::{Play, game};
use crate::{Options, Start};

/// A battle between two commanders that is over.
fn over(width: u16, height: u16) -> Play {
    let mut play = Play::with(width, height, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["first", "random"]))),
        ..options
    });
    play.settle();
    play
}

/// A recorded battle that the person gave up.
fn given_up() -> Play {
    let mut play = Play::new(120, 40);
    play.keys("Enter Enter q r Enter").shows("Red wins by resignation.");
    play
}

#[test]
fn the_result_comes_first_and_its_pages_are_a_key_away() {
    let mut play = over(120, 40);
    play.shows("[Result]").shows("army's worth left").shows("Blue's best volley:").shows("Blue: ");
    play.keys("Tab").shows("[Losses]").shows("Turn by turn: ").shows("Unit by unit");
    play.keys("Tab").shows("[Story]").shows("The story").shows("The first to suffer:");
    play.keys("Tab").shows("[Map]").shows("o start");
    play.keys("Tab").shows("[Result]").keys("Left").shows("[Map]");
}

#[test]
fn losses_are_charts_of_both_sides_by_turn_and_by_unit() {
    let mut play = over(120, 40);
    let screen = play.keys("Tab").screen();
    assert!(screen.contains('█') && screen.contains(" left"), "{screen}");
    let turns = screen.lines().find(|line| line.contains("BBBB") || line.contains("B   R")).map(str::to_owned);
    assert!(turns.is_some(), "each turn has a bar for each side:\n{screen}");
}

#[test]
fn the_map_shows_the_way_of_all_units_or_of_one() {
    let mut play = over(120, 40);
    play.keys("Left").shows("(↓: unit by unit)");
    let steps = |screen: String| screen.matches(['•', '×']).count();
    let all = steps(play.screen());
    play.keys("Down").shows("B1 ");
    let one = steps(play.screen());
    assert!(one < all, "{one} steps of one unit, {all} of all");
    play.keys("Up").shows("(↓: unit by unit)");
}

#[test]
fn every_page_fits_a_small_window_or_says_that_there_is_more() {
    for (width, height) in [(80, 24), (60, 16)] {
        let mut play = over(width, height);
        for page in ["[Result]", "[Losses]", "[Story]", "[Map]"] {
            play.shows(page);
            for _ in 0..60 {
                if !play.screen().contains("more below") {
                    break;
                }
                play.keys("Down");
            }
            play.hides("more below").keys("Tab");
        }
    }
}

#[test]
fn without_unicode_and_colours_the_pages_are_plain() {
    let mut play = Play::with(120, 40, |options| Options {
        start: Start::Game(Box::new(game("small-field", ["first", "random"]))),
        depth: Some(crate::Depth::Mono),
        glyphs: Some(crate::Glyphs::Ascii),
        ..options
    });
    play.settle();
    for _ in 0..4 {
        let screen = play.keys("Tab").screen();
        assert!(screen.is_ascii() && !screen.contains("???"), "{screen}");
    }
}

#[test]
fn a_rematch_the_next_battle_and_the_replay_are_one_key_each() {
    given_up().keys("a").shows("Deployment").hides("by resignation");
    given_up().keys("r").shows("play").hides("[Result]").keys("Esc").shows("[Result]");
    let mut play = given_up();
    let before = play.screen().lines().next().expect("a title").to_owned();
    play.keys("n").shows("Points 2-2").hides("by resignation").keys("q r Enter").shows("Red wins");
    assert_ne!(play.screen().lines().next().expect("a title"), before, "another battle");
}

#[test]
fn the_log_the_field_and_the_title_are_a_key_away() {
    given_up().keys("L").shows("Dispatches").keys("Esc").shows("[Result]");
    given_up().keys("Esc").shows("The battle is over.").keys("Enter").shows("[Result]");
    given_up().keys("?").shows("The end — keys").keys("Esc t").shows("Tutorial");
}

#[test]
fn those_who_shot_together_are_all_named_or_counted() {
    let game = game("small-field", ["human", "human"]);
    let field = game.system().field();
    let unit = |label: &str| field.ids().find(|id| field.label((*id).into()) == label).expect("it is there");
    let said = |with: &[&str]| {
        let with = with.iter().map(|label| unit(label)).collect();
        let blow = table::Blow { turn: 4, by: Some(unit("B1").into()), with, on: unit("R1"), cost: 3 };
        crate::screens::results::together(field, &blow)
    };
    assert_eq!(said(&[]), "B1");
    assert_eq!(said(&["B2"]), "B1 and B2");
    assert_eq!(said(&["B2", "B3"]), "B1, B2 and B3");
    assert_eq!(said(&["B2", "B3", "B4"]), "B1 with 3 others");
}
