//! Random edits: every text between is TOML, all of them taken back give the same bytes, and made again too.

use battle::{Crossing, Edge, Obstacle, Rank, Side, Terrain, Troop};
use hexes::{Direction, Facing, Grid};
use proptest::prelude::*;

use super::{draft, hex};
use crate::{Coat, Edit, Entry, Field, NewUnit};

fn a_hex() -> impl Strategy<Value = hexes::Hex> {
    (0..30_i16, 0..20_i16).prop_map(|(column, row)| hex(column, row))
}

fn a_side() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::ALL[..])
}

fn a_coat() -> impl Strategy<Value = Coat> {
    prop_oneof![
        prop::sample::select(&Terrain::ALL[..]).prop_map(Coat::Terrain),
        any::<bool>().prop_map(Coat::Road),
        (-5..=9_i8).prop_map(Coat::Height),
        (-2..=2_i8).prop_map(Coat::Raise),
        prop::sample::select(vec![Crossing::None, Crossing::Ford, Crossing::Bridge]).prop_map(Coat::Crossing),
        any::<bool>().prop_map(Coat::Storey),
    ]
}

fn an_entry() -> impl Strategy<Value = Entry> {
    prop_oneof![
        (a_side(), 0..2_usize, 0..5_usize).prop_map(|(side, brigade, unit)| Entry::Unit(side, brigade, unit)),
        (a_side(), 0..2_usize).prop_map(|(side, brigade)| Entry::Brigade(side, brigade)),
        (a_side(), 0..3_usize).prop_map(|(side, leader)| Entry::Leader(side, leader)),
        (0..3_usize).prop_map(Entry::Objective),
        (0..2_usize).prop_map(Entry::Reinforcement),
        (0..2_usize).prop_map(Entry::Place),
        (0..2_usize).prop_map(Entry::Edge),
        a_side().prop_map(Entry::Army),
        Just(Entry::Heading),
    ]
}

fn a_unit() -> impl Strategy<Value = NewUnit> {
    let troops = prop::sample::select(Troop::ALL);
    let facings = prop::sample::select(&Facing::ALL[..]);
    (a_side(), 0..3_usize, troops, a_hex(), facings).prop_map(|(side, brigade, troop, at, facing)| NewUnit {
        side,
        brigade,
        troop,
        at,
        facing,
    })
}

