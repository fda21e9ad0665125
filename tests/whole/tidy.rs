//! The house rules that a compiler does not check: layers, banned items, lengths, words.

use crate::source::{functions, read, sources};

/// What each room may use of the project's own rooms. A room that is not listed is a mistake.
const LAYERS: &[(&str, &[&str])] = &[
    ("plain", &[]),
    ("hexes", &[]),
    ("document", &["plain"]),
    ("battle", &["hexes"]),
    ("rulebook", &["battle", "hexes"]),
    ("proving", &["battle", "hexes", "rulebook"]),
    ("scenario", &["battle", "hexes", "document"]),
    ("drafting", &["battle", "hexes", "document", "scenario"]),
    ("quartermaster", &["battle", "hexes", "document"]),
    ("campaign", &["battle", "hexes", "document", "scenario"]),
    ("eagles", &["battle", "hexes", "rulebook"]),
    ("on_war", &["battle", "hexes", "rulebook"]),
    ("snappy", &["battle", "hexes", "rulebook"]),
    ("over_the_hills", &["battle", "hexes", "rulebook"]),
    ("mcnally", &["battle", "hexes", "rulebook"]),
    ("commander", &["battle", "hexes", "document"]),
    (
        "systems",
        &[
            "battle",
            "hexes",
            "document",
            "scenario",
            "campaign",
            "quartermaster",
            "eagles",
            "on_war",
            "snappy",
            "over_the_hills",
            "mcnally",
            "commander",
        ],
    ),
    ("table", &["battle", "campaign", "hexes", "plain"]),
    ("tui", &["table", "battle", "hexes", "plain", "document", "drafting"]),
    ("club", &["tui", "table", "battle"]),
    ("server", &["club", "tui", "table", "battle", "plain"]),
    ("soak", &["table", "battle"]),
];

/// Rooms that decide a battle: no clock, environment, file, network, thread, global or unordered map.
const PURE: &[&str] = &[
    "hexes",
    "battle",
    "rulebook",
    "eagles",
    "on_war",
    "snappy",
    "over_the_hills",
    "mcnally",
    "commander",
    "quartermaster",
];

/// Rooms that must not know which rule systems there are.
const BLIND: &[&str] =
    &["hexes", "battle", "rulebook", "campaign", "commander", "table", "tui", "club", "server", "soak"];

/// Every rule system's key.
const SYSTEMS: &[&str] = &["on_war", "over_the_hills", "snappy", "eagles", "mcnally"];

const LONGEST_FUNCTION: usize = 70;
const LONGEST_FILE: usize = 600;

fn complain(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Everything a manifest's `[dependencies]` name.
fn dependencies(room: &str) -> Vec<String> {
    let manifest = read(&format!("src/{room}/Cargo.toml"));
    let section = manifest.split("[dependencies]").nth(1).unwrap_or("");
    let section = section.split("\n[").next().unwrap_or("");
    section.lines().filter_map(|line| line.split(['.', ' ', '=']).next()).map(String::from).collect()
}

/// Libraries that belong to one room.
const LODGERS: &[(&str, &[&str])] = &[
    ("tokio", &["server"]),
    ("russh", &["server"]),
    ("rusqlite", &["club"]),
    ("ratatui", &["tui"]),
    ("parquet", &["soak"]),
];

#[test]
fn libraries_stay_in_their_rooms() {
    let mut faults = Vec::new();
    for (room, _) in LAYERS {
        let used = dependencies(room);
        let strays =
            LODGERS.iter().filter(|(library, rooms)| used.iter().any(|one| one == library) && !rooms.contains(room));
        faults.extend(strays.map(|(library, rooms)| format!("src/{room} uses `{library}`, which is of {rooms:?}")));
    }
    complain(faults);
}

/// Files that write where a terminal may be; each makes plain what it writes. Nothing else may.
const WAYS_OUT: &[&str] = &["src/print.rs", "src/tui/run.rs", "src/server/journal.rs", "src/soak/progress.rs"];

/// Files of the screen that touch the cells of a picture; everything else draws on a canvas.
const PICTURES: &[&str] = &["src/tui/canvas.rs", "src/tui/app.rs", "src/tui/pen.rs", "src/tui/map/terrain.rs"];

#[test]
fn ways_out_to_a_terminal_are_few() {
    let writing = ["println!(", "print!(", "stdout()", "stderr()", "io::stdout", "io::stderr"];
    let drawing = ["ratatui::buffer::", "frame.buffer_mut", "ratatui::widgets::Widget"];
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.path.starts_with("src/") && !source.is_test()) {
        let banned = [(&writing[..], WAYS_OUT), (&drawing[..], PICTURES)];
        let banned = banned.into_iter().filter(|(_, allowed)| !allowed.contains(&source.path.as_str()));
        let items: Vec<&str> = banned.flat_map(|(items, _)| items).copied().collect();
        let example = source.path.contains("/examples/") || source.path.ends_with("build.rs");
        for (number, line) in source.product().lines().enumerate().filter(|_| !example) {
            for item in items.iter().filter(|item| line.contains(**item) && !line.trim_start().starts_with("//")) {
                faults.push(format!("{}:{}: `{item}` goes round the canvas or the page", source.path, number + 1));
            }
        }
    }
    complain(faults);
}

