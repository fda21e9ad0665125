//! Units, leaders, goals: added, described, moved, and taken away with what hangs on them.

use battle::{Rank, Side, Troop};
use hexes::Facing;

use super::{draft, fresh, hex};
use crate::{Edit, Entry, Field, NewUnit};

fn lancers(side: Side) -> NewUnit {
    NewUnit { side, brigade: 0, troop: Troop::LightCavalry, at: hex(3, 10), facing: Facing::EastNorthEast }
}

#[test]
fn a_unit_is_added_behind_the_last_of_its_brigade() {
    let mut draft = fresh();
    let before = draft.text().to_owned();
    assert_eq!(draft.does(&Edit::AddUnit(lancers(Side::Blue))), "added B5");
    let line = "    { label = \"B5\", name = \"Light cavalry\", type = \"light cavalry\", at = \"3,10\", facing = \"ENE\" },\n";
    assert_eq!(draft.text().replacen(line, "", 1), before);
    assert!(draft.is_sound(), "{:?}", draft.marks());
    assert_eq!(draft.does(&Edit::Remove(Entry::Unit(Side::Blue, 0, 4))), "removed B5");
    assert_eq!(draft.text(), before);
}

#[test]
fn a_unit_is_moved_turned_and_described() {
    let mut draft = fresh();
    let unit = Entry::Unit(Side::Red, 0, 1);
    assert_eq!(draft.does(&Edit::Move(unit.clone(), hex(9, 5))), "R2 to 9,5");
    assert_eq!(draft.does(&Edit::Turn(unit.clone(), Facing::WestSouthWest)), "R2 faces WSW");
    draft.does(&Edit::Set(unit.clone(), String::from("quality"), Some(Field::text("veteran"))));
    let line = "{ label = \"R2\", name = \"2nd Battalion\", type = \"line infantry\", quality = \"veteran\", at = \"9,5\", facing = \"WSW\" }";
    assert!(draft.text().contains(line), "{}", draft.text());
    draft.does(&Edit::Turn(unit.clone(), Facing::South));
    assert!(
        !draft.text().contains("WSW") && !draft.text().contains("\"9,5\", facing"),
        "the army's facing need not be said"
    );
    draft.does(&Edit::Set(unit, String::from("quality"), None));
    assert!(draft.text().contains("type = \"line infantry\", at = \"9,5\" }"), "{}", draft.text());
    assert!(draft.is_sound());
}

#[test]
fn a_brigade_goes_with_its_last_unit_and_its_leader() {
    let mut draft = fresh();
    assert_eq!(draft.does(&Edit::AddBrigade(lancers(Side::Blue))), "added 2nd Brigade with B5");
    draft.does(&Edit::AddLeader(Side::Blue, Rank::Brigade, Some(String::from("2nd Brigade"))));
    assert!(draft.is_sound(), "{:?}", draft.marks());
    assert_eq!((draft.sketch().brigades[0].len(), draft.sketch().leaders.len()), (2, 5));
    draft.does(&Edit::Remove(Entry::Unit(Side::Blue, 1, 0)));
    assert_eq!((draft.sketch().brigades[0].len(), draft.sketch().leaders.len()), (1, 4));
    assert!(draft.is_sound(), "{:?}", draft.marks());
}

#[test]
fn names_change_wherever_they_are_named() {
    let mut draft = fresh();
    draft.does(&Edit::AddReinforcement(Side::Red, Facing::South, vec![hex(15, 0)]));
    assert!(!draft.is_sound(), "nobody comes with it");
    draft.does(&Edit::Arrive(Entry::Unit(Side::Red, 0, 3), String::from("Reinforcement")));
    assert!(draft.is_sound(), "{:?}", draft.marks());
    let rename = |entry: Entry, name: &str| Edit::Set(entry, String::from("name"), Some(Field::text(name)));
    draft.does(&rename(Entry::Reinforcement(0), "The reserve"));
    draft.does(&rename(Entry::Brigade(Side::Red, 0), "Van"));
    assert!(draft.is_sound(), "{:?}", draft.marks());
    assert!(draft.text().contains("arrives = \"The reserve\"") && draft.text().contains("command = \"Van\""));
    draft.does(&Edit::Move(Entry::Unit(Side::Red, 0, 3), hex(20, 4)));
    draft.does(&Edit::Remove(Entry::Reinforcement(0)));
    assert!(draft.is_sound() && !draft.text().contains("arrives"), "{:?}", draft.marks());
}

