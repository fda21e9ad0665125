//! The summary: what is counted, and how it is said.

use crate::{Row, Summary};

fn row(battle: &str, winner: &str, swapped: bool) -> Row {
    Row {
        battle: String::from(battle),
        rules: String::from("drill"),
        winner: String::from(winner),
        reason: String::from(if winner.is_empty() { "fault" } else { "objectives" }),
        swapped,
        turns: 4,
        contact_turn: Some(2),
        blue_value_left: 0.75,
        red_value_left: 0.5,
        ..Row::default()
    }
}

fn players() -> [String; 2] {
    ["bold", "shy"].map(String::from)
}

#[test]
fn wins_go_to_the_player_not_to_the_seat() {
    let rows = [
        row("a", "blue", false),
        row("a", "red", true),
        row("a", "red", false),
        row("b", "draw", true),
        row("b", "", false),
    ];
    let all = Summary::of(&players(), &rows, &[]).all;
    assert_eq!((all.games, all.first_wins, all.draws, all.second_wins, all.faults), (5, 2, 1, 1, 1));
    assert_eq!((all.blue_wins, all.red_wins, all.turn_limit), (1, 2, 4));
    assert!((all.first_share().share - 2.5 / 4.0).abs() < 1e-12, "a fault is no game");
    assert!((all.blue_share().share - 1.0 / 3.0).abs() < 1e-12);
}

#[test]
fn losses_go_to_the_player_not_to_the_seat() {
    let both = Summary::of(&players(), &[row("a", "blue", false)], &[]).all;
    assert_eq!((both.first_lost, both.second_lost), (0.25, 0.5));
    let swapped = Summary::of(&players(), &[row("a", "blue", true)], &[]).all;
    assert_eq!((swapped.first_lost, swapped.second_lost), (0.5, 0.25));
}

#[test]
fn groups_come_in_the_order_of_the_plan() {
    let rows = [row("zorndorf", "blue", false), row("austerlitz", "red", false), row("zorndorf", "red", false)];
    let summary = Summary::of(&players(), &rows, &[]);
    let names: Vec<(&str, u32)> = summary.groups.iter().map(|group| (group.battle.as_str(), group.games)).collect();
    assert_eq!(names, [("zorndorf", 2), ("austerlitz", 1)]);
}

#[test]
fn think_times_are_the_usual_percentiles() {
    let times: Vec<u64> = (1..=100).rev().collect();
    let think = Summary::of(&players(), &[], &times).think;
    assert_eq!((think.p50, think.p95, think.max), (50, 95, 100));
    let one = Summary::of(&players(), &[], &[7]).think;
    assert_eq!((one.p50, one.p95, one.max), (7, 7, 7));
    let none = Summary::of(&players(), &[], &[]).think;
    assert_eq!((none.p50, none.p95, none.max), (0, 0, 0));
}

#[test]
fn nothing_played_divides_by_nothing() {
    let all = Summary::of(&players(), &[], &[]).all;
    assert_eq!((all.turns, all.idle_share, all.first_share().share), (0.0, 0.0, 0.0));
}

#[test]
fn the_summary_is_a_table_and_sentences() {
    let text = super::soak(&crate::Options { seats: super::seats("random", "first"), ..super::options(3) }).summary();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "first random, second first; seed 1");
    assert!(lines[1].starts_with("battle   rules  games  first  drawn  second  limit  faults"), "{text}");
    assert!(lines[2].starts_with("outpost  drill      3"), "{text}");
    assert!(lines[3].starts_with("drill a game: lost infantry ") && lines[3].contains("; charges "), "{text}");
    assert!(lines[4].starts_with("drill a game: squares ") && lines[4].contains("before the limit "), "{text}");
    assert!(lines[5].starts_with("drill a game: strength lost to ") && lines[5].contains("leaders driven"), "{text}");
    assert!(lines[6].starts_with("random against first: ") && lines[6].contains(" (95 % sure: "), "{text}");
    assert!(lines[6].contains(", Elo "), "{text}");
    assert!(lines[7].starts_with("lost of the army's worth: first "), "{text}");
    assert!(lines[8].starts_with("seats: "), "{text}");
    assert!(lines[9].starts_with("think time a side's turn: half within "), "{text}");
}

#[test]
fn one_sided_results_are_bounded_on_one_side() {
    let text = |winner| {
        let report = super::soak(&super::options(0));
        let rows: Vec<Row> = (0..10).map(|_| row("a", winner, false)).collect();
        crate::text::summary(&report, &Summary::of(&players(), &rows, &[]))
    };
    assert!(text("blue").contains("bold against shy: 100.0 % (95 % sure: 72.2 % to 100.0 %), Elo above +166"));
    assert!(text("red").contains("bold against shy: 0.0 % (95 % sure: 0.0 % to 27.8 %), Elo below -166"));
    assert!(text("blue").contains(
        "seats: Blue won 10 of 10 decided games, 100.0 % (95 % sure: 72.2 % to 100.0 %): Blue's seat is favoured"
    ));
    assert!(text("red").contains("Red's seat is favoured"));
    assert!(text("draw").contains("seats: no game was won"));
    assert!(text("draw").contains("Elo +0 ("));
}

#[test]
fn programs_read_the_summary_as_json() {
    let report = super::soak(&crate::Options { seats: super::seats("liar", "first"), ..super::options(2) });
    let value: serde_json::Value = serde_json::from_str(&report.summary_json()).expect("JSON");
    assert_eq!(value["all"]["faults"], 2);
    assert_eq!(value["players"][0], "liar");
    assert!(value["faults"][0]["command"].as_str().expect("a command").starts_with("grognard soak"));
    assert!(value["all"]["first_elo"][0].is_null(), "infinite");
}

#[test]
fn strength_lost_is_told_by_what_it_was_lost_to() {
    let lost = |to: &str| Row { lost_to: String::from(to), leaders_lost: 1, ..row("a", "blue", false) };
    let toll = Summary::of(&players(), &[lost("fire 4; melee 3"), lost("melee 3; by the way 1")], &[]).all.toll;
    let names: Vec<(&str, f64)> = toll.lost_to.iter().map(|(name, mean)| (name.as_str(), *mean)).collect();
    assert_eq!(names, [("melee", 3.0), ("fire", 2.0), ("by the way", 0.5)]);
    assert_eq!(toll.leaders_lost, 1.0);
}