#[test]
fn rooms_use_only_what_stands_left_of_them() {
    let mut faults = Vec::new();
    for (room, allowed) in LAYERS {
        let rooms: Vec<&str> = LAYERS.iter().map(|(room, _)| *room).collect();
        for used in dependencies(room).into_iter().filter(|used| rooms.contains(&used.as_str())) {
            if !allowed.contains(&used.as_str()) {
                faults.push(format!("src/{room}/Cargo.toml uses `{used}`; allowed: {allowed:?}"));
            }
        }
    }
    complain(faults);
}

#[test]
fn every_room_is_listed() {
    let rooms: std::collections::BTreeSet<String> =
        sources().iter().map(|source| source.room().to_owned()).filter(|room| !room.is_empty()).collect();
    let listed = LAYERS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(rooms, listed);
}

#[test]
fn rooms_that_decide_a_battle_touch_nothing_outside() {
    let banned = [
        "std::time",
        "std::fs",
        "std::env",
        "std::net",
        "std::thread",
        "std::process",
        "HashMap",
        "HashSet",
        "static mut",
        "SystemTime",
        "Instant::now",
        "powf(",
        ".exp()",
        ".ln()",
        ".sqrt()",
    ];
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| PURE.contains(&source.room()) && !source.is_test()) {
        for (number, line) in source.product().lines().enumerate() {
            for item in banned.iter().filter(|item| line.contains(**item) && !line.trim_start().starts_with("//")) {
                faults.push(format!("{}:{}: `{item}` is banned here", source.path, number + 1));
            }
        }
    }
    complain(faults);
}

#[test]
fn rooms_name_no_rule_system() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| BLIND.contains(&source.room()) && !source.is_test()) {
        for (number, line) in source.product().lines().enumerate() {
            // A way to compress has the name of a system.
            let code = line.to_lowercase().replace("compression::snappy", "");
            let comment = code.trim_start().starts_with("//");
            for system in SYSTEMS.iter().filter(|system| !comment && code.contains(**system)) {
                faults.push(format!("{}:{}: names the rule system `{system}`", source.path, number + 1));
            }
        }
    }
    complain(faults);
}

#[test]
fn functions_and_files_are_short() {
    let mut faults = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > LONGEST_FILE && !source.path.ends_with("tables.rs") && !source.is_test() {
            faults.push(format!("{}: {lines} lines, at most {LONGEST_FILE}", source.path));
        }
        for (name, at, length) in functions(&source.text) {
            if length > LONGEST_FUNCTION {
                faults.push(format!("{}:{at}: `{name}` has {length} lines, at most {LONGEST_FUNCTION}", source.path));
            }
        }
    }
    complain(faults);
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent = |text: &str| !text.starts_with("//! ") || text.lines().next().is_some_and(|line| line.len() < 20);
    complain(sources().into_iter().filter(|source| silent(&source.text)).map(|source| source.path).collect());
}

#[test]
fn nothing_is_left_unfinished() {
    let marks = ["todo!(", "unimplemented!(", "dbg!(", "TODO", "FIXME", "#[ignore", "for now,", "not yet implemented"];
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.path != "tests/whole/tidy.rs") {
        for (number, line) in source.text.lines().enumerate() {
            if let Some(mark) = marks.iter().find(|mark| line.contains(**mark)) {
                faults.push(format!("{}:{}: `{mark}`", source.path, number + 1));
            }
        }
    }
    complain(faults);
}

#[test]
fn nothing_unwraps_outside_tests() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test() && !source.path.starts_with("benches/")) {
        for (number, line) in source.product().lines().enumerate() {
            if line.contains(".unwrap()") && !line.trim_start().starts_with("//") {
                faults.push(format!("{}:{}: unwrap", source.path, number + 1));
            }
        }
    }
    complain(faults);
}

#[test]
fn states_hold_no_floating_point_numbers() {
    let shared = ["src/battle/field.rs", "src/battle/formation.rs", "src/battle/ground.rs"];
    for path in shared.into_iter().chain([
        "src/eagles/state.rs",
        "src/on_war/state.rs",
        "src/snappy/state.rs",
        "src/mcnally/state.rs",
        "src/over_the_hills/state.rs",
    ]) {
        let text = read(path);
        let fields =
            text.lines().filter(|line| line.trim_start().starts_with("pub ") && line.trim_end().ends_with(','));
        let floats: Vec<&str> = fields.filter(|line| line.contains("f64") || line.contains("f32")).collect();
        assert!(floats.is_empty(), "{path}: {floats:?}");
    }
}

/// Calls by which a roll is told what changes it.
const CHANGES: [&str; 4] = [".each(\"", ".need(\"", ".result(\"", ".dice(\""];

#[test]
fn modifiers_are_rows() {
    let mut faults = Vec::new();
    let systems = ["eagles", "mcnally", "on_war", "over_the_hills", "snappy"];
    for source in sources().iter().filter(|source| systems.contains(&source.room()) && !source.is_test()) {
        for (place, line) in source.product().lines().enumerate() {
            for call in CHANGES {
                let told = line.split(call).nth(1).and_then(|rest| rest.split_once("\", "));
                let number = told
                    .is_some_and(|(_, value)| value.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()));
                if number {
                    faults.push(format!(
                        "{}:{}: a modifier with its number beside the rule: `{}`",
                        source.path,
                        place + 1,
                        line.trim()
                    ));
                }
            }
        }
    }
    complain(faults);
}
