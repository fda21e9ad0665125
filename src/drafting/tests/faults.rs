//! Faults: where they stand, and what is left to draw.

use battle::{Side, Terrain};

use super::{draft, fresh, hex};
use crate::{Coat, Edit, Entry, Field};

#[test]
fn a_fault_is_marked_where_it_stands_and_gone_when_it_is_mended() {
    let mut draft = fresh();
    draft.does(&Edit::Move(Entry::Unit(Side::Blue, 0, 0), hex(29, 10)));
    let mark = &draft.marks()[0];
    assert_eq!((&mark.entry, mark.hex), (&Entry::Unit(Side::Blue, 0, 0), Some(hex(29, 10))));
    assert!(mark.words().contains("off the map"), "{}", mark.words());
    let left = draft.scenario().expect("the rest is drawn");
    assert_eq!(left.armies.each_ref().map(|army| army.units.len()), [3, 4]);
    draft.does(&Edit::Move(Entry::Unit(Side::Blue, 0, 0), hex(6, 10)));
    assert!(draft.is_sound() && draft.scenario().is_some_and(|scenario| scenario.armies[0].units.len() == 4));
}

#[test]
fn what_is_faulty_is_left_out_of_the_picture() {
    let text = crate::fresh("A field", hexes::Grid::new(30, 20));
    let faulty = [
        ("title = \"A field\"", "titel = \"A field\""),
        ("turn_limit = 12", "turn_limit = 1200"),
        ("rank = \"army\"", "rank = \"king\""),
        ("goal = \"occupy\"", "goal = \"win\""),
        ("facing = \"N\"", "facing = \"up\""),
        ("name = \"Blue's army\"\n", ""),
        ("type = \"light cavalry\"", "type = \"cavalry\""),
        ("command = \"Red's brigade\"", "command = \"Nobody\""),
        ("\"B3\"", "\"B1\""),
    ];
    for (sound, broken) in faulty {
        let draft = draft(&text.replacen(sound, broken, 1));
        assert!(!draft.is_sound(), "{broken}");
        assert!(draft.scenario().is_some(), "{broken}: {:?}", draft.marks());
    }
    let all = faulty.iter().fold(text, |text, (sound, broken)| text.replacen(sound, broken, 1));
    let draft = draft(&all);
    assert!(draft.marks().len() >= 8, "{:?}", draft.marks());
    assert!(draft.scenario().is_some(), "{:?}", draft.marks());
}

#[test]
fn units_outside_of_their_zone_stay_in_the_picture() {
    let mut draft = fresh();
    draft.does(&Edit::Hexes(Entry::Army(Side::Blue), "zone", vec![hex(3, 3)]));
    assert_eq!(draft.marks().len(), 4, "{:?}", draft.marks());
    assert!(draft.marks().iter().all(|mark| matches!(mark.entry, Entry::Unit(Side::Blue, ..))));
    assert_eq!(draft.scenario().map(|scenario| scenario.armies[0].units.len()), Some(4));
}

#[test]
fn an_army_without_anybody_leaves_the_ground_to_look_at() {
    let text = crate::fresh("A field", hexes::Grid::new(30, 20));
    let start = text.find("\n[red]").expect("Red");
    let end = text.find("\n[[objective]]").expect("the goal");
    let mut draft = draft(&(text[..start].to_owned() + &text[end..]));
    assert!(draft.scenario().is_none() && draft.sketch().ground.is_some());
    assert_eq!(draft.marks().len(), 1, "{:?}", draft.marks());
    draft.does(&Edit::Paint(vec![hex(3, 3)], Coat::Terrain(Terrain::Woods)));
    assert_eq!(draft.sketch().units.len(), 4);
}

#[test]
fn a_text_that_is_no_toml_is_shown_and_not_changed() {
    let mut draft = draft("title = \"A field\"\nground = = 3\n");
    assert_eq!(draft.marks().len(), 1);
    assert_eq!((draft.marks()[0].fault.line, draft.marks()[0].entry.clone()), (2, Entry::Heading));
    let edit = Edit::Set(Entry::Heading, String::from("title"), Some(Field::text("Another")));
    let refused = draft.edit(&edit, false).expect_err("it cannot be changed");
    assert!(refused.0.starts_with("Line 2 is no TOML") && refused.0.contains("text editor"), "{refused}");
}