fn an_edit() -> impl Strategy<Value = Edit> {
    let sides = prop::collection::vec((a_hex(), prop::sample::select(&Direction::ALL[..])), 1..5);
    let obstacles = prop::sample::select(&Obstacle::ALL[..]);
    let edges = (sides, prop::option::of(obstacles)).prop_map(|(sides, obstacle)| {
        Edit::Edges(sides, Edge { obstacle: obstacle.unwrap_or_default(), crossing: Crossing::None })
    });
    let hexes = || prop::collection::vec(a_hex(), 1..9);
    prop_oneof![
        4 => (hexes(), a_coat()).prop_map(|(hexes, coat)| Edit::Paint(hexes, coat)),
        4 => edges,
        1 => (20..34_i16, 16..24_i16).prop_map(|(width, height)| Edit::Resize(Grid::new(width, height))),
        1 => Just(Edit::Straighten),
        1 => (an_entry(), prop::sample::select(vec!["hexes", "zone", "entry"]), hexes())
            .prop_map(|(entry, key, hexes)| Edit::Hexes(entry, key, hexes)),
        3 => (an_entry(), prop::sample::select(vec!["name", "quality", "division", "special", "note"]), "[a-z\"\\\\ é']{0,9}")
            .prop_map(|(entry, key, text)| Edit::Set(entry, String::from(key), Some(Field::Text(text)))),
        1 => (an_entry(), prop::sample::select(vec!["name", "quality", "facing", "units", "zone"]))
            .prop_map(|(entry, key)| Edit::Set(entry, String::from(key), None)),
        2 => a_unit().prop_map(Edit::AddUnit),
        1 => a_unit().prop_map(Edit::AddBrigade),
        1 => a_side().prop_map(|side| Edit::AddLeader(side, Rank::Adjutant, None)),
        1 => hexes().prop_map(Edit::AddObjective),
        1 => (a_side(), hexes()).prop_map(|(side, hexes)| Edit::AddReinforcement(side, Facing::South, hexes)),
        1 => (a_hex(), "[a-z\"']{1,9}").prop_map(|(hex, name)| Edit::AddPlace(hex, name)),
        2 => (an_entry(), a_hex()).prop_map(|(entry, hex)| Edit::Move(entry, hex)),
        2 => (an_entry(), prop::sample::select(&Facing::ALL[..])).prop_map(|(entry, facing)| Edit::Turn(entry, facing)),
        1 => an_entry().prop_map(|entry| Edit::Arrive(entry, String::from("Reinforcement"))),
        1 => (an_entry(), 0..2_usize).prop_map(|(entry, brigade)| Edit::Transfer(entry, brigade)),
        2 => an_entry().prop_map(Edit::Remove),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_of_all_gives_the_same_bytes(edits in prop::collection::vec((an_edit(), any::<bool>()), 1..14)) {
        let text = crate::fresh("A field", Grid::new(30, 20)) + "# the end\n";
        let mut draft = draft(&text);
        let mut patches = Vec::new();
        for (edit, joins) in &edits {
            let before = draft.text().to_owned();
            if draft.edit(edit, *joins).is_err() {
                prop_assert_eq!(draft.text(), &before, "what is refused changes nothing");
            }
            prop_assert!(toml_edit::Document::parse(draft.text()).is_ok(), "{:?}\n{}", edit, draft.text());
            prop_assert!(draft.text().ends_with("# the end\n") || draft.text().contains("# the end\n"));
            patches.push(draft.text().to_owned());
        }
        let last = draft.text().to_owned();
        while draft.undo().is_some() {}
        prop_assert_eq!(draft.text(), &text);
        while draft.redo().is_some() {}
        prop_assert_eq!(draft.text(), &last);
    }

    #[test]
    fn painted_hexes_are_as_they_were_painted(hexes in prop::collection::vec(a_hex(), 1..9), coats in prop::collection::vec(a_coat(), 1..6)) {
        let mut draft = super::fresh();
        let cell = |draft: &crate::Draft, hex| draft.sketch().ground.as_ref().and_then(|ground| ground.cell(hex));
        for coat in coats {
            let wanted: Vec<_> = hexes.iter().map(|hex| (*hex, coat.over(cell(&draft, *hex).expect("on the map")))).collect();
            draft.edit(&Edit::Paint(hexes.clone(), coat), false).expect("painted");
            for (hex, wanted) in wanted {
                prop_assert_eq!(cell(&draft, hex), Some(wanted));
            }
        }
        let drawn = draft.marks().iter().filter(|mark| matches!(mark.entry, Entry::Drawing(_) | Entry::Letter(_))).count();
        prop_assert_eq!(drawn, 0, "{:?}", draft.marks());
    }

    #[test]
    fn edges_are_as_they_were_set(strokes in prop::collection::vec((prop::collection::vec((a_hex(), prop::sample::select(&Direction::ALL[..])), 1..6), prop::option::of(prop::sample::select(&Obstacle::ALL[..]))), 1..6)) {
        let walk = "\n[[edge]]\nobstacle = \"river\"\nright = [\"2,9 E*9 SE*3\"]\naround = [\"5,5-9,8\"]\n\n[blue]";
        let mut draft = draft(&crate::fresh("A field", Grid::new(30, 20)).replace("\n[blue]", walk));
        for (sides, obstacle) in strokes {
            let edge = Edge { obstacle: obstacle.unwrap_or_default(), crossing: Crossing::None };
            let grid = draft.sketch().grid.expect("a map");
            let mut wanted = crate::edges::read(&crate::page::Page::parse(draft.text()).expect("TOML"), grid);
            for (hex, side) in &sides {
                wanted.set(*hex, *side, edge);
            }
            draft.edit(&Edit::Edges(sides, edge), false).expect("set");
            let now = crate::edges::read(&crate::page::Page::parse(draft.text()).expect("TOML"), grid);
            prop_assert!(now == wanted, "{}", draft.text());
            prop_assert!(draft.is_sound(), "{:?}", draft.marks());
        }
    }
}
