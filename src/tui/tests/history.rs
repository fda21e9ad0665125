//! The battles of the person, counted from the records.

use ::battle::Side;

use super::Play;
use super::saves::{ALL, fought};

#[test]
fn nothing_is_counted_before_the_first_battle() {
    let mut play = Play::new(80, 24);
    play.shows("h  History").keys("h").shows("Your battles").shows("You have fought no battle to its end yet.");
    play.hides("By rules").keys("Esc").shows("h  History");
}

#[test]
fn battles_are_counted_by_result_rules_and_opponent() {
    let mut play = Play::new(120, 40);
    let saves = play.data.path().join("saves");
    for (battle, seats, loser, seed) in [
        ("outpost", ["human", "first"], Side::Blue, 1),
        ("outpost", ["first", "human"], Side::Blue, 2),
        ("small-field", ["human", "random"], Side::Red, 3),
        ("small-field", ["human", "human"], Side::Red, 4),
    ] {
        fought(&saves, battle, seats, 2, seed).0.resign(loser);
    }
    fought(&saves, "outpost", ["random", "random"], ALL, 5);
    fought(&saves, "small-field", ["human", "first"], 2, 6);
    std::fs::write(saves.join("broken.jsonl"), "nonsense\n").expect("written");
    play.keys("h").shows("You have fought 3 battles to their end: 2 won, 1 lost, 0 drawn.").shows("1 goes on.");
    play.shows("1 was fought by two persons here.")
        .shows("1 was fought by the computer alone.")
        .shows("1 cannot be read.");
    play.shows("3 fought    2 won    1 lost    0 drawn  Drill");
    play.shows("2 fought    1 won    1 lost    0 drawn  first, always the first legal order");
    play.shows("1 fought    1 won    0 lost    0 drawn  random, any legal order");
    play.shows("Worst defeat").shows("Outpost, Drill, against first: lost in turn 1 of 3 by resignation");
    play.shows("Greatest victory").shows(": won in turn 1 of ");
}

#[test]
fn the_most_one_sided_and_the_longest_are_named() {
    let mut play = Play::new(120, 40);
    let saves = play.data.path().join("saves");
    let (long, path) = fought(&saves, "outpost", ["human", "random"], ALL, 1);
    std::fs::write(path.with_extension("name"), "The long one\n").expect("written");
    fought(&saves, "small-field", ["human", "first"], 2, 2).0.resign(Side::Red);
    let turn = long.system().field().turn();
    play.keys("h").shows(&format!(
        "The long one (Outpost), Drill, against random: {}",
        match long.outcome() {
            Some(outcome) if outcome.winner == Some(Side::Blue) => "won",
            Some(outcome) if outcome.winner == Some(Side::Red) => "lost",
            _ => "drawn",
        }
    ));
    play.shows(&format!("in turn {turn} of 3"))
        .shows("Shortest")
        .shows("Small field, Drill, against first: won in turn 1 of 8");
}

#[test]
fn it_is_read_in_small_windows_too() {
    let mut play = Play::new(60, 16);
    let saves = play.data.path().join("saves");
    fought(&saves, "outpost", ["human", "first"], ALL, 1);
    play.keys("h").shows("You have fought 1 battle to its end:").shows("By rules");
}

#[test]
fn lessons_are_not_counted() {
    let mut play = Play::new(120, 40);
    fought(&play.data.path().join("saves"), "exercise", ["human", "first"], ALL, 1);
    play.keys("h").shows("You have fought no battle to its end yet.").shows("Lessons are not counted.");
}