#[test]
fn a_unit_goes_to_another_brigade_with_all_that_is_said_of_it() {
    let mut draft = fresh();
    draft.does(&Edit::AddBrigade(lancers(Side::Blue)));
    let unit = Entry::Unit(Side::Blue, 0, 0);
    let special = Field::Special([(String::from("eagles"), vec![String::from("veterans")])].into());
    draft.does(&Edit::Set(unit.clone(), String::from("special"), Some(special)));
    draft.does(&Edit::Transfer(unit, 1));
    let moved = draft.sketch().unit(&Entry::Unit(Side::Blue, 1, 1)).expect("there").clone();
    assert_eq!((moved.label.as_str(), moved.facing), ("B1", Facing::North));
    assert!(draft.text().contains("special = { eagles = [\"veterans\"] }") && draft.is_sound(), "{}", draft.text());
    draft.does(&Edit::Transfer(Entry::Unit(Side::Blue, 1, 0), 0));
    draft.does(&Edit::Transfer(Entry::Unit(Side::Blue, 1, 0), 0));
    assert_eq!(draft.sketch().brigades[0].len(), 1, "an empty brigade is none");
}

#[test]
fn armies_are_founded_where_there_are_none() {
    let ground = ". ".repeat(23) + ".\n";
    let rows: String = (0..20).map(|row| if row % 2 == 1 { format!(" {ground}") } else { ground.clone() }).collect();
    let mut draft = draft(&format!("title = \"Nothing\"\nground = '''\n{rows}'''\n"));
    for (side, row) in [(Side::Blue, 16), (Side::Red, 3)] {
        let facing = if side == Side::Blue { Facing::North } else { Facing::South };
        draft.does(&Edit::AddUnit(NewUnit { side, brigade: 0, troop: Troop::Militia, at: hex(11, row), facing }));
    }
    assert!(draft.is_sound(), "{:?}\n{}", draft.marks(), draft.text());
}

#[test]
fn goals_zones_and_names_lie_on_hexes() {
    let mut draft = fresh();
    draft.does(&Edit::AddPlace(hex(5, 5), String::from("the \"Lion\"")));
    assert_eq!(draft.does(&Edit::AddObjective(vec![hex(5, 5), hex(6, 5)])), "added The \"Lion\"");
    assert!(draft.text().contains("hexes = [\"5,5-6,5\"]"));
    draft.does(&Edit::Hexes(Entry::Objective(0), "hexes", vec![hex(15, 10)]));
    let zone: Vec<_> = (14..20).flat_map(|row| (0..30).map(move |column| hex(column, row))).collect();
    draft.does(&Edit::Hexes(Entry::Army(Side::Blue), "zone", zone.clone()));
    assert!(draft.text().contains("facing = \"N\"\nzone = [\"0,14-29,19\"]\n"), "{}", draft.text());
    assert_eq!(draft.sketch().zones[0].len(), zone.len());
    draft.does(&Edit::Hexes(Entry::Army(Side::Blue), "zone", [zone, vec![hex(3, 13)]].concat()));
    assert!(draft.text().contains("zone = [\"0,14-29,19\", \"3,13\"]\n"), "what was written stays");
    draft.does(&Edit::Hexes(Entry::Army(Side::Blue), "zone", Vec::new()));
    assert!(draft.is_sound() && !draft.text().contains("zone"));
}

#[test]
fn the_heading_is_written_in_its_order() {
    let mut draft = fresh();
    let set = |key: &str, field: Field| Edit::Set(Entry::Heading, String::from(key), Some(field));
    let name = draft.does(&set("weather", Field::text("fog")));
    assert_eq!(name, "weather: fog");
    draft.does(&set("date", Field::text("1809")));
    draft.does(&set("note", Field::Prose("It is told that ".repeat(20))));
    assert!(
        draft.text().starts_with("title = \"A field\"\ndate = \"1809\"\nnote = \"\"\"\nIt is told"),
        "{}",
        draft.text()
    );
    assert!(draft.text().contains("first_side = \"blue\"\nweather = \"fog\"\n\nground"), "{}", draft.text());
    assert!(draft.is_sound() && draft.text().lines().all(|line| line.chars().count() <= 118));
}
