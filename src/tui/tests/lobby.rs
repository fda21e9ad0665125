//! The lobby of a place of many players, key by key.

use std::sync::Arc;

use ::battle::{Library, Side};
use insta::assert_snapshot;
use proving::DrillLibrary;
use table::{Game, RecordFile};

use super::Play;
use super::inn::Inn;
use crate::{ExitReason, Offer, Opponent, Options, Room, Section, Start, Visitor};

/// A visitor of that house.
pub(super) fn visit(inn: &Arc<Inn>, width: u16, height: u16) -> Play {
    let start = Start::Lobby(inn.clone());
    let mut play = Play::with(width, height, |options| Options { start, ..options });
    play.settle();
    play
}

pub(super) fn anna() -> Arc<Inn> {
    Arc::new(Inn::new(Visitor::Player(String::from("anna"))))
}

/// A house where a bit of everything goes on.
pub(super) fn busy() -> Arc<Inn> {
    let inn = anna();
    inn.list(Section::Invitations, ["bert", ""], "asks you to play", 42);
    let turn = inn.list(Section::Yours, ["anna", "clara"], "", 190);
    inn.begin(turn, "small-field", ["human", "human"], Some(Side::Blue));
    inn.list(Section::Yours, ["anna", ""], "waiting for an opponent", 5);
    inn.list(Section::Open, ["clara", ""], "waiting for an opponent", 0);
    let watched = inn.list(Section::Watch, ["bert", "claus"], "", 60 * 50);
    inn.begin(watched, "small-field", ["human", "human"], None);
    inn
}

#[test]
fn the_lobby_lists_what_there_is() {
    assert_snapshot!(visit(&busy(), 80, 24).screen());
}

#[test]
fn an_empty_lobby_says_what_to_do() {
    assert_snapshot!(visit(&anna(), 80, 24).screen());
}

#[test]
fn the_first_visit_asks_for_a_name() {
    let inn = Arc::new(Inn::new(Visitor::Unnamed));
    let mut play = visit(&inn, 80, 24);
    play.typed("x").keys("Enter").shows("A name has 2 to 16 characters, this one 1.");
    play.keys("Backspace").typed("bert").keys("Enter");
    assert_snapshot!(play.screen());
    play.keys("Backspace Backspace Backspace Backspace");
    play.app.paste("anna\n\x1b");
    play.keys("Enter").shows("You are anna").shows("None goes on; c begins one");
}

#[test]
fn one_can_leave_without_a_name() {
    let mut play = visit(&Arc::new(Inn::new(Visitor::Unnamed)), 80, 24);
    play.typed("?q").shows("Name: ?q").keys("Esc");
    assert_eq!(play.app.exit(), Some(&ExitReason::Quit(None)));
}

#[test]
fn the_bar_begins_where_one_is_waited_for() {
    let mut play = visit(&busy(), 100, 30);
    play.shows("Small field, Drill. Blue anna, Red clara.").shows("it waits for you");
    play.keys("Up").shows("Blue bert, Red …").shows("Enter accept").keys("Tab Tab").shows("Enter join");
    play.keys("Shift-Tab Down").shows("d take back");
}

#[test]
fn an_invitation_is_accepted_and_played() {
    let inn = busy();
    let mut play = visit(&inn, 120, 40);
    play.keys("Up Enter").shows("Waiting for bert (Blue).").shows(" bert ").shows(" anna");
    play.keys("q t").shows("Your battles");
}

#[test]
fn what_somebody_else_took_is_told() {
    let inn = busy();
    let mut play = visit(&inn, 80, 24);
    play.keys("Tab");
    inn.tables.lock().expect("whole").get_mut(&Room(4)).expect("a table").row.players[1] = Some(String::from("bert"));
    play.keys("Enter").shows("Somebody else was quicker.");
}

#[test]
fn news_come_by_themselves_and_the_bar_stays() {
    let inn = busy();
    let mut play = visit(&inn, 80, 24);
    play.keys("Tab").shows("Blue clara, Red …");
    inn.list(Section::Invitations, ["claus", ""], "asks you to play", 0);
    play.settle();
    play.hides("claus – …");
    inn.wake();
    play.settle();
    play.shows("claus – …").shows("Blue clara, Red …");
    assert_eq!(play.app.wait(), None, "no timer runs");
}

#[test]
fn declining_asks_first() {
    let inn = busy();
    let mut play = visit(&inn, 80, 24);
    play.keys("Up d").shows("you will not play").keys("n").shows("asks you to play");
    play.keys("d y").shows("Done.").hides("asks you to play");
    play.keys("d").shows("Only invitations");
}

