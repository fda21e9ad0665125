//! Tests of the battle file reader: small files with one thing changed, and the battles that come with the program.

mod armies;
mod edges;
mod found;
mod goals;
mod ground;
mod maps;

use battle::Scenario;
use document::Faults;

/// A sound battle on 12 columns and 10 rows: Blue at the foot, Red at the head, a reinforcement and an objective.
pub(crate) const SOUND: &str = r#"title = "Skirmish"
turn_limit = 8
ground = '''
. . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . .
 . . w w . . ~ ~ . . . .
. . . w . . ~ ~ . h h .
 . . . . . . . . . h h .
. . = = = = = = = = = =
 . . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . . . . . . . . .
'''
[blue]
name = "Pickets"
facing = "N"
[[blue.brigade]]
name = "Picket line"
units = [
  { label = "B1", name = "Riflemen", type = "jaegers", at = "2,9" },
  { label = "B2", name = "Guns", type = "horse battery", arrives = "Late" },
]
[[blue.leader]]
label = "BG"
name = "A captain"
rank = "army"
[red]
name = "Scouts"
facing = "S"
[[red.brigade]]
name = "Patrol"
units = [
  { label = "R1", name = "Hussars", type = "light cavalry", at = "3,0" },
]
[[red.leader]]
label = "RG"
name = "A lieutenant"
rank = "army"
[[reinforcement]]
name = "Late"
side = "blue"
turn = 3
entry = ["6,9"]
facing = "N"
[[objective]]
name = "Farm"
goal = "hold"
hexes = ["9,4-10,5"]
"#;

/// The sound battle with each first text of `changes` replaced by the second.
pub(crate) fn changed(changes: &[(&str, &str)]) -> String {
    let change = |text: String, (old, new): &(&str, &str)| {
        assert!(text.contains(old), "the sound battle has no `{old}`");
        text.replacen(old, new, 1)
    };
    changes.iter().fold(SOUND.to_owned(), change)
}

/// The battle a text gives.
pub(crate) fn sound(text: &str) -> Scenario {
    crate::parse("maps/skirmish.toml", text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The faults of the sound battle with changes, one a line, without the file's name.
pub(crate) fn faults(changes: &[(&str, &str)]) -> String {
    let found = crate::check("x.toml", &changed(changes));
    let lines = Faults::gather(found).map(|all| all.to_string()).unwrap_or_default();
    lines.replace("x.toml:", "")
}

/// Checks the faults of the sound battle with changes.
#[track_caller]
pub(crate) fn check(changes: &[(&str, &str)], expected: &str) {
    assert_eq!(faults(changes), expected);
}
