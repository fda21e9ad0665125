//! The saved battles: what is told of each, what is over, names, deleting, and the picture of the field.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use ::battle::Side;
use table::{Game, RecordFile, Setup};

use super::{Play, game};
use crate::records::age;
use crate::{Depth, Glyphs, Options};

/// Plays a battle until so many orders were given or it is over, recorded among the saved battles; a person gives the
/// first legal order each time.
pub(super) fn fought(saves: &Path, battle: &str, seats: [&str; 2], orders: u32, seed: u64) -> (Game, PathBuf) {
    let setup = Setup { seed, ..game(battle, seats).setup().clone() };
    let record = RecordFile::create(saves, &setup).expect("a record");
    let mut game = Game::start(&proving::DrillLibrary, &setup, Some(record)).expect("a game");
    while let Some(decision) = game.pending().decision().filter(|_| game.orders_given() < orders) {
        if game.is_human(decision.side) {
            let order = game.system().all_orders()[0];
            game.give(&order).expect("legal");
        } else {
            game.think(&AtomicBool::new(false)).expect("legal");
        }
    }
    let path = game.past().record_path().expect("a record").to_path_buf();
    (game, path)
}

/// Every order there is.
pub(super) const ALL: u32 = u32::MAX;

/// The program with a battle that goes on and one that is over, the list of saved battles open.
pub(super) fn two(width: u16, height: u16) -> (Play, [PathBuf; 2]) {
    let mut play = Play::new(width, height);
    let saves = play.data.path().join("saves");
    let (_, on) = fought(&saves, "small-field", ["human", "first"], 3, 1);
    let (_, over) = fought(&saves, "outpost", ["human", "first"], ALL, 2);
    aged(&on, 3 * 3600 + 120);
    aged(&over, 26 * 3600);
    play.keys("s Esc c");
    (play, [on, over])
}

/// Makes a file so many seconds old.
fn aged(path: &Path, seconds: u64) {
    let file = fs::File::options().append(true).open(path).expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).expect("a time");
}

/// Waits for what threads make.
fn wait_for(play: &mut Play, text: &str) {
    for _ in 0..500 {
        if play.screen().contains(text) {
            return;
        }
        play.settle();
    }
    panic!("`{text}` does not come:\n{}", play.screen());
}

#[test]
fn battles_that_go_on_stand_before_those_that_are_over() {
    let (mut play, _) = two(80, 24);
    let screen = play.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("no {text}\n{screen}"));
    assert!(at("Going on") < at("Small field") && at("Small field") < at("│ Over "), "{screen}");
    assert!(at("│ Over ") < at("Outpost"), "{screen}");
    play.shows("turn 1 of 8").shows("Drill").shows("human against first").shows("3 hours ago").shows("yesterday");
    play.shows("drawn, turn 3 of 3  Drill");
    play.shows("Small field, Drill: turn 1 of 8, goes on. Blue: a person. Red: first. Last").shows("Enter continue");
    play.keys("Down").shows("Enter results").shows(" in turn 3 of 3 by ").shows("outpost-drill-2.jsonl");
}

#[test]
fn the_title_counts_those_that_go_on() {
    let (mut play, [on, _]) = two(80, 24);
    play.keys("q n Esc").screen();
    let mut again = Play::new(80, 24);
    let saves = again.data.path().join("saves");
    fs::create_dir_all(&saves).expect("a folder");
    for entry in fs::read_dir(on.parent().expect("a folder")).expect("records").flatten() {
        fs::copy(entry.path(), saves.join(entry.file_name())).expect("copied");
    }
    again.keys("n b q t").shows("(2 saved)");
}

#[test]
fn of_a_battle_that_is_over_enter_tells_the_end() {
    let (mut play, [_, over]) = two(120, 40);
    let before = fs::read(&over).expect("a record");
    play.keys("Down Enter").shows("[Result]").shows("Esc back").shows("r replay");
    play.keys("r").shows("order 0 of").keys("q").shows("[Result]").keys("Esc").shows("Continue a battle");
    assert_eq!(fs::read(&over).expect("a record"), before, "nothing was written");
}