#[test]
fn a_battle_against_a_commander_begins_at_once() {
    let inn = anna();
    let mut play = visit(&inn, 120, 40);
    play.keys("n").shows("Offer the battle").shows("anyone who comes").hides("Seed");
    assert_snapshot!(play.screen());
    play.keys("Down Down Down Right Down Right b").hides("Seed");
    let offers = inn.offers.lock().expect("whole").clone();
    let [Offer { battle, system, side, opponent, .. }] = offers.as_slice() else { panic!("{offers:?}") };
    assert_eq!((battle.as_str(), system.as_str(), *side), ("small-field", "drill", Side::Red));
    assert_eq!(*opponent, Opponent::Commander(String::from("random")));
    play.shows("· Red · Deployment")
        .shows("So far (L reads all): 3 orders, nobody lost anything.")
        .shows(" random ")
        .shows(" anna");
}

#[test]
fn a_first_visitor_is_in_a_battle_against_the_computer_in_two_keys() {
    let inn = anna();
    let mut play = visit(&inn, 120, 40);
    play.shows("c begins a small battle against the computer").keys("c Enter").shows("· Blue · Deployment");
    let offers = inn.offers.lock().expect("whole").clone();
    let [Offer { battle, system, side, opponent, .. }] = offers.as_slice() else { panic!("{offers:?}") };
    assert_eq!(
        (battle.as_str(), system.as_str(), *side),
        (DrillLibrary.battles()[0].scenario.key.as_str(), "drill", Side::Blue)
    );
    assert_eq!(*opponent, Opponent::Commander(String::from("random")));
    let mut play = visit(&busy(), 80, 24);
    play.keys("c Esc").shows("Small field, Drill. Blue anna, Red clara.");
}

#[test]
fn the_rules_can_be_read_in_the_lobby() {
    let mut play = visit(&anna(), 80, 24);
    play.keys("r")
        .shows("Which one do you want to read?")
        .keys("Enter")
        .shows("Rules — Drill")
        .keys("Esc")
        .shows("Your battles");
}

#[test]
fn a_player_is_invited_by_name() {
    let inn = anna();
    let mut play = visit(&inn, 80, 24);
    play.keys("n Down Down Down Down Enter").shows("a player, by name").keys("Down Down Down Down Down Enter");
    play.shows("Invite a player").typed("/etc/passwd").keys("Enter").shows("Nobody here is called");
    play.keys("Enter Down Down Down Down Down Enter")
        .typed("ber")
        .keys("Tab Enter Up Up Up Up")
        .shows("Enter invites bert.");
    play.keys("Enter").shows("bert is invited.").shows("waiting for an");
    let offers = inn.offers.lock().expect("whole").clone();
    assert_eq!(offers[0].opponent, Opponent::Player(String::from("bert")));
}

#[test]
fn nothing_leads_to_a_file() {
    let mut play = visit(&anna(), 120, 40);
    play.keys("n Down Enter").shows("Small field").hides("file").keys("Esc");
    play.keys("Down Down Down Down Enter").shows("House rules").hides("file").keys("f").hides("House-rule file");
    play.keys("Esc n").hides("Seed");
    assert!(!play.data.path().join("settings.toml").exists());
    play.keys("q").keys("n b").shows("Your battle waits for somebody to join.");
}

#[test]
fn a_refused_offer_says_why() {
    let inn = anna();
    let mut play = visit(&inn, 80, 24);
    for _ in 0..4 {
        play.keys("n b").shows("waits for somebody");
    }
    play.keys("n b").shows("four battles at once are enough");
}

#[test]
fn choices_of_a_visitor_are_not_written_down() {
    let inn = busy();
    let mut play = visit(&inn, 80, 24);
    play.keys("Enter g G - <");
    assert!(!play.data.path().join("settings.toml").exists());
}

#[test]
fn a_finished_battle_is_seen_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret-name.jsonl");
    let setup = super::game("outpost", ["random", "random"]).setup().clone();
    let record = RecordFile::create_at(&path).expect("a record");
    let mut game = Game::start(&proving::DrillLibrary, &setup, Some(record)).expect("a game");
    while game.outcome().is_none() {
        game.think(&std::sync::atomic::AtomicBool::new(false)).expect("legal");
    }
    drop(game);
    let inn = anna();
    let room = inn.list(Section::Finished, ["bert", "claus"], "Blue won", 3000);
    inn.change(room, |table| table.record = Some(path.clone()));
    let mut play = visit(&inn, 80, 24);
    play.keys("Enter")
        .shows("order 0 of")
        .keys("End")
        .shows("the end")
        .hides("secret-name")
        .keys("Esc")
        .shows("Finished");
    std::fs::write(&path, "spoilt").expect("written");
    play.keys("Enter").shows("The record of this battle cannot be shown.").hides("secret-name");
}

#[test]
fn leaving_the_lobby_leaves() {
    let mut play = visit(&busy(), 80, 24);
    play.keys("?").shows("Set a battle up.").keys("Esc q");
    assert_eq!(play.app.exit(), Some(&ExitReason::Quit(None)));
}
