//! Turns: a line each, the last as the battle ended, the same on any number of threads.

use std::cell::RefCell;
use std::io::Cursor;

use super::{RIGGED, json, options};
use crate::{Courses, Detail, Options, Report, Turn, run, turns_of_first};

/// A run and its turns.
fn turned(options: &Options) -> (Report, Vec<Turn>) {
    let turns = RefCell::new(Vec::new());
    let report = run(&RIGGED, options, |progress| turns.borrow_mut().extend_from_slice(progress.turns)).expect("a run");
    (report, turns.into_inner())
}

fn with(detail: Detail) -> Options {
    Options { turns: Some(detail), battles: vec![String::from("small-field")], jobs: 2, ..options(8) }
}

fn text(turns: &[Turn]) -> String {
    let mut out = Vec::new();
    turns.iter().for_each(|turn| turn.write_json(&mut out).expect("written"));
    String::from_utf8(out).expect("text")
}

#[test]
fn every_turn_has_a_line_and_the_last_is_the_end() {
    let (report, turns) = turned(&with(Detail::Positions));
    for row in report.rows() {
        let own: Vec<&Turn> = turns.iter().filter(|turn| turn.index == row.index).collect();
        let numbers: Vec<u16> = own.iter().map(|turn| turn.turn).collect();
        assert_eq!(numbers, (1..=row.turns).collect::<Vec<_>>());
        let last = own.last().expect("a turn");
        assert_eq!((last.battle.as_str(), last.rules.as_str()), ("small-field", "drill"));
        assert_eq!([last.blue_value_left, last.red_value_left], [row.blue_value_left, row.red_value_left]);
        assert_eq!([last.blue_points, last.red_points], [row.blue_points, row.red_points]);
        let fallen = |of: fn(&Turn) -> usize| own.iter().map(|turn| of(turn)).sum::<usize>() as u32;
        assert_eq!(fallen(|turn| turn.blue_fallen.len()), row.blue_units_lost);
        assert_eq!(fallen(|turn| turn.red_fallen.len()), row.red_units_lost);
        assert!(own.windows(2).all(|two| two[1].blue_at.len() <= two[0].blue_at.len()), "nobody comes later there");
    }
    assert!(turns.iter().any(|turn| !turn.blue_fallen.is_empty() || !turn.red_fallen.is_empty()), "somebody falls");
    assert!(turns[0].blue_at.len() > 1);
    // Where somebody fell he stood on the map.
    let inside = |place: &[i16; 2]| place.iter().all(|number| (0..200).contains(number));
    assert!(turns.iter().flat_map(|turn| &turn.red_fallen).all(inside));
}

/// What the orders of a record say, in other words than the turns: orders with something done, and units ordered, by turn and
/// side.
#[test]
fn orders_and_active_units_are_those_of_the_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let (report, turns) = turned(&Options { records: Some(folder.path().to_owned()), ..with(Detail::Positions) });
    for row in report.rows() {
        let own: Vec<&Turn> = turns.iter().filter(|turn| turn.index == row.index).collect();
        let record =
            std::fs::read_to_string(folder.path().join(format!("game-{:06}.jsonl", row.index))).expect("a record");
        let mut given = vec![0; own.len()];
        let mut turn = 0;
        for line in record.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            turn = line["turn"].as_u64().map_or(turn, |ended| ended as usize);
            let verb = line["order"].as_str().and_then(|order| order.split(' ').next()).unwrap_or("done");
            if !["done", "stand", "halt"].contains(&verb) {
                given[turn] += 1;
            }
        }
        assert_eq!(own.iter().map(|turn| turn.blue_orders + turn.red_orders).collect::<Vec<_>>(), given);
        for turn in own {
            let most = |at: usize, fallen: usize| (at + fallen) as u32;
            assert!(turn.blue_active <= most(turn.blue_at.len(), turn.blue_fallen.len()) && turn.blue_orders > 0);
            assert!(turn.red_active <= most(turn.red_at.len(), turn.red_fallen.len()), "{turn:?}");
        }
    }
    assert!(turns.iter().all(|turn| turn.blue_active + turn.red_active > 0));
    assert!(turns.iter().any(|turn| turn.blue_active < turn.blue_orders), "a unit may have more than one");
}