#[test]
fn a_battle_is_given_a_name_that_is_no_part_of_its_record() {
    let (mut play, [on, _]) = two(80, 24);
    let before = fs::read(&on).expect("a record");
    play.keys("n").typed("Rearguard").keys("Enter").shows("Rearguard (Small field)");
    assert_eq!(fs::read(&on).expect("a record"), before);
    assert_eq!(fs::read_to_string(on.with_extension("name")).expect("a name"), "Rearguard\n");
    play.keys("n").shows("Rearguard").typed(" 2").keys("Enter").shows("Rearguard 2 (Small field)");
    play.keys("Enter").hides("Continue a battle").keys("q t c").shows("Rearguard 2 (Small field)");
    play.keys("n").keys(&"Backspace ".repeat(11)).keys("Enter").hides("Rearguard");
    assert!(!on.with_extension("name").exists());
}

#[test]
fn a_broken_name_is_told_and_kept() {
    let (mut play, [on, _]) = two(80, 24);
    let name = on.with_extension("name");
    fs::write(&name, [0xff, 0xfe]).expect("written");
    play.keys("q c").shows("cannot be read: it is no text.").shows("Small field");
    play.keys("n").shows("Move that file away to give");
    assert_eq!(fs::read(&name).expect("there"), [0xff, 0xfe]);
}

#[test]
fn a_deleted_battle_is_moved_with_its_name_after_asking() {
    let (mut play, [on, over]) = two(80, 24);
    play.keys("n").typed("Mine").keys("Enter");
    let record = fs::read(&on).expect("a record");
    play.keys("d").shows("Delete this battle?").keys("n").shows("Mine (Small field)");
    play.keys("d y").hides("Going on").shows("It is now ");
    assert!(!on.exists() && over.exists());
    let deleted = on.parent().expect("a folder").join("deleted");
    let there = deleted.join(on.file_name().expect("a name"));
    assert_eq!(fs::read(&there).expect("kept"), record);
    assert_eq!(fs::read_to_string(there.with_extension("name")).expect("kept"), "Mine\n");
    fs::write(&on, &record).expect("written");
    play.keys("q c d y");
    assert_eq!(fs::read_dir(&deleted).expect("there").count(), 3, "nothing deleted is written over");
}

#[test]
fn a_record_that_another_program_writes_is_not_deleted() {
    let (mut play, [on, _]) = two(80, 24);
    let held = fs::File::options().append(true).open(&on).expect("a record");
    held.lock().expect("a lock");
    play.keys("d y").shows("cannot be deleted: another");
    assert!(on.exists());
}

#[test]
fn a_broken_record_is_told_in_a_sentence_and_left_alone() {
    let (mut play, [on, _]) = two(80, 24);
    let broken = on.with_file_name("broken.jsonl");
    fs::write(&broken, "{\"what\": 1}\n").expect("written");
    play.keys("q c").shows("Cannot be read").shows("broken.jsonl").keys("Down Down");
    let words = |play: &mut Play| play.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&mut play).contains("expected the header of a record."), "{}", play.screen());
    play.keys("Enter");
    assert!(words(&mut play).contains("expected the header of a record."), "{}", play.screen());
    assert_eq!(fs::read_to_string(&broken).expect("there"), "{\"what\": 1}\n");
}

#[test]
fn the_field_is_seen_beside_the_list_where_there_is_room() {
    let (mut play, _) = two(120, 40);
    wait_for(&mut play, "on the field");
    play.shows("▀").keys("Down");
    wait_for(&mut play, "on the field");
    play.resize(99, 40);
    play.hides("on the field");
}

