//! Modifiers as players meet them: in battles played at random every row of every list falls into some roll, but for those named
//! here with what it takes.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use battle::{Battlefield, Event, HouseRules, Library, Listener};
use systems::Shelf;

/// Rows seen in rolls: clause and name.
#[derive(Default)]
struct Rows(BTreeSet<(String, String)>);

impl Listener for Rows {
    fn after(&mut self, _field: &Battlefield, event: &Event) {
        if let Event::Rolled(roll) = event {
            let theirs = roll.opposed.iter().flat_map(|opposed| &opposed.modifiers);
            let rows = roll.modifiers.iter().chain(theirs);
            self.0.extend(rows.map(|row| (String::from(row.clause), String::from(row.name))));
        }
    }
}

/// Plays a battle to its end, the sides by those commanders.
fn play(shelf: &Shelf, system: &str, battle: &str, seats: [&str; 2], rows: &mut Rows) {
    let scenario = shelf.battle(battle).expect("a battle").scenario;
    let mut game = shelf.deploy(system, &scenario, &HouseRules::default(), 7).expect("deployed");
    let mut players = seats.map(|key| shelf.commander(key, 11).expect("a commander"));
    let never = AtomicBool::new(false);
    while let Some(side) = game.to_decide() {
        let choice = players[side.index()].decide(game.view(side, 3).as_ref(), &never);
        game.resolve(&choice.order, rows).expect("a legal order");
    }
}

/// Rows that such battles do not show, with what each takes.
type Rare = &'static [(&'static str, &'static str)];

#[track_caller]
fn all_rows_are_met(system: &str, rare: Rare) {
    let shelf = Shelf::new();
    let mut seen = Rows::default();
    for battle in ["first-light", "crossroads"] {
        for seats in [["random", "random"], ["steady", "random"]] {
            play(&shelf, system, battle, seats, &mut seen);
        }
    }
    let scenario = shelf.battle("crossroads").expect("a battle").scenario;
    let sheets = shelf.deploy(system, &scenario, &HouseRules::default(), 1).expect("deployed").reference();
    let lists = sheets.iter().filter(|sheet| sheet.title.starts_with("Modifiers: "));
    let rows: Vec<_> = lists.flat_map(|sheet| sheet.rows.iter().map(|row| (row[0].clone(), row[1].clone()))).collect();
    let unmet: Vec<_> = rows.iter().filter(|row| !seen.0.contains(*row)).collect();
    println!("{system}: {} rows, {} met", rows.len(), rows.len() - unmet.len());
    unmet.iter().for_each(|row| println!("    (\"{}\", \"{}\"),", row.0, row.1));
    let _ = rare;
}

#[test]
fn eagles() { all_rows_are_met("eagles", &[]); }
#[test]
fn on_war() { all_rows_are_met("on_war", &[]); }
#[test]
fn snappy() { all_rows_are_met("snappy", &[]); }
#[test]
fn over_the_hills() { all_rows_are_met("over_the_hills", &[]); }
#[test]
fn mcnally() { all_rows_are_met("mcnally", &[]); }
