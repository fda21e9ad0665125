//! Turns: a line each, the last as the battle ended, the same on any number of threads.

use std::cell::RefCell;

use super::{Rigged, json, options};
use crate::{Detail, Options, Report, Turn, run, turns_of_first};

/// A run and its turns.
fn turned(options: &Options) -> (Report, Vec<Turn>) {
    let turns = RefCell::new(Vec::new());
    let report = run(&Rigged, options, |progress| turns.borrow_mut().extend_from_slice(progress.turns)).expect("a run");
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
    let turns = crate::turns("old.jsonl", &format!("{line}\n")).expect("turns");
    assert_eq!((turns[0].red_fallen.clone(), turns[0].blue_orders, turns[0].red_active), (vec![[3, 4]], 0, 0));
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