#[test]
fn turns_that_tell_no_orders_are_still_read() {
    let line = r#"{"index":1,"battle":"a","rules":"drill","turn":2,"blue_value_left":1.0,"red_value_left":0.5,"blue_points":1,"red_points":0,"blue_fallen":[],"red_fallen":[[3,4]]}"#;
    let turn: Turn = serde_json::from_str(line).expect("a turn");
    assert_eq!((turn.red_fallen, turn.blue_orders, turn.red_active), (vec![[3, 4]], 0, 0));
}

#[test]
fn turns_change_no_game_and_do_not_depend_on_threads() {
    let (report, turns) = turned(&with(Detail::Sums));
    assert!(turns.iter().all(|turn| turn.blue_at.is_empty() && turn.red_at.is_empty()));
    let (plain, none) = turned(&Options { turns: None, ..with(Detail::Sums) });
    assert_eq!(json(&report), json(&plain));
    assert!(none.is_empty());
    let (_, alone) = turned(&Options { jobs: 1, ..with(Detail::Sums) });
    assert_eq!(text(&alone), text(&turns));
}

#[test]
fn the_turns_of_the_first_battles_are_whole_lines() {
    let (_, turns) = turned(&with(Detail::Sums));
    let all = text(&turns);
    assert_eq!(turns_of_first(&all, 8), all.len() as u64);
    let two: String = text(&turns.iter().filter(|turn| turn.index < 2).cloned().collect::<Vec<_>>());
    assert_eq!(turns_of_first(&all, 2), two.len() as u64);
    let cut = &all[..two.len() + 9];
    assert_eq!(turns_of_first(cut, 8), two.len() as u64, "half a line is none");
    assert_eq!(turns_of_first("nothing\n", 8), 0);
}

fn left(index: usize, turn: u16, left: [f64; 2]) -> Turn {
    Turn {
        index,
        turn,
        battle: String::from("a"),
        rules: String::from("drill"),
        blue_value_left: left[0],
        red_value_left: left[1],
        ..Turn::default()
    }
}

#[test]
fn what_is_left_is_the_mean_of_all_battles_and_one_that_has_ended_stays_as_it_was() {
    // One battle of two turns, one of four of which the first is not told, one of one turn.
    let turns = [
        left(0, 1, [0.8, 1.0]),
        left(0, 2, [0.5, 0.9]),
        left(1, 2, [0.6, 0.6]),
        left(1, 3, [0.4, 0.6]),
        left(1, 4, [0.2, 0.3]),
        left(2, 1, [0.2, 0.0]),
    ];
    let mut courses = Courses::default();
    turns.iter().for_each(|turn| courses.hear(turn));
    let blue: Vec<f64> = courses.under("drill").expect("battles").left().iter().map(|left| left[0] * 3.0).collect();
    // Before the first turn all is there; then 0.8 + 1 + 0.2, 0.5 + 0.6 + 0.2, 0.5 + 0.4 + 0.2, 0.5 + 0.2 + 0.2.
    let due = [3.0, 2.0, 1.3, 1.1, 0.9];
    assert_eq!(blue.len(), due.len());
    assert!(blue.iter().zip(due).all(|(one, other)| (one - other).abs() < 1e-12), "{blue:?}");
    assert!(courses.under("chess").is_none());
}

#[test]
fn turns_are_read_line_by_line_and_half_a_line_is_none() {
    let (_, turns) = turned(&with(Detail::Positions));
    let whole = text(&turns);
    let read = |text: &str| Courses::read("t.jsonl", Cursor::new(String::from(text)), |_| Ok(()));
    let told = |courses: &Courses| courses.under("drill").expect("battles").left();
    let mut heard = Courses::default();
    turns.iter().for_each(|turn| heard.hear(turn));
    assert_eq!(told(&read(&format!("{whole}{}", &whole[..9])).expect("read")), told(&heard));
    let wrong = read(&format!("{whole}nonsense\n")).expect_err("no turn").0;
    let line = turns.len() + 1;
    assert!(wrong.starts_with(&format!("t.jsonl, line {line}: not the turn of a battle: ")), "{wrong}");
    let strange = Courses::read("t.jsonl", Cursor::new(whole), |turn| match turn.index {
        3 => Err(String::from("a turn of game 3")),
        _ => Ok(()),
    });
    assert!(strange.expect_err("not of these").0.contains(": a turn of game 3"));
}
