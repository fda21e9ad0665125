//! Which rows of modifiers battles show: plays every battle that ships by random hands, by a commander against them and by one who
//! charges against one who holds, with the house rules as they are and with all that can be on, and by random hands with each
//! value of each option; then names the rows that no roll had, each with the reason that [`UNMET`] gives. A row without a reason,
//! and a reason for a row that was met, end it with 1.
//!
//! ```text
//! cargo run --release --example rows [SYSTEM...]
//! ```

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use battle::{Battlefield, Event, HouseRules, Library, Listener, SystemInfo, Values};
use systems::Shelf;

/// Rows that these plays do not show: system, clause, name, why.
const UNMET: &[(&str, &str, &str, &str)] = &[
    ("eagles", "EA-OPT-13", "Stubborn", "no battle has a unit that is Stubborn"),
    ("snappy", "SN-MC-3", "garrison of a town", "nobody has come to be checked whole within houses of wood"),
    ("snappy", "SN-MELEE-7", "in a fortress", "no battle has a fortress"),
    ("snappy", "SN-TERRAIN-7", "rain or snow", "no battle is fought in rain or snow"),
    ("mcnally", "MC-MORALE-4", "close order defies them", "no skirmishers have charged close order with the option on"),
    ("over_the_hills", "OTH-ART-M13", "fortified houses", FORTIFIED),
    ("over_the_hills", "OTH-FIRE-M19", "fortified houses", FORTIFIED),
    ("over_the_hills", "OTH-MELEE-INF-M7", "at walls: fortified", FORTIFIED),
    ("over_the_hills", "OTH-MELEE-INF-M13", "behind walls: fortified", FORTIFIED),
    ("over_the_hills", "OTH-FIRE-M8", "rifle skirmishers", "no battle has rifles of class C"),
    ("over_the_hills", "OTH-MELEE-CAV-M9", "militia", "no battle has horse that is militia"),
];

const FORTIFIED: &str = "no battle has houses that are fortified";

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

/// The house rules with everything on that can be.
fn all_on(info: &SystemInfo) -> HouseRules {
    let mut house = HouseRules::default();
    for option in info.options.iter().filter(|option| option.values.accepts("on")) {
        house.set(info.options, option.key, "on").expect("a value that it accepts");
    }
    house
}

/// Each word that an option can be, by itself.
fn each_word(info: &SystemInfo) -> Vec<HouseRules> {
    let mut houses = Vec::new();
    for option in info.options {
        let Values::Choice(words) = option.values else { continue };
        for word in words {
            let mut house = HouseRules::default();
            house.set(info.options, option.key, word).expect("a value that it accepts");
            houses.push(house);
        }
    }
    houses
}

/// Plays a battle to its end, the sides by those commanders.
fn play(shelf: &Shelf, system: &str, battle: &str, house: &HouseRules, seats: [&str; 2], rows: &mut Rows) {
    let scenario = shelf.battle(battle).expect("a battle").scenario;
    let Ok(mut game) = shelf.deploy(system, &scenario, house, 7) else { return };
    let mut players = seats.map(|key| shelf.commander(key, 11).expect("a commander"));
    let never = AtomicBool::new(false);
    while let Some(side) = game.to_decide() {
        let choice = players[side.index()].decide(game.view(side, 3).as_ref(), &never);
        game.resolve(&choice.order, rows).expect("a legal order");
    }
}

/// Every row of the system's lists: clause and name.
fn rows_of(shelf: &Shelf, system: &str, house: &HouseRules) -> Vec<(String, String)> {
    let scenario = shelf.battle("crossroads").expect("a battle").scenario;
    let sheets = shelf.deploy(system, &scenario, house, 1).expect("deployed").reference();
    let lists = sheets.iter().filter(|sheet| sheet.title.starts_with("Modifiers: "));
    lists.flat_map(|sheet| sheet.rows.iter().map(|row| (row[0].clone(), row[1].clone()))).collect()
}

/// Names the rows of a system that were not met; says whether each has a reason, and no row that was met has one.
fn account(system: &str, unmet: &[&(String, String)]) -> bool {
    let ours = || UNMET.iter().filter(|(of, ..)| *of == system);
    let why = |row: &(String, String)| {
        ours().find(|(_, clause, name, _)| (*clause, *name) == (&*row.0, &*row.1)).map(|(.., why)| *why)
    };
    for row in unmet {
        println!("    {} {}: {}", row.0, row.1, why(row).unwrap_or("no reason is known"));
    }
    let is_unmet = |clause: &str, name: &str| unmet.iter().any(|row| (&*row.0, &*row.1) == (clause, name));
    let stale: Vec<_> = ours().filter(|(_, clause, name, _)| !is_unmet(clause, name)).collect();
    stale
        .iter()
        .for_each(|(_, clause, name, _)| println!("    {clause} {name} was met, though there is a reason why not"));
    stale.is_empty() && unmet.iter().all(|row| why(row).is_some())
}

fn main() -> ExitCode {
    let mut accounted = true;
    let shelf = Shelf::new();
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let named = |info: &&SystemInfo| wanted.is_empty() || wanted.iter().any(|name| name == info.key);
    for info in shelf.systems().into_iter().filter(named) {
        let houses = [HouseRules::default(), all_on(info)];
        let mut seen = Rows::default();
        for house in &houses {
            for battle in shelf.battles() {
                let key = &battle.scenario.key;
                play(&shelf, info.key, key, house, ["random", "random"], &mut seen);
                play(&shelf, info.key, key, house, ["steady", "random"], &mut seen);
                play(&shelf, info.key, key, house, ["charge", "hold"], &mut seen);
                play(&shelf, info.key, key, house, ["hold", "charge"], &mut seen);
            }
        }
        let words = each_word(info);
        for house in &words {
            for battle in shelf.battles() {
                play(&shelf, info.key, &battle.scenario.key, house, ["random", "random"], &mut seen);
            }
        }
        let all: BTreeSet<_> = houses.iter().chain(&words).flat_map(|house| rows_of(&shelf, info.key, house)).collect();
        let unmet: Vec<_> = all.difference(&seen.0).collect();
        println!("{}: {} of {} rows", info.title, all.len() - unmet.len(), all.len());
        accounted &= account(info.key, &unmet);
    }
    if accounted { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
