//! What a person wrote stays: comments, order and spaces of all shipped battles under every kind of edit.

use battle::{Edge, Obstacle, Rank, Side, Terrain, Troop};
use hexes::{Direction, Facing, Grid};

use super::{draft, hex};
use crate::{Coat, Draft, Edit, Entry, Field, NewUnit};

/// The comments of a text, as far as they stand on lines of their own or behind values.
fn comments(text: &str) -> Vec<&str> {
    let mut drawing = false;
    let outside = text.lines().filter(|line| {
        let was = drawing;
        drawing ^= line.contains("'''");
        !was && !drawing
    });
    outside.filter_map(|line| line.split_once("# ").map(|(_, comment)| comment)).collect()
}

/// Every kind of edit, on things that every battle has.
fn edits(draft: &Draft) -> Vec<Edit> {
    let grid = draft.sketch().grid.expect("a map");
    let middle = hex(grid.width() / 2, grid.height() / 2);
    let unit = NewUnit { side: Side::Blue, brigade: 0, troop: Troop::Grenadiers, at: middle, facing: Facing::South };
    let set = |entry: Entry, key: &str, field: Field| Edit::Set(entry, String::from(key), Some(field));
    let first = Entry::Unit(Side::Red, 0, 0);
    let last_leader = draft.sketch().leaders.iter().filter(|leader| leader.side == Side::Red).count() - 1;
    vec![
        Edit::Paint(vec![middle, hex(1, 1)], Coat::Terrain(Terrain::Marsh)),
        Edit::Paint(vec![middle, hex(2, 1)], Coat::Height(3)),
        Edit::Paint(vec![middle, hex(2, 2)], Coat::Height(-1)),
        Edit::Paint(vec![hex(3, 3), hex(4, 3)], Coat::Road(true)),
        Edit::Edges(
            vec![(middle, Direction::East), (hex(2, 2), Direction::West)],
            Edge { obstacle: Obstacle::Hedge, ..Edge::default() },
        ),
        Edit::Edges(grid.iter().take(2000).map(|hex| (hex, Direction::East)).collect(), Edge::default()),
        Edit::Resize(Grid::new(grid.width() + 3, grid.height() + 1)),
        set(Entry::Heading, "title", Field::text("Another \"title\"")),
        set(Entry::Heading, "note", Field::Prose("What happened, told anew. ".repeat(9))),
        set(Entry::Heading, "weather", Field::text("snow")),
        set(Entry::Heading, "inches_per_hex", Field::Whole(1)),
        Edit::Set(Entry::Heading, String::from("turn_limit"), None),
        Edit::Hexes(Entry::Army(Side::Red), "zone", grid.iter().collect()),
        Edit::AddUnit(unit.clone()),
        Edit::AddBrigade(unit),
        Edit::AddLeader(Side::Red, Rank::Adjutant, None),
        Edit::AddObjective(vec![middle]),
        Edit::AddReinforcement(Side::Blue, Facing::North, vec![hex(5, grid.height() - 1)]),
        Edit::AddPlace(middle, String::from("Somewhere")),
        Edit::Move(first.clone(), hex(4, 4)),
        Edit::Turn(first.clone(), Facing::WestNorthWest),
        set(first.clone(), "quality", Field::text("raw")),
        set(first.clone(), "special", Field::Special([(String::from("eagles"), vec![String::from("x")])].into())),
        Edit::Set(first.clone(), String::from("traits"), None),
        Edit::Remove(first),
        Edit::Remove(Entry::Leader(Side::Red, last_leader)),
        Edit::Remove(Entry::Brigade(Side::Blue, 0)),
    ]
}

#[test]
fn comments_of_shipped_battles_survive_every_kind_of_edit() {
    let mut kept = 0;
    for (key, text) in scenario::builtin() {
        let before = comments(text);
        kept += before.len();
        for edit in edits(&draft(text)) {
            let mut draft = draft(text);
            let made = draft.edit(&edit, false).unwrap_or_else(|refused| panic!("{key}: {edit:?}: {refused}"));
            if made.is_none() {
                continue;
            }
            let after = comments(draft.text());
            assert!(before.iter().all(|comment| after.contains(comment)), "{key}: {edit:?} loses a comment");
            assert!(toml_edit::Document::parse(draft.text()).is_ok(), "{key}: {edit:?}");
            let changed = draft.text().to_owned();
            draft.undo();
            assert_eq!(draft.text(), *text, "{key}: {edit:?} cannot be taken back");
            draft.redo();
            assert_eq!(draft.text(), changed, "{key}: {edit:?} cannot be made again");
        }
    }
    assert!(kept > 40, "{kept} comments");
}

#[test]
fn what_an_edit_does_not_touch_keeps_every_byte() {
    for (key, text) in scenario::builtin() {
        for edit in edits(&draft(text)) {
            let mut draft = draft(text);
            if draft.edit(&edit, false).expect("done").is_none() {
                continue;
            }
            let made = draft.history().done().last().expect("made");
            let inserted: usize = made.patches.iter().map(|patch| patch.inserted.len()).sum();
            let removed: usize = made.patches.iter().map(|patch| patch.removed.len()).sum();
            assert_eq!(draft.text().len() + removed, text.len() + inserted, "{key}: {edit:?}");
            let drawing =
                matches!(edit, Edit::Resize(_)) || made.patches.iter().any(|patch| patch.inserted.contains("'''"));
            let prose = matches!(&edit, Edit::Set(_, key, _) if key == "note");
            let whole = prose || matches!(edit, Edit::Remove(_)) || matches!(edit, Edit::Edges(..)) || drawing;
            assert!(whole || inserted + removed < 1200, "{key}: {edit:?} writes {inserted} and drops {removed}");
        }
    }
}

#[test]
fn other_ways_of_writing_are_edited_where_they_stand() {
    let text = crate::fresh("A field", Grid::new(30, 20));
    let ways = [
        text.replace('\n', "\r\n"),
        text.replace("units = [\n    {", "units = [ {").replace("},\n    {", "}, {").replace("},\n]", "} ]"),
        text.replace("},\n]", "}\n]"),
        text.replace("    {", "\t{").replace("\" },", "\" }  ,  # a unit"),
        text.replace("[[blue.leader]]\nlabel", "[[blue.leader]]   # who commands\n\n# his label\nlabel"),
    ];
    for text in ways {
        for edit in edits(&draft(&text)) {
            let mut draft = draft(&text);
            draft.edit(&edit, false).unwrap_or_else(|refused| panic!("{edit:?}: {refused}\n{text}"));
            assert!(toml_edit::Document::parse(draft.text()).is_ok(), "{edit:?}\n{}", draft.text());
            while draft.undo().is_some() {}
            assert_eq!(draft.text(), text, "{edit:?}");
        }
    }
}
