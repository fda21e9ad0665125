//! Hostile files: every fault is named with its place, and all of them at once.

use super::{changed, sound};
use crate::{load, load_text};

/// The faults of the drill with changes, one a line, without the file's name.
fn faults(changes: &[(&str, &str)]) -> String {
    let found = load_text("x/drill.toml", &changed(changes)).err();
    found.map(|all| all.to_string().replace("x/drill.toml:", "")).unwrap_or_default()
}

#[track_caller]
fn names(changes: &[(&str, &str)], expected: &[&str]) {
    let found = faults(changes);
    for part in expected {
        assert!(found.contains(part), "no `{part}` in:\n{found}");
    }
}

#[test]
fn the_drill_itself_is_sound() {
    let drill = sound(super::DRILL);
    assert_eq!((drill.key.as_str(), drill.stages.len(), drill.units.len()), ("drill", 3, 6));
    assert_eq!(drill.stages[0].story, "They meet on level grass.\nNothing is in the way.");
    assert_eq!((drill.all_points(), drill.longest()), (4, 3));
}

#[test]
fn unknown_keys_and_words() {
    names(&[("date = \"May 1809\"", "dates = \"May 1809\"")], &["2:1: unknown key `dates`; expected `date`"]);
    names(&[("points = 2", "point = 2")], &["unknown key `point`; expected `points`"]);
    names(&[("winner = \"red\" }\nto", "winer = \"red\" }\nto")], &["unknown key `winer`; expected `winner`"]);
    names(
        &[("side = \"blue\"\n\nmap", "side = \"green\"\n\nmap")],
        &["has value \"green\"; expected one of blue, red"],
    );
}

#[test]
fn what_is_not_there() {
    names(
        &[("battle = \"the-defile\"", "battle = \"the-defil\"")],
        &["no battle `the-defil`", "did you mean `the-defile`?"],
    );
    names(&[("battle = \"the-defile\"", "battle = \"own/gap.toml\"")], &["cannot read x/own/gap.toml"]);
    names(&[("battle = \"the-defile\"", "battle = \"../gap.toml\"")], &["leads out of the campaign's folder"]);
    names(&[("battle = \"the-defile\"", "battle = \"/etc/passwd.toml\"")], &["leads out of the campaign's folder"]);
    names(&[("field = \"B2\"", "field = \"B9\"")], &["the battle of `field` has no unit `B9`"]);
    names(&[("field = \"B2\"", "feild = \"B2\"")], &["`feild` is no stage; expected `field`"]);
    names(&[("field = \"R1\"", "field = \"B1\"")], &["`B1` of `field` is a unit of Blue", "is somebody else already"]);
    names(&[("{ brigade = \"BD\" }", "{ brigade = \"B1\" }")], &["the battle of `brigade` has no leader `B1`"]);
    names(
        &[("to = \"defile\"\nrest = { blue = 50 }", "to = \"gap\"")],
        &["a way to the stage `gap`, which is not there"],
    );
    names(&[("absent = [\"R6\", \"BE\"]", "absent = [\"R9\"]")], &["`R9` is nobody in the battle of `brigade`"]);
    names(&[("units = [\"B1\", \"B6\"]", "units = [\"B1\", \"R1\"]")], &["units of both sides that come together"]);
    names(&[("units = [\"B1\", \"B6\"]", "units = [\"B7\"]")], &["`B7` is no unit in the battle of `brigade`"]);
    names(&[("at = \"16,3\"\ndate", "at = \"60,3\"\ndate")], &["hex 60,3 is off the map"]);
}

#[test]
fn battles_that_cannot_be_drawn() {
    let late = "entry = [\"17,32\", \"4,31\", \"29,31\"]";
    names(&[(late, "entry = [\"0,0\"]")], &["by the way `Round by the wood` the battle of `brigade` cannot be drawn"]);
    names(&[("turn = 3", "turn = 60")], &["turn 60 is after the end"]);
    let all = "absent = [\"R1\", \"R2\", \"R3\", \"R4\", \"R5\", \"R6\"]";
    names(&[("absent = [\"R6\", \"BE\"]", all)], &["Red has nobody left for `brigade`"]);
}

#[test]
fn conditions_that_cannot_hold() {
    names(&[("\"0-70\"", "\"70-0\"")], &["`70-0` cannot hold, for 70 is more than 0"]);
    names(&[("\"0-70\"", "\"0-170\"")], &["expected per cent from 0 to 100 as LOW-HIGH"]);
    names(
        &[("\"blue by 2\"", "\"blue by 5\"")],
        &["Blue cannot be ahead by 5, for all battles together have 4 points"],
    );
    names(&[("\"blue by 2\"", "\"2 blue\"")], &["expected a side and a number of points"]);
    names(&[("{ ahead = \"blue by 2\" }", "{ after = \"hill\" }")], &["`hill` is no stage"]);
    names(
        &[("if = { winner = \"red\" }\nto", "if = { after = \"defile\" }\nto")],
        &["`after` names `defile`, but this way comes after `field`"],
    );
    names(&[("if = { winner = \"red\" }\nto", "if = {}\nto")], &["an `if` that says nothing"]);
}

#[test]
fn endings() {
    names(
        &[("name = \"As before\"", "name = \"As before\"\nif = { winner = \"draw\" }")],
        &["an `if` in the last ending"],
    );
    names(
        &[("if = { ahead = \"red by 1\" }", "")],
        &["the ending `Red's grounds` holds always, and hides those after it"],
    );
    let text = super::DRILL.split("[[ending]]").next().unwrap_or_default();
    let found = load_text("x.toml", text).expect_err("no ending").to_string();
    assert!(found.contains("the file has no key `ending`"), "{found}");
}

#[test]
fn courses_without_an_end() {
    names(
        &[
            ("if = { winner = \"red\" }\nto = \"defile\"", "to = \"field\""),
            ("date = \"the third day\"", "[[stage.way]]\nname = \"Again\"\nto = \"field\""),
            ("side = \"red\"\nif = { winner = \"red\" }", "to = \"field\""),
        ],
        &["from the stage `field` no end can be reached"],
    );
    let alone = [
        ("to = \"defile\"\nrest = { blue = 50 }", "to = \"brigade\""),
        ("to = \"defile\"\nrest = { blue = 10", "to = \"brigade\"\nrest = { blue = 10"),
    ];
    names(&alone, &["no way leads to the stage `defile`"]);
}

#[test]
fn all_faults_at_once() {
    let found = faults(&[
        ("date = \"May 1809\"", "dates = \"x\""),
        ("field = \"B2\"", "field = \"B9\""),
        ("\"0-70\"", "\"70-0\""),
    ]);
    assert_eq!(found.lines().count(), 3, "{found}");
}

#[test]
fn names_of_campaigns() {
    let unknown = load("no-such-campaign").expect_err("none").to_string();
    assert!(unknown.starts_with("unknown campaign `no-such-campaign`"), "{unknown}");
    let unreadable = load("none/there.toml").expect_err("none").to_string();
    assert!(unreadable.starts_with("cannot read campaign file `none/there.toml`"), "{unreadable}");
}
