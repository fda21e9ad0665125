//! What the lobby has for whoever comes in: lessons, what was lately, one's history, and where one was.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ::battle::Side;
use insta::assert_snapshot;

use super::Play;
use super::inn::Inn;
use super::lobby::{anna, busy, visit};
use crate::{Against, History, Lately, Room, Score, Section, Tally, Visitor};

/// Everything in a folder and below it.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path().display().to_string()).collect()
}

/// The lesson is given up, so that the next is asked for.
fn give_up(play: &mut Play) {
    play.keys("Esc :").typed("resign").keys("Enter Enter");
    for _ in 0..5 {
        if play.screen().contains("The lesson is over") {
            return;
        }
        play.keys("Enter");
    }
    panic!("it is not over:\n{}", play.screen());
}

#[test]
fn whoever_is_new_learns_in_two_keys_and_no_file_is_touched() {
    for keys in ["Enter Enter", "t Enter"] {
        let inn = anna();
        let mut play = visit(&inn, 120, 40);
        play.shows("Enter or t teaches the game by doing").keys(keys).shows("Lesson 1, step 1 of 5");
        play.keys("Tab Enter Esc Space Enter Space Enter").shows("Lesson 1");
        assert!(inn.errands.load(Ordering::Relaxed) > 0, "the enemy thinks where the place lets it");
        give_up(&mut play);
        play.keys("Enter").shows("Lesson 2").keys("Esc q").shows("This is an exercise: nothing of it is kept.");
        play.hides("resume").hides("title").keys("t");
        play.shows("That was an exercise, and nothing of it is kept.").keys("Down").hides("That was an exercise");
        assert_eq!(files(play.data.path()), Vec::<String>::new());
        assert!(inn.offers.lock().expect("whole").is_empty() && inn.tables.lock().expect("whole").is_empty());
    }
}

#[test]
fn at_home_a_lesson_is_recorded() {
    let mut play = Play::new(120, 40);
    play.keys("t Enter").shows("Lesson 1");
    assert_eq!(files(&play.data.path().join("saves")).len(), 1);
}

#[test]
fn the_last_lesson_ends_in_the_lobby() {
    let mut play = visit(&anna(), 120, 40);
    play.keys("t Enter");
    for _ in 0..2 {
        give_up(&mut play);
        play.keys("Enter");
    }
    play.shows("Lesson 3").keys("Esc :").typed("resign").keys("Enter Enter");
    for _ in 0..3 {
        if play.screen().contains("t lobby") {
            break;
        }
        play.keys("Enter");
    }
    play.shows("t lobby").hides("rematch").hides("replay").keys("t").shows("New here");
    assert_eq!(files(play.data.path()), Vec::<String>::new());
}

#[test]
fn whoever_is_new_is_told_what_the_keys_do_in_every_size() {
    for (width, height) in [(60, 16), (80, 24), (120, 40)] {
        let inn = anna();
        let watched = inn.list(Section::Watch, ["steady", "bold"], "", 0);
        inn.begin(watched, "small-field", ["human", "human"], None);
        let mut play = visit(&inn, width, height);
        for text in ["Learn the game", "c begins one against the computer", "n puts a battle here", "steady –"] {
            play.shows(text);
        }
        let screen = play.screen();
        let foot = screen.lines().skip(usize::from(height) - 4).map(str::trim).collect::<Vec<_>>().join(" ");
        let told = "Enter or t teaches the game by doing, c begins a small battle against the computer, n sets one up as you like.";
        assert!(foot.contains(told), "{screen}");
        assert!(screen.contains("Enter tutorial"), "{screen}");
        play.hides("Invitations").hides("Finished").keys("Down").shows("Enter watch");
        assert!(play.app.astray().is_none());
    }
}

#[test]
fn empty_sections_are_left_out() {
    let inn = anna();
    inn.list(Section::Finished, ["anna", "bert"], "Blue won", 0);
    let mut play = visit(&inn, 80, 24);
    play.shows("Finished").shows("Your battles");
    play.hides("Invitations").hides("Open to anyone").hides("To watch").hides("New here").hides("Learn the game");
}

#[test]
fn the_bar_stands_where_one_was() {
    let inn = busy();
    inn.change(Room(1), |table| table.row.yours = true);
    let mut play = visit(&inn, 80, 24);
    play.shows("Enter goes on: it waits for you.").shows("Enter go on").keys("Enter").shows("Deployment");
    let inn = anna();
    inn.list(Section::Invitations, ["bert", ""], "asks you to play", 42);
    let room = inn.list(Section::Yours, ["clara", "anna"], "", 0);
    inn.begin(room, "small-field", ["human", "human"], Some(Side::Red));
    visit(&inn, 80, 24).shows("Small field, Drill. Blue clara, Red anna.").shows("clara to move.");
}

fn lively() -> Arc<Inn> {
    let inn = busy();
    let results = ["anna beat bert at Small field, Drill, turn 9", "clara and claus drew at Outpost, Drill, turn 12"];
    let names = ["anna", "bert", "guest-1"].map(String::from).to_vec();
    *inn.lately.lock().expect("whole") = Lately { results: results.map(String::from).to_vec(), names };
    inn
}

#[test]
fn what_was_lately_is_below_the_battles() {
    assert_snapshot!(visit(&lively(), 80, 24).screen());
    visit(&lively(), 120, 40).shows("clara and claus drew at Outpost").shows("Here today: anna, bert, guest-1");
    let mut small = visit(&lively(), 60, 16);
    small.shows("Small field").hides("Here today");
    let (inn, news) = (lively(), Lately::default());
    let mut play = visit(&inn, 80, 24);
    *inn.lately.lock().expect("whole") = news;
    inn.wake();
    play.settle();
    play.hides("anna beat bert");
}

fn tally(system: &str, against: Against, (won, lost, drawn): (u32, u32, u32)) -> Tally {
    Tally { system: String::from(system), against, score: Score { won, lost, drawn } }
}

#[test]
fn the_history_counts_by_rules_and_by_opponent() {
    let inn = busy();
    let cadet = || Against::Commander(String::from("cadet"));
    let tallies = vec![
        tally("Drill", Against::People, (1, 2, 0)),
        tally("Drill", cadet(), (3, 0, 1)),
        tally("March", cadet(), (1, 0, 0)),
    ];
    *inn.history.lock().expect("whole") = History { rating: Some((1516, 3)), tallies };
    assert_snapshot!(visit(&inn, 80, 24).keys("h").screen());
    visit(&inn, 60, 16).keys("h").shows("8 battles: 5 won, 2 lost, 1 drawn.").keys("Esc").shows("Your battles");
}

#[test]
fn a_history_of_nothing_and_of_a_guest_is_a_sentence() {
    visit(&anna(), 80, 24).keys("h").shows("You have finished no battle yet.");
    let guest = Arc::new(Inn::new(Visitor::Guest(String::from("guest-1"))));
    visit(&guest, 80, 24).keys("h").shows("Guests leave nothing behind.");
}
