//! A campaign as one file: the same campaign wherever it is opened.

use super::{changed, sound};
use crate::{builtin, load, load_text};

#[test]
fn one_file_is_the_whole_campaign() {
    for listed in builtin() {
        let campaign = load(listed.key).expect("no fault");
        let packed = campaign.packed();
        assert!(packed.starts_with(listed.text.trim_end()), "{}: what the author wrote stands first", listed.key);
        let other = load_text("nowhere/friend.toml", &packed).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((other.key.as_str(), &other.title), ("friend", &campaign.title));
        for (name, battle) in &campaign.battles {
            assert_eq!(other.battles[name].text, battle.text, "{}: {name}, byte for byte", listed.key);
        }
        assert_eq!(other.packed(), packed, "packed once is packed");
    }
}

#[test]
fn faults_of_a_battle_inside_are_told() {
    let packed = sound(&changed(&[])).packed();
    let broken = packed.replacen("[files]", "[files]\nspare = 3", 1);
    let faults = load_text("x/drill.toml", &broken).expect_err("a number").to_string();
    assert!(faults.contains("spare") || faults.contains("text"), "{faults}");
}
