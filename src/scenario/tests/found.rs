//! Finding a battle by name or by file.

use document::LoadError;

use crate::{builtin, load};

#[test]
fn built_in_battles_come_small_maps_and_armies_first_and_drill_last() {
    let keys: Vec<&str> = builtin().iter().map(|(key, _)| *key).collect();
    let expected = [
        "first-light",
        "crossroads",
        "the-long-ridge",
        "two-fords",
        "ambush-in-the-woods",
        "the-redoubt",
        "hougoumont",
        "cowpens",
        "oriskany",
        "princeton",
        "auerstedt",
        "aspern",
        "wavre",
        "guilford-courthouse",
        "talavera",
        "maida",
        "quatre-bras",
        "drill-field",
        "the-defile",
        "the-slope",
        "brigade-drill",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn a_battle_is_loaded_by_its_key() {
    let (text, battle) = load("two-fords").expect("built in");
    assert_eq!(battle.title, "Two fords");
    assert!(text.starts_with("title = \"Two fords\""));
}

#[test]
fn an_unknown_name_suggests_the_nearest() {
    let message = load("quatre-bas").expect_err("no such battle").to_string();
    let list = "`grognard list battles` lists them; a file needs a `/` or the ending .toml";
    assert_eq!(message, format!("unknown battle `quatre-bas`; did you mean `quatre-bras`? {list}"));
    let message = load("xyzzy").expect_err("no such battle").to_string();
    assert_eq!(message, format!("unknown battle `xyzzy`; {list}"));
}

#[test]
fn a_file_that_is_not_there_is_named_with_the_reason() {
    let message = load("no/such/battle.toml").expect_err("no such file").to_string();
    assert!(message.starts_with("cannot read battle file `no/such/battle.toml`: "), "{message}");
    assert!(matches!(load("battle.toml"), Err(LoadError::Unreadable { .. })));
}

#[test]
fn a_file_of_ones_own_is_read_and_keyed_by_its_name() {
    let folder = std::env::temp_dir().join(format!("grognard-scenario-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("outpost.toml");
    std::fs::write(&path, super::SOUND).expect("a temporary file");
    let loaded = load(path.to_str().expect("a plain path"));
    std::fs::write(&path, "title = 3\n").expect("a temporary file");
    let faulty = load(path.to_str().expect("a plain path"));
    std::fs::remove_dir_all(&folder).expect("our own folder");
    assert_eq!(loaded.expect("sound").1.key, "outpost");
    let message = faulty.expect_err("faulty").to_string();
    assert!(message.contains("outpost.toml:1:9: key `title` has value 3; expected text"), "{message}");
}
