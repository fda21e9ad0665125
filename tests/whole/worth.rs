//! What units are worth, told from the results of a soak of battles by chance.

use std::fs;

use serde_json::{Value, json};

use crate::cli::grognard;

/// A game between two who do nothing, of a battle with a line battalion more.
fn one_game(path: &str) -> Value {
    let battle = "random:alike:20min:more-line-infantry";
    let said = grognard(&[
        "soak",
        "--rules",
        "eagles",
        "--battles",
        battle,
        "--games",
        "1",
        "--seed",
        "3",
        "--blue",
        "hold",
        "--red",
        "hold",
        "--out",
        path,
    ]);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    serde_json::from_str(fs::read_to_string(path).expect("a line").trim()).expect("an object")
}

/// What is told of sixty games like that by other seeds, under two rule systems: Blue wins those with the line battalion, Red all others.
#[test]
fn what_units_are_worth_is_told_by_rule_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let game = one_game(&path("one.jsonl"));
    let lines = (0..120).map(|index| {
        let mut line = game.clone();
        let more = if index % 4 < 2 { "line-infantry" } else { "militia" };
        let battle = format!("random:alike:20min:more-{more}");
        let changes = [
            ("index", json!(index)),
            ("seed", json!(500 + index / 4)),
            ("battle", json!(battle)),
            ("rules", json!(if index % 2 == 0 { "eagles" } else { "snappy" })),
            ("winner", json!(if more == "militia" { "red" } else { "blue" })),
        ];
        changes.into_iter().for_each(|(key, value)| line[key] = value);
        line.to_string() + "\n"
    });
    fs::write(path("games.jsonl"), lines.collect::<String>()).expect("writable");
    let told = grognard(&["report", &path("games.jsonl"), "--worth"]);
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.status.success(), "{text}{}", String::from_utf8_lossy(&told.stderr));
    let head =
        "What units are worth, in points, with 95 % intervals, by 120 battles by chance (docs/random-battles.md):";
    assert_eq!(text.lines().next(), Some(head));
    let titles: Vec<&str> = text.lines().nth(1).expect("a head").split_whitespace().collect();
    assert_eq!(titles, ["type", "said", "units", "eagles", "snappy", "all"]);
    let points = |what: &str| -> Vec<f64> {
        let line = text.lines().find(|line| line.starts_with(what)).expect("a line of it");
        let cells = line[what.len()..].replace(" to ", "-");
        cells.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    let (line, militia) = (points("line infantry"), points("militia"));
    assert_eq!((line[0], militia[0]), (100.0, 80.0), "what the lists say: {text}");
    assert!((2..5).all(|column| line[column] > 1.5 * militia[column]), "line wins, militia loses:\n{text}");

    let even = path("even.jsonl");
    let changed = fs::read_to_string(path("games.jsonl")).expect("lines").replace(":more-line-infantry", "");
    fs::write(&even, changed.replace(":more-militia", "")).expect("writable");
    let refused = grognard(&["report", &even, "--worth"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        why.trim(),
        "grognard: eagles: no battle by chance with a unit more; expected some such as random:20min:more-line-infantry"
    );
}