#[test]
fn without_colours_the_field_is_drawn_in_letters() {
    let mut play = Play::with(120, 40, |options| {
        fought(&options.data.join("saves"), "small-field", ["human", "first"], 3, 1);
        Options { depth: Some(Depth::Mono), glyphs: Some(Glyphs::Ascii), ..options }
    });
    play.keys("c");
    wait_for(&mut play, "on the field");
    let right: String = play.screen().lines().map(|line| line.chars().skip(74).collect::<String>() + "\n").collect();
    assert!(right.contains("BB") && right.contains("RR"), "{right}");
}

#[test]
fn the_picture_shows_no_more_than_its_player_knows() {
    let mut play = Play::new(120, 40);
    let (game, _) = fought(&play.data.path().join("saves"), "small-field", ["human", "first"], 3, 1);
    let known = game.view(Side::Blue).field().present_of(Side::Red).count();
    let there = game.system().field().present_of(Side::Red).count();
    assert!(known < there, "somebody is hidden");
    play.keys("c");
    wait_for(&mut play, &format!("Red: {known} on the field"));
}

#[test]
fn a_picture_that_cannot_be_made_says_why() {
    let (mut play, [on, _]) = two(120, 40);
    let text = fs::read_to_string(&on).expect("a record") + "{\"order\":\"dance B1\"}\n";
    fs::write(&on, text).expect("written");
    play.keys("q c");
    wait_for(&mut play, "The field cannot be shown");
}

#[test]
fn spans_of_time_are_told_in_the_largest_unit() {
    let told = [(0, "just now"), (59, "just now"), (60, "1 minute ago"), (7_300, "2 hours ago"), (90_000, "yesterday")];
    let more = [(8 * 86_400, "1 week ago"), (40 * 86_400, "1 month ago"), (800 * 86_400, "2 years ago")];
    for (seconds, words) in told.into_iter().chain(more) {
        assert_eq!(age(Duration::from_secs(seconds)), words);
    }
}

#[test]
fn a_folder_of_many_battles_is_read_in_no_time_the_second_time() {
    let mut play = Play::new(80, 24);
    let saves = play.data.path().join("saves");
    let (_, path) = fought(&saves, "outpost", ["human", "first"], ALL, 2);
    let text = fs::read(&path).expect("a record");
    for number in 0..500 {
        fs::write(saves.join(format!("copy-{number}.jsonl")), &text).expect("written");
    }
    let began = std::time::Instant::now();
    play.keys("c").shows("Over");
    let first = began.elapsed();
    let began = std::time::Instant::now();
    play.keys("q c").shows("Over");
    let again = began.elapsed();
    assert!(first < Duration::from_secs(2) && again < Duration::from_millis(500), "{first:?}, then {again:?}");
}

#[test]
fn an_empty_list_offers_nothing_but_the_way_back() {
    let mut play = Play::new(80, 24);
    play.keys("c").shows("No battle is saved here yet").shows("Esc back");
    for hint in ["Enter continue", "d delete", "n name", "w watch"] {
        play.hides(hint);
    }
}

/// The title's line on saved battles, where there is a record of a battle that is over, with those notes.
fn title_after(notes: &str) -> String {
    let mut play = Play::with(80, 24, |options| {
        let (_, over) = fought(&options.data.join("saves"), "outpost", ["human", "first"], ALL, 2);
        let text = fs::read_to_string(&over).expect("a record");
        fs::write(&over, text.replacen('{', &format!("{{{notes}"), 1)).expect("written");
        options
    });
    let screen = play.screen();
    screen.lines().find(|row| row.contains("Continue")).expect("the row").trim_end().to_owned()
}

#[test]
fn the_title_sends_whoever_has_a_campaign_alone_to_it() {
    let campaign = r#""notes":{"campaign":{"key":"drill","hash":"0","seed":1,"text":"title = \"Drill\""}},"#;
    assert!(title_after("").ends_with("go on with a saved battle (none)"));
    assert!(title_after(campaign).ends_with("no battle goes on; campaigns are above"));
}
