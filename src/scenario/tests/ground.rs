//! The drawn ground: letters, legend, heights, and what a bad drawing is told.

use battle::{Crossing, Terrain};
use hexes::Offset;

use super::{SOUND, changed, check, sound};

#[test]
fn letters_stand_where_they_are_drawn() {
    let ground = sound(SOUND).ground;
    assert_eq!((ground.grid().width(), ground.grid().height()), (12, 10));
    let terrain = |column, row| ground.terrain(Offset::new(column, row).hex());
    assert_eq!(terrain(2, 3), Terrain::Woods);
    assert_eq!(terrain(3, 4), Terrain::Woods);
    assert_eq!(terrain(7, 3), Terrain::Water);
    assert_eq!(terrain(9, 4), Terrain::WoodenBuilding);
    assert!(ground.road(Offset::new(2, 6).hex()) && !ground.road(Offset::new(1, 6).hex()));
}

#[test]
fn a_legend_adds_letters_and_changes_built_in_ones() {
    let legend = "[legend]\nw = { terrain = 'dense woods', elevation = 2 }\n\
        '~' = { terrain = 'water', crossing = 'ford', road = true }\n[blue]\n";
    let ground = sound(&changed(&[("[blue]\n", legend)])).ground;
    let cell = |column, row| ground.cell(Offset::new(column, row).hex()).unwrap_or_default();
    assert_eq!((cell(2, 3).terrain, cell(2, 3).elevation), (Terrain::DenseWoods, 2));
    assert_eq!((cell(6, 3).crossing, cell(6, 3).road), (Crossing::Ford, true));
}

#[test]
fn heights_lie_over_the_drawing() {
    let row = |digits: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let mut rows = vec![row("............"); 10];
    rows[4] = row("...12.......");
    let drawn: Vec<String> = rows.iter().enumerate().map(|(at, row)| " ".repeat(at % 2) + row).collect();
    let heights = format!("elevation = '''\n{}\n'''\n[blue]\n", drawn.join("\n"));
    let ground = sound(&changed(&[("[blue]\n", &heights)])).ground;
    let height = |column| ground.elevation(Offset::new(column, 4).hex());
    assert_eq!((height(2), height(3), height(4), ground.highest()), (0, 1, 2, 2));
}

#[test]
fn a_letter_without_meaning_is_named_once_with_its_place() {
    check(
        &[(" . . w w . . ~ ~", " . . w Q . . Q ~")],
        "7:8: letter `Q` at 3,3 has no meaning; expected an entry for it in [legend], or one of # - . = B F H W X b c f h l m o p r w x ~",
    );
}

#[test]
fn rows_are_of_one_length() {
    check(&[("= = = = = = = = = =\n", "= = = = = = = = =\n")], "10:22: row 6 has 11 hexes; expected 12, as row 0 has");
}

#[test]
fn odd_rows_are_indented_and_even_rows_are_not() {
    check(
        &[("\n . . w w . . ~ ~ . . . .\n. . . w", "\n. . w w . . ~ ~ . . . .\n . . . w")],
        "7:1: row 3 is indented by 0; expected one space before the first hex of an odd row\n\
         8:2: row 4 is indented by 1; expected no space before the first hex of an even row",
    );
}

#[test]
fn letters_stand_apart_by_one_space() {
    check(
        &[(". . w w . . ~ ~ .", ". . ww . . ~ ~ ."), (". . . w . . ~ ~ . h", ".  . . w . . ~ ~ . h")],
        "7:7: `w` in row 3; expected a space after hex 2,3\n\
         8:3: ` ` in row 4; expected the letter of hex 1,4",
    );
}

#[test]
fn heights_have_the_size_of_the_ground_and_are_digits() {
    check(
        &[("[blue]\n", "elevation = '''\n. . . .\n . . . .\n. . . .\n . . . .\n'''\n[blue]\n")],
        "15:13: `elevation` draws 4 columns and 4 rows; expected 12 columns and 10 rows, as `ground` draws",
    );
    let rows = SOUND.split("'''").nth(1).unwrap_or_default();
    let heights = format!("elevation = '''{rows}'''\n[blue]\n");
    let found = super::faults(&[("[blue]\n", &heights)]);
    assert!(
        found.starts_with("19:6: letter `w` at 2,3; expected a digit, or a dot for the height of the legend\n"),
        "{found}"
    );
}

#[test]
fn a_map_has_a_least_size() {
    let (before, rest) = SOUND.split_once("'''").unwrap_or_default();
    let after = rest.split_once("'''").unwrap_or_default().1;
    let found = crate::check("x.toml", &format!("{before}'''\n. . .\n . . .\n'''{after}"));
    assert_eq!(found[0].to_string(), "x.toml:3:10: `ground` draws 3 columns and 2 rows; expected 4 to 200 of each");
}

#[test]
fn a_bad_legend_is_told_what_it_lacks() {
    let legend = "[legend]\nab = { terrain = 'open' }\nq = { terrain = 'wood' }\ns = { terrain = 'open', crossing = 'ford' }\n\
        t = { terrain = 'open', hight = 2 }\n[blue]\n";
    let found = super::faults(&[("[blue]\n", legend)]);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], "16:1: key `ab` of the legend; expected a single letter, not a space");
    assert!(lines[1].starts_with("17:17: key `terrain` has value 'wood'; expected one of open, crops"), "{}", lines[1]);
    assert!(lines[1].ends_with("(nearest is woods)"), "{}", lines[1]);
    assert_eq!(lines[2], "18:36: a crossing over open; expected terrain `water` under it");
    assert!(lines[3].starts_with("19:25: unknown key `hight`"), "{}", lines[3]);
}
