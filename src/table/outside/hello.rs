//! What a program is told first: the battle, the rules, the ground, who is there.

use battle::{
    Counts, Crossing, Ground, MarkInfo, Objective, Paces, Scenario, Side, System, Terrain, VerbInfo, Weather,
};
use hexes::{Direction, Hex};
use serde_json::{Map, Value, json};

use super::Limits;
use super::messages::greeting;
use super::state::{Outlook, last_turn};
use super::words::{clause, hex, hexes, word};
use crate::aims::briefing;
use crate::setup::{SeatSpec, Setup, derived};

/// The first message, by keys.
pub(super) fn hello(
    outlook: &Outlook,
    view: &dyn System,
    setup: &Setup,
    errors: Option<&std::path::Path>,
    limits: &Limits,
) -> Value {
    let side = outlook.side;
    // Numbers of that size are exact everywhere.
    let seed = derived(setup.seed, &format!("program of {side}")) >> 11;
    let mut hello = greeting(side, seed, errors, limits);
    let scenario = setup.battle.scenario.as_ref();
    hello["battle"] = battle(view, scenario, Some(side));
    hello["rules"] = rules(view);
    hello["ground"] = ground(view, scenario);
    hello["sides"] = json!({ "blue": of_side(setup, Side::Blue), "red": of_side(setup, Side::Red) });
    hello["brigades"] = brigades(view);
    hello["objectives"] = view.field().roster().objectives.iter().map(objective).collect();
    hello
}

/// The battle; with what a side is told before it, where it is for one.
pub(super) fn battle(view: &dyn System, scenario: &Scenario, side: Option<Side>) -> Value {
    json!({
        "key": scenario.key,
        "title": scenario.title,
        "year": scenario.year(),
        "briefing": side.map(|side| briefing(view, scenario, side)),
        "turns": last_turn(view.field()),
        "first": scenario.first_side,
    })
}

pub(super) fn of_side(setup: &Setup, side: Side) -> Value {
    let commander = match setup.seat(side) {
        SeatSpec::Exec(_) => String::from("exec"),
        other => other.to_string(),
    };
    json!({ "army": setup.battle.scenario.army(side).name, "commander": commander })
}

/// Those that have a name here.
fn brigades(view: &dyn System) -> Value {
    let named = view.field().roster().brigades.iter().filter(|brigade| !brigade.name.is_empty());
    named.map(|brigade| json!({ "name": brigade.name, "side": brigade.side })).collect()
}

pub(super) fn objective(objective: &Objective) -> Value {
    json!({
        "name": objective.name,
        "value": objective.value,
        "goal": word(objective.goal),
        "count": objective.count,
        "side": objective.side,
        "hexes": hexes(&objective.hexes),
    })
}

pub(super) fn rules(view: &dyn System) -> Value {
    let (info, house) = (view.info(), view.house());
    let options: Map<String, Value> =
        info.options.iter().map(|option| (String::from(option.key), json!(house.get(option)))).collect();
    let (counts, places): (_, &[&str]) = match info.strength.counts {
        Counts::Places(places) => ("places", places),
        Counts::Points => ("points", &[]),
        Counts::Figures => ("figures", &[]),
        Counts::Stands => ("stands", &[]),
    };
    let paces = match info.paces {
        Paces::Inches => "hundredths",
        Paces::Points => "points",
    };
    let steps = info.steps.iter().map(|step| json!({ "title": step.title, "clause": clause(step.clause) }));
    json!({
        "key": info.key,
        "title": info.title,
        "source": info.source,
        "options": options,
        "strength": { "name": info.strength.name, "one": info.strength.one, "counts": counts, "places": places },
        "paces": paces,
        "measures": view.tells_distances(),
        "steps": steps.collect::<Vec<_>>(),
        "marks": info.marks.iter().map(mark).collect::<Vec<_>>(),
        "verbs": info.verbs.iter().map(verb).collect::<Vec<_>>(),
    })
}

fn mark(mark: &MarkInfo) -> Value {
    let name = mark.sign.map_or_else(|| mark.key.replace('_', " "), |sign| String::from(sign.name));
    json!({ "key": mark.key, "word": name, "sense": mark.sense.map(word) })
}

fn verb(verb: &VerbInfo) -> Value {
    let numbers = verb.numbers.iter().map(|number| json!({ "name": number.name, "help": number.help }));
    json!({
        "word": verb.word,
        "title": verb.title,
        "help": verb.help,
        "role": word(verb.role),
        "pose": word(verb.pose),
        "clause": clause(verb.clause),
        "numbers": numbers.collect::<Vec<_>>(),
    })
}

pub(super) fn ground(view: &dyn System, scenario: &Scenario) -> Value {
    let (field, ground) = (view.field(), view.field().ground());
    let grid = ground.grid();
    let listed = |wanted: &dyn Fn(Hex) -> bool| grid.iter().filter(|one| wanted(*one)).map(hex).collect::<Vec<_>>();
    let edges = ground
        .obstacles()
        .iter()
        .map(|(at, side, edge)| json!({ "hex": hex(*at), "edge": side.to_string(), "kind": edge.obstacle.name() }));
    let legend: Map<String, Value> =
        Terrain::ALL.iter().map(|terrain| (letter(*terrain).to_string(), json!(terrain.name()))).collect();
    json!({
        "columns": grid.width(),
        "rows": grid.height(),
        "hex_inches": field.inches_per_hex(),
        "terrain": rows(ground, |hex| letter(ground.terrain(hex))),
        "legend": legend,
        "height": rows(ground, |hex| height(ground.elevation(hex))),
        "roads": listed(&|hex| ground.road(hex)),
        "storeys": listed(&|hex| ground.cell(hex).is_some_and(|cell| cell.storey)),
        "edges": edges.collect::<Vec<_>>(),
        "crossings": crossings(ground),
        "weather": Weather::NAMES.get(scenario.weather as usize),
    })
}

/// A character for each hex, row by row.
fn rows(ground: &Ground, letter: impl Fn(Hex) -> char) -> Vec<String> {
    let grid = ground.grid();
    let letters: Vec<char> = grid.iter().map(letter).collect();
    letters.chunks(grid.width().max(1) as usize).map(|row| row.iter().collect()).collect()
}

/// The letter of a terrain: `a` for the first.
fn letter(terrain: Terrain) -> char {
    char::from(b'a' + terrain as u8)
}

/// A height as one character.
fn height(levels: i8) -> char {
    let digit = u32::try_from(levels).unwrap_or_default().min(35);
    char::from_digit(digit, 36).unwrap_or('0')
}

/// Fords and bridges, on hexes and on edges.
fn crossings(ground: &Ground) -> Vec<Value> {
    let told = |at: Hex, side: Option<Direction>, crossing: Crossing| {
        let edge = side.map(|side| side.to_string());
        (crossing != Crossing::None).then(|| json!({ "hex": hex(at), "kind": word(crossing), "edge": edge }))
    };
    let on_hexes = ground.grid().iter().filter_map(|at| told(at, None, ground.cell(at)?.crossing));
    let on_edges = ground.obstacles().iter().filter_map(|(at, side, edge)| told(*at, Some(*side), edge.crossing));
    on_hexes.chain(on_edges).collect()
}
